"""Rows reduced by halves: CuPy has no reduceat that leaves NaN in its row."""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.arrays.splits import lengths_to_splits, ranges
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace

__all__ = ["by_halves"]


def by_halves(
    ufunc: str, values: Array, splits: Array, lengths: Array, empty: Any, dtype: DType
) -> Array:
    """Return one item for each row, ``[nrows, ...]``, ``empty`` of an empty one.

    Neighbours are reduced two by two until one is left: as many passes as the longest row has bits.
    """
    xp = array_namespace(values)
    function = getattr(xp, ufunc)
    out = xp.full((lengths.shape[0], *values.shape[1:]), empty, dtype=dtype)
    if not values.shape[0]:
        return out  # type: ignore[no-any-return]  # xp is Any
    filled = xp.flatnonzero(lengths > 0)
    starts, lengths = splits.take(filled), lengths.take(filled)
    values = values.astype(dtype, copy=False)
    for _ in range(int(lengths.max() - 1).bit_length()):
        pairs, halves = lengths // 2, (lengths + 1) // 2
        merged = values.take(ranges(starts, halves, 2), axis=0)
        others = values.take(ranges(starts + 1, pairs, 2), axis=0)
        starts = lengths_to_splits(halves)[:-1]
        at = ranges(starts, pairs)
        merged[at] = function(merged.take(at, axis=0), others)
        values, lengths = merged, halves
    out[filled] = values.take(starts, axis=0)
    return out  # type: ignore[no-any-return]  # xp is Any
