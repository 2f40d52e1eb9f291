"""Splitting of a tensor into several parts: `split`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, overload

from raggedkit._arguments import array_of, as_axis, as_int
from raggedkit._engines.inputs import as_tensor
from raggedkit._plan.operands import rank_of
from raggedkit._typing import Array, ArrayLike, TensorLike
from raggedkit._xp import INTEGERS, is_array
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["split"]


@overload
def split(
    value: RaggedTensor,
    num_or_size_splits: ArrayLike,
    axis: SupportsIndex = 0,
    num: int | None = None,
    *name: object,
) -> list[RaggedTensor]: ...


@overload
def split(
    value: TensorLike,
    num_or_size_splits: ArrayLike,
    axis: SupportsIndex = 0,
    num: int | None = None,
    *name: object,
) -> list[RaggedTensor] | list[Array]: ...


def split(
    value: TensorLike,
    num_or_size_splits: ArrayLike,
    axis: SupportsIndex = 0,
    num: int | None = None,
    *name: object,
) -> list[RaggedTensor] | list[Array]:
    """Return a list of the parts of a tensor, split along an axis.

    Parameters
    ----------
    value
        Dense or ragged.
    num_or_size_splits
        The number of equal parts, or a list of their sizes.
    axis
        The axis to split; it must not be ragged.
    num
        The expected number of sizes, checked if given.
    *name
        TensorFlow's fifth argument, ignored.

    Returns
    -------
    list
        One tensor for each part, ragged if ``value`` is.

    Raises
    ------
    TypeError
        If ``num_or_size_splits`` is neither an integer nor a list of them.
    ValueError
        If the axis is ragged, or the sizes do not sum to its size.
    RaggedIndexError
        If there is no such axis.

    Notes
    -----
    Empty rows stay in their part. After TensorFlow's ``tf.split``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1], [], [2, 3], [4]])
    >>> rk.split(rt, 2)
    [<RaggedTensor [[1], []]>, <RaggedTensor [[2, 3], [4]]>]
    >>> rk.split(rt, [1, 3])
    [<RaggedTensor [[1]]>, <RaggedTensor [[], [2, 3], [4]]>]
    >>> rk.split(rt, 3)
    Traceback (most recent call last):
        ...
    ValueError: num_or_size_splits must divide the 4 items of axis 0, got 3
    """
    value = as_tensor(value, name="value")
    if len(name) > 1:
        raise TypeError(broken_rule("split", "be given four arguments", 4 + len(name)))
    single = _single(num_or_size_splits)
    if single == 1 and isinstance(value, RaggedTensor):
        return [value]
    at = as_axis(axis, rank_of(value))
    size = _size_of(value, at)
    if single is not None:
        if single < 1:
            raise ValueError(broken_rule("num_or_size_splits", "be at least 1", single))
        if size % single:
            rule = f"divide the {size} items of axis {at}"
            raise ValueError(broken_rule("num_or_size_splits", rule, single))
        sizes = [size // single] * single
    else:
        sizes = _sizes(num_or_size_splits, size, at, num)
    parts, start = [], 0
    for n in sizes:
        key = slice(start, start + n)
        # Slices of rows are views, and slices of inner axes keep declared sizes.
        parts.append(value[(slice(None),) * at + (key,)])
        start += n
    return parts


def _single(num: Any) -> int | None:
    """Return one number as an int, None for a list of them."""
    if isinstance(num, Sequence) and not isinstance(num, str):
        return None
    if is_array(num) and num.ndim:
        return None
    return as_int(num, "num_or_size_splits", "be an integer or a list of integers")


def _size_of(value: Any, axis: int) -> int:
    if not isinstance(value, RaggedTensor):
        return int(value.shape[axis])
    size = value.shape.as_list()[axis]
    if size is None:
        raise ValueError(broken_rule("axis", "not be ragged", axis, f"the shape is {value.shape}"))
    return int(size)


def _sizes(sizes: Any, size: int, axis: int, num: int | None) -> list[int]:
    array = array_of(sizes, "num_or_size_splits", "be an integer or a list of integers")
    if array.ndim != 1 or (array.size and array.dtype.kind not in INTEGERS):
        rule = "be an integer or a list of integers"
        raise TypeError(broken_rule("num_or_size_splits", rule, sizes))
    counts = [int(n) for n in array.tolist()]
    if num is not None and as_int(num, "num") != len(counts):
        raise ValueError(broken_rule("num", f"be the number of sizes, {len(counts)}", num))
    if any(n < 0 for n in counts):
        raise ValueError(broken_rule("num_or_size_splits", "not be negative", counts))
    if sum(counts) != size:
        rule = f"add up to the {size} items of axis {axis}"
        raise ValueError(broken_rule("num_or_size_splits", rule, counts))
    return counts
