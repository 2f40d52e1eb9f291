"""Validation of scalar arguments: axis, count, integer, flag, real number, choice.

Each function returns the argument in its plain Python type, or raises an error that names it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Iterable
from typing import Any

from raggedkit._typing import Array
from raggedkit._xp import REALS, as_array
from raggedkit.errors import RaggedIndexError, broken_rule

__all__ = [
    "array_of",
    "as_axis",
    "as_count",
    "as_flag",
    "as_int",
    "as_real",
    "check_room",
    "is_word",
    "REFUSE",
]


# 128 TiB: the address space of a process. No machine has more memory.
_MOST_BYTES = 1 << 47


def as_int(value: Any, name: str, rule: str = "be an integer", way_out: str = "") -> int:
    """Return an integer as an int; raise a TypeError with the argument and its rule otherwise."""
    if type(value) is int:
        return value
    try:
        # Bools have __index__ (NumPy's too, before 2.4), but axis=True or depth=False is a mistake.
        if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
            raise TypeError
        return int(operator.index(value))
    except TypeError:
        raise TypeError(broken_rule(name, rule, value, way_out)) from None


def as_count(value: Any, name: str, rule: str = "be an integer") -> int:
    """Return a non-negative integer as an int."""
    n = as_int(value, name, rule)
    if n < 0:
        raise ValueError(broken_rule(name, "not be negative", n))
    return n


def as_flag(value: Any, name: str) -> bool:
    """Return the truth value of an argument; raise a TypeError if it has none, as an array."""
    if value is True or value is False:
        return value
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, "be True or False", value)) from None


def as_real(value: Any, name: str) -> float:
    """Return a finite real number as a float; raise a TypeError or ValueError otherwise."""
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    if isinstance(value, str | bytes) or kind not in REALS or getattr(value, "ndim", None):
        raise TypeError(broken_rule(name, "be a number", value))
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(broken_rule(name, "be a finite number", value)) from None
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, "be a number", value)) from None
    if not math.isfinite(number):
        raise ValueError(broken_rule(name, "be a finite number", value))
    return number


def array_of(value: Any, name: str, rule: str, xp: Any = None) -> Array:
    """Return an argument as an array; raise a TypeError if NumPy cannot convert it."""
    try:
        return as_array(value, xp)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, rule, value)) from None


def check_room(sizes: Iterable[int], itemsize: int, name: str, value: Any) -> None:
    """Raise a ValueError if an array of these sizes cannot fit in memory.

    NumPy's own error does not name the argument, and its integers may overflow before it.
    """
    if math.prod(max(n, 1) for n in sizes) * max(itemsize, 1) > _MOST_BYTES:
        raise ValueError(broken_rule(name, "make an array that fits memory", value))


def is_word(value: Any, words: Collection[str]) -> bool:
    """Whether an argument is one of these words; False for an array, which has no single ``==``."""
    return isinstance(value, str) and value in words


def as_axis(axis: Any, ndim: int, name: str = "axis") -> int:
    """Return a valid axis as a non-negative int."""
    if type(axis) is int and 0 <= axis < ndim:
        return axis
    at = as_int(axis, name)
    if not -ndim <= at < ndim:
        raise RaggedIndexError(broken_rule(name, f"be from {-ndim} to {ndim - 1}", at))
    return at + ndim if at < 0 else at


class _Refuse:
    """The default of ``default``: a row that is too short is an error. `help` shows its name."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "REFUSE"


REFUSE: Any = _Refuse()
