"""Positions of the largest and smallest values, against NumPy row by row."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks
from tests.ops.bags import bags, collapsed, listed, sizes_of

constant = rk.ragged.constant
NAN = math.nan
ROWS = constant([[3, 1, 4, 4], [], [9, 2]])
FUNCTIONS = [pytest.param(f, id=f.__name__) for f in (rk.argmax, rk.argmin)]
floats = rks.ragged_tensors(
    dtype="float64", values=st.sampled_from([-1.0, 0.0, 2.0, 2.0, NAN, math.inf]), max_length=3
)


def along(rt: rk.RaggedTensor, axis: int) -> rk.RaggedTensor:
    """The position of each value along an axis, by counting."""

    def places(rows: Any, above: list[int]) -> Any:
        if len(above) == rt.ndim:
            return [above[axis]]
        return [p for i, row in enumerate(rows) for p in places(row, [*above, i])]

    flat = np.array(places(rt.to_list(), []), dtype="int64").reshape(rt.flat_values.shape)
    return rt.with_flat_values(flat)


@pytest.mark.parametrize("function", FUNCTIONS)
@given(floats, st.data(), st.booleans())
def test_places_match_numpy_s_of_each_bag(
    function: Callable[..., Any], rt: rk.RaggedTensor, data: st.DataObject, keepdims: bool
) -> None:
    axis = data.draw(st.integers(0, rt.ndim - 1))
    found = function(rt, axis, keepdims=keepdims, empty=-1)
    sizes = sizes_of(rt)
    values = collapsed(bags(rt.to_list(), rt.ndim), [axis], sizes, keepdims)
    places = collapsed(bags(along(rt, axis).to_list(), rt.ndim), [axis], sizes, keepdims)
    numpy = np.argmax if function is rk.argmax else np.argmin

    def expected(bag: Any, where: Any) -> Any:
        if isinstance(bag, list):
            return [expected(*pair) for pair in zip(bag, where, strict=True)]
        return where[int(numpy(bag))] if bag else -1

    assert listed(found) == expected(values, places)
    assert found.dtype == np.int64


@pytest.mark.parametrize("function", FUNCTIONS)
def test_none_means_axis_0_as_in_tensorflow(function: Callable[..., Any]) -> None:
    assert function(ROWS).tolist() == function(ROWS, 0).tolist()


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float32"])
@pytest.mark.parametrize("splits", ["int32", "int64"])
def test_dtypes(dtype: str, splits: str) -> None:
    rt = rk.RaggedTensor.from_row_splits(
        np.array([0, 1, 1, 0], dtype), np.array([0, 3, 3, 4], splits)
    )
    assert rk.argmax(rt, 1, empty=-1).tolist() == [1, -1, 0]
    assert rk.argmin(rt, 1, "int32", empty=-1).tolist() == [0, -1, 0]
    assert rk.argmin(rt, 1, "int32", empty=-1).dtype == np.int32
    assert rk.argmax(rt, 0).tolist() == [0, 0, 0]


def test_times() -> None:
    days = np.array(["2020-01-03", "2020-01-01", "NaT", "2020-05-05", "NaT"], "M8[D]")
    rt = rk.RaggedTensor.from_row_splits(days, [0, 2, 2, 5])
    assert rk.argmax(rt, 1, empty=-1).tolist() == [0, -1, 0]  # NaT counts as latest, as in NumPy
    assert rk.argmin(rt[:1], 1).tolist() == [1]


def test_dense_tensors_and_lists() -> None:
    assert rk.argmax([[1, 5, 2], [7, 0, 9]], axis=1).tolist() == [1, 2]
    assert rk.argmin(np.array([3, 1, 2])) == 1
    assert rk.argmax(np.zeros((2, 0)), axis=1, empty=-1).tolist() == [-1, -1]


def test_many_values_in_few_rows() -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(0, 50, 6000)
    rt = rk.RaggedTensor.from_row_splits(values, [0, 2500, 2500, 6000])
    want = [int(values[:2500].argmax()), -1, int(values[2500:].argmax())]
    assert rk.argmax(rt, 1, empty=-1).tolist() == want


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("x", "axis", "kwargs", "error", "says"),
    [
        pytest.param(
            ROWS,
            1,
            {},
            ValueError,
            "input must have a value in every row, got none in row 1",
            id="empty",
        ),
        pytest.param(np.zeros((0, 2)), 0, {}, ValueError, "got none in row 0", id="no-rows"),
        pytest.param(
            ROWS, 2, {}, rk.RaggedIndexError, "axis must be from -2 to 1, got 2", id="axis"
        ),
        pytest.param(
            ROWS, [0, 1], {}, TypeError, r"axis must be an integer, got \[0, 1\]", id="axes"
        ),
        pytest.param(
            ROWS,
            1,
            {"empty": NAN},
            TypeError,
            "empty must be an integer or 'raise', got nan",
            id="nan",
        ),
        pytest.param(
            constant([["a"]]), 1, {}, TypeError, "input must contain numbers or bools", id="text"
        ),
        pytest.param(
            constant([[1j]]), 1, {}, TypeError, "input must contain real numbers", id="complex"
        ),
        pytest.param(
            ROWS, np.array([], int), {}, TypeError, r"axis must be an integer, got", id="no-axes"
        ),
    ],
)
def test_refusals(
    function: Callable[..., Any], x: Any, axis: Any, kwargs: Any, error: Any, says: str
) -> None:
    with pytest.raises(error, match=says):
        function(x, axis, **kwargs)
