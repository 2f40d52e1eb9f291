"""Methods of a table for files and mappings of arrays; libraries load on first use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from
from raggedkit._typing import Array
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["FileMethods"]


class FileMethods(Storage):
    """The methods of `RaggedTable` for Parquet, Feather, and plain arrays by name."""

    __slots__ = ()

    @sections_from("interop.parquet.table_to_parquet")
    def to_parquet(self, path: Any, **options: Any) -> None:
        """Write the table as a Parquet file: labels of the rows, then columns of lists.

        See `raggedkit.interop.parquet.table_to_parquet`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.RaggedTable({"x": [[3, 1], [4]]}).to_parquet(file)
        >>> rk.RaggedTable.from_parquet(file)["x"]
        <RaggedTensor [[3, 1], [4]]>
        """
        from raggedkit.interop import parquet

        parquet.table_to_parquet(self, path, **options)  # type: ignore[arg-type]

    @sections_from("interop.parquet.table_from_parquet")
    @classmethod
    def from_parquet(
        cls,
        path: Any,
        columns: str | Sequence[str] | None = None,
        rows: str | Sequence[str] | None = None,
        *,
        row_groups: Sequence[int] | None = None,
        fill_missing: Any = None,
        missing_rows: str = "raise",
    ) -> RaggedTable:
        """Return a Parquet file, or several, as a ragged table.

        See `raggedkit.interop.parquet.table_from_parquet`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> t = rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
        >>> t.to_parquet(file)
        >>> rk.RaggedTable.from_parquet(file).rows["user"].tolist()
        ['ann', 'bob']
        """
        from raggedkit.interop import parquet

        return parquet.table_from_parquet(
            path,
            columns,
            rows,
            row_groups=row_groups,
            fill_missing=fill_missing,
            missing_rows=missing_rows,
        )

    @sections_from("interop.parquet.table_iter_parquet")
    @classmethod
    def iter_parquet(
        cls,
        path: Any,
        columns: str | Sequence[str] | None = None,
        rows: str | Sequence[str] | None = None,
        batch_size: int = 65_536,
        *,
        fill_missing: Any = None,
        missing_rows: str = "raise",
    ) -> Iterator[RaggedTable]:
        """Return an iterator over the rows of a Parquet file in batches, each a ragged table.

        See `raggedkit.interop.parquet.table_iter_parquet`. Only one batch is in memory.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.RaggedTable({"x": [[3, 1], [4], [7]]}).to_parquet(file)
        >>> [len(some) for some in rk.RaggedTable.iter_parquet(file, batch_size=2)]
        [2, 1]
        """
        from raggedkit.interop import parquet

        return parquet.table_iter_parquet(
            path, columns, rows, batch_size, fill_missing=fill_missing, missing_rows=missing_rows
        )

    @sections_from("interop.feather.table_to_feather")
    def to_feather(self, path: Any, *, compression: str | None = None) -> None:
        """Write the table as a Feather file in one chunk: labels, then columns of lists.

        See `raggedkit.interop.feather.table_to_feather`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.RaggedTable({"x": [[3, 1], [4]]}).to_feather(file, compression="zstd")
        >>> rk.RaggedTable.from_feather(file)["x"]
        <RaggedTensor [[3, 1], [4]]>
        """
        from raggedkit.interop import feather

        feather.table_to_feather(self, path, compression=compression)  # type: ignore[arg-type]

    @sections_from("interop.feather.table_from_feather")
    @classmethod
    def from_feather(
        cls,
        path: Any,
        columns: str | Sequence[str] | None = None,
        rows: str | Sequence[str] | None = None,
        *,
        memory_map: bool = True,
        fill_missing: Any = None,
        missing_rows: str = "raise",
    ) -> RaggedTable:
        """Return a Feather file as a ragged table, as a memory map.

        See `raggedkit.interop.feather.table_from_feather`.

        Examples
        --------
        >>> import os, tempfile
        >>> import raggedkit as rk
        >>> path = os.path.join(tempfile.mkdtemp(), "tracks.feather")
        >>> rk.RaggedTable({"x": [[3, 1], [4]], "y": [[0, 2], [5]]}).to_feather(path)
        >>> rk.RaggedTable.from_feather(path, columns="y")["y"]
        <RaggedTensor [[0, 2], [5]]>
        """
        from raggedkit.interop import feather

        return feather.table_from_feather(
            path,
            columns,
            rows,
            memory_map=memory_map,
            fill_missing=fill_missing,
            missing_rows=missing_rows,
        )

    @sections_from("interop.buffers.table_to_buffers")
    def to_buffers(self) -> dict[str, Array]:
        """Return the table as a dict of plain arrays, for ``numpy.savez``, HDF5 and Zarr.

        See `raggedkit.interop.buffers.table_to_buffers`.

        Examples
        --------
        >>> import os, tempfile
        >>> import numpy as np, raggedkit as rk
        >>> path = os.path.join(tempfile.mkdtemp(), "rows.npz")
        >>> np.savez(path, **rk.RaggedTable({"x": [[3, 1], [4]]}).to_buffers())
        >>> rk.RaggedTable.from_buffers(np.load(path))["x"]
        <RaggedTensor [[3, 1], [4]]>
        """
        from raggedkit.interop import buffers

        return buffers.table_to_buffers(self)  # type: ignore[arg-type]

    @sections_from("interop.buffers.table_from_buffers")
    @classmethod
    def from_buffers(
        cls, mapping: Any, *, rows: slice | None = None, validate: bool = True
    ) -> RaggedTable:
        """Return the table of a mapping of arrays: ``.npz``, a group of HDF5 or Zarr, a dict.

        See `raggedkit.interop.buffers.table_from_buffers`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> held = rk.RaggedTable({"x": [[3, 1], [4]]}).to_buffers()
        >>> rk.RaggedTable.from_buffers(held, rows=slice(1, 2))["x"]
        <RaggedTensor [[4]]>
        """
        from raggedkit.interop import buffers

        return buffers.table_from_buffers(mapping, rows=rows, validate=validate)
