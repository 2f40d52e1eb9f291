"""Columns: one item of every row, with a default for short rows."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

from raggedkit._arguments import REFUSE, array_of
from raggedkit._engines.inputs import ragged_operand
from raggedkit._engines.rows import taken_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.fills import fits_inside
from raggedkit._plan.keys import is_index
from raggedkit._typing import Array, DType, Scalar, Tensor, TensorLike
from raggedkit._xp import (
    array_namespace,
    encoded_beside,
    is_text,
    promote,
    promote_numbers,
)
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["column", "items_at"]


def column(rt: TensorLike, j: SupportsIndex, *, default: Scalar = REFUSE) -> Tensor:
    """Return item ``j`` of every row.

    Parameters
    ----------
    rt
        ``[nrows, (d1), ...]``.
    j
        The position of the item; negative ones count from the end of each row.
    default
        The result for a row that is too short: a scalar, an array that broadcasts to one item, or
        an empty list if the items are rows. Without it a short row is an error.

    Returns
    -------
    array or RaggedTensor
        ``[nrows, ...]``; ragged if the items are rows.

    Raises
    ------
    RaggedIndexError
        If a row is too short and ``default`` is not given.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[0.0, 1.1, 2.2], [], [3.3]])
    >>> rt.column(1, default=-999.0)
    array([   1.1, -999. , -999. ])
    >>> rk.column([[1, 2], [3]], -1)
    array([2, 3])
    >>> rt.column(0)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: j must be in every row, got 0 where row 1 has length 0; \
give short rows a default: column(0, default=...)
    """
    if not is_index(j):
        raise TypeError(broken_rule("j", "be an integer", j))
    i = operator.index(j)
    rt = ragged_operand(rt)
    part = rt._parts[0]
    lengths = part._get_lengths()
    there = lengths > i if i >= 0 else lengths >= -i
    missing = first_true(~there)
    if missing >= 0 and default is REFUSE:
        got = f"got {i} where row {missing} has length {int(lengths[missing])}"
        raise RaggedIndexError(
            f"j must be in every row, {got}; give short rows a default: column({i}, default=...)"
        )
    splits, most = part._get_splits(), part._get_longest()
    i = min(max(i, -most - 1), most)  # clamp: beyond the longest row all positions are equivalent
    items = splits[:-1] + i if i >= 0 else splits[1:] + i
    return items_at(rt, items, there, default)


def items_at(rt: RaggedTensor, items: Array, there: Array, default: Any) -> Any:
    """Return for each row the item at ``items`` in the flat values, or the default."""
    whole = bool(there.all())
    if len(rt._parts) > 1:
        if not whole and not (hasattr(default, "__len__") and len(default) == 0):
            rule = "be [], since the items are rows"
            raise ValueError(broken_rule("default", rule, default))
        return _column_of_rows(rt, items, there)
    xp = array_namespace(rt._flat)
    if whole:
        return _gather.take(rt._flat, items)
    if type(default) is float:  # the text of a dtype, for the error, takes 4 us
        fill = xp.asarray(default)
    else:
        fill = array_of(default, "default", f"fit dtype {rt.dtype}", xp)
    fill = encoded_beside(fill, rt._flat)
    inner = rt._flat.shape[1:]
    if not fits_inside(fill.shape, inner):
        rule = f"broadcast to the shape of one value, {inner}"
        raise ValueError(broken_rule("default", rule, fill.shape))
    out = xp.empty((len(rt), *rt._flat.shape[1:]), dtype=_dtype_with(rt.dtype, fill, default))
    out[...] = fill
    out[there] = _gather.take(rt._flat, items[there])
    return out


def _dtype_with(dtype: DType, fill: Array, default: Any) -> DType:
    """Return the common dtype of values and a default; Python numbers do not widen it."""
    if is_text(dtype) != is_text(fill.dtype):
        raise TypeError(broken_rule("default", f"fit dtype {dtype}", default))
    try:
        if hasattr(default, "dtype") or is_text(dtype) or is_text(fill.dtype):
            return promote(dtype, fill.dtype)
        return promote_numbers(dtype, fill)
    except TypeError:  # times and numbers have no common dtype
        raise TypeError(broken_rule("default", f"fit dtype {dtype}", default)) from None


def _column_of_rows(rt: RaggedTensor, items: Array, there: Array) -> RaggedTensor:
    inner = rt._parts[1]
    xp = inner._xp
    safe = xp.where(there, items, 0)
    if not inner._nrows:
        lengths = xp.zeros(len(rt), dtype=inner._dtype)
    else:
        lengths = xp.where(there, inner._get_lengths().take(safe), 0)
    cut = RowPartition._of_lengths(lengths)
    starts = inner._get_splits().take(safe)
    if len(rt._parts) == 2:
        return RaggedTensor._make(_gather.take_ranges(rt._flat, starts, lengths), (cut,))
    flat, parts = taken_rows(rt._flat, rt._parts[2:], _splits.ranges(starts, lengths))
    return RaggedTensor._make(flat, (cut, *parts))
