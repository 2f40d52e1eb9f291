"""Descriptions of tensors, partitions and shapes: the parts that their displays show."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from raggedkit._options import Options
from raggedkit._typing import Array, DType
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree
from raggedkit.reprs.bands import Fetch, bands_of, chosen
from raggedkit.reprs.counts import count_rows, odd_values
from raggedkit.reprs.fitting import BAND_ROOM, STRIP, fit_bands, fit_rows, in_columns
from raggedkit.reprs.grid import bounding_box, grid_of
from raggedkit.reprs.line import one_line
from raggedkit.reprs.parts import Band, Cell, Node, PartitionParts, RaggedParts, Run, SparseParts
from raggedkit.reprs.values import Writer, columns, shortened, visible, writer_of
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "describe_partition",
    "describe_ragged",
    "describe_shape",
    "describe_sparse",
    "name_of",
    "note_empty_rows",
    "note_odd_values",
]

_PLACE = 3  # least width of an item: "1, "
_DTYPE_ROOM = 40
_BAND_ROWS = 8  # rows in a table of encodings
_BAND_ITEMS = 2  # values in such a table, as a multiple of max_items
_BANDS_ROOM = 2 * STRIP  # two strips are side by side on a page of 900 pixels
_MARGIN = 10  # a table has room for a few characters more than a line of text
_MOST_PARTITIONS = 6


def describe_ragged(rt: RaggedTensor, options: Options, *, table: bool = False) -> RaggedParts:
    """Return the parts of a ragged tensor, with all values if they fit on one line.

    A ``table`` shows all values only if the rows fit ``max_rows`` too. It also describes the
    partitions, and counts NaN, infinity and empty rows.
    """
    rows, write = _rows(rt, options, table=table)
    parts = RaggedParts(
        rows=rows,
        notation=rt.shape.notation,
        shape=repr(rt.shape),
        dtype=name_of(rt.dtype),
        size=rt.size,
        nbytes=int(rt._flat.nbytes),
        inner=tuple(rt._flat.shape[1:]),
        partitions=(),
    )
    return _counted(rt, parts, options, write) if table else parts


def _rows(rt: RaggedTensor, options: Options, *, table: bool) -> tuple[Run, Writer]:
    tall = table and rt._parts[0].static_nrows > tree.lines_inside(options.max_rows)
    if tree.places(rt) * _PLACE <= options.max_cols and not tall:
        rows, write = tree.nested(rt, options, options.max_cols, whole=True)
        if rows.whole and columns(one_line(rows)) <= options.max_cols:
            return rows, write
    return tree.nested(rt, options, _cell_room(options), whole=False)


def _counted(rt: RaggedTensor, parts: RaggedParts, options: Options, write: Writer) -> RaggedParts:
    partitions = tuple(
        _level(rt, level, options, write) if level < _MOST_PARTITIONS else _outline(p)
        for level, p in enumerate(rt._parts)
    )
    longest = [p.counts.longest for p in partitions if p.counts is not None]
    padded = None
    if len(longest) == len(partitions):
        padded = math.prod([partitions[0].nrows, *longest, *parts.inner])
    rows = fit_rows(in_columns(parts.rows, rt.dtype.kind), options.max_cols + _MARGIN)
    rows, oddities = note_odd_values(rt, note_empty_rows(rows, partitions[0]))
    return replace(parts, rows=rows, partitions=partitions, oddities=oddities, padded=padded)


def note_empty_rows(rows: Run, partition: PartitionParts) -> Run:
    """Return the rows with a note on the gap: the number of hidden empty rows."""
    if not rows.hidden or partition.counts is None:
        return rows
    seen = sum(isinstance(row, Run) and not row.length for _, row in rows.shown)
    empty = partition.counts.empty - seen
    return replace(rows, note=f"{empty:,} empty" if empty > 0 else "")


def note_odd_values(rt: RaggedTensor, rows: Run) -> tuple[Run, str]:
    """Return the rows with notes on their gaps, and the counts of all NaN and infinite values."""
    oddities = odd_values(rt._flat)
    if not oddities or len(rt._parts) > 1 or rt._flat.ndim > 1:
        return rows, oddities
    starts = tree.starts_of(rt._parts[0])(tree.vector(i for i, _ in rows.shown)).tolist()
    notes = []
    for (_, row), start in zip(rows.shown, starts, strict=True):
        if isinstance(row, Run) and row.hidden:
            first = start + len(row.head)
            row = replace(row, note=odd_values(rt._flat[first : first + row.hidden]))
        notes.append(row)
    count = len(rows.head)
    return replace(rows, head=tuple(notes[:count]), tail=tuple(notes[count:])), oddities


def _level(rt: RaggedTensor, level: int, options: Options, write: Writer) -> PartitionParts:
    """Return the parts of one partition of a tensor, with the items of its rows."""
    partition = rt._parts[level]
    last = level == len(rt._parts) - 1
    nvals = rt._flat.shape[0] if last else rt._parts[level + 1].static_nrows

    def fetch(at: Array) -> list[Node]:
        return tree.items_at(rt, level, at, options, BAND_ROOM, write)

    bands = _bands(partition, nvals, options, fetch)
    parts = describe_partition(partition, options)
    return replace(
        parts, counts=count_rows(partition), bands=bands, items="values" if last else "rows"
    )


def _bands(partition: RowPartition, nvals: int, options: Options, fetch: Fetch) -> tuple[Band, ...]:
    nrows = partition.static_nrows
    rows = chosen(0, nrows, min(_BAND_ROWS, options.max_rows))
    limit, most = _BAND_ITEMS * options.max_items, options.max_items
    bands = bands_of([partition], rows, [limit], most, fetch, nvals=nvals)
    return fit_bands(bands, nrows, STRIP, _BANDS_ROOM)


def describe_partition(
    partition: RowPartition, options: Options, *, table: bool = False
) -> PartitionParts:
    """Return the parts of a partition, with all its splits if they fit on one line.

    A ``table`` also has a few of the rows, and counts over all of them.
    """
    nrows, nvals = partition.static_nrows, partition.static_nvals
    starts = tree.starts_of(partition)
    limit = options.max_items
    if (nrows + 1) * _PLACE <= options.max_cols:
        limit = max(limit, nrows + 1)
    parts = replace(
        _outline(partition),
        splits=_numbers(nrows + 1, starts, limit),
        lengths=_numbers(nrows, lambda rows: starts(rows + 1) - starts(rows), limit),
    )
    if not table:
        return parts
    bands = _bands(partition, nvals, options, lambda at: [Cell(str(i)) for i in at.tolist()])
    return replace(parts, counts=count_rows(partition), bands=bands, items="positions")


def _outline(partition: RowPartition) -> PartitionParts:
    """Return the parts of a partition without reading its splits."""
    nrows, length = partition.static_nrows, partition.static_uniform_row_length
    return PartitionParts(
        nrows=nrows,
        nvals=partition.static_nvals,
        uniform=length,
        dtype=str(partition.dtype),
        nbytes=0 if length is not None else (nrows + 1) * partition.dtype.itemsize,
        splits=Run(nrows + 1, ()),
        lengths=Run(nrows, ()),
    )


def _numbers(count: int, numbers: tree.Starts, limit: int) -> Run:
    head, tail = (count, 0) if count <= limit else (limit - 1, 1)
    shown = numbers(tree.vector([*range(head), *range(count - tail, count)]))
    items = [Cell(str(n)) for n in shown.tolist()]
    return Run(count, tuple(items[:head]), tuple(items[head:]))


def describe_sparse(st: SparseTensor, options: Options, *, table: bool = False) -> SparseParts:
    """Return the parts of a sparse tensor: all of it where that fits on one line.

    A ``table`` shows all of it only if there is also room for that many rows.
    """
    count, rank = st._indices.shape
    lines = tree.lines_inside(options.max_rows)
    whole = count * (rank + 1) * _PLACE <= options.max_cols and not (table and count > lines)
    head, tail = (count, 0) if whole else tree.row_cut(count, lines)
    at = tree.vector([*range(head), *range(count - tail, count)])
    room = options.max_cols if whole else _cell_room(options)
    shown = tree.take(st._values, at)
    values = writer_of(shown, options.precision)(shown, room)
    indices = [_counts(row, options) for row in tree.take(st._indices, at).tolist()]
    sizes = st._dense_shape.tolist()
    parts = SparseParts(
        indices=Run(count, tuple(indices[:head]), tuple(indices[head:])),
        values=Run(count, tuple(values[:head]), tuple(values[head:])),
        dense_shape=_counts(sizes, options),
        dtype=name_of(st.dtype),
        ncells=math.prod(sizes),
    )
    if not table:
        return parts
    box = bounding_box(st._indices)
    grid = grid_of(st, box, options) if 1 <= rank <= 2 else None
    return replace(
        parts,
        bounding=_counts(box.sizes, options),
        fills=box.sizes == sizes,
        at_least=box.sampled,
        grid=grid,
    )


def describe_shape(shape: TensorShape, options: Options) -> Run | None:
    """Return the sizes of a shape, None where not even their number is known."""
    return None if shape.dims is None else _counts(shape.dims, options)


def _counts(numbers: list[int] | list[int | None], options: Options) -> Run:
    return _numbers(len(numbers), lambda at: np.array(numbers, dtype=object)[at], options.max_items)


def _cell_room(options: Options) -> int:
    return max(8, options.max_cols // 3)


def name_of(dtype: DType) -> str:
    """Return the usual name of the dtype: both kinds of text are ``str``."""
    if dtype.kind in "UT":
        return "str"
    return "bytes" if dtype.kind == "S" else shortened(visible(str(dtype)), _DTYPE_ROOM)
