"""Methods of a table that convert it from and to data frames, and draw it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.plots.tables import TablePlots
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
    def plot(self) -> TablePlots:
        """The plots of this table: ``t.plot.lines(x="lon", y="lat")``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> from matplotlib.figure import Figure
        >>> t = rk.RaggedTable({"lon": [[8.0, 9.0], [7.0]], "lat": [[50.0, 51.0], [48.0]]})
        >>> t.plot.lines(x="lon", y="lat", ax=Figure().subplots())
        <lines of 2 rows, 3 values from 48 to 51>
        """
        plots: TablePlots = import_module("raggedkit.plots.tables").TablePlots(self)
        return plots
