"""Gradients and integrals along rows: `numpy.gradient` and `numpy.trapezoid`."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import as_axis, as_int
from raggedkit._caller import REFUSED
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.broadcasting import same_rows
from raggedkit._plan.operands import in_rows_of
from raggedkit._typing import Array
from raggedkit._xp import INTEGERS, array_namespace, as_dtype, host_namespace, is_array
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["check_lengths", "gradient", "trapezoid"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


def gradient(f: Any, spacing: Any = 1.0, axis: Any = None, edge_order: Any = 1) -> Any:
    """Return the gradient at each value along an axis, in the rows of ``f``.

    Parameters
    ----------
    f
        Numbers or times, ragged.
    spacing
        The distance between adjacent values, or a ragged tensor of coordinates in the same rows.
    axis
        The innermost ragged axis or a dense axis inside it.
    edge_order
        The order of the differences at both ends of a row, 1 or 2.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If a row has fewer than ``edge_order + 1`` values, or the axis has ragged axes inside it.
    """
    x = as_tensor(f, name="f")
    values = _as_slopes(x._flat)
    order = as_int(edge_order, "edge_order")
    if order not in (1, 2):
        raise ValueError(broken_rule("edge_order", "be 1 or 2", order))
    at, depth = as_axis(axis, x.ndim), len(x._parts)
    if at > depth:
        if isinstance(spacing, RaggedTensor):
            raise ValueError(broken_rule("spacing", "be a number along a dense axis", spacing))
        of_axis: Any = host_namespace.gradient
        return in_rows_of(x, of_axis(values, spacing, axis=at - depth, edge_order=order))
    part = _innermost(x, at)
    check_lengths(part, order + 1, "f")
    if isinstance(spacing, RaggedTensor):
        return in_rows_of(x, _uneven(values, _coordinates(spacing, x, "spacing"), part, order))
    if getattr(spacing, "ndim", 0) or isinstance(spacing, list | tuple):
        way_out = "give the coordinates in the same rows"
        raise ValueError(broken_rule("spacing", "be a number or a RaggedTensor", spacing, way_out))
    return in_rows_of(x, _even(values, spacing, part, order))


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """Return integrals along an axis by the trapezoidal rule; 0 for fewer than two values.

    Parameters
    ----------
    y
        Numbers, ragged.
    x
        The coordinates, a ragged tensor of the same rows; None for a constant distance ``dx``.
    dx
        The distance between adjacent values.
    axis
        The innermost ragged axis or a dense axis inside it.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If ``x`` has other rows, or the axis has ragged axes inside it.
    """
    tensor = as_tensor(y, name="y")
    values, at, depth = tensor._flat, as_axis(axis, tensor.ndim), len(tensor._parts)
    if at > depth:
        trapezoid = getattr(host_namespace, "trapezoid")  # noqa: B009 - the stubs are of NumPy 2.0
        return in_rows_of(tensor, trapezoid(values, dx=dx, axis=at - depth))
    part = _innermost(tensor, at)
    splits, lengths = part._get_splits(), part._get_lengths()
    xp = array_namespace(values)
    pairs = xp.maximum(lengths - 1, 0)
    left = _splits.ranges(splits[:-1], pairs)
    sums = _gather.take(values, left + 1) + _gather.take(values, left)
    if x is None:
        areas = dx * sums / 2.0
    else:
        along = _coordinates(x, tensor, "x")
        widths = _gather.take(along, left + 1) - _gather.take(along, left)
        areas = _beside(widths, sums.ndim) * sums / 2.0
    cut = _splits.lengths_to_splits(pairs)
    found = _segment.reduce_rows("add", areas, cut, pairs, areas.dtype)
    return RaggedTensor._make(found, tensor._parts[:-1]) if depth > 1 else found


def check_lengths(part: RowPartition, least: int, name: str) -> None:
    """Raise for the first row with fewer values than a result needs."""
    lengths = part._get_lengths()
    short = first_true(lengths < least)
    if short >= 0:
        rule = f"have at least {least} values in every row"
        got = f"row {short} of length {int(lengths[short])}"
        raise ValueError(f"{name} must {rule}, got {got}; leave short rows out first")


def _innermost(x: RaggedTensor, axis: int) -> RowPartition:
    depth = len(x._parts)
    if axis != depth:
        rule = f"be {depth}, along the rows, or a dense axis"
        raise ValueError(broken_rule("axis", rule, axis))
    return x._parts[-1]


def _as_slopes(values: Array) -> Array:
    """Return values as floats, or as time differences for times."""
    kind = values.dtype.kind
    if kind == "M":
        return values.view(values.dtype.str.replace("M", "m"))
    if kind in "fcm":
        return values
    if kind not in INTEGERS:
        raise TypeError(broken_rule("f", "contain numbers or times", values.dtype))
    return values.astype(as_dtype("float64"))


def _coordinates(x: Any, like: RaggedTensor, name: str) -> Array:
    """Return one coordinate for each item along the rows, as floats or time differences."""
    if not isinstance(x, RaggedTensor) or not same_rows(x._parts, like._parts):
        way_out = "give a RaggedTensor of the same rows"
        got = x.shape if isinstance(x, RaggedTensor) or is_array(x) else x
        raise ValueError(broken_rule(name, "have the rows of the values", got, way_out))
    if x._flat.ndim > 1:
        raise ValueError(broken_rule(name, "have one coordinate for each value", x.shape))
    return _as_slopes(x._flat)


def _beside(weights: Array, ndim: int) -> Array:
    return weights.reshape(-1, *[1] * (ndim - 1))


def _even(f: Array, h: Any, part: RowPartition, order: int) -> Array:
    xp = array_namespace(f)
    out: Array = xp.empty(f.shape, dtype=f.dtype)
    first, last = part._get_splits()[:-1], part._get_splits()[1:] - 1
    with host_namespace.errstate(all="ignore"):  # across row boundaries, dropped below
        out[1:-1] = (f[2:] - f[:-2]) / (2.0 * h)
    if order == 1:
        out[first] = (f[first + 1] - f[first]) / h
        out[last] = (f[last] - f[last - 1]) / h
        return out
    out[first] = (-1.5 / h) * f[first] + (2.0 / h) * f[first + 1] + (-0.5 / h) * f[first + 2]
    out[last] = (0.5 / h) * f[last - 2] + (-2.0 / h) * f[last - 1] + (1.5 / h) * f[last]
    return out


def _uneven(f: Array, x: Array, part: RowPartition, order: int) -> Array:
    """Return gradients for uneven distances, with the weights of `numpy.gradient`."""
    xp = array_namespace(f)
    out: Array = xp.empty(f.shape, dtype=(f[:0] / x[:0]).dtype if f.ndim == 1 else f.dtype)
    first, last = part._get_splits()[:-1], part._get_splits()[1:] - 1
    step = _beside(x[1:] - x[:-1], f.ndim)
    one, two = step[:-1], step[1:]
    with host_namespace.errstate(all="ignore"):  # across row boundaries, dropped below
        before, here = -two / (one * (one + two)), (two - one) / (one * two)
        behind = one / (two * (one + two))
        out[1:-1] = before * f[:-2] + here * f[1:-1] + behind * f[2:]
    if order == 1:
        out[first] = (f[first + 1] - f[first]) / step[first]
        out[last] = (f[last] - f[last - 1]) / step[last - 1]
        return out
    one, two = step[first], step[first + 1]
    a, b = -(2.0 * one + two) / (one * (one + two)), (one + two) / (one * two)
    c = -one / (two * (one + two))
    out[first] = a * f[first] + b * f[first + 1] + c * f[first + 2]
    one, two = step[last - 2], step[last - 1]
    a, b = two / (one * (one + two)), -(two + one) / (one * two)
    c = (2.0 * two + one) / (two * (one + two))
    out[last] = a * f[last - 2] + b * f[last - 1] + c * f[last]
    return out
