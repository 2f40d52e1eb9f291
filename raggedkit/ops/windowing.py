"""Sliding windows over the values of each row."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import as_int
from raggedkit._depth import check_axes
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._overloads import same_kind_as_values
from raggedkit._plan.operands import flat_of
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import array_namespace, host_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["windows"]

_LARGEST = 1 << 48  # larger sizes are equivalent: nothing of this size fits memory


@same_kind_as_values
def windows(values: TensorLike, size: SupportsIndex, step: SupportsIndex = 1) -> Tensor:
    """Return all windows of ``size`` adjacent values in each row; a shorter row has none.

    Parameters
    ----------
    values
        ``[..., (d1), ...]``, ragged: windows move along the last partitioned axis. Or a dense
        array: windows move along axis 0.
    size
        The number of values in a window.
    step
        The distance from one window to the next.

    Returns
    -------
    RaggedTensor or array
        ``[..., (nwindows), size, ...]``, with a new axis of that size after the axis of the
        windows. Values at the end of a row that do not fill a window are dropped.

    Raises
    ------
    TypeError
        If ``size`` or ``step`` is not an integer.
    ValueError
        If one of them is not positive.

    Notes
    -----
    The counterpart of ``tf.signal.frame`` and `numpy.lib.stride_tricks.sliding_window_view`, which
    take dense arrays only.

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
    x = as_tensor(values, name="values")
    width, step = _positive(size, "size"), _positive(step, "step")
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", values))
    check_axes(x.ndim + 1, "values")
    xp = array_namespace(flat_of(x))
    if not isinstance(x, RaggedTensor):
        starts = xp.arange(0, max(len(x) - width + 1, 0), min(step, len(x) + 1))
        return _windows_at(x, starts, width)
    part = x._parts[-1]
    lengths = part._get_lengths()
    beyond = part._get_longest() + 1  # clamp: larger sizes and steps are equivalent
    stride = min(step, beyond)
    counts = xp.maximum((lengths - min(width, beyond)) // stride + 1, 0)
    if part._uniform is None:
        cut = RowPartition._of_lengths(counts)
    else:
        # From the declared length, since a tensor without rows declares one too.
        count = max((part._uniform - width) // step + 1, 0)  # also where there are no rows
        cut = RowPartition._of_uniform(count, part._nrows, part._dtype, part._xp)
    # The first position of every window; windows never cross a row boundary because the counts are
    # computed per row.
    starts = _splits.ranges(part._get_splits()[:-1], counts, stride)
    return RaggedTensor._make(_windows_at(x._flat, starts, width), (*x._parts[:-1], cut))


def _windows_at(flat: Array, starts: Array, width: int) -> Array:
    if not starts.shape[0]:
        return flat[:0].reshape(0, width, *flat.shape[1:])
    xp = array_namespace(flat)
    within, many = xp.arange(width), max(_BLOCK // width, 1)
    if starts.shape[0] <= 2 * many or xp is not host_namespace:
        at = (starts[:, None] + within).reshape(-1)
        return _gather.take(flat, at).reshape(starts.shape[0], width, *flat.shape[1:])
    out: Array = xp.empty((starts.shape[0], width, *flat.shape[1:]), dtype=flat.dtype)
    for a in range(0, starts.shape[0], many):  # positions of one block at a time, to bound memory
        some = starts[a : a + many, None] + within
        out[a : a + many] = _gather.take(flat, some.reshape(-1)).reshape(out[a : a + many].shape)
    return out


def _positive(value: Any, name: str) -> int:
    n = as_int(value, name)
    if n < 1:
        raise ValueError(broken_rule(name, "be positive", n))
    if n > _LARGEST:
        raise ValueError(broken_rule(name, f"be at most {_LARGEST}", n))
    return n
