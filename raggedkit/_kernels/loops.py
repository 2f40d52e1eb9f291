"""Loops over rows, one pass each, for numba to compile: reductions and scans.

Each does the rows from ``first`` to ``limit``, so that rows can be shared out among threads; it
writes into ``out`` and returns nothing. ``splits: int[nrows + 1]`` cuts ``values: [nvals]``, or
``[nvals, k]`` where the name ends in ``wide``. A loop calls no other and names no library, so it
runs as it stands too. Sums start from ``zero``, in whose type they are added up.
"""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array

__all__ = [
    "UNSIGNED",
    "max_rows",
    "min_rows",
    "multiply_rows",
    "normalise_rows",
    "place_of_max",
    "place_of_min",
    "running_product",
    "running_sum",
    "shift_rows",
    "square_rows",
    "sum_rows",
    "sum_rows_wide",
    "sum_rows_with_rest",
    "sum_slots",
]


def sum_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Add up rows in a type that is wide enough: integers, and float32 in float64."""
    for i in range(first, limit):
        total = zero
        for j in range(splits[i], splits[i + 1]):
            total += values[j]
        out[i] = total


def sum_rows_with_rest(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Add up rows of float64, keeping what rounding leaves behind (Neumaier).

    Four sums side by side make up pieces of 64 values; the pieces are added with their rest.
    """
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        total = zero
        rest = zero
        at = start
        while at < stop:
            end = min(at + 64, stop)
            a = zero
            b = zero
            c = zero
            d = zero
            while at + 4 <= end:
                a += values[at]
                b += values[at + 1]
                c += values[at + 2]
                d += values[at + 3]
                at += 4
            while at < end:
                a += values[at]
                at += 1
            piece = (a + b) + (c + d)
            grown = total + piece
            if abs(total) >= abs(piece):
                rest += (total - grown) + piece
            else:
                rest += (piece - grown) + total
            total = grown
        # Of an infinite or a missing total the rest is NaN, and says nothing.
        out[i] = total + rest if rest == rest else total


def sum_rows_wide(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Add up rows of several numbers each; ``out`` is as wide as sums need, and holds zeros."""
    for i in range(first, limit):
        for j in range(splits[i], splits[i + 1]):
            for k in range(values.shape[1]):
                out[i, k] += values[j, k]


def sum_slots(first: int, limit: int, slots: Array, values: Array, zero: Any, out: Array) -> None:
    """Add each value to the sum of its slot; ``out`` holds zeros of a type wide enough."""
    for j in range(first, limit):
        out[slots[j]] += values[j]


def multiply_rows(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Multiply the values of rows, from 1 in the type of ``zero``."""
    for i in range(first, limit):
        total = zero + 1
        for j in range(splits[i], splits[i + 1]):
            total *= values[j]
        out[i] = total


def max_rows(first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array) -> None:
    """Take the largest value of each row, NaN if there is one, ``lowest`` of an empty row."""
    for i in range(first, limit):
        top = lowest
        for j in range(splits[i], splits[i + 1]):
            value = values[j]
            if value > top or value != value:
                top = value
        out[i] = top


def min_rows(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Take the smallest value of each row, NaN if there is one, ``highest`` of an empty row."""
    for i in range(first, limit):
        top = highest
        for j in range(splits[i], splits[i + 1]):
            value = values[j]
            if value < top or value != value:
                top = value
        out[i] = top


def place_of_max(
    first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array
) -> None:
    """Say where in its row the first largest value is, or the first NaN; 0 of an empty row."""
    for i in range(first, limit):
        start = splits[i]
        place = start
        top = lowest
        for j in range(start, splits[i + 1]):
            value = values[j]
            # Without a branch: which value is a new extreme cannot be foreseen.
            better = (value > top) | ((value != value) & (top == top))
            top = value if better else top
            place = j if better else place
        out[i] = place - start


def place_of_min(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Say where in its row the first smallest value is, or the first NaN; 0 of an empty row."""
    for i in range(first, limit):
        start = splits[i]
        place = start
        top = highest
        for j in range(start, splits[i + 1]):
            value = values[j]
            # Without a branch: which value is a new extreme cannot be foreseen.
            better = (value < top) | ((value != value) & (top == top))
            top = value if better else top
            place = j if better else place
        out[i] = place - start


def square_rows(
    first: int, limit: int, splits: Array, values: Array, means: Array, zero: Any, out: Array
) -> None:
    """Add up the squared distances of the values of each row from its mean."""
    for i in range(first, limit):
        total = zero
        for j in range(splits[i], splits[i + 1]):
            apart = values[j] - means[i]
            total += apart * apart
        out[i] = total


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


def shift_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Take from each value the largest of its row."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        if start == stop:
            continue
        top = values[start]
        for j in range(start + 1, stop):
            value = values[j]
            if value > top or value != value:
                top = value
        for j in range(start, stop):
            out[j] = values[j] - top


def normalise_rows(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Divide each value by the sum of its row."""
    for i in range(first, limit):
        total = zero
        for j in range(splits[i], splits[i + 1]):
            total += values[j]
        for j in range(splits[i], splits[i + 1]):
            out[j] = values[j] / total


# Loops that only count from split to split: of unsigned ones numba need not ask whether a place
# counts from the end.
UNSIGNED = {
    sum_rows,
    multiply_rows,
    max_rows,
    min_rows,
    place_of_max,
    place_of_min,
    square_rows,
    running_sum,
    running_product,
}
