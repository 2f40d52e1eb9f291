"""R's warnings, and the text of values in messages."""

from __future__ import annotations

import functools
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from raggedkit.errors import shown
from raggedkit_r.vector.na import NAType

__all__ = ["spelled", "warn_user"]

# A warning points at the first caller outside of these; NumPy and functools wrap our functions.
_INSIDE = (str(Path(__file__).parents[1]), str(Path(np.__file__).parent), functools.__file__)


def warn_user(message: str) -> None:
    """Warn in R's words; the warning points at the line that called this package.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_user("NAs introduced by coercion")
    >>> caught[0].message
    UserWarning('NAs introduced by coercion')
    """
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_INSIDE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, UserWarning, stacklevel=level)


def spelled(value: Any) -> str:
    """Return the value as one line of Python code, for a message.

    Examples
    --------
    >>> from raggedkit_r import NA, c
    >>> spelled(c(1, NA)), spelled([2.5, c("a", "b")])
    ('c(1, NA)', "[2.5, c('a', 'b')]")
    """
    return shown(_Spelled(value))


class _Spelled:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        value = self.value
        if type(value) is list:
            return f"[{', '.join(repr(_Spelled(item)) for item in value[:30])}]"
        values = getattr(value, "values_as_typed", None)
        if values is None:
            return str(value) if isinstance(value, NAType) else repr(value)
        items = ", ".join(repr(_Spelled(item)) for item in values[:30])
        return items if len(values) == 1 else f"c({items})"
