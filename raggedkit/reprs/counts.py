"""What is counted over all rows or values: empty rows, the longest row, NaN and infinity.

Arrays of the host are looked at block by block, small enough for the processor's cache; whatever
is on a device is looked at there, and only the counts are moved.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import array_namespace, to_host
from raggedkit.partition import RowPartition
from raggedkit.reprs.parts import RowCounts

__all__ = ["count_odd", "count_rows", "odd_values"]

_MOST = 1 << 24  # beyond that, looking at all of them takes longer than a display may
_BLOCK = 1 << 15


def count_rows(partition: RowPartition) -> RowCounts | None:
    """Return the shortest and the longest length and how many are 0; None if there are too many.

    Without rows all of them are 0.
    """
    nrows, length = partition.static_nrows, partition.static_uniform_row_length
    if length is not None:
        length = length if nrows else 0
        return RowCounts(length, length, 0 if length else nrows)
    if not nrows:
        return RowCounts(0, 0, 0)
    if nrows > _MOST:
        return None
    splits = partition._get_splits()
    xp = array_namespace(splits)
    found = []
    for at in _blocks(splits, nrows):
        lengths = splits[at.start + 1 : at.stop + 1] - splits[at]
        found.append(xp.stack([lengths.min(), lengths.max(), (lengths == 0).sum()]))
    low, high, empty = to_host(xp.stack(found)).astype("int64").T
    return RowCounts(int(low.min()), int(high.max()), int(empty.sum()))


def count_odd(values: Array) -> tuple[int, int] | None:
    """Return how many values are NaN and how many infinite; None where that isn't looked for."""
    if values.dtype.kind not in "fcmM" or not 0 < values.size <= _MOST:
        return (0, 0) if values.dtype.kind in "biuUSTV" else None
    xp = array_namespace(values)
    times = values.dtype.kind in "mM"
    found = []
    for at in _blocks(values, values.shape[0]):
        block = values[at]
        if times:
            found.append(xp.stack([xp.isnat(block).sum(), xp.zeros((), "int64")]))
            continue
        odd = block.size - np.count_nonzero(np.isfinite(block)) if xp is np else 1
        if odd and xp is np and values.dtype.kind == "f":
            nan = np.count_nonzero(np.isnan(block))
            found.append(np.array([nan, odd - nan]))
        elif odd:  # a complex number may be both
            found.append(xp.stack([xp.isnan(block).sum(), xp.isinf(block).sum()]))
    if not found:
        return 0, 0
    nan, inf = to_host(xp.stack(found)).astype("int64").T
    return int(nan.sum()), int(inf.sum())


def odd_values(values: Array) -> str:
    """Return ``2 nan, 1 inf``; nothing where there are none."""
    nan, inf = count_odd(values) or (0, 0)
    name = "NaT" if values.dtype.kind in "mM" else "nan"
    return ", ".join([f"{nan:,} {name}"] * (nan > 0) + [f"{inf:,} inf"] * (inf > 0))


def _blocks(array: Array, count: int) -> Iterator[slice]:
    """Return slices that cover ``count`` items: one on a device, where each costs a launch."""
    each = count
    if array_namespace(array) is np:
        each = max(_BLOCK // max(array[:1].size, 1), 1)
    yield from (slice(i, min(i + each, count)) for i in range(0, count, each))
