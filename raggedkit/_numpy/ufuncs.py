"""Ufunc methods on ragged tensors: ``np.add.reduce(rt, axis=1)``, ``np.maximum.accumulate(rt, 1)``.

Every ufunc of two arguments and one result works along rows and down columns. As in NumPy, the
default axis is 0, and sums and products of small integers have 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._engines.folding import accumulated, reduced_by
from raggedkit._engines.reductions import (
    EVERY,
    LARGEST,
    SMALLEST,
    SOME,
    WIDE_PROD,
    WIDE_SUM,
    reduced,
)
from raggedkit._numpy.reductions import scan
from raggedkit._numpy.table import into, refuse
from raggedkit._numpy.where import marked, replaced
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["ufunc_method"]

_ROWS = {
    np.add: WIDE_SUM,
    np.multiply: WIDE_PROD,
    np.maximum: LARGEST,
    np.minimum: SMALLEST,
    np.logical_or: SOME,
    np.logical_and: EVERY,
}
_SCANS = {np.add: WIDE_SUM, np.multiply: WIDE_PROD}
# Methods without a ragged meaning -> the alternative in the error.
_INSTEAD = {
    "reduceat": "the rows are the segments: reduce them with axis=1",
    "outer": "give one operand a new axis: rt[:, :, None] with other[:, None, :]",
    "at": "make another tensor with rt.with_flat_values(...)",
}


def ufunc_method(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the result of a ufunc method; raise for methods without a ragged meaning."""
    name = f"np.{ufunc.__name__}.{method}"
    if method not in ("reduce", "accumulate"):
        way_out = _INSTEAD.get(method, "call the ufunc itself")
        raise TypeError(f"{name} must not be given a RaggedTensor; {way_out}")
    # A copy: items are removed from it, and the dict belongs to the caller.
    given = dict(kwargs)
    out = given.pop("out", None)
    axis = given.pop("axis", 0)
    if method == "accumulate":
        result = _accumulated(ufunc, inputs[0], axis, **given)
    else:
        result = _reduced(name, ufunc, inputs[0], axis, **given)
    return result if out is None else into(name, result, out[0])


def _accumulated(ufunc: Any, array: Any, axis: Any, dtype: Any = None) -> Any:
    if ufunc in _SCANS and isinstance(array, RaggedTensor) and axis is not None:
        return scan(_SCANS[ufunc], array, axis, dtype)
    return accumulated(ufunc, array, axis, dtype=dtype)


def _reduced(
    name: str,
    ufunc: Any,
    array: Any,
    axis: Any,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    if where is not True:
        array = _kept(name, ufunc, array, where, initial)
    row = _ROWS.get(ufunc)
    if row is None:
        return reduced_by(ufunc, array, axis, dtype=dtype, keepdims=keepdims, initial=initial)
    if row.truths:
        # Logical reductions always return bools, so any other dtype is an error.
        refuse(name, "the result is bool", dtype=None if dtype in (None, bool) else dtype)
    return reduced(
        row,
        array,
        axis,
        keepdims,
        dtype=None if row.truths else dtype,
        initial=initial,
        empty="raise" if row in (LARGEST, SMALLEST) and initial is None else None,
        way_out="initial=...",
        name="array",
    )


def _kept(name: str, ufunc: Any, array: Any, where: Any, initial: Any) -> Any:
    """Return the tensor with a neutral value at positions that ``where`` excludes."""
    flags = marked(array, where)
    row = _ROWS.get(ufunc)
    extreme = ufunc in (np.maximum, np.minimum, np.fmax, np.fmin)
    if extreme and initial is None:
        way_out = "choose the result of a row without selected values: initial=..."
        raise ValueError(broken_rule("where", "be given with initial", where, way_out))
    if row is not None:
        return replaced(row.ufunc, array, flags, initial, truths=row.truths)
    # A ufunc without an identity (np.arctan2) has no value that leaves the result unchanged.
    neutral = initial if extreme else ufunc.identity
    if neutral is None:
        refuse(name, where=where)
    flat = np.where(flags, array._flat, np.asarray(neutral).astype(array.dtype))
    return RaggedTensor._make(flat, array._parts)
