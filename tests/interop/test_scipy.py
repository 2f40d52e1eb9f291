"""SciPy's sparse arrays: the same cells, and the same memory if possible."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

import raggedkit as rk
from raggedkit.interop import scipy as interop
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.ops.cells import dense_of, sparse_tensors

S = rk.SparseTensor
RT = rk.RaggedTensor
scipy_sparse = pytest.importorskip("scipy.sparse")
TAKES_ANY_RANK = Version(version("scipy")) >= Version("1.15")
FORMATS = ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"]
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])


# ---------------------------------------------------------------------- sparse tensors
@pytest.mark.parametrize("format", ["csr", "coo"])
@given(sp=sparse_tensors(rank=2, in_order=False))
def test_same_cells_there_and_back(format: str, sp: S) -> None:
    matrix = sp.to_scipy(format)
    assert matrix.format == format
    assert matrix.dtype == sp.dtype
    np.testing.assert_array_equal(matrix.toarray(), dense_of(sp))
    assert matrix.nnz == len(sp.values)
    assert S.from_scipy(matrix).identical(rk.sparse.reorder(sp))


@given(sp=sparse_tensors(in_order=False))
def test_coordinates_of_any_rank(sp: S) -> None:
    if sp.rank > 2 and not TAKES_ANY_RANK:
        with pytest.raises(ValueError, match=f"1 or 2 dimensions for this SciPy, got {sp.rank}"):
            sp.to_scipy("coo")
        return
    matrix = sp.to_scipy("coo")
    np.testing.assert_array_equal(matrix.toarray(), dense_of(sp))
    assert S.from_scipy(matrix).identical(rk.sparse.reorder(sp))


def test_values_in_order_are_shared_and_read_only() -> None:
    sp = S([[0, 1], [2, 0]], [5.0, 6.0], [3, 2])
    for format in ("csr", "coo"):
        matrix = sp.to_scipy(format)
        assert np.shares_memory(matrix.data, sp.values)
        assert not matrix.data.flags.writeable
        assert (2 * matrix).toarray().tolist() == [[0, 10], [0, 0], [12, 0]]
        assert (matrix @ np.ones(2)).tolist() == [5, 0, 6]
    unordered = S([[2, 0], [0, 1]], [6.0, 5.0], [3, 2])
    assert not np.shares_memory(unordered.to_scipy().data, unordered.values)
    assert unordered.values.tolist() == [6, 5]


def test_compressed_rows_give_their_values() -> None:
    matrix = scipy_sparse.csr_array([[0, 5], [0, 0], [6, 0]])
    sp = S.from_scipy(matrix)
    assert np.shares_memory(sp.values, matrix.data)
    assert sp.indices.dtype == np.int64


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_comes_in(format: str, kind: str) -> None:
    dense = np.array([[0, 5, 0, 0], [1, 0, 0, 2]])
    matrix = getattr(scipy_sparse, f"{format}_{kind}")(dense)
    sp = S.from_scipy(matrix)
    np.testing.assert_array_equal(sp.to_dense(), dense)
    assert matrix.format == format


def test_cells_that_come_twice_add_up() -> None:
    twice = S([[0, 1], [0, 1]], [5, 6], [1, 2])
    for format in ("csr", "coo"):
        assert twice.to_scipy(format).toarray().tolist() == [[0, 11]]
        matrix = twice.to_scipy(format)
        assert S.from_scipy(matrix).identical(S([[0, 1]], [11], [1, 2]))
        assert matrix.nnz == 2
    line = scipy_sparse.coo_array((np.array([5, 6]), (np.array([1, 1]),)), shape=(3,))
    assert S.from_scipy(line).identical(S([[1]], [11], [3]))
    assert line.nnz == 2


def test_stored_zeros_stay() -> None:
    sp = S([[0, 0]], [0], [1, 1])
    assert sp.to_scipy().nnz == 1
    assert S.from_scipy(sp.to_scipy()).identical(sp)


# ---------------------------------------------------------------------- ragged tensors
@pytest.mark.parametrize("format", ["csr", "coo"])
@given(
    rt=rks.ragged_tensors(
        ragged_rank=1,
        inner=(),
        dtype=st.sampled_from(["int64", "float32", "bool", "complex128"]),
        finite=True,
    )
)
def test_rows_there_and_back(format: str, rt: RT) -> None:
    matrix = rt.to_scipy(format)
    assert matrix.format == format
    np.testing.assert_array_equal(matrix.toarray(), rt.to_tensor())
    assert RT.from_scipy(matrix).to_list() == rt.to_list()
    assert RT.from_scipy(matrix).dtype == rt.dtype


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_values_and_row_splits_are_shared_both_ways(dtype: str) -> None:
    rt = D.with_row_splits_dtype(dtype)
    matrix = rt.to_scipy()
    assert np.shares_memory(matrix.data, rt.flat_values)
    assert np.shares_memory(matrix.indptr, rt.row_splits)
    assert not matrix.data.flags.writeable
    assert not matrix.indptr.flags.writeable
    back = RT.from_scipy(matrix)
    assert np.shares_memory(back.flat_values, rt.flat_values)
    assert np.shares_memory(back.row_splits, rt.row_splits)
    assert_ragged_equal(back, rt)


def test_a_slice_whose_values_start_later() -> None:
    assert D[1:4].to_scipy().toarray().tolist() == [[0, 0, 0], [5, 9, 2], [6, 0, 0]]


def test_values_beyond_the_last_row_are_left() -> None:
    matrix = scipy_sparse.csr_array([[1, 2], [3, 0]])
    matrix.data = np.append(matrix.data, 99)
    matrix.indices = np.append(matrix.indices, 7)
    assert RT.from_scipy(matrix).to_list() == [[1, 2], [3]]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: S([[0]], [5], [3]).to_scipy(), ValueError,
         "must have 2 dimensions for format 'csr', got 1; format='coo' takes any"),
        (lambda: S([[0, 0]], [5], [3, 2]).to_scipy("csc"), ValueError,
         "format must be 'csr' or 'coo', got 'csc'"),
        (lambda: S([[0, 0]], ["a"], [3, 2]).to_scipy(), TypeError, "must contain numbers or bools"),
        (lambda: S([[0, 9]], [1], [3, 2]).to_scipy(), ValueError, r"inside \[3, 2\]"),
        (lambda: interop.sparse_to_scipy(D), TypeError, "must be a SparseTensor"),
        (lambda: S.from_scipy(np.eye(2)), TypeError, "matrix must be a SciPy sparse matrix or arr"),
        (lambda: D.to_scipy("dense"), ValueError, "format must be 'csr' or 'coo', got 'dense'"),
        (lambda: D.with_values(list("abcdefgh")).to_scipy(), TypeError, "rt must contain numbers"),
        (lambda: rk.ragged.constant([[[1]], []]).to_scipy(), ValueError,
         r"rt must have 2 dimensions, got \[2, None, None\]; rt.merge_dims"),
        (lambda: interop.ragged_to_scipy(np.eye(2)), TypeError, "be a RaggedTensor"),  # type: ignore[arg-type]
        (lambda: RT.from_scipy([[1]]), TypeError, "matrix must be a SciPy sparse matrix"),
        (lambda: RT.from_scipy(scipy_sparse.coo_array(np.ones(3))), ValueError,
         "matrix must have 2 dimensions, got 1"),
        (lambda: RT.from_scipy(scipy_sparse.csr_array([[1, 1], [0, 7]])), ValueError,
         r"no gaps in its rows, got a value at \[1, 1\] where \[1, 0\] has none"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(ModuleNotFoundError, match="need SciPy; pip install scipy"):
        D.to_scipy()


# ------------------------------------------------------------------ values and their columns
cells = st.lists(
    st.dictionaries(st.integers(0, 6), st.integers(-9, 9), max_size=4), min_size=1, max_size=5
)


@given(rows=cells, dtype=st.sampled_from(["int32", "int64", "uint8"]))
def test_property_of_values_and_columns(rows: list[dict[int, int]], dtype: str) -> None:
    values = RT.from_row_lengths([v for row in rows for v in row.values()], [len(r) for r in rows])
    columns = values.with_flat_values(np.array([k for row in rows for k in row], dtype=dtype))
    dense = np.zeros((len(rows), 7), dtype=int)
    for i, row in enumerate(rows):
        for k, v in row.items():
            dense[i, k] = v
    for format in ("csr", "coo"):
        matrix = values.to_scipy(format, columns=columns, width=7)
        np.testing.assert_array_equal(matrix.toarray(), dense)
    back, ids = RT.from_scipy(values.to_scipy(columns=columns), return_columns=True)
    assert back.to_list() == values.to_list()
    assert ids.to_list() == columns.to_list()
    assert ids.partitions[0] is back.partitions[0]


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_columns_are_shared_both_ways(dtype: str) -> None:
    ids = rk.cast(rk.array([[1, 2], [], [0]]), dtype).with_row_splits_dtype(dtype)
    ones = rk.ones_like(ids)
    graph = ones.to_scipy(columns=ids, width=3)
    assert np.shares_memory(graph.indices, ids.flat_values)
    assert np.shares_memory(graph.indptr, ids.row_splits)
    weights, back = RT.from_scipy(graph, return_columns=True)
    assert np.shares_memory(back.flat_values, ids.flat_values)
    assert np.shares_memory(back.row_splits, ids.row_splits)
    assert np.shares_memory(weights.flat_values, ones.flat_values)
    assert not back.flat_values.flags.writeable


@pytest.mark.parametrize(("ids", "splits"), [("int32", "int64"), ("int64", "int32")])
def test_row_splits_take_the_dtype_of_the_columns(ids: str, splits: str) -> None:
    """SciPy has one dtype for both indices; the row splits are the shorter vector."""
    columns = rk.cast(rk.array([[1, 2], [], [0]]), ids).with_row_splits_dtype(splits)
    graph = rk.ones_like(columns).to_scipy(columns=columns)
    assert np.shares_memory(graph.indices, columns.flat_values)
    assert graph.indptr.dtype == graph.indices.dtype == ids


def test_a_graph_keeps_its_order_and_its_duplicates() -> None:
    graph = scipy_sparse.csr_array(([5, 6, 7], [2, 0, 0], [0, 3, 3]), shape=(2, 3))
    weights, ids = RT.from_scipy(graph, return_columns=True)
    assert (weights.to_list(), ids.to_list()) == ([[5, 6, 7], []], [[2, 0, 0], []])
    longer = scipy_sparse.csr_array(([5, 6, 0], [2, 0, 0], [0, 1, 2]), shape=(2, 3))
    assert RT.from_scipy(longer, return_columns=True)[1].to_list() == [[2], [0]]
    assert graph.indices.tolist() == [2, 0, 0]


IDS = rk.array([[1, 2], [], [0]])
NO_COLUMNS: dict[str, tuple[dict[str, Any], str]] = {
    "a list": ({"columns": [[1, 2], [], [0]]}, "columns must be a RaggedTensor of integers"),
    "floats": ({"columns": IDS * 1.0}, "columns must be a RaggedTensor of integers"),
    "other rows": ({"columns": rk.array([[1], [], [0, 0]])}, "got length 1 for 2 in row 0"),
    "fewer rows": ({"columns": IDS[:2]}, r"have the shape of rt, \[3, None\], got \[2, None\]"),
    "negative": ({"columns": IDS - 1}, "columns must not be negative, got -1"),
    "narrow": ({"columns": IDS, "width": 2}, "width must be at least 3, as used, got 2"),
    "narrow rows": ({"width": 1}, "width must be at least 2, as used, got 1"),
    "a negative width": ({"width": -1}, "width must not be negative, got -1"),
}


@pytest.mark.parametrize("name", NO_COLUMNS)
def test_columns_that_do_not_fit(name: str) -> None:
    arguments, says = NO_COLUMNS[name]
    with pytest.raises((TypeError, ValueError), match=says):
        rk.ones_like(IDS).to_scipy(**arguments)


def test_array_names_both_doors() -> None:
    graph = scipy_sparse.csr_array([[0, 1], [1, 0]])
    with pytest.raises(TypeError, match=r"from_scipy\(m\) takes the values, from_scipy\(m, return"):
        rk.array(graph)
    with pytest.raises(ValueError, match="return_columns=True returns the values and their"):
        RT.from_scipy(graph)
