"""Concatenation of tables, compared with lists of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests.table.model import EMPTY, SMALL, check, kinds_of, rows_of, tables

concat = rk.RaggedTable.concat


@given(st.lists(tables(), min_size=1, max_size=3))
def test_concat_puts_rows_after_rows(several: list[rk.RaggedTable]) -> None:
    found = concat(several)
    check(found, [row for t in several for row in rows_of(t)])
    assert kinds_of(found) == kinds_of(several[0])
    assert found.partition.dtype == max(str(t.partition.dtype) for t in several)
    assert concat(iter(several)).identical(found)


@given(tables(), st.integers(0, 6))
def test_concat_undoes_a_cut(t: rk.RaggedTable, at: int) -> None:
    assert concat([t[:at], t[at:]]).identical(t[:])


def test_names_may_be_in_any_order() -> None:
    names = list(SMALL.columns)[::-1]
    other = SMALL.select(names).drop("user").with_rows(user=SMALL.rows["user"])
    found = concat([SMALL, other])
    assert found.identical(concat([SMALL, SMALL]))
    assert list(concat([other, SMALL]).columns) == names


def test_dtypes_are_promoted() -> None:
    a = rk.RaggedTable({"x": rk.array([[1]], dtype="int16"), "w": [["a"]]}, {"id": [1]})
    b = rk.RaggedTable({"x": [[1.5], []], "w": [["long"], []]}, {"id": [2.5, 3.5]})
    found = concat([a, b])
    assert found["x"].dtype == found.rows["id"].dtype == "float64"
    assert found["w"].dtype == "<U4"
    assert found.rows["id"].tolist() == [1.0, 2.5, 3.5]
    assert not found.rows["id"].flags.writeable


def test_declared_uniform_rows() -> None:
    a = rk.RaggedTable({"x": np.ones((2, 3)), "y": np.zeros((2, 3))})
    b = rk.RaggedTable({"x": [[1.0], [2.0, 3.0]], "y": [[1.0], [2.0, 3.0]]})
    assert concat([a, a])["y"].shape.as_list() == [4, 3]
    assert concat([a, b])["y"].to_list() == [[0.0] * 3] * 2 + [[1.0], [2.0, 3.0]]


def test_edges() -> None:
    assert concat([EMPTY, SMALL, EMPTY]).identical(SMALL)
    assert concat([EMPTY, EMPTY]).identical(EMPTY)
    assert concat([SMALL]).identical(SMALL)
    none = concat([SMALL.select(), EMPTY.select(), SMALL[:2].select()])
    assert none.row_lengths().tolist() == [*SMALL.row_lengths().tolist(), 0, 3]
    assert list(none.rows) == list(SMALL.rows)


REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "missing": (
        [SMALL, SMALL.drop("x", "id")], ValueError,
        r"^tables\[1\] must have the names of tables\[0\], got no column 'x', no row label 'id'$",
    ),
    "extra": (
        [SMALL.drop("x"), SMALL, SMALL], ValueError,
        r"^tables\[1\] must have the names of tables\[0\], got one column more, 'x'$",
    ),
    "kind": (
        [SMALL.select("x"), SMALL.select("word").with_rows(x=range(6))], ValueError,
        r"got no column 'x', one column more, 'word', one row label more, 'x'$",
    ),
    "many": (
        [rk.RaggedTable({c: [[1]] for c in "abcdef"}), rk.RaggedTable({"g": [[1]]})], ValueError,
        r"no column 'd', \.\.\.$",
    ),
    "none": ([], ValueError, r"^tables must have at least one table, got \[\]$"),
    "one": (SMALL, TypeError, r"^tables must be a list of tables, got <RaggedTable"),
    "tensor": ([SMALL, SMALL["x"]], TypeError, r"^tables\[1\] must be a RaggedTable, got <"),
    "text": (
        [SMALL, SMALL.with_columns(x=SMALL["word"])], TypeError,
        r"^\['x'\] of tables must be all text or all numbers, got \['",
    ),
    "rank": (
        [SMALL, SMALL.with_columns(x=SMALL["parts"])], ValueError,
        r"^\['x'\] of tables must have one rank, got 2 in tables\[0\] and 3 in tables\[1\]",
    ),
    "label": (
        [SMALL, SMALL.with_rows(id=SMALL.rows["user"])], TypeError,
        r"^\.rows\['id'\] of tables must be all text or all numbers",
    ),
    "label-shape": (
        [SMALL, SMALL.with_rows(box=np.ones((6, 3)))], ValueError, r"^\.rows\['box'\] of ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("several", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_tables_are_refused(several: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        concat(several)
