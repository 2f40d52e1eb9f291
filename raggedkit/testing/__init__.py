"""Test helpers: assertions and hypothesis strategies for ragged tensors.

`assert_ragged_equal` needs only NumPy; ``raggedkit.testing.strategies`` needs hypothesis.
"""

from raggedkit.testing.equality import assert_ragged_equal

__all__ = ["assert_ragged_equal"]
