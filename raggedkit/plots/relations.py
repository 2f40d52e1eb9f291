"""Scatter plot of a row statistic (mean, median, sum ...) against row length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import is_word
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._bins import aggregates, count_grid, finite_part, in_groups, value_edges
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    counted,
    finish,
    not_finite_note,
    nothing_to_draw,
    set_ticks,
    text_color,
    whole_numbers,
)
from raggedkit.plots._inputs import Cells, cells_of
from raggedkit.plots._marks import colorbar, draw_density, outlined
from raggedkit.plots._palette import MAIN, color_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["by_length"]

MOST_ROWS = 5000
MOST_STEPS = 40
FEWEST_FOR_A_LINE = 20  # rows; a median over fewer is noise
ROWS_IN_A_STEP = 15
GRID = (160, 120)

# Statistic of a row: a quantile, or a name of a sum-based one.
OF_ROW = {"mean": "mean", "median": 0.5, "min": 0.0, "max": 1.0, "sum": "sum"}


@sections_from(Texts)
def by_length(
    rt: Any,
    *,
    of: str = "mean",
    aggregate: bool | None = None,
    color: Any = None,
    cmap: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw one point for each row: its mean, or another statistic, by its length.

    The plot shows whether long rows differ from short ones. Means of short rows vary more, which
    can look like an effect at the left end.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates.
    of
        Statistic of a row: ``"mean"``, ``"median"``, ``"min"``, ``"max"`` or ``"sum"`` of its
        values.
    aggregate
        Whether to draw the number of rows in each cell of a grid; by default from 5,001 rows on.
    color, cmap
        Colour of the points, and colour map of the grid.

    Returns
    -------
    Drawing
        ``rows``, a `PathCollection`, or ``cells``, a mesh of counts, and its ``colorbar``. From 20
        rows on, ``typical``: the line of the median over rows with similar length.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers, or dates to sum.
    ValueError
        If there are inner axes or several partitioned ones, or ``of`` is any other value.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.by_length(rt, of="max", ax=Figure().subplots())
    >>> drawing
    <by_length of 5 rows, 8 values from 1 to 9; max by length of 3 rows;
    2 rows without values left out>
    >>> drawing["rows"].get_offsets().tolist()
    [[4.0, 4.0], [3.0, 9.0], [1.0, 6.0]]
    >>> rk.plots.by_length(rt, of="mode")
    Traceback (most recent call last):
        ...
    ValueError: of must be one of mean, median, min, max, sum, got 'mode'
    """
    if not is_word(of, OF_ROW):
        raise ValueError(broken_rule("of", f"be one of {', '.join(OF_ROW)}", of))
    cells, default = cells_of(rt), f"Row {of} by row length"
    if of == "sum" and cells.scale == "date":
        raise TypeError(broken_rule("of", "not be a sum if rt has dates", of))
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not cells.finite.any():
        return nothing_to_draw("by_length", target, cells.why_blank, texts, title=default)
    values = _of_rows(cells, of)
    kept = ~np.isnan(values)  # rows without a finite value have no statistic
    x, y = cells.lengths[kept], values[kept]
    artists: dict[str, Any] = {}
    if aggregates(aggregate, len(x), MOST_ROWS):
        artists |= _density(target, x, y, cmap)
    else:
        look = color_of(target, MAIN, color)
        artists["rows"] = target.scatter(x, y, s=20 if len(x) < 500 else 8, color=look, alpha=0.5)
    if len(x) >= FEWEST_FOR_A_LINE:
        artists["typical"] = _typical(target, x, y)
    whole_numbers(target.xaxis)
    unit = f" [{cells.unit}]" if cells.unit else ""
    target.set(xlabel="row length [values]", ylabel=f"row {of}{unit}")
    set_ticks(target.yaxis, cells.scale if of in ("min", "max", "median", "mean") else "number")
    left_out = cells.nrows - len(x)
    return finish(
        "by_length",
        target,
        artists,
        texts,
        of=cells.summary,
        title=default,
        facts=[f"{of} by length of {counted(len(x), 'row')}"],
        notes=[
            f"{counted(left_out, 'row')} without values left out" if left_out else "",
            not_finite_note(cells.not_finite),
        ],
    )


def _of_rows(cells: Cells, of: str) -> Array:
    numbers, rows, _ = finite_part(cells)
    share = OF_ROW[of]
    if isinstance(share, float):  # 0 and 1 are the least and the greatest value
        middle: Array = in_groups(numbers, rows, cells.nrows, [share])[0]
        return middle
    counts = np.bincount(rows, minlength=cells.nrows)
    sums = np.bincount(rows, numbers, minlength=cells.nrows)
    return np.where(counts, sums / (np.maximum(counts, 1) if of == "mean" else 1), np.nan)


def _density(ax: Axes, x: Array, y: Array, cmap: Any) -> dict[str, Any]:
    # Lengths are whole numbers: bins with fractional edges would have stripes.
    step = max(1, -(-int(x.max()) // GRID[0]))
    x_edges = np.arange(1, x.max() + step + 1, step) - 0.5
    y_edges = value_edges(y, GRID[1])
    mesh = draw_density(ax, count_grid(x, y, x_edges, y_edges), x_edges, y_edges, cmap)
    return {"cells": mesh, "colorbar": colorbar(ax, mesh, "rows in a cell")}


def _typical(ax: Axes, x: Array, y: Array) -> Any:
    """Draw the median over rows with similar length; each step has about as many rows."""
    ranked = np.sort(x)
    steps = max(1, min(MOST_STEPS, len(x) // ROWS_IN_A_STEP))
    # Steps start at distinct lengths: rows of the same length are never divided.
    starts = np.unique(ranked[np.linspace(0, len(x), steps, endpoint=False).astype(np.int64)])
    group = np.searchsorted(starts, x, side="right") - 1
    median = in_groups(y, group, len(starts), [0.5])[0]
    middle_length = in_groups(x.astype(np.float64), group, len(starts), [0.5])[0]
    (line,) = ax.plot(
        middle_length,
        median,
        color=text_color(ax),
        linewidth=1.5,
        path_effects=outlined(ax),
        marker="." if len(starts) < 20 else None,
        label="median of rows with similar length",
    )
    return line
