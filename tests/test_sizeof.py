"""``sys.getsizeof`` counts values and encodings; dask decides by it which results it spills."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

ROWS, LENGTH = 5000, 10
BIG = rk.RaggedTensor.from_row_lengths(np.arange(ROWS * LENGTH * 1.0), np.full(ROWS, LENGTH))
HEAD = 400  # more than the objects themselves have; less than any array here


def fresh() -> rk.RaggedTensor:
    """Return a tensor whose partition has computed nothing yet."""
    return rk.RaggedTensor.from_row_splits(BIG.flat_values, BIG.row_splits)


DEEP = rk.RaggedTensor.from_row_splits(fresh(), [0, ROWS])
TENSORS: dict[str, rk.RaggedTensor] = {
    "plain": fresh(),
    "int32-splits": fresh().with_row_splits_dtype("int32"),
    "deep": DEEP,
    "slice": fresh()[1000:4000],
    "inner": rk.RaggedTensor.from_row_lengths(np.ones((ROWS, 4)), np.full(ROWS // 4, 4)),
    "text": rk.RaggedTensor.from_row_splits(np.full(ROWS, "abc"), [0, *range(0, ROWS + 1, 2)]),
    "uniform": rk.RaggedTensor.from_uniform_row_length(BIG.flat_values, LENGTH),
}


@pytest.mark.parametrize("name", TENSORS)
def test_a_tensor_counts_its_values_and_splits(name: str) -> None:
    rt = TENSORS[name]
    assert 0 < sys.getsizeof(rt) - rt.nbytes < HEAD
    if rt.ragged_rank == 1:
        part = rt.partitions[0]
        assert 0 < sys.getsizeof(part) - part.nbytes < HEAD


def test_views_count_their_own_rows() -> None:
    """So the sum over all views is that of the whole, as dask counts views of NumPy arrays."""
    rt = fresh()
    halves = rt[: ROWS // 2], rt[ROWS // 2 :]
    total = sum(map(sys.getsizeof, halves))
    assert abs(total - rt.nbytes) < 2 * HEAD
    assert all(np.shares_memory(half.flat_values, rt.flat_values) for half in halves)


def test_computed_encodings_count() -> None:
    rt = fresh()
    before = sys.getsizeof(rt)
    rt.value_rowids()
    rt.row_lengths()
    assert sys.getsizeof(rt) - before == 8 * (ROWS * LENGTH + ROWS)


def test_shared_memory_counts_once() -> None:
    rt = fresh()
    t = rk.RaggedTable({"a": rt, "b": rt + 1, "same": rt}, rows={"id": np.arange(ROWS)})
    partition = t["a"].partitions[0]
    counted = 2 * rt.flat_values.nbytes + 8 * ROWS + sys.getsizeof(partition)
    assert abs(sys.getsizeof(t) - counted) < HEAD
    # The values and the row splits of both partitions are one array.
    splits = np.arange(ROWS + 1)
    same = rk.RowPartition.from_row_splits(splits)
    square = rk.RaggedTensor(splits[:ROWS], [same, same])
    assert sys.getsizeof(square) < 2 * splits.nbytes + HEAD


def test_a_broadcast_axis_counts_once() -> None:
    rt = np.broadcast_arrays(fresh(), 5)[1]
    assert sys.getsizeof(rt) < fresh().nbytes / 2


@pytest.mark.parametrize(
    ("small", "nbytes"),
    [
        (rk.SparseTensor([[0, 0]], [10], [3, 2]), 8 + 16 + 16),
        (rk.array([[1, 2], []])[:0], 8),
        (rk.RowPartition.from_uniform_row_length(5, nrows=10**9), 0),
    ],
    ids=["sparse", "no-rows", "uniform"],
)
def test_small_ones(small: Any, nbytes: int) -> None:
    assert nbytes <= sys.getsizeof(small) - object.__sizeof__(small) < nbytes + 64
