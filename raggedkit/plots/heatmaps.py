"""Heatmaps of the padded rows, with padding hatched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._bins import Bins, aggregates
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    counted,
    empty_rows_note,
    finish,
    nothing_to_draw,
    row_axis,
    text_color,
    value_label,
    whole_numbers,
)
from raggedkit.plots._inputs import Cells, cells_of, tensor_of
from raggedkit.plots._marks import colorbar, mark_empty_rows, padding_style, strip_of_empty_rows
from raggedkit.plots._points import POSITION
from raggedkit.plots.skylines import ORDERS, in_order, ordered

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

__all__ = ["heatmap"]

MOST_ROWS = 300  # about one pixel per row in a usual figure
MOST_COLUMNS = 500
MOST_WRITTEN = 80  # cells with their values written in them
TITLE = "Values by row and position"


@sections_from(Texts)
def heatmap(
    rt: Any,
    *,
    order: str = "given",
    labels: Sequence[Any] | None = None,
    written: bool | None = None,
    aggregate: bool | None = None,
    cmap: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw values as colours by row and position; padding to the longest row is hatched.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates.
    order
        ``"given"``, or ``"length"``: the longest row first.
    labels
        Names of the rows, shown in place of their numbers.
    written
        Whether each value is written into its cell; by default up to 80 cells.
    aggregate
        Whether to draw means of neighbouring rows and positions; by default from 301 rows or 501
        positions on. Cells that are partly padding are paler.
    cmap
        Colour map of the values; by default that of the style.

    Returns
    -------
    Drawing
        ``cells``, an `AxesImage` whose padding is masked; ``padding``, the hatched patch;
        ``colorbar``; ``empty``, a ring for each empty row; ``not_finite``, crosses; ``written``.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        If there are inner axes or several partitioned ones, ``order`` is any other value, or
        ``labels`` has not one item per row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.heatmap(rt, ax=Figure().subplots())
    >>> drawing
    <heatmap of 5 rows, 8 values from 1 to 9; 2 empty rows; 12 of 20 cells are padding>
    >>> drawing["cells"].get_array().mask[2].tolist()
    [False, False, False, True]
    >>> rk.plots.heatmap(rt[3:4, :0], ax=Figure().subplots())
    <heatmap of 1 row without values to draw>
    >>> rk.plots.heatmap(rt, order="name")
    Traceback (most recent call last):
        ...
    ValueError: order must be one of given, length, got 'name'
    """
    cells = cells_of(rt)
    lengths, rows = ordered(cells.lengths, order)
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not cells.finite.any():
        return nothing_to_draw("heatmap", target, cells.why_blank, texts, title=TITLE)
    if order != "given":
        names = labels if labels is None else in_order(labels, cells.lengths, order)
        labels, cells = names, cells_of(tensor_of(rt)[rows])  # one gather moves whole rows
    many = cells.nrows > MOST_ROWS or lengths.max() > MOST_COLUMNS
    if aggregates(aggregate, int(many), 0):
        artists, note = _summary(target, cells, cmap)
    else:
        artists, note = _cells(target, cells, cmap, written), ""
    artists["colorbar"] = colorbar(target, artists["cells"], value_label(cells), cells.scale)
    row_axis(target.yaxis, cells.nrows, labels, name=ORDERS[order])
    whole_numbers(target.xaxis, int(lengths.max()))
    target.set_xlabel(POSITION)
    size = cells.nrows * int(lengths.max())
    return finish(
        "heatmap",
        target,
        artists,
        texts,
        of=cells.summary,
        title=TITLE,
        facts=[
            empty_rows_note(lengths),
            f"{size - len(cells.numbers):,} of {size:,} cells are padding",
        ],
        notes=[note],
    )


def _cells(ax: Axes, cells: Cells, cmap: Any, written: bool | None) -> dict[str, Any]:
    grid = np.zeros((cells.nrows, int(cells.lengths.max())))
    grid[cells.rowids, cells.positions] = cells.numbers
    valid = np.arange(grid.shape[1]) < cells.lengths[:, None]
    shown = np.ma.masked_array(grid, mask=~valid)
    artists: dict[str, Any] = {"cells": _image(ax, shown, cmap, cells)}
    artists["padding"] = _padding(ax, cells.lengths, np.arange(cells.nrows + 1) - 0.5)
    if cells.not_finite:
        crossed = ~cells.finite
        (artists["not_finite"],) = ax.plot(
            cells.positions[crossed],
            cells.rowids[crossed],
            linestyle="none",
            marker="x",
            color=text_color(ax),
            label=f"{cells.not_finite:,} not finite",
        )
    if (empty := np.flatnonzero(cells.lengths == 0)).size:
        artists["empty"] = mark_empty_rows(ax, empty, along="y")
    wanted = written is not None and as_flag(written, "written")
    if wanted or (written is None and grid.size <= MOST_WRITTEN and cells.scale == "number"):
        artists["written"] = _written(ax, cells, artists["cells"])
    return artists


def _image(ax: Axes, grid: Any, cmap: Any, cells: Cells, **look: Any) -> AxesImage:
    from matplotlib.colors import Colormap

    # Without this check Matplotlib fails later, with an error that does not name cmap.
    if not isinstance(cmap, str | Colormap | None):
        raise TypeError(broken_rule("cmap", "be a colormap of Matplotlib or its name", cmap))
    x, y = int(cells.lengths.max()) - 0.5, cells.nrows - 0.5
    return ax.imshow(
        grid,
        cmap=cmap,
        aspect="auto",
        interpolation="nearest",
        origin="upper",
        extent=(-0.5, x, y, -0.5),
        **look,
    )


def _padding(ax: Axes, lengths: Array, edges: Array) -> Any:
    """Hatch the padding right of each row."""
    width = float(lengths.max()) - 0.5
    return ax.stairs(
        np.full(len(lengths), width),
        edges,
        baseline=lengths - 0.5,
        orientation="horizontal",
        fill=True,
        label="padding",
        **padding_style(ax),
    )


def _written(ax: Axes, cells: Cells, image: AxesImage) -> list[Any]:
    """Write each value into its cell, dark on light and light on dark."""
    values = zip(
        cells.positions.tolist(), cells.rowids.tolist(), cells.numbers.tolist(), strict=True
    )
    return [
        ax.text(
            x,
            y,
            f"{value:.4g}",
            ha="center",
            va="center",
            fontsize="small",
            color="black" if _is_light(image.to_rgba(value)) else "white",
        )
        for x, y, value in values
        if value == value  # NaN has a cross instead
    ]


def _is_light(rgba: Any) -> bool:
    # The luma weights of Rec. 601: green looks lighter than blue of the same value.
    return bool(np.dot(np.asarray(rgba)[:3], [0.299, 0.587, 0.114]) > 0.5)


def _summary(ax: Axes, cells: Cells, cmap: Any) -> tuple[dict[str, Any], str]:
    rows = Bins.of(cells.nrows, MOST_ROWS)
    columns = Bins.of(int(cells.lengths.max()), MOST_COLUMNS)
    shape = rows.count, columns.count
    # One number per cell of the grid: three counts over it need no table of rows by columns.
    slot = (cells.rowids // rows.size) * columns.count + cells.positions // columns.size
    total_count, drawn = (_tally(slot, w, shape) for w in (None, cells.finite))
    total = _tally(slot, np.nan_to_num(cells.numbers), shape)
    grid = np.ma.masked_array(total / np.maximum(drawn, 1), mask=drawn == 0)
    share = total_count / np.outer(rows.sizes, columns.sizes)
    # Cells with any value stay visible, even if most of them is padding.
    opacity = np.where(drawn == 0, 0.0, 0.2 + 0.8 * share)
    mean = np.add.reduceat(cells.lengths, rows.starts) / rows.sizes
    artists: dict[str, Any] = {
        "padding": ax.stairs(
            np.full(rows.count, float(cells.lengths.max()) - 0.5),
            rows.edges,
            baseline=-0.5,
            orientation="horizontal",
            fill=True,
            zorder=-1,  # below the cells, which are transparent if they are partly padding
            label="padding",
            **padding_style(ax),
        ),
        "cells": _image(ax, grid, cmap, cells, alpha=opacity),
        "mean_length": ax.stairs(
            mean - 0.5,
            rows.edges,
            orientation="horizontal",
            baseline=None,
            color=text_color(ax),
            linewidth=1,
            label="mean row length",
        ),
    }
    if (cells.lengths == 0).any():
        artists["empty"] = strip_of_empty_rows(ax, cells.lengths, rows, along="y")
    note = f"each cell: mean over {rows} rows"
    note += f", {columns} positions" if columns.size > 1 else ""
    left = f"{counted(cells.not_finite, 'value')} not finite, left out" if cells.not_finite else ""
    return artists, "; ".join(filter(None, [note, left]))


def _tally(slots: Array, weights: Array | None, shape: tuple[int, int]) -> Array:
    return np.bincount(slots, weights, minlength=shape[0] * shape[1]).reshape(shape)
