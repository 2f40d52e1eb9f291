"""Table of R's binary operators, and a class with the methods for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["COMPARISONS", "SIGNS", "UFUNCS", "Operators"]

COMPARISONS: dict[str, Any] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}

# NumPy's function for each operator; `%/%` and `%%` of doubles are R's own formulas.
UFUNCS: dict[str, Any] = {
    **COMPARISONS,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "pow": np.power,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "and": np.logical_and,
    "or": np.logical_or,
}

# The operator in Python, for messages.
_SIGNS = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "**", "//", "%", "&", "|")
SIGNS = dict(zip(UFUNCS, _SIGNS, strict=True))


def _operator(name: str, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return self._operate(name, other, swapped=swapped)

    return method


def _unary(ufunc: Any) -> Callable[[Any], Any]:
    return lambda self: self._mapped(ufunc)


class Operators:
    """The operators of Python: ``_operate(name, other, swapped=...)`` or ``_mapped(ufunc)``."""

    __slots__ = ()

    __hash__ = None  # type: ignore[assignment]  # `==` compares value by value

    def _operate(self, name: str, other: Any, *, swapped: bool) -> Any:
        raise NotImplementedError

    def _mapped(self, ufunc: Any) -> Any:
        raise NotImplementedError

    __neg__, __pos__ = _unary(np.negative), _unary(np.positive)
    __abs__, __invert__ = _unary(np.absolute), _unary(np.logical_not)

    __eq__, __ne__ = _operator("eq"), _operator("ne")
    __lt__, __le__ = _operator("lt"), _operator("le")
    __gt__, __ge__ = _operator("gt"), _operator("ge")
    __add__, __radd__ = _operator("add"), _operator("add", swapped=True)
    __sub__, __rsub__ = _operator("sub"), _operator("sub", swapped=True)
    __mul__, __rmul__ = _operator("mul"), _operator("mul", swapped=True)
    __truediv__, __rtruediv__ = _operator("truediv"), _operator("truediv", swapped=True)
    __floordiv__, __rfloordiv__ = _operator("floordiv"), _operator("floordiv", swapped=True)
    __mod__, __rmod__ = _operator("mod"), _operator("mod", swapped=True)
    __pow__, __rpow__ = _operator("pow"), _operator("pow", swapped=True)
    __and__, __rand__ = _operator("and"), _operator("and", swapped=True)
    __or__, __ror__ = _operator("or"), _operator("or", swapped=True)
