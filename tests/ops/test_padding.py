"""to_tensor with width and sides, the mask, pad_to and clip_to, against padded and cut lists."""

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
sides = st.sampled_from(["right", "left"])


def cut(row: list[Any], width: int, truncate: str) -> list[Any]:
    return row[:width] if truncate == "right" else row[max(len(row) - width, 0) :]


def completed(row: list[Any], width: int, blank: Any, side: str) -> list[Any]:
    more = [blank] * max(width - len(row), 0)
    return row + more if side == "right" else more + row


@given(rks.ragged_tensors(ragged_rank=1, dtype="int64"), st.integers(0, 6), sides, sides)
def test_to_tensor_of_a_width(rt: rk.RaggedTensor, width: int, side: str, truncate: str) -> None:
    blank = np.full(rt.flat_values.shape[1:], -7).tolist()
    rows = [completed(cut(r, width, truncate), width, blank, side) for r in rt.to_list()]
    dense = rt.to_tensor(-7, width=width, side=side, truncate=truncate)
    assert dense.tolist() == rows
    assert dense.shape == (len(rt), width, *rt.flat_values.shape[1:])
    there = rt.mask(width=width, side=side)
    assert there.shape == (len(rt), width)
    lengths = [min(len(row), width) for row in rt.to_list()]
    assert there.sum(axis=1).tolist() == lengths
    assert_ragged_equal(dense[there], [x for r in rt.to_list() for x in cut(r, width, truncate)])


@given(rks.ragged_tensors(), sides)
def test_what_the_mask_marks_are_the_values(rt: rk.RaggedTensor, side: str) -> None:
    dense, there = rt.to_tensor(side=side), rt.mask(side=side)
    assert there.shape == dense.shape[: rt.ragged_rank + 1]
    assert_ragged_equal(dense[there], rt.flat_values)


@given(rks.ragged_tensors(ragged_rank=2, dtype="int64", inner=()), st.data(), sides, sides)
def test_widths_of_several_axes(
    rt: rk.RaggedTensor, data: st.DataObject, side: str, truncate: str
) -> None:
    outer, inner = data.draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    want = [
        completed(
            [
                completed(cut(r, inner, truncate), inner, 0, side)
                for r in cut(rows, outer, truncate)
            ],
            outer,
            [0] * inner,
            side,
        )
        for rows in rt.to_list()
    ]
    result = rt.to_tensor(width=[outer, inner], side=side, truncate=truncate)
    assert result.tolist() == want
    assert result.shape == (len(rt), outer, inner)


@given(rks.ragged_tensors(dtype="int64"), st.data(), sides)
def test_pad_to_and_clip_to(rt: rk.RaggedTensor, data: st.DataObject, side: str) -> None:
    numbers = st.integers(0, 5)
    each = data.draw(st.lists(numbers, min_size=len(rt), max_size=len(rt)))
    width: Any = np.array(each, dtype=int)
    if data.draw(st.booleans()):
        width = data.draw(numbers)
        each = [width] * len(rt)
    fill: Any = np.full(rt.flat_values.shape[1:], -7) if rt.ragged_rank == 1 else []
    blank = list(fill) if isinstance(fill, list) else fill.tolist()
    padded = rk.pad_to(rt, width, fill, side=side)
    want = [completed(r, n, blank, side) for r, n in zip(rt.to_list(), each, strict=True)]
    assert_ragged_equal(padded, want)
    clipped = rk.clip_to(rt, width, truncate=side)
    want = [cut(r, n, side) for r, n in zip(rt.to_list(), each, strict=True)]
    assert_ragged_equal(clipped, want)
    assert_ragged_equal(rt.pad_to(width, fill, side=side), padded)
    assert_ragged_equal(rt.clip_to(width, truncate=side), clipped)
    if isinstance(width, int):
        declared = rt.shape.as_list()[1]
        assert padded.shape.as_list()[1] == (None if declared is None else max(declared, width))
        assert clipped.shape.as_list()[1] == (None if declared is None else min(declared, width))


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DEEP = constant([[[1, 2], []], [], [[3], [4, 5, 6]]])
INNER = RT.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 2, 3])
TEXT = constant([["a"], ["b", "c"]])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4], 2)
NAN = constant([[np.nan], [1.0, 2.0]])

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "in-front": (
        lambda: constant([[1, 2, 3], [2], [2, 4]]).to_tensor(side="left"),
        [[1, 2, 3], [0, 0, 2], [0, 2, 4]],
    ),
    "width-none": (lambda: D[:1].to_tensor(width=None), [[3, 1, 4, 1]]),
    "width-0": (lambda: D[:2].to_tensor(width=0), [[], []]),
    "width-of-inner-axis": (lambda: DEEP[:1].to_tensor(width=[None, 1]), [[[1], [0]]]),
    "no-rows": (lambda: D[:0].to_tensor(width=2), []),
    "no-rows-mask": (lambda: D[:0].mask(), []),
    "slice-left": (lambda: D[2:4].to_tensor(side="left"), [[5, 9, 2], [0, 0, 6]]),
    "text-left": (lambda: TEXT.to_tensor("none", side="left"), [["none", "a"], ["b", "c"]]),
    "inner-left": (
        lambda: INNER.to_tensor(side="left"),
        [[[1, 2], [3, 4]], [[0, 0]] * 2, [[0, 0], [5, 6]]],
    ),
    "nan-elsewhere": (lambda: NAN.to_tensor(width=1, truncate="left"), [[np.nan], [2.0]]),
    "cube-of-matrices": (
        lambda: rk.array([np.ones((2, 3), int), np.full((1, 2), 2)]).to_tensor(),
        [[[1, 1, 1], [1, 1, 1]], [[2, 2, 0], [0, 0, 0]]],
    ),
    "uniform-wider": (lambda: UNIFORM.to_tensor(width=3, side="left"), [[0, 1, 2], [0, 3, 4]]),
    "uniform-narrower": (lambda: UNIFORM.to_tensor(width=1, truncate="left"), [[2], [4]]),
    "pad-lists": (lambda: rk.pad_to([[1], []], 1), [[1], [0]]),
    "clip-lists": (lambda: rk.clip_to([[1, 2], [3]], 1), [[1], [3]]),
    "pad-text": (lambda: rk.pad_to(TEXT, 2), [["a", ""], ["b", "c"]]),
    "pad-inner": (lambda: rk.pad_to(INNER, 1, [7, 8]), [[[1, 2], [3, 4]], [[7, 8]], [[5, 6]]]),
    "pad-rows": (lambda: rk.pad_to(DEEP, 1), [[[1, 2], []], [[]], [[3], [4, 5, 6]]]),
    "pad-rows-left": (lambda: rk.pad_to(DEEP[:1], 3, side="left"), [[[], [1, 2], []]]),
    "pad-inner-axis": (
        lambda: rk.pad_to(DEEP, 2, axis=-1),
        [[[1, 2], [0, 0]], [], [[3, 0], [4, 5, 6]]],
    ),
    "clip-inner-axis": (lambda: rk.clip_to(DEEP, 1, axis=2), [[[1], []], [], [[3], [4]]]),
    "clip-left": (lambda: rk.clip_to(D, 1, truncate="left"), [[1], [], [2], [6], []]),
    "clip-slice": (lambda: rk.clip_to(D[2:], 2), [[5, 9], [6], []]),
    "clip-huge": (
        lambda: rk.clip_to(D.with_row_splits_dtype("int32"), 1 << 70),
        [[3, 1, 4, 1], [], [5, 9, 2], [6], []],
    ),
    "pad-nothing": (lambda: rk.pad_to(D[:0], 2), []),
    "pad-bool": (lambda: rk.pad_to(D[:2] > 3, 1), [[False, False, True, False], [False]]),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


def test_results_are_new_arrays() -> None:
    dense = UNIFORM.to_tensor(width=2)
    dense[0, 0] = 99
    assert UNIFORM.to_list() == [[1, 2], [3, 4]]


# ---------------------------------------------------------------------- refusals
WORD: Any = "2"
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "side": (
        lambda: D.to_tensor(side="top"),
        ValueError,
        "side must be 'right' or 'left', got 'top'",
    ),
    "truncate": (lambda: D.to_tensor(truncate="pre"), ValueError, "truncate must be .*got 'pre'"),
    "both": (
        lambda: D.to_tensor(width=2, shape=[5, 2]),
        ValueError,
        "width must not be given .*shape",
    ),
    "negative": (lambda: D.to_tensor(width=-1), ValueError, "width must not be negative, got -1"),
    "kind": (lambda: D.to_tensor(width=1.5), TypeError, "width must be an integer, got 1.5"),
    "many": (lambda: D.to_tensor(width=[1, 2]), ValueError, "1 partitioned axes at most, got"),
    "mask-side": (lambda: D.mask(side=0), ValueError, "side must be .*got 0"),
    "pad-negative": (
        lambda: rk.pad_to(D, [0, 0, -2, 0, 0]),
        ValueError,
        r"negative, got width\[2\] = -2",
    ),
    "pad-huge": (
        lambda: rk.pad_to(D, 1 << 70),
        ValueError,
        "width must make rows that fit memory, got 1180591620717411303424",
    ),
    "pad-count": (lambda: rk.pad_to(D, [1, 2]), ValueError, "one for each of the 5 rows, got 2"),
    "pad-kind": (lambda: rk.pad_to(D, WORD), TypeError, "width must be an integer, got '2'"),
    "pad-default": (
        lambda: rk.pad_to(D, 2, 0.5),
        TypeError,
        "default_value must fit dtype int64, got 0.5",
    ),
    "pad-rows-default": (
        lambda: rk.pad_to(DEEP, 2, 0),
        ValueError,
        r"default_value must be \[\], .*got 0",
    ),
    "pad-axis": (lambda: rk.pad_to(D, 2, axis=0), ValueError, "from 1 to 1, got 0"),
    "pad-inner-axis": (lambda: rk.pad_to(INNER, 2, axis=2), ValueError, "from 1 to 1, got 2"),
    "clip-side": (
        lambda: rk.clip_to(D, 2, truncate="end"),
        ValueError,
        "truncate must .*got 'end'",
    ),
    "clip-axis": (lambda: rk.clip_to(D, 2, axis=5), rk.RaggedIndexError, "axis must be .*got 5"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


# ------------------------------------------------------------------ how large it becomes
LONG = constant([[1.0] * 50, [], [2.0]])


@pytest.mark.parametrize("call", [lambda: LONG.to_tensor(), lambda: LONG.to_tensor(width=60)])
def test_a_large_result_is_announced_at_the_callers_line(call: Callable[[], Any]) -> None:
    with (
        rk.options(dense_limit=1200),
        pytest.warns(
            UserWarning, match=r"cells of float64, 0\.0 GB, of shape \[3, [56]0\]"
        ) as told,
    ):
        call()
    assert [w.filename for w in told] == [__file__]


def test_a_large_mask_is_announced_too() -> None:
    with rk.options(dense_limit=150), pytest.warns(UserWarning, match="150 cells of bool") as told:
        LONG.mask()
    assert [w.filename for w in told] == [__file__]


@pytest.mark.filterwarnings("error")
def test_below_the_limit_nothing_is_said() -> None:
    with rk.options(dense_limit=1201):
        assert LONG.to_tensor().nbytes == 1200
        assert LONG.to_tensor(width=1).shape == (3, 1)


def test_values_that_are_not_there_are_not_laid_out() -> None:
    claims = np.array([0, 1 << 20])
    rt = RT.from_nested_row_splits(np.arange(5), [claims, claims], validate=False)
    with pytest.raises(ValueError, match="values must have 1048576 items, got 5"):
        rt.to_tensor()
