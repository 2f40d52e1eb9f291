"""Text codecs: UTF-8 with errors that name the argument, and which codecs there are."""

from __future__ import annotations

import codecs
from typing import Any

from raggedkit.errors import broken_rule

__all__ = ["from_utf8", "is_codec", "to_utf8"]


def to_utf8(text: str, name: str) -> bytes:
    """Return text as UTF-8; raise a ValueError for half a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        rule = "be text that UTF-8 can write (no single surrogates)"
        raise ValueError(broken_rule(name, rule, text)) from None


def from_utf8(raw: bytes, name: str) -> str:
    """Return UTF-8 bytes as text; raise a ValueError for other bytes."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ValueError(broken_rule(name, "be UTF-8", raw)) from None


def is_codec(encoding: Any) -> bool:
    """Whether Python has a codec of this name."""
    try:
        codecs.lookup(encoding)
    except (LookupError, TypeError, ValueError):
        return False
    return True
