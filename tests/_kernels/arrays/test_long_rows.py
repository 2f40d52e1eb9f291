"""Rows about as long as the block that a compiled loop reads, also at the end of an array."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from raggedkit._kernels.arrays import segment
from raggedkit._typing import Array

JOIN: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "multiply": operator.mul,
    "maximum": max,
    "minimum": min,
}
NUMBERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
NUMBERS += ["float32", "float64"]
LENGTHS = np.array([0, 1, 7, 8, 31, 32, 33, 0, 63, 64, 65, 100, 3, 2, 1, 0, 200, 0])


def rows_from(offset: int, dtype: str) -> tuple[Array, Array, list[list[int]]]:
    """Values, splits that begin at an offset, and the rows as lists."""
    rng = np.random.default_rng(3)
    splits = np.concatenate([[0], LENGTHS.cumsum()]) + offset
    low = 0 if dtype.startswith("u") else -2
    values = rng.integers(low, 3, splits[-1]).astype(dtype)
    return values, splits, [values[a:b].tolist() for a, b in pairwise(splits.tolist())]


def wrapped(number: float, dtype: np.dtype[Any]) -> Any:
    """A Python number reduced modulo the bits of the dtype."""
    if dtype.kind == "f":
        return float(number)
    bits = 8 * dtype.itemsize
    return int(np.array([number % (1 << bits)], dtype=f"u{dtype.itemsize}").view(dtype)[0])


@pytest.mark.parametrize("ufunc", sorted(JOIN))
@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("offset", [0, 5])
@pytest.mark.parametrize("index", ["int32", "int64"])
def test_rows_of_every_length_are_reduced(ufunc: str, dtype: str, offset: int, index: str) -> None:
    values, splits, rows = rows_from(offset, dtype)
    kind = values.dtype
    if ufunc == "multiply":
        rows = [[v if v else 1 for v in row] for row in rows]
        values[values == 0] = 1
        if kind.kind == "f":  # a long product of exact numbers would pass the largest
            values, rows = np.sign(values), [[int(math.copysign(1, v)) for v in r] for r in rows]
    got = segment.reduce_rows(ufunc, values, splits.astype(index), LENGTHS.astype(index), kind)
    empty = segment.identity(ufunc, kind)
    want = [wrapped(functools.reduce(JOIN[ufunc], r), kind) if r else empty for r in rows]
    assert got.dtype == kind
    assert got.tolist() == want


@pytest.mark.parametrize("dtype", ["bool", "int8", "float64"])
def test_truths_are_counted_in_rows_of_every_length(dtype: str) -> None:
    values, splits, rows = rows_from(4, "int8")
    truths = (values != 0).astype(dtype)
    flags = truths.astype(bool)
    for p, row in enumerate(rows):  # rows that hold for all their values, or for none
        if p % 3:
            flags[splits[p] : splits[p + 1]] = p % 3 == 1
            rows[p] = [p % 3 == 1] * len(row)
    want = [[bool(v) for v in row] for row in rows]
    assert segment.reduce_rows(
        "logical_or", flags, splits, LENGTHS, np.dtype(bool)
    ).tolist() == list(map(any, want))
    assert segment.reduce_rows(
        "logical_and", flags, splits, LENGTHS, np.dtype(bool)
    ).tolist() == list(map(all, want))
    counts = segment.reduce_rows("add", flags, splits, LENGTHS, np.dtype("int64"))
    assert counts.tolist() == list(map(sum, want))


@pytest.mark.parametrize("ufunc", ["maximum", "minimum"])
@pytest.mark.parametrize("dtype", NUMBERS)
def test_the_first_extreme_is_found_in_rows_of_every_length(ufunc: str, dtype: str) -> None:
    values, splits, rows = rows_from(0, dtype)
    best = JOIN[ufunc]
    want = [row.index(functools.reduce(best, row)) if row else 0 for row in rows]
    assert segment.arg_rows(ufunc, values, splits, LENGTHS).tolist() == want


@pytest.mark.parametrize("ufunc", ["maximum", "minimum", "add"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("odd", [math.nan, -math.nan, math.inf, -math.inf, -0.0])
def test_what_is_odd_is_met_at_every_place(ufunc: str, dtype: str, odd: float) -> None:
    length = 70
    splits = np.arange(0, length * length + 1, length)
    lengths = np.full(length, length)
    values = np.tile(np.linspace(-1, 1, length, dtype=dtype), (length, 1))
    values[np.arange(length), np.arange(length)] = odd
    flat = values.reshape(-1)
    got = segment.reduce_rows(ufunc, flat, splits, lengths, flat.dtype)
    np.testing.assert_allclose(got, getattr(np, ufunc).reduce(values, axis=1), atol=1e-5)
    if ufunc != "add":
        find = np.argmax if ufunc == "maximum" else np.argmin
        assert segment.arg_rows(ufunc, flat, splits, lengths).tolist() == [
            int(find(row)) for row in values
        ]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_first_of_two_zeros_is_the_extreme(dtype: str) -> None:
    values = np.array([-1, -0.0, 0.0, -1, 1, 0.0, -0.0, 1], dtype=dtype)
    splits, lengths = np.array([0, 4, 8]), np.array([4, 4])
    assert segment.arg_rows("maximum", values[:4], splits[:2], lengths[:1]).tolist() == [1]
    assert segment.arg_rows("minimum", values, splits, lengths).tolist() == [0, 1]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rows_of_every_length_become_shares(dtype: str) -> None:
    rng = np.random.default_rng(4)
    splits = np.concatenate([[0], LENGTHS.cumsum()])
    values = rng.standard_normal(splits[-1]).astype(dtype)
    values[splits[9]] = math.inf  # a row of NaN, and no other
    got = segment.softmax_rows(values, splits, LENGTHS)
    squared = segment.square_rows(values, np.ones(len(LENGTHS), dtype), splits, LENGTHS)
    for p, (a, b) in enumerate(pairwise(splits)):
        if p == 9:
            assert np.isnan(got[a:b]).all()
            continue
        powers = np.exp(values[a:b].astype(float))
        np.testing.assert_allclose(got[a:b], powers / powers.sum(), rtol=2e-5)
        np.testing.assert_allclose(squared[p], ((values[a:b].astype(float) - 1) ** 2).sum(), 2e-5)


@pytest.mark.parametrize("ufunc", sorted(JOIN))
@pytest.mark.parametrize("dtype", ["int32", "uint8", "float32", "float64"])
@pytest.mark.parametrize("inner", [(1,), (3,), (2, 4), (40,)])
def test_values_of_several_numbers_are_reduced_apart(
    ufunc: str, dtype: str, inner: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(6)
    lengths = np.array([0, 1, 5, 0, 40, 2])
    splits = np.concatenate([[0], lengths.cumsum()]) + 1
    values = rng.integers(1, 3, (splits[-1], *inner)).astype(dtype)
    if ufunc == "multiply":
        values = np.minimum(values, 1)
    got = segment.reduce_rows(ufunc, values, splits, lengths, values.dtype)
    assert got.dtype == values.dtype
    empty = segment.identity(ufunc, values.dtype)
    for p, (a, b) in enumerate(pairwise(splits)):
        rows = values[a:b]
        want = getattr(np, ufunc).reduce(rows, axis=0) if len(rows) else np.full(inner, empty)
        assert got[p].tolist() == want.tolist()


@pytest.mark.parametrize("ufunc", [*sorted(JOIN), "logical_or", "logical_and"])
@pytest.mark.parametrize("inner", [(), (3,)])
def test_runs_are_reduced_like_slots(ufunc: str, inner: tuple[int, ...]) -> None:
    rng = np.random.default_rng(7)
    slots = np.sort(rng.integers(1, 9, 200))
    values = rng.integers(-2, 3, (200, *inner)).astype("float64")
    kind = np.dtype(bool if ufunc.startswith("logical") else "float64")
    if kind.kind == "b":
        values = values != 0
    got = segment.reduce_runs(ufunc, values, slots, 11, kind)
    want = segment.reduce_slots(ufunc, values, slots, 11, kind)
    assert got.dtype == want.dtype
    assert got.tolist() == want.tolist()


@pytest.mark.parametrize("slots", [[0, 2, 1], [-1, 0, 0], [0, 1, 5]])
def test_runs_out_of_order_never_reach_a_compiled_loop(form: str, slots: list[int]) -> None:
    if form != "numba":
        return
    from raggedkit._kernels.compiled import segment as numba_segment

    given = np.array(slots)
    assert numba_segment.reduce_runs("add", np.ones(3), given, 5, np.dtype(float)) is None
