"""Tables from data frames: lines with equal keys become a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, cast

from raggedkit._arguments import as_flag, is_word
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._kernels.arrays.gather import take, take_ranges
from raggedkit._kernels.arrays.grouping import group_starts, in_order, order_by_keys, packed
from raggedkit._kernels.arrays.sort import argsort_rows
from raggedkit._kernels.arrays.sort import order as order_of
from raggedkit._kernels.arrays.splits import lengths_to_splits, repeat
from raggedkit._missing import Rules
from raggedkit._plan.operands import rewrap
from raggedkit._typing import Array, Tensor
from raggedkit._xp import (
    NUMBERS,
    WITH_NAN,
    array_namespace,
    owned,
    readonly,
)
from raggedkit.errors import MissingValueError, UnknownNameError, broken_rule
from raggedkit.interop._column_values import nothing_missing
from raggedkit.partition import RowPartition
from raggedkit.table.frames import FrameColumn, read_frame
from raggedkit.table.missing_lines import Settled, Settling
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["from_frame"]


def from_frame(
    cls: type[RaggedTable],
    df: Any,
    by: str | Sequence[str],
    order: str | Sequence[str] | None = None,
    rows: str | Sequence[str] = (),
    sort: bool = True,
    missing_keys: str = "raise",
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Any:
    """Return a table with a row for each distinct key; see `RaggedTable.from_frame`."""
    columns = read_frame(df)
    sort = as_flag(sort, "sort")
    if not is_word(missing_keys, ("raise", "drop")):
        raise ValueError(broken_rule("missing_keys", "be 'raise' or 'drop'", missing_keys))
    rules = Rules(fill_missing, return_mask, missing_rows)
    keys = _chosen(df, columns, by, "by")
    if not keys:
        raise ValueError(broken_rule("by", "name at least one column", by))
    labels = _chosen(df, columns, rows, "rows", taken=keys)
    ordered = _chosen(df, columns, () if order is None else order, "order")
    settle = Settling(rules, columns)
    values = [c for name, c in columns.items() if name not in {*keys, *labels}]
    inner = [columns[k] for k in ordered]
    lines = _Lines.of([columns[k] for k in keys], inner, missing_keys == "drop", sort)
    made = {name: _key(columns[name], lines) for name in keys}
    gaps = {name: nothing_missing(key) for name, key in made.items()}
    for name in labels:
        made[name], gaps[name] = _label(settle(columns[name], lines.used()), lines, made)
    # Before the sort: the one line of an empty row may have no value to sort by.
    if missing_rows == "empty":
        lines.drop_blank(values)
    # The sort is stable, so the least important column is first.
    for column in reversed(inner):
        lines.sort_inside(column)
    part = RowPartition._of_splits(lines.splits)
    settled = [settle(c, lines.used()) for c in values]
    table = cls._make(part, {c.name: _rows(part, c.values, lines) for c in settled}, made)
    if not rules.mask:
        return table
    masks = {c.name: _rows(part, c.mask, lines) for c in settled}
    marks = {name: readonly(cast(Array, gap)) for name, gap in gaps.items()}
    return table, cls._make(part, masks, marks)


# ------------------------------------------------------------------ arguments
def _chosen(
    df: Any, columns: Mapping[str, Any], given: Any, argument: str, taken: Sequence[str] = ()
) -> list[str]:
    """Return names of columns that an argument gives, one or several."""
    names = [given] if isinstance(given, str) else given
    names = list(names) if isinstance(names, Iterable) else [names]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(broken_rule(argument, "be names of columns", given))
    for i, name in enumerate(names):
        if name in names[:i] or name in taken:
            raise ValueError(broken_rule(argument, "not repeat a name", name))
        if name not in columns:
            close = get_close_matches(name, columns, n=1)
            way_out = f"did you mean {close[0]!r}?" if close else f"the columns are {list(columns)}"
            if getattr(getattr(df, "index", None), "name", None) == name:
                way_out = "it is the index: df.reset_index()"
            raise UnknownNameError(broken_rule(argument, "be the name of a column", name, way_out))
    return names


# ------------------------------------------------------------------ lines in groups
class _Lines:
    """The lines of a frame in the order of the table, and how many each row has."""

    def __init__(self, order: Array | None, first: Array, lengths: Array) -> None:
        self.order = order  # int64[nvals], lines of the frame; None for all as they are
        self.first = first  # int64[nrows], a line of each group, also if its row is empty
        self.lengths = lengths  # int64[nrows]
        self.splits = lengths_to_splits(lengths)

    @classmethod
    def of(
        cls, keys: list[FrameColumn], inner: list[FrameColumn], drop: bool, sort: bool
    ) -> _Lines:
        """Group the lines by their keys; lines of a group may be in the order of ``inner``."""
        kept = _lines_with_keys(keys, drop)
        ranks = _ranks_of(keys, kept)
        n, xp = ranks[0].shape[0], array_namespace(ranks[0])
        order = None
        # Lines that are in the order of their keys need no sort.
        if not all(r.dtype.kind in NUMBERS for r in ranks) or not in_order(ranks):
            # One sort by all is twice as fast as a sort of groups, then of the lines of each.
            every = packed([*ranks, *_ranks_of(inner, kept)]) if sort and inner else None
            order = order_by_keys(ranks if every is None else [every])
            ranks = [take(r, order) for r in ranks]
        starts = group_starts(ranks)
        lengths = xp.diff(starts, append=n)
        if kept is not None:
            order = kept if order is None else kept.take(order)
        first = starts if order is None else order.take(starts)
        if not sort and order is not None and bool((first[1:] < first[:-1]).any()):
            # Rows in order of first appearance; each group is moved as a whole.
            by_line = order_of(first)
            starts, lengths = starts.take(by_line), lengths.take(by_line)
            order, first = take_ranges(order, starts, lengths), first.take(by_line)
        return cls(order, first, lengths)

    def at(self, values: Array) -> Array:
        """Return values, one per line of the frame, in the order of the table."""
        return values if self.order is None else take(values, self.order)

    def used(self) -> Array:
        """Return the lines of the frame that are in the table."""
        if self.order is not None:
            return self.order
        every: Array = array_namespace(self.splits).arange(int(self.splits[-1]))
        return every

    def sort_inside(self, column: FrameColumn) -> None:
        """Sort the lines of each row by a column."""
        ranks, missing = column.ranks
        if missing is not None:
            gaps = self.at(missing)
            if bool(gaps.any()):
                raise _missing_error(
                    column, gaps, self.order, "drop these lines or replace the values first"
                )
        ranks = self.at(ranks)
        if self._is_sorted(ranks):
            return
        places = argsort_rows(ranks, self.splits, self.lengths)
        # From positions in a row to positions in the whole column.
        places = places + repeat(self.splits[:-1], self.lengths)
        self.order = places if self.order is None else self.order.take(places)

    def _is_sorted(self, ranks: Array) -> bool:
        """Whether values never decrease inside of a row."""
        rises = ranks[1:] >= ranks[:-1]
        ends = self.splits[1:-1]
        # The first value of a row may be less than the last one of the row before.
        rises[ends[(ends > 0) & (ends < ranks.shape[0])] - 1] = True
        return bool(rises.all())

    def drop_blank(self, columns: list[FrameColumn]) -> None:
        """Make a row empty if it has one line, which is missing in all columns."""
        single = self.lengths == 1
        if not columns or not bool(single.any()):
            return
        lines = self.first[single]
        blank: Any = True
        for column in columns:
            blank = blank & _blank(column, lines)
        rows = array_namespace(lines).flatnonzero(single)[blank]
        kept = array_namespace(lines).ones(self.lengths.sum(), dtype=bool)
        kept[self.splits[rows]] = False
        places = array_namespace(lines).flatnonzero(kept)
        self.order = places if self.order is None else self.order.take(places)
        self.lengths = self.lengths.copy()
        self.lengths[rows] = 0
        self.splits = lengths_to_splits(self.lengths)


def _ranks_of(columns: list[FrameColumn], lines: Array | None) -> list[Array]:
    return [c.ranks[0] if lines is None else take(c.ranks[0], lines) for c in columns]


def _lines_with_keys(keys: list[FrameColumn], drop: bool) -> Array | None:
    """Return the lines without a missing key; None if that is all of them."""
    gaps = None
    for column in keys:
        missing = column.ranks[1]
        if missing is None:
            continue
        if not drop:
            raise _missing_error(
                column, missing, None, "missing_keys='drop' leaves these lines out"
            )
        gaps = missing if gaps is None else gaps | missing
    return None if gaps is None else array_namespace(gaps).flatnonzero(~gaps)


def _missing_error(
    column: FrameColumn, gaps: Array, order: Array | None, way_out: str
) -> MissingValueError:
    """Return the error for missing keys, whose place is that in the frame."""
    at = array_namespace(gaps).flatnonzero(gaps)
    if order is not None:
        at = order.take(at)
    got = f"got {at.shape[0]} of {gaps.shape[0]}, the first at {column!r}[{int(at.min())}]"
    return MissingValueError(f"{column!r} must have no missing values, {got}; {way_out}")


def _blank(column: FrameColumn, lines: Array) -> Array:
    """Return where these lines are missing, NaN or NaT."""
    picked = column.at(lines)
    values, missing = picked.values, picked.missing
    blank: Array = array_namespace(lines).zeros(lines.shape, dtype=bool)
    if not isinstance(values, RaggedTensor) and values.dtype.kind in WITH_NAN and values.ndim == 1:
        blank = values != values
    return blank if missing is None else blank | missing


# ------------------------------------------------------------------ columns
def _rows(part: RowPartition, values: Tensor, lines: _Lines) -> RaggedTensor:
    """Return values, one per line of the frame, in the rows of the table."""
    taken: Any = values
    if isinstance(values, RaggedTensor):
        taken = values if lines.order is None else take_rows(values, lines.order)
    else:
        # A copy: the table must not change with the frame.
        taken = values.copy() if lines.order is None else take(values, lines.order)
    return cast(RaggedTensor, rewrap((part,), taken))


def _key(column: FrameColumn, lines: _Lines) -> Array:
    """Return the key of each row, read-only."""
    picked = column.at(lines.first).values
    return readonly(owned(cast(Array, picked)))


def _label(column: Settled, lines: _Lines, keys: Mapping[str, Array]) -> tuple[Array, Array]:
    """Return the one value of a column in each row, and its mask; raise if there are several."""
    values, mask = column.values, column.mask
    if isinstance(values, RaggedTensor) or isinstance(mask, RaggedTensor):
        way_out = "a column of lists can only be a column of the table"
        raise TypeError(broken_rule("rows", "name no column of lists", column.name, way_out))
    changes = begins_run(lines.at(column.ranks()))
    if bool(mask.any()):
        changes |= begins_run(lines.at(mask))
    # The first line of a row may differ from the line before, which is in another row.
    changes[lines.splits[:-1]] = False
    if bool(changes.any()):
        at = int(changes.argmax())
        row = int(lines.splits.searchsorted(at, side="right")) - 1
        order = [int(lines.first[row]), at if lines.order is None else int(lines.order[at])]
        pair = " and ".join(repr(x) for x in values[order].tolist())
        key = " and ".join(f"{name} = {k[row].item()!r}" for name, k in keys.items())
        way_out = f"leave {column.name!r} out of rows= to make it a column"
        got = f"got {column.name} = {pair} for {key}"
        raise ValueError(f"rows must be constant for each key, {got}; {way_out}")
    return readonly(owned(values[lines.first])), mask[lines.first]
