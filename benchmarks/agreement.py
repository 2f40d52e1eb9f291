"""Whether libraries gave the same result: checksums, and who is outvoted by the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.data import Array

__all__ = ["agree", "checksum", "outvoted"]

Checksum = dict[str, float]

_TOLERANCE = {"float32": 1e-4, "float64": 1e-9, "int64": 1e-9}  # of the sum of absolute values


def checksum(numbers: Array | None, lengths: Array | None = None) -> Checksum | None:
    """Return a few sums that tell results apart, their order too.

    What an empty row gives differs by library (NaN, infinity, the lowest number there is, nothing
    at all), so such values count as 0.
    """
    if numbers is None or numbers.dtype.kind not in "biuf":
        return None
    limit = 0.99 * _largest(numbers.dtype)
    flat = numbers.reshape(-1).astype(np.float64)
    with np.errstate(invalid="ignore"):
        flat[~(np.abs(flat) < limit)] = 0
    found = {"sum": _weighted(flat), "size": float(np.abs(flat).sum())}
    if lengths is not None:
        found["lengths"] = _weighted(lengths.astype(np.float64))
    return found


def _largest(dtype: np.dtype[Any]) -> float:
    if dtype.kind == "f":
        return float(np.finfo(dtype).max)
    return float(np.iinfo(dtype).max) if dtype.kind in "iu" else 2.0


def _weighted(flat: Array) -> float:
    """Return a sum in which each place has a weight of its own, between 1 and 2."""
    weights = 1 + (np.arange(flat.size) % 1021) / 1021
    return float(flat @ weights)


def agree(one: Checksum, other: Checksum, dtype: str = "float64") -> bool:
    """Whether two results are the same up to rounding."""
    most = max(one["size"], other["size"])
    tolerance = _TOLERANCE.get(dtype, 1e-4)
    if abs(one["sum"] - other["sum"]) > 2 * tolerance * most:
        return False
    if abs(one["size"] - other["size"]) > tolerance * most:
        return False
    if "lengths" not in one or "lengths" not in other:
        return True
    return one["lengths"] == other["lengths"]


def outvoted(sums: Mapping[str, Checksum | None], dtype: str = "float64") -> set[str]:
    """Return the libraries whose result is another than that of most; raggedkit's decides a tie.

    The columns of one library have one voice.
    """
    known = {library: found for library, found in sums.items() if found is not None}

    def voices(candidate: str) -> tuple[int, bool]:
        same = {n.split("-")[0] for n, s in known.items() if agree(known[candidate], s, dtype)}
        return len(same), candidate == "raggedkit"

    if not known:
        return set()
    right = known[max(known, key=voices)]
    return {library for library, found in known.items() if not agree(right, found, dtype)}
