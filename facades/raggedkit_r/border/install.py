"""Installation of the R package that comes with this Python package."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from raggedkit_r.border.session import FOLDER, find_r, r_is_missing

__all__ = ["install_r"]

# The parts of this folder that belong to the R package; Python has the others.
_PARTS = ("DESCRIPTION", "NAMESPACE", "NEWS.md", "R", "inst", "man")

# The default of install.packages(): the first writeable library, else that of the user.
_LIBRARY = """
paths <- .libPaths()
writable <- paths[file.access(paths, 2L) == 0L]
own <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep, fixed = TRUE)[[1L]]
cat(c(writable, own)[[1L]])
"""


def install_r(lib: str | os.PathLike[str] | None = None) -> Path:
    """Install the R package ``raggedkit`` and return its folder.

    The package needs no compiler and no other package. Afterwards ``library(raggedkit)`` loads it
    in R.

    Parameters
    ----------
    lib
        The library to install into; by default the first writeable one of R's ``.libPaths()``,
        else the library of the user. A missing folder is created.

    Returns
    -------
    Path
        The folder of the installed package.

    Raises
    ------
    RuntimeError
        If R is missing, or the installation fails; the error contains the message of R.

    Examples
    --------
    >>> import os
    >>> from unittest import mock
    >>> import raggedkit_r
    >>> raggedkit_r.install_r()  # doctest: +SKIP
    PosixPath('/usr/local/lib/R/site-library/raggedkit')
    >>> with mock.patch.dict(os.environ, R_HOME="/no/such/folder"):
    ...     raggedkit_r.install_r()
    Traceback (most recent call last):
        ...
    RuntimeError: R is missing: R_HOME must be its folder, got '/no/such/folder'; unset it or ...
    """
    command = find_r()
    if command is None:
        raise RuntimeError(r_is_missing())
    library = Path(lib if lib is not None else _default_library(command)).expanduser().resolve()
    library.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="raggedkit-") as folder:
        source = Path(folder) / "raggedkit"
        _copy_to(source)
        _run(command, "CMD", "INSTALL", f"--library={library}", str(source))
    return library / "raggedkit"


def _copy_to(source: Path) -> None:
    """Copy the source: R CMD INSTALL writes into its folder, which may be read-only here."""
    source.mkdir()
    for name in _PARTS:
        part = FOLDER / name
        if part.is_dir():
            shutil.copytree(part, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif part.exists():
            shutil.copy(part, source / name)


def _default_library(command: str) -> str:
    return _run(
        command, "--no-echo", "--no-save", "--no-restore", "-e", _one_line(_LIBRARY)
    ).strip()


def _one_line(code: str) -> str:
    return "; ".join(code.strip().splitlines())


def _run(*command: str) -> str:
    """Return the output of a command; raise an error with its last line if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        error = next((line for line in lines if "ERROR" in line), lines[-1] if lines else "nothing")
        raise RuntimeError(f"R could not install raggedkit: {error.strip()}")
    return done.stdout
