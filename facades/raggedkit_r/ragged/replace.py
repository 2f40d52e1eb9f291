"""Assignment to ragged lists: ``x[i] = value`` and ``x[[i]] = value``."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RowPartition
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged, ragged
from raggedkit_r.ragged.index import element, extract, levels_of
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import (
    names_of,
    null_of,
    over,
    ragged_of,
    rows_end_to_end,
    same_rows,
    take_rows,
    values_of,
    with_row_names,
)
from raggedkit_r.ragged.segments import segments
from raggedkit_r.ragged.within import mask_places
from raggedkit_r.vector import index as list_semantics
from raggedkit_r.vector.convert import joined
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, operand, row_values

__all__ = ["as_rows", "one_row", "replaced", "with_element"]


def replaced(x: RaggedList, key: Any, value: Any) -> RaggedList:
    """Return the ragged list after ``x[key] <- value``.

    Parameters
    ----------
    key
        Rows, as in ``x[key]``; a mask of the same rows, or rows and places in them, for values.
    value
        Rows: a list of them, a ragged list, or a vector, each of whose values is a row. None
        deletes. They start over where there are more places. For values within rows: one for all,
        one for each row, one for each value, or a ragged list of the same rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1], [], [5]])
    >>> replaced(x, 2, [[9, 9]])
    ragged list: 3 rows, 5 integer values
    1  [3, 1]
    2  [9, 9]
    3  [5]
    >>> replaced(x, x == 1, 0)
    ragged list: 3 rows, 3 integer values
    1  [3, 0]
    2  []
    3  [5]
    >>> replaced(x, (slice(None), 1), 0)
    ragged list: 3 rows, 3 integer values
    1  [0, 1]
    2  []
    3  [0]
    """
    if isinstance(key, RaggedList):
        return _values_replaced(x, key, value)
    if isinstance(key, tuple):
        return _places_replaced(x, key, value)
    names, n = names_of(x)[0], x.tensor.nrows().item()
    ids = list(range(n))
    if value is None:
        left: Any = list_semantics.replace(ids, key, None, names)
        return _deleted(x, left)
    # Rows are numbered: old rows 0 to n - 1, new ones from n on. The list rules then work on
    # numbers alone, and one gather builds the result.
    rows = as_rows(x, value)
    new = list(range(n, n + rows.tensor.nrows().item()))
    left = list_semantics.replace(ids, key, new, names)
    added = list_semantics.positions(key, n, names).appended
    return _renamed(take_rows(rows_end_to_end([x, rows]), _places(left)), names, added)


def with_element(x: RaggedList, key: Any, value: Any) -> RaggedList:
    """Return the ragged list after ``x[[key]] <- value``; None deletes the row.

    With several keys, ``x[[i, j]]``, a value of row ``i`` is replaced.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> with_element(ragged([[3, 1], []]), 4, [2.5])
    ragged list: 4 rows, 3 numeric values
    1  [3, 1]
    2  []
    3  NULL
    4  [2.5]
    """
    names, n = names_of(x)[0], x.tensor.nrows().item()
    ids: list[Any] = list(range(n))
    key, rest = levels_of(key)
    if rest:
        return with_element(x, [key], _within_row(element(x, [key]), rest, value))
    if value is None:
        return _deleted(x, list_semantics.replace_element(ids, key, None, names))
    left = list_semantics.replace_element(ids, key, n, names)
    added = list_semantics.positions(key, n, names).appended
    # The new row is row n of the pool, the number that `left` has for it.
    pool = rows_end_to_end([x, one_row(value)])
    return _renamed(take_rows(pool, _places(left)), names, added)


def _within_row(row: Any, key: list[Any], value: Any) -> Any:
    """Return a row after ``row[[key]] <- value``."""
    if isinstance(row, RaggedList):
        return with_element(row, key, value)
    if isinstance(row, np.ndarray):
        way_out = "x[mask] = value replaces single ones"
        raise TypeError(broken_rule("x", "contain single values for x[[i, j]]", row.shape, way_out))
    changed = Vector.of(row_values(row), getattr(row, "labels", None))
    changed[key] = value
    return changed


def _deleted(x: RaggedList, left: list[Any]) -> RaggedList:
    """Return the rows that are left; those that only fill a gap have no name."""
    found = take_rows(x, _places(left))
    names = names_of(x)[0]
    if names is None:
        return found
    return with_row_names(found, tuple("" if i is None else names[i] for i in left))


def _places(ids: list[Any]) -> Array:
    return np.array([-1 if i is None else i for i in ids], dtype="int64")


def as_rows(x: RaggedList, value: Any) -> RaggedList:
    """Return a value as rows to put beside those of x; each value of a vector is a row."""
    if isinstance(value, Vector | np.ndarray) or operand(value) is not None:
        values = row_values(value)
        ones = np.ones(len(values), dtype="int64")
        return ragged_of([RowPartition.from_row_lengths(ones)], values)
    rows = as_ragged(value)
    # A list without values has any depth: [[], None] may be rows of rows.
    if rows.tensor.ragged_rank < x.tensor.ragged_rank and not rows.tensor.size:
        return _deeper(rows, x.tensor.ragged_rank)
    return rows


def _deeper(rows: RaggedList, rank: int) -> RaggedList:
    empty = [RowPartition.from_row_lengths(np.zeros(0, dtype="int64"))] * rank
    parts = [*rows.tensor.partitions, *empty][:rank]
    null = [*null_of(rows), *[None] * rank][:rank]
    names = [*names_of(rows)[:-1], *[None] * rank][: rank + 1]
    return ragged_of(parts, values_of(rows), null, names)


def one_row(value: Any) -> RaggedList:
    """Return a value as the only row of a ragged list, names of its values included."""
    if isinstance(value, RaggedList):
        outer = RowPartition.from_row_lengths([value.tensor.nrows().item()])
        parts = [outer, *value.tensor.partitions]
        return ragged_of(parts, values_of(value), [None, *null_of(value)], [None, *names_of(value)])
    made = ragged([value])
    if isinstance(value, Vector) and value.labels is not None:
        return ragged_of(made.tensor.partitions, values_of(made), (), [None, value.labels])
    return made


def _renamed(x: RaggedList, names: tuple[str, ...] | None, added: Any) -> RaggedList:
    """Give the rows the names that they had before, or that the key gave those that are new."""
    n = x.tensor.nrows().item()
    if names is None and not added:
        outer = None
    else:
        known = list(names or ())[:n] or [""] * (n - len(added))
        known += [""] * (n - len(added) - len(known)) + ["NA" if a is None else a for a in added]
        outer = tuple(known[:n])
    return with_row_names(x, outer)


def _values_replaced(x: RaggedList, mask: RaggedList, value: Any) -> RaggedList:
    if mask.kind != "logical":
        raise TypeError(broken_rule("index", "be rows, or a mask such as x > 2", mask.kind))
    kept = mask_places(x, mask) & ~values_of(mask).missing
    if isinstance(value, RaggedList):
        new = values_of(value)
    else:
        new = row_values(value)
    count = int(kept.sum())
    if len(new) not in (1, count):
        rule = f"be one value or one for each of the {count} that the mask has"
        raise ValueError(f"value must {rule}, got {len(new)}")
    return _put(x, np.flatnonzero(kept), new)


def _places_replaced(x: RaggedList, key: tuple[Any, ...], value: Any) -> RaggedList:
    """Replace the values that ``x[i, j]`` selects."""
    chosen = extract(over(x, Values(np.arange(len(values_of(x))), "integer")), key)
    at = values_of(chosen).array
    rows = segments(chosen)
    if isinstance(value, RaggedList):
        if not same_rows(chosen, value):
            way_out = "x[i, j] shows the rows that it takes the place of"
            got = value.tensor.row_lengths()
            raise ValueError(broken_rule("value", "have the rows of x[i, j]", got, way_out))
        return _put(x, at, values_of(value))
    new = row_values(value)
    if len(new) == len(chosen) != 1:
        new = new.take(np.repeat(np.arange(len(new)), rows.lengths))
    if len(new) not in (1, len(at)):
        rule = f"be one value, one for each of the {len(chosen)} rows or each of {len(at)} values"
        raise ValueError(broken_rule("value", rule, len(new)))
    return _put(x, at, new)


def _put(x: RaggedList, at: Array, new: Values) -> RaggedList:
    """Write values to flat positions; a single value is written to all of them."""
    count = len(values_of(x))
    # New values are appended and taken by position: `joined` decides their common kind, as in c().
    places = np.arange(count)
    places[at] = count + (0 if len(new) == 1 else np.arange(len(at)))
    return over(x, joined([values_of(x), new]).take(places))
