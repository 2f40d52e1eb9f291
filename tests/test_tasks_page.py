"""docs/tasks.md: both solutions of each task run, with equal results and the lines stated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pd = pytest.importorskip("pandas")

TEXT = (Path(__file__).parents[1] / "docs/tasks.md").read_text(encoding="utf-8")
FIRST = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0]
STATED = re.findall(r"^\| \[(\w+)\]\(#\w+\) \| (\d) lines \| (\d) lines \|$", TEXT, re.MULTILINE)


def solutions(title: str) -> list[str]:
    """The data, the solution with raggedkit, and the one with pandas."""
    part = TEXT.partition(f"\n## {title.capitalize()}\n")[2].partition("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", part, re.DOTALL)


def both(title: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names after each of the two solutions."""
    data, *codes = solutions(title)
    found: list[dict[str, Any]] = []
    for code in codes:
        names: dict[str, Any] = {}
        for source in (FIRST, data, code):
            exec(source, names)
        found.append(names)
    ours, theirs = found
    return ours, theirs


def same_frames(ours: Any, theirs: Any) -> None:
    pd.testing.assert_frame_equal(ours, theirs, check_dtype=False)


@pytest.mark.parametrize(("title", "ours", "theirs"), STATED, ids=[s[0] for s in STATED])
def test_as_many_lines_as_stated_and_at_most_those_of_pandas(
    title: str, ours: str, theirs: str
) -> None:
    counts = [len(code.strip().splitlines()) for code in solutions(title)[1:]]
    assert counts == [int(ours), int(theirs)]
    assert counts[0] <= counts[1]
    assert len(STATED) == 3


def test_sessions() -> None:
    ours, theirs = both("sessions")
    same_frames(ours["last"], theirs["last"])
    same_frames(ours["totals"], theirs["totals"])
    assert ours["best"] == theirs["best"] == "ann"
    np.testing.assert_array_equal(ours["padded"], theirs["padded"])


def test_text() -> None:
    ours, theirs = both("text")
    np.testing.assert_allclose(ours["means"], theirs["means"])
    assert ours["longest"] == theirs["longest"]
    values, counts = ours["top"]
    found = {
        (chapter, word): n
        for chapter, pairs in enumerate(zip(values.to_list(), counts.to_list(), strict=True))
        for word, n in zip(*pairs, strict=True)
    }
    assert found == theirs["top"].to_dict()


def test_tracks() -> None:
    ours, theirs = both("tracks")
    same_frames(ours["fast"], theirs["fast"])
    same_frames(ours["medians"], theirs["medians"])
    np.testing.assert_allclose(ours["x50"], np.stack(theirs["x50"]))
