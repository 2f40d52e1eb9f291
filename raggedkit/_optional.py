"""Optional libraries: imported on first use, with an error that gives the reason of a failure.

An installed library may still fail: numba rejects a NumPy that is too new, Matplotlib may miss one
of its own dependencies. So each library is tried, and no code only tests whether it is installed.
"""

from __future__ import annotations

import sys
from _thread import RLock  # `threading` would be a tenth of `import raggedkit`
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

__all__ = ["Fault", "broken", "fault_of", "known_fault", "needed"]

# Libraries with a NumPy fallback -> the module that tries them: ``look`` quickly, ``probe`` by use.
_TRIALS = {"numba": "raggedkit._kernels.compiled.bridge"}
_lock = RLock()
_faults: dict[str, Fault | None] = {}  # one entry per library that was looked at
_proved: set[str] = set()  # libraries that were tried by use


class Fault:  # a dataclass would add 0.4 ms to the import, a named tuple 0.1 ms
    """The reason why a library cannot be used."""

    __slots__ = ("installed", "reason")

    def __init__(self, reason: str, installed: bool) -> None:
        self.reason, self.installed = reason, installed


def known_fault(library: str) -> Fault | None:
    """Return the fault of a library as far as a quick look shows it, or None.

    The look is taken once per process. `broken` records a failure that is found later.
    """
    if library not in _faults:
        with _lock:
            if library not in _faults:
                _faults[library] = _tried(library, "look")
    return _faults[library]


def fault_of(library: str) -> Fault | None:
    """Return the fault of a library, or None if it works; it is tried once per process."""
    fault = known_fault(library)
    if fault is None and library not in _proved:
        with _lock:
            if library not in _proved:
                _faults[library] = fault = _tried(library, "probe")
                _proved.add(library)
    return fault


def broken(library: str, error: BaseException) -> Fault:
    """Record the failure of a library that had passed its probe."""
    fault = Fault(_shown(error), installed=True)
    _faults[library] = fault
    return fault


def _tried(library: str, how: str) -> Fault | None:
    try:
        getattr(import_module(_TRIALS[library]), how)()
    except Exception as error:  # numba raises ImportError, SystemError and others
        return Fault(_shown(error), installed=not _is_absent(error, library))
    return None


@contextmanager
def needed(library: str, what: str, install: str) -> Iterator[None]:
    """Import a library without a fallback; an ImportError gives the reason of a failure.

    Parameters
    ----------
    library
        The name of its package.
    what
        The subject of the message, with its verb: ``"plots need Matplotlib"``.
    install
        The command that installs it.
    """
    try:
        yield
    except Exception as error:
        if _is_absent(error, library):
            raise ModuleNotFoundError(f"{what}; {install}", name=library) from error
        msg = f"{what}, which is installed but does not work: {_shown(error)}"
        raise ImportError(msg, name=library) from error


def _is_absent(error: BaseException, library: str) -> bool:
    if not isinstance(error, ModuleNotFoundError):
        return False
    blocked = [m for m in (library, error.name or "") if sys.modules.get(m, error) is None]
    return error.name == library or any(m.partition(".")[0] == library for m in blocked)


def _shown(error: BaseException) -> str:
    """Return the class and the first line of an error."""
    return f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
