"""Rows laid out as rectangles: each length by itself, similar lengths, long rows, one rectangle."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import rectangles
from raggedkit._kernels.arrays.splits import lengths_to_splits

FILL = {"int16": 32767, "float64": float("nan"), "U2": "\U0010ffff" * 2, "bool": True}
lengths_of_rows = st.lists(st.sampled_from([0, 1, 2, 3, 5, 9, 14, 40]), max_size=12)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_BLOCK": 30, "_MANY": 2, "_SHORT": 6, "_LONG": 12}.items():
        monkeypatch.setattr(rectangles, name, value)


def ordered(rectangle: Any) -> Any:
    return np.sort(rectangle, axis=1)


def drawn(dtype: str, n: int) -> Any:
    numbers = np.random.default_rng(n).integers(0, 30, n)
    return numbers.astype(dtype)


@pytest.mark.parametrize("dtype", FILL)
@given(
    lengths=lengths_of_rows,
    most=st.sampled_from([None, None, 0, 1, 3]),
    kind=st.sampled_from(["int32", "int64"]),
)
def test_each_row_is_ordered(dtype: str, lengths: list[int], most: int | None, kind: str) -> None:
    counts = np.array(lengths, dtype=kind)
    splits = lengths_to_splits(counts)
    values = drawn(dtype, sum(lengths))
    values.setflags(write=False)
    found = rectangles.by_rectangles(
        values, splits, counts, ordered, values.dtype, FILL[dtype], most
    )
    want = [np.sort(values[a:b])[:most] for a, b in pairwise(splits.tolist())]
    assert found.dtype == values.dtype
    np.testing.assert_array_equal(found, np.concatenate([values[:0], *want]))


def test_values_need_not_lie_side_by_side() -> None:
    values = np.arange(40)[::-2]
    lengths = np.array([7, 0, 13])
    found = rectangles.by_rectangles(
        values, lengths_to_splits(lengths), lengths, ordered, values.dtype, 99
    )
    np.testing.assert_array_equal(found, np.concatenate([values[:7][::-1], values[7:][::-1]]))


def test_a_long_row_takes_memory_for_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    lengths = np.ones(50_000, dtype=np.int64)
    lengths[[7, 9]] = 80_000, 3_000
    splits = lengths_to_splits(lengths)
    values = np.random.default_rng(0).normal(size=int(splits[-1]))
    tracemalloc.start()
    rectangles.by_rectangles(values, splits, lengths, ordered, values.dtype, float("nan"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 * values.nbytes
