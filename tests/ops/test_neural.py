"""Activation functions value by value against Python's own numbers, and seeded dropout."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")
ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805
D = rk.array([[3.0, 1.0, 4.0, 1.0], [], [5.0, 9.0, 2.0], [6.0], []])


def share_of(v: float, share: float) -> float:
    return v * share if share else 0.0


def logistic(v: float) -> float:
    return 1 / (1 + math.exp(-v)) if v > -700 else 0.0


MODELS: dict[str, Callable[[float], float]] = {
    "relu": lambda v: max(v, 0.0),
    "relu6": lambda v: min(max(v, 0.0), 6.0),
    "leaky_relu": lambda v: v if v > 0 else 0.2 * v,
    "elu": lambda v: v if v > 0 else math.expm1(v),
    "selu": lambda v: SCALE * (v if v > 0 else ALPHA * math.expm1(v)),
    "gelu": lambda v: share_of(v, math.erfc(-v / math.sqrt(2)) / 2),
    "silu": lambda v: share_of(v, logistic(v)),
}


@pytest.mark.parametrize("name", MODELS)
@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["float64", "float32", "float16"])))
def test_matches_python(name: str, rt: RT) -> None:
    found = getattr(rk, name)(rt)
    assert found.dtype == rt.dtype
    assert all(p.identical(q) for p, q in zip(found.partitions, rt.partitions, strict=True))
    values = rt.flat_values.astype(float).ravel().tolist()
    wanted = [NAN if v != v else MODELS[name](v) for v in values]
    eps = float(np.finfo(rt.dtype).eps)
    flat = found.flat_values.astype(float).ravel().tolist()
    assert flat == pytest.approx(wanted, rel=16 * eps, abs=1e-7 if eps > 1e-4 else 0, nan_ok=True)


@pytest.mark.parametrize("name", MODELS)
def test_far_out_values_give_no_warning(name: str) -> None:
    rt = rk.array([[-INF, -1e300, -1000.0, 1000.0], [], [1e300, INF]])
    found = getattr(rk, name)(rt).to_list()
    assert found == [[pytest.approx(MODELS[name](v)) for v in row] for row in rt.to_list()]


@pytest.mark.parametrize("name", ["relu", "relu6"])
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8"])
def test_integers_stay_where_they_can(name: str, dtype: str) -> None:
    rt = rk.ragged.constant([[9, 0, 3], []], dtype=dtype)
    found = getattr(rk, name)(rt)
    assert found.dtype == dtype
    assert found.to_list() == [[MODELS[name](v) for v in row] for row in rt.to_list()]


@pytest.mark.parametrize("name", [n for n in MODELS if n != "silu"])
def test_complex_numbers_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=r"must be real numbers, got dtype\('complex128'\)"):
        getattr(rk, name)(rk.array([[1j], []]))


@pytest.mark.parametrize("name", MODELS)
def test_text_is_refused(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(rk, name)(rk.array([["a"], []]))


@pytest.mark.parametrize("name", MODELS)
def test_lists_arrays_and_numbers(name: str) -> None:
    function, want = getattr(rk, name), MODELS[name](-0.5)
    assert float(function(-0.5)) == pytest.approx(want)
    assert function(np.array([-0.5])).tolist() == [pytest.approx(want)]
    assert function([[-0.5], []]).to_list() == [[pytest.approx(want)], []]


def test_nan_stays_in_its_place() -> None:
    rt = rk.array([[NAN], [], [1.0, NAN]])
    for name in MODELS:
        flat = getattr(rk, name)(rt).flat_values
        assert np.isnan(flat).tolist() == [True, False, True]


def test_leaky_relu_of_another_slope() -> None:
    assert rk.nn.leaky_relu(rk.array([[-4.0, 4.0], []]), alpha=0.5).to_list() == [[-2.0, 4.0], []]
    assert rk.nn.leaky_relu(rk.array([[-4, 4], []])).to_list() == [[-0.8, 4.0], []]


def test_silu_of_another_beta() -> None:
    found = rk.nn.silu(rk.array([[1.0, -INF], []]), beta=2.0)
    assert found.to_list() == [[pytest.approx(logistic(2.0)), 0.0], []]


@given(st.lists(st.lists(st.floats(-20, 20), max_size=4), min_size=1, max_size=4))
def test_gelu_by_tanh_is_near(rows: list[list[float]]) -> None:
    rt = rk.ragged.constant(rows, ragged_rank=1, dtype="float64")
    near = rk.nn.gelu(rt, approximate=True)
    for v, f in zip(rt.flat_values.tolist(), near.flat_values.tolist(), strict=True):
        inner = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)
        assert f == pytest.approx(0.5 * v * (1 + math.tanh(inner)), abs=1e-13)
        assert f == pytest.approx(MODELS["gelu"](v), abs=1e-3)


def test_gelu_keeps_small_shares() -> None:
    (found,) = rk.nn.gelu(rk.array([[-30.0], []])).to_list()[0]
    assert found == pytest.approx(-30 * math.erfc(30 / math.sqrt(2)) / 2, rel=1e-12)


# ---------------------------------------------------------------------- cross entropy
def model_entropy(z: float, x: float) -> float:
    return max(x, 0) - x * z + math.log1p(math.exp(-abs(x)))


@given(
    rt=rks.ragged_tensors(dtype="float64", finite=True),
    labels=st.sampled_from([0.0, 1.0, 0.25]),
)
def test_cross_entropy_matches_python(rt: RT, labels: float) -> None:
    z = rt.with_flat_values(np.full(rt.flat_values.shape, labels))
    found = rk.nn.sigmoid_cross_entropy_with_logits(labels=z, logits=rt)
    wanted = [model_entropy(labels, x) for x in rt.flat_values.ravel().tolist()]
    assert found.flat_values.ravel().tolist() == pytest.approx(wanted)
    assert found.shape == rt.shape


def test_cross_entropy_does_not_overflow() -> None:
    logits = rk.array([[1000.0, -1000.0], []])
    ones, zeros = rk.ones_like(logits), rk.zeros_like(logits)
    assert rk.nn.sigmoid_cross_entropy_with_logits(ones, logits).to_list() == [[0.0, 1000.0], []]
    assert rk.nn.sigmoid_cross_entropy_with_logits(zeros, logits).to_list() == [[1000.0, 0.0], []]


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (1.0, r"labels must have the shape .* of logits, got"),
        ([[1.0] * 4], "labels must have the shape"),
        (rk.array([[1.0] * 3, [], [1.0] * 4, [1.0], []]), "row 0 has length 3"),
    ],
    ids=["scalar", "one-row", "other-rows"],
)
def test_cross_entropy_refuses_another_shape(labels: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        rk.nn.sigmoid_cross_entropy_with_logits(labels, D)


# ---------------------------------------------------------------------- dropout
@given(
    rt=rks.ragged_tensors(dtype=st.sampled_from(["float32", "float64"]), finite=True),
    rate=st.sampled_from([0.0, 0.25, 0.5, 0.9]),
    seed=st.integers(0, 5),
)
def test_dropout_scales_what_it_keeps(rt: RT, rate: float, seed: int) -> None:
    found = rk.nn.dropout(rt, rate, rng=np.random.default_rng(seed))
    assert found.dtype == rt.dtype
    kept = np.random.default_rng(seed).random(rt.flat_values.shape) >= rate
    scaled = rt.flat_values / (1 - rate)
    assert_ragged_equal(found, rt.with_flat_values(np.where(kept, scaled, 0).astype(rt.dtype)))


def test_dropout_repeats_with_its_seed_only() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.ones(1000), [400, 0, 600])
    once, again = (rk.nn.dropout(rt, 0.5, rng=np.random.default_rng(1)) for _ in range(2))
    other = rk.nn.dropout(rt, 0.5, rng=np.random.default_rng(2))
    assert_ragged_equal(once, again)
    assert not once.identical(other)
    assert 350 < np.count_nonzero(once.flat_values) < 650


def test_dropout_drops_nan_and_infinity() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.full(100, NAN), [100])
    found = rk.nn.dropout(rt, 0.5, rng=np.random.default_rng(0)).flat_values
    assert 0 < np.count_nonzero(found == 0) < 100


def test_dropout_of_an_array() -> None:
    found = rk.nn.dropout(np.ones((2, 3)), 0.0, rng=np.random.default_rng(0))
    assert found.tolist() == [[1.0] * 3] * 2


@pytest.mark.parametrize("rate", [1.0, -0.1, NAN, 2])
def test_dropout_refuses_a_rate(rate: float) -> None:
    with pytest.raises(ValueError, match=f"rate must be .*, got {rate}"):
        rk.nn.dropout(D, rate, rng=np.random.default_rng(0))


def test_dropout_refuses_what_is_no_generator_and_no_floats() -> None:
    with pytest.raises(TypeError, match=r"rng must be a numpy.random.Generator, got 0"):
        rk.nn.dropout(D, 0.5, rng=0)
    with pytest.raises(TypeError, match=r"x must contain floats, got dtype\('int64'\)"):
        rk.nn.dropout(rk.array([[1], []]), 0.5, rng=np.random.default_rng(0))
