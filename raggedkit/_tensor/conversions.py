"""Conversion of ragged tensors: lists, arrays, sparse tensors, other values and devices."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._depth import check_axes
from raggedkit._tensor.storage import Storage, as_values, length_of
from raggedkit._typing import Array, ArrayLike, DTypeLike, Tensor, TensorLike
from raggedkit._xp import INT64
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from raggedkit.shape import TensorShape
    from raggedkit.tensor import RaggedTensor

__all__ = ["Conversions"]


@cache  # an import in every call costs as much as listing a short tensor
def _convert() -> Any:
    from raggedkit.ops import convert

    return convert


@cache
def _padding() -> Any:
    from raggedkit.ops import padding

    return padding


class Conversions(Storage):
    """The conversions of `RaggedTensor` from and to other types, dtypes and values."""

    __slots__ = ()

    @classmethod
    def from_tensor(
        cls,
        tensor: ArrayLike,
        lengths: ArrayLike | None = None,
        padding: ArrayLike | None = None,
        ragged_rank: int = 1,
        *,
        row_splits_dtype: DTypeLike = INT64,
    ) -> RaggedTensor:
        """Return a dense array as a ragged tensor, without the padding of its rows.

        Parameters
        ----------
        tensor
            ``[n0, n1, ...]``, at least two dimensions.
        lengths
            The number of items to keep in each row, ``int[nrows]``, at most the width; or a list of
            such vectors, one for each axis that becomes ragged.
        padding
            The padding value: items at the end of a row that contain only this value are dropped.
            NaN counts as equal to NaN here; in TensorFlow NaN drops nothing.
        ragged_rank
            The number of axes that become partitioned; those before the last of them stay uniform.
        row_splits_dtype
            int32 or int64.

        Returns
        -------
        RaggedTensor
            ``[n0, (d1), ...]``. Without ``lengths`` and ``padding`` every row has length ``n1``.

        Raises
        ------
        TypeError
            If ``ragged_rank`` is not an int, or ``padding`` does not fit the dtype.
        ValueError
            If both ``lengths`` and ``padding`` are given, or there are too few dimensions.

        Examples
        --------
        >>> import raggedkit as rk
        >>> dense = [[5, 7, 0], [0, 3, 0], [6, 0, 0]]
        >>> rk.RaggedTensor.from_tensor(dense, lengths=[1, 0, 3])
        <RaggedTensor [[5], [], [6, 0, 0]]>
        >>> rk.RaggedTensor.from_tensor(dense, padding=0)
        <RaggedTensor [[5, 7], [0, 3], [6]]>
        >>> rk.RaggedTensor.from_tensor([1, 2])
        Traceback (most recent call last):
            ...
        ValueError: tensor must have at least 2 dimensions, got 1
        """
        from raggedkit.ops import convert

        return convert.from_tensor(
            tensor, lengths, padding, ragged_rank, row_splits_dtype=row_splits_dtype
        )

    @classmethod
    def from_sparse(
        cls, st_input: SparseTensor, *, row_splits_dtype: DTypeLike = INT64
    ) -> RaggedTensor:
        """Return the values of a 2-D sparse tensor as rows.

        Parameters
        ----------
        st_input
            Two-dimensional; the values of each row are at its left end, without gaps.
        row_splits_dtype
            int32 or int64.

        Returns
        -------
        RaggedTensor
            ``[nrows, (d1)]``.

        Raises
        ------
        TypeError
            If ``st_input`` is not a `SparseTensor`.
        ValueError
            If it is not two-dimensional, or a row has a gap.

        Examples
        --------
        >>> import raggedkit as rk
        >>> st = rk.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 3])
        >>> rk.RaggedTensor.from_sparse(st)
        <RaggedTensor [[1, 2], [], [3], []]>
        >>> rk.RaggedTensor.from_sparse(rk.SparseTensor([[0, 1]], [1], [1, 2]))
        Traceback (most recent call last):
            ...
        ValueError: st_input must have no gaps in its rows, got indices[0] = [0, 1] in place \
of [0, 0]
        """
        from raggedkit.ops import convert

        return convert.from_sparse(st_input, row_splits_dtype=row_splits_dtype)

    def with_values(self, new_values: TensorLike) -> RaggedTensor:
        """Return the same outermost rows with other values; nothing is copied.

        Parameters
        ----------
        new_values
            ``[nvals, ...]``, dense or ragged.

        Returns
        -------
        RaggedTensor
            ``[nrows, (d1), ...]``; further axes are those of ``new_values``.

        Raises
        ------
        ValueError
            If ``new_values`` does not have ``nvals`` items.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).with_values(["a", "b", "c"])
        <RaggedTensor [['a', 'b'], [], ['c']]>
        """
        values = as_values(new_values, "new_values")
        if length_of(values) != self._parts[0].static_nvals:
            rule = f"have {self._parts[0].static_nvals} items, as the values they stand for"
            raise ValueError(broken_rule("new_values", rule, length_of(values)))
        return self._join(values, self._parts[0], validate=False)  # compared above

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """Return the same rows on every axis with other flat values; nothing is copied.

        Parameters
        ----------
        new_values
            ``[nvals, ...]``, dense or ragged; a ragged tensor adds inner axes.

        Returns
        -------
        RaggedTensor
            Of the same partitions.

        Raises
        ------
        ValueError
            If ``new_values`` does not have ``nvals`` items.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).with_flat_values([7.5, 8.5, 9.5])
        <RaggedTensor [[[7.5, 8.5], []], [[9.5]]]>
        """
        values = as_values(new_values, "new_values")
        if length_of(values) != self._parts[-1].static_nvals:
            rule = f"have {self._parts[-1].static_nvals} items, as the values they stand for"
            raise ValueError(broken_rule("new_values", rule, length_of(values)))
        parts = self._parts
        if isinstance(values, Storage):
            # Ragged values keep their own partitions, below those of this tensor.
            parts, values = parts + values._parts, values._flat
        check_axes(len(parts) + values.ndim, "new_values")
        # Partitions of two origins: they get one dtype, on the device of the values.
        return self._make(values, aligned(parts, values))

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """Return the same tensor with row splits of another dtype; the values are not copied.

        Parameters
        ----------
        dtype
            int32 or int64.

        Returns
        -------
        RaggedTensor
            Of the same values.

        Raises
        ------
        ValueError
            If ``dtype`` is any other dtype, or too small for the number of values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).with_row_splits_dtype("int32").row_splits
        array([0, 2, 2, 3], dtype=int32)
        """
        return self._make(self._flat, tuple(p.with_dtype(dtype) for p in self._parts))

    def merge_dims(self, outer_axis: SupportsIndex, inner_axis: SupportsIndex) -> Tensor:
        """Return the tensor with these axes, and those between them, flattened into one.

        The values are not copied; row splits are computed only if ``outer_axis`` is not 0.

        Parameters
        ----------
        outer_axis, inner_axis
            The first and the last axis to merge; negative ones count from the end.

        Returns
        -------
        RaggedTensor or array
            An array if no partitioned axis is left.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If ``outer_axis`` comes after ``inner_axis``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[[1, 2], [3]], [[4, 5, 6]]])
        >>> rt.merge_dims(0, 1)
        <RaggedTensor [[1, 2], [3], [4, 5, 6]]>
        >>> rt.merge_dims(1, 2)
        <RaggedTensor [[1, 2, 3], [4, 5, 6]]>
        >>> rt.merge_dims(0, -1)
        array([1, 2, 3, 4, 5, 6])
        """
        from raggedkit.ops import structure

        return structure.merge_dims(self, outer_axis, inner_axis)

    def to_list(self) -> list[Any]:
        """Return a nested list of Python values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).to_list()
        [[3, 1], [], [5]]
        """
        items: list[Any] = _convert().to_list(self)
        return items

    tolist = to_list

    def numpy(self) -> Array:
        """Return a NumPy array: dense if all rows have equal lengths, else an object array of rows.

        Without rows the shape is ``(0, 0, ...)``. The array is a copy: writing to it changes no
        tensor.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1, 2, 3], [4, 5]]).numpy()
        array([array([1, 2, 3]), array([4, 5])], dtype=object)
        >>> rk.ragged.constant([[1, 2], [3, 4]]).numpy()
        array([[1, 2],
               [3, 4]])
        """
        array: Array = _convert().to_numpy(self)
        return array

    def to_tensor(
        self,
        default_value: ArrayLike | None = None,
        shape: TensorShape | Iterable[int | None] | int | None = None,
        *,
        width: int | Iterable[int | None] | None = None,
        side: str = "right",
        truncate: str = "right",
    ) -> Array:
        """Return a dense array, padding short rows.

        Parameters
        ----------
        default_value
            The padding value: a scalar, or an array that broadcasts to the inner dimensions; by
            default zero, False, an empty string or NaT. It must fit the dtype; a longer text widens
            it.
        shape
            The shape of the result: ints, and None for the size in `bounding_shape`. Longer rows
            are truncated.
        width
            The length of the rows only: an int, or a list of ints and None for axis 1 and those
            inside it.
        side
            The side that is padded, ``"right"`` or ``"left"``.
        truncate
            The side that is truncated, ``"right"`` or ``"left"``.

        Returns
        -------
        array
            ``[nrows, width, ...]``.

        Raises
        ------
        TypeError
            If ``default_value`` does not fit the dtype.
        ValueError
            If ``shape`` has another rank, ``default_value`` does not have the shape of a value,
            both ``shape`` and ``width`` are given, or ``side`` or ``truncate`` is any other value.

        See Also
        --------
        RaggedTensor.mask : True for the values, False for the padding.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[9, 8, 7], [], [6, 5], [4]])
        >>> rt.to_tensor()
        array([[9, 8, 7],
               [0, 0, 0],
               [6, 5, 0],
               [4, 0, 0]])
        >>> rt.to_tensor(default_value=-1, shape=[None, 2])
        array([[ 9,  8],
               [-1, -1],
               [ 6,  5],
               [ 4, -1]])
        >>> rt.to_tensor(width=2, side="left", truncate="left")
        array([[8, 7],
               [0, 0],
               [6, 5],
               [0, 4]])
        """
        array: Array = _padding().to_tensor(
            self, default_value, shape, width=width, side=side, truncate=truncate
        )
        return array

    def to_sparse(self) -> SparseTensor:
        """Return the values as a sparse tensor whose shape is the `bounding_shape`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> st = rk.ragged.constant([[1, 2, 3], [4], [], [5, 6]]).to_sparse()
        >>> st.indices.tolist()
        [[0, 0], [0, 1], [0, 2], [1, 0], [3, 0], [3, 1]]
        >>> st.shape
        TensorShape([4, 3])
        """
        st: SparseTensor = _convert().to_sparse(self)
        return st

    def copy(self) -> RaggedTensor:
        """Return a copy that shares no memory with another tensor.

        Examples
        --------
        >>> import numpy as np, raggedkit as rk
        >>> mine = np.array([3, 1, 5])
        >>> rt = rk.RaggedTensor.from_row_splits(mine, [0, 2, 2, 3]).copy()
        >>> mine[0] = 99
        >>> rt
        <RaggedTensor [[3, 1], [], [5]]>
        """
        # Arrays of values refer to no other objects, so the memo of `copy.deepcopy` is not needed.
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> RaggedTensor:
        """Return a copy of values and encodings."""
        parts = tuple(
            # A uniform partition stores three numbers and no array that a copy could share.
            p if p.is_uniform() else RowPartition._of_splits(p._get_splits().copy())
            for p in self._parts
        )
        return self._make(self._flat.copy(), parts)
