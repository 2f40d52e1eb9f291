"""``np.zeros_like``, ``ones_like``, ``empty_like`` and ``full_like`` with ``shape=``.

Without a shape they keep the rows of the tensor. With one the result is a uniform tensor of that
shape, which has only the dtype, the device and the depth of the tensor. Dask makes a block of one
value in this way to learn what a function returns.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from raggedkit._arguments import as_count, check_room
from raggedkit._depth import check_axes
from raggedkit._numpy.table import Handler
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = ["with_shape"]


def with_shape(function: Any, keeps_rows: Handler, position: int) -> Handler:
    """Return the handler of a function that creates an array like another.

    ``keeps_rows`` is the handler without a shape; ``position`` is that of ``shape`` in NumPy's
    signature.
    """

    def handler(*args: Any, **kwargs: Any) -> Any:
        shape = kwargs.pop("shape", None)
        if len(args) > position and shape is None:
            args, shape = args[:position] + args[position + 1 :], args[position]
        if shape is None:
            return keeps_rows(*args, **kwargs)
        # A tensor without values: the handler checks all other arguments.
        like, args, kwargs = _without_values(args, kwargs)
        keeps_rows(*args, **kwargs)
        return _uniform(function, like, _sizes(shape), args, kwargs)

    return handler


def _without_values(args: Any, kwargs: Any) -> tuple[RaggedTensor, Any, Any]:
    """Return the first tensor and the arguments, each with a tensor of no rows in its place."""
    tensors = [x for x in (*args, *kwargs.values()) if isinstance(x, RaggedTensor)]

    def emptied(x: Any) -> Any:
        return x[:0] if isinstance(x, RaggedTensor) else x

    return tensors[0], tuple(map(emptied, args)), {k: emptied(v) for k, v in kwargs.items()}


def _sizes(shape: Any) -> list[int]:
    """Return the sizes of a shape; raise for one that no array has."""
    try:
        sizes = list(shape) if isinstance(shape, Iterable) else [operator.index(shape)]
    except TypeError:
        rule = "be an integer or a tuple of integers"
        raise TypeError(broken_rule("shape", rule, shape)) from None
    sizes = [as_count(n, f"shape[{i}]") for i, n in enumerate(sizes)]
    check_axes(len(sizes), "shape")
    check_room(sizes, 1, "shape", shape)
    return sizes


def _uniform(function: Any, like: RaggedTensor, sizes: list[int], args: Any, kwargs: Any) -> Any:
    """Return the array of this shape with uniform partitions for the axes that ``like`` has."""
    depth = min(len(like._parts), len(sizes) - 1)
    nrows = 1
    parts = []
    outer = like._parts[0]
    for axis in range(depth):
        nrows *= sizes[axis]
        parts.append(RowPartition._of_uniform(sizes[axis + 1], nrows, outer._dtype, outer._xp))
    values = [nrows * sizes[depth], *sizes[depth + 1 :]] if parts else sizes

    def flat_of(x: Any) -> Any:
        return x._flat if isinstance(x, RaggedTensor) else x

    flat = function(
        *map(flat_of, args), **{k: flat_of(v) for k, v in kwargs.items()}, shape=tuple(values)
    )
    return RaggedTensor._make(flat, of_one_dtype(tuple(parts))) if parts else flat
