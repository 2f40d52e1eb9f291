"""Functions that make ragged tensors, under TensorFlow's names in ``tf.ragged``."""

from raggedkit.ops.construct import (
    constant,
    row_splits_to_segment_ids,
    segment_ids_to_row_splits,
)
from raggedkit.ops.construct import ragged_range as range
from raggedkit.ops.elementwise import map_flat_values

__all__ = [
    "constant",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
]
