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


EDGES = [
    *(0, 1, -1, 100, -129, 255, 256, 300),
    *(
        sign * 2**power + more
        for power in (31, 62, 63, 64)
        for sign in (1, -1)
        for more in (-1, 0, 1)
    ),
]
edges = st.sampled_from(EDGES)
steps = st.sampled_from([x for x in (*EDGES, 2**60, -(2**60), 7) if x])
KINDS = ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"]


@given(
    st.lists(
        st.tuples(edges, st.integers(-3, 3), steps | st.none(), edges), min_size=1, max_size=4
    ),
    st.sampled_from([*KINDS, None]),
)
def test_ranges_of_any_width_are_exact_or_refused(rows: list[Any], dtype: str | None) -> None:
    ranges = [
        range(a, b if step else a + near * (7 if near > 0 else 1), step or (near or 1))
        for a, near, step, b in rows
    ]
    starts, limits, deltas = ([getattr(r, n) for r in ranges] for n in ("start", "stop", "step"))
    kind = np.iinfo(dtype or "int64")
    lengths = [(r[-1] - r[0]) // r.step + 1 if r else 0 for r in ranges]
    fits = all(kind.min <= min(r[0], r[-1]) <= max(r[0], r[-1]) <= kind.max for r in ranges if r)
    if sum(lengths) > 1 << 12:
        if sum(lengths) > 1 << 40 or not fits:
            with pytest.raises(
                ValueError, match=r"must make (rows that fit memory|values of dtype)"
            ):
                ragged_range(starts, limits, deltas, dtype=dtype)
        return
    if not fits:
        with pytest.raises(
            ValueError, match=rf"must make values of dtype {kind.dtype}, got .* in row"
        ):
            ragged_range(starts, limits, deltas, dtype=dtype)
        return
    rt = ragged_range(starts, limits, deltas, dtype=dtype)
    assert rt.to_list() == [list(r) for r in ranges]
    assert rt.dtype == kind.dtype


@given(st.sampled_from(KINDS), st.data())
def test_ranges_of_arrays_are_exact(dtype: str, data: st.DataObject) -> None:
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    ends = st.sampled_from([low, low + 1, low + 9, 0, 5, high // 2, high - 9, high - 1, high])
    a, b = data.draw(ends), data.draw(ends)
    step = data.draw(st.integers(1, 3).map(lambda n: max((high - low) // (4 * n), 1)))
    arrays = [np.array([x], dtype) for x in (a, b, min(step, high))]
    rt = ragged_range(*arrays)
    assert rt.to_list() == [list(range(a, b, min(step, high)))]
    assert rt.dtype == dtype


EXACT: dict[str, tuple[tuple[Any, ...], dict[str, Any], list[list[Any]]]] = {
    "wide_span": (([0], [2**63 - 1], 2**62), {}, [[0, 2**62]]),
    "whole_span": (([-(2**63)], [2**63 - 1], 2**63 - 1), {}, [[-(2**63), -1, 2**63 - 2]]),
    "limit_beyond_the_dtype": (([250], [256]), {"dtype": "uint8"}, [list(range(250, 256))]),
    "unsigned_down": (([5], [0], -1), {"dtype": "uint8"}, [[5, 4, 3, 2, 1]]),
    "uint64": (
        (np.array([2**63], np.uint64), np.array([2**63 + 2], np.uint64)),
        {},
        [[2**63, 2**63 + 1]],
    ),
    "large_whole_floats": (
        ([2.0**63], [2.0**63 + 4096], 2048),
        {"dtype": "uint64"},
        [[2**63, 2**63 + 2048]],
    ),
    "float_span_overflows": (([-1e308], [1e308], [1e308]), {}, [[-1e308, 0.0]]),
    "float16": (
        (np.array([0], "f2"), np.array([60000], "f2"), np.array([2], "f2")),
        {},
        [np.arange(0, 60000, 2).astype("f2").tolist()],
    ),
}


@pytest.mark.parametrize(("args", "kwargs", "rows"), EXACT.values(), ids=EXACT)
def test_numbers_at_the_ends_of_a_dtype(
    args: tuple[Any, ...], kwargs: dict[str, Any], rows: list[list[Any]]
) -> None:
    assert ragged_range(*args, **kwargs).to_list() == rows


UNFIT: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "beyond_uint8": (([300], [303]), {"dtype": "uint8"}, "dtype uint8, got 300 to 302 in row 0"),
    "below_uint8": (([1, 5], [2, -2], [1, -1]), {"dtype": "uint8"}, "got 5 to -1 in row 1"),
    "beyond_int64": (([2**63 - 1], [2**63 + 1]), {}, f"int64, got {2**63 - 1} to {2**63} in row 0"),
    "infinite_limit": (([0], [np.inf]), {}, "limits must be finite numbers .* got inf in row 0"),
    "infinite_step": (([0, 0], [1, 1], [1, np.inf]), {}, "deltas must be finite .* inf in row 1"),
    "nan": (([np.nan], [1.0]), {}, "starts must be finite numbers that fit float64, got nan"),
    "no_step": (([0.0], [1.0], [0.0]), {}, r"deltas must not be 0, got deltas\[0\] = 0"),
    "no_step_in_float32": (([0.0], [1.0], [1e-320]), {"dtype": "f4"}, "must not be 0 in float32"),
    "many_floats": (([0.0], [1e300]), {}, "limits must make rows that fit memory, got 1e\\+300"),
    "many_integers": (([0], [2**62]), {}, "limits must make rows that fit memory, got 4.6"),
}


@pytest.mark.parametrize(("args", "kwargs", "says"), UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_refused(
    args: tuple[Any, ...], kwargs: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        ragged_range(*args, **kwargs)


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
    "text": (lambda: ragged_range(["a"]), TypeError, r"limits must contain numbers, got \['a'\]"),
    "nan": (
        lambda: ragged_range([0.0, 0.0], [1.0, float("nan")]),
        ValueError,
        r"limits must be finite numbers that fit float64, got nan in row 1",
    ),
    "memory": (
        lambda: ragged_range(0, [1 << 50]),
        ValueError,
        "limits must make rows that fit memory, got 1125899906842624 values",
    ),
    "fraction": (
        lambda: ragged_range([1.5], dtype=int),
        TypeError,
        r"limits must contain values of dtype int64, got \[1\.5\]",
    ),
    "splits-dtype": (
        lambda: ragged_range([1], row_splits_dtype="int8"),
        ValueError,
        "row_splits_dtype must be int32 or int64, got dtype..int8",
    ),
    "splits": (
        lambda: rk.ragged.row_splits_to_segment_ids([0, 3, 2]),
        ValueError,
        r"splits must not decrease, got splits\[1:3\] = \[3, 2\]",
    ),
    "out-type": (
        lambda: rk.ragged.row_splits_to_segment_ids([0, 3], out_type="int8"),
        ValueError,
        "out_type must be int32 or int64, got dtype..int8",
    ),
    "ids-past": (
        lambda: rk.ragged.segment_ids_to_row_splits([0, 3], num_segments=2),
        ValueError,
        r"segment_ids must be from 0 to num_segments - 1 = 1, got \[0, 3\]",
    ),
    "ids-negative": (lambda: rk.ragged.segment_ids_to_row_splits([0, -1]), ValueError, "-1"),
    "ids-floats": (
        lambda: rk.ragged.segment_ids_to_row_splits([0.5]),
        TypeError,
        "segment_ids must contain integers, got dtype..float64",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_argument_rule_and_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
