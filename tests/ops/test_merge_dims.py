"""merge_dims: axes flattened into one, against nested lists."""

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


def merged(rows: Any, outer: int, inner: int) -> Any:
    """Flatten the lists of these axes into one."""
    if outer > 0:
        return [merged(row, outer - 1, inner - 1) for row in rows]
    for _ in range(inner):
        rows = [item for row in rows for item in row]
    return rows


@given(rks.ragged_tensors(), st.data())
def test_axes_are_flattened_as_lists_are(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    outer = data.draw(st.integers(0, rt.ndim - 1))
    inner = data.draw(st.integers(outer, rt.ndim - 1))
    result = rt.merge_dims(outer, inner)
    assert_ragged_equal(result, merged(rt.to_list(), outer, inner))
    assert_ragged_equal(rt.merge_dims(outer - rt.ndim, inner - rt.ndim), result)
    assert result.dtype == rt.dtype
    assert result.ndim == rt.ndim - (inner - outer)
    if outer == inner:
        assert result is rt
    kept = [p.is_uniform() for p in rt.partitions]
    if isinstance(result, RT):
        flags = [p.is_uniform() for p in result.partitions]
        if outer < len(kept):
            assert flags[: max(outer - 1, 0)] == kept[: max(outer - 1, 0)]
        assert result.row_splits.dtype == rt.row_splits.dtype
    else:
        assert outer == 0
        assert inner >= rt.ragged_rank
        assert not result.flags.writeable


@given(rks.ragged_tensors())
def test_values_are_not_copied(rt: rk.RaggedTensor) -> None:
    for outer in range(rt.ndim):
        result = rt.merge_dims(outer, rt.ndim - 1)
        flat = result.flat_values if isinstance(result, RT) else result
        assert not rt.size or np.shares_memory(flat, rt.flat_values)


SHAPES: dict[str, tuple[rk.RaggedTensor, tuple[int, int], list[int | None]]] = {
    "all": (constant([[[1], [2, 3]], []]), (0, -1), [3]),
    "rows": (constant([[[1], [2, 3]], []]), (0, 1), [2, None]),
    "inside": (constant([[[1], [2, 3]], []]), (1, 2), [2, None]),
    "uniform-outside": (RT.from_uniform_row_length(constant([[1], [2, 3]]), 2), (0, 1), [2, None]),
    "uniform-inside": (RT.from_uniform_row_length(constant([[1], [2, 3]]), 2), (1, 2), [1, None]),
    "dense-into-rows": (RT.from_row_splits(np.zeros((3, 2, 5)), [0, 2, 3]), (1, 2), [2, None, 5]),
    "dense-alone": (RT.from_row_splits(np.zeros((3, 2, 5)), [0, 2, 3]), (2, 3), [2, None, 10]),
    "dense-all-inside": (RT.from_row_splits(np.zeros((3, 2, 5)), [0, 2, 3]), (1, 3), [2, None]),
    "dense-and-rows": (RT.from_row_splits(np.zeros((3, 2, 5)), [0, 2, 3]), (0, 2), [6, 5]),
    "dense-empty": (RT.from_row_splits(np.zeros((3, 0, 5)), [0, 2, 3]), (2, 3), [2, None, 0]),
    "no-rows": (RT.from_row_splits(np.zeros((0, 2)), [0]), (0, 1), [0, 2]),
    "no-rows-deep": (constant([[], []], ragged_rank=2), (1, 2), [2, None]),
}


@pytest.mark.parametrize(("rt", "axes", "shape"), SHAPES.values(), ids=SHAPES)
def test_shapes(rt: rk.RaggedTensor, axes: tuple[int, int], shape: list[int | None]) -> None:
    assert list(rt.merge_dims(*axes).shape) == shape


rt = constant([[1], [2, 3]])
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "order": (
        lambda: rt.merge_dims(1, 0),
        ValueError,
        "outer_axis must come before inner_axis = 0, got 1",
    ),
    "order-negative": (lambda: rt.merge_dims(-1, -2), ValueError, "inner_axis = 0, got 1"),
    "outer": (
        lambda: rt.merge_dims(-3, 1),
        rk.RaggedIndexError,
        "outer_axis must be from -2 to 1, got -3",
    ),
    "inner": (
        lambda: rt.merge_dims(0, 2),
        rk.RaggedIndexError,
        "inner_axis must be from -2 to 1, got 2",
    ),
    "text": (
        lambda: rt.merge_dims("0", 1),
        TypeError,
        "outer_axis must be an integer, got '0'",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_argument_rule_and_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
