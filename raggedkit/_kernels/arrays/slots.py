"""Reductions into slots that many rows share, block by block, without a slot number per value.

`reduce_columns` and `square_columns` reduce the columns of rows: slot ``j`` gets the value at
position ``j`` of each row. `reduce_spans` reduces rows in groups: the values of row ``i`` go to
the slots ``starts[i]``, ``starts[i] + 1`` and so on. ``splits: int[nrows + 1]`` cuts ``values:
[nvals, ...]`` into rows, ``row_cut: int[ngroups + 1]`` cuts rows into groups, and ``slot_cut:
int[ngroups + 1]`` cuts the slots: a group uses its own ones only. Host arrays only. NaN and
infinity stay in their slot.
"""

from __future__ import annotations

from collections.abc import Iterator

from raggedkit._caller import REFUSED
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays.splits import (
    lengths_to_splits,
    offsets_in_rows,
    ranges,
    repeat,
    row_blocks,
)
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._kernels.limits import FEW
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace, host_namespace

__all__ = [
    "align_slots",
    "align_starts",
    "count_spans",
    "reduce_columns",
    "reduce_spans",
    "square_columns",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


def _blocks(splits: Array, lengths: Array) -> Iterator[tuple[int, int, Array]]:
    """Return runs of whole rows: first value, limit, and the position of each value in its row."""
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        yield start, limit, offsets_in_rows(splits[a : b + 1] - splits[a], lengths[a:b])


def reduce_columns(
    ufunc: str, values: Array, splits: Array, lengths: Array, n: int, dtype: DType
) -> Array:
    """Return one item per column, ``[n, ...]``: `reduce_slots` with positions in rows as slots."""
    xp = array_namespace(values)
    wide = _segment.wider(dtype) if ufunc == "add" else dtype
    out: Array = xp.full((n, *values.shape[1:]), _segment.identity(ufunc, wide), dtype=wide)
    function = getattr(xp, ufunc)
    for start, limit, places in _blocks(splits, lengths):
        width = int(places.max(initial=-1)) + 1
        part = _segment.reduce_slots(ufunc, values[start:limit], places, width, wide)
        with host_namespace.errstate(invalid="ignore"):
            function(out[:width], part, out=out[:width])
    return out.astype(dtype, copy=False)


def square_columns(values: Array, means: Array, splits: Array, lengths: Array) -> Array:
    """Return the sum of squared distances from the mean of each column, ``[n, ...]``."""
    xp = array_namespace(values)
    out: Array = xp.zeros(means.shape, dtype=means.real.dtype)
    for start, limit, places in _blocks(splits, lengths):
        width = int(places.max(initial=-1)) + 1
        apart = _segment.squares(values[start:limit] - means.take(places, axis=0))
        out[:width] += _segment.reduce_slots("add", apart, places, width, out.dtype)
    return out


@dispatched(compiled=1)
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


def align_starts(slots: Array, lengths: Array, n: int) -> tuple[Array, Array]:
    """Return the splits of rows as long as the longest row of each of ``n`` slots.

    Second result: the start of each row in these.
    """
    xp = array_namespace(lengths)
    most = _segment.reduce_slots("maximum", lengths, slots, n, lengths.dtype)
    splits = lengths_to_splits(xp.maximum(most, 0))  # a slot may have no rows
    return splits, splits[:-1].take(slots)


@dispatched(small={0: FEW, 1: FEW})
def align_slots(slots: Array, splits: Array, lengths: Array, n: int) -> tuple[Array, Array]:
    """Align rows that share one of ``n`` slots at their starts.

    Return the splits of rows as long as the longest row of each slot, and the position of each
    value in these.
    """
    cut, starts = align_starts(slots, lengths, n)
    return cut, ranges(starts, lengths)


def count_spans(starts: Array, lengths: Array, n: int) -> Array:
    """Return the number of values in each of ``n`` slots, ``int64[n]``."""
    xp = array_namespace(starts)
    reach: Array = xp.bincount(starts, minlength=n + 1)  # one row more from here on
    xp.subtract.at(reach, starts + lengths, 1)
    return xp.cumsum(reach, out=reach)[:n]  # type: ignore[no-any-return]  # xp is Any
