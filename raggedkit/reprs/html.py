"""HTML displays for notebooks: tables without scripts that remain readable without CSS.

The text of a page is only its content. So a copy of a table, or a table without styles and classes,
as some sites show it, is still complete.
"""

from __future__ import annotations

from raggedkit._options import Options
from raggedkit.partition import RowPartition
from raggedkit.reprs.band_table import band_table, partition_summary
from raggedkit.reprs.describe import (
    describe_partition,
    describe_ragged,
    describe_shape,
    describe_sparse,
)
from raggedkit.reprs.grid_table import shape_table, sparse_tables
from raggedkit.reprs.markup import Html, element, page, table_row
from raggedkit.reprs.parts import Line, PartitionParts, RaggedParts, Run, lines_of
from raggedkit.reprs.tables import amount, caption, facts, items, nbytes, note, percent, table
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["bundle", "partition_html", "ragged_html", "shape_html", "sparse_html"]

_SHAPE_ROOM = 200
_MOST_LEVELS = 4  # levels whose number of rows is in the summary


def bundle(x: RaggedTensor | RowPartition | TensorShape | SparseTensor) -> dict[str, str]:
    """Return the text and the HTML that a notebook stores, both from the same description.

    Examples
    --------
    >>> import raggedkit as rk
    >>> sorted(bundle(rk.TensorShape([2])))
    ['text/html', 'text/plain']
    """
    return {"text/plain": repr(x), "text/html": x._repr_html_()}


def ragged_html(rt: RaggedTensor) -> str:
    """Return the rows as a table, one box per value, with the partitions in a folded section.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = ragged_html(rk.ragged.constant([[3, 1], []]))
    >>> '<td>2</td> <td>3</td> <td>1</td>' in page
    True
    """
    return page(
        lambda options: _ragged(describe_ragged(rt, options, table=True)),
        "RaggedTensor",
        "rows",
        "bands",
    )


def _ragged(parts: RaggedParts) -> Html:
    lines = list(lines_of(parts.rows))
    opened = any(line.opened for line in lines)
    rows_of = [line.row for line in lines if line.row is not None and not line.opened]
    width = 1 if parts.text else max([1, *(len(items(row)) for row in rows_of)])
    varied = "length (d1)" if not opened and parts.partitions[0].uniform is None else "length"
    header = [
        element("th", "row", scope="col"),
        element("th", varied, scope="col"),
        element("th", "values", scope="col", colspan=width if width > 1 else 0),
    ]
    rows = [_line(line, width, parts.text, opened) for line in lines] or [
        note("no rows", width + 2)
    ]
    folded = [_folded(i, p) for i, p in enumerate(parts.partitions) if p.items]
    more = len(parts.partitions) - len(folded)
    if more:
        folded.append(element("p", f"+{amount(more, 'more partition', 'more partitions')}"))
    kinds = "rows path" if opened else "rows"
    said = caption("RaggedTensor", f"{shortened(parts.notation, _SHAPE_ROOM)}, {parts.dtype}")
    shown = table(said, header, rows, kinds)
    return Html(shown + facts(*_ragged_facts(parts)) + "".join(folded))


def _ragged_facts(parts: RaggedParts) -> list[str]:
    splits = sum(p.nbytes for p in parts.partitions)
    share = f"{nbytes(parts.nbytes)} of values, {nbytes(splits)} of row splits"
    shape = shortened(parts.shape, _SHAPE_ROOM)
    stored = f"{shape}, {nbytes(parts.nbytes + splits)} ({share})"
    return [_rows_of_values(parts), _padding(parts), stored]


def _rows_of_values(parts: RaggedParts) -> str:
    """Return ``3 rows (1 empty) hold 5 rows (2 empty), which hold 8 values``."""
    levels, held = [], [p.nrows for p in parts.partitions]
    for p in parts.partitions:
        empty = p.counts.empty if p.counts is not None else 0
        count = "all" if empty == p.nrows > 1 else f"{empty:,}"
        levels.append(f"{amount(p.nrows, 'row')}{f' ({count} empty)' * bool(empty)}")
    nvals = parts.partitions[-1].nvals
    values = amount(parts.size, "value") if parts.size else "no values"
    if not parts.partitions[0].nrows:
        return "no rows and no values"
    if parts.inner:
        values = f"{amount(nvals, 'item')} of shape {list(parts.inner)}: {values}"
    if len(levels) > _MOST_LEVELS:
        levels[_MOST_LEVELS - 1 : -1], held[_MOST_LEVELS - 1 : -1] = ["..."], [2]
    said = levels[0]
    for nrows, what in zip(held, [*levels[1:], values], strict=True):
        said += f"{', which' * (said != levels[0])} {'holds' if nrows == 1 else 'hold'} {what}"
    odd = parts.oddities.replace(", ", " and ")
    return f"{said}, including {odd}" if odd else said


def _padding(parts: RaggedParts) -> str:
    """Return the size of a dense array of the rows, and its share of padding."""
    if not parts.padded:
        return ""
    waste = parts.padded - parts.size
    padding = f"{waste:,} of them padding ({percent(waste, parts.padded)})" if waste > 0 else ""
    return f"as a dense array: {amount(parts.padded, 'cell')}, {padding or 'none of them padding'}"


def _line(line: Line, width: int, text: bool, opened: bool) -> Html:
    if line.row is None:
        inside = f" of row {_path(line)}" if line.path else ""
        more = f"+{amount(line.hidden, 'more row', 'more rows')}{inside}"
        return note(f"{more}, {line.note}" if line.note else more, width + 2)
    heading = element("th", _path(line), scope="rowgroup" if line.opened else "row")
    length = element("td", str(line.row.length))
    values = _values(line.row, width, text)
    if line.opened:
        values = [element("td", class_="more", colspan=width)]
    kinds = ["odd"] * (line.path[0] % 2) + ["group"] * (opened and len(line.path) == 1)
    return table_row([heading, length, *values], class_=" ".join(kinds))


def _path(line: Line) -> str:
    return ", ".join(map(str, line.path))


def _values(row: Run, width: int, text: bool) -> list[Html]:
    """Return one cell per value, in columns; lists and text share one cell, as widths differ."""
    if not row.length:
        return [element("td", "empty", class_="more", colspan=width)]
    if text or any(isinstance(item, Run) for _, item in row.shown):
        return [element("td", Html(" ".join(items(row, "span"))), class_="flow", colspan=width)]
    return items(row)


def partition_html(partition: RowPartition) -> str:
    """Return a table of the rows and encodings of a partition.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = partition_html(rk.RowPartition.from_row_lengths([2, 0, 1]))
    >>> '<th scope="row">row_lengths</th>' in page
    True
    """

    def render(options: Options) -> Html:
        parts = describe_partition(partition, options, table=True)
        said = caption("RowPartition", partition_summary(parts))
        more = f"nrows {parts.nrows:,}, nvals {parts.nvals:,}, {parts.dtype}, {_stored(parts)}"
        return Html(band_table(parts, said, "numbered from 0") + facts(more))

    return page(render, "RowPartition", "bands")


def _folded(level: int, parts: PartitionParts) -> Html:
    about = f"rows of partitions[{level + 1}]" if parts.items == "rows" else "laid end to end"
    shown = band_table(parts, Html(), about, explained=not level)
    name = f"partitions[{level}]: {partition_summary(parts)}, {parts.dtype}"
    return Html(element("details", element("summary", name), Html(f"\n{shown}")) + "\n")


def _stored(parts: PartitionParts) -> str:
    if parts.uniform is not None:
        return "no row splits kept"
    return f"{nbytes(parts.nbytes)} of row splits"


def sparse_html(st: SparseTensor) -> str:
    """Return a table of the indices and values of a sparse tensor.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = sparse_html(rk.SparseTensor([[0, 3]], [10], [2, 4]))
    >>> '<th scope="row">0</th> <th scope="row">3</th> <td>10</td>' in page
    True
    """
    return page(
        lambda options: sparse_tables(describe_sparse(st, options, table=True)),
        "SparseTensor",
        "grid",
    )


def shape_html(shape: TensorShape) -> str:
    """Return a box for each axis with its size; an unknown size has a dashed border.

    Examples
    --------
    >>> import raggedkit as rk
    >>> '<td>2</td> <td class="unknown">?</td>' in shape_html(rk.TensorShape([2, None]))
    True
    """
    return page(
        lambda options: shape_table(shape, describe_shape(shape, options)),
        "TensorShape",
        "shape",
    )
