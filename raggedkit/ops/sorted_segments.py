"""Rows that name the segment they belong to, in ascending order, and so how many there are."""

from __future__ import annotations

from typing import Any

from raggedkit.ops.meeting import (
    ascending_ids,
    averaged_segments,
    few_segments,
    reduced_segments,
)
from raggedkit.ops.reduction_table import MAX, MIN, PROD, SUM

__all__ = ["segment_max", "segment_mean", "segment_min", "segment_prod", "segment_sum"]


def segment_sum(data: Any, segment_ids: Any) -> Any:
    """Return for each segment the sum of the rows that belong to it; 0 where none does.

    Parameters
    ----------
    data
        ``[n, ...]``: numbers, ragged or dense.
    segment_ids
        ``int[n]``, ascending, none negative. The last says how many segments there are.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``, ragged where the rows are; a segment without rows is then
        an empty row.

    Raises
    ------
    TypeError
        If ``data`` holds no numbers.
    ValueError
        If ``segment_ids`` is no vector of integers, one for each row; decreases, or is negative.

    See Also
    --------
    unsorted_segment_sum : ids in any order.

    Notes
    -----
    After ``tf.math.segment_sum``, which takes dense tensors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.segment_sum([1, 2, 3, 4], [0, 0, 2, 2])
    array([3, 0, 7])
    >>> rk.segment_sum(rk.ragged.constant([[1, 2], [3], []]), [0, 0, 2])
    <RaggedTensor [[4, 2], [], []]>
    >>> rk.segment_sum([1, 2, 3], [0, 2, 1])
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must not decrease, got segment_ids[1:3] = [2, 1]; or use \
unsorted_segment_*
    """
    few = few_segments(SUM, data, segment_ids)
    if few is not None:
        return few
    return reduced_segments(SUM, data, *ascending_ids(data, segment_ids), ascending=True)


def segment_prod(data: Any, segment_ids: Any) -> Any:
    """Return for each segment the product of the rows that belong to it; 1 where none does.

    Parameters
    ----------
    data, segment_ids
        As in `segment_sum`.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``.

    Raises
    ------
    TypeError, ValueError
        As `segment_sum`.

    Notes
    -----
    After ``tf.math.segment_prod``, which takes dense tensors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.segment_prod([2, 3, 4, 5], [0, 0, 2, 2])
    array([ 6,  1, 20])
    >>> rk.segment_prod([2, 3], [0])
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must have one number for each of the 2 rows, got 1
    """
    few = few_segments(PROD, data, segment_ids)
    if few is not None:
        return few
    return reduced_segments(PROD, data, *ascending_ids(data, segment_ids), ascending=True)


def segment_max(data: Any, segment_ids: Any) -> Any:
    """Return for each segment the largest in the rows that belong to it; 0 where none does.

    Parameters
    ----------
    data, segment_ids
        As in `segment_sum`.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``.

    Raises
    ------
    TypeError, ValueError
        As `segment_sum`.

    Notes
    -----
    After ``tf.math.segment_max``, which takes dense tensors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.segment_max([2, 3, -4, -5], [0, 0, 2, 2])
    array([ 3,  0, -4])
    >>> rk.segment_max([2, 3], [-1, 0])
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must not be negative, got segment_ids[0] = -1
    """
    return reduced_segments(MAX, data, *ascending_ids(data, segment_ids), ascending=True, empty=0)


def segment_min(data: Any, segment_ids: Any) -> Any:
    """Return for each segment the smallest in the rows that belong to it; 0 where none does.

    Parameters
    ----------
    data, segment_ids
        As in `segment_sum`.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``.

    Raises
    ------
    TypeError, ValueError
        As `segment_sum`.

    Notes
    -----
    After ``tf.math.segment_min``, which takes dense tensors only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.segment_min([2, 3, 4, 5], [0, 0, 2, 2])
    array([2, 0, 4])
    >>> rk.segment_min([2, 3], [[0, 1]])
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must be a vector, got [[0, 1]]
    """
    return reduced_segments(MIN, data, *ascending_ids(data, segment_ids), ascending=True, empty=0)


def segment_mean(data: Any, segment_ids: Any) -> Any:
    """Return for each segment the mean of the rows that belong to it, floats; 0 where none does.

    Parameters
    ----------
    data, segment_ids
        As in `segment_sum`.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``; dtypes as in `reduce_mean`.

    Raises
    ------
    TypeError, ValueError
        As `segment_sum`.

    Notes
    -----
    After ``tf.math.segment_mean``, which takes dense tensors only, and divides integers downwards.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.segment_mean([2, 3, 4, 5], [0, 0, 2, 2])
    array([2.5, 0. , 4.5])
    >>> rk.segment_mean([2, 3], [1, 0])
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must not decrease, got segment_ids[0:2] = [1, 0]; or use \
unsorted_segment_*
    """
    return averaged_segments(data, *ascending_ids(data, segment_ids), root=False)
