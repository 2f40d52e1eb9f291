"""Checks of a tensor before another library gets its buffers."""

from __future__ import annotations

from raggedkit._typing import Array
from raggedkit._xp import is_host
from raggedkit.encodings import check_order, check_start
from raggedkit.errors import broken_rule
from raggedkit.tensor import RaggedTensor

__all__ = ["check_on_host", "check_partitions"]


def check_on_host(array: Array, name: str = "rt") -> None:
    """Raise for an array of a GPU, which other libraries cannot read."""
    if not is_host(array):
        raise TypeError(broken_rule(name, "be on the host", "an array of a GPU", "use to_host()"))


def check_partitions(rt: RaggedTensor, name: str = "rt") -> None:
    """Raise unless the row splits cut what they are splits of.

    Those made with ``validate=False`` may point anywhere. Other libraries trust offsets: pyarrow
    ends the process when it shows such an array.
    """
    counts = [*(part._nrows for part in rt._parts[1:]), rt._flat.shape[0]]
    for part, n in zip(rt._parts, counts, strict=True):
        told = f"row_splits of {name}"
        if part._uniform is None:  # the splits of equal lengths are made when they are asked for
            splits = part._get_splits()
            check_start(splits, told)
            check_order(splits, told)
        if part._nvals != n:
            raise ValueError(broken_rule(told, f"end at the number of items, {n}", part._nvals))
