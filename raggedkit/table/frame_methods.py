"""Methods of a table that convert it from and to data frames, and draw it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from raggedkit._arguments import as_flag
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.plots.tables import TablePlots

__all__ = ["FrameMethods"]


class FrameMethods(Storage):
    """`from_frame`, `to_frame` and `plot`; their modules are imported on the first call."""

    __slots__ = ()

    @classmethod
    def from_frame(
        cls,
        df: Any,
        by: str | Sequence[str],
        order: str | Sequence[str] | None = None,
        rows: str | Sequence[str] = (),
        *,
        sort: bool = True,
        missing_keys: str = "raise",
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return a table with a row for each distinct key of a data frame.

        Parameters
        ----------
        df
            A DataFrame of pandas or polars, an Arrow table, or a dict from names to arrays of equal
            length. Any object with ``__arrow_c_stream__`` or ``__dataframe__`` is read by pyarrow.
        by
            One or several columns. Lines with equal keys become a row; the keys become labels.
        order
            One or several columns that sort the lines of each row, ascending. By default, and among
            equal values, lines keep the order of the frame.
        rows
            Columns that become labels. They must have one value for each key.
        sort
            Whether rows are in the order of their keys. False keeps the order in which the keys
            first appear.
        missing_keys
            ``"drop"`` leaves out the lines whose key is missing, NaN or NaT; ``"raise"`` refuses
            them.
        fill_missing
            A value for all missing values, also inside of lists, or a dict from names of columns
            to values. It may widen a dtype if all values stay exact.
        return_mask
            Whether to return also where values are missing. Without ``fill_missing`` they are 0, or
            ``""``.
        missing_rows
            With ``"empty"``, missing lists become empty, and a key whose only line is missing, NaN
            or NaT in all columns gets an empty row. This reads what `to_frame` writes with
            ``keep_empty=True``.

        Returns
        -------
        RaggedTable
            The columns of the frame that are neither keys nor labels, in the order of the frame.
            The values are copied. A frame without lines gives a table without rows, of the same
            dtypes.
        (RaggedTable, RaggedTable)
            The table and its mask, with ``return_mask=True``: a table of bools with the same
            columns and labels, True where a value is missing.

        Raises
        ------
        TypeError
            If ``df`` is no data frame, the name of a column is not a string, or a column contains
            anything but numbers, text, bytes, times or lists of these.
        ValueError
            If a value is missing (the error has the count and the first line), a column in
            ``rows`` has two values for a key, times have a time zone, a name is used twice, or
            column names or the index have several levels.
        KeyError
            If there is no column of a name.

        See Also
        --------
        raggedkit.group_by : groups arrays.
        RaggedTable.to_frame : the way back.

        Notes
        -----
        Missing values are NA, None and nulls. NaN in floats and NaT in times of pandas and NumPy
        are values, except in keys and in ``order``. The index of a pandas DataFrame is left out.
        Categories become their values; as keys and in ``order`` they are in their own order, and
        unused categories get no row. A column of lists becomes a column of ragged_rank 2. Lists of
        a fixed size become an inner axis. Objects are accepted if all are text, bytes, times,
        numbers or lists.

        Examples
        --------
        >>> import pandas as pd, raggedkit as rk
        >>> df = pd.DataFrame(
        ...     {"user": ["bob", "ann", "bob"], "ts": [9, 5, 3], "amount": [2.5, 1.0, 4.0]}
        ... )
        >>> t = rk.RaggedTable.from_frame(df, by="user", order="ts")
        >>> t.rows["user"].tolist(), t["amount"]
        (['ann', 'bob'], <RaggedTensor [[1.0], [4.0, 2.5]]>)
        >>> rk.RaggedTable.from_frame(df, by="user", rows="ts")
        Traceback (most recent call last):
            ...
        ValueError: rows must be constant for each key, got ts = 9 and 3 for user = 'bob'; leave \
'ts' out of rows= to make it a column
        """
        make = import_module("raggedkit.table.from_frame").from_frame
        choices = sort, missing_keys, fill_missing, return_mask, missing_rows
        return make(cls, df, by, order, rows, *choices)

    def to_frame(self, frame: str = "pandas", *, keep_empty: bool = False) -> Any:
        """Return a data frame with a line for each item; the labels are repeated.

        Parameters
        ----------
        frame
            ``"pandas"``, ``"polars"`` or ``"arrow"``.
        keep_empty
            Whether an empty row gives a line too, whose columns are missing. By default it gives
            no line.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or pyarrow.Table
            The labels first, then the columns.

        Raises
        ------
        ImportError
            If the library is not installed.
        TypeError
            If the library has no such dtype: complex numbers in polars and Arrow.
        ValueError
            If ``frame`` is any other word, or a time does not fit the units of the library.

        See Also
        --------
        RaggedTable.from_frame : the way back.

        Notes
        -----
        Rows of a column of ragged_rank 2 and inner axes become lists, of a fixed size for inner
        axes in polars and Arrow. In pandas each list is an array, or nested lists. Times get the
        next unit that the library has: days become seconds in pandas. With ``keep_empty=True``,
        integers and bools of pandas become nullable (``Int64``, ``boolean``) if a row is empty,
        and floats have NaN there. NaT becomes null in polars and Arrow.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"amount": [[4.0, 2.5], [], [1.0]]}, rows={"user": [7, 8, 9]})
        >>> t.to_frame()
           user  amount
        0     7     4.0
        1     7     2.5
        2     9     1.0
        >>> t.to_frame(keep_empty=True)
           user  amount
        0     7     4.0
        1     7     2.5
        2     8     NaN
        3     9     1.0
        >>> t.to_frame("R")
        Traceback (most recent call last):
            ...
        ValueError: frame must be 'pandas', 'polars' or 'arrow', got 'R'
        """
        make = import_module("raggedkit.table.to_frame").to_frame
        return make(self, frame, as_flag(keep_empty, "keep_empty"))

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
