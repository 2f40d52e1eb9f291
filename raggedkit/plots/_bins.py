"""Bins of rows, positions and values: edges, counts, quantiles of each bin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._typing import Array
from raggedkit.ops.quantiles import quantile
from raggedkit.plots._inputs import Cells
from raggedkit.tensor import RaggedTensor

__all__ = ["Bins", "aggregates", "count_grid", "finite_part", "in_groups", "value_edges"]


@dataclass(frozen=True)
class Bins:
    """``n`` rows or positions in bins of ``size``; the last bin may be smaller."""

    n: int
    size: int

    @classmethod
    def of(cls, n: int, most: int) -> Bins:
        """Return at most ``most`` bins of ``n`` items."""
        return cls(n, max(1, -(-n // most)))

    @property
    def count(self) -> int:
        """The number of bins."""
        return -(-self.n // self.size)

    @property
    def starts(self) -> Array:
        """The first item of each bin."""
        return np.arange(0, self.n, self.size)

    @property
    def edges(self) -> Array:
        """Boundaries between bins; item i reaches from i - 0.5 to i + 0.5."""
        return np.append(self.starts, self.n) - 0.5

    @property
    def centres(self) -> Array:
        """The middle of each bin."""
        edges = self.edges
        return (edges[:-1] + edges[1:]) / 2

    @property
    def sizes(self) -> Array:
        """The number of items in each bin."""
        return np.diff(np.append(self.starts, self.n))

    def __str__(self) -> str:
        """Return the number of items per bin."""
        return f"{self.size:,}"


def aggregates(aggregate: bool | None, n: int, most: int) -> bool:
    """Whether to summarise: as given, else if there are more than ``most`` items."""
    return n > most if aggregate is None else as_flag(aggregate, "aggregate")


def in_groups(numbers: Array, groups: Array, n: int, shares: Any) -> Array:
    """Return quantiles of the numbers in each of ``n`` groups, ``float64[len(shares), n]``.

    A group without numbers gives NaN.
    """
    # Groups as rows of a ragged tensor: its quantiles need no loop over groups.
    order = np.argsort(groups, kind="stable")
    rows = RaggedTensor.from_value_rowids(numbers[order], groups[order], n, validate=False)
    return np.asarray(quantile(rows, list(shares), axis=1))


def value_edges(numbers: Array, most: int) -> Array:
    """Return the edges of equal bins over the range of the numbers, which must not be empty."""
    low, high = float(numbers.min()), float(numbers.max())
    # Equal numbers, or nearly equal ones, have no range that could be divided into bins.
    if not high - low > 1e-9 * max(abs(low), abs(high)):
        reach = 0.5 if low == 0 else abs(low) * 0.05 + 1e-12
        low, high = low - reach, high + reach
    return np.linspace(low, high, most + 1)


def count_grid(x: Array, y: Array, x_edges: Array, y_edges: Array) -> Array:
    """Return the number of points in each cell of a grid, ``int64[ny, nx]``."""
    nx, ny = len(x_edges) - 1, len(y_edges) - 1
    # The greatest number is on the last edge; clipping puts it into the last bin.
    column = np.clip(np.searchsorted(x_edges, x, side="right") - 1, 0, nx - 1)
    step = (y_edges[-1] - y_edges[0]) / ny  # y_edges are evenly spaced, x_edges need not be
    line = np.clip(((y - y_edges[0]) / step).astype(np.int64), 0, ny - 1)
    return np.bincount(line * nx + column, minlength=nx * ny).reshape(ny, nx)


def finite_part(cells: Cells) -> tuple[Array, Array, Array]:
    """Return number, row and position of each finite value."""
    if not cells.not_finite:
        return cells.numbers, cells.rowids, cells.positions
    kept = cells.finite
    return cells.numbers[kept], cells.rowids[kept], cells.positions[kept]
