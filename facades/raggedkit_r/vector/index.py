"""R's indexing rules: ``[``, ``[[``, ``[<-`` and ``[[<-``, on Python lists and positions.

A key is the index in the brackets: a number, a flag, a text, ``NA``, a vector or an array of them,
a slice (R's ``from:to``, both ends included), or ``None`` for none. Positions count from 1,
negative ones drop, a shorter mask is recycled, and a position past the end gives ``None``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from raggedkit.errors import RaggedIndexError
from raggedkit.typing import Array
from raggedkit_r.vector.kinds import INTEGER_MAX, kind_of_scalar
from raggedkit_r.vector.messages import spelled, warn_user
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.values import Values

__all__ = [
    "Index",
    "Positions",
    "as_index",
    "element",
    "extract",
    "positions",
    "replace",
    "replace_element",
    "replaced_places",
]


@dataclass(frozen=True, eq=False)
class Index:
    """A parsed key: numbers and flags as doubles with NaN for ``NA``, names as text."""

    kind: str  # logical, integer, numeric or character
    numbers: Array  # float64[n], empty for names
    texts: tuple[str | None, ...] = ()  # None for NA
    key: Any = None  # as it was given, for messages

    def __len__(self) -> int:
        return len(self.texts) if self.kind == "character" else len(self.numbers)


@dataclass(frozen=True, eq=False)
class Positions:
    """Which elements a key names in a list.

    Positions count from 0; -1 is ``NA``; `length` and later are past the end.
    """

    at: Array  # int64[n]
    stretched: int  # the length the list must have for all of them to exist
    appended: tuple[str | None, ...] = ()  # the names of the elements that a text would add


def as_index(key: Any, length: int) -> Index:
    """Return a key as numbers, flags or names; TypeError if it is none of them.

    Examples
    --------
    >>> as_index(slice(2, 3), 5).numbers, as_index("a", 5).texts
    (array([2., 3.]), ('a',))
    >>> as_index([1, 3], 5)
    Traceback (most recent call last):
        ...
    TypeError: index must be numbers, flags or names, got [1, 3]; x[c(1, 3)] takes several, ...
    """
    if isinstance(key, slice):
        return Index("numeric", _sequence(key, length), key=key)
    if key is Ellipsis:
        return Index("numeric", np.arange(1.0, length + 1), key=key)
    if key is None:
        return Index("numeric", np.empty(0), key=key)
    content = getattr(key, "content", None)
    if isinstance(content, Values) and content.kind in ("logical", "integer", "numeric"):
        found = np.where(content.missing, math.nan, content.array.astype(np.float64))
        return Index(content.kind, found, key=key)
    values: Any = getattr(key, "values_as_typed", key)
    if isinstance(key, np.ndarray | np.generic | range):
        values = np.asarray(key)
        if values.ndim <= 1 and values.dtype.kind in "biuf":
            kind: Any = {"b": "logical", "f": "numeric"}.get(values.dtype.kind, "integer")
            return Index(kind, values.reshape(-1).astype(np.float64), key=key)
        values = tuple(values.reshape(-1).tolist()) if values.ndim <= 1 else key
    elif values is key:
        values = (key,)
    kinds = {kind_of_scalar(value) for value in values} if isinstance(values, tuple) else {None}
    kinds = {getattr(key, "kind", kind) for kind in kinds} or {getattr(key, "kind", "logical")}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind == "character":
        texts = tuple(None if isinstance(value, NAType) else str(value) for value in values)
        return Index("character", np.empty(0), texts, key)
    if kind not in ("logical", "integer", "numeric"):
        way_out = "x[c(1, 3)] takes several, x[[1]] is the element itself"
        raise TypeError(_broken("be numbers, flags or names", key, way_out))
    numbers = [math.nan if isinstance(value, NAType) else float(value) for value in values]
    return Index(kind, np.array(numbers, np.float64), key=key)


def positions(key: Any, length: int, names: Sequence[str | None] | None = None) -> Positions:
    """Return which elements of a list a key names; ValueError if it both takes and drops some.

    Examples
    --------
    >>> positions(slice(2, 3), 5).at, positions(-1, 3).at, positions(7, 3).stretched
    (array([1, 2]), array([1, 2]), 7)
    >>> positions(np.array([1, -1]), 3)
    Traceback (most recent call last):
        ...
    ValueError: index must not mix negative and positive numbers, got array([ 1, -1]); ...
    """
    index = as_index(key, length)
    if index.kind == "character":
        return _named(index, length, names)
    if index.kind == "logical":
        return _flagged(index, length)
    numbers = np.trunc(index.numbers)
    numbers = np.where(np.isfinite(numbers), numbers, np.nan)  # R takes Inf for NA here
    if (numbers < 0).any():
        if not (numbers <= 0).all():
            way_out = "negative numbers drop elements, and all numbers must be negative then"
            raise ValueError(_broken("not mix negative and positive numbers", index.key, way_out))
        keep = np.ones(length, np.bool_)
        dropped = -numbers[(numbers < 0) & (numbers >= -length)]
        keep[dropped.astype(np.int64) - 1] = False
        return Positions(np.flatnonzero(keep), length)
    numbers = numbers[numbers != 0]
    at = np.where(np.isnan(numbers), 0, numbers).astype(np.int64) - 1
    return Positions(at, max(length, int(at.max(initial=-1)) + 1))


def extract(items: Sequence[Any], key: Any, names: Sequence[str | None] | None = None) -> list[Any]:
    """Return ``items[key]``, a list; ``None`` for ``NA`` and past the end.

    Examples
    --------
    >>> extract([1, 2, 3], -1), extract([1, 2, 3], 5), extract([1, 2, 3], slice(3, 2))
    ([2, 3], [None], [3, 2])
    """
    at = positions(key, len(items), names).at.tolist()
    return [items[i] if 0 <= i < len(items) else None for i in at]


def element(items: Sequence[Any], key: Any, names: Sequence[str | None] | None = None) -> Any:
    """Return ``items[[key]]``, one element; ``None`` for ``NA`` and an unknown name.

    Raises
    ------
    RaggedIndexError
        There is no such position.

    Examples
    --------
    >>> element([1, 2, 3], 2)
    2
    >>> element([1, 2, 3], 5)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be from 1 to 3, got 5; x[5] may be past the end
    """
    index = _single(key, len(items))
    if index.kind == "character":
        at = int(positions(key, len(items), names).at[0])
        return items[at] if at < len(items) else None
    if np.isnan(index.numbers[0]) or (index.numbers[0] == np.inf):
        return None
    at = _one_position(index, len(items))
    if at >= len(items):
        there = f"be from 1 to {len(items)}" if items else "name an element, the list has none"
        raise RaggedIndexError(_broken(there, index.key, f"x[{spelled(key)}] may be past the end"))
    return items[at]


def replace(
    items: Sequence[Any],
    key: Any,
    value: Sequence[Any] | None,
    names: Sequence[str | None] | None = None,
) -> list[Any]:
    """Return the list after ``items[key] <- value``; ``None`` deletes.

    The values are recycled if there are more positions than values. Positions past the end make the
    list longer, with ``None`` where nothing was assigned.

    Raises
    ------
    ValueError
        There are positions but no values; several values and an ``NA`` among the positions.

    Examples
    --------
    >>> replace([1, 2, 3], slice(1, 2), [9]), replace([1, 2], 4, [7]), replace([1, 2, 3], -1, None)
    ([9, 9, 3], [1, 2, None, 7], [1])
    >>> replace([1, 2, 3], 1, [])
    Traceback (most recent call last):
        ...
    ValueError: value must not be empty for 1 element, got []; x[i] = NULL deletes, ...
    """
    if value is not None and not value and not items:
        return []  # R ignores the key if both sides are empty
    found = positions(key, len(items), names)
    at = found.at.tolist()
    _check_stretch(found.stretched, key)
    result = [*items, *[None] * (found.stretched - len(items))]
    if value is None:
        deleted = set(at)
        return [item for i, item in enumerate(result) if i not in deleted]
    if not at:
        return result
    if not value:
        elements = "1 element" if len(at) == 1 else f"{len(at)} elements"
        way_out = "x[i] = NULL deletes, x[i] = NA makes the elements unknown"
        raise ValueError(f"value must not be empty for {elements}, got {spelled(value)}; {way_out}")
    _check_fit(found.at, len(value), key)
    for k, i in enumerate(at):
        if i >= 0:
            result[i] = value[k % len(value)]
    return result


def replaced_places(length: int, found: Positions, count: int, key: Any) -> Array:
    """Return the source position of each value after ``x[key] <- value``, as one array.

    Positions count from 0: the old values first, then the ``count`` new ones; -1 where nothing
    was assigned.

    Examples
    --------
    >>> replaced_places(3, positions(slice(2, 5), 3), 2, slice(2, 5))
    array([0, 3, 4, 3, 4])
    """
    _check_stretch(found.stretched, key)
    _check_fit(found.at, count, key)
    places = np.arange(found.stretched)
    places[length:] = -1
    here = found.at >= 0
    places[found.at[here]] = (length + np.arange(len(found.at)) % max(count, 1))[here]
    return places


def _check_fit(at: Array, count: int, key: Any) -> None:
    """Refuse several values for an NA; warn as R does if recycling leaves a remainder."""
    if count > 1 and (at == -1).any():
        way_out = "where an index is NA there can be only one value"
        raise ValueError(_broken(f"contain no NA to take {count} values", key, way_out))
    if len(at) % max(count, 1):
        message = "number of items to replace is not a multiple of replacement length"
        warn_user(message)


def replace_element(
    items: Sequence[Any], key: Any, value: Any, names: Sequence[str | None] | None = None
) -> list[Any]:
    """Return the list after ``items[[key]] <- value``; ``None`` deletes.

    Examples
    --------
    >>> replace_element([1, 2], 1, 9), replace_element([1, 2], 4, 9)
    ([9, 2], [1, 2, None, 9])
    >>> replace_element([1, 2], 1, None)
    [2]
    >>> replace_element([1, 2, 3], -1, 9)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be one position, at least 1, got -1; ...
    """
    index = _single(key, len(items))
    if index.kind == "character":
        at = int(positions(key, len(items), names).at[0])
    elif not math.isfinite(index.numbers[0]):
        # R looks for such a double among the positions, finds none, and has nothing to delete.
        if value is None and index.kind == "numeric" and index.numbers[0] != -math.inf:
            return list(items)
        raise RaggedIndexError(
            _broken("be one position, at least 1", index.key, "x[[1]] is the first")
        )
    else:
        at = _one_position(index, len(items))
    if value is None:
        return [item for i, item in enumerate(items) if i != at]
    _check_stretch(at + 1, key)
    result = [*items, *[None] * (at + 1 - len(items))]
    result[at] = value
    return result


def _flagged(index: Index, length: int) -> Positions:
    flags = index.numbers
    total = max(length, len(flags)) if len(flags) else 0
    flags = np.resize(flags, total)  # recycled
    chosen = np.flatnonzero(flags != 0)
    at = np.where(np.isnan(flags[chosen]), -1, chosen)
    return Positions(at.astype(np.int64), max(length, total))


def _named(index: Index, length: int, names: Sequence[str | None] | None) -> Positions:
    known: dict[str, int] = {}
    for i, name in enumerate(names or ()):
        if name:
            known.setdefault(name, i)
    appended: list[str | None] = []
    at = []
    for text in index.texts:
        position = known.get(text, length + len(appended)) if text else length + len(appended)
        if position == length + len(appended):
            appended.append(text)
        if text:
            known[text] = position
        at.append(position)
    return Positions(np.array(at, np.int64), length + len(appended), tuple(appended))


def _sequence(key: slice, length: int) -> Array:
    """Return R's ``start:stop`` or ``seq(start, stop, step)``; an open end is the list's."""
    start, stop, step = (_bound(bound, key) for bound in (key.start, key.stop, key.step))
    if start is not None and stop is not None:
        step = (1.0 if start <= stop else -1.0) if step is None else step
        way_out = "x[1:5:2] counts up, x[5:1:-2] down"
        if step == 0 or (stop - start) * step < 0:
            raise ValueError(_broken("have a step towards its end", key, way_out))
    else:
        step = 1.0 if step is None else step
        if step == 0:
            raise ValueError(_broken("have a step towards its end", key, "x[1:5:2] counts up"))
        # Unlike R's 2:length(x), a slice with an open end is empty where nothing is left.
        start = (1.0 if step > 0 else float(length)) if start is None else start
        stop = (float(length) if step > 0 else 1.0) if stop is None else stop
    if max(abs(start), abs(stop)) > 2.0**53:
        raise ValueError(_broken("have ends below 2**53", key, "x[2:3] takes two"))
    count = math.floor((stop - start) / step + 1e-10) + 1
    return start + step * np.arange(max(0, count))


def _bound(bound: Any, key: slice) -> float | None:
    if bound is None:
        return None
    values = getattr(bound, "values_as_typed", None)
    if values is not None and len(values) == 1:
        (bound,) = values
    if isinstance(bound, np.generic):
        bound = bound.item()
    if not isinstance(bound, bool | int | float) or not math.isfinite(bound):
        way_out = "x[2:3] takes the second and the third"
        raise TypeError(_broken("have numbers for ends", key, way_out))
    return float(bound)


def _single(key: Any, length: int) -> Index:
    index = as_index(key, length)
    if len(index) == 0:
        raise RaggedIndexError(_broken("be one position", key, "x[[1]] is the first element"))
    if len(index) > 1:
        way_out = "x[c(1, 3)] takes several elements"
        raise RaggedIndexError(_broken("be one position", key, way_out))
    return index


def _one_position(index: Index, length: int) -> int:
    number = math.trunc(index.numbers[0]) if math.isfinite(index.numbers[0]) else -length - 1
    if number > 0:
        return number - 1
    if number < 0 and length == 2 and number >= -2:
        return 2 + number  # of two elements, dropping one leaves one
    way_out = "x[-1] drops the first" if number < 0 else "x[[1]] is the first"
    raise RaggedIndexError(_broken("be one position, at least 1", index.key, way_out))


def _check_stretch(length: int, key: Any) -> None:
    if length > INTEGER_MAX:
        raise RaggedIndexError(_broken("be a position that a list can have", key))


def _broken(rule: str, key: Any, way_out: str = "") -> str:
    if isinstance(key, slice):
        ends = (key.start, key.stop) if key.step is None else (key.start, key.stop, key.step)
        got = ":".join("" if end is None else spelled(end) for end in ends)
    else:
        got = "nothing" if key is None else spelled(key)
    return f"index must {rule}, got {got}" + (f"; {way_out}" if way_out else "")
