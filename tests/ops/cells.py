"""Sparse tensors for tests: cells drawn once each, in any order, and the dense array they mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

__all__ = ["dense_of", "sparse_tensors"]


@st.composite
def sparse_tensors(
    draw: st.DrawFn,
    *,
    rank: int | None = None,
    dtype: str = "int64",
    in_order: bool = True,
    repeated: bool = False,
    shape: tuple[int, ...] | None = None,
    finite: bool = True,
) -> rk.SparseTensor:
    """Sparse tensors with cells inside their shape, each once unless ``repeated``."""
    if shape is None:
        n = draw(st.integers(1, 3)) if rank is None else rank
        shape = tuple(draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
    cells = st.tuples(*(st.integers(0, max(n - 1, 0)) for n in shape))
    most = 6 if math.prod(shape) else 0
    indices = draw(st.lists(cells, max_size=most, unique=not repeated))
    if in_order:
        indices = sorted(indices)
    values = [draw(rks.values_of(dtype, finite=finite)) for _ in indices]
    at = np.array(indices, dtype=np.int64).reshape(len(indices), len(shape))
    return rk.SparseTensor(at, np.array(values, dtype=dtype), shape)


def dense_of(sp: rk.SparseTensor, fill: Any = 0) -> Any:
    """The dense array, cell by cell."""
    dense = np.full(sp.dense_shape, fill, dtype=sp.dtype)
    for cell, value in zip(sp.indices.tolist(), sp.values, strict=True):
        dense[tuple(cell)] = value
    return dense
