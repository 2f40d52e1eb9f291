"""Ribbon plots: median, mean and quantile bands along positions or along rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._arguments import as_flag, as_real, is_word
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._bins import Bins, finite_part, in_groups
from raggedkit.plots._drawing import (
    Drawing,
    axes,
    axes_below,
    dress,
    empties,
    finish,
    ink,
    nothing_to_draw,
    undrawn,
    value_label,
    whole_numbers,
)
from raggedkit.plots._inputs import Cells, cells_of
from raggedkit.plots._marks import MAIN, hue, mark_empty_rows, steps, strip_of_empty_rows

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
    "position": _Along("Values along the row", "position in the row", "positions"),
    "row": _Along("Values of each row", "row", "rows"),
}


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
    ax: Axes | None = None,
) -> Drawing:
    """Draw median, mean and two bands of values: at each position over rows, or for each row.

    Along positions fewer and fewer rows remain; a strip below, with axes of its own, shows how many
    reach each. Several on the same ``ax`` compare; give each a ``label``.

    Parameters
    ----------
    rt
        ``[nrows, (d1)]``: numbers, bools or dates.
    over
        ``"position"``: statistics at each position over all rows. ``"row"``: statistics of each
        row; an empty row leaves a gap.
    inner, outer
        The shares of the values that lie in each of the bands, around the median.
    mean
        Whether to draw the mean as well.
    strip
        Whether to draw how many rows reach each position; the axes give up a part of their height
        for it. Along rows there is none.
    label
        Label of the median line in the legend.
    color
        Colour of everything; by default the next colour of the style.
    ax
        Axes to draw on; by default the current axes if they are empty, else new ones.

    Returns
    -------
    Drawing
        ``median`` and ``mean``, lines; ``inner`` and ``outer``, the bands; all of them steps
        (`StepPatch`) where each is a row; ``reach``, the steps of how many rows reach each
        position, and ``strip``, the axes that they are on; ``empty``, a ring for each empty row or
        a strip of their share.

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
    >>> rk.plots.ribbon(rt, over="row", ax=Figure().subplots())["median"].get_data().values
    array([ 2., nan,  5.,  6., nan])
    >>> rk.plots.ribbon(rt, inner=0.9, outer=0.5)
    Traceback (most recent call last):
        ...
    ValueError: inner must be a share from 0 to outer (0.5), got 0.9
    """
    cells = cells_of(rt)
    if not is_word(over, ALONG):
        raise ValueError(broken_rule("over", f"be one of {', '.join(ALONG)}", over))
    _check_shares(inner, outer)
    target, along = axes(ax), ALONG[over]
    if not cells.finite.any():
        return nothing_to_draw("ribbon", target, cells.nothing, title=along.title)
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
    target.set(ylabel=value_label(cells), xlim=(-0.5, max(n - 0.5, 0.5)))
    dress(target.yaxis, cells.scale)
    low, high = (cells.shown(f(middle)) for f in (np.nanmin, np.nanmax))
    note = f"each step: {bins} {along.bin_of}" if bins.size > 1 else ""
    return finish(
        "ribbon",
        target,
        artists,
        of=cells.said,
        title=along.title,
        facts=[
            f"medians {low} to {high} over {n:,} {over}{'s' * (n != 1)}",
            empties(cells.lengths),
        ],
        notes=[note, undrawn(cells.undrawn)],
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
    low2, low1, middle, high1, high2 = in_groups(
        numbers, groups, bins.count, [outer[0], inner[0], 0.5, inner[1], outer[1]]
    )
    draw = _Steps(ax, bins) if over == "row" else _Lines(ax, bins)
    color = _next_color(ax) if color is None else hue(MAIN, color)
    alone = label is None  # else several are compared, and the key has one entry for each
    artists: dict[str, Any] = {
        "median": draw.line(middle, color=color, linewidth=2, label=label or "median", zorder=3)
    }
    for name, low, high, alpha, share in (
        ("inner", low1, high1, 0.4, shares[0]),
        ("outer", low2, high2, 0.2, shares[1]),
    ):
        words = f"middle {100 * share:.4g} %" if alone else None
        artists[name] = draw.band(low, high, color=color, alpha=alpha, label=words)
    if as_flag(mean, "mean"):
        look = {"color": ink(ax) if alone else color, "label": "mean" if alone else None}
        means = _means(numbers, groups, bins.count)
        artists["mean"] = draw.line(means, linestyle="--", linewidth=1.2, zorder=3, **look)
    return artists, middle


def _next_color(ax: Axes) -> Any:
    """Take the next colour of the axes' cycle, as their own lines do."""
    (probe,) = ax.plot([], [])
    probe.remove()
    return hue(MAIN, probe.get_color())


@dataclass(frozen=True)
class _Lines:
    """From position to position."""

    ax: Axes
    bins: Bins

    def line(self, y: Array, **look: Any) -> Any:
        # Alone between gaps a line has no length.
        marker = "." if len(y) <= 60 or np.isnan(y).any() else None
        return self.ax.plot(self.bins.centres, y, marker=marker, **look)[0]

    def band(self, low: Array, high: Array, **look: Any) -> Any:
        width = 1 if len(low) <= 60 else 0
        return self.ax.fill_between(self.bins.centres, low, high, linewidth=width, **look)


@dataclass(frozen=True)
class _Steps:
    """One step per row: there are no values between two rows."""

    ax: Axes
    bins: Bins

    def line(self, y: Array, **look: Any) -> Any:
        return steps(self.ax, y, self.bins.edges, **look)

    def band(self, low: Array, high: Array, **look: Any) -> Any:
        drawn = self.ax.stairs(high, self.bins.edges, baseline=low, fill=True, **look)
        drawn.sticky_edges.y.clear()  # bars start at the axis, bands do not
        return drawn


def _means(numbers: Array, groups: Array, n: int) -> Array:
    counts = np.bincount(groups, minlength=n)
    sums = np.bincount(groups, numbers, minlength=n)
    return np.where(counts, sums / np.maximum(counts, 1), np.nan)


def _reach(ax: Axes, cells: Cells, bins: Bins, color: Any, label: str | None) -> dict[str, Any]:
    """Draw how many rows reach each position, on axes below; of several ribbons the outlines."""
    from matplotlib.ticker import MaxNLocator

    reached = cells.nrows - np.searchsorted(np.sort(cells.lengths), bins.starts, side="right")
    strip = axes_below(ax)
    look = {"fill": True, "color": ink(ax), "alpha": 0.3} if label is None else {"color": color}
    before = strip.get_ylim()[1] if strip.has_data() else 0.0
    drawn = strip.stairs(reached, bins.edges, **look)
    strip.set(ylabel="rows", ylim=(0, max(before, 1.08 * cells.nrows)))
    strip.yaxis.set_major_locator(MaxNLocator(2, integer=True, steps=[1, 2, 5, 10]))
    strip.yaxis.set_major_formatter("{x:,.0f}")
    return {"reach": drawn, "strip": strip}


def _empty_rows(ax: Axes, cells: Cells, bins: Bins) -> dict[str, Any]:
    gone = np.flatnonzero(cells.lengths == 0)
    if not gone.size:
        return {}
    if cells.nrows <= MARKED_ROWS:
        return {"empty": mark_empty_rows(ax, gone, along="x")}
    return {"empty": strip_of_empty_rows(ax, cells.lengths, bins, along="x")}
