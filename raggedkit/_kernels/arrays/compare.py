"""Comparison of arrays: first true flag, equality with NaN, starts of runs of equal items."""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array
from raggedkit._xp import WITH_NAN, array_namespace, host_namespace

__all__ = ["begins_run", "equal", "first_true"]

_NDARRAY = host_namespace.ndarray


def first_true(flags: Any) -> int:
    """Return the first ``i`` with ``flags[i]``, or -1."""
    if type(flags) is _NDARRAY:
        if not flags.size:
            return -1
        at = flags.argmax()  # with `item` a third of the time of `any`, for 100 flags
        return int(at) if flags.item(at) else -1
    if not flags.shape[0] or not bool(flags.any()):
        return -1
    return int(flags.argmax())


def equal(a: Array, b: Array) -> Any:
    """Return where values are equal, NaN and NaT equal to themselves."""
    same = a == b
    if a.dtype.kind in WITH_NAN and b.dtype.kind in WITH_NAN:
        same = same | ((a != a) & (b != b))
    return same


def begins_run(items: Array, *, equal_nan: bool = True) -> Array:
    """Return ``bool[n]``, true where an item of ``[n, ...]`` differs from the one before it."""
    xp = array_namespace(items)
    begins: Array = xp.ones(items.shape[0], dtype=bool)
    differs = items[1:] != items[:-1]
    if equal_nan and items.dtype.kind in WITH_NAN:
        nan = items != items
        differs &= ~(nan[1:] & nan[:-1])
    begins[1:] = differs if items.ndim == 1 else differs.any(axis=tuple(range(1, items.ndim)))
    return begins
