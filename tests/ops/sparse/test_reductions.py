"""Sums and highest values of sparse tensors, against those of the values cell by cell."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests.ops.cells import dense_of, sparse_tensors

S = rk.SparseTensor
ST = S([[0, 1], [2, 0]], [5, 6], [3, 2])
NAN, INF = float("nan"), float("inf")
FUNCTIONS = {"sum": (rk.sparse.reduce_sum, sum), "max": (rk.sparse.reduce_max, max)}


@st.composite
def some_axes(draw: st.DrawFn, rank: int) -> Any:
    """None, one axis, or several, counted from either end."""
    several = [c for n in range(rank + 1) for c in combinations(range(rank), n)]
    axes = draw(st.sampled_from(several))
    axes = tuple(a - rank if draw(st.booleans()) else a for a in axes)
    if len(axes) == 1 and draw(st.booleans()):
        return axes[0]
    return draw(st.sampled_from([list(axes), axes])) if draw(st.booleans()) else None


def model(sp: S, axis: Any, keepdims: bool, of: Any) -> tuple[dict[Any, Any], list[int]]:
    """The values that are combined in each cell of the result, and its shape."""
    rank = sp.rank
    axes = range(rank) if axis is None else [axis] if isinstance(axis, int) else axis
    gone = {a % rank for a in axes}
    met: dict[Any, list[Any]] = {}
    for cell, value in zip(sp.indices.tolist(), sp.values.tolist(), strict=True):
        kept = [0 if k in gone else c for k, c in enumerate(cell) if keepdims or k not in gone]
        met.setdefault(tuple(kept), []).append(value)
    sizes = sp.dense_shape.tolist()
    shape = [1 if k in gone else n for k, n in enumerate(sizes) if keepdims or k not in gone]
    return {cell: of(values) for cell, values in sorted(met.items())}, shape


@pytest.mark.parametrize("name", FUNCTIONS)
@given(data=st.data())
def test_dense_and_sparse_results_match_python(name: str, data: st.DataObject) -> None:
    function, of = FUNCTIONS[name]
    sp = data.draw(sparse_tensors(in_order=False, repeated=True))
    axis, keepdims = data.draw(some_axes(sp.rank)), data.draw(st.booleans())
    wanted, shape = model(sp, axis, keepdims, of)
    dense = np.zeros(shape, np.int64)
    for cell, value in wanted.items():
        dense[cell] = value
    found = function(sp, axis, keepdims)
    assert found.dtype == np.int64
    assert found.shape == dense.shape
    np.testing.assert_array_equal(found, dense)
    sparse = function(sp, axis, keepdims, output_is_sparse=True)
    assert list(map(tuple, sparse.indices.tolist())) == list(wanted)
    assert sparse.values.tolist() == list(wanted.values())
    assert sparse.dense_shape.tolist() == shape


@given(sparse_tensors(dtype="float32"))
def test_sums_keep_the_dtype_and_lose_little(sp: S) -> None:
    for axis in range(sp.rank):
        found = rk.sparse.reduce_sum(sp, axis)
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, dense_of(sp).astype(float).sum(axis), rtol=1e-6)


@pytest.mark.parametrize(
    ("dtype", "sum_dtype"),
    [("bool", "int64"), ("uint8", "uint8"), ("int32", "int32"), ("complex64", "complex64")],
)
def test_dtypes(dtype: str, sum_dtype: str) -> None:
    sp = ST.with_values(np.array([1, 1], dtype))
    assert rk.sparse.reduce_sum(sp, 0).dtype == sum_dtype
    assert rk.sparse.reduce_sum(sp).dtype == sum_dtype
    assert rk.sparse.reduce_sum(sp, output_is_sparse=True).dtype == sum_dtype
    if dtype[0] != "c":
        assert rk.sparse.reduce_max(sp, 1).dtype == dtype


def test_big_integers_are_exact() -> None:
    big = S([[0, 0], [0, 1]], [2**53, 1], [1, 2])
    assert rk.sparse.reduce_sum(big, 1).tolist() == [2**53 + 1]


def test_nan_and_infinity_stay_in_their_cells() -> None:
    sp = S([[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]], [NAN, -7.0, 1.0, INF, -INF], [4, 2])
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(rk.sparse.reduce_sum(sp, 1), [NAN, 1, NAN, 0])
    np.testing.assert_array_equal(rk.sparse.reduce_max(sp, 1), [NAN, 1, INF, 0])


def test_no_values_give_zero() -> None:
    none = S(np.zeros((0, 2), int), np.zeros(0, np.float32), [3, 2])
    for function in (rk.sparse.reduce_sum, rk.sparse.reduce_max):
        assert function(none) == 0
        assert function(none, 1).tolist() == [0.0] * 3
        assert function(none, 1, output_is_sparse=True).indices.shape == (0, 1)
    assert rk.sparse.reduce_max(ST.with_values([-5, -6]), 1).tolist() == [-5, 0, -6]


def test_cells_too_many_for_an_array() -> None:
    huge = S([[0, 5], [1 << 40, 5], [1 << 40, 7]], [1, 2, 3], [1 << 50, 1 << 50])
    found = rk.sparse.reduce_sum(huge, [], output_is_sparse=True)
    assert found.values.tolist() == [1, 2, 3]
    columns = rk.sparse.reduce_sum(huge, 0, output_is_sparse=True)
    assert (columns.indices.tolist(), columns.values.tolist()) == ([[5], [7]], [3, 3])
    with pytest.raises(ValueError, match=r"result that fits memory.*output_is_sparse=True"):
        rk.sparse.reduce_sum(huge, [])


@pytest.mark.parametrize(
    ("sp", "axis", "error", "says"),
    [
        (ST, 2, ValueError, "axis must be from -2 to 1, got 2"),
        (ST, [0, 0], ValueError, r"axis must not repeat an axis, got \[0, 0\]: two"),
        (ST, 0.5, TypeError, "axis must be an integer, got 0.5"),
        (S([[0, 1], [3, 0]], [5, 6], [3, 2]), 1, ValueError, r"indices\[1\] = \[3, 0\]"),
        (ST.with_values(["a", "b"]), 1, TypeError, "sp_input must contain numbers or bools"),
        (np.eye(2), 1, TypeError, "sp_input must be a SparseTensor"),
    ],
    ids=["axis", "twice", "kind", "outside", "text", "dense"],
)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_refusals(name: str, sp: Any, axis: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        FUNCTIONS[name][0](sp, axis)


def test_complex_numbers_have_no_highest() -> None:
    with pytest.raises(TypeError, match="complex numbers have no order"):
        rk.sparse.reduce_max(ST.with_values([1j, 2]))
