"""One value of each row by position, and a function applied to each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from raggedkit._docstrings import sections_from
from raggedkit.errors import broken_rule
from raggedkit.typing import Array
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import names_of, with_row_names
from raggedkit_r.ragged.segments import filled, segments, wrapped
from raggedkit_r.vector.convert import joined
from raggedkit_r.vector.vector import Vector, as_whole, row_values

__all__ = ["apply_rows", "row_first", "row_last", "row_nth"]

_FAR = 1 << 62  # beyond every row


@np.errstate(all="ignore")  # R's NA is a NaN that NumPy warns of
def row_nth(x: Any, n: int, default: Any = None, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the ``n``-th value of each row; ``default`` for a row that is too short.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    n : int
        The position: 1, 2, ... from the start, or -1, -2, ... from the end.
    default : scalar
        The result for a row that is too short; by default NA.
    axis : int
        1 for the rows of ``x``, 2 for the rows in these.

    Returns
    -------
    Vector or RaggedList
        A vector for axis 1; for axis 2 a ragged list with one value for each inner row.

    Raises
    ------
    TypeError
        If ``x`` has no rows, ``n`` is not a whole number, or ``default`` is of another kind.
    ValueError
        If ``n`` is 0, or there is no such axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4], [], [5]])
    >>> row_nth(x, 2), row_nth(x, -1, default=0)
    ([1]  1 NA NA, [1] 4 0 5)
    """
    way_out = "1 is the first value, -1 the last"
    n = as_whole(n, "n", way_out)
    if n == 0:
        raise ValueError(broken_rule("n", "be a position: 1, 2, ... or -1, -2, ...", n, way_out))
    rows = segments(x, axis)
    # Python integers have no limit, int64 has: start + n must not overflow.
    n = max(-_FAR, min(n, _FAR))
    starts, limits = rows.rows.row_starts(), rows.rows.row_limits()
    at = starts + n - 1 if n > 0 else limits + n
    outside = (at < starts) | (at >= limits)
    picked = rows.values.take(np.where(outside, -1, at))
    return wrapped(rows, filled(picked, outside, "default", default))


@sections_from(row_nth)
def row_first(x: Any, default: Any = None, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the first value of each row; ``default`` for an empty row.

    Raises
    ------
    TypeError
        If ``x`` has no rows, or ``default`` is of another kind.
    ValueError
        If there is no such axis.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_first(ragged([[3, 1], [], [5]]))
    [1]  3 NA  5
    """
    return row_nth(x, 1, default, axis)


@sections_from(row_first)
def row_last(x: Any, default: Any = None, axis: int = 1) -> Vector | RaggedList | Array:
    """Return the last value of each row; ``default`` for an empty row.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> row_last(ragged([[3, 1], [], [5]]))
    [1]  1 NA  5
    """
    return row_nth(x, -1, default, axis)


def apply_rows(
    x: Any, f: Callable[..., Any], *args: Any, simplify: bool = True
) -> Vector | RaggedList | Array:
    """Return ``f(row, ...)`` for each row: a vector if each gives one value, else a ragged list.

    Parameters
    ----------
    x : ragged list
        Or any argument of `as_ragged`.
    f : callable
        A function of a row. Its argument is a vector, or a ragged list if the rows have rows, or
        None for a NULL row.
    *args
        Further arguments of ``f``.
    simplify : bool
        Whether single values are returned as a vector instead of rows of one value.

    Returns
    -------
    Vector or RaggedList
        With the names of the rows.

    Raises
    ------
    TypeError
        If ``x`` has no rows, or R has no such values as ``f`` returns. Errors of ``f`` are raised
        as they are.

    Examples
    --------
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, 4], [], [5]])
    >>> apply_rows(x, len)
    [1] 3 0 1
    >>> apply_rows(x, lambda row: row[-1])
    ragged list: 3 rows, 2 integer values
    1  [1, 4]
    2  []
    3  []
    """
    x = as_ragged(x)
    results = [f(row, *args) for row in x]
    single = [
        len(r) == 1 if isinstance(r, Vector) else np.ndim(r) == 0 and r is not None for r in results
    ]
    names = names_of(x)[0]
    if simplify and results and all(single) and not any(isinstance(r, RaggedList) for r in results):
        return Vector.of(joined([row_values(r) for r in results]), names)
    return with_row_names(as_ragged(results), names)
