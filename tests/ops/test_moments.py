"""Means, variances and their kin over any axes, against exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks
from tests.ops.bags import close, listed
from tests.ops.test_reductions import cases, model

constant = rk.ragged.constant
NAN, INF = math.nan, math.inf
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
COLUMNS = constant([[1, 2, 3], [2, 3, 4], [3, 4, 5, 6], [1, 2], [7, 2, 3, 4]])


def mean(bag: tuple[Any, ...]) -> float:
    return float(sum(map(Fraction, bag)) / len(bag)) if bag else NAN


def variance(bag: tuple[Any, ...], correction: int = 0) -> float:
    if len(bag) <= correction:
        return NAN
    middle = sum(map(Fraction, bag)) / len(bag)
    return float(sum((Fraction(v) - middle) ** 2 for v in bag) / (len(bag) - correction))


def logsumexp(bag: tuple[Any, ...]) -> float:
    return math.log(sum(map(math.exp, bag))) if bag else -INF


MODEL: dict[Callable[..., Any], Callable[[tuple[Any, ...]], float]] = {
    rk.reduce_mean: mean,
    rk.reduce_variance: variance,
    rk.reduce_std: lambda bag: math.sqrt(variance(bag)),
    rk.reduce_logsumexp: logsumexp,
}
FUNCTIONS = [pytest.param(f, id=f.__name__) for f in MODEL]
dtypes = st.sampled_from(["int64", "int16", "float64", "float32"])
numbers = rks.ragged_tensors(dtype=dtypes, values=st.integers(-9, 9), max_length=3)


@pytest.mark.parametrize("function", FUNCTIONS)
@given(cases(numbers))
def test_every_axis_matches_the_model(
    function: Callable[..., Any], case: tuple[Any, Any, bool]
) -> None:
    x, axis, keepdims = case
    found = function(x, axis, keepdims)
    narrow = x.dtype in (np.float32, np.int16)
    assert close(listed(found), model(x, axis, keepdims, MODEL[function]), 1e-6 if narrow else 1e-9)


@given(cases(numbers), st.integers(0, 2))
def test_correction_is_taken_off_the_count(case: tuple[Any, Any, bool], correction: int) -> None:
    x, axis, keepdims = case
    found = rk.reduce_variance(x, axis, keepdims, correction=correction)
    want = model(x, axis, keepdims, lambda bag: len(bag) - correction)
    squares = model(x, axis, keepdims, lambda bag: variance(bag) * len(bag) if bag else 0.0)

    def divided(a: Any, n: Any) -> Any:
        if isinstance(a, list):
            return [divided(*pair) for pair in zip(a, n, strict=True)]
        return a / n if n > 0 else INF if a > 1e-9 else NAN

    assert close(listed(found), divided(squares, want), 1e-5)


@pytest.mark.parametrize("function", FUNCTIONS)
@given(cases(numbers), st.sampled_from([0, 2.5, NAN]))
def test_empty_says_what_no_values_give(
    function: Callable[..., Any], case: tuple[Any, Any, bool], empty: float
) -> None:
    x, axis, keepdims = case
    found = function(x, axis, keepdims, empty=empty)
    want = model(x, axis, keepdims, lambda bag: MODEL[function](bag) if bag else empty)
    assert close(listed(found), want, 1e-5)


# ------------------------------------------------------------------ the cases people ask for
def test_means_of_rows_with_empty_ones() -> None:
    want = [2.25, NAN, 16 / 3, 6.0, NAN]
    assert close(rk.reduce_mean(D, axis=1).tolist(), want)


def test_columns_leave_out_what_is_missing() -> None:
    assert np.allclose(rk.reduce_mean(COLUMNS, 0), [2.8, 2.6, 3.75, 5.0])
    sample = rk.reduce_std(COLUMNS, 0, correction=1)
    assert np.allclose(sample, [2.48998, 0.894427, 0.957427, 1.414214], atol=1e-6)


@pytest.mark.parametrize("axis", [1, None])
def test_variance_of_close_float32_values(axis: int | None) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.float32(1e4) + np.arange(3, dtype="float32"), [0, 3])
    assert np.allclose(rk.reduce_variance(rt, axis), 2 / 3, rtol=1e-6)


@pytest.mark.parametrize("axis", [0, 1, [0, 1], None])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("value", [0.21444100141525269, 0.1, 1e10 / 3])
def test_equal_values_never_give_nan(axis: Any, dtype: str, value: float) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.full(14, value, dtype), [0, 7, 14])
    assert np.all(rk.reduce_std(rt, axis) <= 4 * value * np.finfo(dtype).eps)


def test_means_of_integers_do_not_wrap_around() -> None:
    rt = rk.RaggedTensor.from_row_splits(np.array([200, 100, 4], "uint8"), [0, 2, 3])
    assert rk.reduce_mean(rt, 1).tolist() == [150.0, 4.0]
    assert rk.reduce_mean(constant([[2**62, 2**62, 2**62]]), 1).tolist() == [2.0**62]


def test_logsumexp_does_not_overflow() -> None:
    rt = constant([[0.0, 0.0], [], [1000.0], [-INF], [INF, 1.0], [NAN]])
    want = [math.log(2), -INF, 1000.0, -INF, INF, NAN]
    assert np.allclose(rk.reduce_logsumexp(rt, axis=1), want, equal_nan=True)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("bad", [NAN, INF])
def test_a_bad_value_stays_in_its_row(function: Callable[..., Any], bad: float) -> None:
    rows = constant([[1.0, 2.0], [bad, 1.0], [], [3.0, 5.0]])
    good = constant([[1.0, 2.0], [0.0, 1.0], [], [3.0, 5.0]])
    found, want = function(rows, 1), function(good, 1)
    assert found[[0, 3]].tolist() == want[[0, 3]].tolist()
    assert not np.isfinite(found[1])


# ------------------------------------------------------------------ dtypes and structure
@pytest.mark.parametrize(
    ("dtype", "result"),
    [
        *[(d, "float32") for d in ("int8", "uint8", "int16", "uint16", "float32")],
        *[(d, "float64") for d in ("int32", "uint32", "int64", "uint64", "float64", "bool")],
        ("float16", "float16"),
    ],
)
def test_dtypes_are_tensorflow_s(dtype: str, result: str) -> None:
    rt = D.with_flat_values(D.flat_values.astype(dtype))
    for axis in (None, 0, 1):
        assert rk.reduce_mean(rt, axis).dtype == result
        assert rk.reduce_std(rt, axis).dtype == result


def test_float16_is_computed_in_more() -> None:
    rt = rk.RaggedTensor.from_row_splits(np.full(4000, 60.0, "float16"), [0, 4000])
    assert rk.reduce_mean(rt, 1).tolist() == [60.0]
    assert rk.reduce_variance(rt, 1).tolist() == [0.0]


def test_complex_means() -> None:
    rt = constant([[1j, 3.0], [], [2.0]])
    assert rk.reduce_mean(rt, 1)[[0, 2]].tolist() == [1.5 + 0.5j, 2.0]
    assert np.isnan(rk.reduce_mean(rt, 1)[1])


def test_results_declare_uniform_rows() -> None:
    rt = rk.RaggedTensor.from_uniform_row_length(constant([[1, 2], [3], [4, 5, 6], []]), 2)
    assert rk.reduce_sum(rt, axis=2).uniform_row_length == 2
    assert rk.reduce_mean(rt, axis=2).uniform_row_length == 2
    assert rk.reduce_std(rt, axis=2).uniform_row_length == 2


# ------------------------------------------------------------------ errors
@pytest.mark.parametrize("function", FUNCTIONS)
def test_axes_and_values_that_do_not_do(function: Callable[..., Any]) -> None:
    with pytest.raises(rk.RaggedIndexError, match="axis must be from -2 to 1, got 5"):
        function(D, 5)
    with pytest.raises(TypeError, match="input_tensor must contain numbers or bools"):
        function(constant([["a"]]), 1)
    with pytest.raises(
        ValueError, match="got none in row 1; choose the result of an empty row: empty="
    ):
        function(D, 1, empty="raise")


@pytest.mark.parametrize(
    ("function", "other"), [(rk.reduce_std, "std"), (rk.reduce_variance, "var")]
)
def test_variances_of_complex_numbers_are_numpy_s(function: Callable[..., Any], other: str) -> None:
    rt = constant([[1j, 3.0], [], [2.0]])
    with pytest.raises(ValueError, match=rf"real numbers, got dtype\('complex128'\); np.{other}"):
        function(rt, 1)
    assert function(np.array([1j, 3.0])) == getattr(np, other)([1j, 3.0])


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("function", [np.std, np.var])
def test_variances_of_complex_numbers_are_real(function: Callable[..., Any], dtype: str) -> None:
    rows = [np.array([1j, 3.0, 2 + 2j], dtype), np.array([2.0], dtype)]
    rt = rk.array(rows)
    want = [function(row) for row in rows]
    for found in (function(rt, axis=1), function(rt, axis=1, keepdims=True)[:, 0]):
        assert found.dtype == want[0].dtype
        assert np.allclose(found, want)


def test_correction_is_a_number() -> None:
    with pytest.raises(TypeError, match="correction must be a number, got 'sample'"):
        rk.reduce_std(D, 1, correction="sample")  # type: ignore[call-overload]
