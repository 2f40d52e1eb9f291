"""One value for each row: sums, means, extremes, positions; rows sorted and reversed."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import as_ragged, ragged
from tests.facades.ragged.model import DAY, LIMIT, Row, few, filled_rows, kept, plain


def total(values: list[Any]) -> Any:
    return None if None in values else sum(values)


@few
@given(filled_rows)
def test_sums_means_and_extremes_are_python_s(rows: list[Row]) -> None:
    x = ragged([[1], *rows])[-1]
    whole = [row or [] for row in rows]
    assert plain(rr.row_sums(x)) == [total(row) for row in whole]
    assert plain(rr.row_sums(x, na_rm=True)) == [sum(kept(row)) for row in whole]
    largest = [max(row) if row and None not in row else None for row in whole]
    assert plain(rr.row_max(x)) == largest
    assert plain(rr.row_max(x, empty=99)) == [
        m if row else 99 for m, row in zip(largest, whole, strict=True)
    ]
    assert plain(rr.row_min(x, na_rm=True)) == [min(kept(row), default=None) for row in whole]
    means = [sum(kept(row)) / len(kept(row)) if kept(row) else np.nan for row in whole]
    np.testing.assert_allclose(np.asarray(rr.row_means(x, na_rm=True)), means)
    medians = [float(np.median(kept(row))) if kept(row) else None for row in whole]
    assert plain(rr.row_median(x, na_rm=True)) == medians
    spread = [float(np.std(kept(row), ddof=1)) if len(kept(row)) > 1 else None for row in whole]
    found = plain(rr.row_sd(x, na_rm=True))
    assert [v is None for v in found] == [v is None for v in spread]
    np.testing.assert_allclose(kept(found), kept(spread), atol=1e-9)
    at = [row.index(max(kept(row))) + 1 if kept(row) else None for row in whole]
    assert plain(rr.row_which_max(x)) == at


@few
@given(filled_rows, st.integers(-5, 5).filter(bool))
def test_values_are_picked_by_place(rows: list[Row], n: int) -> None:
    x = ragged([[1], *rows])[-1]
    at = n - 1 if n > 0 else n
    wanted = [row[at] if row and len(row) >= abs(n) else None for row in rows]
    assert plain(rr.row_nth(x, n)) == wanted
    assert plain(rr.row_first(x, default=0)) == [row[0] if row else 0 for row in rows]


@few
@given(filled_rows)
def test_rows_are_sorted_reversed_and_thinned(rows: list[Row]) -> None:
    x = ragged(rows)

    def ordered(row: list[Any], reverse: bool) -> list[Any]:
        return sorted(kept(row), reverse=reverse) + [None] * row.count(None)

    assert plain(rr.sort_rows(x)) == [row and ordered(row, False) for row in rows]
    assert plain(rr.sort_rows(x, decreasing=True)) == [row and ordered(row, True) for row in rows]
    first = [row and [None] * row.count(None) + sorted(kept(row)) for row in rows]
    assert plain(rr.sort_rows(x, na_last=False)) == first
    assert plain(rr.sort_rows(x, na_last=NA)) == [row and sorted(kept(row)) for row in rows]
    assert plain(rr.rev_rows(x)) == [row and row[::-1] for row in rows]
    assert plain(rr.unique_rows(x)) == [row and list(dict.fromkeys(row)) for row in rows]
    sums = [row and [total(row[: i + 1]) for i in range(len(row))] for row in rows]
    assert plain(rr.row_cumsum(x)) == sums


@pytest.mark.parametrize(
    ("rows", "largest", "smallest"),
    [
        pytest.param([["b", "a"], []], ["b", None], ["a", None], id="text"),
        pytest.param([[DAY, date(1960, 1, 1)]], [DAY], [date(1960, 1, 1)], id="dates"),
        pytest.param([[True, False]], [1], [0], id="logical"),
        pytest.param([[-np.inf, 2.0]], [2.0], [-np.inf], id="infinite"),
        pytest.param([[LIMIT], [-LIMIT]], [LIMIT, -LIMIT], [LIMIT, -LIMIT], id="limits"),
    ],
)
def test_extremes_of_all_kinds(rows: Any, largest: Any, smallest: Any) -> None:
    assert plain(rr.row_max(ragged(rows))) == largest
    assert plain(rr.row_min(ragged(rows))) == smallest


def test_a_neighbour_s_nan_stays_in_its_row() -> None:
    x = ragged([[np.nan, 1.0], [2.0, np.inf], [3.0, None], [4.0]])
    assert repr(rr.row_sums(x)) == "[1] NaN Inf  NA   4"
    assert repr(rr.row_max(x)) == "[1] NaN Inf  NA   4"
    assert repr(rr.row_cumsum(x)[[4]]) == "[1] 4"


def test_inner_axes_are_reduced_to_ragged_lists() -> None:
    x = ragged([[[1, 2], []], None, [[None]]])
    assert plain(rr.row_sums(x)) == [3, 0, None]
    assert plain(rr.row_sums(x, axis=2)) == [[3, 0], None, [None]]
    assert plain(rr.row_lengths(x, axis=2)) == [2, 0, 1]


def test_values_of_several_numbers() -> None:
    x = as_ragged(rk.RaggedTensor.from_row_splits(np.arange(6).reshape(3, 2), [0, 2, 2, 3]))
    assert rr.row_sums(x).tolist() == [[2, 4], [0, 0], [4, 5]]
    assert x[[1]].tolist() == [[0, 1], [2, 3]]
    assert rr.as_tensor(x + 1).to_list() == [[[1, 2], [3, 4]], [], [[5, 6]]]
    assert repr(x).splitlines()[1] == "1  [[0, 1], [2, 3]]"
    assert rr.as_tensor(x + c(10, 20, 30)).to_list() == [[[10, 11], [12, 13]], [], [[34, 35]]]


def test_apply_rows_gives_vectors_or_rows() -> None:
    x = ragged({"a": [3, 1], "b": None})
    assert plain(rr.apply_rows(x, lambda row: 0 if row is None else len(row))) == [2, 0]
    assert rr.apply_rows(x, lambda row: 1).names == ("a", "b")
    assert plain(rr.apply_rows(x, lambda row: row)) == [[3, 1], None]
    assert plain(rr.apply_rows(x, lambda row: 1, simplify=False)) == [[1], [1]]
