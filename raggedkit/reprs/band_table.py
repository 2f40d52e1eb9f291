"""HTML table of a row partition: a band of columns per row, with the six encodings below it.

Each row boundary has a column of its own, before each band and after the last, with its row split
below it. So two equal splits are visible as an empty row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from raggedkit.reprs.line import fitted
from raggedkit.reprs.markup import Html, element, table_row
from raggedkit.reprs.parts import Band, Gap, PartitionParts, Run, with_gaps
from raggedkit.reprs.tables import amount, inline, table

__all__ = ["band_table", "partition_summary"]

_ROOM = 26  # characters of a list
_ABOVE_SPLITS = 6  # table lines that a boundary spans, as does a gap between bands
_MEANINGS = {
    "value_rowids": "row of each value",
    "row_lengths": "values in each row",
    "row_starts": "start of each row",
    "row_limits": "end of each row",
    "row_splits": "row boundaries",
}


@dataclass(frozen=True)
class Post:
    """A row boundary: one number of the row splits."""

    split: str


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


def band_table(
    parts: PartitionParts, caption: Html, about_values: str, *, explained: bool = True
) -> Html:
    """Return the rows of a partition side by side, with the encodings below each row.

    If there are several tables, only one needs the encodings ``explained``.
    """
    pieces = _pieces(parts)
    lines = {
        "row": _line(pieces, _heading, first=True),
        "values": _line(pieces, _values),
        "value_rowids": _line(pieces, _rowids),
        "row_lengths": _line(pieces, lambda band: [_across(band, str(band.length))]),
        "row_starts": _line(pieces, lambda band: [_across(band, str(band.start))]),
        "row_limits": _line(pieces, lambda band: [_across(band, str(band.limit))]),
        "row_splits": _splits(pieces),
        "uniform_row_length": [],
    }
    uniform = "None (lengths may differ)" if parts.uniform is None else str(parts.uniform)
    meanings = _MEANINGS if explained else {}
    meanings = meanings | {"values": about_values, "uniform_row_length": uniform}
    rows = [
        table_row([_label(name), element("td", meanings.get(name, "")), *cells])
        for name, cells in lines.items()
        if parts.nrows or name in ("uniform_row_length", "row_splits")
    ]
    columns = ["<col span=2>", *map(_columns, pieces)]
    return table(Html(caption + "".join(columns) + "\n"), [], rows, class_="bands")


def _pieces(parts: PartitionParts) -> list[Band | Gap | Post]:
    """Return bands, gaps and boundaries from left to right."""
    if not parts.bands:
        return [Post("0")]
    pieces: list[Band | Gap | Post] = []
    for _, piece in with_gaps([(band.row, band) for band in parts.bands], 0, parts.nrows):
        if isinstance(piece, Gap):
            pieces.append(piece)
            continue
        if not pieces or isinstance(pieces[-1], Gap):
            pieces.append(Post(str(piece.start)))
        pieces += [piece, Post(str(piece.limit))]
    return pieces


def _line(
    pieces: list[Band | Gap | Post], cells: Callable[[Band], list[Html]], *, first: bool = False
) -> list[Html]:
    """Return a line of the table; the first has the gaps and boundaries, which span the others."""
    line: list[Html] = []
    for piece in pieces:
        if isinstance(piece, Band):
            line += cells(piece)
        elif first and isinstance(piece, Post):
            line.append(element("td", rowspan=_ABOVE_SPLITS))
        elif first and isinstance(piece, Gap):
            more = f"+{amount(piece.count, 'more row', 'more rows')}"
            line.append(element("td", more, class_="more", rowspan=_ABOVE_SPLITS))
    return line


def _heading(band: Band) -> list[Html]:
    return [element("th", str(band.row), scope="col", colspan=_span(band))]


def _across(band: Band, text: str) -> Html:
    return element("td", text, colspan=_span(band))


def _values(band: Band) -> list[Html]:
    cells = []
    for _, item in with_gaps(band.items, band.first, band.stop):
        if isinstance(item, Gap):
            cells.append(element("td", f"+{item.count:,} more", class_="more", rowspan=2))
        elif not isinstance(item, Band):
            text = fitted(item, _ROOM) if isinstance(item, Run) else inline(item)
            cells.append(element("td", text))
    return cells or [element("td", "empty", class_="more", rowspan=2)]


def _rowids(band: Band) -> list[Html]:
    return [element("td", str(band.row)) for _ in band.items]


def _splits(pieces: list[Band | Gap | Post]) -> list[Html]:
    """Return the row split of each boundary, with empty cells between them."""
    return [
        element("td", piece.split) if isinstance(piece, Post) else _between(piece)
        for piece in pieces
    ]


def _between(piece: Band | Gap) -> Html:
    return _across(piece, "") if isinstance(piece, Band) else element("td")


def _span(band: Band) -> int:
    """Return the ``colspan`` of a cell over all columns of a band; 0 for a single column."""
    width = sum(1 for _ in with_gaps(band.items, band.first, band.stop))
    return width if width > 1 else 0


def _columns(piece: Band | Gap | Post) -> str:
    """Return the ``<col>`` of a piece; bands alternate between two colours."""
    if not isinstance(piece, Band):
        return "<col>"
    span = f" span={_span(piece)}" * bool(_span(piece))
    return f'<col{span} class="{"odd" if piece.row % 2 else "even"}">'


def _label(name: str) -> Html:
    return element("th", name, scope="row")
