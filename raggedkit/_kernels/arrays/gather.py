"""Copies of items and rows: take, take ranges, pad to a rectangle, compact, interleave, choose."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

from raggedkit._kernels.arrays.splits import (
    are_sound,
    lengths_to_splits,
    longest,
    multiplied,
    range_lengths,
    ranges,
    repeat,
    row_blocks,
    spans_of_rows,
    splits_of_kept,
    turns,
)
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import BITS_FROM as _BITS_FROM
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._kernels.limits import FEW, READ
from raggedkit._typing import Array
from raggedkit._xp import INT64, WITH_NAN, array_namespace, host_namespace

__all__ = [
    "choose",
    "compact",
    "count_unpadded",
    "interleave",
    "keep",
    "keep_columns",
    "order_by",
    "pad",
    "positions_of_slices",
    "prefix_mask",
    "product_rows",
    "slice_rows",
    "take",
    "take_in_rows",
    "take_nested_rows",
    "take_ranges",
    "take_rows",
    "take_turns",
]


def take(values: Array, at: Array) -> Array:
    """Return ``values[at]`` along axis 0; ``at`` is not checked.

    Inner dimensions are copied as one item if the dtype allows such a view.
    """
    xp = array_namespace(values, at)
    if xp is not host_namespace:
        taken: Array = values.take(at, axis=0)
        return taken
    items = _items(values) if values.ndim > 1 else None
    if items is not None:
        moved = items.take(at, mode="clip").view(values.dtype)
        return moved.reshape(at.shape[0], *values.shape[1:])
    if not values.shape[0]:  # take(mode="clip") refuses an empty source
        return values[:0]
    plain: Array = values.take(at, axis=0, mode="clip")
    return plain


def _items(values: Array) -> Array | None:
    """Return ``[n, ...]`` viewed as a vector of ``n`` items of bytes; None if that is not possible.

    A vector is returned unchanged.
    """
    if values.ndim == 1:
        return values
    plain = values.flags.c_contiguous and not values.dtype.hasobject
    if not plain or not values.size or array_namespace(values) is not host_namespace:
        return None
    width = values.dtype.itemsize * math.prod(values.shape[1:])
    items: Array = values.reshape(values.shape[0], -1).view(f"V{width}")[:, 0]
    return items


@dispatched(compiled=0, small={2: FEW})
def take_ranges(
    values: Array, starts: Array, lengths: Array, step: int = 1, splits: Array | None = None
) -> Array:
    """Return ``values[start], values[start + step], ...`` of all rows, joined.

    ``starts, lengths: int[nrows]``; ``splits`` are those of the lengths, if they are known.
    Large outputs are computed in blocks of rows, so that the index takes the memory of one block.
    """
    nrows = lengths.shape[0]
    if values.ndim > 1 and 0 in values.shape[1:]:  # items of no bytes: nothing to copy
        return _nothing(values, lengths, splits)
    xp = array_namespace(values, starts)
    if nrows < 2 or xp is not host_namespace:
        return take(values, ranges(starts, lengths, step))
    if splits is None:
        splits = lengths_to_splits(lengths.astype(INT64, copy=False))
    total = int(splits[-1])
    if total <= nrows and longest(lengths) <= 1:
        return take(values, starts[lengths > 0])
    if total <= 2 * _BLOCK:
        return take(values, ranges(starts, lengths, step, splits))
    out: Array = xp.empty((total, *values.shape[1:]), dtype=values.dtype)
    items, places = _items(values), _items(out)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        at, start, limit = ranges(starts[a:b], lengths[a:b], step), int(splits[a]), int(splits[b])
        if items is not None and places is not None:
            items.take(at, out=places[start:limit], mode="clip")
        else:
            out[start:limit] = take(values, at)
    return out


@dispatched(small={2: FEW})
def take_rows(values: Array, splits: Array, rows: Array) -> tuple[Array, Array] | None:
    """Return the joined values of these rows, and their splits; None as in `splits.spans_of_rows`.

    ``splits: int[nrows + 1]`` cuts the values into rows. ``rows: int[n]`` are trusted to be in
    bounds.
    """
    spans = spans_of_rows(splits, rows)
    return None if spans is None else (take_ranges(values, *spans[:2], 1, spans[2]), spans[2])


@dispatched(small={3: FEW})
def take_nested_rows(
    values: Array, splits: list[Array], lengths: list[Array], rows: Array
) -> tuple[Array, list[Array]] | None:
    """Return rows of rows, and their splits at each level; None as in `splits.spans_of_rows`.

    ``splits`` of each level, the outermost first, and the ``lengths`` of the levels inside. Rows of
    rows are runs: each level copies as many runs as there are ``rows``, however many items they
    have.
    """
    spans = spans_of_rows(splits[0], rows)
    if spans is None:
        return None
    starts, counts, cut = spans
    cuts: list[Array] = [cut]
    known: Array | None = cut
    for inner, sizes in zip(splits[1:], lengths, strict=True):
        cuts.append(lengths_to_splits(take_ranges(sizes, starts, counts, 1, known)))
        limits = inner.take(starts + counts)
        starts = inner.take(starts)
        counts, known = limits - starts, None
    return take_ranges(values, starts, counts), cuts


@dispatched(small={1: FEW})
def slice_rows(values: Array, splits: Array, key: slice) -> tuple[Array, Array] | None:
    """Return the same slice of every row, joined, and the splits of these slices.

    ``splits: int[nrows + 1]`` cuts the values into rows. None as in `splits.are_sound`.
    """
    if not are_sound(splits):
        return None
    starts, lengths, step = slices_of_rows(splits, key)
    cut = lengths_to_splits(lengths)
    return take_ranges(values, starts, lengths, step, cut), cut


@dispatched(small={0: FEW})
def positions_of_slices(splits: Array, key: slice) -> tuple[Array, Array] | None:
    """Return the positions of the same slice of every row, and the splits, as in `slice_rows`."""
    if not are_sound(splits):
        return None
    starts, lengths, step = slices_of_rows(splits, key)
    return ranges(starts, lengths, step), lengths_to_splits(lengths)


def slices_of_rows(splits: Array, key: slice) -> tuple[Array, Array, int]:
    """Return the start and the length of the same slice of every row, and the step."""
    xp = array_namespace(splits)
    starts, limits = splits[:-1], splits[1:]
    step = 1 if key.step is None else operator.index(key.step)
    low, high = (starts, limits) if step > 0 else (starts - 1, limits - 1)
    first, last = (low, high) if step > 0 else (high, low)
    most = int(splits[-1]) + 1  # clamp: larger offsets are equivalent

    def bound(offset: Any, default: Array) -> Array:
        if offset is None:
            return default
        n = min(max(operator.index(offset), -most), most)
        clipped: Array = xp.minimum(starts + n, high) if n >= 0 else xp.maximum(limits + n, low)
        return clipped

    begin, end = bound(key.start, first), bound(key.stop, last)
    step = min(max(step, -most), most)
    return begin, range_lengths(begin, end, step), step


def _nothing(values: Array, lengths: Array, splits: Array | None) -> Array:
    """Return an array of ``n`` items that takes no memory."""
    xp = array_namespace(values)
    cut = lengths_to_splits(lengths) if splits is None else splits
    out: Array = xp.empty((int(cut[-1]), *values.shape[1:]), dtype=values.dtype)
    return out


@dispatched(compiled=2)
def take_in_rows(
    values: Array, splits: Array, indices: Array, cut: Array, from_end: bool
) -> Array | None:
    """Return items by their positions in rows; None if a position is outside of its row.

    ``cut: int[nrows + 1]`` are the row splits of ``indices``, ``splits`` those of
    ``values``. ``from_end``: negative positions count from the end of the row.
    """
    xp = array_namespace(values, indices)
    out: Array = xp.empty((indices.shape[0], *values.shape[1:]), dtype=values.dtype)
    for a, b in row_blocks(cut, _BLOCK, 2 * _BLOCK):
        start, limit = int(cut[a]), int(cut[b])
        counts = cut[a + 1 : b + 1] - cut[a:b]
        starts = splits[a:b]
        at, sizes = indices[start:limit], repeat(splits[a + 1 : b + 1] - starts, counts)
        if from_end:
            at = at + sizes * (at < 0)
        if bool(((at < 0) | (at >= sizes)).any()):
            return None
        out[start:limit] = take(values, at + repeat(starts, counts))
    return out


@dispatched(compiled=1, small={1: READ, 2: FEW})
def keep(values: Array, kept: Array, splits: Array) -> tuple[Array, Array]:
    """Return the values marked by ``kept: bool[nvals]``, and the row splits of these values.

    ``splits: int[nrows + 1]`` are the row splits of ``values: [nvals, ...]``.
    """
    at = array_namespace(kept).flatnonzero(kept)
    return take(values, at), splits_of_kept(kept, splits)


@dispatched(compiled=1)
def keep_columns(columns: list[Array], kept: Array, splits: Array) -> tuple[list[Array], Array]:
    """Return the result of `keep` for several arrays of the same rows; the marks are read once."""
    at = array_namespace(kept).flatnonzero(kept)
    return [take(values, at) for values in columns], splits_of_kept(kept, splits)


def prefix_mask(lengths: Array, width: int) -> Array:
    """Return ``bool[nrows, width]``, true in the first ``lengths[i]`` columns of row ``i``."""
    xp = array_namespace(lengths)
    kind = "uint8" if width < 256 else "uint16" if width < 65536 else lengths.dtype
    places = xp.arange(width, dtype=kind)
    mask: Array = places < lengths.astype(kind)[:, None]
    return mask


@dispatched(compiled=0)
def pad(
    values: Array,
    lengths: Array,
    width: int,
    fill: Any,
    dtype: Any = None,
    left: bool = False,
    splits: Array | None = None,
) -> Array:
    """Return ``[nrows, width, ...]``: the rows, padded with ``fill``.

    ``lengths`` must not exceed ``width`` and must sum to ``len(values)``; ``splits`` are those of
    the lengths, if they are known. ``fill`` broadcasts to one item. ``left`` pads rows at the
    start.
    """
    xp = array_namespace(values, lengths)
    shape = (lengths.shape[0], width, *values.shape[1:])
    dtype = values.dtype if dtype is None else dtype
    if fill is None:
        out = xp.zeros(shape, dtype=dtype)
    else:
        out = xp.empty(shape, dtype=dtype)
        out[...] = fill
    if values.shape[0]:
        there = ~prefix_mask(width - lengths, width) if left else prefix_mask(lengths, width)
        cells, items = _cells(out), _items(values) if values.dtype == out.dtype else None
        if cells is not None and items is not None:
            cells[there] = items
        else:
            out[there] = values
    padded: Array = out
    return padded


@dispatched(compiled=0, small={2: FEW})
def interleave(sources: list[Array], splits: list[Array], starts: list[Array], dtype: Any) -> Array:
    """Return row 0 of each source, then row 1 of each, and so on, joined.

    ``splits[k]: int[nrows + 1]`` cuts ``sources[k]`` into rows, which start at
    ``starts[k]: int[nrows]`` of the result (`splits.turns`). One pass over the result for each
    source: meant for few of them.
    """
    xp = array_namespace(*sources, *splits)
    if 0 in sources[0].shape[1:]:  # nothing to copy
        total = sum(source.shape[0] for source in sources)
        nothing: Array = xp.empty((total, *sources[0].shape[1:]), dtype=dtype)
        return nothing
    count, nrows = len(sources), splits[0].shape[0] - 1
    order = xp.tile(xp.arange(count, dtype="uint8"), nrows)
    lengths = [cut[1:] - cut[:-1] for cut in splits]
    owner = repeat(order, xp.stack(lengths, axis=1).reshape(-1))
    out: Array = xp.empty((owner.shape[0], *sources[0].shape[1:]), dtype=dtype)
    places = _items(out)
    for k, values in enumerate(sources):
        items = _items(values) if values.dtype == out.dtype else None
        if items is not None and places is not None:
            places[owner == k] = items
        else:
            out[owner == k] = values
    return out


@dispatched(small={1: FEW})
def take_turns(sources: list[Array], splits: list[Array], dtype: Any) -> tuple[Array, Array]:
    """Return the result of `interleave` and the splits of the rounds; all splits start at 0."""
    starts, rounds = turns(splits)
    return interleave(sources, splits, starts, dtype), rounds


def order_by(ids: Array, count: int) -> Array:
    """Return the stable order that sorts ``ids: int[n]``, from 0 to ``count - 1``.

    NumPy sorts 16 bits by radix: two such passes beat one sort of wider numbers several times.
    """
    xp = array_namespace(ids)
    if count <= 1 << 16:
        result: Array = xp.argsort(ids.astype("uint16"), kind="stable")
        return result
    if count > 1 << 32 or xp is not host_namespace:
        return xp.argsort(ids, kind="stable")  # type: ignore[no-any-return]  # xp is Any
    order = (ids & 0xFFFF).astype("uint16").argsort(kind="stable")
    high = (ids >> 16).astype("uint16").take(order)
    sorted_: Array = order.take(high.argsort(kind="stable"))
    return sorted_


@dispatched(compiled=0)
def choose(flags: Array, x: Array, y: Array) -> Array:
    """Return ``x`` where ``flags`` is true, ``y`` elsewhere; all of one shape, values of one dtype.

    Items of 4 or 8 bytes are chosen by bit operations: no flag is mispredicted.
    """
    xp = array_namespace(flags, x, y)
    if x.size < _BITS_FROM:
        return xp.where(flags, x, y)  # type: ignore[no-any-return]  # the namespace is Any
    size = x.dtype.itemsize
    plain = x.dtype.kind in "iufmM" and x.dtype.isnative and x.flags.c_contiguous
    if xp is not host_namespace or size not in (4, 8) or not plain or not y.flags.c_contiguous:
        return xp.where(flags, x, y)  # type: ignore[no-any-return]  # the namespace is Any
    bits = f"i{size}"
    taken = (-flags.view("i1")).astype(bits)
    chosen = x.view(bits) ^ y.view(bits)
    chosen &= taken
    chosen ^= y.view(bits)
    of_dtype: Array = chosen.view(x.dtype)
    return of_dtype


@dispatched(compiled=0)
def compact(dense: Array, lengths: Array, splits: Array | None = None) -> Array:
    """Return the first ``lengths[i]`` items of each row of ``[nrows, width, ...]``, joined.

    ``splits`` are those of the lengths, if they are known.
    """
    there, cells = prefix_mask(lengths, dense.shape[1]), _cells(dense)
    if cells is None:
        items: Array = dense[there]
        return items
    return cells[there].view(dense.dtype).reshape(-1, *dense.shape[2:])


@dispatched(compiled=0)
def count_unpadded(dense: Array, pad: Array) -> Array:
    """Return the number of items of each row before the trailing padding, ``int[nrows]``.

    ``dense: [nrows, width, ...]``; ``pad`` is one item. NaN and NaT pad like any other value.
    """
    xp = array_namespace(dense)
    if not dense.shape[1]:
        return xp.zeros(dense.shape[0], dtype=INT64)  # type: ignore[no-any-return]  # xp is Any
    kept = dense != pad
    if dense.dtype.kind in WITH_NAN and not bool((pad == pad).all()):  # they differ from themselves
        kept &= (dense == dense) | (pad == pad)
    if kept.ndim > 2:
        kept = kept.any(axis=tuple(range(2, kept.ndim)))
    width = dense.shape[1]
    behind = kept[:, ::-1].argmax(axis=1)  # also 0 for a row of padding only
    counted: Array = xp.where((behind == 0) & ~kept[:, -1], 0, width - behind)
    return counted


def _cells(dense: Array) -> Array | None:
    """Return ``[nrows, width, ...]`` viewed as ``[nrows, width]`` items of bytes, or None.

    Writing to the view writes to the array.
    """
    if dense.ndim < 3 or not dense.size or not dense.flags.c_contiguous:
        return None
    items = _items(dense.reshape(-1, *dense.shape[2:]))
    return None if items is None else items.reshape(dense.shape[:2])


def product_rows(starts: Sequence[Array], lengths: Sequence[Array]) -> tuple[Array, list[Array]]:
    """Return the number of combinations of each row, and the positions of their values per input.

    ``starts, lengths: int[nrows]`` are the rows of each input; the last input varies fastest.
    """
    xp = array_namespace(*lengths)
    counts = multiplied(lengths, "row_lengths")
    splits = lengths_to_splits(counts)
    place = xp.arange(int(splits[-1]), dtype=INT64) - repeat(splits[:-1], counts)
    taken: list[Array] = []
    for start, length in zip(reversed(starts), reversed(lengths), strict=True):
        size = repeat(length, counts)
        taken.insert(0, repeat(start, counts) + place % size)
        place = place // size
    return counts, taken
