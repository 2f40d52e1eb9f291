"""Rows that meet, aligned at their starts: which slot each value falls into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from raggedkit._kernels import few as _few
from raggedkit._kernels import segment as _segment
from raggedkit._kernels import spans as _spans
from raggedkit._kernels import splits as _splits
from raggedkit._typing import Array, DType
from raggedkit._xp import host_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition

__all__ = ["Spans", "are_in_order", "rows_together", "spans_together"]

_MANY = 1 << 18  # values from which it costs too much that each keeps the number of its slot


@dataclass(eq=False, slots=True)
class Spans:
    """Groups of rows that meet, each in slots of its own: no value keeps the number of its slot."""

    starts: Array  # the slot of the first value of each row; those of the others count up
    rows: RowPartition
    row_cut: Array  # cuts the rows into groups
    slot_cut: Array  # cuts the slots into groups

    def slots(self) -> Array:
        """Return the slot of each value."""
        return _splits.ranges(self.starts, self.rows._get_lengths())

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        """Return an item for each slot."""
        splits, cuts = self.rows._get_splits(), (self.row_cut, self.slot_cut)
        return _spans.reduce_spans(ufunc, values, splits, self.starts, *cuts, dtype)

    def met(self) -> Array:
        """Return how many values name each slot."""
        n = int(self.slot_cut[-1])
        return _spans.count_spans(self.starts, self.rows._get_lengths(), n)


def rows_together(
    parts: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Array, int, tuple[RowPartition, ...]]:
    """Let rows that name the same of ``n`` slots meet, aligned at their starts.

    Returns the slot of each value, how many slots that makes, and what cuts these.
    """
    cuts = []
    for part in parts:
        if slots.shape[0] != part._nrows:  # which validate=False lets pass
            rule = f"end at the number of rows inside, {part._nrows}"
            raise ValueError(broken_rule("row_splits", rule, slots.shape[0]))
        few = _few.rows_met(slots, part._get_splits(), n)
        if few is not None:
            cut, slots = RowPartition._of_limits(few[0], part._dtype), few[1]
            n = cut._nvals
            cuts.append(cut)
            continue
        cut, starts = _cut_together(part, slots, n)
        slots = _splits.ranges(starts, part._get_lengths())
        n = cut._nvals
        cuts.append(cut)
    return slots, n, tuple(cuts)


def _cut_together(part: RowPartition, slots: Array, n: int) -> tuple[RowPartition, Array]:
    """Return rows as long as the longest that names each slot, and where each row starts there."""
    lengths = part._get_lengths()
    longest = _segment.reduce_slots("maximum", lengths, slots, n, part._dtype)
    cut = RowPartition._of_lengths(part._xp.maximum(longest, 0))  # a slot may have no rows
    return cut, cut._get_splits()[:-1].take(slots)


def are_in_order(groups: RowPartition, inside: Sequence[RowPartition]) -> bool:
    """Whether values are many, and no partition is other than validate=False must not let pass."""
    rows = inside[-1]
    if rows._nvals <= _MANY or rows._xp is not host_namespace:
        return False
    if any(outer._nvals != part._nrows for outer, part in pairwise((groups, *inside))):
        return False
    every = (part._get_splits() for part in (groups, *inside))
    return all(not int(s[0]) and _splits.first_decrease(s) < 0 for s in every)


def spans_together(
    groups: RowPartition, inside: Sequence[RowPartition], slots: Array, n: int
) -> tuple[Spans, int, tuple[RowPartition, ...]]:
    """Do as `rows_together`, but don't make the slots of values."""
    slots, n, cuts = rows_together(inside[:-1], slots, n)
    rows = inside[-1]
    cut, starts = _cut_together(rows, slots, n)
    row_cut, slot_cut = groups._get_splits(), cuts[0]._get_splits() if cuts else cut._get_splits()
    for part in inside[:-1]:
        row_cut = part._get_splits().take(row_cut)
    for part in (*cuts, cut)[1:]:
        slot_cut = part._get_splits().take(slot_cut)
    return Spans(starts, rows, row_cut, slot_cut), cut._nvals, (*cuts, cut)
