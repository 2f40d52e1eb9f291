"""Values as texts of displays, and as literals of Python and R in the code that makes a state."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit._options import get_options
from raggedkit._typing import Array
from raggedkit._xp import is_text
from raggedkit.reprs import tree
from raggedkit.reprs.line import fitted
from raggedkit.tensor import RaggedTensor

__all__ = ["constructor", "literals", "texts_of"]

_ROOM = 40  # characters of a value
_LONGEST = 60  # characters of one literal
_SMALL = 2**31  # R's integers


def texts_of(flat: Array) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """Return the texts of values as displays write them, and which are nan or inf."""
    row = RaggedTensor.from_row_lengths(flat, [flat.shape[0]])
    nodes = tree.items_at(row, 0, np.arange(flat.shape[0]), get_options(), _ROOM)
    marks = tuple((i, node.mark) for i, node in enumerate(nodes) if node.mark)
    return tuple(fitted(node, _ROOM) for node in nodes), marks


def literals(values: Array) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Return the values of a vector in Python and in R; None if they have no short literals.

    Examples
    --------
    >>> import numpy as np
    >>> literals(np.array([1.5, np.nan]))
    (('1.5', "float('nan')"), ('1.5', 'NaN'))
    """
    return _written(values, _python), _written(values, _r)


def _written(values: Array, write: Callable[[Any], str | None]) -> tuple[str, ...] | None:
    kind = "T" if is_text(values.dtype) else values.dtype.kind
    if values.ndim > 1 or kind not in "biufcTM":
        return None
    if kind == "M":
        texts = [repr(str(v)) if write is _python else None for v in values]
    else:
        texts = [write(v) for v in values.tolist()]
    found = [text for text in texts if text is not None and len(text) <= _LONGEST]
    return tuple(found) if len(found) == len(texts) else None


def _python(value: Any) -> str | None:
    if isinstance(value, complex):
        return repr(value) if math.isfinite(abs(value)) else None
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value!r}')"
    return repr(value)


def _r(value: Any) -> str | None:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return f"{value}L" if abs(value) < _SMALL else str(value)
    if isinstance(value, float):
        return (
            repr(value)
            if math.isfinite(value)
            else {"n": "NaN", "i": "Inf"}.get(repr(value)[0], "-Inf")
        )
    return _r_text(value) if isinstance(value, str) else None


def _r_text(value: str) -> str | None:
    """Return R's literal; R has no NUL, and backslashes are escaped as in Python."""
    if not value.isprintable():
        return None
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def constructor(values: Array) -> str:
    """Return the dtype that a list of the literals needs, empty if NumPy finds it by itself."""
    if is_text(values.dtype) and values.dtype.kind != "S":
        return ""
    return (
        "" if str(values.dtype) in ("int64", "float64", "bool", "complex128") else str(values.dtype)
    )
