"""Reversed and rolled order of items: `reverse` and `roll`."""

from __future__ import annotations

from typing import Any, overload

from raggedkit._arguments import as_axis, as_int
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.rows import take_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._overloads import same_kind_as_tensor
from raggedkit._plan.operands import axes_of, rewrap
from raggedkit._typing import ArrayLike, Axes, Tensor, TensorLike, TensorT
from raggedkit._xp import BOOL, INT64, array_namespace, as_array
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.ops.rows import items_of_rows, per_row
from raggedkit.tensor import RaggedTensor

__all__ = ["reverse", "roll"]


@same_kind_as_tensor
def reverse(tensor: TensorLike, axis: Axes, *, where: ArrayLike | None = None) -> Tensor:
    """Return a tensor with the order of items along some axes reversed.

    Parameters
    ----------
    tensor
        Dense or ragged.
    axis
        One axis or a list of them; negative ones count from the end.
    where
        ``bool[nrows]``: the rows to reverse, for a ragged tensor and ``axis=1`` only.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If ``axis`` is neither an integer nor a list of them.
    ValueError
        If ``where`` does not have one bool for each row, or ``axis`` is not 1.

    Notes
    -----
    An empty row stays empty. After TensorFlow's ``tf.reverse``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [4, 5, 6, 7], [8], []])
    >>> rk.reverse(rt, [0, 1])
    <RaggedTensor [[], [8], [7, 6, 5, 4], [3, 2, 1]]>
    >>> rk.reverse(rt, 1, where=[True, False, True, True])
    <RaggedTensor [[3, 2, 1], [4, 5, 6, 7], [8], []]>
    >>> rk.reverse(rt, [2])
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    tensor = as_tensor(tensor, name="tensor")
    axes = axes_of(axis, tensor.ndim)
    if where is not None:
        return _reversed_where(tensor, axes, where)
    if not isinstance(tensor, RaggedTensor):
        xp = array_namespace(tensor)
        return xp.flip(tensor, axis=tuple(sorted(set(axes))))
    keys = [slice(None)] * (max(axes) + 1 if axes else 0)
    for at in axes:
        keys[at] = slice(None, None, -1)
    return tensor[tuple(keys)]


def _reversed_where(tensor: Any, axes: list[int], where: Any) -> RaggedTensor:
    if not isinstance(tensor, RaggedTensor):
        raise ValueError(broken_rule("tensor", "be ragged if `where` is given", tensor))
    if axes != [1]:
        raise ValueError(broken_rule("axis", "be 1 if `where` is given", axes))
    part = tensor._parts[0]
    flags = as_array(where, part._xp)
    if not flags.size:
        flags = flags.astype(BOOL)  # of an empty list
    if flags.shape != (part._nrows,) or flags.dtype.kind != "b":
        got = f"{flags.dtype} of shape {flags.shape}"
        raise ValueError(f"where must have one bool for each of the {part._nrows} rows, got {got}")
    splits = part._get_splits()
    starts = part._xp.where(flags, splits[1:] - 1, splits[:-1])
    return items_of_rows(tensor, part, starts, part._xp.where(flags, -1, 1))


@overload
def roll(rt: TensorT, shift: ArrayLike, axis: Axes | None = None) -> TensorT: ...


@overload
def roll(rt: TensorLike, shift: ArrayLike, axis: Axes | None = None) -> Tensor: ...


def roll(rt: TensorLike, shift: ArrayLike, axis: Axes | None = None) -> Tensor:
    """Return a tensor with the items along an axis shifted; items shifted out reappear in front.

    Parameters
    ----------
    rt
        Dense or ragged.
    shift
        The number of positions, negative to shift backwards; along axis 1 also ``int[nrows]``, one
        for each row. With several axes, one for each axis.
    axis
        One axis or several; None shifts the flat values and keeps the row lengths.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    ValueError
        If there is not one shift for each row or axis.

    Notes
    -----
    An empty row stays empty. After NumPy's ``numpy.roll``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [], [4, 5]])
    >>> rk.roll(rt, 1, axis=1)
    <RaggedTensor [[3, 1, 2], [], [5, 4]]>
    >>> rk.roll(rt, [-1, 0, 1], axis=1)
    <RaggedTensor [[2, 3, 1], [], [5, 4]]>
    >>> rk.roll(rt, 1)
    <RaggedTensor [[5, 1, 2], [], [3, 4]]>
    >>> rk.roll(rt, [1, 2], axis=1)
    Traceback (most recent call last):
        ...
    ValueError: shift must be one number, or one for each of the 3 rows, got shape (2,)
    """
    rt = as_tensor(rt, name="rt")
    if not isinstance(rt, RaggedTensor):
        return _rolled_array(rt, shift, axis)
    if axis is None:
        xp = array_namespace(rt._flat)
        flat = xp.roll(rt._flat.reshape(-1), _places(shift)).reshape(rt._flat.shape)
        return RaggedTensor._make(flat, rt._parts)
    if isinstance(axis, list | tuple):
        axes = [as_axis(a, rt.ndim) for a in axis]
        shifts = [shift] * len(axes) if not hasattr(shift, "__len__") else list(shift)  # type: ignore[arg-type]
        if len(shifts) != len(axes):
            rule = f"have one number for each of the {len(axes)} axes"
            raise ValueError(broken_rule("shift", rule, shift))
        for a, by in zip(axes, shifts, strict=True):
            rt = _rolled(rt, by, a)
        return rt
    return _rolled(rt, shift, as_axis(axis, rt.ndim))


def _rolled_array(x: Any, shift: Any, axis: Any) -> Any:
    axes = axis if isinstance(axis, list | tuple) else [axis]
    shifts = shift if isinstance(shift, list | tuple) else [shift]
    if axis is None:
        return array_namespace(x).roll(x, tuple(map(_places, shifts)))
    at = tuple(as_axis(a, x.ndim) for a in axes)
    by = tuple(map(_places, shifts))
    if len(by) not in (1, len(at)) and len(at) != 1:
        rule = f"have one number for each of the {len(at)} axes"
        raise ValueError(broken_rule("shift", rule, shift))
    return array_namespace(x).roll(x, by, at)


def _places(shift: Any) -> int:
    """Return the number of positions to shift."""
    n = as_int(shift, "shift")
    if abs(n) > LARGEST[INT64]:
        raise ValueError(broken_rule("shift", "fit int64", n))
    return n


def _rolled(rt: RaggedTensor, shift: Any, axis: int) -> RaggedTensor:
    depth = len(rt._parts)
    if axis > depth:
        xp = array_namespace(rt._flat)
        return RaggedTensor._make(xp.roll(rt._flat, _places(shift), axis=axis - depth), rt._parts)
    if not axis:
        n = max(len(rt), 1)
        at = (rt._parts[0]._xp.arange(len(rt)) - _places(shift) % n) % n
        return take_rows(rt, at)
    part = rt._parts[axis - 1]
    if axis == 1:
        shift = per_row(shift, "shift", part, scalar=True)
    if axis > 1 or isinstance(shift, int):
        shift = _places(shift)
    xp, splits, lengths = part._xp, part._get_splits(), part._get_lengths()
    by = shift % xp.maximum(lengths.astype(INT64, copy=False), 1)
    by = by.astype(part._dtype, copy=False)
    # Swap two runs of each row: the run shifted over the end comes first.
    starts = xp.stack([splits[1:] - by, splits[:-1]], axis=1).reshape(-1)
    counts = xp.stack([by, lengths - by], axis=1).reshape(-1)
    inner: Any = rt._flat
    if axis < depth:
        at = _splits.ranges(starts, counts)
        inner = take_rows(RaggedTensor._make(rt._flat, rt._parts[axis:]), at)
    else:
        inner = _gather.take_ranges(rt._flat, starts, counts)
    rolled: RaggedTensor = rewrap(rt._parts[:axis], inner)
    return rolled
