"""Storage of a row partition: row splits, and the encodings computed from them on demand."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Self, TypeAlias

from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.splits import Filled
from raggedkit._typing import Array, DType
from raggedkit._xp import (
    INT32,
    INT64,
    array_namespace,
    held_bytes,
    host_namespace,
    int_array,
    scalar,
)
from raggedkit.encodings import LARGEST, check_inside, check_start
from raggedkit.errors import broken_rule

__all__ = ["Source", "Storage"]

_NDARRAY = host_namespace.ndarray
_new = object.__new__
_MOST_32 = LARGEST[INT32]
# Not limits between forms of a kernel, but of the memory that a partition may keep.
_KEPT = 1 << 16  # up to this many rows, keeping computed arrays costs almost nothing
_COPIED = 1 << 10  # copying this many splits costs no more than creating a partition


# (splits, at, off): the run of a larger partition's splits that a slice of rows reads. ``at`` is
# the position of the run's first split; ``off`` is that split, which is subtracted from them all.
Source: TypeAlias = tuple[Array, int, int]


class Storage:
    """The fields of `RowPartition`, the private constructors and the encodings on demand."""

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
        "_sound",
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
    _source: Source | None
    _lengths: Array | None
    _rowids: Array | None
    _places: Array | None
    _filled: Filled | None
    _longest: int | None
    _sound: bool  # whether the splits were validated; False if that is unknown
    _xp: Any

    @classmethod
    def _new(
        cls, xp: Any, dtype: DType, nrows: int, nvals: int, uniform: int | None = None
    ) -> Self:
        """Return a partition of this size; without ``uniform`` the caller sets an encoding."""
        p = _new(cls)
        p._xp = xp
        p._dtype = dtype
        p._nrows = nrows
        p._nvals = nvals
        p._uniform = p._longest = uniform
        p._splits = p._source = p._lengths = p._rowids = p._places = p._filled = None
        p._sound = False
        return p

    @classmethod
    def _of_splits(cls, splits: Array, lengths: Array | None = None) -> Self:
        """Wrap splits that are known to be valid and that no caller can change.

        They become read-only when they are returned to a user. If the caller keeps a reference,
        pass a read-only view.
        """
        if type(splits) is not _NDARRAY:
            xp = array_namespace(splits)
            p = cls._new(xp, splits.dtype, splits.shape[0] - 1, int(splits[-1]))
            p._splits = splits
            p._lengths = lengths
            return p
        p = _new(cls)  # `_new` written out, as its call costs 0.1 us
        p._xp = host_namespace
        p._dtype = splits.dtype
        p._nrows = splits.size - 1  # costs a quarter of shape[0]
        p._nvals = splits.item(-1)
        p._splits = splits
        p._lengths = lengths
        p._uniform = p._source = p._rowids = p._places = p._filled = p._longest = None
        p._sound = False
        return p

    @classmethod
    def _of_limits(cls, limits: list[int], dtype: DType) -> Self:
        """Wrap a short list of splits that are known to be valid."""
        if limits[-1] > _MOST_32:
            dtype = INT64
        p = cls._new(host_namespace, dtype, len(limits) - 1, limits[-1])
        p._splits = int_array(limits, dtype)
        return p

    @classmethod
    def _of_few(cls, lengths: list[int], dtype: DType) -> Self:
        """Wrap a short list of lengths that are known to be valid."""
        return cls._of_limits(list(accumulate(lengths, initial=0)), dtype)

    @classmethod
    def _of_lengths(cls, lengths: Array) -> Self:
        """Wrap lengths that are known to be valid."""
        return cls._of_splits(_splits.lengths_to_splits(lengths), lengths)

    @classmethod
    def _of_uniform(cls, length: int, nrows: int, dtype: DType, xp: Any = None) -> Self:
        """Return ``nrows`` rows of one declared length; int64 if int32 cannot count them."""
        nvals = nrows * length
        if nvals > _MOST_32 or nrows > _MOST_32 or length > _MOST_32:
            dtype = INT64
            if max(nvals, length) > LARGEST[INT64]:  # without rows only the length is large
                rule = f"fit {INT64}"
                raise ValueError(broken_rule("nrows * uniform_row_length", rule, nvals or length))
        p = cls._new(host_namespace if xp is None else xp, dtype, nrows, nvals, length)
        if not nrows:
            p._longest = 0
        return p

    def _rows(self, start: int, limit: int) -> tuple[Self, int, int]:
        """Return the partition of rows ``[start, limit)`` and the range of their values.

        Only two splits are read.
        """
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
        p = _new(type(self))  # `_new` written out: its call takes a tenth of a slice
        p._xp = self._xp
        p._dtype = self._dtype
        p._nrows = n
        p._nvals = last - first
        if n <= _COPIED < len(splits):  # a small slice must not keep a large array alive
            p._splits = splits[at : at + n + 1] - first
            p._source = None
        else:
            p._splits = None
            p._source = splits, at, first
        p._uniform = p._lengths = p._rowids = p._places = p._filled = p._longest = None
        p._sound = self._sound
        return p, first - off, last - off

    def _rows_anyway(self, start: int, limit: int) -> tuple[Self, int, int]:
        """Return the same as `_rows` for splits that were not validated; raise if out of bounds."""
        splits = self._get_splits()
        check_inside(splits, self._nvals)
        splits = splits[start : limit + 1]
        first, last = int(splits[0]), int(splits[-1])
        return self._of_splits(splits - first if first else splits), first, last

    def _values_of(self, row: int) -> tuple[int, int]:
        """Return the start and the end of a row, without computing zero-based splits."""
        if self._uniform is not None:
            return row * self._uniform, (row + 1) * self._uniform
        source = self._source
        if source is None:
            splits, at, off = self._get_splits(), row, 0
        else:
            splits, at, off = source
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
                self._source = None  # after the splits: another thread may read in between
            elif self._uniform is not None:
                count = self._xp.arange(self._nrows + 1, dtype=self._dtype)
                self._splits = splits = count * scalar(self._uniform, self._dtype)
            else:  # another thread has just computed them
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
        """Return splits with valid differences; they may start at any offset."""
        source, unsure = self._source, self._xp is host_namespace and not self._sound
        if source is not None:
            splits = source[0][source[1] : source[1] + self._nrows + 1]
            if not unsure or _splits.first_decrease(splits) < 0:
                return splits
        splits = self._get_splits()
        if unsure:
            check_inside(splits, self._nvals)
        return splits

    def _get_rowids(self) -> Array:
        if self._rowids is None:
            self._rowids = _splits.splits_to_rowids(self._get_splits(), self._get_lengths())
        return self._rowids

    def _get_places(self) -> Array:
        if self._places is None:
            splits = self._get_splits()
            if self._xp is host_namespace:  # validate=False may leave it invalid; CuPy'd wait
                check_start(splits, "row_splits")
            self._places = _splits.offsets_in_rows(splits, self._get_lengths())
        return self._places

    def _get_filled(self) -> Filled | None:
        """The rows that have values, and their starts; None if there are many rows."""
        if self._filled is None and self._nrows < _KEPT:
            starts, filled = self._get_splits()[:-1], self._get_lengths() > 0
            self._filled = (
                Filled(None, starts) if bool(filled.all()) else Filled(filled, starts[filled])
            )
        return self._filled

    def _get_longest(self) -> int:
        """The length of the longest row; 0 without rows."""
        if self._longest is None:
            self._longest = max(int(self._get_lengths().max()), 0) if self._nrows else 0
        return self._longest

    def _held(self) -> list[Array]:
        """Return the arrays that the partition keeps: splits, and what was computed from them."""
        kept = [self._splits, self._lengths, self._rowids, self._places, *(self._filled or ())]
        source = self._source
        if source is not None:
            splits, at, _ = source
            kept.append(splits[at : at + self._nrows + 1])
        return [x for x in kept if x is not None]

    def __sizeof__(self) -> int:
        """Return the bytes of the object and its arrays; of a view, those of its own rows."""
        return object.__sizeof__(self) + held_bytes(self._held())

    def _same_cuts(self, other: Storage) -> bool:
        """Whether both partitions have the same row boundaries."""
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

    def _on(self, xp: Any) -> Self:
        """This partition with arrays of another namespace; raise rather than move arrays."""
        if self._xp is xp:
            return self
        if self._uniform is not None:
            return self._of_uniform(self._uniform, self._nrows, self._dtype, xp)
        msg = "row_splits must be on the device of the values; move one of them (rt.to_device(...))"
        raise ValueError(msg)
