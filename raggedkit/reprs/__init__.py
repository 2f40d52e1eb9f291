"""How things look: one description (`parts`), rendered as text or as HTML."""

from typing import Any

from raggedkit.reprs.text import partition_text, ragged_text, sparse_text

__all__ = [
    "partition_html",
    "partition_text",
    "ragged_html",
    "ragged_text",
    "shape_html",
    "sparse_html",
    "sparse_text",
]


def ragged_html(rt: Any) -> str:
    """Return HTML."""
    return "<table></table>"


def partition_html(p: Any) -> str:
    """Return HTML."""
    return ""


def sparse_html(s: Any) -> str:
    """Return HTML."""
    return ""


def shape_html(s: Any) -> str:
    """Return HTML."""
    return ""
