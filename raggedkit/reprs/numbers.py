"""Digits of floats and complex numbers: one format for all values of a display.

NumPy's print options are read when a display is made: ``precision``, ``suppress``, ``floatmode``,
``sign``, ``nanstr`` and ``infstr`` mean the same here. Two rules differ from NumPy's: exponents
appear only if the largest value is at least 1e16 or the smallest nonzero one is below 1e-4, and a
whole number ends in ``.0``, so that the text is also a Python literal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raggedkit._typing import Array

__all__ = ["Digits", "aligned", "complex_texts", "digits_of"]

_LARGE = 1e16  # Python's own floats change to exponents at these two limits, too
_SMALL = 1e-4


@dataclass(frozen=True)
class Digits:
    """The format of all floats of a display."""

    precision: int | None  # digits after the point at most; None: all that distinguish a value
    least: int = 0  # digits after the point at least
    exponent: int = 0  # digits of the exponent at least; 0: no exponents
    sign: str = "-"  # "+" or " ": the first character of a positive value
    nan: str = "nan"
    inf: str = "inf"

    def text(self, value: Any) -> str:
        """Return a NumPy float as text; a float32 has the digits of a float32."""
        positive = self.sign if self.sign != "-" else ""
        if np.isnan(value):
            return positive.strip() + self.nan
        if np.isinf(value):
            return ("-" if value < 0 else positive) + self.inf
        text = self._finite(value)
        return text if text.startswith("-") else positive + text

    def _finite(self, value: Any) -> str:
        digits: dict[str, Any] = {"precision": self.precision, "trim": "0"}
        if self.least:
            digits |= {"min_digits": self.least, "trim": "k"}
        if self.exponent:
            return np.format_float_scientific(value, exp_digits=self.exponent, **digits)
        return np.format_float_positional(value, **digits)


def digits_of(values: Array, precision: int | None) -> Digits:
    """Return the format of these floats; ``precision`` overrides NumPy's print options."""
    options: dict[str, Any] = {**np.get_printoptions()}
    mode = options["floatmode"]
    if precision is None:
        precision = None if mode == "unique" else options["precision"]
    digits = Digits(
        precision,
        least=precision or 0 if mode == "fixed" else 0,
        sign=options["sign"],
        nan=options["nanstr"],
        inf=options["infstr"],
    )
    finite = values[np.isfinite(values)]
    if _in_exponents(finite, suppress=options["suppress"]):
        return _with_exponents(finite, digits)
    if mode == "maxprec_equal" and finite.size:
        most = max(_fraction(digits.text(v)) for v in finite)
        return replace(digits, precision=most, least=most)
    return digits


def _in_exponents(finite: Array, *, suppress: bool) -> bool:
    sizes = np.abs(finite[finite != 0])
    if not sizes.size:
        return False
    if float(sizes.max()) >= _LARGE:  # as Python floats: float16 has no 1e16
        return True
    return not suppress and float(sizes.min()) < _SMALL


def _with_exponents(finite: Array, digits: Digits) -> Digits:
    """Return the format with exponents: all values get the digits of the longest one."""
    digits = replace(digits, exponent=2)
    texts = [digits.text(v).partition("e") for v in finite]
    most = max(_fraction(mantissa) for mantissa, _, _ in texts)
    exponent = max(len(power) - 1 for _, _, power in texts)
    return replace(digits, precision=most, least=most, exponent=exponent)


def _fraction(text: str) -> int:
    return len(text.partition(".")[2])


def complex_texts(values: Array, precision: int | None) -> list[str]:
    """Return complex numbers as texts like ``1.0+2.5j``, with one format for both parts."""
    real, imaginary = values.real, values.imag
    digits = digits_of(np.concatenate([real, imaginary]), precision)
    signed = replace(digits, sign="+")
    # NaN has no sign in Digits.text with "-", so the imaginary part always uses "+".
    pairs = zip(real, imaginary, strict=True)
    return [f"{digits.text(a)}{signed.text(b)}j" for a, b in pairs]


def aligned(texts: Sequence[str]) -> list[str]:
    """Return the texts padded to one width, with their points in one column.

    A text without a point, like ``nan``, is aligned to the right.
    """
    parts = [text.partition(".") for text in texts]
    after = max((len(point + digits) for _, point, digits in parts), default=0)
    ended = [
        f"{whole}{point + digits:<{after}}" if point else whole for whole, point, digits in parts
    ]
    width = max(map(len, ended), default=0)
    return [f"{text:>{width}}" for text in ended]
