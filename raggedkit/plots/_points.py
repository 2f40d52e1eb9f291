"""Points of rows for line and scatter plots: coordinates, colours and names of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._drawing import value_label
from raggedkit.plots._inputs import Cells, cells_of, tensor_of
from raggedkit.plots._marks import colorbar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Points", "alone", "explain_colors", "names_of", "points_of", "row_colors"]

MOST_NAMED = 8  # most rows with an own colour in the legend


@dataclass(frozen=True, eq=False)
class Points:
    """Points of rows, both of their numbers finite or NaN."""

    x: Cells
    y: Cells
    x_label: str
    y_label: str

    @property
    def finite(self) -> Array:
        """Which points can be drawn."""
        return self.x.finite & self.y.finite


def points_of(rt: Any, x: Any) -> Points:
    """Return the points of rows: pairs as they are, or values by position or by ``x``."""
    shape = tensor_of(rt).shape
    if len(shape) == 3 and shape[2] == 2 and tensor_of(rt).ragged_rank == 1:
        if x is not None:
            rule = "be left out where rt holds points (x, y)"
            raise ValueError(broken_rule("x", rule, x, "give rt[..., 1] with it"))
        return Points(cells_of(rt, column=0), cells_of(rt, column=1), "x", "y")
    y = cells_of(rt)
    if x is None:
        places = replace(y, numbers=y.positions.astype(np.float64), scale="position", unit="")
        return Points(places, y, "position in the row", value_label(y))
    along = cells_of(x, "x")
    _check_lengths(along, y)
    return Points(along, y, value_label(along, "x"), value_label(y))


def _check_lengths(x: Cells, y: Cells) -> None:
    if x.nrows != y.nrows:
        raise ValueError(broken_rule("x", f"have as many rows as rt ({y.nrows})", x.nrows))
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


def row_colors(points: Points, color: Any, cmap: Any) -> tuple[Array, bool]:
    """Return the colour of each row, and whether each row has its own legend entry."""
    from matplotlib import colormaps, rcParams
    from matplotlib.colors import to_rgba_array

    n = points.y.nrows
    if color is not None:
        return np.repeat(to_rgba_array(color)[:1], n, axis=0), False
    if n <= MOST_NAMED:
        cycle = rcParams["axes.prop_cycle"].by_key().get("color", ["C0"])
        return to_rgba_array([cycle[i % len(cycle)] for i in range(n)]), True
    chosen = rcParams["image.cmap"] if cmap is None else cmap
    scale = colormaps[chosen] if isinstance(chosen, str) else chosen
    # The ends of a colour map may equal the background, in a light or a dark style.
    return np.asarray(scale(np.linspace(0.12, 0.88, n))), False


def alone(points: Points) -> Array:
    """Return which points have no neighbour in their row that a line could join them to."""
    at = np.flatnonzero(points.finite)
    rows = points.y.rowids[at]
    first = (np.diff(at, prepend=-2) > 1) | (np.diff(rows, prepend=-1) != 0)
    lonely: Array = at[first & np.append(first[1:], True)]
    return lonely


def explain_colors(
    ax: Axes,
    points: Points,
    colors: Array,
    named: bool,
    names: list[Any] | None,
    artists: dict[str, Any],
) -> None:
    """Add a legend entry per row if there are few rows, else a colour bar of row numbers."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize

    n = points.y.nrows
    if named:
        for row in range(n):
            name = f"row {row}" if names is None else str(names[row])
            empty = " (empty)" if points.y.lengths[row] == 0 else ""
            ax.plot([], [], color=colors[row], marker=".", label=name + empty)
    elif len(np.unique(colors, axis=0)) > 1:
        scale = ScalarMappable(Normalize(0, n - 1), ListedColormap(colors))
        artists["colorbar"] = colorbar(ax, scale, "row")
