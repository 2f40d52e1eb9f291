"""Rows of at least or at most so many items, ragged all the same: `pad_to` and `clip_to`."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import as_axis, as_count
from raggedkit._engines.inputs import ragged_operand
from raggedkit._engines.rows import taken_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.fills import default_of
from raggedkit._plan.operands import rewrap
from raggedkit._xp import INT64, array_namespace
from raggedkit.encodings import LARGEST, index_vector
from raggedkit.errors import broken_rule
from raggedkit.ops.padding import check_side, cut_rows
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["clip_to", "pad_to"]


def pad_to(
    rt: Any,
    width: Any,
    default_value: Any = None,
    *,
    axis: SupportsIndex = 1,
    side: str = "right",
) -> RaggedTensor:
    """Return a ragged tensor whose rows have ``width`` items at least: short ones are completed.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        The least length, one number or one for each row of that axis.
    default_value
        What completes a row, by default zero, False, an empty string or NaT; where the items are
        rows themselves, empty rows.
    axis
        The axis of the rows; a partitioned one.
    side
        Where rows are completed, ``"right"`` or ``"left"``.

    Raises
    ------
    TypeError
        If ``default_value`` doesn't fit the dtype.
    ValueError
        If a width is negative or there is not one for each row, or ``side`` is another word.

    See Also
    --------
    clip_to : the same for long rows.
    RaggedTensor.to_tensor : all rows to one length, dense.

    Notes
    -----
    An empty row becomes one of ``width`` times ``default_value``.

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
    rt: Any, width: Any, *, axis: SupportsIndex = 1, truncate: str = "right"
) -> RaggedTensor:
    """Return a ragged tensor whose rows have ``width`` items at most: long ones are cut.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    width
        The greatest length, one number or one for each row of that axis.
    axis
        The axis of the rows; a partitioned one.
    truncate
        Where rows are cut, ``"right"`` or ``"left"``.

    Raises
    ------
    ValueError
        If a width is negative or there is not one for each row, or ``truncate`` is another word.

    See Also
    --------
    pad_to : the same for short rows.

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
    # What passes the longest row may pass what the row splits can count, too.
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
