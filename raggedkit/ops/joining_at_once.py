"""A few rows of numbers joined without a plan, as `raggedkit.concat` and `raggedkit.stack` do."""

from __future__ import annotations

from typing import Any

from raggedkit._depth import MOST_AXES
from raggedkit._kernels import few as _few
from raggedkit._typing import Array
from raggedkit._xp import INT32, host_namespace
from raggedkit.encodings import LARGEST
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["joined_at_once"]

_NUMERIC = frozenset("biufc")


def joined_at_once(values: Any, axis: Any, stacked: bool) -> RaggedTensor | None:
    """Return ragged tensors of a few rows of numbers joined; None of all else, or what is wrong."""
    if type(values) not in (list, tuple) or not 1 < len(values) <= _few.FEW:
        return None
    if type(axis) is not int or axis not in (0, 1) or type(values[0]) is not RaggedTensor:
        return None
    dtype, inner = values[0]._parts[0]._dtype, values[0]._flat.shape[1:]
    flats: list[Array] = []
    cuts: list[list[int]] = []
    for x in values:
        limits = _limits_of(x)
        if limits is None or x._parts[0]._dtype != dtype or x._flat.shape[1:] != inner:
            return None
        flats.append(x._flat)
        cuts.append(limits)
    if sum([limits[-1] for limits in cuts]) > LARGEST[INT32]:
        return None
    if axis == 0:
        flat, limits = _few.one_after_the_other(flats, cuts)
        parts = [RowPartition._of_limits(limits, dtype)]
        if stacked:
            counts = [len(limits) - 1 for limits in cuts]
            if len(set(counts)) == 1:
                outer = RowPartition._of_uniform(counts[0], len(counts), dtype, host_namespace)
            else:
                outer = RowPartition._of_few(counts, dtype)
            parts.insert(0, outer)
        return RaggedTensor._make(flat, tuple(parts))
    count, n = len(cuts), len(cuts[0])
    if any(len(limits) != n for limits in cuts):
        return None
    flat, limits = _few.in_turn(flats, cuts)
    if not stacked:
        return RaggedTensor._make(flat, (RowPartition._of_limits(limits[::count], dtype),))
    outer = RowPartition._of_uniform(count, n - 1, dtype, host_namespace)
    return RaggedTensor._make(flat, (outer, RowPartition._of_limits(limits, dtype)))


def _limits_of(x: Any) -> list[int] | None:
    """Return the splits of a few rows of numbers; None of all else, or of rows that are wrong."""
    if type(x) is not RaggedTensor or len(x._parts) != 1 or not _few.is_host(x._flat):
        return None
    part = x._parts[0]
    if part._uniform is not None or part._nrows > _few.FEW or x._flat.dtype.kind not in _NUMERIC:
        return None
    limits: list[int] = part._get_splits().tolist()
    if (
        limits[0]
        or limits[-1] != x._flat.shape[0]
        or x.ndim == MOST_AXES
        or limits != sorted(limits)
    ):
        return None
    return limits
