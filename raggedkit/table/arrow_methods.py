"""Methods of a table that convert it from and to Arrow, Awkward and pandas' columns of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["ArrowMethods"]


class ArrowMethods(Storage):
    """`from_arrow`, `to_arrow`, and the methods that Arrow libraries call."""

    __slots__ = ()

    @sections_from("interop.arrow.table_from_arrow")
    @classmethod
    def from_arrow(
        cls,
        obj: Any,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return an Arrow table, or an array of lists of structs, as a ragged table.

        See `raggedkit.interop.arrow.table_from_arrow`.

        Examples
        --------
        >>> import pyarrow as pa, raggedkit as rk
        >>> rk.RaggedTable.from_arrow(pa.table({"x": [[1, 2], []]}))["x"]
        <RaggedTensor [[1, 2], []]>
        """
        from raggedkit.interop import arrow

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return arrow.table_from_arrow(obj, missing_rows=missing_rows, **rules)

    @sections_from("interop.arrow.table_to_arrow")
    def to_arrow(self) -> Any:
        """Return the table as a table of pyarrow: labels of the rows, then columns of lists.

        See `raggedkit.interop.arrow.table_to_arrow`. Libraries that read Arrow take the table
        itself: ``polars.DataFrame(t)``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RaggedTable({"x": [[1, 2], []]}).to_arrow().to_pydict()
        {'x': [[1, 2], []]}
        """
        from raggedkit.interop import arrow

        return arrow.table_to_arrow(self)  # type: ignore[arg-type]

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """Export the table as an array of structs by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_array(self, requested_schema)

    def __arrow_c_schema__(self) -> Any:
        """Export the types of the columns by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_schema(self)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Export the table as a stream of one batch by the Arrow PyCapsule interface."""
        from raggedkit.interop.arrow import _export

        return _export.exported_stream(self, requested_schema)

    @sections_from("interop.awkward.table_from_awkward")
    @classmethod
    def from_awkward(
        cls,
        array: Any,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return an Awkward array of records as a ragged table.

        See `raggedkit.interop.awkward.table_from_awkward`.

        Examples
        --------
        >>> import awkward as ak, raggedkit as rk
        >>> rk.RaggedTable.from_awkward(ak.Array([[{"x": 1}], []]))["x"]
        <RaggedTensor [[1], []]>
        """
        from raggedkit.interop import awkward

        # Any: the overloads depend on the value of `return_mask`.
        rules: Any = {"fill_missing": fill_missing, "return_mask": return_mask}
        return awkward.table_from_awkward(array, missing_rows=missing_rows, **rules)

    @sections_from("interop.awkward.table_to_awkward")
    def to_awkward(self) -> Any:
        """Return the table as an Awkward array of records of lists.

        See `raggedkit.interop.awkward.table_to_awkward`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RaggedTable({"x": [[1, 2], []]}).to_awkward().to_list()
        [{'x': [1, 2]}, {'x': []}]
        """
        from raggedkit.interop import awkward

        return awkward.table_to_awkward(self)  # type: ignore[arg-type]

    @sections_from("interop.pandas.table_from_pandas")
    @classmethod
    def from_pandas(
        cls, df: Any, *, fill_missing: Any = None, missing_rows: str = "raise"
    ) -> RaggedTable:
        """Return a data frame with columns of lists, a line per row, as a ragged table.

        See `raggedkit.interop.pandas.table_from_pandas`; `from_frame` groups a line per item.

        Examples
        --------
        >>> import pandas as pd, raggedkit as rk
        >>> rk.RaggedTable.from_pandas(pd.DataFrame({"x": [[1, 2], []]}))["x"]
        <RaggedTensor [[1, 2], []]>
        """
        from raggedkit.interop import pandas

        table: RaggedTable = pandas.table_from_pandas(
            df, fill_missing=fill_missing, missing_rows=missing_rows
        )
        return table

    @sections_from("interop.pandas.table_to_pandas")
    def to_pandas(self) -> Any:
        """Return the table as a data frame with a line per row and columns of lists.

        See `raggedkit.interop.pandas.table_to_pandas`; `to_frame` returns a line per item.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RaggedTable({"x": [[1, 2], []]}).to_pandas()["x"].list.len().tolist()
        [2, 0]
        """
        from raggedkit.interop import pandas

        return pandas.table_to_pandas(self)  # type: ignore[arg-type]
