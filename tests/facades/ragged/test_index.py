"""Rows and values of ragged lists by position, mask and name, against lists of lists."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import ragged
from tests.facades.ragged.model import Row, few, filled_rows, plain, some_rows


@few
@given(some_rows, st.lists(st.integers(0, 8), max_size=5))
def test_positions_take_rows_and_null_past_the_end(rows: list[Row], at: list[int]) -> None:
    found = ragged(rows)[np.array(at, dtype=int)]
    assert plain(found) == [rows[i - 1] if i <= len(rows) else None for i in at if i > 0]


@few
@given(some_rows, st.lists(st.integers(1, 8), min_size=1, max_size=3))
def test_negative_positions_drop(rows: list[Row], at: list[int]) -> None:
    left = [row for i, row in enumerate(rows, 1) if i not in at]
    assert plain(ragged(rows)[-np.array(at)]) == left


@few
@given(some_rows, st.integers(1, 6), st.integers(1, 6))
def test_slices_hold_both_ends(rows: list[Row], start: int, stop: int) -> None:
    step = 1 if start <= stop else -1
    at = range(start, stop + step, step)
    wanted = [rows[i - 1] if i <= len(rows) else None for i in at]
    assert plain(ragged(rows)[start:stop]) == wanted


@few
@given(filled_rows, st.data())
def test_masks_keep_and_na_gives_null(rows: list[Row], data: st.DataObject) -> None:
    flags = data.draw(st.lists(st.none() | st.booleans(), min_size=len(rows), max_size=len(rows)))
    mask = c(*[NA if flag is None else flag for flag in flags], True)[-len(flags) - 1]
    wanted = [row if flag else None for row, flag in zip(rows, flags, strict=True) if flag != False]  # noqa: E712
    assert plain(ragged(rows)[mask]) == wanted


@few
@given(filled_rows, st.integers(1, 3), st.integers(1, 4))
def test_places_in_rows(rows: list[Row], first: int, last: int) -> None:
    x = ragged(rows)
    first, last = min(first, last), max(first, last)
    assert plain(x[:, first:last]) == [row and row[first - 1 : last] for row in rows]
    dropped = [row and row[: first - 1] + row[first:] for row in rows]
    assert plain(x[:, -first]) == dropped
    listed = [row and [row[i - 1] for i in (last, first) if i <= len(row)] for row in rows]
    assert plain(x[:, c(last, first)]) == listed


@few
@given(filled_rows, st.integers(-5, 5))
def test_a_mask_of_the_same_rows_selects_values(rows: list[Row], bound: int) -> None:
    x = ragged(rows)
    wanted = [row and [v for v in row if v is None or v > bound] for row in rows]
    assert plain(x[x > bound]) == wanted


@few
@given(filled_rows)
def test_elements_are_the_rows(rows: list[Row]) -> None:
    x = ragged(rows)
    assert [plain(x[[i]]) for i in range(1, len(rows) + 1)] == rows
    for i in (0, len(rows) + 1):
        with pytest.raises(rr_index_error(), match=rf"from 1 to {len(rows)}, got {i}"):
            x[[i]]


def rr_index_error() -> type[Exception]:
    return rk.RaggedIndexError


def test_elements_of_elements() -> None:
    x = ragged([[[3, 1], []], None])
    assert plain(x[[1]]) == [[3, 1], []]
    assert (plain(x[[1, 1]]), x[[1, 1, 2]], x[[2]]) == ([3, 1], 1, None)
    with pytest.raises(rk.RaggedIndexError, match="index must end at a value"):
        x[[2, 1]]


def test_names_find_rows() -> None:
    x = ragged({"a": [1], "b": {"u": 2, "v": 3}})
    assert plain(x["b"]) == [[2, 3]]
    assert x[["b"]].names == ("u", "v")
    assert x[["nothing"]] is None
    assert plain(x[c("nothing", "a")]) == [None, [1]]
    assert plain(rr.names(x[c("nothing", "a")])) == ["<NA>", "a"]
    assert plain(rr.names(rr.unlist(x))) == ["a", "b.u", "b.v"]


@pytest.mark.parametrize(
    ("key", "error", "message"),
    [
        (c(1, -1), ValueError, "not mix negative and positive numbers"),
        (
            (1, 2, 3),
            rk.RaggedIndexError,
            r"be positions of rows and of items in them, got \(1, 2, 3\)",
        ),
        ((1, c(1, NA)), ValueError, "positions or flags without NA"),
        ((1, c(1, -1)), ValueError, r"mix negative and positive numbers, got \[1, -1\]"),
        ([], rk.RaggedIndexError, r"got \[\]; x\[\[1\]\] is the first row"),
        ([NA], rk.RaggedIndexError, "one position or one name, got NA"),
        (ragged([[True]]), ValueError, "mask must have the same rows as x"),
        (
            ragged([["a"], []]),
            TypeError,
            "contain flags or positions of at least 1, got 'character'",
        ),
        (ragged([[-1], []]), ValueError, "positions of at least 1, got -1"),
        (object(), TypeError, "index must be numbers, flags or names"),
    ],
)
def test_keys_that_name_nothing_are_refused(key: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ragged([[1, 2], [3]])[key]
