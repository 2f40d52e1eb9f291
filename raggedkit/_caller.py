"""Warnings that name the line of raggedkit's caller, NumPy's own among them.

NumPy warns at the innermost frame of Python, which is one of raggedkit's. There a warning would
appear once in a session, whoever computes. So a module that calls ufuncs refuses warnings: its
``__warningregistry__`` is no dict, and a warning becomes a TypeError, `is_refused`, before any
filter is asked. Then the call is made again so that it warns at the caller's line.

This costs nothing where nothing warns. The alternatives were measured on a small call of 1.6 us:
``np.errstate`` around it adds 0.7 us, NumPy's context variable 0.15 us; and
``warnings.catch_warnings`` changes the filters of other threads.
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

REFUSED: Any = ()  # no dict; and false, so that unittest's assertWarns leaves it as it is
__warningregistry__ = REFUSED

_OURS = frozenset({"raggedkit", "raggedkit_r", "contextlib", "functools"})
_MODULES = 16  # that may refuse in one call
_QUIET = frozenset({"ignore", "warn", "raise"})
# The order in which NumPy handles them, and the words by which its texts begin.
_FLAGS = {
    "divide": "divide by zero",
    "over": "overflow",
    "under": "underflow",
    "invalid": "invalid value",
}


def at_callers_line(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)``; floating-point warnings name the caller's line.

    ``function`` is a ufunc, or a method of an array or of a ufunc; or one of raggedkit's own, in a
    module that refuses warnings. Where it warns it is called twice, so it must not write into its
    arguments.
    """
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        if not is_refused(error):
            raise
    return as_the_caller(function, *args, **kwargs)


def is_refused(error: Exception) -> bool:
    """Whether an error is a warning that a module with a registry of `REFUSED` refused."""
    return type(error) is TypeError and "'registry' must be" in str(error)


def as_the_caller(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)`` again, after a first call that was refused.

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
    """Return what a function without a frame of its own returns in the frame of the caller.

    A new frame has the file, the line and the globals of the caller's: 2 us more than a call.
    """
    frame = _callers_frame()
    code = _CALL.__code__.replace(
        co_filename=frame.f_code.co_filename,
        co_name=frame.f_code.co_name,
        co_firstlineno=frame.f_lineno or 1,
    )
    return FunctionType(code, frame.f_globals)(function, args, kwargs)


_CALL: Any = lambda function, args, kwargs: function(*args, **kwargs)  # noqa: E731 - of one line


class _Log:
    """Collects the texts of flags that warn, and hands the others to the caller's handler."""

    def __init__(self, modes: dict[str, Any]) -> None:
        self.modes = modes
        self.handler: Any = host_namespace.geterrcall()
        self.texts: list[str] = []

    def write(self, text: str) -> None:
        said = text.removeprefix("Warning: ").rstrip()
        flag = next(flag for flag, words in _FLAGS.items() if said.startswith(words))
        if self.modes[flag] == "log":
            self.handler.write(text)
        elif said not in self.texts:
            self.texts.append(said)

    def __call__(self, words: str, flag: int) -> None:
        self.handler(words, flag)


def _logged(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return what a function of raggedkit's own returns, and warn of what NumPy logs meanwhile."""
    modes: dict[str, Any] = {**host_namespace.geterr()}
    log = _Log(modes)
    logging: dict[str, Any] = {f: "log" if mode == "warn" else mode for f, mode in modes.items()}
    with host_namespace.errstate(**logging, call=log):
        result = _unrefused(function, args, kwargs)
    for text in log.texts:
        warnings.warn(text, RuntimeWarning, stacklevel=level_of_caller())
    return result


def _unrefused(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Return what a function returns; a module that refuses another kind of warning takes it.

    A deprecation, say, which NumPy can't log.
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
    """Return the modes of the caller, less those that NumPy used before the first that warns."""
    log = _Log(modes)
    quiet: dict[str, Any] = {f: "log" if mode == "warn" else "ignore" for f, mode in modes.items()}
    with host_namespace.errstate(**quiet, call=log), suppress(TypeError):
        function(*args, **kwargs)
    first = log.texts[0] if log.texts else ""
    at = next((i for i, words in enumerate(_FLAGS.values()) if first.startswith(words)), 0)
    return {flag: "ignore" if i < at else modes[flag] for i, flag in enumerate(_FLAGS)}


def _callers_frame() -> FrameType:
    """Return the first frame that is not raggedkit's."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        frame = frame.f_back
    return frame


def level_of_caller() -> int:
    """Return the ``stacklevel`` with which a function of raggedkit's warns at its caller's line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        level, frame = level + 1, frame.f_back
    return level


def _is_ours(names: dict[str, Any]) -> bool:
    return str(names.get("__name__")).partition(".")[0] in _OURS
