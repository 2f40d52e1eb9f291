"""Isolation of tests and notebooks from the user's settings, caches and R libraries.

Tests use a home folder inside the checkout; variables that name other folders are unset. An R
package raggedkit in R's site library is hidden, the other packages there remain visible.
The root conftest.py calls `isolate` for every pytest, tools/nb.py for every notebook.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import MutableMapping
from pathlib import Path

__all__ = ["HOME", "isolate"]

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build/home"  # kept between runs: Matplotlib's font list takes seconds to build
UNSET = (
    *("IPYTHON", "JUPYTER", "KERAS_", "MATPLOTLIBRC", "MPL", "NUMBA_", "XDG_CACHE_", "XDG_CONFIG_"),
    *("XDG_DATA_HOME", "XDG_STATE_HOME", "R_ENVIRON", "R_LIBS_USER", "R_PROFILE", "RETICULATE_"),
    *("FORCE_COLOR", "PYTEST_ADDOPTS", "PYTHONSTARTUP", "PYTHONWARNINGS", "PY_COLORS"),
    "PYTHONDONTWRITEBYTECODE",  # hundreds of processes would compile the package again
)
SITE = 'writeLines(enc2utf8(c("", .Library.site)))'


def isolate(environ: MutableMapping[str, str] = os.environ) -> None:
    """Remove the user's settings from ``environ``; a second call changes nothing."""
    for name in [name for name in environ if name.startswith(UNSET)]:
        del environ[name]
    libraries = environ.pop("R_LIBS", "").split(os.pathsep)
    if ours := [path for path in libraries if Path(path).is_relative_to(ROOT)]:
        environ["R_LIBS"] = os.pathsep.join(ours)
    if environ.get("HOME") == str(HOME):  # a subprocess of an isolated process
        return
    HOME.mkdir(parents=True, exist_ok=True)
    environ["HOME"] = str(HOME)
    _hide_raggedkit(environ)


def _hide_raggedkit(environ: MutableMapping[str, str]) -> None:
    """Replace R's site libraries by a folder with links to all packages except raggedkit."""
    if not shutil.which("Rscript", path=environ.get("PATH")):
        return
    # --vanilla: a profile of the user may print, or change the libraries.
    command = ["Rscript", "--vanilla", "-e", SITE]
    done = subprocess.run(command, env=dict(environ), capture_output=True, text=True, check=False)
    libraries = [Path(line) for line in done.stdout.splitlines() if line]
    if not any((library / "raggedkit").exists() for library in libraries):
        return
    links = HOME / "site-library"
    shutil.rmtree(links, ignore_errors=True)
    links.mkdir()
    for package in (path for library in libraries for path in library.iterdir()):
        if package.name != "raggedkit" and not (links / package.name).exists():
            (links / package.name).symlink_to(package)
    environ["R_LIBS_SITE"] = str(links)
