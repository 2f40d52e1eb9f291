"""docs/interop/*.md: every example is run."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs/interop").glob("*.md"))
PAGES = [page for page in PAGES if page.stem != "tensorflow"]  # tests/conformance has it
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_are_as_the_page_shows_them(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # examples may write files
    text = page.read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(text, found, page.name, str(page), 0)
    out: list[str] = []
    done = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=out.append)
    assert not done.failed, "".join(out)
    assert done.attempted > 1
