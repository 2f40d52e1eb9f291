"""NumPy functions along rows: gradients, norms, cumulative sums, partitions, `np.select`."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._arguments import as_axis, as_int
from raggedkit._engines.elementwise import unary
from raggedkit._engines.reductions import WIDE_PROD, WIDE_SUM
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._numpy import reductions as reductions
from raggedkit._numpy.table import implements, named, refuse
from raggedkit._plan.operands import flat_of
from raggedkit._xp import INEXACT, NUMBERS
from raggedkit.errors import broken_rule
from raggedkit.ops import calculus, joining, masking, rows, sorting
from raggedkit.tensor import RaggedTensor

__all__: list[str] = []


@implements(np.gradient)
def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: Any = 1) -> Any:
    if not isinstance(f, RaggedTensor):
        got = type(f).__name__
        raise TypeError(broken_rule("f", "be a RaggedTensor if its spacing is one", got))
    if axis is None:
        way_out = "axis=1 computes the gradient of each row"
        raise ValueError(broken_rule("axis", "be given for a RaggedTensor", None, way_out))
    if len(varargs) > 1:
        raise TypeError(broken_rule("spacing", "be one for one axis", len(varargs)))
    return calculus.gradient(f, varargs[0] if varargs else 1.0, axis, edge_order)


@implements(*named("trapezoid"))
def _trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    if not isinstance(y, RaggedTensor):
        raise TypeError(broken_rule("y", "be a RaggedTensor if x is one", type(y).__name__))
    return calculus.trapezoid(y, x, dx, axis)


# ------------------------------------------------------------------ norms
@implements(np.linalg.norm)
def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    if axis is None and ord is not None:
        way_out = "axis=1 computes the norm of each row"
        raise ValueError(broken_rule("axis", "be given beside ord", None, way_out))
    return _vector_norm(x, axis, keepdims, 2 if ord is None else ord)


@implements(np.linalg.vector_norm)
def _linalg_vector_norm(
    x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2
) -> Any:
    return _vector_norm(x, axis, keepdims, ord)


def _vector_norm(x: Any, axis: Any, keepdims: bool, ord: Any) -> Any:
    if isinstance(axis, tuple | list) and len(axis) != 1:
        way_out = "each row is a vector; matrix norms need a dense array"
        raise ValueError(broken_rule("axis", "be one axis or None", axis, way_out))
    if isinstance(ord, str) or not np.isscalar(ord):
        raise ValueError(broken_rule("ord", "be a number, the order of a norm of vectors", ord))
    if x.dtype.kind not in NUMBERS:
        raise TypeError(broken_rule("x", "contain numbers", x.dtype))
    x = x if x.dtype.kind in INEXACT else x.astype(float)
    # The norm of complex numbers is real.
    kind = flat_of(x).real.dtype
    if ord == 2:
        # abs(x) ** 2 would take a square root that is squared again.
        squares: Any = np.real(x * np.conj(x)) if x.dtype.kind == "c" else x * x
        return _of(np.sqrt, reductions.sum_(squares, axis, keepdims=keepdims))
    if ord == 0:
        return reductions.sum_((x != 0).astype(kind), axis, keepdims=keepdims)
    size = unary("absolute", x)
    if ord == np.inf:
        # The norm of an empty row is 0, as for every other order.
        return reductions.max_(size, axis, keepdims=keepdims, empty=0)
    if ord == -np.inf:
        return _smallest(size, axis, keepdims)
    if ord == 1:
        return reductions.sum_(size, axis, keepdims=keepdims)
    total = reductions.sum_(size**ord, axis, keepdims=keepdims)
    return _of(lambda flat: flat ** np.reciprocal(ord, dtype=kind), total)


def _smallest(size: Any, axis: Any, keepdims: bool) -> Any:
    # A minimum has no value for an empty row; counting the values names the first one.
    present = reductions.sum_(np.ones_like(size, dtype=int), axis)
    empty = first_true(np.asarray(flat_of(present)).reshape(-1) == 0)
    if empty >= 0:
        rule = "have a value in every row for a norm of order -inf"
        raise ValueError(broken_rule("x", rule, f"none in result {empty}"))
    return reductions.min_(size, axis, keepdims=keepdims)


def _of(function: Any, result: Any) -> Any:
    """Return a result with a function applied to its values; it is ragged or dense."""
    if isinstance(result, RaggedTensor):
        return result.with_flat_values(function(result._flat))
    return function(result)


# ------------------------------------------------------------------ scans of the array API
def _cumulative(name: str, row: Any) -> Any:
    def handler(
        x: Any,
        /,
        *,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        include_initial: bool = False,
    ) -> Any:
        refuse(f"np.{name}", out=out)
        if axis is None:
            way_out = "axis=1 runs along rows"
            raise ValueError(broken_rule("axis", "be given for a RaggedTensor", None, way_out))
        found = reductions.scan(row, x, axis, dtype)
        if not include_initial:
            return found
        at = as_axis(axis, x.ndim)
        start = found.dtype.type(0 if row.ufunc == "add" else 1)
        # The start value is one more item in front of each row, so rows grow by one.
        return joining.concat([reductions.end(found, start, at, "include_initial"), found], at)

    return handler


implements(*named("cumulative_sum"))(_cumulative("cumulative_sum", WIDE_SUM))
implements(*named("cumulative_prod"))(_cumulative("cumulative_prod", WIDE_PROD))


# ------------------------------------------------------------------ partitions
@implements(np.partition)
def _partition(a: Any, kth: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    refuse("np.partition", "its values have no fields", order=order)
    if axis is None:
        return np.partition(a._flat, kth, axis=None)
    _check_kth(a, kth, axis)
    # Sorted rows are valid partitions, and one call sorts all rows.
    return sorting.sort(a, axis)


@implements(np.argpartition)
def _argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    refuse("np.argpartition", "its values have no fields", order=order)
    if axis is None:
        return np.argpartition(a._flat, kth, axis=None)
    _check_kth(a, kth, axis)
    return sorting.argsort(a, axis)


def _check_kth(a: RaggedTensor, kth: Any, axis: Any) -> None:
    """Raise for the first row or column that has no value at position ``kth``."""
    at = as_axis(axis, a.ndim)
    places = [as_int(k, "kth") for k in np.atleast_1d(np.asarray(kth)).tolist()]
    counts = np.asarray(flat_of(reductions.sum_(np.ones_like(a, dtype=int), at))).reshape(-1)
    for k in places:
        # NumPy checks kth against the one length of the axis; here every row needs the position.
        short = first_true(counts < (k + 1 if k >= 0 else -k))
        if short >= 0:
            line = "row" if at == len(a._parts) else "line"
            rule = f"be a position in every {line}"
            got = f"{k} where {line} {short} has length {int(counts[short])}"
            raise ValueError(f"kth must {rule}, got {got}")


# ------------------------------------------------------------------ choices
@implements(np.take_along_axis)
def _take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    if not isinstance(arr, RaggedTensor):
        rule = "be a RaggedTensor if indices is one"
        raise TypeError(broken_rule("arr", rule, type(arr).__name__))
    depth = len(arr._parts)
    if axis is None or as_axis(axis, arr.ndim) != depth:
        rule = f"be {depth}, along the rows"
        raise ValueError(broken_rule("axis", rule, axis, "rt.flat_values has all values"))
    return rows.take_along(arr, indices)


@implements(np.select)
def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    conditions, choices = list(condlist), list(choicelist)
    if len(conditions) != len(choices) or not conditions:
        rule = f"have one choice for each of the {len(conditions)} conditions"
        raise ValueError(broken_rule("choicelist", rule, len(choices)))
    for i, condition in enumerate(conditions):
        ragged = isinstance(condition, RaggedTensor)
        dtype = condition.dtype if ragged else np.asarray(condition).dtype
        if dtype.kind != "b":
            raise TypeError(broken_rule(f"condlist[{i}]", "contain bools", dtype))
    result = default
    # Last to first, so that the first true condition decides.
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = masking.choose(condition, choice, result)
    return result
