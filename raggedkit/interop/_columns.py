"""Columns of tables of pyarrow, from files, as ragged tensors and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from raggedkit._typing import Array
from raggedkit.errors import UnknownNameError, broken_rule
from raggedkit.interop.arrow import from_arrow
from raggedkit.interop.arrow._nodes import nodes_of
from raggedkit.interop.arrow._reading import Rules
from raggedkit.interop.arrow._tables import labels_of
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = [
    "Chosen",
    "chosen_columns",
    "one_column",
    "rules_of",
    "table_of",
    "tensor_of",
    "with_keys",
]

Chosen = tuple[list[str], list[str]]  # names of columns of lists, names of labels


def rules_of(fill_missing: Any, return_mask: bool, missing_rows: str) -> dict[str, Any]:
    """Return the rules for missing values, checked before a file is opened."""
    Rules(None, return_mask, missing_rows)
    return {"fill_missing": fill_missing, "return_mask": return_mask, "missing_rows": missing_rows}


def tensor_of(found: Any, name: str, rules: dict[str, Any], place: str = "") -> Any:
    """Return a column as a tensor, or a tensor and its mask; ``place`` is added to errors."""
    try:
        return from_arrow(found.column(name), **rules)
    except (TypeError, ValueError) as error:
        raise _renamed(error, f"path[{name!r}]", place) from None


def _renamed(error: Exception, name: str, place: str = "") -> Exception:
    """Return an error of an Arrow array with the name of a column of a file, and its place."""
    if isinstance(error, UnicodeError):  # which is not made of a text
        return error
    text = str(error)
    for after in ("[", " must"):
        text = text.replace(f"obj{after}", f"{name}{after}")
    return type(error)(f"{text}; {place}" if place else text)


def _list_columns(schema: Any, pa: Any) -> list[str]:
    """Return the names of the columns of lists."""
    return [field.name for field in schema if _is_list(field.type, pa)]


def _is_list(kind: Any, pa: Any) -> bool:
    """Whether a type of pyarrow has rows."""
    names = ("list", "large_list", "fixed_size_list", "list_view", "large_list_view")
    return any(getattr(pa.types, f"is_{name}", lambda _: False)(kind) for name in names)


def one_column(column: Any, schema: Any, pa: Any) -> str:
    """Return the column to read: the one that is named, or the only one of lists."""
    found = _list_columns(schema, pa)
    if column is None:
        if len(found) == 1:
            return found[0]
        rule = "be given unless there is one column of lists"
        raise ValueError(broken_rule("column", rule, None, f"the columns of lists are {found}"))
    if not isinstance(column, str):
        raise TypeError(broken_rule("column", "be the name of a column", column))
    if column not in schema.names:
        raise UnknownNameError(broken_rule("column", f"be one of {schema.names}", column))
    if schema.names.count(column) > 1:
        raise ValueError(broken_rule("column", "be the name of one column", column))
    if column not in found:
        kind = str(schema.field(column).type)
        way_out = "a RaggedTable has labels of the rows"
        rule = f"be a column of lists, one of {found}"
        raise TypeError(broken_rule("column", rule, f"{column}: {kind}", way_out))
    return column


def chosen_columns(columns: Any, rows: Any, schema: Any, keys: dict[str, Any], pa: Any) -> Chosen:
    """Return the names of the columns and of the labels, in the order of the file."""
    known = [*schema.names, *(k for k in keys if k not in schema.names)]
    wanted, labels = _names(columns, "columns", known), _names(rows, "rows", known)
    lists = _list_columns(schema, pa)
    fixed = [n for n in lists if pa.types.is_fixed_size_list(schema.field(n).type)]
    if wanted is None:
        wanted = [n for n in lists if n not in fixed and n not in (labels or ())]
    for name in wanted:
        if name not in lists:
            kind = str(schema.field(name).type) if name in schema.names else "the name of a folder"
            rule = f"be columns of lists, some of {lists}"
            raise TypeError(broken_rule("columns", rule, f"{name}: {kind}", f"rows={[name]!r}"))
    if not wanted:
        way_out = "columns=[...] chooses lists of fixed size" if lists else ""
        raise TypeError(broken_rule("path", "have a column of lists", known, way_out))
    if labels is None:
        labels = [n for n in known if n not in wanted and (n not in lists or n in fixed)]
    both = sorted(set(wanted) & set(labels))
    if both:
        raise ValueError(broken_rule("rows", "not repeat a name of columns", both))
    return wanted, labels


def _names(given: Any, argument: str, known: list[str]) -> list[str] | None:
    if given is None:
        return None
    if not isinstance(given, str | list | tuple):
        raise TypeError(broken_rule(argument, "be a name or a list of names", given))
    names = [given] if isinstance(given, str) else list(given)
    for i, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(broken_rule(f"{argument}[{i}]", "be the name of a column", name))
        if name not in known:
            raise UnknownNameError(broken_rule(argument, f"be some of {known}", name))
        if name in names[:i]:
            raise ValueError(broken_rule(argument, "not repeat a name", name))
    return names


def with_keys(found: Any, keys: dict[str, Any], labels: list[str], pa: Any) -> Any:
    """Return a table with the labels that its folder gives to all rows."""
    for name in labels:
        if name in keys and name not in found.column_names:
            found = found.append_column(name, pa.repeat(pa.scalar(keys[name]), len(found)))
    return found


def table_of(found: Any, chosen: Chosen, rules: dict[str, Any], place: str) -> RaggedTable:
    """Return the chosen columns of a table of pyarrow; ``place`` is added to errors."""
    columns: dict[str, RaggedTensor] = {}
    rows: dict[str, Array] = {}
    name = ""
    try:
        for name in chosen[0]:
            columns[name] = from_arrow(found.column(name), **_of(name, rules))
        for name in chosen[1]:
            fill = _of(name, rules)["fill_missing"]
            rows[name] = labels_of(nodes_of(found.column(name)), Rules(fill))
    except (TypeError, ValueError) as error:
        raise _renamed(error, f"path[{name!r}]", place) from None
    return RaggedTable(columns, rows=rows)


def _of(name: str, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of one column: ``fill_missing`` may be a dict from names to values."""
    fill = rules["fill_missing"]
    return rules | {"fill_missing": fill.get(name)} if isinstance(fill, Mapping) else rules
