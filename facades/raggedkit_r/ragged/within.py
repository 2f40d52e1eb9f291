"""Indexing inside rows: ``x[i, j]`` and ``x[mask]`` of a ragged list."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RowPartition
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import (
    drop_axis,
    kept_lengths,
    names_of,
    null_of,
    ragged_of,
    ranges,
    same_rows,
    take_rows,
    values_of,
)
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.index import as_index
from raggedkit_r.vector.kinds import STORED
from raggedkit_r.vector.names import taken_names

__all__ = ["mask_places", "masked", "positioned", "within"]


def within(x: RaggedList, key: Any) -> RaggedList:
    """Return the values at some positions or names of each row; missing ones are left out.

    Examples
    --------
    >>> from raggedkit_r import c
    >>> from raggedkit_r.ragged.build import ragged
    >>> within(ragged([{"p": 3, "q": 1}, {}, {"q": 5}]), "q")
    ragged list: 3 rows, 2 integer values
    1  [q = 1]
    2  []
    3  [q = 5]
    """
    part = x.tensor.partitions[0]
    lengths, starts = part.row_lengths(), part.row_starts()
    longest = int(lengths.max(initial=0))
    index = as_index(key, longest)
    if index.kind == "character":
        return _by_name(x, index.texts)
    if np.isnan(index.numbers).any():
        way_out = "x[:, 1:2] takes two of each row"
        raise ValueError(
            broken_rule("index in a row", "be positions or flags without NA", key, way_out)
        )
    numbers = np.trunc(index.numbers).astype("int64")
    if index.kind == "logical" or (numbers < 0).any():
        return _kept_within(x, numbers, logical=index.kind == "logical")
    numbers = numbers[numbers != 0]
    # Consecutive positions, the usual case x[:, 1:2], need no table of rows by positions.
    if numbers.size and bool((np.diff(numbers) == 1).all()):
        first, last = int(numbers[0]), int(numbers[-1])
        # The number of positions of the range that each row has.
        kept = np.maximum(np.minimum(lengths, last) - first + 1, 0)
        return _picked(x, ranges(starts + first - 1, kept), kept)
    # A short row gives fewer values, as x[, 1:2] does in R's face.
    there = numbers <= lengths[:, None]
    return _picked(x, (starts[:, None] + numbers - 1)[there], there.sum(axis=1))


def _by_name(x: RaggedList, texts: tuple[str | None, ...]) -> RaggedList:
    """Return, for each row, the first item with each name, in the order of the names."""
    part = x.tensor.partitions[0]
    names = names_of(x)[1]
    labels = np.array(names or ("",) * part.nvals().item(), dtype=object)
    owners = part.value_rowids()
    found: list[tuple[Array, Array]] = []
    for text in texts:
        at = np.flatnonzero(labels == text) if text else np.zeros(0, dtype="int64")
        rows, first = np.unique(owners[at], return_index=True)
        found.append((rows, at[first]))
    rows = np.concatenate([rows for rows, _ in found])
    at = np.concatenate([at for _, at in found])
    # Stable: within a row the items stay in the order of the names.
    order = np.argsort(rows, kind="stable")
    return _picked(x, at[order], np.bincount(rows, minlength=len(part)))


def _kept_within(x: RaggedList, numbers: Array, *, logical: bool) -> RaggedList:
    part = x.tensor.partitions[0]
    offsets = part.offsets_in_rows()
    longest = int(part.row_lengths().max(initial=0))
    if logical:
        # R recycles flags along each row.
        kept = np.resize(numbers != 0, longest)[offsets] if numbers.size else offsets < 0
    else:
        if (numbers > 0).any():
            got = numbers.tolist()
            raise ValueError(
                broken_rule("index in a row", "not mix negative and positive numbers", got)
            )
        kept = ~np.isin(offsets + 1, -numbers)
    lengths = kept_lengths(kept, part)
    return _picked(x, np.flatnonzero(kept), lengths)


def _picked(x: RaggedList, at: Array, lengths: Array) -> RaggedList:
    """Return rows with these numbers of items, taken from positions in the outermost rows."""
    outer = RowPartition.from_row_lengths(lengths.astype("int64"))
    null, names = null_of(x)[0], names_of(x)
    if x.tensor.ragged_rank == 1:
        labels = [names[0], taken_names(names[1], at)]
        return ragged_of([outer], values_of(x).take(at), [null], labels)
    inner = take_rows(drop_axis(x), at)
    return ragged_of(
        [outer, *inner.tensor.partitions],
        values_of(inner),
        [null, *null_of(inner)],
        [names[0], *names_of(inner)],
    )


def mask_places(x: RaggedList, mask: RaggedList) -> Array:
    """Return flags of the values where a mask of the same rows is TRUE or NA.

    Raises
    ------
    ValueError
        If the rows of the mask differ.
    """
    if not same_rows(x, mask):
        rule = "have the same rows as x"
        got = mask.tensor.row_lengths()
        raise ValueError(broken_rule("mask", rule, got, "x > 2 makes a mask of x"))
    return np.asarray(mask.tensor.flat_values | values_of(mask).missing)


def masked(x: RaggedList, mask: RaggedList) -> RaggedList:
    """Return the values where a mask of the same rows is TRUE; NA where it is NA."""
    kept = mask_places(x, mask)
    at = np.flatnonzero(kept)
    last = x.tensor.partitions[-1]
    cut = RowPartition.from_row_lengths(kept_lengths(kept, last))
    names = names_of(x)
    values = values_of(x).take(np.where(values_of(mask).missing[at], -1, at))
    parts = [*x.tensor.partitions[:-1], cut]
    return ragged_of(parts, values, null_of(x), [*names[:-1], taken_names(names[-1], at)])


def positioned(x: RaggedList, index: RaggedList) -> RaggedList:
    """Take positions row by row, as ``x[order(x)]`` does."""
    if index.kind not in ("integer", "numeric") or index.tensor.ragged_rank > 1:
        rule = "contain flags or positions of at least 1"
        raise TypeError(
            broken_rule("index", rule, index.kind, "x[:, 1] takes the first of each row")
        )
    part, rows = x.tensor.partitions[0], index.tensor.partitions[0]
    if len(part) != len(rows):
        raise ValueError(broken_rule("index", f"have {len(part)} rows as x has", len(rows)))
    found = as_kind(values_of(index), "numeric")
    wanted = np.where(found.missing, -1, found.array).astype(STORED["integer"])
    if (wanted[~found.missing] < 0).any():
        got = int(wanted[~found.missing].min())
        raise ValueError(
            broken_rule("index", "contain positions of at least 1", got, "x[:, -1] drops")
        )
    kept = wanted != 0
    owner = rows.value_rowids()
    wanted = np.where(wanted > part.row_lengths()[owner], -1, wanted)
    at = np.where(wanted < 0, -1, part.row_starts()[owner] + wanted - 1)
    return _picked(x, at[kept], kept_lengths(kept, rows))
