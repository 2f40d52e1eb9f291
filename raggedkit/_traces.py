"""Tracebacks in IPython and Jupyter without the frames of this package.

A mistake shows the lines of the user and the message. IPython formats every error of a cell by
``AutoFormattedTB.structured_traceback``; `watch` replaces that method as soon as IPython has it,
before or after the import of raggedkit. The method formats a copy of the traceback. The error
keeps its own, so ``%debug`` and ``sys.last_traceback`` have every frame, and plain Python prints
every frame. ``raggedkit.options(full_traceback=True)`` shows every frame in IPython, too.

If IPython's classes change, its own tracebacks appear.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import TracebackType
from typing import Any

from raggedkit._options import get_options

__all__ = ["watch"]

_OURS = frozenset({"raggedkit", "raggedkit_r"})
_UNDER_OURS = frozenset({"numpy", "contextlib", "functools"})  # hidden if a hidden frame calls them
_OF_IPYTHON = frozenset({"IPython", "ipykernel"})
_FORMATTER = "IPython.core.ultratb"


def watch() -> None:
    """Shorten IPython's tracebacks now, or as soon as IPython is imported."""
    if not _replaced():
        sys.meta_path.insert(0, _Watch())


class _Watch:
    """A finder that finds nothing: imports call it, so it sees when IPython's module is complete.

    A call takes 0.2 us. The alternatives cost more or come too late: an attribute of each error,
    ``__tracebackhide__`` in each function (which two of the four modes of ``%xmode`` ignore).
    """

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if _FORMATTER in sys.modules and _replaced():
            sys.meta_path.remove(self)


def _replaced() -> bool:
    """Whether watching can end: the method is replaced, or IPython has no such method."""
    module = sys.modules.get(_FORMATTER)
    formatter = getattr(module, "AutoFormattedTB", None)
    if formatter is None:
        return False
    whole = getattr(formatter, "structured_traceback", None)
    if callable(whole) and not hasattr(whole, "_raggedkit"):
        formatter.structured_traceback = _shortening(whole)
    return True


def _shortening(whole: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method that formats shortened tracebacks by the method for whole ones."""

    def structured_traceback(
        self: Any, etype: Any = None, evalue: Any = None, etb: Any = None, *args: Any, **kwargs: Any
    ) -> Any:
        if not isinstance(etb, TracebackType) or get_options().full_traceback:
            return whole(self, etype, evalue, etb, *args, **kwargs)
        try:
            with _Shortened(evalue, etb) as short:
                lines = whole(self, etype, evalue, short, *args, **kwargs)
            self.tb = etb  # the debugger starts from it
        except Exception:
            return whole(self, etype, evalue, etb, *args, **kwargs)
        return lines

    structured_traceback._raggedkit = True  # type: ignore[attr-defined]
    return structured_traceback


class _Shortened:
    """Gives an error and those before it their shortened tracebacks, inside of ``with``."""

    def __init__(self, error: BaseException, trace: TracebackType) -> None:
        self.trace = trace
        self.before: list[tuple[BaseException, dict[str, Any]]] = []
        self.errors = list(_chain(error))

    def __enter__(self) -> TracebackType:
        """Return the shortened traceback of the error itself."""
        first, *others = self.errors
        kept = [first]
        for error in others:
            short = _shortened(error.__traceback__)
            # An earlier error without a line of the user is internal: for example, NumPy's error
            # that raggedkit raises again with another text.
            if error.__traceback__ is None or short is not None:
                self._change(error, __traceback__=short)
                kept.append(error)
        for error, following in zip(kept, [*kept[1:], None], strict=True):
            if _before(error) is not following:
                self._change(error, __cause__=None, __context__=following)
                self._change(error, __suppress_context__=False)
        trace = _shortened(self.trace)
        if trace is None:
            return self.trace
        whole, shown = list(_frames(self.trace)), list(_frames(trace))
        if shown[-1].tb_frame is not whole[-1].tb_frame and not _is_raised_by_us(whole[-1]):
            note = _note(len(whole) - len(shown))
            self._change(first, __notes__=[*getattr(first, "__notes__", ()), note])
        return trace

    def _change(self, error: BaseException, **changes: Any) -> None:
        names = ("__traceback__", "__cause__", "__context__", "__suppress_context__")
        state = {name: getattr(error, name) for name in names}
        self.before.append((error, state | {"__notes__": getattr(error, "__notes__", None)}))
        for name, value in changes.items():
            setattr(error, name, value)

    def __exit__(self, *of_the_block: object) -> None:
        for error, state in reversed(self.before):
            notes = state.pop("__notes__")
            for name, value in state.items():  # __suppress_context__ last: __cause__ sets it
                setattr(error, name, value)
            if notes is not None:
                error.__notes__ = notes
            elif hasattr(error, "__notes__"):
                del error.__notes__


def _note(hidden: int) -> str:
    frames = f"{hidden} frame{'s' if hidden > 1 else ''} of raggedkit"
    return f"({frames} not shown: raggedkit.options(full_traceback=True), then %tb)"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Return an error and the earlier ones that Python shows with it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = _before(error)


def _before(error: BaseException) -> BaseException | None:
    hidden = error.__suppress_context__
    return error.__cause__ or (None if hidden else error.__context__)


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _shortened(trace: TracebackType | None) -> TracebackType | None:
    """Return a copy of a traceback without our frames; None if no line of the user is left."""
    kept: list[TracebackType] = []
    hidden = of_user = False
    for entry in _frames(trace):
        library = _library(entry)
        hidden = library in _OURS or (hidden and (library in _UNDER_OURS or _is_copy(entry)))
        if not hidden:
            kept.append(entry)
            of_user = of_user or library not in _OF_IPYTHON
    short = None
    for entry in reversed(kept if of_user else []):
        short = TracebackType(short, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return short


def _library(entry: TracebackType) -> str:
    return str(entry.tb_frame.f_globals.get("__name__")).partition(".")[0]


def _is_copy(entry: TracebackType) -> bool:
    """Whether a frame is the one in which `in_callers_frame` warns at the caller's line."""
    return entry.tb_frame.f_code.co_varnames == ("function", "args", "kwargs")


def _is_raised_by_us(last: TracebackType) -> bool:
    """Whether a ``raise`` in our code raised the error; then its message is complete."""
    opcodes = import_module("dis").opmap  # IPython has imported it; `import raggedkit` must not
    raised = last.tb_frame.f_code.co_code[last.tb_lasti] == opcodes["RAISE_VARARGS"]
    return raised and _library(last) in _OURS
