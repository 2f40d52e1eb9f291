"""Text of single values in Python's notation; long texts are cut before formatting."""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from raggedkit._typing import Array, DType
from raggedkit.reprs.numbers import Digits, complex_texts, digits_of
from raggedkit.reprs.parts import Cell
from raggedkit.reprs.times import duration_texts, time_texts

__all__ = ["Writer", "columns", "shortened", "visible", "writer_of"]

Writer: TypeAlias = Callable[[Array, int], list[Cell]]  # values, room of a cell -> cells
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
# printable for Python, but invisible
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_CONTAINERS = (list, tuple, dict, set, frozenset)


def columns(text: str) -> int:
    """Return the width of a text in terminal columns; a wide character counts as two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def shortened(text: str, room: int) -> str:
    """Return the text, with ``...`` at its end if it is wider than ``room`` columns."""
    if columns(text) <= room:
        return text
    kept = text[: max(room - 3, 0)]
    while columns(kept) > room - 3 and kept:
        kept = kept[:-1]
    return kept + "..."[: max(room, 0)]


def visible(text: str) -> str:
    r"""Return the text with a ``\u202e`` or the like for each invisible character.

    Such characters can turn the text around them, hide in it, or drive a terminal.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() and c not in _BLANK else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def writer_of(values: Array, precision: int | None) -> Writer:
    """Return the function that writes values of a display, in the format that fits ``values``.

    ``values`` is a host vector of what the display shows. The function takes such a vector and the
    room of a cell, and returns cells of about that many columns at most.
    """
    formatter = _formatter(values.dtype)
    if formatter is not None:
        return partial(_formatted, formatter)
    kind = values.dtype.kind
    if kind == "f":
        return partial(_floats, digits_of(values, precision))
    if kind == "c":
        return partial(_complex, precision)
    return _WRITERS.get(kind, _plain)


def _formatter(dtype: DType) -> Callable[[Any], str] | None:
    """Return the function for this dtype in NumPy's print option ``formatter``, if there is one."""
    given: dict[str, Any] = {**(np.get_printoptions()["formatter"] or {})}
    names = _FORMATTERS.get(dtype.kind, ())
    if dtype.char in "gG":
        names = (f"long{names[0]}", *names[1:])
    return next((given[name] for name in names if given.get(name) is not None), None)


def _formatted(write: Callable[[Any], str], values: Array, room: int) -> list[Cell]:
    return [_cell(str(write(v)), room) for v in values]


def _plain(values: Array, room: int) -> list[Cell]:
    return [_cell(" ".join(str(v).split()), room) for v in values]


def _fields(values: Array, room: int) -> list[Cell]:
    # A field takes at least three columns, "0, ": fields beyond the room are not formatted.
    names = list(values.dtype.names or ())[: room // 3 + 2]
    return _plain(values[names] if names else values, room)


def _python(values: Array, room: int) -> list[Cell]:
    return [Cell(str(v)) for v in values.tolist()]


def _times(values: Array, room: int) -> list[Cell]:
    texts = (time_texts if values.dtype.kind == "M" else duration_texts)(values)
    return [Cell(text, "nan" if text == "NaT" else "") for text in texts]


def _floats(digits: Digits, values: Array, room: int) -> list[Cell]:
    texts = [visible(digits.text(v)) for v in values]
    return [Cell(*pair) for pair in zip(texts, _marks(values), strict=True)]


def _complex(precision: int | None, values: Array, room: int) -> list[Cell]:
    texts = map(visible, complex_texts(values, precision))
    return [Cell(*pair) for pair in zip(texts, _marks(values), strict=True)]


def _marks(values: Array) -> list[str]:
    marks = np.where(np.isnan(values), "nan", np.where(np.isinf(values), "inf", ""))
    return [str(mark) for mark in marks]


def _words(values: Array, room: int) -> list[Cell]:
    return [_object(v, room) for v in values.tolist()]


def _object(value: object, room: int) -> Cell:
    if isinstance(value, str | bytes) and type(value) in (str, bytes):
        return _quoted(value, room)
    if isinstance(value, float | complex) and type(value) in (float, complex):
        return Cell(repr(value), _marks(np.array([value]))[0])
    return _cell(_brief(value, room), room)


def _quoted(value: str | bytes, room: int) -> Cell:
    """Return the literal, or that of its beginning with ``...`` after the quotes."""
    text = repr(value) if len(value) <= room else ""
    if text and columns(text) <= room:
        return Cell(text)
    keep = max(room - 6, 1)
    text = repr(value[:keep])
    while columns(text) > room - 3 and keep > 1:
        keep = max(min(keep * (room - 3) // columns(text), keep - 1), 1)
        text = repr(value[:keep])
    return Cell(text + "...", cut=True)


def _brief(value: object, room: int) -> str:
    """Return the repr of any object on one line, without its address; never fails."""
    try:
        text = _short_repr(room)(value) if isinstance(value, _CONTAINERS) else repr(value)
    except Exception:  # an object whose repr raises must not hide the others
        text = f"<{type(value).__name__} without a repr>"
    return _ADDRESS.sub("", " ".join(text.split()))


def _short_repr(room: int) -> Callable[[object], str]:
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxdict = short.maxset = short.maxfrozenset = room
    short.maxstring = short.maxother = short.maxlong = short.maxlevel = room
    return short.repr


def _cell(text: str, room: int) -> Cell:
    short = shortened(visible(text), room)
    return Cell(short, cut=short.endswith("...") and short != text)


_WRITERS: dict[str, Writer] = {
    **dict.fromkeys("biu", _python),
    **dict.fromkeys("mM", _times),
    **dict.fromkeys("USTO", _words),
    "V": _fields,
}
# Names of NumPy's print option ``formatter``, the ones that take precedence first.
_FORMATTERS: dict[str, tuple[str, ...]] = {
    "b": ("bool", "all"),
    **dict.fromkeys("iu", ("int", "int_kind", "all")),
    "f": ("float", "float_kind", "all"),
    "c": ("complexfloat", "complex_kind", "all"),
    "m": ("timedelta", "all"),
    "M": ("datetime", "all"),
    **dict.fromkeys("UST", ("numpystr", "str_kind", "all")),
    "O": ("object", "all"),
    "V": ("void", "all"),
}
