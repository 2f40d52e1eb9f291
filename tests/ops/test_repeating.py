"""tile and repeat, against repeated lists."""

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


def tiled(rows: Any, multiples: list[int]) -> Any:
    if not multiples:
        return rows
    return [tiled(row, multiples[1:]) for row in rows] * multiples[0]


@given(rks.ragged_tensors(), st.data())
def test_tile_repeats_lists(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    numbers = st.sampled_from([1, 1, 2, 0, 3])
    multiples = data.draw(st.lists(numbers, min_size=rt.ndim, max_size=rt.ndim))
    want = tiled(rt.to_list(), multiples)
    result = rk.tile(rt, multiples)
    assert_ragged_equal(result, want)
    assert result.ragged_rank == rt.ragged_rank
    assert_ragged_equal(np.tile(rt, multiples), result)
    assert_ragged_equal(
        np.tile(rt, multiples[-1]), rk.tile(rt, [1] * (rt.ndim - 1) + multiples[-1:])
    )
    assert_ragged_equal(np.tile(rt, [2, *multiples]), [want, want])


def repeated(rows: Any, counts: Any, axis: int) -> Any:
    """Every item of an axis as often as counts say, nested like the items or one number."""
    if axis:
        deep = counts if isinstance(counts, list) else [counts] * len(rows)
        return [repeated(row, n, axis - 1) for row, n in zip(rows, deep, strict=True)]
    each = counts if isinstance(counts, list) else [counts] * len(rows)
    return [row for row, n in zip(rows, each, strict=True) for _ in range(n)]


@given(rks.ragged_tensors(), st.integers(0, 3), st.data())
def test_repeat(rt: rk.RaggedTensor, count: int, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, rt.ndim - 1))
    result = rk.repeat(rt, count, axis)
    assert_ragged_equal(result, repeated(rt.to_list(), count, axis))
    assert_ragged_equal(np.repeat(rt, count, axis=axis - rt.ndim), result)
    assert_ragged_equal(rk.repeat(rt, count), repeated(rt.ravel().tolist(), count, 0))
    counts = np.array(
        data.draw(st.lists(st.integers(0, 3), min_size=len(rt), max_size=len(rt))), int
    )
    assert_ragged_equal(rk.repeat(rt, counts, 0), repeated(rt.to_list(), counts.tolist(), 0))
    want = [[x for x in row for _ in range(n)] for row, n in zip(rt.to_list(), counts, strict=True)]
    column = counts.reshape(len(rt), *[1] * 1)
    assert_ragged_equal(rk.repeat(rt, column, 1), want)


@given(rks.ragged_tensors(), st.data())
def test_repeat_by_ragged_counts(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axis = data.draw(st.integers(1, rt.ragged_rank))
    n = rt.partitions[axis - 1].static_nvals
    numbers = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), dtype=int)
    counts = RT(numbers, rt.partitions[:axis])
    result = rk.repeat(rt, counts)
    assert_ragged_equal(result, repeated(rt.to_list(), counts.to_list(), axis))
    assert_ragged_equal(rt.repeat(counts, axis), result)


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
A = constant([[1, 2], [], [3]])
INNER = RT.from_row_splits([[1, 2], [3, 4]], [0, 1, 2])

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "tile-doubles-rows": (
        lambda: rk.tile(D, [1, 2])[:3],
        [[3, 1, 4, 1, 3, 1, 4, 1], [], [5, 9, 2, 5, 9, 2]],
    ),
    "tile-nothing": (lambda: rk.tile(A, [0, 2]), []),
    "tile-dense": (lambda: rk.tile([1, 2], [2]), [1, 2, 1, 2]),
    "repeat-dense": (lambda: rk.repeat([1, 2], [2, 1]), [1, 1, 2]),
    "repeat-nothing": (lambda: rk.repeat(A, 0, axis=1), [[], [], []]),
    "repeat-declared-one": (
        lambda: rk.repeat(RT.from_uniform_row_length([7, 8, 9], 1), constant([[1], [2], [0]]), 1),
        [[7], [8, 8], []],
    ),
    "repeat-inner": (lambda: rk.repeat(INNER, [0, 2], axis=2), [[[2, 2]], [[4, 4]]]),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    result = call()
    if isinstance(result, list):
        result = [x.to_list() if isinstance(x, RT) else x.tolist() for x in result]
        assert result == want
    elif isinstance(want, str):
        assert result == want
    else:
        assert_ragged_equal(result, want)


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "tile-short": (lambda: rk.tile(A, [2]), ValueError, "one number for each of the 2 axes, got 1"),
    "tile-negative": (lambda: rk.tile(A, [1, -1]), ValueError, r"not be negative, got \[1, -1\]"),
    "tile-scalar": (lambda: rk.tile(A, 2), ValueError, "multiples must be a list .*got 2"),
    "repeat-negative": (lambda: rk.repeat(A, -1, 0), ValueError, "not be negative, got -1"),
    "repeat-floats": (lambda: rk.repeat(A, 1.5, 0), ValueError, "repeats must be integers"),
    "repeat-count": (lambda: rk.repeat(A, [1, 2], 0), ValueError, r"3 items of axis 0.*\(2,\)"),
    "repeat-vector": (
        lambda: rk.repeat(A, [1, 2, 3], 1),
        ValueError,
        r"repeats the shape \[3, 1\]: np.reshape",
    ),
    "repeat-rows": (lambda: rk.repeat(A, A[::-1]), ValueError, "row 0 has length 2 in input and 1"),
    "repeat-more": (
        lambda: rk.repeat(constant([[1]]), [[2], [3]], 1),
        ValueError,
        "not have more items",
    ),
    "repeat-ragged-0": (lambda: rk.repeat(A, A, 0), ValueError, "not be ragged on axis 0"),
    "repeat-ragged-inner": (lambda: rk.repeat(INNER, A, 2), ValueError, "not be ragged on axis 2"),
    "repeat-ragged-dense": (
        lambda: rk.repeat([1], A),
        ValueError,
        "not be ragged if input is dense",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
