"""Nested lists and rows of other libraries with missing values: `raggedkit.array` with rules.

Without missing values `raggedkit.array` reads nested lists itself. Here each level of a list is
searched for missing rows, and the values for missing ones, which get a placeholder; then the list
is read as all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Any

import numpy as np

from raggedkit._border import is_missing
from raggedkit._depth import MOST_AXES, check_nesting, check_shared
from raggedkit._missing import Rules, filled, refusal
from raggedkit._plan.operands import place_of
from raggedkit._typing import Array, DType, Tensor
from raggedkit._xp import is_array
from raggedkit.errors import UnknownNameError, broken_rule, shown
from raggedkit.interop._column_values import (
    Column,
    kind_of,
    missing_items,
    nothing_missing,
    values_of_column,
)
from raggedkit.interop.arrow._export import lists_of
from raggedkit.interop.arrow._nodes import is_arrow
from raggedkit.interop.awkward import from_awkward
from raggedkit.ops.construct import array as ragged_array
from raggedkit.ops.construct import recast
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["array_by_rules", "by_rules", "columns_by_rules", "fills_of", "rows_of_lists"]

_CONTAINERS = (list, tuple, range)


def array_by_rules(obj: Any, dtype: DType | None, rules: Rules) -> Any:
    """Return what `raggedkit.array` returns, with missing rows and values by the rules."""
    if hasattr(obj, "layout") and hasattr(obj, "behavior"):
        allowed: Any = {"fill_missing": rules.fill, "return_mask": rules.mask}
        return _recast(from_awkward(obj, missing_rows=rules.rows, **allowed), dtype)
    if is_arrow(obj) and not isinstance(obj, RaggedTensor):
        made = lists_of(obj, rules)
        if made is not None:
            return _recast(made, dtype)
    column = _of_rows(obj, rules.rows)
    if column is None:  # nothing that could be missing; or no rows, which is an error there
        rt = ragged_array(obj, dtype)
        return (rt, nothing_missing(rt)) if rules.mask else rt
    if dtype is not None:
        if column.untyped:
            flat = np.zeros(_flat(column.values).shape, dtype=dtype)
            column = column._replace(values=_like(column.values, flat), untyped=False)
        else:
            column = column._replace(values=_recast(column.values, dtype))
    return by_rules(column, rules, "obj")


def columns_by_rules(
    columns: list[Any], labels: list[str], names: list[str], rules: Rules
) -> tuple[list[Tensor], list[Tensor]]:
    """Return the values of columns by the rules, and their masks if the rules ask for them.

    ``labels`` are for errors. ``names`` are those by which the rules may give several fill values.
    """
    fills, words = fills_of(rules.fill, names)
    values, masks = [], []
    for i, (column, label) in enumerate(zip(columns, labels, strict=True)):
        fill = fills.get(names[i]) if names else rules.fill
        word = words.format(repr(names[i])) if names else "fill_missing"
        read = values_of_column(column, label, rules.rows)
        made = by_rules(read, Rules(fill, rules.mask, rules.rows), label, word)
        values.append(made[0] if rules.mask else made)
        if rules.mask:
            masks.append(made[1])
    return values, masks


def fills_of(fill: Any, names: Iterable[str]) -> tuple[Mapping[str, Any], str]:
    """Return the fill value of each name that has one, and how errors spell it."""
    if fill is None:
        return {}, "fill_missing"
    if not isinstance(fill, Mapping):
        return dict.fromkeys(names, fill), "fill_missing[{}]"
    known = set(names)
    for name in fill:
        if name not in known:
            raise UnknownNameError(broken_rule("fill_missing", "have names of columns", name))
    return fill, "fill_missing[{}]"


def _recast(made: Any, dtype: DType | None) -> Any:
    """Return a tensor, alone or with its mask, in another dtype."""
    if dtype is None:
        return made
    return (recast(made[0], dtype), made[1]) if isinstance(made, tuple) else recast(made, dtype)


def _of_rows(obj: Any, rows: str) -> Column | None:
    """Return the values of an object that has rows; None if it is for `raggedkit.array` alone."""
    if isinstance(obj, RaggedTensor | SparseTensor | str | bytes | dict):
        return None
    if getattr(obj, "is_nested", False) is True or hasattr(obj, "nested_row_splits"):
        return None  # tensors of PyTorch and TensorFlow have no missing values
    columns = _columns_of(obj)
    if columns is not None:
        read = [values_of_column(column, f"obj[{name!r}]") for name, column in columns]
        if not read or any(isinstance(c.values, RaggedTensor) for c in read):
            return None
        return _partitioned(_stacked(read))
    if is_array(obj) and obj.ndim > 1:
        return _partitioned(values_of_column(obj, "obj")) if type(obj) is not np.ndarray else None
    if is_array(obj) and obj.dtype.kind != "O":
        return None
    if not isinstance(obj, Iterable) or hasattr(obj, "ngroups") or hasattr(obj, "tocsr"):
        return None
    items = list(obj.tolist()) if hasattr(obj, "tolist") and not is_array(obj) else list(obj)
    lines = [list(x) if _is_lazy(x) else x for x in items]
    odd = next((i for i, x in enumerate(lines) if not (_is_row(x) or _is_no_row(x))), None)
    if odd is not None:
        way_out = "one row alone is obj=[[...]]"
        raise ValueError(f"obj must contain rows, got {shown(lines[odd])} at obj[{odd}]; {way_out}")
    return rows_of_lists(lines, "obj", rows)


def _columns_of(obj: Any) -> list[tuple[Any, Any]] | None:
    """Return the columns of a data frame, each read alone, or None."""
    if hasattr(obj, "iloc") and hasattr(obj, "columns"):
        return [(name, obj.iloc[:, i]) for i, name in enumerate(obj.columns)]
    if hasattr(obj, "get_columns"):
        return [(column.name, column) for column in obj.get_columns()]
    if hasattr(obj, "column_names") and hasattr(obj, "columns"):
        return list(zip(obj.column_names, obj.columns, strict=True))
    return None


def _stacked(columns: list[Column]) -> Column:
    """Return columns side by side, as the items of rows of one length."""
    masks = [nothing_missing(c.values) if c.missing is None else c.missing for c in columns]
    values: Any = [c.values for c in columns]
    untyped = all(c.untyped for c in columns)
    return Column(np.stack(values, axis=1), None, np.stack(masks, axis=1), untyped)


def _partitioned(column: Column) -> Column:
    inside: Any = column.inside
    rt: Any = RaggedTensor.from_tensor(column.values)
    inside = None if inside is None else RaggedTensor.from_tensor(inside)
    return column._replace(values=rt, inside=inside)


def by_rules(column: Column, rules: Rules, name: str, fill_name: str = "fill_missing") -> Any:
    """Return the values of a column by the rules, and their mask if the rules ask for it.

    Raises
    ------
    MissingValueError
        If there are missing values or rows that the rules do not allow.
    """
    values, mask, missing = column.values, column.inside, column.missing
    if missing is not None:
        if isinstance(values, RaggedTensor) or values.ndim > 1:
            values, mask = _emptied(column, rules, name)
        else:
            mask = missing
    if mask is not None and bool(_flat(mask).any()):
        gaps = _flat(mask)
        if not rules.allow_values:
            parts = mask._parts if isinstance(mask, RaggedTensor) else ()
            place = place_of(parts, gaps.shape, int(gaps.argmax()))
            raise refusal("values", name, int(np.count_nonzero(gaps)), gaps.size, place)
        several = "fill_missing={name: value} has a value for each column"
        way_out = several if fill_name != "fill_missing" else ""
        made = filled(
            _flat(values), gaps, rules.fill, fill_name, untyped=column.untyped, way_out=way_out
        )
        values = _like(values, made)
    if not rules.mask:
        return values
    return values, nothing_missing(values) if mask is None else mask


def _emptied(column: Column, rules: Rules, name: str) -> tuple[Tensor, Tensor | None]:
    """Return the values and the mask of lists, with empty rows for missing ones."""
    missing = column.missing
    assert missing is not None
    if rules.rows == "raise":
        first = [int(missing.argmax())]
        raise refusal("rows", name, int(np.count_nonzero(missing)), len(missing), first)
    if isinstance(column.values, RaggedTensor):
        return column.values, column.inside  # their rows are empty already
    lengths = np.where(missing, 0, column.values.shape[1])
    made: list[Any] = []
    for array in (column.values, column.inside):
        if array is None:
            made.append(None)
            continue
        kept: Any = array[~missing]
        flat = kept.reshape(-1, *kept.shape[2:])
        made.append(RaggedTensor.from_row_lengths(flat, lengths))
    return made[0], made[1]


def _flat(x: Tensor) -> Array:
    return x._flat if isinstance(x, RaggedTensor) else x


def _like(x: Tensor, flat: Array) -> Tensor:
    return x.with_flat_values(flat) if isinstance(x, RaggedTensor) else flat


# ------------------------------------------------------------------ lists, level by level
def rows_of_lists(rows: list[Any], name: str, rule: str) -> Column:
    """Return nested lists and arrays as a ragged column; its missing lines are empty.

    Missing lists inside of lists raise, or become empty with the rule ``"empty"``.
    """
    lengths: list[list[int]] = []
    outermost: Array | None = None
    level: list[Any] = list(rows)
    while level and (not lengths or any(map(_is_row, level))):
        level = [x.tolist() if _is_of_objects(x) else x for x in level]  # one may contain itself
        absent = np.array([_is_no_row(x) for x in level], dtype=bool)
        if bool(absent.any()):
            if not lengths:
                outermost = absent
            elif rule != "empty":
                place = _place(int(absent.argmax()), lengths)
                raise refusal("rows", name, int(np.count_nonzero(absent)), len(level), place)
            level = [[] if gone else x for gone, x in zip(absent.tolist(), level, strict=True)]
        if not all(map(_is_row, level)):
            break  # an error that `raggedkit.array` words
        arrays = [x for x in level if not isinstance(x, _CONTAINERS)]
        if arrays and len(arrays) == len(level) - int(absent.sum()):
            return _of_arrays(level, lengths, outermost, name)
        level = [x if isinstance(x, _CONTAINERS) else _listed(x, name) for x in level]
        lengths.append([len(x) for x in level])
        if len(lengths) > 2:
            check_shared(level, name, rows)
        if len(lengths) > MOST_AXES:
            check_nesting(rows, name)
        level = list(chain.from_iterable(level))
    return _of_values(level, lengths, outermost, name)


def _is_of_objects(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.dtype.kind == "O" and x.ndim > 0


def _of_values(
    level: list[Any], lengths: list[list[int]], outermost: Array | None, name: str
) -> Column:
    gaps = missing_items(level)
    untyped = gaps is not None and bool(gaps.all())
    if gaps is not None:
        there = 0.0 if untyped else level[int(gaps.argmin())]
        level = [there if gone else x for gone, x in zip(gaps.tolist(), level, strict=True)]
    rt = _read(_regrouped(level, lengths), name)
    inside = None if gaps is None else rt.with_flat_values(gaps.reshape(rt._flat.shape))
    return Column(rt, outermost, inside, untyped)


def _of_arrays(
    level: list[Any], lengths: list[list[int]], outermost: Array | None, name: str
) -> Column:
    """Read a level of arrays, whose dtype is kept; missing rows among them are empty lists."""
    read = [
        None
        if isinstance(x, list)
        else values_of_column(x, f"{name}{_shown(_place(i, lengths))}", "raise")
        for i, x in enumerate(level)
    ]
    typed: list[Any] = [c.values for c in read if c is not None and not c.untyped]
    typed = typed or [c.values for c in read if c is not None]
    nothing = typed[0][:0]
    arrays: list[Any] = []
    masks: list[Any] = []
    for c in read:
        values: Any = nothing if c is None else c.values
        if c is not None and c.untyped:
            values = np.zeros(len(values), dtype=nothing.dtype)
        arrays.append(values)
        gaps = None if c is None else c.inside if c.missing is None else c.missing
        masks.append(nothing_missing(values) if gaps is None else gaps)
    if any(isinstance(x, RaggedTensor) for x in arrays):
        arrays = [x.to_list() if isinstance(x, RaggedTensor) else x for x in arrays]
        masks = [x.to_list() if isinstance(x, RaggedTensor) else x for x in masks]
    rt = _read(_regrouped(arrays, lengths), name)
    inside = _read(_regrouped(masks, lengths), name)
    return Column(rt, outermost, inside, all(c is None or c.untyped for c in read))


def _shown(place: list[int]) -> str:
    return "".join(f"[{i}]" for i in place)


def _read(nested: list[Any], name: str) -> RaggedTensor:
    try:
        return ragged_array(nested)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("obj", name)) from None


def _regrouped(level: list[Any], lengths: list[list[int]]) -> list[Any]:
    """Return the items of a level in the lists around them; the reverse of flattening."""
    for counts in reversed(lengths):
        items = iter(level)
        level = [list(islice(items, n)) for n in counts]
    return level


def _place(i: int, lengths: list[list[int]]) -> list[int]:
    """Return the index on each axis of item ``i`` of the level inside of these lengths."""
    place: list[int] = []
    for counts in reversed(lengths):
        ends = np.cumsum(counts)
        row = int(np.searchsorted(ends, i, side="right"))
        place.insert(0, i - int(ends[row] - counts[row]))
        i = row
    return [i, *place]


def _listed(x: Any, name: str) -> list[Any]:
    """Return an array beside lists as a list, with None for missing items."""
    column = values_of_column(x, name)
    values: Any = column.values
    if isinstance(values, RaggedTensor):
        return values.to_list()
    items = list(values) if values.dtype.kind in "mM" or values.ndim > 1 else values.tolist()
    if column.missing is None:
        return items
    return [None if gone else v for gone, v in zip(column.missing.tolist(), items, strict=True)]


def _is_row(x: Any) -> bool:
    if isinstance(x, (*_CONTAINERS, RaggedTensor)):
        return True
    return (is_array(x) or kind_of(x) != "plain") and getattr(x, "ndim", 1) > 0


def _is_no_row(x: Any) -> bool:
    """Whether a row is missing; pandas marks one by NaN."""
    return is_missing(x) or (isinstance(x, float) and x != x)


def _is_lazy(x: Any) -> bool:
    """Whether a row is an iterator."""
    if _is_row(x) or isinstance(x, str | bytes | dict) or is_array(x):
        return False
    return isinstance(x, Iterable)
