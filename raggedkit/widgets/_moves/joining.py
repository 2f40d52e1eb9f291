"""Moves of concatenation, stacking, repetition and tiling."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.widgets._moves.sources import Source, copied_row, give_tensor
from raggedkit.widgets._moves.tape import Answer, Tape

__all__ = ["concat", "repeat", "stack", "tile"]


def _give_all(tape: Tape, values: Sequence[Any]) -> list[Source]:
    names = "xyzuvw"
    if not 1 <= len(values) <= len(names):
        raise ValueError(broken_rule("values", "be 1 to 6 tensors to be played", len(values)))
    return [
        give_tensor(tape, value, f"values[{k}]", f"{names[k]}.") for k, value in enumerate(values)
    ]


class _Joined:
    """The result of joining rows: values and row splits, each part of a row a step."""

    def __init__(self, tape: Tape, splits: Sequence[int], outer: Sequence[int] = ()) -> None:
        self.tape = tape
        self.at = 0
        self.row = 0
        self.count = 0
        levels = (splits,) if not outer else (outer, splits)
        tape.output("result", splits[-1], levels)
        tape.output("result_splits", len(splits))
        tape.fill(("result_splits", 0), 0)
        tape.step("result_splits[0] = 0", note="The result starts with no rows.")

    def add(self, source: Source, row: int, *, ends: bool, note: str = "") -> None:
        """Append a row of a source to the present row; ``ends`` closes it."""
        start, limit = source.rows[row]
        count = limit - start
        copied_row(self.tape, source.flat, range(start, limit), "result", self.at)
        text = f"result[{self.at}:{self.at + count}] = {source.flat}[{start}:{limit}]"
        self.at += count
        self.count += count
        if ends:
            closing = self.tape.close_row("result_splits", self.row, self.count)
            text = f"{text}; {closing}"
            self.row += 1
            self.count = 0
        note = note or ("" if count else f"Row {row} of {source.flat[0]} is empty.")
        self.tape.step(text, looks=source.looks(row), note=note)

    def close_empty(self, note: str) -> None:
        """Close a row to which nothing was appended."""
        self.tape.step(self.tape.close_row("result_splits", self.row, 0), note=note)
        self.row += 1


def concat(tape: Tape, values: Sequence[Any], axis: int) -> Answer:
    """``rk.concat(values, axis)``: rows below rows (0), or rows longer (1)."""
    sources = _give_all(tape, values)
    if axis in (0, -2):
        lengths = [n for s in sources for n in _lengths(s)]
        joined = _Joined(tape, _splits(lengths))
        for source in sources:
            for row in range(len(source.rows)):
                joined.add(source, row, ends=True)
    elif axis in (1, -1):
        lengths = [sum(parts) for parts in zip(*map(_lengths, sources), strict=True)]
        joined = _Joined(tape, _splits(lengths))
        for row in range(len(lengths)):
            for source in sources:
                joined.add(source, row, ends=source is sources[-1])
    else:
        raise ValueError(broken_rule("axis", "be 0 or 1 to be played", axis))
    return Answer("result", ("result_splits",))


def stack(tape: Tape, values: Sequence[Any], axis: int = 0) -> Answer:
    """``rk.stack(values, axis)``: a new axis before the rows (0), or around each row (1)."""
    sources = _give_all(tape, values)
    nrows = [len(source.rows) for source in sources]
    if axis == 0:
        order = [(source, row) for source in sources for row in range(len(source.rows))]
        outer = _splits(nrows)
    elif axis == 1:
        order = [(source, row) for row in range(nrows[0]) for source in sources]
        outer = _splits([len(sources)] * nrows[0])
    else:
        raise ValueError(broken_rule("axis", "be 0 or 1 to be played", axis))
    splits = _splits([source.rows[row][1] - source.rows[row][0] for source, row in order])
    joined = _Joined(tape, splits, outer)
    for source, row in order:
        joined.add(source, row, ends=True)
    tape.output("outer_splits", len(outer))
    for k, split in enumerate(outer):
        tape.fill(("outer_splits", k), split)
    count = "rows of each tensor" if axis == 0 else "tensors around each row"
    tape.step(f"outer_splits[:] = {outer}", note=f"The new axis counts the {count}.")
    return Answer("result", ("outer_splits", "result_splits"))


def repeat(tape: Tape, rt: Any, repeats: Any, axis: int) -> Answer:
    """``rk.repeat(rt, repeats, axis)``: whole rows (0), or each value inside its row (1)."""
    source = give_tensor(tape, rt, "rt")
    if axis in (0, -2):
        counts = np.broadcast_to(np.asarray(repeats), len(source.rows)).tolist()
        tape.give("repeats", counts)
        lengths = _lengths(source)
        joined = _Joined(
            tape, _splits([n for n, c in zip(lengths, counts, strict=True) for _ in range(c)])
        )
        for row, count in enumerate(counts):
            for k in range(count):
                joined.add(source, row, ends=True, note=f"Row {row}: {k + 1} of {count}.")
        return Answer("result", ("result_splits",))
    if axis not in (1, -1) or np.ndim(repeats):
        raise ValueError(broken_rule("repeats", "be an integer for axis 1 to be played", repeats))
    count = int(repeats)
    tape.output(
        "result", len(source.values) * count, (_splits([n * count for n in _lengths(source)]),)
    )
    tape.output("result_splits", len(source.levels[0]))
    for i, split in enumerate(source.levels[0]):
        tape.fill(("result_splits", i), split * count)
        tape.step(
            f"result_splits[{i}] = row_splits[{i}] * {count} = {split} * {count} = {split * count}",
            looks=[("row_splits", i)],
        )
    for k in range(len(source.values)):
        for j in range(k * count, (k + 1) * count):
            tape.copy((source.flat, k), ("result", j))
        tape.step(
            f"result[{k} * {count}:{k + 1} * {count}] = [flat[{k}]] * {count}",
            looks=[(source.flat, k)],
        )
    return Answer("result", ("result_splits",))


def tile(tape: Tape, rt: Any, multiples: Sequence[int]) -> Answer:
    """``rk.tile(rt, multiples)``: each row laid end to end with itself, then all rows again."""
    source = give_tensor(tape, rt, "rt")
    down, along = (int(n) for n in multiples)
    joined = _Joined(tape, _splits([n * along for n in _lengths(source)] * down))
    for again in range(down):
        for row in range(len(source.rows)):
            for k in range(along):
                note = f"Row {row}: {k + 1} of {along}, round {again + 1} of {down}."
                joined.add(source, row, ends=k == along - 1, note=note)
            if not along:
                joined.close_empty(f"Row {row} is taken no times: an empty row.")
    return Answer("result", ("result_splits",))


def _lengths(source: Source) -> list[int]:
    return [limit - start for start, limit in source.rows]


def _splits(lengths: Sequence[int]) -> list[int]:
    splits = [0]
    for n in lengths:
        splits.append(splits[-1] + n)
    return splits
