"""Error classes, and the wording of messages: argument, rule, value, suggested fix."""

from __future__ import annotations

import re
from typing import Any

__all__ = [
    "VALUES",
    "MissingValueError",
    "RaggedIndexError",
    "UnknownNameError",
    "broken_rule",
    "shown",
]

VALUES = "numbers, text, bytes or times"  # kinds of values of a tensor
DOORS = {  # the arguments of readers that allow missing values and missing rows
    "values": "fill_missing=value replaces them, return_mask=True returns where they are",
    "rows": "missing_rows='empty' makes them empty",
}


_Found = tuple[int, int, list[int], str, str]  # count, total, place, fill, kind


class RaggedIndexError(IndexError, ValueError):
    """An axis, row or column that a ragged tensor does not have.

    It is an `IndexError` (loops over positions stop at it) and a `ValueError` (as TensorFlow
    raises for the same mistakes).

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.constant([[1, 2], [3]])[5]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: row must be from -2 to 1, got 5
    """


class MissingValueError(ValueError):
    """An array has missing values: pandas' NA, a null, a masked item, None.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.array([[1, None], [3]])
    Traceback (most recent call last):
        ...
    raggedkit.errors.MissingValueError: obj must have no missing values, got 1 of 3, the first at \
obj[0][1]; fill_missing=value replaces them, return_mask=True returns where they are
    """

    def __init__(self, message: str, found: _Found | None = None) -> None:
        super().__init__(message, found)
        self._found = found
        self.door: tuple[str, int, str] | None = None  # of a reader: kind, indices, name

    @classmethod
    def of(
        cls,
        count: int,
        total: int,
        place: list[int],
        fill: str = "",
        name: str = "",
        kind: str = "values",
    ) -> MissingValueError:
        """Return the error for ``count`` of ``total`` values; ``fill`` is a method to replace them.

        ``name`` is the argument, ``place`` the indices of its first missing value. ``kind`` is
        ``"values"`` or ``"rows"``.
        """
        at = name + "".join(f"[{i}]" for i in place)
        got = f"got {count} of {total}, the first at {at}" if place else "got one"
        if kind == "rows":
            way_out = "replace (an empty row is []) or drop them first"
        else:
            how = f" (.{fill}(...))" if fill else ""
            way_out = f"replace{how} or drop them first; NaN in floats and NaT in times are values"
        message = f"{name or 'an array'} must have no missing {kind}, {got}; {way_out}"
        return cls(message, (count, total, place, fill, kind))

    @classmethod
    def at_door(
        cls, kind: str, count: int, total: int, place: list[Any], name: str
    ) -> MissingValueError:
        """Return the error of a reader, which has arguments that allow missing values or rows."""
        at = name + "".join(f"[{i!r}]" for i in place)
        got = f"got {count} of {total}, the first at {at}"
        message = f"{name} must have no missing {kind}, {got}; {DOORS[kind]}"
        error = cls(message, (count, total, place, "", kind))
        error.door = kind, len(place), name
        return error

    def inside(self, i: int) -> MissingValueError:
        """Return the same error for a list that has the array as item ``i``."""
        count, total, place, fill, kind = self._found or (1, 1, [], "", "values")
        return self.of(count, total, [i, *place], fill, kind=kind)

    def named(self, name: str) -> MissingValueError:
        """Return the same error for an argument of that name."""
        if not self._found or not name:
            return self
        count, total, place, fill, kind = self._found
        return self.of(count, total, place, fill, name, kind)

    def allowed_by(self, name: str) -> MissingValueError:
        """Return the same error for a reader, whose message names the arguments that allow it."""
        if not self._found:
            return self
        count, total, place, _, kind = self._found
        return self.at_door(kind, count, total, list(place), name)

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownNameError(KeyError):
    """A table has no column, or no row label, of this name.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"lat": [[1.5, 2.5], []]}, rows={"user": ["ann", "bob"]})
    >>> t["user"]
    Traceback (most recent call last):
        ...
    raggedkit.errors.UnknownNameError: name must be the name of a column, got 'user'; it is a row \
label: t.rows['user']
    """

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError shows the repr


def shown(value: Any, width: int = 60) -> str:
    """Return ``repr(value)`` on one line, cut to ``width`` characters."""
    try:
        text = _beginning(value, width) if isinstance(value, list | tuple) else _whole(value, width)
    except RecursionError:  # from the repr of an object inside the list
        text = f"<{type(value).__name__}>"
    text = re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= width else text[: width - 3] + "..."


def _whole(value: Any, width: int) -> str:
    if isinstance(value, str | bytes) and len(value) > width:
        value = value[:width]  # a repr of megabytes would take long, and is cut anyway
    return repr(value)


def _beginning(items: Any, width: int) -> str:
    """Return the beginning of the repr of a list, just over ``width`` characters.

    The whole repr takes seconds for many items. It takes exponential time if each list contains
    the next one twice.
    """
    if type(items) not in (list, tuple):
        return repr(items)
    begin, end = "[]" if isinstance(items, list) else "()"
    text = begin
    for i, item in enumerate(items):
        text += ", " if i else ""
        if len(text) > width:
            return text
        nested = isinstance(item, list | tuple)
        room = width - len(text)
        text += _beginning(item, room) if nested else _whole(item, width)
    return text + (",)" if end == ")" and len(items) == 1 else end)


def broken_rule(argument: str, rule: str, value: Any, way_out: str = "") -> str:
    """Return ``<argument> must <rule>, got <value>; <way out>``."""
    message = f"{argument} must {rule}, got {shown(value)}"
    return f"{message}; {way_out}" if way_out else message
