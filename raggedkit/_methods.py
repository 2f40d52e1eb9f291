"""Methods of a ragged tensor that are operations: each forwards to the function of its name."""

from __future__ import annotations

from raggedkit._reduction_methods import ReductionMethods
from raggedkit._sorting_methods import SortingMethods

__all__ = ["Methods"]


class Methods(ReductionMethods, SortingMethods):
    """What `RaggedTensor` inherits its ndarray-like methods from."""

    __slots__ = ()
