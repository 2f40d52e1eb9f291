"""Every public callable, by introspection: functions, methods, operators, NumPy, R."""

from __future__ import annotations

import copy
import importlib
import inspect
import operator
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import raggedkit as rk

__all__ = ["LEFT_OUT", "Target", "groups"]

MODULES = ["", "ragged", "sparse", "strings", "special", "io", "debugging", "testing"]
CLASSES = [
    rk.RaggedTensor,
    rk.RowPartition,
    rk.TensorShape,
    rk.SparseTensor,
    rk.Dimension,
    rk.RaggedTable,
]
# They write files, change settings, take over the session, or need a library's own objects.
LEFT_OUT = {
    "rk.install_r",
    "rk.options",
    "R.install_r",
    "R.attach",
    "R.load_ipython_extension",
    "R.unload_ipython_extension",
    "rk.RaggedIndexError",
    "rk.Diagram",
    *(f"{cls}.to_{f}" for cls in ("RaggedTensor", "RaggedTable") for f in ("parquet", "feather")),
}
BINARY = """add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift eq ne lt le gt ge
    getitem contains delitem iadd imul iand"""
UFUNC_METHODS = {
    "reduce": "axis",
    "accumulate": "axis",
    "reduceat": "indices",
    "at": "indices",
    "outer": "x",
}
UNARY = "neg pos abs invert not_ truth index length_hint"
BUILTINS = (len, list, repr, hash, int, float, copy.copy, copy.deepcopy, iter, np.asarray)


@dataclass(frozen=True)
class Target:
    """A callable, its name, and its parameters."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[inspect.Parameter, ...]
    receiver: str = ""  # the class whose object comes first


def _parameter(name: str) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY)


def _target(name: str, function: Callable[..., Any], *given: str, receiver: str = "") -> Target:
    if given:
        return Target(name, function, tuple(map(_parameter, given)), receiver)
    try:
        found = tuple(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        found = tuple(map(_parameter, ["x"]))
    return Target(name, function, found[1:] if receiver else found, receiver)


def _functions() -> Iterator[Target]:
    for module in MODULES:
        home = importlib.import_module(f"raggedkit.{module}".rstrip("."))
        for name in home.__all__:
            value = getattr(home, name)
            if callable(value):
                yield _target(f"rk.{module}.{name}".replace("..", "."), value)


def _methods() -> Iterator[Target]:
    for cls in CLASSES:
        for name in dir(cls):
            if name.startswith("_") and name not in ("_repr_html_", "_repr_mimebundle_"):
                continue
            if not hasattr(cls, name):  # a name of another library
                continue  # the first look-up also puts the plain function in place
            value = inspect.getattr_static(cls, name)
            label = f"{cls.__name__}.{name}"
            if isinstance(value, classmethod | staticmethod):
                yield _target(label, getattr(cls, name))
            elif callable(value):
                yield _target(label, getattr(cls, name), receiver=cls.__name__)
            else:
                yield Target(label, operator.attrgetter(name), (), cls.__name__)


def _operators() -> Iterator[Target]:
    for cls in CLASSES:
        kind = cls.__name__
        for name in BINARY.split():
            second = {"getitem": "key"}.get(name, "other_operand")
            function = getattr(operator, name)
            yield _target(f"{name}({kind}, _)", function, second, receiver=kind)
            yield _target(f"{name}(_, {kind})", _swapped(function), second, receiver=kind)
        for name in UNARY.split():
            yield Target(f"{name}({kind})", getattr(operator, name), (), kind)
        for builtin in BUILTINS:
            label = getattr(builtin, "__name__", str(builtin))
            yield Target(f"{label}({kind})", builtin, (), kind)
        for protocol in range(6):
            yield Target(f"pickled({kind}, {protocol})", _pickled(protocol), (), kind)
        yield _target(f"damaged({kind})", damaged, "seed", receiver=kind)
        yield _target(f"setitem({kind})", operator.setitem, "key", "v", receiver=kind)


def _swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y: function(y, x)


def _pickled(protocol: int) -> Callable[[Any], Any]:
    return lambda x: pickle.loads(pickle.dumps(x, protocol))


def damaged(x: Any, seed: Any) -> Any:
    """Return the object of a pickle with some bytes changed."""
    rng = Random(repr(seed))
    data = bytearray(pickle.dumps(x, rng.choice([2, 4, 5])))
    for _ in range(rng.choice([1, 1, 2, 4])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return pickle.loads(bytes(data))  # pickle's own errors are of any class


def _numpy() -> Iterator[Target]:
    for home, label in ((np, "np"), (np.linalg, "np.linalg"), (np.strings, "np.strings")):
        for name in sorted(set(dir(home))):
            value = getattr(home, name)
            if hasattr(value, "__wrapped__") and callable(value):
                yield _target(f"{label}.{name}", value)


def _ufuncs() -> Iterator[Target]:
    for name in sorted(set(dir(np))):
        ufunc = getattr(np, name)
        if not isinstance(ufunc, np.ufunc):
            continue
        names = [f"x{i}" for i in range(ufunc.nin)]
        options = [
            inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=None)
            for n in ("out", "where", "dtype")
        ]
        yield Target(f"np.{name}", ufunc, (*map(_parameter, names), *options))
        rare = ("reduceat", "outer", "at") if name in ("add", "maximum", "sqrt") else ()
        for method in ("reduce", "accumulate", *rare):
            given = ["x", UFUNC_METHODS[method]]
            yield _target(f"np.{name}.{method}", getattr(ufunc, method), *given)


def _face() -> Iterator[Target]:
    face = importlib.import_module("raggedkit_r")
    for name in face.__all__:
        value = getattr(face, name)
        if callable(value):
            yield _target(f"R.{name}", value)


def _plots() -> Iterator[Target]:
    plots = importlib.import_module("raggedkit.plots")
    for name in plots.__all__:
        if callable(getattr(plots, name)) and name not in ("Drawing", "PlotAccessor"):
            yield _target(f"rk.plots.{name}", getattr(plots, name))


def groups() -> dict[str, list[Target]]:
    """Return all targets by kind, neighbours far apart."""
    found = {
        "functions": _functions(),
        "methods": _methods(),
        "operators": _operators(),
        "numpy": _numpy(),
        "ufuncs": _ufuncs(),
        "face": _face(),
        "plots": _plots(),
    }
    kept = {kind: [t for t in made if t.name not in LEFT_OUT] for kind, made in found.items()}
    for targets in kept.values():
        Random(0).shuffle(targets)
    return kept
