"""Running sums and products, softmax and differences, against loops over lists."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.ops.bags import close, listed

constant = rk.ragged.constant
NAN, INF = math.nan, math.inf
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
dtypes = st.sampled_from(["int64", "int32", "float64", "float32"])
numbers = rks.ragged_tensors(dtype=dtypes, values=st.integers(-3, 3), max_length=3)
dense = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(
    lambda shape: np.arange(math.prod(shape)).reshape(shape) - 4
)
tensors = st.one_of(numbers, dense)


def places(rows: Any, ndim: int, above: tuple[int, ...] = ()) -> dict[tuple[int, ...], Any]:
    """The value at each path of indices."""
    if not ndim:
        return {above: rows}
    found: dict[tuple[int, ...], Any] = {}
    for i, row in enumerate(rows):
        found |= places(row, ndim - 1, (*above, i))
    return found


def lines(x: Any, axis: int) -> list[list[tuple[int, ...]]]:
    """The paths of a tensor grouped into lines along an axis, each in order."""
    paths = sorted(places(listed(x), x.ndim), key=lambda p: (p[:axis], p[axis + 1 :], p[axis]))
    groups = itertools.groupby(paths, key=lambda p: (p[:axis], p[axis + 1 :]))
    return [list(line) for _, line in groups]


def scanned(x: Any, axis: int, join: Any, start: Any, exclusive: bool, reverse: bool) -> Any:
    """The result of a loop along each line, by path."""
    values, found = places(listed(x), x.ndim), {}
    for line in lines(x, axis):
        total = start
        for path in reversed(line) if reverse else line:
            after = join(total, values[path])
            found[path] = total if exclusive else after
            total = after
    return found


@pytest.mark.parametrize(
    ("function", "join", "start"),
    [
        pytest.param(rk.cumsum, operator.add, 0, id="cumsum"),
        pytest.param(rk.cumprod, operator.mul, 1, id="cumprod"),
    ],
)
@given(tensors, st.data(), st.booleans(), st.booleans())
def test_scans_match_loops(
    function: Callable[..., Any], join: Any, start: int, x: Any, data: Any, ex: bool, rev: bool
) -> None:
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    found = function(x, axis, exclusive=ex, reverse=rev)
    assert found.dtype == x.dtype
    assert found.shape == x.shape or isinstance(x, rk.RaggedTensor)
    assert places(listed(found), x.ndim) == scanned(x, axis % x.ndim, join, start, ex, rev)


@given(numbers, st.data())
def test_rows_stay_as_they_are_cut(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, rt.ndim - 1))
    for found in (rk.cumsum(rt, axis), rk.softmax(rt, axis), rk.nn.log_softmax(rt, axis)):
        for part, other in zip(found.partitions, rt.partitions, strict=True):
            assert np.array_equal(part.row_splits(), other.row_splits())
            assert part.dtype == other.dtype


# ------------------------------------------------------------------ the cases people ask for
ROWS = constant([[3, 1, 4], [1, INF], [9, 2], [6, 5, 3]])


@pytest.mark.parametrize(
    ("exclusive", "reverse", "want"),
    [
        (False, False, [[3, 4, 8], [1, INF], [9, 11], [6, 11, 14]]),
        (True, False, [[0, 3, 4], [0, 1], [0, 9], [0, 6, 11]]),
        (False, True, [[8, 5, 4], [INF, INF], [11, 2], [14, 8, 3]]),
        (True, True, [[5, 4, 0], [INF, 0], [2, 0], [8, 3, 0]]),
    ],
)
def test_infinity_stays_in_its_row(exclusive: bool, reverse: bool, want: Any) -> None:
    found = rk.cumsum(ROWS, axis=-1, exclusive=exclusive, reverse=reverse)
    assert found.to_list() == want


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("function", [rk.cumsum, rk.cumprod, rk.softmax, rk.nn.log_softmax])
def test_nan_stays_in_its_line(function: Callable[..., Any], axis: int) -> None:
    bad, good = (
        constant([[1.0, NAN], [2.0], [], [3.0, 4.0]]),
        constant([[1.0, 0.0], [2.0], [], [3.0, 4.0]]),
    )
    found, want = places(listed(function(bad, axis)), 2), places(listed(function(good, axis)), 2)
    spoiled = {(0, 0), (0, 1)} if axis else {(0, 1), (3, 1)}
    assert {p for p, v in found.items() if p not in spoiled and v != want[p]} == set()
    assert math.isnan(found[0, 1])


def test_running_sums_of_large_integers_are_exact() -> None:
    rt = constant([[2**60, 1], [2**53, 1, 1]])
    assert rk.cumsum(rt, 1).to_list() == [[2**60, 2**60 + 1], [2**53, 2**53 + 1, 2**53 + 2]]


def test_running_sums_of_float32_keep_up() -> None:
    values = np.random.default_rng(5).uniform(0, 1, 100_000).astype("float32")
    rt = rk.RaggedTensor.from_row_lengths(values, [50_000, 0, 50_000])
    exact = np.cumsum(values.astype("float64").reshape(2, -1), axis=1)
    assert np.allclose(rk.cumsum(rt, 1).flat_values, exact.ravel(), rtol=1e-7)


def test_bools_are_counted() -> None:
    assert rk.cumsum(constant([[True, True, False], [True]]), 1).to_list() == [[1, 2, 2], [1]]


# ------------------------------------------------------------------ softmax
@given(numbers, st.data())
def test_softmax_matches_its_definition(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-rt.ndim, rt.ndim - 1))
    values = places(rt.to_list(), rt.ndim)
    want: dict[tuple[int, ...], float] = {}
    for line in lines(rt, axis % rt.ndim):
        powers = [math.exp(values[p]) for p in line]
        want |= {p: e / sum(powers) for p, e in zip(line, powers, strict=True)}
    found = places(listed(rk.softmax(rt, axis)), rt.ndim)
    logs = places(listed(rk.nn.log_softmax(rt, axis)), rt.ndim)
    assert found.keys() == want.keys()
    assert all(close(found[p], want[p], 1e-6) for p in want)
    assert all(close(math.exp(logs[p]), want[p], 1e-6) for p in want)


@pytest.mark.parametrize("axis", [0, 1])
def test_large_logits_do_not_overflow(axis: int) -> None:
    rt = constant([[1e4, 0.0], [], [-1e4, 0.0]])
    want = {0: [[1.0, 0.5], [], [0.0, 0.5]], 1: [[1.0, 0.0], [], [0.0, 1.0]]}[axis]
    assert rk.softmax(rt, axis).to_list() == want


@pytest.mark.parametrize(
    ("dtype", "result"),
    [("float16", "float16"), ("float32", "float32"), ("int8", "float64"), ("bool", "float64")],
)
def test_floats_keep_their_dtype(dtype: str, result: str) -> None:
    rt = D.with_flat_values(D.flat_values.astype(dtype))
    for axis in (0, 1):
        assert rk.softmax(rt, axis).dtype == rk.nn.log_softmax(rt, axis).dtype == result


# ------------------------------------------------------------------ differences
@given(rks.ragged_lists(st.integers(-9, 9)), st.integers(0, 3))
def test_diff_matches_numpy_row_by_row(rows: list[list[int]], n: int) -> None:
    found = rk.diff(constant(rows, dtype="int64", ragged_rank=1), n)
    assert found.to_list() == [np.diff(np.array(row), n).tolist() for row in rows]


def test_diff_of_other_axes() -> None:
    rt = constant([[[1, 5], [2, 7]], [[0, 0]]], inner_shape=(2,))
    assert rk.diff(rt).to_list() == [[[4], [5]], [[0]]]
    assert rk.diff(rt, axis=1).to_list() == [[[1, 2]], []]
    assert rk.diff(constant([[1, 2], [4, 8]]), axis=0).to_list() == [[3, 6]]
    assert rk.diff(np.array([[1, 4], [9, 16]]), axis=0).tolist() == [[8, 12]]


def test_diff_of_uniform_rows_stays_uniform() -> None:
    rt = rk.RaggedTensor.from_uniform_row_length(np.array([1, 4, 9, 16]), 2)
    assert_ragged_equal(rk.diff(rt), rk.RaggedTensor.from_uniform_row_length(np.array([3, 7]), 1))
    assert rk.diff(rt, 3).shape == rk.TensorShape([2, 0])


def test_diff_of_bools_says_where_they_change() -> None:
    assert rk.diff(constant([[True, False, False], [True]])).to_list() == [[True, False], []]


def test_diff_of_times_is_the_gaps() -> None:
    times = np.array(["2020-01-01", "2020-01-03", "NaT", "2020-02-01", "2020-02-02"], dtype="M8[D]")
    rt = rk.RaggedTensor.from_row_lengths(times, [3, 0, 2])
    gaps = np.array([2, "NaT", 1], dtype="m8[D]")
    assert_ragged_equal(rk.diff(rt), rk.RaggedTensor.from_row_lengths(gaps, [2, 0, 1]))
    assert_ragged_equal(np.diff(rt), rk.diff(rt))


# ------------------------------------------------------------------ errors
@pytest.mark.parametrize("function", [rk.cumsum, rk.cumprod, rk.softmax, rk.nn.log_softmax])
def test_refusals(function: Callable[..., Any]) -> None:
    with pytest.raises(rk.RaggedIndexError, match="axis must be from -2 to 1, got 2"):
        function(D, 2)
    with pytest.raises(TypeError, match=r"axis must be an integer, got \[0\]"):
        function(D, [0])
    with pytest.raises(TypeError, match="must contain numbers or bools"):
        function(constant([["a"]]), 1)


def test_diff_stops_where_nothing_is_left() -> None:
    rt = constant([[1, 2, 4], [], [3]])
    assert rk.diff(rt, 1 << 60).to_list() == [[], [], []]
    assert rk.diff(constant([[1], [2], [4]]), 2, axis=0).to_list() == [[1]]
    assert rk.diff(constant([[1], [2]]), 1 << 60, axis=0).to_list() == []
    assert rk.diff(constant([[[1, 2]], []], inner_shape=(2,)), 1 << 60).to_list() == [[[]], []]
    assert rk.diff(np.arange(4), 1 << 60).tolist() == []


def test_refusals_of_diff() -> None:
    with pytest.raises(ValueError, match="n must not be negative, got -1"):
        rk.diff(D, -1)
    with pytest.raises(ValueError, match="row 0 has length"):
        rk.diff(D, axis=0)
    with pytest.raises(TypeError, match="x must contain numbers or bools"):
        rk.diff(constant([["a"]]))


def test_differences_of_flags_between_rows_of_two_lengths_are_refused() -> None:
    rt = rk.ragged.constant([[], [False], [True]], dtype=bool)
    for n in (1, 2):
        with pytest.raises(ValueError, match="row 0 has length 1 in x and 0 in y"):
            rk.diff(rt, n, axis=0)
    assert_ragged_equal(rk.diff(rt[1:], axis=0), rk.ragged.constant([[True]]))
