"""Ragged tensors in functions that numba compiles, and `Builder`, which makes rows in them.

`RaggedTensor` and `RowPartition` are arguments of ``@numba.njit`` functions: ``len(rt)``,
``rt[i]``, ``rt[a:b]``, ``for row in rt``, ``rt.flat_values``, ``rt.row_splits`` and
``rt.row_lengths()`` work inside, for a partition ``len(part)``, ``part.row_splits()`` and
``part.row_lengths()``; a function may return both. A row is a read-only array, a view of the
values; with more ragged axes it is a ragged tensor again.
"""

from __future__ import annotations

from raggedkit.interop.numba import _operations  # noqa: F401 - registers what works inside
from raggedkit.interop.numba._builder import Builder
from raggedkit.interop.numba._types import type_of as type_of
from raggedkit.interop.numba_extension import init

__all__ = ["Builder"]

init()
