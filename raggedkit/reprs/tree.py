"""Selection of the shown items of nested rows; only these are copied from the device.

The selection goes axis by axis, so that device arrays are read once per axis: a display of ten
million values copies a few hundred.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np

from raggedkit._options import Options
from raggedkit._typing import Array
from raggedkit._xp import array_namespace, to_host
from raggedkit.partition import RowPartition
from raggedkit.reprs.parts import Cell, Node, Run
from raggedkit.reprs.values import Writer, writer_of
from raggedkit.tensor import RaggedTensor

__all__ = [
    "Starts",
    "box_of",
    "items_at",
    "lines_inside",
    "nested",
    "places",
    "row_cut",
    "starts_of",
    "take",
    "vector",
]

_BUDGET = 4  # a row of rows shows at most this many times max_items of its inner items
_LEAST_LINES = 3  # a list has its items on lines of their own from this many lines on
_LIST_ITEMS = 4  # items shown of one item among many, if it is a list
_DEEPEST = 3  # axes that are shown of one item among many
_HEADER_FROM = 5  # with fewer lines, a table has no header

Starts: TypeAlias = Callable[[Array], Array]  # rows of one axis -> where they start in the next


@dataclass(frozen=True)
class _Span:
    """A list on its way to becoming a `Run`: items ``start`` to ``stop`` of the next axis."""

    start: int
    stop: int
    size: int  # rows and values in it, on all axes below; counted up to the budget
    budget: int  # the number of them that may be shown

    @property
    def length(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True)
class _Cut:
    """Numbers of first and last items of a list that are shown, and the budget of each."""

    head: int
    tail: int
    budget: int


_Level: TypeAlias = tuple[
    list[int], list[_Cut], bool
]  # lengths, shown rows, whether each is on its own line


def nested(rt: RaggedTensor, options: Options, room: int, *, whole: bool) -> tuple[Run, Writer]:
    """Return all rows, or those that the options allow, with values in ``room`` columns.

    The second result writes other values of the tensor in the same format.
    """
    box = box_of(rt, options.max_items)
    axes = _axes(rt)[: len(rt._parts) if box else None]
    budget = (_BUDGET if len(axes) > 1 else 1) * options.max_items
    spans = [_Span(0, rt._parts[0].static_nrows, 0, budget)]
    lines: int | None = lines_inside(options.max_rows)
    levels: list[_Level] = []
    for depth in range(len(axes) + 1):
        lengths = [span.length for span in spans]
        lines_each = None if depth >= len(rt._parts) else _lines_each(lengths, lines, depth)
        if whole and depth and lines_each != lines:
            lines_each = None
        if whole:
            cuts = [_Cut(n, 0, budget) for n in lengths]
        elif lines_each is not None:
            cuts = [_Cut(*row_cut(n, lines_each), budget) for n in lengths]
        else:
            cuts = [_share(span, len(axes) - depth, options.max_items) for span in spans]
        lines = _lines_left(lengths, cuts, lines if lines_each is not None else None)
        levels.append((lengths, cuts, lines_each is not None))
        at = vector(_positions(spans, cuts))
        if depth < len(axes):
            budgets = [c.budget for c in cuts for _ in range(c.head + c.tail)]
            spans = _spans(axes[depth:], at, budgets)
    values = _values(rt._flat, at) if not box else to_host(rt._flat[:0]).reshape(-1)
    write = writer_of(values, options.precision)
    found = [Cell(box, cut=True)] * at.size if box else write(values, room)
    (rows,) = _gathered(found, levels)
    assert isinstance(rows, Run)
    return rows, write


def box_of(rt: RaggedTensor, max_items: int) -> str:
    """Return ``uint8[28, 28]`` if an item is an array too large to be shown, else ``""``."""
    shape = rt._flat.shape[1:]
    if len(shape) < 2 or math.prod(shape) <= max_items:
        return ""
    return f"{rt.dtype}[{', '.join(map(str, shape))}]"


def items_at(
    rt: RaggedTensor,
    level: int,
    at: Array,
    options: Options,
    room: int,
    write: Writer | None = None,
) -> list[Node]:
    """Return the items of the rows of ``partitions[level]`` at these positions.

    They are rows of the next partition, or items of the flat values; each shows a few of its own.
    ``write`` is the format of the values; by default, the one that fits those that are returned.
    """
    max_items = min(_LIST_ITEMS, options.max_items)
    box = box_of(rt, options.max_items)
    axes = _axes(rt)[level + 1 : len(rt._parts) if box else None]
    levels: list[_Level] = []
    budgets = [max_items] * at.size
    for depth in range(min(len(axes), _DEEPEST)):
        spans = _spans(axes[depth : depth + _DEEPEST], at, budgets)
        cuts = [_share(span, len(axes) - depth - 1, max_items) for span in spans]
        levels.append(([span.length for span in spans], cuts, False))
        at = vector(_positions(spans, cuts))
        budgets = [c.budget for c in cuts for _ in range(c.head + c.tail)]
    if len(axes) > _DEEPEST:
        ends = _spans(axes[_DEEPEST : _DEEPEST + 1], at, budgets)
        return _gathered([Run(span.length, ()) for span in ends], levels)
    if box:
        return _gathered([Cell(box, cut=True)] * at.size, levels)
    values = _values(rt._flat, at)
    write = write or writer_of(values, options.precision)
    return _gathered(write(values, room), levels)


def _axes(rt: RaggedTensor) -> list[Starts]:
    counts = [p.static_nrows for p in rt._parts[1:]] + [rt._flat.shape[0]]
    axes = [_inside(starts_of(p), n) for p, n in zip(rt._parts, counts, strict=True)]
    return axes + [_regular(n) for n in rt._flat.shape[1:]]


def _gathered(found: Iterable[Node], levels: list[_Level]) -> list[Node]:
    """Return the lists of the first level, built from the innermost values outwards."""
    nodes: list[Node] = [*found]
    for lengths, cuts, tall in reversed(levels):
        left = iter(nodes)
        nodes = [
            Run(n, tuple(islice(left, c.head)), tuple(islice(left, c.tail)), tall)
            for n, c in zip(lengths, cuts, strict=True)
        ]
    return nodes


def lines_inside(max_rows: int) -> int:
    """Return the number of lines for rows, without the summary and the header."""
    return max_rows - 1 - (max_rows >= _HEADER_FROM)


def row_cut(length: int, lines: int) -> tuple[int, int]:
    """Return the numbers of first and last rows in ``lines`` lines, one of them for the gap."""
    if length <= lines:
        return length, 0
    shown = max(lines - 1, 0)
    tail = max(shown // 3, int(shown > 1))
    return shown - tail, tail


def _lines_each(lengths: list[int], lines: int | None, depth: int) -> int | None:
    """Return the number of lines per list; None if its items stay on its own line."""
    if lines is None:
        return None
    if depth == 0 or sum(lengths) <= lines:
        return lines
    each, left = 0, lines
    for count, length in zip(range(len(lengths), 0, -1), sorted(lengths), strict=True):
        each = left // count  # lines that short lists do not use go to longer lists
        if length > each:  # lists are sorted, so the rest is longer too
            break
        left -= length
    return each if each >= _LEAST_LINES else None


def _lines_left(lengths: list[int], cuts: list[_Cut], lines: int | None) -> int | None:
    if lines is None:
        return None
    used = [c.head + c.tail + (c.head + c.tail < n) for n, c in zip(lengths, cuts, strict=True)]
    return lines - sum(used)


def _share(span: _Span, axis: int, max_items: int) -> _Cut:
    """Cut a list on its own line; ``axis`` counts from the innermost, 0."""
    limit = min(max_items, span.budget)
    much = span.size > span.budget
    if axis and much:  # the same share for every axis below
        limit = min(limit, max(2, math.floor(span.budget ** (1 / (axis + 1)))))
    shown = min(span.length, limit)
    tail = int(1 < shown < span.length)
    each = span.budget // max(shown, 1) if much else span.budget
    return _Cut(shown - tail, tail, max(each, 1))


def _positions(spans: list[_Span], cuts: list[_Cut]) -> Iterator[int]:
    for span, cut in zip(spans, cuts, strict=True):
        yield from range(span.start, span.start + cut.head)
        yield from range(span.stop - cut.tail, span.stop)


def _spans(axes: list[Starts], at: Array, budgets: list[int]) -> list[_Span]:
    """Return the lists at these positions of the first axis, with the size of their contents."""
    count = at.size
    edges = axes[0](np.concatenate([at, at + 1]))  # one read per axis for starts and stops
    starts = edges[:count]
    stops = np.maximum(edges[count:], starts, out=edges[count:])
    size, limits = stops - starts, np.array(budgets, dtype="int64")
    for axis in axes[1:]:
        if (size > limits).all():  # every budget is exceeded: the exact size has no effect
            break
        edges = axis(edges)
        size = size + edges[count:] - edges[:count]
    columns = (starts.tolist(), stops.tolist(), size.tolist(), budgets)
    return [_Span(*four) for four in zip(*columns, strict=True)]


def places(rt: RaggedTensor) -> int:
    """Return the number of rows and values on all axes together."""
    return rt._parts[0].static_nrows + sum(
        [p.static_nvals for p in rt._parts]
        + [math.prod(rt._flat.shape[: axis + 1]) for axis in range(1, rt._flat.ndim)]
    )


def starts_of(partition: RowPartition) -> Starts:
    """Return the function from rows to their starts, without an array of all of them."""
    length = partition.static_uniform_row_length
    if length is not None:
        return _regular(length)
    splits = partition._get_splits()
    return lambda rows: take(splits, rows).astype("int64")


def _inside(starts: Starts, count: int) -> Starts:
    """Return the function with starts clipped to ``count``: invalid splits are possible."""
    return lambda rows: np.minimum(np.maximum(starts(rows), 0), count)


def _regular(length: int) -> Starts:
    return lambda rows: rows * length


def vector(numbers: Iterable[int]) -> Array:
    """Return the positions as int64."""
    return np.fromiter(numbers, dtype="int64")


def take(array: Array, at: Array) -> Array:
    """Return the items at these positions, on the host."""
    return to_host(array[array_namespace(array).asarray(at)])


def _values(flat: Array, at: Array) -> Array:
    """Return the values at these positions of ``flat.reshape(-1)``, on the host."""
    if flat.ndim == 1:
        return take(flat, at)
    if not at.size:
        return to_host(flat[:0]).reshape(-1)
    asarray = array_namespace(flat).asarray
    # Not flat.reshape(-1): it copies everything if an axis was sliced.
    return to_host(flat[tuple(asarray(i) for i in np.unravel_index(at, flat.shape))])
