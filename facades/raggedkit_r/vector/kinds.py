"""R's kinds of values: their dtypes, the NA of each, and the common kind of several."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import numpy as np

from raggedkit.typing import Array, DType
from raggedkit_r.vector.na import NAType

__all__ = [
    "CLASSED",
    "EXACT",
    "INTEGER_MAX",
    "KINDS",
    "MASKED",
    "NA_INTEGER",
    "NA_REAL",
    "NUMBERS",
    "ORDER",
    "STORED",
    "TIMES",
    "UNITS",
    "common_kind",
    "filler",
    "kind_of",
    "kind_of_scalar",
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

# From the narrowest to the widest: `c(1L, 2.5)` has the wider kind of the two.
ORDER = ("raw", "logical", "integer", "numeric", "complex", "character")
NUMBERS = ORDER[1:5]
TIMES = ("Date", "POSIXct", "difftime")
CLASSED = ("factor", *TIMES)  # each has a common kind with itself only

# The kinds that need a mask, because no value of theirs is an NA.
MASKED = {"logical", "integer", "character", "factor"}

# The dtype of new values of each kind; text takes the width it needs.
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

# Seconds in each unit of a difftime.
UNITS = {"secs": 1, "mins": 60, "hours": 3600, "days": 86400, "weeks": 604800}

INTEGER_MAX = 2**31 - 1  # R has no wider integers
NA_INTEGER = -(2**31)  # in R's own memory; here a mask marks the integers that are NA
EXACT = 2**53  # doubles hold every integer up to here

# R writes a signaling NaN, of which NumPy warns in every operation. This is its quiet twin: R reads
# any NaN with 1954 in the low word as NA.
NA_REAL = np.array([0x7FF80000000007A2], dtype="uint64").view("float64")[0]
_LOW_WORD = np.uint64(0xFFFFFFFF)

_OF_DTYPES = {"b": "logical", "i": "integer", "u": "integer", "f": "numeric", "c": "complex"}
_OF_DTYPES |= dict.fromkeys("UTO", "character") | {"m": "difftime"}

# In this order: a bool is an int too, a datetime a date.
_OF_TYPES = {
    bool: "logical",
    int: "integer",
    float: "numeric",
    complex: "complex",
    str: "character",
    datetime: "POSIXct",
    date: "Date",
    timedelta: "difftime",
}


def kind_of(dtype: DType) -> str:
    """Return R's kind for values of a NumPy dtype.

    Raises
    ------
    TypeError
        If R has no such values.

    Examples
    --------
    >>> import numpy as np
    >>> kind_of(np.dtype("float32"))
    'numeric'
    >>> kind_of(np.dtype("V3"))
    Traceback (most recent call last):
        ...
    TypeError: values must be numbers, bools, text, dates or times, got |V3
    """
    if dtype.kind == "M":
        return "Date" if np.datetime_data(dtype)[0] in ("Y", "M", "W", "D") else "POSIXct"
    if dtype.kind not in _OF_DTYPES:
        raise TypeError(f"values must be numbers, bools, text, dates or times, got {dtype}")
    return _OF_DTYPES[dtype.kind]


def kind_of_scalar(value: Any) -> str | None:
    """Return R's kind for a scalar of Python or NumPy, or None if R has none.

    Examples
    --------
    >>> [kind_of_scalar(value) for value in (True, 3, 2.5, 1j, "a", [1])]
    ['logical', 'integer', 'numeric', 'complex', 'character', None]
    """
    if isinstance(value, NAType):
        return value.kind
    for type_, kind in _OF_TYPES.items():
        if isinstance(value, type_):
            return kind
    known = isinstance(value, np.generic) and value.dtype.kind in "biufcUmM"
    return kind_of(value.dtype) if known else None


def filler(kind: str) -> Any:
    """Return the value that an array of this kind stores for NA."""
    if kind in TIMES:
        return np.array("NaT", dtype=STORED[kind])[()]
    fillers = {"logical": False, "numeric": NA_REAL, "character": "", "factor": ""}
    if kind == "complex":
        return np.array([NA_REAL, NA_REAL]).view("complex128")[0]
    return fillers.get(kind, 0)


def missing(values: Array, na: Array | None = None) -> Array:
    """Return the mask of NA: the given mask, R's own NaN or NaT. Other NaN are numbers in R."""
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


def with_missing(values: Array, na: Array, kind: str) -> tuple[Array, Array | None]:
    """Return values with the kind's filler for NA, and the mask if the kind needs one."""
    if not na.any():
        return values, None
    wide = {"f": "float64", "c": "complex128"}.get(values.dtype.kind, values.dtype)
    made = values.astype(wide)  # a narrower float has no bits to mark a NaN as NA
    made[na] = filler(kind)
    return made, (na if kind in MASKED else None)


def common_kind(*kinds: str) -> str:
    """Return the kind that `c` gives values of several kinds.

    Raises
    ------
    TypeError
        If there is none: dates, times and factors have a common kind with their own only.

    Examples
    --------
    >>> common_kind("logical", "integer")
    'integer'
    >>> common_kind("Date", "numeric")
    Traceback (most recent call last):
        ...
    TypeError: values must have a common kind, got Date and numeric; convert one of them
    """
    found = list(dict.fromkeys(kinds))
    if len(found) <= 1:
        return found[0] if found else "logical"
    if all(kind in ORDER for kind in found):
        return max(found, key=ORDER.index)
    got = " and ".join(found)
    raise TypeError(f"values must have a common kind, got {got}; convert one of them")
