"""Few rows in the host's memory: Python's own integers and slices cost less than NumPy's calls.

Rows are told by lists of ints. A function returns None for what it leaves to the forms that take
arrays: rows that decrease or reach outside, as those that nobody validated may.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, host_namespace

__all__ = [
    "FEW",
    "integers",
    "is_few",
    "is_short",
    "is_vector",
    "limits_of",
    "places_in_rows",
    "rows_alone",
    "rows_of_slices",
    "runs",
    "slice_bounds",
    "spans_of_runs",
    "within",
]

FEW = 16  # rows up to which a list of them is worth a Python loop
_READ = 64  # numbers that are looked at one by one sooner than all at once
_LISTED = 256  # splits that cost less to turn into a list than to ask for one by one
_NDARRAY = host_namespace.ndarray
_concatenate = host_namespace.concatenate


def is_few(rows: Any) -> bool:
    """Whether these are few rows: a short array that the host holds."""
    return type(rows) is _NDARRAY and rows.ndim == 1 and rows.shape[0] <= FEW


def is_short(numbers: Any) -> bool:
    """Whether this is a vector so short, and the host's, that its items are soon looked at."""
    return type(numbers) is _NDARRAY and numbers.ndim == 1 and numbers.shape[0] <= _READ


def is_vector(values: Any) -> bool:
    """Whether these are plain values that the host holds."""
    return type(values) is _NDARRAY and values.ndim == 1


def within(numbers: Any, limit: int) -> bool:
    """Whether these are few integers of a vector, none negative and all below ``limit``."""
    if not is_short(numbers):
        return False
    items = numbers.tolist()
    return not items or (min(items) >= 0 and max(items) < limit)


def integers(numbers: list[int], dtype: DType) -> Array:
    """Return a list of ints as an array."""
    array: Array = host_namespace.array(numbers, dtype=dtype)
    return array


def limits_of(lengths: list[int]) -> list[int]:
    """Return row splits of these row lengths."""
    return list(accumulate(lengths, initial=0))


def runs(values: Array, spans: list[tuple[int, int]]) -> Array | None:
    """Return ``values[a:b]`` for each span ``(a, b)``, end to end; a copy."""
    if not spans or not _joins_as_it_is(values):
        return None
    joined: Array = _concatenate([values[a:b] for a, b in spans])
    return joined


def rows_alone(values: Array, splits: Array, rows: list[int]) -> tuple[Array, list[int]] | None:
    """Return the values of these rows, end to end, and how many each has; a copy."""
    if not rows or not _joins_as_it_is(values):
        return None
    nrows = splits.shape[0] - 1
    at: Any = splits.tolist().__getitem__ if nrows < _LISTED else splits.item
    most = values.shape[0]
    pieces, lengths = [], []
    for i in rows:
        a, b = at(i), at(i + 1)
        if not 0 <= a <= b <= most:
            return None
        pieces.append(values[a:b])
        lengths.append(b - a)
    return _concatenate(pieces), lengths


def rows_of_slices(
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
    """Whether NumPy joins pieces of these values without a change of dtype."""
    return type(values) is _NDARRAY and values.dtype.isnative and values.dtype.kind != "V"


def places_in_rows(ufunc: str, values: Array, splits: Array, empty: int | None) -> Any:
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
    """Return which values lie in runs of rows ``(a, b)``, one span each, and the rows' lengths.

    The lengths are a list where the runs have few rows in all, else an array.
    """
    nrows = splits.shape[0] - 1
    if nrows < _LISTED:
        at: Any = splits.tolist().__getitem__
    else:
        at = splits.item
    values = [(at(a), at(b)) for a, b in spans]
    most = at(nrows)
    for a, b in values:
        if not 0 <= a <= b <= most:
            return None
    rows = [b - a for a, b in spans]
    count = sum(rows)
    if count == len(spans) == rows.count(1):
        return values, [b - a for a, b in values]
    if count <= 4 * FEW:
        return values, [at(i + 1) - at(i) for a, b in spans for i in range(a, b)]
    limits, starts = runs(splits[1:], spans), runs(splits, spans)
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
