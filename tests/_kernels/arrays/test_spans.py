"""Rows that meet in groups, against the slot of each value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import segment, spans

UFUNCS = ("add", "multiply", "maximum", "minimum", "logical_or", "logical_and")
groups_of = st.lists(st.lists(st.lists(st.integers(-3, 3), max_size=4), max_size=3), max_size=5)
SPECIAL = {-3: np.nan, -2: -np.inf, 3: np.inf}


def laid_out(groups: list[list[list[int]]], dtype: str, index: str) -> tuple[Any, ...]:
    """Return values, row splits, where rows start, the cuts of rows and slots, and all slots."""
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
        patch.setattr(spans, "_BLOCK", block)
        found = spans.reduce_spans(ufunc, values, splits, starts, row_cut, slot_cut, kind)
        want = segment.reduce_slots.__wrapped__(ufunc, values, slots, n, kind)  # type: ignore[attr-defined]
    assert found.dtype == want.dtype == kind
    assert found.shape == want.shape
    assert np.array_equal(found, want, equal_nan=kind.kind == "f")


@given(groups_of, st.sampled_from(["int32", "int64"]))
def test_spans_are_counted(groups: list[list[list[int]]], index: str) -> None:
    _, splits, starts, _, slot_cut, slots = laid_out(groups, "int64", index)
    n = int(slot_cut[-1])
    found = spans.count_spans(starts, splits[1:] - splits[:-1], n)
    assert found.dtype == np.int64
    assert found.tolist() == np.bincount(slots, minlength=n).tolist()
