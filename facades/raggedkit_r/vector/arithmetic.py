"""R's operators on flat values: numbers, logicals and text; NA comes out where one went in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import text_array
from raggedkit_r.vector.coercion import INTEGER_MAX, warn_user
from raggedkit_r.vector.kinds import meeting_kind
from raggedkit_r.vector.times import TIMES, operate_on_times
from raggedkit_r.vector.values import Values, as_kind, made

__all__ = ["COMPARISONS", "SIGNS", "apply_unary", "operate", "rounded"]

COMPARISONS: dict[str, Any] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
# What R writes for the operators of Python.
SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "add": "+"}
SIGNS |= {"sub": "-", "mul": "*", "truediv": "/", "pow": "**", "floordiv": "//", "mod": "%"}
SIGNS |= {"and": "&", "or": "|"}

_NUMBERS = ("logical", "integer", "numeric", "complex")


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def operate(name: str, left: Values, right: Values) -> Values:
    """Return ``left <name> right`` for values of one length, or one of them a single value.

    Raises
    ------
    TypeError
        If the operator makes no sense for these kinds.

    Examples
    --------
    >>> from raggedkit_r.vector.items import values_from_items
    >>> total = operate("add", values_from_items([3, None, 1]), values_from_items([0.5]))
    >>> total.kind, total.array, total.missing
    ('numeric', array([3.5, nan, 1.5]), array([False,  True, False]))
    """
    if left.kind in TIMES or right.kind in TIMES:
        return operate_on_times(name, left, right)
    if "factor" in (left.kind, right.kind):
        return _factors(name, left, right)
    if name in COMPARISONS:
        return _compared(name, left, right)
    for side in (left, right):
        if side.kind not in _NUMBERS:
            rule = f"be numbers or logicals for {SIGNS[name]}"
            raise TypeError(f"values must {rule}, got {side.kind}")
    if name in ("and", "or"):
        return _logic(name, as_kind(left, "logical"), as_kind(right, "logical"))
    kind = meeting_kind(left.kind, right.kind, "integer")
    if kind == "integer" and name in ("truediv", "pow"):
        kind = "numeric"
    arithmetic = {"integer": _integers, "numeric": _doubles, "complex": _doubles}[kind]
    return arithmetic(name, as_kind(left, kind), as_kind(right, kind))


def _compared(name: str, left: Values, right: Values) -> Values:
    kind = meeting_kind(left.kind, right.kind)
    if kind == "complex" and name not in ("eq", "ne"):
        raise TypeError(f"values must have an order for {SIGNS[name]}, got complex; compare abs(x)")
    left, right = as_kind(left, kind), as_kind(right, kind)
    a, b = _comparable(left.array), _comparable(right.array)
    return made(COMPARISONS[name](a, b), left.is_na | right.is_na, "logical")


def _comparable(array: Array) -> Array:
    return text_array(array) if array.dtype.kind == "O" else array


def _factors(name: str, left: Values, right: Values) -> Values:
    """Compare labels, by the order of the levels where the factor has one."""
    if name not in COMPARISONS:
        raise TypeError(f"values must be numbers for {SIGNS[name]}, got factor")
    sets = [set(side.levels or ()) for side in (left, right) if side.kind == "factor"]
    if len(sets) == 2 and sets[0] != sets[1]:
        raise TypeError("factors must have the same levels to be compared, got different ones")
    if name in ("eq", "ne"):
        return _compared(name, _labels(left), _labels(right))
    factor = left if left.kind == "factor" else right
    if not factor.ordered:
        rule, way_out = f"be ordered for {SIGNS[name]}", "ragged(x, levels=..., ordered=True) is"
        raise TypeError(f"a factor must {rule}, got one that is not; {way_out}")
    levels = factor.levels or ()
    return _compared(name, _codes(left, levels), _codes(right, levels))


def _labels(side: Values) -> Values:
    return as_kind(side, "character")


def _codes(side: Values, levels: tuple[str, ...]) -> Values:
    """Return the places of labels among the levels; what is none of them is NA."""
    side = _labels(side)
    known = np.array(levels, dtype=side.array.dtype if levels else "U1")
    order = np.argsort(known)
    at = np.searchsorted(known, side.array, sorter=order)
    codes = order[np.minimum(at, max(0, len(order) - 1))] if len(order) else np.zeros_like(at)
    wrong = known[codes] != side.array if len(order) else np.ones(at.shape, dtype=bool)
    return made(codes.astype("int32"), wrong | side.missing, "integer")


def _logic(name: str, left: Values, right: Values) -> Values:
    """Three-valued: FALSE & NA is FALSE, TRUE | NA is TRUE."""
    combine = np.logical_and if name == "and" else np.logical_or
    settles = name == "or"
    decided = (left.array == settles) & ~left.missing | (right.array == settles) & ~right.missing
    na = (left.missing | right.missing) & ~decided
    return made(np.where(decided, settles, combine(left.array, right.array)), na, "logical")


def _integers(name: str, left: Values, right: Values) -> Values:
    a, b = left.array.astype("int64"), right.array.astype("int64")
    na = left.missing | right.missing
    if name in ("floordiv", "mod"):
        na = na | (b == 0)
        b = np.where(b == 0, 1, b)
    functions: dict[str, Any] = {"add": np.add, "sub": np.subtract, "mul": np.multiply}
    functions |= {"floordiv": np.floor_divide, "mod": np.mod}
    result = functions[name](a, b)
    return fitted_integers(result, na)


def fitted_integers(result: Array, na: Array) -> Values:
    """Return int64 results as R's integers; what they can't hold is NA, with R's warning."""
    large = (np.abs(result) > INTEGER_MAX) & ~na
    if large.any():
        warn_user("NAs produced by integer overflow")
        result = np.where(large, 0, result)
    return made(result.astype("int32"), na | large, "integer")


def _floored(a: Array, b: Array) -> Array:
    """R's ``%/%``: the quotient itself where it is too large, or no number, to be floored."""
    quotient = a / b
    whole = np.floor(quotient)
    floored = whole + np.floor((a - whole * b) / b)
    plain = (b == 0) | ~np.isfinite(quotient) | (np.abs(quotient) > 2**52)
    return np.where(plain, quotient, floored)


_DOUBLES: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "pow": np.power,
    "floordiv": _floored,
    "mod": np.mod,
}


def _doubles(name: str, left: Values, right: Values) -> Values:
    if left.kind == "complex" and name in ("floordiv", "mod"):
        raise TypeError(f"values must be real numbers for {SIGNS[name]}, got complex")
    result = _DOUBLES[name](left.array, right.array)
    # 1 ** NA and NA ** 0 are 1 in R: whatever stands there, so it would be.
    return made(result, (left.missing | right.missing) & np.isnan(result), left.kind)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def apply_unary(ufunc: Any, values: Values) -> Values:
    """Return a NumPy function of one argument of each value; NA stays NA.

    Raises
    ------
    TypeError
        If the values are no numbers, or NumPy has no such function of them.
    """
    if values.kind not in _NUMBERS:
        raise TypeError(f"values must be numbers for {ufunc.__name__}, got {values.kind}")
    if ufunc in (np.logical_not, np.invert):
        logical = as_kind(values, "logical")
        return made(~logical.array, logical.missing, "logical")
    if values.kind == "logical":
        values = as_kind(values, "integer")
    if values.kind == "integer" and ufunc not in (np.negative, np.positive, np.absolute, np.sign):
        values = as_kind(values, "numeric")
    result = ufunc(values.array)
    return _as_found(result, values.missing)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def rounded(values: Values, digits: int) -> Values:
    """Return numbers rounded to so many decimals, halves to the even digit; NA stays NA."""
    if values.kind not in _NUMBERS:
        raise TypeError(f"values must be numbers for round, got {values.kind}")
    if values.kind == "logical":
        values = as_kind(values, "integer")
    array = values.array
    if digits == 0 or values.kind != "numeric":
        return made(np.round(array, digits), values.missing, values.kind)
    # np.round multiplies first, which makes a half of what is a little less: 0.15 gives 0.2.
    numbers = [round(number, digits) for number in array.ravel().tolist()]
    return made(np.array(numbers).reshape(array.shape), values.missing, values.kind)


def _as_found(result: Array, na: Array) -> Values:
    kinds = {"b": "logical", "f": "numeric", "c": "complex"}
    return made(result, na, kinds.get(result.dtype.kind, "integer"))
