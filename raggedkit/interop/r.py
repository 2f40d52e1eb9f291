"""R: its package ``raggedkit``, which comes in the same wheel as this one's R-style face."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

__all__ = ["install_r"]


def _face() -> Any:
    try:
        import raggedkit_r
    except ModuleNotFoundError as error:
        msg = "raggedkit_r is missing, the package beside raggedkit in its wheel; "
        raise ModuleNotFoundError(f"{msg}pip install --force-reinstall raggedkit") from error
    return raggedkit_r


def install_r(lib: str | os.PathLike[str] | None = None) -> Path:
    """Install the R package ``raggedkit`` and return the folder where R has it.

    In R, ``library(raggedkit)`` loads it afterwards. It needs no compiler and no other package.

    Parameters
    ----------
    lib
        The library to install into; by default the first of R's ``.libPaths()`` that can be
        written to, else the user's own. One that isn't there is made.

    Raises
    ------
    RuntimeError
        If R is missing, or can't install it: its message is told.

    Examples
    --------
    >>> import os
    >>> from unittest import mock
    >>> import raggedkit as rk
    >>> rk.install_r()  # doctest: +SKIP
    PosixPath('/usr/local/lib/R/site-library/raggedkit')
    >>> with mock.patch.dict(os.environ, R_HOME="/no/such/folder"):
    ...     rk.install_r()
    Traceback (most recent call last):
        ...
    RuntimeError: R is missing: R_HOME must be its folder, got '/no/such/folder'; unset it or ...
    """
    installed: Path = _face().install_r(lib)
    return installed
