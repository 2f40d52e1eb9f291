"""Methods of a ragged tensor that are operations: each forwards to the function of its name."""

from __future__ import annotations

__all__ = ["Methods"]


class Methods:
    """What `RaggedTensor` inherits its ndarray-like methods from."""

    __slots__ = ()
