"""Random arguments of quiz questions, of three degrees of difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit.tensor import RaggedTensor

__all__ = ["lengths_of", "pair_of", "similar", "tensor_of", "uniform_of"]

LEVELS = (1, 2, 3)

# Level -> rows, longest row, largest value. The second has an empty row inside, the third several
# and one at the end.
_SIZES = {1: (3, 3, 9), 2: (4, 4, 9), 3: (6, 4, 30)}


def lengths_of(rng: np.random.Generator, level: int, nrows: int | None = None) -> list[int]:
    """Return random row lengths; the higher the level, the more empty rows."""
    rows, longest, _ = _SIZES[level]
    n = rows if nrows is None else nrows
    lengths: list[int] = rng.integers(1, longest + 1, n).tolist()
    if level > 1 and n > 2:
        lengths[int(rng.integers(1, n - 1))] = 0
    if level == 3 and n > 1:
        lengths[-1] = 0
        lengths[int(rng.integers(0, n))] = 0
    return lengths


def tensor_of(
    rng: np.random.Generator, level: int, lengths: Sequence[int], like: Any = None
) -> RaggedTensor:
    """Return random values in these rows, with the dtype of ``like``."""
    dtype = np.dtype(np.int64) if like is None else like.dtype
    return RaggedTensor.from_row_lengths(_values(rng, level, sum(lengths), dtype), list(lengths))


def uniform_of(rng: np.random.Generator, level: int) -> list[int]:
    """Return row lengths that are all equal in half of the cases."""
    if rng.integers(0, 2):
        return lengths_of(rng, level)
    return [int(rng.integers(1, _SIZES[level][1] + 1))] * int(rng.integers(2, _SIZES[level][0] + 1))


def pair_of(rng: np.random.Generator, level: int) -> tuple[Any, Any]:
    """Return two operands: equal rows, a column, a scalar, one row, or rows that do not fit."""
    lengths = lengths_of(rng, level)
    x = tensor_of(rng, level, lengths)
    n = len(lengths)
    others: list[Any] = [
        int(rng.integers(1, 10)),
        rng.integers(0, 10, (n, 1)),
        tensor_of(rng, level, lengths),
        tensor_of(rng, level, [1] * n),
        tensor_of(rng, level, [*lengths[:-1], lengths[-1] + 2]),
        rng.integers(0, 10, (n + 1, 1)),
    ]
    y = others[int(rng.integers(0, (2, 4, 6)[level - 1]))]
    return (x, y) if level == 1 or rng.integers(0, 2) else (y, x)


def similar(rng: np.random.Generator, level: int, op: str, args: Sequence[Any]) -> list[Any]:
    """Return random arguments of the same kinds for an operation; other arguments are kept."""
    if op == "segment_sum":
        ids = np.cumsum(rng.integers(0, 3 if level == 3 else 2, 3 + 2 * level))
        return [_values(rng, level, len(ids), np.asarray(args[0]).dtype), ids]
    if op == "from_tensor":
        counts = lengths_of(rng, level)
        width = max(counts, default=0) + 1
        dense = _values(rng, level, len(counts) * width, np.asarray(args[0]).dtype)
        return [dense.reshape(len(counts), width), np.array(counts)]
    if op == "gather" and not isinstance(args[0], RaggedTensor):
        table = _values(rng, level, len(args[0]), np.asarray(args[0]).dtype)
        counts = lengths_of(rng, level)
        return [table, _positions(rng, counts, [len(table)] * len(counts))]
    lengths = lengths_of(rng, level)
    made = [_like(rng, level, lengths, x, args) for x in args]
    if op == "gather":
        made[1] = rng.integers(0, len(lengths), max(2, len(args[1])))
    if op == "take_along" or (op == "getitem" and _is_index(args[1])):
        counts = [int(rng.integers(0, 3)) if n else 0 for n in lengths]
        made[1] = _positions(rng, counts, lengths)
    return made


def _like(
    rng: np.random.Generator, level: int, lengths: Sequence[int], x: Any, args: Sequence[Any]
) -> Any:
    if isinstance(x, RaggedTensor) and x.ragged_rank == 1:
        return tensor_of(rng, level, lengths, x)
    if isinstance(x, RaggedTensor):
        inner = tensor_of(rng, level, lengths_of(rng, level, sum(lengths)), x)
        return RaggedTensor.from_row_lengths(inner, list(lengths))
    if isinstance(x, list | tuple) and any(isinstance(item, RaggedTensor) for item in x):
        # tensors with equal numbers of rows, as concat along axis 1 and stack require
        return [
            tensor_of(rng, level, lengths if k == 0 else rng.permutation(lengths).tolist(), item)
            for k, item in enumerate(x)
        ]
    first = next((a for a in args if isinstance(a, RaggedTensor)), None)
    if isinstance(x, np.ndarray) and first is not None and x.shape[:1] == (len(first),):
        return _values(rng, level, len(lengths) * x[:1].size, x.dtype).reshape(-1, *x.shape[1:])
    return x


def _is_index(key: Any) -> bool:
    return isinstance(key, RaggedTensor) and key.dtype.kind in "iu"


def _positions(
    rng: np.random.Generator, counts: Sequence[int], sizes: Sequence[int]
) -> RaggedTensor:
    found = [int(rng.integers(0, n)) for n, c in zip(sizes, counts, strict=True) for _ in range(c)]
    return RaggedTensor.from_row_lengths(np.array(found, np.int64), list(counts))


def _values(rng: np.random.Generator, level: int, n: int, dtype: Any) -> Any:
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(bool)
    if dtype.kind == "f":
        return (rng.integers(0, 2 * _SIZES[level][2], n) / 2).astype(dtype)
    if dtype.kind in "iu":
        return rng.integers(0, _SIZES[level][2] + 1, n).astype(dtype)
    return np.array(list("abcdefghijklmnopqrstuvwxyz"))[rng.integers(0, 26, n)]
