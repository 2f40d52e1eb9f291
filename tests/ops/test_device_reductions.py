"""Reductions, scans and segments of values on a device: computed there, by the same code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from tests.ops.bags import close, listed
from tests.strict_cupy.array import StrictArray

MOVES_VALUES = {"tolist", "get"}
FLAT = rk.ragged.constant([[3.0, 1.0, 4.0], [], [1.0, 5.0]])
DEEP = rk.ragged.constant([[[1, 2], [3]], [], [[4], [], [5, 6, 7]]])
INNER = rk.RaggedTensor.from_row_splits(np.arange(10.0).reshape(5, 2), [0, 2, 2, 5])
TENSORS = {"flat": FLAT, "deep": DEEP, "inner": INNER}

# By axis; those of several axes are tried with each and with all.
REDUCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    f.__name__: f
    for f in (rk.reduce_sum, rk.reduce_prod, rk.reduce_max, rk.reduce_min, rk.reduce_any)
    + (rk.reduce_all, rk.reduce_mean, rk.reduce_std, rk.reduce_logsumexp, rk.count_nonzero)
}
ALONG: dict[str, Callable[[Any, int], Any]] = {
    "argmax": lambda x, axis: rk.argmax(x, axis, empty=-1),
    "argmin": lambda x, axis: rk.argmin(x, axis, empty=-1),
    "cumsum": lambda x, axis: rk.cumsum(x, axis, exclusive=True),
    "cumprod": lambda x, axis: rk.cumprod(x, axis, reverse=True),
    "softmax": rk.softmax,
    "log_softmax": rk.nn.log_softmax,
}
SEGMENTS = [rk.unsorted_segment_sum, rk.unsorted_segment_max, rk.unsorted_segment_mean]


@pytest.fixture(autouse=True)
def transfers() -> Iterator[None]:
    StrictArray.host_transfers.clear()
    yield
    StrictArray.host_transfers.clear()


def sent(rt: rk.RaggedTensor) -> rk.RaggedTensor:
    """The same tensor, with stand-ins for CuPy arrays."""
    splits: list[Any] = [StrictArray(s) for s in rt.nested_row_splits]
    flat: Any = StrictArray(rt.flat_values)
    return rk.RaggedTensor.from_nested_row_splits(flat, splits)


def came_back(result: Any) -> Any:
    """The result as lists, after a check that nothing was computed on the host."""
    assert not MOVES_VALUES & set(StrictArray.host_transfers)
    if isinstance(result, rk.RaggedTensor):
        flat: Any = result.flat_values
        assert isinstance(flat, StrictArray)
        return result.to_device("cpu").to_list()
    assert isinstance(result, StrictArray)
    return listed(result.get())


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(name: str, tensor: str, keepdims: bool) -> None:
    rt = TENSORS[tensor]
    function: Any = REDUCTIONS[name]
    for axis in (None, *range(rt.ndim), [0, 1], [1, rt.ndim - 1][: rt.ndim - 1]):
        want = listed(function(rt, axis, keepdims=keepdims))
        assert close(came_back(function(sent(rt), axis, keepdims=keepdims)), want)
        StrictArray.host_transfers.clear()


@pytest.mark.parametrize("name", ALONG)
@pytest.mark.parametrize("tensor", TENSORS)
def test_along_an_axis(name: str, tensor: str) -> None:
    rt = TENSORS[tensor]
    for axis in range(rt.ndim):
        want = listed(ALONG[name](rt, axis))
        assert close(came_back(ALONG[name](sent(rt), axis)), want)
        StrictArray.host_transfers.clear()


@pytest.mark.parametrize("tensor", TENSORS)
def test_differences(tensor: str) -> None:
    rt = TENSORS[tensor]
    assert close(came_back(rk.diff(sent(rt))), listed(rk.diff(rt)))


@pytest.mark.parametrize("function", SEGMENTS)
@pytest.mark.parametrize("tensor", TENSORS)
def test_segments(function: Callable[..., Any], tensor: str) -> None:
    rt, ids = TENSORS[tensor], np.array([2, 0, 2])
    want = listed(function(rt, ids, 3))
    assert close(came_back(function(sent(rt), StrictArray(ids), 3)), want)


@pytest.mark.parametrize("empty", [0.0, "raise"])
def test_empty_rows(empty: Any) -> None:
    if empty == "raise":
        with pytest.raises(ValueError, match="got none in row 1"):
            rk.reduce_max(sent(FLAT), 1, empty=empty)
    else:
        assert came_back(rk.reduce_max(sent(FLAT), 1, empty=empty)) == [4.0, 0.0, 5.0]
