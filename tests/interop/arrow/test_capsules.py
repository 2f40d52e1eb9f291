"""Hostile Arrow capsules, each read in a child process: read right or refused, never a crash."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from tests.interop.arrow import made_capsules as made

pa = pytest.importorskip("pyarrow")
ROOT = Path(__file__).parents[3]
ROWS = [[10, 11], [], [12, 13, 14]]
READ: dict[str, Any] = {
    "plain": ROWS,
    "sliced": ROWS[1:],
    "not-from-0": [[11], [12, 13]],
    "sliced-nulls": [[], [12, -1, 14]],
    "null-row": ROWS,
    "unknown-nulls": ROWS,
    "lying-null-count": ROWS,  # by its bits
    "text": [["a", ""], ["bc"]],
    "views": [["ab"], ["x" * 20]],
    "misaligned": [[5, 6]],
    "no-items-no-buffers": [],
    "empty-null-offsets": [],
    "null-type": [[-1, -1]],
    "stream": [*ROWS, [10]],
    "stream-empty": [],
    "dictionary": [["bc", "a"]],
    "name-not-utf-8": ROWS,
}
# Before anything is taken over, the struct stays with its capsule, which releases it.
LEFT = ("released-schema", "swapped-names", "other-names", "stream-name", "stream-released")


@cache
def answers() -> dict[str, dict[str, Any]]:
    """Return the answer about each case; a child that crashes is followed by another."""
    left, found = list(made.CASES), {}
    while left:
        child = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-m", made.__name__, *left],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'facades'}"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        said = [json.loads(line) for line in child.stdout.splitlines()]
        found.update({x["name"]: x for x in said})
        if child.returncode == 0:
            return found
        last = said[-1]["name"] if said else left[0]
        found[last] = {"crash": child.stderr[-2000:]}
        left = left[left.index(last) + 1 :]
    return found


@pytest.mark.parametrize("name", made.CASES)
def test_capsules_are_read_right_or_refused(name: str) -> None:
    answer = answers()[name]
    assert "crash" not in answer, answer["crash"]
    if name in READ:
        assert list(answer["read"].values()) == [READ[name]]
    else:
        assert "refused" in answer, answer
        assert "\n" not in answer["refused"]


@pytest.mark.parametrize("name", made.CASES)
def test_each_struct_is_released_once(name: str) -> None:
    counts = answers()[name]["released"]
    least = 0 if name in (*LEFT, "released-array") else 1
    assert all(least <= n <= 1 for n in counts.values()), counts


def test_memory_is_shared_and_released_with_the_last_view() -> None:
    made.RELEASED.clear()
    rt = rk.array(made.CASES["plain"]())
    assert np.shares_memory(rt.flat_values, made.FIVE.buffers[1])
    assert not rt.flat_values.flags.writeable
    row = rt[2]
    del rt
    assert made.RELEASED["array"] == 0
    del row
    assert made.RELEASED["array"] == 1


def test_offsets_are_shared_too() -> None:
    rt = rk.array(made.CASES["plain"]())
    assert np.shares_memory(rt.row_splits, made.GOOD.buffers[1])


def test_an_object_is_exported_once_per_reading() -> None:
    reader = pa.table({"x": [[1]]}).to_reader()
    assert rk.RaggedTable.from_arrow(reader)["x"].to_list() == [[1]]


class LyingLength:
    """Rows whose length is not that of their items."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Any:
        return iter([[1, 2], [3]])


class LyingArray:
    """Gives anything as its array."""

    def __init__(self, given: Any, ndim: int = 2) -> None:
        self.given, self.ndim, self.shape = given, ndim, (2,) * ndim

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


class LyingFrame:
    """Gives anything as its columns."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __dataframe__(self, **options: Any) -> Any:
        return self.given


@pytest.mark.parametrize("length", [0, 1, 7])
def test_rows_are_those_of_the_iterator_whatever_the_length(length: int) -> None:
    assert rk.array(LyingLength(length)).to_list() == [[1, 2], [3]]
    assert rk.array(LyingLength(length), return_mask=True)[0].to_list() == [[1, 2], [3]]


@pytest.mark.parametrize("given", [5, None, "text", RuntimeError("no"), [[1, 2]], np.zeros(2)])
@pytest.mark.parametrize("rules", [{}, {"return_mask": True}], ids=["", "rules"])
def test_lying_arrays_are_refused_or_read_as_they_are(given: Any, rules: Any) -> None:
    try:
        made_ = rk.array(LyingArray(given), **rules)
    except (TypeError, ValueError, RuntimeError):
        return
    assert isinstance(made_, tuple if rules else rk.RaggedTensor)


@pytest.mark.parametrize("given", [5, None, object(), {"x": [1]}])
def test_lying_frames_are_refused(given: Any) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        rk.RaggedTable.from_frame(LyingFrame(given), by="x")
