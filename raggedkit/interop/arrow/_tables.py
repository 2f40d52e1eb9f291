"""Ragged tables to and from Arrow: a struct of lists, or lists of structs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np

from raggedkit._missing import Rules
from raggedkit._typing import Array
from raggedkit._xp import readonly, sealed
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.interop.arrow._nodes import Node, nodes_of
from raggedkit.interop.arrow._reading import (
    Level,
    is_list,
    leaf_of,
    mask_of,
    of_all_chunks,
    read,
    rows_of,
    tensor_of,
    without_missing,
)
from raggedkit.interop.arrow._writing import node_of_array, node_of_struct, node_of_tensor
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["labels_of", "node_of_table", "table_from_arrow", "table_of_chunks"]


@overload
def table_from_arrow(
    obj: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTable: ...
@overload
def table_from_arrow(
    obj: Any, *, fill_missing: Any = None, return_mask: Literal[True], missing_rows: str = "raise"
) -> tuple[RaggedTable, RaggedTable]: ...
def table_from_arrow(
    obj: Any, *, fill_missing: Any = None, return_mask: bool = False, missing_rows: str = "raise"
) -> RaggedTable | tuple[RaggedTable, RaggedTable]:
    """Return an Arrow table, or an array of lists of structs, as a ragged table.

    Parameters
    ----------
    obj
        A table, a record batch or an array of structs: fields of lists become columns, the others
        labels of the rows. Or an array of lists of structs: each field becomes a column. Anything
        with ``__arrow_c_array__`` or ``__arrow_c_stream__`` is accepted, as a polars data frame.
    fill_missing
        The value for missing ones in all columns and labels; by default they are refused.
    return_mask
        Whether to return also where values and labels are missing. Without ``fill_missing`` they
        are 0, or ``""``.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTable
        Values and row splits share the memory of ``obj`` where NumPy has the type, if it is in one
        chunk.
    (RaggedTable, RaggedTable)
        The table and its mask, with ``return_mask=True``: a table of bools with the same columns
        and labels, True where something is missing.

    Raises
    ------
    TypeError
        If ``obj`` is no table of lists, or has a type that no tensor has.
    ValueError
        If the columns have different row lengths, or there are missing values or rows.

    Examples
    --------
    >>> import raggedkit as rk
    >>> import pyarrow as pa
    >>> batch = pa.table({"user": ["ann", "bob"], "amount": [[3, 1], [4]]})
    >>> t = rk.interop.arrow.table_from_arrow(batch)
    >>> t["amount"], t.rows["user"].tolist()
    (<RaggedTensor [[3, 1], [4]]>, ['ann', 'bob'])
    """
    made: Any = table_of_chunks(nodes_of(obj), Rules(fill_missing, return_mask, missing_rows))
    return made  # type: ignore[no-any-return]


def table_of_chunks(nodes: list[Node], rules: Rules) -> Any:
    """Return structs of lists, or lists of structs, as one table, and its masks if asked for."""
    try:
        found = [(_of_struct if node.format == "+s" else _of_lists)(node, rules) for node in nodes]
    except MissingValueError as error:
        raise _of_all_chunks(error, nodes) from None
    table = _joined([fields.table() for fields in found])
    return (table, _joined([fields.masks() for fields in found])) if rules.mask else table


def _joined(tables: list[RaggedTable]) -> RaggedTable:
    return tables[0] if len(tables) == 1 else RaggedTable.concat(tables)


def _of_all_chunks(error: MissingValueError, nodes: list[Node]) -> MissingValueError:
    """Return an error that counts in the column of all chunks."""
    inner = nodes[0]
    while is_list(inner):
        inner = inner.children[0]
    at = error.door[2] if error.door else ""
    field = next((i for i, name in enumerate(inner.names) if f"obj[{name!r}]" == at), None)
    if field is not None and inner is nodes[0]:
        nodes = [node.children[field] for node in nodes]
    return of_all_chunks(error, nodes, field)


class _Fields:
    """The columns and labels of a table, and where their values are missing."""

    def __init__(self) -> None:
        self.columns: dict[str, RaggedTensor] = {}
        self.rows: dict[str, Array] = {}
        self.missing: dict[str, Any] = {}

    def add(self, name: str, levels: list[Level], flat: Array, missing: Array | None) -> None:
        """Add a column."""
        self.columns[name] = tensor_of(levels, flat)
        self.missing[name] = mask_of(levels, missing, len(flat))

    def table(self) -> RaggedTable:
        """Return the table of the values."""
        return RaggedTable(self.columns, rows=self.rows)

    def masks(self) -> RaggedTable:
        """Return the table of the masks, with the same names."""
        columns = {name: self.missing[name] for name in self.columns}
        return RaggedTable(columns, rows={name: self.missing[name] for name in self.rows})


def _of_struct(node: Node, rules: Rules) -> _Fields:
    if node.missing() is not None:
        rule = "have no missing rows"
        raise ValueError(broken_rule("obj", rule, "a table with missing rows", "drop them first"))
    fields = _Fields()
    for name, child in zip(node.names, node.children, strict=True):
        at = f"obj[{name!r}]"
        if name in fields.missing:
            raise ValueError(broken_rule("obj", "not repeat a name of a column", name))
        if is_list(child) and not _is_label(child):
            fields.add(name, *read(child, rules, at))
        else:
            fields.rows[name], fields.missing[name] = _labels(child, rules, at)
    if not fields.columns:
        way_out = "rk.RaggedTable.from_frame(df, by=...) makes a row for each key"
        raise TypeError(broken_rule("obj", "have a column of lists", list(node.names), way_out))
    return fields


def _is_label(node: Node) -> bool:
    """Whether a list has one length for all rows: labels with inner dimensions."""
    while node.format.startswith("+w:"):
        node = node.children[0]
    return not is_list(node)


def labels_of(nodes: Sequence[Node], rules: Rules, name: str = "obj") -> Array:
    """Return chunks of values, or of lists of fixed size, as one array of labels."""
    chunks = [_labels(node, rules, name)[0] for node in nodes]
    return chunks[0] if len(chunks) == 1 else sealed(np.concatenate(chunks))


def _labels(node: Node, rules: Rules, name: str) -> tuple[Array, Array]:
    if is_list(node):
        levels, flat, missing = read(node, rules, name)
        shape = (levels[0].nrows, *[level.uniform or 0 for level in levels])
        if any(level.splits is not None for level in levels):
            raise ValueError(broken_rule(name, "have no missing rows", node.shown))
    else:
        flat, missing = leaf_of(node, slice(0, node.length))
        shape = (node.length,)
        flat = without_missing(flat, missing, [], rules, name, node.format)
    missing = np.zeros(len(flat), dtype=bool) if missing is None else missing
    return readonly(flat.reshape(shape)), missing.reshape(shape)


def _of_lists(node: Node, rules: Rules) -> _Fields:
    """Return the fields of lists of structs, which share the rows of the lists."""
    if not is_list(node):
        raise TypeError(broken_rule("obj", "be a table, or an array of lists", node.shown))
    levels, inner, where = rows_of(node, rules)
    if inner.format != "+s":
        way_out = "RaggedTensor.from_arrow(obj) takes lists of values"
        raise TypeError(broken_rule("obj", "have structs in its lists", node.shown, way_out))
    absent = inner.missing()
    if absent is not None and absent[where].any():
        rule = "have no missing structs"
        raise ValueError(broken_rule("obj", rule, int(np.count_nonzero(absent[where]))))
    fields = _Fields()
    for name, child in zip(inner.names, inner.children, strict=True):
        at = f"obj[{name!r}]"
        if name in fields.missing:
            raise ValueError(broken_rule("obj", "not repeat a name of a column", name))
        more, leaf, chosen = rows_of(child, rules, at, where, levels)
        flat, missing = leaf_of(leaf, chosen)
        every: list[Level] = [*levels, *more]
        flat = without_missing(flat, missing, every, rules, at, leaf.format)
        fields.add(name, every, flat, missing)
    return fields


def node_of_table(table: RaggedTable) -> Node:
    """Return a table as a struct: the labels of the rows, then the columns as lists."""
    names: list[str] = [*table.rows, *table.columns]
    fields: Sequence[Node] = [
        *[node_of_array(table.rows[name], name) for name in table.rows],
        *[node_of_tensor(table[name], name) for name in table.columns],
    ]
    return node_of_struct(names, fields, len(table))
