"""2,000 random expressions of vectors: the Python face prints what R prints, or both fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.facades.r_session import as_any_r, folder, has_complex, prints_complex_anew
from tests.facades.vector import expressions
from tests.facades.vector.expressions import COUNT, ask_python, questions, recorded

__all__ = ["folder"]

BLOCK = 100


def differences(answers: expressions.Answers, *, live: bool = False) -> list[str]:
    """Return the expressions with another result in the Python face."""
    found = []
    for python, of_r in answers:
        mine = ask_python(python)
        if mine != of_r and not (live and _is_newer_print(mine, of_r)):
            found.append(f"{python}\n  Python: {mine}\n  R:      {of_r}")
    return found


def _is_newer_print(mine: expressions.Answer, of_r: expressions.Answer) -> bool:
    """Whether two results differ only as newer versions of R print them."""
    (kind, text, told), (kind_of_r, text_of_r, told_of_r) = mine, of_r
    if (kind, told) != (kind_of_r, told_of_r) or kind != "value":
        return False
    if has_complex(text_of_r) and prints_complex_anew():
        return True
    return as_any_r(text) == as_any_r(text_of_r)


@pytest.mark.parametrize("start", range(0, COUNT, BLOCK))
def test_answers_are_those_that_r_gave(start: int) -> None:
    found = differences(recorded()[start : start + BLOCK])
    assert not found, "\n".join([f"{len(found)} differ", *found[:5]])


def test_the_record_has_all_expressions_and_answers_of_all_kinds() -> None:
    answers = recorded()
    asked = list(questions())
    assert [python for python, _ in answers] == [question.python for question in asked]
    kinds = [kind for _, (kind, _, _) in answers]
    assert min(kinds.count("value"), 8 * kinds.count("error")) > COUNT / 2
    assert sum(bool(told) for _, (_, _, told) in answers) > COUNT / 10
    for sign in ("%/%", "%%", "^", "<=", "&", "NaN", "NA_real_", "Inf", "2147483647L", "ragged("):
        assert any(sign in question.r for question in asked), sign


def test_r_gives_the_same_answers_now(folder: Path) -> None:
    asked = list(questions())
    answers = expressions.ask_r(asked, folder)
    pairs = [(q.python, answer) for q, answer in zip(asked, answers, strict=True)]
    found = differences(pairs, live=True)
    assert not found, "\n".join([f"{len(found)} differ", *found[:5]])
