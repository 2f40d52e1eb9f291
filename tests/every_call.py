"""Every public operation with every fitting list of arguments, found by introspection."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import raggedkit as rk
from raggedkit._numpy.protocols import FUNCTIONS

NAMESPACES = {
    "rk": rk,
    "rk.ragged": rk.ragged,
    "rk.special": rk.special,
    "rk.debugging": rk.debugging,
    "rk.strings": rk.strings,
    "rk.sparse": rk.sparse,
}
OPERATORS = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor"),
    *("lshift", "rshift", "lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "invert", "abs"),
)
# What writes, shows, installs or sets instead of computing.
LEFT_OUT = frozenset({"rk.options", "rk.install_r", "rk.diagram", "rk.compare_displays"})
Call = Callable[..., Any]


def operations() -> Iterator[tuple[str, Call]]:
    """Every public function, method, operator, ufunc and NumPy function, by its name."""
    for prefix, namespace in NAMESPACES.items():
        for name in namespace.__all__:
            function = getattr(namespace, name)
            if callable(function) and not isinstance(function, type):
                yield f"{prefix}.{name}", function
    for name in sorted(dir(rk.RaggedTensor)):
        method = getattr(rk.RaggedTensor, name, None)  # names of other libraries raise
        if not name.startswith("_") and callable(method) and not hasattr(method, "__self__"):
            yield f"RaggedTensor.{name}", method
    for name in OPERATORS:
        yield f"operator.{name}", getattr(operator, name)
    for name, ufunc in sorted(vars(np).items()):
        if isinstance(ufunc, np.ufunc) and ufunc.__name__ == name:
            yield f"np.{name}", ufunc
    for function in FUNCTIONS:
        if not isinstance(function, np.ufunc):
            yield f"{function.__module__}.{function.__name__}", function


def argument_lists(x: rk.RaggedTensor) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments that many operations take, beginning with one tensor."""
    rows = np.arange(len(x))
    for rest in ((), (0,), (1,), (2,), (x,), (0, 1), (x, x), (0, 1, x), (rows,), (rows, len(x))):
        yield (x, *rest), {}
    yield (0, x), {}
    yield ([x, x],), {}
    for axis in (0, 1, 2, -1):
        yield (x,), {"axis": axis}
        yield (x, 2), {"axis": axis}
        yield ([x, x],), {"axis": axis}
        yield (x,), {"axis": axis, "keepdims": True}
    yield (x, "int64"), {}
    yield (x, "float32"), {}
    yield (x == x, x, x), {}
    yield (x, x == x), {}
