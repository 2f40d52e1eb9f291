"""Construction of ragged tensors from nested lists, arrays, Series and iterators."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Literal, overload

from raggedkit._arguments import as_count
from raggedkit._border import is_missing
from raggedkit._engines.lists import from_lists
from raggedkit._engines.nested import CONTAINERS, Nest, cast, is_nested, one_kind, plain
from raggedkit._engines.shortcuts import listed_at_once
from raggedkit._typing import Array, DType, DTypeLike, TensorLike
from raggedkit._xp import INT64, array_namespace, as_array, as_dtype, host_namespace, is_array
from raggedkit.encodings import index_dtype
from raggedkit.errors import MissingValueError, broken_rule, shown
from raggedkit.partition import RowPartition
from raggedkit.sparse_tensor import SparseTensor
from raggedkit.tensor import RaggedTensor

__all__ = ["array", "constant"]


def constant(
    pylist: TensorLike,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = INT64,
) -> Any:
    """Return a nested list as a ragged tensor.

    Parameters
    ----------
    pylist
        Nested lists, tuples, ranges and arrays, with all values at the same depth ``K``.
    dtype
        The dtype of the values; by default NumPy's choice (float64 if there are no values).
    ragged_rank
        The number of ragged axes; by default all but the outermost (``K - 1``, minus the length of
        ``inner_shape``).
    inner_shape
        The sizes of the axes inside the ragged ones; by default taken from ``pylist``.
    row_splits_dtype
        int32 or int64.

    Returns
    -------
    RaggedTensor or array
        An array if no axis is ragged: for a flat list, or with ``ragged_rank=0``.

    Raises
    ------
    TypeError
        If a value does not fit ``dtype``, or is not a number, text or bytes (the error names its
        position); if the values do not have ``inner_shape``.
    ValueError
        If values have different depths or kinds (the error names the positions), or
        ``ragged_rank`` and ``inner_shape`` do not match the list.

    See Also
    --------
    array : also accepts object arrays, Series of lists and iterators; keeps inner axes uniform.

    Notes
    -----
    After TensorFlow's ``tf.ragged.constant``, with NumPy's dtypes: ints become int64, floats
    float64. An empty list is an empty row.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rk.ragged.constant([[1, 2], [3], [4, 5, 6]])
    <RaggedTensor [[1, 2], [3], [4, 5, 6]]>
    >>> rk.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1).shape
    TensorShape([2, None, 2])
    >>> rk.ragged.constant([[], []]).dtype
    dtype('float64')
    >>> rk.ragged.constant([[1], [[2]]])
    Traceback (most recent call last):
        ...
    ValueError: pylist must contain all values at one depth, got 1 at pylist[0][0] and \
[2] at pylist[1][0]
    """
    if isinstance(pylist, RaggedTensor):
        raise TypeError(broken_rule("pylist", "be a nested list", pylist, "it is ragged already"))
    kind = INT64
    if row_splits_dtype is not INT64:
        kind = index_dtype(row_splits_dtype, "row_splits_dtype")
    inner = None if inner_shape is None else _inner_shape(inner_shape)
    wanted = None if dtype is None else as_dtype(dtype)
    if ragged_rank is None and inner is None:
        rows = listed_at_once(pylist, wanted, kind)
        if rows is not None:
            return rows
    if ragged_rank is not None:
        ragged_rank = as_count(ragged_rank, "ragged_rank", "be an int")
    return from_lists(pylist, wanted, ragged_rank, inner, kind, "pylist")


@overload
def array(
    obj: Any,
    dtype: DTypeLike | None = None,
    *,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTensor: ...
@overload
def array(
    obj: Any,
    dtype: DTypeLike | None = None,
    *,
    fill_missing: Any = None,
    return_mask: Literal[True],
    missing_rows: str = "raise",
) -> tuple[RaggedTensor, RaggedTensor]: ...
def array(
    obj: Any,
    dtype: DTypeLike | None = None,
    *,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> RaggedTensor | tuple[RaggedTensor, RaggedTensor]:
    """Return anything that has rows as a ragged tensor; the main entry point.

    Parameters
    ----------
    obj
        A nested list; a list of arrays (their inner axes stay uniform if the sizes are equal); an
        object array or a pandas Series of lists or arrays; an Arrow array of lists, as a polars
        Series or a column of a table; an Awkward array; a nested tensor of PyTorch; a ragged tensor
        of TensorFlow; a variable-length dataset of h5py; an iterator of rows; a dense array of two
        dimensions or more, which is read whole from a file; a sparse tensor; a ragged tensor.
    dtype
        The dtype of the values; by default NumPy's choice, and arrays keep theirs.
    fill_missing
        The value for missing ones: None, pandas' NA, nulls, masked items. By default they are
        refused, since a tensor has none. NaN in floats and NaT in times are values. It may widen
        the dtype if all other values stay exact.
    return_mask
        Whether to return also where values are missing. Without ``fill_missing`` they are 0, or
        ``""``.
    missing_rows
        ``"raise"``, or ``"empty"``: missing rows become empty rows.

    Returns
    -------
    RaggedTensor
        Axis 1 is ragged. Further axes are ragged if the rows differ in their size.
    (RaggedTensor, RaggedTensor)
        The tensor and its mask, True at missing values, with ``return_mask=True``.

    Raises
    ------
    TypeError
        If ``obj`` is not a container of rows, or has values other than numbers, text, bytes and
        times; if a value does not fit ``dtype``.
    ValueError
        If ``obj`` has values in place of rows, values at different depths, or text and numbers
        together; the error names the positions. If values or rows are missing; the error has their
        count and the first position.

    See Also
    --------
    constant : TensorFlow's function, which makes every axis ragged.
    RaggedTensor.from_row_lengths : from flat values and an encoding of the rows.

    Examples
    --------
    >>> import numpy as np, raggedkit as rk
    >>> rk.array([[1, 2], [], [3]])
    <RaggedTensor [[1, 2], [], [3]]>
    >>> rk.array([np.zeros((2, 3)), np.ones((1, 3))]).shape
    TensorShape([2, None, 3])
    >>> rk.array(line.split() for line in ["so it goes", "", "on"])
    <RaggedTensor [['so', 'it', 'goes'], [], ['on']]>
    >>> rk.array([[1, None], None], fill_missing=0, missing_rows="empty")
    <RaggedTensor [[1, 0], []]>
    >>> rk.array([1, 2, 3])
    Traceback (most recent call last):
        ...
    ValueError: obj must contain rows, got 1 at obj[0]; one row alone is obj=[[...]]
    """
    usual = type(missing_rows) is str and missing_rows == "raise"
    if fill_missing is not None or return_mask is not False or not usual:
        from raggedkit._missing import Rules
        from raggedkit.interop import _nested

        rules = Rules(fill_missing, return_mask, missing_rows)
        wanted = None if dtype is None else as_dtype(dtype)
        made: Any = _nested.array_by_rules(obj, wanted, rules)
        return made
    try:
        return array_without_rules(obj, dtype)
    except MissingValueError as error:
        raise _counted_in_all(obj, error) from None


def _counted_in_all(obj: Any, error: MissingValueError) -> MissingValueError:
    """Return an error that counts in all rows, not only in the first array that has a gap."""
    if error.door is None and not isinstance(obj, Iterator):
        from raggedkit._missing import Rules
        from raggedkit.interop import _nested

        try:
            _nested.array_by_rules(obj, None, Rules())
        except MissingValueError as whole:
            return whole.allowed_by("obj")
        except (TypeError, ValueError):
            pass
    return error.allowed_by("obj")


def array_without_rules(obj: Any, dtype: DTypeLike | None = None) -> RaggedTensor:
    """Return what `array` returns; its errors name no arguments that allow missing values."""
    if isinstance(obj, RaggedTensor):
        return obj if dtype is None else recast(obj, as_dtype(dtype))
    if isinstance(obj, SparseTensor):
        try:
            return array_without_rules(RaggedTensor.from_sparse(obj), dtype)
        except ValueError as error:
            raise ValueError(str(error).replace("st_input", "obj", 1)) from None
    wanted = None if dtype is None else as_dtype(dtype)
    listed = listed_at_once(obj, wanted, INT64)
    if listed is not None:
        return listed
    if hasattr(obj, "groupby") or hasattr(obj, "ngroups") or hasattr(obj, "tocsr"):
        _refuse_table(obj)
    if hasattr(obj, "layout") and hasattr(obj, "behavior"):  # an Awkward array
        rt = RaggedTensor.from_awkward(obj)
        return rt if wanted is None else recast(rt, wanted)
    if getattr(obj, "is_nested", False) is True or hasattr(obj, "nested_row_splits"):
        is_torch = hasattr(obj, "is_nested")  # else TensorFlow
        rt = RaggedTensor.from_torch(obj) if is_torch else RaggedTensor.from_tensorflow(obj)
        return rt if wanted is None else recast(rt, wanted)
    if hasattr(obj, "__arrow_c_array__") or hasattr(obj, "__arrow_c_stream__"):
        from raggedkit.interop.arrow._export import lists_of

        rt = lists_of(obj)
        if rt is not None:
            return rt if wanted is None else recast(rt, wanted)
    vlen = _vlen_of(obj)
    if vlen is not None:
        obj = obj[()]  # 100,000 rows one by one take 54 s, at once 0.4 s
        wanted = vlen if wanted is None and not obj.size else wanted
    shape = getattr(obj, "shape", ())  # of a class it is a descriptor
    if hasattr(obj, "__array__") and isinstance(shape, tuple) and len(shape) > 1:  # a frame too
        obj = as_array(obj)
    if is_array(obj) and obj.dtype.kind != "O":
        if obj.ndim < 2:
            way_out = "one row alone is obj=[[...]]"
            raise ValueError(broken_rule("obj", "have at least 2 dimensions", obj.ndim, way_out))
        rt = RaggedTensor.from_tensor(obj)
        return rt if wanted is None else recast(rt, wanted)
    rows = _rows(obj)
    if rows and all(is_array(r) and r.ndim >= 1 for r in rows) and one_kind(rows):
        rt = _from_arrays(plain(rows))
        if rt._flat.dtype.kind == "T":
            rt = rt.with_flat_values(_plain_text(rows, rt._flat))
        return rt if wanted is None else recast(rt, wanted)
    nest = Nest(rows, "obj", wanted)
    if nest.depth < 2:
        if not nest.has_values:
            part = RowPartition._of_lengths(as_array([], dtype=INT64))
            return RaggedTensor._make(nest.values(wanted), (part,))
        way_out = "one row alone is obj=[[...]]"
        if isinstance(rows[0], str | bytes):
            way_out += ", rk.strings.split(obj) makes a row of the words of each text"
        raise ValueError(f"obj must contain rows, got {shown(rows[0])} at obj[0]; {way_out}")
    parts = [
        RowPartition._of_lengths(as_array(lengths, dtype=INT64))
        for lengths in nest.lengths_of(nest.depth - 1)
    ]
    return RaggedTensor._make(nest.values(wanted), tuple(parts))


def _vlen_of(obj: Any) -> DType | None:
    """Return the dtype of the values of a dataset of h5py whose items are arrays, else None."""
    dtype = getattr(obj, "dtype", None)
    if getattr(dtype, "kind", "") != "O" or is_array(obj):
        return None
    inside = (getattr(dtype, "metadata", None) or {}).get("vlen")
    return inside if hasattr(inside, "kind") else None  # `str` for text


def _refuse_table(obj: Any) -> None:
    """Raise for a data frame of mixed columns, its groups, and a sparse matrix."""
    kinds = [str(dtype) for dtype in getattr(obj, "dtypes", ())] if hasattr(obj, "columns") else []
    if hasattr(obj, "ngroups"):
        way_out = "rk.RaggedTable.from_frame(df, by=...) makes a row of each group"
        raise TypeError(broken_rule("obj", "contain rows", type(obj).__name__, way_out))
    if hasattr(obj, "tocsr"):  # whose length is an error of SciPy
        way_out = (
            "RaggedTensor.from_scipy(m) takes the values, "
            "from_scipy(m, return_columns=True) the columns, too: the neighbours in a graph"
        )
        raise TypeError(broken_rule("obj", "contain rows", type(obj).__name__, way_out))
    if len(set(kinds)) > 1 and not {"object", "str"}.isdisjoint(kinds):
        way_out = "rk.RaggedTable.from_frame(df, by=...) makes a row for each key"
        raise ValueError(broken_rule("obj", "have columns of one kind", kinds, way_out))


def _rows(obj: Any) -> list[Any]:
    if isinstance(obj, str | bytes | dict) or not isinstance(obj, Iterable):
        way_out = "give a list of lists"
        if isinstance(obj, dict):
            way_out = "rk.RaggedTable(obj) has columns by name"
        raise TypeError(broken_rule("obj", "contain rows", obj, way_out))
    if hasattr(obj, "tolist") and hasattr(obj, "index") and not is_array(obj):
        rows = list(obj.tolist())  # a pandas Series, an Arrow array: its own elements
    else:
        rows = list(obj)
    if set(map(type, rows)) <= {*CONTAINERS, host_namespace.ndarray}:
        return rows
    missing = [i for i, row in enumerate(rows) if _is_no_row(row)]
    if missing:
        raise _missing_rows(rows, missing)
    return [_row(r, i) for i, r in enumerate(rows)]


def _missing_rows(rows: list[Any], missing: list[int]) -> MissingValueError:
    if len(missing) < len(rows) and not any(map(is_nested, rows)):  # a single row of numbers
        return MissingValueError.of(len(missing), len(rows), missing[:1], name="obj")
    return MissingValueError.of(len(missing), len(rows), missing[:1], name="obj", kind="rows")


def _plain_text(rows: list[Any], flat: Array) -> Array:
    """Return text without a marker for missing values; the error names the row of one."""
    try:
        return as_array(flat)
    except MissingValueError:
        for i, row in enumerate(rows):
            _row(row, i)
        raise


def _is_no_row(row: Any) -> bool:
    """Whether a row is missing; pandas marks one by NaN."""
    return is_missing(row) or (isinstance(row, float) and row != row)


def _row(row: Any, i: int) -> Any:
    """Return arrays of other libraries as NumPy arrays, lazy rows as lists, others unchanged."""
    if isinstance(row, RaggedTensor):
        return row
    if type(row) is host_namespace.ndarray and row.dtype.kind not in "OT":
        return row
    if is_array(row) or (is_nested(row) and hasattr(row, "__array__")):
        try:
            array = as_array(row)
        except MissingValueError as error:
            raise error.inside(i).named("obj") from None
        return row if array.dtype.kind == "O" else array
    return list(row) if _is_lazy(row) and not is_nested(row) else row


def _is_lazy(row: Any) -> bool:
    return (
        isinstance(row, Iterable)
        and not isinstance(row, str | bytes | dict)
        and not _is_scalar(row)
    )


def _is_scalar(x: Any) -> bool:
    return is_array(x) or getattr(x, "ndim", 1) == 0


def recast(rt: RaggedTensor, wanted: DType) -> RaggedTensor:
    """Return the tensor with values of another dtype; raise if a value would change."""
    flat = cast(rt._flat, wanted, "obj", lambda i: f"flat value {i}")
    return RaggedTensor._make(flat, rt._parts)


def _from_arrays(rows: list[Any]) -> RaggedTensor:
    """Join arrays as rows: axis 1 and the axes up to the last one that differs are ragged."""
    ndim = rows[0].ndim
    for i, r in enumerate(rows):
        if r.ndim != ndim:
            got = f"got {ndim} dimensions at obj[0] and {r.ndim} at obj[{i}]"
            raise ValueError(f"obj must contain all values at one depth, {got}")
    xp = array_namespace(*rows)
    if ndim == 1:
        lengths = as_array(list(map(len, rows)), xp, dtype=INT64)
        return RaggedTensor._make(xp.concatenate(rows), (RowPartition._of_lengths(lengths),))
    differing = [k for k in range(1, ndim) if len({r.shape[k] for r in rows}) > 1]
    depth = differing[-1] + 1 if differing else 1
    inner = rows[0].shape[depth:]
    parts, repeats = [], [1] * len(rows)
    for k in range(depth):
        lengths = as_array(
            list(chain.from_iterable([r.shape[k]] * n for r, n in zip(rows, repeats, strict=True))),
            xp,
            dtype=INT64,
        )
        parts.append(RowPartition._of_lengths(lengths))
        repeats = [n * r.shape[k] for r, n in zip(rows, repeats, strict=True)]
    flat = xp.concatenate([r.reshape(n, *inner) for r, n in zip(rows, repeats, strict=True)])
    return RaggedTensor._make(flat, tuple(parts))


def _inner_shape(inner_shape: Any) -> tuple[int, ...]:
    try:
        sizes = tuple(operator.index(n) for n in inner_shape)
    except TypeError:
        raise TypeError(broken_rule("inner_shape", "be a tuple of ints", inner_shape)) from None
    if any(n < 0 for n in sizes):
        raise ValueError(broken_rule("inner_shape", "have no negative size", inner_shape))
    return sizes
