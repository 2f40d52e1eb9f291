"""Verbs that change names, and `head`, compared with lists of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import UnknownNameError
from tests.table.model import EMPTY, SMALL, check, rows_of, tables

COLUMNS = ["x", "word", "time", "point", "parts"]
LABELS = ["user", "id", "box"]


@given(tables())
def test_with_columns_adds_and_replaces(t: rk.RaggedTable) -> None:
    found = t.with_columns(twice=t["x"] * 2, x=-t["x"])
    expected = [
        (labels, [{**item, "x": -item["x"], "twice": 2 * item["x"]} for item in row])
        for labels, row in rows_of(t)
    ]
    check(found, expected)
    assert list(found.columns) == [*COLUMNS, "twice"]
    assert found.partition is t.partition
    check(
        t.with_columns({"a b": t["word"]}).select("a b"),
        rows_of(t.select("word").rename(word="a b")),
    )


@given(tables())
def test_with_rows_adds_and_replaces(t: rk.RaggedTable) -> None:
    found = t.with_rows(n=t.row_lengths(), id=t.rows["id"] / 2)
    expected = [
        ({**labels, "id": labels["id"] / 2, "n": len(row)}, row) for labels, row in rows_of(t)
    ]
    check(found, expected)
    assert list(found.rows) == [*LABELS, "n"]
    assert list(t.with_rows({"a b": t.rows["id"]}).rows) == [*LABELS, "a b"]


def test_columns_and_labels_may_have_any_name_in_a_dict() -> None:
    found = SMALL.with_columns({"self": SMALL["x"]}, columns=SMALL["x"]).with_rows(rows=range(6))
    assert list(found.columns)[-2:] == ["self", "columns"]
    assert list(found.rows)[-1] == "rows"


def test_a_ragged_column_makes_uniform_ones_ragged() -> None:
    t = rk.RaggedTable({"a": np.ones((2, 3))})
    assert t.with_columns(b=[[1, 2, 3], [4, 5, 6]])["a"].shape.as_list() == [2, None]
    assert t.with_columns(b=np.zeros((2, 3)))["b"].shape.as_list() == [2, 3]
    ragged = rk.RaggedTable({"a": [[1], [2]]}).with_columns(a=np.ones((2, 1)))
    assert ragged["a"].shape.as_list() == [2, None]  # the table stays ragged


def test_the_last_column_and_the_first_one() -> None:
    none = SMALL.drop(*COLUMNS)
    assert none.partition is SMALL.partition
    assert none.row_lengths().tolist() == SMALL.row_lengths().tolist()
    assert none.with_columns(x=SMALL["x"]).identical(SMALL.select("x"))


@given(tables(), st.lists(st.sampled_from(COLUMNS), unique=True))
def test_select_orders_columns_and_keeps_labels(t: rk.RaggedTable, names: list[str]) -> None:
    expected = [(labels, [{n: i[n] for n in names} for i in row]) for labels, row in rows_of(t)]
    for found in (t.select(*names), t.select(names), t.select(iter(names))):  # type: ignore[arg-type]
        check(found, expected)
        assert list(found.columns) == names


@given(tables(), st.sets(st.sampled_from(COLUMNS + LABELS)))
def test_drop_removes_columns_and_labels(t: rk.RaggedTable, names: set[str]) -> None:
    expected = [
        (
            {k: v for k, v in labels.items() if k not in names},
            [{k: v for k, v in item.items() if k not in names} for item in row],
        )
        for labels, row in rows_of(t)
    ]
    for found in (t.drop(*names), t.drop(sorted(names))):
        check(found, expected)


def test_rename_keeps_the_order_and_may_exchange_names() -> None:
    found = SMALL.rename(x="word", word="x", id="track")
    assert list(found.columns) == ["word", "x", "time", "point", "parts"]
    assert list(found.rows) == ["user", "track", "box"]
    assert found["word"] is SMALL["x"]
    assert found.rename({"word": "x", "x": "word"}, track="id").identical(SMALL)
    assert SMALL.rename(x="id", id="x")["id"] is SMALL["x"]
    assert SMALL.rename().identical(SMALL)
    assert SMALL.rename(x="x").identical(SMALL)


@given(tables(), st.integers(0, 7))
def test_head_returns_the_first_rows(t: rk.RaggedTable, n: int) -> None:
    check(t.head(n), rows_of(t)[:n], like=t)
    check(t.head(), rows_of(t)[:5], like=t)


def test_verbs_of_a_table_without_rows() -> None:
    assert (
        EMPTY.select("x").drop("x").head().with_columns(x=EMPTY["x"]).identical(EMPTY.select("x"))
    )
    assert EMPTY.with_rows(n=EMPTY.row_lengths()).rows["n"].dtype == "int64"


REFUSED: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "lengths": (
        lambda t: t.with_columns(y=[[1]] * 6), ValueError,
        r"^y must have the row lengths of the table, got length 1 for 0 in row 0$",
    ),
    "in-a-dict": (
        lambda t: t.with_columns({"y": [[1]]}), ValueError,
        r"^columns\['y'\] must have the 6 rows of the table, got 1$",
    ),
    "flat": (
        lambda t: t.with_columns(y=t["x"].flat_values), ValueError,
        r"^y must have rows, got an array of shape \(6,\); .* other\.with_flat_values\(values\)$",
    ),
    "clash": (
        lambda t: t.with_columns(id=t["x"]), ValueError,
        r"^with_columns must not repeat a name of row labels, got 'id'$",
    ),
    "twice": (
        lambda t: t.with_columns({"y": t["x"]}, y=t["x"]), ValueError,
        r"^columns must not repeat a keyword, got 'y'$",
    ),
    "no-dict": (
        lambda t: t.with_columns([t["x"]]), TypeError,
        r"^columns must be a dict from names to columns, got \[",
    ),
    "no-name": (
        lambda t: t.with_columns({1: t["x"]}), TypeError,
        r"^columns must have names that are strings, got 1$",
    ),
    "labels": (
        lambda t: t.with_rows(y=[1, 2]), ValueError,
        r"^y must have one item for each of the 6 rows, got 2$",
    ),
    "labels-clash": (
        lambda t: t.with_rows(x=range(6)), ValueError,
        r"^with_rows must not repeat a name of columns, got 'x'$",
    ),
    "ragged-labels": (
        lambda t: t.with_rows({"y": t["x"]}), TypeError,
        r"^rows\['y'\] must be an array .*; a ragged tensor is a column$",
    ),
    "select-unknown": (
        lambda t: t.select("wird"), UnknownNameError,
        r"^names must contain names of columns, got 'wird'; did you mean 'word'\?$",
    ),
    "select-label": (
        lambda t: t.select("id"), UnknownNameError,
        r"^names must contain names of columns, got 'id'; it is a row label; all row labels stay$",
    ),
    "select-twice": (
        lambda t: t.select("x", "x"), ValueError, r"^names must not repeat a name, got 'x'$",
    ),
    "select-number": (
        lambda t: t.select(0), TypeError, r"^names must contain names of columns, got 0$",
    ),
    "drop-unknown": (
        lambda t: t.drop("q"), UnknownNameError,
        r"got 'q'; the columns and row labels are 'x', 'word', 'time', 'point', 'parts', 'user', ",
    ),
    "rename-unknown": (
        lambda t: t.rename(q="x"), UnknownNameError, "^names must contain names of columns or row",
    ),
    "rename-clash": (
        lambda t: t.rename(x="id"), ValueError,
        r"^names must be different afterwards, got 'id' twice$",
    ),
    "rename-number": (
        lambda t: t.rename(x=3), TypeError, r"^names\['x'\] must be a string, got 3$",
    ),
    "rename-list": (
        lambda t: t.rename(["x", "y"]), TypeError, "^names must be a dict from names to new names",
    ),
    "head-negative": (lambda t: t.head(-1), ValueError, r"^n must not be negative, got -1$"),
    "head-float": (lambda t: t.head(1.5), TypeError, r"^n must be an integer, got 1\.5$"),
}  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_a_verb_refuses(call: Callable[[Any], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call(SMALL)


def test_names_with_words_are_told_as_they_are() -> None:
    table = rk.RaggedTable({"a or b": [[1]], "c": [[2]]})
    with pytest.raises(UnknownNameError, match="the columns are 'a or b', 'c'"):
        table.select("zzz")
