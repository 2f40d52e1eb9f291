"""Rows that count up, and row splits from the row of each value and back."""

from __future__ import annotations

from typing import Any

from raggedkit._kernels import few as _few
from raggedkit._kernels import splits as _splits
from raggedkit._kernels.compare import first_true
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import INT32, INT64, array_namespace, as_array, as_dtype, is_array
from raggedkit.encodings import index_dtype, index_vector
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["ragged_range", "row_splits_to_segment_ids", "segment_ids_to_row_splits"]


def ragged_range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: DTypeLike | None = None,
    row_splits_dtype: DTypeLike = INT64,
) -> RaggedTensor:
    """Return one row ``start, start + delta, ...`` below ``limit`` for each start.

    Parameters
    ----------
    starts
        A number or ``[nrows]``. Given alone they are the limits, and every row starts at 0.
    limits, deltas
        Numbers or ``[nrows]``; the step is 1 by default. A limit is not reached.
    dtype
        Of the values; by default what the three promote to.
    row_splits_dtype
        int32 or int64.

    Raises
    ------
    ValueError
        If a step is 0, or the vectors differ in length.

    Notes
    -----
    A row whose limit lies before its start is empty. After TensorFlow's ``tf.ragged.range``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.range([3, 0, 2])
    <RaggedTensor [[0, 1, 2], [], [0, 1]]>
    >>> rk.ragged.range([1, 3, 4, 6], [1, 5, 7, 6])
    <RaggedTensor [[], [3, 4], [4, 5, 6], []]>
    >>> rk.ragged.range([0, 0], [5, 5], [2, 0])
    Traceback (most recent call last):
        ...
    ValueError: deltas must not be 0, got deltas[1] = 0
    """
    if limits is None:
        starts, limits = 0, starts
    if dtype is None and type(deltas) is int and deltas:
        few = _few_ranges(starts, limits, deltas, row_splits_dtype)
        if few is not None:
            return few
    xp = array_namespace(*[x for x in (starts, limits, deltas) if is_array(x)])
    splits_dtype = index_dtype(row_splits_dtype, "row_splits_dtype")
    numbers = [
        _number_vector(x, n, xp)
        for x, n in ((starts, "starts"), (limits, "limits"), (deltas, "deltas"))
    ]
    kind = xp.result_type(
        *[_weak(x, a) for x, a in zip((starts, limits, deltas), numbers, strict=True)]
    )
    if dtype is not None:
        kind = as_dtype(dtype)
        for a, n in zip(numbers, ("starts", "limits", "deltas"), strict=True):
            if a.dtype.kind == "f" and kind.kind in "iu" and bool((a != xp.trunc(a)).any()):
                raise TypeError(broken_rule(n, f"hold values of dtype {kind}", a.tolist()))
    nrows = 1
    for a, n in zip(numbers, ("starts", "limits", "deltas"), strict=True):
        if a.ndim and a.shape[0] != nrows:
            if nrows != 1 and any(b.ndim and b.shape[0] == nrows for b in numbers):
                rule = f"have {nrows} items, as the ones before"
                raise ValueError(broken_rule(n, rule, a.shape[0]))
            nrows = a.shape[0]
    if any(a.ndim and a.shape[0] != nrows for a in numbers):
        sizes = [a.shape[0] for a in numbers if a.ndim]
        raise ValueError(broken_rule("starts, limits and deltas", "have one length", sizes))
    first, limit, step = (xp.broadcast_to(a.astype(kind), (nrows,)) for a in numbers)
    zero = first_true(step == 0)
    if zero >= 0:
        at = f"deltas[{zero}]" if numbers[2].ndim else "deltas"
        raise ValueError(f"deltas must not be 0, got {at} = 0")
    if kind.kind == "i" and not numbers[2].ndim and nrows:
        ends = first.astype(INT64, copy=False), limit.astype(INT64, copy=False)
        lengths = _splits.range_lengths(*ends, int(numbers[2]))
    else:
        lengths = _range_lengths(xp, first, limit, step).astype(INT64)
    total = sum(lengths.tolist()) if nrows < 64 else int(lengths.astype("float64").sum())
    if total > _MOST_VALUES:
        raise ValueError(f"limits must make rows that fit memory, got {total} values")
    if splits_dtype != INT64 and total >= 1 << 31:
        raise ValueError(broken_rule("row_splits_dtype", f"count to {total}", splits_dtype))
    part = RowPartition._of_lengths(lengths.astype(splits_dtype))
    if kind.kind == "i" and not numbers[2].ndim and nrows:
        starts = first.astype(INT64, copy=False)
        flat = _splits.ranges(starts, lengths, int(numbers[2]))
        return RaggedTensor._make(flat.astype(kind, copy=False), (part,))
    places = part.offsets_in_rows()
    flat = _splits.repeat(first, lengths) + _splits.repeat(step, lengths) * places.astype(kind)
    return RaggedTensor._make(flat.astype(kind, copy=False), (part,))


def _few_ranges(starts: Any, limits: Any, step: int, splits: Any) -> RaggedTensor | None:
    """Return a few short rows of integers; None for all else."""
    first, last = _ints(starts), _ints(limits)
    if first is None or last is None or splits is not INT64 or abs(step) > _SMALL:
        return None
    if type(starts) is int:
        first *= len(last)
    elif type(limits) is int:
        last *= len(first)
    if not first or len(first) != len(last) or type(starts) is type(limits) is int:
        return None
    numbers: list[int] = []
    cuts = [0]
    for a, b in zip(first, last, strict=True):
        if (b - a) // step > _SHORT:
            return None
        numbers += range(a, b, step)
        if len(numbers) > _SHORT:
            return None
        cuts.append(len(numbers))
    flat = _few.integers(numbers, _dtype_of_ints(starts, limits))
    return RaggedTensor._make(flat, (RowPartition._of_limits(cuts, INT64),))


def _ints(x: Any) -> list[int] | None:
    """Return a few integers of a vector, a list, or one alone; None of all else."""
    if _few.is_few(x):
        return x.tolist() if x.dtype is INT64 or x.dtype in (INT64, INT32) else None
    if type(x) is int:
        return [x] if abs(x) <= _SMALL else None
    if type(x) is list:
        few = 0 < len(x) <= _few.FEW and set(map(type, x)) == {int}
        return x if few and max(map(abs, x)) <= _SMALL else None
    return None


def _dtype_of_ints(starts: Any, limits: Any) -> DType:
    """Return the dtype of their range: a single Python int has no say."""
    for x in (starts, limits):
        if type(x) is list or (type(x) is not int and x.dtype.itemsize == 8):
            return INT64
    return INT32


_SMALL, _SHORT = (1 << 31) - 1, 256  # of numbers, and of rows, that go without arrays
_MOST_VALUES = 1 << 34


def _range_lengths(xp: Any, first: Array, limit: Array, step: Array) -> Array:
    if first.dtype.kind == "f":
        count = xp.ceil((limit - first) / step)
        wrong = first_true(~xp.isfinite(count))
        if wrong >= 0:
            got = [float(a[wrong]) for a in (first, limit, step)]
            rule = f"be finite numbers, got row {wrong}: {got}"
            raise ValueError(f"starts, limits and deltas must {rule}")
        lengths: Array = xp.maximum(count, 0)
        return lengths
    span, stride = limit.astype(INT64) - first.astype(INT64), step.astype(INT64)
    counted: Array = xp.maximum(-(-span // stride), 0)
    return counted


def _number_vector(x: Any, name: str, xp: Any) -> Array:
    try:
        a = as_array(x, xp)
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "be a number or a vector", x)) from error
    if a.ndim > 1:
        raise ValueError(broken_rule(name, "be a number or a vector", a.shape, "by its shape"))
    if a.dtype.kind not in "iuf":
        if not a.size:
            return a.astype(INT64)
        raise TypeError(broken_rule(name, "hold numbers", x))
    return a if a.size or is_array(x) else a.astype(INT64)


def _weak(x: Any, a: Array) -> Any:
    """A Python number doesn't decide the dtype where an array stands beside it."""
    return x if isinstance(x, int | float) else a.dtype


def row_splits_to_segment_ids(splits: Any, out_type: DTypeLike | None = None) -> Array:
    """Return the row of each value, ``int[nvals]``, from row splits ``int[nrows + 1]``.

    An empty row appears in none of them.

    Parameters
    ----------
    splits
        As `RowPartition.from_row_splits` takes them.
    out_type
        int32 or int64, by default the splits'.

    Raises
    ------
    ValueError
        If they are no row splits.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 3, 5])
    array([0, 0, 0, 2, 2])
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 2])
    Traceback (most recent call last):
        ...
    ValueError: row_splits must not decrease, got row_splits[1:3] = [3, 2]
    """
    part = RowPartition.from_row_splits(splits)
    rowids = part.value_rowids()
    return (
        rowids if out_type is None else rowids.astype(index_dtype(out_type, "out_type"), copy=False)
    )


def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: DTypeLike | None = None
) -> Array:
    """Return row splits, ``int[nrows + 1]``, from the row of each value.

    Parameters
    ----------
    segment_ids
        ``int[nvals]``. In any order: the splits are those of the values once they are sorted by it.
    num_segments
        How many rows; by default up to the last that has a value.
    out_type
        int32 or int64, by default the ids'.

    Raises
    ------
    ValueError
        If an id is negative or reaches ``num_segments``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2])
    array([0, 3, 3, 5])
    >>> rk.ragged.segment_ids_to_row_splits([0, 3], num_segments=2)
    Traceback (most recent call last):
        ...
    ValueError: value_rowids must be from 0 to nrows - 1 = 1, got [0, 3]
    """
    ids = as_array(segment_ids)
    if ids.size and ids.dtype.kind not in "iu":
        raise TypeError(broken_rule("segment_ids", "hold integers", ids.dtype))
    ids = index_vector(segment_ids, "segment_ids", None)
    splits = RowPartition.from_value_rowids(ids, num_segments, validate=False).row_splits()
    return (
        splits if out_type is None else splits.astype(index_dtype(out_type, "out_type"), copy=False)
    )
