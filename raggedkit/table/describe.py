"""Description of a table: the rows, labels and items that its displays show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from raggedkit._options import Options
from raggedkit._typing import Array
from raggedkit.reprs import tree
from raggedkit.reprs.bands import chosen
from raggedkit.reprs.describe import describe_partition, name_of, note_empty_rows, note_odd_values
from raggedkit.reprs.fitting import in_columns, shorter_lists
from raggedkit.reprs.line import written
from raggedkit.reprs.parts import Node, PartitionParts, Run
from raggedkit.reprs.tables import amount
from raggedkit.reprs.values import columns as width_of
from raggedkit.reprs.values import shortened, visible
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["ColumnParts", "TableParts", "describe_table", "in_order", "short_name"]

_NAME_ROOM = 24
_LABEL_ROOM = 20
_LIST_ROOM = 26  # of an inner row
_BETWEEN = 2  # characters between two values, and between two columns
_GAP = len("..., ")
_LEAST = _BETWEEN + 1  # characters that a label takes at least


@dataclass(frozen=True)
class ColumnParts:
    """A column with the items of the shown rows, or labels."""

    name: str
    notation: str
    dtype: str
    rows: Run  # of runs; of any nodes for labels
    oddities: str = ""  # "2 nan, 1 inf"


@dataclass(frozen=True)
class TableParts:
    """A RaggedTable."""

    partition: PartitionParts
    lengths: Run  # of the shown rows, as runs without items
    labels: tuple[ColumnParts, ...]
    columns: tuple[ColumnParts, ...]
    unseen: int  # columns and labels without room

    @property
    def contents(self) -> str:
        """The numbers of rows and items in words: ``3 rows (1 empty), 7 items``."""
        nrows, counts = self.partition.nrows, self.partition.counts
        empty = counts.empty if counts is not None else 0
        count = "all" if empty == nrows > 1 else f"{empty:,}"
        rows = f"{amount(nrows, 'row')}{f' ({count} empty)' * bool(empty)}"
        return f"{rows}, {amount(self.partition.nvals, 'item')}"


def short_name(name: str) -> str:
    """Return the name of a column in a limited width, with invisible characters escaped."""
    return shortened(visible(name), _NAME_ROOM)


def in_order(rows: Run) -> Iterator[Node | None]:
    """Return the nodes of the lines of a display, None for the gap."""
    yield from rows.head
    if rows.hidden:
        yield None
    yield from rows.tail


def describe_table(
    table: RaggedTable, options: Options, room: int, *, noted: bool = False
) -> TableParts:
    """Return the parts that fit ``room`` characters; all columns show the same items of a row.

    If they are ``noted``, for a page, the gaps have notes on hidden NaN and infinity.
    """
    partition = describe_partition(table._partition, options, table=True)
    head, tail = tree.row_cut(partition.nrows, tree.lines_inside(options.max_rows))
    rows = tree.vector([*range(head), *range(partition.nrows - tail, partition.nrows)])
    spans = _spans(table, rows)
    shown = [chosen(*span, options.max_items) for span in spans]
    at = tree.vector(i for items in shown for i in items)

    def cut(nodes: Sequence[Node]) -> Run:
        return Run(partition.nrows, tuple(nodes[:head]), tuple(nodes[head:]), tall=True)

    labels = []
    for name, array in islice(table._rows.items(), room // _LEAST):
        each = RaggedTensor.from_uniform_row_length(array, 1)  # a label may be an array
        found = in_columns(
            cut(tree.items_at(each, 0, rows, options, _LABEL_ROOM)), array.dtype.kind
        )
        labels.append(ColumnParts(name, str([*array.shape]), name_of(array.dtype), found))
    columns: list[ColumnParts] = []
    left = room
    for name, rt in table._columns.items():
        items = tree.items_at(rt, 0, at, options, max(8, options.max_cols // 4))
        found = cut(_rows(items, spans, shown))
        if noted or rt.dtype.kind == "f":  # in a text, only points are aligned
            found = in_columns(found, rt.dtype.kind)
        columns.append(ColumnParts(name, rt.shape.notation, name_of(rt.dtype), found))
        left -= _widths(columns[-1])[0]
        if left < 0:  # of thousands of columns, only those with room are read
            break
    count = len(table._columns) + len(table._rows)
    lengths = note_empty_rows(cut([Run(stop - start, ()) for start, stop in spans]), partition)
    parts = TableParts(partition, lengths, tuple(labels), tuple(columns), count)
    parts = _fit(parts, room)
    if noted:
        pairs = [note_odd_values(table._columns[c.name], c.rows) for c in parts.columns]
        columns = [
            replace(column, rows=rows, oddities=odd)
            for column, (rows, odd) in zip(parts.columns, pairs, strict=True)
        ]
        parts = replace(parts, columns=tuple(columns))
    return parts


def _spans(table: RaggedTable, rows: Array) -> list[tuple[int, int]]:
    """Return where the items of each row start and stop, clipped: splits may be invalid."""
    counts = [
        len(c._flat) if len(c._parts) == 1 else c._parts[1].static_nrows
        for c in table._columns.values()
    ]
    most = min([table._partition.static_nvals, *counts])
    starts = tree.starts_of(table._partition)
    ends = zip(starts(rows).tolist(), starts(rows + 1).tolist(), strict=True)
    clipped = ((min(max(start, 0), most), min(stop, most)) for start, stop in ends)
    return [(start, max(start, stop)) for start, stop in clipped]


def _rows(
    items: Iterable[Node], spans: list[tuple[int, int]], shown: list[list[int]]
) -> list[Node]:
    """Return a run for each row, with its shown items."""
    left, runs = iter(items), []
    for (start, stop), kept in zip(spans, shown, strict=True):
        first = sum(i == start + count for count, i in enumerate(kept))
        mine = [_shorter(item) for item in islice(left, len(kept))]
        runs.append(Run(stop - start, tuple(mine[:first]), tuple(mine[first:])))
    return [*runs]


def _shorter(item: Node) -> Node:
    return shorter_lists(item, _LIST_ROOM) if isinstance(item, Run) else item


def _fit(parts: TableParts, room: int) -> TableParts:
    """Return the columns that fit, all with the same number of items, as many as possible."""
    room -= len("row") + len("length") + 2 * _BETWEEN
    ends = list(accumulate(_label_width(column) for column in parts.labels))
    labels = max(sum(end <= room // 2 for end in ends), min(len(ends), 1))
    room -= ends[labels - 1] if labels else 0
    widths = [_widths(column) for column in parts.columns]
    most = max(map(len, widths), default=1)
    kept, items = len(widths), 1
    while kept:
        left = room - _beyond(
            parts.columns[kept - 1], widths[kept - 1][0], parts.unseen - labels - kept
        )
        fits = [k for k in range(1, most + 1) if _total(widths[:kept], k) <= left]
        items = max(fits, default=0)
        if items or kept == 1:
            break
        kept -= 1
    return replace(
        parts,
        labels=parts.labels[:labels],
        columns=tuple(_cut(column, max(items, 1)) for column in parts.columns[:kept]),
        unseen=parts.unseen - labels - kept,
    )


def _beyond(last: ColumnParts, width: int, unseen: int) -> int:
    """Return how far a mark for further columns, after the last name, extends beyond the column."""
    mark = len(f"+{unseen:,} more") + _BETWEEN if unseen else 0
    return max(len(short_name(last.name)) + mark + _BETWEEN - width, 0)


def _label_width(column: ColumnParts) -> int:
    texts = [short_name(column.name), *(written(node) for _, node in column.rows.shown)]
    return max(map(width_of, texts)) + _BETWEEN


def _widths(column: ColumnParts) -> list[int]:
    """Return the width of a column whose rows show at most 1, 2, 3, ... items."""
    rows = [row for _, row in column.rows.shown if isinstance(row, Run)]
    items = [[width_of(written(item)) + _BETWEEN for _, item in row.shown] for row in rows]
    widths = []
    for k in range(1, max([1, *map(len, items)]) + 1):
        cells = [len(short_name(column.name))]
        for row, found in zip(rows, items, strict=True):
            gap = _GAP * (row.hidden > 0 or len(found) > k)
            last = found[-1:] if k > 1 else []
            cells.append(
                (sum(found) if len(found) <= k else sum(found[: k - len(last)] + last)) + gap
            )
        widths.append(max(cells) + _BETWEEN)
    return widths


def _total(widths: Sequence[Sequence[int]], k: int) -> int:
    return sum(found[min(k, len(found)) - 1] for found in widths)


def _cut(column: ColumnParts, k: int) -> ColumnParts:
    """Return the column with ``k`` items of each row: the first ones and the last one."""

    def cut(row: Node) -> Node:
        if not isinstance(row, Run) or len(row.shown) <= k:
            return row
        return row.resized(max(k - 1, 1), int(k > 1))

    rows = column.rows
    rows = replace(rows, head=tuple(map(cut, rows.head)), tail=tuple(map(cut, rows.tail)))
    return replace(column, rows=rows)
