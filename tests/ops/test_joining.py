"""concat, stack and split, against joined lists."""

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


def joined(tensors: list[Any], axis: int) -> Any:
    if axis:
        return [joined(list(rows), axis - 1) for rows in zip(*tensors, strict=True)]
    return [row for rows in tensors for row in rows]


def stacked(tensors: list[Any], axis: int) -> Any:
    if axis:
        return [stacked(list(rows), axis - 1) for rows in zip(*tensors, strict=True)]
    return tensors


@st.composite
def alike(draw: st.DrawFn) -> tuple[list[rk.RaggedTensor], int]:
    """Tensors with equal axes down to one axis, and arbitrary ones inside it."""
    first = draw(rks.ragged_tensors())
    axis = draw(st.integers(0, first.ragged_rank))
    tensors = [first]
    for _ in range(draw(st.integers(0, 2))):
        parts = list(first.partitions[: max(axis - 1, 0)])
        n = parts[-1].static_nvals if parts else len(first)
        if not axis:
            n = draw(st.integers(0, 3))
        while len(parts) < first.ragged_rank:
            part = draw(rks.row_partitions(nrows=n, max_length=3, uniform=False,
                                           dtype=first.row_splits.dtype))  # fmt: skip
            parts.append(part)
            n = part.static_nvals
        items = draw(rks.values_of(first.dtype))
        flat = np.full((n, *first.flat_values.shape[1:]), items, dtype=first.dtype)
        tensors.append(RT(flat, parts))
    return draw(st.permutations(tensors)), axis


@given(alike())
def test_concat_joins_lists(case: tuple[list[rk.RaggedTensor], int]) -> None:
    tensors, axis = case
    lists = [rt.to_list() for rt in tensors]
    result = rk.concat(tensors, axis)
    assert_ragged_equal(result, joined(lists, axis))
    assert result.dtype == tensors[0].dtype
    assert [rt.to_list() for rt in tensors] == lists or "nan" in str(lists).lower()
    assert_ragged_equal(np.concatenate(tensors, axis=axis - result.ndim), result)


@given(alike())
def test_stack_makes_a_list_of_lists(case: tuple[list[rk.RaggedTensor], int]) -> None:
    tensors, axis = case
    result = rk.stack(tensors, axis)
    assert_ragged_equal(result, stacked([rt.to_list() for rt in tensors], axis))
    assert result.ndim == tensors[0].ndim + 1
    assert_ragged_equal(rk.ragged.stack(tensors, axis), result)
    assert_ragged_equal(np.stack(tensors, axis=axis - result.ndim), result)


@given(rks.ragged_tensors(), st.integers(1, 3), st.data())
def test_tensors_alike_stack_along_inner_axes(
    rt: rk.RaggedTensor, count: int, data: st.DataObject
) -> None:
    axis = data.draw(st.integers(0, rt.ndim))
    assert_ragged_equal(rk.stack([rt] * count, axis), stacked([rt.to_list()] * count, axis))
    axis = data.draw(st.integers(0, rt.ndim - 1))
    assert_ragged_equal(rk.concat([rt] * count, axis), joined([rt.to_list()] * count, axis))


@given(rks.ragged_tensors(), st.data())
def test_split_and_concat(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    sizes: list[Any] = rt.shape.as_list()
    axis = data.draw(st.sampled_from([a for a, n in enumerate(sizes) if n is not None]))
    size = sizes[axis]
    cuts = sorted(data.draw(st.lists(st.integers(0, size), max_size=3)))
    widths = [b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True)]
    parts = rk.split(rt, widths, axis=axis)
    assert [p.shape[axis] for p in parts] == widths
    assert_ragged_equal(rk.concat(parts, axis), rt.to_list())
    for part, other in zip(parts, np.split(rt, cuts, axis=axis), strict=True):
        assert_ragged_equal(part, other)
    if size:
        same = rk.split(rt, size, axis - rt.ndim)
        assert_ragged_equal(rk.concat(same, axis), rt.to_list())


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
A = constant([[1, 2], [], [3]])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4], 2)
INNER = RT.from_row_splits([[1, 2], [3, 4]], [0, 1, 2])
BYTES = constant([[b"a"], []])
TEXT: Any = "0"
NUMBER: Any = 3
F32 = constant([[1.5], []], dtype="float32")
NAN = constant([[np.nan], [], [np.inf]])

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "rows-joined": (lambda: rk.concat([A, A], 1), [[1, 2, 1, 2], [], [3, 3]]),
    "no-rows": (lambda: rk.concat([A[:0], A[:0]], 1), []),
    "no-rows-behind": (lambda: rk.concat([A, A[:0]], 0), A.to_list()),
    "all-empty": (lambda: rk.concat([constant([[], []]), constant([[], []])], 1), [[], []]),
    "nan-stays": (lambda: rk.concat([NAN, A], 1), [[np.nan, 1, 2], [], [np.inf, 3]]),
    "alone": (lambda: rk.concat(A, 0), A.to_list()),
    "with-list": (lambda: rk.concat([A, [[7], [8], [9]]], 1), [[1, 2, 7], [8], [3, 9]]),
    "with-ragged-list": (lambda: rk.concat([A, [[7], [], [8, 9]]], 1), [[1, 2, 7], [], [3, 8, 9]]),
    "dense": (lambda: rk.concat([[[1], [2]], [[3, 4], [5, 6]]], 1), [[1, 3, 4], [2, 5, 6]]),
    "inner-axis": (lambda: rk.concat([INNER, INNER[:, :, :1]], 2), [[[1, 2, 1]], [[3, 4, 3]]]),
    "inner-unlike-ranks": (
        lambda: rk.concat([INNER, constant([[[9]], [[]]])], 2),
        [[[1, 2, 9]], [[3, 4]]],
    ),
    "slices": (lambda: rk.concat([D[2:4], D[3:]], 0), [[5, 9, 2], [6], [6], []]),
    "text": (
        lambda: rk.concat([constant([["a"], []]), [["long"], ["er"]]], 1),
        [["a", "long"], ["er"]],
    ),
    "text-meets-bytes": (
        lambda: rk.concat([BYTES, [["ü"], ["b"]]], 1),
        [[b"a", "ü".encode()], [b"b"]],
    ),
    "promoted": (
        lambda: rk.concat([A, constant([[0.5], [], []])], 0),
        [[1, 2], [], [3], [0.5], [], []],
    ),
    "np-axis-none": (lambda: np.concatenate([A, A], axis=None), [1, 2, 3, 1, 2, 3]),
    "np-dtype": (lambda: np.concatenate([A, A], dtype=float).dtype.name, "float64"),
    "np-hstack": (lambda: np.hstack([A, A]), [[1, 2, 1, 2], [], [3, 3]]),
    "np-vstack": (lambda: np.vstack([A, A]), [[1, 2], [], [3]] * 2),
    "np-append": (lambda: np.append(A, A), [1, 2, 3, 1, 2, 3]),
    "stack-vectors": (lambda: rk.ragged.stack([[1, 2], [], [3]]), [[1, 2], [], [3]]),
    "stack-matrices": (
        lambda: rk.ragged.stack([[[1, 2], [3, 4]], [[5]]]),
        [[[1, 2], [3, 4]], [[5]]],
    ),
    "stack-scalars": (lambda: rk.ragged.stack([1, 2]), [1, 2]),
    "stack-dense": (lambda: rk.stack([[1, 2], [3, 4]], axis=1), [[1, 3], [2, 4]]),
    "split-one": (lambda: rk.split(A, 1, axis=1), [A.to_list()]),
    "split-array-of-sizes": (lambda: rk.split(A, np.array([1, 2])), [[[1, 2]], [[], [3]]]),
    "np-split-number": (lambda: np.split(A, 3), [[[1, 2]], [[]], [[3]]]),
    "split-dense": (lambda: rk.split([1, 2, 3, 4], 2), [[1, 2], [3, 4]]),
    "split-with-name": (lambda: rk.split(A, [1, 2], 0, None, "ignored"), [[[1, 2]], [[], [3]]]),
    "split-uniform": (lambda: rk.split(UNIFORM, 2, axis=1), [[[1], [3]], [[2], [4]]]),
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


def test_lists_do_not_widen_what_they_are_joined_to() -> None:
    assert rk.concat([F32, [[0.5], [1]]], 1).dtype == np.float32
    assert rk.stack([F32, [[], []]]).dtype == np.float32
    small = constant([[1], []], dtype="uint8")
    assert rk.concat([small, [[2], [3]]], 1).dtype == np.uint8
    assert rk.concat([small, [[300], [3]]], 1).tolist() == [[1, 300], [3]]
    assert rk.concat([small, [[-1], [0]]], 1).tolist() == [[1, -1], [0]]
    assert rk.concat([F32, np.ones((2, 1))], 1).dtype == np.float64
    assert rk.ragged.stack([[1, 2], [], [3.5]]).dtype == np.float64
    assert rk.ragged.stack([[], []]).dtype == np.float64
    assert rk.ragged.stack([["a"], []]).to_list() == [["a"], []]


def test_declared_lengths_and_splits() -> None:
    assert rk.concat([UNIFORM, UNIFORM], 0).shape.as_list() == [4, 2]
    assert rk.repeat(UNIFORM, 2, axis=1).shape.as_list() == [2, 4]
    assert rk.tile(UNIFORM, [1, 2]).shape.as_list() == [2, 4]
    short = A.with_row_splits_dtype("int32")
    assert rk.concat([short, short], 1).row_splits.dtype == np.int32
    assert rk.concat([short, A], 1).row_splits.dtype == np.int64
    mixed: Any = rk.concat([short, [[1], [2], [3]]], 1)
    assert mixed.row_splits.dtype == np.int32
    assert rk.ragged.stack([[1], [2, 3]]).row_splits.dtype == np.int32


def test_splits_become_int64_where_int32_would_not_do() -> None:
    nothing = np.zeros((2**30, 0), dtype="int8")  # many values without a byte
    huge = RT.from_row_splits(nothing, np.array([0, 2**30], dtype="int32"))
    assert rk.concat([huge, huge[:0]], 0).row_splits.dtype == np.int32
    twice = rk.concat([huge, huge], 0)
    assert twice.row_splits.dtype == np.int64
    assert twice.row_splits.tolist() == [0, 2**30, 2**31]
    even = RT.from_uniform_row_length(nothing, 2**30).with_row_splits_dtype("int32")
    assert rk.concat([even, even], 0).row_splits.tolist() == [0, 2**30, 2**31]
    again = rk.tile(huge, [2, 1, 1])
    assert again.row_splits.tolist() == [0, 2**30, 2**31]


def test_big_integers_stay_exact() -> None:
    big = constant([[2**63 - 1], [2**53 + 1]])
    assert rk.concat([big, big], 1).to_list() == [[2**63 - 1] * 2, [2**53 + 1] * 2]


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "nothing": (lambda: rk.concat([], 0), ValueError, r"values must not be empty, got \[\]"),
    "stack-nothing": (lambda: rk.stack([], 0), ValueError, "values must not be empty"),
    "rows": (
        lambda: rk.concat([A, A[:2]], 1),
        ValueError,
        r"got 3 in values\[0\] and 2 in values\[1\]",
    ),
    "number": (lambda: rk.concat(NUMBER, 0), TypeError, "values must be a list of tensors, got 3"),
    "objects": (lambda: rk.concat([None], 0), TypeError, "numbers, text, bytes or times, got None"),
    "rank": (
        lambda: rk.concat([A, INNER], 0),
        ValueError,
        r"got 2 in values\[0\] and 3 in values\[1\]",
    ),
    "lengths": (
        lambda: rk.stack([A, A[::-1]], 2),
        ValueError,
        r"length 2 for row 0 .* and 1 in values\[1\]",
    ),
    "rows-inside": (
        lambda: rk.stack([A, A[:2]], 2),
        ValueError,
        r"got 3 in values\[0\] and 2 in values\[1\]",
    ),
    "inner": (
        lambda: rk.concat([INNER, INNER[:, :, :1]], 0),
        ValueError,
        r"\(2,\) in .*and \(1,\) in",
    ),
    "axis": (lambda: rk.concat([A, A], 2), AT, "axis must be from -2 to 1, got 2"),
    "axis-text": (lambda: rk.concat([A, A], TEXT), TypeError, "axis must be an integer, got '0'"),
    "text": (
        lambda: rk.concat([A, constant([["a"], [], []])], 0),
        TypeError,
        "all text or all numbers",
    ),
    "scalars": (lambda: rk.concat([1, 2], 0), ValueError, "values must have at least one axis"),
    "dense": (
        lambda: rk.concat([[[1]], [[1, 2], [3, 4]]], 1),
        ValueError,
        r"but for axis 1, got \(1, 1\)",
    ),
    "stack-no-list": (lambda: rk.stack(A), ValueError, "values must be a list of tensors"),
    "stack-dense": (
        lambda: rk.stack([[1], [1, 2]]),
        ValueError,
        "raggedkit.ragged.stack takes any",
    ),
    "stack-ranks": (lambda: rk.ragged.stack([[1], [[1]]]), ValueError, "values must have one rank"),
    "stack-axis": (lambda: rk.ragged.stack([A, A], 3), AT, "axis must be from -3 to 2, got 3"),
    "np-out": (lambda: np.concatenate([A, A], out=A), ValueError, "out must have the 6 rows"),
    "split": (lambda: rk.split(A, 2), ValueError, "divide the 3 items of axis 0, got 2"),
    "split-zero": (lambda: rk.split(A, 0), ValueError, "must be at least 1, got 0"),
    "split-sum": (lambda: rk.split(A, [1, 1]), ValueError, r"add up to the 3 items .*got \[1, 1\]"),
    "split-negative": (lambda: rk.split(A, [4, -1]), ValueError, r"not be negative, got \[4, -1\]"),
    "split-ragged": (lambda: rk.split(A, 3, axis=1), ValueError, "axis must not be ragged, got 1"),
    "split-num": (lambda: rk.split(A, [1, 2], num=3), ValueError, "number of sizes, 2, got 3"),
    "split-kind": (lambda: rk.split(A, "2"), TypeError, "an integer or a list .*got '2'"),
    "split-floats": (
        lambda: rk.split(A, [1.5, 1.5]),
        TypeError,
        "an integer or a list of integers",
    ),
    "split-many": (lambda: rk.split(A, 3, 0, None, None, None), TypeError, "four arguments, got 6"),
    "np-split": (lambda: np.split(A, [1], axis=1), ValueError, "axis must not be ragged, got 1"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
