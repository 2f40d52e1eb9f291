"""The error classes, and how a message is worded: argument, rule, value, way out."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["RaggedIndexError", "broken_rule", "shown"]


class RaggedIndexError(IndexError, ValueError):
    """There is no such axis, row or column in a ragged tensor.

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


def shown(value: Any, width: int = 60) -> str:
    """Return ``repr(value)`` on one line, cut to ``width`` characters."""
    try:
        text = _beginning(value, width) if isinstance(value, list | tuple) else _whole(value, width)
    except RecursionError:  # deep in an object that is no list
        text = f"<{type(value).__name__}>"
    text = re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= width else text[: width - 3] + "..."


def _whole(value: Any, width: int) -> str:
    if isinstance(value, str | bytes) and len(value) > width:
        value = value[:width]  # the rest is cut anyway
    return repr(value)


def _beginning(items: Any, width: int) -> str:
    """Return the repr of a list, ended early once it is too wide.

    The whole of it takes seconds where there are many items, and forever where each list holds
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
