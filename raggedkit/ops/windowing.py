"""Sliding windows over the values of each row."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import as_int
from raggedkit._kernels import gather as _gather
from raggedkit._kernels import splits as _splits
from raggedkit._typing import Array
from raggedkit._xp import array_namespace
from raggedkit.errors import broken_rule
from raggedkit.ops.convert import as_tensor
from raggedkit.ops.flat import flat_of
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["windows"]


def windows(values: Any, size: SupportsIndex, step: SupportsIndex = 1) -> Any:
    """Return all runs of ``size`` neighbours in each row; a row of fewer values has none.

    Parameters
    ----------
    values
        ``[..., (d1), ...]``, ragged: windows slide along the last partitioned axis. Or a dense
        vector or array: along axis 0.
    size
        How many values a window has.
    step
        How far from one window to the next.

    Returns
    -------
    RaggedTensor or array
        ``[..., (nwindows), size, ...]``: a new axis of that size inside the one of the windows.
        What is left at a row's end, too short for a window, is left out.

    Raises
    ------
    TypeError
        If ``size`` or ``step`` is no integer.
    ValueError
        If one of them is not positive.

    Notes
    -----
    As ``tf.signal.frame`` and `numpy.lib.stride_tricks.sliding_window_view` do it in dense arrays.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3, 4], [], [5, 6]])
    >>> rk.windows(rt, 2)
    <RaggedTensor [[[1, 2], [2, 3], [3, 4]], [], [[5, 6]]]>
    >>> rk.windows(rt, 3, step=2)
    <RaggedTensor [[[1, 2, 3]], [], []]>
    >>> rk.windows(rt, 0)
    Traceback (most recent call last):
        ...
    ValueError: size must be positive, got 0
    """
    x = as_tensor(values)
    width, stride = _positive(size, "size"), _positive(step, "step")
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", values))
    xp = array_namespace(flat_of(x))
    offsets = xp.arange(width)
    if not isinstance(x, RaggedTensor):
        starts = xp.arange(0, max(len(x) - width + 1, 0), stride)
        return _windows_at(x, starts, offsets)
    part = x._parts[-1]
    lengths = part._get_lengths()
    counts = xp.maximum((lengths - width) // stride + 1, 0)
    if part._uniform is None:
        cut = RowPartition._of_lengths(counts)
    else:
        count = max((part._uniform - width) // stride + 1, 0)
        cut = RowPartition._of_uniform(count, part._nrows, part._dtype, part._xp)
    starts = _splits.ranges(part._get_splits()[:-1], counts, stride)
    return RaggedTensor._make(_windows_at(x._flat, starts, offsets), (*x._parts[:-1], cut))


def _windows_at(flat: Array, starts: Array, offsets: Array) -> Array:
    at = (starts[:, None] + offsets).reshape(-1)
    taken = _gather.take(flat, at)
    return taken.reshape(starts.shape[0], offsets.shape[0], *flat.shape[1:])


def _positive(value: Any, name: str) -> int:
    n = as_int(value, name)
    if n < 1:
        raise ValueError(broken_rule(name, "be positive", n))
    return n
