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
    """Sum rows of several numbers each; ``out`` has zeros of a dtype that is wide enough."""
    # The numbers of an item are in the inner loop: they are neighbours in memory.
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                out[i, k] += values[j, k]


def multiply_rows_wide(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Multiply rows of several numbers each; ``out`` has ones of a dtype that is wide enough."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                out[i, k] *= values[j, k]


def max_rows_wide(
    first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array
) -> None:
    """Write the largest of several numbers each, or NaN; ``out`` has the lowest value."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                value, top = values[j, k], out[i, k]
                out[i, k] = value if (value > top) | (value != value) else top


def min_rows_wide(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Write the smallest of several numbers each, or NaN; ``out`` has the highest value."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                value, top = values[j, k], out[i, k]
                out[i, k] = value if (value < top) | (value != value) else top


def sum_slots(first: int, limit: int, slots: Array, values: Array, zero: Any, out: Array) -> None:
    """Add each value to the sum of its slot; ``out`` has zeros of a dtype that is wide enough."""
    # Not for several threads: two values of one slot may be in different shares.
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
    """Add the values of each row to ``out`` from the start of the row on; ``out`` has zeros.

    ``first`` and ``limit`` are groups; ``rows`` cuts the rows into groups, ``cut`` the values.
    """
    # Groups write to different parts of `out`, so threads can share them.
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
    """Write maxima in place of the sums of `sum_spans`, or NaN; ``out`` has the lowest value."""
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
    """Write minima in place of the sums of `sum_spans`, or NaN; ``out`` has the highest value."""
    for group in range(first, limit):
        for i in range(rows[group], rows[group + 1]):
            at, to = splits[i], starts[i]
            for j in range(splits[i + 1] - at):
                value, top = values[at + j], out[to + j]
                out[to + j] = value if (value < top) | (value != value) else top


def cut_at_steps(slots: Array, last: Any, out: Array) -> bool:
    """Write the row splits of slots from 0 to ``last``; False if they are not in ascending order.

    ``out: int64[last + 2]`` holds zeros.
    """
    before = slots[0]
    if before < 0:
        return False
    for j in range(slots.shape[0]):
        slot = slots[j]
        if slot < before or slot > last:
            return False
        # A later value of the same slot overwrites the end of its row.
        out[slot + 1] = j + 1
        before = slot
    # A slot without values ends where the slot before it ends.
    for i in range(1, last + 2):
        out[i] = max(out[i], out[i - 1])
    return True


def running_sum(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Write the running sum of each row."""
    for i in range(first, limit):
        total = zero
        for j in range(splits[i], splits[i + 1]):
            total += values[j]
            out[j] = total


def running_product(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Write the running product of each row."""
    for i in range(first, limit):
        total = zero + 1
        for j in range(splits[i], splits[i + 1]):
            total *= values[j]
            out[j] = total


# Loops whose indices run from split to split: for unsigned splits numba omits the test for indices
# that count from the end.
UNSIGNED = {running_sum, running_product}
