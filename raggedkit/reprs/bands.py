"""Selection of the rows and items that partition tables and diagrams show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from raggedkit._typing import Array
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree
from raggedkit.reprs.parts import Band, Node

__all__ = ["Fetch", "bands_of", "chosen", "shares"]

Fetch = Callable[[Array], list[Node]]  # positions on the axis below the last partition -> items


def chosen(start: int, stop: int, limit: int, also: Collection[int] = ()) -> list[int]:
    """Return ``limit`` positions, the first ones and the last one, and all in ``also``.

    If only one position would be left out, it is included: a gap mark takes more room.
    """
    if stop - start <= limit + 1:
        return list(range(start, stop))
    tail = int(limit > 1)
    ends = {*range(start, start + limit - tail), *range(stop - tail, stop)}
    return sorted(ends | {at for at in also if start <= at < stop})


def shares(lengths: Sequence[int], limit: int, most: int) -> list[int]:
    """Return the number of items that each row may show: ``limit`` in total, but at least one each.

    The share that short rows do not use goes to longer rows; no row shows more than ``most``.
    """
    each, left = most, limit
    for count, length in zip(range(len(lengths), 0, -1), sorted(lengths), strict=True):
        each = max(left // count, 1)  # after the last round: the share of the longest row
        if length > each:
            break
        left -= length
    return [min(each, most) for _ in lengths]


def bands_of(
    partitions: Sequence[RowPartition],
    rows: list[int],
    limits: Sequence[int],
    most: int,
    fetch: Fetch,
    *,
    nvals: int,
    also: Sequence[Collection[int]] = (),
) -> tuple[Band, ...]:
    """Return the given rows of the first partition, with inner rows and items.

    ``limits`` has, per partition, the number of items that its rows show together; ``most`` is the
    number per row. ``also`` has, per axis below, items that are always shown.
    """
    counts = [p.static_nrows for p in partitions[1:]] + [nvals]
    levels = []
    for depth, partition in enumerate(partitions):
        starts, at = tree.starts_of(partition), tree.vector(rows)
        ends = list(zip(starts(at).tolist(), starts(at + 1).tolist(), strict=True))
        inside = [_clipped(start, limit, counts[depth]) for start, limit in ends]
        each = shares([stop - start for start, stop in inside], limits[depth], most)
        extra = also[depth] if depth < len(also) else ()
        shown = [chosen(*pair, n, extra) for pair, n in zip(inside, each, strict=True)]
        levels.append((rows, ends, inside, shown))
        rows = [position for row in shown for position in row]
    items: list[Node | Band] = [*fetch(tree.vector(rows))]
    for rows, ends, inside, shown in reversed(levels):
        left = iter(items)
        items = [
            Band(row, end[0], end[1], pair[0], pair[1], tuple(zip(positions, left, strict=False)))
            for row, end, pair, positions in zip(rows, ends, inside, shown, strict=True)
        ]
    return tuple(item for item in items if isinstance(item, Band))


def _clipped(start: int, limit: int, count: int) -> tuple[int, int]:
    """Return a row clipped to the items that exist: with validate=False splits may be invalid."""
    first = min(max(start, 0), count)
    return first, min(max(limit, first), count)
