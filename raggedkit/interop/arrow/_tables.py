"""Ragged tables to and from Arrow: a struct of lists, or lists of structs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit._typing import Array
from raggedkit._xp import readonly, sealed
from raggedkit.errors import broken_rule
from raggedkit.interop.arrow._flat import values_of
from raggedkit.interop.arrow._nodes import Node, nodes_of
from raggedkit.interop.arrow._reading import (
    Level,
    Rules,
    check_zone,
    is_list,
    read,
    rows_of,
    tensor_of,
    without_missing,
)
from raggedkit.interop.arrow._writing import node_of_array, node_of_struct, node_of_tensor
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["labels_of", "node_of_table", "table_from_arrow", "table_of_chunks"]

_Fields = tuple[dict[str, RaggedTensor], dict[str, Array]]


def table_from_arrow(
    obj: Any, *, fill_missing: Any = None, missing_rows: str = "raise"
) -> RaggedTable:
    """Return an Arrow table, or an array of lists of structs, as a ragged table.

    Parameters
    ----------
    obj
        A table, a record batch or an array of structs: fields of lists become columns, the others
        labels of the rows. Or an array of lists of structs: each field becomes a column. Anything
        with ``__arrow_c_array__`` or ``__arrow_c_stream__`` is accepted, as a polars data frame.
    fill_missing
        The value for missing ones in all columns and labels; by default they are refused.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTable
        Values and row splits share the memory of ``obj`` where NumPy has the type, if it is in one
        chunk.

    Raises
    ------
    TypeError
        If ``obj`` is no table of lists, or has a type that no tensor has.
    ValueError
        If the columns have different row lengths, or there are missing values or rows.
    ModuleNotFoundError
        If neither pyarrow nor nanoarrow is installed.

    Examples
    --------
    >>> import raggedkit as rk
    >>> import pyarrow as pa
    >>> batch = pa.table({"user": ["ann", "bob"], "amount": [[3, 1], [4]]})
    >>> t = rk.interop.arrow.table_from_arrow(batch)
    >>> t["amount"], t.rows["user"].tolist()
    (<RaggedTensor [[3, 1], [4]]>, ['ann', 'bob'])
    """
    return table_of_chunks(nodes_of(obj), Rules(fill_missing, False, missing_rows))


def table_of_chunks(nodes: list[Node], rules: Rules) -> RaggedTable:
    """Return structs of lists, or lists of structs, as one table."""
    tables = [_table(node, rules) for node in nodes]
    return tables[0] if len(tables) == 1 else RaggedTable.concat(tables)


def _table(node: Node, rules: Rules) -> RaggedTable:
    columns, rows = _of_struct(node, rules) if node.format == "+s" else _of_lists(node, rules)
    return RaggedTable(columns, rows=rows)


def _of_struct(node: Node, rules: Rules) -> _Fields:
    if node.missing() is not None:
        rule = "have no missing rows"
        raise ValueError(broken_rule("obj", rule, "a table with missing rows", "drop them first"))
    columns: dict[str, RaggedTensor] = {}
    rows: dict[str, Array] = {}
    for name, child in zip(node.names, node.children, strict=True):
        if is_list(child) and not _is_label(child):
            columns[name] = tensor_of(*read(child, rules, f"obj[{name!r}]")[:2])
        else:
            rows[name] = _labels(child, rules, f"obj[{name!r}]")
    if not columns:
        way_out = "rk.RaggedTable.from_frame(df, by=...) makes a row for each key"
        raise TypeError(broken_rule("obj", "have a column of lists", list(node.names), way_out))
    return columns, rows


def _is_label(node: Node) -> bool:
    """Whether a list has one length for all rows: labels with inner dimensions."""
    while node.format.startswith("+w:"):
        node = node.children[0]
    return not is_list(node)


def labels_of(nodes: Sequence[Node], rules: Rules, name: str = "obj") -> Array:
    """Return chunks of values, or of lists of fixed size, as one array of labels."""
    chunks = [_labels(node, rules, name) for node in nodes]
    return chunks[0] if len(chunks) == 1 else sealed(np.concatenate(chunks))


def _labels(node: Node, rules: Rules, name: str) -> Array:
    if is_list(node):
        levels, flat, _ = read(node, rules, name)
        sizes = [levels[0].nrows, *[level.uniform or 0 for level in levels]]
        if any(level.splits is not None for level in levels):
            raise ValueError(broken_rule(name, "have no missing rows", node.shown))
        return readonly(flat.reshape(sizes))
    flat, missing = values_of(node, slice(0, node.length))
    check_zone(node)
    return readonly(without_missing(flat, missing, [], rules, name))


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
    columns = {}
    for name, child in zip(inner.names, inner.children, strict=True):
        at = f"obj[{name!r}]"
        more, leaf, chosen = rows_of(child, rules, at, where, levels)
        flat, missing = values_of(leaf, chosen)
        check_zone(leaf)
        every: list[Level] = [*levels, *more]
        columns[name] = tensor_of(every, without_missing(flat, missing, every, rules, at))
    return columns, {}


def node_of_table(table: RaggedTable) -> Node:
    """Return a table as a struct: the labels of the rows, then the columns as lists."""
    names: list[str] = [*table.rows, *table.columns]
    fields: Sequence[Node] = [
        *[node_of_array(table.rows[name], name) for name in table.rows],
        *[node_of_tensor(table[name], name) for name in table.columns],
    ]
    return node_of_struct(names, fields, len(table))
