"""Parts of a display as frozen data: built by `describe`, rendered as text, HTML or SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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

    text: str
    mark: str = ""  # "nan" or "inf", which are easily overlooked
    cut: bool = False  # whether the text shows less than the value
    left: int = 0  # spaces that align the text with those of other cells
    right: int = 0

    @property
    def padded(self) -> str:
        """The text with the spaces that align it."""
        return f"{'':{self.left}}{self.text}{'':{self.right}}"


@dataclass(frozen=True)
class Run:
    """A list with its first and last items; those between them are hidden."""

    length: int
    head: tuple[Node, ...]
    tail: tuple[Node, ...] = ()
    tall: bool = False  # whether each shown item has its own line
    note: str = ""  # on the hidden items: "2 nan", "3 empty"

    @property
    def hidden(self) -> int:
        """The number of items between the first and the last ones."""
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

    def resized(self, head: int, tail: int) -> Run:
        """Return the list with fewer items shown."""
        last = [*self.head, *self.tail] if not self.hidden else self.tail
        return replace(self, head=self.head[:head], tail=tuple(last[len(last) - tail :]))

    @property
    def whole(self) -> bool:
        """Whether no item is hidden and no text is shortened."""
        return not self.hidden and all(
            item.whole if isinstance(item, Run) else not item.cut for _, item in self.shown
        )


Node: TypeAlias = Cell | Run


@dataclass(frozen=True)
class Line:
    """One line of a table of rows: a row, or the gap where rows are left out."""

    path: tuple[int, ...]  # position on each axis; for a gap, the position of its outer row
    row: Run | None
    hidden: int = 0  # rows left out
    note: str = ""  # on the hidden rows

    @property
    def opened(self) -> bool:
        """Whether the items of the row follow on lines of their own."""
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
    """A row as a range of items of the next axis."""

    row: int
    start: int  # positions on the next axis, from the row splits
    limit: int
    first: int  # the same, clipped to the items that exist
    stop: int
    items: tuple[tuple[int, Node | Band], ...]  # those shown, and their positions on the next axis

    @property
    def length(self) -> int:
        """The true row length, whether all items are shown or not."""
        return self.limit - self.start


@dataclass(frozen=True)
class Gap:
    """Hidden items between two shown ones, or at an end."""

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
    """The range of row lengths of a partition, and the number of empty rows."""

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
    nbytes: int  # of the row splits; 0 for a uniform partition
    splits: Run
    lengths: Run
    counts: RowCounts | None = None  # None: not counted
    bands: tuple[Band, ...] = ()
    items: str = ""  # items of its rows: "values", "rows" or "positions"


@dataclass(frozen=True)
class RaggedParts:
    """A RaggedTensor."""

    rows: Run  # of runs
    notation: str
    shape: str
    dtype: str
    size: int
    nbytes: int  # of the values
    inner: tuple[int, ...]  # sizes of the axes after the partitioned ones
    partitions: tuple[PartitionParts, ...]
    oddities: str = ""  # "2 nan, 1 inf"
    padded: int | None = None  # size of the smallest dense array for all rows


@dataclass(frozen=True)
class Box:
    """A box of a grid: one cell of a sparse tensor, or a block of cells."""

    text: str
    count: int  # values in it
    bounded: bool  # whether it is inside the bounding box
    mark: str = ""  # of its value, see `Cell`


@dataclass(frozen=True)
class GridParts:
    """The grid of a sparse tensor of rank 1 or 2."""

    rows: tuple[str, ...]  # labels of the rows of boxes
    columns: tuple[str, ...]
    boxes: tuple[tuple[Box, ...], ...]
    block: tuple[int, int]  # cells per box, down and across
    counted: int  # values that were read
    outside: int  # of these, values outside of the declared shape
    marked: bool = False  # whether boxes only mark values, as the values have no room


@dataclass(frozen=True)
class SparseParts:
    """A SparseTensor."""

    indices: Run  # of runs
    values: Run
    dense_shape: Run
    dtype: str
    ncells: int
    bounding: Run | None = None  # sizes of the bounding box; None: not computed
    fills: bool = False  # whether the bounding box equals the declared shape
    at_least: bool = False  # whether values may be beyond it, as only a sample was read
    grid: GridParts | None = None
