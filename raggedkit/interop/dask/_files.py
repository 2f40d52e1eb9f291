"""Parquet files as dask arrays of ragged tensors, one partition per row group, and back."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from raggedkit.errors import MissingValueError, broken_rule
from raggedkit.interop._parquet import opened
from raggedkit.interop.arrow import from_arrow, to_arrow
from raggedkit.interop.dask._blocks import Kind, array_of, is_ragged, key_of
from raggedkit.interop.dask._library import check_pyarrow, library
from raggedkit.interop.parquet import to_parquet as to_file

__all__ = ["from_parquet", "to_parquet"]

_Path = str | os.PathLike[str]


def from_parquet(
    paths: _Path | Iterable[_Path],
    column: str,
    *,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> Any:
    """Return a column of lists of Parquet files as a dask array, one partition per row group.

    Only the footers are read now; they have the number of rows of each row group. A row group is
    read by the task that needs it, this column alone.

    Parameters
    ----------
    paths
        A file, several files, or a folder, whose ``.parquet`` files are read in the order of their
        names. On a cluster each worker must find them under the same path.
    column
        The name of the column.
    fill_missing
        The value for missing ones; by default they are refused when they are read.
    return_mask
        Whether to return also where values are missing.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    dask.array.Array
        ``[n, (d1), ...]``, of ragged tensors.
    (dask.array.Array, dask.array.Array)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    ModuleNotFoundError
        If dask or pyarrow is not installed.
    TypeError
        If the column has no lists, or a type that no tensor has.
    ValueError
        If there are no files, a file has no such column or another type of it than the first file.
        When it is computed: if there are missing values or rows, or a file has changed since.

    Examples
    --------
    >>> import tempfile, raggedkit as rk
    >>> from raggedkit.interop.dask import from_parquet, from_ragged, to_parquet
    >>> folder = tempfile.mkdtemp()
    >>> x = from_ragged(rk.array([[3, 1], [], [5, 9, 2], [6]]), npartitions=2)
    >>> files = to_parquet(x, folder, "amount")
    >>> y = from_parquet(folder, "amount")
    >>> y.chunks[0], y.max().compute()
    ((2, 2), np.int64(9))
    >>> from_parquet(folder, "price")
    Traceback (most recent call last):
        ...
    ValueError: column must be one of 'amount', got 'price'; the file is ...
    """
    dask = library()
    files = _files(paths)
    if not isinstance(column, str):
        raise TypeError(broken_rule("column", "be a string", column))
    rules: dict[str, Any] = {"fill_missing": fill_missing, "missing_rows": missing_rows}
    rules["return_mask"] = return_mask
    metas, groups, counts, stamps = [], [], [], []
    for path in files:
        meta, rows = _footer(path, column, rules)
        metas.append(meta)
        if Kind.of(_first(meta)) != Kind.of(_first(metas[0])):
            rule = f"have the dtype, ragged rank and inner dimensions of {files[0]}"
            raise ValueError(broken_rule(f"column {column!r} of {path}", rule, _shown(meta)))
        groups += [(path, k) for k in range(len(rows))]
        counts += rows
        stamps.append((os.path.getsize(path), os.stat(path).st_mtime_ns))
    first = _first(metas[0])
    kind, name = Kind.of(first), f"ragged-parquet-{dask.tokenize(files, stamps, column, rules)}"
    if not groups:  # no row groups: one partition without rows
        return _split({key_of(name, 0, first.ndim): metas[0]}, name, [0], metas[0])
    layer = {}
    for i, (path, group) in enumerate(groups):
        key = key_of(name, i, first.ndim)
        layer[key] = dask.Task(key, _read, path, group, column, rules, kind, counts[i])
    return _split(layer, name, counts, metas[0])


def _split(layer: dict[Any, Any], name: str, counts: list[int], meta: Any) -> Any:
    """Return the array of a layer, or of a layer of pairs the two arrays of their items."""
    if not isinstance(meta, tuple):
        return array_of(layer, name, counts, meta)
    dask = library()
    pairs = array_of(layer, name, counts, meta[0])
    made = []
    for k, word in enumerate(("values", "missing")):
        keys = {key: (f"{word}-{name}", *key[1:]) for key in layer}
        items = {new: dask.Task(new, _item, dask.TaskRef(key), k) for key, new in keys.items()}
        made.append(array_of(items, f"{word}-{name}", counts, meta[k], (pairs,)))
    return tuple(made)


def _item(pair: tuple[Any, Any], k: int) -> Any:
    return pair[k]


def _first(read: Any) -> Any:
    return read[0] if isinstance(read, tuple) else read


def _shown(meta: Any) -> str:
    kind = Kind.of(_first(meta))
    return f"{kind.dtype}, {kind.ragged_rank} and {kind.inner}"


def _files(paths: _Path | Iterable[_Path]) -> list[str]:
    """Return the paths of files; those of a folder in the order of their names."""
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    files: list[str] = []
    for i, one in enumerate(given):
        try:
            path = Path(one)
        except TypeError:
            raise TypeError(broken_rule(f"paths[{i}]", "be a path", one)) from None
        files += sorted(map(str, path.glob("*.parquet"))) if path.is_dir() else [str(path)]
    if not files:
        raise ValueError(broken_rule("paths", "have one .parquet file or more", paths))
    return files


# ------------------------------------------------------------------ pyarrow
def _footer(path: str, column: str, rules: dict[str, Any]) -> tuple[Any, list[int]]:
    """Return a tensor of no rows, and the number of rows of each row group."""
    check_pyarrow()
    with opened(path) as file:
        schema = file.schema_arrow
        if column not in schema.names:
            rule = f"be one of {', '.join(map(repr, schema.names))}"
            raise ValueError(broken_rule("column", rule, column, f"the file is {path}"))
        groups = file.metadata
        rows = [groups.row_group(k).num_rows for k in range(groups.num_row_groups)]
        none = schema.empty_table()[column]
        return _tensor(none, f"column {column!r} of {path}", rules), rows


def _read(path: str, group: int, column: str, rules: dict[str, Any], kind: Kind, nrows: int) -> Any:
    """Return one row group; raise if the file is not the one whose footer was read."""
    name = f"row group {group} of {path}"
    check_pyarrow()
    with opened(path) as file:
        if group >= file.num_row_groups:
            got = f"{file.num_row_groups} row groups"
            raise ValueError(broken_rule(path, f"have row group {group}, as before", got))
        read = _tensor(file.read_row_group(group, columns=[column])[column], name, rules)
    rt = _first(read)
    kind.check(rt, name)
    if len(rt) != nrows:
        raise ValueError(broken_rule(name, f"have {nrows} rows, as before", len(rt)))
    return read


def _tensor(lists: Any, name: str, rules: dict[str, Any]) -> Any:
    """Return lists as a tensor; an error names where they are from."""
    try:
        return from_arrow(lists, **rules)
    except MissingValueError as error:
        raise MissingValueError(f"{name}: {error}") from error
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from error


def to_parquet(
    x: Any, folder: _Path, column: str = "values", *, compute: bool = True, **options: Any
) -> Any:
    """Write a dask array of ragged tensors as Parquet files, one per partition.

    Parameters
    ----------
    x
        A dask array of ragged tensors.
    folder
        Where the files are written; it is created. The workers of a cluster write, so all of them
        must have it. A file gets its name ``part-00000.parquet`` when it is whole.
    column
        The name of the column.
    compute
        Whether to write now. With False the result is one delayed object, which writes when it is
        computed.
    options
        Passed to ``pyarrow.parquet.write_table``: ``compression="zstd"``.

    Returns
    -------
    list of str
        The paths of the files, in the order of the partitions.

    Raises
    ------
    ModuleNotFoundError
        If dask or pyarrow is not installed.
    TypeError
        If ``x`` is no dask array of ragged tensors, or Arrow has no such dtype.
    ValueError
        If the folder has ``.parquet`` files already: `from_parquet` would read them too.

    Examples
    --------
    >>> import os, tempfile, raggedkit as rk
    >>> from raggedkit.interop.dask import from_ragged, to_parquet
    >>> x = from_ragged(rk.array([[3, 1], [], [5]]), npartitions=2)
    >>> [os.path.basename(path) for path in to_parquet(x, tempfile.mkdtemp(), "amount")]
    ['part-00000.parquet', 'part-00001.parquet']
    """
    dask = library()
    if not is_ragged(x):
        got = x if isinstance(x, dask.Array) else type(x).__name__
        raise TypeError(broken_rule("x", "be a dask array of ragged tensors", got))
    if not isinstance(column, str):
        raise TypeError(broken_rule("column", "be a string", column))
    to_arrow(x._meta)  # raises for a dtype that Arrow does not have
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    there = sorted(path.name for path in place.glob("*.parquet"))
    if there:
        way_out = "write to another folder, or delete them first"
        raise ValueError(broken_rule("folder", "have no .parquet files", there[0], way_out))
    width = max(5, len(str(x.numblocks[0] - 1)))
    write = dask.delayed(_write, pure=True)
    written = [
        write(block, str(place.absolute() / f"part-{i:0{width}}.parquet"), column, options)
        for i, block in enumerate(x.to_delayed().reshape(-1))
    ]
    every = dask.delayed(list)(written)
    return every.compute() if compute else every


def _write(rt: Any, path: str, column: str, options: dict[str, Any]) -> str:
    """Write one partition as one row group. A task that runs twice replaces its own file."""
    to_file(rt, path, column, **{"row_group_size": max(len(rt), 1), **options})
    return path
