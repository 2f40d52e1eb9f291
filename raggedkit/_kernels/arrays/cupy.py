"""What CuPy lacks, in terms of what it has; the signatures are those of the NumPy forms."""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array

__all__ = ["repeat"]


def repeat(xp: Any, values: Array, counts: Array) -> Array:
    """Return each of ``values[n]`` as often as ``counts: int[n]`` says.

    CuPy's own ``repeat`` takes no array of counts, since it must know the length of the result;
    here that length is read off the running sum, one synchronisation.
    """
    limits = xp.cumsum(counts)
    total = int(limits[-1]) if counts.shape[0] else 0
    at = xp.searchsorted(limits, xp.arange(total, dtype=limits.dtype), side="right")
    repeated: Array = values.take(at, axis=0)
    return repeated
