"""From a thing to the parts that its displays show."""

from __future__ import annotations

import math

import numpy as np

from raggedkit._options import Options
from raggedkit._typing import Array, DType
from raggedkit._xp import array_namespace, is_text, to_host
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree
from raggedkit.reprs.line import one_line
from raggedkit.reprs.parts import Cell, Encoding, PartitionParts, RaggedParts, Run, SparseParts
from raggedkit.reprs.values import cells, columns, shortened, visible
from raggedkit.shape import TensorShape
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["describe_partition", "describe_ragged", "describe_shape", "describe_sparse"]

_PLACE = 3  # columns that an item takes at least: "1, "
_DTYPE_ROOM = 40


def describe_ragged(rt: RaggedTensor, options: Options, *, table: bool = False) -> RaggedParts:
    """Return the parts of a ragged tensor: all of it where that fits on one line.

    A ``table`` shows all of it only if there is also room for that many rows, and the partitions.
    """
    rows = None
    tall = table and rt._parts[0].static_nrows > tree.lines_inside(options.max_rows)
    if tree.places(rt) * _PLACE <= options.max_cols and not tall:
        rows = tree.nested(rt, options, options.max_cols, whole=True)
    if rows is None or not rows.whole or columns(one_line(rows)) > options.max_cols:
        rows = tree.nested(rt, options, _cell_room(options), whole=False)
    return RaggedParts(
        rows=rows,
        notation=rt.shape.notation,
        shape=repr(rt.shape),
        dtype=_name(rt.dtype),
        size=rt.size,
        nbytes=int(rt._flat.nbytes),
        text=is_text(rt.dtype),
        partitions=tuple(describe_partition(p, options) for p in rt._parts if table),
    )


def describe_partition(partition: RowPartition, options: Options) -> PartitionParts:
    """Return the parts of a partition: all of its splits where they fit on one line."""
    nrows, nvals = partition.static_nrows, partition.static_nvals
    length = partition.static_uniform_row_length
    starts = tree.starts_of(partition)
    limit = options.max_items
    if (nrows + 1) * _PLACE <= options.max_cols:
        limit = max(limit, nrows + 1)

    def encoding(name: str, meaning: str, count: int, numbers: tree.Starts) -> Encoding:
        return Encoding(name, meaning, _numbers(count, numbers, limit))

    def lengths(rows: Array) -> Array:
        return starts(rows + 1) - starts(rows)

    return PartitionParts(
        nrows=nrows,
        nvals=nvals,
        uniform=length,
        dtype=str(partition.dtype),
        nbytes=0 if length is not None else (nrows + 1) * partition.dtype.itemsize,
        encodings=(
            encoding("row_splits", "where rows start and end", nrows + 1, starts),
            encoding("row_lengths", "values in each row", nrows, lengths),
            encoding("value_rowids", "row of each value", nvals, _rowids(partition)),
            encoding("row_starts", "where each row starts", nrows, starts),
            encoding("row_limits", "where each row ends", nrows, lambda i: starts(i + 1)),
        ),
    )


def _numbers(count: int, numbers: tree.Starts, limit: int) -> Run:
    head, tail = (count, 0) if count <= limit else (limit - 1, 1)
    shown = numbers(tree.vector([*range(head), *range(count - tail, count)]))
    items = [Cell(str(n)) for n in shown.tolist()]
    return Run(count, tuple(items[:head]), tuple(items[head:]))


def _rowids(partition: RowPartition) -> tree.Starts:
    """Return the function from values to their rows, which finds those that are asked for."""
    length = partition.static_uniform_row_length
    if length is not None:
        return lambda at: at // max(length, 1)
    splits = partition._get_splits()
    xp = array_namespace(splits)

    def rowids(at: Array) -> Array:
        values = xp.asarray(at.astype(splits.dtype))
        return to_host(xp.searchsorted(splits, values, side="right")) - 1

    return rowids


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
    values = cells(tree.take(st._values, at), room, exact=whole)
    indices = [_counts(row, options) for row in tree.take(st._indices, at).tolist()]
    sizes = st._dense_shape.tolist()
    return SparseParts(
        indices=Run(count, tuple(indices[:head]), tuple(indices[head:])),
        values=Run(count, tuple(values[:head]), tuple(values[head:])),
        dense_shape=_counts(sizes, options),
        dtype=_name(st.dtype),
        ncells=math.prod(sizes),
        text=is_text(st.dtype),
    )


def describe_shape(shape: TensorShape, options: Options) -> Run | None:
    """Return the sizes of a shape, None where not even their number is known."""
    return None if shape.dims is None else _counts(shape.dims, options)


def _counts(numbers: list[int] | list[int | None], options: Options) -> Run:
    return _numbers(len(numbers), lambda at: np.array(numbers, dtype=object)[at], options.max_items)


def _cell_room(options: Options) -> int:
    return max(8, options.max_cols // 3)


def _name(dtype: DType) -> str:
    """Return what a reader calls the dtype: both kinds of text are ``str``."""
    if dtype.kind in "UT":
        return "str"
    return "bytes" if dtype.kind == "S" else shortened(visible(str(dtype)), _DTYPE_ROOM)
