"""Cumulative sums and products, softmax and differences along an axis."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import as_axis, as_count, as_flag
from raggedkit._caller import at_callers_line
from raggedkit._docstrings import signature_from
from raggedkit._engines.folding import accumulated
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import PROD, SUM, Reduction, joinable, not_a_time, numbers
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._overloads import same_kind_as_x
from raggedkit._plan.operands import flat_of, in_rows_of, mapped
from raggedkit._plan.reducing import Dense, Rows, collapse
from raggedkit._typing import Array, DType, Tensor, TensorLike, TensorT
from raggedkit._xp import INT64, array_namespace, host_namespace
from raggedkit.errors import broken_rule
from raggedkit.ops.moments import as_floats
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["cumprod", "cumsum", "diff", "log_softmax", "scanned", "softmax"]


@same_kind_as_x
def cumsum(
    x: TensorLike, axis: SupportsIndex = 0, exclusive: bool = False, reverse: bool = False
) -> Tensor:
    """Return the cumulative sums along an axis, in the shape and dtype of ``x``.

    Parameters
    ----------
    x
        Numbers, ragged or dense; True counts as 1. Empty rows stay empty.
    axis
        Axis 1 sums along each row; axis 0 down each column, skipping rows that are too short.
    exclusive
        Whether a value is excluded from its own result; the first result is then 0 (1 for a
        product).
    reverse
        Whether to start at the end.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not numbers, or the axis is not an integer.

    See Also
    --------
    raggedkit.RaggedTensor.cumsum : follows NumPy: small integers are summed as int64.

    Notes
    -----
    After ``tf.cumsum``. NaN, infinity and rounding errors of one row do not affect the next rows.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [1, np.inf], [9, 2]])
    >>> rk.cumsum(rt, axis=1)
    <RaggedTensor [[3.0, 4.0, 8.0], [], [1.0, inf], [9.0, 11.0]]>
    >>> rk.cumsum(rt, axis=1, exclusive=True)
    <RaggedTensor [[0.0, 3.0, 4.0], [], [0.0, 1.0], [0.0, 9.0]]>
    >>> rk.cumsum(rt, axis=1, reverse=True)
    <RaggedTensor [[8.0, 5.0, 4.0], [], [inf, inf], [11.0, 2.0]]>
    >>> rk.cumsum(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    flags = _flags(exclusive, reverse)
    return scanned(SUM, x, axis, exclusive=flags[0], reverse=flags[1])


def _flags(exclusive: Any, reverse: Any) -> tuple[bool, bool]:
    return as_flag(exclusive, "exclusive"), as_flag(reverse, "reverse")


@signature_from(cumsum)
def cumprod(
    x: TensorLike, axis: SupportsIndex = 0, exclusive: bool = False, reverse: bool = False
) -> Tensor:
    """Return the cumulative products along an axis, in the shape and dtype of ``x``.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Notes
    -----
    After ``tf.math.cumprod``, which takes dense tensors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
    >>> rk.cumprod(rt, axis=-1)
    <RaggedTensor [[3, 3, 12], [], [9, 18]]>
    >>> rk.cumprod(rt, axis=0, reverse=True)
    <RaggedTensor [[27, 2, 4], [], [9, 2]]>
    >>> rk.cumprod(rk.ragged.constant([["a"]]))
    Traceback (most recent call last):
        ...
    TypeError: x must contain numbers or bools, got dtype('<U1')
    """
    flags = _flags(exclusive, reverse)
    return scanned(PROD, x, axis, exclusive=flags[0], reverse=flags[1])


@overload
def softmax(logits: TensorT, axis: SupportsIndex = -1) -> TensorT: ...


@overload
def softmax(logits: TensorLike, axis: SupportsIndex = -1) -> Tensor: ...


def softmax(logits: TensorLike, axis: SupportsIndex = -1) -> Tensor:
    """Return ``exp(logits)`` divided by its sum along an axis; empty rows stay empty.

    Parameters
    ----------
    logits
        Real numbers, ragged or dense.
    axis
        The axis along which the results sum to 1.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are not real numbers, or the axis is not an integer.

    Notes
    -----
    After ``tf.nn.softmax``. Large logits do not overflow. A row gives NaN only if it contains NaN
    or infinity, or if all its values are minus infinity.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.RaggedTensor.from_row_lengths(np.log([1.0, 3.0, 2.0]), [2, 0, 1])
    >>> np.round(rk.softmax(rt), 6)
    <RaggedTensor [[0.25, 0.75], [], [1.0]]>
    >>> np.round(rk.softmax(rt, axis=0), 6)
    <RaggedTensor [[0.333333, 1.0], [], [0.666667]]>
    >>> rk.softmax(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    return _softmax(logits, axis, log=False)


@signature_from(softmax)
def log_softmax(logits: TensorLike, axis: SupportsIndex = -1) -> Tensor:
    """Return the logarithm of `softmax`, accurate for small results too.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Notes
    -----
    After ``tf.nn.log_softmax``, which takes dense tensors only.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rk.nn.log_softmax(rk.ragged.constant([[0.0, 1000.0], [], [3.0]]))
    <RaggedTensor [[-1000.0, 0.0], [], [0.0]]>
    >>> rk.nn.log_softmax(rk.ragged.constant([[1j]]))
    Traceback (most recent call last):
        ...
    TypeError: logits must contain real numbers, got dtype('complex128'); complex numbers have no \
order; take abs, real or imag first
    """
    return _softmax(logits, axis, log=True)


@same_kind_as_x
def diff(x: TensorLike, n: SupportsIndex = 1, axis: SupportsIndex = -1) -> Tensor:
    """Return differences of adjacent values along an axis; rows of fewer than two become empty.

    Parameters
    ----------
    x
        Numbers or times, ragged or dense. For bools the result is True if neighbours differ.
    n
        How many times to take differences.
    axis
        Axis 1 takes differences within each row, which becomes shorter by one. Axis 0 takes
        differences of whole rows, which must have equal lengths.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the values are neither numbers nor times.
    ValueError
        If ``n`` is negative, or neighbouring rows differ in length.

    Examples
    --------
    >>> import raggedkit as rk
    >>> s = rk.ragged.constant([[0, 3, 4, 6], [], [7], [0, 3, 4]])
    >>> rk.diff(s)
    <RaggedTensor [[3, 1, 2], [], [], [3, 1]]>
    >>> rk.diff(s, 2)
    <RaggedTensor [[-2, 1], [], [], [-2]]>
    >>> rk.diff(s, -1)
    Traceback (most recent call last):
        ...
    ValueError: n must not be negative, got -1
    """
    times = as_count(n, "n")
    x = as_tensor(x, name="x")
    numbers(x, "x", times=True)
    at = as_axis(axis, x.ndim)
    # After as many differences as the longest row has items, all rows are empty: n = 10**9 must not
    # loop.
    for _ in range(min(times, _longest(x, at))):
        x = _diff_once(x, at)
    return x


def scanned(
    row: Reduction,
    x: Any,
    axis: SupportsIndex,
    *,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: DType | None = None,
    name: str = "x",
) -> Any:
    """Return the cumulative results of a reduction's ufunc along one axis."""
    x, ufunc = as_tensor(x, name=name), row.ufunc
    if dtype is not None and dtype.kind in "SUVT" and dtype.kind != x.dtype.kind:
        raise TypeError(broken_rule("dtype", "be a dtype that can be summed", dtype))
    values = joinable(row, x, name)
    kind = row.dtype(values.dtype) if dtype is None else dtype
    # Time differences, text and objects have no identity that an exclusive scan could start with,
    # and NaT must spread along the rest of its row.
    if values.dtype.kind in "mTO":
        return _scanned_alone(row, x, values, axis, exclusive, reverse, kind, name)
    values = values.astype(kind, copy=False)
    at = as_axis(axis, x.ndim)
    exclusive, reverse = as_flag(exclusive, "exclusive"), as_flag(reverse, "reverse")
    if not isinstance(x, RaggedTensor):
        return _scan_axis(ufunc, values, at, exclusive, reverse)
    depth = len(x._parts)
    if at > depth:
        return in_rows_of(x, _scan_axis(ufunc, values, at - depth, exclusive, reverse))
    if at == depth:
        part = x._parts[-1]
        return in_rows_of(x, _scan_rows(ufunc, values, part, exclusive, reverse))
    # Gather the values of each column next to each other, scan them, and scatter them back.
    (step,) = collapse(x, at).steps
    assert not isinstance(step, Dense | Rows)
    xp = array_namespace(values)
    order = _gather.order_by(step.slots, step.n)
    sizes = xp.bincount(step.slots, minlength=step.n)
    side_by_side = _gather.take(values, order)
    out = xp.empty_like(values)
    columns = RowPartition._of_lengths(sizes)
    out[order] = _scan_rows(ufunc, side_by_side, columns, exclusive, reverse)
    return RaggedTensor._make(out, x._parts)


def _scanned_alone(
    row: Reduction,
    x: Any,
    values: Array,
    axis: SupportsIndex,
    exclusive: bool,
    reverse: bool,
    dtype: DType,
    name: str,
) -> Any:
    """Return cumulative sums of time differences (as integers) or of objects (by the ufunc)."""
    if dtype != values.dtype:
        rule = f"be left out if {name} has dtype {values.dtype}"
        raise TypeError(broken_rule("dtype", rule, dtype, "convert first: .astype(...)"))
    if dtype.kind != "m":
        return accumulated(getattr(host_namespace, row.ufunc), x, axis, name=name)
    xp = array_namespace(values)
    missing = xp.isnat(values)
    flags = {"exclusive": exclusive, "reverse": reverse}
    # NaT is the smallest integer and would be added as one; a second scan counts the NaT so far.
    counts = xp.where(missing, 0, values.view(INT64))
    sums = scanned(row, in_rows_of(x, counts), axis, dtype=INT64, name=name, **flags)
    sums = mapped(sums, lambda flat: flat.view(dtype))
    if not bool(missing.any()):
        return sums
    spoilt = scanned(row, in_rows_of(x, missing), axis, dtype=INT64, name=name, **flags)
    found = xp.where(flat_of(spoilt) > 0, not_a_time(dtype), flat_of(sums))
    return in_rows_of(sums, found)


def _scan_rows(
    ufunc: str, values: Array, part: RowPartition, exclusive: bool, reverse: bool
) -> Array:
    lengths = part._get_lengths()
    if reverse:
        # Reversing all values reverses the rows and the order within each: a forward scan then runs
        # from the end of every row, without a gather.
        values, lengths = values[::-1], lengths[::-1]
    splits = _splits.lengths_to_splits(lengths) if reverse else part._get_splits()
    out = _segment.scan_rows(ufunc, values, splits, lengths, values.dtype)
    if exclusive:
        shifted = array_namespace(out).empty_like(out)
        shifted[1:] = out[:-1]
        # After the shift the first item of a row is the total of the row before. Empty rows have no
        # first item; their start belongs to the next row.
        shifted[splits[:-1][lengths > 0]] = _segment.identity(ufunc, out.dtype)
        out = shifted
    return out[::-1] if reverse else out


def _scan_axis(ufunc: str, values: Array, axis: int, exclusive: bool, reverse: bool) -> Array:
    xp = array_namespace(values)
    if reverse:
        values = xp.flip(values, axis)
    run = values.cumsum if ufunc == "add" else values.cumprod
    out: Array = at_callers_line(run, axis=axis, dtype=values.dtype)
    if exclusive:
        shifted = xp.empty_like(out)
        head, tail, body = (
            (slice(None),) * axis + (s,) for s in (slice(1), slice(1, None), slice(-1))
        )
        shifted[tail] = out[body]
        shifted[head] = _segment.identity(ufunc, out.dtype)
        out = shifted
    return xp.flip(out, axis) if reverse else out


def _softmax(logits: Any, axis: SupportsIndex, *, log: bool) -> Any:
    x = as_tensor(logits, name="logits")
    values = numbers(x, "logits", ordered=True)
    values = as_floats(values)
    plan = collapse(x, as_axis(axis, x.ndim), name="logits")
    xp = array_namespace(values)
    (step,) = plan.steps
    if isinstance(step, Rows):
        splits, lengths = step.part._get_splits(), step.part._get_lengths()
        out = _segment.softmax_rows(values, splits, lengths, log)
    else:
        with host_namespace.errstate(all="ignore"):
            # Subtracting the maximum keeps exp from overflowing; the largest power is 1.
            out = values - plan.spread(plan.reduce("maximum", values, values.dtype))
            powers = xp.exp(out, out=None if log else out)
            total = plan.spread(plan.reduce("add", powers, values.dtype))
            out = out - xp.log(total) if log else powers / total
    return in_rows_of(x, out)


def _longest(x: Any, axis: int) -> int:
    """Return the largest number of items along an axis: that many differences leave nothing."""
    if not isinstance(x, RaggedTensor):
        return int(x.shape[axis])
    depth = len(x._parts)
    if axis > depth:
        return int(x._flat.shape[axis - depth])
    return x._parts[axis - 1]._get_longest() if axis else x._parts[0]._nrows


def _diff_once(x: Any, axis: int) -> Any:
    # np.not_equal, since != of arrays that do not broadcast is True.
    subtract = host_namespace.not_equal if x.dtype.kind == "b" else operator.sub
    if not isinstance(x, RaggedTensor) or axis != len(x._parts):
        keys = (slice(None),) * axis
        return subtract(x[(*keys, slice(1, None))], x[(*keys, slice(None, -1))])
    part = x._parts[-1]
    flat, splits = _segment.diff_rows(subtract, x._flat, part._get_splits(), part._get_lengths())
    if part._uniform is not None:
        size = max(part._uniform - 1, 0)
        cut = RowPartition._of_uniform(size, part._nrows, part._dtype, part._xp)
    else:
        cut = RowPartition._of_splits(splits)
    return RaggedTensor._make(flat, (*x._parts[:-1], cut))
