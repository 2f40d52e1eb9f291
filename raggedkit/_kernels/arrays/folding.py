"""Any binary ufunc applied along rows: one result per row, or the running results of each row.

`segment` has the six operations that most reductions need, in faster forms. Here the ufunc itself
is the argument, and the values may have any dtype that it takes; they are in the host's memory.
``splits: int[nrows + 1]`` and ``lengths: int[nrows]`` cut axis 0 of ``values: [nvals, ...]``.
"""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.arrays.gather import compact, pad, take_ranges
from raggedkit._kernels.arrays.splits import alike_rows, ranges, row_blocks
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace, as_array

__all__ = ["fold_rows", "run_rows"]

# Ufuncs for which padding with 0 would warn, or would change the dtype.
_PADDED_WITH_ONE = {
    *("divide", "float_power", "floor_divide", "fmod", "multiply", "power", "remainder"),
    *("arctan2", "copysign"),
}


def fold_rows(
    function: Any,
    values: Array,
    splits: Array,
    lengths: Array,
    result: DType,
    empty: Any,
    dtype: DType | None = None,
) -> Array:
    """Return ``function.reduce`` of each row, ``result[nrows, ...]``; ``empty`` for empty rows.

    ``dtype`` is the argument of the ufunc's methods; None lets the ufunc choose.
    """
    xp = array_namespace(values)
    if result.kind == "T":  # reduceat refuses text of variable width
        return _fold_text(function, values, splits, lengths, result, empty)
    out: Array = xp.empty((lengths.shape[0], *values.shape[1:]), dtype=result)
    filled = lengths > 0
    if not bool(filled.all()):
        out[~filled] = empty
    starts = splits[:-1][filled]
    if starts.shape[0]:
        out[filled] = function.reduceat(values, starts, 0, dtype)
    return out


def _fold_text(
    function: Any, values: Array, splits: Array, lengths: Array, result: DType, empty: Any
) -> Array:
    """Return the reduction of rows of text, in rectangles of rows of similar length."""
    out: Array = array_namespace(values).full(
        (lengths.shape[0], *values.shape[1:]), empty, dtype=result
    )
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        if start == limit:
            continue
        part, local, some, target = values[start:limit], splits[a:b] - start, lengths[a:b], out[a:b]
        for rows in alike_rows(some):
            starts, counts = local.take(rows), some.take(rows)
            if function.__name__ == "add":
                text = take_ranges(part, starts, counts)
                laid_out = pad(text, counts, int(counts.max()), "", values.dtype)
            else:
                laid_out = _rectangle(function, part, starts, counts)
            target[rows] = function.reduce(laid_out, axis=1)
    return out


def run_rows(
    function: Any,
    values: Array,
    splits: Array,
    lengths: Array,
    result: DType,
    dtype: DType | None = None,
) -> Array:
    """Return ``function.accumulate`` of each row, ``result[nvals, ...]``.

    Rows of similar length form one rectangle, so the work grows with the number of values alone.
    """
    xp = array_namespace(values)
    out: Array = xp.empty(values.shape, dtype=result)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        if b - a == 1:
            out[start:limit] = function.accumulate(values[start:limit], 0, dtype)
            continue
        local, some = splits[a:b] - start, lengths[a:b]
        part, target = values[start:limit], out[start:limit]
        if not part.shape[0]:
            continue
        for rows in alike_rows(some):
            starts, counts = local.take(rows), some.take(rows)
            laid_out = _rectangle(function, part, starts, counts)
            run = function.accumulate(laid_out, 1, dtype)
            target[ranges(starts, counts)] = compact(run, counts)
    return out


def _rectangle(function: Any, values: Array, starts: Array, lengths: Array) -> Array:
    """Return rows padded to the longest of them with values that cannot warn."""
    xp, width = array_namespace(values), int(lengths.max())
    if values.dtype.kind in "OT":  # no padding value is safe: repeat the last value of each row
        at = xp.minimum(xp.arange(width), lengths[:, None] - 1) + starts[:, None]
        repeated: Array = values[at]
        return repeated
    harmless = 1 if function.__name__ in _PADDED_WITH_ONE else 0
    fill = as_array(harmless, xp).astype(values.dtype)
    return pad(take_ranges(values, starts, lengths), lengths, width, fill, values.dtype)
