"""Displays of tables: a line per row with labels, length and items; text and HTML show the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTable, RaggedTensor, RowPartition
from raggedkit.reprs.values import columns
from tests.reprs.pages import CAP, Page


def tracks(lengths: list[int]) -> RaggedTable:
    part = RowPartition.from_row_lengths(lengths)
    items = np.arange(sum(lengths))
    made = {"lat": items / 8, "id": items}
    named = {name: rk.RaggedTensor.from_row_lengths(x, lengths) for name, x in made.items()}
    return RaggedTable(named, {"track": [f"t{i}" for i in range(len(lengths))]}, part)


SMALL = tracks([3, 0, 1])
WORDS = RaggedTable(
    {"words": [[["to", "be"], ["or"]], [], [list("abcdefg")]], "n": [[2, 1], [], [7]]},
    rows={"xy": [[1.5, 2.0], [3.0, 4.0], [5.0, 6.0]]},
)
BARE = RaggedTable({}, {"a": [1, 2]}, RowPartition.from_row_lengths([2, 0]))
THINGS = {
    "small": SMALL,
    "no-rows": SMALL[:0],
    "empty-rows": tracks([0, 0]),
    "rank-2": WORDS,
    "no-columns": BARE,
    "nothing": RaggedTable({}, partition=RowPartition.from_row_splits([0])),
    "inner-axis": RaggedTable({"p": rk.RaggedTensor.from_row_lengths(np.eye(3)[:, :2], [2, 1])}),
    "uniform": RaggedTable({"u": rk.RaggedTensor.from_uniform_row_length(np.arange(6), 2)}),
    "long": tracks([40] * 300),
    "many-columns": RaggedTable({f"column {i}": SMALL["lat"] for i in range(40)}),
    "long-names": RaggedTable(
        {"n" * 500: SMALL["lat"], "語" * 300: SMALL["id"]}, {"<b>\u202e": ["<i>", "\u202ex", "&"]}
    ),
    "long-texts": RaggedTable({"x": [["<&>" * 10_000, "語" * 900]], "y": [[1, 2]]}),
    "times": RaggedTable(
        {"t": [np.arange(30).astype("M8[s]")]}, {"until": np.array(["NaT"], "M8[D]")}
    ),
}


def test_text_of_a_small_table() -> None:
    assert repr(SMALL).splitlines() == [
        "<RaggedTable of 3 rows (1 empty), 4 items",
        " columns lat float64, id int64; labels track",
        " row  track  length  lat                    id",
        "   0  't0'        3  [0.0  , 0.125, 0.25 ]  [0, 1, 2]",
        "   1  't1'        0  []                     []",
        "   2  't2'        1  [0.375]                [3]>",
    ]
    assert str(SMALL) == f"{SMALL}" == repr(SMALL)


def test_page_of_a_small_table() -> None:
    page = Page(SMALL._repr_html_())
    head = "RaggedTable 3 rows (1 empty), 4 items · columns lat float64, id int64 · labels track"
    assert page.heads[0] == f"{head} · 120 bytes"
    assert page.tables[0][0] == ["row", "track", "length", "lat", "id"]
    assert page.rows == [
        ["0", "'t0'", "3", "0.0", "0.125", "0.25", "0", "1", "2"],
        ["1", "'t1'", "0", "empty"],
        ["2", "'t2'", "1", "0.375", "3"],
    ]
    assert ("aria-label", "RaggedTable") in page.attributes


def test_the_fold_has_each_column_and_the_partition() -> None:
    column = rk.array([[1.5, np.nan], [np.inf]])
    page = Page(RaggedTable({"x": column, "w": [[["a"], []], [[]]]}, {"k": [1, 2]})._repr_html_())
    assert "details" in page.tags
    for line in (
        "labels k [2] int64",
        "column x [2, (d1)] float64, 1 nan, 1 inf",
        "column w [2, (d1), (d2)] str",
        "24 bytes of row splits, shared by the columns",
    ):
        assert line in page.text
    assert [line[0] for line in page.tables[1]][-1] == "row_splits"


@given(st.lists(st.integers(0, 30), max_size=30), st.integers(2, 15), st.integers(2, 15))
def test_whatever_is_shown_is_the_tables(lengths: list[int], rows: int, items: int) -> None:
    table = tracks(lengths)
    with rk.options(max_rows=rows, max_items=items):
        found = [row for row in Page(table._repr_html_()).rows if len(row) > 2]
    for row in found:
        at = int(row[0])
        assert row[1:3] == [f"'t{at}'", str(lengths[at])]
        lat, ids = (
            [x for x in row[3:] if "." in x and x != "..."],
            [x for x in row[3:] if "." not in x and x != "empty"],
        )
        assert [float(x) * 8 for x in lat] == [int(x) for x in ids], "the same items in all columns"
        own = table["id"][at].tolist()
        wanted = (
            own if len(ids) == len(own) else [*own[: max(len(ids) - 1, 1)], own[-1]][: len(ids)]
        )
        assert [int(x) for x in ids] == wanted
        assert ("..." in row) == (len(ids) < len(own))


@pytest.mark.parametrize("name", THINGS)
@pytest.mark.parametrize("limits", [(2, 20, 2), (12, 80, 12), (100, 300, 50)])
def test_a_text_fits_its_limits(name: str, limits: tuple[int, int, int]) -> None:
    rows, cols, items = limits
    with rk.options(max_rows=rows, max_cols=cols, max_items=items):
        lines = repr(THINGS[name]).splitlines()
        html = THINGS[name]._repr_html_()
    assert len(lines) <= rows
    assert max(map(columns, lines)) <= cols
    assert lines[0].startswith("<RaggedTable of")
    assert lines[-1].endswith(">")
    assert len(html.encode()) <= CAP
    page = Page(html)
    assert "script" not in page.tags
    assert "\u202e" not in html + repr(THINGS[name])


def test_rows_left_out_are_counted_with_the_empty_ones() -> None:
    table = tracks([1, 0] * 50)
    page = Page(table._repr_html_())
    assert "+91 more rows, 45 empty" in page.text
    assert " ... 92 more rows" in repr(table).splitlines()


def test_columns_without_room_are_counted() -> None:
    table = THINGS["many-columns"]
    header, shown = Page(table._repr_html_()).tables[0][0], repr(table).splitlines()[2]
    assert header[-1] == f"+{40 - (len(header) - 3)} more"
    assert shown.endswith(f"+{40 - shown.count('column')} more")
    assert "+32 more" in repr(table).splitlines()[1] or "..." in repr(table).splitlines()[1]


def test_hidden_nan_is_counted_in_its_row() -> None:
    values = np.ones(40)
    values[20:25] = np.nan
    table = RaggedTable({"x": values[None], "n": np.arange(40)[None]})
    row = Page(table._repr_html_()).rows[0]
    assert row.count("..., 5 nan") == 1
    assert row.count("...") == 1


def test_labels_of_several_axes_and_inner_rows() -> None:
    row = Page(WORDS._repr_html_()).rows[2]
    assert row == ["2", "[5.0, 6.0]", "1", "['a', 'b', 'c', ..., 'g'] (7)", "7"]


def test_only_columns_with_room_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from raggedkit.reprs import tree

    read: list[RaggedTensor] = []
    items_at = tree.items_at

    def counting(rt: RaggedTensor, *arguments: Any) -> Any:
        read.append(rt)
        return items_at(rt, *arguments)

    monkeypatch.setattr(tree, "items_at", counting)
    repr(RaggedTable({f"c{i}": SMALL["lat"] for i in range(1000)}))
    assert len(read) < 60


def test_a_format_is_refused() -> None:
    with pytest.raises(TypeError, match="unsupported format string"):
        f"{SMALL:.2f}"
