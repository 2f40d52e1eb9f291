"""Ragged tensors and tables as plain arrays by name: ``.npz``, HDF5 and Zarr groups, any mapping.

A tensor is ``"values"`` and one array for each partitioned axis: ``"row_splits"``,
``"row_splits_1"`` and so on; for an axis that is declared uniform, ``"uniform_rows"`` with the
number of rows and their length. A table has the columns and labels below ``"columns/NAME/"`` and
``"rows/NAME/"``. No format of arrays needs a ragged type for this, and a part of the rows is read
without the rest.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import numpy as np

from raggedkit._arguments import as_flag
from raggedkit._typing import Array
from raggedkit.encodings import check_order
from raggedkit.errors import broken_rule
from raggedkit.interop._encoded import Source, decoded, encoded, whole_number
from raggedkit.partition import RowPartition
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = [
    "from_buffers",
    "table_from_buffers",
    "table_to_buffers",
    "to_buffers",
    "write_group",
]


# ------------------------------------------------------------------ out
def to_buffers(rt: RaggedTensor) -> dict[str, Array]:
    """Return the tensor as a dict of plain arrays, for ``numpy.savez``, HDF5 and Zarr.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.

    Returns
    -------
    dict
        ``"values"``, the flat values, and ``"row_splits"``, ``"row_splits_1"``, ... for each
        partitioned axis, outermost first. An axis that is declared uniform has
        ``"uniform_rows"``, ``"uniform_rows_1"``, ...: the number of rows and their length. Memory
        is shared, read-only. Times, text and bytes become numbers, and ``"values_dtype"`` has
        their dtype: times int64, text uint32 ``[nvals, width]``, bytes uint8 ``[nvals, width]``,
        and text of any width uint8 in UTF-8 with ``"values_splits"``.

    Raises
    ------
    TypeError
        If the values are on a GPU.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.array([[3, 1], [], [5]]).to_buffers()
    {'row_splits': array([0, 2, 2, 3]), 'values': array([3, 1, 5])}
    >>> sorted(rk.array([["a"], []]).to_buffers())
    ['row_splits', 'values', 'values_dtype']
    """
    made: dict[str, Array] = {}
    for k, part in enumerate(rt._parts):
        made |= _of_partition(part, k)
    return made | encoded(rt._flat, "values", "rt")


def table_to_buffers(table: RaggedTable) -> dict[str, Array]:
    """Return the table as a dict of plain arrays, for ``numpy.savez``, HDF5 and Zarr.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    dict
        ``"row_splits"``, which all columns share; ``"columns/NAME/values"`` (and further
        partitions of a column) and ``"rows/NAME/values"`` as for `to_buffers`; ``"names"``, all
        names in order as JSON in UTF-8. In keys, letters other than ASCII and ``/ . %`` of a name
        are written as in addresses of the web: ``%2F``.

    Raises
    ------
    TypeError
        If values are on a GPU.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": [7, 9]})
    >>> list(t.to_buffers())
    ['names', 'row_splits', 'columns/x/values', 'rows/user/values']
    """
    names = {"columns": list(table._columns), "rows": list(table._rows)}
    text = json.dumps(names, ensure_ascii=False).encode("utf-8", "surrogatepass")
    made = {"names": np.frombuffer(text, np.uint8)} | _of_partition(table._partition, 0)
    for name, column in table._columns.items():
        prefix = f"columns/{_key(name)}/"
        for k, part in enumerate(column._parts[1:], 1):
            made |= {prefix + key: array for key, array in _of_partition(part, k).items()}
        made |= encoded(column._flat, f"{prefix}values", f"table[{name!r}]")
    for name, labels in table._rows.items():
        made |= encoded(labels, f"rows/{_key(name)}/values", f"table.rows[{name!r}]")
    return made


def _of_partition(part: RowPartition, k: int) -> dict[str, Array]:
    end = f"_{k}" if k else ""
    if part._uniform is not None:
        return {f"uniform_rows{end}": np.array([part._nrows, part._uniform], part._dtype)}
    return {f"row_splits{end}": part.row_splits()}


def _key(name: str) -> str:
    """Return a name as a key of one level: "." is this group in HDF5, "/" a group inside."""
    return quote(name, safe="", errors="surrogatepass").replace(".", "%2E") or "%"


def write_group(group: Any, obj: RaggedTensor | RaggedTable, **options: Any) -> None:
    """Write a tensor or a table into a group of HDF5 (h5py) or Zarr, with checksums.

    Parameters
    ----------
    group
        A group that is open for writing: ``h5py.File(path, "w")``, ``zarr.open_group(path)``.
    obj
        The tensor or table.
    **options
        For ``group.create_dataset`` of h5py (``compression="gzip"``) or ``group.create_array`` of
        zarr (``chunks=``), for each array.

    Raises
    ------
    TypeError
        If ``group`` is not a group of h5py or zarr, or ``obj`` not a tensor or table.
    ValueError
        If the group has an array of one of these names.

    Notes
    -----
    HDF5 chunks get a fletcher32 checksum, Zarr chunks crc32c (in format 3). With
    ``h5py.File(path, "w", libver="latest")`` the headers of HDF5 have checksums too.

    Examples
    --------
    >>> import os, tempfile
    >>> import h5py, raggedkit as rk
    >>> from raggedkit.interop import buffers
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.h5")
    >>> with h5py.File(path, "w", libver="latest") as file:
    ...     buffers.write_group(file, rk.array([[3, 1], [], [5]]))
    >>> with h5py.File(path) as file:
    ...     rk.RaggedTensor.from_buffers(file, rows=slice(1, 3))
    <RaggedTensor [[], [5]]>
    """
    if isinstance(obj, RaggedTensor):
        arrays = to_buffers(obj)
    elif isinstance(obj, RaggedTable):
        arrays = table_to_buffers(obj)
    else:
        raise TypeError(broken_rule("obj", "be a RaggedTensor or a RaggedTable", obj))
    write = _writer(group, options)
    taken = [name for name in arrays if name in group]
    if taken:
        way_out = "use another group, or delete them first"
        raise ValueError(broken_rule("group", "have no arrays of these names", taken, way_out))
    for name, array in arrays.items():
        write(name, array)


def _writer(group: Any, options: dict[str, Any]) -> Any:
    library = type(group).__module__.partition(".")[0]
    if library == "h5py" and hasattr(group, "create_dataset"):
        checked = {"fletcher32": True, "chunks": True} | options

        def write(name: str, array: Array) -> None:
            # HDF5 has no chunks, and so no checksum, of an array without items.
            group.create_dataset(name, data=array, **(checked if array.size else {}))

    elif library == "zarr" and hasattr(group, "create_array"):
        if "compressors" not in options and getattr(group.metadata, "zarr_format", 2) == 3:
            from zarr.codecs import Crc32cCodec, ZstdCodec

            options = {"compressors": [ZstdCodec(), Crc32cCodec()]} | options

        def write(name: str, array: Array) -> None:
            group.create_array(name, data=np.ascontiguousarray(array), **options)

    else:
        raise TypeError(broken_rule("group", "be a group of h5py or zarr", type(group).__name__))
    return write


# ------------------------------------------------------------------ in
def from_buffers(mapping: Any, *, rows: slice | None = None, validate: bool = True) -> RaggedTensor:
    """Return the tensor of a mapping that `to_buffers` describes, or some of its rows.

    Parameters
    ----------
    mapping
        Anything with arrays by name: a dict, ``numpy.load(path)`` of an ``.npz`` file, a group of
        h5py or zarr.
    rows
        A slice of rows, ``slice(100, 200)``. From a group only their row splits and values are
        read. An ``.npz`` file is read array by array.
    validate
        False skips the check that row splits do not decrease, for mappings that you trust.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]`` in the dtypes of the mapping. Arrays and memory maps are shared; row
        splits that can be written to are copied.

    Raises
    ------
    TypeError
        If ``rows`` is not a slice, or the mapping has something other than arrays.
    ValueError
        If an array is missing, or the arrays do not fit each other.

    Examples
    --------
    >>> import raggedkit as rk
    >>> held = {"values": [3, 1, 4, 5], "row_splits": [0, 2, 2, 4]}
    >>> rk.RaggedTensor.from_buffers(held)
    <RaggedTensor [[3, 1], [], [4, 5]]>
    >>> rk.RaggedTensor.from_buffers(held, rows=slice(1, 3))
    <RaggedTensor [[], [4, 5]]>
    >>> rk.RaggedTensor.from_buffers({"values": [3, 1], "row_splits": [0, 3]})
    Traceback (most recent call last):
        ...
    ValueError: mapping['row_splits'] must end at 2, the number of items that it splits, got 3
    """
    source = _source(mapping)
    (part, first, last), _, _ = _rows_of(source, rows, validate)
    parts, flat = _tensor_of(source, first, last, rows is None, validate)
    return RaggedTensor(flat, (part, *parts))


def table_from_buffers(
    mapping: Any, *, rows: slice | None = None, validate: bool = True
) -> RaggedTable:
    """Return the table of a mapping that `table_to_buffers` describes, or some of its rows.

    Parameters
    ----------
    mapping, rows, validate
        As for `from_buffers`.

    Returns
    -------
    RaggedTable
        Columns and labels in their order.

    Raises
    ------
    TypeError
        If ``rows`` is not a slice, or the mapping has something other than arrays.
    ValueError
        If an array is missing, or the arrays do not fit each other.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"x": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
    >>> rk.RaggedTable.from_buffers(t.to_buffers(), rows=slice(1, 2))
    <RaggedTable of 1 row, 1 item; columns x int64; labels user
     row  user   length  x
       0  'bob'       1  [4]>
    """
    source = _source(mapping)
    names = _table_names(source)
    (part, first, last), start, stop = _rows_of(source, rows, validate)
    columns, labels = {}, {}
    for name in names["columns"]:
        inside = Source(mapping, f"columns/{_key(name)}/")
        more, flat = _tensor_of(inside, first, last, rows is None, validate)
        columns[name] = RaggedTensor(flat, (part, *more))
    for name in names["rows"]:
        inside = Source(mapping, f"rows/{_key(name)}/")
        _check_length(inside, whole_number(inside, "values"), stop, rows is None)
        labels[name] = decoded(inside, "values", start, stop)
    return RaggedTable(columns, rows=labels, partition=part)


def _source(mapping: Any) -> Source:
    of_mappings = ("__getitem__", "__contains__", "keys")
    named = all(hasattr(mapping, name) for name in of_mappings)
    if not named or isinstance(mapping, RaggedTensor | RaggedTable):
        way_out = "as a dict, np.load(path), or a group of h5py or zarr"
        got = type(mapping).__name__
        raise TypeError(broken_rule("mapping", "have arrays by name", got, way_out))
    return Source(mapping)


_Cut = tuple[RowPartition, int, int]  # a partition, and the items of the next level in it


def _rows_of(source: Source, rows: Any, validate: Any) -> tuple[_Cut, int, int]:
    """Return the outermost partition of the wanted rows, and the first and last of them."""
    as_flag(validate, "validate")
    count = _count(source, 0)
    start, stop = 0, count
    if rows is not None:
        if not isinstance(rows, slice):
            way_out = "for other rows, index the result"
            raise TypeError(broken_rule("rows", "be a slice", rows, way_out))
        start, stop, step = rows.indices(count)
        if step != 1:
            way_out = "index the result for others"
            raise ValueError(broken_rule("rows", "be a slice of step 1", rows, way_out))
        stop = max(start, stop)
    return _cut(source, 0, start, stop, rows is None, validate), start, stop


def _tensor_of(
    source: Source, start: int, stop: int, whole: bool, validate: bool
) -> tuple[list[RowPartition], Array]:
    """Return the partitions inside the outermost one, and the values, of some of its items."""
    parts: list[RowPartition] = []
    k = 1
    while f"row_splits_{k}" in source or f"uniform_rows_{k}" in source:
        _check_length(source, _count(source, k), stop, whole, k)
        part, start, stop = _cut(source, k, start, stop, whole, validate)
        parts.append(part)
        k += 1
    _check_length(source, whole_number(source, "values"), stop, whole, k)
    return parts, decoded(source, "values", start, stop)


def _end(k: int) -> str:
    return f"_{k}" if k else ""


def _count(source: Source, k: int) -> int:
    """Return the number of rows of a level, of which only a uniform one is read."""
    uniform = f"uniform_rows{_end(k)}"
    if uniform in source:
        return _uniform(source, uniform)[0]
    splits = f"row_splits{_end(k)}"
    size = source.length(splits)
    if not size:
        raise ValueError(broken_rule(source.shown(splits), "have at least one item", size))
    return size - 1


def _uniform(source: Source, name: str) -> tuple[int, int]:
    numbers = source.integers(name).tolist()
    if len(numbers) != 2 or min(numbers) < 0:
        rule = "be the number of rows and their length"
        raise ValueError(broken_rule(source.shown(name), rule, numbers))
    return numbers[0], numbers[1]


def _cut(source: Source, k: int, start: int, stop: int, whole: bool, validate: bool) -> _Cut:
    """Return the partition of rows ``start`` to ``stop`` of a level, and their items."""
    uniform, name = f"uniform_rows{_end(k)}", f"row_splits{_end(k)}"
    if uniform in source:
        length = _uniform(source, uniform)[1]
        dtype = source.integers(uniform).dtype
        part = RowPartition.from_uniform_row_length(
            length, (stop - start) * length, stop - start, dtype=dtype
        )
        return part, start * length, stop * length
    splits = source.integers(name, start, stop + 1)
    first, last = int(splits[0]), int(splits[-1])
    if (whole and first) or not 0 <= first <= last:
        rule = "start at 0 and not decrease" if whole else "not decrease"
        raise ValueError(broken_rule(source.shown(name), rule, f"{first} to {last}"))
    if validate:
        check_order(splits, source.shown(name))
    return RowPartition.from_row_splits(splits - first if first else splits, validate), first, last


def _check_length(source: Source, count: int, stop: int, whole: bool, k: int = 0) -> None:
    """Raise if rows end after the ``count`` items that they split, or before, if all are read."""
    if stop == count or (stop < count and not whole):
        return
    outer = f"row_splits{_end(k - 1)}" if k else "values"
    rule = f"end at {count}, the number of items that it splits"
    if not k:
        rule = f"have {stop} items, one for each row"
        raise ValueError(broken_rule(source.shown(outer), rule, count))
    raise ValueError(broken_rule(f"mapping[{outer!r}]", rule, stop))


def _table_names(source: Source) -> dict[str, list[str]]:
    text = source.text("names")
    try:
        names = json.loads(text)
        columns, rows = names["columns"], names["rows"]
        sound = all(
            isinstance(n, list) and all(isinstance(x, str) for x in n) for n in (columns, rows)
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        sound = False
    if not sound:
        rule = "be JSON with the names of columns and rows"
        raise ValueError(broken_rule(source.shown("names"), rule, text))
    return {"columns": columns, "rows": rows}
