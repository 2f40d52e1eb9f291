"""Depth limits of nested lists and tensors: at most 64 axes, as in NumPy.

A list that contains itself has no end; it is found by the same count as a list that is too deep.
The check runs before anything is flattened: a list that contains itself twice doubles with each
level.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from raggedkit.errors import broken_rule

__all__ = ["MOST_AXES", "check_axes", "check_first_items", "check_nesting", "check_shared"]

MOST_AXES = 64
_LISTS = (list, tuple)
_SCALARS = (str, bytes, int, float, complex, range)
_FEW_STEPS = 4  # steps of the path in a message


def check_axes(ndim: int, name: str) -> None:
    """Raise a ValueError if a tensor would have more than 64 axes."""
    if ndim > MOST_AXES:
        raise ValueError(broken_rule(name, f"make at most {MOST_AXES} axes (ndim)", ndim))


def check_first_items(obj: Any) -> None:
    """Raise if the chain of first items is deeper than NumPy's limit.

    NumPy raises for such a list too, but only after it has visited every branch.
    """
    depth = 0
    while type(obj) in _LISTS and obj:
        depth += 1
        if depth > MOST_AXES:
            raise ValueError(f"a list must be nested at most {MOST_AXES} deep, got more")
        obj = obj[0]


def check_shared(level: Iterable[Any], name: str, root: Any) -> None:
    """Raise if ``root`` is too deep and one of its levels contains a list twice.

    Without such a repetition, flattening needs no more memory than the lists already use.
    """
    filled = [*map(id, filter(len, level))]
    if len(set(filled)) < len(filled):
        check_nesting(root, name)


def check_nesting(obj: Any, name: str) -> None:
    """Raise if nested lists and arrays have more than 64 axes together."""
    path: list[int] = []
    try:
        deep = _is_deeper(obj, MOST_AXES, {}, path)
    except TypeError:  # not iterable: the conversion raises a better error
        return
    if deep:
        steps = "".join(f"[{i}]" for i in path[: -_FEW_STEPS - 1 : -1])
        got = f"got depth {MOST_AXES + 1} or more at {name}{steps}..."
        raise ValueError(f"{name} must be nested at most {MOST_AXES} deep, {got}")


def _is_deeper(x: Any, room: int, known: dict[int, int], path: list[int]) -> bool:
    """Whether something has more than ``room`` axes; if so, add its path, reversed, to ``path``.

    ``known`` maps each visited list to the smallest room in which it fits: a list that occurs many
    times is visited once.
    """
    own = getattr(x, "ndim", 1)
    if own > room:
        return True
    if known.get(id(x), MOST_AXES + 1) <= room or isinstance(x, range):
        return False
    for i, item in _nested_items(x):
        if _is_deeper(item, room - own, known, path):
            path.append(i)
            return True
    known[id(x)] = room
    return False


def _nested_items(x: Any) -> Iterable[tuple[int, Any]]:
    """Return the items of a list or an object array that may be nested, with their positions."""
    if isinstance(x, _LISTS):
        items: Any = x
    elif getattr(getattr(x, "dtype", None), "kind", "O") != "O":
        return ()
    else:
        # An extension array of pandas has `reshape`, which raises if the array is Arrow's.
        shaped = hasattr(x, "reshape") and getattr(x, "ndim", 1) != 1
        flat = x.reshape(-1) if shaped else x
        items = flat.tolist() if hasattr(flat, "tolist") else list(flat)
    kinds = {k for k in set(map(type, items)) if _may_nest(k)}
    return ((i, item) for i, item in enumerate(items) if type(item) in kinds) if kinds else ()


def _may_nest(kind: type) -> bool:
    if issubclass(kind, _LISTS):
        return True
    return not issubclass(kind, _SCALARS) and hasattr(kind, "__len__") and hasattr(kind, "ndim")
