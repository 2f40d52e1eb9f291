"""Construction of ragged lists: from nested lists, dicts, arrays, ragged tensors, R vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import names_of, over, ragged_of, values_of
from raggedkit_r.vector.arguments import as_flag
from raggedkit_r.vector.convert import as_factor, joined
from raggedkit_r.vector.items import one_axis, values_from_array, values_from_items
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.names import NamedList, joined_names
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, row_values

__all__ = ["as_ragged", "ragged"]

_LISTS = (list, tuple, dict)
_VECTORS = (np.ndarray, Vector, bytes, range)


def ragged(
    *rows: Any,
    levels: Sequence[str] | None = None,
    ordered: bool = False,
    tz: str | None = None,
    units: str | None = None,
    **named: Any,
) -> RaggedList:
    """Return a ragged list of rows of values, as R's ``ragged(list(...))`` does.

    Parameters
    ----------
    *rows, **named
        The rows, some of them with names, or one list of them. A row is a list of values, an R
        vector, an array, a scalar (a row of one value), ``None`` (R's NULL, a missing
        row), or a list of such rows again. The keys of a dict are names. Inside a row ``None``
        and ``NA`` are both NA. Instead of a list there may be a RaggedTensor, or an array whose
        first axis are the rows.
    levels, ordered
        A factor's levels: makes the values a factor. Text that is no level is NA, as in R.
    tz
        The time zone in which times are shown; by default that of the first time.
    units
        The unit in which R counts durations, by default ``"secs"``.

    Returns
    -------
    RaggedList
        ``[nrows, (lengths)]``. An empty row stays one; without any value it is logical, as in R.

    Raises
    ------
    TypeError
        If R has no such value, or the values have no common kind.
    ValueError
        If ``levels``, ``tz`` or ``units`` are given for values that have none.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> ragged([[3, 1, 4, 1], [], [5, 9, None], None]).kind
    'integer'
    >>> ragged({"a": [1.5], "b": []}).names, ragged([3], b=[1]).names
    ((('a', 'b'), None), (('', 'b'), None))
    >>> ragged([["x"], [object]])
    Traceback (most recent call last):
        ...
    TypeError: values must be numbers, bools, text, dates or times, got <class 'object'> (value 1)
    """
    one = rows[0] if len(rows) == 1 and not named else None
    # ragged([1, 2]) has two rows and ragged(c(1, 2)) one: only a list is a list of rows.
    several = isinstance(one, (RaggedTensor, RaggedList, *_LISTS))
    several = several or (isinstance(one, np.ndarray) and one.ndim > 1)
    if named:
        rows = (NamedList([*rows, *named.values()], [*[""] * len(rows), *named]),)
        one, several = rows[0], True
    made = as_ragged(one if several else list(rows))
    values = values_of(made)
    if levels is not None:
        values = as_factor(values, levels, ordered=ordered)
    elif as_flag(ordered, "ordered"):
        raise ValueError("ordered must be False without levels, got True; give the levels in order")
    if tz is not None or units is not None:
        values = _with_attributes(values, tz, units)
    return made if values.array is made.tensor.flat_values else over(made, values)


def _with_attributes(values: Values, tz: str | None, units: str | None) -> Values:
    kind = "POSIXct" if tz is not None else "difftime"
    if values.kind != kind:
        name, got = ("tz", tz) if tz is not None else ("units", units)
        rule = f"be None unless the values are of kind {kind!r}, which they are not ({values.kind})"
        raise ValueError(broken_rule(name, rule, got))
    return Values(values.array.copy(), kind, tz=tz, units=units)


def as_ragged(x: Any) -> RaggedList:
    """Return nested lists, arrays or a ragged tensor as a ragged list; or a ragged list itself.

    Parameters
    ----------
    x
        As for `ragged`. A RaggedTensor's values keep their dtype.

    Returns
    -------
    RaggedList
        Without a copy of an array or a RaggedTensor.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from raggedkit_r.ragged.build import as_ragged
    >>> as_ragged(rk.ragged.constant([[3, 1], []])).tensor
    <RaggedTensor [[3, 1], []]>
    >>> as_ragged(3.5)
    Traceback (most recent call last):
        ...
    TypeError: x must be a list of rows, got 3.5; [x] is one row
    """
    if isinstance(x, RaggedList):
        return x
    if isinstance(x, RaggedTensor):
        return ragged_of(x.partitions, values_from_array(x.flat_values))
    if isinstance(x, np.ndarray) and x.ndim > 1:
        rows = RowPartition.from_uniform_row_length(x.shape[1], nrows=len(x), nvals=None)
        return ragged_of([rows], values_from_array(x.reshape(-1, *x.shape[2:])))
    if not isinstance(x, _LISTS):
        way_out = "[x] is one row"
        if isinstance(x, np.ndarray | Vector):
            way_out += ", as_list(x) has a row for each value"
        raise TypeError(f"x must be a list of rows, got {spelled(x)}; {way_out}")
    return _from_rows(x)


@dataclass
class _Axis:
    """The rows of one axis: their lengths, which are NULL, and their names."""

    lengths: Array
    null: Array
    names: tuple[str, ...] | None


def _from_rows(x: Any) -> RaggedList:
    # One pass per axis over the items of all rows. Recursion would make an object for each row.
    axes: list[_Axis] = []
    rows, names = _opened([x])
    while True:
        if RaggedList in set(map(type, rows)):
            rows = [_as_rows(one) if isinstance(one, RaggedList) else one for one in rows]
        deeper = any(_holds_rows(kind, rows) for kind in set(map(type, rows)))
        null = np.fromiter((row is None for row in rows), dtype=bool, count=len(rows))
        if not deeper:
            values, lengths, value_names = _values(rows)
            axes.append(_Axis(lengths, null, names))
            break
        _check_depth(rows)
        nested = [row if isinstance(row, _LISTS) else () if row is None else (row,) for row in rows]
        axes.append(_Axis(_counts(nested), null, names))
        rows, names = _opened(nested)
    return ragged_of(
        [RowPartition.from_row_lengths(axis.lengths) for axis in axes],
        values,
        [axis.null for axis in axes],
        [*(axis.names for axis in axes), value_names],
    )


def _as_rows(x: RaggedList) -> Any:
    """Return a ragged list inside a list as a list of its rows."""
    items, names = list(x), names_of(x)[0]
    return items if names is None else NamedList(items, names)


def _check_depth(rows: list[Any]) -> None:
    """Raise for rows of values beside rows of rows, which is ambiguous."""
    for i, one in enumerate(rows, start=1):
        items = list(one.values()) if isinstance(one, dict) else one
        if items is None or (isinstance(items, _LISTS) and not items):
            continue
        vector = isinstance(items, _VECTORS) and len(items) > 0
        if vector or (isinstance(items, _LISTS) and not any(map(_may_be_row, items))):
            rule, way_out = "contain rows, as the others do", "[[1, 2]] is a row with one row in it"
            raise TypeError(broken_rule(f"row {i}", rule, items, way_out))


def _may_be_row(item: Any) -> bool:
    return item is None or isinstance(item, (*_LISTS, *_VECTORS))


def _holds_rows(kind: type, rows: list[Any]) -> bool:
    """Whether a row of this type has rows itself."""
    if not issubclass(kind, _LISTS):
        return False
    # The set of types is collected in C; a test of each item would be a Python loop over values.
    inside = chain.from_iterable(
        row.values() if isinstance(row, dict) else row for row in rows if type(row) is kind
    )
    return any(issubclass(t, (*_LISTS, *_VECTORS)) for t in set(map(type, inside)))


def _opened(lists: list[Any]) -> tuple[list[Any], tuple[str, ...] | None]:
    """Return the items of all lists, end to end, and their names if a list or dict has some."""
    if not any(isinstance(one, dict | NamedList) for one in lists):
        return list(chain.from_iterable(lists)), None
    names: list[str] = []
    items: list[Any] = []
    for one in lists:
        if isinstance(one, NamedList) and len(one.labels) == len(one):
            names += one.labels
        else:
            names += map(str, one) if isinstance(one, dict) else [""] * len(one)
        items += one.values() if isinstance(one, dict) else one
    return items, tuple(names) if any(names) else None


def _counts(rows: Sequence[Any]) -> Array:
    return np.fromiter(map(len, rows), dtype="int64", count=len(rows))


def _values(rows: list[Any]) -> tuple[Values, Array, tuple[str, ...] | None]:
    """Return the values of rows without inner rows, end to end, and the number of each row."""
    types = set(map(type, rows))
    if not all(issubclass(t, (*_LISTS, type(None))) for t in types):
        # Arrays of one dtype need no conversion of items.
        if all(issubclass(t, np.ndarray) for t in types) and len({row.dtype for row in rows}) == 1:
            flat = [one_axis(row) for row in rows]
            return values_from_array(np.concatenate(flat)), _counts(flat), None
        if all(_is_list(t) or not issubclass(t, _VECTORS) for t in types):
            rows = [row if row is None or isinstance(row, _LISTS) else (row,) for row in rows]
        else:
            parts = [row_values(row) for row in rows]
            own = [(len(part), _labels(row)) for part, row in zip(parts, rows, strict=True)]
            return joined(parts), _counts(parts), joined_names([""] * len(own), own)
    full = [() if row is None else row for row in rows]
    items, names = _opened(full)
    return values_from_items(items), _counts(full), names


def _labels(row: Any) -> tuple[str, ...] | None:
    if isinstance(row, dict):
        return tuple(map(str, row))
    return getattr(row, "labels", None)


def _is_list(kind: type) -> bool:
    return issubclass(kind, _LISTS)
