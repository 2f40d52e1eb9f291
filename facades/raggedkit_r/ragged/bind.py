"""`rbind` and `cbind`: ragged lists joined by rows, or row by row."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit.errors import broken_rule
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.replace import as_rows, one_row
from raggedkit_r.ragged.rows import (
    names_of,
    null_of,
    ragged_of,
    rows_end_to_end,
    take_rows,
    values_of,
    with_row_names,
)
from raggedkit_r.vector.names import joined_names
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import operand

__all__ = ["cbind", "rbind"]


def rbind(*parts: Any, **named: Any) -> RaggedList:
    """Return the rows of all, one after the other; a vector is one row, as in R.

    Parameters
    ----------
    *parts, **named
        Ragged lists, lists of rows, matrices, vectors; ``NULL`` is left out. The names are names
        of rows.

    Returns
    -------
    RaggedList
        With all rows of all arguments.

    Raises
    ------
    TypeError
        If there are no arguments, or the values have no common kind.
    ValueError
        If the arguments differ in the number of ragged axes.

    Examples
    --------
    >>> from raggedkit_r import c, ragged
    >>> rbind(ragged([[3, 1], []]), c(5, 9), last=c(2))
    ragged list: 4 rows, 5 integer values
    1     [3, 1]
    2     []
    3     [5, 9]
    last  [2]
    """
    labels, given = _given(parts, named)
    ragged = [part for part in given if isinstance(part, RaggedList)]
    # A vector becomes one row at the depth of the deepest list, as rbind() of R takes it for a row.
    deepest = max(ragged, key=lambda part: part.tensor.ragged_rank) if ragged else None
    rows = [part if deepest is None else as_rows(deepest, part) for part in _as_lists(given)]
    names = joined_names(labels, [(len(part), names_of(part)[0]) for part in rows])
    return with_row_names(rows_end_to_end(rows), names)


def cbind(*parts: Any) -> RaggedList:
    """Return the first rows of all joined to one row, then the second, and so on.

    A row that is NULL in all of them is NULL.

    Parameters
    ----------
    *parts
        Ragged lists, lists of rows and matrices with equally many rows; vectors with one value for
        each row, or one for all; ``NULL`` is left out.

    Returns
    -------
    RaggedList
        With as many rows as each argument.

    Raises
    ------
    TypeError
        If there are no arguments, or the values have no common kind.
    ValueError
        If the arguments differ in the number of rows or of ragged axes.

    Examples
    --------
    >>> from raggedkit_r import c, ragged
    >>> cbind(ragged([[3, 1], []]), c(5, 9), 0)
    ragged list: 2 rows, 6 integer values
    1  [3, 1, 5, 0]
    2  [9, 0]
    >>> cbind(ragged([[3, 1], []]), c(5, 9, 2))
    Traceback (most recent call last):
        ...
    ValueError: argument 2 must have 2 rows, got 3; cbind joins row by row, rbind row after row
    """
    _, given = _given(parts, {})
    lists = [part for part in _as_lists(given, vectors=False) if isinstance(part, RaggedList)]
    n = len(lists[0]) if lists else max(map(_length, given))
    rows = [_column(part, n, i) for i, part in enumerate(given, start=1)]
    count = len(rows)
    # All rows of part 1, then of part 2 ...: the transposed positions interleave them row by row.
    beside = np.arange(count * n).reshape(count, n).T.reshape(-1)
    found = take_rows(rows_end_to_end(rows), beside)
    lengths = found.tensor.partitions[0].row_lengths().reshape(n, count).sum(axis=1)
    absent = null_of(found)[0]
    # A joined row is NULL only if all of its parts are.
    null = None if absent is None else np.asarray(absent.reshape(n, count).all(axis=1))
    names = next((names_of(part)[0] for part in rows if names_of(part)[0] is not None), None)
    return ragged_of(
        [RowPartition.from_row_lengths(lengths), *found.tensor.partitions[1:]],
        values_of(found),
        [null, *null_of(found)[1:]],
        [names, *names_of(found)[1:]],
    )


def _given(parts: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[str], list[Any]]:
    """Return the parts that aren't NULL with their names."""
    every = zip([*[""] * len(parts), *named], [*parts, *named.values()], strict=True)
    pairs = [(name, part) for name, part in every if part is not None]
    if not pairs:
        raise TypeError("parts must contain a ragged list, got nothing; ragged() has no rows")
    tensors = (RaggedTensor, np.ndarray)
    wide = [isinstance(part, tensors) and part.ndim != 1 and part.ndim != 0 for _, part in pairs]
    given = [as_ragged(part) if w else part for w, (_, part) in zip(wide, pairs, strict=True)]
    return [name for name, _ in pairs], given


def _as_lists(parts: list[Any], *, vectors: bool = True) -> list[Any]:
    """Return lists as ragged lists, and vectors as rows if they are to be."""
    made = []
    for part in parts:
        if isinstance(part, RaggedList) or operand(part) is None:
            made.append(as_ragged(part))
        else:
            made.append(one_row(part) if vectors else part)
    return made


def _length(part: Any) -> int:
    values = operand(part)
    return 1 if values is None else len(values)


def _column(part: Any, n: int, place: int) -> RaggedList:
    """Return one part as ``n`` rows; a vector has one value per row."""
    values = None if isinstance(part, RaggedList) else operand(part)
    if values is None:
        rows = as_ragged(part)
    else:
        rows = _values_as_rows(values, n, getattr(part, "labels", None))
    if len(rows) != n:
        way_out = "cbind joins row by row, rbind row after row"
        raise ValueError(broken_rule(f"argument {place}", f"have {n} rows", len(rows), way_out))
    return rows


def _values_as_rows(values: Values, n: int, names: tuple[str, ...] | None) -> RaggedList:
    labels: list[tuple[str, ...] | None] = [names, None]
    if len(values) == 1:  # in all rows it is called as it is here
        values = values.take(np.zeros(n, dtype="int64"))
        labels = [None, None if names is None else names * n]
    ones = np.ones(len(values), dtype="int64")
    return ragged_of([RowPartition.from_row_lengths(ones)], values, (), labels)
