"""Comparison of shapes: compatibility, common supertypes, ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from raggedkit import TensorShape
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit_r.shape.dims import as_tensor_shape, contradiction, shape_like
from raggedkit_r.vector.arguments import as_items
from raggedkit_r.vector.vector import as_whole

__all__ = ["Comparable"]


class Comparable:
    """The methods of `RShape` that compare it with other shapes, or check its known sizes."""

    __slots__ = ("_shape",)

    _shape: TensorShape

    def __init__(self, tensor_shape: TensorShape) -> None:
        given: object = tensor_shape
        if not isinstance(given, TensorShape):
            way_out = "shape(...) makes one of sizes"
            raise TypeError(broken_rule("tensor_shape", "be a TensorShape", given, way_out))
        self._shape = tensor_shape

    def num_elements(self) -> int | None:
        """Return the product of the dimensions, or ``None`` if one is unknown.

        Returns
        -------
        int or None
            1 for a scalar.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If a dimension is negative.

        Examples
        --------
        >>> from raggedkit_r import NA, c, num_elements, shape
        >>> num_elements(shape(2, 3)), num_elements(shape(0, NA)), num_elements(c(4, 5))
        (6, None, 20)
        """
        return self._shape.num_elements()

    def is_fully_defined(self) -> bool:
        """Return whether the rank and every dimension are known.

        Returns
        -------
        bool
            False if the rank is unknown.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If a dimension is negative.

        Examples
        --------
        >>> from raggedkit_r import NA, is_fully_defined, shape
        >>> is_fully_defined(shape(2, 3)), is_fully_defined(shape(2, NA)), is_fully_defined(shape())
        (True, False, True)
        """
        return self._shape.is_fully_defined()

    def is_compatible_with(self, other: Any) -> bool:
        """Return whether both can be the shape of one tensor.

        Parameters
        ----------
        other : shape, vector or list
            The other shape, or its dimensions; None is a shape of unknown rank.

        Returns
        -------
        bool
            False if the ranks, or the sizes of an axis, are known and differ.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If a dimension is negative.

        Examples
        --------
        >>> from raggedkit_r import NA, NULL, c, is_compatible_with, shape
        >>> is_compatible_with(shape(32, NA), c(32, 784)), is_compatible_with(shape(2), NULL)
        (True, True)
        """
        return contradiction(self._shape.dims, shape_like(other, "other").dims, "other") is None

    def is_subtype_of(self, other: Any) -> bool:
        """Return whether every tensor of this shape has the other shape too.

        Parameters
        ----------
        other : shape, vector or list
            The other shape, or its dimensions.

        Returns
        -------
        bool
            False if ``other`` is not a shape.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If a dimension is negative.

        Examples
        --------
        >>> from raggedkit_r import NA, is_subtype_of, shape
        >>> is_subtype_of(shape(32, 784), shape(NA, 784)), is_subtype_of(shape(NA), shape(2))
        (True, False)
        """
        # An object that is not a shape is no supertype: the answer is False, as in TensorFlow, not
        # an error.
        inner = as_tensor_shape(other)
        return inner is not None and self._shape.is_subtype_of(inner)

    @sections_from(is_compatible_with)
    def merge_with(self, other: Any) -> Self:
        """Return the shape with the known dimensions of either shape.

        Returns
        -------
        RShape
            An axis is ``NA`` only if both are.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If the shapes contradict each other.

        Examples
        --------
        >>> from raggedkit_r import NA, shape
        >>> shape(NA, 2).merge_with(shape(1, NA))
        TensorShape([1, 2])
        """
        return self.merged_with(other, "other")

    @sections_from(merge_with)
    def merged_with(self, other: Any, argument: str) -> Self:
        """Return the same as `merge_with`, with another name for the argument in errors.

        Parameters
        ----------
        argument : str
            The name of the other shape in errors.

        Examples
        --------
        >>> from raggedkit_r import NA, shape
        >>> shape(NA, 2).merged_with(shape(1, NA), "y")
        TensorShape([1, 2])
        """
        inner = shape_like(other, argument)
        conflict = contradiction(self._shape.dims, inner.dims, argument)
        if conflict is not None:
            way_out = (
                f"most_specific_compatible_shape(x, {argument}) keeps the dimensions that both have"
            )
            raise ValueError(f"{conflict}; {way_out}")
        return type(self)(self._shape.merge_with(inner))

    @sections_from(is_compatible_with)
    def most_specific_compatible_shape(self, other: Any) -> Self:
        """Return the dimensions that both shapes share: unknown where sizes or ranks differ.

        Returns
        -------
        RShape
            ``NA`` if sizes differ; of unknown rank if ranks differ.

        Examples
        --------
        >>> from raggedkit_r import most_specific_compatible_shape, shape
        >>> most_specific_compatible_shape(shape(2, 1), shape(5, 1))
        TensorShape([None, 1])
        """
        return type(self)(self._shape.most_specific_compatible_shape(shape_like(other, "other")))

    def most_specific_common_supertype(self, others: Any) -> Self | None:
        """Return the dimensions that all shapes share; ``None`` if one of them is no shape.

        Parameters
        ----------
        others : list of shapes
            The other shapes.

        Returns
        -------
        RShape or None
            As for `most_specific_compatible_shape`.

        Raises
        ------
        TypeError
            If ``others`` is neither a shape nor a list.
        ValueError
            If a dimension of ``x`` is negative.

        Examples
        --------
        >>> from raggedkit_r import most_specific_common_supertype, shape
        >>> most_specific_common_supertype(shape(2, 1), [shape(5, 1), shape(2, 1)])
        TensorShape([None, 1])
        """
        each: Iterable[Any] = (
            [others]
            if as_tensor_shape(others) is not None
            else as_items(others, "others", "be shapes")
        )
        common = self._shape.most_specific_common_supertype([as_tensor_shape(o) for o in each])
        return None if common is None else type(self)(common)

    def with_rank(self, rank: Any) -> Self:
        """Return the shape with this rank.

        Parameters
        ----------
        rank : int
            The number of dimensions.

        Returns
        -------
        RShape
            With ``rank`` unknown dimensions if the rank was unknown.

        Raises
        ------
        TypeError
            If ``rank`` is not a whole number.
        ValueError
            If the rank is known and is another, or ``rank`` is negative.

        Examples
        --------
        >>> from raggedkit_r import NULL, shape, with_rank
        >>> with_rank(shape(dims=NULL), 2)
        TensorShape([None, None])
        >>> with_rank(shape(3), 2)
        Traceback (most recent call last):
            ...
        ValueError: x must have rank 2, got (3) of rank 1; c(x, 1) appends a dimension, ...
        """
        if rank is None:
            return type(self)(self._shape)
        wanted = self._check_rank(rank, "rank", lambda a, b: a == b)
        # A shape of unknown rank takes the wanted one, with unknown sizes.
        return type(self)(TensorShape([None] * wanted) if self._shape.rank is None else self._shape)

    @sections_from(with_rank)
    def with_rank_at_least(self, rank: Any) -> Self:
        """Return the shape if its rank may be ``rank`` or more.

        Returns
        -------
        RShape
            A copy.

        Raises
        ------
        TypeError
            If ``rank`` is not a whole number.
        ValueError
            If the rank is known and less than ``rank``.

        Examples
        --------
        >>> from raggedkit_r import shape, with_rank_at_least
        >>> with_rank_at_least(shape(3, 4), 1)
        TensorShape([3, 4])
        """
        self._check_rank(rank, "rank at least", lambda a, b: a >= b)
        return type(self)(self._shape)

    @sections_from(with_rank_at_least)
    def with_rank_at_most(self, rank: Any) -> Self:
        """Return the shape if its rank may be ``rank`` or less.

        Returns
        -------
        RShape
            A copy.

        Raises
        ------
        TypeError
            If ``rank`` is not a whole number.
        ValueError
            If the rank is known and more than ``rank``.

        Examples
        --------
        >>> from raggedkit_r import shape, with_rank_at_most
        >>> with_rank_at_most(shape(3, 4), 2)
        TensorShape([3, 4])
        """
        self._check_rank(rank, "rank at most", lambda a, b: a <= b)
        return type(self)(self._shape)

    @sections_from(with_rank)
    def assert_has_rank(self, rank: Any) -> None:
        """Raise an error if the rank is known and is not ``rank``.

        Examples
        --------
        >>> from raggedkit_r import assert_has_rank, shape
        >>> assert_has_rank(shape(3, 4), 2)
        """
        self._check_rank(rank, "rank", lambda a, b: a == b)

    @sections_from(is_compatible_with)
    def assert_same_rank(self, other: Any) -> None:
        """Raise an error if both ranks are known and differ.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If the ranks are known and differ.

        Examples
        --------
        >>> from raggedkit_r import assert_same_rank, shape
        >>> assert_same_rank(shape(3), shape(4))
        """
        rank = shape_like(other, "other").rank
        if rank is not None:
            self.assert_has_rank(rank)

    @sections_from(merge_with)
    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise an error unless both can be the shape of one tensor.

        Examples
        --------
        >>> from raggedkit_r import NA, assert_is_compatible_with, shape
        >>> assert_is_compatible_with(shape(32, NA), shape(16, 784))
        Traceback (most recent call last):
            ...
        ValueError: other[[1]] must be 32 or NA as in (32, NA), got 16 in (16, 784); ...
        """
        self.merged_with(other, "other")

    def assert_is_fully_defined(self) -> None:
        """Raise an error unless the rank and every dimension are known.

        Raises
        ------
        ValueError
            The rank or a dimension is unknown.

        Examples
        --------
        >>> from raggedkit_r import NA, assert_is_fully_defined, shape
        >>> assert_is_fully_defined(shape(2, NA))
        Traceback (most recent call last):
            ...
        ValueError: x must be fully known, got (2, NA) without dimension 2; merge(x, y) adds the ...
        """
        if not self.is_fully_defined():
            dims = self._shape.dims
            unknown = "the rank" if dims is None else f"dimension {dims.index(None) + 1}"
            way_out = "merge(x, y) adds the sizes of y"
            raise ValueError(f"x must be fully known, got {self} without {unknown}; {way_out}")

    def _check_rank(self, rank: Any, rule: str, holds: Callable[[int, int], bool]) -> int:
        way_out = "it is the number of dimensions"
        wanted = as_whole(rank, "rank", way_out)
        if wanted < 0:
            raise ValueError(f"rank must be a whole number, at least 0, got {wanted}; {way_out}")
        if self._shape.rank is not None and not holds(self._shape.rank, wanted):
            way_out = "c(x, 1) appends a dimension, x[-1] drops one"
            got = f"got {self} of rank {self._shape.rank}"
            raise ValueError(f"x must have {rule} {wanted}, {got}; {way_out}")
        return wanted
