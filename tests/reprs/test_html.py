"""HTML displays: well formed, in order without their style, escaped, and never too long."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape

CAP = 32 * 1024
SMALL = 6 * 1024
VOID = {"br"}


class Page(HTMLParser):
    """What a reader without style sees: the tables as rows of texts, and the tags used."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.tables: list[list[list[str]]] = []
        self.captions: list[str] = []
        self.emphasised: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
            self.captions.append("")
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "elements are closed in order"

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if "caption" in self.open:
            self.captions[-1] += data
        elif "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data
        if "em" in self.open:
            self.emphasised.append(data)

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the first table, without its header."""
        return self.tables[0][1:]


def page_of(x: Any) -> Page:
    html = x._repr_html_()
    assert len(html.encode()) < CAP
    return Page(html)


def long_rows(values: Any = None) -> RaggedTensor:
    values = np.arange(10_000) if values is None else values
    return RaggedTensor.from_row_lengths(values, [len(values) // 100] * 100)


WORDS = np.array(["<script>alert(1)</script>", "a & b", "\u202egnp.exe", "x\u200by", "\u3164"])
OBJECTS = np.empty(3, object)
OBJECTS[:] = [None, {"<b>": 1}, type("Evil", (), {"__repr__": lambda _: "</td><script>\x1b[31m"})()]
THINGS: dict[str, Any] = {
    "small": rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []]),
    "rank-2": rk.ragged.constant([[[3, 1, 4, 1], [], [5, 9, 2]], [], [[6], []]]),
    "rank-3": rk.ragged.constant([[[[1], []], []], [], [[[2, 3]]]]),
    "no-rows": RaggedTensor.from_row_splits([], [0]),
    "empty-rows": RaggedTensor.from_row_lengths([], [0, 0]),
    "inner-axis": RaggedTensor.from_row_lengths(np.arange(6).reshape(3, 2), [2, 1]),
    "uniform": RaggedTensor.from_uniform_row_length(np.arange(6), 2),
    "int32-splits": RaggedTensor.from_row_splits([1, 2], np.array([0, 2], "int32")),
    "nan": RaggedTensor.from_row_lengths([1.5, np.nan, -np.inf], [1, 2]),
    "words": RaggedTensor.from_row_lengths(WORDS, [5]),
    "objects": RaggedTensor.from_row_lengths(OBJECTS, [1, 2]),
    "fields": RaggedTensor.from_row_lengths(np.zeros(2, [("<i>\u202e", "i4"), ("b", "f8")]), [2]),
    "partition": RowPartition.from_row_lengths([4, 0, 3]),
    "no-partition": RowPartition.from_row_splits([0]),
    "uniform-partition": RowPartition.from_uniform_row_length(2, nrows=3),
    "shape": TensorShape([5, None, 3]),
    "unknown-shape": TensorShape(None),
    "scalar-shape": TensorShape([]),
    "sparse": SparseTensor([[0, 0], [2, 1]], [10, 20], [3, 2]),
    "no-sparse": SparseTensor(np.zeros((0, 2), int), [], [3, 2]),
}
LONG: dict[str, Any] = {
    "ints": RaggedTensor.from_row_lengths(np.arange(10**7), [1000] * 10**4),
    "floats": long_rows(np.linspace(-1, 1, 10_000)),
    "points": long_rows(np.linspace(-1, 1, 20_000).reshape(-1, 2)),
    "boxes": long_rows(np.linspace(-1, 1, 60_000).reshape(-1, 2, 3)),
    "rank-2": RaggedTensor.from_row_lengths(long_rows(), [5] * 20),
    "words": long_rows(np.array(["<&>" * 10_000] * 1000, object)),
    "no-ink": long_rows(np.array(["\u202e" * 10_000] * 1000, object)),
    "objects": long_rows(np.array([{"<" * 1000: 1}] * 1000, object)),
    "axes": RaggedTensor.from_row_lengths(np.zeros([8] + [1] * 60), [8]),
    "partitions": RaggedTensor.from_nested_row_lengths([1], [[1]] * 100),
    "fields": long_rows(np.zeros(1000, [(f"f{i}" * 50, "i4") for i in range(50)])),
    "partition": RowPartition.from_row_lengths([3] * 10**6),
    "shape": TensorShape([None] * 10_000),
    "sparse": SparseTensor(np.zeros((10_000, 3), int), np.arange(10_000), [9] * 3),
    "sparse-axes": SparseTensor(np.zeros((30, 1000), int), np.arange(30), [9] * 1000),
}
ALL = pytest.mark.parametrize("thing", [*THINGS.values(), *LONG.values()], ids=[*THINGS, *LONG])


# ---------------------------------------------------------------------- any of them
@ALL
def test_well_formed_without_script_or_names(thing: Any) -> None:
    page = page_of(thing)
    assert not {"script", "svg", "img", "link", "iframe"} & set(page.tags)
    assert {name for name, _ in page.attributes} <= {"class", "scope", "colspan"}
    assert page.tags.count("div") == page.tags.count("style") == 1
    assert page.captions[0].startswith(type(thing).__name__)


@ALL
@pytest.mark.parametrize("limits", [(2, 20, 2), (10**6, 10**6, 10**6)], ids=["least", "most"])
def test_never_too_long(thing: Any, limits: tuple[int, int, int]) -> None:
    with rk.options(max_rows=limits[0], max_cols=limits[1], max_items=limits[2]):
        page_of(thing)


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_small_ones_are_small(thing: Any) -> None:
    assert len(thing._repr_html_().encode()) <= SMALL


@ALL
def test_nothing_is_hidden_in_a_text(thing: Any) -> None:
    text = page_of(thing).text
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "\u3164" not in text


@ALL
def test_every_cell_is_set_apart_when_the_tags_are_stripped(thing: Any) -> None:
    html = re.sub(r"<style>.*</style>", "", thing._repr_html_())
    assert not re.search(r"</t[dh]><t[dh]", html)


# ---------------------------------------------------------------------- ragged tensors
@given(st.lists(st.lists(st.integers(), max_size=4), max_size=5))
def test_rows_in_order_with_lengths_and_values(rows: list[list[int]]) -> None:
    objects = np.array([v for row in rows for v in row], object)
    with rk.options(max_cols=1000):
        page = page_of(RaggedTensor.from_row_lengths(objects, [len(row) for row in rows]))
    values = [[str(v) for v in row] or ["empty"] for row in rows]
    cells = [[str(i), str(len(row)), *values[i]] for i, row in enumerate(rows)]
    assert page.rows == (cells or [["no rows"]])


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
    caption = page_of(THINGS["rank-2"]).captions[0]
    assert caption.splitlines() == [
        "RaggedTensor [3, (d1), (d2)], int64, 8 values",
        "TensorShape([3, None, None]), 144 bytes (64 bytes of values, 80 bytes of row splits)",
    ]


def test_rows_of_rows_have_lines_of_their_own() -> None:
    assert page_of(THINGS["rank-2"]).rows == [
        ["0", "3", ""],
        ["0, 0", "4", "3", "1", "4", "1"],
        ["0, 1", "0", "empty"],
        ["0, 2", "3", "5", "9", "2"],
        ["1", "0", "empty"],
        ["2", "2", ""],
        ["2, 0", "1", "6"],
        ["2, 1", "0", "empty"],
    ]


def test_rows_of_rows_share_a_line_where_there_are_too_many() -> None:
    with rk.options(max_rows=11):
        rows = page_of(rk.ragged.constant([[[1], [2], [3], [4], [5]]] * 2)).rows
    assert rows == [[str(i), "5", "[1] [2] [3] [4] [5]"] for i in range(2)]


def test_what_is_left_out_is_counted() -> None:
    rows = page_of(LONG["ints"]).rows
    assert rows[0] == ["0", "1000", *map(str, range(11)), "+988 more", "999"]
    assert rows[12] == ["+9983 more rows"]
    assert rows[-1][:2] == ["9999", "1000"]
    assert len(rows) == 18


def test_left_out_rows_of_a_row() -> None:
    rows = page_of(RaggedTensor.from_row_lengths(long_rows(), [99, 1])).rows
    assert [row for row in rows if len(row) == 1] == [["+85 more rows of row 0"]]


def test_lists_say_their_length_where_they_are_cut() -> None:
    (row, *_) = page_of(LONG["rank-2"]).rows
    assert row[:2] == ["0", "5"]
    assert row[2].startswith("[0, 1, 2, 3, 4, 5, 6, 7, ..., 99] (100) [100, ")


def test_nan_and_infinity_are_marked() -> None:
    assert page_of(THINGS["nan"]).emphasised == ["nan", "-inf"]
    assert page_of(RaggedTensor.from_row_lengths([[1.5, np.nan]], [1])).emphasised == ["nan"]
    assert page_of(THINGS["small"]).emphasised == []


def test_partitions_are_folded_away() -> None:
    page = page_of(THINGS["rank-2"])
    assert page.tags.count("details") == 2
    assert ("open", None) not in page.attributes
    assert page.tables[2][1:] == [
        ["row_splits", "where rows start and end", "0", "4", "4", "7", "8", "8"],
        ["row_lengths", "values in each row", "4", "0", "3", "1", "0"],
        ["value_rowids", "row of each value", "0", "0", "0", "0", "2", "2", "2", "3"],
    ]


def test_many_partitions_are_counted() -> None:
    assert page_of(LONG["partitions"]).text.rstrip().endswith("+94 more partitions")


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


# ---------------------------------------------------------------------- the others
@given(st.lists(st.integers(0, 3), max_size=5), st.booleans())
def test_partition_shows_its_encodings(lengths: list[int], uniform: bool) -> None:
    p = RowPartition.from_row_lengths(lengths)
    if uniform:
        p = RowPartition.from_uniform_row_length(2, nrows=len(lengths))
    names = ["row_splits", "row_lengths", "value_rowids", "row_starts", "row_limits"]
    with rk.options(max_items=20):
        rows = page_of(p).rows
    assert [row[0] for row in rows] == names
    for name, _, *numbers in rows:
        assert numbers == ([str(n) for n in getattr(p, name)().tolist()] or ["empty"])


def test_long_partition_finds_the_rows_of_its_last_values() -> None:
    p = RowPartition.from_row_lengths([0, 5, 0, 100, 0, 1, 0])
    rowids = next(row for row in page_of(p).rows if row[0] == "value_rowids")
    assert rowids[2:] == ["1"] * 5 + ["3"] * 6 + ["+94 more", "5"]


SHAPES: dict[str, tuple[Any, list[list[str]]]] = {
    "known": ([2, 3], [["size", "2", "3"]]),
    "unknown-axis": ([2, None], [["size", "2", "None"]]),
    "scalar": ([], [["no axes: one value"]]),
    "unknown-rank": (None, [["any number of axes"]]),
}


@pytest.mark.parametrize(("dims", "rows"), SHAPES.values(), ids=SHAPES)
def test_shape(dims: Any, rows: list[list[str]]) -> None:
    shape = TensorShape(dims)
    page = page_of(shape)
    assert page.tables[0][-1:] == rows
    unknown = page.attributes.count(("class", "unknown"))
    assert unknown == (1 if dims is None else dims.count(None))


def test_sparse() -> None:
    page = page_of(THINGS["sparse"])
    assert page.captions == ["SparseTensor [3, 2], int64, 2 values in 6 cells"]
    assert page.tables == [[["axis 0", "axis 1", "value"], ["0", "0", "10"], ["2", "1", "20"]]]


def test_long_sparse() -> None:
    rows = page_of(LONG["sparse"]).rows
    assert rows[12] == ["+9983 more values"]
    assert rows[-1] == ["0", "0", "0", "9999"]


# ---------------------------------------------------------------------- the style sheet
def test_style_touches_nothing_else_and_loads_nothing() -> None:
    css = files("raggedkit.reprs").joinpath("static/style.css").read_text(encoding="utf-8")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+)\{", css) for s in rule.split(",")]
    assert selectors
    assert all(re.match(r"\.raggedkit($|[ .])", s) for s in selectors)
    assert not re.search(r"url\(|@import|#[0-9a-fA-F]{3}|:root|\brgb|position:", css)
    assert css.count("{") == css.count("}")


def test_style_is_the_sheet_without_its_comments() -> None:
    style = re.findall(r"<style>(.*?)</style>", THINGS["small"]._repr_html_())
    assert len(style) == 1
    assert not re.search(r"/\*|\n|  |;}", style[0])
    assert style[0].startswith(".raggedkit{--line:color-mix(in srgb,currentColor 32%,transparent);")
    assert ".raggedkit td:not([class]) + td:not([class]){border-left:0}" in style[0]
