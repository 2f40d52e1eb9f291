"""`Builder`, which makes rows value by value in compiled functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.core import types
from numba.experimental import structref
from numba.extending import overload, overload_method

from raggedkit.interop.numba._operations import pack
from raggedkit.tensor import RaggedTensor

__all__ = ["Builder"]


@structref.register
class _BuilderType(types.StructRef):
    def preprocess_fields(self, fields: Any) -> Any:
        return tuple((name, types.unliteral(of)) for name, of in fields)


class Builder(structref.StructRefProxy):
    """Rows made one value after the other, in a compiled function or outside.

    Parameters
    ----------
    dtype
        The dtype of the values, as ``np.float64``.

    Examples
    --------
    >>> import numba, numpy as np, raggedkit as rk
    >>> from raggedkit.interop.numba import Builder
    >>> @numba.njit
    ... def increasing(rt):
    ...     made = Builder(np.int64)
    ...     for row in rt:
    ...         for i in range(1, len(row)):
    ...             if row[i] > row[i - 1]:
    ...                 made.append(row[i])
    ...         made.end_row()
    ...     return made.build()
    >>> increasing(rk.array([[3, 1, 4], [], [1, 5]]))
    <RaggedTensor [[4], [], [5]]>
    """

    def __new__(cls, dtype: Any) -> Any:
        """Return a builder without rows."""
        return _started(np.empty(0, dtype))

    def append(self, value: Any) -> None:
        """Append a value to the row that is being made."""
        _append(self, value)

    def end_row(self) -> None:
        """End the row; without a value since the last end it is empty."""
        _end_row(self)

    def build(self) -> RaggedTensor:
        """Return the rows that were ended as a ragged tensor, a copy.

        Raises
        ------
        ValueError
            If values were appended after the last ``end_row``.
        """
        rt: RaggedTensor = _build(self)
        return rt


structref.define_boxing(_BuilderType, Builder)


def _builder_type(dtype: Any) -> Any:
    values, splits = types.Array(dtype, 1, "C"), types.Array(types.int64, 1, "C")
    fields = [("values", values), ("splits", splits), ("nvals", types.intp), ("nrows", types.intp)]
    return _BuilderType(fields)


@overload(Builder, strict=False)
def _new_builder(dtype: Any) -> Any:
    kind = _builder_type(dtype.dtype)  # a NumPy scalar class, or a dtype

    def make(dtype: Any) -> Any:
        builder = structref.new(kind)
        builder.values = np.empty(16, dtype)
        builder.splits = np.zeros(16, np.int64)
        builder.nvals = 0
        builder.nrows = 0
        return builder

    return make


@njit
def _started(values: Any) -> Any:
    return Builder(values.dtype)


@overload_method(_BuilderType, "append", strict=False)
def _append_inside(builder: Any, value: Any) -> Any:
    def append(builder: Any, value: Any) -> None:
        n = builder.nvals
        if n == len(builder.values):
            grown = np.empty(2 * n, builder.values.dtype)
            grown[:n] = builder.values
            builder.values = grown
        builder.values[n] = value
        builder.nvals = n + 1

    return append


@overload_method(_BuilderType, "end_row", strict=False)
def _end_row_inside(builder: Any) -> Any:
    def end_row(builder: Any) -> None:
        n = builder.nrows + 1
        if n == len(builder.splits):
            grown = np.empty(2 * n, np.int64)
            grown[:n] = builder.splits
            builder.splits = grown
        builder.splits[n] = builder.nvals
        builder.nrows = n

    return end_row


@overload_method(_BuilderType, "build", strict=False)
def _build_inside(builder: Any) -> Any:
    def build(builder: Any) -> Any:
        n = builder.nrows
        if builder.splits[n] != builder.nvals:
            raise ValueError("end_row must be called after the last append")
        # Copies: the builder can go on without a change of what it returned.
        values = builder.values[: builder.nvals].copy()
        return pack(values, builder.splits[: n + 1].copy())

    return build


@njit
def _append(builder: Any, value: Any) -> None:
    builder.append(value)


@njit
def _end_row(builder: Any) -> None:
    builder.end_row()


@njit
def _build(builder: Any) -> Any:
    return builder.build()
