"""Feather files (Arrow IPC) of ragged tensors and tables, read as memory maps without a copy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from raggedkit._arguments import as_flag
from raggedkit.errors import broken_rule
from raggedkit.interop._columns import (
    chosen_columns,
    one_column,
    rules_of,
    table_of,
    tensor_of,
)
from raggedkit.interop._files import pyarrow_for, reading, replacing
from raggedkit.interop.arrow import table_to_arrow, to_arrow
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["from_feather", "table_from_feather", "table_to_feather", "to_feather"]


def to_feather(
    rt: RaggedTensor, path: Any, column: str = "values", *, compression: str | None = None
) -> None:
    """Write the tensor as a column of lists of a Feather file, in one chunk.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.
    path
        A path, or a file that is open for writing. A local path is written under another name
        first, so an error leaves the old file unchanged, and tensors that are memory maps of it.
    column
        The name of the column.
    compression
        None, ``"lz4"`` or ``"zstd"``. Only a file without compression can be used as a memory map.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype: complex numbers, objects, times in hours.
    ValueError
        If ``compression`` is another word.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.feather")
    >>> rk.array([[3, 1], [], [5]]).to_feather(path)
    >>> rk.RaggedTensor.from_feather(path)
    <RaggedTensor [[3, 1], [], [5]]>
    """
    if not isinstance(column, str):
        raise TypeError(broken_rule("column", "be the name of a column", column))
    pa = pyarrow_for("to_feather")
    _write(pa.table({column: to_arrow(rt)}), path, compression, pa)


def table_to_feather(table: RaggedTable, path: Any, *, compression: str | None = None) -> None:
    """Write the table as a Feather file in one chunk: labels of the rows, then columns of lists.

    Parameters
    ----------
    table
        The table.
    path, compression
        As for `to_feather`.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype.
    ValueError
        If ``compression`` is another word.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "tracks.feather")
    >>> rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]}).to_feather(path)
    >>> rk.RaggedTable.from_feather(path)["x"]
    <RaggedTensor [[3, 1], [4]]>
    """
    pa = pyarrow_for("to_feather")
    _write(table_to_arrow(table), path, compression, pa)


def _write(table: Any, path: Any, compression: Any, pa: Any) -> None:
    if compression not in (None, "lz4", "zstd"):
        rule = "be None, 'lz4' or 'zstd'"
        raise ValueError(broken_rule("compression", rule, compression))
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with (
        replacing(path) as where,
        pa.ipc.new_file(where, table.schema, options=options) as writer,
    ):
        # One chunk: pyarrow's own write_feather makes one of each 65,536 rows, which a reader
        # must copy to join.
        writer.write_table(table, max_chunksize=max(1, len(table)))


# ------------------------------------------------------------------ reading
def from_feather(
    path: Any,
    column: str | None = None,
    *,
    memory_map: bool = True,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Any:
    """Return a column of lists of a Feather file as a ragged tensor, by default as a memory map.

    Parameters
    ----------
    path
        A path, or an open file. Files of Arrow IPC by other libraries are read too.
    column
        The name of the column. It may be left out if there is one column of lists.
    memory_map
        Whether the values and the row splits stay in the file, and are read as they are used. This
        needs a file without compression, in one chunk, as `to_feather` writes it; other files are
        copied to memory. For a file with compression, False reads only the columns that are used.
    fill_missing, return_mask, missing_rows
        As for `raggedkit.interop.arrow.from_arrow`.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``, read-only. Lists of fixed size become uniform axes and inner dimensions.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If the file is damaged, there are missing values or rows, or ``column`` is left out and
        there are several columns of lists.
    TypeError
        If the column is not one of lists, or has a type that no tensor has.
    ModuleNotFoundError
        If pyarrow is not installed.

    Notes
    -----
    Do not write into a file that is in use as a memory map: the tensor would change, and the system
    ends a process that reads behind the end of a file. `to_feather` to the same path is safe, since
    it makes a new file.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.feather")
    >>> rk.array([[3, 1], [], [5]]).to_feather(path)
    >>> rt = rk.RaggedTensor.from_feather(path)
    >>> rt[2], rt.flat_values.flags.writeable
    (array([5]), False)
    """
    pa = pyarrow_for("from_feather")
    rules = rules_of(fill_missing, return_mask, missing_rows)
    with reading(path, "Feather", pa):
        with _reader(path, False, None, pa) as seen:
            name = one_column(column, seen.schema, pa)
        found = _read(path, [name], memory_map, pa)
    return tensor_of(found, name, rules)


def table_from_feather(
    path: Any,
    columns: str | Sequence[str] | None = None,
    rows: str | Sequence[str] | None = None,
    *,
    memory_map: bool = True,
    fill_missing: Any = None,
    missing_rows: str = "raise",
) -> RaggedTable:
    """Return a Feather file as a ragged table, by default as a memory map.

    Parameters
    ----------
    path, memory_map
        As for `from_feather`.
    columns, rows, fill_missing, missing_rows
        As for `raggedkit.interop.parquet.table_from_parquet`.

    Returns
    -------
    RaggedTable
        Columns and labels in the order of the file.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If the file is damaged, the columns have different row lengths, or there are missing values
        or rows.
    TypeError
        If a column is not one of lists, or there is none.
    ModuleNotFoundError
        If pyarrow is not installed.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "tracks.feather")
    >>> rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]}).to_feather(path)
    >>> rk.RaggedTable.from_feather(path).rows["user"].tolist()
    ['ann', 'bob']
    """
    pa = pyarrow_for("from_feather")
    rules = rules_of(fill_missing, False, missing_rows)
    with reading(path, "Feather", pa):
        with _reader(path, False, None, pa) as seen:
            chosen = chosen_columns(columns, rows, seen.schema, {}, pa)
        found = _read(path, [*chosen[0], *chosen[1]], memory_map, pa)
    return table_of(found, chosen, rules, "")


def _read(path: Any, names: list[str], memory_map: Any, pa: Any) -> Any:
    """Return the named columns, without reading the bytes of others."""
    mapped = as_flag(memory_map, "memory_map")
    if mapped and not hasattr(path, "read"):
        # With `included_fields` pyarrow copies the columns, of a memory map too.
        with _reader(path, True, None, pa) as reader:
            return reader.read_all().select(names)
    with _reader(path, False, None, pa) as seen:
        places = sorted(seen.schema.get_field_index(name) for name in names)
    options = pa.ipc.IpcReadOptions(included_fields=places)
    with _reader(path, False, options, pa) as reader:
        return reader.read_all()


def _reader(path: Any, memory_map: bool, options: Any, pa: Any) -> Any:
    """Return an open file of Arrow IPC; buffers keep a memory map open after it is closed."""
    if isinstance(path, str | os.PathLike):
        name = os.fspath(path)
        source = pa.memory_map(name) if memory_map else pa.OSFile(name)
    elif hasattr(path, "read"):
        source = path
    else:
        raise TypeError(broken_rule("path", "be a path or an open file", path))
    return pa.ipc.open_file(source, options=options)
