"""Reduce rows that meet in groups, aligned at their starts; no value keeps the number of its slot.

``splits: int[nrows + 1]`` cuts ``values: [nvals, ...]`` into rows. The values of row ``i`` fall
into the slots ``starts[i]``, ``starts[i] + 1`` and so on. Rows lie in groups, which ``row_cut:
int[ngroups + 1]`` cuts, and those of a group name none but its own slots, which ``slot_cut:
int[ngroups + 1]`` cuts. The host's arrays only.
"""

from __future__ import annotations

from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays.splits import repeat, row_blocks
from raggedkit._kernels.dispatch import accelerated
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace

__all__ = ["count_spans", "reduce_spans"]

_BLOCK = 1 << 17  # values per block of groups, so that their slots stay in the cache


@accelerated(1)
def reduce_spans(
    ufunc: str,
    values: Array,
    splits: Array,
    starts: Array,
    row_cut: Array,
    slot_cut: Array,
    dtype: DType,
) -> Array:
    """Return one item for each slot, ``[nslots, ...]``, as `segment.reduce_slots` does."""
    xp, n = array_namespace(values), int(slot_cut[-1])
    value_cut, lengths = splits.take(row_cut), splits[1:] - splits[:-1]
    out: Array = xp.empty((n, *values.shape[1:]), dtype=dtype)
    places = starts[:0]  # 0, 1, 2 and so on
    for a, b in row_blocks(value_cut, _BLOCK, 2 * _BLOCK):
        rows = slice(int(row_cut[a]), int(row_cut[b]))
        first, limit = int(slot_cut[a]), int(slot_cut[b])
        start, stop = int(value_cut[a]), int(value_cut[b])
        if stop - start > places.shape[0]:
            places = xp.arange(stop - start, dtype=starts.dtype)
        slots = repeat(starts[rows] - splits[:-1][rows] + (start - first), lengths[rows])
        slots += places[: stop - start]
        some = values[start:stop]
        out[first:limit] = _segment.reduce_slots(ufunc, some, slots, limit - first, dtype)
    return out


def count_spans(starts: Array, lengths: Array, n: int) -> Array:
    """Return how many values fall into each of ``n`` slots, ``int64[n]``."""
    xp = array_namespace(starts)
    reach: Array = xp.bincount(starts, minlength=n + 1)  # one row more from here on
    xp.subtract.at(reach, starts + lengths, 1)
    return xp.cumsum(reach, out=reach)[:n]  # type: ignore[no-any-return]  # xp is Any
