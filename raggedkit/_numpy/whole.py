"""NumPy functions of all values (histograms, sets), and functions that split or transpose."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._arguments import as_axis, as_int
from raggedkit._caller import at_callers_line
from raggedkit._engines.elementwise import align, apply
from raggedkit._numpy.table import FUNCTIONS, Handler, arrived, implements, named, refuse
from raggedkit._xp import readonly
from raggedkit.errors import broken_rule
from raggedkit.ops import reshaping, reversing
from raggedkit.tensor import RaggedTensor

__all__: list[str] = []


def _vector(x: Any) -> Any:
    return readonly(x._flat).reshape(-1) if isinstance(x, RaggedTensor) else arrived(x)


def _of_all_values(function: Any) -> Handler:
    """Return the handler that passes all values of each ragged argument as one vector."""

    def handler(*args: Any, **kwargs: Any) -> Any:
        named_vectors = {k: _vector(v) for k, v in kwargs.items()}
        return at_callers_line(function, *map(_vector, args), **named_vectors)

    return handler


_FLATTENING: tuple[Any, ...] = (
    np.ediff1d,
    np.histogram,
    np.histogram_bin_edges,
    np.intersect1d,
    np.setdiff1d,
    np.setxor1d,
    np.union1d,
    np.min_scalar_type,
)
FUNCTIONS.update({f: _of_all_values(f) for f in _FLATTENING})


@implements(np.common_type)
def _common_type(*arrays: Any) -> Any:
    for i, array in enumerate(arrays):
        if not hasattr(array, "dtype"):
            raise TypeError(broken_rule(f"arrays[{i}]", "be an array or a RaggedTensor", array))
    return np.common_type(*map(_vector, arrays))


@implements(np.polyval)
def _polyval(p: Any, x: Any) -> Any:
    if isinstance(p, RaggedTensor):
        raise TypeError(broken_rule("p", "be the coefficients, one vector", p.shape))
    return RaggedTensor._make(np.polyval(p, x._flat), x._parts)


# ------------------------------------------------------------------ text
def _of_text(name: str, *more: Any) -> None:
    """Register a function of text and other operands, if this NumPy has it."""
    function: Any = getattr(np.strings, name, None)
    if function is not None:
        implements(function, *more)(lambda *operands: apply(function, *operands))


_of_text("multiply")
_of_text("mod", np.char.mod)
_of_text("partition")
_of_text("rpartition")


def _compared(function: Any) -> Handler:
    def handler(x1: Any, x2: Any) -> Any:
        return apply(function, x1, x2)

    return handler


_COMPARISONS: tuple[Any, ...] = (
    np.char.equal,
    np.char.not_equal,
    np.char.greater,
    np.char.greater_equal,
    np.char.less,
    np.char.less_equal,
)
FUNCTIONS.update({f: _compared(f) for f in _COMPARISONS})


# ------------------------------------------------------------------ axes
@implements(np.fliplr)
def _fliplr(m: Any) -> Any:
    return reversing.reverse(m, 1)


@implements(np.flipud)
def _flipud(m: Any) -> Any:
    return reversing.reverse(m, 0)


@implements(np.moveaxis)
def _moveaxis(a: Any, source: Any, destination: Any) -> Any:
    moved = [as_axis(x, a.ndim, "source") for x in np.atleast_1d(source).tolist()]
    onto = [as_axis(x, a.ndim, "destination") for x in np.atleast_1d(destination).tolist()]
    if len(moved) != len(onto):
        raise ValueError(broken_rule("destination", f"have {len(moved)} axes, as source", onto))
    order = [x for x in range(a.ndim) if x not in moved]
    for at, axis in sorted(zip(onto, moved, strict=True)):
        order.insert(at, axis)
    return reshaping.transpose(a, order)


@implements(np.atleast_1d, np.atleast_2d)
def _atleast(*arys: Any) -> Any:
    """Return the arguments: a ragged tensor has two axes at least."""
    found = tuple(x if isinstance(x, RaggedTensor) else np.atleast_2d(x) for x in arys)
    return found[0] if len(found) == 1 else found


@implements(np.broadcast_arrays)
def _broadcast_arrays(*args: Any, subok: bool = False) -> Any:
    arrays, parts = align(args, *(f"args[{i}]" for i in range(len(args))))
    shape = np.broadcast_shapes(*map(np.shape, arrays))
    return tuple(RaggedTensor._make(np.broadcast_to(x, shape), parts) for x in arrays)


# ------------------------------------------------------------------ pieces
@implements(np.array_split)
def _array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    if np.ndim(indices_or_sections):
        return np.split(ary, indices_or_sections, axis)
    at, n = as_axis(axis, ary.ndim), as_int(indices_or_sections, "indices_or_sections")
    size = tuple(ary.shape)[at]
    if size is None:
        raise ValueError(broken_rule("axis", "not be ragged", axis, f"the shape is {ary.shape}"))
    if n < 1:
        raise ValueError(broken_rule("indices_or_sections", "be 1 or more", n))
    every, more = divmod(size, n)
    cuts = np.cumsum([every + 1] * more + [every] * (n - more))[:-1]
    return np.split(ary, cuts, at)


@implements(np.vsplit)
def _vsplit(ary: Any, indices_or_sections: Any) -> Any:
    return np.split(ary, indices_or_sections, 0)


@implements(np.hsplit)
def _hsplit(ary: Any, indices_or_sections: Any) -> Any:
    return np.split(ary, indices_or_sections, 1)


@implements(np.dsplit)
def _dsplit(ary: Any, indices_or_sections: Any) -> Any:
    return np.split(ary, indices_or_sections, 2)


@implements(*named("unstack"))  # new in NumPy 2.1
def _unstack(x: Any, /, *, axis: Any = 0) -> Any:
    if as_axis(axis, x.ndim):
        way_out = "rt[:, k] is one column"
        refuse("np.unstack", way_out, axis=axis)
    return tuple(x[i] for i in range(len(x)))
