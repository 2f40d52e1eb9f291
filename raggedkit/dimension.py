"""Dimension: one size of a shape. Conversion and comparison of shapes as tuples of sizes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, SupportsIndex, TypeAlias

from raggedkit._arguments import as_int
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule

__all__ = [
    "Dimension",
    "Dims",
    "Frozen",
    "as_dims",
    "common",
    "contradiction",
    "covers",
    "merged",
    "notation",
    "slice_dims",
]

Dims: TypeAlias = tuple[int | None, ...]

_setattr = object.__setattr__  # frozen objects set their own fields with it


def _operator(
    result: Callable[[Any, Any], Any], *, swapped: bool = False, wrap: bool = True
) -> Callable[[Dimension, Any], Any]:
    """Make an operator on dimensions; the result for an unknown one is unknown."""

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


class Frozen:
    """Base of objects whose fields nobody can set. A frozen dataclass takes 0.3 ms to define."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: a {type(self).__name__} never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: a {type(self).__name__} never changes")


class Dimension(Frozen):
    """One size in a `TensorShape`: an int, or ``None`` if it is unknown.

    Sums, products and comparisons with an unknown dimension are unknown; such a comparison
    returns ``None``. Therefore a dimension is not hashable.

    Examples
    --------
    >>> Dimension(3) + 2, Dimension(3) * None, Dimension(None).merge_with(3)
    (Dimension(5), Dimension(None), Dimension(3))
    >>> Dimension(3).merge_with(4)
    Traceback (most recent call last):
        ...
    ValueError: other must be 3 or None, got 4; only equal sizes merge
    """

    __slots__ = ("value",)
    value: int | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the constructor and its arguments, for pickle."""
        return type(self), (self.value,)

    def __init__(self, value: SupportsIndex | None) -> None:
        _setattr(self, "value", _parse_one(value, "value"))

    def is_compatible_with(self, other: SupportsIndex | None) -> bool:
        """Return whether the two may be the same size.

        Parameters
        ----------
        other
            The other size: an int, None or a `Dimension`.

        Returns
        -------
        bool
            False if both sizes are known and differ.

        Raises
        ------
        TypeError
            If ``other`` is not an integer.
        ValueError
            If ``other`` is negative.

        Examples
        --------
        >>> Dimension(3).is_compatible_with(None), Dimension(3).is_compatible_with(4)
        (True, False)
        """
        return (self == Dimension(_parse_one(other, "other"))) is not False

    @sections_from("is_compatible_with")
    def merge_with(self, other: SupportsIndex | None) -> Dimension:
        """Return the known one of two sizes.

        Returns
        -------
        Dimension
            Unknown only if both are.

        Raises
        ------
        TypeError
            If ``other`` is not an integer.
        ValueError
            If both sizes are known and differ, or ``other`` is negative.

        Examples
        --------
        >>> Dimension(None).merge_with(3)
        Dimension(3)
        """
        other = Dimension(_parse_one(other, "other"))
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


def as_dims(dims: Any, argument: str) -> Dims | None:
    """Return the dimensions of anything shape-like; None if the rank is unknown."""
    # Fast path for the usual case, ints in a tuple or list: one scan.
    if type(dims) is tuple or type(dims) is list:
        for dim in dims:
            if dim is not None and (type(dim) is not int or dim < 0):
                return _parse_each(dims, argument)
        return tuple(dims)
    if isinstance(dims, Mapping) and dims and dims.keys() <= {"unknown_rank", "dim"}:
        sizes = [None if dim["size"] == -1 else dim["size"] for dim in dims.get("dim", ())]
        return None if dims.get("unknown_rank") else _parse_each(sizes, argument)
    if hasattr(dims, "as_list"):
        dims = None if getattr(dims, "rank", 0) is None else dims.as_list()
    elif hasattr(dims, "tolist") and not isinstance(
        dims, type
    ):  # an array: one transfer if it is on a device
        if str(getattr(dims, "dtype", "")).endswith("bool"):
            raise TypeError(broken_rule(argument, "contain ints", dims, "a mask is no shape"))
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
    size = as_int(
        int(dim) if isinstance(dim, bool) else dim, argument, "be an int or None", way_out
    )
    if size < 0:
        way_out = "write None where the size is not known"
        raise ValueError(broken_rule(argument, "be >= 0", size, way_out))
    return size


def slice_dims(dims: Dims | None, key: slice) -> Dims | None:
    """Return the sizes that a slice selects, also if the rank is unknown."""
    if dims is not None:
        return dims[key]
    if key.step is not None:
        way_out = "the rank is not known, set it first: shape.with_rank(n)"
        raise ValueError(broken_rule("slice step", "be left out", key.step, way_out))
    start, stop = key.start or 0, key.stop
    # As in TensorFlow: shape[:3] of an unknown rank is taken to be 3 axes long.
    return None if stop is None or start < 0 or stop < 0 else (None,) * (stop - start)


def contradiction(dims: Dims | None, other: Dims | None) -> str | None:
    """Return a message about the first contradiction of two shapes, or None."""
    if dims is None or other is None:
        return None
    if len(dims) != len(other):
        return f"other must have rank {len(dims)} as {dims} does, got {other} of rank {len(other)}"
    for axis, (a, b) in enumerate(zip(dims, other, strict=True)):
        if a is not None and b is not None and a != b:
            return f"other[{axis}] must be {a} or None as in {dims}, got {b} in {other}"
    return None


def merged(dims: Dims | None, other: Dims | None) -> Dims | None:
    """Return the known sizes of two shapes that do not contradict each other."""
    if dims is None or other is None:
        return other if dims is None else dims
    return tuple(b if a is None else a for a, b in zip(dims, other, strict=True))


def common(dims: Dims | None, other: Dims | None) -> Dims | None:
    """Return the sizes that both shapes have."""
    if dims is None or other is None or len(dims) != len(other):
        return None
    return tuple(a if a == b else None for a, b in zip(dims, other, strict=True))


def covers(dims: Dims | None, other: Dims | None) -> bool:
    """Whether the second shape has all known sizes of the first."""
    if dims is None or other is None or len(dims) != len(other):
        return dims is None
    return all(a is None or a == b for a, b in zip(dims, other, strict=True))


def notation(dims: Dims | None) -> str:
    """Return the sizes as the documentation writes them, ragged ones in parentheses."""
    if dims is None:
        return "[...]"
    names = [f"(d{axis})" if axis else "d0" for axis in range(len(dims))]
    pairs = zip(dims, names, strict=True)
    return f"[{', '.join(name if dim is None else str(dim) for dim, name in pairs)}]"
