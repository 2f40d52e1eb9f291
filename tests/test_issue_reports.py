"""Requests from public issue threads about ragged arrays, each with its exact result."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

D = [[3, 1, 4, 1], [], [5, 9, 2], [6], []]
INF = math.inf
SPILL = [[3.0, 1.0, 4.0], [1.0, INF], [9.0, 2.0], [6.0, 5.0, 3.0]]


@pytest.fixture
def rt() -> rk.RaggedTensor:
    return rk.array(D)


@pytest.mark.parametrize(
    ("options", "want"),
    [
        pytest.param({}, [[3, 4, 8], [1, INF], [9, 11], [6, 11, 14]], id="plain"),
        pytest.param({"exclusive": True}, [[0, 3, 4], [0, 1], [0, 9], [0, 6, 11]], id="exclusive"),
        pytest.param({"reverse": True}, [[8, 5, 4], [INF, INF], [11, 2], [14, 8, 3]], id="reverse"),
    ],
)
def test_cumsum_keeps_infinity_in_its_row(
    options: dict[str, bool], want: list[list[float]]
) -> None:
    assert rk.cumsum(rk.array(SPILL), axis=-1, **options).to_list() == want


def test_a_large_scalar_never_wraps_around() -> None:
    small = rk.array([np.array([160, 41, 112, 39], dtype="uint8")])
    assert (small != 2565065840).to_list() == [[True, True, True, True]]


def test_a_slice_of_rows_has_its_own_row_ids() -> None:
    rt = rk.RaggedTensor.from_row_splits(np.arange(8).reshape(4, 2), [0, 2, 3, 4])
    cut = rt[1:3]
    assert cut.value_rowids().tolist() == [0, 1]
    assert len(cut.values) == 2


def test_gather_nd_with_batch_dims() -> None:
    found = rk.gather_nd([[1, 2], [3, 4]], [[[0]], [[1]]], batch_dims=1)
    assert np.asarray(found).tolist() == [[1], [4]]


def test_second_of_every_row_with_a_default() -> None:
    rt = rk.array([[0.0, 1.1, 2.2], [], [3.3]])
    assert rt.column(1, default=-999).tolist() == [1.1, -999, -999]


def test_only_flagged_rows_are_reversed() -> None:
    rt = rk.array([[1, 2, 3], [4, 5, 6, 7], [8]])
    want = [[3, 2, 1], [4, 5, 6, 7], [8]]
    assert rk.reverse(rt, 1, where=[True, False, True]).to_list() == want


def test_unique_keeps_rows() -> None:
    found = rk.unique(rk.array([[1, 1, 2, 3], [4, 5, 5]]))
    assert found.to_list() == [[1, 2, 3], [4, 5]]


def test_padding_before() -> None:
    rt = rk.array([[1, 2, 3], [2], [2, 4]])
    assert rt.to_tensor(side="left").tolist() == [[1, 2, 3], [0, 0, 2], [0, 2, 4]]


COLUMNS = [[1, 2, 3], [2, 3, 4], [3, 4, 5, 6], [1, 2], [7, 2, 3, 4]]


def test_column_statistics_ignore_what_is_missing() -> None:
    rt = rk.array(COLUMNS)
    np.testing.assert_allclose(rt.mean(axis=0), [2.8, 2.6, 3.75, 5.0])
    want = [2.48998, 0.894427, 0.957427, 1.414214]
    np.testing.assert_allclose(rt.std(axis=0, ddof=1), want, rtol=1e-5)


def test_ranges_of_starts_and_limits() -> None:
    found = rk.ragged.range(starts=[1, 3, 4, 6], limits=[1, 5, 7, 6])
    assert found.to_list() == [[], [3, 4], [4, 5, 6], []]


def test_a_mask_keeps_rows(rt: rk.RaggedTensor) -> None:
    assert rt[rt > 3].to_list() == [[4], [], [5, 9], [6], []]


def test_where_with_scalars(rt: rk.RaggedTensor) -> None:
    want = [[0, 1, 0, 1], [], [0, 0, 0], [0], []]
    assert rk.where(rt == 1, 1, 0).to_list() == want
    found: Any = np.where(rt == 1, 1, 0)
    assert found.to_list() == want


def test_logsumexp_of_rows() -> None:
    found = rk.reduce_logsumexp(rk.array([[0.0, 0.0], [], [1000.0]]), axis=1)
    np.testing.assert_allclose(found, [math.log(2), -INF, 1000])


def test_differences_by_slices() -> None:
    s = rk.array([[0, 3, 4, 6], [0, 3, 4]])
    assert (s[:, 1:] - s[:, :-1]).to_list() == [[3, 1, 2], [3, 1]]


def test_mean_of_an_empty_row_is_nan_without_a_warning(rt: rk.RaggedTensor) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = np.mean(rt, axis=1)
    np.testing.assert_allclose(found, [2.25, math.nan, 16 / 3, 6, math.nan])


def test_tile_doubles_rows(rt: rk.RaggedTensor) -> None:
    assert rk.tile(rt, [1, 2]).to_list() == [row * 2 for row in D]


def test_concat_joins_rows(rt: rk.RaggedTensor) -> None:
    assert rk.concat([rt, rt], axis=1).to_list() == [row + row for row in D]
    found: Any = np.concatenate([rt, rt], axis=1)
    assert found.to_list() == [row + row for row in D]


def test_variance_far_from_zero() -> None:
    far = rk.array([np.array([1e4, 1e4 + 1, 1e4 + 2], dtype="float32")])
    np.testing.assert_allclose(rk.reduce_variance(far, axis=1), [2 / 3], rtol=1e-3)
    equal = rk.array([np.full(7, 0.1, dtype="float32")])
    assert rk.reduce_std(equal, axis=1).tolist() == [0.0]


def test_integer_sums_are_exact() -> None:
    large = rk.array([[2**53, 1], [], [2**62, 1]])
    assert rk.reduce_sum(large, axis=1).tolist() == [2**53 + 1, 0, 2**62 + 1]


def test_left_alignment_says_the_shape_that_works(rt: rk.RaggedTensor) -> None:
    with pytest.raises(ValueError, match=r"reshape\(.*, \(5, 1\)\)"):
        rt + np.arange(5)
