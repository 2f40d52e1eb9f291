"""Gather: items by position along an axis (`gather`, `batch_gather`), every index checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, overload

from raggedkit._arguments import as_axis, as_int, is_word
from raggedkit._depth import check_axes
from raggedkit._docstrings import sections_from
from raggedkit._engines.inputs import integers, operands
from raggedkit._engines.rows import taken_rows
from raggedkit._engines.shortcuts import gathered_at_once
from raggedkit._kernels.arrays import gather as _kernels
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import (
    flat_of,
    flattened,
    in_rows_of,
    partitioned,
    parts_of,
    place_of,
    rank_of,
    rewrap,
    rowids_down,
    splits_dtype,
    tiled,
    values_of,
)
from raggedkit._typing import Array, DType, Tensor, TensorLike
from raggedkit._xp import INT32, INT64, array_namespace, host_namespace
from raggedkit.encodings import LARGEST
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "FROM_END",
    "batch_gather",
    "check_rows",
    "check_shared",
    "gather",
    "settled",
    "shared_operands",
    "shared_axes",
    "take",
    "take_items",
]

_MODES = ("raise", "clip", "wrap")
FROM_END = "from end"  # negative indices count from the end, as in rt[...]: NumPy's mode="raise"


@overload
def gather(
    params: RaggedTensor,
    indices: RaggedTensor | Sequence[int] | Array,
    axis: SupportsIndex | None = None,
    batch_dims: Literal[0] = 0,
    mode: str = "raise",
) -> RaggedTensor: ...


@overload
def gather(
    params: TensorLike,
    indices: RaggedTensor,
    axis: SupportsIndex | None = None,
    batch_dims: SupportsIndex = 0,
    mode: str = "raise",
) -> RaggedTensor: ...


@overload
def gather(
    params: TensorLike,
    indices: TensorLike | SupportsIndex,
    axis: SupportsIndex | None = None,
    batch_dims: SupportsIndex = 0,
    mode: str = "raise",
) -> Tensor: ...


def gather(
    params: TensorLike,
    indices: TensorLike | SupportsIndex,
    axis: SupportsIndex | None = None,
    batch_dims: SupportsIndex = 0,
    mode: str = "raise",
) -> Tensor:
    """Return the items of ``params`` at the positions ``indices`` along ``axis``.

    Parameters
    ----------
    params
        Dense or ragged, at least one axis.
    indices
        Integers, dense or ragged.
    axis
        The axis that is indexed; ``batch_dims`` by default.
    batch_dims
        The number of outer axes that both share. With 1, row ``i`` of ``indices`` selects from row
        ``i`` of ``params``.
    mode
        The treatment of an index outside its row: ``"raise"`` raises an error, ``"clip"`` takes the
        nearest item, ``"wrap"`` counts modulo the length. Negative indices need one of the last
        two.

    Returns
    -------
    RaggedTensor or array
        Of shape ``params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]``;
        an array if no axis of it is partitioned.

    Raises
    ------
    ValueError
        If ``indices`` are not integers, there is no such axis, or the shared axes differ.
    RaggedIndexError
        If an index is outside its row; the error names the first one.

    See Also
    --------
    raggedkit.pick : one item of every row.
    raggedkit.gather_nd : items by an index for each of several axes.

    Notes
    -----
    An empty row of ``indices`` gives an empty row; an empty row of ``params`` has no valid index.
    After TensorFlow's ``tf.gather``, which does not check an index against its own row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> words = rk.ragged.constant([["a", "b", "c"], ["d"], [], ["e"]])
    >>> rk.gather(words, [3, 0])
    <RaggedTensor [['e'], ['a', 'b', 'c']]>
    >>> rk.gather(words, rk.ragged.constant([[2, 0], [0], [], []], dtype=int), batch_dims=1)
    <RaggedTensor [['c', 'a'], ['d'], [], []]>
    >>> rk.gather([10, 20, 30], rk.ragged.constant([[0, 2], [], [1]]))
    <RaggedTensor [[10, 30], [], [20]]>
    >>> rk.gather(words, [0, 4])
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be from 0 to 3, got indices[1] = 4; \
mode="clip" or "wrap" takes any
    """
    if type(mode) is str and mode == "raise" and type(batch_dims) is int and not batch_dims:
        rows = gathered_at_once(params, indices, axis)
        if rows is not None:
            return rows
    _check_mode(mode, (*_MODES, FROM_END))
    params, indices = operands(params, indices, names="params indices")
    indices = integers(indices, "indices")
    ndim, depth = rank_of(params), rank_of(indices)
    if not ndim:
        raise ValueError(broken_rule("params", "have at least one axis", params))
    batch = shared_axes(batch_dims, depth)
    if batch >= ndim:
        rule = f"be less than the {ndim} axes of params"
        raise ValueError(broken_rule("batch_dims", rule, batch))
    at = batch if axis is None else as_axis(axis, ndim)
    if at < batch:
        raise ValueError(broken_rule("axis", f"not be less than batch_dims = {batch}", at))
    check_axes(ndim - 1 + depth - batch, "indices")
    return _Gather(splits_dtype(params, indices), mode).run(params, indices, at, batch)


def take(x: Any, indices: Any, axis: SupportsIndex | None = None, mode: str = "raise") -> Any:
    """Return items by their positions as `numpy.take` does: negative ones count from the end."""
    _check_mode(mode, _MODES)
    if axis is None:
        x, axis = flat_of(x).reshape(-1), 0
    return gather(x, indices, axis, mode=FROM_END if is_word(mode, ("raise",)) else mode)


def _check_mode(mode: Any, known: Sequence[str]) -> None:
    if not is_word(mode, known):
        raise ValueError(broken_rule("mode", f"be one of {', '.join(_MODES)}", mode))


@sections_from(gather)
def batch_gather(params: TensorLike, indices: TensorLike, mode: str = "raise") -> Tensor:
    """Return `gather` with all axes of ``indices`` but the last one shared with ``params``.

    Parameters
    ----------
    params
        ``[b1, ..., bn, p1, ...]``, dense or ragged.
    indices
        ``[b1, ..., bn, i]``, integers, dense or ragged.

    Returns
    -------
    RaggedTensor or array
        ``[b1, ..., bn, i, p2, ...]``; an array if no axis is partitioned.

    Raises
    ------
    ValueError
        If the shared axes differ.
    RaggedIndexError
        If an index is outside its row; the error names the first one.

    Notes
    -----
    An empty row of ``indices`` gives an empty row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[5, 6, 7], [], [8, 9]])
    >>> rk.batch_gather(rt, rk.ragged.constant([[2, 2, 0], [], [1]]))
    <RaggedTensor [[7, 7, 5], [], [9]]>
    >>> rk.batch_gather(rt, rk.ragged.constant([[0], [0], [0]]))
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be in their row, got indices[1, 0] = 0 \
where the row has length 0; mode="clip" or "wrap" takes any
    """
    params, indices = shared_operands(params, indices, "params")
    return gather(params, indices, batch_dims=-1, mode=mode)


def shared_operands(params: Any, indices: Any, name: str) -> list[Any]:
    """Return two tensors, checked: all axes of the second but the last are those of the first."""
    params, indices = operands(params, indices, names=f"{name} indices")
    if not rank_of(indices):
        raise ValueError(broken_rule("indices", "have at least one axis", indices))
    if rank_of(params) < rank_of(indices):
        rule = f"have at least the {rank_of(indices)} axes of indices"
        raise ValueError(broken_rule(name, rule, rank_of(params)))
    return [params, indices]


def shared_axes(batch_dims: SupportsIndex, depth: int) -> int:
    """Return ``batch_dims`` as a number that is not negative."""
    batch = as_int(batch_dims, "batch_dims")
    if batch == depth:
        return batch
    if not -depth <= batch < depth:
        rule = f"be from {-depth} to {depth}, the axes of indices"
        raise ValueError(broken_rule("batch_dims", rule, batch))
    return batch + depth if batch < 0 else batch


class _Gather:
    """One gather: a recursion over axes (never rows) down to the axis that is indexed."""

    def __init__(self, dtype: DType, mode: str) -> None:
        self.dtype = dtype
        self.mode = mode

    def run(self, params: Any, indices: Any, axis: int, batch: int) -> Any:
        """Gather along ``axis``; the first ``batch`` axes are shared."""
        if not isinstance(params, RaggedTensor) and not isinstance(indices, RaggedTensor):
            return self._dense(params, indices, axis, batch)
        if batch == 1:
            check_rows(len(params), len(indices))
        # The outermost axis is shared (batch) or untouched: step inside it, so that only axis 0 and
        # 1 need code of their own.
        if batch > 1 or (axis > 1 and not batch):
            params = partitioned(params, self.dtype)
            if batch:
                indices = partitioned(indices, self.dtype)
                check_shared(params._parts[0], indices._parts[0])
                indices = values_of(indices)
            inner = self.run(values_of(params), indices, axis - 1, max(batch - 1, 0))
            return rewrap(params._parts[:1], inner)
        if axis > 1:  # the indices of a row apply to all rows inside it
            params = partitioned(params, self.dtype)
            rows = params._parts[0]
            repeated = take_items(indices, rows._get_rowids())
            return self.run(params, rewrap((rows,), repeated), axis, 2)
        if axis == 1:
            taken = _taken_in_rows(params, indices, self.mode) if batch == 1 else None
            if taken is not None:
                return taken
            # Positions in rows become positions in the values of all rows; one gather then takes
            # them all.
            pointers = self._within_rows(params, indices, shared=batch == 1)
            return take_items(flattened(params), pointers)
        return take_items(params, settled(indices, len(params), self.mode))

    def _dense(self, params: Array, indices: Array, axis: int, batch: int) -> Array:
        xp = array_namespace(params, indices)
        shared, found = params.shape[:batch], indices.shape[:batch]
        if shared != found:
            rule = f"share its first {batch} axes with params, {shared}"
            raise ValueError(broken_rule("indices", rule, found))
        at = settled(indices, params.shape[axis], self.mode)
        if not batch:
            taken: Array = xp.take(params, at, axis=axis)
            return taken
        lead, size, inner = params.shape[:axis], params.shape[axis], params.shape[axis + 1 :]
        between, cells = math.prod(lead[batch:]), math.prod(shared)
        # One flat take instead of take_along_axis, which would need the indices repeated for all
        # inner dimensions.
        starts = xp.arange(cells * between) * size
        at = starts.reshape(cells, between, 1) + at.reshape(cells, 1, math.prod(at.shape[batch:]))
        rows = params.reshape(cells * between * size, *inner)
        out = _kernels.take(rows, at.reshape(-1))
        return out.reshape(*lead, *indices.shape[batch:], *inner)

    def _within_rows(self, params: Any, indices: Any, shared: bool) -> Any:
        """Return positions in the flattened rows for positions within rows."""
        xp = array_namespace(flat_of(params))
        rows = partitioned(params, self.dtype)._parts[0]
        starts, lengths = rows._get_splits()[:-1], rows._get_lengths()
        flat = flat_of(indices)
        if not shared:
            return self._for_every_row(rows, indices, flat, xp)
        if isinstance(indices, RaggedTensor):
            # The row of params that each index refers to, through all axes of the indices.
            owners = rowids_down(indices._parts)
            starts, lengths = starts.take(owners), lengths.take(owners)
        shape = (flat.shape[0], *[1] * (flat.ndim - 1))
        at = settled(indices, lengths.reshape(shape), self.mode)
        moved = flat_of(at) + starts.reshape(shape)
        return in_rows_of(at, moved)

    def _for_every_row(self, rows: RowPartition, indices: Any, flat: Array, xp: Any) -> Any:
        """Return the positions in the flattened rows of the same indices for every row."""
        n = rows._nrows
        column = (n, *[1] * flat.ndim)
        starts = rows._get_splits()[:-1].reshape(column)
        lengths = rows._get_lengths().reshape(column)
        repeated = xp.broadcast_to(flat, (n, *flat.shape))
        if not isinstance(indices, RaggedTensor):
            return settled(repeated, lengths, self.mode, rows_first=True) + starts
        try:
            at = settled(repeated, lengths, self.mode, rows_first=True) + starts
        except RaggedIndexError:  # name the path to the index, not its position in the flat values
            least = rows._get_lengths().min()
            settled(indices, int(least), self.mode)
            raise
        inner = tuple(tiled(p, n) for p in indices._parts)
        outer = RowPartition._of_uniform(len(indices), n, self.dtype, rows._xp)
        return RaggedTensor._make(at.reshape(n * flat.shape[0], *flat.shape[1:]), (outer, *inner))


def _taken_in_rows(params: Any, indices: Any, mode: str) -> RaggedTensor | None:
    """Return values by position within rows, or None if the general path must decide."""
    if type(params) is not RaggedTensor or type(indices) is not RaggedTensor:
        return None
    rows, cut = params._parts[0], indices._parts[0]
    plain = len(params._parts) == len(indices._parts) == 1 and indices._flat.ndim == 1
    if not plain or mode not in ("raise", FROM_END) or rows._xp is not host_namespace:
        return None
    if cut._nvals != indices._flat.shape[0] or rows._nvals > params._flat.shape[0]:
        return None  # splits made with validate=False may be invalid
    # Computing lengths validates splits made with validate=False; the kernel reads them unchecked.
    rows._get_lengths(), cut._get_lengths()
    splits, at = rows._get_splits(), cut._get_splits()
    taken = _kernels.take_in_rows(params._flat, splits, indices._flat, at, mode == FROM_END)
    return None if taken is None else RaggedTensor._make(taken, (cut,))


def check_rows(n: int, found: int) -> None:
    """Raise unless indices have as many rows as params."""
    if n != found:
        rule = f"have the {n} rows of params, one of indices for each"
        raise ValueError(broken_rule("indices", rule, found))


def check_shared(rows: RowPartition, found: RowPartition) -> None:
    """Raise unless indices and params have the same row lengths."""
    check_rows(rows._nrows, found._nrows)
    declared = rows._uniform, found._uniform
    if None not in declared and declared[0] != declared[1]:
        rule = f"share its outer rows with params, of length {declared[0]}"
        raise ValueError(broken_rule("indices", rule, declared[1]))
    if rows._same_cuts(found):
        return
    wrong = rows._get_lengths() != found._get_lengths()
    at = int(wrong.argmax())
    want, got = int(rows._get_lengths()[at]), int(found._get_lengths()[at])
    rule = f"share its outer rows with params, row {at} with length {want}"
    raise ValueError(broken_rule("indices", rule, got))


def settled(
    indices: Any, sizes: Any, mode: str, name: str = "indices", *, rows_first: bool = False
) -> Any:
    """Return indices in range; ``mode`` defines the treatment of the others.

    ``sizes`` is one number or an array that broadcasts against the (flat) indices;
    with ``rows_first``, axis 0 of the indices is the row and not part of the index.
    """
    flat, parts = flat_of(indices), parts_of(indices)
    if type(sizes) is int and _splits.all_within(flat, sizes):
        return indices
    xp = array_namespace(flat)
    # An int32 index plus such a size would wrap around.
    if type(sizes) is int and sizes > LARGEST[INT32]:
        flat = flat.astype(INT64, copy=False)
    if mode == FROM_END and bool((flat < 0).any()):
        flat = xp.where(flat < 0, flat + sizes, flat)
    if mode in ("clip", "wrap"):
        # Neither mode has a valid index in an empty row: clip would give -1, and a remainder by 0
        # is undefined.
        if flat.size and bool(xp.any(xp.asarray(sizes) == 0)):
            wrong = xp.broadcast_to(xp.asarray(sizes) == 0, flat.shape)
            _check_none(wrong, flat, sizes, parts, name, mode, rows_first)
        if not flat.size:
            at = flat
        elif mode == "clip":
            at = xp.minimum(xp.maximum(flat, 0), sizes - 1)
        else:
            at = flat % sizes
    else:
        _check_none((flat < 0) | (flat >= sizes), flat, sizes, parts, name, mode, rows_first)
        at = flat
    return RaggedTensor._make(at, parts) if parts else at


def _check_none(
    wrong: Any,
    flat: Array,
    sizes: Any,
    parts: tuple[RowPartition, ...],
    name: str,
    mode: str,
    rows_first: bool,
) -> None:
    """Raise for the first invalid index, if there is one."""
    if not bool(wrong.any()):
        return
    xp = array_namespace(flat)
    at = int(wrong.reshape(-1).argmax())
    size = int(xp.broadcast_to(xp.asarray(sizes), flat.shape).reshape(-1)[at])
    value = int(flat.reshape(-1)[at])
    # The size was added before the check; the message names the index that the caller gave.
    if mode == FROM_END and value < 0:
        value -= size
    if rows_first:
        row, *place = place_of((), flat.shape, at)
    else:
        row, place = None, place_of(parts, flat.shape, at)
    where = f"{name}{place}" if place else name
    way_out = '; mode="clip" or "wrap" takes any' if mode == "raise" else ""
    if isinstance(sizes, int):
        low = -size if mode == FROM_END else 0
        rule = f"be from {low} to {size - 1}" if size else "be in range, but there are no items"
        raise RaggedIndexError(f"{name} must {rule}, got {where} = {value}{way_out}")
    here = "the row" if row is None else f"row {row}"
    msg = f"{name} must be in their row, got {where} = {value} where {here} has length {size}"
    raise RaggedIndexError(msg + (way_out if size or mode == "raise" else ""))


def take_items(params: Any, indices: Any) -> Any:
    """Return items of the first axis at positions known to be in range, in the indices' shape.

    Dense axes of the indices become uniform partitions if the items are rows.
    """
    outer: tuple[RowPartition, ...] = ()
    at = indices
    if isinstance(indices, RaggedTensor):
        outer, at = indices._parts, indices._flat
    if not isinstance(params, RaggedTensor):
        taken = _kernels.take(params, at.reshape(-1)).reshape((*at.shape, *params.shape[1:]))
        return rewrap(outer, taken if at.ndim else taken[()])
    flat, parts = taken_rows(params._flat, params._parts, at if at.ndim == 1 else at.reshape(-1))
    if not at.ndim:
        return RaggedTensor._make(flat, parts[1:]) if len(parts) > 1 else flat
    if at.ndim == 1 and not outer:
        return RaggedTensor._make(flat, parts)
    dtype, xp = parts[0]._dtype, parts[0]._xp
    lead = []
    # Inner dimensions of the indices become uniform axes, since the partitions of the rows are
    # inside them.
    for k in range(1, at.ndim):
        cut = RowPartition._of_uniform(at.shape[k], math.prod(at.shape[:k]), dtype, xp)
        lead.append(cut)
    return rewrap((*outer, *lead), RaggedTensor._make(flat, parts))
