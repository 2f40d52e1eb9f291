"""Sparse tensors as the sparse matrices of R's package Matrix, and back; shapes as R's shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import SparseTensor, TensorShape
from raggedkit.errors import broken_rule
from raggedkit.sparse import reorder
from raggedkit.typing import Array
from raggedkit_r.border.session import Session
from raggedkit_r.border.vectors import vector_from, view
from raggedkit_r.vector.kinds import EXACT, INTEGER_MAX, NA_INTEGER

__all__ = ["shape_from", "shape_of", "sparse_from", "sparse_of"]


def shape_from(r: Session, shape: TensorShape) -> Any:
    """Return a shape as R's; its sizes are integers there."""
    dims = shape.dims
    if dims is None:
        return r.call("border_shape", r.rinterface.NULL)
    for i, size in enumerate(dims):
        if size is not None and size > INTEGER_MAX:  # the sizes are integers in R
            rule = f"be at most {INTEGER_MAX}, R's largest integer"
            raise ValueError(broken_rule(f"shape[{i}]", rule, size))
    sizes = np.array([NA_INTEGER if size is None else size for size in dims], dtype=np.int32)
    return r.call("border_shape", vector_from(r, sizes))


def shape_of(fields: dict[str, Any], found: Any) -> TensorShape:
    """Return the shape of the parts that R's ``border_out`` returned."""
    if "sizes" not in fields:
        return TensorShape(None)
    sizes = view(fields["sizes"], found).tolist()
    return TensorShape([None if size == NA_INTEGER else size for size in sizes])


def sparse_from(r: Session, sp: SparseTensor) -> Any:
    """Return a sparse tensor as a sparse matrix of Matrix's, compressed by columns.

    R has bools (``lgCMatrix``) and doubles (``dgCMatrix``) there.
    """
    if sp.rank != 2:
        way_out = "reshape it, or send its indices and values as arrays"
        raise ValueError(
            broken_rule("x", "have 2 dimensions, as R's matrices do", sp.rank, way_out)
        )
    if sp.dtype.kind not in "biuf":
        way_out = "Matrix supports no others; send the indices and values"
        raise TypeError(broken_rule("x", "contain real numbers or bools", str(sp.dtype), way_out))
    rows, columns = (int(size) for size in sp.dense_shape)
    if max(rows, columns) > INTEGER_MAX:
        rule = f"have at most {INTEGER_MAX} rows and columns"
        raise ValueError(broken_rule("x", rule, [rows, columns]))
    if not bool(r.rinterface.baseenv["requireNamespace"]("Matrix", quietly=True)[0]):
        msg = "x is sparse, for which R needs its package Matrix, and that is missing"
        raise RuntimeError(
            f"{msg}; install.packages('Matrix') in R, or apt-get install r-cran-matrix"
        )
    cells = reorder(sp).indices
    twice = (cells[1:] == cells[:-1]).all(axis=1)  # equal cells are neighbours in this order
    if twice.any():
        at = cells[int(twice.argmax())].tolist()
        msg = f"x must contain each cell once, got {at} twice, which Matrix would add up"
        raise ValueError(f"{msg}; add them up first, or drop one")
    # Bools become a logical matrix, all numbers one of doubles.
    values = sp.values if sp.dtype.kind == "b" else _doubles(sp.values)
    row, column = (vector_from(r, sp.indices[:, k].astype(np.int32)) for k in (0, 1))
    sizes = vector_from(r, np.array([rows, columns], dtype=np.int32))
    return r.call("border_sparse", row, column, vector_from(r, values), sizes)


def _doubles(values: Array) -> Array:
    if values.dtype.kind in "iu":
        far = (values > EXACT) | (values < -EXACT if values.dtype.kind == "i" else False)
        if far.any():
            at = int(far.argmax())
            got = f"{values[at]} (value {at})"
            msg = f"x must contain numbers that doubles represent exactly, got {got}"
            raise ValueError(f"{msg}; convert them first: x.with_values(...)")
    return values.astype(np.float64)


def sparse_of(fields: dict[str, Any], found: Any) -> SparseTensor:
    """Return a sparse matrix as a sparse tensor, its cells in order; a pattern's are all True."""
    indices = np.stack([view(fields[name], found) for name in ("rows", "columns")], axis=1)
    # A pattern has positions and no values.
    values = np.ones(len(indices), dtype=bool)
    if "values" in fields:
        values = view(fields["values"], found)
        values = values.astype(bool) if values.dtype == np.int32 else values
    shape = view(fields["dim"], found).astype(np.int64)
    # Matrix stores its cells column by column.
    return reorder(SparseTensor(indices.astype(np.int64), values, shape))
