"""Rows and values of ragged lists replaced, against lists of lists."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import ragged
from tests.facades.ragged.model import Row, few, filled_rows, numbers, plain


@few
@given(filled_rows, st.integers(1, 8), st.none() | st.lists(numbers, max_size=3))
def test_a_row_is_put_in_place(rows: list[Row], at: int, value: Row) -> None:
    x = ragged(rows)
    before = x[:]
    x[at] = [value]
    model = [*rows, *[None] * (at - len(rows))]
    model[at - 1] = value
    assert plain(x) == model
    assert plain(before) == rows
    if value is None:
        return
    y = ragged(rows)
    y[[at]] = value
    assert plain(y) == model


@few
@given(filled_rows, st.sets(st.integers(1, 6), min_size=1))
def test_none_deletes_rows(rows: list[Row], at: set[int]) -> None:
    x = ragged(rows)
    x[c(*at)] = None
    model = [*rows, *[None] * (max(at) - len(rows))]
    assert plain(x) == [row for i, row in enumerate(model, 1) if i not in at]


@few
@given(filled_rows, st.integers(-5, 5))
def test_values_are_replaced_by_a_mask(rows: list[Row], bound: int) -> None:
    x = ragged(rows)
    x[x > bound] = 0
    wanted = [row and [0 if v is not None and v > bound else v for v in row] for row in rows]
    assert plain(x) == wanted
    x[rr.is_na(x)] = 99
    assert plain(x) == [row and [99 if v is None else v for v in row] for row in wanted]


@few
@given(filled_rows, st.integers(1, 3), st.integers(0, 2))
def test_values_are_replaced_by_their_places(rows: list[Row], first: int, more: int) -> None:
    x = ragged(rows)
    x[:, first : first + more] = 99
    at = range(first - 1, first + more)
    wanted = [row and [99 if k in at else v for k, v in enumerate(row)] for row in rows]
    assert plain(x) == wanted


def test_places_take_one_value_one_for_each_row_or_one_each() -> None:
    x = ragged([[3, 1, 4], [], [5, 9]])
    x[:, 1] = c(10, 20, 30)
    assert plain(x) == [[10, 1, 4], [], [30, 9]]
    x[1, 2:3] = c(7, 8)
    assert plain(x) == [[10, 7, 8], [], [30, 9]]
    x[:, -1] = ragged([[None, 2.5], [], [1]])
    assert plain(x) == [[10, None, 2.5], [], [30, 1]]
    with pytest.raises(ValueError, match="one for each of the 3 rows or each of 4 values, got 2"):
        x[:, 1:2] = c(1, 2)
    with pytest.raises(ValueError, match=r"the rows of x\[i, j\]"):
        x[:, 1] = ragged([[1], [2], [3]])
    y = ragged([[[1, 2], [3]], []])
    y[:, 1] = 0
    assert plain(y) == [[[0, 0], [3]], []]


def test_replacement_widens_the_kind_and_keeps_names() -> None:
    x = ragged({"a": [1], "b": [2]})
    x["a"] = [[2.5, None]]
    x[["new"]] = [True]
    assert (x.kind, plain(x)) == ("numeric", [[2.5, None], [2.0], [1.0]])
    assert plain(rr.names(x)) == ["a", "b", "new"]
    x[1:2] = c(7, 8)
    assert plain(x) == [[7.0], [8.0], [1.0]]
    del x["b"]
    assert plain(rr.names(x)) == ["a", "new"]


def test_rows_of_rows_are_replaced_by_rows_of_rows() -> None:
    x = ragged([[[1], [2]], [[3]]])
    x[[2]] = [[4, 5], None]
    assert plain(x) == [[[1], [2]], [[4, 5], None]]
    x[[1]] = ragged([[6]])
    assert plain(x) == [[[6]], [[4, 5], None]]
    with pytest.raises(ValueError, match=r"item 1 must have 2 ragged axes .* got \(1, \(\)\)"):
        x[1] = [[7]]


def test_what_does_not_fit_is_not_assigned() -> None:
    x = ragged([[1, 2], [3]])
    with pytest.raises(ValueError, match="one for each of the 2 that the mask has, got 3"):
        x[x > 1] = c(1, 2, 3)
    with pytest.raises(TypeError, match="integer and Date"):
        x[1] = [[date(2024, 1, 1)]]
    with pytest.raises(ValueError, match="value must not be empty"):
        x[1] = []
    assert plain(x) == [[1, 2], [3]]


def test_values_and_rows_as_vectors_of_a_kind() -> None:
    x = ragged([[3, 2.7], [], None, [None, -2.7, 1e10]])
    with pytest.warns(UserWarning, match="NAs introduced by coercion"):
        assert plain(rr.as_integer(x)) == [3, 2, None, -2, None]
    assert plain(rr.as_numeric(x)) == [3, 2.7, None, -2.7, 1e10]
    assert plain(rr.as_character(x)) == ["[3, 2.7]", "[]", "NULL", "[NA, -2.7, 1e+10]"]
    with pytest.warns(UserWarning, match="NAs introduced by coercion"):
        assert plain(rr.as_integer(ragged([["7"], ["a"]]))) == [7, None]


@pytest.mark.parametrize("x", [None, 5, "a", c(1, 2), rr.shape(1, NA), rr.TensorShape([2])])
def test_what_has_no_names(x: Any) -> None:
    assert rr.names(x) is None


def test_lengths_of_what_is_no_rows() -> None:
    assert plain(rr.lengths(rr.shape(2, NA))) == [1, 0]
    assert plain(rr.lengths(c(3, 4, 5))) == [1, 1, 1]
