"""Flags and sequences as people give them: refused by the argument's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from raggedkit.errors import broken_rule

__all__ = ["as_flag", "as_items", "is_word"]


def as_flag(value: Any, name: str) -> bool:
    """Return whether something is true; TypeError if it has no one answer."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, "be True or False", value)) from None


def as_items(value: Any, name: str, rule: str) -> Iterable[Any]:
    """Return an iterable as it is; TypeError if it is none."""
    if isinstance(value, Iterable) and getattr(value, "ndim", None) != 0:
        return value
    raise TypeError(broken_rule(name, rule, value))


def is_word(value: Any, words: Iterable[str]) -> bool:
    """Whether something is one of these words; an array is none."""
    return isinstance(value, str) and value in words
