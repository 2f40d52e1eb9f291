"""Row splits, row lengths and row ids: conversion, comparison and checks.

``splits: int[nrows + 1]`` starts at 0 and never decreases; ``lengths: int[nrows]``;
``rowids: int[nvals]`` ascends. No result shares memory with an argument unless its docstring says
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import FEW, READ, TINY
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, array_namespace, as_dtype, host_namespace

__all__ = [
    "MOST",
    "Filled",
    "all_within",
    "alike_rows",
    "are_sound",
    "arrays_equal",
    "check_sum",
    "first_decrease",
    "first_difference",
    "first_negative",
    "joined",
    "lengths_to_splits",
    "longest",
    "multiplied",
    "offsets_in_rows",
    "range_lengths",
    "ranges",
    "repeat",
    "repeat_on_device",
    "row_blocks",
    "rowids_to_splits",
    "spans_of_rows",
    "splits_of_kept",
    "splits_to_lengths",
    "splits_to_rowids",
    "turns",
]

_NDARRAY = host_namespace.ndarray
_UNSIGNED = {INT32: as_dtype("uint32"), INT64: as_dtype("uint64")}
_LARGEST = {INT32: (1 << 31) - 1, INT64: (1 << 63) - 1}
MOST = 1 << 48  # more items than any memory has, which floats still represent exactly


class Filled(NamedTuple):
    """The rows that have values."""

    rows: Array | None  # bool[nrows]; None if every row has values
    starts: Array  # int[nfilled], the starts of those rows


def repeat(values: Array, counts: Array, name: str = "counts") -> Array:
    """Return each of ``values[n]`` repeated ``counts: int[n]`` times.

    NumPy does not check the sum of counts for overflow; a sum that wraps writes past the end.
    """
    check_sum(counts, name)
    return _repeated(values, counts)


def _repeated(values: Array, counts: Array) -> Array:
    """Return the same as `repeat`, for counts whose sum is known not to overflow."""
    xp = array_namespace(values, counts)
    if xp is host_namespace:
        repeated: Array = values.repeat(counts, axis=0)
        return repeated
    return repeat_on_device(xp, values, counts)


def repeat_on_device(xp: Any, values: Array, counts: Array) -> Array:
    """Return each of ``values[n]`` repeated ``counts: int[n]`` times, without ``xp.repeat``.

    CuPy's ``repeat`` takes no array of counts, since it needs the length of the result. Here
    that length is the end of the running sum, which takes one synchronisation.
    """
    limits = xp.cumsum(counts)
    total = int(limits[-1]) if counts.shape[0] else 0
    at = xp.searchsorted(limits, xp.arange(total, dtype=limits.dtype), side="right")
    repeated: Array = values.take(at, axis=0)
    return repeated


def check_sum(counts: Array, name: str) -> None:
    """Raise if counts, none of them negative, sum to more than `MOST` items.

    Fewer items can't wrap around. NumPy raises if they don't fit the memory.
    """
    n = counts.shape[0]
    if not n or counts.dtype.itemsize < 8:  # fewer than 2**31 numbers below 2**32
        return
    if longest(counts) * n <= MOST or float(counts.sum(dtype="float64")) <= MOST:
        return
    at = first_true(counts.cumsum(dtype="float64") > MOST)
    if at >= 0:
        rule = f"add up to at most {MOST} items"
        raise ValueError(f"{name} must {rule}, got {name}[{at}] = {int(counts[at])}")


def multiplied(sizes: Sequence[Array], name: str) -> Array:
    """Return the product of sizes, ``int64[n]``; raise if their sum is more than `MOST` items."""
    product: Array = sizes[0].astype(INT64)
    about: Any = sizes[0].astype("float64")
    for more in sizes[1:]:
        product = product * more
        about = about * more
    if about.shape[0] and float(about.sum()) > MOST:
        at = first_true(about.cumsum() > MOST)
        got = " * ".join(str(int(size[at])) for size in sizes)
        raise ValueError(f"{name} must make at most {MOST} items, got {got} at {at}")
    return product


@dispatched(small={0: FEW})
def lengths_to_splits(lengths: Array) -> Array:
    """Return ``splits: int[nrows + 1]`` of ``lengths: int[nrows]``.

    They have the dtype of the lengths, or int64 if their sum does not fit int32.

    Raises
    ------
    ValueError
        If int64 can't count it either.
    """
    limit, n = _LARGEST.get(lengths.dtype), lengths.shape[0]
    if limit is None or not n or longest(lengths) * n <= limit:
        return _added_up(lengths, lengths.dtype)
    splits = _added_up(lengths, INT64)
    if lengths.dtype == INT32:
        return splits if int(splits.max()) > limit else splits.astype(INT32)
    at = first_true((splits[1:] < splits[:-1]) & (lengths > 0))
    if at >= 0:
        got = f"got row_lengths[{at}] = {int(lengths[at])}"
        raise ValueError(f"row_lengths must sum to what {INT64} can count, {got}")
    return splits


def longest(lengths: Array) -> int:
    """Return the largest of one or more lengths.

    NumPy's ``argmax`` and ``item`` take 0.4 us, its ``max`` 2 us, for 100 numbers.
    """
    if type(lengths) is _NDARRAY:
        return lengths.item(lengths.argmax())  # type: ignore[no-any-return]  # of integers
    return int(lengths.max())


def _added_up(lengths: Array, dtype: DType) -> Array:
    xp = array_namespace(lengths)
    splits: Array = xp.empty(lengths.shape[0] + 1, dtype=dtype)
    splits[0] = 0
    lengths.cumsum(out=splits[1:])
    return splits


def splits_to_lengths(splits: Array) -> Array:
    """Return ``lengths: int[nrows]`` of ``splits: int[nrows + 1]``."""
    lengths: Array = splits[1:] - splits[:-1]
    return lengths


@dispatched(compiled=0)
def splits_to_rowids(splits: Array, lengths: Array) -> Array:
    """Return ``rowids: int[nvals]``, the row of each value; empty rows have none."""
    xp = array_namespace(splits)
    return repeat(xp.arange(lengths.shape[0], dtype=splits.dtype), lengths)


@dispatched(small={0: FEW})
def joined(every: list[Array]) -> Array:
    """Return the splits of consecutive rows; each of ``every`` starts at 0."""
    xp = array_namespace(*every)
    dtype = every[0].dtype
    if sum(int(s[-1]) for s in every) > _LARGEST[dtype]:
        dtype = INT64
    out: Array = xp.empty(sum(s.shape[0] - 1 for s in every) + 1, dtype=dtype)
    out[0] = at = total = 0
    for splits in every:
        n = splits.shape[0] - 1
        xp.add(splits[1:], total, out=out[at + 1 : at + n + 1], dtype=dtype)
        at, total = at + n, total + int(splits[-1])
    return out


def rowids_to_splits(rowids: Array, nrows: int) -> Array:
    """Return ``splits: int[nrows + 1]`` of ascending ``rowids: int[nvals]`` below ``nrows``."""
    xp = array_namespace(rowids)
    splits = _added_up(xp.bincount(rowids, minlength=nrows), INT64)
    return splits.astype(_roomy(rowids.dtype, rowids.shape[0]), copy=False)


def _roomy(dtype: DType, most: int) -> DType:
    """Return the dtype, or int64 if it can't represent the count."""
    return dtype if most <= _LARGEST[dtype] else INT64


@dispatched(compiled=0)
def offsets_in_rows(splits: Array, lengths: Array) -> Array:
    """Return the position of each value in its row, ``int[nvals]``."""
    xp = array_namespace(splits)
    places: Array = xp.arange(int(splits[-1]), dtype=splits.dtype)
    # Checked, because lengths of invalid splits may wrap around: their sum is not the last split.
    places -= repeat(splits[:-1], lengths)
    return places


def _are_below(numbers: Array, limit: int) -> bool:
    """Whether integers are from 0 to ``limit - 1``: as unsigned numbers negative ones are large."""
    kind = _UNSIGNED.get(numbers.dtype)
    if kind is None:
        return all_within(numbers, limit)
    return not numbers.shape[0] or longest(numbers.view(kind)) < limit


def are_sound(splits: Array) -> bool:
    """Whether no split is negative or greater than the last one."""
    return type(splits) is not _NDARRAY or _are_below(splits, splits.item(-1) + 1)


@dispatched(compiled=1)
def spans_of_rows(splits: Array, rows: Array) -> tuple[Array, Array, Array] | None:
    """Return the starts and the lengths of these rows, and the splits of the joined rows.

    ``rows: int[n]`` number rows of ``splits``, in any order. On the host, None if there is no such
    row, or its splits decrease or are outside of the values.
    """
    if type(splits) is _NDARRAY and not _are_below(rows, splits.shape[0] - 1):
        return None
    starts = splits.take(rows)
    lengths = splits.take(rows + 1) - starts
    if not rows.shape[0]:
        return starts, lengths, _added_up(lengths, splits.dtype)
    most = splits.item(-1) if type(splits) is _NDARRAY else int(splits[-1])
    if type(splits) is _NDARRAY:
        kind = _UNSIGNED[splits.dtype]  # `_are_below` inlined: its calls take 0.5 us
        begin, sizes = starts.view(kind), lengths.view(kind)
        if begin.item(begin.argmax()) > most or sizes.item(sizes.argmax()) > most:
            return None
    if most * rows.shape[0] <= _LARGEST[splits.dtype]:
        return starts, lengths, _added_up(lengths, splits.dtype)
    return starts, lengths, lengths_to_splits(lengths)


def turns(every: Sequence[Array]) -> tuple[list[Array], Array]:
    """Return the starts of rows of several sources in turn, and the splits of the rounds.

    Each of ``every: int[nrows + 1]`` starts at 0; row 0 of each comes first, then row 1 of each.
    """
    rounds = sum(every[1:], start=every[0])
    starts = [rounds[:-1]]
    for splits in every[:-1]:
        starts.append(starts[-1] + (splits[1:] - splits[:-1]))
    return starts, rounds


@dispatched(compiled=0)
def splits_of_kept(kept: Array, splits: Array) -> Array:
    """Return the row splits of the values that are marked by ``kept: bool[nvals]``."""
    xp = array_namespace(kept)
    if xp is host_namespace:
        kept = kept.view("i1")  # NumPy's cumsum converts bools one by one
    before = xp.empty(kept.shape[0] + 1, dtype=INT32 if kept.shape[0] < 1 << 31 else INT64)
    before[0] = 0
    kept.cumsum(dtype=before.dtype, out=before[1:])
    left: Array = before.take(splits).astype(splits.dtype, copy=False)
    return left


def row_blocks(splits: Array, size: int, few: int) -> Iterator[tuple[int, int]]:
    """Return runs of rows, first and limit, of about ``size`` values; all rows if few."""
    nrows, nvals = splits.shape[0] - 1, int(splits[-1])
    if nvals <= few or array_namespace(splits) is not host_namespace:
        if nrows:
            yield 0, nrows
        return
    row = 0
    while row < nrows:
        limit = int(splits.searchsorted(int(splits[row]) + size, side="right")) - 1
        stop = min(nrows, max(row + 1, limit))
        yield row, stop
        row = stop


def alike_rows(lengths: Array) -> Iterator[Array]:
    """Return the numbers of rows in groups of similar length: 1, 2, 3 to 4, 5 to 8, and so on."""
    xp = array_namespace(lengths)
    longest, low, high = int(lengths.max()), 0, 1
    while low < longest:
        rows = xp.flatnonzero((lengths > low) & (lengths <= high))
        if rows.shape[0]:
            yield rows
        low, high = high, 2 * high


def range_lengths(starts: Array, limits: Array, step: int) -> Array:
    """Return the length of ``range(start, limit, step)`` for each pair."""
    xp = array_namespace(starts)
    span = limits - starts if step > 0 else starts - limits
    stride = abs(step)
    if stride != 1:
        span = (span + (stride - 1)) // stride
    lengths: Array = xp.maximum(span, 0)
    return lengths


@dispatched(compiled=1)
def ranges(starts: Array, lengths: Array, step: int = 1, splits: Array | None = None) -> Array:
    """Return the ranges ``start, start + step, ...`` of ``length`` items, joined.

    ``splits`` are those of the lengths, if they are known.
    """
    xp = array_namespace(starts)
    if splits is None:
        splits = lengths_to_splits(lengths)
    total = int(splits[-1])
    if starts.dtype == INT32 and total * abs(step) > _LARGEST[INT32]:
        starts, splits = starts.astype(INT64), splits.astype(INT64)
    if step == 1:
        at = _repeated(starts - splits[:-1], lengths)  # their sum was checked above
        at += xp.arange(total, dtype=at.dtype)
    else:
        at = repeat(starts - splits[:-1] * step, lengths)
        at += xp.arange(0, total * step, step, dtype=at.dtype)
    return at


@dispatched(small={0: TINY})
def first_decrease(splits: Array) -> int:
    """Return the first ``i`` with ``splits[i + 1] < splits[i]``, or -1."""
    return first_true(splits[1:] < splits[:-1])


def first_negative(numbers: Array) -> int:
    """Return the first ``i`` with ``numbers[i] < 0``, or -1."""
    return first_true(numbers < 0)


def first_difference(a: Array, b: Array) -> int:
    """Return the first ``i`` with ``a[i] != b[i]`` (of the shorter length), or -1."""
    n = min(a.shape[0], b.shape[0])
    return first_true(a[:n] != b[:n])


@dispatched(small={0: TINY, 1: TINY})
def arrays_equal(a: Array, b: Array) -> bool:
    """Whether two vectors have the same numbers."""
    return a is b or (a.shape == b.shape and bool((a == b).all()))


@dispatched(small={0: READ})
def all_within(numbers: Array, limit: int) -> bool:
    """Whether all numbers are from 0 to ``limit - 1``."""
    return not numbers.size or (int(numbers.min()) >= 0 and int(numbers.max()) < limit)
