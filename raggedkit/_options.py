"""Settings of the display: ``raggedkit.options(max_rows=10)``, for good or inside a ``with``."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from types import TracebackType
from typing import Any

from raggedkit.errors import broken_rule

__all__ = ["Options", "get_options", "options"]


@dataclass(frozen=True)
class Options:
    """How much of a ragged tensor is shown.

    Attributes
    ----------
    max_rows
        Lines of a text repr, rows of an HTML table.
    max_cols
        Characters in a line of a text repr.
    max_items
        Values shown of one row; ``...`` stands for the others.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.Options(max_rows=5)
    Options(max_rows=5, max_cols=80, max_items=12)
    """

    max_rows: int = 20
    max_cols: int = 80
    max_items: int = 12


_current = Options()


def get_options() -> Options:
    """Return the settings in force.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.get_options().max_cols
    80
    """
    return _current


class options:
    """Change settings now; as a context manager, put them back at its end.

    Parameters
    ----------
    max_rows
        Lines of a text repr and rows of an HTML table, at least 2.
    max_cols
        Characters in a line of a text repr, at least 20.
    max_items
        Values shown of one row, at least 2; ``...`` stands for the others.

    Raises
    ------
    TypeError
        If a name is no setting, or a value is not an int.
    ValueError
        If a value is below its least.

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

    def __init__(self, **changes: int) -> None:
        global _current
        self._before = _current
        _current = replace(_current, **_checked(changes))

    def __enter__(self) -> Options:
        """Return the settings now in force."""
        return _current

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Put back what was in force before."""
        global _current
        _current = self._before

    def __repr__(self) -> str:
        """Return the settings in force, as a call that would make them."""
        return repr(_current).replace("Options", "options", 1)


_LEAST = {"max_rows": 2, "max_cols": 20, "max_items": 2}


def _checked(changes: dict[str, Any]) -> dict[str, int]:
    known = [f.name for f in fields(Options)]
    for name, value in changes.items():
        if name not in known:
            raise TypeError(broken_rule("option", f"be one of {', '.join(known)}", name))
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(broken_rule(name, "be an int", value))
        if value < _LEAST[name]:
            raise ValueError(broken_rule(name, f"be at least {_LEAST[name]}", value))
    return changes
