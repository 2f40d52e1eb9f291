"""The accessor ``t.plot`` of a table: two columns against each other, a line per row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from
from raggedkit.plots import traces
from raggedkit.plots._drawing import Drawing, Texts
from raggedkit.plots._inputs import cells_of
from raggedkit.plots._points import POSITION
from raggedkit.table.named import named
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from raggedkit.table.table import RaggedTable

__all__ = ["TablePlots"]


class TablePlots:
    """The plots of one table: ``t.plot.lines(x="lon", y="lat")``.

    A single column has the plots of a tensor: ``t["speed"].plot.ribbon()``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.RaggedTable({"lat": [[1.5], []]}).plot
    <plots of RaggedTable of 2 rows: lines>
    """

    __slots__ = ("_table",)

    def __init__(self, table: RaggedTable) -> None:
        self._table = table

    def __repr__(self) -> str:
        """Return which table it draws, and how."""
        return f"<plots of RaggedTable of {len(self._table)} rows: lines>"

    @sections_from(Texts)
    def lines(
        self,
        x: str | None = None,
        y: str | None = None,
        *,
        label: str | None = None,
        aggregate: bool | None = None,
        color: Any = None,
        cmap: Any = None,
        title: str | None = None,
        xlabel: str | None = None,
        ylabel: str | None = None,
        ax: Axes | None = None,
    ) -> Drawing:
        """Draw each row as a line: column ``y`` by column ``x``.

        Rows are never joined. A line has a gap where one of the two values is not finite.

        Parameters
        ----------
        x
            The column of the x coordinates; None: the position in the row.
        y
            The column of the y coordinates.
        label
            The row label whose values name the rows, at the ends of up to 20 lines; in a legend if
            there is no room. None: the row numbers.
        aggregate
            Whether to draw the number of points in each cell of a grid, and a few rows as lines;
            by default from 501 rows or 50,001 items on.
        color, cmap
            As for `raggedkit.plots.lines`.

        Returns
        -------
        Drawing
            That of `raggedkit.plots.lines`: ``lines``, a `LineCollection` with one path for each
            row.

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.
        TypeError
            If ``y`` is not given, or a column contains text or complex numbers.
        KeyError
            If there is no such column or row label.
        ValueError
            If a column has several partitioned axes or inner axes.

        Examples
        --------
        >>> import raggedkit as rk
        >>> from matplotlib.figure import Figure
        >>> t = rk.RaggedTable(
        ...     {"lon": [[8.0, 8.5], [], [7.0, 7.5]], "lat": [[50.0, 50.5], [], [48.0, 49.0]]},
        ...     rows={"id": ["a", "b", "c"]},
        ... )
        >>> drawing = t.plot.lines(x="lon", y="lat", label="id", ax=Figure().subplots())
        >>> drawing
        <lines of 3 rows, 4 values from 48 to 50.5; 1 empty row>
        >>> drawing["lines"].get_segments()[2].tolist()
        [[7.0, 48.0], [7.5, 49.0]]
        >>> [name.get_text() for name in drawing["names"]]
        ['a', 'c']
        >>> t.plot.lines(x="long", y="lat")
        Traceback (most recent call last):
            ...
        raggedkit.errors.UnknownNameError: x must be the name of a column, got 'long'; did you mean
        'lon'?
        """
        values = self._column(y, "y")
        along = None if x is None else self._column(x, "x")
        names = None
        if label is not None:
            names = list(named(self._table, label, rows=True, argument="label"))
        # Times have their own label, with the unit.
        across = None if along is not None and along.dtype.kind == "m" else x or POSITION
        up = None if values.dtype.kind == "m" else y
        return traces.lines(
            values,
            along,
            labels=names,
            aggregate=aggregate,
            color=color,
            cmap=cmap,
            title=f"{y} by {x or POSITION}" if title is None else title,
            xlabel=across if xlabel is None else xlabel,
            ylabel=up if ylabel is None else ylabel,
            ax=ax,
        )

    def _column(self, name: Any, argument: str) -> RaggedTensor:
        column: RaggedTensor = named(self._table, name, rows=False, argument=argument)
        cells_of(column, f"t[{name!r}]")  # an error names the column, not rt
        return column
