"""The line that explains a pause: printed once, and only if a person waits at this session.

A person reads standard error at a terminal, or the output of a live notebook. Notebooks that a
program executes (nbclient, nbconvert, nbval, papermill) get nothing, so that their outputs do not
depend on what was compiled before: they ask the kernel without allowing input.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["announce", "is_attended", "mute"]

_said: list[str] = []  # at most one line per process


def announce(loop: str, *, first: bool, kept: bool) -> None:
    """Print which loop is compiled, how long that takes and how to do it ahead."""
    if _said or not is_attended():
        return
    seconds = "one to three seconds" if first else "a fraction of a second"
    until = "kept on disk for later sessions" if kept else "for this session only"
    line = (
        f"raggedkit compiles the loop {loop} for large arrays: {seconds}, {until}. "
        "'python -m raggedkit.compile' compiles all loops ahead."
    )
    _said.append(line)
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def mute() -> None:
    """Print no line in this process: a progress bar is shown instead."""
    _said.append("")


def is_attended() -> bool:
    """Whether a person reads the output of this process now."""
    shell = _shell()
    kernel = getattr(shell, "kernel", None)
    if kernel is not None:
        return bool(getattr(kernel, "_allow_stdin", False))
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # no stream, or a closed one
        return False


def _shell() -> Any:
    """Return IPython's shell, if this process has one."""
    module = sys.modules.get("IPython")
    get_shell = getattr(module, "get_ipython", None)
    return get_shell() if get_shell is not None else None
