"""The R of rpy2 in this process: find it, start it, load the R package's functions."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import raggedkit

__all__ = ["FOLDER", "Session", "find_r", "r_is_missing", "r_version", "session"]

FOLDER = Path(__file__).parents[1]  # the root of the R package
NEWEST_RPY2_NEEDS = (4, 5)
RPY2_PARTS = ("rpy2-rinterface", "rpy2-robjects")  # of rpy2 3.6 and later
OLDER_RPY2 = "rpy2==3.5.17"


@dataclass(frozen=True, eq=False)
class Session:
    """The running R, and the functions of the package in it."""

    rinterface: Any
    robjects: Any
    package: Any  # the environment of the package's functions
    attach: Any
    thread: int

    def call(self, name: str, *arguments: Any) -> Any:
        """Return the result of a function of the R package, not converted."""
        return self.package[name](*arguments)


_started: list[Session] = []


def session() -> Session:
    """Return the running R, starting it if necessary.

    Raises
    ------
    ImportError
        If rpy2 is missing, or is one that doesn't work with this R.
    RuntimeError
        If R is missing, or runs in another thread than this one.
    """
    if not _started:
        rinterface, robjects, thread = _start()
        _check_thread(thread)
        source = rinterface.baseenv["eval"](rinterface.parse(_read("inst/source.R")))
        found = source(str(FOLDER), raggedkit.__version__)
        _started.append(Session(rinterface, robjects, found[0], found[1], thread))
    _check_thread(_started[0].thread)
    return _started[0]


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _check_thread(thread: int) -> None:
    """Raise an error in a second thread: R checks the stack of one thread, and would exit."""
    if threading.get_ident() == thread:
        return
    started = next((t.name for t in threading.enumerate() if t.ident == thread), "another")
    msg = f"R must be called from the thread that started it ({started}), "
    msg += f"got {threading.current_thread().name}; make the call there and hand on its result"
    raise RuntimeError(msg)


def _start() -> tuple[Any, Any, int]:
    """Return rpy2's two modules, R running, and the thread that it runs in."""
    try:
        import rpy2
    except ModuleNotFoundError as error:
        msg = f"rpy2 is missing, through which Python talks to R; {_way_out()}"
        raise ModuleNotFoundError(msg, name=error.name) from error
    if find_r() is None and os.name != "nt":  # on Windows rpy2 asks the registry
        raise RuntimeError(r_is_missing())
    thread = threading.main_thread().ident or 0
    try:
        from rpy2.rinterface_lib import embedded

        if not embedded.isinitialized():
            thread = threading.get_ident()
        import rpy2.robjects  # starts R
    except Exception as error:  # of ImportError, OSError and classes of cffi's own
        msg = f"{_rpy2_version()} does not work with {_shown_version()} ({error}); "
        raise ImportError(msg + _first_uninstall() + _way_out()) from error
    return rpy2.rinterface, rpy2.robjects, thread


def _installed(name: str) -> str | None:
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version(name)
    return None


def _rpy2_version() -> str:
    """Return the version, which is that of the part that was made for an R if there is one."""
    for name in (RPY2_PARTS[0], "rpy2"):
        if version := _installed(name):
            return f"{name} {version}"
    return "rpy2"


def _first_uninstall() -> str:
    """Return the command that removes newer parts of rpy2, which an older one cannot use."""
    parts = [name for name in RPY2_PARTS if _installed(name)]
    older = (r_version() or NEWEST_RPY2_NEEDS) < NEWEST_RPY2_NEEDS
    return f"pip uninstall {' '.join(parts)}, then " if parts and older else ""


def find_r() -> str | None:
    """Return the path of the command ``R``, or None."""
    home = os.environ.get("R_HOME")
    return shutil.which("R", path=str(Path(home) / "bin")) if home else shutil.which("R")


def r_is_missing() -> str:
    """Return the message for a missing R."""
    home = os.environ.get("R_HOME")
    if home:
        return f"R is missing: R_HOME must be its folder, got {home!r}; unset it or correct it"
    way_out = "install it (apt-get install r-base-core, brew install r) or set R_HOME"
    return f"R is missing: there is no command R on PATH; {way_out}"


def r_version() -> tuple[int, ...] | None:
    """Return the version of the R that was found, or None."""
    command = find_r()
    if command is None:
        return None
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"R version (\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else None


def _shown_version() -> str:
    version = r_version()
    return "this R" if version is None else "R " + ".".join(map(str, version))


def _way_out() -> str:
    """Return how to get an rpy2 that fits the R there is."""
    version = r_version()
    if version is None:
        return f"pip install rpy2 for R 4.5 and later, pip install '{OLDER_RPY2}' for an older R"
    if version < NEWEST_RPY2_NEEDS:
        return f"pip install '{OLDER_RPY2}', which works with {_shown_version()}"
    return f"pip install --upgrade rpy2, which works with {_shown_version()}"
