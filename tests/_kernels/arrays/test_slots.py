"""Reductions into slots in blocks, against one slot number per value."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import segment
from raggedkit._kernels.arrays import slots as kernel

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
        patch.setattr(kernel, "_BLOCK", block)
        got = kernel.reduce_columns(ufunc, values, splits, lengths, width, kind)
    want = segment.reduce_slots(ufunc, values, places, width, kind)
    assert got.dtype == want.dtype
    assert got.tolist() == want.tolist()


def test_columns_do_not_share_what_is_no_number() -> None:
    values, lengths = np.array([1.0, math.nan, 2.0, 3.0, math.inf]), np.array([2, 0, 1, 2])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "_BLOCK", 1)
        splits = np.array([0, 2, 2, 3, 5])
        for ufunc, first in {"add": 6.0, "maximum": 3.0, "minimum": 1.0, "multiply": 6.0}.items():
            got = kernel.reduce_columns(ufunc, values, splits, lengths, 2, values.dtype)
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
        patch.setattr(kernel, "_BLOCK", 1)
        got = kernel.square_columns(values, means, splits, lengths)
    np.testing.assert_array_equal(got, want)


UFUNCS = ("add", "multiply", "maximum", "minimum", "logical_or", "logical_and")
groups_of = st.lists(st.lists(st.lists(st.integers(-3, 3), max_size=4), max_size=3), max_size=5)
SPECIAL = {-3: np.nan, -2: -np.inf, 3: np.inf}


def laid_out(groups: list[list[list[int]]], dtype: str, index: str) -> tuple[Any, ...]:
    """Return values, row splits, row starts, splits of row and slot groups, and all slots."""
    rows = [row for group in groups for row in group]
    splits = np.cumsum([0, *map(len, rows)]).astype(index)
    row_cut = np.cumsum([0, *map(len, groups)]).astype(index)
    slot_cut = np.cumsum([0, *[max(map(len, g), default=0) for g in groups]]).astype(index)
    starts = slot_cut[:-1].repeat(row_cut[1:] - row_cut[:-1])
    slots = [a + j for a, row in zip(starts.tolist(), rows, strict=True) for j in range(len(row))]
    flat = [v for row in rows for v in row]
    return np.array(flat, dtype), splits, starts, row_cut, slot_cut, np.array(slots, index)


@pytest.mark.parametrize("ufunc", UFUNCS)
@given(
    groups=groups_of,
    dtype=st.sampled_from(["int64", "int8", "uint16", "float32", "float64", "float16", "bool"]),
    index=st.sampled_from(["int32", "int64"]),
    block=st.sampled_from([1, 1 << 17]),
    special=st.booleans(),
    inner=st.sampled_from([(), (2,), (0,)]),
)
def test_spans_are_reduced_as_slots_are(
    ufunc: str,
    groups: list[list[list[int]]],
    dtype: str,
    index: str,
    block: int,
    special: bool,
    inner: tuple[int, ...],
) -> None:
    values, splits, starts, row_cut, slot_cut, slots = laid_out(groups, "int64", index)
    if special and dtype.startswith("float"):
        values = np.array([SPECIAL.get(v, v) for v in values.tolist()], dtype)
    values = values.astype(dtype)
    if inner:
        values = values[:, None].repeat(inner[0], axis=1)
    values.flags.writeable = False
    kind = np.dtype("bool" if ufunc.startswith("logical") else dtype)
    if kind.kind == "b" and not ufunc.startswith("logical"):
        kind = np.dtype("int64")
        values = values.astype(kind)
    n = int(slot_cut[-1])
    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        patch.setattr(kernel, "_BLOCK", block)
        found = kernel.reduce_spans(ufunc, values, splits, starts, row_cut, slot_cut, kind)
        want = segment.reduce_slots.__wrapped__(ufunc, values, slots, n, kind)  # type: ignore[attr-defined]
    assert found.dtype == want.dtype == kind
    assert found.shape == want.shape
    assert np.array_equal(found, want, equal_nan=kind.kind == "f")


@given(groups_of, st.sampled_from(["int32", "int64"]))
def test_spans_are_counted(groups: list[list[list[int]]], index: str) -> None:
    _, splits, starts, _, slot_cut, slots = laid_out(groups, "int64", index)
    n = int(slot_cut[-1])
    found = kernel.count_spans(starts, splits[1:] - splits[:-1], n)
    assert found.dtype == np.int64
    assert found.tolist() == np.bincount(slots, minlength=n).tolist()
