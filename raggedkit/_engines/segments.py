"""Segment engine: match rows to segment ids, then reduce; behind all ``segment_*`` functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from raggedkit._arguments import as_count, check_room
from raggedkit._engines.inputs import as_tensor, integers
from raggedkit._engines.reductions import Reduction, float_dtype, numbers
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import flat_of, mapped, parts_of, place_of
from raggedkit._plan.reducing import rows_together
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, array_namespace, host_namespace, is_array
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["ascending_ids", "averaged_segments", "plain_segments", "reduced_segments"]


_NDARRAY = host_namespace.ndarray


def reduced_segments(
    row: Reduction,
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    ascending: bool = False,
    empty: Any = None,
) -> Any:
    """Return the reduction of each segment; ``empty`` is the result of a segment without values."""
    if empty is None and not ascending:  # functions with ascending ids have tried this already
        few = plain_segments(row, data, segment_ids, num_segments)
        if few is not None:
            return few
    matched = _match(data, segment_ids, num_segments, ordered=row.ordered, ascending=ascending)
    kind = row.dtype(matched.values.dtype)
    out = matched.reduce(row.ufunc, matched.values, kind)
    if row.ordered and (empty is not None or kind.kind == "f"):
        xp = array_namespace(out)
        if empty is None:
            limits = host_namespace.finfo(kind)
            empty = limits.min if row.ufunc == "maximum" else limits.max
        out = xp.where(matched.counts(out.ndim) == 0, xp.asarray(empty, dtype=kind), out)
    return matched.wrap(out)


def plain_segments(row: Reduction, data: Any, segment_ids: Any, n: Any = None) -> Array | None:
    """Return ``n`` segments of numbers reduced, or None if the general path must decide.

    If ``n`` is not given, it follows from ids in ascending order.
    """
    if type(segment_ids) is not _NDARRAY or type(data) is not _NDARRAY:
        return None
    kind = data.dtype
    if segment_ids.ndim != 1 or data.ndim != 1 or not data.size == segment_ids.size > 0:
        return None
    # Extremes need a value for segments without values, which `reduced_segments` fills in.
    if kind.kind not in "iuf" or row.ordered or not kind.isnative:
        return None
    if segment_ids.dtype not in LARGEST:
        return None
    if n is None:
        n = segment_ids.item(-1) + 1
        if segment_ids.item(0) < 0 or _splits.first_decrease(segment_ids) >= 0:
            return None
    elif type(n) is not int or not _splits.all_within(segment_ids, n):
        return None
    return _segment.reduce_slots(row.ufunc, data, segment_ids, n, row.dtype(kind))


def averaged_segments(data: Any, segment_ids: Any, num_segments: Any, *, root: bool = False) -> Any:
    """Return the sums of segments over their counts, or over the square roots of these."""
    matched = _match(data, segment_ids, num_segments)
    kind = float_dtype(matched.values.dtype)
    total = matched.reduce("add", matched.values.astype(kind, copy=False), kind)
    counts = matched.counts(total.ndim)
    xp = array_namespace(total)
    if not matched.by_ragged_ids:  # for ragged ids TensorFlow divides by zero: nan, not 0
        counts = xp.maximum(counts, 1)
    with host_namespace.errstate(invalid="ignore", divide="ignore"):
        out = total / (xp.sqrt(counts) if root else counts)
    return matched.wrap(out.astype(kind, copy=False))


@dataclass(eq=False, slots=True)
class _Matched:
    """Values to combine: the slot of each, the number of slots, and the partitions of the slots."""

    values: Array
    slots: Array
    n: int
    parts: tuple[RowPartition, ...]
    by_ragged_ids: bool
    ascending: bool = False

    def reduce(self, ufunc: str, values: Array, dtype: DType) -> Array:
        reduce = _segment.reduce_runs if self.ascending else _segment.reduce_slots
        return reduce(ufunc, values, self.slots, self.n, dtype)

    def counts(self, ndim: int) -> Array:
        sizes = array_namespace(self.slots).bincount(self.slots, minlength=self.n)
        column: Array = sizes.reshape(-1, *(1,) * (ndim - 1))
        return column

    def wrap(self, values: Array) -> Any:
        return RaggedTensor._make(values, self.parts) if self.parts else values


def _match(
    data: Any,
    segment_ids: Any,
    num_segments: Any,
    *,
    ordered: bool = False,
    ascending: bool = False,
) -> _Matched:
    """Match rows with their segments; ascending ids were checked to be in bounds."""
    data = as_tensor(data, name="data")
    values = numbers(data, "data", ordered=ordered)
    ids = _integer_ids(segment_ids)
    n = as_count(num_segments, "num_segments")
    # Before anything is allocated: num_segments=10**12 is usually a mistake.
    sizes = [size for size in values.shape[1:] if size]
    check_room([n, *sizes], values.dtype.itemsize, "num_segments", n)
    known = ascending or (is_array(ids) and ids.ndim == 1 and _splits.all_within(ids, n))
    if not known:
        _check(ids, (flat_of(ids) >= n), f"be below num_segments = {n}")
    if not data.ndim:
        raise ValueError(_other_shape(data, ids))
    parts = parts_of(data)
    ragged = isinstance(ids, RaggedTensor)
    if ragged:
        _check_rows(ids, data, parts)
        parts = parts[len(ids._parts) :]
    slots = flat_of(ids)
    if not parts:
        if known and slots.shape[0] == values.shape[0]:
            return _Matched(values, slots, n, (), ragged, ascending)
        return _Matched(*_items(values, slots, data), n, (), ragged)
    if slots.shape != (parts[0]._nrows,):
        raise ValueError(_other_shape(data, ids))
    if not known:
        _check(ids, slots < 0, "not be negative where rows are ragged")
    if n <= LARGEST[parts[0]._dtype]:
        slots = slots.astype(parts[0]._dtype, copy=False)
    slots, n, cuts = rows_together(parts, slots, n)
    return _Matched(values, slots, n, cuts, ragged)


def _items(values: Array, slots: Array, data: Any) -> tuple[Array, Array]:
    """Return items of an array and the slot of each; items with a negative id are dropped."""
    if not slots.ndim or not values.ndim or slots.shape != values.shape[: slots.ndim]:
        raise ValueError(_other_shape(data, slots))
    values = values.reshape(slots.size, *values.shape[slots.ndim :])
    slots = slots.reshape(-1)
    if _splits.first_negative(slots) < 0:
        return values, slots
    kept = array_namespace(slots).flatnonzero(slots >= 0)
    return values.take(kept, axis=0), slots.take(kept)


def ascending_ids(data: Any, segment_ids: Any) -> tuple[Array, int]:
    """Return ids in ascending order, checked, and how many segments they make."""
    ids = _integer_ids(segment_ids)
    if isinstance(ids, RaggedTensor) or ids.ndim != 1:
        raise ValueError(broken_rule("segment_ids", "be a vector", segment_ids))
    rows = as_tensor(data, name="data")
    if not rows.ndim:
        raise ValueError(broken_rule("data", "have at least one axis", data))
    nrows = len(rows)
    if ids.shape[0] != nrows:
        rule = f"have one number for each of the {nrows} rows"
        raise ValueError(broken_rule("segment_ids", rule, ids.shape[0]))
    at = _splits.first_decrease(ids)
    if nrows and (at >= 0 or int(ids[0]) < 0):
        _check(ids, ids < 0, "not be negative")
    if at >= 0:
        pair = ids[at : at + 2].tolist()
        got = f"segment_ids[{at}:{at + 2}] = {pair}"
        raise ValueError(f"segment_ids must not decrease, got {got}; or use unsorted_segment_*")
    return ids, int(ids[-1]) + 1 if nrows else 0


def _integer_ids(segment_ids: Any) -> Any:
    """Return segment ids as int32 or int64."""
    ids = as_tensor(segment_ids, name="segment_ids")
    if isinstance(segment_ids, list | tuple) and not ids.size:
        # NumPy reads an empty list as floats.
        ids = mapped(ids, lambda flat: flat.astype(INT64))
    return integers(ids, "segment_ids")


def _check(ids: Any, wrong: Array, rule: str) -> None:
    """Raise unless no flat id is marked as wrong."""
    at = first_true(wrong.reshape(-1))
    if at < 0:
        return
    flat = flat_of(ids)
    path = place_of(parts_of(ids), flat.shape, at)
    got = f"segment_ids[{', '.join(map(str, path))}] = {int(flat.reshape(-1)[at])}"
    raise ValueError(f"segment_ids must {rule}, got {got}")


def _other_shape(data: Any, ids: Any) -> str:
    shape = tuple(data.shape)
    return broken_rule(
        "segment_ids", f"have the leading sizes of the shape of data, {shape}", ids.shape
    )


def _check_rows(ids: RaggedTensor, data: Any, parts: Sequence[RowPartition]) -> None:
    """Raise unless ragged ids have the same rows as data."""
    if len(ids._parts) > len(parts):
        raise ValueError(_other_shape(data, ids))
    for axis, (part, other) in enumerate(zip(ids._parts, parts, strict=False), 1):
        if part._same_cuts(other):
            continue
        at = _splits.first_difference(part._get_lengths(), other._get_lengths())
        if at < 0:
            raise ValueError(_other_shape(data, ids))
        a, b = int(part._get_lengths()[at]), int(other._get_lengths()[at])
        got = f"length {a} for {b} in row {at} of axis {axis}"
        raise ValueError(f"segment_ids must have the row lengths of data, got {got}")
