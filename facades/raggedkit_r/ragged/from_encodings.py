"""Ragged lists from flat values and row splits, lengths or row ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import as_base, names_of, null_of, over, ragged_of, values_of
from raggedkit_r.vector.arguments import as_items
from raggedkit_r.vector.vector import Vector, as_whole, row_values

__all__ = [
    "flat_values",
    "ragged_from_lengths",
    "ragged_from_limits",
    "ragged_from_rowids",
    "ragged_from_splits",
    "ragged_from_starts",
    "with_values",
]

Labels = Sequence[str] | None


def ragged_from_lengths(values: Any, lengths: Any, names: Labels = None) -> RaggedList:
    """Return the values in rows of these lengths.

    Parameters
    ----------
    values
        A vector, a list of values, an array; or a ragged list, whose rows are grouped into rows.
    lengths
        The number of values of each row, ``int[nrows]``.
    names
        The names of the rows.

    Returns
    -------
    RaggedList
        With as many values as ``values``.

    Raises
    ------
    TypeError
        If a number is not a whole number.
    ValueError
        If the numbers do not fit the values, or ``names`` the rows.

    Examples
    --------
    >>> from raggedkit_r import NA
    >>> ragged_from_lengths([3, NA, 5], [2, 0, 1])
    ragged list: 3 rows, 3 integer values
    1  [3, NA]
    2  []
    3  [5]
    >>> ragged_from_lengths([3, 1], [1])
    Traceback (most recent call last):
        ...
    ValueError: lengths must add up to the 2 values, got 1
    """
    found, count = _counts(lengths, "lengths"), _item_count(values)
    if int(found.sum()) != count:
        rule = f"add up to the {count} values"
        raise ValueError(broken_rule("lengths", rule, int(found.sum())))
    return _in_rows(values, RowPartition.from_row_lengths(found), names)


@sections_from(ragged_from_lengths)
def ragged_from_splits(values: Any, splits: Any, base: int = 0, names: Labels = None) -> RaggedList:
    """Return the values in rows between consecutive splits; the last split is their number.

    Parameters
    ----------
    splits
        The number of values before each row and at the end, ``int[nrows + 1]``.
    base : int
        1 to count positions as R does, 0 to count them as Python does.

    Examples
    --------
    >>> ragged_from_splits([3, 1, 5], [0, 2, 2, 3])
    ragged list: 3 rows, 3 integer values
    1  [3, 1]
    2  []
    3  [5]
    """
    found, count = _counts(splits, "splits", base), _item_count(values)
    if not len(found) or found[0] != 0 or found[-1] != count:
        ends = (found[[0, -1]] + base).tolist() if len(found) else []
        rule = f"begin with {base} and end with {count + base}"
        raise ValueError(broken_rule("splits", rule, ends))
    _check_ascending(found + base, "splits")
    return _in_rows(values, RowPartition.from_row_splits(found), names)


@sections_from(ragged_from_splits)
def ragged_from_rowids(
    values: Any, rowids: Any, nrows: int | None = None, base: int = 1, names: Labels = None
) -> RaggedList:
    """Return the values in rows, given the row of each value.

    Parameters
    ----------
    rowids
        The row of each value, ascending, ``int[nvals]``.
    nrows : int
        The number of rows; by default the last of ``rowids``.

    Examples
    --------
    >>> ragged_from_rowids([3, 1, 5], [1, 1, 3], nrows=4)
    ragged list: 4 rows, 3 integer values
    1  [3, 1]
    2  []
    3  [5]
    4  []
    """
    found, count = _counts(rowids, "rowids", base), _item_count(values)
    if len(found) != count:
        rule = f"have one id for each of the {count} values"
        raise ValueError(broken_rule("rowids", rule, len(found)))
    _check_ascending(found + base, "rowids")
    least = int(found[-1]) + 1 if len(found) else 0
    rows = least if nrows is None else as_whole(nrows, "nrows", "None counts")
    if rows < least:
        rule = f"be at least {least} for the last of rowids"
        raise ValueError(broken_rule("nrows", rule, nrows, "None makes it that"))
    return _in_rows(values, RowPartition.from_value_rowids(found, rows), names)


@sections_from(ragged_from_splits)
def ragged_from_starts(values: Any, starts: Any, base: int = 1, names: Labels = None) -> RaggedList:
    """Return the values in rows, given the position at which each row begins.

    Parameters
    ----------
    starts
        The position of the first value of each row, ``int[nrows]``.

    Examples
    --------
    >>> ragged_from_starts([3, 1, 5], [1, 3, 3])
    ragged list: 3 rows, 3 integer values
    1  [3, 1]
    2  []
    3  [5]
    """
    found, count = _counts(starts, "starts", base), _item_count(values)
    _check_ascending(found + base, "starts")
    ends = (found[[0, -1]] + base).tolist() if len(found) else []
    if (ends and (ends[0] != base or ends[1] > count + base)) or (not ends and count):
        rule = f"begin with {base} and not go past {count + base}"
        raise ValueError(broken_rule("starts", rule, ends, "every value belongs to a row"))
    return _in_rows(values, RowPartition.from_row_starts(found, count), names)


@sections_from(ragged_from_lengths)
def ragged_from_limits(values: Any, limits: Any, names: Labels = None) -> RaggedList:
    """Return the values in rows, given the position at which each row ends.

    Parameters
    ----------
    limits
        The position of the last value of each row, counted from 1, ``int[nrows]``.

    Examples
    --------
    >>> ragged_from_limits([3, 1, 5], [2, 2, 3])
    ragged list: 3 rows, 3 integer values
    1  [3, 1]
    2  []
    3  [5]
    """
    found, count = _counts(limits, "limits"), _item_count(values)
    if (int(found[-1]) if len(found) else 0) != count:
        rule = f"end with {count}, the number of values"
        raise ValueError(broken_rule("limits", rule, found.tolist()[-1:]))
    _check_ascending(found, "limits")
    return _in_rows(values, RowPartition.from_row_limits(found), names)


def _counts(counts: Any, argument: str, base: int = 0) -> Array:
    base = as_base(base)
    values = row_values(counts)
    array = values.array
    if values.kind not in ("integer", "numeric") and len(values):
        raise TypeError(broken_rule(argument, "be whole numbers", values.kind))
    known = ~values.is_na
    # Errors show the number as given, counted from the base.
    wrong = ~known | (np.where(known, array, 0) < base) | (np.where(known, array, 0) % 1 != 0)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        got = "NA" if not known[at] else array[at].item()
        raise ValueError(f"{argument}[{at + 1}] must be a whole number, at least {base}, got {got}")
    return array.astype("int64") - base


def _check_ascending(counts: Array, argument: str) -> None:
    """Raise if numbers decrease; the error shows them as given, counted from the base."""
    at = np.flatnonzero(np.diff(counts) < 0)
    if len(at):
        i = int(at[0])
        got = f"{argument}[{i + 1}:{i + 2}] = {counts[i]}, {counts[i + 1]}"
        raise ValueError(f"{argument} must not decrease, got {got}; rows are consecutive")


def _item_count(values: Any) -> int:
    if isinstance(values, RaggedList | RaggedTensor):
        return len(as_ragged(values))
    return len(row_values(values))


def _in_rows(values: Any, cut: RowPartition, names: Labels) -> RaggedList:
    if names is not None:
        names = tuple(as_items(names, "names", "be texts"))
    if names is not None and len(names) != len(cut):
        rule = f"be {len(cut)} texts, one for each row"
        raise ValueError(broken_rule("names", rule, len(names)))
    outer = None if names is None else tuple(names)
    if isinstance(values, RaggedList | RaggedTensor):
        x = as_ragged(values)
        parts = [cut, *x.tensor.partitions]
        return ragged_of(parts, values_of(x), [None, *null_of(x)], [outer, *names_of(x)])
    labels = values.labels if isinstance(values, Vector) else None
    return ragged_of([cut], row_values(values), [None], [outer, labels])


def flat_values(x: Any) -> Vector:
    """Return the values of all rows as one vector.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.

    Returns
    -------
    Vector
        With the names of the values.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> flat_values(ragged([[3, None], [], [5]]))
    [1]  3 NA  5
    """
    x = as_ragged(x)
    return Vector.of(values_of(x), names_of(x)[-1])


def with_values(x: Any, values: Any) -> RaggedList:
    """Return the same rows with other values, or with a function of the values.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    values
        As many values as ``x`` has, or a function of its `flat_values`.

    Returns
    -------
    RaggedList
        Of the same rows and names.

    Raises
    ------
    TypeError
        If ``x`` has no rows, or R has no such values.
    ValueError
        If the number of values differs.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> with_values(ragged([[3, 1], []]), ["a", None])
    ragged list: 2 rows, 2 character values
    1  ["a", NA]
    2  []
    """
    x = as_ragged(x)
    new = row_values(values(flat_values(x)) if callable(values) else values)
    if len(new) != len(x.tensor.flat_values):
        rule = f"be {len(x.tensor.flat_values)} values, one for each that x has"
        raise ValueError(broken_rule("values", rule, len(new)))
    return over(x, new)
