"""Files around the package (pyproject, binder, scripts, guides) agree with each other."""

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
from tools.oldest import constraints, oldest

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]


def listed(path: str) -> list[str]:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def pins_that_disagree(pins: list[str], wanted: list[str]) -> list[str]:
    """The requirements that a pinned list lacks or contradicts."""
    pinned = {r.name: r for r in map(Requirement, pins)}
    exact = {n: re.fullmatch(r"==([\d.]+)", str(r.specifier)) for n, r in pinned.items()}
    found = [str(r) for n, r in pinned.items() if not exact[n]]
    for need in map(Requirement, wanted):
        pinned.pop(need.name, None)
        version = exact.get(need.name)
        if not version or not need.specifier.contains(version[1]):
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


SCRIPTS = [
    "binder/postBuild",
    ".ci/run",
    *sorted(f"tools/{p.name}" for p in ROOT.glob("tools/*.sh")),
]


@pytest.mark.parametrize("script", SCRIPTS)
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


GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| ([^|]+) \| `([\w./-]+\.\w+)` \| `([^`]+)` \|$", GUIDE, re.MULTILINE)


def test_the_contributor_guide_answers_twenty_questions() -> None:
    assert len({question for question, _, _ in QUESTIONS}) >= 20


@pytest.mark.parametrize(
    ("path", "name"), [pytest.param(p, n, id=q) for q, p, n in QUESTIONS if p[-1] != "/"]
)
def test_where_do_i_find(path: str, name: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text), f"{path} has no {name}"


def test_the_files_that_the_contributor_guide_names_exist() -> None:
    named = set(re.findall(r"`((?:raggedkit|facades|tests|tools|docs|notebooks)/[\w./-]*)`", GUIDE))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_numpy_is_the_only_requirement() -> None:
    assert [Requirement(r).name for r in PROJECT["dependencies"]] == ["numpy"]


def test_ci_runs_the_targets_that_have_a_time() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    timed = re.findall(r"^\t@tools/timed\.sh ([\w-]+) [1-9]\d* ", makefile, re.MULTILINE)
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert re.findall(r"^for target in (.*); do$", ci, re.MULTILINE) == [" ".join(timed)]


def test_every_target_is_in_the_contributor_guide() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    told = re.findall(
        r"make ([\w-]+)", "\n".join(re.findall(r"^# make .*", makefile, re.MULTILINE))
    )
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in told if f"`make {name}`" not in guide] == []


@pytest.mark.parametrize(
    ("requirement", "constraint"),
    [
        ("numpy>=2.0", "numpy==2.0.*"),
        ("packaging>=24", "packaging==24.0.*"),
        ("anywidget>=0.9.18", "anywidget==0.9.18"),
        ("rpy2==3.5.17", "rpy2==3.5.17"),
        ("cupy-cuda12x>=13.4; sys_platform != 'darwin'", "cupy-cuda12x==13.4.*"),
    ],
)
def test_the_oldest_version_of_a_requirement(requirement: str, constraint: str) -> None:
    assert oldest(Requirement(requirement)) == constraint


def test_a_requirement_without_a_lower_bound_is_refused() -> None:
    with pytest.raises(ValueError, match="must have one lower bound, got 'numpy<3'"):
        oldest(Requirement("numpy<3"))


def test_every_requirement_has_an_oldest_version() -> None:
    lines = constraints(PROJECT)
    assert "numpy==2.0.*" in lines
    assert len({line.partition("==")[0] for line in lines}) == len(lines)


@pytest.mark.parametrize(("took", "says"), [("true", "stage: "), ("false", "stage: ")])
def test_a_stage_says_its_time_and_keeps_its_status(took: str, says: str) -> None:
    command = [str(ROOT / "tools/timed.sh"), "stage", "1", took]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(says)
    assert done.returncode == (took == "false")


@pytest.mark.parametrize(
    ("folder", "most"),
    [("raggedkit", 500), ("facades", 500), ("benchmarks", 500), ("tools", 500), ("tests", 600)],
)
def test_no_file_is_longer_than_its_topic_needs(folder: str, most: int) -> None:
    files = list((ROOT / folder).rglob("*.py"))
    assert files
    lengths = {str(f): len(f.read_text(encoding="utf-8").splitlines()) for f in files}
    assert {path: n for path, n in lengths.items() if n > most} == {}
