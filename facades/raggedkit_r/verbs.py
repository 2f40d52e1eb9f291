"""R's functions on shapes, vectors and lists.

Functions that depend on the type of their first argument, as in R, are `functools.singledispatch`
functions: ``length.register(MyClass, function)`` adds a class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

import numpy as np

from raggedkit import TensorShape
from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array, DTypeLike, Tensor
from raggedkit_r.shape.dims import as_tensor_shape
from raggedkit_r.shape.shape import RShape, as_integer_vector, as_shape
from raggedkit_r.vector.convert import as_kind, joined
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.na import Kind, NA_integer_, NAType
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, as_r, combine

__all__ = [
    "as_character",
    "as_double",
    "as_integer",
    "as_list",
    "as_numeric",
    "as_tensor",
    "c",
    "is_na",
    "length",
    "merge",
]


def c(*parts: Any, **named: Any) -> Any:
    """Return the joined parts: a shape if the first is one, else a vector or a list.

    As in R the first part decides. After a shape come sizes, as in `shape`, but ``NULL`` adds
    nothing, and one shape of unknown rank makes the rank of the result unknown. Without a shape the
    result has the widest kind among the values; it is a list if one part is a list. Names are kept,
    except those of sizes.

    Parameters
    ----------
    *parts, **named
        Vectors, lists, shapes, ragged lists and scalars, some of them with names.

    Returns
    -------
    RShape, Vector, RaggedList or list
        None without arguments.

    Raises
    ------
    ValueError
        A size is negative or missing inside a longer vector.

    Examples
    --------
    >>> from raggedkit_r import NA, c, shape
    >>> c(shape(1), shape(2, 3), 4, NA), c(3, NA), c(1, "a"), c()
    (TensorShape([1, 2, 3, 4, None]), [1]  3 NA, [1] "1" "a", None)
    >>> c(a=1, b=c(2, 3))
     a b1 b2
     1  2  3
    >>> c(shape(1), -2)
    Traceback (most recent call last):
        ...
    ValueError: argument 2 must be a whole number from 0 to 2147483647, got -2; ...
    """
    every = (*parts, *named.values())
    if not every:
        return None
    return with_names(c_parts(*every), [*[""] * len(parts), *named], every)


@singledispatch
def c_parts(*parts: Any) -> Any:
    """Return the parts end to end, without names; the first part decides how."""
    return combine(*parts)


@singledispatch
def with_names(found: Any, prefixes: Sequence[str], parts: Sequence[Any]) -> Any:
    """Return the result of `c` with the names of the parts; unchanged if it cannot have names."""
    return found


def _c_shapes(first: RShape | TensorShape, *rest: Any) -> RShape:
    joined = RShape(as_shape(first, "argument 1").tensor_shape)
    for i, part in enumerate(rest, 2):
        if part is not None:
            joined = joined.concatenate(as_shape(part, f"argument {i}"))
    return joined


@singledispatch
def length(x: Any) -> int | NAType:
    """Return the number of elements; ``NA_integer_`` for a shape of unknown rank.

    Parameters
    ----------
    x
        A scalar, vector, list, shape or ragged list.

    Returns
    -------
    int
        Or ``NA_integer_``.

    Raises
    ------
    TypeError
        If ``x`` is an array with several axes.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, length, shape
    >>> length(shape(1, 2, NA)), length(shape(dims=NULL)), length(c(3, 4)), length("text")
    (3, NA_integer_, 2, 1)
    >>> length(NULL)
    0
    """
    read = as_r(x)
    return 0 if read is None else len(read) if hasattr(read, "__len__") else 1


@singledispatch
def as_list(x: Any) -> list[Any]:
    """Return the elements as a list, ``None`` for an unknown dimension.

    Parameters
    ----------
    x : shape, vector or list
        Or a ragged list.

    Returns
    -------
    list
        A `NamedList` if ``x`` has names; vectors for the rows of a ragged list.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list or a shape.
    ValueError
        If ``x`` is a shape of unknown rank.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, as_list, c, shape
    >>> as_list(shape(NA, 3)), as_list(c(1, 2)), as_list(NULL)
    ([None, 3], [1, 2], [])
    >>> as_list(shape(dims=NULL))
    Traceback (most recent call last):
        ...
    ValueError: x must have a known rank, got TensorShape(None); is_na(length(x)) tests for it, ...
    """
    read = as_r(x)
    if hasattr(read, "to_list"):
        return list(read.to_list())
    if read is not None and not isinstance(read, Iterable):
        raise TypeError(f"x must be a vector, a list or a shape, got {spelled(x)}")
    return [] if read is None else list(read)


def as_integer(x: Any) -> Vector:
    """Return the elements as a vector of integers, unknown dimensions as ``NA``.

    For a ragged list these are its values.

    Parameters
    ----------
    x : shape, vector or list
        Or a ragged list.

    Returns
    -------
    Vector
        Without names.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list of single values or a shape.
    ValueError
        If ``x`` is a shape of unknown rank.

    Examples
    --------
    >>> from raggedkit_r import NA, as_integer, c, shape
    >>> as_integer(shape(NA, 3)), as_integer(shape()), as_integer(c("3.7", 2.9))
    ([1] NA  3, integer(0), [1] 3 2)
    """
    return _as_kind(x, "integer")


@sections_from(as_integer)
def as_numeric(x: Any) -> Vector:
    """Return the elements as a vector of doubles, unknown dimensions as ``NA``.

    Examples
    --------
    >>> from raggedkit_r import NA, as_numeric, shape
    >>> as_numeric(shape(NA, 3)), as_numeric(shape())
    ([1] NA  3, numeric(0))
    """
    return _as_kind(x, "numeric")


as_double = as_numeric


@sections_from(as_integer)
def as_character(x: Any) -> Vector:
    """Return the elements as text; a shape is one text, a ragged list one for each row.

    Examples
    --------
    >>> from raggedkit_r import NA, as_character, c, shape
    >>> as_character(shape(NA, 3)), as_character(c(1.5, NA))
    ([1] "TensorShape([None, 3])", [1] "1.5" NA   )
    """
    shape = as_tensor_shape(x)
    return Vector([repr(shape)]) if shape is not None else _as_kind(x, "character")


@singledispatch
def as_tensor(x: Any, dtype: DTypeLike | None = None) -> Tensor:
    """Return a NumPy array of the elements; an unknown dimension is -1, a shape int32.

    Parameters
    ----------
    x : shape, vector or list
        Or a ragged list.
    dtype : dtype
        The dtype of the array; by default that of the elements.

    Returns
    -------
    numpy.ndarray or RaggedTensor
        A RaggedTensor for a ragged list.

    Raises
    ------
    TypeError
        If ``dtype`` is not a dtype of NumPy, or has no values for the elements.
    ValueError
        If ``x`` is a shape of unknown rank, or has an NA that an array cannot represent.

    Examples
    --------
    >>> from raggedkit_r import NA, as_tensor, c, shape
    >>> as_tensor(shape(NA, 3))
    array([-1,  3], dtype=int32)
    >>> as_tensor(shape(NA, 3), "int64"), as_tensor(c(2, 3)), as_tensor(shape())
    (array([-1,  3]), array([2, 3], dtype=int32), array([], dtype=int32))
    """
    read = as_r(x)
    return _array(read.to_numpy() if isinstance(read, Vector) else x, dtype)


@singledispatch
def is_na(x: Any) -> Any:
    """Return whether a value is NA or NaN; for a vector, list or shape, whether each element is.

    Parameters
    ----------
    x
        A scalar, vector, list, shape or ragged list.

    Returns
    -------
    bool, Vector or RaggedList
        A bool for a single value.

    Raises
    ------
    TypeError
        If ``x`` is not a vector, a list or a shape.

    Examples
    --------
    >>> from raggedkit_r import NA, NULL, c, is_na, length, shape
    >>> is_na(shape(1, NA)), is_na(length(shape(dims=NULL))), is_na(c(1, float("nan")))
    ([1] FALSE  TRUE, True, [1] FALSE  TRUE)
    >>> x = shape(1, NA, 3)
    >>> x[is_na(x)] = 5
    >>> x
    TensorShape([1, 5, 3])
    """
    read = as_r(x)
    if isinstance(read, Vector):
        flags = Vector.of(Values(read.content.is_na, "logical"), read.labels)
        return flags if isinstance(x, Vector | np.ndarray) else flags[[1]]
    if read is not None and not isinstance(read, Iterable):
        raise TypeError(f"x must be a vector, a list or a shape, got {spelled(x)}")
    return Vector(map(_is_missing, [] if read is None else read), "logical")


def _is_na_shape(x: RShape | TensorShape) -> Vector:
    return Vector([dim is None for dim in as_shape(x, "x").as_list()], "logical")


@singledispatch
def merge(x: Any, y: Any) -> RShape:
    """Return the shape with the known dimensions of either shape.

    Parameters
    ----------
    x, y : shape
        The shapes; ``y`` may be a vector or list of dimensions.

    Returns
    -------
    RShape
        An axis is ``NA`` only if both are.

    Raises
    ------
    TypeError
        If ``x`` or ``y`` is not a shape.
    ValueError
        If the shapes contradict each other.

    Examples
    --------
    >>> from raggedkit_r import NA, merge, shape
    >>> merge(shape(NA, 2), shape(1, 2))
    TensorShape([1, 2])
    >>> merge(shape(2, 2), shape(1, 2))
    Traceback (most recent call last):
        ...
    ValueError: y[[1]] must be 2 or NA as in (2, 2), got 1 in (1, 2); most_specific_...
    """
    raise TypeError(f"x must be a shape, got {spelled(x)}; shape(dims=x) makes one")


def _as_kind(x: Any, kind: Kind) -> Vector:
    # Calling `of_kind` itself would put a frame of functools between the caller and a warning.
    return of_kind.dispatch(type(x))(x, kind)


@singledispatch
def of_kind(x: Any, kind: Kind) -> Vector:
    """Return the elements as a vector of a kind."""
    if as_tensor_shape(x) is not None:
        x = as_integer_vector(as_shape(x, "x"))
    read = as_r(x)
    if isinstance(read, Vector):
        return Vector.of(as_kind(read.content, kind))
    values: Sequence[Any] = [] if read is None else read
    if read is not None and not isinstance(read, list):
        raise TypeError(f"x must be a vector, a list or a shape, got {spelled(x)}")
    each = [as_r(value) for value in values]
    for i, value in enumerate(each, 1):
        if not isinstance(value, Vector) or len(value) != 1:
            raise TypeError(f"x[[{i}]] must be one value, got {spelled(values[i - 1])}")
    # joined() of nothing is logical; as_integer(list()) is integer(0).
    if not each:
        return Vector([], kind)
    return Vector.of(joined([as_kind(value.content, kind) for value in each]))


def _array(values: Any, dtype: Any) -> Array:
    try:
        wanted = None if dtype is None else np.dtype(dtype)
    except (TypeError, ValueError):
        way_out = "'int64' and np.float32 are some"
        raise TypeError(broken_rule("dtype", "be one of NumPy's", dtype, way_out)) from None
    try:
        return np.asarray(values, wanted)
    except (TypeError, ValueError, OverflowError):
        rule = f"have items that an array of {wanted or 'one dtype'} takes"
        raise TypeError(f"x must {rule}, got {spelled(values)}") from None


def _is_missing(value: Any) -> bool:
    return isinstance(value, NAType) or (isinstance(value, float | complex) and value != value)


for _class in (RShape, TensorShape):
    c_parts.register(_class, _c_shapes)
    length.register(_class, lambda x: NA_integer_ if x.rank is None else x.rank)
    as_list.register(_class, lambda x: as_shape(x, "x").as_list())
    as_tensor.register(_class, lambda x, dtype=None: _array(as_shape(x, "x"), dtype))
    is_na.register(_class, _is_na_shape)
    merge.register(_class, lambda x, y: as_shape(x, "x").merged_with(y, "y"))
