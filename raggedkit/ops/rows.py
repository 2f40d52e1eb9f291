"""Selection within each row: pick, first, last, slice_rows and take_along."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import REFUSE, array_of
from raggedkit._engines.inputs import integers, ragged_operand
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import rewrap, values_of
from raggedkit._typing import Array, ArrayLike, Scalar, Tensor, TensorLike
from raggedkit._xp import INT64
from raggedkit.encodings import LARGEST
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.ops.columns import items_at
from raggedkit.ops.gather import FROM_END, gather, shared_operands
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["first", "items_of_rows", "last", "per_row", "pick", "slice_rows", "take_along"]


def pick(rt: TensorLike, indices: TensorLike, *, default: Scalar = REFUSE) -> Tensor:
    """Return one item of every row, each at its own index.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    indices
        ``int[nrows]``, one for each row, or one integer for all rows; negative ones count from the
        row's end.
    default
        The result for a row that is too short: a scalar, an array that broadcasts to one item, or
        an empty list if the items are rows. Without it a short row is an error.

    Returns
    -------
    array or RaggedTensor
        ``[nrows, ...]``; ragged if the items are rows.

    Raises
    ------
    ValueError
        If ``indices`` are not integers, or there is not one for each row.
    RaggedIndexError
        If a row is too short and ``default`` is not given.

    See Also
    --------
    RaggedTensor.column : the same index for every row.
    gather : several items of every row, with ``batch_dims=1``.

    Notes
    -----
    The result for an empty row is ``default``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    >>> rk.pick(rt, [2, 0, -1, 0], default=0)
    array([4, 0, 2, 6])
    >>> rk.pick(rt, [2, 0, -1, 0])
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be in their row, got indices[1] = 0 where the \
row has length 0; set the result for such rows: default=...
    """
    rt = ragged_operand(rt)
    part = rt._parts[0]
    lengths, splits = part._get_lengths(), part._get_splits()
    i = per_row(indices, "indices", part, scalar=True)
    wanted = i if isinstance(i, int) else None
    if isinstance(i, int):
        i = max(min(i, LARGEST[INT64]), -LARGEST[INT64])  # no row is longer than an int64 counts
        i = part._xp.broadcast_to(array_of(i, "indices", "be integers", part._xp), lengths.shape)
    there = (i >= -lengths) & (i < lengths)
    missing = first_true(~there)
    if missing >= 0 and default is REFUSE:
        number = int(i[missing]) if wanted is None else wanted
        got = f"got indices[{missing}] = {number}"
        raise RaggedIndexError(
            f"indices must be in their row, {got} where the row has length "
            f"{int(lengths[missing])}; set the result for such rows: default=..."
        )
    xp = part._xp
    return items_at(rt, xp.where(i < 0, splits[1:], splits[:-1]) + i, there, default)


def take_along(rt: TensorLike, indices: TensorLike) -> RaggedTensor:
    """Return the items of each row at the positions in the same row of ``indices``.

    Parameters
    ----------
    rt
        ``[d0, (d1), ...]``.
    indices
        A ragged tensor of integers; its axes but the last are the first axes of ``rt``. Negative
        ones count from the end of the row.

    Returns
    -------
    RaggedTensor
        Of the rows of ``indices``, with the inner axes of ``rt``.

    Raises
    ------
    ValueError
        If the outer axes differ.
    RaggedIndexError
        If an index is outside its row.

    Notes
    -----
    An empty row of ``indices`` gives an empty row. ``rt[indices]`` does the same. It is
    TensorFlow's ``batch_gather`` with Python's negative indices. A dense array of integers selects
    whole rows, as in NumPy.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[5, 6, 7], [], [8, 9]])
    >>> rt[rk.ragged.constant([[-1, 0], [], [1, 1, 1]])]
    <RaggedTensor [[7, 5], [], [9, 9, 9]]>
    >>> rt[rk.ragged.constant([[3], [], []])]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: indices must be in their row, got indices[0, 0] = 3 where \
the row has length 3
    """
    rt, indices = shared_operands(rt, indices, "rt")
    return gather(rt, indices, batch_dims=-1, mode=FROM_END)


def first(rt: TensorLike, count: ArrayLike = 1) -> RaggedTensor:
    """Return the first ``count`` items of every row, or all items of a shorter row.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    count
        A number, or one for each row; not negative.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]``, with rows of at most ``count`` items.

    Raises
    ------
    ValueError
        If a count is negative, or there is not one for each row.

    Notes
    -----
    An empty row stays empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    >>> rk.first(rt, 2)
    <RaggedTensor [[3, 1], [], [5, 9], [6]]>
    >>> rk.first(rt, [1, 1, 0, 9])
    <RaggedTensor [[3], [], [], [6]]>
    >>> rk.first(rt, -1)
    Traceback (most recent call last):
        ...
    ValueError: count must not be negative, got -1
    """
    rt = ragged_operand(rt)
    k = _counts(count, rt._parts[0])
    cut: RaggedTensor = rt[:, :k] if isinstance(k, int) else slice_rows(rt, stop=k)
    return cut


def last(rt: TensorLike, count: ArrayLike = 1) -> RaggedTensor:
    """Return the last ``count`` items of every row, or all items of a shorter row.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    count
        A number, or one for each row; not negative. 0 gives empty rows, unlike ``rt[:, -0:]``,
        which gives whole rows.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]``, with rows of at most ``count`` items.

    Raises
    ------
    ValueError
        If a count is negative, or there is not one for each row.

    Notes
    -----
    An empty row stays empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    >>> rk.last(rt, 2)
    <RaggedTensor [[4, 1], [], [9, 2], [6]]>
    >>> rk.last(rt, 0)
    <RaggedTensor [[], [], [], []]>
    >>> rk.last(rt, [1, 2])
    Traceback (most recent call last):
        ...
    ValueError: count must be one number, or one for each of the 4 rows, got shape (2,)
    """
    rt = ragged_operand(rt)
    part = rt._parts[0]
    k = _counts(count, part)
    if isinstance(k, int):
        cut: RaggedTensor = rt[:, -k:] if k else rt[:, :0]
        return cut
    lengths = part._get_lengths()
    cut = slice_rows(rt, lengths - part._xp.minimum(k, lengths))
    return cut


def _counts(count: Any, part: RowPartition) -> int | Array:
    counts: int | Array = per_row(count, "count", part, scalar=True)
    if isinstance(counts, int):
        if counts < 0:
            raise ValueError(broken_rule("count", "not be negative", counts))
        return counts
    at = _splits.first_negative(counts)
    if at >= 0:
        raise ValueError(f"count must not be negative, got count[{at}] = {int(counts[at])}")
    return counts


def per_row(x: Any, name: str, part: RowPartition, scalar: bool = False) -> Any:
    """Return one integer for each row (or, if allowed, a single int), checked."""
    n = part._nrows
    if scalar and type(x) is int:
        return x
    if isinstance(x, bool | RaggedTensor):
        raise ValueError(broken_rule(name, "be integers", x))
    array: Any = array_of(x, name, "be integers", part._xp)
    # NumPy reads an empty list as floats.
    if not getattr(array, "size", 1):
        array = array.astype(part._dtype)
    array = integers(array, name)
    if scalar and not array.ndim:
        return int(array)
    if array.shape != (n,):
        one = "be one number, or " if scalar else "have "
        rule = f"{one}one for each of the {n} rows"
        raise ValueError(f"{name} must {rule}, got shape {array.shape}")
    return array


def slice_rows(
    rt: TensorLike,
    start: ArrayLike | None = None,
    stop: ArrayLike | None = None,
    step: ArrayLike | None = None,
) -> RaggedTensor:
    """Return a slice of every row, each with its own bounds.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    start, stop, step
        The bounds of ``row[start:stop:step]``: None, a number, or ``int[nrows]``.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]``.

    Raises
    ------
    ValueError
        If a step is 0, or there is not one number for each row.

    Notes
    -----
    A slice of an empty row is empty; bounds outside a row are clipped to it, as in Python.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6]])
    >>> rk.slice_rows(rt, [1, 0, -2, 0], [3, 1, 9, 0])
    <RaggedTensor [[1, 4], [], [9, 2], []]>
    >>> rk.slice_rows(rt, step=[-1, 1, 2, 1])
    <RaggedTensor [[1, 4, 1, 3], [], [5, 2], [6]]>
    >>> rk.slice_rows(rt, [1, 2])
    Traceback (most recent call last):
        ...
    ValueError: start must be one number, or one for each of the 4 rows, got shape (2,)
    """
    rt = ragged_operand(rt)
    part = rt._parts[0]
    bounds = [
        None if x is None else per_row(x, name, part, scalar=True)
        for x, name in ((start, "start"), (stop, "stop"), (step, "step"))
    ]
    # The same slice of every row has a faster kernel.
    if all(b is None or isinstance(b, int) for b in bounds):
        return rt[:, slice(*bounds)]
    begin, stride, lengths = _bounds(part, *bounds)
    cut = RowPartition._of_lengths(lengths.astype(part._dtype, copy=False))
    return items_of_rows(rt, cut, begin + part._get_splits()[:-1], stride)


def _bounds(part: RowPartition, start: Any, stop: Any, step: Any) -> tuple[Array, Any, Array]:
    """Return start within the row, step and length of each row's slice."""
    xp, n = part._xp, part._get_lengths()
    most = part._get_longest() + 1  # clamp: beyond the longest row all bounds are equivalent
    step = 1 if step is None else step
    if bool(xp.any(xp.asarray(step) == 0)):
        raise ValueError(broken_rule("step", "not be 0", step))
    step = min(max(step, -most), most) if isinstance(step, int) else xp.clip(step, -most, most)
    forward = xp.asarray(step) > 0
    # The limits of slice.indices: with a negative step a slice starts at n - 1 and ends before 0.
    low, high = xp.where(forward, 0, -1), xp.where(forward, n, n - 1)

    def cut(bound: Any, default: Any) -> Any:
        if bound is None:
            return default
        if isinstance(bound, int):
            bound = min(max(bound, -most), most)
        bound = xp.asarray(bound).astype("int64")
        return xp.minimum(xp.maximum(xp.where(bound < 0, bound + n, bound), low), high)

    begin = cut(start, xp.where(forward, low, high))
    end = cut(stop, xp.where(forward, high, low))
    span = xp.where(forward, end - begin, begin - end)
    stride = xp.abs(xp.asarray(step))
    return begin, step, xp.maximum((span + stride - 1) // stride, 0)


def items_of_rows(rt: RaggedTensor, cut: RowPartition, starts: Array, step: Any) -> RaggedTensor:
    """Return rows with the lengths of ``cut``, each from its start in the flat values."""
    lengths = cut._get_lengths()
    values = values_of(rt)
    if isinstance(step, int):
        if not isinstance(values, RaggedTensor):
            taken: Any = _gather.take_ranges(values, starts, lengths, step, cut._get_splits())
            return RaggedTensor._make(taken, (cut,))
        at = _splits.ranges(starts, lengths, step)
    else:
        at = cut.offsets_in_rows() * _splits.repeat(step, lengths)
        at = at + _splits.repeat(starts, lengths)
        if not isinstance(values, RaggedTensor):
            return RaggedTensor._make(_gather.take(values, at), (cut,))
    wrapped: RaggedTensor = rewrap((cut,), take_rows(values, at))
    return wrapped
