"""HTML tables of a row partition: a band of columns per row, with the encodings below it.

Each row boundary has a column of its own, before each band and after the last, with its row split
below it. So two equal splits are visible as an empty row. A partition that is wider than a narrow
page is cut into strips: tables side by side, or below each other where the page is narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from raggedkit.reprs.fitting import BAND_ROOM, STRIP, band_width, text_of
from raggedkit.reprs.markup import Html, element, table_row
from raggedkit.reprs.parts import Band, Gap, Node, PartitionParts, Run, with_gaps
from raggedkit.reprs.tables import amount, facts, inline, strips, table

__all__ = ["MEANINGS", "band_tables", "partition_summary"]

_ABOVE_SPLITS = 6  # table lines that a boundary spans, as does a gap between bands
MEANINGS = {
    "value_rowids": "row of each value",
    "row_lengths": "values in each row",
    "row_starts": "start of each row",
    "row_limits": "end of each row",
    "row_splits": "row boundaries",
    "uniform_row_length": "length of all rows",
}


@dataclass(frozen=True)
class Post:
    """A row boundary: one number of the row splits."""

    split: str
    again: bool = False  # whether it is also the last boundary of the strip before


Piece: TypeAlias = Band | Gap | Post


def partition_summary(parts: PartitionParts) -> str:
    """Return the number of rows, the number of empty ones, and the range of their lengths."""
    rows, counts = amount(parts.nrows, "row"), parts.counts
    unit = "inner row" if parts.items == "rows" else "value"
    if counts is None:
        return f"{rows} of {amount(parts.nvals, unit)} in all"
    if not parts.nrows or counts.shortest == counts.longest:
        each = f"{amount(counts.longest, unit)}{' each' * (parts.nrows > 1)}"
        return f"{rows} of {each}" if parts.nrows else rows
    empty = f" ({counts.empty:,} empty)" if counts.empty else ""
    return f"{rows}{empty} of {counts.shortest:,} to {amount(counts.longest, unit)}"


def band_tables(parts: PartitionParts, about_values: str, *, explained: bool = True) -> Html:
    """Return the rows of a partition side by side, with the encodings below each row.

    If there are several partitions, only one needs the encodings ``explained``.
    """
    meanings = {**MEANINGS, "values": about_values} if explained else {}
    tables = []
    for strip in _strips(parts):
        tables.append(_strip_table(strip, meanings, rows=bool(parts.nrows)))
        meanings = {}
    uniform = "None (lengths may differ)" if parts.uniform is None else str(parts.uniform)
    return Html(strips(tables) + facts(f"uniform_row_length: {uniform}"))


def _strips(parts: PartitionParts) -> Iterator[list[Piece]]:
    """Return bands, gaps and boundaries from left to right, in strips that fit a narrow page."""
    strip: list[Piece] = []
    room = STRIP
    for _, piece in with_gaps([(band.row, band) for band in parts.bands], 0, parts.nrows):
        width = band_width(piece) if isinstance(piece, Band) else len(_gap(piece)) + 1
        if isinstance(piece, Band) and (not strip or isinstance(strip[-1], Gap)):
            width += len(str(piece.start)) + 1
        if width > room and any(not isinstance(found, Post) for found in strip):
            yield strip
            last, room = strip[-1], STRIP
            strip = []
            if isinstance(last, Post):
                strip.append(Post(last.split, again=True))
                room -= len(last.split) + 1
        room -= width
        if isinstance(piece, Band):
            if not strip or isinstance(strip[-1], Gap):
                strip.append(Post(str(piece.start)))
            strip += [piece, Post(str(piece.limit))]
        else:
            strip.append(piece)
    yield strip or [Post("0")]


def _gap(gap: Gap) -> str:
    return f"+{amount(gap.count, 'more row', 'more rows')}"


def _strip_table(pieces: list[Piece], meanings: dict[str, str], *, rows: bool) -> Html:
    lines = {
        "row": _line(pieces, _heading, first=True),
        "values": _line(pieces, _values),
        "value_rowids": _line(pieces, _rowids),
        "row_lengths": _line(pieces, lambda band: [_across(band, str(band.length))]),
        "row_starts": _line(pieces, lambda band: [_across(band, str(band.start))]),
        "row_limits": _line(pieces, lambda band: [_across(band, str(band.limit))]),
        "row_splits": [_below(piece) for piece in pieces],
    }
    shown = lines.items() if rows else [("row_splits", lines["row_splits"])]
    cells = [table_row([*_label(name, meanings), *line]) for name, line in shown]
    return table([], cells, "bands")


def _label(name: str, meanings: dict[str, str]) -> list[Html]:
    label = element("th", name, scope="row")
    return [label, element("td", meanings.get(name, ""), class_="about")] if meanings else [label]


def _line(
    pieces: Sequence[Piece], cells: Callable[[Band], list[Html]], *, first: bool = False
) -> list[Html]:
    """Return a line of the table; the first has the gaps and boundaries, which span the others."""
    line: list[Html] = []
    for piece in pieces:
        if isinstance(piece, Band):
            line += cells(piece)
        elif first and isinstance(piece, Post):
            kind = "post again" if piece.again else "post"
            line.append(element("td", class_=kind, rowspan=_ABOVE_SPLITS))
        elif first and isinstance(piece, Gap):
            line.append(element("td", _gap(piece), class_="more", rowspan=_ABOVE_SPLITS))
    return line


def _heading(band: Band) -> list[Html]:
    return [element("th", str(band.row), scope="col", class_=_turn(band), colspan=_span(band))]


def _across(band: Band, text: str) -> Html:
    return element("td", text, class_=_turn(band), colspan=_span(band))


def _values(band: Band) -> list[Html]:
    cells = []
    for _, item in with_gaps(band.items, band.first, band.stop):
        if isinstance(item, Gap):
            cells.append(element("td", f"+{item.count:,} more", class_="more", rowspan=2))
        elif not isinstance(item, Band):
            cells.append(element("td", _value(item), class_=f"value {_turn(band)}".rstrip()))
    return cells or [element("td", "empty", class_="empty", rowspan=2)]


def _value(item: Node) -> str:
    return text_of(item, BAND_ROOM) if isinstance(item, Run) else inline(item)


def _rowids(band: Band) -> list[Html]:
    return [element("td", str(band.row), class_=_turn(band)) for _ in band.items]


def _below(piece: Piece) -> Html:
    """Return the row split below a boundary, or an empty cell below a band."""
    if isinstance(piece, Band):
        return element("td", colspan=_span(piece))
    if isinstance(piece, Post):
        return element("td", piece.split, class_="again" if piece.again else "")
    return element("td")


def _span(band: Band) -> int:
    """Return the ``colspan`` of a cell over all columns of a band; 0 for a single column."""
    width = sum(1 for _ in with_gaps(band.items, band.first, band.stop))
    return width if width > 1 else 0


def _turn(band: Band) -> str:
    """Return the class of every second row, which has a grey background."""
    return "odd" if band.row % 2 else ""
