"""Functions of sparse tensors, under TensorFlow's names in ``tf.sparse``."""

from raggedkit.ops.counting import sparse_bincount as bincount
from raggedkit.ops.sparse.convert import from_dense, reorder, reset_shape, to_dense, to_ragged
from raggedkit.ops.sparse.reductions import reduce_max, reduce_sum
from raggedkit.ops.sparse.structure import (
    concat,
    expand_dims,
    fill_empty_rows,
    reshape,
    retain,
    slice,
)

__all__ = [
    "bincount",
    "concat",
    "expand_dims",
    "fill_empty_rows",
    "from_dense",
    "reduce_max",
    "reduce_sum",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "slice",
    "to_dense",
    "to_ragged",
]
