"""R's kinds of values: the dtypes they have, what an NA is in each, in which one two kinds meet."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._typing import Array, DType

__all__ = [
    "KINDS",
    "MASKED",
    "STORED",
    "blanked",
    "filler",
    "kind_of",
    "meeting_kind",
    "missing",
    "with_missing",
]

# The dtype kinds that the values of each of R's kinds may have.
KINDS = {
    "logical": "b",
    "integer": "iu",
    "numeric": "f",
    "complex": "c",
    "character": "UTO",
    "raw": "u",
    "factor": "UTO",
    "Date": "M",
    "POSIXct": "M",
    "difftime": "m",
}

# The kinds whose values can't say that they are NA, so that a mask has to.
MASKED = {"logical", "integer", "character", "factor"}

# What this face makes of each kind; text takes the width it needs.
STORED = {
    "logical": "bool",
    "integer": "int32",
    "numeric": "float64",
    "complex": "complex128",
    "raw": "uint8",
    "Date": "datetime64[D]",
    "POSIXct": "datetime64[us]",
    "difftime": "timedelta64[us]",
}

# In `c(1L, 2.5)` the later of the two kinds is that of both.
_WIDER = ("raw", "logical", "integer", "numeric", "complex", "character")

# R's own NA is a signaling NaN, which NumPy warns of wherever it computes; this is its quiet twin.
NA_REAL = np.array([0x7FF80000000007A2], dtype="uint64").view("float64")[0]
_LOW_WORD = np.uint64(0xFFFFFFFF)  # R tells its NA from other NaN by 1954 there


def kind_of(dtype: DType) -> str:
    """Return what R calls values of a NumPy dtype.

    Raises
    ------
    TypeError
        If R has nothing like them.

    Examples
    --------
    >>> import numpy as np
    >>> from raggedkit_r.vector.kinds import kind_of
    >>> kind_of(np.dtype("float32"))
    'numeric'
    >>> kind_of(np.dtype("V3"))
    Traceback (most recent call last):
        ...
    TypeError: values must be numbers, bools, text, dates or times, got |V3
    """
    if dtype.kind == "M":
        return "Date" if np.datetime_data(dtype)[0] in ("Y", "M", "W", "D") else "POSIXct"
    names = {"b": "logical", "i": "integer", "u": "integer", "f": "numeric", "c": "complex"}
    names |= {"U": "character", "T": "character", "O": "character", "m": "difftime"}
    if dtype.kind not in names:
        raise TypeError(f"values must be numbers, bools, text, dates or times, got {dtype}")
    return names[dtype.kind]


def filler(kind: str) -> Any:
    """Return what stands in an array of this kind where a value is NA."""
    if kind in ("Date", "POSIXct", "difftime"):
        return np.array("NaT", dtype=STORED[kind])[()]
    fillers = {"logical": False, "numeric": NA_REAL, "character": "", "factor": ""}
    if kind == "complex":
        return np.array([NA_REAL, NA_REAL]).view("complex128")[0]
    return fillers.get(kind, 0)


def missing(values: Array, na: Array | None = None) -> Array:
    """Return where values are NA: by the mask, R's own NaN or NaT. Other NaN are numbers to R."""
    if na is not None and values.dtype.kind not in "fcmM":
        return na
    if values.dtype.kind in "mM":
        return np.isnat(values)
    if values.dtype.kind == "c":
        real, imag = missing(values.real), missing(values.imag)
        return real | imag if na is None else real | imag | na
    found = np.zeros(values.shape, dtype=bool)
    if values.dtype.kind != "f":
        return found
    if na is not None:
        found |= na
    if values.dtype == np.float64:
        bits = np.ascontiguousarray(values).view("uint64")
        found |= np.isnan(values) & ((bits & _LOW_WORD) == 1954)
    return found


def blanked(values: Array, na: Array, kind: str) -> Array:
    """Return the values with the kind's filler where they are NA."""
    if not na.any():
        return values
    wide = {"f": "float64", "c": "complex128"}.get(values.dtype.kind, values.dtype)
    made = values.astype(wide)  # a narrower float can't tell NA from NaN
    made[na] = filler(kind)
    return made


def with_missing(values: Array, na: Array, kind: str) -> tuple[Array, Array | None]:
    """Return the blanked values and the mask that they need beside them."""
    return blanked(values, na, kind), (na if kind in MASKED and na.any() else None)


def meeting_kind(*kinds: str) -> str:
    """Return the kind in which values of several kinds meet, as `c` does in R.

    Raises
    ------
    TypeError
        If there is none: dates, times and factors meet only their own kind.

    Examples
    --------
    >>> from raggedkit_r.vector.kinds import meeting_kind
    >>> meeting_kind("logical", "integer")
    'integer'
    >>> meeting_kind("Date", "numeric")
    Traceback (most recent call last):
        ...
    TypeError: values must be of kinds that meet in one, got Date and numeric; convert one of them
    """
    found = list(dict.fromkeys(kinds))
    if len(found) <= 1:
        return found[0] if found else "logical"
    if all(kind in _WIDER for kind in found):
        return max(found, key=_WIDER.index)
    got = " and ".join(found)
    raise TypeError(f"values must be of kinds that meet in one, got {got}; convert one of them")
