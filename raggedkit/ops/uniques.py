"""Distinct values of each row, with their counts and positions."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from raggedkit._arguments import as_axis, as_flag
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._kernels.limits import BLOCK as _BLOCK
from raggedkit._plan.operands import check_orderable, flat_of, partitioned
from raggedkit._tensor.results import with_displays
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INT64, array_namespace, host_namespace
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["distinct", "unique"]


if TYPE_CHECKING:

    class Unique(tuple[Tensor, ...]):
        """A named tuple with those of the fields that were requested."""

        values: Tensor
        indices: Tensor
        inverse_indices: Tensor
        counts: Tensor


@overload
def unique(  # type: ignore[overload-overlap]
    values: RaggedTensor, axis: SupportsIndex = -1, *, equal_nan: bool = True
) -> RaggedTensor: ...


@overload
def unique(
    values: TensorLike, axis: SupportsIndex | None = -1, *, equal_nan: bool = True
) -> Tensor: ...


@overload
def unique(
    values: TensorLike,
    axis: SupportsIndex | None = -1,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    equal_nan: bool = True,
) -> Unique: ...


def unique(
    values: TensorLike,
    axis: SupportsIndex | None = -1,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    equal_nan: bool = True,
) -> Tensor | Unique:
    """Return the distinct values of each row, ascending; an empty row stays empty.

    Parameters
    ----------
    values
        ``[..., (d1)]``: numbers, bools, text or times, ragged or dense.
    axis
        The last axis, or None for the distinct values of all rows as an array.
    return_index
        Whether to return the first position of each distinct value in its row.
    return_inverse
        Whether to return the position of each value among the distinct ones.
    return_counts
        Whether to return the number of occurrences of each distinct value.
    equal_nan
        Whether all NaNs of a row count as one value.

    Returns
    -------
    RaggedTensor or named tuple
        The distinct values, or a named tuple with the requested fields of ``values, indices,
        inverse_indices, counts``. ``inverse_indices`` has the rows of the input; the other fields
        have the rows of the distinct values. Fields are arrays if the input is a vector or ``axis``
        is None.

    Raises
    ------
    RaggedIndexError
        If there is no such axis, or it is not the last one.

    Notes
    -----
    Flags and names are those of `numpy.unique` and `numpy.unique_all`. ``np.unique(rt)``, which
    has no rows in mind, gives the distinct values of all rows, as ``axis=None`` does here.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 1, 2, 3], [], [5, 4, 5]])
    >>> rk.unique(rt)
    <RaggedTensor [[1, 2, 3], [], [4, 5]]>
    >>> found = rk.unique(rt, return_counts=True, return_inverse=True)
    >>> found.counts
    <RaggedTensor [[2, 1, 1], [], [1, 2]]>
    >>> found.inverse_indices
    <RaggedTensor [[0, 0, 1, 2], [], [1, 0, 1]]>
    >>> rk.unique(rt, axis=None)
    array([1, 2, 3, 4, 5])
    >>> rk.unique(rt, axis=0)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be the last (1) or None, got 0; distinct values \
are looked for in rows
    """
    x = as_tensor(values, name="values")
    check_orderable(x, "values")
    if not x.ndim:
        raise ValueError(broken_rule("values", "have at least one dimension", values))
    wanted = {
        "indices": as_flag(return_index, "return_index"),
        "inverse_indices": as_flag(return_inverse, "return_inverse"),
        "counts": as_flag(return_counts, "return_counts"),
    }
    equal_nan = as_flag(equal_nan, "equal_nan")
    at = None if axis is None else as_axis(axis, x.ndim)
    if at is None or x.ndim == 1:
        return _handed_out(_of_all(x, wanted, equal_nan))
    if at != x.ndim - 1:
        way_out = "distinct values are looked for in rows"
        rule = f"be the last ({x.ndim - 1}) or None"
        raise RaggedIndexError(broken_rule("axis", rule, at, way_out))
    return _handed_out(_of_rows(x, wanted, equal_nan))


def _of_all(x: Any, wanted: dict[str, bool], equal_nan: bool) -> dict[str, Any]:
    flat = flat_of(x)
    # All values are one row, so that both cases share one algorithm.
    line = RowPartition._of_uniform(flat.size, 1, INT64, array_namespace(flat))
    found = distinct(flat.reshape(-1), line, wanted, equal_nan)
    return _shaped(x, {name: array for name, (array, _) in found.items()})


def _of_rows(x: Any, wanted: dict[str, bool], equal_nan: bool) -> dict[str, Any]:
    dtype = x._parts[0]._dtype if isinstance(x, RaggedTensor) else INT64
    rows = partitioned(x, dtype, depth=x.ndim - 1)
    *outer, part = rows._parts
    found = distinct(rows._flat, part, wanted, equal_nan)
    result: dict[str, Any] = {}
    for name, (array, cut) in found.items():
        inverse = name == "inverse_indices"
        result[name] = array if inverse else RaggedTensor._make(array, (*outer, cut))
    return _shaped(x, result)


def _shaped(x: Any, result: dict[str, Any]) -> dict[str, Any]:
    """Give the inverse the shape of the input."""
    inverse = result.get("inverse_indices")
    if inverse is not None:
        ragged = isinstance(x, RaggedTensor)
        inverse = inverse.reshape(x._flat.shape if ragged else x.shape)
        result["inverse_indices"] = RaggedTensor._make(inverse, x._parts) if ragged else inverse
    return result


def _handed_out(result: dict[str, Any]) -> Any:
    """Return the values alone, or all arrays as a named tuple."""
    if len(result) == 1:
        return result["values"]
    return _kind_of_result(*result)(*result.values())


@cache
def _kind_of_result(*fields: str) -> Any:
    return with_displays(namedtuple("Unique", fields))  # noqa: PYI024 - fields vary


def distinct(
    values: Array, part: RowPartition, wanted: dict[str, bool], equal_nan: bool = True
) -> dict[str, tuple[Array, RowPartition]]:
    """Return the distinct values of each row: arrays by name, each with its partition."""
    splits, lengths = part._get_splits(), part._get_lengths()
    blocks = []
    if values.shape[0] <= 2 * _BLOCK:
        blocks = [_distinct(values, splits, lengths, wanted, equal_nan)]
    else:
        for a, b in _splits.row_blocks(splits, _BLOCK, _BLOCK):
            some, cut = values[int(splits[a]) : int(splits[b])], splits[a : b + 1] - splits[a]
            blocks.append(_distinct(some, cut, lengths[a:b], wanted, equal_nan))
    xp = array_namespace(values)
    kept = blocks[0][0] if len(blocks) == 1 else _splits.joined([cut for cut, _ in blocks])
    rows, found = RowPartition._of_splits(kept), {}
    for name in blocks[0][1]:
        # pop frees each block's array as soon as it is copied into the result.
        pieces = [items.pop(name) for _, items in blocks[1:]]
        array = blocks[0][1][name]
        if pieces:  # concatenation returns native byte order
            array = xp.concatenate([array, *pieces]).astype(array.dtype, copy=False)
        found[name] = (array, part if name == "inverse_indices" else rows)
    return found


def _distinct(
    values: Array, splits: Array, lengths: Array, wanted: dict[str, bool], equal_nan: bool
) -> tuple[Array, dict[str, Array]]:
    """Return the splits of the distinct values of some rows, and arrays by name."""
    xp = array_namespace(values)
    if wanted["indices"] or wanted["inverse_indices"]:
        starts = _splits.repeat(splits[:-1], lengths)
        order = _sort.argsort_rows(values, splits, lengths) + starts
        ordered = _gather.take(values, order)
    else:
        ordered = _sort.sort_rows(values, splits, lengths)
    is_new = begins_run(ordered, equal_nan=equal_nan)
    # A row starts anew even if its first value equals the last one of the row before.
    is_new[splits[:-1][lengths > 0]] = True
    cut = _splits.splits_of_kept(is_new, splits)
    found = {"values": _marked(ordered, is_new)}
    if wanted["indices"] or wanted["counts"]:
        at = xp.flatnonzero(is_new)
    if wanted["indices"]:
        found["indices"] = (order - starts).take(at)
    if wanted["inverse_indices"]:
        inverse = xp.empty(values.shape[0], dtype=INT64)
        # The running count of new values, less those of earlier rows, is the position among the
        # distinct values of the row.
        inverse[order] = xp.cumsum(is_new, dtype=INT64) - 1 - _splits.repeat(cut[:-1], lengths)
        found["inverse_indices"] = inverse
    if wanted["counts"]:
        limits = xp.empty_like(at)
        # A count is the distance to the next new value; is_new is True at every row start, so no
        # count crosses a boundary.
        limits[:-1] = at[1:]
        limits[-1:] = values.shape[0]
        found["counts"] = limits - at
    return cut, found


def _marked(values: Array, flags: Array) -> Array:
    """Return the values that flags mark, block by block if there are many."""
    xp, n = array_namespace(values), values.shape[0]
    if n <= 2 * _BLOCK or xp is not host_namespace:
        return _gather.take(values, xp.flatnonzero(flags))
    pieces = [
        _gather.take(values[i : i + _BLOCK], xp.flatnonzero(flags[i : i + _BLOCK]))
        for i in range(0, n, _BLOCK)
    ]
    result: Array = xp.concatenate(pieces).astype(values.dtype, copy=False)
    return result
