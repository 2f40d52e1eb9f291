"""Coordinates of cells against sorted tuples and NumPy's own flat indices."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import coordinates

HUGE = [1 << 40, 1 << 40]
cells = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), max_size=8)
SIZES = [4, 3, 3]


def table(
    rows: list[tuple[int, ...]], rank: int = 3
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(rows, dtype=np.int64).reshape(len(rows), rank)


@given(cells)
def test_place_is_numpys_and_unravel_undoes_it(rows: list[tuple[int, ...]]) -> None:
    steps = coordinates.strides(SIZES)
    assert steps == [9, 3, 1]
    places = coordinates.place(table(rows), steps)
    assert places.tolist() == [int(np.ravel_multi_index(r, tuple(SIZES))) for r in rows]
    assert coordinates.unravel(places, SIZES).tolist() == table(rows).tolist()


def test_strides_say_where_int64_ends() -> None:
    assert coordinates.strides([]) == []
    assert coordinates.strides([5, 0, 2]) == [2, 2, 1]
    assert coordinates.strides([1 << 31, (1 << 32) - 1]) == [(1 << 32) - 1, 1]
    assert coordinates.strides(HUGE) is None


@given(cells)
def test_order_is_pythons_stable_sort(rows: list[tuple[int, ...]]) -> None:
    wanted = sorted(range(len(rows)), key=rows.__getitem__)
    for sizes in (SIZES, [*HUGE, 3], [1, 1, 1]):  # the last: cells outside
        found = coordinates.order(table(rows), sizes)
        if found is None:
            assert wanted == list(range(len(rows)))
        else:
            assert found.tolist() == wanted != list(range(len(rows)))


@given(cells)
def test_first_unordered(rows: list[tuple[int, ...]]) -> None:
    late = [i for i, (a, b) in enumerate(pairwise(rows), 1) if b < a]
    again = [i for i, (a, b) in enumerate(pairwise(rows), 1) if b == a]
    wanted = (late[0] if late else -1, again[0] if again else -1)
    assert coordinates.first_unordered(table(rows)) == wanted


@pytest.mark.parametrize(
    ("rows", "at"),
    [
        ([], -1),
        ([(0, 0, 0), (3, 2, 2)], -1),
        ([(0, 0, 0), (4, 0, 0), (0, 3, 0)], 1),
        ([(0, -1, 0)], 0),
        ([(0, 0, 3)], 0),
    ],
    ids=["none", "corners", "first-axis", "negative", "last-axis"],
)
def test_first_outside(rows: list[tuple[int, ...]], at: int) -> None:
    assert coordinates.first_outside(table(rows), SIZES) == at


def test_cells_of_no_dimensions() -> None:
    assert coordinates.first_outside(np.zeros((2, 0), np.int64), []) == -1
    assert coordinates.first_unordered(np.zeros((2, 0), np.int64)) == (-1, 1)
    assert coordinates.place(np.zeros((2, 0), np.int64), []).tolist() == [0, 0]
