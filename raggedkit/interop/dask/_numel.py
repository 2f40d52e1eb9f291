"""The number of values of a block, along the axes of a reduction of dask.array."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit.tensor import RaggedTensor

__all__ = ["numel"]


def numel(x: RaggedTensor, axis: Any = None, keepdims: bool = False, dtype: Any = "f8") -> Any:
    """Return how many values each sum along ``axis`` adds, in the form that the sum has."""
    if axis in ((1,), (-1,)) and x.ndim == 2:  # without an array as large as the values
        lengths = x._parts[0]._get_lengths().astype(dtype)
        return lengths[:, None] if keepdims else lengths
    ones = np.broadcast_to(np.ones((), dtype=dtype), x._flat.shape)
    return np.sum(RaggedTensor._make(ones, x._parts), axis=axis, keepdims=keepdims)
