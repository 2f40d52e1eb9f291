"""Rank of a shape, and the methods of `TensorShape` that check it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Self, SupportsIndex

from raggedkit._arguments import as_int
from raggedkit._docstrings import sections_from
from raggedkit.dimension import Dims, Frozen, as_dims

__all__ = ["Ranks"]


class Ranks(Frozen):
    """The rank of `TensorShape`, and its checks."""

    __slots__ = ("_dims",)
    _dims: Dims | None

    @property
    def rank(self) -> int | None:
        """Number of axes, or ``None`` if it is unknown."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    def assert_same_rank(self, other: Any) -> None:
        """Raise an error if both ranks are known and differ.

        Parameters
        ----------
        other
            The other shape, of any type that `TensorShape` accepts.

        Raises
        ------
        TypeError
            If a dimension of ``other`` is not an integer.
        ValueError
            If the ranks differ.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.TensorShape([2, 3]).assert_same_rank([None, 4])
        """
        dims = as_dims(other, "other")
        if dims is not None:
            self.assert_has_rank(len(dims))

    def assert_has_rank(self, rank: SupportsIndex) -> None:
        """Raise an error if the rank is known and is not ``rank``.

        Parameters
        ----------
        rank
            The number of axes.

        Raises
        ------
        TypeError
            If ``rank`` is not an int.
        ValueError
            If the rank is known and is another.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.TensorShape([2]).assert_has_rank(3)
        Traceback (most recent call last):
            ...
        ValueError: shape must have rank 3, got (2,) of rank 1; expand_dims adds an axis, ...
        """
        self._check_rank(rank, operator.eq, "rank")

    @sections_from("assert_has_rank")
    def with_rank_at_least(self, rank: SupportsIndex) -> Self:
        """Return the shape itself if its rank may be ``rank`` or more.

        Returns
        -------
        TensorShape
            The shape itself.

        Raises
        ------
        TypeError
            If ``rank`` is not an int.
        ValueError
            If the rank is known and is less.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.TensorShape([2, None]).with_rank_at_least(2)
        TensorShape([2, None])
        """
        self._check_rank(rank, operator.ge, "rank at least")
        return self

    @sections_from("assert_has_rank")
    def with_rank_at_most(self, rank: SupportsIndex) -> Self:
        """Return the shape itself if its rank may be ``rank`` or less.

        Returns
        -------
        TensorShape
            The shape itself.

        Raises
        ------
        TypeError
            If ``rank`` is not an int.
        ValueError
            If the rank is known and is more.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.TensorShape([2, None]).with_rank_at_most(2)
        TensorShape([2, None])
        """
        self._check_rank(rank, operator.le, "rank at most")
        return self

    def _check_rank(self, rank: SupportsIndex, holds: Callable[[int, int], bool], rule: str) -> int:
        wanted = as_int(rank, "rank", "be an int", "a rank is the number of axes")
        if self._dims is not None and not holds(len(self._dims), wanted):
            way_out = "expand_dims adds an axis, squeeze drops one of size 1"
            got = f"got {self} of rank {self.rank}"
            raise ValueError(f"shape must have {rule} {wanted}, {got}; {way_out}")
        return wanted
