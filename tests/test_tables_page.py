"""docs/tables.md: every example is run, and each refused spelling raises an error."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[1] / "docs/tables.md"
TEXT = PAGE.read_text(encoding="utf-8")
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """The names of the page after its examples, which must succeed."""
    pytest.importorskip("pandas")
    found: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(TEXT, found, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    out: list[str] = []
    failed = runner.run(test, out=out.append, clear_globs=False)
    assert not failed.failed, "".join(out)
    assert failed.attempted > 20
    return test.globs


def rows_of(title: str) -> list[list[str]]:
    """The cells of the table below a heading, without its header."""
    part = TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][1:]
    return [re.split(r" \| ", line.strip("| ")) for line in lines]


def codes(cell: str) -> list[str]:
    return [code for code in re.findall(r"`([^`]+)`", cell) if re.match(r"(t|rk|len)\b.", code)]


def test_examples_are_as_the_page_shows_them(names: dict[str, Any]) -> None:
    assert {"t", "sales", "parts"} <= set(names)


@pytest.mark.parametrize(
    "code", [c for row in rows_of("Columns, labels, rows") for c in codes(row[0])]
)
def test_selections_run(names: dict[str, Any], code: str) -> None:
    eval(code, dict(names))


@pytest.mark.parametrize("code", [c for row in rows_of("Verbs") for c in codes(row[0])])
def test_verbs_exist(names: dict[str, Any], code: str) -> None:
    values = {"x=...": "x=t.row_lengths()" if "with_rows" in code else "x=t['time']"}
    values |= {"condition": "t['speed'] > 2", "(f)": "(lambda row: row['time'].size)"}
    values |= {"[t, u]": "[t, t]"}
    for old, new in values.items():
        code = code.replace(old, new)
    eval(code, dict(names))


@pytest.mark.parametrize("row", rows_of("Errors, and what to write instead"), ids=lambda r: r[0])
def test_a_refused_spelling_raises_and_the_right_one_runs(
    names: dict[str, Any], row: list[str]
) -> None:
    wrong, _, right = row
    for code in re.findall(r"`([^`]+)`", wrong):
        with pytest.raises((TypeError, ValueError, LookupError)):
            exec(code, dict(names))
    for code in codes(right):
        eval(code, dict(names))
