"""Elementwise mathematics under TensorFlow's names, for functions that NumPy lacks."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, overload

from raggedkit._arguments import array_of
from raggedkit._caller import REFUSED
from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.mathematics import floats, number_dtype, real_dtype, value_by_value
from raggedkit._overloads import same_kind_as_x
from raggedkit._plan.operands import flat_of
from raggedkit._typing import Array, Scalar, Tensor, TensorLike, TensorT
from raggedkit._xp import INTEGERS, array_namespace
from raggedkit.errors import broken_rule
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = [
    "add_n",
    "complex",
    "divide_no_nan",
    "multiply_no_nan",
    "nextafter",
    "reciprocal_no_nan",
    "rsqrt",
    "scalar_mul",
    "squared_difference",
    "truncatediv",
    "truncatemod",
    "xdivy",
    "xlog1py",
    "xlogy",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


@overload
def divide_no_nan(x: RaggedTensor, y: TensorLike) -> RaggedTensor: ...


@overload
def divide_no_nan(x: TensorLike, y: RaggedTensor) -> RaggedTensor: ...


@overload
def divide_no_nan(x: Array | float, y: Array | float) -> Array: ...


@overload
def divide_no_nan(x: TensorLike, y: TensorLike) -> Tensor: ...


def divide_no_nan(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x / y``, and 0 wherever ``y`` is 0.

    Parameters
    ----------
    x, y
        Ragged tensors, arrays, nested lists or numbers that broadcast. Empty rows stay empty.

    Returns
    -------
    RaggedTensor or array
        Of the shape that the arguments broadcast to. A single value for single numbers.

    Raises
    ------
    TypeError
        If the values are not numbers of a kind that the function accepts.
    ValueError
        If the shapes do not broadcast.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.divide_no_nan(rk.array([[1.0, 2.0], [], [3.0]]), rk.array([[0.0, 4.0], [], [2.0]]))
    <RaggedTensor [[0.0, 0.5], [], [1.5]]>
    """
    return value_by_value(_divide_no_nan, x, y, names="x y")


def _divide_no_nan(x: Array, y: Array) -> Array:
    x, y = floats(x, y)
    xp = array_namespace(x, y)
    zero = y == 0
    quotient = x / xp.where(zero, xp.ones((), y.dtype), y)
    found: Array = xp.where(zero, xp.zeros((), quotient.dtype), quotient)
    return found


@signature_from(divide_no_nan)
def multiply_no_nan(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x * y``, and 0 wherever ``y`` is 0, even if ``x`` is NaN or infinite.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.multiply_no_nan(rk.array([[float("nan"), 2.0], []]), rk.array([[0.0, 4.0], []]))
    <RaggedTensor [[0.0, 8.0], []]>
    """
    return value_by_value(_multiply_no_nan, x, y, names="x y")


def _multiply_no_nan(x: Any, y: Any) -> Array:
    xp, kind = array_namespace(x, y), number_dtype(x, y)
    x, y = xp.asarray(x, dtype=kind), xp.asarray(y, dtype=kind)
    product: Array = xp.where(y == 0, xp.zeros((), kind), x) * y
    return product


@same_kind_as_x
def reciprocal_no_nan(x: TensorLike) -> Tensor:
    """Return ``1 / x``, and 0 wherever ``x`` is 0.

    Parameters
    ----------
    x
        Numbers: a ragged tensor, an array, a nested list or a number. Empty rows stay empty.

    Returns
    -------
    RaggedTensor or array
        Of the same rows. Integers give float64.

    Raises
    ------
    TypeError
        If the values are not numbers of a kind that the function accepts.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.reciprocal_no_nan(rk.array([[0.0, 4.0], []]))
    <RaggedTensor [[0.0, 0.25], []]>
    """
    return value_by_value(
        lambda a: _divide_no_nan(array_namespace(a).ones_like(a), a), x, names="x"
    )


@signature_from(divide_no_nan)
def squared_difference(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``(x - y) ** 2``; for complex numbers ``conj(x - y) * (x - y)``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.squared_difference(rk.array([[1, 5], []]), 3)
    <RaggedTensor [[4, 4], []]>
    """

    def squared(a: Array, b: Array) -> Array:
        number_dtype(a, b)
        difference = a - b
        return difference.conj() * difference if difference.dtype.kind == "c" else difference**2

    return value_by_value(squared, x, y, names="x y")


@signature_from(reciprocal_no_nan)
def rsqrt(x: TensorLike) -> Tensor:
    """Return ``1 / sqrt(x)``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.rsqrt(rk.array([[4.0, 16.0], []]))
    <RaggedTensor [[0.5, 0.25], []]>
    """

    def inverted(a: Array) -> Array:
        (a,) = floats(a)
        root: Array = 1 / array_namespace(a).sqrt(a)
        return root

    return value_by_value(inverted, x, names="x")


@overload
def scalar_mul(scalar: Scalar, x: TensorT) -> TensorT: ...


@overload
def scalar_mul(scalar: Scalar, x: TensorLike) -> Tensor: ...


def scalar_mul(scalar: Scalar, x: TensorLike) -> Tensor:
    """Return ``scalar * x``.

    Parameters
    ----------
    scalar
        A single number.
    x
        Numbers, ragged or dense.

    Returns
    -------
    RaggedTensor or array
        Of the rows of ``x``.

    Raises
    ------
    TypeError
        If ``scalar`` or the values of ``x`` are not numbers.
    ValueError
        If ``scalar`` has axes.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.scalar_mul(10, rk.array([[1, 2], []]))
    <RaggedTensor [[10, 20], []]>
    """
    if hasattr(scalar, "__len__") and getattr(scalar, "ndim", 1) > 0:  # arrays of no axes have both
        raise ValueError(broken_rule("scalar", "be a single number", scalar))
    factor = array_of(scalar, "scalar", "be a single number")
    if factor.dtype.kind not in "biufcm":
        raise TypeError(broken_rule("scalar", "be a single number", scalar))
    tensor = as_tensor(x, name="x")
    if flat_of(tensor).dtype.kind not in "biufcm":
        raise TypeError(broken_rule("x", "contain numbers", flat_of(tensor).dtype))
    return scalar * tensor


@overload
def add_n(inputs: Sequence[TensorT]) -> TensorT: ...


@overload
def add_n(inputs: Sequence[TensorLike]) -> Tensor: ...


def add_n(inputs: Sequence[TensorLike]) -> Tensor:
    """Return the sum of tensors of one shape.

    Parameters
    ----------
    inputs
        A list of tensors, ragged or dense.

    Returns
    -------
    RaggedTensor or array
        Of the shape of each input.

    Raises
    ------
    ValueError
        If the list is empty, or the shapes differ.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.add_n([rk.array([[1, 2], []]), rk.array([[10, 20], []])])
    <RaggedTensor [[11, 22], []]>
    """
    if not isinstance(inputs, list | tuple) or not inputs:
        raise ValueError(broken_rule("inputs", "be a list of one tensor or more", inputs))
    for i, x in enumerate(inputs):
        if isinstance(x, SparseTensor):
            raise ValueError(broken_rule(f"inputs[{i}]", "be ragged or dense", x))
    tensors = [as_tensor(x, name=f"inputs[{i}]") for i, x in enumerate(inputs)]
    for i, t in enumerate(tensors):
        if not isinstance(t, RaggedTensor) and not isinstance(tensors[0], RaggedTensor):
            if t.shape != tensors[0].shape:
                rule = f"have shape {tensors[0].shape}"
                raise ValueError(broken_rule(f"inputs[{i}]", rule, t.shape))
    total = functools.reduce(operator.add, tensors)
    for i, t in enumerate(tensors):
        if t.ndim != total.ndim or t.size != total.size:
            raise ValueError(broken_rule(f"inputs[{i}]", f"have shape {total.shape}", t.shape))
    return total


@signature_from(divide_no_nan)
def truncatediv(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x / y`` rounded towards zero; integers stay integers.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.truncatediv(rk.array([[7, -7], []]), 2)
    <RaggedTensor [[3, -3], []]>
    """

    def divided(a: Array, b: Array) -> Array:
        xp = array_namespace(a, b)
        if real_dtype(a, b).kind not in INTEGERS:
            whole: Array = xp.trunc(a / b)
            return whole
        quotient: Array = (a - xp.fmod(a, b)) // b
        return quotient

    return value_by_value(divided, x, y, names="x y")


@signature_from(divide_no_nan)
def truncatemod(x: TensorLike, y: TensorLike) -> Tensor:
    """Return the remainder of `truncatediv`, which has the sign of ``x``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.truncatemod(rk.array([[7, -7], []]), 2)
    <RaggedTensor [[1, -1], []]>
    """

    def rest(a: Array, b: Array) -> Array:
        real_dtype(a, b)
        left: Array = array_namespace(a, b).fmod(a, b)
        return left

    return value_by_value(rest, x, y, names="x y")


@overload
def nextafter(x1: RaggedTensor, x2: TensorLike) -> RaggedTensor: ...


@overload
def nextafter(x1: TensorLike, x2: RaggedTensor) -> RaggedTensor: ...


@overload
def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor: ...


@sections_from(divide_no_nan)
def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Return the next float after ``x1`` in the direction of ``x2``.

    Parameters
    ----------
    x1, x2
        Real numbers: ragged tensors, arrays, nested lists or numbers that broadcast. Empty rows
        stay empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nextafter(rk.array([[1.0, 0.0], []]), 2).to_list()
    [[1.0000000000000002, 5e-324], []]
    """

    def next_to(a: Array, b: Array) -> Array:
        a, b = floats(a, b, real=True)
        number: Array = array_namespace(a, b).nextafter(a, b)
        return number

    return value_by_value(next_to, x1, x2, names="x1 x2")


@overload
def complex(real: RaggedTensor, imag: TensorLike) -> RaggedTensor: ...


@overload
def complex(real: TensorLike, imag: RaggedTensor) -> RaggedTensor: ...


@overload
def complex(real: TensorLike, imag: TensorLike) -> Tensor: ...


@sections_from(divide_no_nan)
def complex(real: TensorLike, imag: TensorLike) -> Tensor:
    """Return complex numbers from real and imaginary parts.

    Parameters
    ----------
    real, imag
        Real numbers: ragged tensors, arrays, nested lists or numbers that broadcast. Empty rows
        stay empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.complex(rk.array([[1.0, 2.0], []]), rk.array([[0.5, -1.0], []]))
    <RaggedTensor [[1.0+0.5j, 2.0-1.0j], []]>
    """

    def joined(a: Array, b: Array) -> Array:
        xp = array_namespace(a, b)
        a, b = xp.broadcast_arrays(*floats(a, b, real=True))
        if a.dtype.itemsize < 4:
            a, b = a.astype("float32"), b.astype("float32")
        # Stacked and viewed: a + 1j * b gives NaN for infinite parts.
        pair: Array = xp.stack([a, b], axis=-1).view("c8" if a.dtype.itemsize == 4 else "c16")
        return pair[..., 0]

    return value_by_value(joined, real, imag, names="real imag")


def _zero_wins(function: Callable[[Any, Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """Return ``function`` with the result 0 wherever the first argument is 0."""

    def product(x: Array, y: Array) -> Array:
        x, y = floats(x, y)
        xp = array_namespace(x, y)
        zero = x == 0
        value = function(xp, x, xp.where(zero, xp.ones((), y.dtype), y))
        found: Array = xp.where(zero, xp.zeros((), x.dtype), value)
        return found

    return product


_XDIVY = _zero_wins(lambda xp, x, y: x / y)
_XLOGY = _zero_wins(lambda xp, x, y: x * xp.log(y))
_XLOG1PY = _zero_wins(lambda xp, x, y: x * xp.log1p(y))


@signature_from(divide_no_nan)
def xdivy(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x / y``, and 0 wherever ``x`` is 0, for any ``y``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.xdivy(rk.array([[0.0, 3.0], []]), rk.array([[0.0, 2.0], []]))
    <RaggedTensor [[0.0, 1.5], []]>
    """
    return value_by_value(_XDIVY, x, y, names="x y")


@signature_from(divide_no_nan)
def xlogy(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x * log(y)``, and 0 wherever ``x`` is 0, for any ``y``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.xlogy(rk.array([[0.0, 3.0], []]), rk.array([[0.0, 1.0], []]))
    <RaggedTensor [[0.0, 0.0], []]>
    """
    return value_by_value(_XLOGY, x, y, names="x y")


@signature_from(divide_no_nan)
def xlog1py(x: TensorLike, y: TensorLike) -> Tensor:
    """Return ``x * log(1 + y)``, and 0 wherever ``x`` is 0, for any ``y``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.xlog1py(rk.array([[0.0, 3.0], []]), rk.array([[-1.0, 0.0], []]))
    <RaggedTensor [[0.0, 0.0], []]>
    """
    return value_by_value(_XLOG1PY, x, y, names="x y")
