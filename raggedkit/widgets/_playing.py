"""Rules of the step player: a played operation as JSON, its position and its speed.

``js/src/core/steps.js`` has the same rules for pages without Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.widgets._code import texts_of
from raggedkit.widgets._moves.table import Play
from raggedkit.widgets._moves.tape import Board, Cell

__all__ = ["SPEEDS", "Playing", "board_json", "filled", "play_json", "step", "values_texts"]

SPEEDS = (0.25, 0.5, 1, 2, 4)  # steps per second


@dataclass(frozen=True)
class Playing:
    """One moment of a played operation: the boards after the first ``position`` steps."""

    play: Play = field(compare=False, repr=False)
    data: dict[str, Any] = field(compare=False, repr=False)  # `play_json` of it
    position: int = 0
    speed: float = 1
    error: str = ""

    def json(self) -> dict[str, Any]:
        """Return the state as JSON."""
        here = {"position": self.position, "speed": self.speed, "error": self.error}
        return {**self.data, **here}


def step(state: Playing, event: Mapping[str, Any]) -> Playing:
    """Return the state after an event: another position, or another speed."""
    kind, last = event.get("type"), len(state.play.steps)
    to: Any = {
        "first": 0,
        "last": last,
        "next": min(state.position + 1, last),
        "previous": max(state.position - 1, 0),
        "go": event.get("to"),
    }.get(str(kind))
    if kind == "speed":
        speed = event.get("speed")
        if type(speed) in (int, float) and speed in SPEEDS:
            return replace(state, speed=SPEEDS[SPEEDS.index(speed)], error="")
        known = ", ".join(map(str, SPEEDS))
        return replace(state, error=f"speed must be one of {known}")
    if kind not in ("first", "last", "next", "previous", "go"):
        return replace(state, error="event must be first, last, next, previous, go or speed")
    if type(to) is not int or not 0 <= to <= last:
        return replace(state, error=f"position must be an integer from 0 to {last}")
    return replace(state, position=to, error="")


def play_json(play: Play) -> dict[str, Any]:
    """Return boards and steps as JSON; values are the texts that displays write."""
    values: dict[str, list[Any]] = {board.name: list(board.cells) for board in play.boards}
    for each in play.steps:
        for move in each.moves:
            values[move.target[0]].append(move.value)
    texts = {name: values_texts(found) for name, found in values.items()}
    used = {board.name: len(board.cells) for board in play.boards}

    def take(name: str) -> str:
        used[name] += 1
        return texts[name][used[name] - 1]

    answer = play.answer
    parts = () if answer is None else (answer.values, *answer.splits)
    return {
        "title": play.title,
        "refused": play.error,
        "result": "" if answer is None else one_line(play.result),
        "boards": [
            {**board_json(board, texts[board.name]), "answer": board.name in parts}
            for board in play.boards
        ],
        "steps": [
            {
                "text": each.text,
                "note": each.note,
                "looks": _cells(each.looks),
                "moves": [
                    {
                        "sources": _cells(move.sources),
                        "target": list(move.target),
                        "text": take(move.target[0]),
                    }
                    for move in each.moves
                ],
            }
            for each in play.steps
        ],
    }


def board_json(board: Board, texts: Sequence[str]) -> dict[str, Any]:
    """Return a board as JSON; ``texts`` begins with those of its cells."""
    return {
        "name": board.name,
        "size": board.size,
        "given": board.given,
        "splits": [list(splits) for splits in board.splits],
        "shape": list(board.shape),
        "cells": list(texts[: len(board.cells)]),
    }


def filled(data: Mapping[str, Any], position: int) -> dict[str, list[str]]:
    """Return the texts of all cells after the first steps; an empty cell is an empty text."""
    boards = {
        board["name"]: [*board["cells"], *[""] * (board["size"] - len(board["cells"]))]
        for board in data["boards"]
    }
    for each in data["steps"][:position]:
        for move in each["moves"]:
            name, i = move["target"]
            boards[name][i] = move["text"]
    return boards


def one_line(value: Any) -> str:
    """Return the beginning of a repr on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 200 else f"{text[:197]}..."


def _cells(cells: Sequence[Cell]) -> list[list[Any]]:
    return [list(cell) for cell in cells]


def values_texts(values: Sequence[Any]) -> list[str]:
    """Return the texts of the values of one board, all in the same format."""
    if len({type(value) for value in values}) > 1:  # an array would convert them
        return [text for value in values for text in values_texts([value])]
    if not values:
        return []
    return list(texts_of(np.asarray(values))[0])


def position_error(value: Any, last: int) -> str:
    """Return the message for a position that there is not."""
    return broken_rule("position", f"be an integer from 0 to {last}", value)
