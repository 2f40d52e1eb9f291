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

__all__ = ["Columns", "Rows", "check_new", "named", "no_such_name", "own_name"]

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

    def __repr__(self) -> str:
        return repr(self._table._rows)


def named(table: Storage, name: Any, *, rows: bool) -> Any:
    """Return the column, or the labels of rows, of this name."""
    own: dict[str, Any] = table._rows if rows else table._columns
    if isinstance(name, str) and name in own:
        return own[name]
    raise no_such_name(table, name, rows=rows)


def no_such_name(table: Storage, name: Any, *, rows: bool, argument: str = "name") -> Exception:
    """Return the error for a name that no column has, or no row label."""
    own: dict[str, Any] = table._rows if rows else table._columns
    other: dict[str, Any] = table._columns if rows else table._rows
    kind = "a row label" if rows else "a column"
    if not isinstance(name, str):
        return TypeError(broken_rule(argument, f"be the name of {kind}", name))
    if name in other:
        way_out = f"it is a column: t[{name!r}]"
        if not rows:
            way_out = f"it is a row label: t.rows[{name!r}]"
    else:
        close = get_close_matches(name, own, n=1)
        listed = ", ".join(map(repr, list(own)[:8])) + (", ..." if len(own) > 8 else "")
        way_out = f"the {kind[2:]}s are {listed}" if own else f"there are no {kind[2:]}s"
        way_out = f"did you mean {close[0]!r}?" if close else way_out
    return UnknownNameError(broken_rule(argument, f"be the name of {kind}", name, way_out))


def own_name(name: Any, argument: str) -> str:
    """Return a name as a plain string."""
    if not isinstance(name, str):
        raise TypeError(broken_rule(argument, "have names that are strings", name))
    return str(name)


def check_new(names: Iterable[str], taken: Mapping[str, _V], argument: str, other: str) -> None:
    """Raise if a name is in use on the other side: columns and row labels share their names."""
    for name in names:
        if name in taken:
            raise ValueError(broken_rule(argument, f"not repeat a name of {other}", name))
