"""Arguments of bincount: integers cut into the rows that are counted separately, and weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from raggedkit._arguments import as_int
from raggedkit._engines.inputs import operands
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._plan.operands import flat_of, partitioned, parts_of, place_of
from raggedkit._typing import Array, DType
from raggedkit._xp import INT32, INT64, NUMBERS, REALS, array_namespace
from raggedkit.encodings import LARGEST
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["Countable", "countable"]


@dataclass(frozen=True, eq=False)
class Countable:
    """The integers to count, by rows, and the axes outside of the rows."""

    values: Array  # int64[n]
    part: RowPartition
    weights: Array | None  # [n]
    outer: tuple[int, ...] | None  # sizes of the axes outside of the rows, if they are dense
    parts: tuple[RowPartition, ...]  # their partitions, if they are not
    inner: tuple[int, ...]  # sizes of the dense axes between those and the rows
    dtype: DType  # of the counts, by default
    rank: int

    def below(self, size: int) -> Countable:
        """Leave out integers from ``size`` on."""
        xp = array_namespace(self.values)
        fits = self.values < size
        kept = xp.flatnonzero(fits)
        part = RowPartition._of_splits(_splits.splits_of_kept(fits, self.part._get_splits()))
        weights = None if self.weights is None else _gather.take(self.weights, kept)
        values = _gather.take(self.values, kept)
        return Countable(
            values, part, weights, self.outer, self.parts, self.inner, self.dtype, self.rank
        )

    def wrap(self, counts: Array, size: int) -> Any:
        """Return one row of counts for each row."""
        if self.outer is not None:
            return counts.reshape(*self.outer, size)
        nvals = self.parts[-1]._nvals
        return RaggedTensor._make(counts.reshape(nvals, *self.inner, size), self.parts)


def countable(arr: Any, weights: Any, axis: Any, binary_output: bool, name: str) -> Countable:
    """Return the arguments that both functions share, validated."""
    if weights is not None and binary_output:
        rule = "not be given together with binary_output=True"
        raise ValueError(f"weights must {rule}; there each integer that occurs counts 1")
    if axis is not None:
        axis = as_int(axis, "axis")
    if axis not in (None, 0, -1):
        raise ValueError(broken_rule("axis", "be None, 0 or -1", axis))
    if isinstance(arr, SparseTensor):
        return _of_sparse(arr, weights, axis, name)
    if isinstance(weights, SparseTensor):
        rule = f"have the cells of {name}, which is not sparse"
        raise ValueError(broken_rule("weights", rule, weights))
    if weights is None:
        x, w = *operands(arr, names=name), None
    else:
        x, w = operands(arr, weights, names=f"{name} weights")
    flat = _checked(flat_of(x), name, x)
    if w is not None:
        w = _weights(x, w, axis, name)
    dtype = INT32 if x.dtype == INT32 else INT64
    xp = array_namespace(flat)
    if axis != -1 or x.ndim < 2:
        part = RowPartition._of_uniform(flat.size, 1, INT64, xp)
        return Countable(flat.reshape(-1), part, w, (), (), (), dtype, x.ndim)
    if not isinstance(x, RaggedTensor):
        rows = partitioned(x, INT64, depth=x.ndim - 1)
        return Countable(flat.reshape(-1), rows._parts[-1], w, x.shape[:-1], (), (), dtype, x.ndim)
    parts, inner = x._parts, x._flat.shape[1:]
    if inner:
        count = math.prod(x._flat.shape[:-1])
        last = RowPartition._of_uniform(inner[-1], count, INT64, xp)
        return Countable(flat.reshape(-1), last, w, None, parts, inner[:-1], dtype, x.ndim)
    outer = (parts[0]._nrows,) if len(parts) == 1 else None
    return Countable(flat, parts[-1], w, outer, parts[:-1], (), dtype, x.ndim)


def _of_sparse(st: SparseTensor, weights: Any, axis: Any, name: str) -> Countable:
    values = _checked(st._values, name, st)
    xp = array_namespace(values)
    w = None
    if weights is not None:
        if not isinstance(weights, SparseTensor):
            rule = f"be a SparseTensor, as {name}"
            raise ValueError(broken_rule("weights", rule, weights))
        same = weights._indices.shape == st._indices.shape
        if not same or bool((weights._indices != st._indices).any()):
            raise ValueError(f"weights must have the cells of {name}, got others; compare .indices")
        w = _weighing(weights._values)
    dtype = INT32 if st.dtype == INT32 else INT64
    if axis != -1 or st.rank < 2:
        part = RowPartition._of_uniform(values.shape[0], 1, INT64, xp)
        return Countable(values, part, w, (), (), (), dtype, st.rank)
    if st.rank > 2:
        raise ValueError(broken_rule(name, "have at most two axes", st.rank))
    nrows = int(st._dense_shape[0])
    rowids = st._indices[:, 0]
    # The cells of a sparse tensor may be in any order; rows need theirs side by side.
    order = xp.argsort(rowids, kind="stable")
    part = RowPartition._of_splits(_splits.rowids_to_splits(rowids, nrows))
    w = None if w is None else w.take(order)
    return Countable(values.take(order), part, w, (nrows,), (), (), dtype, st.rank)


def _checked(flat: Array, name: str, x: Any) -> Array:
    """Return the integers to count, ``int64``."""
    if flat.dtype.kind not in REALS and flat.size:
        raise TypeError(broken_rule(name, "contain integers", flat.dtype))
    if flat.dtype.kind in "uf" and flat.dtype.itemsize > 2 and flat.size:
        # 2**63 - 1 is no float64, 2.0**63 is: compare with the first number that does not fit.
        limit = 2.0**63 if flat.dtype.kind == "f" else LARGEST[INT64] + 1
        _refuse_first(flat >= limit, name, "fit int64", x, flat)
    numbers: Array = flat.astype(INT64, copy=False) if flat.dtype.kind != "f" else flat
    if flat.dtype.kind == "f":
        xp = array_namespace(flat)
        _refuse_first(~(xp.isfinite(flat) & (flat == xp.trunc(flat))), name, "be whole", x, flat)
        numbers = flat.astype(INT64)
    if flat.dtype.kind != "b":
        _refuse_first(numbers < 0, name, "not be negative", x, flat)
    return numbers


def _refuse_first(wrong: Array, name: str, rule: str, x: Any, flat: Array) -> None:
    at = first_true(wrong.reshape(-1))
    if at < 0:
        return
    value = flat.reshape(-1)[at].item()
    path = place_of(parts_of(x), flat.shape, at)
    where = "".join(f"[{i}]" for i in path) if not isinstance(x, SparseTensor) else f".values{path}"
    raise ValueError(f"{name} must {rule}, got {name}{where} = {value}")


def _weights(x: Any, w: Any, axis: Any, name: str) -> Array:
    """Return the flat weights, one for each value, checked."""
    if isinstance(x, RaggedTensor):
        if not isinstance(w, RaggedTensor):
            rule = f"be a RaggedTensor, as {name}"
            raise ValueError(broken_rule("weights", rule, w, f"{name}.with_flat_values(weights)"))
        alike = len(w._parts) == len(x._parts) and all(
            p._same_cuts(q) for p, q in zip(w._parts, x._parts, strict=True)
        )
        if not alike or w._flat.shape != x._flat.shape:
            rule = f"have the rows of {name}, {x.shape}"
            raise ValueError(f"weights must {rule}, got {w.shape}; compare their row_splits")
        return _weighing(w._flat.reshape(-1))
    if isinstance(w, RaggedTensor):
        raise ValueError(broken_rule("weights", f"be dense, as {name}", w))
    if w.shape != x.shape and (axis == -1 or w.size != x.size):
        raise ValueError(broken_rule("weights", f"have the shape of {name}, {x.shape}", w.shape))
    return _weighing(w.reshape(-1))


def _weighing(weights: Array) -> Array:
    """Return weights in a dtype that is wide enough for their sums: small integers as ``int64``."""
    kind = weights.dtype.kind
    if kind not in NUMBERS:
        raise TypeError(broken_rule("weights", "contain numbers", weights.dtype))
    if kind in "biu" and weights.dtype.itemsize < 4:
        return weights.astype(INT64)
    return weights
