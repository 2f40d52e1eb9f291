"""Text of single values in Python's notation; long ones are cut before formatting."""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.reprs.parts import Cell

__all__ = ["cells", "columns", "shortened", "visible"]

_DIGITS = 6  # significant digits of a float in a table, as in pandas
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


def cells(values: Array, room: int, *, exact: bool) -> list[Cell]:
    """Return the values of a host vector as cells of about ``room`` columns at most.

    With ``exact`` floats have all digits, else 6 significant ones.
    """
    write = _WRITERS.get(values.dtype.kind, _plain)
    return write(values, room, exact)


def _plain(values: Array, room: int, exact: bool) -> list[Cell]:
    return [_cell(" ".join(str(v).split()), room) for v in values]


def _fields(values: Array, room: int, exact: bool) -> list[Cell]:
    # A field takes at least three columns, "0, ": fields beyond the room are not formatted.
    names = list(values.dtype.names or ())[: room // 3 + 2]
    return _plain(values[names] if names else values, room, exact)


def _python(values: Array, room: int, exact: bool) -> list[Cell]:
    return [Cell(str(v)) for v in values.tolist()]


def _times(values: Array, room: int, exact: bool) -> list[Cell]:
    # NumPy cannot format dates without a unit.
    generic = np.datetime_data(values.dtype)[0] == "generic"
    write: Any = (lambda v: str(v.view("i8"))) if generic else str
    return [Cell("NaT", "nan") if np.isnat(v) else Cell(write(v)) for v in values]


def _inexact(values: Array, room: int, exact: bool) -> list[Cell]:
    # str() of a NumPy scalar is the shortest text that distinguishes it from its neighbours.
    texts = [str(v) for v in values]
    marks = np.where(np.isnan(values), "nan", np.where(np.isinf(values), "inf", "")).tolist()
    shown = texts
    if not exact and isinstance(values.dtype.type(0).item(), complex | float):  # no long double
        shown = [_fewer_digits(t, v) for t, v in zip(texts, values.tolist(), strict=True)]
    together = zip(shown, marks, texts, strict=True)
    return [Cell(short, mark, cut=short != text) for short, mark, text in together]


def _fewer_digits(text: str, value: complex) -> str:
    if len(text) <= _DIGITS + 2:
        return text
    short = format(value, f".{_DIGITS}g")
    if isinstance(value, complex):
        short = f"({short})"
    return short if len(short) < len(text) else text


def _words(values: Array, room: int, exact: bool) -> list[Cell]:
    return [_object(v, room) for v in values.tolist()]


def _object(value: object, room: int) -> Cell:
    if isinstance(value, str | bytes) and type(value) in (str, bytes):
        return _quoted(value, room)
    if isinstance(value, float | complex) and type(value) in (float, complex):
        return _inexact(np.array([value]), room, True)[0]
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


_Writer = Callable[[Array, int, bool], list[Cell]]
_WRITERS: dict[str, _Writer] = {
    **dict.fromkeys("biu", _python),
    **dict.fromkeys("fc", _inexact),
    **dict.fromkeys("mM", _times),
    **dict.fromkeys("USTO", _words),
    "V": _fields,
}
