"""to_list: nested lists of Python's own values, a run of rows at a time."""

from __future__ import annotations

import datetime as dt
import gc
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.ops import convert as listing
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor


@contextmanager
def few_are_many(block: int = 4) -> Iterator[None]:
    """Lower the limits, so that a few values use the forms for a million, in small blocks."""
    with mock.patch.object(listing, "_FEW", 0), mock.patch.object(listing, "_BLOCK", block):
        yield


def nested(rt: RT) -> list[Any]:
    """The model: all values as Python's, cut level by level."""
    items: list[Any] = rt.flat_values.tolist()
    for part in reversed(rt.partitions):
        items = [items[a:b] for a, b in pairwise(part.row_splits().tolist())]
    return items


def told(items: Any) -> str:
    """Nested lists with the types of their values; NaN and -0.0 show."""
    return repr(items)  # of NumPy's numbers it says that they are NumPy's


@given(rks.ragged_tensors(), st.sampled_from([1, 4, 1 << 15]))
def test_runs_of_rows_make_the_list_that_all_rows_make(rt: RT, block: int) -> None:
    with few_are_many(block):
        items = rt.to_list()
    assert told(items) == told(nested(rt))
    assert told(rt.to_list()) == told(items)


SPANS = {
    "small": (-3, 60),
    "thousands": (-1010, -1000),
    "one": (7, 7),
    "int64 least": (-(1 << 63), -(1 << 63) + 5),
    "int64 most": ((1 << 63) - 6, (1 << 63) - 1),
    "int64 all": (-(1 << 63), (1 << 63) - 1),
    "int8 all": (-128, 127),
    "uint64 most": ((1 << 64) - 6, (1 << 64) - 1),
}
FITTING = [
    pytest.param(dtype, span, id=f"{name} in {dtype}")
    for name, span in SPANS.items()
    for dtype in ("int8", "uint8", "int32", ">i4", "int64", "uint64")
    if np.iinfo(dtype).min <= span[0] and span[1] <= np.iinfo(dtype).max
]


@pytest.mark.parametrize(("dtype", "span"), FITTING)
@settings(max_examples=20)
@given(data=st.data())
def test_integers_in_any_span(dtype: str, span: tuple[int, int], data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(*span), min_size=30, max_size=60))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=6)))
    rt = RT.from_row_splits(np.array(values, dtype), [0, *cuts, len(values)])
    with few_are_many():
        items = rt.to_list()
    assert items == [values[a:b] for a, b in pairwise([0, *cuts, len(values)])]
    assert all(type(x) is int for row in items for x in row)


@pytest.mark.parametrize("dtype", ["int64", "int16", "uint64"])
def test_equal_integers_of_many_share_an_object(dtype: str) -> None:
    values = (1000 + np.arange(1 << 17) % 300).astype(dtype)
    items = RT.from_row_lengths(values, [0, 1 << 16, 1 << 16, 0]).to_list()
    assert items == [[], values[: 1 << 16].tolist(), values[1 << 16 :].tolist(), []]
    assert len({id(x) for row in items for x in row}) == 300


INNER = {
    "float32": np.linspace(-1, 1, 3 * 40_000, dtype="f4").reshape(-1, 3),
    "int64": (np.arange(3 * 40_000) % 900).reshape(-1, 3),
    "bool": (np.arange(3 * 40_000) % 7 < 3).reshape(-1, 3),
    "text": np.array(["so", "it", "goes"] * 40_000).reshape(-1, 3),
    "two inner": np.arange(120_000).reshape(-1, 1, 2),
    "no items": np.zeros((40_000, 0)),
}


@pytest.mark.parametrize("values", INNER.values(), ids=INNER)
@pytest.mark.parametrize("lengths", [[0, 1, 0, 39_998, 1, 0], [1] * 40_000], ids=["long", "short"])
def test_inner_dimensions_of_many_values(values: Any, lengths: list[int]) -> None:
    values = values[: sum(lengths)]
    if len(values) < sum(lengths):
        values = np.concatenate([values] * 2)[: sum(lengths)]
    rt = RT.from_row_lengths(values, lengths)
    assert rt.to_list() == nested(rt)


def test_rows_of_rows_of_many_values() -> None:
    rows = RT.from_row_lengths(np.arange(70_000) / 7, np.full(10_000, 7))
    rt = RT.from_row_lengths(rows, [0, 9000, 0, 1000])
    assert rt.to_list() == nested(rt)


@pytest.mark.parametrize("unit", ["ns", "us", "D"])
def test_times_are_told_alike_wherever_they_stand(unit: str) -> None:
    times = np.array(["NaT"] * 40 + ["2020-01-01"] * 10, f"M8[{unit}]")
    rt = RT.from_row_lengths(times, [40, 10])
    with few_are_many():
        many = rt.to_list()
    assert told(many) == told(rt.to_list())
    kind = {"ns": np.datetime64, "us": dt.datetime, "D": dt.date}[unit]
    assert {type(x) for x in many[1]} == {kind}


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_left_as_it_was(collecting: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        with few_are_many():
            rt = rk.ragged.constant([[1.5] * 9, []])
            rt.to_list()
            assert gc.isenabled() is collecting
            no_memory = mock.patch.object(listing, "row_blocks", side_effect=MemoryError)
            with no_memory, pytest.raises(MemoryError):
                rt.to_list()
            assert gc.isenabled() is collecting
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("splits", [[0, 5, 2, 9], [0, 100, 9], [0, -4, 9], [3, 1 << 40, 9]])
def test_splits_that_nobody_checked_are_survived(splits: list[int]) -> None:
    rt = RT.from_row_splits(np.arange(9), splits, validate=False)
    with few_are_many():
        items = rt.to_list()
    assert len(items) == len(splits) - 1
    assert all(x in range(9) for row in items for x in row)


def test_no_list_of_all_values_is_made_beside_the_rows() -> None:
    rt = RT.from_row_lengths(np.linspace(0, 1, 400_000), np.full(40_000, 10))
    rt.to_list()
    tracemalloc.start()
    items = rt.to_list()
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(items) == 40_000
    assert peak < held + (2 << 20)
