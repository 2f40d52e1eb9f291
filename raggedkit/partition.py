"""RowPartition: where a flat list of values is cut into rows, in any of six encodings."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import as_flag
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.arrays.splits import Filled
from raggedkit._kernels.small import rows as _few
from raggedkit._typing import Array, ArrayLike, DType, DTypeLike
from raggedkit._xp import (
    INT32,
    INT64,
    array_namespace,
    handed_out,
    host_namespace,
    is_array,
    readonly,
    scalar,
    sound,
)
from raggedkit.encodings import (
    LARGEST,
    broken_at,
    check_inside,
    check_order,
    check_rows,
    check_start,
    count,
    index_dtype,
    index_vector,
    own_vector,
)
from raggedkit.errors import broken_rule

__all__ = ["RowPartition", "aligned", "of_one_dtype"]

_NDARRAY, _fromiter = host_namespace.ndarray, host_namespace.fromiter
_MOST_32 = LARGEST[INT32]
_KEPT = 1 << 16  # rows up to which it costs next to nothing to keep what is known of them
_COPIED = 1 << 10  # rows whose splits cost no more to copy than a partition to make


class RowPartition:
    """A cut of ``nvals`` values into ``nrows`` contiguous rows.

    Make one from any encoding (`from_row_splits`, `from_row_lengths`, `from_row_starts`,
    `from_row_limits`, `from_value_rowids`, `from_uniform_row_length`), read it in any other. It
    holds no values; `RaggedTensor` joins it to some. Nothing can change it, and the arrays that
    it hands out can't be written to.

    See Also
    --------
    RaggedTensor : values and one or more partitions.

    Notes
    -----
    After TensorFlow's ``tf.experimental.RowPartition``. A partition built with a uniform row
    length keeps three numbers and writes its splits only when asked for them.

    That of a slice of rows (``rt[a:b]``) copies nothing either: it reads the splits that it is a
    run of, and writes its own, which start at 0, only when asked for them. Until then those of the
    whole stay in memory. Up to 1024 rows of more get splits of their own at once.

    Each encoding, once worked out, is kept. Threads may share a partition: where two ask for an
    encoding at once, both may work it out, to the same numbers.

    Examples
    --------
    >>> import raggedkit as rk
    >>> p = rk.RowPartition.from_row_lengths([4, 0, 3, 1, 0])
    >>> p.row_splits()
    array([0, 4, 4, 7, 8, 8])
    >>> p.value_rowids()
    array([0, 0, 0, 0, 2, 2, 2, 3])
    >>> int(p.nrows()), int(p.nvals())
    (5, 8)
    >>> rk.RowPartition.from_row_splits([0, 4, 3])
    Traceback (most recent call last):
        ...
    ValueError: row_splits must not decrease, got row_splits[1:3] = [4, 3]
    """

    __slots__ = (
        "__weakref__",
        "_dtype",
        "_filled",
        "_lengths",
        "_longest",
        "_nrows",
        "_nvals",
        "_places",
        "_rowids",
        "_source",
        "_splits",
        "_uniform",
        "_xp",
    )

    _dtype: DType
    _nrows: int
    _nvals: int
    _uniform: int | None
    _splits: Array | None
    _source: tuple[Array, int, int] | None  # other splits, where a run is in them, what it is at
    _lengths: Array | None
    _rowids: Array | None
    _places: Array | None
    _filled: Filled | None
    _longest: int | None
    _xp: Any

    def __init__(self) -> None:
        """Refuse: a partition is made by one of the ``from_`` constructors."""
        msg = "RowPartition() must not be called; use RowPartition.from_row_splits(...) or another"
        raise TypeError(f"{msg} of its from_ constructors")

    @classmethod
    def _of_splits(cls, splits: Array, *, lengths: Array | None = None) -> RowPartition:
        """Wrap splits that are known to be right, and ours.

        They are sealed once they are handed out. Splits that the caller keeps have to be a
        read-only view.
        """
        p = object.__new__(cls)
        p._dtype = splits.dtype
        p._nrows = splits.shape[0] - 1
        if type(splits) is _NDARRAY:
            p._xp, p._nvals = host_namespace, splits.item(-1)
        else:
            p._xp, p._nvals = array_namespace(splits), int(splits[-1])
        p._splits = splits
        p._lengths = lengths
        p._uniform = p._source = p._rowids = p._places = p._filled = p._longest = None
        return p

    @classmethod
    def _of_few(cls, lengths: list[int], dtype: DType) -> RowPartition:
        """Wrap a short list of lengths that are known to be right."""
        return cls._of_limits(_few.lengths_to_limits(lengths), dtype)

    @classmethod
    def _of_limits(cls, limits: list[int], dtype: DType) -> RowPartition:
        """Wrap a short list of splits that are known to be right."""
        if limits[-1] > _MOST_32:
            dtype = INT64
        p = object.__new__(cls)
        p._dtype = dtype
        p._nrows = len(limits) - 1
        p._nvals = limits[-1]
        p._splits = _fromiter(limits, dtype, len(limits))
        p._uniform = p._source = p._lengths = p._rowids = p._places = p._filled = None
        p._longest = None
        p._xp = host_namespace
        return p

    @classmethod
    def _of_lengths(cls, lengths: Array) -> RowPartition:
        """Wrap lengths that are known to be right."""
        return cls._of_splits(_splits.lengths_to_splits(lengths), lengths=lengths)

    @classmethod
    def _of_uniform(cls, length: int, nrows: int, dtype: DType, xp: Any = None) -> RowPartition:
        """Cut into ``nrows`` rows of one declared length, counted in int64 where int32 can't."""
        nvals = nrows * length
        if nvals > _MOST_32 or nrows > _MOST_32:
            dtype = INT64
            if nvals > LARGEST[INT64]:
                raise ValueError(broken_rule("nrows * uniform_row_length", f"fit {INT64}", nvals))
        p = object.__new__(cls)
        p._dtype = dtype
        p._nrows = nrows
        p._nvals = nvals
        p._uniform = length
        p._splits = p._source = p._lengths = p._rowids = p._places = p._filled = None
        p._longest = length if nrows else 0
        p._xp = host_namespace if xp is None else xp
        return p

    @classmethod
    def from_row_splits(
        cls,
        row_splits: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition whose row ``i`` is ``values[row_splits[i]:row_splits[i + 1]]``.

        Parameters
        ----------
        row_splits
            ``int[nrows + 1]``; starts at 0 and never decreases. An array that can be written to is
            copied, and the copy is validated; one that is read-only, with all that it is a view
            of, is shared.
        validate
            False trusts the numbers (not their shape and dtype), and shares the array.
        dtype
            int32 or int64; by default the array's, int64 where it holds other integers.
        dtype_hint
            The dtype where neither ``dtype`` nor an array decides; int64 by default.

        Raises
        ------
        ValueError
            If the splits are no vector of integers, or more than the dtype can hold; if they are
            empty, don't start at 0 or decrease.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_splits([0]).nrows()
        np.int64(0)
        >>> rk.RowPartition.from_row_splits([-16, 2])
        Traceback (most recent call last):
            ...
        ValueError: row_splits must start at 0, got row_splits[0] = -16
        """
        validate = as_flag(validate, "validate")
        read = own_vector if validate else index_vector
        splits = read(row_splits, "row_splits", dtype, dtype_hint)
        if not splits.shape[0]:
            raise ValueError(
                broken_rule("row_splits", "have at least one item", [], "[0] has no rows")
            )
        if validate:
            check_start(splits, "row_splits")
            check_order(splits, "row_splits")
        else:
            splits = readonly(splits)  # the caller's own stays writeable
        return cls._of_splits(splits)

    @classmethod
    def from_row_lengths(
        cls,
        row_lengths: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition whose row ``i`` has ``row_lengths[i]`` values.

        Parameters
        ----------
        row_lengths
            ``int[nrows]``, none negative.
        validate
            False trusts the numbers.
        dtype
            int32 or int64; by default the array's, int64 where it holds other integers.
        dtype_hint
            The dtype where neither ``dtype`` nor an array decides; int64 by default.

        Raises
        ------
        ValueError
            If the lengths are no vector of integers, one is negative, or their sum passes what
            the dtype can count.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_splits()
        array([0, 2, 2, 3])
        >>> rk.RowPartition.from_row_lengths([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_lengths([2, -1])
        Traceback (most recent call last):
            ...
        ValueError: row_lengths must not be negative, got row_lengths[1] = -1
        """
        lengths = index_vector(row_lengths, "row_lengths", dtype, dtype_hint)
        if _few.is_few(lengths):
            items = lengths.tolist()
            if not items or (min(items) >= 0 and max(items) < LARGEST[INT32] >> 8):
                return cls._of_few(items, lengths.dtype)
        try:
            splits = _splits.lengths_to_splits(lengths)
        except ValueError:  # they pass int64
            if validate:
                cls._check_lengths(lengths)
            raise
        if splits.dtype != lengths.dtype:
            at = first_true(splits[1:] > LARGEST[lengths.dtype])
            rule = f"sum to what {lengths.dtype} can count"
            raise ValueError(broken_at("row_lengths", rule, at, lengths[at]))
        if as_flag(validate, "validate") and _splits.first_decrease(splits) >= 0:
            cls._check_lengths(lengths)
            check_order(splits, "row_splits")  # where the lengths have just changed
        return cls._of_splits(splits)

    @staticmethod
    def _check_lengths(lengths: Array) -> None:
        """Raise for the first length that is negative."""
        at = _splits.first_negative(lengths)
        if at >= 0:
            raise ValueError(broken_at("row_lengths", "not be negative", at, lengths[at]))

    @classmethod
    def from_row_starts(
        cls,
        row_starts: ArrayLike,
        nvals: SupportsIndex,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition whose row ``i`` starts at value ``row_starts[i]``.

        Parameters
        ----------
        row_starts
            ``int[nrows]``; the first is 0, and they never decrease.
        nvals
            How many values there are: where the last row ends.
        validate
            False trusts the numbers.
        dtype
            int32 or int64; by default the array's, int64 where it holds other integers.
        dtype_hint
            The dtype where neither ``dtype`` nor an array decides; int64 by default.

        Raises
        ------
        ValueError
            If the starts are no vector of integers, don't begin at 0, decrease, or pass
            ``nvals``; or if there are values and no rows.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_starts([0, 2, 2], nvals=3).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_starts([], nvals=0).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_starts([0, 5], nvals=3)
        Traceback (most recent call last):
            ...
        ValueError: row_starts must not pass nvals = 3, got row_starts[1] = 5
        """
        starts = index_vector(row_starts, "row_starts", dtype, dtype_hint)
        n = count(nvals, "nvals", starts.dtype)
        splits = _joined(starts, n, after=True)
        starts = splits[:-1]
        if as_flag(validate, "validate"):
            if starts.shape[0]:
                check_start(starts, "row_starts")
                check_order(starts, "row_starts")
                if int(starts[-1]) > n:
                    at = int((starts > n).argmax())
                    rule = f"not pass nvals = {n}"
                    raise ValueError(broken_at("row_starts", rule, at, starts[at]))
            elif n:
                raise ValueError(broken_rule("nvals", "be 0 where there are no rows", n))
        return cls._of_splits(splits)

    @classmethod
    def from_row_limits(
        cls,
        row_limits: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition whose row ``i`` ends before value ``row_limits[i]``.

        Parameters
        ----------
        row_limits
            ``int[nrows]``, none negative; they never decrease.
        validate
            False trusts the numbers.
        dtype
            int32 or int64; by default the array's, int64 where it holds other integers.
        dtype_hint
            The dtype where neither ``dtype`` nor an array decides; int64 by default.

        Raises
        ------
        ValueError
            If the limits are no vector of integers, or one is negative or below the one before it.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_limits([2, 2, 3]).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_limits([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_limits([2, 1])
        Traceback (most recent call last):
            ...
        ValueError: row_limits must not decrease, got row_limits[0:2] = [2, 1]
        """
        limits = index_vector(row_limits, "row_limits", dtype, dtype_hint)
        splits = _joined(limits, 0, after=False)
        limits = splits[1:]
        if as_flag(validate, "validate") and limits.shape[0]:
            if int(limits[0]) < 0:
                raise ValueError(broken_at("row_limits", "not be negative", 0, limits[0]))
            check_order(limits, "row_limits")
        return cls._of_splits(splits)

    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: ArrayLike,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition in which value ``i`` lies in row ``value_rowids[i]``.

        Parameters
        ----------
        value_rowids
            ``int[nvals]``, ascending, none negative.
        nrows
            How many rows; by default up to the last that has a value. Say it to keep empty rows
            at the end.
        validate
            False trusts the numbers, so far as they can be trusted without reading elsewhere.
        dtype
            int32 or int64; by default the array's, int64 where it holds other integers.
        dtype_hint
            The dtype where neither ``dtype`` nor an array decides; int64 by default.

        Raises
        ------
        ValueError
            If the row ids are no vector of integers, descend, are negative, or reach ``nrows``;
            or if there are far more rows than values (2**28 and more).

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_value_rowids([0, 0, 2], nrows=4).row_lengths()
        array([2, 0, 1, 0])
        >>> rk.RowPartition.from_value_rowids([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_value_rowids([0, 2, 1])
        Traceback (most recent call last):
            ...
        ValueError: value_rowids must not decrease, got value_rowids[1:3] = [2, 1]
        """
        if dtype is None and getattr(nrows, "dtype", None) == INT32 and not is_array(value_rowids):
            dtype_hint = INT32
        rowids = index_vector(value_rowids, "value_rowids", dtype, dtype_hint)
        nvals = rowids.shape[0]
        last = int(rowids[-1]) if nvals else -1
        if nrows is None:
            if not as_flag(validate, "validate") and nvals:
                last = int(rowids.max())
            n = max(last + 1, 0)
        else:
            n = count(nrows, "nrows", rowids.dtype)
        if as_flag(validate, "validate") and nvals:
            if int(rowids[0]) < 0:
                raise ValueError(broken_at("value_rowids", "not be negative", 0, rowids[0]))
            check_order(rowids, "value_rowids")
            if last >= n:
                at = int((rowids >= n).argmax())
                rule = f"be below nrows = {n}"
                raise ValueError(broken_at("value_rowids", rule, at, rowids[at]))
        elif nvals and not (0 <= int(rowids.min()) and int(rowids.max()) < n):
            rule = f"be from 0 to nrows - 1 = {n - 1}"
            raise ValueError(
                broken_rule("value_rowids", rule, [int(rowids.min()), int(rowids.max())])
            )
        check_rows(n, nvals)
        return cls._of_splits(_splits.rowids_to_splits(rowids, n))

    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: SupportsIndex,
        nvals: SupportsIndex | None = None,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Return the partition into rows that are all declared to be of one length.

        Parameters
        ----------
        uniform_row_length
            The length of every row.
        nvals
            How many values there are; with ``nrows`` also given, the two must agree.
        nrows
            How many rows; by default ``nvals // uniform_row_length``. Needed when the length is 0.
        validate
            False trusts the numbers.
        dtype
            int32 or int64; by default that of the numbers given.
        dtype_hint
            The dtype where neither ``dtype`` nor a number of NumPy's decides; int64 by default.

        Raises
        ------
        ValueError
            If a number is negative, both ``nvals`` and ``nrows`` are missing, the rows don't use
            up the values, or there are more values than the dtype can count.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).row_splits()
        array([0, 2, 4, 6])
        >>> rk.RowPartition.from_uniform_row_length(0, nvals=0, nrows=3).row_lengths()
        array([0, 0, 0])
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=5)
        Traceback (most recent call last):
            ...
        ValueError: nvals must be a multiple of uniform_row_length = 2, got 5
        """
        if dtype is None:
            given = [getattr(v, "dtype", None) for v in (uniform_row_length, nvals, nrows)]
            dtype = (
                INT64
                if INT64 in given
                else INT32
                if INT32 in given
                else INT64
                if dtype_hint is None
                else dtype_hint
            )
        kind = index_dtype(dtype)
        length = count(uniform_row_length, "uniform_row_length", kind)
        n = None if nrows is None else count(nrows, "nrows", kind)
        total = None if nvals is None else count(nvals, "nvals", kind)
        if n is None:
            if total is None:
                msg = "nvals or nrows must be given: a uniform_row_length alone tells no size"
                raise ValueError(msg)
            n = total // length if length else 0
        if as_flag(validate, "validate") and total is not None and n * length != total:
            if nrows is None:
                rule = f"be a multiple of uniform_row_length = {length}"
                raise ValueError(broken_rule("nvals", rule, total))
            rule = f"be nrows * uniform_row_length = {n * length}"
            raise ValueError(broken_rule("nvals", rule, total))
        if n * length > LARGEST[kind]:
            raise ValueError(broken_rule("nrows * uniform_row_length", f"fit {kind}", n * length))
        check_rows(n, n * length)
        return cls._of_uniform(length, n, kind)

    def row_splits(self) -> Array:
        """Return where each row starts and the last one ends, ``int[nrows + 1]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_splits()
        array([0, 2, 2, 3])
        """
        return handed_out(self._get_splits())

    def row_lengths(self) -> Array:
        """Return how many values each row has, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).row_lengths()
        array([2, 0, 1])
        """
        return handed_out(self._get_lengths())

    def row_starts(self) -> Array:
        """Return where each row starts, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_starts()
        array([0, 2, 2])
        """
        return handed_out(self._get_splits()[:-1])

    def row_limits(self) -> Array:
        """Return where each row ends, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_limits()
        array([2, 2, 3])
        """
        return handed_out(self._get_splits()[1:])

    def value_rowids(self) -> Array:
        """Return the row of each value, ``int[nvals]``, ascending; an empty row has none.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).value_rowids()
        array([0, 0, 2])
        """
        return handed_out(self._get_rowids())

    def offsets_in_rows(self) -> Array:
        """Return the place of each value in its row, ``int[nvals]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).offsets_in_rows()
        array([0, 1, 0])
        """
        return handed_out(self._get_places())

    def nrows(self) -> Any:
        """Return the number of rows, a scalar of this partition's dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).nrows()
        np.int64(3)
        """
        return scalar(self._nrows, self._dtype)

    def nvals(self) -> Any:
        """Return the number of values, a scalar of this partition's dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).nvals()
        np.int64(3)
        """
        return scalar(self._nvals, self._dtype)

    def uniform_row_length(self) -> Any:
        """Return the length of every row where one was declared, else None.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).uniform_row_length()
        np.int64(2)
        >>> rk.RowPartition.from_row_lengths([2, 2, 2]).uniform_row_length() is None
        True
        """
        return None if self._uniform is None else scalar(self._uniform, self._dtype)

    def is_uniform(self) -> bool:
        """Whether one length was declared for every row (equal lengths alone don't make it so).

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).is_uniform()
        True
        >>> rk.RowPartition.from_row_lengths([2, 2, 2]).is_uniform()
        False
        """
        return self._uniform is not None

    @property
    def dtype(self) -> DType:
        """The dtype of the encodings, int32 or int64.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).dtype
        dtype('int64')
        """
        return self._dtype

    @property
    def static_nrows(self) -> int:
        """The number of rows, a Python int.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).static_nrows
        3
        """
        return self._nrows

    @property
    def static_nvals(self) -> int:
        """The number of values, a Python int.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).static_nvals
        3
        """
        return self._nvals

    @property
    def static_uniform_row_length(self) -> int | None:
        """The declared length of every row, a Python int, or None.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).static_uniform_row_length
        2
        """
        return self._uniform

    @property
    def nbytes(self) -> int:
        """Bytes of the row splits; none where a uniform row length says it all.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).nbytes
        32
        """
        if self._uniform is not None:
            return 0
        return (self._nrows + 1) * int(self._dtype.itemsize)

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """Return this partition with encodings of another dtype.

        Parameters
        ----------
        dtype
            int32 or int64.

        Raises
        ------
        ValueError
            If the dtype is another, or too small for this partition's numbers.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).with_dtype("int32").row_splits()
        array([0, 2, 2, 3], dtype=int32)
        >>> rk.RowPartition.from_row_lengths([1 << 40]).with_dtype("int32")
        Traceback (most recent call last):
            ...
        ValueError: dtype must count to nvals = 1099511627776, got dtype('int32')
        """
        kind = index_dtype(dtype)
        if kind == self._dtype:
            return self
        counts = {"nvals": self._nvals, "nrows": self._nrows, "uniform_row_length": self._uniform}
        for name, n in counts.items():
            if n is not None and n > LARGEST[kind]:
                raise ValueError(broken_rule("dtype", f"count to {name} = {n}", kind))
        if self._uniform is not None:
            return self._of_uniform(self._uniform, self._nrows, kind, self._xp)
        return self._of_splits(self._get_splits().astype(kind))

    def identical(self, other: object) -> bool:
        """Whether ``other`` is a partition with the same cuts, dtype and declared uniformity.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.RowPartition.from_row_lengths([2, 2])
        >>> a.identical(rk.RowPartition.from_row_splits([0, 2, 4]))
        True
        >>> a.identical(rk.RowPartition.from_uniform_row_length(2, nvals=4))
        False
        """
        return (
            isinstance(other, RowPartition)
            and self._dtype == other._dtype
            and self._uniform == other._uniform
            and self._same_cuts(other)
        )

    def _rows(self, start: int, limit: int) -> tuple[RowPartition, int, int]:
        """Return the cut of a run of rows, and which values they have: two numbers are read."""
        source = self._source
        if source is not None:
            splits, at, off = source
            at += start
        elif self._uniform is None:
            splits, at, off = self._get_splits(), start, 0
        else:
            length, n = self._uniform, limit - start
            p = self._of_uniform(length, n, self._dtype, self._xp)
            return p, start * length, limit * length
        if not 0 <= start <= limit <= self._nrows:
            return self._rows_anyway(start, limit)
        n = limit - start
        if self._xp is host_namespace:
            first, last = splits.item(at), splits.item(at + n)
        else:
            first, last = int(splits[at]), int(splits[at + n])
        if not off <= first <= last <= off + self._nvals:
            return self._rows_anyway(start, limit)
        p = object.__new__(RowPartition)
        p._dtype = self._dtype
        p._nrows = n
        p._nvals = last - first
        if n <= _COPIED < len(splits):  # few rows are not to keep many in memory
            p._splits = splits[at : at + n + 1] - first
            p._source = None
        else:
            p._splits = None
            p._source = splits, at, first
        p._uniform = p._lengths = p._rowids = p._places = p._filled = p._longest = None
        p._xp = self._xp
        return p, first - off, last - off

    def _rows_anyway(self, start: int, limit: int) -> tuple[RowPartition, int, int]:
        """Return what `_rows` does of splits that nobody validated, so far as they stay inside."""
        splits = self._get_splits()
        check_inside(splits, self._nvals)
        splits = splits[start : limit + 1]
        first, last = int(splits[0]), int(splits[-1])
        return self._of_splits(splits - first if first else splits), first, last

    def _values_of(self, row: int) -> tuple[int, int]:
        """Return where a row starts and ends, without moving splits for it."""
        if self._uniform is not None:
            return row * self._uniform, (row + 1) * self._uniform
        splits, at, off = self._source or (self._get_splits(), 0, 0)
        at += row
        if self._xp is host_namespace:
            return splits.item(at) - off, splits.item(at + 1) - off
        return int(splits[at]) - off, int(splits[at + 1]) - off

    def _get_splits(self) -> Array:
        splits = self._splits
        if splits is None:
            source = self._source
            if source is not None:
                splits, at, off = source
                splits = splits[at : at + self._nrows + 1]
                self._splits = splits = splits - off if off else splits
                self._source = None  # after the splits: another thread may look in between
            elif self._uniform is not None:
                count = self._xp.arange(self._nrows + 1, dtype=self._dtype)
                self._splits = splits = count * scalar(self._uniform, self._dtype)
            else:  # another thread has just moved them
                splits = self._splits
                assert splits is not None
        return splits

    def _get_lengths(self) -> Array:
        if self._lengths is None:
            if self._uniform is not None:
                self._lengths = self._xp.full(self._nrows, self._uniform, dtype=self._dtype)
            else:
                self._lengths = _splits.splits_to_lengths(self._checked())
        return self._lengths

    def _checked(self) -> Array:
        """Return splits, moved or not, whose differences are lengths that can be trusted."""
        source, host = self._source, self._xp is host_namespace
        if source is not None:
            splits = source[0][source[1] : source[1] + self._nrows + 1]
            if not host or _splits.first_decrease(splits) < 0:
                return splits
        splits = self._get_splits()
        if host:
            check_inside(splits, self._nvals)
        return splits

    def _get_rowids(self) -> Array:
        if self._rowids is None:
            self._rowids = _splits.splits_to_rowids(self._get_splits(), self._get_lengths())
        return self._rowids

    def _get_places(self) -> Array:
        if self._places is None:
            splits = self._get_splits()
            if self._xp is host_namespace:  # a check of what validate=False let pass; CuPy'd wait
                check_start(splits, "row_splits")
            self._places = _splits.offsets_in_rows(splits, self._get_lengths())
        return self._places

    def _get_filled(self) -> Filled | None:
        """The rows that have values, and where those start; None where there are many rows."""
        if self._filled is None and self._nrows < _KEPT:
            starts, filled = self._get_splits()[:-1], self._get_lengths() > 0
            self._filled = (
                Filled(None, starts) if bool(filled.all()) else Filled(filled, starts[filled])
            )
        return self._filled

    def _get_longest(self) -> int:
        """The most values in a row; 0 where there are no rows."""
        if self._longest is None:
            self._longest = max(int(self._get_lengths().max()), 0) if self._nrows else 0
        return self._longest

    def _same_cuts(self, other: RowPartition) -> bool:
        """Whether both cut the same number of values at the same places."""
        if self is other:
            return True
        if self._nrows != other._nrows or self._nvals != other._nvals:
            return False
        if self._uniform is not None and self._uniform == other._uniform:
            return True
        mine, theirs = self._source, other._source
        if mine and theirs and mine[0] is theirs[0] and mine[1] == theirs[1]:
            return True  # the same run of rows, sliced twice
        return _splits.arrays_equal(self._get_splits(), other._get_splits())

    def _on(self, xp: Any) -> RowPartition:
        """This partition with arrays of another namespace; only numbers are moved unasked."""
        if self._xp is xp:
            return self
        if self._uniform is not None:
            return self._of_uniform(self._uniform, self._nrows, self._dtype, xp)
        msg = "row_splits must live where the values live; move one of them (rt.to_device(...))"
        raise ValueError(msg)

    def __eq__(self, other: object) -> bool:
        """Whether both cut at the same places and declare the same uniformity."""
        if not isinstance(other, RowPartition):
            return NotImplemented
        return self._uniform == other._uniform and self._same_cuts(other)

    __hash__ = None  # type: ignore[assignment]  # holds arrays, as RaggedTensor does

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._nrows

    def __copy__(self) -> RowPartition:
        """Return itself: it can't change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> RowPartition:
        """Return a partition with splits of its own, which are not validated."""
        return self if self._uniform is not None else self._of_splits(self._get_splits().copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the splits, or the three numbers of a uniform partition.

        Unpickling validates them. Those of a read-only array needn't be copied then.
        """
        if self._uniform is not None:
            return _rebuild_uniform, (self._uniform, self._nrows, self._dtype)
        return _rebuild_splits, (handed_out(self._get_splits()),)

    def __repr__(self) -> str:
        """Return the call that would make this partition, abbreviated where long."""
        from raggedkit.reprs import partition_text

        return partition_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import partition_html

        return partition_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)


def _rebuild_splits(splits: Array) -> RowPartition:
    return RowPartition.from_row_splits(sound(splits, "row_splits"))


def _rebuild_uniform(length: int, nrows: int, dtype: DType) -> RowPartition:
    kind = INT32 if index_dtype(dtype) == INT32 else INT64
    size, n = count(length, "uniform_row_length", kind), count(nrows, "nrows", kind)
    if size * n > LARGEST[kind]:
        raise ValueError(broken_rule("nrows * uniform_row_length", f"fit {kind}", size * n))
    return RowPartition._of_uniform(size, n, kind)


def _joined(vector: Array, extra: int, *, after: bool) -> Array:
    xp = array_namespace(vector)
    splits: Array = xp.empty(vector.shape[0] + 1, dtype=vector.dtype)
    if after:
        splits[:-1], splits[-1] = vector, extra
    else:
        splits[0], splits[1:] = extra, vector
    return splits


def aligned(parts: tuple[RowPartition, ...], flat: Array) -> tuple[RowPartition, ...]:
    """Return the partitions with one dtype (int64 where they differ), on the values' device."""
    xp = array_namespace(flat)
    if len(parts) == 1 and parts[0]._xp is xp:
        return parts
    if any(p._xp is not xp for p in parts):
        parts = tuple(p._on(xp) for p in parts)
    return of_one_dtype(parts)


def of_one_dtype(parts: tuple[RowPartition, ...]) -> tuple[RowPartition, ...]:
    """Return the partitions with one dtype: int64 where they differ."""
    dtype = parts[0]._dtype
    for p in parts:
        if p._dtype is not dtype and p._dtype != dtype:
            return tuple([p.with_dtype(INT64) for p in parts])
    return parts
