"""docs/tasks.md: the three solutions of each task run, with equal results and the lines stated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pd = pytest.importorskip("pandas")
ak = pytest.importorskip("awkward")

TEXT = (Path(__file__).parents[1] / "docs/tasks.md").read_text(encoding="utf-8")
FIRST = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0]
LINES = r" \| (\d+) lines" * 3
STATED = re.findall(rf"^\| \[(\w+)\]\(#\w+\){LINES} \|$", TEXT, re.MULTILINE)


def solutions(title: str) -> list[str]:
    """The data, and the solutions with raggedkit, pandas and Awkward Array."""
    part = TEXT.partition(f"\n## {title.capitalize()}\n")[2].partition("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", part, re.DOTALL)


def results(title: str) -> list[dict[str, Any]]:
    """The names after each of the three solutions."""
    data, *codes = solutions(title)
    found: list[dict[str, Any]] = []
    for code in codes:
        names: dict[str, Any] = {}
        for source in (FIRST, data, code):
            exec(source, names)
        found.append(names)
    return found


def same_frames(ours: Any, theirs: Any) -> None:
    pd.testing.assert_frame_equal(ours, theirs, check_dtype=False)


@pytest.mark.parametrize(("title", *("ours", "pandas", "awkward")), STATED)
def test_as_many_lines_as_stated_and_at_most_those_of_the_others(
    title: str, ours: str, pandas: str, awkward: str
) -> None:
    counts = [len(code.strip().splitlines()) for code in solutions(title)[1:]]
    assert counts == [int(ours), int(pandas), int(awkward)]
    assert counts[0] == min(counts)
    assert len(STATED) == 3


def test_sessions() -> None:
    ours, theirs, awkward = results("sessions")
    for other in (theirs, awkward):
        same_frames(ours["last"], other["last"].reset_index(drop=True))
        same_frames(ours["totals"], other["totals"].reset_index(drop=True))
        assert ours["best"] == other["best"] == "ann"
        np.testing.assert_array_equal(ours["padded"], other["padded"])


def counted(pairs: Any) -> dict[tuple[int, str], int]:
    """Counts by chapter and word."""
    return {
        (chapter, word): n
        for chapter, (words, counts) in enumerate(pairs)
        for word, n in zip(words, counts, strict=True)
    }


def test_text() -> None:
    ours, theirs, awkward = results("text")
    for other in (theirs, awkward):
        np.testing.assert_allclose(ours["means"], other["means"])
        assert ours["longest"] == other["longest"]
    values, counts = ours["top"]
    found = counted(zip(values.to_list(), counts.to_list(), strict=True))
    assert found == theirs["top"].to_dict() == counted(awkward["top"])


def test_tracks() -> None:
    ours, theirs, awkward = results("tracks")
    same_frames(ours["fast"], theirs["fast"])
    fast = awkward["fast"].reset_index(drop=True)
    same_frames(ours["fast"], fast[list(ours["fast"])])
    same_frames(ours["medians"], theirs["medians"])
    np.testing.assert_allclose(ours["medians"]["speed"], awkward["medians"])
    for other in (theirs, awkward):
        np.testing.assert_allclose(ours["x50"], np.stack(other["x50"]))
