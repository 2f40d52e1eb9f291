"""Sums, products, `any` and `all` of each row, with R's rules for NA."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.segments import absent, numbers, segments, wide, wrapped
from raggedkit_r.vector.arguments import as_flag
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.kinds import INTEGER_MAX, STORED
from raggedkit_r.vector.values import made
from raggedkit_r.vector.vector import Vector

__all__ = ["row_all", "row_any", "row_prod", "row_sums"]


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_sums(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the sum of each row; 0 for an empty row and for a NULL row.

    Sums of integers are integers. If one is outside the 32 bits of R, all are doubles.

    Parameters
    ----------
    x : ragged list
        Of numbers, logicals or durations, or any argument of `as_ragged`.
    na_rm : bool
        Whether NA and NaN are left out; otherwise the result for a row with an NA is NA.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Returns
    -------
    Vector or RaggedList
        A vector for axis 1; for axis 2 a ragged list with one value for each inner row.

    Raises
    ------
    TypeError
        If the values are not numbers.
    ValueError
        If there is no such axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], [5, None]])
    >>> row_sums(x), row_sums(x, na_rm=True)
    ([1]  9  0 NA, [1] 9 0 5)
    >>> row_sums(ragged([["a"]]))
    Traceback (most recent call last):
        ...
    TypeError: x must contain numbers for row_sums, got 'character'; row_min() and row_max() ...
    """
    rows = numbers(x, axis, "row_sums")
    left_out, na = absent(rows, na_rm)
    values = rows.values
    if values.kind == "difftime":
        # Whole microseconds add exactly; doubles of a unit would not.
        ticks = np.where(values.missing, 0, values.array.astype("m8[us]").astype("int64"))
        total = rows.reduced("add", ticks).view("m8[us]")
        return wrapped(rows, made(total, na, "difftime", units=values.units))
    filled = np.where(left_out, 0, values.array)
    if values.kind == "integer":
        totals = rows.reduced("add", filled.astype("int64"))
        # R's sum() of integers gives NA with a warning here; a double keeps the total.
        wide_ones = (np.abs(totals) > INTEGER_MAX) & ~na
        kind = "numeric" if wide_ones.any() else "integer"
        return wrapped(rows, made(np.where(na, 0, totals).astype(STORED[kind]), na, kind))
    return wrapped(rows, made(rows.reduced("add", wide(filled)), na, values.kind))


@sections_from(row_sums)
@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_prod(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the product of each row; 1 for an empty row.

    Parameters
    ----------
    x : ragged list
        Of numbers or logicals, or any argument of `as_ragged`.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_prod(ragged([[3, 1, 4, 1], [], [5, None]]))
    [1] 12  1 NA
    """
    rows = numbers(x, axis, "row_prod")
    if rows.values.kind == "difftime":
        raise TypeError(broken_rule("x", "contain numbers for row_prod", "difftime"))
    left_out, na = absent(rows, na_rm)
    filled = wide(np.where(left_out, 1, rows.values.array))
    kind = "complex" if rows.values.kind == "complex" else "numeric"
    return wrapped(rows, made(rows.reduced("multiply", filled), na, kind))


@sections_from(row_sums)
def row_any(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return whether any value of each row is true; FALSE for an empty row.

    Parameters
    ----------
    x : ragged list
        Of logicals or real numbers, or any argument of `as_ragged`.
    na_rm : bool
        Whether NA is left out; otherwise it makes the result NA unless another value decides.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_any(ragged([[True, None], [], [False, None]]))
    [1]  TRUE FALSE    NA
    """
    return _settled(x, na_rm, axis, settles=True)


@sections_from(row_any)
def row_all(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return whether all values of each row are true; TRUE for an empty row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_all(ragged([[True, None], [], [False, None]]))
    [1]    NA  TRUE FALSE
    """
    return _settled(x, na_rm, axis, settles=False)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def _settled(x: Any, na_rm: bool, axis: int, *, settles: bool) -> Vector | RaggedList | Array:
    """Three-valued: one value that settles it does so whatever the others are."""
    rows = segments(x, axis)
    if rows.values.kind not in ("logical", "integer", "numeric"):
        rule, way_out = "contain logicals", "compare them, row_any(x == 1)"
        raise TypeError(broken_rule("x", rule, rows.values.kind, way_out))
    flags = as_kind(rows.values, "logical")
    # One TRUE decides any() and one FALSE decides all(), whatever the NA beside it are.
    decided = rows.any((flags.array == settles) & ~flags.missing)
    unknown = rows.any(flags.missing) & ~decided
    result = decided if settles else ~decided
    known = as_flag(na_rm, "na_rm")
    return wrapped(rows, made(result, unknown & (not known), "logical"))
