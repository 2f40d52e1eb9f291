"""Structure of sparse tensors: concat, slice, reshape, expand_dims, retain, fill_empty_rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import SupportsIndex

from raggedkit._arguments import array_of, as_axis, as_flag
from raggedkit._depth import check_axes
from raggedkit._kernels.arrays import coordinates as _coordinates
from raggedkit._typing import Array, ArrayLike, Scalar
from raggedkit._xp import INT64, array_namespace, as_array, is_text
from raggedkit.encodings import index_vector
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.sparse.convert import check_inside, default_cell, reorder, sizes_of, sparse_input
from raggedkit.sparse_tensor import SparseTensor

__all__ = ["concat", "expand_dims", "fill_empty_rows", "reshape", "retain", "slice"]


def concat(
    axis: SupportsIndex,
    sp_inputs: Sequence[SparseTensor],
    expand_nonconcat_dims: bool = False,
) -> SparseTensor:
    """Return sparse tensors joined along an axis, their cells in order.

    Parameters
    ----------
    axis
        The axis to join along.
    sp_inputs
        Sparse tensors of one rank; a single one is returned unchanged.
    expand_nonconcat_dims
        Allow other sizes to differ; the result has the largest.

    Returns
    -------
    SparseTensor

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If an input is not a `SparseTensor`, or text and numbers would be mixed.
    ValueError
        If the list is empty, or ranks or sizes differ; the error names the input.

    Examples
    --------
    >>> import raggedkit as rk
    >>> a = rk.sparse.from_dense([[1, 0], [0, 2]])
    >>> rk.sparse.to_dense(rk.sparse.concat(1, [a, a]))
    array([[1, 0, 1, 0],
           [0, 2, 0, 2]])
    >>> rk.sparse.concat(0, [a, rk.sparse.from_dense([[3, 4, 5]])])
    Traceback (most recent call last):
        ...
    ValueError: sp_inputs[1] must have size 2 in dimension 1, as sp_inputs[0] has, got 3; \
expand_nonconcat_dims=True takes the largest
    """
    if not isinstance(sp_inputs, list | tuple):
        raise TypeError(broken_rule("sp_inputs", "be a list of SparseTensors", sp_inputs))
    if not sp_inputs:
        raise ValueError(broken_rule("sp_inputs", "have at least one SparseTensor", sp_inputs))
    tensors = [sparse_input(x, f"sp_inputs[{i}]") for i, x in enumerate(sp_inputs)]
    rank = tensors[0].rank
    at = as_axis(axis, rank)
    if len(tensors) == 1:
        return tensors[0]
    sizes = _joined_sizes(tensors, at, as_flag(expand_nonconcat_dims, "expand_nonconcat_dims"))
    first = tensors[0]._values
    for i, t in enumerate(tensors):
        # NumPy would join text and numbers as text.
        if is_text(t.dtype) != is_text(first.dtype):
            rule = "fit the dtype of sp_inputs[0]"
            raise TypeError(broken_rule(f"sp_inputs[{i}]", f"{rule}, {first.dtype}", t.dtype))
    xp = array_namespace(first)
    indices = xp.concatenate([t._indices for t in tensors])
    # The cells of each tensor move by the sizes of the tensors before it.
    begin = shift = 0
    for t in tensors:
        n = t._indices.shape[0]
        indices[begin : begin + n, at] += shift
        begin, shift = begin + n, shift + sizes_of(t)[at]
    values = xp.concatenate([t._values for t in tensors])
    # Joined along an inner dimension, the cells of the tensors are not in row-major order.
    return reorder(SparseTensor._checked(indices, values, as_array(sizes, xp, dtype=INT64)))


def _joined_sizes(tensors: list[SparseTensor], axis: int, expand: bool) -> list[int]:
    sizes = sizes_of(tensors[0])
    for i, t in enumerate(tensors[1:], start=1):
        if t.rank != len(sizes):
            rule = f"have {len(sizes)} dimensions, as sp_inputs[0] has"
            raise ValueError(broken_rule(f"sp_inputs[{i}]", rule, t.rank))
        for k, n in enumerate(sizes_of(t)):
            # Sizes along the axis add up; the others must agree, unless the largest may be taken.
            if k == axis:
                sizes[k] += n
            elif n != sizes[k] and not expand:
                rule = f"have size {sizes[k]} in dimension {k}, as sp_inputs[0] has"
                way_out = "expand_nonconcat_dims=True takes the largest"
                raise ValueError(broken_rule(f"sp_inputs[{i}]", rule, n, way_out))
            else:
                sizes[k] = max(sizes[k], n)
    return sizes


def slice(sp_input: SparseTensor, start: ArrayLike, size: ArrayLike) -> SparseTensor:
    """Return the cells of the block that starts at ``start`` and has sizes ``size``.

    Parameters
    ----------
    sp_input
        A sparse tensor.
    start
        The first coordinate of each dimension, not negative.
    size
        The size in each dimension, clipped to the end of the tensor.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`.
    ValueError
        If ``start`` or ``size`` do not have one number for each dimension, or one is negative.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[0, 0, 1, 0, 2], [3, 4, 0, 0, 0]])
    >>> rk.sparse.to_dense(rk.sparse.slice(st, [0, 1], [2, 3]))
    array([[0, 1, 0],
           [4, 0, 0]])
    >>> rk.sparse.slice(st, [0, 9], [2, 3]).shape
    TensorShape([2, 0])
    """
    sp = sparse_input(sp_input)
    sizes = sizes_of(sp)
    begin = _one_for_each(start, "start", sizes)
    cut = [
        max(min(n, have - b), 0)
        for n, b, have in zip(_one_for_each(size, "size", sizes), begin, sizes, strict=True)
    ]
    xp = array_namespace(sp._values)
    # Cells are moved first, so both bounds are compared with the sizes of the block.
    moved = sp._indices - as_array(begin, xp, dtype=INT64)
    kept = ((moved >= 0) & (moved < as_array(cut, xp, dtype=INT64))).all(axis=1)
    return SparseTensor._checked(moved[kept], sp._values[kept], as_array(cut, xp, dtype=INT64))


def _one_for_each(numbers: ArrayLike, name: str, sizes: list[int]) -> list[int]:
    found: list[int] = index_vector(numbers, name, INT64).tolist()
    if len(found) != len(sizes):
        rule = f"have one number for each of the {len(sizes)} dimensions"
        raise ValueError(broken_rule(name, rule, found))
    if any(n < 0 for n in found):
        raise ValueError(broken_rule(name, "not be negative", found))
    return found


def reshape(sp_input: SparseTensor, shape: ArrayLike) -> SparseTensor:
    """Return the tensor in another shape, in row-major order.

    Parameters
    ----------
    sp_input
        A sparse tensor.
    shape
        The new sizes, with the same number of cells; one may be -1 and is computed.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`.
    ValueError
        If the numbers of cells differ, or a cell is outside the shape of ``sp_input``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[0, 1, 0], [0, 0, 2]])
    >>> rk.sparse.to_dense(rk.sparse.reshape(st, [3, -1]))
    array([[0, 1],
           [0, 0],
           [0, 2]])
    >>> rk.sparse.reshape(st, [4, -1])
    Traceback (most recent call last):
        ...
    ValueError: shape must have the 6 cells of sp_input, got [4, -1]
    """
    sp = sparse_input(sp_input)
    old = sizes_of(sp)
    new = _filled_in(index_vector(shape, "shape", INT64).tolist(), math.prod(old))
    check_axes(len(new), "shape")
    check_inside(sp)
    xp = array_namespace(sp._values)
    sizes = as_array(new, xp, dtype=INT64)
    # Without cells there are no flat positions, so sizes beyond int64 are allowed.
    if not sp._values.shape[0]:
        return SparseTensor._checked(xp.zeros((0, len(new)), dtype=INT64), sp._values, sizes)
    steps = _coordinates.strides(old)
    if steps is None:
        raise ValueError(broken_rule("sp_input", "have no more cells than int64 can count", old))
    cells = _coordinates.unravel(_coordinates.place(sp._indices, steps), new)
    return SparseTensor._checked(cells, sp._values, sizes)


def _filled_in(sizes: list[int], total: int) -> list[int]:
    """Return sizes with -1 replaced, so that there are ``total`` cells."""
    if any(n < -1 for n in sizes):
        raise ValueError(broken_rule("shape", "contain sizes, or -1 once", sizes))
    open_at = [i for i, n in enumerate(sizes) if n == -1]
    if len(open_at) > 1:
        raise ValueError(broken_rule("shape", "contain -1 once at most", sizes))
    known = math.prod(n for n in sizes if n != -1)
    # If a known size is 0, any size in place of -1 would fit.
    if open_at and known and total % known == 0:
        return [total // known if n == -1 else n for n in sizes]
    if open_at or known != total:
        way_out = (
            "an array of 0 cells cannot be reshaped to anything else"
            if open_at and not known
            else ""
        )
        rule = f"have the {total} cells of sp_input"
        raise ValueError(broken_rule("shape", rule, sizes, way_out))
    return sizes


def expand_dims(sp_input: SparseTensor, axis: SupportsIndex | None = None) -> SparseTensor:
    """Return the tensor with one more dimension, of size 1.

    Parameters
    ----------
    sp_input
        A sparse tensor.
    axis
        The position of the new dimension, the end by default. Negative ones count from the end of
        the result.

    Returns
    -------
    SparseTensor

    Raises
    ------
    RaggedIndexError
        If the result has no such axis.
    TypeError
        If ``sp_input`` is not a `SparseTensor`.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.SparseTensor([[3, 4]], [7], [10, 10])
    >>> rk.sparse.expand_dims(st).shape
    TensorShape([10, 10, 1])
    >>> rk.sparse.expand_dims(st, 0).indices
    array([[0, 3, 4]])
    """
    sp = sparse_input(sp_input)
    at = as_axis(-1 if axis is None else axis, sp.rank + 1)
    check_axes(sp.rank + 1, "sp_input")
    xp = array_namespace(sp._values)
    none = xp.zeros((sp._indices.shape[0], 1), dtype=INT64)
    indices = xp.concatenate([sp._indices[:, :at], none, sp._indices[:, at:]], axis=1)
    sizes = sizes_of(sp)
    sizes.insert(at, 1)
    return SparseTensor._checked(indices, sp._values, as_array(sizes, xp, dtype=INT64))


def retain(sp_input: SparseTensor, to_retain: ArrayLike) -> SparseTensor:
    """Return some of the values, in the same shape.

    Parameters
    ----------
    sp_input
        A sparse tensor of ``n`` values.
    to_retain
        ``bool[n]``, True for each value to keep.

    Returns
    -------
    SparseTensor

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or ``to_retain`` does not contain bools.
    ValueError
        If ``to_retain`` does not have one bool for each value.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.sparse.from_dense([[0, 5], [-3, 0]])
    >>> rk.sparse.to_dense(rk.sparse.retain(st, st.values > 0))
    array([[0, 5],
           [0, 0]])
    """
    sp = sparse_input(sp_input)
    xp = array_namespace(sp._values)
    kept = array_of(to_retain, "to_retain", "contain bools", xp)
    n = sp._values.shape[0]
    if kept.shape != (n,):
        rule = f"have one bool for each of the {n} values"
        raise ValueError(broken_rule("to_retain", rule, kept.shape))
    if kept.dtype.kind != "b" and n:  # an empty list has dtype float64
        raise TypeError(broken_rule("to_retain", "contain bools", kept.dtype, "compare with != 0"))
    kept = kept.astype(bool, copy=False)
    return SparseTensor._checked(sp._indices[kept], sp._values[kept], sp._dense_shape)


def fill_empty_rows(sp_input: SparseTensor, default_value: Scalar) -> tuple[SparseTensor, Array]:
    """Return the tensor with a value in each row, and which rows had none.

    Parameters
    ----------
    sp_input
        A sparse tensor of one dimension or more; cells with the same first coordinate form a row.
    default_value
        The value for the first cell of an empty row.

    Returns
    -------
    SparseTensor
        The cells row by row; cells of one row keep their order.
    array
        ``bool[nrows]``, True for each row that was empty.

    Raises
    ------
    TypeError
        If ``sp_input`` is not a `SparseTensor`, or ``default_value`` does not fit its dtype.
    ValueError
        If a cell is outside the shape.

    Examples
    --------
    >>> import raggedkit as rk
    >>> st = rk.SparseTensor([[0, 1], [2, 0]], [7, 9], [4, 3])
    >>> filled, empty = rk.sparse.fill_empty_rows(st, -1)
    >>> rk.sparse.to_dense(filled)
    array([[ 0,  7,  0],
           [-1,  0,  0],
           [ 9,  0,  0],
           [-1,  0,  0]])
    >>> empty
    array([False,  True, False,  True])
    """
    sp = sparse_input(sp_input)
    if not sp.rank:
        raise RaggedIndexError(broken_rule("sp_input", "have at least 1 dimension", sp.rank))
    check_inside(sp)
    if default_value is None:
        raise TypeError(broken_rule("default_value", f"fit dtype {sp.dtype}", default_value))
    cell, dtype = default_cell(default_value, sp._values)
    xp = array_namespace(sp._values)
    nrows = sizes_of(sp)[0]
    empty = xp.bincount(sp._indices[:, 0], minlength=nrows) == 0
    missing = xp.flatnonzero(empty)
    indices = xp.zeros((missing.shape[0], sp.rank), dtype=INT64)
    indices[:, 0] = missing
    indices = xp.concatenate([sp._indices, indices])
    values = xp.empty(indices.shape[0], dtype=dtype)
    values[: sp._values.shape[0]] = sp._values
    values[sp._values.shape[0] :] = cell
    # Stable: the cells of a row keep their order.
    order = xp.argsort(indices[:, 0], kind="stable")
    return SparseTensor._checked(indices[order], values[order], sp._dense_shape), empty
