"""Out of ragged tensors: nested lists of Python's own values."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from raggedkit._kernels.splits import row_blocks
from raggedkit._typing import Array
from raggedkit._xp import INT64, host_namespace
from raggedkit.tensor import RaggedTensor

__all__ = ["to_list"]

_NDARRAY = host_namespace.ndarray
_FEW = 256  # lists and values below which nobody notices a collection
_BLOCK = 1 << 15  # values whose objects stay in cache until they are in their rows
_SPREAD = 1 << 15  # integers up to which a table of them stays in cache
_KEPT = (-5, 256)  # CPython has an object for each of these already
_FAR = 1 << 62  # from which on the distance of two integers may not fit 64 bits


def to_list(rt: RaggedTensor) -> list[Any]:
    """Return a nested list of Python values."""
    flat, parts = rt._flat, rt._parts
    if len(parts) == 1 and flat.size < _FEW and parts[0]._nrows < _FEW:
        return _cut(_python_values(flat), parts[0]._get_splits().tolist())
    collecting = gc.isenabled()
    gc.disable()  # a collection every few hundred new lists makes this three times slower
    try:
        items = _rows(flat, parts[-1]._get_splits())
        for part in reversed(parts[:-1]):
            items = _cut(items, part._get_splits().tolist())
    finally:
        if collecting:
            gc.enable()
    return items


def _cut(items: list[Any], splits: list[int]) -> list[Any]:
    return [items[a:b] for a, b in pairwise(splits)]


def _rows(flat: Array, splits: Array) -> list[Any]:
    """Return the values in lists, one for each row.

    A run of rows at a time: a value is made, and put into its row, while it is in the cache, and
    there is never a list of all values beside the rows.
    """
    if type(flat) is not _NDARRAY or flat.dtype.kind in "mM" or flat.size <= _BLOCK:
        return _cut(_python_values(flat), splits.tolist())
    listed = _reader(flat)
    size = max(1, _BLOCK * flat.shape[0] // flat.size)
    rows: list[Any] = []
    for first, limit in row_blocks(splits, size, size):
        cuts = splits[first : limit + 1]
        values = listed(flat[cuts[0] : cuts[-1]])
        rows += _cut(values, (cuts - cuts[0]).tolist())
    return rows


def _reader(flat: Array) -> Callable[[Array], list[Any]]:
    """Return what makes a list of some of the values.

    Integers that lie close together come out of a table: equal ones share an object, which takes
    half of the time and a fraction of the memory that an object for each takes.
    """
    if flat.dtype.kind in "iu":
        least, most = int(flat.min()), int(flat.max())
        spread = most - least
        worth_it = 4 * spread < flat.size and (least < _KEPT[0] or most > _KEPT[1])
        if spread < _SPREAD and worth_it and -_FAR < least and most < _FAR:
            table = host_namespace.arange(least, most + 1).astype(object)

            def look_up(values: Array) -> list[Any]:
                found: list[Any] = table.take(values.astype(INT64) - least).tolist()
                return found

            return look_up
    return _NDARRAY.tolist


def _python_values(flat: Array) -> list[Any]:
    """Return the values as Python's own; times finer than Python's stay NumPy's, not integers."""
    items: list[Any] = flat.tolist()
    if flat.dtype.kind not in "mM" or not flat.size:
        return items
    if not any(isinstance(x, int) for x in flat.ravel().tolist()):
        return items
    items = list(flat.ravel())
    for size in reversed(flat.shape[1:]):
        items = [items[a : a + size] for a in range(0, len(items), size)]
    return items
