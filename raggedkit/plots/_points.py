"""Points of rows for line and scatter plots: coordinates, axis labels and titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._drawing import counted, value_label
from raggedkit.plots._inputs import Cells, cells_of, tensor_of

__all__ = ["POSITION", "Points", "has_points", "isolated", "names_of", "points_of"]

POSITION = "position in row"


@dataclass(frozen=True, eq=False)
class Points:
    """Points of rows: two numbers each, finite or NaN."""

    x: Cells
    y: Cells
    x_label: str
    y_label: str
    title: str
    pairs: bool = False  # whether the values are pairs (x, y)

    @property
    def finite(self) -> Array:
        """Which points can be drawn."""
        return self.x.finite & self.y.finite

    @property
    def summary(self) -> str:
        """The number of rows and points, and the range of the values, in words."""
        if not self.pairs:
            return self.y.summary
        rows = counted(self.y.nrows, "row")
        size = counted(len(self.y.numbers), "point")
        return f"{rows}, {size}, x {self.x.range_text()}, y {self.y.range_text()}"


def has_points(rt: Any) -> bool:
    """Whether each value of ``rt`` is a pair ``(x, y)``: ``[nrows, (d1), 2]``."""
    x = tensor_of(rt)
    return len(x.shape) == 3 and x.shape[2] == 2 and x.ragged_rank == 1


def points_of(rt: Any, x: Any) -> Points:
    """Return the points of rows: pairs as they are, or values by position or by ``x``."""
    if has_points(rt):
        if x is not None:
            rule = "be left out if rt has points (x, y)"
            raise ValueError(broken_rule("x", rule, x, "give rt[..., 1] with it"))
        return Points(
            cells_of(rt, column=0), cells_of(rt, column=1), "x", "y", "Points by row", True
        )
    y = cells_of(rt)
    name = value_label(y)
    if x is None:
        positions = replace(y, numbers=y.positions.astype(np.float64), scale="position", unit="")
        return Points(positions, y, POSITION, name, "Values by position")
    along = cells_of(x, "x")
    _check_lengths(along, y)
    label = value_label(along, "x")
    return Points(along, y, label, name, f"Values by {'x' if label == 'x' else 'time'}")


def _check_lengths(x: Cells, y: Cells) -> None:
    if x.nrows != y.nrows:
        raise ValueError(broken_rule("x", f"have as many rows as rt ({y.nrows})", x.nrows))
    # The first row that differs is named: with equal numbers of rows the lengths decide.
    if (wrong := np.flatnonzero(x.lengths != y.lengths)).size:
        row = int(wrong[0])
        rule = f"have as many values in row {row} as rt ({int(y.lengths[row])})"
        raise ValueError(broken_rule("x", rule, int(x.lengths[row])))


def names_of(labels: Sequence[Any] | None, n: int) -> list[Any] | None:
    """Return the names of rows, one for each."""
    if labels is None:
        return None
    rule = f"have one item for each of the {n} rows"
    try:
        names = list(labels)
    except TypeError:
        raise TypeError(broken_rule("labels", rule, labels)) from None
    if len(names) != n:
        raise ValueError(broken_rule("labels", rule, len(names)))
    return names


def isolated(points: Points) -> Array:
    """Return the finite points without a finite neighbour in their row: a line has no length."""
    at = np.flatnonzero(points.finite)
    rows = points.y.rowids[at]
    # A run starts after a gap in the values or at a new row.
    first = (np.diff(at, prepend=-2) > 1) | (np.diff(rows, prepend=-1) != 0)
    found: Array = at[first & np.append(first[1:], True)]
    return found
