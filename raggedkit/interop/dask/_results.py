"""Results of a function of partitions: what all have in common, by a trial; checks of each one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from raggedkit.errors import broken_rule
from raggedkit.interop.dask._blocks import Kind, is_ragged
from raggedkit.partition import RowPartition, of_one_dtype
from raggedkit.tensor import RaggedTensor

__all__ = ["Expected", "tried", "without_rows"]


def tried(f: Callable[..., Any], xs: Any, kwargs: Any) -> Any:
    """Return a result of no rows, by trials with partitions of no row, one row and two rows."""
    results, failure = [], None
    for n in range(3):
        with np.errstate(all="ignore"):
            try:
                results.append((n, f(*[_sample(x, n) for x in xs], **kwargs)))
            except Exception as error:  # f may raise anything
                failure = error
    if not results:
        msg = f"f must accept a partition of ones, got {type(failure).__name__}: {failure}"
        raise ValueError(f"{msg}; give a result of no rows: meta=...") from failure
    for n, result in results:
        got = len(result) if getattr(result, "ndim", 0) else None
        if got is None:
            rule = "return a ragged tensor or an array with one item per row"
            raise TypeError(broken_rule("f", rule, type(result).__name__))
        if got != n:
            way_out = "x[condition] selects rows"
            raise ValueError(f"f must keep the rows, got {got} rows for {n}; {way_out}")
    found = without_rows(results[-1][1])
    if isinstance(found, RaggedTensor):
        return found
    # A size that depends on the values is unknown: 0 here, NaN in the chunks.
    sizes = [r.shape[1:] for _, r in results if r.ndim == found.ndim]
    fixed = [n if all(s[k] == n for s in sizes) else 0 for k, n in enumerate(found.shape[1:])]
    return np.empty((0, *fixed), dtype=found.dtype)


def _sample(x: Any, n: int) -> Any:
    """Return a partition of ``n`` rows of ones; in each ragged axis row ``i`` has length i + 1."""
    if not is_ragged(x):
        sizes = [1 if math.isnan(k) else int(k) for k in x.shape[1:]]
        return _ones((n, *sizes), x.dtype)
    meta: RaggedTensor = x._meta
    parts: list[RowPartition] = []
    for part in meta._parts:
        if part._uniform is not None:
            parts.append(RowPartition._of_uniform(part._uniform, n, part._dtype))
        else:
            parts.append(RowPartition._of_lengths(np.arange(1, n + 1, dtype=part._dtype)))
        n = parts[-1]._nvals
    return RaggedTensor._make(
        _ones((n, *meta._flat.shape[1:]), meta.dtype), of_one_dtype((*parts,))
    )


def _ones(shape: tuple[int, ...], dtype: Any) -> Any:
    return np.zeros(shape, dtype=dtype) if dtype.kind in "mM" else np.ones(shape, dtype=dtype)


def without_rows(meta: Any) -> Any:
    return meta[:0].copy() if getattr(meta, "ndim", 0) else meta


class Expected(NamedTuple):
    """What the results of all partitions have in common."""

    kind: Kind | None  # None for arrays
    dtype: Any
    sizes: tuple[int, ...]  # of an array after the first axis; 0 where it is not known

    @classmethod
    def of(cls, meta: Any) -> Expected:
        if isinstance(meta, RaggedTensor):
            return cls(Kind.of(meta), meta.dtype, ())
        return cls(None, meta.dtype, meta.shape[1:])

    def check(self, got: Any, nrows: int, i: int) -> None:
        """Raise an error that names partition ``i`` if a result is not as in the trial."""
        name = f"f(partition {i})"
        if self.kind is not None:
            self.kind.check(got, name)
        else:
            if isinstance(got, RaggedTensor) or not hasattr(got, "shape"):
                raise TypeError(broken_rule(name, "be an array, as meta", type(got).__name__))
            sizes = got.shape[1:]
            same = len(sizes) == len(self.sizes)
            if not same or any(n and n != m for n, m in zip(self.sizes, sizes, strict=True)):
                rule = f"have the sizes {self.sizes} after the first, as meta"
                raise ValueError(broken_rule(name, rule, sizes))
            if got.dtype != self.dtype and {got.dtype.kind, self.dtype.kind} - set("SUT"):
                rule = f"have dtype {self.dtype}, as meta"
                raise TypeError(broken_rule(name, rule, got.dtype, "convert it, or give meta=..."))
        if len(got) != nrows:
            rule = f"have the {nrows} rows of the partition"
            raise ValueError(broken_rule(name, rule, len(got), "x[condition] selects rows"))
