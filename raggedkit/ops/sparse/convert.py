"""Sparse tensors: conversion to and from dense and ragged tensors, order of cells, shape."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import array_of, as_flag, as_int
from raggedkit._kernels.arrays import coordinates as _coordinates
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import begins_run, first_true
from raggedkit._plan.fills import default_of
from raggedkit._typing import Array, ArrayLike, DType, DTypeLike, Scalar
from raggedkit._xp import INT64, array_namespace, as_array, is_array
from raggedkit.encodings import check_rows, index_dtype, index_vector
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.ops.convert import dense_input
from raggedkit.partition import RowPartition
from raggedkit.shape import ShapeLike, TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "check_inside",
    "check_order",
    "default_cell",
    "from_dense",
    "reorder",
    "reset_shape",
    "sizes_of",
    "sparse_input",
    "to_dense",
    "to_ragged",
]


def sparse_input(obj: Any, name: str = "sp_input") -> SparseTensor:
    """Return an argument that has to be a sparse tensor."""
    if not isinstance(obj, SparseTensor):
        way_out = "raggedkit.sparse.from_dense makes one of an array, to_sparse() of a RaggedTensor"
        raise TypeError(broken_rule(name, "be a SparseTensor", obj, way_out))
    return obj


def sizes_of(sp: SparseTensor) -> list[int]:
    """Return the size of each dimension, Python ints."""
    sizes: list[int] = sp._dense_shape.tolist()
    return sizes


def check_inside(sp: SparseTensor, name: str = "sp_input") -> None:
    """Raise for a cell outside ``dense_shape``."""
    sizes = sizes_of(sp)
    # The constructor compares no cell with the shape, so a cell may be outside.
    at = _coordinates.first_outside(sp._indices, sizes)
    if at >= 0:
        got = f"got indices[{at}] = {sp._indices[at].tolist()}"
        way_out = (
            "raggedkit.sparse.reset_shape(st) gives the smallest shape with room for all cells"
        )
        raise ValueError(f"{name} must have its cells inside {sizes}, {got}; {way_out}")


def check_order(sp: SparseTensor, name: str = "sp_input") -> None:
    """Raise unless the cells are sorted row by row without duplicates."""
    late, again = _coordinates.first_unordered(sp._indices)
    if late >= 0:
        pair = sp._indices[late - 1 : late + 1].tolist()
        got = f"got indices[{late - 1}:{late + 1}] = {pair}"
        way_out = "raggedkit.sparse.reorder(st) puts them in order"
        raise ValueError(f"{name} must have its cells in order, {got}; {way_out}")
    if again >= 0:
        got = f"got {sp._indices[again].tolist()} at indices[{again - 1}] and indices[{again}]"
        raise ValueError(f"{name} must have each cell once, {got}; merge duplicates")


def default_cell(value: Any, values: Array, name: str = "default_value") -> tuple[Any, DType]:
    """Return the default value of empty cells (None: zero) and the common dtype with the values."""
    if value is not None and array_of(value, name, "be a single value").ndim:
        raise ValueError(broken_rule(name, "be a single value", value))
    return default_of(value, values, name)


def reset_shape(sp_input: SparseTensor, new_shape: ShapeLike | None = None) -> SparseTensor:
    """Return the same cells and values in another shape.

    Parameters
    ----------
    sp_input
        A sparse tensor.
    new_shape
        The size of each dimension, not smaller than before. By default the smallest shape that
        contains all cells: all zeros if there are none.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or ``new_shape`` does not contain numbers.
    ValueError
        If ``new_shape`` has another rank, or is smaller in a dimension, which the error names.

    Notes
    -----
    After TensorFlow's ``tf.sparse.reset_shape``. Indices and values are shared, not copied.

    Examples
    --------
    >>> import raggedkit as rk
    >>> cells = [[0, 0, 1], [0, 1, 0], [0, 2, 2], [1, 0, 3]]
    >>> st = rk.SparseTensor(cells, ["a", "b", "c", "d"], [2, 3, 5])
    >>> rk.sparse.reset_shape(st, [2, 3, 6]).shape
    TensorShape([2, 3, 6])
    >>> rk.sparse.reset_shape(st).shape
    TensorShape([2, 3, 4])
    >>> rk.sparse.reset_shape(st, [3, 7])
    Traceback (most recent call last):
        ...
    ValueError: new_shape must have 3 sizes, as sp_input has dimensions, got 2: [3, 7]
    >>> rk.sparse.reset_shape(st, [2, 3, 4])
    Traceback (most recent call last):
        ...
    ValueError: new_shape must not be smaller than [2, 3, 5], got [2, 3, 4]; dimension 2 has size \
5, leave new_shape out for the smallest with room for all cells
    """
    sp = sparse_input(sp_input)
    xp = array_namespace(sp._values)
    if new_shape is None:
        sizes = xp.zeros(sp.rank, dtype=INT64)
        if sp._indices.shape[0]:
            # A negative index gives no size below 0.
            sizes = xp.maximum(sp._indices.max(axis=0) + 1, 0)
        return SparseTensor._checked(sp._indices, sp._values, sizes)
    wanted = _new_sizes(new_shape)
    have = sizes_of(sp)
    if len(wanted) != len(have):
        rule = f"have {len(have)} sizes, as sp_input has dimensions"
        raise ValueError(f"new_shape must {rule}, got {len(wanted)}: {wanted}")
    for axis, (new, old) in enumerate(zip(wanted, have, strict=True)):
        if new < old:
            way_out = "leave new_shape out for the smallest with room for all cells"
            difference = f"dimension {axis} has size {old}, {way_out}"
            raise ValueError(
                broken_rule("new_shape", f"not be smaller than {have}", wanted, difference)
            )
    return SparseTensor._checked(sp._indices, sp._values, as_array(wanted, xp, dtype=INT64))


def _new_sizes(new_shape: Any) -> list[int]:
    """Return sizes given as a list, an array or a TensorShape; whole floats count as integers."""
    if isinstance(new_shape, TensorShape):
        if not new_shape.is_fully_defined():
            raise ValueError(broken_rule("new_shape", "have every size", new_shape))
        new_shape = new_shape.as_list()
    if isinstance(new_shape, str | bytes | RaggedTensor | SparseTensor):
        error = ValueError if isinstance(new_shape, str | bytes) else TypeError
        raise error(broken_rule("new_shape", "be a list of sizes", new_shape))
    if is_array(new_shape) or isinstance(new_shape, list | tuple):
        try:
            array = as_array(new_shape)
        except MissingValueError:
            raise  # a ValueError whose text says more
        except (TypeError, ValueError) as error:
            raise type(error)(broken_rule("new_shape", "be a list of sizes", new_shape)) from error
        if array.dtype.kind == "f" and array.ndim == 1 and (array.size or is_array(new_shape)):
            # A float is a size only if it is a whole number that was represented exactly.
            at = first_true(~(abs(array) < 2.0**53) | (array % 1 != 0))
            if at >= 0:
                got = f"got new_shape[{at}] = {array[at]}"
                raise ValueError(f"new_shape must contain whole numbers, {got}")
            new_shape = array.astype(INT64)
        elif array.dtype.kind in "bcUSTmM":
            raise TypeError(broken_rule("new_shape", "contain integers", array.dtype))
    sizes: list[int] = index_vector(new_shape, "new_shape", INT64).tolist()
    return sizes


def reorder(sp_input: SparseTensor) -> SparseTensor:
    """Return the cells sorted row by row: by the first coordinate, then the second, and so on.

    Duplicate cells keep their order. A sorted tensor is returned unchanged.

    Parameters
    ----------
    sp_input
        A sparse tensor, its cells in any order.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.SparseTensor([[2, 0], [0, 1]], [20, 10], [3, 2])
    >>> rk.sparse.reorder(st).indices.tolist()
    [[0, 1], [2, 0]]
    >>> rk.sparse.reorder(st).values
    array([10, 20])
    """
    sp = sparse_input(sp_input)
    order = _coordinates.order(sp._indices, sizes_of(sp))
    if order is None:
        # No order to apply: the cells are sorted already.
        return sp
    return SparseTensor._checked(sp._indices[order], sp._values[order], sp._dense_shape)


def to_dense(
    sp_input: SparseTensor, default_value: Scalar = None, validate_indices: bool = True
) -> Array:
    """Return the dense array of a sparse tensor.

    Parameters
    ----------
    sp_input
        A sparse tensor, its cells in order.
    default_value
        The value of cells without a value; by default zero, False, an empty text or NaT.
    validate_indices
        False allows cells in any order; the last one of duplicate cells is used.

    Returns
    -------
    array
        Of shape ``dense_shape``.

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or ``default_value`` does not fit its dtype.
    ValueError
        If a cell is outside the shape, is out of order, or is a duplicate.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.sparse.to_dense(rk.SparseTensor([[0, 1], [2, 0]], [7, 9], [3, 2]))
    array([[0, 7],
           [0, 0],
           [9, 0]])
    >>> rk.sparse.to_dense(rk.SparseTensor([[0, 1], [0, 1]], [7, 9], [1, 2]))
    Traceback (most recent call last):
        ...
    ValueError: sp_input must have each cell once, got [0, 1] at indices[0] and indices[1]; merge \
duplicates
    """
    sp = sparse_input(sp_input)
    sizes = sizes_of(sp)
    check_inside(sp)
    if as_flag(validate_indices, "validate_indices"):
        check_order(sp)
    fill, dtype = default_cell(default_value, sp._values)
    steps = _coordinates.strides(sizes)
    # The cells are more than int64 can number.
    if steps is None:
        raise ValueError(broken_rule("sp_input", "have a shape that fits memory", sizes))
    xp = array_namespace(sp._values)
    if fill is None:
        dense: Array = xp.zeros(tuple(sizes), dtype=dtype)
    else:
        dense = xp.empty(tuple(sizes), dtype=dtype)
        dense[...] = fill
    # One flat position per value: indexing with a tuple of columns copies each of them.
    dense.reshape(-1)[_coordinates.place(sp._indices, steps)] = sp._values
    return dense


def from_dense(tensor: ArrayLike) -> SparseTensor:
    """Return the nonzero cells of a dense array as a sparse tensor.

    For text these are the cells that are not empty, for times those that are not NaT. NaN is kept.

    Parameters
    ----------
    tensor
        An array or a nested list of equal lengths, with one dimension or more.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If it is ragged.
    ValueError
        If it is a single value.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[0, 7], [0, 0], [9, 0]])
    >>> st.indices.tolist(), st.values.tolist(), st.shape.as_list()
    ([[0, 1], [2, 0]], [7, 9], [3, 2])
    >>> rk.sparse.from_dense([[0, 0]]).values
    array([], dtype=int64)
    """
    if isinstance(tensor, RaggedTensor):
        raise TypeError(broken_rule("tensor", "be dense", tensor, "it has to_sparse() itself"))
    dense = dense_input(tensor)
    if not dense.ndim:
        raise ValueError(broken_rule("tensor", "have at least 1 dimension", tensor))
    fill, _ = default_cell(None, dense)
    if dense.dtype.kind == "M":
        # The fill of a date is NaT, which does not equal itself.
        kept = dense == dense
    else:
        xp = array_namespace(dense)
        kept = dense != (xp.zeros((), dtype=dense.dtype) if fill is None else fill)
    xp = array_namespace(dense)
    indices = xp.stack(xp.nonzero(kept), axis=1)
    shape = as_array(list(dense.shape), xp, dtype=INT64)
    return SparseTensor._checked(indices, dense[kept], shape)


def to_ragged(
    sp_input: SparseTensor,
    ragged_rank: SupportsIndex | None = None,
    *,
    row_splits_dtype: DTypeLike = INT64,
) -> RaggedTensor:
    """Return the values of a sparse tensor of any rank as rows.

    The inverse of `RaggedTensor.to_sparse`: a row ends after its last value. Empty rows at the end
    of an outer row have no cell, so they are lost.

    Parameters
    ----------
    sp_input
        ``[n0, n1, ...]``, its cells in order; the values of each innermost row start at 0, without
        gaps.
    ragged_rank
        The number of ragged axes; by default all but the first. Further axes stay dense, with zero
        for cells without a value.
    row_splits_dtype
        int32 or int64.

    Returns
    -------
    RaggedTensor
        ``[n0, (d1), ...]``.

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`.
    ValueError
        If it has fewer than two dimensions, a cell is outside the shape, out of order or a
        duplicate, or a row has a gap.

    See Also
    --------
    raggedkit.RaggedTensor.from_sparse : the constructor for two dimensions.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[[1, 2], [], [3]], [], [[4]]])
    >>> rk.sparse.to_ragged(rt.to_sparse())
    <RaggedTensor [[[1, 2], [], [3]], [], [[4]]]>
    >>> rk.sparse.to_ragged(rt.to_sparse(), ragged_rank=1)
    Traceback (most recent call last):
        ...
    ValueError: sp_input must have no gaps in its rows, got [0, 2] in place of [0, 1]
    """
    sp = sparse_input(sp_input)
    dtype = index_dtype(row_splits_dtype, "row_splits_dtype")
    depth = _depth(ragged_rank, sp.rank)
    check_inside(sp)
    check_order(sp)
    items, flat = _items(sp, depth)
    xp = array_namespace(items)
    nrows = sizes_of(sp)[0]
    rows = items[:, 0]
    parts = []
    for axis in range(1, depth + 1):
        places = items[:, axis]
        lengths = xp.zeros(nrows, dtype=INT64)
        last = xp.ones(rows.shape[0], dtype=bool)
        # Indices are ordered, so the last position of a row is its length less one.
        last[:-1] = rows[1:] != rows[:-1]
        lengths[rows[last]] = places[last] + 1
        splits = _splits.lengths_to_splits(lengths)
        nrows = int(splits[-1])
        check_rows(nrows, items.shape[0])
        parts.append(RowPartition._of_splits(splits, lengths).with_dtype(dtype))
        rows = splits.take(rows) + places
    # Without gaps the values are numbered 0, 1, 2, ...; the first other number is after a gap.
    gap = first_true(rows != xp.arange(rows.shape[0], dtype=INT64))
    if gap >= 0:
        got = items[gap].tolist()
        same_row = gap and items[gap - 1, :-1].tolist() == got[:-1]
        want = [*got[:-1], int(items[gap - 1, -1]) + 1 if same_row else 0]
        raise ValueError(f"sp_input must have no gaps in its rows, got {got} in place of {want}")
    return RaggedTensor._make(flat, tuple(parts))


def _depth(ragged_rank: SupportsIndex | None, rank: int) -> int:
    if rank < 2:
        raise ValueError(broken_rule("sp_input", "have at least 2 dimensions", rank))
    if ragged_rank is None:
        return rank - 1
    depth = as_int(ragged_rank, "ragged_rank", "be an int")
    if not 1 <= depth < rank:
        raise ValueError(broken_rule("ragged_rank", f"be from 1 to {rank - 1}", depth))
    return depth


def _items(sp: SparseTensor, depth: int) -> tuple[Array, Array]:
    """Return the coordinates of the items of the innermost ragged axis, and these items."""
    at, values = sp._indices, sp._values
    if depth == sp.rank - 1:
        return at, values
    xp = array_namespace(at)
    # Values that differ only in the inner dimensions belong to one item.
    first = begins_run(at[:, : depth + 1])
    inner = sizes_of(sp)[depth + 1 :]
    steps = _coordinates.strides(inner)
    assert steps is not None or not at.shape[0]  # there is a value inside
    fill, _ = default_cell(None, values)
    items = at[first][:, : depth + 1]
    flat: Array = xp.zeros((items.shape[0], *inner), dtype=values.dtype)
    if fill is not None:
        flat[...] = fill
    if at.shape[0] and steps is not None:
        which = xp.cumsum(first) - 1
        columns = _coordinates.place(at[:, depth + 1 :], steps)
        flat.reshape(items.shape[0], -1)[which, columns] = values
    return items, flat
