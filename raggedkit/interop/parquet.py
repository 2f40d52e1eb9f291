"""Parquet files of ragged tensors and tables: whole, by row group, in batches, folders of files.

Every page is written with a checksum, and checksums are verified. No pandas metadata is written:
with it, ``pandas.read_parquet`` cannot read columns of lists that an ArrowDtype made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from raggedkit.errors import broken_rule
from raggedkit.interop._columns import (
    Chosen,
    chosen_columns,
    one_column,
    rules_of,
    table_of,
    tensor_of,
    with_keys,
)
from raggedkit.interop._files import pyarrow_for, reading, replacing
from raggedkit.interop._parquet import (
    File,
    batch_size_of,
    batches,
    files_of,
    groups_of,
    opened,
    read,
)
from raggedkit.interop.arrow import table_to_arrow, to_arrow
from raggedkit.ops.joining import concat
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = [
    "from_parquet",
    "iter_parquet",
    "table_from_parquet",
    "table_iter_parquet",
    "table_to_parquet",
    "to_parquet",
]


# ------------------------------------------------------------------ writing
def to_parquet(rt: RaggedTensor, path: Any, column: str = "values", **options: Any) -> None:
    """Write the tensor as a column of lists of a Parquet file.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.
    path
        A path, an address that pyarrow knows (``s3://...``), or a file that is open for writing. A
        local path is written under another name first, so an error leaves the old file unchanged.
    column
        The name of the column.
    **options
        For ``pyarrow.parquet.write_table``: ``row_group_size`` (rows; 1,048,576 by default),
        ``compression`` (``"snappy"`` by default, ``"zstd"``, ``None``), and others. Pages have
        checksums unless ``write_page_checksum=False``.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype: complex numbers, objects, times in hours.
    ValueError
        If a uniform axis has size 0, which a Parquet file cannot store.

    Notes
    -----
    NaT becomes missing, since Arrow has no NaT. Parquet has no times in seconds: datetime64[s]
    comes back in milliseconds.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.parquet")
    >>> rk.array([[3, 1], [], [5]]).to_parquet(path)
    >>> rk.RaggedTensor.from_parquet(path)
    <RaggedTensor [[3, 1], [], [5]]>
    """
    if not isinstance(column, str):
        raise TypeError(broken_rule("column", "be the name of a column", column))
    pa = pyarrow_for("to_parquet")
    _check_sizes(rt, "rt")
    _write(pa.table({column: to_arrow(rt)}), path, options)


def table_to_parquet(table: RaggedTable, path: Any, **options: Any) -> None:
    """Write the table as a Parquet file: labels of the rows, then columns of lists.

    Parameters
    ----------
    table
        The table.
    path, **options
        As for `to_parquet`.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype.
    ValueError
        If a uniform axis has size 0, which a Parquet file cannot store.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "tracks.parquet")
    >>> rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]}).to_parquet(path)
    >>> rk.RaggedTable.from_parquet(path).rows["user"].tolist()
    ['ann', 'bob']
    """
    pyarrow_for("to_parquet")
    for name, column in table._columns.items():
        _check_sizes(column, f"table[{name!r}]")
    for name, labels in table._rows.items():
        if 0 in labels.shape[1:]:
            raise ValueError(_no_size(f"table.rows[{name!r}]", labels.shape))
    _write(table_to_arrow(table), path, options)


def _check_sizes(rt: RaggedTensor, name: str) -> None:
    """Raise for a uniform axis of size 0: pyarrow writes it, and then cannot read the file."""
    if 0 in rt._flat.shape[1:] or any(part._uniform == 0 for part in rt._parts):
        raise ValueError(_no_size(name, rt.shape))


def _no_size(name: str, shape: Any) -> str:
    way_out = "to_buffers and to_feather store it"
    return broken_rule(name, "have no uniform axis of size 0 in a Parquet file", shape, way_out)


def _write(table: Any, path: Any, options: dict[str, Any]) -> None:
    import pyarrow.parquet as pq

    options = {"write_page_checksum": True} | options
    with replacing(path, direct=options.get("filesystem") is not None) as where:
        pq.write_table(table, where, **options)


# ------------------------------------------------------------------ reading a tensor
def from_parquet(
    path: Any,
    column: str | None = None,
    *,
    row_groups: Sequence[int] | None = None,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Any:
    """Return a column of lists of a Parquet file as a ragged tensor.

    Parameters
    ----------
    path
        A path, an open file, a folder of files (read in the order of their names), or a list of
        paths.
    column
        The name of the column. It may be left out if there is one column of lists.
    row_groups
        The row groups to read, by position; all by default. Only for a single file.
    fill_missing, return_mask, missing_rows
        As for `raggedkit.interop.arrow.from_arrow`.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``. Lists of fixed size become uniform axes and inner dimensions if the
        file has the schema of Arrow, as files of pyarrow, pandas and raggedkit have. In other files
        all axes are ragged, and `raggedkit.as_uniform` declares them uniform.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If the file is damaged, a row group does not exist, there are missing values or rows, or
        ``column`` is left out and there are several columns of lists.
    TypeError
        If the column is not one of lists, or has a type that no tensor has.
    ModuleNotFoundError
        If pyarrow is not installed.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.parquet")
    >>> rk.array([[3, 1], [], [5]]).to_parquet(path, row_group_size=2)
    >>> rk.RaggedTensor.from_parquet(path, row_groups=[1])
    <RaggedTensor [[5]]>
    >>> rk.RaggedTensor.from_parquet(path, "amount")
    Traceback (most recent call last):
        ...
    raggedkit.errors.UnknownNameError: column must be one of ['values'], got 'amount'
    """
    pa = pyarrow_for("from_parquet")
    rules = rules_of(fill_missing, return_mask, missing_rows)
    files = files_of(path, pa)
    made = []
    for file in files:
        with reading(file.path, "Parquet", pa), opened(file.path) as it:
            name = one_column(column, it.schema_arrow, pa)
            groups = groups_of(row_groups, it.num_row_groups, len(files))
            found = read(it, [name], groups)
        place = f"rows are counted from the first one of {file.path!r}" if len(files) > 1 else ""
        made.append(tensor_of(found, name, rules, place))
    if return_mask:
        return _joined([rt for rt, _ in made]), _joined([mask for _, mask in made])
    return _joined(made)


def iter_parquet(
    path: Any,
    column: str | None = None,
    batch_size: int = 65_536,
    *,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Iterator[Any]:
    """Return an iterator over the rows of a Parquet file in batches, each a ragged tensor.

    Only one batch is in memory, and about a megabyte of the file. So the file may be larger than
    memory.

    Parameters
    ----------
    path, column
        As for `from_parquet`.
    batch_size
        The number of rows of a batch; the last batch of a file may have fewer.
    fill_missing, return_mask, missing_rows
        As for `raggedkit.interop.arrow.from_arrow`.

    Returns
    -------
    iterator of RaggedTensor
        Tensors ``[batch_size, (d1), ...]``; with ``return_mask=True`` pairs of a tensor and its
        mask. A file without rows has no batch.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If ``batch_size`` is not positive, or during the iteration as `from_parquet`.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.parquet")
    >>> rk.array([[3, 1], [], [5]]).to_parquet(path)
    >>> sum(rt.sum() for rt in rk.RaggedTensor.iter_parquet(path, batch_size=2))
    np.int64(9)
    >>> rk.RaggedTensor.iter_parquet(path, batch_size=0)
    Traceback (most recent call last):
        ...
    ValueError: batch_size must be positive, got 0
    """
    pa = pyarrow_for("iter_parquet")
    size = batch_size_of(batch_size)
    rules = rules_of(fill_missing, return_mask, missing_rows)
    files = files_of(path, pa)
    names = []
    for file in files:  # errors of arguments are raised here, not by the first `next`
        with reading(file.path, "Parquet", pa), opened(file.path) as it:
            names.append(one_column(column, it.schema_arrow, pa))
    return _tensors(files, names, size, rules, pa)


def _tensors(
    files: list[File], names: list[str], size: int, rules: dict[str, Any], pa: Any
) -> Iterator[Any]:
    for file, name in zip(files, names, strict=True):
        for first, batch in batches(file, [name], size, pa):
            place = f"rows are counted from row {first} of {file.path!r}"
            yield tensor_of(pa.Table.from_batches([batch]), name, rules, place)


def _joined(tensors: list[RaggedTensor]) -> Any:
    return tensors[0] if len(tensors) == 1 else concat(tensors, axis=0)


# ------------------------------------------------------------------ reading a table
def table_from_parquet(
    path: Any,
    columns: str | Sequence[str] | None = None,
    rows: str | Sequence[str] | None = None,
    *,
    row_groups: Sequence[int] | None = None,
    fill_missing: Any = None,
    missing_rows: str = "raise",
) -> RaggedTable:
    """Return a Parquet file as a ragged table.

    Parameters
    ----------
    path, row_groups
        As for `from_parquet`. The keys of a folder of folders (``year=2024/...``) become labels.
    columns
        The columns of lists to read; all by default. Lists of fixed size are columns only if they
        are named here.
    rows
        The columns that become labels of the rows; by default all that are not of lists, and those
        of lists of fixed size.
    fill_missing, missing_rows
        As for `raggedkit.interop.arrow.table_from_arrow`.

    Returns
    -------
    RaggedTable
        Columns and labels in the order of the file.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If the file is damaged, a row group does not exist, the columns have different row lengths,
        or there are missing values or rows.
    TypeError
        If a column is not one of lists, or there is none.
    ModuleNotFoundError
        If pyarrow is not installed.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "tracks.parquet")
    >>> t = rk.RaggedTable({"x": [[3, 1], [4]], "y": [[0, 2], [5]]}, rows={"user": ["a", "b"]})
    >>> t.to_parquet(path)
    >>> rk.RaggedTable.from_parquet(path, columns="y")
    <RaggedTable of 2 rows, 3 items; columns y int64; labels user
     row  user  length  y
       0  'a'        2  [0, 2]
       1  'b'        1  [5]>
    """
    pa = pyarrow_for("from_parquet")
    rules = rules_of(fill_missing, False, missing_rows)
    files = files_of(path, pa)
    made = []
    for file in files:
        with reading(file.path, "Parquet", pa), opened(file.path) as it:
            chosen = chosen_columns(columns, rows, it.schema_arrow, file.keys, pa)
            groups = groups_of(row_groups, it.num_row_groups, len(files))
            found = read(it, [*chosen[0], *chosen[1]], groups)
        place = f"rows are counted from the first one of {file.path!r}" if len(files) > 1 else ""
        made.append(table_of(with_keys(found, file.keys, chosen[1], pa), chosen, rules, place))
    return made[0] if len(made) == 1 else RaggedTable.concat(made)


def table_iter_parquet(
    path: Any,
    columns: str | Sequence[str] | None = None,
    rows: str | Sequence[str] | None = None,
    batch_size: int = 65_536,
    *,
    fill_missing: Any = None,
    missing_rows: str = "raise",
) -> Iterator[RaggedTable]:
    """Return an iterator over the rows of a Parquet file in batches, each a ragged table.

    Only one batch is in memory, and about a megabyte of each column of the file.

    Parameters
    ----------
    path, columns, rows, fill_missing, missing_rows
        As for `table_from_parquet`.
    batch_size
        The number of rows of a batch; the last batch of a file may have fewer.

    Returns
    -------
    iterator of RaggedTable
        A file without rows has no batch.

    Raises
    ------
    UnknownNameError
        If there is no such column; the error has the names of all columns.
    ValueError
        If ``batch_size`` is not positive, or during the iteration as `table_from_parquet`.

    Examples
    --------
    >>> import os, tempfile
    >>> import raggedkit as rk
    >>> path = os.path.join(tempfile.mkdtemp(), "tracks.parquet")
    >>> t = rk.RaggedTable({"x": [[3, 1], [4], [7]]}, rows={"user": ["a", "b", "c"]})
    >>> t.to_parquet(path)
    >>> [len(some) for some in rk.RaggedTable.iter_parquet(path, batch_size=2)]
    [2, 1]
    """
    pa = pyarrow_for("iter_parquet")
    size = batch_size_of(batch_size)
    rules = rules_of(fill_missing, False, missing_rows)
    files = files_of(path, pa)
    chosen = []
    for file in files:
        with reading(file.path, "Parquet", pa), opened(file.path) as it:
            chosen.append(chosen_columns(columns, rows, it.schema_arrow, file.keys, pa))
    return _tables(files, chosen, size, rules, pa)


def _tables(
    files: list[File], chosen: list[Chosen], size: int, rules: dict[str, Any], pa: Any
) -> Iterator[RaggedTable]:
    for file, names in zip(files, chosen, strict=True):
        for first, batch in batches(file, [*names[0], *names[1]], size, pa):
            place = f"rows are counted from row {first} of {file.path!r}"
            found = with_keys(pa.Table.from_batches([batch]), file.keys, names[1], pa)
            yield table_of(found, names, rules, place)
