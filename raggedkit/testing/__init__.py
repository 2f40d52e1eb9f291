"""Help for tests of code that works with ragged tensors.

`assert_ragged_equal` needs nothing beside NumPy; ``raggedkit.testing.strategies`` are strategies
for hypothesis, which has to be installed for them.
"""

from raggedkit.testing.equality import assert_ragged_equal

__all__ = ["assert_ragged_equal"]
