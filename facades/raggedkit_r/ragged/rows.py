"""Rows of ragged lists: take, concatenate, replace their values, with masks and names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit.errors import broken_rule
from raggedkit.ragged import range as ragged_range
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.vector.convert import joined
from raggedkit_r.vector.names import taken_names
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import as_whole

__all__ = [
    "as_axis",
    "as_base",
    "drop_axis",
    "first_items",
    "kept_lengths",
    "names_of",
    "null_of",
    "over",
    "ragged_of",
    "ranges",
    "rows_end_to_end",
    "same_rows",
    "take_rows",
    "values_of",
    "with_row_names",
]

Names = tuple[str, ...] | None


def as_axis(axis: Any, rank: int) -> int:
    """Return the number of a ragged axis, from 1; ValueError if there is no such axis."""
    way_out = "1 is the rows of x, 2 the rows in these"
    number = as_whole(axis, "axis", way_out)
    if not 1 <= number <= rank:
        raise ValueError(broken_rule("axis", f"be from 1 to {rank}", number, way_out))
    return number


def as_base(base: Any) -> int:
    """Return the number of the first position, 0 or 1."""
    way_out = "positions count from 1 in R, from 0 in Python"
    number = as_whole(base, "base", way_out)
    if number not in (0, 1):
        raise ValueError(broken_rule("base", "be 1 or 0", number, way_out))
    return number


def ranges(starts: Array, lengths: Array) -> Array:
    """Return the positions ``start, ..., start + length - 1`` of all ranges, joined."""
    return np.asarray(ragged_range(starts, starts + lengths).flat_values)


def kept_lengths(kept: Array, part: RowPartition) -> Array:
    """Return how many values of each row are marked."""
    # Differences of running counts; np.add.reduceat is wrong for empty rows.
    before = np.append(0, np.cumsum(kept))
    return np.diff(before[part.row_splits()])


def values_of(x: RaggedList) -> Values:
    """Return the flat values of a ragged list with their attributes."""
    flat = x.tensor.flat_values
    return Values(flat, x.kind, x.na, x.levels, x.ordered, x.tz, x.units)


def ragged_of(
    partitions: Sequence[RowPartition],
    values: Values,
    null: Sequence[Array | None] = (),
    names: Sequence[Names] = (),
) -> RaggedList:
    """Return a ragged list from values and their partitions, the outermost first."""
    tensor = RaggedTensor(values.array, partitions)
    marks = (values.na, tuple(null), tuple(names))
    return RaggedList(tensor, values.kind, *marks, *values.attributes)


def over(x: RaggedList, values: Values, *, names: bool = True) -> RaggedList:
    """Return the same rows over other values."""
    return ragged_of(x.tensor.partitions, values, x.null, x.names if names else ())


def take_rows(x: RaggedList, at: Array) -> RaggedList:
    """Return the rows at 0-based positions, in that order; -1 gives a NULL row named ``<NA>``."""
    partitions, null, names = [], [], []
    for part, mask, labels in zip(x.tensor.partitions, null_of(x), names_of(x), strict=False):
        absent = at < 0
        names.append(taken_names(labels, at))
        # Without rows every position is -1, and an empty array cannot be indexed.
        if not len(part):
            lengths = starts = np.zeros(len(at), dtype=part.dtype)
            null.append(np.ones(len(at), dtype=bool))
        else:
            lengths = np.where(absent, 0, part.row_lengths()[at])
            starts = part.row_starts()[at]
            null.append(absent if mask is None else absent | mask[at])
        uniform = part.static_uniform_row_length
        partitions.append(_partition(lengths, None if absent.any() else uniform))
        # The items of these rows are the rows to take on the next axis.
        at = ranges(starts, lengths)
    names.append(taken_names(names_of(x)[-1], at))
    return ragged_of(partitions, values_of(x).take(at), null, names)


def _partition(lengths: Array, uniform: int | None) -> RowPartition:
    if uniform is None:
        return RowPartition.from_row_lengths(lengths)
    return RowPartition.from_uniform_row_length(uniform, nrows=len(lengths), nvals=None)


def null_of(x: RaggedList) -> tuple[Array | None, ...]:
    """Return the mask of NULL rows of each ragged axis, None for an axis without one."""
    return x.null or (None,) * x.tensor.ragged_rank


def names_of(x: RaggedList) -> tuple[Names, ...]:
    """Return the names of the rows of each ragged axis and of the values, None for unnamed ones."""
    return x.names or (None,) * (x.tensor.ragged_rank + 1)


def with_row_names(x: RaggedList, names: Names) -> RaggedList:
    """Return the same rows with other names."""
    return ragged_of(x.tensor.partitions, values_of(x), null_of(x), [names, *names_of(x)[1:]])


def rows_end_to_end(parts: Sequence[RaggedList]) -> RaggedList:
    """Return the rows of all, one after the other, in their common kind.

    Raises
    ------
    ValueError
        If one has more ragged axes, or other inner dimensions, than another.
    """
    first = parts[0]
    if len(parts) == 1:
        return first
    depth, inner = first.tensor.ragged_rank, first.tensor.flat_values.shape[1:]
    for i, part in enumerate(parts[1:], start=1):
        found = (part.tensor.ragged_rank, part.tensor.flat_values.shape[1:])
        if found != (depth, inner):
            rule = f"have {depth} ragged axes and inner dimensions {inner} as the first has"
            raise ValueError(broken_rule(f"item {i}", rule, found))
    axes = zip(*(part.tensor.partitions for part in parts), strict=True)
    masks = zip(*map(null_of, parts), strict=True)
    labels = zip(*map(names_of, parts), strict=True)
    counts = [[*map(len, p.tensor.partitions), len(p.tensor.flat_values)] for p in parts]
    return ragged_of(
        [_joined_partition(axis) for axis in axes],
        joined([values_of(part) for part in parts]),
        [_joined_mask(mask, n) for mask, n in zip(masks, zip(*counts, strict=True), strict=False)],
        [
            _joined_names(names, n)
            for names, n in zip(labels, zip(*counts, strict=True), strict=True)
        ],
    )


def _joined_partition(parts: Sequence[RowPartition]) -> RowPartition:
    uniform = {part.static_uniform_row_length for part in parts}
    lengths = np.concatenate([part.row_lengths() for part in parts])
    return _partition(lengths, uniform.pop() if len(uniform) == 1 else None)


def _joined_mask(masks: Sequence[Array | None], counts: Sequence[int]) -> Array | None:
    if all(mask is None for mask in masks):
        return None
    full = (
        np.zeros(n, dtype=bool) if mask is None else mask
        for mask, n in zip(masks, counts, strict=True)
    )
    return np.concatenate(list(full))


def _joined_names(names: Sequence[Names], counts: Sequence[int]) -> Names:
    if all(labels is None for labels in names):
        return None
    full = (
        ("",) * n if labels is None else labels for labels, n in zip(names, counts, strict=True)
    )
    return tuple(chain.from_iterable(full))


def first_items(
    x: RaggedList, most: int, marks: Sequence[Array | None]
) -> tuple[RaggedList, list[Array | None]]:
    """Return the first items of each row of each axis, and marks of all rows for those kept."""
    null: list[Array | None] = []
    kept: list[Array | None] = []
    partitions, names = [], []
    at = np.arange(x.tensor.nrows().item())
    labels = names_of(x)
    for i, part in enumerate(x.tensor.partitions):
        # A display of a long list costs the shown items only, not all values.
        lengths = np.minimum(part.row_lengths()[at], most)
        for found, marked in ((null, null_of(x)[i]), (kept, marks[i])):
            found.append(None if marked is None else marked[at])
        names.append(taken_names(labels[i], at))
        partitions.append(RowPartition.from_row_lengths(lengths))
        at = ranges(part.row_starts()[at], lengths)
    names.append(taken_names(labels[-1], at))
    return ragged_of(partitions, values_of(x).take(at), null, names), kept


def drop_axis(x: RaggedList) -> RaggedList:
    """Return the rows of the second axis without the first; there must be two ragged axes."""
    return ragged_of(x.tensor.partitions[1:], values_of(x), null_of(x)[1:], names_of(x)[1:])


def same_rows(a: RaggedList, b: RaggedList) -> bool:
    """Whether two ragged lists have the same row splits."""
    pairs: Any = zip(a.tensor.nested_row_splits, b.tensor.nested_row_splits, strict=False)
    return a.tensor.ragged_rank == b.tensor.ragged_rank and all(
        np.array_equal(one, other) for one, other in pairs
    )
