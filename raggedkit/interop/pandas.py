"""Ragged tensors as pandas Series of lists, and ragged tables as data frames with list columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, overload

import numpy as np

from raggedkit._border import is_missing
from raggedkit._engines.nested import is_nested
from raggedkit._optional import needed
from raggedkit._plan.operands import flat_of
from raggedkit._typing import Array
from raggedkit._xp import readonly
from raggedkit.errors import broken_rule
from raggedkit.interop._column_values import values_of_column
from raggedkit.interop.arrow import to_arrow
from raggedkit.interop.arrow._nodes import Node, nodes_of
from raggedkit.interop.arrow._reading import Rules, tensor_of_chunks, without_missing
from raggedkit.interop.arrow._writing import as_pyarrow, node_of_array
from raggedkit.ops.construct import array as ragged_array
from raggedkit.table import RaggedTable
from raggedkit.table.make_frame import make_frame
from raggedkit.tensor import RaggedTensor

__all__ = ["from_pandas", "table_from_pandas", "table_to_pandas", "to_pandas"]

_INSTALL = "pip install 'raggedkit[data]'"


def _library() -> Any:
    with needed("pandas", "data frames need pandas", _INSTALL):
        import pandas as pd
    return pd


def _pyarrow() -> Any:
    with needed("pyarrow", "lists of pandas need pyarrow", _INSTALL):
        import pyarrow as pa
    return pa


# ------------------------------------------------------------------ out
def to_pandas(rt: RaggedTensor, name: Any = None, index: Any = None) -> Any:
    """Return the tensor as a pandas Series of lists.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.
    name
        The name of the Series.
    index
        Its index, of ``n`` labels; by default 0 to ``n - 1``.

    Returns
    -------
    pandas.Series
        Its dtype is an `ArrowDtype` of lists. Values and row splits share memory, see
        `raggedkit.interop.arrow.to_arrow`; pandas does not write to it.

    Raises
    ------
    ModuleNotFoundError
        If pandas or pyarrow is not installed.
    TypeError
        If Arrow has no such dtype: complex numbers, objects, times in hours; if ``name`` is not
        hashable, or ``index`` no vector.
    ValueError
        If ``index`` has another length, or more than one dimension.

    Examples
    --------
    >>> import raggedkit as rk
    >>> s = rk.array([[3, 1], [], [5]]).to_pandas("scores", index=["a", "b", "c"])
    >>> s.list.len().tolist()
    [2, 0, 1]
    >>> s.dtype
    large_list<item: int64>[pyarrow]
    >>> rk.array([[3, 1], []]).to_pandas(index=["a"])
    Traceback (most recent call last):
        ...
    ValueError: index must have a label for each of the 2 rows, got 1
    """
    pd = _library()
    try:
        hash(name)
    except TypeError:
        raise TypeError(broken_rule("name", "be hashable", name)) from None
    index = None if index is None else _labels_of(index, pd)
    if index is not None and len(index) != len(rt):
        rule = f"have a label for each of the {len(rt)} rows"
        raise ValueError(broken_rule("index", rule, len(index)))
    lists = pd.arrays.ArrowExtensionArray(to_arrow(rt))
    return pd.Series(lists, index=index, name=name, copy=False)


def _labels_of(index: Any, pd: Any) -> Any:
    try:
        return pd.Index(index)
    except (TypeError, ValueError) as error:
        raise type(error)(broken_rule("index", "be a vector of labels", index)) from None


def table_to_pandas(table: RaggedTable) -> Any:
    """Return a ragged table as a data frame with a line per row and columns of lists.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    pandas.DataFrame
        The labels of the rows, then the columns as `to_pandas` returns them. `RaggedTable.to_frame`
        has a line per item.

    Raises
    ------
    ModuleNotFoundError
        If pandas or pyarrow is not installed.
    TypeError
        If Arrow has no dtype of a column.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"amount": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
    >>> t.to_pandas()
      user amount
    0  ann  [3 1]
    1  bob    [4]
    """
    pd, pa = _library(), _pyarrow()
    made: dict[str, Any] = {}
    for name, values in table.rows.items():
        if values.ndim > 1:
            made[name] = pd.arrays.ArrowExtensionArray(as_pyarrow(node_of_array(values, name), pa))
        else:
            made[name] = make_frame({name: values}, "pandas")[name]
    made |= {name: to_pandas(rt) for name, rt in table.columns.items()}
    return pd.DataFrame(made)


# ------------------------------------------------------------------ in
@overload
def from_pandas(
    series: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTensor: ...
@overload
def from_pandas(
    series: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[True],
    missing_rows: str = "raise",
) -> tuple[RaggedTensor, RaggedTensor]: ...
def from_pandas(
    series: Any, *, fill_missing: Any = None, return_mask: bool = False, missing_rows: str = "raise"
) -> RaggedTensor | tuple[RaggedTensor, RaggedTensor]:
    """Return a pandas Series of lists as a ragged tensor.

    Parameters
    ----------
    series
        A Series with an `ArrowDtype` of lists, or of objects that are lists or arrays. Its index
        and name are dropped.
    fill_missing
        The value for missing ones; by default missing values are refused. NaN is a value.
    return_mask
        Whether to return also where values are missing. Without ``fill_missing`` they are 0, or
        ``""``.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``. Lists of Arrow share memory, as in `raggedkit.interop.arrow.from_arrow`;
        objects are copied.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    ModuleNotFoundError
        If pandas is not installed, or pyarrow where it is needed.
    TypeError
        If ``series`` is no Series of lists, or has values that no tensor has.
    ValueError
        If there are missing values or rows, or times with a time zone.

    Examples
    --------
    >>> import pandas as pd, raggedkit as rk
    >>> rk.RaggedTensor.from_pandas(pd.Series([[3, 1], [], [5]]))
    <RaggedTensor [[3, 1], [], [5]]>
    >>> some = pd.Series([[3, None], None])
    >>> rk.RaggedTensor.from_pandas(some, fill_missing=-1, missing_rows="empty")
    <RaggedTensor [[3, -1], []]>
    >>> rk.RaggedTensor.from_pandas(some)
    Traceback (most recent call last):
        ...
    raggedkit.errors.MissingValueError: series must have no missing rows, got 1 of 2, the first at \
series[1]; missing_rows='empty' makes them empty
    """
    rules = Rules(fill_missing, return_mask, missing_rows)
    pd = _library()
    if not isinstance(series, pd.Series):
        way_out = "rk.RaggedTable.from_pandas(df)" if isinstance(series, pd.DataFrame) else ""
        raise TypeError(broken_rule("series", "be a pandas Series", type(series).__name__, way_out))
    made: Any = _lists(series, rules, "series")
    return made  # type: ignore[no-any-return]


def table_from_pandas(
    df: Any, *, fill_missing: Any = None, missing_rows: str = "raise"
) -> RaggedTable:
    """Return a data frame with columns of lists, a line per row, as a ragged table.

    Parameters
    ----------
    df
        The frame. Columns of lists become columns, the others labels of the rows. An index with a
        name becomes labels, too; any other index is dropped.
    fill_missing
        The value for missing ones in all columns and labels; by default they are refused.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTable
        Its columns share one partition, and memory as `from_pandas` has it.

    Raises
    ------
    ModuleNotFoundError
        If pandas is not installed, or pyarrow where it is needed.
    TypeError
        If ``df`` is no DataFrame, or has no column of lists.
    ValueError
        If columns have different row lengths, or there are missing values or rows.

    Examples
    --------
    >>> import pandas as pd, raggedkit as rk
    >>> df = pd.DataFrame({"user": ["ann", "bob"], "amount": [[3, 1], [4]]})
    >>> t = rk.RaggedTable.from_pandas(df)
    >>> t["amount"], t.rows["user"].tolist()
    (<RaggedTensor [[3, 1], [4]]>, ['ann', 'bob'])
    >>> rk.RaggedTable.from_pandas(df[["user"]])
    Traceback (most recent call last):
        ...
    TypeError: df must have a column of lists, got ['user']; \
rk.RaggedTable.from_frame(df, by=...) makes a row for each key
    """
    rules = Rules(fill_missing, False, missing_rows)
    if not isinstance(df, _library().DataFrame):
        raise TypeError(broken_rule("df", "be a pandas DataFrame", type(df).__name__))
    named = [name for name in df.index.names if name is not None]
    df = df.reset_index(level=named) if named else df
    columns: dict[Any, RaggedTensor] = {}
    rows: dict[Any, Array] = {}
    for i, name in enumerate(df.columns):
        column, at = df.iloc[:, i], f"df[{name!r}]"
        if _has_lists(column):
            columns[name] = _lists(column, rules, at)
            continue
        values, missing, _, _ = values_of_column(column, at)
        flat = flat_of(values)  # no column of lists comes here
        rows[name] = readonly(without_missing(flat, missing, [], rules, at))
    if not columns:
        way_out = "rk.RaggedTable.from_frame(df, by=...) makes a row for each key"
        got = [*df.columns]
        raise TypeError(broken_rule("df", "have a column of lists", got, way_out))
    return RaggedTable(columns, rows=rows)


def _has_lists(column: Any) -> bool:
    """Whether a column has rows; lists of one length for all rows are labels with inner axes.

    An empty column of objects may have had lists.
    """
    kind = getattr(column.dtype, "pyarrow_dtype", None)
    if kind is not None:
        while str(kind).startswith("fixed_size_list"):
            kind = kind.value_type
        return "list" in str(kind).partition("<")[0]
    if column.dtype != object:
        return False
    there = column[~_absent(column)]
    return is_nested(there.iloc[0]) if len(there) else not len(column)


def _lists(series: Any, rules: Rules, name: str) -> Any:
    if hasattr(series.dtype, "pyarrow_dtype"):
        chunks = _pyarrow().chunked_array(series.array.__arrow_array__())
        return tensor_of_chunks(nodes_of(chunks), rules, name)
    if series.dtype != object:
        raise TypeError(broken_rule(name, "have lists", str(series.dtype)))
    absent, failed = _absent(series), None
    if not absent.any():
        try:
            return _with_mask(ragged_array(series), rules)
        except (TypeError, ValueError) as error:
            failed = error  # perhaps a missing value, which Arrow has a mark for
    try:
        node = _node_of_objects(series, absent, name)
    except TypeError:
        if failed is None:
            raise
        raise type(failed)(str(failed).replace("obj", name)) from None
    made = tensor_of_chunks([node], rules, name)
    if rules.mask:
        return tuple(rt.with_row_splits_dtype(np.int64) for rt in made)
    return made.with_row_splits_dtype(np.int64)  # as `array` has them


def _absent(series: Any) -> Array:
    """Return which items are missing; pandas marks a missing list also by NaN."""
    absent: Array = series.isna().to_numpy()
    return absent


def _with_mask(rt: RaggedTensor, rules: Rules) -> Any:
    if not rules.mask:
        return rt
    return rt, rt.with_flat_values(np.zeros(rt._flat.shape, dtype=bool))


def _node_of_objects(series: Any, absent: Array, name: str) -> Node:
    """Return lists of objects as an Arrow array, which has a mark for each missing value."""
    pa = _pyarrow()
    rows = series.to_numpy(dtype=object, copy=True)
    rows[absent] = None
    try:
        lists = pa.array(_with_none(rows.tolist()), from_pandas=False)
    except (pa.ArrowException, ValueError) as error:  # ValueError: times with NaT among them
        first = str(error).partition("\n")[0]
        raise TypeError(broken_rule(name, "have lists of values of one kind", first)) from None
    if pa.types.is_null(lists.type):  # no row is there to give its type
        lists = pa.nulls(len(lists), pa.list_(lists.type))
    (node,) = nodes_of(lists)
    return node


def _with_none(items: Iterable[Any]) -> list[Any]:
    """Return nested lists with None for pandas' NA and NaT, which pyarrow does not know."""
    return [
        _with_none(x) if isinstance(x, list | tuple) else None if is_missing(x) else x
        for x in items
    ]
