"""Limits of axes: near the data; they include 0 only if the length of a mark is the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import raggedkit as rk
from raggedkit import plots
from raggedkit.plots import Drawing
from tests.plots.drawn import draw, rendered, texts_of


def around(centre: float, reach: float, nrows: int, longest: int) -> rk.RaggedTensor:
    """Rows of values from ``centre - reach`` to ``centre + reach``, some of them empty."""
    rng = np.random.default_rng(nrows)
    lengths = rng.integers(0, longest, nrows)
    lengths[:2] = 0, longest
    return rk.RaggedTensor.from_row_lengths(
        rng.uniform(centre - reach, centre + reach, lengths.sum()), lengths
    )


# Each plot of values, and the axis that they are on.
OF_VALUES: dict[str, tuple[Callable[..., Drawing], str]] = {
    "ribbon": (plots.ribbon, "y"),
    "ribbon-no-strip": (lambda rt, ax: plots.ribbon(rt, strip=False, ax=ax), "y"),
    "ribbon-row": (lambda rt, ax: plots.ribbon(rt, over="row", ax=ax), "y"),
    "box": (plots.box, "y"),
    "lines": (plots.lines, "y"),
    "lines-x": (lambda rt, ax: plots.lines(rt, rt, ax=ax), "x"),
    "scatter": (plots.scatter, "y"),
    "scatter-x": (lambda rt, ax: plots.scatter(rt, rt, ax=ax), "x"),
    "raster": (plots.raster, "x"),
    "by_length": (plots.by_length, "y"),
}


@pytest.mark.parametrize("nrows", [8, 250, 6000])
@pytest.mark.parametrize(("centre", "reach"), [(50.0, 0.1), (-1e6, 5.0), (1e-7, 1e-9)], ids=str)
@pytest.mark.parametrize(("plot", "axis"), OF_VALUES.values(), ids=OF_VALUES)
def test_axes_of_values_end_near_the_values(
    plot: Callable[..., Drawing], axis: str, centre: float, reach: float, nrows: int
) -> None:
    drawing = draw(plot, around(centre, reach, nrows, 7))
    low, high = sorted(getattr(drawing.ax, f"get_{axis}lim")())
    assert centre - 1.3 * reach <= low < high <= centre + 1.3 * reach
    if nrows == 250:  # and what is drawn next does not move them
        drawing.ax.autoscale_view()
        assert sorted(getattr(drawing.ax, f"get_{axis}lim")()) == [low, high]


@pytest.mark.parametrize("nrows", [30, 3000])
@pytest.mark.parametrize("name", ["length_ecdf", "length_hist", "by_length"])
def test_axes_of_lengths_end_near_the_lengths(name: str, nrows: int) -> None:
    lengths = np.arange(nrows) % 5 + 1000
    rt = rk.RaggedTensor.from_row_lengths(np.zeros(lengths.sum()), lengths)
    low, high = draw(getattr(plots, name), rt).ax.get_xlim()
    assert 998 <= low < 1000
    assert 1004 < high <= 1006


def test_bars_start_at_0_and_summaries_of_them_do_not() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.zeros(5 * 1002), [1000, 1001, 1002, 1003, 1004])
    assert draw(plots.skyline, rt).ax.get_ylim()[0] == 0
    assert draw(plots.padding, rt).ax.get_xlim()[0] == 0
    low, high = draw(plots.skyline, rt, aggregate=True).ax.get_ylim()
    assert 999 < low < 1000
    assert 1004 < high < 1005


def test_a_histogram_beside_empty_rows_shows_them() -> None:
    lengths = [0, *range(1000, 1030)]
    rt = rk.RaggedTensor.from_row_lengths(np.zeros(sum(lengths)), lengths)
    assert draw(plots.length_hist, rt).ax.get_xlim()[0] < 0


# ---------------------------------------------------------------------- the strip of ribbons
def test_the_strip_counts_rows_on_axes_of_its_own() -> None:
    drawing = draw(plots.ribbon, rk.array([[50.0, 50.1, 49.9], [], [50.0], [50.2, 50.0]]))
    strip = drawing["strip"]
    assert drawing["reach"].get_data().values.tolist() == [3, 2, 1]
    assert drawing["reach"].axes is strip
    assert strip.get_ylim()[0] == 0
    assert 4 <= strip.get_ylim()[1] < 5
    assert (strip.get_ylabel(), strip.get_xlabel()) == ("rows", "position in row")
    assert strip.get_xlim() == drawing.ax.get_xlim()
    assert strip.get_position().y1 < drawing.ax.get_position().y0
    assert rendered(drawing)


def test_strip_is_left_out_where_asked() -> None:
    rt = rk.array([[50.0, 50.1], [50.0]])
    drawing = draw(plots.ribbon, rt, strip=False)
    assert {"strip", "reach"}.isdisjoint(drawing.artists)
    assert drawing.figure.axes == [drawing.ax]
    assert drawing.ax.get_xlabel() == "position in row"
    row = draw(plots.ribbon, rt, over="row")
    assert row.figure.axes == [row.ax]
    with pytest.raises(TypeError, match="strip must be True or False, got array"):
        draw(plots.ribbon, rt, strip=np.array([True, False]))


@pytest.mark.parametrize("free", [False, True], ids=["subplot", "free axes"])
def test_ribbons_on_the_same_axes_share_a_strip(free: bool) -> None:
    figure = Figure(figsize=(5, 3.5))
    ax: Any = figure.add_axes((0.1, 0.2, 0.8, 0.7)) if free else figure.subplots()
    first = plots.ribbon(rk.array([[1.0, 2.0], [3.0]]), label="a", ax=ax)
    second = plots.ribbon(rk.array([[1.0], [3.0], [4.0]] * 4), label="b", ax=ax)
    assert first["strip"] is second["strip"]
    assert len(figure.axes) == 2
    assert second["strip"].get_ylim()[1] > 12
    assert texts_of(second) == ["a", "b"]
    assert ax.get_position().height > 4 * first["strip"].get_position().height


def test_neighbours_keep_strips_apart_and_the_current_axes_stay() -> None:
    figure, (left, right) = plt.subplots(1, 2, sharex=True, layout="constrained")
    plt.sca(right)
    one = plots.ribbon(rk.array([[1.0, 2.0], [3.0]]), ax=left)
    assert plt.gca() is right
    two = plots.ribbon(rk.array([[1.0, 2.0], [3.0]]), ax=right)
    assert one["strip"] is not two["strip"]
    figure.canvas.draw()
    assert one["strip"].get_position().x1 < two["strip"].get_position().x0


def test_notes_come_below_the_strip() -> None:
    rt = rk.array([[1.0, float("nan")], [3.0]])
    drawing = draw(plots.ribbon, rt)
    assert drawing["note"].xycoords is drawing["strip"].xaxis.label
