"""Functions of arrays applied to ragged operands element by element, and their dtypes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from raggedkit._caller import REFUSED, at_callers_line
from raggedkit._engines import elementwise
from raggedkit._engines.inputs import as_tensor
from raggedkit._typing import Array, DType
from raggedkit._xp import BOOL, NUMBERS, array_namespace, as_array, as_dtype
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["floats", "number_dtype", "real_dtype", "value_by_value"]

__warningregistry__ = REFUSED  # see `raggedkit._caller`


def value_by_value(function: Callable[..., Array], *operands: Any, names: str = "x") -> Any:
    """Return ``function`` of operands that are ragged, dense or nested lists, broadcast.

    Python numbers are passed unchanged, so they do not affect the dtype of a tensor. ``names`` are
    the names of the operands in errors.
    """
    if all(type(x) in _NUMBERS for x in operands):
        return _called(function, [as_array(x) for x in operands], names)
    words = names.split() if len(operands) == names.count(" ") + 1 else [names] * len(operands)
    tensors = [
        x if type(x) in _NUMBERS else as_tensor(x, name=name)
        for x, name in zip(operands, words, strict=True)
    ]
    if not any(isinstance(x, RaggedTensor) for x in tensors):
        if len({getattr(x, "shape", ()) for x in tensors}) > 1:
            elementwise.check_dense(tensors, words)
        return _called(function, tensors, names)
    arrays, parts = elementwise.align(tensors)
    return RaggedTensor._make(_called(function, arrays, names), parts)


def _called(function: Callable[..., Array], arrays: Sequence[Any], names: str) -> Array:
    """Call a function of arrays; its errors name the arguments."""
    try:
        found: Array = at_callers_line(function, *arrays)
        return found
    except TypeError as error:
        said, argument = str(error), " and ".join(names.split())
        if said.startswith("operands must"):
            raise TypeError(said.replace("operands", argument, 1)) from None
        if not said.startswith(("ufunc", "unsupported operand", "can't multiply", "numpy boolean")):
            raise
        dtypes = ", ".join(str(getattr(a, "dtype", type(a).__name__)) for a in arrays)
        raise TypeError(f"{argument} must be numbers, got {dtypes}") from error
    except OverflowError:
        argument = " and ".join(names.split())
        raise ValueError(broken_rule(argument, "fit the dtype of the other", arrays)) from None


_NUMBERS = (bool, int, float, complex)


def floats(*operands: Any, real: bool = False) -> list[Array]:
    """Return operands as arrays of one floating (or complex) dtype; integers become float64."""
    xp = array_namespace(*operands)
    kind = number_dtype(*operands)
    if kind.kind in "biu":
        kind = as_dtype("float64")
    elif real:
        _check_real(kind)
    return [xp.asarray(x, dtype=kind) for x in operands]


def number_dtype(*operands: Any) -> DType:
    """Return the common dtype of numbers; raise for anything else."""
    for x in operands:
        if getattr(x, "dtype", BOOL).kind not in NUMBERS:
            raise TypeError(broken_rule("operands", "be numbers", x.dtype))
    kind: DType = array_namespace(*operands).result_type(*operands)
    return kind


def real_dtype(*operands: Any) -> DType:
    kind = number_dtype(*operands)
    _check_real(kind)
    return kind


def _check_real(kind: DType) -> None:
    if kind.kind == "c":
        raise TypeError(broken_rule("operands", "be real numbers", kind, "take .real or np.abs"))
