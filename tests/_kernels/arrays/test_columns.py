"""Columns of rows, reduced in blocks, against their values each with its place."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import columns, segment

rows_of = st.lists(st.lists(st.integers(-3, 3), max_size=7), max_size=8)
ufuncs = st.sampled_from(
    ["add", "multiply", "maximum", "minimum", "logical_or", "logical_and"],
)


@given(rows_of, ufuncs, st.sampled_from(["int64", "float32", "bool"]), st.sampled_from([1, 4]))
def test_columns_are_what_stands_at_one_place_in_rows(
    rows: list[list[int]], ufunc: str, dtype: str, block: int
) -> None:
    values = np.array(list(itertools.chain.from_iterable(rows)), dtype)
    lengths = np.array([len(row) for row in rows], np.int64)
    splits = np.array([0, *itertools.accumulate(lengths.tolist())])
    places = np.array([i for row in rows for i in range(len(row))], np.int64)
    width = max((len(row) for row in rows), default=0)
    if ufunc.startswith("logical"):
        values = values.astype(bool)
    counted = values.dtype == bool and ufunc in ("add", "multiply")
    kind = np.dtype("int64") if counted else values.dtype
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_BLOCK", block)
        got = columns.reduce_columns(ufunc, values, splits, lengths, width, kind)
    want = segment.reduce_slots(ufunc, values, places, width, kind)
    assert got.dtype == want.dtype
    assert got.tolist() == want.tolist()


def test_columns_do_not_share_what_is_no_number() -> None:
    values, lengths = np.array([1.0, math.nan, 2.0, 3.0, math.inf]), np.array([2, 0, 1, 2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_BLOCK", 1)
        splits = np.array([0, 2, 2, 3, 5])
        for ufunc, first in {"add": 6.0, "maximum": 3.0, "minimum": 1.0, "multiply": 6.0}.items():
            got = columns.reduce_columns(ufunc, values, splits, lengths, 2, values.dtype)
            assert got[0] == first
            assert math.isnan(got[1])


@pytest.mark.parametrize("inner", [(), (2,), (0,)], ids=str)
def test_squares_of_columns(inner: tuple[int, ...]) -> None:
    lengths, splits = np.array([3, 0, 1, 2]), np.array([0, 3, 3, 4, 6])
    values = np.arange(6 * math.prod(inner), dtype="float64").reshape(6, *inner)
    means = np.full((3, *inner), 1.5)
    places = np.array([0, 1, 2, 0, 0, 1])
    want = np.zeros((3, *inner))
    np.add.at(want, places, (values - 1.5) ** 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_BLOCK", 1)
        got = columns.square_columns(values, means, splits, lengths)
    np.testing.assert_array_equal(got, want)
