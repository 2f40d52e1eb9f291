"""Rows that count up, and segment ids from row splits and back, against Python's range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

ragged_range = rk.ragged.range
ints = st.integers(-9, 9)
triples = st.lists(st.tuples(ints, ints, ints.filter(bool)), max_size=5)


@given(triples, st.sampled_from(["int32", "int64"]))
def test_rows_are_python_s_ranges(rows: list[tuple[int, int, int]], dtype: str) -> None:
    starts, limits, deltas = (np.array([r[i] for r in rows], int) for i in range(3))
    rt = ragged_range(starts, limits, deltas, row_splits_dtype=dtype)
    assert_ragged_equal(rt, [list(range(*row)) for row in rows])
    assert rt.row_splits.dtype == dtype
    assert rt.dtype == "int64"
    halves = ragged_range(starts / 2, limits / 2, deltas / 2)
    assert_ragged_equal(halves, [[n / 2 for n in range(*row)] for row in rows])


@given(st.lists(ints, max_size=5), ints, ints.filter(bool))
def test_numbers_go_with_vectors(limits: list[int], start: int, delta: int) -> None:
    assert_ragged_equal(ragged_range(limits), [list(range(n)) for n in limits])
    expected = [list(range(start, n, delta)) for n in limits]
    assert_ragged_equal(ragged_range(start, limits, delta), expected)
    assert_ragged_equal(ragged_range(limits, start), [list(range(n, start)) for n in limits])
    assert_ragged_equal(ragged_range(start), [list(range(start))])


DTYPES: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "ints": (([3, 2],), {}, "int64"),
    "floats": (([3.0, 2.0],), {}, "float64"),
    "mixed": (([0, 0], [3.5, 2]), {}, "float64"),
    "array": ((np.array([3, 2], "int16"),), {}, "int16"),
    "array-and-number": ((np.array([0], "f4"), 2), {}, "float32"),
    "asked": (([3, 2],), {"dtype": "float32"}, "float32"),
    "asked-int": (([3.0, 2.0],), {"dtype": "int8"}, "int8"),
    "nothing": (([],), {}, "int64"),
}


@pytest.mark.parametrize(("args", "kwargs", "dtype"), DTYPES.values(), ids=DTYPES)
def test_dtypes(args: tuple[Any, ...], kwargs: dict[str, Any], dtype: str) -> None:
    assert ragged_range(*args, **kwargs).dtype == dtype


@given(rks.row_partitions())
def test_segment_ids_are_the_row_of_each_value(p: rk.RowPartition) -> None:
    splits = p.row_splits()
    ids = rk.ragged.row_splits_to_segment_ids(splits)
    assert ids.tolist() == [i for i, n in enumerate(np.diff(splits)) for _ in range(n)]
    assert ids.dtype == splits.dtype
    again = rk.ragged.segment_ids_to_row_splits(ids, p.nrows())
    assert again.tolist() == splits.tolist()
    assert again.dtype == splits.dtype
    shuffled = np.random.default_rng(0).permutation(ids.copy())
    assert rk.ragged.segment_ids_to_row_splits(shuffled, p.nrows()).tolist() == splits.tolist()
    up_to_last = rk.ragged.segment_ids_to_row_splits(ids).tolist()
    assert up_to_last == splits.tolist()[: len(up_to_last)]


def test_out_type() -> None:
    assert rk.ragged.row_splits_to_segment_ids([0, 2], out_type="int32").dtype == "int32"
    assert rk.ragged.segment_ids_to_row_splits([0, 0], out_type="int32").dtype == "int32"


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "step": (
        lambda: ragged_range([0, 0], [5, 5], [2, 0]),
        ValueError,
        r"deltas must not be 0, got deltas\[1\] = 0",
    ),
    "one-step": (lambda: ragged_range([0], [5], 0), ValueError, "got deltas = 0"),
    "sizes": (
        lambda: ragged_range([0, 0], [5, 5, 5]),
        ValueError,
        "limits must have 2 items, as the ones before, got 3",
    ),
    "sizes-none": (lambda: ragged_range([0, 0], []), ValueError, "limits must have 2 .* got 0"),
    "matrix": (lambda: ragged_range([[1]]), ValueError, r"limits must be a number or a vector"),
    "text": (lambda: ragged_range(["a"]), TypeError, r"limits must hold numbers, got \['a'\]"),
    "nan": (
        lambda: ragged_range([0.0, 0.0], [1.0, float("nan")]),
        ValueError,
        r"be finite numbers, got row 1: \[0.0, nan, 1.0\]",
    ),
    "memory": (
        lambda: ragged_range(0, [1 << 50]),
        ValueError,
        "limits must make rows that fit memory, got 1125899906842624 values",
    ),
    "fraction": (
        lambda: ragged_range([1.5], dtype=int),
        TypeError,
        r"limits must hold values of dtype int64, got \[1\.5\]",
    ),
    "splits-dtype": (
        lambda: ragged_range([1], row_splits_dtype="int8"),
        ValueError,
        "row_splits_dtype must be int32 or int64, got dtype..int8",
    ),
    "splits": (
        lambda: rk.ragged.row_splits_to_segment_ids([0, 3, 2]),
        ValueError,
        r"row_splits must not decrease, got row_splits\[1:3\] = \[3, 2\]",
    ),
    "out-type": (
        lambda: rk.ragged.row_splits_to_segment_ids([0, 3], out_type="int8"),
        ValueError,
        "out_type must be int32 or int64, got dtype..int8",
    ),
    "ids-past": (
        lambda: rk.ragged.segment_ids_to_row_splits([0, 3], num_segments=2),
        ValueError,
        "from 0 to nrows - 1 = 1",
    ),
    "ids-negative": (lambda: rk.ragged.segment_ids_to_row_splits([0, -1]), ValueError, "-1"),
    "ids-floats": (
        lambda: rk.ragged.segment_ids_to_row_splits([0.5]),
        TypeError,
        "segment_ids must hold integers, got dtype..float64",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_argument_rule_and_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
