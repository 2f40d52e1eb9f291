"""Raster plots of events: each value a tick, each row a line of ticks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.plots._bins import Bins, aggregates, count_grid, finite_part, value_edges
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    empty_rows_note,
    finish,
    not_finite_note,
    nothing_to_draw,
    row_axis,
    set_ticks,
    value_label,
)
from raggedkit.plots._inputs import Cells, cells_of
from raggedkit.plots._marks import colorbar, draw_density, mark_empty_rows, strip_of_empty_rows
from raggedkit.plots._palette import MAIN, color_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["raster"]

MOST_ROWS = 200
MOST_TICKS = 20_000
GRID = (160, 120)  # cells along the values, bins of rows


@sections_from(Texts)
def raster(
    rt: Any,
    *,
    spans: bool = True,
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw each value as a tick along x, one line per row, such as the times of events.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers or dates, such as times of events.
    spans
        Whether a thin line joins the first and the last tick of a row.
    labels
        Names of the rows, shown in place of their numbers.
    aggregate
        Whether to draw the number of values in each cell of a grid; by default from 201 rows or
        20,001 values on.
    color, cmap
        Colour of the ticks, and colour map of the grid.

    Returns
    -------
    Drawing
        ``ticks`` and ``spans``, `LineCollection` each; ``empty``, a ring for each empty row.
        Summarised: ``cells``, a mesh of counts, and its ``colorbar``.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        If there are inner axes or several partitioned ones, or if ``labels`` has not one item
        per row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[0.3, 1.1, 4.0], [], [5.9, float("nan")]])
    >>> rk.plots.raster(rt, ax=Figure().subplots())
    <raster of 3 rows, 5 values from 0.3 to 5.9; 1 empty row; 1 value not finite, left out>
    >>> rk.plots.raster(rt[1:2], ax=Figure().subplots())
    <raster of 1 row without values to draw>
    >>> rk.plots.raster(rk.array([["a"], []]))
    Traceback (most recent call last):
        ...
    TypeError: rt must contain real numbers, bools or dates to plot its values, got dtype...
    """
    cells = cells_of(rt)
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    name = value_label(cells)
    default = f"{'Values' if name == 'value' else 'Times'} by row"
    if not cells.finite.any():
        return nothing_to_draw("raster", target, cells.why_blank, texts, title=default)
    many = cells.nrows > MOST_ROWS or len(cells.numbers) > MOST_TICKS
    if aggregates(aggregate, int(many), 0):
        artists, note = _density(target, cells, cmap)
    else:
        artists, note = _ticks(target, cells, spans, color_of(target, MAIN, color)), ""
    row_axis(target.yaxis, cells.nrows, labels)
    target.set_ylim(cells.nrows - 0.5, -0.5)  # the first row is at the top, as in a table
    target.set_xlabel(name)
    set_ticks(target.xaxis, cells.scale)
    return finish(
        "raster",
        target,
        artists,
        texts,
        of=cells.summary,
        title=default,
        facts=[empty_rows_note(cells.lengths)],
        notes=[note, not_finite_note(cells.not_finite)],
    )


def _ticks(ax: Axes, cells: Cells, spans: bool, color: Any) -> dict[str, Any]:
    x, rows, _ = finite_part(cells)
    artists: dict[str, Any] = {}
    if as_flag(spans, "spans"):
        first, last = _ends(x, rows)
        drawn = rows[np.flatnonzero(np.diff(rows, prepend=-1))]
        artists["spans"] = ax.hlines(drawn, first, last, color=color, alpha=0.35, linewidth=1)
    # Ticks of many rows are short, and thinner lines keep them apart.
    width = 1.5 if cells.nrows <= 60 else 1.0
    artists["ticks"] = ax.vlines(x, rows - 0.38, rows + 0.38, color=color, linewidth=width)
    if (empty := np.flatnonzero(cells.lengths == 0)).size:
        artists["empty"] = mark_empty_rows(ax, empty, along="y")
    return artists


def _ends(x: Array, rows: Array) -> tuple[Array, Array]:
    """Return the least and the greatest number of each row with a finite value."""
    # Rows are in order, so that the values of a row are one run.
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    return np.minimum.reduceat(x, starts), np.maximum.reduceat(x, starts)


def _density(ax: Axes, cells: Cells, cmap: Any) -> tuple[dict[str, Any], str]:
    x, rows, _ = finite_part(cells)
    bins = Bins.of(cells.nrows, GRID[1])
    x_edges = value_edges(x, GRID[0])
    # Rows are the x of the grid, because only its y must be evenly spaced.
    counts = count_grid(rows, x, bins.edges, x_edges).T
    mesh = draw_density(ax, counts, x_edges, bins.edges, cmap)
    artists = {"cells": mesh, "colorbar": colorbar(ax, mesh, "values in a cell")}
    if (cells.lengths == 0).any():
        artists["empty"] = strip_of_empty_rows(ax, cells.lengths, bins, along="y")
    return artists, f"each cell: {bins} rows" if bins.size > 1 else ""
