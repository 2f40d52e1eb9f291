"""Cost of padding: memory with and without it, and values kept or padded by each width."""

from __future__ import annotations

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
    empty_rows_note,
    finish,
    lengths_summary,
    nothing_to_draw,
    text_color,
    whole_numbers,
)
from raggedkit.plots._inputs import lengths_of, tensor_of
from raggedkit.plots._marks import padding_style
from raggedkit.plots._palette import MAIN, SECOND, color_of
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["padding", "widths"]

PADDING_TITLE = "Memory use, ragged and padded"
WIDTHS_TITLE = "Truncation and padding by width"
MOST_STEPS = 1000
# Decimal units, as in file managers; bytes last, for everything below 1 kB.
UNITS = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "bytes"))


@sections_from(Texts)
def padding(
    rt: Any,
    *,
    batch: int | None = None,
    color: Any = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw the memory of ragged rows and of the same rows padded to a rectangle.

    Parameters
    ----------
    rt
        A ragged tensor of any dtype.
    batch
        Rows per batch. Two more bars have the memory if each batch is padded separately, with the
        rows in their order and with the rows sorted by length.
    color
        Colour of the values; by default the first colour of the style.

    Returns
    -------
    Drawing
        ``values``, ``splits`` and ``padding``, a `BarContainer` each with one bar for each layout.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    ValueError
        If ``batch`` is less than 1, or is given with several partitioned axes.

    See Also
    --------
    widths : the effect of a smaller width.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.padding(rt, ax=Figure().subplots())
    >>> drawing
    <padding of 8 values; ragged: 112 bytes; padded: 160 bytes (60 % padding)>
    >>> [bar.get_width() for bar in drawing["padding"]]
    [np.float64(0.0), np.float64(96.0)]
    >>> rk.plots.padding(rt[:0], ax=Figure().subplots())
    <padding of no values>
    >>> rk.plots.padding(rt, batch=0)
    Traceback (most recent call last):
        ...
    ValueError: batch must be at least 1, got 0
    """
    x = tensor_of(rt)
    sizes = {"ragged": x.size, "padded": int(np.prod([int(n) for n in x.bounding_shape()]))}
    if batch is not None:
        sizes |= _batched(x, batch)
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not sizes["padded"]:
        return nothing_to_draw("padding", target, "no values", texts, title=PADDING_TITLE)
    return _draw_sizes(target, x, sizes, color_of(target, MAIN, color), texts)


def _batched(x: RaggedTensor, batch: int) -> dict[str, int]:
    n = as_int(batch, "batch")
    if n < 1:
        raise ValueError(broken_rule("batch", "be at least 1", n))
    if x.ragged_rank > 1:
        rule = "be left out if several axes are partitioned"
        way_out = "rt.merge_dims(1, -1) leaves one"
        raise ValueError(broken_rule("batch", rule, n, way_out))
    lengths, inner = lengths_of(x), int(np.prod(x.flat_values.shape[1:]))
    return {
        f"padded in batches of {n:,}": _padded_size(lengths, n) * inner,
        f"padded in batches of {n:,}, rows sorted by length": _padded_size(np.sort(lengths), n)
        * inner,
    }


def _padded_size(lengths: Array, batch: int) -> int:
    if not len(lengths):
        return 0
    # A step beyond int64 would overflow; one batch is enough for all rows.
    starts = np.arange(0, len(lengths), min(batch, len(lengths)))
    longest = np.maximum.reduceat(lengths, starts)
    return int((longest * np.diff(np.append(starts, len(lengths)))).sum())


def _draw_sizes(
    ax: Axes, x: RaggedTensor, sizes: dict[str, int], color: Any, texts: Texts
) -> Drawing:
    total = np.array(list(sizes.values()), dtype=np.float64) * x.dtype.itemsize
    values = np.full(len(sizes), float(x.size) * x.dtype.itemsize)
    splits = np.zeros(len(sizes))
    # Only the ragged layout stores row splits.
    splits[0] = sum(p.row_splits().nbytes for p in x.partitions)
    waste = total - values
    places = np.arange(len(sizes))
    look: dict[str, Any] = {"height": 0.5}
    artists: dict[str, Any] = {
        "values": ax.barh(places, values, color=color, label="values", **look),
        "splits": ax.barh(
            places, splits, left=values, color=color_of(ax, SECOND), label="row splits", **look
        ),
        "padding": ax.barh(
            places, waste, left=values, label="padding", **(look | padding_style(ax))
        ),
    }
    parts = []
    for y, (name, whole, padded) in enumerate(zip(sizes, total + splits, waste, strict=True)):
        share = f" ({100 * padded / whole:.3g} % padding)" if padded else ""
        parts.append(f"{name}: {in_bytes(whole)}{share}")
        _above(ax, y, f"{in_bytes(whole)}{share}")
    _bytes_axis(ax, float((total + splits).max()))
    ax.set_yticks(places, labels=[name.replace(", ", ",\n") for name in sizes])
    ax.set_ylim(len(sizes) - 0.3, -0.7)
    of = "; ".join([f"{x.size:,} values", *parts])
    return finish("padding", ax, artists, texts, of=of, title=PADDING_TITLE)


def _above(ax: Axes, y: float, words: str) -> None:
    """Write above a bar, from its start on, so that there is room above a short bar too."""
    ax.annotate(
        words,
        (0, y - 0.25),
        xytext=(2, 2),
        textcoords="offset points",
        va="bottom",
        fontsize="small",
        color=text_color(ax),
    )


def in_bytes(n: float) -> str:
    """Return a number of bytes with a unit."""
    size, unit = next((s, u) for s, u in UNITS if n >= s or s == 1)
    return f"{n / size:.3g} {unit}" if size > 1 else f"{n:,.0f} {unit}"


def _bytes_axis(ax: Axes, top: float) -> None:
    size, unit = next((s, u) for s, u in UNITS if top >= s or s == 1)
    ax.xaxis.set_major_formatter(lambda n, _: f"{n / size:,.4g}")
    ax.set(xlabel=f"memory [{unit}]", xlim=(0, top * 1.03))


@sections_from(Texts)
def widths(
    rt: Any,
    *,
    axis: SupportsIndex = 1,
    share: float = 0.95,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw the effect of each width on padding and truncation.

    For every width up to the longest row: the share of rows that fit, the share of values that are
    kept, and the share of cells that are padding.

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.
    axis
        The partitioned axis whose row lengths are drawn.
    share
        The smallest width at which this share of rows fits is marked.

    Returns
    -------
    Drawing
        ``whole``, ``kept`` and ``padding``, lines; ``marked``, the line at the marked width.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    RaggedIndexError
        If the axis is not partitioned.
    ValueError
        If ``share`` isn't from 0 to 1.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> drawing = rk.plots.widths(rt, share=0.8, ax=Figure().subplots())
    >>> drawing
    <widths of 5 rows: lengths 0 to 4, mean 1.6; width 3: 80 % of rows fit, 87.5 % of
    values kept, 53.3 % padding; 2 empty rows>
    >>> drawing["kept"].get_ydata()
    array([0.375, 0.625, 0.875, 1.   ])
    >>> rk.plots.widths(rt, share=95)
    Traceback (most recent call last):
        ...
    ValueError: share must be from 0 to 1, got 95
    """
    lengths = lengths_of(rt, axis)
    if not 0 <= as_real(share, "share") <= 1:
        raise ValueError(broken_rule("share", "be from 0 to 1", share))
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not lengths.any():
        why = f"{len(lengths):,} empty rows" if len(lengths) else "no rows"
        return nothing_to_draw("widths", target, why, texts, title=WIDTHS_TITLE)
    ranked = np.sort(lengths)
    # Above 1,000 lengths a step is less than a pixel, and the curves look the same.
    width = np.unique(np.linspace(1, ranked[-1], MOST_STEPS).round().astype(np.int64))
    width = width if len(width) < MOST_STEPS else width[:MOST_STEPS]
    artists: dict[str, Any] = {}
    # The styles differ, too: the lines are distinguishable in grey.
    looks = {"whole": ("rows that fit", "-"), "kept": ("values kept", "--")}
    looks |= {"padding": ("cells that are padding", ":")}
    curves = dict(zip(looks, _shares(ranked, width), strict=True))
    for i, (name, (label, style)) in enumerate(looks.items()):
        (artists[name],) = target.plot(
            width, curves[name], style, color=color_of(target, i), linewidth=2, label=label
        )
    # A rectangle of width 0 has no cells and no share of padding.
    at = max(1, int(ranked[max(0, int(np.ceil(share * len(ranked))) - 1)]))
    shares = [f"{100 * s[0]:.3g} %" for s in _shares(ranked, np.array([at]))]
    artists["marked"] = target.axvline(at, color=text_color(target), linewidth=1, alpha=0.6)
    whole_numbers(target.xaxis)
    target.yaxis.set_major_formatter("{x:.0%}")
    target.set(xlabel="width [values]", ylabel="share", ylim=(0, 1.03))
    _name_width(target, at, int(ranked[-1]))
    words = f"width {at:,}: {shares[0]} of rows fit, {shares[1]} of values kept"
    return finish(
        "widths",
        target,
        artists,
        texts,
        of=lengths_summary(lengths),
        title=WIDTHS_TITLE,
        facts=[f"{words}, {shares[2]} padding", empty_rows_note(lengths)],
    )


def _name_width(ax: Axes, width: int, longest: int) -> None:
    right = width > 0.6 * longest
    ax.annotate(
        f"width {width:,}",
        (width, 0.0),
        xytext=(-4 if right else 4, 3),
        textcoords="offset points",
        ha="right" if right else "left",
        fontsize="small",
        color=text_color(ax),
    )


def _shares(ranked: Array, width: Array) -> tuple[Array, Array, Array]:
    """Return for each width the shares of rows that fit, values kept, and padding cells."""
    n, total = len(ranked), float(ranked.sum())
    fit = np.searchsorted(ranked, width, side="right")
    # Rows that fit are kept whole, and each longer row is cut to the width.
    within = np.concatenate([[0], np.cumsum(ranked)])[fit]
    kept = within + width * (n - fit)
    return fit / n, kept / total, 1 - kept / (width * float(n))
