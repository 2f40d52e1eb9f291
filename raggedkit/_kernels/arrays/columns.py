"""Reduce what stands at one place of many rows, in blocks: no value keeps a number of its place.

``splits: int[nrows + 1]``, ``lengths: int[nrows]`` cut ``values: [nvals, ...]``, which the host
holds. NaN and infinity stay in their column.
"""

from __future__ import annotations

from collections.abc import Iterator

from raggedkit._caller import REFUSED
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays.splits import offsets_in_rows, row_blocks
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace, host_namespace

__all__ = ["reduce_columns", "square_columns"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`

_BLOCK = 1 << 17  # values per block, so that their places stay in the cache


def _blocks(splits: Array, lengths: Array) -> Iterator[tuple[int, int, Array]]:
    """Return runs of whole rows, first value and limit, and the place of each value in its row."""
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        yield start, limit, offsets_in_rows(splits[a : b + 1] - splits[a], lengths[a:b])


def reduce_columns(
    ufunc: str, values: Array, splits: Array, lengths: Array, n: int, dtype: DType
) -> Array:
    """Return one item for each of ``n`` places in rows, ``[n, ...]``; the host's values only.

    As `reduce_slots` with the place of each value as its slot, none of which outlives its block.
    """
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
    """Return for each place in rows the sum of squared distances from its mean, ``[n, ...]``."""
    xp = array_namespace(values)
    out: Array = xp.zeros(means.shape, dtype=means.real.dtype)
    for start, limit, places in _blocks(splits, lengths):
        width = int(places.max(initial=-1)) + 1
        apart = _segment.squares(values[start:limit] - means.take(places, axis=0))
        out[:width] += _segment.reduce_slots("add", apart, places, width, out.dtype)
    return out
