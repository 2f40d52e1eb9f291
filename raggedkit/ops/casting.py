"""The same rows over other values: another dtype, other bits, all alike, or one vector each."""

from __future__ import annotations

import operator
import warnings
from typing import Any, SupportsIndex

from raggedkit._typing import Array, DType, DTypeLike
from raggedkit._xp import array_namespace, as_array, as_dtype, is_text
from raggedkit.errors import broken_rule
from raggedkit.ops.axes import operands, path_of
from raggedkit.ops.elementwise import apply
from raggedkit.tensor import RaggedTensor

__all__ = [
    "bitcast",
    "cast",
    "clip_by_value",
    "one_hot",
    "ones_like",
    "saturate_cast",
    "zeros_like",
]


def zeros_like(input: Any, dtype: DTypeLike | None = None) -> Any:
    """Return zeros (False, empty text) in the rows of a tensor.

    Parameters
    ----------
    input
        Dense or ragged.
    dtype
        Of the zeros, by default that of ``input``.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.zeros_like``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.zeros_like(rk.ragged.constant([[3, 1], [], [5]]))
    <RaggedTensor [[0, 0], [], [0]]>
    >>> rk.zeros_like(rk.ragged.constant([["a"], []]), dtype=bool)
    <RaggedTensor [[False], []]>
    """
    (x,) = operands(input)
    return _mapped(x, lambda flat: _filled(flat, dtype, 0))


def ones_like(input: Any, dtype: DTypeLike | None = None) -> Any:
    """Return ones (True) in the rows of a tensor.

    Parameters
    ----------
    input
        Dense or ragged.
    dtype
        Of the ones, by default that of ``input``.

    Raises
    ------
    TypeError
        If the dtype is one of text.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.ones_like``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ones_like(rk.ragged.constant([[3.5, 1.5], [], [5.5]]))
    <RaggedTensor [[1.0, 1.0], [], [1.0]]>
    >>> rk.ones_like(rk.ragged.constant([["a"], []]))
    Traceback (most recent call last):
        ...
    TypeError: dtype must be a number's, got dtype('<U1')
    """
    (x,) = operands(input)
    return _mapped(x, lambda flat: _filled(flat, dtype, 1))


def _mapped(x: Any, function: Any) -> Any:
    if isinstance(x, RaggedTensor):
        return RaggedTensor._make(function(x._flat), x._parts)
    return function(x)


def _filled(flat: Array, dtype: DTypeLike | None, value: int) -> Array:
    kind = flat.dtype if dtype is None else as_dtype(dtype)
    xp = array_namespace(flat)
    if not is_text(kind):
        full: Array = xp.full(flat.shape, value, dtype=kind)
        return full
    if value:
        raise TypeError(broken_rule("dtype", "be a number's", kind))
    empty: Array = xp.zeros(flat.shape, dtype=kind)
    if kind.kind == "O":  # zeros of objects are ints
        empty[...] = b"" if flat.size and isinstance(flat.reshape(-1)[0], bytes) else ""
    return empty


# ---------------------------------------------------------------------- dtypes
def cast(x: Any, dtype: DTypeLike) -> Any:
    """Return a tensor with its values converted to another dtype, as NumPy converts them.

    Parameters
    ----------
    x
        Dense or ragged.
    dtype
        The dtype to convert to. Floats lose what is behind the point as integers, complex numbers
        their imaginary part as others.

    Raises
    ------
    ValueError
        If text doesn't spell a number.

    See Also
    --------
    saturate_cast : what doesn't fit becomes the nearest that does.

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
    ValueError: x must spell values of dtype int64, got x[1, 0] = 'x'
    """
    kind = as_dtype(dtype)
    (x,) = operands(x)
    try:
        return _mapped(x, lambda flat: converted(flat, kind))
    except ValueError:
        if not is_text(x.dtype):
            raise
        raise ValueError(_misspelt(x, kind)) from None


def converted(flat: Array, dtype: DType) -> Array:
    """Return an array of another dtype; the same one where it has that dtype already."""
    if flat.dtype.kind == "c" and dtype.kind not in "cbOSUT":
        flat = flat.real
    return flat.astype(dtype, copy=False)


def _misspelt(x: Any, dtype: DType) -> str:
    """Return what to say of the first text that is no value of a dtype."""
    flat = x._flat if isinstance(x, RaggedTensor) else x
    xp = array_namespace(flat)
    for at, text in enumerate(flat.reshape(-1).tolist()):
        try:
            as_array(text).astype(dtype)
        except ValueError:
            place = [int(i) for i in xp.unravel_index(at, flat.shape)] if flat.ndim else []
            if isinstance(x, RaggedTensor):
                place = [*path_of(x._parts, place[0]), *place[1:]]
            return f"x must spell values of dtype {dtype}, got x{place} = {text!r}"
    return f"x must spell values of dtype {dtype}"


def saturate_cast(value: Any, dtype: DTypeLike) -> Any:
    """Return a tensor with its values converted, those out of range to the nearest in range.

    Parameters
    ----------
    value
        Numbers, dense or ragged.
    dtype
        A dtype of integers or floats.

    Raises
    ------
    TypeError
        If a dtype is no number's.

    Notes
    -----
    Empty rows stay empty. NaN becomes 0 where there is no NaN. After TensorFlow's
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
    (x,) = operands(value)
    own = x.dtype
    if own.kind not in "biufc":
        raise TypeError(broken_rule("value", "be numbers", own))
    if kind.kind not in "iufc":
        raise TypeError(broken_rule("dtype", "be one of integers or floats", kind))
    return _mapped(x, lambda flat: _saturated(flat, kind))


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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        # 2.0**63 is a float, 2**63 - 1 is none: compare with the first number out of range
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


def bitcast(input: Any, type: DTypeLike, *name: object) -> Any:
    """Return a tensor whose values are read as another dtype, bit by bit.

    Parameters
    ----------
    input
        Dense or ragged.
    type
        A dtype of numbers. A smaller one adds an axis at the inside, as many items as the bits
        make; a larger one takes such an axis away.
    *name
        TensorFlow's third argument, ignored.

    Raises
    ------
    TypeError
        If a dtype is no number's.
    ValueError
        If the innermost axis doesn't hold the bits of one value.

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
    kind = as_dtype(type)
    (x,) = operands(input)
    for dtype, argument in ((x.dtype, "input"), (kind, "type")):
        if dtype.kind not in "iufc":
            raise ValueError(broken_rule(argument, "be of a number's dtype", dtype))
    return _mapped(x, lambda flat: _reread(flat, kind, x))


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


# ---------------------------------------------------------------------- values
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any) -> Any:
    """Return a tensor with its values moved into a range.

    Parameters
    ----------
    t
        Dense or ragged.
    clip_value_min, clip_value_max
        The least and the greatest value: scalars, or what broadcasts to ``t``.

    Raises
    ------
    ValueError
        If the shapes don't broadcast.

    Notes
    -----
    Empty rows stay empty, NaN stays NaN. After TensorFlow's ``tf.clip_by_value``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.clip_by_value(rk.ragged.constant([[-3, 7], [], [1000]]), 0, 255)
    <RaggedTensor [[0, 7], [], [255]]>
    """
    (x,) = operands(t)
    bounds = (clip_value_min, clip_value_max)
    xp = array_namespace(x._flat if isinstance(x, RaggedTensor) else x)
    if any(isinstance(a, RaggedTensor) for a in (x, *bounds)):
        return apply(xp.clip, x, *bounds)
    return xp.clip(x, *bounds)


def one_hot(
    indices: Any,
    depth: SupportsIndex,
    on_value: Any = None,
    off_value: Any = None,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
) -> Any:
    """Return for each index a vector with one value at its place and another at all others.

    Parameters
    ----------
    indices
        Integers, dense or ragged.
    depth
        The length of the vectors. An index outside it gives a vector of ``off_value`` alone.
    on_value, off_value
        The two values, 1 and 0 by default.
    axis
        Where the vectors lie in the result: -1, the innermost axis, by default; in a ragged
        tensor an axis behind the partitioned ones.
    dtype
        Of the result; by default that of the values given, or float64.

    Raises
    ------
    ValueError
        If ``indices`` are no integers, ``depth`` is negative, or ``axis`` is none of these.

    Notes
    -----
    An empty row stays empty. After TensorFlow's ``tf.one_hot``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.one_hot(rk.ragged.constant([[0, 2], [], [5]]), 3, dtype=int)
    <RaggedTensor [[[1, 0, 0], [0, 0, 1]], [], [[0, 0, 0]]]>
    >>> rk.one_hot(rk.ragged.constant([[0, 2], []]), 3, axis=1)
    Traceback (most recent call last):
        ...
    ValueError: axis must be -1 or 2, got 1
    """
    (x,) = operands(indices)
    if x.dtype.kind not in "iu" and x.size:
        raise ValueError(broken_rule("indices", "be integers", x.dtype))
    count = operator.index(depth)
    if count < 0:
        raise ValueError(broken_rule("depth", "not be negative", count))
    parts = len(x._parts) if isinstance(x, RaggedTensor) else 0
    places = range(parts + 1 if parts else 0, x.ndim + 1)
    at = -1 if axis is None else operator.index(axis)
    if at != -1 and at not in places:
        said = f"{places[0]}" if len(places) == 1 else f"from {places[0]} to {places[-1]}"
        raise ValueError(broken_rule("axis", f"be -1 or {said}", at))
    on, off, kind = _values(on_value, off_value, dtype)
    return _mapped(x, lambda flat: _hot(flat, count, on, off, at - parts if at >= 0 else -1, kind))


def _values(on_value: Any, off_value: Any, dtype: DTypeLike | None) -> tuple[Any, Any, DType]:
    if dtype is None:
        given = [as_array(v).dtype for v in (on_value, off_value) if v is not None]
        if len({is_text(d) for d in given}) > 1:
            rule = "be both text or both numbers"
            raise TypeError(broken_rule("on_value and off_value", rule, [on_value, off_value]))
        kind = as_dtype("float64")
        if given:
            kind = given[0] if len(given) == 1 else array_namespace().result_type(*given)
    else:
        kind = as_dtype(dtype)
    text = is_text(kind)
    on = on_value if on_value is not None else ("1" if text else 1)
    off = off_value if off_value is not None else ("" if text else 0)
    return on, off, kind


def _hot(flat: Array, depth: int, on: Any, off: Any, axis: int, dtype: DType) -> Array:
    xp = array_namespace(flat)
    out: Array = xp.empty((*flat.shape, depth), dtype=dtype)
    out[...] = off
    inside = xp.nonzero((flat >= 0) & (flat < depth))
    out[(*inside, flat[inside])] = on
    if axis == -1:
        return out
    moved: Array = xp.ascontiguousarray(xp.moveaxis(out, -1, axis))
    return moved
