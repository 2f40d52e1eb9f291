"""Arrays of pandas, polars and Arrow as NumPy arrays: missing values raise, times keep their unit.

A tensor has no missing values. NaN in floats and NaT in times are values. Missing values that a
library marks beside its values (pandas' NA, Arrow's and polars' nulls, a mask of NumPy, None) raise
the same error for every argument. pandas, polars and Arrow are recognised by their methods and are
never imported.
"""

from __future__ import annotations

import datetime as dt
import sys
from typing import Any

import numpy as np

from raggedkit._typing import Array, DType
from raggedkit.errors import MissingValueError, broken_rule

__all__ = [
    "PLAIN",
    "TIMES",
    "argument_of",
    "as_time",
    "checked",
    "has_foreign",
    "is_column",
    "is_missing",
    "is_missing_kind",
    "is_time_kind",
    "masked_item",
    "missing_kinds",
    "not_a_time",
    "received",
    "refuse_missing",
    "time_array",
    "unmasked",
]

PLAIN = frozenset((list, tuple, range, np.ndarray))  # types of the items of a plain nested list
TIMES = (dt.date, dt.timedelta)  # datetime.datetime, pandas' Timestamp and Timedelta
_NAT = np.datetime64("NaT", "ns")


# ------------------------------------------------------------------ arrays of other libraries
def received(obj: Any) -> Any:
    """Return a foreign array or a time as a NumPy array or scalar; return all else unchanged."""
    if isinstance(obj, TIMES) or hasattr(obj, "to_datetime64"):
        return as_time(obj)
    if callable(getattr(obj, "isna", None)):
        return _from_frame(obj) if hasattr(obj, "dtypes") and _axes(obj) == 2 else _from_pandas(obj)
    columns = _columns(obj)
    if columns is not None:
        for column in columns:
            received(column)
        return checked(np.asarray(obj))
    if hasattr(obj, "null_count"):
        return _from_nullable(obj)
    return obj


def is_column(obj: Any) -> bool:
    """Whether something is a polars or Arrow array, which have no ``ndim``."""
    return hasattr(obj, "__array__") and hasattr(obj, "__len__") and not hasattr(obj, "ndim")


def has_foreign(items: Any, ndim: int) -> bool:
    """Whether a nested list of ``ndim`` axes contains arrays other than plain NumPy arrays."""
    if ndim < 2 or not isinstance(items, list | tuple):
        return False
    if not PLAIN.issuperset(map(type, items)):
        kinds = set(map(type, items)) - PLAIN
        if any(hasattr(k, "__array__") for k in kinds):
            return True
    return ndim > 2 and any(has_foreign(x, ndim - 1) for x in items)


def _axes(obj: Any) -> int:
    return int(getattr(obj, "ndim", 1))


def _columns(obj: Any) -> Any:
    """Return the columns of a polars or Arrow table, or None for other objects."""
    if hasattr(obj, "get_columns"):
        return obj.get_columns()
    return obj.columns if hasattr(obj, "column_names") and hasattr(obj, "columns") else None


def _from_frame(frame: Any) -> Array:
    for _, column in frame.items():
        received(column)
    return checked(np.asarray(frame))


def _from_pandas(obj: Any) -> Array:
    """Return a Series, an Index or an extension array as a NumPy array.

    Masked integers are converted to their own dtype: ``np.asarray`` would make them objects, or
    floats that lose digits.
    """
    dtype = getattr(obj, "dtype", None)
    if isinstance(dtype, np.dtype) or dtype is None:
        return checked(np.asarray(obj), "fillna")
    _refuse_zone(getattr(dtype, "tz", None) or _zone_of(getattr(dtype, "pyarrow_dtype", None)))
    # NaN in a sparse array is the value of items that are not stored, so it is not missing.
    if not hasattr(dtype, "fill_value"):
        refuse_missing(np.asarray(obj.isna()), "fillna")
    kind = getattr(dtype, "numpy_dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in "biufmM":
        return np.asarray(obj.to_numpy(dtype=kind))
    return checked(np.asarray(obj), "fillna")


def _from_nullable(obj: Any) -> Array:
    """Return a polars or Arrow array as a NumPy array."""
    count = obj.null_count
    _refuse_zone(_zone_of(getattr(obj, "type", None)) or _zone_of(getattr(obj, "dtype", None)))
    if int(count() if callable(count) else count):
        refuse_missing(np.asarray(obj.is_null()).astype(bool), "fill_null")
    return checked(np.asarray(obj), "fill_null")


def _zone_of(dtype: Any) -> Any:
    return getattr(dtype, "tz", None) or getattr(dtype, "time_zone", None)


def _refuse_zone(zone: Any) -> None:
    if zone is not None:
        way_out = "convert them to UTC and drop the zone first"
        raise ValueError(broken_rule("times", "have no time zone", str(zone), way_out))


# ------------------------------------------------------------------ missing values
def refuse_missing(missing: Array, fill: str = "") -> None:
    """Raise if there is a missing value; ``fill`` is the method that replaces them."""
    count = int(np.count_nonzero(missing))
    if count:
        place = np.unravel_index(int(missing.argmax()), missing.shape)
        raise MissingValueError.of(count, missing.size, [int(i) for i in place], fill)


def argument_of(obj: Any) -> str:
    """Return the name of the public argument that has this value; "" if there is none.

    It is searched in the frames of the stack, and only for an error. So normal calls do not pass
    names from function to function.
    """
    frame: Any = sys._getframe(1)
    outermost: Any = None
    while frame is not None and frame.f_globals.get("__name__", "").startswith("raggedkit."):
        if frame.f_code.co_name == "<module>":  # a docstring example runs in the module itself
            break
        frame, outermost = frame.f_back, frame
    if outermost is None:
        return ""
    code = outermost.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    found = next((name for name in names if outermost.f_locals.get(name) is obj), "")
    # The right operand of an operator has no name for the user.
    return "" if found == "other" else found


def checked(array: Array, fill: str = "") -> Array:
    """Return an array of objects or text, with times in a NumPy dtype; raise on missing values."""
    if array.dtype.kind == "T":
        return _checked_text(array, fill)
    if array.dtype.kind != "O" or not array.size:
        return array
    items = array.ravel().tolist()
    kinds = set(map(type, items))
    if not array.ndim and items[0] is None:
        return array  # None is an omitted argument here, not a missing value
    if all(map(is_time_kind, kinds)):
        return time_array(items).reshape(array.shape)
    odd = missing_kinds(kinds)
    # pandas marks missing text with NaN.
    nan = float in kinds and any(issubclass(k, str | bytes) for k in kinds)
    if odd or nan:
        missing = [type(x) in odd or (nan and x != x) for x in items]
        refuse_missing(np.array(missing, dtype=bool).reshape(array.shape), fill)
    return array


def _checked_text(array: Array, fill: str) -> Array:
    """Return text of variable width in a dtype without ``na_object``; raise on missing text."""
    plain = np.dtypes.StringDType()
    if array.dtype == plain or not hasattr(array.dtype, "na_object"):
        return array
    items = array.ravel().tolist()
    missing = [not isinstance(x, str) for x in items]
    refuse_missing(np.array(missing, dtype=bool).reshape(array.shape), fill)
    return array.astype(plain)


def unmasked(array: Any) -> Any:
    """Return an array unchanged; raise if it is a masked array with masked items."""
    masked = sys.modules.get("numpy.ma")  # loaded on first use: no import, no masked arrays
    if masked is not None and isinstance(array, masked.MaskedArray):
        refuse_missing(masked.getmaskarray(array), "filled")
    return array


def masked_item(items: Any, array: Array) -> None:
    """Raise if a list contains ``np.ma.masked``, which NumPy converts to NaN.

    The dot product is the cheapest test for NaN; only then is the list searched.
    """
    total = np.vdot(array, array)
    if total != total:
        objects = np.asarray(_without_masks(items, np.ma.masked), dtype=object)
        if objects.shape == array.shape:
            refuse_missing(np.array([x is None for x in objects.ravel()]).reshape(array.shape))


def _without_masks(items: Any, masked: Any) -> Any:
    """Return nested lists with None for each masked item."""
    if items is masked:
        return None
    return [_without_masks(x, masked) for x in items] if isinstance(items, list | tuple) else items


def is_missing(x: Any) -> bool:
    """Whether a single object is a marker of a missing value."""
    return is_missing_kind(type(x)) or getattr(x, "is_valid", True) is False


def missing_kinds(kinds: set[type]) -> set[type]:
    """Return the types that mark missing values; pandas' NaT beside times is a value."""
    odd = {k for k in kinds if is_missing_kind(k)}
    rest = kinds - odd
    if odd and rest and all(map(is_time_kind, rest)):
        return {k for k in odd if not is_time_kind(k)}
    return odd


def is_missing_kind(kind: type) -> bool:
    """Whether a type marks missing values: None, pandas' NA and NaT, NumPy's masked."""
    return kind is type(None) or kind.__name__ in ("NAType", "NaTType", "MaskedConstant")


# ------------------------------------------------------------------ times
def is_time_kind(kind: type) -> bool:
    """Whether a type is one of dates, times or durations, including NaT."""
    return (
        issubclass(kind, TIMES)
        or issubclass(kind, np.datetime64 | np.timedelta64)
        or hasattr(kind, "to_datetime64")
    )


def not_a_time(x: Any) -> bool:
    """Whether something is pandas' NaT, which is a date or a duration by context."""
    return type(x).__name__ == "NaTType"


def as_time(x: Any, dtype: DType | None = None) -> Any:
    """Return a date, time or duration of Python or pandas as a NumPy scalar in its own unit.

    pandas' NaT becomes a date, or a duration if ``dtype`` is one.
    """
    if not_a_time(x):
        return np.timedelta64("NaT", "ns") if dtype is not None and dtype.kind == "m" else _NAT
    _refuse_zone(getattr(x, "tzinfo", None))
    for name in ("to_datetime64", "to_timedelta64"):
        if hasattr(x, name):
            return getattr(x, name)()
    if isinstance(x, dt.timedelta):
        return np.timedelta64(x, "us")
    return np.datetime64(x, "us" if isinstance(x, dt.datetime) else "D")


def time_array(items: list[Any]) -> Array:
    """Return times as an array in the finest unit of all items.

    Raises
    ------
    TypeError
        If there are both dates and durations.
    ValueError
        If a time has a time zone, or does not fit the unit.
    """
    times = [x if isinstance(x, np.generic) else as_time(x) for x in items if not not_a_time(x)]
    dtypes = {t.dtype for t in times}
    if len({d.kind for d in dtypes}) > 1:
        first = times[0].dtype.kind
        odd = next(t for t in times if t.dtype.kind != first)
        got = f"got {times[0]!r} and {odd!r}"
        raise TypeError(f"times must be all dates or all durations, {got}")
    if not dtypes:
        return np.full(len(items), _NAT)
    dtype = np.result_type(*dtypes)
    made = np.full(len(items), "NaT", dtype=dtype)
    at = [i for i, x in enumerate(items) if not not_a_time(x)]
    made[at] = np.array(times, dtype=dtype)
    if len(dtypes) > 1:
        _check_unit(made[at], times)
    return made


def _check_unit(made: Array, times: list[Any]) -> None:
    """Raise if a time overflows the finer unit; NumPy would wrap around without an error."""
    for dtype in {t.dtype for t in times}:
        back = made.astype(dtype)
        for a, b in zip(back, times, strict=True):
            if b.dtype == dtype and a != b and b == b:
                raise ValueError(broken_rule("times", f"fit {made.dtype}", b))
