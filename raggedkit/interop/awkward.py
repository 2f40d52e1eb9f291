"""Ragged tensors and tables to and from Awkward arrays, with shared memory where possible."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, overload

import numpy as np

from raggedkit._missing import Rules
from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import TIMES, native, readonly
from raggedkit.errors import VALUES, broken_rule
from raggedkit.interop._checks import check_on_host, check_partitions
from raggedkit.interop.arrow._nodes import FORMATS, Node, time_format
from raggedkit.interop.arrow._reading import tensor_of_chunks
from raggedkit.interop.arrow._tables import table_of_chunks
from raggedkit.interop.arrow._text import to_utf8
from raggedkit.interop.arrow._writing import raw_bytes, with_inner_axes
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["from_awkward", "table_from_awkward", "table_to_awkward", "to_awkward"]

_STRUCT = "rk.RaggedTable.from_awkward(array) takes the fields of records"
_TEXTS = {"string": "U", "bytestring": "Z"}


@overload
def from_awkward(
    array: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTensor: ...
@overload
def from_awkward(
    array: Any, *, fill_missing: Any = None, return_mask: Literal[True], missing_rows: str = "raise"
) -> tuple[RaggedTensor, RaggedTensor]: ...
def from_awkward(
    array: Any, *, fill_missing: Any = None, return_mask: bool = False, missing_rows: str = "raise"
) -> RaggedTensor | tuple[RaggedTensor, RaggedTensor]:
    """Return an Awkward array of lists as a ragged tensor.

    Parameters
    ----------
    array
        An `awkward.Array` of lists, nested to any depth, of numbers, bools, times, text or bytes.
    fill_missing
        The value for missing ones (an option type); by default missing values are refused.
    return_mask
        Whether to return also where values are missing.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTensor
        ``[n, (d1), ...]``. Numbers, times and offsets share the memory of ``array``, read-only;
        text and bools are copied. Regular axes at the end become inner dimensions.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    ModuleNotFoundError
        If Awkward is not installed.
    TypeError
        If ``array`` is no Awkward array of lists, or has unions or records; `table_from_awkward`
        reads records.
    ValueError
        If there are missing values or rows.

    Examples
    --------
    >>> import awkward as ak, raggedkit as rk
    >>> rk.RaggedTensor.from_awkward(ak.Array([[3, 1], [], [5]]))
    <RaggedTensor [[3, 1], [], [5]]>
    """
    rules = Rules(fill_missing, return_mask, missing_rows)
    made: Any = tensor_of_chunks([_node_of(array)], rules, "array", _STRUCT)
    return made  # type: ignore[no-any-return]


@overload
def table_from_awkward(
    array: Any,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTable: ...
@overload
def table_from_awkward(
    array: Any, *, fill_missing: Any = None, return_mask: Literal[True], missing_rows: str = "raise"
) -> tuple[RaggedTable, RaggedTable]: ...
def table_from_awkward(
    array: Any, *, fill_missing: Any = None, return_mask: bool = False, missing_rows: str = "raise"
) -> RaggedTable | tuple[RaggedTable, RaggedTable]:
    """Return an Awkward array of records as a ragged table.

    Parameters
    ----------
    array
        An `awkward.Array` of lists of records (each field becomes a column), or of records of lists
        (fields without lists become labels of the rows).
    fill_missing
        The value for missing ones in all fields; by default they are refused.
    return_mask
        Whether to return also where values are missing.
    missing_rows
        ``"raise"``, or ``"empty"``: missing lists become empty rows.

    Returns
    -------
    RaggedTable
        Its columns share one partition.
    (RaggedTable, RaggedTable)
        The table and its mask, with ``return_mask=True``: a table of bools with the same columns
        and labels.

    Raises
    ------
    ModuleNotFoundError
        If Awkward is not installed.
    TypeError
        If ``array`` is no Awkward array of records, or has unions.
    ValueError
        If fields have different row lengths, or there are missing values or rows.

    Examples
    --------
    >>> import awkward as ak, raggedkit as rk
    >>> records = ak.Array([[{"x": 1, "y": 2.5}], [], [{"x": 3, "y": 4.5}]])
    >>> rk.RaggedTable.from_awkward(records)["y"]
    <RaggedTensor [[2.5], [], [4.5]]>
    """
    rules = Rules(fill_missing, return_mask, missing_rows)
    made: Any = table_of_chunks([_node_of(array)], rules)
    return made  # type: ignore[no-any-return]


def to_awkward(rt: RaggedTensor) -> Any:
    """Return the tensor as an Awkward array.

    Parameters
    ----------
    rt
        The tensor, ``[n, (d1), ...]``.

    Returns
    -------
    awkward.Array
        Of the same lists. Values and row splits share memory, read-only; text is copied.

    Raises
    ------
    ModuleNotFoundError
        If Awkward is not installed.
    TypeError
        If the values are objects, or on a GPU.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.array([[3, 1], [], [5]]).to_awkward()
    <Array [[3, 1], [], [5]] type='3 * var * int64'>
    """
    ak = _awkward()
    return ak.Array(_layout_of(rt, ak))


def table_to_awkward(table: RaggedTable) -> Any:
    """Return a ragged table as an Awkward array of records of lists.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    awkward.Array
        One record per row: the labels, and the columns as lists.

    Raises
    ------
    ModuleNotFoundError
        If Awkward is not installed.
    TypeError
        If values are objects, or on a GPU.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable({"amount": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
    >>> t.to_awkward().to_list()
    [{'user': 'ann', 'amount': [3, 1]}, {'user': 'bob', 'amount': [4]}]
    """
    ak = _awkward()
    labels = {name: _content_of(array, ak, name) for name, array in table.rows.items()}
    columns = {name: _layout_of(rt, ak) for name, rt in table.columns.items()}
    fields = {**labels, **columns}
    return ak.Array(ak.contents.RecordArray([*fields.values()], [*fields], length=len(table)))


def _awkward() -> Any:
    with needed("awkward", "Awkward arrays need Awkward", "pip install awkward"):
        import awkward as ak
    return ak


# ------------------------------------------------------------------ in
def _node_of(array: Any) -> Node:
    ak = _awkward()
    if not isinstance(array, ak.Array):
        raise TypeError(broken_rule("array", "be an awkward.Array", type(array).__name__))
    if ak.backend(array) != "cpu":
        raise TypeError(broken_rule("array", "be on the CPU", ak.backend(array)))
    return _read(array.layout, ak)


def _read(layout: Any, ak: Any) -> Node:
    """Return a layout of Awkward as an Arrow array, so that one reader has all rules."""
    contents = ak.contents
    kind = layout.parameter("__array__")
    if isinstance(layout, contents.UnmaskedArray):
        return _read(layout.content, ak)
    if isinstance(layout, contents.IndexedArray):
        return _read(layout.project(), ak)
    if layout.is_option:
        if isinstance(layout.content, contents.EmptyArray):  # all are missing
            return Node("n", len(layout), 0, len(layout), (None,))
        bits = isinstance(layout, contents.BitMaskedArray)
        return _masked(layout.to_ByteMaskedArray() if bits else layout.to_ByteMaskedArray(True), ak)
    if kind in _TEXTS:
        return _text(layout, _TEXTS[kind])
    if isinstance(layout, contents.ListOffsetArray):
        offsets = _index(layout.offsets)
        letters = "+l" if offsets.dtype == np.int32 else "+L"
        return _list(letters, layout, (offsets,), ak)
    if isinstance(layout, contents.ListArray):
        starts, stops = _index(layout.starts), _index(layout.stops)
        starts = starts.astype(np.int64, copy=False)
        return _list("+vL", layout, (starts, stops[: len(starts)] - starts), ak)
    if isinstance(layout, contents.RegularArray):
        return _list(f"+w:{layout.size}", layout, (), ak)
    if isinstance(layout, contents.RecordArray):
        fields = tuple(_read(layout[name], ak) for name in layout.fields)
        return Node("+s", len(layout), 0, 0, (None,), fields, tuple(layout.fields), shown="record")
    if isinstance(layout, contents.NumpyArray):
        return _numbers(layout)
    if isinstance(layout, contents.EmptyArray):
        return Node("n", 0, 0, 0, (None,))
    got = str(layout.form.type)
    raise TypeError(broken_rule("array", f"have lists of {VALUES}", got, "convert it first"))


def _index(index: Any) -> Array:
    """Return offsets as int32 or int64; Awkward also has uint32."""
    data = np.asarray(index.data)
    return data if data.dtype in (np.int32, np.int64) else data.astype(np.int64)


def _bytes(array: Array) -> Array:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1)


def _list(letters: str, layout: Any, buffers: tuple[Array, ...], ak: Any) -> Node:
    held = (None, *map(_bytes, buffers))
    inner = (_read(layout.content, ak),)
    return Node(letters, len(layout), 0, 0, held, inner, ("item",), shown=str(layout.form.type))


def _masked(layout: Any, ak: Any) -> Node:
    """Return an array with missing items; the bits of the Arrow format say which are there."""
    valid = np.asarray(layout.mask_as_bool(valid_when=True))[: len(layout)]
    inner = _read(layout.content, ak)
    if inner.offset or inner.nulls:
        raise TypeError(broken_rule("array", "have one option type at each level", "two"))
    bits = np.packbits(valid, bitorder="little")
    nulls = int(np.count_nonzero(~valid))
    return replace(inner, length=len(layout), nulls=nulls, buffers=(bits, *inner.buffers[1:]))


def _text(layout: Any, letters: str) -> Node:
    """Return text: bytes with offsets, or with starts and stops where it was rearranged."""
    layout = layout.to_ListOffsetArray64(True)
    data = np.asarray(layout.content.data)
    held = (None, _bytes(_index(layout.offsets)), _bytes(data))
    return Node(letters, len(layout), 0, 0, held, shown="string")


def _numbers(layout: Any) -> Node:
    data = np.asarray(layout.data)
    node = _flat(np.ascontiguousarray(data).reshape(-1), str(layout.form.type))
    return with_inner_axes(node, data.shape)


def _flat(data: Array, shown: str) -> Node:
    if data.dtype.kind == "b":
        packed = np.packbits(data, bitorder="little")
        return Node("b", len(data), 0, 0, (None, packed), shown=shown)
    times = data.dtype.kind in TIMES
    letters = time_format(data.dtype) if times else FORMATS.get(data.dtype.str[1:])
    if letters is None:
        rule = f"have lists of {VALUES}"
        raise TypeError(broken_rule("array", rule, str(data.dtype), "convert it first"))
    return Node(letters, len(data), 0, 0, (None, _bytes(data)), shown=shown)


# ------------------------------------------------------------------ out
def _layout_of(rt: RaggedTensor, ak: Any) -> Any:
    content = _content_of(rt._flat, ak, "rt")
    check_partitions(rt)
    for part in reversed(rt._parts):
        if part._uniform is not None:
            size = int(part._uniform)
            content = ak.contents.RegularArray(content, size, zeros_length=part._nrows)
        else:
            offsets = ak.index.Index(readonly(part._get_splits()))
            content = ak.contents.ListOffsetArray(offsets, content)
    return content


def _content_of(array: Array, ak: Any, name: str) -> Any:
    """Return an array as a content; its dimensions after the first are regular axes."""
    check_on_host(array, name)
    if array.dtype.kind == "O":
        raise TypeError(broken_rule(name, f"contain {VALUES}", array.dtype))
    flat = readonly(native(np.ascontiguousarray(array).reshape(-1)))
    content = _words(flat, ak, name) if flat.dtype.kind in "USTa" else ak.contents.NumpyArray(flat)
    for k in range(array.ndim - 1, 0, -1):
        length = int(np.prod(array.shape[:k], dtype=np.int64))
        content = ak.contents.RegularArray(content, array.shape[k], zeros_length=length)
    return content


def _words(flat: Array, ak: Any, name: str) -> Any:
    kind, letter = ("bytestring", "byte") if flat.dtype.kind == "S" else ("string", "char")
    if kind == "string":
        offsets, data = to_utf8(flat, name)
    else:
        offsets, data = raw_bytes(flat)
    inner = ak.contents.NumpyArray(data, parameters={"__array__": letter})
    index = ak.index.Index64(offsets)
    return ak.contents.ListOffsetArray(index, inner, parameters={"__array__": kind})
