"""The few types that everything above shares.

``Array`` is written as a NumPy array; the same code runs on CuPy arrays, which offer the same
methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, SupportsIndex, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "ArrayLike", "DType", "DTypeLike", "IntLike", "NestedList", "SupportsArray"]

Array: TypeAlias = npt.NDArray[Any]
ArrayLike: TypeAlias = npt.ArrayLike
DType: TypeAlias = np.dtype[Any]
DTypeLike: TypeAlias = npt.DTypeLike
IntLike: TypeAlias = SupportsIndex
NestedList: TypeAlias = Sequence[Any]


@runtime_checkable
class SupportsArray(Protocol):
    """Anything that can turn itself into an array."""

    def __array__(self, *args: Any, **kwargs: Any) -> Array:
        """Return the array."""
        ...
