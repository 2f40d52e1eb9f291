"""Rules of the quiz: the learner's answers, hints, and the next question.

``js/src/core/quiz.js`` has the same rules for pages without Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from raggedkit.widgets._answers import Answer, feedback, read, written
from raggedkit.widgets._questions import Question
from raggedkit.widgets._random import LEVELS

__all__ = ["Asking", "step"]


@dataclass(frozen=True)
class Asking:
    """One moment of a quiz."""

    questions: tuple[Question, ...] = field(compare=False, repr=False)
    at: int = 0  # the present question
    text: str = ""  # what was typed last
    given: Answer | None = None  # the same as an answer, once it was readable
    marks: tuple[bool, ...] = ()  # which items of it are right
    message: str = ""
    tries: int = 0
    hints: int = 0  # the number that is shown
    revealed: bool = False
    solved: bool = False
    level: int = 1  # of the next question
    used: tuple[int, ...] = (0,) * len(LEVELS)  # questions of each level that were asked
    points: tuple[int, int] = (0, 1)  # solved, asked

    @property
    def question(self) -> Question:
        """Return the present question."""
        return self.questions[self.at]

    def json(self) -> dict[str, Any]:
        """Return the state as JSON."""
        return {
            "questions": [question.data for question in self.questions],
            "at": self.at,
            "text": self.text,
            "given": self.given,
            "marks": list(self.marks),
            "message": self.message,
            "tries": self.tries,
            "hints": self.hints,
            "revealed": self.revealed,
            "solved": self.solved,
            "level": self.level,
            "used": list(self.used),
            "points": list(self.points),
        }


def step(state: Asking, event: Mapping[str, Any]) -> Asking:
    """Return the state after an event: answer, hint, reveal, level or next."""
    kind, data = event.get("type"), state.question.data
    if kind == "answer" and isinstance(event.get("text"), str):
        return _answered(state, event["text"])
    if kind == "hint":
        return replace(state, hints=min(state.hints + 1, len(data["hints"])))
    if kind == "reveal":
        message = f"The answer: {written(data['expected'])}"
        return replace(state, revealed=True, message=message)
    if kind == "level" and type(event.get("level")) is int and event["level"] in LEVELS:
        return replace(state, level=event["level"])
    if kind == "next":
        return _next(state)
    return replace(state, message="event must be answer, hint, reveal, level or next")


def _answered(state: Asking, text: str) -> Asking:
    data = state.question.data
    try:
        given = read(text, data["expected"])
    except ValueError as error:  # not a try
        return replace(state, text=text, message=str(error), marks=(), given=None)
    right, message, marks = feedback(data, given)
    counts = right and not state.solved and not state.revealed
    solved, asked = state.points
    return replace(
        state,
        text=text,
        given=given,
        marks=tuple(marks),
        message=message,
        tries=state.tries + (not state.solved and not state.revealed),
        solved=state.solved or counts,
        points=(solved + counts, asked),
    )


def _next(state: Asking) -> Asking:
    of_level = [i for i, q in enumerate(state.questions) if q.data["level"] == state.level]
    if not of_level:
        return replace(state, message="There are no random questions for these arguments.")
    used = list(state.used)
    at = of_level[used[state.level - 1] % len(of_level)]
    used[state.level - 1] += 1
    solved, asked = state.points
    return Asking(
        state.questions, at, level=state.level, used=tuple(used), points=(solved, asked + 1)
    )
