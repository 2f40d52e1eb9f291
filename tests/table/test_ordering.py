"""Sorting of rows and of items, and the largest items, compared with Python's stable sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import UnknownNameError
from tests.table.model import EMPTY, SMALL, Row, check, rows_of, table_of, tables

KEYS = ["x", "word", "time"]


@given(tables(), st.lists(st.sampled_from(KEYS), min_size=1, unique=True), st.booleans())
def test_columns_sort_items_within_rows(
    t: rk.RaggedTable, names: list[str], descending: bool
) -> None:
    expected = [
        (labels, sorted(row, key=lambda item: [item[n] for n in names], reverse=descending))
        for labels, row in rows_of(t)
    ]
    check(t.sort(names, descending=descending), expected, like=t)
    if len(names) == 1:
        check(t.sort(by=names[0], descending=descending), expected, like=t)


@given(tables(), st.permutations(["user", "id"]), st.booleans())
def test_row_labels_sort_rows(t: rk.RaggedTable, names: list[str], descending: bool) -> None:
    for keys in (names, names[:1]):
        found = t.sort(keys, descending=descending)
        rows = [([labels[n] for n in keys], labels["id"]) for labels, _ in rows_of(t)]
        order = [i for _, i in sorted(rows, key=lambda row: row[0], reverse=descending)]
        first = t.rows["id"][0] if rows else 0
        check(found, [rows_of(t)[i - first] for i in order], like=t)


def test_a_label_and_a_column_sort_rows_and_items() -> None:
    found = SMALL.sort(["user", "word"])
    check(found, rows_of(SMALL.sort("user").sort("word")), like=SMALL)
    assert found.identical(SMALL.sort(["word", "user"]))
    assert not found.identical(SMALL)


@given(tables(), st.integers(0, 5), st.sampled_from(KEYS))
def test_top_returns_the_largest_items_of_each_row(t: rk.RaggedTable, k: int, by: str) -> None:
    expected: list[Row] = [
        (labels, sorted(row, key=lambda item: item[by], reverse=True)[:k])
        for labels, row in rows_of(t)
    ]
    check(t.top(k, by=by), expected, like=t)


@pytest.mark.parametrize("descending", [False, True])
def test_nan_and_nat_are_last(descending: bool) -> None:
    day = np.datetime64("2024-01-01")
    t = rk.RaggedTable(
        {
            "f": [[np.nan, 1.0, 2.0]],
            "d": [np.array(["NaT", day + 1, day], "M8[D]")],
            "i": [[0, 1, 2]],
        },
    )
    up = [1, 2, 0]
    assert t.sort("f", descending=descending)["i"].to_list() == [[2, 1, 0] if descending else up]
    assert t.sort("d", descending=descending)["i"].to_list() == [up if descending else [2, 1, 0]]
    assert t.top(2, "f")["i"].to_list() == [[2, 1]]
    rows = rk.RaggedTable({"i": [[0], [1], [2]]}, {"f": [np.nan, 1.0, 2.0]})
    assert rows.sort("f", descending=descending).rows["f"].tolist()[:2] == (
        [2.0, 1.0] if descending else [1.0, 2.0]
    )


def test_uniform_rows_stay_uniform() -> None:
    t = rk.RaggedTable({"a": [[3, 1], [4, 0]], "u": np.eye(2)}, partition=None)
    u = rk.RaggedTable({"a": np.array([[3, 1, 2], [4, 0, 5]])}, {"id": [2, 1]})
    assert t["u"].shape.as_list() == [2, None]
    for found, size in (
        (u.sort("a"), 3),
        (u.sort("id"), 3),
        (u.top(2, "a"), 2),
        (u.top(9, "a"), 3),
    ):
        assert found["a"].shape.as_list() == [2, size]
    assert u.top(2, "a")["a"].to_list() == [[3, 2], [5, 4]]


def test_edges_of_sort_and_top() -> None:
    for found in (EMPTY.sort("x"), EMPTY.sort("user"), EMPTY.top(3, "time")):
        check(found, [], like=SMALL)
    assert SMALL.sort([]).identical(SMALL)
    assert SMALL.top(1 << 70, "x").identical(SMALL.sort("x", descending=True))
    wide = table_of([3], np.array([300, -1, 300]), "int32")
    assert wide.top(2, "x")["point"].to_list() == [[[300, 0], [300, 2]]]


REFUSED: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "unknown": (
        lambda t: t.sort("usr"), UnknownNameError,
        r"^by must contain names of columns or row labels, got 'usr'; did you mean 'user'\?$",
    ),
    "twice": (lambda t: t.sort(["x", "x"]), ValueError, r"^by must not repeat a name, got 'x'$"),
    "number": (lambda t: t.sort(3), TypeError, r"^by must contain names of .*, got 3$"),
    "inner-axis": (
        lambda t: t.sort("point"), ValueError,
        r"^by must be a column with one value per item, got 'point' of shape \[6, None, 2\]$",
    ),
    "nested": (
        lambda t: t.top(1, "parts"), ValueError,
        r"^by must be a column with one value per item, got 'parts' of shape \[6, None, None\]$",
    ),
    "label-with-axes": (
        lambda t: t.sort("box"), ValueError,
        r"^by must be a row label with one value per row, got 'box' of shape \(6, 2\)$",
    ),
    "direction": (
        lambda t: t.sort("x", descending=np.ones(2)), TypeError,
        r"^descending must be True or False, got array",
    ),
    "top-of-labels": (
        lambda t: t.top(1, "id"), UnknownNameError,
        r"^by must contain names of columns, got 'id'; it is a row label",
    ),
    "top-of-several": (
        lambda t: t.top(1, ["x", "word"]), TypeError, r"^by must be the name of a column, got \[",
    ),
    "negative": (lambda t: t.top(-1, "x"), ValueError, r"^k must not be negative, got -1$"),
    "float": (lambda t: t.top(1.5, "x"), TypeError, r"^k must be an integer, got 1\.5$"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_an_order_is_refused(call: Callable[[Any], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call(SMALL)
