"""NumPy sorting, searching, quantiles and distinct values: ``np.sort(rt)``, ``np.unique(rt)``.

Signatures and semantics are NumPy's: ``axis=None`` means all values, and ``np.unique(rt)`` searches
all rows. Errors name the function of raggedkit that works row by row.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from raggedkit._numpy.table import implements, refuse
from raggedkit.ops import quantiles, searching, sorting, uniques
from raggedkit.tensor import RaggedTensor

__all__: list[str] = []


@implements(np.sort)
def _sort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None
) -> Any:
    refuse("np.sort", "its values have no fields", order=order)
    return np.sort(a._flat, axis=None) if axis is None else sorting.sort(a, axis)


@implements(np.argsort)
def _argsort(
    a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None
) -> Any:
    refuse("np.argsort", "its values have no fields", order=order)
    if axis is None:
        # Stable, as along an axis, whichever ``kind`` is given.
        return np.argsort(a._flat, axis=None, kind="stable")
    return sorting.argsort(a, axis)


@implements(np.searchsorted)
def _searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    refuse("np.searchsorted", "sort the rows first: np.sort(rt)", sorter=sorter)
    return searching.searchsorted(a, v, side)


@implements(np.median)
def _median(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: Any = False
) -> Any:
    refuse("np.median", out=out)
    return quantiles.median(a, axis, keepdims)


@implements(np.quantile)
def _quantile(
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
    refuse("np.quantile", out=out)
    refuse("np.quantile", "repeat values in place of weighing them", weights=weights)
    return quantiles.quantile(a, q, axis, method=method, keepdims=keepdims)


@implements(np.percentile)
def _percentile(
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
    refuse("np.percentile", out=out)
    refuse("np.percentile", "repeat values in place of weighing them", weights=weights)
    return quantiles.percentile(a, q, axis, method=method, keepdims=keepdims)


@implements(np.unique)
def _unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: Any = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any:
    way_out = "raggedkit.unique(rt) looks for distinct values in each row"
    refuse("np.unique", way_out, axis=True if axis is not None else None)
    found: Any = uniques.unique(
        ar,
        None,
        return_index=return_index,
        return_inverse=return_inverse,
        return_counts=return_counts,
        equal_nan=equal_nan,
    )
    return tuple(found) if isinstance(found, tuple) else found


@implements(np.unique_values)
def _unique_values(x: Any) -> Any:
    # The array API counts each NaN as distinct, np.unique by default does not.
    return uniques.unique(x, None, equal_nan=False)


@implements(np.unique_counts)
def _unique_counts(x: Any) -> Any:
    return uniques.unique(x, None, return_counts=True, equal_nan=False)


@implements(np.unique_inverse)
def _unique_inverse(x: Any) -> Any:
    return uniques.unique(x, None, return_inverse=True, equal_nan=False)


@implements(np.unique_all)
def _unique_all(x: Any) -> Any:
    return uniques.unique(
        x, None, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )


@implements(np.bincount)
def _bincount(x: Any, weights: Any = None, minlength: Any = 0) -> NoReturn:
    way_out = "raggedkit.bincount counts all values, or with axis=-1 those of each row"
    got = x if isinstance(x, RaggedTensor) else weights
    raise TypeError(f"np.bincount must be given a vector, got shape {got.shape}; {way_out}")
