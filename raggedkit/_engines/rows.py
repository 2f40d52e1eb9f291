"""Row gathers: whole rows taken by position, at every depth."""

from __future__ import annotations

from itertools import chain

from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.small import rows as _few
from raggedkit._typing import Array
from raggedkit._xp import host_namespace
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = ["kept_few", "take_rows", "taken_few", "taken_rows", "taken_runs"]


def take_rows(rt: RaggedTensor, rows: Array) -> RaggedTensor:
    """Return these rows, ``int[n]``, trusted to be in range, in this order."""
    flat, parts = taken_rows(rt._flat, rt._parts, rows)
    return RaggedTensor._make(flat, parts)


def taken_rows(
    flat: Array, parts: tuple[RowPartition, ...], rows: Array
) -> tuple[Array, tuple[RowPartition, ...]]:
    """Return what ``rows`` picks of the outermost of these partitions, all the way down."""
    if _few.is_few(rows):
        taken = taken_few(flat, parts, rows.tolist())
        if taken is not None:
            return taken
    kept = []
    for i, p in enumerate(parts):
        starts, lengths, cut = _splits.spans_of_rows(p._get_splits(), p._get_lengths(), rows)
        if p._uniform is not None:
            kept.append(RowPartition._of_uniform(p._uniform, rows.shape[0], p._dtype, p._xp))
        else:
            kept.append(RowPartition._of_splits(cut, lengths=lengths))
        if i + 1 == len(parts):
            taken_flat = _gather.take_ranges(flat, starts, lengths, splits=cut)
            return taken_flat, of_one_dtype(tuple(kept))
        rows = _splits.ranges(starts, lengths)
    return _gather.take(flat, rows), tuple(kept)


def taken_few(
    flat: Array, parts: tuple[RowPartition, ...], rows: list[int]
) -> tuple[Array, tuple[RowPartition, ...]] | None:
    """Return what a few rows pick, as `taken_rows` does; None if it is to, or a row isn't there.

    None of them may be negative.
    """
    if parts[0]._xp is not host_namespace:
        return None
    kept, at = [], rows
    for p in parts:
        if p._uniform is not None:
            break
        found = _few.positions_of_rows(p._get_splits(), at, p._nvals)
        if found is None:
            break
        at, limits = found
        kept.append(RowPartition._of_limits(limits, p._dtype))
    else:
        taken = _few.take_few(flat, at) if p._nvals <= flat.shape[0] else None
        if taken is not None:
            return taken, of_one_dtype(tuple(kept))
    if not rows or max(rows) >= parts[0]._nrows:
        return None
    return taken_runs(flat, parts, [(i, i + 1) for i in rows], len(rows))


def kept_few(flat: Array, flags: Array, splits: Array) -> tuple[Array, RowPartition] | None:
    """Return the few values that flags mark, and what cuts them once the others are gone.

    Return None if another form must do it.
    """
    if not _few.is_short(flags) or not _few.is_few(splits) or len(flat) != len(flags):
        return None
    found = _few.marked_positions(flags, splits)
    taken = None if found is None else _few.take_few(flat, found[0])
    if found is None or taken is None:
        return None
    return taken, RowPartition._of_limits(found[1], splits.dtype)


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
        spans, cuts = found
        if not isinstance(cuts, list):
            kept.append(RowPartition._of_lengths(cuts))
        else:
            kept.append(RowPartition._of_limits(cuts, p._dtype))
        count = kept[-1]._nvals
    if count <= _few.FEW:
        taken = _few.take_few(flat, list(chain.from_iterable([range(a, b) for a, b in spans])))
    else:
        taken = _few.concatenate_runs(flat, spans)
    return None if taken is None or taken.shape[0] != count else (taken, of_one_dtype(tuple(kept)))
