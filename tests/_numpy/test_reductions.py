"""NumPy's reductions and scans of ragged tensors, against NumPy on the same values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks
from tests.ops.bags import listed

constant = rk.ragged.constant
NAN, INF = math.nan, math.inf
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
FULL = constant([[3, 1, 4, 1], [5, 9, 2], [6]])

REDUCTIONS: list[Any] = [np.sum, np.prod, np.max, np.min, np.amax, np.amin, np.ptp, np.any, np.all]
REDUCTIONS += [np.mean, np.std, np.var, np.argmax, np.argmin, np.count_nonzero]
WITHOUT_NAN: list[Any] = [np.nansum, np.nanprod, np.nanmax, np.nanmin, np.nanmean]
METHODS = ["sum", "prod", "max", "min", "mean", "std", "var", "any", "all", "argmax", "argmin"]
DTYPES = ["bool", "int8", "int32", "int64", "uint8", "float16", "float32", "float64"]


def named(functions: list[Any]) -> list[Any]:
    return [pytest.param(f, id=f.__name__) for f in functions]


def same(found: Any, want: Any, dtype: Any) -> None:
    assert found.dtype == want.dtype
    tolerance = {"float16": 1e-2, "float32": 1e-5}.get(str(dtype), 1e-12)
    assert np.allclose(found, want, rtol=tolerance, equal_nan=True)


full_rows = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), min_size=1, max_size=5)


# ------------------------------------------------------------------ reductions
@pytest.mark.parametrize("function", named(REDUCTIONS + WITHOUT_NAN))
@settings(max_examples=40)
@given(full_rows, st.sampled_from(DTYPES))
def test_rows_and_all_values_give_what_numpy_gives(
    function: Any, rows: list[list[int]], dtype: str
) -> None:
    if function is np.ptp and dtype == "bool":
        return  # which NumPy can't subtract
    rt = constant(rows, dtype="int64")
    rt = rt.with_values(rt.flat_values.astype(dtype))
    parts = [np.array(row, dtype) for row in rows]
    same(function(rt), np.asarray(function(np.concatenate(parts))), dtype)
    same(function(rt, axis=1), np.array([function(p) for p in parts]), dtype)


@pytest.mark.parametrize("function", named(REDUCTIONS))
@given(st.integers(1, 3), st.integers(1, 3), st.booleans(), st.sampled_from([None, 0, 1]))
def test_a_rectangle_gives_what_numpy_gives(
    function: Any, n: int, m: int, keepdims: bool, axis: int | None
) -> None:
    dense = np.random.default_rng(n * 10 + m).normal(size=(n, m))
    rt = rk.RaggedTensor.from_tensor(dense)
    found = function(rt, axis=axis, keepdims=keepdims)
    want = function(dense, axis=axis, keepdims=keepdims)
    assert found.shape == np.shape(want)
    assert np.allclose(found, want)


@pytest.mark.parametrize("method", METHODS)
@given(full_rows, st.sampled_from([None, 0, 1, -1]), st.booleans())
def test_methods_are_the_functions(
    method: str, rows: list[list[int]], axis: int | None, keepdims: bool
) -> None:
    rt = constant(rows)
    found = getattr(rt, method)(axis=axis, keepdims=keepdims)
    want = getattr(np, method)(rt, axis=axis, keepdims=keepdims)
    assert found.dtype == want.dtype
    assert np.array_equal(found, want)


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8", "uint32", "bool"])
def test_small_integers_sum_up_in_64_bits_as_in_numpy(dtype: str) -> None:
    rt = rk.RaggedTensor.from_row_splits(np.ones(300, dtype), [0, 300])
    for function in (np.sum, np.prod, np.cumsum, np.cumprod):
        assert function(rt, axis=1).dtype == function(np.ones(3, dtype)).dtype
    assert np.sum(rt, axis=1).tolist() == [300]
    assert np.cumsum(rt, axis=1)[0][-1] == 300


def test_dtype_is_that_of_the_values_before_they_are_joined() -> None:
    rt = constant([[1.5, 2.5], []])
    assert np.sum(rt, axis=1, dtype="int64").tolist() == [3, 0]
    assert np.mean(FULL, axis=1, dtype="float32").dtype == np.float32
    assert np.std(FULL, axis=1, dtype="float32").dtype == np.float32
    assert np.cumsum(FULL, axis=1, dtype="float32").dtype == np.float32
    assert FULL.sum(axis=1, dtype="float64").dtype == np.float64


def test_ddof_and_correction() -> None:
    rt = constant([[1, 2, 3], [2, 3, 4], [3, 4, 5, 6], [1, 2], [7, 2, 3, 4]])
    want = [2.48998, 0.894427, 0.957427, 1.414214]
    assert np.allclose(np.std(rt, axis=0, ddof=1), want, atol=1e-6)
    assert np.allclose(np.std(rt, axis=0, correction=1), want, atol=1e-6)
    assert np.allclose(rt.std(axis=0, ddof=1), want, atol=1e-6)
    assert np.allclose(np.var(rt, axis=0, ddof=1), np.square(want), atol=1e-5)
    with pytest.raises(ValueError, match="correction must not be given beside ddof = 1"):
        np.var(rt, axis=0, ddof=1, correction=1)


def test_average() -> None:
    weights = constant([[1, 0, 0, 3], [], [1, 1, 2], [5], []])
    assert np.allclose(
        np.average(D, axis=1, weights=weights), [1.5, NAN, 4.5, 6, NAN], equal_nan=True
    )
    assert np.allclose(np.average(D, axis=1), np.mean(D, axis=1), equal_nan=True)
    assert np.average(D, weights=weights, returned=True) == ((6 + 18 + 30) / 13, 13)
    _, total = np.average(D, axis=1, weights=weights, returned=True)
    assert total.tolist() == [4, 0, 4, 5, 0]
    assert np.average(FULL, axis=0, weights=FULL * 0 + 2).tolist() == np.mean(FULL, axis=0).tolist()


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_average_does_not_pass_what_a_small_dtype_holds(dtype: str) -> None:
    parts = [np.array([100, 50], dtype), np.array([120], dtype)]
    rt = rk.array(parts)
    want = [np.average(p, weights=p) for p in parts]
    found = np.average(rt, axis=1, weights=rt)
    assert found.dtype == want[0].dtype
    assert np.allclose(found, want, rtol=1e-3)


def test_initial() -> None:
    assert np.sum(D, axis=1, initial=10).tolist() == [19, 10, 26, 16, 10]
    assert np.prod(D, axis=1, initial=2).tolist() == [24, 2, 180, 12, 2]
    assert np.max(D, axis=1, initial=4).tolist() == [4, 4, 9, 6, 4]
    assert np.min(D, axis=1, initial=4).tolist() == [1, 4, 2, 4, 4]
    assert D.max(axis=1, initial=0).tolist() == [4, 0, 9, 6, 0]


# ------------------------------------------------------------------ empty rows
def test_sums_and_truths_of_empty_rows() -> None:
    assert np.sum(D, axis=1).tolist() == [9, 0, 16, 6, 0]
    assert np.prod(D, axis=1).tolist() == [12, 1, 90, 6, 1]
    assert np.any(D > 4, axis=1).tolist() == [False, False, True, True, False]
    assert np.all(D > 4, axis=1).tolist() == [False, True, False, True, True]
    assert np.count_nonzero(D > 1, axis=1).tolist() == [2, 0, 3, 1, 0]


def test_means_of_empty_rows_are_nan_without_a_warning() -> None:
    for function in (np.mean, np.std, np.var, np.nanmean):
        assert np.isnan(function(D, axis=1)).tolist() == [False, True, False, False, True]
    assert D.mean(axis=1, empty=0.0).tolist() == [2.25, 0.0, 16 / 3, 6.0, 0.0]
    assert D.std(axis=1, empty=-1)[1] == D.var(axis=1, empty=-1)[1] == -1


@pytest.mark.parametrize("function", named([np.max, np.min, np.ptp, np.nanmax, np.nanmin]))
def test_extremes_of_empty_rows_are_refused(function: Any) -> None:
    with pytest.raises(
        ValueError,
        match=r"none in row 1; .* empty row: rt\.m\w+\(\.\.\., empty=\.\.\.\), or .*initial=",
    ):
        function(D, axis=1)


@pytest.mark.parametrize("function", named([np.argmax, np.argmin]))
def test_places_in_empty_rows_are_refused(function: Any) -> None:
    with pytest.raises(ValueError, match=r"got none in row 1; .*: rt\.arg\w+\(\.\.\., empty="):
        function(D, axis=1)
    assert D.argmax(axis=1, empty=-1).tolist() == [2, -1, 1, 0, -1]
    assert D.argmin(axis=1, empty=-1).tolist() == [1, -1, 2, 0, -1]


def test_methods_say_what_an_empty_row_gives() -> None:
    assert D.max(axis=1, empty=-1).tolist() == [4, -1, 9, 6, -1]
    assert np.isnan(D.min(axis=1, empty=NAN)).tolist() == [False, True, False, False, True]
    with pytest.raises(ValueError, match="rt must have a value in every row, got none in row 1"):
        D.max(axis=1)


def test_extremes_of_no_values_at_all() -> None:
    nothing = constant([[], []], dtype=float)
    with pytest.raises(ValueError, match="got none at all"):
        nothing.max()
    assert nothing.sum() == 0


# ------------------------------------------------------------------ NaN
def test_nan_is_left_out_where_the_name_says_so() -> None:
    rt = constant([[1.0, NAN, 3.0], [NAN], [2.0, INF]])
    assert np.nansum(rt, axis=1).tolist() == [4.0, 0.0, INF]
    assert np.nanprod(rt, axis=1).tolist() == [3.0, 1.0, INF]
    assert np.array_equal(np.nanmax(rt, axis=1), [3.0, NAN, INF], equal_nan=True)
    assert np.array_equal(np.nanmin(rt, axis=1), [1.0, NAN, 2.0], equal_nan=True)
    assert np.array_equal(np.nanmean(rt, axis=1), [2.0, NAN, INF], equal_nan=True)
    assert np.nanmean(rt, axis=0, keepdims=True).shape == (1, 3)
    assert np.nanmax(rt) == INF


def test_times_that_are_none_are_left_out_where_the_name_says_so() -> None:
    day = np.datetime64("2020-01-02")
    none = np.datetime64("NaT", "D")
    later = np.datetime64("2020-01-05")
    rt = rk.array([[none, day, later], [none], [day]])
    assert np.array_equal(np.nanmax(rt, axis=1), [later, none, day], equal_nan=True)
    assert np.array_equal(np.nanmin(rt, axis=1), [day, none, day], equal_nan=True)
    assert np.nanmax(rt) == later


# ------------------------------------------------------------------ scans
@given(rks.ragged_lists(st.integers(-9, 9)), st.sampled_from(["int32", "int64", "float64"]))
def test_scans_match_numpy_row_by_row(rows: list[list[int]], dtype: str) -> None:
    rt = constant(rows, dtype=dtype, ragged_rank=1)
    for function in (np.cumsum, np.cumprod):
        want = [function(np.array(row, dtype)).tolist() for row in rows]
        assert listed(function(rt, axis=1)) == listed(function(rt, axis=-1)) == want
    assert listed(rt.cumsum(axis=1)) == listed(np.cumsum(rt, axis=1))
    assert listed(rt.cumprod(axis=1)) == listed(np.cumprod(rt, axis=1))


def test_scans_without_an_axis_run_through_all_values() -> None:
    assert np.cumsum(D).tolist() == np.cumsum(D.flat_values).tolist()
    assert D.cumprod().tolist() == np.cumprod(D.flat_values).tolist()


def test_diff_is_that_of_each_row() -> None:
    assert np.diff(D).to_list() == [[-2, 3, -3], [], [4, -7], [], []]
    assert np.diff(D, n=2).to_list() == [[5, -6], [], [-11], [], []]


# ------------------------------------------------------------------ refusals
@pytest.mark.parametrize("function", named([*REDUCTIONS[:-1], *WITHOUT_NAN, np.cumsum, np.cumprod]))
def test_out_takes_the_result(function: Any) -> None:
    want = function(FULL, axis=1)
    ragged = isinstance(want, rk.RaggedTensor)
    values = np.empty(FULL.size if ragged else want.shape, dtype=want.dtype)
    out = FULL.with_flat_values(values) if ragged else values
    assert function(FULL, axis=1, out=out) is out
    assert out.tolist() == want.tolist()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: np.std(D, axis=1, mean=np.zeros(5)), "mean must not be given to np.std"),
    ],
    ids=["mean"],
)
def test_arguments_without_a_ragged_meaning(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        call()


def test_axes_that_are_none() -> None:
    for function in REDUCTIONS:
        with pytest.raises(rk.RaggedIndexError, match="axis must be from -2 to 1, got 2"):
            function(FULL, axis=2)
