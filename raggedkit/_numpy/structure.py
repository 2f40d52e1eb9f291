"""NumPy functions that join, split, select and move items: ``np.concatenate``, ``np.take`` ...

Signatures and semantics are NumPy's, including ``axis=None``. Arguments without a ragged meaning
raise an error that suggests an alternative.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit._arguments import as_axis, as_int, is_word
from raggedkit._engines.inputs import as_tensor, operands
from raggedkit._numpy.table import implements, named, refuse
from raggedkit._plan.operands import flat_of
from raggedkit._xp import as_array
from raggedkit.errors import broken_rule
from raggedkit.ops import (
    casting,
    joining,
    masking,
    repeating,
    reshaping,
    reversing,
    splitting,
    structure,
)
from raggedkit.ops import gather as gathering
from raggedkit.tensor import RaggedTensor

__all__: list[str] = []


def _flat(x: Any) -> Any:
    """Return all values of a tensor as one vector."""
    x = as_tensor(x, name="x")
    return flat_of(x).reshape(-1)


@implements(np.concatenate)
def _concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    refuse("np.concatenate", out=out)
    if axis is None:
        return _cast(joining.concat([_flat(x) for x in arrays], 0), dtype)
    return _cast(joining.concat(list(arrays), axis), dtype)


@implements(np.stack)
def _stack(
    arrays: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    refuse("np.stack", out=out)
    return _cast(joining.stack(list(arrays), axis), dtype)


@implements(np.vstack)
def _vstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    return _cast(joining.concat(list(tup), 0), dtype)


@implements(np.hstack)
def _hstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    return _cast(joining.concat(list(tup), 1), dtype)


@implements(np.append)
def _append(arr: Any, values: Any, axis: Any = None) -> Any:
    return _concatenate([arr, values], axis)


def _cast(x: Any, dtype: Any) -> Any:
    return x if dtype is None else casting.cast(x, dtype)


@implements(np.split)
def _split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    # timedelta64 is a subclass of np.integer, and is neither a count nor a list.
    if type(indices_or_sections) is not np.timedelta64 and isinstance(
        indices_or_sections, int | np.integer
    ):
        return splitting.split(ary, operator.index(indices_or_sections), axis)
    ary = as_tensor(ary, name="ary")
    at = as_axis(axis, ary.ndim)
    size = tuple(ary.shape)[at]
    if size is None:
        raise ValueError(broken_rule("axis", "not be ragged", axis, f"the shape is {ary.shape}"))
    cuts = indices_or_sections
    if getattr(cuts, "ndim", 1) != 1 or not isinstance(cuts, Iterable):
        rule = "be an integer or a list of integers"
        raise TypeError(broken_rule("indices_or_sections", rule, cuts))
    wanted = [as_int(i, f"indices_or_sections[{k}]") for k, i in enumerate(cuts)]
    # slice.indices clamps as NumPy does: negative positions count from the end, large ones are the
    # end.
    bounds = [0, *[slice(i).indices(size)[1] for i in wanted], size]
    keys = [slice(a, b) for a, b in pairwise(bounds)]
    before = (slice(None),) * at
    return [ary[(*before, key)] for key in keys]


@implements(np.tile)
def _tile(A: Any, reps: Any) -> Any:
    if isinstance(reps, RaggedTensor):
        raise TypeError(broken_rule("reps", "be a list of integers", reps))
    times = np.atleast_1d(as_array(reps)).tolist()
    # NumPy adds leading axes if reps is longer, and leading ones to reps if it is shorter.
    for _ in range(len(times) - A.ndim):
        A = structure.expand_dims(A, 0)
    return repeating.tile(A, [1] * (A.ndim - len(times)) + times)


@implements(np.repeat)
def _repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    return repeating.repeat(a, repeats, axis)


@implements(np.take)
def _take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    refuse("np.take", out=out)
    a, indices = operands(a, indices, names="a indices")
    return gathering.take(a, indices, axis, mode)


@implements(np.compress)
def _compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    refuse("np.compress", out=out)
    a = as_tensor(a, name="a")
    return gathering.take(a, np.flatnonzero(_flat(condition)), axis)


@implements(np.extract)
def _extract(condition: Any, arr: Any) -> Any:
    kept = masking.boolean_mask(arr, condition)
    return kept.flat_values if isinstance(kept, RaggedTensor) else kept


@implements(np.where)
def _where(condition: Any, x: Any = None, y: Any = None, /) -> Any:
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return _nonzero(condition)
    return masking.choose(_truth(condition), x, y)


def _truth(condition: Any) -> Any:
    """Return a condition as bools: nonzero values are True."""
    tensor = as_tensor(condition, name="condition")
    return tensor if tensor.dtype.kind == "b" else tensor != 0


@implements(np.nonzero)
def _nonzero(a: Any) -> tuple[Any, ...]:
    return tuple(masking.coordinates(a).T)


@implements(np.argwhere)
def _argwhere(a: Any) -> Any:
    return masking.coordinates(a)


@implements(np.flatnonzero)
def _flatnonzero(a: Any) -> Any:
    # Positions in the flat values: the rows leave no gaps.
    return np.flatnonzero(_flat(a))


@implements(np.flip)
def _flip(m: Any, axis: Any = None) -> Any:
    return reversing.reverse(m, list(range(m.ndim)) if axis is None else axis)


@implements(np.roll)
def _roll(a: Any, shift: Any, axis: Any = None) -> Any:
    return reversing.roll(a, shift, axis)


@implements(np.expand_dims)
def _expand_dims(a: Any, axis: Any) -> Any:
    if not isinstance(axis, tuple | list):
        return structure.expand_dims(a, axis)
    ndim = a.ndim + len(axis)
    # Ascending, since positions refer to the result: each new axis moves the later ones.
    for at in sorted(as_axis(x, ndim, f"axis[{i}]") for i, x in enumerate(axis)):
        a = structure.expand_dims(a, at)
    return a


@implements(np.squeeze)
def _squeeze(a: Any, axis: Any = None) -> Any:
    return structure.squeeze_declared(a, axis)


@implements(np.reshape)
def _reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: Any = None) -> Any:
    refuse("np.reshape", order=None if is_word(order, "C") else order)
    result = reshaping.reshape(a, shape)
    return result.copy() if copy else result


@implements(np.ravel)
def _ravel(a: Any, order: Any = "C") -> Any:
    refuse("np.ravel", order=None if is_word(order, "CKA") else order)
    return reshaping.reshape(a, [-1])


@implements(np.swapaxes)
def _swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    return reshaping.swapaxes(a, axis1, axis2)


@implements(np.transpose)
def _transpose(a: Any, axes: Any = None) -> Any:
    return reshaping.transpose(a, axes)


@implements(np.broadcast_to)
def _broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    return reshaping.broadcast_to(array, shape)


@implements(*named("astype"))  # new in NumPy 2.1
def _astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    return casting.cast(x, dtype)
