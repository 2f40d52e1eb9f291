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
    if isinstance(value, list | tuple | str | bytes) and len(value) > width:
        value = value[:width]  # the rest would be cut anyway: the repr of a long list takes seconds
    text = re.sub(r"\s*\n\s*", " ", repr(value))
    return text if len(text) <= width else text[: width - 3] + "..."


def broken_rule(argument: str, rule: str, value: Any, way_out: str = "") -> str:
    """Return ``<argument> must <rule>, got <value>; <way out>``."""
    message = f"{argument} must {rule}, got {shown(value)}"
    return f"{message}; {way_out}" if way_out else message
