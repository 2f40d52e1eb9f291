"""R's vectors, NA and list semantics in Python, against plain Python lists."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit_r
from raggedkit_r import (
    NA,
    NULL,
    NA_character_,
    NA_integer_,
    NA_real_,
    Vector,
    all_equal,
    as_character,
    as_integer,
    as_numeric,
    c,
    head,
    identical,
    is_na,
    rep,
    shape,
    tail,
    unique,
)
from raggedkit_r.vector.index import element, extract, positions, replace, replace_element
from raggedkit_r.vector.na import NAType

integers = st.lists(st.integers(-99, 99) | st.just(NA), max_size=6)
some = st.lists(st.integers(-99, 99) | st.just(NA), min_size=1, max_size=6)


@given(some, some, st.sampled_from(["add", "sub", "mul", "lt", "eq", "ge"]))
@pytest.mark.filterwarnings("ignore:longer object length")
def test_operators_go_value_by_value(left: list[Any], right: list[Any], name: str) -> None:
    function = getattr(operator, name)
    pairs = [
        (left[i % len(left)], right[i % len(right)]) for i in range(max(len(left), len(right)))
    ]
    model = [NA if a is NA or b is NA else function(a, b) for a, b in pairs]
    found = function(c(*left), c(*right)).to_list()
    assert [NA if isinstance(value, NAType) else value for value in found] == model


@given(integers, st.lists(st.integers(1, 8), max_size=5))
def test_vectors_count_from_1_and_read_na_past_the_end(values: list[Any], at: list[int]) -> None:
    vector = Vector(values, "integer")
    model = [values[i - 1] if i <= len(values) else NA for i in at]
    assert identical(vector[c(*at)], Vector(model, "integer"))


@given(st.lists(st.integers(), max_size=6), st.lists(st.booleans(), min_size=1, max_size=8))
def test_a_mask_given_as_an_array_or_as_flags(values: list[int], mask: list[bool]) -> None:
    found = positions(np.array(mask), len(values)).at
    np.testing.assert_array_equal(found, positions(c(*mask), len(values)).at)
    assert [i for i in found.tolist() if mask[i % len(mask)]] == found.tolist()


@given(
    st.lists(st.integers(), max_size=6),
    st.lists(st.integers(1, 8), min_size=1, max_size=5),
    st.lists(st.integers(), min_size=1, max_size=3),
)
@pytest.mark.filterwarnings("ignore:number of items to replace")
def test_replacing_in_a_list(items: list[Any], at: list[int], values: list[int]) -> None:
    model = dict(enumerate(items, 1))
    model.update((place, values[k % len(values)]) for k, place in enumerate(at))
    wanted = [model.get(i) for i in range(1, max(len(items), *at) + 1)]
    assert replace(items, c(*at), values) == wanted


KINDS: list[tuple[Any, str, list[Any]]] = [
    (c(True, NA), "logical", [True, NA]),
    (c(True, 2), "integer", [1, 2]),
    (c(1, 2.5), "numeric", [1.0, 2.5]),
    (c(1.5, NA_integer_), "numeric", [1.5, NA_real_]),
    (c(1, 2j), "complex", [1 + 0j, 2j]),
    (c(True, 1.5, "a"), "character", ["TRUE", "1.5", "a"]),
    (c(1e5, "a"), "character", ["1e+05", "a"]),
    (c(c(1, 2), range(3, 5), np.array([5])), "integer", [1, 2, 3, 4, 5]),
    (c(NULL, 1), "integer", [1]),
    (c(np.float32(1.5), np.array(["a"])), "character", ["1.5", "a"]),
    (
        as_integer(c("3.7", " 7 ", "0x1F", "1e3", NA, "")),
        "integer",
        [3, 7, 31, 1000] + [NA_integer_] * 2,
    ),
    (as_integer(c(2.9, -2.9, float("nan"))), "integer", [2, -2, NA_integer_]),
    (as_integer(as_integer([])), "integer", []),
    (as_numeric(c(True, False)), "numeric", [1.0, 0.0]),
    (as_numeric([1, "2"]), "numeric", [1.0, 2.0]),
    (as_character(c(1 / 3, 1e15, 0.1)), "character", ["0.333333333333333", "1e+15", "0.1"]),
    (as_character(2 - 1j), "character", ["2-1i"]),
]


@pytest.mark.parametrize(("vector", "kind", "values"), KINDS, ids=repr)
def test_kinds(vector: Vector, kind: str, values: list[Any]) -> None:
    assert vector.kind == kind
    assert vector.to_list() == values
    assert [type(value) for value in vector] == [type(value) for value in values]


def test_a_list_among_the_parts_makes_all_a_list() -> None:
    assert c(1, [2, NULL], c(3, 4)) == [1, 2, None, 3, 4]
    assert c(1, shape(2, NA)) == [1, 2, None]
    assert c() is NULL
    assert c(NULL, None) is NULL


COMPUTED: list[tuple[Any, list[Any]]] = [
    (1 / c(0, 2), [float("inf"), 0.5]),
    (c(5, 6) // 0, [NA_integer_, NA_integer_]),
    (c(5, 6) % 4, [1, 2]),
    (2 ** c(1, 3), [2.0, 8.0]),
    (c(True, NA, False) & False, [False, False, False]),
    (c(True, NA, False) | True, [True, True, True]),
    (c(True, NA) & True, [True, NA]),
    (~c(True, NA), [False, NA]),
    (-c(1, NA), [-1, NA_integer_]),
    (c("b", "a") > "a", [True, False]),
    (np.array([1, 2]) + c(1, 2), [2, 4]),
    (c(1, 2) + as_integer([]), []),
    (10 - c(1, 2), [9, 8]),
]


@pytest.mark.parametrize(("vector", "values"), COMPUTED, ids=repr)
def test_computing(vector: Vector, values: list[Any]) -> None:
    assert vector.to_list() == values


def test_na_spreads_and_has_no_truth_value() -> None:
    spread = [NA + 1, 1 - NA, NA == NA, NA < 3, -NA, "a" == NA, NA * 2.5]
    assert all(value is NA for value in spread)
    assert (NA == object()) is False
    assert str(NA_integer_) == "NA"
    with pytest.raises(TypeError, match=r"NA must not be used as true or false; is_na\(x\)"):
        bool(NA == 1)


def test_what_is_missing() -> None:
    assert is_na(c(1.0, NA, float("nan"))).to_list() == [False, True, True]
    assert is_na([1, NA, NULL]).to_list() == [False, True, False]
    assert (is_na(NA_character_), is_na("NA"), is_na(NULL).to_list()) == (True, False, [])


def test_picking() -> None:
    assert head(c(1, 2, 3), -1).to_list() == [1, 2]
    assert tail(["a", NULL], 1) == [None]
    assert rep(c("a", "b"), c(1, 2)).to_list() == ["a", "b", "b"]
    assert rep(c(1, 2), each=2, length_out=3).to_list() == [1, 1, 2]
    assert unique([1, 1.0, NULL, NULL, c(1, 2), c(1, 2)])[:3] == [1, 1.0, None]
    assert identical([1, NULL, c(1, NA)], [1, NULL, c(1, NA)])
    assert not identical(c(1), c(1.0))
    assert all_equal(shape(1), c(1)) == "target is a shape, current is Vector"


def test_one_value_stands_for_itself() -> None:
    v = c(3, 4)
    assert list(range(v[1])) == [0, 1, 2]
    assert (int(v[1]), float(v[2]), bool(v[1] == 3)) == (3, 4.0, True)
    assert 4 in v
    assert NA not in v
    assert NA in c(1, NA)


def test_arrays() -> None:
    assert as_integer(shape(1, 2)).to_numpy().dtype == np.int32
    np.testing.assert_array_equal(np.asarray(c(1.5, NA)), [1.5, np.nan])
    np.testing.assert_array_equal(np.asarray(c("a", "b")), ["a", "b"])


MISTAKES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: bool(c(1, 2)), TypeError, r"one value to be true or false, got c\(1, 2\)"),
    (lambda: bool(c(NA)), TypeError, "vector must not be NA to be true or false"),
    (lambda: range(c(1.5)), TypeError, "an integer to count, got 1.5"),
    (lambda: c("a") + 1, TypeError, r"values must be numbers or logicals for \+, got character"),
    (lambda: np.asarray(c(1, NA)), ValueError, "got one at position 2; as_numeric"),
    (lambda: Vector([NULL]), TypeError, "value must be bool, .* got None"),
    (lambda: c(np.zeros((2, 2))), TypeError, r"at most one axis .* got shape \(2, 2\)"),
    (lambda: c(1, 2)[[3]], IndexError, "index must be from 1 to 2, got 3"),
    (lambda: hash(c(1)), TypeError, "unhashable"),
    (lambda: as_integer([1, [2, 3]]), TypeError, r"x\[\[2\]\] must be one value, got \[2, 3\]"),
    (lambda: element([1, 2], c(1, 2)), IndexError, r"index must be one position, got c\(1, 2\)"),
    (lambda: extract([1, 2], 1j), TypeError, "numbers, flags or names, got 1j"),
    (lambda: extract([1, 2], slice(1, float("inf"))), TypeError, "numbers for ends, got 1:inf"),
    (lambda: replace([1], 2**40, [1]), IndexError, f"a position that a list can have, got {2**40}"),
    (lambda: replace_element([1], NA, 2), IndexError, "one position, at least 1, got NA"),
    (lambda: head([1], "a"), TypeError, "n must be .* got 'a'"),
    (lambda: all_equal(c(1), shape(1)), TypeError, "target must be a shape, got 1"),
]


@pytest.mark.parametrize(("mistake", "error", "words"), MISTAKES, ids=[row[2] for row in MISTAKES])
def test_what_is_refused(mistake: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        mistake()


def test_remainders_warn_as_in_r() -> None:
    with pytest.warns(UserWarning, match="longer object length is not a multiple"):
        assert (c(1, 2, 3) + c(1, 2)).to_list() == [2, 4, 4]
    with pytest.warns(UserWarning, match="NAs introduced by coercion"):
        assert as_integer("x").to_list() == [NA_integer_]
    with pytest.warns(UserWarning, match="imaginary parts discarded"):
        assert as_numeric(1 + 2j).to_list() == [1.0]


def test_the_former_class_of_rows_names_its_successor() -> None:
    with pytest.raises(AttributeError, match=r"RVector is gone; rows are a raggedkit_r\.Vector"):
        getattr(raggedkit_r, "RVector")  # noqa: B009
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(raggedkit_r, "nothing")  # noqa: B009
