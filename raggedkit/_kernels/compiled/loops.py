"""Loops over rows for numba to compile, one value per step: reductions and scans.

Each handles the rows from ``first`` to ``limit``, so that threads can share the rows; it writes
into ``out`` and returns nothing. ``splits: int[nrows + 1]`` cuts ``values: [nvals]``, or
``[nvals, k]`` where the name ends in ``wide``. A loop calls no other loop and no library, so it
also runs as plain Python. Sums start from ``zero`` and have its type.
"""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array

__all__ = [
    "UNSIGNED",
    "cut_at_steps",
    "max_rows_wide",
    "max_spans",
    "min_rows_wide",
    "min_spans",
    "multiply_rows_wide",
    "running_product",
    "running_sum",
    "sum_rows_wide",
    "sum_slots",
    "sum_spans",
]


def sum_rows_wide(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Add up rows of several numbers each; ``out`` is as wide as sums need, and holds zeros."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                out[i, k] += values[j, k]


def multiply_rows_wide(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Multiply rows of several numbers each; ``out`` is as wide as products need, and holds 1."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                out[i, k] *= values[j, k]


def max_rows_wide(
    first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array
) -> None:
    """Take the largest of several numbers each, NaN if there is one; ``out`` holds the lowest."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                value, top = values[j, k], out[i, k]
                out[i, k] = value if (value > top) | (value != value) else top


def min_rows_wide(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Take the smallest of several numbers each, NaN if there is one; ``out`` holds the highest."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                value, top = values[j, k], out[i, k]
                out[i, k] = value if (value < top) | (value != value) else top


def sum_slots(first: int, limit: int, slots: Array, values: Array, zero: Any, out: Array) -> None:
    """Add each value to the sum of its slot; ``out`` holds zeros of a type wide enough."""
    for j in range(first, limit):
        out[slots[j]] += values[j]


def sum_spans(
    first: int,
    limit: int,
    cut: Array,
    values: Array,
    rows: Array,
    splits: Array,
    starts: Array,
    out: Array,
) -> None:
    """Add up rows that meet, each laid into ``out`` from its start on; ``out`` holds zeros.

    Here ``first`` and ``limit`` are groups of rows, whose values ``cut`` cuts; ``rows`` cuts them.
    """
    for group in range(first, limit):
        for i in range(rows[group], rows[group + 1]):
            at, to = splits[i], starts[i]
            for j in range(splits[i + 1] - at):
                out[to + j] += values[at + j]


def max_spans(
    first: int,
    limit: int,
    cut: Array,
    values: Array,
    rows: Array,
    splits: Array,
    starts: Array,
    out: Array,
) -> None:
    """Take the largest where `sum_spans` adds, NaN if there is one; ``out`` holds the lowest."""
    for group in range(first, limit):
        for i in range(rows[group], rows[group + 1]):
            at, to = splits[i], starts[i]
            for j in range(splits[i + 1] - at):
                value, top = values[at + j], out[to + j]
                out[to + j] = value if (value > top) | (value != value) else top


def min_spans(
    first: int,
    limit: int,
    cut: Array,
    values: Array,
    rows: Array,
    splits: Array,
    starts: Array,
    out: Array,
) -> None:
    """Take the smallest where `sum_spans` adds, NaN if there is one; ``out`` holds the highest."""
    for group in range(first, limit):
        for i in range(rows[group], rows[group + 1]):
            at, to = splits[i], starts[i]
            for j in range(splits[i + 1] - at):
                value, top = values[at + j], out[to + j]
                out[to + j] = value if (value < top) | (value != value) else top


def cut_at_steps(slots: Array, last: Any, out: Array) -> bool:
    """Write the row splits of ascending slots from 0 to ``last``; False if they are no such.

    ``out: int64[last + 2]`` holds zeros.
    """
    before = slots[0]
    if before < 0:
        return False
    for j in range(slots.shape[0]):
        slot = slots[j]
        if slot < before or slot > last:
            return False
        out[slot + 1] = j + 1
        before = slot
    for i in range(1, last + 2):
        out[i] = max(out[i], out[i - 1])
    return True


def running_sum(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Leave in each place the sum of the row up to it."""
    for i in range(first, limit):
        total = zero
        for j in range(splits[i], splits[i + 1]):
            total += values[j]
            out[j] = total


def running_product(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Leave in each place the product of the row up to it."""
    for i in range(first, limit):
        total = zero + 1
        for j in range(splits[i], splits[i + 1]):
            total *= values[j]
            out[j] = total


# Loops that only count from split to split: of unsigned ones numba need not ask whether a place
# counts from the end.
UNSIGNED = {running_sum, running_product}
