"""Warnings with the file and line of the user's code, including NumPy's own warnings.

NumPy warns at the innermost Python frame, which belongs to raggedkit. Python's default filter
shows a warning once per line, so all users of that line would share one warning. Therefore a module
that calls ufuncs rejects warnings: its ``__warningregistry__`` is not a dict, and a warning becomes
a TypeError (see `is_refused`) before any filter runs. Then the call is repeated in a frame with the
caller's line.

A call without a warning costs nothing more. The alternatives were measured on ``rt + 1.0`` with
three rows, 0.9 us (least of 40 interleaved runs, NumPy 2.4): ``np.errstate`` around the call adds
1.0 us, setting NumPy's context variable 0.2 us. ``warnings.catch_warnings`` changes the filters of
other threads.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, FunctionType
from typing import Any

from raggedkit._xp import host_namespace

__all__ = [
    "REFUSED",
    "as_the_caller",
    "at_callers_line",
    "in_callers_frame",
    "is_refused",
    "level_of_caller",
]

REFUSED: Any = ()  # not a dict; and false, so that unittest's assertWarns does not clear it
__warningregistry__ = REFUSED

_OURS = frozenset({"raggedkit", "raggedkit_r", "contextlib", "functools"})
_MODULES = 16  # modules that may reject a warning in one call
_QUIET = frozenset({"ignore", "warn", "raise"})
# Flags in NumPy's order of handling -> the beginning of NumPy's text.
_FLAGS = {
    "divide": "divide by zero",
    "over": "overflow",
    "under": "underflow",
    "invalid": "invalid value",
}


def at_callers_line(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)``; floating-point warnings have the caller's line.

    ``function`` is a ufunc, a method of an array or of a ufunc, or a function of a raggedkit module
    that rejects warnings. If it warns, it is called twice, so it must not write to its arguments.
    """
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        if not is_refused(error):
            raise
    return as_the_caller(function, *args, **kwargs)


def is_refused(error: Exception) -> bool:
    """Whether an error comes from a warning in a module whose registry is `REFUSED`."""
    return type(error) is TypeError and "'registry' must be" in str(error)


def as_the_caller(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)`` again, after a first call that raised on a warning.

    Handlers of ``np.errstate`` that NumPy called before it warned are not called again.
    """
    if _is_ours(getattr(function, "__globals__", {})):
        return _logged(function, args, kwargs)
    modes: dict[str, Any] = {**host_namespace.geterr()}
    if "warn" in modes.values() and not _QUIET.issuperset(modes.values()):
        with host_namespace.errstate(**_modes_left(modes, function, args, kwargs)):
            return in_callers_frame(function, *args, **kwargs)
    return in_callers_frame(function, *args, **kwargs)


def in_callers_frame(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return the result of a C function, called in a new frame with the caller's position.

    The frame has the file, the line and the globals of the caller. It adds 1.1 us to a call.
    """
    frame = _callers_frame()
    code = _CALL.__code__.replace(
        co_filename=frame.f_code.co_filename,
        co_name=frame.f_code.co_name,
        co_firstlineno=frame.f_lineno or 1,
    )
    return FunctionType(code, frame.f_globals)(function, args, kwargs)


_CALL: Any = lambda function, args, kwargs: function(*args, **kwargs)  # noqa: E731 - a code object of one line


class _Log:
    """Collects the texts of flags in mode "warn"; passes other flags to the caller's handler."""

    def __init__(self, modes: dict[str, Any]) -> None:
        self.modes = modes
        self.handler: Any = host_namespace.geterrcall()
        self.texts: list[str] = []

    def write(self, text: str) -> None:
        message = text.removeprefix("Warning: ").rstrip()
        flag = next(flag for flag, words in _FLAGS.items() if message.startswith(words))
        if self.modes[flag] == "log":
            self.handler.write(text)
        elif message not in self.texts:
            self.texts.append(message)

    def __call__(self, words: str, flag: int) -> None:
        self.handler(words, flag)


def _logged(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return the result of a raggedkit function, and issue a warning per text that NumPy logs."""
    modes: dict[str, Any] = {**host_namespace.geterr()}
    log = _Log(modes)
    logging: dict[str, Any] = {f: "log" if mode == "warn" else mode for f, mode in modes.items()}
    with host_namespace.errstate(**logging, call=log):
        result = _unrefused(function, args, kwargs)
    for text in log.texts:
        warnings.warn(text, RuntimeWarning, stacklevel=level_of_caller())
    return result


def _unrefused(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return the result of a function, with other warnings allowed in the modules that reject them.

    NumPy cannot log a DeprecationWarning, for example.
    """
    taking: list[dict[str, Any]] = []
    try:
        while True:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                if not is_refused(error) or len(taking) > _MODULES:
                    raise
                taking.append(_innermost(error))
                taking[-1]["__warningregistry__"] = {}
    finally:
        for names in taking:
            names["__warningregistry__"] = REFUSED


def _innermost(error: TypeError) -> dict[str, Any]:
    """Return the globals of the frame that raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_globals if trace is not None else {}


def _modes_left(
    modes: dict[str, Any], function: Callable[..., Any], args: Any, kwargs: Any
) -> dict[str, Any]:
    """Return the caller's modes, without the flags that NumPy handled before the first warning."""
    log = _Log(modes)
    quiet: dict[str, Any] = {f: "log" if mode == "warn" else "ignore" for f, mode in modes.items()}
    with host_namespace.errstate(**quiet, call=log), suppress(TypeError):
        function(*args, **kwargs)
    first = log.texts[0] if log.texts else ""
    at = next((i for i, words in enumerate(_FLAGS.values()) if first.startswith(words)), 0)
    return {flag: "ignore" if i < at else modes[flag] for i, flag in enumerate(_FLAGS)}


def _callers_frame() -> FrameType:
    """Return the innermost frame outside of raggedkit."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        frame = frame.f_back
    return frame


def level_of_caller() -> int:
    """Return the ``stacklevel`` for a warning at the line of raggedkit's caller."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(names: dict[str, Any]) -> bool:
    return str(names.get("__name__")).partition(".")[0] in _OURS
