"""Sparse tensors: bounding shapes, order, to dense and ragged tensors and back."""

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
from tests.ops.cells import dense_of, sparse_tensors

S = rk.SparseTensor
SEED = S([[0, 0, 1], [0, 1, 0], [0, 2, 2], [1, 0, 3]], ["a", "b", "c", "d"], [2, 3, 5])
NAN = float("nan")


def parts(sp: S) -> tuple[list[Any], list[Any], list[int]]:
    return sp.indices.tolist(), sp.values.tolist(), sp.dense_shape.tolist()


# ---------------------------------------------------------------------- reset_shape
@given(sparse_tensors(in_order=False, repeated=True), st.lists(st.integers(0, 3), max_size=3))
def test_reset_shape(sp: S, more: list[int]) -> None:
    tight = rk.sparse.reset_shape(sp)
    wanted = [max(column) + 1 for column in zip(*sp.indices.tolist(), strict=True)] or [0] * sp.rank
    assert parts(tight) == (sp.indices.tolist(), sp.values.tolist(), wanted)
    larger = [n + (more[i] if i < len(more) else 0) for i, n in enumerate(sp.dense_shape.tolist())]
    assert parts(rk.sparse.reset_shape(sp, larger)) == (*parts(sp)[:2], larger)


def test_reset_shape_shares_the_cells() -> None:
    found = rk.sparse.reset_shape(SEED, [9, 9, 9])
    assert np.shares_memory(found.indices, SEED.indices)
    assert np.shares_memory(found.values, SEED.values)
    assert SEED.shape == [2, 3, 5]


@pytest.mark.parametrize(
    "new_shape",
    [
        [2, 3, 6],
        (2, 3, 6),
        [2.0, 3.0, 6.0],
        np.array([2, 3, 6], np.int32),
        np.array([2, 3, 6], np.uint64),
        np.array([2, 3, 6], np.float32),
        rk.TensorShape([2, 3, 6]),
        [np.int64(2), 3, 6],
    ],
    ids=["list", "tuple", "floats", "int32", "uint64", "float32", "TensorShape", "scalars"],
)
def test_reset_shape_reads_sizes(new_shape: Any) -> None:
    assert rk.sparse.reset_shape(SEED, new_shape).dense_shape.tolist() == [2, 3, 6]


@pytest.mark.parametrize(
    ("sp", "wanted"),
    [
        (S(np.zeros((0, 2), int), [], [3, 2]), [0, 0]),
        (S([[0, 1], [3, 0]], [5, 6], [3, 2]), [4, 2]),
        (S([[0, -1], [2, 0]], [5, 6], [3, 2]), [3, 1]),
        (S([[-7]], [5], [3]), [0]),
        (S(np.zeros((1, 0), int), [5], np.zeros(0, int)), []),
    ],
    ids=["no-values", "outside", "negative", "only-negative", "no-dimensions"],
)
def test_tight_shape_of_edges(sp: S, wanted: list[int]) -> None:
    assert rk.sparse.reset_shape(sp).dense_shape.tolist() == wanted


@pytest.mark.parametrize(
    ("sp", "new_shape", "error", "says"),
    [
        (SEED, [3, 7], ValueError, r"must have 3 sizes, as sp_input .*, got 2: \[3, 7\]"),
        (SEED, [], ValueError, r"must have 3 sizes.*, got 0: \[\]"),
        (SEED, [2, 3, 4], ValueError, r"smaller than \[2, 3, 5\], got \[2, 3, 4\]; dimension 2"),
        (SEED, [1, 3, 4], ValueError, "dimension 0 has size 2"),
        (SEED, [2, -3, 5], ValueError, "dimension 1 has size 3"),
        (SEED, [[2, 3, 6]], ValueError, r"one dimension, got an array of shape \(1, 3\)"),
        (SEED, 5, ValueError, "must have one dimension, got 5"),
        (SEED, "abc", ValueError, "must be a list of sizes, got 'abc'"),
        (
            SEED,
            [2, 3, None],
            ValueError,
            r"missing values, got 1 of 3, the first at new_shape\[2\]",
        ),
        (SEED, rk.TensorShape([2, 3, None]), ValueError, "must have every size, got TensorShape"),
        (SEED, [2, 3, 5.5], ValueError, r"whole numbers, got new_shape\[2\] = 5.5"),
        (SEED, [2, 3, NAN], ValueError, r"whole numbers, got new_shape\[2\] = nan"),
        (SEED, [2, 3, 1e300], ValueError, r"whole numbers, got new_shape\[2\] = 1e\+300"),
        (SEED, np.array([2, 3, 2**63], np.uint64), ValueError, r"fit int64, got new_shape\[2\]"),
        (SEED, ["2", "3", "6"], TypeError, "new_shape must contain integers"),
        (SEED, [True, True, True], TypeError, "new_shape must contain integers, got dtype.'bool'"),
        (SEED, rk.ragged.constant([[1]]), TypeError, "must be a list of sizes, got <RaggedTensor"),
        (3, None, TypeError, "sp_input must be a SparseTensor, got 3; raggedkit.sparse.from_dense"),
        (None, None, TypeError, "sp_input must be a SparseTensor, got None"),
        (np.eye(2), None, TypeError, "sp_input must be a SparseTensor"),
    ],
)
def test_reset_shape_refuses(sp: Any, new_shape: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        rk.sparse.reset_shape(sp, new_shape)


# ---------------------------------------------------------------------- reorder
@given(sparse_tensors(in_order=False, repeated=True))
def test_reorder_is_pythons_stable_sort(sp: S) -> None:
    cells = sp.indices.tolist()
    order = sorted(range(len(cells)), key=cells.__getitem__)
    found = rk.sparse.reorder(sp)
    wanted = [cells[i] for i in order], [sp.values.tolist()[i] for i in order], parts(sp)[2]
    assert parts(found) == wanted
    assert rk.sparse.reorder(found) is found


def test_reorder_of_cells_outside_and_of_huge_shapes() -> None:
    assert rk.sparse.reorder(S([[7, 0], [-1, 5]], [1, 2], [3, 2])).values.tolist() == [2, 1]
    huge = S([[1 << 40, 3], [2, 1 << 41]], [1, 2], [1 << 50, 1 << 50])
    assert rk.sparse.reorder(huge).values.tolist() == [2, 1]


# ---------------------------------------------------------------------- dense
@given(sparse_tensors(dtype="float64", finite=False), st.sampled_from([None, -1.0, NAN]))
def test_to_dense(sp: S, default: float | None) -> None:
    wanted = dense_of(sp, 0 if default is None else default)
    np.testing.assert_array_equal(rk.sparse.to_dense(sp, default), wanted)
    np.testing.assert_array_equal(sp.to_dense(default), wanted)


@given(sparse_tensors(in_order=False, repeated=True))
def test_to_dense_unvalidated_keeps_the_last(sp: S) -> None:
    np.testing.assert_array_equal(sp.to_dense(validate_indices=False), dense_of(sp))


@pytest.mark.parametrize("dtype", [d for d in rks.DTYPES if d not in ("U", "S", "StringDType")])
def test_from_dense_undoes_to_dense(dtype: str) -> None:
    zero = np.array("NaT" if dtype[0] == "d" else 0, dtype)
    dense = np.array([[zero, 1, zero], [zero, zero, zero], [2, zero, 3]], dtype)
    sp = rk.sparse.from_dense(dense)
    assert sp.indices.tolist() == [[0, 1], [2, 0], [2, 2]]
    assert sp.dtype == dtype
    np.testing.assert_array_equal(sp.to_dense(), dense)
    assert S.from_dense(dense).identical(sp)


@given(sparse_tensors(dtype="int64"))
def test_from_dense_of_any_rank(sp: S) -> None:
    kept = [i for i, v in enumerate(sp.values.tolist()) if v]
    found = rk.sparse.from_dense(sp.to_dense())
    assert found.identical(S(sp.indices[kept], sp.values[kept], sp.dense_shape))


@pytest.mark.parametrize("dtype", ["U", "S", "StringDType", "object"])
def test_text(dtype: str) -> None:
    words = [[b"ab", b""], [b"", b"c\0"]] if dtype == "object" else [["ab", ""], ["", "c"]]
    kind: Any = np.dtypes.StringDType() if dtype == "StringDType" else dtype
    sp = rk.sparse.from_dense(np.array(words, dtype=kind))
    assert sp.indices.tolist() == [[0, 0], [1, 1]]
    assert sp.to_dense().tolist() == np.array(words, dtype=kind).tolist()
    filled = sp.to_dense(default_value=b"missing" if dtype in "Sobject" else "missing")
    assert filled[0, 1] in ("missing", b"missing")


def test_from_dense_keeps_nan_and_drops_negative_zero() -> None:
    sp = rk.sparse.from_dense([[0.0, NAN], [-0.0, 1.0]])
    assert sp.indices.tolist() == [[0, 1], [1, 1]]


def test_to_dense_without_dimensions() -> None:
    assert S(np.zeros((1, 0), int), [5], np.zeros(0, int)).to_dense().tolist() == 5


UNORDERED = S([[2, 0], [0, 1]], [1, 2], [3, 2])
REPEATED = S([[0, 0], [0, 1], [0, 1]], [1, 2, 3], [3, 2])
OUTSIDE = S([[0, 1], [3, 0]], [1, 2], [3, 2])
NEGATIVE = S([[0, -1]], [1], [3, 2])
FITS = S([[0, 1]], [1], [3, 2])


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: UNORDERED.to_dense(), ValueError,
         r"in order, got indices\[0:2\] = \[\[2, 0\], \[0, 1\]\]; raggedkit.sparse.reorder"),
        (lambda: REPEATED.to_dense(), ValueError,
         r"each cell once, got \[0, 1\] at indices\[1\] and indices\[2\]"),
        (lambda: OUTSIDE.to_dense(), ValueError,
         r"inside \[3, 2\], got indices\[1\] = \[3, 0\]; raggedkit.sparse.reset_shape"),
        (lambda: OUTSIDE.to_dense(validate_indices=False), ValueError, "inside"),
        (lambda: NEGATIVE.to_dense(), ValueError, r"inside \[3, 2\], got indices\[0\] = \[0, -1\]"),
        (lambda: FITS.to_dense(1.5), TypeError, "default_value must fit dtype int64, got 1.5"),
        (lambda: FITS.to_dense("a"), TypeError, "default_value must fit dtype int64, got 'a'"),
        (lambda: FITS.to_dense([1, 2]), ValueError, r"must be a single value, got \[1, 2\]"),
        (lambda: S([[0, 0]], [1], [1 << 40] * 2).to_dense(), ValueError, "that fits memory"),
        (lambda: rk.sparse.from_dense(5), ValueError, "at least 1 dimension, got 5"),
        (lambda: rk.sparse.from_dense(rk.array([[1], []])), TypeError, "be dense, got <Ragged"),
        (lambda: rk.sparse.from_dense([[1], [2, 3]]), ValueError, "tensor must be dense"),
        (lambda: rk.sparse.to_dense(np.eye(2)), TypeError, "must be a SparseTensor"),  # type: ignore[arg-type]
        (lambda: rk.sparse.reorder(5), TypeError, "must be a SparseTensor, got 5"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_dense_refuses(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


# ---------------------------------------------------------------------- identical
@pytest.mark.parametrize(
    ("other", "same"),
    [
        (S([[0, 1], [2, 0]], [1.0, NAN], [3, 2]), True),
        (S([[0, 1], [2, 1]], [1.0, NAN], [3, 2]), False),
        (S([[0, 1], [2, 0]], [2.0, NAN], [3, 2]), False),
        (S([[0, 1], [2, 0]], [1.0, NAN], [3, 3]), False),
        (S([[2, 0], [0, 1]], [NAN, 1.0], [3, 2]), False),
        (S([[0, 1]], [1.0], [3, 2]), False),
        (S([[0, 1], [2, 0]], np.array([1.0, NAN], "float32"), [3, 2]), False),
        (S([[0, 1, 0], [2, 0, 0]], [1.0, NAN], [3, 2, 1]), False),
        ("text", False),
    ],
    ids=["same", "cell", "value", "shape", "order", "fewer", "dtype", "rank", "kind"],
)
def test_identical(other: object, same: bool) -> None:
    assert S([[0, 1], [2, 0]], [1.0, NAN], [3, 2]).identical(other) is same


# ---------------------------------------------------------------------- ragged
def cut_ends(row: Any) -> Any:
    """A row without trailing empty rows, which a sparse tensor cannot represent."""
    if not isinstance(row, list):
        return row
    row = [cut_ends(item) for item in row]
    while row and row[-1] == []:
        row.pop()
    return row


@given(rks.ragged_tensors(dtype="int64", inner=()), st.sampled_from(["int32", "int64"]))
def test_to_ragged_undoes_to_sparse(rt: rk.RaggedTensor, dtype: str) -> None:
    found = rk.sparse.to_ragged(rt.to_sparse(), row_splits_dtype=dtype)
    assert found.to_list() == [cut_ends(row) for row in rt.to_list()]
    assert found.ragged_rank == rt.ragged_rank
    assert found.row_splits.dtype == dtype
    assert not any(p.is_uniform() for p in found.partitions)


@given(rks.ragged_tensors(dtype="float64", inner=(2, 3), uniform=False, values=st.just(1.5)))
def test_to_ragged_with_dense_inner_axes(rt: rk.RaggedTensor) -> None:
    found = rk.sparse.to_ragged(rt.to_sparse(), rt.ragged_rank)
    wanted = rk.ragged.constant(
        [cut_ends(row) for row in rt.to_list()], "float64", rt.ragged_rank, (2, 3)
    )
    assert_ragged_equal(found, wanted)


def test_to_ragged_fills_inner_cells_with_zeros() -> None:
    sp = S([[0, 0, 1], [1, 0, 0], [1, 1, 2]], [7, 8, 9], [3, 2, 3])
    assert rk.sparse.to_ragged(sp, 1).to_list() == [[[0, 7, 0]], [[8, 0, 0], [0, 0, 9]], []]
    dates = sp.with_values(np.array([1, 2, 3], "M8[D]"))
    assert np.isnat(rk.sparse.to_ragged(dates, 1).flat_values).sum() == 6


@pytest.mark.parametrize(
    ("sp", "wanted"),
    [
        (S(np.zeros((0, 2), int), [], [0, 0]), []),
        (S(np.zeros((0, 3), int), [], [2, 3, 4]), [[], []]),
        (S([[2, 0]], [1], [4, 3]), [[], [], [1], []]),
        (S([[0, 2, 0]], [1], [1, 3, 1]), [[[], [], [1]]]),
    ],
    ids=["no-rows", "no-values", "rows-around", "rows-inside"],
)
def test_to_ragged_of_edges(sp: S, wanted: list[Any]) -> None:
    found = rk.sparse.to_ragged(sp)
    assert found.to_list() == wanted
    assert found.ragged_rank == sp.rank - 1


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.sparse.to_ragged(S([[0, 1]], [1], [1, 2])), ValueError,
         r"no gaps in its rows, got \[0, 1\] in place of \[0, 0\]"),
        (lambda: rk.sparse.to_ragged(S([[0, 0], [0, 2]], [1, 2], [1, 3])), ValueError,
         r"got \[0, 2\] in place of \[0, 1\]"),
        (lambda: rk.sparse.to_ragged(S([[0, 0, 0], [0, 1, 1]], [1, 2], [1, 2, 2])), ValueError,
         r"got \[0, 1, 1\] in place of \[0, 1, 0\]"),
        (lambda: rk.sparse.to_ragged(UNORDERED), ValueError, "in order"),
        (lambda: rk.sparse.to_ragged(REPEATED), ValueError, "each cell once"),
        (lambda: rk.sparse.to_ragged(OUTSIDE), ValueError, "inside"),
        (lambda: rk.sparse.to_ragged(S([[0]], [1], [1])), ValueError, "2 dimensions, got 1"),
        (lambda: rk.sparse.to_ragged(FITS, 2), ValueError, "must be from 1 to 1, got 2"),
        (lambda: rk.sparse.to_ragged(FITS, 0), ValueError, "must be from 1 to 1, got 0"),
        (lambda: rk.sparse.to_ragged(FITS, True), TypeError, "must be an int, got True"),
        (lambda: rk.sparse.to_ragged(FITS, 1.0), TypeError, "must be an int, got 1.0"),  # type: ignore[arg-type]
        (lambda: rk.sparse.to_ragged(FITS, row_splits_dtype="int8"), ValueError, "int32 or int64"),
        (lambda: rk.sparse.to_ragged(S([[0, 1 << 45, 0]], [1], [1, 1 << 46, 1])), ValueError,
         "nrows must be at most"),
    ],
)  # fmt: skip
def test_to_ragged_refuses(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
