"""Activation functions, element by element, and dropout."""

from __future__ import annotations

import math
from typing import Any, overload

from raggedkit._arguments import as_flag, as_real
from raggedkit._caller import REFUSED
from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.mathematics import floats, value_by_value
from raggedkit._kernels.arrays import special as _special
from raggedkit._overloads import same_kind_as_features, same_kind_as_x
from raggedkit._plan.operands import flat_of
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import REALS, array_namespace
from raggedkit.errors import broken_rule
from raggedkit.ops.mathematics import reciprocal_no_nan
from raggedkit.tensor import RaggedTensor

__all__ = [
    "dropout",
    "elu",
    "gelu",
    "leaky_relu",
    "log_sigmoid",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softplus",
    "softsign",
]

__warningregistry__ = REFUSED  # see `raggedkit._caller`

_SELU_ALPHA = 1.6732632423543772  # Klambauer et al. 2017: mean 0 and variance 1 are fixed points
_SELU_SCALE = 1.0507009873554805


@same_kind_as_features
def relu(features: TensorLike) -> Tensor:
    """Return ``max(x, 0)``.

    Parameters
    ----------
    features
        Real numbers: a ragged tensor, an array, a nested list or a number. Empty rows stay empty.

    Returns
    -------
    RaggedTensor or array
        Of the same rows.

    Raises
    ------
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.relu(rk.array([[-1.0, 2.0], []]))
    <RaggedTensor [[0.0, 2.0], []]>
    """
    return value_by_value(
        lambda a: array_namespace(a).maximum(_real(a), 0), features, names="features"
    )


def _real(a: Array) -> Array:
    if a.dtype.kind not in REALS:
        raise TypeError(broken_rule("features", "be real numbers", a.dtype))
    return a


@signature_from(relu)
def relu6(features: TensorLike) -> Tensor:
    """Return ``min(max(x, 0), 6)``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.relu6(rk.array([[-1.0, 9.0], []]))
    <RaggedTensor [[0.0, 6.0], []]>
    """
    return value_by_value(
        lambda a: array_namespace(a).clip(_real(a), 0, 6), features, names="features"
    )


@same_kind_as_features
@sections_from(relu)
def leaky_relu(features: TensorLike, alpha: float = 0.2) -> Tensor:
    """Return ``x`` where it is positive, else ``alpha * x``.

    Parameters
    ----------
    alpha
        The slope for negative values.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.leaky_relu(rk.array([[-1.0, 2.0], []]))
    <RaggedTensor [[-0.2, 2.0], []]>
    """
    alpha = as_real(alpha, "alpha")

    def leaked(a: Array) -> Array:
        (a,) = floats(a, real=True)
        found: Array = array_namespace(a).where(a > 0, a, a * alpha)
        return found

    return value_by_value(leaked, features, names="features")


@signature_from(relu)
def elu(features: TensorLike) -> Tensor:
    """Return ``x`` where it is positive, else ``exp(x) - 1``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.elu(rk.array([[-1000.0, 2.0], []]))
    <RaggedTensor [[-1.0, 2.0], []]>
    """
    return value_by_value(_elu, features, names="features")


def _elu(a: Array) -> Array:
    (a,) = floats(a, real=True)
    xp = array_namespace(a)
    found: Array = xp.where(a > 0, a, xp.expm1(xp.minimum(a, 0)))
    return found


@signature_from(relu)
def selu(features: TensorLike) -> Tensor:
    """Return the scaled `elu`, which preserves mean 0 and variance 1.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.selu(rk.array([[0.0, 1.0], []]))
    <RaggedTensor [[0.0, 1.05070099], []]>
    """

    def scaled(a: Array) -> Array:
        (a,) = floats(a, real=True)
        xp = array_namespace(a)
        bent = _SELU_ALPHA * xp.expm1(xp.minimum(a, 0))
        found: Array = _SELU_SCALE * xp.where(a > 0, a, bent)
        return found

    return value_by_value(scaled, features, names="features")


@same_kind_as_features
@sections_from(relu)
def gelu(features: TensorLike, approximate: bool = False) -> Tensor:
    """Return ``x`` times the standard normal distribution function of ``x``.

    Parameters
    ----------
    features
        Floats. Empty rows stay empty.
    approximate
        Whether to use the approximation with ``tanh`` instead of the error function.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.gelu(rk.array([[0.0, 100.0], []]))
    <RaggedTensor [[0.0, 100.0], []]>
    """
    approximate = as_flag(approximate, "approximate")

    def weighted(a: Array) -> Array:
        (a,) = floats(a, real=True)
        if approximate:
            inner = math.sqrt(2 / math.pi) * (a + 0.044715 * a**3)
            return _share(a, 0.5 * (1 + array_namespace(a).tanh(inner)))
        return _share(a, 0.5 * _special.erfc(a * -math.sqrt(0.5)))

    return value_by_value(weighted, features, names="features")


def _share(a: Array, share: Array) -> Array:
    """Return ``a * share``, with 0 for infinity times 0."""
    xp = array_namespace(a)
    part: Array = xp.where(share == 0, xp.zeros((), a.dtype), a) * share
    return part


@same_kind_as_features
@sections_from(relu)
def silu(features: TensorLike, beta: float = 1.0) -> Tensor:
    """Return ``x * sigmoid(beta * x)``.

    Parameters
    ----------
    beta
        The factor of ``x`` inside the sigmoid.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.silu(rk.array([[0.0, 1000.0], []]))
    <RaggedTensor [[0.0, 1000.0], []]>
    """
    beta = as_real(beta, "beta")

    def weighted(a: Array) -> Array:
        (a,) = floats(a)
        return _share(a, sigmoid_of(a * beta))

    return value_by_value(weighted, features, names="features")


@overload
def sigmoid_cross_entropy_with_logits(labels: RaggedTensor, logits: TensorLike) -> RaggedTensor: ...


@overload
def sigmoid_cross_entropy_with_logits(labels: TensorLike, logits: RaggedTensor) -> RaggedTensor: ...


@overload
def sigmoid_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike) -> Tensor: ...


def sigmoid_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike) -> Tensor:
    """Return the cross entropy of labels (0 to 1) and the sigmoid of logits, without overflow.

    Parameters
    ----------
    labels, logits
        Ragged tensors, arrays or nested lists of one shape. Empty rows stay empty.

    Returns
    -------
    RaggedTensor or array
        Floats, of the shape of ``labels``.

    Raises
    ------
    ValueError
        If the two differ in shape.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.sigmoid_cross_entropy_with_logits(rk.array([[1.0], []]), rk.array([[1000.0], []]))
    <RaggedTensor [[0.0], []]>
    """

    def entropy(z: Array, x: Array) -> Array:
        z, x = floats(z, x, real=True)
        xp = array_namespace(z, x)
        found: Array = xp.maximum(x, 0) - x * z + softplus_of(-xp.abs(x))
        return found

    labels, logits = as_tensor(labels, name="labels"), as_tensor(logits, name="logits")
    if labels.ndim != logits.ndim or labels.size != logits.size:
        raise ValueError(broken_rule("labels", f"have the shape {logits.shape} of logits", labels))
    return value_by_value(entropy, labels, logits, names="labels logits")


@same_kind_as_x
def dropout(x: TensorLike, rate: float, *, rng: Any) -> Tensor:
    """Return ``x`` with a random fraction of its values set to 0 and the others scaled up.

    Parameters
    ----------
    x
        Floats. Empty rows stay empty.
    rate
        The fraction of values set to 0, at least 0 and below 1.
    rng
        A ``numpy.random.Generator``; the same seed gives the same result.

    Returns
    -------
    RaggedTensor or array
        Of the rows and the dtype of ``x``.

    Raises
    ------
    TypeError
        If ``rng`` is not a generator, or ``x`` does not contain floats.
    ValueError
        If ``rate`` is out of range.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rk.nn.dropout(rk.array([[1.0, 2.0], [], [3.0]]), 0.5, rng=np.random.default_rng(0))
    <RaggedTensor [[2.0, 0.0], [], [0.0]]>
    """
    if not hasattr(rng, "random"):
        raise TypeError(broken_rule("rng", "be a numpy.random.Generator", rng))
    rate = as_real(rate, "rate")
    if not 0 <= rate < 1:
        raise ValueError(broken_rule("rate", "be from 0 to below 1", rate))
    tensor = as_tensor(x, name="x")
    flat = flat_of(tensor)
    if flat.dtype.kind != "f":
        raise TypeError(broken_rule("x", "contain floats", flat.dtype))
    xp = array_namespace(flat)
    kept = xp.asarray(rng.random(flat.shape) >= rate)
    dropped = xp.where(kept, flat / (1 - rate), xp.zeros((), flat.dtype)).astype(flat.dtype)
    if isinstance(tensor, RaggedTensor):
        return RaggedTensor._make(dropped, tensor._parts)
    return dropped


@signature_from(reciprocal_no_nan)
def sigmoid(x: TensorLike) -> Tensor:
    """Return ``1 / (1 + exp(-x))``, without overflow.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.sigmoid(rk.array([[0.0, -1000.0], []]))
    <RaggedTensor [[0.5, 0.0], []]>
    """
    return value_by_value(sigmoid_of, x, names="x")


def sigmoid_of(x: Array) -> Array:
    """Return `sigmoid` of an array."""
    (x,) = floats(x)
    xp = array_namespace(x)
    right = x.real >= 0
    small = xp.exp(xp.where(right, -x, x))
    found: Array = xp.where(right, xp.ones((), x.dtype), small) / (1 + small)
    return found


@signature_from(reciprocal_no_nan)
def log_sigmoid(x: TensorLike) -> Tensor:
    """Return ``log(sigmoid(x))``, without overflow.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.log_sigmoid(rk.array([[-1000.0], []]))
    <RaggedTensor [[-1000.0], []]>
    """
    return value_by_value(lambda a: -softplus_of(-floats(a, real=True)[0]), x, names="x")


@same_kind_as_features
@sections_from(reciprocal_no_nan)
def softplus(features: TensorLike) -> Tensor:
    """Return ``log(1 + exp(x))``, without overflow.

    Parameters
    ----------
    features
        Real numbers: a ragged tensor, an array, a nested list or a number. Empty rows stay empty.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.softplus(rk.array([[1000.0], []]))
    <RaggedTensor [[1000.0], []]>
    """
    return value_by_value(softplus_of, features, names="features")


def softplus_of(x: Array) -> Array:
    """Return `softplus` of an array."""
    (x,) = floats(x, real=True)
    xp = array_namespace(x)
    found: Array = xp.maximum(x, 0) + xp.log1p(xp.exp(-xp.abs(x)))
    return found


@signature_from(softplus)
def softsign(features: TensorLike) -> Tensor:
    """Return ``x / (1 + abs(x))``; for infinity 1 with its sign.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.nn.softsign(rk.array([[1.0, -3.0], []]))
    <RaggedTensor [[0.5, -0.75], []]>
    """

    def signed(a: Array) -> Array:
        (a,) = floats(a, real=True)
        xp = array_namespace(a)
        size = xp.abs(a)
        endless = size == float("inf")
        share = xp.where(endless, xp.zeros((), a.dtype), a) / (1 + size)
        found: Array = xp.where(endless, xp.sign(a), share)
        return found

    return value_by_value(signed, features, names="features")
