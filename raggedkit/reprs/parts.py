"""What a display shows, as frozen data: made once (`describe`), rendered as text, HTML or SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

__all__ = [
    "Band",
    "Box",
    "Cell",
    "Gap",
    "GridParts",
    "Line",
    "Node",
    "PartitionParts",
    "RaggedParts",
    "RowCounts",
    "Run",
    "SparseParts",
    "lines_of",
    "with_gaps",
]


@dataclass(frozen=True)
class Cell:
    """One value."""

    text: str  # as Python writes it
    mark: str = ""  # "nan" or "inf": what is easily overlooked among numbers
    cut: bool = False  # whether the text stands for a longer one


@dataclass(frozen=True)
class Run:
    """A list of which the first items and the last ones are shown."""

    length: int
    head: tuple[Node, ...]
    tail: tuple[Node, ...] = ()
    tall: bool = False  # whether each item shown gets a line of its own
    note: str = ""  # what there is among the hidden items: "2 nan", "3 empty"

    @property
    def hidden(self) -> int:
        """How many items lie between the first ones and the last ones."""
        return self.length - len(self.head) - len(self.tail)

    @property
    def shown(self) -> tuple[tuple[int, Node], ...]:
        """The items shown, each with its position."""
        after = self.length - len(self.tail)
        return (*enumerate(self.head), *enumerate(self.tail, after))

    @property
    def mark(self) -> str:
        """The mark of an item shown that has one."""
        return next((item.mark for _, item in self.shown if item.mark), "")

    @property
    def whole(self) -> bool:
        """Whether nothing is left out, down to the last character."""
        return not self.hidden and all(
            item.whole if isinstance(item, Run) else not item.cut for _, item in self.shown
        )


Node: TypeAlias = Cell | Run


@dataclass(frozen=True)
class Line:
    """One line of a table of rows: a row, or the gap where rows are left out."""

    path: tuple[int, ...]  # the row's position on each axis; of a gap, that of the row it lies in
    row: Run | None
    hidden: int = 0  # rows left out
    note: str = ""  # what there is among them

    @property
    def opened(self) -> bool:
        """Whether what is in the row follows on lines of its own."""
        return self.row is not None and self.row.tall and self.row.length > 0


def lines_of(rows: Run, path: tuple[int, ...] = ()) -> Iterator[Line]:
    """Return the lines of a table of these rows."""
    for count, (position, row) in enumerate(rows.shown):
        if rows.hidden and count == len(rows.head):
            yield Line(path, None, rows.hidden, rows.note)
        if isinstance(row, Run):
            line = Line((*path, position), row)
            yield line
            if line.opened:
                yield from lines_of(row, line.path)
    if rows.hidden and not rows.tail:
        yield Line(path, None, rows.hidden, rows.note)


@dataclass(frozen=True)
class Band:
    """A row as a stretch of what lies on the next axis."""

    row: int
    start: int  # in the numbering of the next axis, as the row splits have it
    limit: int
    first: int  # the same, kept inside of what there is
    stop: int
    items: tuple[tuple[int, Node | Band], ...]  # those shown, and their positions on the next axis

    @property
    def length(self) -> int:
        """How long the row is, shown or not."""
        return self.limit - self.start


@dataclass(frozen=True)
class Gap:
    """Items left out between two that are shown, or at an end."""

    count: int


_Item = TypeVar("_Item")


def with_gaps(
    items: Sequence[tuple[int, _Item]], start: int, stop: int
) -> Iterator[tuple[int, _Item | Gap]]:
    """Return the items in order, a `Gap` wherever positions from start to stop are missing."""
    at = start
    for position, item in items:
        if position > at:
            yield at, Gap(position - at)
        yield position, item
        at = position + 1
    if stop > at:
        yield at, Gap(stop - at)


@dataclass(frozen=True)
class RowCounts:
    """What there is to say about the lengths of all rows of a partition."""

    shortest: int
    longest: int
    empty: int  # rows of length 0


@dataclass(frozen=True)
class PartitionParts:
    """A RowPartition."""

    nrows: int
    nvals: int
    uniform: int | None
    dtype: str
    nbytes: int  # of what it takes to keep it: the splits, or nothing
    splits: Run
    lengths: Run
    counts: RowCounts | None = None  # None: not looked for, or too many rows for that
    bands: tuple[Band, ...] = ()
    items: str = ""  # what its rows are rows of: "values", "rows" or "positions"


@dataclass(frozen=True)
class RaggedParts:
    """A RaggedTensor."""

    rows: Run  # of runs
    notation: str
    shape: str
    dtype: str
    size: int
    nbytes: int  # of the values
    text: bool  # whether the values are words rather than numbers
    inner: tuple[int, ...]  # sizes of the axes after the partitioned ones
    partitions: tuple[PartitionParts, ...]
    oddities: str = ""  # "2 nan, 1 inf"
    padded: int | None = None  # cells of the smallest dense array that holds all rows


@dataclass(frozen=True)
class Box:
    """A cell of a grid: one place of a sparse tensor, or a block of many."""

    text: str
    count: int  # values in it
    bounded: bool  # whether it lies inside of the bounding box
    mark: str = ""  # of its value, as of a `Cell`


@dataclass(frozen=True)
class GridParts:
    """A sparse tensor of rank 1 or 2 seen from above."""

    rows: tuple[str, ...]  # the places each row of boxes stands for
    columns: tuple[str, ...]
    boxes: tuple[tuple[Box, ...], ...]
    block: tuple[int, int]  # how many places a box stands for
    counted: int  # values looked at
    outside: int  # of which so many lie outside of the declared shape


@dataclass(frozen=True)
class SparseParts:
    """A SparseTensor."""

    indices: Run  # of runs
    values: Run
    dense_shape: Run
    dtype: str
    ncells: int
    text: bool
    bounding: Run | None = None  # sizes of the bounding box; None: not looked for
    fills: bool = False  # whether the bounding box is all of the declared shape
    at_least: bool = False  # whether there may be values beyond it
    grid: GridParts | None = None
