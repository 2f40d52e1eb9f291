"""Fill values: the value of missing items and padding, checked against the dtype of the values."""

from __future__ import annotations

from typing import Any

from raggedkit._border import as_time, not_a_time
from raggedkit._typing import Array, DType
from raggedkit._xp import (
    NUMBERS,
    array_namespace,
    as_array,
    encoded_beside,
    is_text,
    promote,
    promote_numbers,
)
from raggedkit.errors import broken_rule

__all__ = ["fits_inside", "as_beside", "default_of", "fits", "number_beside", "wider"]


def default_of(value: Any, flat: Array, name: str = "default_value") -> tuple[Any, DType]:
    """Return the fill value (None: zeros), and the common dtype of fill value and values."""
    xp, dtype = array_namespace(flat), flat.dtype
    if value is None:
        if dtype.kind == "M":  # a zero would be a date in 1970
            return as_array("NaT", xp, dtype=dtype), dtype
        return (_empty_of_objects(flat) if dtype.kind == "O" else None), dtype
    try:
        fill = as_beside(value, flat)
    except (TypeError, ValueError):
        raise TypeError(broken_rule(name, f"fit dtype {dtype}", value)) from None
    if not fits(fill, dtype):
        raise TypeError(broken_rule(name, f"fit dtype {dtype}", value, wider(dtype, fill)))
    inner = flat.shape[1:]
    if not fits_inside(fill.shape, inner):
        rule = f"broadcast to the shape of one value, {inner}"
        raise ValueError(broken_rule(name, rule, fill.shape))
    if dtype.kind in "UST":
        dtype = promote(dtype, fill.dtype)  # wide enough for both
    return (fill if dtype.kind == "O" else fill.astype(dtype, copy=False)), dtype


def as_beside(value: Any, flat: Array) -> Array:
    """Return a value as an array that can be compared and stored with these values."""
    fill = encoded_beside(as_array(value, array_namespace(flat)), flat)
    if not_a_time(value) and flat.dtype.kind == "m":
        return as_array(as_time(value, flat.dtype), array_namespace(flat))
    return fill  # type: ignore[no-any-return]  # xp is Any


def number_beside(value: Any, dtype: DType, xp: Any) -> Any:
    """Return a Python number as an array of ``dtype``, or of a wider dtype that it needs.

    NumPy's ``where`` casts the number to the dtype of the array: 300 beside uint8 becomes 44.
    """
    if not isinstance(value, int | float | complex) or dtype.kind not in NUMBERS:
        return value
    array = as_array(value, xp)
    return array.astype(promote_numbers(dtype, array)) if array.dtype.kind in NUMBERS else value


def wider(dtype: DType, fill: Array) -> str:
    """Return the conversion of the values after which ``fill`` fits, for an error message."""
    if dtype.kind not in "iufc" or fill.dtype.kind not in "iufc":
        return ""
    return f"convert the values first: .astype('{promote(dtype, fill.dtype)}')"


def fits(fill: Array, dtype: DType) -> bool:
    """Whether these values fit a dtype: of a kind that it includes, integers unchanged."""
    if is_text(dtype) or is_text(fill.dtype):
        if dtype.kind == "O" or fill.dtype.kind == "O":
            return is_text(dtype) and is_text(fill.dtype)
        return (dtype.kind in "UT") == (fill.dtype.kind in "UT") and is_text(dtype)
    order = "bifc"
    have, want = fill.dtype.kind.replace("u", "i"), dtype.kind.replace("u", "i")
    if have not in order or want not in order:
        same = fill.astype(dtype) == fill if have == want else False
        return bool(have == want and (same | (fill != fill)).all())
    if (have == "b") != (want == "b"):
        return False
    if order.index(have) > order.index(want):
        return False
    return bool(want != "i" or (fill.astype(dtype) == fill).all())


def fits_inside(shape: tuple[int, ...], onto: tuple[int, ...]) -> bool:
    """Whether an array of one shape broadcasts to the other."""
    if len(shape) > len(onto):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(onto), strict=False))


def _empty_of_objects(flat: Array) -> Any:
    """Return the empty value of an array of objects, of the type of the first object."""
    first = flat.ravel()[0] if flat.size else b""
    return type(first)() if isinstance(first, str | bytes) else 0
