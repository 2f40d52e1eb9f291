"""Methods of a ragged tensor for files and mappings of arrays; libraries load on first use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from raggedkit._docstrings import sections_from
from raggedkit._typing import Array

if TYPE_CHECKING:
    from raggedkit.tensor import RaggedTensor

__all__ = ["FileMethods"]


class FileMethods:
    """The methods of `RaggedTensor` for Parquet, Feather, and plain arrays by name."""

    # Each method imports its library when called: raggedkit itself needs NumPy alone.
    __slots__ = ()

    @sections_from("interop.parquet.to_parquet")
    def to_parquet(self, path: Any, column: str = "values", **options: Any) -> None:
        """Write the tensor as a column of lists of a Parquet file.

        See `raggedkit.interop.parquet.to_parquet`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.array([[3, 1], [], [5]]).to_parquet(file, compression="zstd")
        >>> rk.RaggedTensor.from_parquet(file)
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import parquet

        parquet.to_parquet(self, path, column, **options)  # type: ignore[arg-type]

    @sections_from("interop.parquet.from_parquet")
    @classmethod
    def from_parquet(
        cls,
        path: Any,
        column: str | None = None,
        *,
        row_groups: Sequence[int] | None = None,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return a column of lists of a Parquet file, or of several, as a ragged tensor.

        See `raggedkit.interop.parquet.from_parquet`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.array([[3, 1], [], [5]]).to_parquet(file, "amount")
        >>> rk.RaggedTensor.from_parquet(file, "amount")
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import parquet

        return parquet.from_parquet(
            path,
            column,
            row_groups=row_groups,
            fill_missing=fill_missing,
            return_mask=return_mask,
            missing_rows=missing_rows,
        )

    @sections_from("interop.parquet.iter_parquet")
    @classmethod
    def iter_parquet(
        cls,
        path: Any,
        column: str | None = None,
        batch_size: int = 65_536,
        *,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Iterator[Any]:
        """Return an iterator over the rows of a Parquet file in batches, each a ragged tensor.

        See `raggedkit.interop.parquet.iter_parquet`. Only one batch is in memory.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.array([[3, 1], [], [5]]).to_parquet(file)
        >>> for rt in rk.RaggedTensor.iter_parquet(file, batch_size=2):
        ...     rt
        <RaggedTensor [[3, 1], []]>
        <RaggedTensor [[5]]>
        """
        from raggedkit.interop import parquet

        return parquet.iter_parquet(
            path,
            column,
            batch_size,
            fill_missing=fill_missing,
            return_mask=return_mask,
            missing_rows=missing_rows,
        )

    @sections_from("interop.feather.to_feather")
    def to_feather(
        self, path: Any, column: str = "values", *, compression: str | None = None
    ) -> None:
        """Write the tensor as a column of lists of a Feather file, in one chunk.

        See `raggedkit.interop.feather.to_feather`.

        Examples
        --------
        >>> import io
        >>> import raggedkit as rk
        >>> file = io.BytesIO()
        >>> rk.array([[3, 1], [], [5]]).to_feather(file)
        >>> rk.RaggedTensor.from_feather(file)
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import feather

        feather.to_feather(self, path, column, compression=compression)  # type: ignore[arg-type]

    @sections_from("interop.feather.from_feather")
    @classmethod
    def from_feather(
        cls,
        path: Any,
        column: str | None = None,
        *,
        memory_map: bool = True,
        fill_missing: Any = None,
        return_mask: bool = False,
        missing_rows: str = "raise",
    ) -> Any:
        """Return a column of lists of a Feather file as a ragged tensor, as a memory map.

        See `raggedkit.interop.feather.from_feather`.

        Examples
        --------
        >>> import os, tempfile
        >>> import raggedkit as rk
        >>> path = os.path.join(tempfile.mkdtemp(), "rows.feather")
        >>> rk.array([[3, 1], [], [5]]).to_feather(path, "amount")
        >>> rk.RaggedTensor.from_feather(path, "amount").sum(axis=1)
        array([4, 0, 5])
        """
        from raggedkit.interop import feather

        return feather.from_feather(
            path,
            column,
            memory_map=memory_map,
            fill_missing=fill_missing,
            return_mask=return_mask,
            missing_rows=missing_rows,
        )

    @sections_from("interop.buffers.to_buffers")
    def to_buffers(self) -> dict[str, Array]:
        """Return the tensor as a dict of plain arrays, for ``numpy.savez``, HDF5 and Zarr.

        See `raggedkit.interop.buffers.to_buffers`.

        Examples
        --------
        >>> import os, tempfile
        >>> import numpy as np, raggedkit as rk
        >>> path = os.path.join(tempfile.mkdtemp(), "rows.npz")
        >>> np.savez(path, **rk.array([[3, 1], [], [5]]).to_buffers())
        >>> rk.RaggedTensor.from_buffers(np.load(path))
        <RaggedTensor [[3, 1], [], [5]]>
        """
        from raggedkit.interop import buffers

        return buffers.to_buffers(self)  # type: ignore[arg-type]

    @sections_from("interop.buffers.from_buffers")
    @classmethod
    def from_buffers(
        cls, mapping: Any, *, rows: slice | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Return the tensor of a mapping of arrays: ``.npz``, a group of HDF5 or Zarr, a dict.

        See `raggedkit.interop.buffers.from_buffers`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> held = rk.array([[3, 1], [], [5]]).to_buffers()
        >>> rk.RaggedTensor.from_buffers(held, rows=slice(1, 3))
        <RaggedTensor [[], [5]]>
        """
        from raggedkit.interop import buffers

        return buffers.from_buffers(mapping, rows=rows, validate=validate)
