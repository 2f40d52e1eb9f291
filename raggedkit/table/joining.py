"""Concatenation of tables: the rows of one after the rows of another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from raggedkit._xp import handed_out
from raggedkit.errors import broken_rule
from raggedkit.ops.joining import concat
from raggedkit.partition import RowPartition
from raggedkit.table.inputs import shared
from raggedkit.table.storage import Storage
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["JoinMethods"]


class JoinMethods(Storage):
    """`concat`."""

    __slots__ = ()

    @classmethod
    def concat(cls, tables: Iterable[RaggedTable]) -> RaggedTable:
        """Return the rows of all tables, one table after the other.

        Parameters
        ----------
        tables
            Tables with the same names of columns and row labels, in any order.

        Returns
        -------
        RaggedTable
            With the names in the order of the first table. dtypes are promoted as in
            `raggedkit.concat`.

        Raises
        ------
        TypeError
            If an item is not a table, or values of one name are text in one table and numbers in
            another.
        ValueError
            If there are no tables, the names differ, or values of one name have different inner
            dimensions.

        See Also
        --------
        raggedkit.concat : the same for tensors, along any axis.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.RaggedTable({"x": [[1, 2], []]}, rows={"user": ["ann", "bob"]})
        >>> b = rk.RaggedTable({"x": [[3]]}, rows={"user": ["cleo"]})
        >>> both = rk.RaggedTable.concat([a, b])
        >>> both["x"], both.rows["user"].tolist()
        (<RaggedTensor [[1, 2], [], [3]]>, ['ann', 'bob', 'cleo'])
        >>> rk.RaggedTable.concat([a, b.drop("user")])
        Traceback (most recent call last):
            ...
        ValueError: tables[1] must have the names of tables[0], got no row label 'user'
        """
        given = _tables(tables, cls)
        first = given[0]
        for i, table in enumerate(given[1:], start=1):
            _check_names(first, table, i)
        if len(given) == 1:
            return first._make(first._partition, first._columns, first._rows)
        # A column without values, for tables that have no other.
        counted = _joined([_counter(table._partition) for table in given], "partition")
        columns = {
            name: _joined([table._columns[name] for table in given], f"[{name!r}]")
            for name in first._columns
        }
        labels = {
            name: handed_out(_joined([table._rows[name] for table in given], f".rows[{name!r}]"))
            for name in first._rows
        }
        # The columns were joined one by one and have equal partitions; the table needs a single
        # one.
        partition, columns = shared(counted._parts[0], columns, repr)
        return cls._make(partition, columns, labels)


def _tables(tables: Any, kind: type[JoinMethods]) -> list[JoinMethods]:
    if isinstance(tables, kind) or not isinstance(tables, Iterable):
        raise TypeError(broken_rule("tables", "be a list of tables", tables))
    given = list(tables)
    for i, table in enumerate(given):
        if not isinstance(table, kind):
            raise TypeError(broken_rule(f"tables[{i}]", "be a RaggedTable", table))
    if not given:
        raise ValueError(broken_rule("tables", "have at least one table", given))
    return given


def _check_names(first: Storage, table: Storage, i: int) -> None:
    found = []
    for kind, mine, other in (
        ("column", first._columns, table._columns),
        ("row label", first._rows, table._rows),
    ):
        found += [f"no {kind} {name!r}" for name in mine if name not in other]
        found += [f"one {kind} more, {name!r}" for name in other if name not in mine]
    if found:
        got = ", ".join(found[:4]) + (", ..." if len(found) > 4 else "")
        raise ValueError(f"tables[{i}] must have the names of tables[0], got {got}")


def _counter(part: RowPartition) -> RaggedTensor:
    """Return a tensor of these rows whose values take no memory."""
    return RaggedTensor._make(part._xp.empty((part._nvals, 0), dtype="int8"), (part,))


def _joined(values: list[Any], spelled: str) -> Any:
    try:
        return concat(values, axis=0)
    except (TypeError, ValueError) as error:
        # The error may be of a subclass whose constructor takes other arguments.
        kind = TypeError if isinstance(error, TypeError) else ValueError
        # `ops.concat` names its argument `values`.
        text = str(error).replace("values[", "tables[").replace("values", "tables", 1)
        raise kind(f"{spelled} of {text}") from error
