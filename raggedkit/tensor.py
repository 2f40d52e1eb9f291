"""RaggedTensor: flat values, cut into rows by one partition per partitioned axis.

This module, with the two mixins that it inherits (`_operators`, `_methods`), is the one door
upward: hooks and methods that are operations import what they forward to when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NoReturn, SupportsIndex

from raggedkit._arguments import as_axis
from raggedkit._depth import check_axes
from raggedkit._kernels.arrays.compare import equal
from raggedkit._kernels.small.rows import from_bytes, from_bytes_read_only, to_bytes
from raggedkit._tensor.constructors import Constructors, as_values, length_of
from raggedkit._tensor.methods import Methods
from raggedkit._tensor.operators import Operators
from raggedkit._typing import Array, ArrayLike, DType, DTypeLike
from raggedkit._xp import (
    array_namespace,
    as_array,
    as_dtype,
    device_of,
    readonly,
    sealed,
    sound,
    to_device,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor

__all__ = ["RaggedTensor"]


@cache  # an import in every call costs as much as taking a row
def _indexing() -> Any:
    from raggedkit.ops import indexing

    return indexing


@cache
def _listing() -> Any:
    from raggedkit.ops import convert as listing

    return listing


@cache
def _protocols() -> Any:
    from raggedkit._numpy import protocols as _protocols

    return _protocols


class RaggedTensor(Constructors, Operators, Methods):
    """Rows of differing lengths, of one dtype: a nested list at an array's speed.

    A ragged tensor is ``flat_values`` (all the values, end to end) and one `RowPartition` for each
    axis that is cut into rows, outermost first. Nothing can change it; operations return another.

    Most people make one with `raggedkit.array` or `raggedkit.ragged.constant` from a nested list,
    or from values they already hold with one of the ``from_`` constructors.

    Parameters
    ----------
    flat_values
        ``[nvals, ...]``: the values, and any inner dimensions that every value has.
    partitions
        One partition or several, outermost first; the values that each cuts are the rows of the
        next, and the last cuts ``flat_values``.

    Raises
    ------
    TypeError
        If a partition is something else.
    ValueError
        If there is no partition, or one cuts more or fewer values than there are.

    See Also
    --------
    raggedkit.array : the one door in for whatever you hold.
    RowPartition : the cuts alone.

    Notes
    -----
    ``==`` compares value by value, so tensors can't be keys, and ``tensor in a_list`` raises;
    `identical` compares two tensors as a whole, with one bool.

    After TensorFlow's ``tf.RaggedTensor``. Shapes are written ``[2, (d1), 3]``: sizes in
    parentheses differ from row to row.

    What changes the cuts alone shares the values: rows and slices of them (``rt[i]``, ``rt[a:b]``),
    `values`, `flat_values`, `merge_dims`, `expand_dims`, `with_values`, `with_flat_values`. So a
    slice keeps all the values in memory, and row splits of which it is a part (see
    `RowPartition`); `copy` makes it one of its own.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> rt.shape
    TensorShape([5, None])
    >>> rt.row_lengths()
    array([4, 0, 3, 1, 0])
    >>> (rt + 10)[2]
    array([15, 19, 12])
    >>> rt[:, :2]
    <RaggedTensor [[3, 1], [], [5, 9], [6], []]>
    >>> rt[7]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: row must be from -5 to 4, got 7
    """

    __slots__ = ("__weakref__", "_flat", "_parts", "_shape")

    _flat: Array
    _parts: tuple[RowPartition, ...]
    _shape: TensorShape | None

    def __init__(
        self, flat_values: ArrayLike, partitions: RowPartition | Iterable[RowPartition]
    ) -> None:
        parts = (partitions,) if isinstance(partitions, RowPartition) else _tuple_of(partitions)
        if not parts:
            raise ValueError(broken_rule("partitions", "have at least one partition", parts))
        for i, p in enumerate(parts):
            if not isinstance(p, RowPartition):
                raise TypeError(broken_rule(f"partitions[{i}]", "be a RowPartition", p))
        flat = as_values(flat_values, "flat_values")
        if isinstance(flat, RaggedTensor):
            parts, flat = parts + flat._parts, flat._flat
        check_axes(len(parts) + flat.ndim, "flat_values")
        counts = [p.static_nrows for p in parts[1:]] + [flat.shape[0]]
        for i, (p, n) in enumerate(zip(parts, counts, strict=True)):
            if p.static_nvals != n:
                rule = f"cut the {n} values there are"
                raise ValueError(broken_rule(f"partitions[{i}]", rule, p.static_nvals))
        self._flat = flat
        self._parts = aligned(parts, flat)
        self._shape = None

    @property
    def flat_values(self) -> Array:
        """The values of all rows, end to end, ``[nvals, ...]``, read-only.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).flat_values
        array([3, 1, 5])
        """
        return readonly(self._flat)

    @property
    def values(self) -> Any:
        """What the outermost partition cuts: an array, or a ragged tensor of one rank less; a view.

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
        return self._parts

    @property
    def row_splits(self) -> Array:
        """Where each row starts and the last one ends in `values`, ``int[nrows + 1]``.

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
    def uniform_row_length(self) -> Any:
        """The length of every row where one was declared, else None.

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
        """How many axes are partitioned, those of declared uniform length included.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1], []], [[5]]]).ragged_rank
        2
        """
        return len(self._parts)

    @property
    def ndim(self) -> int:
        """How many axes there are.

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
        """How many values there are.

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
        """The size of each axis: None where rows differ, an int where they are declared not to.

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

    def nrows(self, out_type: DTypeLike | None = None) -> Any:
        """Return the number of rows, a scalar of the row splits' dtype or of ``out_type``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).nrows()
        np.int64(3)
        """
        n = self._parts[0].nrows()
        return n if out_type is None else n.astype(as_dtype(out_type, "out_type"))

    def row_lengths(self, axis: SupportsIndex = 1) -> Any:
        """Return how many values each row has.

        Parameters
        ----------
        axis
            The axis whose lengths are meant: 1 gives ``int[nrows]``, a deeper one a ragged tensor
            of them, 0 the number of rows.

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
        at = 1 if type(axis) is int and axis == 1 else as_axis(axis, self.ndim)
        if at == 1:
            return self._parts[0].row_lengths()
        if at == 0:
            return self._parts[0].nrows()
        depth = len(self._parts)
        if at <= depth:
            lengths = self._parts[at - 1]._get_lengths().copy()  # values may be written to
            return self._make(lengths, self._parts[: at - 1])
        xp = array_namespace(self._flat)
        shape = self._flat.shape[: at - depth]
        size = self._flat.shape[at - depth]
        return self._make(xp.full(shape, size, dtype=self._parts[0].dtype), self._parts)

    def row_starts(self) -> Array:
        """Return where each row starts in `values`, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).row_starts()
        array([0, 2, 2])
        """
        return self._parts[0].row_starts()

    def row_limits(self) -> Array:
        """Return where each row ends in `values`, ``int[nrows]``.

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

    def bounding_shape(self, axis: Any = None, out_type: DTypeLike | None = None) -> Any:
        """Return the shape of the smallest dense array that holds every row.

        Parameters
        ----------
        axis
            None for all, ``int[ndim]``; an int for one axis; a list of ints for several.
        out_type
            The dtype of the answer, by default the row splits'.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.

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
        dtype = self._parts[0].dtype
        sizes = as_array(
            [
                self._parts[0].static_nrows,
                *[p._get_longest() for p in self._parts],
                *self._flat.shape[1:],
            ],
            array_namespace(self._flat),
            dtype=dtype if out_type is None else as_dtype(out_type, "out_type"),
        )
        if axis is None:
            return sizes
        if isinstance(axis, list | tuple) or _dimensions(axis):
            picked = [as_axis(a, self.ndim, f"axis[{i}]") for i, a in enumerate(axis)]
            return sizes[picked] if picked else sizes[:0]
        return sizes[as_axis(axis, self.ndim)]

    def with_values(self, new_values: Any) -> RaggedTensor:
        """Return the same outermost rows over other values; nothing is copied.

        Parameters
        ----------
        new_values
            ``[nvals, ...]``, dense or ragged.

        Raises
        ------
        ValueError
            If there are more or fewer of them.

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
        return self._join(values, self._parts[0], validate=False)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """Return the same rows, all the way down, over other flat values; nothing is copied.

        Parameters
        ----------
        new_values
            ``[nvals, ...]``, dense or ragged (which then adds axes at the inside).

        Raises
        ------
        ValueError
            If there are more or fewer of them.

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
        if isinstance(values, RaggedTensor):
            parts, values = parts + values._parts, values._flat
        check_axes(len(parts) + values.ndim, "new_values")
        return self._make(values, aligned(parts, values))

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """Return the same tensor with row splits of another dtype; the values are not copied.

        Parameters
        ----------
        dtype
            int32 or int64.

        Raises
        ------
        ValueError
            If it is another, or too small for the number of values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).with_row_splits_dtype("int32").row_splits
        array([0, 2, 2, 3], dtype=int32)
        """
        return self._make(self._flat, tuple(p.with_dtype(dtype) for p in self._parts))

    def merge_dims(self, outer_axis: SupportsIndex, inner_axis: SupportsIndex) -> Any:
        """Return the tensor with these axes, and those between them, flattened into one.

        The values are not copied; row splits are computed only where ``outer_axis`` isn't 0.

        Parameters
        ----------
        outer_axis, inner_axis
            The first and the last axis to merge; negative ones count from the end.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If the first comes after the last.

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
        items: list[Any] = _listing().to_list(self)
        return items

    tolist = to_list

    def numpy(self) -> Array:
        """Return a NumPy array: dense where rows have equal lengths, else an object array of rows.

        Without rows the answer has shape ``(0, 0, ...)``. It is the caller's own: writing to it
        changes no tensor.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1, 2, 3], [4, 5]]).numpy()
        array([array([1, 2, 3]), array([4, 5])], dtype=object)
        >>> rk.ragged.constant([[1, 2], [3, 4]]).numpy()
        array([[1, 2],
               [3, 4]])
        """
        from raggedkit.ops import convert

        return convert.to_numpy(self)

    def to_tensor(
        self,
        default_value: Any = None,
        shape: Any = None,
        *,
        width: Any = None,
        side: str = "right",
        truncate: str = "right",
    ) -> Array:
        """Return a dense array, short rows completed at their ends.

        Parameters
        ----------
        default_value
            What completes a row: a scalar or an array that broadcasts to the inner dimensions;
            by default zero, False, an empty string or NaT. It has to fit the dtype; text may be
            longer than what there is.
        shape
            The size of the result: ints, and None for what `bounding_shape` says. Longer rows are
            cut.
        width
            Only how wide rows get, an int; or a list of ints and None, for axis 1 and those
            inside it.
        side
            Where short rows are completed, ``"right"`` or ``"left"``.
        truncate
            Where long rows are cut, ``"right"`` or ``"left"``.

        Raises
        ------
        TypeError
            If ``default_value`` doesn't fit the dtype.
        ValueError
            If ``shape`` has another rank, or ``default_value`` another shape than a value; if
            both ``shape`` and ``width`` are given, or a side is another word.

        See Also
        --------
        RaggedTensor.mask : where the result holds values of its own.

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
        from raggedkit.ops import padding

        return padding.to_tensor(
            self, default_value, shape, width=width, side=side, truncate=truncate
        )

    def to_sparse(self) -> SparseTensor:
        """Return the values as a sparse tensor, of the `bounding_shape`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> st = rk.ragged.constant([[1, 2, 3], [4], [], [5, 6]]).to_sparse()
        >>> st.indices.tolist()
        [[0, 0], [0, 1], [0, 2], [1, 0], [3, 0], [3, 1]]
        >>> st.shape
        TensorShape([4, 3])
        """
        from raggedkit.ops import convert

        return convert.to_sparse(self)

    @property
    def device(self) -> str:
        """Where the values live: ``"cpu"``, or ``"cuda:0"`` and the like.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).device
        'cpu'
        """
        return device_of(self._flat)

    def to_device(self, device: str) -> RaggedTensor:
        """Return the tensor on ``"cpu"`` or ``"cuda"``; itself where it is there.

        Parameters
        ----------
        device
            ``"cpu"`` or ``"cuda"``, which needs CuPy.

        Raises
        ------
        ModuleNotFoundError
            If CuPy isn't there.
        ValueError
            If it is another word.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1], [], [5]])
        >>> rt.to_device("cpu") is rt
        True
        >>> rt.to_device("tpu")
        Traceback (most recent call last):
            ...
        ValueError: device must be 'cpu' or 'cuda', got 'tpu'
        """
        flat = to_device(self._flat, device)
        if flat is self._flat:
            return self
        xp = array_namespace(flat)
        parts = []
        for p in self._parts:
            if p.is_uniform():
                parts.append(p._on(xp))
            else:
                parts.append(RowPartition._of_splits(to_device(p._get_splits(), device)))
        return self._make(flat, tuple(parts))

    def identical(self, other: object) -> bool:
        """Whether ``other`` is the same: values, dtypes, partitions, declared uniformity.

        ``==`` compares value by value; this compares the whole. NaN is identical to NaN.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.ragged.constant([[1, 2], [3, 4]])
        >>> a.identical(rk.ragged.constant([[1, 2], [3, 4]]))
        True
        >>> a.identical(rk.RaggedTensor.from_tensor([[1, 2], [3, 4]]))
        False
        """
        if not isinstance(other, RaggedTensor) or len(self._parts) != len(other._parts):
            return False
        a, b = self._flat, other._flat
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        if not all(p.identical(q) for p, q in zip(self._parts, other._parts, strict=True)):
            return False
        return bool(equal(a, b).all())

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._parts[0].static_nrows

    def __iter__(self) -> Iterator[Any]:
        """Return the rows one by one: arrays, or ragged tensors of one rank less."""
        rows: Iterator[Any] = _indexing().iterate(self)
        return rows

    def __getitem__(self, key: Any) -> Any:
        """Return the part that ``key`` says; see `raggedkit.ops.indexing.getitem`."""
        kind = type(key)
        if kind is slice and key.step is None:
            start, stop = key.start, key.stop
            if (start is None or type(start) is int) and (stop is None or type(stop) is int):
                start, stop, _ = key.indices(self._parts[0]._nrows)
                return self._rows(start, stop)
        elif kind is int:
            n = self._parts[0]._nrows
            if -n <= key < n:
                return self._row(key + n if key < 0 else key)
        elif kind is RaggedTensor and key._flat.dtype.kind in "iu":
            from raggedkit.ops import rows

            return rows.take_along(self, key)
        return _indexing().getitem(self, key)

    def _row(self, i: int) -> Any:
        """Row ``i``, which there is: a view."""
        parts = self._parts
        start, limit = parts[0]._values_of(i)
        if len(parts) == 1:
            return sealed(self._flat[start:limit])
        return self._run(self._flat, parts[1:], start, limit)

    def _rows(self, start: int, stop: int) -> RaggedTensor:
        """Rows ``start`` to ``stop``, as ``slice.indices`` says them: a view."""
        parts = self._parts
        if stop - start == parts[0]._nrows:
            return self
        if stop < start:
            stop = start
        if len(parts) > 1:
            return self._run(self._flat, parts, start, stop)
        cut, start, stop = parts[0]._rows(start, stop)
        return self._make(self._flat[start:stop], (cut,))

    @classmethod
    def _run(
        cls, flat: Array, parts: tuple[RowPartition, ...], start: int, limit: int
    ) -> RaggedTensor:
        """Rows ``start`` to ``limit`` of what these partitions cut: a view."""
        cuts = []
        for p in parts:
            cut, start, limit = p._rows(start, limit)
            cuts.append(cut)
        return cls._make(flat[start:limit], tuple(cuts))

    def column(self, j: SupportsIndex, **default: Any) -> Any:
        """Return item ``j`` of every row; ``default=`` says what a short row gives.

        Parameters
        ----------
        j
            Which item; negative ones count from each row's own end.
        **default
            ``default=``: what a row gives that is too short. Without it short rows are an error.

        Raises
        ------
        RaggedIndexError
            If a row is too short and there is no ``default``.

        See Also
        --------
        raggedkit.ops.columns.column : the same as a function.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[0.0, 1.1, 2.2], [], [3.3]])
        >>> rt.column(1, default=-999.0)
        array([   1.1, -999. , -999. ])
        """
        from raggedkit.ops import columns

        return columns.column(self, j, **default)

    def __contains__(self, item: object) -> bool:
        """Whether some value equals the scalar ``item``."""
        many = isinstance(item, RaggedTensor | list | tuple | set | dict | range)
        if many or _dimensions(item):
            raise TypeError(broken_rule("item", "be a scalar", item, "compare with == and .any()"))
        same = self._flat == item
        return bool(same) if isinstance(same, bool) else bool(same.any())

    def __bool__(self) -> bool:
        """Refuse: the truth of many values is a question of any or all."""
        way_out = (
            "ask for a number (rt.size, len(rt)), for any or all of its values (rt.any(), "
            "rt.all()), or whether two tensors are the same (x.identical(y)); conditions are "
            "joined by & and |"
        )
        raise TypeError(f"a RaggedTensor must not be used as a bool; {way_out}")

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        """Refuse: nothing changes a ragged tensor."""
        way_out = "make another: np.where(condition, value, rt), rt.with_flat_values(values)"
        raise TypeError(f"a RaggedTensor must not be changed in place; {way_out}")

    __hash__ = None  # type: ignore[assignment]  # compares value by value, so can't be a key

    def __copy__(self) -> RaggedTensor:
        """Return itself: it can't change."""
        return self

    def copy(self) -> RaggedTensor:
        """Return the tensor over values and encodings of its own, which share memory with no other.

        Examples
        --------
        >>> import numpy as np, raggedkit as rk
        >>> mine = np.array([3, 1, 5])
        >>> rt = rk.RaggedTensor.from_row_splits(mine, [0, 2, 2, 3]).copy()
        >>> mine[0] = 99
        >>> rt
        <RaggedTensor [[3, 1], [], [5]]>
        """
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> RaggedTensor:
        """Return the tensor over values and encodings of its own."""
        parts = tuple(
            p if p.is_uniform() else RowPartition._of_splits(p._get_splits().copy())
            for p in self._parts
        )
        return self._make(self._flat.copy(), parts)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the values and the partitions; a few numbers without what arrays drag along."""
        if len(self._parts) == 1 and self._parts[0]._uniform is None:
            values, splits = to_bytes(self._flat), to_bytes(self._parts[0]._get_splits())
            if values is not None and splits is not None:
                return _rebuild_few, values + splits
        return _rebuild, (self._flat, self._parts)

    def __repr__(self) -> str:
        """Return the rows as text, abbreviated where long."""
        from raggedkit.reprs import ragged_text

        return ragged_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import ragged_html

        return ragged_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)

    __array_priority__ = 1000.0

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        """Return the dense array where every axis is uniform; refuse elsewhere."""
        from raggedkit.ops import convert

        return convert.to_array(self, dtype, copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Apply a NumPy ufunc value by value, broadcasting rows."""
        return _protocols().array_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Apply a NumPy function that has a ragged meaning."""
        return _protocols().array_function(func, types, args, kwargs)


def _rebuild(flat: Array, parts: tuple[RowPartition, ...]) -> RaggedTensor:
    return RaggedTensor(sound(flat, "flat_values"), parts)


def _rebuild_few(dtype: str, values: bytes, splits_dtype: str, splits: bytes) -> RaggedTensor:
    part = RowPartition.from_row_splits(from_bytes_read_only(splits_dtype, splits))
    return RaggedTensor(from_bytes(dtype, values), (part,))


def _tuple_of(partitions: Any) -> tuple[Any, ...]:
    try:
        return tuple(partitions)
    except TypeError:
        rule = "be a RowPartition or a list of them"
        raise TypeError(broken_rule("partitions", rule, partitions)) from None


def _dimensions(obj: Any) -> int:
    """How many dimensions something has; none where it doesn't say."""
    ndim = getattr(obj, "ndim", 0)
    return ndim if isinstance(ndim, int) else 0
