"""Ragged lists made of lists, vectors, arrays and tensors, and the fields that they have."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import as_ragged, ragged
from raggedkit_r.vector.kinds import missing
from tests.facades.ragged.model import SEVERAL, Row, few, kept, numbers, plain, some_rows


@pytest.mark.parametrize("kind", SEVERAL)
@few
@given(data=st.data())
def test_rows_come_back_as_they_were_given(kind: str, data: st.DataObject) -> None:
    values = st.none() | SEVERAL[kind]
    rows = data.draw(st.lists(st.none() | st.lists(values, max_size=4), max_size=5))
    x = ragged(rows)
    found = plain(x)
    assert repr(found) == repr(rows)  # NaN too
    assert len(x) == len(rows)
    told = any(kept(row) for row in rows)
    assert x.kind == (kind if told else "logical")
    flat = [value is None for row in rows for value in row or []]
    assert missing(x.tensor.flat_values, x.na).tolist() == flat


nests = st.lists(
    st.none() | st.lists(st.none() | st.lists(numbers, max_size=3), max_size=3), max_size=4
)


@few
@given(nests)
def test_rows_of_rows_come_back_too(rows: list[Any]) -> None:
    rows = [*rows, [[1]]]
    x = ragged(rows)
    assert x.tensor.ragged_rank == 2
    assert plain(x) == rows


@few
@given(some_rows)
def test_a_tensor_s_rows_are_taken_as_they_are(rows: list[Row]) -> None:
    rt = rk.ragged.constant([[float(v) for v in kept(row)] for row in rows], ragged_rank=1)
    assert as_ragged(rt).tensor.to_list() == rt.to_list()
    assert rr.as_tensor(as_ragged(rt)).flat_values.dtype == rt.dtype


@pytest.mark.parametrize(
    ("given_rows", "kind", "found"),
    [
        pytest.param([], "logical", [], id="no-rows"),
        pytest.param([[]], "logical", [[]], id="one-empty-row"),
        pytest.param([None, None], "logical", [None, None], id="all-null"),
        pytest.param([[], [1]], "integer", [[], [1]], id="empty-first"),
        pytest.param([[1], []], "integer", [[1], []], id="empty-last"),
        pytest.param([[NA, None]], "logical", [[None, None]], id="all-na"),
        pytest.param([[rr.NA_character_]], "character", [[None]], id="na-of-a-kind"),
        pytest.param([1, [2, 3]], "integer", [[1], [2, 3]], id="a-scalar-is-a-row"),
        pytest.param([[True], [2]], "integer", [[1], [2]], id="logical-and-integer"),
        pytest.param([[1], [2.5]], "numeric", [[1.0], [2.5]], id="integer-and-double"),
        pytest.param([[1, 0.1], ["a"]], "character", [["1", "0.1"], ["a"]], id="number-and-text"),
        pytest.param([[True], ["a"]], "character", [["TRUE"], ["a"]], id="logical-and-text"),
        pytest.param([[1], [1j]], "complex", [[1 + 0j], [1j]], id="complex"),
        pytest.param([[2**31]], "numeric", [[2.0**31]], id="past-r-s-integers"),
        pytest.param([[-(2**31)]], "numeric", [[-(2.0**31)]], id="r-s-na"),
        pytest.param([b"ab", b""], "raw", [[97, 98], []], id="bytes"),
        pytest.param([c(1, NA), None], "integer", [[1, None], None], id="vectors"),
        pytest.param([c(1, NA), [2.5]], "numeric", [[1.0, None], [2.5]], id="vector-and-list"),
        pytest.param([np.array([1.5]), []], "numeric", [[1.5], []], id="array-and-list"),
        pytest.param([range(3)], "integer", [[0, 1, 2]], id="range"),
        pytest.param(np.arange(4).reshape(2, 2), "integer", [[0, 1], [2, 3]], id="matrix"),
        pytest.param({"a": [1]}, "integer", [[1]], id="dict"),
        pytest.param([ragged([[1]]), None], "integer", [[[1]], None], id="list-of-ragged"),
    ],
)
def test_what_a_row_may_be(given_rows: Any, kind: str, found: Any) -> None:
    x = ragged(given_rows)
    assert (x.kind, plain(x)) == (kind, found)


def test_rows_may_be_given_one_by_one() -> None:
    assert plain(ragged(c(1, 2), None, [3])) == [[1, 2], None, [3]]
    assert plain(ragged(None)) == [None]
    assert plain(ragged()) == []


def test_factors_keep_levels_and_what_is_none_is_na() -> None:
    x = ragged([["b", "z"], [None]], levels=["b", "a"], ordered=True)
    assert (x.kind, x.levels, x.ordered) == ("factor", ("b", "a"), True)
    assert plain(x) == [["b", None], [None]]
    assert plain(x < "a") == [[True, None], [None]]


def test_times_keep_their_zone_and_unit() -> None:
    x = ragged([[datetime(2024, 1, 1, tzinfo=UTC)]], tz="Europe/Berlin")
    assert x.tz == "Europe/Berlin"
    assert repr(x).endswith("[2024-01-01 01:00:00]")
    assert ragged([[timedelta(1)]], units="hours").units == "hours"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: as_ragged(3), TypeError, r"^x must be a list of rows, got 3; \[x\] is one row$"),
        (lambda: as_ragged(c(1, 2)), TypeError, r"got c\(1, 2\); .* as_list\(x\) has a row for"),
        (lambda: ragged([[1], [object]]), TypeError, r"got <class 'object'> \(value 1\)$"),
        (
            lambda: ragged([[2**60]]),
            ValueError,
            r"be at most 2\*\*53, .*, got 1152921504606846976;",
        ),
        (
            lambda: ragged([[date(2024, 1, 1)], [1]]),
            TypeError,
            "got Date and integer;|got integer and Date;",
        ),
        (
            lambda: ragged([[[1]], [2, 3]]),
            TypeError,
            r"^row 2 must contain rows, as the others do, got",
        ),
        (
            lambda: ragged([np.ones((2, 2)), [1]]),
            TypeError,
            r"at most one axis .* got shape \(2, 2\)",
        ),
        (lambda: ragged([["a"]], ordered=True), ValueError, "ordered must be False without levels"),
        (lambda: ragged([[1]], tz="UTC"), ValueError, r"tz must be None unless .*'POSIXct'"),
        (lambda: ragged([[1]], units="secs"), ValueError, "units must be None unless .*'difftime'"),
    ],
)
def test_what_is_no_ragged_list_is_refused(
    make: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"kind": "numeric"}, TypeError, "kind f for 'numeric', got int64"),
        ({"kind": "number"}, ValueError, "kind must be one of logical, .*, got 'number'"),
        ({"na": [0, 0, 1]}, TypeError, "na must be an array of bools or None, got dtype int64"),
        ({"na": [True]}, ValueError, r"na must have shape \(3,\), got \(1,\)"),
        ({"null": (None, None)}, ValueError, "for each of the 1 ragged axes, got 2"),
        ({"null": ([True, False],)}, ValueError, r"null\[0\] .* got row 0 of length 2"),
        ({"null": ([True],)}, ValueError, r"null\[0\] must have shape \(2,\), got \(1,\)"),
        ({"names": (("a",), None)}, ValueError, r"names\[0\] must be 2 names or None, got 1"),
        ({"names": (None,)}, ValueError, "one for the values, got 1"),
        ({"levels": ("a",)}, ValueError, "levels must be None unless kind is 'factor'"),
        ({"ordered": True}, ValueError, "ordered must be False unless kind is 'factor'"),
        ({"tz": "UTC"}, ValueError, "tz must be None unless kind is 'POSIXct', got kind 'integer'"),
        ({"units": "secs"}, ValueError, "units must be None unless kind is 'difftime'"),
    ],
)
def test_fields_that_do_not_fit_are_refused(
    fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    rt = rk.ragged.constant([[1, 2], [3]])
    with pytest.raises(error, match=message):
        rr.RaggedList(rt, **({"kind": "integer"} | fields))


def test_a_number_is_not_marked_as_na() -> None:
    rt = rk.ragged.constant([[1.0, np.nan]])
    with pytest.raises(ValueError, match=r"na must mark only NaN .* got value 0 = 1\.0"):
        rr.RaggedList(rt, "numeric", na=np.array([True, False]))
    x = rr.RaggedList(rt, "numeric", na=np.array([False, True]))
    assert (x.na, repr(x[[1]])) == (None, "[1]  1 NA")


def test_labels_are_levels() -> None:
    rt = rk.ragged.constant([["a", "b"]])
    with pytest.raises(ValueError, match=r"contain only levels \('a',\), got 'b'"):
        rr.RaggedList(rt, "factor", levels=("a",))
    with pytest.raises(ValueError, match="levels must be the labels a factor may have, got None"):
        rr.RaggedList(rt, "factor")


def test_a_mask_that_marks_nothing_is_none() -> None:
    rt = rk.ragged.constant([[1, 2], [3]])
    x = rr.RaggedList(rt, "integer", np.zeros(3, bool), (np.zeros(2, bool),), (None, None))
    assert (x.na, x.null, x.names) == (None, (), ())


def test_fields_are_set_all_at_once_or_not() -> None:
    x = ragged([[1]])
    with pytest.raises(AttributeError, match="kind"):
        x.kind = "numeric"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        ragged([[1, None]]).na[0] = True  # type: ignore[index]


def test_copies_and_pickles_are_identical() -> None:
    x = ragged({"a": [1, None], "b": None})
    assert rr.identical(pickle.loads(pickle.dumps(x)), x)
