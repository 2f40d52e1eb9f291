"""HTML of partitions, shapes and sparse tensors: every encoding, every axis, every cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RowPartition, SparseTensor, TensorShape
from tests.reprs.pages import LONG, THINGS, VALUES, page_of, strips_of

ENCODINGS = ["value_rowids", "row_lengths", "row_starts", "row_limits", "row_splits"]


def shown(cells: list[str]) -> list[str]:
    """The cells that hold something: posts and what lies between their numbers hold nothing."""
    return [cell for cell in cells if cell]


# ---------------------------------------------------------------------- partitions
@given(st.lists(st.integers(0, 3), max_size=5), st.booleans(), st.sampled_from(["int32", "int64"]))
def test_partition_shows_its_encodings(lengths: list[int], uniform: bool, dtype: str) -> None:
    p = RowPartition.from_row_lengths(lengths, dtype=dtype)
    if uniform:
        p = RowPartition.from_uniform_row_length(2, nrows=len(lengths), dtype=dtype)
    page = page_of(p)
    rows = {name: shown(cells) for name, cells in strips_of(p._repr_html_()).items()}
    for name in ENCODINGS if lengths else ENCODINGS[-1:]:
        assert rows[name] == [str(n) for n in getattr(p, name)().tolist()]
    if lengths:
        assert rows["row"] == [str(row) for row in range(len(lengths))]
        positions = [v for v in rows["values"] if v != "empty"]
        assert positions == [str(n) for n in range(p.static_nvals)]
        assert rows["values"].count("empty") == p.row_lengths().tolist().count(0)
    length = "2" if uniform else "None (lengths may differ)"
    assert f"uniform_row_length: {length}\n" in page.text
    assert page.heads[0].startswith(f"RowPartition {dtype} · {len(lengths)} row")


SUMMARIES: dict[str, tuple[Any, str]] = {
    "ragged": (
        RowPartition.from_row_lengths([4, 0]),
        "2 rows (1 empty) of 0 to 4 values",
    ),
    "no-empty-row": (RowPartition.from_row_lengths([4, 1]), "2 rows of 1 to 4 values"),
    "same-length": (RowPartition.from_row_lengths([2, 2]), "2 rows of 2 values each"),
    "one-row": (RowPartition.from_row_lengths([1]), "1 row of 1 value"),
    "uniform": (RowPartition.from_uniform_row_length(2, nrows=3), "3 rows of 2 values each"),
    "no-rows": (RowPartition.from_row_splits([0]), "0 rows"),
    "blocks": (
        RowPartition.from_row_lengths([0, 3, *[1] * 99_998]),
        "100,000 rows (1 empty) of 0 to 3 values",
    ),
}


@pytest.mark.parametrize(("p", "says"), SUMMARIES.values(), ids=SUMMARIES)
def test_partition_is_summed_up(p: RowPartition, says: str) -> None:
    assert page_of(p).heads[0].split(" · ")[1] == says


def test_rows_and_values_left_out_of_a_partition() -> None:
    p = RowPartition.from_row_lengths([0, 50, 0, 100, 0, 1, 0, 7, 0, 0, 0, 2])
    with rk.options(max_rows=5, max_items=6):
        rows = {name: shown(cells) for name, cells in strips_of(p._repr_html_()).items()}
    assert rows["row"] == ["0", "1", "+9 more rows", "11"]
    assert rows["values"] == ["empty", "0", "1", "2", "3", "+45 more", "49", "158", "159"]
    assert rows["value_rowids"] == ["1"] * 5 + ["11", "11"]
    assert rows["row_splits"] == ["0", "0", "50", "158", "160"]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=30), st.integers(2, 9))
def test_every_number_below_a_band_is_its_rows(lengths: list[int], rows: int) -> None:
    p = RowPartition.from_row_lengths(lengths)
    with rk.options(max_rows=rows, max_items=rows):
        table = {name: shown(cells) for name, cells in strips_of(p._repr_html_()).items()}
    bands = [int(n) for n in table["row"] if not n.startswith("+")]
    assert bands[0] == 0
    assert bands[-1] == len(lengths) - 1
    for name in ("row_lengths", "row_starts", "row_limits"):
        whole = getattr(p, name)().tolist()
        assert table[name] == [str(whole[row]) for row in bands]
    posts = sorted({row + side for row in bands for side in (0, 1)})
    assert table["row_splits"] == [str(p.row_splits()[post]) for post in posts]
    assert len(table["value_rowids"]) <= max(2 * rows, len(bands)) + len(bands)


# ---------------------------------------------------------------------- shapes
SHAPES: dict[str, tuple[Any, list[list[str]]]] = {
    "known": ([2, 3], [["size", "2", "3"], ["kind", "rows", "uniform"]]),
    "ragged": ([2, None], [["size", "2", "?"], ["kind", "rows", "unknown"]]),
    "no-count": ([None, 3], [["size", "?", "3"], ["kind", "unknown", "uniform"]]),
    "scalar": ([], [["no axes: a single value"]]),
    "unknown-rank": (None, [["? axes"]]),
}


@pytest.mark.parametrize(("dims", "rows"), SHAPES.values(), ids=SHAPES)
def test_shape(dims: Any, rows: list[list[str]]) -> None:
    page = page_of(TensorShape(dims))
    assert page.tables[0][-len(rows) :] == rows
    unknown = page.attributes.count(("class", "unknown"))
    assert unknown == (1 if dims is None else dims.count(None))


def test_long_shape_evaluates_and_is_not_shown_whole() -> None:
    shape = LONG["shape"]
    assert eval(repr(shape)) == shape
    sizes = [cell for table in page_of(shape).tables for cell in table[1][1:]]
    assert sizes == [*"?" * 11, "+9,988 more", "?"]


# ---------------------------------------------------------------------- sparse tensors
def test_sparse() -> None:
    page = page_of(THINGS["sparse"])
    assert page.heads == ["SparseTensor [3, 2] int64 · 2 values in 6 cells (33%)"]
    assert page.tables == [
        [["", "0", "1"], ["0", "10", "·"], ["1", "·", "·"], ["2", "·", "20"]],
        [["axis 0", "axis 1", "value"], ["0", "0", "10"], ["2", "1", "20"]],
    ]
    assert (
        "bounding box fills the declared shape [3, 2] (its empty cells are marked ·)" in page.text
    )


def test_cells_beyond_the_bounding_box_are_told_apart() -> None:
    st = SparseTensor([[0, 0], [1, 1]], [np.nan, 2.0], [3, 4])
    page = page_of(st)
    assert page.rows == [
        ["0", "nan", "·", "", ""],
        ["1", "·", "2.0", "", ""],
        ["2", "", "", "", ""],
    ]
    assert page.attributes.count(("class", "out")) == 8
    assert page.emphasised == ["nan", "nan"]
    assert "marked ·), declared shape [3, 4]: sparse.reset_shape(st) declares" in page.text
    again = page_of(rk.sparse.reset_shape(st))
    assert ("class", "out") not in again.attributes
    assert "fills the declared shape [2, 2]" in again.text


def test_values_of_one_cell_and_values_outside() -> None:
    page = page_of(THINGS["sparse-outside"])
    assert page.rows[0] == ["0", "'<' +1 more", "·"]
    assert "\n2 values are outside of the declared shape\n" in page.text
    assert "bounding box [3, 8]" in page.text


def test_a_sparse_vector_is_one_row() -> None:
    assert page_of(THINGS["sparse-vector"]).rows == [["0", "·", "·", "·", "1.5", ""]]


def test_large_shapes_are_counted_in_blocks() -> None:
    at = np.array([[0, 0], [1, 1], [99, 0], [40, 999]])
    page = page_of(SparseTensor(at, [1, 2, 3, 4], [100, 1000]))
    rows = page.rows
    assert rows[0][:3] == ["0–9", "2", "·"]
    assert rows[4] == ["40–49", *"·" * 7, "1"]
    assert rows[9][:2] == ["90–99", "1"]
    assert len(rows) == 10
    assert "each number counts the values in 10 × 125 cells, labelled by" in page.text


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 60)), max_size=20, unique=True))
def test_blocks_count_every_value(places: list[tuple[int, int]]) -> None:
    at = np.array(places, int).reshape(-1, 2)
    page = page_of(SparseTensor(at, np.ones(len(at)), [41, 61]))
    counts = [int(cell) for row in page.rows for cell in row[1:] if cell.isdigit()]
    assert sum(counts) == len(places)


SHARES: dict[str, tuple[Any, str]] = {
    "small": (THINGS["sparse"], "2 values in 6 cells (33%)"),
    "less-than-a-percent": (SparseTensor([[5, 0]], [1], [400, 1]), "1 value in 400 cells (0.2%)"),
    "thousands": (SparseTensor([[5, 0]], [1], [10**4, 10**4]), "(less than 0.01%)"),
    "most": (SparseTensor(np.arange(999)[:, None], VALUES[:999], [1000]), "1,000 cells (over 99%)"),
    "all": (SparseTensor([[0]], [1], [1]), "1 value in 1 cell (100%)"),
    "none": (THINGS["no-sparse"], "0 values in 6 cells\n"),
    "no-cells": (SparseTensor(np.zeros((0, 2), int), [], [0, 2]), "0 values in 0 cells\n"),
}


@pytest.mark.parametrize(("sparse", "says"), SHARES.values(), ids=SHARES)
def test_share_of_the_cells(sparse: SparseTensor, says: str) -> None:
    assert says in page_of(sparse).text


def test_what_is_not_drawn_is_not_explained() -> None:
    full = SparseTensor([[0, 0], [0, 1]], [1, 2], [1, 2])
    assert "bounding box fills the declared shape [1, 2]" in page_of(full).text
    assert "bounding box" not in page_of(THINGS["no-sparse"]).text


def test_of_very_many_values_some_are_looked_at() -> None:
    assert "bounding box of a sample of the values [9" in page_of(LONG["sparse-many"]).text


def test_higher_ranks_are_listed() -> None:
    page = page_of(THINGS["sparse-cube"])
    assert page.rows == [["0", "0", "1", "4.0"], ["1", "0", "1", "nan"]]
    assert "bounding box [2, 1, 2], declared shape [3, 4, 2]" in page.text


def test_long_sparse() -> None:
    rows = page_of(LONG["sparse"]).rows
    assert rows[6] == ["+9,991 more values"]
    assert rows[-1] == ["0", "0", "0", "9999"]
