"""Padding and clipping of rows: ``to_tensor``, ``pad_to``, ``clip_to`` and masks."""

from __future__ import annotations

import math
import warnings
from typing import Any, SupportsIndex

from raggedkit._arguments import as_axis, as_count, check_room, is_word
from raggedkit._caller import level_of_caller
from raggedkit._engines.inputs import ragged_operand
from raggedkit._engines.rows import taken_rows
from raggedkit._engines.shortcuts import padded_at_once
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._options import get_options
from raggedkit._plan.fills import default_of
from raggedkit._plan.operands import rewrap
from raggedkit._typing import Array, ArrayLike, DType, Scalar, TensorLike
from raggedkit._xp import (
    INT64,
    INTEGERS,
    array_namespace,
    is_array,
)
from raggedkit.encodings import LARGEST, index_vector
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.shape import TensorShape
from raggedkit.tensor import RaggedTensor

__all__ = ["check_side", "clip_to", "cut_rows", "mask", "pad_to", "to_tensor"]


_SIDES = ("right", "left")


def to_tensor(
    rt: RaggedTensor,
    default_value: Any = None,
    shape: Any = None,
    *,
    width: Any = None,
    side: str = "right",
    truncate: str = "right",
) -> Array:
    """Return a dense array: short rows are padded, long rows are truncated."""
    check_side(side, "side")
    check_side(truncate, "truncate")
    if default_value is shape is width is None and side == "right":
        padded = padded_at_once(rt)
        if padded is not None:
            return padded
    sizes = _target_shape(rt, shape if width is None else _shape_of_width(rt, shape, width))
    depth = len(rt._parts)
    inner_shape = rt._flat.shape[1:]
    fill, dtype = default_of(default_value, rt._flat)
    held = rt._flat.shape[0]
    for part in reversed(rt._parts):
        if part._nvals != held:  # splits made with validate=False may be invalid
            way_out = "the rows must use up the values"
            raise ValueError(broken_rule("values", f"have {part._nvals} items", held, way_out))
        held = part._nrows
    named = "width" if width is not None else "shape" if shape is not None else "rt"
    check_room(sizes, dtype.itemsize, named, sizes if width is None else width)
    nbytes = math.prod(sizes) * dtype.itemsize
    if nbytes >= get_options().dense_limit:
        _warn_of_size(rt, sizes, dtype, nbytes)
    # pad from the innermost partition outwards: each padded row is one item of the next partition
    dense, mine = rt._flat, False
    if tuple(sizes[depth + 1 :]) != inner_shape:
        rule = f"keep the inner dimensions {inner_shape}"
        raise ValueError(broken_rule("shape", rule, tuple(sizes[depth + 1 :])))
    for level in range(depth - 1, -1, -1):
        part, size = rt._parts[level], sizes[level + 1]
        lengths = part._get_lengths()
        splits: Array | None = part._get_splits()
        # A declared length needs no padding, so a reshape without a copy is enough.
        if part._uniform == size:
            dense = dense.reshape(part._nrows, size, *dense.shape[1:])
            continue
        if part._get_longest() > size:
            starts, lengths = cut_rows(part, size, truncate)
            dense = _gather.take_ranges(dense, starts, lengths)
            splits = None
        padded = _gather.pad(dense, lengths, size, fill, dtype, side == "left", splits)
        dense, mine = padded, True
    if sizes[0] != dense.shape[0]:
        dense, mine = _resized(dense, tuple(sizes), fill, dtype), True
    # Without padding the array is a view of the values, which the caller must not get writable.
    return dense.astype(dtype, copy=not mine)


def _warn_of_size(rt: RaggedTensor, sizes: list[int], dtype: DType, nbytes: int) -> None:
    """Warn about the size of a dense tensor, and name the alternatives."""
    count = math.prod(sizes)
    share = 100 * rt._flat.size / count if count else 100
    text = (
        f"to_tensor makes {count:,} cells of {dtype}, {nbytes / 1e9:,.1f} GB, of shape {sizes}; "
        f"{share:.2g} % of them hold a value. width=... cuts rows, rt.to_sparse() keeps the "
        "values alone, raggedkit.options(dense_limit=...) moves the limit of this warning"
    )
    warnings.warn(text, UserWarning, stacklevel=level_of_caller())


def check_side(side: Any, name: str) -> None:
    """Raise unless a side is one of the two."""
    if not is_word(side, _SIDES):
        raise ValueError(broken_rule(name, "be 'right' or 'left'", side))


def cut_rows(part: RowPartition, width: Any, truncate: str) -> tuple[Array, Array]:
    """Return starts and lengths of rows truncated to at most ``width`` items."""
    starts, lengths = part._get_splits()[:-1], part._get_lengths()
    short = part._xp.minimum(lengths, width)
    return (starts + (lengths - short) if truncate == "left" else starts), short


def _shape_of_width(rt: RaggedTensor, shape: Any, width: Any) -> list[int | None]:
    """Return the requested width of each partitioned axis, from axis 1 on."""
    if shape is not None:
        raise ValueError("width must not be given together with shape; both set the width")
    widths = list(width) if isinstance(width, list | tuple) else [width]
    if len(widths) > len(rt._parts):
        rule = f"have a number for each of the {len(rt._parts)} partitioned axes at most"
        raise ValueError(broken_rule("width", rule, width))
    sizes: list[int | None] = [None] * rt.ndim
    for axis, n in enumerate(widths, start=1):
        if n is not None:
            sizes[axis] = as_count(n, "width")
    return sizes


def _target_shape(rt: RaggedTensor, shape: Any) -> list[int]:
    bounds = [
        rt._parts[0]._nrows,
        *[p._get_longest() if p._uniform is None else p._uniform for p in rt._parts],
        *rt._flat.shape[1:],
    ]
    if shape is None:
        return bounds
    if is_array(shape):
        if shape.ndim == 0 and int(shape) == -1:
            return bounds
        if shape.ndim != 1 or shape.dtype.kind not in INTEGERS:
            raise ValueError(broken_rule("shape", "be a list of sizes", shape))
        shape = [None if n < 0 else n for n in shape.tolist()]
    elif isinstance(shape, list | tuple):
        sizes = [n.item() if hasattr(n, "item") else n for n in shape]
        shape = [None if isinstance(n, int) and n == -1 else n for n in sizes]
    try:
        dims = TensorShape(shape)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("dims", "shape", 1)) from None
    if dims.rank is None:
        return bounds
    if dims.rank != rt.ndim:
        raise ValueError(
            broken_rule("shape", f"have {rt.ndim} sizes, one per axis", dims.as_list())
        )
    return [b if n is None else n for n, b in zip(dims.as_list(), bounds, strict=True)]


def _resized(dense: Array, shape: tuple[int, ...], fill: Any, dtype: DType) -> Array:
    """Truncate or pad every dimension at its end."""
    xp = array_namespace(dense)
    out: Array = xp.zeros(shape, dtype=dtype)
    if fill is not None:
        out[...] = fill
    both = tuple(slice(0, min(a, b)) for a, b in zip(shape, dense.shape, strict=True))
    out[both] = dense[both]
    return out


def mask(rt: TensorLike, *, width: ArrayLike | None = None, side: str = "right") -> Array:
    """Return a dense array of bools that is False where ``rt.to_tensor`` pads.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        The width of the result, as in `RaggedTensor.to_tensor`; by default the longest length.
    side
        The side that is padded, ``"right"`` or ``"left"``.

    Returns
    -------
    array
        ``bool[nrows, width]``, with one more axis for each further partitioned axis.

    Raises
    ------
    ValueError
        If ``side`` is any other value, or a width is negative.

    Notes
    -----
    The result for an empty row is all False.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[9, 8, 7], [], [6, 5]])
    >>> rt.mask()
    array([[ True,  True,  True],
           [False, False, False],
           [ True,  True, False]])
    >>> rt.to_tensor(side="left")[rt.mask(side="left")]
    array([9, 8, 7, 6, 5])
    >>> rt.mask(side="top")
    Traceback (most recent call last):
        ...
    ValueError: side must be 'right' or 'left', got 'top'
    """
    rt = ragged_operand(rt)
    # Padding a tensor of True with False follows every rule of to_tensor, at either side.
    there = array_namespace(rt._flat).ones(rt._flat.shape[0], dtype=bool)
    return to_tensor(RaggedTensor._make(there, rt._parts), width=width, side=side)


def pad_to(
    rt: TensorLike,
    width: ArrayLike,
    default_value: Scalar = None,
    *,
    axis: SupportsIndex = 1,
    side: str = "right",
) -> RaggedTensor:
    """Return a ragged tensor whose rows have at least ``width`` items: short rows are padded.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        The smallest length, one number for all rows or one for each row of the axis.
    default_value
        The padding value; by default zero, False, an empty string or NaT, or empty rows if the
        items are rows.
    axis
        The axis of the rows; a partitioned one.
    side
        The side that is padded, ``"right"`` or ``"left"``.

    Returns
    -------
    RaggedTensor
        Of the same number of rows. The axis stays ragged.

    Raises
    ------
    TypeError
        If ``default_value`` does not fit the dtype.
    ValueError
        If a width is negative or there is not one for each row, or ``side`` is any other value.

    See Also
    --------
    clip_to : the counterpart, which shortens long rows.
    RaggedTensor.to_tensor : pads all rows to one length and returns an array.

    Notes
    -----
    An empty row becomes a row of ``width`` padding values.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [], [4]])
    >>> rk.pad_to(rt, 2)
    <RaggedTensor [[1, 2, 3], [0, 0], [4, 0]]>
    >>> rk.pad_to(rt, 2, -1, side="left")
    <RaggedTensor [[1, 2, 3], [-1, -1], [-1, 4]]>
    >>> rk.pad_to(rt, -1)
    Traceback (most recent call last):
        ...
    ValueError: width must not be negative, got -1
    """
    check_side(side, "side")
    rt = ragged_operand(rt)
    at, part = _rows_of_axis(rt, axis)
    lengths, least = part._get_lengths(), _widths(width, part)
    if isinstance(least, int) and least * part._nrows > _splits.MOST:
        raise ValueError(broken_rule("width", "make rows that fit memory", least))
    if isinstance(least, int) and part._uniform is not None:
        longer = max(part._uniform, least)
        cut = RowPartition._of_uniform(longer, part._nrows, part._dtype, part._xp)
    else:
        # int32 lengths may not represent the wanted width.
        padded = part._xp.maximum(lengths.astype(INT64, copy=False), least)
        _splits.check_sum(padded, "width")
        dtype = part._dtype if int(padded.sum()) <= LARGEST[part._dtype] else INT64
        cut = RowPartition._of_lengths(padded.astype(dtype, copy=False))
    places = cut.offsets_in_rows()
    if side == "left":
        there = places >= _splits.repeat(cut._get_lengths() - lengths, cut._get_lengths())
    else:
        there = places < _splits.repeat(lengths, cut._get_lengths())
    outer = (*rt._parts[: at - 1], cut)
    if at < len(rt._parts):
        if default_value is not None and not _is_empty_list(default_value):
            raise ValueError(broken_rule("default_value", "be [], an empty row", default_value))
        inner = rt._parts[at]
        # Padding with rows adds empty rows: only the partition changes, the values are shared.
        counts = part._xp.zeros(cut._nvals, dtype=inner._dtype)
        counts[there] = inner._get_lengths()
        kept = RowPartition._of_lengths(counts)
        parts = (*outer, kept, *rt._parts[at + 1 :])
        padded_rows: RaggedTensor = rewrap(parts, rt._flat)
        return padded_rows
    fill, dtype = default_of(default_value, rt._flat)
    xp = array_namespace(rt._flat)
    flat = xp.zeros((cut._nvals, *rt._flat.shape[1:]), dtype=dtype)
    if fill is not None:
        flat[...] = fill
    flat[there] = rt._flat
    result: RaggedTensor = rewrap(outer, flat)
    return result


def clip_to(
    rt: TensorLike, width: ArrayLike, *, axis: SupportsIndex = 1, truncate: str = "right"
) -> RaggedTensor:
    """Return a ragged tensor whose rows have at most ``width`` items: long rows are truncated.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        The largest length, one number for all rows or one for each row of the axis.
    axis
        The axis of the rows; a partitioned one.
    truncate
        The side that is truncated, ``"right"`` or ``"left"``.

    Returns
    -------
    RaggedTensor
        Of the same number of rows. The axis stays ragged.

    Raises
    ------
    ValueError
        If a width is negative or there is not one for each row, or ``truncate`` is any other value.

    See Also
    --------
    pad_to : the counterpart, which lengthens short rows.

    Notes
    -----
    An empty row stays empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [], [4]])
    >>> rk.clip_to(rt, 2)
    <RaggedTensor [[1, 2], [], [4]]>
    >>> rk.clip_to(rt, 2, truncate="left")
    <RaggedTensor [[2, 3], [], [4]]>
    >>> rk.clip_to(rt, 2, axis=0)
    Traceback (most recent call last):
        ...
    ValueError: axis must be a partitioned one, from 1 to 1, got 0
    """
    check_side(truncate, "truncate")
    rt = ragged_operand(rt)
    at, part = _rows_of_axis(rt, axis)
    most = _widths(width, part)
    # A width beyond the longest row may also exceed the dtype of the row splits.
    cut_at = min(most, part._get_longest()) if isinstance(most, int) else most
    starts, lengths = cut_rows(part, cut_at, truncate)
    if isinstance(most, int) and part._uniform is not None:
        shorter = min(part._uniform, most)
        cut = RowPartition._of_uniform(shorter, part._nrows, part._dtype, part._xp)
    else:
        cut = RowPartition._of_lengths(lengths.astype(part._dtype, copy=False))
    outer = (*rt._parts[: at - 1], cut)
    if at == len(rt._parts):
        return RaggedTensor._make(_gather.take_ranges(rt._flat, starts, lengths), outer)
    flat, inner = taken_rows(rt._flat, rt._parts[at:], _splits.ranges(starts, lengths))
    return RaggedTensor._make(flat, (*outer, *inner))


def _rows_of_axis(rt: RaggedTensor, axis: SupportsIndex) -> tuple[int, RowPartition]:
    at, depth = as_axis(axis, rt.ndim), len(rt._parts)
    if not 1 <= at <= depth:
        raise ValueError(broken_rule("axis", f"be a partitioned one, from 1 to {depth}", at))
    return at, rt._parts[at - 1]


def _widths(width: Any, part: RowPartition) -> Any:
    """Return one width as an int, or one for each row."""
    if not getattr(width, "ndim", 0) and not isinstance(width, list | tuple):
        return as_count(width, "width")
    widths = part._xp.asarray(index_vector(width, "width", None))
    if widths.shape[0] != part._nrows:
        rule = f"be one number, or one for each of the {part._nrows} rows"
        raise ValueError(broken_rule("width", rule, widths.shape[0]))
    at = _splits.first_negative(widths)
    if at >= 0:
        raise ValueError(f"width must not be negative, got width[{at}] = {int(widths[at])}")
    return widths


def _is_empty_list(x: Any) -> bool:
    return hasattr(x, "__len__") and len(x) == 0
