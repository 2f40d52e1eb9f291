"""Order the values of each row: sort, argsort, search.

``splits: int[nrows + 1]``, ``lengths: int[nrows]`` cut axis 0 of ``values: [nvals, ...]``; what
lies along inner dimensions is ordered by itself. NaN and NaT come last, in either direction, and
argsort leaves equal values (0.0 and -0.0 among them) as they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._kernels.engine import accelerated
from raggedkit._kernels.gather import compact, pad, take, take_ranges
from raggedkit._kernels.splits import (
    alike_rows,
    lengths_to_splits,
    ranges,
    repeat,
    row_blocks,
    splits_to_rowids,
)
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, array_namespace, host_namespace

__all__ = ["argsort_axis", "argsort_rows", "order", "search_rows", "sort_axis", "sort_rows"]

_BLOCK = 1 << 17  # values per block, so that a rectangle stays in the cache
_LOOSE = 3  # times the values there are that a rectangle may hold
_SPARE = 256  # places of padding that cost less than a second rectangle


def order(values: Array) -> Array:
    """Return the order of a vector, equal values as they stand; NumPy sorts 16 bits by digits."""
    xp = array_namespace(values)
    if values.dtype.kind in "iu" and values.dtype.itemsize > 2 and values.shape[0] > _BLOCK >> 7:
        low, high = int(values.min()), int(values.max())
        if high - low < 1 << 16:
            values = (values - values.dtype.type(low)).astype("uint16")
    return xp.argsort(values, kind="stable")  # type: ignore[no-any-return]  # xp is Any


@accelerated(0)
def sort_rows(values: Array, splits: Array, lengths: Array, *, descending: bool = False) -> Array:
    """Return the values of each row in order, ``[nvals, ...]``."""
    if descending:
        turned = _reversed_order(values)
        if turned is None:
            places = argsort_rows(values, splits, lengths, descending=True)
            return _taken_in_rows(values, splits, lengths, places)
        return _restored(sort_rows(turned, splits, lengths), values.dtype)
    if values.ndim > 1:
        return _by_columns(sort_rows, values, lengths)
    if not _fits_rectangles(values):
        return take(values, _order_by_two_passes(values, splits, lengths))
    return _by_rectangles(values, splits, lengths, _sorted, values.dtype)


def argsort_rows(
    values: Array, splits: Array, lengths: Array, *, descending: bool = False
) -> Array:
    """Return where in its row each value in order stood, ``int64[nvals, ...]``."""
    if descending:
        turned = _reversed_order(values)
        if turned is None:
            return _argsort_backwards(values, splits, lengths)
        return argsort_rows(turned, splits, lengths)
    if values.ndim > 1:
        return _by_columns(argsort_rows, values, lengths)
    if not _fits_rectangles(values):
        return _order_by_two_passes(values, splits, lengths) - repeat(splits[:-1], lengths)
    return _by_rectangles(values, splits, lengths, _argsorted, INT64)


def search_rows(
    values: Array, starts: Array, limits: Array, wanted: Array, *, right: bool = False
) -> Array:
    """Return where each of ``wanted: [n]`` belongs among its ``values[start:limit]``, in order.

    Positions count from the start of ``values``, ``int64[n]``: before equal values, or after them
    (``right``). Every search takes its halving step at the same time.
    """
    xp = array_namespace(values, wanted)
    low, high = starts.astype(INT64), limits.astype(INT64)
    if not values.shape[0] or not wanted.shape[0]:
        return low
    # NaN and NaT belong after the others.
    last = wanted != wanted if wanted.dtype.kind in "fcmM" else None
    for _ in range(int((high - low).max()).bit_length()):
        middle = (low + high) // 2
        found = take(values, xp.minimum(middle, values.shape[0] - 1))
        before = found <= wanted if right else found < wanted
        if last is not None:
            before = before | (last if right else last & (found == found))
        searching = low < high
        before = before.astype(bool, copy=False) & searching
        high = xp.where(searching & ~before, middle, high)
        low = xp.where(before, middle + 1, low)
    return low


def sort_axis(values: Array, axis: int, *, descending: bool = False) -> Array:
    """Return an array with what lies along one axis in order."""
    xp = array_namespace(values)
    if not descending:
        return xp.sort(values, axis=axis)  # type: ignore[no-any-return]  # xp is Any
    turned = _reversed_order(values)
    if turned is None:
        return xp.flip(xp.sort(values, axis=axis), axis=axis)  # type: ignore[no-any-return]
    return _restored(xp.sort(turned, axis=axis), values.dtype)


def argsort_axis(values: Array, axis: int, *, descending: bool = False) -> Array:
    """Return where along one axis each value in order stood, ``int64``."""
    xp = array_namespace(values)
    turned = _reversed_order(values) if descending else values
    if turned is not None:
        return xp.argsort(turned, axis=axis, kind="stable")  # type: ignore[no-any-return]
    places = xp.argsort(xp.flip(values, axis=axis), axis=axis, kind="stable")
    return values.shape[axis] - 1 - xp.flip(places, axis=axis)  # type: ignore[no-any-return]


def _reversed_order(values: Array) -> Array | None:
    """Return values whose ascending order is the descending order of these; None for text."""
    kind = values.dtype.kind
    if kind in "iub":
        return ~values
    if kind in "fc":
        return -values  # NaN stays NaN, so it stays last
    return ~values.view(INT64) if kind in "mM" else None


def _restored(turned: Array, dtype: DType) -> Array:
    """Undo `_reversed_order`."""
    back: Array = -turned if dtype.kind in "fc" else ~turned
    return back.view(dtype) if dtype.kind in "mM" else back


def _argsort_backwards(values: Array, splits: Array, lengths: Array) -> Array:
    """Read rows from the right, so that equal values still stand as they stood."""
    ends = splits[1:] - 1
    backwards = take_ranges(values, ends, lengths, step=-1)
    places = take_ranges(argsort_rows(backwards, splits, lengths), ends, lengths, step=-1)
    last = repeat(lengths - 1, lengths).astype(INT64, copy=False)
    turned: Array = last.reshape(-1, *[1] * (values.ndim - 1)) - places
    return turned


def _taken_in_rows(values: Array, splits: Array, lengths: Array, places: Array) -> Array:
    starts = repeat(splits[:-1], lengths).reshape(-1, *[1] * (values.ndim - 1))
    if values.ndim == 1:
        return take(values, places + starts)
    xp = array_namespace(values)
    return xp.take_along_axis(values, places + starts, axis=0)  # type: ignore[no-any-return]


def _by_columns(function: Callable[..., Array], values: Array, lengths: Array) -> Array:
    """Order inner dimensions one by one: each column is as many rows again."""
    xp = array_namespace(values)
    n = values.shape[0]
    width = values.size // n if n else 0
    if not width:
        none = lengths[:0]
        return function(values.reshape(-1), lengths_to_splits(none), none).reshape(values.shape)
    columns = values.reshape(n, width).T.reshape(-1)
    every = xp.tile(lengths, width)
    done = function(columns, lengths_to_splits(every), every)
    return done.reshape(width, n).T.reshape(values.shape)


def _fits_rectangles(values: Array) -> bool:
    """Whether there is a value to complete rows with, and a loop over blocks pays."""
    return values.dtype.kind in "biufcmMUS" and array_namespace(values) is host_namespace


def _by_rectangles(
    values: Array,
    splits: Array,
    lengths: Array,
    ordered: Callable[[Array], Array],
    dtype: DType,
) -> Array:
    """Lay rows out as rectangles, completed by what sorts last.

    A block that would be mostly padding makes one rectangle for each power of two, so that
    padding never is more than half of it.
    """
    xp = array_namespace(values)
    fill = _last(values.dtype)
    out: Array = xp.empty(values.shape, dtype=dtype)
    for a, b in row_blocks(splits, _BLOCK, _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        some = lengths[a:b]
        width = int(some.max())
        if not width:
            continue
        if width * (b - a) <= _LOOSE * (limit - start) + _SPARE:
            out[start:limit] = _rectangle(values[start:limit], some, width, fill, ordered)
            continue
        for rows in alike_rows(some):
            starts, alike = splits[a:b].take(rows), some.take(rows)
            picked = take_ranges(values, starts, alike)
            done = _rectangle(picked, alike, int(alike.max()), fill, ordered)
            out[ranges(starts, alike)] = done
    return out


def _rectangle(
    values: Array, lengths: Array, width: int, fill: Any, ordered: Callable[[Array], Array]
) -> Array:
    if width * lengths.shape[0] == values.shape[0]:
        return ordered(values.reshape(-1, width)).reshape(-1)
    return compact(ordered(pad(values, lengths, width, fill)), lengths)


def _sorted(rectangle: Array) -> Array:
    return array_namespace(rectangle).sort(rectangle, axis=1)  # type: ignore[no-any-return]


def _argsorted(rectangle: Array) -> Array:
    xp = array_namespace(rectangle)
    return xp.argsort(rectangle, axis=1, kind="stable")  # type: ignore[no-any-return]  # xp is Any


def _last(dtype: DType) -> Any:
    """Return a value that nothing sorts after."""
    kind = dtype.kind
    if kind == "f":
        return float("nan")
    if kind == "c":
        return complex(float("nan"), float("nan"))
    if kind in "iu":
        return host_namespace.iinfo(dtype).max
    if kind == "U":
        return "\U0010ffff" * (dtype.itemsize // 4)
    return {"b": True, "S": b"\xff" * dtype.itemsize}.get(kind, "NaT")


def _order_by_two_passes(values: Array, splits: Array, lengths: Array) -> Array:
    """Return the order of all values by row, then by value: by value first, then by row."""
    by_value = order(values)
    return by_value.take(order(splits_to_rowids(splits, lengths).take(by_value)))
