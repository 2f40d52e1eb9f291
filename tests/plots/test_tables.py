"""Plots of a table: one line per row, by two columns, named by a row label."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTable
from tests.plots.drawn import few, fresh

T = RaggedTable(
    {
        "lon": [[8.0, 8.5, 9.0], [], [7.0, 7.5]],
        "lat": [[50.0, np.nan, 50.0], [], [48.0, 49.0]],
        "name": [["x", "y", "z"], [], ["u", "v"]],
        "at": rk.array([[0, 60, 120], [], [30, 90]]).astype("m8[s]"),
    },
    rows={"id": ["ann", "bob", "cy"]},
)


@few
@given(st.lists(st.lists(st.integers(-9, 9), max_size=5), min_size=1, max_size=6).filter(any))
def test_a_line_per_row_joins_the_items_of_two_columns(rows: list[list[int]]) -> None:
    y = rk.array(rows, dtype="float64")
    table = RaggedTable({"x": y * 2 + 1, "y": y})
    found = table.plot.lines(x="x", y="y", ax=fresh())["lines"].get_segments()
    wanted = [[[2.0 * v + 1, float(v)] for v in row] for row in rows]
    assert [segment.tolist() for segment in found] == wanted


def test_axes_title_and_names_are_those_of_the_table() -> None:
    drawing = T.plot.lines(x="lon", y="lat", label="id", ax=fresh())
    ax = drawing.ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("lon", "lat")
    assert ax.get_title(loc="left").startswith("lat by lon")
    assert [text.get_text() for text in drawing["names"]] == ["ann", "cy"]
    # The path keeps the gap, which get_segments() leaves out.
    assert np.isnan(drawing["lines"].get_paths()[0].vertices[1]).all()


def test_without_x_items_are_drawn_by_position() -> None:
    drawing = T.plot.lines(y="lon", ax=fresh(), title="", ylabel="degrees")
    assert drawing["lines"].get_segments()[2].tolist() == [[0.0, 7.0], [1.0, 7.5]]
    assert drawing.ax.get_xlabel() == "position in row"
    assert (drawing.ax.get_ylabel(), drawing.ax.get_title(loc="left")) == ("degrees", "")


def test_time_spans_have_their_unit() -> None:
    assert T.plot.lines(x="at", y="lon", ax=fresh()).ax.get_xlabel() == "time [s]"


def test_many_rows_have_no_names_and_very_many_are_a_density() -> None:
    y = rk.array([[i, i + 1] for i in range(600)])
    table = RaggedTable({"x": y, "y": y}, rows={"id": np.arange(600)})
    assert "cells" in table.plot.lines(x="x", y="y", label="id", ax=fresh()).artists
    assert "colorbar" in table[:30].plot.lines(x="x", y="y", label="id", ax=fresh()).artists


ERRORS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no-y": ({"x": "lon"}, TypeError, "y must be the name of a column, got None"),
    "unknown": ({"x": "long", "y": "lat"}, KeyError, "x must .* got 'long'; did you mean 'lon'"),
    "a-label": ({"y": "id"}, KeyError, "y must .* got 'id'; it is a row label"),
    "a-column": ({"y": "lat", "label": "lon"}, KeyError, "label must .* it is a column"),
    "text": ({"y": "name"}, TypeError, r"t\['name'\] must contain real numbers"),
}


@pytest.mark.parametrize(("given", "error", "text"), ERRORS.values(), ids=ERRORS)
def test_errors(given: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        T.plot.lines(**given, ax=fresh())


def test_repr() -> None:
    assert repr(T.plot) == "<plots of RaggedTable of 3 rows: lines>"
