"""`shape` and `RShape`: a `TensorShape` that is indexed and changed like an R list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from raggedkit import TensorShape
from raggedkit.errors import RaggedIndexError
from raggedkit_r.shape.comparison import Comparable
from raggedkit_r.shape.dims import (
    Dims,
    as_dims,
    as_tensor_shape,
    known_dims,
    shape_like,
    written,
)
from raggedkit_r.vector import index as list_semantics
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.na import NA
from raggedkit_r.vector.nested import element_at, replace_element_at
from raggedkit_r.vector.vector import Vector, as_r

__all__ = ["RShape", "as_integer_vector", "as_shape", "shape"]

_FROM_ARGUMENTS: Any = object()


def shape(*sizes: Any, dims: Any = _FROM_ARGUMENTS, **named: Any) -> RShape:
    """Return the shape with these dimensions, as R's ``shape()`` does.

    Parameters
    ----------
    *sizes, **named : number, vector, list or shape
        One dimension each, or several: vectors, lists and shapes are flattened. ``NA``, ``-1`` and
        ``None`` are unknown dimensions. Names are ignored.
    dims : vector, list, shape or None
        All dimensions as one value; ``None`` is a shape of unknown rank.

    Returns
    -------
    RShape
        Of unknown rank if ``dims`` is None.

    Raises
    ------
    ValueError
        If a dimension is negative, too large for R, or ``NA`` inside a longer vector.
    TypeError
        If a dimension is not a number.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, shape
    >>> shape(NA, 4), shape(1, c(2, 3), 4), shape()
    (TensorShape([None, 4]), TensorShape([1, 2, 3, 4]), TensorShape([]))
    >>> shape(dims=c(NA, 4)), shape(dims=NULL)
    (TensorShape([None, 4]), TensorShape(None))
    >>> shape(2, -3)
    Traceback (most recent call last):
        ...
    ValueError: argument 2 must be a whole number from 0 to 2147483647, got -3; ...
    """
    if dims is _FROM_ARGUMENTS:
        return RShape(TensorShape(as_dims([*sizes, *named.values()], "..")))
    return RShape(TensorShape(None if dims is None else as_dims(dims, "dims")))


def as_shape(value: Any, argument: str) -> RShape:
    """Return anything shape-like as a shape; ``None`` is one of unknown rank."""
    return value if isinstance(value, RShape) else RShape(shape_like(value, argument))


def _refused(verb: str) -> Callable[..., Any]:
    def method(self: RShape, other: Any = None) -> NoReturn:
        way_out = "as_integer(x) gives its dimensions"
        raise TypeError(f"x must be numbers for {verb}, got {self!r}; {way_out}")

    return method


class RShape(Comparable):
    """A shape that behaves as an R list; `shape` makes it, `tensor_shape` is the shape in it.

    Positions count from 1, slices include both ends, negative ones drop. ``x[1]`` is a shape,
    ``x[[1]]`` the dimension itself, an int or ``None``; past the end a shape reads ``None``.
    Assignment extends the shape or, with ``NULL``, makes it shorter.

    R assigns to a variable; Python assigns to the object, so after ``y = x`` the assignment
    ``x[1] = 11`` changes both. ``copy.copy(x)`` and ``x[:]`` copy. Because it can change, a
    shape is not a dict key; its `tensor_shape` can be one.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, shape
    >>> x = shape(1, 2, 3)
    >>> x[1], x[[1]], x[5]
    (TensorShape([1]), 1, TensorShape([None]))
    >>> x[2:3], x[-1], x[c(1, 3)]
    (TensorShape([2, 3]), TensorShape([2, 3]), TensorShape([1, 3]))
    >>> x[1:2] = c(NA, 99)
    >>> x[5] = 7
    >>> x[[3]] = NULL
    >>> x
    TensorShape([None, 99, None, 7])
    >>> x[[9]]
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: index must be from 1 to 4, got 9; x[9] may be past the end
    """

    __slots__ = ()

    __array_ufunc__ = None  # NumPy's arrays leave operators to the shape
    __hash__ = None  # type: ignore[assignment]  # it can change

    @property
    def tensor_shape(self) -> TensorShape:
        """The shape as raggedkit's own class, which counts from 0 and does not change."""
        return self._shape

    @property
    def rank(self) -> int | None:
        """Number of dimensions, or ``None`` if it is unknown."""
        return self._shape.rank

    ndims = rank

    @property
    def dims(self) -> Dims | None:
        """A new list of the dimensions, or ``None`` if the rank is unknown."""
        return self._shape.dims

    def as_list(self) -> Dims:
        """Return a new list of the dimensions, ``None`` for unknown ones.

        Raises
        ------
        ValueError
            If the rank is unknown.

        Examples
        --------
        >>> from raggedkit_r import NA, shape
        >>> shape(NA, 3).as_list()
        [None, 3]
        """
        return known_dims(self._shape, "x")

    def concatenate(self, other: Any) -> RShape:
        """Return the dimensions of both, end to end; of unknown rank if one of them is.

        Parameters
        ----------
        other : shape, vector or list
            The other shape, or its dimensions; None is a shape of unknown rank.

        Returns
        -------
        RShape
            Of unknown rank if one of the two is.

        Raises
        ------
        TypeError
            If a dimension is not a number.
        ValueError
            If a dimension is negative.

        Examples
        --------
        >>> from raggedkit_r import shape
        >>> shape(2).concatenate(shape(3, 4))
        TensorShape([2, 3, 4])
        """
        return RShape(self._shape.concatenate(as_shape(other, "other")._shape))

    def __getitem__(self, key: Any) -> Any:
        dims = self.as_list()
        if isinstance(key, list):
            return element_at(dims, _only(key))
        return RShape(TensorShape(list_semantics.extract(dims, _one_index(key))))

    def __setitem__(self, key: Any, value: Any) -> None:
        dims = self.as_list()
        if isinstance(key, list):
            changed = replace_element_at(dims, _only(key), value)
        else:
            values = None if value is None else _replacement(value)
            changed = list_semantics.replace(dims, _one_index(key), values)
        # The inner shape is replaced, never changed: other RShapes may share it.
        self._shape = TensorShape(as_dims(changed, "x"))

    def __delitem__(self, key: Any) -> None:
        self[key] = None

    def __len__(self) -> int:
        return len(self.as_list())

    def __iter__(self) -> Iterator[int | None]:
        return iter(self.as_list())

    def __reversed__(self) -> Iterator[int | None]:
        return reversed(self.as_list())

    def __contains__(self, size: Any) -> bool:
        # None in a vector of integers would compare as NA, which has no truth value.
        return (size is None and None in self.as_list()) or size in as_integer_vector(self)

    def __bool__(self) -> NoReturn:
        way_out = "is_na(length(x)) tests for its rank, len(x) for the number of dimensions"
        raise TypeError(f"x must be a number or flag to be true or false, got {self!r}; {way_out}")

    def __eq__(self, other: object) -> bool:
        """Return whether all dimensions are the same; an unknown one equals only an unknown one."""
        read = as_r(other)
        # A pandas Series or a mock object compares itself: Python asks it after NotImplemented.
        comparable = read is None or isinstance(read, Vector | list)
        if not comparable and as_tensor_shape(other) is None:
            return NotImplemented
        return self.dims == as_shape(other, "other").dims

    __lt__, __le__, __gt__, __ge__ = (_refused(f"`{sign}`") for sign in ("<", "<=", ">", ">="))
    __sub__ = __rsub__ = _refused("`-`")
    __mul__ = __rmul__ = _refused("`*`")
    __truediv__ = __rtruediv__ = _refused("`/`")

    def __add__(self, other: Any) -> RShape:
        return RShape(self._shape.concatenate(_joined(other)))

    def __radd__(self, other: Any) -> RShape:
        return RShape(_joined(other).concatenate(self._shape))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array([-1 if dim is None else dim for dim in self], dtype or np.int32)

    def __repr__(self) -> str:
        return repr(self._shape)

    def __str__(self) -> str:
        return written(self.dims)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return RShape, (self._shape,)

    def _repr_html_(self) -> str:
        return self._shape._repr_html_()


def as_integer_vector(shape: RShape) -> Vector:
    """Return the dimensions as integers, unknown ones as ``NA``."""
    return Vector([NA if dim is None else dim for dim in shape.as_list()], "integer")


def _one_index(key: Any) -> Any:
    if isinstance(key, tuple):
        keys = ", ".join(map(spelled, key))
        message = f"index must be one, got {len(key)} in x[{keys}]"
        raise TypeError(f"{message}; x[c({keys})] takes several dimensions")
    return key


def _only(key: list[Any]) -> Any:
    if len(key) != 1:
        keys = ", ".join(map(spelled, key))
        way_out = f"x[c({keys})] takes several dimensions" if key else "x[:] takes all of them"
        raise RaggedIndexError(f"index must be one, got {len(key)} in x[[{keys}]]; {way_out}")
    return key[0]


def _replacement(value: Any) -> list[Any]:
    inner = as_tensor_shape(value)
    if inner is not None:
        return list(known_dims(inner, "value"))
    read = as_r(value)
    return list(read) if isinstance(read, Vector | list) else [value]


def _joined(other: Any) -> TensorShape:
    """Return the other side of `+` as a shape; a number, likely arithmetic, raises an error."""
    if other is None or isinstance(other, list | tuple) or as_tensor_shape(other) is not None:
        return as_shape(other, "other").tensor_shape
    way_out = "`+` joins as c(x, y) does, as_integer(x) + y adds"
    raise TypeError(f"other must be a shape or a list for `+`, got {spelled(other)}; {way_out}")
