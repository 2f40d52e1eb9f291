"""Row-wise sorting: sort, argsort and top_k along any axis."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, SupportsIndex

from raggedkit._arguments import as_axis, as_count, as_flag, is_word
from raggedkit._docstrings import sections_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._overloads import same_kind_as_values
from raggedkit._plan.operands import check_orderable, flat_of, in_rows_of
from raggedkit._plan.reducing import Slots, collapse
from raggedkit._tensor.results import with_displays
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INT64, array_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["TopK", "argsort", "sort", "top_k"]


@same_kind_as_values
def sort(
    values: TensorLike,
    axis: SupportsIndex = -1,
    direction: str | None = None,
    *,
    descending: bool | None = None,
) -> Tensor:
    """Return the values of each row sorted; row lengths do not change.

    Parameters
    ----------
    values
        Numbers, bools, text or times, ragged or dense.
    axis
        The axis to sort along, the last by default. Along an outer axis the values of each column
        are sorted, over the rows that are long enough.
    direction
        ``"ASCENDING"`` (the default) or ``"DESCENDING"``.
    descending
        The direction as a bool, instead of ``direction``.

    Returns
    -------
    RaggedTensor or array
        A new tensor of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If ``direction`` is any other value, or given together with ``descending``.

    See Also
    --------
    argsort : the positions of the sorted values.
    raggedkit.RaggedTensor.sort : the same as a method.

    Notes
    -----
    NaN and NaT are sorted last in both directions. After ``tf.sort``, which takes no ragged
    tensors; ``np.sort(rt)`` does the same.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.sort(rt)
    <RaggedTensor [[1, 1, 3, 4], [], [2, 5, 9]]>
    >>> rk.sort(rt, direction="DESCENDING")
    <RaggedTensor [[4, 3, 1, 1], [], [9, 5, 2]]>
    >>> rk.sort(rt, axis=0)
    <RaggedTensor [[3, 1, 2, 1], [], [5, 9, 4]]>
    >>> rk.sort(rt, direction="UP")
    Traceback (most recent call last):
        ...
    ValueError: direction must be 'ASCENDING' or 'DESCENDING', got 'UP'
    """
    x = _sortable(values)
    at = as_axis(axis, x.ndim)
    descending = _is_descending(direction, descending)
    if not isinstance(x, RaggedTensor):
        return _sort.sort_axis(x, at, descending=descending)
    depth = len(x._parts)
    if at > depth:
        return in_rows_of(x, _sort.sort_axis(x._flat, at - depth, descending=descending))
    if at == depth:
        part = x._parts[-1]
        # A new tensor has no lengths yet, and few rows are sorted without them.
        lengths = part._lengths if part._sound else part._get_lengths()
        flat = _sort.sort_rows(x._flat, part._get_splits(), lengths, descending)
        return RaggedTensor._make(flat, x._parts)
    flat = array_namespace(x._flat).empty_like(x._flat)
    for order, lengths in _columns(x, at).together():
        splits, column = _splits.lengths_to_splits(lengths), _gather.take(x._flat, order)
        flat[order] = _sort.sort_rows(column, splits, lengths, descending)
    return in_rows_of(x, flat)


@same_kind_as_values
@sections_from(sort)
def argsort(
    values: TensorLike,
    axis: SupportsIndex = -1,
    direction: str | None = None,
    stable: bool = True,
    *,
    descending: bool | None = None,
) -> Tensor:
    """Return the indices that sort each row, ``int64``; empty rows stay empty.

    Parameters
    ----------
    stable
        Accepted for compatibility: equal values always keep their order, in both directions.

    Returns
    -------
    RaggedTensor or array
        Of the same rows: positions within the row, from 0.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If ``direction`` is any other value, or given together with ``descending``.

    See Also
    --------
    sort : the values themselves.

    Notes
    -----
    NaN and NaT are sorted last in both directions. After ``tf.argsort``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> rk.argsort(rt)
    <RaggedTensor [[1, 3, 0, 2], [], [2, 0, 1]]>
    >>> rk.argsort(rt, direction="DESCENDING")
    <RaggedTensor [[2, 0, 1, 3], [], [1, 0, 2]]>
    >>> rk.argsort(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    x = _sortable(values)
    at = as_axis(axis, x.ndim)
    descending = _is_descending(direction, descending)
    if not isinstance(x, RaggedTensor):
        return _sort.argsort_axis(x, at, descending=descending)
    depth = len(x._parts)
    if at > depth:
        return in_rows_of(x, _sort.argsort_axis(x._flat, at - depth, descending=descending))
    if at == depth:
        splits = x._parts[-1]._get_splits()
        lengths = x._parts[-1]._get_lengths()
        return in_rows_of(x, _sort.argsort_rows(x._flat, splits, lengths, descending))
    step = _columns(x, at)
    along = step.places(at)
    flat = array_namespace(x._flat).empty(x._flat.shape, dtype=INT64)
    # Values of one column are made adjacent, sorted like rows, and written back to their positions.
    for order, lengths in step.together():
        splits, column = _splits.lengths_to_splits(lengths), _gather.take(x._flat, order)
        places = _sort.argsort_rows(column, splits, lengths, descending)
        starts = _splits.repeat(splits[:-1], lengths)
        places += starts.reshape(-1, *[1] * (places.ndim - 1))
        flat[order] = along.take(order).take(places)
    return in_rows_of(x, flat)


def _from_their_starts(rows: list[list[int]]) -> list[int]:
    """Return positions within rows for positions in the flat values, which cover each row."""
    # A row's positions are a permutation of a range, so the smallest one is the start of the row.
    return [p - first for row in rows if row for first in (min(row),) for p in row]


def _sortable(values: Any, name: str = "values") -> Any:
    x = as_tensor(values, name=name)
    check_orderable(x, name)
    if not x.ndim:
        raise ValueError(broken_rule(name, "have at least one dimension", values))
    return x


def _is_descending(direction: str | None, descending: bool | None) -> bool:
    if descending is not None:
        if direction is not None:
            raise ValueError("descending must not be given together with direction; leave one out")
        return as_flag(descending, "descending")
    if direction is None:
        return False
    if not is_word(direction, ("ASCENDING", "DESCENDING")):
        raise ValueError(broken_rule("direction", "be 'ASCENDING' or 'DESCENDING'", direction))
    return direction == "DESCENDING"


def _columns(x: RaggedTensor, axis: int) -> Slots:
    """Return the plan that groups values by column along an outer axis."""
    (step,) = collapse(x, axis, name="values").steps
    assert isinstance(step, Slots)
    return step


@with_displays
class TopK(NamedTuple):
    """The largest values of each row, and their positions in it."""

    values: Tensor
    indices: Tensor


TopK.__module__ = "raggedkit"  # pickles name it there


def top_k(input: TensorLike, k: SupportsIndex = 1, sorted: bool = True) -> TopK:
    """Return the ``k`` largest values of each row, and their positions.

    A row of fewer than ``k`` values gives all of them; an empty row gives an empty row.

    Parameters
    ----------
    input
        ``[..., (d1)]``, ragged or dense; the last axis is searched.
    k
        The number of values to return.
    sorted
        True: the largest first, equal values in their original order. False: all in their original
        order.

    Returns
    -------
    TopK
        A named tuple ``(values, indices)``, both with rows of at most ``k`` items; ``indices`` are
        ``int64`` positions within the row.

    Raises
    ------
    TypeError
        If ``k`` is not an integer.
    ValueError
        If ``k`` is negative, or larger than a dense axis.

    Notes
    -----
    NaN counts as the smallest value. After ``tf.math.top_k``, which takes no ragged tensors.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    >>> rk.top_k(rt, 2).values
    <RaggedTensor [[4, 3], [], [9, 5], [6]]>
    >>> values, indices = rk.top_k(rt, 2, sorted=False)
    >>> indices
    <RaggedTensor [[0, 2], [], [0, 1], [0]]>
    >>> rk.top_k(rt, -1)
    Traceback (most recent call last):
        ...
    ValueError: k must not be negative, got -1
    """
    x = _sortable(input, "input")
    n, sorted = as_count(k, "k"), as_flag(sorted, "sorted")
    flat = flat_of(x)
    if isinstance(x, RaggedTensor) and flat.ndim == 1:
        return _top_of_rows(x, n, sorted)
    if n > flat.shape[-1]:
        rule = f"be at most {flat.shape[-1]}, the size of the last axis"
        raise ValueError(broken_rule("k", rule, n))
    xp = array_namespace(flat)
    places = _sort.argsort_axis(flat, flat.ndim - 1, descending=True)[..., :n]
    if not sorted:
        places = xp.sort(places, axis=-1)
    found = _items_of_last_axis(flat, places)
    return TopK(in_rows_of(x, found), in_rows_of(x, places))


def _items_of_last_axis(values: Array, places: Array) -> Array:
    """Return items by position along the last axis; `numpy.take_along_axis` allows 63 axes."""
    count = math.prod(values.shape[:-1])  # reshape(-1) fails if there are no items
    lines = values.reshape(count, values.shape[-1])
    at = places.reshape(count, places.shape[-1])
    found: Array = array_namespace(values).take_along_axis(lines, at, axis=-1)
    return found.reshape(places.shape)


def _top_of_rows(x: RaggedTensor, k: int, sorted: bool) -> TopK:
    part = x._parts[-1]
    xp = array_namespace(x._flat)
    splits = part._get_splits()
    lengths = part._get_lengths()
    # k may exceed the dtype of the lengths; the longest row fits it.
    places, at, ends = _sort.top_rows(x._flat, splits, lengths, min(k, part._get_longest()))
    if not sorted:
        at = xp.sort(at)  # positions of one row are adjacent, so sorting keeps rows together
        places = at - _splits.repeat(splits[:-1], ends[1:] - ends[:-1])
    if part._uniform is None:
        cut = RowPartition._of_splits(ends)
    else:
        cut = RowPartition._of_uniform(min(k, part._uniform), part._nrows, part._dtype, part._xp)
    parts = (*x._parts[:-1], cut)
    values = RaggedTensor._make(_gather.take(x._flat, at), parts)
    return TopK(values, RaggedTensor._make(places, parts))
