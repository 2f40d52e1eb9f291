"""Few rows by Python's own integers, against lists; and what is left to the forms of arrays."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.small import rows as few

lengths_of_rows = st.lists(st.integers(0, 5), max_size=few.FEW)
INDEX = st.sampled_from([np.int32, np.int64])
STEPS = st.sampled_from([1, -1, 2, -3])


def cut(lengths: list[int], dtype: Any = np.int64) -> Any:
    return np.array([0, *accumulate(lengths)], dtype)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=8), STEPS)
def test_rows_of_slices_are_ranges_of_a_list(pairs: list[tuple[int, int]], step: int) -> None:
    values = np.arange(80).reshape(40, 2)
    starts, lengths = [20 + a for a, _ in pairs], [n for _, n in pairs]
    got = few.take_ranges(values, starts, lengths, step)
    each = [range(a, a + n * step, step) for a, n in zip(starts, lengths, strict=True)]
    assert got is not None
    assert got.tolist() == [values[i].tolist() for r in each for i in r]
    assert not np.shares_memory(got, values)


@given(lengths_of_rows, INDEX, st.data())
def test_spans_of_runs_say_where_values_lie(
    lengths: list[int], dtype: Any, data: st.DataObject
) -> None:
    ends = st.integers(0, len(lengths))
    spans = [(min(p), max(p)) for p in data.draw(st.lists(st.tuples(ends, ends), max_size=6))]
    splits = cut(lengths, dtype)
    found = few.spans_of_runs(splits, spans)
    assert found is not None
    values, rows = found
    assert values == [(splits[a], splits[b]) for a, b in spans]
    want = [n for a, b in spans for n in lengths[a:b]]
    if isinstance(rows, list):
        assert rows == few.lengths_to_limits(want)
    else:  # of many
        assert rows.tolist() == want
    flat = np.arange(int(splits[-1]))
    runs = few.concatenate_runs(flat, values)
    places = [i for a, b in values for i in range(a, b)]
    assert (runs is None and not spans) or (runs is not None and runs.tolist() == places)


@given(lengths_of_rows, INDEX, st.data())
def test_places_of_rows(lengths: list[int], dtype: Any, data: st.DataObject) -> None:
    picks = st.lists(st.integers(0, len(lengths) - 1), max_size=6) if lengths else st.just([])
    rows, splits = data.draw(picks), cut(lengths, dtype)
    most = int(splits[-1])
    found = few.positions_of_rows(splits, rows, most)
    assert found is not None
    assert found[0] == [j for i in rows for j in range(splits[i], splits[i + 1])]
    assert found[1] == few.lengths_to_limits([lengths[i] for i in rows])
    assert few.positions_of_rows(splits, [*rows, len(lengths)], most) is None
    if lengths and lengths[-1]:
        assert few.positions_of_rows(splits, [len(lengths) - 1], most - 1) is None


@pytest.mark.parametrize("before", [few._LISTED + 1, 3 * len(few._NUMBERS)])
def test_places_of_rows_among_many(before: int) -> None:
    splits = cut([1] * before + [0, 3, 2])
    want = [*range(before, before + 5)]
    assert few.positions_of_rows(splits, [before + 1, before + 2], before + 5) == (want, [0, 3, 5])
    assert few.positions_of_rows(splits, [before + 3], before + 5) is None


@given(lengths_of_rows, INDEX, st.slices(6))
def test_places_of_slices(lengths: list[int], dtype: Any, key: slice) -> None:
    splits = cut(lengths, dtype)
    found = few.positions_of_slices(splits, key, int(splits[-1]))
    rows = [list(range(a, b))[key] for a, b in pairwise(splits.tolist())]
    assert found == (
        [j for row in rows for j in row],
        few.lengths_to_limits([len(row) for row in rows]),
    )


@given(lengths_of_rows, INDEX, st.data())
def test_marked_places(lengths: list[int], dtype: Any, data: st.DataObject) -> None:
    n = sum(lengths)
    flags = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    splits = cut(lengths, dtype)
    found = few.marked_positions(np.array(flags, bool), splits)
    kept = [[i for i in range(a, b) if flags[i]] for a, b in pairwise(splits.tolist())]
    assert found == (
        [i for row in kept for i in row],
        few.lengths_to_limits([len(row) for row in kept]),
    )
    assert found is not None
    assert {type(limit) for limit in found[1]} == {int}  # True is 1 and no size
    assert few.marked_positions(np.array([*flags, True]), splits) is None


@given(st.lists(st.integers(0, 5), max_size=few.FEW - 1), INDEX)
def test_scanned_rows(lengths: list[int], dtype: Any) -> None:
    splits = cut(lengths, dtype)
    values = np.arange(1, splits[-1] + 1, dtype="float32")
    found = few.scan_rows(np.add, values, splits, np.dtype("float64"), values.dtype)
    assert found.dtype == np.float32
    rows = [list(accumulate(values[a:b].tolist())) for a, b in pairwise(splits.tolist())]
    assert found.tolist() == [x for row in rows for x in row]
    assert few.scan_rows(np.add, values[1:], splits, values.dtype, values.dtype) is None or (
        not values.size
    )


def test_items_at_places() -> None:
    values = np.arange(12).reshape(6, 2)
    taken = few.take_few(values, [4, 0, 0])
    assert taken is not None
    assert taken.tolist() == [[8, 9], [0, 1], [0, 1]]
    empty = few.take_few(values, [])
    assert empty is not None
    assert empty.shape == (0, 2)
    assert few.take_few([0, 1], [0]) is None  # type: ignore[arg-type]


@given(st.lists(lengths_of_rows, min_size=1, max_size=4))
def test_rows_of_several_end_to_end(each: list[list[int]]) -> None:
    cuts = [few.lengths_to_limits(lengths) for lengths in each]
    flats = [10 * i + np.arange(limits[-1]) for i, limits in enumerate(cuts)]
    flat, limits = few.concatenate_rows(flats, cuts)
    assert flat.tolist() == [x for one in flats for x in one]
    assert limits == few.lengths_to_limits([n for lengths in each for n in lengths])
    n = min(map(len, each))
    cuts = [limits[: n + 1] for limits in cuts]
    flat, limits = few.interleave_rows(flats, cuts)
    turns = [
        one[ends[i] : ends[i + 1]] for i in range(n) for one, ends in zip(flats, cuts, strict=True)
    ]
    assert not n or flat.tolist() == [x for row in turns for x in row]
    assert limits == few.lengths_to_limits([len(row) for row in turns])


def test_long_rows_are_moved_in_pieces() -> None:
    most = 2 * few._READ
    assert few.positions_of_rows(cut([most]), [0], most) is None
    assert few.positions_of_rows(cut([few._READ // 2]), [0, 0, 0], most) is None
    assert few.positions_of_slices(cut([most]), slice(1, 3), most) is None
    assert few.positions_of_slices(cut([few._READ] * 2), slice(None), most) is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-50, 50)), max_size=9))
def test_sums_of_slots(pairs: list[tuple[int, int]]) -> None:
    values = np.array([n for _, n in pairs], np.int8)
    want = [sum(n for slot, n in pairs if slot == i) for i in range(4)]
    sums = few.sum_slots(values, [slot for slot, _ in pairs], 4)
    if all(-128 <= n < 128 for n in want):
        assert sums is not None
        assert sums.dtype == np.int8
        assert sums.tolist() == want
    else:
        assert sums is None


@given(lengths_of_rows, st.sampled_from([np.int32, np.float64]))
def test_padded(lengths: list[int], dtype: Any) -> None:
    splits = cut(lengths)
    values, width = np.arange(1, splits[-1] + 1, dtype=dtype), max(lengths, default=0)
    dense = few.pad_rows(values, splits, width)
    rows = [values[a:b].tolist() for a, b in pairwise(splits.tolist())]
    assert dense is not None
    assert dense.dtype == dtype
    assert dense.tolist() == [row + [0] * (width - len(row)) for row in rows]
    assert not width or few.pad_rows(values, splits, width - 1) is None


@pytest.mark.parametrize("nrows", [65, 255, 256, 1000])
def test_spans_of_many_rows_give_an_array_of_lengths(nrows: int) -> None:
    lengths = [i % 4 for i in range(nrows)]
    found = few.spans_of_runs(cut(lengths, np.int32), [(0, nrows), (3, 5)])
    assert found is not None
    assert isinstance(found[1], np.ndarray)
    assert found[1].dtype == np.int32
    assert found[1].tolist() == lengths + lengths[3:5]


@given(lengths_of_rows, INDEX, st.slices(6))
def test_slice_bounds_are_those_of_lists(lengths: list[int], dtype: Any, key: slice) -> None:
    splits = cut(lengths, dtype)
    bounds = few.slice_bounds(splits, key)
    assert bounds is not None
    starts, counts, step = bounds
    rows = [list(range(a, b))[key] for a, b in pairwise(splits.tolist())]
    got = zip(starts, counts, strict=True)
    assert [list(range(a, a + n * step, step)) for a, n in got] == rows


@pytest.mark.parametrize("splits", [[0, 3, 1, 4], [0, -2, 4], [1, 0, 4], [0, 9, 4]], ids=str)
def test_rows_that_decrease_or_reach_outside_are_left_alone(splits: list[int]) -> None:
    spans = [(i, i + 1) for i in range(len(splits) - 1)]
    assert few.spans_of_runs(np.array(splits), spans) is None
    backwards = any(b < a for a, b in pairwise(splits))
    assert (few.slice_bounds(np.array(splits), slice(None)) is None) == backwards


@pytest.mark.parametrize(
    "values",
    [np.arange(4, dtype=">i4"), np.zeros(4, [("x", "i4")]), [0, 1, 2, 3]],
    ids=["byte-order", "record", "no-array"],
)
def test_values_that_would_change_are_left_alone(values: Any) -> None:
    assert few.concatenate_runs(values, [(0, 2)]) is None
    assert few.take_ranges(values, [0], [2]) is None


def test_slices_that_values_cannot_fill_are_left_alone() -> None:
    assert few.take_ranges(np.arange(4), [2], [5]) is None
    assert few.take_ranges(np.arange(4), [2, 0], [-1, 1]) is None


@given(st.lists(st.integers(-3, 9), max_size=80))
def test_within_is_whether_all_lie_in_range(numbers: list[int]) -> None:
    told = few.all_within(np.array(numbers, np.int64), 5)
    assert told == (len(numbers) <= 64 and all(0 <= n < 5 for n in numbers))
    assert not few.all_within(np.array(3), 5)
    assert not few.all_within(numbers, 5)


def test_few_rows_are_a_short_vector() -> None:
    assert few.is_few(np.arange(few.FEW))
    assert not few.is_few(np.arange(few.FEW + 1))
    assert not few.is_few(np.zeros((2, 2)))
    assert not few.is_few([1, 2])
