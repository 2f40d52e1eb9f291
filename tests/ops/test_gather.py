"""gather, batch_gather, gather_nd and np.take, against indexing of nested lists."""

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


def gathered(rows: Any, indices: Any, axis: int, batch: int) -> Any:
    if batch:
        return [gathered(r, i, axis - 1, batch - 1) for r, i in zip(rows, indices, strict=True)]
    if axis:
        return [gathered(r, indices, axis - 1, 0) for r in rows]
    if isinstance(indices, list):
        return [gathered(rows, i, 0, 0) for i in indices]
    return rows[indices]


def least(rows: Any, axis: int) -> int:
    """The length of the shortest row of an axis; 0 where there is no row at all."""
    return min((least(r, axis - 1) for r in rows), default=0) if axis else len(rows)


def indices_of(draw: Any, rows: Any, axis: int, batch: int, low: int = 0) -> Any:
    """A list of indices that are in range, one for each part of the shared axes."""
    if batch:
        return [indices_of(draw, r, axis - 1, batch - 1, low) for r in rows]
    n = least(rows, axis)
    return draw(st.lists(st.integers(low * n, n - 1), max_size=3)) if n else []


@st.composite
def gathers(draw: st.DrawFn) -> tuple[rk.RaggedTensor, Any, int, int]:
    rt = draw(rks.ragged_tensors())
    axis = draw(st.integers(0, rt.ndim - 1))
    batch = draw(st.integers(0, min(axis, rt.ragged_rank)))
    lists = indices_of(draw, rt.to_list(), axis, batch)
    indices = constant(lists, dtype="int64", ragged_rank=batch) if batch else lists
    return rt, np.array(indices, dtype=int) if not batch else indices, axis, batch


@given(gathers())
def test_gather_picks_what_lists_have(case: tuple[rk.RaggedTensor, Any, int, int]) -> None:
    rt, indices, axis, batch = case
    before = rt.copy()
    result = rk.gather(rt, indices, axis=axis, batch_dims=batch)
    lists = indices.tolist()
    assert_ragged_equal(result, gathered(rt.to_list(), lists, axis, batch))
    assert result.dtype == rt.dtype
    assert result.ndim == rt.ndim + indices.ndim - 1 - batch
    assert_ragged_equal(rk.gather(rt, indices, axis - rt.ndim, batch, "clip"), result)
    assert_ragged_equal(rk.gather(rt, indices, axis, batch, mode="wrap"), result)
    assert rt.identical(before)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5), rks.ragged_lists(st.integers(0, 99)))
def test_dense_params_with_ragged_indices(values: list[int], rows: list[list[int]]) -> None:
    indices = constant(rows, dtype="int64", ragged_rank=1)
    want = [[values[i % len(values)] for i in row] for row in rows]
    assert_ragged_equal(rk.gather(values, indices, mode="wrap"), want)


@given(rks.ragged_tensors(inner=()), st.data())
def test_batch_gather_shares_all_axes_but_the_last(
    rt: rk.RaggedTensor, data: st.DataObject
) -> None:
    batch = data.draw(st.integers(1, rt.ragged_rank))
    lists = indices_of(data.draw, rt.to_list(), batch, batch)
    indices = constant(lists, dtype="int32", ragged_rank=batch)
    want = gathered(rt.to_list(), lists, batch, batch)
    assert_ragged_equal(rk.batch_gather(rt, indices), want)
    negative = constant(indices_of(data.draw, rt.to_list(), batch, batch, -1), dtype="int64",
                        ragged_rank=batch)  # fmt: skip
    assert_ragged_equal(rt[negative], gathered(rt.to_list(), negative.to_list(), batch, batch))
    assert_ragged_equal(rk.take_along(rt, negative), rt[negative])


@given(rks.ragged_tensors(min_rows=1), st.data())
def test_np_take_counts_negative_indices_from_the_end(
    rt: rk.RaggedTensor, data: st.DataObject
) -> None:
    axis = data.draw(st.integers(0, rt.ndim - 1))
    indices = indices_of(data.draw, rt.to_list(), axis, 0, -1)
    want = gathered(rt.to_list(), indices, axis, 0)
    assert_ragged_equal(np.take(rt, np.array(indices, int), axis=axis), want)
    flat = data.draw(st.lists(st.integers(-rt.size, rt.size - 1), max_size=4)) if rt.size else []
    assert_ragged_equal(np.take(rt, np.array(flat, int)), rt.ravel()[np.array(flat, int)])
    assert_ragged_equal(rt.take(np.array(indices, int), axis, mode="wrap"), want)


def path_end(rows: Any, path: list[int]) -> Any:
    for i in path:
        rows = rows[i]
    return rows


def paths_of(draw: Any, rows: Any, n: int) -> list[list[int]]:
    """Paths of n steps that lead somewhere."""
    found = []
    for _ in range(draw(st.integers(0, 4))):
        path: list[int] = []
        while len(path) < n and (here := path_end(rows, path)):
            path.append(draw(st.integers(0, len(here) - 1)))
        found += [path] if len(path) == n else []
    return found


@given(rks.ragged_tensors(), st.data())
def test_gather_nd_follows_paths(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    rows, n = rt.to_list(), data.draw(st.integers(0, rt.ndim))
    paths = paths_of(data.draw, rows, n)
    array = np.array(paths, dtype=int).reshape(len(paths), n)
    want = [path_end(rows, p) for p in paths]
    result = rk.gather_nd(rt, array)
    assert_ragged_equal(result, want)
    assert result.dtype == rt.dtype
    assert_ragged_equal(rk.gather_nd(rt, array[None]), [want])
    split = RT.from_row_lengths(array, [len(paths), 0])
    assert_ragged_equal(rk.gather_nd(rt, split), [want, []])
    for path, end in zip(array, want, strict=True):
        assert_ragged_equal(rk.gather_nd(rt, path), end)


@given(rks.ragged_tensors(ragged_rank=2), st.data())
def test_gather_nd_below_shared_axes(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    rows, n = rt.to_list(), data.draw(st.integers(0, rt.ndim - 1))
    paths = [paths_of(data.draw, row, n) for row in rows]
    counts = np.array([len(some) for some in paths], dtype=int)
    flat = np.array([p for some in paths for p in some], dtype=int).reshape(counts.sum(), n)
    indices = RT.from_row_lengths(flat, counts)
    want = [[path_end(row, p) for p in some] for row, some in zip(rows, paths, strict=True)]
    assert_ragged_equal(rk.gather_nd(rt, indices, batch_dims=1), want)


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DEEP = constant([[[1, 2], []], [], [[3], [4, 5, 6]]])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4, 5, 6], 2)
INNER = RT.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 2, 3])
NAN = constant([[np.nan, 1.0], [np.inf], [2.0]])
TEXT: Any = "1"

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "nd-shared": (lambda: rk.gather_nd([[1, 2], [3, 4]], [[[0]], [[1]]], batch_dims=1), [[1], [4]]),
    "no-indices": (lambda: rk.gather(D, np.array([], int)), []),
    "no-rows": (lambda: rk.gather(D[:0], np.array([], int)), []),
    "empty-rows": (lambda: rk.gather(D, [1, 4]), [[], []]),
    "one-row": (lambda: rk.gather(D, 2), [5, 9, 2]),
    "one-row-of-rows": (lambda: rk.gather(DEEP, 2), [[3], [4, 5, 6]]),
    "scalar": (lambda: rk.gather([7, 8], 1), 8),
    "text": (lambda: rk.gather(constant([["a"], [], ["b", "c"]]), [2, 1]), [["b", "c"], []]),
    "bytes": (lambda: rk.gather(constant([[b"a"], [b"b\0"]]), [1]), [[b"b\0"]]),
    "bools": (lambda: rk.gather(constant([[True], [False]]), [1, 1]), [[False], [False]]),
    "complex": (lambda: rk.gather(constant([[1j], []]), [0]), [[1j]]),
    "inner": (lambda: rk.gather(INNER, [2, 1]), [[[5, 6]], []]),
    "inner-axis": (lambda: rk.gather(INNER, [1], axis=2), [[[2], [4]], [], [[6]]]),
    "uniform": (lambda: rk.gather(UNIFORM, [1], axis=1), [[2], [4], [6]]),
    "slice": (lambda: rk.gather(D[2:], [1, 0]), [[6], [5, 9, 2]]),
    "nan-elsewhere": (lambda: rk.gather(NAN, [2]), [[2.0]]),
    "matrix-of-indices": (
        lambda: rk.gather(D, [[0, 2], [3, 3]]),
        [[[3, 1, 4, 1], [5, 9, 2]], [[6], [6]]],
    ),
    "indices-of-indices": (
        lambda: rk.gather(D, constant([[3], [], [0, 2]])),
        [[[6]], [], [[3, 1, 4, 1], [5, 9, 2]]],
    ),
    "clip": (lambda: rk.gather(D[:3:2], [9, -9], axis=1, mode="clip"), [[1, 3], [2, 5]]),
    "wrap": (lambda: rk.gather(D[:3:2], [-1, 4], axis=1, mode="wrap"), [[1, 3], [2, 9]]),
    "wrap-empty-params": (lambda: rk.gather(D[:0], np.array([], int), mode="wrap"), []),
    "batch-empty-rows": (
        lambda: rk.batch_gather(D, constant([[3, 0], [], [], [0, 0], []])),
        [[1, 3], [], [], [6, 6], []],
    ),
    "batch-of-lists": (lambda: rk.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=1), [[2], [3]]),
    "batch-dense-on-ragged": (lambda: rk.gather(D[::2][:2], [[3], [2]], batch_dims=1), [[1], [2]]),
    "batch-more-axes": (
        lambda: rk.gather([[[1, 2]], [[3, 4]]], [[1], [0]], axis=2, batch_dims=1),
        [[[2]], [[3]]],
    ),
    "take-along": (lambda: D[constant([[-1], [], [0, -3], [-1], []])], [[1], [], [5, 5], [6], []]),
    "axis-of-ragged-indices": (
        lambda: rk.gather(D[:3:2], constant([[2], [], [0, 1]]), axis=1),
        [[[4], [], [3, 1]], [[2], [], [5, 9]]],
    ),
    "axis-of-uniform-indices": (
        lambda: rk.gather(D[:3:2], RT.from_uniform_row_length(np.array([2, 0]), 1), axis=1),
        [[[4], [3]], [[2], [5]]],
    ),
    "small-integers": (lambda: rk.gather(D, np.array([3, 1], "uint8")), [[6], []]),
    "small-ragged-integers": (
        lambda: rk.gather(D, constant([[3], [1]], dtype="uint8")),
        [[[6]], [[]]],
    ),
    "nd-two-shared": (
        lambda: rk.gather_nd(
            DEEP, RT.from_nested_row_lengths([[1], [2]], [[2, 0, 2], [1, 0, 0, 1]]), batch_dims=2
        ),
        [[[2], []], [], [[], [6]]],
    ),
    "nd-shared-by-lists": (
        lambda: rk.gather_nd([[[1, 2], [3, 4]]], [[[1], [0]]], batch_dims=2),
        [[2, 3]],
    ),
    "nd-shared-whole": (lambda: rk.gather_nd([7, 8], np.zeros((2, 0), int), batch_dims=1), [7, 8]),
    "nd-whole-array": (lambda: rk.gather_nd([7, 8], np.zeros((1, 0), int)), [[7, 8]]),
    "nd-empty-path": (lambda: rk.gather_nd(D[:2], np.zeros((2, 0), int)), [D[:2].to_list()] * 2),
    "nd-path-to-empty": (lambda: rk.gather_nd(DEEP, [[0, 1]]), [[]]),
    "nd-no-paths": (lambda: rk.gather_nd(D, np.zeros((0, 2), int)), []),
    "nd-into-inner": (lambda: rk.gather_nd(INNER, [[0, 1, 1], [2, 0, 0]]), [4, 5]),
    "nd-dense": (lambda: rk.gather_nd([[1, 2], [3, 4]], [[1, 0]]), [3]),
    "nd-batch-ragged": (
        lambda: rk.gather_nd(
            D[::2], constant([[[3]], [[2], [0]], []], ragged_rank=1, inner_shape=(1,)), batch_dims=1
        ),
        [[1], [2, 5], []],
    ),
    "nd-batch-dense": (lambda: rk.gather_nd(D[:1], [[[3], [0]]], batch_dims=1), [[1, 3]]),
    "nd-ignore": (lambda: rk.gather_nd([1, 3], [[1], [9]], bad_indices_policy="IGNORE"), [3, 0]),
    "nd-ignore-all": (
        lambda: rk.gather_nd(np.zeros((0, 2)), [[1]], bad_indices_policy="IGNORE"),
        [[0.0, 0.0]],
    ),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


def test_splits_are_int32_only_where_all_are() -> None:
    short = D.with_row_splits_dtype("int32")
    index = constant([[0], [1]], row_splits_dtype="int32")
    assert rk.gather(short, [0]).row_splits.dtype == np.int32
    assert rk.gather(short, index).row_splits.dtype == np.int32
    assert rk.gather(D, index).row_splits.dtype == np.int64
    assert rk.gather([1, 2], index).row_splits.dtype == np.int32


def test_uniform_axes_of_ragged_indices_stay_declared() -> None:
    index = RT.from_uniform_row_length([0, 1, 1, 0], 2)
    assert rk.gather([5, 6], index).shape.as_list() == [2, 2]
    assert rk.gather(D, index).shape.as_list() == [2, 2, None]
    assert rk.gather(UNIFORM, [0]).shape.as_list() == [1, 2]


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "row": (lambda: rk.gather(D, [0, 5]), AT, r"from 0 to 4, got indices\[1\] = 5"),
    "negative": (lambda: rk.gather(D, [[0, -1]]), AT, r"indices\[0, 1\] = -1; mode=\"clip\""),
    "scalar": (lambda: rk.gather(D, 9), AT, "got indices = 9"),
    "in-row": (
        lambda: rk.gather(D[:3:2], [0, 3], axis=1),
        AT,
        r"indices\[1\] = 3 where row 1 has length 3",
    ),
    "in-row-ragged": (
        lambda: rk.gather(D[:3:2], constant([[0], [0, 3]]), axis=1),
        AT,
        r"indices\[1, 1\] = 3",
    ),
    "batch-row": (
        lambda: rk.gather(D[:2], constant([[0], [0]]), batch_dims=1),
        AT,
        r"indices\[1, 0\] = 0 where the row has length 0",
    ),
    "batch-row-dense": (
        lambda: rk.gather(D[:3:2], [[0], [3]], batch_dims=1),
        AT,
        r"indices\[1, 0\] = 3",
    ),
    "no-rows": (lambda: rk.gather(D[:0], [0]), AT, r"there are no items, got indices\[0\] = 0"),
    "wrap-empty": (
        lambda: rk.gather(D, constant([[0], [0], [], [], []]), batch_dims=1, mode="wrap"),
        AT,
        r"indices\[1, 0\] = 0 where the row has length 0$",
    ),
    "take-along": (lambda: D[constant([[-5], [], [], [], []])], AT, r"\[0, 0\] = -5"),
    "np-take": (lambda: np.take(D, [-6], axis=0), AT, r"from -5 to 4, got indices\[0\] = -6"),
    "np-take-out": (
        lambda: np.take(D, [0], out=np.zeros(2)),
        ValueError,
        "out must have the shape of the",
    ),
    "empty-list": (
        lambda: rk.gather(D, []),
        ValueError,
        r"got .*float64.*np.array\(\[\], int\) does$",
    ),
    "floats": (lambda: rk.gather(D, [1.0]), ValueError, "indices must be integers, got .*float64"),
    "mode": (lambda: rk.gather(D, [0], mode="drop"), ValueError, "raise, clip, wrap, got 'drop'"),
    "axis": (lambda: rk.gather(D, [0], axis=2), AT, "axis must be from -2 to 1, got 2"),
    "axis-batch": (
        lambda: rk.gather(D, [[0]], axis=0, batch_dims=1),
        ValueError,
        "batch_dims = 1, got 0",
    ),
    "batch": (lambda: rk.gather(D, [0], batch_dims=2), ValueError, "batch_dims must be .*got 2"),
    "batch-text": (lambda: rk.gather(D, [0], batch_dims=TEXT), TypeError, "an integer, got '1'"),
    "batch-deep": (
        lambda: rk.gather(D, [[[0]]], batch_dims=2),
        ValueError,
        "less than the 2 axes of params",
    ),
    "batch-rows": (
        lambda: rk.gather(D, [[0]], batch_dims=1),
        ValueError,
        "have the 5 rows of params.*got 1",
    ),
    "batch-shared": (
        lambda: rk.gather(DEEP, constant([[[0]], [], [[0]]]), batch_dims=2),
        ValueError,
        "share its outer rows with params, row 0 with length 2, got 1",
    ),
    "batch-declared": (
        lambda: rk.gather(
            RT.from_uniform_row_length(UNIFORM, 3, nrows=1)[:0],
            RT.from_uniform_row_length(UNIFORM, 1, nrows=3)[:0],
            batch_dims=2,
        ),
        ValueError,
        "of length 3, got 1",
    ),
    "batch-dense": (
        lambda: rk.gather([[1], [2]], [[0]], batch_dims=1),
        ValueError,
        r"\(2,\), got \(1,\)",
    ),
    "params": (lambda: rk.gather(3, 0), ValueError, "params must have at least one axis"),
    "nd-lost": (
        lambda: rk.gather_nd(D, [[0, 3], [1, 0]]),
        AT,
        r"indices\[1\] = \[1, 0\]: axis 1 .* length 0",
    ),
    "nd-lost-first": (lambda: rk.gather_nd(D, [5]), AT, r"indices = \[5\]: axis 0 has length 5"),
    "nd-lost-ragged": (
        lambda: rk.gather_nd(D, RT.from_row_splits([[0, 0], [4, 0]], [0, 1, 2])),
        AT,
        r"indices\[1, 0\] = \[4, 0\]",
    ),
    "nd-deep": (
        lambda: rk.gather_nd(D, [[0, 0, 0]]),
        ValueError,
        "deeper than the 2 axes .* got 3",
    ),
    "nd-scalar": (lambda: rk.gather_nd(D, 0), ValueError, "indices must have at least one axis"),
    "nd-params": (lambda: rk.gather_nd(0, [0]), ValueError, "params must have at least one axis"),
    "nd-ragged": (
        lambda: rk.gather_nd(D, constant([[0], [1, 2]])),
        ValueError,
        "not a ragged innermost axis",
    ),
    "nd-floats": (lambda: rk.gather_nd(D, [[0.5]]), ValueError, "indices must be integers"),
    "nd-policy": (
        lambda: rk.gather_nd(D, [[0]], bad_indices_policy="SKIP"),
        ValueError,
        "got 'SKIP'",
    ),
    "nd-ignore-ragged": (
        lambda: rk.gather_nd(D, [[0]], bad_indices_policy="IGNORE"),
        ValueError,
        "be '' for ragged",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_index(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
