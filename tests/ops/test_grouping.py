"""from_offsets, split_at and split_where against plain lists."""

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
N = rk.ragged.constant([[1, 2], [], [3]])
NAN = float("nan")
small = st.lists(st.integers(0, 3), max_size=12)


# ---------------------------------------------------------------------- from_offsets
@given(rt=rks.ragged_tensors(), data=st.data())
def test_offsets_of_a_part_are_rows_of_the_whole(rt: RT, data: st.DataObject) -> None:
    splits = rt.row_splits
    start = data.draw(st.integers(0, len(rt)))
    stop = data.draw(st.integers(start, len(rt)))
    offsets = splits[start : stop + 1]
    found = rk.from_offsets(rt.values, offsets)
    assert_ragged_equal(found, rt[start:stop], check_uniform=False)
    assert found.row_splits.dtype == splits.dtype
    assert found.row_splits[0] == 0


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint64"])
def test_offsets_of_other_widths_become_int64(dtype: str) -> None:
    found = rk.from_offsets(np.arange(4), np.array([1, 3, 4], dtype=dtype))
    assert found.to_list() == [[1, 2], [3]]
    assert found.row_splits.dtype == np.int64


# ---------------------------------------------------------------------- split_at and split_where
def split(values: list[Any], separator: Any) -> list[list[Any]]:
    """What str.split does, of lists."""
    rows: list[list[Any]] = [[]]
    for v in values:
        if v == separator:
            rows.append([])
        else:
            rows[-1].append(v)
    return rows


@given(values=small, separator=st.integers(0, 3))
def test_split_at_is_str_split(values: list[int], separator: int) -> None:
    expected = split(values, separator)
    assert rk.split_at(np.array(values, dtype=int), separator).to_list() == expected
    text = ["abcd"[v] for v in values]
    assert rk.split_at(np.array(text, dtype="U1"), "abcd"[separator]).to_list() == [
        list(part) for part in "".join(text).split("abcd"[separator])
    ]


@pytest.mark.parametrize(
    ("values", "separator", "expected"),
    [
        pytest.param([], 0, [[]], id="nothing"),
        pytest.param([0], 0, [[], []], id="only a separator"),
        pytest.param([1.0, NAN, 2.0], NAN, [[1.0], [2.0]], id="NaN"),
        pytest.param([NAN, 1.0, NAN], 1.0, [[NAN], [NAN]], id="NaN beside"),
        pytest.param([b"a", b".", b"b"], b".", [[b"a"], [b"b"]], id="bytes"),
        pytest.param([b"a", b".", b"b"], ".", [[b"a"], [b"b"]], id="text for bytes"),
        pytest.param(["a", "b"], 1, [["a", "b"]], id="another kind"),
        pytest.param([[1, 2], [0, 0], [0, 3]], 0, [[[1, 2]], [[0, 3]]], id="inner"),
        pytest.param([[1, 2], [0, 3], [5, 6]], [0, 3], [[[1, 2]], [[5, 6]]], id="a whole value"),
        pytest.param([[1, 2], [0, 3]], [0, 0], [[[1, 2], [0, 3]]], id="not whole"),
        pytest.param([True, False, True], False, [[True], [True]], id="bools"),
    ],
)
def test_split_at_edges(values: Any, separator: Any, expected: Any) -> None:
    assert repr(rk.split_at(values, separator).to_list()) == repr(expected)


@given(pairs=st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=12))
def test_split_where_begins_a_row_at_each_true(pairs: list[tuple[int, bool]]) -> None:
    values = np.array([v for v, _ in pairs], dtype=int)
    condition = np.array([c for _, c in pairs], dtype=bool)
    before = condition.tolist()
    rt = rk.split_where(values, condition)
    assert rt.flat_values.tolist() == values.tolist()
    assert rt.row_starts().tolist() == [i for i, c in enumerate(before) if c or i == 0]
    assert condition.tolist() == before


@given(rt=rks.ragged_tensors(), data=st.data())
def test_split_where_of_rows(rt: RT, data: st.DataObject) -> None:
    condition = np.array(
        data.draw(st.lists(st.booleans(), min_size=len(rt), max_size=len(rt))), dtype=bool
    )
    found = rk.split_where(rt, condition)
    starts = [*found.row_splits.tolist()]
    for part, (a, b) in zip(found, pairwise(starts), strict=True):
        assert_ragged_equal(part, rt[a:b])


def test_split_where_takes_a_function_and_a_list() -> None:
    values = np.array([5, 1, 2, 7, 3])
    assert rk.split_where(values, lambda v: v > 4).to_list() == [[5, 1, 2], [7, 3]]
    assert rk.split_where(["a", "b"], [False, True]).to_list() == [["a"], ["b"]]
    assert rk.split_where([], []).to_list() == []


# ---------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.from_offsets([1], [0, 2]), ValueError, r"offsets must end .* offsets\[1\] = 2"),
        (lambda: rk.from_offsets([1], [1, 0]), ValueError, r"offsets\[0:2\] = \[1, 0\]"),
        (
            lambda: rk.from_offsets([1], [-1, 1]),
            ValueError,
            r"not be negative, got offsets\[0\] = -1",
        ),
        (lambda: rk.from_offsets([1], [0.0]), ValueError, "offsets must be a vector of integers"),
        (
            lambda: rk.from_offsets([1], np.zeros(0, int)),
            ValueError,
            "offsets must have at least one",
        ),
        (lambda: rk.split_at(N, 0), ValueError, "values must be dense"),
        (lambda: rk.split_at([1], [1]), ValueError, "separator must have no more dimensions"),
        (lambda: rk.split_where([1], [True, False]), ValueError, "condition must .* got 2"),
        (lambda: rk.split_where([1], [1]), TypeError, r"made of bools, got dtype\('int64'\)"),
        (lambda: rk.split_where([1], True), ValueError, "condition must be a vector of bools"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    values = namespace.asarray(np.array([3, 1, 0, 2, 1]))
    calls: list[Callable[[Any], RT]] = [
        lambda v: rk.split_at(v, 0),
        lambda v: rk.split_where(v, v > 1),
        lambda v: rk.from_offsets(v, v[2:4]),
    ]
    for call in calls:
        found: Any = call(values)
        assert isinstance(found.flat_values, StrictArray)
        expected = call(np.array([3, 1, 0, 2, 1]))
        assert found.flat_values.get().tolist() == expected.flat_values.tolist()
        assert found.row_splits.get().tolist() == expected.row_splits.tolist()
