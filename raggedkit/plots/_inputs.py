"""Input of plots: row lengths, and values as floats with their row and position, on the host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np

from raggedkit._arguments import as_axis
from raggedkit._engines.inputs import as_tensor
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._typing import Array, DType
from raggedkit._xp import to_host
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["Bound", "Cells", "cells_of", "lengths_of", "partitions_of", "tensor_of"]

# Beyond these, matplotlib's margins overflow, and its calendar ends.
LARGEST = 1e150
FIRST_DAY, LAST_DAY = -719162.0, 2932896.0  # 0001-01-01 and 9999-12-31, in days from 1970

TEXT_WAY_OUT = (
    "plot the lengths of its rows (rt.plot.skyline()) or numbers made from it "
    "(rk.strings.length(rt))"
)
COMPLEX_WAY_OUT = "plot abs(rt), np.real(rt), np.imag(rt) or np.angle(rt)"


class Bound:
    """Base class of ``rt.plot``: an object that plots accept in place of its ragged tensor."""

    __slots__ = ("_rt",)

    def __init__(self, rt: RaggedTensor) -> None:
        self._rt = rt


def tensor_of(rt: Any, name: str = "rt") -> RaggedTensor:
    """Return a ragged tensor from itself, from rows in lists, or from a dense array."""
    x = rt._rt if isinstance(rt, Bound) else rt
    if isinstance(x, RowPartition):
        rule = "contain values"
        raise TypeError(broken_rule(name, rule, x, "a partition has row lengths only"))
    x = as_tensor(x, name="x") if not isinstance(x, RaggedTensor) else x
    if isinstance(x, RaggedTensor):
        return x
    if x.ndim < 2:
        way_out = "put one row into a list of rows: [row]"
        raise ValueError(broken_rule(name, "contain rows", rt, way_out))
    return RaggedTensor.from_tensor(x)


def partitions_of(rt: Any) -> tuple[RowPartition, ...]:
    """Return the partitions of a ragged tensor, or the one that was given."""
    return (rt,) if isinstance(rt, RowPartition) else tensor_of(rt).partitions


def lengths_of(rt: Any, axis: SupportsIndex = 1) -> Array:
    """Return the row lengths along one partitioned axis, ``int64[n]``."""
    parts = partitions_of(rt)
    at = as_axis(axis, tensor_of(rt).ndim if not isinstance(rt, RowPartition) else 2)
    if not 1 <= at <= len(parts):
        rule = f"be a partitioned one, from 1 to {len(parts)}"
        raise RaggedIndexError(broken_rule("axis", rule, axis))
    return to_host(parts[at - 1].row_lengths()).astype(np.int64)


@dataclass(frozen=True)
class Kind:
    """Conversion of a family of dtypes to floats, and the scale and unit of its axis."""

    numbers: Callable[[Array], Array]
    scale: str = "number"  # decides the ticks and limits of the axis
    unit: Callable[[DType], str] = lambda dtype: ""


def _floats(values: Array) -> Array:
    x = values.astype(np.float64)
    x[~(np.abs(x) < LARGEST)] = np.nan  # also inf and NaN, for which the comparison is false
    return x


def _days(times: Array) -> Array:
    """Days since 1970, matplotlib's unit; NaN for NaT and for years outside its calendar."""
    unit = np.datetime_data(times.dtype)[0]
    coarse = unit in ("Y", "M", "W", "D", "generic")
    fine = times.astype("datetime64[D]" if coarse else times.dtype)
    # Whole days and their fraction apart: nanoseconds since 1970 exceed the digits of a float64.
    whole = fine.astype("datetime64[D]")
    days = np.where(np.isnat(whole), np.nan, whole.astype(np.int64).astype(np.float64))
    if not coarse:
        part = (fine - whole.astype(fine.dtype)) / np.timedelta64(1, "D").astype(
            f"timedelta64[{unit}]"
        )
        days = days + np.where(np.isnat(fine), np.nan, part)
    days[~((days > FIRST_DAY) & (days < LAST_DAY))] = np.nan
    return days


def _counts(spans: Array) -> Array:
    return np.where(np.isnat(spans), np.nan, spans.astype(np.int64).astype(np.float64))


def _unit_of(dtype: DType) -> str:
    unit, count = np.datetime_data(dtype)
    return unit if count == 1 else f"{count} {unit}"


KINDS = {
    "b": Kind(lambda flags: flags.astype(np.float64), scale="flag"),
    "i": Kind(_floats),
    "u": Kind(_floats),
    "f": Kind(_floats),
    "M": Kind(_days, scale="date"),
    "m": Kind(_counts, unit=_unit_of),
}


@dataclass(frozen=True, eq=False)
class Cells:
    """The values of rows as floats; NaN for values that cannot be drawn."""

    numbers: Array  # float64[nvals]
    lengths: Array  # int64[nrows]
    scale: str
    unit: str

    @property
    def nrows(self) -> int:
        """The number of rows."""
        return len(self.lengths)

    @cached_property
    def splits(self) -> Array:
        """The row splits, ``int64[nrows + 1]``."""
        return _splits.lengths_to_splits(self.lengths)

    @cached_property
    def rowids(self) -> Array:
        """The row of each value."""
        return _splits.splits_to_rowids(self.splits, self.lengths)

    @cached_property
    def positions(self) -> Array:
        """The position of each value in its row."""
        return _splits.offsets_in_rows(self.splits, self.lengths)

    @cached_property
    def finite(self) -> Array:
        """Which values can be drawn."""
        return ~np.isnan(self.numbers)

    @cached_property
    def not_finite(self) -> int:
        """The number of values that cannot be drawn."""
        return int(np.count_nonzero(~self.finite))

    @property
    def why_blank(self) -> str:
        """The reason, in words, if no value can be drawn."""
        if not self.nrows:
            return "no rows"
        return f"{self.nrows:,} {'row' if self.nrows == 1 else 'rows'} without values to draw"

    @property
    def summary(self) -> str:
        """The numbers of rows and values, and the range of the values, in words."""
        rows = f"{self.nrows:,} {'row' if self.nrows == 1 else 'rows'}"
        values = f"{len(self.numbers):,} {'value' if len(self.numbers) == 1 else 'values'}"
        return f"{rows}, {values} {self.range_text()}"

    def range_text(self) -> str:
        """The least and the greatest finite value in words."""
        low, high = (self.text(f(self.numbers)) for f in (np.nanmin, np.nanmax))
        return f"from {low} to {high}"

    def text(self, number: float) -> str:
        """One number as text, as a date or bool where the values are such."""
        if self.scale == "date":
            moment = np.datetime64(round(number * 86400), "s")
            return str(moment).replace("T00:00:00", "").replace("T", " ")
        if self.scale == "flag":
            return str(bool(number))
        return f"{number:.6g} {self.unit}".rstrip()


def cells_of(rt: Any, name: str = "rt", *, column: int | None = None) -> Cells:
    """Return the values of a ragged tensor with one ragged axis, ready to draw.

    ``column`` selects one of the two items if the values are pairs.
    """
    x = tensor_of(rt, name)
    if x.ragged_rank > 1:
        rule = "have one partitioned axis to plot its values"
        way_out = "rt.merge_dims(0, 1) makes every inner row a row, rt[i] is one of the outer ones"
        raise ValueError(broken_rule(name, rule, x.shape, way_out))
    flat = to_host(x.flat_values)
    if column is not None:
        flat = flat[:, column]
    if flat.ndim > 1:
        rule = "have no inner axes to plot its values"
        way_out = "choose from them with rt[..., 0] or average them with rt.mean(axis=2)"
        raise ValueError(broken_rule(name, rule, x.shape, way_out))
    kind = KINDS.get(flat.dtype.kind)
    if kind is None:
        way_out = COMPLEX_WAY_OUT if flat.dtype.kind == "c" else TEXT_WAY_OUT
        rule = "contain real numbers, bools or dates to plot its values"
        raise TypeError(broken_rule(name, rule, flat.dtype, way_out))
    return Cells(kind.numbers(flat), lengths_of(x), kind.scale, kind.unit(flat.dtype))
