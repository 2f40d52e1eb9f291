"""sort, argsort, top_k and searchsorted against Python's lists, row by row."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from functools import cmp_to_key
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
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
NAN, INF = float("nan"), float("inf")
DIRECTIONS = ["ASCENDING", "DESCENDING"]
ordered_dtypes = st.sampled_from([d for d in rks.DTYPES if d != "complex128"])


def is_missing(value: Any) -> bool:
    return value is None or value != value


def order_of(row: list[Any], direction: str = "ASCENDING") -> list[int]:
    """Python's stable sort, NaN and NaT last."""
    sign = 1 if direction == "ASCENDING" else -1
    there = [i for i, v in enumerate(row) if not is_missing(v)]
    key: Any = cmp_to_key(lambda i, j: sign * ((row[i] > row[j]) - (row[i] < row[j])))
    return sorted(there, key=key) + [i for i, v in enumerate(row) if is_missing(v)]


def map_rows(rt: Any, function: Callable[[list[Any]], list[Any]]) -> Any:
    """Apply to each innermost row of nested lists."""
    rows = rt.to_list() if isinstance(rt, RT) else rt
    if rows and isinstance(rows[0], list):
        return [map_rows(row, function) for row in rows]
    return function(rows)


def same(found: Any, expected: Any) -> bool:
    return repr(found).replace("-0.0", "0.0") == repr(expected).replace("-0.0", "0.0")


# ---------------------------------------------------------------------- the innermost rows
@pytest.mark.parametrize("direction", DIRECTIONS)
@given(rt=rks.ragged_tensors(inner=(), dtype=ordered_dtypes))
def test_argsort_is_pythons_stable_sort(direction: str, rt: RT) -> None:
    found = rk.argsort(rt, direction=direction)
    assert found.dtype == np.int64
    expected = [
        order_of(rt.flat_values[a:b].tolist(), direction)
        for a, b in pairwise(rt.partitions[-1].row_splits().tolist())
    ]
    flat = np.concatenate([np.array(row, dtype=np.int64) for row in expected] or [np.zeros(0, int)])
    assert_ragged_equal(found, rt.with_flat_values(flat))


@pytest.mark.parametrize("direction", DIRECTIONS)
@given(rt=rks.ragged_tensors(dtype=ordered_dtypes))
def test_sort_takes_what_argsort_says(direction: str, rt: RT) -> None:
    before = rt.to_list()
    places = rk.argsort(rt, direction=direction, axis=rt.ragged_rank)
    found = rk.sort(rt, direction=direction, axis=rt.ragged_rank)
    starts = np.repeat(
        rt.partitions[-1].row_splits()[:-1], rt.partitions[-1].row_lengths()
    ).reshape(-1, *[1] * (rt.flat_values.ndim - 1))
    taken = np.take_along_axis(rt.flat_values, places.flat_values + starts, axis=0)
    assert found.dtype == rt.dtype
    assert_ragged_equal(found, rt.with_flat_values(taken))
    assert same(rt.to_list(), before)


@given(rt=rks.ragged_tensors(dtype="complex128"))
def test_complex_rows_sort_as_numpy_sorts_them(rt: RT) -> None:
    found = rk.sort(rt, axis=rt.ragged_rank)
    for a, b in pairwise(rt.partitions[-1].row_splits().tolist()):
        expected = np.sort(rt.flat_values[a:b], axis=0)
        np.testing.assert_array_equal(found.flat_values[a:b], expected)


@given(rt=rks.ragged_tensors(inner=(2,)), direction=st.sampled_from(DIRECTIONS))
def test_the_last_axis_may_be_dense(rt: RT, direction: str) -> None:
    found, places = rk.sort(rt, direction=direction), rk.argsort(rt, direction=direction)
    taken = np.take_along_axis(rt.flat_values, places.flat_values, axis=1)
    assert_ragged_equal(found, rt.with_flat_values(taken))
    if direction == "ASCENDING":
        expected = np.argsort(rt.flat_values, axis=1, kind="stable")
        assert_ragged_equal(places, rt.with_flat_values(expected))


@given(lengths=st.lists(st.sampled_from([0, 1, 2, 3, 5, 9, 40, 700]), max_size=40))
def test_rows_of_very_different_lengths(lengths: list[int]) -> None:
    values = np.random.default_rng(len(lengths)).integers(0, 50, sum(lengths)).astype("float32")
    values[values == 7] = NAN
    rt = RT.from_row_lengths(values, lengths)
    found, places = rk.sort(rt), rk.argsort(rt)
    for row, row_sorted, order in zip(rt, found, places, strict=True):
        np.testing.assert_array_equal(row_sorted, np.sort(row))
        np.testing.assert_array_equal(order, np.argsort(row, kind="stable"))


def test_many_blocks() -> None:
    lengths = np.random.default_rng(5).integers(0, 9, 60_000)
    lengths[[7, 20_000]] = 150_000, 30_000
    values = np.random.default_rng(6).integers(-1000, 1000, lengths.sum())
    rt = RT.from_row_lengths(values, lengths)
    rowids = rt.value_rowids()
    expected = np.lexsort([values, rowids])
    starts = np.repeat(rt.row_starts(), lengths)
    np.testing.assert_array_equal(rk.argsort(rt).flat_values + starts, expected)
    np.testing.assert_array_equal(rk.sort(rt).flat_values, values[expected])


# ---------------------------------------------------------------------- outer axes
def column_sorted(rows: list[list[Any]], direction: str) -> list[list[Any]]:
    """Sort each column separately; the rows keep their lengths."""
    result = [list(row) for row in rows]
    for j in range(max(map(len, rows), default=0)):
        having = [i for i, row in enumerate(rows) if len(row) > j]
        column = [rows[i][j] for i in having]
        for i, k in zip(having, order_of(column, direction), strict=True):
            result[i][j] = column[k]
    return result


@pytest.mark.parametrize("direction", DIRECTIONS)
@given(rt=rks.ragged_tensors(ragged_rank=1, inner=(), dtype="float64"))
def test_axis_0_sorts_columns(direction: str, rt: RT) -> None:
    found = rk.sort(rt, axis=0, direction=direction)
    assert same(found.to_list(), column_sorted(rt.to_list(), direction))


@given(rt=rks.ragged_tensors(ragged_rank=2, inner=(), dtype="int64"))
def test_axis_1_sorts_columns_in_each_row(rt: RT) -> None:
    found = rk.sort(rt, axis=1)
    assert found.to_list() == [column_sorted(rows, "ASCENDING") for rows in rt.to_list()]


@given(rt=rks.ragged_tensors(ragged_rank=1, inner=(), dtype="int64"))
def test_argsort_along_axis_0_says_which_row(rt: RT) -> None:
    rows, places = rt.to_list(), rk.argsort(rt, axis=0).to_list()
    taken = [[rows[i][j] for j, i in enumerate(row)] for row in places]
    assert taken == rk.sort(rt, axis=0).to_list()


@given(rt=rks.ragged_tensors(inner=(2,), dtype="int64"), data=st.data())
def test_inner_columns_are_sorted_one_by_one(rt: RT, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, rt.ragged_rank))
    found = rk.argsort(rt, axis=axis)
    for c in range(2):
        column = rt.with_flat_values(rt.flat_values[:, c])
        expected = rk.argsort(column, axis=axis)
        assert_ragged_equal(found.with_flat_values(found.flat_values[:, c]), expected)


# ---------------------------------------------------------------------- edges
EDGES = [
    pytest.param(RT.from_row_splits([], [0]), [], id="no rows"),
    pytest.param(rk.ragged.constant([[], [2, 1]]), [[], [1, 2]], id="first empty"),
    pytest.param(rk.ragged.constant([[2, 1], []]), [[1, 2], []], id="last empty"),
    pytest.param(rk.ragged.constant([[], []]), [[], []], id="all empty"),
    pytest.param(rk.ragged.constant([[2, 1]]), [[1, 2]], id="one row"),
    pytest.param(rk.ragged.constant([["b", "a", ""], []]), [["", "a", "b"], []], id="text"),
    pytest.param(rk.ragged.constant([[b"b", b"a\0", b"a"]]), [[b"a", b"a\0", b"b"]], id="bytes"),
    pytest.param(rk.ragged.constant([[True, False]]), [[False, True]], id="bools"),
    pytest.param(D[2:4], [[2, 5, 9], [6]], id="a slice"),
    pytest.param(
        rk.ragged.constant([[INF, NAN, -INF], [2.0, 1.0]]), [[-INF, INF, NAN], [1.0, 2.0]], id="NaN"
    ),
    pytest.param(rk.ragged.constant([[[3, 1], []], [], [[2]]]), [[[1, 3], []], [], [[2]]], id="2"),
    pytest.param(
        rk.ragged.constant([[2, 1]], row_splits_dtype="int32"), [[1, 2]], id="int32 splits"
    ),
    pytest.param(
        rk.ragged.constant([[2**63 - 1, -(2**63), 0]]), [[-(2**63), 0, 2**63 - 1]], id="extremes"
    ),
]


@pytest.mark.parametrize(("rt", "expected"), EDGES)
def test_edges(rt: RT, expected: Any) -> None:
    found = rk.sort(rt)
    assert same(found.to_list(), expected)
    assert found.dtype == rt.dtype
    assert found.row_splits.dtype == rt.row_splits.dtype
    turned = rk.sort(rt, direction="DESCENDING").to_list()
    assert same(turned, map_rows(rt, lambda row: [row[i] for i in order_of(row, "DESCENDING")]))


def test_zeros_keep_their_signs_and_nan_its_place_whatever_its_sign() -> None:
    row = [0.0, -NAN, -0.0, NAN, -1.0]
    for dtype in ("float64", "float32", "float16"):
        rt = rk.ragged.constant([row], dtype=dtype)
        assert rk.argsort(rt).to_list() == [[4, 0, 2, 1, 3]]
        assert rk.argsort(rt, direction="DESCENDING").to_list() == [[0, 2, 4, 1, 3]]
        signs = np.signbit(rk.sort(rt).flat_values[:3])
        assert sorted(signs.tolist()) == [False, True, True]


def test_times_that_are_missing_come_last() -> None:
    rt = RT.from_row_splits(np.array(["NaT", 3, 1], dtype="m8[s]"), [0, 3])
    assert rk.argsort(rt).to_list() == [[2, 1, 0]]
    assert rk.argsort(rt, direction="DESCENDING").to_list() == [[1, 2, 0]]
    found = rk.sort(rt, direction="DESCENDING").flat_values
    assert found[:2].astype(int).tolist() == [3, 1]
    assert np.isnat(found[2])


def test_dense_arrays_sort_as_in_numpy() -> None:
    array = np.array([[3.0, NAN, 1.0], [2.0, 5.0, 4.0]])
    np.testing.assert_array_equal(rk.sort(array), np.sort(array))
    np.testing.assert_array_equal(rk.sort(array, 0, "DESCENDING"), [[3, 5, 4], [2, NAN, 1]])
    np.testing.assert_array_equal(rk.argsort([[2, 1, 2]], direction="DESCENDING"), [[0, 2, 1]])
    np.testing.assert_array_equal(rk.argsort([["b", "a"]], direction="DESCENDING"), [[0, 1]])


def test_uniform_rows_stay_declared() -> None:
    rt = RT.from_tensor([[2, 1], [4, 3]])
    for found in (rk.sort(rt), rk.argsort(rt), rt.sort(axis=0)):
        assert found.shape.as_list() == [2, 2]


def test_numpy_and_the_methods_do_the_same() -> None:
    assert_ragged_equal(np.sort(D), rk.sort(D))
    assert_ragged_equal(np.sort(D, axis=0), D.sort(axis=0))
    assert_ragged_equal(np.argsort(D), D.argsort())
    assert np.sort(D, axis=None).tolist() == sorted(D.flat_values.tolist())
    assert np.argsort(D, axis=None).tolist() == [1, 3, 6, 0, 2, 4, 7, 5]
    assert_ragged_equal(D.diff(), rk.diff(D))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.sort(D, direction="UP"), ValueError, "direction must be .* got 'UP'"),
        (lambda: rk.sort(D, axis=2), rk.RaggedIndexError, "axis must be from -2 to 1, got 2"),
        (lambda: rk.sort(3), ValueError, "values must have at least one dimension, got 3"),
        (
            lambda: rk.argsort(D, axis="1"),  # type: ignore[call-overload]
            TypeError,
            "axis must be an integer, got '1'",
        ),
        (lambda: np.sort(D, order="x"), TypeError, "order must not be given to np.sort"),
        (lambda: rk.top_k(D, -1), ValueError, "k must not be negative, got -1"),
        (lambda: rk.top_k([1, 2], 3), ValueError, "k must be at most 2, .* got 3"),
        (
            lambda: rk.top_k(D, 1.5),  # type: ignore[arg-type]
            TypeError,
            "k must be an integer, got 1.5",
        ),
        (lambda: rk.searchsorted(D, 1, "up"), ValueError, "side must be .* got 'up'"),
        (lambda: rk.searchsorted(D, [[1]]), ValueError, "values must have 5 rows, .* got 1"),
        (lambda: rk.searchsorted(D, "a"), TypeError, "values must compare with int64"),
        (lambda: rk.searchsorted([[[1]]], 1), ValueError, "one or two axes, got 3"),
        (lambda: rk.searchsorted(D, [[[1]]]), ValueError, "at most two axes, got 3"),
        (lambda: np.searchsorted(D, 1, sorter=[0]), TypeError, "sorter must not be given"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


# ---------------------------------------------------------------------- top_k
@pytest.mark.parametrize("in_order", [True, False])
@given(rt=rks.ragged_tensors(inner=(), dtype=ordered_dtypes), k=st.integers(0, 6))
def test_top_k_is_the_head_of_the_order(in_order: bool, rt: RT, k: int) -> None:
    values, indices = rk.top_k(rt, k, in_order)
    rows = [rt.flat_values[a:b] for a, b in pairwise(rt.partitions[-1].row_splits().tolist())]
    chosen = [order_of(row.tolist(), "DESCENDING")[:k] for row in rows]
    if not in_order:
        chosen = [sorted(row) for row in chosen]
    assert [int(i) for row in chosen for i in row] == indices.flat_values.tolist()
    assert indices.partitions[-1].row_lengths().tolist() == [len(row) for row in chosen]
    picked = [v for row, some in zip(rows, chosen, strict=True) for v in row[some].tolist()]
    assert same(values.flat_values.tolist(), picked)
    uniform = rt.partitions[-1].static_uniform_row_length
    expected = None if uniform is None else min(k, uniform)
    assert values.partitions[-1].static_uniform_row_length == expected


def test_top_k_of_dense_axes() -> None:
    values, indices = rk.top_k(np.array([[1.0, NAN, 3.0, 3.0, 2.0]]), 3)
    assert values.tolist() == [[3.0, 3.0, 2.0]]
    assert indices.tolist() == [[2, 3, 4]]
    rt = RT.from_row_splits([[1, 3, 2], [5, 4, 6]], [0, 0, 2])
    assert rt.top_k(2).values.to_list() == [[], [[3, 2], [6, 5]]]
    assert rt.top_k(2, sorted=False).indices.to_list() == [[], [[1, 2], [0, 2]]]


# ---------------------------------------------------------------------- searchsorted
small = st.integers(-3, 3) | st.sampled_from([NAN, 0.5])


def place_in(row: Sequence[float], wanted: float, side: str) -> int:
    """Python's bisect, NaN counted as larger than any number."""
    find = bisect.bisect_left if side == "left" else bisect.bisect_right
    key = [(v != v, 0 if v != v else v) for v in row]
    return find(key, (wanted != wanted, 0 if wanted != wanted else wanted))


@pytest.mark.parametrize("side", ["left", "right"])
@given(
    pairs=st.lists(st.tuples(st.lists(small, max_size=6), st.lists(small, max_size=4)), max_size=5)
)
def test_searchsorted_bisects_each_row(
    side: str, pairs: list[tuple[list[float], list[float]]]
) -> None:
    rows = [sorted(row, key=lambda v: (v != v, v)) for row, _ in pairs]
    wanted = [values for _, values in pairs]
    rt = RT.from_row_lengths(np.array(list(chain(*rows)), dtype=float), [len(r) for r in rows])
    flat = np.array(list(chain(*wanted)), dtype=float)
    found = rk.searchsorted(rt, RT.from_row_lengths(flat, [len(w) for w in wanted]), side)
    assert found.dtype == np.int64
    assert found.to_list() == [
        [place_in(row, v, side) for v in values] for row, values in zip(rows, wanted, strict=True)
    ]


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["datetime64[D]", "timedelta64[s]"])
def test_a_time_that_is_none_belongs_behind_the_others(dtype: str, side: Any) -> None:
    rows = [np.array([1, 1, 4], dtype), np.array([2, "NaT"], dtype), np.array([], dtype)]
    wanted = np.array([1, "NaT", 9], dtype)
    found = rk.searchsorted(rk.array(rows), wanted, side)
    assert found.tolist() == [row.searchsorted(wanted, side).tolist() for row in rows]


@given(rows=rks.ragged_lists(), wanted=st.lists(st.integers(-100, 100), max_size=4))
def test_a_vector_is_looked_for_in_every_row(rows: list[list[int]], wanted: list[int]) -> None:
    rows = [sorted(row) for row in rows]
    rt = RT.from_row_lengths(np.array(list(chain(*rows)), dtype=int), [len(r) for r in rows])
    found = rk.searchsorted(rt, np.array(wanted, dtype=int))
    assert found.tolist() == [[place_in(row, v, "left") for v in wanted] for row in rows]
    assert found.shape == (len(rows), len(wanted))
    for v in wanted:
        assert rk.searchsorted(rt, v, "right").tolist() == [place_in(r, v, "right") for r in rows]


def test_searchsorted_of_one_vector_takes_any_values() -> None:
    assert rk.searchsorted([1, 3, 5], D).to_list() == [[1, 0, 2, 0], [], [2, 3, 1], [3], []]
    assert np.searchsorted([1, 3, 5], D, side="right").to_list() == [
        [2, 1, 2, 1], [], [3, 3, 1], [3], [],
    ]  # fmt: skip
    assert rk.searchsorted([1, 3, 5], 4) == 2
    assert rk.searchsorted([["a", "c"], ["b", "b"]], [["b"], ["b"]]).tolist() == [[1], [0]]
    assert rk.searchsorted(rk.ragged.constant([["a", "c"], []]), "b").tolist() == [1, 0]
    places: Any = np.searchsorted(np.sort(D), 3)
    assert places.tolist() == [2, 0, 1, 0, 0]


# ---------------------------------------------------------------------- another namespace
CALLS: dict[str, Callable[[Any], Any]] = {
    "sort": lambda x: rk.sort(x),
    "descending": lambda x: rk.sort(x, direction="DESCENDING"),
    "sort columns": lambda x: rk.sort(x, axis=0),
    "argsort columns": lambda x: rk.argsort(x, axis=0),
    "top_k": lambda x: rk.top_k(x, 2).values,
    "top_k unsorted": lambda x: rk.top_k(x, 2, False).indices,
    "searchsorted": lambda x: rk.searchsorted(x, x),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_values_of_a_device_stay_there(call: Callable[[Any], Any]) -> None:
    host = rk.ragged.constant([[3.0, 1.0, NAN, 1.0], [], [5.0, 9.0, 2.0]])
    splits = namespace.asarray(host.row_splits)
    found = call(RT.from_row_splits(namespace.asarray(host.flat_values), splits))
    assert isinstance(found.flat_values, StrictArray)
    assert_ragged_equal(
        RT.from_row_splits(found.flat_values.get(), found.row_splits.get()), call(host)
    )
