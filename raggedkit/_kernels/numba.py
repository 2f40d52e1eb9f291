"""Kernels compiled by numba, under the names and with the arguments of NumPy's forms.

Each returns None where NumPy's form is to do the work: other dtypes, arrays that are not laid out
plainly, numbers that point outside (row splits may be unchecked, and a compiled loop reads and
writes wherever it is told to). numba itself is imported when the first large array comes; what it
compiles is kept on disk. Loops run without the lock of the interpreter, on runs of rows of about
equal size in as many threads as there are processors.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from raggedkit._kernels import loops, moves
from raggedkit._options import get_options
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, as_dtype, host_namespace

__all__ = [
    "arg_rows",
    "choose",
    "compact",
    "in_force",
    "interleave",
    "pad",
    "ranges",
    "reduce_rows",
    "reduce_slots",
    "scan_rows",
    "softmax_rows",
    "sort_rows",
    "splits_of_kept",
    "square_rows",
    "take_ranges",
]

_SHARE = 1 << 19  # items for each thread; a second one is worth being woken for a million
_BLOCK = 1 << 16  # items that stay in the cache between two passes
_FLOAT64 = as_dtype("float64")
_BOOL = as_dtype("bool")
_SUMMED = {"i": "int64", "b": "int64", "u": "uint64", "f": "float64"}


@cache
def is_installed() -> bool:
    """Whether numba can be imported, as far as can be told without doing so."""
    return find_spec("numba") is not None


def in_force(array: Any) -> bool:
    """Whether compiled loops may work on this array: the options say so, and the host holds it."""
    engine = get_options().engine
    return (
        engine != "numpy"
        and isinstance(array, host_namespace.ndarray)
        and (engine == "numba" or is_installed())
    )


@cache
def _compiled(loop: Callable[..., None]) -> Callable[..., None]:
    """Return the machine code of a loop, made when it first meets arguments of some type."""
    import numba

    done: Callable[..., None] = numba.njit(loop, cache=True, nogil=True, error_model="numpy")
    return done


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="raggedkit")


if hasattr(os, "register_at_fork"):  # threads do not live on in a forked process
    os.register_at_fork(after_in_child=_threads.cache_clear)


def _share(work: Callable[[int, int], None], splits: Array, items: int) -> None:
    """Do all rows, in shares of about equally many items if they are many."""
    nrows = splits.shape[0] - 1
    shares = min(os.cpu_count() or 1, items // _SHARE, nrows)
    if shares < 2:
        work(0, nrows)
        return
    at = [int(splits[-1]) * k // shares for k in range(1, shares)]
    limits = [0, *splits.searchsorted(at).tolist(), nrows]
    shared = [_threads().submit(work, a, b) for a, b in pairwise(limits) if a < b]
    for share in shared:
        share.result()


def _share_range(work: Callable[[int, int], None], items: int) -> None:
    """Do all items, in equal shares if they are many."""
    shares = max(1, min(os.cpu_count() or 1, items // _SHARE))
    limits = [items * k // shares for k in range(shares + 1)]
    if shares == 1:
        work(0, items)
        return
    for share in [_threads().submit(work, a, b) for a, b in pairwise(limits)]:
        share.result()


def _run(
    loop: Callable[..., None], splits: Array, *arguments: Any, out: Array, items: int | None = None
) -> None:
    """Call a loop on all rows; ``items`` says how many it moves if not as many as values."""
    if loop in _UNSIGNED:
        splits = splits.view(f"u{splits.dtype.itemsize}")
    compiled, splits = _compiled(loop), _frozen(splits)
    frozen = [_frozen(a) for a in arguments]

    def work(first: int, limit: int) -> None:
        compiled(first, limit, splits, *frozen, out)

    _share(work, splits, int(splits[-1]) if items is None else items)


def _is_shared(values: Array) -> bool:
    """Whether more than one thread would work on these: where a single one is NumPy's match."""
    return bool(min(os.cpu_count() or 1, values.shape[0] // _SHARE) > 1)


def _frozen(argument: Any) -> Any:
    """Return a read-only view of an array: numba compiles such arrays apart from others."""
    if isinstance(argument, host_namespace.ndarray) and argument.flags.writeable:
        argument = argument.view()
        argument.flags.writeable = False
    return argument


def _cuts(splits: Array, nvals: int) -> bool:
    """Whether row splits lie within the values and never decrease: no loop leaves its arrays."""
    if not splits.shape[0] or int(splits[0]) < 0 or int(splits[-1]) > nvals:
        return False
    return not bool((splits[1:] < splits[:-1]).any())


def _is_plain(values: Array, kinds: str = "biuf") -> bool:
    """Whether numba knows the dtype, and the array is one run of native numbers."""
    dtype = values.dtype
    return (
        dtype.kind in kinds
        and dtype.itemsize <= 8
        and (dtype.kind != "f" or dtype.itemsize > 2)
        and dtype.isnative
        and values.flags.c_contiguous
        and values.flags.aligned
    )


# -------------------------------------------------------------- reductions and scans
_LOOP_OF = {
    "add": loops.sum_rows,
    "multiply": loops.multiply_rows,
    "maximum": loops.max_rows,
    "minimum": loops.min_rows,
}


# Loops that only count from split to split: of unsigned ones numba need not ask whether a place
# counts from the end.
_UNSIGNED = {
    *_LOOP_OF.values(),
    loops.place_of_max,
    loops.place_of_min,
    loops.square_rows,
    loops.running_sum,
    loops.running_product,
}


def reduce_rows(
    ufunc: str,
    values: Array,
    splits: Array,
    lengths: Array,
    dtype: DType,
    *,
    rowids: Array | None = None,
    facts: Any = None,
) -> Array | None:
    """Return one item for each row, as `segment.reduce_rows` does."""
    if not _is_plain(values) or not _is_result(dtype) or not _adds_up(values.dtype, dtype):
        return None
    if ufunc not in _LOOP_OF or values.dtype == _BOOL:  # counts are read off one running sum
        return None
    if not _cuts(splits, values.shape[0]):
        return None
    out: Array = host_namespace.empty((splits.shape[0] - 1, *values.shape[1:]), dtype=dtype)
    if values.ndim > 1:
        return _sum_wide(values, splits, dtype) if ufunc == "add" and values.ndim == 2 else None
    if ufunc in ("maximum", "minimum"):
        if values.dtype != dtype or dtype.kind not in "iuf":
            return None
        _run(_LOOP_OF[ufunc], splits, values, _outermost(ufunc, dtype), out=out)
    elif dtype.kind == "f" and dtype.itemsize == 8 and ufunc == "add":
        _run(loops.sum_rows_with_rest, splits, values, _FLOAT64.type(0), out=out)
    elif dtype.kind in _SUMMED:
        with host_namespace.errstate(over="ignore"):
            _run(_LOOP_OF[ufunc], splits, values, _wide_zero(dtype), out=out)
    return out


def _is_result(dtype: DType) -> bool:
    return dtype.kind in "biu" or (dtype.kind == "f" and dtype.itemsize in (4, 8))


def _adds_up(one: DType, total: DType) -> bool:
    """Whether numba adds up in the type of the sum: signed and unsigned make floats."""
    if total.kind == "u":
        return one.kind in "ub"
    return total.kind != "i" or one.kind in "ib" or (one.kind == "u" and one.itemsize < 8)


def _wide_zero(dtype: DType) -> Any:
    return as_dtype(_SUMMED[dtype.kind]).type(0)


def _outermost(ufunc: str, dtype: DType) -> Any:
    """Return what any value passes: the identity of maximum or minimum, in its dtype."""
    largest = ufunc == "minimum"
    if dtype.kind == "f":
        return dtype.type(math.inf if largest else -math.inf)
    limits = host_namespace.iinfo(dtype)
    return dtype.type(limits.max if largest else limits.min)


def _sum_wide(values: Array, splits: Array, dtype: DType) -> Array:
    zero = _wide_zero(dtype)
    total: Array = host_namespace.zeros((splits.shape[0] - 1, values.shape[1]), dtype=type(zero))
    _run(loops.sum_rows_wide, splits, values, zero, out=total, items=values.size)
    return total.astype(dtype, copy=False)


def reduce_slots(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array | None:
    """Return the sum of each slot, as `segment.reduce_slots` does."""
    if ufunc != "add" or values.ndim > 1 or not _is_plain(values) or not _is_result(dtype):
        return None
    if not _adds_up(values.dtype, dtype):
        return None
    if slots.shape != values.shape or not slots.shape[0]:
        return None
    if int(slots.min()) < 0 or int(slots.max()) >= n:
        return None
    zero = _wide_zero(dtype)
    total: Array = host_namespace.zeros(n, dtype=type(zero))
    compiled = _compiled(loops.sum_slots)
    compiled(0, values.shape[0], _frozen(slots), _frozen(values), zero, total)
    return total.astype(dtype, copy=False)


def arg_rows(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array | None:
    """Return where in its row the largest or smallest value is, as `segment.arg_rows` does."""
    if values.ndim > 1 or not _is_plain(values, "iuf") or not _cuts(splits, values.shape[0]):
        return None
    out: Array = host_namespace.empty(splits.shape[0] - 1, dtype=INT64)
    loop = loops.place_of_max if ufunc == "maximum" else loops.place_of_min
    _run(loop, splits, values, _outermost(ufunc, values.dtype), out=out)
    return out


def square_rows(values: Array, means: Array, splits: Array, lengths: Array) -> Array | None:
    """Return the sums of squared distances from the mean, as `segment.square_rows` does."""
    if values.ndim > 1 or not _is_plain(values) or not _is_plain(means, "f"):
        return None
    if means.shape[0] != splits.shape[0] - 1 or not _cuts(splits, values.shape[0]):
        return None
    out: Array = host_namespace.empty(means.shape, dtype=means.dtype)
    _run(loops.square_rows, splits, values, means, _FLOAT64.type(0), out=out)
    return out


def scan_rows(
    ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType
) -> Array | None:
    """Return the running sum or product of each row, as `segment.scan_rows` does."""
    if values.ndim > 1 or not _is_plain(values) or dtype.kind not in "iuf" or not _is_result(dtype):
        return None
    if not _adds_up(values.dtype, dtype) or not _covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=dtype)
    loop = loops.running_sum if ufunc == "add" else loops.running_product
    _run(loop, splits, values, _wide_zero(dtype), out=out)
    return out


def softmax_rows(
    values: Array, splits: Array, lengths: Array, *, log: bool = False
) -> Array | None:
    """Return ``exp(v)`` over its sum, as `segment.softmax_rows` does; NumPy's exp is the faster."""
    if log or values.ndim > 1 or not _is_plain(values, "f") or not _covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=values.dtype)
    shift, normalise = _compiled(loops.shift_rows), _compiled(loops.normalise_rows)
    splits, values, zero = _frozen(splits), _frozen(values), _FLOAT64.type(0)

    def some_rows(first: int, limit: int) -> None:
        with host_namespace.errstate(all="ignore"):
            while first < limit:
                end = int(splits[first]) + _BLOCK
                stop = min(limit, max(first + 1, int(splits.searchsorted(end, side="right")) - 1))
                shift(first, stop, splits, values, zero, out)
                part = out[int(splits[first]) : int(splits[stop])]
                host_namespace.exp(part, out=part)
                normalise(first, stop, splits, out, zero, out)
                first = stop

    _share(some_rows, splits, values.shape[0])
    return out


def _covers(splits: Array, values: Array) -> bool:
    """Whether rows take in all values, so that every item of a result like them is written."""
    nvals = values.shape[0]
    return _cuts(splits, nvals) and int(splits[0]) == 0 and int(splits[-1]) == nvals


# ---------------------------------------------------------------------- moving items
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
    splits = _splits_of(lengths)
    if splits is None or starts.shape != lengths.shape:
        return None
    out: Array = host_namespace.empty(int(splits[-1]), dtype=starts.dtype)
    _run(moves.fill_ranges, splits, _flat(starts), step, out=out)
    return out


def _splits_of(lengths: Array) -> Array | None:
    """Return the row splits of lengths, None of a negative one."""
    if lengths.shape[0] and int(lengths.min()) < 0:
        return None
    splits: Array = host_namespace.empty(lengths.shape[0] + 1, dtype=INT64)
    splits[0] = 0
    host_namespace.cumsum(lengths, out=splits[1:])
    return splits


def _flat(numbers: Array) -> Array:
    """Return a vector whose items lie side by side."""
    return host_namespace.ascontiguousarray(numbers)


def take_ranges(values: Array, starts: Array, lengths: Array, step: int = 1) -> Array | None:
    """Return the values of ranges, end to end, as `gather.take_ranges` does."""
    bits = _bits(values)
    if bits is None or bits.ndim > 1:  # NumPy's take moves wide items faster
        return None
    splits = _splits_of(lengths)
    if splits is None or not _reads_within(starts, lengths, step, values.shape[0]):
        return None
    out: Array = host_namespace.empty((int(splits[-1]), *values.shape[1:]), dtype=values.dtype)
    moved = _bits(out)
    if moved is None:
        return out if not out.shape[0] else None
    _run(moves.copy_ranges, splits, _flat(starts), step, bits, out=moved)
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
    if bits is None or values.ndim > 1 or bits.ndim > 1 or not width or not _is_shared(values):
        return None
    if dtype is not None and as_dtype(dtype) != values.dtype:
        return None
    spare: Array = host_namespace.zeros(1, dtype=values.dtype)
    if fill is not None:
        spare[...] = fill
    out: Array = host_namespace.empty((lengths.shape[0], width), dtype=values.dtype)
    splits, between = _splits_of(lengths), spare.view(bits.dtype)[0]
    if splits is None or int(splits[-1]) != values.shape[0] or lengths.max(initial=0) > width:
        return None
    _run(moves.pad_rows, splits, bits, between, left, out=out.view(bits.dtype), items=out.size)
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
    compiled = _compiled(moves.choose_items)
    frozen = [_frozen(a) for a in (flags.reshape(-1), one, other)]
    _share_range(lambda first, limit: compiled(first, limit, *frozen, chosen), x.size)
    return out


def compact(dense: Array, lengths: Array) -> Array | None:
    """Return the first items of each row of a rectangle, as `gather.compact` does."""
    bits = _bits(dense.reshape(-1)) if dense.ndim == 2 else None
    if bits is None or bits.ndim > 1:
        return None
    splits = _splits_of(lengths)
    if (
        splits is None
        or lengths.shape[0] != dense.shape[0]
        or lengths.max(initial=0) > dense.shape[1]
    ):
        return None
    out: Array = host_namespace.empty(int(splits[-1]), dtype=dense.dtype)
    _run(moves.compact_rows, splits, bits.reshape(dense.shape), out=out.view(bits.dtype))
    return out


def interleave(sources: list[Array], lengths: list[Array], dtype: Any) -> Array | None:
    """Return the rows of each source by turns, as `gather.interleave` does."""
    total = sum(source.shape[0] for source in sources)
    out: Array = host_namespace.empty(total, dtype=dtype)
    moved = _bits(out)
    parts = [_bits(source) for source in sources if source.ndim == 1 and source.dtype == dtype]
    if moved is None or moved.ndim > 1 or len(parts) < len(sources):
        return None
    cuts = [_splits_of(some) for some in lengths]
    whole = _splits_of(sum(lengths[1:], start=lengths[0]))
    if whole is None:
        return None
    starts = whole[:-1]
    for bits, source, some, splits in zip(parts, sources, lengths, cuts, strict=True):
        if splits is None or int(splits[-1]) != source.shape[0] or some.shape != starts.shape:
            return None
        if bits is not None:
            _run(moves.place_rows, splits, starts, bits, out=moved)
            starts = starts + some
        elif source.shape[0]:  # something that can't be moved so
            return None
    return out


def splits_of_kept(kept: Array, splits: Array) -> Array | None:
    """Return the splits of what is left of rows, as `splits.splits_of_kept` does."""
    if kept.dtype != _BOOL or not kept.flags.c_contiguous or not _cuts(splits, kept.shape[0]):
        return None
    counts: Array = host_namespace.empty(splits.shape[0] - 1, dtype=splits.dtype)
    _run(moves.count_marked, splits, kept, out=counts)
    left: Array = host_namespace.empty(splits.shape[0], dtype=splits.dtype)
    left[0] = 0
    host_namespace.cumsum(counts, out=left[1:])
    return left


def sort_rows(
    values: Array, splits: Array, lengths: Array, *, descending: bool = False
) -> Array | None:
    """Return the values of each row in order, as `sort.sort_rows` does."""
    if descending or values.ndim > 1 or not _is_plain(values, "iuf") or not _is_shared(values):
        return None
    if not _covers(splits, values):
        return None
    out: Array = host_namespace.empty(values.shape, dtype=values.dtype)
    _run(moves.sort_rows, splits, values, INT64.type(0), out=out)
    return out
