"""Reductions and scans of rows, and reductions into slots that each value names.

Operations are named by their ufunc: ``add multiply maximum minimum logical_or logical_and``.
``values: [nvals, ...]`` may have inner dimensions; segments cut axis 0. ``splits: int[nrows + 1]``
and ``lengths: int[nrows]`` describe rows, ``slots: int[nvals]`` below ``n`` names the slot of each
value. NaN and infinity stay in their segment; a segment without values gives the identity.
"""

from __future__ import annotations

from typing import Any

from raggedkit._caller import REFUSED
from raggedkit._kernels.arrays.gather import compact, pad, take, take_ranges
from raggedkit._kernels.arrays.packing import extreme_places
from raggedkit._kernels.arrays.splits import (
    Filled,
    alike_rows,
    lengths_to_splits,
    ranges,
    repeat,
    row_blocks,
    rowids_to_splits,
    splits_to_rowids,
)
from raggedkit._kernels.arrays.windows import extreme_rows
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._kernels.limits import FEW, READ, RUNNING_FROM, SHORT
from raggedkit._kernels.limits import RUNNING_BELOW as _RUNNING_BELOW
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, INTEGERS, TIMES, array_namespace, as_dtype, host_namespace

__all__ = [
    "SHORT",
    "arg_rows",
    "diff_rows",
    "first_in_rows",
    "identity",
    "reduce_axes",
    "reduce_rows",
    "reduce_runs",
    "reduce_slots",
    "scan_rows",
    "softmax_rows",
    "square_rows",
    "squares",
    "wider",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`

_HALF, _SINGLE = as_dtype("float16"), as_dtype("float32")
_WHOLE = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_or": "any",
    "logical_and": "all",
}
_COUNTED = ("add", "logical_or", "logical_and")
_RUNNING = {"add": "cumsum", "multiply": "cumprod"}


def identity(ufunc: str, dtype: DType) -> Any:
    """Return the identity of an operation: 0, 1, the lowest or the highest value (or infinity)."""
    if ufunc in ("maximum", "minimum"):
        sign = -1 if ufunc == "maximum" else 1
        if dtype.kind == "b":
            return sign > 0
        if dtype.kind in INTEGERS:
            limits = host_namespace.iinfo(dtype)
            return limits.min if sign < 0 else limits.max
        if dtype.kind in TIMES:  # the lowest integer is NaT
            limits = host_namespace.iinfo(INT64)
            count = limits.min + 1 if sign < 0 else limits.max
            return host_namespace.asarray(count, dtype=INT64).view(dtype)[()]
        return sign * float("inf")
    return {"add": 0, "multiply": 1, "logical_or": False, "logical_and": True}[ufunc]


def reduce_axes(
    ufunc: str, values: Array, axes: tuple[int, ...], dtype: DType, *, keepdims: bool = False
) -> Any:
    """Return an array reduced over these axes, which are kept with size 1 on request."""
    xp = array_namespace(values)
    if 0 in [values.shape[a] for a in axes]:
        kept = [1 if a in axes else n for a, n in enumerate(values.shape)]
        shape = kept if keepdims else [n for a, n in enumerate(values.shape) if a not in axes]
        return xp.full(tuple(shape), identity(ufunc, dtype), dtype=dtype)[()]
    host = xp is host_namespace  # np.sum would warn at a line of NumPy
    whole = getattr(xp, ufunc).reduce if host else getattr(xp, _WHOLE[ufunc])
    if ufunc not in ("add", "multiply"):
        return whole(values, axis=axes, keepdims=keepdims)
    # NumPy sums pairwise along the last axis only; float32 down a column drifts.
    wide = wider(dtype) if values.ndim > 1 or dtype == _HALF else dtype
    total = whole(values, axis=axes, keepdims=keepdims, dtype=wide)
    return total if wide == dtype else total.astype(dtype)


@dispatched(compiled=1)
def reduce_rows(
    ufunc: str,
    values: Array,
    splits: Array,
    lengths: Array,
    dtype: DType,
    rowids: Array | None = None,
    filled: Filled | None = None,
) -> Array:
    """Return one item for each row, ``[nrows, ...]``.

    ``filled`` and ``rowids`` are given if they are cached. Row ids are faster for most
    operations; for rows of fewer than `SHORT` values on average it pays to compute them.
    """
    xp = array_namespace(values, splits)
    nrows, nvals = lengths.shape[0], values.shape[0]
    plain = values.ndim == 1
    counts = dtype.kind in "iub" and ufunc in _COUNTED
    short = nvals < _RUNNING_BELOW * nrows or (ufunc == "add" and values.dtype != dtype)
    if plain and counts and ((nvals >= RUNNING_FROM and short) or xp is not host_namespace):
        return _by_differences(ufunc, values, splits, lengths, dtype)
    if xp is not host_namespace:
        return _by_halves(ufunc, values, splits, lengths, identity(ufunc, dtype), dtype)
    if dtype == _HALF:  # NumPy's half-precision loops convert every value
        wide = reduce_rows(ufunc, values, splits, lengths, _SINGLE, rowids)
        return wide.astype(dtype)
    extremes = plain and ufunc in ("maximum", "minimum") and values.dtype == dtype
    if extremes and dtype.itemsize <= 4 and nvals >= RUNNING_FROM:
        found = extreme_rows(ufunc, values, splits, lengths, identity(ufunc, dtype))
        if found is not None:
            return found
    well = nvals < SHORT * nrows or (not counts and _sums_well(ufunc, dtype, rowids))
    # A product of a slot starts with 1+0j, which turns infinite parts into NaN.
    if plain and nvals >= RUNNING_FROM and well and (dtype.kind != "c" or ufunc != "multiply"):
        if rowids is None:
            rowids = splits_to_rowids(splits, lengths)
        return reduce_slots(ufunc, values, rowids, nrows, dtype)
    if values.dtype != dtype and nvals > 2 * _BLOCK:  # reduceat would convert all values at once
        return _by_blocks(ufunc, values, splits, lengths, dtype)
    function = getattr(xp, ufunc)
    kind = dtype if ufunc in _RUNNING else None
    values = values if ufunc in _RUNNING else values.astype(dtype, copy=False)
    if filled is not None and filled.rows is None and nvals:
        result: Array = function.reduceat(values, filled.starts, 0, kind)
        return result
    out: Array = xp.empty((nrows, *values.shape[1:]), dtype=dtype)
    # reduceat gives an empty row the first value of the next row, and rejects a start at the end.
    inside = int(splits[:-1].searchsorted(nvals))
    if inside:
        function.reduceat(values, splits[:inside], 0, kind, out[:inside])
    out[lengths <= 0] = identity(ufunc, dtype)
    return out


@dispatched(compiled=1, small={1: FEW, 2: FEW})
def reduce_slots(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array:
    """Return one item for each slot, ``[n, ...]``; values may come in any order."""
    xp = array_namespace(values, slots)
    if xp is not host_namespace:
        order = xp.argsort(slots)
        lengths = xp.bincount(slots, minlength=n).astype(slots.dtype)
        taken = values.take(order, axis=0)
        return reduce_rows(ufunc, taken, lengths_to_splits(lengths), lengths, dtype)
    if values.ndim > 1:
        return _inner_slots(ufunc, values, slots, n, dtype)
    if ufunc == "logical_or":
        result: Array = xp.bincount(slots[values.astype(bool)], minlength=n) > 0
        return result
    if ufunc == "logical_and":
        result = xp.bincount(slots[~values.astype(bool)], minlength=n) == 0
        return result
    if ufunc == "add" and dtype.kind == "f" and dtype.itemsize <= 8:
        total = xp.bincount(slots, weights=values, minlength=n)  # bincount sums in float64
        return total.astype(dtype, copy=False)  # type: ignore[no-any-return]  # xp is Any
    wide = _SINGLE if dtype == _HALF else dtype
    out: Array = xp.full(n, identity(ufunc, wide), dtype=wide)
    with host_namespace.errstate(invalid="ignore"):  # maximum.at warns about NaN
        # ufunc.at is fast only if neither side is converted.
        getattr(xp, ufunc).at(out, slots, values.astype(wide, copy=False))
    return out.astype(dtype, copy=False)


@dispatched(compiled=1)
def reduce_runs(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array:
    """Return one item for each slot, as `reduce_slots` does, where the slots ascend."""
    if values.ndim == 1 and array_namespace(values) is host_namespace:
        return reduce_slots(ufunc, values, slots, n, dtype)
    splits = rowids_to_splits(slots, n)
    return reduce_rows(ufunc, values, splits, splits[1:] - splits[:-1], dtype)


def _inner_slots(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array:
    """Reduce values of several numbers: each number gets its own slot."""
    inner = values.shape[1:]
    xp = array_namespace(values)
    width = values.size // values.shape[0] if values.shape[0] else 0
    if not width:
        result: Array = xp.full((n, *inner), identity(ufunc, dtype), dtype=dtype)
        return result
    each = slots[:, None] * width + xp.arange(width, dtype=slots.dtype)
    flat = reduce_slots(ufunc, values.reshape(-1), each.reshape(-1), n * width, dtype)
    return flat.reshape(n, *inner)


def _sums_well(ufunc: str, dtype: DType, rowids: Array | None) -> bool:
    """Whether sums by slots are as exact as pairwise ones, and the row ids are cached."""
    return rowids is not None and (ufunc != "add" or dtype == _SINGLE)


def _by_differences(
    ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType
) -> Array:
    """Return sums of integers, and counts of truths, from running sums: exact modulo 2**bits."""
    xp = array_namespace(values)
    counted = ufunc != "add"
    if counted:
        values = values.astype(bool, copy=False)
        dtype = INT32 if values.shape[0] < 1 << 31 else INT64
    out: Array = xp.empty(lengths.shape[0], dtype=bool if counted else dtype)
    running = xp.empty(0, dtype=dtype)
    for a, b in row_blocks(splits, _BLOCK, 8 * _BLOCK):
        part = values[int(splits[a]) if a else 0 : int(splits[b])]
        n = part.shape[0]
        if n >= running.shape[0]:
            running = xp.empty(n + 1, dtype=dtype)
            running[0] = 0
        xp.cumsum(part, dtype=dtype, out=running[1 : n + 1])
        at = running.take(splits[a : b + 1] - splits[a] if a else splits[: b + 1])
        if ufunc == "logical_or":
            xp.greater(at[1:], at[:-1], out=out[a:b])
        elif counted:
            xp.equal(at[1:] - at[:-1], lengths[a:b], out=out[a:b])
        else:
            xp.subtract(at[1:], at[:-1], out=out[a:b])
    return out


def _by_halves(
    ufunc: str, values: Array, splits: Array, lengths: Array, empty: Any, dtype: DType
) -> Array:
    """Return one item per row, ``[nrows, ...]``, on a device; an empty row gives ``empty``.

    CuPy has no `reduceat` that leaves NaN in its row. Neighbouring values are reduced in pairs
    until one is left: as many passes as the longest row has bits.
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


def _by_blocks(ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType) -> Array:
    """Reduce values block by block, converting one block at a time to the dtype of the result."""
    xp = array_namespace(values)
    out: Array = xp.empty((lengths.shape[0], *values.shape[1:]), dtype=dtype)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        block = values[int(splits[a]) : int(splits[b])].astype(dtype)
        out[a:b] = reduce_rows(ufunc, block, splits[a : b + 1] - splits[a], lengths[a:b], dtype)
    return out


@dispatched(compiled=1, small={2: FEW})
def arg_rows(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array:
    """Return the position in its row of the first largest or smallest value, ``int64[nrows]``.

    NaN counts as the largest and as the smallest; an empty row gives 0. Vectors only.
    """
    if values.shape[0] >= RUNNING_FROM and array_namespace(values, splits) is host_namespace:
        places = extreme_places(ufunc, values, splits, lengths)
        if places is not None:
            return places
    out: Array = array_namespace(values).empty(lengths.shape[0], dtype=INT64)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        part = values[int(splits[a]) : int(splits[b])]
        out[a:b] = _arg_block(ufunc, part, splits[a : b + 1] - splits[a], lengths[a:b])
    return out


def _arg_block(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array:
    top = repeat(reduce_rows(ufunc, values, splits, lengths, values.dtype), lengths)
    hit = values == top
    if values.dtype.kind in "fmM" and bool((top != top).any()):
        hit |= values != values  # the extreme of a row with NaN is NaN, which equals nothing
    return first_in_rows(hit, splits, lengths)


def first_in_rows(flags: Array, splits: Array, lengths: Array) -> Array:
    """Return the position of the first true flag in each row, ``int64[nrows]``; 0 in empty rows.

    Every other row must have one.
    """
    xp = array_namespace(flags)
    marked = xp.flatnonzero(flags)
    filled = lengths > 0
    starts = splits[:-1][filled]
    if marked.shape[0] != starts.shape[0]:  # otherwise each row has exactly one
        marked = marked[xp.searchsorted(marked, starts)]
    out: Array = xp.zeros(lengths.shape[0], dtype=INT64)
    out[filled] = marked - starts
    return out


@dispatched(compiled=1, small={2: FEW})
def scan_rows(ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType) -> Array:
    """Return the running sum (``add``) or product (``multiply``) of each row, ``[nvals, ...]``.

    Integer sums come from one running sum. Floats do not: infinity would spread to the rows after
    it, and large rows would cost small rows their digits.
    """
    xp = array_namespace(values, splits)
    if not values.shape[0]:
        return values.astype(dtype)
    if ufunc == "add" and dtype.kind in INTEGERS:
        running = xp.cumsum(values, axis=0, dtype=dtype)
        filled = xp.flatnonzero(lengths > 0)
        starts = splits.take(filled)
        before = running.take(starts, axis=0) - values.take(starts, axis=0).astype(dtype)
        running -= repeat(before, lengths.take(filled))
        return running  # type: ignore[no-any-return]  # xp is Any
    out: Array = xp.empty(values.shape, dtype=dtype)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        local = splits[a : b + 1] - splits[a]
        out[start:limit] = _scan_block(ufunc, values[start:limit], local, lengths[a:b], dtype)
    return out


def _scan_block(ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType) -> Array:
    """Scan rows in a rectangle; if that is mostly padding, in one per power of two of lengths."""
    width = int(lengths.max())
    if width * lengths.shape[0] <= 4 * values.shape[0] + 64:
        return _scan_rectangle(ufunc, values, lengths, width, dtype)
    xp = array_namespace(values)
    out: Array = xp.empty(values.shape, dtype=dtype)
    for rows in alike_rows(lengths):
        starts, some = splits.take(rows), lengths.take(rows)
        widest = int(some.max())
        scanned = _scan_rectangle(ufunc, take_ranges(values, starts, some), some, widest, dtype)
        out[ranges(starts, some)] = scanned
    return out


def _scan_rectangle(ufunc: str, values: Array, lengths: Array, width: int, dtype: DType) -> Array:
    wide = wider(dtype)
    laid_out = pad(values, lengths, width, identity(ufunc, wide), wide)
    run = getattr(laid_out, _RUNNING[ufunc])(axis=1)
    return compact(run, lengths).astype(dtype, copy=False)


@dispatched(small={1: READ, 2: FEW})
def diff_rows(subtract: Any, values: Array, splits: Array, lengths: Array) -> tuple[Array, Array]:
    """Return the differences of adjacent values of each row, joined, and their splits.

    ``subtract`` is a function of two arrays. Differences across the ends of rows are dropped.
    """
    fewer = array_namespace(lengths).maximum(lengths - 1, 0)
    return _differences(subtract, values, splits, lengths), lengths_to_splits(fewer)


def _differences(subtract: Any, values: Array, splits: Array, lengths: Array) -> Array:
    xp, n = array_namespace(values), values.shape[0] - 1
    kept = xp.ones(max(n, 0), dtype=bool)
    kept[splits[:-1][lengths > 0][1:] - 1] = False
    with host_namespace.errstate(all="ignore"):
        if n <= 2 * _BLOCK or xp is not host_namespace:
            return take(subtract(values[1:], values[:-1]), xp.flatnonzero(kept))
        dtype = subtract(values[:1], values[:1]).dtype
        out: Array = xp.empty((int(xp.count_nonzero(kept)), *values.shape[1:]), dtype=dtype)
        at = 0
        for a in range(0, n, _BLOCK):
            b = min(a + _BLOCK, n)
            some = xp.flatnonzero(kept[a:b])
            apart = subtract(values[a + 1 : b + 1], values[a:b])
            end = at + some.shape[0]
            if out.ndim == 1:
                apart.take(some, out=out[at:end], mode="clip")
            else:
                out[at:end] = take(apart, some)
            at = end
    return out


@dispatched(compiled=0)
def softmax_rows(values: Array, splits: Array, lengths: Array, log: bool = False) -> Array:
    """Return ``exp(v)`` over its sum for each row, or the logarithm of that; floats only."""
    xp = array_namespace(values)
    out: Array = xp.empty_like(values)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        local, some, filled = _filled_rows(splits[a : b + 1] - splits[a], lengths[a:b])
        part, block = values[start:limit], out[start:limit]
        top = reduce_rows("maximum", part, local, some, values.dtype, None, filled)
        with host_namespace.errstate(all="ignore"):
            xp.subtract(part, repeat(top, some), out=block)
            powers = xp.exp(block, out=None if log else block)
            total = reduce_rows("add", powers, local, some, values.dtype, None, filled)
            if log:
                block -= repeat(xp.log(total), some)
            else:
                block /= repeat(total, some)
    return out


def _filled_rows(splits: Array, lengths: Array) -> tuple[Array, Array, Filled]:
    """Return splits and lengths without the empty rows, and the starts of the others."""
    xp = array_namespace(splits)
    filled = lengths > 0
    if not bool(filled.all()):
        lengths = lengths[filled]
        splits = xp.concatenate([splits[:-1][filled], splits[-1:]])
    return splits, lengths, Filled(None, splits[:-1])


@dispatched(compiled=0)
def square_rows(values: Array, means: Array, splits: Array, lengths: Array) -> Array:
    """Return the sum of squared distances from the mean of each row, ``[nrows, ...]``.

    In the precision of ``means``.
    """
    xp = array_namespace(values)
    out: Array = xp.empty(means.shape, dtype=means.real.dtype)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        local, some = splits[a : b + 1] - splits[a], lengths[a:b]
        apart = repeat(means[a:b], some)
        xp.subtract(values[start:limit], apart, out=apart)
        out[a:b] = reduce_rows("add", squares(apart), local, some, out.dtype)
    return out


def squares(values: Array) -> Array:
    """Return ``|v| ** 2``, in place if the values are real."""
    if values.dtype.kind == "c":
        squared: Array = values.real**2 + values.imag**2
        return squared
    values *= values
    return values


def wider(dtype: DType) -> DType:
    """Return the dtype to sum in: more precise than the result, if there is such a dtype."""
    return as_dtype(_WIDER.get((dtype.kind, dtype.itemsize), dtype))


_WIDER = {("f", 2): "float32", ("f", 4): "float64", ("c", 8): "complex128"}
