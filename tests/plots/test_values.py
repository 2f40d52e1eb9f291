"""Plots of values: positions of the drawn marks; non-finite values are left out and counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import plots
from raggedkit.testing import strategies as rks
from tests.plots.drawn import OF_VALUES, SUMMARISED, D, draw, few, rendered, texts_of

NAN, INF = float("nan"), float("inf")
HOLES = rk.array([[3.0, NAN, 4.0, 1.0], [], [5.0, -INF], [6.0], [NAN]])

numbers = rks.ragged_tensors(
    ragged_rank=1, inner=(), dtype=st.sampled_from(["float64", "int64", "bool", "uint8"])
)


def finite(rt: rk.RaggedTensor) -> bool:
    return bool(np.isfinite(rt.flat_values.astype(float)).any())


drawable = numbers.filter(finite)


def triples(rt: rk.RaggedTensor) -> list[tuple[int, int, float]]:
    """Row, position and number of each value that can be drawn."""
    cells = ((i, j, float(v)) for i, row in enumerate(rt.to_list()) for j, v in enumerate(row))
    return [(i, j, v) for i, j, v in cells if np.isfinite(v)]


# ---------------------------------------------------------------------- heatmap
@few
@given(drawable)
def test_cells_are_masked_where_they_are_padding(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.heatmap, rt)
    shown = drawing["cells"].get_array()
    lengths = rt.row_lengths()
    there = np.arange(shown.shape[1]) < lengths[:, None]
    gone = np.zeros_like(there)
    gone[there] = ~np.isfinite(rt.flat_values.astype(float))
    np.testing.assert_array_equal(np.ma.getmaskarray(shown), ~there | gone)
    assert shown.compressed().tolist() == [v for _, _, v in triples(rt)]
    limits, edges, ends = drawing["padding"].get_data()
    assert (limits - ends).sum() == (~there).sum()
    assert edges.tolist() == (np.arange(len(rt) + 1) - 0.5).tolist()


def test_values_are_written_where_they_are_few_and_readable_on_their_colour() -> None:
    written = draw(plots.heatmap, D, cmap="gray")["written"]
    assert [t.get_text() for t in written] == ["3", "1", "4", "1", "5", "9", "2", "6"]
    assert [t.get_color() for t in written][1::4] == ["white", "black"]  # 1 is dark, 9 is light
    assert "written" not in draw(plots.heatmap, D, written=False).artists


def test_what_is_not_finite_is_crossed_not_coloured() -> None:
    drawing = draw(plots.heatmap, HOLES)
    assert drawing["not_finite"].get_xydata().tolist() == [[1, 0], [1, 2], [0, 4]]
    assert drawing["cells"].get_clim() == (1, 6)
    assert texts_of(drawing) == ["padding", "3 not finite", "1 empty row"]


def test_rows_sorted_by_length() -> None:
    drawing = draw(plots.heatmap, D, order="length", labels=list("abcde"))
    assert drawing["cells"].get_array().compressed().tolist() == [3, 1, 4, 1, 5, 9, 2, 6]
    assert [t.get_text() for t in drawing.ax.get_yticklabels()] == list("acdbe")


@few
@given(drawable)
def test_summarised_cells_are_means(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.heatmap, rt, aggregate=True)
    plain = draw(plots.heatmap, rt)["cells"].get_array()
    np.testing.assert_array_equal(drawing["cells"].get_array().filled(-1e9), plain.filled(-1e9))
    tall = rk.concat([rt] * 400, axis=0)
    means = draw(plots.heatmap, tall)["cells"].get_array()
    assert means.shape[0] <= 300
    assert means.max() <= plain.max()
    assert means.min() >= plain.min()


# ---------------------------------------------------------------------- raster
@few
@given(drawable)
def test_each_value_is_a_tick_in_its_row(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.raster, rt)
    ticks = drawing["ticks"].get_segments()
    assert [(s[0][0], s.mean(axis=0)[1]) for s in ticks] == [(v, i) for i, _, v in triples(rt)]
    spans = {s[0][1]: (s[0][0], s[1][0]) for s in drawing["spans"].get_segments()}
    by_row: dict[int, list[float]] = {}
    for i, _, v in triples(rt):
        by_row.setdefault(i, []).append(v)
    assert spans == {i: (min(v), max(v)) for i, v in by_row.items()}
    assert drawing.ax.get_ylim() == (len(rt) - 0.5, -0.5)


@pytest.mark.parametrize("name", ["raster", "lines", "scatter"])
@few
@given(rt=drawable)
def test_cells_of_a_density_count_every_value_once(name: str, rt: rk.RaggedTensor) -> None:
    counts = draw(OF_VALUES[name], rt, aggregate=True)["cells"].get_array()
    assert counts.sum() == len(triples(rt))


# ---------------------------------------------------------------------- ribbon
@few
@given(drawable)
def test_medians_along_positions_and_rows(rt: rk.RaggedTensor) -> None:
    found = triples(rt)
    along = draw(plots.ribbon, rt)["median"].get_ydata()
    for at, shown in enumerate(along.tolist()):
        group = [v for _, j, v in found if j == at]
        np.testing.assert_array_equal(shown, float(np.median(group)) if group else NAN)
    by_row = draw(plots.ribbon, rt, over="row")
    rows = sorted({i for i, _, _ in found})
    segments = by_row["median"].get_segments()
    np.testing.assert_allclose([s.mean(axis=0)[0] for s in segments], rows)
    medians = [float(np.median([v for i, _, v in found if i == row])) for row in rows]
    assert [s[0][1] for s in segments] == medians


def test_nothing_joins_the_rows_of_a_ribbon() -> None:
    drawing = draw(plots.ribbon, D, over="row")
    ends = np.sort([s[:, 0] for s in drawing["median"].get_segments()], axis=None)
    assert (np.diff(ends)[1::2] > 0.1).all()
    assert drawing["mean"].get_linestyle() == "None"
    assert drawing["mean"].get_xydata()[:, 1].tolist() == pytest.approx(
        [2.25, NAN, 16 / 3, 6, NAN], nan_ok=True
    )
    for name, row in (("inner", 0), ("outer", 2)):
        tops, edges, feet = drawing[name].get_data()
        assert np.isnan(tops[1::2]).all()
        assert np.isnan(feet[1::2]).all()
        np.testing.assert_allclose((edges[:-1] + edges[1:])[::2] / 2, np.arange(5), atol=1e-9)
        shares = [0.25, 0.75] if name == "inner" else [0.05, 0.95]
        values = D[row].astype(float)
        np.testing.assert_allclose([feet[2 * row], tops[2 * row]], np.quantile(values, shares))


def test_bands_hold_their_share_and_the_strip_the_rows_left() -> None:
    rt = rk.array([[float(i)] * (1 + i % 3) for i in range(101)])
    drawing = draw(plots.ribbon, rt, inner=0.5, outer=0.9)
    for name, ends in (("inner", {25.0, 75.0}), ("outer", {5.0, 95.0})):
        corners = drawing[name].get_paths()[0].vertices
        at_first = set(corners[corners[:, 0] == 0, 1].tolist())
        np.testing.assert_allclose(sorted(at_first), sorted(ends))
    reach = drawing["reach"].get_data().values
    lengths = rt.row_lengths()
    left = [float((lengths > at).mean()) for at in range(3)]
    np.testing.assert_allclose(reach / reach[0] * left[0], left)
    assert texts_of(drawing)[1:3] == ["middle 50 %", "middle 90 %"]


def test_two_ribbons_have_an_entry_each_in_the_key() -> None:
    first = draw(plots.ribbon, D, label="before")
    second = plots.ribbon(D + 5, label="after", ax=first.ax)
    assert [t for t in texts_of(second) if not t.startswith("rows this")] == ["before", "after"]
    assert first["median"].get_color() != second["median"].get_color()


# ---------------------------------------------------------------------- lines, scatter
@few
@given(drawable)
def test_each_row_is_a_path_broken_where_a_value_is_not_finite(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.lines, rt)
    paths = [p.vertices for p in drawing["lines"].get_paths()]
    assert [len(p) for p in paths] == rt.row_lengths().tolist()
    drawn = [(i, x, y) for i, p in enumerate(paths) for x, y in p if np.isfinite(y)]
    assert drawn == triples(rt)
    places = {(i, j) for i, j, _ in triples(rt)}
    lonely = [(j, v) for i, j, v in triples(rt) if not {(i, j - 1), (i, j + 1)} & places]
    dots = drawing.artists.get("alone")
    assert ([] if dots is None else [tuple(p) for p in dots.get_offsets().tolist()]) == lonely


@few
@given(drawable)
def test_each_value_is_a_point(rt: rk.RaggedTensor) -> None:
    offsets = draw(plots.scatter, rt)["points"].get_offsets()
    assert [tuple(p) for p in offsets.tolist()] == [(j, v) for _, j, v in triples(rt)]


def test_points_by_x_and_pairs_are_the_same() -> None:
    x = D * 10
    pairs = D.with_flat_values(np.column_stack([x.flat_values, D.flat_values]))
    by_x, paired = draw(plots.scatter, D, x=x), draw(plots.scatter, pairs)
    a, b = (d["points"].get_offsets().tolist() for d in (by_x, paired))
    assert a == b == [[v * 10, v] for row in D.to_list() for v in row]
    assert (paired.ax.get_xlabel(), paired.ax.get_ylabel()) == ("x", "y")


def test_few_rows_are_named_and_many_get_a_bar() -> None:
    named = draw(plots.scatter, D, labels=list("abcde"))
    assert texts_of(named) == ["a", "b (empty)", "c", "d", "e (empty)"]
    for plot in (plots.lines, plots.scatter):
        many = draw(plot, rk.concat([D] * 5, axis=0))
        assert {"legend", "names"}.isdisjoint(many.artists)
        assert many["colorbar"].ax.get_ylabel() == "row"
        assert "colorbar" not in draw(plot, rk.concat([D] * 5, axis=0), color="C3").artists


# ---------------------------------------------------------------------- boxes, by length
@few
@given(drawable)
def test_boxes_span_the_middle_half_of_each_row(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.box, rt)
    rows: dict[int, list[float]] = {}
    for i, _, v in triples(rt):
        rows.setdefault(i, []).append(v)
    boxes = [(b.get_y(), b.get_y() + b.get_height()) for b in drawing["boxes"]]
    np.testing.assert_allclose(boxes, [np.quantile(v, [0.25, 0.75]) for v in rows.values()])
    medians = {s.mean(axis=0)[0]: s[0][1] for s in drawing["medians"].get_segments()}
    assert {round(x): y for x, y in medians.items()} == {
        i: float(np.median(v)) for i, v in rows.items()
    }
    assert sorted(drawing["points"].get_ydata()) == sorted(v for _, _, v in triples(rt))


@pytest.mark.parametrize(
    ("of", "expected"), [("mean", 2.25), ("median", 2), ("min", 1), ("max", 4), ("sum", 9)]
)
def test_rows_stand_at_their_length_and_number(of: str, expected: float) -> None:
    offsets = draw(plots.by_length, D, of=of)["rows"].get_offsets().tolist()
    assert [x for x, _ in offsets] == [4, 3, 1]
    assert offsets[0][1] == expected


def test_typical_rows_of_each_length_from_twenty_rows_on() -> None:
    lengths = np.repeat([2, 5], 30)
    rt = rk.RaggedTensor.from_row_lengths(np.repeat([1.0, 7.0], [60, 150]), lengths)
    line = draw(plots.by_length, rt)["typical"]
    assert line.get_xydata().tolist() == [[2, 1], [5, 7]]
    assert "typical" not in draw(plots.by_length, D).artists


# ---------------------------------------------------------------------- dates, flags, spans
DAYS = rk.array([[], [0, 400], [31]]).with_flat_values(
    np.array(["2024-01-01", "2025-02-04", "NaT"], dtype="datetime64[D]")
)


@pytest.mark.parametrize("unit", ["Y", "M", "D", "h", "s", "ns"])
def test_dates_lie_where_matplotlib_puts_them(unit: str) -> None:
    from matplotlib.dates import date2num

    moments = np.array(["1969-07-20T20:17:40", "2024-02-29T12:30:15"], f"datetime64[{unit}]")
    rt = rk.RaggedTensor.from_row_lengths(moments, [1, 1])
    ticks = draw(plots.raster, rt)["ticks"].get_segments()
    expected = date2num(moments)  # type: ignore[no-untyped-call]
    np.testing.assert_allclose([s[0][0] for s in ticks], expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("plot", OF_VALUES.values(), ids=OF_VALUES)
def test_dates_are_drawn_as_dates(plot: Any) -> None:
    drawing = draw(plot, DAYS)
    assert rendered(drawing)
    assert "from 2024-01-01 to 2025-02-04" in drawing.summary
    axes = [drawing.ax.xaxis, drawing.ax.yaxis]
    if "colorbar" in drawing.artists:
        axes.append(drawing["colorbar"].ax.yaxis)
    names = [type(axis.get_major_formatter()).__name__ for axis in axes]
    assert any("Date" in name for name in names)


@pytest.mark.parametrize("year", ["0001", "9999", "20000", "-5000"])
def test_years_at_and_past_the_ends_of_the_calendar(year: str) -> None:
    rt = rk.array([[0, 1]]).with_flat_values(
        np.array([f"{year}-06-01", "2024-01-01"], "datetime64[D]")
    )
    for plot in OF_VALUES.values():
        assert rendered(draw(plot, rt))


def test_spans_of_time_are_labelled_with_their_unit() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.array([1, 5, "NaT"], "timedelta64[ms]"), [2, 1])
    drawing = draw(plots.raster, rt)
    assert drawing.ax.get_xlabel() == "time [ms]"
    assert "from 1 ms to 5 ms" in drawing.summary


def test_flags_are_ticked_false_and_true() -> None:
    drawing = draw(plots.lines, D > 3)
    assert [t.get_text() for t in drawing.ax.get_yticklabels()] == ["False", "True"]
    assert "from False to True" in drawing.summary


# ---------------------------------------------------------------------- edges, errors
@pytest.mark.parametrize("plot", OF_VALUES.values(), ids=OF_VALUES)
def test_what_is_not_finite_is_left_out_and_said(plot: Any) -> None:
    drawing = draw(plot, HOLES)
    assert rendered(drawing)
    assert "from 1 to 6" in drawing.summary
    said = " ".join([drawing.summary, *texts_of(drawing)])
    assert "3 values not finite, left out" in said or "3 not finite" in said
    assert "1 empty row" in said or "2 rows without values left out" in said


@pytest.mark.parametrize(
    ("rt", "says"),
    [
        pytest.param(D[:0], "no rows", id="no-rows"),
        pytest.param(D[1:2], "1 row without values to draw", id="one-empty"),
        pytest.param(D[[1, 4]], "2 rows without values to draw", id="all-empty"),
        pytest.param(HOLES[4:], "1 row without values to draw", id="only-nan"),
    ],
)
@pytest.mark.parametrize("plot", OF_VALUES.values(), ids=OF_VALUES)
def test_nothing_to_draw_is_said_in_the_picture(plot: Any, rt: Any, says: str) -> None:
    drawing = draw(plot, rt)
    assert drawing["note"].get_text() == says
    assert says in repr(drawing)
    assert rendered(drawing)


@pytest.mark.parametrize(
    "rt",
    [
        pytest.param(D.with_row_splits_dtype("int32"), id="int32"),
        pytest.param(D[1:], id="offset"),
        pytest.param(D.astype("float16"), id="float16"),
        pytest.param(D.astype("uint64"), id="uint64"),
        pytest.param(rk.array([[7]]), id="one-value"),
        pytest.param(rk.array([[5.0, 5.0], [5.0]]), id="all-equal"),
        pytest.param(rk.array([[1e308, -1e308], [5e-324, 1.0]]), id="extreme"),
        pytest.param(rk.array([[1e9, 1e9 + 1e-6], []]), id="close"),
        pytest.param(rk.RaggedTensor.from_tensor(np.eye(3)), id="uniform"),
        pytest.param([[1, 2], [], [3]], id="lists"),
    ],
)
@pytest.mark.parametrize("plot", OF_VALUES.values(), ids=OF_VALUES)
def test_values_of_every_kind(plot: Any, rt: Any) -> None:
    assert rendered(draw(plot, rt))
    if plot.__name__ in SUMMARISED:
        assert rendered(draw(plot, rt, aggregate=True))


WRONG = {
    "str": (
        rk.array([["a"]]),
        TypeError,
        r"rt must contain real numbers, .*<U1.*; plot the lengths .*rt\.plot\.skyline\(\)",
    ),
    "complex": (rk.array([[1j]]), TypeError, r"complex128'\); plot abs\(rt\)"),
    "nested": (rk.array([[[1]], []]), ValueError, r"have one partitioned axis.*merge_dims\(0, 1\)"),
    "inner": (
        rk.RaggedTensor.from_row_splits(np.zeros((3, 3)), [0, 3]),
        ValueError,
        r"no inner axes to plot its values, got TensorShape\(\[1, None, 3\]\); .*rt\[\.\.\., 0\]",
    ),
    "partition": (D.partitions[0], TypeError, "rt must contain values, got RowPartition"),
}


@pytest.mark.parametrize(("rt", "error", "says"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("plot", OF_VALUES.values(), ids=OF_VALUES)
def test_values_that_cannot_be_drawn(plot: Any, rt: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=says):
        draw(plot, rt)


@pytest.mark.parametrize(
    ("plot", "options", "says"),
    [
        (plots.heatmap, {"order": "name"}, "order must be one of given, length, got 'name'"),
        (plots.ribbon, {"over": "column"}, "over must be one of position, row, got 'column'"),
        (plots.ribbon, {"outer": 90}, "outer must be a share from 0 to 1, got 90"),
        (plots.ribbon, {"inner": 0.95}, r"inner must be a share from 0 to outer \(0.9\), got 0.95"),
        (plots.lines, {"x": D[:3]}, r"x must have as many rows as rt \(5\), got 3"),
        (plots.lines, {"x": D[:, :2]}, r"as many values in row 0 as rt \(4\), got 2"),
        (plots.lines, {"labels": "ab"}, "labels must have one item for each of the 5 rows, got 2"),
        (plots.box, {"labels": "ab"}, "labels must have one item for each of the 5 rows, got 2"),
        (plots.by_length, {"of": "mode"}, "of must be one of mean, median, min, max, sum, got"),
    ],
)
def test_errors_name_argument_and_value(plot: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        draw(plot, D, **options)


def test_dates_have_no_sum() -> None:
    with pytest.raises(TypeError, match="of must not be a sum if rt has dates, got 'sum'"):
        draw(plots.by_length, DAYS, of="sum")


def test_pairs_have_their_own_x() -> None:
    pairs = rk.RaggedTensor.from_row_splits(np.zeros((3, 2)), [0, 3])
    with pytest.raises(ValueError, match="x must be left out if rt has points"):
        draw(plots.lines, pairs, x=pairs)
