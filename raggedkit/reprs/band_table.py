"""A partition as a table: each row a band of columns, and what the encodings say below it.

The line before a band is the post at which its number of the row splits stands, and one more post
ends the last band. So two equal splits are seen to have an empty row between them.
"""

from __future__ import annotations

from collections.abc import Callable

from raggedkit.reprs.line import fitted
from raggedkit.reprs.markup import Html, element, table_row
from raggedkit.reprs.parts import Band, Gap, PartitionParts, Run, with_gaps
from raggedkit.reprs.tables import amount, inline, table

__all__ = ["band_table", "partition_summary"]

_ROOM = 26  # columns for a list
_ABOVE_SPLITS = 6  # lines of the table that a gap between bands runs through
_MEANINGS = {
    "value_rowids": "row of each value",
    "row_lengths": "values in each row",
    "row_starts": "where each row starts",
    "row_limits": "where each row ends",
    "row_splits": "where a row ends and the next starts",
}


def partition_summary(parts: PartitionParts) -> str:
    """Return how many rows there are, of which lengths, and how many of them are empty."""
    rows, counts = amount(parts.nrows, "row"), parts.counts
    if counts is None:
        return f"{rows} of {amount(parts.nvals, 'value')}"
    if not parts.nrows or counts.shortest == counts.longest:
        each = f"{amount(counts.longest, 'value')}{' each' * (parts.nrows > 1)}"
        return f"{rows} of {each}" if parts.nrows else rows
    empty = f", {counts.empty} of them empty" if counts.empty else ""
    return f"{rows} of {counts.shortest} to {amount(counts.longest, 'value')}{empty}"


def band_table(
    parts: PartitionParts, caption: Html, about_values: str, *, explained: bool = True
) -> Html:
    """Return the rows of a partition side by side, and below each what an encoding says of it.

    What the encodings mean need not be ``explained`` in every one of several tables.
    """
    pieces = [piece for _, piece in with_gaps([(b.row, b) for b in parts.bands], 0, parts.nrows)]
    lines = {
        "row": _line(pieces, _heading, gaps=True),
        "values": _line(pieces, _values),
        "value_rowids": _line(pieces, _rowids),
        "row_lengths": _line(pieces, lambda band: [_across(band, band.length)]),
        "row_starts": _line(pieces, lambda band: [_across(band, band.start)]),
        "row_limits": _line(pieces, lambda band: [_across(band, band.limit)]),
        "row_splits": _splits(pieces),
        "uniform_row_length": [],
    }
    uniform = "None: rows may differ in length" if parts.uniform is None else str(parts.uniform)
    meanings = _MEANINGS if explained else {}
    meanings = meanings | {"values": about_values, "uniform_row_length": uniform}
    rows = [
        table_row([_label(name), element("td", meanings.get(name, "")), *cells])
        for name, cells in lines.items()
        if parts.nrows or name in ("uniform_row_length", "row_splits")
    ]
    groups = [Html('<colgroup span="2"></colgroup>'), *map(_group, pieces), element("colgroup")]
    return table(Html(caption + "".join(groups) + "\n"), [], rows, class_="bands")


def _line(
    pieces: list[Band | Gap], cells: Callable[[Band], list[Html]], *, gaps: bool = False
) -> list[Html]:
    """Return a line of the table; the first one has the gaps, which run through the others."""
    line: list[Html] = []
    for piece in pieces:
        if isinstance(piece, Band):
            line += cells(piece)
        elif gaps:
            more = f"+{amount(piece.count, 'more row', 'more rows')}"
            line.append(element("td", more, class_="more", rowspan=_ABOVE_SPLITS))
    return line


def _heading(band: Band) -> list[Html]:
    return [element("th", str(band.row), scope="colgroup", colspan=_span(band))]


def _across(band: Band, number: int) -> Html:
    return element("td", str(number), colspan=_span(band))


def _values(band: Band) -> list[Html]:
    cells = []
    for _, item in with_gaps(band.items, band.first, band.stop):
        if isinstance(item, Gap):
            cells.append(element("td", f"+{item.count} more", class_="more", rowspan=2))
        elif not isinstance(item, Band):
            text = fitted(item, _ROOM) if isinstance(item, Run) else inline(item)
            cells.append(element("td", text))
    return cells or [element("td", "empty", class_="more", rowspan=2)]


def _rowids(band: Band) -> list[Html]:
    return [element("td", str(band.row)) for _ in band.items]


def _splits(pieces: list[Band | Gap]) -> list[Html]:
    """Return the split before each band, and the one after a band where no other follows."""
    cells, after = [], "0"
    for piece in pieces:
        if isinstance(piece, Band):
            cells.append(_across(piece, piece.start))
            after = str(piece.limit)
        else:
            cells.append(element("td", after))
            after = ""
    return [*cells, element("td", after)]


def _width(piece: Band | Gap) -> int:
    if isinstance(piece, Gap):
        return 1
    return max(sum(1 for _ in with_gaps(piece.items, piece.first, piece.stop)), 1)


def _span(band: Band) -> int:
    """Return what a cell over all columns of a band says of it: nothing where that is one."""
    width = _width(band)
    return width if width > 1 else 0


def _group(piece: Band | Gap) -> Html:
    """Return the columns of a band as a group, in turns of one colour and the other."""
    if isinstance(piece, Gap):
        return element("colgroup")
    return element("colgroup", span=_span(piece), class_="odd" if piece.row % 2 else "even")


def _label(name: str) -> Html:
    return element("th", name, scope="row")
