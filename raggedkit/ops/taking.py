"""Whole rows, taken by their numbers, all the way down to the values."""

from __future__ import annotations

from raggedkit._kernels import few as _few
from raggedkit._kernels import gather as _gather
from raggedkit._kernels import splits as _splits
from raggedkit._typing import Array
from raggedkit.encodings import LARGEST
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["take_rows", "taken_rows", "taken_runs"]


def take_rows(rt: RaggedTensor, rows: Array) -> RaggedTensor:
    """Return these rows, ``int[n]``, trusted to be in range, in this order."""
    flat, parts = taken_rows(rt._flat, rt._parts, rows)
    return RaggedTensor._make(flat, parts)


def taken_rows(
    flat: Array, parts: tuple[RowPartition, ...], rows: Array
) -> tuple[Array, tuple[RowPartition, ...]]:
    """Return what ``rows`` picks of the outermost of these partitions, all the way down."""
    if _few.is_few(rows):
        at = rows.tolist()
        if len(parts) == 1 and parts[0]._uniform is None:
            part = parts[0]
            alone = _few.rows_alone(flat, part._get_splits(), at)
            if alone is not None and alone[0].shape[0] <= LARGEST[part._dtype]:
                return alone[0], (RowPartition._of_few(alone[1], part._dtype),)
        taken = taken_runs(flat, parts, [(i, i + 1) for i in at], len(at))
        if taken is not None:
            return taken
    kept = []
    for i, p in enumerate(parts):
        starts, lengths = p._get_splits()[:-1].take(rows), p._get_lengths().take(rows)
        if p._uniform is not None:
            kept.append(RowPartition._of_uniform(p._uniform, rows.shape[0], p._dtype, p._xp))
        else:
            kept.append(RowPartition._of_lengths(lengths))
        if i + 1 == len(parts):
            return _gather.take_ranges(flat, starts, lengths), tuple(kept)
        rows = _splits.ranges(starts, lengths)
    return _gather.take(flat, rows), tuple(kept)


def taken_runs(
    flat: Array, parts: tuple[RowPartition, ...], spans: list[tuple[int, int]], count: int
) -> tuple[Array, tuple[RowPartition, ...]] | None:
    """Return what runs of ``count`` rows in all pick, as `taken_rows` does; None if it is to."""
    kept = []
    for p in parts:
        if p._uniform is not None:
            kept.append(RowPartition._of_uniform(p._uniform, count, p._dtype, p._xp))
            spans = [(a * p._uniform, b * p._uniform) for a, b in spans]
            count *= p._uniform
            continue
        found = _few.spans_of_runs(p._get_splits(), spans)
        if found is None:
            return None
        spans, lengths = found
        if not isinstance(lengths, list):
            kept.append(RowPartition._of_lengths(lengths))
        elif sum(lengths) > LARGEST[p._dtype]:
            return None
        else:
            kept.append(RowPartition._of_few(lengths, p._dtype))
        count = kept[-1]._nvals
    taken = _few.runs(flat, spans)
    return None if taken is None or taken.shape[0] != count else (taken, tuple(kept))
