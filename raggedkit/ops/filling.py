"""Filling and clipping: zeros_like, ones_like, clip_by_value and one_hot."""

from __future__ import annotations

from typing import Any, SupportsIndex, overload

from raggedkit._arguments import array_of, as_count, as_int, check_room
from raggedkit._depth import check_axes
from raggedkit._docstrings import signature_from
from raggedkit._engines.elementwise import align, check_dense
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.shortcuts import clipped_at_once
from raggedkit._overloads import same_kind_as_indices, same_kind_as_input
from raggedkit._plan.operands import flat_of, mapped
from raggedkit._typing import Array, DType, DTypeLike, Scalar, Tensor, TensorLike
from raggedkit._xp import INTEGERS, NUMBERS, TIMES, array_namespace, as_array, as_dtype, is_text
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["check_ordered", "clip_by_value", "one_hot", "ones_like", "zeros_like"]


@same_kind_as_input
def zeros_like(input: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Return a tensor of zeros (False, empty text) with the same rows.

    Parameters
    ----------
    input
        Dense or ragged.
    dtype
        The dtype of the zeros; by default that of ``input``.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    TypeError
        If ``dtype`` is not a dtype.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.zeros_like``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.zeros_like(rk.ragged.constant([[3, 1], [], [5]]))
    <RaggedTensor [[0, 0], [], [0]]>
    >>> rk.zeros_like(rk.ragged.constant([["a"], []]), dtype=bool)
    <RaggedTensor [[False], []]>
    """
    x = as_tensor(input, name="input")
    return mapped(x, lambda flat: _filled(flat, dtype, 0))


@signature_from(zeros_like)
def ones_like(input: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Return a tensor of ones (True) with the same rows.

    Parameters
    ----------
    input
        Dense or ragged.
    dtype
        The dtype of the ones; by default that of ``input``.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    TypeError
        If the dtype is a text dtype.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.ones_like``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ones_like(rk.ragged.constant([[3.5, 1.5], [], [5.5]]))
    <RaggedTensor [[1.0, 1.0], [], [1.0]]>
    >>> rk.ones_like(rk.ragged.constant([["a"], []]))
    Traceback (most recent call last):
        ...
    TypeError: dtype must be a dtype of numbers, got dtype('<U1')
    """
    x = as_tensor(input, name="input")
    return mapped(x, lambda flat: _filled(flat, dtype, 1))


def _filled(flat: Array, dtype: DTypeLike | None, value: int) -> Array:
    kind = flat.dtype if dtype is None else as_dtype(dtype)
    xp = array_namespace(flat)
    if not is_text(kind):
        full: Array = xp.full(flat.shape, value, dtype=kind)
        return full
    if value:
        raise TypeError(broken_rule("dtype", "be a dtype of numbers", kind))
    empty: Array = xp.zeros(flat.shape, dtype=kind)
    if kind.kind == "O":  # xp.zeros of dtype object has ints
        empty[...] = b"" if flat.size and isinstance(flat.reshape(-1)[0], bytes) else ""
    return empty


@overload
def clip_by_value(
    t: RaggedTensor, clip_value_min: TensorLike, clip_value_max: TensorLike
) -> RaggedTensor: ...


@overload
def clip_by_value(
    t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike
) -> Tensor: ...


def clip_by_value(t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike) -> Tensor:
    """Return a tensor with its values clipped to a range.

    Parameters
    ----------
    t
        Dense or ragged.
    clip_value_min, clip_value_max
        The smallest and the largest value: scalars, or tensors that broadcast with ``t``.

    Returns
    -------
    RaggedTensor or array
        Of the shape of ``t``, or the shape that it broadcasts to with the bounds.

    Raises
    ------
    ValueError
        If the shapes do not broadcast.

    Notes
    -----
    Empty rows stay empty, NaN stays NaN. After TensorFlow's ``tf.clip_by_value``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.clip_by_value(rk.ragged.constant([[-3, 7], [], [1000]]), 0, 255)
    <RaggedTensor [[0, 7], [], [255]]>
    """
    done = clipped_at_once(t, clip_value_min, clip_value_max)
    if done is not None:
        return done
    x = as_tensor(t, name="t")
    bounds = (clip_value_min, clip_value_max)
    for name, value in zip(("t", "clip_value_min", "clip_value_max"), (x, *bounds), strict=True):
        check_ordered(value, name, x.dtype)
    xp = array_namespace(flat_of(x))
    if any(isinstance(a, RaggedTensor) for a in (x, *bounds)):
        arrays, parts = align((x, *bounds), "t", "clip_value_min", "clip_value_max")
        return RaggedTensor._make(xp.clip(*arrays), parts)
    dense = [x, *[as_array(b) for b in bounds]]
    check_dense(dense, ("t", "clip_value_min", "clip_value_max"))
    return xp.clip(x, *bounds)


def check_ordered(value: Any, name: str, beside: DType) -> None:
    """Raise unless an argument contains real numbers or times."""
    flat = flat_of(value)
    if not isinstance(value, RaggedTensor):
        flat = array_of(value, name, "contain numbers or times")
    kinds = beside.kind if beside.kind in TIMES else "biufc"
    if flat.size and flat.dtype.kind not in kinds:
        rule = (
            f"contain values that fit dtype {beside}" if kinds == beside.kind else "contain numbers"
        )
        raise TypeError(broken_rule(name, rule, flat.dtype))


@same_kind_as_indices
def one_hot(
    indices: TensorLike,
    depth: SupportsIndex,
    on_value: Scalar = None,
    off_value: Scalar = None,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """Return a one-hot vector for each index.

    Parameters
    ----------
    indices
        Integers, dense or ragged.
    depth
        The length of the vectors. An index outside it gives a vector of ``off_value`` alone.
    on_value, off_value
        The value at the index and the value elsewhere, 1 and 0 by default.
    axis
        The axis of the vectors in the result: -1 for the innermost axis (the default), or an axis
        after the partitioned ones.
    dtype
        The dtype of the result; by default that of ``on_value`` and ``off_value``, or float64.

    Returns
    -------
    RaggedTensor or array
        The shape of ``indices`` with one more axis, of size ``depth``.

    Raises
    ------
    ValueError
        If ``indices`` are not integers, ``depth`` is negative, or ``axis`` has any other value.

    Notes
    -----
    An empty row stays empty. After TensorFlow's ``tf.one_hot``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.one_hot(rk.ragged.constant([[0, 2], [], [5]]), 3, dtype=int)
    <RaggedTensor [[[1, 0, 0], [0, 0, 1]], [], [[0, 0, 0]]]>
    >>> rk.one_hot(rk.ragged.constant([[0, 2], []]), 3, axis=1)
    Traceback (most recent call last):
        ...
    ValueError: axis must be -1 or 2, got 1
    """
    x = as_tensor(indices, name="indices")
    if x.dtype.kind not in INTEGERS and x.size:
        raise ValueError(broken_rule("indices", "be integers", x.dtype))
    count = as_count(depth, "depth")
    parts = len(x._parts) if isinstance(x, RaggedTensor) else 0
    places = range(parts + 1 if parts else 0, x.ndim + 1)
    at = -1 if axis is None else as_int(axis, "axis")
    if at != -1 and at not in places:
        allowed = f"{places[0]}" if len(places) == 1 else f"from {places[0]} to {places[-1]}"
        raise ValueError(broken_rule("axis", f"be -1 or {allowed}", at))
    check_axes(x.ndim + 1, "indices")
    on, off, kind = _values(on_value, off_value, dtype)
    # Named before allocation: depth=10**9 is usually a mistake.
    check_room([x.size, count], kind.itemsize, "depth", count)
    return mapped(x, lambda flat: _hot(flat, count, on, off, at - parts if at >= 0 else -1, kind))


def _values(on_value: Any, off_value: Any, dtype: DTypeLike | None) -> tuple[Any, Any, DType]:
    for name, value in (("on_value", on_value), ("off_value", off_value)):
        if value is not None and array_of(value, name, "be a single value").ndim:
            raise ValueError(broken_rule(name, "be a single value", value))
    if dtype is None:
        given = [as_array(v).dtype for v in (on_value, off_value) if v is not None]
        if len({is_text(d) for d in given}) > 1:
            rule = "be both text or both numbers"
            raise TypeError(broken_rule("on_value and off_value", rule, [on_value, off_value]))
        kind = as_dtype("float64")
        if given:
            kind = given[0] if len(given) == 1 else array_namespace().result_type(*given)
    else:
        kind = as_dtype(dtype)
    text = is_text(kind)
    on = on_value if on_value is not None else ("1" if text else 1)
    off = off_value if off_value is not None else ("" if text else 0)
    return on, off, kind


def _hot(flat: Array, depth: int, on: Any, off: Any, axis: int, dtype: DType) -> Array:
    xp = array_namespace(flat)
    # An index outside the range equals no position, so its vector is all off, as in TensorFlow.
    hot = flat[..., None] == xp.arange(depth)
    plain = dtype.kind in NUMBERS and not isinstance(on, bool) and (on, off) == (1, 0)
    out: Array = hot.astype(dtype)
    if not plain:
        out = xp.empty(hot.shape, dtype=dtype)
        out[...] = off
        out[hot] = on
    if axis == -1:
        return out
    # Otherwise each reshape that merges these axes would copy the transposed array.
    moved: Array = xp.ascontiguousarray(xp.moveaxis(out, -1, axis))
    return moved
