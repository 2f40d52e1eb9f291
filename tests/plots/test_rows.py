"""Distinction of rows: palette, dashes and markers, names at line ends, legends."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import raggedkit as rk
from raggedkit import plots
from raggedkit.plots._palette import DARK, LIGHT
from tests.plots.drawn import D, draw, fresh, rendered, texts_of

# Machado, Oliveira and Fernandes (2009), severity 1: linear RGB as seen without one kind of cone.
SEEN = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def linear(color: Any) -> Any:
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(color: Any, seen: Any) -> Any:
    """CIELAB (D65) of a colour as seen."""
    xyz = TO_XYZ @ np.clip(np.asarray(seen) @ linear(color), 0, 1) / TO_XYZ.sum(axis=1)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one: Any, other: Any) -> float:
    low, high = sorted(float(TO_XYZ[1] @ linear(c)) for c in (one, other))
    return (high + 0.05) / (low + 0.05)


def closest(colors: Any, seen: Any) -> float:
    return min(
        float(np.linalg.norm(lab(a, seen) - lab(b, seen))) for a, b in combinations(colors, 2)
    )


PALETTES = {"light": (*LIGHT, "black"), "dark": (*DARK, "white")}


@pytest.mark.parametrize("seen", SEEN.values(), ids=SEEN)
@pytest.mark.parametrize("colors", PALETTES.values(), ids=PALETTES)
def test_colours_differ_with_every_kind_of_colour_vision(colors: Any, seen: Any) -> None:
    assert closest(colors, seen) > 16


def test_the_default_cycle_of_matplotlib_is_not_safe() -> None:
    cycle = [f"C{i}" for i in range(7)]
    assert closest(cycle, SEEN["protanopia"]) < 5  # so the test above can fail


def test_colours_stand_out_from_their_background() -> None:
    assert min(contrast(c, "white") for c in LIGHT) > 2.2
    assert min(contrast(c, "black") for c in DARK) > 5


@pytest.mark.parametrize(
    ("style", "colors"), [("default", LIGHT), ("dark_background", DARK)], ids=["light", "dark"]
)
def test_the_palette_fits_the_background(style: str, colors: tuple[str, ...]) -> None:
    with plt.style.context(style):
        drawing = draw(plots.lines, rows(7))
        assert rendered(drawing)
    shown = [to_rgb(c) for c in drawing["lines"].get_colors()]
    assert shown[:6] == [to_rgb(c) for c in colors]
    assert shown[6] == to_rgb("white" if style != "default" else "black")


def test_a_style_with_colours_of_its_own_keeps_them() -> None:
    with plt.style.context("ggplot"):
        cycle = plt.rcParams["axes.prop_cycle"].by_key()["color"]
        bars = draw(plots.skyline, D)["bars"]
        lines = draw(plots.lines, D)["lines"]
    assert to_rgb(bars.get_facecolor()) == to_rgb(cycle[0])
    assert [to_rgb(c) for c in lines.get_colors()[:5]] == [to_rgb(c) for c in cycle[:5]]


def rows(n: int, apart: float = 1.0) -> rk.RaggedTensor:
    """Rows of three values, one above the other."""
    values = apart * np.arange(n)[:, None] + [0.0, 0.2, 0.1]
    return rk.RaggedTensor.from_uniform_row_length(values.ravel(), 3)


@pytest.mark.parametrize("n", [1, 7, 8, 20])
def test_up_to_twenty_rows_all_look_different(n: int) -> None:
    drawn = draw(plots.lines, rows(n))["lines"]
    looks = zip(map(tuple, drawn.get_colors()), map(str, drawn.get_linestyles()), strict=True)
    assert len(set(looks)) == n
    points = draw(plots.scatter, rows(n))["points"]
    paths = [points.get_paths()[i % len(points.get_paths())] for i in range(3 * n)]
    colors = map(tuple, points.get_facecolors())
    marks = {(c, p.vertices.tobytes()) for c, p in zip(colors, paths, strict=True)}
    assert len(marks) == n
    assert "colorbar" not in draw(plots.lines, rows(n)).artists


# ---------------------------------------------------------------------- names at the ends of lines
def boxes_of(drawing: Any) -> list[Any]:
    drawing.figure.canvas.draw()
    for name in drawing["names"]:
        name.arrowprops = name.arrow_patch = None  # the extent of the letters alone
    return [name.get_window_extent() for name in drawing["names"]]


@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize(
    "rt",
    [
        pytest.param(rows(3), id="apart"),
        pytest.param(rows(9, apart=0.0), id="same"),
        pytest.param(rows(9, apart=1e-3), id="close"),
        pytest.param(-rows(9), id="below-0"),
        pytest.param(rk.array([[1.0], [1.0, 2.0], [2.0, 1.0, 5.0], [3.0]]), id="ragged"),
    ],
)
def test_names_are_inside_the_axes_and_do_not_overlap(rt: Any, layout: Any) -> None:
    ax = Figure(figsize=(5, 3.5), layout=layout).subplots()
    drawing = plots.lines(rt, labels=[f"name {i}" for i in range(len(rt))], ax=ax)
    boxes = boxes_of(drawing)
    inside = drawing.ax.get_window_extent().padded(2)
    for box in boxes:
        assert inside.x0 <= box.x0 < box.x1 <= inside.x1
        assert inside.y0 <= box.y0 < box.y1 <= inside.y1
    for one, other in combinations(boxes, 2):
        across = min(one.x1, other.x1) - max(one.x0, other.x0)
        up = min(one.y1, other.y1) - max(one.y0, other.y0)
        assert across <= 0 or up <= 0.25 * one.height  # of letters with room above and below


def test_a_name_continues_its_line() -> None:
    points = np.array([[0.0, 0], [1, 1], [1, 3], [0, 2], [2, 4], [2, 5]])
    rt = rk.RaggedTensor.from_row_lengths(points, [2, 0, 2, 2])
    names = draw(plots.lines, rt)["names"]
    assert [name.get_text() for name in names] == ["row 0", "row 2", "row 3"]
    assert [name.xy for name in names] == [(1, 1), (0, 2), (2, 5)]
    assert [name.get_ha() for name in names] == ["left", "right", "left"]


def test_a_name_is_at_the_last_finite_value() -> None:
    rt = rk.array([[1.0, 2.0, float("nan")], [float("nan")], [], [4.0]])
    names = draw(plots.lines, rt, labels=list("abcd"))["names"]
    assert {name.get_text(): name.xy for name in names} == {"a": (1, 2), "d": (0, 4)}


@pytest.mark.parametrize(
    ("rt", "labels"),
    [
        pytest.param(rows(20, apart=0.0), None, id="crowded"),
        pytest.param(rows(2), ["a name that is much too long for the axes", "b"], id="long"),
    ],
)
def test_without_room_for_names_there_is_a_legend(rt: Any, labels: Any) -> None:
    drawing = draw(plots.lines, rt, labels=labels)
    assert "names" not in drawing.artists
    assert len(texts_of(drawing)) == len(rt)
    assert rendered(drawing)


def test_a_long_legend_is_beside_the_axes() -> None:
    names = [f"a rather long name of row {i}" for i in range(20)]
    drawing = draw(plots.scatter, rows(20), labels=names)
    drawing.figure.canvas.draw()
    legend, ax = drawing["legend"].get_window_extent(), drawing.ax.get_window_extent()
    assert legend.x0 >= ax.x1
    assert legend.height <= 1.05 * ax.height
    assert texts_of(drawing) == names


def test_names_on_logarithmic_axes_are_in_the_legend() -> None:
    ax = fresh()
    ax.set_xscale("log")
    drawing = plots.lines(rows(3) + 1, x=rows(3) + 1, ax=ax)
    assert texts_of(drawing) == ["row 0", "row 1", "row 2"]


# ---------------------------------------------------------------------- legends
def test_keys_have_the_marks_of_the_plot() -> None:
    dots = draw(plots.scatter, rows(9))["legend"].legend_handles
    assert {d.get_linestyle() for d in dots} == {"None"}
    assert [d.get_marker() for d in dots] == ["o"] * 7 + ["^"] * 2
    ax = fresh()
    ax.set_xscale("log")
    lines = plots.lines(rows(9) + 1, x=rows(9) + 1, ax=ax)["legend"].legend_handles
    assert {d.get_marker() for d in lines} == {"None"}
    assert [d.get_linestyle() for d in lines] == ["-"] * 7 + ["--"] * 2


# ---------------------------------------------------------------------- names of axes
DAYS = D.astype("datetime64[D]")
SPANS = D.astype("timedelta64[h]")


@pytest.mark.parametrize(
    ("drawing", "labels", "title"),
    [
        (lambda ax: plots.raster(DAYS, ax=ax), ("time", "row"), "Times by row"),
        (lambda ax: plots.raster(SPANS, ax=ax), ("time [h]", "row"), "Times by row"),
        (lambda ax: plots.raster(D, ax=ax), ("value", "row"), "Values by row"),
        (lambda ax: plots.lines(D, ax=ax), ("position in row", "value"), "Values by position"),
        (lambda ax: plots.lines(D, x=DAYS, ax=ax), ("time", "value"), "Values by time"),
        (lambda ax: plots.scatter(D, x=SPANS, ax=ax), ("time [h]", "value"), "Values by time"),
        (lambda ax: plots.lines(DAYS, x=D, ax=ax), ("x", "time"), "Values by x"),
        (lambda ax: plots.heatmap(D, ax=ax), ("position in row", "row"), None),
        (lambda ax: plots.box(SPANS, ax=ax), ("row", "time [h]"), None),
        (lambda ax: plots.by_length(SPANS, ax=ax), ("row length [values]", "row mean [h]"), None),
    ],
)
def test_axes_are_named_after_their_values(drawing: Any, labels: Any, title: str | None) -> None:
    ax = drawing(fresh()).ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == labels
    assert title in (None, ax.get_title(loc="left"))
