"""Text of vectors, as R prints them: common digits and width, numbered or named lines."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from raggedkit.typing import Array
from raggedkit_r.vector.convert import complex_text, real_text, texts_of
from raggedkit_r.vector.kinds import ORDER, UNITS
from raggedkit_r.vector.values import Values

__all__ = ["WIDTH", "encoded", "level_line", "value_texts", "vector_text"]

WIDTH = 80
_DIGITS = 7  # R's options("digits")
_ESCAPES = {"\\": "\\\\", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v"}
_ESCAPES |= {"\f": "\\f", "\r": "\\r"}
_ENCODED = str.maketrans(_ESCAPES | {chr(i): f"\\{i:03o}" for i in range(1, 7)})


def vector_text(values: Values, names: tuple[str, ...] | None = None) -> str:
    """Return the lines that R prints for a vector of any kind.

    Examples
    --------
    >>> import numpy as np
    >>> print(vector_text(Values(np.array([1.5, 20]), "numeric")))
    [1]  1.5 20.0
    >>> print(vector_text(Values(np.array([], "U1"), "factor", levels=("a", "b"))))
    factor(0)
    Levels: a b
    """
    body = _body(values, names)
    if values.kind == "factor":
        return f"{body}\n{level_line(values.levels or (), values.ordered)}"
    if values.kind == "difftime" and len(values) > 1:
        return f"Time differences in {values.units}\n{body}"
    return body


def _body(values: Values, names: tuple[str, ...] | None) -> str:
    if not len(values):
        return _empty_text(values.kind, values.units, named=names is not None)
    cells = _cells(values)
    if values.kind == "difftime" and len(values) == 1:
        return f"Time difference of {cells[0]} {values.units}"
    if names is None:
        return _lines(cells, values.kind)
    return _named_lines(cells, names)


def _empty_text(kind: str, units: str | None, *, named: bool) -> str:
    if kind == "difftime":
        return f"Time difference of  {units}"
    if kind in ("Date", "POSIXct"):
        return f"{kind} of length 0"
    return f"named {kind}(0)" if named and kind in ORDER else f"{kind}(0)"


def level_line(levels: tuple[str, ...], ordered: bool) -> str:
    """Return the line with a factor's levels."""
    return f"Levels: {(' < ' if ordered else ' ').join(map(encoded, levels))}"


def _lines(cells: list[str], kind: str) -> str:
    # R pads text on the right and everything else on the left.
    left = kind in ("character", "factor", "Date", "POSIXct")
    width = max(map(len, cells))
    cells = [cell.ljust(width) if left else cell.rjust(width) for cell in cells]
    label = len(str(len(cells))) + 2
    each = max(1, (WIDTH - label) // (width + 1))
    return "\n".join(
        " ".join([f"[{start + 1}]".rjust(label), *cells[start : start + each]])
        for start in range(0, len(cells), each)
    )


def _named_lines(cells: list[str], names: tuple[str, ...]) -> str:
    labels = [encoded(name) for name in names]
    width = max(map(len, [*cells, *labels]))
    each = max(1, WIDTH // (width + 1))
    lines = []
    for start in range(0, len(cells), each):
        for row in (labels, cells):
            lines.append(" ".join(one.rjust(width) for one in row[start : start + each]) + " ")
    return "\n".join(lines)


def _cells(values: Values) -> list[str]:
    """Return a text for each value, numbers with the digits that all of them need."""
    if values.kind == "difftime":
        values = Values(_in_units(values), "numeric", values.missing)
    if values.array.ndim > 1:
        na = None if values.na is None else values.na.reshape(-1)
        values = replace(values, array=values.array.reshape(-1), na=na)
    missing = values.missing
    if values.kind in ("numeric", "complex"):
        form = common_reals if values.kind == "numeric" else _common_complexes
        known = iter(form(values.array[~missing].tolist()))
        return ["NA" if na else next(known) for na in missing.tolist()]
    absent = "<NA>" if values.kind == "factor" else "NA"
    cells = value_texts(values)
    if values.kind in ("Date", "POSIXct"):
        zone = f" {values.tz}" if values.kind == "POSIXct" and values.tz else ""
        cells = [f'"{cell}{zone}"' for cell in cells]
    return [absent if na else cell for cell, na in zip(cells, missing.tolist(), strict=True)]


@dataclass(frozen=True)
class _Layout:
    """The width that doubles need in fixed and in scientific notation, and the digits of each."""

    fixed: int
    decimals: int
    scientific: int
    digits: int

    def texts(self, numbers: list[float], *, fixed: bool) -> list[str]:
        spec = f".{self.decimals}f" if fixed else f".{self.digits - 1}e"
        width = self.fixed if fixed else self.scientific
        return [
            format(number + 0.0, spec).rjust(width) if math.isfinite(number) else real_text(number)
            for number in numbers  # + 0.0: R writes minus zero as 0
        ]


def _layout(numbers: list[float]) -> _Layout:
    """Return the widths for the fewest digits that show all numbers to seven."""
    finite = [number for number in numbers if math.isfinite(number)]
    parts = [_significant(number) for number in finite]
    digits = max((len(mantissa) for mantissa, _ in parts), default=1)
    decimals = max((max(0, len(m) - 1 - exponent) for m, exponent in parts), default=0)
    before = max(
        ((number < 0) + max(1, e + 1) for number, (_, e) in zip(finite, parts, strict=True)),
        default=1,
    )
    widest = max((abs(exponent) for _, exponent in parts), default=0)
    signs = any(number < 0 for number in finite)
    scientific = signs + digits + (digits > 1) + (5 if widest >= 100 else 4)
    return _Layout(before + (decimals + 1 if decimals else 0), decimals, scientific, digits)


def _significant(number: float) -> tuple[str, int]:
    mantissa, _, exponent = f"{abs(number):.{_DIGITS - 1}e}".partition("e")
    return mantissa.replace(".", "").rstrip("0") or "0", int(exponent)


def common_reals(numbers: list[float]) -> list[str]:
    """Return doubles with the fewest digits that show all of them to seven.

    Examples
    --------
    >>> common_reals([1.5, 100.0]), common_reals([1e-10, 1.0])
    (['  1.5', '100.0'], ['1e-10', '1e+00'])
    """
    layout = _layout(numbers)
    return layout.texts(numbers, fixed=layout.fixed <= layout.scientific)


def _common_complexes(numbers: list[complex]) -> list[str]:
    """Return complex numbers, both parts fixed or both scientific, as R chooses.

    The digits are those that numbers rounded by `_rounded` need. R prints the numbers as they are,
    but for a part that is rounded to 0.
    """
    rounded = [_rounded(number, _DIGITS) for number in numbers]
    real, imag = _layout([n.real for n in rounded]), _layout([abs(n.imag) for n in rounded])
    fixed = real.fixed + imag.fixed < real.scientific + imag.scientific
    real_fixed, imag_fixed = fixed, fixed
    if not any(n.real and math.isfinite(n.real) for n in rounded):
        real_fixed, imag_fixed = True, imag.fixed <= imag.scientific
    elif not any(n.imag and math.isfinite(n.imag) for n in rounded):
        real_fixed, imag_fixed = real.fixed <= real.scientific, True
    pairs = list(zip(numbers, rounded, strict=True))
    reals = real.texts([n.real if r.real else 0.0 for n, r in pairs], fixed=real_fixed)
    sizes = imag.texts([abs(n.imag) if r.imag else 0.0 for n, r in pairs], fixed=imag_fixed)
    width = max(map(len, sizes), default=0)
    signs = ["-" if number.imag < 0 else "+" for number in numbers]
    parts = zip(reals, signs, sizes, strict=True)
    return [f"{a}{sign}{b.rjust(width)}i" for a, sign, b in parts]


def _rounded(value: complex, digits: int) -> complex:
    """Return both parts rounded to the significant digits of the larger one, as R's ``signif``."""
    largest = max(abs(value.real), abs(value.imag))
    if not math.isfinite(largest) or largest == 0:
        return value
    places = digits - 1 - math.floor(math.log10(largest))
    return complex(round(value.real, places), round(value.imag, places))


def value_texts(values: Values, *, digits: int = _DIGITS, whole: bool = False) -> list[str]:
    """Return the text of each of ``[n]`` values by itself: ``NA``, quoted text, numbers.

    Parameters
    ----------
    values
        The values, of any kind.
    digits
        The significant digits of doubles and complex numbers.
    whole
        Whether numbers have R's 15 digits instead of ``digits``.

    Examples
    --------
    >>> import numpy as np
    >>> value_texts(Values(np.array([1.5, 2e20]), "numeric"))
    ['1.5', '2e+20']
    """
    kind, items = values.kind, values.array.tolist()
    if kind == "difftime":
        kind, items = "numeric", _in_units(values).tolist()
    if kind in ("Date", "POSIXct"):
        texts = _time_texts(values)
    elif kind == "numeric":
        form: Callable[[float], str] = real_text if whole else _digits(digits)
        texts = [form(number) for number in items]
    elif kind == "complex":
        texts = [complex_text(number if whole else _rounded(number, digits)) for number in items]
    elif kind in ("character", "factor"):
        texts = [encoded(text, quote=kind == "character") for text in items]
    else:
        texts = texts_of(values).tolist()
    for at in np.flatnonzero(values.missing).tolist():
        texts[at] = "NA"
    return texts


def encoded(text: str, *, quote: bool = False) -> str:
    """Return text with control characters escaped, as R's ``encodeString`` does."""
    plain = text.translate(_ENCODED)
    return f'"{plain.replace(chr(34), chr(92) + chr(34))}"' if quote else plain


def _digits(digits: int) -> Callable[[float], str]:
    """Return a format with this many significant digits, and all digits before the point."""

    def form(number: float) -> str:
        if not math.isfinite(number):
            return real_text(number)
        if 10**digits <= abs(number) < 1e15:
            return f"{number:.0f}"
        return f"{number:.{digits}g}"

    return form


def _in_units(values: Values) -> Array:
    """Return durations as doubles of their unit; NaT is NaN."""
    seconds = values.array.astype("m8[us]") / np.timedelta64(1_000_000, "us")
    return np.asarray(seconds / UNITS[values.units or "secs"])


def _time_texts(values: Values) -> list[str]:
    """Return dates, or times in their zone; only the dates if all times are midnight."""
    if values.kind == "Date":
        return [str(day) for day in values.array.astype("M8[D]")]
    zone: Any = ZoneInfo(values.tz) if values.tz else None
    moments: list[datetime | None] = values.array.astype("M8[us]").tolist()
    shown = [None if m is None else m.replace(tzinfo=UTC).astimezone(zone) for m in moments]
    midnights = not any(m and (m.hour or m.minute or m.second) for m in shown)
    form = "%Y-%m-%d" if midnights else "%Y-%m-%d %H:%M:%S"
    return ["NA" if m is None else m.strftime(form) for m in shown]
