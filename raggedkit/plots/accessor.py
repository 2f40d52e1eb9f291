"""The accessor ``rt.plot``: each plot as a method, and the choice of `overview`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from raggedkit.plots._drawing import Drawing
from raggedkit.plots._inputs import KINDS, Bound, tensor_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PlotAccessor", "overview"]


def overview(rt: Any, *, ax: Axes | None = None) -> Drawing:
    """Draw the plot that fits a ragged tensor best.

    Nested rows: `icicle`. Rows of numbers, bools or dates: `heatmap`. All others: the `skyline` of
    row lengths.

    Parameters
    ----------
    rt
        A ragged tensor of any dtype, or a `RowPartition`.
    ax
        Axes to draw on; by default the current axes if they are empty, else new ones.

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
    >>> import raggedkit as rk
    >>> from matplotlib.figure import Figure
    >>> rk.plots.overview(rk.array([[3, 1], [], [5]]), ax=Figure().subplots())
    <heatmap of 3 rows, 3 values from 1 to 5; 1 empty row; 3 of 6 cells are padding>
    >>> rk.plots.overview(rk.array([["a"], [], ["b", "c"]]), ax=Figure().subplots())
    <skyline of 3 rows: lengths 0 to 2, mean 1; 1 empty row>
    >>> rk.plots.overview(rk.array([[["a"], []], [["b", "c"]]]), ax=Figure().subplots())
    <icicle of 3 values in 3 levels: 2 rows (axis 0), 3 rows (axis 1), 3 values (axis 2);
    1 row holds nothing>
    """
    if isinstance(rt, RowPartition):
        return skylines.skyline(rt, ax=ax)
    x = tensor_of(rt)
    if x.ragged_rank > 1:
        return icicles.icicle(x, ax=ax)
    if x.flat_values.ndim == 1 and x.dtype.kind in KINDS:
        return heatmaps.heatmap(x, ax=ax)
    return skylines.skyline(x, ax=ax)


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
