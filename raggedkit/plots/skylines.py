"""Bar plot of row lengths: one bar per row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from raggedkit._arguments import is_word
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._bins import Bins, aggregates
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    empty_rows_note,
    finish,
    lengths_summary,
    nothing_to_draw,
    row_axis,
    whole_numbers,
)
from raggedkit.plots._inputs import lengths_of
from raggedkit.plots._marks import mark_empty_rows, steps, strip_of_empty_rows
from raggedkit.plots._palette import MAIN, color_of
from raggedkit.plots._points import names_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ORDERS", "skyline"]

MOST_ROWS = 1000
MOST_APART = 200  # rows with a gap between their bars
MOST_BINS = 400
TITLE = "Row lengths"

# Order of rows -> label of their axis.
ORDERS = {"given": "row", "length": "row, longest first"}


@sections_from(Texts)
def skyline(
    rt: Any,
    *,
    axis: SupportsIndex = 1,
    order: str = "given",
    labels: Sequence[Any] | None = None,
    aggregate: bool | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw one bar for each row, as high as the row is long.

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.
    axis
        The partitioned axis whose row lengths are drawn.
    order
        ``"given"``, or ``"length"``: the longest row first.
    labels
        Names of the rows, shown in place of their numbers.
    aggregate
        Whether to draw the shortest, mean and longest length of groups of neighbouring rows; by
        default from 1,001 rows on.
    color
        Colour of the bars; by default the first colour of the style.

    Returns
    -------
    Drawing
        ``bars``, a `StepPatch` with the lengths; ``empty``, a ring for each empty row. Summarised:
        ``range`` and ``mean`` of each bin, ``empty`` a strip with the share of empty rows.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    RaggedIndexError
        If the axis is not partitioned.
    ValueError
        If ``order`` is any other value, or ``labels`` has not one item per row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> rk.plots.skyline(rt, ax=Figure().subplots())
    <skyline of 5 rows: lengths 0 to 4, mean 1.6; 2 empty rows>
    >>> rk.plots.skyline(rt[:0], ax=Figure().subplots())
    <skyline of no rows>
    >>> rk.plots.skyline(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    lengths = ordered(lengths_of(rt, axis), order)[0]
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not len(lengths):
        return nothing_to_draw("skyline", target, "no rows", texts, title=TITLE)
    look = color_of(target, MAIN, color)
    if aggregates(aggregate, len(lengths), MOST_ROWS):
        artists, note = _summary(target, lengths, look)
        target.autoscale_view(scalex=False)
    else:
        artists, note = _bars(target, lengths, look), ""
        target.set_ylim(0, max(1, int(lengths.max())) * 1.05)
    names = None if labels is None else in_order(labels, lengths_of(rt, axis), order)
    row_axis(target.xaxis, len(lengths), names, name=ORDERS[order])
    whole_numbers(target.yaxis)
    target.set(xlim=(-0.5, len(lengths) - 0.5), ylabel="row length [values]")
    return finish(
        "skyline",
        target,
        artists,
        texts,
        of=lengths_summary(lengths),
        title=TITLE,
        facts=[empty_rows_note(lengths)],
        notes=[note],
    )


def ordered(lengths: Array, order: str) -> tuple[Array, Array]:
    """Return the lengths in the given order, and the row at each position."""
    if not is_word(order, ORDERS):
        raise ValueError(broken_rule("order", f"be one of {', '.join(ORDERS)}", order))
    rows = np.arange(len(lengths))
    if order == "length":
        rows = np.argsort(-lengths, kind="stable")
    return lengths[rows], rows


def in_order(labels: Sequence[Any], lengths: Array, order: str) -> Sequence[Any]:
    """Return the names of rows in the order of the rows."""
    names = names_of(labels, len(lengths)) or []
    return [names[i] for i in ordered(lengths, order)[1].tolist()]


def _bars(ax: Axes, lengths: Array, color: Any) -> dict[str, Any]:
    n = len(lengths)
    # One StepPatch for all bars: a rectangle per row would be a thousand artists.
    heights, edges = lengths, np.arange(n + 1) - 0.5
    if n <= MOST_APART:
        heights = np.zeros(2 * n - 1, dtype=lengths.dtype)
        heights[::2] = lengths  # the steps between them are the gaps, of height 0
        edges = (np.arange(n)[:, None] + [-0.42, 0.42]).ravel()
        edges[[0, -1]] = -0.5, n - 0.5
    artists = {"bars": ax.stairs(heights, edges, fill=True, color=color)}
    artists["bars"].set_antialiased(n <= MOST_APART)  # thin antialiased bars fade
    if (empty := np.flatnonzero(lengths == 0)).size:
        artists["empty"] = mark_empty_rows(ax, empty, along="x", at=0)
    return artists


def _summary(ax: Axes, lengths: Array, color: Any) -> tuple[dict[str, Any], str]:
    bins = Bins.of(len(lengths), MOST_BINS)
    low, high = (f.reduceat(lengths, bins.starts) for f in (np.minimum, np.maximum))
    mean = np.add.reduceat(lengths, bins.starts) / bins.sizes
    artists = {
        "range": ax.stairs(
            high, bins.edges, baseline=low, fill=True, color=color, alpha=0.4, label="min to max"
        ),
        "mean": steps(ax, mean, bins.edges, color=color, lw=1.5, label="mean"),
    }
    artists["range"].sticky_edges.y.clear()  # the band starts at the shortest row, not at 0
    if (lengths == 0).any():
        artists["empty"] = strip_of_empty_rows(ax, lengths, bins, along="x")
    return artists, f"each step: {bins} rows"
