"""The tape of a played operation: boards of cells, and steps that move values between cells.

A tape is plain data. Its moves name cells and a function of `FUNCTIONS`, so whoever replays them
needs no raggedkit; a test does, and compares with the answer of the real operation. The text of a
step is checked too: it is a chain of equal expressions over the boards, as ``row_splits[1] =
row_splits[0] + row_lengths[0] = 0 + 4 = 4``. The first expression refers to the boards after the
step, the others to those before it.
"""

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from raggedkit.errors import broken_rule

__all__ = [
    "FUNCTIONS",
    "SYMBOLS",
    "Answer",
    "Board",
    "Cell",
    "Move",
    "Step",
    "Tape",
    "equals",
    "is_rounded",
    "show",
]

MOST_CELLS = 400  # of all boards of a tape: a page cannot show more at once

# A cell: the name of its board, and its position there.
Cell = tuple[str, int]


def _divide(x: float, y: float) -> float:
    """Divide as floating-point arithmetic does: by zero, too."""
    if y:
        return x / y
    return x * math.copysign(math.inf, y) if x else math.nan


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "copy": lambda x: x,
    "bool": bool,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": _divide,
    "maximum": lambda x, y: x if x != x or x >= y else y,  # NaN is passed on, unlike by max
    "minimum": lambda x, y: x if x != x or x <= y else y,
    "logical_and": lambda x, y: bool(x and y),
    "logical_or": lambda x, y: bool(x or y),
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "less": operator.lt,
    "less_equal": operator.le,
    "equal": operator.eq,
    "not_equal": operator.ne,
}
"""What a move may compute from its sources: each cell's value, in order."""

SYMBOLS = {
    "add": "{} + {}",
    "subtract": "{} - {}",
    "multiply": "{} * {}",
    "divide": "{} / {}",
    "maximum": "max({}, {})",
    "minimum": "min({}, {})",
    "logical_and": "bool({} and {})",
    "logical_or": "bool({} or {})",
    "greater": "{} > {}",
    "greater_equal": "{} >= {}",
    "less": "{} < {}",
    "less_equal": "{} <= {}",
    "equal": "{} == {}",
    "not_equal": "{} != {}",
}
"""How the text of a step writes these functions."""


@dataclass(frozen=True, slots=True)
class Board:
    """A row of cells that a page draws: ``splits`` cut it into rows, the outermost level first."""

    name: str
    cells: tuple[Any, ...]  # all of a given board; none of an output, which the moves fill
    size: int
    given: bool
    splits: tuple[tuple[int, ...], ...] = ()
    shape: tuple[int, ...] = ()  # of a dense board with more than one axis


@dataclass(frozen=True, slots=True)
class Move:
    """One value computed from cells and put into a cell.

    ``do`` is ``"fill"`` for a constant (no sources), or a name of `FUNCTIONS` applied to the
    sources. A fold has its target as first source.
    """

    do: str
    sources: tuple[Cell, ...]
    target: Cell
    value: Any


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a player shows at once: its text, its moves, the cells looked at, a remark."""

    text: str
    moves: tuple[Move, ...]
    looks: tuple[Cell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Where the moves leave the answer: a board of values, and boards of row splits or a shape."""

    values: str
    splits: tuple[str, ...] = ()
    shape: tuple[int, ...] | None = None  # () for a single value


def show(value: Any) -> str:
    """Return a value as the text of a step writes it: floats by at most four digits."""
    if isinstance(value, float):
        text = repr(value)
        return text if len(text) <= 6 else f"{value:.4g}"
    return repr(value)


def is_rounded(value: Any) -> bool:
    """Return whether `show` rounds a value."""
    return isinstance(value, float) and show(value) != repr(value)


def equals(value: Any) -> str:
    """Return ``"= value"``, or ``"≈ value"`` where the text is rounded."""
    return f"{'≈' if is_rounded(value) else '='} {show(value)}"


class Tape:
    """A recorder: it carries out the moves it is given, so that texts can name present values."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.boards: dict[str, Board] = {}
        self.now: dict[str, list[Any]] = {}
        self.steps: list[Step] = []
        self.function: Callable[..., Any] | None = None  # the user's, named "f" in moves
        self._moves: list[Move] = []

    def give(
        self,
        name: str,
        cells: Iterable[Any],
        splits: Sequence[Sequence[int]] = (),
        shape: tuple[int, ...] = (),
    ) -> None:
        """Add a board whose cells are known from the start."""
        known = tuple(cells)
        board = Board(name, known, len(known), True, tuple(map(tuple, splits)), shape)
        self.boards[name] = board
        self.now[name] = list(known)

    def output(
        self,
        name: str,
        size: int,
        splits: Sequence[Sequence[int]] = (),
        shape: tuple[int, ...] = (),
    ) -> None:
        """Add a board of empty cells, which moves fill."""
        self.boards[name] = Board(name, (), size, False, tuple(map(tuple, splits)), shape)
        self.now[name] = [None] * size
        total = sum(board.size for board in self.boards.values())
        if total > MOST_CELLS:
            raise ValueError(
                broken_rule("args", f"have at most {MOST_CELLS} cells in all to be played", total)
                + "; take a few rows"
            )

    def at(self, name: str, i: int) -> Any:
        """Return the present value of a cell."""
        return self.now[name][i]

    def fill(self, target: Cell, value: Any) -> None:
        """Put a constant into a cell."""
        self._put(Move("fill", (), target, value))

    def copy(self, source: Cell, target: Cell) -> None:
        """Copy one cell into another."""
        self.apply("copy", (source,), target)

    def apply(self, do: str, sources: tuple[Cell, ...], target: Cell) -> Any:
        """Apply a function to cells, put the result into a cell, and return it."""
        value = FUNCTIONS[do](*(self.now[name][i] for name, i in sources))
        self._put(Move(do, sources, target, value))
        return value

    def call(self, function: Callable[..., Any], source: Cell, target: Cell, value: Any) -> None:
        """Record a call of the user's own function, whose result is known already."""
        self.function = function
        self._put(Move("f", (source,), target, value))

    def compute(self, do: str, left: Cell, right: Cell, target: Cell) -> str:
        """Apply a function to two cells and return the text of the step."""
        x, y = self.at(*left), self.at(*right)
        value = self.apply(do, (left, right), target)
        names = SYMBOLS[do].format(name_of(left), name_of(right))
        sign = "≈" if is_rounded(x) or is_rounded(y) else "="
        numbers = SYMBOLS[do].format(show(x), show(y))
        return f"{name_of(target)} = {names} {sign} {numbers} {equals(value)}"

    def step(self, text: str, looks: Iterable[Cell] = (), note: str = "") -> None:
        """End a step: the moves since the last one belong to it."""
        self.steps.append(Step(text, tuple(self._moves), tuple(looks), note))
        self._moves = []

    def close_row(self, name: str, row: int, count: int) -> str:
        """Write the next row split of an output and return the text of the step."""
        before = self.at(name, row)
        self._put(Move("fill", (), (name, row + 1), before + count))
        return (
            f"{name}[{row + 1}] = {name}[{row}] + {count} = {before} + {count} = {before + count}"
        )

    def _put(self, move: Move) -> None:
        name, i = move.target
        self.now[name][i] = move.value
        self._moves.append(move)


def name_of(cell: Cell) -> str:
    """Return a cell as a text names it: ``flat[5]``."""
    return f"{cell[0]}[{cell[1]}]"
