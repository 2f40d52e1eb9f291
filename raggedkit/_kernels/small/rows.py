"""Small forms of kernels: a few rows on the host, as Python integers, lists and slices.

For a handful of rows they cost less than the NumPy calls of `arrays`. Each returns None for input
that the array forms must handle, such as unvalidated splits that decrease or reach outside.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

from raggedkit._caller import REFUSED
from raggedkit._kernels import limits
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, host_namespace

__all__ = [
    "FEW",
    "align_slots",
    "all_within",
    "arg_rows",
    "argsort_rows",
    "concatenate_rows",
    "concatenate_runs",
    "from_bytes",
    "from_bytes_read_only",
    "integers",
    "interleave_rows",
    "is_few",
    "is_ndarray",
    "is_short",
    "is_vector",
    "lengths_to_limits",
    "marked_positions",
    "pad_rows",
    "positions_of_rows",
    "positions_of_slices",
    "scan_rows",
    "slice_bounds",
    "spans_of_runs",
    "sum_slots",
    "take_few",
    "take_ranges",
    "to_bytes",
]

_WRITTEN = limits.COPIED_BYTES
FEW = limits.FEW
_LISTED = limits.LISTED
_READ = limits.READ

__warningregistry__ = REFUSED  # see `raggedkit._caller`

_NUMBERS = list(range(1024))  # a slice of it costs less than what it holds does to count
_NDARRAY = host_namespace.ndarray
_concatenate, _fromiter = host_namespace.concatenate, host_namespace.fromiter


def is_few(rows: Any) -> bool:
    """Whether this is a vector of at most `FEW` items on the host."""
    return type(rows) is _NDARRAY and rows.ndim == 1 and rows.shape[0] <= FEW


def is_short(numbers: Any) -> bool:
    """Whether this is a vector of at most 64 items on the host."""
    return type(numbers) is _NDARRAY and numbers.ndim == 1 and numbers.shape[0] <= _READ


def is_ndarray(values: Any) -> bool:
    """Whether this is exactly a NumPy array, no subclass."""
    return type(values) is _NDARRAY


def is_vector(values: Any) -> bool:
    """Whether this is a NumPy vector."""
    return type(values) is _NDARRAY and values.ndim == 1


def all_within(numbers: Any, limit: int) -> bool:
    """Whether this is a short vector of integers from 0 to ``limit - 1``."""
    if not is_short(numbers):
        return False
    items = numbers.tolist()
    return not items or (min(items) >= 0 and max(items) < limit)


def integers(numbers: list[int], dtype: DType) -> Array:
    """Return a list of ints as an array."""
    array: Array = _fromiter(numbers, dtype, len(numbers))
    return array


def to_bytes(numbers: Any) -> tuple[str, bytes] | None:
    """Return ``(dtype, bytes)`` of a short numeric vector, or None."""
    if type(numbers) is not _NDARRAY or numbers.ndim != 1 or not 0 < numbers.nbytes <= _WRITTEN:
        return None
    dtype = numbers.dtype
    return (dtype.str, numbers.tobytes()) if dtype.kind in "biufc" else None


def from_bytes(dtype: str, memory: bytes) -> Array:
    """Return the vector of `to_bytes`."""
    array: Array = host_namespace.frombuffer(memory, dtype).copy()
    return array


def from_bytes_read_only(dtype: str, memory: bytes) -> Array:
    """Return the vector of `to_bytes`, read-only."""
    array: Array = host_namespace.frombuffer(memory, dtype)
    return array


def lengths_to_limits(lengths: list[int]) -> list[int]:
    """Return the row splits of row lengths, as a list."""
    return list(accumulate(lengths, initial=0))


def concatenate_runs(values: Array, spans: list[tuple[int, int]]) -> Array | None:
    """Return ``values[a:b]`` for each span ``(a, b)``, concatenated; a copy."""
    if not spans or not _joins_as_it_is(values):
        return None
    joined: Array = _concatenate([values[a:b] for a, b in spans])
    return joined


def positions_of_rows(
    splits: Array, rows: list[int], most: int
) -> tuple[list[int], list[int]] | None:
    """Return the places of what these rows hold, end to end, and the splits that cut them.

    Of ``most`` items that there are. None where a row isn't there, or they hold many: then pieces
    of memory are the faster way. No row may be negative.
    """
    numbers = _NUMBERS if most <= len(_NUMBERS) else range(most)
    places: list[int] = []
    limits = [0]
    try:
        if splits.shape[0] <= _LISTED:
            at: Any = splits.tolist()
        else:
            at = {j: splits.item(j) for i in rows for j in (i, i + 1)}
        for i in rows:
            a, b = at[i], at[i + 1]
            if not 0 <= a <= b <= most or b - a > _READ:
                return None
            places += numbers[a:b]
            limits.append(len(places))
    except IndexError:
        return None
    return (places, limits) if len(places) <= _READ else None


def marked_positions(flags: Array, splits: Array) -> tuple[list[int], list[int]] | None:
    """Return the positions of true flags, and the splits of rows that keep only these."""
    before = list(accumulate(flags.tolist(), initial=0))  # of ints: no flag stays one
    ends = splits.tolist()
    if ends[0] or ends[-1] != len(before) - 1 or ends != sorted(ends):
        return None
    return [i for i, flag in enumerate(flags.tolist()) if flag], [before[end] for end in ends]


def scan_rows(ufunc: Any, values: Array, splits: Array, wide: DType, dtype: DType) -> Any:
    """Return the running results of a ufunc along each row, accumulated in ``wide``."""
    if not is_few(splits) or splits.item(-1) != values.shape[0]:
        return None
    out: Array = host_namespace.empty(values.shape, dtype)
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b:
            return None
        if a < b:
            out[a:b] = ufunc.accumulate(values[a:b], 0, wide)
    return out if splits.item(0) == 0 else None


def positions_of_slices(splits: Array, key: slice, most: int) -> tuple[list[int], list[int]] | None:
    """Return the places of the same slice of each row, end to end, and the splits that cut them.

    None as `positions_of_rows` gives it.
    """
    numbers = _NUMBERS if most <= len(_NUMBERS) else range(most)
    places: list[int] = []
    limits = [0]
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b <= most or b - a > _READ:
            return None
        places += numbers[a:b][key]
        limits.append(len(places))
    return (places, limits) if len(places) <= _READ else None


def concatenate_rows(flats: list[Array], cuts: list[list[int]]) -> tuple[Array, list[int]]:
    """Return the rows of all sources, one source after the other, and their splits."""
    limits, total = [0], 0
    for splits in cuts:
        limits += [limit + total for limit in splits[1:]]
        total = limits[-1]
    return _concatenate(flats), limits


def interleave_rows(flats: list[Array], cuts: list[list[int]]) -> tuple[Array, list[int]]:
    """Return row 0 of each source, then row 1 of each, and so on, and their splits.

    All sources have the same number of rows.
    """
    pieces, limits, total = [], [0], 0
    for ends in zip(*map(pairwise, cuts), strict=True):
        for flat, (a, b) in zip(flats, ends, strict=True):
            pieces.append(flat[a:b])
            total += b - a
            limits.append(total)
    return _concatenate(pieces or flats), limits


def take_few(values: Array, places: list[int]) -> Array | None:
    """Return the items at a few positions that are in bounds; a copy."""
    if type(values) is not _NDARRAY:
        return None
    if not places:  # an empty list has no dtype to count with
        return values[:0].copy()
    taken: Array = values.take(places, 0)
    return taken


def argsort_rows(values: Array, splits: Array, *, descending: bool) -> list[list[int]] | None:
    """Return the positions that sort each row, stable; None where there is NaN."""
    if not is_few(splits) or not is_short(values) or values.dtype.kind not in "biuf":
        return None
    items, limits = values.tolist(), splits.tolist()
    if limits != sorted(limits) or limits[0] != 0 or limits[-1] != len(items):
        return None
    if values.dtype.kind == "f" and any(v != v for v in items):
        return None
    return [
        sorted(range(a, b), key=items.__getitem__, reverse=descending) for a, b in pairwise(limits)
    ]


def take_ranges(
    values: Array, starts: list[int], lengths: list[int], step: int = 1
) -> Array | None:
    """Return ``values[start], values[start + step], ...`` for each row, end to end; a copy."""
    if not _joins_as_it_is(values):
        return None
    pieces = []
    for start, n in zip(starts, lengths, strict=True):
        if n > 0:
            stop = start + n * step
            pieces.append(values[start : stop if stop >= 0 else None : step])
    if not pieces:
        return values[:0].copy() if not any(lengths) else None
    joined: Array = _concatenate(pieces)
    return joined if joined.shape[0] == sum(lengths) else None


def _joins_as_it_is(values: Any) -> bool:
    """Whether `concatenate` keeps the dtype of these values."""
    return type(values) is _NDARRAY and values.dtype.isnative and values.dtype.kind != "V"


def sum_slots(values: Array, slots: list[int], n: int) -> Array | None:
    """Return the sum of the integers in each of ``n`` slots, in their dtype.

    None where a sum would wrap around, or there are many slots.
    """
    if n > _READ:
        return None
    sums = [0] * n
    for slot, number in zip(slots, values.tolist(), strict=True):
        sums[slot] += number
    try:
        array: Array = _fromiter(sums, values.dtype, n)
    except OverflowError:
        return None
    return array


def align_slots(slots: Array, splits: Array, n: int) -> tuple[list[int], Array] | None:
    """Align rows that share one of ``n`` slots at their starts.

    Return the splits of rows as long as the longest row of each slot, and the position of each
    value in these.
    """
    if not is_few(slots) or type(splits) is not _NDARRAY or n > FEW:
        return None
    if slots.shape[0] != splits.shape[0] - 1:
        return None
    rows = list(zip(slots.tolist(), pairwise(splits.tolist()), strict=True))
    longest = [0] * n
    for slot, (a, b) in rows:
        if not 0 <= a <= b or b - a > _READ:
            return None
        if b - a > longest[slot]:
            longest[slot] = b - a
    limits = lengths_to_limits(longest)
    places: list[int] = []
    for slot, (a, b) in rows:
        places += range(limits[slot], limits[slot] + b - a)
    return limits, integers(places, splits.dtype)


def pad_rows(values: Array, splits: Array, width: int) -> Array | None:
    """Return ``[nrows, width, ...]``: rows of at most ``width`` values, padded with zeros."""
    most = values.shape[0]
    out: Array = host_namespace.zeros((splits.shape[0] - 1, width, *values.shape[1:]), values.dtype)
    for row, (a, b) in enumerate(pairwise(splits.tolist())):
        if not 0 <= a <= b <= most or b - a > width:
            return None
        if a < b:
            out[row, : b - a] = values[a:b]
    return out


def arg_rows(ufunc: str, values: Array, splits: Array, empty: int | None) -> Any:
    """Return where in its row the first largest or smallest value is, ``int64[nrows]``.

    NaN counts as the largest and as the smallest. An empty row gives ``empty``; where that is
    None, it leaves all to others.
    """
    find = values.__class__.argmax if ufunc == "maximum" else values.__class__.argmin
    places: list[Any] = []
    most = values.shape[0]
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b <= most or (a == b and empty is None):
            return None
        places.append(find(values[a:b]) if a < b else empty)
    return integers(places, INT64)


def spans_of_runs(
    splits: Array, spans: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], list[int] | Array] | None:
    """Return which values lie in runs of rows ``(a, b)``, one span each, and what cuts them.

    That is a list of splits where the runs have few rows in all, else an array of lengths.
    """
    if splits.shape[0] > _LISTED:
        return _spans_of_many(splits, spans)
    at = splits.tolist()
    most, total = at[-1], 0
    values, cuts = [], [0]
    for a, b in spans:
        first, last = at[a], at[b]
        if not 0 <= first <= last <= most:
            return None
        values.append((first, last))
        shift, total = total - first, total + last - first
        if b - a == 1:
            cuts.append(total)
        else:
            cuts += [limit + shift for limit in at[a + 1 : b + 1]]
            if len(cuts) > 4 * FEW:
                return _spans_of_many(splits, spans)
    return values, cuts


def _spans_of_many(
    splits: Array, spans: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], Array] | None:
    """Return what `spans_of_runs` does where there are many rows."""
    values, most = [(splits.item(a), splits.item(b)) for a, b in spans], splits.item(-1)
    if not all(0 <= a <= b <= most for a, b in values):
        return None
    limits, starts = concatenate_runs(splits[1:], spans), concatenate_runs(splits, spans)
    return None if limits is None or starts is None else (values, limits - starts)


def slice_bounds(splits: Array, key: slice) -> tuple[list[int], list[int], int] | None:
    """Return where each row's slice starts among the values, how long it is, and the step."""
    starts, lengths = [], []
    step = 1
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b:
            return None
        first, last, step = key.indices(b - a)
        starts.append(a + first)
        lengths.append(len(range(first, last, step)))
    return starts, lengths, step
