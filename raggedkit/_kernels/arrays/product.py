"""Every combination of one value from each of several rows."""

from __future__ import annotations

from collections.abc import Sequence

from raggedkit._kernels.arrays.splits import lengths_to_splits, multiplied, repeat
from raggedkit._typing import Array
from raggedkit._xp import INT64, array_namespace

__all__ = ["product_rows"]


def product_rows(starts: Sequence[Array], lengths: Sequence[Array]) -> tuple[Array, list[Array]]:
    """Return how many combinations each row has, and for each input which of its values they take.

    ``starts, lengths: int[nrows]`` say the rows of each input; the last one's values vary fastest.
    """
    xp = array_namespace(*lengths)
    counts = multiplied(lengths, "row_lengths")
    splits = lengths_to_splits(counts)
    place = xp.arange(int(splits[-1]), dtype=INT64) - repeat(splits[:-1], counts)
    taken: list[Array] = []
    for start, length in zip(reversed(starts), reversed(lengths), strict=True):
        size = repeat(length, counts)
        taken.insert(0, repeat(start, counts) + place % size)
        place = place // size
    return counts, taken
