"""Moves of reductions, running sums, sorting and segment sums."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.widgets._moves.sources import Source, give_tensor, list_text
from raggedkit.widgets._moves.tape import Answer, Tape, equals, is_rounded, show

__all__ = ["FOLDS", "cumsum", "reduce", "segment_sum", "sort"]

# Name of a reduction -> function of the fold.
FOLDS = {
    "sum": "add",
    "prod": "multiply",
    "max": "maximum",
    "min": "minimum",
    "any": "logical_or",
    "all": "logical_and",
    "mean": "add",
}


def reduce(
    tape: Tape, name: str, rt: Any, axis: int | None, empty: Any, real: Any, *, stop: bool = False
) -> Answer:
    """Record a reduction along one axis, or along all (None); ``empty`` is the result of no values.

    ``stop`` ends the tape at the first result without values, where the operation is refused.
    """
    source = give_tensor(tape, rt, "rt", rank=None)
    if source.rt.ragged_rank > 2:
        raise ValueError(
            broken_rule("rt", "have at most 2 ragged axes to be played", source.rt.ragged_rank)
        )
    order = [()] if axis is None else _all_keys(real)
    slots = {key: j for j, key in enumerate(order)}
    members: list[list[int]] = [[] for _ in order]
    for k, place in enumerate(_coordinates(source)):
        key = () if axis is None else place[:axis] + place[axis + 1 :]
        members[slots[key]].append(k)
    splits = getattr(real, "row_splits", None)
    levels = () if splits is None else (splits.tolist(),)
    tape.output("result", len(order), levels)
    if name == "mean":
        tape.output("counts", len(order), levels)
    for j in range(len(order)):
        if stop and not members[j]:
            tape.step("flat[0:0] = []", note=f"result[{j}] has no values to take the {name} of.")
            break
        _fold(tape, name, source, j, members[j], empty)
    if axis is None:
        return Answer("result", shape=())
    if splits is None:
        return Answer("result")
    tape.output("result_splits", len(splits))
    for i, split in enumerate(splits.tolist()):
        tape.fill(("result_splits", i), split)
    tape.step(f"result_splits[:] = {splits.tolist()}", note=_SPLITS_NOTE[axis])
    return Answer("result", ("result_splits",))


_SPLITS_NOTE = {
    0: "Row i of the result is as long as the longest row i of all groups.",
    1: "Row i of the result is as long as the longest row of group i.",
    2: "Each group keeps its number of rows; each row became one value.",
}


def _fold(
    tape: Tape, name: str, source: Source, j: int, members: Sequence[int], empty: Any
) -> None:
    """Record one result: the first value, then one fold for each further value."""
    if name == "mean":
        tape.fill(("counts", j), len(members))
    if not members:
        tape.fill(("result", j), empty)
        tape.step(
            f"result[{j}] {equals(empty)}", note=f"No values: the {name} of none is {show(empty)}."
        )
        return
    first = members[0]
    if name in ("any", "all"):
        tape.apply("bool", ((source.flat, first),), ("result", j))
        value = f"bool(flat[{first}]) = bool({show(source.values[first])})"
    else:
        tape.copy((source.flat, first), ("result", j))
        value = f"flat[{first}]"
    tape.step(f"result[{j}] = {value} {equals(tape.at('result', j))}")
    for k in members[1:]:
        tape.step(tape.compute(FOLDS[name], ("result", j), (source.flat, k), ("result", j)))
    if name == "mean":
        chain = tape.compute("divide", ("result", j), ("counts", j), ("result", j))
        tape.step(chain, note=f"The sum is divided by the number of values, {len(members)}.")


def _coordinates(source: Source) -> list[tuple[int, ...]]:
    """Return row, item, ... of each value, outermost first."""
    places: list[tuple[int, ...]] = [(i,) for i in range(len(source.levels[0]) - 1)]
    for splits in source.levels:
        cuts = itertools.pairwise(splits)
        places = [
            (*place, j)
            for place, (start, limit) in zip(places, cuts, strict=True)
            for j in range(limit - start)
        ]
    return places


def _all_keys(real: Any) -> list[tuple[int, ...]]:
    """Return the coordinates of each value of the answer, in order."""
    splits = getattr(real, "row_splits", None)
    if splits is None:
        return [(i,) for i in range(len(real))]
    lengths = np.diff(splits).tolist()
    return [(i, j) for i, n in enumerate(lengths) for j in range(n)]


def cumsum(tape: Tape, rt: Any, axis: int) -> Answer:
    """``rt.cumsum(axis)``: along each row (1), or down the columns (0)."""
    source = give_tensor(tape, rt, "rt")
    if axis not in (0, 1):
        raise ValueError(broken_rule("axis", "be 0 or 1 to be played", axis))
    tape.output("result", len(source.values), source.levels)
    before: dict[int, int] = {}  # row or column -> the value before
    for k, (row, column) in enumerate(_coordinates(source)):
        line = row if axis == 1 else column
        if line in before:
            tape.step(
                tape.compute("add", ("result", before[line]), (source.flat, k), ("result", k))
            )
        else:
            tape.copy((source.flat, k), ("result", k))
            start = "row" if axis == 1 else "column"
            tape.step(
                f"result[{k}] = flat[{k}] {equals(source.values[k])}",
                note=f"The first value of {start} {line}: the sum starts anew.",
            )
        before[line] = k
    return Answer("result", ("row_splits",))


def sort(tape: Tape, rt: Any, *, descending: bool = False) -> Answer:
    """``rt.sort()``: each row by itself; NaN goes to the end of its row."""
    source = give_tensor(tape, rt, "rt")
    tape.output("result", len(source.values), source.levels)
    word = "max" if descending else "min"
    for row, (start, limit) in enumerate(source.rows):
        left = list(range(start, limit))
        for j in range(start, limit):
            real = [k for k in left if source.values[k] == source.values[k]]
            nan = [k for k in left if k not in real]
            if real:
                pick = (max if descending else min)(real, key=lambda k: source.values[k])
                rest = list_text([source.values[k] for k in real])
                sign = "≈" if any(is_rounded(source.values[k]) for k in real) else "="
                text = f"result[{j}] {sign} {word}({rest}) {equals(source.values[pick])}"
                note = "" if j > start else f"Row {row}: the {word} of the values that are left."
            else:
                pick = nan[0]
                text = f"result[{j}] = flat[{pick}] = nan"
                note = "NaN goes to the end of its row, whichever the direction."
            tape.copy((source.flat, pick), ("result", j))
            left.remove(pick)
            tape.step(text, looks=[(source.flat, k) for k in left], note=note)
    return Answer("result", ("row_splits",))


def segment_sum(tape: Tape, data: Any, segment_ids: Any) -> Answer:
    """``rk.segment_sum(data, segment_ids)``: one sum for each id, 0 for an id that is missing."""
    values, ids = np.asarray(data), np.asarray(segment_ids)
    if values.ndim != 1:
        raise ValueError(broken_rule("data", "be a vector to be played", data))
    tape.give("data", values.tolist())
    tape.give("segment_ids", ids.tolist())
    count = int(ids[-1]) + 1 if len(ids) else 0
    zero = values.dtype.type(0).item()
    tape.output("result", count)
    for j in range(count):
        tape.fill(("result", j), zero)
    tape.step(f"result[:] = {list_text([zero] * count)}", note="Each sum starts with 0.")
    for k, j in enumerate(ids.tolist()):
        chain = tape.compute("add", ("result", j), ("data", k), ("result", j))
        tape.step(f"segment_ids[{k}] = {j}; {chain}", looks=[("segment_ids", k)])
    return Answer("result")
