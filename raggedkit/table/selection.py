"""Gathers of a table: rows and items that are selected once and taken from every column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raggedkit._engines.rows import check_rows_of, taken_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._typing import Array
from raggedkit._xp import is_host, sealed, to_host
from raggedkit.partition import RowPartition
from raggedkit.table.storage import Storage
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["in_rows_of", "labels_at", "run_of_rows", "take_items", "take_rows", "with_items"]


def take_rows(table: Storage, rows: Array) -> RaggedTable:
    """Return these rows, ``int[n]``, trusted to be in range, in this order."""
    part = table._partition
    spans = _splits.spans_of_rows(part._get_splits(), rows)
    # None: splits made with validate=False are invalid, and the check names the row.
    if spans is None:
        check_rows_of(part)
    assert spans is not None
    starts, lengths, cut = spans
    # Rows of a declared length keep the declaration.
    if part._uniform is None:
        kept = RowPartition._of_splits(cut)
    else:
        kept = RowPartition._of_uniform(part._uniform, rows.shape[0], part._dtype, part._xp)
    columns = {}
    for name, column in table._columns.items():
        if len(column._parts) == 1:
            flat = _gather.take_ranges(column._flat, starts, lengths, 1, cut)
            columns[name] = RaggedTensor._make(flat, (kept,))
        else:
            flat, parts = taken_rows(column._flat, column._parts, rows)
            # A tensor has one dtype of row splits, that of its outermost partition.
            inner = (p.with_dtype(kept._dtype) for p in parts[1:])
            columns[name] = RaggedTensor._make(flat, (kept, *inner))
    return table._make(kept, columns, labels_at(table._rows, rows))


def run_of_rows(table: Storage, start: int, stop: int) -> RaggedTable:
    """Return rows ``start`` to ``stop``, which exist: a view."""
    # All rows: the partition is kept, with the encodings that it has computed.
    if stop - start == table._partition._nrows:
        return table._make(table._partition, table._columns, table._rows)
    kept, first, last = table._partition._rows(start, stop)
    columns = {}
    for name, column in table._columns.items():
        if len(column._parts) == 1:
            columns[name] = RaggedTensor._make(column._flat[first:last], (kept,))
        else:
            inside = RaggedTensor._run(column._flat, column._parts[1:], first, last)
            columns[name] = RaggedTensor._make(inside._flat, (kept, *inside._parts))
    return table._make(kept, columns, {n: a[start:stop] for n, a in table._rows.items()})


def with_items(column: RaggedTensor, kept: RowPartition, at: Array) -> RaggedTensor:
    """Return the items of a column at these positions, ``int[n]``, in the rows of ``kept``."""
    if len(column._parts) == 1:
        return RaggedTensor._make(_gather.take(column._flat, at), (kept,))
    flat, parts = taken_rows(column._flat, column._parts[1:], at)
    return RaggedTensor._make(flat, (kept, *(p.with_dtype(kept._dtype) for p in parts)))


def take_items(table: Storage, kept: RowPartition, at: Array | None) -> RaggedTable:
    """Return the items at these positions, ``int[n]``, in the rows of ``kept``; None for all."""
    columns = table._columns
    if at is not None:
        columns = {name: with_items(column, kept, at) for name, column in columns.items()}
    return table._make(kept, columns, table._rows)


def in_rows_of(column: RaggedTensor, kept: RowPartition) -> RaggedTensor:
    """Return all items of a column in the rows of another partition of the same dtype."""
    return RaggedTensor._make(column._flat, (kept, *column._parts[1:]))


def labels_at(rows: dict[str, Array], at: Array) -> dict[str, Array]:
    """Return the labels at these positions, ``int[n]``; they stay in the host's memory."""
    taken = {}
    for name, labels in rows.items():
        # Labels are on the host, the positions may be on a GPU.
        taken[name] = sealed(labels.take(to_host(at) if is_host(labels) else at, axis=0))
    return taken
