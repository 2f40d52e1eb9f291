"""Shared parts of the display tests: a reader without style, and objects to display."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape

CAP = 32 * 1024
SMALL = 6 * 1024  # up to two partitions
VOID = {"br", "col"}


class Page(HTMLParser):
    """What a reader without style sees: the tables as rows of texts, and the tags used.

    The boxes in the cell of a row count as cells. What a strip repeats of the one before is left
    out.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.kinds: list[list[str]] = []  # classes of what is open
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.tables: list[list[list[str]]] = []
        self.heads: list[str] = []
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
        kinds = (dict(attrs).get("class") or "").split()
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag == "div" and "head" in kinds:
            self.heads.append("")
        elif tag in ("td", "th", "span") and "flow" not in kinds:
            self.tables[-1][-1].append("")
        self.kinds.append(kinds)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "elements are closed in order"
        self.kinds.pop()

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if not self.open:
            return
        if any("head" in kinds for kinds in self.kinds):
            self.heads[-1] += data
        elif self.open[-1] != "tr" and "flow" not in self.kinds[-1] and "tr" in self.open:
            self.tables[-1][-1][-1] += data
        if "em" in self.open:
            self.emphasised.append(data)

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the first table, without its header."""
        return [[cell.strip() for cell in row] for row in self.tables[0][1:]]


def strips_of(html: str) -> dict[str, list[str]]:
    """Return the lines of the first partition in a page by their names, over all its strips."""
    lines: dict[str, list[str]] = {}
    part = html.partition('<div class="strips">')[2].partition("</div>")[0]
    part = re.sub(r'<td class="(about|again)">[^<]*</td>', "", part)
    for strip in Page(part).tables:
        for name, *cells in strip:
            lines.setdefault(name, []).extend(cells)
    return lines


def page_of(x: Any) -> Page:
    html = x._repr_html_()
    assert len(html.encode()) < CAP
    return Page(html)


def long_rows(values: Any = None) -> RaggedTensor:
    values = np.arange(10_000) if values is None else values
    return RaggedTensor.from_row_lengths(values, [len(values) // 100] * 100)


WORDS = np.array(["<script>alert(1)</script>", "a & b", "\u202egnp.exe", "x\u200by", "\u3164"])
OBJECTS = np.empty(3, object)
OBJECTS[:] = [{1}, {"<b>": 1}, type("Evil", (), {"__repr__": lambda _: "</td><script>\x1b[31m"})()]
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
    "sparse-vector": SparseTensor([[3]], [1.5], [5]),
    "sparse-outside": SparseTensor([[0, 0], [0, 0], [2, 7], [-1, 0]], ["<", "b", "c", "d"], [3, 2]),
    "sparse-cube": SparseTensor([[0, 0, 1], [1, 0, 1]], [4, np.nan], [3, 4, 2]),
    "sparse-scalar": SparseTensor(np.zeros((1, 0), int), [7], []),
    "no-sparse": SparseTensor(np.zeros((0, 2), int), [], [3, 2]),
}
VALUES = np.arange(10**6)
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
    "partitions": RaggedTensor.from_nested_row_lengths([1], [[1]] * 63),
    "fields": long_rows(np.zeros(1000, [(f"f{i}" * 50, "i4") for i in range(50)])),
    "partition": RowPartition.from_row_lengths([3] * 10**6),
    "shape": TensorShape([None] * 10_000),
    "sparse": SparseTensor(np.zeros((10_000, 3), int), np.arange(10_000), [9] * 3),
    "sparse-many": SparseTensor(np.arange(2 * 10**6).reshape(-1, 2) % 997, VALUES, [1000, 999]),
    "sparse-axes": SparseTensor(np.zeros((30, 64), int), np.arange(30), [9] * 64),
}
