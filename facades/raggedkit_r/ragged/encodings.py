"""Row splits, lengths, row ids and other encodings of the rows, counted from 1 or from 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RowPartition, TensorShape
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.rows import names_of, null_of
from raggedkit_r.shape.shape import RShape, as_shape
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, as_whole

__all__ = [
    "is_empty",
    "row_is_null",
    "lengths",
    "nrows",
    "nvals",
    "ragged_rank",
    "ragged_shape",
    "row_lengths",
    "row_limits",
    "row_splits",
    "row_starts",
    "value_rowids",
]


def nrows(x: Any, axis: int = 1) -> int:
    """Return how many rows there are; of axis 2, how many in all of them.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> nrows(ragged([[3, 1], [], [5]])), nrows(ragged([[[3], []], [[5]]]), axis=2)
    (3, 3)
    """
    return len(_partition(x, axis))


def nvals(x: Any) -> int:
    """Return how many values there are.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> nvals(ragged([[3, 1], [], [5]]))
    3
    """
    return len(as_ragged(x).tensor.flat_values)


def ragged_rank(x: Any) -> int:
    """Return how many axes have rows: 1 for a list of vectors.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> ragged_rank(ragged([[[3], []], [[5]]]))
    2
    """
    return as_ragged(x).tensor.ragged_rank


def ragged_shape(x: Any) -> RShape:
    """Return the size of each axis, ``NA`` for those whose rows differ or may.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> ragged_shape(ragged([[3, 1], [], [5]]))
    TensorShape([3, None])
    """
    return RShape(as_ragged(x).tensor.shape)


def row_splits(x: Any, axis: int = 1, base: int = 0) -> Vector:
    """Return the number of values before each row, and at last of all: one more than rows.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis
        1 for the rows of ``x``, 2 for the rows in these.
    base
        The first split: 0, or 1 to count positions as R does.

    Raises
    ------
    ValueError
        If there is no such axis, or ``base`` is neither 0 nor 1.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_splits(ragged([[3, 1], [], [5]]))
    [1] 0 2 2 3
    >>> row_splits(ragged([[3, 1]]), axis=2)
    Traceback (most recent call last):
        ...
    ValueError: axis must be from 1 to 1, got 2; 1 is the rows of x, 2 the rows in these
    """
    return _integers(_partition(x, axis).row_splits() + _base(base))


def row_lengths(x: Any, axis: int = 1) -> Vector:
    """Return how many values each row has; 0 for an empty row and for one that is NULL.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_lengths(ragged([[3, 1], [], None]))
    [1] 2 0 0
    """
    return _integers(_partition(x, axis).row_lengths(), names_of(as_ragged(x))[axis - 1])


def lengths(x: Any) -> Vector:
    """Return the number of values of each row, as R's ``lengths``; other elements have one.

    Parameters
    ----------
    x : ragged list
        Or a vector, list or shape.

    Examples
    --------
    >>> from raggedkit_r import NA, shape
    >>> from raggedkit_r.ragged.build import ragged
    >>> lengths(ragged([[3, 1], [], [5]])), lengths(shape(2, NA))
    ([1] 2 0 1, [1] 1 0)
    """
    if isinstance(x, RShape | TensorShape):
        return _integers(np.array([dim is not None for dim in as_shape(x, "x").as_list()], int))
    if isinstance(x, Vector):
        return Vector.of(Values(np.ones(len(x), "int32"), "integer"), getattr(x, "labels", None))
    return row_lengths(x)


def value_rowids(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the row of each value, counted from 1.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.
    base : int
        1 to count positions as R does, 0 to count them as Python does.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> value_rowids(ragged([[3, 1], [], [5]])), value_rowids(ragged([[3, 1], [], [5]]), base=0)
    ([1] 1 1 3, [1] 0 0 2)
    """
    return _integers(_partition(x, axis).value_rowids() + _base(base))


def row_starts(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the position of the first value of each row, counted from 1.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.
    base : int
        1 to count positions as R does, 0 to count them as Python does.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_starts(ragged([[3, 1], [], [5]]))
    [1] 1 3 3
    """
    return _integers(_partition(x, axis).row_starts() + _base(base))


def row_limits(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the last position of each row counted from 1, or the one after it counted from 0.

    Both are the same number.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.
    base : int
        1 to count positions as R does, 0 to count them as Python does.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_limits(ragged([[3, 1], [], [5]]))
    [1] 2 2 3
    """
    _base(base)
    return _integers(_partition(x, axis).row_limits())


def row_is_null(x: Any, axis: int = 1) -> Vector:
    """Return whether each row is NULL; an empty row is not.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_is_null(ragged([[3, 1], [], None]))
    [1] FALSE FALSE  TRUE
    """
    count, x = nrows(x, axis), as_ragged(x)
    null = null_of(x)[axis - 1]
    mask = np.zeros(count, dtype=bool) if null is None else null
    return Vector.of(Values(mask, "logical"), names_of(x)[axis - 1])


def is_empty(x: Any, axis: int = 1) -> Vector:
    """Return whether each row has no values; a NULL row has none either.

    Parameters
    ----------
    x : ragged list
        Or what `as_ragged` takes.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> is_empty(ragged([[3, 1], [], None]))
    [1] FALSE  TRUE  TRUE
    """
    mask = _partition(x, axis).row_lengths() == 0
    return Vector.of(Values(mask, "logical"), names_of(as_ragged(x))[axis - 1])


def _partition(x: Any, axis: int) -> RowPartition:
    partitions = as_ragged(x).tensor.partitions
    axis = as_whole(axis, "axis", "1 is the rows of x, 2 the rows in these")
    if not 1 <= axis <= len(partitions):
        way_out = "1 is the rows of x, 2 the rows in these"
        raise ValueError(broken_rule("axis", f"be from 1 to {len(partitions)}", axis, way_out))
    return partitions[axis - 1]


def _base(base: int) -> int:
    base = as_whole(base, "base", "positions count from 1 in R, from 0 in Python")
    if base not in (0, 1):
        way_out = "positions count from 1 in R, from 0 in Python"
        raise ValueError(broken_rule("base", "be 1 or 0", base, way_out))
    return base


def _integers(array: Array, names: tuple[str, ...] | None = None) -> Vector:
    return Vector.of(Values(array, "integer"), names)
