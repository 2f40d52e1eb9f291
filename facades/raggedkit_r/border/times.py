"""Conversion of times between R's doubles of seconds or days and NumPy's whole ticks of a unit."""

from __future__ import annotations

import numpy as np

from raggedkit.typing import Array, DType
from raggedkit_r.vector.kinds import NA_REAL, UNITS

__all__ = ["DAY", "counted", "ticked", "ticked_to_fit"]

DAY = UNITS["days"]

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_COARSE = {"M": ("Y", "M", "W", "D", "h", "m"), "m": ("W", "D", "h", "m")}

_NAT = np.iinfo(np.int64).min


def counted(times: Array, seconds: int) -> Array:
    """Return times as doubles, each counting ``seconds`` seconds; NaT is NA.

    Raises
    ------
    TypeError
        If the times have no unit, one finer than nanoseconds, or months, whose lengths differ.
    ValueError
        If a double rounds one of the times to another one.
    """
    if _unit_of(times.dtype) not in (*_PER_SECOND, *_COARSE[times.dtype.kind]):
        msg = f"values must be times of a unit that R's seconds reach, got dtype {times.dtype}"
        raise TypeError(f"{msg}; give them one: rt.astype('{times.dtype.kind}8[us]')")
    found = _counts(times, seconds)
    # Converted back and compared: a tick that a double cannot represent would change.
    odd = (ticked(found, seconds, times.dtype) != times) & ~np.isnat(times)
    if odd.any():
        at = int(np.flatnonzero(odd)[0])
        msg = f"values must be times that R's doubles represent exactly, got {times.flat[at]} "
        msg += f"(value {at}); round them first: rt.astype('{times.dtype.kind}8[us]')"
        raise ValueError(msg)
    return found


def ticked(counts: Array, seconds: int, dtype: DType) -> Array:
    """Return doubles, each counting ``seconds`` seconds, as ticks of a dtype; NaN gives NaT."""
    counts = _quiet(counts)
    unit = _unit(dtype)
    per = _PER_SECOND[unit]
    ticks = _ticks(counts, seconds * per)
    if per > _PER_SECOND["us"]:
        # If whole microseconds give the same double, the time was given in microseconds.
        factor = per // _PER_SECOND["us"]
        whole = _ticks(counts, seconds * _PER_SECOND["us"])
        same = (np.abs(whole) < 2**63 // factor) & (whole != _NAT)
        whole = np.where(same, whole, 0)
        same &= _quotients(whole, seconds * _PER_SECOND["us"]) == counts
        ticks = np.where(same, whole * factor, ticks)
    made: Array = ticks.view(f"{dtype.kind}8[{unit}]").astype(dtype)
    return made


def ticked_to_fit(counts: Array, seconds: int, kind: str) -> Array:
    """Return doubles as ticks of the coarsest exact unit, or of the finest one in range.

    The units are microseconds and nanoseconds, for dates (``kind`` M, of a day) days before them.

    Raises
    ------
    ValueError
        If a count is infinite, or so large that microseconds don't reach it.
    """
    units = ["D", "us", "ns"] if kind == "M" and seconds == DAY else ["us", "ns"]
    counts = _quiet(counts)
    known = ~np.isnan(counts)
    for unit in units:
        made = ticked(counts, seconds, np.dtype(f"{kind}8[{unit}]"))
        if (_counts(made, seconds)[known] == counts[known]).all():
            return made
        # NaT where R has a time: it is out of the range of the unit.
        gone = np.isnat(made) & known
        # Nanoseconds replace microseconds only if no time is out of their range.
        if unit != "ns" or not gone.any():
            best, lost = made, gone
    if lost.any():
        at = int(np.flatnonzero(lost)[0])
        msg = (
            f"x must contain times within 290 000 years of 1970, got {counts.flat[at]} (value {at})"
        )
        raise ValueError(msg)
    return best


def _quiet(counts: Array) -> Array:
    """Return counts with a plain NaN for R's NA, whose bits make NumPy warn in arithmetic."""
    return np.where(np.isnan(counts), np.nan, counts)


def _unit_of(dtype: DType) -> str:
    return np.datetime_data(dtype)[0]


def _unit(dtype: DType) -> str:
    unit, step = np.datetime_data(dtype)
    return unit if unit in _PER_SECOND and step == 1 else "s"


def _counts(times: Array, seconds: int) -> Array:
    unit = _unit(times.dtype)
    fine = times.astype(f"{times.dtype.kind}8[{unit}]")
    found = _quotients(fine.view(np.int64), seconds * _PER_SECOND[unit])
    found[np.isnat(times)] = NA_REAL
    return found


def _quotients(ticks: Array, per: int) -> Array:
    # In two parts: ticks above 2**53 lose digits as doubles, whole units and the rest do not.
    whole, rest = np.divmod(ticks, per)
    found: Array = whole + rest / per
    return found


def _ticks(counts: Array, per: int) -> Array:
    """Return counts times ``per``, rounded, as int64; the integer of NaT if out of range."""
    whole = np.floor(counts)
    inside = np.abs(whole) < 2**63 // per - 1  # False for NaN
    whole = np.where(inside, whole, 0.0)
    rest = np.where(inside, counts, 0.0) - whole
    ticks = whole.astype(np.int64) * per + np.rint(rest * per).astype(np.int64)
    return np.where(inside, ticks, _NAT)
