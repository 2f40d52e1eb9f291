"""Distribution of row lengths: histogram and cumulative share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from raggedkit._arguments import as_int, as_real
from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.errors import broken_rule
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    background,
    empty_rows_note,
    finish,
    lengths_summary,
    nothing_to_draw,
    text_color,
    whole_numbers,
)
from raggedkit.plots._inputs import lengths_of
from raggedkit.plots._marks import outlined
from raggedkit.plots._palette import COMPARED, MAIN, SECOND, color_of, next_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["length_ecdf", "length_hist"]

MOST_BINS = 50
MOST_STEPS = 2000
LONG_TAIL = 10  # times as long as 95 % of rows: then bins grow with the length
HIST_TITLE = "Distribution of row lengths"
ECDF_TITLE = "Cumulative distribution of row lengths"
LENGTH = "row length [values]"


@sections_from(Texts)
def length_hist(
    rt: Any,
    *,
    axis: SupportsIndex = 1,
    bins: int | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw a histogram of row lengths; empty rows have a bar of their own.

    The edges of bins are between whole numbers; up to ``bins`` lengths have a bin each. If a few
    rows are much longer than all others, the axis of lengths is logarithmic (and linear up to 1).

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.
    axis
        The partitioned axis whose row lengths are drawn.
    bins
        The maximal number of bins; 50 by default.
    color
        Colour of the bars; by default the first colour of the style.

    Returns
    -------
    Drawing
        ``bars`` and, if there are empty rows, ``empty``: a `BarContainer` each.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    RaggedIndexError
        If the axis is not partitioned.
    ValueError
        If ``bins`` is less than 1.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.length_hist(rt, ax=Figure().subplots())
    >>> drawing
    <length_hist of 5 rows: lengths 0 to 4, mean 1.6; 2 empty rows>
    >>> [bar.get_height() for bar in drawing["bars"]]
    [np.int64(1), np.int64(0), np.int64(1), np.int64(1)]
    >>> rk.plots.length_hist(rt, bins=0)
    Traceback (most recent call last):
        ...
    ValueError: bins must be at least 1, got 0
    """
    lengths = lengths_of(rt, axis)
    most = MOST_BINS if bins is None else as_int(bins, "bins")
    if most < 1:
        raise ValueError(broken_rule("bins", "be at least 1", most))
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not len(lengths):
        return nothing_to_draw("length_hist", target, "no rows", texts, title=HIST_TITLE)
    edges, long_tail = _bin_edges(lengths, most)
    if long_tail:
        # Empty rows need a position, and 0 has no logarithm: linear up to 1.
        target.set_xscale("symlog", linthresh=1)
        target.set_yscale("log")
    artists = _bars(target, lengths, edges, color_of(target, MAIN, color))
    _set_ticks(target, edges, long_tail, not lengths.all())
    target.set(xlabel=LENGTH, ylabel="rows")
    return finish(
        "length_hist",
        target,
        artists,
        texts,
        of=lengths_summary(lengths),
        title=HIST_TITLE,
        facts=[empty_rows_note(lengths)],
        notes=_bin_notes(edges, long_tail),
    )


def _set_ticks(ax: Axes, edges: Array, long_tail: bool, some_empty: bool) -> None:
    """Set ticks and limits; if the lengths need a logarithmic axis, the numbers of rows do, too."""
    for axis in (ax.xaxis, ax.yaxis):
        if long_tail:
            axis.set_major_formatter("{x:,.0f}")
        else:
            whole_numbers(axis)
    if long_tail:
        ax.set(xlim=(-0.6 if some_empty else edges[0] / 1.2, edges[-1] * 1.2), ylim=(0.5, None))
        return
    # Autoscaling would add 5 % at each side, which looks like an empty bin.
    room = 0.02 * (edges[-1] - edges[0])
    left = edges[0] - 1.04 * (edges[1] - edges[0]) if some_empty else edges[0] - room
    ax.set_xlim(left, edges[-1] + room)


def _bin_edges(lengths: Array, most: int) -> tuple[Array, bool]:
    """Return the bin edges, between whole numbers, and whether bins grow with the length.

    The first bin starts at the shortest row, or at 1 if there is a bar of empty rows.
    """
    longest, first = max(1, int(lengths.max())), max(1, int(lengths.min()))
    # A quantile, not the mean: the few long rows must not decide what is usual.
    usual = max(1.0, float(np.quantile(lengths, 0.95)))
    if longest > most and longest > LONG_TAIL * usual:
        starts = np.unique(np.geomspace(first, longest + 1, most + 1).round().astype(np.int64))
        return starts - 0.5, True
    width = -(-(longest - first + 1) // most)  # rounded up: a bin is at least one length wide
    return np.arange(first, longest + width + 1, width) - 0.5, False


def _bars(ax: Axes, lengths: Array, edges: Array, color: Any) -> dict[str, Any]:
    counts = np.histogram(lengths, edges)[0]
    gap = 0.06 if len(counts) <= 30 else 0.0
    widths = np.diff(edges)
    left = edges[:-1] + gap * widths / 2
    artists = {"bars": ax.bar(left, counts, widths * (1 - gap), align="edge", color=color)}
    if n := int(np.count_nonzero(lengths == 0)):
        # As wide as a bin of the others, or it would be a hairline beside bins of many lengths.
        wide = widths[0]
        artists["empty"] = ax.bar(
            0.5 - wide * (1 - gap / 2),
            n,
            wide * (1 - gap),
            align="edge",
            fill=False,
            edgecolor=color_of(ax, SECOND),
            hatch="xx",
            linewidth=1.5,
            label=empty_rows_note(lengths),
        )
    return artists


def _bin_notes(edges: Array, long_tail: bool) -> list[str]:
    if long_tail:
        return ["logarithmic axes; bins grow with the length"]
    width = int(edges[1] - edges[0])
    return [f"bins of {width:,} lengths"] if width > 1 else []


@sections_from(Texts)
def length_ecdf(
    rt: Any,
    *,
    axis: SupportsIndex = 1,
    marks: tuple[float, ...] = (0.5, 0.95),
    label: str | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw the share of rows up to each length: the cumulative distribution, without bins.

    Several plots on the same ``ax`` can be compared; give each a ``label``.

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.
    axis
        The partitioned axis whose row lengths are drawn.
    marks
        Shares of rows; the length that reaches each of them is marked. ``()`` for none.
    label
        Label of the line in the legend, which then has the marked lengths, too.
    color
        Colour of the line; by default the next colour of the palette.

    Returns
    -------
    Drawing
        ``line``, the steps; ``marks``, the marked points; ``empty``, a ring at the share of empty
        rows.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    RaggedIndexError
        If the axis is not partitioned.
    ValueError
        If a mark isn't a share from 0 to 1.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.length_ecdf(rt, ax=Figure().subplots())
    >>> drawing
    <length_ecdf of 5 rows: lengths 0 to 4, mean 1.6; 50 % up to 1, 95 % up to 4; 2 empty rows>
    >>> drawing["line"].get_ydata()[-1]
    np.float64(1.0)
    >>> rk.plots.length_ecdf(rt, marks=(50,))
    Traceback (most recent call last):
        ...
    ValueError: marks must be shares from 0 to 1, got (50,)
    """
    lengths = lengths_of(rt, axis)
    if not isinstance(marks, Iterable):
        raise TypeError(broken_rule("marks", "be shares from 0 to 1", marks))
    if not all(0 <= as_real(mark, "marks") <= 1 for mark in marks):
        raise ValueError(broken_rule("marks", "be shares from 0 to 1", marks))
    if label is not None and not isinstance(label, str):
        raise TypeError(broken_rule("label", "be text", label))
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not len(lengths):
        return nothing_to_draw("length_ecdf", target, "no rows", texts, title=ECDF_TITLE)
    x, share = _steps(lengths)
    look: dict[str, Any] = {"color": next_color(target, color), "gid": COMPARED}
    (line,) = target.step(x, share, where="post", label=label, linewidth=2, **look)
    artists: dict[str, Any] = {"line": line}
    words = _marks(target, np.sort(lengths), marks, label, artists)
    whole_numbers(target.xaxis)
    target.yaxis.set_major_formatter("{x:.0%}")
    target.set(
        xlabel=LENGTH, ylabel="share of rows", ylim=(0, 1.1)
    )  # the names of marks need room above 100 %
    target.set_yticks(np.linspace(0, 1, 6))
    return finish(
        "length_ecdf",
        target,
        artists,
        texts,
        of=lengths_summary(lengths),
        title=ECDF_TITLE,
        facts=[words, empty_rows_note(lengths)],
    )


def _steps(lengths: Array) -> tuple[Array, Array]:
    """Return the distinct lengths and the share of rows up to each; thinned above 2,000."""
    x, counts = np.unique(lengths, return_counts=True)
    share = np.cumsum(counts) / len(lengths)
    if len(x) > MOST_STEPS:
        # Even steps of the share: steep parts of the curve keep their detail.
        kept = np.unique(np.searchsorted(share, np.linspace(share[0], 1, MOST_STEPS)))
        kept = np.minimum(kept, len(x) - 1)
        x, share = x[kept], share[kept]
    rise = [] if x[0] == 0 else [0]  # the line rises from the axis at the shortest row
    return np.concatenate([x[: len(rise)], x]), np.concatenate([rise, share])


def _marks(
    ax: Axes,
    ranked: Array,
    marks: tuple[float, ...],
    label: str | None,
    artists: dict[str, Any],
) -> str:
    """Mark the lengths of these shares, and the share of empty rows; return them in words.

    The words are beside the marks, or in the legend if the line has a label.
    """
    color = artists["line"].get_color()
    shares = np.array(marks, dtype=np.float64)
    # The smallest length with at least this share of rows; quantiles would interpolate.
    at = ranked[np.clip(np.ceil(shares * len(ranked)).astype(np.int64) - 1, 0, None)]
    pairs = list(zip(shares.tolist(), at.tolist(), strict=True))
    words = ", ".join(f"{100 * share:.4g} % up to {x:,}" for share, x in pairs)
    if pairs:
        (artists["marks"],) = ax.plot(at, shares, "D", color=color, markersize=6)
    empty = float(np.searchsorted(ranked, 0, side="right")) / len(ranked)
    if empty:
        artists["empty"] = _ring(ax, empty, color)
    if label is not None:
        artists["line"].set_label(f"{label} ({words.replace('up to', '≤')})" if words else label)
        return words
    for share, x in pairs:
        _name(ax, f"{100 * share:.4g} % ≤ {x:,}", x, share, left=x > 0.6 * ranked[-1])
    if empty:
        _name(ax, f"{100 * empty:.3g} % empty", 0, empty)
    return words


def _ring(ax: Axes, share: float, color: Any) -> Any:
    (ring,) = ax.plot(
        0,
        share,
        "o",
        markerfacecolor=background(ax),
        markeredgecolor=color,
        markeredgewidth=1.5,
        clip_on=False,
        zorder=5,
    )
    return ring


def _name(ax: Axes, words: str, x: float, y: float, *, left: bool = False) -> None:
    """Write beside a point, on the side without steps: left, or right and below."""
    above = left or y < 0.15
    ax.annotate(
        words,
        (x, y),
        xytext=(-8 if left else 8, 3 if above else -3),
        textcoords="offset points",
        ha="right" if left else "left",
        va="bottom" if above else "top",
        fontsize="small",
        color=text_color(ax),
        path_effects=outlined(ax),
    )
