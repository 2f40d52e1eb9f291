"""Sparse tensors cut, joined and cut up differently, against the same of dense arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests.ops.cells import dense_of, sparse_tensors

S = rk.SparseTensor
ST = S([[0, 1], [2, 0]], [5, 6], [3, 2])
OUTSIDE = S([[0, 1], [3, 0]], [5, 6], [3, 2])


def means(sp: S, dense: Any) -> None:
    """Assert that a sparse tensor, its cells in any order, means a dense array."""
    np.testing.assert_array_equal(dense_of(sp), dense)


# ---------------------------------------------------------------------- concat
@given(st.data())
def test_concat_is_numpys(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 3))
    axis = data.draw(st.integers(-rank, rank - 1))
    sizes = data.draw(st.lists(st.integers(0, 3), min_size=rank, max_size=rank))
    tensors = []
    for _ in range(data.draw(st.integers(1, 3))):
        sizes[axis] = data.draw(st.integers(0, 3))
        tensors.append(data.draw(sparse_tensors(shape=tuple(sizes), in_order=False)))
    found = rk.sparse.concat(axis, tensors)
    means(found, np.concatenate([dense_of(t) for t in tensors], axis=axis))
    if len(tensors) > 1:
        assert found.indices.tolist() == sorted(found.indices.tolist())
    else:
        assert found is tensors[0]


@given(sparse_tensors(rank=2), sparse_tensors(rank=2), st.sampled_from([0, 1, -1, -2]))
def test_concat_expanded(a: S, b: S, axis: int) -> None:
    found = rk.sparse.concat(axis, [a, b], expand_nonconcat_dims=True)
    rows, columns = (max(m, n) for m, n in zip(a.dense_shape, b.dense_shape, strict=True))
    widened = []
    for t in (a, b):
        sizes = [rows, t.dense_shape[1]] if axis in (1, -1) else [t.dense_shape[0], columns]
        widened.append(dense_of(S(t.indices, t.values, sizes)))
    means(found, np.concatenate(widened, axis=axis))


def test_concat_promotes() -> None:
    found = rk.sparse.concat(0, [ST, ST.with_values([0.5, 1.5])])
    assert found.dtype == np.float64
    words = rk.sparse.concat(0, [ST.with_values(["a", "b"]), ST.with_values(["long", "word"])])
    assert words.values.tolist() == ["a", "b", "long", "word"]


# ---------------------------------------------------------------------- slice, reshape
@given(st.data())
def test_slice_is_numpys(data: st.DataObject) -> None:
    sp = data.draw(sparse_tensors(in_order=False))
    numbers = st.lists(st.integers(0, 5), min_size=sp.rank, max_size=sp.rank)
    start, size = data.draw(numbers), data.draw(numbers)
    box = tuple(slice(a, a + n) for a, n in zip(start, size, strict=True))
    means(rk.sparse.slice(sp, start, size), dense_of(sp)[box])


@given(st.data())
def test_reshape_is_numpys(data: st.DataObject) -> None:
    sp = data.draw(sparse_tensors(in_order=False))
    cells = int(sp.dense_shape.prod())
    shape = [n for n in (1, 2, 3, 4, 6) if data.draw(st.booleans()) and cells % n == 0]
    while shape and cells % int(np.prod(shape)):
        shape.pop()
    shape.insert(data.draw(st.integers(0, len(shape))), -1)
    found = rk.sparse.reshape(sp, shape)
    means(found, dense_of(sp).reshape(shape))
    assert found.values.tolist() == sp.values.tolist()
    means(rk.sparse.reshape(found, sp.dense_shape), dense_of(sp))


def test_reshape_of_edges() -> None:
    none = S(np.zeros((0, 2), int), [], [0, 3])
    assert rk.sparse.reshape(none, [-1, 3]).dense_shape.tolist() == [0, 3]
    assert rk.sparse.reshape(none, [5, 0, 2]).indices.shape == (0, 3)
    one = rk.sparse.reshape(S([[0]], [7], [1]), [])
    assert (one.indices.shape, one.values.tolist(), one.rank) == ((1, 0), [7], 0)
    huge = S(np.zeros((0, 2), int), [], [1 << 40, 1 << 40])
    assert rk.sparse.reshape(huge, [-1, 1 << 41]).dense_shape.tolist() == [1 << 39, 1 << 41]


# ---------------------------------------------------------------------- expand_dims, retain
@given(st.data())
def test_expand_dims_is_numpys(data: st.DataObject) -> None:
    sp = data.draw(sparse_tensors(in_order=False))
    axis = data.draw(st.integers(-sp.rank - 1, sp.rank))
    means(rk.sparse.expand_dims(sp, axis), np.expand_dims(dense_of(sp), axis))
    means(rk.sparse.expand_dims(sp), dense_of(sp)[..., None])


@given(st.data())
def test_retain_keeps_what_is_marked(data: st.DataObject) -> None:
    sp = data.draw(sparse_tensors(in_order=False, repeated=True))
    n = len(sp.values)
    marks = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    found = rk.sparse.retain(sp, marks)
    kept = [i for i, mark in enumerate(marks) if mark]
    assert found.identical(S(sp.indices[kept], sp.values[kept], sp.dense_shape))


# ---------------------------------------------------------------------- fill_empty_rows
@given(sparse_tensors(in_order=False, repeated=True))
def test_fill_empty_rows_matches_python(sp: S) -> None:
    filled, empty = rk.sparse.fill_empty_rows(sp, -7)
    rows: list[list[Any]] = [[] for _ in range(int(sp.dense_shape[0]))]
    for cell, value in zip(sp.indices.tolist(), sp.values.tolist(), strict=True):
        rows[cell[0]].append((cell, value))
    assert empty.tolist() == [not row for row in rows]
    first = [0] * (sp.rank - 1)
    wanted = [item for i, row in enumerate(rows) for item in row or [([i, *first], -7)]]
    assert list(zip(filled.indices.tolist(), filled.values.tolist(), strict=True)) == wanted
    assert filled.dense_shape.tolist() == sp.dense_shape.tolist()


def test_fill_empty_rows_of_text() -> None:
    filled, empty = rk.sparse.fill_empty_rows(ST.with_values(["a", "b"]), "missing")
    assert filled.values.tolist() == ["a", "missing", "b"]
    assert empty.tolist() == [False, True, False]


# ---------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.sparse.concat(0, ST), TypeError, "be a list of SparseTensors"),  # type: ignore[arg-type]
        (lambda: rk.sparse.concat(0, []), ValueError, "at least one SparseTensor"),
        (lambda: rk.sparse.concat(0, [ST, 5]), TypeError, r"inputs\[1\] must be a Spa"),  # type: ignore[list-item]
        (lambda: rk.sparse.concat(2, [ST, ST]), ValueError, "axis must be from -2 to 1, got 2"),
        (lambda: rk.sparse.concat(0, [ST, S([[0]], [1], [1])]), ValueError,
         r"sp_inputs\[1\] must have 2 dimensions, as sp_inputs\[0\] has, got 1"),
        (lambda: rk.sparse.concat(0, [ST, S([[0, 0]], [1], [1, 3])]), ValueError,
         r"sp_inputs\[1\] must have size 2 in dimension 1, .* got 3; expand_nonconcat_dims=True"),
        (lambda: rk.sparse.concat(0, [ST, ST.with_values(["a", "b"])]), TypeError,
         r"sp_inputs\[1\] must fit the dtype of sp_inputs\[0\], int64"),
        (lambda: rk.sparse.slice(ST, [0], [1, 1]), ValueError,
         r"start must have one number for each of the 2 dimensions, got \[0\]"),
        (lambda: rk.sparse.slice(ST, [0, 0], [1]), ValueError, "size must have one number"),
        (lambda: rk.sparse.slice(ST, [0, -1], [1, 1]), ValueError, r"start must not be negative"),
        (lambda: rk.sparse.slice(ST, [0, 0], [1, -1]), ValueError, r"size must not be .*\[1, -1\]"),
        (lambda: rk.sparse.slice(ST, [0.5, 0], [1, 1]), ValueError, r"start\[0\] = 0.5"),
        (lambda: rk.sparse.reshape(ST, [4, -1]), ValueError, r"have the 6 .* got \[4, -1\]"),
        (lambda: rk.sparse.reshape(ST, [5]), ValueError, r"6 cells of sp_input, got \[5"),
        (lambda: rk.sparse.reshape(ST, [-1, -1]), ValueError, "contain -1 once at most"),
        (lambda: rk.sparse.reshape(ST, [-2, 3]), ValueError, "contain sizes, or -1 once"),
        (lambda: rk.sparse.reshape(ST, [0, -1]), ValueError, "an array of 0 cells cannot be"),
        (lambda: rk.sparse.reshape(OUTSIDE, [6]), ValueError, r"inside .* indices\[1\] = \[3, 0\]"),
        (lambda: rk.sparse.reshape(S([[0, 0]], [1], [1 << 40] * 2), [1 << 40, -1]), ValueError,
         "no more cells than int64 can count"),
        (lambda: rk.sparse.expand_dims(ST, 3), ValueError, "axis must be from -3 to 2, got 3"),
        (lambda: rk.sparse.expand_dims(ST, -4), ValueError, "axis must be from -3 to 2, got -4"),
        (lambda: rk.sparse.retain(ST, [True]), ValueError, r"for each of the 2 values, got \(1,\)"),
        (lambda: rk.sparse.retain(ST, [[True, False]]), ValueError, r"got \(1, 2\)"),
        (lambda: rk.sparse.retain(ST, [3, 0]), TypeError, "must contain bools.*compare with != 0"),
        (lambda: rk.sparse.fill_empty_rows(ST, 1.5), TypeError, r"must fit dtype int64, got 1\.5"),
        (lambda: rk.sparse.fill_empty_rows(ST, None), TypeError, "default_value .* got None"),
        (lambda: rk.sparse.fill_empty_rows(OUTSIDE, 1), ValueError, "inside"),
        (lambda: rk.sparse.fill_empty_rows(S(np.zeros((1, 0), int), [5], np.zeros(0, int)), 1),
         ValueError, "at least 1 dimension, got 0"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize(
    "function",
    [
        lambda x: rk.sparse.slice(x, [0], [1]),
        lambda x: rk.sparse.reshape(x, [-1]),
        rk.sparse.expand_dims,
        lambda x: rk.sparse.retain(x, [True]),
        lambda x: rk.sparse.fill_empty_rows(x, 0),
    ],
    ids=["slice", "reshape", "expand_dims", "retain", "fill_empty_rows"],
)
def test_only_sparse_tensors(function: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="sp_input must be a SparseTensor, got"):
        function(np.eye(2))
