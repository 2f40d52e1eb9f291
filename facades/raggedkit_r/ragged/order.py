"""Sorting, reversing and cumulative sums within rows, and rows without repetitions."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RaggedTensor, cumsum
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.index import extract
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import names_of, null_of, ragged_of, values_of
from raggedkit_r.ragged.segments import Segments, segments
from raggedkit_r.vector.arguments import as_flag
from raggedkit_r.vector.arithmetic import fitted_integers
from raggedkit_r.vector.convert import as_kind, codes_of
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.names import taken_names
from raggedkit_r.vector.values import Values, made

__all__ = ["rev_rows", "row_cumsum", "sort_rows", "unique_rows"]


def _innermost(x: Any, verb: str) -> Segments:
    x = as_ragged(x)
    if x.tensor.flat_values.ndim > 1:
        raise ValueError(broken_rule("x", f"contain single values for {verb}", x.tensor.shape))
    return segments(x, x.tensor.ragged_rank)


def _reordered(x: RaggedList, at: Array) -> RaggedList:
    names = [*names_of(x)[:-1], taken_names(names_of(x)[-1], at)]
    return ragged_of(x.tensor.partitions, values_of(x).take(at), null_of(x), names)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def sort_rows(x: Any, decreasing: bool = False, na_last: Any = True) -> RaggedList:
    """Return each row sorted; text by code point.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    decreasing : bool
        Whether the largest values come first.
    na_last : bool or NA
        Whether NA and NaN come last, in either order; ``NA`` leaves them out.

    Returns
    -------
    RaggedList
        Of the same row lengths, unless NA is left out.

    Raises
    ------
    TypeError
        If ``x`` has no rows, its values have no order, or ``na_last`` is not True, False or NA.
    ValueError
        If the items of the rows are not single values.

    Examples
    --------
    >>> from raggedkit_r import NA
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, None, 1], []])
    >>> sort_rows(x)
    ragged list: 2 rows, 3 integer values
    1  [1, 3, NA]
    2  []
    >>> sort_rows(x, na_last=False)[[1]], sort_rows(x, na_last=NA)[[1]]
    ([1] NA  1  3, [1] 1 3)
    """
    rows, decreasing = _innermost(x, "sort_rows"), as_flag(decreasing, "decreasing")
    if rows.values.kind == "complex":
        raise TypeError(broken_rule("x", "contain values with an order for sort_rows", "complex"))
    if na_last is None or isinstance(na_last, NAType):
        known = ~rows.values.is_na
        left = extract(rows.x, RaggedList(rows.x.tensor.with_flat_values(known), "logical"))
        return sort_rows(left, decreasing)
    if not isinstance(na_last, bool):
        raise TypeError(broken_rule("na_last", "be True, False or NA", na_last))
    at = rows.order(_keys(rows.values), decreasing=decreasing)
    if not na_last:
        owner = rows.rows.value_rowids()
        at = at[np.lexsort((~rows.values.is_na[at], owner))]
    return _reordered(rows.x, at)


def _keys(values: Values) -> Array:
    """Return doubles in the order of the values, NaN where these are NA."""
    if values.kind in ("logical", "integer", "numeric"):
        return as_kind(values, "numeric").array
    return np.where(values.missing, np.nan, _codes(values))


def _codes(values: Values) -> Array:
    """Return a whole number for each value, in the order of the values."""
    if values.kind == "factor":
        return codes_of(values, values.levels or ()).array
    # Ranks of the distinct values sort like the values, and one integer sort handles every kind.
    _, codes = np.unique(values.array, return_inverse=True, equal_nan=True)
    return codes.reshape(values.array.shape)


def rev_rows(x: Any) -> RaggedList:
    """Return the values of each innermost row in reverse order.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.

    Returns
    -------
    RaggedList
        Of the same row lengths.

    Raises
    ------
    TypeError
        If ``x`` has no rows.
    ValueError
        If the items of the rows are not single values.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> rev_rows(ragged([[3, 1, 4], [], [5, 9]]))
    ragged list: 3 rows, 5 integer values
    1  [4, 1, 3]
    2  []
    3  [9, 5]
    """
    x = as_ragged(x)
    last = x.tensor.partitions[-1]
    # start + limit - 1 - i is the mirrored position of i in its row.
    ends = last.row_starts() + last.row_limits() - 1
    return _reordered(x, ends[last.value_rowids()] - np.arange(last.nvals()))


@sections_from(rev_rows)
@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def unique_rows(x: Any) -> RaggedList:
    """Return each row without repetitions of earlier values in it.

    Returns
    -------
    RaggedList
        Of the same number of rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> unique_rows(ragged([[3, 1, 3, 1], [], [3]]))
    ragged list: 3 rows, 3 integer values
    1  [3, 1]
    2  []
    3  [3]
    """
    rows = _innermost(x, "unique_rows")
    codes = np.where(rows.values.missing, 0, _codes(rows.values) + 1)
    owner = rows.rows.value_rowids()
    # One number for each pair of row and value.
    _, first = np.unique(owner * (codes.max(initial=0) + 1) + codes, return_index=True)
    kept = np.zeros(len(codes), dtype=bool)
    kept[first] = True
    mask = RaggedList(rows.x.tensor.with_flat_values(kept), "logical")
    return extract(rows.x, mask)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_cumsum(x: Any) -> RaggedList:
    """Return the cumulative sums of each innermost row; NA from the first NA on.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.

    Returns
    -------
    RaggedList
        Of the same row lengths; all values after an NA are NA.

    Raises
    ------
    TypeError
        If ``x`` has no rows, or its values are not numbers.
    ValueError
        If the items of the rows are not single values.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_cumsum(ragged([[3, 1, 4], [], [5, None, 1]]))
    ragged list: 3 rows, 6 integer values
    1  [3, 4, 8]
    2  []
    3  [5, NA, NA]
    """
    rows = _innermost(x, "row_cumsum")
    values = rows.values
    if values.kind not in ("logical", "integer", "numeric"):
        raise TypeError(broken_rule("x", "contain real numbers for row_cumsum", values.kind))
    values = as_kind(values, "integer") if values.kind == "logical" else values
    tensor = rows.x.tensor
    # In R every sum after an NA is NA; a running count of them marks these positions.
    after_na = _running(tensor, values.missing.astype("int64")) > 0
    if values.kind == "integer":
        array = np.where(values.missing, 0, values.array).astype("int64")
        found = fitted_integers(_running(tensor, array), after_na)
    else:
        found = made(_running(tensor, values.array), after_na, "numeric")
    return ragged_of(tensor.partitions, found, null_of(rows.x), names_of(rows.x))


def _running(tensor: Any, array: Array) -> Array:
    inner = RaggedTensor(array, tensor.partitions[-1])
    return np.asarray(cumsum(inner, axis=1).flat_values)
