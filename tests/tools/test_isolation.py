"""``tools/isolation.py``: tests see nothing of the user who runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import isolation

ROOT = Path(__file__).parents[2]
PROBES = Path(__file__).with_name("isolated.py")

FILES = {
    ".config/matplotlib/matplotlibrc": "lines.linewidth: 9\nfigure.dpi: a broken line\n",
    ".ipython/profile_default/startup/00.py": "import builtins\nbuiltins.startup_ran = True\n",
    ".ipython/profile_default/ipython_config.py": "raise SystemExit('ipython_config')\n",
    ".jupyter/jupyter_config.py": "raise SystemExit('jupyter_config')\n",
    ".local/share/jupyter/kernels/python3/kernel.json": (
        '{"argv": ["false"], "display_name": "Python 3", "language": "python"}'
    ),
    "start/sitecustomize.py": "import numpy\nnumpy.set_printoptions(precision=2, sign='+')\n",
    ".Rprofile": "stop('.Rprofile ran')\n",
    ".Renviron": "R_LIBS_USER=~/user\n",
    "user/raggedkit/DESCRIPTION": "Package: raggedkit\nVersion: 0.0.1\n",
    "site/raggedkit/DESCRIPTION": "Package: raggedkit\nVersion: 0.0.1\n",
    "site/neighbour/DESCRIPTION": "Package: neighbour\nVersion: 1.0\n",
}


@pytest.fixture
def hostile(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which everything that a user can set breaks a test."""
    home = tmp_path / "hostile"
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return os.environ | {
        "HOME": str(home),
        "IPYTHONDIR": str(home / ".ipython"),
        "JUPYTER_CONFIG_DIR": str(home / ".jupyter"),
        "JUPYTER_DATA_DIR": str(home / ".local/share/jupyter"),
        "JUPYTER_PREFER_ENV_PATH": "0",
        "MPLCONFIGDIR": str(home / ".config/matplotlib"),
        "NUMBA_CACHE_DIR": "/dev/null/cache",
        "NUMBA_DISABLE_JIT": "1",
        "PYTEST_ADDOPTS": "-rN",
        "PYTHONPATH": os.pathsep.join(map(str, [home / "start", ROOT, ROOT / "facades"])),
        "R_LIBS": str(home / "user"),
        "R_LIBS_USER": str(home / "user"),
        "R_LIBS_SITE": str(home / "site"),
        "R_PROFILE_USER": str(home / ".Rprofile"),
    }


def test_tests_see_nothing_of_a_hostile_home(hostile: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PROBES)]
    done = subprocess.run(
        command, env=hostile, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_second_call_changes_nothing(hostile: dict[str, str]) -> None:
    isolation.isolate(hostile)
    once = dict(hostile)
    isolation.isolate(hostile)
    assert hostile == once
    assert hostile["HOME"] == str(isolation.HOME)


def test_libraries_of_the_checkout_are_kept(hostile: dict[str, str]) -> None:
    ours = str(ROOT / ".venv/r")
    hostile["R_LIBS"] = os.pathsep.join(["/home/ann/R", ours])
    isolation.isolate(hostile)
    assert hostile["R_LIBS"] == ours
