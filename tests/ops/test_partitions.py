"""Dynamic partitions, explode and implode, against lists sorted into lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant
AT = rk.RaggedIndexError


@given(rks.ragged_tensors(), st.integers(1, 4), st.data())
def test_dynamic_partitions(rt: rk.RaggedTensor, count: int, data: st.DataObject) -> None:
    numbers = st.integers(0, count - 1)
    ids = np.array(data.draw(st.lists(numbers, min_size=len(rt), max_size=len(rt))), dtype=int)
    want = [[row for row, i in zip(rt.to_list(), ids, strict=True) if i == k] for k in range(count)]
    result = rk.ragged.stack_dynamic_partitions(rt, ids, count)
    assert_ragged_equal(result, want)
    for part, rows in zip(rk.dynamic_partition(rt, ids, count), want, strict=True):
        assert_ragged_equal(part, rows)
    assert_ragged_equal(rk.implode(rt, ids, count), want)
    n = rt.partitions[0].static_nvals
    deep = np.array(data.draw(st.lists(numbers, min_size=n, max_size=n)), dtype=int)
    pairs = list(zip([item for row in rt.to_list() for item in row], deep, strict=True))
    spread = rk.ragged.stack_dynamic_partitions(rt, RT(deep, rt.partitions[:1]), count)
    assert_ragged_equal(spread, [[item for item, i in pairs if i == k] for k in range(count)])


@given(rks.ragged_tensors(), st.data())
def test_explode_and_implode(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    values, rows = rk.explode(rt)
    assert_ragged_equal(values, [item for row in rt.to_list() for item in row])
    assert rows.tolist() == [i for i, row in enumerate(rt.to_list()) for _ in row]
    assert_ragged_equal(rk.implode(values, rows, nrows=len(rt)), rt.to_list())
    axis = data.draw(st.integers(1, rt.ragged_rank))
    deep, ids = rt.explode(axis)
    assert len(deep) == len(ids) == rt.partitions[axis - 1].static_nvals


# ---------------------------------------------------------------------- edges
A = constant([[1, 2], [], [3]])
LIST: Any = [1]
FLOAT: Any = 1.0

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "partitions-scalar": (
        lambda: rk.ragged.stack_dynamic_partitions(A, 1, 3),
        [[], [A.to_list()], []],
    ),
    "partitions-of-nothing": (lambda: rk.ragged.stack_dynamic_partitions([], [], 2), [[], []]),
    "partitions-dense": (
        lambda: rk.ragged.stack_dynamic_partitions([[1, 2], [3, 4]], [[1, 0], [0, 1]], 2),
        [[2, 3], [1, 4]],
    ),
    "implode-empty-rows": (lambda: rk.implode([1, 2], [3, 1]), [[], [2], [], [1]]),
    "explode-lists": (lambda: rk.explode([[1, 2], [3]])[1], [0, 0, 1]),
    "implode-nothing": (lambda: rk.implode([], []), []),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    result = call()
    if isinstance(result, list):
        result = [x.to_list() if isinstance(x, RT) else x.tolist() for x in result]
        assert result == want
    elif isinstance(want, str):
        assert result == want
    else:
        assert_ragged_equal(result, want)


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "partitions": (
        lambda: rk.ragged.stack_dynamic_partitions(A, [0, 3, 0], 3),
        ValueError,
        r"from 0 to 2, got partitions\[1\] = 3",
    ),
    "partitions-ragged": (
        lambda: rk.ragged.stack_dynamic_partitions(A, A - 2, 3),
        ValueError,
        r"\[0, 0\] = -1",
    ),
    "partitions-none": (
        lambda: rk.ragged.stack_dynamic_partitions([1], [0], 0),
        ValueError,
        "there are 0 partitions",
    ),
    "partitions-count": (
        lambda: rk.ragged.stack_dynamic_partitions(A, [0, 1], 3),
        ValueError,
        "3 rows of data, got 2",
    ),
    "partitions-rows": (
        lambda: rk.ragged.stack_dynamic_partitions(A, A[::-1], 9),
        ValueError,
        r"\[2, 0, 1\], got \[1",
    ),
    "partitions-deep": (
        lambda: rk.ragged.stack_dynamic_partitions([1], [[1]], 2),
        ValueError,
        "no more axes than data",
    ),
    "partitions-shape": (
        lambda: rk.ragged.stack_dynamic_partitions([[1]], [[0, 1]], 2),
        ValueError,
        r"\(1, 1\), got",
    ),
    "partitions-number": (
        lambda: rk.ragged.stack_dynamic_partitions([1], [0], LIST),
        ValueError,
        "num_partitions must",
    ),
    "partitions-negative": (
        lambda: rk.ragged.stack_dynamic_partitions([1], [0], -1),
        ValueError,
        "not be negative, got -1",
    ),
    "dynamic-number": (
        lambda: rk.dynamic_partition([1], [0], FLOAT),
        TypeError,
        "an integer, got 1.0",
    ),
    "explode": (lambda: rk.explode(A, 0), ValueError, "from 1 to 1, got 0"),
    "implode": (lambda: rk.implode([1, 2], [0, -1]), ValueError, r"rows\[1\] = -1"),
    "implode-nrows": (
        lambda: rk.implode([1, 2], [0, 2], 2),
        ValueError,
        r"0 to 1, got rows\[1\] = 2",
    ),
    "implode-count": (
        lambda: rk.implode([1, 2], [0]),
        ValueError,
        "values must be 1, one for each",
    ),
    "implode-rows": (lambda: rk.implode([1, 2], [[0]]), ValueError, "rows must be a vector"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
