"""Rules of the partition explorer: a state and an event make the next state.

A valid edit keeps the values, inserts new ones or deletes some; an invalid edit keeps the rows and
adds the error that raggedkit's own constructors raise. ``js/src/core/partition.js`` has the same
rules for pages without Python; `tests/widgets/test_parity.py` compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit.encodings import broken_at
from raggedkit.errors import broken_rule, shown
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets._select import selected
from raggedkit.widgets._state import MOST, NEW, Error, Rows, Splits, State
from raggedkit.widgets._tree import Tree, flattened, nodes_of, tree_of
from raggedkit.widgets._typed import FIELD, Typed, typed
from raggedkit.widgets._window import moved

__all__ = ["integers", "step"]

_HISTORY = 100  # states to undo
_REMEMBERED = 20_000  # numbers in them all; each message to the page has them
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BLANKS = " \t\r\n"
_BETWEEN = re.compile(r"[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+")
_LONGEST = 40  # characters of an integer

Event = Mapping[str, Any]


class _Broken(ValueError):
    """An edit that breaks a rule of the explorer itself."""


def step(state: State, event: Event) -> State:
    """Return the state after an event: a valid one, or the same rows with the broken rule."""
    kind = event.get("type")
    try:
        if kind == "undo":
            return _restored(state, back=True)
        if kind == "redo":
            return _restored(state, back=False)
        if kind == "slice":
            return replace(state, key=selected(state, str(event["text"])))
        if kind == "window":
            return moved(state, int(event["start"]))
        rows, values = state.first, state.typed
        if kind != "reset":
            rows, values = _edited(state, event)
    except (ValueError, TypeError, KeyError) as error:
        message = f"event must have {error}" if isinstance(error, KeyError) else str(error)
        level = event.get("level", 0)
        level = level if type(level) is int else 0
        return replace(state, error=Error(str(event.get("field", kind)), level, message))
    if rows == state.rows:
        return replace(state, error=None)
    past = _trimmed((*state.past, state.rows))
    used = {i for each in (rows, *past) for i in each.items} if values else set()
    values = tuple(each for each in values if each[0] in used)
    return _shown(replace(state, rows=rows, past=past, future=(), typed=values, error=None))


def _restored(state: State, *, back: bool) -> State:
    past, future = state.past, state.future
    if not (past if back else future):
        return replace(state, error=None)
    if back:
        rows, past, future = past[-1], past[:-1], (*future, state.rows)
    else:
        rows, past, future = future[-1], (*past, state.rows), future[:-1]
    return _shown(replace(state, rows=rows, past=past, future=future, error=None))


def _shown(state: State) -> State:
    """Return the state with the slice box evaluated for its rows."""
    return state if state.key is None else replace(state, key=selected(state, state.key.text))


def _trimmed(past: tuple[Rows, ...]) -> tuple[Rows, ...]:
    """Return the latest entries of a history, within its limits."""
    past = past[-_HISTORY:]
    while len(past) > 1 and sum(rows.cells for rows in past) > _REMEMBERED:
        past = past[1:]
    return past


def _edited(state: State, event: Event) -> tuple[Rows, tuple[tuple[int, Typed], ...]]:
    """Return the rows after an edit, and all typed values."""
    kind, level = event["type"], event.get("level", 0)
    if kind not in _EDITS:
        raise _Broken(broken_rule("event", "be known", kind))
    if state.window is not None and state.window.frozen:
        raise _Broken(state.window.frozen)
    if type(level) is not int or not 0 <= level < len(state.rows.levels):
        rule = f"be from 0 to {len(state.rows.levels) - 1}"
        raise _Broken(broken_rule("level", rule, level))
    if kind == "set" and event["field"] == FIELD and state.source.of == "RaggedTensor":
        return _with_value(state, event)
    rows = _EDITS[kind](state.rows, level, event)
    if rows.cells > MOST and rows.cells > state.rows.cells:
        raise _Broken(_too_many("rows and values", rows.cells))
    kept = zip(rows.uniform, rows.levels, strict=True)
    uniform = tuple(n if n is not None and _all_of(splits, n) else None for n, splits in kept)
    return replace(rows, uniform=uniform), state.typed


def _with_value(state: State, event: Event) -> tuple[Rows, tuple[tuple[int, Typed], ...]]:
    """Put a typed value in place of another."""
    items, source = state.rows.items, state.source
    i = _position(event["i"], len(items))
    new = typed(str(event["text"]), i, source.flat, source.dtype)
    number = next((n for n, each in state.typed if each == new), None)
    values = state.typed
    if number is None:
        number = min([n for n, _ in values], default=NEW) - 1
        values = (*values, (number, new))
    return replace(state.rows, items=(*items[:i], number, *items[i + 1 :])), values


def _all_of(splits: Splits, length: int) -> bool:
    return all(b - a == length for a, b in pairwise(splits))


def _too_many(name: str, n: int) -> str:
    return broken_rule(name, f"be at most {MOST} in an explorer", n)


def _typed(rows: Rows, level: int, event: Event) -> Rows:
    """Apply a vector that was typed into a field."""
    name = event["field"]
    if name not in _FIELDS:
        raise _Broken(broken_rule("field", "be an encoding", name))
    numbers = integers(str(event["text"]), name)
    if name in ("uniform_row_length", "nrows"):
        if len(numbers) != 1:
            raise _Broken(f"{name} must be a single integer, got {len(numbers)}")
        if name == "nrows":
            return _with_nrows(rows, level, numbers[0])
        return _made_uniform(rows, level, numbers[0])
    return _encoded(rows, level, name, numbers)


def integers(text: str, name: str) -> list[int]:
    """Return the integers of a text, separated by commas or spaces, in brackets or not."""
    inside = re.sub(r"^\[|\]$", "", text.strip(_BLANKS)).strip(_BLANKS)
    words = _BETWEEN.split(inside) if inside else []
    for i, word in enumerate(words):
        got = name if name in ("uniform_row_length", "nrows") else f"{name}[{i}]"
        if not _INTEGER.fullmatch(word):
            raise _Broken(f"{name} must contain integers, got {got} = {word or 'nothing'}")
        if len(word) > _LONGEST:
            raise _Broken(f"{name} must fit int64, got {got} = {word[:_LONGEST]}...")
    if len(words) > MOST + 1:
        raise _Broken(_too_many(f"items of {name}", len(words)))
    return [int(word) for word in words]


def _encoded(rows: Rows, level: int, name: str, numbers: list[int]) -> Rows:
    splits = rows.levels[level]
    nvals, nrows = splits[-1], len(splits) - 1
    if name == "value_rowids":
        partition = RowPartition.from_value_rowids(numbers, nrows)
    elif name == "row_starts":
        partition = RowPartition.from_row_starts(numbers, nvals)
    else:
        partition = _READ[name](numbers)
    if name == "row_lengths":
        return _with_lengths(rows, level, numbers)
    return _with_splits(rows, level, tuple(partition.row_splits().tolist()))


def _with_splits(rows: Rows, level: int, splits: Splits) -> Rows:
    """Return the rows with other boundaries on one level; its items are kept."""
    levels = (*rows.levels[:level], splits, *rows.levels[level + 1 :])
    _check_counts(rows, levels)
    return replace(rows, levels=levels)


def _check_counts(rows: Rows, levels: tuple[Splits, ...]) -> None:
    """Raise raggedkit's error if a level does not use up the items below it."""
    flat = np.zeros(len(rows.items))
    if len(levels) == 1:
        RaggedTensor.from_row_splits(flat, list(levels[0]))
    else:
        RaggedTensor.from_nested_row_splits(flat, [list(splits) for splits in levels])


def _with_lengths(rows: Rows, level: int, lengths: list[int]) -> Rows:
    """Return the rows with other lengths: new items are inserted, the last ones deleted."""
    if sum(lengths) > MOST:
        raise _Broken(_too_many("rows and values", sum(lengths)))
    if level:  # the rows of an inner level are the items of the outer one
        outer, n = rows.levels[level - 1], len(lengths)
        if outer[-1] != n:
            splits = tuple(range(n + 1))
            _check_counts(replace(rows, items=(0,) * n), (*rows.levels[:level], splits))
    tree = tree_of(rows)
    found = nodes_of(tree, level)
    for row, n in zip(found, lengths, strict=False):
        del row[n:]
        row += [_new(rows, level) for _ in range(n - len(row))]
    if not level:
        del tree[len(lengths) :]
        tree += [[_new(rows, 0) for _ in range(n)] for n in lengths[len(found) :]]
    return flattened(tree, rows)


def _new(rows: Rows, level: int) -> Any:
    """Return a new item of a row: an empty inner row, or a new value."""
    return NEW if level == len(rows.levels) - 1 else []


def _with_nrows(rows: Rows, level: int, n: int) -> Rows:
    """Return the rows with empty ones added, or cut, at the end."""
    splits = rows.levels[level]
    if n > MOST:
        raise _Broken(_too_many("nrows", n))
    rowids = [row for row, (a, b) in enumerate(pairwise(splits)) for _ in range(b - a)]
    RowPartition.from_value_rowids(rowids, n)
    tree = tree_of(rows)
    more = n - (len(splits) - 1)
    for _ in range(more):
        _parent_at_end(tree, level).append([])
    for _ in range(-more):
        parents = nodes_of(tree, level - 1) if level else [tree]
        next(parent for parent in reversed(parents) if parent).pop()
    return flattened(tree, rows)


def _parent_at_end(tree: Tree, level: int) -> Tree:
    """Return the list that a new last row of a level goes into."""
    parents = nodes_of(tree, level - 1) if level else [tree]
    if not parents:
        raise _Broken("the outer level must have a row for it, got none; add one there first")
    return parents[-1]


def _made_uniform(rows: Rows, level: int, length: int) -> Rows:
    splits = rows.levels[level]
    nvals = splits[-1]
    nrows = len(splits) - 1 if length == nvals == 0 else None
    partition = RowPartition.from_uniform_row_length(length, nvals=nvals, nrows=nrows)
    if length > MOST:
        raise _Broken(_too_many("uniform_row_length", length))
    rows = _with_splits(rows, level, tuple(partition.row_splits().tolist()))
    uniform = (*rows.uniform[:level], length, *rows.uniform[level + 1 :])
    return replace(rows, uniform=uniform)


def _set(rows: Rows, level: int, event: Event) -> Rows:
    """Apply one number of a vector; a row id moves its item to that row."""
    name, splits = event["field"], rows.levels[level]
    vectors = _vectors(splits)
    if name not in vectors:
        raise _Broken(broken_rule("field", "be an encoding", name))
    numbers = list(vectors[name])
    i = _position(event["i"], len(numbers))
    found = integers(str(event["text"]), name)
    if len(found) != 1:
        raise _Broken(f"{name}[{i}] must be a single integer, got {len(found)}")
    if name == "value_rowids":
        return _moved_item(rows, level, i, found[0])
    numbers[i] = found[0]
    return _encoded(rows, level, name, numbers)


def _vectors(splits: Splits) -> dict[str, list[int]]:
    pairs = list(pairwise(splits))
    return {
        "row_splits": [*splits],
        "row_lengths": [b - a for a, b in pairs],
        "row_starts": [a for a, _ in pairs],
        "row_limits": [b for _, b in pairs],
        "value_rowids": [row for row, (a, b) in enumerate(pairs) for _ in range(b - a)],
    }


def _moved_item(rows: Rows, level: int, i: int, row: int) -> Rows:
    """Move an item to another row: to its end, or to its beginning if that row comes later."""
    tree = tree_of(rows)
    found = nodes_of(tree, level)
    if row < 0:
        raise _Broken(broken_at("value_rowids", "not be negative", i, row))
    if row >= len(found):
        raise _Broken(broken_at("value_rowids", f"be below nrows = {len(found)}", i, row))
    splits = rows.levels[level]
    own = _vectors(splits)["value_rowids"][i]
    if row != own:
        item = found[own].pop(i - splits[own])
        found[row].insert(0 if row > own else len(found[row]), item)
    return flattened(tree, rows)


def _dragged(rows: Rows, level: int, event: Event) -> Rows:
    """Move a boundary, at most to its neighbours; the first and the last cannot be moved."""
    splits = rows.levels[level]
    i = _position(event["i"], len(splits))
    if not 0 < i < len(splits) - 1:
        return rows
    at = min(max(int(event["to"]), splits[i - 1]), splits[i + 1])
    return _with_splits(rows, level, (*splits[:i], at, *splits[i + 1 :]))


def _grown(rows: Rows, level: int, event: Event) -> Rows:
    tree = tree_of(rows)
    found = nodes_of(tree, level)
    found[_position(event["i"], len(found))].append(_new(rows, level))
    return flattened(tree, rows)


def _shrunk(rows: Rows, level: int, event: Event) -> Rows:
    tree = tree_of(rows)
    found = nodes_of(tree, level)
    i = _position(event["i"], len(found))
    if not found[i]:
        raise _Broken(f"row {i} must have an item to delete, got an empty row")
    found[i].pop()
    return flattened(tree, rows)


def _added_row(rows: Rows, level: int, event: Event) -> Rows:
    """Insert an empty row before row ``i``, on inner levels in the outer row of the one before."""
    tree = tree_of(rows)
    i = _position(event["i"], len(rows.levels[level]))
    if not level:
        tree.insert(i, [])
        return flattened(tree, rows)
    outer = rows.levels[level - 1]
    parents = nodes_of(tree, level - 1)
    if not parents:
        _parent_at_end(tree, level)
    owners = _vectors(outer)["value_rowids"]
    at = owners[i - 1] if i else owners[0] if owners else 0
    parents[at].insert(i - outer[at], [])
    return flattened(tree, rows)


def _deleted_row(rows: Rows, level: int, event: Event) -> Rows:
    """Delete a row with all that is in it."""
    tree = tree_of(rows)
    i = _position(event["i"], len(rows.levels[level]) - 1)
    if level:
        outer = rows.levels[level - 1]
        owner = _vectors(outer)["value_rowids"][i]
        del nodes_of(tree, level - 1)[owner][i - outer[owner]]
    else:
        del tree[i]
    return flattened(tree, rows)


def _position(i: Any, n: int) -> int:
    if type(i) is not int or not 0 <= i < n:
        rule = f"be from 0 to {n - 1}" if n else "be in range, but there are no items"
        raise _Broken(f"i must {rule}, got {shown(i)}")
    return i


_FIELDS = (
    *("row_splits", "row_lengths", "value_rowids", "row_starts", "row_limits"),
    *("uniform_row_length", "nrows"),
)
_READ: dict[str, Callable[[list[int]], RowPartition]] = {
    "row_splits": RowPartition.from_row_splits,
    "row_lengths": RowPartition.from_row_lengths,
    "row_limits": RowPartition.from_row_limits,
}
_EDITS: dict[str, Callable[[Rows, int, Event], Rows]] = {
    "edit": _typed,
    "set": _set,
    "move": _dragged,
    "grow": _grown,
    "shrink": _shrunk,
    "add_row": _added_row,
    "delete_row": _deleted_row,
}
