"""A potentially ragged tensor as flat values and the partitions that cut them, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._depth import check_axes
from raggedkit._xp import holds_bytes
from raggedkit.errors import VALUES, broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.tensor import RaggedTensor

__all__ = ["check_orderable", "flat_of", "in_rows_of", "mapped", "parts_of", "rewrap", "values_of"]


def flat_of(x: Any) -> Any:
    """Return the flat values of a ragged tensor; an array itself."""
    return x._flat if isinstance(x, RaggedTensor) else x


def parts_of(x: Any) -> tuple[RowPartition, ...]:
    """Return the partitions of a ragged tensor; none of an array."""
    return x._parts if isinstance(x, RaggedTensor) else ()


def in_rows_of(x: Any, flat: Any) -> Any:
    """Return flat values cut as those of a tensor are: not at all where it is an array."""
    return RaggedTensor._make(flat, x._parts) if isinstance(x, RaggedTensor) else flat


def mapped(x: Any, function: Callable[[Any], Any]) -> Any:
    """Return a function of the flat values, in the same rows."""
    return in_rows_of(x, function(flat_of(x)))


def values_of(rt: RaggedTensor) -> Any:
    """Return what the outermost partition cuts."""
    return rt._flat if len(rt._parts) == 1 else RaggedTensor._make(rt._flat, rt._parts[1:])


def rewrap(parts: tuple[RowPartition, ...], values: Any) -> Any:
    """Return values, dense or ragged, inside these partitions (none: the values themselves)."""
    if not parts:
        return values
    if isinstance(values, RaggedTensor):
        parts, values = parts + values._parts, values._flat
    check_axes(len(parts) + values.ndim, "the result")
    return RaggedTensor._make(values, aligned(parts, values))


def check_orderable(x: Any, name: str) -> None:
    """Raise where values are Python objects other than bytes, which NumPy can't put in order."""
    flat = flat_of(x)
    if flat.dtype.kind == "O" and flat.size and not holds_bytes(flat):
        raise TypeError(broken_rule(name, f"hold {VALUES}", flat.dtype))
