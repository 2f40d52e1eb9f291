"""Conversion of values from one of R's kinds to another: ``as.integer``, ``as.character`` ..."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule, shown
from raggedkit.typing import Array
from raggedkit_r.vector.arguments import as_items, is_word
from raggedkit_r.vector.kinds import (
    CLASSED,
    INTEGER_MAX,
    KINDS,
    MASKED,
    STORED,
    common_kind,
    filler,
)
from raggedkit_r.vector.messages import warn_user
from raggedkit_r.vector.values import Values, made, text_array

__all__ = ["as_factor", "as_kind", "codes_of", "complex_text", "joined", "real_text", "texts_of"]

_REAL = r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?|NaN)"
_NUMBER = re.compile(_REAL)
_COMPLEX = re.compile(rf"({_REAL})?(?:({_REAL})i)?")
_HEXADECIMAL = re.compile(r"[+-]?0[xX][0-9a-fA-F]+")
_TRUE = ("T", "TRUE", "true", "True")
_FALSE = ("F", "FALSE", "false", "False")


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def as_kind(values: Values, kind: str, *, warn: bool = True) -> Values:
    """Return the values as another kind, as R coerces them; NA stays NA.

    Parameters
    ----------
    values
        Numbers, flags, text, or a factor, which has its codes as numbers.
    kind
        The kind of the result.
    warn
        Whether to warn, as R does, of values that become NA.

    Raises
    ------
    TypeError
        If R's numbers for the values depend on a unit, as those of dates do.

    Examples
    --------
    >>> import numpy as np
    >>> as_kind(Values(np.array([True, False]), "logical"), "character").array
    array(['TRUE', 'FALSE'], dtype='<U5')
    >>> as_kind(Values(np.array(["3.7", "0x1F"]), "character"), "integer").array
    array([ 3, 31], dtype=int32)
    """
    if not is_word(kind, KINDS):
        raise ValueError(broken_rule("kind", f"be one of {', '.join(KINDS)}", kind))
    if values.kind == kind:
        return values
    if kind == "character":
        return made(texts_of(values), values.missing, kind)
    if values.kind == "factor":
        values = codes_of(values, values.levels or ())
        values = replace(values, array=values.array + 1)
    elif values.kind == "character":
        values = _read(values, kind, warn)
    if values.array.dtype.kind in "UTOmM" or kind in CLASSED:
        raise TypeError(f"values must be of a kind that {kind} has values for, got {values.kind}")
    return _number(values, kind, warn)


def _number(values: Values, kind: str, warn: bool) -> Values:
    array, na = values.array, values.missing
    if values.kind == kind:
        return values
    if kind == "logical":
        return made(array != 0, values.is_na, kind)
    if values.kind == "complex":
        if (array.imag[~na] != 0).any():
            warn_user("imaginary parts discarded in coercion")
        values = made(array.real, na, "numeric")
        return _number(values, kind, warn)
    if kind == "integer" and values.kind == "numeric":
        na = np.isnan(array)
        far = ~na & ~(np.abs(array) < INTEGER_MAX + 1)
        if warn and far.any():
            warn_user("NAs introduced by coercion to integer range")
        array, na = np.where(na | far, 0, array), na | far
    array = array.astype(STORED[kind])
    if kind == "complex" and values.kind == "numeric":
        return Values(array, kind)
    return made(array, na, kind)


def _read(values: Values, kind: str, warn: bool) -> Values:
    """Return text as flags, doubles or complex numbers; blank text is NA as in R."""
    read: Callable[[str], Any] = {"logical": _flag, "complex": _complex}.get(kind, _real)
    kind = kind if kind in ("logical", "complex") else "numeric"
    texts = values.array.ravel().tolist()
    known = (~values.missing).ravel().tolist()
    pairs = list(zip(texts, known, strict=True))
    items = [read(text.strip()) if there else None for text, there in pairs]
    na = np.array([item is None for item in items], dtype=bool)
    lost = zip(pairs, items, strict=True)
    if warn and kind != "logical" and any(k and x is None and t.strip() for (t, k), x in lost):
        warn_user("NAs introduced by coercion")
    array = np.array([filler(kind) if item is None else item for item in items], STORED[kind])
    shape = values.array.shape
    return made(array.reshape(shape), na.reshape(shape), kind)


def _flag(text: str) -> bool | None:
    return True if text in _TRUE else False if text in _FALSE else None


def _real(text: str) -> float | None:
    if _HEXADECIMAL.fullmatch(text):
        return float(int(text, 16))
    return float(text) if _NUMBER.fullmatch(text) else None


def _complex(text: str) -> complex | None:
    found = _COMPLEX.fullmatch(text)
    if not text or found is None:
        real = _real(text)
        return None if real is None else complex(real)
    return complex(float(found[1] or 0), float(found[2] or 0))


def texts_of(values: Values) -> Array:
    """Return the text of each value as R's ``as.character``, ``""`` where a value is NA."""
    array = values.array
    if array.dtype.kind in "UTO":
        return array
    if values.kind == "logical":
        return np.where(array, "TRUE", "FALSE")
    if values.kind == "integer":
        return array.astype("U") if array.size else array.astype("U1")
    forms: dict[str, Callable[[Any], str]] = {"numeric": real_text, "complex": complex_text}
    forms["raw"] = "{:02x}".format
    if values.kind not in forms:
        raise TypeError(f"values must be of a kind that has a text, got {values.kind}")
    texts = [forms[values.kind](number) for number in array.ravel().tolist()]
    return text_array(texts).reshape(array.shape)


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


def complex_text(value: complex) -> str:
    """Return a complex number as R writes it, ``1+2i``."""
    sign = "-" if value.imag < 0 else "+"
    return f"{real_text(value.real)}{sign}{real_text(abs(value.imag))}i"


def as_factor(values: Values, levels: Sequence[str], *, ordered: bool = False) -> Values:
    """Return text as a factor of these levels; text that is no level is NA, as in R.

    Examples
    --------
    >>> import numpy as np
    >>> as_factor(Values(np.array(["b", "z"]), "character"), ["a", "b"]).missing
    array([False,  True])
    """
    levels = tuple(as_items(levels, "levels", "be texts"))
    for i, level in enumerate(levels, 1):
        if not isinstance(level, str):
            raise TypeError(f"levels must be texts, got {shown(level)} (level {i})")
    values = as_kind(values, "character")
    na = codes_of(values, levels).missing
    return made(values.array, na, "factor", levels=tuple(levels), ordered=ordered)


def codes_of(values: Values, levels: Sequence[str]) -> Values:
    """Return the 0-based position of each text among the levels; NA if it is not one of them."""
    labels = texts_of(values)
    known = np.array(levels, dtype=labels.dtype if len(levels) else "U1")
    order = np.argsort(known, kind="stable")
    at = np.searchsorted(known, labels, sorter=order)
    codes = order[np.minimum(at, max(0, len(order) - 1))] if len(order) else np.zeros_like(at)
    wrong = known[codes] != labels if len(order) else np.ones(at.shape, dtype=bool)
    return made(codes.astype("int32"), wrong | values.missing, "integer")


def joined(parts: Sequence[Values]) -> Values:
    """Return the values end to end in their common kind; factors unite their levels."""
    if len(parts) == 1:
        return parts[0]
    # Logicals that are all NA have no kind of their own: c(NA, Sys.Date()) is a Date.
    classed = any(part.kind in CLASSED for part in parts)
    telling = [part for part in parts if not _has_no_kind(part, classed)]
    kind = common_kind(*(part.kind for part in telling))
    parts = [
        _all_na(part, kind) if _has_no_kind(part, classed) else as_kind(part, kind)
        for part in parts
    ]
    array = _joined_arrays([part.array for part in parts])
    na = None
    if kind in MASKED and any(part.na is not None for part in parts):
        na = np.concatenate([part.missing for part in parts])
    first = (telling or parts)[0]
    if kind == "factor":
        levels = tuple(dict.fromkeys(label for part in telling for label in part.levels or ()))
        same = all(part.levels == first.levels and part.ordered for part in telling)
        return Values(array, kind, na, levels=levels, ordered=same)
    return replace(first, array=array, kind=kind, na=na)


def _has_no_kind(values: Values, classed: bool) -> bool:
    if classed and not len(values):
        return values.kind not in CLASSED
    return values.kind == "logical" and bool(values.missing.all())


def _all_na(values: Values, kind: str) -> Values:
    array = np.full(values.array.shape, filler(kind), dtype=STORED.get(kind, "U1"))
    return made(array, np.ones(array.shape, dtype=bool), kind)


def _joined_arrays(arrays: list[Array]) -> Array:
    if all(array.dtype.kind == "f" for array in arrays):
        arrays = [array.astype("float64", copy=False) for array in arrays]
    return np.concatenate(arrays)
