"""Nested lists to flat values: integers that no dtype holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import raggedkit as rk


@pytest.mark.parametrize("wide", [1 << 64, -(1 << 63) - 1], ids=["above", "below"])
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint64"])
@pytest.mark.parametrize("beside", [False, 0], ids=["bool", "int"])
def test_an_integer_of_more_than_64_bits_is_named(wide: int, dtype: str, beside: Any) -> None:
    got = rf"obj must contain values of dtype {dtype}, got {wide} at obj\[0\]\[1\]"
    with pytest.raises(TypeError, match=got):
        rk.array([[beside, wide]], dtype=dtype)


def test_wide_integers_still_become_floats() -> None:
    assert rk.array([[False, 1 << 64]], dtype="float64").to_list() == [[0.0, 2.0**64]]
    assert rk.array([[True, 1 << 63]], dtype=np.uint64).to_list() == [[1, 1 << 63]]
