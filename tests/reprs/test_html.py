"""HTML displays: well formed, in order without their style, escaped, and never too long."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, TensorShape
from raggedkit.reprs.values import visible
from tests.reprs.pages import LONG, SMALL, THINGS, long_rows, page_of, strips_of

ALL = pytest.mark.parametrize("thing", [*THINGS.values(), *LONG.values()], ids=[*THINGS, *LONG])


# ---------------------------------------------------------------------- any of them
@ALL
def test_well_formed_without_script_or_names(thing: Any) -> None:
    page = page_of(thing)
    assert not {"script", "svg", "img", "link", "iframe"} & set(page.tags)
    known = {"class", "scope", "colspan", "rowspan", "role", "aria-label", "tabindex", "title"}
    assert {name for name, _ in page.attributes} <= known
    assert page.tags.count("style") == 1
    assert page.heads[0].startswith(type(thing).__name__)
    assert ("aria-label", type(thing).__name__) in page.attributes


@ALL
@pytest.mark.parametrize("limits", [(2, 20, 2), (10**6, 10**6, 10**6)], ids=["least", "most"])
def test_never_too_long(thing: Any, limits: tuple[int, int, int]) -> None:
    with rk.options(max_rows=limits[0], max_cols=limits[1], max_items=limits[2]):
        page_of(thing)


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_small_ones_are_small(thing: Any) -> None:
    size = len(thing._repr_html_().encode())
    assert size <= SMALL * (4 / 3 if getattr(thing, "ragged_rank", 0) > 1 else 1)


@ALL
def test_nothing_is_hidden_in_a_text(thing: Any) -> None:
    text = page_of(thing).text
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "\u3164" not in text


@ALL
def test_text_and_page_come_as_one_bundle(thing: Any) -> None:
    bundle = thing._repr_mimebundle_()
    assert bundle == {"text/plain": repr(thing), "text/html": thing._repr_html_()}
    assert thing._repr_mimebundle_(include=["text/html"], exclude=None) == bundle


@ALL
def test_every_cell_is_set_apart_when_the_tags_are_stripped(thing: Any) -> None:
    html = re.sub(r"<style>.*</style>", "", thing._repr_html_())
    assert not re.search(r"</(t[dh]|span)><(t[dh]|span)", html)


# ---------------------------------------------------------------------- ragged tensors
int64s = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(st.lists(int64s, max_size=4), max_size=5))
def test_rows_in_order_with_lengths_and_values(rows: list[list[int]]) -> None:
    flat = np.array([v for row in rows for v in row], "int64")
    with rk.options(max_cols=1000):
        page = page_of(RaggedTensor.from_row_lengths(flat, [len(row) for row in rows]))
    values = [[str(v) for v in row] or ["empty"] for row in rows]
    cells = [[str(i), str(len(row)), *values[i]] for i, row in enumerate(rows)]
    assert page.rows == (cells or [["no rows"]])


@given(st.lists(st.lists(st.text(max_size=3), max_size=4), max_size=5))
def test_words_in_order(rows: list[list[str]]) -> None:
    flat = np.array([v for row in rows for v in row], object)
    with rk.options(max_cols=1000):
        page = page_of(RaggedTensor.from_row_lengths(flat, [len(row) for row in rows]))
    values = [[visible(repr(v)) for v in row] or ["empty"] for row in rows]
    cells = [[str(i), str(len(row)), *values[i]] for i, row in enumerate(rows)]
    assert page.rows == (cells or [["no rows"]])


@given(st.lists(st.integers(0, 60), min_size=1, max_size=40), st.integers(2, 14), st.integers(2, 9))
def test_whatever_is_shown_is_the_tensors(lengths: list[int], rows: int, items: int) -> None:
    values = np.arange(sum(lengths)) + 1000
    rt = RaggedTensor.from_row_lengths(values, lengths)
    with rk.options(max_rows=rows, max_items=items, max_cols=20):
        shown = page_of(rt).rows
    full, seen = rt.to_list(), 0
    for cells in shown:
        if len(cells) == 1:
            left_out = int(cells[0].removeprefix("+").split()[0])
            seen += left_out
            continue
        row = int(cells[0])
        assert row == seen
        seen += 1
        assert cells[1] == str(len(full[row]))
        at = 0
        for cell in cells[2:]:
            more = re.fullmatch(r"\+(\d+) more", cell)
            if more:
                at += int(more[1])
            elif cell != "empty":
                assert cell == str(full[row][at])
                at += 1
        assert at == len(full[row])
    assert seen == len(full)


def test_reading_order_when_all_markup_is_stripped() -> None:
    html = re.sub(r"<style>.*?</style>", "", THINGS["small"]._repr_html_(), flags=re.DOTALL)
    lines = [" ".join(re.sub(r"<[^>]*>", "", line).split()) for line in html.splitlines()]
    assert [line for line in lines if line] == [
        "RaggedTensor [5, (d1)] int64 · 5 rows (2 empty), 8 values · 112 bytes",
        "row length (d1) values",
        "0 4 3 1 4 1",
        "1 0 empty",
        "2 3 5 9 2",
        "3 1 6",
        "4 0 empty",
        "partitions and memory",
        "axis 1 is ragged: 0 to 4 values per row",
        "as a dense array: 20 cells, 12 of them padding (60%)",
        "64 bytes of values, 48 bytes of row splits",
        "TensorShape([5, None])",
        "partitions[0] 5 rows (2 empty) of 0 to 4 values, int64",
        "row 0 1 2",
        "values in one flat array 3 1 4 1 empty 5 9 2",
        "value_rowids row of each value 0 0 0 0 2 2 2",
        "row_lengths values in each row 4 0 3",
        "row_starts start of each row 0 4 4",
        "row_limits end of each row 4 4 7",
        "row_splits row boundaries 0 4 4 7",
        "row 3 4",
        "values 6 empty",
        "value_rowids 3",
        "row_lengths 1 0",
        "row_starts 7 8",
        "row_limits 8 8",
        "row_splits 7 8 8",
        "uniform_row_length: None (lengths may differ)",
    ]


@pytest.mark.parametrize("thing", [*THINGS.values(), *LONG.values()], ids=[*THINGS, *LONG])
@pytest.mark.parametrize("rows", [2, 5, 20])
def test_text_and_html_show_the_same_rows(thing: Any, rows: int) -> None:
    if not isinstance(thing, RaggedTensor):
        return
    with rk.options(max_rows=rows):
        text = repr(thing).splitlines()
        cells = page_of(thing).rows
    if len(text) > 1:
        shown = re.compile(r"^ +(\d[\d, ]*?)  +(\d+)\b")
        found = [shown.match(line) for line in text]
        assert [m.groups() for m in found if m] == [(c[0], c[1]) for c in cells if len(c) > 1]


def test_header_line() -> None:
    page = page_of(THINGS["rank-2"])
    assert page.heads[0] == (
        "RaggedTensor [3, (d1), (d2)] int64 · "
        "3 rows (1 empty), 5 inner rows (2 empty), 8 values · 144 bytes"
    )
    assert "\n64 bytes of values, 80 bytes of row splits\n" in page.text
    assert "as a dense array: 36 cells, 28 of them padding (78%)" in page.text


CONTENTS: dict[str, tuple[Any, str]] = {
    "one-level": (THINGS["small"], "5 rows (2 empty), 8 values"),
    "two-levels": (THINGS["rank-2"], "3 rows (1 empty), 5 inner rows (2 empty), 8 values"),
    "three-levels": (THINGS["rank-3"], "3 rows (1 empty), 3 values"),
    "single": (rk.ragged.constant([[[7]], []]), "2 rows (1 empty), 1 inner row, 1 value"),
    "inner-axis": (THINGS["inner-axis"], "2 rows, 3 items of shape [2], 6 values"),
    "nan": (THINGS["nan"], "2 rows, 3 values, including 1 nan and 1 inf"),
    "only-empty-rows": (THINGS["empty-rows"], "2 rows (all empty), 0 values"),
    "no-rows": (THINGS["no-rows"], "0 rows, 0 values"),
    "thousands": (
        RaggedTensor.from_row_lengths(np.arange(2000), [1] * 2000),
        "2,000 rows, 2,000 values",
    ),
}


@pytest.mark.parametrize(("rt", "says"), CONTENTS.values(), ids=CONTENTS)
def test_the_heading_counts_rows_and_values(rt: RaggedTensor, says: str) -> None:
    assert page_of(rt).heads[0].split(" · ")[1] == says


AXES: dict[str, tuple[Any, str]] = {
    "ragged": (THINGS["small"], "axis 1 is ragged: 0 to 4 values per row"),
    "outer": (THINGS["rank-2"], "axis 1 is ragged: 0 to 3 inner rows per row"),
    "declared": (
        RaggedTensor.from_row_lengths([1, 2], [1, 1]),
        "axis 1 is ragged: rows may differ in length, but all have 1",
    ),
    "uncounted": (TensorShape([2, None]), "the size of axis 1 is unknown, or its rows differ"),
}


@pytest.mark.parametrize(("thing", "says"), AXES.values(), ids=AXES)
def test_ragged_axes_are_explained(thing: Any, says: str) -> None:
    titles = [value or "" for name, value in page_of(thing).attributes if name == "title"]
    assert titles[0].startswith(says)
    if isinstance(thing, RaggedTensor):  # for those who cannot point at it
        assert f"\n{says}\n" in page_of(thing).text


PADDING: dict[str, tuple[Any, str | None]] = {
    "none-needed": (
        RaggedTensor.from_row_lengths([1, 2], [1, 1]),
        "dense array: 2 cells, none of them padding\n",
    ),
    "inner-axis": (THINGS["inner-axis"], "dense array: 8 cells, 2 of them padding (25%)\n"),
    "no-rows": (THINGS["no-rows"], None),
    "only-empty-rows": (THINGS["empty-rows"], None),
}


@pytest.mark.parametrize(("thing", "says"), PADDING.values(), ids=PADDING)
def test_padding_is_counted(thing: Any, says: str | None) -> None:
    text = page_of(thing).text
    assert "dense" not in text if says is None else says in text


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_padding_is_what_to_tensor_adds(lengths: list[int]) -> None:
    rt = RaggedTensor.from_row_lengths(np.ones(sum(lengths)), lengths)
    dense = rt.to_tensor()
    said = f"{dense.size} cell{'s' * (dense.size > 1)}, {dense.size - rt.size} of them padding"
    assert (said in page_of(rt).text) == (dense.size > rt.size)


def test_rows_of_rows_have_lines_of_their_own() -> None:
    assert page_of(THINGS["rank-2"]).rows == [
        ["0", "3"],
        ["0, 0", "4", "3", "1", "4", "1"],
        ["0, 1", "0", "empty"],
        ["0, 2", "3", "5", "9", "2"],
        ["1", "0", "empty"],
        ["2", "2"],
        ["2, 0", "1", "6"],
        ["2, 1", "0", "empty"],
    ]


def test_rows_of_rows_share_a_line_where_there_are_too_many() -> None:
    with rk.options(max_rows=11):
        rows = page_of(rk.ragged.constant([[[1], [2], [3], [4], [5]]] * 2)).rows
    assert rows == [[str(i), "5", "[1]", "[2]", "[3]", "[4]", "[5]"] for i in range(2)]


def test_what_is_left_out_is_counted() -> None:
    rows = page_of(LONG["ints"]).rows
    assert rows[0] == ["0", "1000", *map(str, range(7)), "+992 more", "999"]
    assert rows[6] == ["+9,991 more rows"]
    assert rows[-1][:2] == ["9999", "1000"]
    assert len(rows) == 10


def test_what_is_left_out_says_what_a_reader_would_miss() -> None:
    values = np.ones(300)
    values[[5, 50, 60, 299]] = np.nan, np.nan, np.inf, np.inf
    rt = RaggedTensor.from_row_lengths(values, [100, 0, *[10] * 20, 0, *[0] * 7, 0, 0])
    page = page_of(rt)
    assert "32 rows (11 empty), 300 values, including 2 nan and 2 inf" in page.text
    assert page.rows[0][-2:] == ["+88 more, 1 nan, 1 inf", "1.0"]
    assert ["+23 more rows, 7 empty"] in page.rows


@pytest.mark.parametrize("odd", [np.nan, np.inf], ids=str)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex128"])
def test_odd_values_are_counted(dtype: str, odd: float) -> None:
    values = np.zeros(100_000, dtype)
    values[[0, 40_000, 99_999]] = odd
    text = page_of(RaggedTensor.from_row_lengths(values, [99_999, 1])).text
    assert f", 100,000 values, including 3 {'nan' if np.isnan(odd) else 'inf'} · " in text


def test_times_that_are_none_are_counted() -> None:
    times = np.array(["2024-02-29", "NaT"], "M8[D]")
    page = page_of(RaggedTensor.from_row_lengths(times, [2]))
    assert "1 row, 2 values, including 1 NaT" in page.text


def test_left_out_rows_of_a_row() -> None:
    rows = page_of(RaggedTensor.from_row_lengths(long_rows(), [99, 1])).rows
    assert [row for row in rows if len(row) == 1] == [["+93 more rows of row 0"]]


def test_lists_say_their_length_where_they_are_cut() -> None:
    (row, *_) = page_of(LONG["rank-2"]).rows
    assert row[:3] == ["0", "5", "[   0,    1,    2,    3, ...,   99] (100)"]


def test_nan_and_infinity_are_marked() -> None:
    assert page_of(THINGS["nan"]).emphasised == ["nan", "-inf"] * 2
    assert page_of(RaggedTensor.from_row_lengths([[1.5, np.nan]], [1])).emphasised[0] == "nan"
    assert page_of(THINGS["small"]).emphasised == []


def test_partitions_are_folded_away() -> None:
    page = page_of(THINGS["rank-2"])
    assert page.tags.count("details") == 1
    assert ("open", None) not in page.attributes
    assert page.heads[1:] == [
        "partitions[0] 3 rows (1 empty) of 0 to 3 inner rows, int64",
        "partitions[1] 5 rows (2 empty) of 0 to 4 values, int64",
    ]
    assert strips_of(THINGS["rank-2"]._repr_html_()) == {
        "row": ["", "0", "", "", "1", "", "2", ""],
        "values": [*ROWS[:3], "empty", *ROWS[3:]],
        "value_rowids": ["0", "0", "0", "2", "2"],
        "row_lengths": ["3", "0", "2"],
        "row_starts": ["0", "3", "3"],
        "row_limits": ["3", "3", "5"],
        "row_splits": ["0", "", "3", "", "3", "", "5"],
    }


ROWS = ["[3, 1, 4, 1]", "[]", "[5, 9, 2]", "[6]", "[]"]


def test_every_second_band_is_grey_and_posts_are_between_them() -> None:
    html = THINGS["small"]._repr_html_()
    assert re.findall(r'<th scope="col"(?: class="(\w+)")?(?: colspan=(\d))?>\d', html) == [
        *(("", "4"), ("odd", ""), ("", "3"), ("odd", ""), ("", "")),
    ]
    assert html.count('<td class="post" rowspan=6></td>') == 6
    assert html.count('<td class="post again" rowspan=6></td>') == 1
    assert html.count('<td class="empty" rowspan=2>empty</td>') == 2


def test_no_rows_have_one_post() -> None:
    lines = strips_of(RowPartition.from_row_splits([0])._repr_html_())
    assert lines == {"row_splits": ["0"]}


@given(st.lists(st.integers(0, 40), max_size=30), st.integers(2, 9))
def test_every_line_of_a_partition_fills_the_same_columns(lengths: list[int], rows: int) -> None:
    with rk.options(max_rows=rows, max_items=rows):
        html = RowPartition.from_row_lengths(lengths)._repr_html_()
    for strip in re.findall(r"<table.*?</table>", html, re.DOTALL):
        taken: dict[int, int] = {}  # line: columns of cells that reach it from above
        widths = set()
        for i, line in enumerate(re.findall(r"<tr.*</tr>", strip)):
            width = taken.get(i, 0)
            for cell in re.findall(r"<t[dh][^>]*>", line):
                span = int(*re.findall(r"colspan=(\d+)", cell) or [1])
                width += span
                for below in range(1, int(*re.findall(r"rowspan=(\d+)", cell) or [1])):
                    taken[i + below] = taken.get(i + below, 0) + span
            widths.add(width)
        assert len(widths) == 1


def test_many_partitions_are_counted() -> None:
    assert page_of(LONG["partitions"]).text.rstrip().endswith("\n+57 more partitions")


# ---------------------------------------------------------------------- escaping
def test_text_is_escaped() -> None:
    with rk.options(max_cols=200):
        html = THINGS["words"]._repr_html_()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "a &amp; b" in html
    assert r"'\u202egnp.exe'" in html
    assert r"'x\u200by'" in html
    assert r"'\u3164'" in html
    assert "<script" not in html


def test_objects_and_dtypes_are_escaped() -> None:
    html = THINGS["objects"]._repr_html_() + THINGS["fields"]._repr_html_()
    assert r"&lt;/td&gt;&lt;script&gt;\x1b[31m" in html
    assert r"&lt;i&gt;\u202e" in html
    assert "<i>" not in html
    assert "<script" not in html


# ---------------------------------------------------------------------- the style sheet
@pytest.mark.parametrize("name", ["base", "rows", "bands", "shape", "grid", "fields", "columns"])
def test_style_touches_nothing_else_and_loads_nothing(name: str) -> None:
    css = files("raggedkit.reprs").joinpath(f"static/{name}.css").read_text(encoding="utf-8")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    assert not re.search(r"url\(|@import|:root|\brgb|position:", css)
    assert css.count("{") == css.count("}")
    depth = 0
    for text, brace in re.findall(r"([^{}]*)([{}])", css):
        selectors = [s.strip() for s in text.rpartition(";")[2].split(",")]
        if brace == "{":
            start = r"\.raggedkit($|[ .])|@container" if not depth else r"&|\.raggedkit[ .]"
            assert all(re.match(start, s) for s in selectors)
        depth += 1 if brace == "{" else -1
    named = re.findall(r"#[0-9a-fA-F]{3,6}\b", css)
    assert all(f", {colour})" in css for colour in named), "for notebooks that name none"


def test_style_is_the_sheet_without_its_comments() -> None:
    style = re.findall(r"<style>(.*?)</style>", THINGS["small"]._repr_html_())
    assert len(style) == 1
    assert not re.search(r"/\*|\n|  |;}", style[0])
    assert style[0].startswith(".raggedkit{--line:color-mix(in srgb,currentColor 45%,transparent);")
    assert "& td:not(.more){font-family:" in style[0]
