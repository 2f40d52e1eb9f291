"""Shapes that may be known only in part: `TensorShape`, and `Dimension` for one of its entries."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, SupportsIndex, TypeAlias, overload

from raggedkit._xp import array_namespace, as_array, object_array
from raggedkit.errors import RaggedIndexError, broken_rule

__all__ = ["TensorShape", "Dimension"]

Dims: TypeAlias = tuple[int | None, ...]
ShapeLike: TypeAlias = "TensorShape | SupportsIndex | Iterable[SupportsIndex | None] | None"

_setattr = object.__setattr__  # how a frozen object fills its own fields


@dataclass(frozen=True, init=False, eq=False, repr=False, slots=True)
class TensorShape:
    """The sizes of a tensor's axes, each an int, or ``None`` where it is not known.

    ``TensorShape([2, 3])`` is fully known, ``TensorShape([2, None])`` partially, and
    ``TensorShape(None)`` does not even know its rank. The shape of a ragged tensor has ``None``
    for every ragged axis, whatever its rows hold: empty rows change nothing. A shape equals the
    list and the tuple of its dimensions, and can be a dict key.

    Parameters
    ----------
    dims : shape-like
        ``None``; an int (one axis); an iterable of ints, ``None`` and `Dimension`; a 0-d or 1-d
        integer array; a shape, also another library's with ``as_list()``; a dict from `as_proto`.
        The methods take the same wherever they take another shape.

    Raises
    ------
    TypeError
        A dimension is no integer: a float, a string, a nested list.
    ValueError
        A dimension is negative.

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

    _dims: Dims | None

    def __init__(self, dims: ShapeLike) -> None:
        _setattr(self, "_dims", _parse(dims, "dims"))

    @classmethod
    def _from_dims(cls, dims: Dims | None) -> Self:
        """Return the shape of dimensions known to be right; nothing is checked."""
        self = object.__new__(cls)
        _setattr(self, "_dims", dims)
        return self

    @property
    def rank(self) -> int | None:
        """Number of axes, or ``None`` if it is not known."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

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
        if self._dims is None:
            return "[...]"
        names = [f"(d{axis})" if axis else "d0" for axis in range(len(self._dims))]
        pairs = zip(self._dims, names, strict=True)
        return f"[{', '.join(name if dim is None else str(dim) for dim, name in pairs)}]"

    def as_list(self) -> list[int | None]:
        """Return a new list of the dimensions; ValueError if the rank is not known."""
        return list(self._known("listed"))

    def as_proto(self) -> dict[str, Any]:
        """Return the fields of TensorFlow's ``TensorShapeProto``; size -1 is not known."""
        sizes = (-1 if dim is None else dim for dim in self._dims or ())
        return {"unknown_rank": self._dims is None, "dim": [{"size": size} for size in sizes]}

    def num_elements(self) -> int | None:
        """Return the product of the dimensions, or ``None`` unless all are known.

        Examples
        --------
        >>> TensorShape([2, 3]).num_elements(), TensorShape([0, None]).num_elements()
        (6, None)
        """
        sizes = [dim for dim in self._dims or () if dim is not None]
        return math.prod(sizes) if len(sizes) == self.rank else None

    def is_fully_defined(self) -> bool:
        """Return whether the rank and every dimension are known."""
        return self._dims is not None and None not in self._dims

    def assert_is_fully_defined(self) -> None:
        """Raise ValueError unless the rank and every dimension are known."""
        if not self.is_fully_defined():
            at = "the rank" if self._dims is None else f"dims[{self._dims.index(None)}]"
            raise ValueError(
                f"shape must be fully known, got {self} without {at}; bounding_shape() of a "
                "ragged tensor gives the sizes that hold every row"
            )

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """Return whether some fully known shape fits both: reflexive, symmetric, not transitive.

        Examples
        --------
        >>> TensorShape([32, None]).is_compatible_with([32, 784])
        True
        """
        return self._conflict(_as_shape(other)) is None

    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raise ValueError unless `is_compatible_with` holds."""
        conflict = self._conflict(_as_shape(other))
        if conflict is not None:
            raise ValueError(f"{conflict}; most_specific_compatible_shape keeps what both say")

    def merge_with(self, other: ShapeLike) -> TensorShape:
        """Return the shape that knows what either knows; ValueError if they contradict.

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
        if self._dims is None or other._dims is None:
            return other if self._dims is None else self
        pairs = zip(self._dims, other._dims, strict=True)
        return TensorShape._from_dims(tuple(b if a is None else a for a, b in pairs))

    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """Return what both shapes say: ``None`` where dimensions differ, no rank if ranks do.

        Examples
        --------
        >>> TensorShape([2, 1]).most_specific_compatible_shape([5, 1])
        TensorShape([None, 1])
        """
        other = _as_shape(other)
        if self._dims is None or other._dims is None or len(self._dims) != len(other._dims):
            return TensorShape._from_dims(None)
        pairs = zip(self._dims, other._dims, strict=True)
        return TensorShape._from_dims(tuple(a if a == b else None for a, b in pairs))

    def most_specific_common_supertype(self, others: Iterable[object]) -> TensorShape | None:
        """Return what this and all the others say; ``None`` if one of them is no TensorShape."""
        common = self
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            common = common.most_specific_compatible_shape(other)
        return common

    def is_subtype_of(self, other: object) -> bool:
        """Return whether `other` is a TensorShape that says nothing this shape does not say.

        Examples
        --------
        >>> TensorShape([32, 784]).is_subtype_of(TensorShape([None, 784]))
        True
        """
        if not isinstance(other, TensorShape):
            return False
        if self._dims is None or other._dims is None or len(self._dims) != len(other._dims):
            return other._dims is None
        return all(b is None or a == b for a, b in zip(self._dims, other._dims, strict=True))

    def assert_same_rank(self, other: ShapeLike) -> None:
        """Raise ValueError if both ranks are known and differ."""
        rank = _as_shape(other).rank
        if rank is not None:
            self.assert_has_rank(rank)

    def assert_has_rank(self, rank: SupportsIndex) -> None:
        """Raise ValueError if the rank is known and is not `rank`."""
        self._check_rank(rank, operator.eq, "rank")

    def with_rank(self, rank: SupportsIndex | None) -> TensorShape:
        """Return the shape, with `rank` times ``None`` if its rank is not known.

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
        return TensorShape._from_dims((None,) * wanted) if self._dims is None else self

    def with_rank_at_least(self, rank: SupportsIndex) -> TensorShape:
        """Return the shape itself; ValueError if its rank is known and less than `rank`."""
        self._check_rank(rank, operator.ge, "rank at least")
        return self

    def with_rank_at_most(self, rank: SupportsIndex) -> TensorShape:
        """Return the shape itself; ValueError if its rank is known and more than `rank`."""
        self._check_rank(rank, operator.le, "rank at most")
        return self

    def concatenate(self, other: ShapeLike) -> TensorShape:
        """Return the axes of both in a row, also as ``+``; no rank if one of them has none.

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
        known = self.is_fully_defined()
        if ufunc.__name__ == "add" and method == "__call__" and not known:
            return _as_shape(inputs[0]).concatenate(inputs[1])
        dtypes = (getattr(x, "dtype", None) for x in inputs if known)
        dtype = next((t for t in dtypes if getattr(t, "kind", "") == "i"), None)
        if self._dims is None:
            mine = object_array([self]).reshape(())
        else:
            mine = as_array(list(self._dims), array_namespace(*inputs), dtype=dtype)
        return getattr(ufunc, method)(*(mine if x is self else x for x in inputs), **kwargs)

    @overload
    def __getitem__(self, key: slice) -> TensorShape: ...
    @overload
    def __getitem__(self, key: SupportsIndex) -> int | None: ...
    def __getitem__(self, key: slice | SupportsIndex) -> TensorShape | int | None:
        if isinstance(key, slice):
            return TensorShape._from_dims(_slice(self._dims, key))
        axis = _as_int(key, "axis", "be an int or a slice", "several axes are a slice: shape[1:]")
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
            return self._dims == _parse(other, "other")
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

    def _known(self, done: str) -> Dims:
        if self._dims is None:
            way_out = "test shape.rank first, or set it: shape.with_rank(n)"
            raise ValueError(broken_rule("shape", f"have a rank to be {done}", self, way_out))
        return self._dims

    def _check_rank(self, rank: SupportsIndex, holds: Callable[[int, int], bool], rule: str) -> int:
        wanted = _as_int(rank, "rank", "be an int", "a rank is the number of axes")
        if self._dims is not None and not holds(len(self._dims), wanted):
            raise ValueError(
                f"shape must have {rule} {wanted}, got {self} of rank {self.rank}; "
                "expand_dims adds an axis, squeeze drops one of size 1"
            )
        return wanted

    def _conflict(self, other: TensorShape) -> str | None:
        """Say where the two shapes contradict each other."""
        if self._dims is None or other._dims is None:
            return None
        if len(self._dims) != len(other._dims):
            return (
                f"other must have rank {self.rank} as {self} does, got {other} of rank {other.rank}"
            )
        for axis, (a, b) in enumerate(zip(self._dims, other._dims, strict=True)):
            if a is not None and b is not None and a != b:
                return f"other[{axis}] must be {a} or None as in {self}, got {b} in {other}"
        return None


def _as_shape(other: ShapeLike) -> TensorShape:
    return other if type(other) is TensorShape else TensorShape._from_dims(_parse(other, "other"))


def _slice(dims: Dims | None, key: slice) -> Dims | None:
    if dims is not None:
        return dims[key]
    if key.step is not None:
        way_out = "the rank is not known, set it first: shape.with_rank(n)"
        raise ValueError(broken_rule("slice step", "be left out", key.step, way_out))
    start, stop = key.start or 0, key.stop
    # As in TensorFlow: shape[:3] of an unknown rank is taken to be 3 axes long.
    return None if stop is None or start < 0 or stop < 0 else (None,) * (stop - start)


def _parse(dims: Any, argument: str) -> Dims | None:
    """Return the dimensions of anything shape-like."""
    # Shapes are made all the time: plain ints in a tuple or list cost one scan.
    if type(dims) is tuple or type(dims) is list:
        for dim in dims:
            if dim is not None and (type(dim) is not int or dim < 0):
                return _parse_each(dims, argument)
        return tuple(dims)
    if isinstance(dims, TensorShape):
        return dims._dims
    if isinstance(dims, Mapping) and dims and dims.keys() <= {"unknown_rank", "dim"}:
        sizes = [None if dim["size"] == -1 else dim["size"] for dim in dims.get("dim", ())]
        return None if dims.get("unknown_rank") else _parse_each(sizes, argument)
    if hasattr(dims, "as_list"):
        dims = None if getattr(dims, "rank", 0) is None else dims.as_list()
    elif hasattr(dims, "tolist"):  # an array: one transfer where it lives on a device
        if str(getattr(dims, "dtype", "")).endswith("bool"):
            raise TypeError(broken_rule(argument, "hold ints", dims, "a mask is no shape"))
        dims = dims.tolist()
    if dims is None:
        return None
    try:
        each = iter(dims)
    except TypeError:
        return (_parse_one(dims, argument),)
    return _parse_each(each, argument)


def _parse_each(dims: Iterable[Any], argument: str) -> Dims:
    return tuple(_parse_one(dim, f"{argument}[{axis}]") for axis, dim in enumerate(dims))


def _parse_one(dim: Any, argument: str) -> int | None:
    if isinstance(dim, Dimension):
        return dim.value
    if dim is None:
        return None
    way_out = "a shape is one flat list of ints and None, like [2, None]"
    size = _as_int(dim, argument, "be an int or None", way_out)
    if size < 0:
        way_out = "write None where the size is not known"
        raise ValueError(broken_rule(argument, "be >= 0", size, way_out))
    return size


def _as_int(value: SupportsIndex, argument: str, rule: str, way_out: str) -> int:
    try:
        return int(operator.index(value))
    except TypeError:
        raise TypeError(broken_rule(argument, rule, value, way_out)) from None


def _operator(
    result: Callable[[Any, Any], Any], *, swapped: bool = False, wrap: bool = True
) -> Callable[[Dimension, Any], Any]:
    """Make an operator on dimensions; what comes from an unknown one is unknown."""

    def method(self: Dimension, other: Any) -> Any:
        try:
            sizes = [self.value, _parse_one(other, "other")]
        except TypeError:
            return NotImplemented
        except ValueError:
            if result in (operator.eq, operator.ne):
                return NotImplemented
            raise
        value = None if None in sizes else result(*sizes[:: -1 if swapped else 1])
        return Dimension(value) if wrap else value

    return method


@dataclass(frozen=True, init=False, eq=False, repr=False, slots=True)
class Dimension:
    """One size in a `TensorShape`: an int, or ``None`` where it is not known.

    Sums, products and comparisons with an unknown dimension are unknown; a comparison says so
    with ``None``. That makes a dimension unhashable.

    Examples
    --------
    >>> Dimension(3) + 2, Dimension(3) * None, Dimension(None).merge_with(3)
    (Dimension(5), Dimension(None), Dimension(3))
    >>> Dimension(3).merge_with(4)
    Traceback (most recent call last):
        ...
    ValueError: other must be 3 or None, got 4; only equal sizes merge
    """

    value: int | None

    def __init__(self, value: SupportsIndex | None) -> None:
        _setattr(self, "value", _parse_one(value, "value"))

    def is_compatible_with(self, other: SupportsIndex | None) -> bool:
        """Return whether the two are the same size as far as is known."""
        return (self == Dimension(other)) is not False

    def merge_with(self, other: SupportsIndex | None) -> Dimension:
        """Return the one that is known; ValueError if both are and differ."""
        other = Dimension(other)
        if not self.is_compatible_with(other):
            rule = f"be {self.value} or None"
            raise ValueError(broken_rule("other", rule, other.value, "only equal sizes merge"))
        return other if self.value is None else self

    __eq__ = _operator(operator.eq, wrap=False)
    __ne__ = _operator(operator.ne, wrap=False)
    __lt__ = _operator(operator.lt, wrap=False)
    __le__ = _operator(operator.le, wrap=False)
    __gt__ = _operator(operator.gt, wrap=False)
    __ge__ = _operator(operator.ge, wrap=False)
    __add__ = __radd__ = _operator(operator.add)
    __mul__ = __rmul__ = _operator(operator.mul)
    __sub__ = _operator(operator.sub)
    __rsub__ = _operator(operator.sub, swapped=True)
    __floordiv__ = _operator(operator.floordiv)
    __rfloordiv__ = _operator(operator.floordiv, swapped=True)
    __mod__ = _operator(operator.mod)
    __rmod__ = _operator(operator.mod, swapped=True)

    def __index__(self) -> int:
        if self.value is None:
            raise TypeError("dimension must be known to count as an int, got None; test its value")
        return self.value

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self.value)

    def __repr__(self) -> str:
        return f"Dimension({self.value})"

    def __str__(self) -> str:
        return "?" if self.value is None else str(self.value)
