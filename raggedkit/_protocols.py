"""NumPy's two protocols: which ufuncs and functions have a ragged meaning, as tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit.ops import elementwise
from raggedkit.tensor import RaggedTensor

__all__ = ["FUNCTIONS", "array_function", "array_ufunc", "implements"]

Handler = Callable[..., Any]
FUNCTIONS: dict[Any, Handler] = {}


def array_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return a ufunc of ragged tensors, value by value; refuse what has no ragged meaning."""
    name = ufunc.__name__
    if method != "__call__":
        way_out = "raggedkit.reduce_* and its methods reduce rows"
        raise TypeError(f"np.{name}.{method} must not be given a RaggedTensor; {way_out}")
    if kwargs.pop("out", None) is not None:
        way_out = "assign the result instead"
        raise TypeError(f"out must not be given to np.{name} with a RaggedTensor; {way_out}")
    if kwargs.get("where", True) is not True:
        way_out = "use np.where(condition, result, other)"
        raise TypeError(f"where must not be given to np.{name} with a RaggedTensor; {way_out}")
    kwargs.pop("where", None)
    if ufunc.signature is not None:
        handler = FUNCTIONS.get(ufunc)
        if handler is not None:
            return handler(*inputs, **kwargs)
        raise TypeError(f"np.{name} must be given dense arrays; {_WAY_OUT}")
    if not all(isinstance(x, RaggedTensor) or elementwise._is_operand(x) for x in inputs):
        return NotImplemented
    return elementwise.apply(ufunc, *inputs, **kwargs)


_WAY_OUT = (
    "complete the rows first (rt.to_tensor()), or apply it to the flat values "
    "(raggedkit.ragged.map_flat_values)"
)


def array_function(func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Return a NumPy function of ragged tensors, where the table has it."""
    handler = FUNCTIONS.get(func)
    if handler is None:
        name = f"{func.__module__}.{func.__name__}".replace("numpy", "np", 1)
        raise TypeError(f"{name} must be given dense arrays, got a RaggedTensor; {_WAY_OUT}")
    return handler(*args, **kwargs)


def implements(*functions: Any) -> Callable[[Handler], Handler]:
    """Register the ragged meaning of NumPy functions."""

    def register(handler: Handler) -> Handler:
        for function in functions:
            FUNCTIONS[function] = handler
        return handler

    return register


@implements(np.shape)
def _shape(a: RaggedTensor) -> Any:
    return tuple(a.shape)


@implements(np.ndim)
def _ndim(a: RaggedTensor) -> int:
    return a.ndim


@implements(np.size)
def _size(a: RaggedTensor, axis: None = None) -> int:
    if axis is not None:
        raise TypeError("axis must not be given to np.size with a RaggedTensor; see rt.row_lengths")
    return a.size


@implements(np.copy)
def _copy(a: RaggedTensor, order: str = "K", subok: bool = False) -> RaggedTensor:
    return a.copy()


def _like(function: Any) -> Handler:
    def handler(a: RaggedTensor, *args: Any, **kwargs: Any) -> RaggedTensor:
        return RaggedTensor._make(function(a._flat, *args, **kwargs), a._parts)

    return handler


for _function in (
    np.zeros_like,
    np.ones_like,
    np.full_like,
    np.empty_like,
    np.real,
    np.imag,
    np.angle,
    np.nan_to_num,
    np.round,
    np.around,
    np.isreal,
    np.iscomplex,
    np.real_if_close,
    np.i0,
    np.sinc,
    np.fix,
    np.isposinf,
    np.isneginf,
):
    FUNCTIONS[_function] = _like(_function)


def _broadcasting(function: Any) -> Handler:
    def handler(*args: Any, **kwargs: Any) -> Any:
        return elementwise.apply(function, *args, **kwargs)

    return handler


FUNCTIONS.update({f: _broadcasting(f) for f in (np.where, np.clip, np.isclose)})


@implements(np.array_equal)
def _array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    try:
        same = elementwise.compare("equal", a1, a2) if isinstance(a1, RaggedTensor) else a2 == a1
    except (TypeError, ValueError):
        return False
    if isinstance(same, bool):
        return same
    if not _same_shape(a1, a2, same):
        return False
    if equal_nan:
        both = elementwise.apply(lambda x, y: (x != x) & (y != y), a1, a2)
        same = same | both
    return bool(same._flat.all())


def _same_shape(a1: Any, a2: Any, same: RaggedTensor) -> bool:
    """Whether neither was repeated to meet the other."""
    for a in (a1, a2):
        size = a.size if isinstance(a, RaggedTensor) else np.asarray(a).size
        ndim = a.ndim if isinstance(a, RaggedTensor) else np.asarray(a).ndim
        if size != same.size or ndim != same.ndim:
            return False
    return True


@implements(np.allclose)
def _allclose(a: Any, b: Any, rtol: Any = 1e-5, atol: Any = 1e-8, equal_nan: bool = False) -> bool:
    close = elementwise.apply(
        lambda x, y: np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan), a, b
    )
    return bool(close._flat.all())
