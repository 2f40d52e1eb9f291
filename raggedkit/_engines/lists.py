"""Nested lists as tensors, for arguments that accept either."""

from __future__ import annotations

import math
from typing import Any

from raggedkit._engines.nested import Nest, is_nested
from raggedkit._typing import Array, DType
from raggedkit._xp import INT64, as_array
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["constant_of"]


def constant_of(pylist: Any, name: str) -> Any:
    """Return a nested list as a tensor; ``name`` is its argument, for errors."""
    return from_lists(pylist, None, None, None, INT64, name)


def from_lists(
    pylist: Any,
    wanted: DType | None,
    ragged_rank: int | None,
    inner: tuple[int, ...] | None,
    kind: DType,
    name: str,
) -> Any:
    inner_shape = inner
    if not is_nested(pylist):
        return single_value(pylist, wanted, ragged_rank, inner, name)
    nest = Nest(pylist, name, wanted)
    if nest.has_values and ragged_rank is not None and nest.depth <= ragged_rank:
        rule = f"be nested at least {ragged_rank + 1} deep (ragged_rank + 1)"
        raise ValueError(broken_rule(name, rule, nest.depth))
    if inner is not None and ragged_rank is not None:
        depth = ragged_rank + len(inner) + 1
        if depth != nest.depth if nest.has_values else depth < nest.depth:
            rule = f"be nested {depth} deep (ragged_rank + len(inner_shape) + 1)"
            raise ValueError(broken_rule(name, rule, nest.depth))
    if ragged_rank is None:
        if nest.depth < 2 or (inner is not None and nest.depth - len(inner) < 2):
            ragged_rank = 0
        else:
            taken = len(inner or ()) if nest.has_values else 0
            ragged_rank = max(1, nest.depth - 1 - taken)
            inner = inner or ()
    # inner_shape gives the shape of the values; lists of different lengths are an error even then.
    uniform = nest.uniform_below(ragged_rank)
    inner = uniform if inner is None else inner
    flat = nest.values(wanted)
    if not ragged_rank:
        return in_shape(flat, uniform if inner_shape is None else inner, name)
    parts = [
        RowPartition._of_lengths(as_array(lengths, dtype=kind))
        for lengths in nest.lengths_of(ragged_rank)
    ]
    count = parts[-1].static_nvals
    return RaggedTensor._make(in_shape(flat, (count, *inner), name), tuple(parts))


def single_value(
    value: Any, wanted: DType | None, ragged_rank: int | None, inner: Any, name: str
) -> Array:
    if ragged_rank:
        raise ValueError(broken_rule("ragged_rank", "be 0 for a single value", ragged_rank))
    if inner:
        raise ValueError(broken_rule("inner_shape", "be () for a single value", inner))
    if value is None:
        raise ValueError(broken_rule("pylist", "contain numbers, text, bytes or times", value))
    try:
        return Nest([value], name).values(wanted).reshape(())
    except (TypeError, ValueError) as error:
        raise type(error)(
            str(error).replace(f"{name}[0]", name).replace(f" at {name}", "")
        ) from None


def in_shape(flat: Array, shape: tuple[int, ...], name: str) -> Array:
    total = math.prod(shape)
    if flat.size != total:  # TensorFlow's kind of error
        raise TypeError(broken_rule(name, f"fill shape {shape} with {total} values", flat.size))
    return flat.reshape(shape)
