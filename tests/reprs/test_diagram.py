"""Diagrams: well formed, in words too, the same everywhere, bounded, and true to what they show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedIndexError, RaggedTensor, RowPartition, TensorShape
from raggedkit.reprs.draw_rows import ENCODINGS
from tests.reprs.pages import CAP, LONG, THINGS

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
ALL = pytest.mark.parametrize("thing", [*THINGS.values(), *LONG.values()], ids=[*THINGS, *LONG])


def texts_of(picture: rk.Diagram) -> list[str]:
    """The texts of a picture in reading order."""
    root = ET.fromstring(picture.svg)
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def line_of(picture: rk.Diagram, label: str) -> list[str]:
    """The texts on the first line with this label, from left to right."""
    root = ET.fromstring(picture.svg)
    texts = [
        (t.get("y"), float(t.get("x", 0)), "".join(t.itertext())) for t in root.iter(f"{SVG}text")
    ]
    y = next(y for y, _, text in texts if text == label)
    return [text for _, text in sorted((x, text) for at, x, text in texts if at == y)][1:]


# ---------------------------------------------------------------------- any of them
@ALL
def test_well_formed_named_and_described(thing: Any) -> None:
    picture = rk.diagram(thing)
    assert len(picture.svg.encode()) < CAP
    root = ET.fromstring(picture.svg)
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    assert (root[0].text or "").startswith(type(thing).__name__)
    assert root[1].text
    assert repr(picture) == f"<Diagram of {root[0].text}>"
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in (
            "svg",
            "title",
            "desc",
            "style",
            "g",
            "path",
            "text",
        )
        assert "id" not in element.attrib
        assert "class" not in element.attrib
    assert not re.search(r"url\(|<script|href|:root", picture.svg)


@ALL
@pytest.mark.parametrize("limits", [(2, 20, 2), (10**6, 10**6, 10**6)], ids=["least", "most"])
def test_never_too_long(thing: Any, limits: tuple[int, int, int]) -> None:
    with rk.options(max_rows=limits[0], max_cols=limits[1], max_items=limits[2]):
        picture = rk.diagram(thing, encodings="all")
    assert len(picture.svg.encode()) < CAP
    ET.fromstring(picture.svg)


@ALL
def test_nothing_lies_outside_of_the_picture(thing: Any) -> None:
    root = ET.fromstring(rk.diagram(thing).svg)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for text in root.iter(f"{SVG}text"):
        assert left <= float(text.get("x", -99)) <= left + width
        assert top <= float(text.get("y", -99)) <= top + height


@ALL
def test_a_page_gets_it_without_colours_of_its_own(thing: Any) -> None:
    picture = rk.diagram(thing)
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == repr(picture)
    assert bundle["image/svg+xml"] == picture.svg == picture._repr_svg_()
    assert "prefers-color-scheme:dark" in picture.svg
    assert "<style" not in bundle["text/html"]
    assert 'fill="currentColor"' in bundle["text/html"]
    inside = re.sub(r"<style>.*</style>\n", "", picture.svg)
    shrinks = ' style="max-width:100%;height:auto"'
    assert bundle["text/html"].partition("\n")[2].replace(shrinks, "", 1) == f"{inside}</div>"
    assert 'tabindex="0"' in bundle["text/html"].partition("\n")[0]


@ALL
def test_nothing_is_hidden_in_a_text(thing: Any) -> None:
    for text in texts_of(rk.diagram(thing)):
        assert text.isprintable()
        assert "\u3164" not in text


def test_text_is_escaped() -> None:
    svg = rk.diagram(rk.ragged.constant([['<b>&"', "a\u202eb\u200b"]])).svg
    assert "&lt;b&gt;&amp;&quot;" in svg
    assert "<b>" not in svg
    assert r"a\u202eb" in svg


SHOWN = """
import numpy as np, raggedkit as rk
for x in (
    rk.RaggedTensor.from_row_lengths(np.arange(10**4) / 3, [10] * 1000),
    rk.ragged.constant([[[1], []], [], [[2, 3]]]),
    rk.RowPartition.from_row_lengths([1, 0, 2]),
    rk.SparseTensor([[0, 0]], [1], [2, 2]),
    rk.TensorShape([2, None]),
):
    print(rk.diagram(x)._repr_mimebundle_())
print(rk.diagram(rk.ragged.constant([[1], []]), padded=True, highlight=[1, 0]).svg)
"""


def test_two_processes_draw_the_same() -> None:
    drawn = [
        subprocess.run(
            [sys.executable, "-c", SHOWN],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 10_000


def test_save(tmp_path: Path) -> None:
    picture = rk.diagram(THINGS["words"])
    for target in (tmp_path / "x.svg", str(tmp_path / "Y.SVG")):
        picture.save(target)
        assert Path(target).read_text(encoding="utf-8") == picture.svg
    with pytest.raises(ValueError, match=r"^path must end in \.svg, got .*x\.png'; the picture is"):
        picture.save(tmp_path / "x.png")


# ---------------------------------------------------------------------- rows
@given(st.lists(st.lists(st.integers(-99, 99), max_size=3), min_size=1, max_size=5))
def test_rows_values_and_encodings(rows: list[list[int]]) -> None:
    flat = np.array([v for row in rows for v in row], "int64")
    rt = RaggedTensor.from_row_lengths(flat, [len(row) for row in rows])
    picture = rk.diagram(rt, encodings="all")
    assert line_of(picture, "values") == [str(v) for v in flat]
    bands = [re.sub(r"row |: empty", "", text) for text in line_of(picture, "partitions[0]")]
    assert bands == [str(i) for i in range(len(rows))]
    for name in ENCODINGS[:-1]:
        assert line_of(picture, name) == [
            str(n) for n in getattr(rt.partitions[0], name)().tolist()
        ]
    assert line_of(picture, "uniform_row_length") == ["None (lengths may differ)"]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40), st.integers(2, 12))
def test_whatever_is_shown_is_the_tensors(lengths: list[int], items: int) -> None:
    values = np.arange(sum(lengths)) + 1000
    rt = RaggedTensor.from_row_lengths(values, lengths)
    with rk.options(max_items=items):
        picture = rk.diagram(rt)
    bands = line_of(picture, "partitions[0]")
    rows = [int(re.sub(r"row |: empty", "", t)) for t in bands if t[0] != "+"]
    hidden = sum(int(t[1:].split()[0]) for t in bands if t[0] == "+")
    assert len(rows) + hidden == len(lengths)
    assert line_of(picture, "row_lengths") == [str(lengths[row]) for row in rows]
    cells = line_of(picture, "values")
    rowids = line_of(picture, "value_rowids")
    shown = [int(cell) - 1000 for cell in cells if cell[0] != "+"]
    assert rowids == [str(rt.value_rowids()[v]) for v in shown]
    left_out = sum(int(cell[1:].split()[0]) for cell in cells if cell[0] == "+")
    assert len(shown) + left_out == sum(lengths[row] for row in rows)


def test_an_empty_row_lies_between_two_posts() -> None:
    picture = rk.diagram(THINGS["small"])
    assert line_of(picture, "partitions[0]") == ["row 0", "1: empty", "row 2", "3", "4: empty"]
    assert line_of(picture, "row_splits") == ["0", "4", "4", "7", "8", "8"]
    posts = next(path for path in picture.svg.split("<path") if 'stroke-width="2"' in path)
    places = re.findall(r"M([\d.]+) ", posts)
    assert len(places) == len(set(places)) == 6


def test_levels_lie_above_each_other() -> None:
    picture = rk.diagram(THINGS["rank-2"], encodings=("row_splits",))
    assert line_of(picture, "partitions[0]") == ["row 0", "1: empty", "row 2"]
    assert line_of(picture, "partitions[1]") == ["row 0", "1: empty", "row 2", "3", "4: empty"]
    assert line_of(picture, "values") == ["3", "1", "4", "1", "5", "9", "2", "6"]
    texts = texts_of(picture)
    splits = [i for i, text in enumerate(texts) if text == "row_splits"]
    assert texts[splits[0] + 1 : splits[0] + 5] == ["0", "3", "3", "5"]
    assert texts[splits[1] + 1 : -1] == ["0", "4", "4", "7", "8", "8"]
    assert texts[-1].startswith("dotted line: ")
    assert not any(text.startswith("dotted") for text in texts_of(rk.diagram(THINGS["small"])))


def test_levels_beyond_the_fourth_are_values() -> None:
    rt = RaggedTensor.from_nested_row_lengths([1, 2], [[1]] * 4 + [[2], [1, 1]])
    texts = texts_of(rk.diagram(rt))
    assert "partitions[3]" in texts
    assert "partitions[4]" not in texts
    assert "rows of [4]" in texts
    assert "[[1], [2]]" in texts


def test_only_the_encodings_asked_for() -> None:
    assert not {*texts_of(rk.diagram(THINGS["small"], encodings=()))} & {*ENCODINGS}
    texts = texts_of(rk.diagram(THINGS["small"], encodings="row_starts"))
    assert {*texts} & {*ENCODINGS} == {"row_starts"}


def test_a_partition_numbers_its_values() -> None:
    picture = rk.diagram(RowPartition.from_uniform_row_length(2, nrows=2), encodings="all")
    assert line_of(picture, "positions") == ["0", "1", "2", "3"]
    assert line_of(picture, "uniform_row_length") == ["2"]


wild = st.sampled_from([-(2**40), -3, 0, 1, 2, 4, 2**33, 2**62])


@given(st.lists(wild, min_size=1, max_size=6), st.lists(wild, min_size=1, max_size=4))
def test_row_splits_that_nobody_checked(inner: list[int], outer: list[int]) -> None:
    splits = [np.array([*outer, len(inner)]), np.array([*inner, 4])]  # they use up the values
    rt = RaggedTensor.from_nested_row_splits(np.arange(4), splits, validate=False)
    for x in (rt, rt.partitions[0], rt.partitions[1]):
        ET.fromstring(rk.diagram(x, encodings="all").svg)
        assert "row_splits" in x._repr_html_()
    ET.fromstring(rk.diagram(rt, padded=True).svg)


def test_no_rows() -> None:
    picture = rk.diagram(THINGS["no-rows"])
    assert line_of(picture, "values") == []
    assert line_of(picture, "partitions[0]") == ["no rows"]
    assert line_of(picture, "row_splits") == ["0"]
    inner = texts_of(rk.diagram(RaggedTensor.from_nested_row_lengths([], [[0, 0], []])))
    assert inner.count("no rows") == 1


def test_the_description_says_how_rows_lie() -> None:
    root = ET.fromstring(rk.diagram(THINGS["rank-2"]).svg)
    assert root[1].text == (
        "Level 0: 3 rows (1 empty) of 0 to 3 inner rows. Row splits: 0, 3, 3, 5. "
        "Level 1: 5 rows (2 empty) of 0 to 4 values. Row splits: 0, 4, 4, 7, 8, 8."
    )


def underlined(picture: rk.Diagram) -> list[str]:
    """The texts that are marked."""
    root = ET.fromstring(picture.svg)
    groups = [g for g in root.iter(f"{SVG}g") if g.get("text-decoration") == "underline"]
    return ["".join(text.itertext()) for g in groups for text in g]


def test_nan_and_infinity_are_marked() -> None:
    picture = rk.diagram(THINGS["nan"])
    assert underlined(picture) == ["nan", "-inf"]
    assert underlined(rk.diagram(THINGS["nan"], padded=True)) == ["nan", "-inf"]
    assert underlined(rk.diagram(THINGS["small"])) == []
    assert underlined(rk.diagram(rk.SparseTensor([[1]], [np.nan], [3]))) == ["nan"]
    pairs = RaggedTensor.from_row_lengths([[1.0, np.nan], [2.0, 3.0]], [2])
    assert underlined(rk.diagram(pairs)) == ["[1.0, nan]"]
    assert "The values include 1 nan and 1 inf." in picture.svg


# ---------------------------------------------------------------------- highlighted rows
def frames(picture: rk.Diagram) -> int:
    """How many rows have a frame."""
    return "".join(re.findall(r'<path [^>]*stroke-width="4" d="([^"]*)"', picture.svg)).count("z")


HIGHLIGHTS: dict[str, tuple[Any, int]] = {
    "nothing": ((), 0),
    "empty-list": ([], 0),
    "one": (2, 1),
    "numpy": (np.int64(2), 1),
    "from-the-end": (-1, 1),
    "several": ([0, 2, -1], 2),
    "path": ((0, 2), 1),
    "paths": ([(0, 2), (2, -1), 1], 3),
}


@pytest.mark.parametrize(("highlight", "count"), HIGHLIGHTS.values(), ids=HIGHLIGHTS)
def test_highlight(highlight: Any, count: int) -> None:
    assert frames(rk.diagram(THINGS["rank-2"], highlight=highlight)) == count


def test_highlighted_rows_are_never_left_out() -> None:
    rt = LONG["ints"]
    assert "row 5000" not in texts_of(rk.diagram(rt))
    for highlight in (5000, [5000, 1], (5000,)):
        texts = texts_of(rk.diagram(rt, highlight=highlight))
        assert "row 5000" in texts
        assert "5000000" in texts
    assert len(rk.diagram(rt, highlight=range(10_000)).svg) < CAP


MISTAKES: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "kind": (lambda: rk.diagram([[1]]), TypeError, r"x must be a RaggedTensor, .* got \[\[1\]\]"),  # type: ignore[arg-type]
    "encoding": (
        lambda: rk.diagram(THINGS["small"], encodings=["splits"]),
        ValueError,
        "encodings must be of value_rowids, .*, got 'splits'",
    ),
    "row": (
        lambda: rk.diagram(THINGS["small"], highlight=[0, 5]),
        RaggedIndexError,
        "highlight must name rows from -5 to 4, got 5",
    ),
    "row-inside": (
        lambda: rk.diagram(THINGS["rank-2"], highlight=[(1, 0)]),
        RaggedIndexError,
        "highlight must name no rows of none, got 0",
    ),
    "path": (
        lambda: rk.diagram(THINGS["small"], highlight=[(0, 1)]),
        RaggedIndexError,
        r"highlight must name rows by 1 to 1 numbers, got \(0, 1\)",
    ),
    "no-number": (
        lambda: rk.diagram(THINGS["small"], highlight="0"),  # type: ignore[arg-type]
        TypeError,
        r"highlight must contain ints, got \('0',\); write an inner row as a tuple",
    ),
    "float": (
        lambda: rk.diagram(THINGS["small"], highlight=1.0),  # type: ignore[arg-type]
        TypeError,
        r"highlight must contain ints, got \(1\.0,\)",
    ),
    "axis": (
        lambda: rk.diagram(TensorShape([1]), highlight=1),
        RaggedIndexError,
        "highlight must name axes from -1 to 0, got 1",
    ),
    "padded": (
        lambda: rk.diagram(TensorShape([1]), padded=True),
        TypeError,
        "x must be a RaggedTensor to be padded, got 'TensorShape'",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(call: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


# ---------------------------------------------------------------------- padding, axes, cells
@given(st.lists(st.integers(0, 6), min_size=1, max_size=6))
def test_padding_is_hatched(lengths: list[int]) -> None:
    rt = RaggedTensor.from_row_lengths(np.arange(sum(lengths)), lengths)
    svg = rk.diagram(rt, padded=True).svg
    dashed = re.search(r'stroke-dasharray="3 3" d="([^"]*)"', svg)
    padding = len(lengths) * max(lengths) - sum(lengths)
    assert (dashed[1].count("z") if dashed else 0) == padding
    for row, length in enumerate(lengths):
        values = [str(v) for v in rt[row].tolist()]
        assert line_of(rk.diagram(rt, padded=True), f"row {row}") == [str(length), *values]
    if max(lengths):
        cells = len(lengths) * max(lengths)
        assert f"{cells} cell{'s' * (cells > 1)}, {padding} of them padding" in svg


@pytest.mark.parametrize("name", ["ints", "words", "rank-2", "points", "partitions"])
def test_long_rows_are_padded_within_bounds(name: str) -> None:
    picture = rk.diagram(LONG[name], padded=True, highlight=-1)
    assert len(picture.svg.encode()) < CAP
    ET.fromstring(picture.svg)


def test_axes() -> None:
    picture = rk.diagram(TensorShape([5, None, 3]), highlight=1)
    assert texts_of(picture)[1:] == [
        *("axis 0", "axis 1", "axis 2"),
        *("5", "?", "3"),
        *("rows", "unknown", "uniform"),
    ]
    assert picture.svg.count('stroke-dasharray="5 4"') == 1
    assert texts_of(rk.diagram(TensorShape(None)))[1:] == ["? axes"]
    assert texts_of(rk.diagram(TensorShape([])))[1:] == ["no axes: a single value"]
    axes = texts_of(rk.diagram(LONG["shape"]))
    hidden = next(int(text[1:-5].replace(",", "")) for text in axes if text.startswith("+"))
    assert hidden + axes.count("?") == 10_000


def test_cells() -> None:
    picture = rk.diagram(THINGS["sparse"])
    assert line_of(picture, "0") == ["1"]
    texts = texts_of(picture)
    assert texts[1:] == ["0", "1", "0", "10", "1", "2", "20", "bounding box [3, 2], dashed"]
    cube = texts_of(rk.diagram(THINGS["sparse-cube"]))
    assert "the last two of 3 axes; all others are superimposed" in cube
    assert "4.0 +1 more" in cube
    assert texts_of(rk.diagram(THINGS["sparse-scalar"]))[1:4] == ["0", "0", "7"]
    assert texts_of(rk.diagram(THINGS["no-sparse"]))[-1] == "no values"
    assert "bounding" not in rk.diagram(THINGS["no-sparse"]).svg
