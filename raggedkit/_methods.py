"""Methods of a ragged tensor that are operations: each forwards to the function of its name."""

from __future__ import annotations

from raggedkit._interop_methods import InteropMethods
from raggedkit._reduction_methods import ReductionMethods
from raggedkit._sorting_methods import SortingMethods
from raggedkit._structure_methods import StructureMethods

__all__ = ["Methods"]


class Methods(InteropMethods, ReductionMethods, SortingMethods, StructureMethods):
    """What `RaggedTensor` inherits its ndarray-like methods from."""

    __slots__ = ()
