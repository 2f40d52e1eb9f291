"""docs/interop.md: each line of its table is run, and is what happens."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from tools import doors_page
from tools.doors_page import Door

DOORS = [door for door in doors_page.doors() if not door.where]
ROOT = Path(__file__).parents[2]


def names(door: Door, path: Path) -> dict[str, Any]:
    """What the expressions of a door may use."""
    rt = rk.RaggedTensor.from_row_lengths(np.arange(1.0, 6.0), [3, 0, 2])
    found: dict[str, Any] = {"rk": rk, "np": np, "rt": rt, "path": path}
    for name, module in {"write_group": "buffers", "from_ragged": "dask"}.items():
        found[name] = getattr(importlib.import_module(f"raggedkit.interop.{module}"), name)
    for module in {
        door.module,
        *re.findall(r"\b([a-z]\w*)(?=\.)", f"{door.out} {door.back} {door.file}"),
    }:
        if module not in {*found, "obj", "file"}:
            found[module] = importlib.import_module(module)
    return found | {"file": eval(door.file, found) if door.file else None}


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_out_and_back_as_the_page_tells(door: Door, tmp_path: Path) -> None:
    path = tmp_path / "rows"
    known = names(door, path)
    rt = known["rt"]
    known["obj"] = eval(door.out, known)
    back = eval(door.back, known)
    assert rt.identical(back)
    here, there = rt.flat_values.ctypes.data, back.flat_values.ctypes.data
    if door.shared in {"out", "both"}:
        assert eval(door.address, known) == here
    if door.shared == "both":
        assert there == here
    if door.shared == "in":
        assert there == eval(door.address, known) != here
    if door.shared in {"no", "map"}:
        assert there != here
    if door.shared == "map":
        maps = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        spans = [line.split()[0].split("-") for line in maps if line.endswith(str(path))]
        assert any(int(a, 16) <= there < int(b, 16) for a, b in spans)
    if door.shared in {"in", "both", "map"}:
        assert not back.flat_values.flags.writeable


@pytest.mark.parametrize("door", doors_page.doors(), ids=lambda door: door.name)
def test_a_line_is_complete(door: Door) -> None:
    assert door.missing in doors_page.MISSING
    assert door.version
    assert door.function in door.back
    assert (ROOT / f"docs/interop/{door.page}.md").is_file()


def test_the_page_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert doors_page.main(["--check"]) == 0, capsys.readouterr().err


def test_an_outdated_page_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doors_page, "ROOT", tmp_path)
    monkeypatch.setattr(doors_page, "PAGE", tmp_path / "docs/interop.md")
    monkeypatch.setattr(doors_page, "TABLE", tmp_path / "doors.toml")
    assert doors_page.main(["--check"]) == 1
    assert "does not match doors.toml; run tools/doors_page.py" in capsys.readouterr().err
