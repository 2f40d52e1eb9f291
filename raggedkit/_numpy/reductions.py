"""NumPy reductions and scans of ragged tensors: ``np.sum(rt, axis=1)``, ``np.cumsum(rt, 1)``.

Signatures, dtypes and the rules for empty rows are NumPy's. ``axis=None`` means all values, small
integers are added in 64 bits, and the maximum of no values is an error without ``initial``. The
methods of the same names forward to these functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._arguments import as_axis
from raggedkit._caller import at_callers_line
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import (
    COUNT,
    EVERY,
    LARGEST,
    SMALLEST,
    SOME,
    WIDE_PROD,
    WIDE_SUM,
    Reduction,
    joinable,
    reduced,
)
from raggedkit._numpy.table import implements, refuse
from raggedkit._numpy.where import marked, masked
from raggedkit._typing import DType
from raggedkit._xp import as_dtype
from raggedkit.errors import broken_rule
from raggedkit.ops import extremes, joining, moments, scans
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "all_",
    "any_",
    "argmax",
    "argmin",
    "cumprod",
    "cumsum",
    "end",
    "extreme",
    "floating",
    "max_",
    "mean",
    "min_",
    "place",
    "prod",
    "scan",
    "std",
    "sum_",
    "var",
]


@implements(np.sum)
def sum_(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """Return sums; 0, or ``initial``, for an empty row."""
    refuse("np.sum", out=out)
    a = a if where is True else masked(WIDE_SUM, a, where)
    return reduced(WIDE_SUM, a, axis, keepdims, dtype=dtype, initial=initial, name="rt")


@implements(np.prod)
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """Return products; 1, or ``initial``, for an empty row."""
    refuse("np.prod", out=out)
    a = a if where is True else masked(WIDE_PROD, a, where)
    return reduced(WIDE_PROD, a, axis, keepdims, dtype=dtype, initial=initial, name="rt")


@implements(np.max, np.amax)
def max_(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
    *,
    empty: Any = None,
) -> Any:
    """Return the largest values; an empty row is an error without ``initial`` or ``empty``."""
    refuse("np.max", out=out)
    a = a if where is True else masked(LARGEST, a, where, initial)
    return extreme(LARGEST, a, axis, keepdims, initial, empty)


@implements(np.min, np.amin)
def min_(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
    *,
    empty: Any = None,
) -> Any:
    """Return the smallest values; an empty row is an error without ``initial`` or ``empty``."""
    refuse("np.min", out=out)
    a = a if where is True else masked(SMALLEST, a, where, initial)
    return extreme(SMALLEST, a, axis, keepdims, initial, empty)


def extreme(row: Reduction, a: Any, axis: Any, keepdims: bool, initial: Any, empty: Any) -> Any:
    """Return extremes; an empty row is an error without ``initial`` or ``empty``."""
    empty = "raise" if empty is None else empty
    name = row.ufunc[:3]  # maximum, minimum
    way_out = f"rt.{name}(..., empty=...), or add one value to every row: initial=..."
    return reduced(row, a, axis, keepdims, initial=initial, empty=empty, way_out=way_out, name="rt")


@implements(np.ptp)
def _ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    refuse("np.ptp", out=out)
    if a.dtype.kind in "bUST":
        way_out = "convert them first: .astype('int8')" if a.dtype.kind == "b" else ""
        raise TypeError(broken_rule("a", "contain numbers or times", a.dtype, way_out))
    high, low = max_(a, axis, keepdims=keepdims), min_(a, axis, keepdims=keepdims)
    return at_callers_line(np.subtract, high, low)


@implements(np.any)
def any_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return whether any value is true; False for an empty row."""
    refuse("np.any", out=out)
    # Excluded values become the neutral value of the reduction: False for any, True for all.
    a = a if where is True else masked(SOME, a, where)
    return reduced(SOME, a, axis, keepdims, name="rt")


@implements(np.all)
def all_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return whether all values are true; True for an empty row."""
    refuse("np.all", out=out)
    a = a if where is True else masked(EVERY, a, where)
    return reduced(EVERY, a, axis, keepdims, name="rt")


@implements(np.count_nonzero)
def _count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return reduced(COUNT, a, axis, keepdims, name="rt")


@implements(np.mean)
def mean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
    empty: Any = None,
) -> Any:
    """Return means; NaN, or ``empty``, for an empty row."""
    refuse("np.mean", out=out)
    dtype, kept = floating(a, dtype), None if where is True else marked(a, where)
    return moments.averaged(a, axis, keepdims, dtype=dtype, empty=empty, name="rt", marks=kept)


@implements(np.average)
def _average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False
) -> Any:
    """Return weighted means."""
    if weights is None:
        found = mean(a, axis, keepdims=keepdims)
        # returned=True also returns the sum of weights, here the number of values.
        weights = np.ones_like(a, dtype=found.dtype)
    else:
        # As floats: a product of two small integers may overflow their dtype.
        a, weights = as_tensor(a, name="a"), as_tensor(weights, name="weights")
        weights = np.ones_like(a, dtype=floating(a, None)) * weights
        total = sum_(a * weights, axis, keepdims=keepdims)
        # An empty row has no weights: 0 / 0 is NaN, as for mean.
        with np.errstate(invalid="ignore", divide="ignore"):
            found = total / sum_(weights, axis, keepdims=keepdims)
    return (found, sum_(weights, axis, keepdims=keepdims)) if returned else found


@implements(np.var)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: float | None = None,
    empty: Any = None,
    root: bool = False,
) -> Any:
    """Return variances; NaN, or ``empty``, for an empty row."""
    name = "np.std" if root else "np.var"
    refuse(name, out=out)
    refuse(name, mean=mean)
    if correction is not None and ddof:
        raise ValueError(f"correction must not be given beside ddof = {ddof!r}; they are the same")
    return moments.scattered(
        a,
        axis,
        keepdims,
        correction=ddof if correction is None else correction,
        dtype=floating(a, dtype),
        empty=empty,
        root=root,
        name="rt",
        correction_name="ddof" if correction is None else "correction",
        marks=None if where is True else marked(a, where),
    )


@implements(np.std)
def std(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Return standard deviations; NaN, or ``empty``, for an empty row."""
    return var(a, *args, root=True, **kwargs)


def floating(a: Any, dtype: Any) -> Any:
    """Return the dtype of a mean: None for that of floats and time differences, else float64."""
    if dtype is not None:
        return dtype
    kind = a.dtype.kind if isinstance(a, RaggedTensor) else np.asarray(a).dtype.kind
    return None if kind in "fcm" else "float64"


@implements(np.argmax)
def argmax(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False, empty: Any = "raise"
) -> Any:
    """Return the positions of the largest values; an empty row is an error without ``empty``."""
    refuse("np.argmax", out=out)
    return place("maximum", "argmax", a, axis, keepdims, empty)


@implements(np.argmin)
def argmin(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False, empty: Any = "raise"
) -> Any:
    """Return the positions of the smallest values; an empty row is an error without ``empty``."""
    refuse("np.argmin", out=out)
    return place("minimum", "argmin", a, axis, keepdims, empty)


def place(ufunc: str, name: str, a: Any, axis: Any, keepdims: bool, empty: Any) -> Any:
    """Return positions of extremes; an empty row is an error without ``empty``."""
    way_out = f"rt.{name}(..., empty=...)"
    return extremes.located(ufunc, a, axis, keepdims, empty, way_out=way_out, name="rt", every=True)


@implements(np.cumsum)
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return running sums along an axis; for None those of all values, flat."""
    refuse("np.cumsum", out=out)
    return scan(WIDE_SUM, a, axis, dtype)


@implements(np.cumprod)
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return running products along an axis; for None those of all values, flat."""
    refuse("np.cumprod", out=out)
    return scan(WIDE_PROD, a, axis, dtype)


def scan(row: Reduction, a: Any, axis: Any, dtype: Any) -> Any:
    """Return running results along an axis; for None those of all values, flat."""
    kind: DType = row.dtype(a.dtype) if dtype is None else as_dtype(dtype)
    if axis is None:
        # As in NumPy, without an axis the scan runs over all values and the rows are lost.
        a, axis = joinable(row, a, "a").reshape(-1), 0
    return scans.scanned(row, a, axis, dtype=kind, name="rt")


@implements(np.diff)
def _diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    if not isinstance(a, RaggedTensor):
        a = as_tensor(a, name="a")
    if prepend is not None or append is not None:
        at = as_axis(axis, a.ndim)
        pieces = [end(a, prepend, at, "prepend"), a, end(a, append, at, "append")]
        a = joining.concat([x for x in pieces if x is not None], at)
    return scans.diff(a, n, axis)


def end(a: Any, value: Any, axis: int, name: str) -> Any:
    """Return the tensor to prepend or append along an axis; a scalar is repeated for each row."""
    ndim: int = getattr(value, "ndim", 0)
    if value is None or isinstance(value, list | tuple) or ndim:
        return value
    if axis == 0 or not isinstance(a, RaggedTensor):
        way_out = "give one whole row: a[:1] * 0 + value"
        raise ValueError(broken_rule(name, "be a tensor along axis 0", value, way_out))
    depth = len(a._parts)
    if axis > depth:
        flat = np.take(a._flat, [0], axis=axis - depth)
        fill = np.full(flat.shape, value)
        return RaggedTensor._make(fill, a._parts)
    if axis < depth:
        rule = "be a tensor along an axis with ragged axes inside it"
        raise ValueError(broken_rule(name, rule, value))
    last = a._parts[-1]
    # One item per row, declared uniform, so that uniform rows stay uniform when it is joined.
    one = RowPartition._of_uniform(1, last._nrows, last._dtype, last._xp)
    fill = np.full((last._nrows, *a._flat.shape[1:]), value)
    return RaggedTensor._make(fill, (*a._parts[:-1], one))
