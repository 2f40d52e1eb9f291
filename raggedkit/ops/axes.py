"""One axis at a time: take the outermost partition off, put it back, cut a dense axis into rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from raggedkit._arguments import as_axis
from raggedkit._kernels.compare import first_true
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, array_namespace, host_namespace, is_array
from raggedkit.encodings import LARGEST
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.convert import as_tensor
from raggedkit.ops.flat import flat_of, in_rows_of, parts_of, values_of
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "axes_of",
    "flattened",
    "integers",
    "operands",
    "partitioned",
    "path_of",
    "place_of",
    "ragged_operand",
    "rank_of",
    "roomy",
    "rowids_down",
    "splits_dtype",
    "tiled",
    "declaring",
]

_NDARRAY = host_namespace.ndarray


def axes_of(axis: Any, ndim: int) -> list[int]:
    """Return axes counted from the front."""
    if hasattr(axis, "tolist"):
        axis = axis.tolist()
    if not isinstance(axis, list | tuple):
        axis = [axis]
    return [as_axis(a, ndim) for a in axis]


def operands(*xs: Any, names: str) -> list[Any]:
    """Return potentially ragged arguments as ragged tensors and arrays of one namespace.

    ``names`` are theirs, for errors; one name for all of them where they are the items of a list.
    """
    if all(map(_is_at_home, xs)):
        return list(xs)
    xp = None
    for x in xs:
        if isinstance(x, RaggedTensor):
            xp = array_namespace(x._flat)
        elif is_array(x) and xp is None:
            xp = array_namespace(x)
    words = names.split()
    if len(words) != len(xs):
        words = [f"{names}[{i}]" for i in range(len(xs))]
    return [as_tensor(x, xp, name=name) for x, name in zip(xs, words, strict=True)]


def _is_at_home(x: Any) -> bool:
    """Whether something is a tensor already, and in the host's memory."""
    kind = type(x)
    if kind is RaggedTensor:
        return type(x._flat) is _NDARRAY
    return kind is _NDARRAY and x.dtype.kind not in "OT"


def ragged_operand(x: Any, name: str = "rt") -> RaggedTensor:
    """Return what has rows as a ragged tensor; those of an array are declared uniform."""
    if isinstance(x, RaggedTensor):
        return x
    (tensor,) = operands(x, names=name)
    if rank_of(tensor) < 2:
        raise ValueError(broken_rule(name, "have rows, two axes at least", x))
    return partitioned(tensor, INT64)


def splits_dtype(*tensors: Any) -> DType:
    """Return int32 if the row splits of all ragged tensors among these are; else int64."""
    dtypes = {x._parts[0]._dtype for x in tensors if isinstance(x, RaggedTensor)}
    return INT32 if dtypes == {INT32} else INT64


def roomy(dtype: DType, *tensors: Any, times: int = 1) -> DType:
    """Return a dtype for the splits of all these tensors' values together, so many times."""
    counts = [max(p._nvals for p in x._parts) for x in tensors if isinstance(x, RaggedTensor)]
    counts += [int(x.size) for x in tensors if not isinstance(x, RaggedTensor)]
    return INT64 if sum(counts) * times > LARGEST[dtype] else dtype


def rank_of(x: Any) -> int:
    """Return how many axes a ragged tensor or an array has."""
    return int(x.ndim)


def declaring(parts: Sequence[RowPartition]) -> RowPartition:
    """Return of partitions that cut alike the one that declares a uniform length, if one does."""
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
    """Return a tensor of which ``depth`` axes at least are partitioned: dense ones are declared."""
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
    """Return for each value that the last of these partitions cuts its row of the first."""
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


def integers(x: Any, name: str) -> Any:
    """Return a tensor of integers, int32 ones as they are, all others as int64.

    Every argument of positions, counts and ids comes through here. A number that int64 can't hold
    is refused by name, index and value: converted, it would be negative.
    """
    array = flat_of(x)
    if array.dtype in (INT32, INT64):
        return x
    if array.dtype.kind not in "iu":
        way_out = "" if array.size else "an empty list tells no dtype, np.array([], int) does"
        raise ValueError(broken_rule(name, "be integers", array.dtype, way_out))
    if array.dtype.kind == "u" and array.dtype.itemsize == INT64.itemsize:
        at = first_true(array.reshape(-1) > LARGEST[INT64])
        if at >= 0:
            path = place_of(parts_of(x), array.shape, at)
            got = f"{name}{path or ''} = {int(array.reshape(-1)[at])}"
            raise RaggedIndexError(f"{name} must fit int64, got {got}")
    return in_rows_of(x, array.astype(INT64))
