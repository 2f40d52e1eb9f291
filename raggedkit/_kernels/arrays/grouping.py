"""Groups of equal keys: the stable order of one or several key columns, and where groups start."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._kernels.arrays.gather import take
from raggedkit._kernels.arrays.sort import order
from raggedkit._typing import Array
from raggedkit._xp import INT64, array_namespace

__all__ = ["group_starts", "in_order", "order_by_keys"]

_LIMIT = 2**63


def order_by_keys(keys: Sequence[Array]) -> Array:
    """Return the stable order of vectors of equal length, the first key first, ``int64[n]``."""
    packed = keys[0] if len(keys) == 1 else _packed(keys)
    if packed is not None:
        return order(packed)
    found = order(keys[-1])
    for key in keys[-2::-1]:
        found = found.take(order(take(key, found)))
    return found


def group_starts(ordered: Sequence[Array]) -> Array:
    """Return where a group of equal keys starts, ``int64[ngroups]``; each key is in its order."""
    begins = begins_run(ordered[0])
    for key in ordered[1:]:
        begins |= begins_run(key)
    starts: Array = array_namespace(begins).flatnonzero(begins)
    return starts


def in_order(keys: Sequence[Array]) -> bool:
    """Whether vectors of numbers without NaN are in order, the first key first."""
    tied = None  # whether an item equals the one before it, in all keys so far
    for key in keys:
        before, after = key[:-1], key[1:]
        rises = after >= before
        if not bool((rises if tied is None else rises | ~tied).all()):
            return False
        same = after == before
        tied = same if tied is None else tied & same
    return True


def _packed(keys: Sequence[Array]) -> Array | None:
    """Return one integer per item in the order of all keys; None if they don't fit."""
    if any(key.dtype.kind not in "biu" or not key.shape[0] for key in keys):
        return None
    bounds = [(int(key.min()), int(key.max())) for key in keys]
    cells = 1
    for low, high in bounds:
        cells *= high - low + 1
    if cells >= _LIMIT:
        return None
    xp = array_namespace(*keys)
    packed: Array = xp.zeros(keys[0].shape, dtype=INT64)
    for key, (low, high) in zip(keys, bounds, strict=True):
        wide = key if key.dtype.itemsize == 8 else key.astype(INT64)
        packed *= high - low + 1
        # The difference fits int64, also if an unsigned key does not.
        packed += (wide - wide.dtype.type(low)).astype(INT64, copy=False)
    return packed
