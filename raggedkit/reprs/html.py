"""HTML displays for notebooks: tables without scripts that remain readable without CSS.

The text of a page is only its content. So a copy of a table, or a table without styles and classes,
as some sites show it, is still complete.
"""

from __future__ import annotations

from functools import partial

from raggedkit._options import Options
from raggedkit.partition import RowPartition
from raggedkit.reprs.band_table import band_tables, partition_summary
from raggedkit.reprs.describe import (
    describe_partition,
    describe_ragged,
    describe_shape,
    describe_sparse,
)
from raggedkit.reprs.grid_table import shape_table, sparse_tables
from raggedkit.reprs.markup import Html, element, escape, page, table_row
from raggedkit.reprs.parts import Line, PartitionParts, RaggedParts, lines_of
from raggedkit.reprs.tables import (
    amount,
    facts,
    flow,
    folded,
    heading,
    items,
    nbytes,
    notation,
    note,
    percent,
    table,
)
from raggedkit.reprs.values import shortened
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "bundle",
    "contents",
    "partition_html",
    "partition_tables",
    "partitions_html",
    "ragged_html",
    "ragged_tables",
    "shape_html",
    "sparse_html",
]

_SHAPE_ROOM = 200


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
    >>> '<td class="flow"><span>3</span> <span>1</span></td>' in page
    True
    """
    return page(lambda options: ragged_tables(rt, options), "RaggedTensor", "rows", "bands")


def partitions_html(rt: RaggedTensor) -> str:
    """Return the rows between their boundaries with all encodings, a table per partition.

    It is the picture that a static explorer shows; the rows are a folded section.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = partitions_html(rk.ragged.constant([[3, 1], []]))
    >>> page.index('<th scope="row">row_splits</th>') < page.index("<details>")
    True
    """
    return page(lambda options: _unfolded(rt, options), "RaggedTensor", "rows", "bands")


def _unfolded(rt: RaggedTensor, options: Options) -> Html:
    parts = describe_ragged(rt, options, table=True)
    shape = notation(shortened(parts.notation, _SHAPE_ROOM), partial(_axis, parts))
    head = heading("RaggedTensor", Html(f"{shape} {escape(parts.dtype)}"), contents(parts))
    lines = facts(*_explained(parts), _padding(parts))
    return Html(head + Html("".join(_partitions(parts))) + folded("rows", _rows(parts), lines))


def ragged_tables(
    rt: RaggedTensor, options: Options, *, name: str = "RaggedTensor", alone: bool = True
) -> Html:
    """Return the content of the display: a heading, the rows, and a folded section.

    One of several tables (not ``alone``) has a short heading and no such section.
    """
    parts = describe_ragged(rt, options, table=True)
    nbytes_all = parts.nbytes + sum(p.nbytes for p in parts.partitions)
    shape = notation(shortened(parts.notation, _SHAPE_ROOM), partial(_axis, parts))
    said = Html(f"{shape} {escape(parts.dtype)}")
    if not alone:
        return Html(heading(name, said, parts.oddities) + _rows(parts))
    head = heading(name, said, contents(parts), nbytes(nbytes_all))
    return Html(head + _rows(parts) + _structure(parts))


def _axis(parts: RaggedParts, axis: int) -> str:
    """Return the description of an axis: ``axis 1 is ragged: 0 to 4 values per row``."""
    if axis > len(parts.partitions):
        return f"axis {axis}"
    partition = parts.partitions[axis - 1]
    counts = partition.counts
    unit = "value" if axis == len(parts.partitions) else "inner row"
    if counts is None:
        return f"axis {axis} is ragged: rows may differ in length"
    if counts.shortest == counts.longest:
        return f"axis {axis} is ragged: rows may differ in length, but all have {counts.longest:,}"
    return f"axis {axis} is ragged: {counts.shortest:,} to {amount(counts.longest, unit)} per row"


def contents(parts: RaggedParts) -> str:
    """Return ``3 rows (1 empty), 7 values, including 2 nan``."""
    levels: list[str] = []
    # Levels below the second one are counted in the folded section only.
    for partition, unit in zip(parts.partitions, ("row", "inner row"), strict=False):
        if len(parts.partitions) > 2 and levels:
            break
        empty = partition.counts.empty if partition.counts is not None else 0
        count = "all" if empty == partition.nrows > 1 else f"{empty:,}"
        levels.append(f"{amount(partition.nrows, unit)}{f' ({count} empty)' * bool(empty)}")
    if parts.inner:
        nvals = parts.partitions[-1].nvals
        levels.append(f"{amount(nvals, 'item')} of shape {list(parts.inner)}")
    odd = parts.oddities.replace(", ", " and ")
    values = amount(parts.size, "value")
    return ", ".join([*levels, values, *([f"including {odd}"] if odd else [])])


def _rows(parts: RaggedParts) -> Html:
    lines = list(lines_of(parts.rows))
    opened = any(line.opened for line in lines)
    ragged = not opened and parts.partitions[0].uniform is None
    length = Html(f"length {notation('(d1)', partial(_axis, parts))}") if ragged else "length"
    header = [element("th", name, scope="col") for name in ("row", length, "values")]
    rows = [_line(line, opened) for line in lines] or [note("no rows", 3)]
    return table(header, rows, "rows path" if opened else "rows")


def _structure(parts: RaggedParts) -> Html:
    """Return the folded section: padding, bytes, and a table of encodings per partition."""
    splits = sum(p.nbytes for p in parts.partitions)
    lines = [
        *_explained(parts),
        _padding(parts),
        f"{nbytes(parts.nbytes)} of values, {nbytes(splits)} of row splits",
        shortened(parts.shape, _SHAPE_ROOM),
    ]
    return folded("partitions and memory", facts(*lines), *_partitions(parts))


def _explained(parts: RaggedParts) -> list[str]:
    return [_axis(parts, axis) for axis, p in enumerate(parts.partitions, 1) if _is_explained(p)]


def _partitions(parts: RaggedParts) -> list[Html]:
    """Return the table of each partition, and the number of those that are not shown."""
    shown = [_partition(i, p) for i, p in enumerate(parts.partitions) if p.items]
    more = len(parts.partitions) - len(shown)
    if more:
        shown.append(facts(f"+{amount(more, 'more partition', 'more partitions')}"))
    return shown


def _is_explained(parts: PartitionParts) -> bool:
    return bool(parts.items) and parts.uniform is None


def _padding(parts: RaggedParts) -> str:
    """Return the size of a dense array of the rows, and its share of padding."""
    if not parts.padded:
        return ""
    waste = parts.padded - parts.size
    padding = f"{waste:,} of them padding ({percent(waste, parts.padded)})" if waste > 0 else ""
    return f"as a dense array: {amount(parts.padded, 'cell')}, {padding or 'none of them padding'}"


def _partition(level: int, parts: PartitionParts) -> Html:
    about = f"rows of partitions[{level + 1}]" if parts.items == "rows" else "in one flat array"
    head = heading(f"partitions[{level}]", f"{partition_summary(parts)}, {parts.dtype}")
    return Html(head + band_tables(parts, about, explained=not level))


def _line(line: Line, opened: bool) -> Html:
    if line.row is None:
        inside = f" of row {_path(line)}" if line.path else ""
        more = f"+{amount(line.hidden, 'more row', 'more rows')}{inside}"
        return note(f"{more}, {line.note}" if line.note else more, 3)
    head = element("th", _path(line), scope="rowgroup" if line.opened else "row")
    length = element("td", str(line.row.length), class_="length")
    kinds = ["odd"] * (line.path[0] % 2) + ["group"] * (opened and len(line.path) == 1)
    return table_row([head, length, _values(line)], class_=" ".join(kinds))


def _path(line: Line) -> str:
    return ", ".join(map(str, line.path))


def _values(line: Line) -> Html:
    if line.opened:
        return element("td", class_="flow")
    if line.row is None or not line.row.length:
        return element("td", "empty", class_="empty")
    return flow(items(line.row))


def partition_html(partition: RowPartition) -> str:
    """Return a table of the rows and encodings of a partition.

    Examples
    --------
    >>> import raggedkit as rk
    >>> page = partition_html(rk.RowPartition.from_row_lengths([2, 0, 1]))
    >>> '<th scope="row">row_lengths</th>' in page
    True
    """
    return page(lambda options: partition_tables(partition, options), "RowPartition", "bands")


def partition_tables(
    partition: RowPartition, options: Options, *, name: str = "RowPartition"
) -> Html:
    """Return the content of the display: a heading, and the rows with their encodings."""
    parts = describe_partition(partition, options, table=True)
    stored = f"{nbytes(parts.nbytes)} of row splits" if parts.uniform is None else "no row splits"
    head = heading(name, parts.dtype, partition_summary(parts), stored)
    return Html(head + band_tables(parts, "positions from 0"))


def sparse_html(st: SparseTensor) -> str:
    """Return a grid of the cells of a sparse tensor, or a table of its indices and values.

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
        "bands",
        "shape",
    )
