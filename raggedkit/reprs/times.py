"""Text of dates, times and durations, as pandas writes them.

Dates without a time of day are written ``2024-02-29``, others ``2024-02-29 12:30:00``, all of a
display with the same parts. Durations are written ``1 days 01:00:00``. Units that pandas does not
have (months, years, picoseconds) are left to NumPy.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raggedkit._typing import Array

__all__ = ["duration_texts", "time_texts"]

NOT_A_TIME = "NaT"
_DAY = 86_400 * 10**9
# Nanoseconds per unit: integers of Python, which do not overflow.
_NANOSECONDS = {
    "W": 7 * _DAY,
    "D": _DAY,
    "h": 3600 * 10**9,
    "m": 60 * 10**9,
    "s": 10**9,
    "ms": 10**6,
    "us": 1000,
    "ns": 1,
}
_UNITS = {"D": _DAY, "s": 10**9, "ms": 10**6, "us": 1000, "ns": 1}  # of the text, coarsest first


def time_texts(values: Array) -> list[str]:
    """Return datetimes as text, all with the parts that at least one of them needs."""
    counts = _nanoseconds(values)
    if counts is None:
        return _by_numpy(values)
    known = [n for n in counts if n is not None]
    unit: Any = next(name for name, size in _UNITS.items() if not any(n % size for n in known))
    if any(abs(n) // _UNITS[unit] > 2**62 for n in known):
        return _by_numpy(values)  # NumPy converts to this unit, and would overflow
    texts: list[str] = np.datetime_as_string(values, unit=unit, casting="unsafe").tolist()
    return [text.replace("T", " ") if text != NOT_A_TIME else text for text in texts]


def duration_texts(values: Array) -> list[str]:
    """Return timedeltas as text, all with the parts that at least one of them needs."""
    counts = _nanoseconds(values)
    if counts is None:
        return _by_numpy(values)
    known = [n for n in counts if n is not None]
    digits = 9 if any(n % 1000 for n in known) else 6 if any(n % 10**9 for n in known) else 0
    if not any(n % _DAY for n in known):
        return [NOT_A_TIME if n is None else f"{n // _DAY} days" for n in counts]
    return [NOT_A_TIME if n is None else _duration(n, digits) for n in counts]


def _duration(count: int, digits: int) -> str:
    days, rest = divmod(count, _DAY)
    seconds, fraction = divmod(rest, 10**9)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    # As in pandas: the time of day counts forward, so -1 hour is "-1 days +23:00:00".
    text = f"{days} days {'+' * (days < 0)}{hours:02}:{minutes:02}:{seconds:02}"
    return f"{text}.{fraction:09}"[: len(text) + digits + bool(digits)]


def _nanoseconds(values: Array) -> list[int | None] | None:
    """Return each value in nanoseconds, None for NaT; None if the unit has no fixed size."""
    unit, step = np.datetime_data(values.dtype)
    if unit not in _NANOSECONDS:
        return None
    size = math.prod((_NANOSECONDS[unit], step))
    absent = np.isnat(values).tolist()
    counts = values.view("i8").tolist()
    return [None if gone else n * size for n, gone in zip(counts, absent, strict=True)]


def _by_numpy(values: Array) -> list[str]:
    if np.datetime_data(values.dtype)[0] == "generic":  # NumPy cannot write a date without a unit
        return [NOT_A_TIME if np.isnat(v) else str(v.view("i8")) for v in values]
    return [str(v) for v in values]
