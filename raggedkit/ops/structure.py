"""Shape changes without copying values: expand_dims, squeeze, merge_dims, rank, size."""

from __future__ import annotations

import math
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import as_axis
from raggedkit._depth import check_axes
from raggedkit._engines.inputs import as_tensor
from raggedkit._overloads import same_kind_as_input
from raggedkit._plan.operands import axes_of, rank_of
from raggedkit._typing import Axes, DTypeLike, Integer, Tensor, TensorLike, TensorT
from raggedkit._xp import INT32, INT64, array_namespace, as_dtype, readonly, scalar
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["as_uniform", "expand_dims", "identity", "merge_dims", "rank", "size", "squeeze"]


def rank(input: TensorLike) -> Integer:
    """Return the number of axes, an integer scalar.

    Parameters
    ----------
    input
        Dense or ragged.

    Returns
    -------
    NumPy integer
        ``int32``, as in TensorFlow.

    Raises
    ------
    TypeError, ValueError
        If ``input`` is not a tensor and cannot become one.

    Notes
    -----
    Empty rows do not affect it. After TensorFlow's ``tf.rank``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> int(rk.rank(rk.ragged.constant([[[1], []], []])))
    3
    >>> int(rk.rank(7))
    0
    """
    x = as_tensor(input, name="input")
    return scalar(rank_of(x), INT32)


def size(input: TensorLike, out_type: DTypeLike | None = None) -> Integer:
    """Return the number of values, an integer scalar.

    Parameters
    ----------
    input
        Dense or ragged.
    out_type
        The dtype of the result; by default int32 if the number fits.

    Returns
    -------
    NumPy integer
        Of dtype ``out_type``.

    Raises
    ------
    TypeError, ValueError
        If ``input`` is not a tensor and cannot become one.

    See Also
    --------
    RaggedTensor.size : the same as a Python int.

    Notes
    -----
    An empty row has no values. After TensorFlow's ``tf.size``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> int(rk.size(rk.ragged.constant([[3, 1, 4], [], [5]])))
    4
    """
    x = as_tensor(input, name="input")
    count = int(x.size)
    if out_type is None:
        return scalar(count, INT32 if count < 1 << 31 else INT64)
    kind = as_dtype(out_type, "out_type")
    if kind.kind not in "iufc":
        raise TypeError(broken_rule("out_type", "be a dtype of numbers", kind))
    return kind.type(count)


@same_kind_as_input
def identity(input: TensorLike) -> Tensor:
    """Return the tensor itself; a list is converted to a tensor.

    Parameters
    ----------
    input
        Dense or ragged.

    Returns
    -------
    RaggedTensor or array
        ``input`` itself if it is a tensor.

    Raises
    ------
    TypeError, ValueError
        If ``input`` is not a tensor and cannot become one.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.identity``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1], []])
    >>> rk.identity(rt) is rt
    True
    """
    return as_tensor(input, name="input")


@same_kind_as_input
def expand_dims(input: TensorLike, axis: SupportsIndex) -> Tensor:
    """Return a tensor with one more axis, of size 1; nothing is copied.

    Parameters
    ----------
    input
        Dense or ragged.
    axis
        The position of the new axis in the result; negative ones count from the end.

    Returns
    -------
    RaggedTensor or array
        Ragged if ``input`` is.

    Raises
    ------
    TypeError
        If ``axis`` is not an integer.
    RaggedIndexError
        If ``axis`` is out of range.

    See Also
    --------
    squeeze : the inverse.

    Notes
    -----
    An empty row becomes an empty row, or a row with one empty row. After TensorFlow's
    ``tf.expand_dims``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1], [], [5]])
    >>> rk.expand_dims(rt, 1)
    <RaggedTensor [[[3, 1]], [[]], [[5]]]>
    >>> rk.expand_dims(rt, -1)
    <RaggedTensor [[[3], [1]], [], [[5]]]>
    >>> rk.expand_dims(rt, 3)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -3 to 2, got 3
    """
    x = as_tensor(input, name="input")
    ndim = rank_of(x) + 1
    at = as_axis(axis, ndim)
    check_axes(ndim, "input")
    if not isinstance(x, RaggedTensor):
        return array_namespace(x).expand_dims(x, at)
    parts, depth = x._parts, len(x._parts)
    # After the partitioned axes the new axis is one of the flat values.
    if at > depth:
        flat = x._flat[(*[slice(None)] * (at - depth), None)]
        return RaggedTensor._make(flat, parts)
    dtype, xp = parts[0]._dtype, parts[0]._xp
    # Axis 0 becomes one row of all rows; a later one makes a row of each item.
    if not at:
        new = RowPartition._of_uniform(parts[0]._nrows, 1, dtype, xp)
    else:
        new = RowPartition._of_uniform(1, parts[at - 1]._nrows, dtype, xp)
    cut = max(at - 1, 0)
    return RaggedTensor._make(x._flat, (*parts[:cut], new, *parts[cut:]))


def squeeze(input: TensorLike, axis: Axes | None = None) -> Tensor:
    """Return a tensor without some axes of size 1; nothing is copied.

    Parameters
    ----------
    input
        Dense or ragged.
    axis
        One axis or a list of them; for an array None means all axes of size 1.

    Returns
    -------
    RaggedTensor or array
        An array if no partitioned axis is left.

    Raises
    ------
    TypeError
        If ``axis`` is neither an integer nor a list of them.
    ValueError
        If the size of an axis is not 1 (the error names the first such row), or ``axis`` is None
        for a ragged tensor.
    RaggedIndexError
        If there is no such axis.

    Notes
    -----
    An axis with an empty row cannot be squeezed. After TensorFlow's ``tf.squeeze``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.squeeze(rk.ragged.constant([[[3, 1]], [[]], [[5]]]), axis=1)
    <RaggedTensor [[3, 1], [], [5]]>
    >>> rk.squeeze(rk.ragged.constant([[3, 1]]), axis=0)
    array([3, 1])
    >>> rk.squeeze(rk.ragged.constant([[3], [1, 4]]), axis=1)
    Traceback (most recent call last):
        ...
    ValueError: axis 1 must have size 1 to be dropped, got length 2 in row 1
    """
    x = as_tensor(input, name="input")
    if not isinstance(x, RaggedTensor):
        axes = None if axis is None else tuple(axes_of(axis, x.ndim))
        for a in axes or ():
            if x.shape[a] != 1:
                raise ValueError(f"axis {a} must have size 1 to be dropped, got {x.shape[a]}")
        return array_namespace(x).squeeze(x, axis=axes)
    if axis is None:
        way_out = f"name the axes; the shape is {x.shape}"
        raise ValueError(broken_rule("axis", "be given for a ragged tensor", None, way_out))
    return _squeezed(x, axes_of(axis, x.ndim))


def squeeze_declared(x: Any, axis: Any = None) -> Any:
    """Return a tensor as `numpy.squeeze` does: None means all axes declared to have size 1."""
    if not isinstance(x, RaggedTensor):
        return squeeze(x, axis)
    if axis is None:
        axes = [a for a, n in enumerate(x.shape.as_list()) if n == 1]
    else:
        axes = axes_of(axis, x.ndim)
    return _squeezed(x, axes) if axes else x


def _squeezed(rt: RaggedTensor, axes: list[int]) -> Any:
    """Drop axes of size 1."""
    depth = len(rt._parts)
    if 0 in axes and len(rt) != 1:
        raise ValueError(f"axis 0 must have size 1 to be dropped, got {len(rt)} rows")
    parts = []
    for axis, part in enumerate(rt._parts, start=1):
        if axis not in axes:
            parts.append(part)
        else:
            _check_ones(part, axis)
    if parts and 0 in axes:
        del parts[0]
    flat = rt._flat
    dense = tuple(sorted({a - depth for a in axes if a > depth}))
    for a in dense:
        if flat.shape[a] != 1:
            raise ValueError(
                f"axis {a + depth} must have size 1 to be dropped, got {flat.shape[a]}"
            )
    if dense:
        flat = array_namespace(flat).squeeze(flat, axis=dense)
    if parts:
        return RaggedTensor._make(flat, tuple(parts))
    return readonly(flat[0] if set(range(depth + 1)) <= set(axes) else flat)


def _check_ones(part: RowPartition, axis: int) -> None:
    lengths = part._get_lengths()
    odd = lengths != 1
    if bool(odd.any()):
        at = int(odd.argmax())
        msg = f"axis {axis} must have size 1 to be dropped, got length {int(lengths[at])}"
        raise ValueError(f"{msg} in row {at}")


@overload
def as_uniform(rt: TensorT, axis: Axes | None = None) -> TensorT: ...


@overload
def as_uniform(rt: TensorLike, axis: Axes | None = None) -> Tensor: ...


def as_uniform(rt: TensorLike, axis: Axes | None = None) -> Tensor:
    """Return a tensor whose rows of equal length are declared uniform.

    Parameters
    ----------
    rt
        Dense or ragged.
    axis
        The axis to declare, or a list of them; all ragged ones by default.

    Returns
    -------
    RaggedTensor or array
        Of the same rows; its shape has a size in place of None. Nothing is copied. If every axis is
        uniform, ``numpy.asarray`` accepts the result.

    Raises
    ------
    ValueError
        If rows of such an axis differ in length; the error names the first one.
    RaggedIndexError
        If there is no such axis.

    Notes
    -----
    An empty row has length 0; without rows the size is 0.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1], [4, 1], [5, 9]])
    >>> rt.shape, rk.as_uniform(rt).shape
    (TensorShape([3, None]), TensorShape([3, 2]))
    >>> rk.as_uniform(rk.ragged.constant([[3, 1], [4, 1], [], [5]]))
    Traceback (most recent call last):
        ...
    ValueError: axis 1 must have rows of one length, got length 2 in row 0 and 0 in row 2
    """
    x = as_tensor(rt, name="rt")
    if not isinstance(x, RaggedTensor):
        return x
    axes = range(1, x.ndim) if axis is None else axes_of(axis, x.ndim)
    parts = list(x._parts)
    for a in axes:
        if 1 <= a <= len(parts) and parts[a - 1]._uniform is None:
            parts[a - 1] = _uniform(parts[a - 1], a)
    return RaggedTensor._make(x._flat, tuple(parts))


def _uniform(part: RowPartition, axis: int) -> RowPartition:
    lengths = part._get_lengths()
    first = int(lengths[0]) if part._nrows else 0
    odd = lengths != first
    if bool(odd.any()):
        at = int(odd.argmax())
        got = f"got length {first} in row 0 and {int(lengths[at])} in row {at}"
        raise ValueError(f"axis {axis} must have rows of one length, {got}")
    return RowPartition._of_uniform(first, part._nrows, part._dtype, part._xp)


def merge_dims(value: Any, outer_axis: SupportsIndex, inner_axis: SupportsIndex) -> Any:
    """Return a ragged tensor with a range of its axes flattened into one.

    Empty rows add nothing to the merged row. Only splits are computed; values are shared.
    """
    rt: RaggedTensor = value
    if type(outer_axis) is type(inner_axis) is int:
        if not outer_axis and 0 < inner_axis < len(rt._parts):
            return RaggedTensor._make(rt._flat, rt._parts[inner_axis:])
    outer = as_axis(outer_axis, rt.ndim, "outer_axis")
    inner = as_axis(inner_axis, rt.ndim, "inner_axis")
    if outer > inner:
        raise ValueError(broken_rule("outer_axis", f"come before inner_axis = {inner}", outer))
    if outer == inner:
        return rt
    depth = len(rt._parts)
    flat, parts = rt._flat, list(rt._parts)
    if inner > depth:  # some of the axes are dense: fold them into the flat values
        size = math.prod(flat.shape[1 : inner - depth + 1])
        if outer > depth:
            k = outer - depth
            shape = (*flat.shape[:k], -1, *flat.shape[inner - depth + 1 :])
            return RaggedTensor._make(_reshaped(flat, shape, k), rt._parts)
        flat = flat.reshape(flat.shape[0] * size, *flat.shape[inner - depth + 1 :])
        if outer == 0:
            return readonly(flat)
        parts.append(
            RowPartition._of_uniform(size, parts[-1]._nvals, parts[-1]._dtype, parts[-1]._xp)
        )
        inner = depth + 1
    if outer == 0:
        kept = parts[inner:]
        return RaggedTensor._make(flat, tuple(kept)) if kept else readonly(flat)
    splits = parts[outer - 1]._get_splits()
    for p in parts[outer:inner]:
        if p._uniform is not None:
            splits = splits * p._dtype.type(p._uniform)
        else:
            splits = p._get_splits().take(splits)
    merged = RowPartition._of_splits(splits)
    return RaggedTensor._make(flat, (*parts[: outer - 1], merged, *parts[inner:]))


def _reshaped(flat: Any, shape: tuple[int, ...], k: int) -> Any:
    size = math.prod(flat.shape[k : k + 1 + len(flat.shape) - len(shape)])
    return flat.reshape(*shape[:k], size, *shape[k + 1 :])
