"""Loops over rows for numba to compile, built from `lanes`: several values of a row per step.

Each handles the rows from ``first`` to ``limit``, so that threads can share the rows; it writes
into ``out`` and returns nothing. ``splits: int[nrows + 1]`` cuts ``values: [nvals]``. Sums have the
type of ``zero``.
"""

from __future__ import annotations

from typing import Any

from raggedkit._kernels.compiled.lanes import (
    WIDTH,
    add_lanes,
    count_lanes,
    divide_lanes,
    max_lanes,
    min_lanes,
    multiply_lanes,
    place_in_lanes,
    shift_lanes,
    square_lanes,
)
from raggedkit._typing import Array

__all__ = [
    "all_rows",
    "any_rows",
    "count_rows",
    "max_rows",
    "min_rows",
    "multiply_rows",
    "normalise_rows",
    "place_of_max",
    "place_of_min",
    "shift_rows",
    "square_rows",
    "sum_rows",
    "sum_rows_with_rest",
]


def sum_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Sum rows in a dtype that is wide enough: integers, and float32 in float64."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        total = zero
        # The last step masks the lanes beyond the row. A short row is one step, without a branch
        # for its length.
        while at < stop:
            total += add_lanes(values, at, min(stop - at, WIDTH), zero)
            at += WIDTH
        out[i] = total


def sum_rows_with_rest(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Sum rows of float64 in pieces, with a compensation of the rounding errors (Neumaier)."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        total = zero
        rest = zero
        while at < stop:
            piece = add_lanes(values, at, min(stop - at, WIDTH), zero)
            grown = total + piece
            # The smaller of the two loses its low digits in the sum; `rest` collects them.
            if abs(total) >= abs(piece):
                rest += (total - grown) + piece
            else:
                rest += (piece - grown) + total
            total = grown
            at += WIDTH
        # If the total is infinite or NaN, the correction is NaN and is ignored.
        out[i] = total + rest if rest == rest else total


def multiply_rows(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Multiply the values of rows, from 1 in the type of ``zero``."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        # `zero` has the type of the result; numba infers the type of `total` from it.
        total = zero + 1
        while at < stop:
            total *= multiply_lanes(values, at, min(stop - at, WIDTH), zero)
            at += WIDTH
        out[i] = total


def max_rows(first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array) -> None:
    """Write the largest value of each row, NaN if there is one, ``lowest`` for an empty row."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        top = lowest
        while at < stop:
            value = max_lanes(values, at, min(stop - at, WIDTH))
            # `|` evaluates both sides, without a branch. A NaN stays: no later value is greater
            # than it.
            top = value if (value > top) | (value != value) else top
            at += WIDTH
        out[i] = top


def min_rows(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Write the smallest value of each row, NaN if there is one, ``highest`` for an empty row."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        top = highest
        while at < stop:
            value = min_lanes(values, at, min(stop - at, WIDTH))
            top = value if (value < top) | (value != value) else top
            at += WIDTH
        out[i] = top


def place_of_max(
    first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array
) -> None:
    """Return the position of the first largest value in each row, or the first NaN; 0 if empty."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        at = start
        place = start
        top = lowest
        while at < stop:
            count = min(stop - at, WIDTH)
            value = max_lanes(values, at, count)
            # The first step counts even if it is not above `lowest`: a row may have only that
            # value. The first NaN stays, since `top == top` is False from then on.
            if at == start or value > top or (value != value and top == top):
                top = value
                place = at + place_in_lanes(values, at, count, value)
            at += WIDTH
        out[i] = place - start


def place_of_min(
    first: int, limit: int, splits: Array, values: Array, highest: Any, out: Array
) -> None:
    """Return the position of the first smallest value in each row, or the first NaN; 0 if empty."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        at = start
        place = start
        top = highest
        while at < stop:
            count = min(stop - at, WIDTH)
            value = min_lanes(values, at, count)
            # As in `place_of_max`: the first step counts always, and the first NaN stays.
            if at == start or value < top or (value != value and top == top):
                top = value
                place = at + place_in_lanes(values, at, count, value)
            at += WIDTH
        out[i] = place - start


def square_rows(
    first: int, limit: int, splits: Array, values: Array, means: Array, zero: Any, out: Array
) -> None:
    """Add up the squared distances of the values of each row from its mean."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        total = zero
        while at < stop:
            total += square_lanes(values, at, min(stop - at, WIDTH), means[i])
            at += WIDTH
        out[i] = total


def count_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Count the values of each row that are not 0."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        total = 0
        while at < stop:
            total += count_lanes(values, at, min(stop - at, WIDTH))
            at += WIDTH
        out[i] = total


def any_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Return whether any value of a row is not 0; False for an empty row."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        total = 0
        while at < stop:
            total += count_lanes(values, at, min(stop - at, WIDTH))
            at += WIDTH
        out[i] = total > 0


def all_rows(first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array) -> None:
    """Return whether no value of a row is 0; True for an empty row."""
    for i in range(first, limit):
        at, stop = splits[i], splits[i + 1]
        # From minus the length, so that the total is 0 if every value counts.
        total = at - stop
        while at < stop:
            total += count_lanes(values, at, min(stop - at, WIDTH))
            at += WIDTH
        out[i] = total == 0


def shift_rows(
    first: int, limit: int, splits: Array, values: Array, lowest: Any, out: Array
) -> None:
    """Subtract the largest value of the row from each value."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        at = start
        top = lowest
        while at < stop:
            value = max_lanes(values, at, min(stop - at, WIDTH))
            # With a NaN as the top, all values of the row become NaN.
            top = value if (value > top) | (value != value) else top
            at += WIDTH
        at = start
        while at < stop:
            shift_lanes(values, at, min(stop - at, WIDTH), top, out)
            at += WIDTH


def normalise_rows(
    first: int, limit: int, splits: Array, values: Array, zero: Any, out: Array
) -> None:
    """Divide each value by the sum of its row."""
    for i in range(first, limit):
        start, stop = splits[i], splits[i + 1]
        at = start
        # `zero` may be a float64 for values of float32: the sum is wider than the values.
        total = zero
        while at < stop:
            total += add_lanes(values, at, min(stop - at, WIDTH), zero)
            at += WIDTH
        at = start
        while at < stop:
            divide_lanes(values, at, min(stop - at, WIDTH), total, out)
            at += WIDTH
