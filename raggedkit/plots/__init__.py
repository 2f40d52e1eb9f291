"""Plots of ragged data with matplotlib, which is imported on the first call.

``rt.plot.skyline()`` is ``raggedkit.plots.skyline(rt)``; ``rt.plot()`` chooses a plot. Every plot
accepts ``ax=`` and returns a `Drawing`: the axes, the artists by name, and a summary in words. Many
rows are summarised, so that no plot draws more than a few thousand artists.
"""

from raggedkit.plots._drawing import Drawing
from raggedkit.plots.accessor import PlotAccessor, overview
from raggedkit.plots.boxes import box
from raggedkit.plots.heatmaps import heatmap
from raggedkit.plots.icicles import icicle
from raggedkit.plots.lengths import length_ecdf, length_hist
from raggedkit.plots.rasters import raster
from raggedkit.plots.relations import by_length
from raggedkit.plots.ribbons import ribbon
from raggedkit.plots.skylines import skyline
from raggedkit.plots.traces import lines, scatter
from raggedkit.plots.waste import padding, widths

__all__ = [
    "Drawing",
    "PlotAccessor",
    "box",
    "by_length",
    "heatmap",
    "icicle",
    "length_ecdf",
    "length_hist",
    "lines",
    "overview",
    "padding",
    "raster",
    "ribbon",
    "scatter",
    "skyline",
    "widths",
]
