"""Arrow lists as ragged tensors: which memory is shared, and rules for missing rows and values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from raggedkit._arguments import as_flag, is_word
from raggedkit._kernels.arrays.splits import first_decrease, lengths_to_splits, ranges
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
    "read",
    "rows_of",
    "tensor_of",
    "tensor_of_chunks",
    "without_missing",
]

_LISTS = {"+l": np.int32, "+L": np.int64}
_VIEWS = {"+vl": np.int32, "+vL": np.int64}
_ROWS = ("raise", "empty")


@dataclass(frozen=True)
class Rules:
    """What becomes of missing rows and values.

    Attributes
    ----------
    fill
        The value for missing ones; None refuses them.
    mask
        Whether missing values are allowed, because the caller returns where they are.
    rows
        ``"raise"``, or ``"empty"``: missing rows become empty ones.
    """

    fill: Any = None
    mask: bool = False
    rows: str = "raise"

    def __post_init__(self) -> None:
        if not is_word(self.rows, _ROWS):
            raise ValueError(broken_rule("missing_rows", "be 'raise' or 'empty'", self.rows))
        as_flag(self.mask, "return_mask")


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
    flat, missing = values_of(inner, where)
    check_zone(inner)
    return levels, without_missing(flat, missing, levels, rules, name), missing


def check_zone(node: Node) -> None:
    """Raise for timestamps with a time zone, which NumPy does not have."""
    zone = zone_of(node)
    if zone:
        way_out = "convert them to UTC and drop the zone first"
        raise ValueError(broken_rule("times", "have no time zone", zone, way_out))


def without_missing(
    flat: Array, missing: Array | None, levels: list[Level], rules: Rules, name: str
) -> Array:
    """Return the values with the missing ones replaced; raise if the rules do not allow any."""
    if missing is None:
        return flat
    if rules.fill is None and not rules.mask:
        hint = "fill_missing=value replaces them, return_mask=True returns where they are"
        _refuse(missing, levels, name, "values", hint)
    return _filled(flat, missing, rules.fill)


def _filled(flat: Array, missing: Array, fill: Any) -> Array:
    """Return a copy with a value at the missing places; 0 or "" if only a mask is asked for."""
    if fill is None:
        made = flat.copy()
        made[missing] = np.zeros((), dtype=flat.dtype)
        return made
    filler = np.asarray(fill)
    if filler.ndim:
        raise ValueError(broken_rule("fill_missing", "be a single value", fill))
    dtype = flat.dtype
    if filler.dtype.kind in "US" and dtype.kind in "USTO":
        dtype = np.result_type(dtype, filler.dtype)
    elif not _keeps(filler, dtype):
        raise ValueError(broken_rule("fill_missing", f"fit {dtype}", fill))
    made = flat.astype(dtype)
    made[missing] = fill
    return made


def _keeps(filler: Array, dtype: Any) -> bool:
    """Whether a value is the same in ``dtype``."""
    try:
        with np.errstate(all="ignore"):
            cast = filler.astype(dtype)
    except (TypeError, ValueError, OverflowError):
        return False
    if (filler.dtype.kind in "mM") != (dtype.kind in "mM"):
        return False
    if dtype.kind == "f":
        return filler.dtype.kind in "iuf"
    return bool(cast == filler) or bool(np.isnat(cast) if dtype.kind in "mM" else False)


def rows_of(
    node: Node,
    rules: Rules,
    name: str = "obj",
    where: slice | Array | None = None,
    outer: list[Level] | None = None,
) -> tuple[list[Level], Node, slice | Array]:
    """Return the levels of nested lists, the array inside, and which of its items are used.

    ``where`` are the items of ``node`` that are used (by default all), ``outer`` the levels of the
    lists around it, for the positions in errors.
    """
    levels: list[Level] = []
    where = slice(0, node.length) if where is None else where
    while is_list(node):
        if len(node.children) != 1:
            raise ValueError(broken_rule("obj", "have one array in its lists", len(node.children)))
        level, where = _level(node, where, rules, [*(outer or []), *levels], name)
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
        _refuse(missing, outer, name, "rows", "missing_rows='empty' makes them empty")
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


def _refuse(missing: Array, levels: list[Level], name: str, what: str, hint: str) -> None:
    """Raise for missing rows or values, with the place of the first one."""
    i = int(missing.argmax())
    place: list[int] = []
    for level in reversed(levels):
        i, inside = level.row_of(i)
        place.insert(0, inside)
    at = name + "".join(f"[{k}]" for k in (i, *place))
    count = int(np.count_nonzero(missing))
    got = f"got {count} of {len(missing)}, the first at {at}"
    raise MissingValueError(f"{name} must have no missing {what}, {got}; {hint}")


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


def tensor_of_chunks(nodes: list[Node], rules: Rules, name: str, of_struct: str = "") -> Any:
    """Return arrays of lists as one tensor, and its mask if the rules ask for it.

    ``of_struct`` says which function reads records.
    """
    tensors, masks = [], []
    for node in nodes:
        if not is_list(node):
            way_out = of_struct if node.format == "+s" else "one row alone is obj=[[...]]"
            raise TypeError(broken_rule(name, "be an array of lists", node.shown, way_out))
        levels, flat, missing = read(node, rules, name)
        tensors.append(tensor_of(levels, flat))
        if rules.mask:
            missing = np.zeros(len(flat), dtype=bool) if missing is None else missing
            masks.append(tensor_of(levels, missing))
    return (_concatenated(tensors), _concatenated(masks)) if rules.mask else _concatenated(tensors)


def _concatenated(tensors: list[RaggedTensor]) -> Any:
    return tensors[0] if len(tensors) == 1 else concat(tensors, axis=0)
