"""The order of keys against NumPy's stable sorts: ranges of every width, one and two passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from raggedkit._kernels.arrays.grouping import group_starts, in_order, order_by_keys

RNG = np.random.default_rng(0)
FEW, MANY = 100, 3000  # below and above the limit of the sort of pairs


@pytest.mark.parametrize("n", [FEW, MANY])
@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "i2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize("bits", [0, 1, 16, 32, 51, 52, 64])
@pytest.mark.parametrize("low", [True, False])
def test_integers_of_any_range(n: int, dtype: str, bits: int, low: bool) -> None:
    info: Any = np.iinfo(dtype) if dtype != "?" else np.iinfo("u1")
    first, last = (0, 1) if dtype == "?" else (int(info.min), int(info.max))
    span = min(last - first, 2**bits - 1)
    start = first if low else last - span
    kind = "u1" if dtype == "?" else dtype
    keys = RNG.integers(start, start + span, n, dtype=kind, endpoint=True).astype(dtype)
    keys[:2] = start, start + span
    assert (order_by_keys([keys]) == np.argsort(keys, kind="stable")).all()
    other = RNG.integers(0, 3, n)
    assert (order_by_keys([other, keys]) == np.lexsort([keys, other])).all()
    assert (order_by_keys([keys, other]) == np.lexsort([other, keys])).all()


@pytest.mark.parametrize("n", [0, 1, FEW, MANY])
def test_floats_and_text_beside_integers(n: int) -> None:
    floats, words = RNG.integers(0, 5, n) / 2, RNG.integers(0, 5, n).astype("U1")
    numbers = RNG.integers(0, 3, n)
    for keys in ([floats, words, numbers], [numbers, words], [words], [floats]):
        found = order_by_keys(keys)
        assert (found == np.lexsort(keys[::-1])).all()
        records = list(zip(*(k[found].tolist() for k in keys), strict=True))
        expected = [i for i, r in enumerate(records) if not i or r != records[i - 1]]
        assert group_starts([k[found] for k in keys]).tolist() == expected


def test_in_order() -> None:
    a, b = np.array([0, 0, 1, 1]), np.array([2, 5, 1, 1])
    assert in_order([a])
    assert in_order([a, b])
    assert not in_order([b])
    assert not in_order([a, b[::-1]])
    assert in_order([a, a, b])
    assert in_order([a[:0], b[:0]])
    assert not in_order([np.array([0.5, 0.25])])
