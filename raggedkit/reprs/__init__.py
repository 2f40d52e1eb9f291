"""Displays of tensors, partitions and shapes: one description, rendered as text, HTML or SVG."""

from raggedkit.reprs.fields import fields_html, fields_text
from raggedkit.reprs.html import bundle, partition_html, ragged_html, shape_html, sparse_html
from raggedkit.reprs.text import partition_text, ragged_text, sparse_text

__all__ = [
    "bundle",
    "fields_html",
    "fields_text",
    "partition_html",
    "partition_text",
    "ragged_html",
    "ragged_text",
    "shape_html",
    "sparse_html",
    "sparse_text",
]
