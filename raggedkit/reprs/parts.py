"""What a display shows, as frozen data: made once (`describe`), rendered as text or as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Cell", "Encoding", "Node", "PartitionParts", "RaggedParts", "Run", "SparseParts"]


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
