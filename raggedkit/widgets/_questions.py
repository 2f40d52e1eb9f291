"""Questions of a quiz as data: the task, the expected answer, typical mistakes and hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from raggedkit._xp import to_host
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor
from raggedkit.widgets import _mistakes
from raggedkit.widgets._answers import ERROR, Answer, answer_of, written
from raggedkit.widgets._code import texts_of
from raggedkit.widgets._moves.encodings import ENCODINGS
from raggedkit.widgets._moves.sources import give_tensor
from raggedkit.widgets._moves.table import OPERATIONS, name_of, play
from raggedkit.widgets._moves.tape import Board, Tape
from raggedkit.widgets._playing import board_json, values_texts
from raggedkit.widgets._random import LEVELS, lengths_of, pair_of, similar, tensor_of, uniform_of

__all__ = ["EACH", "Question", "question", "questions"]

EACH = 8  # random questions of each level
_MOST = 60  # cells of a question
_WORKED = 30  # steps that lead to the answer
_TRIES = 20  # random arguments until an operation accepts them

_RULES = {
    "row_splits": (
        "row_splits are the boundaries of the rows: one before each row, and one after the last.",
        "It starts with 0; each further split adds the length of one row.",
    ),
    "row_lengths": (
        "row_lengths are the numbers of values of the rows.",
        "Count the values of each row; an empty row counts 0.",
    ),
    "value_rowids": (
        "value_rowids name the row of each value.",
        "Write the number of a row once for each of its values; an empty row is not written.",
    ),
    "row_starts": (
        "row_starts are the positions of the first values of the rows.",
        "Row 0 starts at 0; each further row starts where the previous one ends.",
    ),
    "row_limits": (
        "row_limits are the positions after the last values of the rows.",
        "Row 0 ends at its length; each further row ends its own length later.",
    ),
    "uniform_row_length": (
        "uniform_row_length is the length that all rows have.",
        "Compare the lengths; if two differ, the answer is None.",
        "A partition has it only after from_uniform_row_length; else it is None there.",
    ),
}
# A partition has it only if it was declared, which its rows do not show.
_PROMPTS = {
    "uniform_row_length": "Which uniform_row_length can be declared for these rows? "
    "Write None if there is none.",
}
_COUNTS = {
    "row_splits": "There is one split more than rows, {}",
    "value_rowids": "There is one row id per value, {}",
}


@dataclass(frozen=True)
class Question:
    """A question as JSON, and its arguments in Python."""

    data: dict[str, Any]
    value: Any


def questions(x: Any, ask: Any, args: Sequence[Any], kwargs: dict[str, Any], seed: Any) -> Any:
    """Return the given question, then random ones of each level."""
    first = question(x, ask, args, kwargs, 0)
    rng = np.random.default_rng(seed)
    found = [first]
    with np.errstate(all="ignore"):  # random operands may be 0
        for level in LEVELS:
            made = (_another(rng, level, x, ask, args, kwargs) for _ in range(EACH))
            found += [new for new in made if new is not None]
    return tuple(found)


def _another(
    rng: np.random.Generator,
    level: int,
    x: Any,
    ask: Any,
    args: Sequence[Any],
    kwargs: dict[str, Any],
) -> Question | None:
    """Return a question with random arguments; None if the operation refuses all of them."""
    if ask == "shape":
        return question(pair_of(rng, level), ask, args, kwargs, level)
    if ask in ENCODINGS:
        uniform = ask == "uniform_row_length"
        lengths = uniform_of(rng, level) if uniform else lengths_of(rng, level)
        new = tensor_of(rng, level, lengths)
        return question(
            new if isinstance(x, RaggedTensor) else new.partitions[0], ask, (), {}, level
        )
    for _ in range(_TRIES):
        first, *others = similar(rng, level, name_of(ask), [x, *args])
        try:
            return question(first, ask, others, kwargs, level)
        except (TypeError, ValueError):  # such as an index of a row that there is not
            continue
    return None


def question(x: Any, ask: Any, args: Sequence[Any], kwargs: dict[str, Any], level: int) -> Question:
    """Return one question: an encoding, a shape, or the result of an operation."""
    if isinstance(ask, str) and ask in ENCODINGS:
        if args or kwargs:
            raise TypeError(f"quiz of {ask} must have no further arguments, got {len(args)}")
        data, value = _encoding(x, ask), x
    elif isinstance(ask, str) and ask == "shape":
        data, value = _shape(x), x
    elif name_of(ask) in OPERATIONS:
        data, value = _operation(x, ask, args, kwargs), (x, *args) if args else x
    else:
        known = f"an encoding ({', '.join(ENCODINGS)}), shape or an operation"
        raise ValueError(broken_rule("ask", f"be {known} ({', '.join(sorted(OPERATIONS))})", ask))
    cells = sum(board["size"] for board in data["boards"])
    if cells > _MOST:
        raise ValueError(broken_rule("x", f"have at most {_MOST} values to be asked", cells))
    return Question({**data, "level": level}, value)


def _encoding(x: Any, ask: str) -> dict[str, Any]:
    if not isinstance(x, RaggedTensor | RowPartition):
        raise TypeError(broken_rule("x", "be a RaggedTensor or a RowPartition", x))
    if isinstance(x, RowPartition):
        rt = RaggedTensor._make(np.arange(x.static_nvals), (x,))
    elif x.ragged_rank == 1:
        rt = x
    else:
        raise ValueError(broken_rule("x", "have 1 ragged axis to be asked", x.ragged_rank))
    source = "row_lengths" if ask == "row_splits" else "row_splits"
    played = play("encoding", rt.partitions[0], source, ask)
    splits = rt.partitions[0].row_splits().tolist()
    expected = answer_of(played.result)
    count = len(expected) if isinstance(expected, list) else 1
    texts = list(texts_of(to_host(rt.flat_values))[0])
    name = "values" if isinstance(x, RowPartition) else "rt"
    board = {"name": name, "size": splits[-1], "given": True, "splits": [splits]}
    return {
        "ask": ask,
        "prompt": _PROMPTS.get(ask, f"What is {ask}?"),
        "boards": [{**board, "shape": [], "cells": texts}],
        "expected": expected,
        "items": "numbers are",
        "count": _COUNTS.get(ask, "There is one number per row, {}").format(count),
        "mistakes": _mistakes.of_encoding(ask, splits, expected),
        "hints": [*_RULES[ask], _beginning(expected)],
        "worked": [each.text for each in played.steps[:_WORKED]],
    }


def _operation(x: Any, ask: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    played = play(ask, x, *args, **kwargs)
    expected = ERROR if played.error else answer_of(played.result)
    texts = [each.text for each in played.steps]
    boards = [
        _board(board) for board in played.boards if board.given and "row_splits" not in board.name
    ]
    return {
        "ask": played.title,
        "prompt": f"What does {played.title} return? Write error if it is refused.",
        "boards": boards,
        "expected": expected,
        "items": "items are" if _is_flat(expected) else "rows are",
        "count": _count(expected),
        "mistakes": _mistakes.of_operation(
            name_of(ask), [x, *args], kwargs, played.result, expected
        ),
        "hints": [_about(expected), f"The first step: {texts[0]}" if texts else _about(expected)]
        + [_beginning(expected)] * (expected != ERROR),
        "worked": [*texts[:_WORKED], *([played.error] if played.error else [])],
    }


def _shape(x: Any) -> dict[str, Any]:
    if not isinstance(x, list | tuple) or len(x) != 2:
        raise TypeError(broken_rule("x", "be two operands, (x, y), to ask their shape", x))
    if not any(isinstance(v, RaggedTensor) for v in x):
        raise TypeError(broken_rule("x", "include a RaggedTensor", x))
    tape, boards, shapes = Tape(""), [], []
    for name, value in zip("xy", x, strict=True):
        if isinstance(value, RaggedTensor):
            boards.append(give_tensor(tape, value, name, f"{name}.", rank=None).flat)
            shapes.append(written(answer_of(value.shape.as_list())))
            continue
        array = np.asarray(value)
        if array.ndim > 2:
            raise ValueError(broken_rule(name, "have at most 2 axes to be asked", array.shape))
        tape.give(name, array.ravel().tolist(), shape=array.shape if array.ndim == 2 else ())
        boards.append(name)
        shapes.append(written(answer_of(array.shape)))
    worked = [f"x has shape {shapes[0]}, y has shape {shapes[1]}."]
    try:
        expected: Answer = answer_of(np.add(*x).shape.as_list())
    except ValueError as error:
        expected = ERROR
        worked.append(str(error))
    return {
        "ask": "shape",
        "prompt": "Which shape does x + y have? Write None for a ragged axis, error if refused.",
        "boards": [_board(tape.boards[name]) for name in boards],
        "expected": expected,
        "items": "axes are",
        "count": f"There are {len(expected)} axes",
        "mistakes": _mistakes.of_shape(x[0], x[1], expected),
        "hints": [
            "Axis 0 counts the rows; an axis whose row lengths may differ is None.",
            "An axis of size 1 and a scalar fit everything; ragged rows must have equal lengths.",
            worked[0],
        ],
        "worked": worked,
    }


def _board(board: Board) -> dict[str, Any]:
    """Return a board by the name of its argument: rows are shown, not flat values."""
    name = "rt" if board.name == "flat" else board.name.removesuffix(".flat")
    return {**board_json(board, values_texts(board.cells)), "name": name}


def _is_flat(expected: Answer) -> bool:
    return not isinstance(expected, list) or not any(isinstance(v, list) for v in expected)


def _count(expected: Answer) -> str:
    unit = "items" if _is_flat(expected) else "rows"
    return f"The result has {len(expected)} {unit}" if isinstance(expected, list) else ""


def _about(expected: Answer) -> str:
    if expected == ERROR:
        return "Look at each row: one of them breaks a rule of the operation."
    return f"{_count(expected)}." if isinstance(expected, list) else "The result is one value."


def _beginning(expected: Answer) -> str:
    """Return the hint that gives half of the answer away."""
    if not isinstance(expected, list):
        return "It is None." if expected == "None" else f"It begins with {expected[:1]}."
    shown = ", ".join(map(written, expected[: (len(expected) + 1) // 2]))
    return f"It begins with [{shown}, ..." if len(expected) > 1 else "It has at most one item."
