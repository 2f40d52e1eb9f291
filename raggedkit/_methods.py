"""Methods of a ragged tensor that are operations: each forwards to the function of its name."""

from __future__ import annotations

from raggedkit._reduction_methods import ReductionMethods

__all__ = ["Methods"]


class Methods(ReductionMethods):
    """What `RaggedTensor` inherits its ndarray-like methods from."""

    __slots__ = ()
