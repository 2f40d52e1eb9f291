"""Row gathers: whole rows taken by position, at every depth."""

from __future__ import annotations

from raggedkit._kernels.arrays import gather as _gather
from raggedkit._typing import Array
from raggedkit.encodings import check_inside, check_order
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = ["check_rows_of", "found_rows", "take_rows", "taken_rows"]


def take_rows(rt: RaggedTensor, rows: Array) -> RaggedTensor:
    """Return the rows at these positions, ``int[n]``, which are not checked."""
    return RaggedTensor._make(*taken_rows(rt._flat, rt._parts, rows))


def taken_rows(
    flat: Array, parts: tuple[RowPartition, ...], rows: Array
) -> tuple[Array, tuple[RowPartition, ...]]:
    """Return the values and the partitions of these rows of the outermost partition."""
    found = found_rows(flat, parts, rows)
    if found is None:
        for part in parts:
            check_rows_of(part)
        # Each partition is valid by itself, so an outer one refers to more rows than there are.
        rule = f"end at the number of rows inside, {parts[0]._nrows}"
        raise ValueError(broken_rule("row_splits", rule, int(rows.max()) + 1))
    return found


def check_rows_of(part: RowPartition) -> None:
    """Raise if splits made with validate=False decrease or are outside of the values."""
    check_inside(part._get_splits(), part._nvals)
    check_order(part._get_splits(), "row_splits")


def found_rows(
    flat: Array, parts: tuple[RowPartition, ...], rows: Array
) -> tuple[Array, tuple[RowPartition, ...]] | None:
    """Return the result of `taken_rows`; None if a row does not exist or the splits are invalid."""
    part, n = parts[0], len(rows)
    if len(parts) == 1:
        taken = _gather.take_rows(flat, part._get_splits(), rows)
        return None if taken is None else (taken[0], (_kept(part, n, taken[1]),))
    every, lengths = [part._get_splits()], []
    for inner in parts[1:]:
        every.append(inner._get_splits())
        lengths.append(inner._get_lengths())
    nested = _gather.take_nested_rows(flat, every, lengths, rows)
    if nested is None:
        return None
    kept = []
    for part, cut in zip(parts, nested[1], strict=True):
        kept.append(_kept(part, n, cut))
        n = kept[-1]._nvals
    return nested[0], of_one_dtype(tuple(kept))


def _kept(part: RowPartition, n: int, splits: Array) -> RowPartition:
    """Return the partition of ``n`` taken rows, uniform if the given one is."""
    if part._uniform is None:
        return RowPartition._of_splits(splits)
    return RowPartition._of_uniform(part._uniform, n, part._dtype, part._xp)
