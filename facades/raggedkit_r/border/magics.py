"""Conversion rules of ``%R`` and ``%%R`` for arrays, NA and list columns, which rpy2 would lose.

rpy2 would hand over NA among integers as -2147483648, and that integer as NA. Vectors without NA,
doubles, lists and data frames come as rpy2 makes them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from raggedkit import RaggedTensor
from raggedkit_r.border.session import Session
from raggedkit_r.border.vectors import fields_of, view
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.vector.kinds import NA_INTEGER
from raggedkit_r.vector.values import object_array

__all__ = ["restore_magics", "extend_magics"]

_SENT: tuple[type, ...] = (np.ndarray, np.generic, np.integer, np.floating, int)
_FRAME = "data.frame"  # R's class, by which rpy2 finds rules for lists


class _Rule:
    """A rule for a kind of value, and rpy2's own, which it falls back on."""

    def __init__(self, convert: Callable[[Any, Any], Any], before: Any) -> None:
        self.convert = convert
        self.before = before

    def __call__(self, x: Any) -> Any:
        return self.convert(x, self.before)


def extend_magics(
    converter: Any, r: Session, to_r: Callable[[Any], Any], read: Callable[[Any], Any]
) -> None:
    """Add conversions to the magics that preserve NA, large integers and times.

    Parameters
    ----------
    to_r
        The function that converts an array or scalar to R.
    read
        The function that converts the result of ``border_out``.
    """

    def sent(x: Any, before: Any) -> Any:
        return to_r(x) if _known(x) else before(x)

    def masked(obj: Any, before: Any) -> Any:
        plain = r.rinterface.baseenv["unclass"](obj)
        # Vectors without NA keep rpy2's own conversion, so existing notebooks see no change.
        if "factor" in obj.rclass or not _holds_na(plain, r):
            return before(obj)
        return read(r.call("border_out", plain))

    def frame(obj: Any, before: Any) -> Any:
        parts = fields_of(r.call("border_frame", obj))
        if not len(parts["at"]):
            return before(obj)
        return _with_lists(before(parts["plain"]), obj, parts, read)

    for kind in _SENT:
        _put(converter.py2rpy, kind, sent)
    for kind in _series():
        # R's integers have 32 bits, see `_as_doubles`.
        _put(converter.py2rpy, kind, lambda x, before: before(_as_doubles(x)))
    for kind in _vectors(r):
        _put(converter.rpy2py, kind, masked)
    known = converter.rpy2py_nc_map[r.rinterface.ListSexpVector]
    # A second %load_ext must not wrap the rule in itself.
    if not isinstance(known[_FRAME], _Rule):
        known[_FRAME] = _Rule(frame, known[_FRAME])


def restore_magics(converter: Any, r: Session) -> None:
    """Remove the conversions that `extend_magics` added."""
    for rules, kinds in ((converter.py2rpy, (*_SENT, *_series())), (converter.rpy2py, _vectors(r))):
        for kind in kinds:
            found = rules.registry.get(kind)
            if isinstance(found, _Rule):
                rules.register(kind, found.before)
    known = converter.rpy2py_nc_map[r.rinterface.ListSexpVector]
    if isinstance(known[_FRAME], _Rule):
        known[_FRAME] = known[_FRAME].before


def _put(rules: Any, kind: type, convert: Callable[[Any, Any], Any]) -> None:
    if not isinstance(rules.registry.get(kind), _Rule):
        # `dispatch` is the rule that rpy2 follows now, perhaps that of a parent class.
        rules.register(kind, _Rule(convert, rules.dispatch(kind)))


def _vectors(r: Session) -> tuple[type, ...]:
    ri = r.rinterface
    return ri.IntSexpVector, ri.BoolSexpVector, ri.StrSexpVector


def _series() -> tuple[type, ...]:
    """Return the class of pandas' columns if pandas is there; rpy2's magics load it if it is."""
    pandas = sys.modules.get("pandas")
    return () if pandas is None else (pandas.Series,)


def _as_doubles(column: Any) -> Any:
    """Return a column of integers past R's 32 bits as doubles where these are exact."""
    if not isinstance(column.dtype, np.dtype) or column.dtype.kind not in "iu" or not len(column):
        return column
    low, high = int(column.min()), int(column.max())
    # R's integers have 32 bits and the smallest one is NA; doubles are exact up to 2**53.
    if (low > NA_INTEGER and high < 2**31) or max(-low, high) > 2**53:
        return column
    return column.astype("float64")


def _known(x: Any) -> bool:
    """Whether an array is one that `to_r` takes: rpy2 makes lists and data frames of others."""
    dtype = x.dtype if isinstance(x, np.ndarray | np.generic) else np.dtype(int)
    if dtype.kind == "O":
        # Only text and None form one vector of R's; rpy2 makes a list of other objects.
        return all(item is None or isinstance(item, str) for item in x.ravel().tolist())
    return dtype.kind != "V"


def _holds_na(plain: Any, r: Session) -> bool:
    if isinstance(plain, r.rinterface.StrSexpVector):
        return bool(r.rinterface.baseenv["anyNA"](plain)[0])
    return bool((view(plain, plain) == NA_INTEGER).any())


def _with_lists(made: Any, obj: Any, parts: dict[str, Any], read: Callable[[Any], Any]) -> Any:
    """Put the list columns into the pandas.DataFrame of the others, each row an array."""
    if not hasattr(made, "insert"):
        msg = (
            "a data frame with a list column must become a pandas.DataFrame, and pandas is missing"
        )
        raise TypeError(f"{msg}; pip install pandas, or take the column, as_ragged(x$name)")
    for at, column in zip(parts["at"], parts["columns"], strict=True):
        name = obj.names[at - 1]
        try:
            found = read(column)
        except (TypeError, ValueError) as error:
            raise TypeError(f"column {name!r}: {error}") from error
        # In order of position, so that every earlier column is in place; R allows equal names.
        made.insert(at - 1, name, _rows(found), allow_duplicates=True)
    return made


def _rows(column: RaggedTensor | RaggedList) -> Any:
    """Return the rows one by one, as arrays or ragged lists; None for a NULL row."""
    tensor = column if isinstance(column, RaggedTensor) else column.tensor
    if tensor.ragged_rank > 1:
        return object_array(list(column))
    values = tensor.flat_values
    if isinstance(column, RaggedList) and column.na is not None:
        values = np.ma.MaskedArray(values, column.na)
    splits = tensor.partitions[0].row_splits().tolist()
    rows: list[Any] = [values[i:j] for i, j in pairwise(splits)]
    if isinstance(column, RaggedList) and column.null and column.null[0] is not None:
        for at in np.flatnonzero(column.null[0]).tolist():
            rows[at] = None
    return object_array(rows)
