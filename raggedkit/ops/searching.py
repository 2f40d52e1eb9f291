"""Binary search in sorted rows: `searchsorted`."""

from __future__ import annotations

from typing import Any

from raggedkit._arguments import is_word
from raggedkit._engines.inputs import operands
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._plan.operands import check_orderable, flat_of, in_rows_of, partitioned
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INT64, NUMBERS, TIMES, array_namespace, encoded_beside, is_text, promote
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["searchsorted"]


def searchsorted(sorted_sequence: TensorLike, values: TensorLike, side: str = "left") -> Tensor:
    """Return the position at which each value keeps its row sorted.

    Parameters
    ----------
    sorted_sequence
        ``[nrows, (d1)]``, ragged or dense, with ascending rows, NaN last. Or one vector for all
        rows.
    values
        A number or text, or a vector, to find in every row; or ``[nrows, (d2)]``, the values to
        find in each row.
    side
        ``"left"`` returns the position before equal values, ``"right"`` after them.

    Returns
    -------
    array or RaggedTensor
        ``int64``: one position for each row if ``values`` is a single value, otherwise a row of
        positions. All positions in an empty row are 0.

    Raises
    ------
    TypeError
        If one argument is text and the other is not.
    ValueError
        If the numbers of rows differ, or ``side`` is any other value.

    Notes
    -----
    After ``tf.searchsorted``, which takes no ragged tensors, and `numpy.searchsorted`. The
    order of the rows is not checked; `sort` sorts them.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 3, 5], [], [2, 2]])
    >>> rk.searchsorted(rt, 3)
    array([1, 0, 2])
    >>> rk.searchsorted(rt, [2, 9])
    array([[1, 3],
           [0, 0],
           [0, 2]])
    >>> rk.searchsorted(rt, [[3, 4], [7], [2]], side="right")
    <RaggedTensor [[2, 2], [0], [2]]>
    >>> rk.searchsorted(rt, [[3], [4]])
    Traceback (most recent call last):
        ...
    ValueError: values must have 3 rows, as sorted_sequence, got 2
    """
    if not is_word(side, ("left", "right")):
        raise ValueError(broken_rule("side", "be 'left' or 'right'", side))
    rows, x = operands(sorted_sequence, values, names="sorted_sequence values")
    check_orderable(rows, "sorted_sequence")
    check_orderable(x, "values")
    if rows.ndim == 1:
        flat = flat_of(x)
        kept, wanted = _alike(rows, flat)
        found = array_namespace(kept).searchsorted(kept, wanted, side=side)
        return in_rows_of(x, found)
    if rows.ndim != 2:
        raise ValueError(broken_rule("sorted_sequence", "have one or two axes", rows.ndim))
    if x.ndim > 2:
        raise ValueError(broken_rule("values", "have at most two axes", x.ndim))
    nrows = len(rows)
    xp = array_namespace(flat_of(x))
    if x.ndim < 2:
        # A vector is searched in every row.
        every = xp.broadcast_to(x.reshape(1, -1), (nrows, x.size)).reshape(-1)
        part = RowPartition._of_uniform(x.size, nrows, INT64, xp)
        found = _in_rows(rows, every, part, side)
        return found.reshape(nrows, x.size) if x.ndim else found
    if len(x) != nrows:
        raise ValueError(broken_rule("values", f"have {nrows} rows, as sorted_sequence", len(x)))
    cut = partitioned(x, INT64)
    found = _in_rows(rows, cut._flat, cut._parts[0], side)
    if isinstance(x, RaggedTensor):
        return RaggedTensor._make(found, cut._parts)
    return found.reshape(x.shape)


def _in_rows(rows: Any, wanted: Array, part: RowPartition, side: str) -> Array:
    """Return the position of each of ``wanted: [n]``, split into rows, in its sorted row."""
    rt = partitioned(rows, INT64)
    kept, wanted = _alike(rt._flat, wanted)
    splits, cuts = rt._parts[0]._get_splits(), part._get_splits()
    return _sort.search_rows(kept, splits, wanted, cuts, right=side == "right")


def _alike(kept: Array, wanted: Array) -> tuple[Array, Array]:
    """Return both in a common dtype."""
    wanted = encoded_beside(wanted, kept)
    if is_text(kept.dtype) != is_text(wanted.dtype) and kept.shape[0] and wanted.size:
        raise TypeError(broken_rule("values", f"compare with {kept.dtype}", wanted.dtype))
    kinds = {a.dtype.kind if a.dtype.kind in TIMES else "" for a in (kept, wanted)}
    if len(kinds) > 1 and kept.shape[0] and wanted.size:
        raise TypeError(broken_rule("values", f"compare with {kept.dtype}", wanted.dtype))
    if kept.dtype.kind in NUMBERS and wanted.dtype.kind in NUMBERS:
        # Both sides in one dtype: the order of float32 and float64 neighbours would differ
        # otherwise.
        dtype = promote(kept.dtype, wanted.dtype)
        kept, wanted = kept.astype(dtype, copy=False), wanted.astype(dtype, copy=False)
    return kept, wanted
