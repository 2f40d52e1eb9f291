"""SVG diagram of rows: bands, row boundaries and encodings of each level, and the values below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from raggedkit.reprs.parts import PartitionParts
from raggedkit.reprs.strip import Level, Placed, Strip
from raggedkit.reprs.svg import Canvas, Mark, box, text_width

__all__ = ["ENCODINGS", "Labels", "draw_rows"]

ENCODINGS = (
    "value_rowids",
    "row_lengths",
    "row_starts",
    "row_limits",
    "row_splits",
    "uniform_row_length",
)
_LINE = 19.0
_LANE = 20.0  # height of a band
_BELOW = 14.0  # between a level and the next one
_NO_ROWS = 75.0  # width of the text
_AFTER_LABELS = 14.0
_DOTTED = "dotted line: the boundary to its left again, after an empty outer row"


@dataclass(frozen=True)
class Labels:
    """Labels of the levels and of the values."""

    levels: tuple[str, ...]
    values: str

    def width(self, encodings: Collection[str]) -> float:
        """Return the x of the first boundary; the labels are left of it."""
        return max(map(text_width, [*self.levels, self.values, *encodings])) + _AFTER_LABELS


def draw_rows(
    canvas: Canvas,
    strip: Strip,
    partitions: Sequence[PartitionParts],
    labels: Labels,
    encodings: Collection[str],
    highlight: Sequence[Collection[int]],
    top: float,
) -> None:
    """Draw the levels from top to bottom, and the values below the last one."""
    left = labels.width(encodings)
    dotted = False
    for depth, (level, parts) in enumerate(zip(strip.levels, partitions, strict=True)):
        last = depth == len(strip.levels) - 1
        if not parts.nrows:
            level.posts[0] = left, 0
            level.gaps.append(Placed(left, left + _NO_ROWS, 0, "no rows"))
        lit = highlight[depth] if depth < len(highlight) else ()
        canvas.line(top + _LANE / 2, [Mark(0, labels.levels[depth], "start")], bold=True)
        bottom = _bands(canvas, level, top, lit)
        if last:
            bottom = _values(canvas, level, bottom, labels.values, lit)
        for name in ENCODINGS:
            if name in encodings and name in _MARKS:
                bottom = _line(canvas, name, _MARKS[name](level), bottom)
        dotted |= _posts(canvas, level, lit, top, bottom)
        bottom += 4
        if "row_splits" in encodings:
            posts = sorted(level.posts.values())
            splits = [Mark(x, str(split)) for x, split in posts]
            bottom = _line(canvas, "row_splits", splits, bottom)
        if "uniform_row_length" in encodings:
            text = "None (lengths may differ)" if parts.uniform is None else parts.uniform
            uniform = [Mark(left, str(text), "start")]
            bottom = _line(canvas, "uniform_row_length", uniform, bottom)
        top = bottom + _BELOW
    if dotted:
        canvas.line(top, [Mark(0, _DOTTED, "start")], small=True)
        top += _LINE
    canvas.reach(strip.right + 10, top - _BELOW)


def _bands(canvas: Canvas, level: Level, top: float, lit: Collection[int]) -> float:
    placed = [p for _, p in level.bands]
    full = [p for band, p in level.bands if band.stop > band.first]
    _tinted(canvas, full, top, _LANE, lit)
    for strong in (False, True):
        bare = [p for p in placed if p not in full and (p.row in lit) == strong]
        canvas.tint("empty", _boxes(bare, top, _LANE), strong=strong)
    marks = [Mark(p.middle, p.text) for p in [*placed, *level.gaps]]
    canvas.line(top + _LANE / 2, sorted(marks, key=lambda mark: mark.x))
    return top + _LANE


def _values(canvas: Canvas, level: Level, top: float, label: str, lit: Collection[int]) -> float:
    _tinted(canvas, level.items, top + 2, _LANE, lit)
    canvas.tint("nan", _boxes([p for p in level.items if p.odd], top + 2, _LANE))
    canvas.outline(_boxes(level.items, top + 2, _LANE))
    marks = [Mark(p.middle, p.text, odd=p.odd) for p in [*level.items, *level.inner_gaps]]
    marks.sort(key=lambda mark: mark.x)
    canvas.line(top + 2 + _LANE / 2, [Mark(0, label, "start"), *marks])
    return top + _LANE + 6


def _tinted(
    canvas: Canvas, placed: Sequence[Placed], top: float, height: float, lit: Collection[int]
) -> None:
    for turn in (0, 1):
        for strong in (False, True):
            shown = [p for p in placed if p.row % 2 == turn and (p.row in lit) == strong]
            canvas.tint(("even", "odd")[turn], _boxes(shown, top, height), strong=strong)


def _boxes(placed: Sequence[Placed], top: float, height: float) -> list[str]:
    return [box(p.left, top, p.right - p.left, height) for p in placed]


def _line(canvas: Canvas, name: str, marks: list[Mark], top: float) -> float:
    canvas.line(top + _LINE / 2, [Mark(0, name, "start"), *marks])
    return top + _LINE


_MARKS: dict[str, Callable[[Level], list[Mark]]] = {
    "value_rowids": lambda level: [Mark(p.middle, str(p.row)) for p in level.items],
    "row_lengths": lambda level: [Mark(p.middle, str(b.length)) for b, p in level.bands],
    "row_starts": lambda level: [Mark(p.left + 8, str(b.start), "start") for b, p in level.bands],
    "row_limits": lambda level: [Mark(p.right - 8, str(b.limit), "end") for b, p in level.bands],
}


def _posts(canvas: Canvas, level: Level, lit: Collection[int], top: float, bottom: float) -> bool:
    """Draw the row boundaries, and a frame around each highlighted row.

    Return whether some boundaries are dotted.
    """
    lines = [f"M{x:g} {top - 3:g}V{bottom + 3:g}" for x, _ in level.posts.values()]
    canvas.outline(lines, width=2)
    # After an empty outer row, a row starts right of the boundary where the last one ended.
    posts = {x for x, _ in level.posts.values()}
    edges = {p.left for _, p in level.bands} - posts
    canvas.outline((f"M{x:g} {top - 3:g}V{bottom + 3:g}" for x in sorted(edges)), dashes="2 2")
    marked = [p for _, p in level.bands if p.row in lit]
    frames = [box(p.left, top - 4, p.right - p.left, bottom - top + 8) for p in marked]
    canvas.outline(frames, width=4)
    return bool(edges)
