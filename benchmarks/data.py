"""The rows that are timed: kinds of row lengths, and everything operations take beside them.

Every process makes the same data from the same seeds, and only what its library asks for.
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
    "skewed": "1e5 rows by a power law, the longest of about 84,000 values",
    "tiny": "5e6 rows of 0 to 2 values",
}
DTYPES = ("float32", "float64", "int64")  # those that are measured unless others are asked for
LISTED = ("small", "typical")  # nested lists of the other kinds would take minutes
MANY_ROWS = 200_000  # more are not walked through one by one


@dataclass(frozen=True)
class Case:
    """One table of the report: what rows, of what values; ``inner`` above 0 makes them vectors."""

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
    """Row lengths of a kind; ``share`` is by how much less there is of the large kinds."""
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
    """The arrays of one case. ``x`` stands for values in ``splits`` in what is said of operations.

    Attributes
    ----------
    values, splits
        ``x``.
    other
        Values of a second tensor of the same rows, whose partition is ``x``'s or an equal one.
    third, third_splits
        A tensor of as many rows, of other lengths.
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
        """The values once more, so that who compares the two cannot stop early."""
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
        """Every row once, in random order."""
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
        """How often each row is to be repeated, 0 to 3 times."""
        return np.random.default_rng(8).integers(0, 4, self.nrows)

    @cached_property
    def keys(self) -> Array:
        """A key for each value, in no order, about ten values to a key."""
        return np.random.default_rng(9).integers(0, max(1, self.nvals // 10), self.nvals)

    @cached_property
    def rowids(self) -> Array:
        return np.repeat(np.arange(self.nrows), self.lengths)

    @cached_property
    def weights(self) -> Array:
        return np.ones((self.case.inner, self.case.inner), self.dtype)

    @property
    def pads(self) -> bool:
        """Whether the padded rectangle is of a size that anyone would make."""
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
    def is_listed(self) -> bool:
        return self.case.kind in LISTED and not self.case.inner

    @property
    def is_walked(self) -> bool:
        return self.nrows <= MANY_ROWS

    @cached_property
    def outer_splits(self) -> Array:
        """Cuts the rows into groups of 2, 0, 3, 1, 4, 2, ...: a second ragged dimension."""
        groups = np.resize(np.array([2, 0, 3, 1, 4]), self.nrows)
        within = int(np.searchsorted(np.cumsum(groups), self.nrows))
        rest = self.nrows - int(groups[:within].sum())
        return splits_of(np.append(groups[:within], [rest] * (rest > 0)))

    @cached_property
    def outer_order(self) -> Array:
        return np.random.default_rng(10).permutation(self.outer_splits.size - 1)
