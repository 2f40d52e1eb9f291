"""Displays of several results together: named tuples (``TopK``), and the partitions of a tensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from raggedkit._options import Options, get_options
from raggedkit._typing import Array
from raggedkit._xp import is_array
from raggedkit.partition import RowPartition
from raggedkit.reprs.describe import describe_ragged, name_of
from raggedkit.reprs.html import partition_tables, ragged_tables
from raggedkit.reprs.markup import Html, element, page, table_row
from raggedkit.reprs.parts import Line, lines_of
from raggedkit.reprs.tables import amount, flow, heading, items, note, table
from raggedkit.reprs.values import columns
from raggedkit.tensor import RaggedTensor

__all__ = ["fields_html", "fields_text"]


def fields_text(name: str, fields: Iterable[tuple[str, object]]) -> str:
    """Return ``TopK(values=..., indices=...)``, one field per line if that is too long.

    Examples
    --------
    >>> fields_text("Pair", [("a", 1), ("b", [2])])
    'Pair(a=1, b=[2])'
    """
    named = [(f"{key}=" if key else "", repr(value)) for key, value in fields]
    inside = ", ".join(f"{key}{text}" for key, text in named)
    comma = "," * (not name and len(named) == 1)  # of a tuple
    line = f"{name}({inside}{comma})"
    if "\n" not in line and columns(line) <= get_options().max_cols:
        return line
    texts = [f"  {key}{text.replace(chr(10), chr(10) + '  ')}," for key, text in named]
    return "\n".join([f"{name}(", *texts, ")"])


def fields_html(name: str, fields: Iterable[tuple[str, object]]) -> str:
    """Return the fields as tables, side by side where the page has room.

    Examples
    --------
    >>> import numpy as np
    >>> '<b>keys</b> array [2] int64' in fields_html("Groups", [("keys", np.array([3, 5]))])
    True
    """
    named = list(fields)

    names = [", ".join(key for key, _ in named)] if len(named) > 1 else []

    def render(options: Options) -> Html:
        shown = [element("div", _field(*field, options)) for field in named]
        tables = element("div", Html("\n"), *shown, class_="fields")
        return Html(heading(name, *names) + tables + "\n")

    return page(render, name, "rows", "bands", "fields")


def _field(key: str, value: object, options: Options) -> Html:
    if isinstance(value, RaggedTensor):
        return ragged_tables(value, options, name=key, alone=False)
    if isinstance(value, RowPartition):
        return partition_tables(value, options, name=key)
    if is_array(value):
        return _array(key, cast(Array, value), options)
    return Html(heading(key) + element("code", repr(value)))


def _array(key: str, array: Array, options: Options) -> Html:
    """Return a dense array with a line per row: the lines of tables side by side correspond."""
    said = f"array {list(array.shape)} {name_of(array.dtype)}"
    if array.ndim == 0 or not array.shape[0]:
        return Html(heading(key, said) + element("code", repr(array)))
    rt = RaggedTensor.from_uniform_row_length(array, 1)
    rows = describe_ragged(rt, options, table=True).rows
    lines = [_row(line) for line in lines_of(rows)]
    header = [element("th", name, scope="col") for name in ("row", "value")]
    return Html(heading(key, said) + table(header, lines, "rows"))


def _row(line: Line) -> Html:
    if line.row is None:
        return note(f"+{amount(line.hidden, 'more row', 'more rows')}", 2)
    head = element("th", str(line.path[0]), scope="row")
    return table_row([head, flow(items(line.row))], class_="odd" * (line.path[0] % 2))
