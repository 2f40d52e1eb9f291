"""Moves of elementwise operations of two operands, and of functions applied to each value."""

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._moves.sources import Source, give_tensor
from raggedkit.widgets._moves.tape import Answer, Tape, equals, name_of, show

__all__ = ["BINARY", "binary", "compare_rows", "map_flat_values"]

BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "equal",
    "not_equal",
]


class _Operand:
    """An operand on a tape: which of its cells belongs to a value of the result."""

    def __init__(self, tape: Tape, value: Any, name: str) -> None:
        self.name = name
        self.source: Source | None = None
        if isinstance(value, RaggedTensor):
            self.source = give_tensor(tape, value, name, f"{name}.")
            self.board = self.source.flat
            return
        array = np.asarray(value)
        if array.ndim > 2:
            raise ValueError(broken_rule(name, "have at most 2 axes to be played", array.shape))
        self.shape = array.shape
        self.board = name
        tape.give(name, array.ravel().tolist(), shape=array.shape if array.ndim == 2 else ())

    def cell(self, row: int, column: int) -> tuple[str, int]:
        """Return the cell that is combined with item ``column`` of row ``row``."""
        if self.source is not None:
            start, limit = self.source.rows[row if len(self.source.rows) > 1 else 0]
            return self.board, start + (column if limit - start != 1 else 0)
        rows, columns = (1, 1, *self.shape)[-2:]
        return self.board, (row if rows > 1 else 0) * columns + (column if columns > 1 else 0)

    def note(self, row: int, length: int) -> str:
        """Return a note if the operand has one value for several cells of this row."""
        if self.source is not None:
            return ""
        rows, columns = (1, 1, *self.shape)[-2:]
        if columns == 1 and rows > 1:
            return f"{self.name} has one value per row: it is used for all of row {row}."
        if columns > 1 and rows == 1:
            return f"{self.name} has one value per column: it is used for every row."
        return ""


def binary(tape: Tape, name: str, x: Any, y: Any, real: Any) -> Answer:
    """Record ``x + y`` and its like: equal rows, ``[n, 1]``, dense rows, scalars."""
    left, right = _Operand(tape, x, "x"), _Operand(tape, y, "y")
    splits = real.row_splits.tolist()
    tape.output("result", int(splits[-1]), (splits,))
    for row in range(len(splits) - 1):
        for k in range(splits[row], splits[row + 1]):
            column = k - splits[row]
            chain = tape.compute(
                name, left.cell(row, column), right.cell(row, column), ("result", k)
            )
            note = left.note(row, column) or right.note(row, column)
            tape.step(chain, note=note if column == 0 else "")
        if splits[row] == splits[row + 1]:
            start = splits[row]
            tape.step(f"result[{start}:{start}] = []", note=f"Row {row} is empty: nothing to do.")
    tape.output("result_splits", len(splits))
    for i, split in enumerate(splits):
        tape.fill(("result_splits", i), split)
    tape.step(
        f"result_splits[:] = {splits}", note="The rows of the result are those of the operands."
    )
    return Answer("result", ("result_splits",))


def compare_rows(tape: Tape, x: Any, y: Any) -> None:
    """Record the comparison of row lengths, down to the first row that does not fit."""
    if not isinstance(x, RaggedTensor) or not isinstance(y, RaggedTensor):
        return
    left, right = give_tensor(tape, x, "x", "x."), give_tensor(tape, y, "y", "y.")
    for row, (mine, other) in enumerate(zip(left.rows, right.rows, strict=False)):
        lengths = [limit - start for start, limit in (mine, other)]
        same = lengths[0] == lengths[1]
        cut = [f"{s.flat}[{a}:{b}]" for s, (a, b) in ((left, mine), (right, other))]
        fits = same or 1 in lengths
        tape.step(
            f"(len({cut[0]}) == len({cut[1]})) = ({lengths[0]} == {lengths[1]}) = {same}",
            looks=[*left.looks(row), *right.looks(row)],
            note="" if fits else f"Row {row} has {lengths[0]} and {lengths[1]} values: no match.",
        )
        if not fits:
            return


def map_flat_values(tape: Tape, function: Callable[[Any], Any], rt: Any) -> Answer:
    """``rk.ragged.map_flat_values(f, rt)``: f sees the flat values once; the rows stay."""
    source = give_tensor(tape, rt, "rt", rank=None)
    tape.output("result", len(source.values), source.levels)
    answers = np.asarray(function(source.rt.flat_values)).tolist()
    for k, answer in enumerate(answers):
        tape.call(function, (source.flat, k), ("result", k), answer)
        value = show(source.values[k])
        tape.step(
            f"result[{k}] = f({name_of((source.flat, k))}) = f({value}) {equals(answer)}",
            note="" if k else "f is called once, with all flat values; row splits are reused.",
        )
    return Answer("result", tuple(source.splits))
