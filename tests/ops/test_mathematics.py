"""Mathematics value by value, against Python's own numbers."""

from __future__ import annotations

import cmath
import math
import operator
import warnings
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._engines.mathematics import value_by_value
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")
floats = st.sampled_from(["float64", "float32"])


# ---------------------------------------------------------------------- Python's models
def model_sigmoid(v: float) -> float:
    return 1 / (1 + math.exp(-v)) if v > -700 else 0.0


def model_softplus(v: float) -> float:
    return v + math.log1p(math.exp(-v)) if v > 0 else math.log1p(math.exp(v))


def model_truncatediv(x: float, y: float) -> float:
    return float(math.trunc(x / y))


ONE: dict[str, Callable[[float], float]] = {
    "reciprocal_no_nan": lambda v: 0.0 if v == 0 else 1 / v,
    "rsqrt": lambda v: 1 / math.sqrt(v) if v > 0 else math.copysign(INF, v) if v == 0 else NAN,
    "sigmoid": model_sigmoid,
    "log_sigmoid": lambda v: -model_softplus(-v),
    "softplus": model_softplus,
    "softsign": lambda v: math.copysign(1, v) if math.isinf(v) else v / (1 + abs(v)),
}
TWO: dict[str, Callable[[float, float], float]] = {
    "divide_no_nan": lambda x, y: 0.0 if y == 0 else x / y,
    "multiply_no_nan": lambda x, y: 0.0 if y == 0 else x * y,
    "squared_difference": lambda x, y: (x - y) * (x - y),
    "truncatediv": model_truncatediv,
    "truncatemod": math.fmod,
    "xdivy": lambda x, y: 0.0 if x == 0 else x / y,
    "xlogy": lambda x, y: 0.0 if x == 0 else x * math.log(y),
    "xlog1py": lambda x, y: 0.0 if x == 0 else x * math.log1p(y),
    "nextafter": math.nextafter,
}


def value_of(model: Callable[..., float], *numbers: float) -> float | None:
    """The model's value; None if Python raises where NumPy has infinity or NaN."""
    try:
        return NAN if any(map(math.isnan, numbers)) else model(*numbers)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def agree(found: Any, wanted: list[float | None], rtol: float) -> None:
    assert len(found) == len(wanted)
    for f, w in zip(found, wanted, strict=True):
        if w is None:
            assert not math.isfinite(f)
        else:
            assert f == w or (f != f and w != w) or math.isclose(f, w, rel_tol=rtol, abs_tol=1e-40)


@pytest.mark.parametrize("name", ONE)
@given(rt=rks.ragged_tensors(dtype=floats))
def test_one_operand_matches_python(name: str, rt: RT) -> None:
    with np.errstate(all="ignore"):
        found = getattr(rk, name)(rt)
    assert found.dtype == rt.dtype
    assert [p.identical(q) for p, q in zip(found.partitions, rt.partitions, strict=True)]
    flat = rt.flat_values.astype(float).ravel().tolist()
    rtol = 1e-13 if rt.dtype == np.float64 else 2e-6
    agree(found.flat_values.ravel().tolist(), [value_of(ONE[name], v) for v in flat], rtol)


@pytest.mark.parametrize("name", TWO)
@given(rt=rks.ragged_tensors(dtype="float64"), seed=st.randoms(use_true_random=False))
def test_two_operands_match_python(name: str, rt: RT, seed: Any) -> None:
    some = [0.0, -0.0, 1.0, 2.0, -3.25, 0.5, INF, -INF, NAN]
    others = np.array([seed.choice(some) for _ in range(rt.size)], float)
    y = rt.with_flat_values(others.reshape(rt.flat_values.shape))
    with np.errstate(all="ignore"):
        found = getattr(rk, name)(rt, y)
    zero_first = name in ("xdivy", "xlogy", "xlog1py")
    for f, a, b in zip(
        found.flat_values.ravel().tolist(),
        rt.flat_values.ravel().tolist(),
        others.tolist(),
        strict=True,
    ):
        wins = a == 0 if zero_first else b == 0 and name in ("divide_no_nan", "multiply_no_nan")
        agree([f], [0.0 if wins else value_of(TWO[name], a, b)], 1e-13)


@pytest.mark.parametrize("name", ["xdivy", "xlogy", "xlog1py", "divide_no_nan", "multiply_no_nan"])
def test_zero_wins_without_a_warning(name: str) -> None:
    zero_first = name[0] == "x"
    ragged = rk.array([[NAN, INF, -INF, 0.0, -2.0], []])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        operands = (0.0, ragged) if zero_first else (ragged, 0.0)
        assert getattr(rk, name)(*operands).to_list() == [[0.0] * 5, []]


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "bool"])
def test_integers_give_float64(name: str, dtype: str) -> None:
    rt = rk.ragged.constant([[1, 0, 1], []], dtype="int64")
    rt = rt.with_flat_values(rt.flat_values.astype(dtype))
    with np.errstate(all="ignore"):
        assert getattr(rk, name)(rt).dtype == np.float64


@pytest.mark.parametrize("name", [n for n in TWO if n != "truncatemod"])
def test_a_python_number_does_not_decide_the_dtype(name: str) -> None:
    rt = rk.array([[1.5, 2.5], []], dtype="float32")
    function = getattr(rk, name)
    for other in (2, 2.0, True):
        assert function(rt, other).dtype == np.float32
        assert function(rt.flat_values, other).dtype == np.float32
        assert function(other, rt).dtype == np.float32
    assert function(rt, np.float64(2)).dtype == np.float64
    assert function(3.0, 2.0) == pytest.approx(float(function([3.0], [2.0])[0]))


def test_a_float_beside_integers_makes_floats() -> None:
    found = rk.squared_difference(rk.array([[1, 5], []]), 0.5)
    assert found.to_list() == [[0.25, 20.25], []]


@pytest.mark.parametrize("name", ["softplus", "log_sigmoid", "softsign"])
def test_complex_numbers_are_refused_where_order_matters(name: str) -> None:
    with pytest.raises(TypeError, match=r"must be real numbers, got dtype\('complex128'\)"):
        getattr(rk, name)(rk.array([[1j], []]))


@pytest.mark.parametrize("name", [*ONE, *TWO])
def test_text_is_refused(name: str) -> None:
    operands = [rk.array([["a"], []])] * (1 if name in ONE else 2)
    with pytest.raises(TypeError):
        getattr(rk, name)(*operands)


@pytest.mark.parametrize("name", list(TWO))
def test_rows_that_differ_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="row 0 has length 2 in x and 1 in y"):
        getattr(rk, name)(rk.array([[1.0, 2.0], []]), rk.array([[1.0], []]))


# ---------------------------------------------------------------------- one by one
@given(rt=rks.ragged_tensors(dtype="complex128", finite=True))
def test_complex_sigmoid(rt: RT) -> None:
    with np.errstate(all="ignore"):
        found = rk.sigmoid(rt)
    for f, z in zip(
        found.flat_values.ravel().tolist(), rt.flat_values.ravel().tolist(), strict=True
    ):
        want = 1 / (1 + cmath.exp(-z)) if z.real > -700 else 0
        assert cmath.isclose(f, want, rel_tol=1e-12) or not cmath.isfinite(want)


def test_complex_sigmoid_does_not_overflow() -> None:
    found = rk.sigmoid(rk.array([[-1000 + 1j, 1000 + 1j], []]))
    assert found.to_list() == [[0, 1], []]


@given(rt=rks.ragged_tensors(dtype="float64"), other=st.sampled_from([INF, -INF, 1.5, NAN, 0.0]))
def test_complex_keeps_infinite_parts_apart(rt: RT, other: float) -> None:
    found = rk.complex(rt, other)
    np.testing.assert_array_equal(found.flat_values.real, rt.flat_values)
    np.testing.assert_array_equal(found.flat_values.imag, np.full(rt.flat_values.shape, other))
    np.testing.assert_array_equal(rk.complex(other, rt).flat_values.imag, rt.flat_values)


@pytest.mark.parametrize(
    ("dtype", "wanted"),
    [("float16", "complex64"), ("float32", "complex64"), ("float64", "complex128"),
     ("int8", "complex128")],
)  # fmt: skip
def test_dtype_of_complex(dtype: str, wanted: str) -> None:
    x = rk.array([[1, 2], []], dtype=dtype)
    assert rk.complex(x, x).dtype == wanted


@given(
    rows=rks.ragged_lists(st.integers(-(2**62), 2**62)),
    other=st.sampled_from([1, -1, 2, -3, 7, 2**40]),
)
def test_truncated_division_of_integers_is_exact(rows: list[list[int]], other: int) -> None:
    rt = rk.ragged.constant(rows, dtype="int64", ragged_rank=1)
    quotient, rest = rk.truncatediv(rt, other), rk.truncatemod(rt, other)
    towards_zero = [[abs(v) // abs(other) * (1 if v * other > 0 else -1) for v in r] for r in rows]
    assert quotient.to_list() == towards_zero
    assert (quotient * other + rest).to_list() == rows
    assert all((((r >= 0) == (v >= 0)) | (r == 0)).all() for v, r in zip(rt, rest, strict=True))


def test_unsigned_squares_are_right_modulo_the_width() -> None:
    found = rk.squared_difference(rk.array([[200, 3], []], dtype="uint8"), np.uint8(201))
    assert found.to_list() == [[1, (198 * 198) % 256], []]


def test_squared_difference_of_complex_numbers_is_real() -> None:
    found = rk.squared_difference(rk.array([[1 + 2j, 3j], []]), 1j)
    assert found.to_list() == [[2, 4], []]


@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["int64", "float32"]), finite=True))
def test_scalar_mul(rt: RT) -> None:
    assert_ragged_equal(rk.scalar_mul(3, rt), rt * 3)


@pytest.mark.parametrize("scalar", [[1], np.ones(1), "ab"], ids=["list", "array", "text"])
def test_scalar_mul_refuses_more_than_a_number(scalar: Any) -> None:
    with pytest.raises(ValueError, match="scalar must be a single number, got"):
        rk.scalar_mul(scalar, rk.array([[1], []]))


@given(rt=rks.ragged_tensors(dtype="int64"), n=st.integers(1, 4))
def test_add_n(rt: RT, n: int) -> None:
    assert_ragged_equal(rk.add_n([rt] * n), reduce(operator.add, [rt] * n))


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ([], r"inputs must be a list of one tensor or more, got \[\]"),
        (rk.array([[1], []]), "inputs must be a list of one tensor or more"),
        ([rk.array([[1], []]), 5], r"inputs\[1\] must have shape"),
        ([rk.array([[1], []]), rk.SparseTensor([[0, 0]], [1], [2, 1])], r"inputs\[1\] must be rag"),
    ],
    ids=["none", "no-list", "scalar", "sparse"],
)
def test_add_n_refuses(inputs: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        rk.add_n(inputs)


# ---------------------------------------------------------------------- every kind of argument
EDGES = {
    "no-rows": [],
    "empty-first": [[], [1.0, 2.0]],
    "empty-last": [[1.0, 2.0], []],
    "all-empty": [[], []],
    "one-row": [[1.0, 2.0]],
}


@pytest.mark.parametrize("rows", EDGES.values(), ids=EDGES)
@pytest.mark.parametrize("name", ONE)
def test_rows_stay(name: str, rows: list[list[float]]) -> None:
    found = getattr(rk, name)(rk.ragged.constant(rows, ragged_rank=1, dtype="float64"))
    wanted = [[ONE[name](v) for v in row] for row in rows]
    assert rk.RaggedTensor.to_list(found) == [pytest.approx(row) for row in wanted]


@pytest.mark.parametrize("name", ONE)
def test_dense_lists_and_scalars(name: str) -> None:
    function = getattr(rk, name)
    want = ONE[name](2.0)
    assert float(function(2.0)) == pytest.approx(want)
    assert function([2.0]).tolist() == pytest.approx([want])
    assert function([[2.0], [2.0, 2.0]]).to_list() == [[pytest.approx(want)]] + [
        [pytest.approx(want)] * 2
    ]


def test_neighbours_are_left_alone_and_inputs_unchanged() -> None:
    values = np.array([NAN, 1.0, INF, 1.0])
    rt = RT.from_row_splits(values, [0, 1, 2, 3, 4])[1:]
    for name in ONE:
        with np.errstate(all="ignore"):
            found = getattr(rk, name)(rt)
        assert found.to_list()[0] == found.to_list()[2] == [pytest.approx(ONE[name](1.0))]
    np.testing.assert_array_equal(values, [NAN, 1.0, INF, 1.0])


def test_value_by_value_of_numbers_only() -> None:
    found = value_by_value(lambda a, b: a + b, 1, 2.5)
    assert float(found) == 3.5
