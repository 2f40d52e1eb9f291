"""Data frames of pandas, polars and Arrow made from arrays and ragged tensors by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from raggedkit._arguments import is_word
from raggedkit._optional import needed
from raggedkit._plan.operands import flat_of, values_of
from raggedkit._typing import Array, Tensor
from raggedkit._xp import INT32, is_host
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["INSTALL", "check_frame", "library", "make_frame"]

INSTALL = "pip install 'raggedkit[data]'"
_LIBRARIES = {
    "pandas": ("pandas", "frame='pandas' needs pandas", INSTALL),
    "polars": ("polars", "frame='polars' needs polars", "pip install polars"),
    "arrow": ("pyarrow", "Arrow tables need pyarrow", INSTALL),
}


def library(frame: str) -> Any:
    """Import the library of a kind of frame."""
    name, what, install = _LIBRARIES[frame]
    with needed(name, what, install):
        return import_module(name)


def check_frame(frame: Any) -> None:
    """Raise unless ``frame`` names a kind of frame."""
    if not is_word(frame, tuple(_LIBRARIES)):
        raise ValueError(broken_rule("frame", "be 'pandas', 'polars' or 'arrow'", frame))


def make_frame(
    columns: dict[str, Tensor], frame: str, missing: dict[str, Array] | None = None
) -> Any:
    """Return a frame with these columns.

    Parameters
    ----------
    columns
        ``[n, ...]`` by name. Ragged tensors, and arrays of more axes, become columns of lists.
    frame
        ``"pandas"``, ``"polars"`` or ``"arrow"``.
    missing
        Where values are missing, ``bool[n]`` by name; the arrays have placeholders there.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame or pyarrow.Table
        Values keep their dtypes as far as the library has them.

    Raises
    ------
    TypeError
        If the library has no such dtype, as complex numbers in Arrow.
    ValueError
        If ``frame`` is any other word, or a time does not fit the units of the library.
    """
    check_frame(frame)
    module, column_of = library(frame), _WRITERS[frame]
    made = {}
    for name, values in columns.items():
        if not is_host(flat_of(values)):
            raise TypeError(
                f"column {name!r} must be on 'cpu' for a data frame; move it there first"
            )
        mask = None if missing is None else missing.get(name)
        mask = mask if mask is not None and bool(mask.any()) else None
        made[name] = column_of(module, name, values, mask)
    if frame == "pandas":
        return module.DataFrame(made)
    if frame == "polars":
        return module.DataFrame(list(made.values()))
    return module.table(made)


# ------------------------------------------------------------------ values
def _plain(name: str, values: Array, frame: str) -> Array:
    """Return numbers and times in a dtype that the library has."""
    kind = values.dtype.kind
    if kind in "mM":
        return _times(name, values, _UNITS[frame, kind])
    if frame != "pandas" and (kind == "c" or values.dtype.itemsize > 8):
        way_out = "take its parts (np.real, np.imag) or cast it first"
        rule = "have a dtype of the library"
        raise TypeError(broken_rule(f"column {name!r}", rule, str(values.dtype), way_out))
    return np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("="))


_EVERY_UNIT = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
_UNITS = {
    ("pandas", "M"): "s ms us ns",
    ("pandas", "m"): "s ms us ns",
    ("polars", "M"): "D ms us ns",
    ("polars", "m"): "ms us ns",
    ("arrow", "M"): "D s ms us ns",
    ("arrow", "m"): "s ms us ns",
}


def _times(name: str, values: Array, units: str) -> Array:
    """Return times in the nearest unit that the library has; raise if one does not fit."""
    unit, _ = np.datetime_data(values.dtype)
    allowed = units.split()
    if unit == "generic":  # only NaT
        unit = allowed[-1]
    finer = [u for u in _EVERY_UNIT[_EVERY_UNIT.index(unit) :] if u in allowed]
    target = np.dtype(f"{values.dtype.kind}8[{finer[0] if finer else allowed[-1]}]")
    made = values.astype(target)
    bad = (made.astype(values.dtype) != values) & (values == values)
    if target.name.endswith("[D]"):  # both libraries store days in 32 bits
        bad |= (np.abs(made.view("int64")) >= 2**31) & (values == values)
    if bool(bad.any()):
        at = int(bad.reshape(-1).argmax())
        raise ValueError(
            broken_rule(f"column {name!r}", f"fit {target}", str(values.reshape(-1)[at]))
        )
    return made


def _objects(values: Array, mask: Array | None) -> Array:
    """Return text or bytes as Python objects, None where they are missing."""
    objects = values.astype(object)
    if mask is not None:
        objects[mask] = None
    return objects


def _is_list(values: Tensor) -> bool:
    return isinstance(values, RaggedTensor) or values.ndim > 1


# ------------------------------------------------------------------ pandas
def _for_pandas(pd: Any, name: str, values: Tensor, mask: Array | None) -> Any:
    if isinstance(values, RaggedTensor) or values.ndim > 1:
        rows = np.empty(len(values), dtype=object)
        for i, row in enumerate(values):  # each cell is an object of its own
            rows[i] = row.to_list() if isinstance(row, RaggedTensor) else row
        return pd.Series(_objects(rows, mask))
    kind = values.dtype.kind
    if kind in "UT":
        # The dtype that this pandas has for text, also if there is none.
        return pd.Series(_objects(values, mask), dtype=pd.Series([""]).dtype)
    if kind in "SO":
        return pd.Series(_objects(values, mask), dtype=object)
    values = _plain(name, values, "pandas")
    if mask is None:
        return values
    if kind in "iu":
        return pd.arrays.IntegerArray(values.copy(), mask.copy())
    if kind == "b":
        return pd.arrays.BooleanArray(values.copy(), mask.copy())
    values = values.copy()
    values[mask] = "NaT" if kind in "mM" else np.nan
    return values


# ------------------------------------------------------------------ polars
def _for_polars(pl: Any, name: str, values: Tensor, mask: Array | None) -> Any:
    if isinstance(values, RaggedTensor):
        series = _lists_for_polars(pl, name, values)
    elif values.ndim > 1:
        flat = _for_polars(pl, name, values.reshape(-1), None)
        shape = pl.Array(flat.dtype, values.shape[1:])
        series = (
            flat.reshape(values.shape).cast(shape)
            if values.size
            else pl.Series(name, [np.zeros(values.shape[1:]).tolist()] * len(values), dtype=shape)
        )
    elif values.dtype.kind in "UT":
        return pl.Series(name, _objects(values, mask).tolist(), dtype=pl.String)
    elif values.dtype.kind in "SO":
        return pl.Series(name, _objects(values, mask).tolist(), dtype=pl.Binary)
    else:
        series = pl.Series(name, _plain(name, values, "polars"))
    if mask is None:
        return series.alias(name)
    there = pl.Series(~mask)
    return pl.select(pl.when(there).then(series).otherwise(None).alias(name)).to_series()


def _lists_for_polars(pl: Any, name: str, values: RaggedTensor) -> Any:
    """Return a series of lists: items are grouped by their row, and empty rows are joined."""
    part, inner = values._parts[0], values_of(values)
    items = pl.DataFrame(
        {"row": np.asarray(part._get_rowids()), "item": _for_polars(pl, name, inner, None)}
    )
    lists = items.group_by("row", maintain_order=True).agg("item")
    rows = pl.DataFrame({"row": np.arange(part._nrows, dtype=part._dtype)})
    joined = rows.join(lists, on="row", how="left").sort("row")
    return joined.to_series(1).fill_null(pl.lit([], dtype=joined.dtypes[1]))


# ------------------------------------------------------------------ Arrow
def _for_arrow(pa: Any, name: str, values: Tensor, mask: Array | None) -> Any:
    if isinstance(values, RaggedTensor):
        part, inner = values._parts[0], _for_arrow(pa, name, values_of(values), None)
        kind = pa.ListArray if part._dtype == INT32 else pa.LargeListArray
        nulls = None if mask is None else pa.array(mask)
        return kind.from_arrays(pa.array(part._get_splits()), inner, mask=nulls)
    if values.ndim > 1:
        inner = _for_arrow(pa, name, values.reshape(-1, *values.shape[2:]), None)
        nulls = None if mask is None else pa.array(mask)
        return pa.FixedSizeListArray.from_arrays(inner, values.shape[1], mask=nulls)
    if values.dtype.kind in "UT":
        return pa.array(_objects(values, mask), type=pa.string())
    if values.dtype.kind in "SO":
        return pa.array(_objects(values, mask), type=pa.binary())
    return pa.array(_plain(name, values, "arrow"), mask=mask)


_Writer = Callable[[Any, str, Tensor, Array | None], Any]
_WRITERS: dict[str, _Writer] = {
    "pandas": _for_pandas,
    "polars": _for_polars,
    "arrow": _for_arrow,
}
