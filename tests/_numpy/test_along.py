"""NumPy's functions along rows that are not reductions, against NumPy on each row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

RT = rk.RaggedTensor
constant = rk.ragged.constant
D: Any = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
LONG: Any = constant([[3.0, 1.0, 4.0, 1.5], [5.0, 9.0, 2.0], [6.0, 6.5, 8.0, 2.0, 1.0]])
PARTS = [np.array(row) for row in LONG.to_list()]
rows_of_three = st.lists(
    st.lists(st.floats(-9, 9, width=32), min_size=3, max_size=7), min_size=1, max_size=5
)


def listed(found: Any) -> Any:
    return found.to_list() if isinstance(found, RT) else found.tolist()


def check(found: Any, want: list[Any]) -> None:
    if isinstance(found, RT):
        assert found.row_lengths().tolist() == [len(w) for w in want]
        assert found.dtype == want[0].dtype
        found, want = found.flat_values, [np.concatenate(want)]
    assert np.allclose(found, want[0] if len(want) == 1 else want, equal_nan=True)


# ------------------------------------------------------------------ slopes and integrals
@pytest.mark.parametrize("edge_order", [1, 2])
@given(rows=rows_of_three)
def test_gradient_is_that_of_each_row(edge_order: Any, rows: list[list[float]]) -> None:
    rt: Any = constant(rows)
    found = np.gradient(rt, axis=1, edge_order=edge_order)
    want = [np.gradient(np.array(r), edge_order=edge_order) for r in rows]
    check(found, want)
    check(
        np.gradient(rt, 0.5, axis=-1, edge_order=edge_order),
        [np.gradient(np.array(r), 0.5, edge_order=edge_order) for r in rows],
    )


@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradient_over_coordinates(edge_order: Any) -> None:
    at: Any = constant([[0.0, 1.0, 1.5, 4.0], [0.0, 2.0, 3.0], [1.0, 2.0, 4.0, 5.0, 7.0]])
    want = [
        np.gradient(y, np.array(x), edge_order=edge_order)
        for y, x in zip(PARTS, at.to_list(), strict=True)
    ]
    check(np.gradient(LONG, at, axis=1, edge_order=edge_order), want)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "float32", "complex64", "m8[s]", "M8[D]"])
def test_gradient_keeps_numpys_dtypes(dtype: str) -> None:
    values = np.array([8, 1, 4, 2, 6, 2, 9]).astype(dtype)
    rt: Any = RT.from_row_lengths(values, [3, 4])
    found: Any = np.gradient(rt, axis=1)
    want: list[Any] = [np.gradient(values[:3]), np.gradient(values[3:])]
    assert found.dtype == want[0].dtype
    assert found.flat_values.tolist() == np.concatenate(want).tolist()


def test_gradient_of_two_partitions_and_inner_axes() -> None:
    flat = np.arange(16.0).reshape(8, 2) ** 2
    rt: Any = RT.from_nested_row_splits(flat, [[0, 1, 3], [0, 2, 5, 8]])
    found: Any = np.gradient(rt, axis=2)
    want = [np.gradient(flat[a:b], axis=0) for a, b in ((0, 2), (2, 5), (5, 8))]
    assert np.allclose(found.flat_values, np.concatenate(want))
    inner: Any = np.gradient(rt, axis=-1)
    assert np.allclose(inner.flat_values, np.gradient(flat, axis=1))


if hasattr(np, "trapezoid"):

    @given(rows=st.lists(st.lists(st.integers(-9, 9), max_size=6), min_size=1, max_size=5))
    def test_trapezoid_is_that_of_each_row(rows: list[list[int]]) -> None:
        rt: Any = constant(rows, dtype="int64", ragged_rank=1)
        check(np.trapezoid(rt), [np.trapezoid(np.array(r)) for r in rows])
        check(np.trapezoid(rt, dx=0.5, axis=1), [np.trapezoid(np.array(r), dx=0.5) for r in rows])
        at = np.cumsum(np.abs(rt) + 1, axis=1)
        want = [
            np.trapezoid(np.array(y), np.array(x)) for y, x in zip(rows, listed(at), strict=True)
        ]
        check(np.trapezoid(rt, at), want)


# ------------------------------------------------------------------ norms
ORDERS = [None, 2, 1, 0, 3, 0.5, -1, np.inf]


@pytest.mark.parametrize("ord", ORDERS)
@pytest.mark.parametrize("dtype", ["int32", "float32", "float64", "complex64"])
def test_norm_is_that_of_each_row(ord: Any, dtype: str) -> None:
    rt: Any = LONG.with_flat_values(LONG.flat_values.astype(dtype) * (1 if dtype[0] != "c" else 1j))
    parts = np.split(rt.flat_values, [4, 7])
    found, want = np.linalg.norm(rt, ord, axis=1), [np.linalg.norm(p, ord) for p in parts]
    assert found.dtype == want[0].dtype
    assert np.allclose(found, want, rtol=1e-5)
    assert np.linalg.norm(rt, ord, axis=1, keepdims=True).shape == (3, 1)
    if ord is not None:
        assert np.allclose(np.linalg.vector_norm(rt, ord=ord, axis=1), want, rtol=1e-5)
        whole = np.linalg.vector_norm(rt.flat_values, ord=ord)
        assert np.allclose(np.linalg.vector_norm(rt, ord=ord), whole, rtol=1e-5)


def test_norms_of_empty_rows_and_of_all_values() -> None:
    assert np.linalg.norm(D).dtype == np.float64
    assert np.isclose(np.linalg.norm(D), np.linalg.norm(D.flat_values))
    assert np.linalg.norm(D, axis=1)[[1, 4]].tolist() == [0, 0]
    assert np.linalg.norm(D, np.inf, axis=1).tolist() == [4, 0, 9, 6, 0]
    assert np.linalg.norm(LONG, -np.inf, axis=1).tolist() == [1, 2, 1]


# ------------------------------------------------------------------ value by value
def test_digitize_and_interp_value_by_value() -> None:
    bins = [2, 4, 6]
    check(np.digitize(D, bins), [np.digitize(np.array(r, int), bins) for r in D.to_list()])
    check(
        np.digitize(D, bins, right=True),
        [np.digitize(np.array(r, int), bins, right=True) for r in D.to_list()],
    )
    xp, fp = [0.0, 5.0, 9.0], [1.0, 2.0, -1.0]
    check(np.interp(LONG, xp, fp, left=-7), [np.interp(p, xp, fp, left=-7) for p in PARTS])
    check(np.interp(x=LONG, xp=xp, fp=fp), [np.interp(p, xp, fp) for p in PARTS])


def test_isin_looks_among_all_values_of_a_ragged_tensor() -> None:
    isin: Any = np.isin
    assert isin(D, constant([[1], [], [9, 5]])).to_list() == [
        [False, True, False, True],
        [],
        [True, True, False],
        [False],
        [],
    ]
    assert np.isin([1, 7], D).tolist() == [True, False]
    assert isin(D, constant([[1], [9]]), invert=True).to_list()[2] == [True, False, True]
    assert isin(D, [1]).to_list()[0] == [False, True, False, True]


def test_select_takes_the_first_choice_whose_condition_is_true() -> None:
    x: Any = LONG
    found: Any = np.select([x > 5, x > 2], [x * 10, -x], default=0)
    check(found, [np.select([p > 5, p > 2], [p * 10, -p], default=0) for p in PARTS])
    found = np.select([x > 5], ["big"], "small")
    assert found.to_list()[1] == ["small", "big", "small"]


def test_take_and_take_along_axis() -> None:
    take: Any = np.take
    assert take(D, [2, 0], axis=0).to_list() == [[5, 9, 2], [3, 1, 4, 1]]
    assert np.take(D, [0, -1]).tolist() == [3, 6]
    assert np.take(LONG, [-1, 0], axis=1).tolist() == [[1.5, 3.0], [2.0, 5.0], [1.0, 6.0]]
    order: Any = np.argsort(LONG, axis=1)
    check(np.take_along_axis(LONG, order, axis=1), [np.sort(p) for p in PARTS])
    top: Any = LONG.argmax(axis=1)
    assert np.take_along_axis(LONG, top[:, None], -1).tolist() == [[4.0], [9.0], [8.0]]


# ------------------------------------------------------------------ scans and differences
@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_scans_of_the_array_api(name: str) -> None:
    function: Any = getattr(np, name, None)
    old: Any = {"s": np.cumsum, "p": np.cumprod}[name[11]]
    if function is None:
        pytest.skip("new in NumPy 2.1")
    rt: Any = D
    check(function(rt, axis=1), [old(np.array(r, int)) for r in D.to_list()])
    found = function(rt, axis=1, include_initial=True)
    check(found, [np.array([int(name[11] == "p"), *old(np.array(r, int))]) for r in D.to_list()])
    with pytest.raises(ValueError, match="axis must be given for a RaggedTensor, got None; axis=1"):
        function(rt)


@given(rows=st.lists(st.lists(st.integers(-9, 9), max_size=5), min_size=1, max_size=5))
def test_diff_takes_what_comes_before_and_behind(rows: list[list[int]]) -> None:
    rt: Any = constant(rows, dtype="int64", ragged_rank=1)
    parts = [np.array(r, "int64") for r in rows]
    check(np.diff(rt, prepend=0), [np.diff(p, prepend=0) for p in parts])
    check(np.diff(rt, append=rt), [np.diff(p, append=p) for p in parts])
    check(
        np.diff(rt, n=2, prepend=1, append=2), [np.diff(p, 2, prepend=1, append=2) for p in parts]
    )
    column = np.arange(len(rows))[:, None]
    check(
        np.diff(rt, axis=1, prepend=column),
        [np.diff(p, prepend=c) for p, c in zip(parts, column, strict=True)],
    )


def test_diff_along_inner_axes_and_of_two_partitions() -> None:
    flat = np.arange(8.0).reshape(4, 2) ** 2
    rt: Any = RT.from_nested_row_splits(flat, [[0, 1, 2], [0, 1, 4]])
    found: Any = np.diff(rt, axis=-1, prepend=0.0)
    assert np.array_equal(found.flat_values, np.diff(flat, axis=1, prepend=0.0))
    found = np.diff(rt, axis=2, append=7.0)
    want = [np.diff(p, axis=0, append=7.0) for p in (flat[:1], flat[1:])]
    assert np.array_equal(found.flat_values, np.concatenate(want))


# ------------------------------------------------------------------ partitions
@given(rows=rows_of_three, kth=st.integers(-3, 2))
def test_partition_puts_one_value_where_a_sort_would(rows: list[list[float]], kth: int) -> None:
    rt: Any = constant(rows)
    partition: Any = np.partition
    argpartition: Any = np.argpartition
    for row, found, at in zip(
        rows,
        partition(rt, kth, axis=1).to_list(),
        argpartition(rt, kth).to_list(),
        strict=True,
    ):
        k = kth % len(row)
        assert sorted(found) == sorted(row)
        assert found[k] == sorted(row)[k] == row[at[k]]
        assert max(found[:k], default=-10) <= found[k] <= min(found[k:])


def test_ptp_of_rows() -> None:
    check(np.ptp(LONG, axis=1), [np.ptp(p) for p in PARTS])


# ------------------------------------------------------------------ refusals
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "gradient of a short row": (
        lambda: np.gradient(D, axis=1),
        ValueError,
        "f must have at least 2 values in every row, got row 1 of length 0",
    ),
    "gradient of second order": (
        lambda: np.gradient(constant([[1.0, 2.0, 4.0], [1.0, 2.0]]), axis=1, edge_order=2),
        ValueError,
        "f must have at least 3 values in every row, got row 1 of length 2",
    ),
    "gradient without axis": (lambda: np.gradient(LONG), ValueError, "axis must be given"),
    "gradient of columns": (lambda: np.gradient(LONG, axis=0), ValueError, "axis must be 1, along"),
    "edge order": (
        lambda: np.gradient(LONG, axis=1, edge_order=3),  # type: ignore[call-overload]
        ValueError,
        "edge_order must be 1 or 2, got 3",
    ),
    "coordinates of other rows": (
        lambda: np.gradient(LONG, D, axis=1),
        ValueError,
        "spacing must have the rows of the values",
    ),
    "coordinates in one vector": (
        lambda: np.gradient(LONG, np.arange(3.0), axis=1),
        ValueError,
        "spacing must be a number or a RaggedTensor",
    ),
    "text": (
        lambda: np.gradient(constant([["a", "b"]]), axis=1),
        TypeError,
        "f must contain numbers",
    ),
    "trapezoid": (lambda: np.trapezoid(LONG, D), ValueError, "x must have the rows of the values"),
    "norm of a matrix": (
        lambda: np.linalg.norm(LONG, axis=(0, 1)),
        ValueError,
        r"axis must be one axis or None, got \(0, 1\); each row is a vector",
    ),
    "order of a matrix": (lambda: np.linalg.norm(LONG, "fro", axis=1), ValueError, "ord must be a"),
    "order without axis": (
        lambda: np.linalg.norm(LONG, 1),
        ValueError,
        "axis must be given beside",
    ),
    "smallest of none": (
        lambda: np.linalg.norm(D, -np.inf, axis=1),
        ValueError,
        "x must have a value in every row for a norm of order -inf, got 'none in result 1'",
    ),
    "norm of text": (
        lambda: np.linalg.norm(constant([["a"]]), axis=1),
        TypeError,
        "x must contain num",
    ),
    "kth": (
        lambda: np.partition(D, 2, axis=1),
        ValueError,
        "kth must be a position in every row, got 2 where row 1 has length 0",
    ),
    "kth from the end": (
        lambda: np.argpartition(LONG, -4, axis=1),
        ValueError,
        "kth must be a position in every row, got -4 where row 1 has length 3",
    ),
    "take along columns": (
        lambda: np.take_along_axis(LONG, np.argsort(LONG), axis=0),
        ValueError,
        "axis must be 1, along the rows, got 0",
    ),
    "take beyond a row": (
        lambda: np.take_along_axis(LONG, constant([[4], [0], [0]]), axis=1),
        rk.RaggedIndexError,
        r"indices must be in their row, got indices\[0, 0\] = 4",
    ),
    "select": (lambda: np.select([LONG > 1], [LONG, LONG]), ValueError, "choicelist must have one"),
    "select by numbers": (
        lambda: np.select([LONG], [LONG]),
        TypeError,
        r"condlist\[0\] must contain b",
    ),
    "prepend to columns": (
        lambda: np.diff(LONG, axis=0, prepend=0),
        ValueError,
        r"prepend must be a tensor along axis 0, got 0; give one whole row",
    ),
    "interp": (lambda: np.interp([1.0], LONG, LONG), TypeError, "be the first argument alone"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
