"""Moves between rows and rectangles: to_tensor, from_tensor, to_sparse; merge_dims."""

from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.widgets._moves.sources import give_tensor, list_text
from raggedkit.widgets._moves.tape import Answer, Tape, equals, show

__all__ = ["from_tensor", "merge_dims", "to_sparse", "to_tensor"]


def to_tensor(tape: Tape, rt: Any, default_value: Any = 0) -> Answer:
    """``rt.to_tensor(default_value)``: a rectangle as wide as the longest row."""
    source = give_tensor(tape, rt, "rt")
    width = max((limit - start for start, limit in source.rows), default=0)
    shape = (len(source.rows), width)
    tape.output("result", shape[0] * width, shape=shape)
    for row, (start, limit) in enumerate(source.rows):
        for column in range(width):
            target = f"result[{row}, {column}]"
            at = ("result", row * width + column)
            if column < limit - start:
                tape.copy((source.flat, start + column), at)
                tape.step(
                    f"{target} = flat[row_splits[{row}] + {column}] = flat[{start} + {column}]"
                    f" {equals(source.values[start + column])}",
                    looks=source.looks(row)[:1],
                )
            else:
                tape.fill(at, default_value)
                tape.step(
                    f"{target} = {show(default_value)}",
                    looks=source.looks(row),
                    note=f"Row {row} has {limit - start} values, so column {column} is padding.",
                )
    return Answer("result", shape=shape)


def from_tensor(tape: Tape, tensor: Any, lengths: Any) -> Answer:
    """``RaggedTensor.from_tensor(tensor, lengths)``: the first values of each row, end to end."""
    table = np.asarray(tensor)
    if table.ndim != 2:
        raise ValueError(broken_rule("tensor", "have 2 axes to be played", table.shape))
    counts = np.asarray(lengths).tolist()
    tape.give("tensor", table.ravel().tolist(), shape=table.shape)
    tape.give("lengths", counts)
    splits = [0, *np.cumsum(counts).tolist()]
    tape.output("result", splits[-1], (splits,))
    tape.output("result_splits", len(splits))
    tape.fill(("result_splits", 0), 0)
    tape.step("result_splits[0] = 0")
    for row, count in enumerate(counts):
        for column in range(count):
            tape.copy(("tensor", row * table.shape[1] + column), ("result", splits[row] + column))
        start, limit = splits[row], splits[row + 1]
        chosen = list_text(table[row, :count].tolist())
        cells = f"tensor[{row}, :{count}]"
        closing = tape.close_row("result_splits", row, count)
        tape.step(
            f"lengths[{row}] = {count}; result[{start}:{limit}] = {cells} = {chosen}; {closing}",
            looks=[("lengths", row)],
            note="" if count == table.shape[1] else "The other cells of this row are padding.",
        )
    return Answer("result", ("result_splits",))


def to_sparse(tape: Tape, rt: Any) -> Answer:
    """``rt.to_sparse()``: row and column of each value."""
    source = give_tensor(tape, rt, "rt")
    count = len(source.values)
    tape.output("indices", 2 * count, shape=(count, 2))
    tape.output("values", count)
    for row, (start, limit) in enumerate(source.rows):
        for k in range(start, limit):
            tape.fill(("indices", 2 * k), row)
            tape.fill(("indices", 2 * k + 1), k - start)
            tape.copy((source.flat, k), ("values", k))
            tape.step(
                f"indices[{k}, 1] = {k} - row_splits[{row}] = {k} - {start} = {k - start};"
                f" indices[{k}, 0] = {row}; values[{k}] = flat[{k}] {equals(source.values[k])}",
                looks=source.looks(row)[:1],
            )
        if start == limit:
            tape.step(
                f"flat[{start}:{limit}] = []",
                looks=source.looks(row),
                note=f"Row {row} is empty: no index names it, only the dense shape counts it.",
            )
    return Answer("indices", shape=(count, 2))


def merge_dims(tape: Tape, rt: Any, outer_axis: int, inner_axis: int) -> Answer:
    """``rt.merge_dims(outer, inner)`` of two ragged axes: the splits of one axis are looked up."""
    source = give_tensor(tape, rt, "rt", rank=2)
    outer, inner = source.levels
    if (outer_axis, inner_axis) == (0, 1):
        tape.output("result_splits", len(inner))
        for i, split in enumerate(inner):
            tape.copy((source.splits[1], i), ("result_splits", i))
            tape.step(
                f"result_splits[{i}] = row_splits_1[{i}] = {split}",
                note="" if i else "The outer splits are dropped: all inner rows become rows.",
            )
    elif (outer_axis, inner_axis) == (1, 2):
        tape.output("result_splits", len(outer))
        for i, split in enumerate(outer):
            tape.copy((source.splits[1], split), ("result_splits", i))
            tape.step(
                f"result_splits[{i}] = row_splits_1[row_splits_0[{i}]] = row_splits_1[{split}]"
                f" = {inner[split]}",
                looks=[(source.splits[0], i)],
                note="" if i else "A row of rows becomes one row: only its ends count.",
            )
    else:
        raise ValueError(
            broken_rule(
                "outer_axis, inner_axis", "be 0, 1 or 1, 2 to be played", (outer_axis, inner_axis)
            )
        )
    return Answer("flat", ("result_splits",))
