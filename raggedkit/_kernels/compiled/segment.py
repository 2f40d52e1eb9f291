"""Reductions and scans compiled by numba, with the signatures of NumPy's forms in `segment`.

Each returns None for input that NumPy's form must handle: other dtypes, arrays that are not
contiguous, splits that reach outside.
"""

from __future__ import annotations

import math
from typing import Any

from raggedkit._kernels import limits
from raggedkit._kernels.arrays.segment import identity
from raggedkit._kernels.arrays.splits import row_blocks
from raggedkit._kernels.compiled import lane_loops, loops
from raggedkit._kernels.compiled.bridge import (
    covers,
    cuts,
    is_plain,
    machine_code,
    run,
    share,
    usable,
)
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, as_dtype, host_namespace

__all__ = [
    "arg_rows",
    "reduce_rows",
    "reduce_runs",
    "reduce_slots",
    "reduce_spans",
    "scan_rows",
    "softmax_rows",
    "square_rows",
]

_SHORT = limits.SHORT_COMPILED
_BLOCK = limits.SMALL_BLOCK

_FLOAT64 = as_dtype("float64")
_BOOL = as_dtype("bool")
# Sums have the widest type of their kind and are cast at the end.
_SUMMED = {"i": "int64", "b": "int64", "u": "uint64", "f": "float64"}

_LOOP_OF = {
    "add": lane_loops.sum_rows,
    "multiply": lane_loops.multiply_rows,
    "maximum": lane_loops.max_rows,
    "minimum": lane_loops.min_rows,
    "logical_or": lane_loops.any_rows,
    "logical_and": lane_loops.all_rows,
}
_WIDE_LOOP_OF = {
    "add": loops.sum_rows_wide,
    "multiply": loops.multiply_rows_wide,
    "maximum": loops.max_rows_wide,
    "minimum": loops.min_rows_wide,
}
_SPAN_LOOP_OF = {
    "add": loops.sum_spans,
    "maximum": loops.max_spans,
    "minimum": loops.min_spans,
}


def reduce_rows(
    ufunc: str,
    values: Array,
    splits: Array,
    lengths: Array,
    dtype: DType,
    rowids: Array | None = None,
    filled: Any = None,
) -> Array | None:
    """Return one item for each row, as `segment.reduce_rows` does."""
    if not is_plain(values) or not _is_result(dtype) or not _adds_up(values.dtype, dtype):
        return None
    if not cuts(splits, values.shape[0]):
        return None
    extreme = ufunc in ("maximum", "minimum")
    # The loops for extremes copy values, so a result of another dtype is not theirs.
    if extreme and (values.dtype != dtype or dtype.kind not in "iuf"):
        return None
    if values.ndim > 1:
        return _reduce_wide(ufunc, values, splits, dtype)
    if values.shape[0] < _SHORT * lengths.shape[0] and dtype.kind in "biu":
        if ufunc in ("add", "logical_or", "logical_and"):
            return None  # one running sum of all values costs less than a few instructions per row
    out: Array = host_namespace.empty(splits.shape[0] - 1, dtype=dtype)
    loop = _LOOP_OF[ufunc]
    if extreme:
        run(loop, splits, values, _outermost(ufunc, dtype), out=out)
    elif ufunc in ("logical_or", "logical_and"):
        if dtype != _BOOL:
            return None
        run(loop, splits, values, 0, out=out)
    elif ufunc == "add" and values.dtype == _BOOL:
        run(lane_loops.count_rows, splits, values, 0, out=out)
    elif dtype.kind == "f" and dtype.itemsize == 8 and ufunc == "add":
        # float32 is summed in float64. float64 has no wider type, so its rounding errors are
        # compensated.
        run(lane_loops.sum_rows_with_rest, splits, values, _FLOAT64.type(0), out=out)
    elif dtype.kind in _SUMMED:
        with host_namespace.errstate(over="ignore"):
            run(loop, splits, values, _wide_zero(dtype), out=out)
    return out


def _is_result(dtype: DType) -> bool:
    return dtype.kind in "biu" or (dtype.kind == "f" and dtype.itemsize in (4, 8))


def _adds_up(one: DType, total: DType) -> bool:
    """Whether numba sums in the dtype of the result: signed plus unsigned become floats."""
    if total.kind == "u":
        return one.kind in "ub"
    return total.kind != "i" or one.kind in "ib" or (one.kind == "u" and one.itemsize < 8)


def _wide_zero(dtype: DType) -> Any:
    return as_dtype(_SUMMED[dtype.kind]).type(0)


def _outermost(ufunc: str, dtype: DType) -> Any:
    """Return the start value of a loop for extremes, in the dtype: the lowest or highest value."""
    return dtype.type(identity(ufunc, dtype))


def _reduce_wide(ufunc: str, values: Array, splits: Array, dtype: DType) -> Array | None:
    """Reduce values of several numbers, of any inner shape."""
    if ufunc not in _WIDE_LOOP_OF or not values.size:
        return None
    first = _outermost(ufunc, dtype) if ufunc in ("maximum", "minimum") else _wide_zero(dtype)
    flat = values.reshape(values.shape[0], -1)
    shape = (splits.shape[0] - 1, flat.shape[1])
    start = first + 1 if ufunc == "multiply" else first
    total: Array = host_namespace.full(shape, start, dtype=type(first))
    run(_WIDE_LOOP_OF[ufunc], splits, flat, first, out=total, items=values.size)
    return total.reshape(-1, *values.shape[1:]).astype(dtype, copy=False)


def reduce_slots(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array | None:
    """Return the sum of each slot, as `segment.reduce_slots` does."""
    if ufunc != "add" or values.ndim > 1 or not is_plain(values) or not _is_result(dtype):
        return None
    if not _adds_up(values.dtype, dtype):
        return None
    if slots.shape != values.shape or not slots.shape[0]:
        return None
    # The loop checks no index.
    if int(slots.min()) < 0 or int(slots.max()) >= n:
        return None
    zero = _wide_zero(dtype)
    total: Array = host_namespace.zeros(n, dtype=type(zero))
    compiled = machine_code(loops.sum_slots)
    # In one thread: two could add to the same slot at once.
    compiled(0, values.shape[0], usable(slots), usable(values), zero, total)
    return total.astype(dtype, copy=False)


def reduce_spans(
    ufunc: str,
    values: Array,
    splits: Array,
    starts: Array,
    row_cut: Array,
    slot_cut: Array,
    dtype: DType,
) -> Array | None:
    """Return one item for each slot, as `spans.reduce_spans` does."""
    if ufunc not in _SPAN_LOOP_OF or values.ndim > 1 or not is_plain(values):
        return None
    if ufunc == "add":
        if not _is_result(dtype) or not _adds_up(values.dtype, dtype):
            return None
        start = _wide_zero(dtype)
    elif values.dtype != dtype or dtype.kind not in "iuf":
        return None
    else:
        start = _outermost(ufunc, dtype)
    n, nrows = int(slot_cut[-1]), splits.shape[0] - 1
    if not cuts(splits, values.shape[0]) or not cuts(row_cut, nrows) or not nrows:
        return None
    if starts.shape[0] != nrows or row_cut.shape != slot_cut.shape:
        return None
    # Positions of `out` after the start of a row: a longer row would write out of bounds.
    room = n - starts.astype(INT64, copy=False)
    if int(starts.min()) < 0 or bool((splits[1:] - splits[:-1] > room).any()):
        return None
    total: Array = host_namespace.full(n, start, dtype=type(start))
    # None is negative, as checked above, and numba adds a test to each signed index.
    rows = (a.view(f"u{a.dtype.itemsize}") for a in (row_cut, splits, starts))
    run(_SPAN_LOOP_OF[ufunc], splits.take(row_cut), values, *rows, out=total)
    return total.astype(dtype, copy=False)


def reduce_runs(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array | None:
    """Return one item for each of the ascending slots, as `segment.reduce_runs` does."""
    if slots.shape != values.shape[:1] or not slots.shape[0] or not is_plain(slots, "i"):
        return None
    splits: Array = host_namespace.zeros(n + 1, dtype=INT64)
    # False if the slots are not in ascending order.
    if not n or not machine_code(loops.cut_at_steps)(usable(slots), n - 1, splits):
        return None
    return reduce_rows(ufunc, values, splits, splits[1:], dtype)


def arg_rows(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array | None:
    """Return the position in its row of the largest or smallest value, as `segment.arg_rows`."""
    if values.ndim > 1 or not is_plain(values, "iuf") or not cuts(splits, values.shape[0]):
        return None
    out: Array = host_namespace.empty(splits.shape[0] - 1, dtype=INT64)
    loop = lane_loops.place_of_max if ufunc == "maximum" else lane_loops.place_of_min
    run(loop, splits, values, _outermost(ufunc, values.dtype), out=out)
    return out


def square_rows(values: Array, means: Array, splits: Array, lengths: Array) -> Array | None:
    """Return the sums of squared distances from the mean, as `segment.square_rows` does."""
    if values.ndim > 1 or not is_plain(values) or not is_plain(means, "f"):
        return None
    if means.shape[0] != splits.shape[0] - 1 or not cuts(splits, values.shape[0]):
        return None
    out: Array = host_namespace.empty(means.shape, dtype=means.dtype)
    run(lane_loops.square_rows, splits, values, means, _FLOAT64.type(0), out=out)
    return out


def scan_rows(
    ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType
) -> Array | None:
    """Return the running sum or product of each row, as `segment.scan_rows` does."""
    if values.ndim > 1 or not is_plain(values) or dtype.kind not in "iuf" or not _is_result(dtype):
        return None
    if not _adds_up(values.dtype, dtype) or not covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=dtype)
    loop = loops.running_sum if ufunc == "add" else loops.running_product
    zero = _wide_zero(dtype)
    # -0.0 changes no number that is added to it, 0.0 changes -0.0.
    run(loop, splits, values, -zero if dtype.kind == "f" else zero, out=out)
    return out


def softmax_rows(values: Array, splits: Array, lengths: Array, log: bool = False) -> Array | None:
    """Return ``exp(v)`` over its sum, as `segment.softmax_rows`, with NumPy's faster exp."""
    if log or values.ndim > 1 or not is_plain(values, "f") or not covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=values.dtype)
    shift, normalise = (
        machine_code(lane_loops.shift_rows),
        machine_code(lane_loops.normalise_rows),
    )
    zero, lowest = _FLOAT64.type(0), values.dtype.type(-math.inf)
    for loop, number in ((shift, lowest), (normalise, zero)):
        loop.require(0, 0, usable(splits), values, number, out)

    def some_rows(first: int, limit: int) -> None:
        # A scratch buffer that fits the cache avoids store-to-load stalls: a row would be read back
        # right after it was written.
        powers = host_namespace.empty(0, dtype=values.dtype)
        with host_namespace.errstate(all="ignore"):
            for a, b in row_blocks(splits[first : limit + 1], _BLOCK, 0):
                cut = splits[first + a : first + b + 1]
                at = slice(int(cut[0]), int(cut[-1]))
                local, part = usable(cut - cut[0]), usable(values[at])
                if part.shape[0] > powers.shape[0]:
                    powers = host_namespace.empty(max(part.shape[0], _BLOCK), dtype=values.dtype)
                some = powers[: part.shape[0]]
                shift(0, b - a, local, part, lowest, some)
                host_namespace.exp(some, out=some)
                normalise(0, b - a, local, usable(some), zero, out[at])

    share(some_rows, splits, values.shape[0])
    return out
