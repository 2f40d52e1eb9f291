"""Loops that move items or put them in order, for numba to compile; see `loops` for the rules.

Items are bytes to most of them: a copy of float32 is a copy of uint32, so one compiled loop
serves every dtype of that size.
"""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array

__all__ = [
    "choose_items",
    "compact_rows",
    "copy_ranges",
    "count_marked",
    "fill_ranges",
    "pad_rows",
    "place_rows",
    "sort_rows",
]


def fill_ranges(
    first: int, limit: int, splits: Array, starts: Array, step: int, out: Array
) -> None:
    """Lay ``start, start + step, ...`` end to end."""
    for i in range(first, limit):
        at = starts[i]
        for j in range(splits[i], splits[i + 1]):
            out[j] = at
            at += step


def copy_ranges(
    first: int, limit: int, splits: Array, starts: Array, step: int, values: Array, out: Array
) -> None:
    """Lay ``values[start], values[start + step], ...`` of each row end to end."""
    for i in range(first, limit):
        at = starts[i]
        for j in range(splits[i], splits[i + 1]):
            out[j] = values[at]
            at += step


def place_rows(
    first: int, limit: int, splits: Array, starts: Array, values: Array, out: Array
) -> None:
    """Put each row where it starts in ``out``."""
    for i in range(first, limit):
        at = starts[i]
        for j in range(splits[i], splits[i + 1]):
            out[at] = values[j]
            at += 1


def pad_rows(
    first: int, limit: int, splits: Array, values: Array, fill: Any, left: bool, out: Array
) -> None:
    """Lay rows out in a rectangle, completed with ``fill``."""
    width = out.shape[1]
    for i in range(first, limit):
        start = splits[i]
        length = splits[i + 1] - start
        begin = width - length if left else 0
        for j in range(begin):
            out[i, j] = fill
        for j in range(length):
            out[i, begin + j] = values[start + j]
        for j in range(begin + length, width):
            out[i, j] = fill


def choose_items(first: int, limit: int, flags: Array, x: Array, y: Array, out: Array) -> None:
    """Take each item from one of two arrays."""
    for j in range(first, limit):
        out[j] = x[j] if flags[j] else y[j]


def compact_rows(first: int, limit: int, splits: Array, dense: Array, out: Array) -> None:
    """Lay the first items of each row of a rectangle end to end."""
    for i in range(first, limit):
        start = splits[i]
        for j in range(splits[i + 1] - start):
            out[start + j] = dense[i, j]


def count_marked(first: int, limit: int, splits: Array, kept: Array, out: Array) -> None:
    """Count the true flags of each row."""
    for i in range(first, limit):
        total = 0
        for j in range(splits[i], splits[i + 1]):
            total += kept[j]
        out[i] = total


def sort_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Put the values of each row in order, NaN last: by insertion, long rows by numba's sort."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        if stop - start > 40:
            for j in range(start, stop):
                out[j] = values[j]
            out[start:stop].sort()
            continue
        for j in range(start, stop):
            value = values[j]
            k = j - 1
            if value == value:
                while k >= start and not out[k] <= value:
                    out[k + 1] = out[k]
                    k -= 1
            out[k + 1] = value
