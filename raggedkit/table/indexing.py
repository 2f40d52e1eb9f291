"""Indexing of a table, ``t[key]``: columns, rows, slices, masks and positions for all columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from raggedkit._engines.rows import check_rows_of
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.keys import check_keys, is_index, no_such_row
from raggedkit._typing import Array
from raggedkit._xp import INTEGERS
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.indexing import iterate, picked_rows
from raggedkit.ops.rows import take_along
from raggedkit.partition import RowPartition
from raggedkit.table.named import named
from raggedkit.table.selection import run_of_rows, take_items, take_rows, with_items
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["getitem", "row_of", "rows_of"]

_ALL = slice(None)


def getitem(table: RaggedTable, key: Any) -> Any:
    """Return the column, the row or the table that ``key`` selects."""
    if isinstance(key, str):
        return named(table, key, rows=False)
    if isinstance(key, RaggedTensor):
        return _at_positions(table, key) if key.dtype.kind in INTEGERS else _masked(table, key)
    # An empty tuple selects everything, as in NumPy.
    keys = list(key) or [...] if isinstance(key, tuple) else [key]
    _refuse_others(key, keys)
    check_keys(keys, 2)
    rows, items = keys[0], keys[1] if len(keys) > 1 else _ALL
    if is_index(rows):
        i = _row_number(table, rows)
        # Only this row is sliced, not the whole table.
        picked = table if items == _ALL else _slice_in_rows(run_of_rows(table, i, i + 1), items)
        return row_of(picked, i if items == _ALL else 0)
    return _slice_in_rows(_pick_rows(table, rows), items)


def _refuse_others(key: Any, keys: list[Any]) -> None:
    """Raise for keys that only a tensor has, and for lists of names."""
    # A list of names selects columns in pandas. Here a list selects rows, and names are no rows.
    names = key if isinstance(key, list | tuple) else []
    if names and all(isinstance(name, str) for name in names):
        chosen = ", ".join(map(repr, names))
        way_out = f"t.select({chosen}) is a table of these columns"
        raise TypeError(broken_rule("key", "be one name", key, way_out))
    named_last = next((k for k in keys[1:] if isinstance(k, str)), None)
    if named_last is not None:
        way_out = f"take the column first: t[{named_last!r}]"
        raise TypeError(broken_rule("key", "be a name alone", key, way_out))
    if any(k is None for k in keys):
        raise TypeError(broken_rule("key", "not add an axis", key, "index a column: t[name][None]"))
    if len(keys) > 2 or sum(k is Ellipsis for k in keys) > (len(keys) == 1):
        rule, way_out = "select rows and items in rows: t[rows, items]", "index a column for more"
        raise RaggedIndexError(broken_rule("key", rule, key, way_out))
    for k in keys[1:]:
        if not isinstance(k, slice):
            way_out = "t[:, :1] keeps rows, t[name].column(0) is one item of every row"
            way_out = way_out if is_index(k) else ""
            raise TypeError(broken_rule("key[1]", "be a slice", k, way_out))


def _row_number(table: RaggedTable, key: Any) -> int:
    n, i = table._partition._nrows, key.__index__()
    if not -n <= i < n:
        raise RaggedIndexError(no_such_row(i, n, 0))
    return int(i + n if i < 0 else i)


def row_of(table: RaggedTable, i: int) -> dict[str, Any]:
    """Return row ``i``, which exists: its labels, and its array of each column."""
    row: dict[str, Any] = {name: labels[i] for name, labels in table._rows.items()}
    row.update({name: column._row(i) for name, column in table._columns.items()})
    return row


def rows_of(table: RaggedTable) -> Iterator[dict[str, Any]]:
    """Return an iterator over the rows as dicts."""
    names = [*table._rows, *table._columns]
    every: list[Iterator[Any]] = [iter(labels) for labels in table._rows.values()]
    every += [iterate(column) for column in table._columns.values()]
    # `range` counts the rows of a table that has neither columns nor labels.
    for _, *items in zip(range(table._partition._nrows), *every, strict=True):
        yield dict(zip(names, items, strict=True))


def _pick_rows(table: RaggedTable, key: Any) -> RaggedTable:
    if key is Ellipsis:
        return table
    part = table._partition
    if isinstance(key, slice):
        start, stop, step = key.indices(part._nrows)
        if step == 1:
            # A slice may stop before its start, which selects no rows.
            return run_of_rows(table, start, max(start, stop))
        return take_rows(table, part._xp.arange(start, stop, step, dtype=part._dtype))
    return take_rows(table, picked_rows(part, key))


def _slice_in_rows(table: RaggedTable, key: slice) -> RaggedTable:
    """Apply one slice to every row of all columns."""
    if key == _ALL:
        return table
    part, splits = table._partition, table._partition._get_splits()
    # Splits made with validate=False may be invalid; check before indexing.
    if not _splits.are_sound(splits):
        check_rows_of(part)
    starts, lengths, step = _gather.slices_of_rows(splits, key)
    cut = _splits.lengths_to_splits(lengths)
    # All rows lose the same items, so a declared length stays declared.
    if part._uniform is None:
        kept = RowPartition._of_splits(cut)
    else:
        length = len(range(part._uniform)[key])
        kept = RowPartition._of_uniform(length, part._nrows, part._dtype, part._xp)
    at: Array | None = None
    columns = {}
    for name, column in table._columns.items():
        if len(column._parts) == 1:
            flat = _gather.take_ranges(column._flat, starts, lengths, step, cut)
            columns[name] = RaggedTensor._make(flat, (kept,))
        else:
            # Positions are needed by columns with inner partitions only, and computed once.
            at = _splits.ranges(starts, lengths, step, cut) if at is None else at
            columns[name] = with_items(column, kept, at)
    return table._make(kept, columns, table._rows)


def _masked(table: RaggedTable, mask: RaggedTensor) -> RaggedTable:
    """Return the items of each row that a ragged mask marks, in all columns."""
    _check_mask(table, mask)
    part, marks = table._partition, mask._flat
    splits = part._get_splits()
    plain = [name for name, column in table._columns.items() if len(column._parts) == 1]
    flats: list[Array] = []
    if plain:
        values = [table._columns[name]._flat for name in plain]
        flats, cut = _gather.keep_columns(values, marks, splits)
    else:
        cut = _splits.splits_of_kept(marks, splits)
    kept = RowPartition._of_splits(cut)
    columns = {n: RaggedTensor._make(f, (kept,)) for n, f in zip(plain, flats, strict=True)}
    if len(plain) < len(table._columns):
        at = part._xp.flatnonzero(marks)
        nested = {n: with_items(c, kept, at) for n, c in table._columns.items() if n not in columns}
        # The columns in their order again: plain and nested ones were computed apart.
        columns = {name: (columns | nested)[name] for name in table._columns}
    return table._make(kept, columns, table._rows)


def _check_mask(table: RaggedTable, mask: RaggedTensor) -> None:
    part, found = table._partition, mask._parts[0]
    if mask.dtype.kind != "b":
        raise TypeError(broken_rule("key", "be a ragged tensor of bools or ints", mask.dtype))
    if len(mask._parts) > 1 or mask._flat.ndim > 1:
        rule = "have one flag for each item of a row"
        way_out = "mask one column: t[name][mask]"
        raise RaggedIndexError(broken_rule("mask", rule, mask.shape, way_out))
    if found._nrows != part._nrows:
        raise RaggedIndexError(
            broken_rule("mask", f"have the {part._nrows} rows of the table", found._nrows)
        )
    if not part._same_cuts(found):
        own, lengths = part._get_lengths(), found._get_lengths()
        at = _splits.first_difference(own, lengths)
        got = f"got length {int(lengths[at])} for {int(own[at])} in row {at}"
        # the shape of a mask of differences, such as t["time"].diff() > 60
        one_less = bool((lengths == own - (own > 0)).all())
        way_out = "; for a mask of differences: t[:, 1:][mask]" if one_less else ""
        raise RaggedIndexError(f"mask must have the row lengths of the table, {got}{way_out}")


def _at_positions(table: RaggedTable, indices: RaggedTensor) -> RaggedTable:
    """Return the items of each row at the positions in the same row of ``indices``."""
    part = table._partition
    if len(indices._parts) > 1 or indices._flat.ndim > 1:
        rule, way_out = "have one list of positions for each row", "index one column"
        raise RaggedIndexError(broken_rule("indices", rule, indices.shape, way_out))
    # The positions are applied once, to the numbers of the items; columns are gathered by these.
    numbers = RaggedTensor._make(part._xp.arange(part._nvals, dtype=part._dtype), (part,))
    picked = take_along(numbers, indices)
    kept = picked._parts[0]
    return take_items(table, kept, picked._flat)
