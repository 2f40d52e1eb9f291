"""Columns of pandas, polars and Arrow as NumPy arrays with a mask of missing values.

Each function returns the values and the mask, or None if no value is missing. Where a value is
missing, the array has a placeholder. NaN in floats and NaT in times of pandas and NumPy are values;
nulls are missing in every dtype.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._border import as_time, is_time_kind, missing_kinds, time_array
from raggedkit._typing import Array, Tensor
from raggedkit._xp import as_array, bytes_array, has_fixed_width, text_of
from raggedkit.errors import VALUES, broken_rule, shown
from raggedkit.ops.construct import array as ragged_array
from raggedkit.tensor import RaggedTensor

__all__ = ["Values", "kind_of", "spread", "values_of_column"]

Values = tuple[Tensor, Array | None]  # [n, ...] and bool[n]

_NUMPY = "biufcmM"  # kinds that are used as they are
_LISTS = (list, tuple, np.ndarray, RaggedTensor)
_PLAIN = (bool, int, float, complex, np.number, np.bool_)
_NO_TEXT = np.zeros(0, dtype="U1")


def kind_of(column: Any) -> str:
    """Return the library of a column: ``"pandas"``, ``"polars"``, ``"arrow"`` or ``"plain"``."""
    if callable(getattr(column, "isna", None)) and hasattr(column, "dtype"):
        return "pandas"
    if hasattr(column, "null_count"):
        return "polars" if callable(column.null_count) else "arrow"
    return "plain"


def values_of_column(column: Any, name: str) -> Values:
    """Return the values of a column and their missing mask; ``name`` is for errors."""
    return _READERS[kind_of(column)](column, name)


def spread(levels: Array, codes: Array) -> Array:
    """Return ``levels[codes]``; text gets a variable width if a fixed one would waste memory."""
    if levels.dtype.kind == "U" and codes.size:
        total = int(np.strings.str_len(levels).take(codes).sum())
        if not has_fixed_width(codes.size, levels.dtype.itemsize // 4, total):
            levels = levels.astype(np.dtypes.StringDType())
    taken: Array = levels.take(codes)
    return taken


def _refused(name: str, dtype: Any, way_out: str = "") -> TypeError:
    way_out = way_out or "convert it first, or leave it out"
    return TypeError(broken_rule(name, f"contain {VALUES}", str(dtype), way_out))


def _check_zone(zone: Any, name: str, way_out: str) -> None:
    """Raise for times with a time zone: an array of NumPy would lose it."""
    if zone is not None:
        raise ValueError(broken_rule(name, "have no time zone", str(zone), way_out))


def _masked(missing: Array) -> Array | None:
    return missing if bool(missing.any()) else None


# ------------------------------------------------------------------ plain arrays and objects
def _plain(column: Any, name: str) -> Values:
    """Read a list, an array of NumPy, or a ragged tensor."""
    if isinstance(column, RaggedTensor):
        return column, None
    if isinstance(column, np.ma.MaskedArray) and column.ndim == 1:
        return column.data, _masked(np.ma.getmaskarray(column))
    if isinstance(column, np.ndarray) and column.dtype.kind != "O":
        return as_array(column), None
    if isinstance(column, np.ndarray) and column.ndim == 1:
        return _objects(column, name)
    if isinstance(column, list | tuple) and not any(map(_has_items, column)):
        objects = np.fromiter(column, dtype=object, count=len(column))
        return _objects(objects, name) if len(column) else (np.zeros(0), None)
    try:
        array = as_array(column)
    except (TypeError, ValueError) as error:
        if isinstance(column, list | tuple):
            return ragged_array(column), None
        raise _refused(name, shown(column)) from error
    if array.dtype.kind == "O":
        raise _refused(name, shown(column))
    return array, None


def _has_items(x: Any) -> bool:
    return isinstance(x, _LISTS) and getattr(x, "ndim", 1) > 0


def _objects(objects: Array, name: str) -> Values:
    """Read Python objects of one kind: text, bytes, times, numbers or lists."""
    items = objects.tolist()
    kinds = set(map(type, items))
    odd = missing_kinds(kinds)
    texts = [k for k in kinds if issubclass(k, str | bytes)]
    if texts and float in kinds:  # pandas marks missing text with NaN
        missing = np.array([type(x) in odd or x != x for x in items], dtype=bool)
    else:
        missing = np.array([type(x) in odd for x in items], dtype=bool)
    there = objects[~missing]
    found, (values, _) = _masked(missing), (_of_one_kind(there, name), None)
    if found is None:
        return values, None
    return _with_gaps(values, ~missing), found


def _with_gaps(values: Tensor, there: Array) -> Tensor:
    """Return values at the lines that have one, and a placeholder at the others."""
    if isinstance(values, RaggedTensor):
        lengths = np.zeros(there.shape[0], dtype="int64")
        lengths[there] = values.row_lengths()
        return RaggedTensor.from_row_lengths(values.values, lengths)
    wide = np.zeros((there.shape[0], *values.shape[1:]), dtype=values.dtype)
    if values.dtype.kind == "O":
        wide.fill(b"")
    wide[there] = values
    return wide


def _of_one_kind(objects: Array, name: str) -> Tensor:
    items = objects.tolist()
    kinds = set(map(type, items))
    if not kinds:
        return _NO_TEXT
    if all(issubclass(k, str) for k in kinds):
        return text_of(items)
    if all(issubclass(k, bytes) for k in kinds):
        return bytes_array(objects)
    if all(map(is_time_kind, kinds)):
        try:
            return time_array([x if isinstance(x, np.generic) else as_time(x) for x in items])
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}: {error}") from None
    if all(issubclass(k, _LISTS) for k in kinds):
        return _lists(items, name)
    if all(issubclass(k, _PLAIN) for k in kinds):
        numbers = np.array(items)
        if numbers.dtype.kind in _NUMPY:
            return numbers
    i = next((i for i, x in enumerate(items) if type(x) is not type(items[0])), 0)
    got = [items[0], items[i]] if i else items[0]
    way_out = "convert them to one kind first, or leave the column out"
    raise TypeError(broken_rule(name, f"contain {VALUES}, of one kind", got, way_out))


def _lists(items: list[Any], name: str) -> RaggedTensor:
    try:
        return ragged_array(items)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


# ------------------------------------------------------------------ pandas
def _pandas(column: Any, name: str) -> Values:
    dtype = column.dtype
    if isinstance(dtype, np.dtype):
        array = np.asarray(column)
        return (array, None) if dtype.kind in _NUMPY else _objects(array.astype(object), name)
    _check_zone(getattr(dtype, "tz", None), name, _PANDAS_ZONE)
    if hasattr(dtype, "pyarrow_dtype"):
        import pyarrow as pa

        return _arrow(pa.chunked_array(pa.array(column.array)), name)
    if hasattr(dtype, "fill_value"):  # sparse: NaN is the value of items that are not stored
        return np.asarray(column), None
    if hasattr(dtype, "categories"):
        return _categories(column, name)
    missing = np.asarray(column.isna())
    kind = getattr(dtype, "numpy_dtype", None)
    if isinstance(kind, np.dtype) and kind.kind in _NUMPY:
        return column.to_numpy(dtype=kind, na_value=kind.type(0)), _masked(missing)
    objects = np.asarray(column, dtype=object)
    if dtype.name not in ("string", "str"):
        way_out = "convert it first (periods with .dt.to_timestamp()), or leave it out"
        raise _refused(name, dtype, way_out)
    return _text(objects, _masked(missing)), _masked(missing)


_PANDAS_ZONE = "drop it: .dt.tz_convert('UTC').dt.tz_localize(None)"


def _text(objects: Array, missing: Array | None) -> Array:
    if missing is not None:
        objects = np.where(missing, "", objects)
    return text_of(objects.tolist())


def _categories(column: Any, name: str) -> Values:
    codes = np.asarray(getattr(column, "cat", column).codes)
    levels, _ = values_of_column(column.dtype.categories.to_series(), name)
    missing = codes < 0
    if isinstance(levels, RaggedTensor):
        raise _refused(name, column.dtype)
    if not len(levels):
        return np.zeros(len(codes), levels.dtype), _masked(missing)
    return spread(levels, np.maximum(codes, 0)), _masked(missing)


# ------------------------------------------------------------------ polars
def _polars(column: Any, name: str) -> Values:
    dtype = column.dtype
    kind = type(dtype).__name__ if not isinstance(dtype, type) else dtype.__name__
    _check_zone(getattr(dtype, "time_zone", None), name, _POLARS_ZONE)
    missing = np.asarray(column.is_null()).astype(bool) if column.null_count() else None
    if kind in ("String", "Utf8", "Categorical", "Enum", "Binary"):
        objects = np.fromiter(column.to_list(), dtype=object, count=len(column))
        if kind == "Binary":
            there = objects if missing is None else np.where(missing, b"", objects)
            return bytes_array(there), missing
        return _text(objects, missing), missing
    if kind == "Struct":  # its to_numpy makes a column of each field
        raise _refused(name, dtype)
    if kind == "Null":
        return np.zeros(len(column)), missing
    if kind == "List":
        return _polars_lists(column, name), missing
    if kind == "Array":
        inner = column if missing is None else column.drop_nulls()
        n = len(inner)
        for _ in dtype.shape:
            inner = inner.explode()
        values, nulls = _polars(inner, name)
        _check_inside(nulls, name)
        values = _reshaped(values, n, dtype.shape, name)
        return (values if missing is None else _with_gaps(values, ~missing)), missing
    if missing is not None and kind not in ("Date", "Datetime", "Duration"):
        column = column.fill_null(strategy="zero") if kind != "Boolean" else column.fill_null(False)
    array = column.to_numpy()
    if array.dtype.kind not in _NUMPY:
        raise _refused(name, dtype)
    return array, missing


_POLARS_ZONE = "drop it: .dt.convert_time_zone('UTC').dt.replace_time_zone(None)"


def _polars_lists(column: Any, name: str) -> RaggedTensor:
    lengths = column.list.len().fill_null(0)
    # An empty list would be exploded to a null.
    values, nulls = _polars(column.filter(lengths > 0).explode(), name)
    _check_inside(nulls, name)
    return RaggedTensor.from_row_lengths(values, lengths.to_numpy().astype("int64"))


def _check_inside(nulls: Array | None, name: str) -> None:
    """Raise for missing values inside of lists."""
    if nulls is not None:
        got = f"got {int(nulls.sum())} of {nulls.shape[0]}"
        way_out = "replace or drop them first"
        raise ValueError(f"{name} must have no missing values in its lists, {got}; {way_out}")


def _reshaped(values: Tensor, n: int, shape: tuple[int, ...], name: str) -> Tensor:
    if isinstance(values, RaggedTensor):
        raise _refused(name, "lists of variable size in lists of a fixed size")
    return values.reshape(n, *shape)


# ------------------------------------------------------------------ Arrow
def _arrow(column: Any, name: str) -> Values:
    import pyarrow as pa

    if hasattr(column, "combine_chunks"):
        chunks = column.chunks
        none = pa.array([], type=column.type)
        column = pa.concat_arrays(chunks) if chunks else none
    types, dtype = pa.types, column.type
    _check_zone(getattr(dtype, "tz", None), name, _ARROW_ZONE)
    missing = None
    if column.null_count:
        missing = np.asarray(column.is_null().to_numpy(zero_copy_only=False)).astype(bool)
    if types.is_dictionary(dtype):
        return _arrow(column.dictionary_decode(), name)
    if types.is_list(dtype) or types.is_large_list(dtype):
        return _arrow_lists(column, name), missing
    if types.is_fixed_size_list(dtype):
        values, nulls = _arrow(column.flatten(), name)  # without the items of nulls
        _check_inside(nulls, name)
        there = len(column) if missing is None else int((~missing).sum())
        values = _reshaped(values, there, (dtype.list_size,), name)
        return (values if missing is None else _with_gaps(values, ~missing)), missing
    if types.is_null(dtype):
        return np.zeros(len(column)), missing
    if types.is_boolean(dtype) or types.is_integer(dtype) or types.is_floating(dtype):
        if missing is not None:
            column = column.fill_null(pa.scalar(False if types.is_boolean(dtype) else 0, dtype))
        return column.to_numpy(zero_copy_only=False), missing
    array = column.to_numpy(zero_copy_only=False)
    if array.dtype.kind in _NUMPY and not types.is_decimal(dtype):
        return array, missing
    if "string" in str(dtype):
        return _text(array, missing), missing
    if "binary" in str(dtype):
        return bytes_array(array if missing is None else np.where(missing, b"", array)), missing
    raise _refused(name, dtype)


_ARROW_ZONE = "drop it: pyarrow.compute.local_timestamp(column)"


def _arrow_lists(column: Any, name: str) -> RaggedTensor:
    import pyarrow.compute as pc

    lengths = pc.list_value_length(column).fill_null(0)
    # flatten skips the values of nulls, and those outside of a slice.
    values, nulls = _arrow(column.flatten(), name)
    _check_inside(nulls, name)
    counts = lengths.to_numpy(zero_copy_only=False).astype("int64")
    return RaggedTensor.from_row_lengths(values, counts)


_READERS = {"plain": _plain, "pandas": _pandas, "polars": _polars, "arrow": _arrow}
