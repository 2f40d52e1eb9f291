"""Line and scatter plots of rows; a density for many points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit.plots._bins import aggregates, count_grid, value_edges
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    counted,
    empty_rows_note,
    finish,
    not_finite_note,
    nothing_to_draw,
    set_ticks,
    text_color,
    whole_numbers,
)
from raggedkit.plots._marks import colorbar, draw_density, outlined
from raggedkit.plots._points import Points, isolated, names_of, points_of
from raggedkit.plots._rows import explain_rows, name_lines, row_styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["lines", "scatter"]

MOST_ROWS = 500
MOST_POINTS = 50_000
GRID = (240, 160)
SAMPLE = 8  # rows drawn as lines over a density


@sections_from(Texts)
def lines(
    rt: Any,
    x: Any = None,
    *,
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw each row as a line: its values by position, by ``x``, or as a path of ``(x, y)``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates; or ``[nrows, (d1), 2]``, paths of points.
    x
        The x coordinate of each value, ragged with the same row lengths: times, distances. By
        default the position in the row.
    labels
        Names of the rows, written at the ends of up to 20 lines; in a legend if there is no room.
    aggregate
        Whether to draw the number of points in each cell of a grid, and a few rows as lines;
        by default from 501 rows or 50,001 values on.
    color, cmap
        One colour for all rows, and the colour map of the grid or of more than 20 rows. Up to 20
        rows have the colour-blind-safe colours of Okabe and Ito, in three rounds with other
        dashes, or the colours of a style with its own cycle.

    Returns
    -------
    Drawing
        ``lines``, a `LineCollection` with one path for each row, broken where a value is not
        finite; ``alone``, a dot for each point without a neighbour in its row; ``names``, the
        texts at the ends of lines. Summarised: ``cells``, a mesh of counts, its ``colorbar``, and
        ``sample``, lines of some rows.

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
    scatter : the points without lines.
    ribbon : median and quantile bands.

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
    texts = Texts(title, xlabel, ylabel)
    return _trace(rt, x, LINES, labels, aggregate, color, cmap, texts, ax)


@sections_from(Texts)
def scatter(
    rt: Any,
    x: Any = None,
    *,
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw each value as a point, coloured by row: by position, by ``x``, or as ``(x, y)``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates; or ``[nrows, (d1), 2]``, points.
    x
        The x coordinate of each value, ragged with the same row lengths. By default the position
        in the row.
    labels
        Names of up to 20 rows, in the legend.
    aggregate
        Whether to draw the number of points in each cell of a grid; by default from 501 rows
        or 50,001 values on.
    color, cmap
        One colour for all rows, and the colour map of the grid or of more than 20 rows. Up to 20
        rows have the colour-blind-safe colours of Okabe and Ito, in three rounds with other
        markers, or the colours of a style with its own cycle.

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
    lines : the points of each row joined.

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
    TypeError: rt must contain real numbers, bools or dates to plot its values, got
    dtype('complex128'); plot abs(rt), np.real(rt), np.imag(rt) or np.angle(rt)
    """
    texts = Texts(title, xlabel, ylabel)
    return _trace(rt, x, POINTS, labels, aggregate, color, cmap, texts, ax)


@dataclass(frozen=True)
class _Way:
    """How rows are drawn: the name of the plot, and the function that draws a few rows."""

    name: str
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
    texts: Texts,
    ax: Axes | None,
) -> Drawing:
    points = points_of(rt, x)
    names = names_of(labels, points.y.nrows)
    target = axes(ax)
    if not points.finite.any():
        return nothing_to_draw(way.name, target, points.y.why_blank, texts, title=points.title)
    # Two limits: many rows are too many paths, many values too many vertices.
    many = points.y.nrows > MOST_ROWS or len(points.y.numbers) > MOST_POINTS
    note = ""
    if aggregates(aggregate, int(many), 0):
        artists = _density(target, points, cmap)
        if way.sampled:
            artists["sample"] = _sample(target, points)
            note = f"lines: a sample of {counted(len(artists['sample'].get_segments()), 'row')}"
    else:
        artists = way.draw(target, points, names, color, cmap)
        target.autoscale_view()
    target.set(xlabel=points.x_label, ylabel=points.y_label)
    if points.x.scale == "position":
        whole_numbers(target.xaxis, int(points.y.lengths.max()))
    set_ticks(target.xaxis, points.x.scale)
    set_ticks(target.yaxis, points.y.scale)
    left_out = not_finite_note(int(np.count_nonzero(~points.finite)))
    return finish(
        way.name,
        target,
        artists,
        texts,
        of=points.summary,
        title=points.title,
        notes=[empty_rows_note(points.y.lengths), note, left_out],
    )


def _draw_lines(
    ax: Axes, points: Points, names: list[Any] | None, color: Any, cmap: Any
) -> dict[str, Any]:
    from matplotlib.collections import LineCollection

    n = points.y.nrows
    styles = row_styles(ax, n, color, cmap)
    xy = np.column_stack([points.x.numbers, points.y.numbers])
    xy[~points.finite] = np.nan  # a gap in the line
    drawn = LineCollection(
        np.split(xy, points.y.splits[1:-1]),
        colors=styles.colors,
        linestyles=styles.dashes if styles.named else "-",
        linewidths=1.8 if n <= 8 else 1.4 if styles.named else 1.0,
        alpha=None if n <= 50 else 0.6,
    )
    ax.add_collection(drawn)
    artists: dict[str, Any] = {"lines": drawn}
    if (dots := isolated(points)).size:
        artists["alone"] = ax.scatter(
            xy[dots, 0], xy[dots, 1], s=18, c=styles.colors[points.y.rowids[dots]]
        )
    named = name_lines(ax, styles, points, names) if styles.named and n > 1 else []
    if named:
        artists["names"] = named
    else:
        explain_rows(ax, styles, points, names, artists, dots=False)
    return artists


def _draw_points(
    ax: Axes, points: Points, names: list[Any] | None, color: Any, cmap: Any
) -> dict[str, Any]:
    from matplotlib.markers import MarkerStyle

    styles = row_styles(ax, points.y.nrows, color, cmap)
    kept = points.finite
    rows = points.y.rowids[kept]
    drawn = ax.scatter(
        points.x.numbers[kept],
        points.y.numbers[kept],
        c=styles.colors[rows],
        s=24 if len(points.y.numbers) <= 300 else 8,
        alpha=0.8,
        linewidths=0,
    )
    if styles.rounds.any():  # a collection has one path per point, where they differ
        marks = [MarkerStyle(m) for m in styles.markers]
        paths = [m.get_path().transformed(m.get_transform()) for m in marks]
        drawn.set_paths([paths[row] for row in rows.tolist()])
    artists: dict[str, Any] = {"points": drawn}
    explain_rows(ax, styles, points, names, artists, dots=True)
    return artists


def _density(ax: Axes, points: Points, cmap: Any) -> dict[str, Any]:
    kept = points.finite
    x, y = points.x.numbers[kept], points.y.numbers[kept]
    x_edges = value_edges(x, GRID[0])
    if points.x.scale == "position":
        # Positions are whole numbers: other edges would give cells with fewer positions.
        x_edges = np.arange(0, x.max() + 2, max(1, -(-int(x.max() + 1) // GRID[0]))) - 0.5
    y_edges = value_edges(y, GRID[1])
    mesh = draw_density(ax, count_grid(x, y, x_edges, y_edges), x_edges, y_edges, cmap)
    return {"cells": mesh, "colorbar": colorbar(ax, mesh, "values in a cell")}


def _sample(ax: Axes, points: Points) -> Any:
    """Draw a few rows, from the shortest to the longest, over the density of all."""
    from matplotlib.collections import LineCollection

    filled = np.flatnonzero(points.y.lengths)
    # By length, so that the sample has short and long rows.
    ranked = filled[np.argsort(points.y.lengths[filled], kind="stable")]
    rows = ranked[np.unique(np.linspace(0, len(ranked) - 1, SAMPLE).round().astype(np.int64))]
    starts, limits = points.y.splits[rows], points.y.splits[rows + 1]
    xy = [
        np.column_stack([points.x.numbers[a:b], points.y.numbers[a:b]])
        for a, b in zip(starts.tolist(), limits.tolist(), strict=True)
    ]
    drawn = LineCollection(xy, colors=text_color(ax), linewidths=0.8, path_effects=outlined(ax))
    ax.add_collection(drawn, autolim=False)  # the density has the limits already
    return drawn


LINES = _Way("lines", _draw_lines, sampled=True)
POINTS = _Way("scatter", _draw_points, sampled=False)
