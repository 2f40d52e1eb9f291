"""Reductions of sparse tensors: sum and max along dimensions."""

from __future__ import annotations

import math
from typing import Any, Literal, overload

from raggedkit._arguments import as_flag
from raggedkit._docstrings import signature_from
from raggedkit._engines.reductions import MAX, SUM, Reduction, numbers
from raggedkit._kernels.arrays import coordinates as _coordinates
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._plan.reducing import axes_to_reduce
from raggedkit._typing import Array, Axes
from raggedkit._xp import INT64, array_namespace, as_array
from raggedkit.errors import broken_rule
from raggedkit.ops.sparse.convert import check_inside, sizes_of, sparse_input
from raggedkit.sparse_tensor import SparseTensor

__all__ = ["reduce_max", "reduce_sum"]


@overload
def reduce_sum(
    sp_input: SparseTensor,
    axis: Axes | None = None,
    keepdims: bool | None = None,
    output_is_sparse: Literal[False] = False,
) -> Array: ...


@overload
def reduce_sum(
    sp_input: SparseTensor,
    axis: Axes | None = None,
    keepdims: bool | None = None,
    *,
    output_is_sparse: Literal[True],
) -> SparseTensor: ...


def reduce_sum(
    sp_input: SparseTensor,
    axis: Axes | None = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
) -> Array | SparseTensor:
    """Return the sum along some dimensions.

    Parameters
    ----------
    sp_input
        A sparse tensor of numbers, its cells in any order; duplicate cells are summed.
    axis
        The dimensions to reduce: an int, or several; by default all.
    keepdims
        Whether reduced dimensions are kept with size 1.
    output_is_sparse
        Whether to return a `SparseTensor` instead of an array.

    Returns
    -------
    array, number or SparseTensor
        0 if no cell has a value.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or does not contain numbers.
    ValueError
        If a cell is outside the shape, or an axis is repeated.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[1, 0, 1], [0, 0, 0], [0, 1, 0]])
    >>> rk.sparse.reduce_sum(st, axis=1)
    array([2, 0, 1])
    >>> rk.sparse.reduce_sum(st)
    np.int64(3)
    >>> rk.sparse.reduce_sum(st, axis=1, output_is_sparse=True).indices.tolist()
    [[0], [2]]
    """
    return _reduced(
        SUM,
        sp_input,
        axis,
        as_flag(keepdims, "keepdims"),
        as_flag(output_is_sparse, "output_is_sparse"),
    )


@signature_from(reduce_sum)
def reduce_max(
    sp_input: SparseTensor,
    axis: Axes | None = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
) -> Array | SparseTensor:
    """Return the largest value along some dimensions; cells without a value are ignored.

    Parameters
    ----------
    sp_input
        A sparse tensor of real numbers, its cells in any order.
    axis
        The dimensions to reduce: an int, or several; by default all.
    keepdims
        Whether reduced dimensions are kept with size 1.
    output_is_sparse
        Whether to return a `SparseTensor` instead of an array.

    Returns
    -------
    array, number or SparseTensor
        0 if no cell has a value. A row with only negative values gives a negative number.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or does not contain real numbers.
    ValueError
        If a cell is outside the shape, or an axis is repeated.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[-7, 0], [4, 3], [0, 0]])
    >>> rk.sparse.reduce_max(st, axis=1)
    array([-7,  4,  0])
    >>> rk.sparse.reduce_max(st)
    np.int64(4)
    """
    return _reduced(
        MAX,
        sp_input,
        axis,
        as_flag(keepdims, "keepdims"),
        as_flag(output_is_sparse, "output_is_sparse"),
    )


def _reduced(row: Reduction, sp_input: Any, axis: Any, keepdims: bool, as_sparse: bool) -> Any:
    as_sparse = as_flag(as_sparse, "output_is_sparse")
    sp = sparse_input(sp_input)
    values = numbers(sp._values, "sp_input", ordered=row.ordered)
    check_inside(sp)
    axes = axes_to_reduce(axis, sp.rank)
    gone = range(sp.rank) if axes is None else axes
    sizes = sizes_of(sp)
    kept = [k for k in range(sp.rank) if k not in gone]
    shape = [1 if k in gone else n for k, n in enumerate(sizes) if keepdims or k not in gone]
    # Cells that differ only in the reduced dimensions become equal here, and are merged.
    cells, left = sp._indices[:, kept], [sizes[k] for k in kept]
    dtype = row.dtype(values.dtype)
    if as_sparse:
        cells, values = _merged(row.ufunc, cells, values, left, dtype)
        xp = array_namespace(values)
        if keepdims:
            indices = xp.zeros((cells.shape[0], sp.rank), dtype=INT64)
            indices[:, kept] = cells
            cells = indices
        return SparseTensor._checked(cells, values, as_array(shape, xp, dtype=INT64))
    # [()] makes a scalar of an array without axes, as NumPy's reductions return it.
    return _laid_out(row.ufunc, cells, values, left, dtype).reshape(shape)[()]


def _merged(
    ufunc: str, cells: Array, values: Array, sizes: list[int], dtype: Any
) -> tuple[Array, Array]:
    """Return each cell once, in order, with its values reduced."""
    order = _coordinates.order(cells, sizes)
    if order is not None:
        cells, values = cells[order], values[order]
    xp = array_namespace(values)
    # Equal cells are adjacent after sorting and form one row to reduce.
    starts = xp.flatnonzero(begins_run(cells))
    splits = xp.concatenate([starts, as_array([cells.shape[0]], xp, dtype=INT64)])
    lengths = _splits.splits_to_lengths(splits)
    return cells[starts], _segment.reduce_rows(ufunc, values, splits, lengths, dtype)


def _laid_out(ufunc: str, cells: Array, values: Array, sizes: list[int], dtype: Any) -> Array:
    """Return the reduced value of every cell, 0 without values, ``[all cells]``."""
    xp = array_namespace(values)
    if not values.shape[0]:
        return xp.zeros(tuple(sizes), dtype=dtype)  # xp is Any
    if not sizes:
        whole: Array = _segment.reduce_axes(ufunc, values, (0,), dtype)
        return xp.asarray(whole)  # xp is Any
    steps = _coordinates.strides(sizes)
    if steps is None:
        way_out = "output_is_sparse=True needs no memory for the cells without a value"
        raise ValueError(broken_rule("sp_input", "have a result that fits memory", sizes, way_out))
    slots, n = _coordinates.place(cells, steps), math.prod(sizes)
    found = _segment.reduce_slots(ufunc, values, slots, n, dtype)
    # The sum of no values is 0 already; the maximum of none is the lowest value, not 0.
    if ufunc == "add":
        return found
    filled: Array = xp.where(xp.bincount(slots, minlength=n) > 0, found, xp.zeros((), dtype=dtype))
    return filled
