"""Row splits, lengths, row ids and other encodings of the rows, with positions from 1 or 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RowPartition, TensorShape
from raggedkit._docstrings import sections_from
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.rows import as_axis, as_base, names_of, null_of
from raggedkit_r.shape.shape import RShape, as_shape
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector

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
    """Return the number of rows.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Returns
    -------
    int
        For axis 2, the number of rows in all rows.

    Raises
    ------
    TypeError
        If ``x`` has no rows.
    ValueError
        If there is no such axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> nrows(ragged([[3, 1], [], [5]])), nrows(ragged([[[3], []], [[5]]]), axis=2)
    (3, 3)
    """
    return len(_partition(x, axis))


def nvals(x: Any) -> int:
    """Return the number of values.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.

    Returns
    -------
    int
        NA counts as a value.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> nvals(ragged([[3, 1], [], [5]]))
    3
    """
    return len(as_ragged(x).tensor.flat_values)


@sections_from(nvals)
def ragged_rank(x: Any) -> int:
    """Return the number of axes with rows: 1 for a list of vectors.

    Returns
    -------
    int
        From 1 on.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> ragged_rank(ragged([[[3], []], [[5]]]))
    2
    """
    return as_ragged(x).tensor.ragged_rank


@sections_from(nvals)
def ragged_shape(x: Any) -> RShape:
    """Return the size of each axis.

    Returns
    -------
    RShape
        ``NA`` for a ragged axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> ragged_shape(ragged([[3, 1], [], [5]]))
    TensorShape([3, None])
    """
    return RShape(as_ragged(x).tensor.shape)


def row_splits(x: Any, axis: int = 1, base: int = 0) -> Vector:
    """Return the number of values before each row, and at the end their total number.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.
    base : int
        The first split: 0, or 1 to count positions as R does.

    Returns
    -------
    Vector
        Integers, one more than there are rows.

    Raises
    ------
    TypeError
        If ``x`` has no rows.
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
    return _integers(_partition(x, axis).row_splits() + as_base(base))


@sections_from(nrows)
def row_lengths(x: Any, axis: int = 1) -> Vector:
    """Return the number of values of each row; 0 for an empty row and for a NULL row.

    Returns
    -------
    Vector
        Of integers, with the names of the rows.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_lengths(ragged([[3, 1], [], None]))
    [1] 2 0 0
    """
    return _integers(_partition(x, axis).row_lengths(), names_of(as_ragged(x))[axis - 1])


def lengths(x: Any) -> Vector:
    """Return the number of values of each row, as R's ``lengths``; other elements count 1.

    Parameters
    ----------
    x : ragged list
        Or a vector, list or shape.

    Returns
    -------
    Vector
        Of integers; for a shape 0 if a dimension is unknown, else 1.

    Raises
    ------
    TypeError
        If ``x`` has no rows.

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


@sections_from(row_splits)
def value_rowids(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the row of each value.

    Parameters
    ----------
    base : int
        1 to count positions as R does, 0 to count them as Python does.

    Returns
    -------
    Vector
        Of integers, one for each value.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> value_rowids(ragged([[3, 1], [], [5]])), value_rowids(ragged([[3, 1], [], [5]]), base=0)
    ([1] 1 1 3, [1] 0 0 2)
    """
    return _integers(_partition(x, axis).value_rowids() + as_base(base))


@sections_from(value_rowids)
def row_starts(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the position of the first value of each row.

    Returns
    -------
    Vector
        Of integers, one for each row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_starts(ragged([[3, 1], [], [5]]))
    [1] 1 3 3
    """
    return _integers(_partition(x, axis).row_starts() + as_base(base))


@sections_from(value_rowids)
def row_limits(x: Any, axis: int = 1, base: int = 1) -> Vector:
    """Return the position of the last value of each row.

    The last position counted from 1 and the position after it counted from 0 are the same number,
    so ``base`` does not change the result.

    Returns
    -------
    Vector
        Of integers, one for each row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_limits(ragged([[3, 1], [], [5]]))
    [1] 2 2 3
    """
    as_base(base)
    return _integers(_partition(x, axis).row_limits())


@sections_from(row_lengths)
def row_is_null(x: Any, axis: int = 1) -> Vector:
    """Return whether each row is NULL; an empty row is not.

    Returns
    -------
    Vector
        Of logicals, with the names of the rows.

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


@sections_from(row_lengths)
def is_empty(x: Any, axis: int = 1) -> Vector:
    """Return whether each row has no values; True for a NULL row, too.

    Returns
    -------
    Vector
        Of logicals, with the names of the rows.

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
    return partitions[as_axis(axis, len(partitions)) - 1]


def _integers(array: Array, names: tuple[str, ...] | None = None) -> Vector:
    return Vector.of(Values(array, "integer"), names)
