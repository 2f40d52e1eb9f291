"""UTF-8 of text and back: what it cannot write or read is refused by the argument's name."""

from __future__ import annotations

from raggedkit.errors import broken_rule

__all__ = ["from_utf8", "to_utf8"]


def to_utf8(text: str, name: str) -> bytes:
    """Return text as UTF-8; a ValueError names the argument that has half a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        rule = "be text that UTF-8 can write (no single surrogates)"
        raise ValueError(broken_rule(name, rule, text)) from None


def from_utf8(raw: bytes, name: str) -> str:
    """Return UTF-8 as text; a ValueError names the argument that is something else."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ValueError(broken_rule(name, "be UTF-8", raw)) from None
