"""Small forms of gathers: a few rows as Python slices and lists of positions.

Splits that decrease or reach outside give None: the forms of arrays raise the error.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

from raggedkit._kernels.limits import LISTED, READ
from raggedkit._typing import Array
from raggedkit._xp import host_namespace, int_array

__all__ = [
    "interleave",
    "keep",
    "positions_of_slices",
    "slice_rows",
    "take_nested_rows",
    "take_ranges",
    "take_rows",
    "take_turns",
]

_NUMBERS = list(range(1024))  # a slice of it costs less than a list of a range
_NDARRAY = host_namespace.ndarray
_concatenate = host_namespace.concatenate


def take_ranges(
    values: Array, starts: Array, lengths: Array, step: int = 1, splits: Array | None = None
) -> Array | None:
    """Return the values of ranges, end to end, as `gather.take_ranges` does."""
    if not _joins_as_it_is(values):
        return None
    pieces, total = [], 0
    for start, n in zip(starts.tolist(), lengths.tolist(), strict=True):
        if n > 0:
            stop, total = start + n * step, total + n
            pieces.append(values[start : stop if stop >= 0 else None : step])
        elif n:
            return None
    if not pieces:
        return values[:0].copy()
    joined: Array = _concatenate(pieces)
    return joined if joined.shape[0] == total else None


def _joins_as_it_is(values: Any) -> bool:
    """Whether `concatenate` keeps the dtype of these values."""
    return type(values) is _NDARRAY and values.dtype.isnative and values.dtype.kind != "V"


def take_rows(values: Array, splits: Array, rows: Array) -> tuple[Array, Array] | None:
    """Return rows, end to end, and their splits, as `gather.take_rows` does."""
    if rows.ndim != 1:
        return None
    found = _of_rows(splits, rows.tolist(), values.shape[0])
    return None if found is None else _taken(values, splits, found)


def take_nested_rows(
    values: Array, splits: list[Array], lengths: list[Array], rows: Array
) -> tuple[Array, list[Array]] | None:
    """Return rows of rows, and their splits at each level, as `gather.take_nested_rows` does."""
    if rows.ndim != 1:
        return None
    places, cuts = rows.tolist(), []
    for level, cut in enumerate(splits, 1):
        most = splits[level].shape[0] - 1 if level < len(splits) else values.shape[0]
        found = _of_rows(cut, places, most)
        if found is None:
            return None
        places = found[0]
        cuts.append(int_array(found[1], cut.dtype))
    taken = values.take(places, 0) if places else values[:0].copy()
    return taken, cuts


def slice_rows(values: Array, splits: Array, key: slice) -> tuple[Array, Array] | None:
    """Return the same slice of every row and the splits, as `gather.slice_rows` does."""
    found = _of_slices(splits, key, values.shape[0])
    return None if found is None else _taken(values, splits, found)


def positions_of_slices(splits: Array, key: slice) -> tuple[Array, Array] | None:
    """Return the positions of the same slice of every row, as `gather.positions_of_slices` does."""
    found = _of_slices(splits, key, splits.item(-1))
    return (
        None
        if found is None
        else (int_array(found[0], splits.dtype), int_array(found[1], splits.dtype))
    )


def keep(values: Array, kept: Array, splits: Array) -> tuple[Array, Array] | None:
    """Return the marked values and their splits, as `gather.keep` does."""
    flags = kept.tolist()
    before = list(accumulate(flags, initial=0))  # of ints: no flag stays one
    ends = splits.tolist()
    if ends[0] or not ends[-1] == len(flags) == values.shape[0] or ends != sorted(ends):
        return None
    places = [i for i, flag in enumerate(flags) if flag]
    return _taken(values, splits, (places, [before[end] for end in ends]))


_Found = tuple[list[int], list[int]]  # positions, and the splits that cut them into rows


def _taken(values: Array, splits: Array, found: _Found) -> tuple[Array, Array]:
    """Return the items at positions, and their splits."""
    places = found[0]
    # an empty list has no dtype to count with
    taken = values.take(places, 0) if places else values[:0].copy()
    return taken, int_array(found[1], splits.dtype)


def _of_rows(splits: Array, picked: list[int], most: int) -> _Found | None:
    """Return the positions of the items of rows, ``most`` items in all, and their splits.

    None for many items: then slices of memory are the faster way.
    """
    numbers = _NUMBERS if most <= len(_NUMBERS) else range(most)
    places: list[int] = []
    limits = [0]
    try:
        if splits.shape[0] <= LISTED:
            at: Any = splits.tolist()
        else:
            at = {j: splits.item(j) for i in picked for j in (i, i + 1)}
        for i in picked:
            a, b = at[i], at[i + 1]
            if not 0 <= a <= b <= most or b - a > READ or i < 0:
                return None
            places += numbers[a:b]
            limits.append(len(places))
    except IndexError:
        return None
    return (places, limits) if len(places) <= READ else None


def _of_slices(splits: Array, key: slice, most: int) -> _Found | None:
    """Return the positions of the same slice of every row, and their splits."""
    numbers = _NUMBERS if most <= len(_NUMBERS) else range(most)
    places: list[int] = []
    limits = [0]
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b <= most or b - a > READ:
            return None
        places += numbers[a:b][key]
        limits.append(len(places))
    return (places, limits) if len(places) <= READ else None


def interleave(
    sources: list[Array], splits: list[Array], starts: list[Array], dtype: Any
) -> Array | None:
    """Return the rows of all sources in turns, as `gather.interleave` does."""
    cuts = [cut.tolist() for cut in splits]
    for source, cut in zip(sources, cuts, strict=True):
        if source.dtype != dtype or cut[0] or cut[-1] != source.shape[0] or cut != sorted(cut):
            return None
    pieces = [
        source[a:b]
        for ends in zip(*map(pairwise, cuts), strict=True)
        for source, (a, b) in zip(sources, ends, strict=True)
    ]
    joined: Array = _concatenate(pieces or sources)
    return joined


def take_turns(sources: list[Array], splits: list[Array], dtype: Any) -> tuple[Array, Array] | None:
    """Return the rows of all sources in turns, and their splits, as `gather.take_turns` does."""
    cuts = [cut.tolist() for cut in splits]
    for source, cut in zip(sources, cuts, strict=True):
        if source.dtype != dtype or cut[0] or cut[-1] != source.shape[0] or cut != sorted(cut):
            return None
    pieces = [
        source[a:b]
        for ends in zip(*map(pairwise, cuts), strict=True)
        for source, (a, b) in zip(sources, ends, strict=True)
        if a < b
    ]
    joined: Array = _concatenate(pieces or [source[:0] for source in sources])
    rounds = list(map(sum, zip(*cuts, strict=True)))
    return joined, int_array(rounds, splits[0].dtype)
