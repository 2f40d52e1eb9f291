"""NumPy reductions and scans that skip NaN: ``np.nansum(rt, axis=1)``, ``np.nanmax`` and others.

An empty row has the same result as in the function without ``nan``. A row with only NaN has the
sum 0, the product 1, and NaN as its mean or extreme; its ``nanargmax`` raises. As in NumPy, only
extremes, medians and quantiles skip NaT.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._engines.folding import reduced_by
from raggedkit._engines.reductions import (
    LARGEST,
    SMALLEST,
    SOME,
    WIDE_PROD,
    WIDE_SUM,
    Reduction,
    not_a_time,
    reduced,
)
from raggedkit._numpy.reductions import argmax, argmin, extreme, floating, mean, scan, var
from raggedkit._numpy.table import implements, refuse
from raggedkit._numpy.where import marked, masked, replaced
from raggedkit._plan.operands import flat_of, place_of
from raggedkit._typing import Array
from raggedkit._xp import INEXACT, TIMES
from raggedkit.errors import broken_rule
from raggedkit.ops import moments, quantiles
from raggedkit.tensor import RaggedTensor

__all__: list[str] = []


def _known(a: Any, where: Any = True, kinds: str = "fc") -> Array | None:
    """Return the mask of values that are not NaN and that ``where`` selects; None if all are."""
    flags = None if where is True else marked(a, where)
    if not isinstance(a, RaggedTensor) or a.dtype.kind not in kinds:
        return flags
    # True where the value counts; dtypes without NaN need no flags and no copy.
    known: Array = ~np.isnan(a._flat)
    return known if flags is None else known & flags


def _of_known(row: Reduction) -> Any:
    """Return the handler of a sum or product that skips NaN."""

    def handler(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        refuse(f"np.nan{'sum' if row is WIDE_SUM else 'prod'}", out=out)
        known = _known(a, where)
        # NaN becomes the neutral value (0 or 1), so the ordinary kernels can be used.
        kept = a if known is None else replaced(row.ufunc, a, known)
        return reduced(row, kept, axis, keepdims, dtype=dtype, initial=initial, name="rt")

    return handler


implements(np.nansum)(_of_known(WIDE_SUM))
implements(np.nanprod)(_of_known(WIDE_PROD))


@implements(np.nanmax)
def _nanmax(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    refuse("np.nanmax", out=out)
    return _extreme(LARGEST, np.fmax, a, axis, keepdims, initial, where)


@implements(np.nanmin)
def _nanmin(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    refuse("np.nanmin", out=out)
    return _extreme(SMALLEST, np.fmin, a, axis, keepdims, initial, where)


def _extreme(
    row: Reduction, ufunc: Any, a: Any, axis: Any, keepdims: bool, initial: Any, where: Any
) -> Any:
    """Return extremes; NaN for a row with only NaN, an error for an empty row."""
    if where is not True:
        a = masked(row, a, where, initial)
    if a.dtype.kind in "cTO":  # no neutral value exists: fold with fmax or fmin
        return reduced_by(ufunc, a, axis, keepdims=keepdims, initial=initial, name="rt")
    known = _known(a, True, "fmM")
    if known is None:
        return extreme(row, a, axis, keepdims, initial, None)
    found = extreme(row, replaced(row.ufunc, a, known), axis, keepdims, initial, None)
    # With initial= every row has a value.
    if initial is not None:
        return found
    missing = not_a_time(found.dtype) if found.dtype.kind in TIMES else found.dtype.type(np.nan)
    # A row of NaN alone would otherwise return the neutral value, the lowest or highest number.
    there = reduced(SOME, RaggedTensor._make(known, a._parts), axis, keepdims)
    if not isinstance(found, RaggedTensor):
        return np.where(there, found, missing)[()]
    return found.with_flat_values(np.where(flat_of(there), found._flat, missing))


@implements(np.nanmean)
def _nanmean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Any:
    refuse("np.nanmean", out=out)
    known = _known(a, where)
    if known is None:
        return mean(a, axis, dtype, keepdims=keepdims)
    kind = floating(a, dtype)
    return moments.averaged(a, axis, keepdims, dtype=kind, name="rt", marks=known)


@implements(np.nanvar)
def _nanvar(
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
    root: bool = False,
) -> Any:
    refuse("np.nanstd" if root else "np.nanvar", out=out)
    known = _known(a, where)
    found = var(
        a,
        axis,
        dtype,
        ddof=ddof,
        keepdims=keepdims,
        where=True if known is None else RaggedTensor._make(known, a._parts),
        mean=mean,
        correction=correction,
        root=root,
    )
    if known is None:
        return found
    # np.nanvar returns NaN, not infinity, if the divisor is 0 or less.
    flat = flat_of(found)
    count = flat_of(reduced(WIDE_SUM, RaggedTensor._make(known, a._parts), axis, keepdims))
    if flat.dtype.kind not in INEXACT:
        raise TypeError(broken_rule("dtype", "be a float dtype, which has NaN", flat.dtype))
    divisor = count - (ddof if correction is None else correction)
    flat = np.where(divisor > 0, flat, flat.dtype.type(np.nan))
    return found.with_flat_values(flat) if isinstance(found, RaggedTensor) else flat[()]


@implements(np.nanstd)
def _nanstd(a: Any, *args: Any, **kwargs: Any) -> Any:
    return _nanvar(a, *args, root=True, **kwargs)


@implements(np.nanargmax)
def _nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse("np.nanargmax", out=out)
    return argmax(_with_known("maximum", a, axis), axis, keepdims=keepdims)


@implements(np.nanargmin)
def _nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    refuse("np.nanargmin", out=out)
    return argmin(_with_known("minimum", a, axis), axis, keepdims=keepdims)


def _with_known(ufunc: str, a: Any, axis: Any) -> Any:
    """Return ``a`` without NaN; raise for the first row with only NaN."""
    known = _known(a)
    if known is None:
        return a
    flags = RaggedTensor._make(known, a._parts)
    some, present = reduced(SOME, flags, axis, False), reduced(WIDE_SUM, flags | True, axis, False)
    # Rows that have values, but only NaN. Empty rows are left to argmax and its own error.
    lost = ~np.asarray(flat_of(some)) & (np.asarray(flat_of(present)) > 0)
    if lost.any():
        parts = some._parts if isinstance(some, RaggedTensor) else ()
        at = place_of(parts, lost.shape, int(lost.argmax()))
        got = f"in row {at[0]}" if len(at) == 1 else f"at {at}" if at else "at all"
        raise ValueError(f"rt must have a value that is not NaN in every row, got none {got}")
    low = -np.inf if ufunc == "maximum" else np.inf
    return replaced(ufunc, a, known, low)


@implements(np.nanmedian)
def _nanmedian(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False
) -> Any:
    refuse("np.nanmedian", out=out)
    return quantiles.middle_of(a, axis, keepdims, skip_nan=True)


def _shares(most: int) -> Any:
    """Return the handler of quantiles whose shares are parts of ``most``."""

    def handler(
        a: Any,
        q: Any,
        axis: Any = None,
        out: Any = None,
        overwrite_input: bool = False,
        method: str = "linear",
        keepdims: Any = False,
        *,
        weights: Any = None,
    ) -> Any:
        function = "np.nanquantile" if most == 1 else "np.nanpercentile"
        refuse(function, out=out)
        refuse(function, "repeat values in place of weighing them", weights=weights)
        return quantiles.shares_of(a, q, axis, method, keepdims, most=most, skip_nan=True)

    return handler


implements(np.nanquantile)(_shares(1))
implements(np.nanpercentile)(_shares(100))


@implements(np.nancumsum)
def _nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    refuse("np.nancumsum", out=out)
    return _scanned(WIDE_SUM, a, axis, dtype)


@implements(np.nancumprod)
def _nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    refuse("np.nancumprod", out=out)
    return _scanned(WIDE_PROD, a, axis, dtype)


def _scanned(row: Reduction, a: Any, axis: Any, dtype: Any) -> Any:
    known = _known(a)
    return scan(row, a if known is None else replaced(row.ufunc, a, known), axis, dtype)
