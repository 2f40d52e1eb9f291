"""Identification of rows in line and scatter plots: colours, dashes, names, legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.plots._drawing import size_of
from raggedkit.plots._marks import colorbar, outlined
from raggedkit.plots._palette import is_dark, legible, palette
from raggedkit.plots._points import Points

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["RowStyles", "explain_rows", "name_lines", "row_styles"]

MOST_NAMED = 20  # rows with a colour and a dash, or a marker, of their own
# The palette has seven colours, so that 20 rows need three rounds.
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.2)), (0, (1, 1)))
MARKERS = ("o", "^", "s")
LETTER, LINE, GAP = 5.2, 10.5, 6.0  # points: a small letter and line, and the gap before a name


@dataclass(frozen=True, eq=False)
class RowStyles:
    """The colour of each row, and its round through the palette."""

    colors: Array  # float64[nrows, 4]
    rounds: Array  # int64[nrows]
    named: bool  # whether each row differs from all others, and has its name in the picture

    @property
    def dashes(self) -> list[Any]:
        """The dash of each row."""
        return [DASHES[i] for i in self.rounds.tolist()]

    @property
    def markers(self) -> list[str]:
        """The marker of each row."""
        return [MARKERS[i] for i in self.rounds.tolist()]


def row_styles(ax: Axes, n: int, color: Any, cmap: Any) -> RowStyles:
    """Return the styles of ``n`` rows: one colour, the palette in rounds, or a colour map."""
    from matplotlib import colormaps, rcParams
    from matplotlib.colors import to_rgba_array

    rounds = np.zeros(n, dtype=np.int64)
    if color is not None:
        return RowStyles(np.repeat(to_rgba_array(color)[:1], n, axis=0), rounds, False)
    cycle = palette(ax)
    if n <= min(MOST_NAMED, len(cycle) * len(DASHES)):
        rows = np.arange(n)
        return RowStyles(to_rgba_array(cycle)[rows % len(cycle)], rows // len(cycle), True)
    chosen = rcParams["image.cmap"] if cmap is None else cmap
    scale = colormaps[chosen] if isinstance(chosen, str) else chosen
    # One end of a colour map is close to the background; most maps start dark.
    low, high = (0.3, 1.0) if is_dark(ax) else (0.0, 0.85)
    return RowStyles(np.asarray(scale(np.linspace(low, high, n))), rounds, False)


def explain_rows(
    ax: Axes,
    styles: RowStyles,
    points: Points,
    names: list[Any] | None,
    artists: dict[str, Any],
    *,
    dots: bool,
) -> None:
    """Add a legend entry per row if rows are named, else a colour bar of row numbers."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize

    n = len(styles.colors)
    if styles.named:
        for row in range(n):
            # The entry has the mark of the plot: a dot without a line, or a line without dots.
            look: dict[str, Any] = {"linestyle": styles.dashes[row], "linewidth": 1.8}
            if dots:
                look = {"linestyle": "none", "marker": styles.markers[row], "markersize": 5}
            empty = " (empty)" if points.y.lengths[row] == 0 else ""
            ax.plot([], [], color=styles.colors[row], label=_name(names, row) + empty, **look)
    elif len(np.unique(styles.colors, axis=0)) > 1:
        scale = ScalarMappable(Normalize(0, n - 1), ListedColormap(styles.colors))
        artists["colorbar"] = colorbar(ax, scale, "row")


def name_lines(ax: Axes, styles: RowStyles, points: Points, names: list[Any] | None) -> list[Any]:
    """Write each row's name at the end of its line; return the texts, none if there is no room.

    The x axis is extended, so that no name is outside the axes. Names that would overlap are moved
    up or down; a thin line then joins them to the end of their row.
    """
    ends, side = _ends(points)
    words = [_name(names, row) for row in points.y.rowids[ends].tolist()]
    lengths = LETTER * np.array([len(word) for word in words]) + GAP
    ax.autoscale_view()
    width, height = size_of(ax)
    linear = ax.get_xscale() == "linear" and not ax.xaxis_inverted() and not ax.yaxis_inverted()
    if not linear or lengths.max() > 0.35 * width:
        return []
    x, y = points.x.numbers[ends], points.y.numbers[ends]
    needed = _limits_with_names(ax, x, side * lengths, width)
    (x0, x1), (y0, y1) = needed, ax.get_ylim()
    across, up = (x - x0) / (x1 - x0) * width, (y - y0) / (y1 - y0) * height
    moved = _without_overlap(across, across + side * lengths, up, height)
    if moved is None:
        return []
    # Autoscaling adds its margin to the data limits again.
    margin = ax.get_xmargin() / (1 + 2 * ax.get_xmargin())
    inner = x0 + margin * (x1 - x0), x1 - margin * (x1 - x0)
    ax.update_datalim([(end, ax.dataLim.y0) for end in inner], updatey=False)
    ax.autoscale_view()
    moves = (moved - up).tolist()
    colors = [styles.colors[row] for row in points.y.rowids[ends].tolist()]
    at = zip(x.tolist(), y.tolist(), strict=True)
    return list(map(_end_label, [ax] * len(words), words, at, side.tolist(), moves, colors))


def _ends(points: Points) -> tuple[Array, Array]:
    """Return the last finite point of each row that has one, and the side of its name.

    The name continues the line: it is on the left (-1) if the line ends leftwards.
    """
    at = np.flatnonzero(points.finite)
    rows = points.y.rowids[at]
    last = np.flatnonzero(np.append(rows[1:] != rows[:-1], True))
    before = np.maximum(last - 1, 0)
    left = points.x.numbers[at[last]] < points.x.numbers[at[before]]
    return at[last], np.where(left & (rows[last] == rows[before]), -1, 1)


def _limits_with_names(ax: Axes, x: Array, reach: Array, width: float) -> tuple[float, float]:
    """Return limits of x between which names end that reach this many points from ``x``."""
    left, right = ax.get_xlim()
    share = width / (width - np.abs(reach))
    for _ in range(3):  # more room at one side takes some from the other
        right = max(right, float((left + (x - left) * share)[reach > 0].max(initial=right)))
        left = min(left, float((right - (right - x) * share)[reach < 0].min(initial=left)))
    return left, right


def _without_overlap(start: Array, end: Array, y: Array, height: float) -> Array | None:
    """Return new y for names between these x, moved apart; None if there is no room for all."""
    low, high = 0.7 * LINE, height - 0.7 * LINE
    y = np.clip(y, low, high)
    first, last = np.minimum(start, end), np.maximum(start, end)
    near = (first[:, None] < last) & (first < last[:, None])
    np.fill_diagonal(near, False)
    rank = np.argsort(np.argsort(y, kind="stable"))
    sign = np.sign(rank[:, None] - rank)  # the order stays, also where two y are equal
    for _ in range(300):
        overlap = np.where(near, LINE - sign * (y[:, None] - y), 0.0).clip(0.0)
        if overlap.max(initial=0.0) < 1.0:
            return y
        y = np.clip(y + 0.25 * (sign * overlap).sum(axis=1), low, high)
    return None


def _end_label(
    ax: Axes, word: str, at: tuple[float, float], side: int, move: float, color: Any
) -> Any:
    color = legible(ax, color)
    look: dict[str, Any] = {}
    if abs(move) > LINE / 2:
        look["arrowprops"] = {"arrowstyle": "-", "color": color, "linewidth": 0.6, "shrinkB": 1}
    return ax.annotate(
        word,
        at,
        xytext=(side * (GAP - 1), move),
        ha="left" if side > 0 else "right",
        textcoords="offset points",
        va="center",
        fontsize="small",
        color=color,
        path_effects=outlined(ax),
        annotation_clip=False,
        zorder=4,
        **look,
    )


def _name(names: list[Any] | None, row: int) -> str:
    return f"row {row}" if names is None else str(names[row])
