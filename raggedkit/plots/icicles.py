"""Icicle plots of nested rows: one band per level, and each row as wide as its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit._xp import to_host
from raggedkit.errors import broken_rule
from raggedkit.plots._drawing import (
    Drawing,
    Texts,
    axes,
    background,
    counted,
    finish,
    nothing_to_draw,
    size_of,
    text_color,
    whole_numbers,
)
from raggedkit.plots._inputs import partitions_of
from raggedkit.plots._marks import legend_entry, ramp
from raggedkit.plots._palette import MAIN, SECOND, color_of
from raggedkit.plots._points import names_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["icicle"]

MOST_PIECES = 800  # of one level; more are drawn as densities
MOST_BINS = 400
MOST_NAMED = 40
MOST_RINGS = 100
TITLE = "Nested rows"


@sections_from(Texts)
def icicle(
    rt: Any,
    *,
    labels: Sequence[Any] | None = None,
    levels: Sequence[str] | None = None,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw one band per axis, with its rows side by side above their values.

    Parameters
    ----------
    rt
        A ragged tensor of anything, of any number of partitioned axes, or a `RowPartition`.
    labels
        Names of the outermost rows, shown in place of their numbers.
    levels
        Names of the levels, outermost first, the values last: ``["text", "sentence", "word"]``.

    Returns
    -------
    Drawing
        ``level 0``, ``level 1``, ...: a `PolyCollection` with a box for each row that has values,
        or a mesh if there are more than 800 rows. ``empty``: a ring for each row without values,
        or a strip per level (``empty 0``, ``empty 1``, ...) if there are more than 100.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    ValueError
        If ``labels`` has not one item per row, or ``levels`` not one per axis.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[[3, 1], [4]], [], [[1, 5, 9], [], [2]]])
    >>> drawing = rk.plots.icicle(rt, ax=Figure().subplots())
    >>> drawing
    <icicle of 7 values in 3 levels: 3 rows (axis 0), 5 rows (axis 1), 7 values (axis 2);
    2 rows without values>
    >>> len(drawing["level 1"].get_paths())
    4
    >>> rk.plots.icicle(rt[1:2], ax=Figure().subplots())
    <icicle of 1 row without values>
    >>> rk.plots.icicle(rt, levels=["text", "word"])
    Traceback (most recent call last):
        ...
    ValueError: levels must have one name for each of the 3 axes, got ['text', 'word']
    """
    parts = partitions_of(rt)
    splits = [to_host(p.row_splits()) for p in parts]
    n = len(splits[0]) - 1
    names = _level_names(levels, len(parts) + 1)
    labels = names_of(labels, n)
    texts, target = Texts(title, xlabel, ylabel), axes(ax)
    if not splits[-1][-1]:
        why = f"{counted(n, 'row')} without values" if n else "no rows"
        # Rows without values have no width, so that nothing could be drawn.
        return nothing_to_draw("icicle", target, why, texts, title=TITLE)
    edges = _leaf_edges(splits)
    artists, hidden = _draw_levels(target, edges, labels)
    counts = [len(e) - 1 for e in edges]
    kinds = ["row"] * len(parts) + ["value"]
    sizes = [f"{counted(c, k)} ({m})" for c, k, m in zip(counts, kinds, names, strict=True)]
    target.set_yticks(range(len(edges)), labels=[s.replace(" (", "\n(") for s in sizes])
    target.set(xlabel="position in flat values", ylim=(len(edges) - 0.5, -0.5))
    target.set_xlim(0, int(edges[0][-1]))
    whole_numbers(target.xaxis)
    of = f"{counted(counts[-1], 'value')} in {len(edges)} levels: {', '.join(sizes)}"
    facts = [f"{counted(hidden, 'row')} without values" if hidden else ""]
    # A level with more pieces is drawn as a density, which needs an explanation.
    many = max(np.count_nonzero(np.diff(cut)) for cut in edges) > MOST_PIECES
    return finish(
        "icicle",
        target,
        artists,
        texts,
        of=of,
        title=TITLE,
        facts=facts,
        notes=["stronger colour: more rows per value" if many else ""],
    )


def _level_names(levels: Sequence[str] | None, n: int) -> list[str]:
    if levels is None:
        return [f"axis {i}" for i in range(n)]
    if isinstance(levels, str) or not isinstance(levels, Sequence):
        raise TypeError(broken_rule("levels", "be a list of names", levels))
    if len(levels) != n:
        rule = f"have one name for each of the {n} axes"
        raise ValueError(broken_rule("levels", rule, levels))
    return [str(level) for level in levels]


def _leaf_edges(splits: list[Array]) -> list[Array]:
    """Return the first and last value of the rows of each level, outermost first."""
    edges = [np.arange(splits[-1][-1] + 1)]
    # The rows of a level are runs of the level below, so that their edges are among its edges.
    for cut in reversed(splits):
        edges.insert(0, edges[0][cut])
    return edges


def _draw_levels(
    ax: Axes, edges: list[Array], labels: Sequence[Any] | None
) -> tuple[dict[str, Any], int]:
    artists: dict[str, Any] = {}
    rings: list[Array] = []
    hidden = 0
    for level, cut in enumerate(edges):
        starts, sizes = cut[:-1], np.diff(cut)
        draw = _boxes if np.count_nonzero(sizes) <= MOST_PIECES else _row_density
        artists[f"level {level}"] = draw(ax, level, starts, sizes, labels)
        empty = starts[sizes == 0]
        hidden += len(empty)
        if len(empty) > MOST_RINGS:
            artists[f"empty {level}"] = _strip(ax, level, empty, int(cut[-1]))
        elif len(empty):
            rings.append(np.column_stack([np.unique(empty), np.full(len(np.unique(empty)), level)]))
            artists |= _how_many(ax, level, empty)
    if hidden:
        words = counted(hidden, "row") + " without values"
        if rings:
            artists["empty"] = _rings(ax, np.concatenate(rings), words)
        else:
            legend_entry(ax, words, color_of(ax, SECOND))
    return artists, hidden


def _boxes(ax: Axes, level: int, starts: Array, sizes: Array, labels: Sequence[Any] | None) -> Any:
    """Draw a box for each row with values, in two alternating tints, and its name if it fits."""
    rows = np.flatnonzero(sizes)
    tints = ramp(ax, color_of(ax, MAIN))([0.35, 0.6])
    crowded = len(rows) > 200  # white edges would cover boxes that are a few pixels wide
    drawn = ax.broken_barh(
        np.column_stack([starts[rows], sizes[rows]]).tolist(),
        (level - 0.45, 0.9),
        facecolors=tints[rows % 2],
        edgecolors=background(ax),
        linewidth=0 if crowded else 1,
    )
    if len(rows) <= MOST_NAMED and level == 0:
        room = size_of(ax)[0] / float(sizes.sum())
        for row in rows.tolist():
            name = str(row if labels is None else labels[row])
            if sizes[row] * room > 6 * len(name) + 4:  # about 6 points per letter
                middle = starts[row] + sizes[row] / 2
                ax.text(middle, level, name, ha="center", va="center", color=text_color(ax))
    return drawn


def _row_density(ax: Axes, level: int, starts: Array, sizes: Array, _: Any) -> Any:
    """Draw the number of rows along the values as the strength of a colour."""
    end = int(starts[-1] + sizes[-1])
    edges = np.linspace(0, end, min(MOST_BINS, end) + 1)
    # Bins may differ by rounding, so counts are divided by their widths.
    counts = np.histogram(starts[sizes > 0], edges)[0] / np.diff(edges)
    return ax.pcolormesh(
        edges,
        [level - 0.45, level + 0.45],
        counts[None, :],
        cmap=ramp(ax, color_of(ax, MAIN), 0.2),
        vmin=0,
        vmax=max(float(counts.max()), 1e-12),  # a range of 0 would divide by 0
        rasterized=True,
    )


def _rings(ax: Axes, places: Array, words: str) -> Any:
    """Draw a ring for each row without values, in the upper part of its band."""
    (ring,) = ax.plot(
        places[:, 0],
        places[:, 1] - 0.3,
        linestyle="none",
        marker="o",
        markersize=6,
        markerfacecolor=background(ax),
        markeredgecolor=color_of(ax, SECOND),
        markeredgewidth=1.5,
        clip_on=False,
        zorder=5,
        label=words,
    )
    return ring


def _strip(ax: Axes, level: int, empty: Array, end: int) -> Any:
    """Draw the number of rows without values as a strip at the top of their band."""
    edges = np.linspace(0, end, min(MOST_BINS, end) + 1)
    counts = np.histogram(empty, edges)[0]
    return ax.pcolormesh(
        edges,
        [level - 0.45, level - 0.33],
        counts[None, :],
        cmap=ramp(ax, color_of(ax, SECOND)),
        vmin=0,
        vmax=int(counts.max()),
        rasterized=True,
    )


def _how_many(ax: Axes, level: int, starts: Array) -> dict[str, Any]:
    """Write the number of empty rows that share a position: rows without width overlap."""
    places, counts = np.unique(starts, return_counts=True)
    several = np.flatnonzero(counts > 1)
    if not several.size or len(places) > MOST_NAMED:
        return {}
    words = [
        ax.annotate(
            f"×{counts[i]}",
            (places[i], level - 0.3),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
            color=text_color(ax),
        )
        for i in several.tolist()
    ]
    return {f"counts {level}": words}
