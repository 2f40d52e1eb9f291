"""Elementwise ``==`` and ``!=``, also between values of kinds that are never equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._border import TIMES, is_missing
from raggedkit._caller import at_callers_line
from raggedkit._engines.elementwise import apply, is_operand
from raggedkit._engines.shortcuts import at_once
from raggedkit._xp import array_namespace, host_namespace, is_array
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["compare"]

_PLAIN = (RaggedTensor, int, float, complex, bool, str, bytes)
# Types with Python's default ==; a subclass may override it.
_PYTHONS: frozenset[Any] = frozenset(
    kind.__eq__ for kind in (object, list, tuple, range, dict, set, frozenset, bytearray)
)


def compare(ufunc: str, x: Any, y: Any) -> Any:
    """Return ``equal`` or ``not_equal`` of two operands, at least one of which is ragged.

    NotImplemented if the other operand has its own ``__eq__``: ``mock.ANY``, a pandas Series.
    Values of other kinds, None and objects are never equal: the result is all False, or all True.

    Raises
    ------
    TypeError
        If an operand is a list that can't become a tensor.
    ValueError
        If the shapes don't broadcast, or an operand is ``pandas.NA``.
    """
    done = at_once(getattr(host_namespace, ufunc), (x, y))
    if done is not None:
        return done
    mine, other = (x, y) if isinstance(x, RaggedTensor) else (y, x)
    if _has_own_result(ufunc, other, mine):
        return NotImplemented
    different = ufunc == "not_equal"
    if not _has_values(other):
        flat = mine._flat
        return mine._make(array_namespace(flat).full(flat.shape, different), mine._parts)
    return apply(_compared(getattr(array_namespace(mine._flat), ufunc), different), x, y)


def _has_own_result(ufunc: str, other: Any, mine: RaggedTensor) -> bool:
    """Whether an object that isn't an array returns a result from its own ``__eq__``."""
    kind = type(other)
    if isinstance(other, _PLAIN) or is_array(other):
        return False
    if isinstance(other, TIMES) or is_missing(other):
        return False
    if isinstance(other, SparseTensor):
        return True
    if kind.__eq__ in _PYTHONS:
        return False
    # Called here: if both sides return NotImplemented, Python returns a single bool.
    owner, operand = (kind, (other, mine)) if isinstance(other, type) else (other, (mine,))
    answer = owner.__eq__(*operand) if ufunc == "equal" else owner.__ne__(*operand)
    return answer is not NotImplemented


def _has_values(other: Any) -> bool:
    """Whether an operand consists of values, and does not only look like an array."""
    if not is_operand(other):
        return False
    known = isinstance(other, (*_PLAIN, *TIMES, list, tuple, range)) or is_array(other)
    return known or is_missing(other) or hasattr(type(other), "__array__")


def _compared(function: Callable[..., Any], different: bool) -> Callable[..., Any]:
    """Return the ufunc; its result is ``different`` everywhere for kinds that it can't compare."""

    def compared(a: Any, b: Any) -> Any:
        try:
            return at_callers_line(function, a, b)
        except TypeError:
            if any(getattr(getattr(v, "dtype", None), "kind", "") == "O" for v in (a, b)):
                raise  # an object of the caller failed
        shapes = [getattr(v, "shape", ()) for v in (a, b)]
        return array_namespace(a, b).full(host_namespace.broadcast_shapes(*shapes), different)

    return compared
