"""How things look: one description (`parts`), rendered as text or as HTML."""

from raggedkit.reprs.html import partition_html, ragged_html, shape_html, sparse_html
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
