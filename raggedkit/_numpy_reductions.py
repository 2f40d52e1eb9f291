"""NumPy's reductions and scans of ragged tensors: ``np.sum(rt, axis=1)``, ``np.cumsum(rt, 1)``.

Signatures, dtypes and what may be empty are NumPy's: ``axis=None`` means all values, small
integers sum up in 64 bits, and the largest of no values is an error unless ``initial`` is given.
The methods of the same names forward to the functions here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._kernels import segment as _segment
from raggedkit._numpy_table import implements, refuse
from raggedkit._typing import DType
from raggedkit._xp import array_namespace, as_dtype
from raggedkit.errors import broken_rule
from raggedkit.ops import extremes, moments, scans
from raggedkit.ops.reduction_table import (
    COUNT,
    EVERY,
    LARGEST,
    SMALLEST,
    SOME,
    WIDE_PROD,
    WIDE_SUM,
    Reduction,
    joinable,
    not_a_time,
    reduced,
)
from raggedkit.tensor import RaggedTensor

__all__ = [
    "all_",
    "any_",
    "argmax",
    "argmin",
    "cumprod",
    "cumsum",
    "max_",
    "mean",
    "min_",
    "prod",
    "std",
    "sum_",
    "var",
]


def _marks(where: Any) -> Any:
    """Return NumPy's ``where``; None where it marks everything."""
    return None if where is True else where


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
    refuse("np.sum", out=out, where=_marks(where))
    return reduced(WIDE_SUM, a, axis, keepdims, dtype=dtype, initial=initial, name="a")


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
    refuse("np.prod", out=out, where=_marks(where))
    return reduced(WIDE_PROD, a, axis, keepdims, dtype=dtype, initial=initial, name="a")


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
    refuse("np.max", out=out, where=_marks(where))
    return _extreme(LARGEST, a, axis, keepdims, initial, empty)


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
    refuse("np.min", out=out, where=_marks(where))
    return _extreme(SMALLEST, a, axis, keepdims, initial, empty)


def _extreme(row: Reduction, a: Any, axis: Any, keepdims: bool, initial: Any, empty: Any) -> Any:
    empty = "raise" if empty is None else empty
    name = row.ufunc[:3]  # maximum, minimum
    way_out = f"rt.{name}(..., empty=...), or one value more for every row: initial=..."
    return reduced(row, a, axis, keepdims, initial=initial, empty=empty, way_out=way_out, name="a")


@implements(np.ptp)
def _ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    refuse("np.ptp", out=out)
    if a.dtype.kind in "bUST":
        way_out = "convert them first: .astype('int8')" if a.dtype.kind == "b" else ""
        raise TypeError(broken_rule("a", "hold numbers or times", a.dtype, way_out))
    return max_(a, axis, keepdims=keepdims) - min_(a, axis, keepdims=keepdims)


@implements(np.any)
def any_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return whether any value is true; False for an empty row."""
    refuse("np.any", out=out, where=_marks(where))
    return reduced(SOME, a, axis, keepdims, name="a")


@implements(np.all)
def all_(
    a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True
) -> Any:
    """Return whether all values are true; True for an empty row."""
    refuse("np.all", out=out, where=_marks(where))
    return reduced(EVERY, a, axis, keepdims, name="a")


@implements(np.count_nonzero)
def _count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return reduced(COUNT, a, axis, keepdims, name="a")


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
    refuse("np.mean", out=out, where=_marks(where))
    dtype = _floating(a, dtype)
    return moments.averaged(a, axis, keepdims, dtype=dtype, empty=empty, name="a")


@implements(np.average)
def _average(
    a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False
) -> Any:
    """Return means in which each value counts as much as its weight says."""
    if weights is None:
        found = mean(a, axis, keepdims=keepdims)
        weights = np.ones_like(a, dtype=found.dtype)
    else:
        # As floats: the product of two small integers may pass what their dtype can hold.
        weights = np.ones_like(a, dtype=_floating(a, None)) * weights
        total = sum_(a * weights, axis, keepdims=keepdims)
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
    refuse(name, out=out, where=_marks(where))
    refuse(name, mean=mean)
    if correction is not None and ddof:
        raise ValueError(f"correction must not be given beside ddof = {ddof!r}; they are the same")
    return moments.scattered(
        a,
        axis,
        keepdims,
        correction=ddof if correction is None else correction,
        dtype=_floating(a, dtype),
        empty=empty,
        root=root,
        name="a",
    )


@implements(np.std)
def std(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Return standard deviations; NaN, or ``empty``, for an empty row."""
    return var(a, *args, root=True, **kwargs)


def _floating(a: Any, dtype: Any) -> Any:
    """Return the dtype of a mean: None for that of floats and time differences, else float64."""
    if dtype is not None:
        return dtype
    kind = a.dtype.kind if isinstance(a, RaggedTensor) else np.asarray(a).dtype.kind
    return None if kind in "fcm" else "float64"


@implements(np.argmax)
def argmax(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False, empty: Any = "raise"
) -> Any:
    """Return where the largest values are; an empty row is an error without ``empty``."""
    refuse("np.argmax", out=out)
    return _place("maximum", "argmax", a, axis, keepdims, empty)


@implements(np.argmin)
def argmin(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False, empty: Any = "raise"
) -> Any:
    """Return where the smallest values are; an empty row is an error without ``empty``."""
    refuse("np.argmin", out=out)
    return _place("minimum", "argmin", a, axis, keepdims, empty)


def _place(ufunc: str, name: str, a: Any, axis: Any, keepdims: bool, empty: Any) -> Any:
    way_out = f"rt.{name}(..., empty=...)"
    return extremes.located(ufunc, a, axis, keepdims, empty, way_out=way_out, name="a", every=True)


def _without_nan(row: Reduction) -> Any:
    """Return the handler of a reduction that takes NaN for what changes nothing."""

    def handler(
        a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        refuse("np.nan" + {"add": "sum", "multiply": "prod"}[row.ufunc], out=out)
        kept, _ = _replaced(a, row.ufunc)
        return reduced(row, kept, axis, keepdims, dtype=dtype, name="a")

    return handler


implements(np.nansum)(_without_nan(WIDE_SUM))
implements(np.nanprod)(_without_nan(WIDE_PROD))


@implements(np.nanmax)
def _nanmax(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    refuse("np.nanmax", out=out)
    return _nan_extreme(LARGEST, a, axis, keepdims)


@implements(np.nanmin)
def _nanmin(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    refuse("np.nanmin", out=out)
    return _nan_extreme(SMALLEST, a, axis, keepdims)


def _nan_extreme(row: Reduction, a: Any, axis: Any, keepdims: bool) -> Any:
    """Return extremes; NaN where a row holds nothing else, an error where it holds nothing."""
    kept, there = _replaced(a, row.ufunc)
    found = _extreme(row, kept, axis, keepdims, None, None)
    if there is None:
        return found
    missing = not_a_time(found.dtype) if found.dtype.kind in "mM" else np.nan
    return np.where(reduced(SOME, there, axis, keepdims), found, missing)


@implements(np.nanmean)
def _nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False
) -> Any:
    refuse("np.nanmean", out=out)
    kept, there = _replaced(a, "add")
    if there is None:
        return mean(a, axis, dtype, keepdims=keepdims)
    total = reduced(WIDE_SUM, kept, axis, keepdims, dtype=dtype, name="a")
    with np.errstate(invalid="ignore"):
        return total / reduced(COUNT, there, axis, keepdims).astype(total.dtype)


def _replaced(a: RaggedTensor, ufunc: str) -> tuple[RaggedTensor, RaggedTensor | None]:
    """Return a tensor whose NaNs change nothing, and where there was none; None if they can't."""
    if a.dtype.kind not in ("fcmM" if ufunc in ("maximum", "minimum") else "fc"):
        return a, None
    xp = array_namespace(a._flat)
    there = ~xp.isnan(a._flat)
    flat = xp.where(there, a._flat, _segment.identity(ufunc, a.dtype)).astype(a.dtype)
    return RaggedTensor._make(flat, a._parts), RaggedTensor._make(there, a._parts)


@implements(np.cumsum)
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return running sums along an axis; of all values, flat, where it is None."""
    refuse("np.cumsum", out=out)
    return _scan(WIDE_SUM, a, axis, dtype)


@implements(np.cumprod)
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Return running products along an axis; of all values, flat, where it is None."""
    refuse("np.cumprod", out=out)
    return _scan(WIDE_PROD, a, axis, dtype)


def _scan(row: Reduction, a: Any, axis: Any, dtype: Any) -> Any:
    kind: DType = row.dtype(a.dtype) if dtype is None else as_dtype(dtype)
    if axis is None:
        a, axis = joinable(row, a, "a").reshape(-1), 0
    return scans.scanned(row, a, axis, dtype=kind, name="a")


@implements(np.diff)
def _diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    way_out = "put it into the rows first: np.concatenate([...], axis=1)"
    refuse("np.diff", way_out, prepend=prepend, append=append)
    return scans.diff(a, n, axis)
