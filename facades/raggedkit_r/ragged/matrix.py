"""Ragged lists as rectangular arrays: padded rows, and the range of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.extremes import row_max, row_min
from raggedkit_r.ragged.rows import values_of
from raggedkit_r.vector.arguments import is_word
from raggedkit_r.vector.convert import joined
from raggedkit_r.vector.na import NA
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import row_values

__all__ = ["as_matrix", "row_range"]


def as_matrix(x: Any, fill: Any = NA, side: str = "right") -> Array:
    """Return the rows padded to the longest, ``[nrows, longest]``.

    Parameters
    ----------
    x
        A ragged list of rows of single values.
    fill
        The padding value.
    side
        The side that is padded: ``"right"`` or ``"left"``.

    Returns
    -------
    numpy.ndarray
        Integers, logicals and text are masked where they are NA; doubles are NaN, times NaT there.

    Raises
    ------
    ValueError
        If ``x`` has rows of rows, or ``fill`` is not one value.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4], [], [5]])
    >>> print(as_matrix(x))
    [[3 1 4]
     [-- -- --]
     [5 -- --]]
    >>> as_matrix(x, 0, side="left")
    array([[3, 1, 4],
           [0, 0, 0],
           [0, 0, 5]], dtype=int32)
    """
    x = as_ragged(x)
    if x.tensor.ragged_rank > 1 or x.tensor.flat_values.ndim > 1:
        way_out = "as_tensor(x).to_tensor() pads all axes"
        raise ValueError(broken_rule("x", "have rows of single values", x.tensor.shape, way_out))
    if not is_word(side, ("right", "left")):
        raise ValueError(broken_rule("side", "be 'right' or 'left'", side))
    filler = row_values(fill)
    if len(filler) != 1:
        raise ValueError(broken_rule("fill", "be one value", fill, "it pads the rows"))
    part = x.tensor.partitions[0]
    lengths = part.row_lengths()
    longest = int(lengths.max(initial=0))
    values = values_of(x)
    # Position len(values) is the filler, which is appended to the values.
    at = np.full((len(part), longest), len(values))
    column = part.offsets_in_rows()
    if side == "left":
        column = column + np.repeat(longest - lengths, lengths)
    at[part.value_rowids(), column] = np.arange(len(values))
    return _array(joined([values, filler]).take(at.reshape(-1)), at.shape)


@sections_from(row_max)
def row_range(x: Any, na_rm: bool = False, empty: Any = None) -> Array:
    """Return the smallest and the largest value of each row, ``[nrows, 2]``.

    Returns
    -------
    numpy.ndarray
        ``[nrows, 2]``; masked, NaN or NaT if a row has no value, as in `as_matrix`.

    Raises
    ------
    TypeError
        If the values have no order, or ``empty`` is of another kind.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> print(row_range(ragged([[3, 1, 4], [], [5]])))
    [[1 4]
     [-- --]
     [5 5]]
    """
    least: Any = row_min(x, na_rm, empty)
    most: Any = row_max(x, na_rm, empty)
    if isinstance(least, np.ndarray):
        return np.stack([least, most], axis=1)
    n = len(least)
    both = np.arange(2 * n).reshape(2, n).T
    return _array(joined([least.content, most.content]).take(both.reshape(-1)), (n, 2))


def _array(values: Values, shape: tuple[int, ...]) -> Array:
    """Return values as an array, with a mask of NA if the dtype has no NA."""
    array = values.array.reshape(shape)
    if values.na is None or not values.na.any():
        return array
    return np.ma.MaskedArray(array, values.na.reshape(shape))
