"""Types for annotations of code that uses raggedkit.

Examples
--------
>>> from raggedkit.typing import Array
>>> def double(values: Array) -> Array:
...     return values * 2
"""

from raggedkit._typing import Array, ArrayLike, DType, DTypeLike

__all__ = ["Array", "ArrayLike", "DType", "DTypeLike"]
