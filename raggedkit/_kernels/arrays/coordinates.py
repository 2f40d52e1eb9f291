"""Coordinates of cells: ``indices: int64[n, rank]``, one row per cell, sorted or not.

The order is row-major: the first column decides, then the second, and so on. ``sizes`` are the
sizes of the dimensions, Python ints.
"""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit._kernels.arrays.compare import first_true
from raggedkit._kernels.arrays.splits import first_decrease, rowids_to_splits
from raggedkit._kernels.dispatch import dispatched
from raggedkit._kernels.limits import SMALL_BLOCK as _BLOCK
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, array_namespace, host_namespace

__all__ = ["count_up", "first_outside", "first_unordered", "order", "place", "strides", "unravel"]

_MOST = (1 << 63) - 1


def strides(sizes: Sequence[int]) -> list[int] | None:
    """Return the distance of neighbours along each dimension; None if it does not fit int64."""
    steps, step = [], 1
    for n in reversed(sizes):
        steps.append(step)
        step *= max(n, 1)
    return None if step > _MOST else steps[::-1]


def place(indices: Array, steps: Sequence[int]) -> Array:
    """Return the flat position of each cell, ``int64[n]``."""
    xp = array_namespace(indices)
    places: Array = xp.zeros(indices.shape[0], dtype=INT64)
    for column, step in enumerate(steps):
        places += indices[:, column] * step
    return places


def unravel(places: Array, sizes: Sequence[int]) -> Array:
    """Return the coordinates of each flat position, ``int64[n, rank]``."""
    xp = array_namespace(places)
    indices: Array = xp.empty((places.shape[0], len(sizes)), dtype=INT64)
    for column in range(len(sizes) - 1, -1, -1):
        size = max(sizes[column], 1)
        indices[:, column] = places % size
        places = places // size
    return indices


def first_outside(indices: Array, sizes: Sequence[int]) -> int:
    """Return the first cell that is outside of these sizes, or -1."""
    if not indices.shape[0] or not sizes:
        return -1
    xp = array_namespace(indices)
    wrong = (indices < 0) | (indices >= xp.asarray(sizes, dtype=INT64))
    return first_true(wrong.any(axis=1))


def first_unordered(indices: Array) -> tuple[int, int]:
    """Return the first cell that comes before its predecessor, and the first that repeats it.

    Either is -1 if there is none.
    """
    xp = array_namespace(indices)
    if indices.shape[0] < 2:
        return -1, -1
    tied = xp.ones(indices.shape[0] - 1, dtype=bool)
    before = xp.zeros(indices.shape[0] - 1, dtype=bool)
    for column in range(indices.shape[1]):
        above, below = indices[:-1, column], indices[1:, column]
        before |= tied & (below < above)
        tied &= above == below
    late, again = first_true(before), first_true(tied)
    return (late + 1 if late >= 0 else -1), (again + 1 if again >= 0 else -1)


def order(indices: Array, sizes: Sequence[int]) -> Array | None:
    """Return the stable order of the cells, ``int64[n]``; None if they are in order already."""
    if first_unordered(indices)[0] < 0:
        return None
    xp = array_namespace(indices)
    steps = strides(sizes)
    if steps is not None and first_outside(indices, sizes) < 0:
        sorted_places: Array = xp.argsort(place(indices, steps), kind="stable")
        return sorted_places
    by_column: Array = xp.lexsort(xp.ascontiguousarray(indices.T[::-1]))
    return by_column


@dispatched(compiled=0)
def count_up(cells: Array, nrows: int, dtype: DType) -> Array | None:
    """Return the splits of ``cells: int64[n, 2]`` whose columns are 0, 1, 2 and so on in each row.

    None if they are not, if rows don't ascend, or if a row is not below ``nrows``.
    """
    if not cells.shape[0]:
        result: Array = array_namespace(cells).zeros(nrows + 1, dtype=dtype)
        return result
    rows = cells[:, 0].copy()  # NumPy is slow on strided columns
    if int(rows[0]) < 0 or int(rows[-1]) >= nrows or first_decrease(rows) >= 0:
        return None
    splits = rowids_to_splits(rows.astype(dtype, copy=False), nrows)
    del rows
    starts = splits[:-1][splits[1:] > splits[:-1]]
    if bool(cells[starts, 1].any()):
        return None
    # The count must start again at each row but the first, and nowhere else.
    return splits if _breaks(cells[:, 1]) == starts.shape[0] - 1 else None


def _breaks(numbers: Array) -> int:
    """Return how many of these are not their predecessor plus 1."""
    xp, n = array_namespace(numbers), numbers.shape[0]
    size = _BLOCK if xp is host_namespace else n
    breaks = 0
    for a in range(0, n, size):
        some = numbers[a : a + size + 1].copy()
        breaks += int(xp.count_nonzero(some[1:] - some[:-1] != 1))
    return breaks
