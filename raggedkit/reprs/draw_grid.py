"""SVG diagrams made of boxes: axes of a shape, cells of a sparse tensor, padded rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from raggedkit.reprs.parts import Box, Gap, GridParts, with_gaps
from raggedkit.reprs.svg import Canvas, Mark, box, text_width

__all__ = ["draw_axes", "draw_grid", "draw_padding"]

_SIDE = 22.0  # height of a box
_GAP = 10.0
_SMALL = 0.88  # of the size of a text


def draw_axes(
    canvas: Canvas,
    sizes: Sequence[tuple[int, int | None]],
    rank: int,
    highlight: Collection[int],
    top: float,
) -> None:
    """Draw a box for each axis in ``sizes``; the box of an unknown size is dashed."""
    known: list[str] = []
    unknown: list[str] = []
    lit, marks, axes, meanings, x = [], [], [], [], 0.0
    if not rank:
        canvas.line(top + 8, [Mark(0, "no axes: a single value", "start")])
        return
    for axis, piece in with_gaps(sizes, 0, rank):
        if isinstance(piece, Gap):
            text = f"+{piece.count:,} more"
            marks.append(Mark(x + text_width(text) / 2, text))
            x += text_width(text) + _GAP
            continue
        text = "?" if piece is None else str(piece)
        meaning = "unknown" if piece is None else "uniform" if axis else "rows"
        width = max(text_width(text), _SMALL * text_width(meaning), 40) + 12
        (unknown if piece is None else known).append(box(x, top + 18, width, 30))
        if axis in highlight:
            lit.append(box(x - 3, top + 15, width + 6, 36))
        axes.append(Mark(x + width / 2, f"axis {axis}"))
        marks.append(Mark(x + width / 2, text))
        meanings.append(Mark(x + width / 2, meaning))
        x += width + _GAP
    canvas.tint("odd", known)
    canvas.outline(known, width=1.5)
    canvas.outline(unknown, width=2, dashes="5 4")
    canvas.outline(lit, width=3)
    canvas.line(top + 8, axes, small=True)
    canvas.line(top + 33, marks, bold=True)
    canvas.line(top + 58, meanings, small=True)
    canvas.reach(x, top + 66)


def draw_unknown(canvas: Canvas, top: float) -> None:
    """Draw a shape of unknown rank."""
    canvas.outline([box(8 * i, top + 4 * i, 90, 30) for i in (2, 1, 0)], width=2, dashes="5 4")
    canvas.line(top + 15, [Mark(45, "? axes")], bold=True)
    canvas.reach(110, top + 42)


def draw_grid(
    canvas: Canvas, grid: GridParts, highlight: Collection[int], top: float, notes: Sequence[str]
) -> None:
    """Draw the cells of a sparse tensor, the occupied ones tinted, and the bounding box."""
    width = max(_SIDE, *map(text_width, [*grid.columns, *(b.text for b in _all(grid))])) + 10
    left = max([0.0, *map(text_width, grid.rows)]) + 10
    columns, rows = len(grid.columns), len(grid.rows)
    canvas.line(
        top + 8, [Mark(left + (i + 0.5) * width, name) for i, name in enumerate(grid.columns)]
    )
    top += 18

    def place(row: int, column: int) -> str:
        return box(left + column * width, top + row * _SIDE, width, _SIDE)

    at = [(i, j, b) for i, line in enumerate(grid.boxes) for j, b in enumerate(line)]
    largest = max([1, *(b.count for _, _, b in at)])
    # An empty cell of the bounding box becomes padding of the dense tensor.
    pads = [(left + j * width, top + i * _SIDE) for i, j, b in at if b.bounded and not b.count]
    canvas.hatch(pads, width, _SIDE)
    for strong in (False, True):
        full = [
            place(i, j)
            for i, j, b in at
            if b.count and not b.mark and (2 * b.count > largest) == strong
        ]
        canvas.tint("odd", full, strong=strong)
    canvas.tint("nan", [place(i, j) for i, j, b in at if b.mark])
    canvas.outline([place(i, j) for i, j, _ in at], width=0.5)
    canvas.outline([box(left, top, columns * width, rows * _SIDE)], width=1.5)
    inside = [(i, j) for i, j, b in at if b.bounded]
    if inside:
        height, across = max(i for i, _ in inside) + 1, max(j for _, j in inside) + 1
        canvas.outline([box(left, top, across * width, height * _SIDE)], width=3, dashes="7 4")
    lit = {row // grid.block[0] for row in highlight}
    canvas.outline([box(left, top + i * _SIDE, columns * width, _SIDE) for i in lit], width=3)
    for i, name in enumerate(grid.rows):
        at_x = [left + (j + 0.5) * width for j in range(columns)]
        boxes = [
            Mark(x, b.text, odd=bool(b.mark)) for x, b in zip(at_x, grid.boxes[i], strict=True)
        ]
        label = Mark(left - 6, name, "end")
        canvas.line(top + (i + 0.5) * _SIDE, [label, *boxes], bold=i in lit)
    top += rows * _SIDE + 14
    for note in notes:
        canvas.line(top, [Mark(0, note, "start")])
        top += 18
    canvas.reach(left + columns * width, top - 14)


def _all(grid: GridParts) -> list[Box]:
    return [b for line in grid.boxes for b in line]


def draw_padding(
    canvas: Canvas,
    rows: Sequence[tuple[int, int, dict[int, tuple[str, bool]]]],
    nrows: int,
    columns: Sequence[int],
    longest: int,
    highlight: Collection[int],
    top: float,
    note: str,
) -> None:
    """Draw rows below each other, padded to the longest one; padding is hatched.

    ``rows`` has the position, the length and the values of each row. A value in one of ``columns``
    is a text and a flag for NaN and infinity, which a reader easily overlooks.
    """
    texts = [text for _, _, found in rows for text, _ in found.values()]
    width = max([26.0, *(text_width(text) + 10 for text in texts)])
    left = 120.0
    canvas.line(top + 8, [Mark(0, "row", "start"), Mark(104, "length", "end")], small=True)
    top += 18
    solid: list[str] = []
    padding: list[tuple[float, float]] = []
    x_of, x = {}, left
    for column, cut in with_gaps([(c, None) for c in columns], 0, longest):
        if cut is not None:
            text = f"+{cut.count:,} more"
            canvas.line(top - 10, [Mark(x + text_width(text) / 2 + 4, text)], small=True)
            x += text_width(text) + 8
        else:
            x_of[column] = x
            x += width
    for row, piece in with_gaps([(r, (n, found)) for r, n, found in rows], 0, nrows):
        if isinstance(piece, Gap):
            canvas.line(top + _SIDE / 2, [Mark(0, f"+{piece.count:,} more rows", "start")])
        else:
            length, found = piece
            values = [box(at, top, width, _SIDE) for c, at in x_of.items() if c < length]
            canvas.tint("odd" if row % 2 else "even", values, strong=row in highlight)
            odd = [box(x_of[c], top, width, _SIDE) for c, (_, odd) in found.items() if odd]
            canvas.tint("nan", odd)
            if not length:
                canvas.tint("empty", [box(-4, top, 112, _SIDE)], strong=row in highlight)
            solid += values
            padding += [(at, top) for c, at in x_of.items() if c >= length]
            marks = [Mark(x_of[c] + width / 2, text, odd=odd) for c, (text, odd) in found.items()]
            start = [Mark(0, f"row {row}", "start"), Mark(104, str(length), "end")]
            canvas.line(top + _SIDE / 2, [*start, *marks], bold=row in highlight)
        top += _SIDE + 4
    canvas.outline(solid)
    canvas.outline([box(*at, width, _SIDE) for at in padding], width=0.7, dashes="3 3")
    canvas.hatch(padding, width, _SIDE)
    canvas.line(top + 10, [Mark(0, note, "start")])
    canvas.reach(x, top)
