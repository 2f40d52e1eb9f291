"""Special functions under TensorFlow's names, computed by SciPy element by element.

SciPy's functions (`scipy.special.j0` and others) accept ragged tensors too. The functions of this
table have TensorFlow's names, and TensorFlow's values outside the domain of a function.
"""

from __future__ import annotations

from typing import Any, Protocol, cast, overload

import numpy as np

from raggedkit._engines.mathematics import value_by_value
from raggedkit._optional import needed
from raggedkit._typing import Array, Tensor, TensorLike, TensorT
from raggedkit._xp import NUMBERS, is_host
from raggedkit.errors import broken_rule

__all__ = [
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "bessel_j0",
    "bessel_j1",
    "bessel_k0",
    "bessel_k0e",
    "bessel_k1",
    "bessel_k1e",
    "bessel_y0",
    "bessel_y1",
    "dawsn",
    "digamma",
    "erf",
    "erfc",
    "erfcinv",
    "erfinv",
    "expint",
    "fresnel_cos",
    "fresnel_sin",
    "lgamma",
    "ndtri",
    "spence",
    "zeta",
]


def _library(name: str) -> Any:
    with needed("scipy", f"raggedkit.special.{name} needs SciPy", "pip install scipy"):
        import scipy.special
    return scipy.special


def _checked(x: Any) -> Any:
    if isinstance(x, int | float):
        return x
    if not is_host(x):
        raise TypeError("x must be on 'cpu' for SciPy; move it with rt.to_device('cpu')")
    if x.dtype.kind not in NUMBERS:
        raise TypeError(broken_rule("x", "contain numbers", x.dtype))
    return x


_DOC = """Return {meaning}.

Parameters
----------
x
    Numbers: a ragged tensor, an array or a nested list. Empty rows stay empty.

Returns
-------
RaggedTensor or array
    Of the shape of ``x``: float64 for integers, otherwise the dtype of ``x``.

Raises
------
ModuleNotFoundError
    If SciPy is not installed.
TypeError
    If ``x`` does not contain numbers.

Notes
-----
After TensorFlow's ``tf.math.{path}`` and SciPy's ``scipy.special.{scipy}``{limit}.

Examples
--------
>>> import raggedkit as rk
>>> rk.special.{name}(rk.array([[{x}], []])).to_list()
[[{y}...], []]
"""


class _Function(Protocol):
    @overload
    def __call__(self, x: TensorT) -> TensorT: ...

    @overload
    def __call__(self, x: TensorLike) -> Tensor: ...


def _function(
    name: str,
    scipy: str,
    meaning: str,
    example: tuple[str, str],
    *,
    pick: int | None = None,
    below_zero: float | None = None,
    plain: bool = False,
) -> _Function:
    """Return the function of this name; each call is a row of the table.

    ``pick`` selects one of several results of SciPy; ``below_zero`` is the result for negative
    ``x``. ``plain`` functions are in ``tf.math``, the others in ``tf.math.special``.
    """

    def computed(a: Array) -> Array:
        a = _checked(a)
        of_library = getattr(_library(name), scipy)
        try:
            found = of_library(a)
        except TypeError:
            # Some functions refuse complex numbers; NumPy's error names neither x nor its dtype.
            rule = f"contain numbers that scipy.special.{scipy} takes"
            raise TypeError(broken_rule("x", rule, getattr(a, "dtype", a))) from None
        if (
            pick is not None
        ):  # SciPy computes some functions together, such as both Fresnel integrals
            found = found[pick]
        if below_zero is not None:
            found = np.where(a < 0, found.dtype.type(below_zero), found)
        values: Array = found
        return values

    def function(x: TensorLike) -> Tensor:
        found: Tensor = value_by_value(computed, x, names="x")
        return found

    limit = ""
    if below_zero is not None:
        limit = f"; {below_zero} for negative numbers as in TensorFlow (SciPy: NaN)"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(
        name=name,
        scipy=scipy if pick is None else f"{scipy}(x)[{pick}]",
        meaning=meaning,
        limit=limit,
        x=example[0],
        y=example[1],
        path=name if plain else f"special.{name}",
    )
    return cast(_Function, function)


_INF = float("inf")
_FIRST = "the modified Bessel function of the first kind, of order"
_SECOND = "the modified Bessel function of the second kind, of order"

bessel_i0 = _function("bessel_i0", "i0", f"{_FIRST} 0", ("1.0", "1.26606"), plain=True)
bessel_i0e = _function(
    "bessel_i0e",
    "i0e",
    f"{_FIRST} 0, times ``exp(-abs(x))``",
    ("1.0", "0.46575"),
    plain=True,
)
bessel_i1 = _function("bessel_i1", "i1", f"{_FIRST} 1", ("1.0", "0.56515"), plain=True)
bessel_i1e = _function(
    "bessel_i1e",
    "i1e",
    f"{_FIRST} 1, times ``exp(-abs(x))``",
    ("1.0", "0.20791"),
    plain=True,
)
bessel_k0 = _function("bessel_k0", "k0", f"{_SECOND} 0", ("1.0", "0.42102"), below_zero=_INF)
bessel_k0e = _function(
    "bessel_k0e", "k0e", f"{_SECOND} 0, times ``exp(x)``", ("1.0", "1.14446"), below_zero=_INF
)
bessel_k1 = _function("bessel_k1", "k1", f"{_SECOND} 1", ("1.0", "0.60190"), below_zero=_INF)
bessel_k1e = _function(
    "bessel_k1e", "k1e", f"{_SECOND} 1, times ``exp(x)``", ("1.0", "1.63615"), below_zero=_INF
)
bessel_j0 = _function(
    "bessel_j0", "j0", "the Bessel function of the first kind, of order 0", ("1.0", "0.76519")
)
bessel_j1 = _function(
    "bessel_j1", "j1", "the Bessel function of the first kind, of order 1", ("1.0", "0.44005")
)
bessel_y0 = _function(
    "bessel_y0",
    "y0",
    "the Bessel function of the second kind, of order 0",
    ("1.0", "0.08825"),
    below_zero=-_INF,
)
bessel_y1 = _function(
    "bessel_y1",
    "y1",
    "the Bessel function of the second kind, of order 1",
    ("1.0", "-0.78121"),
    below_zero=-_INF,
)
dawsn = _function("dawsn", "dawsn", "Dawson's integral", ("1.0", "0.53807"))
digamma = _function(
    "digamma", "digamma", "the derivative of `lgamma`", ("2.0", "0.42278"), plain=True
)
erf = _function("erf", "erf", "the error function", ("1.0", "0.84270"), plain=True)
erfc = _function("erfc", "erfc", "1 minus the error function", ("1.0", "0.15729"), plain=True)
erfinv = _function("erfinv", "erfinv", "the inverse of `erf`", ("0.5", "0.47693"), plain=True)
erfcinv = _function("erfcinv", "erfcinv", "the inverse of `erfc`", ("0.25", "0.81341"), plain=True)
expint = _function("expint", "expi", "the exponential integral Ei", ("1.0", "1.89511"))
fresnel_cos = _function(
    "fresnel_cos", "fresnel", "the Fresnel cosine integral", ("1.0", "0.77989"), pick=1
)
fresnel_sin = _function(
    "fresnel_sin", "fresnel", "the Fresnel sine integral", ("1.0", "0.43825"), pick=0
)
lgamma = _function(
    "lgamma",
    "gammaln",
    "the logarithm of the absolute gamma function",
    ("5.0", "3.17805"),
    plain=True,
)
ndtri = _function(
    "ndtri",
    "ndtri",
    "the quantile of the standard normal distribution",
    ("0.975", "1.95996"),
    plain=True,
)
spence = _function(
    "spence", "spence", "Spence's function, the dilogarithm of ``1 - x``", ("2.0", "-0.82246")
)


def zeta(x: TensorLike, q: TensorLike) -> Tensor:
    """Return the Hurwitz zeta function, the sum of ``(q + i) ** -x`` over ``i = 0, 1, ...``.

    Parameters
    ----------
    x, q
        Numbers: ragged tensors, arrays or nested lists that broadcast. Empty rows stay empty.

    Returns
    -------
    RaggedTensor or array
        Of the shape that the arguments broadcast to.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed.
    TypeError
        If one of them does not contain numbers.
    ValueError
        If the shapes do not broadcast.

    Notes
    -----
    After TensorFlow's ``tf.math.zeta`` and SciPy's ``scipy.special.zeta``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.special.zeta(rk.array([[2.0, 4.0], []]), 1.0).to_list()
    [[1.64493..., 1.08232...], []]
    """
    found: Tensor = value_by_value(
        lambda a, b: _library("zeta").zeta(_checked(a), _checked(b)), x, q, names="x q"
    )
    return found
