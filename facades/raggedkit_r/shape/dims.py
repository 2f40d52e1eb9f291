"""Parsing of dimensions: R's rules for ``NA``, ``-1``, vectors and lists."""

from __future__ import annotations

import math
import operator
from typing import Any, NoReturn

from raggedkit import TensorShape
from raggedkit.dimension import Dimension
from raggedkit_r.vector.convert import as_kind
from raggedkit_r.vector.kinds import INTEGER_MAX, ORDER
from raggedkit_r.vector.messages import spelled
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.vector import Vector, as_r

__all__ = ["Dims", "as_dims", "as_tensor_shape", "contradiction", "known_dims", "shape_like"]

Dims = list[int | None]


def as_tensor_shape(value: Any) -> TensorShape | None:
    """Return the `TensorShape` of a shape of either class, or ``None``."""
    inner = getattr(value, "tensor_shape", value)
    return inner if isinstance(inner, TensorShape) else None


def shape_like(value: Any, argument: str) -> TensorShape:
    """Return a shape, or that of a vector or list of dimensions; None is one of unknown rank."""
    inner = as_tensor_shape(value)
    if inner is None:
        inner = TensorShape(None if value is None else as_dims(value, argument))
    return inner


def known_dims(shape: TensorShape, place: str) -> Dims:
    """Return the dimensions; ValueError if the rank is not known.

    Examples
    --------
    >>> known_dims(TensorShape(None), "x")
    Traceback (most recent call last):
        ...
    ValueError: x must have a known rank, got TensorShape(None); is_na(length(x)) tests for it, ...
    """
    if shape.rank is None:
        way_out = "is_na(length(x)) tests for it, with_rank(x, n) sets it"
        raise ValueError(f"{place} must have a known rank, got {shape!r}; {way_out}")
    return shape.as_list()


def as_dims(dims: Any, place: str) -> Dims:
    """Return the dimensions in a vector, a list or a shape.

    Each element of a list may be several dimensions; ``NA``, ``-1`` and ``None`` are an unknown
    one only on their own. A place that ends in ``..`` is an argument list, any other
    one is counted in double brackets.

    Examples
    --------
    >>> from raggedkit_r import NA, c
    >>> as_dims([1, c(2, 3), NA], "dims"), as_dims(c(NA, 4), "dims")
    ([1, 2, 3, None], [None, 4])
    >>> as_dims([1, c(2, NA)], "dims")
    Traceback (most recent call last):
        ...
    ValueError: dims[[2]] must not contain NA beside other values, got NA at position 2 of ...
    """
    shape = as_tensor_shape(dims)
    if shape is not None:
        return known_dims(shape, place)
    parts = as_r(dims)
    if isinstance(parts, Vector):
        alone = len(parts) == 1
        scalars = enumerate(parts, 1)
        return [
            d for i, part in scalars for d in _part_dims(part, place if alone else _at(place, i))
        ]
    if not isinstance(parts, list):
        return _part_dims(parts, place)
    return [dim for i, part in enumerate(parts, 1) for dim in _part_dims(part, _at(place, i))]


def contradiction(dims: Dims | None, others: Dims | None, argument: str) -> str | None:
    """Return why two shapes can't be that of one tensor, or ``None``.

    Examples
    --------
    >>> contradiction([2, None], [1, 2], "other")
    'other[[1]] must be 2 or NA as in (2, NA), got 1 in (1, 2)'
    """
    if dims is None or others is None:
        return None
    if len(dims) != len(others):
        rule = f"have rank {len(dims)} as {written(dims)} has"
        return f"{argument} must {rule}, got {written(others)} of rank {len(others)}"
    for i, (a, b) in enumerate(zip(dims, others, strict=True), 1):
        if a is not None and b is not None and a != b:
            rule = f"be {a} or NA as in {written(dims)}"
            return f"{argument}[[{i}]] must {rule}, got {b} in {written(others)}"
    return None


def written(dims: Dims | None) -> str:
    """Return the dimensions as R's ``format`` writes them."""
    if dims is None:
        return "(<unknown>)"
    return f"({', '.join('NA' if dim is None else str(dim) for dim in dims)})"


def _at(place: str, i: int) -> str:
    return f"argument {i}" if place == ".." else f"{place}[[{i}]]"


def _part_dims(part: Any, place: str) -> Dims:
    if _is_unknown(part):
        return [None]
    shape = as_tensor_shape(part)
    if shape is not None:
        return known_dims(shape, place)
    if isinstance(part, Dimension):
        return [part.value]
    read = as_r(part)
    if isinstance(read, list):
        read = _flat(read, part, place)
    elif not isinstance(read, Vector):
        read = _counted(part, place)
    elif read.kind not in ORDER:
        _refuse(part, place)
    # As as.integer() does: shape("3") and shape(1.7) are R's semantics, not ours.
    sizes = _integers(read).to_list()
    for i, size in enumerate(sizes):
        if isinstance(size, NAType) or size < 0:
            _refuse_size(read.values_as_typed[i], i + 1, len(sizes), part, place)
    return sizes


def _integers(sizes: Vector) -> Vector:
    return Vector.of(as_kind(sizes.content, "integer", warn=False))


def _is_unknown(part: Any) -> bool:
    """Whether a part is NULL, missing or -1, standing alone."""
    read = as_r(part) if not isinstance(part, list | tuple | dict) else part
    if read is None:
        return True
    if not isinstance(read, Vector) or len(read) != 1:
        return False
    (value,) = read
    # NaN is an unknown size too, since R's as.integer(NaN) is NA.
    missing = isinstance(value, NAType) or value != value
    return missing or (read.kind in ("integer", "numeric") and value == -1)


def _flat(parts: list[Any], part: Any, place: str) -> Vector:
    read = [as_r(p) for p in parts]
    if not all(isinstance(p, Vector) and len(p) == 1 for p in read):
        _refuse(part, place)
    # One by one, because as.integer() of a list does not make text of its numbers first.
    return Vector([_integers(p)[[1]] for p in read], "integer")


def _counted(part: Any, place: str) -> Vector:
    try:
        # Integers of other libraries (np.int64 scalars, sympy) have __index__.
        return Vector([operator.index(part)])
    except TypeError:
        _refuse(part, place)


def _refuse_size(size: Any, position: int, count: int, part: Any, place: str) -> NoReturn:
    at = f" at position {position} of {spelled(part)}" if count > 1 else ""
    if _is_unknown(size):
        rule = "not contain NA beside other values" if count > 1 else "not contain NA in a list"
        raise ValueError(f"{place} must {rule}, got {spelled(size)}{at}; {_on_its_own(place)}")
    rule = f"be a whole number from 0 to {INTEGER_MAX}"
    large = isinstance(size, int | float) and size > INTEGER_MAX
    size = int(size) if large and size != math.inf else size
    way_out = "R has no larger integers" if large else "an unknown dimension is NA, -1 or NULL"
    raise ValueError(f"{place} must {rule}, got {spelled(size)}{at}; {way_out}")


def _on_its_own(place: str) -> str:
    if place.startswith("x"):
        return "x[1:2] = c(2, NA) replaces each dimension by one"
    if place.startswith("argument"):
        return "give an unknown dimension as a separate argument, shape(2, NA)"
    return "give an unknown dimension as a separate element, [2, NA]"


def _refuse(part: Any, place: str) -> NoReturn:
    way_out = "an unknown dimension is NA, -1 or NULL"
    raise TypeError(f"{place} must contain numbers, got {spelled(part)}; {way_out}")
