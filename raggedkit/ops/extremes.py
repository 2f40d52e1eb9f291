"""Positions of the largest and smallest values along an axis: argmax and argmin."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import as_flag
from raggedkit._docstrings import sections_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import filled, numbers
from raggedkit._engines.shortcuts import placed_at_once
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import flat_of
from raggedkit._plan.reducing import Collapse, Dense, Rows, Slots, collapse
from raggedkit._typing import Array, Axis, DTypeLike, Scalar, Tensor, TensorLike
from raggedkit._xp import BOOL, INT64, array_namespace, as_dtype
from raggedkit.errors import broken_rule

__all__ = ["argmax", "argmin", "located"]


def argmax(
    input: TensorLike,
    axis: Axis | None = None,
    output_type: DTypeLike = INT64,
    *,
    keepdims: bool = False,
    empty: Scalar = "raise",
) -> Tensor:
    """Return the index of the largest value along an axis, the first one of equal values.

    Parameters
    ----------
    input
        Real numbers, bools or times, ragged or dense.
    axis
        Axis 1 returns the position within each row, axis 0 the row for each column. None means
        axis 0, as in TensorFlow.
    output_type
        The dtype of the result.
    keepdims
        Whether the axis is kept with size 1.
    empty
        The result for an empty row; by default an empty row is an error.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not real numbers, or the axis is not an integer.
    ValueError
        If a row is empty and ``empty`` is not given.

    See Also
    --------
    raggedkit.RaggedTensor.argmax : follows NumPy: None means the position in the flat values.

    Notes
    -----
    After ``tf.argmax``, which takes dense tensors only. The first NaN counts as largest, as in
    NumPy.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 4], [], [9, 2]])
    >>> rk.argmax(rt, axis=0)
    array([2, 2, 0, 0])
    >>> rk.argmax(rt, axis=1, empty=-1)
    array([ 2, -1,  0])
    >>> rk.argmax(rt, axis=1)
    Traceback (most recent call last):
        ...
    ValueError: input must have a value in every row, got none in row 1; choose the \
result of an empty row: empty=...
    """
    axis = 0 if axis is None else axis
    return located("maximum", input, axis, keepdims, empty, output_type=output_type)


@sections_from(argmax)
def argmin(
    input: TensorLike,
    axis: Axis | None = None,
    output_type: DTypeLike = INT64,
    *,
    keepdims: bool = False,
    empty: Scalar = "raise",
) -> Tensor:
    """Return the index of the smallest value along an axis, the first one of equal values.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left.

    Notes
    -----
    After ``tf.argmin``, which takes dense tensors only. The first NaN counts as smallest, as in
    NumPy.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [9, 2]])
    >>> rk.argmin(rt, axis=1, empty=-1)
    array([ 1, -1,  1])
    >>> rk.argmin(rt, axis=0)
    array([0, 0, 0, 0])
    >>> rk.argmin(rt, axis=-3)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got -3
    """
    axis = 0 if axis is None else axis
    return located("minimum", input, axis, keepdims, empty, output_type=output_type)


def located(
    ufunc: str,
    x: Any,
    axis: Any,
    keepdims: bool,
    empty: Any,
    *,
    output_type: DTypeLike = INT64,
    way_out: str = "empty=...",
    name: str = "input",
    every: bool = False,
) -> Any:
    """Return positions of extremes; ``axis=None`` gives the position in the flat values.

    ``every`` allows complex numbers and text as well, in the order of a sort.
    """
    if keepdims is False and output_type is INT64:
        places = placed_at_once(ufunc, x, axis, empty)
        if places is not None:
            return places
    x = as_tensor(x, name="input")
    values = flat_of(x) if every else numbers(x, name, ordered=True, times=True)
    if isinstance(axis, list | tuple) or getattr(axis, "ndim", False):
        raise TypeError(broken_rule("axis", "be an integer", axis, "a position needs one axis"))
    plan = collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"), name=name)
    if not isinstance(empty, str | int):
        raise TypeError(broken_rule("empty", "be an integer or 'raise'", empty))
    if axis is None:
        out = _in_array(ufunc, values.reshape(-1), 0, plan)
        out = out if plan.shape is None else out.reshape(plan.shape)
    else:
        (step,) = plan.steps
        if isinstance(step, Dense):
            out = _in_array(ufunc, values, step.axes[0], plan)
            out = array_namespace(values).expand_dims(out, step.axes[0]) if keepdims else out
        else:
            out = _in_segments(ufunc, values, step, plan, plan.axes[0] if plan.axes else 0)
    out = filled(plan, values, out, empty, way_out)
    return plan.wrap(out.astype(as_dtype(output_type, "output_type"), copy=False))


def _in_array(ufunc: str, values: Array, axis: int, plan: Collapse) -> Any:
    xp = array_namespace(values)
    if not values.shape[axis]:
        shape = [n for a, n in enumerate(values.shape) if a != axis]
        return xp.zeros(tuple(shape), dtype=INT64)
    return xp.argmax(values, axis=axis) if ufunc == "maximum" else xp.argmin(values, axis=axis)


def _in_segments(ufunc: str, values: Array, step: Rows | Slots, plan: Collapse, axis: int) -> Any:
    """Return the first position in each segment of a value that equals its maximum."""
    xp = array_namespace(values)
    if values.dtype.kind in _SORTED:
        return _by_sort(ufunc, values, step, axis)
    if isinstance(step, Rows) and values.ndim == 1:
        splits, lengths = step.part._get_splits(), step.part._get_lengths()
        first = _segment.arg_rows(ufunc, values, splits, lengths)
        return first[:, None] if step.keepdims else first
    top = step.reduce(ufunc, values, values.dtype)
    # The first of several equal maxima counts: the smallest position among the hits.
    hit = values == step.spread(top, values.shape)
    if values.dtype.kind in "fmM" and bool((top != top).any()):
        hit |= values != values  # NaN counts as the largest value, but does not equal itself
    places = step.part.offsets_in_rows() if isinstance(step, Rows) else step.places(axis)
    places = places.reshape(-1, *(1,) * (values.ndim - 1)).astype(INT64)
    found = step.reduce("minimum", xp.where(hit, places, _NOWHERE), INT64)
    return xp.where(step.reduce("logical_or", hit, BOOL), found, 0)


_SORTED = "cUSTO"  # dtype kinds without a maximum ufunc, or without a start value for one


def _by_sort(ufunc: str, values: Array, step: Rows | Slots, axis: int) -> Array:
    """Return the positions of extremes in the order of a sort, NaN before all others."""
    xp = array_namespace(values)
    if isinstance(step, Rows):
        splits, lengths = step.part._get_splits(), step.part._get_lengths()
        places = step.part.offsets_in_rows()
    else:
        order = _gather.order_by(step.slots, step.n)
        lengths = xp.bincount(step.slots, minlength=step.n)
        splits = _splits.lengths_to_splits(lengths)
        values, places = _gather.take(values, order), step.places(axis).take(order)
    ordered = _sort.sort_rows(values, splits, lengths)
    # In a sorted row the extreme is its last or first item; empty rows have none and are left out.
    at = splits[1:] - 1 if ufunc == "maximum" else splits[:-1]
    filled = lengths > 0
    hit = values == _splits.repeat(_gather.take(ordered, at[filled]), lengths[filled])
    if values.dtype.kind in "cO":
        odd = values != values  # NaN comes first, but does not equal itself
        has_odd = _segment.reduce_rows("logical_or", odd, splits, lengths, BOOL)
        hit = xp.where(_splits.repeat(has_odd, lengths), odd, hit)
    places = places.reshape(-1, *(1,) * (values.ndim - 1)).astype(INT64)
    found: Array = xp.where(hit.astype(bool), places, _NOWHERE)
    found = _segment.reduce_rows("minimum", found, splits, lengths, INT64)
    found = xp.where(filled.reshape(-1, *(1,) * (values.ndim - 1)), found, 0)
    keep = step.keepdims if isinstance(step, Rows) else step.outermost
    kept: Array = found[:, None] if isinstance(step, Rows) else found[None]
    return kept if keep else found


_NOWHERE = (1 << 63) - 1
