"""Repetition of items: whole rows (`tile`) or each item (`repeat`)."""

from __future__ import annotations

import math
from typing import Any, SupportsIndex

from raggedkit._arguments import array_of, as_axis
from raggedkit._engines.elementwise import layout_of, moved_by_plan
from raggedkit._engines.inputs import as_tensor, integers, operands
from raggedkit._engines.rows import take_rows, taken_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._overloads import same_kind_as_input
from raggedkit._plan.broadcasting import plan
from raggedkit._plan.operands import flat_of, parts_of, place_of, rank_of, rewrap, roomy, tiled
from raggedkit._typing import Array, ArrayLike, Tensor, TensorLike
from raggedkit._xp import INT64, INTEGERS, array_namespace, is_host
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = ["repeat", "tile"]


@same_kind_as_input
def tile(input: TensorLike, multiples: ArrayLike) -> Tensor:
    """Return a tensor repeated a number of times along each axis.

    Parameters
    ----------
    input
        Dense or ragged.
    multiples
        The number of repetitions, one for each axis.

    Returns
    -------
    RaggedTensor or array
        Of the rank of ``input``.

    Raises
    ------
    ValueError
        If there is not one number for each axis, or one is negative.

    See Also
    --------
    repeat : repeats each item.

    Notes
    -----
    An empty row stays empty. After TensorFlow's ``tf.tile``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2], [], [3]])
    >>> rk.tile(rt, [1, 2])
    <RaggedTensor [[1, 2, 1, 2], [], [3, 3]]>
    >>> rk.tile(rt, [2, 1])
    <RaggedTensor [[1, 2], [], [3], [1, 2], [], [3]]>
    >>> rk.tile(rt, [2])
    Traceback (most recent call last):
        ...
    ValueError: multiples must have one number for each of the 2 axes, got 1
    """
    x = as_tensor(input, name="input")
    counts = _multiples(multiples, rank_of(x))
    if not isinstance(x, RaggedTensor):
        _check_size(x, counts)
        return array_namespace(x).tile(x, tuple(counts))
    depth = len(x._parts)
    flat, parts, dtype = x._flat, x._parts, x._parts[0]._dtype
    if _check_size(x, counts) > LARGEST[dtype]:
        dtype = roomy(dtype, x, times=math.prod(counts[: depth + 1]))
        parts = x.with_row_splits_dtype(dtype)._parts
    busy = [axis for axis in range(1, depth + 1) if counts[axis] != 1]
    if len(busy) > 1:  # compute positions first, then gather the values once
        flat = array_namespace(flat).arange(flat.shape[0], dtype=parts[-1]._dtype)
    for axis in busy:
        flat, parts = _tiled(flat, parts, axis, counts[axis])
    if len(busy) > 1:
        flat = _gather.take(x._flat, flat)
    if counts[0] == 1 and depth + 1 == len(counts):
        return RaggedTensor._make(flat, parts)
    if any(m != 1 for m in (counts[0], *counts[depth + 1 :])):
        flat = array_namespace(flat).tile(flat, (counts[0], *counts[depth + 1 :]))
    return RaggedTensor._make(flat, of_one_dtype(tuple(_rows_tiled(p, counts[0]) for p in parts)))


def _check_size(x: Any, counts: list[int]) -> int:
    """Return a number of items that the result does not exceed, along any axis and in all.

    Raise for the first number that gives too many items.
    """
    n = int(x.size)
    if isinstance(x, RaggedTensor):
        most = max(n, *x._flat.shape)
        for part in x._parts:
            most = max(most, part._nrows, part._nvals, part._uniform or 0)
        for times in counts:
            most *= times or 1
        if most <= _splits.MOST:
            return most
        n = max(int(x.size), *[max(p._nrows, p._nvals) for p in x._parts])
        declared = [p._uniform or 0 for p in x._parts]
        for i, size in enumerate(
            [*declared, *x._flat.shape[1:]], 1
        ):  # a size may be declared of no rows
            if size * counts[i] > _splits.MOST:
                rule = f"make at most {_splits.MOST} items"
                raise ValueError(f"multiples must {rule}, got multiples[{i}] = {counts[i]}")
    for i, times in enumerate(counts):
        # A count of 0 makes the result empty, but the other counts must still fit their splits.
        n *= max(times, 1)
        if n > _splits.MOST:
            rule = f"make at most {_splits.MOST} items"
            raise ValueError(f"multiples must {rule}, got multiples[{i}] = {times}")
    return n


def _rows_tiled(part: RowPartition, count: int) -> RowPartition:
    return part if count == 1 else tiled(part, count)


def _multiples(multiples: Any, ndim: int) -> list[int]:
    if isinstance(multiples, list | tuple) and set(map(type, multiples)) == {int}:
        counts = list(multiples)  # as Python ints: a count may exceed int64
    else:
        array = array_of(multiples, "multiples", "be a list of integers")
        if array.ndim != 1 or (array.size and array.dtype.kind not in INTEGERS):
            raise ValueError(broken_rule("multiples", "be a list of integers", multiples))
        counts = [int(m) for m in array.tolist()]
    if len(counts) != ndim:
        rule = f"have one number for each of the {ndim} axes"
        raise ValueError(broken_rule("multiples", rule, len(counts)))
    if counts and min(counts) < 0:
        raise ValueError(broken_rule("multiples", "not be negative", counts))
    return counts


def _tiled(
    flat: Array, parts: tuple[RowPartition, ...], axis: int, count: int
) -> tuple[Array, tuple[RowPartition, ...]]:
    """Repeat the run of items of every row, along an axis inside the outermost."""
    part = parts[axis - 1]
    if axis == len(parts) and part._uniform is None and count:
        rows = part._xp.arange(part._nrows, dtype=part._dtype).repeat(count)
        flat, taken = taken_rows(flat, parts[-1:], rows)
        cut = RowPartition._of_splits(taken[0]._get_splits()[::count].copy())
        return flat, (*parts[:-1], cut)
    lengths = part._get_lengths()
    if part._uniform is not None:
        cut = RowPartition._of_uniform(part._uniform * count, part._nrows, part._dtype, part._xp)
    else:
        # int32 lengths may overflow when multiplied; the total was checked above.
        longer = lengths.astype(INT64, copy=False) * count
        cut = RowPartition._of_lengths(longer.astype(part._dtype, copy=False))
    if axis == len(parts):
        rows = part._xp.arange(part._nrows, dtype=part._dtype).repeat(count)
        return taken_rows(flat, parts[-1:], rows)[0], (*parts[:-1], cut)
    # Each row is copied as a run: no index per value is stored.
    starts, runs = part._get_splits()[:-1].repeat(count), lengths.repeat(count)
    inner = take_rows(RaggedTensor._make(flat, parts[axis:]), _splits.ranges(starts, runs))
    return inner._flat, (*parts[: axis - 1], cut, *inner._parts)


def repeat(input: TensorLike, repeats: TensorLike, axis: SupportsIndex | None = None) -> Tensor:
    """Return a tensor in which every item along an axis is repeated.

    Parameters
    ----------
    input
        Dense or ragged.
    repeats
        The number of repetitions: one number for all items; along axis 0 a vector with one for each
        row; along an inner axis a tensor that broadcasts to the items of that axis, either ragged
        with the rows of ``input`` or ``[nrows, 1]`` with one number per row.
    axis
        The axis whose items are repeated. None means the last axis of ``repeats`` if it is ragged;
        otherwise the flat values are repeated, as in NumPy.

    Returns
    -------
    RaggedTensor or array
        An array if ``input`` is dense and every item is repeated equally often.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If ``repeats`` do not broadcast, are not integers, or are negative.

    See Also
    --------
    tile : repeats whole rows.

    Notes
    -----
    An empty row stays empty; a row may become empty. After NumPy's
    ``numpy.repeat`` and TensorFlow's ``tf.repeat``, which takes no ragged tensor.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2], [], [3]])
    >>> rk.repeat(rt, 2, axis=1)
    <RaggedTensor [[1, 1, 2, 2], [], [3, 3]]>
    >>> rk.repeat(rt, [2, 1, 0], axis=0)
    <RaggedTensor [[1, 2], [1, 2], []]>
    >>> rk.repeat(rt, rk.ragged.constant([[0, 3], [], [1]]))
    <RaggedTensor [[2, 2, 2], [], [3]]>
    >>> rk.repeat(rt, [2, 1, 0], axis=1)
    Traceback (most recent call last):
        ...
    ValueError: shapes must broadcast, got input [3, (d1)] and repeats [3]: on axis 1 row 0 has \
length 2 in input and 3 in repeats; rows must have equal lengths. One number for each row? Give \
repeats the shape [3, 1]: np.reshape(repeats, (3, 1))
    """
    x, counts = operands(input, repeats, names="input repeats")
    counts = integers(counts, "repeats")
    xp = array_namespace(flat_of(x))
    _check_each(counts)
    # Ragged counts name their axis themselves: one count for each item at their depth.
    if axis is None and isinstance(counts, RaggedTensor):
        axis = rank_of(counts) - 1
    if not isinstance(x, RaggedTensor):
        if isinstance(counts, RaggedTensor):
            raise ValueError(broken_rule("repeats", "not be ragged if input is dense", counts))
        if axis is None:
            return _repeated(xp, x.reshape(-1), counts, 0)
        return _repeated(xp, x, counts, as_axis(axis, x.ndim))
    if axis is None:
        return _repeated(xp, x._flat.reshape(-1), counts, 0)
    return _repeated_rows(x, counts, as_axis(axis, x.ndim))


def _check_each(counts: Any) -> None:
    """Raise for the first count that is negative or too large."""
    flat = flat_of(counts)
    flat = flat if flat.ndim == 1 else flat.reshape(-1)
    if is_host(flat) and _splits.all_within(flat, _splits.MOST + 1):
        return
    at = first_true((flat < 0) | (flat > _splits.MOST))
    if at >= 0:
        shape = flat_of(counts).shape
        place = place_of(parts_of(counts), shape, at) if shape else ""
        rule = "not be negative" if int(flat[at]) < 0 else f"be at most {_splits.MOST}"
        raise ValueError(
            f"repeats must {rule}, got {'repeats' if place else ''}{place}"
            f"{' = ' if place else ''}{int(flat[at])}"
        )


def _repeated(xp: Any, x: Array, counts: Any, axis: SupportsIndex) -> Array:
    at = as_axis(axis, x.ndim)
    n = x.shape[at]
    times = _counts_of(xp, counts, n, at)
    taken: Array = xp.take(x, _splits.repeat(xp.arange(n), times, "repeats"), axis=at)
    return taken


def _counts_of(xp: Any, counts: Array, n: int, axis: int) -> Array:
    """Return a count for each of ``n`` items."""
    if counts.ndim > 1 or (counts.ndim and counts.shape[0] not in (1, n)):
        rule = f"be one number, or one for each of the {n} items of axis {axis}"
        raise ValueError(f"repeats must {rule}, got shape {counts.shape}")
    if counts.shape == (n,):
        return counts
    times: Array = xp.empty(n, dtype=counts.dtype)
    times[...] = counts
    return times


def _repeated_rows(rt: RaggedTensor, counts: Any, axis: int) -> RaggedTensor:
    depth = len(rt._parts)
    if axis > depth:
        if isinstance(counts, RaggedTensor):
            raise ValueError(broken_rule("repeats", f"not be ragged on axis {axis}", counts))
        xp = array_namespace(rt._flat)
        return RaggedTensor._make(_repeated(xp, rt._flat, counts, axis - depth), rt._parts)
    xp = rt._parts[0]._xp
    if not axis:
        if isinstance(counts, RaggedTensor):
            raise ValueError(broken_rule("repeats", "not be ragged on axis 0", counts))
        rows = xp.arange(len(rt), dtype=rt._parts[0]._dtype)
        return take_rows(rt, _splits.repeat(rows, _counts_of(xp, counts, len(rt), 0), "repeats"))
    part = rt._parts[axis - 1]
    single = None
    if not isinstance(counts, RaggedTensor) and counts.size == 1:
        single = int(counts.reshape(-1)[0])
    items = xp.arange(part._nvals, dtype=part._dtype)
    if single is not None:
        if single * part._nvals > _splits.MOST:
            rule = f"add up to at most {_splits.MOST} items"
            raise ValueError(broken_rule("repeats", rule, single))
        at = items.repeat(single)
    else:
        times = _broadcast(RaggedTensor._make(items, rt._parts[:axis]), counts, xp)
        at = _splits.repeat(items, times, "repeats")
    if single is not None and part._uniform is not None:
        cut = RowPartition._of_uniform(part._uniform * single, part._nrows, part._dtype, xp)
    else:
        if single is not None:
            splits = part._get_splits().astype(INT64, copy=False) * single
        else:
            # The splits of the repeated items, read at the old row boundaries, are the new row
            # boundaries.
            splits = _splits.lengths_to_splits(times).take(part._get_splits())
        small = at.shape[0] <= LARGEST[part._dtype]
        cut = RowPartition._of_splits(splits.astype(part._dtype, copy=False) if small else splits)
    inner: Any = rt._flat
    if axis < depth:
        inner = take_rows(RaggedTensor._make(rt._flat, rt._parts[axis:]), at)
    else:
        inner = _gather.take(rt._flat, at)
    repeated: RaggedTensor = rewrap((*rt._parts[: axis - 1], cut), inner)
    return repeated


def _cut_alike(a: RaggedTensor, b: RaggedTensor) -> bool:
    parts = list(zip(a._parts, b._parts, strict=False))
    return a.ndim == b.ndim == len(parts) + 1 and all(p._same_cuts(q) for p, q in parts)


def _broadcast(items: RaggedTensor, counts: Any, xp: Any) -> Array:
    """Return one count for each item."""
    if isinstance(counts, RaggedTensor) and _cut_alike(items, counts):
        return counts._flat.astype(INT64)  # a declared length of 1 does not broadcast here
    todo = plan([layout_of("input", items), layout_of("repeats", counts)])
    if todo.gathers[0] is not None:
        rule = "not have more items than the sequence that they repeat"
        raise ValueError(broken_rule("repeats", rule, counts))
    times: Array = xp.broadcast_to(moved_by_plan(counts, todo, 1), items._flat.shape)
    return times.astype(INT64)
