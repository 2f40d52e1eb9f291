"""``np.zeros_like``, ``ones_like``, ``empty_like`` and ``full_like`` of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DEEP = rk.RaggedTensor.from_nested_row_splits(
    np.arange(12.0).reshape(6, 2), [[0, 2, 2, 3], [0, 2, 3, 6]]
)
LIKE: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int32-splits": D.with_row_splits_dtype("int32"),
    "deep": DEEP,
    "text": rk.array([["a", "bb"], [], ["c"]]),
    "complex": rk.array([[1j], []]),
    "slice": D[2:4],
    "no-rows": D[:0],
}
SHAPES: tuple[Any, ...] = ((2, 3), (2, 3, 2), (1, 1, 1, 1), (0, 3), (3, 0), (4,), 4, (), [2, 2])


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", LIKE)
def test_a_shape_gives_a_uniform_tensor(name: str, shape: Any) -> None:
    rt = LIKE[name]
    made: Any = np.ones_like(rt, shape=shape)
    dense = np.ones_like(rt.flat_values, shape=shape)
    assert tuple(made.shape) == dense.shape
    assert made.dtype == rt.dtype
    assert np.asarray(made).tolist() == dense.tolist()
    # One axis has no rows.
    assert isinstance(made, rk.RaggedTensor) == (dense.ndim > 1)
    if isinstance(made, rk.RaggedTensor):
        assert made.ragged_rank == min(rt.ragged_rank, dense.ndim - 1)
        assert all(p.is_uniform() for p in made.partitions)
        assert made.row_splits.dtype == rt.row_splits.dtype


@given(shape=st.lists(st.integers(0, 4), min_size=1, max_size=4).map(tuple))
def test_property_against_numpy(shape: tuple[int, ...]) -> None:
    for like in (D, DEEP):
        made = np.full_like(like, 7, shape=shape, dtype="int16")
        assert np.array_equal(np.asarray(made), np.full(shape, 7, dtype="int16"))
        assert made.dtype == np.int16


CALLS: dict[str, Callable[..., Any]] = {
    "zeros": lambda rt, **kw: np.zeros_like(rt, **kw),
    "empty": lambda rt, **kw: np.empty_like(rt, **kw),
    "full": lambda rt, **kw: np.full_like(rt, 3, **kw),
    "by-name": lambda rt, **kw: np.zeros_like(a=rt, **kw),
    "by-position": lambda rt, shape=None: np.zeros_like(rt, None, "K", True, shape),
    "full-by-position": lambda rt, shape=None: np.full_like(rt, 3, None, "K", True, shape),
}


@pytest.mark.parametrize("name", CALLS)
def test_without_a_shape_the_rows_stay(name: str) -> None:
    assert CALLS[name](D).row_lengths().tolist() == D.row_lengths().tolist()
    assert tuple(CALLS[name](D, shape=(2, 3)).shape) == (2, 3)
