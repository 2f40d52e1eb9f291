"""TensorShape: the sizes of the axes of a tensor, some of which may be unknown."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator
from typing import Any, Self, SupportsIndex, TypeAlias, overload

from raggedkit import dimension as _dimension
from raggedkit._arguments import as_int
from raggedkit._docstrings import sections_from
from raggedkit._ranks import Ranks
from raggedkit._xp import array_namespace, as_array, object_array
from raggedkit.dimension import Dims
from raggedkit.errors import RaggedIndexError, broken_rule

__all__ = ["TensorShape"]

ShapeLike: TypeAlias = "TensorShape | SupportsIndex | Iterable[SupportsIndex | None] | None"

_setattr = object.__setattr__  # frozen objects set their own fields with it

_MOST_AXES = 1 << 16  # of a shape whose rank is all that is known


class TensorShape(Ranks):
    """The sizes of the axes of a tensor, each an int, or ``None`` if it is unknown.

    ``TensorShape([2, 3])`` is fully known, ``TensorShape([2, None])`` partially, and in
    ``TensorShape(None)`` even the rank is unknown. The shape of a ragged tensor has ``None`` for
    every ragged axis; empty rows make no difference. A shape equals the list and the tuple of its
    dimensions, and can be a dict key.

    Parameters
    ----------
    dims : shape-like
        ``None``; an int (one axis); an iterable of ints, ``None`` and `Dimension`; a 0-d or 1-d
        integer array; a shape, also another library's with ``as_list()``; a dict from `as_proto`.
        Methods that take another shape accept the same types.

    Raises
    ------
    TypeError
        If a dimension is not an integer: a float, a string, a nested list.
    ValueError
        If a dimension is negative.

    Examples
    --------
    >>> TensorShape([2, None])
    TensorShape([2, None])
    >>> TensorShape([]).rank, TensorShape(None).rank
    (0, None)
    >>> TensorShape([2, -1])
    Traceback (most recent call last):
        ...
    ValueError: dims[1] must be >= 0, got -1; write None where the size is not known
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the constructor and its arguments, for pickle."""
        return type(self), (self._dims,)

    def __init__(self, dims: ShapeLike) -> None:
        _setattr(self, "_dims", _dimension.as_dims(dims, "dims"))

    @classmethod
    def _from_dims(cls, dims: Dims | None) -> Self:
        """Return the shape of valid dimensions, which are not checked."""
        self = object.__new__(cls)
        _setattr(self, "_dims", dims)
        return self

    @property
    def dims(self) -> list[int | None] | None:
        """A new list of the dimensions, or ``None`` if the rank is not known."""
        return None if self._dims is None else list(self._dims)

    @property
    def notation(self) -> str:
        """The shape as the documentation writes it, ragged axes in parentheses.

        The first axis is never ragged; a later one counts as ragged if its size is not known.

        Examples
        --------
        >>> TensorShape([2, None, 3]).notation
        '[2, (d1), 3]'
        >>> TensorShape([None, 3]).notation, TensorShape(None).notation
        ('[d0, 3]', '[...]')
        """
        return _dimension.notation(self._dims)

    def as_list(self) -> list[int | None]:
        """Return a new list of the dimensions.

        Raises
        ------
        ValueError
            If the rank is unknown.

        Examples
        --------
        >>> TensorShape([2, None]).as_list()
        [2, None]
        """
        return list(self._known("listed"))

    def as_proto(self) -> dict[str, Any]:
        """Return the fields of TensorFlow's ``TensorShapeProto``, with -1 for an unknown size.

        Examples
        --------
        >>> TensorShape([2, None]).as_proto()
        {'unknown_rank': False, 'dim': [{'size': 2}, {'size': -1}]}
        """
        sizes = (-1 if dim is None else dim for dim in self._dims or ())
        return {"unknown_rank": self._dims is None, "dim": [{"size": size} for size in sizes]}

    def num_elements(self) -> int | None:
        """Return the product of the dimensions, or ``None`` if one is unknown.

        Examples
        --------
        >>> TensorShape([2, 3]).num_elements(), TensorShape([0, None]).num_elements()
        (6, None)
        """
        sizes = [dim for dim in self._dims or () if dim is not None]
        return math.prod(sizes) if len(sizes) == self.rank else None

    def is_fully_defined(self) -> bool:
        """Return whether the rank and every dimension are known.

        Examples
        --------
        >>> TensorShape([2, 3]).is_fully_defined(), TensorShape([2, None]).is_fully_defined()
        (True, False)
        """
        return self._dims is not None and None not in self._dims

    def assert_is_fully_defined(self) -> None:
        """Raise an error unless the rank and every dimension are known.

        Raises
        ------
        ValueError
            If the rank or a dimension is unknown; the error names the first one.

        Examples
        --------
        >>> TensorShape([2, None]).assert_is_fully_defined()
        Traceback (most recent call last):
            ...
        ValueError: shape must be fully known, got (2, None) without dims[1]; bounding_shape() ...
        """
        if not self.is_fully_defined():
            at = "the rank" if self._dims is None else f"dims[{self._dims.index(None)}]"
            way_out = "bounding_shape() of a ragged tensor has the sizes of its padded array"
            raise ValueError(f"shape must be fully known, got {self} without {at}; {way_out}")

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """Return whether both shapes can describe one fully known shape.

        The relation is reflexive and symmetric, but not transitive.

        Parameters
        ----------
        other
            The other shape, of any type that `TensorShape` accepts.

        Returns
        -------
        bool
            False if both ranks, or both sizes of an axis, are known and differ.

        Raises
        ------
        TypeError
            If a dimension of ``other`` is not an integer.
        ValueError
            If a dimension of ``other`` is negative.

        Examples
        --------
        >>> TensorShape([32, None]).is_compatible_with([32, 784])
        True
        """
        return _dimension.contradiction(self._dims, _as_shape(other)._dims) is None

    @sections_from("is_compatible_with")
    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raise an error unless the shapes are compatible.

        Raises
        ------
        TypeError
            If a dimension of ``other`` is not an integer.
        ValueError
            If the shapes are not compatible; the error names the axis.

        Examples
        --------
        >>> TensorShape([32, None]).assert_is_compatible_with([16, 784])
        Traceback (most recent call last):
            ...
        ValueError: other[0] must be 32 or None as in (32, None), got 16 in (16, 784); ...
        """
        conflict = _dimension.contradiction(self._dims, _as_shape(other)._dims)
        if conflict is not None:
            raise ValueError(
                f"{conflict}; most_specific_compatible_shape keeps the sizes that both have"
            )

    @sections_from("assert_is_compatible_with")
    def merge_with(self, other: ShapeLike) -> TensorShape:
        """Return the shape with the known sizes of either shape.

        Returns
        -------
        TensorShape
            An axis is ``None`` only if both are.

        Examples
        --------
        >>> TensorShape([None, 2]).merge_with([3, None]), TensorShape(None).merge_with([3])
        (TensorShape([3, 2]), TensorShape([3]))
        >>> TensorShape([1, 2]).merge_with([1, 3])
        Traceback (most recent call last):
            ...
        ValueError: other[1] must be 2 or None as in (1, 2), got 3 in (1, 3); most_specific_...
        """
        other = _as_shape(other)
        self.assert_is_compatible_with(other)
        return TensorShape._from_dims(_dimension.merged(self._dims, other._dims))

    @sections_from("is_compatible_with")
    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """Return the most specific shape that both shapes match.

        Returns
        -------
        TensorShape
            An axis is ``None`` if the sizes differ; the rank is unknown if the ranks differ.

        Examples
        --------
        >>> TensorShape([2, 1]).most_specific_compatible_shape([5, 1])
        TensorShape([None, 1])
        """
        return TensorShape._from_dims(_dimension.common(self._dims, _as_shape(other)._dims))

    def most_specific_common_supertype(self, others: Iterable[object]) -> TensorShape | None:
        """Return the most specific shape that this and all the others match.

        Parameters
        ----------
        others
            The other shapes.

        Returns
        -------
        TensorShape or None
            None if one of ``others`` is not a TensorShape.

        Raises
        ------
        TypeError
            If ``others`` is not a list or another iterable.

        Examples
        --------
        >>> TensorShape([2, 1]).most_specific_common_supertype([TensorShape([5, 1])])
        TensorShape([None, 1])
        """
        try:
            others = list(others)
        except TypeError:
            raise TypeError(broken_rule("others", "be a list of shapes", others)) from None
        common = self
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            common = common.most_specific_compatible_shape(other)
        return common

    def is_subtype_of(self, other: object) -> bool:
        """Return whether this shape has at least the known sizes of ``other``.

        Parameters
        ----------
        other
            Any object; False if it is not a TensorShape.

        Returns
        -------
        bool
            True if ``other`` follows from this shape.

        Examples
        --------
        >>> TensorShape([32, 784]).is_subtype_of(TensorShape([None, 784]))
        True
        """
        return isinstance(other, TensorShape) and _dimension.covers(other._dims, self._dims)

    def with_rank(self, rank: SupportsIndex | None) -> TensorShape:
        """Return the shape with this rank.

        Parameters
        ----------
        rank
            The number of axes; None changes nothing.

        Returns
        -------
        TensorShape
            The shape itself if its rank is known, else ``rank`` times ``None``.

        Raises
        ------
        TypeError
            If ``rank`` is not an int.
        ValueError
            If the rank is known and is another, or ``rank`` is negative.

        Examples
        --------
        >>> TensorShape(None).with_rank(2)
        TensorShape([None, None])
        >>> TensorShape([2]).with_rank(2)
        Traceback (most recent call last):
            ...
        ValueError: shape must have rank 2, got (2,) of rank 1; expand_dims adds an axis, ...
        """
        if rank is None:
            return self
        wanted = self._check_rank(rank, operator.eq, "rank")
        if wanted < 0:
            raise ValueError(broken_rule("rank", "be >= 0", wanted, "a scalar has rank 0"))
        if wanted > _MOST_AXES:
            raise ValueError(broken_rule("rank", f"be at most {_MOST_AXES}", wanted))
        return TensorShape._from_dims((None,) * wanted) if self._dims is None else self

    def concatenate(self, other: ShapeLike) -> TensorShape:
        """Return the axes of this shape followed by those of ``other``; also as ``+``.

        Parameters
        ----------
        other
            The other shape, of any type that `TensorShape` accepts.

        Returns
        -------
        TensorShape
            Of unknown rank if one of the two is.

        Raises
        ------
        TypeError
            If a dimension of ``other`` is not an integer.
        ValueError
            If a dimension of ``other`` is negative.

        Examples
        --------
        >>> TensorShape([2]) + [3, None], TensorShape([2]) + None
        (TensorShape([2, 3, None]), TensorShape(None))
        """
        other = _as_shape(other)
        if self._dims is None or other._dims is None:
            return TensorShape._from_dims(None)
        return TensorShape._from_dims(self._dims + other._dims)

    __concat__ = __add__ = concatenate

    def __radd__(self, other: ShapeLike) -> TensorShape:
        return _as_shape(other).concatenate(self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        # As in TensorFlow: `array + shape` adds up numbers unless a dimension is unknown, for
        # then the sum can only mean the concatenation that `shape + array` always means.
        if not any(x is self for x in inputs):  # it was given as out= or where=
            return NotImplemented
        known = self.is_fully_defined()
        if ufunc.__name__ == "add" and method == "__call__" and not known:
            return _as_shape(inputs[0]).concatenate(inputs[1])
        try:
            mine = self._as_operand(inputs)
            return getattr(ufunc, method)(*(mine if x is self else x for x in inputs), **kwargs)
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError | AttributeError) else ValueError
            rule = f"take {self!r} as an array of sizes ({error})"
            raise kind(broken_rule(f"operands of np.{ufunc.__name__}", rule, inputs)) from None

    def _as_operand(self, inputs: tuple[Any, ...]) -> Any:
        """Return the sizes as an array, in the dtype of integers beside them."""
        if self._dims is None:
            return object_array([self]).reshape(())
        if None in self._dims:
            return object_array(list(self._dims))
        dtypes = (getattr(x, "dtype", None) for x in inputs)
        dtype = next((t for t in dtypes if getattr(t, "kind", "") == "i"), None)
        return as_array(list(self._dims), array_namespace(*inputs), dtype=dtype)

    @overload
    def __getitem__(self, key: slice) -> TensorShape: ...
    @overload
    def __getitem__(self, key: SupportsIndex) -> int | None: ...
    def __getitem__(self, key: slice | SupportsIndex) -> TensorShape | int | None:
        if isinstance(key, slice):
            return TensorShape._from_dims(_dimension.slice_dims(self._dims, key))
        way_out = "several axes are a slice: shape[1:]"
        axis = as_int(key, "axis", "be an int or a slice", way_out)
        if self._dims is None:
            return None
        if not -len(self._dims) <= axis < len(self._dims):
            rule = f"name one of the {len(self._dims)} axes of {self}"
            raise RaggedIndexError(broken_rule("axis", rule, axis, "slices may go past the end"))
        return self._dims[axis]

    def __len__(self) -> int:
        return len(self._known("measured"))

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._known("iterated over"))

    def __bool__(self) -> bool:
        """Return whether the rank is known: ``TensorShape([])`` is true."""
        return self._dims is not None

    __nonzero__ = __bool__

    def __eq__(self, other: object) -> bool:
        """Return whether all dimensions are the same; an unknown one equals only an unknown one."""
        try:
            return self._dims == _as_shape(other)._dims  # type: ignore[arg-type]  # it's asked
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __repr__(self) -> str:
        return f"TensorShape({self.dims})"

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self._dims)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import shape_html

        return shape_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)

    def _known(self, done: str) -> Dims:
        if self._dims is None:
            way_out = "test shape.rank first, or set it: shape.with_rank(n)"
            raise ValueError(broken_rule("shape", f"have a rank to be {done}", self, way_out))
        return self._dims


def _as_shape(other: ShapeLike) -> TensorShape:
    return (
        other
        if type(other) is TensorShape
        else TensorShape._from_dims(_dimension.as_dims(other, "other"))
    )
