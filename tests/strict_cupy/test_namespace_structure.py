"""Gather, join, mask and split on the strict stand-in for CuPy: nothing is copied to the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from tests.strict_cupy.array import StrictArray
from tests.strict_cupy.test_namespace import DEEP, ROWS, on_device, stays, strict

INDICES = [[0, 3], [], [2], [0, 0], []]
FLAGS = [[True, False, True, False], [], [True, True, False], [False], []]


@pytest.fixture(autouse=True)
def transfers() -> Iterator[None]:
    StrictArray.host_transfers.clear()
    yield
    StrictArray.host_transfers.clear()


Make = Callable[[Any], Any]
Tensor = Callable[..., Any]

# Each takes a maker of ragged tensors and a maker of arrays: the device's, then NumPy's.
CALLS: dict[str, Callable[[Tensor, Make], Any]] = {
    "gather": lambda rt, a: rk.gather(rt(ROWS), a([2, 0])),
    "gather-matrix": lambda rt, a: rk.gather(rt(ROWS), a([[2], [0]])),
    "gather-ragged": lambda rt, a: rk.gather(rt(ROWS), rt(INDICES)),
    "gather-list": lambda rt, a: rk.gather(rt(ROWS), [2, 0]),
    "gather-batch": lambda rt, a: rk.gather(rt(ROWS), rt(INDICES), batch_dims=1),
    "gather-axis": lambda rt, a: rk.gather(rt([[1, 2], [3, 4, 5]]), a([1, 0]), axis=1),
    "gather-wrap": lambda rt, a: rk.gather(rt([[1, 2], [3]]), a([-1, 9]), axis=1, mode="wrap"),
    "gather-clip": lambda rt, a: rk.gather(rt([[1, 2], [3]]), a([-1, 9]), axis=1, mode="clip"),
    "gather-nd": lambda rt, a: rk.gather_nd(rt(DEEP), a([[0, 0], [2, 1]])),
    "gather-nd-batch": lambda rt, a: rk.gather_nd(rt([[1], [2, 3]]), a([[0], [1]]), batch_dims=1),
    "take-along": lambda rt, a: rt(ROWS)[rt(INDICES)],
    "np-take": lambda rt, a: np.take(rt(ROWS), a([0, -1]), axis=0),
    "pick": lambda rt, a: rk.pick(rt(ROWS), a([0, 0, -1, 0, 0]), default=-1),
    "first": lambda rt, a: rk.first(rt(ROWS), a([1, 0, 2, 1, 0])),
    "last": lambda rt, a: rk.last(rt(ROWS), a([1, 0, 2, 1, 0])),
    "slice-rows": lambda rt, a: rk.slice_rows(rt(ROWS), a([1, 0, -2, 0, 0]), 3),
    "slice-step": lambda rt, a: rk.slice_rows(rt(ROWS), step=a([-1, 1, 2, 1, 1])),
    "reverse": lambda rt, a: rk.reverse(rt(ROWS), [0, 1]),
    "reverse-where": lambda rt, a: rk.reverse(rt(ROWS), 1, where=a([True, False] * 2 + [True])),
    "roll": lambda rt, a: rk.roll(rt(ROWS), 1, axis=1),
    "roll-rows": lambda rt, a: rk.roll(rt(ROWS), -1, axis=0),
    "roll-each": lambda rt, a: rk.roll(rt(ROWS), a([1, 0, 2, 1, 0]), axis=1),
    "concat": lambda rt, a: rk.concat([rt(ROWS), rt(ROWS)], 0),
    "concat-rows": lambda rt, a: rk.concat([rt(ROWS), a([[1], [2], [3], [4], [5]])], 1),
    "stack": lambda rt, a: rk.stack([rt(ROWS), rt(ROWS)], 1),
    "stack-values": lambda rt, a: rk.stack([rt(ROWS), rt(ROWS)], 2),
    "stack-vectors": lambda rt, a: rk.ragged.stack([a([1, 2]), a([3])]),
    "split": lambda rt, a: rk.split(rt(ROWS), [2, 3])[0],
    "tile": lambda rt, a: rk.tile(rt(ROWS), [2, 2]),
    "repeat": lambda rt, a: rk.repeat(rt(ROWS), rt(ROWS)),
    "repeat-rows": lambda rt, a: rk.repeat(rt(ROWS), a([1, 0, 2, 1, 0]), axis=0),
    "partitions": lambda rt, a: rk.ragged.stack_dynamic_partitions(rt(ROWS), a([1, 0, 1, 2, 0]), 3),
    "implode": lambda rt, a: rk.implode(a([5, 6, 7]), a([1, 0, 1])),
    "explode": lambda rt, a: rk.explode(rt(ROWS))[0],
    "boolean-mask": lambda rt, a: rk.boolean_mask(rt(ROWS), rt(FLAGS)),
    "where": lambda rt, a: rk.where(rt(FLAGS), rt(ROWS), 0),
    "where-places": lambda rt, a: rk.where(rt(FLAGS)),
    "mask": lambda rt, a: rt(ROWS).mask(side="left"),
    "to-tensor": lambda rt, a: rt(ROWS).to_tensor(width=2, side="left", truncate="left"),
    "pad-to": lambda rt, a: rk.pad_to(rt(ROWS), 2, side="left"),
    "pad-rows": lambda rt, a: rk.pad_to(rt(DEEP), 2),
    "clip-to": lambda rt, a: rk.clip_to(rt(ROWS), 2, truncate="left"),
    "expand-dims": lambda rt, a: rk.expand_dims(rt(ROWS), 2),
    "squeeze": lambda rt, a: rk.squeeze(rk.expand_dims(rt(ROWS), 1), 1),
    "as-uniform": lambda rt, a: rk.as_uniform(rt([[1, 2], [3, 4]])),
    "reshape": lambda rt, a: rk.reshape(rt(ROWS), [3, [2, 0, 6]]),
    "broadcast-to": lambda rt, a: rk.broadcast_to(a([[1], [2], [3], [4], [5]]), rt(ROWS)),
    "swapaxes": lambda rt, a: rk.swapaxes(rt(DEEP), 1, 2),
    "transpose": lambda rt, a: rk.transpose(rt(ROWS)),
    "zeros-like": lambda rt, a: rk.zeros_like(rt(ROWS)),
    "cast": lambda rt, a: rk.cast(rt(ROWS), "float32"),
    "saturate-cast": lambda rt, a: rk.saturate_cast(rt(ROWS) * 100, "uint8"),
    "saturate-floats": lambda rt, a: rk.saturate_cast(rt(ROWS) * 100.5, "uint8"),
    "bitcast": lambda rt, a: rk.bitcast(rt(ROWS), "int32"),
    "clip-by-value": lambda rt, a: rk.clip_by_value(rt(ROWS), 2, 4),
    "one-hot": lambda rt, a: rk.one_hot(rt(ROWS), 3),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_same_answer_from_the_device(name: str) -> None:
    call = CALLS[name]
    want = call(rk.ragged.constant, np.asarray).tolist()
    assert stays(call(lambda rows: on_device(rows), strict)) == want
