"""Small forms of conversions and checks of row splits."""

from __future__ import annotations

from itertools import accumulate

from raggedkit._kernels.limits import FEW
from raggedkit._typing import Array
from raggedkit._xp import int_array

__all__ = ["all_within", "arrays_equal", "first_decrease", "joined", "lengths_to_splits"]

_LONG = 1 << 23  # a length from which the sum of few lengths may exceed int32
_MOST_32 = (1 << 31) - 1


def lengths_to_splits(lengths: Array) -> Array | None:
    """Return the row splits of lengths, as `splits.lengths_to_splits` does."""
    items = lengths.tolist()
    if lengths.itemsize < 4 or (items and (min(items) < 0 or max(items) >= _LONG)):
        return None
    return int_array(list(accumulate(items, initial=0)), lengths.dtype)


def joined(every: list[Array]) -> Array | None:
    """Return the splits of rows end to end, as `splits.joined` does."""
    limits, total = [0], 0
    for splits in every:
        items = splits.tolist()
        if len(items) > FEW:
            return None
        limits += [limit + total for limit in items[1:]]
        total = limits[-1]
    if min(limits) < 0 or max(limits) > _MOST_32:  # they were not validated
        return None
    return int_array(limits, every[0].dtype)


def first_decrease(splits: Array) -> int | None:
    """Return -1 for splits that do not decrease, as `splits.first_decrease` does."""
    items = splits.tolist()
    return -1 if items == sorted(items) else None


def arrays_equal(a: Array, b: Array) -> bool:
    """Whether two vectors have the same numbers."""
    if a is b:
        return True
    if a.shape != b.shape:
        return False
    return a.tobytes() == b.tobytes() if a.dtype == b.dtype else bool(a.tolist() == b.tolist())


def all_within(numbers: Array, limit: int) -> bool | None:
    """Whether all numbers are from 0 to ``limit - 1``."""
    if numbers.ndim != 1:
        return None
    items = numbers.tolist()
    return not items or (min(items) >= 0 and max(items) < limit)
