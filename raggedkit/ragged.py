"""Functions that make ragged tensors, under TensorFlow's names in ``tf.ragged``."""

from raggedkit.ops.construct import constant
from raggedkit.ops.elementwise import map_flat_values
from raggedkit.ops.ranges import ragged_range as range
from raggedkit.ops.ranges import row_splits_to_segment_ids, segment_ids_to_row_splits

__all__ = [
    "constant",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
]
