"""Means, medians and standard deviations of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition, TensorShape
from raggedkit._docstrings import sections_from
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.reduce import row_prod, row_sums
from raggedkit_r.ragged.rows import ragged_of, values_of
from raggedkit_r.ragged.segments import (
    Segments,
    absent,
    numbers,
    real_numbers,
    segments,
    wide,
    wrapped,
)
from raggedkit_r.shape.shape import RShape
from raggedkit_r.vector.arguments import as_flag
from raggedkit_r.vector.kinds import TIMES
from raggedkit_r.vector.messages import warn_user
from raggedkit_r.vector.na import NA_real_
from raggedkit_r.vector.values import made
from raggedkit_r.vector.vector import Vector, row_values

__all__ = ["mean", "row_means", "row_median", "row_sd"]


@sections_from(row_sums)
@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_means(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the mean of each row; NaN for an empty row.

    Parameters
    ----------
    x : ragged list
        Of numbers, logicals, dates, times or durations, or any argument of `as_ragged`.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_means(ragged([[3, 1, 4, 2], [], [5, None]]))
    [1] 2.5 NaN  NA
    """
    rows = segments(x, axis)
    values = rows.values
    if values.kind in TIMES:
        return _mean_times(rows, na_rm)
    rows = numbers(x, axis, "row_means")
    left_out, na = absent(rows, na_rm)
    filled = wide(np.where(left_out, 0, rows.values.array))
    count = rows.count(~left_out)
    kind = "complex" if values.kind == "complex" else "numeric"
    means = rows.reduced("add", filled) / count
    # As in R's mean(), a second pass corrects the rounding errors of the first sum.
    rest = np.where(left_out, 0, filled - means[rows.rows.value_rowids()])
    more = rows.reduced("add", rest) / count
    means = np.where(np.isfinite(more), means + more, means)
    return wrapped(rows, made(means, na, kind))


def _mean_times(rows: Segments, na_rm: bool) -> Vector | RaggedList | Array:
    left_out, na = absent(rows, na_rm)
    ticks = np.where(left_out, 0, rows.values.array.astype("int64"))
    total, count = rows.reduced("add", ticks), rows.count(~left_out)
    mean = total // np.maximum(count, 1)
    array = mean.view(rows.values.array.dtype)
    return wrapped(rows, rows.values.with_array(array, na | (count == 0)))


def mean(x: Any, na_rm: bool = False) -> Any:
    """Return the mean of all values; NaN if there are none.

    For a shape the result is NA with a warning, as in R.

    Parameters
    ----------
    x : ragged list or vector
        Numbers, logicals or times.
    na_rm : bool
        Whether NA and NaN are left out; otherwise the mean with an NA is NA.

    Returns
    -------
    scalar
        A float, a complex number, a time or NA.

    Raises
    ------
    TypeError
        If the values are not numbers or times.

    Examples
    --------
    >>> from raggedkit_r import c
    >>> from raggedkit_r.ragged.build import ragged
    >>> mean(ragged([[3, 1], [], [5]])), mean(c(1, None, 2), na_rm=True)
    (3.0, 1.5)
    """
    if isinstance(x, RShape | TensorShape):
        warn_user("argument is not numeric or logical: returning NA")
        return NA_real_
    whole = isinstance(x, RaggedList | RaggedTensor)
    values = values_of(as_ragged(x)) if whole else row_values(x)
    values = values.reshaped(values.array.size)
    one = RowPartition.from_row_lengths(np.array([len(values)]))
    return row_means(ragged_of([one], values), na_rm)[[1]]


@sections_from(row_prod)
@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_median(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the median of each row; NA for an empty row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_median(ragged([[3, 1, 4, 2], [], [5, None]]))
    [1] 2.5  NA  NA
    """
    rows = real_numbers(x, axis, "row_median")
    if as_flag(na_rm, "na_rm"):
        rows = rows.without_na()
    na = rows.any(rows.values.is_na) | (rows.lengths == 0)
    array = rows.values.array
    # Position -1 reads the NaN at the end, for rows without a median.
    ordered = np.append(array[rows.order(array)], np.nan)
    starts = rows.rows.row_starts()
    low = np.where(na, -1, starts + (rows.lengths - 1) // 2)
    high = np.where(na, -1, starts + rows.lengths // 2)
    middle = np.where(
        ordered[low] == ordered[high], ordered[low], ordered[low] / 2 + ordered[high] / 2
    )
    return wrapped(rows, made(middle, na, "numeric"))


@sections_from(row_prod)
@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_sd(x: Any, na_rm: bool = False, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the standard deviation of each row; NA for fewer than two values.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_sd(ragged([[1, 2, 3], [5], []]))
    [1]  1 NA NA
    """
    rows = real_numbers(x, axis, "row_sd")
    if as_flag(na_rm, "na_rm"):
        rows = rows.without_na()
    lengths = rows.lengths
    na = rows.any(rows.values.missing) | (lengths < 2)
    array = rows.values.array
    means = (rows.reduced("add", array) / lengths)[rows.rows.value_rowids()]
    squares = rows.reduced("add", (array - means) ** 2)
    return wrapped(rows, made(np.sqrt(squares / (lengths - 1)), na, "numeric"))
