"""unique against Python's sets, row by row, and NumPy's functions of all values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
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
NAN = float("nan")
comparable = st.sampled_from([d for d in rks.DTYPES if d[:5] not in ("float", "compl", "datet")])


def rows_of(rt: Any) -> list[Any]:
    splits = rt.partitions[-1].row_splits().tolist()
    return [rt.flat_values[a:b].tolist() for a, b in pairwise(splits)]


@given(rt=rks.ragged_tensors(inner=(), dtype=comparable))
def test_unique_is_the_sorted_set_of_each_row(rt: RT) -> None:
    rows = rows_of(rt)
    found = rk.unique(rt, return_index=True, return_inverse=True, return_counts=True)
    sets = [sorted(set(row)) for row in rows]
    assert rows_of(rk.unique(rt)) == sets
    assert rows_of(found.values) == sets
    assert rk.unique(rt).dtype == rt.dtype
    pairs = list(zip(rows, sets, strict=True))
    assert rows_of(found.indices) == [[row.index(v) for v in some] for row, some in pairs]
    assert rows_of(found.counts) == [[row.count(v) for v in some] for row, some in pairs]
    assert rows_of(found.inverse_indices) == [[some.index(v) for v in row] for row, some in pairs]
    assert found.inverse_indices.shape.as_list() == rt.shape.as_list()
    assert found.values.shape.as_list() == [*rt.shape.as_list()[:-1], None]


@pytest.mark.parametrize("equal_nan", [True, False])
@given(rt=rks.ragged_tensors(inner=(), dtype=st.sampled_from(["float32", "datetime64[D]"])))
def test_missing_values_are_one_if_so_wished(equal_nan: bool, rt: RT) -> None:
    found = rk.unique(rt, return_counts=True, equal_nan=equal_nan)
    splits = rt.partitions[-1].row_splits().tolist()
    at = 0
    for a, b in pairwise(splits):
        values, counts = np.unique(rt.flat_values[a:b], return_counts=True, equal_nan=equal_nan)
        n = len(values)
        np.testing.assert_array_equal(found.values.flat_values[at : at + n], values)
        np.testing.assert_array_equal(found.counts.flat_values[at : at + n], counts)
        at += n
    assert at == found.values.size


@given(rt=rks.ragged_tensors(inner=(3,), dtype="int64"))
def test_the_last_axis_may_be_dense(rt: RT) -> None:
    found = rk.unique(rt, return_inverse=True)
    assert rows_of(found.values) == [sorted(set(v)) for v in rt.flat_values.tolist()]
    assert_ragged_equal(
        found.inverse_indices,
        rt.with_flat_values(
            np.array(
                [[sorted(set(v)).index(i) for i in v] for v in rt.flat_values.tolist()], dtype=int
            ).reshape(rt.flat_values.shape)
        ),
    )


@given(rt=rks.ragged_tensors(dtype=comparable))
def test_all_values_together_are_numpys(rt: RT) -> None:
    flat = rt.flat_values
    found = np.unique(rt, return_index=True, return_inverse=True, return_counts=True)
    values, indices, inverse, counts = np.unique(
        flat, return_index=True, return_inverse=True, return_counts=True
    )
    for ours, theirs in zip((found[0], found[1], found[3]), (values, indices, counts), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert_ragged_equal(found[2], rt.with_flat_values(inverse.reshape(flat.shape)))
    np.testing.assert_array_equal(np.unique(rt), values)
    np.testing.assert_array_equal(np.unique_values(rt), values)
    np.testing.assert_array_equal(np.unique_counts(rt).counts, counts)
    assert_ragged_equal(np.unique_inverse(rt).inverse_indices, found[2])
    assert np.unique_all(rt)._fields == np.unique_all(flat)._fields


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param(RT.from_row_splits([], [0]), [], id="no rows"),
        pytest.param(rk.ragged.constant([[], []]), [[], []], id="all empty"),
        pytest.param([[1, 1, 2, 3], [4, 5, 5]], [[1, 2, 3], [4, 5]], id="a list"),
        pytest.param([[2, 2], [1, 0]], [[2], [0, 1]], id="dense"),
        pytest.param([3, 1, 1], [1, 3], id="a vector"),
        pytest.param(D[2:], [[2, 5, 9], [6], []], id="a slice"),
        pytest.param([["b", "a", "b"], []], [["a", "b"], []], id="text"),
        pytest.param(rk.ragged.constant([[b"a\0", b"a", b"a"]]), [[b"a", b"a\0"]], id="bytes"),
        pytest.param([[[2, 2], []], [[1]]], [[[2], []], [[1]]], id="rank 3"),
    ],
)
def test_edges(values: Any, expected: Any) -> None:
    assert rk.unique(values).tolist() == expected


def test_nan_of_a_neighbour_stays_there() -> None:
    rt = rk.ragged.constant([[NAN, 1.0, NAN], [1.0]])
    found = rk.unique(rt, return_counts=True)
    assert repr(found.values.to_list()) == "[[1.0, nan], [1.0]]"
    assert found.counts.to_list() == [[1, 2], [1]]


def test_swapped_bytes_stay_swapped_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raggedkit.ops.uniques._BLOCK", 2)
    for lengths in ([2] * 6, [12]):
        rt = RT.from_row_lengths(np.array([3, 1] * 6, ">f8"), lengths)
        found = rk.unique(rt)
        assert found.dtype == np.dtype(">f8")
        assert found.to_list() == [[1, 3]] * len(lengths)


def test_fields_are_what_was_asked_for() -> None:
    found = D.unique(return_counts=True)
    assert found._fields == ("values", "counts")
    values, counts = found
    assert counts.to_list() == [[2, 1, 1], [], [1, 1, 1], [1], []]
    assert rk.unique([3, 1, 1], return_inverse=True).inverse_indices.tolist() == [1, 0, 0]
    assert rk.unique([[3, 1], [1, 1]], return_inverse=True)[1].tolist() == [[1, 0], [0, 0]]
    assert values.row_splits.dtype == D.row_splits.dtype


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.unique(D, axis=0), rk.RaggedIndexError, r"the last \(1\) or None, got 0"),
        (lambda: rk.unique(D, axis=5), rk.RaggedIndexError, "axis must be from -2 to 1, got 5"),
        (lambda: rk.unique(3), ValueError, "values must have at least one dimension, got 3"),
        (lambda: np.unique(D, axis=1), TypeError, "axis must not be given to np.unique"),
        (
            lambda: np.bincount(D),
            TypeError,
            r"np.bincount must be given a vector, got shape \(5, None\)",
        ),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    rt = RT.from_row_splits(namespace.asarray(D.flat_values), namespace.asarray(D.row_splits))
    found = rk.unique(rt, return_index=True, return_inverse=True, return_counts=True)
    expected = rk.unique(D, return_index=True, return_inverse=True, return_counts=True)
    for ours, theirs in zip(found, expected, strict=True):
        assert isinstance(ours.flat_values, StrictArray)
        assert_ragged_equal(
            RT.from_row_splits(ours.flat_values.get(), ours.row_splits.get()), theirs
        )
