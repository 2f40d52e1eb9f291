"""Ranges as rows, and conversion between row splits and segment ids."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._arguments import array_of
from raggedkit._engines.shortcuts import ranged_at_once
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._typing import Array, DType, DTypeLike, TensorLike
from raggedkit._xp import (
    INT64,
    INTEGERS,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
    is_array,
    is_host,
    object_array,
)
from raggedkit.encodings import LARGEST, index_dtype, index_vector
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["ragged_range", "row_splits_to_segment_ids", "segment_ids_to_row_splits"]


def ragged_range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: TensorLike | int = 1,
    dtype: DTypeLike | None = None,
    row_splits_dtype: DTypeLike = INT64,
) -> RaggedTensor:
    """Return one row ``start, start + delta, ...`` below ``limit`` for each start.

    Parameters
    ----------
    starts
        A number or ``[nrows]``. Without ``limits`` these are the limits, and rows start at 0.
    limits, deltas
        Numbers or ``[nrows]``; ``deltas`` are the steps. A limit is excluded.
    dtype
        The dtype of the values; by default the common dtype of the three arguments.
    row_splits_dtype
        int32 or int64.

    Returns
    -------
    RaggedTensor
        ``[nrows, (d1)]``.

    Raises
    ------
    TypeError
        If an argument is not a number, or not an integer although ``dtype`` is.
    ValueError
        If a step is 0, a number is not finite, the vectors differ in length, or a value does not
        fit the dtype.

    Notes
    -----
    A row is empty if its limit is not above its start. After TensorFlow's ``tf.ragged.range``.
    Integers are exact: a value out of the range of the dtype is an error; a limit may be outside.

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
    # As in Python's range: a single argument is the limit.
    if limits is None:
        starts, limits = 0, starts
    if dtype is None and type(deltas) is int and deltas:
        rows = ranged_at_once(starts, limits, deltas, row_splits_dtype)
        if rows is not None:
            return rows
    xp = array_namespace(*[x for x in (starts, limits, deltas) if is_array(x)])
    splits_dtype = index_dtype(row_splits_dtype, "row_splits_dtype")
    given = dict(zip(_NAMES, (starts, limits, deltas), strict=True))
    numbers = [_number_vector(x, name, xp) for name, x in given.items()]
    kind = _common_dtype(list(given.values()), numbers, xp) if dtype is None else as_dtype(dtype)
    if kind.kind not in "iuf":
        raise TypeError(broken_rule("dtype", "be a dtype of real numbers", kind))
    nrows = _row_count(numbers)
    zero = first_true(numbers[2].reshape(-1) == 0)
    if zero >= 0:
        at = f"deltas[{zero}]" if numbers[2].ndim else "deltas"
        raise ValueError(f"deltas must not be 0, got {at} = 0")
    make = _of_floats if kind.kind == "f" else _of_integers
    return make(xp, numbers, nrows, kind, splits_dtype)


_NAMES = ("starts", "limits", "deltas")


def _common_dtype(given: list[Any], numbers: list[Array], xp: Any) -> DType:
    """Return the common dtype of the three; lists of integers count as int64."""
    kinds: list[Any] = []
    for x, a in zip(given, numbers, strict=True):
        if isinstance(x, int | float):
            kinds.append(0 if isinstance(x, int) else 0.0)
        else:
            kinds.append(a.dtype if is_array(x) or a.dtype.kind == "f" else INT64)
    common: DType = xp.result_type(*kinds)
    return common


def _row_count(numbers: list[Array]) -> int:
    """Return the number of rows for vectors of these lengths."""
    nrows = 1
    for a, n in zip(numbers, _NAMES, strict=True):
        if a.ndim and a.shape[0] != nrows:
            if nrows != 1 and any(b.ndim and b.shape[0] == nrows for b in numbers):
                rule = f"have {nrows} items, as the ones before"
                raise ValueError(broken_rule(n, rule, a.shape[0]))
            nrows = a.shape[0]
    if any(a.ndim and a.shape[0] != nrows for a in numbers):
        sizes = [a.shape[0] for a in numbers if a.ndim]
        raise ValueError(broken_rule("starts, limits and deltas", "have one length", sizes))
    return nrows


def _of_integers(
    xp: Any, numbers: list[Array], nrows: int, kind: DType, splits_dtype: DType
) -> RaggedTensor:
    """Return rows of exact integers, or raise."""
    whole = [_whole(a, name, kind) for a, name in zip(numbers, _NAMES, strict=True)]
    step: Any  # an int, if it is the same for all rows
    if all(map(_is_small, whole)):
        # The sign is moved into the span, since floor division of negative numbers rounds the other
        # way.
        if whole[2].size == 1:
            step = int(whole[2].reshape(-1)[0])
            first, limit = (xp.broadcast_to(a.astype(INT64), (nrows,)) for a in whole[:2])
            span = first - limit if step < 0 else limit - first
            lengths = xp.maximum((span - 1) // abs(step) + 1, 0)
        else:
            first, limit, step = (xp.broadcast_to(a.astype(INT64), (nrows,)) for a in whole)
            down = step < 0
            span = xp.where(down, first - limit, limit - first)
            lengths = xp.where(span > 0, (span - 1) // abs(step) + 1, 0)
        if kind != INT64:
            ends = first + (lengths - 1) * step
            limits = host_namespace.iinfo(kind)
            wrong = xp.minimum(first, ends) < limits.min
            wrong |= xp.maximum(first, ends) > xp.asarray(min(limits.max, 1 << 62))
            _refuse_unfit(first_true(wrong & (lengths > 0)), first, ends, kind)
    else:  # a difference might exceed 64 bits
        first, limit, step = (_python_numbers(a, nrows) for a in whole)
        # Python's ranges are exact for any integer; numbers this large are rare.
        rows = [range(a, b, d) for a, b, d in zip(first, limit, step, strict=True)]
        # len(r) fails above the platform's largest index.
        counts = [(r[-1] - r[0]) // r.step + 1 if r else 0 for r in rows]
        low, high = host_namespace.iinfo(kind).min, host_namespace.iinfo(kind).max
        unfit = (
            i
            for i, r in enumerate(rows)
            if r and not low <= min(r[0], r[-1]) <= max(r[0], r[-1]) <= high
        )
        _refuse_unfit(next(unfit, -1), first, [r[-1] if r else 0 for r in rows], kind)
        _check_total(sum(counts), splits_dtype)
        lengths = as_array(counts, xp, dtype=INT64)
        first, step = (
            as_array([x % (1 << 64) for x in xs], xp, dtype="uint64") for xs in (first, step)
        )
    part = _cut(lengths, splits_dtype)
    single = int(whole[2].reshape(-1)[0]) if whole[2].size == 1 else 0
    if single and first.dtype == INT64 and abs(single) * part._nvals < _SAFE and nrows:
        splits = part._get_splits() if part._dtype == INT64 else None
        flat = _splits.ranges(first, lengths, single, splits)
    else:  # modulo 2**64: wrap-around is exact because every result fits
        if type(step) is int:
            step = xp.full(nrows, step, dtype=INT64)
        first, step = (a.astype("uint64") for a in (first, step))
        places = part.offsets_in_rows().astype("uint64")
        flat = _splits.repeat(first, lengths) + _splits.repeat(step, lengths) * places
    return RaggedTensor._make(flat.astype(kind, copy=False), (part,))


def _of_floats(
    xp: Any, numbers: list[Array], nrows: int, kind: DType, splits_dtype: DType
) -> RaggedTensor:
    """Return rows of floats, their lengths computed in the same precision as in TensorFlow."""
    with host_namespace.errstate(over="ignore"):
        ready = [xp.broadcast_to(a.astype(kind), (nrows,)) for a in numbers]
    for a, name in zip(ready, _NAMES, strict=True):
        wrong = first_true(~xp.isfinite(a))
        if wrong >= 0:
            got = f"got {float(a[wrong])} in row {wrong}"
            raise ValueError(f"{name} must be finite numbers that fit {kind}, {got}")
    first, limit, step = ready
    with host_namespace.errstate(all="ignore"):
        count = (limit - first) / step
        wide = [a.astype("float64") for a in ready]
        halves = (wide[1] / 2 - wide[0] / 2) / wide[2] * 2  # used if the difference overflows
        count = xp.where(xp.isfinite(limit - first), count, halves)
        count = xp.maximum(xp.ceil(count), 0)
        total = float(count.sum(dtype="float64"))
    zero = first_true(step == 0)
    if zero >= 0:
        raise ValueError(f"deltas must not be 0 in {kind}, got {float(numbers[2].reshape(-1)[0])}")
    _check_total(total, splits_dtype)
    lengths = count.astype(INT64)
    part = _cut(lengths, splits_dtype)
    # start + i * step in float64: a running sum would add up rounding errors.
    begin, stride = (_splits.repeat(a, lengths) for a in (wide[0], wide[2]))
    flat = begin + stride * part.offsets_in_rows()
    return RaggedTensor._make(flat.astype(kind, copy=False), (part,))


def _whole(a: Array, name: str, kind: DType) -> Array:
    """Return whole numbers as integers, as Python ints if they may exceed 64 bits."""
    if a.dtype.kind != "f":
        return a
    xp = array_namespace(a)
    wrong = first_true(~(xp.isfinite(a) & (a == xp.trunc(a))).reshape(-1))
    if wrong >= 0:
        raise TypeError(broken_rule(name, f"contain values of dtype {kind}", a.tolist()))
    if not a.size or float(abs(a).max()) < _SAFE:
        return a.astype(INT64)
    items = [int(x) for x in a.reshape(-1).tolist()]
    return object_array(items).reshape(a.shape)


def _is_small(a: Array) -> bool:
    """Whether the difference of such integers fits int64."""
    if a.dtype.kind == "O":
        return False
    if not a.size or a.dtype.itemsize < INT64.itemsize:
        return True
    if not is_host(a):
        return int(a.max()) < _SAFE and int(a.min()) > -_SAFE
    line = a.reshape(-1)  # NumPy's max takes 2 us, argmax and item 0.4 us
    return line.item(line.argmax()) < _SAFE and line.item(line.argmin()) > -_SAFE


def _python_numbers(a: Array, nrows: int) -> list[int]:
    items: list[int] = a.reshape(-1).tolist()
    return items if len(items) == nrows and a.ndim else items * nrows


def _refuse_unfit(row: int, first: Any, ends: Any, kind: DType) -> None:
    if row >= 0:
        got = f"got {int(first[row])} to {int(ends[row])} in row {row}"
        raise ValueError(f"starts and limits must make values of dtype {kind}, {got}")


def _check_total(total: float, splits_dtype: DType) -> None:
    """Raise if the number of values exceeds memory or the dtype of the row splits."""
    if not total <= _MOST_VALUES:
        shown_total = int(total) if total < _SAFE else f"{total:.6g}"
        raise ValueError(f"limits must make rows that fit memory, got {shown_total} values")
    if total > LARGEST[splits_dtype]:
        raise ValueError(broken_rule("row_splits_dtype", f"count to {int(total)}", splits_dtype))


def _cut(lengths: Array, splits_dtype: DType) -> RowPartition:
    _check_total(float(lengths.sum(dtype="float64")), splits_dtype)
    return RowPartition._of_lengths(lengths.astype(splits_dtype, copy=False))


_MOST_VALUES = 1 << 34
_SAFE = 1 << 62  # two integers below it have a difference that fits int64


def _number_vector(x: Any, name: str, xp: Any) -> Array:
    try:
        a = as_array(x, xp)
    except MissingValueError:
        raise
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "be a number or a vector", x)) from error
    if a.ndim > 1:
        raise ValueError(broken_rule(name, "be a number or a vector", a.shape, "by its shape"))
    # np.array([2**63, 1]) is float64 and has already lost digits.
    if a.dtype.kind in "fO" and not is_array(x) and a.size:  # NumPy converts large ints to floats
        items = list(x) if a.ndim else [x]
        if set(map(type, items)) == {int}:
            return object_array(items).reshape(a.shape)
    if a.dtype.kind not in "iuf":
        if not a.size:
            return a.astype(INT64)
        raise TypeError(broken_rule(name, "contain numbers", x))
    return a if a.size or is_array(x) else a.astype(INT64)


def row_splits_to_segment_ids(splits: TensorLike, out_type: DTypeLike | None = None) -> Array:
    """Return the row of each value, ``int[nvals]``, for row splits ``int[nrows + 1]``.

    An empty row does not appear in the result.

    Parameters
    ----------
    splits
        ``int[nrows + 1]``, starting at 0, not decreasing.
    out_type
        int32 or int64, by default the dtype of ``splits``.

    Returns
    -------
    array
        ``int[nvals]``.

    Raises
    ------
    ValueError
        If ``splits`` are not row splits.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 3, 5])
    array([0, 0, 0, 2, 2])
    >>> rk.ragged.row_splits_to_segment_ids([0, 3, 2])
    Traceback (most recent call last):
        ...
    ValueError: splits must not decrease, got splits[1:3] = [3, 2]
    """
    try:
        rowids = RowPartition.from_row_splits(splits).value_rowids()
    except ValueError as error:
        raise ValueError(str(error).replace("row_splits", "splits")) from None
    return (
        rowids if out_type is None else rowids.astype(index_dtype(out_type, "out_type"), copy=False)
    )


def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: SupportsIndex | None = None,
    out_type: DTypeLike | None = None,
) -> Array:
    """Return row splits, ``int[nrows + 1]``, from the row of each value.

    Parameters
    ----------
    segment_ids
        ``int[nvals]``, in any order: the splits are for the values sorted by these ids.
    num_segments
        The number of rows; by default up to the last row with a value.
    out_type
        int32 or int64, by default the dtype of the ids.

    Returns
    -------
    array
        ``int[nrows + 1]``.

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
    ValueError: segment_ids must be from 0 to num_segments - 1 = 1, got [0, 3]
    """
    ids = array_of(segment_ids, "segment_ids", "be a vector of integers")
    if ids.size and ids.dtype.kind not in INTEGERS:
        raise TypeError(broken_rule("segment_ids", "contain integers", ids.dtype))
    ids = index_vector(segment_ids, "segment_ids", None)
    try:
        splits = RowPartition.from_value_rowids(ids, num_segments, validate=False).row_splits()
    except ValueError as error:
        message = str(error).replace("value_rowids", "segment_ids").replace("nrows", "num_segments")
        raise ValueError(
            message.replace("num_segments", "segment_ids", num_segments is None)
        ) from None
    return (
        splits if out_type is None else splits.astype(index_dtype(out_type, "out_type"), copy=False)
    )
