"""Short cuts past the plan, for the most frequent calls on numbers in the host's memory.

Each returns None if the plan must decide. `_is_mine` is their one test of a tensor. They do not
ask how many rows there are: their kernels do. Only lists of Python numbers, of which there is no
kernel, are limited here.

Time of a call with its short cut, as a part of the time without it (5 rows, 100 rows; float64, the
shortest of 60 interleaved runs of 40 calls, NumPy 2.4, CPython 3.11). A short cut that saves less
than 0.2 is not worth its lines.

=====================  =============================  ======  ========
function               call                           5 rows  100 rows
=====================  =============================  ======  ========
`at_once`              ``x + 1``                      0.27    0.28
`at_once`              ``x * y``                      0.48    0.55
`alone_at_once`        ``-x``                         0.23    0.24
`clipped_at_once`      ``rk.clip_by_value(x, 0, 1)``  0.15    0.16
`written_at_once`      ``np.add(x, 1, out=y)``        0.62    0.64
`reduced_at_once`      ``x.sum()``                    0.44    0.46
`reductions._at_once`  ``x.sum(axis=1)``              0.74    0.80
`sliced_at_once`       ``x[:, 1:]``                   0.56    0.75
`gathered_at_once`     ``rk.gather(x, rows)``         0.53    0.70
`placed_at_once`       ``x.argmax(axis=1)``           0.37    0.63
`padded_at_once`       ``x.to_tensor()``              0.64    0.73
`joined_at_once`       ``rk.concat([x, y], axis=0)``  0.32    0.39
`joined_at_once`       ``rk.concat([x, y], axis=1)``  0.41    0.53
`ranged_at_once`       ``rk.ragged.range(limits)``    0.09    not used
`listed_at_once`       ``rk.ragged.constant(lists)``  0.19    0.46
`plain_segments`       ``rk.segment_sum(v, ids)``     0.37    0.48
=====================  =============================  ======  ========
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import Any

from raggedkit._caller import (
    REFUSED,
    as_the_caller,
    in_callers_frame,
    is_refused,
)
from raggedkit._depth import MOST_AXES
from raggedkit._engines.rows import found_rows
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.limits import FEW, FEW_ITEMS, FEW_LISTS, FEW_NUMBERS, IN_PLACE_FROM, SOURCES
from raggedkit._options import get_options
from raggedkit._plan.broadcasting import same_rows
from raggedkit._typing import Array, DType
from raggedkit._xp import (
    INT32,
    INT64,
    INTEGERS,
    NUMBERS,
    REALS,
    as_dtype,
    host_namespace,
    int_array,
    promote,
)
from raggedkit.encodings import LARGEST
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = [
    "alone_at_once",
    "at_once",
    "clipped_at_once",
    "gathered_at_once",
    "joined_at_once",
    "listed_at_once",
    "padded_at_once",
    "placed_at_once",
    "ranged_at_once",
    "reduced_at_once",
    "sliced_at_once",
    "written_at_once",
]


__warningregistry__ = REFUSED  # see `raggedkit._caller`

_NDARRAY, _NUMBER = host_namespace.ndarray, host_namespace.number
_MOST_INNER = MOST_AXES - 1  # axes of flat values
_make = RaggedTensor._make


def _is_mine(x: Any, levels: int = 0, kinds: str = NUMBERS) -> bool:
    """Whether this is a ragged tensor of numbers in the host's memory.

    With ``levels=1`` it has one partition, of rows that are not declared uniform.
    """
    if type(x) is not RaggedTensor:
        return False
    flat = x._flat
    if type(flat) is not _NDARRAY or flat.dtype.kind not in kinds:
        return False
    return not levels or _has_plain_rows(x)


def _has_plain_rows(x: RaggedTensor) -> bool:
    """Whether a ragged tensor has one partition, of rows that are not declared uniform."""
    return len(x._parts) == 1 and x._parts[0]._uniform is None


def at_once(function: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """Return a ufunc of numbers in the host's memory that need no plan; None for other operands.

    Also None if the ufunc fails: `apply` raises the error.
    """
    mine = operands[0]
    if len(operands) == 1:
        return alone_at_once(function, mine)
    if type(mine) is not RaggedTensor:
        mine = operands[-1]
    if len(operands) > 2 or not _is_mine(mine):
        return None
    other = operands[1 if mine is operands[0] else 0]
    kind = type(other)
    aligned = other if kind is float or kind is int else _aligned(mine, other)
    if aligned is None:
        return None
    try:
        if mine is operands[0]:
            result = function(mine._flat, aligned)
        else:
            result = function(aligned, mine._flat)
    except (TypeError, ValueError, OverflowError) as error:
        if not is_refused(error):
            return None
        result = None
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    if result is None:  # it warns
        pair = (mine._flat, aligned) if mine is operands[0] else (aligned, mine._flat)
        result = as_the_caller(function, *pair)
    return _cut_as(mine, result)


def alone_at_once(function: Callable[..., Any], mine: Any) -> Any:
    """Return the result of `at_once` for one operand."""
    if not _is_mine(mine):
        return None
    flat = mine._flat
    try:
        result = function(flat)
    except (TypeError, ValueError, OverflowError) as error:
        if not is_refused(error):
            return None
        result = None
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    return _cut_as(mine, as_the_caller(function, flat) if result is None else result)


def clipped_at_once(mine: Any, low: Any, high: Any) -> RaggedTensor | None:
    """Return numbers in the host's memory clipped to two bounds, or None."""
    if not (_is_mine(mine) and _is_number(low) and _is_number(high)):
        return None
    return _make(mine._flat.clip(low, high), mine._parts)


def written_at_once(function: Callable[..., Any], operands: Sequence[Any], out: Any) -> bool:
    """Write a ufunc of numbers, and tensors with the rows of ``out``, into it; or return False."""
    if not _is_mine(out):
        return False
    given = [x for x in operands if type(x) is not _NDARRAY]
    aligned = [x if _is_number(x) else _aligned(out, x) for x in given]
    if len(aligned) < len(operands) or any(x is None for x in aligned):
        return False
    if function is host_namespace.power and out._flat.dtype.kind in INTEGERS:
        return False  # NumPy raises for a negative power after it has written some values
    flat = out._flat
    try:
        if flat.size > IN_PLACE_FROM:  # written in place, it can't be repeated for a warning
            in_callers_frame(function, *aligned, out=flat)
            return True
        result = function(*aligned)
    except (TypeError, ValueError, OverflowError) as error:  # before anything is written
        if not is_refused(error):
            return False
        result = None
    if result is None:
        result = as_the_caller(function, *aligned)
    try:
        if result.dtype == flat.dtype:
            flat[...] = result
        else:
            in_callers_frame(host_namespace.copyto, flat, result, casting="same_kind")
    except (TypeError, ValueError):  # it is read-only, or does not take the dtype
        return False
    return True


def reduced_at_once(reduce: Callable[..., Any], values: Array, dtype: DType) -> Any:
    """Return all values reduced by the method of a ufunc."""
    try:
        return reduce(values, 0, dtype)
    except TypeError as error:
        if not is_refused(error):
            raise
    return as_the_caller(reduce, values, 0, dtype)


def _cut_as(mine: RaggedTensor, result: Any) -> Any:
    """Return the result of a ufunc, or its several results, in the rows of ``mine``."""
    if type(result) is _NDARRAY:
        return _make(result, mine._parts)
    return tuple(_make(r, mine._parts) for r in result)


def _aligned(mine: RaggedTensor, other: Any) -> Any:
    """Return the operand for the flat values: a number, or numbers in the same rows; else None."""
    kind = type(other)
    if kind is RaggedTensor:
        flat = other._flat
        if flat.shape == mine._flat.shape and _is_mine(other):
            return flat if same_rows(mine._parts, other._parts) else None
    elif kind is _NDARRAY:
        return _of_rows(mine, other)
    elif isinstance(other, _NUMBER):
        return other
    return None


def _is_number(x: Any) -> bool:
    kind = type(x)
    return kind is float or kind is int or isinstance(x, _NUMBER)


def _of_rows(mine: RaggedTensor, column: Array) -> Any:
    """Return the column ``[nrows, 1]`` repeated to one number per value of each row, or None."""
    part = mine._parts[0]
    if mine._flat.ndim > 1 or not _has_plain_rows(mine):
        return None
    if part._nvals != len(mine._flat):
        return None
    if column.shape != (part._nrows, 1) or column.dtype.kind not in NUMBERS:
        return None
    if part._rowids is not None:
        return column[:, 0].take(part._rowids)
    return column[:, 0].repeat(part._get_lengths())


def sliced_at_once(x: RaggedTensor, rows: Any, key: Any) -> RaggedTensor | None:
    """Return ``x[:, key]`` for a slice with ints."""
    if type(rows) is not slice or type(key) is not slice or not _is_mine(x, 1):
        return None
    if rows.start is not None or rows.stop is not None or rows.step is not None:
        return None
    start, stop, step = key.start, key.stop, key.step
    if start is stop is step is None or step == 0:
        return None
    if not (type(start) in _BOUNDS and type(stop) in _BOUNDS and type(step) in _BOUNDS):
        return None
    sliced = _gather.slice_rows(x._flat, x._parts[0]._get_splits(), key)
    return None if sliced is None else _make(sliced[0], (RowPartition._of_splits(sliced[1]),))


_BOUNDS = frozenset({int, type(None)})


def gathered_at_once(x: Any, rows: Any, axis: Any) -> RaggedTensor | None:
    """Return whole rows by their positions in a vector, none of them negative."""
    if not _is_mine(x) or type(rows) is not _NDARRAY or rows.ndim != 1:
        return None
    if rows.dtype.kind not in INTEGERS or not (axis is None or (type(axis) is int and not axis)):
        return None
    taken = found_rows(x._flat, x._parts, rows) if rows.size else None
    return None if taken is None else _make(*taken)


def placed_at_once(ufunc: str, x: Any, axis: Any, empty: Any) -> Array | None:
    """Return the positions of extremes in rows of real numbers."""
    if type(axis) is not int or axis not in (1, -1) or not _is_mine(x, 1, REALS):
        return None
    part = x._parts[0]
    if x._flat.ndim > 1 or part._nvals != len(x._flat):
        return None
    lengths = part._get_lengths()
    if type(empty) is str and empty == "raise":
        known = part._get_filled()
        if not part._nrows or (known.rows is not None if known else not lengths.all()):
            return None  # some rows are empty
    elif type(empty) is not int or empty:
        return None
    return _segment.arg_rows(ufunc, x._flat, part._get_splits(), lengths)


def padded_at_once(x: RaggedTensor) -> Array | None:
    """Return rows of numbers padded with zeros at their ends to the longest of them."""
    part, flat = x._parts[0], x._flat
    if not _is_mine(x, 1) or part._nvals != len(flat):
        return None
    width = part._get_longest()
    size = part._nrows * width * math.prod(flat.shape[1:]) * flat.dtype.itemsize
    if size >= get_options().dense_limit:
        return None
    return _gather.pad(flat, part._get_lengths(), width, None, None, False, part._get_splits())


def joined_at_once(values: Any, axis: Any, stacked: bool) -> RaggedTensor | None:
    """Return several ragged tensors of one dtype of values and of splits joined."""
    if type(values) not in (list, tuple) or type(axis) is not int or axis not in (0, 1):
        return None
    if not 1 < len(values) <= (SOURCES if axis else FEW) or type(values[0]) is not RaggedTensor:
        return None
    first, inner, total = values[0]._parts[0], values[0]._flat.shape[1:], 0
    flats: list[Array] = []
    cuts: list[Array] = []
    for x in values:
        if not _is_mine(x, 1) or x._flat.shape[1:] != inner or x._flat.ndim >= _MOST_INNER:
            return None
        part, splits = x._parts[0], x._parts[0]._get_splits()
        if part._dtype != first._dtype or splits.item(0) or part._nvals != len(x._flat):
            return None
        if axis and part._nrows != first._nrows:
            return None
        if axis:
            part._get_lengths()  # splits made with validate=False may be invalid
        total += part._nvals
        flats.append(x._flat)
        cuts.append(splits)
    if total > LARGEST[INT32]:
        return None
    dtype, count = first._dtype, len(cuts)
    if not axis:
        parts = [RowPartition._of_splits(_splits.joined(cuts))]
        if stacked:
            counts = [cut.shape[0] - 1 for cut in cuts]
            if len(set(counts)) == 1:
                outer = RowPartition._of_uniform(counts[0], count, dtype, host_namespace)
            else:
                outer = RowPartition._of_lengths(int_array(counts, dtype))
            parts.insert(0, outer)
        return _make(host_namespace.concatenate(flats), tuple(parts))
    kind = flats[0].dtype
    for flat in flats:
        if flat.dtype is not kind:
            kind = promote(kind, flat.dtype)
    if not stacked:
        flat, rounds = _gather.take_turns(flats, cuts, kind)
        return _make(flat, (RowPartition._of_splits(rounds),))
    starts, rounds = _splits.turns(cuts)
    flat = _gather.interleave(flats, cuts, starts, kind)
    ends = host_namespace.append(host_namespace.stack(starts, axis=1).reshape(-1), rounds[-1:])
    outer = RowPartition._of_uniform(count, first._nrows, dtype, host_namespace)
    return _make(flat, (outer, RowPartition._of_splits(ends)))


def ranged_at_once(starts: Any, limits: Any, step: int, splits: Any) -> RaggedTensor | None:
    """Return a few short ranges of integers."""
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
    flat = int_array(numbers, _dtype_of_ints(starts, limits))
    return _make(flat, (RowPartition._of_limits(cuts, INT64),))


def _ints(x: Any) -> list[int] | None:
    """Return a few integers as Python ints."""
    if type(x) is _NDARRAY and x.ndim == 1 and x.size <= FEW:
        return x.tolist() if x.dtype is INT64 or x.dtype in (INT64, INT32) else None
    if type(x) is int:
        return [x] if abs(x) <= _SMALL else None
    if type(x) is list:
        few = 0 < len(x) <= FEW and set(map(type, x)) == {int}
        return x if few and max(map(abs, x)) <= _SMALL else None
    return None


def _dtype_of_ints(starts: Any, limits: Any) -> DType:
    """Return the dtype of the range; a single Python int does not affect it."""
    for x in (starts, limits):
        if type(x) is list or (type(x) is not int and x.dtype.itemsize == 8):
            return INT64
    return INT32


_SMALL, _SHORT = LARGEST[INT32], FEW_NUMBERS  # largest number, and most values, for Python ints


def listed_at_once(rows: Any, wanted: DType | None, kind: DType) -> RaggedTensor | None:
    """Return a few short lists of Python floats, or of Python ints, with splits of this dtype."""
    if type(rows) is not list or len(rows) > FEW_LISTS or set(map(type, rows)) != _LISTS:
        return None
    items = [*islice(chain.from_iterable(rows), FEW_ITEMS + 1)]
    if len(items) > FEW_ITEMS:
        return None
    kinds = set(map(type, items))
    dtype = _DOUBLE if kinds == _FLOATS else INT64 if kinds == _INTS else None
    if dtype is None:
        return None
    if wanted is _SINGLE and dtype is _DOUBLE and math.hypot(*items) < _LARGE:
        dtype = _SINGLE
    try:
        flat = host_namespace.array(items, dtype)
    except OverflowError:  # an int of more than 64 bits
        return None
    if wanted is not None and wanted is not dtype and wanted != dtype:
        if wanted.kind != "f":
            return None
        with host_namespace.errstate(over="ignore"):
            flat = flat.astype(wanted)
    return _make(flat, (RowPartition._of_few([*map(len, rows)], kind),))


_SINGLE, _LARGE = as_dtype("float32"), 3e38  # no number overflows it whose distance from 0 is less
_DOUBLE = as_dtype("float64")
_LISTS, _FLOATS, _INTS = {list}, {float}, {int}
