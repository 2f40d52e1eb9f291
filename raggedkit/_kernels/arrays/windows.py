"""Extremes of short rows from the extremes of overlapping windows, a few passes for all rows.

Windows of 1, 2, 4, 8, ... values begin at each position. A row is the union of two windows of the
largest size that fits: one at its start and one at its end. Values in both do not change an
extreme.
"""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.arrays.splits import row_blocks
from raggedkit._kernels.limits import SMALL_BLOCK as _BLOCK
from raggedkit._kernels.limits import WINDOWED as _LONG
from raggedkit._typing import Array
from raggedkit._xp import array_namespace

__all__ = ["extreme_rows"]


def extreme_rows(
    ufunc: str, values: Array, splits: Array, lengths: Array, empty: Any
) -> Array | None:
    """Return the largest (``maximum``) or smallest value of each row; None if rows are long.

    ``values: [nvals]``, in the host's memory. NaN counts as both; an empty row gives ``empty``.
    """
    xp = array_namespace(values)
    longest = int(lengths.max(initial=0))
    if longest >= _LONG:
        return None
    function = getattr(xp, ufunc)
    out: Array = xp.empty(lengths.shape[0], dtype=values.dtype)
    level = xp.asarray([max(n.bit_length() - 1, 0) for n in range(longest + 1)])
    reach = 1 << level
    size = min(values.shape[0], _BLOCK)
    table = xp.empty((int(level[-1]) + 1) * size, dtype=values.dtype)
    for a, b in row_blocks(splits, _BLOCK, _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        n = limit - start
        if not 0 < n <= size:
            continue
        _fill(function, values[start:limit], table)
        at = (level * n - start).take(lengths[a:b], mode="clip")
        at += splits[a:b]
        first = table.take(at, mode="clip")
        at = (level * n - start - reach).take(lengths[a:b], mode="clip")
        at += splits[a + 1 : b + 1]
        function(first, table.take(at, mode="clip"), out=out[a:b])
    is_empty = lengths <= 0
    if bool(is_empty.any()):
        out[is_empty] = empty
    return out


def _fill(function: Any, values: Array, table: Array) -> None:
    """Write the extremes of all windows of 1, of 2, of 4 ... one after the other."""
    n, half = values.shape[0], 1
    table[:n] = values
    for start in range(n, table.shape[0] - n + 1, n):
        count = n - 2 * half + 1
        if count <= 0:
            return
        before = table[start - n : start]
        function(before[:count], before[half : half + count], out=table[start : start + count])
        half *= 2
