"""The argument ``where=`` of NumPy reductions: masks of the values to reduce."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._engines.elementwise import align
from raggedkit._engines.inputs import as_tensor
from raggedkit._engines.reductions import Reduction
from raggedkit._kernels.arrays import segment as _segment
from raggedkit._typing import Array
from raggedkit._xp import array_namespace
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["marked", "masked", "replaced"]


def marked(a: Any, where: Any) -> Array:
    """Return ``where`` broadcast to the flat values of ``a``, ``bool[nvals, ...]``."""
    if not isinstance(a, RaggedTensor):
        rule = "be a RaggedTensor if where= is one"
        raise TypeError(broken_rule("a", rule, type(a).__name__))
    # Converted alone: a list must not affect the dtype of the values.
    where = as_tensor(where, name="where")
    (_, flags), parts = align((a, where), "a", "where")
    flags = array_namespace(a._flat).asarray(flags)
    if flags.dtype.kind != "b":
        way_out = "compare the values: where=rt != 0"
        raise TypeError(broken_rule("where", "contain bools", flags.dtype, way_out))
    alike = len(parts) == len(a._parts) and all(
        p._same_cuts(q) for p, q in zip(parts, a._parts, strict=True)
    )
    try:
        if alike:
            every: Array = np.broadcast_to(flags, a._flat.shape)
            return every
    except ValueError:
        pass
    raise ValueError(broken_rule("where", f"broadcast to the shape of a, {a.shape}", where.shape))


def masked(row: Reduction, a: Any, where: Any, initial: Any = None) -> RaggedTensor:
    """Return ``a`` with a neutral value at positions that ``where`` excludes."""
    flags = marked(a, where)
    if row.ufunc in ("maximum", "minimum") and initial is None:
        way_out = "choose the result of a row without selected values: initial=..."
        raise ValueError(broken_rule("where", "be given with initial", where, way_out))
    return replaced(row.ufunc, a, flags, initial, truths=row.truths)


def replaced(
    ufunc: str, a: RaggedTensor, flags: Array, initial: Any = None, *, truths: bool = False
) -> RaggedTensor:
    """Return ``a`` with unmarked values replaced by the ufunc's identity or ``initial``."""
    flat = a._flat.astype(bool, copy=False) if truths else a._flat
    xp, dtype = array_namespace(flat), flat.dtype
    if ufunc in ("maximum", "minimum") and dtype.kind in "cTO":
        neutral = xp.asarray(initial).astype(dtype)
    elif ufunc == "add":
        neutral = xp.zeros((), dtype=dtype)
    else:
        neutral = xp.asarray(_segment.identity(ufunc, dtype)).astype(dtype)
    return RaggedTensor._make(xp.where(flags, flat, neutral), a._parts)
