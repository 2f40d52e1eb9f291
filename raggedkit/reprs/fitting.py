"""Rows and bands with as many items as fit a number of characters, and aligned numbers.

An HTML table cannot measure its page, so it counts characters, as text does. Hidden items are
always counted by a mark that is visible without scrolling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from raggedkit.reprs.line import fitted, written
from raggedkit.reprs.numbers import aligned
from raggedkit.reprs.parts import Band, Cell, Node, Run
from raggedkit.reprs.values import columns

__all__ = [
    "BAND_ROOM",
    "STRIP",
    "band_width",
    "fit_bands",
    "fit_rows",
    "in_columns",
    "shorter_lists",
    "text_of",
]

_BOX = 2  # characters that the border of a value and the space around it take
_LIST = 26  # characters of a list
BAND_ROOM = 14  # characters of a list in a band
STRIP = 32  # characters of bands that fit a page of 400 pixels, beside the names of the encodings


def text_of(node: Node, room: int = _LIST) -> str:
    """Return a value, or a list in at most ``room`` characters."""
    return node.text if isinstance(node, Cell) else fitted(node, room)


def in_columns(rows: Run, kind: str) -> Run:
    """Return the rows with numbers and times padded to one width, the points of floats aligned.

    ``kind`` is that of the dtype. Text is not padded, as its widths differ too much.
    """
    if kind not in "biufcmM":
        return rows
    texts = [cell.text for cell in _cells(rows)]
    pads = _pads(texts, kind)
    width = max((left + len(text) + right for text, (left, right) in pads.items()), default=0)
    # Points of complex numbers are not aligned: there are two in each.
    return _padded(rows, {t: (width - len(t) - right, right) for t, (_, right) in pads.items()})


def _pads(texts: Sequence[str], kind: str) -> dict[str, tuple[int, int]]:
    """Return the spaces left and right of each text."""
    if kind != "f":
        return dict.fromkeys(texts, (0, 0))
    pairs = zip(texts, aligned(texts), strict=True)
    return {
        text: (len(padded) - len(padded.lstrip()), len(padded) - len(padded.rstrip()))
        for text, padded in pairs
    }


def _cells(node: Node) -> Iterator[Cell]:
    if isinstance(node, Cell):
        yield node
    else:
        for _, item in node.shown:
            yield from _cells(item)


def _padded(node: Run, pads: dict[str, tuple[int, int]]) -> Run:
    def pad(item: Node) -> Node:
        if isinstance(item, Run):
            return _padded(item, pads)
        left, right = pads[item.text]
        return replace(item, left=left, right=right)

    return replace(node, head=tuple(map(pad, node.head)), tail=tuple(map(pad, node.tail)))


def fit_rows(rows: Run, room: int) -> Run:
    """Return the rows, each with the first items and the last one that fit ``room`` characters."""
    if not rows.tall:
        return _fit_row(rows, room)

    def fit(item: Node) -> Node:
        return fit_rows(item, room) if isinstance(item, Run) else item

    return replace(rows, head=tuple(map(fit, rows.head)), tail=tuple(map(fit, rows.tail)))


def _fit_row(row: Run, room: int) -> Run:
    row = shorter_lists(row, max(room // 2 - _BOX, _LIST))
    widths = [_width(item) for _, item in row.shown]
    head = _head(widths, room, _more(row.length), hidden=row.hidden > 0)
    if head == len(widths):
        return row
    return row.resized(max(head, 1), int(head > 0))


def shorter_lists(row: Run, room: int) -> Run:
    """Return the row with each list in it cut to ``room`` characters, as far as possible."""

    def cut(item: Node) -> Node:
        if isinstance(item, Cell):
            return item
        item = shorter_lists(item, room // 2)
        widths = [columns(written(inner)) + 2 for _, inner in item.shown]
        mark = len(f"..., ] ({item.length})")
        head = _head(widths, room, mark, hidden=item.hidden > 0)
        return item if head == len(widths) else item.resized(max(head, 1), int(head > 0))

    return replace(row, head=tuple(map(cut, row.head)), tail=tuple(map(cut, row.tail)))


def _head(widths: Sequence[int], room: int, mark: int, *, hidden: bool = False) -> int:
    """Return how many first items fit beside the last one and a mark for those between.

    All, if everything fits, with a mark if other items are ``hidden`` already; 0 if there is no
    room for the first and the last one.
    """
    if sum(widths) + mark * hidden <= room or len(widths) < 2:
        return len(widths)
    ends = accumulate(widths[:-1], initial=widths[-1] + mark)
    return sum(end <= room for end in ends) - 1 if widths[-1] + mark <= room else 0


def _width(item: Node) -> int:
    return columns(written(item)) + _BOX


def _more(hidden: int) -> int:
    return len(f"+{hidden:,} more") + _BOX


def fit_bands(bands: Sequence[Band], nrows: int, each: int, total: int) -> tuple[Band, ...]:
    """Return the bands that fit ``total`` characters, each cut to ``each`` characters."""
    mark = len(f"+{nrows:,} more rows")
    # The second attempt leaves room for the first and the last band.
    for room in (each, (total - mark) // 2):
        cut = [_fit_band(band, room) for band in bands]
        head = _head([band_width(band) for band in cut], total, mark)
        if head:
            break
    if head == len(cut):
        return tuple(cut)
    return (*cut[: max(head, 1)], cut[-1])


def _fit_band(band: Band, room: int) -> Band:
    widths = [_item_width(item) for _, item in band.items]
    hidden = band.stop - band.first - len(widths)
    room -= len(f"{band.start} {band.limit} ")
    head = _head(widths, room, _more(band.length), hidden=hidden > 0)
    if head == len(widths):
        return band
    kept = (*band.items[: max(head, 1)], *(band.items[-1:] if head else ()))
    return replace(band, items=kept)


def _item_width(item: Node | Band) -> int:
    return 0 if isinstance(item, Band) else columns(text_of(item, BAND_ROOM)) + 1


def band_width(band: Band) -> int:
    """Return the characters that a band takes, with the boundary after it."""
    hidden = band.stop - band.first - len(band.items)
    inside = sum(_item_width(item) for _, item in band.items) + (_more(hidden) if hidden else 0)
    return max(inside, len("empty ")) + len(str(band.limit)) + 1
