"""Indexing of ragged lists from 1: ``x[i]``, ``x[i, j]``, ``x[mask]`` and ``x[[i]]``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import drop_axis, names_of, null_of, take_rows, values_of
from raggedkit_r.ragged.within import masked, positioned, within
from raggedkit_r.vector.index import as_index, positions
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector

__all__ = ["element", "extract", "levels_of", "row", "rows_of"]


def extract(x: RaggedList, key: Any) -> RaggedList:
    """Return the rows that a key names, or with two keys some of the values in each of them.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> extract(x, slice(2, 3))
    ragged list: 2 rows, 3 integer values
    1  []
    2  [5, 9, 2]
    >>> extract(x, (slice(None), slice(1, 2)))
    ragged list: 3 rows, 4 integer values
    1  [3, 1]
    2  []
    3  [5, 9]
    """
    if isinstance(key, tuple):
        if len(key) != 2:
            raise RaggedIndexError(
                broken_rule("index", "be positions of rows and of items in them", key)
            )
        return within(extract(x, key[0]), key[1])
    if isinstance(key, RaggedList):
        return masked(x, key) if key.kind == "logical" else positioned(x, key)
    n = x.tensor.nrows().item()
    at = positions(key, n, names_of(x)[0]).at
    # -1 makes a NULL row, for NA and past the end.
    return take_rows(x, np.where(at < n, at, -1))


def element(x: RaggedList, key: Any) -> Any:
    """Return one row, a vector, or None if it is NULL; several keys select inside rows.

    Raises
    ------
    RaggedIndexError
        If there is no such row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], None])
    >>> element(x, 1), element(x, 2), element(x, 3)
    ([1] 3 1 4 1, integer(0), None)
    >>> element(x, 9)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be a row from 1 to 3, got 9; x[9] is NULL there
    """
    first, rest = levels_of(key)
    found = row(x, place(x, first))
    if not rest:
        return found
    if isinstance(found, RaggedList):
        return element(found, rest)
    if found is None or len(rest) > 1:
        raise RaggedIndexError(f"index must end at a value, got {spelled(key)}; x[[1]] is a row")
    return found[rest]


def levels_of(key: Any) -> tuple[Any, list[Any]]:
    """Return the first key of ``x[[i, j]]`` or ``x[[c(i, j)]]``, and the keys for deeper axes."""
    if isinstance(key, list):
        if not key:
            raise RaggedIndexError("index must be one position, got []; x[[1]] is the first row")
        if len(key) > 1:
            return key[0], key[1:]
        key = key[0]
    if isinstance(key, Vector) and len(key) > 1:
        return key[[1]], key[-1].to_list()
    return key, []


def place(x: RaggedList, key: Any) -> int:
    """Return the position of the row that ``x[[key]]`` selects, -1 for an absent name."""
    n = x.tensor.nrows().item()
    index = as_index(key, n)
    if len(index) != 1:
        way_out = "x[c(1, 3)] takes several rows"
        raise RaggedIndexError(f"index must be one position, got {spelled(key)}; {way_out}")
    if index.kind == "character":
        at = int(positions(key, n, names_of(x)[0]).at[0])
        return at if at < n else -1
    if np.isnan(index.numbers[0]):
        raise RaggedIndexError("index must be one position or one name, got NA; x[NA] is all NULL")
    at = positions(float(index.numbers[0]), n).at.tolist()
    if len(at) != 1 or not 0 <= at[0] < n:
        way_out = (
            f"x[{spelled(key)}] is NULL there" if index.numbers[0] > n else "x[[1]] is one row"
        )
        rule = f"index must be a row from 1 to {n}"
        raise RaggedIndexError(f"{rule}, got {spelled(key)}; {way_out}")
    return int(at[0])


def row(x: RaggedList, at: int) -> Any:
    """Return the row at a 0-based position: a vector, an array, or a ragged list."""
    null = null_of(x)[0]
    if at < 0 or (null is not None and null[at]):
        return None
    start, stop = x.tensor.row_splits[at : at + 2].tolist()
    if x.tensor.ragged_rank > 1:
        return take_rows(drop_axis(x), np.arange(start, stop))
    names = names_of(x)[-1]
    found = values_of(x).take(np.arange(start, stop))
    labels = _row_names(names, start, stop)
    row = Vector.of(found, labels, is_row=True)
    return row if found.array.ndim == 1 else row.to_numpy()


def rows_of(x: RaggedList) -> Iterator[Any]:
    """Return the rows one after the other, as `row` does."""
    if x.tensor.ragged_rank > 1 or x.tensor.flat_values.ndim > 1:
        yield from (row(x, at) for at in range(len(x)))
        return
    values, names, null = values_of(x), names_of(x)[-1], null_of(x)[0]
    absent = [False] * len(x) if null is None else null.tolist()
    ends = pairwise(x.tensor.row_splits.tolist())
    for (start, stop), gone in zip(ends, absent, strict=True):
        if gone:
            yield None
            continue
        # Slices are views; iteration over a million rows must not copy the values row by row.
        na = None if values.na is None else values.na[start:stop]
        content = Values(values.array[start:stop], values.kind, na, *values.attributes)
        yield Vector.of(content, _row_names(names, start, stop), is_row=True)


def _row_names(names: tuple[str, ...] | None, start: int, stop: int) -> tuple[str, ...] | None:
    """Return the names of a row's values, None if none has one."""
    labels = () if names is None else names[start:stop]
    return labels if any(labels) else None
