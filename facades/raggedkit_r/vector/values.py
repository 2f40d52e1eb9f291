"""Values of one of R's kinds: an array, its kind, and the mask of NA."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from raggedkit.ragged import constant
from raggedkit.typing import Array
from raggedkit_r.vector.kinds import STORED, TIMES, filler, missing, with_missing
from raggedkit_r.vector.na import NA, na_of

__all__ = ["Values", "empty_values", "made", "object_array", "same_values", "scalar", "scalars"]
__all__ += ["plain_text", "text_array"]

_SMALL = 64  # so few short texts always fit a dtype of fixed width


@dataclass(frozen=True, eq=False)
class Values:
    """An array, R's kind of it, and the mask of NA, ``[n, ...]``.

    ``na`` is for the kinds in `MASKED` only; `missing` is right for all of them.
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

    @property
    def attributes(self) -> tuple[Any, ...]:
        """Levels, order, time zone and unit: the last fields, in their order."""
        return (self.levels, self.ordered, self.tz, self.units)

    @cached_property
    def missing(self) -> Array:
        """The mask of the values that are NA."""
        return missing(self.array, self.na)

    @property
    def is_na(self) -> Array:
        """The mask of R's ``is.na``: NA, and NaN too."""
        floating = self.array.dtype.kind in "fc"
        return self.missing | np.isnan(self.array) if floating else self.missing

    def take(self, at: Array | Sequence[int]) -> Values:
        """Return the values at these positions; -1 gives NA."""
        at = np.asarray(at, dtype="int64")
        absent = at < 0
        if not absent.any():
            return replace(self, array=self.array[at], na=None if self.na is None else self.na[at])
        if not len(self):
            array = np.full((len(at), *self.array.shape[1:]), filler(self.kind), self.array.dtype)
            return self.with_array(array, np.ones(array.shape, bool))
        na = self.missing[at].copy()
        na[absent] = True
        return self.with_array(self.array[at], na)

    def reshaped(self, *shape: int) -> Values:
        """Return the same values in an array of another shape."""
        na = None if self.na is None else self.na.reshape(shape)
        return replace(self, array=self.array.reshape(shape), na=na)

    def with_array(self, array: Array, na: Array) -> Values:
        """Return other values of the same kind with the same attributes."""
        array, mask = with_missing(array, na, self.kind)
        return replace(self, array=array, na=mask)


def made(array: Array, na: Array, kind: str, **attributes: Any) -> Values:
    """Return values of a kind, with the kind's filler for NA."""
    array, mask = with_missing(array, na, kind)
    return Values(array, kind, mask, **attributes)


def object_array(items: Sequence[Any]) -> Array:
    """Return the items as an object array with one axis; items may be sequences."""
    return np.fromiter(items, dtype=object, count=len(items))


def text_array(items: list[str]) -> Array:
    """Return text as an array of the dtype that raggedkit gives it."""
    if len(items) < _SMALL and not any(len(item) > _SMALL or "\0" in item for item in items):
        return np.array(items, dtype=str if any(items) else "U1")
    texts: Array = constant([items]).flat_values
    return texts


def plain_text(array: Array) -> Array:
    """Return an array of text objects with the dtype of `text_array`, any other as it is."""
    if array.dtype.kind != "O":
        return array
    return text_array(array.ravel().tolist()).reshape(array.shape)


def empty_values(kind: str) -> Values:
    """Return no values of a kind."""
    more: dict[str, Any] = {"factor": {"levels": ()}, "difftime": {"units": "secs"}}
    return Values(np.array([], dtype=STORED.get(kind, "U1")), kind, **more.get(kind, {}))


def same_values(a: Values, b: Values) -> bool:
    """Return whether kind, attributes and all values are the same, NA and NaN among them."""
    if (a.kind, *a.attributes) != (b.kind, *b.attributes) or a.array.shape != b.array.shape:
        return False
    equal_nan = a.array.dtype.kind in "fcmM"
    known = ~a.missing
    same = np.array_equal(a.array[known], b.array[known], equal_nan=equal_nan)
    return same and np.array_equal(a.missing, b.missing)


def scalar(values: Values, at: int) -> Any:
    """Return the value at a position from 0 on as a Python scalar, or the NA of its kind."""
    # Most values are no NA and need no mask: `missing` of the whole vector costs 10 times as much.
    single = values.array.ndim == 1 and values.kind not in TIMES
    if single and (values.na is None or not values.na[at]):
        item = values.array.item(at)
        if item == item:
            return item
    return scalars(values.take([at]))[0]


def scalars(values: Values) -> tuple[Any, ...]:
    """Return the values as Python scalars, with the NA of their kind for missing ones."""
    units = {"POSIXct": "M8[us]", "difftime": "m8[us]"}
    array = values.array.astype(units[values.kind]) if values.kind in units else values.array
    items = array.tolist()
    if values.missing.any():
        absent = na_of.get(values.kind, NA)
        for at in np.flatnonzero(values.missing).tolist():
            items[at] = absent
    return tuple(items)
