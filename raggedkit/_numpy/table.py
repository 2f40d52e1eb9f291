"""Registry of NumPy functions on ragged tensors, and checks of ``out=`` and other arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._engines.elementwise import is_operand
from raggedkit._kernels.arrays.splits import first_difference
from raggedkit._xp import FIXED_TEXTS, array_namespace, as_array, host_namespace, is_array
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["FUNCTIONS", "Handler", "arrived", "implements", "into", "named", "refuse"]

Handler = Callable[..., Any]
FUNCTIONS: dict[Any, Handler] = {}


def implements(*functions: Any) -> Callable[[Handler], Handler]:
    """Register a handler for NumPy functions."""

    def register(handler: Handler) -> Handler:
        for function in functions:
            FUNCTIONS[function] = handler
        return handler

    return register


def named(*names: str) -> list[Any]:
    """Return the functions of these names that this NumPy has; some came with 2.1 and later."""
    return [getattr(host_namespace, name) for name in names if hasattr(host_namespace, name)]


_INSTEAD = {"out": "give it by name: out=...", "where": "keep what it marks first: rt[where]"}


def refuse(function: str, way_out: str = "", **given: Any) -> None:
    """Raise for the first given argument; none of these has a ragged meaning."""
    for name, value in given.items():
        if value is not None:
            instead = way_out or _INSTEAD.get(name, "leave it out")
            msg = f"{name} must not be given to {function} with a RaggedTensor; {instead}"
            raise TypeError(msg)


def into(function: str, result: Any, out: Any, casting: str = "same_kind") -> Any:
    """Write a result to ``out`` and return ``out``; on an error nothing is written.

    A ragged result is written to a RaggedTensor with the same rows, a dense one to an array.
    """
    every = out if isinstance(out, tuple) else (out,)
    results = result if isinstance(result, tuple) else (result,)
    if len(every) != len(results):
        rule = f"have one for each of the {len(results)} results of {function}"
        raise ValueError(broken_rule("out", rule, len(every)))
    pairs = [
        (r, None, None) if o is None else (o, *_ends(function, r, o, casting))
        for r, o in zip(results, every, strict=True)
    ]
    for _, source, target in pairs:
        if source is not None:
            array_namespace(target).copyto(target, source, casting=casting)
    done = tuple(o for o, _, _ in pairs)
    return done if isinstance(result, tuple) else done[0]


def _ends(function: str, result: Any, out: Any, casting: Any) -> tuple[Any, Any]:
    """Return the source and the target array, both checked."""
    ragged = isinstance(result, RaggedTensor)
    kind = "a RaggedTensor" if ragged else "an array"
    if isinstance(out, RaggedTensor) != ragged or not (ragged or is_array(out)):
        rule = f"be {kind}, as the result of {function} is"
        raise TypeError(f"out must {rule}, got {type(out).__name__}")
    source, target = (result._flat, out._flat) if ragged else (result, out)
    if ragged:
        _check_rows(result, out)
    shape = getattr(source, "shape", ())
    if target.shape != shape:
        rule = f"have the shape of the result, {tuple(result.shape) if ragged else shape}"
        raise ValueError(broken_rule("out", rule, tuple(out.shape)))
    dtype = getattr(source, "dtype", None)
    spelt = (
        dtype is not None and target.dtype.kind in FIXED_TEXTS and dtype.kind != target.dtype.kind
    )
    if dtype is not None and (spelt or not host_namespace.can_cast(dtype, target.dtype, casting)):
        rule = f"have a dtype that can represent {dtype}"
        raise TypeError(broken_rule("out", rule, target.dtype, "convert the result: .astype(...)"))
    if not getattr(target.flags, "writeable", True):
        raise ValueError("out must be writeable, got a read-only array")
    return source, target


def _check_rows(result: RaggedTensor, out: RaggedTensor) -> None:
    if len(result._parts) != len(out._parts):
        rule = f"have the {len(result._parts)} partitions of the result"
        raise ValueError(broken_rule("out", rule, len(out._parts)))
    for axis, (part, other) in enumerate(zip(result._parts, out._parts, strict=True), 1):
        if part._nrows != other._nrows:
            rule = f"have the {part._nrows} rows of the result on axis {axis - 1}"
            raise ValueError(broken_rule("out", rule, other._nrows))
        if not part._same_cuts(other):
            mine, theirs = part._get_lengths(), other._get_lengths()
            at = first_difference(mine, theirs)
            got = f"row {at} of axis {axis} with length {int(theirs[at])}, not {int(mine[at])}"
            raise ValueError(f"out must have the rows of the result, got {got}")


def arrived(x: Any) -> Any:
    """Return a list, a time or a foreign array as a NumPy array; all else unchanged."""
    if isinstance(x, _AS_THEY_ARE) or not is_operand(x):
        return x
    return as_array(x)


_AS_THEY_ARE = (int, float, complex, str, type, RaggedTensor)
