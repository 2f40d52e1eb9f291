"""Casting of values to another dtype: by value, saturating, or bit by bit."""

from __future__ import annotations

from typing import Any, overload

from raggedkit._caller import REFUSED, as_the_caller, at_callers_line, is_refused
from raggedkit._engines.inputs import as_tensor
from raggedkit._overloads import same_kind_as_input, same_kind_as_x
from raggedkit._plan.operands import flat_of, mapped, parts_of, place_of
from raggedkit._typing import Array, DType, DTypeLike, Tensor, TensorLike, TensorT
from raggedkit._xp import (
    NUMBERS,
    REALS,
    array_namespace,
    as_array,
    as_dtype,
    host_namespace,
    is_text,
)
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["bitcast", "cast", "saturate_cast"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


@same_kind_as_x
def cast(x: TensorLike, dtype: DTypeLike) -> Tensor:
    """Return a tensor with its values converted to another dtype, as NumPy converts them.

    Parameters
    ----------
    x
        Dense or ragged.
    dtype
        The dtype to convert to. Floats are truncated to integers; complex numbers lose their
        imaginary part.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    ValueError
        If text is not a number.

    See Also
    --------
    saturate_cast : values out of range become the nearest value in range.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.cast``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.cast(rk.ragged.constant([[0.0, 1.7], [], [-2.9]]), int)
    <RaggedTensor [[0, 1], [], [-2]]>
    >>> rk.cast(rk.ragged.constant([[0, 3], []]), bool)
    <RaggedTensor [[False, True], []]>
    >>> rk.cast(rk.ragged.constant([["12"], ["x"]]), int)
    Traceback (most recent call last):
        ...
    ValueError: x must represent values of dtype int64, got x[1, 0] = 'x'
    """
    kind = as_dtype(dtype)
    if type(x) is RaggedTensor:
        own = x._flat.dtype
        if own == kind:
            return x
        if own.kind in REALS:
            try:  # inline, since one more call would take a fifth of the time
                return RaggedTensor._make(x._flat.astype(kind), x._parts)
            except TypeError as error:
                if not is_refused(error):
                    raise
            return RaggedTensor._make(as_the_caller(x._flat.astype, kind), x._parts)
    x = as_tensor(x, name="x")
    try:
        return mapped(x, lambda flat: converted(flat, kind))
    except ValueError:
        if not is_text(x.dtype):
            raise
        raise ValueError(_misspelt(x, kind)) from None


def converted(flat: Array, dtype: DType) -> Array:
    """Return an array in another dtype; the array itself if it has that dtype."""
    if flat.dtype.kind == "c" and dtype.kind not in "cbOSUT":
        flat = flat.real
    array: Array = at_callers_line(flat.astype, dtype, copy=False)
    return array


def _misspelt(x: Any, dtype: DType) -> str:
    """Return the error for the first text that is not a value of a dtype."""
    flat = flat_of(x)
    for at, text in enumerate(flat.reshape(-1).tolist()):
        try:
            as_array(text).astype(dtype)
        except ValueError:
            place = place_of(parts_of(x), flat.shape, at)
            return f"x must represent values of dtype {dtype}, got x{place} = {text!r}"
    return f"x must represent values of dtype {dtype}"


@overload
def saturate_cast(value: TensorT, dtype: DTypeLike) -> TensorT: ...


@overload
def saturate_cast(value: TensorLike, dtype: DTypeLike) -> Tensor: ...


def saturate_cast(value: TensorLike, dtype: DTypeLike) -> Tensor:
    """Return a tensor with its values converted; values out of range become the nearest in range.

    Parameters
    ----------
    value
        Numbers, dense or ragged.
    dtype
        A dtype of integers or floats.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    TypeError
        If a dtype is not numeric.

    Notes
    -----
    Empty rows stay empty. NaN becomes 0 in integer dtypes. After TensorFlow's
    ``tf.saturate_cast``, with exact limits also for 64-bit integers.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.saturate_cast(rk.ragged.constant([[-3, 7], [], [1000]]), "uint8")
    <RaggedTensor [[0, 7], [], [255]]>
    >>> rk.saturate_cast(rk.ragged.constant([[1e300], []]), "float32")
    <RaggedTensor [[3.4028235e+38], []]>
    >>> rk.saturate_cast(rk.ragged.constant([["a"]]), "uint8")
    Traceback (most recent call last):
        ...
    TypeError: value must be numbers, got dtype('<U1')
    """
    kind = as_dtype(dtype)
    x = as_tensor(value, name="value")
    own = x.dtype
    if own.kind not in NUMBERS:
        raise TypeError(broken_rule("value", "be numbers", own))
    if kind.kind not in "iufc":
        raise TypeError(broken_rule("dtype", "be one of integers or floats", kind))
    return mapped(x, lambda flat: at_callers_line(_saturated, flat, kind))


def _saturated(flat: Array, dtype: DType) -> Array:
    xp = array_namespace(flat)
    if dtype.kind == "c":
        return flat.astype(dtype)
    if flat.dtype.kind == "c":
        flat = flat.real
    if dtype.kind == "f":
        if flat.dtype.kind != "f" or flat.dtype.itemsize <= dtype.itemsize:
            return flat.astype(dtype)
        limits: Any = xp.finfo(dtype)
        clipped: Array = xp.clip(flat, float(limits.min), float(limits.max)).astype(dtype)
        return clipped
    limits = xp.iinfo(dtype)
    if flat.dtype.kind in "biu":
        return _clipped_integers(flat, dtype, int(limits.min), int(limits.max))
    with host_namespace.errstate(invalid="ignore"):
        # 2**63 - 1 is not a float64, 2.0**63 is: compare with the first number out of range
        top = float(int(limits.max) + 1)
        inside = (flat < top) & (flat >= float(limits.min))
        out: Array = xp.where(inside, flat, 0).astype(dtype)
    out[flat >= top] = limits.max
    out[flat < float(limits.min)] = limits.min
    return out


def _clipped_integers(flat: Array, dtype: DType, low: int, high: int) -> Array:
    xp = array_namespace(flat)
    out: Array = flat.astype(dtype)
    if flat.dtype.kind == "b":
        return out
    own = xp.iinfo(flat.dtype)
    if high < int(own.max):
        out[flat > high] = high
    if low > int(own.min):
        out[flat < low] = low
    return out


@same_kind_as_input
def bitcast(input: TensorLike, type: DTypeLike, *name: object) -> Tensor:
    """Return a tensor whose values are read as another dtype, bit by bit.

    Parameters
    ----------
    input
        Dense or ragged.
    type
        A numeric dtype. A smaller one adds an innermost axis, a larger one removes it.
    *name
        TensorFlow's third argument, ignored.

    Returns
    -------
    RaggedTensor or array
        Of the same rows, with one axis more or less if the dtypes differ in size.

    Raises
    ------
    TypeError
        If a dtype is not numeric.
    ValueError
        If the size of the innermost axis is not the number of items per value.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.bitcast``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2], [], [3]])
    >>> rk.bitcast(rt, "int32").shape
    TensorShape([3, None, 2])
    >>> rk.bitcast(rk.bitcast(rt, "int32"), "int64")
    <RaggedTensor [[1, 2], [], [3]]>
    >>> rk.bitcast(rk.cast(rt, "int32"), "int64")
    Traceback (most recent call last):
        ...
    ValueError: input must have an innermost axis of size 2 to become int64, got none
    """
    if len(name) > 1:
        raise TypeError(broken_rule("bitcast", "be given two arguments", 2 + len(name)))
    kind = as_dtype(type, "type")
    x = as_tensor(input, name="input")
    for dtype, argument in ((x.dtype, "input"), (kind, "type")):
        if dtype.kind not in "iufc":
            raise ValueError(broken_rule(argument, "be of a number's dtype", dtype))
    return mapped(x, lambda flat: _reread(flat, kind, x))


def _reread(flat: Array, dtype: DType, x: Any) -> Array:
    xp = array_namespace(flat)
    own, other = flat.dtype.itemsize, dtype.itemsize
    flat = xp.ascontiguousarray(flat).reshape(flat.shape)
    if own == other:
        return flat.view(dtype)
    if own > other:
        return flat[..., None].view(dtype)
    count = other // own
    least = 2 if isinstance(x, RaggedTensor) else 1
    if flat.ndim < least or flat.shape[-1] != count:
        got = flat.shape[-1] if flat.ndim >= least else "none"
        rule = f"have an innermost axis of size {count} to become {dtype}"
        raise ValueError(f"input must {rule}, got {got}")
    return flat.view(dtype)[..., 0]
