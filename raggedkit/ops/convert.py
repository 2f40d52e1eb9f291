"""Conversion of ragged tensors to and from NumPy arrays, nested lists, dense and sparse tensors."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from raggedkit._arguments import as_int
from raggedkit._depth import check_nesting
from raggedkit._kernels.arrays import coordinates as _coordinates
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import begins_run, first_true
from raggedkit._kernels.arrays.splits import row_blocks
from raggedkit._plan.fills import as_beside, fits
from raggedkit._typing import Array, ArrayLike, DTypeLike
from raggedkit._xp import (
    INT64,
    INTEGERS,
    TIMES,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
    int_array,
    is_host,
    object_array,
    readonly,
    to_host,
)
from raggedkit.encodings import index_dtype, index_vector, own_vector
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "dense_input",
    "from_sparse",
    "from_tensor",
    "to_array",
    "to_list",
    "to_numpy",
    "to_sparse",
]


_NDARRAY = host_namespace.ndarray


def to_numpy(rt: RaggedTensor) -> Array:
    """Return nested NumPy arrays: dense if all rows have equal lengths, else of objects."""
    array = rt._flat.copy() if is_host(rt._flat) else to_host(rt._flat)
    for part in reversed(rt._parts):
        splits = part._get_splits().tolist()
        if len(splits) < 2:
            xp = array_namespace(array)
            # Without rows there is no row length to infer; 0 keeps the number of axes.
            array = xp.zeros((0, 0, *array.shape[1:]), dtype=array.dtype)
            continue
        # Equal lengths give an ordinary array, as np.array does for equal nested lists.
        length = splits[1] - splits[0]
        if part._uniform is not None or bool((to_host(part._get_lengths()) == length).all()):
            array = array[splits[0] : splits[-1]].reshape(len(splits) - 1, length, *array.shape[1:])
        else:
            array = object_array([array[a:b] for a, b in pairwise(splits)])
    return array


def to_array(rt: RaggedTensor, dtype: DTypeLike | None, copy: bool | None) -> Array:
    """Return the dense array of a tensor whose axes are all uniform; raise otherwise."""
    for axis, part in enumerate(rt._parts, start=1):
        if not part.is_uniform():
            look_up = "; as an index: rk.gather(array, rt)" if rt._flat.dtype.kind in "iu" else ""
            msg = (
                f"a RaggedTensor of shape {rt.shape} must be converted to an array explicitly: "
                f"axis {axis} is ragged; use rt.to_tensor() (pads rows to one length), "
                f"rt.numpy() (object array of rows) or rt.to_pandas() (Series of lists){look_up}"
            )
            raise TypeError(msg)
    sizes = [rt._parts[0]._nrows, *[p._uniform or 0 for p in rt._parts]]
    array: Array = rt._flat.reshape(*sizes, *rt._flat.shape[1:])
    if dtype is not None and array.dtype != as_dtype(dtype):
        if copy is False:
            rule = f"be True or None where dtype {array.dtype} becomes {as_dtype(dtype)}"
            raise ValueError(broken_rule("copy", rule, copy))
        return array.astype(as_dtype(dtype))
    return array.copy() if copy else readonly(array)


def from_tensor(
    tensor: ArrayLike,
    lengths: Any = None,
    padding: Any = None,
    ragged_rank: int = 1,
    *,
    row_splits_dtype: DTypeLike = INT64,
) -> RaggedTensor:
    """Return a dense array as a ragged tensor, without the items beyond the end of each row."""
    dtype = index_dtype(row_splits_dtype, "row_splits_dtype")
    if lengths is not None and padding is not None:
        msg = "lengths must not be given together with padding; each defines where rows end"
        raise ValueError(msg)
    if isinstance(ragged_rank, bool) or not hasattr(ragged_rank, "__index__"):
        raise TypeError(broken_rule("ragged_rank", "be an int", ragged_rank))
    ragged_rank = as_int(ragged_rank, "ragged_rank", "be an int")
    if ragged_rank < 1:
        raise ValueError(broken_rule("ragged_rank", "be at least 1", ragged_rank))
    dense = dense_input(tensor)
    if dense.ndim < 2:
        raise ValueError(broken_rule("tensor", "have at least 2 dimensions", dense.ndim))
    if _is_nested(lengths):
        return _from_nested_lengths(dense, list(lengths), ragged_rank, dtype)
    if dense.ndim <= ragged_rank:
        rule = f"have more than ragged_rank = {ragged_rank} dimensions"
        raise ValueError(broken_rule("tensor", rule, dense.ndim))
    xp = array_namespace(dense)
    outer = [
        RowPartition._of_uniform(dense.shape[k], math.prod(dense.shape[:k]), dtype, xp)
        for k in range(1, ragged_rank)
    ]
    rows = dense.reshape(math.prod(dense.shape[:ragged_rank]), *dense.shape[ragged_rank:])
    inner = _rows_of(rows, lengths, padding, dtype)
    return RaggedTensor._make(inner._flat, (*outer, *inner._parts))


def dense_input(tensor: Any) -> Array:
    """Return an argument that has to be dense as an array."""
    if isinstance(tensor, RaggedTensor):
        raise TypeError(broken_rule("tensor", "be dense", tensor, "it is ragged already"))
    try:
        return as_array(tensor)
    except MissingValueError as error:
        raise error.named("tensor") from None
    except (TypeError, ValueError) as error:
        check_nesting(tensor, "tensor")
        way_out = "for a nested list of rows use raggedkit.ragged.constant"
        raise ValueError(broken_rule("tensor", "be dense", tensor, way_out)) from error


def _rows_of(rows: Array, lengths: Any, padding: Any, dtype: Any) -> RaggedTensor:
    """Cut ``[nrows, width, ...]`` into rows of given, or padded, or full length."""
    xp = array_namespace(rows)
    nrows, width = rows.shape[:2]
    if lengths is None and padding is None:
        part = RowPartition._of_uniform(width, nrows, dtype, xp)
        return RaggedTensor._make(rows.reshape(nrows * width, *rows.shape[2:]), (part,))
    if padding is not None:
        count = _lengths_without(rows, padding, dtype)
    else:
        count = xp.asarray(index_vector(lengths, "lengths", None)).astype(dtype, copy=False)
        if count.shape[0] != nrows:
            rule = f"have one number for each of the {nrows} rows"
            raise ValueError(broken_rule("lengths", rule, count.shape[0]))
        # TensorFlow clamps lengths to the width instead of raising.
        count = xp.minimum(xp.maximum(count, 0), width)
    cut = RowPartition._of_lengths(count)
    return RaggedTensor._make(_gather.compact(rows, count, cut._get_splits()), (cut,))


def _lengths_without(rows: Array, padding: Any, dtype: Any) -> Array:
    """Return the length of each row without its trailing padding."""
    try:
        pad = as_beside(padding, rows)
    except (TypeError, ValueError):
        raise TypeError(broken_rule("padding", f"fit dtype {rows.dtype}", padding)) from None
    if not fits(pad, rows.dtype):
        raise TypeError(broken_rule("padding", f"fit dtype {rows.dtype}", padding))
    if pad.shape != rows.shape[2:]:
        rule = f"have the shape of one value, {rows.shape[2:]}"
        raise ValueError(broken_rule("padding", rule, pad.shape))
    return _gather.count_unpadded(rows, pad).astype(dtype, copy=False)


def _is_nested(lengths: Any) -> bool:
    """Whether lengths are a list of vectors, one for each ragged axis."""
    if not isinstance(lengths, list | tuple) or not lengths:
        return False
    return hasattr(lengths[0], "__len__") or getattr(lengths[0], "ndim", 0) > 0


def _from_nested_lengths(
    dense: Array, nested: list[Any], ragged_rank: int, dtype: Any
) -> RaggedTensor:
    depth = len(nested)
    if ragged_rank not in (1, depth):
        rule = f"be 1 or the number of lengths, {depth}"
        raise ValueError(broken_rule("ragged_rank", rule, ragged_rank))
    if dense.ndim <= depth:
        rule = f"have more than {depth} dimensions, one for each of the lengths"
        raise ValueError(broken_rule("tensor", rule, dense.ndim))
    xp = array_namespace(dense)
    parts: list[RowPartition] = []
    rows = dense.shape[0]
    values = dense
    for level, vector in enumerate(nested):
        count = xp.asarray(own_vector(vector, f"lengths[{level}]", dtype))
        at = _splits.first_negative(count)
        if at >= 0:
            msg = f"lengths[{level}] must not be negative, got lengths[{level}][{at}]"
            raise ValueError(f"{msg} = {int(count[at])}")
        if count.shape[0] != rows:
            rule = f"have one number for each of the {rows} rows"
            raise ValueError(broken_rule(f"lengths[{level}]", rule, count.shape[0]))
        width = values.shape[1]
        at = first_true(count > width)
        if at >= 0:
            rule = f"not pass the {width} items there are"
            msg = f"lengths[{level}] must {rule}, got lengths[{level}][{at}] = {int(count[at])}"
            raise ValueError(msg)
        parts.append(RowPartition._of_lengths(count))
        values = _gather.compact(values, count, parts[-1]._get_splits())
        rows = values.shape[0]
    return RaggedTensor._make(values, tuple(parts))


def to_sparse(rt: RaggedTensor) -> SparseTensor:
    """Return the values as a sparse tensor of the bounding shape."""
    if len(rt._parts) == 1 and type(rt._flat) is _NDARRAY and rt._flat.ndim == 1:
        return _rows_to_sparse(rt._flat, rt._parts[0])
    xp = array_namespace(rt._flat)
    flat, parts = rt._flat, list(rt._parts)
    for size in flat.shape[1:]:  # a dense inner axis becomes a uniform partition
        parts.append(RowPartition._of_uniform(size, parts[-1]._nvals, INT64, xp))
    flat = flat.reshape(-1)
    nvals, rank = flat.shape[0], len(parts) + 1
    indices = xp.empty((nvals, rank), dtype=INT64)
    rows: Array | None = None  # for each value: its row at the current level
    # From the innermost level outwards: the row of a value at one level is its position source for
    # the next.
    for level in range(len(parts) - 1, -1, -1):
        part = parts[level]
        ids, places = part._get_rowids(), part._get_places()
        indices[:, level + 1] = places if rows is None else places.take(rows)
        rows = ids if rows is None else ids.take(rows)
    indices[:, 0] = rows
    shape = [parts[0]._nrows, *[p._get_longest() for p in rt._parts], *rt._flat.shape[1:]]
    sizes = int_array(shape, INT64)
    return SparseTensor._make(indices, flat, sizes if xp is host_namespace else as_array(sizes, xp))


def _rows_to_sparse(flat: Array, part: RowPartition) -> SparseTensor:
    """Return rows of scalars in host memory as a sparse matrix."""
    rows, places = part._get_rowids(), part._get_places()
    indices = host_namespace.empty((flat.shape[0], 2), INT64)
    indices[:, 0] = rows
    indices[:, 1] = places
    return SparseTensor._make(indices, flat, int_array([part._nrows, part._get_longest()], INT64))


def from_sparse(st_input: SparseTensor, *, row_splits_dtype: DTypeLike = INT64) -> RaggedTensor:
    """Return the values of a 2-D sparse tensor as rows."""
    dtype = index_dtype(row_splits_dtype, "row_splits_dtype")
    if not isinstance(st_input, SparseTensor):
        raise TypeError(broken_rule("st_input", "be a SparseTensor", st_input))
    if st_input.rank != 2:
        raise ValueError(broken_rule("st_input", "have two dimensions", st_input.rank))
    at = st_input._indices
    nrows = int(st_input._dense_shape[0])
    # One pass checks and counts; None means invalid input or no compiled loop, decided below.
    splits = _coordinates.count_up(at, nrows, dtype)
    if splits is not None:
        return RaggedTensor._make(st_input._values, (RowPartition._of_splits(splits),))
    rows, columns = at[:, 0], at[:, 1]
    _check_no_gaps(at, rows, columns)
    if int(rows.min()) < 0 or int(rows.max()) >= nrows:
        rule = f"have rows from 0 to {nrows - 1}"
        raise ValueError(broken_rule("st_input", rule, [int(rows.min()), int(rows.max())]))
    return RaggedTensor._make(st_input._values, (_rows_of_sparse(rows, nrows, dtype),))


def _rows_of_sparse(rows: Array, nrows: int, dtype: Any) -> RowPartition:
    return RowPartition._of_splits(_splits.rowids_to_splits(rows.astype(dtype, copy=False), nrows))


def _check_no_gaps(at: Array, rows: Array, columns: Array) -> None:
    xp = array_namespace(at)
    new_row = begins_run(rows)
    expected = xp.zeros(at.shape[0], dtype=INT64)
    # Columns of a row without gaps count 0, 1, 2, ...; the first deviation is the gap.
    expected[1:] = xp.where(new_row[1:], 0, columns[:-1] + 1)
    gap = first_true(columns != expected)
    if gap >= 0:
        want = [int(rows[gap]), int(expected[gap])]
        raise ValueError(
            f"st_input must have no gaps in its rows, got indices[{gap}] = "
            f"{at[gap].tolist()} in place of {want}"
        )


# Up to this number of lists and values a garbage collection costs nothing. The limit is not one of
# the dispatcher's: both ways make the same lists with the same code, and no kernel is involved.
_FEW = 256
_BLOCK = 1 << 15  # values per block, whose objects stay in the cache
_SPREAD = 1 << 15  # largest range of integers whose table stays in the cache
_KEPT = (-5, 256)  # CPython caches these ints already
_FAR = 1 << 62  # above it the difference of two integers may exceed 64 bits


def to_list(rt: RaggedTensor) -> list[Any]:
    """Return a nested list of Python values."""
    flat, parts = rt._flat, rt._parts
    if len(parts) == 1 and flat.size < _FEW and parts[0]._nrows < _FEW:
        return _cut(_python_values(flat), parts[0]._get_splits().tolist())
    collecting = gc.isenabled()
    gc.disable()  # garbage collections during the conversion make it three times slower
    try:
        items = _rows(flat, parts[-1]._get_splits())
        for part in reversed(parts[:-1]):
            items = _cut(items, part._get_splits().tolist())
    finally:
        if collecting:
            gc.enable()
    return items


def _cut(items: list[Any], splits: list[int]) -> list[Any]:
    return [items[a:b] for a, b in pairwise(splits)]


def _rows(flat: Array, splits: Array) -> list[Any]:
    """Return the values in lists, one for each row.

    Rows are converted in blocks: the objects of a block stay in the cache until they are in their
    rows, and there is never a second list of all values.
    """
    if type(flat) is not _NDARRAY or flat.dtype.kind in TIMES or flat.size <= _BLOCK:
        return _cut(_python_values(flat), splits.tolist())
    listed = _reader(flat)
    size = max(1, _BLOCK * flat.shape[0] // flat.size)
    rows: list[Any] = []
    for first, limit in row_blocks(splits, size, size):
        cuts = splits[first : limit + 1]
        values = listed(flat[cuts[0] : cuts[-1]])
        rows += _cut(values, (cuts - cuts[0]).tolist())
    return rows


def _reader(flat: Array) -> Callable[[Array], list[Any]]:
    """Return a function that converts a slice of the values to a list.

    Integers from a small range are looked up in a table, so that equal ones share one object. That
    takes half the time and a fraction of the memory of one object per value.
    """
    if flat.dtype.kind in INTEGERS:
        least, most = int(flat.min()), int(flat.max())
        spread = most - least
        worth_it = 4 * spread < flat.size and (least < _KEPT[0] or most > _KEPT[1])
        if spread < _SPREAD and worth_it and -_FAR < least and most < _FAR:
            table = host_namespace.arange(least, most + 1).astype(object)

            def look_up(values: Array) -> list[Any]:
                found: list[Any] = table.take(values.astype(INT64) - least).tolist()
                return found

            return look_up
    return _NDARRAY.tolist


def _python_values(flat: Array) -> list[Any]:
    """Return the values as Python objects; times finer than microseconds stay NumPy scalars."""
    items: list[Any] = flat.tolist()
    if flat.dtype.kind not in TIMES or not flat.size:
        return items
    if not any(isinstance(x, int) for x in flat.ravel().tolist()):
        return items
    items = list(flat.ravel())
    for size in reversed(flat.shape[1:]):
        items = [items[a : a + size] for a in range(0, len(items), size)]
    return items
