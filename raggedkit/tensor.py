"""RaggedTensor: flat values, cut into rows by one partition per partitioned axis.

This module, with the two mixins that it inherits (`_operators`, `_methods`), is the one door
upward: hooks and methods that are operations import what they forward to when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, SupportsIndex

from raggedkit._arguments import as_axis
from raggedkit._methods import Methods
from raggedkit._operators import Operators
from raggedkit._typing import Array, ArrayLike, DType, DTypeLike
from raggedkit._xp import (
    INT64,
    array_namespace,
    as_array,
    device_of,
    host_namespace,
    is_array,
    readonly,
    to_device,
)
from raggedkit.encodings import index_vector
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor

__all__ = ["RaggedTensor"]


class RaggedTensor(Operators, Methods):
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
    After TensorFlow's ``tf.RaggedTensor``. Shapes are written ``[2, (d1), 3]``: sizes in
    parentheses differ from row to row.

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
        flat = _values(flat_values, "flat_values")
        if isinstance(flat, RaggedTensor):
            parts, flat = parts + flat._parts, flat._flat
        counts = [p.static_nrows for p in parts[1:]] + [flat.shape[0]]
        for i, (p, n) in enumerate(zip(parts, counts, strict=True)):
            if p.static_nvals != n:
                rule = f"cut the {n} values there are"
                raise ValueError(broken_rule(f"partitions[{i}]", rule, p.static_nvals))
        self._flat = flat
        self._parts = aligned(parts, flat)
        self._shape = None

    @classmethod
    def _make(cls, flat: Array, parts: tuple[RowPartition, ...]) -> RaggedTensor:
        """Join values and partitions that are known to fit."""
        rt = object.__new__(cls)
        rt._flat = flat
        rt._parts = parts
        rt._shape = None
        return rt

    @classmethod
    def _join(cls, values: Any, partition: RowPartition, validate: bool) -> RaggedTensor:
        """Put a partition around values, dense or ragged."""
        n = values._parts[0].static_nrows if isinstance(values, RaggedTensor) else values.shape[0]
        cut = partition.static_nvals
        if cut != n and (validate or cut > n + _TRUSTED):
            way_out = "the rows must use up the values"
            raise ValueError(broken_rule("values", f"have {cut} items", n, way_out))
        parts: tuple[RowPartition, ...] = (partition,)
        if isinstance(values, RaggedTensor):
            parts, values = parts + values._parts, values._flat
        return cls._make(values, aligned(parts, values))

    # ------------------------------------------------------------------ constructors
    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` is ``values[row_splits[i]:row_splits[i + 1]]``.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        row_splits
            ``int[nrows + 1]``; starts at 0, never decreases, ends at ``nvals``.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see `RowPartition.from_row_splits`), or the rows don't
            use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_splits([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_splits([], [0, 0])
        <RaggedTensor [[]]>
        >>> RaggedTensor.from_row_splits([1, 2, 3], [0, 2])
        Traceback (most recent call last):
            ...
        ValueError: values must have 2 items, got 3; the rows must use up the values
        """
        values = _values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_splits(
            _beside(values, row_splits), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_row_lengths(
        cls, values: Any, row_lengths: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` has ``row_lengths[i]`` values.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        row_lengths
            ``int[nrows]``, none negative, of sum ``nvals``.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see `RowPartition.from_row_lengths`), or the rows don't
            use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_lengths([3, 1, 4, 1, 5, 9, 2, 6], [4, 0, 3, 1, 0])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_lengths([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_lengths([1, 2, 3], [4, -1])
        Traceback (most recent call last):
            ...
        ValueError: row_lengths must not be negative, got row_lengths[1] = -1
        """
        values = _values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_lengths(
            _beside(values, row_lengths), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_row_limits(
        cls, values: Any, row_limits: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` ends before value ``row_limits[i]``.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        row_limits
            ``int[nrows]``, none negative, never decreasing, the last ``nvals``.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see `RowPartition.from_row_limits`), or the rows don't
            use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_limits([3, 1, 4, 1, 5, 9, 2, 6], [4, 4, 7, 8, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_limits([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_limits([1, 2, 3], [3, 2])
        Traceback (most recent call last):
            ...
        ValueError: row_limits must not decrease, got row_limits[0:2] = [3, 2]
        """
        values = _values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_limits(
            _beside(values, row_limits), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_row_starts(
        cls, values: Any, row_starts: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` starts at value ``row_starts[i]``.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        row_starts
            ``int[nrows]``; the first is 0, they never decrease or pass ``nvals``.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see `RowPartition.from_row_starts`), or the rows don't
            use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_starts([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_starts([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_starts([1, 2, 3], [0, 4])
        Traceback (most recent call last):
            ...
        ValueError: row_starts must not pass nvals = 3, got row_starts[1] = 4
        """
        values = _values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_starts(
            _beside(values, row_starts), _length(values), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_value_rowids(
        cls,
        values: Any,
        value_rowids: ArrayLike,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor in which value ``i`` lies in row ``value_rowids[i]``.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        value_rowids
            ``int[nvals]``, ascending, none negative.
        nrows
            How many rows, by default up to the last that has a value: say it to keep empty rows
            at the end.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see `RowPartition.from_value_rowids`), or the rows
            don't use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_value_rowids([3, 1, 4, 1, 5], [0, 0, 2, 2, 2], nrows=4)
        <RaggedTensor [[3, 1], [], [4, 1, 5], []]>
        >>> RaggedTensor.from_value_rowids([], [], nrows=2)
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_value_rowids([1, 2, 3], [0, 2, 1])
        Traceback (most recent call last):
            ...
        ValueError: value_rowids must not decrease, got value_rowids[1:3] = [2, 1]
        """
        values = _values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_value_rowids(
            _beside(values, value_rowids), nrows, validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_uniform_row_length(
        cls,
        values: Any,
        uniform_row_length: SupportsIndex,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor whose rows are all declared to have one length.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        uniform_row_length
            The length of every row; the shape says it as a number.
        nrows
            How many rows, by default ``nvals // uniform_row_length``. Needed when the length is 0.
        validate
            False trusts the numbers.

        Raises
        ------
        ValueError
            If the rows don't use up the values, or a number is negative.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> inner = RaggedTensor.from_row_lengths(list(range(10)), [3, 1, 2, 4])
        >>> rt = RaggedTensor.from_uniform_row_length(inner, 2)
        >>> rt
        <RaggedTensor [[[0, 1, 2], [3]], [[4, 5], [6, 7, 8, 9]]]>
        >>> rt.shape
        TensorShape([2, 2, None])
        >>> RaggedTensor.from_uniform_row_length([], 0, nrows=2)
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_uniform_row_length([1, 2, 3], 2)
        Traceback (most recent call last):
            ...
        ValueError: nvals must be a multiple of uniform_row_length = 2, got 3
        """
        values = _values(values)
        partition = RowPartition.from_uniform_row_length(
            uniform_row_length, _length(values), nrows, validate, dtype_hint=_dtype_hint(values)
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: Any, nested_row_splits: Iterable[ArrayLike], validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor with these row splits, outermost first.

        Parameters
        ----------
        flat_values
            ``[nvals, ...]``.
        nested_row_splits
            One vector of row splits for each partitioned axis.
        validate
            False trusts the numbers.

        Raises
        ------
        TypeError
            If ``nested_row_splits`` is one array instead of a list of them.
        ValueError
            As `from_row_splits`.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_row_splits(
        ...     [3, 1, 4, 1, 5, 9, 2, 6], ([0, 3, 3, 5], [0, 4, 4, 7, 8, 8]))
        <RaggedTensor [[[3, 1, 4, 1], [], [5, 9, 2]], [], [[6], []]]>
        """
        name = "nested_row_splits"
        vectors = _list_of_vectors(nested_row_splits, name)
        calls = [(cls.from_row_splits, splits) for splits in vectors]
        return _nested(flat_values, calls, name, validate)

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: Any, nested_row_lengths: Iterable[ArrayLike], validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor with these row lengths, outermost first.

        Parameters
        ----------
        flat_values
            ``[nvals, ...]``.
        nested_row_lengths
            One vector of row lengths for each partitioned axis.
        validate
            False trusts the numbers.

        Raises
        ------
        TypeError
            If ``nested_row_lengths`` is one array instead of a list of them.
        ValueError
            As `from_row_lengths`.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_row_lengths([1, 2, 3], ([2, 0], [1, 2]))
        <RaggedTensor [[[1], [2, 3]], []]>
        """
        name = "nested_row_lengths"
        vectors = _list_of_vectors(nested_row_lengths, name)
        calls = [(cls.from_row_lengths, lengths) for lengths in vectors]
        return _nested(flat_values, calls, name, validate)

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Iterable[ArrayLike],
        nested_nrows: Iterable[SupportsIndex | None] | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor with these row ids, outermost first.

        Parameters
        ----------
        flat_values
            ``[nvals, ...]``.
        nested_value_rowids
            One vector of row ids for each partitioned axis.
        nested_nrows
            How many rows each of them has, None where up to the last that has a value.
        validate
            False trusts the numbers.

        Raises
        ------
        TypeError
            If one of the lists is a single array instead.
        ValueError
            If the two lists differ in length; else as `from_value_rowids`.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_value_rowids([1, 2, 3], ([0, 0], [0, 1, 1]), [2, 2])
        <RaggedTensor [[[1], [2, 3]], []]>
        """
        rowids = _list_of_vectors(nested_value_rowids, "nested_value_rowids")
        if nested_nrows is None:
            nrows: list[Any] = [None] * len(rowids)
        else:
            nrows = _list_of_vectors(nested_nrows, "nested_nrows", "numbers")
        if len(nrows) != len(rowids):
            rule = f"have one number for each of the {len(rowids)} nested_value_rowids"
            raise ValueError(broken_rule("nested_nrows", rule, len(nrows)))
        calls = [(cls.from_value_rowids, ids, n) for ids, n in zip(rowids, nrows, strict=True)]
        return _nested(flat_values, calls, "nested_value_rowids", validate)

    @classmethod
    def from_tensor(
        cls,
        tensor: ArrayLike,
        lengths: Any = None,
        padding: Any = None,
        ragged_rank: int = 1,
        *,
        row_splits_dtype: DTypeLike = INT64,
    ) -> RaggedTensor:
        """Return a dense array as a ragged tensor, without what lies past the end of its rows.

        Parameters
        ----------
        tensor
            ``[n0, n1, ...]``, at least two dimensions.
        lengths
            How much of each row to keep, ``int[nrows]`` (clipped to what there is); or a list of
            such vectors, one for each axis that becomes ragged.
        padding
            A value that fills up rows: whatever part of a row's end holds only it is dropped. NaN
            counts as equal to NaN here.
        ragged_rank
            How many axes become partitioned; those before the last of them stay uniform.
        row_splits_dtype
            int32 or int64.

        Raises
        ------
        TypeError
            If ``ragged_rank`` is no int, or ``padding`` doesn't fit the dtype.
        ValueError
            If both ``lengths`` and ``padding`` are given, or the dimensions don't suffice.

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
            Two-dimensional, its values at the left of each row: none is preceded by a gap.
        row_splits_dtype
            int32 or int64.

        Raises
        ------
        TypeError
            If it is no `SparseTensor`.
        ValueError
            If it isn't two-dimensional, or a row has a gap.

        Examples
        --------
        >>> import raggedkit as rk
        >>> st = rk.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 3])
        >>> rk.RaggedTensor.from_sparse(st)
        <RaggedTensor [[1, 2], [], [3], []]>
        >>> rk.RaggedTensor.from_sparse(rk.SparseTensor([[0, 1]], [1], [1, 2]))
        Traceback (most recent call last):
            ...
        ValueError: st_input must have no gaps in its rows, got indices[0] = [0, 1] where [0, 0] ...
        """
        from raggedkit.ops import convert

        return convert.from_sparse(st_input, row_splits_dtype=row_splits_dtype)

    # ------------------------------------------------------------------ parts
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
        """What the outermost partition cuts: an array, or a ragged tensor of one rank less.

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

    # ------------------------------------------------------------------ encodings
    def nrows(self, out_type: DTypeLike | None = None) -> Any:
        """Return the number of rows, a scalar of the row splits' dtype or of ``out_type``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).nrows()
        np.int64(3)
        """
        n = self._parts[0].nrows()
        return n if out_type is None else n.astype(out_type)

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
        at = as_axis(axis, self.ndim)
        if at == 0:
            return self._parts[0].nrows()
        if at == 1:
            return self._parts[0].row_lengths()
        depth = len(self._parts)
        if at <= depth:
            lengths = self._parts[at - 1]._get_lengths()
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
            dtype=dtype if out_type is None else out_type,
        )
        if axis is None:
            return sizes
        if isinstance(axis, list | tuple) or _dimensions(axis):
            picked = [as_axis(a, self.ndim, f"axis[{i}]") for i, a in enumerate(axis)]
            return sizes[picked] if picked else sizes[:0]
        return sizes[as_axis(axis, self.ndim)]

    # ------------------------------------------------------------------ the same, changed
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
        values = _values(new_values, "new_values")
        if _length(values) != self._parts[0].static_nvals:
            rule = f"have {self._parts[0].static_nvals} items, as the values they stand for"
            raise ValueError(broken_rule("new_values", rule, _length(values)))
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
        values = _values(new_values, "new_values")
        if _length(values) != self._parts[-1].static_nvals:
            rule = f"have {self._parts[-1].static_nvals} items, as the values they stand for"
            raise ValueError(broken_rule("new_values", rule, _length(values)))
        parts = self._parts
        if isinstance(values, RaggedTensor):
            parts, values = parts + values._parts, values._flat
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

    # ------------------------------------------------------------------ out
    def to_list(self) -> list[Any]:
        """Return a nested list of Python values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [5]]).to_list()
        [[3, 1], [], [5]]
        """
        from raggedkit.ops import convert

        return convert.to_list(self)

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
        same = a == b
        if a.dtype.kind in "fcmM":  # NaN and NaT
            same = same | ((a != a) & (b != b))
        return bool(same.all())

    # ------------------------------------------------------------------ Python's protocols
    def __len__(self) -> int:
        """Return the number of rows."""
        return self._parts[0].static_nrows

    def __iter__(self) -> Iterator[Any]:
        """Return the rows one by one: arrays, or ragged tensors of one rank less."""
        from raggedkit.ops import indexing

        return indexing.iterate(self)

    def __getitem__(self, key: Any) -> Any:
        """Return the part that ``key`` says; see `raggedkit.ops.indexing.getitem`."""
        if type(key) is RaggedTensor and key._flat.dtype.kind in "iu":
            from raggedkit.ops import rows

            return rows.take_along(self, key)
        from raggedkit.ops import indexing

        return indexing.getitem(self, key)

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
            "ask for a number (rt.size, len(rt)) or for any or all of its values (rt.any(), "
            "rt.all()); conditions are joined by & and |"
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
        """Return the tensor over values and encodings of its own.

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
        """Pickle the values and the partitions."""
        return _rebuild, (self._flat, self._parts)

    def __repr__(self) -> str:
        """Return the rows as text, abbreviated where long."""
        from raggedkit.reprs import ragged_text

        return ragged_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import ragged_html

        return ragged_html(self)

    # ------------------------------------------------------------------ NumPy's protocols
    __array_priority__ = 1000.0

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        """Return the dense array where every axis is uniform; refuse elsewhere."""
        from raggedkit.ops import convert

        return convert.to_array(self, dtype, copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Apply a NumPy ufunc value by value, broadcasting rows."""
        from raggedkit import _protocols

        return _protocols.array_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Apply a NumPy function that has a ragged meaning."""
        from raggedkit import _protocols

        return _protocols.array_function(func, types, args, kwargs)


_TRUSTED = 1 << 20  # so many values, not there, may be claimed unvalidated: they fit memory


def _rebuild(flat: Array, parts: tuple[RowPartition, ...]) -> RaggedTensor:
    return RaggedTensor._make(flat, parts)


def _values(obj: Any, name: str = "values") -> Any:
    """Return what a partition can cut: an array of one dimension or more, or a ragged tensor."""
    if isinstance(obj, RaggedTensor):
        return obj
    try:
        array = as_array(obj)
    except (TypeError, ValueError) as error:
        if not isinstance(obj, list | tuple) or not any(hasattr(x, "__len__") for x in obj):
            raise ValueError(f"{name}: {error}") from error
        if all(isinstance(x, str | bytes) or not hasattr(x, "__len__") for x in obj):
            raise ValueError(f"{name}: {error}") from error
        way_out = "for a nested list of rows use raggedkit.ragged.constant"
        raise ValueError(
            broken_rule(name, "be an array, or one level of a list", obj, way_out)
        ) from error
    if array.ndim == 0:
        way_out = "list(...) makes one" if isinstance(obj, Iterable) else ""
        if array.dtype.kind != "O":
            way_out = "one value alone is [...]"
        rule = "be an array, or one level of a list"
        raise ValueError(broken_rule(name, rule, obj, way_out))
    if array.dtype.kind == "O" and not is_array(obj):  # objects only for bytes that end in NUL
        if not all(isinstance(x, bytes) for x in array.ravel().tolist()):
            raise ValueError(broken_rule(name, "hold numbers, text or bytes, of one kind", obj))
    return array


def _nested(flat_values: Any, calls: list[Any], name: str, validate: bool) -> RaggedTensor:
    """Put partitions around values, the innermost first; without any return the values."""
    result = _values(flat_values, "flat_values")
    for i in reversed(range(len(calls))):
        make, *encoding = calls[i]
        try:
            result = make(result, *encoding, validate=validate)
        except ValueError as error:
            raise ValueError(f"{name}[{i}]: {error}") from error
    return result  # type: ignore[no-any-return]  # without partitions an array, as in TensorFlow


def _tuple_of(partitions: Any) -> tuple[Any, ...]:
    try:
        return tuple(partitions)
    except TypeError:
        rule = "be a RowPartition or a list of them"
        raise TypeError(broken_rule("partitions", rule, partitions)) from None


def _length(values: Any) -> int:
    return (
        values._parts[0].static_nrows if isinstance(values, RaggedTensor) else int(values.shape[0])
    )


def _beside(values: Any, encoding: Any) -> Any:
    """An encoding given as a list, as an array where the values live; else as it is."""
    flat = values._flat if isinstance(values, RaggedTensor) else values
    xp = array_namespace(flat)
    if xp is host_namespace or is_array(encoding):
        return encoding
    return as_array(index_vector(encoding, "encoding", None), xp)


def _dtype_hint(values: Any) -> DType | None:
    """The dtype for an encoding given as a list: that of the values' own partitions."""
    return values._parts[0].dtype if isinstance(values, RaggedTensor) else None


def _dimensions(obj: Any) -> int:
    """How many dimensions something has; none where it doesn't say."""
    return int(getattr(obj, "ndim", 0))


def _list_of_vectors(obj: Any, name: str, things: str = "vectors") -> list[Any]:
    if is_array(obj):
        raise TypeError(broken_rule(name, f"be a list of {things}", obj, "put it into a list"))
    try:
        return list(obj)
    except TypeError:
        raise TypeError(broken_rule(name, f"be a list of {things}", obj)) from None
