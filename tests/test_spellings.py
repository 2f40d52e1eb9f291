"""The tables of docs/spelling.md: every line is evaluated, and its two spellings compared."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

PAGE = (Path(__file__).parents[1] / "docs/spelling.md").read_text(encoding="utf-8")
NAMES: dict[str, Any] = {}
exec(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], NAMES)


def lines(heading: str) -> list[list[str]]:
    """The cells of the table below a heading; of a cell in backticks its code alone."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [row[2:-2].split(" | ") for row in section.splitlines() if row.startswith("| ")]
    return [
        [(re.findall(r"`(.+?)`", c) or [c])[0] if i else c for i, c in enumerate(r)] for r in rows
    ]


DIFFERENT = [pytest.param(*row, id=row[0]) for row in lines("Where the two differ")[1:]]
SAME = [pytest.param(*row, id=row[0]) for row in lines("Two spellings of one result")[1:]]


def plain(x: Any) -> Any:
    """A result as lists, numbers and text, which a table can show."""
    if isinstance(x, tuple):
        return tuple(map(plain, x))
    return x.tolist() if hasattr(x, "tolist") else x


def outcome(code: str) -> Any:
    """The result of an expression as plain data, or the name of the error that it raises."""
    try:
        return plain(eval(code, NAMES))
    except (TypeError, ValueError) as error:
        return type(error).__name__


def shown(text: str) -> Any:
    return text if isinstance(getattr(builtins, text, None), type) else ast.literal_eval(text)


def test_the_page_has_both_tables() -> None:
    assert len(DIFFERENT) >= 15
    assert len(SAME) >= 20


@pytest.mark.parametrize(("what", "ours", "result", "theirs", "other"), DIFFERENT)
def test_a_difference_is_as_the_page_shows_it(
    what: str, ours: str, result: str, theirs: str, other: str
) -> None:
    assert outcome(ours) == shown(result)
    assert outcome(theirs) == shown(other)
    assert outcome(ours) != outcome(theirs), f"no difference: {what}"


@pytest.mark.parametrize(("what", "ours", "theirs"), SAME)
def test_two_spellings_have_one_result(what: str, ours: str, theirs: str) -> None:
    x, y = eval(ours, NAMES), eval(theirs, NAMES)
    if isinstance(x, rk.RaggedTensor):
        assert x.identical(y), what
    else:
        np.testing.assert_array_equal(x, y, what)
        if isinstance(x, np.ndarray):
            assert x.dtype == y.dtype


def test_the_rule_of_the_methods_holds_for_numpy_s_names() -> None:
    """A method that arrays have too has the default axis of the array's."""
    array = np.arange(6).reshape(2, 3)
    rt = rk.RaggedTensor.from_tensor(array)
    for name in (
        "sum",
        "prod",
        "mean",
        "std",
        "var",
        "max",
        "min",
        "argmax",
        "argmin",
        "any",
        "all",
    ):
        np.testing.assert_array_equal(getattr(rt, name)(), getattr(array, name)(), name)
    for name in ("cumsum", "cumprod"):
        np.testing.assert_array_equal(getattr(rt, name)(), getattr(array, name)(), name)
