"""``x[i]``, ``x[i, j]``, ``x[mask]`` and ``x[[i]]`` of a ragged list, counted from 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RowPartition
from raggedkit._kernels.splits import offsets_in_rows, ranges, splits_of_kept
from raggedkit._typing import Array
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit_r.list_semantics import as_index, positions
from raggedkit_r.printing import spelled
from raggedkit_r.ragged import RaggedList
from raggedkit_r.ragged_kinds import STORED
from raggedkit_r.ragged_rows import (
    drop_axis,
    names_of,
    null_of,
    ragged_of,
    same_rows,
    take_rows,
    values_of,
)
from raggedkit_r.ragged_values import as_kind
from raggedkit_r.ragged_vector import RVector
from raggedkit_r.vectors import Vector

__all__ = ["element", "extract", "mask_places", "plain_key", "row"]


def extract(x: RaggedList, key: Any) -> RaggedList:
    """Return the rows that a key names, or with two keys some of the values in each of them.

    Examples
    --------
    >>> from raggedkit_r.ragged_build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], [5, 9, 2]])
    >>> extract(x, slice(2, 3))
    ragged list: 2 rows, 3 integer values
    1  []
    2  [5, 9, 2]
    >>> extract(x, (slice(None), slice(1, 2)))
    ragged list: 3 rows, 4 integer values
    1  [3, 1]
    2  []
    3  [5, 9]
    """
    if isinstance(key, tuple):
        if len(key) != 2:
            raise RaggedIndexError(broken_rule("index", "name rows and places in them", key))
        return _within(extract(x, key[0]), key[1])
    if isinstance(key, RaggedList):
        return _masked(x, key) if key.kind == "logical" else _positioned(x, key)
    n = x.tensor.nrows().item()
    at = positions(plain_key(key), n, names_of(x)[0]).at
    return take_rows(x, np.where(at < n, at, -1))


def plain_key(key: Any) -> Any:
    """Return the array of a vector without NA: a mask for many rows needs no Python values."""
    if isinstance(key, RVector) and key.kind in ("logical", "integer", "numeric"):
        return key if key.content.missing.any() else key.content.array
    return key


def element(x: RaggedList, key: Any) -> Any:
    """Return one row, a vector, None if it is NULL; with several keys what is deeper inside.

    Raises
    ------
    RaggedIndexError
        If there is no such row.

    Examples
    --------
    >>> from raggedkit_r.ragged_build import ragged
    >>> x = ragged([[3, 1, 4, 1], [], None])
    >>> element(x, 1), element(x, 2), element(x, 3)
    ([1] 3 1 4 1, integer(0), None)
    >>> element(x, 9)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be a row from 1 to 3, got 9; x[9] is NULL there
    """
    first, rest = _levels(key)
    found = row(x, place(x, first))
    if not rest:
        return found
    if isinstance(found, RaggedList):
        return element(found, rest)
    if found is None or len(rest) > 1:
        raise RaggedIndexError(broken_rule("index", "end at a value", key, "x[[1]] is a row"))
    return found[rest]


def _levels(key: Any) -> tuple[Any, list[Any]]:
    if isinstance(key, list):
        if not key:
            raise RaggedIndexError("index must be one position, got []; x[[1]] is the first row")
        return key[0], key[1:]
    if isinstance(key, Vector) and len(key) > 1:
        return key[[1]], key[-1].to_list()
    return key, []


def place(x: RaggedList, key: Any) -> int:
    """Return where the row is that ``x[[key]]`` names, -1 for a name that no row has."""
    n = x.tensor.nrows().item()
    index = as_index(key, n)
    if len(index) != 1:
        way_out = "x[c(1, 3)] takes several rows"
        raise RaggedIndexError(f"index must be one position, got {spelled(key)}; {way_out}")
    if index.kind == "character":
        at = int(positions(key, n, names_of(x)[0]).at[0])
        return at if at < n else -1
    if np.isnan(index.numbers[0]):
        raise RaggedIndexError("index must be one position or one name, got NA; x[NA] is all NULL")
    at = positions(float(index.numbers[0]), n).at.tolist()
    if len(at) != 1 or not 0 <= at[0] < n:
        way_out = (
            f"x[{spelled(key)}] is NULL there" if index.numbers[0] > n else "x[[1]] is one row"
        )
        rule = f"index must be a row from 1 to {n}"
        raise RaggedIndexError(f"{rule}, got {spelled(key)}; {way_out}")
    return int(at[0])


def row(x: RaggedList, at: int) -> Any:
    """Return the row at a 0-based place: a vector, a ragged list of one axis less, an array."""
    null = null_of(x)[0]
    if at < 0 or (null is not None and null[at]):
        return None
    start, stop = x.tensor.row_splits[at : at + 2].tolist()
    if x.tensor.ragged_rank > 1:
        return take_rows(drop_axis(x), np.arange(start, stop))
    names = names_of(x)[-1]
    found = RVector(
        values_of(x).take(np.arange(start, stop)), None if names is None else names[start:stop]
    )
    return found if found.content.array.ndim == 1 else found.to_numpy()


def _within(x: RaggedList, key: Any) -> RaggedList:
    part = x.tensor.partitions[0]
    lengths, starts = part.row_lengths(), part.row_starts()
    longest = int(lengths.max(initial=0))
    index = as_index(plain_key(key), longest)
    if index.kind == "character" or np.isnan(index.numbers).any():
        way_out = "x[:, 1:2] takes two of each row"
        raise ValueError(
            broken_rule("index in a row", "be positions or flags without NA", key, way_out)
        )
    numbers = np.trunc(index.numbers).astype("int64")
    if index.kind == "logical" or (numbers < 0).any():
        return _kept_within(x, numbers, logical=index.kind == "logical")
    numbers = numbers[numbers != 0]
    if numbers.size and bool((np.diff(numbers) == 1).all()):
        first, last = int(numbers[0]), int(numbers[-1])
        kept = np.maximum(np.minimum(lengths, last) - first + 1, 0)
        return _picked(x, ranges(starts + first - 1, kept), kept)
    there = numbers <= lengths[:, None]
    return _picked(x, (starts[:, None] + numbers - 1)[there], there.sum(axis=1))


def _kept_within(x: RaggedList, numbers: Array, *, logical: bool) -> RaggedList:
    part = x.tensor.partitions[0]
    offsets = offsets_in_rows(part.row_splits(), part.row_lengths())
    longest = int(part.row_lengths().max(initial=0))
    if logical:
        kept = np.resize(numbers != 0, longest)[offsets] if numbers.size else offsets < 0
    else:
        if (numbers > 0).any():
            got = numbers.tolist()
            raise ValueError(broken_rule("index in a row", "not drop and take at once", got))
        kept = ~np.isin(offsets + 1, -numbers)
    lengths = np.diff(splits_of_kept(kept, part.row_splits()))
    return _picked(x, np.flatnonzero(kept), lengths)


def _picked(x: RaggedList, at: Array, lengths: Array) -> RaggedList:
    """Return rows of so many items each; what the outermost rows hold is at these places."""
    outer = RowPartition.from_row_lengths(lengths.astype("int64"))
    null, names = null_of(x)[0], names_of(x)
    if x.tensor.ragged_rank == 1:
        labels = None if names[1] is None else tuple(np.array([*names[1], "<NA>"], object)[at])
        return ragged_of([outer], values_of(x).take(at), [null], [names[0], labels])
    inner = take_rows(drop_axis(x), at)
    return ragged_of(
        [outer, *inner.tensor.partitions],
        values_of(inner),
        [null, *null_of(inner)],
        [names[0], *names_of(inner)],
    )


def mask_places(x: RaggedList, mask: RaggedList) -> Array:
    """Return where a mask of the same rows is TRUE, or NA, among the values.

    Raises
    ------
    ValueError
        If it has other rows.
    """
    if not same_rows(x, mask):
        rule = "have the same rows as x"
        got = mask.tensor.row_lengths()
        raise ValueError(broken_rule("mask", rule, got, "x > 2 makes a mask of x"))
    return np.asarray(mask.tensor.flat_values | values_of(mask).missing)


def _masked(x: RaggedList, mask: RaggedList) -> RaggedList:
    kept = mask_places(x, mask)
    at = np.flatnonzero(kept)
    last = x.tensor.partitions[-1]
    cut = RowPartition.from_row_splits(splits_of_kept(kept, last.row_splits()))
    names = names_of(x)
    labels = None if names[-1] is None else tuple(np.array(names[-1], object)[at].tolist())
    values = values_of(x).take(np.where(values_of(mask).missing[at], -1, at))
    parts = [*x.tensor.partitions[:-1], cut]
    return ragged_of(parts, values, null_of(x), [*names[:-1], labels])


def _positioned(x: RaggedList, index: RaggedList) -> RaggedList:
    """Take places row by row, as ``x[order(x)]`` does."""
    if index.kind not in ("integer", "numeric") or index.tensor.ragged_rank > 1:
        rule = "hold flags or positions from 1 on"
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
        raise ValueError(broken_rule("index", "hold positions from 1 on", got, "x[:, -1] drops"))
    kept = wanted != 0
    owner = rows.value_rowids()
    wanted = np.where(wanted > part.row_lengths()[owner], -1, wanted)
    at = np.where(wanted < 0, -1, part.row_starts()[owner] + wanted - 1)
    return _picked(x, at[kept], np.diff(splits_of_kept(kept, rows.row_splits())))
