"""R's operators on dates, times and durations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from raggedkit.typing import Array
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.kinds import NUMBERS, STORED, UNITS
from raggedkit_r.vector.operators import COMPARISONS
from raggedkit_r.vector.values import Values, made

__all__ = ["operate_on_times"]

_NUMBERS = NUMBERS[:3]


def operate_on_times(name: str, left: Values, right: Values) -> Values:
    """Return ``left <name> right`` if at least one side is a date, a time or a duration.

    A number is days beside a Date, seconds beside a POSIXct, and its units beside a difftime.

    Raises
    ------
    TypeError
        If R has no such operation.

    Examples
    --------
    >>> import numpy as np
    >>> day = Values(np.array(["2024-02-28"], dtype="datetime64[D]"), "Date")
    >>> operate_on_times("add", day, Values(np.array([2]), "integer")).array
    array(['2024-03-01'], dtype='datetime64[D]')
    >>> operate_on_times("mul", day, day)
    Traceback (most recent call last):
        ...
    TypeError: Date and Date must be compared or subtracted, got mul; as_tensor(x) is plain NumPy
    """
    if name in COMPARISONS:
        left, right = _typed_as(left, right), _typed_as(right, left)
        a, b = _read_beside(left, right), _read_beside(right, left)
        if a.kind == b.kind:
            result = COMPARISONS[name](a.array, b.array)
            return made(result, a.missing | b.missing, "logical")
    pair = (left.kind, right.kind)
    if name in ("add", "sub") and left.kind in ("Date", "POSIXct"):
        if pair[1] in ("difftime", *_NUMBERS):
            return _moved(name, left, right)
        if name == "sub" and pair[0] == pair[1]:
            return _between(left, right)
    if name == "add" and right.kind in ("Date", "POSIXct") and left.kind in ("difftime", *_NUMBERS):
        return _moved(name, right, left)
    if "difftime" in pair and set(pair) <= {"difftime", *_NUMBERS}:
        found = _durations(name, left, right)
        if found is not None:
            return found
    rule = "be compared or subtracted"
    if left.kind != right.kind:
        rule = "be of one kind, or one of them numbers"
    way_out = "as_tensor(x) is plain NumPy"
    raise TypeError(f"{left.kind} and {right.kind} must {rule}, got {name}; {way_out}")


def _typed_as(side: Values, other: Values) -> Values:
    """Return logicals that are all NA, or none at all, as NA of the kind beside them."""
    # A plain NA is logical in R, and adapts to the kind of the other operand.
    if side.kind != "logical" or not side.missing.all():
        return side
    if other.kind in ("Date", "POSIXct"):
        array = np.full(side.array.shape, "NaT", dtype=STORED[other.kind])
        return Values(array, other.kind, tz=other.tz)
    array = np.full(side.array.shape, "NaT", dtype=STORED["difftime"])
    return Values(array, "difftime", units=other.units)


def _read_beside(side: Values, other: Values) -> Values:
    """Read text beside dates as dates, and numbers beside durations as durations in their unit."""
    if side.kind == "character" and other.kind in ("Date", "POSIXct"):
        return made(_filled(side).astype(STORED[other.kind]), side.missing, other.kind)
    if side.kind in _NUMBERS and other.kind == "difftime":
        return _as_duration(side, other.units or "secs")
    return side


def _filled(side: Values) -> Array:
    return np.where(side.missing, "NaT", side.array)


def _as_duration(numbers: Values, units: str) -> Values:
    numbers = as_kind(numbers, "numeric")
    known = np.isfinite(numbers.array)
    # NaN and Inf become NA: as ticks they would be undefined integers.
    ticks = np.where(known, numbers.array, 0) * UNITS[units] * 1e6
    array = np.rint(ticks).astype("int64").view("m8[us]")
    return made(array, ~known, "difftime", units=units)


def _moved(name: str, moment: Values, by: Values) -> Values:
    if by.kind != "difftime":
        by = _as_duration(by, "days" if moment.kind == "Date" else "secs")
    step = by.array
    if moment.kind == "Date":
        days = step.astype("m8[D]")
        # R keeps parts of a day inside of a Date, datetime64[D] cannot.
        if (days.astype(step.dtype) != step)[~by.missing].any():
            raise ValueError("a Date must be moved by whole days, got a part of one; use times")
        step = days
    array = moment.array + step if name == "add" else moment.array - step
    return replace(moment, array=array)


def _between(left: Values, right: Values) -> Values:
    """Return the durations from the one to the other in the largest unit that fits them."""
    array = (left.array - right.array).astype(STORED["difftime"])
    seconds = np.abs(array[~np.isnat(array)].astype("int64") / 1e6)
    units = "days"
    if left.kind == "POSIXct":
        # As difftime() in R: the smallest difference decides the unit of all.
        least = float(seconds.min(initial=np.inf)) if seconds.size else 0.0
        limits = (("secs", 60), ("mins", 3600), ("hours", 86400))
        units = next((unit for unit, limit in limits if least < limit), "days")
    return Values(array, "difftime", units=units)


def _durations(name: str, left: Values, right: Values) -> Values | None:
    if left.kind == right.kind:
        if name == "truediv":
            with np.errstate(all="ignore"):
                return made(left.array / right.array, left.missing | right.missing, "numeric")
        if name in ("add", "sub"):
            # As in R, the finer unit of the two.
            units = min(str(left.units), str(right.units), key=UNITS.__getitem__)
            array = left.array + right.array if name == "add" else left.array - right.array
            return Values(array, "difftime", units=units)
        return None
    duration, number = (left, right) if left.kind == "difftime" else (right, left)
    if name in ("add", "sub"):
        other = _as_duration(number, duration.units or "secs")
        pair = (duration, other) if left is duration else (other, duration)
        return _durations(name, *pair)
    if name == "mul" or (name == "truediv" and duration is left):
        with np.errstate(all="ignore"):
            factor = as_kind(number, "numeric").array
            ticks = duration.array.astype("float64")
            ticks = ticks * factor if name == "mul" else ticks / factor
        na = duration.missing | ~np.isfinite(ticks)
        array = np.rint(np.where(na, 0, ticks)).astype("int64").view("m8[us]")
        return made(array, na, "difftime", units=duration.units)
    return None
