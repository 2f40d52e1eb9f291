"""Products of many matrices of different sizes, stored one after the other in flat arrays.

Matrix ``i`` of ``n[i]`` rows and ``k[i]`` columns starts at ``starts[i]``. Matrices of one size are
multiplied together; where sizes are many, small ones of similar sizes are too, filled up with zeros
on both sides, so that NaN and infinity affect their own products only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from raggedkit._kernels.arrays.splits import lengths_to_splits, multiplied
from raggedkit._kernels.limits import LARGE_BLOCK as _BLOCK
from raggedkit._kernels.limits import MATRICES_PER_SIZE as _FEW
from raggedkit._kernels.limits import MULTIPLICATIONS as _WORTH
from raggedkit._typing import Array
from raggedkit._xp import INT64, array_namespace, host_namespace

__all__ = ["products"]


def products(
    a: Array,
    b: Array,
    a_starts: Array,
    b_starts: Array,
    n: Array,
    k: Array,
    m: Array,
    *,
    turned: tuple[bool, bool] = (False, False),
) -> Array:
    """Return the product of each pair of matrices, ``[n[i], k[i]] @ [k[i], m[i]]``, end to end.

    ``turned`` is True for a side whose matrices are stored as their transposes.
    """
    xp = array_namespace(a, b)
    out_starts = lengths_to_splits(multiplied([n, m], "row_lengths"))
    total = int(out_starts[-1])
    out: Array = xp.zeros(total, dtype=xp.result_type(a, b))
    for group in _groups(n, k, m):
        size = _largest(n, group), _largest(k, group), _largest(m, group)
        each = size[0] * size[1] + size[1] * size[2] + size[0] * size[2]
        step = max(1, _BLOCK // each)
        for i in range(0, group.shape[0], step):
            some = group[i : i + step]
            left = _laid_out(a, a_starts, n, k, some, size[:2], turned[0])
            right = _laid_out(b, b_starts, k, m, some, size[1:], turned[1])
            _multiply(left, right, out, out_starts, n, m, some)
    return out


def _largest(sizes: Array, group: Array) -> int:
    return int(sizes.take(group).max())


def _groups(n: Array, k: Array, m: Array) -> Iterator[Array]:
    """Return the groups of pairs to multiply in one call, without pairs of an empty matrix."""
    xp = array_namespace(n)
    work = n.astype("float64") * k * m
    some = xp.flatnonzero(work > 0)
    if not some.shape[0]:
        return
    sizes = xp.stack([n.take(some), k.take(some), m.take(some)], axis=1)
    if bool((sizes == sizes[:1]).all()):
        yield some
        return
    order, cuts = _runs(sizes)
    if _FEW * len(cuts) > some.shape[0]:
        # A negative size groups all sizes with the same number of binary digits.
        alike = -xp.frexp(sizes.astype("float64"))[1].astype(INT64)
        order, cuts = _runs(xp.where((work.take(some) > _WORTH)[:, None], sizes, alike))
    for first, limit in pairwise(cuts):
        yield xp.sort(some.take(order[first:limit]))


def _runs(keys: Array) -> tuple[Array, list[int]]:
    """Return an order in which equal rows are adjacent, and the start of each run of them."""
    xp = array_namespace(keys)
    order = xp.lexsort(xp.ascontiguousarray(keys.T))
    keys = keys[order]
    new = xp.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1
    return order, [0, *new.tolist(), keys.shape[0]]


def _laid_out(
    flat: Array,
    starts: Array,
    rows: Array,
    columns: Array,
    some: Array,
    size: tuple[int, int],
    turned: bool,
) -> Array:
    """Return some matrices as one array ``[len(some), *size]``, padded with zeros."""
    if turned:
        stored = _laid_out(flat, starts, columns, rows, some, (size[1], size[0]), False)
        return stored.swapaxes(1, 2)
    begin, rows, columns = starts.take(some), rows.take(some), columns.take(some)
    height, width = size
    whole = _are_all(rows, height) and _are_all(columns, width)
    if whole and _are_all(begin, int(begin[0])):  # the same matrix for all
        return flat[int(begin[0]) : int(begin[0]) + height * width].reshape(1, height, width)
    if whole and _are_all(begin[1:] - begin[:-1], height * width):
        first, count = int(begin[0]), some.shape[0]
        return flat[first : first + count * height * width].reshape(count, height, width)
    places, inside = _places(begin, rows, columns, height, width)
    if whole:
        return flat.take(places)
    xp = array_namespace(flat)
    filled: Array = xp.where(
        inside, flat.take(xp.where(inside, places, 0)), xp.zeros((), flat.dtype)
    )
    return filled


def _multiply(
    left: Array, right: Array, out: Array, starts: Array, n: Array, m: Array, some: Array
) -> None:
    """Write products to their positions in the flat result."""
    begin, rows, columns = starts.take(some), n.take(some), m.take(some)
    height, width = left.shape[1], right.shape[2]
    whole = _are_all(rows, height) and _are_all(columns, width)
    xp = array_namespace(left)
    with host_namespace.errstate(invalid="ignore"):  # zero times infinity, in the padding
        if whole and _are_all(begin[1:] - begin[:-1], height * width):
            first, count = int(begin[0]), some.shape[0]
            there = out[first : first + count * height * width].reshape(count, height, width)
            xp.matmul(left, right, out=there)
            return
        product = xp.matmul(left, right)
    places, inside = _places(begin, rows, columns, height, width)
    if whole:
        out[places.reshape(-1)] = product.reshape(-1)
    else:
        out[places[inside]] = product[inside]


def _places(
    begin: Array, rows: Array, columns: Array, height: int, width: int
) -> tuple[Array, Any]:
    """Return the flat position of each item of a padded matrix, and a mask without the padding."""
    xp = array_namespace(begin)
    down = xp.arange(height, dtype=INT64)[:, None]
    across = xp.arange(width, dtype=INT64)
    places = begin[:, None, None] + down * columns[:, None, None] + across
    inside = (down < rows[:, None, None]) & (across < columns[:, None, None])
    return places, inside


def _are_all(numbers: Array, value: int) -> bool:
    return bool((numbers == value).all())
