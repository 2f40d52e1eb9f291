"""Conversion to R: the function for each Python type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape
from raggedkit.errors import shown
from raggedkit_r.border.parts import take_apart
from raggedkit_r.border.session import Session
from raggedkit_r.border.sparse import shape_from, sparse_from
from raggedkit_r.border.vectors import ragged_from, values_from, vector_from
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import ragged_of
from raggedkit_r.shape.shape import RShape
from raggedkit_r.vector.kinds import kind_of, with_missing
from raggedkit_r.vector.na import NAType
from raggedkit_r.vector.vector import Vector, row_values

__all__ = ["OURS", "TO_R"]


def _array_to_r(r: Session, x: Any) -> Any:
    # R has no scalars: a single value is a vector of length 1.
    values, na = np.atleast_1d(np.ma.getdata(x)), None
    if values.dtype.kind == "O":  # None is NA among text, and no tensor has it
        none = [item is None for item in values.ravel().tolist()]
        mask = np.atleast_1d(np.ma.getmaskarray(x)) | np.array(none, bool).reshape(values.shape)
        x = np.ma.MaskedArray(values, mask)
    values = values.astype(object) if values.dtype.kind == "S" else values  # R's text may be bytes
    kind = kind_of(values.dtype)
    missing = np.atleast_1d(np.ma.getmaskarray(x)) if np.ma.is_masked(x) else None
    if missing is not None:
        values, na = with_missing(values, missing, kind)
    # A tensor of one row, so that arrays follow the same rules as ragged lists.
    row = RaggedTensor(values, RowPartition.from_uniform_row_length(len(values), nrows=1))
    made = values_from(r, take_apart(row if na is None else RaggedList(row, kind, na=na)))
    return made if missing is None else _as_r_s_na(r, made, kind, missing)


def _as_r_s_na(r: Session, made: Any, kind: str, missing: Any) -> Any:
    """Return the values with NA among complex numbers as this R makes it: since 4.4, NA + 0i."""
    if kind != "complex" or not missing.any():
        return made
    return r.call("border_missing", made, vector_from(r, missing))


def _scalar_to_r(r: Session, x: Any) -> Any:
    return _array_to_r(r, np.asarray(x))


def _vector_to_r(r: Session, x: Any) -> Any:
    """Return a vector of this face, or its NA, as R's."""
    values = row_values(x)
    rows = RowPartition.from_uniform_row_length(len(values), nrows=1)
    made = values_from(r, take_apart(ragged_of([rows], values)))
    return _as_r_s_na(r, made, values.kind, values.missing)


def _ragged_to_r(r: Session, x: Any) -> Any:
    if isinstance(x, RaggedTensor) and x.device != "cpu":
        msg = f"x must be on 'cpu', where R runs, got {x.device!r}; x.to_device('cpu') moves it"
        raise ValueError(msg)
    return ragged_from(r, take_apart(x))


def _partition_to_r(r: Session, x: Any) -> Any:
    msg = f"x must be an array or a shape, got {shown(x)}; its lengths or its splits are arrays: "
    raise TypeError(f"{msg}to_r(x.row_lengths())")


def _face_to_r(r: Session, x: Any) -> Any:
    return shape_from(r, x.tensor_shape)


TO_R: dict[type, Callable[[Session, Any], Any]] = {
    RaggedTensor: _ragged_to_r,
    RaggedList: _ragged_to_r,
    TensorShape: shape_from,
    RShape: _face_to_r,
    Vector: _vector_to_r,
    NAType: _vector_to_r,
    SparseTensor: sparse_from,
    RowPartition: _partition_to_r,
    np.ndarray: _array_to_r,
    **dict.fromkeys((np.generic, bool, int, float, complex, str), _scalar_to_r),
    type(None): lambda r, _: r.rinterface.NULL,
}

# Arrays and scalars have converters of rpy2's own.
OURS = (
    *(RaggedTensor, RaggedList, TensorShape, SparseTensor, RowPartition),
    *(RShape, Vector, NAType),
)
