"""Moves of selections: rows and slices, gather, take_along, boolean_mask, where."""

from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._moves.sources import Source, copied_row, give_tensor, list_text
from raggedkit.widgets._moves.tape import Answer, Tape, show

__all__ = ["boolean_mask", "gather", "getitem", "take_along", "where"]

_RESULT = Answer("result", ("result_splits",))


def _open_result(tape: Tape, answer: Any) -> None:
    """Add the boards of a ragged answer, with its layout but without values."""
    splits = answer.row_splits.tolist()
    tape.output("result", int(splits[-1]), (splits,))
    tape.output("result_splits", len(splits))
    tape.fill(("result_splits", 0), 0)
    tape.step("result_splits[0] = 0", note="The result starts with no rows.")


def getitem(tape: Tape, rt: Any, key: Any) -> Answer:
    """``rt[key]``: an item, a row, or rows and a slice of each."""
    source = give_tensor(tape, rt, "rt")
    answer = rt[key]
    rows, inner = key if isinstance(key, tuple) else (key, slice(None))
    if isinstance(rows, RaggedTensor):
        return _mask_or_take(tape, source, rows, answer)
    if not isinstance(rows, slice | list | np.ndarray | int | np.integer):
        raise TypeError(
            broken_rule("key", "select rows by an integer, a slice or a list to be played", key)
        )
    if isinstance(rows, int | np.integer):
        return _one_row(tape, source, int(rows), inner)
    chosen = np.arange(len(rt))[rows].tolist()
    _open_result(tape, answer)
    for j, i in enumerate(chosen):
        _append_row(tape, source, i, inner, j)
    return _RESULT


def _row_text(source: Source, i: int, inner: slice) -> tuple[str, list[int]]:
    """Return the chain from a row to its chosen cells, and their positions."""
    start, limit = source.rows[i]
    positions = list(range(start, limit))[inner]
    whole = f"row {i} = {source.flat}[{start}:{limit}]"
    if inner == slice(None):
        return whole, positions
    cut = _slice_text(inner)
    chosen = list_text([source.values[k] for k in positions])
    return f"row {i}[{cut}] = {source.flat}[{start}:{limit}][{cut}] = {chosen}", positions


def _slice_text(key: slice) -> str:
    parts = ["" if x is None else str(x) for x in (key.start, key.stop)]
    return ":".join(parts) + ("" if key.step is None else f":{key.step}")


def _append_row(tape: Tape, source: Source, i: int, inner: slice, j: int) -> None:
    text, positions = _row_text(source, i, inner)
    copied_row(tape, source.flat, positions, "result", tape.at("result_splits", j))
    closing = tape.close_row("result_splits", j, len(positions))
    note = "" if positions else f"Row {i} gives an empty row."
    tape.step(f"{text}; {closing}", looks=source.looks(i), note=note)


def _one_row(tape: Tape, source: Source, row: int, inner: Any) -> Answer:
    i = row + len(source.rows) if row < 0 else row
    start, limit = source.rows[i]
    negative = f"{row} counts from the end: {row} + {len(source.rows)} = {i}." if row < 0 else ""
    if isinstance(inner, int | np.integer):
        at = int(inner) + (limit - start if inner < 0 else 0)
        tape.output("result", 1)
        tape.copy((source.flat, start + at), ("result", 0))
        name = f"{source.flat}[{source.splits[0]}[{i}] + {at}]"
        value = show(source.values[start + at])
        tape.step(
            f"result[0] = {name} = {source.flat}[{start} + {at}] = {value}",
            looks=source.looks(i),
            note=negative,
        )
        return Answer("result", shape=())
    text, positions = _row_text(source, i, inner)
    tape.output("result", len(positions))
    copied_row(tape, source.flat, positions, "result", 0)
    tape.step(text, looks=source.looks(i), note=negative)
    return Answer("result")


def _mask_or_take(tape: Tape, source: Source, key: RaggedTensor, answer: Any) -> Answer:
    if key.dtype.kind == "b":
        return boolean_mask(tape, source.rt, key, source=source)
    return take_along(tape, source.rt, key, source=source)


def gather(tape: Tape, params: Any, indices: Any) -> Answer:
    """``rk.gather(params, indices)``: rows, or values looked up in a vector."""
    if isinstance(params, RaggedTensor):
        return _gather_rows(tape, params, np.asarray(indices))
    table = np.asarray(params)
    if table.ndim != 1 or not isinstance(indices, RaggedTensor):
        raise TypeError(
            broken_rule(
                "params", "be a RaggedTensor, or a vector with ragged indices, to be played", params
            )
        )
    tape.give("params", table.tolist())
    index = give_tensor(tape, indices, "indices", "indices.")
    tape.output("result", len(index.values), index.levels)
    for k, i in enumerate(index.values):
        at = i + len(table) if i < 0 else i
        tape.copy(("params", at), ("result", k))
        value = show(tape.at("params", at))
        tape.step(
            f"result[{k}] = params[indices.flat[{k}]] = params[{i}] = {value}",
            looks=[(index.flat, k)],
        )
    return Answer("result", ("indices.row_splits",))


def _gather_rows(tape: Tape, params: Any, indices: Any) -> Answer:
    if indices.ndim != 1:
        raise ValueError(broken_rule("indices", "be a vector to be played", indices))
    source = give_tensor(tape, params, "params")
    answer = params[indices.tolist()] if len(indices) else params[:0]
    tape.give("indices", indices.tolist())
    _open_result(tape, answer)
    for j, row in enumerate(indices.tolist()):
        i = row + len(params) if row < 0 else row
        start, limit = source.rows[i]
        copied_row(tape, source.flat, range(start, limit), "result", tape.at("result_splits", j))
        closing = tape.close_row("result_splits", j, limit - start)
        tape.step(
            f"indices[{j}] = {row}; row {i} = flat[{start}:{limit}]; {closing}",
            looks=[("indices", j), *source.looks(i)],
            note="" if limit > start else f"Row {i} is empty, and so is the new row.",
        )
    return _RESULT


def take_along(tape: Tape, rt: Any, indices: Any, *, source: Source | None = None) -> Answer:
    """``rk.take_along(rt, indices)``: positions inside each row."""
    source = source or give_tensor(tape, rt, "rt")
    index = give_tensor(tape, indices, "indices", "indices.")
    tape.output("result", len(index.values), index.levels)
    splits = source.splits[0]
    for i, (first, last) in enumerate(index.rows):
        start, limit = source.rows[i]
        for k in range(first, last):
            within = index.values[k]
            edge = start if within >= 0 else limit
            name = f"{splits}[{i if within >= 0 else i + 1}]"
            tape.copy((source.flat, edge + within), ("result", k))
            value = show(source.values[edge + within])
            tape.step(
                f"result[{k}] = flat[{name} + indices.flat[{k}]]"
                f" = flat[{edge} + {within}] = {value}",
                looks=[(index.flat, k), *source.looks(i)],
                note="" if within >= 0 else "A negative index counts from the end of its row.",
            )
    return Answer("result", ("indices.row_splits",))


def boolean_mask(tape: Tape, rt: Any, mask: Any, *, source: Source | None = None) -> Answer:
    """``rt[mask]``: the values where the mask is True; every row stays."""
    source = source or give_tensor(tape, rt, "rt")
    flags = give_tensor(tape, mask, "mask", "mask.")
    _open_result(tape, rt[mask])
    position = 0
    for i, (start, limit) in enumerate(source.rows):
        kept = [k for k in range(start, limit) if flags.values[k]]
        for k in range(start, limit):
            looks = [(flags.flat, k)]
            if not flags.values[k]:
                tape.step(f"mask.flat[{k}] = False", looks=[*looks, (source.flat, k)])
                continue
            tape.copy((source.flat, k), ("result", position))
            tape.step(
                f"mask.flat[{k}] = True; result[{position}] = flat[{k}] = {show(source.values[k])}",
                looks=looks,
            )
            position += 1
        closing = tape.close_row("result_splits", i, len(kept))
        note = "" if kept else f"Row {i} keeps no value and stays as an empty row."
        tape.step(closing, looks=source.looks(i), note=note)
    return _RESULT


def where(tape: Tape, condition: Any, x: Any, y: Any) -> Answer:
    """``rk.where(condition, x, y)``: x where the condition is True, else y."""
    flags = give_tensor(tape, condition, "condition", "condition.")
    names = [_operand(tape, flags, value, name) for name, value in (("x", x), ("y", y))]
    tape.output("result", len(flags.values), flags.levels)
    for k, flag in enumerate(flags.values):
        name, is_scalar = names[0 if flag else 1]
        tape.copy((name, 0 if is_scalar else k), ("result", k))
        cell = f"{name}[{0 if is_scalar else k}]"
        value = show(tape.at("result", k))
        tape.step(
            f"condition.flat[{k}] = {bool(flag)}; result[{k}] = {cell} = {value}",
            looks=[(flags.flat, k)],
        )
    return Answer("result", ("condition.row_splits",))


def _operand(tape: Tape, flags: Source, value: Any, name: str) -> tuple[str, bool]:
    if not isinstance(value, RaggedTensor):
        scalar = np.asarray(value)
        if scalar.ndim:
            raise ValueError(broken_rule(name, "be a scalar or ragged to be played", value))
        tape.give(name, [scalar.item()])
        return name, True
    source = give_tensor(tape, value, name, f"{name}.")
    if source.levels != flags.levels:
        raise ValueError(broken_rule(name, "have the row lengths of condition to be played", value))
    return source.flat, False
