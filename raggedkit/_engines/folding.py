"""Any binary ufunc along an axis: ``ufunc.reduce`` and ``ufunc.accumulate``."""

from __future__ import annotations

from functools import cache
from typing import Any

from raggedkit._arguments import as_axis, as_flag
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import folding as _folding
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import flat_of, in_rows_of
from raggedkit._plan.reducing import Collapse, Dense, Rows, Slots, collapse
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import NUMBERS, array_namespace, as_dtype, host_namespace
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["accumulated", "folded", "joins", "reduced_by", "result_of"]


@cache
def joins(ufunc: str, dtype: DType) -> bool:
    """Whether a ufunc takes two values of this dtype, and its result together with the next."""
    try:
        result_of(getattr(host_namespace, ufunc), dtype, None, "reduce")
    except (TypeError, ValueError):
        return False
    return True


def result_of(
    function: Any, dtype: DType, given: DType | None = None, method: str = "accumulate"
) -> DType:
    """Return the dtype of the result; TypeError if the ufunc's method takes no such values."""
    one = host_namespace.zeros(1, dtype=dtype)
    if dtype.kind == "T" and method == "reduce" and given is None:
        joined: DType = function(one, one).dtype
        if joined.kind == "T":  # NumPy 2.0 reduces such text, but does not accumulate it
            return joined
    found: DType = function.accumulate(one, 0, given).dtype
    return found


def folded(
    plan: Collapse,
    function: Any,
    values: Array,
    result: DType,
    empty: Any,
    dtype: DType | None = None,
) -> Any:
    """Return values reduced by a ufunc along the axes of a plan, one step after the other."""
    if not plan.steps:
        return values.astype(result, copy=False)
    for step in plan.steps:
        if isinstance(step, Dense):
            values = _without_axes(function, values, step, result, empty, dtype)
            continue
        if isinstance(step, Rows):
            splits, lengths = step.part._get_splits(), step.part._get_lengths()
        else:
            values, splits, lengths = _side_by_side(values, step)
        items = _folding.fold_rows(function, values, splits, lengths, result, empty, dtype)
        if isinstance(step, Rows):
            values = items[:, None] if step.keepdims else items
        else:
            values = items[None] if step.outermost else items
    return values if plan.shape is None else values.reshape(plan.shape)


def _without_axes(
    function: Any, values: Array, step: Dense, result: DType, empty: Any, dtype: DType | None
) -> Array:
    xp = array_namespace(values)
    if 0 not in [values.shape[a] for a in step.axes]:
        found = function.reduce(values, axis=step.axes, dtype=dtype, keepdims=step.keepdims)
        return xp.asarray(found, dtype=result)  # type: ignore[no-any-return]  # xp is Any
    shape = [1 if a in step.axes else n for a, n in enumerate(values.shape)]
    kept = [n for a, n in enumerate(shape) if step.keepdims or a not in step.axes]
    return xp.full(tuple(kept), empty, dtype=result)  # type: ignore[no-any-return]  # xp is Any


def _side_by_side(values: Array, step: Slots) -> tuple[Array, Array, Array]:
    """Return the values in the order of their slots, and the splits of the slots."""
    order = _gather.order_by(step.slots, step.n)
    lengths = array_namespace(values).bincount(step.slots, minlength=step.n)
    return _gather.take(values, order), _splits.lengths_to_splits(lengths), lengths


def reduced_by(
    function: Any,
    x: Any,
    axis: Any = 0,
    *,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    initial: Any = None,
    name: str = "array",
) -> Any:
    """Return ``function.reduce`` along axes, for any ufunc of two arguments and one result.

    Parameters
    ----------
    function
        The ufunc.
    x, axis, keepdims
        As in `raggedkit.reduce_sum`; the axis is 0 by default, as in NumPy.
    dtype
        Of the computation and of the result.
    initial
        The value that each result starts from, and the result of an empty row.
    name
        The name of ``x`` in errors.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the ufunc takes no such values.
    ValueError
        If a row is empty, and neither ``initial`` nor the ufunc determines its result; if several
        axes go and their order counts.

    Notes
    -----
    An empty row gives ``initial``, or the ufunc's identity.
    """
    x = as_tensor(x, name="x")
    values = flat_of(x)
    plan = collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"), name=name)
    given = None if dtype is None else as_dtype(dtype)
    result = _result(function, values, given, name, "reduce")
    neutral = function.identity
    if neutral is None and (axis is None or len(plan.axes or ()) > 1) and x.ndim > 1:
        _check_order(function, axis)
    if initial is not None:
        return _from_initial(function, plan, values, result, initial, given)
    empty = 0 if neutral is None or isinstance(neutral, str | bytes) else neutral
    if neutral is None:
        _refuse_empty(plan, values, function.__name__)
    return plan.wrap(folded(plan, function, values, result, empty, given)[()])


# Ufuncs without an identity whose results do not depend on the order of the values.
_IN_ANY_ORDER = {"maximum", "minimum", "fmax", "fmin"}


def _check_order(function: Any, axis: Any) -> None:
    if function.__name__ not in _IN_ANY_ORDER:
        rule = f"be one axis, since the order of values counts in np.{function.__name__}"
        raise ValueError(broken_rule("axis", rule, axis))


def _refuse_empty(plan: Collapse, values: Array, ufunc: str) -> None:
    counts = array_namespace(values).asarray(plan.count(values))
    missing = (counts == 0).reshape(-1)
    if bool(missing.any()):
        at = plan.where(int(missing.argmax()), counts)
        way_out = "choose the start value: initial=..."
        raise ValueError(
            f"{plan.name} must have a value in every row, since np.{ufunc} has no identity, "
            f"got {at}; {way_out}"
        )


def _from_initial(
    function: Any, plan: Collapse, values: Array, result: DType, initial: Any, dtype: DType | None
) -> Any:
    """Return results that start from an extra value, also for ufuncs whose order matters."""
    xp = array_namespace(values)
    start = xp.asarray(initial)
    if start.ndim or (result.kind in NUMBERS) != (start.dtype.kind in NUMBERS):
        raise TypeError(broken_rule("initial", f"be a value that fits dtype {result}", initial))
    step = plan.steps[0] if len(plan.steps) == 1 else None
    if isinstance(step, Rows):
        part = step.part
        first = part._get_splits()[:-1]
        wide = values.astype(result, copy=False)
        values = xp.insert(wide, first, start.astype(result), axis=0)
        lengths = part._get_lengths() + 1
        splits = _splits.lengths_to_splits(lengths)
        items = _folding.fold_rows(function, values, splits, lengths, result, 0, dtype)
        return plan.wrap(items[:, None] if step.keepdims else items)
    empty = function.identity
    out = folded(plan, function, values, result, 0 if empty is None else empty, dtype)
    joined = function(start.astype(result), out)
    missing = xp.broadcast_to(plan.count(values) == 0, out.shape)
    return plan.wrap(xp.where(missing, start.astype(result), joined)[()])


def accumulated(
    function: Any, x: Any, axis: Any = 0, *, dtype: DTypeLike | None = None, name: str = "array"
) -> Any:
    """Return ``function.accumulate`` along one axis, in the rows of ``x``.

    Parameters
    ----------
    function
        A ufunc of two arguments and one result.
    x
        Values that it takes, ragged or dense.
    axis
        Axis 1 runs along each row; axis 0 down the columns, and leaves out rows that are too short.
    dtype
        Of the computation and of the result.
    name
        The name of ``x`` in errors.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the ufunc takes no such values.

    Notes
    -----
    Empty rows stay empty.
    """
    x = as_tensor(x, name="x")
    values, at = flat_of(x), as_axis(axis, x.ndim)
    given = None if dtype is None else as_dtype(dtype)
    result = _result(function, values, given, name, "accumulate")
    depth = len(x._parts) if isinstance(x, RaggedTensor) else 0
    if not isinstance(x, RaggedTensor) or at > depth:
        return in_rows_of(x, function.accumulate(values, at - depth, given))
    if at == depth:
        part = x._parts[-1]
        splits, lengths = part._get_splits(), part._get_lengths()
        return in_rows_of(x, _folding.run_rows(function, values, splits, lengths, result, given))
    (step,) = collapse(x, at, name=name).steps
    assert isinstance(step, Slots)
    order = _gather.order_by(step.slots, step.n)
    met, splits, lengths = _side_by_side(values, step)
    out = array_namespace(values).empty(values.shape, dtype=result)
    out[order] = _folding.run_rows(function, met, splits, lengths, result, given)
    return RaggedTensor._make(out, x._parts)


def _result(function: Any, values: Array, dtype: DType | None, name: str, method: str) -> DType:
    """Return the dtype of the results; raise if the ufunc does not take the values."""
    if array_namespace(values) is not host_namespace:
        way_out = "rt.to_device('cpu') moves it"
        raise TypeError(broken_rule(name, "be in the host's memory", "CuPy's array", way_out))
    if getattr(function, "nin", 0) != 2 or function.nout != 1 or function.signature is not None:
        rule = "be of a ufunc of two arguments and one result"
        raise TypeError(broken_rule(method, rule, getattr(function, "__name__", function)))
    try:
        return result_of(function, values.dtype, dtype, method)
    except (TypeError, ValueError) as error:
        rule = f"contain values that np.{function.__name__}.{method} takes"
        raise TypeError(broken_rule(name, rule, values.dtype)) from error
