"""Typical wrong answers of a quiz, each with its explanation.

A recogniser computes from the truth the answer that somebody gives who makes one mistake. The
answers are part of the question, so a page without Python recognises them too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._answers import ERROR, Answer, answer_of, same
from raggedkit.widgets._moves.table import play

__all__ = ["of_encoding", "of_operation", "of_shape"]

Found = tuple[Any, str]  # a wrong answer, and what is wrong with it


class _Rows:
    """All encodings of row splits, for the recognisers."""

    def __init__(self, splits: Sequence[int]) -> None:
        self.splits = list(splits)
        self.starts, self.limits = self.splits[:-1], self.splits[1:]
        self.lengths = [b - a for a, b in pairwise(splits)]
        self.rowids = [i for i, n in enumerate(self.lengths) for _ in range(n)]
        self.nrows, self.nvals = len(self.lengths), self.splits[-1]
        self.filled = [i for i, n in enumerate(self.lengths) if n]

    def kept(self, numbers: Sequence[int]) -> list[int]:
        """Return the numbers of the rows that are not empty."""
        return [numbers[i] for i in self.filled]


def _more(numbers: Sequence[int], by: int) -> list[int]:
    return [n + by for n in numbers]


def _splits(r: _Rows) -> list[Found]:
    unique = [n for i, n in enumerate(r.splits) if i == 0 or n != r.splits[i - 1]]
    return [
        (r.lengths, "You gave row lengths; splits start with 0 and add the lengths up."),
        ([0, *r.lengths], "You gave 0 and the row lengths; splits add the lengths up."),
        (r.limits, "The first split is missing: splits start with 0."),
        (r.starts, f"The last split is missing: splits end with the number of values, {r.nvals}."),
        (r.limits[:-1], "The first split, 0, and the last, the number of values, are missing."),
        (unique, "Empty rows are missing: an empty row repeats a split."),
        (r.rowids, "You gave row ids, one per value; splits are the boundaries of the rows."),
        (_more(r.splits, 1), "Each number is 1 too large: positions are counted from 0."),
        (
            [0, *_more(r.limits, -1)],
            "You gave the positions of last values; a split is the position after the last value.",
        ),
    ]


def _lengths(r: _Rows) -> list[Found]:
    ends = (r.filled[-1] + 1) if r.filled else 0
    return [
        (r.splits, "You gave row splits; a length is the difference of two neighbouring splits."),
        (r.lengths[:ends], "Empty rows at the end are missing: each has length 0."),
        (r.kept(r.lengths), "Empty rows are missing: each has length 0."),
        (r.limits, "You gave row limits; a length is the limit minus the start of a row."),
        (r.rowids, "You gave row ids, one per value; lengths are one per row."),
        (_more(r.lengths, 1), "Each number is 1 too large: count the values, not the boundaries."),
        (_more(r.lengths, -1), "Each number is 1 too small: count all values of a row."),
    ]


def _rowids(r: _Rows) -> list[Found]:
    dense = [k for k, i in enumerate(r.filled) for _ in range(r.lengths[i])]
    inside = [k for n in r.lengths for k in range(n)]
    return [
        (_more(r.rowids, 1), "Each number is 1 too large: rows are counted from 0."),
        (dense, "Empty rows are counted, but their number appears nowhere."),
        (r.filled, "Each row number appears once; row ids have one number per value."),
        (list(range(r.nrows)), "You gave one number per row; row ids have one per value."),
        (r.lengths, "You gave row lengths; row ids name the row of each value."),
        (r.splits, "You gave row splits; row ids name the row of each value."),
        (inside, "You gave the positions inside the rows; row ids name the row of each value."),
        (list(range(r.nvals)), "You gave the positions of the values, not their rows."),
    ]


def _starts(r: _Rows) -> list[Found]:
    return [
        (r.splits, "You gave row splits; starts are one per row, without the last split."),
        (r.limits, "You gave row limits, where rows end; a start is where a row begins."),
        (_more(r.starts, 1), "Each number is 1 too large: positions are counted from 0."),
        (r.lengths, "You gave row lengths; a start is the sum of all lengths before the row."),
        (r.kept(r.starts), "Empty rows are missing: an empty row starts where the next one does."),
        (r.starts[1:], "The first start is missing: row 0 starts at 0."),
        (r.rowids, "You gave row ids, one per value; starts are one per row."),
    ]


def _limits(r: _Rows) -> list[Found]:
    return [
        (r.splits, "You gave row splits; limits are one per row, without the first 0."),
        (r.starts, "You gave row starts; a limit is the position after the last value of a row."),
        (_more(r.limits, -1), "Each number is 1 too small: a limit is after the last value."),
        (_more(r.limits, 1), "Each number is 1 too large: positions are counted from 0."),
        (r.lengths, "You gave row lengths; a limit is the sum of all lengths up to the row."),
        (
            r.kept(r.limits),
            "Empty rows are missing: an empty row ends where the previous one does.",
        ),
        (r.rowids, "You gave row ids, one per value; limits are one per row."),
    ]


def _uniform(r: _Rows) -> list[Found]:
    one = len(set(r.lengths)) == 1
    if one:
        return [
            (r.lengths, "You gave row lengths; all are equal, so one number is enough."),
            (None, "There is one: all rows have the same length."),
            (r.nrows, "You gave the number of rows; asked is the length of each."),
            (r.nvals, "You gave the number of values; asked is the length of each row."),
        ]
    return [
        (max(r.lengths, default=0), "Only the longest rows have this length: there is none, None."),
        (
            min(r.lengths, default=0),
            "Only the shortest rows have this length: there is none, None.",
        ),
        (r.lengths, "You gave row lengths; they differ, so there is no uniform one: None."),
        (
            r.nvals / max(r.nrows, 1),
            "You gave the mean length; rows differ, so there is none: None.",
        ),
        (r.nrows, "You gave the number of rows; the row lengths differ, so the answer is None."),
    ]


_ENCODINGS: dict[str, Callable[[_Rows], list[Found]]] = {
    "row_splits": _splits,
    "row_lengths": _lengths,
    "value_rowids": _rowids,
    "row_starts": _starts,
    "row_limits": _limits,
    "uniform_row_length": _uniform,
}


def of_encoding(name: str, splits: Sequence[int], expected: Answer) -> list[dict[str, Any]]:
    """Return the typical mistakes for an encoding of these splits."""
    return _listed(_ENCODINGS[name](_Rows(splits)), expected)


_REDUCED = (
    "sum",
    "prod",
    "mean",
    "max",
    "min",
    "any",
    "all",
    "cumsum",
    "concat",
    "stack",
    "repeat",
)


def of_operation(
    name: str, args: Sequence[Any], kwargs: dict[str, Any], result: Any, expected: Answer
) -> list[dict[str, Any]]:
    """Return the typical mistakes for the result of an operation."""
    found: list[Found] = []

    def other(message: str, name: str, *args: Any, **kwargs: Any) -> None:
        try:
            played = play(name, *args, **kwargs)
        except (TypeError, ValueError):
            return  # for these arguments the mistake has no result
        if not played.error:
            found.append((played.result, message))

    if name in _REDUCED:
        for axis in (0, 1):
            at = {"repeat": 2}.get(name, 1)
            given = [*args[:at], axis, *args[at + 1 :]] if len(args) > at else [*args]
            named = {} if len(args) > at else {"axis": axis}
            other(f"That is the result along axis {axis}.", name, *given, **{**kwargs, **named})
    if name == "sort":
        down = bool(kwargs.get("descending"))
        other("The order is the other way round.", name, args[0], descending=not down)
    if name in ("where", "subtract", "divide", "less", "greater", "less_equal", "greater_equal"):
        swapped = (*args[:-2], args[-1], args[-2])
        other("The last two operands are swapped.", name, *swapped, **kwargs)
    if name == "boolean_mask":
        other("You kept the values where the mask is False.", name, args[0], ~args[1])
    if name == "mean":
        other(
            "That is the sum; the mean divides it by the number of values.", "sum", *args, **kwargs
        )
    if name == "repeat":
        other("You repeated the whole row, as tile does.", "tile", args[0], [1, args[1]])
    if expected == ERROR:
        return _listed([(None, "None is no result: the operation is refused.")], expected)
    return _listed([*found, *_without_rows(expected)], expected)


def _without_rows(expected: Answer) -> list[Found]:
    """Return answers that lose empty rows, the rows, or the value of an empty row."""
    if not isinstance(expected, list):
        return []
    found: list[Found] = []
    if all(isinstance(item, list) for item in expected):
        full = [row for row in expected if row]
        found.append((full, "Empty rows are missing: each stays as []."))
        flat = [item for row in expected for item in row]
        # Typed without outer brackets, a vector is read as one row.
        found += [(v, "The values are right, but their rows are lost.") for v in (flat, [flat])]
        width = max(map(len, expected), default=0)
        padded = [[*row, *["0"] * (width - len(row))] for row in expected]
        found.append((padded, "Short rows are not padded: the result is ragged."))
    elif "nan" in expected:
        zero = ["0" if item == "nan" else item for item in expected]
        found.append((zero, "An empty row has no mean: it gives nan, not 0."))
    for nothing in ("nan", "0", "1", "False", "True"):
        left = [item for item in expected if item != nothing]
        if len(left) < len(expected):
            found.append((left, f"A result is missing: a row that gives {nothing} counts too."))
    return found


def of_shape(x: Any, y: Any, expected: Answer) -> list[dict[str, Any]]:
    """Return the typical mistakes for the shape of ``x + y``."""
    shapes = [_shape(v) for v in (x, y)]
    found: list[Found] = []
    if expected == ERROR:
        message = "It is refused: row lengths must be equal, or 1."
        return _listed([(shape, message) for shape in shapes], expected)
    ragged = [v for v in (x, y) if isinstance(v, RaggedTensor)]
    longest = max((int(n) for v in ragged for n in v.row_lengths()), default=0)
    wide = [str(longest) if item == "None" else item for item in expected]
    found.append((wide, "A ragged axis has no single length: it is None."))
    found += [
        (shape, f"That is the shape of {name} alone; the shape of the other one counts too.")
        for name, shape in zip("xy", shapes, strict=True)
    ]
    found.append((expected[::-1], "The axes are in the wrong order: rows come first."))
    found.append((expected[1:], "The first axis, the number of rows, is missing."))
    found.append((expected[:1], "The axes after the rows are missing."))
    return _listed(found, expected)


def _shape(value: Any) -> list[Any]:
    return value.shape.as_list() if isinstance(value, RaggedTensor) else list(np.shape(value))


def _listed(found: Sequence[Found], expected: Answer) -> list[dict[str, Any]]:
    """Return the mistakes as data, without those that are right here, and without repetitions."""
    listed: list[dict[str, Any]] = []
    for wrong, message in found:
        is_answer = isinstance(wrong, list) and not (_numeric(wrong))
        answer = wrong if is_answer else answer_of(wrong)
        if same(expected, answer) or any(same(m["answer"], answer) for m in listed):
            continue
        listed.append({"answer": answer, "message": message})
    return listed


def _numeric(wrong: Any) -> bool:
    """Return whether a list has numbers, or None, and not yet the texts of an answer."""
    return not all(isinstance(item, str | list) for item in wrong)
