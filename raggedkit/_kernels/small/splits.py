"""Small forms of conversions and checks of row splits."""

from __future__ import annotations

from itertools import accumulate

from raggedkit._kernels.limits import FEW
from raggedkit._typing import Array
from raggedkit._xp import int_array

__all__ = ["all_within", "arrays_equal", "first_decrease", "joined", "lengths_to_splits"]

_MOST_32 = (1 << 31) - 1


def lengths_to_splits(lengths: Array) -> Array | None:
    """Return the row splits of lengths, as `splits.lengths_to_splits` does."""
    limits = [0, *accumulate(lengths.tolist())]
    if lengths.itemsize < 4 or not _are_sound(limits):
        return None
    return int_array(limits, lengths.dtype)


def _are_sound(limits: list[int]) -> bool:
    """Whether splits do not decrease, and int32 can count them; `min` and `max` cost twice that."""
    return limits[-1] <= _MOST_32 and limits == sorted(limits)


def joined(every: list[Array]) -> Array | None:
    """Return the splits of rows end to end, as `splits.joined` does."""
    limits, total = [0], 0
    for splits in every:
        items = splits.tolist()
        if len(items) > FEW:
            return None
        limits += [limit + total for limit in items[1:]]
        total = limits[-1]
    if not _are_sound(limits):  # they were not validated
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
