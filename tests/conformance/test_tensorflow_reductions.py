"""Reductions, scans and segments put to raggedkit and to a live TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import raggedkit as rk

tf = pytest.importorskip(
    "tensorflow", reason="needs TensorFlow: `make conformance` runs it in .venv-tf"
)

from tests.conformance.bridge import (  # noqa: E402 - not where there is no TensorFlow
    KEPT,
    Parts,
    agree,
    examples,
    ragged,
    to_rk,
    to_tf,
)

pytestmark = pytest.mark.tensorflow

DTYPES = ("int64", "int32", "int16", "float64", "float32")


@st.composite
def numbers(draw: st.DrawFn, dtypes: tuple[str, ...] = DTYPES) -> Parts:
    """A ragged tensor of small numbers, none negative: TensorFlow's any adds numbers up."""
    parts = draw(ragged(dtypes=("int64",)))
    few = draw(st.lists(st.integers(0, 3), min_size=5, max_size=5))
    flat = np.resize(np.array(few), parts.flat.shape).astype(draw(st.sampled_from(dtypes)))
    return parts.over(flat)


def axes_of(draw: Any, x: Parts) -> Any:
    """None, an axis (one too many at times), or several different ones from either end."""
    ndim = x.ndim
    one = st.integers(-ndim - 1, ndim)
    several = st.sets(st.integers(0, ndim - 1)).map(sorted)
    axis = draw(st.none() | one | several)
    return [a - ndim for a in axis] if isinstance(axis, list) and draw(st.booleans()) else axis


EXACT = ("reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_any", "reduce_all")


@pytest.mark.parametrize("name", [*EXACT, "reduce_mean"])
@examples(150)
@given(st.data(), numbers())
def test_reductions(name: str, data: st.DataObject, x: Parts) -> None:
    axis, keepdims = axes_of(data.draw, x), data.draw(st.booleans())
    if axis is None and x.flat.ndim > 1:
        keepdims = False  # TensorFlow keeps an axis too many
    agree(
        lambda: getattr(rk, name)(to_rk(x), axis, keepdims=keepdims),
        lambda: getattr(tf.math, name)(to_tf(x), axis, keepdims=keepdims),
        KEPT,
    )


@pytest.mark.parametrize("name", ["reduce_variance", "reduce_std"])
@examples(100)
@given(st.data(), numbers(("float64", "int64")))
def test_variances(name: str, data: st.DataObject, x: Parts) -> None:
    axis, keepdims = axes_of(data.draw, x), data.draw(st.booleans())
    if axis is None and x.flat.ndim > 1:
        keepdims = False

    def rounded() -> Any:  # what cancels in TensorFlow leaves digits behind
        found = getattr(tf.math, name)(to_tf(x), axis, keepdims=keepdims)
        return tf.abs(tf.round(found * 1e6) / 1e6)

    agree(lambda: np.round(getattr(rk, name)(to_rk(x), axis, keepdims=keepdims), 6), rounded, KEPT)


@examples(200)
@given(st.data(), numbers(), st.booleans(), st.booleans())
def test_cumsum(data: st.DataObject, x: Parts, exclusive: bool, reverse: bool) -> None:
    axis = data.draw(st.integers(-x.ndim - 1, x.ndim))
    # TensorFlow stumbles where no rows are declared uniform and an axis outside runs.
    assume(x.flat.size or axis % x.ndim >= len(x.cuts))
    agree(
        lambda: rk.cumsum(to_rk(x), axis, exclusive, reverse),
        lambda: tf.cumsum(to_tf(x), axis, exclusive, reverse),
        KEPT,
    )


@examples(80)
@given(numbers(("float64", "float32")))
def test_softmax(x: Parts) -> None:
    agree(lambda: rk.softmax(to_rk(x)), lambda: tf.nn.softmax(to_tf(x)))


SEGMENTS = ("sum", "prod", "max", "min", "mean", "sqrt_n")


@pytest.mark.parametrize("name", SEGMENTS)
@examples(100)
@given(st.data(), numbers())
def test_unsorted_segments(name: str, data: st.DataObject, x: Parts) -> None:
    if name == "sqrt_n" and x.flat.dtype.kind != "f":
        x = x.over(x.flat.astype("float64"))
    n = data.draw(st.integers(1, 4))
    nrows = len(x.cuts[0].lengths)
    deep = data.draw(st.booleans())
    count = x.cuts[0].nvals if deep else nrows
    above = data.draw(st.integers(0, 3)) == 0 and x.flat.size  # unchecked where nothing is added
    ids = data.draw(st.lists(st.integers(0, n - (not above)), min_size=count, max_size=count))
    array = np.array(ids, data.draw(st.sampled_from(("int32", "int64"))))
    where = Parts(array, x.cuts[:1] if deep else (), x.splits_dtype)
    function = f"unsorted_segment_{name}"
    agree(
        lambda: getattr(rk, function)(to_rk(x), to_rk(where), n),
        lambda: getattr(tf.math, function)(to_tf(x), to_tf(where), n),
    )


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
@examples(50)
@given(st.data(), st.integers(0, 4), st.sampled_from(DTYPES))
def test_sorted_segments(name: str, data: st.DataObject, n: int, dtype: str) -> None:
    ids = data.draw(st.lists(st.integers(-1, 4), min_size=n, max_size=n))
    if data.draw(st.booleans()):
        ids = sorted(ids)
    values = np.arange(2 * n).reshape(n, 2).astype(dtype) + 1
    agree(
        lambda: getattr(rk, f"segment_{name}")(values, np.array(ids, "int64")),
        lambda: getattr(tf.math, f"segment_{name}")(values, np.array(ids, "int64")),
    )
