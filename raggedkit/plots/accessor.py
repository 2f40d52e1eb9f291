"""The accessor ``rt.plot``: each plot as a method, and the choice of `overview`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from
from raggedkit.partition import RowPartition
from raggedkit.plots import (
    boxes,
    heatmaps,
    icicles,
    lengths,
    rasters,
    relations,
    ribbons,
    skylines,
    traces,
    waste,
)
from raggedkit.plots._drawing import Drawing, Texts
from raggedkit.plots._inputs import KINDS, Bound, tensor_of
from raggedkit.plots._points import has_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PlotAccessor", "overview"]

# Kind of a dtype -> its values in the reason for a choice.
WORDS = {
    "b": "bools",
    "c": "complex numbers",
    "m": "time spans",
    "S": "bytes",
    "T": "text",
    "U": "text",
}


@sections_from(Texts)
def overview(
    rt: Any,
    *,
    title: str | None = None,
    xlabel: str | None = None,
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Drawing:
    """Draw the plot that fits the shape and dtype of a ragged tensor.

    The summary ends with the reason for the choice:

    - rows that contain rows: `icicle`
    - points ``[nrows, (d1), 2]`` of numbers: `lines`, one path per row
    - dates: `raster`
    - numbers, bools, time spans: `heatmap`
    - everything else (text, complex numbers, inner axes, a `RowPartition`): `skyline`, the row
      lengths

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.

    Returns
    -------
    Drawing
        The result of that plot.

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.

    Examples
    --------
    >>> import numpy as np
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rk.plots.overview(rk.array([[3, 1], [], [5]]), ax=Figure().subplots())
    <heatmap of 3 rows, 3 values from 1 to 5; 1 empty row; 3 of 6 cells are padding;
    chosen because the values are numbers>
    >>> tracks = rk.RaggedTensor.from_row_lengths(np.eye(4)[:, :2], [3, 1])
    >>> rk.plots.overview(tracks, ax=Figure().subplots())
    <lines of 2 rows, 4 points, x from 0 to 1, y from 0 to 1; chosen because each value is a
    point (x, y)>
    >>> rk.plots.overview(rk.array([["a"], [], ["b", "c"]]), ax=Figure().subplots())
    <skyline of 3 rows: lengths 0 to 2, mean 1; 1 empty row; chosen because the values are text>
    >>> rk.plots.overview(rk.array([[["a"], []], [["b", "c"]]]), ax=Figure().subplots())
    <icicle of 3 values in 3 levels: 2 rows (axis 0), 3 rows (axis 1), 3 values (axis 2);
    1 row without values; chosen because rows contain rows>
    """
    plot, reason = _choice(rt)
    drawing = plot(rt, title=title, xlabel=xlabel, ylabel=ylabel, ax=ax)
    return replace(drawing, summary=f"{drawing.summary}; chosen because {reason}")


def _choice(rt: Any) -> tuple[Callable[..., Drawing], str]:
    """Return the plot for a tensor or partition, and the reason."""
    if isinstance(rt, RowPartition):
        return skylines.skyline, "a partition has row lengths and no values"
    x = tensor_of(rt)
    kind = x.dtype.kind
    drawable = kind in KINDS
    # The order matters: points are values with inner axes, too.
    if x.ragged_rank > 1:
        return icicles.icicle, "rows contain rows"
    if drawable and has_points(x):
        return traces.lines, "each value is a point (x, y)"
    if x.flat_values.ndim > 1:
        return skylines.skyline, "the values have inner axes"
    if not drawable:
        return skylines.skyline, f"the values are {WORDS.get(kind, x.dtype.name)}"
    # Moments in a heatmap would be colours, which nobody can read as times.
    if kind == "M":
        return rasters.raster, "the values are dates"
    return heatmaps.heatmap, f"the values are {WORDS.get(kind, 'numbers')}"


class PlotAccessor(Bound):
    """The plots of one ragged tensor: ``rt.plot()``, ``rt.plot.skyline()`` and so on.

    Each is the function of its name in `raggedkit.plots`, given the tensor.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rt = rk.array([[3, 1], [], [5]])
    >>> rt.plot
    <plots of RaggedTensor [3, None], int64: skyline, length_hist, length_ecdf, heatmap,
    raster, ribbon, lines, scatter, box, by_length, padding, widths, icicle>
    >>> rt.plot.length_hist(ax=Figure().subplots())
    <length_hist of 3 rows: lengths 0 to 2, mean 1; 1 empty row>
    """

    __slots__ = ()

    __call__ = overview
    skyline = skylines.skyline
    length_hist = lengths.length_hist
    length_ecdf = lengths.length_ecdf
    heatmap = heatmaps.heatmap
    raster = rasters.raster
    ribbon = ribbons.ribbon
    lines = traces.lines
    scatter = traces.scatter
    box = boxes.box
    by_length = relations.by_length
    padding = waste.padding
    widths = waste.widths
    icicle = icicles.icicle

    def __repr__(self) -> str:
        """Return which tensor it draws, and how."""
        names = ", ".join(n for n in vars(type(self)) if not n.startswith("_"))
        shape = list(self._rt.shape)
        return f"<plots of RaggedTensor {shape}, {self._rt.dtype}: {names}>"
