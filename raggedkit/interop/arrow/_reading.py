"""Arrow lists as ragged tensors: which memory is shared, and rules for missing rows and values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from raggedkit._kernels.arrays.splits import first_decrease, lengths_to_splits, ranges
from raggedkit._missing import Rules, filled, refusal
from raggedkit._typing import Array
from raggedkit._xp import readonly
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.interop.arrow._flat import values_of, zone_of
from raggedkit.interop.arrow._nodes import Node
from raggedkit.ops.joining import concat
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = [
    "Level",
    "Rules",
    "check_zone",
    "is_list",
    "leaf_of",
    "joined",
    "mask_of",
    "of_all_chunks",
    "place_of",
    "read",
    "rows_of",
    "tensor_of",
    "tensor_of_chunks",
    "without_missing",
]

Values = tuple[Array, Array | None]
_LISTS = {"+l": np.int32, "+L": np.int64}
_VIEWS = {"+vl": np.int32, "+vL": np.int64}


class Level(NamedTuple):
    """One partitioned axis, from the outermost: row splits, or one length for all rows."""

    nrows: int
    splits: Array | None
    uniform: int | None

    def row_of(self, i: int) -> tuple[int, int]:
        """Return the row of flat item ``i`` and its position inside."""
        if self.splits is None:
            return divmod(i, max(1, self.uniform or 0))
        row = int(np.searchsorted(self.splits, i, side="right")) - 1
        return row, i - int(self.splits[row])

    def partition(self) -> RowPartition:
        """Return the row partition of the axis."""
        if self.splits is None:
            dtype = np.dtype(np.int64)
            return RowPartition._of_uniform(self.uniform or 0, self.nrows, dtype, np)
        return RowPartition._of_splits(readonly(self.splits))


def is_list(node: Node) -> bool:
    """Whether an array has rows: lists of any form."""
    return node.format in _LISTS or node.format in _VIEWS or node.format.startswith("+w:")


def read(node: Node, rules: Rules, name: str = "obj") -> tuple[list[Level], Array, Array | None]:
    """Return the levels of nested lists, their flat values, and which of these are missing."""
    levels, inner, where = rows_of(node, rules, name)
    flat, missing = leaf_of(inner, where)
    return levels, without_missing(flat, missing, levels, rules, name, inner.format), missing


def leaf_of(node: Node, where: slice | Array) -> Values:
    """Return the chosen values of an array without lists; raise for times with a zone."""
    values = values_of(node, where)
    check_zone(node)
    return values


def check_zone(node: Node) -> None:
    """Raise for timestamps with a time zone, which NumPy does not have."""
    zone = zone_of(node)
    if zone:
        way_out = "convert them to UTC and drop the zone first"
        raise ValueError(broken_rule("times", "have no time zone", zone, way_out))


def without_missing(
    flat: Array,
    missing: Array | None,
    levels: list[Level],
    rules: Rules,
    name: str,
    letters: str = "",
) -> Array:
    """Return the values with the missing ones replaced; raise if the rules do not allow any.

    ``letters`` is the format string: the null type gets the dtype of the fill value.
    """
    if missing is None:
        return flat
    if not rules.allow_values:
        _refuse(missing, levels, name, "values")
    return filled(flat, missing, rules.fill, untyped=letters == "n")


def rows_of(
    node: Node,
    rules: Rules,
    name: str = "obj",
    where: slice | Array | None = None,
    outer: list[Level] | None = None,
    *,
    lines_may_miss: bool = False,
) -> tuple[list[Level], Node, slice | Array]:
    """Return the levels of nested lists, the array inside, and which of its items are used.

    ``where`` are the items of ``node`` that are used (by default all), ``outer`` the levels of the
    lists around it, for the positions in errors. With ``lines_may_miss``, missing lists of the
    outermost level are empty, whatever the rules.
    """
    levels: list[Level] = []
    where = slice(0, node.length) if where is None else where
    while is_list(node):
        if len(node.children) != 1:
            raise ValueError(broken_rule("obj", "have one array in its lists", len(node.children)))
        used = Rules(rows="empty") if lines_may_miss and not levels else rules
        level, where = _level(node, where, used, [*(outer or []), *levels], name)
        levels.append(level)
        node = node.children[0]
    return levels, node, where


def _level(
    node: Node, where: slice | Array, rules: Rules, outer: list[Level], name: str
) -> tuple[Level, slice | Array]:
    """Return the rows of one list, and which items of its child are in them."""
    missing = node.missing()
    missing = None if missing is None else missing[where]
    if missing is not None and not missing.any():
        missing = None
    if missing is not None and rules.rows == "raise":
        _refuse(missing, outer, name, "rows")
    child = node.children[0]
    if node.format.startswith("+w:"):
        return _fixed(node, where, missing)
    if node.format in _LISTS:
        offsets = node.items(1, _LISTS[node.format], extra=1)
        if missing is None and isinstance(where, slice):
            splits = offsets[where.start : where.stop + 1]
            first, last = int(splits[0]), int(splits[-1])
            if first < 0 or last > child.length or first_decrease(splits) >= 0:
                _check(splits[:-1], splits[1:], child)
            splits = splits - first if first else splits
            return Level(len(splits) - 1, splits, None), slice(first, last)
        starts, ends = offsets[:-1][where], offsets[1:][where]
    else:
        starts = node.items(1, _VIEWS[node.format])[where]
        ends = starts + node.items(2, _VIEWS[node.format])[where]
    if missing is not None:
        ends = np.where(missing, starts, ends)
    kept = slice(None) if missing is None else ~missing
    _check(starts[kept], ends[kept], child)
    lengths = np.subtract(ends, starts, dtype=np.int64)
    splits = lengths_to_splits(lengths)
    return Level(len(lengths), splits, None), _joined(starts, lengths, splits)


def _joined(starts: Array, lengths: Array, splits: Array) -> slice | Array:
    """Return the items of rows as a slice if they follow each other, else as positions."""
    used = lengths > 0
    begin, ends = starts[used].astype(np.int64), (starts + lengths)[used]
    if not len(begin):
        return slice(0, 0)
    if bool((begin[1:] == ends[:-1]).all()):
        return slice(int(begin[0]), int(ends[-1]))
    return ranges(starts.astype(np.int64), lengths, 1, splits)


def _fixed(node: Node, where: slice | Array, missing: Array | None) -> tuple[Level, slice | Array]:
    """Return the rows of a list whose rows have one length."""
    size = int(node.format[3:])
    need = (node.offset + node.length) * size
    if node.children[0].length < need:
        rule = f"have {need} items in rows of {size}"
        raise ValueError(broken_rule("obj", rule, node.children[0].length))
    if missing is None and isinstance(where, slice):
        nrows = where.stop - where.start
        begin = (node.offset + where.start) * size
        return Level(nrows, None, size), slice(begin, begin + nrows * size)
    rows = np.arange(node.length)[where]
    starts = (node.offset + rows) * size
    if missing is None:
        return Level(len(rows), None, size), ranges(starts, np.full(len(rows), size))
    lengths = np.where(missing, 0, size)
    splits = lengths_to_splits(lengths)
    return Level(len(rows), splits, None), _joined(starts, lengths, splits)


def _check(starts: Array, ends: Array, child: Node) -> None:
    """Raise if a row ends before it begins, or outside of the array inside."""
    bad = (ends < starts) | (starts < 0) | (ends > child.length)
    if bad.any():
        i = int(bad.argmax())
        rule = f"have rows inside of its {child.length} items"
        raise ValueError(broken_rule("obj", rule, f"row {i} from {starts[i]} to {ends[i]}"))


def _refuse(missing: Array, levels: list[Level], name: str, kind: str) -> None:
    """Raise for missing rows or values, with the place of the first one."""
    place = place_of(int(missing.argmax()), levels)
    raise refusal(kind, name, int(np.count_nonzero(missing)), len(missing), place)


def place_of(i: int, levels: list[Level]) -> list[int]:
    """Return the index on each axis of flat item ``i``."""
    place: list[int] = []
    for level in reversed(levels):
        i, inside = level.row_of(i)
        place.insert(0, inside)
    return [i, *place]


def tensor_of(levels: list[Level], flat: Array) -> RaggedTensor:
    """Return the ragged tensor; uniform axes at the end become inner dimensions."""
    used = list(levels)
    shape: list[int] = []
    while len(used) > 1 and used[-1].splits is None:
        shape.insert(0, used.pop().uniform or 0)
    if shape:
        flat = flat.reshape(_items(used[-1]), *shape)
    parts = of_one_dtype(tuple(level.partition() for level in used))
    return RaggedTensor._make(readonly(flat), parts)


def _items(level: Level) -> int:
    if level.splits is None:
        return level.nrows * (level.uniform or 0)
    return int(level.splits[-1])


def mask_of(levels: list[Level], missing: Array | None, count: int) -> RaggedTensor:
    """Return where values are missing, in the rows of the values."""
    return tensor_of(levels, np.zeros(count, dtype=bool) if missing is None else missing)


def tensor_of_chunks(nodes: list[Node], rules: Rules, name: str, of_struct: str = "") -> Any:
    """Return arrays of lists as one tensor, and its mask if the rules ask for it.

    ``of_struct`` says which function reads records.
    """
    tensors, masks = [], []
    for node in nodes:
        if not is_list(node):
            way_out = of_struct if node.format == "+s" else "one row alone is obj=[[...]]"
            raise TypeError(broken_rule(name, "be an array of lists", node.shown, way_out))
        try:
            levels, flat, missing = read(node, rules, name)
        except MissingValueError as error:
            raise of_all_chunks(error, nodes) from None
        tensors.append(tensor_of(levels, flat))
        if rules.mask:
            masks.append(mask_of(levels, missing, len(flat)))
    return (joined(tensors), joined(masks)) if rules.mask else joined(tensors)


def joined(tensors: list[Any]) -> Any:
    """Return the tensors of chunks as one."""
    return tensors[0] if len(tensors) == 1 else concat(tensors, axis=0)


# ------------------------------------------------------------------ errors of several chunks
def of_all_chunks(
    error: MissingValueError, nodes: list[Node], field: int | None = None
) -> MissingValueError:
    """Return an error that counts in all chunks, in place of the error of one chunk.

    ``field`` is the field of structs, inside of lists, that has missing values.
    """
    if error.door is None or len(nodes) == 1:
        return error
    kind, indices, name = error.door
    count = total = before = 0
    first: list[int] | None = None
    for node in nodes:
        missing, levels = _missing_at(node, kind, indices - 1, field)
        if first is None and missing.any():
            first = place_of(int(missing.argmax()), levels)
            first[0] += before
        count, total = count + int(np.count_nonzero(missing)), total + len(missing)
        before += node.length
    return error if first is None else refusal(kind, name, count, total, first)


def _missing_at(node: Node, kind: str, depth: int, field: int | None) -> tuple[Array, list[Level]]:
    """Return which rows or values are missing inside of ``depth`` lists, and the levels of these.

    Missing rows outside of them are empty.
    """
    levels: list[Level] = []
    where: slice | Array = slice(0, node.length)
    while len(levels) < depth or node.format == "+s":
        if node.format == "+s":
            node = node.children[field or 0]
            continue
        level, where = _level(node, where, Rules(rows="empty"), levels, "obj")
        levels.append(level)
        node = node.children[0]
    missing = values_of(node, where)[1] if kind == "values" else node.missing()
    if kind == "rows" and missing is not None:
        missing = missing[where]
    if missing is None:
        missing = np.zeros(len(np.arange(node.length)[where]), dtype=bool)
    return missing, levels
