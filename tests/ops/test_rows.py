"""pick, first, last and slice_rows, against the same for lists."""

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


@given(rks.ragged_tensors(dtype="int64"), st.data())
def test_pick_gives_the_item_or_the_default(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    picks = vector(data, rt, far)
    rows = rt.to_list()
    blank = np.full(rt.flat_values.shape[1:], -7).tolist() if rt.ragged_rank == 1 else []
    there = [-len(row) <= i < len(row) for row, i in zip(rows, picks, strict=True)]
    want = [r[i] if ok else blank for r, i, ok in zip(rows, picks, there, strict=True)]
    assert_ragged_equal(rk.pick(rt, picks, default=blank), want)
    if all(there):
        assert_ragged_equal(rt.pick(picks), want)
    else:
        with pytest.raises(AT, match=rf"got indices\[{there.index(False)}\]"):
            rt.pick(picks)


@given(rks.ragged_tensors(), st.integers(0, 6), st.data())
def test_first_and_last(rt: rk.RaggedTensor, k: int, data: st.DataObject) -> None:
    rows = rt.to_list()
    assert_ragged_equal(rk.first(rt, k), [row[:k] for row in rows])
    assert_ragged_equal(rk.last(rt, k), [row[len(row) - min(k, len(row)) :] for row in rows])
    ks = vector(data, rt, st.integers(0, 6))
    assert_ragged_equal(rt.first(ks), [row[:n] for row, n in zip(rows, ks, strict=True)])
    ends = [row[max(len(row) - n, 0) :] for row, n in zip(rows, ks, strict=True)]
    assert_ragged_equal(rt.last(ks), ends)


@given(rks.ragged_tensors(), st.data())
def test_slice_rows_is_a_slice_of_each_row(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    bounds: list[Any] = []
    for numbers in (far, far, far.filter(bool)):
        bounds.append(data.draw(st.sampled_from([None, 1, 2])))
        if bounds[-1] == 1:
            bounds[-1] = data.draw(numbers)
        elif bounds[-1] == 2:
            bounds[-1] = vector(data, rt, numbers)
    each = [b if isinstance(b, np.ndarray) else [b] * len(rt) for b in bounds]
    keys = [slice(*b) for b in zip(*each, strict=True)] if len(rt) else []
    want = [row[key] for row, key in zip(rt.to_list(), keys, strict=True)]
    assert_ragged_equal(rk.slice_rows(rt, *bounds), want)
    assert_ragged_equal(rt.slice_rows(*bounds), want)


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4, 5, 6], 2)
INNER = RT.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 2, 3])
TEXT = constant([["a", "b"], [], ["c"]])
NAN = constant([[np.nan, 1.0], [np.inf], [2.0]])

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "pick-lists": (lambda: rk.pick([[1, 2], [3]], [1, 0]), [2, 3]),
    "pick-array": (lambda: rk.pick(np.array([[1, 2], [3, 4]]), [1, 0]), [2, 3]),
    "first-lists": (lambda: rk.first([[1, 2], [3]], 1), [[1], [3]]),
    "slice-lists": (lambda: rk.slice_rows([[1, 2], [3, 4]], [0, 1], 2), [[1, 2], [4]]),
    "pick-no-rows": (lambda: rk.pick(D[:0], []), []),
    "pick-text": (lambda: rk.pick(TEXT, [1, 0, 0], default="none"), ["b", "none", "c"]),
    "pick-inner": (lambda: rk.pick(INNER, [1, 0, -1], default=[0, 0]), [[3, 4], [0, 0], [5, 6]]),
    "pick-nan-elsewhere": (lambda: rk.pick(NAN, [1, 0, 0]), [1.0, np.inf, 2.0]),
    "pick-slice": (lambda: rk.pick(D[2:4], [2, 0]), [2, 6]),
    "last-none": (lambda: rk.last(D, 0), [[], [], [], [], []]),
    "first-default": (lambda: rk.first(D), [[3], [], [5], [6], []]),
    "last-uniform": (lambda: rk.last(UNIFORM, 1), [[2], [4], [6]]),
    "slice-all": (lambda: rk.slice_rows(D), D.to_list()),
    "slice-far": (lambda: rk.slice_rows(D, np.array([10**12] * 5)), [[], [], [], [], []]),
    "slice-far-back": (
        lambda: rk.slice_rows(D, -(10**30), np.array([1] * 5)),
        [[3], [], [5], [6], []],
    ),
    "slice-rows-of-rows": (
        lambda: rk.slice_rows(constant([[[1], [2, 3]], []]), [1, 0]),
        [[[2, 3]], []],
    ),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "pick-no-rows": (lambda: rk.pick([1, 2], [0]), ValueError, r"two axes at least, got \[1, 2\]"),
    "pick-short": (
        lambda: rk.pick(D, [0, 0, 0, 0, 0]),
        AT,
        r"indices\[1\] = 0 where the row has length 0",
    ),
    "pick-count": (lambda: rk.pick(D, [0]), ValueError, r"one for each of the 5 rows.*\(1,\)"),
    "pick-floats": (lambda: rk.pick(D, [0.5] * 5), ValueError, "indices must be integers"),
    "pick-default": (
        lambda: rk.pick(TEXT, [0, 0, 0], default=1),
        TypeError,
        "default must fit dtype <U1, got 1",
    ),
    "pick-default-of-rows": (
        lambda: rk.pick(constant([[[1]], []]), [0, 0], default=0),
        ValueError,
        r"be \[\], .*got 0",
    ),
    "first": (lambda: rk.first(D, -1), ValueError, "count must not be negative, got -1"),
    "last": (
        lambda: rk.last(D, [1, 1, -2, 1, 1]),
        ValueError,
        r"not be negative, got count\[2\] = -2",
    ),
    "first-count": (lambda: rk.first(D, [1]), ValueError, r"one number, or one for each.*\(1,\)"),
    "step": (lambda: rk.slice_rows(D, step=[1, 0, 1, 1, 1]), ValueError, "step must not be 0"),
    "step-alone": (lambda: rk.slice_rows(D, step=0), ValueError, "step must not be 0, got 0"),
    "stop": (lambda: rk.slice_rows(D, 0, [1, 2]), ValueError, r"stop must be .* 5 rows.*\(2,\)"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
