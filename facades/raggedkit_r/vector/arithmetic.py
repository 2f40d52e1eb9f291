"""R's arithmetic, comparison and logic on values, with NA, recycling and integer overflow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit.typing import Array
from raggedkit_r.vector.convert import as_kind, codes_of
from raggedkit_r.vector.kinds import CLASSED, INTEGER_MAX, NUMBERS, TIMES, common_kind
from raggedkit_r.vector.messages import warn_user
from raggedkit_r.vector.operators import COMPARISONS, SIGNS, UFUNCS
from raggedkit_r.vector.times import operate_on_times
from raggedkit_r.vector.values import Values, empty_values, made, plain_text

__all__ = ["apply_unary", "check_kinds", "fitted_integers", "operate", "recycled", "rounded"]

_LIMIT = 2.0**52  # R's 1 / DBL_EPSILON: beyond it a quotient has no fraction
_UNARY = {"absolute": "abs", "logical_not": "!", "negative": "-", "positive": "+"}


def recycled(left: Values, right: Values) -> tuple[Values, Values]:
    """Return both sides in the length of the longer one, recycling the shorter one.

    It warns, as R does, if the longer length is not a multiple of the shorter one. If one side has
    no values, both have none.
    """
    n, m = len(left), len(right)
    longer = 0 if 0 in (n, m) else max(n, m)
    if longer and longer % min(n, m):
        warn_user("longer object length is not a multiple of shorter object length")
    at = np.arange(longer)
    left = left if n == longer else left.take(at % max(n, 1))
    return left, right if m == longer else right.take(at % max(m, 1))


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def operate(name: str, left: Values, right: Values) -> Values:
    """Return ``left <name> right`` for values of one length, or one of them a single value.

    Raises
    ------
    TypeError
        If R has no such operator for these kinds.

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
    check_kinds(name, left, right)
    if name in ("and", "or"):
        return _logic(name, as_kind(left, "logical"), as_kind(right, "logical"))
    kind = common_kind(left.kind, right.kind, "integer")
    if kind == "integer" and name in ("truediv", "pow"):
        kind = "numeric"
    arithmetic = {"integer": _integers, "numeric": _doubles, "complex": _complex}[kind]
    return arithmetic(name, as_kind(left, kind), as_kind(right, kind))


def check_kinds(name: str, left: Values, right: Values) -> None:
    """Refuse text and bytes in arithmetic; dates and factors have rules of their own."""
    for side in (left, right):
        if name not in COMPARISONS and side.kind not in (*NUMBERS, *CLASSED):
            rule = f"be numbers or logicals for {SIGNS[name]}"
            raise TypeError(f"values must {rule}, got {side.kind}")


def _compared(name: str, left: Values, right: Values) -> Values:
    kind = common_kind(left.kind, right.kind)
    if kind == "complex" and name not in ("eq", "ne") and len(left) and len(right):
        raise TypeError(f"values must have an order for {SIGNS[name]}, got complex; compare abs(x)")
    left, right = as_kind(left, kind), as_kind(right, kind)
    a, b = plain_text(left.array), plain_text(right.array)
    return made(COMPARISONS[name](a, b), left.is_na | right.is_na, "logical")


def _factors(name: str, left: Values, right: Values) -> Values:
    """Compare labels, by the order of the levels where the factor has one."""
    if name not in COMPARISONS:
        raise TypeError(f"values must be numbers for {SIGNS[name]}, got factor")
    sets = [set(side.levels or ()) for side in (left, right) if side.kind == "factor"]
    if len(sets) == 2 and sets[0] != sets[1]:
        raise TypeError("factors must have the same levels to be compared, got different ones")
    left_text, right_text = as_kind(left, "character"), as_kind(right, "character")
    if name in ("eq", "ne"):
        return _compared(name, left_text, right_text)
    factor = left if left.kind == "factor" else right
    if not factor.ordered:
        rule, way_out = f"be ordered for {SIGNS[name]}", "ragged(x, levels=..., ordered=True) is"
        raise TypeError(f"a factor must {rule}, got one that is not; {way_out}")
    levels = factor.levels or ()
    return _compared(name, codes_of(left_text, levels), codes_of(right_text, levels))


def _logic(name: str, left: Values, right: Values) -> Values:
    """Three-valued: FALSE & NA is FALSE, TRUE | NA is TRUE."""
    settles = name == "or"
    decided = (left.array == settles) & ~left.missing | (right.array == settles) & ~right.missing
    na = (left.missing | right.missing) & ~decided
    result = UFUNCS[name](left.array, right.array)
    return made(np.where(decided, settles, result), na, "logical")


def _integers(name: str, left: Values, right: Values) -> Values:
    a, b = left.array.astype("int64"), right.array.astype("int64")
    na = left.missing | right.missing
    if name in ("floordiv", "mod"):
        na = na | (b == 0)
        b = np.where(b == 0, 1, b)
    return fitted_integers(UFUNCS[name](a, b), na)


def fitted_integers(result: Array, na: Array) -> Values:
    """Return int64 results as R's integers; those out of range are NA, with R's warning."""
    large = (np.abs(result) > INTEGER_MAX) & ~na
    if large.any():
        warn_user("NAs produced by integer overflow")
        result = np.where(large, 0, result)
    return made(result.astype("int32"), na | large, "integer")


def _doubles(name: str, left: Values, right: Values) -> Values:
    a, b = left.array, right.array
    result = _DOUBLES.get(name, UFUNCS[name])(a, b)
    # 1 ** NA and NA ** 0 are 1 in R, and NA %% 0 is NaN.
    na = (left.missing | right.missing) & np.isnan(result)
    return made(result, na & (b != 0) if name == "mod" else na, "numeric")


# The two functions below are R's C code (arithmetic.c, myfloor and myfmod), which computes the rest
# in long doubles: with doubles 1 %/% 0.1 would be 10.
def _floored(a: Array, b: Array) -> Array:
    quotient = a / b
    whole = np.floor(quotient)
    rest = a.astype(np.longdouble) - whole.astype(np.longdouble) * b
    result = (whole + np.floor(rest / b)).astype("float64")
    negative = (quotient < 0) | ((a < 0) & (b > 0)) | ((a > 0) & (b < 0))
    result = np.where(np.abs(quotient) < 1, np.where(negative, -1.0, 0.0), result)
    plain = (b == 0) | ~np.isfinite(quotient) | (np.abs(quotient) > _LIMIT)
    return np.where(plain, quotient, result)


def _remainder(a: Array, b: Array) -> Array:
    quotient = a / b
    large = np.isfinite(quotient) & (np.abs(quotient) > _LIMIT) & (b != 0)
    rest = a.astype(np.longdouble) - np.floor(quotient).astype(np.longdouble) * b
    result = (rest - np.floor(rest / b) * b).astype("float64")
    wide = (np.abs(b) > _LIMIT) & np.isfinite(a) & (np.abs(a) <= np.abs(b))
    beside = np.where(((a < 0) & (b > 0)) | ((b < 0) & (a > 0)), a + b, a)
    beside = np.where(np.abs(a) == np.abs(b), 0.0, beside)
    if (large & ~wide).any():
        warn_user("probable complete loss of accuracy in modulus")
    return np.where(b == 0, np.nan, np.where(wide, beside, result))


def _power(a: Array, b: Array) -> Array:
    """Return powers by R's rules, which differ from C for 0, -Inf and infinite exponents."""
    result = np.power(a, b)
    result = np.where((a == 0) & (b < 0), np.inf, result)
    fraction = np.isfinite(b) & (b != np.floor(b))
    return np.where((a < 0) & (np.isinf(b) | (np.isinf(a) & fraction)), np.nan, result)


_DOUBLES: dict[str, Callable[[Array, Array], Array]] = {
    "pow": _power,
    "floordiv": _floored,
    "mod": _remainder,
}


def _complex(name: str, left: Values, right: Values) -> Values:
    if name in ("floordiv", "mod") and len(left) and len(right):
        raise TypeError(f"values must be real numbers for {SIGNS[name]}, got complex")
    # No values have no remainder either: of them R returns complex(0).
    functions: dict[str, Any] = {"pow": _complex_power, "floordiv": np.add, "mod": np.add}
    result = functions.get(name, UFUNCS[name])(left.array, right.array)
    return made(result, (left.missing | right.missing) & np.isnan(result), "complex")


def _complex_power(a: Array, b: Array) -> Array:
    """Return powers, by repeated multiplication for whole exponents, as in R."""
    a, b = np.broadcast_arrays(a, b)
    result = np.power(a, b)
    of_zero = np.where(b.imag == 0, _power(np.zeros(b.shape), b.real), complex(np.nan, np.nan))
    result = np.where(a == 0, of_zero, result)
    whole = (a != 0) & (b.imag == 0) & (np.abs(b.real) <= 65536) & (b.real == np.floor(b.real))
    for exponent in np.unique(b.real[whole]).astype("int64").tolist():
        at = whole & (b.real == exponent)
        product = _multiplied(a[at], abs(exponent))
        result[at] = product if exponent >= 0 else 1 / product
    return result


def _multiplied(base: Array, exponent: int) -> Array:
    result = np.ones_like(base)
    while exponent:
        if exponent & 1:
            result = result * base
        base, exponent = base * base, exponent >> 1
    return result


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def apply_unary(ufunc: Any, values: Values) -> Values:
    """Return a NumPy function of one argument of each value; NA stays NA.

    Raises
    ------
    TypeError
        If the values are no numbers, or NumPy has no such function of them.
    """
    if ufunc is np.logical_not and not len(values):
        return empty_values("logical")
    if values.kind not in NUMBERS:
        name = _UNARY.get(ufunc.__name__, ufunc.__name__)
        raise TypeError(f"values must be numbers for {name}, got {values.kind}")
    if ufunc in (np.logical_not, np.invert):
        logical = as_kind(values, "logical")
        return made(~logical.array, logical.missing, "logical")
    if values.kind == "logical":
        values = as_kind(values, "integer")
    if values.kind == "integer" and ufunc not in (np.negative, np.positive, np.absolute, np.sign):
        values = as_kind(values, "numeric")
    result = ufunc(values.array)
    kinds = {"b": "logical", "f": "numeric", "c": "complex"}
    return made(result, values.missing, kinds.get(result.dtype.kind, "integer"))


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def rounded(values: Values, digits: int) -> Values:
    """Return numbers rounded to ``digits`` decimals, halves to the even digit; NA stays NA.

    Integers become doubles, as in R.
    """
    if values.kind not in NUMBERS:
        raise TypeError(f"values must be numbers for round, got {values.kind}")
    if values.kind != "complex":
        values = as_kind(values, "numeric")
    array = values.array
    if digits == 0 or values.kind != "numeric":
        return made(np.round(array, digits), values.missing, values.kind)
    # np.round multiplies first, so that a number just below a half is rounded up: 0.15 gives 0.2.
    numbers = [round(number, digits) for number in array.ravel().tolist()]
    return made(np.array(numbers).reshape(array.shape), values.missing, values.kind)
