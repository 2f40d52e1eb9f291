"""Joining of tensors: `concat` along an axis, `stack` along a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import as_axis
from raggedkit._depth import check_axes
from raggedkit._docstrings import signature_from
from raggedkit._engines.inputs import operands
from raggedkit._engines.rows import taken_rows
from raggedkit._engines.shortcuts import joined_at_once
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.limits import SOURCES as _FEW
from raggedkit._plan.operands import (
    declaring,
    flat_of,
    in_rows_of,
    partitioned,
    rank_of,
    rewrap,
    roomy,
    splits_dtype,
    values_of,
)
from raggedkit._typing import Array, DType, Tensor, TensorLike
from raggedkit._xp import (
    INT32,
    array_namespace,
    as_array,
    encoded_beside,
    holds_bytes,
    is_array,
    is_text,
    promote,
    promote_numbers,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["concat", "ragged_stack", "stack"]


@overload
def concat(values: RaggedTensor | Sequence[RaggedTensor], axis: SupportsIndex) -> RaggedTensor: ...


@overload
def concat(values: TensorLike, axis: SupportsIndex) -> Tensor: ...


def concat(values: TensorLike, axis: SupportsIndex) -> Tensor:
    """Return tensors joined along an axis.

    Parameters
    ----------
    values
        A list of tensors, dense or ragged, of one rank.
    axis
        0 appends rows after rows; 1 joins the first rows of all tensors, then the second rows, and
        so on.

    Returns
    -------
    RaggedTensor or array
        An array if all inputs are arrays. Dtypes are promoted as in NumPy.

    Raises
    ------
    TypeError
        If text and numbers would be mixed, or ``axis`` is not an integer.
    ValueError
        If the list is empty, the ranks differ, or the other axes do not match.
    RaggedIndexError
        If there is no such axis.

    See Also
    --------
    stack : joins along a new axis.

    Notes
    -----
    An empty row adds nothing. After TensorFlow's ``tf.concat``. A single tensor is returned
    unchanged.

    Examples
    --------
    >>> import raggedkit as rk
    >>> a = rk.ragged.constant([[1, 2], [], [3]])
    >>> b = rk.ragged.constant([[6], [7, 8], []])
    >>> rk.concat([a, b], axis=0)
    <RaggedTensor [[1, 2], [], [3], [6], [7, 8], []]>
    >>> rk.concat([a, b, [[0], [0], [0]]], axis=1)
    <RaggedTensor [[1, 2, 6, 0], [7, 8, 0], [3, 0]]>
    >>> rk.concat([a, [[0], [0]]], axis=1)
    Traceback (most recent call last):
        ...
    ValueError: values must have the same number of rows, got 3 in values[0] and 2 in values[1]
    """
    done = joined_at_once(values, axis, False)
    if done is not None:
        return done
    tensors = _tensors(values)
    if len(tensors) == 1:
        as_axis(axis, max(rank_of(tensors[0]), 1))
        return tensors[0]
    ndim = _one_rank(tensors)
    if not ndim:
        raise ValueError(broken_rule("values", "have at least one axis", values, "stack them"))
    at = as_axis(axis, ndim)
    if not any(isinstance(x, RaggedTensor) for x in tensors):
        return _dense_join(tensors, at, stacked=False)
    return _join(tensors, at, roomy(splits_dtype(*tensors), *tensors), stacked=False)


@overload
def stack(
    values: RaggedTensor | Sequence[RaggedTensor], axis: SupportsIndex = 0
) -> RaggedTensor: ...


@overload
def stack(values: TensorLike, axis: SupportsIndex = 0) -> Tensor: ...


def stack(values: TensorLike, axis: SupportsIndex = 0) -> Tensor:
    """Return tensors of one rank joined along a new axis.

    Parameters
    ----------
    values
        A list of tensors, dense or ragged, of one rank.
    axis
        The position of the new axis in the result.

    Returns
    -------
    RaggedTensor or array
        An array if all inputs are arrays, which must then have equal shapes; `ragged.stack` accepts
        arrays of any shapes. Dtypes are promoted as in NumPy.

    Raises
    ------
    TypeError
        If text and numbers would be mixed, or ``axis`` is not an integer.
    ValueError
        If ``values`` is not a list or is empty, the ranks differ, or the other axes do not match.
    RaggedIndexError
        If there is no such axis.

    Notes
    -----
    An empty row stays an empty row. After TensorFlow's ``tf.stack``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> a = rk.ragged.constant([[1, 2], []])
    >>> b = rk.ragged.constant([[6], [7, 8]])
    >>> rk.stack([a, b])
    <RaggedTensor [[[1, 2], []], [[6], [7, 8]]]>
    >>> rk.stack([a, b], axis=1)
    <RaggedTensor [[[1, 2], [6]], [[], [7, 8]]]>
    >>> rk.stack([a, b], axis=2)
    Traceback (most recent call last):
        ...
    ValueError: values must have equal row lengths to join along axis 2, got length 2 for row 0 of \
values[0] and 1 in values[1]
    """
    if not isinstance(values, list | tuple):
        raise ValueError(broken_rule("values", "be a list of tensors", values))
    done = joined_at_once(values, axis, True)
    if done is not None:
        return done
    tensors = _tensors(values)
    if any(isinstance(x, RaggedTensor) for x in tensors):
        return _stacked(tensors, axis)
    ndim = _one_rank(tensors)
    check_axes(ndim + 1, "values")
    return _dense_join(tensors, as_axis(axis, ndim + 1), stacked=True)


@signature_from(stack)
def ragged_stack(values: TensorLike, axis: SupportsIndex = 0) -> Tensor:
    """Return tensors of one rank joined along a new axis, whatever their lengths.

    Parameters
    ----------
    values
        A list of tensors of one rank, dense or ragged; arrays may differ in shape.
    axis
        The position of the new axis in the result.

    Returns
    -------
    RaggedTensor or array
        Ragged. An array if arrays are joined along their last axis or a new axis after it; they
        must then have equal shapes.

    Raises
    ------
    TypeError
        If text and numbers would be mixed, or ``axis`` is not an integer.
    ValueError
        If the list is empty, the ranks differ, or the other axes do not match.
    RaggedIndexError
        If there is no such axis.

    Notes
    -----
    An empty row stays an empty row. After TensorFlow's ``tf.ragged.stack``; as there, stacked
    vectors get row splits of dtype int32.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.stack([[1, 2, 3], [4], []])
    <RaggedTensor [[1, 2, 3], [4], []]>
    >>> rk.ragged.stack([[[1, 2], [3, 4]], [[5]]])
    <RaggedTensor [[[1, 2], [3, 4]], [[5]]]>
    >>> rk.ragged.stack([[1, 2], [[3]]])
    Traceback (most recent call last):
        ...
    ValueError: values must have one rank, got 1 in values[0] and 2 in values[1]; x[..., None] has \
an axis more
    """
    return _stacked(_tensors(values), axis)


def _stacked(tensors: list[Any], axis: SupportsIndex) -> Any:
    ndim = _one_rank(tensors)
    check_axes(ndim + 1, "values")
    at = as_axis(axis, ndim + 1)
    dense = not any(isinstance(x, RaggedTensor) for x in tensors)
    # Vectors of different lengths become the rows of one tensor, as in TensorFlow; NumPy would
    # raise.
    if dense and ndim == 1 and at == 0:
        xp = array_namespace(*tensors)
        flat = _joined_values(tensors, 0)
        lengths = as_array([len(x) for x in tensors], xp, dtype=roomy(INT32, *tensors))
        return RaggedTensor._make(flat, (RowPartition._of_lengths(lengths),))
    if dense and at >= ndim - 1:
        return _dense_join(tensors, at, stacked=True)
    return _join(tensors, at, roomy(splits_dtype(*tensors), *tensors), stacked=True)


def _tensors(values: Any) -> list[Any]:
    """Return the list of tensors to join; a single tensor counts as a list of one."""
    if isinstance(values, RaggedTensor) or is_array(values):
        values = [values]
    try:
        values = list(values)
    except TypeError:
        raise TypeError(broken_rule("values", "be a list of tensors", values)) from None
    if not values:
        raise ValueError(broken_rule("values", "not be empty", values))
    tensors = operands(*values, names="values")
    pairs = list(zip(values, tensors, strict=True))
    # A list has no dtype of its own: like a Python scalar beside an array, it adapts to the typed
    # tensors, so [1] does not turn float32 into float64.
    typed = [t.dtype for v, t in pairs if not isinstance(v, list | tuple)]
    dtypes = typed or [t.dtype for t in tensors if t.size]
    if not dtypes:
        return tensors
    return [_adapted(t, dtypes) if isinstance(v, list | tuple) else t for v, t in pairs]


def _adapted(x: Any, dtypes: list[DType]) -> Any:
    """Return a tensor made from a list in the dtype of the others, if its values fit."""
    flat = flat_of(x)
    texts = {is_text(d) for d in dtypes}
    if not flat.size and len(texts) == 1:  # an empty list does not determine the dtype
        flat = flat.astype(dtypes[0] if texts == {True} else promote(*dtypes))
    elif texts == {False} and not is_text(flat.dtype):
        flat = flat.astype(promote_numbers(promote(*dtypes), flat), copy=False)
    return in_rows_of(x, flat)


def _one_rank(tensors: list[Any]) -> int:
    ndim = rank_of(tensors[0])
    for i, x in enumerate(tensors):
        if rank_of(x) != ndim:
            got = f"got {ndim} in values[0] and {rank_of(x)} in values[{i}]"
            raise ValueError(f"values must have one rank, {got}; x[..., None] has an axis more")
    return ndim


def _joined_values(arrays: list[Array], axis: int, stacked: bool = False) -> Array:
    """Return arrays joined by `numpy.concatenate`."""
    arrays = _as_one_kind(arrays)
    xp = array_namespace(*arrays)
    joined: Array = (xp.stack if stacked else xp.concatenate)(arrays, axis=axis)
    return joined


def _as_one_kind(arrays: list[Array]) -> list[Array]:
    """Return arrays that can be joined: all text, all bytes or all numbers."""
    if len({is_text(a.dtype) for a in arrays}) > 1:
        got = sorted({str(a.dtype) for a in arrays})
        raise TypeError(broken_rule("values", "be all text or all numbers", got))
    holding = next((a for a in arrays if holds_bytes(a)), None)
    if holding is not None:
        arrays = [encoded_beside(a, holding) for a in arrays]
    return arrays


def _dense_join(arrays: list[Array], axis: int, stacked: bool) -> Array:
    shape = arrays[0].shape
    for i, a in enumerate(arrays):
        for k, (want, size) in enumerate(zip(shape, a.shape, strict=True)):
            if want != size and (stacked or k != axis):
                got = f"got {shape} in values[0] and {a.shape} in values[{i}]"
                way_out = "; raggedkit.ragged.stack takes any" if stacked else ""
                apart = "" if stacked else f" but for axis {axis}"
                raise ValueError(f"values must have one shape{apart}, {got}{way_out}")
    return _joined_values(arrays, axis, stacked)


def _join(tensors: list[Any], axis: int, dtype: DType, stacked: bool) -> Any:
    """Join along an axis; the outer axes of all tensors must be the same."""
    ragged = [_with_dtype(partitioned(x, dtype), dtype) for x in tensors]
    # An axis that is dense in one tensor may be ragged in another, and is in the result then.
    depth = max(len(x._parts) for x in ragged)
    ragged = [partitioned(x, dtype, depth) for x in ragged]
    if axis == 0:
        return _one_after_the_other(ragged, dtype, stacked)
    if axis == 1:
        return _row_by_row(ragged, dtype, stacked)
    _check_same_rows(ragged, axis)
    values = [values_of(x) for x in ragged]
    outer = declaring([x._parts[0] for x in ragged])
    ndim = rank_of(values[0])
    if isinstance(values[0], RaggedTensor) or axis - 1 < ndim - 1:
        return rewrap((outer,), _join(values, axis - 1, dtype, stacked))
    return rewrap((outer,), _dense_join(values, axis - 1, stacked))


def _with_dtype(rt: RaggedTensor, dtype: DType) -> RaggedTensor:
    return rt if rt._parts[0]._dtype == dtype else rt.with_row_splits_dtype(dtype)


def _one_after_the_other(tensors: list[RaggedTensor], dtype: DType, stacked: bool) -> RaggedTensor:
    """Join along the outermost axis."""
    flats = [x._flat for x in tensors]
    _check_inner(flats)
    xp = array_namespace(*flats)
    parts = [_rows_joined(level) for level in zip(*[x._parts for x in tensors], strict=True)]
    if stacked:
        parts.insert(0, _counted(tensors, dtype, xp))
    return RaggedTensor._make(_joined_values(flats, 0), tuple(parts))


def _counted(tensors: list[RaggedTensor], dtype: DType, xp: Any) -> RowPartition:
    """Return the partition of all rows by source."""
    counts = [len(x) for x in tensors]
    if len(set(counts)) == 1:  # the sizes of axis 0, taken from the shapes
        return RowPartition._of_uniform(counts[0], len(counts), dtype, xp)
    return RowPartition._of_lengths(as_array(counts, xp, dtype=dtype))


def _rows_joined(level: Sequence[RowPartition]) -> RowPartition:
    first, size = level[0], level[0]._uniform
    if size is not None and all(p._uniform == size for p in level):
        nrows = sum(p._nrows for p in level)
        return RowPartition._of_uniform(size, nrows, first._dtype, first._xp)
    every = [p._get_splits() for p in level]
    if any(int(s[0]) for s in every):  # splits made with validate=False may be invalid
        lengths = [p._get_lengths() for p in level]
        return RowPartition._of_lengths(array_namespace(*lengths).concatenate(lengths))
    return RowPartition._of_splits(_splits.joined(every))


def _check_inner(flats: list[Array]) -> None:
    inner = flats[0].shape[1:]
    for i, flat in enumerate(flats):
        if flat.shape[1:] != inner:
            got = f"got {inner} in values[0] and {flat.shape[1:]} in values[{i}]"
            raise ValueError(f"values must have the same inner dimensions, {got}")


def _row_by_row(tensors: list[RaggedTensor], dtype: DType, stacked: bool) -> RaggedTensor:
    """Join the first rows of all sources, then the second rows, and so on."""
    n, count = len(tensors[0]), len(tensors)
    for i, x in enumerate(tensors):
        if len(x) != n:
            got = f"got {n} in values[0] and {len(x)} in values[{i}]"
            raise ValueError(f"values must have the same number of rows, {got}")
    # One pass per source copies each value once. With many sources the passes cost more than one
    # gather of all rows. The number of sources decides here and not in the dispatcher, because the
    # two plans differ, and each calls several kernels.
    if len(tensors[0]._parts) == 1 and count <= _FEW:
        return _values_interleaved(tensors, n, dtype, stacked)
    flat, parts = _interleaved(_one_after_the_other(tensors, dtype, stacked=False), n, count)
    if stacked:
        outer = RowPartition._of_uniform(count, n, dtype, parts[0]._xp)
        return RaggedTensor._make(flat, (outer, *parts))
    # A joined row has one row of each source, so every count-th split is a row boundary.
    joined = _summed(tensors, lambda: parts[0]._get_splits()[::count])
    return RaggedTensor._make(flat, (joined, *parts[1:]))


def _values_interleaved(
    tensors: list[RaggedTensor], n: int, dtype: DType, stacked: bool
) -> RaggedTensor:
    """Join rows of scalars, copying one source at a time."""
    flats = _as_one_kind([x._flat for x in tensors])
    _check_inner(flats)
    xp = array_namespace(*flats)
    every = [_from_zero(x._parts[0]) for x in tensors]
    starts, rounds = _splits.turns(every)
    flat = _gather.interleave(flats, every, starts, promote(*[f.dtype for f in flats]))
    if not stacked:
        return RaggedTensor._make(flat, (_summed(tensors, lambda: rounds),))
    outer = RowPartition._of_uniform(len(tensors), n, dtype, tensors[0]._parts[0]._xp)
    size = tensors[0]._parts[0]._uniform
    if size is not None and all(x._parts[0]._uniform == size for x in tensors):
        inner = RowPartition._of_uniform(size, n * len(tensors), dtype, outer._xp)
    else:
        # The starts of all pieces in output order, and the total, are the splits of the pieces.
        ends = xp.append(xp.stack(starts, axis=1).reshape(-1), rounds[-1:])
        inner = RowPartition._of_splits(ends)
    return RaggedTensor._make(flat, (outer, inner))


def _summed(tensors: list[RaggedTensor], splits: Callable[[], Array]) -> RowPartition:
    """Return the partition of joined rows; uniform if all sources are."""
    sizes = [x._parts[0]._uniform for x in tensors]
    known = [size for size in sizes if size is not None]
    if len(known) == len(sizes):
        first = tensors[0]._parts[0]
        return RowPartition._of_uniform(sum(known), first._nrows, first._dtype, first._xp)
    # Computed here, since uniform rows need no splits.
    return RowPartition._of_splits(splits())


def _from_zero(rows: RowPartition) -> Array:
    """Return splits that start at 0; those made with validate=False may not."""
    splits, lengths = rows._get_splits(), rows._get_lengths()  # which checks their range
    return _splits.lengths_to_splits(lengths) if int(splits[0]) else splits


def _interleaved(rt: RaggedTensor, n: int, count: int) -> tuple[Array, tuple[RowPartition, ...]]:
    """Return rows 0, n, 2n, ... first, then rows 1, n + 1, ..., and so on."""
    xp = array_namespace(rt._flat)
    # Row i of source k is row k * n + i: the transposed counter visits row i of all sources first.
    rows = xp.arange(n * count, dtype=rt._parts[0]._dtype).reshape(count, n).T.reshape(-1)
    return taken_rows(rt._flat, rt._parts, rows)


def _check_same_rows(tensors: list[RaggedTensor], axis: int) -> None:
    rows = tensors[0]._parts[0]
    for i, x in enumerate(tensors):
        found = x._parts[0]
        if rows._same_cuts(found):
            continue
        if rows._nrows != found._nrows:
            got = f"got {rows._nrows} in values[0] and {found._nrows} in values[{i}]"
            raise ValueError(f"values must have the same number of rows, {got}")
        wrong = rows._get_lengths() != found._get_lengths()
        at = int(wrong.argmax())
        want, length = int(rows._get_lengths()[at]), int(found._get_lengths()[at])
        got = f"got length {want} for row {at} of values[0] and {length} in values[{i}]"
        raise ValueError(f"values must have equal row lengths to join along axis {axis}, {got}")
