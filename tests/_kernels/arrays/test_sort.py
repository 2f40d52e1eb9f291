"""The sort and product kernels: every dtype, both layouts, both directions, no more memory."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays.splits import lengths_to_splits

NAN = float("nan")
VALUES: dict[str, list[Any]] = {
    "bool": [True, False],
    "int8": [-128, 127, 0],
    "uint64": [0, 2**64 - 1, 5],
    "int64": [-(2**63), 2**63 - 1, 0],
    "float16": [NAN, -0.0, 0.0, 1.5, float("-inf")],
    "float32": [NAN, -0.0, 0.0, 1.5, float("inf")],
    "longdouble": [NAN, 1.5, -2.0],
    "complex64": [complex(NAN, 1), complex(1, NAN), complex(NAN, NAN), 1j, -1],
    "U3": ["", "a", "\U0010ffff" * 3, "é"],
    "S2": [b"", b"\xff\xff", b"a"],
    "datetime64[s]": ["NaT", 1, -5],
    "StringDType": ["", "a", "\U0010ffff", "long " * 9],
    "object": ["b", "a", ""],
}
lengths_of_rows = st.lists(st.sampled_from([0, 1, 2, 3, 300]), max_size=8)


def drawn(dtype: str, n: int, seed: int) -> Any:
    kind: Any = np.dtypes.StringDType() if dtype == "StringDType" else np.dtype(dtype)
    some = np.array(VALUES[dtype], dtype=kind)
    return some[np.random.default_rng(seed).integers(0, len(some), n)]


@pytest.mark.parametrize("dtype", VALUES)
@given(lengths=lengths_of_rows, seed=st.integers(0, 99))
def test_rows_sort_as_numpy_sorts_each(dtype: str, lengths: list[int], seed: int) -> None:
    counts = np.array(lengths, dtype=np.int64)
    splits = lengths_to_splits(counts)
    values = drawn(dtype, sum(lengths), seed)
    before = values.copy()
    places = _sort.argsort_rows(values, splits, counts)
    backwards = _sort.argsort_rows(values, splits, counts, True)
    for a, b in pairwise(splits.tolist()):
        row = values[a:b]
        np.testing.assert_array_equal(places[a:b], np.argsort(row, kind="stable"))
        np.testing.assert_array_equal(
            backwards[a:b], _sort.argsort_axis(row[None], 1, descending=True)[0]
        )
    starts = np.repeat(splits[:-1], counts)
    for order, descending in ((places, False), (backwards, True)):
        found = _sort.sort_rows(values, splits, counts, descending)
        assert found.dtype == values.dtype
        np.testing.assert_array_equal(found, values[order + starts])
    for most in (0, 2):
        kept = np.minimum(counts, most)
        heads = [backwards[a : a + n] for a, n in zip(splits.tolist(), kept.tolist(), strict=False)]
        at, among_all, cut = _sort.top_rows(values, splits, counts, most)
        np.testing.assert_array_equal(at, np.concatenate([places[:0], *heads]))
        np.testing.assert_array_equal(among_all, at + np.repeat(splits[:-1], kept))
        np.testing.assert_array_equal(cut, np.concatenate([[0], np.cumsum(kept)]))
    assert repr(values) == repr(before)


@pytest.mark.parametrize("high", [9, 70_000, 2**31 - 1, 2**40])
@pytest.mark.parametrize("low", [0, -70_001, 2**40])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint16", "uint64", "float64"])
def test_order_is_numpys_stable_one(dtype: str, low: int, high: int) -> None:
    values = np.random.default_rng(high).integers(low, low + high, 3000).astype(dtype)
    values[::7] = values[3]
    np.testing.assert_array_equal(_sort.order(values), np.argsort(values, kind="stable"))


@pytest.mark.parametrize(
    "ends",
    [(-(2**31), 2**31 - 1), (-(2**63), 2**63 - 1), (-1, 65535), (-65537, 2**32 - 65538)],
    ids=["all of int32", "all of int64", "17 bits", "all of 32 bits"],
)
def test_order_of_the_widest_range(ends: tuple[int, int]) -> None:
    values = np.array([*ends, 0] * 1000, dtype="int64")
    np.testing.assert_array_equal(_sort.order(values), np.argsort(values, kind="stable"))


@given(lengths=st.lists(st.integers(0, 9), max_size=9), kind=st.sampled_from(["int32", "int64"]))
def test_columns_come_place_by_place_then_row_by_row(lengths: list[int], kind: str) -> None:
    counts = np.array(lengths, dtype=kind)
    splits = lengths_to_splits(counts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sort, "DIGITS_FROM", 3)
        patch.setattr(_sort, "_ROWS", 2)
        patch.setattr(_sort, "_PIECE", 7)
        pieces = list(_sort.column_blocks(splits, counts))
    places = [(j, i) for i, n in enumerate(lengths) for j in range(n)]
    order = np.concatenate([some for some, _ in pieces]).tolist()
    assert order == sorted(range(len(places)), key=places.__getitem__)
    met = np.concatenate([met for _, met in pieces]).tolist()
    assert met == [sum(n > j for n in lengths) for j in range(max(lengths, default=0))]
    assert all(some.shape[0] == met.sum() for some, met in pieces)


SEARCHED = [name for name in VALUES if name not in ("complex64", "object", "StringDType")]


@pytest.mark.parametrize("dtype", SEARCHED)
@given(
    right=st.booleans(),
    rows=st.lists(st.tuples(*[st.integers(0, 9)] * 2), max_size=8),
    seed=st.integers(0, 99),
)
def test_searches_find_numpys_places(
    dtype: str, rows: list[tuple[int, int]], right: bool, seed: int
) -> None:
    lengths, asked = np.array(rows, dtype=np.int64).reshape(-1, 2).T.copy()
    splits, cuts = lengths_to_splits(lengths), lengths_to_splits(asked)
    values = _sort.sort_rows(drawn(dtype, int(splits[-1]), seed), splits, lengths)
    wanted = drawn(dtype, int(cuts[-1]), seed + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sort, "_BLOCK", 5)
        found = _sort.search_rows(values, splits, wanted, cuts, right=right)
    assert found.dtype == np.int64
    side: Any = "right" if right else "left"
    both = zip(pairwise(splits.tolist()), pairwise(cuts.tolist()), strict=True)
    want = [np.searchsorted(values[a:b], wanted[c:d], side) for (a, b), (c, d) in both]
    np.testing.assert_array_equal(found, np.concatenate([found[:0], *want]))


@pytest.mark.parametrize("function", [_sort.sort_rows, _sort.argsort_rows])
def test_skewed_rows_take_memory_for_values_only(function: Any) -> None:
    lengths = np.ones(100_000, dtype=np.int64)
    lengths[7] = 84_000
    splits = lengths_to_splits(lengths)
    values = np.random.default_rng(0).normal(size=int(splits[-1]))
    tracemalloc.start()
    function(values, splits, lengths)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * values.nbytes


@given(rows=st.lists(st.tuples(*[st.lists(st.integers(), max_size=3)] * 3), max_size=5))
def test_product_rows_is_itertools_product(rows: list[tuple[list[int], ...]]) -> None:
    lengths = [np.array([len(row[i]) for row in rows], dtype=np.int64) for i in range(3)]
    starts = [lengths_to_splits(n)[:-1] for n in lengths]
    counts, taken = _gather.product_rows(starts, lengths)
    flat = [[v for row in rows for v in row[i]] for i in range(3)]
    found = list(
        zip(*[[flat[i][j] for j in at.tolist()] for i, at in enumerate(taken)], strict=True)
    )
    assert found == [some for row in rows for some in product(*row)]
    assert counts.tolist() == [len(a) * len(b) * len(c) for a, b, c in rows]
