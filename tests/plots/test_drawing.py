"""What every plot shares: axes, styles, words, many rows, and a matplotlib that is not there."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb
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
    written = {id(t) for t in drawing.artists.get("written", [])}
    for text in drawing.figure.findobj(Text):
        if text.get_text() and id(text) not in written:
            assert np.abs(np.array(to_rgb(text.get_color())) - paper).max() > 0.5, text


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


@pytest.mark.parametrize(
    ("rt", "name"),
    [
        (D, "heatmap"),
        (D > 2, "heatmap"),
        (rk.array([["a"], []]), "skyline"),
        (rk.array([[1j], []]), "skyline"),
        (rk.RaggedTensor.from_row_splits(np.zeros((3, 2)), [0, 3]), "skyline"),
        (rk.array([[[1], []], [[2]]]), "icicle"),
        (D.partitions[0], "skyline"),
    ],
)
def test_the_plot_that_shows_most(rt: Any, name: str) -> None:
    assert draw(plots.overview, rt).summary.startswith(f"{name} of ")


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
