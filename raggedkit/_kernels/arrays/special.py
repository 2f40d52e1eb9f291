"""The error function and its complement, which NumPy lacks; all else special is SciPy's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from raggedkit._caller import REFUSED
from raggedkit._typing import Array
from raggedkit._xp import array_namespace

__all__ = ["erf", "erfc"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`

# Rational approximations of W. J. Cody, "Rational Chebyshev approximations for the error function",
# Math. Comp. 23 (1969): relative error below 6e-17 on each interval.
_SMALL = (
    (1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2,
     3.20937758913846947e3),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
     2.84423683343917062e3),
)  # fmt: skip
_MIDDLE = (
    (2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
     2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
     1.23033935479799725e3),
    (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2,
     1.62138957456669019e3, 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3,
     1.23033935480374942e3),
)  # fmt: skip
_FAR = (
    (1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
     1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4),
    (1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1,
     6.05183413124413191e-2, 2.33520497626869185e-3),
)  # fmt: skip
_ONE_OVER_ROOT_PI = 0.56418958354775628695


def erf(x: Array) -> Array:
    """Return the error function of floats, in their dtype; NaN stays NaN, infinities give +-1."""
    xp = array_namespace(x)
    wide = x.astype("float64")
    a = xp.abs(wide)
    beyond = xp.copysign(1.0 - _beyond(a), wide)
    found: Array = xp.where(a <= _NEAR, _near_zero(wide), beyond).astype(x.dtype)
    return found


def erfc(x: Array) -> Array:
    """Return 1 minus the error function of floats, in their dtype, accurate if it is tiny."""
    xp = array_namespace(x)
    wide = x.astype("float64")
    beyond = _beyond(xp.abs(wide))
    beyond = xp.where(wide < 0, 2.0 - beyond, beyond)
    found: Array = xp.where(xp.abs(wide) <= _NEAR, 1.0 - _near_zero(wide), beyond).astype(x.dtype)
    return found


_NEAR = 0.46875


def _near_zero(x: Array) -> Any:
    """The error function up to `_NEAR`."""
    xp = array_namespace(x)
    return x * _ratio(xp.minimum(xp.abs(x), 0.5) ** 2, _SMALL)


def _beyond(a: Array) -> Any:
    """The complement of the error function, for positive numbers beyond `_NEAR`."""
    xp = array_namespace(a)
    middle = _ratio(xp.clip(a, _NEAR, 4.0), _MIDDLE)
    far = xp.clip(a, 4.0, 30.0)
    square = 1.0 / (far * far)
    tail = (_ONE_OVER_ROOT_PI - square * _ratio(square, _FAR)) / far
    # exp of a rounded square loses digits, so x is split into a short number and a rest.
    a = xp.minimum(a, 30.0)
    short = xp.trunc(a * 16.0) / 16.0
    power = xp.exp(-short * short) * xp.exp((short - a) * (short + a))
    return power * xp.where(a <= 4.0, middle, tail)


def _ratio(x: Array, coefficients: tuple[Sequence[float], Sequence[float]]) -> Any:
    above: Any = 0.0
    below: Any = 0.0
    for p in coefficients[0]:
        above = above * x + p
    for q in coefficients[1]:
        below = below * x + q
    return above / below
