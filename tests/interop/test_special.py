"""Special functions: SciPy's values under TensorFlow's names."""

from __future__ import annotations

import inspect
import math
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.interop import special as interop
from raggedkit.testing import strategies as rks

scipy_special = pytest.importorskip("scipy.special")
RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")

# Name -> SciPy's, by another way than the table of the module: values that a book has.
BOOK = {
    "bessel_i0": (1.0, 1.2660658777520084),
    "bessel_i0e": (1.0, 0.46575960759364043),
    "bessel_i1": (1.0, 0.5651591039924851),
    "bessel_i1e": (1.0, 0.2079104153497085),
    "bessel_j0": (1.0, 0.7651976865579666),
    "bessel_j1": (1.0, 0.44005058574493355),
    "bessel_k0": (1.0, 0.42102443824070834),
    "bessel_k0e": (1.0, 1.1444630798068947),
    "bessel_k1": (1.0, 0.6019072301972346),
    "bessel_k1e": (1.0, 1.636153486263258),
    "bessel_y0": (1.0, 0.08825696421567697),
    "bessel_y1": (1.0, -0.7812128213002887),
    "dawsn": (1.0, 0.5380795069127684),
    "digamma": (1.0, -0.5772156649015329),
    "erf": (1.0, math.erf(1.0)),
    "erfc": (3.0, math.erfc(3.0)),
    "erfcinv": (math.erfc(0.5), 0.5),
    "erfinv": (math.erf(0.5), 0.5),
    "expint": (1.0, 1.8951178163559368),
    "fresnel_cos": (1.0, 0.7798934003768228),
    "fresnel_sin": (1.0, 0.4382591473903548),
    "lgamma": (10.5, math.lgamma(10.5)),
    "ndtri": (0.975, 1.959963984540054),
    "spence": (0.0, math.pi**2 / 6),
}


def test_the_book_has_every_function() -> None:
    assert {*BOOK, "zeta"} == set(interop.__all__)
    assert {*BOOK, "zeta", "xdivy", "xlogy", "xlog1py"} == set(rk.special.__all__)


@pytest.mark.parametrize("name", BOOK)
def test_values_of_the_book(name: str) -> None:
    x, y = BOOK[name]
    function = getattr(rk.special, name)
    assert function(x) == pytest.approx(y, rel=1e-13)
    assert function(rk.array([[x], [], [x, x]])).to_list() == [
        [pytest.approx(y, rel=1e-13)] * n for n in (1, 0, 2)
    ]
    assert function([x, x]).shape == (2,)
    assert function([[x], []]).to_list()[0] == [pytest.approx(y)]


@pytest.mark.parametrize("name", BOOK)
@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["float32", "float64", "int64"])))
def test_value_by_value(name: str, rt: RT) -> None:
    function = getattr(rk.special, name)
    with np.errstate(all="ignore"):
        found = function(rt)
        one_by_one = [float(function(v)) for v in rt.flat_values.ravel()]
    assert found.dtype == (rt.dtype if rt.dtype.kind == "f" else np.float64)
    assert found.flat_values.shape == rt.flat_values.shape
    assert all(p.identical(q) for p, q in zip(found.partitions, rt.partitions, strict=True))
    np.testing.assert_array_equal(found.flat_values.ravel(), one_by_one)


@pytest.mark.parametrize(
    ("name", "below"),
    [("bessel_k0", INF), ("bessel_k0e", INF), ("bessel_k1", INF), ("bessel_k1e", INF),
     ("bessel_y0", -INF), ("bessel_y1", -INF)],
)  # fmt: skip
def test_negative_numbers_where_the_function_ends(name: str, below: float) -> None:
    found = getattr(rk.special, name)(rk.array([[-2.0, -INF, NAN], [], [0.0]]))
    np.testing.assert_array_equal(found.flat_values, [below, below, NAN, below])
    assert str(below) in (inspect.getdoc(getattr(rk.special, name)) or "")


@pytest.mark.parametrize("name", BOOK)
def test_nan_gives_nan(name: str) -> None:
    flat = getattr(rk.special, name)(rk.array([[NAN], [], [BOOK[name][0], NAN]])).flat_values
    assert np.isnan(flat).tolist() == [True, False, True]


def test_zeta() -> None:
    found = rk.special.zeta(rk.array([[2.0, 4.0], []]), rk.array([[1.0, 1.0], []]))
    assert found.to_list() == [[pytest.approx(math.pi**2 / 6), pytest.approx(math.pi**4 / 90)], []]
    assert rk.special.zeta(2.0, 1) == pytest.approx(math.pi**2 / 6)
    with pytest.raises(ValueError, match="row 0 has length 2 in x and 1 in y"):
        rk.special.zeta(rk.array([[2.0, 4.0], []]), rk.array([[1.0], []]))


def test_functions_without_scipy_are_raggedkits() -> None:
    assert rk.special.xlogy is rk.xlogy
    assert rk.special.xdivy is rk.xdivy
    assert rk.special.xlog1py is rk.xlog1py


def test_scipys_own_functions_take_ragged_tensors() -> None:
    rt = rk.array([[1.0, 2.0], []])
    assert scipy_special.gammaln(rt).to_list() == rk.special.lgamma(rt).to_list()


@pytest.mark.parametrize("name", [*BOOK, "zeta"])
def test_text_is_refused(name: str) -> None:
    operands: tuple[Any, ...] = (rk.array([["a"], []]),)
    if name == "zeta":
        operands += (1.0,)
    with pytest.raises(TypeError, match="x must contain numbers, got dtype"):
        getattr(rk.special, name)(*operands)


@pytest.mark.parametrize("name", ["erf", "zeta", "fresnel_cos"])
def test_without_scipy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    operands = (1.0, 1.0) if name == "zeta" else (1.0,)
    says = f"raggedkit.special.{name} needs SciPy; pip install scipy"
    with pytest.raises(ModuleNotFoundError, match=says):
        getattr(rk.special, name)(*operands)
