"""Methods of a ragged tensor that are operations: each forwards to the function of its name."""

from __future__ import annotations

from raggedkit._tensor.interop import InteropMethods
from raggedkit._tensor.reductions import ReductionMethods
from raggedkit._tensor.sorting import SortingMethods
from raggedkit._tensor.structure import StructureMethods

__all__ = ["Methods"]


class Methods(InteropMethods, ReductionMethods, SortingMethods, StructureMethods):
    """What `RaggedTensor` inherits its ndarray-like methods from."""

    __slots__ = ()
