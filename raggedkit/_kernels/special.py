"""The error function, which NumPy lacks; everything else special is SciPy's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from raggedkit._typing import Array
from raggedkit._xp import array_namespace

__all__ = ["erf"]

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


def erf(x: Array) -> Array:
    """Return the error function of floats, in their dtype; NaN stays NaN, infinities give +-1.

    Beyond 4 the middle approximation still serves: what it leaves out of 1 is below 2e-8 there
    and has the relative accuracy that the sum needs.
    """
    xp = array_namespace(x)
    wide = x.astype("float64")
    a = xp.abs(wide)
    square = xp.minimum(a, 0.5) ** 2
    small = wide * _ratio(square, _SMALL)
    far = xp.clip(a, 0.46875, 6.0)
    large = 1.0 - xp.exp(-far * far) * _ratio(far, _MIDDLE)
    large = xp.where(a < 6.0, large, 1.0)
    result = xp.where(a <= 0.46875, small, xp.copysign(large, wide))
    found: Array = xp.where(wide != wide, wide, result).astype(x.dtype)
    return found


def _ratio(x: Array, coefficients: tuple[Sequence[float], Sequence[float]]) -> Any:
    above: Any = 0.0
    below: Any = 0.0
    for p in coefficients[0]:
        above = above * x + p
    for q in coefficients[1]:
        below = below * x + q
    return above / below
