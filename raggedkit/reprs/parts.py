"""What a display shows, as frozen data: made once (`describe`), rendered as text or as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "Cell",
    "Encoding",
    "Line",
    "Node",
    "PartitionParts",
    "RaggedParts",
    "Run",
    "SparseParts",
    "lines_of",
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

    @property
    def opened(self) -> bool:
        """Whether what is in the row follows on lines of its own."""
        return self.row is not None and self.row.tall and self.row.length > 0


def lines_of(rows: Run, path: tuple[int, ...] = ()) -> Iterator[Line]:
    """Return the lines of a table of these rows."""
    for count, (position, row) in enumerate(rows.shown):
        if rows.hidden and count == len(rows.head):
            yield Line(path, None, rows.hidden)
        if isinstance(row, Run):
            line = Line((*path, position), row)
            yield line
            if line.opened:
                yield from lines_of(row, line.path)
    if rows.hidden and not rows.tail:
        yield Line(path, None, rows.hidden)


@dataclass(frozen=True)
class Encoding:
    """One way to say where rows begin and end."""

    name: str
    meaning: str
    numbers: Run


@dataclass(frozen=True)
class PartitionParts:
    """A RowPartition."""

    nrows: int
    nvals: int
    uniform: int | None
    dtype: str
    nbytes: int  # of what it takes to keep it: the splits, or nothing
    encodings: tuple[Encoding, ...]

    def encoding(self, name: str) -> Run:
        """Return the numbers of one encoding."""
        return next(e.numbers for e in self.encodings if e.name == name)


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
    partitions: tuple[PartitionParts, ...]


@dataclass(frozen=True)
class SparseParts:
    """A SparseTensor."""

    indices: Run  # of runs
    values: Run
    dense_shape: Run
    dtype: str
    ncells: int
    text: bool
