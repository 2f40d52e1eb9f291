"""Element-wise operators and NumPy functions of ragged lists, which keep rows and names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raggedkit import RaggedTensor, RowPartition
from raggedkit.errors import broken_rule
from raggedkit_r.ragged.build import as_ragged
from raggedkit_r.ragged.ragged_list import RaggedList
from raggedkit_r.ragged.rows import null_of, over, ragged_of, values_of
from raggedkit_r.vector.arithmetic import apply_unary, operate, rounded
from raggedkit_r.vector.operators import UFUNCS
from raggedkit_r.vector.values import Values
from raggedkit_r.vector.vector import operand

__all__ = ["call_ufunc", "combined", "rounded_values"]

_OPERATORS = {ufunc: name for name, ufunc in UFUNCS.items()}
_OPERATORS |= {np.bitwise_and: "and", np.bitwise_or: "or"}


def combined(name: str, x: RaggedList, other: Any, *, swapped: bool = False) -> Any:
    """Return ``x <name> other``, or the other way about; text is compared by code point.

    Parameters
    ----------
    other
        One value, a vector with one for each row, or a ragged list or tensor of the same rows.

    Raises
    ------
    ValueError
        If it has neither one value, nor one for each row, nor the same rows.

    Examples
    --------
    >>> from raggedkit_r import c
    >>> from raggedkit_r.ragged.build import ragged
    >>> x = ragged([[3, 1, None], [], [5]])
    >>> x + c(10, 20, 30)
    ragged list: 3 rows, 4 integer values
    1  [13, 11, NA]
    2  []
    3  [35]
    >>> x + c(1, 2)
    Traceback (most recent call last):
        ...
    ValueError: other must be one value, one for each of the 3 rows, or of the same rows, got 2 ...
    """
    if isinstance(other, RaggedTensor | list | tuple | dict):
        other = as_ragged(other)
    if isinstance(other, RaggedList):
        # The side with more axes gives the rows of the result; the other one is repeated.
        if other.tensor.ragged_rank > x.tensor.ragged_rank:
            return combined(name, other, x, swapped=not swapped)
        beside = _of_the_same_rows(x, other)
    else:
        values = operand(other)
        if values is None:
            return NotImplemented
        beside = values if len(values) == 1 else _for_each_row(x, values)
    left = values_of(x)
    beside = _fitting(beside, left)
    found = operate(name, beside, left) if swapped else operate(name, left, beside)
    result = over(x, found)
    return _marks_of_both(result, other) if isinstance(other, RaggedList) else result


def _of_the_same_rows(x: RaggedList, other: RaggedList) -> Values:
    """Return a value of the other for each of x; one of fewer axes is repeated in its row."""
    rank = other.tensor.ragged_rank
    for mine, theirs in zip(x.tensor.partitions, other.tensor.partitions, strict=False):
        if len(mine) != len(theirs):
            raise ValueError(broken_rule("other", f"have {len(mine)} rows as x has", len(theirs)))
        differ = mine.row_lengths() != theirs.row_lengths()
        if differ.any():
            at = int(np.flatnonzero(differ)[0])
            rule = f"have {mine.row_lengths()[at]} values in row {at + 1} as x has"
            raise ValueError(broken_rule("other", rule, int(theirs.row_lengths()[at])))
    return _spread(values_of(other), x.tensor.partitions[rank:])


def _spread(values: Values, partitions: Sequence[RowPartition]) -> Values:
    """Return the value of each row once for each value in it."""
    for part in partitions:
        values = values.take(part.value_rowids())
    return values


def _for_each_row(x: RaggedList, values: Values) -> Values:
    n = len(x)
    if len(values) != n:
        rule = f"be one value, one for each of the {n} rows, or of the same rows"
        raise ValueError(f"other must {rule}, got {len(values)} values")
    return _spread(values, x.tensor.partitions)


def _fitting(values: Values, beside: Values) -> Values:
    """Return values with the inner axes of the others, each of length 1."""
    missing_axes = beside.array.ndim - values.array.ndim
    if missing_axes <= 0:
        return values
    return values.reshaped(*values.array.shape, *[1] * missing_axes)


def _marks_of_both(result: RaggedList, other: RaggedList) -> RaggedList:
    """Return the NULL mask of both operands, and the names of the first or else of the second."""
    null = list(null_of(result))
    for axis, mask in enumerate(null_of(other)):
        mine = null[axis]
        null[axis] = mask if mine is None else mine if mask is None else mine | mask
    same_rank = other.tensor.ragged_rank == result.tensor.ragged_rank
    names = result.names or (other.names if same_rank else ())
    return ragged_of(result.tensor.partitions, values_of(result), null, names)


def rounded_values(x: RaggedList, digits: int) -> RaggedList:
    """Return the same rows with values rounded to ``digits`` decimals."""
    return over(x, rounded(values_of(x), int(digits)))


def call_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return a NumPy function of ragged lists: of one argument, or one that is an operator."""
    if method != "__call__" or options:
        called = f"np.{ufunc.__name__}" + (f".{method}" if method != "__call__" else "")
        msg = f"{called} must be called on a ragged list with nothing but its arguments"
        raise TypeError(f"{msg}, got {options or method}; row_sums(x) and the like reduce rows")
    if ufunc.nin == 1 and ufunc.nout == 1:
        (x,) = inputs
        return over(x, apply_unary(ufunc, values_of(x)))
    name = _OPERATORS.get(ufunc)
    if name is None:
        rule = "be an operator or a function of one argument to take ragged lists"
        way_out = "with_values(x, f) hands f the values"
        raise TypeError(f"np.{ufunc.__name__} must {rule}; {way_out}")
    left, right = inputs
    if isinstance(left, RaggedList):
        return combined(name, left, right)
    return combined(name, right, left, swapped=True)
