"""Which items of nested rows are shown, and fetching those alone.

It goes axis by axis, so that arrays on a device are read once for each axis: whoever shows ten
million values moves a few hundred.
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
from raggedkit.reprs.parts import Node, Run
from raggedkit.reprs.values import cells
from raggedkit.tensor import RaggedTensor

__all__ = [
    "Cut",
    "Starts",
    "everything",
    "nested",
    "part_of_it",
    "places",
    "row_limit",
    "starts_of",
    "take",
    "vector",
]

_BUDGET = 4  # a row of rows shows so many times max_items of what lies in it, at most

Starts: TypeAlias = Callable[[Array], Array]  # rows of one axis -> where they start in the next


@dataclass(frozen=True)
class Span:
    """A list on its way to becoming a `Run`: items ``start`` to ``stop`` of the next axis."""

    start: int
    stop: int
    size: int  # how many rows and values lie in it, on all axes below
    budget: int  # how many of them may be shown

    @property
    def length(self) -> int:
        """How many items there are."""
        return self.stop - self.start


# How many of a list's first items, of its last, and what each of them may show in its turn;
# from the axis, counted from the innermost = 0, and the list.
Cut: TypeAlias = Callable[[int, Span], tuple[int, int, int]]


def everything(axis: int, span: Span) -> tuple[int, int, int]:
    """Cut nothing."""
    return span.length, 0, span.size


def part_of_it(options: Options, ndim: int) -> Cut:
    """Return the cut of a tensor with these many axes to what the options allow."""
    items = options.max_items

    def cut(axis: int, span: Span) -> tuple[int, int, int]:
        if axis == ndim - 1:
            head, tail = row_limit(span.length, options.max_rows)
            return head, tail, items if axis == 1 else _BUDGET * items
        limit = min(items, span.budget)
        if axis and span.size > span.budget:  # the same share for every axis below
            limit = min(limit, max(2, math.floor(span.budget ** (1 / (axis + 1)))))
        shown = min(span.length, limit)
        tail = int(1 < shown < span.length)
        each = span.budget // max(shown, 1) if span.size > span.budget else span.budget
        return shown - tail, tail, max(each, 1)

    return cut


def row_limit(nrows: int, max_lines: int) -> tuple[int, int]:
    """Return how many first and last rows to show in so many lines, those around them included."""
    room = max_lines - 1 - (max_lines >= _LINES_FOR_A_HEADER)
    if nrows <= room:
        return nrows, 0
    shown = max(room - 1, 0)
    tail = max(shown // 3, int(shown > 1))
    return shown - tail, tail


_LINES_FOR_A_HEADER = 5


def places(rt: RaggedTensor) -> int:
    """Return how many rows and values there are, on all axes together."""
    return rt._parts[0].static_nrows + sum(
        [p.static_nvals for p in rt._parts]
        + [math.prod(rt._flat.shape[: axis + 1]) for axis in range(1, rt._flat.ndim)]
    )


def nested(rt: RaggedTensor, cut: Cut, room: int, *, exact: bool) -> Run:
    """Return the rows, cut as ``cut`` says, each value in about ``room`` columns."""
    axes = [starts_of(p) for p in rt._parts] + [_regular(n) for n in rt._flat.shape[1:]]
    levels: list[list[tuple[int, int, int]]] = []
    spans = [Span(0, rt._parts[0].static_nrows, 0, 0)]
    for depth in range(len(axes) + 1):
        cuts = [cut(len(axes) - depth, span) for span in spans]
        levels.append([(s.length, h, t) for s, (h, t, _) in zip(spans, cuts, strict=True)])
        at = vector(_positions(spans, cuts))
        if depth < len(axes):
            budgets = [b for head, tail, b in cuts for _ in range(head + tail)]
            spans = _spans(axes[depth:], at, budgets)
    nodes: list[Node] = [*cells(_values(rt._flat, at), room, exact=exact)]
    for level in reversed(levels):
        left = iter(nodes)
        nodes = [Run(n, tuple(islice(left, h)), tuple(islice(left, t))) for n, h, t in level]
    (rows,) = nodes
    assert isinstance(rows, Run)
    return rows


def _positions(spans: list[Span], cuts: list[tuple[int, int, int]]) -> Iterator[int]:
    for span, (head, tail, _) in zip(spans, cuts, strict=True):
        yield from range(span.start, span.start + head)
        yield from range(span.stop - tail, span.stop)


def _spans(axes: list[Starts], at: Array, budgets: list[int]) -> list[Span]:
    """Return the lists at these positions of the first axis, with what lies in them."""
    starts, stops = axes[0](at), axes[0](at + 1)
    size, first, last = stops - starts, starts, stops
    for axis in axes[1:]:
        first, last = axis(first), axis(last)
        size = size + last - first
    columns = (starts.tolist(), stops.tolist(), size.tolist(), budgets)
    return [Span(*four) for four in zip(*columns, strict=True)]


# ---------------------------------------------------------------------- reading arrays
def starts_of(partition: RowPartition) -> Starts:
    """Return the function from rows to where they start; nothing of their number is made."""
    length = partition.static_uniform_row_length
    if length is not None:
        return _regular(length)
    splits = partition._get_splits()
    return lambda rows: take(splits, rows).astype("int64")


def _regular(length: int) -> Starts:
    return lambda rows: rows * length


def vector(numbers: Iterable[int]) -> Array:
    """Return the positions as int64."""
    return np.fromiter(numbers, dtype="int64")


def take(array: Array, at: Array) -> Array:
    """Return the items at these positions, on the host."""
    return to_host(array[array_namespace(array).asarray(at)])


def _values(flat: Array, at: Array) -> Array:
    """Return the values at these positions of ``flat`` were it one vector, on the host."""
    if flat.ndim == 1:
        return take(flat, at)
    if not at.size:
        return to_host(flat[:0]).reshape(-1)
    asarray = array_namespace(flat).asarray
    # not flat.reshape(-1): that copies everything where an axis was cut by a slice
    return to_host(flat[tuple(asarray(i) for i in np.unravel_index(at, flat.shape))])
