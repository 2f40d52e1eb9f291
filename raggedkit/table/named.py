"""Columns and row labels by name: read-only mappings, and the errors for other names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from raggedkit._typing import Array
from raggedkit._xp import readonly
from raggedkit.errors import UnknownNameError, broken_rule
from raggedkit.table.storage import Storage
from raggedkit.tensor import RaggedTensor

__all__ = ["Columns", "Rows", "check_new", "named", "named_in_order", "own_name"]

_V = TypeVar("_V")


class Columns(Mapping[str, RaggedTensor]):
    """The columns of a table by name, in order; it cannot be changed."""

    __slots__ = ("_table",)

    def __init__(self, table: Storage) -> None:
        self._table = table

    def __getitem__(self, name: str) -> RaggedTensor:
        column: RaggedTensor = named(self._table, name, rows=False)
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self._table._columns)

    def __len__(self) -> int:
        return len(self._table._columns)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._table._columns)  # for t.columns["<Tab>

    def __repr__(self) -> str:
        return repr(self._table._columns)


class Rows(Mapping[str, Array]):
    """The labels of the rows of a table by name, in order; it cannot be changed."""

    __slots__ = ("_table",)

    def __init__(self, table: Storage) -> None:
        self._table = table

    def __getitem__(self, name: str) -> Array:
        # A view, because the caller may assign to the shape of the array.
        return readonly(named(self._table, name, rows=True))

    def __iter__(self) -> Iterator[str]:
        return iter(self._table._rows)

    def __len__(self) -> int:
        return len(self._table._rows)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._table._rows)  # for t.rows["<Tab>

    def __repr__(self) -> str:
        return repr(self._table._rows)


def named(table: Storage, name: Any, *, rows: bool, argument: str = "name") -> Any:
    """Return the column, or the labels of rows, of this name."""
    own: dict[str, Any] = table._rows if rows else table._columns
    if isinstance(name, str) and name in own:
        return own[name]
    raise _no_such_name(table, name, rows=rows, argument=argument)


def _no_such_name(table: Storage, name: Any, *, rows: bool, argument: str) -> Exception:
    """Return the error for a name that no column has, or no row label."""
    own: dict[str, Any] = table._rows if rows else table._columns
    other: dict[str, Any] = table._columns if rows else table._rows
    kind = "row label" if rows else "column"
    if not isinstance(name, str):
        return TypeError(broken_rule(argument, f"be the name of a {kind}", name))
    if name in other:
        way_out = f"it is a column: t[{name!r}]" if rows else f"it is a row label: t.rows[{name!r}]"
    else:
        way_out = _existing(name, own, f"{kind}s")
    return UnknownNameError(broken_rule(argument, f"be the name of a {kind}", name, way_out))


def _existing(name: str, own: Iterable[str], kinds: str) -> str:
    """Return the way out for an unknown name: a similar one, or those that exist."""
    names = list(own)
    if not names:
        return f"there are no {kinds}"
    close = get_close_matches(name, names, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    listed = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
    # `kinds` may be "columns or row labels".
    return f"the {kinds.replace(' or ', ' and ')} are {listed}"


def named_in_order(table: Storage, names: Any, argument: str, kinds: str) -> list[str]:
    """Return names, given one by one or as one list; raise unless each exists and is there once.

    ``kinds`` is "columns", "row labels" or "columns or row labels".
    """
    if len(names) == 1 and not isinstance(names[0], str) and isinstance(names[0], Iterable):
        try:
            names = tuple(names[0])
        except TypeError:  # as an array without axes
            rule = f"contain names of {kinds}"
            raise TypeError(broken_rule(argument, rule, names[0])) from None
    own: dict[str, Any] = {}
    own |= table._columns if "columns" in kinds else {}
    own |= table._rows if "row labels" in kinds else {}
    chosen: list[str] = []
    for name in names:
        rule = f"contain names of {kinds}"
        if not isinstance(name, str):
            raise TypeError(broken_rule(argument, rule, name))
        if name not in own:
            if name in table._rows:
                way_out = "it is a row label; all row labels stay"
            elif name in table._columns:
                way_out = "it is a column"
            else:
                way_out = _existing(name, own, kinds)
            raise UnknownNameError(broken_rule(argument, rule, name, way_out))
        if name in chosen:
            raise ValueError(broken_rule(argument, "not repeat a name", name))
        chosen.append(str(name))  # numpy.str_ becomes a plain str
    return chosen


def own_name(name: Any, argument: str, rule: str = "have names that are strings") -> str:
    """Return a name as a plain string."""
    if not isinstance(name, str):
        raise TypeError(broken_rule(argument, rule, name))
    return str(name)


def check_new(names: Iterable[str], taken: Mapping[str, _V], argument: str, other: str) -> None:
    """Raise if a name is in use on the other side: columns and row labels share their names."""
    for name in names:
        if name in taken:
            raise ValueError(broken_rule(argument, f"not repeat a name of {other}", name))
