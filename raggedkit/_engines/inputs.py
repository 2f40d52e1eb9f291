"""Arguments as tensors: lists, arrays and ragged tensors as operands of one namespace."""

from __future__ import annotations

from typing import Any

from raggedkit._engines.lists import constant_of
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import flat_of, in_rows_of, partitioned, parts_of, place_of, rank_of
from raggedkit._xp import (
    INT32,
    INT64,
    INTEGERS,
    array_namespace,
    as_array,
    host_namespace,
    is_array,
)
from raggedkit.encodings import LARGEST
from raggedkit.errors import VALUES, MissingValueError, RaggedIndexError, broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["as_tensor", "operands", "ragged_operand", "integers"]

_NDARRAY = host_namespace.ndarray


def as_tensor(x: Any, xp: Any = None, *, name: str) -> Any:
    """Return a potentially ragged argument as a ragged tensor or an array.

    Nested lists of even depth and length become arrays, uneven ones ragged tensors.
    """
    if isinstance(x, RaggedTensor):
        return x
    if type(x) is _NDARRAY and xp is None and x.dtype.kind not in "OT":
        return x
    if isinstance(x, list | tuple) and any(isinstance(item, RaggedTensor) for item in x):
        raise TypeError(broken_rule(name, "be a tensor", x, "stack its items first"))
    if type(x).__module__.partition(".")[0] == "dask":  # NumPy would compute it here
        way_out = "compute it first, or make all lazy: raggedkit.interop.dask.from_ragged(rt, n)"
        raise TypeError(broken_rule(name, "be in memory", x, way_out))
    try:
        array = as_array(x, xp)
    except MissingValueError as error:
        raise error.named(name) from None
    except (TypeError, ValueError) as error:
        if isinstance(x, list | tuple):
            return constant_of(x, name)
        if is_array(x):  # a masked one
            raise type(error)(str(error).replace("an array", name, 1)) from None
        if str(error).startswith("times must"):
            raise type(error)(f"{name}: {error}") from None
        is_table = hasattr(x, "columns") and hasattr(x, "partition")
        way_out = "take a column, t[name]; rk.RaggedTable.concat joins tables" if is_table else ""
        raise TypeError(broken_rule(name, f"contain {VALUES}", x, way_out)) from error
    if array.dtype.kind == "O" and not is_array(x):  # objects are bytes that end in NUL
        if not array.size or not isinstance(array.reshape(-1)[0], bytes):
            if set(map(type, array.reshape(-1).tolist())) == {int}:
                raise ValueError(broken_rule(name, "contain integers of 64 bits", x))
            raise TypeError(broken_rule(name, f"contain {VALUES}", x))
    return array


def operands(*xs: Any, names: str | list[str]) -> list[Any]:
    """Return potentially ragged arguments as ragged tensors and arrays of one namespace.

    ``names`` are their names in errors; a single name if they are the items of a list.
    """
    if all(map(_is_at_home, xs)):
        return list(xs)
    xp = None
    for x in xs:
        if isinstance(x, RaggedTensor):
            xp = array_namespace(x._flat)
        elif is_array(x) and xp is None:
            xp = array_namespace(x)
    words = names.split() if isinstance(names, str) else names
    if len(words) != len(xs):
        words = [f"{names}[{i}]" for i in range(len(xs))]
    return [as_tensor(x, xp, name=name) for x, name in zip(xs, words, strict=True)]


def _is_at_home(x: Any) -> bool:
    """Whether an object is a tensor in the host's memory already."""
    kind = type(x)
    if kind is RaggedTensor:
        return type(x._flat) is _NDARRAY
    return kind is _NDARRAY and x.dtype.kind not in "OT"


def ragged_operand(x: Any, name: str = "rt") -> RaggedTensor:
    """Return an argument with rows as a ragged tensor; rows of an array are declared uniform."""
    if isinstance(x, RaggedTensor):
        return x
    tensor = as_tensor(x, name=name)
    if rank_of(tensor) < 2:
        raise ValueError(broken_rule(name, "have rows, two axes at least", x))
    return partitioned(tensor, INT64)


def integers(x: Any, name: str) -> Any:
    """Return a tensor of integers: int32 is kept, all others become int64.

    Every argument of positions, counts and ids comes through here. A number that int64 can't hold
    is refused by name, index and value: converted, it would be negative.
    """
    array = flat_of(x)
    if array.dtype in (INT32, INT64):
        return x
    if array.dtype.kind not in INTEGERS:
        way_out = "" if array.size else "an empty list has no integer dtype, np.array([], int) does"
        raise ValueError(broken_rule(name, "be integers", array.dtype, way_out))
    if array.dtype.kind == "u" and array.dtype.itemsize == INT64.itemsize:
        at = first_true(array.reshape(-1) > LARGEST[INT64])
        if at >= 0:
            path = place_of(parts_of(x), array.shape, at)
            got = f"{name}{path or ''} = {int(array.reshape(-1)[at])}"
            raise RaggedIndexError(f"{name} must fit int64, got {got}")
    return in_rows_of(x, array.astype(INT64))
