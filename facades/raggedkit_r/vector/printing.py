"""Vectors as R prints them, and values as one types them, for messages."""

from __future__ import annotations

import math
from typing import Any

from raggedkit.errors import shown
from raggedkit_r.vector.coercion import coerce
from raggedkit_r.vector.na import Kind, NAType

__all__ = ["print_form", "printed_cells", "rounded", "spelled"]

_WIDTH = 80
_DIGITS = 7  # R's options("digits")


def print_form(values: tuple[Any, ...], kind: Kind) -> str:
    """Return the lines that R prints for a vector, each led by the number of its first value.

    Examples
    --------
    >>> print(print_form((1, 3), "integer"))
    [1] 1 3
    >>> print(print_form((), "character"))
    character(0)
    """
    if not values:
        return f"{kind}(0)"
    cells = printed_cells(values, kind)
    width = max(map(len, cells))
    # R pads quoted text on the right and everything else on the left.
    cells = [cell.ljust(width) if kind == "character" else cell.rjust(width) for cell in cells]
    label = len(str(len(values))) + 2
    per_line = max(1, (_WIDTH - label) // (width + 1))
    return "\n".join(
        " ".join([f"[{start + 1}]".rjust(label), *cells[start : start + per_line]])
        for start in range(0, len(cells), per_line)
    )


def spelled(value: Any) -> str:
    """Return one line that makes the value, for a message.

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


def printed_cells(values: tuple[Any, ...], kind: Kind) -> list[str]:
    """Return a text for each value, in a form that all of them share."""
    if kind == "numeric":
        return _reals(values)
    if kind == "complex":
        return _complexes(values)
    if kind == "character":
        return ["NA" if isinstance(value, NAType) else _quoted(value) for value in values]
    return [str(text) for text in coerce(values, "character")]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    for raw, escape in (("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        escaped = escaped.replace(raw, escape)
    return f'"{escaped}"'


def _reals(values: tuple[Any, ...]) -> list[str]:
    """Format doubles with the fewest digits that show all of them to seven."""
    finite = [v for v in values if not isinstance(v, NAType) and math.isfinite(v)]
    parts = [_digits(value) for value in finite]
    signs = max((value < 0 for value in finite), default=False)
    digits = max((len(mantissa) for mantissa, _ in parts), default=1)
    decimals = max((max(0, len(m) - 1 - exponent) for m, exponent in parts), default=0)
    before = max(
        ((value < 0) + max(1, e + 1) for value, (_, e) in zip(finite, parts, strict=True)),
        default=1,
    )
    widest = max((abs(exponent) for _, exponent in parts), default=0)
    fixed_width = before + (decimals + 1 if decimals else 0)
    scientific_width = signs + digits + (digits > 1) + (5 if widest >= 100 else 4)
    spec = f".{decimals}f" if fixed_width <= scientific_width else f".{digits - 1}e"
    return [_real(value, spec) for value in values]


def _complexes(values: tuple[Any, ...]) -> list[str]:
    """Format the real parts in one form, the imaginary ones in one form and width."""
    known = [rounded(v) for v in values if not isinstance(v, NAType)]
    real = iter(_reals(tuple(v.real for v in known)))
    imaginary = _reals(tuple(abs(v.imag) for v in known))
    width = max(map(len, imaginary), default=0)
    signs = ("-" if math.copysign(1, v.imag) < 0 else "+" for v in known)
    parts = zip(real, signs, imaginary, strict=True)
    texts = (f"{a}{sign}{b.rjust(width)}i" for a, sign, b in parts)
    return ["NA" if isinstance(v, NAType) else next(texts) for v in values]


def rounded(value: complex, digits: int = _DIGITS) -> complex:
    """Return both parts rounded where the larger one has so many digits, as R's ``signif``."""
    largest = max(abs(value.real), abs(value.imag))
    if not math.isfinite(largest) or largest == 0:
        return value
    places = digits - 1 - math.floor(math.log10(largest))
    return complex(round(value.real, places), round(value.imag, places))


def _digits(value: float) -> tuple[str, int]:
    mantissa, _, exponent = f"{abs(value):.{_DIGITS - 1}e}".partition("e")
    return mantissa.replace(".", "").rstrip("0") or "0", int(exponent)


def _real(value: Any, spec: str) -> str:
    if isinstance(value, NAType):
        return "NA"
    if value != value:
        return "NaN"
    if math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    return format(value + 0.0, spec)  # R writes minus zero as 0
