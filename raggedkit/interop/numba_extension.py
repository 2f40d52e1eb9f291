"""Entry point of numba: tensors and partitions become arguments of compiled functions.

numba calls `init` before it compiles anything, in programs without a ragged tensor too. So this
module only names the classes; `raggedkit.interop.numba` is imported with the first argument.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

__all__ = ["init"]


@cache  # numba's registry must not have two entries
def init() -> None:
    """Register the types with numba."""
    from numba.extending import typeof_impl

    def type_of(value: Any, context: Any) -> Any:
        return import_module("raggedkit.interop.numba").type_of(value)

    for kind in (RaggedTensor, RowPartition):
        typeof_impl.register(kind)(type_of)
