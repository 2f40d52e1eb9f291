"""The rows of one axis with their values, for reductions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raggedkit import (
    RaggedTensor,
    RowPartition,
    argsort,
    reduce_any,
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import as_axis, names_of, null_of, ragged_of, values_of
from raggedkit_r.vector.arguments import as_flag
from raggedkit_r.vector.convert import as_kind, joined
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import Vector, row_values

__all__ = ["Segments", "absent", "filled", "numbers", "real_numbers", "segments", "wide", "wrapped"]


_REDUCE: dict[str, Callable[..., Any]] = {
    "add": reduce_sum,
    "multiply": reduce_prod,
    "maximum": reduce_max,
    "minimum": reduce_min,
    "logical_or": reduce_any,
}


@dataclass(frozen=True, eq=False)
class Segments:
    """The values of a ragged list in the rows of one axis, whatever axes are between."""

    x: RaggedList
    axis: int
    values: Values
    rows: RowPartition

    @property
    def lengths(self) -> Array:
        """How many values each row has."""
        return self.rows.row_lengths()

    def count(self, marked: Array) -> Array:
        """Return how many values of each row are marked."""
        return self.reduced("add", marked.astype("int64"))

    def any(self, marked: Array) -> Array:
        """Return whether a value of each row is marked."""
        return self.reduced("logical_or", marked)

    def reduced(self, ufunc: str, values: Array) -> Array:
        """Return one value for each row, of other values in these rows."""
        return np.asarray(_REDUCE[ufunc](RaggedTensor(values, [self.rows]), axis=1))

    def order(self, keys: Array, *, decreasing: bool = False) -> Array:
        """Return the positions of the values in the order of their keys, per row; NaN last."""
        rows = RaggedTensor(-keys if decreasing else keys, [self.rows])
        places = argsort(rows, axis=1).flat_values
        # argsort counts within each row; the flat position adds the start of the row.
        return np.asarray(places + self.rows.row_starts()[self.rows.value_rowids()])

    def without_na(self) -> Segments:
        """Return the values that are neither NA nor NaN, in their rows; vectors only."""
        kept = ~self.values.is_na
        rows = RowPartition.from_row_lengths(self.count(kept))
        return replace(self, values=self.values.take(np.flatnonzero(kept)), rows=rows)


def segments(x: Any, axis: int = 1) -> Segments:
    """Return the values and rows of an axis; ValueError if there is no such axis."""
    x = as_ragged(x)
    axis = as_axis(axis, x.tensor.ragged_rank)
    rows, *deeper = x.tensor.partitions[axis - 1 :]
    # The splits of a deeper axis at the row boundaries are these boundaries, counted in its items.
    # They ascend, because both vectors do, so they need no validation.
    for part in deeper:
        splits = part.row_splits()[rows.row_splits()]
        rows = RowPartition.from_row_splits(splits, validate=False)
    return Segments(x, axis, values_of(x), rows)


def wrapped(rows: Segments, values: Values) -> Vector | RaggedList | Array:
    """Return one value for each row: a vector, for the rows of an inner axis a ragged list."""
    x, axis = rows.x, rows.axis
    if axis == 1:
        return Vector.of(values, names_of(x)[0]) if values.array.ndim == 1 else values.array
    parts = x.tensor.partitions[: axis - 1]
    return ragged_of(parts, values, null_of(x)[: axis - 1], names_of(x)[:axis])


def filled(values: Values, vacant: Array, argument: str, fill: Any) -> Values:
    """Return values of rows with another one for those without a value; None leaves them NA."""
    if fill is None:
        return values
    vacancy = row_values(fill)
    if len(vacancy) != 1:
        way_out = "it is for rows without a value"
        raise ValueError(broken_rule(argument, "be one value", fill, way_out))
    if values.array.ndim > 1:
        rule = f"contain single values where {argument} is given"
        raise ValueError(broken_rule("x", rule, values.array.shape))
    if not vacant.any():
        return values
    # The fill is appended as one more value, so that `joined` finds the common kind.
    at = np.where(vacant, len(values), np.arange(len(values)))
    return joined([values, vacancy]).take(at)


def numbers(x: Any, axis: int, verb: str) -> Segments:
    """Return numbers or durations, logicals as integers; TypeError if they are something else."""
    rows = segments(x, axis)
    values = rows.values
    if values.kind in ("character", "factor", "raw", "Date", "POSIXct"):
        way_out = "row_min() and row_max() take text, dates and ordered factors"
        raise TypeError(broken_rule("x", f"contain numbers for {verb}", values.kind, way_out))
    return rows if values.kind != "logical" else replace(rows, values=as_kind(values, "integer"))


def absent(rows: Segments, na_rm: bool) -> tuple[Array, Array]:
    """Return which values are left out, and which rows are NA."""
    values = rows.values
    if as_flag(na_rm, "na_rm"):
        return values.is_na, np.zeros((len(rows.rows), *values.array.shape[1:]), dtype=bool)
    return values.missing, rows.any(values.missing)


def real_numbers(x: Any, axis: int, verb: str) -> Segments:
    """Return single real numbers as doubles; TypeError if they are something else."""
    rows = segments(x, axis)
    if rows.values.kind not in ("logical", "integer", "numeric") or rows.values.array.ndim > 1:
        raise TypeError(
            broken_rule("x", f"contain single real numbers for {verb}", rows.values.kind)
        )
    return replace(rows, values=as_kind(rows.values, "numeric"))


def wide(array: Array) -> Array:
    """Return numbers as doubles or complex doubles."""
    return array.astype("float64" if array.dtype.kind in "iuf" else "complex128", copy=False)
