"""Each row as a line or as a cloud of points; as a density where there are too many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit.plots._bins import aggregates, density, value_edges
from raggedkit.plots._drawing import (
    Drawing,
    axes,
    dress,
    empties,
    finish,
    ink,
    nothing_to_draw,
    undrawn,
    whole_numbers,
)
from raggedkit.plots._marks import colorbar, draw_crowd
from raggedkit.plots._points import (
    MOST_NAMED,
    Points,
    alone,
    explain_colors,
    names_of,
    points_of,
    row_colors,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["lines", "scatter"]

MOST_ROWS = 500
MOST_POINTS = 50_000
GRID = (240, 160)
SAMPLE = 8  # rows drawn as lines over a density


def lines(
    rt: Any,
    x: Any = None,
    *,
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw each row as a line: its values by position, by ``x``, or as a path of ``(x, y)``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates; or ``[nrows, (d1), 2]``, paths of points.
    x
        Where each value lies along x, ragged with the same row lengths: times, distances. By
        default the position in the row.
    labels
        Names of the rows in the legend, which is drawn for up to 8 rows.
    aggregate
        Whether to draw how many points there are in each cell of a grid, and a few rows as lines;
        by default from 501 rows or 50,001 values on.
    color, cmap
        One colour for all rows, and the colours of the grid or of more than 8 rows.
    ax
        Axes to draw on; by default the current axes if they are empty, else new ones.

    Returns
    -------
    Drawing
        ``lines``, a `LineCollection` with one path for each row, broken where a value is not
        finite; ``alone``, a dot for each point without a neighbour to be joined to. Summarised:
        ``cells``, a mesh of counts, its ``colorbar``, and ``sample``, lines of some rows.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        If there are several partitioned axes, inner ones other than one of size 2, ``x`` has
        other row lengths, or there are more or fewer ``labels`` than rows.

    See Also
    --------
    scatter : points that no line joins.
    ribbon : what is typical of them.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.lines(rt, ax=Figure().subplots())
    >>> drawing
    <lines of 5 rows, 8 values from 1 to 9; 2 empty rows>
    >>> drawing["lines"].get_segments()[2]
    array([[0., 5.],
           [1., 9.],
           [2., 2.]])
    >>> drawing["alone"].get_offsets().tolist()
    [[0.0, 6.0]]
    >>> rk.plots.lines(rt, x=rt[:, 1:])
    Traceback (most recent call last):
        ...
    ValueError: x must have as many values in row 0 as rt (4), got 3
    """
    return _trace(rt, x, LINES, labels, aggregate, color, cmap, ax)


def scatter(
    rt: Any,
    x: Any = None,
    *,
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw each value as a point, rows told apart by colour: by position, by ``x``, or ``(x, y)``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates; or ``[nrows, (d1), 2]``, points.
    x
        Where each value lies along x, ragged with the same row lengths. By default the position
        in the row.
    labels
        Names of the rows in the legend, which is drawn for up to 8 rows.
    aggregate
        Whether to draw how many points there are in each cell of a grid; by default from 501 rows
        or 50,001 values on.
    color, cmap
        One colour for all rows, and the colours of the grid or of more than 8 rows.
    ax
        Axes to draw on; by default the current axes if they are empty, else new ones.

    Returns
    -------
    Drawing
        ``points``, a `PathCollection`. Summarised: ``cells``, a mesh, and its ``colorbar``.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        As for `lines`.

    See Also
    --------
    lines : points of a row joined.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.scatter(rt, x=rt * 10, ax=Figure().subplots())
    >>> drawing
    <scatter of 5 rows, 8 values from 1 to 9; 2 empty rows>
    >>> drawing["points"].get_offsets()[4].tolist()
    [50.0, 5.0]
    >>> rk.plots.scatter(rt[:0], ax=Figure().subplots())
    <scatter of no rows>
    >>> rk.plots.scatter(rk.array([[1 + 2j]]))
    Traceback (most recent call last):
        ...
    TypeError: rt must hold real numbers, bools or dates to plot its values, got
    dtype('complex128'); plot abs(rt), np.real(rt), np.imag(rt) or np.angle(rt)
    """
    return _trace(rt, x, POINTS, labels, aggregate, color, cmap, ax)


@dataclass(frozen=True)
class _Way:
    """How rows are drawn: the words for it, and the function that draws a few of them."""

    name: str
    title: str
    draw: Callable[[Axes, Points, list[Any] | None, Any, Any], dict[str, Any]]
    sampled: bool  # whether some rows are drawn over a density


def _trace(
    rt: Any,
    x: Any,
    way: _Way,
    labels: Sequence[Any] | None,
    aggregate: bool | None,
    color: Any,
    cmap: Any,
    ax: Axes | None,
) -> Drawing:
    points = points_of(rt, x)
    names = names_of(labels, points.y.nrows)
    target = axes(ax)
    if not points.finite.any():
        return nothing_to_draw(way.name, target, points.y.nothing, title=way.title)
    many = points.y.nrows > MOST_ROWS or len(points.y.numbers) > MOST_POINTS
    note = ""
    if aggregates(aggregate, int(many), 0):
        artists = _crowd(target, points, cmap)
        if way.sampled:
            artists["sample"] = _sample(target, points)
            note = f"lines: {len(artists['sample'].get_segments())} of the rows"
    else:
        artists = way.draw(target, points, names, color, cmap)
        target.autoscale_view()
    target.set(xlabel=points.x_label, ylabel=points.y_label)
    if points.x.scale == "position":
        whole_numbers(target.xaxis, int(points.y.lengths.max()))
    dress(target.xaxis, points.x.scale)
    dress(target.yaxis, points.y.scale)
    lost = undrawn(int(np.count_nonzero(~points.finite)))
    return finish(
        way.name,
        target,
        artists,
        of=points.y.said,
        title=way.title,
        notes=[empties(points.y.lengths), note, lost],
    )


def _draw_lines(
    ax: Axes, points: Points, names: list[Any] | None, color: Any, cmap: Any
) -> dict[str, Any]:
    from matplotlib.collections import LineCollection

    colors, named = row_colors(points, color, cmap)
    xy = np.column_stack([points.x.numbers, points.y.numbers])
    xy[~points.finite] = np.nan
    drawn = LineCollection(
        np.split(xy, points.y.splits[1:-1]),
        colors=colors,
        linewidths=1.8 if points.y.nrows <= MOST_NAMED else 1.0,
        alpha=None if points.y.nrows <= 50 else 0.6,
    )
    ax.add_collection(drawn)
    artists: dict[str, Any] = {"lines": drawn}
    if (dots := alone(points)).size:
        artists["alone"] = ax.scatter(
            xy[dots, 0], xy[dots, 1], s=18, c=colors[points.y.rowids[dots]]
        )
    explain_colors(ax, points, colors, named, names, artists)
    return artists


def _draw_points(
    ax: Axes, points: Points, names: list[Any] | None, color: Any, cmap: Any
) -> dict[str, Any]:
    colors, named = row_colors(points, color, cmap)
    kept = points.finite
    size = 24 if len(points.y.numbers) <= 300 else 8
    drawn = ax.scatter(
        points.x.numbers[kept],
        points.y.numbers[kept],
        c=colors[points.y.rowids[kept]],
        s=size,
        alpha=0.8,
        linewidths=0,
    )
    artists: dict[str, Any] = {"points": drawn}
    explain_colors(ax, points, colors, named, names, artists)
    return artists


def _crowd(ax: Axes, points: Points, cmap: Any) -> dict[str, Any]:
    kept = points.finite
    x, y = points.x.numbers[kept], points.y.numbers[kept]
    x_edges = value_edges(x, GRID[0])
    if points.x.scale == "position":
        x_edges = np.arange(0, x.max() + 2, max(1, -(-int(x.max() + 1) // GRID[0]))) - 0.5
    y_edges = value_edges(y, GRID[1])
    mesh = draw_crowd(ax, density(x, y, x_edges, y_edges), x_edges, y_edges, cmap)
    return {"cells": mesh, "colorbar": colorbar(ax, mesh, "values in a cell")}


def _sample(ax: Axes, points: Points) -> Any:
    """Draw a few rows, of all lengths there are, over the density of all."""
    from matplotlib.collections import LineCollection

    there = np.flatnonzero(points.y.lengths)
    ranked = there[np.argsort(points.y.lengths[there], kind="stable")]
    rows = ranked[np.unique(np.linspace(0, len(ranked) - 1, SAMPLE).round().astype(np.int64))]
    starts, limits = points.y.splits[rows], points.y.splits[rows + 1]
    xy = [
        np.column_stack([points.x.numbers[a:b], points.y.numbers[a:b]])
        for a, b in zip(starts.tolist(), limits.tolist(), strict=True)
    ]
    drawn = LineCollection(xy, colors=ink(ax), linewidths=0.8, alpha=0.7)
    ax.add_collection(drawn, autolim=False)
    return drawn


LINES = _Way("lines", "Lines", _draw_lines, sampled=True)
POINTS = _Way("scatter", "Points", _draw_points, sampled=False)
