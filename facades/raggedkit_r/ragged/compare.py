"""Comparison of whole ragged lists, `identical`, and of their rows, `unique`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raggedkit import RowPartition
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import null_of, same_rows, take_rows, values_of, with_row_names
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.values import same_values

__all__ = ["nearly_equal", "same_in_all", "unique_of_rows"]


def unique_of_rows(x: RaggedList) -> RaggedList:
    """Return the distinct rows; names are dropped, as in R."""
    kept = np.sort(np.unique(_row_numbers(x), return_index=True)[1])
    return with_row_names(take_rows(x, kept), None)


def _row_numbers(x: RaggedList) -> Array:
    """Return a number for each row, the same for the same rows."""
    values = values_of(x)
    flat = values.array.reshape(len(values), math.prod(values.array.shape[1:]))
    _, codes = np.unique(flat, return_inverse=True, equal_nan=True)
    codes = np.where(values.missing.reshape(flat.shape), -1, codes.reshape(flat.shape))
    ids = codes[:, 0] if codes.shape[1] == 1 else np.unique(codes, axis=0, return_inverse=True)[1]
    for part, null in reversed(list(zip(x.tensor.partitions, null_of(x), strict=True))):
        ids = _numbered(ids, part, null)
    return ids


def _numbered(ids: Array, part: RowPartition, null: Array | None) -> Array:
    """Number rows by the numbers in them, all rows of one length at once."""
    lengths, starts = part.row_lengths(), part.row_starts()
    found = np.zeros(len(part), dtype="int64")
    ids = ids - ids.min(initial=0)
    count, most = 0, int(ids.max(initial=0))
    for length in np.unique(lengths).tolist():
        rows = np.flatnonzero(lengths == length)
        numbers = np.zeros(len(rows), dtype="int64")
        for place in range(length):
            pairs = numbers * (most + 1) + ids[starts[rows] + place]
            _, numbers = np.unique(pairs, return_inverse=True)
        found[rows] = count + numbers
        count = int(found[rows].max()) + 1
    if null is not None:
        found[null] = -1
    return found


def same_in_all(x: RaggedList, y: Any) -> bool:
    """Whether kind, rows, names and values are the same, NA and NaN equal to themselves."""
    if not isinstance(y, RaggedList):
        return False
    if x.names != y.names or x.tensor.ragged_rank != y.tensor.ragged_rank:
        return False
    masks = zip(null_of(x), null_of(y), strict=True)
    if not same_rows(x, y) or not all(_same_mask(p, q) for p, q in masks):
        return False
    return same_values(values_of(x), values_of(y))


def _same_mask(a: Array | None, b: Array | None) -> bool:
    return a is b if a is None or b is None else np.array_equal(a, b)


def nearly_equal(target: RaggedList, current: Any) -> bool | str:
    """Return True or a text about the difference; numbers may differ by a factor of 1.5e-8."""
    if not isinstance(current, RaggedList):
        return f"target is a ragged list, current is {type(current).__name__}"
    if not same_rows(target, current):
        return "Rows differ"
    a, b = values_of(target), values_of(current)
    if a.kind in ("integer", "numeric") and b.kind in ("integer", "numeric"):
        close = np.isclose(
            as_kind(a, "numeric").array, as_kind(b, "numeric").array, 1.5e-8, 0, True
        )
        same = bool(close.all()) and np.array_equal(a.missing, b.missing)
    else:
        same = same_values(a, b)
    if not same:
        return "Values differ"
    if not all(_same_mask(p, q) for p, q in zip(null_of(target), null_of(current), strict=True)):
        return "NULL rows differ"
    return True if target.names == current.names else "Names differ"
