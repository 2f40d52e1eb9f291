"""Equality of ragged tensors, structure included, with a message about the first difference."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._kernels.arrays.compare import equal
from raggedkit._typing import TensorLike
from raggedkit._xp import NUMBERS, to_host
from raggedkit.errors import shown
from raggedkit.partition import RowPartition
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["assert_ragged_equal"]


def assert_ragged_equal(
    actual: TensorLike | RaggedTable,
    expected: TensorLike | RaggedTable,
    *,
    rtol: float = 0.0,
    atol: float = 0.0,
    check_dtype: bool = True,
    check_uniform: bool = True,
) -> None:
    """Raise unless two tensors agree in their rows and values; the message names the difference.

    Two tables agree if they have the same names in the same order, and equal columns and labels.

    Parameters
    ----------
    actual
        A ragged tensor, an array, a nested list or a table.
    expected
        A ragged tensor or a table: dtypes and declared uniformity are compared too. For a nested
        list or an array, only rows and values are compared.
    rtol, atol
        Two numbers are equal if they differ by no more than ``atol + rtol * abs(expected)``.
    check_dtype
        Whether the dtypes of values and row splits must be equal.
    check_uniform
        Whether an axis must be ragged in both, or uniform in both.

    Raises
    ------
    AssertionError
        If they differ. The message has the first difference of dtype, shape, row length or value.

    Notes
    -----
    NaN equals NaN, and NaT equals NaT. An empty row equals an empty row only.

    Examples
    --------
    >>> import raggedkit as rk
    >>> from raggedkit.testing import assert_ragged_equal
    >>> rt = rk.ragged.constant([[1, 2], [], [3]])
    >>> assert_ragged_equal(rt, [[1, 2], [], [3]])
    >>> assert_ragged_equal(rt + 1, [[2, 3], [], [5]])
    Traceback (most recent call last):
        ...
    AssertionError: values differ at [2][0]: got 4, expected 5
    >>> assert_ragged_equal(rt, rk.ragged.constant([[1, 2], [3], []]))
    Traceback (most recent call last):
        ...
    AssertionError: row lengths differ at [1]: got 0, expected 1 (2 of 3 rows of axis 1 differ)
    """
    check_dtype = as_flag(check_dtype, "check_dtype")
    check_uniform = as_flag(check_uniform, "check_uniform")
    flags = rtol, atol, check_dtype, check_uniform
    # The expected value decides: with lists anything is compared as a list.
    kind = next((k for k in (RaggedTensor, RaggedTable) if isinstance(expected, k)), None)
    if kind is not None and not isinstance(actual, kind):
        got = f"{type(actual).__name__} {shown(actual)}"
        raise AssertionError(f"kinds differ: got {got}, expected {kind.__name__}")
    if isinstance(actual, RaggedTable) and kind is None:
        raise AssertionError(f"kinds differ: got RaggedTable, expected {type(expected).__name__}")
    if isinstance(expected, RaggedTable):
        difference = _of_tables(actual, expected, *flags)
    elif isinstance(expected, RaggedTensor):
        difference = _of_tensors(actual, expected, *flags)
    else:
        difference = _of_lists(_as_list(actual), _as_list(expected), "", rtol, atol)
    if difference:
        raise AssertionError(difference)


def _of_tensors(
    a: Any,
    b: RaggedTensor,
    rtol: float,
    atol: float,
    check_dtype: bool,
    check_uniform: bool,
) -> str:
    # From the outside in: the first difference often explains those after it.
    if a.ndim != b.ndim or a.ragged_rank != b.ragged_rank:
        return f"shapes differ: got {_described(a)}, expected {_described(b)}"
    if check_dtype and a.dtype != b.dtype:
        return f"dtypes differ: got {a.dtype}, expected {b.dtype}"
    pairs = list(zip(a.partitions, b.partitions, strict=True))
    if check_dtype and pairs[0][0].dtype != pairs[0][1].dtype:
        return f"dtypes of row splits differ: got {pairs[0][0].dtype}, expected {pairs[0][1].dtype}"
    if check_uniform and any(p.is_uniform() != q.is_uniform() for p, q in pairs):
        return f"declared uniformity differs: got {_described(a)}, expected {_described(b)}"
    if len(a) != len(b):
        return f"numbers of rows differ: got {len(a)}, expected {len(b)}"
    for axis, (p, q) in enumerate(pairs, start=1):
        mine, theirs = to_host(p.row_lengths()), to_host(q.row_lengths())
        # The numbers of rows agree: those of this axis follow from the axis before it.
        wrong = np.flatnonzero(mine != theirs)
        if wrong.size:
            i = int(wrong[0])
            got = f"got {mine[i]}, expected {theirs[i]}"
            count = f"{wrong.size} of {mine.size} rows of axis {axis} differ"
            return f"row lengths differ at {_index(a, i, axis - 1)}: {got} ({count})"
    x, y = to_host(a.flat_values), to_host(b.flat_values)
    if x.shape != y.shape:
        return f"inner dimensions differ: got {x.shape[1:]}, expected {y.shape[1:]}"
    different = ~_equal(x, y, rtol, atol)
    if not different.any():
        return ""
    i = np.argwhere(different)[0].tolist()
    place = _index(a, i[0], a.ragged_rank) + "".join(f"[{k}]" for k in i[1:])
    got = f"got {shown(x[tuple(i)])}, expected {shown(y[tuple(i)])}"
    return f"values differ at {place}: {got} ({int(different.sum())} of {x.size} differ)"


def _of_tables(
    a: Any, b: RaggedTable, rtol: float, atol: float, check_dtype: bool, check_uniform: bool
) -> str:
    for kind, names, wanted in (("columns", a.columns, b.columns), ("rows", a.rows, b.rows)):
        # The order of names is part of a table.
        if list(names) != list(wanted):
            return f"names of {kind} differ: got {list(names)}, expected {list(wanted)}"
    flags = rtol, atol, check_dtype, check_uniform
    mine, theirs = _of_partition(a.partition), _of_partition(b.partition)
    difference = _of_tensors(mine, theirs, *flags)
    if difference:
        return difference
    for name, labels in b.rows.items():
        difference = _of_arrays(a.rows[name], labels, rtol, atol, check_dtype)
        if difference:
            return f"rows[{name!r}]: {difference}"
    for name, column in b.columns.items():
        difference = _of_tensors(a[name], column, *flags)
        if difference:
            return f"columns[{name!r}]: {difference}"
    return ""


def _of_partition(part: RowPartition) -> RaggedTensor:
    """Return a tensor of these rows whose values take no memory."""
    return RaggedTensor(np.empty((part.static_nvals or 0, 0)), part)


def _of_arrays(x: Any, y: Any, rtol: float, atol: float, check_dtype: bool) -> str:
    if check_dtype and x.dtype != y.dtype:
        return f"dtypes differ: got {x.dtype}, expected {y.dtype}"
    x, y = to_host(x), to_host(y)
    if x.shape != y.shape:
        return f"shapes differ: got {x.shape}, expected {y.shape}"
    different = ~_equal(x, y, rtol, atol)
    if not different.any():
        return ""
    i = tuple(np.argwhere(different)[0].tolist())
    place = "".join(f"[{k}]" for k in i)
    return f"values differ at {place}: got {shown(x[i])}, expected {shown(y[i])}"


def _described(rt: RaggedTensor) -> str:
    return f"{rt.shape.as_list()} of ragged_rank {rt.ragged_rank}"


def _index(rt: RaggedTensor, i: int, depth: int) -> str:
    """Return the index of item ``i`` below ``depth`` partitions, like ``[1][0]``."""
    places = []
    # Outwards: the row of an item is the item of the partition before.
    for p in reversed(rt.partitions[:depth]):
        row = int(p.value_rowids()[i])
        places.append(i - int(p.row_splits()[row]))
        i = row
    return "".join(f"[{k}]" for k in (i, *reversed(places)))


def _equal(x: Any, y: Any, rtol: float, atol: float) -> Any:
    # Tolerances are for numbers; np.isclose refuses text and records.
    number = x.dtype.kind in NUMBERS and y.dtype.kind in NUMBERS
    if number and (rtol or atol):
        return np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=True)
    return np.broadcast_to(equal(x, y), x.shape)


def _as_list(x: Any) -> Any:
    if isinstance(x, RaggedTensor):
        return x.to_list()
    if hasattr(x, "tolist"):
        return to_host(x).tolist() if hasattr(x, "get") else x.tolist()  # `get`: CuPy
    return [_as_list(item) for item in x] if isinstance(x, list | tuple | range) else x


def _of_lists(a: Any, b: Any, place: str, rtol: float, atol: float) -> str:
    where = f" at {place}" if place else ""
    if isinstance(a, list) != isinstance(b, list):
        return f"depths differ{where}: got {shown(a)}, expected {shown(b)}"
    if not isinstance(a, list):
        # True == 1 in Python, but they are different results.
        if type(a) is not type(b) and isinstance(a, str | bytes | bool | type(None)):
            return f"kinds of values differ{where}: got {a!r}, expected {b!r}"
        one, other = np.asarray(a), np.asarray(b)  # the fields of a record have an axis
        if one.shape == other.shape and bool(np.all(_equal(one, other, rtol, atol))):
            return ""
        return f"values differ{where}: got {a!r}, expected {b!r}"
    # Lengths are compared last, so that the message names the first item that differs.
    for i, (x, y) in enumerate(zip(a, b, strict=False)):
        difference = _of_lists(x, y, f"{place}[{i}]", rtol, atol)
        if difference:
            return difference
    if len(a) != len(b):
        return f"lengths differ{where}: got {len(a)}, expected {len(b)}"
    return ""
