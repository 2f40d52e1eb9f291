"""Plots of row lengths: the drawn numbers, for values of any dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import StepPatch

import raggedkit as rk
from raggedkit import plots
from raggedkit.testing import strategies as rks
from tests.plots.drawn import OF_LENGTHS, D, draw, few, rendered, texts_of

LENGTHS = st.lists(st.integers(0, 300), min_size=1, max_size=40)
some = rks.ragged_tensors(min_rows=1)


def partition(lengths: Any) -> rk.RowPartition:
    return rk.RowPartition.from_row_lengths(np.asarray(lengths, dtype=np.int64))


# ---------------------------------------------------------------------- skyline
@few
@given(LENGTHS)
def test_bars_are_as_high_as_rows_are_long(lengths: list[int]) -> None:
    drawing = draw(plots.skyline, partition(lengths))
    heights, edges, _ = drawing["bars"].get_data()
    assert heights[::2].tolist() == lengths
    assert not heights[1::2].any()  # the gaps between them
    middles = (edges[:-1] + edges[1:])[::2] / 2
    np.testing.assert_allclose(middles, np.arange(len(lengths)), atol=0.05)
    empty = [i for i, n in enumerate(lengths) if n == 0]
    assert ("empty" in drawing.artists) == bool(empty)
    if empty:
        assert drawing["empty"].get_xdata().tolist() == empty
        assert not drawing["empty"].get_ydata().any()


@few
@given(some)
def test_skyline_takes_any_tensor_and_any_partitioned_axis(rt: rk.RaggedTensor) -> None:
    for axis, lengths in enumerate(rt.nested_row_lengths(), start=1):
        if len(lengths):
            bars = draw(plots.skyline, rt, axis=axis)["bars"].get_data().values
            assert bars[::2].tolist() == lengths.tolist()


def test_skyline_sorted_keeps_names_with_their_rows() -> None:
    drawing = draw(plots.skyline, D, order="length", labels=list("abcde"))
    assert drawing["bars"].get_data().values[::2].tolist() == [4, 3, 1, 0, 0]
    assert [t.get_text() for t in drawing.ax.get_xticklabels()] == list("acdbe")


@few
@given(st.lists(st.integers(0, 50), min_size=1, max_size=30), st.integers(1, 100))
def test_summary_bounds_and_averages_the_rows_of_a_step(lengths: list[int], times: int) -> None:
    tiled = np.tile(lengths, times)
    drawing = draw(plots.skyline, partition(tiled), aggregate=True)
    high, edges, low = drawing["range"].get_data()
    mean = drawing["mean"].get_data().values
    assert edges[0] == -0.5
    assert edges[-1] == len(tiled) - 0.5
    assert high.max() == max(lengths)
    assert low.min() == min(lengths)
    assert (low <= mean).all()
    assert (mean <= high).all()
    np.testing.assert_allclose((mean * np.diff(edges)).sum(), tiled.sum())


# ---------------------------------------------------------------------- histogram
@few
@given(LENGTHS, st.integers(1, 60))
def test_bars_of_the_histogram_count_every_row_once(lengths: list[int], bins: int) -> None:
    drawing = draw(plots.length_hist, partition(lengths), bins=bins)
    assert len(drawing["bars"]) <= bins
    counted = sum(bar.get_height() for bar in drawing["bars"])
    empty = drawing["empty"][0].get_height() if "empty" in drawing.artists else 0
    assert empty == lengths.count(0)
    assert counted + empty == len(lengths)


@few
@given(LENGTHS)
def test_a_bar_counts_the_lengths_it_spans(lengths: list[int]) -> None:
    for bar in draw(plots.length_hist, partition(lengths))["bars"]:
        low, high = bar.get_x(), bar.get_x() + bar.get_width()
        assert bar.get_height() == sum(low < n < high for n in lengths if n)


def test_lengths_spread_over_decades_get_logarithmic_axes() -> None:
    drawing = draw(plots.length_hist, partition([1, 2, 3] * 50 + [0, 40_000]))
    assert drawing.ax.get_xscale() == "symlog"
    assert drawing.ax.get_yscale() == "log"
    assert sum(bar.get_height() for bar in drawing["bars"]) == 151
    assert drawing["note"].get_text() == "logarithmic axes; bins grow with the length"
    assert draw(plots.length_hist, D).ax.get_xscale() == "linear"


# ---------------------------------------------------------------------- distribution
@few
@given(LENGTHS)
def test_each_step_is_the_share_of_rows_up_to_it(lengths: list[int]) -> None:
    drawing = draw(plots.length_ecdf, partition(lengths))
    x, y = drawing["line"].get_data()
    rise = int(0 not in lengths)  # where the line comes up from the axis
    assert y[rise:].tolist() == [sum(n <= at for n in lengths) / len(lengths) for at in x[rise:]]
    assert set(x) == set(lengths)
    assert [x[0], y[0]] == [min(lengths), 0] if rise else [0, lengths.count(0) / len(lengths)]
    assert y[-1] == 1
    assert ("empty" in drawing.artists) == (0 in lengths)


def test_marks_are_named_with_the_least_length_that_holds_the_share() -> None:
    drawing = draw(plots.length_ecdf, D, marks=(0.5, 0.8))
    assert drawing["marks"].get_xydata().tolist() == [[1, 0.5], [3, 0.8]]
    words = {t.get_text() for t in drawing.ax.texts}
    assert words == {"50 % ≤ 1", "80 % ≤ 3", "40 % empty"}
    assert "marks" not in draw(plots.length_ecdf, D, marks=()).artists


def test_two_distributions_share_axes() -> None:
    first = draw(plots.length_ecdf, D, label="before")
    second = plots.length_ecdf(D[:, :2], label="after", ax=first.ax)
    assert texts_of(second) == [
        "before (50 % ≤ 1, 95 % ≤ 4)",
        "after (50 % ≤ 1, 95 % ≤ 2)",
    ]
    assert first["line"].get_color() != second["line"].get_color()


def test_very_many_lengths_are_thinned_from_first_to_last() -> None:
    lengths = np.arange(1, 5001)
    x, y = draw(plots.length_ecdf, partition(lengths))["line"].get_data()
    assert len(x) <= 2002
    assert (x[0], y[0], x[-1], y[-1]) == (1, 0, 5000, 1)


# ---------------------------------------------------------------------- widths and padding
@few
@given(LENGTHS.filter(any))
def test_widths_say_what_cutting_there_does(lengths: list[int]) -> None:
    drawing = draw(plots.widths, partition(lengths))
    width = drawing["whole"].get_xdata()
    n, total = len(lengths), sum(lengths)
    kept = [sum(min(a, w) for a in lengths) for w in width]
    whole = [sum(a <= w for a in lengths) / n for w in width]
    np.testing.assert_allclose(drawing["whole"].get_ydata(), whole)
    np.testing.assert_allclose(drawing["kept"].get_ydata(), np.array(kept) / total)
    np.testing.assert_allclose(drawing["padding"].get_ydata(), 1 - np.array(kept) / (width * n))
    assert width[-1] == max(lengths)


@few
@given(LENGTHS.filter(any), st.integers(1, 9))
def test_padding_draws_the_bytes_of_each_layout(lengths: list[int], batch: int) -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.zeros(sum(lengths), dtype=np.float32), lengths)
    drawing = draw(plots.padding, rt, batch=batch)
    ranked = sorted(lengths)
    slices = range(0, len(lengths), batch)
    cells = [
        sum(lengths),
        len(lengths) * max(lengths),
        sum(len(b) * max(b) for b in (lengths[i : i + batch] for i in slices)),
        sum(len(b) * max(b) for b in (ranked[i : i + batch] for i in slices)),
    ]
    values = [bar.get_width() for bar in drawing["values"]]
    waste = [bar.get_width() for bar in drawing["padding"]]
    assert values == [4 * sum(lengths)] * 4
    assert waste == [4 * (c - sum(lengths)) for c in cells]
    assert drawing["splits"][0].get_width() == rt.row_splits.nbytes


@few
@given(rks.ragged_tensors(min_rows=1).filter(lambda rt: rt.bounding_shape().prod()))
def test_padding_of_any_tensor_is_the_bounding_shape(rt: rk.RaggedTensor) -> None:
    bars = draw(plots.padding, rt)
    whole = bars["values"][1].get_width() + bars["padding"][1].get_width()
    assert whole == rt.bounding_shape().prod() * rt.dtype.itemsize


# ---------------------------------------------------------------------- icicle
@few
@given(rks.ragged_tensors(inner=(), min_rows=1).filter(lambda rt: rt.size))
def test_boxes_are_as_wide_as_what_lies_under_them(rt: rk.RaggedTensor) -> None:
    drawing = draw(plots.icicle, rt)
    hidden = 0
    for level in range(rt.ragged_rank):
        sizes = np.array([_leaves(row) for row in _rows_at(rt.to_list(), level)])
        boxes = [p.get_extents() for p in drawing[f"level {level}"].get_paths()]
        assert [round(b.width) for b in boxes] == sizes[sizes > 0].tolist()
        assert round(sum(b.width for b in boxes)) == rt.size
        hidden += int((sizes == 0).sum())
    assert len(drawing[f"level {rt.ragged_rank}"].get_paths()) == rt.size
    assert ("empty" in drawing.artists) == bool(hidden)


def _rows_at(rows: list[Any], level: int) -> list[Any]:
    return rows if level == 0 else _rows_at([inner for row in rows for inner in row], level - 1)


def _leaves(row: Any) -> int:
    return sum(map(_leaves, row)) if isinstance(row, list) else 1


def test_icicle_names_rows_and_levels_and_counts_rows_without_width() -> None:
    rt = rk.array([[["a", "b"]], [[], []], [["c"]]])
    drawing = draw(plots.icicle, rt, labels=["x", "y", "z"], levels=["text", "line", "word"])
    assert [t.get_text() for t in drawing.ax.get_yticklabels()] == [
        "3 rows\n(text)",
        "4 rows\n(line)",
        "3 values\n(word)",
    ]
    assert [t.get_text() for t in drawing.ax.texts] == ["x", "z", "×2"]
    assert drawing["empty"].get_xdata().tolist() == [2, 2]
    assert texts_of(drawing) == ["3 rows without values"]


# ---------------------------------------------------------------------- nothing, edges, errors
@pytest.mark.parametrize("plot", OF_LENGTHS.values(), ids=OF_LENGTHS)
def test_no_rows_are_said_in_the_picture(plot: Any) -> None:
    drawing = draw(plot, D[:0])
    assert drawing["note"].get_text() in ("no rows", "no values")
    assert repr(drawing).endswith("of no values>" if plot is plots.padding else "of no rows>")
    assert rendered(drawing)


@pytest.mark.parametrize("plot", OF_LENGTHS.values(), ids=OF_LENGTHS)
def test_rows_that_are_all_empty_are_seen(plot: Any) -> None:
    drawing = draw(plot, D[[1, 4]])
    assert {"empty", "note"} & set(drawing.artists)
    assert rendered(drawing)


@pytest.mark.parametrize(
    "rt",
    [
        pytest.param(D.with_row_splits_dtype("int32"), id="int32"),
        pytest.param(D[1:], id="offset"),
        pytest.param(rk.array([["a", "bb"], []]), id="str"),
        pytest.param(rk.array([[b"a"], [b""]]), id="bytes"),
        pytest.param(rk.array([[1j, 2], []]), id="complex"),
        pytest.param(rk.RaggedTensor.from_tensor(np.zeros((3, 2))), id="uniform"),
        pytest.param(rk.RaggedTensor.from_row_splits(np.zeros((3, 2)), [0, 1, 3]), id="inner"),
        pytest.param([[1, 2], [3]], id="lists"),
        pytest.param(np.zeros((2, 3)), id="dense"),
    ],
)
@pytest.mark.parametrize("plot", OF_LENGTHS.values(), ids=OF_LENGTHS)
def test_lengths_of_anything(plot: Any, rt: Any) -> None:
    assert rendered(draw(plot, rt))


@pytest.mark.parametrize(
    ("plot", "options", "says"),
    [
        (plots.skyline, {"axis": 2}, "axis must be from -2 to 1, got 2"),
        (plots.skyline, {"axis": 0}, "axis must be a partitioned one, from 1 to 1, got 0"),
        (plots.skyline, {"order": "size"}, "order must be one of given, length, got 'size'"),
        (plots.skyline, {"labels": ["a"]}, "labels must have one item for each of the 5 rows"),
        (plots.length_hist, {"bins": 0}, "bins must be at least 1, got 0"),
        (plots.length_ecdf, {"marks": (50,)}, r"marks must be shares from 0 to 1, got \(50,\)"),
        (plots.widths, {"share": 95}, "share must be from 0 to 1, got 95"),
        (plots.padding, {"batch": -1}, "batch must be at least 1, got -1"),
        (plots.icicle, {"levels": ["a"]}, r"levels must have one name for each of the 2 axes"),
        (plots.icicle, {"labels": "ab"}, "labels must have one item for each of the 5 rows, got 2"),
    ],
)
def test_errors_name_argument_and_value(plot: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        draw(plot, D, **options)


def test_batches_of_nested_rows_are_refused_with_a_way_out() -> None:
    with pytest.raises(ValueError, match=r"batch must be left out .*rt\.merge_dims\(1, -1\)"):
        draw(plots.padding, rk.array([[[1], []], [[2]]]), batch=2)


def test_one_row_is_refused_as_rows() -> None:
    with pytest.raises(ValueError, match=r"rt must contain rows, got \[1, 2\]; put one row into"):
        draw(plots.skyline, [1, 2])


def test_bars_of_many_rows_leave_no_gaps() -> None:
    bars = draw(plots.skyline, partition([2] * 500))["bars"]
    assert isinstance(bars, StepPatch)
    assert bars.get_data()[0].tolist() == [2] * 500
