"""Types for annotations of code that uses raggedkit.

``Tensor`` is a ragged tensor or an array: the result where the depth of an argument decides, as of
``rt[2]`` or ``rt.sum(axis=1)``. ``TensorLike`` is an argument that is read as a tensor: also a
nested list or a number. ``Axis`` is one axis, ``Axes`` one or several.

Examples
--------
>>> import raggedkit as rk
>>> from raggedkit.typing import Array, Tensor
>>> def row_means(rt: rk.RaggedTensor) -> Tensor:
...     return rt.mean(axis=-1)
>>> row_means(rk.array([[1, 2], [6]]))
array([1.5, 6. ])
"""

from raggedkit._typing import (
    Array,
    ArrayLike,
    Axes,
    Axis,
    DType,
    DTypeLike,
    NestedList,
    Tensor,
    TensorLike,
)

__all__ = [
    "Array",
    "ArrayLike",
    "Axes",
    "Axis",
    "DType",
    "DTypeLike",
    "NestedList",
    "Tensor",
    "TensorLike",
]
