"""Change how values are cut, not the values: merge axes."""

from __future__ import annotations

from typing import Any, SupportsIndex

from raggedkit._xp import readonly
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor, _axis

__all__ = ["merge_dims"]


def merge_dims(value: Any, outer_axis: SupportsIndex, inner_axis: SupportsIndex) -> Any:
    """Return a ragged tensor with a range of its axes flattened into one.

    Empty rows add nothing to the row they are merged into. Nothing but splits is computed.
    """
    rt: RaggedTensor = value
    outer = _axis(outer_axis, rt.ndim, "outer_axis")
    inner = _axis(inner_axis, rt.ndim, "inner_axis")
    if outer > inner:
        raise ValueError(broken_rule("outer_axis", f"come before inner_axis = {inner}", outer))
    if outer == inner:
        return rt
    depth = len(rt._parts)
    flat, parts = rt._flat, list(rt._parts)
    if inner > depth:  # some of the axes are dense: fold them into the flat values
        dense = [*flat.shape[1 : inner - depth + 1]]
        size = 1
        for n in dense:
            size *= n
        if outer > depth:
            k = outer - depth
            shape = (*flat.shape[:k], -1, *flat.shape[inner - depth + 1 :])
            return RaggedTensor._make(_reshaped(flat, shape, k), rt._parts)
        flat = flat.reshape(flat.shape[0] * size, *flat.shape[inner - depth + 1 :])
        if outer == 0:
            return readonly(flat)
        parts.append(
            RowPartition._of_uniform(size, parts[-1]._nvals, parts[-1]._dtype, parts[-1]._xp)
        )
        inner = depth + 1
    if outer == 0:
        kept = parts[inner:]
        return RaggedTensor._make(flat, tuple(kept)) if kept else readonly(flat)
    splits = parts[outer - 1]._get_splits()
    for p in parts[outer:inner]:
        if p._uniform is not None:
            splits = splits * p._dtype.type(p._uniform)
        else:
            splits = p._get_splits().take(splits)
    merged = RowPartition._of_splits(splits)
    return RaggedTensor._make(flat, (*parts[: outer - 1], merged, *parts[inner:]))


def _reshaped(flat: Any, shape: tuple[int, ...], k: int) -> Any:
    size = 1
    for n in flat.shape[k : k + 1 + len(flat.shape) - len(shape)]:
        size *= n
    return flat.reshape(*shape[:k], size, *shape[k + 1 :])
