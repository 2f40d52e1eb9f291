"""The splits kernels against Python's own lists, ranges and accumulation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import matrices as _matrices
from raggedkit._kernels.arrays import splits as _splits
from tests.strict_cupy.array import namespace as device

LENGTHS = st.integers(0, 4)
# Below 32 items some kernels compute with Python's own ints, so that both sides are drawn.
lengths_lists = st.lists(LENGTHS, max_size=6) | st.lists(LENGTHS, min_size=29, max_size=40)
dtypes = st.sampled_from([np.int32, np.int64])


def splits_of(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def rowids_of(lengths: list[int]) -> list[int]:
    return [i for i, n in enumerate(lengths) for _ in range(n)]


def same(got: Any, want: list[Any], dtype: Any) -> None:
    assert got.tolist() == want
    assert got.dtype == dtype


# ---------------------------------------------------------------------- against plain lists
@given(lengths_lists, dtypes)
def test_lengths_and_splits_are_each_others_inverse(lengths: list[int], dtype: Any) -> None:
    splits = _splits.lengths_to_splits(np.array(lengths, dtype))
    same(splits, splits_of(lengths), dtype)
    same(_splits.splits_to_lengths(splits), lengths, dtype)


@given(lengths_lists, dtypes)
def test_rowids_and_offsets_name_every_value(lengths: list[int], dtype: Any) -> None:
    splits, sizes = np.array(splits_of(lengths), dtype), np.array(lengths, dtype)
    same(_splits.splits_to_rowids(splits, sizes), rowids_of(lengths), dtype)
    places = [j for n in lengths for j in range(n)]
    same(_splits.offsets_in_rows(splits, sizes), places, dtype)


@given(lengths_lists, st.integers(0, 3), dtypes)
def test_splits_of_rowids(lengths: list[int], more: int, dtype: Any) -> None:
    rowids = np.array(rowids_of(lengths), dtype)
    same(
        _splits.rowids_to_splits(rowids, len(lengths) + more),
        splits_of(lengths + [0] * more),
        dtype,
    )


steps = st.sampled_from([-7, -2, -1, 1, 2, 3, 100])
spans = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=6)


@given(spans, steps, dtypes)
def test_range_lengths_is_len_of_range(pairs: list[tuple[int, int]], step: int, dtype: Any) -> None:
    starts, limits = np.array(pairs, dtype).reshape(-1, 2).T
    want = [len(range(a, b, step)) for a, b in pairs]
    same(_splits.range_lengths(starts, limits, step), want, dtype)


@given(st.lists(st.tuples(st.integers(-9, 9), LENGTHS), max_size=6), steps, dtypes, dtypes)
def test_ranges_are_laid_end_to_end(
    pairs: list[tuple[int, int]], step: int, dtype: Any, other: Any
) -> None:
    starts = np.array([start for start, _ in pairs], dtype)
    lengths = np.array([n for _, n in pairs], other)
    want = list(chain.from_iterable(range(a, a + n * step, step) for a, n in pairs))
    assert _splits.ranges(starts, lengths, step).tolist() == want


numbers = st.integers(-2, 3)
vectors = st.lists(numbers, max_size=6) | st.lists(numbers, min_size=29, max_size=40)


@given(vectors, dtypes)
def test_first_of_each_fault(items: list[int], dtype: Any) -> None:
    a = np.array(items, dtype)
    falls = [i for i, (x, y) in enumerate(pairwise(items)) if y < x]
    assert _splits.first_decrease(a) == (falls or [-1])[0]
    assert _splits.first_decrease(np.sort(a)) == -1
    assert _splits.first_negative(a) == next((i for i, x in enumerate(items) if x < 0), -1)


@given(vectors, vectors, dtypes, dtypes)
def test_difference_and_equality(a: list[int], b: list[int], x: Any, y: Any) -> None:
    one, other = np.array(a, x), np.array(b, y)
    differ = [i for i, (p, q) in enumerate(zip(a, b, strict=False)) if p != q]
    assert _splits.first_difference(one, other) == (differ or [-1])[0]
    assert _splits.arrays_equal(one, other) is (a == b)
    assert _splits.arrays_equal(one, np.array(a, y)) is True
    assert _splits.arrays_equal(one, one) is True
    if a:
        changed = np.array([*a[:-1], a[-1] + 1], y)
        assert _splits.arrays_equal(one, changed) is False


@given(st.lists(st.tuples(numbers, LENGTHS), max_size=6), st.sampled_from([(), (2,), (2, 0)]))
def test_repeat_with_and_without_numpys_own(
    pairs: list[tuple[int, int]], inner: tuple[int, ...]
) -> None:
    values = np.empty((len(pairs), *inner), int)
    values.T[...] = [v for v, _ in pairs]
    counts = np.array([n for _, n in pairs], int)
    want = [v for v, (_, n) in zip(values.tolist(), pairs, strict=True) for _ in range(n)]
    assert _splits.repeat(values, counts).tolist() == want
    assert _splits.repeat_on_device(np, values, counts).tolist() == want
    on_device: Any = _splits.repeat(device.asarray(values), device.asarray(counts))
    assert on_device.get().tolist() == want


# ---------------------------------------------------------------------- edges
SPLITS: dict[str, list[int]] = {
    "no-rows": [0],
    "one-row": [0, 3],
    "one-empty-row": [0, 0],
    "all-empty": [0, 0, 0, 0],
    "empty-first": [0, 0, 2],
    "empty-last": [0, 2, 2],
    "empty-between": [0, 1, 1, 1, 3],
    "long": [0, *range(50)],
}


def strided(items: list[int], dtype: Any) -> Any:
    return np.repeat(np.array(items, dtype), 2)[::2]


def backwards(items: list[int], dtype: Any) -> Any:
    return np.array(items[::-1], dtype)[::-1]


def read_only(items: list[int], dtype: Any) -> Any:
    a = np.array(items, dtype)
    a.flags.writeable = False
    return a


def column(items: list[int], dtype: Any) -> Any:
    return np.array([items, items], dtype).T[:, 0]


LAYOUTS = [strided, backwards, read_only, column]


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("items", SPLITS.values(), ids=SPLITS)
def test_every_layout_of_the_input(
    items: list[int], layout: Callable[[list[int], Any], Any], dtype: Any
) -> None:
    plain = np.array(items, dtype)
    sizes = np.diff(plain)
    ids = np.array(rowids_of(sizes.tolist()), dtype)
    splits = layout(items, dtype)
    lengths, rowids = layout(sizes.tolist(), dtype), layout(ids.tolist(), dtype)
    for got, want in (
        (_splits.splits_to_lengths(splits), sizes),
        (_splits.lengths_to_splits(lengths), plain),
        (_splits.splits_to_rowids(splits, lengths), ids),
        (_splits.rowids_to_splits(rowids, len(sizes)), plain),
        (_splits.offsets_in_rows(splits, lengths), np.arange(items[-1]) - plain[:-1][ids]),
        (_splits.ranges(splits[:-1], lengths), np.arange(items[-1])),
        (_splits.repeat(splits[:-1], lengths), plain[:-1][ids]),
    ):
        same(got, want.tolist(), dtype)
        assert not any(np.shares_memory(got, a) for a in (splits, lengths, rowids) if a.size)
    assert _splits.first_decrease(splits) == -1
    assert _splits.arrays_equal(splits, plain)
    assert splits.tolist() == items
    assert lengths.tolist() == sizes.tolist()
    assert rowids.tolist() == ids.tolist()


@pytest.mark.parametrize("at", [0, 10, 38])
def test_faults_far_into_a_long_vector(at: int) -> None:
    a = np.arange(40)
    a[at + 1] = a[at] - 1
    assert _splits.first_decrease(a) == at
    assert _splits.first_difference(a, np.arange(40)) == at + 1
    assert not _splits.arrays_equal(a, np.arange(40))
    assert _splits.first_negative(-a) == next(i for i, x in enumerate(a.tolist()) if x > 0)


def test_differences_are_looked_for_in_the_common_part() -> None:
    assert _splits.first_difference(np.array([1, 2]), np.array([1, 2, 3])) == -1
    assert not _splits.arrays_equal(np.array([1, 2]), np.array([1, 2, 3]))


def test_ranges_at_the_ends_of_int32() -> None:
    most, least = 2**31 - 1, -(2**31)
    starts = np.array([most - 2, least], np.int32)
    lengths = np.array([3, 2], np.int32)
    same(_splits.ranges(starts, lengths), [most - 2, most - 1, most, least, least + 1], np.int32)


def test_long_strides_of_many_rows_stay_right_in_int32() -> None:
    """The running distance passes 2**31 though no position does."""
    lengths = np.full(70_000, 1, np.int32)
    starts = np.arange(70_000, dtype=np.int32)
    assert _splits.ranges(starts, lengths, 40_001).tolist() == starts.tolist()


def test_lengths_whose_sum_passes_int32_get_splits_of_int64() -> None:
    for lengths in (np.full(3, 2**30, np.int32), np.full(40, 2**28, np.int32)):
        want = [0, *accumulate(lengths.tolist())]
        same(_splits.lengths_to_splits(lengths), want, np.int64)
    fits = np.array([2**30, 2**30 - 1] + [0] * 40, np.int32)
    same(_splits.lengths_to_splits(fits), [0, *accumulate(fits.tolist())], np.int32)
    halves = [np.array([0, 2**30], np.int32)] * 3
    same(_splits.joined(halves), [0, 2**30, 2**31, 3 * 2**30], np.int64)
    found = _splits.spans_of_rows(halves[0], np.zeros(3, np.int64))
    assert found is not None
    same(found[2], [0, 2**30, 2**31, 3 * 2**30], np.int64)


@pytest.mark.parametrize("n", [3, 40])
def test_lengths_whose_sum_passes_int64_are_refused(n: int) -> None:
    lengths = np.zeros(n, np.int64)
    lengths[:3] = 2**62, 2**62 - 1, 1
    with pytest.raises(ValueError, match=r"int64 can count, got row_lengths\[2\] = 1$"):
        _splits.lengths_to_splits(lengths)
    lengths[2] = 0
    assert int(_splits.lengths_to_splits(lengths)[-1]) == 2**63 - 1


@pytest.mark.parametrize("counts", [[1, -1], [-3, 5]], ids=str)
def test_repeat_refuses_negative_counts(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="negative"):
        _splits.repeat(np.arange(2), np.array(counts))


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(1, 12))
def test_row_blocks_are_all_rows_in_order(lengths: list[int], size: int) -> None:
    row_splits = _splits.lengths_to_splits(np.array(lengths, dtype=np.int64))
    blocks = list(_splits.row_blocks(row_splits, size, 2 * size))
    assert [row for a, b in blocks for row in range(a, b)] == list(range(len(lengths)))
    if sum(lengths) > 2 * size:
        assert all(sum(lengths[a:b]) <= size or b == a + 1 for a, b in blocks)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=12))
def test_alike_rows_are_those_of_one_power_of_two(lengths: list[int]) -> None:
    groups = [g.tolist() for g in _splits.alike_rows(np.array(lengths))]
    assert sorted(chain.from_iterable(groups)) == [i for i, n in enumerate(lengths) if n]
    assert all(len({(lengths[i] - 1).bit_length() for i in group}) == 1 for group in groups)


@given(st.lists(st.lists(st.booleans(), max_size=4), max_size=6))
def test_splits_of_kept_count_what_each_row_keeps(rows: list[list[bool]]) -> None:
    row_splits = _splits.lengths_to_splits(np.array([len(r) for r in rows], dtype=np.int64))
    kept = np.array([flag for row in rows for flag in row], dtype=bool)
    found = _splits.splits_of_kept(kept, row_splits)
    assert _splits.splits_to_lengths(found).tolist() == [sum(row) for row in rows]


WRAPPED = np.full(4, 2**62)  # adds up to 0 in 64 bits
LONGER = np.array([*WRAPPED, 4])  # and to 4
VALUES = np.arange(5)
BY_COUNTS: dict[str, Callable[[Any], Any]] = {
    "repeat": lambda n: _splits.repeat(np.arange(len(n)), n),
    "lengths_to_splits": _splits.lengths_to_splits,
    "splits_to_rowids": lambda n: _splits.splits_to_rowids(np.append(0, np.cumsum(n)), n),
    "offsets_in_rows": lambda n: _splits.offsets_in_rows(np.append(0, np.cumsum(n)), n),
    "ranges": lambda n: _splits.ranges(np.zeros(len(n), int), n),
    "ranges-by-steps": lambda n: _splits.ranges(np.zeros(len(n), int), n, 2),
    "take_ranges": lambda n: _gather.take_ranges(VALUES, np.zeros(len(n), int), n),
    "take_ranges-long": lambda n: _gather.take_ranges(
        VALUES, np.zeros(32 + len(n), int), np.append(np.zeros(32, int), n)
    ),
    "product_rows": lambda n: _gather.product_rows([n * 0, n * 0], [n, n]),
    "products": lambda n: _matrices.products(VALUES, VALUES, n * 0, n * 0, n, n * 0, n),
}


@pytest.mark.parametrize("counts", [WRAPPED, LONGER], ids=["to-0", "to-4"])
@pytest.mark.parametrize("write", BY_COUNTS.values(), ids=BY_COUNTS)
def test_no_kernel_writes_by_counts_that_wrap_around(
    write: Callable[[Any], Any], counts: Any
) -> None:
    with pytest.raises(ValueError, match=r"at most|can count"):
        write(counts)
