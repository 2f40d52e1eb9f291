"""install_r installs the R package into R's library, from the files of the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import raggedkit
import raggedkit_r
from tests.facades.test_r_package import PACKAGE, ROOT, missing, run, succeed

USE = "library(raggedkit, lib.loc = '{0}'); print(shape(2, NA)); print(find.package('raggedkit'))"


@pytest.fixture
def r() -> None:
    if not shutil.which("R"):
        missing("R", "tools/system.sh r installs it")


def r_files(folder: Path) -> set[str]:
    """The files of the R package, without those that Python or R's check wrote."""
    parts = ("DESCRIPTION", "NAMESPACE", "NEWS.md", ".Rbuildignore", "R", "inst", "man")
    found = [p for part in parts for p in (folder / part, *(folder / part).rglob("*"))]
    return {str(p.relative_to(folder)) for p in found if p.is_file()}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip makes it of the wheel."""
    pytest.importorskip(
        "hatchling", reason="the wheel is built by hatchling: pip install hatchling"
    )
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_brings_every_file_of_the_r_package(site: Path) -> None:
    assert "R/shape.R" in r_files(PACKAGE)
    assert r_files(site / "raggedkit_r") == r_files(PACKAGE)


@pytest.mark.r
@pytest.mark.usefixtures("r")
def test_the_wheel_s_files_install_and_nothing_is_written_beside_them(
    site: Path, tmp_path: Path
) -> None:
    before = sorted(site.rglob("*"))
    code = f"import raggedkit_r; print(raggedkit_r.install_r({str(tmp_path / 'new/library')!r}))"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == tmp_path / "new/library/raggedkit"
    assert sorted(site.rglob("*")) == before
    said = succeed("Rscript", "-e", USE.format(tmp_path / "new/library"), cwd=tmp_path)
    assert "TensorShape([2, None])" in said
    assert f'"{tmp_path}/new/library/raggedkit"' in said


@pytest.mark.r
@pytest.mark.usefixtures("r")
def test_r_s_own_library_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R_LIBS", str(tmp_path))
    assert raggedkit_r.install_r() == tmp_path / "raggedkit"
    assert "TensorShape([2, None])" in succeed("Rscript", "-e", USE.format(tmp_path), cwd=tmp_path)


@pytest.mark.r
@pytest.mark.usefixtures("r")
def test_the_line_of_r_of_the_page_installs_it(tmp_path: Path) -> None:
    page = (ROOT / "docs/r.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith("install.packages("))
    line = line.replace('"python3"', f'"{sys.executable}"')
    settings = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'facades'}", "R_LIBS": str(tmp_path)}
    names = [*os.environ.items(), *settings.items()]
    done = subprocess.run(
        ["Rscript", "-e", line], env=dict(names), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert run("Rscript", "-e", USE.format(tmp_path), cwd=tmp_path).returncode == 0


def fake_r(folder: Path, script: str) -> str:
    (folder / "bin").mkdir()
    (folder / "bin/R").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "bin/R").chmod(0o755)
    return str(folder)


def test_r_missing_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="there is no command R on PATH; install it"):
        raggedkit_r.install_r()
    monkeypatch.setenv("R_HOME", str(tmp_path))
    with pytest.raises(RuntimeError, match=r"R_HOME must be its folder, got .*; unset it"):
        raggedkit_r.install_r()


def test_what_r_says_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "echo '* installing'; echo 'ERROR: no space left' >&2; echo '* removing'; exit 1"
    monkeypatch.setenv("R_HOME", fake_r(tmp_path, script))
    with pytest.raises(RuntimeError, match=r"not install raggedkit: ERROR: no space left$"):
        raggedkit_r.install_r(tmp_path / "library")


def test_raggedkit_forwards_to_it() -> None:
    assert raggedkit.install_r is raggedkit_r.install_r
    assert "install_r" not in raggedkit.__all__
