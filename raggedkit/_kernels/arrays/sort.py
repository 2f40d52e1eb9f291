"""Row-wise sort, argsort and search.

``splits: int[nrows + 1]``, ``lengths: int[nrows]`` cut axis 0 of ``values: [nvals, ...]``; each
position of the inner dimensions is sorted separately. NaN and NaT come last, in either direction,
and argsort keeps the order of equal values (0.0 and -0.0 are equal).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from raggedkit._caller import REFUSED
from raggedkit._kernels.arrays.gather import order_by, take, take_ranges
from raggedkit._kernels.arrays.packing import argsorted
from raggedkit._kernels.arrays.rectangles import by_rectangles
from raggedkit._kernels.arrays.splits import (
    lengths_to_splits,
    offsets_in_rows,
    ranges,
    repeat,
    row_blocks,
    splits_to_lengths,
    splits_to_rowids,
)
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import DIGITS_FROM, FEW, READ
from raggedkit._kernels.limits import ROWS_PER_CALL as _ROWS
from raggedkit._kernels.limits import SEARCH_BLOCK as _BLOCK
from raggedkit._kernels.limits import SMALL_BLOCK as _PIECE
from raggedkit._typing import Array, DType
from raggedkit._xp import INEXACT, INT64, INTEGERS, TIMES, WITH_NAN, array_namespace, host_namespace

__all__ = [
    "argsort_axis",
    "argsort_rows",
    "column_blocks",
    "order",
    "search_rows",
    "sort_axis",
    "sort_rows",
    "top_rows",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


def order(values: Array) -> Array:
    """Return the stable order of a vector; NumPy sorts 16 bits by radix."""
    xp = array_namespace(values)
    plain = values.dtype.kind in INTEGERS and values.dtype.itemsize > 2 and xp is host_namespace
    if plain and values.shape[0] > DIGITS_FROM:
        low, high = int(values.min()), int(values.max())
        digits: Array = xp.empty(values.shape, dtype="uint16")
        if high - low < 1 << 16:
            xp.subtract(values, values.dtype.type(low), out=digits, casting="unsafe")
            return digits.argsort(kind="stable")
        if (high >> 16) - (low >> 16) < 1 << 16:
            by_low = values.astype("uint16").argsort(kind="stable")
            xp.right_shift(values, values.dtype.type(16), out=digits, casting="unsafe")
            digits -= digits.dtype.type((low >> 16) & 0xFFFF)
            by_high = digits.take(by_low).argsort(kind="stable")
            ordered: Array = by_low.take(by_high)
            return ordered
    return xp.argsort(values, kind="stable")  # type: ignore[no-any-return]  # xp is Any


@dispatched(compiled=0, small={0: READ, 1: FEW})
def sort_rows(
    values: Array, splits: Array, lengths: Array | None, descending: bool = False
) -> Array:
    """Return the values of each row in order, ``[nvals, ...]``.

    Without ``lengths`` they are computed, if the form that runs needs them.
    """
    if lengths is None:
        lengths = splits_to_lengths(splits)
    if descending:
        turned = _reversed_order(values)
        if turned is None:
            places = argsort_rows(values, splits, lengths, True)
            return _taken_in_rows(values, splits, lengths, places)
        return _restored(sort_rows(turned, splits, lengths), values.dtype)
    if values.ndim > 1:
        return _by_columns(sort_rows, values, lengths)
    if not _fits_rectangles(values):
        return take(values, _order_by_two_passes(values, splits, lengths))
    fill = _last(values.dtype)
    return by_rectangles(values, splits, lengths, _sorted, values.dtype, fill)


@dispatched(small={0: READ, 1: FEW})
def argsort_rows(values: Array, splits: Array, lengths: Array, descending: bool = False) -> Array:
    """Return the positions that sort each row, ``int64[nvals, ...]``."""
    if descending:
        turned = _reversed_order(values)
        if turned is None:
            return _argsort_backwards(values, splits, lengths)
        return argsort_rows(turned, splits, lengths)
    if values.ndim > 1:
        return _by_columns(argsort_rows, values, lengths)
    if not _fits_rectangles(values):
        return _order_by_two_passes(values, splits, lengths) - repeat(splits[:-1], lengths)
    return by_rectangles(values, splits, lengths, argsorted, INT64, _last(values.dtype))


@dispatched(small={0: READ, 1: FEW})
def top_rows(values: Array, splits: Array, lengths: Array, most: int) -> tuple[Array, Array, Array]:
    """Return the positions of the largest values, in rows and among all values, and their splits.

    At most ``most`` positions (int64) of each row, the largest value first, and all of
    shorter rows. Equal values keep their order, NaN and NaT are last. Vectors only.
    """
    kept = array_namespace(values).minimum(lengths, most)
    places = _top_places(values, splits, lengths, most)
    return places, places + repeat(splits[:-1], kept), lengths_to_splits(kept)


def _top_places(values: Array, splits: Array, lengths: Array, most: int) -> Array:
    turned = _reversed_order(values)
    if turned is not None and _fits_rectangles(turned):
        fill = _last(turned.dtype)
        return by_rectangles(turned, splits, lengths, argsorted, INT64, fill, most)
    places = argsort_rows(values, splits, lengths, True)
    return take_ranges(places, splits[:-1], array_namespace(values).minimum(lengths, most))


def search_rows(
    values: Array, splits: Array, wanted: Array, cuts: Array, *, right: bool = False
) -> Array:
    """Return the insertion position of each wanted value in its sorted row, ``int64[n]``.

    ``splits: int[nrows + 1]`` cut the values into rows, ``cuts: int[nrows + 1]`` the wanted ones
    into as many rows. Positions count from the start of the row, before equal values or after
    (``right``). All searches of a block run side by side.
    """
    xp = array_namespace(values, wanted)
    out: Array = xp.zeros(wanted.shape[0], dtype=INT64)
    if not values.shape[0]:
        return out
    for a, b in row_blocks(cuts, _BLOCK, 2 * _BLOCK):
        start, limit = int(cuts[a]), int(cuts[b])
        if start == limit:
            continue
        asked = cuts[a + 1 : b + 1] - cuts[a:b]
        starts = repeat(splits[a:b].astype(INT64, copy=False), asked)
        limits = repeat(splits[a + 1 : b + 1].astype(INT64, copy=False), asked)
        longest = int((splits[a + 1 : b + 1] - splits[a:b]).max())
        places = out[start:limit]
        places += starts
        with host_namespace.errstate(invalid="ignore"):  # comparison of complex NaN warns
            _search(values, places, limits, wanted[start:limit], longest, right)
        places -= starts
    return out


def _search(
    values: Array, places: Array, limits: Array, wanted: Array, longest: int, right: bool
) -> None:
    """Advance the positions past all smaller values, in steps that are halved."""
    xp = array_namespace(values, wanted)
    # NaN and NaT are last.
    last = wanted != wanted if wanted.dtype.kind in WITH_NAN else None
    if last is not None and not bool(last.any()):
        last = None
    for power in range(longest.bit_length() - 1, -1, -1):
        at = places + ((1 << power) - 1)
        inside = at < limits
        found = take(values, xp.minimum(at, values.shape[0] - 1, out=at))
        before = found <= wanted if right else found < wanted
        if last is not None:
            before = before | (last if right else last & (found == found))
        inside &= before.astype(bool, copy=False)
        places += inside.astype(INT64) << power


def column_blocks(splits: Array, lengths: Array) -> Iterator[tuple[Array, Array]]:
    """Return the order of values by their position in the row, then by row, ``int64[nvals]``.

    It comes in pieces of whole columns, with the number of values in each column.
    """
    xp, nvals = array_namespace(splits), int(splits[-1])
    if nvals <= DIGITS_FROM:
        places = offsets_in_rows(splits, lengths)
        yield places.argsort(kind="stable"), xp.bincount(places)
        return
    filled = xp.flatnonzero(lengths > 0)
    starts, left = splits.take(filled).astype(INT64, copy=False), lengths.take(filled)
    pieces: list[Array] = []
    counts: list[int] = []
    place = held = 0
    while starts.shape[0]:
        if starts.shape[0] > _ROWS:  # one call per position is cheaper than a sort
            wide, piece = 1, starts + place
            counts.append(starts.shape[0])
        else:
            wide = _PIECE // starts.shape[0]
            some = xp.minimum(left - place, wide)
            places = offsets_in_rows(lengths_to_splits(some), some)
            wide = int(some.max())
            piece = ranges(starts + place, some).take(order_by(places, wide))
            counts += xp.bincount(places, minlength=wide).tolist()
        pieces.append(piece)
        place, held = place + wide, held + piece.shape[0]
        longer = xp.flatnonzero(left > place)
        if longer.shape[0] < starts.shape[0]:
            starts, left = starts.take(longer), left.take(longer)
        if held >= _PIECE or not starts.shape[0]:
            order_of_all, sizes = xp.concatenate(pieces), xp.asarray(counts)
            del piece
            pieces, counts, held = [], [], 0
            yield order_of_all, sizes
            del order_of_all  # free the memory before the next piece


def sort_axis(values: Array, axis: int, *, descending: bool = False) -> Array:
    """Return an array sorted along one axis."""
    xp = array_namespace(values)
    if not descending:
        return xp.sort(values, axis=axis)  # type: ignore[no-any-return]  # xp is Any
    turned = _reversed_order(values)
    if turned is None:
        result: Array = xp.flip(xp.sort(values, axis=axis), axis=axis)
        return result
    return _restored(xp.sort(turned, axis=axis), values.dtype)


def argsort_axis(values: Array, axis: int, *, descending: bool = False) -> Array:
    """Return the positions that sort an array along one axis, ``int64``."""
    xp = array_namespace(values)
    turned = _reversed_order(values) if descending else values
    if turned is not None:
        result: Array = xp.argsort(turned, axis=axis, kind="stable")
        return result
    places = xp.argsort(xp.flip(values, axis=axis), axis=axis, kind="stable")
    result = values.shape[axis] - 1 - xp.flip(places, axis=axis)
    return result


def _reversed_order(values: Array) -> Array | None:
    """Return values whose ascending order is the descending order of these; None for text."""
    kind = values.dtype.kind
    if kind in "iub":
        return ~values
    if kind in INEXACT:
        return -values  # NaN stays NaN, so it stays last
    return ~values.view(INT64) if kind in TIMES else None


def _restored(turned: Array, dtype: DType) -> Array:
    """Undo `_reversed_order`."""
    back: Array = -turned if dtype.kind in INEXACT else ~turned
    return back.view(dtype) if dtype.kind in TIMES else back


def _argsort_backwards(values: Array, splits: Array, lengths: Array) -> Array:
    """Sort rows read from the right; in the reversed result equal values keep their order."""
    ends = splits[1:] - 1
    backwards = take_ranges(values, ends, lengths, -1)
    places = take_ranges(argsort_rows(backwards, splits, lengths), ends, lengths, -1)
    last = repeat(lengths - 1, lengths).astype(INT64, copy=False)
    turned: Array = last.reshape(-1, *[1] * (values.ndim - 1)) - places
    return turned


def _taken_in_rows(values: Array, splits: Array, lengths: Array, places: Array) -> Array:
    starts = repeat(splits[:-1], lengths).reshape(-1, *[1] * (values.ndim - 1))
    if values.ndim == 1:
        return take(values, places + starts)
    xp = array_namespace(values)
    result: Array = xp.take_along_axis(values, places + starts, axis=0)
    return result


def _by_columns(function: Callable[..., Array], values: Array, lengths: Array) -> Array:
    """Sort each position of the inner dimensions as separate rows."""
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
    """Whether there is a padding value, and a loop over blocks pays."""
    return values.dtype.kind in "biufcmMUS" and array_namespace(values) is host_namespace


def _sorted(rectangle: Array) -> Array:
    if rectangle.shape[1] == 1:
        return rectangle
    result: Array = array_namespace(rectangle).sort(rectangle, axis=1)
    return result


def _last(dtype: DType) -> Any:
    """Return a value that sorts last."""
    kind = dtype.kind
    if kind == "f":
        return float("nan")
    if kind == "c":
        return complex(float("nan"), float("nan"))
    if kind in INTEGERS:
        return host_namespace.iinfo(dtype).max
    if kind == "U":
        return "\U0010ffff" * (dtype.itemsize // 4)
    return {"b": True, "S": b"\xff" * dtype.itemsize}.get(kind, "NaT")


def _order_by_two_passes(values: Array, splits: Array, lengths: Array) -> Array:
    """Return the order by row, then value, in two passes: sort by value, then stably by row."""
    by_value = order(values)
    return by_value.take(order(splits_to_rowids(splits, lengths).take(by_value)))
