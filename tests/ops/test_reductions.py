"""Sums, products, extremes and truths over any axes, against bags of values in nested lists."""

from __future__ import annotations

import itertools
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
from tests.ops.bags import bags, close, collapsed, listed, opened, sizes_of

constant = rk.ragged.constant
NAN, INF = math.nan, math.inf
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DEEP = constant([[[1.0, 2.0], [3.0]], [], [[4.0], [], [5.0, 6.0, 7.0]]])


def product(bag: tuple[Any, ...]) -> Any:
    """Return the product, which wraps around as int64 does."""
    found = math.prod(bag)
    return (found + 2**63) % 2**64 - 2**63 if isinstance(found, int) else found


# What each function makes of a bag; of none, for max and min, what int64 ends with.
MODEL: dict[Callable[..., Any], Callable[[tuple[Any, ...]], Any]] = {
    rk.reduce_sum: sum,
    rk.reduce_prod: product,
    rk.reduce_max: lambda bag: max(bag, default=-(2**63)),
    rk.reduce_min: lambda bag: min(bag, default=2**63 - 1),
    rk.reduce_any: any,
    rk.reduce_all: all,
    rk.count_nonzero: lambda bag: sum(map(bool, bag)),
}
FUNCTIONS = [pytest.param(f, id=f.__name__) for f in MODEL]
numbers = rks.ragged_tensors(dtype="int64", values=st.sampled_from([-1, 0, 1, 1, 2]), max_length=3)


def some_axes(draw: Callable[..., Any], ndim: int) -> Any:
    """None, an axis, or several of them; counted from either end."""
    how = draw(st.sampled_from(["all", "one", "several"]))
    if how == "all":
        return None
    sign = draw(st.sampled_from([0, -ndim]))
    if how == "one":
        return draw(st.integers(0, ndim - 1)) + sign
    axes = draw(st.sets(st.integers(0, ndim - 1), min_size=1))
    return [a + sign for a in draw(st.permutations(sorted(axes)))]


@st.composite
def cases(draw: st.DrawFn, tensors: st.SearchStrategy[Any]) -> tuple[Any, Any, bool]:
    """A tensor, axes of it, and whether they are kept."""
    x = draw(tensors)
    return x, some_axes(draw, x.ndim), draw(st.booleans())


def model(x: Any, axis: Any, keepdims: bool, function: Callable[[Any], Any]) -> Any:
    """The results of a function of all combined values, as nested lists."""
    rows = bags(listed(x), x.ndim)
    if axis is None:
        values = tuple(np.asarray(getattr(x, "flat_values", x)).ravel().tolist())
        out = opened(values, function)
        for _ in range(x.ndim if keepdims else 0):
            out = [out]
        return out
    axes = [a % x.ndim for a in (axis if isinstance(axis, list) else [axis])]
    return opened(collapsed(rows, axes, sizes_of(x), keepdims), function)


@pytest.mark.parametrize("function", FUNCTIONS)
@given(cases(numbers))
def test_every_axis_matches_the_model(
    function: Callable[..., Any], case: tuple[Any, Any, bool]
) -> None:
    x, axis, keepdims = case
    found = function(x, axis=axis, keepdims=keepdims)
    assert listed(found) == model(x, axis, keepdims, MODEL[function])


@pytest.mark.parametrize("function", FUNCTIONS)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple), st.data())
def test_dense_tensors_give_dense_results(
    function: Callable[..., Any], shape: tuple[int, ...], data: st.DataObject
) -> None:
    size = math.prod(shape)
    values = data.draw(st.lists(st.integers(-2, 2), min_size=size, max_size=size))
    x = np.array(values, dtype="int64").reshape(shape)
    axis, keepdims = some_axes(data.draw, x.ndim), data.draw(st.booleans())
    found = function(x, axis, keepdims)
    assert not isinstance(found, rk.RaggedTensor)
    assert listed(found) == model(x, axis, keepdims, MODEL[function])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_axes_leave_the_structure(function: Callable[..., Any]) -> None:
    assert function(D, axis=[]).partitions == D.partitions


def test_lists_and_scalars_are_tensors() -> None:
    assert rk.reduce_sum([[1, 2], [3]], axis=1).tolist() == [3, 3]
    assert rk.reduce_sum([[1, 2], [3, 4]], axis=0).tolist() == [4, 6]
    assert rk.reduce_max(5) == 5


def test_an_axis_may_be_an_array() -> None:
    assert rk.reduce_sum(DEEP, axis=np.array(-1)).to_list() == [[3.0, 3.0], [], [4.0, 0.0, 18.0]]
    assert rk.reduce_sum(DEEP, axis=np.array([1, 2])).tolist() == [6.0, 0.0, 22.0]


# ------------------------------------------------------------------ structure of the result
@pytest.mark.parametrize(
    ("axis", "keepdims", "shape"),
    [
        (0, False, [3, None]),
        (0, True, [1, 3, None]),
        (1, False, [3, None]),
        (1, True, [3, 1, None]),
        (2, True, [3, None, 1]),
        ([0, 1], True, [1, 1, None]),
        ([1, 2], True, [3, 1, 1]),
        ([0, 2], True, [1, 3, 1]),
    ],
)
def test_shape_of_the_result(axis: Any, keepdims: bool, shape: list[int | None]) -> None:
    found = rk.reduce_sum(DEEP, axis, keepdims)
    assert list(rk.TensorShape(found.shape)) == shape


def test_declared_uniform_rows_outside_stay_declared() -> None:
    rt = rk.RaggedTensor.from_uniform_row_length(constant([[1, 2], [3], [4, 5, 6], []]), 2)
    assert rk.reduce_sum(rt, axis=2).uniform_row_length == 2
    assert rk.reduce_sum(rt, axis=0).uniform_row_length is None


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_row_splits_keep_their_dtype(dtype: str) -> None:
    rt = DEEP.with_row_splits_dtype(dtype)
    for axis in (0, 1, 2):
        assert rk.reduce_sum(rt, axis, keepdims=True).row_splits.dtype == dtype


def test_input_is_left_as_it_was() -> None:
    flat = np.arange(6.0)
    rt = rk.RaggedTensor.from_row_splits(flat, [0, 2, 2, 6])
    for function, axis in itertools.product(MODEL, (0, 1)):
        function(rt, axis)
    rk.reduce_std(rt, 1), rk.softmax(rt), rk.reduce_logsumexp(rt, 0)
    assert flat.tolist() == list(range(6))


# ------------------------------------------------------------------ dtypes
DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@pytest.mark.parametrize("dtype", [*DTYPES, "float16", "float32", "float64"])
@pytest.mark.parametrize("function", [rk.reduce_sum, rk.reduce_prod, rk.reduce_max, rk.reduce_min])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_the_dtype_is_that_of_the_values(
    function: Callable[..., Any], dtype: str, axis: int | None
) -> None:
    assert function(D.with_flat_values(D.flat_values.astype(dtype)), axis).dtype == dtype


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_numbers_add_and_multiply(dtype: str) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.array([1j, 2, 3], dtype), [0, 2, 2, 3])
    assert rk.reduce_sum(rt, 1).tolist() == [2 + 1j, 0, 3]
    assert rk.reduce_prod(rt, 1).tolist() == [2j, 1, 3]
    assert rk.reduce_sum(rt, 0).tolist() == [3 + 1j, 2]
    assert rk.reduce_sum(rt, 1).dtype == dtype


def test_bools_are_counted_and_compared() -> None:
    rt = constant([[True, True, False], [], [False]])
    assert rk.reduce_sum(rt, 1).tolist() == [2, 0, 0]
    assert rk.reduce_sum(rt, 0).dtype == np.int64
    assert rk.reduce_max(rt, 1).tolist() == [True, False, False]
    assert rk.reduce_min(rt, 1).tolist() == [False, True, False]
    assert rk.reduce_max(rt, 0).dtype == bool


def test_integers_wrap_around_in_their_dtype() -> None:
    rt = rk.RaggedTensor.from_row_splits(np.array([2**31 - 1, 1, 5], "int32"), [0, 2, 3])
    assert rk.reduce_sum(rt, 1).tolist() == [-(2**31), 5]


def test_sums_are_exact_past_2_to_the_53() -> None:
    rt = constant([[2**60, 1], [2**53, 1, 1]])
    assert rk.reduce_sum(rt, 1).tolist() == [2**60 + 1, 2**53 + 2]
    assert rk.reduce_sum(rt, 0).tolist() == [2**60 + 2**53, 2, 1]


@pytest.mark.parametrize("value", ["a", [1, 2, 3], np.datetime64("2020", "D")], ids=repr)
def test_values_for_empty_rows_go_with_the_others(value: Any) -> None:
    rt = constant([[3, 1], []])
    with pytest.raises(TypeError, match=r"^initial must fit values of dtype int64, got "):
        rk.reduce_max(rt, 1, initial=value)
    with pytest.raises((TypeError, ValueError), match=r"^empty must be a value .*'raise', got "):
        rk.reduce_max(rt, 1, empty=value)


@pytest.mark.parametrize("dtype", [">i4", ">f8", ">f2"])
def test_bytes_may_come_in_any_order(dtype: str) -> None:
    swapped = rk.RaggedTensor.from_row_lengths(np.array([3, 1, 4], dtype), [2, 0, 1])
    assert rk.reduce_sum(swapped, 1).tolist() == [4, 0, 4]
    assert rk.reduce_sum(swapped).tolist() == 8
    assert swapped.mean(axis=0).tolist() == [3.5, 1]
    assert rk.cumsum(swapped, 1).to_list() == [[3, 4], [], [4]]


def test_numbers_are_true_unless_they_are_zero() -> None:
    rt = constant([[0.5, 0.0], [], [NAN], [-1.0, 1.0]])
    assert rk.reduce_any(rt, 1).tolist() == [True, False, True, True]
    assert rk.reduce_all(rt, 1).tolist() == [False, True, True, True]
    assert rk.count_nonzero(rt, 1).tolist() == [1, 0, 1, 2]


# ------------------------------------------------------------------ what an empty row gives
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_no_values_give_the_last_finite_number(dtype: str) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.array([1, 2], dtype), [0, 1, 1, 2])
    limits = np.finfo(dtype)
    assert rk.reduce_max(rt, 1)[1] == limits.min
    assert rk.reduce_min(rt, 1)[1] == limits.max
    assert rk.reduce_max(rt, 1).dtype == dtype


NO_ROWS = rk.RaggedTensor.from_row_splits(np.zeros(0), [0])
EMPTY_ROWS = rk.RaggedTensor.from_row_splits(np.zeros(0), [0, 0, 0])
EMPTY_ITEMS = rk.RaggedTensor.from_row_splits(np.zeros((3, 0)), [0, 2, 2, 3])
LOWEST = float(np.finfo("float64").min)


@pytest.mark.parametrize(
    ("rt", "axis", "want"),
    [
        pytest.param(NO_ROWS, None, -INF, id="no-rows-all"),
        pytest.param(NO_ROWS, [0, 1], -INF, id="no-rows-both"),
        pytest.param(NO_ROWS, 0, [], id="no-rows-columns"),
        pytest.param(NO_ROWS, 1, [], id="no-rows-rows"),
        pytest.param(EMPTY_ROWS, None, -INF, id="empty-rows-all"),
        pytest.param(EMPTY_ROWS, [0, 1], LOWEST, id="empty-rows-both"),
        pytest.param(EMPTY_ROWS, 0, [], id="empty-rows-columns"),
        pytest.param(EMPTY_ROWS, 1, [LOWEST, LOWEST], id="empty-rows"),
        pytest.param(EMPTY_ITEMS, 2, [[-INF, -INF], [], [-INF]], id="empty-items"),
        pytest.param(EMPTY_ITEMS, [1, 2], [LOWEST] * 3, id="empty-items-of-rows"),
        pytest.param(EMPTY_ITEMS, [0, 1, 2], LOWEST, id="empty-items-one-by-one"),
        pytest.param(constant([[-INF], []], dtype=float), 1, [-INF, LOWEST], id="true-infinity"),
        pytest.param(constant([[-INF], []], dtype=float), [0, 1], -INF, id="true-infinity-both"),
    ],
)
def test_nothing_gives_what_tensorflow_gives(rt: Any, axis: Any, want: Any) -> None:
    assert listed(rk.reduce_max(rt, axis)) == want
    negated = rk.reduce_min(-rt, axis)
    assert listed(-negated) == want


@pytest.mark.parametrize("function", FUNCTIONS[:6])
@given(cases(numbers), st.sampled_from([7, -1, NAN]))
def test_empty_says_what_no_values_give(
    function: Callable[..., Any], case: tuple[Any, Any, bool], empty: float
) -> None:
    x, axis, keepdims = case
    found = function(x, axis, keepdims, empty=empty)
    want = model(x, axis, keepdims, lambda bag: MODEL[function](bag) if bag else empty)
    assert close(listed(found), want)
    dtype = np.dtype(bool if function in (rk.reduce_any, rk.reduce_all) else "int64")
    assert found.dtype == np.result_type(np.zeros(0, dtype), empty)


@given(cases(numbers), st.integers(-3, 3))
def test_initial_is_one_more_value_of_each(case: tuple[Any, Any, bool], initial: int) -> None:
    x, axis, keepdims = case
    for function, join in ((rk.reduce_max, max), (rk.reduce_min, min)):
        found = function(x, axis, keepdims, initial=initial)
        want = model(x, axis, keepdims, lambda bag: (*bag, initial))
        assert listed(found) == opened(want, join)


DAYS = np.array(["2020-01-03", "2020-01-01", "2020-05-05", "NaT"], "M8[D]")


@pytest.mark.parametrize("since", [None, np.datetime64("2020-01-01")], ids=["times", "spans"])
def test_the_latest_of_no_times_is_nat(since: Any) -> None:
    values = DAYS if since is None else DAYS - since
    nat = values[3]
    rt = rk.RaggedTensor.from_row_splits(values, [0, 2, 2, 3, 4])
    first, last = values[1], values[2]
    assert np.array_equal(rk.reduce_max(rt, 1), [values[0], nat, last, nat], equal_nan=True)
    assert np.array_equal(rk.reduce_min(rt[:3], 0), [values[0], first], equal_nan=True)
    assert rk.reduce_max(rt, 1, empty=first)[1] == first
    assert rk.reduce_max(rt, 1).dtype == values.dtype
    assert np.array_equal(rk.reduce_max(rt[1:2]), nat, equal_nan=True)


# ------------------------------------------------------------------ NaN, infinity, precision
@pytest.mark.parametrize("bad", [NAN, INF, -INF])
@pytest.mark.parametrize("function", FUNCTIONS[:4])
def test_a_bad_value_stays_in_its_row(function: Callable[..., Any], bad: float) -> None:
    rows = [[1.0, 2.0], [bad], [], [3.0, 4.0]]
    good = [[1.0, 2.0], [0.0], [], [3.0, 4.0]]
    found, want = function(constant(rows), 1), function(constant(good), 1)
    assert found[[0, 2, 3]].tolist() == want[[0, 2, 3]].tolist()
    assert np.array_equal(found[1], bad, equal_nan=True)


def test_nan_is_the_largest_and_the_smallest_wherever_it_stands() -> None:
    rt = constant([[NAN, 1.0], [1.0, NAN], [2.0]])
    assert np.array_equal(rk.reduce_max(rt, 1), [NAN, NAN, 2.0], equal_nan=True)
    assert np.array_equal(rk.reduce_min(rt, 0), [NAN, NAN], equal_nan=True)


def test_float32_sums_of_long_rows_and_columns() -> None:
    rng = np.random.default_rng(3)
    values = rng.uniform(0, 1, 120_000).astype("float32")
    long = rk.RaggedTensor.from_row_lengths(values, [60_000, 0, 60_000])
    exact = values.astype("float64").reshape(2, -1).sum(axis=1)
    assert np.allclose(rk.reduce_sum(long, 1)[[0, 2]], exact, rtol=2e-7)
    tall = rk.RaggedTensor.from_row_lengths(values, [2] * 60_000)
    assert np.allclose(
        rk.reduce_sum(tall, 0), values.astype("float64").reshape(-1, 2).sum(0), rtol=2e-7
    )


# ------------------------------------------------------------------ errors
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("axis", "error", "says"),
    [
        (2, rk.RaggedIndexError, r"axis must be from -2 to 1, got 2"),
        (-3, rk.RaggedIndexError, r"axis must be from -2 to 1, got -3"),
        ([0, 2], rk.RaggedIndexError, r"axis\[1\] must be from -2 to 1, got 2"),
        ([1, 1], ValueError, r"axis must not repeat an axis, got \[1, 1\]: two of them are axis 1"),
        ([-1, 1], ValueError, r"not repeat an axis, got \[-1, 1\]: two of them are axis 1"),
        (1.5, TypeError, r"axis must be an integer, got 1.5"),
        ("1", TypeError, r"axis must be an integer, got '1'"),
    ],
)
def test_axes_that_are_none(
    function: Callable[..., Any], axis: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        function(D, axis)


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f.values[0] is not rk.count_nonzero])
@pytest.mark.parametrize("rows", [[["a"], []], [[b"a"], []]], ids=["text", "bytes"])
def test_text_is_refused(function: Callable[..., Any], rows: Any) -> None:
    with pytest.raises(TypeError, match="must contain numbers or bools, got dtype"):
        function(constant(rows), 1)


@pytest.mark.parametrize("function", [rk.reduce_max, rk.reduce_min])
def test_complex_numbers_have_no_order(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"real numbers, got dtype\('complex128'\); .* take abs"):
        function(constant([[1j]]), 1)


@pytest.mark.parametrize(
    ("rt", "axis", "says"),
    [
        pytest.param(D, 1, "none in row 1", id="rows"),
        pytest.param(DEEP, 2, r"none at \[2, 1\]", id="nested-rows"),
        pytest.param(DEEP, [1, 2], "none in row 1", id="rows-of-rows"),
        pytest.param(NO_ROWS, None, "none at all", id="no-rows"),
        pytest.param(EMPTY_ITEMS, 2, r"none at \[0, 0\]", id="inner"),
        pytest.param(
            constant([[[1, 2]], []], inner_shape=(2,)), 1, r"none at \[1, 0\]", id="items"
        ),
    ],
)
def test_raise_names_the_first_empty_row(rt: Any, axis: Any, says: str) -> None:
    for function in (rk.reduce_sum, rk.reduce_max, rk.reduce_mean):
        with pytest.raises(
            ValueError, match=f"got {says}; choose the result of an empty row: empty="
        ):
            function(rt, axis, empty="raise")
    assert_ragged_equal(rk.reduce_sum(D[2:4], 1, empty="raise"), rk.reduce_sum(D[2:4], 1))


def test_empty_is_no_other_word() -> None:
    with pytest.raises(ValueError, match="empty must be a value or 'raise', got 'error'"):
        rk.reduce_max(D, 1, empty="error")
