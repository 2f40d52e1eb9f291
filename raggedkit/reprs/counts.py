"""Counts over all rows or values: empty rows, row lengths, NaN and infinity.

Host arrays are read block by block, with blocks that fit the processor's cache. Device arrays are
reduced on the device, and only the counts are copied to the host.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import TIMES, WITH_NAN, array_namespace, to_host
from raggedkit.partition import RowPartition
from raggedkit.reprs.parts import RowCounts

__all__ = ["count_odd", "count_rows", "odd_values"]

_MOST = 1 << 24  # beyond this, counting takes too long for a display
_BLOCK = 1 << 15


def count_rows(partition: RowPartition) -> RowCounts | None:
    """Return the shortest length, the longest one and the number of empty rows.

    Without rows all are 0. None if there are too many rows to count.
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
    """Return the numbers of NaN and infinite values, or None if they are not counted."""
    if values.dtype.kind not in WITH_NAN or not 0 < values.size <= _MOST:
        return (0, 0) if values.dtype.kind in "biuUSTV" else None
    xp = array_namespace(values)
    times = values.dtype.kind in TIMES
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
        elif odd:  # a complex number may be nan and inf at once
            found.append(xp.stack([xp.isnan(block).sum(), xp.isinf(block).sum()]))
    if not found:
        return 0, 0
    nan, inf = to_host(xp.stack(found)).astype("int64").T
    return int(nan.sum()), int(inf.sum())


def odd_values(values: Array) -> str:
    """Return ``2 nan, 1 inf``, or an empty text if there are none."""
    nan, inf = count_odd(values) or (0, 0)
    name = "NaT" if values.dtype.kind in TIMES else "nan"
    return ", ".join([f"{nan:,} {name}"] * (nan > 0) + [f"{inf:,} inf"] * (inf > 0))


def _blocks(array: Array, count: int) -> Iterator[slice]:
    """Return slices that cover ``count`` items; only one on a device: each costs a launch."""
    each = count
    if array_namespace(array) is np:
        each = max(_BLOCK // max(array[:1].size, 1), 1)
    yield from (slice(i, min(i + each, count)) for i in range(0, count, each))
