"""Ragged lists in Python, no R needed: against lists of lists, None for NA and for NULL rows."""

from __future__ import annotations

import operator
import pickle
import re
import warnings
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
import raggedkit_r as rr
from raggedkit_r import NA, c
from raggedkit_r.ragged.build import as_ragged, ragged
from raggedkit_r.vector.kinds import missing
from raggedkit_r.vector.na import NAType

Row = list[Any] | None
DAY = date(2024, 1, 2)
LIMIT = 2**31 - 1  # of R's integers; one less than minus this is NA

numbers = st.none() | st.integers(-20, 20)
some_rows = st.lists(st.none() | st.lists(numbers, max_size=4), max_size=6)
filled_rows = st.lists(st.none() | st.lists(numbers, max_size=4), min_size=1, max_size=6)
few = settings(max_examples=40)  # each tries a dozen things
SEVERAL = {
    "logical": st.booleans(),
    "integer": st.integers(-(2**31) + 1, 2**31 - 1),
    "numeric": st.floats(width=64),
    "character": st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=3),
    "complex": st.complex_numbers(allow_nan=False),
    "Date": st.dates(),
    "POSIXct": st.datetimes().map(lambda moment: moment.replace(fold=0)),
    "difftime": st.timedeltas(timedelta(-(10**5)), timedelta(10**5)),
}


def plain(x: Any) -> Any:
    """Return a ragged list or a vector as Python values, None for NA and for NULL."""
    if isinstance(x, NAType):
        return None
    if isinstance(x, rr.RaggedList | rr.Vector):
        return [plain(item) for item in x]
    return x


def kept(row: Row) -> list[Any]:
    return [value for value in row or [] if value is not None]


# Made from what one holds


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
        (lambda: ragged([[2**60]]), ValueError, r"of at most 2\*\*53, got 1152921504606846976;"),
        (
            lambda: ragged([[date(2024, 1, 1)], [1]]),
            TypeError,
            "got Date and integer;|got integer and Date;",
        ),
        (
            lambda: ragged([[[1]], [2, 3]]),
            TypeError,
            r"^row 2 must hold rows as others do, got",
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


# The value itself


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
    with pytest.raises(ValueError, match=r"hold only levels \('a',\), got 'b'"):
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


# Rows


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
        (c(1, -1), ValueError, "not drop and take at once"),
        ((1, 2, 3), rk.RaggedIndexError, r"name rows and places in them, got \(1, 2, 3\)"),
        ((1, c(1, NA)), ValueError, "positions or flags without NA"),
        ((1, c(1, -1)), ValueError, r"drop and take at once, got \[1, -1\]"),
        ([], rk.RaggedIndexError, r"got \[\]; x\[\[1\]\] is the first row"),
        ([NA], rk.RaggedIndexError, "one position or one name, got NA"),
        (ragged([[True]]), ValueError, "mask must have the same rows as x"),
        (ragged([["a"], []]), TypeError, "hold flags or positions from 1 on, got 'character'"),
        (ragged([[-1], []]), ValueError, "positions from 1 on, got -1"),
        (object(), TypeError, "index must be numbers, flags or names"),
    ],
)
def test_keys_that_name_nothing_are_refused(key: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ragged([[1, 2], [3]])[key]


# Replacement


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


# Operators and functions

OPERATORS: list[Callable[[Any, Any], Any]] = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.eq,
    operator.ne,
    operator.lt,
    operator.ge,
]


@pytest.mark.parametrize("operate", OPERATORS)
@few
@given(rows=filled_rows, value=st.integers(-9, 9))
def test_operators_meet_each_value(
    operate: Callable[[Any, Any], Any], rows: list[Row], value: int
) -> None:
    def of(a: Any, b: Any) -> Any:
        return None if a is None or b is None else operate(a, b)

    x = ragged(rows)
    assert plain(operate(x, value)) == [row and [of(v, value) for v in row] for row in rows]
    assert plain(operate(value, x)) == [row and [of(value, v) for v in row] for row in rows]
    assert plain(operate(x, x)) == [row and [of(v, v) for v in row] for row in rows]
    assert plain(operate(x, NA)) == [row and [None for _ in row] for row in rows]
    if len(rows) > 1:
        each = c(*range(len(rows)))
        wanted = [row and [of(v, i) for v in row] for i, row in enumerate(rows)]
        assert plain(operate(x, each)) == wanted


@few
@given(filled_rows, st.integers(1, 9))
def test_division_is_r_s(rows: list[Row], value: int) -> None:
    def each(operate: Callable[[Any, Any], Any]) -> list[Row]:
        return [row and [v if v is None else operate(v, value) for v in row] for row in rows]

    x = ragged(rows)
    assert plain(x // value) == each(operator.floordiv)
    assert plain(x % value) == each(operator.mod)
    assert plain(x / value) == each(operator.truediv)
    assert plain(x // 0) == [row and [None for _ in row] for row in rows]


def test_three_valued_logic() -> None:
    x = ragged([[True, False, None]])
    assert plain(x & NA) == [[None, False, None]]
    assert plain(x | NA) == [[True, None, None]]
    assert plain(~x) == [[False, True, None]]
    assert plain(x & True) == [[True, False, None]]


def test_powers_of_na() -> None:
    x = ragged([[1, None, 2]])
    assert plain(x**NA) == [[1.0, None, None]]
    assert plain(x**0) == [[1.0, 1.0, 1.0]]


def test_integers_that_r_has_not_are_na_with_a_warning() -> None:
    x = ragged([[2**31 - 1, 1]])
    with pytest.warns(UserWarning, match="NAs produced by integer overflow"):
        assert plain(x + 1) == [[None, 2]]


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (lambda x: np.sqrt(x), [[2.0, None], None]),
        (lambda x: np.negative(x), [[-4, None], None]),
        (lambda x: np.add(1, x), [[5, None], None]),
        (lambda x: np.multiply(x, np.array([10, 20])), [[40, None], None]),
        (lambda x: x + rk.ragged.constant([[1, 2], []]), [[5, None], None]),
        (lambda x: x + [[1, 2], []], [[5, None], None]),
        (lambda x: abs(-x), [[4, None], None]),
        (lambda x: np.isnan(x), [[False, None], None]),
    ],
)
def test_numpy_s_functions_leave_na(found: Callable[[Any], Any], wanted: Any) -> None:
    assert plain(found(ragged([[4, None], None]))) == wanted


def test_r_s_own_na_makes_no_noise() -> None:
    signaling = np.array([0x7FF00000000007A2], dtype="uint64").view("float64")
    x = as_ragged(rk.RaggedTensor.from_row_splits(signaling, [0, 1]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one in (x + 1, x * 2, x == 1, rr.sort_rows(x), -x, np.sqrt(x), x % 2):
            assert plain(one) == [[None]]
        assert plain(rr.row_sums(x)) == plain(rr.row_max(x)) == plain(rr.row_means(x)) == [None]


def test_nan_is_a_number_that_is_na_says() -> None:
    x = ragged([[float("nan"), None]])
    assert repr(x).endswith("[NaN, NA]")
    assert plain(rr.is_na(x)) == [[True, True]]
    assert plain(x == 1) == [[None, None]]


@pytest.mark.parametrize(
    ("made", "error", "message"),
    [
        (lambda x: x + c(1, 2, 3), ValueError, "one for each of the 2 rows, .* got 3 values"),
        (lambda x: x + ragged([[1], [2]]), ValueError, "have 2 values in row 1 as x has, got 1"),
        (lambda x: x + ragged([[1, 2]]), ValueError, "have 2 rows as x has, got 1"),
        (lambda x: x + "a", TypeError, r"numbers or logicals for \+, got character"),
        (
            lambda x: x * date(2024, 1, 1),
            TypeError,
            "integer and Date must be of one kind, or one of them numbers",
        ),
        (
            lambda x: ragged([["a"]], levels=["a"]) < "a",
            TypeError,
            "must be ordered for <",
        ),
        (lambda x: (x * 1j) < 1, TypeError, "have an order for <, got complex"),
        (lambda x: np.add.reduce(x), TypeError, r"np\.add\.reduce must be called"),
        (lambda x: np.hypot(x, x), TypeError, "np.hypot must be an operator or a function of one"),
        (lambda x: np.sqrt(ragged([["a"]])), TypeError, "numbers for sqrt, got character"),
        (lambda x: np.asarray(x), TypeError, "its rows differ in length; as_tensor"),
        (lambda x: bool(x), TypeError, r"identical\(x, y\) compares two"),
        (lambda x: hash(x), TypeError, "unhashable"),
        (lambda x: rr.row_sums(ragged([["a"]])), TypeError, "hold numbers for row_sums, got 'char"),
        (lambda x: rr.row_sums(x, axis=2), ValueError, "axis must be from 1 to 1, got 2"),
        (lambda x: rr.row_max(x * 1j), TypeError, "an order for row_max, got complex values"),
        (lambda x: rr.row_any(ragged([["a"]])), TypeError, r"row_any\(x == 1\)"),
        (lambda x: rr.row_nth(x, 0), ValueError, "n must be a position from 1 on .* got 0"),
        (lambda x: rr.row_splits(x, base=2), ValueError, "base must be 1 or 0, got 2"),
        (lambda x: rr.as_tensor(ragged([[1], [None]])), ValueError, "no NA .* got one in row 2"),
        (lambda x: rr.set_names(x, ["a"] * 3), ValueError, "names must be at most 2 texts, got 3"),
        (lambda x: rr.with_values(x, [1]), ValueError, "values must be 3 values, .* got 1"),
        (
            lambda x: rr.ragged_from_lengths([1, 2], [1]),
            ValueError,
            "the 2 values, got 1",
        ),
        (
            lambda x: rr.ragged_from_lengths([1], [-1]),
            ValueError,
            r"lengths\[1\] .* got -1",
        ),
        (lambda x: rr.ragged_from_splits([1], [0]), ValueError, "begin with 0 and end with 1, got"),
        (lambda x: rr.ragged_from_rowids([1], []), ValueError, "one id for each of the 1 values"),
        (lambda x: rr.ragged_from_rowids([1, 2], [2, 1]), ValueError, "must not decrease|ascend"),
        (lambda x: rr.ragged_from_limits([1], [2]), ValueError, r"end with 1, .* got \[2\]"),
    ],
)
def test_what_makes_no_sense_is_refused(
    made: Callable[[Any], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        made(ragged([[1, 2], [3]]))


# One value for each row


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


# R's verbs


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


# Display


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
    assert not re.search("<[bi]>", html)
    assert "... and 11 more rows" in html
