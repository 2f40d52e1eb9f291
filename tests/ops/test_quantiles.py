"""median, quantile and percentile against NumPy's, line by line, and against plain lists."""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.strict_cupy.array import StrictArray, namespace

RT = rk.RaggedTensor
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
NAN, INF = float("nan"), float("inf")
METHODS = [
    *("linear", "lower", "higher", "midpoint", "nearest", "hazen", "weibull", "median_unbiased"),
    *("normal_unbiased", "inverted_cdf", "averaged_inverted_cdf", "interpolated_inverted_cdf"),
]
shares = st.sampled_from([0.0, 1.0, 0.5, 0.25, 0.1, 1 / 3, 0.9]) | st.floats(0, 1)


def middle_of(row: Sequence[float]) -> float:
    return statistics.median(row) if row and not any(v != v for v in row) else NAN


def columns_of(rows: list[list[Any]]) -> list[list[Any]]:
    longest = max(map(len, rows), default=0)
    return [[row[j] for row in rows if len(row) > j] for j in range(longest)]


# ---------------------------------------------------------------------- against plain lists
@given(rows=rks.ragged_lists(st.integers(-50, 50) | st.just(NAN)))
def test_medians_of_rows_columns_and_all(rows: list[list[float]]) -> None:
    rt = RT.from_row_lengths(
        np.array([v for row in rows for v in row], dtype=float), [len(row) for row in rows]
    )
    np.testing.assert_array_equal(rk.median(rt, axis=1), [middle_of(row) for row in rows])
    np.testing.assert_array_equal(
        rk.median(rt, axis=0), [middle_of(column) for column in columns_of(rows)]
    )
    np.testing.assert_array_equal(rk.median(rt), middle_of([v for row in rows for v in row]))


@given(rows=rks.ragged_lists(depth=3))
def test_medians_inside_and_across_rows_of_rows(rows: list[list[list[int]]]) -> None:
    rt = RT.from_nested_row_lengths(
        np.array([v for row in rows for part in row for v in part], dtype=int),
        [[len(row) for row in rows], [len(part) for row in rows for part in row]],
    )
    assert_ragged_equal(rk.median(rt, axis=2), [[middle_of(part) for part in row] for row in rows])
    assert_ragged_equal(rk.median(rt, 1), [[middle_of(c) for c in columns_of(row)] for row in rows])
    assert_ragged_equal(
        rk.median(rt, axis=0),
        [[middle_of(c) for c in columns_of(parts)] for parts in columns_of(rows)],
    )


@pytest.mark.parametrize("method", METHODS)
@given(rt=rks.ragged_tensors(ragged_rank=1, dtype="float64", finite=True), q=shares)
def test_quantiles_are_numpys_row_by_row(method: str, rt: RT, q: float) -> None:
    found = rk.quantile(rt, q, axis=1, method=method)
    assert found.shape == (len(rt), *rt.flat_values.shape[1:])
    for row, value in zip(rt, found, strict=True):
        if len(row):
            expected = np.quantile(row, q, axis=0, method=method)  # type: ignore[call-overload]
            np.testing.assert_allclose(value, expected, rtol=1e-12, atol=1e-12)
        else:
            assert np.isnan(value).all()


@given(
    rt=rks.ragged_tensors(dtype="float32", finite=True, inner=(3,)),
    qs=st.lists(shares, max_size=3),
    keepdims=st.booleans(),
)
def test_several_shares_along_a_dense_axis(rt: RT, qs: list[float], keepdims: bool) -> None:
    found = rk.quantile(rt, qs, axis=-1, keepdims=keepdims)
    assert found.dtype == np.float32
    assert len(found) == len(qs)
    for one, q in zip(found, qs, strict=True):
        expected = np.quantile(rt.flat_values, q, axis=1, keepdims=keepdims)
        assert_ragged_equal(
            one, rt.with_flat_values(expected.astype("float32")), rtol=1e-5, atol=1e-4
        )


@given(rt=rks.ragged_tensors(ragged_rank=2, dtype="int64", inner=()), axis=st.integers(0, 2))
def test_shares_come_first_whatever_is_left_of_the_rows(rt: RT, axis: int) -> None:
    found = rk.quantile(rt, [0.5, 0.0, 1.0], axis=axis)
    assert found.shape[0] == 3
    for one, q in zip(found, [0.5, 0.0, 1.0], strict=True):
        assert_ragged_equal(one, rk.quantile(rt, q, axis=axis))


@pytest.mark.parametrize("axis", [(1,), [1], (-1,)])
def test_one_axis_in_a_tuple(axis: Any) -> None:
    """As NumPy; dask gives the axis of ``np.median`` in this way."""
    rt = rk.array([[3.0, 1.0], [], [5.0, 9.0, 2.0]])
    np.testing.assert_array_equal(np.median(rt, axis=axis), np.median(rt, axis=1))
    np.testing.assert_array_equal(np.quantile(rt, 0.25, axis=axis), np.quantile(rt, 0.25, axis=1))
    np.testing.assert_array_equal(np.nanmedian(rt, axis=axis), np.nanmedian(rt, axis=1))
    with pytest.raises(TypeError, match=r"axis must be an integer or None, got \(0, 1\)"):
        np.median(rt, axis=(0, 1))


@given(rt=rks.ragged_tensors(ragged_rank=2, dtype="float64", inner=()), axis=st.integers(0, 2))
def test_kept_axes_have_size_1(rt: RT, axis: int) -> None:
    plain, kept = rk.median(rt, axis=axis), rk.median(rt, axis=axis, keepdims=True)
    assert kept.shape.rank == 3
    assert kept.shape.as_list()[axis] == 1
    flat = plain.flat_values if isinstance(plain, RT) else plain
    np.testing.assert_array_equal(kept.flat_values.ravel(), flat.ravel())


@given(rows=rks.ragged_lists(st.integers(0, 9)))
def test_percentiles_are_hundredths(rows: list[list[int]]) -> None:
    rt = RT.from_row_lengths(
        np.array([v for row in rows for v in row], dtype=int), [len(r) for r in rows]
    )
    np.testing.assert_array_equal(
        rk.percentile(rt, [25, 50], axis=1), rk.quantile(rt, [0.25, 0.5], axis=1)
    )


# ---------------------------------------------------------------------- edges
@pytest.mark.parametrize(
    ("rt", "expected"),
    [
        pytest.param(RT.from_row_splits([], [0]), [], id="no rows"),
        pytest.param(RT.from_row_splits(np.zeros(0), [0, 0]), [NAN], id="all empty"),
        pytest.param(RT.from_row_splits([True, False], [0, 2]), [0.5], id="bools"),
        pytest.param(rk.ragged.constant([[1j, 3.0 + 0j]]), [1.5 + 0.5j], id="complex"),
        pytest.param(rk.ragged.constant([[NAN, 1.0], [2.0]]), [NAN, 2.0], id="NaN beside"),
        pytest.param(rk.ragged.constant([[INF, INF], [-INF, 1.0]]), [INF, -INF], id="infinite"),
        pytest.param(rk.ragged.constant([[-INF, INF], [1.0]]), [NAN, 1.0], id="both infinities"),
        pytest.param(rk.ragged.constant([[1.7e308, 1.5e308]]), [1.6e308], id="large"),
        pytest.param(D[2:4], [5.0, 6.0], id="a slice"),
        pytest.param(RT.from_tensor([[1, 2], [3, 5]]), [1.5, 4.0], id="uniform"),
    ],
)
def test_median_edges(rt: RT, expected: list[Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(rk.median(rt, axis=1), expected)


def test_infinity_is_not_multiplied_by_nothing() -> None:
    rt = rk.ragged.constant([[1.0, INF], [INF, INF], [-INF, 0.0]])
    assert rk.quantile(rt, 0, axis=1).tolist() == [1.0, INF, -INF]
    assert rk.quantile(rt, 1, axis=1).tolist() == [INF, INF, 0.0]
    assert rk.quantile(rt, 0.25, axis=1).tolist() == [INF, INF, -INF]
    assert rk.quantile(rk.ragged.constant([[-1.6e308, 1.6e308]]), 0.5, axis=1).tolist() == [0.0]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "longdouble"])
def test_floats_keep_their_dtype(dtype: str) -> None:
    rt = rk.ragged.constant([[1.0, 2.0], []], dtype=dtype)
    for found in (rk.median(rt, 1), rk.quantile(rt, 0.5, 1), rk.quantile(rt, [0.5], 1)):
        assert found.dtype == np.dtype(dtype)
    assert rk.median(rk.ragged.constant([[1]], dtype="int8"), 1).dtype == np.float64


def test_a_place_along_the_rows_may_be_empty() -> None:
    rt = rk.ragged.constant([[[1], []], [[4], []]])
    assert_ragged_equal(rk.median(rt, axis=0), [[2.5], []])


def test_dense_arrays() -> None:
    array = np.array([[3.0, 1.0], [2.0, 8.0]])
    assert rk.median(array, axis=0).tolist() == [2.5, 4.5]
    assert rk.median(array) == 2.5
    assert rk.quantile(array, [0.0, 1.0]).tolist() == [1.0, 8.0]
    assert rk.median([[3, 1, 2], [5]], axis=1).tolist() == [2.0, 5.0]


def test_numpy_and_the_methods_do_the_same() -> None:
    np.testing.assert_array_equal(np.median(D, axis=1), D.median(axis=1))
    assert np.median(D) == D.median() == 3.5
    assert np.median(D, 1, keepdims=True).shape == (5, 1)
    np.testing.assert_array_equal(np.quantile(D, 0.5, 1), D.quantile(0.5, axis=1))
    np.testing.assert_array_equal(np.nanquantile(D, 0.5, axis=(-1,)), D.median(axis=1))
    np.testing.assert_array_equal(np.percentile(D, [50], axis=1)[0], D.median(axis=1))
    assert np.quantile(D, 0.3, method="lower") == np.quantile(D.flat_values, 0.3, method="lower")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.quantile(D, 50), ValueError, "q must be from 0 to 1, got 50.0; rk.percentile"),
        (lambda: rk.quantile(D, [0.5, NAN]), ValueError, r"q\[1\] must be from 0 to 1, got nan"),
        (lambda: rk.percentile(D, -1), ValueError, "q must be from 0 to 100, got -1.0"),
        (lambda: rk.quantile(D, [[0.5]]), ValueError, "q must be a number or a vector"),
        (lambda: rk.quantile(D, "a"), TypeError, "q must contain numbers, got 'a'"),
        (lambda: rk.quantile(D, 0.5, method="best"), ValueError, "method must be one of linear,"),
        (lambda: rk.quantile(D + 1j, 0.5), TypeError, "values must contain real numbers"),
        (lambda: rk.median([["a"]]), TypeError, "values must contain numbers or bools"),
        (lambda: rk.median(D, axis=2), rk.RaggedIndexError, "axis must be from -2 to 1, got 2"),
        (lambda: rk.median(D, axis=[0, 1]), TypeError, r"axis must be an integer or None, got \["),  # type: ignore[arg-type]
        (
            lambda: np.median(D, out=np.zeros(5)),
            ValueError,
            r"out must have the shape .*, \(\), got \(5,\)",
        ),
        (lambda: np.quantile(D, 0.5, weights=D), TypeError, "weights must not be given to np.q"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize("axis", [0, 1, None])
def test_values_of_a_device_stay_there(axis: int | None) -> None:
    rt = RT.from_row_splits(
        namespace.asarray(np.array([3.0, 1.0, NAN, 2.0])), namespace.asarray(np.array([0, 2, 2, 4]))
    )
    host = rk.ragged.constant([[3.0, 1.0], [], [NAN, 2.0]])
    for call in (partial(rk.median, axis=axis), partial(rk.quantile, q=[0.2, 0.7], axis=axis)):
        found: Any = call(rt)
        assert isinstance(found, StrictArray)
        np.testing.assert_array_equal(found.get(), call(host))
