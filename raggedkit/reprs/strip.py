"""Layout of diagrams of partitions: x positions of values, of rows as bands, and of boundaries.

Rows of a level are side by side with a boundary between them. A boundary (``posts``) is one number
of the row splits; around an empty row two boundaries have the same split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from raggedkit.reprs.line import fitted
from raggedkit.reprs.parts import Band, Cell, Gap, Node, Run, with_gaps
from raggedkit.reprs.svg import text_width

__all__ = ["Level", "Placed", "Strip", "place"]

_POST = 14.0  # width of a boundary
_ROOM = 16  # characters of a value
_LEAST = 24.0  # width of a value's box


@dataclass(frozen=True)
class Placed:
    """A labelled interval on the x axis."""

    left: float
    right: float
    row: int  # its own row, or the row that contains it
    text: str = ""
    odd: bool = False  # whether the value is nan or inf

    @property
    def middle(self) -> float:
        """The x in the middle."""
        return (self.left + self.right) / 2


@dataclass
class Level:
    """The rows of one partition, and their items."""

    bands: list[tuple[Band, Placed]] = field(default_factory=list)
    posts: dict[int, tuple[float, int]] = field(default_factory=dict)  # index -> x, split
    gaps: list[Placed] = field(default_factory=list)  # between rows
    items: list[Placed] = field(default_factory=list)  # rows of the next level, or values
    inner_gaps: list[Placed] = field(default_factory=list)  # between those


@dataclass
class Strip:
    """All levels, from the outermost to the innermost."""

    levels: list[Level]
    right: float


def place(bands: Sequence[Band], nrows: int, depth: int, left: float) -> Strip:
    """Return the layout of ``depth`` nested partitions and their values, from x = ``left``."""
    strip = Strip([Level() for _ in range(depth)], left)
    width = max([_LEAST, *(text_width(text) + 10 for text in _texts(bands))])
    pieces = list(with_gaps([(b.row, b) for b in bands], 0, nrows))
    strip.right = _rows(strip, width, pieces, 0, left)
    return strip


def _texts(bands: Sequence[Band]) -> list[str]:
    texts: list[str] = []
    for band in bands:
        for _, item in band.items:
            texts += _texts([item]) if isinstance(item, Band) else [_text(item)]
    return texts


def _text(item: Node) -> str:
    return fitted(item, _ROOM) if isinstance(item, Run) else item.text


def _rows(
    strip: Strip, width: float, pieces: list[tuple[int, Band | Gap]], depth: int, x: float
) -> float:
    """Place rows of one level from a boundary at ``x``; return the x of the last boundary."""
    level = strip.levels[depth]
    for row, piece in pieces:
        if isinstance(piece, Gap):
            text = f"+{piece.count:,} more"
            right = x + text_width(text) + 2 * _POST
            level.gaps.append(Placed(x, right, row, text))
        else:
            level.posts.setdefault(row, (x, piece.start))
            label = str(row) if piece.stop > piece.first else f"{row}: empty"
            right = max(_inside(strip, width, piece, depth, x), x + text_width(label) + 8)
            longer = f"row {label}"
            label = longer if text_width(longer) + 8 < right - x else label
            level.posts[row + 1] = (right, piece.limit)
            level.bands.append((piece, Placed(x, right, row, label)))
        x = right
    return x


def _inside(strip: Strip, width: float, band: Band, depth: int, x: float) -> float:
    """Place the items of a row; return the x of the boundary after it."""
    pieces = list(with_gaps(band.items, band.first, band.stop))
    if not pieces:
        return x
    level = strip.levels[depth]
    if depth + 1 < len(strip.levels):
        rows = [(at, item) for at, item in pieces if isinstance(item, Band | Gap)]
        below = strip.levels[depth + 1]
        first, gaps = len(below.bands), len(below.gaps)
        right = _rows(strip, width, rows, depth + 1, x)
        level.items += [Placed(p.left, p.right, band.row) for _, p in below.bands[first:]]
        level.inner_gaps += [Placed(p.left, p.right, band.row) for p in below.gaps[gaps:]]
        return right
    x += _POST / 2
    for _, item in pieces:
        if isinstance(item, Gap):
            text = f"+{item.count:,} more"
            right = x + text_width(text) + 8
            level.inner_gaps.append(Placed(x, right, band.row, text))
        elif isinstance(item, Cell | Run):
            right = x + width
            level.items.append(Placed(x, right, band.row, _text(item), bool(item.mark)))
        x = right
    return x + _POST / 2
