"""Maximum and minimum of each row, and their positions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.reduce import row_sums
from raggedkit_r.ragged.segments import Segments, absent, filled, real_numbers, segments, wrapped
from raggedkit_r.vector.convert import as_kind, codes_of
from raggedkit_r.vector.kinds import TIMES
from raggedkit_r.vector.values import Values, made
from raggedkit_r.vector.vector import Vector

__all__ = ["row_max", "row_min", "row_which_max", "row_which_min"]


@sections_from(row_sums)
def row_max(
    x: Any, na_rm: bool = False, empty: Any = None, axis: int = 1
) -> Vector | RaggedList | Array:
    """Return the largest value of each row; ``empty`` for an empty row.

    Parameters
    ----------
    x : ragged list
        Of values with an order, or any argument of `as_ragged`.
    empty : scalar
        The result for a row without values; by default NA.

    Raises
    ------
    TypeError
        If the values have no order, or ``empty`` is of another kind.
    ValueError
        If there is no such axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], [5, None]])
    >>> row_max(x), row_max(x, na_rm=True, empty=0)
    ([1]  4 NA NA, [1] 4 0 5)
    """
    return _extreme("maximum", x, na_rm, empty, axis)


@sections_from(row_max)
def row_min(
    x: Any, na_rm: bool = False, empty: Any = None, axis: int = 1
) -> Vector | RaggedList | Array:
    """Return the smallest value of each row; ``empty`` for an empty row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_min(ragged([["b", "a"], []]))
    [1] "a" NA
    """
    return _extreme("minimum", x, na_rm, empty, axis)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def _extreme(ufunc: str, x: Any, na_rm: bool, empty: Any, axis: int) -> Vector | RaggedList | Array:
    rows = segments(x, axis)
    values = rows.values
    _check_ordered(values, ufunc)
    if values.kind == "logical" and rows.lengths.any():
        values = as_kind(values, "integer")
        rows = replace(rows, values=values)
    left_out, na = absent(rows, na_rm)
    if values.kind in ("character", "factor"):
        found, none = _extreme_text(ufunc, rows, left_out)
    else:
        found, none = _extreme_number(ufunc, rows, left_out)
    result = values.with_array(found, na | none)
    return wrapped(rows, filled(result, none & ~na, "empty", empty))


def _check_ordered(values: Values, ufunc: str) -> None:
    verb = "row_max" if ufunc == "maximum" else "row_min"
    if values.kind in ("complex", "raw") or (values.kind == "factor" and not values.ordered):
        got = "a factor without an order" if values.kind == "factor" else f"{values.kind} values"
        raise TypeError(f"x must contain values with an order for {verb}, got {got}")


def _extreme_number(ufunc: str, rows: Segments, left_out: Array) -> tuple[Array, Array]:
    array = rows.values.array
    times = array.dtype.kind in "mM"
    numbers = array.astype("int64") if times else array
    limits = np.iinfo(numbers.dtype) if numbers.dtype.kind in "iu" else None
    low: Any = limits.min if limits else -np.inf
    high: Any = limits.max if limits else np.inf
    filled = np.where(left_out, low if ufunc == "maximum" else high, numbers)
    found = rows.reduced(ufunc, filled.astype(numbers.dtype))
    none = rows.count(~left_out) == 0
    found = np.where(none, 0, found)
    return (found.astype("int64").view(array.dtype) if times else found), none


def _extreme_text(ufunc: str, rows: Segments, left_out: Array) -> tuple[Array, Array]:
    values = rows.values
    # NumPy has no maximum of text by rows, so texts are reduced by their rank in sorted order.
    texts = np.array(values.levels or [""])
    if values.kind == "character":
        texts = np.unique(np.append(values.array, ""))
    codes = codes_of(values, texts.tolist()).array
    codes = np.where(left_out, -1 if ufunc == "maximum" else len(texts), codes)
    none = rows.count(~left_out) == 0
    return texts[np.where(none, 0, rows.reduced(ufunc, codes))], none


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def _which(x: Any, axis: int, sign: int, verb: str) -> Vector | RaggedList | Array:
    rows = segments(x, axis)
    if rows.values.kind in TIMES:
        ticks = as_kind(Values(rows.values.array.astype("int64"), "integer"), "numeric").array
        rows = replace(rows, values=made(ticks, rows.values.missing, "numeric"))
    else:
        rows = real_numbers(x, axis, verb)
    offsets = rows.rows.offsets_in_rows()
    known = ~rows.values.is_na
    # -inf is below every known value; rows without one are NA in the end.
    keyed = np.where(known, sign * rows.values.array, -np.inf)
    best = np.repeat(rows.reduced("maximum", keyed), rows.lengths)
    hit = known & (keyed == best)
    first = rows.reduced("minimum", np.where(hit, offsets, np.iinfo("int32").max))
    none = ~rows.any(known)
    return wrapped(rows, made(np.where(none, 0, first + 1).astype("int32"), none, "integer"))


@sections_from(row_sums)
def row_which_max(x: Any, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the position of the first largest value of each row, from 1; NA is skipped.

    Parameters
    ----------
    x : ragged list
        Of real numbers or times, or any argument of `as_ragged`.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_which_max(ragged([[3, None, 4], [], [5]]))
    [1]  3 NA  1
    """
    return _which(x, axis, 1, "row_which_max")


@sections_from(row_which_max)
def row_which_min(x: Any, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the position of the first smallest value of each row, from 1; NA is skipped.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_which_min(ragged([[3, None, 4], [], [5]]))
    [1]  1 NA  1
    """
    return _which(x, axis, -1, "row_which_min")
