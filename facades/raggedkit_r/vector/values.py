"""Values: a flat array with its kind and NA mask, what a ragged list is made of row by row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import as_array, object_array, text_array
from raggedkit_r.vector.coercion import real_text
from raggedkit_r.vector.kinds import (
    MASKED,
    STORED,
    filler,
    meeting_kind,
    missing,
    with_missing,
)
from raggedkit_r.vector.na import NA, NAType, na_of

__all__ = [
    "Values",
    "as_kind",
    "character",
    "complex_text",
    "empty_values",
    "joined",
    "made",
    "scalars",
]


_CLASSED = ("factor", "Date", "POSIXct", "difftime")


@dataclass(frozen=True, eq=False)
class Values:
    """An array, what R calls its kind, and where it is NA, ``[n, ...]``.

    ``na`` is for the kinds whose values can't say it (see `MASKED`); ask `missing`.
    """

    array: Array
    kind: str
    na: Array | None = None
    levels: tuple[str, ...] | None = None
    ordered: bool = False
    tz: str | None = None
    units: str | None = None

    def __len__(self) -> int:
        return int(self.array.shape[0])

    @cached_property
    def missing(self) -> Array:
        """Where the values are NA."""
        return missing(self.array, self.na)

    @property
    def is_na(self) -> Array:
        """Where R's ``is.na`` says TRUE: NA, and NaN too."""
        return (
            self.missing | np.isnan(self.array) if self.array.dtype.kind in "fc" else self.missing
        )

    def take(self, at: Array) -> Values:
        """Return the values at these places; -1 stands for NA."""
        absent = at < 0
        if not absent.any():
            return replace(self, array=self.array[at], na=None if self.na is None else self.na[at])
        if not len(self):
            array = np.full((len(at), *self.array.shape[1:]), filler(self.kind), self.array.dtype)
            return replace(self, **_masked(array, np.ones(array.shape, bool), self.kind))
        array, na = self.array[at], self.missing[at].copy()
        na[absent] = True
        return replace(self, **_masked(array, na, self.kind))


def _masked(array: Array, na: Array, kind: str) -> dict[str, Any]:
    made, mask = with_missing(array, na, kind)
    return {"array": made, "na": mask}


def made(array: Array, na: Array, kind: str, **attributes: Any) -> Values:
    """Return values of a kind, the kind's filler where they are NA."""
    return Values(kind=kind, **_masked(array, na, kind), **attributes)


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def as_kind(values: Values, kind: str) -> Values:
    """Return the values as another kind, as R coerces them; what is NA stays NA.

    Examples
    --------
    >>> import numpy as np
    >>> as_kind(Values(np.array([True, False]), "logical"), "character").array
    array(['TRUE', 'FALSE'], dtype='<U5')
    """
    if values.kind == kind:
        return values
    if kind == "character":
        return made(character(values), values.missing, kind)
    array = values.array
    if values.kind == "complex" or array.dtype.kind in "UTOmM":
        raise TypeError(f"values must be of a kind that {kind} holds, got {values.kind}")
    if kind == "logical":
        return made(array != 0, values.is_na, kind)
    array = array.astype(STORED[kind])
    if kind == "complex" and values.kind == "numeric":
        return Values(array, kind)
    return made(array, values.missing, kind)


def character(values: Values) -> Array:
    """Return the texts that R's ``as.character`` gives, ``""`` where a value is NA."""
    array = values.array
    if array.dtype.kind in "UTO":
        return array
    if values.kind == "logical":
        return np.where(array, "TRUE", "FALSE")
    if values.kind == "raw":
        texts = [f"{byte:02x}" for byte in array.ravel().tolist()]
    elif values.kind == "integer":
        return array.astype("U") if array.size else array.astype("U1")
    elif values.kind in ("numeric", "complex"):
        form = real_text if values.kind == "numeric" else complex_text
        texts = [form(number) for number in array.ravel().tolist()]
    else:
        raise TypeError(f"values must be of a kind that has a text, got {values.kind}")
    return text_array(object_array(texts)).reshape(array.shape)


def complex_text(value: complex) -> str:
    """Return a complex number as R writes it, ``1+2i``."""
    sign = "-" if math.copysign(1, value.imag) < 0 else "+"
    return f"{real_text(value.real)}{sign}{real_text(abs(value.imag))}i"


def empty_values(kind: str) -> Values:
    """Return no values of a kind that has no attributes."""
    return Values(np.array([], dtype=STORED.get(kind, "U1")), kind)


def scalars(values: Values) -> tuple[Any, ...]:
    """Return the values as Python has them, the NA of their kind where they are missing."""
    array = values.array
    if values.kind == "POSIXct":
        array = array.astype("M8[us]")
    elif values.kind == "difftime":
        array = array.astype("m8[us]")
    items = array.tolist()
    missing = values.missing
    if missing.any():
        absent: NAType = cast("dict[str, NAType]", na_of).get(values.kind, NA)
        if values.kind == "factor":
            absent = NA
        for at in np.flatnonzero(missing).tolist():
            items[at] = absent
    return tuple(items)


def joined(parts: Sequence[Values]) -> Values:
    """Return the values end to end in the kind in which they meet; factors unite their levels."""
    if len(parts) == 1:
        return parts[0]
    # Logicals that are all NA say nothing of the kind: c(NA, Sys.Date()) is a Date.
    classed = any(part.kind in _CLASSED for part in parts)
    telling = [part for part in parts if not _untold(part, classed)]
    kind = meeting_kind(*(part.kind for part in telling))
    parts = [
        _all_na(part, kind) if _untold(part, classed) else as_kind(part, kind) for part in parts
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


def _untold(values: Values, classed: bool) -> bool:
    if classed and not len(values):
        return values.kind not in _CLASSED
    return values.kind == "logical" and bool(values.missing.all())


def _all_na(values: Values, kind: str) -> Values:
    array = np.full(values.array.shape, filler(kind), dtype=STORED.get(kind, "U1"))
    return made(array, np.ones(array.shape, dtype=bool), kind)


def _joined_arrays(arrays: list[Array]) -> Array:
    if all(array.dtype.kind == "f" for array in arrays):
        arrays = [array.astype("float64", copy=False) for array in arrays]
    return as_array(np.concatenate(arrays))
