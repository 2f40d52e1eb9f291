"""Unpickling of tensors and partitions. Pickles name these functions, so their names stay."""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.arrays.coordinates import first_outside
from raggedkit._kernels.limits import COPIED_BYTES
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, NUMBERS, host_namespace, sound
from raggedkit.encodings import LARGEST, count, index_dtype
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["partition", "small_tensor", "sparse_tensor", "tensor", "to_bytes", "uniform_partition"]


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
    cut: Array = host_namespace.frombuffer(splits, splits_dtype)
    flat: Array = host_namespace.frombuffer(values, dtype).copy()
    return RaggedTensor(flat, (RowPartition.from_row_splits(cut),))


def to_bytes(numbers: Array) -> tuple[str, bytes] | None:
    """Return ``(dtype, bytes)`` of a short numeric vector for `small_tensor`, or None."""
    if type(numbers) is not host_namespace.ndarray or numbers.ndim != 1:
        return None
    if not 0 < numbers.nbytes <= COPIED_BYTES or numbers.dtype.kind not in NUMBERS:
        return None
    return numbers.dtype.str, numbers.tobytes()


def sparse_tensor(indices: Any, values: Any, dense_shape: Any) -> SparseTensor:
    """Return a pickled sparse tensor; refuse parts that don't fit, and cells outside its shape."""
    st = SparseTensor(indices, sound(values, "values"), dense_shape)
    sizes = st._dense_shape.tolist()
    at = first_outside(st._indices, sizes)
    if at >= 0:
        got = f"got indices[{at}] = {st._indices[at].tolist()}"
        raise ValueError(f"indices must be inside dense_shape = {sizes}, {got}")
    return st
