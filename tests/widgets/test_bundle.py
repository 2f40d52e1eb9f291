"""The committed JavaScript is what its sources give; the wheel has it, and not the sources."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.widgets.conftest import JS, ROOT

STATIC = ROOT / "raggedkit" / "widgets" / "static"
BUNDLES = ["explorer.js", "page.js"]


def test_the_bundles_are_what_the_sources_give(node: Callable[..., str], tmp_path: Path) -> None:
    node(JS / "build.mjs", str(tmp_path))
    for name in BUNDLES:
        built = (tmp_path / name).read_bytes()
        assert built == (STATIC / name).read_bytes(), f"run tools/js.sh build: {name} differs"


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_loads_nothing(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert not re.search(
        r"^import |\bimport\(|https?://(?!www\.w3\.org/)|\beval\(", text, re.MULTILINE
    )
    assert len(text) < 200_000


def test_the_versions_of_the_tools_are_exact() -> None:
    package = json.loads((JS / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((JS / "package-lock.json").read_text(encoding="utf-8"))
    wanted = package["devDependencies"]
    assert all(re.fullmatch(r"[\d.]+", version) for version in wanted.values())
    for name, version in wanted.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version


def test_the_lock_file_names_no_registry() -> None:
    text = (JS / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    assert "registry" not in text


def test_the_wheel_has_the_bundles_and_not_their_sources(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = [name for name in ZipFile(wheel).namelist() if name.startswith("raggedkit/widgets/")]
    assert {f"raggedkit/widgets/static/{name}" for name in BUNDLES} <= set(names)
    assert [name for name in names if "/js/" in name or "node_modules" in name] == []


def test_explorers_have_the_colours_of_the_displays() -> None:
    named = re.compile(r"--(line|empty|nan): ([^;]+);")
    ours = named.findall((JS / "src/view/base.css").read_text(encoding="utf-8"))
    static = ROOT / "raggedkit" / "reprs" / "static" / "base.css"
    assert sorted(ours) == sorted(named.findall(static.read_text(encoding="utf-8")))
    assert len(ours) == 3
