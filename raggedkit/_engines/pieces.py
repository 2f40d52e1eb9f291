"""Splitting of rows into pieces: the partitions, which several tensors can share."""

from __future__ import annotations

from typing import Any, NoReturn

from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import partitioned, rewrap, splits_dtype
from raggedkit._typing import Array
from raggedkit._xp import array_namespace
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition

__all__ = ["pieces", "split_rows"]


def split_rows(x: Any, holds: Any, name: str) -> Any:
    """Return ``x`` with its axis ``k - 1`` split into pieces, for a condition of ``k`` axes.

    ``x`` and ``holds`` are ragged or dense, ``k`` is 2 at least; ``name`` is that of ``x``.
    """
    depth = holds.ndim - 1
    if depth >= x.ndim:
        rule = f"have at most the {x.ndim} axes of {name}"
        raise ValueError(broken_rule("condition", rule, holds.ndim))
    rt = partitioned(x, splits_dtype(x), depth)
    flags = partitioned(holds, splits_dtype(x), depth)
    *outer, part = rt._parts[:depth]
    *above, cut = flags._parts
    if cut._nvals and flags._flat.dtype.kind != "b":
        raise TypeError(broken_rule("condition", "be made of bools", flags._flat.dtype))
    for axis, (mine, other) in enumerate(zip([*outer, part], [*above, cut], strict=True)):
        if mine._nrows != other._nrows:
            rule = f"have {mine._nrows} rows, as {name}"
            raise ValueError(broken_rule("condition", rule, other._nrows))
        if axis < len(outer):
            _same_lengths(mine, other, axis + 1, name)
    added = pieces(part, cut, flags._flat, name)
    return rewrap((*outer, *added, *rt._parts[depth:]), rt._flat)


def _same_lengths(mine: RowPartition, other: RowPartition, axis: int, name: str) -> None:
    a, b = mine._get_lengths(), other._get_lengths()
    row = _splits.first_difference(a, b)
    if row >= 0:
        rule = f"have the {int(a[row])} rows that {name} has at row {row} of axis {axis}"
        raise ValueError(broken_rule("condition", rule, int(b[row])))


def pieces(
    part: RowPartition, cut: RowPartition, holds: Array, name: str
) -> tuple[RowPartition, RowPartition]:
    """Return the partition of rows into pieces, and that of pieces into items.

    ``part`` has the rows to split; ``holds: bool[nvals]``, in the rows of ``cut``, is True where a
    piece starts: at every item, or at every item but the first one of its row.
    """
    xp, splits, lengths = array_namespace(holds), part._get_splits(), part._get_lengths()
    # Each item that starts a row starts a piece, whatever its condition.
    heads = splits[:-1][lengths > 0]
    given = cut._get_lengths()
    if _splits.first_difference(given, lengths) < 0:
        begins = holds.astype(bool)  # a copy
    elif _splits.first_difference(given, lengths - (lengths > 0)) < 0:
        inner = xp.ones(part._nvals, dtype=bool)
        inner[heads] = False
        begins = xp.ones(part._nvals, dtype=bool)
        begins[inner] = holds.astype(bool, copy=False)
    else:
        _refuse_mixture(lengths, given, name)
    begins[heads] = True
    starts = xp.flatnonzero(begins)
    items = xp.empty(starts.shape[0] + 1, dtype=splits.dtype)
    items[:-1] = starts
    items[-1] = part._nvals
    rows = _splits.splits_of_kept(begins, splits)
    return RowPartition._of_splits(rows), RowPartition._of_splits(items)


def _refuse_mixture(lengths: Array, given: Array, name: str) -> NoReturn:
    """Raise for a condition that has neither all items of each row nor one less."""
    full, short = given == lengths, given == lengths - (lengths > 0)
    row = first_true(~(full | short))
    rule = "have one item for each value, or one less in every row that has values"
    if row >= 0:
        got = f"{int(given[row])} for the {int(lengths[row])} values of row {row}"
    else:
        # Every row fits one of the two forms, so the first non-empty row decides which one.
        start = first_true(lengths > 0)
        row = first_true(~full if bool(full[start]) else ~short)
        pair = [f"{int(given[i])} for the {int(lengths[i])} of row {i}" for i in (start, row)]
        got = " and ".join(pair)
    raise ValueError(f"condition must {rule}, got {got} of {name}")
