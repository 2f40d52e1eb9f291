"""The error function and its complement against Python's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays.special import erf, erfc

numbers = st.floats(-30, 30) | st.floats(-1, 1) | st.sampled_from([0.46875, 4.0, -4.0, 0.0, 1e-300])


@given(st.lists(numbers, max_size=20))
def test_erf_is_pythons(xs: list[float]) -> None:
    found = erf(np.array(xs, dtype=float))
    assert found.tolist() == pytest.approx([math.erf(x) for x in xs], rel=2e-15, abs=0)


@given(st.lists(numbers, max_size=20))
def test_erfc_is_pythons_also_where_it_is_tiny(xs: list[float]) -> None:
    found = erfc(np.array(xs, dtype=float))
    assert found.tolist() == pytest.approx([math.erfc(x) for x in xs], rel=3e-15, abs=1e-305)


@given(st.lists(st.floats(-9, 9, width=32), max_size=9), st.sampled_from(["float16", "float32"]))
def test_short_floats_keep_their_dtype(xs: list[float], dtype: str) -> None:
    array = np.array(xs, dtype=dtype)
    for function, python in ((erf, math.erf), (erfc, math.erfc)):
        found = function(array)
        assert found.dtype == dtype
        wanted = np.array([python(x) for x in array.tolist()], dtype=dtype)
        np.testing.assert_allclose(found, wanted, rtol=float(np.finfo(dtype).eps), atol=1e-40)


def test_ends_and_nan() -> None:
    ends = np.array([math.inf, -math.inf, math.nan, -0.0, 1e308, 30.5])
    np.testing.assert_array_equal(erf(ends), [1, -1, math.nan, -0.0, 1, 1])
    np.testing.assert_array_equal(erfc(ends), [0, 2, math.nan, 1, 0, 0])
    assert math.copysign(1, erf(ends)[3]) == -1
    assert erf(np.zeros((0, 2))).shape == (0, 2)
