"""Reductions under TensorFlow's names: sum, product, max, min, any, all, count of nonzero values.

The functions of this file follow TensorFlow's rules. NumPy's functions (``np.sum(rt, axis=1)``) and
the methods (``rt.sum(axis=1)``) follow NumPy's rules for dtypes and empty rows.
"""

from __future__ import annotations

from raggedkit._docstrings import sections_from, signature_from
from raggedkit._engines.reductions import ALL, ANY, COUNT, MAX, MIN, PROD, SUM, reduced
from raggedkit._overloads import scalar_without_axis
from raggedkit._typing import Axes, Scalar, Tensor, TensorLike

__all__ = [
    "count_nonzero",
    "reduce_all",
    "reduce_any",
    "reduce_max",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
]


@scalar_without_axis
def reduce_sum(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the sums along axes, in the dtype of the values; 0 for an empty row.

    Parameters
    ----------
    input_tensor
        Numbers or time differences, ragged or dense; True counts as 1.
    axis
        None for all axes, an int, or a list of ints; negative ones count from the end. Axis 1
        reduces each row. Axis 0 reduces each column, over the rows that are long enough.
    keepdims
        Whether reduced axes are kept with size 1.
    empty
        The result for an empty row instead of 0; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Dense if no partitioned axis is left.

    Raises
    ------
    RaggedIndexError
        If there is no such axis.
    TypeError
        If the function is not defined for the dtype of the values, or an axis is not an integer.
    ValueError
        If an axis is repeated, or a row is empty and ``empty`` is ``"raise"``.

    See Also
    --------
    raggedkit.RaggedTensor.sum : follows NumPy: small integers are summed as int64.

    Notes
    -----
    After ``tf.reduce_sum``. Integer sums are exact unless they overflow their dtype; then they wrap
    around. Floats are summed pairwise, or in a wider dtype.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
    >>> rk.reduce_sum(rt, axis=1)
    array([ 8,  0, 11])
    >>> rk.reduce_sum(rt, axis=0)
    array([12,  3,  4])
    >>> rk.reduce_sum(rt)
    np.int64(19)
    >>> rk.reduce_sum(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    return reduced(SUM, input_tensor, axis, keepdims, empty=empty)


@signature_from(reduce_sum)
def reduce_prod(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the products along axes, in the dtype of the values; 1 for an empty row.

    Parameters
    ----------
    empty
        The result for an empty row instead of 1; ``"raise"`` makes it an error.

    Notes
    -----
    After ``tf.reduce_prod``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
    >>> rk.reduce_prod(rt, axis=1)
    array([12,  1, 18])
    >>> rk.reduce_prod(rt, axis=0, keepdims=True)
    array([[27,  2,  4]])
    >>> rk.reduce_prod([["a"]])
    Traceback (most recent call last):
        ...
    TypeError: input_tensor must contain numbers or bools, got dtype('<U1')
    """
    return reduced(PROD, input_tensor, axis, keepdims, empty=empty)


@scalar_without_axis
@sections_from(reduce_sum)
def reduce_max(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    initial: Scalar = None,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the largest values along axes; the lowest finite number for an empty row.

    Parameters
    ----------
    input_tensor
        Real numbers, bools or times, ragged or dense.
    initial
        One more value for every row: no result is below it. It is the result for an empty row.
    empty
        The result for an empty row, for example ``nan``; ``"raise"`` makes it an error.

    See Also
    --------
    raggedkit.RaggedTensor.max : follows NumPy: an empty row is an error.

    Notes
    -----
    After ``tf.reduce_max``, which returns ``dtype.min`` for an empty row, and minus infinity if
    there are no rows or all axes are reduced. The result for a row with NaN is NaN. For datetimes
    and timedeltas an empty row gives NaT.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
    >>> rk.reduce_max(rt, axis=1)
    array([                   4, -9223372036854775808,                    9])
    >>> rk.reduce_max(rt, axis=1, empty=0)
    array([4, 0, 9])
    >>> rk.reduce_max(rt, axis=1, empty="raise")
    Traceback (most recent call last):
        ...
    ValueError: input_tensor must have a value in every row, got none in row 1; choose the \
result of an empty row: empty=...
    """
    return reduced(MAX, input_tensor, axis, keepdims, initial=initial, empty=empty)


@signature_from(reduce_max)
def reduce_min(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    initial: Scalar = None,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return the smallest values along axes; the highest finite number for an empty row.

    Parameters
    ----------
    input_tensor
        Real numbers, bools or times, ragged or dense.
    initial
        One more value for every row: no result is above it. It is the result for an empty row.
    empty
        The result for an empty row, for example ``nan``; ``"raise"`` makes it an error.

    Notes
    -----
    After ``tf.reduce_min``, which returns ``dtype.max`` for an empty row, and infinity if there are
    no rows or all axes are reduced. The result for a row with NaN is NaN. For datetimes and
    timedeltas an empty row gives NaT.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3.5, 1], [], [9]])
    >>> rk.reduce_min(rt, axis=1, empty=float("nan"))
    array([ 1., nan,  9.])
    >>> rk.reduce_min(rt, axis=0)
    array([3.5, 1. ])
    >>> rk.reduce_min(rt, axis=1, empty="raise")
    Traceback (most recent call last):
        ...
    ValueError: input_tensor must have a value in every row, got none in row 1; choose the \
result of an empty row: empty=...
    """
    return reduced(MIN, input_tensor, axis, keepdims, initial=initial, empty=empty)


@signature_from(reduce_sum)
def reduce_any(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return whether any value along axes is true (not zero); False for an empty row.

    Parameters
    ----------
    empty
        The result for an empty row instead of False; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Bools; dense if no partitioned axis is left.

    Notes
    -----
    After ``tf.reduce_any``, which truncates numbers to integers first; here 0.5 is true.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[False, True], [], [False]])
    >>> rk.reduce_any(rt, axis=1)
    array([ True, False, False])
    >>> rk.reduce_any(rt)
    np.True_
    >>> rk.reduce_any(rt, axis="1")
    Traceback (most recent call last):
        ...
    TypeError: axis must be an integer, got '1'
    """
    return reduced(ANY, input_tensor, axis, keepdims, empty=empty)


@signature_from(reduce_sum)
def reduce_all(
    input_tensor: TensorLike,
    axis: Axes | None = None,
    keepdims: bool = False,
    *,
    empty: Scalar = None,
) -> Tensor | Scalar:
    """Return whether all values along axes are true (not zero); True for an empty row.

    Parameters
    ----------
    empty
        The result for an empty row instead of True; ``"raise"`` makes it an error.

    Returns
    -------
    array or RaggedTensor
        Bools; dense if no partitioned axis is left.

    Notes
    -----
    After ``tf.reduce_all``, which truncates numbers to integers first; here 0.5 is true.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[False, True], [], [True]])
    >>> rk.reduce_all(rt, axis=1)
    array([False,  True,  True])
    >>> rk.reduce_all(rt, axis=1, empty=False)
    array([False, False,  True])
    >>> rk.reduce_all(rt, axis=[0, -2])
    Traceback (most recent call last):
        ...
    ValueError: axis must not repeat an axis, got [0, -2]: two of them are axis 0
    """
    return reduced(ALL, input_tensor, axis, keepdims, empty=empty)


@sections_from(reduce_sum)
def count_nonzero(
    input: TensorLike, axis: Axes | None = None, keepdims: bool = False
) -> Tensor | Scalar:
    """Return how many values along axes are true (not zero), ``int64``; 0 for an empty row.

    Parameters
    ----------
    input
        Numbers, bools, times, text or bytes; an empty text counts as zero.

    Notes
    -----
    After ``tf.math.count_nonzero``, which takes dense tensors only. NaN is not zero.

    Examples
    --------
    >>> import raggedkit as rk
    >>> rt = rk.ragged.constant([[3, 0, 4], [], [0]])
    >>> rk.count_nonzero(rt, axis=1)
    array([2, 0, 0])
    >>> rk.count_nonzero(rt > 3, axis=0)
    array([0, 0, 1])
    >>> rk.count_nonzero(rk.ragged.constant([["a", ""], []]), axis=1)
    array([1, 0])
    >>> rk.count_nonzero(rt, axis=2)
    Traceback (most recent call last):
        ...
    raggedkit.errors.RaggedIndexError: axis must be from -2 to 1, got 2
    """
    return reduced(COUNT, input, axis, keepdims, name="input")
