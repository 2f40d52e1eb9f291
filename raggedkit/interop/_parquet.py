"""Parquet files: one, a list or a folder of them, row groups, and batches of rows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from raggedkit._arguments import as_int
from raggedkit.errors import RaggedIndexError, broken_rule
from raggedkit.interop._files import reading

__all__ = ["File", "batch_size_of", "batches", "files_of", "groups_of", "opened", "read"]

_BUFFER = 1 << 20  # bytes of a column that are read at a time for batches


class File(NamedTuple):
    """A file, and the labels that its folder gives to all its rows (``year=2024/part.parquet``)."""

    path: Any
    keys: dict[str, Any]


def files_of(path: Any, pa: Any) -> list[File]:
    """Return the files of a path, a list of paths, or a folder in the order of their names."""
    if isinstance(path, list | tuple):
        if not path:
            raise ValueError(broken_rule("path", "have at least one file", path))
        for one in path:
            if isinstance(one, list | tuple):
                raise TypeError(broken_rule("path", "be a list of paths, not of lists", one))
        return [file for one in path for file in files_of(one, pa)]
    if isinstance(path, str | os.PathLike) and os.path.isdir(path):
        return _in_folder(os.fspath(path), pa)
    if not (isinstance(path, str | os.PathLike) or hasattr(path, "read")):
        rule = "be a path, an open file, a folder or a list of paths"
        raise TypeError(broken_rule("path", rule, path))
    return [File(os.fspath(path) if isinstance(path, os.PathLike) else path, {})]


def _in_folder(folder: Any, pa: Any) -> list[File]:
    import pyarrow.dataset as ds

    with reading(folder, "Parquet", pa):
        found = ds.dataset(folder, format="parquet", partitioning="hive")
        parts = sorted(found.get_fragments(), key=lambda part: str(part.path))
        if not parts:
            raise ValueError(broken_rule("path", "have at least one file", folder))
        return [File(p.path, dict(ds.get_partition_keys(p.partition_expression))) for p in parts]


def opened(path: Any, **options: Any) -> Any:
    """Return an open file whose pages are checked where they have checksums."""
    import pyarrow.parquet as pq

    return pq.ParquetFile(path, page_checksum_verification=True, **options)


def read(file: Any, names: list[str], groups: list[int] | None) -> Any:
    """Return columns of all row groups, or of some; names that only a folder has are left out."""
    names = [n for n in names if n in file.schema_arrow.names]
    if groups is None:
        return file.read(columns=names)
    return file.read_row_groups(groups, columns=names)


def batches(file: File, names: list[str], size: int, pa: Any) -> Iterator[tuple[int, Any]]:
    """Return the batches of a file, each with the position of its first row.

    Without a buffer size, pyarrow reads all bytes of a row group before its first batch. With
    `pre_buffer`, its default, it keeps all bytes of the file until the last batch.
    """
    first = 0
    options = {"buffer_size": _BUFFER, "pre_buffer": False}
    with reading(file.path, "Parquet", pa), opened(file.path, **options) as it:
        names = [n for n in names if n in it.schema_arrow.names]
        for batch in it.iter_batches(size, columns=names):
            yield first, batch
            first += len(batch)


def groups_of(row_groups: Any, count: int, files: int) -> list[int] | None:
    """Return checked positions of row groups, of ``count``; None for all."""
    if row_groups is None:
        return None
    if files > 1:
        way_out = "read one file at a time"
        raise ValueError(broken_rule("row_groups", "be left out for several files", files, way_out))
    try:
        groups = [as_int(g, f"row_groups[{i}]") for i, g in enumerate(row_groups)]
    except TypeError:
        if hasattr(row_groups, "__iter__") and not isinstance(row_groups, str | bytes):
            raise
        rule = "be a list of positions"
        raise TypeError(broken_rule("row_groups", rule, row_groups)) from None
    for i, group in enumerate(groups):
        if not 0 <= group < count:
            rule = f"be from 0 to {count - 1}" if count else "be left out for a file without any"
            raise RaggedIndexError(broken_rule(f"row_groups[{i}]", rule, group))
    return groups


def batch_size_of(value: Any) -> int:
    """Return a positive number of rows."""
    size = as_int(value, "batch_size")
    if size < 1:
        raise ValueError(broken_rule("batch_size", "be positive", size))
    return size
