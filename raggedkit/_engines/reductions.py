"""Reduction engine: a table of ufuncs, dtypes and empty values, and the function that runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from raggedkit._arguments import as_flag
from raggedkit._engines.folding import folded, joins
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.shortcuts import reduced_at_once
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._plan.fills import number_beside
from raggedkit._plan.operands import flat_of
from raggedkit._plan.reducing import Collapse, Dense, collapse
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import (
    BOOL,
    INT64,
    INTEGERS,
    NUMBERS,
    REALS,
    TIMES,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
    native,
)
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = [
    "ALL",
    "ANY",
    "COUNT",
    "EVERY",
    "LARGEST",
    "MAX",
    "MIN",
    "PROD",
    "Reduction",
    "SMALLEST",
    "SOME",
    "SUM",
    "WIDE_PROD",
    "WIDE_SUM",
    "as_truths",
    "filled",
    "float_dtype",
    "joinable",
    "joined",
    "not_a_time",
    "numbers",
    "reduced",
]


_NDARRAY = host_namespace.ndarray
_HALF = as_dtype("float16")


@dataclass(frozen=True)
class Reduction:
    """A reduction: its ufunc, the rule of its dtype and of its empty value."""

    ufunc: str
    dtype: Callable[[DType], DType]
    truths: bool = False  # values count as true or false
    # An extreme: without values the result is the lowest or highest number, as in TensorFlow.
    ordered: bool = False
    every: bool = False  # takes every dtype of the ufunc, including complex extremes and text


def _kept(dtype: DType) -> DType:
    return dtype


def _counted(dtype: DType) -> DType:
    """Return the dtype of a sum: TensorFlow's own; bools, which it refuses, are counted."""
    return INT64 if dtype.kind == "b" else dtype


def _widened(dtype: DType) -> DType:
    """Return the dtype of a sum in NumPy: integers have 64 bits."""
    if dtype.kind in "bi":
        return INT64
    return as_dtype("uint64") if dtype.kind == "u" else dtype


def _truth(dtype: DType) -> DType:
    return BOOL


def _count(dtype: DType) -> DType:
    return INT64


SUM = Reduction("add", _counted)
PROD = Reduction("multiply", _counted)
MAX = Reduction("maximum", _kept, ordered=True)
MIN = Reduction("minimum", _kept, ordered=True)
ANY = Reduction("logical_or", _truth, truths=True)
ALL = Reduction("logical_and", _truth, truths=True)
COUNT = Reduction("add", _count, truths=True, every=True)  # text, too, as in TensorFlow
# NumPy's: integers sum up in 64 bits, and text or objects are joined where the ufunc joins them.
WIDE_SUM = Reduction("add", _widened, every=True)
WIDE_PROD = Reduction("multiply", _widened, every=True)
LARGEST = Reduction("maximum", _kept, every=True)
SMALLEST = Reduction("minimum", _kept, every=True)
SOME = Reduction("logical_or", _truth, truths=True, every=True)
EVERY = Reduction("logical_and", _truth, truths=True, every=True)


def reduced(
    row: Reduction,
    x: Any,
    axis: Any,
    keepdims: bool | None,
    *,
    dtype: DTypeLike | None = None,
    initial: Any = None,
    empty: Any = None,
    way_out: str = "empty=...",
    name: str = "input_tensor",
) -> Any:
    """Return a tensor reduced by a row of the table.

    Parameters
    ----------
    row
        Of the table above.
    x, axis, keepdims
        As in `raggedkit.reduce_sum`.
    dtype
        Of the values before they are joined, and of the result.
    initial
        One more value to join to each result.
    empty
        The result of no values; ``"raise"`` raises an error that names the argument to set.
    """
    if keepdims is False and dtype is None and initial is None and empty is None:
        done = _at_once(row, x, axis)
        if done is not None:
            return done
    x = as_tensor(x, name=name)
    values = joinable(row, x, name)
    plan = collapse(x, axis, keepdims=as_flag(keepdims, "keepdims"), name=name)
    if row.truths:
        values = as_truths(values)
    if dtype is not None:
        values = _converted(values, as_dtype(dtype), name)
    kind = row.dtype(values.dtype) if dtype is None else values.dtype
    out = joined(plan, row.ufunc, values, kind)
    if initial is not None:
        out = _with_initial(plan, row.ufunc, values, out, initial)
    elif empty is not None:
        out = filled(plan, values, out, empty, way_out)
    elif row.ordered and kind.kind in "fmM":
        out = _unset(plan, values, out, row.ufunc)
    return plan.wrap(out[()] if kind.kind in "TO" and not plan.parts else out)


def _at_once(row: Reduction, x: Any, axis: Any) -> Any:
    """Return numbers in the host's memory reduced per row or in total, without a plan, or None.

    These are the most frequent reductions.
    """
    if type(x) is not RaggedTensor:
        return None
    values = x._flat
    if type(values) is not _NDARRAY or values.ndim != 1 or not values.dtype.isnative:
        return None
    if values.dtype.kind not in (REALS if row.ordered else NUMBERS) or values.dtype == _HALF:
        return None
    if row.truths and values.dtype != BOOL:
        values = values.astype(BOOL)
    kind = row.dtype(values.dtype)
    if axis is None:
        if not values.shape[0]:
            return None
        return reduced_at_once(getattr(host_namespace, row.ufunc).reduce, values, kind)
    depth = len(x._parts)
    if type(axis) is not int or (axis != depth and axis != -1):
        return None
    part = x._parts[-1]
    known = part._get_filled()
    if known is None:
        return None
    splits, lengths = part._get_splits(), part._get_lengths()
    out = _segment.reduce_rows(row.ufunc, values, splits, lengths, kind, part._rowids, known)
    if row.ordered and known.rows is not None and kind.kind == "f":
        out[~known.rows] = _outermost(row.ufunc, kind)
    return out if depth == 1 else RaggedTensor._make(out, x._parts[:-1])


# How times become numbers.
_OF_TIMES = {
    "m": "divide by a unit first: x / np.timedelta64(1, 's')",
    "M": "subtract a reference time and divide by a unit first: "
    "(x - x.min()) / np.timedelta64(1, 's')",
}


def numbers(x: Any, name: str, *, ordered: bool = False, times: bool = False) -> Any:
    """Return the flat values: numbers (real ones if their order matters) or times; else raise."""
    values = flat_of(x)
    if values.dtype.kind not in (NUMBERS + TIMES if times else NUMBERS):
        way_out = _OF_TIMES.get(values.dtype.kind, "")
        raise TypeError(broken_rule(name, "contain numbers or bools", values.dtype, way_out))
    if ordered and values.dtype.kind == "c":
        way_out = "complex numbers have no order; take abs, real or imag first"
        raise TypeError(broken_rule(name, "contain real numbers", values.dtype, way_out))
    return native(values)  # ufuncs reject a dtype= of foreign byte order


_RULES = {
    "add": "contain numbers or bools, or time differences",
    "multiply": "contain numbers or bools",
    "maximum": "contain numbers or bools, or times",
    "minimum": "contain numbers or bools, or times",
}


def joinable(row: Reduction, x: Any, name: str) -> Any:
    """Return the flat values in native byte order; raise if the ufunc does not take their dtype.

    Only NumPy's reductions take text and objects.
    """
    values = flat_of(x)
    dtype = values.dtype
    if dtype.kind not in NUMBERS:
        kind = dtype.kind
        if not (row.every or kind in TIMES) or not (row.truths or joins(row.ufunc, dtype)):
            rule = _RULES[row.ufunc] if kind in TIMES else "contain numbers or bools"
            raise TypeError(broken_rule(name, rule, dtype, _OF_TIMES.get(kind, "")))
    elif row.ordered and dtype.kind == "c":
        way_out = "complex numbers have no order; take abs, real or imag first"
        raise TypeError(broken_rule(name, "contain real numbers", dtype, way_out))
    return native(values)  # ufuncs reject a dtype= of foreign byte order


def as_truths(values: Array) -> Array:
    """Return the truth of each value: nonzero, nonempty or NaT."""
    if values.dtype.kind == "V":
        raise TypeError(broken_rule("values", "be true or false", values.dtype))
    try:
        return values.astype(bool, copy=False)
    except ValueError:  # an object has no truth value, as an array
        raise TypeError(broken_rule("values", "be true or false", values)) from None


def _converted(values: Array, dtype: DType, name: str) -> Array:
    if (values.dtype.kind in "mMUSTO") != (dtype.kind in "mMUSTO"):
        rule = f"be left out if {name} has dtype {values.dtype}"
        raise TypeError(broken_rule("dtype", rule, dtype, "convert first: .astype(...)"))
    if dtype.kind in "SUV":
        raise TypeError(broken_rule("dtype", "be a dtype that can be summed", dtype))
    return values.astype(dtype, copy=False)


def joined(plan: Collapse, ufunc: str, values: Array, dtype: DType) -> Any:
    """Return values reduced along the axes of a plan, by a kernel for their dtype."""
    kind = dtype.kind
    if kind in REALS:
        return plan.reduce(ufunc, values, dtype)
    if kind == "m" and ufunc == "add":
        return _sum_of_times(plan, values)
    if kind in "TO" or (kind == "c" and ufunc in ("maximum", "minimum")):
        empty = "" if kind == "T" else _segment.identity(ufunc, INT64) if kind == "O" else 0
        return folded(plan, getattr(host_namespace, ufunc), values, dtype, empty)
    return plan.reduce(ufunc, values, dtype)


def _sum_of_times(plan: Collapse, values: Array) -> Any:
    """Return sums of time differences, computed on integers; NaT if one of them is NaT."""
    xp = array_namespace(values)
    missing = xp.isnat(values)
    counts = values.view(INT64)
    # NaT is the lowest int64, so a sum of integers would turn it into an ordinary time.
    if not bool(missing.any()):
        return xp.asarray(plan.reduce("add", counts, INT64)).view(values.dtype)[()]
    total = plan.reduce("add", xp.where(missing, 0, counts), INT64)
    total = xp.asarray(total).view(values.dtype)
    return xp.where(plan.reduce("logical_or", missing, BOOL), not_a_time(total.dtype), total)[()]


def not_a_time(dtype: DType) -> Any:
    """Return NaT in the unit of a dtype: NumPy 2.5 does not combine NaT without a unit."""
    return as_array("NaT", dtype=dtype)[()]


def _with_initial(plan: Collapse, ufunc: str, values: Array, out: Any, initial: Any) -> Any:
    """Combine each result with the initial value."""
    if getattr(out, "dtype", BOOL).kind == "T":
        initial = array_namespace(out).asarray(initial, dtype=out.dtype)
    try:
        both = getattr(array_namespace(out), ufunc)(initial, out)
    except (TypeError, ValueError, OverflowError) as error:
        rule = f"fit values of dtype {out.dtype}"
        raise TypeError(broken_rule("initial", rule, initial)) from error
    if getattr(out, "dtype", BOOL).kind in "cTO":  # in place of the undefined results of empty rows
        return filled(plan, values, array_namespace(out).asarray(both), initial)
    return both


def float_dtype(dtype: DType) -> DType:
    """Return the dtype of a mean of such values, as in TensorFlow."""
    if dtype.kind in "fcm":
        return dtype
    return (
        as_dtype("float32")
        if dtype.kind in INTEGERS and dtype.itemsize <= 2
        else as_dtype("float64")
    )


def filled(plan: Collapse, values: Any, out: Any, empty: Any, way_out: str = "empty=...") -> Any:
    """Return the result with ``empty`` in slots without values; raise if it is "raise"."""
    xp = array_namespace(values)
    missing = xp.broadcast_to(plan.count(values) == 0, out.shape)
    if not isinstance(empty, str):
        try:
            beside = number_beside(empty, out.dtype, xp)
            if getattr(beside, "ndim", 0) and beside.shape != out.shape:
                # np.where would enlarge the result to the shape of a larger ``empty``.
                beside = xp.broadcast_to(beside, out.shape)
            return xp.where(missing, beside, out)[()]
        except (TypeError, ValueError, OverflowError) as error:
            rule = f"be a value that fits dtype {out.dtype}, or 'raise'"
            raise TypeError(broken_rule("empty", rule, empty)) from error
    if empty != "raise":
        raise ValueError(broken_rule("empty", "be a value or 'raise'", empty))
    if bool(missing.any()):
        at = plan.where(int(missing.reshape(-1).argmax()), out)
        told = f"choose the result of an empty row: {way_out}"
        raise ValueError(f"{plan.name} must have a value in every row, got {at}; {told}")
    return out


def _unset(plan: Collapse, values: Any, out: Any, ufunc: str) -> Any:
    """Return the result with the lowest or highest finite value in slots without values.

    As in TensorFlow, where a dense axis of size 0, and a tensor without rows, give infinity.
    For times the result is NaT.
    """
    times = values.dtype.kind in TIMES
    part = plan.only_rows()
    if part is not None and part._xp is host_namespace and not times:
        known = part._get_filled()
        if known is not None:
            if known.rows is not None:
                out[~known.rows] = _outermost(ufunc, values.dtype)
            return out
    identity = _segment.identity(ufunc, values.dtype)
    if not bool((out == identity).any()) or (not times and _ends_in_nothing(plan)):
        return out
    if times:
        return filled(plan, values, out, not_a_time(values.dtype))
    return filled(plan, values, out, _outermost(ufunc, values.dtype))


@cache
def _outermost(ufunc: str, dtype: DType) -> Any:
    """Return the lowest or the highest finite float."""
    limits = host_namespace.finfo(dtype)
    return limits.min if ufunc == "maximum" else limits.max


def _ends_in_nothing(plan: Collapse) -> bool:
    for step, shape in zip(reversed(plan.steps), reversed(plan.shapes), strict=True):
        if not isinstance(step, Dense):
            return False
        if 0 in [shape[a] for a in step.axes]:
            return True
    return True
