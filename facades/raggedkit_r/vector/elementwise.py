"""Operators on vectors, value by value, with R's rules for NA and for the shorter side."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from raggedkit_r.vector.coercion import KINDS, coerce, warn_user
from raggedkit_r.vector.na import Kind, NAType, na_of

__all__ = ["elementwise"]


@dataclass(frozen=True)
class _Operation:
    function: Callable[[Any, Any], Any]
    kind: Kind | None  # of the result; None: the wider of the two sides
    texts: bool = False  # whether it takes character vectors
    least: Kind = "integer"  # what both sides are turned into at least
    by_zero: bool = False  # whether integers give NA where the right-hand side is 0


def _comparison(function: Callable[[Any, Any], Any]) -> _Operation:
    return _Operation(function, "logical", texts=True, least="logical")


_OPERATORS: Final = {
    "eq": _comparison(operator.eq),
    "ne": _comparison(operator.ne),
    "lt": _comparison(operator.lt),
    "le": _comparison(operator.le),
    "gt": _comparison(operator.gt),
    "ge": _comparison(operator.ge),
    "add": _Operation(operator.add, None),
    "sub": _Operation(operator.sub, None),
    "mul": _Operation(operator.mul, None),
    "truediv": _Operation(operator.truediv, None, least="numeric"),
    "pow": _Operation(operator.pow, None, least="numeric"),
    "floordiv": _Operation(operator.floordiv, None, by_zero=True),
    "mod": _Operation(operator.mod, None, by_zero=True),
    "and": _Operation(operator.and_, "logical"),
    "or": _Operation(operator.or_, "logical"),
}


def elementwise(
    name: str, left: tuple[Any, ...], left_kind: Kind, right: tuple[Any, ...], right_kind: Kind
) -> tuple[tuple[Any, ...], Kind]:
    """Return the values and the kind of ``left <name> right``.

    Examples
    --------
    >>> elementwise("gt", (1, 5), "integer", (2,), "integer")
    ((False, True), 'logical')
    >>> elementwise("truediv", (1,), "integer", (0,), "integer")
    ((inf,), 'numeric')
    """
    operation = _OPERATORS[name]
    kind = max(left_kind, right_kind, operation.least, key=KINDS.index)
    if kind == "character" and not operation.texts:
        raise TypeError(f"vector must hold numbers for {operation.function.__name__}, got text")
    if name in ("and", "or"):
        kind = "logical"
    left, right = coerce(left, kind), coerce(right, kind)
    longer = max(len(left), len(right)) if left and right else 0
    if any(longer % len(side) for side in (left, right) if side):
        message = "longer object length is not a multiple of shorter object length"
        warn_user(message)
    pairs = ((left[i % len(left)], right[i % len(right)]) for i in range(longer))
    result_kind = operation.kind or kind
    na = na_of[result_kind]
    with np.errstate(all="ignore"):
        return tuple(_one(operation, a, b, na) for a, b in pairs), result_kind


def _is(value: Any, number: int) -> bool:
    return not isinstance(value, NAType) and bool(value == number)


def _one(operation: _Operation, a: Any, b: Any, na: NAType) -> Any:
    missing = isinstance(a, NAType) or isinstance(b, NAType)
    if missing and operation.function in (operator.and_, operator.or_):
        decided = operation.function is operator.or_
        return decided if decided in (x for x in (a, b) if isinstance(x, bool)) else na
    if operation.function is operator.pow and missing:
        real = na.kind == "numeric"  # whatever real number is missing, the power would be 1
        if _is(b, 0) or (real and _is(a, 1)):
            return 1.0 if real else 1 + 0j
    if missing or (operation.by_zero and isinstance(b, int) and b == 0):
        return na
    if isinstance(a, float | complex):
        # NumPy's scalars follow IEEE where Python's raise: 1 / 0 is Inf.
        return operation.function(np.asarray(a)[()], np.asarray(b)[()]).item()
    return operation.function(a, b)
