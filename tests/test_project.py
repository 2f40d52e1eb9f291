"""The files around the package agree with it and with each other."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import raggedkit
from tests.test_architecture import LAYERS, TOP

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]


def listed(path: str) -> list[str]:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def pins_that_disagree(pins: list[str], wanted: list[str]) -> list[str]:
    """What a pinned list lacks or contradicts, given the requirements it is to meet."""
    pinned = {r.name: r for r in map(Requirement, pins)}
    found = [str(r) for r in pinned.values() if not re.fullmatch(r"==[\d.]+", str(r.specifier))]
    for need in map(Requirement, wanted):
        pin = pinned.pop(need.name, None)
        if pin is None or not need.specifier.contains(str(pin.specifier).removeprefix("==")):
            found.append(str(need))
    return found + list(pinned)


def test_binder_pins_agree_with_pyproject() -> None:
    this, *pins = listed("binder/requirements.txt")
    assert this == ".[notebook,r]"
    extras = PROJECT["optional-dependencies"]
    wanted = PROJECT["dependencies"] + extras["notebook"] + extras["r"]
    assert pins_that_disagree(pins, wanted) == []


@pytest.mark.parametrize(
    ("pins", "found"),
    [
        pytest.param(["numpy==2.1.0"], [], id="agrees"),
        pytest.param([], ["numpy>=2.0"], id="absent"),
        pytest.param(["numpy==1.26.4"], ["numpy>=2.0"], id="too-old"),
        pytest.param(["numpy==2.1.0", "scipy==1.14.0"], ["scipy"], id="unasked"),
        pytest.param(["numpy>=2.1"], ["numpy>=2.1", "numpy>=2.0"], id="not-exact"),
    ],
)
def test_a_wrong_pin_is_seen(pins: list[str], found: list[str]) -> None:
    assert pins_that_disagree(pins, ["numpy>=2.0"]) == found


def test_binder_python_is_supported() -> None:
    (runtime,) = listed("binder/runtime.txt")
    assert SpecifierSet(PROJECT["requires-python"]).contains(runtime.removeprefix("python-"))


def test_binder_names_system_packages_that_the_project_installs_too() -> None:
    for package in listed("binder/apt.txt"):
        assert package in (ROOT / "tools/system.sh").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "script", ["binder/postBuild", ".ci/run", "tools/system.sh", "tools/venv.sh"]
)
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    shell = (ROOT / script).read_text(encoding="utf-8").splitlines()[0].removeprefix("#!").split()
    subprocess.run([*shell, "-n", str(ROOT / script)], check=True)


def test_version_is_the_project_s() -> None:
    assert raggedkit.__version__ == PROJECT["version"]


def test_the_package_is_typed() -> None:
    assert (ROOT / "raggedkit/py.typed").is_file()
    assert (ROOT / "facades/raggedkit_r/py.typed").is_file()


def test_the_contributor_guide_has_the_layer_table() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d) \| ([^|]+) \|", guide, re.MULTILINE))
    written = {
        name: int(row)
        for row, cell in rows.items()
        for name in re.findall(r"`(\w+)[./][^`]*`", cell)
    }
    below_the_top = {name: row for name, row in written.items() if row != TOP}
    assert below_the_top.items() <= LAYERS.items()
    assert {name for name in LAYERS if not name.startswith("_")} <= set(written)


def test_numpy_is_the_only_requirement() -> None:
    assert [Requirement(r).name for r in PROJECT["dependencies"]] == ["numpy"]
