"""Means, variances, standard deviations and log-sum-exp over any axes."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import as_flag, as_real
from raggedkit._caller import REFUSED, at_callers_line
from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import (
    SUM,
    filled,
    float_dtype,
    joinable,
    joined,
    not_a_time,
    numbers,
)
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import slots as _slots
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._overloads import scalar_without_axis
from raggedkit._plan.operands import flat_of, in_rows_of
from raggedkit._plan.reducing import Collapse, Rows, Slots, collapse
from raggedkit._typing import Array, Axes, DType, DTypeLike, Scalar, Tensor, TensorLike
from raggedkit._xp import INEXACT, INT64, INTEGERS, array_namespace, as_dtype, host_namespace
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = [
    "as_floats",
    "averaged",
    "reduce_logsumexp",
    "reduce_mean",
    "reduce_std",
    "reduce_variance",
    "scattered",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`

_FLOAT64, _COMPLEX128 = as_dtype("float64"), as_dtype("complex128")


@scalar_without_axis
def reduce_mean(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the means along axes, floats; NaN for an empty row, without a warning.

    Parameters
    ----------
    input_tensor
        Numbers or time differences, ragged or dense; True counts as 1.
    axis
        None for all axes, an int, or a list of ints; negative ones count from the end. Axis 1
        reduces each row. Axis 0 reduces each column, over the rows that are long enough: a missing
        item does not count as 0.
    keepdims
        Whether reduced axes are kept with size 1.
    empty
        The result for an empty row instead of NaN; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left. Integers of up to 16 bits give float32, wider
        integers and bools float64.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not numbers, or an axis is not an integer.
    ValueError
        If an axis is repeated, or a row is empty and ``empty`` is ``"raise"``.

    See Also
    --------
    raggedkit.RaggedTensor.mean : follows NumPy: all integers give float64.

    Notes
    -----
    After ``tf.reduce_mean``, which sums integers in their own dtype; here the sum cannot overflow.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> rk.reduce_mean(rt, axis=1).round(3)
    array([2.25 , nan, 5.333, 6. , nan])
    >>> rk.reduce_mean(rt, axis=1, empty=0)[1]
    np.float64(0.0)
    >>> rk.reduce_mean(rk.ragged.constant([[1, 2, 3], [2, 3, 4, 5]]), axis=0)
    array([1.5, 2.5, 3.5, 5. ])
    >>> rk.reduce_mean(rt, axis=1, empty="raise")
    Traceback (most recent call last):
        ...
    ValueError: input_tensor must have a value in every row, got none in row 1; choose the \
result of an empty row: empty=...
    """
    return averaged(input_tensor, axis, keepdims, empty=empty)


@scalar_without_axis
@sections_from(reduce_mean)
def reduce_variance(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    correction: float = 0,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the variances along axes, floats; NaN for an empty row, without a warning.

    Parameters
    ----------
    correction
        Number subtracted from the count of values in the divisor: 1 for the sample variance
        (NumPy's ``ddof``).
    empty
        The result for an empty row instead of NaN; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left; dtypes as in `reduce_mean`.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not numbers, or are complex and ragged (as in TensorFlow), or an axis is
        not an integer.
    ValueError
        If an axis is repeated, or a row is empty and ``empty`` is ``"raise"``.

    See Also
    --------
    raggedkit.RaggedTensor.var : follows NumPy: all integers give float64.

    Notes
    -----
    After ``tf.math.reduce_variance``, which subtracts the square of the mean from the mean of the
    squares. Here the variance is computed in two passes, so it stays accurate for numbers far from
    zero.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 4, 5], [], [7]])
    >>> rk.reduce_variance(rt, axis=1)
    array([2.5, nan, 0. ])
    >>> rk.reduce_variance(rt, axis=1, correction=1).round(3)
    array([3.333, nan, nan])
    >>> rk.reduce_variance(rk.array([np.float32(1e4) + np.arange(3, dtype="f4")]), axis=1)
    array([0.6666667], dtype=float32)
    >>> rk.reduce_variance(rt, axis=1, correction="sample")
    Traceback (most recent call last):
        ...
    TypeError: correction must be a number, got 'sample'
    """
    _refuse_complex(input_tensor, "np.var")
    return scattered(input_tensor, axis, keepdims, correction=correction, empty=empty)


@signature_from(reduce_variance)
def reduce_std(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    correction: float = 0,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the standard deviations along axes, floats; NaN for an empty row.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left; dtypes as in `reduce_mean`.

    See Also
    --------
    raggedkit.RaggedTensor.std : follows NumPy: all integers give float64.

    Notes
    -----
    After ``tf.math.reduce_std``; the square root of `reduce_variance`.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [2, 3, 4], [3, 4, 5, 6], [1, 2], [7, 2, 3, 4]])
    >>> rk.reduce_std(rt, axis=0, correction=1).round(6)
    array([2.48998 , 0.894427, 0.957427, 1.414214])
    >>> rk.reduce_std(rk.ragged.constant([[1.0, 3.0], []]), axis=1)
    array([ 1., nan])
    >>> rk.reduce_std(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    _refuse_complex(input_tensor, "np.std")
    return scattered(input_tensor, axis, keepdims, correction=correction, empty=empty, root=True)


@signature_from(reduce_mean)
def reduce_logsumexp(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return ``log(sum(exp(values)))`` along axes, floats; minus infinity for an empty row.

    Parameters
    ----------
    input_tensor
        Real numbers or bools, ragged or dense.
    empty
        The result for an empty row instead; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left. Integers and bools give float64.

    Notes
    -----
    After ``tf.reduce_logsumexp``, which takes dense tensors only. Large values don't overflow.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[0.0, 0.0], [], [1000.0]])
    >>> rk.reduce_logsumexp(rt, axis=1).round(6)
    array([6.93147e-01,        -inf, 1.00000e+03])
    >>> rk.reduce_logsumexp(rt, axis=0)
    array([1000.,    0.])
    >>> rk.reduce_logsumexp(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    x = as_tensor(input_tensor, name="input_tensor")
    values = as_floats(numbers(x, "input_tensor", ordered=True))
    plan = collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"))
    xp = array_namespace(values)
    top = plan.reduce("maximum", values, values.dtype)
    # Subtracting an infinite maximum would give NaN; without it exp and log of infinity are right.
    top = xp.where(xp.isfinite(top), top, 0).astype(values.dtype)[()]
    with host_namespace.errstate(divide="ignore", over="ignore", under="ignore"):
        total = plan.reduce("add", _powers(plan, values, top), values.dtype)
        out = xp.log(total) + top
    if empty is not None:
        out = filled(plan, values, out, empty)
    return plan.wrap(out)


def averaged(
    x: Any,
    axis: Any,
    keepdims: bool | None,
    *,
    dtype: DTypeLike | None = None,
    empty: Any = None,
    name: str = "input_tensor",
    marks: Array | None = None,
) -> Any:
    """Return means, computed in a dtype at least as precise as ``dtype``.

    ``marks: bool[nvals, ...]`` marks the values that count; None means all.
    """
    x = as_tensor(x, name=name)
    values = joinable(SUM, x, name)
    keep = as_flag(keepdims, "keepdims")
    plan = collapse(x, axis, keepdims=keep, name=name)
    kind = float_dtype(values.dtype) if dtype is None else as_dtype(dtype)
    if "m" in (values.dtype.kind, kind.kind):
        _check_times(values.dtype, kind, name)
    count = plan.count(values)
    if marks is not None:
        values, count = _marked(values, marks), plan.reduce("add", marks, INT64)
    total = _sum(plan, values)
    # The quotient overwrites the total, which no caller has seen yet; without steps it may be the
    # input.
    place = total if plan.steps and total.ndim and total.dtype.kind in INEXACT else None
    with host_namespace.errstate(invalid="ignore", divide="ignore", under="ignore"):
        out = array_namespace(values).divide(total, count, out=place)
    out = at_callers_line(out.astype, kind, copy=False)
    if empty is not None:
        out = filled(plan, values, out, empty)
    return plan.wrap(out)


def _marked(values: Array, marks: Array) -> Array:
    """Return values with zeros in place of those that do not count."""
    xp = array_namespace(values)
    kept: Array = xp.where(marks, values, xp.zeros((), dtype=values.dtype))
    return kept


def scattered(
    x: Any,
    axis: Any,
    keepdims: bool | None,
    *,
    correction: float = 0,
    dtype: DTypeLike | None = None,
    empty: Any = None,
    root: bool = False,
    name: str = "input_tensor",
    marks: Array | None = None,
    correction_name: str = "correction",
) -> Any:
    """Return variances or, with ``root``, standard deviations; ``marks`` as in `averaged`."""
    correction = as_real(correction, correction_name)
    x = as_tensor(x, name=name)
    if root and flat_of(x).dtype.kind == "m":
        return _scattered_times(x, axis, keepdims, correction, dtype, empty, name, marks)
    values = numbers(x, name)
    keep = as_flag(keepdims, "keepdims")
    plan = collapse(x, axis, keepdims=keep, name=name)
    kind = float_dtype(values.dtype) if dtype is None else as_dtype(dtype)
    if dtype is None and kind.kind == "c":
        kind = values.real.dtype
    xp = array_namespace(values)
    count = plan.count(values) if marks is None else plan.reduce("add", marks, INT64)
    with host_namespace.errstate(invalid="ignore", divide="ignore", under="ignore"):
        if marks is None:
            total = at_callers_line(_squares, plan, values, _sum(plan, values) / count)
        else:
            total = at_callers_line(_marked_squares, plan, values, marks, count)
        # NumPy also clamps at 0, so that a short row gives inf or NaN and never a negative
        # variance.
        spare = xp.maximum(count - correction, 0)
        out = total / spare
        out = xp.sqrt(out) if root else out
    out = at_callers_line(out.astype, kind, copy=False)
    if empty is not None:
        out = filled(plan, values, out, empty)
    return plan.wrap(out)


def _scattered_times(
    x: Any,
    axis: Any,
    keepdims: bool | None,
    correction: float,
    dtype: DTypeLike | None,
    empty: Any,
    name: str,
    marks: Array | None,
) -> Any:
    """Return standard deviations of time differences, in their unit, cut to whole units.

    NumPy cannot compute them: the variance in between would have squared units.
    """
    values = joinable(SUM, x, name)
    kind = values.dtype
    _check_times(kind, kind if dtype is None else as_dtype(dtype), name)
    plan = collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"), name=name)
    xp = array_namespace(values)
    # Sum differences from a whole number near the mean: a float represents these exactly.
    known = ~xp.isnat(values) if marks is None else marks & ~xp.isnat(values)
    total, count = (
        joined(plan, "add", _marked(values, known), kind),
        plan.reduce("add", known, INT64),
    )
    apart = values - plan.spread(total / count)
    floats = xp.where(xp.isnat(apart), float("nan"), apart.view(INT64))
    found = scattered(
        in_rows_of(x, floats),
        axis,
        keepdims,
        correction=correction,
        root=True,
        name=name,
        marks=marks,
    )
    out = xp.asarray(flat_of(found))
    whole = xp.where(xp.isfinite(out), out, 0).astype(INT64).view(kind)
    out = xp.where(xp.isfinite(out), whole, not_a_time(kind))[()]
    if empty is not None:
        out = filled(plan, values, out, empty)
    return in_rows_of(found, out)


def _check_times(values: DType, dtype: DType, name: str) -> None:
    """Raise if ``dtype`` would turn time differences into numbers or numbers into times."""
    if (values.kind == "m") != (dtype.kind == "m"):
        rule = f"be left out if {name} has dtype {values}"
        raise TypeError(broken_rule("dtype", rule, dtype, "convert the result: .astype(...)"))


def as_floats(values: Array) -> Array:
    """Return the values as floats for `exp`: floats unchanged, others as float64."""
    return values if values.dtype.kind == "f" else values.astype(_FLOAT64)


def _sum(plan: Collapse, values: Array) -> Any:
    """Return sums in a dtype wider than the values, if there is one."""
    return joined(plan, "add", values, _sum_dtype(values.dtype))


def _sum_dtype(dtype: DType) -> DType:
    """Return a dtype in which sums of these values do not overflow and round little."""
    if dtype.kind == "b" or (dtype.kind in INTEGERS and dtype.itemsize < 8):
        return INT64
    if dtype.kind == "m":
        return dtype
    if dtype.kind == "c":
        return _COMPLEX128 if dtype.itemsize < 16 else dtype
    return _FLOAT64 if dtype.kind in INTEGERS or dtype.itemsize < 8 else dtype


def _squares(plan: Collapse, values: Array, means: Any) -> Any:
    """Return the sums of the squared distances of values from their means."""
    step = plan.steps[0] if len(plan.steps) == 1 else None
    # The kernels square block by block; the general path below stores one mean per value.
    if isinstance(step, Rows):
        items = means[:, 0] if step.keepdims else means
        splits, lengths = step.part._get_splits(), step.part._get_lengths()
        total = _segment.square_rows(values, items, splits, lengths)
        return total[:, None] if step.keepdims else total
    columns = step.columns() if isinstance(step, Slots) else None
    if isinstance(step, Slots) and columns is not None:
        items = means[0] if step.outermost else means
        rows = columns._get_splits(), columns._get_lengths()
        total = _slots.square_columns(values, items, *rows)
        return total[None] if step.outermost else total
    apart = _segment.squares(values - plan.spread(means))
    return plan.reduce("add", apart, apart.dtype)


def _marked_squares(plan: Collapse, values: Array, marks: Array, count: Any) -> Any:
    """Return the sums of the squared distances of the values that count from their means."""
    means = _sum(plan, _marked(values, marks)) / count
    apart = _segment.squares(_marked(values - plan.spread(means), marks))
    return plan.reduce("add", apart, apart.dtype)


def _powers(plan: Collapse, values: Array, top: Any) -> Array:
    """Return ``exp(values - top)``; many rows are processed in blocks."""
    xp = array_namespace(values)
    step = plan.steps[0] if len(plan.steps) == 1 and values.size > 2 * _BLOCK else None
    if not isinstance(step, Rows) or xp is not host_namespace:
        apart = values - plan.spread(top)
        result: Array = xp.exp(apart, out=apart if apart.ndim else None)
        return result
    out: Array = xp.empty_like(values)
    items = top[:, 0] if step.keepdims else top
    splits, lengths = step.part._get_splits(), step.part._get_lengths()
    # Blocks of whole rows stay in the cache from the subtraction to exp.
    for a, b in _splits.row_blocks(splits, _BLOCK, 2 * _BLOCK):
        start, limit = int(splits[a]), int(splits[b])
        apart = out[start:limit]
        xp.subtract(values[start:limit], _splits.repeat(items[a:b], lengths[a:b]), out=apart)
        xp.exp(apart, out=apart)
    return out


def _refuse_complex(x: Any, numpy_name: str) -> None:
    if isinstance(x, RaggedTensor) and x.dtype.kind == "c":
        way_out = f"{numpy_name} takes complex ones too"
        raise ValueError(broken_rule("input_tensor", "contain real numbers", x.dtype, way_out))
