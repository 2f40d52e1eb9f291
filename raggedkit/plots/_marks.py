"""Marks shared by all plots: empty rows, padding, point densities, colour bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._typing import Array
from raggedkit.plots._bins import Bins
from raggedkit.plots._drawing import background, counted, set_ticks, text_color
from raggedkit.plots._palette import MAIN, SECOND, color_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "colorbar",
    "density_map",
    "draw_density",
    "legend_entry",
    "mark_empty_rows",
    "outlined",
    "padding_style",
    "ramp",
    "steps",
    "strip_of_empty_rows",
]


def mark_empty_rows(ax: Axes, rows: Array, *, along: str, at: float | None = None) -> Any:
    """Draw a ring for each empty row, on the baseline ``at`` or on the edge of the axes."""
    transform = ax.transData
    if at is None:
        at = 0.0
        transform = ax.get_xaxis_transform() if along == "x" else ax.get_yaxis_transform()
    other = np.full(len(rows), at)
    points = (rows, other) if along == "x" else (other, rows)
    (ring,) = ax.plot(
        *points,
        transform=transform,
        linestyle="none",
        marker="o",
        markersize=6 if len(rows) <= 100 else 4,
        markerfacecolor=background(ax),
        markeredgecolor=color_of(ax, SECOND),
        markeredgewidth=1.5,
        clip_on=False,
        zorder=5,
        label=counted(len(rows), "empty row"),
    )
    return ring


def strip_of_empty_rows(ax: Axes, lengths: Array, bins: Bins, *, along: str) -> Any:
    """Draw a strip along the axis; its strength in a bin is the share of empty rows."""
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Normalize

    # A strip of shares: a ring for each empty row would cover the others.
    share = np.add.reduceat(lengths == 0, bins.starts) / bins.sizes
    top = float(share.max())
    across = np.array([0.0, 0.022])
    x, y = (bins.edges, across) if along == "x" else (across, bins.edges)
    transform = ax.get_xaxis_transform() if along == "x" else ax.get_yaxis_transform()
    strip = QuadMesh(
        np.stack(np.meshgrid(x, y), axis=-1),
        array=share[None, :] if along == "x" else share[:, None],
        cmap=ramp(ax, color_of(ax, SECOND)),
        norm=Normalize(0, top),
        transform=transform,
        zorder=4,
    )
    # At the edge of the axes, so not part of the data limits.
    ax.add_collection(strip, autolim=False)
    n = int(np.count_nonzero(lengths == 0))
    legend_entry(ax, counted(n, "empty row"), color_of(ax, SECOND))
    return strip


def legend_entry(ax: Axes, label: str, color: Any, **look: Any) -> None:
    """Add a legend entry for something that is drawn by an image."""
    ax.fill_between([], [], [], color=color, label=label, **look)


def steps(ax: Axes, heights: Array, edges: Array, **look: Any) -> Any:
    """Draw a line of steps, and end the axis near them in every Matplotlib."""
    before = ax.dataLim.get_points().copy()
    drawn = ax.stairs(heights, edges, baseline=None, **look)
    # Matplotlib before 3.10 takes 0 into the limits and keeps an end of the axis there.
    ax.dataLim.set_points(before)
    drawn.sticky_edges.y.clear()
    ax.update_datalim(drawn.get_path().vertices)
    return drawn


def outlined(ax: Axes) -> list[Any]:
    """Return path effects that keep text and lines visible over marks: a light or dark outline."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.5, foreground=background(ax))]


def padding_style(ax: Axes) -> dict[str, Any]:
    """Return the look of padding: hatched, in the text colour."""
    from matplotlib.colors import to_rgba

    return {
        "facecolor": to_rgba(text_color(ax), 0.06),
        "edgecolor": to_rgba(text_color(ax), 0.45),
        "hatch": "////",
        "linewidth": 0.0,
    }


def ramp(ax: Axes, color: Any, low: float = 0.0) -> Any:
    """Return a colour map from near the background (share ``low``) to a strong colour."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    start, end = np.array(to_rgb(background(ax))), np.array(to_rgb(color))
    return LinearSegmentedColormap.from_list("ragged", [start + low * (end - start), end])


def density_map(ax: Axes) -> Any:
    """Return the colour map of densities: near the background, C0, near the text colour."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    # Never the background itself: a cell with one point must be visible.
    start, middle, end = (
        np.array(to_rgb(c)) for c in (background(ax), color_of(ax, MAIN), text_color(ax))
    )
    stops = [start + 0.25 * (middle - start), middle, middle + 0.75 * (end - middle)]
    return LinearSegmentedColormap.from_list("ragged density", stops)


def draw_density(ax: Axes, counts: Array, x_edges: Array, y_edges: Array, cmap: Any) -> Any:
    """Draw the number of points in each cell of a grid; empty cells stay blank."""
    from matplotlib.colors import LogNorm

    top = max(2, int(counts.max(initial=0)))
    return ax.pcolormesh(
        x_edges,
        y_edges,
        np.ma.masked_equal(counts, 0),
        cmap=density_map(ax) if cmap is None else cmap,
        norm=LogNorm(1, top),  # counts of points vary by orders of magnitude
        rasterized=True,
    )


def colorbar(ax: Axes, drawn: Any, label: str, scale: str = "number") -> Any:
    """Add a colour bar for an artist."""
    bar = ax.figure.colorbar(drawn, ax=ax, label=label, pad=0.02)
    set_ticks(bar.ax.yaxis, scale)
    return bar
