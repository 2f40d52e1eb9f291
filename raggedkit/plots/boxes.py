"""Box plots: quartiles and range of each row, with single values if there are few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._docstrings import sections_from
from raggedkit.plots._bins import Bins, finite_part, in_groups
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
from raggedkit.plots._marks import mark_empty_rows, strip_of_empty_rows
from raggedkit.plots._palette import MAIN, color_of
from raggedkit.plots._points import names_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["box"]

MOST_BOXES = 60  # in a usual figure, more boxes are narrower than their outlines
MOST_POINTS = 3000
MOST_WITH_POINTS = 30  # boxes
TITLE = "Distribution of values by row"
# Shares of the values below the lower whisker, box, median, box, and upper whisker.
MARKED = (0.05, 0.25, 0.5, 0.75, 0.95)


@sections_from(Texts)
def box(
    rt: Any,
    *,
    points: bool | None = None,
    labels: Sequence[Any] | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw a box for each row: median, middle half, and whiskers around the middle 90 %.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates. With more than 60 rows, each box has the
        values of several neighbouring rows.
    points
        Whether to draw the values as dots, too; by default up to 30 boxes and 3,000 values.
    labels
        Names of the rows, shown in place of their numbers.
    color
        Colour of everything; by default the first colour of the style.

    Returns
    -------
    Drawing
        ``boxes``, a `BarContainer`; ``medians`` and ``whiskers``, `LineCollection` each;
        ``points``, a line of dots; ``empty``, a ring for each empty row or a strip of their share.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        If there are inner axes or several partitioned ones, or if ``labels`` has not one item
        per row.

    See Also
    --------
    ribbon : ``over="row"`` has similar statistics for many rows.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.box(rt, ax=Figure().subplots())
    >>> drawing
    <box of 5 rows, 8 values from 1 to 9; 2 empty rows>
    >>> [bar.get_y() for bar in drawing["boxes"]]
    [np.float64(1.0), np.float64(3.5), np.float64(6.0)]
    >>> rk.plots.box(rt[1:2], ax=Figure().subplots())
    <box of 1 row without values to draw>
    >>> rk.plots.box(rt, labels=["a", "b"])
    Traceback (most recent call last):
        ...
    ValueError: labels must have one item for each of the 5 rows, got 2
    """
    cells = cells_of(rt)
    labels = names_of(labels, cells.nrows)
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not cells.finite.any():
        return nothing_to_draw("box", target, cells.why_blank, texts, title=TITLE)
    bins = Bins.of(cells.nrows, MOST_BOXES)
    artists = _boxes(target, cells, bins, color_of(target, MAIN, color))
    few = bins.count <= MOST_WITH_POINTS and len(cells.numbers) <= MOST_POINTS
    if few if points is None else as_flag(points, "points"):
        artists["points"] = _values(target, cells, bins, color_of(target, MAIN, color))
    artists |= _empty(target, cells, bins)
    row_axis(target.xaxis, cells.nrows, labels)
    target.set(xlim=(-0.6, cells.nrows - 0.4), ylabel=value_label(cells))
    set_ticks(target.yaxis, cells.scale)
    return finish(
        "box",
        target,
        artists,
        texts,
        of=cells.summary,
        title=TITLE,
        facts=[empty_rows_note(cells.lengths)],
        notes=[
            f"each box: {bins} rows" if bins.size > 1 else "",
            not_finite_note(cells.not_finite),
        ],
    )


def _boxes(ax: Axes, cells: Cells, bins: Bins, color: Any) -> dict[str, Any]:
    numbers, rows, _ = finite_part(cells)
    marked = in_groups(numbers, rows // bins.size, bins.count, MARKED)
    drawn = ~np.isnan(marked[2])  # bins without a finite value have no median
    x, half = bins.centres[drawn], 0.35 * bins.size
    foot, low, middle, high, top = marked[:, drawn]
    artists: dict[str, Any] = {
        "medians": ax.hlines(
            middle, x - half, x + half, color=color, linewidth=3, label="median", zorder=3
        ),
        "boxes": ax.bar(
            x,
            high - low,
            2 * half,
            bottom=low,
            facecolor=(color, 0.3),
            edgecolor=color,
            linewidth=1.2,
            label="middle 50 %",
        ),
        "whiskers": ax.vlines(
            np.concatenate([x, x]),
            np.concatenate([foot, high]),
            np.concatenate([low, top]),
            color=color,
            linewidth=1.2,
            label="middle 90 %",
        ),
    }
    for patch in artists["boxes"]:
        patch.sticky_edges.y.clear()  # bars start at the axis, boxes do not
    return artists


def _values(ax: Axes, cells: Cells, bins: Bins, color: Any) -> Any:
    """Draw the values; their offsets from the middle of the box are spread by the golden ratio."""
    numbers, rows, positions = finite_part(cells)
    # Multiples of the golden ratio, modulo 1, are never close to their neighbours.
    aside = ((positions + 1) * 0.6180339887498949) % 1.0 - 0.5
    x = bins.centres[rows // bins.size] + 0.5 * bins.size * aside
    (dots,) = ax.plot(
        x, numbers, ".", color=color, markersize=5, alpha=0.7, markeredgewidth=0, zorder=2
    )
    return dots


def _empty(ax: Axes, cells: Cells, bins: Bins) -> dict[str, Any]:
    empty = np.flatnonzero(cells.lengths == 0)
    if not empty.size:
        return {}
    if bins.size == 1:
        return {"empty": mark_empty_rows(ax, empty, along="x")}
    return {"empty": strip_of_empty_rows(ax, cells.lengths, bins, along="x")}
