"""Values as R writes them, each on its own: in the rows of a ragged list, in a vector."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from raggedkit._typing import Array
from raggedkit_r.border.times import UNITS
from raggedkit_r.vector.coercion import real_text
from raggedkit_r.vector.printing import rounded
from raggedkit_r.vector.values import Values, complex_text

__all__ = ["encoded", "time_texts", "units_of", "value_texts"]

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def value_texts(values: Values, *, digits: int = 7, whole: bool = False) -> list[str]:
    """Return a text for each of ``[n]`` values: ``NA``, quoted text, ``digits`` digits of doubles.

    ``whole`` gives doubles and complex numbers all the 15 digits that R writes.

    Examples
    --------
    >>> from raggedkit_r.vector.items import values_from_items
    >>> value_texts(values_from_items([1.5, None, 2e20])), value_texts(values_from_items(["a"]))
    (['1.5', 'NA', '2e+20'], ['"a"'])
    """
    texts = _FORMS.get(values.kind, _times)(values, digits, whole)
    for at in np.flatnonzero(values.missing).tolist():
        texts[at] = "NA"
    return texts


def encoded(text: str, *, quote: bool = False) -> str:
    """Return text with what can't be printed escaped, as R's ``encodeString`` does."""
    plain = text.translate(_ESCAPES)
    return f'"{plain.replace(chr(34), chr(92) + chr(34))}"' if quote else plain


def _quoted(values: Values, digits: int, whole: bool) -> list[str]:
    return [encoded(text, quote=True) for text in values.array.tolist()]


def _labels(values: Values, digits: int, whole: bool) -> list[str]:
    return [encoded(text) for text in values.array.tolist()]


def _flags(values: Values, digits: int, whole: bool) -> list[str]:
    return ["TRUE" if flag else "FALSE" for flag in values.array.tolist()]


def _whole_numbers(values: Values, digits: int, whole: bool) -> list[str]:
    return [str(number) for number in values.array.tolist()]


def _bytes(values: Values, digits: int, whole: bool) -> list[str]:
    return [f"{byte:02x}" for byte in values.array.tolist()]


def _reals(values: Values, digits: int, whole: bool) -> list[str]:
    form = real_text if whole else _digits(digits)
    return [form(number) for number in values.array.tolist()]


def _digits(digits: int) -> Callable[[float], str]:
    """As many significant digits, but all of those before the point."""

    def form(number: float) -> str:
        if not math.isfinite(number):
            return real_text(number)
        if 10**digits <= abs(number) < 1e15:
            return f"{number:.0f}"
        return f"{number:.{digits}g}"

    return form


def _complex(values: Values, digits: int, whole: bool) -> list[str]:
    numbers = values.array.tolist()
    return [complex_text(number if whole else rounded(number, digits)) for number in numbers]


def _times(values: Values, digits: int, whole: bool) -> list[str]:
    if values.kind == "difftime":
        return _reals(Values(units_of(values), "numeric"), digits, whole)
    return time_texts(values)


def units_of(values: Values) -> Array:
    """Return durations as R counts them, doubles of their unit; NaT is NaN."""
    seconds = values.array.astype("m8[us]") / np.timedelta64(1_000_000, "us")
    return np.asarray(seconds / UNITS[values.units or "secs"])


def time_texts(values: Values) -> list[str]:
    """Return dates, or times in their zone; dates alone where all of these are midnights."""
    if values.kind == "Date":
        return [str(day) for day in values.array.astype("M8[D]")]
    zone: Any = ZoneInfo(values.tz) if values.tz else None
    moments = [
        None if moment is None else _shown_in(moment, zone)
        for moment in values.array.astype("M8[us]").tolist()
    ]
    known = [moment for moment in moments if moment is not None]
    midnights = not any(m.hour or m.minute or m.second for m in known)
    form = "%Y-%m-%d" if midnights else "%Y-%m-%d %H:%M:%S"
    return ["NA" if m is None else m.strftime(form) for m in moments]


def _shown_in(moment: datetime, zone: Any) -> datetime:
    return moment.replace(tzinfo=UTC).astimezone(zone)


_FORMS: dict[str, Callable[[Values, int, bool], list[str]]] = {
    "logical": _flags,
    "integer": _whole_numbers,
    "numeric": _reals,
    "complex": _complex,
    "character": _quoted,
    "raw": _bytes,
    "factor": _labels,
}
