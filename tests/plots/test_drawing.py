"""Behaviour of every plot: axes, styles, texts, many rows, and a missing matplotlib."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import raggedkit as rk
from raggedkit import plots
from tests.plots.drawn import (
    ALL,
    SUMMARISED,
    D,
    artists_in,
    draw,
    fresh,
    many_rows,
    points_in,
    rendered,
)

plot_by_name = pytest.mark.parametrize("name", ALL)


@pytest.fixture(scope="module")
def million() -> rk.RaggedTensor:
    return many_rows()


@plot_by_name
def test_a_million_rows_take_a_bounded_number_of_artists(name: str, million: Any) -> None:
    drawing = draw(ALL[name], million)
    assert rendered(drawing)
    assert len(artists_in(drawing)) < 1200
    # A mesh has a path for each of its cells.
    assert points_in(drawing) < 250_000


def test_a_million_nested_rows_take_a_bounded_number_of_artists(million: Any) -> None:
    n = int(np.flatnonzero(million.row_splits <= 1_000_000)[-1])
    nested = million[:n].row_lengths()
    rt = rk.RaggedTensor.from_nested_row_lengths(million.flat_values[: nested.sum()], [[n], nested])
    drawing = draw(plots.icicle, rt)
    assert rendered(drawing)
    assert len(artists_in(drawing)) < 400
    assert points_in(drawing) < 50_000


@pytest.mark.parametrize("style", ["default", "dark_background", "grayscale"])
@plot_by_name
def test_words_stand_out_from_the_background(name: str, style: str) -> None:
    with plt.style.context(style):
        drawing = draw(ALL[name], D)
        assert rendered(drawing)
    paper = np.array(to_rgb(drawing.figure.get_facecolor()))
    page = np.array(to_rgb(drawing.ax.get_facecolor()))
    written = {id(t) for t in drawing.artists.get("written", [])}
    inside = {id(t) for t in drawing.artists.get("names", [])}
    for text in drawing.figure.findobj(Text):
        if text.get_text() and id(text) not in written:
            behind = page if id(text) in inside else paper
            assert np.abs(np.array(to_rgb(text.get_color())) - behind).max() > 0.5, text


@plot_by_name
def test_axes_and_title_say_what_is_shown(name: str) -> None:
    drawing = draw(ALL[name], D)
    assert drawing.ax.get_title(loc="left")
    assert drawing.artists.get("strip", drawing.ax).get_xlabel()
    assert drawing.ax.get_ylabel() or drawing.ax.get_yticklabels()
    assert drawing.summary.startswith(f"{name} of ")
    assert repr(drawing) == f"<{drawing.summary}>"


@plot_by_name
def test_given_axes_are_drawn_on_and_pyplot_left_alone(name: str) -> None:
    ax = fresh()
    assert ALL[name](D, ax=ax).ax is ax
    assert plt.get_fignums() == []


@plot_by_name
def test_the_accessor_is_the_function(name: str) -> None:
    method = getattr(D.plot, name)
    assert method.__func__ is ALL[name]
    assert repr(method(ax=fresh())) == repr(draw(ALL[name], D))
    assert name in repr(D.plot)


def test_without_axes_a_blank_figure_is_used_and_a_drawn_one_left() -> None:
    _, (left, right) = plt.subplots(1, 2)
    assert D.plot.skyline().ax is right  # the current one, and blank
    plt.sca(left)
    assert D.plot.length_hist().ax is left
    assert plt.get_fignums() == [1]
    assert D.plot.length_ecdf().ax not in (left, right)
    assert plt.get_fignums() == [1, 2]


def with_inner(*shape: int, dtype: Any = float) -> rk.RaggedTensor:
    values = np.arange(math.prod(shape)).reshape(shape).astype(dtype)
    return rk.RaggedTensor.from_row_splits(values, [0, 2, shape[0]])


@pytest.mark.parametrize(
    ("rt", "name", "reason"),
    [
        (D, "heatmap", "the values are numbers"),
        (D > 2, "heatmap", "the values are bools"),
        (D.astype("timedelta64[s]"), "heatmap", "the values are time spans"),
        (D.astype("datetime64[s]"), "raster", "the values are dates"),
        (with_inner(3, 2), "lines", "each value is a point (x, y)"),
        (with_inner(3, 2, dtype=int), "lines", "each value is a point (x, y)"),
        (with_inner(3, 3), "skyline", "the values have inner axes"),
        (with_inner(3, 2, 2), "skyline", "the values have inner axes"),
        (with_inner(3, 2, dtype=complex), "skyline", "the values have inner axes"),
        (rk.array([["a"], []]), "skyline", "the values are text"),
        (rk.array([[b"a"], []]), "skyline", "the values are bytes"),
        (rk.array([[1j], []]), "skyline", "the values are complex numbers"),
        (rk.array([[[1], []], [[2]]]), "icicle", "rows contain rows"),
        (D.partitions[0], "skyline", "a partition has row lengths and no values"),
    ],
)
def test_shape_and_dtype_choose_the_plot_and_the_summary_has_the_reason(
    rt: Any, name: str, reason: str
) -> None:
    drawing = draw(plots.overview, rt, title="T")
    assert drawing.summary.startswith(f"{name} of ")
    assert drawing.summary.endswith(f"; chosen because {reason}")
    assert drawing.ax.get_title(loc="left") == "T"


@pytest.mark.parametrize("rt", [D, D[:0]], ids=["rows", "no-rows"])
@plot_by_name
def test_title_and_labels_are_replaced_or_left_out(name: str, rt: Any) -> None:
    drawing = draw(ALL[name], rt, title="Mine", xlabel="across", ylabel="up")
    foot = drawing.artists.get("strip", drawing.ax)
    assert drawing.ax.get_title(loc="left") == "Mine"
    assert (foot.get_xlabel(), drawing.ax.get_ylabel()) == ("across", "up")
    blank = draw(ALL[name], rt, title="", xlabel="", ylabel="")
    foot = blank.artists.get("strip", blank.ax)
    assert (blank.ax.get_title(loc="left"), foot.get_xlabel(), blank.ax.get_ylabel()) == ("",) * 3
    assert rendered(drawing)


@pytest.mark.parametrize("argument", ["title", "xlabel", "ylabel"])
@plot_by_name
def test_titles_other_than_text_are_refused_before_a_figure_is_made(
    name: str, argument: str
) -> None:
    with pytest.raises(TypeError, match=f"^{argument} must be text, got 3"):
        ALL[name](D, **{argument: 3})
    assert plt.get_fignums() == []


def test_saving_cuts_no_label_and_takes_options(tmp_path: Path) -> None:
    drawing = draw(plots.skyline, D, title="A title that is much wider than its figure" * 3)
    sizes = {}
    for name, options in (("tight", {}), ("plain", {"bbox_inches": None})):
        drawing.savefig(tmp_path / f"{name}.png", dpi=50, **options)
        sizes[name] = plt.imread(tmp_path / f"{name}.png").shape
    assert sizes["plain"][1] == 250
    assert sizes["tight"][1] > 300


def test_saving_an_axes_of_a_subfigure_saves_the_figure(tmp_path: Path) -> None:
    figure = Figure(figsize=(4, 2))
    parts: Any = figure.subfigures(1, 2)
    drawing = plots.skyline(D, ax=parts[0].subplots())
    drawing.savefig(tmp_path / "a.png", dpi=50, bbox_inches=None)
    assert plt.imread(tmp_path / "a.png").shape[:2] == (100, 200)


def test_drawings_give_their_artists_by_name() -> None:
    drawing = D.plot(ax=fresh())
    assert drawing["cells"] is drawing.artists["cells"]
    assert drawing.figure is drawing.ax.figure
    with pytest.raises(KeyError, match=r"name must be one of cells, padding, .*, got 'bars'"):
        drawing["bars"]


def test_notes_of_two_plots_on_the_same_axes_are_joined() -> None:
    ax = fresh()
    holes = rk.array([[1.0, float("nan")], [2.0]])
    plots.ribbon(holes, ax=ax, label="a")
    second = plots.ribbon(holes, ax=ax, label="b")
    assert second["note"].get_text() == "; ".join(["1 value not finite, left out"] * 2)
    assert [t for t in ax.texts if t.get_gid()] == [second["note"]]


@plot_by_name
def test_the_same_picture_twice(name: str) -> None:
    assert rendered(draw(ALL[name], D)) == rendered(draw(ALL[name], D))


@pytest.mark.parametrize("name", SUMMARISED)
def test_what_is_summarised_is_asked_for_or_left(name: str) -> None:
    rows = set(draw(ALL[name], D, aggregate=False).artists)
    summary = set(draw(ALL[name], D, aggregate=True).artists)
    assert rows == set(draw(ALL[name], D).artists)
    assert summary - rows
    with pytest.raises(TypeError, match="aggregate must be True or False"):
        draw(ALL[name], D, aggregate=np.zeros(2))


@pytest.mark.parametrize("ax", [plt, 3, [1, 2]], ids=["module", "int", "list"])
def test_other_things_than_axes_are_refused(ax: Any) -> None:
    with pytest.raises(TypeError, match=r"ax must be one matplotlib Axes, got .*plt\.subplots"):
        D.plot.skyline(ax=ax)


@plot_by_name
def test_without_matplotlib_one_sentence_says_what_to_do(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        ModuleNotFoundError, match=r"^plots need matplotlib; pip install matplotlib"
    ):
        ALL[name](D)
    assert "skyline" in repr(D.plot)


@plot_by_name
def test_colours_stay_those_of_the_style_that_was_in_force(name: str) -> None:
    with plt.style.context("dark_background"):
        drawing = draw(ALL[name], D)
        inside = rendered(drawing)
    assert rendered(drawing) == inside
