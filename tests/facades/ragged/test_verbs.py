"""R's verbs on ragged lists, and how they are displayed."""

from __future__ import annotations

import pickle
import re

import numpy as np
from hypothesis import given

import raggedkit as rk
import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import as_ragged, ragged
from tests.facades.ragged.model import DAY, Row, few, plain, some_rows


@few
@given(some_rows, some_rows)
def test_verbs_are_those_of_lists(rows: list[Row], others: list[Row]) -> None:
    x = ragged(rows)
    assert plain(c(x, others)) == [*rows, *others]
    assert plain(c(x, None, 7)) == [*rows, [7]]
    assert rr.length(x) == len(rows)
    assert [plain(row) for row in rr.as_list(x)] == rows
    assert plain(rr.rev(x)) == rows[::-1]
    assert plain(rr.head(x, 2)) == rows[:2]
    assert plain(rr.tail(x, 2)) == rows[-2:]
    assert plain(rr.rep(x, 2)) == rows * 2
    assert plain(rr.unlist(x)) == [v for row in rows for v in row or []]
    assert plain(rr.lengths(x)) == [len(row or []) for row in rows]
    assert plain(rr.row_is_null(x)) == [row is None for row in rows]
    assert plain(rr.is_empty(x)) == [not row for row in rows]
    assert plain(rr.is_na(x)) == [row and [v is None for v in row] for row in rows]
    distinct = [row for i, row in enumerate(rows) if row not in rows[:i]]
    assert plain(rr.unique(x)) == distinct


def test_rows_are_vectors_to_r_s_verbs() -> None:
    day = ragged({"a": {"u": DAY, "v": None}})[[1]]
    assert plain(rr.rev(day)) == [None, DAY]
    assert rr.rev(day).names == ("v", "u")
    assert plain(c(day, DAY, None)) == [DAY, None, DAY]
    assert c(day, [1]) == [DAY, NA, 1]
    assert plain(rr.is_na(day)) == [False, True]
    assert plain(rr.unique(rr.rep(day, 2))) == [DAY, None]
    assert plain(rr.head(day, 1)) == plain(day[1]) == [DAY]
    assert rr.identical(pickle.loads(pickle.dumps(day)), day)
    assert repr(day) == f'           u            v \n"{DAY}"           NA '


@few
@given(some_rows, some_rows)
def test_identical_is_equality_of_all(rows: list[Row], others: list[Row]) -> None:
    assert rr.identical(ragged(rows), ragged(rows))
    x, y = ragged([*rows, [1]]), ragged([*others, [1]])
    assert rr.identical(x, y) == (rows == others)
    assert (rr.all_equal(x, y) is True) == (rows == others)


@few
@given(some_rows)
def test_encodings_make_the_rows_again(rows: list[Row]) -> None:
    x = ragged([*rows, [1]])
    wanted = [row or [] for row in rows] + [[1]]
    values = rr.flat_values(x)
    for base in (0, 1):
        splits = rr.row_splits(x, base=base)
        assert plain(rr.ragged_from_splits(values, splits, base=base)) == wanted
        rowids = rr.value_rowids(x, base=base)
        assert plain(rr.ragged_from_rowids(values, rowids, len(wanted), base=base)) == wanted
        starts = rr.row_starts(x, base=base)
        assert plain(rr.ragged_from_starts(values, starts, base=base)) == wanted
    assert plain(rr.ragged_from_limits(values, rr.row_limits(x))) == wanted
    assert plain(rr.ragged_from_lengths(values, rr.lengths(x))) == wanted


def test_tensors_say_what_stands_for_na() -> None:
    x = ragged([[1, None], None])
    np.testing.assert_equal(rr.as_tensor(x, "float64").to_list(), [[1.0, np.nan], []])
    x[rr.is_na(x)] = 0
    assert rr.as_tensor(x).to_list() == [[1, 0], []]


def test_a_slice_whose_first_offset_is_not_0() -> None:
    rt = rk.ragged.constant([[9], [1, 2], [3]])[1:]
    assert plain(as_ragged(rt) + 1) == [[2, 3], [4]]


def test_int32_splits_stay() -> None:
    rt = rk.RaggedTensor.from_row_splits([1, 2], np.array([0, 2], dtype="int32"))
    assert (as_ragged(rt) + 1).tensor.row_splits.dtype == np.int32


def test_long_lists_are_cut() -> None:
    lines = repr(ragged([list(range(30))] * 25)).splitlines()
    assert lines[0] == "ragged list: 25 rows, 750 integer values"
    assert lines[1] == "1   [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]"
    assert lines[-1] == "... and 5 more rows"
    assert len(lines) == 22


def test_html_escapes_and_cuts() -> None:
    html = ragged({"<b>": ["<i>"]} | {f"r{i}": [] for i in range(30)})._repr_html_()
    assert "&lt;b&gt;" in html
    assert "&lt;i&gt;" in html
    assert not re.search("<[bi]>", html.replace("<b>ragged list</b>", "", 1))
    assert "... and 19 more rows" in html


def test_html_marks_what_is_missing_and_counts_the_rest() -> None:
    html = ragged([[1, None], None, list(range(100)), [float("nan")]])._repr_html_()
    assert "<span>1</span> <span><em>NA</em></span>" in html
    assert "<span><em>NULL</em></span>" in html
    assert '<td class="empty">[]</td>' in ragged([[]])._repr_html_()
    assert "<em>NaN</em>" in html
    assert re.search(r'<span class="more">\+\d+ more</span>', html)


def test_html_of_rows_of_rows_and_of_names() -> None:
    assert "[1, NA]" in ragged([[[1, None]], None])._repr_html_()
    assert "<span>p = 3</span>" in ragged([{"p": 3}])._repr_html_()


def test_html_never_exceeds_its_cap() -> None:
    with rk.options(max_rows=10**6, max_items=10**6):
        assert len(ragged([["text" * 9] * 300] * 300)._repr_html_()) < 32 * 1024
