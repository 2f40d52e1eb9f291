"""Moves and sorts compiled by numba, with the arguments of NumPy's forms in `gather` and others.

Each returns None where NumPy's form is to do the work: objects, wide items, numbers that point
outside.
"""

from __future__ import annotations

import math
from typing import Any

from raggedkit._kernels import moves
from raggedkit._kernels.numba import (
    covers,
    cuts,
    is_plain,
    is_shared,
    machine_code,
    read_only,
    run,
    share_range,
    splits_of,
)
from raggedkit._typing import Array
from raggedkit._xp import INT64, as_dtype, host_namespace

__all__ = [
    "choose",
    "compact",
    "interleave",
    "pad",
    "ranges",
    "sort_rows",
    "splits_of_kept",
    "take_ranges",
]

_BOOL = as_dtype("bool")


def _bits(array: Array) -> Array | None:
    """Return items as unsigned integers of their size, or as rows of such; None for objects."""
    dtype = array.dtype
    if dtype.kind not in "biufcmMSUV" or dtype.hasobject or not array.flags.c_contiguous:
        return None
    width = dtype.itemsize * math.prod(array.shape[1:])
    unit = next((n for n in (8, 4, 2, 1) if width and dtype.itemsize % n == 0), 0)
    if not unit or not array.shape[0] or array.ctypes.data % unit:
        return None
    units = array.reshape(array.shape[0], -1).view(f"u{unit}")
    return units[:, 0] if width == unit else units


def ranges(starts: Array, lengths: Array, step: int = 1) -> Array | None:
    """Return ``start, start + step, ...`` for each row, as `splits.ranges` does."""
    splits = splits_of(lengths)
    if splits is None or starts.shape != lengths.shape:
        return None
    out: Array = host_namespace.empty(int(splits[-1]), dtype=starts.dtype)
    run(moves.fill_ranges, splits, _flat(starts), step, out=out)
    return out


def _flat(numbers: Array) -> Array:
    """Return a vector whose items lie side by side."""
    return host_namespace.ascontiguousarray(numbers)


def take_ranges(values: Array, starts: Array, lengths: Array, step: int = 1) -> Array | None:
    """Return the values of ranges, end to end, as `gather.take_ranges` does."""
    bits = _bits(values)
    if bits is None or bits.ndim > 1:  # NumPy's take moves wide items faster
        return None
    splits = splits_of(lengths)
    if splits is None or not _reads_within(starts, lengths, step, values.shape[0]):
        return None
    out: Array = host_namespace.empty((int(splits[-1]), *values.shape[1:]), dtype=values.dtype)
    moved = _bits(out)
    if moved is None:
        return out if not out.shape[0] else None
    run(moves.copy_ranges, splits, _flat(starts), step, bits, out=moved)
    return out


def _reads_within(starts: Array, lengths: Array, step: int, nvals: int) -> bool:
    """Whether ranges stay within so many values; an empty one may start at either end of them."""
    if starts.shape != lengths.shape or not starts.shape[0] or abs(step) > nvals:
        return False
    last = starts + step * (lengths - 1)
    low, high = (starts, last) if step > 0 else (last, starts)
    return int(low.min()) >= 0 and int(high.max()) < nvals


def pad(
    values: Array,
    lengths: Array,
    width: int,
    fill: Any,
    dtype: Any = None,
    *,
    left: bool = False,
) -> Array | None:
    """Return rows laid out in a rectangle, as `gather.pad` does."""
    bits = _bits(values)
    if bits is None or values.ndim > 1 or bits.ndim > 1 or not width or not is_shared(values):
        return None
    if dtype is not None and as_dtype(dtype) != values.dtype:
        return None
    spare: Array = host_namespace.zeros(1, dtype=values.dtype)
    if fill is not None:
        spare[...] = fill
    out: Array = host_namespace.empty((lengths.shape[0], width), dtype=values.dtype)
    splits, between = splits_of(lengths), spare.view(bits.dtype)[0]
    if splits is None or int(splits[-1]) != values.shape[0] or lengths.max(initial=0) > width:
        return None
    run(moves.pad_rows, splits, bits, between, left, out=out.view(bits.dtype), items=out.size)
    return out


def choose(flags: Array, x: Array, y: Array) -> Array | None:
    """Return items of one array or the other, as `gather.choose` does."""
    if x.dtype.itemsize not in (1, 2, 4, 8) or not (x.dtype.isnative and flags.flags.c_contiguous):
        return None
    one, other = (_bits(a.reshape(-1)) if a.flags.c_contiguous else None for a in (x, y))
    if one is None or other is None:
        return None
    out: Array = host_namespace.empty(x.shape, dtype=x.dtype)
    chosen = _bits(out.reshape(-1))
    assert chosen is not None
    compiled = machine_code(moves.choose_items)
    frozen = [read_only(a) for a in (flags.reshape(-1), one, other)]
    share_range(lambda first, limit: compiled(first, limit, *frozen, chosen), x.size)
    return out


def compact(dense: Array, lengths: Array) -> Array | None:
    """Return the first items of each row of a rectangle, as `gather.compact` does."""
    bits = _bits(dense.reshape(-1)) if dense.ndim == 2 else None
    if bits is None or bits.ndim > 1:
        return None
    splits = splits_of(lengths)
    if (
        splits is None
        or lengths.shape[0] != dense.shape[0]
        or lengths.max(initial=0) > dense.shape[1]
    ):
        return None
    out: Array = host_namespace.empty(int(splits[-1]), dtype=dense.dtype)
    run(moves.compact_rows, splits, bits.reshape(dense.shape), out=out.view(bits.dtype))
    return out


def interleave(sources: list[Array], lengths: list[Array], dtype: Any) -> Array | None:
    """Return the rows of each source by turns, as `gather.interleave` does."""
    total = sum(source.shape[0] for source in sources)
    out: Array = host_namespace.empty(total, dtype=dtype)
    moved = _bits(out)
    parts = [_bits(source) for source in sources if source.ndim == 1 and source.dtype == dtype]
    if moved is None or moved.ndim > 1 or len(parts) < len(sources):
        return None
    cuts = [splits_of(some) for some in lengths]
    whole = splits_of(sum(lengths[1:], start=lengths[0]))
    if whole is None:
        return None
    starts = whole[:-1]
    for bits, source, some, splits in zip(parts, sources, lengths, cuts, strict=True):
        if splits is None or int(splits[-1]) != source.shape[0] or some.shape != starts.shape:
            return None
        if bits is not None:
            run(moves.place_rows, splits, starts, bits, out=moved)
            starts = starts + some
        elif source.shape[0]:  # something that can't be moved so
            return None
    return out


def splits_of_kept(kept: Array, splits: Array) -> Array | None:
    """Return the splits of what is left of rows, as `splits.splits_of_kept` does."""
    if kept.dtype != _BOOL or not kept.flags.c_contiguous or not cuts(splits, kept.shape[0]):
        return None
    counts: Array = host_namespace.empty(splits.shape[0] - 1, dtype=splits.dtype)
    run(moves.count_marked, splits, kept, out=counts)
    left: Array = host_namespace.empty(splits.shape[0], dtype=splits.dtype)
    left[0] = 0
    host_namespace.cumsum(counts, out=left[1:])
    return left


def sort_rows(
    values: Array, splits: Array, lengths: Array, *, descending: bool = False
) -> Array | None:
    """Return the values of each row in order, as `sort.sort_rows` does."""
    if descending or values.ndim > 1 or not is_plain(values, "iuf") or not is_shared(values):
        return None
    if not covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=values.dtype)
    run(moves.sort_rows, splits, values, INT64.type(0), out=out)
    return out
