"""SIMD building blocks for row loops, as plain Python.

Each function takes the values ``[nvals]``, a start position, and how many values count, from 1 to
`WIDTH`. In compiled loops `llvm` replaces each of them by one load, one operation and one result.
"""

from __future__ import annotations

from typing import Any

from raggedkit._typing import Array

__all__ = [
    "WIDTH",
    "add_lanes",
    "count_lanes",
    "divide_lanes",
    "max_lanes",
    "min_lanes",
    "multiply_lanes",
    "place_in_lanes",
    "shift_lanes",
    "square_lanes",
]

# The masks of lanes are integers of this many bits, see `llvm`.
WIDTH = 32


def add_lanes(values: Array, at: Any, count: Any, number: Any) -> Any:
    """Add up values in the type of ``number``, which is 0, in the order of a tree."""
    for j in range(at, at + count):
        number += values[j]
    return number


def multiply_lanes(values: Array, at: Any, count: Any, number: Any) -> Any:
    """Multiply values in the type of ``number``, which is 0."""
    # From 0 to 1 in the type of `number`, which a literal 1.0 would change.
    number += 1
    for j in range(at, at + count):
        number *= values[j]
    return number


def square_lanes(values: Array, at: Any, count: Any, number: Any) -> Any:
    """Add up squared distances from a number, in float64."""
    total = 0.0
    for j in range(at, at + count):
        total += (float(values[j]) - float(number)) ** 2
    return total


def count_lanes(values: Array, at: Any, count: Any) -> Any:
    """Count the values that are not 0."""
    return sum(1 for j in range(at, at + count) if values[j] != 0)


def max_lanes(values: Array, at: Any, count: Any) -> Any:
    """Return the largest value; NaN if there is one."""
    top = values[at]
    for j in range(at + 1, at + count):
        # A NaN stays the largest: no value is greater than it.
        if values[j] > top or values[j] != values[j]:
            top = values[j]
    return top


def min_lanes(values: Array, at: Any, count: Any) -> Any:
    """Return the smallest value; NaN if there is one."""
    top = values[at]
    for j in range(at + 1, at + count):
        if values[j] < top or values[j] != values[j]:
            top = values[j]
    return top


def place_in_lanes(values: Array, at: Any, count: Any, number: Any) -> Any:
    """Return the offset from ``at`` of the first value that equals ``number``, their extreme."""
    for j in range(count):
        value = values[at + j]
        if value == number or (value != value and number != number):
            return j
    # Not reached if `number` is one of the values, as the callers ensure.
    return count


def shift_lanes(values: Array, at: Any, count: Any, number: Any, out: Array) -> None:
    """Write values minus a number to the same positions of ``out``."""
    for j in range(at, at + count):
        out[j] = values[j] - number


def divide_lanes(values: Array, at: Any, count: Any, number: Any, out: Array) -> None:
    """Write values divided by a number to the same positions of ``out``."""
    for j in range(at, at + count):
        out[j] = values[j] / number
