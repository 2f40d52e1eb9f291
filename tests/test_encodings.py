"""Invalid encodings: constructors of RowPartition raise, with the index and the value.

Nothing refused is changed, and nothing is allocated for numbers that can't be meant.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit import RowPartition
from raggedkit.encodings import check_inside, check_rows
from tests.strict_cupy.array import StrictArray

splits = RowPartition.from_row_splits
lengths = RowPartition.from_row_lengths
starts = RowPartition.from_row_starts
limits = RowPartition.from_row_limits
rowids = RowPartition.from_value_rowids
uniform = RowPartition.from_uniform_row_length
MOST32, MOST64 = 2**31 - 1, 2**63 - 1


def starts3(encoding: Any, **kwargs: Any) -> RowPartition:
    return starts(encoding, 3, **kwargs)


VECTORS: dict[str, Callable[..., RowPartition]] = {
    "row_splits": splits,
    "row_lengths": lengths,
    "row_starts": starts3,
    "row_limits": limits,
    "value_rowids": rowids,
}


@pytest.fixture(autouse=True)
def little_memory() -> Iterator[None]:
    """Limit the memory: these tests may allocate a few small arrays only."""
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6


def both(items: list[int]) -> list[Any]:
    """A list, and the arrays that can hold it."""
    arrays = [np.array(items, np.int64)]
    if all(-(2**31) <= n < 2**31 for n in items):
        arrays.append(np.array(items, np.int32))
    return [items, *arrays]


BROKEN: list[tuple[Callable[..., RowPartition], list[int], str]] = [
    (splits, [-16, 2], r"^row_splits must start at 0, got row_splits\[0\] = -16"),
    (splits, [1, 2], r"^row_splits must start at 0, got row_splits\[0\] = 1"),
    (splits, [0, 4, 3], r"^row_splits must not decrease, got row_splits\[1:3\] = \[4, 3\]"),
    (splits, [0, 1, 2, 1, 0], r"got row_splits\[2:4\] = \[2, 1\]"),
    (splits, [0, 2, -1], r"got row_splits\[1:3\] = \[2, -1\]"),
    (splits, [0, 2**62, -(2**63), -(2**62), 0], r"got row_splits\[1:3\] = \[4611686018427387904, "),
    (splits, [0, *range(50), 48], r"got row_splits\[50:52\] = \[49, 48\]"),
    (lengths, [2, -1], r"^row_lengths must not be negative, got row_lengths\[1\] = -1"),
    (lengths, [-(2**31)], r"^row_lengths must not be negative, got row_lengths\[0\] = -2147483648"),
    (lengths, [1] * 40 + [-5], r"got row_lengths\[40\] = -5"),
    (lengths, [2**62] * 4, r"^row_lengths must sum to what int64 can count, got row_lengths\[1\]"),
    (lengths, [MOST64, 1], r"^row_lengths must sum to what int64 can count, got .*\[1\] = 1$"),
    (starts3, [1, 2], r"^row_starts must start at 0, got row_starts\[0\] = 1"),
    (starts3, [-16], r"^row_starts must start at 0, got row_starts\[0\] = -16"),
    (starts3, [0, 2, 1], r"^row_starts must not decrease, got row_starts\[1:3\] = \[2, 1\]"),
    (starts3, [0, 4, 5], r"^row_starts must not pass nvals = 3, got row_starts\[1\] = 4"),
    (limits, [-1, 2], r"^row_limits must not be negative, got row_limits\[0\] = -1"),
    (limits, [2, 1], r"^row_limits must not decrease, got row_limits\[0:2\] = \[2, 1\]"),
    (rowids, [-1, 0], r"^value_rowids must not be negative, got value_rowids\[0\] = -1"),
    (rowids, [0, 2, 1], r"^value_rowids must not decrease, got value_rowids\[1:3\] = \[2, 1\]"),
    (lambda e: rowids(e, 2), [0, 1, 3], r"^value_rowids must be below nrows = 2, got .*\[2\] = 3"),
    (lambda e: rowids(e, 0), [0], r"^value_rowids must be below nrows = 0, got .*\[0\] = 0"),
    (rowids, [0, MOST64], r"^nrows must be at most 268435456 for nvals = 2, got 922337203"),
    (lambda e: rowids(e, validate=False), [1, -3], r"be from 0 to nrows - 1 = 1, got \[-3, 1\]"),
    (lambda e: rowids(e, 2, False), [1, 5], r"be from 0 to nrows - 1 = 1, got \[1, 5\]"),
    (lambda e: rowids(e, validate=False), [2**40], r"^nrows must be at most 268435456 for"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "items", "says"), BROKEN)
def test_broken_numbers(make: Callable[..., Any], items: list[int], says: str) -> None:
    for encoding in both(items):
        with pytest.raises(ValueError, match=says):
            make(encoding)
        assert list(encoding) == items


@pytest.mark.parametrize(
    ("items", "at"), [([2**30] * 2, 1), ([2**30] * 5, 1), ([MOST32, 0, 1], 2)], ids=str
)
def test_lengths_that_int32_can_not_add_up(items: list[int], at: int) -> None:
    vector = np.array(items, np.int32)
    says = rf"^row_lengths must sum to what int32 can count, got row_lengths\[{at}\] = {items[at]}$"
    with pytest.raises(ValueError, match=says):
        lengths(vector)
    assert lengths(items).static_nvals == sum(items)
    assert vector.tolist() == items


NO_INTEGERS: dict[str, tuple[Any, str]] = {
    "nan": ([0, float("nan")], r"contain integers, got {name}\[1\] = nan"),
    "float": ([0.0, 2.0], r"contain integers, got {name}\[0\] = 0\.0"),
    "none": ([0, None], r"have no missing values, got 1 of 2, the first at {name}\[1\]"),
    "bool": ([False, True], r"contain integers, got {name}\[0\] = False"),
    "complex": ([0, 1j], r"contain integers, got {name}\[1\] = 1j"),
    "text": (["0", "2"], r"contain integers, got {name}\[0\] = '0'"),
    "text-and-int": ([0, "2"], r"be a vector of integers, got \[0, '2'\]"),
    "2**63": ([0, 2**63], r"fit int64, got {name}\[1\] = 9223372036854775808"),
    "-2**63-1": ([0, -(2**63) - 1], r"fit int64, got {name}\[1\] = -9223372036854775809"),
    "2**64": ([0, 2**64], r"fit int64, got {name}\[1\] = 18446744073709551616"),
    "uint64": (np.array([0, 2**63], np.uint64), r"fit int64, got {name}\[1\] = 92233720368547"),
    "nan-array": (np.array([0, np.nan]), r"be of dtype int32 or int64, got dtype\('float64'\);"),
    "bool-array": (np.array([False]), r"be of dtype int32 or int64, got dtype\('bool'\)"),
    "object-array": (np.array([0, 2], object), r"be of dtype int32 or int64, got dtype\('O'\)"),
    "text-array": (np.array(["0"]), r"be of dtype int32 or int64, got dtype\('<U1'\)"),
    "float-empty-array": (np.array([]), r"be of dtype int32 or int64, got dtype\('float64'\)"),
    "masked": (np.ma.masked_array([0, 2], [False, True]), r"have no missing .* {name}\[1\]"),
    "2-d": ([[0, 2]], r"have one dimension, got an array of shape \(1, 2\)"),
    "2-d-array": (np.zeros((2, 2), int), r"have one dimension, got an array of shape \(2, 2\)"),
    "0-d-array": (np.array(3), r"have one dimension, got an array of shape \(\)"),
    "nested": ([[0, 2], [3]], r"be a vector of integers, got \[\[0, 2\], \[3\]\]"),
    "int": (3, r"have one dimension, got 3"),
    "nothing": (None, r"have one dimension, got None"),
    "word": ("ab", r"have one dimension, got 'ab'"),
}  # fmt: skip


@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize(("given_", "says"), NO_INTEGERS.values(), ids=NO_INTEGERS)
@pytest.mark.parametrize("name", VECTORS)
def test_what_is_no_vector_of_integers(name: str, given_: Any, says: str, validate: bool) -> None:
    before = repr(given_)
    with pytest.raises(ValueError, match=f"^{name} must {says.format(name=name)}"):
        VECTORS[name](given_, validate=validate)
    assert repr(given_) == before


@pytest.mark.parametrize("name", VECTORS)
def test_numbers_the_dtype_can_not_hold(name: str) -> None:
    says = rf"^{name} must fit int32, got {name}\[1\] = 4294967299$"
    for given_ in ([0, 2**32 + 3], np.array([0, 2**32 + 3])):
        for validate in (True, False):
            with pytest.raises(ValueError, match=says):
                VECTORS[name](given_, validate=validate, dtype=np.int32)
    with pytest.raises(ValueError, match=rf"^{name} must fit int32, got .*\[0\] = -2147483649"):
        VECTORS[name]([-(2**31) - 1], dtype="int32")
    with pytest.raises(ValueError, match=rf"^{name} must fit int32, got {name}\[1\]"):
        VECTORS[name]([0, 2**32 + 3], dtype_hint="int32")


@pytest.mark.parametrize("dtype", ["uint8", "float64", "str", bool, "int16"])
def test_dtypes_of_partitions(dtype: Any) -> None:
    says = r"^dtype must be int32 or int64, got "
    for name, make in VECTORS.items():
        with pytest.raises(ValueError, match=says):
            make([0] if name == "row_splits" else [], dtype=dtype)
    with pytest.raises(ValueError, match=says):
        uniform(2, nvals=4, dtype=dtype)
    with pytest.raises(ValueError, match=says):
        splits([0]).with_dtype(dtype)
    with pytest.raises(TypeError, match=r"^dtype must be a NumPy dtype, got 'index'"):
        splits([0], dtype="index")


def test_on_another_device_the_rules_are_the_same() -> None:
    for dtype in (np.int64, np.uint8, np.uint64):
        p = splits(StrictArray(np.array([0, 2, 2, 3], dtype)))
        assert isinstance(p.row_splits(), StrictArray)
        assert p.dtype == np.int64
    for items, says in (
        ([0, 4, 3], r"^row_splits must not decrease, got row_splits\[1:3\] = \[4, 3\]"),
        ([-16, 2], r"^row_splits must start at 0, got row_splits\[0\] = -16"),
    ):
        with pytest.raises(ValueError, match=says):
            splits(StrictArray(np.array(items)))
    with pytest.raises(
        ValueError, match=r"^row_lengths must fit int32, got row_lengths\[0\] = 429"
    ):
        lengths(StrictArray(np.array([2**32])), dtype="int32")
    with pytest.raises(ValueError, match=r"^row_splits must be of dtype int32 or int64, got dtype"):
        splits(StrictArray(np.array([0.0, 2.0])))


COUNTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: splits([]), r"^row_splits must have at least one item, got \[\]; \[0\] has no rows"),
    (lambda: splits([], False), r"^row_splits must have at least one item, got \[\]"),
    (lambda: splits(np.array([], int)), r"^row_splits must have at least one item, got \[\]"),
    (lambda: starts([], nvals=3), r"^nvals must be 0 where there are no rows, got 3"),
    (lambda: starts([0], nvals=-1), r"^nvals must not be negative, got -1"),
    (lambda: starts([0], nvals=2**63), r"^nvals must fit int64, got 9223372036854775808"),
    (lambda: starts(np.zeros(1, np.int32), 2**31), r"^nvals must fit int32, got 2147483648"),
    (lambda: starts([0], nvals=1.5), r"^nvals must be a single integer, got 1\.5"),  # type: ignore[arg-type]
    (lambda: starts([0], nvals=np.array([3])), r"^nvals must be a single integer, got array"),
    (lambda: rowids([0], nrows=-1), r"^nrows must not be negative, got -1"),
    (lambda: rowids([0], nrows="2"), r"^nrows must be a single integer, got '2'"),  # type: ignore[arg-type]
    (lambda: rowids([0], nrows=2**62), r"^nrows must be at most 268435456 for nvals = 1, got 46"),
    (lambda: rowids([], nrows=2**62), r"^nrows must be at most 268435456 for nvals = 0, got 46"),
    (lambda: rowids([0], 2**62, False), r"^nrows must be at most 268435456 for nvals = 1, got 4"),
    (lambda: rowids(np.zeros(1, np.int32), nrows=2**31), r"^nrows must fit int32, got 2147483648"),
    (lambda: uniform(2, nvals=5), r"^nvals must be a multiple of uniform_row_length = 2, got 5"),
    (lambda: uniform(0, nvals=5), r"^nvals must be a multiple of uniform_row_length = 0, got 5"),
    (lambda: uniform(2, 5, 2), r"^nvals must be nrows \* uniform_row_length = 4, got 5"),
    (lambda: uniform(2), r"^nvals or nrows must be given: a uniform_row_length alone"),
    (lambda: uniform(-1, nrows=2), r"^uniform_row_length must not be negative, got -1"),
    (lambda: uniform(2, nrows=-2), r"^nrows must not be negative, got -2"),
    (lambda: uniform(2, nvals=-4), r"^nvals must not be negative, got -4"),
    (lambda: uniform(2.0, nrows=2), r"^uniform_row_length must be a single integer, got 2\.0"),  # type: ignore[arg-type]
    (lambda: uniform(2**40, nrows=2**40), r"^nrows \* uniform_row_length must fit int64, got 1208"),
    (lambda: uniform(2**20, nrows=2**20, dtype="int32"), r"must fit int32, got 1099511627776$"),
    (lambda: uniform(2**62, None, 4, False), r"must fit int64, got 18446744073709551616$"),
    (lambda: uniform(0, 0, 2**62), r"^nrows must be at most 268435456 for nvals = 0, got 461168"),
    (lambda: uniform(1, nrows=2**62), r"^nrows must be at most 281474976710656 for nvals = 461"),
    (lambda: uniform(2**31, nrows=0, dtype="int32"), r"^uniform_row_length must fit int32, got 21"),
    (lambda: lengths([2**31]).with_dtype("int32"), r"^dtype must count to nvals = 2147483648, got"),
    (lambda: uniform(2**31, nrows=0).with_dtype("int32"), r"to uniform_row_length = 2147483648"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "says"), COUNTS, ids=[says[1:40] for _, says in COUNTS])
def test_counts(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


# ---------------------------------------------------------------------- what validate=False trusts
def test_unvalidated_numbers_are_read_back() -> None:
    """As in TensorFlow, so far as no row reaches beyond the last split."""
    assert splits([0, 2, 1, 3], False).row_lengths().tolist() == [2, -1, 2]
    assert splits([1, 3], False).row_lengths().tolist() == [2]
    assert splits([1, 3], False).value_rowids().tolist() == [0, 0]
    assert splits([-16, 3], False).row_splits().tolist() == [-16, 3]
    assert lengths([4, -1], False).row_splits().tolist() == [0, 4, 3]
    assert limits([2, 1, 3], False).row_lengths().tolist() == [2, -1, 2]
    assert starts([], 3, False).row_splits().tolist() == [3]
    assert rowids([1, 0, 1], validate=False).row_lengths().tolist() == [1, 2]
    assert rowids([1, 0, 1], validate=False).value_rowids().tolist() == [0, 1, 1]
    assert uniform(2, nvals=5, validate=False).row_splits().tolist() == [0, 2, 4]


@pytest.mark.parametrize(
    ("items", "says"),
    [
        (
            [0, 2**62, -(2**63), -(2**62), 0],
            r"be from 0 to the last, 0, got row_splits\[1\] = 46116",
        ),
        ([0, 2**40, 3], r"be from 0 to the last, 3, got row_splits\[1\] = 1099511627776"),
        ([-16, 3], r"be from 0 to the last, 3, got row_splits\[0\] = -16"),
        ([0, 1, -1, 3], r"be from 0 to the last, 3, got row_splits\[2\] = -1"),
        ([0, -1], r"be from 0 to the last, -1, got row_splits\[0\] = 0"),
    ],
    ids=str,
)
def test_rows_beyond_the_last_split_have_no_lengths(items: list[int], says: str) -> None:
    p = splits(np.array(items), validate=False)
    for read in (p.row_lengths, p.value_rowids, p._get_longest):
        with pytest.raises(ValueError, match=says):
            read()
    for read in (p.row_splits, p.row_starts, p.row_limits):
        assert read().dtype == np.int64
    assert p == splits(np.array(items), validate=False)


@pytest.mark.parametrize("validate", [True, False])
def test_lengths_whose_sum_wraps_around_are_refused(validate: bool) -> None:
    """NumPy's ``repeat`` would add them up to 0 and then write past the end."""
    for vector in (np.full(4, 2**62), np.full(40, 2**62)):
        rule = r"^row_lengths must sum to what int64 can count, got row_lengths\[1\] = 46116"
        with pytest.raises(ValueError, match=rule):
            lengths(vector, validate=validate)
    with pytest.raises(
        ValueError, match=r"sum to what int32 can count, got row_lengths\[1\] = 107"
    ):
        lengths(np.full(4, 2**30, np.int32), validate=validate)


def test_places_need_rows_that_start_at_0() -> None:
    with pytest.raises(ValueError, match=r"^row_splits must start at 0, got row_splits\[0\] = 2"):
        splits([2, 3], False).offsets_in_rows()


@given(st.lists(st.integers(-3, 9), min_size=1, max_size=6))
def test_splits_are_inside_where_none_is_negative_or_past_the_last(items: list[int]) -> None:
    wrong = [i for i, n in enumerate(items) if not 0 <= n <= items[-1]]
    if not wrong:
        check_inside(np.array(items), items[-1])
        return
    with pytest.raises(ValueError, match=rf"got row_splits\[{wrong[0]}\] = {items[wrong[0]]}$"):
        check_inside(np.array(items), items[-1])


def test_empty_rows_may_outnumber_values_until_it_is_a_slip() -> None:
    check_rows(2**28, 0)
    check_rows(2**40, 2**39)
    for nrows, nvals in ((2**28 + 1, 0), (2**40 + 1, 2**39), (2**48 + 1, 2**62)):
        with pytest.raises(ValueError, match=f"^nrows must be at most .*, got {nrows}$"):
            check_rows(nrows, nvals)


vectors = st.lists(st.integers(-2, 6), max_size=6)


@given(vectors, st.sampled_from([np.int32, np.int64]))
def test_what_is_accepted_is_what_follows_the_rules(items: list[int], dtype: Any) -> None:
    rises = items == sorted(items)
    ruled = {
        "row_splits": rises and items[:1] == [0],
        "row_lengths": min(items, default=0) >= 0,
        "row_starts": bool(items) and rises and items[0] == 0 and items[-1] <= 3,
        "row_limits": rises and min(items, default=0) >= 0,
        "value_rowids": rises and min(items, default=0) >= 0,
    }
    for name, fine in ruled.items():
        vector = np.array(items, dtype)
        if not fine:
            with pytest.raises(ValueError, match=f"^(nvals|{name}) must "):
                VECTORS[name](vector)
        else:
            made = getattr(VECTORS[name](vector), name)()
            assert made.tolist() == items
            assert made.dtype == dtype
        assert vector.tolist() == items
    if ruled["row_lengths"]:
        assert lengths(items).row_splits().tolist() == [0, *accumulate(items)]
