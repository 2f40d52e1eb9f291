"""Extremes of rows from those of windows: those that NumPy finds row by row."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import windows
from raggedkit._kernels.arrays.splits import lengths_to_splits

lengths_of_rows = st.lists(st.sampled_from([0, 1, 2, 3, 4, 7, 8, 9, 63]), max_size=12)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint32"])
@pytest.mark.parametrize("ufunc", ["maximum", "minimum"])
@given(lengths=lengths_of_rows, seed=st.integers(0, 99))
def test_extremes_are_numpys(dtype: str, ufunc: str, lengths: list[int], seed: int) -> None:
    counts = np.array(lengths, dtype=np.int64)
    splits = lengths_to_splits(counts)
    values: Any = np.random.default_rng(seed).integers(0, 99, sum(lengths)).astype(dtype)
    if values.dtype.kind == "f":
        values[values == 50] = np.nan
    values.setflags(write=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "_BLOCK", 70)
        found = windows.extreme_rows(ufunc, values, splits, counts, 7)
    assert found is not None
    assert found.dtype == values.dtype
    rows = [values[a:b] for a, b in pairwise(splits.tolist())]
    want = [getattr(np, ufunc).reduce(row) if row.size else 7 for row in rows]
    np.testing.assert_array_equal(found, np.array(want, dtype=dtype))


@pytest.mark.parametrize("longest", [64, 5000])
def test_long_rows_are_left_to_others(longest: int) -> None:
    lengths = np.array([1, longest])
    values = np.zeros(1 + longest, dtype="float32")
    assert windows.extreme_rows("maximum", values, lengths_to_splits(lengths), lengths, 0) is None
