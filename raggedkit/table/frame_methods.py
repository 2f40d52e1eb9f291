"""Methods of a table that convert it from and to data frames, and draw it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["FrameMethods"]


class FrameMethods(Storage):
    """`from_frame`, `to_frame` and `plot`; their modules are imported on the first call."""

    __slots__ = ()

    @classmethod
    def from_frame(
        cls,
        df: Any,
        by: str | Sequence[str],
        order: str | None = None,
        rows: Sequence[str] = (),
        *,
        sort: bool = True,
        missing_keys: str = "raise",
    ) -> RaggedTable:
        """Return a table with a row for each distinct key of a data frame."""
        make = import_module("raggedkit.table.from_frame").from_frame
        table: RaggedTable = make(cls, df, by, order, rows, sort, missing_keys)
        return table

    def to_frame(self, frame: str = "pandas", *, keep_empty: bool = False) -> Any:
        """Return a data frame with a line for each item; the labels are repeated."""
        return import_module("raggedkit.table.to_frame").to_frame(self, frame, keep_empty)

    @property
    def plot(self) -> Any:
        """The plots of this table: ``t.plot.lines(x="lon", y="lat")``."""
        return import_module("raggedkit.plots.tables").TablePlots(self)
