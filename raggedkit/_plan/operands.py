"""Operands: ragged tensors and arrays as flat values with partitions, axis by axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from raggedkit._arguments import as_axis
from raggedkit._depth import check_axes
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, array_namespace, holds_bytes, host_namespace
from raggedkit.encodings import LARGEST
from raggedkit.errors import VALUES, broken_rule
from raggedkit.partition import RowPartition, aligned
from raggedkit.tensor import RaggedTensor

__all__ = [
    "axes_of",
    "check_orderable",
    "declaring",
    "flat_of",
    "flattened",
    "in_rows_of",
    "mapped",
    "partitioned",
    "parts_of",
    "path_of",
    "place_of",
    "rank_of",
    "rewrap",
    "roomy",
    "rowids_down",
    "splits_dtype",
    "tiled",
    "values_of",
]


def flat_of(x: Any) -> Any:
    """Return the flat values of a ragged tensor; an array itself."""
    return x._flat if isinstance(x, RaggedTensor) else x


def parts_of(x: Any) -> tuple[RowPartition, ...]:
    """Return the partitions of a ragged tensor; none of an array."""
    return x._parts if isinstance(x, RaggedTensor) else ()


def in_rows_of(x: Any, flat: Any) -> Any:
    """Return flat values in the rows of a tensor, or as an array if that is an array."""
    return RaggedTensor._make(flat, x._parts) if isinstance(x, RaggedTensor) else flat


def mapped(x: Any, function: Callable[[Any], Any]) -> Any:
    """Return the result of a function of the flat values, in the same rows."""
    return in_rows_of(x, function(flat_of(x)))


def values_of(rt: RaggedTensor) -> Any:
    """Return the values of the outermost partition: the tensor without its first axis."""
    return rt._flat if len(rt._parts) == 1 else RaggedTensor._make(rt._flat, rt._parts[1:])


def rewrap(parts: tuple[RowPartition, ...], values: Any) -> Any:
    """Return values, dense or ragged, inside these partitions (none: the values themselves)."""
    if not parts:
        return values
    if isinstance(values, RaggedTensor):
        parts, values = parts + values._parts, values._flat
    check_axes(len(parts) + values.ndim, "the result")
    return RaggedTensor._make(values, aligned(parts, values))


def check_orderable(x: Any, name: str) -> None:
    """Raise if the values are Python objects other than bytes, which NumPy can't sort."""
    flat = flat_of(x)
    if flat.dtype.kind == "O" and flat.size and not holds_bytes(flat):
        raise TypeError(broken_rule(name, f"contain {VALUES}", flat.dtype))


_NDARRAY = host_namespace.ndarray


def axes_of(axis: Any, ndim: int) -> list[int]:
    """Return axes counted from the front."""
    if hasattr(axis, "tolist") and not isinstance(axis, type):
        axis = axis.tolist()
    if not isinstance(axis, list | tuple):
        axis = [axis]
    return [as_axis(a, ndim) for a in axis]


def splits_dtype(*tensors: Any) -> DType:
    """Return int32 if all ragged tensors among these have int32 row splits, else int64."""
    dtypes = {x._parts[0]._dtype for x in tensors if isinstance(x, RaggedTensor)}
    return INT32 if dtypes == {INT32} else INT64


def roomy(dtype: DType, *tensors: Any, times: int = 1) -> DType:
    """Return ``dtype``, or int64 if ``times`` all values of these tensors do not fit it."""
    counts = [max(p._nvals for p in x._parts) for x in tensors if isinstance(x, RaggedTensor)]
    counts += [int(x.size) for x in tensors if not isinstance(x, RaggedTensor)]
    return INT64 if sum(counts) * times > LARGEST[dtype] else dtype


def rank_of(x: Any) -> int:
    """Return the number of axes of a ragged tensor or an array."""
    return int(x.ndim)


def declaring(parts: Sequence[RowPartition]) -> RowPartition:
    """Return, of partitions with equal rows, one that declares a uniform length if there is one."""
    return next((p for p in parts if p._uniform is not None), parts[0])


def tiled(part: RowPartition, n: int) -> RowPartition:
    """Return a partition whose rows follow each other ``n`` times."""
    if part._uniform is not None:
        return RowPartition._of_uniform(part._uniform, n * part._nrows, part._dtype, part._xp)
    return RowPartition._of_lengths(part._xp.tile(part._get_lengths(), n))


def flattened(x: Any) -> Any:
    """Return a tensor with its first two axes merged."""
    if isinstance(x, RaggedTensor):
        return values_of(x)
    return x.reshape(x.shape[0] * x.shape[1], *x.shape[2:])


def partitioned(x: Any, dtype: DType, depth: int = 1) -> RaggedTensor:
    """Return a tensor with at least ``depth`` partitioned axes; dense axes become uniform ones."""
    parts: tuple[RowPartition, ...] = ()
    flat = x
    if isinstance(x, RaggedTensor):
        parts, flat = x._parts, x._flat
    if len(parts) >= depth and parts:
        return x  # type: ignore[no-any-return]  # xp is Any
    xp = array_namespace(flat)
    while len(parts) < depth:
        uniform = RowPartition._of_uniform(flat.shape[1], flat.shape[0], dtype, xp)
        parts = (*parts, uniform)
        flat = flat.reshape(uniform._nvals, *flat.shape[2:])
    return RaggedTensor._make(flat, parts)


def rowids_down(parts: tuple[RowPartition, ...]) -> Array:
    """Return for each value of the last of these partitions its row of the first one."""
    rows = parts[-1]._get_rowids()
    for part in reversed(parts[:-1]):
        rows = part._get_rowids().take(rows)
    return rows


def path_of(parts: tuple[RowPartition, ...], at: int) -> list[int]:
    """Return the indices that lead to flat value ``at``, outermost first; for error messages."""
    path: list[int] = []
    for part in reversed(parts):
        splits = part._get_splits()
        row = int(splits[1:].searchsorted(at, side="right"))
        path.insert(0, at - int(splits[row]))
        at = row
    return [at, *path]


def place_of(parts: tuple[RowPartition, ...], shape: tuple[int, ...], at: int) -> list[int]:
    """Return the indices of item ``at`` of all in flat values of this shape; for error messages."""
    inner: list[int] = []
    for size in reversed(shape[1:]):
        at, place = divmod(at, size)
        inner.insert(0, place)
    if parts:
        return path_of(parts, at) + inner
    return [at, *inner] if shape else []
