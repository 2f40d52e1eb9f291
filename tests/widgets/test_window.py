"""Windows on large tensors: few cells, edits that are put back, and no copy of the whole."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.widgets._state import MOST
from raggedkit.widgets._step import step
from raggedkit.widgets._window import opened, whole_of
from tests.strict_cupy.array import StrictArray

LENGTHS = np.random.default_rng(3).integers(0, 9, 500)
LARGE = rk.RaggedTensor.from_row_lengths(np.arange(LENGTHS.sum()) / 2, LENGTHS)
NESTED = rk.RaggedTensor.from_row_lengths(LARGE, [3, 0] * 166 + [2])


@pytest.mark.parametrize(
    "x",
    [
        pytest.param(LARGE, id="rank-1"),
        pytest.param(NESTED, id="rank-2"),
        pytest.param(LARGE.partitions[0], id="partition"),
        pytest.param(rk.RaggedTensor.from_uniform_row_length(np.zeros((900, 2)), 3), id="inner"),
        pytest.param(rk.RaggedTensor.from_uniform_row_length(np.arange(10**7), 4), id="1e7"),
        pytest.param(rk.RowPartition.from_row_lengths(np.zeros(2000, int)), id="empty-rows"),
        pytest.param(rk.RowPartition.from_row_splits([0, 2**60]), id="2**60"),
        pytest.param(rk.RaggedTensor.from_row_lengths(np.arange(1000), [1000]), id="one-row"),
        pytest.param(rk.ragged.constant([[list(range(500)), [1]], [[2]] * 500]), id="long-inner"),
    ],
)
def test_a_page_gets_few_cells_and_the_value_is_the_whole(x: Any) -> None:
    w = rk.explore(x)
    assert w._now.rows.cells <= MOST
    assert len(json.dumps(w.state)) < 20_000
    assert w.value is x
    assert sum(w.state["window"]["bins"]) == w.state["window"]["nvals"]


@pytest.mark.parametrize("x", [LARGE, NESTED, LARGE.partitions[0]], ids=["1", "2", "partition"])
def test_every_row_is_in_a_window(x: Any) -> None:
    state, start = opened(x), 0
    while start < len(x):
        state = step(state, {"type": "window", "start": start})
        assert state.window is not None
        assert state.window.start == start < state.window.stop
        part = state.tensor() if isinstance(x, rk.RaggedTensor) else state.partitions()[0]
        lengths = part.row_lengths().tolist()
        assert lengths == x.row_lengths()[start : state.window.stop].tolist()
        start = state.window.stop
    assert start == len(x)


def test_an_edit_of_a_window_is_put_back() -> None:
    state = step(opened(LARGE), {"type": "window", "start": 100})
    state = step(state, {"type": "grow", "level": 0, "i": 2})
    rows = LARGE.to_list()
    rows[102] = [*rows[102], 0.0]
    assert whole_of(state).to_list() == rows
    state = step(state, {"type": "window", "start": 0})
    assert whole_of(state).to_list() == rows
    assert state.past == ()
    undone = step(step(state, {"type": "delete_row", "level": 0, "i": 0}), {"type": "undo"})
    assert whole_of(undone).to_list() == rows


def test_an_edit_of_a_partition_s_window_is_put_back() -> None:
    state = step(opened(LARGE.partitions[0]), {"type": "window", "start": 200})
    state = step(state, {"type": "delete_row", "level": 0, "i": 0})
    assert whole_of(state).row_lengths().tolist() == np.delete(LENGTHS, 200).tolist()


def test_a_window_stops_at_the_ends() -> None:
    for start in (-5, 499, 10**9):
        state = step(opened(LARGE), {"type": "window", "start": start})
        assert state.window is not None
        assert state.window.start == min(max(start, 0), 499)


def test_one_long_row_is_shown_without_edits() -> None:
    state = opened(rk.RaggedTensor.from_row_lengths(np.arange(1000), [1000]))
    state = step(state, {"type": "grow", "level": 0, "i": 0})
    assert state.error is not None
    assert state.error.message == (
        "row 0 must have at most 120 inner rows and values to be edited, got 1000; explore a slice"
    )
    state = step(state, {"type": "slice", "text": ":, 5:7"})
    assert state.key is not None
    assert state.key.items == (5, 6)


def test_a_small_tensor_is_shown_whole() -> None:
    assert rk.explore(LARGE[:10]).state["window"] is None


@pytest.mark.parametrize("count", [3, 1000])
def test_values_on_a_device_stay_there(count: int) -> None:
    def make(array: Any) -> rk.RaggedTensor:
        rows = array(np.full(count, 2))
        return rk.RaggedTensor.from_row_lengths(array(np.arange(2 * count)), rows)

    found = []
    for array in (StrictArray, np.asarray):
        w = rk.explore(make(array))
        w.send({"type": "grow", "level": 0, "i": 1})
        found.append(w)
    device, host = found
    assert isinstance(device.value.flat_values, StrictArray)
    assert device.value.to_list() == host.value.to_list()
    assert device.state == host.state


def test_the_dtype_of_splits_is_kept() -> None:
    rt = LARGE.with_row_splits_dtype("int32")
    w = rk.explore(rt)
    w.send({"type": "grow", "level": 0, "i": 0})
    assert str(w.value.row_splits.dtype) == "int32"
    assert_ragged_equal(w.value[1:], rt[1:])
