"""Values that were typed in place of others: a text as a value of a dtype, and how it is shown.

`js/src/core/typed.js` has the same rules for integers, float32, float64, bools and short texts;
other dtypes need Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import is_text
from raggedkit.errors import shown
from raggedkit.widgets._code import literals, texts_of

__all__ = ["FIELD", "Typed", "flat_of", "typed"]

FIELD = "flat_values"
_LONGEST = 200  # characters of an entry
_BLANKS = " \t\r\n"
_INTEGER = re.compile(r"[-+]?[0-9]{1,40}")
_FLOAT = re.compile(
    r"[-+]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?|nan|inf|infinity)", re.IGNORECASE
)
_BOOLS = {"true": True, "false": False, "1": True, "0": False}


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed value: the entry, its text in the views, its mark, and its literals."""

    entry: str
    text: str
    mark: str
    python: str | None
    r: str | None
    value: Array = field(compare=False, repr=False)  # one value of the dtype

    def json(self) -> dict[str, str | None]:
        """Return what the page gets."""
        return {name: getattr(self, name) for name in ("entry", "text", "mark", "python", "r")}


def typed(entry: str, i: int, flat: Array, dtype: str) -> Typed:
    """Return an entry as a value beside those of ``flat``.

    Parameters
    ----------
    entry
        The text. For texts it is the value, without quotes.
    i
        Position of the value, for the error.
    flat
        Values with the dtype.
    dtype
        Name of the dtype in errors.

    Raises
    ------
    ValueError
        If the dtype does not have such a value.
    """
    if flat.ndim > 1:
        shape = list(flat.shape[1:])
        raise ValueError(f"{FIELD} must be single values to be typed, got values of shape {shape}")
    if len(entry) > _LONGEST:
        raise ValueError(f"{FIELD}[{i}] must have at most {_LONGEST} characters, got {len(entry)}")
    if flat.dtype.kind == "O" and not all(isinstance(v, str) for v in flat.tolist()):
        raise ValueError(f"{FIELD} must have a dtype that a text can spell, got {dtype}")
    try:
        value = _value(entry, flat)
    except (ValueError, OverflowError):
        got = f"{FIELD}[{i}] = {shown(entry)}"
        raise ValueError(f"{FIELD} must represent values of dtype {dtype}, got {got}") from None
    (text,), marks = texts_of(value)
    if value.dtype.kind == "f":  # in full; a display of many rounds to a common precision
        text = repr(float(str(value[0])))
    python, r = ((found or (None,))[0] for found in literals(value))
    return Typed(entry, text, marks[0][1] if marks else "", python, r, value)


def _value(entry: str, flat: Array) -> Array:
    """Return a vector with the value of an entry."""
    dtype = flat.dtype
    if is_text(dtype) and dtype.kind != "S":
        # A wider dtype if the text needs one: `concatenate` then widens all.
        return np.array([entry], None if dtype.kind == "U" else dtype)
    word = entry.strip(_BLANKS)
    if dtype.kind == "b":
        if word.lower() not in _BOOLS:
            raise ValueError(word)
        return np.array([_BOOLS[word.lower()]])
    if dtype.kind in "iu":
        if not _INTEGER.fullmatch(word):
            raise ValueError(word)
        return np.array([int(word)], dtype)
    if dtype.kind == "f" and not _FLOAT.fullmatch(word):
        raise ValueError(word)
    with np.errstate(over="ignore"):
        return np.array([word]).astype("S" if dtype.kind == "S" else dtype)


def flat_of(source: Array, items: tuple[int, ...], typed: Mapping[int, Typed]) -> Array:
    """Return the values of items: those of the source, 0 for new ones (-1), and typed ones."""
    used = set(items) & set(typed)  # others are in the history; their texts may be wider
    zero = np.zeros((1, *source.shape[1:]), source.dtype)
    flat = np.concatenate([source, zero, *(typed[number].value for number in used)])
    at = {number: len(source) + 1 + k for k, number in enumerate(used)}
    return flat[[at.get(i, i if i >= 0 else len(source)) for i in items]]
