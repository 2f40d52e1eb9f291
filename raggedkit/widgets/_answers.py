"""Answers of a quiz: reading a typed text, and comparing it with the expected answer.

An answer is a nested list of texts, one per value: ``"3"``, ``"True"``, ``"None"``, ``"'a'"``; a
single value is a text by itself. ``js/src/core/answers.js`` has the same rules.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["ERROR", "Answer", "answer_of", "feedback", "python_of", "read", "same", "written"]

Answer: TypeAlias = Any  # str, or list of Answer

ERROR = "error"  # the answer where the operation is refused
LONGEST = 2000  # characters of a typed text
_TOKEN = re.compile(r"""[ \t\r\n,]*(?:([\[\]()])|'([^']*)'|"([^"]*)"|([^ \t\r\n\[\](),'"]+)|\Z)""")
_NUMBER = re.compile(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?")
_INTEGER = re.compile(r"-?[0-9]+")
_WORDS = {
    "true": "True",
    "false": "False",
    "none": "None",
    "null": "None",
    "na": "None",
    "?": "None",
    "nan": "nan",
    "inf": "inf",
    "-inf": "-inf",
    "error": ERROR,
}
_NEAR = 0.001  # how far a typed number may be from one that is no integer


def answer_of(result: Any) -> Answer:
    """Return a result as an answer; None and shapes included."""
    if isinstance(result, RaggedTensor):
        return answer_of(result.to_list())
    if isinstance(result, np.ndarray | np.generic):
        return answer_of(result.tolist())
    if isinstance(result, list | tuple):
        return [answer_of(item) for item in result]
    if isinstance(result, str):
        return f"'{result}'"
    if result is not None and not isinstance(result, bool | int | float):
        raise TypeError(broken_rule("values", "be numbers, booleans or text to be asked", result))
    return str(result)


def python_of(answer: Answer) -> Any:
    """Return an answer as nested lists of Python's own values."""
    if isinstance(answer, list):
        return [python_of(item) for item in answer]
    if answer in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[answer]
    if answer.startswith("'"):
        return answer[1:-1]
    if answer == ERROR:
        return answer
    return int(answer) if _INTEGER.fullmatch(answer) else float(answer)


def written(answer: Answer) -> str:
    """Return an answer as it may be typed."""
    return f"[{', '.join(map(written, answer))}]" if isinstance(answer, list) else answer


def read(text: str, expected: Answer) -> Answer:
    """Return a typed text as an answer; the outermost brackets may be left out.

    Raises
    ------
    ValueError
        If it is empty, too long, has a bracket without its partner, or an unknown word.
    """
    if len(text) > LONGEST:
        raise ValueError(f"answer must have at most {LONGEST} characters, got {len(text)}")
    items = _items(text)
    if not items:
        raise ValueError("answer must not be empty; [] is a list without items")
    if len(items) > 1:
        return items
    if not isinstance(expected, list):
        return items[0]
    is_list = isinstance(items[0], list)
    if is_list and (_depth(items[0]) == _depth(expected) or _depth(items) != _depth(expected)):
        return items[0]
    return items[0] if items[0] == ERROR else items


def _items(text: str) -> list[Answer]:
    stack: list[list[Answer]] = [[]]
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError(f"answer must close each quote, got {text[at:].lstrip(' ,')[:20]}")
        at = found.end()
        bracket, single, double, word = found.groups()
        if bracket in ("[", "("):
            stack[-1].append([])
            stack.append(stack[-1][-1])
        elif bracket:
            stack.pop()
            if not stack:
                raise ValueError(f"answer must open each bracket, got {bracket} too many")
        elif single is not None or double is not None:
            stack[-1].append(f"'{double if single is None else single}'")
        elif word:
            stack[-1].append(_leaf(word))
    if len(stack) > 1:
        raise ValueError("answer must close each bracket")
    return stack[0]


def _leaf(word: str) -> str:
    low = word.lower().removeprefix("+")
    if low in _WORDS:
        return _WORDS[low]
    if len(low) > 40 or not _NUMBER.fullmatch(low):
        raise ValueError(
            f"answer must have numbers, True, False, None, nan or text in quotes, got {word[:40]}"
        )
    return low


def _depth(answer: Answer) -> int:
    if not isinstance(answer, list):
        return 0
    return 1 + max(map(_depth, answer), default=0)


def same(expected: Answer, given: Answer) -> bool:
    """Return whether an answer is right; floats may be rounded to three decimals."""
    if isinstance(expected, list) or isinstance(given, list):
        return (
            isinstance(expected, list)
            and isinstance(given, list)
            and len(expected) == len(given)
            and all(map(same, expected, given))
        )
    if expected == given:
        return True
    if not (_NUMBER.fullmatch(expected) and _NUMBER.fullmatch(given)):
        return False
    x, y = float(expected), float(given)
    if _INTEGER.fullmatch(expected):
        return x == y
    return math.isfinite(y) and abs(x - y) <= _NEAR * max(1.0, abs(x))


def feedback(question: Mapping[str, Any], given: Answer) -> tuple[bool, str, list[bool]]:
    """Return whether an answer is right, what is wrong with it, and which items are right."""
    expected = question["expected"]
    marks: list[bool] = []
    if isinstance(given, list):
        wanted = expected if isinstance(expected, list) else []
        marks = [k < len(wanted) and same(wanted[k], item) for k, item in enumerate(given)]
    if same(expected, given):
        return True, f"Right: {written(expected)}", marks
    parts = []
    if isinstance(expected, list) and isinstance(given, list):
        parts.append(f"{sum(marks)} of {len(expected)} {question['items']} right.")
    known = [m["message"] for m in question["mistakes"] if same(m["answer"], given)]
    parts += known[:1] or _differences(question, given, marks)
    return False, " ".join(parts), marks


def _differences(question: Mapping[str, Any], given: Answer, marks: Sequence[bool]) -> list[str]:
    """Return the sentences about an answer that is no typical mistake."""
    expected = question["expected"]
    if given == ERROR:
        return ["It is not refused: there is a result."]
    if expected == ERROR:
        return ["Look again: does each row fit, and has each row a value?"]
    if not isinstance(expected, list):
        return [
            "One value is asked, not a list."
            if isinstance(given, list)
            else f"{given} is not right."
        ]
    if not isinstance(given, list):
        return ["A list is asked, not one value."]
    sentences = []
    if False in marks[: len(expected)]:
        k = list(marks).index(False)
        sentences.append(f"Position {k} is not {written(given[k])}.")
    if len(given) != len(expected):
        sentences.append(f"{question['count']}, you gave {len(given)}.")
    return sentences
