"""Counts: of integers (bincount), over all rows or per row; of distinct values (value_counts)."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, SupportsIndex

from raggedkit._arguments import as_count, as_flag, as_int, check_room
from raggedkit._engines.counting import Countable, countable
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import check_orderable, partitioned, splits_dtype
from raggedkit._tensor.results import with_displays
from raggedkit._typing import Array, DTypeLike, Tensor, TensorLike
from raggedkit._xp import (
    INT64,
    INTEGERS,
    NUMBERS,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.ops.uniques import distinct
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["ValueCounts", "bincount", "sparse_bincount", "value_counts"]


@with_displays
class ValueCounts(NamedTuple):
    """The distinct values of each row, the most frequent first, and their counts."""

    values: Tensor
    counts: Tensor


ValueCounts.__module__ = "raggedkit"  # pickles name it there


def bincount(
    arr: TensorLike | SparseTensor,
    weights: TensorLike | SparseTensor | None = None,
    minlength: SupportsIndex | None = None,
    maxlength: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """Return the number of occurrences of each integer; all counts of an empty row are 0.

    Parameters
    ----------
    arr
        Integers not below 0, ragged, dense or sparse (cells without a value are not counted). Bools
        count as 0 and 1; floats must be whole numbers.
    weights
        The weight of each integer instead of 1, in the rows of ``arr``.
    minlength
        The smallest size of the result.
    maxlength
        The largest size of the result: larger integers are not counted.
    dtype
        The dtype of the counts; by default ``int32`` for ``int32``, otherwise ``int64``. With
        weights the dtype of the weights.
    axis
        None or 0 counts over all values, -1 in each row of the last axis.
    binary_output
        Whether to return 1 instead of the count for integers that occur.

    Returns
    -------
    array or RaggedTensor
        ``[size]``, or ``[nrows, size]`` for ``axis=-1``, dense; for more than two axes a ragged
        tensor of counts. ``size`` is the largest integer plus 1, limited by ``minlength`` and
        ``maxlength``.

    Raises
    ------
    TypeError
        If ``arr`` does not contain numbers.
    ValueError
        If a number is negative or not whole, the weights have other rows, or ``axis`` has any other
        value.

    See Also
    --------
    raggedkit.sparse.bincount : only the counts that are not 0, for large integers.
    raggedkit.unique : the distinct values of each row, with ``return_counts=True``.

    Notes
    -----
    After ``tf.math.bincount``. `numpy.bincount` takes vectors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 1], [], [2, 0, 2, 3]])
    >>> rk.bincount(rt)
    array([1, 2, 2, 1])
    >>> rk.bincount(rt, axis=-1)
    array([[0, 2, 0, 0],
           [0, 0, 0, 0],
           [1, 0, 2, 1]])
    >>> rk.bincount(rt, weights=rt * 0.5, maxlength=3)
    array([0., 1., 2.])
    >>> rk.bincount(rt - 1)
    Traceback (most recent call last):
        ...
    ValueError: arr must not be negative, got arr[2][1] = -1
    """
    counted = countable(arr, weights, axis, as_flag(binary_output, "binary_output"), "arr")
    size = _size(counted, minlength, maxlength)
    named = "arr" if minlength is None else "minlength"
    check_room([counted.part._nrows, size], 8, named, size)
    xp = array_namespace(counted.values)
    if maxlength is not None:
        counted = counted.below(size)
    nrows = counted.part._nrows
    slots = counted.values
    if nrows != 1:
        # One count for each pair of row and integer: a single bincount handles all rows.
        slots = slots + counted.part._get_rowids().astype(INT64) * size
    if counted.weights is not None:
        dtype = counted.weights.dtype
        counts = _segment.reduce_slots("add", counted.weights, slots, nrows * size, dtype)
    else:
        counts = xp.bincount(slots, minlength=nrows * size)
        counts = _as_counts(counts > 0 if binary_output else counts, dtype, counted)
    return counted.wrap(counts, size)


def sparse_bincount(
    values: TensorLike | SparseTensor,
    weights: TensorLike | SparseTensor | None = None,
    axis: int | None = 0,
    minlength: SupportsIndex | None = None,
    maxlength: SupportsIndex | None = None,
    binary_output: bool = False,
) -> SparseTensor:
    """Return the number of occurrences of each integer as a sparse tensor of nonzero counts.

    Parameters
    ----------
    values
        Integers not below 0, ragged, dense or sparse, with at most two axes for ``axis=-1``.
    weights
        The weight of each integer instead of 1, in the rows of ``values``.
    axis
        None or 0 counts over all values, -1 in each row; an empty row has no counts.
    minlength
        The smallest size of the last axis of the result.
    maxlength
        The exact size of the last axis: larger integers are not counted.
    binary_output
        Whether to return 1 instead of the count for integers that occur.

    Returns
    -------
    SparseTensor
        ``[size]`` or ``[nrows, size]``, its cells in order. ``size`` is the largest integer plus 1
        (1 if there are no values), unless ``minlength`` or ``maxlength`` is given.

    Raises
    ------
    TypeError
        If ``values`` does not contain numbers.
    ValueError
        If a number is negative or not whole, the weights have other rows, ``axis`` has any other
        value, or there are more than two axes.

    See Also
    --------
    raggedkit.bincount : the same as an array.

    Notes
    -----
    After ``tf.sparse.bincount``; but ``axis=0`` counts over all values for any rank, while
    TensorFlow merges only the first two axes of a ragged tensor.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[10, 20], [], [30, 20, 30]])
    >>> counts = rk.sparse.bincount(rt, axis=-1)
    >>> counts.indices.tolist()
    [[0, 10], [0, 20], [2, 20], [2, 30]]
    >>> counts.values, counts.shape
    (array([1, 1, 1, 2]), TensorShape([3, 31]))
    >>> rk.sparse.bincount(rt, axis=1)
    Traceback (most recent call last):
        ...
    ValueError: axis must be None, 0 or -1, got 1
    """
    counted = countable(values, weights, axis, as_flag(binary_output, "binary_output"), "values")
    outer = counted.outer
    if outer is None or len(outer) > 1:
        way_out = "merge the outer ones first"
        raise ValueError(broken_rule("values", "have at most two axes", counted.rank, way_out))
    size = max(_size(counted, minlength, maxlength), 0 if maxlength is not None else 1)
    for name, given in (("minlength", minlength), ("maxlength", maxlength)):
        if given is not None and operator.index(given) > LARGEST[INT64]:
            raise ValueError(broken_rule(name, "fit int64", given))
    if maxlength is not None:
        size = operator.index(maxlength)
        counted = counted.below(size)
    rows, cells, counts = _cells(counted)
    if binary_output:
        counts = counts > 0
    if counted.weights is None:
        counts = _as_counts(counts, None, counted)
    xp = array_namespace(counted.values)
    indices = xp.stack([rows, cells], axis=1)
    sizes = [*outer, size]
    return SparseTensor._checked(
        indices[:, 2 - len(sizes) :], counts, as_array(sizes, xp, dtype=INT64)
    )


def value_counts(values: TensorLike, k: SupportsIndex | None = None) -> ValueCounts:
    """Return the distinct values of each row, the most frequent first, and how often they occur.

    Parameters
    ----------
    values
        ``[..., (d1)]``: numbers, bools, text or times, ragged or dense.
    k
        The largest number of distinct values of a row to return, all by default.

    Returns
    -------
    ValueCounts
        A named tuple ``(values, counts)`` of tensors with the same rows. Counts do not increase
        along a row; values that occur equally often are in ascending order, NaN last. NaNs count
        as one value. An empty row has no values. Both are arrays if the input is a vector.

    Raises
    ------
    TypeError
        If the values cannot be sorted, or ``k`` is no integer.
    ValueError
        If ``values`` has no axis, or ``k`` is negative.

    See Also
    --------
    unique : the distinct values in ascending order, with ``return_counts=True`` their counts.
    bincount : counts of small integers as a dense array.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.array([["b", "a", "b"], [], ["c", "a"]])
    >>> values, counts = rk.value_counts(rt)
    >>> values, counts
    (<RaggedTensor [['b', 'a'], [], ['a', 'c']]>, <RaggedTensor [[2, 1], [], [1, 1]]>)
    >>> rk.value_counts(rt, 1).values  # the mode of each row
    <RaggedTensor [['b'], [], ['a']]>
    >>> rk.value_counts(3)
    Traceback (most recent call last):
        ...
    ValueError: values must have at least one dimension, got 3
    """
    x = as_tensor(values, name="values")
    check_orderable(x, "values")
    most = None if k is None else as_count(k, "k")
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", values))
    if x.ndim == 1:
        rows: Any = x
        part = RowPartition._of_uniform(x.shape[0], 1, INT64, array_namespace(x))
    else:
        rows = partitioned(x, splits_dtype(x), depth=x.ndim - 1)
        part = rows._parts[-1]
    flat = rows if x.ndim == 1 else rows._flat
    wanted = {"indices": False, "inverse_indices": False, "counts": True}
    found = distinct(flat, part, wanted)
    (items, cut), (counts, _) = found["values"], found["counts"]
    splits, lengths = cut._get_splits(), cut._get_lengths()
    if most is None:
        # The order is stable, so equal counts leave the values ascending.
        at = _sort.argsort_rows(counts, splits, lengths, True)
        at = at + _splits.repeat(splits[:-1], lengths)
    else:
        most = min(most, max(items.shape[0], 1))
        _, at, kept = _sort.top_rows(counts, splits, lengths, most)
        cut = RowPartition._of_splits(kept)
    items, counts = _gather.take(items, at), counts.take(at)
    if x.ndim == 1:
        return ValueCounts(items, counts)
    parts = (*rows._parts[:-1], cut)
    return ValueCounts(RaggedTensor._make(items, parts), RaggedTensor._make(counts, parts))


def _cells(counted: Countable) -> tuple[Array, Array, Array]:
    """Return row and integer of each nonzero count, and the counts, in order."""
    n = counted.values.shape[0]
    size = int(counted.values.max()) + 1 if n else 0
    # A table of all pairs costs memory for the absent ones; sorting pays if few are present.
    return _by_sorting(counted) if size * counted.part._nrows > 8 * n else _by_slots(counted, size)


def _by_slots(counted: Countable, size: int) -> tuple[Array, Array, Array]:
    xp = array_namespace(counted.values)
    total = size * counted.part._nrows
    slots = counted.values + counted.part._get_rowids().astype(INT64) * size
    counts = xp.bincount(slots, minlength=total)
    at = xp.flatnonzero(counts > 0)
    if counted.weights is not None:
        counts = _segment.reduce_slots("add", counted.weights, slots, total, counted.weights.dtype)
    rows = at // max(size, 1)
    return rows, at - rows * size, counts.take(at)


def _by_sorting(counted: Countable) -> tuple[Array, Array, Array]:
    weights = counted.weights
    wanted = {"indices": False, "inverse_indices": weights is not None, "counts": weights is None}
    found = distinct(counted.values, counted.part, wanted)
    cells, cut = found["values"]
    if weights is None:
        counts = found["counts"][0]
    else:
        starts = _splits.repeat(cut._get_splits()[:-1], counted.part._get_lengths())
        slots = found["inverse_indices"][0] + starts
        counts = _segment.reduce_slots("add", weights, slots, cut._nvals, weights.dtype)
    return cut._get_rowids().astype(INT64), cells, counts


def _size(counted: Countable, minlength: Any, maxlength: Any) -> int:
    """Return the size of the result."""
    size = int(counted.values.max()) + 1 if counted.values.shape[0] else 0
    if minlength is not None:
        size = max(size, as_count(max(as_int(minlength, "minlength"), 0), "minlength"))
    if maxlength is not None:
        size = min(size, as_count(maxlength, "maxlength"))
    return size


def _as_counts(counts: Array, dtype: DTypeLike | None, counted: Countable) -> Array:
    kind = counted.dtype if dtype is None else as_dtype(dtype)
    if kind.kind not in NUMBERS:
        raise TypeError(broken_rule("dtype", "be a dtype of numbers", kind))
    # A count is at most the number of values, so the maximum is needed only if that does not fit.
    if kind.kind in INTEGERS and counted.values.shape[0] > host_namespace.iinfo(kind).max:
        most = int(counts.max())
        if most > host_namespace.iinfo(kind).max:
            raise ValueError(broken_rule("dtype", f"count to {most}", kind))
    return counts.astype(kind, copy=False)
