"""Small forms of reductions and running sums: a call of NumPy per row, or Python's own sums."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

from raggedkit._caller import REFUSED
from raggedkit._kernels.arrays.segment import wider
from raggedkit._kernels.limits import READ
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, INTEGERS, host_namespace, int_array

__all__ = ["align_slots", "arg_rows", "diff_rows", "reduce_slots", "scan_rows"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


def arg_rows(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array | None:
    """Return the position in its row of the first extreme, as `segment.arg_rows` does."""
    find = values.__class__.argmax if ufunc == "maximum" else values.__class__.argmin
    places: list[Any] = []
    most = values.shape[0]
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b <= most:
            return None
        places.append(find(values[a:b]) if a < b else 0)
    return int_array(places, INT64)


def scan_rows(
    ufunc: str, values: Array, splits: Array, lengths: Array, dtype: DType
) -> Array | None:
    """Return the running results along each row, as `segment.scan_rows` does."""
    if values.ndim > 1 or splits.item(-1) != values.shape[0] or splits.item(0):
        return None
    out: Array = host_namespace.empty(values.shape, dtype)
    run, wide = getattr(host_namespace, ufunc).accumulate, wider(dtype)
    for a, b in pairwise(splits.tolist()):
        if not 0 <= a <= b:
            return None
        if a < b:
            out[a:b] = run(values[a:b], 0, wide)
    return out


def diff_rows(
    subtract: Any, values: Array, splits: Array, lengths: Array
) -> tuple[Array, Array] | None:
    """Return the differences of adjacent values in rows, and splits, as `segment.diff_rows`."""
    limits = splits.tolist()
    if limits[0] or limits[-1] != values.shape[0] or limits != sorted(limits):
        return None
    places: list[int] = []
    cut = [0]
    for a, b in pairwise(limits):
        places += range(a, b - 1)
        cut.append(len(places))
    at = int_array(places, INT64)
    with host_namespace.errstate(all="ignore"):
        apart: Array = subtract(values.take(at + 1, 0), values.take(at, 0))
    return apart, int_array(cut, splits.dtype)


def reduce_slots(ufunc: str, values: Array, slots: Array, n: int, dtype: DType) -> Array | None:
    """Return the sums of integers in ``n`` slots, as `segment.reduce_slots` does.

    None if a sum would wrap around.
    """
    if ufunc != "add" or n > READ or dtype.kind not in INTEGERS or values.dtype != dtype:
        return None
    if slots.shape != values.shape:
        return None
    sums = [0] * n
    for slot, number in zip(slots.tolist(), values.tolist(), strict=True):
        if not 0 <= slot < n:
            return None
        sums[slot] += number
    try:
        return int_array(sums, dtype)
    except OverflowError:
        return None


def align_slots(slots: Array, splits: Array, lengths: Array, n: int) -> tuple[Array, Array] | None:
    """Return rows aligned at the starts of their slots, as `slots.align_slots` does."""
    if n > READ or slots.shape[0] != splits.shape[0] - 1:
        return None
    rows = list(zip(slots.tolist(), pairwise(splits.tolist()), strict=True))
    longest = [0] * n
    for slot, (a, b) in rows:
        if not 0 <= a <= b or b - a > READ or slot < 0:
            return None
        if b - a > longest[slot]:
            longest[slot] = b - a
    limits = list(accumulate(longest, initial=0))
    places: list[int] = []
    for slot, (a, b) in rows:
        places += range(limits[slot], limits[slot] + b - a)
    return int_array(limits, splits.dtype), int_array(places, splits.dtype)
