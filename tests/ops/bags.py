"""A model of reductions: nested lists whose every value is a bag, and bags that fall together."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import raggedkit as rk

__all__ = ["bags", "close", "collapsed", "joined", "listed", "opened", "sizes_of"]

Sizes = tuple[int | None, ...]


def sizes_of(x: Any) -> Sizes:
    """The size of each axis after the first: None for a partitioned one."""
    if isinstance(x, rk.RaggedTensor):
        return (*[None] * x.ragged_rank, *x.flat_values.shape[1:])
    return tuple(x.shape[1:])


def bags(rows: Any, depth: int) -> Any:
    """Nested lists with each value in a tuple of its own."""
    return [bags(row, depth - 1) for row in rows] if depth else (rows,)


def joined(items: list[Any], sizes: Sizes) -> Any:
    """Items of the same sizes, aligned at their starts; what one lacks is left out."""
    if not sizes:
        return sum(items, ())
    width = max(map(len, items), default=0) if sizes[0] is None else sizes[0]
    return [joined([i[j] for i in items if j < len(i)], sizes[1:]) for j in range(width)]


def collapsed(rows: Any, axes: list[int], sizes: Sizes, keepdims: bool) -> Any:
    """Bags reduced over axes counted from the front, the innermost first."""
    for axis in sorted(axes, reverse=True):
        rows = _collapsed(rows, axis, sizes, keepdims)
        behind = sizes[axis:]
        if axis:
            one = (None if None in behind else 1,) if keepdims else ()
            sizes = (*sizes[: axis - 1], *one, *behind)
        else:
            sizes = behind[1:]
    return rows


def _collapsed(rows: Any, axis: int, sizes: Sizes, keepdims: bool) -> Any:
    if axis:
        return [_collapsed(row, axis - 1, sizes[1:], keepdims) for row in rows]
    return [joined(rows, sizes)] if keepdims else joined(rows, sizes)


def opened(rows: Any, function: Callable[[tuple[Any, ...]], Any]) -> Any:
    """Nested lists with each bag replaced by its function value."""
    return function(rows) if isinstance(rows, tuple) else [opened(row, function) for row in rows]


def listed(result: Any) -> Any:
    """A result, ragged or dense, as nested lists."""
    if isinstance(result, rk.RaggedTensor):
        return result.to_list()
    return np.asarray(result).tolist()


def close(found: Any, want: Any, rel: float = 1e-9) -> bool:
    """Whether nested lists have the same structure and nearly the same numbers."""
    if isinstance(want, list):
        return (
            isinstance(found, list)
            and len(found) == len(want)
            and all(close(a, b, rel) for a, b in zip(found, want, strict=True))
        )
    if isinstance(found, list):
        return False
    return math.isclose(found, want, rel_tol=rel, abs_tol=rel) or (found != found and want != want)
