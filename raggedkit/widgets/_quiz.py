"""The quiz: it hides an encoding, a result or a shape; the learner fills it in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from raggedkit._options import Options
from raggedkit.errors import broken_rule
from raggedkit.reprs.markup import Html, element, page
from raggedkit.widgets._answers import answer_of, python_of, written
from raggedkit.widgets._asking import Asking, step
from raggedkit.widgets._base import Explorer, Plain
from raggedkit.widgets._boards import board_table
from raggedkit.widgets._questions import questions

__all__ = ["Quiz", "quiz"]

_PLAIN = ("at", "text", "given", "message", "tries", "hints", "revealed", "solved", "level")


def quiz(
    x: Any, ask: str | Callable[..., Any], *args: Any, seed: int | None = 0, **kwargs: Any
) -> Quiz:
    """Return a widget that asks for an encoding, the result of an operation, or a shape.

    The feedback after each try counts the right items and explains typical mistakes. Hints, the
    answer, and further random questions of three levels are one key away. A saved page works
    without Python.

    Parameters
    ----------
    x
        A `RaggedTensor`; for encodings also a `RowPartition`; for ``"shape"`` two operands
        ``(x, y)``; else the first argument of the operation. At most 60 values.
    ask
        An encoding (``"row_splits"``, ``"row_lengths"``, ``"value_rowids"``, ``"row_starts"``,
        ``"row_limits"``, ``"uniform_row_length"``), ``"shape"`` for the shape of ``x + y``, or
        any operation of `steps`.
    *args, **kwargs
        Further arguments of the operation.
    seed
        Seed of the random questions; None gives other ones each time.

    Returns
    -------
    Quiz
        Its trait ``solved`` is True once the answer is right.

    Raises
    ------
    TypeError
        If there is nothing to ask for these arguments.
    ValueError
        If `ask` is not one of these, or if there are too many values.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 2], [], [4]])
    >>> w = rk.widgets.quiz(rt, "row_splits")
    >>> w.answer = [3, 0, 1]
    >>> print(w.message)
    0 of 4 numbers are right. You gave row lengths; splits start with 0 and add the lengths up.
    >>> w.answer = [0, 3, 3, 4]
    >>> w.solved
    True
    >>> w = rk.widgets.quiz(rt, "sum", axis=1)
    >>> w.answer = "6, 0, 4"
    >>> w.solved
    True
    >>> w = rk.widgets.quiz((rt, 1), "shape")
    >>> w.answer = "[3, None]"
    >>> w.solved
    True
    >>> rk.widgets.quiz(rt, "splits")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: ask must be an encoding (row_splits, ...), shape or an operation (add, ...), got...
    """
    return Quiz(x, ask, *args, seed=seed, **kwargs)


class Quiz(Explorer):
    """A widget that asks for one thing of a tensor; `quiz` makes it and lists the questions.

    Parameters
    ----------
    x, ask, *args, seed, **kwargs
        As for `quiz`.

    Attributes
    ----------
    solved
        Whether the present question is solved, by an answer and not by revealing it.
    answer
        The last answer as a number or nested lists, None before the first. It can be set: to
        lists, an array, a tensor, or a text as a learner types it.
    value
        The tensor, or the arguments, of the present question.
    state
        All questions and the answers so far as a plain dict.

    Examples
    --------
    An exercise in a notebook:

    >>> import raggedkit as rk
    >>> w = rk.widgets.Quiz(rk.RowPartition.from_row_lengths([2, 0, 1]), "value_rowids")
    >>> w.answer = [0, 0, 1]
    >>> w.solved, w.message
    (False, '2 of 3 numbers are right. Empty rows are counted, but their number appears nowhere.')
    >>> w.send({"type": "hint"})
    >>> w.answer = [0, 0, 2]
    >>> assert w.solved
    >>> w.send({"type": "next"})
    >>> w.value
    RowPartition.from_row_splits([0, 3, 5, 7])
    """

    kind = "quiz"
    solved = Plain()
    answer = Plain()

    def __init__(
        self,
        x: Any,
        ask: str | Callable[..., Any],
        *args: Any,
        seed: int | None = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(x, ask, args, kwargs, seed)

    @property
    def message(self) -> str:
        """The feedback on the last answer."""
        return str(self._now.message)

    def _initial(self, x: Any, ask: Any, args: Any, kwargs: Any, seed: Any) -> Asking:
        self._asked = ask, args, kwargs, seed
        return Asking(questions(x, ask, args, kwargs, seed))

    def _step(self, state: Asking, event: Mapping[str, Any]) -> Asking:
        return step(state, event)

    def _value(self, state: Asking) -> Any:
        return state.question.value

    def _state_of(self, value: Any) -> Asking:
        ask, args, kwargs, seed = self._asked
        first, args = (value[0], value[1:]) if args else (value, ())
        return Asking(questions(first, ask, args, kwargs, seed))

    def _json(self, state: Asking) -> dict[str, Any]:
        return state.json()

    def _from_json(self, data: Mapping[str, Any]) -> Asking:
        now: Asking = self._now
        if data["questions"] != [question.data for question in now.questions]:
            raise ValueError("questions must be those of this quiz; make another one with quiz()")
        if data["at"] not in range(len(now.questions)):
            raise ValueError(broken_rule("at", f"be below {len(now.questions)}", data["at"]))
        given: dict[str, Any] = {name: data[name] for name in _PLAIN}
        given |= {name: tuple(data[name]) for name in ("marks", "used", "points")}
        return replace(now, **given)

    def _linked(self, state: Asking) -> dict[str, Any]:
        given = state.given
        return {"solved": state.solved, "answer": None if given is None else python_of(given)}

    def _assigned(self, state: Asking, name: str, value: Any) -> Asking:
        if name == "solved":
            raise ValueError("solved must not be set; set answer")
        new = step(state, {"type": "answer", "text": _typed(value)})
        if new.given is None:
            raise ValueError(new.message)
        return new

    def _snapshot(self) -> str:
        return page(self._rendered, "quiz")

    def _rendered(self, options: Options) -> Html:
        data = self._now.question.data
        boards = [board_table(board, board["cells"], options.max_items) for board in data["boards"]]
        summary = element("summary", "answer")
        answer = element("details", summary, element("code", written(data["expected"])))
        return Html(element("b", data["prompt"]) + "\n" + "".join(boards) + answer)

    def _title(self) -> str:
        return f"quiz: {self._now.question.data['ask']}"

    def __repr__(self) -> str:
        now = self._now
        return f"quiz({now.question.data['ask']}, {'solved' if now.solved else 'not solved'})"


def _typed(value: Any) -> str:
    """Return an answer that was set in Python as the text that a learner types."""
    if isinstance(value, str):
        return value
    try:
        return written(answer_of(value))
    except TypeError:
        rule = "be numbers, nested lists or a text"
        raise ValueError(broken_rule("answer", rule, value)) from None
