"""Small forms of row-wise sorting: Python's sort of the positions in each row, which is stable."""

from __future__ import annotations

from itertools import accumulate, chain, pairwise

from raggedkit._typing import Array
from raggedkit._xp import INT64, REALS, int_array

__all__ = ["argsort_rows", "sort_rows", "top_rows"]


def sort_rows(
    values: Array, splits: Array, lengths: Array | None, descending: bool = False
) -> Array | None:
    """Return the values of each row in order, as `sort.sort_rows` does."""
    rows = _ordered(values, splits, descending)
    if rows is None:
        return None
    return values.take(int_array(list(chain.from_iterable(rows)), INT64))


def argsort_rows(
    values: Array, splits: Array, lengths: Array, descending: bool = False
) -> Array | None:
    """Return the positions that sort each row, as `sort.argsort_rows` does."""
    rows = _ordered(values, splits, descending)
    return None if rows is None else _from_their_starts(rows, splits)


def top_rows(
    values: Array, splits: Array, lengths: Array, most: int
) -> tuple[Array, Array, Array] | None:
    """Return the positions of the largest values of each row, as `sort.top_rows` does."""
    rows = _ordered(values, splits, descending=True)
    if rows is None:
        return None
    rows = [row[:most] for row in rows]
    at = int_array(list(chain.from_iterable(rows)), INT64)
    cut = int_array(list(accumulate(map(len, rows), initial=0)), splits.dtype)
    return _from_their_starts(rows, splits), at, cut


def _ordered(values: Array, splits: Array, descending: bool) -> list[list[int]] | None:
    """Return the positions that sort each row; None if there is NaN."""
    if values.ndim > 1 or values.dtype.kind not in REALS:
        return None
    items, limits = values.tolist(), splits.tolist()
    if limits != sorted(limits) or limits[0] != 0 or limits[-1] != len(items):
        return None
    if values.dtype.kind == "f" and any(v != v for v in items):
        return None
    return [
        sorted(range(a, b), key=items.__getitem__, reverse=descending) for a, b in pairwise(limits)
    ]


def _from_their_starts(rows: list[list[int]], splits: Array) -> Array:
    """Return positions in rows for positions among all values."""
    starts = splits.tolist()
    return int_array([i - a for a, row in zip(starts, rows, strict=False) for i in row], INT64)
