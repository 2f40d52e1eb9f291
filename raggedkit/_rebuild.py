"""Unpickling of tensors and partitions. Pickles name these functions, so their names stay."""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.arrays.coordinates import first_outside
from raggedkit._kernels.small.rows import from_bytes, from_bytes_read_only
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, sound
from raggedkit.encodings import LARGEST, count, index_dtype
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["partition", "small_tensor", "sparse_tensor", "tensor", "uniform_partition"]


def partition(splits: Array) -> RowPartition:
    """Return the partition of pickled row splits, which are validated."""
    return RowPartition.from_row_splits(sound(splits, "row_splits"))


def uniform_partition(length: int, nrows: int, dtype: DType) -> RowPartition:
    """Return the partition of three pickled numbers, which are validated."""
    kind = INT32 if index_dtype(dtype) == INT32 else INT64
    size, n = count(length, "uniform_row_length", kind), count(nrows, "nrows", kind)
    if size * n > LARGEST[kind]:
        raise ValueError(broken_rule("nrows * uniform_row_length", f"fit {kind}", size * n))
    return RowPartition._of_uniform(size, n, kind)


def tensor(flat: Array, parts: tuple[RowPartition, ...]) -> RaggedTensor:
    """Return the ragged tensor of pickled values and partitions."""
    return RaggedTensor(sound(flat, "flat_values"), parts)


def small_tensor(dtype: str, values: bytes, splits_dtype: str, splits: bytes) -> RaggedTensor:
    """Return the ragged tensor of a few values and row splits, pickled as bytes."""
    part = RowPartition.from_row_splits(from_bytes_read_only(splits_dtype, splits))
    return RaggedTensor(from_bytes(dtype, values), (part,))


def sparse_tensor(indices: Any, values: Any, dense_shape: Any) -> SparseTensor:
    """Return a pickled sparse tensor; refuse parts that don't fit, and cells outside its shape."""
    st = SparseTensor(indices, sound(values, "values"), dense_shape)
    sizes = st._dense_shape.tolist()
    at = first_outside(st._indices, sizes)
    if at >= 0:
        got = f"got indices[{at}] = {st._indices[at].tolist()}"
        raise ValueError(f"indices must be inside dense_shape = {sizes}, {got}")
    return st
