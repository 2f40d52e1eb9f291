"""Validation of ``highlight=``: the named rows as positions on each axis."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.reprs import tree

__all__ = ["rows_named", "rows_of_levels"]

_WAY_OUT = "write an inner row as a tuple: highlight=[(0, 2)]"


def rows_named(highlight: Any, count: int, unit: str = "rows") -> set[int]:
    """Return the named positions on one axis; negative ones count from the end."""
    found = set()
    for path in _paths(highlight):
        if len(path) != 1:
            raise RaggedIndexError(
                broken_rule("highlight", f"name {unit} by one number each", path)
            )
        found.add(_inside(path[0], count, unit))
    return found


def rows_of_levels(highlight: Any, partitions: Sequence[RowPartition]) -> list[set[int]]:
    """Return the named rows of each partition, in the numbering of that partition."""
    found: list[set[int]] = [set() for _ in partitions]
    for path in _paths(highlight):
        if not 0 < len(path) <= len(partitions):
            rule = f"name rows by 1 to {len(partitions)} numbers"
            raise RaggedIndexError(broken_rule("highlight", rule, path))
        row = _inside(path[0], partitions[0].static_nrows)
        for partition, position in zip(partitions, path[1:], strict=False):
            start, limit = tree.starts_of(partition)(tree.vector([row, row + 1])).tolist()
            row = start + _inside(position, limit - start)
        found[len(path) - 1].add(row)
    return found


def _inside(position: int, count: int, unit: str = "rows") -> int:
    if not -count <= position < count:
        rule = f"name {unit} from {-count} to {count - 1}" if count else f"name no {unit} of none"
        raise RaggedIndexError(broken_rule("highlight", rule, position))
    return position % count


def _paths(highlight: Any) -> list[tuple[int, ...]]:
    if isinstance(highlight, tuple) and highlight:
        return [_path(highlight)]
    if hasattr(highlight, "__index__") or not isinstance(highlight, Iterable):
        return [_path((highlight,))]
    return [_path(p if isinstance(p, tuple) else (p,)) for p in highlight]


def _path(path: tuple[Any, ...]) -> tuple[int, ...]:
    try:
        return tuple(operator.index(position) for position in path)
    except TypeError:
        raise TypeError(broken_rule("highlight", "contain ints", path, _WAY_OUT)) from None
