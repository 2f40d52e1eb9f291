"""Index keys: which expressions ``rt[...]`` accepts, and the errors for the others."""

from __future__ import annotations

import operator
from typing import Any

from raggedkit._border import is_column
from raggedkit._depth import check_axes
from raggedkit._typing import Array
from raggedkit._xp import INT64, as_array, is_array
from raggedkit.errors import MissingValueError, RaggedIndexError, broken_rule, shown
from raggedkit.tensor import RaggedTensor

__all__ = ["check_inner_ints", "check_keys", "is_index", "no_such_item", "no_such_row"]

_ALL = slice(None)
_BY_POSITION = (
    "rk.gather(rt, key) selects rows, rk.take_along(rt, rk.array(key)) selects items in each row"
)


def check_keys(keys: list[Any], ndim: int) -> None:
    """Raise unless every key is of a known kind and there are at most as many keys as axes."""
    ellipses = sum(k is Ellipsis for k in keys)
    if ellipses > 1:
        raise RaggedIndexError(broken_rule("key", "have one ... at most", keys))
    for i, k in enumerate(keys):
        if k is None or k is Ellipsis:
            continue
        if isinstance(k, slice):
            _check_slice(k, i)
        elif i == 0 and (isinstance(k, list | range) or getattr(k, "ndim", 0) == 1):
            keys[0] = _row_picks(k)
        elif isinstance(k, bool) or not is_index(k):
            if i == 0 and is_column(k):  # of polars or Arrow
                keys[0] = _row_picks(k)
                continue
            rule = "be an integer, a slice, ... or None"
            if i == 0:
                rule = "be an integer, a slice, ..., None, or a vector of integers or bools"
            way_out = _BY_POSITION if is_array(k) and k.dtype.kind in "iu" else ""
            name = f"key[{i}]" if len(keys) > 1 else "key"
            raise TypeError(broken_rule(name, rule, k, way_out))
    used = sum(k is not None and k is not Ellipsis for k in keys)
    if used > ndim:
        raise RaggedIndexError(broken_rule("key", f"have {ndim} indices at most", used))
    added = sum(k is None for k in keys)
    if added:
        check_axes(ndim + added - sum(map(is_index, keys)), "key")


def _row_picks(key: Any) -> Array:
    """Return a list or vector of ints or bools as an array."""
    try:
        picks = as_array(key, dtype=INT64) if isinstance(key, list) and not key else as_array(key)
    except MissingValueError as error:
        raise error.named("key") from None
    except (TypeError, ValueError):
        raise TypeError(broken_rule("key", "contain integers or bools", key)) from None
    if picks.ndim != 1 or picks.dtype.kind not in "iub":
        way_out = _BY_POSITION if picks.ndim > 1 and picks.dtype.kind in "iu" else ""
        raise TypeError(broken_rule("key", "be a vector of integers or bools", key, way_out))
    return picks


def _check_slice(key: slice, i: int) -> None:
    for part, name in ((key.start, "start"), (key.stop, "stop"), (key.step, "step")):
        if part is not None and not is_index(part):
            raise TypeError(broken_rule(f"slice {name}", "be an integer or None", part))
    if key.step is not None and operator.index(key.step) == 0:
        raise ValueError(broken_rule("slice step", "not be 0", key.step))


def is_index(k: Any) -> bool:
    """Whether an object is a single integer and not a bool."""
    if type(k) is int:
        return True
    if isinstance(k, bool) or getattr(getattr(k, "dtype", None), "kind", "i") == "b":
        return False
    if is_array(k) and k.ndim:
        return False
    try:
        operator.index(k)
    except TypeError:
        return False
    return True


def check_inner_ints(rt: RaggedTensor, keys: list[Any]) -> None:
    """Raise if an int indexes a ragged axis inside of more than one row."""
    axis, one_row = 0, True
    for i, k in enumerate(keys):
        if k is Ellipsis:
            after = rt.ndim - sum(r is not None for r in keys[i + 1 :])
            axis, one_row = after, one_row and after == axis
        elif isinstance(k, slice) or getattr(k, "ndim", 0) == 1:
            axis, one_row = axis + 1, False
        elif k is not None:
            ragged = 0 < axis <= len(rt._parts) and rt._parts[axis - 1]._uniform is None
            if ragged and not one_row:
                raise RaggedIndexError(_no_inner_int(rt, keys, i, axis))
            axis += 1


def _no_inner_int(rt: RaggedTensor, keys: list[Any], at: int, axis: int) -> str:
    """Return the error for an int on a ragged axis, with the alternatives."""
    part, i = rt._parts[axis - 1], operator.index(keys[at])
    lengths = part._get_lengths()
    least = int(lengths.min()) if lengths.shape[0] else 0
    one = slice(i, None if i == -1 else i + 1)
    way_out = [f"slice it ({_written(keys[:at] + [one] + keys[at + 1 :])})"]
    before = [k for k in keys[:at] if k is not None]
    if any(k is Ellipsis for k in before):
        j = next(j for j, k in enumerate(before) if k is Ellipsis)
        before[j : j + 1] = [_ALL] * (axis + 1 - len(before))
    whole = [isinstance(k, slice) and k == _ALL for k in before]
    if len(before) == axis and all(is_index(k) for k in before[:-1]):  # rows of one level
        rows = _written(before[:-1] if whole[-1] else before)
        enough = i if i >= 0 else -i - 1
        way_out.append(f"give short rows a default ({rows}.column({i}, default=...))")
        way_out.append(f"or keep only rows that have it ({rows}[{rows}.row_lengths() > {enough}])")
    else:
        if axis == 2 and whole == [True, True]:
            column = f"rt.with_values(rt.values.column({i}, default=...))"
            way_out.append(f"give short rows a default ({column})")
        dense = _written(keys).replace("rt", "rt.to_tensor()", 1)
        way_out.append(f"or pad short rows first ({dense})")
    return (
        f"axis {axis} is ragged (row lengths {least} to {part._get_longest()}), so item "
        f"{shown(i)} may not exist in every row; {', '.join(way_out)}"
    )


def _written(keys: list[Any]) -> str:
    """Return the index expression as source code."""
    words = []
    for k in keys:
        if isinstance(k, slice):
            ends = ["" if e is None else str(e) for e in (k.start, k.stop)]
            words.append(":".join(ends if k.step is None else [*ends, str(k.step)]))
        else:
            words.append("..." if k is Ellipsis else "rows" if getattr(k, "ndim", 0) else str(k))
    return f"rt[{', '.join(words)}]" if words else "rt"


def no_such_row(i: int, n: int, axis: int) -> str:
    """Return the error for a row that does not exist."""
    if axis:
        return no_such_item(i, n, axis)
    rule = f"be from {-n} to {n - 1}" if n else "be in range, but there are no rows"
    return broken_rule("row", rule, i)


def no_such_item(i: int, n: int, axis: int) -> str:
    """Return the error for an item that does not exist on an axis."""
    if n:
        return broken_rule(f"index of axis {axis}", f"be from {-n} to {n - 1}", i)
    rule, way_out = "be in range, but there are no items", "a slice returns the items that exist"
    return broken_rule(f"index of axis {axis}", rule, i, way_out)
