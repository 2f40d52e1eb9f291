"""Dynamic partitions by id, and conversion between rows and flat values: `explode`, `implode`."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import as_axis, as_int, check_room
from raggedkit._engines.inputs import integers, operands, ragged_operand
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._plan.operands import (
    flat_of,
    mapped,
    partitioned,
    parts_of,
    place_of,
    rank_of,
    rewrap,
    splits_dtype,
    values_of,
)
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INT64, INTEGERS, array_namespace, as_array
from raggedkit.errors import broken_rule
from raggedkit.ops.gather import take_items
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["dynamic_partition", "explode", "implode", "stack_dynamic_partitions"]


def stack_dynamic_partitions(
    data: TensorLike, partitions: TensorLike, num_partitions: SupportsIndex
) -> RaggedTensor:
    """Return a row for each partition, with the items of ``data`` assigned to it, in order.

    Parameters
    ----------
    data
        Dense or ragged.
    partitions
        Integers from 0 to ``num_partitions - 1``, dense or ragged, in any order, in the shape of
        the first axes of ``data``.
    num_partitions
        The number of rows of the result.

    Returns
    -------
    RaggedTensor
        ``[num_partitions, (d), ...]``.

    Raises
    ------
    ValueError
        If a partition is out of range, or the shapes do not match.

    See Also
    --------
    implode : the same for one axis; the number of rows follows from the ids.

    Notes
    -----
    A partition without items is an empty row. After TensorFlow's
    ``tf.ragged.stack_dynamic_partitions``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.stack_dynamic_partitions(["a", "b", "c", "d", "e"], [3, 0, 2, 2, 3], 5)
    <RaggedTensor [['b'], [], ['c', 'd'], ['a', 'e'], []]>
    >>> rt = rk.ragged.constant([["a"], [], ["b", "c"]])
    >>> rk.ragged.stack_dynamic_partitions(rt, [1, 1, 0], 2)
    <RaggedTensor [[['b', 'c']], [['a'], []]]>
    >>> rk.ragged.stack_dynamic_partitions(["a", "b"], [0, 5], 5)
    Traceback (most recent call last):
        ...
    ValueError: partitions must be from 0 to 4, got partitions[1] = 5
    """
    data, partitions = operands(data, partitions, names="data partitions")
    if not partitions.size:
        partitions = _as_integers(partitions)
    partitions = integers(partitions, "partitions")
    count = _count(num_partitions)
    ragged = isinstance(data, RaggedTensor) or isinstance(partitions, RaggedTensor)
    dtype = splits_dtype(data, partitions) if ragged else partitions.dtype
    _check_range(partitions, count)
    depth = rank_of(partitions)
    if depth > rank_of(data):
        rule = f"have no more axes than data, {rank_of(data)}"
        raise ValueError(broken_rule("partitions", rule, depth))
    if not depth:
        xp = array_namespace(partitions)
        data = _in_one_row(data, dtype)
        return _rows(data, xp.reshape(partitions, (1,)), count, dtype)
    for _ in range(1, depth):
        data, partitions = _one_axis_in(data, partitions, dtype)
    n, found = len(data), len(partitions)
    if n != found:
        raise ValueError(broken_rule("partitions", f"have the {n} rows of data", found))
    return _rows(data, partitions, count, dtype)


@overload
def dynamic_partition(
    data: RaggedTensor, partitions: TensorLike, num_partitions: SupportsIndex
) -> list[RaggedTensor]: ...


@overload
def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: SupportsIndex
) -> list[RaggedTensor] | list[Array]: ...


def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: SupportsIndex
) -> list[RaggedTensor] | list[Array]:
    """Return a list of tensors: the items of ``data`` assigned to each partition, in order.

    Parameters
    ----------
    data
        Dense or ragged.
    partitions
        Integers from 0 to ``num_partitions - 1``, dense or ragged, in any order, in the shape of
        the first axes of ``data``.
    num_partitions
        The length of the list.

    Returns
    -------
    list
        One tensor for each partition, ragged if ``data`` is.

    Raises
    ------
    TypeError
        If ``num_partitions`` is not an integer.
    ValueError
        If a partition is out of range, or the shapes do not match.

    Notes
    -----
    A partition without items is empty. After TensorFlow's
    ``tf.dynamic_partition``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.dynamic_partition([10, 20, 30, 40], [1, 0, 1, 1], 3)
    [array([20]), array([10, 30, 40]), array([], dtype=int64)]
    >>> rk.dynamic_partition(rk.ragged.constant([[1], [2, 3]]), [1, 0], 2)
    [<RaggedTensor [[2, 3]]>, <RaggedTensor [[1]]>]
    >>> rk.dynamic_partition([10, 20], [0, -1], 3)
    Traceback (most recent call last):
        ...
    ValueError: partitions must be from 0 to 2, got partitions[1] = -1
    """
    count = as_int(num_partitions, "num_partitions")
    parts: Any = stack_dynamic_partitions(data, partitions, count)
    return list(parts)


def _count(num_partitions: Any, name: str = "num_partitions") -> int:
    try:
        n = operator.index([] if getattr(num_partitions, "ndim", 0) else num_partitions)
    except TypeError:
        raise ValueError(broken_rule(name, "be an integer", num_partitions)) from None
    if n < 0:
        raise ValueError(broken_rule(name, "not be negative", n))
    # Every partition has a split, so a huge count does not fit memory even without items.
    check_room([n], INT64.itemsize, name, n)
    return n


def _as_integers(empty: Any) -> Any:
    if not isinstance(empty, RaggedTensor) and empty.dtype.kind in INTEGERS:
        return empty
    return mapped(empty, lambda flat: flat.astype("int64"))


def _check_range(partitions: Any, count: int, name: str = "partitions") -> None:
    flat = flat_of(partitions)
    wrong = (flat < 0) | (flat >= count)
    if not bool(wrong.any()):
        return
    at = int(wrong.reshape(-1).argmax())
    place = place_of(parts_of(partitions), flat.shape, at)
    rule = f"be from 0 to {count - 1}" if count else "be none, since there are 0 partitions"
    where = f"{name}{place}" if place else name
    raise ValueError(f"{name} must {rule}, got {where} = {int(flat.reshape(-1)[at])}")


def _one_axis_in(data: Any, partitions: Any, dtype: Any) -> tuple[Any, Any]:
    """Merge the first two axes of both, which must have equal rows."""
    if not isinstance(data, RaggedTensor) and not isinstance(partitions, RaggedTensor):
        if data.shape[:2] != partitions.shape[:2]:
            rule = f"have the shape of the first axes of data, {data.shape[:2]}"
            raise ValueError(broken_rule("partitions", rule, partitions.shape[:2]))
    data, partitions = partitioned(data, dtype), partitioned(partitions, dtype)
    rows, found = data._parts[0], partitions._parts[0]
    if not rows._same_cuts(found):
        got = found._get_lengths().tolist()[:8]
        rule = f"have the row lengths of data, {rows._get_lengths().tolist()[:8]}"
        raise ValueError(broken_rule("partitions", rule, got))
    return values_of(data), values_of(partitions)


def _in_one_row(data: Any, dtype: Any) -> Any:
    if not isinstance(data, RaggedTensor):
        return data[None]
    xp = data._parts[0]._xp
    outer = RowPartition._of_splits(as_array([0, len(data)], xp, dtype=dtype))
    return rewrap((outer,), data)


def _rows(data: Any, ids: Array, count: int, dtype: Any) -> Any:
    """Return the items of data grouped into rows by ids known to be in range."""
    xp = array_namespace(ids)
    ids = ids.astype(dtype, copy=False)
    lengths = xp.bincount(ids, minlength=count).astype(dtype, copy=False)
    cut = RowPartition._of_lengths(lengths)
    # Ascending ids, as those of sorted data: the values are in order and are not copied.
    if not isinstance(data, RaggedTensor) and bool((ids[1:] >= ids[:-1]).all()):
        return RaggedTensor._make(data, (cut,))
    return rewrap((cut,), take_items(data, _gather.order_by(ids, count)))


def explode(rt: TensorLike, axis: SupportsIndex = 1) -> tuple[Tensor, Array]:
    """Return the items of all rows, concatenated, and the row number of each item.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    axis
        The axis whose items are concatenated; axes outside it are merged.

    Returns
    -------
    values : array or RaggedTensor
        ``[nvals, ...]``
    rows : array
        ``int[nvals]``, ascending.

    Raises
    ------
    RaggedIndexError
        If there is no such axis, or it is axis 0 or not partitioned.

    See Also
    --------
    implode : the inverse.

    Notes
    -----
    Empty rows do not appear in the result; pass ``nrows`` to `implode` to restore them.

    Examples
    --------
    >>> import raggedkit as rk
    >>> values, rows = rk.explode(rk.ragged.constant([["a", "b"], [], ["c"]]))
    >>> values.tolist(), rows.tolist()
    (['a', 'b', 'c'], [0, 0, 2])
    >>> rk.implode(values, rows, nrows=3)
    <RaggedTensor [['a', 'b'], [], ['c']]>
    >>> rk.explode(rk.ragged.constant([["a", "b"], []]), axis=0)
    Traceback (most recent call last):
        ...
    ValueError: axis must be a partitioned one, from 1 to 1, got 0
    """
    rt = ragged_operand(rt)
    at = as_axis(axis, rt.ndim)
    depth = len(rt._parts)
    if not 1 <= at <= depth:
        raise ValueError(broken_rule("axis", f"be a partitioned one, from 1 to {depth}", at))
    rows = rt._parts[at - 1].value_rowids()
    values = RaggedTensor._make(rt._flat, rt._parts[at:]) if at < depth else rt.flat_values
    return values, rows


def implode(
    values: TensorLike, rows: TensorLike, nrows: SupportsIndex | None = None
) -> RaggedTensor:
    """Return values grouped into rows by their row numbers.

    Parameters
    ----------
    values
        ``[nvals, ...]``, dense or ragged.
    rows
        ``int[nvals]``: the row of each value, in any order. Values of a row keep their order.
    nrows
        The number of rows; by default up to the last row with a value.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]``.

    Raises
    ------
    ValueError
        If there is not one row number for each value, or one is negative or not below ``nrows``.

    Notes
    -----
    A row without values is empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.implode([10, 20, 30, 40], [2, 0, 2, 0])
    <RaggedTensor [[20, 40], [], [10, 30]]>
    >>> rk.implode([], [], nrows=2)
    <RaggedTensor [[], []]>
    >>> rk.implode([10, 20], [0, -1])
    Traceback (most recent call last):
        ...
    ValueError: rows must be from 0 to 0, got rows[1] = -1
    """
    values, rows = operands(values, rows, names="values rows")
    if isinstance(rows, RaggedTensor) or rows.ndim != 1:
        raise ValueError(broken_rule("rows", "be a vector", rows))
    rows = integers(_as_integers(rows) if not rows.size else rows, "rows")
    if not rank_of(values) or len(values) != rows.shape[0]:
        rule = f"be {rows.shape[0]}, one for each of rows"
        raise ValueError(broken_rule("values", rule, len(values) if rank_of(values) else values))
    last = int(rows.max()) if rows.shape[0] else -1
    count = max(last, -1) + 1 if nrows is None else _count(nrows, "nrows")
    # A single large row number would allocate the splits of all rows before it.
    check_room([count], INT64.itemsize, "rows" if nrows is None else "nrows", count)
    _check_range(rows, max(count, 1) if nrows is None else count, "rows")
    dtype = splits_dtype(values) if isinstance(values, RaggedTensor) else rows.dtype
    return _rows(values, rows, count, dtype)
