"""Functions that make ragged tensors, under TensorFlow's names in ``tf.ragged``."""

from raggedkit.ops.construct import constant
from raggedkit.ops.crossing import cross
from raggedkit.ops.flat_values import map_flat_values
from raggedkit.ops.joining import ragged_stack as stack
from raggedkit.ops.masking import boolean_mask
from raggedkit.ops.partitions import stack_dynamic_partitions
from raggedkit.ops.ranges import ragged_range as range
from raggedkit.ops.ranges import row_splits_to_segment_ids, segment_ids_to_row_splits

__all__ = [
    "boolean_mask",
    "constant",
    "cross",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
