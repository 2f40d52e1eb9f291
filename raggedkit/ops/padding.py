"""Rows brought to one length: `to_tensor`, and the mask of what is in it."""

from __future__ import annotations

import math
import warnings
from typing import Any

from raggedkit._arguments import as_count, check_room, is_word
from raggedkit._caller import level_of_caller
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.small import rows as _few
from raggedkit._options import get_options
from raggedkit._plan.fills import default_of
from raggedkit._typing import Array, DType
from raggedkit._xp import (
    array_namespace,
    is_array,
)
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.shape import TensorShape
from raggedkit.tensor import RaggedTensor

__all__ = ["check_side", "cut_rows", "mask", "to_tensor"]

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
    """Return a dense array, short rows completed at one side, long ones cut at one side."""
    check_side(side, "side")
    check_side(truncate, "truncate")
    if default_value is shape is width is None and side == "right":
        few = _few_padded(rt)
        if few is not None:
            return few
    sizes = _target_shape(rt, shape if width is None else _shape_of_width(rt, shape, width))
    depth = len(rt._parts)
    inner_shape = rt._flat.shape[1:]
    fill, dtype = default_of(default_value, rt._flat)
    held = rt._flat.shape[0]
    for part in reversed(rt._parts):
        if part._nvals != held:  # what validate=False let pass
            way_out = "the rows must use up the values"
            raise ValueError(broken_rule("values", f"have {part._nvals} items", held, way_out))
        held = part._nrows
    named = "width" if width is not None else "shape" if shape is not None else "rt"
    check_room(sizes, dtype.itemsize, named, sizes if width is None else width)
    nbytes = math.prod(sizes) * dtype.itemsize
    if nbytes >= get_options().dense_limit:
        _warn_of_size(rt, sizes, dtype, nbytes)
    # rows from the innermost partition outwards: each becomes a block of the next one's values
    dense, mine = rt._flat, False
    if tuple(sizes[depth + 1 :]) != inner_shape:
        rule = f"keep the inner dimensions {inner_shape}"
        raise ValueError(broken_rule("shape", rule, tuple(sizes[depth + 1 :])))
    for level in range(depth - 1, -1, -1):
        part, size = rt._parts[level], sizes[level + 1]
        lengths = part._get_lengths()
        splits: Array | None = part._get_splits()
        if part._uniform == size:
            dense = dense.reshape(part._nrows, size, *dense.shape[1:])
            continue
        if part._get_longest() > size:
            starts, lengths = cut_rows(part, size, truncate)
            dense = _gather.take_ranges(dense, starts, lengths)
            splits = None
        padded = _gather.pad(dense, lengths, size, fill, dtype, left=side == "left", splits=splits)
        dense, mine = padded, True
    if sizes[0] != dense.shape[0]:
        dense, mine = _resized(dense, tuple(sizes), fill, dtype), True
    return dense.astype(dtype, copy=not mine)


def _few_padded(rt: RaggedTensor) -> Array | None:
    """Return a few rows of numbers completed with zeros; None of all else, or where to warn."""
    part, flat = rt._parts[0], rt._flat
    if len(rt._parts) > 1 or part._uniform is not None or part._nrows > _few.FEW:
        return None
    if not _few.is_host(flat) or flat.dtype.kind not in "biufc" or part._nvals != flat.shape[0]:
        return None
    width = part._get_longest()
    size = part._nrows * width * math.prod(flat.shape[1:]) * flat.dtype.itemsize
    if size >= get_options().dense_limit:
        return None
    return _few.padded(flat, part._get_splits(), width)


def _warn_of_size(rt: RaggedTensor, sizes: list[int], dtype: DType, nbytes: int) -> None:
    """Say how large a dense tensor will be, and what else there is."""
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
    """Return where rows start and how long they are once cut to ``width`` items at most."""
    starts, lengths = part._get_splits()[:-1], part._get_lengths()
    short = part._xp.minimum(lengths, width)
    return (starts + (lengths - short) if truncate == "left" else starts), short


def _shape_of_width(rt: RaggedTensor, shape: Any, width: Any) -> list[int | None]:
    """Return the shape that says how wide the partitioned axes become, from axis 1 on."""
    if shape is not None:
        raise ValueError("width must not be given together with shape; each says how wide rows get")
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
        if shape.ndim != 1 or shape.dtype.kind not in "iu":
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
        raise ValueError(broken_rule("shape", f"have {rt.ndim} sizes, one an axis", dims.as_list()))
    return [b if n is None else n for n, b in zip(dims.as_list(), bounds, strict=True)]


def _resized(dense: Array, shape: tuple[int, ...], fill: Any, dtype: DType) -> Array:
    """Cut or complete every dimension at its end."""
    xp = array_namespace(dense)
    out: Array = xp.zeros(shape, dtype=dtype)
    if fill is not None:
        out[...] = fill
    both = tuple(slice(0, min(a, b)) for a, b in zip(shape, dense.shape, strict=True))
    out[both] = dense[both]
    return out


def mask(rt: Any, *, width: Any = None, side: str = "right") -> Array:
    """Return a dense array of bools, True where ``rt.to_tensor`` of the same arguments has values.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        How wide rows get, as in `RaggedTensor.to_tensor`; that of the longest row by default.
    side
        Where rows are completed, ``"right"`` or ``"left"``.

    Returns
    -------
    array
        ``bool[nrows, width]``, one axis more for each further partitioned one.

    Raises
    ------
    ValueError
        If ``side`` is another word, or a width is negative.

    Notes
    -----
    An empty row is all False.

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
    there = array_namespace(rt._flat).ones(rt._flat.shape[0], dtype=bool)
    return to_tensor(RaggedTensor._make(there, rt._parts), width=width, side=side)
