"""Missing values in the columns of a data frame, by the rules of `RaggedTable.from_frame`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from raggedkit._engines.rows import take_rows
from raggedkit._missing import Rules, refusal
from raggedkit._plan.operands import parts_of, place_of
from raggedkit._typing import Array, Tensor
from raggedkit.interop._column_values import Column, nothing_missing
from raggedkit.interop._nested import by_rules, fills_of
from raggedkit.table.frames import FrameColumn
from raggedkit.tensor import RaggedTensor

__all__ = ["Settled", "Settling"]


class Settled:
    """A column without missing values in the lines that are used.

    Attributes
    ----------
    name, values
        Its name, and its values ``[n, ...]``.
    mask
        Where values were missing, in the rows and axes of ``values``.
    """

    def __init__(self, column: FrameColumn, values: Tensor, mask: Tensor | None) -> None:
        self.name, self.values = column.name, values
        self._column, self._mask = column, mask

    @property
    def mask(self) -> Tensor:
        """Where values were missing."""
        return nothing_missing(self.values) if self._mask is None else self._mask

    def ranks(self) -> Any:
        """Return numbers that are equal where the values are; the values if they have axes."""
        if isinstance(self.values, RaggedTensor) or self.values.ndim > 1:
            return self.values
        # Filled values have other ranks than those of the frame's column.
        if self._mask is None:
            return self._column.ranks[0]
        return FrameColumn.of_values(self.name, self.values).ranks[0]


class Settling:
    """Rules for the missing values of all columns: ``settle(column, lines)``."""

    def __init__(self, rules: Rules, columns: Mapping[str, FrameColumn]) -> None:
        self.rules = rules
        self.fills, self.spelled = fills_of(rules.fill, columns)
        # Set before any column is read, since each is converted once.
        for column in columns.values():
            column.rows = rules.rows

    def __call__(self, column: FrameColumn, lines: Array) -> Settled:
        """Return a column by the rules, which apply to the lines that are used."""
        read = column.read
        if read.missing is None and read.inside is None:
            return Settled(column, read.values, None)
        rules = Rules(self.fills.get(column.name), self.rules.mask, self.rules.rows)
        _check_used(column, read, lines, rules)
        # Missing values in lines that are not used raise no error.
        allowed = Rules(rules.fill, True, "empty")
        if read.missing is not None and not bool(read.missing[lines].any()) and column.has_lists:
            read = read._replace(missing=None)  # the lists of other lines stay as they are
        values, mask = by_rules(read, allowed, repr(column), self.spelled.format(repr(column.name)))
        return Settled(column, values, mask)


def _check_used(column: FrameColumn, read: Column, lines: Array, rules: Rules) -> None:
    """Raise for missing rows and values in these lines that the rules do not allow."""
    # Sorted, so that the first missing one is the first in the frame.
    name, lines = repr(column), np.sort(lines)
    if read.missing is not None:
        gaps = read.missing[lines]
        kind = "rows" if column.has_lists else "values"
        allowed = rules.rows == "empty" if column.has_lists else rules.allow_values
        if not allowed and bool(gaps.any()):
            first = [int(lines[int(gaps.argmax())])]
            raise refusal(kind, name, int(np.count_nonzero(gaps)), len(gaps), first)
    if read.inside is not None and not rules.allow_values:
        inside: Any = read.inside
        ragged = isinstance(inside, RaggedTensor)
        inside = take_rows(inside, lines) if ragged else inside[lines]
        flat = inside._flat if ragged else inside
        if bool(flat.any()):
            place = place_of(parts_of(inside), flat.shape, int(flat.argmax()))
            place[0] = int(lines[place[0]])
            raise refusal("values", name, int(np.count_nonzero(flat)), flat.size, place)
