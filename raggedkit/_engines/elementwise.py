"""Elementwise engine: a plan aligns the operands, one ufunc runs on their flat values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from raggedkit._border import TIMES, as_time, is_missing, not_a_time
from raggedkit._caller import at_callers_line
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.shortcuts import alone_at_once, at_once
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._plan.broadcasting import Layout, Plan, plan, same_rows
from raggedkit._plan.operands import flat_of
from raggedkit._typing import DType
from raggedkit._xp import (
    NUMBERS,
    array_namespace,
    as_array,
    encoded_beside,
    holds_bytes,
    host_namespace,
    is_array,
    is_host,
    promote,
    promote_numbers,
)
from raggedkit._xp import TIMES as TIME_KINDS
from raggedkit.errors import VALUES, MissingValueError, broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["align", "apply", "is_operand", "layout_of", "moved_by_plan", "operate", "unary"]

_UFUNC = host_namespace.ufunc
_SCALARS = (int, float, complex, bool, str, bytes)


def operate(ufunc: str, x: Any, y: Any) -> Any:
    """Return the named ufunc of two operands; NotImplemented if one is not a kind of values.

    Notes
    -----
    Empty rows stay empty.
    """
    done = at_once(getattr(host_namespace, ufunc), (x, y))
    if done is not None:
        return done
    mine = x if isinstance(x, RaggedTensor) else y
    other = y if mine is x else x
    if not isinstance(other, RaggedTensor) and not is_operand(other):
        return NotImplemented
    return _planned(getattr(array_namespace(mine._flat), ufunc), (x, y), {})


def unary(ufunc: str, x: Any) -> RaggedTensor:
    """Return the named ufunc of every value."""
    done: RaggedTensor | None = alone_at_once(getattr(host_namespace, ufunc), x)
    if done is not None:
        return done
    result: RaggedTensor = _planned(getattr(array_namespace(x._flat), ufunc), (x,), {})
    return result


def _is_textual(x: Any) -> bool:
    """Whether an array or a scalar is text or bytes."""
    dtype = getattr(x, "dtype", None)
    if dtype is None:
        return isinstance(x, str | bytes)
    if dtype.kind != "O":
        return dtype.kind in "SUT"
    return bool(x.size) and isinstance(x[(0,) * x.ndim], str | bytes)


def apply(function: Callable[..., Any], *operands: Any, **kwargs: Any) -> Any:
    """Return ``function`` of operands brought to one ragged shape.

    Parameters
    ----------
    function
        Takes arrays that broadcast against each other and returns one, or several, of their
        shape: for example a ufunc of NumPy or SciPy.
    operands
        At least one ragged tensor; arrays, nested lists and scalars beside it.
    kwargs
        Passed to ``function``.

    Raises
    ------
    TypeError
        If ``function`` does not take such values, for example text together with numbers.
    ValueError
        If the shapes don't broadcast.

    Notes
    -----
    Empty rows stay empty.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.ragged.constant([[4.0, 9.0], [], [16.0]])
    >>> np.sqrt(rt)
    <RaggedTensor [[2.0, 3.0], [], [4.0]]>
    >>> rt + rk.ragged.constant([[1.0], [], [2.0]])
    Traceback (most recent call last):
        ...
    ValueError: shapes must broadcast, got x [3, (d1)] and y [3, (d1)]: on axis 1 row 0 has length \
2 in x and 1 in y; rows must have equal lengths
    """
    if type(function) is _UFUNC and not kwargs:
        done = at_once(function, operands)
        if done is not None:
            return done
    return _planned(function, operands, kwargs)


def _planned(function: Callable[..., Any], operands: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Return the result of `apply`, with a plan unless the operands are aligned already."""
    arrays, parts = align(operands)
    try:
        result = at_callers_line(function, *arrays, **kwargs)
    except (
        TypeError,
        OverflowError,
    ) as error:  # a Python int too large for the other operand's dtype
        textual = any(map(_is_textual, arrays))
        if (
            isinstance(error, TypeError)
            and not textual
            and (kwargs or not hasattr(function, "nin"))
        ):
            raise  # from the caller's own function, or about one of the arguments in kwargs
        name = getattr(function, "__name__", "the function")
        got = " and ".join(str(getattr(a, "dtype", type(a).__name__)) for a in arrays)
        way_out = (
            "; text can be combined with text only" if textual else _INSTEAD.get((name, got), "")
        )
        raise TypeError(f"operands must be values that {name} takes, got {got}{way_out}") from error
    except ValueError as error:
        if getattr(function, "__name__", "") != "power":
            raise
        way_out = "convert x first: x.astype('float64') ** y"
        raise ValueError(f"y must not be negative for integers x ** y; {way_out}") from error
    return _wrap(result, parts)


# Operators that bools don't have -> the alternative for the error.
_INSTEAD = {
    ("negative", "bool"): "; ~x is the opposite of bools",
    ("subtract", "bool and bool"): "; x ^ y is True where bools differ",
}


def align(operands: Sequence[Any], *names: str) -> tuple[list[Any], Any]:
    """Return arrays with a common first axis, and the partitions of that axis.

    ``names`` are the names of the operands in errors.
    """
    first = next((x for x in operands if isinstance(x, RaggedTensor)), None)
    if first is None:
        rule = "have a ragged tensor if the result is to be ragged"
        raise TypeError(broken_rule("operands", rule, list(operands)))
    xp = array_namespace(first._flat)
    dense = [x if isinstance(x, RaggedTensor) else _dense(x, xp) for x in operands]
    for i, x in enumerate(operands):
        if isinstance(x, list | tuple | range):  # a list has no dtype of its own
            dense[i] = _beside(dense[i], operands, first)
        elif not_a_time(x):
            dense[i] = _nat_beside(x, first._flat.dtype)
    if holds_bytes(first._flat):
        dense = [
            x if isinstance(x, RaggedTensor) else encoded_beside(x, first._flat) for x in dense
        ]
    parts = first._parts
    ndim = first._flat.ndim
    if all(_lines_up(x, first, parts, ndim) for x in dense):
        return [flat_of(x) for x in dense], parts
    named = zip(names or _names(len(dense)), dense, strict=True)
    layouts = [layout_of(n, x) for n, x in named]
    todo = plan(layouts)
    return [moved_by_plan(x, todo, i) for i, x in enumerate(dense)], todo.partitions


def check_dense(operands: Sequence[Any], names: Sequence[str]) -> None:
    """Raise unless dense operands broadcast, with the error of `align`."""
    shapes = [tuple(getattr(x, "shape", ())) for x in operands]
    for sizes in zip_longest(*[shape[::-1] for shape in shapes], fillvalue=1):
        if len(set(sizes) - {1}) > 1:
            pairs = zip(names, shapes, strict=True)
            got = " and ".join(f"{name} {list(shape)}" for name, shape in pairs)
            raise ValueError(f"shapes must broadcast, got {got}; sizes must be equal, or 1")


def _names(count: int) -> tuple[str, ...]:
    return ("x", "y") if count == 2 else tuple(f"operand {i}" for i in range(count))


def _lines_up(x: Any, first: RaggedTensor, parts: Any, ndim: int) -> bool:
    """Whether an operand's flat values broadcast against those of the first one without a plan."""
    if isinstance(x, RaggedTensor):
        if x is first:
            return True
        if x._flat.ndim != ndim or not same_rows(parts, x._parts):
            return False
        return ndim == 1 or x._flat.shape == first._flat.shape
    return not getattr(x, "ndim", 0)


def layout_of(name: str, x: Any) -> Layout:
    """Return the shape of a potentially ragged operand, with its name."""
    if isinstance(x, RaggedTensor):
        return Layout(name, (len(x),), x._parts, x._flat.shape[1:])
    return Layout(name, tuple(getattr(x, "shape", ())))


def moved_by_plan(x: Any, todo: Plan, i: int) -> Any:
    """Return the values of operand ``i`` in the shape of a plan."""
    array = flat_of(x)
    fold, at = todo.folds[i], todo.gathers[i]
    if fold > 1:
        array = array.reshape(math.prod(array.shape[:fold]), *array.shape[fold:])
    return array if at is None else _gather.take(array, at)


def _beside(x: Any, operands: Sequence[Any], first: RaggedTensor) -> Any:
    """Return the tensor of a list in the dtype of the other operands.

    Its numbers are weak, as Python scalars are: they do not widen a dtype that they fit.
    """
    flat = flat_of(x)
    dtypes = [o.dtype for o in operands if hasattr(o, "dtype")]
    if flat.dtype.kind in NUMBERS and all(d.kind in NUMBERS for d in dtypes):
        flat = flat.astype(promote_numbers(promote(*dtypes), flat), copy=False)
    if isinstance(x, RaggedTensor):
        x = x.with_row_splits_dtype(first._parts[0]._dtype)
        return RaggedTensor._make(flat, x._parts)
    return flat


def _nat_beside(x: Any, dtype: DType) -> Any:
    """Return pandas' NaT as a time of ``dtype``; among other values it is a missing value."""
    if dtype.kind not in TIME_KINDS:
        raise MissingValueError.of(1, 1, [])
    return as_time(x, dtype)


def _dense(x: Any, xp: Any, name: str = "y") -> Any:
    """Return an operand for a ufunc; Python scalars are kept, as they don't decide the dtype."""
    if isinstance(x, _SCALARS):
        return x
    if is_array(x):
        if xp is array_namespace(x) or getattr(x, "ndim", 0) == 0:
            return as_array(x)
        if is_host(x):
            msg = "operands must be on one device; move one of them with rt.to_device(...)"
            raise TypeError(msg)
        return x
    tensor = as_tensor(x, xp, name=name)
    if not isinstance(tensor, RaggedTensor) and tensor.dtype.kind == "O":
        raise TypeError(broken_rule(name, f"contain {VALUES}", x))
    return tensor


def is_operand(x: Any) -> bool:
    """Whether an object can be an operand beside a ragged tensor: a number, text, array, list."""
    if isinstance(x, _SCALARS) or is_array(x):
        return getattr(x, "__array_ufunc__", True) is not None
    if isinstance(x, type):
        return False  # a class has the attributes of its instances
    if hasattr(x, "__array__"):
        return getattr(x, "__array_ufunc__", True) is not None
    if isinstance(x, list | tuple | range | TIMES[0] | TIMES[1]) or hasattr(x, "dtype"):
        return True
    return x is not None and is_missing(x)  # an operand, so that it raises MissingValueError


def _wrap(result: Any, parts: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(_wrap(r, parts) for r in result)
    return RaggedTensor._make(result, parts)
