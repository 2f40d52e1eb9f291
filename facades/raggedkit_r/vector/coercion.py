"""One value of one kind turned into another kind, as R's ``as.integer`` and its siblings do it."""

from __future__ import annotations

import math
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from raggedkit_r.vector.na import Kind, NAType, na_of

__all__ = ["INTEGER_MAX", "KINDS", "coerce", "kind_of", "real_text", "warn_user"]

# From the narrowest to the widest: values of several kinds take the widest among them.
KINDS: Final[tuple[Kind, ...]] = ("logical", "integer", "numeric", "complex", "character")
INTEGER_MAX: Final = 2**31 - 1  # R has no wider integers, and -2**31 is its NA

_FOLDER = str(Path(__file__).parents[1])
_NUMBER = re.compile(
    r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity|nan)", re.IGNORECASE
)
_HEXADECIMAL = re.compile(r"[+-]?0[xX][0-9a-fA-F]+")
_TRUE: Final = ("T", "TRUE", "true", "True")
_FALSE: Final = ("F", "FALSE", "false", "False")


def kind_of(value: Any) -> Kind | None:
    """Return the kind of a Python scalar, or ``None`` if R has none for it.

    Examples
    --------
    >>> [kind_of(value) for value in (True, 3, 2.5, 1j, "a", [1])]
    ['logical', 'integer', 'numeric', 'complex', 'character', None]
    """
    if isinstance(value, NAType):
        return value.kind
    types = (bool, int, float, complex, str)
    return next(
        (kind for kind, type_ in zip(KINDS, types, strict=True) if isinstance(value, type_)), None
    )


def coerce(values: tuple[Any, ...], kind: Kind, *, warn: bool = True) -> tuple[Any, ...]:
    """Return the values as another kind; what can't be read is missing, with a warning as in R.

    `warn` is for whoever refuses missing values anyway.

    Examples
    --------
    >>> coerce(("3.7", True, 2.9), "integer")
    (3, 1, 2)
    >>> coerce((True, 2, 0.5), "character")
    ('TRUE', '2', '0.5')
    """
    to, na = _TO[kind], na_of[kind]
    results = tuple(na if isinstance(value, NAType) else to(value) for value in values)
    lost = [v for v, r in zip(values, results, strict=True) if r is None]
    if warn and any(not _says_na(value) for value in lost):
        warn_user("NAs introduced by coercion")
    return tuple(na if result is None else result for result in results)


def warn_user(message: str) -> None:
    """Warn in R's words, with the line outside of this package that made it necessary.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     warn_user("NAs introduced by coercion")
    >>> said[0].message
    UserWarning('NAs introduced by coercion')
    """
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, UserWarning, stacklevel=level)


def _says_na(value: Any) -> bool:
    return value == "NA" if isinstance(value, str) else value != value  # NaN becomes NA silently


def _logical(value: Any) -> bool | None:
    if isinstance(value, str):
        return True if value in _TRUE else False if value in _FALSE else None
    return None if value != value else bool(value)


def _integer(value: Any) -> int | None:
    number = _real(value)
    if number is None or not abs(number) < INTEGER_MAX + 1:
        return None
    return int(number)


def _real(value: Any) -> float | int | None:
    if isinstance(value, complex):
        if value.imag != 0:
            warn_user("imaginary parts discarded in coercion")
        return value.real
    if not isinstance(value, str):
        return int(value) if isinstance(value, bool | int) else float(value)
    text = value.strip()
    if _HEXADECIMAL.fullmatch(text):
        return float(int(text, 16))
    return float(text) if _NUMBER.fullmatch(text) else None


def _numeric(value: Any) -> float | None:
    number = _real(value)
    try:
        return None if number is None else float(number)
    except OverflowError:  # an int of hundreds of digits
        return math.copysign(math.inf, number or 1)


def _complex(value: Any) -> complex | None:
    if isinstance(value, complex):
        return value
    number = _numeric(value)
    return None if number is None else complex(number)


def _character(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return real_text(value)
    if isinstance(value, complex):
        sign = "-" if math.copysign(1, value.imag) < 0 else "+"
        return f"{real_text(value.real)}{sign}{real_text(abs(value.imag))}i"
    return str(value)


def real_text(value: float) -> str:
    """Return a double in at most 15 digits, fixed or scientific, whichever is shorter."""
    if not math.isfinite(value):
        return "NaN" if value != value else "Inf" if value > 0 else "-Inf"
    value += 0.0  # minus zero is 0
    mantissa, _, exponent = f"{value:.14e}".partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    scientific = f"{mantissa}e{int(exponent):+03d}"
    decimals = max(0, len(mantissa.lstrip("-").replace(".", "")) - 1 - int(exponent))
    fixed = f"{value:.{decimals}f}"
    return fixed if len(fixed) <= len(scientific) else scientific


_TO: Final[dict[Kind, Callable[[Any], Any]]] = {
    "logical": _logical,
    "integer": _integer,
    "numeric": _numeric,
    "complex": _complex,
    "character": _character,
}
