"""Functions applied to the flat values: `map_flat_values`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from raggedkit._caller import at_callers_line
from raggedkit._typing import Tensor
from raggedkit._xp import (
    as_array,
    readonly,
)
from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["map_flat_values"]


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Tensor:
    """Return the result of ``op`` on the flat values, with the rows of the ragged arguments.

    Parameters
    ----------
    op
        Any function of arrays that keeps the number of values. It receives the flat values in place
        of each ragged tensor.
    args, kwargs
        Ragged tensors with the same rows, also inside lists; other arguments are passed unchanged.

    Returns
    -------
    RaggedTensor
        If no argument is ragged, the result of ``op``.

    Raises
    ------
    TypeError
        If ``op`` is not callable.
    ValueError
        If the ragged arguments differ in their rows, or ``op`` changes the number of values.

    Notes
    -----
    Empty rows stay empty. After TensorFlow's ``tf.ragged.map_flat_values``.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rt = rk.ragged.constant([[1, 2, 3], [], [4, 5]])
    >>> rk.ragged.map_flat_values(np.multiply, rt, 10)
    <RaggedTensor [[10, 20, 30], [], [40, 50]]>
    >>> rk.ragged.map_flat_values(np.sum, rt)
    Traceback (most recent call last):
        ...
    ValueError: op must return one item for each of the 5 flat values, got shape ()
    """
    if not callable(op):
        raise TypeError(broken_rule("op", "be callable", op))
    found: list[RaggedTensor] = []
    _collect((args, kwargs), found)
    if not found:
        return op(*args, **kwargs)
    parts = found[0]._parts
    depth = min(len(rt._parts) for rt in found)
    if any(len(rt._parts) != depth for rt in found):
        rule = "have one ragged rank"
        raise ValueError(broken_rule("ragged arguments", rule, [rt.ragged_rank for rt in found]))
    dtypes = {p.dtype for rt in found for p in rt._parts}
    for rt in found[1:]:
        for axis, (p, q) in enumerate(zip(parts, rt._parts, strict=True), start=1):
            if not p._same_cuts(q):
                got = [p.row_splits().tolist()[:8], q.row_splits().tolist()[:8]]
                rule = f"have the same rows; row splits of axis {axis} differ"
                raise ValueError(broken_rule("ragged arguments", rule, got))
        if sum(p.is_uniform() for p in rt._parts) > sum(p.is_uniform() for p in parts):
            parts = rt._parts
    if len(dtypes) > 1:
        parts = tuple(p.with_dtype("int64") for p in parts)
    result = at_callers_line(op, *_flattened(args), **_flattened(kwargs))
    if isinstance(result, RaggedTensor):
        return RaggedTensor._make(found[0]._flat, parts).with_flat_values(result)
    nvals = parts[-1].static_nvals
    rule = f"return one item for each of the {nvals} flat values"
    try:
        flat = as_array(result)
    except MissingValueError as error:
        raise error.named("the result of op") from None
    except (TypeError, ValueError) as error:
        raise ValueError(broken_rule("op", rule, result)) from error
    if flat.ndim == 0 or flat.shape[0] != nvals:
        raise ValueError(f"op must {rule}, got shape {flat.shape}")
    return RaggedTensor._make(flat, parts)


def _collect(obj: Any, found: list[RaggedTensor]) -> None:
    if isinstance(obj, RaggedTensor):
        found.append(obj)
    elif isinstance(obj, list | tuple):
        for item in obj:
            _collect(item, found)
    elif isinstance(obj, dict):
        for item in obj.values():
            _collect(item, found)


def _flattened(obj: Any) -> Any:
    if isinstance(obj, RaggedTensor):
        return readonly(obj._flat)
    if isinstance(obj, list | tuple) and any(
        isinstance(i, RaggedTensor | list | tuple) for i in obj
    ):
        items = [_flattened(item) for item in obj]
        return type(obj)(*items) if hasattr(obj, "_fields") else type(obj)(items)
    if isinstance(obj, dict):
        return {k: _flattened(v) for k, v in obj.items()}
    return obj
