"""Columns of pandas, polars, Arrow and plain arrays as NumPy arrays, with masks of missing values.

NaN in floats and NaT in times of pandas and NumPy are values; nulls are missing in every dtype.
Arrow, polars and pandas' Arrow dtypes are read by `interop.arrow`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from raggedkit._border import as_time, is_time_kind, missing_kinds, time_array
from raggedkit._missing import Rules
from raggedkit._typing import Array, Tensor
from raggedkit._xp import array_namespace, as_array, bytes_array, object_array, text_of
from raggedkit.errors import VALUES, MissingValueError, broken_rule, shown
from raggedkit.interop.arrow._flat import spread
from raggedkit.interop.arrow._nodes import Node, is_arrow, nodes_of
from raggedkit.interop.arrow._reading import (
    Level,
    is_list,
    joined,
    leaf_of,
    of_all_chunks,
    rows_of,
    tensor_of,
)
from raggedkit.tensor import RaggedTensor

__all__ = ["Column", "kind_of", "missing_items", "nothing_missing", "values_of_column"]


class Column(NamedTuple):
    """The values of a column, and which are missing.

    Attributes
    ----------
    values
        ``[n, ...]``, ragged if they are lists; a placeholder where one is missing.
    missing
        ``bool[n]``, which lines are missing, or None. A missing line of lists is a missing row.
    inside
        Bools in the rows and axes of ``values``: which are missing in the lists of other lines, or
        None.
    untyped
        Whether no line has a value with a dtype.
    """

    values: Tensor
    missing: Array | None = None
    inside: Tensor | None = None
    untyped: bool = False


_NUMPY = "biufcmM"  # kinds that are used as they are
_LISTS = (list, tuple, np.ndarray, RaggedTensor)
_PLAIN = (bool, int, float, complex, np.number, np.bool_)


def kind_of(column: Any) -> str:
    """Return the library of a column: ``"pandas"``, ``"polars"``, ``"arrow"`` or ``"plain"``."""
    if callable(getattr(column, "isna", None)) and hasattr(column, "dtype"):
        return "pandas"
    if hasattr(column, "null_count"):
        return "polars" if callable(column.null_count) else "arrow"
    return "plain"


def values_of_column(column: Any, name: str, rows: str = "raise") -> Column:
    """Return the values of a column and their missing masks.

    ``name`` is for errors. ``rows="empty"`` allows missing lists inside of lists.
    """
    return _READERS[kind_of(column)](column, name, rows)


def _refused(name: str, dtype: Any, way_out: str = "") -> TypeError:
    way_out = way_out or "convert it first, or leave it out"
    return TypeError(broken_rule(name, f"contain {VALUES}", str(dtype), way_out))


def _found(missing: Array) -> Array | None:
    return missing if bool(missing.any()) else None


# ------------------------------------------------------------------ plain arrays and objects
def _plain(column: Any, name: str, rows: str) -> Column:
    """Read a list, an array of NumPy, or a ragged tensor."""
    if isinstance(column, RaggedTensor):
        return Column(column)
    if isinstance(column, np.ma.MaskedArray):
        mask = _found(np.ma.getmaskarray(column))
        column = column.data
        if column.ndim == 1 and column.dtype.kind != "O":
            return Column(column, mask)
        if column.dtype.kind == "O" and mask is not None:
            column = np.where(mask, None, column)
        elif mask is not None:
            return Column(column, None, mask)
    if isinstance(column, np.ndarray) and column.dtype.kind not in "OT":
        return Column(as_array(column))
    if isinstance(column, np.ndarray) and column.ndim == 1:
        return _objects(column.astype(object), name, rows)
    if isinstance(column, list | tuple):
        if not len(column):
            return Column(np.zeros(0))
        read = _objects(object_array(list(column)), name, rows)
        return read if read.missing is not None else _even(read)
    try:
        array = as_array(column)
    except (TypeError, ValueError) as error:
        raise _refused(name, shown(column)) from error
    if array.dtype.kind == "O":
        raise _refused(name, shown(column))
    return Column(array)


def _objects(objects: Array, name: str, rows: str) -> Column:
    """Read Python objects of one kind: text, bytes, times, numbers or lists."""
    items = objects.tolist()
    if any(map(_has_items, items)):
        from raggedkit.interop._nested import rows_of_lists

        return rows_of_lists(items, name, rows)
    missing = missing_items(items)
    there = objects if missing is None else objects[~missing]
    if not there.size:
        return Column(np.zeros(len(items)), missing, None, True)
    values = _of_one_kind(there, name)
    if missing is None:
        return Column(values)
    wide = np.zeros(len(items), dtype=values.dtype)
    if values.dtype.kind == "O":
        wide.fill(b"")
    wide[~missing] = values
    return Column(wide, missing)


def _even(column: Column) -> Column:
    """Return lists of one length as a dense array: so NumPy reads them."""
    values: Any = column.values
    if not isinstance(values, RaggedTensor):
        return column
    sizes = [values._parts[0]._nrows]
    for part in values._parts:
        lengths = part._get_lengths()
        if not len(lengths) or bool((lengths != lengths[0]).any()):
            return column
        sizes.append(int(lengths[0]))
    shape = (*sizes, *values._flat.shape[1:])
    inside: Any = column.inside
    inside = None if inside is None else inside._flat.reshape(shape)
    return column._replace(values=values._flat.reshape(shape), inside=inside)


def _has_items(x: Any) -> bool:
    return (isinstance(x, _LISTS) or kind_of(x) != "plain") and getattr(x, "ndim", 1) > 0


def missing_items(items: list[Any]) -> Array | None:
    """Return which objects mark missing values, or None; pandas marks missing text with NaN."""
    kinds = set(map(type, items))
    odd = set() if all(map(is_time_kind, kinds)) else missing_kinds(kinds)
    if float in kinds and any(issubclass(k, str | bytes) for k in kinds):
        return _found(np.array([type(x) in odd or x != x for x in items], dtype=bool))
    return np.array([type(x) in odd for x in items], dtype=bool) if odd else None


def _of_one_kind(objects: Array, name: str) -> Array:
    items = objects.tolist()
    kinds = set(map(type, items))
    if all(issubclass(k, str) for k in kinds):
        return text_of(items)
    if all(issubclass(k, bytes) for k in kinds):
        return bytes_array(objects)
    if all(map(is_time_kind, kinds)):
        try:
            return time_array([x if isinstance(x, np.generic) else as_time(x) for x in items])
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}: {error}") from None
    if all(issubclass(k, _PLAIN) for k in kinds):
        numbers = np.array(items)
        if numbers.dtype.kind in _NUMPY:
            return numbers
    i = next((i for i, x in enumerate(items) if type(x) is not type(items[0])), 0)
    got = [items[0], items[i]] if i else items[0]
    way_out = "convert them to one kind first, or leave the column out"
    raise TypeError(broken_rule(name, f"contain {VALUES}, of one kind", got, way_out))


# ------------------------------------------------------------------ pandas
def _pandas(column: Any, name: str, rows: str) -> Column:
    dtype = column.dtype
    if isinstance(dtype, np.dtype):
        array = np.asarray(column)
        if dtype.kind in _NUMPY:
            return Column(array)
        return _objects(array.astype(object), name, rows)
    zone = getattr(dtype, "tz", None)
    if zone is not None:
        way_out = "drop it: .dt.tz_convert('UTC').dt.tz_localize(None)"
        raise ValueError(broken_rule(name, "have no time zone", str(zone), way_out))
    if hasattr(dtype, "pyarrow_dtype"):
        import pyarrow as pa

        return _arrow(pa.array(column.array), name, rows)
    if hasattr(dtype, "fill_value"):  # sparse: NaN is the value of items that are not stored
        return Column(np.asarray(column))
    if hasattr(dtype, "categories"):
        return _categories(column, name)
    missing = _found(np.asarray(column.isna()))
    kind = getattr(dtype, "numpy_dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in _NUMPY:
        return Column(column.to_numpy(dtype=kind, na_value=kind.type(0)), missing)
    if dtype.name not in ("string", "str"):
        way_out = "convert it first (periods with .dt.to_timestamp()), or leave it out"
        raise _refused(name, dtype, way_out)
    objects = np.asarray(column, dtype=object)
    if missing is not None:
        objects = np.where(missing, "", objects)
    return Column(text_of(objects.tolist()), missing)


def _categories(column: Any, name: str) -> Column:
    codes = np.asarray(getattr(column, "cat", column).codes)
    levels = values_of_column(column.dtype.categories.to_series(), name).values
    missing = _found(codes < 0)
    if isinstance(levels, RaggedTensor):
        raise _refused(name, column.dtype)
    if not len(levels):
        return Column(np.zeros(len(codes), levels.dtype), missing)
    return Column(spread(levels, np.maximum(codes, 0)), missing)


# ------------------------------------------------------------------ Arrow
def _arrow(column: Any, name: str, rows: str) -> Column:
    """Read an Arrow array, chunked or not, or a Series of polars."""
    if not is_arrow(column):  # a library that has nulls but no capsules
        return Column(np.asarray(column), _found(np.asarray(column.is_null()).astype(bool)))
    try:
        nodes = nodes_of(column)
    except (TypeError, ValueError, MissingValueError) as error:
        raise type(error)(str(error).replace("obj", name, 1)) from None
    try:
        return _joined([_of_node(node, name, rows) for node in nodes])
    except MissingValueError as error:
        raise of_all_chunks(error, nodes) from None
    except (TypeError, ValueError) as error:
        text = str(error).replace("obj must", f"{name} must", 1)
        text = text.replace("times must", f"{name} must", 1)
        raise type(error)(text) from None


def _of_node(node: Node, name: str, rows: str) -> Column:
    lines = node.missing()
    if not is_list(node):
        flat, missing = leaf_of(node, slice(0, node.length))
        return Column(flat, missing, None, node.format == "n")
    if lines is not None and node.format.startswith("+w:"):
        # Missing lists of a fixed size have items, which keep the axis uniform.
        node = replace(node, nulls=0, buffers=(None,))
    levels, inner, where = rows_of(node, Rules(rows=rows), name, lines_may_miss=True)
    flat, missing = leaf_of(inner, where)
    inside = None if missing is None else _shaped(levels, missing)
    if inside is not None and lines is not None and not isinstance(inside, RaggedTensor):
        inside[lines] = False
    return Column(_shaped(levels, flat), lines, inside, inner.format == "n")


def _shaped(levels: list[Level], flat: Array) -> Tensor:
    """Return values in their lists; lists of one length at each level make a dense array."""
    if any(level.splits is not None for level in levels):
        return tensor_of(levels, flat).with_row_splits_dtype("int64")
    return flat.reshape(levels[0].nrows, *[level.uniform or 0 for level in levels])


def _joined(parts: list[Column]) -> Column:
    """Return the chunks of a column as one."""
    if len(parts) == 1:
        return parts[0]
    values: Any = joined([part.values for part in parts])
    missing: Any = None
    if any(part.missing is not None for part in parts):
        masks = [_mask(part.missing, np.zeros(len(part.values), dtype=bool)) for part in parts]
        missing = np.concatenate(masks)
    inside: Any = None
    if any(part.inside is not None for part in parts):
        inside = joined([_mask(part.inside, nothing_missing(part.values)) for part in parts])
    return Column(values, missing, inside, all(part.untyped for part in parts))


def _mask(given: Any, otherwise: Any) -> Any:
    return otherwise if given is None else given


def nothing_missing(values: Tensor) -> Tensor:
    """Return bools in the rows and axes of values, all False."""
    if isinstance(values, RaggedTensor):
        return values.with_flat_values(nothing_missing(values._flat))
    nothing: Array = array_namespace(values).zeros(values.shape, dtype=bool)
    return nothing


_READERS = {"plain": _plain, "pandas": _pandas, "polars": _arrow, "arrow": _arrow}
