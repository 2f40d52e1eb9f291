"""Splitting, merging and exploding rows, compared with lists of rows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import UnknownNameError
from tests.table.model import EMPTY, SMALL, Row, check, rows_of, tables


def pieces_of(rows: list[Row], begins: list[list[bool]]) -> list[Row]:
    found = []
    for (labels, row), flags in zip(rows, begins, strict=True):
        starts = [i for i, flag in enumerate(flags) if flag or i == 0]
        for piece, (a, b) in enumerate(pairwise([*starts, len(row)])):
            found.append(({**labels, "piece": piece}, row[a:b]))
    return found


@given(tables(), st.integers(0, 4))
def test_split_where_makes_a_row_of_each_piece(t: rk.RaggedTable, limit: int) -> None:
    rows = rows_of(t)
    flags = t["x"] < limit
    found = t.split_where(flags)
    check(found, pieces_of(rows, flags.to_list()), like=found)
    assert found.partition.dtype == t.partition.dtype
    assert found.rows["piece"].dtype == "int64"
    # one flag less in every row: a gap before the next item
    gaps = t.split_where(flags[:, 1:], name="leg")
    assert gaps.rename(leg="piece").identical(found)
    for name in t.columns:
        flat = t[name].flat_values
        assert np.shares_memory(found[name].flat_values, flat) or not flat.size


@given(tables(), st.integers(0, 4))
def test_merge_rows_undoes_split_where(t: rk.RaggedTable, limit: int) -> None:
    t = t.drop("box")
    back = t.split_where(t["x"] < limit).merge_rows(by=["user", "id"])
    check(back, [row for row in rows_of(t) if row[1]], like=t)


@given(tables(), st.lists(st.sampled_from(["user", "id", "kind"]), min_size=1, unique=True))
def test_merge_rows_in_order_of_first_appearance(t: rk.RaggedTable, by: list[str]) -> None:
    t = t.with_rows(kind=np.arange(len(t)) % 2 == 0)
    merged: dict[Any, Row] = {}
    for labels, row in rows_of(t):
        key = {name: labels[name] for name in by}
        merged.setdefault(tuple(key.values()), (key, []))[1].extend(row)
    found = t.merge_rows(by)
    check(found, list(merged.values()))
    assert list(found.columns) == list(t.columns)
    assert found.partition.dtype == t.partition.dtype
    if len(by) == 1:
        assert t.merge_rows(by=by[0]).identical(found)


def test_merge_rows_of_nan_and_of_times() -> None:
    nat, day = np.datetime64("NaT"), np.datetime64("2024-01-01")
    t = rk.RaggedTable(
        {"x": [[1], [2], [3], [4]]}, {"f": [np.nan, 0.0, np.nan, -0.0], "d": [day, nat, day, nat]}
    )
    assert t.merge_rows("f")["x"].to_list() == [[1, 3], [2, 4]]
    assert t.merge_rows("d")["x"].to_list() == [[1, 3], [2, 4]]
    assert np.isnan(t.merge_rows("f").rows["f"][0])
    assert t.merge_rows(["f", "d"])["x"].to_list() == [[1, 3], [2, 4]]


def test_merged_rows_that_follow_each_other_share_the_values() -> None:
    t = rk.RaggedTable({"x": [[1], [2], [3]]}, {"id": [5, 5, 4]})
    found = t.merge_rows("id")
    assert found["x"].to_list() == [[1, 2], [3]]
    assert np.shares_memory(found["x"].flat_values, t["x"].flat_values)


@given(tables())
def test_explode_repeats_the_labels(t: rk.RaggedTable) -> None:
    long = t.explode()
    assert list(long) == [*t.rows, *t.columns]
    values = {
        name: v.to_list() if isinstance(v, rk.RaggedTensor) else v.tolist()
        for name, v in long.items()
    }
    expected = [{**labels, **item} for labels, row in rows_of(t) for item in row]
    assert {n: [line[n] for line in expected] for n in long} == values
    assert {n: v.dtype for n, v in long.items()} == {
        n: v.dtype for n, v in ({**t.rows} | {**t.columns}).items()
    }
    assert not long["x"].flags.writeable


def test_declared_uniform_rows_become_ragged() -> None:
    t = rk.RaggedTable({"a": np.arange(6).reshape(2, 3)}, {"id": [7, 7]})
    pieces = t.split_where([[False, True, False], [False, False, True]])
    assert pieces["a"].to_list() == [[0], [1, 2], [3, 4], [5]]
    assert pieces["a"].shape.as_list() == [4, None]
    assert t.merge_rows("id")["a"].shape.as_list() == [1, None]
    assert t.explode()["a"].tolist() == list(range(6))


def test_tables_without_rows_or_columns() -> None:
    assert len(EMPTY.split_where(EMPTY["x"] > 1)) == 0
    check(EMPTY.merge_rows("id"), [])
    assert EMPTY.explode()["word"].dtype == SMALL["word"].dtype
    none = SMALL.select()
    assert none.split_where(SMALL["x"] > 1).identical(SMALL.split_where(SMALL["x"] > 1).select())
    assert none.merge_rows("user").row_lengths().tolist() == [
        len(row) for _, row in rows_of(SMALL.merge_rows("user"))
    ]
    assert list(none.explode()) == ["user", "id", "box"]
    assert SMALL.drop("user", "id", "box").explode().keys() == SMALL.columns.keys()


X = SMALL["x"]
REFUSED: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "name": (
        lambda t: t.split_where(X > 1, name="id"), ValueError,
        r"^name must not be in use in the table, got 'id'; choose another",
    ),
    "name-of-a-column": (
        lambda t: t.split_where(X > 1, name="x"), ValueError, r"in use in the table, got 'x'",
    ),
    "no-name": (
        lambda t: t.split_where(X > 1, name=None), TypeError, r"^name must be a string, got None$",
    ),
    "ints": (lambda t: t.split_where(X), TypeError, r"^condition must contain bools, got dtype"),
    "rows": (
        lambda t: t.split_where((X > 1)[1:]), ValueError,
        r"^condition must have the 6 rows of the table, got 5$",
    ),
    "lengths": (
        lambda t: t.split_where((X > 1)[:, 2:]), ValueError,
        r"one less in every row that has values, got 1 for the 3 values of row 1 of the table$",
    ),
    "mixed": (
        lambda t: t.split_where([[], [True] * 3, [], [True], [], []]), ValueError,
        r"got 3 for the 3 of row 1 and 1 for the 2 of row 3 of the table$",
    ),
    "nested": (
        lambda t: t.split_where(t["parts"] > 1), ValueError,
        r"^condition must have one flag for each item of a row, got \[6, None, None\]$",
    ),
    "inner-axis": (
        lambda t: t.split_where(t["point"] > 1), ValueError, "one flag for each item of a row",
    ),
    "flat": (
        lambda t: t.split_where([True] * 6), ValueError, r"^condition must have rows",
    ),
    "merge-column": (
        lambda t: t.merge_rows("x"), UnknownNameError,
        r"^by must contain names of row labels, got 'x'; it is a column$",
    ),
    "merge-unknown": (
        lambda t: t.merge_rows(["user", "q"]), UnknownNameError,
        r"got 'q'; the row labels are 'user', 'id', 'box'$",
    ),
    "merge-nothing": (
        lambda t: t.merge_rows([]), ValueError, r"^by must have at least one name, got \[\]$",
    ),
    "merge-axes": (
        lambda t: t.merge_rows("box"), ValueError,
        r"^by must be row labels with one value per row, got 'box' of shape \(6, 2\)$",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_a_change_of_rows_is_refused(
    call: Callable[[Any], Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        call(SMALL)
