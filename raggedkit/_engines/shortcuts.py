"""Short cuts for the most frequent calls: plain numbers on the host that need no plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from raggedkit._caller import (
    REFUSED,
    as_the_caller,
    in_callers_frame,
    is_refused,
)
from raggedkit._depth import MOST_AXES
from raggedkit._kernels.limits import IN_PLACE_FROM as _SMALL
from raggedkit._kernels.small import rows as _few
from raggedkit._plan.broadcasting import same_rows
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, host_namespace
from raggedkit.encodings import LARGEST
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "alone_at_once",
    "at_once",
    "clipped_at_once",
    "joined_at_once",
    "reduced_at_once",
    "written_at_once",
]


__warningregistry__ = REFUSED  # see `raggedkit._caller`

_NDARRAY, _NUMBER = host_namespace.ndarray, host_namespace.number
_NUMERIC = frozenset("biufc")
_make = RaggedTensor._make


def at_once(function: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """Return a ufunc of numbers in the host's memory that meet without a plan; None of others.

    None too where it fails: `apply` is to say what is wrong.
    """
    mine = operands[0]
    if len(operands) == 1:
        return alone_at_once(function, mine)
    if type(mine) is not RaggedTensor:
        mine = operands[-1]
    if type(mine) is not RaggedTensor or len(operands) > 2 or not _holds_numbers(mine._flat):
        return None
    other = operands[1 if mine is operands[0] else 0]
    kind = type(other)
    met = other if kind is float or kind is int else _meeting(mine, other)
    if met is None:
        return None
    try:
        if mine is operands[0]:
            result = function(mine._flat, met)
        else:
            result = function(met, mine._flat)
    except (TypeError, ValueError, OverflowError) as error:
        if not is_refused(error):
            return None
        result = None
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    if result is None:  # it warns
        pair = (mine._flat, met) if mine is operands[0] else (met, mine._flat)
        result = as_the_caller(function, *pair)
    return _cut_as(mine, result)


def alone_at_once(function: Callable[..., Any], mine: Any) -> Any:
    """Return what `at_once` does of one operand."""
    if type(mine) is not RaggedTensor:
        return None
    flat = mine._flat
    if type(flat) is not _NDARRAY or flat.dtype.kind not in _NUMERIC:
        return None
    try:
        result = function(flat)
    except (TypeError, ValueError, OverflowError) as error:
        if not is_refused(error):
            return None
        result = None
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    return _cut_as(mine, as_the_caller(function, flat) if result is None else result)


def clipped_at_once(mine: Any, low: Any, high: Any) -> RaggedTensor | None:
    """Return numbers in the host's memory clipped to two bounds, or None."""
    if type(mine) is not RaggedTensor or not _holds_numbers(mine._flat):
        return None
    if not _is_number(low) or not _is_number(high):
        return None
    return _make(mine._flat.clip(low, high), mine._parts)


def written_at_once(function: Callable[..., Any], operands: Sequence[Any], out: Any) -> bool:
    """Write a ufunc of numbers and tensors of its rows into a tensor; False if it is not done."""
    if type(out) is not RaggedTensor or not _holds_numbers(out._flat):
        return False
    met = [x if _is_number(x) else _meeting(out, x) for x in operands if type(x) is not _NDARRAY]
    if len(met) < len(operands) or any(x is None for x in met):
        return False
    if function is host_namespace.power and out._flat.dtype.kind in "iu":
        return False  # of a negative power it says so halfway
    flat = out._flat
    try:
        if flat.size > _SMALL:  # where 2 us more are nothing; in place it can't be called again
            in_callers_frame(function, *met, out=flat)
            return True
        result = function(*met)
    except (TypeError, ValueError, OverflowError) as error:  # before anything is written
        if not is_refused(error):
            return False
        result = None
    if result is None:
        result = as_the_caller(function, *met)
    try:
        if result.dtype == flat.dtype:
            flat[...] = result
        else:
            in_callers_frame(host_namespace.copyto, flat, result, casting="same_kind")
    except (TypeError, ValueError):  # it is read-only, or does not take the dtype
        return False
    return True


def reduced_at_once(reduce: Callable[..., Any], values: Array, dtype: DType) -> Any:
    """Return all values reduced by the method of a ufunc."""
    try:
        return reduce(values, 0, dtype)
    except TypeError as error:
        if not is_refused(error):
            raise
    return as_the_caller(reduce, values, 0, dtype)


def _cut_as(mine: RaggedTensor, result: Any) -> Any:
    """Return the one result of a ufunc, or the several, in the rows of what they were made of."""
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    return tuple(_make(r, mine._parts) for r in result)


def _meeting(mine: RaggedTensor, other: Any) -> Any:
    """Return what meets the flat values: a number, or the numbers of the same rows; else None."""
    kind = type(other)
    if kind is RaggedTensor:
        flat = other._flat
        if flat.shape == mine._flat.shape and _holds_numbers(flat):
            return flat if same_rows(mine._parts, other._parts) else None
    elif kind is _NDARRAY:
        return _of_rows(mine, other)
    elif isinstance(other, _NUMBER):
        return other
    return None


def _is_number(x: Any) -> bool:
    kind = type(x)
    return kind is float or kind is int or isinstance(x, _NUMBER)


def _of_rows(mine: RaggedTensor, column: Array) -> Any:
    """Return numbers of a column ``[nrows, 1]``, each as often as its row has values; else None."""
    part = mine._parts[0]
    if len(mine._parts) > 1 or mine._flat.ndim > 1 or part._uniform is not None:
        return None
    if part._nvals != mine._flat.shape[0]:
        return None
    if column.shape != (part._nrows, 1) or not _holds_numbers(column):
        return None
    if part._rowids is not None:
        return column[:, 0].take(part._rowids)
    return column[:, 0].repeat(part._get_lengths())


def _holds_numbers(flat: Any) -> bool:
    return type(flat) is _NDARRAY and flat.dtype.kind in _NUMERIC


def joined_at_once(values: Any, axis: Any, stacked: bool) -> RaggedTensor | None:
    """Return ragged tensors of a few rows of numbers joined, or None if the plan must decide."""
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
        flat, limits = _few.concatenate_rows(flats, cuts)
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
    flat, limits = _few.interleave_rows(flats, cuts)
    if not stacked:
        return RaggedTensor._make(flat, (RowPartition._of_limits(limits[::count], dtype),))
    outer = RowPartition._of_uniform(count, n - 1, dtype, host_namespace)
    return RaggedTensor._make(flat, (outer, RowPartition._of_limits(limits, dtype)))


def _limits_of(x: Any) -> list[int] | None:
    """Return the splits of a few rows of numbers, or None if the plan must decide."""
    if type(x) is not RaggedTensor or len(x._parts) != 1 or not _few.is_ndarray(x._flat):
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
