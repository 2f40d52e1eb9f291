"""Encodings, sizes and shape of a ragged tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from raggedkit._arguments import as_axis
from raggedkit._tensor.results import Partitions
from raggedkit._tensor.storage import Storage
from raggedkit._typing import Array, Axis, DType, DTypeLike, Scalar, Tensor
from raggedkit._xp import array_namespace, as_array, as_dtype, device_of, int_array, readonly
from raggedkit.partition import RowPartition
from raggedkit.shape import TensorShape

if TYPE_CHECKING:
    pass

__all__ = ["Encodings", "dimensions_of"]


class Encodings(Storage):
    """The encodings, sizes and shape of `RaggedTensor`."""

    __slots__ = ()

    @property
    def flat_values(self) -> Array:
        """The values of all rows, end to end, ``[nvals, ...]``, read-only.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).flat_values
        array([3, 1, 5])
        """
        # A tensor is immutable, so the view is read-only.
        return readonly(self._flat)

    @property
    def values(self) -> Tensor:
        """The items of all rows: an array, or a ragged tensor with one axis less; a view.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).values
        array([3, 1, 5])
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).values
        <RaggedTensor [[3, 1], [], [5]]>
        """
        if len(self._parts) == 1:
            return readonly(self._flat)
        return self._make(self._flat, self._parts[1:])

    @property
    def partitions(self) -> tuple[RowPartition, ...]:
        """The partitions, outermost first.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).partitions
        (RowPartition.from_row_splits([0, 2, 2, 3]),)
        """
        return Partitions(self._parts)

    @property
    def row_splits(self) -> Array:
        """The start of each row in `values`, and the end of the last, ``int[nrows + 1]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).row_splits
        array([0, 2, 2, 3])
        """
        return self._parts[0].row_splits()

    @property
    def nested_row_splits(self) -> tuple[Array, ...]:
        """The row splits of every partition, outermost first.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).nested_row_splits
        (array([0, 2, 3]), array([0, 2, 2, 3]))
        """
        return tuple(p.row_splits() for p in self._parts)

    @property
    def uniform_row_length(self) -> Scalar | None:
        """The declared length of every row, or None.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [4, 1]]).uniform_row_length is None
        True
        >>> rk.RaggedTensor.from_uniform_row_length([3, 1, 4, 1], 2).uniform_row_length
        np.int64(2)
        """
        return self._parts[0].uniform_row_length()

    @property
    def ragged_rank(self) -> int:
        """The number of partitioned axes, including those of declared uniform length.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).ragged_rank
        2
        """
        return len(self._parts)

    @property
    def ndim(self) -> int:
        """The number of axes.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).ndim
        3
        """
        return len(self._parts) + self._flat.ndim

    rank = ndim

    @property
    def size(self) -> int:
        """The number of values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).size
        3
        """
        return int(self._flat.size)

    @property
    def nbytes(self) -> int:
        """Bytes of the values and of the row splits.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).nbytes
        56
        """
        return int(self._flat.nbytes) + sum(p.nbytes for p in self._parts)

    @property
    def dtype(self) -> DType:
        """The dtype of the values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5.5]]).dtype
        dtype('float64')
        """
        return self._flat.dtype

    @property
    def shape(self) -> TensorShape:
        """The size of each axis: None for a ragged axis, an int for a uniform one.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).shape
        TensorShape([3, None])
        >>> rk.RaggedTensor.from_row_splits([[1, 2], [3, 4]], [0, 2, 2]).shape
        TensorShape([2, None, 2])
        """
        if self._shape is None:
            dims: tuple[int | None, ...] = (
                self._parts[0].static_nrows,
                *[p.static_uniform_row_length for p in self._parts],
                *self._flat.shape[1:],
            )
            # Kept, as the tensor is immutable and many operations read the shape.
            self._shape = TensorShape._from_dims(dims)
        return self._shape

    def get_shape(self) -> TensorShape:
        """Return `shape`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).get_shape()
        TensorShape([3, None])
        """
        return self.shape

    @property
    def device(self) -> str:
        """The device of the values, ``"cpu"`` or for example ``"cuda:0"``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).device
        'cpu'
        """
        return device_of(self._flat)

    def nrows(self, out_type: DTypeLike | None = None) -> Scalar:
        """Return the number of rows.

        Parameters
        ----------
        out_type
            The dtype of the result, by default that of the row splits.

        Returns
        -------
        scalar
            Of the dtype of the row splits, or of ``out_type``.

        Raises
        ------
        TypeError
            If ``out_type`` is not a dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).nrows()
        np.int64(3)
        """
        n = self._parts[0].nrows()
        return n if out_type is None else n.astype(as_dtype(out_type, "out_type"))

    @overload
    def row_lengths(self, axis: Literal[1] = 1) -> Array: ...

    @overload
    def row_lengths(self, axis: Axis) -> Tensor: ...

    def row_lengths(self, axis: Axis = 1) -> Tensor:
        """Return the number of items in each row.

        Parameters
        ----------
        axis
            The axis whose lengths are returned.

        Returns
        -------
        array, RaggedTensor or scalar
            Axis 1 gives ``int[nrows]``, a deeper axis a ragged tensor of lengths, axis 0 the number
            of rows.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[[3, 1, 4], [1]], [], [[5, 9]]])
        >>> rt.row_lengths()
        array([2, 0, 1])
        >>> rt.row_lengths(axis=2)
        <RaggedTensor [[3, 1], [], [2]]>
        >>> rt.row_lengths(axis=3)
        Traceback (most recent call last):
            ...
        raggedkit.errors.RaggedIndexError: axis must be from -3 to 2, got 3
        """
        # The default needs no check; `type` because True is an int and no axis.
        at = 1 if type(axis) is int and axis == 1 else as_axis(axis, self.ndim)
        if at == 1:
            return self._parts[0].row_lengths()
        if at == 0:
            nrows: Any = self._parts[0].nrows()
            return nrows
        depth = len(self._parts)
        if at <= depth:
            lengths = self._parts[at - 1]._get_lengths().copy()  # values may be written to
            return self._make(lengths, self._parts[: at - 1])
        # An inner dimension has one size for all items.
        xp = array_namespace(self._flat)
        shape = self._flat.shape[: at - depth]
        size = self._flat.shape[at - depth]
        return self._make(xp.full(shape, size, dtype=self._parts[0].dtype), self._parts)

    def row_starts(self) -> Array:
        """Return the start of each row in `values`, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).row_starts()
        array([0, 2, 2])
        """
        return self._parts[0].row_starts()

    def row_limits(self) -> Array:
        """Return the end of each row in `values`, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).row_limits()
        array([2, 2, 3])
        """
        return self._parts[0].row_limits()

    def value_rowids(self) -> Array:
        """Return the row of each of `values`, ``int[nvals]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).value_rowids()
        array([0, 0, 2])
        """
        return self._parts[0].value_rowids()

    def nested_row_lengths(self) -> tuple[Array, ...]:
        """Return the row lengths of every partition, outermost first.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).nested_row_lengths()
        (array([2, 1]), array([2, 0, 1]))
        """
        return tuple(p.row_lengths() for p in self._parts)

    def nested_value_rowids(self) -> tuple[Array, ...]:
        """Return the row ids of every partition, outermost first.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).nested_value_rowids()
        (array([0, 0, 1]), array([0, 0, 2]))
        """
        return tuple(p.value_rowids() for p in self._parts)

    @overload
    def bounding_shape(
        self, axis: Sequence[SupportsIndex] | None = None, out_type: DTypeLike | None = None
    ) -> Array: ...

    @overload
    def bounding_shape(self, axis: SupportsIndex, out_type: DTypeLike | None = None) -> Scalar: ...

    def bounding_shape(self, axis: Any = None, out_type: DTypeLike | None = None) -> Array | Scalar:
        """Return the shape of the smallest dense array that has room for every row.

        Parameters
        ----------
        axis
            None for all axes, an int for one, a list of ints for several.
        out_type
            The dtype of the result, by default that of the row splits.

        Returns
        -------
        array or scalar
            ``int[ndim]``, one size for each axis in a list, or the size of one axis.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If an axis is not an integer, or ``out_type`` is not a dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[1, 2, 3, 4], [5], [], [6, 7, 8, 9], [10]])
        >>> rt.bounding_shape()
        array([5, 4])
        >>> rt.bounding_shape(axis=1)
        np.int64(4)
        >>> rk.RaggedTensor.from_row_splits([], [0]).bounding_shape()
        array([0, 0])
        """
        # The sizes are Python ints; the array is made on the device of the values.
        sizes = as_array(
            int_array(
                [
                    self._parts[0]._nrows,
                    *[p._get_longest() for p in self._parts],
                    *self._flat.shape[1:],
                ],
                self._parts[0]._dtype,
            ),
            array_namespace(self._flat),
            dtype=None if out_type is None else as_dtype(out_type, "out_type"),
        )
        if axis is None:
            return sizes
        # An array of axes is a list of axes, a NumPy integer is one axis.
        if isinstance(axis, list | tuple) or dimensions_of(axis):
            picked = [as_axis(a, self.ndim, f"axis[{i}]") for i, a in enumerate(axis)]
            # An empty list as an index would be an array of floats.
            return sizes[picked] if picked else sizes[:0]
        return sizes[as_axis(axis, self.ndim)]


def dimensions_of(obj: Any) -> int:
    """The number of dimensions of an object; 0 if it has no ``ndim``."""
    ndim = getattr(obj, "ndim", 0)
    return ndim if isinstance(ndim, int) else 0
