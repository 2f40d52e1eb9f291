"""Operators and NumPy's functions on ragged lists, against lists of lists."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
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
from tests.facades.ragged.model import Row, few, filled_rows, plain

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
        (
            lambda x: rr.row_sums(ragged([["a"]])),
            TypeError,
            "contain numbers for row_sums, got 'char",
        ),
        (lambda x: rr.row_sums(x, axis=2), ValueError, "axis must be from 1 to 1, got 2"),
        (lambda x: rr.row_max(x * 1j), TypeError, "an order for row_max, got complex values"),
        (lambda x: rr.row_any(ragged([["a"]])), TypeError, r"row_any\(x == 1\)"),
        (lambda x: rr.row_nth(x, 0), ValueError, "n must be a position: 1, 2, .* got 0"),
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
