"""windows against slices of plain lists."""

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
sizes = st.integers(1, 4)


def slide(row: list[Any], size: int, step: int) -> list[list[Any]]:
    return [row[i : i + size] for i in range(0, len(row) - size + 1, step)]


@given(rt=rks.ragged_tensors(), size=sizes, step=sizes)
def test_windows_are_slices_of_rows(rt: RT, size: int, step: int) -> None:
    found = rk.windows(rt, size, step)
    inner = rt.partitions[-1]
    splits = inner.row_splits().tolist()
    expected = [
        rt.flat_values[i : i + size]
        for a, b in pairwise(splits)
        for i in range(a, b - size + 1, step)
    ]
    assert found.dtype == rt.dtype
    assert found.flat_values.shape == (len(expected), size, *rt.flat_values.shape[1:])
    for window, one in zip(found.flat_values, expected, strict=True):
        assert repr(window.tolist()) == repr(one.tolist())
    assert found.partitions[-1].row_lengths().tolist() == [
        len(slide([None] * (b - a), size, step)) for a, b in pairwise(splits)
    ]
    assert found.partitions[:-1] == rt.partitions[:-1]
    uniform = inner.static_uniform_row_length
    expected_length = None if uniform is None else len(slide([None] * uniform, size, step))
    assert found.partitions[-1].static_uniform_row_length == expected_length


@given(row=st.lists(st.integers(0, 9), max_size=9), size=sizes, step=sizes)
def test_windows_of_a_vector_are_dense(row: list[int], size: int, step: int) -> None:
    found = rk.windows(np.array(row, dtype=int), size, step)
    assert found.shape == (len(slide(row, size, step)), size)
    assert found.tolist() == slide(row, size, step)


def test_edges() -> None:
    assert rk.windows([[1, 2, 3], [4]], 2).to_list() == [[[1, 2], [2, 3]], []]
    assert rk.windows([["a", "b"], []], 1).to_list() == [[["a"], ["b"]], []]
    assert rk.windows(np.eye(3, dtype=int), 2).tolist() == [
        [[1, 0, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 1]],
    ]  # fmt: skip
    assert rk.windows(RT.from_row_splits([], [0]), 2).shape.as_list() == [0, None, 2]


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_windows_larger_than_any_row_take_no_room(dtype: str) -> None:
    rt = rk.array([[1, 2, 3], [], [4, 5]]).with_row_splits_dtype(dtype)
    large = rk.windows(rt, 1 << 40)
    assert large.shape.as_list() == [3, None, 1 << 40]
    assert large.to_list() == [[], [], []]
    assert rk.windows(rt, 2, 1 << 40).to_list() == [[[1, 2]], [], [[4, 5]]]
    assert rk.windows(np.arange(3), 1 << 40).shape == (0, 1 << 40)
    assert rk.windows(np.arange(3), 2, 1 << 40).tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.windows([1], 0), ValueError, "size must be positive, got 0"),
        (lambda: rk.windows([1], 1, -1), ValueError, "step must be positive, got -1"),
        (
            lambda: rk.windows([1], 1.5),  # type: ignore[call-overload]
            TypeError,
            "size must be an integer, got 1.5",
        ),
        (lambda: rk.windows([[1]], 1 << 70), ValueError, "size must be at most .* got 1180"),
        (lambda: rk.windows(3, 1), ValueError, "values must have at least one dimension, got 3"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    host = rk.ragged.constant([[1, 2, 3], [], [4, 5]])
    splits = namespace.asarray(host.row_splits)
    found: Any = rk.windows(RT.from_row_splits(namespace.asarray(host.flat_values), splits), 2)
    assert isinstance(found.flat_values, StrictArray)
    moved = RT.from_row_splits(found.flat_values.get(), found.row_splits.get())
    assert_ragged_equal(moved, rk.windows(host, 2))
