"""Ribbon plots: median, mean and quantile bands along positions or along rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import as_flag, as_real, is_word
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._bins import Bins, finite_part, in_groups
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    axes_below,
    empty_rows_note,
    finish,
    not_finite_note,
    nothing_to_draw,
    set_ticks,
    text_color,
    value_label,
    whole_numbers,
)
from raggedkit.plots._inputs import Cells, cells_of
from raggedkit.plots._marks import mark_empty_rows, strip_of_empty_rows
from raggedkit.plots._palette import COMPARED, is_dark, next_color
from raggedkit.plots._points import POSITION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ribbon"]

MOST_BINS = 400
MARKED_ROWS = 200


@dataclass(frozen=True)
class _Along:
    title: str
    label: str
    bin_of: str


ALONG = {
    "position": _Along("Distribution of values by position", POSITION, "positions"),
    "row": _Along("Distribution of values by row", "row", "rows"),
}


@sections_from(Texts)
def ribbon(
    rt: Any,
    *,
    over: str = "position",
    inner: float = 0.5,
    outer: float = 0.9,
    mean: bool = True,
    strip: bool = True,
    label: str | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw median, mean and two bands of values, at each position over all rows or for each row.

    Fewer rows reach the later positions; a strip below the plot shows their number. Several plots
    on the same ``ax`` can be compared; give each a ``label``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates.
    over
        ``"position"``: statistics at each position over all rows. ``"row"``: statistics of each
        row; an empty row leaves a gap.
    inner, outer
        The shares of the values inside each of the bands, around the median.
    mean
        Whether to draw the mean as well.
    strip
        Whether to draw the number of rows that reach each position, on narrow axes below, which
        take a part of the height. There is no strip with ``over="row"``.
    label
        Label of the median line in the legend.
    color
        Colour of everything; by default the next colour of the palette.

    Returns
    -------
    Drawing
        ``median`` and ``mean``, lines; ``inner`` and ``outer``, the bands; ``reach``, the steps of
        the number of rows that reach each position, and ``strip``, their axes. With
        ``over="row"``, ``median`` is a `LineCollection` with one segment per row that has values,
        ``mean`` has dots, the bands are bars (`StepPatch`), and ``empty`` is a ring for each empty
        row or a strip of their share.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If the values are text or complex numbers.
    ValueError
        If there are inner axes or several partitioned ones, ``over`` is any other value, or the
        shares are not ``0 <= inner <= outer <= 1``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.ribbon(rt, ax=Figure().subplots())
    >>> drawing
    <ribbon of 5 rows, 8 values from 1 to 9; medians 1 to 5 over 4 positions; 2 empty rows>
    >>> drawing["median"].get_ydata()
    array([5., 5., 3., 1.])
    >>> by_row = rk.plots.ribbon(rt, over="row", ax=Figure().subplots())
    >>> [segment[0, 1] for segment in by_row["median"].get_segments()]
    [np.float64(2.0), np.float64(5.0), np.float64(6.0)]
    >>> rk.plots.ribbon(rt, inner=0.9, outer=0.5)
    Traceback (most recent call last):
        ...
    ValueError: inner must be a share from 0 to outer (0.5), got 0.9
    """
    cells = cells_of(rt)
    if not is_word(over, ALONG):
        raise ValueError(broken_rule("over", f"be one of {', '.join(ALONG)}", over))
    _check_shares(inner, outer)
    texts, along, target = Texts(title, xlabel, ylabel), ALONG[over], axes(ax)
    if not cells.finite.any():
        return nothing_to_draw("ribbon", target, cells.why_blank, texts, title=along.title)
    n = cells.nrows if over == "row" else int(cells.lengths.max())
    bins = Bins.of(n, MOST_BINS)
    artists, middle = _bands(target, cells, bins, over, (inner, outer), mean, label, color)
    foot = target
    if over == "row":
        artists |= _empty_rows(target, cells, bins)
    elif as_flag(strip, "strip"):
        artists |= _reach(target, cells, bins, artists["median"].get_color(), label)
        foot = artists["strip"]
    whole_numbers(foot.xaxis, n)
    foot.set_xlabel(along.label)
    target.set(ylabel=value_label(cells), xlim=(-0.5, max(n - 0.5, 0.5)))  # also of one position
    set_ticks(target.yaxis, cells.scale)
    low, high = (cells.text(f(middle)) for f in (np.nanmin, np.nanmax))
    note = f"each step: {bins} {along.bin_of}" if bins.size > 1 else ""
    return finish(
        "ribbon",
        target,
        artists,
        texts,
        of=cells.summary,
        title=along.title,
        facts=[
            f"medians {low} to {high} over {n:,} {over}{'s' * (n != 1)}",
            empty_rows_note(cells.lengths),
        ],
        notes=[note, not_finite_note(cells.not_finite)],
        foot=foot,
    )


def _check_shares(inner: float, outer: float) -> None:
    inner, outer = as_real(inner, "inner"), as_real(outer, "outer")
    if not 0 <= outer <= 1:
        raise ValueError(broken_rule("outer", "be a share from 0 to 1", outer))
    if not 0 <= inner <= outer:
        raise ValueError(broken_rule("inner", f"be a share from 0 to outer ({outer})", inner))


def _bands(
    ax: Axes,
    cells: Cells,
    bins: Bins,
    over: str,
    shares: tuple[float, float],
    mean: bool,
    label: str | None,
    color: Any,
) -> tuple[dict[str, Any], Array]:
    numbers, rows, positions = finite_part(cells)
    groups = (rows if over == "row" else positions) // bins.size
    inner, outer = ((0.5 - s / 2, 0.5 + s / 2) for s in shares)
    # All five quantiles in one call, which sorts the values once.
    low2, low1, middle, high1, high2 = in_groups(
        numbers, groups, bins.count, [outer[0], inner[0], 0.5, inner[1], outer[1]]
    )
    draw = _Bars(ax, bins) if over == "row" else _Lines(ax, bins)
    color = next_color(ax, color)
    alone = label is None  # else several are compared, and the key has one entry for each
    artists: dict[str, Any] = {
        "median": draw.median(
            middle, color=color, linewidth=2, label=label or "median", zorder=3.5, gid=COMPARED
        )
    }
    # The same opacity is less visible on a dark background.
    strong, weak = (0.5, 0.28) if is_dark(ax) else (0.4, 0.2)
    for name, low, high, alpha, share in (
        ("inner", low1, high1, strong, shares[0]),
        ("outer", low2, high2, weak, shares[1]),
    ):
        words = f"middle {100 * share:.4g} %" if alone else None
        artists[name] = draw.band(low, high, color=color, alpha=alpha, label=words)
    if as_flag(mean, "mean"):
        look = {"color": text_color(ax) if alone else color, "label": "mean" if alone else None}
        means = _means(numbers, groups, bins.count)
        artists["mean"] = draw.mean(means, zorder=3, **look)
    return artists, middle


@dataclass(frozen=True)
class _Lines:
    """Lines and areas from position to position."""

    ax: Axes
    bins: Bins

    def median(self, y: Array, **look: Any) -> Any:
        """Draw a line, with dots where a line between two gaps would have no length."""
        marker = "." if len(y) <= 60 or np.isnan(y).any() else None
        return self.ax.plot(self.bins.centres, y, marker=marker, **look)[0]

    def mean(self, y: Array, **look: Any) -> Any:
        """Draw a dashed line."""
        return self.median(y, linestyle="--", linewidth=1.2, **look)

    def band(self, low: Array, high: Array, **look: Any) -> Any:
        """Fill the area between two lines."""
        # A band over one position has no area; its edge makes it visible.
        width = 1 if len(low) <= 60 else 0
        return self.ax.fill_between(self.bins.centres, low, high, linewidth=width, **look)


@dataclass(frozen=True)
class _Bars:
    """One bar per row, without a line from row to row: that would suggest values between them."""

    ax: Axes
    bins: Bins

    @property
    def half(self) -> float:
        """Half the width of a bar; many bars have no gaps, which would be thinner than a pixel."""
        return (0.4 if self.bins.count <= MARKED_ROWS else 0.5) * self.bins.size

    def median(self, y: Array, **look: Any) -> Any:
        """Draw a horizontal line over the width of each bar."""
        drawn = ~np.isnan(y)
        x = self.bins.centres[drawn]
        return self.ax.hlines(y[drawn], x - self.half, x + self.half, **look)

    def mean(self, y: Array, **look: Any) -> Any:
        """Draw a dot in the middle of each bar."""
        size = 4 if self.bins.count <= 30 else 2.5 if self.bins.count <= MARKED_ROWS else 1
        return self.ax.plot(self.bins.centres, y, "D", markersize=size, **look)[0]

    def band(self, low: Array, high: Array, **look: Any) -> Any:
        """Draw the bars; NaN leaves a gap."""
        x = self.bins.centres
        edges = np.column_stack([x - self.half, x + self.half]).ravel()
        tops, feet = (np.repeat(ends, 2)[:-1] for ends in (high, low))
        tops[1::2] = feet[1::2] = np.nan  # between two bars
        drawn = self.ax.stairs(tops, edges, baseline=feet, fill=True, **look)
        drawn.sticky_edges.y.clear()  # Matplotlib lets bars start at the axis, bands do not
        return drawn


def _means(numbers: Array, groups: Array, n: int) -> Array:
    counts = np.bincount(groups, minlength=n)
    sums = np.bincount(groups, numbers, minlength=n)
    return np.where(counts, sums / np.maximum(counts, 1), np.nan)


def _reach(ax: Axes, cells: Cells, bins: Bins, color: Any, label: str | None) -> dict[str, Any]:
    """Draw how many rows reach each position, on axes below; of several ribbons the outlines."""
    from matplotlib.ticker import MaxNLocator

    # A row reaches position i if it is longer than i: one search in the sorted lengths.
    reached = cells.nrows - np.searchsorted(np.sort(cells.lengths), bins.starts, side="right")
    strip = axes_below(ax)
    look = (
        {"fill": True, "color": text_color(ax), "alpha": 0.3} if label is None else {"color": color}
    )
    # Several ribbons share the strip, so that its limit only grows.
    before = strip.get_ylim()[1] if strip.has_data() else 0.0
    drawn = strip.stairs(reached, bins.edges, **look)
    strip.set(ylabel="rows", ylim=(0, max(before, 1.08 * cells.nrows)))
    strip.yaxis.set_major_locator(MaxNLocator(2, integer=True, steps=[1, 2, 5, 10]))
    strip.yaxis.set_major_formatter("{x:,.0f}")
    return {"reach": drawn, "strip": strip}


def _empty_rows(ax: Axes, cells: Cells, bins: Bins) -> dict[str, Any]:
    empty = np.flatnonzero(cells.lengths == 0)
    if not empty.size:
        return {}
    if cells.nrows <= MARKED_ROWS:
        return {"empty": mark_empty_rows(ax, empty, along="x")}
    return {"empty": strip_of_empty_rows(ax, cells.lengths, bins, along="x")}
