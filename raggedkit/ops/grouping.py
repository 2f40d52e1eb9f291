"""Rows of flat values: by offsets, separator or condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._arguments import array_of
from raggedkit._engines.inputs import as_tensor, operands
from raggedkit._engines.pieces import split_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import equal
from raggedkit._plan.operands import rewrap, splits_dtype
from raggedkit._typing import Array, ArrayLike, TensorLike
from raggedkit._xp import INT64, INTEGERS, array_namespace, encoded_beside, is_text
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["from_offsets", "split_at", "split_where"]


def from_offsets(values: TensorLike, offsets: ArrayLike) -> RaggedTensor:
    """Return the rows ``values[offsets[i]:offsets[i + 1]]``, the layout of Arrow and Awkward lists.

    Parameters
    ----------
    values
        ``[nvals, ...]``, dense or ragged.
    offsets
        ``int[nrows + 1]``, not decreasing. Values before the first offset and after the last one
        belong to no row, as in a sliced list.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]``.

    Raises
    ------
    ValueError
        If the offsets are not a vector of integers, decrease, or exceed the number of values.

    See Also
    --------
    RaggedTensor.from_row_splits : the same for offsets that cover all values.
    RaggedTensor.from_row_starts : for offsets without the last.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.from_offsets([1, 2, 3, 4, 5], [0, 2, 2, 5])
    <RaggedTensor [[1, 2], [], [3, 4, 5]]>
    >>> rk.from_offsets([1, 2, 3, 4, 5], [1, 2, 4])
    <RaggedTensor [[2], [3, 4]]>
    >>> rk.from_offsets([1, 2, 3], [0, 5])
    Traceback (most recent call last):
        ...
    ValueError: offsets must end within the 3 values, got offsets[1] = 5
    """
    x, given = operands(values, offsets, names="values offsets")
    n = _count_of(x)
    if isinstance(given, RaggedTensor) or given.ndim != 1 or given.dtype.kind not in INTEGERS:
        raise ValueError(broken_rule("offsets", "be a vector of integers", offsets))
    last = given.shape[0] - 1
    if last < 0:
        raise ValueError(broken_rule("offsets", "have at least one item", [], "[0] has no rows"))
    first, end = int(given[0]), int(given[last])
    if first < 0:
        raise ValueError(f"offsets must not be negative, got offsets[0] = {first}")
    at = _splits.first_decrease(given)
    if at >= 0:
        pair = [int(given[at]), int(given[at + 1])]
        raise ValueError(f"offsets must not decrease, got offsets[{at}:{at + 2}] = {pair}")
    if end > n:
        raise ValueError(f"offsets must end within the {n} values, got offsets[{last}] = {end}")
    # Unsigned or narrow offsets could wrap around when the first is subtracted.
    splits = given if given.dtype.kind == "i" and given.dtype.itemsize >= 4 else given.astype(INT64)
    part = RowPartition._of_splits(splits - first if first else splits)
    return rewrap((part,), x[first:end])  # xp is Any


def split_at(values: TensorLike, separator: TensorLike) -> RaggedTensor:
    """Return the rows between separators, without the separators, as ``str.split`` does.

    Parameters
    ----------
    values
        ``[n, ...]``, dense.
    separator
        A row ends at each value that equals this one, in all of its inner dimensions. NaN equals
        NaN here.

    Returns
    -------
    RaggedTensor
        ``[nseparators + 1, (d1), ...]``. Two adjacent separators give an empty row, and so does a
        separator at the start or the end. No values give one empty row.

    Raises
    ------
    ValueError
        If ``values`` has no axis, or ``separator`` has more dimensions than a value.

    See Also
    --------
    split_where : starts a row where a condition is True, and keeps all values.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.split_at([3, 1, 0, 4, 0, 0, 5], 0)
    <RaggedTensor [[3, 1], [4], [], [5]]>
    >>> rk.split_at(["a", "b", ".", "c", "."], ".")[:-1]
    <RaggedTensor [['a', 'b'], ['c']]>
    >>> rk.split_at(7, 0)
    Traceback (most recent call last):
        ...
    ValueError: values must have at least one dimension, got 7
    """
    x = as_tensor(values, name="values")
    if isinstance(x, RaggedTensor):
        raise ValueError(broken_rule("values", "be dense", values, "take rt.flat_values"))
    _count_of(x)
    xp = array_namespace(x)
    wanted = encoded_beside(array_of(separator, "separator", "be a value", xp), x)
    if wanted.ndim > x.ndim - 1:
        rule = "have no more dimensions than a value"
        raise ValueError(broken_rule("separator", rule, separator))
    try:
        found: Any = _equal(x, wanted)
    except ValueError:  # their shapes don't broadcast
        rule = f"broadcast to the shape of a value, {x.shape[1:]}"
        raise ValueError(broken_rule("separator", rule, separator)) from None
    if x.ndim > 1:
        found = found.all(axis=tuple(range(1, x.ndim)))
    ends = xp.flatnonzero(found)
    lengths = xp.zeros(ends.shape[0] + 1, dtype=INT64)
    lengths[:-1] = ends
    lengths[-1] = x.shape[0]
    # The separators belong to no row: each row starts one position after a separator.
    lengths[1:] -= ends + 1
    kept = _gather.take(x, xp.flatnonzero(~found))
    return rewrap((RowPartition._of_lengths(lengths),), kept)  # xp is Any


def split_where(
    values: TensorLike, condition: TensorLike | Callable[[Any], TensorLike]
) -> RaggedTensor:
    """Return values in rows; a new row starts at each value where a condition is True.

    A ragged condition splits each row of ragged values into pieces.

    Parameters
    ----------
    values
        ``[n, ...]``, dense or ragged.
    condition
        ``bool[n]`` to split axis 0. Or bools in the rows of ``values``, to split within rows: one
        for each value, or one less in every row (one for each pair of neighbours, as from
        `raggedkit.diff`). Or a function of the values that returns either.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1), ...]`` without empty rows. Values before the first True are a row too.

        For a condition in rows ``[n, (pieces), (items), ...]``, one row for each row of
        ``values``. A row starts with a new piece, whatever its first condition; an empty row has no
        pieces. A condition of ``k`` axes splits axis ``k - 1``: axes before it are kept, so are
        axes after it, ragged or dense.

    Raises
    ------
    TypeError
        If the condition does not contain bools.
    ValueError
        If the condition does not have one item for each value, or one less in every row; or if it
        has more axes than the values.

    See Also
    --------
    split_at : splits at separators and removes them.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rk.split_where([3, 1, 4, 1, 5], [False, False, True, False, True])
    <RaggedTensor [[3, 1], [4, 1], [5]]>
    >>> times = np.array([0, 1, 2, 60, 61, 90])
    >>> rk.split_where(times, np.diff(times, prepend=0) > 10)  # a new row after each gap
    <RaggedTensor [[0, 1, 2], [60, 61], [90]]>
    >>> rt = rk.array([[0, 1, 60, 61, 90], [], [5, 6]])
    >>> rk.split_where(rt, rk.diff(rt) > 10)  # within rows
    <RaggedTensor [[[0, 1], [60, 61], [90]], [], [[5, 6]]]>
    >>> rk.split_where([3, 1], [True])
    Traceback (most recent call last):
        ...
    ValueError: condition must have one item for each of the 2 values, got 1
    >>> rk.split_where(rt, [[False], [], [True, False]])
    Traceback (most recent call last):
        ...
    ValueError: condition must have one item for each value, or one less in every row that has \
values, got 1 for the 5 values of row 0 of values
    """
    x = as_tensor(values, name="values")
    n = _count_of(x)
    if callable(condition):
        condition = condition(x)
    x, holds = operands(x, condition, names="values condition")
    if holds.ndim > 1 and x.ndim > 1:
        return split_rows(x, holds, "values")
    if holds.ndim != 1:
        way_out = "use the flat values of both: rt.flat_values"
        way_out = way_out if isinstance(holds, RaggedTensor) else ""
        raise ValueError(broken_rule("condition", "be a vector of bools", condition, way_out))
    if holds.shape[0] != n:
        rule = f"have one item for each of the {n} values"
        raise ValueError(broken_rule("condition", rule, holds.shape[0]))
    if holds.dtype.kind != "b" and n:
        raise TypeError(broken_rule("condition", "be made of bools", holds.dtype))
    begins = holds.astype(bool)  # a copy
    # The first row starts at the first value, whatever its condition.
    begins[:1] = True
    return _cut_at(x, array_namespace(begins).flatnonzero(begins), n)


def _count_of(x: Any) -> int:
    """Return the number of values along axis 0."""
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", x.tolist()))
    return len(x)


def _cut_at(x: Any, starts: Array, n: int) -> RaggedTensor:
    """Split ``n`` values at these starts; the first start is 0 if there are values."""
    xp = array_namespace(starts)
    splits = xp.zeros(starts.shape[0] + 1, dtype=splits_dtype(x))
    splits[:-1] = starts
    splits[-1:] = n
    return rewrap((RowPartition._of_splits(splits),), x)  # xp is Any


def _equal(x: Array, wanted: Array) -> Array:
    xp = array_namespace(x)
    if is_text(x.dtype) != is_text(wanted.dtype):
        return xp.zeros(x.shape, dtype=bool)  # xp is Any
    found: Array = equal(x, wanted).astype(bool, copy=False)
    return found
