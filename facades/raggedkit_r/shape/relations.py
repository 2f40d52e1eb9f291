"""The methods of shapes as functions, which take anything shape-like in a shape's place."""

from __future__ import annotations

from typing import Any

from raggedkit_r.shape.shape import RShape, as_shape

__all__ = [
    "assert_has_rank",
    "assert_is_compatible_with",
    "assert_is_fully_defined",
    "assert_same_rank",
    "is_compatible_with",
    "is_fully_defined",
    "is_subtype_of",
    "most_specific_common_supertype",
    "most_specific_compatible_shape",
    "num_elements",
    "with_rank",
    "with_rank_at_least",
    "with_rank_at_most",
]


def num_elements(x: Any) -> int | None:
    """Return the product of the dimensions, or ``None`` unless all are known.

    Examples
    --------
    >>> from raggedkit_r import NA, c, num_elements, shape
    >>> num_elements(shape(2, 3)), num_elements(shape(0, NA)), num_elements(c(4, 5))
    (6, None, 20)
    """
    return as_shape(x, "x").num_elements()


def is_fully_defined(x: Any) -> bool:
    """Return whether the rank and every dimension are known.

    Examples
    --------
    >>> from raggedkit_r import NA, is_fully_defined, shape
    >>> is_fully_defined(shape(2, 3)), is_fully_defined(shape(2, NA)), is_fully_defined(shape())
    (True, False, True)
    """
    return as_shape(x, "x").is_fully_defined()


def assert_is_fully_defined(x: Any) -> None:
    """Raise ValueError unless the rank and every dimension are known.

    Examples
    --------
    >>> from raggedkit_r import NA, assert_is_fully_defined, shape
    >>> assert_is_fully_defined(shape(2, NA))
    Traceback (most recent call last):
        ...
    ValueError: x must be fully known, got (2, NA) without dimension 2; merge(x, y) fills in ...
    """
    as_shape(x, "x").assert_is_fully_defined()


def is_compatible_with(x: Any, other: Any) -> bool:
    """Return whether both can be the shape of one tensor.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, is_compatible_with, shape
    >>> is_compatible_with(shape(32, NA), c(32, 784)), is_compatible_with(shape(2), NULL)
    (True, True)
    """
    return as_shape(x, "x").is_compatible_with(other)


def assert_is_compatible_with(x: Any, other: Any) -> None:
    """Raise ValueError unless `is_compatible_with` holds.

    Examples
    --------
    >>> from raggedkit_r import NA, assert_is_compatible_with, shape
    >>> assert_is_compatible_with(shape(32, NA), shape(16, 784))
    Traceback (most recent call last):
        ...
    ValueError: other[[1]] must be 32 or NA as in (32, NA), got 16 in (16, 784); ...
    """
    as_shape(x, "x").assert_is_compatible_with(other)


def most_specific_compatible_shape(x: Any, other: Any) -> RShape:
    """Return what both shapes say: unknown where dimensions or ranks differ.

    Examples
    --------
    >>> from raggedkit_r import most_specific_compatible_shape, shape
    >>> most_specific_compatible_shape(shape(2, 1), shape(5, 1))
    TensorShape([None, 1])
    """
    return as_shape(x, "x").most_specific_compatible_shape(other)


def most_specific_common_supertype(x: Any, others: Any) -> RShape | None:
    """Return what a shape and all the others say; ``None`` if one of them is no shape.

    Examples
    --------
    >>> from raggedkit_r import most_specific_common_supertype, shape
    >>> most_specific_common_supertype(shape(2, 1), [shape(5, 1), shape(2, 1)])
    TensorShape([None, 1])
    """
    return as_shape(x, "x").most_specific_common_supertype(others)


def is_subtype_of(x: Any, other: Any) -> bool:
    """Return whether `other` is a shape that says nothing `x` does not say.

    Examples
    --------
    >>> from raggedkit_r import NA, is_subtype_of, shape
    >>> is_subtype_of(shape(32, 784), shape(NA, 784)), is_subtype_of(shape(NA), shape(2))
    (True, False)
    """
    return as_shape(x, "x").is_subtype_of(other)


def with_rank(x: Any, rank: Any) -> RShape:
    """Return the shape, with `rank` unknown dimensions if its rank is not known.

    Examples
    --------
    >>> from raggedkit_r import NULL, shape, with_rank
    >>> with_rank(shape(dims=NULL), 2)
    TensorShape([None, None])
    >>> with_rank(shape(3), 2)
    Traceback (most recent call last):
        ...
    ValueError: x must have rank 2, got (3) of rank 1; c(x, 1) adds a dimension, x[-1] drops one
    """
    return as_shape(x, "x").with_rank(rank)


def with_rank_at_least(x: Any, rank: Any) -> RShape:
    """Return the same shape; ValueError if its rank is known and less than `rank`.

    Examples
    --------
    >>> from raggedkit_r import shape, with_rank_at_least
    >>> with_rank_at_least(shape(3, 4), 1)
    TensorShape([3, 4])
    """
    return as_shape(x, "x").with_rank_at_least(rank)


def with_rank_at_most(x: Any, rank: Any) -> RShape:
    """Return the same shape; ValueError if its rank is known and more than `rank`.

    Examples
    --------
    >>> from raggedkit_r import shape, with_rank_at_most
    >>> with_rank_at_most(shape(3, 4), 2)
    TensorShape([3, 4])
    """
    return as_shape(x, "x").with_rank_at_most(rank)


def assert_has_rank(x: Any, rank: Any) -> None:
    """Raise ValueError if the rank is known and is not `rank`.

    Examples
    --------
    >>> from raggedkit_r import assert_has_rank, shape
    >>> assert_has_rank(shape(3, 4), 2)
    """
    as_shape(x, "x").assert_has_rank(rank)


def assert_same_rank(x: Any, other: Any) -> None:
    """Raise ValueError if both ranks are known and differ.

    Examples
    --------
    >>> from raggedkit_r import assert_same_rank, shape
    >>> assert_same_rank(shape(3), shape(4))
    """
    as_shape(x, "x").assert_same_rank(other)
