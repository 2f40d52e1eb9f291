"""Values for R's reticulate: dicts of arrays, lists of text and None, which it converts itself.

R's side is in ``R/reticulate.R``. Values are flat in R's order, the first index running fastest,
beside their dimensions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RaggedTensor, SparseTensor, TensorShape
from raggedkit._xp import to_host
from raggedkit.typing import Array
from raggedkit_r.border.parts import Parts, put_together, take_apart
from raggedkit_r.border.stored import as_r_stores
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.vector.values import object_array

__all__ = ["ragged_from_r", "ragged_to_r", "shape_from_r", "shape_to_r", "sparse_to_r"]


def ragged_to_r(x: RaggedTensor | RaggedList) -> dict[str, Any]:
    """Return the parts of a ragged tensor or list as R's side takes them.

    Examples
    --------
    >>> import raggedkit as rk
    >>> parts = ragged_to_r(rk.ragged.constant([["a", "b"], []]))
    >>> parts["kind"], parts["data"], parts["splits"]
    ('character', ['a', 'b'], [array([0, 2, 2], dtype=int32)])
    """
    parts = take_apart(x)
    # R stores arrays column by column.
    values = parts.values.ravel(order="F")
    # An array of int32 has no None, so -1 is a length that is not declared.
    lengths = [-1 if length is None else length for length in parts.uniform]
    return {
        "kind": parts.kind,
        "data": values.tolist() if values.dtype.kind == "O" else values,
        "dim": list(parts.values.shape) if parts.values.ndim > 1 else None,
        "na": None if parts.na is None else parts.na.ravel(order="F"),
        "splits": [_counts(splits) for splits in parts.splits],
        "null": list(parts.null) or None,
        "names": [None if names is None else list(names) for names in parts.names] or None,
        "uniform": None if max(lengths) < 0 else np.array(lengths, dtype=np.int32),
        "levels": None if parts.levels is None else list(parts.levels),
        "ordered": parts.ordered,
        "tz": parts.tz,
        "units": parts.units,
        "python": None if parts.python is None else list(parts.python),
    }


def ragged_from_r(parts: dict[str, Any]) -> RaggedTensor | RaggedList:
    """Return the ragged tensor or list of the parts that R sends."""
    kind, data, na = parts["kind"], parts["data"], parts["na"]
    if kind == "character":
        values, na = _text(data), data[1]
    elif kind == "complex":
        # R sends complex numbers as pairs of doubles.
        values = data.copy().view(np.complex128)
    else:
        # The array is a view of R's memory, which R may free: Python keeps a copy.
        values = np.array(data, dtype=np.uint8 if kind == "raw" else None)
    dim = parts["dim"]
    return put_together(
        Parts(
            kind,
            _in_dim(values, dim),
            tuple(splits.astype(np.int64) for splits in parts["splits"]),
            na=None if na is None else _in_dim(na, dim),
            null=tuple(None if null is None else null.copy() for null in parts["null"] or ()),
            names=tuple(_names(names) for names in parts["names"] or ()),
            uniform=tuple(_lengths(parts["uniform"])),
            levels=_names(parts["levels"]),
            ordered=parts["ordered"],
            tz=parts["tz"],
            units=parts["units"],
            python=None if parts["python"] is None else tuple(parts["python"]),
        )
    )


def shape_to_r(x: Any) -> dict[str, Any]:
    """Return the sizes of a shape, -1 for an unknown one; None for an unknown rank."""
    dims = TensorShape(x).dims
    if dims is None:
        return {"sizes": None}
    sizes = [-1 if size is None else int(size) for size in TensorShape(x).as_list()]
    return {"sizes": _counts(np.array(sizes, dtype=np.int64))}


def shape_from_r(sizes: Array | None) -> TensorShape:
    """Return the shape of sizes, -1 for an unknown one; None for an unknown rank."""
    if sizes is None:
        return TensorShape(None)
    return TensorShape([None if size < 0 else int(size) for size in sizes.tolist()])


def sparse_to_r(x: SparseTensor) -> dict[str, Any] | None:
    """Return the cells of a sparse tensor, None if Matrix has none like it.

    It has those of two dimensions, of numbers or bools, each cell once: it would add up the others.
    """
    values, at = to_host(x.values), to_host(x.indices)
    # Matrix would add up cells that occur twice.
    if at.shape[1] != 2 or values.dtype.kind not in "biuf" or len(np.unique(at, axis=0)) < len(at):
        return None
    kind = {"b": "logical", "f": "numeric"}.get(values.dtype.kind, "integer")
    # A sparse tensor has no NA, no levels and no times.
    stored, _ = as_r_stores(values, kind, None, None, 0)
    dim = to_host(x.dense_shape)
    return {"rows": at[:, 0], "columns": at[:, 1], "values": stored, "dim": dim}


def _counts(counts: Array) -> Array:
    """Return counts as R's integers, or as doubles if one is too large."""
    return counts.astype(np.int32 if counts.max(initial=0) < 2**31 else np.float64)


def _in_dim(flat: Array, dim: list[int] | None) -> Array:
    return flat if dim is None else np.ascontiguousarray(flat.reshape(dim, order="F"))


def _text(pair: list[Any]) -> Array:
    """Return the texts of UTF-8 bytes, each followed by a zero."""
    return object_array(bytes(pair[0]).decode().split("\0")[:-1])


def _names(pair: list[Any] | None) -> tuple[str, ...] | None:
    return None if pair is None else tuple(_text(pair).tolist())


def _lengths(uniform: Array | None) -> list[int | None]:
    return [] if uniform is None else [None if n < 0 else n for n in uniform.tolist()]
