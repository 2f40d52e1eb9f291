"""Ragged tensors and tables to and from Arrow, with shared memory where Arrow has the dtype.

pyarrow, polars, DuckDB, pandas with Arrow dtypes and others read ``__arrow_c_array__`` and
``__arrow_c_stream__``, which tensors and tables have: ``polars.Series(rt)``, ``pyarrow.array(rt)``.
"""

from __future__ import annotations

from typing import Any, Literal, overload

from raggedkit._missing import Rules
from raggedkit._optional import needed
from raggedkit.interop.arrow._nodes import nodes_of
from raggedkit.interop.arrow._reading import tensor_of_chunks
from raggedkit.interop.arrow._tables import node_of_table, table_from_arrow
from raggedkit.interop.arrow._writing import as_pyarrow, node_of_tensor
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = [
    "from_arrow",
    "table_from_arrow",
    "table_to_arrow",
    "to_arrow",
]


_STRUCT = "rk.RaggedTable.from_arrow(obj) takes the columns of a table"


@overload
def from_arrow(
    obj: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTensor: ...
@overload
def from_arrow(
    obj: Any, *, fill_missing: Any = None, return_mask: Literal[True], missing_rows: str = "raise"
) -> tuple[RaggedTensor, RaggedTensor]: ...
def from_arrow(
    obj: Any, *, fill_missing: Any = None, return_mask: bool = False, missing_rows: str = "raise"
) -> RaggedTensor | tuple[RaggedTensor, RaggedTensor]:
    """Return an Arrow array of lists as a ragged tensor.

    Parameters
    ----------
    obj
        An array or a chunked array of lists (any form of list, nested to any depth), or anything
        with ``__arrow_c_array__`` or ``__arrow_c_stream__``, as a polars Series.
    fill_missing
        The value for missing ones. By default missing values are refused, since a tensor has none.
        NaN is a value; ``fill_missing=float("nan")`` makes it of missing floats.
    return_mask
        Whether to return also where values are missing. Without ``fill_missing`` they are 0, or
        ``""``.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``. Lists of fixed size at the end become inner dimensions. Values and row
        splits share the memory of ``obj``, read-only, where NumPy has the type and ``obj`` is in
        one chunk; bools, dates, text and bytes are copied.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    TypeError
        If ``obj`` is no array of lists, or has a type that no tensor has (decimal, union, map).
    ValueError
        If there are missing values or rows, or times with a time zone; if the array is not valid.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import raggedkit as rk
    >>> rk.RaggedTensor.from_arrow(pa.array([[3, 1], [], [5]]))
    <RaggedTensor [[3, 1], [], [5]]>
    >>> some = pa.array([[3, None], None])
    >>> rk.RaggedTensor.from_arrow(some, fill_missing=-1, missing_rows="empty")
    <RaggedTensor [[3, -1], []]>
    >>> rk.RaggedTensor.from_arrow(pa.array([[3, None]]))
    Traceback (most recent call last):
        ...
    raggedkit.errors.MissingValueError: obj must have no missing values, got 1 of 2, the first at \
obj[0][1]; fill_missing=value replaces them, return_mask=True returns where they are
    """
    rules = Rules(fill_missing, return_mask, missing_rows)
    made: Any = tensor_of_chunks(nodes_of(obj), rules, "obj", _STRUCT)
    return made  # type: ignore[no-any-return]


# ------------------------------------------------------------------ out
def to_arrow(rt: RaggedTensor) -> Any:
    """Return the tensor as an array of pyarrow.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.

    Returns
    -------
    pyarrow.Array
        ``large_list`` (or ``list`` where the row splits are int32) of values; uniform partitions
        and inner dimensions are ``fixed_size_list``. Values and row splits share memory; bools,
        dates, text and bytes are copied. NaT becomes missing, since Arrow has no NaT.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype: complex numbers, objects, times in hours.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.array([[3, 1], [], [5]]).to_arrow().type
    LargeListType(large_list<item: int64>)
    """
    return as_pyarrow(node_of_tensor(rt), _pyarrow("to_arrow needs pyarrow"))


def table_to_arrow(table: RaggedTable) -> Any:
    """Return a ragged table as a table of pyarrow: labels of the rows, then columns of lists.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    pyarrow.Table
        See `to_arrow` for the types.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed.
    TypeError
        If Arrow has no such dtype.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"amount": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
    >>> t.to_arrow().to_pydict()
    {'user': ['ann', 'bob'], 'amount': [[3, 1], [4]]}
    """
    pa = _pyarrow("to_arrow needs pyarrow")
    return pa.Table.from_struct_array(as_pyarrow(node_of_table(table), pa))


def _pyarrow(what: str) -> Any:
    with needed("pyarrow", what, "pip install 'raggedkit[arrow]'"):
        import pyarrow as pa
    return pa
