"""bincount, dense and sparse, against counts of plain lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
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
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
ROWS = rk.ragged.constant([[1, 1], [], [2, 0, 2, 3]])
WEIGHTS = rk.ragged.constant([[0.5, 0.25], [], [1.0, 2.0, 4.0, 8.0]])
lengths = st.none() | st.integers(0, 12)
counts = st.integers(0, 9)
FLOAT: Any = 1.5


def size_of(values: Sequence[int], minlength: int | None, maxlength: int | None) -> int:
    size = max([v + 1 for v in values] + [minlength or 0])
    return size if maxlength is None else min(size, maxlength)


def count(row: Sequence[int], size: int, weights: Sequence[float] | None = None) -> list[float]:
    """The counts of a loop over a row."""
    found: list[float] = [0] * size
    for v, w in zip(row, weights or [1] * len(row), strict=True):
        if v < size:
            found[v] += w
    return found


def rows_of(rt: RT) -> list[list[Any]]:
    splits = rt.partitions[-1].row_splits().tolist()
    return [rt.flat_values[a:b].tolist() for a, b in pairwise(splits)]


# ---------------------------------------------------------------------- dense
@given(
    rt=rks.ragged_tensors(ragged_rank=1, inner=(), dtype="int64", values=counts),
    minlength=lengths,
    maxlength=lengths,
    binary=st.booleans(),
)
def test_bincount_counts_rows_and_all(
    rt: RT, minlength: int | None, maxlength: int | None, binary: bool
) -> None:
    values = rt.flat_values.tolist()
    size = size_of(values, minlength, maxlength)
    options: dict[str, Any] = {
        "minlength": minlength, "maxlength": maxlength, "binary_output": binary,
    }  # fmt: skip
    each = [count(row, size) for row in rt.to_list()]
    total = count(values, size)
    if binary:
        each, total = [[min(n, 1) for n in row] for row in each], [min(n, 1) for n in total]
    found = rk.bincount(rt, axis=-1, **options)
    assert found.shape == (len(rt), size)
    assert found.tolist() == each
    for axis in (None, 0):
        assert rk.bincount(rt, axis=axis, **options).tolist() == total


@given(data=st.data(), rt=rks.ragged_tensors(ragged_rank=1, inner=(), dtype="int32", values=counts))
def test_weights_are_added_up_in_their_dtype(data: st.DataObject, rt: RT) -> None:
    kind = data.draw(st.sampled_from(["int32", "int64", "float32", "float64", "complex128"]))
    n = rt.size
    drawn = data.draw(st.lists(st.integers(-8, 8), min_size=n, max_size=n))
    weights = rt.with_flat_values(np.array(drawn, dtype=kind))
    size = size_of(rt.flat_values.tolist(), None, None)
    found = rk.bincount(rt, weights=weights, axis=-1)
    assert found.dtype == kind
    assert found.tolist() == [
        count(row, size, w) for row, w in zip(rt.to_list(), weights.to_list(), strict=True)
    ]
    assert rk.bincount(rt, weights=weights).tolist() == count(
        rt.flat_values.tolist(), size, weights.flat_values.tolist()
    )


@given(rt=rks.ragged_tensors(dtype="int64", values=counts))
def test_rows_of_rows_keep_their_rows(rt: RT) -> None:
    size = size_of(rt.flat_values.ravel().tolist(), None, None)
    found = rk.bincount(rt, axis=-1)
    assert found.shape[-1] == size
    if rt.shape.rank == 2:
        assert found.tolist() == [count(row, size) for row in rt.to_list()]
        return
    inner = rt.flat_values.shape[1:]
    if inner:
        flat = rt.flat_values
        lines = flat.reshape(flat.size // (inner[-1] or 1), inner[-1]).tolist()
        assert_ragged_equal(found, rt.with_flat_values(found.flat_values))
    else:
        lines = rows_of(rt)
    each = [count(line, size) for line in lines]
    assert found.flat_values.ravel().tolist() == [n for row in each for n in row]


@pytest.mark.parametrize(
    ("rt", "options", "expected"),
    [
        pytest.param(RT.from_row_splits(np.zeros(0, int), [0]), {}, [], id="no rows"),
        pytest.param(rk.ragged.constant([[], [1]]), {}, [[0, 0], [0, 1]], id="first empty"),
        pytest.param(RT.from_row_splits(np.zeros(0, int), [0, 0, 0]), {}, [[], []], id="all empty"),
        pytest.param(
            RT.from_row_splits(np.zeros(0, int), [0, 0]), {"minlength": 2}, [[0, 0]], id="minlength"
        ),
        pytest.param(ROWS, {"maxlength": 0}, [[], [], []], id="maxlength 0"),
        pytest.param(ROWS, {"minlength": 9, "maxlength": 1}, [[0], [0], [1]], id="both"),
        pytest.param(ROWS[2:], {}, [[1, 0, 2, 1]], id="a slice"),
        pytest.param(rk.ragged.constant([[True], [False, True]]), {}, [[0, 1], [1, 1]], id="bools"),
        pytest.param(rk.ragged.constant([[2.0], [0.0]]), {}, [[0, 0, 1], [1, 0, 0]], id="whole"),
        pytest.param(rk.ragged.constant([[200]], dtype="uint8"), {"maxlength": 1}, [[0]], id="u1"),
        pytest.param([[1, 2], [3, 0]], {}, [[0, 1, 1, 0], [1, 0, 0, 1]], id="dense"),
        pytest.param([[1], [1, 1]], {}, [[0, 1], [0, 2]], id="a nested list"),
        pytest.param([1, 2, 2], {}, [0, 1, 2], id="a vector"),
        pytest.param(RT.from_tensor([[1, 1], [0, 1]]), {}, [[0, 2], [1, 1]], id="uniform"),
        pytest.param(
            rk.SparseTensor([[1, 2], [0, 0], [1, 0]], [3, 1, 3], [2, 3]),
            {},
            [[0, 1, 0, 0], [0, 0, 0, 2]],
            id="sparse",
        ),
    ],
)
def test_edges(rt: Any, options: dict[str, Any], expected: Any) -> None:
    found = rk.bincount(rt, axis=-1, **options)
    assert found.tolist() == expected
    assert found.dtype == np.int64


def test_counts_are_int32_where_the_integers_are_or_as_was_asked() -> None:
    narrow = ROWS.with_flat_values(ROWS.flat_values.astype("int32"))
    assert rk.bincount(narrow).dtype == np.int32
    assert rk.bincount(narrow, dtype="int64").dtype == np.int64
    assert rk.bincount(ROWS, dtype="float32").tolist() == [1.0, 2.0, 2.0, 1.0]
    assert rk.bincount(ROWS, dtype=bool, binary_output=True).dtype == np.bool_
    assert rk.sparse.bincount(narrow).dtype == np.int32


def test_integer_weights_stay_exact_and_small_ones_get_room() -> None:
    large = ROWS.with_flat_values(np.array([2**53, 1, 0, 0, 0, 0]))
    assert rk.bincount(ROWS, weights=large).tolist() == [0, 2**53 + 1, 0, 0]
    small = ROWS.with_flat_values(np.full(6, 100, dtype="int8"))
    assert rk.bincount(ROWS, weights=small).tolist() == [100, 200, 200, 100]


def test_nan_weights_stay_in_their_place() -> None:
    weights = ROWS.with_flat_values([np.nan, 1.0, 1.0, 1.0, np.inf, 1.0])
    found = rk.bincount(ROWS, weights=weights, axis=-1)
    np.testing.assert_array_equal(found, [[0, np.nan, 0, 0], [0] * 4, [1, 0, np.inf, 1]])


def test_weights_of_dense_and_sparse_arrays() -> None:
    assert rk.bincount([[1, 0], [1, 1]], [[1.0, 2.0], [3.0, 4.0]], axis=-1).tolist() == [
        [2.0, 1.0], [0.0, 7.0],
    ]  # fmt: skip
    assert rk.bincount([[1, 0], [1, 1]], [1, 2, 3, 4]).tolist() == [2, 8]
    cells = rk.SparseTensor([[1, 2], [0, 0]], [1, 0], [2, 3])
    weights = cells.with_values([0.5, 2.0])
    assert rk.bincount(cells, weights, axis=-1).tolist() == [[2.0, 0.0], [0.0, 0.5]]
    assert rk.sparse.bincount(cells, weights, axis=-1).values.tolist() == [2.0, 0.5]


# ---------------------------------------------------------------------- sparse
@given(
    rt=rks.ragged_tensors(ragged_rank=1, inner=(), dtype="int64", values=counts),
    minlength=lengths,
    maxlength=lengths,
    binary=st.booleans(),
)
def test_sparse_counts_are_the_dense_ones_that_are_not_0(
    rt: RT, minlength: int | None, maxlength: int | None, binary: bool
) -> None:
    options: dict[str, Any] = {"minlength": minlength, "maxlength": maxlength}
    found = rk.sparse.bincount(rt, axis=-1, binary_output=binary, **options)
    expected = [
        ([i, v], 1 if binary else n)
        for i, row in enumerate(rt.to_list())
        for v, n in sorted(Counter(row).items())
        if maxlength is None or v < maxlength
    ]
    assert found.indices.tolist() == [cell for cell, _ in expected]
    assert found.values.tolist() == [n for _, n in expected]
    size = max([0, *rt.flat_values.tolist()]) + 1
    size = maxlength if maxlength is not None else max(size, minlength or 0)
    assert found.dense_shape.tolist() == [len(rt), size]
    together = rk.sparse.bincount(rt, binary_output=binary, **options)
    assert together.dense_shape.tolist() == [size]
    inside = [v for v in rt.flat_values.tolist() if v < size]
    assert together.indices.tolist() == [[v] for v in sorted(set(inside))]
    if not binary:
        assert together.values.tolist() == [n for _, n in sorted(Counter(inside).items())]


def test_sparse_counts_of_large_integers_need_no_room() -> None:
    found = rk.sparse.bincount(rk.ragged.constant([[2**62], [], [5, 2**62]]), axis=-1)
    assert found.indices.tolist() == [[0, 2**62], [2, 5], [2, 2**62]]
    assert found.dense_shape.tolist() == [3, 2**62 + 1]


def test_sparse_counts_of_weights_and_other_tensors() -> None:
    found = rk.sparse.bincount(ROWS, WEIGHTS, axis=-1)
    assert found.indices.tolist() == [[0, 1], [2, 0], [2, 2], [2, 3]]
    assert found.values.tolist() == [0.75, 2.0, 5.0, 8.0]
    assert rk.sparse.bincount(ROWS, WEIGHTS).values.tolist() == [2.0, 0.75, 5.0, 8.0]
    assert rk.sparse.bincount([[1, 2], [3, 3]], axis=-1).values.tolist() == [1, 1, 2]
    assert rk.sparse.bincount([1, 1], axis=-1).indices.tolist() == [[1]]
    cells = rk.SparseTensor([[1, 2], [0, 0], [1, 0]], [3, 1, 3], [2, 3])
    assert rk.sparse.bincount(cells, axis=-1).indices.tolist() == [[0, 1], [1, 3]]
    assert rk.sparse.bincount(rk.ragged.constant([[[1], [1]], [[2]]])).values.tolist() == [2, 1]


# ---------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.bincount(ROWS - 1), ValueError, r"not be negative, got arr\[2\]\[1\] = -1"),
        (lambda: rk.bincount([[0], [-7]]), ValueError, r"not be negative, got arr\[1\]\[0\] = -7"),
        (lambda: rk.bincount(ROWS + 0.5), ValueError, r"be whole, got arr\[0\]\[0\] = 1.5"),
        (lambda: rk.bincount([np.nan]), ValueError, r"be whole, got arr\[0\] = nan"),
        (lambda: rk.bincount([["a"]]), TypeError, "arr must contain integers, got dtype"),
        (lambda: rk.bincount(ROWS, axis=1), ValueError, "axis must be None, 0 or -1, got 1"),
        (lambda: rk.bincount(ROWS, maxlength=-2), ValueError, "maxlength must not be neg.* got -2"),
        (lambda: rk.bincount(ROWS, minlength=1.5), TypeError, "minlength must be an int.* got 1.5"),  # type: ignore[arg-type]
        (
            lambda: rk.bincount(ROWS, WEIGHTS, binary_output=True),
            ValueError,
            "weights must not be given together with binary_output",
        ),
        (lambda: rk.bincount(ROWS, [1.0] * 6), ValueError, "weights must be a RaggedTensor, as"),
        (lambda: rk.bincount(ROWS, WEIGHTS[:2]), ValueError, "weights must have the rows of arr"),
        (lambda: rk.bincount([1, 2], ROWS), ValueError, "weights must be dense, as arr"),
        (lambda: rk.bincount([1, 2], [1]), ValueError, r"weights must have the shape of arr, \(2,"),
        (lambda: rk.bincount([1], ["a"]), TypeError, "weights must contain numbers"),
        (lambda: rk.bincount(ROWS, dtype="U1"), TypeError, "dtype must be a dtype of numbers"),
        (
            lambda: rk.bincount(np.zeros(200, int), dtype="int8"),
            ValueError,
            "dtype must count to 200, got dtype",
        ),
        (
            lambda: rk.sparse.bincount(rk.ragged.constant([[[1]]]), axis=-1),
            ValueError,
            "values must have at most two axes, got 3",
        ),
        (
            lambda: rk.sparse.bincount(rk.SparseTensor([[0, 0, 0]], [1], [1, 1, 1]), axis=-1),
            ValueError,
            "values must have at most two axes, got 3",
        ),
        (
            lambda: rk.bincount(rk.SparseTensor([[0]], [-1], [1])),
            ValueError,
            r"got arr.values\[0\] = -1",
        ),
        (
            lambda: rk.bincount(rk.SparseTensor([[0]], [1], [1]), [1]),
            ValueError,
            "weights must be a SparseTensor, as arr",
        ),
        (
            lambda: rk.bincount(rk.SparseTensor([[0]], [1], [3]), rk.SparseTensor([[1]], [1], [3])),
            ValueError,
            "weights must have the cells of arr",
        ),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there() -> None:
    splits = namespace.asarray(ROWS.row_splits)
    rt = RT.from_row_splits(namespace.asarray(ROWS.flat_values), splits)
    weights = RT.from_row_splits(namespace.asarray(WEIGHTS.flat_values), splits)
    found: Any = rk.bincount(rt, axis=-1, maxlength=3)
    assert isinstance(found, StrictArray)
    np.testing.assert_array_equal(found.get(), rk.bincount(ROWS, axis=-1, maxlength=3))
    found = rk.bincount(rt, weights, axis=-1)
    np.testing.assert_array_equal(found.get(), rk.bincount(ROWS, WEIGHTS, axis=-1))
    values: Any = rk.sparse.bincount(rt, axis=-1).values
    assert isinstance(values, StrictArray)
    np.testing.assert_array_equal(values.get(), rk.sparse.bincount(ROWS, axis=-1).values)


# ---------------------------------------------------------------------- value_counts
def most_common(row: list[Any], k: int | None) -> list[tuple[Any, int]]:
    """Return the values of a list with their counts, the most frequent first, then ascending."""
    return sorted(Counter(row).items(), key=lambda item: (-item[1], item[0]))[:k]


FEW_VALUES = {
    "int64": st.integers(-2, 2),
    "uint8": st.integers(0, 3),
    "float32": st.sampled_from([0.5, -1.0, float("inf")]),
    "bool": st.booleans(),
    "U2": st.sampled_from(["a", "b", "ab", ""]),
    "datetime64[D]": st.integers(0, 2),
}


@pytest.mark.parametrize("dtype", FEW_VALUES)
@given(data=st.data())
def test_value_counts_is_a_counter_of_each_row(dtype: str, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.lists(FEW_VALUES[dtype], max_size=8), max_size=5))
    k = data.draw(st.none() | st.integers(0, 4))
    flat = np.array([v for row in rows for v in row], dtype=dtype)
    rt = RT.from_row_lengths(flat, np.array([len(row) for row in rows], dtype="int32"))
    found: Any = rk.value_counts(rt, k)
    expected = [most_common(row, k) for row in rt.to_list()]
    assert found.values.to_list() == [[v for v, _ in row] for row in expected]
    assert found.counts.to_list() == [[n for _, n in row] for row in expected]
    assert found.values.dtype == flat.dtype
    assert found.counts.dtype == np.int64
    assert rt.value_counts(k).counts.tolist() == found.counts.to_list()


def test_value_counts_edges() -> None:
    values, counts = rk.value_counts([3, 1, 3])
    assert (values.tolist(), counts.tolist()) == ([3, 1], [2, 1])
    values, counts = rk.value_counts([])
    assert (values.tolist(), counts.tolist()) == ([], [])
    nan = float("nan")
    values, counts = rk.value_counts([[nan, 2.0, nan], [nan, 2.0, 5.0]])
    assert repr(values.tolist()) == "[[nan, 2.0], [2.0, 5.0, nan]]"
    assert counts.tolist() == [[2, 1], [1, 1, 1]]
    deep = rk.array([[[1, 1], []], [], [[2, 3]]])
    assert rk.value_counts(deep).counts.tolist() == [[[2], []], [], [[1, 1]]]
    assert rk.value_counts(deep, 1).values.tolist() == [[[1], []], [], [[2]]]
    assert rk.value_counts(D, 2**62).counts.tolist() == rk.value_counts(D).counts.tolist()
    many = rk.array([np.arange(70_000) % 7, np.arange(5) % 2])
    assert rk.value_counts(many, 2).counts.tolist() == [[10_000, 10_000], [3, 2]]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.value_counts(3), ValueError, "values must have at least one dimension, got 3"),
        (lambda: rk.value_counts(D, -1), ValueError, "k must not be negative, got -1"),
        (lambda: rk.value_counts(D, FLOAT), TypeError, "k must be an integer, got 1.5"),
    ],
)  # fmt: skip
def test_value_counts_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_value_counts_of_a_device_stay_there() -> None:
    rt = RT.from_row_lengths(
        namespace.asarray(np.array([3, 1, 3, 2])), namespace.asarray(np.array([3, 0, 1]))
    )
    for k in (None, 1):
        found: Any = rk.value_counts(rt, k)
        values, counts = found
        assert isinstance(values.flat_values, StrictArray)
        assert values.flat_values.get().tolist() == ([3, 1, 2] if k is None else [3, 2])
        assert counts.flat_values.get().tolist() == ([2, 1, 1] if k is None else [2, 1])
