"""Segment reductions: ``segment_*`` for ascending ids, ``unsorted_segment_*`` for any ids."""

from __future__ import annotations

from typing import SupportsIndex, overload

from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.reductions import MAX, MIN, PROD, SUM
from raggedkit._engines.segments import (
    ascending_ids,
    averaged_segments,
    plain_segments,
    reduced_segments,
)
from raggedkit._typing import Tensor, TensorLike, TensorT

__all__ = [
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
]


def unsorted_segment_sum(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the sum of the items of each segment.

    A segment without items gives 0, or an empty row.

    Parameters
    ----------
    data
        ``[n, ...]``: numbers, ragged or dense.
    segment_ids
        Integers below ``num_segments``, in the shape of the first axes of ``data``: ``int[n]``
        assigns each row to a segment; a ragged tensor assigns each value.
    num_segments
        The number of segments: the size of the first axis of the result.

    Returns
    -------
    array or RaggedTensor
        ``[num_segments, ...]``, ragged if the combined rows are ragged.

    Raises
    ------
    TypeError
        If ``data`` does not contain numbers.
    ValueError
        If ``segment_ids`` are not integers, are too large, or do not have the shape of the first
        axes of ``data``; or if an id is negative and the rows are ragged (dense items with a
        negative id are ignored).

    Notes
    -----
    After ``tf.math.unsorted_segment_sum``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4], [], [5, 6]])
    >>> rk.unsorted_segment_sum(rt, [0, 2, 2, 0], 3)
    <RaggedTensor [[6, 8, 3], [], [4]]>
    >>> rk.unsorted_segment_sum([1, 2, 3, 4], [2, 0, 2, -1], num_segments=4)
    array([2, 0, 4, 0])
    >>> rk.unsorted_segment_sum(rt, rk.ragged.constant([[0, 0, 1], [2], [], [1, 0]]), 3)
    array([9, 8, 4])
    >>> rk.unsorted_segment_sum(rt, [0, 1, 2, 3], 3)
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must be below num_segments = 3, got segment_ids[3] = 3
    """
    return reduced_segments(SUM, data, segment_ids, num_segments)


@sections_from(unsorted_segment_sum)
def unsorted_segment_prod(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the product of the items of each segment.

    A segment without items gives 1, or an empty row.

    Notes
    -----
    After ``tf.math.unsorted_segment_prod``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4], [], [5, 6]])
    >>> rk.unsorted_segment_prod(rt, [0, 2, 2, 0], 3)
    <RaggedTensor [[5, 12, 3], [], [4]]>
    >>> rk.unsorted_segment_prod([5, 7], [0, 0], 2)
    array([35,  1])
    >>> rk.unsorted_segment_prod([5, 7], [0.0, 0.0], 2)
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must be integers, got dtype('float64')
    """
    return reduced_segments(PROD, data, segment_ids, num_segments)


@sections_from(unsorted_segment_sum)
def unsorted_segment_max(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the largest item of each segment.

    A segment without items gives the lowest finite number, or an empty row.

    Notes
    -----
    After ``tf.math.unsorted_segment_max``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4], [], [5, 0]])
    >>> rk.unsorted_segment_max(rt, [0, 2, 2, 0], 3)
    <RaggedTensor [[5, 2, 3], [], [4]]>
    >>> rk.unsorted_segment_max([5, 7], [0, 0], 2)
    array([                   7, -9223372036854775808])
    >>> rk.unsorted_segment_max([5, 7], [0, 0, 1], 2)
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must have the leading sizes of the shape of data, (2,), got (3,)
    """
    return reduced_segments(MAX, data, segment_ids, num_segments)


@sections_from(unsorted_segment_sum)
def unsorted_segment_min(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the smallest item of each segment.

    A segment without items gives the highest finite number, or an empty row.

    Notes
    -----
    After ``tf.math.unsorted_segment_min``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4], [], [5, 0]])
    >>> rk.unsorted_segment_min(rt, [0, 2, 2, 0], 3)
    <RaggedTensor [[1, 0, 3], [], [4]]>
    >>> rk.unsorted_segment_min([5, 7], [0, 0], 2)
    array([                  5, 9223372036854775807])
    >>> rk.unsorted_segment_min(["a"], [0], 1)
    Traceback (most recent call last):
        ...
    TypeError: data must contain numbers or bools, got dtype('<U1')
    """
    return reduced_segments(MIN, data, segment_ids, num_segments)


@sections_from(unsorted_segment_sum)
def unsorted_segment_mean(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the mean of the items of each segment, as floats.

    A segment without items gives an empty row; 0 if ``data`` is dense, NaN if the ids are ragged.

    Returns
    -------
    array or RaggedTensor
        ``[num_segments, ...]``. Integers of up to 16 bits give float32,
        wider integers and bools float64.

    Notes
    -----
    After ``tf.math.unsorted_segment_mean``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4], [], [5, 0]])
    >>> rk.unsorted_segment_mean(rt, [0, 2, 2, 0], 3)
    <RaggedTensor [[3.0, 1.0, 3.0], [], [4.0]]>
    >>> rk.unsorted_segment_mean([5, 8], [0, 0], 2)
    array([6.5, 0. ])
    >>> rk.unsorted_segment_mean(rt, [0, -1, 2, 0], 3)
    Traceback (most recent call last):
        ...
    ValueError: segment_ids must not be negative where rows are ragged, got segment_ids[1] = -1
    """
    return averaged_segments(data, segment_ids, num_segments, root=False)


@sections_from(unsorted_segment_sum)
def unsorted_segment_sqrt_n(
    data: TensorLike, segment_ids: TensorLike, num_segments: SupportsIndex
) -> Tensor:
    """Return the sum of the items of each segment divided by the square root of their count.

    A segment without items gives an empty row; 0 if ``data`` is dense, NaN if the ids are ragged.

    Returns
    -------
    array or RaggedTensor
        ``[num_segments, ...]``, floats.

    Notes
    -----
    After ``tf.math.unsorted_segment_sqrt_n``, which takes floats only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1.0, 2.0], [2.0], [], [3.0], [4.0]])
    >>> rk.unsorted_segment_sqrt_n(rt, [0, 0, 1, 0, 0], 2)
    <RaggedTensor [[5.0, 2.0], []]>
    >>> rk.unsorted_segment_sqrt_n([3.0, 1.0, 1.0, 1.0], [0, 0, 0, 0], 2)
    array([3., 0.])
    >>> rk.unsorted_segment_sqrt_n([3.0], [0], -1)
    Traceback (most recent call last):
        ...
    ValueError: num_segments must not be negative, got -1
    """
    return averaged_segments(data, segment_ids, num_segments, root=True)


@overload
def segment_sum(data: TensorT, segment_ids: TensorLike) -> TensorT: ...


@overload
def segment_sum(data: TensorLike, segment_ids: TensorLike) -> Tensor: ...


def segment_sum(data: TensorLike, segment_ids: TensorLike) -> Tensor:
    """Return the sum of the rows of each segment; 0 for a segment without rows.

    Parameters
    ----------
    data
        ``[n, ...]``: numbers, ragged or dense.
    segment_ids
        ``int[n]``, ascending, not negative. The number of segments is the last one plus 1.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``, ragged if ``data`` is; a segment without rows is then an
        empty row.

    Raises
    ------
    TypeError
        If ``data`` does not contain numbers.
    ValueError
        If ``segment_ids`` is not a vector with one integer for each row, decreases, or is
        negative.

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
    few = plain_segments(SUM, data, segment_ids)
    if few is not None:
        return few
    return reduced_segments(SUM, data, *ascending_ids(data, segment_ids), ascending=True)


@signature_from(segment_sum)
def segment_prod(data: TensorLike, segment_ids: TensorLike) -> Tensor:
    """Return the product of the rows of each segment; 1 for a segment without rows.

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
    few = plain_segments(PROD, data, segment_ids)
    if few is not None:
        return few
    return reduced_segments(PROD, data, *ascending_ids(data, segment_ids), ascending=True)


@signature_from(segment_sum)
def segment_max(data: TensorLike, segment_ids: TensorLike) -> Tensor:
    """Return the largest values in the rows of each segment; 0 for a segment without rows.

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


@signature_from(segment_sum)
def segment_min(data: TensorLike, segment_ids: TensorLike) -> Tensor:
    """Return the smallest values in the rows of each segment; 0 for a segment without rows.

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


@signature_from(segment_sum)
def segment_mean(data: TensorLike, segment_ids: TensorLike) -> Tensor:
    """Return the mean of the rows of each segment, as floats; 0 for a segment without rows.

    Returns
    -------
    array or RaggedTensor
        ``[segment_ids[-1] + 1, ...]``. Integers of up to 16 bits give float32,
        wider integers and bools float64.

    Notes
    -----
    After ``tf.math.segment_mean``, which takes dense tensors only and rounds integer means down.

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
