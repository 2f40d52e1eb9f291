"""Values and positions packed into one integer: sorted rows and extremes of every dtype."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import packing
from raggedkit._kernels.arrays.splits import lengths_to_splits

NAN, INF, EPS = float("nan"), float("inf"), 2.0**-52
FLOATS = [NAN, -NAN, 0.0, -0.0, 1.5, -1.5, INF, -INF]
VALUES: dict[str, list[Any]] = {
    "bool": [True, False],
    "int8": [-128, 127, 0],
    "uint16": [0, 65535, 7],
    "int32": [-(2**31), 2**31 - 1, 0],
    "uint32": [0, 2**32 - 1, 2**31],
    "int64": [-1000, 1000, 0],
    "int64, wide": [-(2**63), 2**63 - 1, 0],
    "uint64": [2**64 - 1, 2**64 - 9],
    "uint64, wide": [0, 2**64 - 1, 2**63],
    "float16": FLOATS,
    "float32": FLOATS,
    "float64": FLOATS,
    "float64, close": [1 + k * s * EPS for k in range(4) for s in (1, -1)],
    ">f8": FLOATS,
    ">i4": [-5, 3],
    "longdouble": FLOATS,
    "complex64": [1j, -1, complex(NAN, 1)],
    "datetime64[s]": ["NaT", 1, -5],
    "timedelta64[s]": [1, -5],
    "U2": ["a", "", "b"],
}


def drawn(name: str, shape: Any, seed: int) -> Any:
    some = np.array(VALUES[name], dtype=name.partition(",")[0])
    return some[np.random.default_rng(seed).integers(0, len(some), shape)]


@pytest.mark.parametrize("name", VALUES)
@given(width=st.integers(1, 9), nrows=st.integers(0, 5), seed=st.integers(0, 99))
def test_argsorted_is_numpys_stable_order(name: str, width: int, nrows: int, seed: int) -> None:
    rectangle = drawn(name, (nrows, width), seed)
    before = rectangle.tobytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_FEW", 0)
        found = packing.argsorted(rectangle)
    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, np.argsort(rectangle, axis=1, kind="stable"))
    assert rectangle.tobytes() == before


@pytest.mark.parametrize("name", VALUES)
@given(
    ufunc=st.sampled_from(["maximum", "minimum"]),
    lengths=st.lists(st.sampled_from([0, 1, 4, 30]), max_size=9),
    seed=st.integers(0, 99),
)
def test_extremes_are_where_numpy_finds_them(
    name: str, ufunc: str, lengths: list[int], seed: int
) -> None:
    counts = np.array(lengths, dtype=np.int32)
    splits = lengths_to_splits(counts)
    values = drawn(name, sum(lengths), seed)
    find = np.argmax if ufunc == "maximum" else np.argmin
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_BLOCK", 8)  # of which a row of 30 is a block by itself
        found = packing.extreme_places(ufunc, values, splits, counts)
    if name in ("float64", "float64, close", ">f8", "longdouble") or values.dtype.kind in "cmMU":
        assert found is None
    elif found is None:
        assert "wide" in name
    else:
        rows = [values[a:b] for a, b in pairwise(splits.tolist())]
        assert found.tolist() == [int(find(row)) if row.size else 0 for row in rows]
