"""Type aliases: arrays, dtypes, tensors, axes and arguments that are read as tensors.

``Array`` is written as a NumPy array; the same code runs on CuPy arrays, which offer the same
methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar, Union

import numpy as np

if TYPE_CHECKING:
    from datetime import date, timedelta

    import numpy.typing as npt

    from raggedkit.tensor import RaggedTensor

    ArrayLike: TypeAlias = npt.ArrayLike
    DTypeLike: TypeAlias = npt.DTypeLike
else:  # numpy.typing takes 0.4 ms to import, a twentieth of `import raggedkit`
    ArrayLike = DTypeLike = Any

__all__ = [
    "Array",
    "ArrayLike",
    "Axes",
    "Axis",
    "DType",
    "DTypeLike",
    "Integer",
    "NestedList",
    "Operand",
    "Scalar",
    "Tensor",
    "TensorLike",
    "TensorT",
]

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
DType: TypeAlias = np.dtype[Any]
Axis: TypeAlias = SupportsIndex
Axes: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
Integer: TypeAlias = np.integer[Any]
NestedList: TypeAlias = Sequence[Any]
Scalar: TypeAlias = Any  # a NumPy scalar or a Python one: its class depends on the dtype
Tensor: TypeAlias = Union["RaggedTensor", Array]  # `|` takes no forward reference
TensorLike: TypeAlias = Union["RaggedTensor", ArrayLike, NestedList]
Operand: TypeAlias = Union[TensorLike, "date", "timedelta"]  # beside an operator
TensorT = TypeVar("TensorT", "RaggedTensor", Array)  # the result is of the argument's kind
