"""Validation of flags, sequences and words; errors name the argument."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from raggedkit.errors import broken_rule

__all__ = ["as_flag", "as_items", "is_word"]


def as_flag(value: Any, name: str) -> bool:
    """Return a value as a bool; TypeError if it has no truth value."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, "be True or False", value)) from None


def as_items(value: Any, name: str, rule: str) -> Iterable[Any]:
    """Return an iterable unchanged; TypeError for anything else."""
    if isinstance(value, Iterable) and getattr(value, "ndim", None) != 0:
        return value
    raise TypeError(broken_rule(name, rule, value))


def is_word(value: Any, words: Iterable[str]) -> bool:
    """Whether a value is one of these words; an array is not."""
    return isinstance(value, str) and value in words
