"""Groups of equal keys: the stable order of one or several key columns, and where groups start."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._kernels.arrays.gather import take
from raggedkit._kernels.arrays.sort import order
from raggedkit._kernels.limits import DIGITS_FROM
from raggedkit._typing import Array
from raggedkit._xp import INT64, INTEGERS, array_namespace, host_namespace

__all__ = ["group_starts", "in_order", "order_by_keys", "packed"]

_LIMIT = 2**63


def order_by_keys(keys: Sequence[Array]) -> Array:
    """Return the stable order of vectors of equal length, the first key first, ``int64[n]``."""
    one = keys[0] if len(keys) == 1 else packed(keys)
    if one is not None:
        return _order(one)
    found = _order(keys[-1])
    for key in keys[-2::-1]:
        found = found.take(_order(take(key, found)))
    return found


def _order(key: Array) -> Array:
    found = _order_with_places(key) if key.shape[0] > DIGITS_FROM else None
    return order(key) if found is None else found


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


def _order_with_places(key: Array) -> Array | None:
    """Return the stable order of integers by sorts of pairs (digit, place) in 64 bits.

    A digit has all bits that the places leave, so one or two passes do. None if the keys are no
    integers. NumPy sorts 64 bits with vector instructions: 1e6 keys from 0 to 1e5 take 0.6 of
    the time of `order`, keys of 40 bits 0.12.
    """
    n = key.shape[0]
    if key.dtype.kind not in INTEGERS:
        return None
    xp = array_namespace(key)
    if xp is not host_namespace:
        return None
    low, high = int(key.min()), int(key.max())
    bits = (n - 1).bit_length()
    wide = key if key.dtype.itemsize == 8 else key.astype(INT64)
    # The difference wraps around to the right unsigned number.
    left: Array = (wide - wide.dtype.type(low)).view("uint64")
    found: Array | None = None
    for done in range(0, (high - low).bit_length() or 1, 63 - bits):
        digit = left if not done else left >> left.dtype.type(done)
        pairs: Array = (digit if found is None else digit.take(found)).astype(INT64)
        pairs <<= bits
        pairs &= _LIMIT - 1
        pairs |= xp.arange(n)
        pairs.sort()
        pairs &= (1 << bits) - 1
        found = pairs if found is None else found.take(pairs)
    return found


def packed(keys: Sequence[Array]) -> Array | None:
    """Return one number per item in the order of all keys; None if they don't fit an integer."""
    if len(keys) == 1:
        return keys[0]
    if any(key.dtype.kind not in "biu" or not key.shape[0] for key in keys):
        return None
    bounds = [(int(key.min()), int(key.max())) for key in keys]
    cells = 1
    for low, high in bounds:
        cells *= high - low + 1
    if cells >= _LIMIT:
        return None
    xp = array_namespace(*keys)
    numbers: Array = xp.zeros(keys[0].shape, dtype=INT64)
    for key, (low, high) in zip(keys, bounds, strict=True):
        wide = key if key.dtype.itemsize == 8 else key.astype(INT64)
        numbers *= high - low + 1
        # The difference fits int64, also if an unsigned key does not.
        numbers += (wide - wide.dtype.type(low)).astype(INT64, copy=False)
    return numbers
