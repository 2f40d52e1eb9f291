"""Values and positions packed into one integer, which NumPy sorts and compares in one pass.

The position comes out of the result for free, and equal values keep their order.
"""

from __future__ import annotations

from raggedkit._kernels.arrays.splits import row_blocks
from raggedkit._kernels.limits import PACKED_FROM as _FEW
from raggedkit._kernels.limits import SMALL_BLOCK as _BLOCK
from raggedkit._typing import Array
from raggedkit._xp import INT64, REALS, TIMES, array_namespace, host_namespace

__all__ = ["argsorted", "extreme_places"]

_MOST = 2**63


def _sortable(values: Array) -> Array | None:
    """Return integers of up to 32 bits in the order of such numbers; None for larger numbers.

    -0.0 equals 0.0, and all NaN are equal and greater than infinity.
    """
    kind, size = values.dtype.kind, values.dtype.itemsize
    if kind not in REALS or size > 4:
        return None
    if kind == "f":
        return _bits_in_order(values.astype("float32", copy=False))
    if kind == "u" and size == 4:
        return values.astype("uint32", copy=False).view("int32") ^ -(2**31)
    return values.view("int8") if kind == "b" else values


def _bits_in_order(values: Array) -> Array:
    """Return integers of the same size that compare as the floats do."""
    xp = array_namespace(values)
    floats = values + values.dtype.type(0)  # -0.0 becomes 0.0; a copy
    if floats.size and bool(xp.isnan(floats.max())):
        floats[xp.isnan(floats)] = float("nan")  # one NaN for either sign and any payload
    size = 8 * floats.dtype.itemsize
    bits: Array = floats.view(f"i{size // 8}")
    turned = bits >> (size - 1)
    turned &= (1 << size - 1) - 1
    bits ^= turned
    return bits


def argsorted(rectangle: Array) -> Array:
    """Return the stable order of each row of ``[n, width]``, ``int64``; NaN and NaT last."""
    xp = array_namespace(rectangle)
    width = rectangle.shape[1]
    bits = (width - 1).bit_length()
    places = (1 << bits) - 1
    packed = None
    if xp is host_namespace and rectangle.size > _FEW:
        if width == 1:
            result: Array = xp.zeros(rectangle.shape, dtype=INT64)
            return result
        packed = _with_room(rectangle, bits)
    if packed is None:
        result = xp.argsort(rectangle, axis=1, kind="stable")
        return result
    packed |= xp.arange(width)
    packed.sort(axis=1)
    if rectangle.dtype.kind == "f" and rectangle.dtype.itemsize == 8:
        _order_ties(packed, rectangle, places)
    packed &= places
    return packed


def extreme_places(ufunc: str, values: Array, splits: Array, lengths: Array) -> Array | None:
    """Return the position of the first largest (``maximum``) or smallest value per row, ``int64``.

    NaN counts as both; an empty row gives 0. None for values on the host that
    do not fit one integer together with their position, as float64.
    """
    xp, (kind, size) = array_namespace(values), (values.dtype.kind, values.dtype.itemsize)
    if kind not in REALS or (kind == "f" and size > 4):
        return None
    out: Array = xp.zeros(lengths.shape[0], dtype=INT64)
    room = xp.empty(min(values.shape[0], _BLOCK), dtype=INT64)
    for a, b in row_blocks(splits, _BLOCK, _BLOCK):
        part = values[int(splits[a]) : int(splits[b])]
        filled = lengths[a:b] > 0
        starts = splits[a:b][filled] - splits[a]
        if not starts.shape[0]:
            continue
        fits = part.shape[0] <= room.shape[0]
        places = _extreme_places(ufunc, part, starts, room[: part.shape[0]] if fits else None)
        if places is None:
            return None
        places -= starts
        out[a:b][filled] = places
    return out


def _extreme_places(ufunc: str, values: Array, starts: Array, room: Array | None) -> Array | None:
    """Return the flat positions of the extremes of runs with these starts."""
    xp, n = array_namespace(values), values.shape[0]
    bits = (n - 1).bit_length()
    last = (1 << bits) - 1
    # NaN packs as the largest value, so it wins a maximum; for a minimum the floats are negated.
    if values.dtype.kind == "f" and ufunc == "minimum":
        ufunc, values = "maximum", -values
    packed = _with_room(values, bits, room)
    if packed is None:
        return None
    packed |= xp.arange(n) if ufunc == "minimum" else xp.arange(last, last - n, -1)
    places: Array = getattr(xp, ufunc).reduceat(packed, starts)
    places &= last
    return places if ufunc == "minimum" else last - places


def _with_room(values: Array, bits: int, room: Array | None = None) -> Array | None:
    """Return int64 in the order of values, with ``bits`` low bits free, or None.

    Of float64 the last bits are lost. ``room: int64`` of the same shape may be written to.
    """
    xp = array_namespace(values)
    kind = values.dtype.kind
    small = _sortable(values)
    if small is not None:
        if bits > 31:
            return None
        packed: Array = xp.left_shift(small, bits, out=room, dtype=INT64)
        return packed
    if values.dtype.itemsize != 8 or not values.dtype.isnative:
        return None
    if kind == "f":
        packed = _bits_in_order(values)
        packed &= -(1 << bits)
        return packed
    if kind not in "iumM":
        return None
    numbers = values.view(INT64) if kind in TIMES else values
    low, high = int(numbers.min()), int(numbers.max())
    if high - low >= _MOST >> bits or (kind in TIMES and low == -_MOST):
        return None
    apart = (numbers - numbers.dtype.type(low)).view(INT64)
    shifted: Array = xp.left_shift(apart, bits, out=room)
    return shifted


def _order_ties(packed: Array, values: Array, places: int) -> None:
    """Sort the rows again whose values differ in the dropped bits only."""
    xp = array_namespace(values)
    same = ((packed[:, 1:] ^ packed[:, :-1]) & ~places) == 0
    if not bool(same.any()):
        return
    rows = xp.flatnonzero(same.any(axis=1))
    exact = _bits_in_order(values[rows])
    found = xp.take_along_axis(exact, packed[rows] & places, axis=1)
    wrong = xp.flatnonzero((found[:, 1:] < found[:, :-1]).any(axis=1))
    if wrong.shape[0]:
        packed[rows[wrong]] = exact[wrong].argsort(axis=1, kind="stable")
