"""Indexing with ``rt[key]``: rows, slices, masks and new axes; and iteration over rows."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from raggedkit._engines.inputs import integers
from raggedkit._engines.rows import check_rows_of, take_rows, taken_rows
from raggedkit._engines.shortcuts import sliced_at_once
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.keys import check_inner_ints, check_keys, no_such_item, no_such_row
from raggedkit._plan.operands import rewrap, values_of
from raggedkit._typing import Array
from raggedkit._xp import INTEGERS, array_namespace, is_array, readonly
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.rows import take_along
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["getitem", "iterate", "picked_rows"]

_ALL = slice(None)


def getitem(rt: RaggedTensor, key: Any) -> Any:
    """Return the part of a ragged tensor that ``key`` selects.

    Parameters
    ----------
    rt
        Any ragged tensor.
    key
        One of these, or a tuple of them, one for each axis:

        * an int: one item of the outermost axis or of a uniform axis;
        * a slice, with any step: some rows, or the same slice of every row;
        * ``...``: full slices for the axes that no key names;
        * ``None`` (``numpy.newaxis``): a new axis of size 1;
        * as the first key, a list or vector of ints (these rows, in this order) or of bools, one
          for each row (the rows where it is True);
        * alone, a ragged tensor of bools with the same rows: the items of each row where it is
          True.

    Returns
    -------
    RaggedTensor or array
        An array if no partitioned axis is left; a read-only view if possible.

    Raises
    ------
    RaggedIndexError
        If a row or an axis is out of range, or an int indexes a ragged axis.
    TypeError
        If a key has any other type.

    Notes
    -----
    A slice of an empty row is empty.

    Rows and slices of rows without a step (``rt[i]``, ``rt[a:b]``) share the values; nothing is
    copied. Lists of rows, slices with a step and slices within rows are copies.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
    >>> rt[2]
    array([5, 9, 2])
    >>> rt[1:4]
    <RaggedTensor [[], [5, 9, 2], [6]]>
    >>> rt[:, ::-1]
    <RaggedTensor [[1, 4, 1, 3], [], [2, 9, 5], [6], []]>
    >>> rt[:, 0]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis 1 is ragged (row lengths 0 to 4), so item 0 may not \
exist in every row; slice it (rt[:, 0:1]), give short rows a default \
(rt.column(0, default=...)), or keep only rows that have it (rt[rt.row_lengths() > 0])
    """
    if isinstance(key, RaggedTensor):
        return take_along(rt, key) if key.dtype.kind in INTEGERS else _masked(rt, key)
    if type(key) is tuple and len(key) == 2:
        sliced = sliced_at_once(rt, *key)
        if sliced is not None:
            return sliced
    keys = list(key) if isinstance(key, tuple) else [key]
    check_keys(keys, rt.ndim)
    check_inner_ints(rt, keys)
    picked = _outer(rt, keys, 0)
    return picked if isinstance(picked, RaggedTensor) else _handed_out(picked)


def iterate(rt: RaggedTensor) -> Iterator[Any]:
    """Return an iterator over rows."""
    splits = rt._parts[0]._get_splits().tolist()
    if len(rt._parts) == 1:
        # One read-only view for all rows: its slices are read-only too.
        flat = readonly(rt._flat)
        return (flat[a:b] for a, b in pairwise(splits))
    return (rt._run(rt._flat, rt._parts[1:], a, b) for a, b in pairwise(splits))


def _expanded(keys: list[Any], ndim: int) -> list[Any]:
    """Return the keys with a leading ``...`` replaced by full slices."""
    rest = keys[1:]
    used = sum(k is not None for k in rest)
    return [_ALL] * (ndim - used) + rest


def _in_array(x: Any, keys: list[Any], axis: int, first: int) -> Any:
    """Apply keys to a dense array; ``first`` is its first axis in the tensor, for errors."""
    at = first
    for i, k in enumerate(keys):
        if k is Ellipsis:
            at = x.ndim - sum(r is not None for r in keys[i + 1 :])
        elif isinstance(k, slice):
            at += 1
        elif k is not None:
            n = x.shape[at]
            if not -n <= operator.index(k) < n:
                raise RaggedIndexError(no_such_item(operator.index(k), n, axis + at - first))
            at += 1
    return x[(_ALL,) * first + tuple(keys)]


def _outer(x: Any, keys: list[Any], axis: int) -> Any:
    """Apply keys to a tensor, from its first axis inwards."""
    if not keys:
        return x
    if not isinstance(x, RaggedTensor):
        return _in_array(x, keys, axis, 0)
    key, rest = keys[0], keys[1:]
    if key is Ellipsis:
        return _outer(x, _expanded(keys, x.ndim), axis)
    # The keys after a new axis apply to the axes after it, so they are applied first.
    if key is None:
        return _new_axis_outside(_outer(x, rest, axis))
    if isinstance(key, slice):
        return _inner(_slice_rows(x, key), rest, axis + 1)
    # A list or vector selects rows and keeps the axis; an int removes it.
    if getattr(key, "ndim", 0) == 1:
        return _inner(take_rows(x, picked_rows(x._parts[0], key)), rest, axis + 1)
    return _outer(_row(x, operator.index(key), axis), rest, axis + 1)


def _row(rt: RaggedTensor, i: int, axis: int = 0) -> Any:
    n = rt._parts[0]._nrows
    at = i + n if i < 0 else i
    if not 0 <= at < n:
        raise RaggedIndexError(no_such_row(i, n, axis))
    return rt._row(at)


def picked_rows(part: RowPartition, key: Array) -> Array:
    """Return the row numbers selected by a vector of bools or ints, checked."""
    n, xp = part._nrows, part._xp
    key = xp.asarray(key)
    if key.dtype.kind == "b":
        if key.shape[0] != n:
            raise RaggedIndexError(
                broken_rule("row mask", f"have {n} items, one per row", key.shape[0])
            )
        picked: Array = xp.flatnonzero(key)
        return picked
    key = integers(key, "key")
    dtype = part._dtype
    # Most keys are not negative: then one pass decides, and nothing is wrapped.
    if _splits.all_within(key, n):
        return key.astype(dtype, copy=False)
    wrong = (key < -n) | (key >= n)
    if bool(wrong.any()):
        i = int(wrong.argmax())
        raise RaggedIndexError(f"key[{i}] must be from {-n} to {n - 1}, got {int(key[i])}")
    wrapped: Array = xp.where(key < 0, key + n, key).astype(dtype)
    return wrapped


def _masked(rt: RaggedTensor, mask: RaggedTensor) -> RaggedTensor:
    """Return the items of each row that a ragged mask marks."""
    if mask.dtype.kind != "b":
        raise TypeError(broken_rule("key", "be a ragged tensor of bools", mask.dtype))
    depth = len(mask._parts)
    if (
        depth > len(rt._parts)
        or mask._flat.ndim != 1
        or not all(p._same_cuts(q) for p, q in zip(rt._parts, mask._parts, strict=False))
    ):
        raise RaggedIndexError(_unlike_rows(rt, mask))
    splits = mask._parts[-1]._get_splits()
    xp = array_namespace(rt._flat)
    # A mask of all ragged axes selects values; a mask of fewer axes selects inner rows.
    if depth == len(rt._parts):
        flat, splits = _gather.keep(rt._flat, mask._flat, splits)
        return RaggedTensor._make(flat, (*rt._parts[:-1], RowPartition._of_splits(splits)))
    cut = RowPartition._of_splits(_splits.splits_of_kept(mask._flat, splits))
    flat, inner = taken_rows(rt._flat, rt._parts[depth:], xp.flatnonzero(mask._flat))
    return RaggedTensor._make(flat, (*mask._parts[:-1], cut, *inner))


def _unlike_rows(rt: RaggedTensor, mask: RaggedTensor) -> str:
    """Return the error for a mask whose rows differ from the tensor's; names the first such row."""
    rule = f"have the same rows as the masked tensor, {rt.shape}"
    if mask._flat.ndim == 1:
        for axis, (p, q) in enumerate(zip(rt._parts, mask._parts, strict=False), start=1):
            if p._nrows != q._nrows:
                break
            at = _splits.first_difference(p._get_lengths(), q._get_lengths())
            if at >= 0:
                lengths, own = q._get_lengths(), p._get_lengths()
                got = f"got length {int(lengths[at])} for {int(own[at])} in row {at} of axis {axis}"
                # the shape of a mask of differences, such as rk.diff(rt) > 0
                one_less = axis == rt.ragged_rank == 1 and bool((lengths == own - (own > 0)).all())
                way_out = "; for a mask of differences: rt[:, 1:][mask]" if one_less else ""
                return f"mask must {rule}, {got}{way_out}"
    return broken_rule("mask", rule, mask.shape.as_list())


def _slice_rows(rt: RaggedTensor, key: slice) -> RaggedTensor:
    start, stop, step = key.indices(rt._parts[0]._nrows)
    # Consecutive rows are a view: nothing is copied.
    if step == 1:
        return rt._rows(start, stop)
    xp = array_namespace(rt._flat)
    return take_rows(rt, xp.arange(start, stop, step, dtype=rt._parts[0]._dtype))


def _inner(x: Any, keys: list[Any], axis: int) -> Any:
    """Apply keys to the items of each row."""
    if not keys:
        return x
    if not isinstance(x, RaggedTensor):
        return _in_array(x, keys, axis, 1)
    key, rest = keys[0], keys[1:]
    part = x._parts[0]
    if key is Ellipsis:
        return _inner(x, _expanded(keys, x.ndim - 1), axis)
    if key is None:
        return _new_axis_inside(_inner(x, rest, axis))
    if isinstance(key, slice):
        # A full slice changes no rows: the partition is kept, with what it has cached.
        if key == _ALL:
            return rewrap((part,), _inner(values_of(x), rest, axis + 1))
        cut, values = _slice_in_rows(x, key)
        return rewrap((cut,), _inner(values, rest, axis + 1))
    return _inner(_uniform_item(x, operator.index(key), axis), rest, axis + 1)


def _slice_in_rows(rt: RaggedTensor, key: slice) -> tuple[RowPartition, Any]:
    """Apply one slice to every row; return the new partition and the values."""
    part, splits = rt._parts[0], rt._parts[0]._get_splits()
    if len(rt._parts) == 1:
        sliced = _gather.slice_rows(rt._flat, splits, key)
    else:
        sliced = _gather.positions_of_slices(splits, key)
    if sliced is None:
        check_rows_of(part)
    assert sliced is not None
    values: Any = sliced[0]
    cut = sliced[1]
    if len(rt._parts) > 1:
        values = take_rows(RaggedTensor._make(rt._flat, rt._parts[1:]), values)
    # A slice of uniform rows is uniform.
    if part._uniform is None:
        return RowPartition._of_splits(cut), values
    length = len(range(part._uniform)[key])
    return RowPartition._of_uniform(length, part._nrows, part._dtype, part._xp), values


def _uniform_item(rt: RaggedTensor, i: int, axis: int) -> Any:
    """Take item ``i`` of every row of a uniform axis."""
    part = rt._parts[0]
    length = part._uniform
    assert length is not None
    at = i + length if i < 0 else i
    if not 0 <= at < length:
        raise RaggedIndexError(no_such_item(i, length, axis))
    # Item ``at`` of all rows is a strided view of the flat values.
    if len(rt._parts) == 1:
        return rt._flat[at::length]
    xp = array_namespace(rt._flat)
    rows = xp.arange(at, part._nvals, length, dtype=part._dtype)
    return take_rows(RaggedTensor._make(rt._flat, rt._parts[1:]), rows)


def _new_axis_outside(x: Any) -> Any:
    """Put everything into one row."""
    if not isinstance(x, RaggedTensor):
        return x[None]
    part = x._parts[0]
    outer = RowPartition._of_uniform(part._nrows, 1, part._dtype, part._xp)
    return RaggedTensor._make(x._flat, (outer, *x._parts))


def _new_axis_inside(x: Any) -> Any:
    """Put every row into one row of its own."""
    if not isinstance(x, RaggedTensor):
        return x[:, None]
    part = x._parts[0]
    outer = RowPartition._of_uniform(1, part._nrows, part._dtype, part._xp)
    return RaggedTensor._make(x._flat, (outer, *x._parts))


def _handed_out(x: Any) -> Any:
    return readonly(x) if is_array(x) else x
