"""Settings: ``raggedkit.options(max_rows=10)``, for good or inside a ``with``."""

from __future__ import annotations

import threading
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from types import TracebackType
from typing import Any

from raggedkit._optional import fault_of
from raggedkit.errors import broken_rule

__all__ = ["Options", "get_options", "options"]


@dataclass(frozen=True)
class Options:
    """How much of a ragged tensor is shown, and how it is computed with.

    Attributes
    ----------
    max_rows
        Lines of a text, a summary and a header among them; an HTML table has as many rows.
    max_cols
        Characters in a line of a text.
    max_items
        Values shown of one row; the others are counted.
    engine
        What works on large arrays: ``"numpy"``; ``"numba"``, compiled loops; ``"auto"``, these
        where numba works.
    dense_limit
        Bytes of a dense tensor made of a ragged one from which on there is a warning.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.Options(max_rows=5).max_cols
    80
    """

    max_rows: int = 12
    max_cols: int = 80
    max_items: int = 12
    engine: str = "auto"
    dense_limit: int = 1 << 32


class _Thread(threading.local):
    """What a call outside of any ``with`` sets: it stays until the thread's next such call."""

    kept = Options()


_thread = _Thread()
# What a ``with`` sets. A thread, and a task of asyncio, sees its own; but a notebook may run each
# cell in a context of its own, so that what is to stay from cell to cell can't be kept here.
_inside: ContextVar[Options | None] = ContextVar("raggedkit_options", default=None)


def get_options() -> Options:
    """Return the settings in force here.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.get_options().max_cols
    80
    """
    return _inside.get() or _thread.kept


class options:
    """Change settings now; as a context manager, put them back at its end.

    Other threads keep their own, and so do other tasks of asyncio where it is a ``with``.

    Parameters
    ----------
    max_rows
        Lines of a text and rows of an HTML table, at least 2.
    max_cols
        Characters in a line of a text, at least 20.
    max_items
        Values shown of one row, at least 2; the others are counted.
    engine
        What works on large arrays: ``"numpy"``; ``"numba"``, loops that numba compiles when they
        are first needed and keeps on disk; ``"auto"`` (as at the start), these where numba
        works.
    dense_limit
        Bytes of a dense tensor from which on ``to_tensor`` warns; 4 GiB at the start.

    Raises
    ------
    ImportError
        If ``engine`` is ``"numba"`` and numba is not installed or does not work; says why.
    TypeError
        If a name is no setting, or a value is of the wrong type.
    ValueError
        If a number is below its least, or ``engine`` is none of the three.

    Examples
    --------
    >>> import raggedkit as rk
    >>> with rk.options(max_cols=60) as now:
    ...     now.max_cols
    60
    >>> rk.get_options().max_cols
    80
    >>> rk.options(max_rows=0)
    Traceback (most recent call last):
        ...
    ValueError: max_rows must be at least 2, got 0
    """

    def __init__(self, **changes: int | str) -> None:
        self._before = _inside.get(), _thread.kept
        now = replace(get_options(), **_checked(changes))
        if self._before[0] is None:
            _thread.kept = now
        else:
            _inside.set(now)

    def __enter__(self) -> Options:
        """Return the settings now in force."""
        now = get_options()
        _thread.kept = self._before[1]
        _inside.set(now)
        return now

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Put back what was in force before."""
        _inside.set(self._before[0])  # not by its token: a generator may end in another context

    def __repr__(self) -> str:
        """Return the settings in force, as a call that would make them."""
        return repr(get_options()).replace("Options", "options", 1)


_LEAST = {"max_rows": 2, "max_cols": 20, "max_items": 2, "dense_limit": 0}
_ENGINES = ("auto", "numpy", "numba")


def _checked(changes: dict[str, Any]) -> dict[str, Any]:
    known = [f.name for f in fields(Options)]
    for name, value in changes.items():
        if name not in known:
            raise TypeError(broken_rule("option", f"be one of {', '.join(known)}", name))
        if name == "engine":
            _check_engine(value)
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(broken_rule(name, "be an int", value))
        if value < _LEAST[name]:
            raise ValueError(broken_rule(name, f"be at least {_LEAST[name]}", value))
    return changes


def _check_engine(engine: Any) -> None:
    if not isinstance(engine, str):
        raise TypeError(broken_rule("engine", "be text", engine))
    if engine not in _ENGINES:
        rule = f"be one of {', '.join(map(repr, _ENGINES))}"
        raise ValueError(broken_rule("engine", rule, engine))
    fault = fault_of("numba") if engine == "numba" else None
    if fault is None:
        return
    if fault.installed:
        msg = f"engine='numba' needs a numba that works; {fault.reason}"
    else:
        msg = "engine='numba' needs numba; pip install 'raggedkit[fast]' brings it"
    raise ImportError(msg, name="numba")
