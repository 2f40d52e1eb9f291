"""The table of docs/indexing.md and of notebook 03: every line is run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/indexing.md").read_text(encoding="utf-8")
NAMES: dict[str, Any] = {}
exec(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], NAMES)
KINDS = {"ndarray": "array"}


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("line", lines(PAGE)[1:])
def test_a_line_runs_and_has_the_result_of_the_table(line: str) -> None:
    _, keys, result = line[2:-2].split(" | ")
    codes = re.findall(r"`(.+?)`", keys)
    assert codes
    for code in codes:
        kind = type(eval(code, NAMES)).__name__
        assert KINDS.get(kind, kind) == result


def test_the_notebook_has_the_same_table() -> None:
    notebook = json.loads((ROOT / "notebooks/03_indexing_and_masks.ipynb").read_text("utf-8"))
    texts = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "markdown"]
    (table,) = [t for t in texts if t.startswith("## Which index for which question")]
    assert lines(table) == lines(PAGE)
