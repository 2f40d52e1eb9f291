"""Move items of a flat array: take, pad out to a rectangle, compact back."""

from __future__ import annotations

import math
from typing import Any

from raggedkit._kernels.engine import accelerated
from raggedkit._kernels.few import is_few, rows_of_slices
from raggedkit._kernels.splits import lengths_to_splits, ranges, repeat, row_blocks
from raggedkit._typing import Array
from raggedkit._xp import INT64, array_namespace, host_namespace

__all__ = [
    "choose",
    "compact",
    "interleave",
    "order_by",
    "pad",
    "prefix_mask",
    "take",
    "take_ranges",
]

_BITS_FROM = 1 << 10  # items from which a choice by bits is worth its passes
_BLOCK = 1 << 17  # outputs per block: the index of one block stays in cache


def take(values: Array, at: Array) -> Array:
    """Return ``values[at]`` along axis 0; ``at`` is trusted to be in bounds.

    Inner dimensions move as one item each where the dtype allows such a view.
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
    """Return a vector of the items of ``[n, ...]``, each one piece of memory; None where it can't.

    Of a plain vector that is the vector.
    """
    if values.ndim == 1:
        return values
    plain = values.flags.c_contiguous and not values.dtype.hasobject
    if not plain or not values.size or array_namespace(values) is not host_namespace:
        return None
    width = values.dtype.itemsize * math.prod(values.shape[1:])
    items: Array = values.reshape(values.shape[0], -1).view(f"V{width}")[:, 0]
    return items


@accelerated(0)
def take_ranges(values: Array, starts: Array, lengths: Array, step: int = 1) -> Array:
    """Return ``values[start], values[start + step], ...`` for each row, end to end.

    ``starts, lengths: int[nrows]``; large outputs are made block by block of rows, so that the
    index never costs more than a block.
    """
    nrows = lengths.shape[0]
    if is_few(lengths):
        rows = rows_of_slices(values, starts.tolist(), lengths.tolist(), step)
        if rows is not None:
            return rows
    xp = array_namespace(values, starts)
    if nrows < 2 or xp is not host_namespace:
        return take(values, ranges(starts, lengths, step))
    splits = lengths_to_splits(lengths.astype(INT64, copy=False))
    total = int(splits[-1])
    if total <= nrows and int(lengths.max()) <= 1:
        return take(values, starts[lengths > 0])
    if total <= 2 * _BLOCK:
        return take(values, ranges(starts, lengths, step))
    out: Array = xp.empty((total, *values.shape[1:]), dtype=values.dtype)
    items, places = _items(values), _items(out)
    for a, b in row_blocks(splits, _BLOCK, 2 * _BLOCK):
        at, start, limit = ranges(starts[a:b], lengths[a:b], step), int(splits[a]), int(splits[b])
        if items is not None and places is not None:
            items.take(at, out=places[start:limit], mode="clip")
        else:
            out[start:limit] = take(values, at)
    return out


def prefix_mask(lengths: Array, width: int) -> Array:
    """Return ``bool[nrows, width]``, true in the first ``lengths[i]`` places of row ``i``."""
    xp = array_namespace(lengths)
    kind = "uint8" if width < 256 else "uint16" if width < 65536 else lengths.dtype
    places = xp.arange(width, dtype=kind)
    mask: Array = places < lengths.astype(kind)[:, None]
    return mask


@accelerated(0)
def pad(
    values: Array,
    lengths: Array,
    width: int,
    fill: Any,
    dtype: Any = None,
    *,
    left: bool = False,
) -> Array:
    """Return ``[nrows, width, ...]``: rows laid out, short ones completed with ``fill``.

    ``lengths`` must not exceed ``width`` and must sum to ``len(values)``; ``fill`` broadcasts to
    one item. ``left`` completes rows in front.
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


@accelerated(0)
def interleave(sources: list[Array], lengths: list[Array], dtype: Any) -> Array:
    """Return row 0 of each source, then row 1 of each, and so on, end to end.

    ``lengths[k]: int[nrows]`` cuts ``sources[k]`` into rows. One pass over the result for each
    source: meant for few of them.
    """
    xp = array_namespace(*sources, *lengths)
    count, nrows = len(sources), lengths[0].shape[0]
    turns = xp.tile(xp.arange(count, dtype="uint8"), nrows)
    owner = repeat(turns, xp.stack(lengths, axis=1).reshape(-1))
    out: Array = xp.empty((owner.shape[0], *sources[0].shape[1:]), dtype=dtype)
    places = _items(out)
    for k, values in enumerate(sources):
        items = _items(values) if values.dtype == out.dtype else None
        if items is not None and places is not None:
            places[owner == k] = items
        else:
            out[owner == k] = values
    return out


def order_by(ids: Array, count: int) -> Array:
    """Return the stable order that sorts ``ids: int[n]``, from 0 to ``count - 1``.

    NumPy sorts 16 bits by radix: two such passes beat one sort of wider numbers several times.
    """
    xp = array_namespace(ids)
    if count <= 1 << 16:
        return xp.argsort(ids.astype("uint16"), kind="stable")  # type: ignore[no-any-return]
    if count > 1 << 32 or xp is not host_namespace:
        return xp.argsort(ids, kind="stable")  # type: ignore[no-any-return]  # xp is Any
    order = (ids & 0xFFFF).astype("uint16").argsort(kind="stable")
    high = (ids >> 16).astype("uint16").take(order)
    sorted_: Array = order.take(high.argsort(kind="stable"))
    return sorted_


@accelerated(0)
def choose(flags: Array, x: Array, y: Array) -> Array:
    """Return ``x`` where ``flags`` is true, ``y`` elsewhere; of one shape, the values of one dtype.

    Items of 4 or 8 bytes are chosen bit by bit, which no pattern of flags can slow down.
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


@accelerated(0)
def compact(dense: Array, lengths: Array) -> Array:
    """Return the first ``lengths[i]`` items of each row of ``[nrows, width, ...]``, end to end."""
    there, cells = prefix_mask(lengths, dense.shape[1]), _cells(dense)
    if cells is None:
        items: Array = dense[there]
        return items
    return cells[there].view(dense.dtype).reshape(-1, *dense.shape[2:])


def _cells(dense: Array) -> Array | None:
    """Return ``[nrows, width, ...]`` as a rectangle of items, as `_items` does; None of plain ones.

    What is written into the one stands in the other.
    """
    if dense.ndim < 3 or not dense.size or not dense.flags.c_contiguous:
        return None
    items = _items(dense.reshape(-1, *dense.shape[2:]))
    return None if items is None else items.reshape(dense.shape[:2])
