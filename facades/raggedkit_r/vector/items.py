"""Conversion of Python scalars and arrays to values of R's kinds, with NA and None."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule, shown
from raggedkit.typing import Array
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.kinds import (
    EXACT,
    INTEGER_MAX,
    STORED,
    common_kind,
    filler,
    kind_of,
    kind_of_scalar,
)
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.values import Values, made, text_array

__all__ = ["one_axis", "values_from_array", "values_from_items"]


def values_from_items(items: Sequence[Any]) -> Values:
    """Return Python scalars as values of their common kind; None is NA.

    Raises
    ------
    TypeError
        If R has no such value, or the values have no common kind.
    ValueError
        If a double can't represent an integer.

    Examples
    --------
    >>> values = values_from_items([3, None, 2.5])
    >>> values.kind, values.missing
    ('numeric', array([False,  True, False]))
    >>> values_from_items([3, object])
    Traceback (most recent call last):
        ...
    TypeError: values must be numbers, bools, text, dates or times, got <class 'object'> (value 1)
    """
    if any(issubclass(t, np.generic) for t in set(map(type, items))):
        items = [_plain_scalar(v) for v in items]
    absent = {type(None), NAType}
    types = set(map(type, items))
    na = np.zeros(len(items), dtype=bool)
    # One test per type, not per value: long lists have few types.
    kinds = [_scalar_kind(kind, items) for kind in types - absent]
    if types & absent:
        na = np.fromiter((type(v) in absent for v in items), dtype=bool, count=len(items))
        kinds += [v.kind for v in set(items) if isinstance(v, NAType) and v.kind != "logical"]
    kind = common_kind(*kinds) if kinds else "logical"
    make: Callable[[Sequence[Any], Array], Values] = _MAKERS[kind]
    return make(items, na)


def _plain_scalar(item: Any) -> Any:
    """Return a NumPy number, flag or text as Python's; times keep their unit."""
    return item.item() if isinstance(item, np.generic) and item.dtype.kind in "biufcU" else item


def _scalar_kind(type_: type, items: Sequence[Any]) -> str:
    at, item = next((i, v) for i, v in enumerate(items) if type(v) is type_)
    kind = kind_of_scalar(item)
    if kind is None:
        got = f"{shown(item)} (value {at})"
        raise TypeError(f"values must be numbers, bools, text, dates or times, got {got}")
    return kind


def _filled(items: Sequence[Any], na: Array, fill: Any) -> list[Any]:
    if not na.any():
        return list(items)
    return [fill if absent else v for v, absent in zip(items, na.tolist(), strict=True)]


def _plain(kind: str) -> Any:
    def make(items: Sequence[Any], na: Array) -> Values:
        array = np.array(_filled(items, na, filler(kind)), dtype=STORED[kind])
        return made(array, na, kind)

    return make


def _integers(items: Sequence[Any], na: Array) -> Values:
    numbers = _filled(items, na, 0)
    largest = max(map(abs, numbers), default=0)
    # R's integers have 32 bits; larger ones become doubles as in R.
    if largest <= INTEGER_MAX:
        return made(np.array(numbers, dtype="int32"), na, "integer")
    if largest > EXACT:
        at = next(i for i, v in enumerate(numbers) if abs(v) > EXACT)
        rule = "be at most 2**53, up to which R's doubles represent every integer"
        raise ValueError(broken_rule("values", rule, numbers[at], "give it as a float or as text"))
    return made(np.array(numbers, dtype="float64"), na, "numeric")


def _texts(items: Sequence[Any], na: Array) -> Values:
    texts = _filled(items, na, "")
    if not all(isinstance(v, str) for v in texts):
        texts = [v if isinstance(v, str) else _text(v) for v in texts]
    return made(text_array(texts), na, "character")


def _text(value: Any) -> str:
    """Return the text of one value, without conversion to the common kind first."""
    return str(as_kind(values_from_items([value]), "character").array[0])


def _moments(items: Sequence[Any], na: Array) -> Values:
    """Return datetimes in UTC; R shows them in the time zone of the first one."""
    zone = next((v.tzinfo for v in items if isinstance(v, datetime) and v.tzinfo), None)
    plain = [
        v.astimezone(UTC).replace(tzinfo=None) if isinstance(v, datetime) and v.tzinfo else v
        for v in _filled(items, na, None)
    ]
    tz = "UTC" if zone is None or zone is UTC else getattr(zone, "key", "UTC")
    return made(np.array(plain, dtype=STORED["POSIXct"]), na, "POSIXct", tz=tz)


def _durations(items: Sequence[Any], na: Array) -> Values:
    plain = _filled(items, na, None)
    try:
        array = np.array(plain, dtype=STORED["difftime"])
    except TypeError:
        rule = "be durations in weeks or less, since months and years have no fixed length"
        raise TypeError(broken_rule("values", rule, plain)) from None
    return made(array, na, "difftime", units="secs")


_MAKERS = {
    "logical": _plain("logical"),
    "integer": _integers,
    "numeric": _plain("numeric"),
    "complex": _plain("complex"),
    "character": _texts,
    "Date": _plain("Date"),
    "POSIXct": _moments,
    "difftime": _durations,
}


def values_from_array(array: Array) -> Values:
    """Return an array's values with R's kind for them; NaT is NA, NaN is not.

    Examples
    --------
    >>> import numpy as np
    >>> values_from_array(np.array(["2024-02-29", "NaT"], dtype="datetime64[D]")).missing
    array([False,  True])
    """
    kind = kind_of(array.dtype)
    if isinstance(array, np.ma.MaskedArray):
        plain = values_from_array(np.ma.getdata(array))
        return plain.with_array(plain.array, plain.missing | np.ma.getmaskarray(array))
    if array.dtype.kind == "O":
        return values_from_items(array.tolist())
    # StringDType may have its own marker for missing text.
    if array.dtype.kind == "T" and hasattr(array.dtype, "na_object"):
        texts = array.ravel().tolist()
        na = np.array([not isinstance(text, str) for text in texts], dtype=bool)
        plain_text = text_array(_filled(texts, na, "")).reshape(array.shape)
        return made(plain_text, na.reshape(array.shape), kind)
    if kind == "integer" and array.size:
        if bool((array > INTEGER_MAX).any()) or bool((array < -INTEGER_MAX).any()):
            values = _integers(array.ravel().tolist(), np.zeros(array.size, dtype=bool))
            return values.reshaped(*array.shape)
    more: dict[str, Any] = {"POSIXct": {"tz": "UTC"}, "difftime": {"units": "secs"}}
    return Values(array, kind, **more.get(kind, {}))


def one_axis(row: Array) -> Array:
    """Return an array as a vector; TypeError if it has several axes."""
    if row.ndim > 1:
        way_out = "array.ravel() reads it by rows, array.ravel('F') by columns as R does"
        message = f"array must have at most one axis to be a vector, got shape {row.shape}"
        raise TypeError(f"{message}; {way_out}")
    return row.reshape(-1)
