"""from_offsets, split_at and split_where against plain lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, pairwise
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
    """The counterpart of str.split for lists."""
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


def pieces(row: list[Any], begins: list[bool]) -> list[list[Any]]:
    """Return a row in pieces; the first item starts one whatever its condition."""
    starts = [i for i, c in enumerate(begins) if c or i == 0]
    return [row[a:b] for a, b in pairwise([*starts, len(row)])]


FLAGS = st.lists(st.lists(st.booleans(), max_size=5), max_size=6)


@pytest.mark.parametrize("splits_dtype", ["int32", "int64"])
@given(flags=FLAGS)
def test_split_where_within_rows_is_the_model(splits_dtype: str, flags: list[list[bool]]) -> None:
    rows = [[10 * i + j for j in range(len(row))] for i, row in enumerate(flags)]
    expected = [pieces(row, begins) for row, begins in zip(rows, flags, strict=True)]
    values = np.array(list(chain(*rows)), dtype="int64")
    lengths = np.array([len(row) for row in rows], dtype=splits_dtype)
    rt = RT.from_row_lengths(values, lengths)
    full = RT.from_row_lengths(np.array(list(chain(*flags)), dtype=bool), lengths)
    # One condition for each pair of neighbours, in rows of int64.
    gaps = RT.from_row_lengths(
        np.array(list(chain(*(row[1:] for row in flags))), dtype=bool), np.maximum(lengths - 1, 0)
    )
    before = full.to_list()
    for condition in (full, gaps, gaps.with_row_splits_dtype("int64")):
        found = rk.split_where(rt, condition)
        assert found.to_list() == expected
        assert found.row_splits.dtype == splits_dtype
        assert found.ragged_rank == 2
    assert full.to_list() == before
    # The same with a vector for each item, and from the middle of a larger tensor.
    both = rk.split_where(RT.from_row_lengths(np.stack([values, -values], 1), lengths), full)
    assert both.flat_values.shape == (len(values), 2)
    assert both[..., 0].to_list() == expected
    assert rk.split_where(rt[1:], full[1:]).to_list() == expected[1:]


THREE = rk.ragged.constant([[[1, 2, 3], []], [], [[4], [5, 6]]])


@pytest.mark.parametrize(
    ("values", "condition", "expected"),
    [
        pytest.param(
            THREE, THREE % 2 == 0,
            [[[[1], [2, 3]], []], [], [[[4]], [[5], [6]]]], id="inner-of-rank-2",
        ),
        pytest.param(
            THREE, rk.diff(THREE) > 0,
            [[[[1], [2], [3]], []], [], [[[4]], [[5], [6]]]], id="inner-of-rank-2-gaps",
        ),
        pytest.param(
            THREE, [[True, True], [], [False, False]],
            [[[[1, 2, 3]], [[]]], [], [[[4], [5, 6]]]], id="middle-of-rank-2",
        ),
        pytest.param(
            THREE, rk.array([[False], [], [True]]),
            [[[[1, 2, 3], []]], [], [[[4]], [[5, 6]]]], id="middle-of-rank-2-gaps",
        ),
        pytest.param(
            [[1, 2, 3], [4, 5, 6]], [[False, True], [False, False]],
            [[[1, 2], [3]], [[4, 5, 6]]], id="dense",
        ),
        pytest.param(
            N, np.array([[True], [False], [True]])[:, :0], None, id="dense-condition",
        ),
        pytest.param(
            rk.array([["a", "b"], []]), [[True, True], []], [[["a"], ["b"]], []], id="text",
        ),
        pytest.param(rk.array([[1], [2]]), [[], []], [[[1]], [[2]]], id="no-gaps"),
        pytest.param(rk.array([[], []]), [[], []], [[], []], id="empty-rows"),
        pytest.param(N[:0], N[:0] > 1, [], id="no-rows"),
        pytest.param(N, lambda rt: rk.diff(rt) == 1, [[[1], [2]], [], [[3]]], id="a-function"),
        pytest.param(
            RT.from_row_splits(np.array([[1, 2], [3, 4]]), [0, 2]),
            [[[False, True], [True, False]]], [[[[1], [2]], [[3, 4]]]], id="inner-dense-axis",
        ),
    ],
)  # fmt: skip
def test_split_where_within_rows_edges(values: Any, condition: Any, expected: Any) -> None:
    if expected is None:
        with pytest.raises(ValueError, match="got 0 for the 2 values of row 0 of values"):
            rk.split_where(values, condition)
        return
    assert rk.split_where(values, condition).to_list() == expected


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
        (lambda: rk.split_where([1, 2], N > 1), ValueError, "vector of bools.*rt.flat_values$"),
        (lambda: rk.split_where(N, N), TypeError, r"made of bools, got dtype\('int64'\)"),
        (lambda: rk.split_where(N, N[:2] > 1), ValueError, "have 3 rows, as values, got 2"),
        (
            lambda: rk.split_where(rk.array([[1, 2], [3, 4, 5]]), [[True, True], [False, True]]),
            ValueError,
            "one less in every row that has values, got 2 for the 2 of row 0 and 2 for the 3 of "
            "row 1 of values",
        ),
        (
            lambda: rk.split_where(rk.array([[], [1, 2], [3, 4]]), [[], [True], [False, True]]),
            ValueError,
            "got 1 for the 2 of row 1 and 2 for the 2 of row 2 of values",
        ),
        (
            lambda: rk.split_where(N, [[True, True], [False], [True]]),
            ValueError,
            "got 1 for the 0 values of row 1 of values",
        ),
        (
            lambda: rk.split_where(THREE, [[[True]], [], [[True], [True]]]),
            ValueError,
            "have the 2 rows that values has at row 0 of axis 1, got 1",
        ),
        (lambda: rk.split_where(N, THREE > 1), ValueError, "at most the 2 axes of values, got 3"),
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


def test_pieces_on_a_device() -> None:
    lengths = namespace.asarray(np.array([3, 0, 2]))
    rt = RT.from_row_lengths(namespace.asarray(np.array([3, 1, 0, 2, 1])), lengths)
    for condition in (rt > 1, rk.diff(rt) > 0):
        found: Any = rk.split_where(rt, condition)
        assert isinstance(found.flat_values, StrictArray)
        assert found.flat_values.get().tolist() == [3, 1, 0, 2, 1]
        assert [p.row_splits().get().tolist() for p in found.partitions] == [
            [0, 1, 1, 2], [0, 3, 5],
        ]  # fmt: skip
