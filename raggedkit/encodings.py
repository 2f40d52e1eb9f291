"""Validation of row splits, lengths, starts, limits and row ids.

The error of each check has the argument, its rule, the first index that breaks it and the value
there.
"""

from __future__ import annotations

import operator
from typing import Any

from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import (
    INT32,
    INT64,
    INTEGERS,
    as_array,
    as_dtype,
    host_namespace,
    is_array,
    owned,
    promote,
)
from raggedkit.errors import MissingValueError, broken_rule

__all__ = [
    "LARGEST",
    "broken_at",
    "check_inside",
    "check_order",
    "check_rows",
    "check_start",
    "count",
    "index_dtype",
    "index_vector",
    "own_vector",
]

_NDARRAY = host_namespace.ndarray
_LISTS = (list, tuple, range)
LARGEST = {INT32: (1 << 31) - 1, INT64: (1 << 63) - 1}
_MANY_ROWS = 1 << 28  # more rows than that, most of them empty, are taken for a mistake
_MOST_ROWS = 1 << 48  # the splits of more rows exceed any memory


def index_dtype(dtype: DTypeLike, name: str = "dtype") -> DType:
    """Return ``dtype``, which must be int32 or int64."""
    kind = as_dtype(dtype, name)
    if kind not in LARGEST:
        raise ValueError(broken_rule(name, "be int32 or int64", kind))
    return kind


def index_vector(
    obj: Any, name: str, dtype: DTypeLike | None, hint: DTypeLike | None = None
) -> Array:
    """Return an int32 or int64 vector; the caller's own array if it is one already."""
    if type(obj) is _NDARRAY and dtype is None and obj.ndim == 1 and obj.dtype in LARGEST:
        return obj
    given = is_array(obj)
    if dtype is None and not given:
        dtype = hint
    try:
        array = as_array(obj)
    except MissingValueError as error:
        raise error.named(name) from None
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule(name, "be a vector of integers", obj)) from error
    if array.ndim != 1:
        got = f"an array of shape {array.shape}" if array.ndim or given else repr(obj)
        raise ValueError(f"{name} must have one dimension, got {got}")
    if array.dtype not in LARGEST:
        array = _of_another_dtype(array, obj, name, given)
    return array if dtype is None else _fitting(array, name, index_dtype(dtype))


def own_vector(
    obj: Any, name: str, dtype: DTypeLike | None, hint: DTypeLike | None = None
) -> Array:
    """Return an int32 or int64 vector that nobody else can write to: a copy, if need be."""
    vector = index_vector(obj, name, dtype, hint)
    return owned(vector) if vector is obj or type(obj) not in _LISTS else vector


def _of_another_dtype(array: Array, obj: Any, name: str, given: bool) -> Array:
    """Return integers of another width as int64; raise if one is too large or not an integer."""
    if array.dtype.kind in INTEGERS or not (given or array.shape[0]):
        return _fitting(array, name, INT64)
    if given:
        way_out = "convert it with .astype('int64')"
        raise ValueError(broken_rule(name, "be of dtype int32 or int64", array.dtype, way_out))
    for i, item in enumerate(obj):
        if isinstance(item, bool) or not hasattr(item, "__index__"):
            raise ValueError(f"{name} must contain integers, got {name}[{i}] = {item!r}")
        if not -LARGEST[INT64] - 1 <= operator.index(item) <= LARGEST[INT64]:
            raise ValueError(broken_at(name, "fit int64", i, item))
    raise ValueError(broken_rule(name, "be a vector of integers", obj))


def _fitting(array: Array, name: str, dtype: DType) -> Array:
    """Return the vector in this dtype; raise if an integer does not fit it."""
    if promote(array.dtype, dtype) != dtype:
        wrong = array > LARGEST[dtype]
        if array.dtype.kind != "u":
            wrong |= array < -LARGEST[dtype] - 1
        i = first_true(wrong)
        if i >= 0:
            raise ValueError(broken_at(name, f"fit {dtype}", i, array[i]))
    return array.astype(dtype, copy=False)


def count(value: Any, name: str, dtype: DType) -> int:
    """Return a count as an int; raise if it is negative or does not fit the dtype."""
    if getattr(value, "ndim", 0):
        raise ValueError(broken_rule(name, "be a single integer", value))
    try:
        n = operator.index(value)
    except TypeError:
        raise ValueError(broken_rule(name, "be a single integer", value)) from None
    if n < 0:
        raise ValueError(broken_rule(name, "not be negative", n))
    if n > LARGEST[dtype]:
        raise ValueError(broken_rule(name, f"fit {dtype}", n))
    return n


def broken_at(name: str, rule: str, i: int, value: Any) -> str:
    """Return ``<name> must <rule>, got <name>[i] = <value>``."""
    return f"{name} must {rule}, got {name}[{i}] = {int(value)}"


def check_start(vector: Array, name: str) -> None:
    """Raise unless a vector, which must not be empty, starts at 0."""
    if vector[0]:
        raise ValueError(broken_at(name, "start at 0", 0, vector[0]))


def check_order(vector: Array, name: str) -> None:
    """Raise if a vector decreases."""
    i = _splits.first_decrease(vector)
    if i >= 0:
        pair = vector[i : i + 2].tolist()
        raise ValueError(f"{name} must not decrease, got {name}[{i}:{i + 2}] = {pair}")


def check_rows(nrows: int, nvals: int) -> None:
    """Raise for a number of rows that is certainly a mistake, before anything is allocated."""
    most = min(max(_MANY_ROWS, 2 * nvals), _MOST_ROWS)
    if nrows > most:
        raise ValueError(broken_rule("nrows", f"be at most {most} for nvals = {nvals}", nrows))


def check_inside(splits: Array, nvals: int) -> None:
    """Raise if splits made with validate=False have rows that end after ``nvals``.

    Splits that decrease within these bounds pass, as in TensorFlow. Beyond them, the sum of the
    lengths may wrap around to a small number, and then NumPy's ``repeat`` writes past its end.
    """
    if int(splits[0]) >= 0 and _splits.first_decrease(splits) < 0:
        return
    i = first_true((splits < 0) | (splits > nvals))
    if i >= 0:
        rule = f"be from 0 to the last, {nvals}"
        raise ValueError(broken_at("row_splits", rule, i, splits[i]))
