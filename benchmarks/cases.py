"""Row lengths, dtypes and input arrays of the benchmarks.

Every process builds the same data from fixed seeds. Arrays are built when first used.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["DTYPES", "KINDS", "Case", "Data", "lengths_of", "typical_lengths"]

Array = np.ndarray[Any, Any]

KINDS = {
    "small": "5 rows of 0 to 5 values",
    "typical": "1e5 rows of 1 to 21 values, a tenth of them empty",
    "large": "1e6 such rows",
    "skewed": "1e5 rows with power-law lengths, the longest about 84,000 values",
    "tiny": "5e6 rows of 0 to 2 values",
}
DTYPES = ("float32", "float64", "int64")  # the default of --dtypes
LISTED = ("small", "typical")  # nested lists of the other kinds take minutes
MANY_ROWS = 200_000  # `for row in x` over more rows takes seconds


@dataclass(frozen=True)
class Case:
    """One table of the report: the kind of rows, the dtype, and the inner dimension (0: none)."""

    kind: str
    dtype: str = "float32"
    inner: int = 0

    def __str__(self) -> str:
        return f"{self.kind}, {self.dtype}" + (f", inner dimension {self.inner}" * bool(self.inner))


def typical_lengths(nrows: int, rng: np.random.Generator) -> Array:
    lengths = rng.integers(1, 22, nrows)
    lengths[rng.random(nrows) < 0.1] = 0
    return lengths


def lengths_of(kind: str, rng: np.random.Generator, share: int = 1) -> Array:
    """Return the row lengths of a kind; ``share`` divides the row count of the large kinds."""
    if kind == "small":
        return np.array([3, 0, 4, 2, 5])
    if kind == "typical":
        return typical_lengths(100_000, rng)
    if kind == "large":
        return typical_lengths(1_000_000 // share, rng)
    if kind == "skewed":
        return np.minimum((rng.pareto(1.1, 100_000) * 2).astype(np.int64), 200_000)
    if kind == "tiny":
        return rng.integers(0, 3, 5_000_000 // share)
    raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")


def splits_of(lengths: Array) -> Array:
    splits = np.zeros(lengths.size + 1, np.int64)
    np.cumsum(lengths, out=splits[1:])
    return splits


class Data:
    """Input arrays of one case. Descriptions of operations call the ragged tensor of them ``x``.

    Attributes
    ----------
    values, splits
        Flat values and row splits of ``x``.
    other
        Values of a second tensor with the same row lengths.
    third, third_splits
        A tensor with the same number of rows and different row lengths.
    """

    def __init__(self, case: Case, lengths: Array | None = None) -> None:
        self.case = case
        self.dtype = np.dtype(case.dtype)
        if lengths is None:
            lengths = lengths_of(case.kind, np.random.default_rng(0), case.inner or 1)
        self.lengths = lengths
        self.splits = splits_of(lengths)
        self.nrows, self.nvals = lengths.size, int(self.splits[-1])
        self.width = int(lengths.max())
        self.values = self._numbers(self.nvals, 1)
        self.i = min(3, self.nrows - 1)
        self.first, self.stop = self.nrows // 4, self.nrows // 4 + self.nrows // 2

    def _numbers(self, count: int, seed: int) -> Array:
        rng = np.random.default_rng(seed)
        shape = (count, self.case.inner) if self.case.inner else (count,)
        if self.dtype.kind == "f":
            kept = np.float32 if self.dtype == np.float32 else np.float64
            return rng.standard_normal(shape, dtype=kept).astype(self.dtype, copy=False)
        return rng.integers(-1000, 1000, shape).astype(self.dtype)

    @cached_property
    def other(self) -> Array:
        return self._numbers(self.nvals, 2)

    @cached_property
    def other_splits(self) -> Array:
        return self.splits.copy()

    @cached_property
    def twin(self) -> Array:
        """A copy of the values, so that a comparison has to read everything."""
        return self.values.copy()

    @cached_property
    def third_splits(self) -> Array:
        if self.case.kind == "small":
            return splits_of(np.array([1, 2, 0, 0, 4]))
        return splits_of(np.random.default_rng(3).permutation(self.lengths))

    @cached_property
    def third(self) -> Array:
        return self._numbers(int(self.third_splits[-1]), 4)

    @cached_property
    def order(self) -> Array:
        """Every row number once, in random order."""
        return np.random.default_rng(5).permutation(self.nrows)

    @cached_property
    def row_flags(self) -> Array:
        return np.random.default_rng(6).random(self.nrows) < 0.5

    @cached_property
    def flags(self) -> Array:
        return np.random.default_rng(7).random(self.nvals) < 0.5

    @cached_property
    def per_row(self) -> Array:
        return (np.arange(self.nrows) % 100 + 1).astype(self.dtype)

    @cached_property
    def counts(self) -> Array:
        """Number of repetitions of each row, 0 to 3."""
        return np.random.default_rng(8).integers(0, 4, self.nrows)

    @cached_property
    def keys(self) -> Array:
        """An unsorted key for each value, about ten values per key."""
        return np.random.default_rng(9).integers(0, max(1, self.nvals // 10), self.nvals)

    @cached_property
    def rowids(self) -> Array:
        return np.repeat(np.arange(self.nrows), self.lengths)

    @cached_property
    def weights(self) -> Array:
        return np.ones((self.case.inner, self.case.inner), self.dtype)

    @property
    def can_pad(self) -> bool:
        """Whether padding takes less than about eight times the memory of the values."""
        return self.width * self.nrows < 8 * self.nvals + 100

    @cached_property
    def padded(self) -> Array:
        rectangle = np.zeros((self.nrows, self.width, *self.values.shape[1:]), self.dtype)
        rectangle[np.arange(self.width) < self.lengths[:, None]] = self.values
        return rectangle

    @cached_property
    def lists(self) -> list[list[Any]]:
        flat, at = self.values.tolist(), self.splits.tolist()
        return [flat[a:b] for a, b in itertools.pairwise(at)]

    @property
    def has_lists(self) -> bool:
        return self.case.kind in LISTED and not self.case.inner

    @property
    def has_few_rows(self) -> bool:
        return self.nrows <= MANY_ROWS

    @cached_property
    def outer_splits(self) -> Array:
        """Splits that group the rows by 2, 0, 3, 1, 4, 2, ...: a second ragged dimension."""
        groups = np.resize(np.array([2, 0, 3, 1, 4]), self.nrows)
        within = int(np.searchsorted(np.cumsum(groups), self.nrows))
        rest = self.nrows - int(groups[:within].sum())
        return splits_of(np.append(groups[:within], [rest] * (rest > 0)))

    @cached_property
    def outer_order(self) -> Array:
        return np.random.default_rng(10).permutation(self.outer_splits.size - 1)
