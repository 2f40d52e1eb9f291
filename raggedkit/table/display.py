"""Displays of tables as text and HTML: a line per row, labels first, columns beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, repeat
from typing import TYPE_CHECKING

from raggedkit._options import Options, get_options
from raggedkit.reprs.band_table import band_tables
from raggedkit.reprs.describe import name_of
from raggedkit.reprs.line import written
from raggedkit.reprs.markup import Html, element, page, table_row
from raggedkit.reprs.parts import Line, Node, Run, lines_of
from raggedkit.reprs.tables import amount, facts, flow, folded, heading, inline, items, nbytes
from raggedkit.reprs.tables import note as note_row
from raggedkit.reprs.tables import table as html_table
from raggedkit.reprs.text import framed, gap_line
from raggedkit.reprs.values import columns as width_of
from raggedkit.table.describe import (
    ColumnParts,
    TableParts,
    describe_table,
    in_order,
    short_name,
)

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["table_html", "table_text"]

_NAMES = 8  # names in a heading
_APART_FROM = 6  # with fewer lines, long names are cut
_MARGIN = 30  # a page has room for more characters than a line of text; cells break lines


def table_text(table: RaggedTable) -> str:
    """Return a line per row with the labels, the length and the items of each column.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.RaggedTable({"x": [[1, 2], []], "y": [[0.5, 1.5], []]}, rows={"id": ["a", "b"]})
    <RaggedTable of 2 rows (1 empty), 2 items; columns x int64, y float64; labels id
     row  id   length  x       y
       0  'a'       2  [1, 2]  [0.5, 1.5]
       1  'b'       0  []      []>
    """
    options = get_options()
    names = "; ".join(text for text in _names(table) if text)
    parts = describe_table(table, options, options.max_cols - 1)
    summary = f"<RaggedTable of {parts.contents}"
    apart = (
        len(summary) + 2 + width_of(names) > options.max_cols and options.max_rows >= _APART_FROM
    )
    if apart:  # the names have a line of their own
        fewer = replace(options, max_rows=options.max_rows - 1)
        parts = describe_table(table, fewer, options.max_cols - 1)
    lines = _lines(parts)
    if apart:
        return framed(summary, [f" {names}", *lines], options)
    return framed(f"{summary}; {names}", lines, options)


def _lines(parts: TableParts) -> list[str]:
    """Return a header and the lines of the rows; nothing if there are no rows."""
    lines = list(lines_of(parts.lengths))
    if not lines:
        return []
    at = ["row", *(str(*line.path) for line in lines)]
    lengths = ["length", *("" if line.row is None else str(line.row.length) for line in lines)]
    cells = [_to_right(at), *map(_texts, parts.labels), _to_right(lengths)]
    cells += map(_texts, parts.columns)
    texts = [" " + "  ".join(row).rstrip() for row in zip(*map(_padded, cells), strict=True)]
    for i, line in enumerate(lines, 1):
        if line.row is None:
            texts[i] = gap_line(line.hidden, "row", parts.lengths.head)
    if parts.unseen:
        texts[0] += f"  +{parts.unseen:,} more"
    return texts


def _to_right(texts: Sequence[str]) -> list[str]:
    width = max(map(len, texts))
    return [f"{text:>{width}}" for text in texts]


def _padded(texts: Sequence[str]) -> list[str]:
    width = max(map(width_of, texts))
    # Wide characters take two columns, which the padding of an f-string does not count.
    return [text + " " * (width - width_of(text)) for text in texts]


def _texts(column: ColumnParts) -> list[str]:
    """Return the name of a column, and the text of each line; rows have their lengths elsewhere."""
    texts = (written(node, counted=False) if node else "" for node in in_order(column.rows))
    return [short_name(column.name), *texts]


def table_html(table: RaggedTable) -> str:
    """Return a table with a line per row, and the columns and the partition in a folded section.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = table_html(rk.RaggedTable({"x": [[1, 2], []]}, rows={"id": ["a", "b"]}))
    >>> "<td>'a'</td>" in page
    True
    """
    return page(lambda options: _tables(table, options), "RaggedTable", "rows", "columns", "bands")


def _tables(table: RaggedTable, options: Options) -> Html:
    parts = describe_table(table, options, options.max_cols + _MARGIN, noted=True)
    head = heading("RaggedTable", parts.contents, *_names(table), nbytes(table.nbytes))
    names = ["row", *(c.name for c in parts.labels), "length"]
    header = [element("th", short_name(name), scope="col") for name in names]
    header += [
        element("th", short_name(c.name), class_="items", scope="col") for c in parts.columns
    ]
    if parts.unseen:
        more = f"+{parts.unseen:,} more"
        header.append(element("th", more, class_="more", scope="col"))
    lines = zip(
        lines_of(parts.lengths),
        _across(parts.labels, parts.lengths),
        _across(parts.columns, parts.lengths),
        strict=True,
    )
    rows = [_line(line, labels, found, len(header)) for line, labels, found in lines]
    rows = rows or [note_row("no rows", len(header))]
    return Html(head + html_table(header, rows, "rows columns") + _structure(table, parts))


def _across(found: Sequence[ColumnParts], lengths: Run) -> Iterator[tuple[Node | None, ...]]:
    """Return the nodes of all columns, line by line."""
    if not found:
        # One empty tuple per line, so that `zip` finds as many lines as there are lengths.
        return repeat((), sum(1 for _ in in_order(lengths)))
    return zip(*(in_order(column.rows) for column in found), strict=True)


def _line(
    line: Line, labels: Iterable[Node | None], found: Sequence[Node | None], width: int
) -> Html:
    if line.row is None:
        more = f"+{amount(line.hidden, 'more row', 'more rows')}"
        return note_row(f"{more}, {line.note}" if line.note else more, width)
    cells = [element("th", str(*line.path), scope="row")]
    cells += [element("td", inline(node) if node else "") for node in labels]
    cells.append(element("td", str(line.row.length), class_="length"))
    if not line.row.length and found:
        cells.append(element("td", "empty", class_="empty", colspan=len(found)))
    else:
        cells += [flow(_boxes(node)) for node in found]
    return table_row(cells, class_="odd" * (line.path[0] % 2))


def _boxes(node: Node | None) -> list[Html]:
    """Return the boxes of a row. Its gap has no count: all columns have the same, and a length."""
    return items(node, counted=False) if isinstance(node, Run) else []


def _structure(table: RaggedTable, parts: TableParts) -> Html:
    """Return the folded section: each column with its shape, the memory, and the partition."""
    listed = [f"{short_name(c.name)} {c.notation} {c.dtype}" for c in parts.labels]
    lines = [f"labels {', '.join(listed)}"] if listed else []
    for column in parts.columns:
        odd = f", {column.oddities}" if column.oddities else ""
        lines.append(f"column {short_name(column.name)} {column.notation} {column.dtype}{odd}")
    splits = f"{nbytes(parts.partition.nbytes)} of row splits, shared by the columns"
    lines.append(f"{nbytes(table.nbytes)}, including {splits}")
    bands = band_tables(parts.partition, "positions from 0")
    return folded("columns, partition and memory", facts(*lines), bands)


def _names(table: RaggedTable) -> tuple[str, str]:
    """Return the names of columns with their dtypes, and those of the labels."""
    texts, found = [], list(table._columns.items())
    for i, (name, column) in enumerate(found[:_NAMES]):
        dtype = name_of(column.dtype)
        # Neighbours of one dtype are written as `x, y float64`.
        last = i + 1 == min(len(found), _NAMES) or name_of(found[i + 1][1].dtype) != dtype
        texts.append(f"{short_name(name)} {dtype}" if last else short_name(name))
    if len(found) > _NAMES:
        texts.append(f"+{len(found) - _NAMES:,} more")
    labels = [*map(short_name, islice(table._rows, _NAMES))]
    if len(table._rows) > _NAMES:
        labels.append(f"+{len(table._rows) - _NAMES:,} more")
    columns = f"columns {', '.join(texts)}" if texts else "no columns"
    return columns, f"labels {', '.join(labels)}" if labels else ""
