"""Helpers of the plot tests: a new figure per plot, and the drawn artists."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import settings
from matplotlib.artist import Artist
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import raggedkit as rk
from raggedkit import plots
from raggedkit.plots import Drawing

few = settings(max_examples=25)  # a figure takes as long as thousands of numbers

Plot = Callable[..., Drawing]

ROWS = [[3, 1, 4, 1], [], [5, 9, 2], [6], []]
D = rk.array(ROWS)

OF_LENGTHS: dict[str, Plot] = {
    name: getattr(plots, name)
    for name in ("skyline", "length_hist", "length_ecdf", "widths", "icicle", "padding")
}
OF_VALUES: dict[str, Plot] = {
    name: getattr(plots, name)
    for name in ("heatmap", "raster", "ribbon", "lines", "scatter", "box", "by_length")
}
ALL = OF_LENGTHS | OF_VALUES
SUMMARISED = ("skyline", "heatmap", "raster", "lines", "scatter", "by_length")


def fresh() -> Any:
    """Axes of a figure that pyplot does not manage."""
    return Figure(figsize=(5, 3.5)).subplots()


def draw(plot: Plot, rt: Any, **options: Any) -> Drawing:
    return plot(rt, ax=fresh(), **options)


def rendered(drawing: Drawing) -> bytes:
    """The picture as PNG: the figure can be rendered."""
    target = io.BytesIO()
    drawing.figure.savefig(target, format="png", dpi=40)
    return target.getvalue()


def artists_in(drawing: Drawing) -> list[Artist]:
    return list(drawing.figure.findobj())


def points_in(drawing: Drawing) -> int:
    """How many vertices the lines and collections of a drawing have, all together."""
    return sum(map(_vertices, artists_in(drawing)))


def _vertices(artist: Artist) -> int:
    if isinstance(artist, Line2D):
        return len(np.asarray(artist.get_xdata()))
    if isinstance(artist, Collection):
        return max(sum(len(p) for p in artist.get_paths()), len(np.asarray(artist.get_offsets())))
    return 0


def texts_of(drawing: Drawing) -> list[str]:
    """The labels in the key."""
    key = drawing.artists.get("legend")
    return [] if key is None else [text.get_text() for text in key.get_texts()]


def many_rows() -> rk.RaggedTensor:
    """A million rows, one in eight of them empty, with values that are not all finite."""
    rng = np.random.default_rng(20)
    lengths = rng.integers(0, 8, 1_000_000)
    values = rng.normal(size=int(lengths.sum()))
    values[::1000] = np.nan
    return rk.RaggedTensor.from_row_lengths(values, lengths)
