"""reverse and roll, against reversed and rolled lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant
AT = rk.RaggedIndexError
far = st.integers(-7, 7)


def vector(data: st.DataObject, rt: rk.RaggedTensor, numbers: st.SearchStrategy[int]) -> Any:
    return np.array(data.draw(st.lists(numbers, min_size=len(rt), max_size=len(rt))), dtype=int)


def reversed_along(rows: Any, axis: int) -> Any:
    return [reversed_along(row, axis - 1) for row in rows] if axis else rows[::-1]


@given(rks.ragged_tensors(), st.data())
def test_reverse_and_flip(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axes = data.draw(st.lists(st.integers(0, rt.ndim - 1), unique=True))
    want = rt.to_list()
    for axis in axes:
        want = reversed_along(want, axis)
    result = rk.reverse(rt, axes)
    assert_ragged_equal(result, want)
    assert_ragged_equal(np.flip(rt, tuple(axes)), want)
    assert_ragged_equal(rk.reverse(result, [a - rt.ndim for a in axes]), rt)
    for axis in axes[:1]:
        assert_ragged_equal(rk.reverse(rt, axis), reversed_along(rt.to_list(), axis))
    assert_ragged_equal(np.flip(rt), rk.reverse(rt, list(range(rt.ndim))))


@given(rks.ragged_tensors(), st.data())
def test_reverse_of_flagged_rows(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    flags = vector(data, rt, st.integers(0, 1)).astype(bool)
    want = [r[::-1] if flag else r for r, flag in zip(rt.to_list(), flags, strict=True)]
    result = rk.reverse(rt, 1, where=flags)
    assert_ragged_equal(result, want)
    assert result.shape.as_list()[:2] == rt.shape.as_list()[:2]


def rolled(row: list[Any], shift: int) -> list[Any]:
    k = shift % len(row) if row else 0
    return row[len(row) - k :] + row[: len(row) - k]


def rolled_along(rows: Any, shift: int, axis: int) -> Any:
    return [rolled_along(r, shift, axis - 1) for r in rows] if axis else rolled(rows, shift)


@given(rks.ragged_tensors(), far, st.data())
def test_roll(rt: rk.RaggedTensor, shift: int, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, rt.ndim - 1))
    result: Any = np.roll(rt, shift, axis=axis)
    assert_ragged_equal(result, rolled_along(rt.to_list(), shift, axis))
    assert result.shape.as_list() == rt.shape.as_list()
    shifts = vector(data, rt, far)
    want = [rolled(row, s) for row, s in zip(rt.to_list(), shifts, strict=True)]
    assert_ragged_equal(rk.roll(rt, shifts, axis=1), want)
    assert_ragged_equal(rk.roll(rt, shift).ravel(), rolled(rt.ravel().tolist(), shift))
    both = rolled_along(rolled_along(rt.to_list(), 1, 0), shift, axis)
    assert_ragged_equal(rk.roll(rt, [1, shift], axis=[0, axis]), both)


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4, 5, 6], 2)

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "reverse-flagged": (
        lambda: rk.reverse(constant([[1, 2, 3], [4, 5, 6, 7], [8]]), 1, where=[True, False, True]),
        [[3, 2, 1], [4, 5, 6, 7], [8]],
    ),
    "reverse-no-flags": (lambda: rk.reverse(D[:0], 1, where=[]), []),
    "reverse-none": (lambda: rk.reverse(D, []), D.to_list()),
    "reverse-dense": (lambda: rk.reverse([[1, 2], [3, 4]], [0, 1]), [[4, 3], [2, 1]]),
    "reverse-array-of-axes": (
        lambda: rk.reverse(D, np.array([1])),
        [[1, 4, 1, 3], [], [2, 9, 5], [6], []],
    ),
    "roll-empty": (lambda: rk.roll(D[:0], 3, axis=0), []),
    "roll-all-empty": (lambda: rk.roll(constant([[], []]), 3, axis=1), [[], []]),
    "roll-dense": (lambda: rk.roll([1, 2, 3], 1), [3, 1, 2]),
    "roll-far": (
        lambda: rk.roll(D.with_row_splits_dtype("int32"), (1 << 62) + 1, axis=1),
        [rolled(row, (1 << 62) + 1) for row in D.to_list()],
    ),
    "roll-far-back": (
        lambda: rk.roll(D, [1 - (1 << 63)] * 5, axis=1),
        [rolled(row, 1 - (1 << 63)) for row in D.to_list()],
    ),
    "roll-axes-alike": (lambda: rk.roll(UNIFORM, 1, axis=(0, 1)), [[6, 5], [2, 1], [4, 3]]),
    "roll-read-only": (
        lambda: rk.roll(RT.from_row_splits(np.arange(3)[::-1], [0, 3]), 1, axis=1),
        [[0, 2, 1]],
    ),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


# ---------------------------------------------------------------------- refusals
WORD: Any = 1.5
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "reverse-axis": (lambda: rk.reverse(D, [2]), AT, "axis must be from -2 to 1, got 2"),
    "reverse-text": (lambda: rk.reverse(D, "1"), TypeError, "axis must be an integer, got '1'"),  # type: ignore[arg-type]
    "where-axis": (
        lambda: rk.reverse(D, 0, where=[True] * 5),
        ValueError,
        r"axis must be 1 .*got \[0\]",
    ),
    "where-count": (lambda: rk.reverse(D, 1, where=[True]), ValueError, r"5 rows, got bool .*1,"),
    "where-kind": (lambda: rk.reverse(D, 1, where=[1] * 5), ValueError, "one bool .* got int64"),
    "where-dense": (
        lambda: rk.reverse([[1]], 1, where=[True]),
        ValueError,
        "tensor must be ragged",
    ),
    "roll-count": (lambda: rk.roll(D, [1, 2], axis=1), ValueError, r"5 rows, got shape \(2,\)"),
    "roll-axes": (
        lambda: rk.roll(D, [1], axis=[0, 1]),
        ValueError,
        r"each of the 2 axes, got \[1\]",
    ),
    "roll-half": (lambda: rk.roll(D, WORD), TypeError, "shift must be an integer, got 1.5"),
    "roll-rows-half": (lambda: rk.roll(D, WORD, axis=0), TypeError, "an integer, got 1.5"),
    "roll-too-far": (lambda: rk.roll(D, 1 << 63, axis=1), ValueError, "shift must fit int64"),
    "roll-axis": (lambda: rk.roll(D, 1, axis=2), AT, "axis must be from -2 to 1, got 2"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
