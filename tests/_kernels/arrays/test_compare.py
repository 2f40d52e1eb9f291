"""Comparisons against Python's own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import compare

FLOATS = st.lists(st.sampled_from([0.0, -0.0, 1.0, math.nan, math.inf]), max_size=8)


@given(st.lists(st.booleans(), max_size=8))
def test_first_true_is_where_python_finds_it(flags: list[bool]) -> None:
    want = flags.index(True) if True in flags else -1
    assert compare.first_true(np.array(flags, dtype=bool)) == want


@given(FLOATS)
def test_a_run_begins_where_a_value_is_not_the_one_before(items: list[float]) -> None:
    def alike(a: float, b: float) -> bool:
        return a == b or (math.isnan(a) and math.isnan(b))

    want = [i == 0 or not alike(items[i - 1], x) for i, x in enumerate(items)]
    assert compare.begins_run(np.array(items, dtype=float)).tolist() == want


@given(FLOATS)
def test_each_value_equals_itself(items: list[float]) -> None:
    array = np.array(items, dtype=float)
    assert compare.equal(array, array.copy()).all()


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        (np.array(["NaT", "2020"], "M8[Y]"), np.array(["NaT", "2021"], "M8[Y]"), [True, False]),
        (np.array([1, 2]), np.array([1.0, math.nan]), [True, False]),
        (np.array(["a", "b"]), np.array(["a", "c"]), [True, False]),
        (np.array([complex(math.nan, 0)]), np.array([complex(0, math.nan)]), [True]),
    ],
    ids=["times", "integers and floats", "text", "complex"],
)
def test_equal(a: Any, b: Any, want: list[bool]) -> None:
    assert compare.equal(a, b).tolist() == want


def test_runs_with_nan_apart_and_of_rows() -> None:
    nan = np.array([math.nan, math.nan])
    assert compare.begins_run(nan, equal_nan=False).tolist() == [True, True]
    rows = np.array([[0, 1], [0, 1], [0, 2], [1, 2]])
    assert compare.begins_run(rows).tolist() == [True, False, True, True]
    assert compare.begins_run(rows[:0]).tolist() == []
