"""Small forms of copies of items and rows: a slice per row, concatenated."""

from __future__ import annotations

from raggedkit._kernels.small import rows
from raggedkit._typing import Array

__all__ = ["take_ranges"]


def take_ranges(
    values: Array, starts: Array, lengths: Array, step: int = 1, splits: Array | None = None
) -> Array | None:
    """Return the values of ranges, end to end, as `gather.take_ranges` does."""
    return rows.take_ranges(values, starts.tolist(), lengths.tolist(), step)
