"""Tests of the environment itself, which tests/tools/test_isolation.py starts in a hostile one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def r(code: str, cwd: Path) -> str:
    if not shutil.which("Rscript"):
        pytest.skip("R is missing: tools/system.sh r installs it")
    command = ["Rscript", "-e", code]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_r_finds_no_raggedkit_but_the_packages_beside_it(tmp_path: Path) -> None:
    assert r("cat(system.file(package = 'raggedkit'))", tmp_path) == ""
    assert r("cat(nzchar(system.file(package = 'neighbour')))", tmp_path) == "TRUE"


def test_matplotlib_has_its_own_defaults() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    assert matplotlib.rcParams["figure.dpi"] == 100
    assert matplotlib.rcParams["lines.linewidth"] == 1.5


def test_numpy_prints_as_by_default() -> None:
    np = pytest.importorskip("numpy")
    assert str(np.array([1 / 3])) == "[0.33333333]"


def test_numba_compiles() -> None:
    numba = pytest.importorskip("numba")
    assert not numba.config.DISABLE_JIT
    assert not numba.config.CACHE_DIR


def test_a_kernel_runs_no_code_of_the_user(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    from tools import nb

    cell = nbformat.v4.new_code_cell("import builtins\nhasattr(builtins, 'startup_ran')")
    path = tmp_path / "a.ipynb"
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=[cell])), encoding="utf-8")
    assert nb.execute(path) == []
    (output,) = nbformat.read(path, as_version=4).cells[0].outputs
    assert output.data["text/plain"] == "False"


def test_children_of_a_test_see_nothing_either() -> None:
    assert "JUPYTER_CONFIG_DIR" not in os.environ
    assert not os.environ["HOME"].endswith("hostile")
