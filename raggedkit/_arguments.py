"""Single integers, flags and words as people give them: refused by the argument's name."""

from __future__ import annotations

import operator
from collections.abc import Collection
from typing import Any

from raggedkit.errors import RaggedIndexError, broken_rule

__all__ = ["as_axis", "as_count", "as_flag", "as_int", "is_word"]


def as_int(value: Any, name: str, rule: str = "be an integer", way_out: str = "") -> int:
    """Return an integer as an int; a TypeError names the argument and its rule."""
    if type(value) is int:
        return value
    try:
        if isinstance(value, bool):
            raise TypeError
        return int(operator.index(value))
    except TypeError:
        raise TypeError(broken_rule(name, rule, value, way_out)) from None


def as_count(value: Any, name: str, rule: str = "be an integer") -> int:
    """Return an integer that is not negative as an int."""
    n = as_int(value, name, rule)
    if n < 0:
        raise ValueError(broken_rule(name, "not be negative", n))
    return n


def as_flag(value: Any, name: str) -> bool:
    """Return whether something is true; a TypeError names the argument that has no one answer."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, "be True or False", value)) from None


def is_word(value: Any, words: Collection[str]) -> bool:
    """Whether something is one of these words; an array is none."""
    return isinstance(value, str) and value in words


def as_axis(axis: Any, ndim: int, name: str = "axis") -> int:
    """Return an axis counted from the front, checked."""
    if type(axis) is int and 0 <= axis < ndim:
        return axis
    at = as_int(axis, name)
    if not -ndim <= at < ndim:
        raise RaggedIndexError(broken_rule(name, f"be from {-ndim} to {ndim - 1}", at))
    return at + ndim if at < 0 else at
