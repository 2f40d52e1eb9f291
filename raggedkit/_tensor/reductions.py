"""Reducing methods of a ragged tensor, with NumPy's rules: ``sum``, ``max``, ``mean``, ``any``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, overload

from raggedkit._docstrings import sections_from

if TYPE_CHECKING:
    from raggedkit._typing import ArrayLike, Axes, DTypeLike, Scalar, Tensor

__all__ = ["ReductionMethods"]


@cache  # an import in every call costs as much as a small sum
def _reductions() -> Any:
    from raggedkit._numpy import reductions as _numpy_reductions

    return _numpy_reductions


class ReductionMethods:
    """The reductions of `RaggedTensor`."""

    __slots__ = ()

    # Without `axis` the result is a scalar, so each method has an overload for both cases.
    @overload
    def sum(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def sum(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("ops.reductions.reduce_sum")
    def sum(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the sums along axes, of all values by default; 0 for an empty row.

        As in NumPy, small integers are added in 64 bits. `raggedkit.reduce_sum` keeps their dtype.

        Parameters
        ----------
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        initial
            A start value for every row, as in NumPy.

        Returns
        -------
        scalar, array or RaggedTensor
            A scalar without ``axis``; an array if no partitioned axis is left.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If the method is not defined for the dtype of the values, or an axis is not an integer.
        ValueError
            If an axis is repeated.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
        >>> rt.sum(), rt.sum(axis=1)
        (np.int64(19), array([ 8,  0, 11]))
        """
        # The functions end in `_` where NumPy's name is that of a builtin.
        return _reductions().sum_(self, axis, dtype, keepdims=keepdims, initial=initial)

    @overload
    def prod(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def prod(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("sum")
    def prod(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the products along axes, of all values by default; 1 for an empty row.

        As in NumPy, small integers are multiplied in 64 bits; `raggedkit.reduce_prod` keeps their
        dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).prod(axis=1)
        array([12,  1, 18])
        """
        return _reductions().prod(self, axis, dtype, keepdims=keepdims, initial=initial)

    @overload
    def max(
        self,
        axis: Axes,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def max(
        self,
        axis: None = None,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("ops.reductions.reduce_max")
    def max(
        self,
        axis: Axes | None = None,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the largest values along axes, of all values by default.

        As in NumPy, an empty row raises an error unless ``initial`` or ``empty`` is given.
        `raggedkit.reduce_max` returns the lowest number, as TensorFlow.

        Returns
        -------
        scalar, array or RaggedTensor
            A scalar without ``axis``; an array if no partitioned axis is left.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If the method is not defined for the dtype of the values, or an axis is not an integer.
        ValueError
            If an axis is repeated, or if a row is empty and neither ``initial`` nor ``empty`` is
            given.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
        >>> rt.max(), rt.max(axis=1, empty=-1)
        (np.int64(9), array([ 4, -1,  9]))
        >>> rt.max(axis=1, initial=5)
        array([5, 5, 9])
        >>> rt.max(axis=1)
        Traceback (most recent call last):
            ...
        ValueError: rt must have a value in every row, got none in row 1; choose the \
result of an empty row: rt.max(..., empty=...), or add one value to every row: initial=...
        """
        return _reductions().max_(self, axis, keepdims=keepdims, initial=initial, empty=empty)

    @overload
    def min(
        self,
        axis: Axes,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def min(
        self,
        axis: None = None,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("max")
    def min(
        self,
        axis: Axes | None = None,
        *,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        empty: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the smallest values along axes, of all values by default.

        As in NumPy, an empty row raises an error unless ``initial`` or ``empty`` is given.
        `raggedkit.reduce_min` returns the highest number, as TensorFlow.

        Parameters
        ----------
        initial
            One more value for every row: no result is above it. It is the result for an empty row.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).min(axis=1, empty=-1)
        array([ 1, -1,  2])
        """
        return _reductions().min_(self, axis, keepdims=keepdims, initial=initial, empty=empty)

    @overload
    def mean(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def mean(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("ops.moments.reduce_mean")
    def mean(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the means along axes, of all values by default; NaN for an empty row.

        Along axis 0, a missing item of a short row does not count as 0. See
        `raggedkit.reduce_mean`.

        Parameters
        ----------
        dtype
            The dtype of the result and of the computation; by default as NumPy.

        Returns
        -------
        scalar, array or RaggedTensor
            A scalar without ``axis``; an array if no partitioned axis is left. Integers and bools
            give float64, as in NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[1, 2, 3], [], [2, 3, 4, 5]])
        >>> rt.mean(axis=1)
        array([2. , nan, 3.5])
        >>> rt.mean(axis=0)
        array([1.5, 2.5, 3.5, 5. ])
        """
        return _reductions().mean(self, axis, dtype, keepdims=keepdims, empty=empty)

    @overload
    def var(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def var(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("mean")
    def var(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the variances along axes, of all values by default; NaN for an empty row.

        ``ddof=1`` returns the sample variance. See `raggedkit.reduce_variance`.

        Parameters
        ----------
        ddof
            The divisor is the number of values minus ``ddof``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1, 3], [], [4, 5, 9]]).var(axis=1, ddof=1)
        array([ 2., nan,  7.])
        """
        return _reductions().var(self, axis, dtype, ddof=ddof, keepdims=keepdims, empty=empty)

    @overload
    def std(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor: ...

    @overload
    def std(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Scalar: ...

    @sections_from("var")
    def std(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: ArrayLike | None = None,
    ) -> Tensor | Scalar:
        """Return the standard deviations along axes; NaN for an empty row.

        ``ddof=1`` returns that of a sample. See `raggedkit.reduce_std`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1, 3], [], [4, 4]]).std(axis=1)
        array([ 1., nan,  0.])
        """
        return _reductions().std(self, axis, dtype, ddof=ddof, keepdims=keepdims, empty=empty)

    @overload
    def any(self, axis: Axes, *, keepdims: bool = False) -> Tensor: ...

    @overload
    def any(self, axis: None = None, *, keepdims: bool = False) -> Scalar: ...

    @sections_from("sum")
    def any(self, axis: Axes | None = None, *, keepdims: bool = False) -> Tensor | Scalar:
        """Return whether any value along axes is true; False for an empty row.

        Examples
        --------
        >>> import raggedkit as rk
        >>> (rk.ragged.constant([[3, 1], [], [9]]) > 3).any(axis=1)
        array([False, False,  True])
        """
        return _reductions().any_(self, axis, keepdims=keepdims)

    @overload
    def all(self, axis: Axes, *, keepdims: bool = False) -> Tensor: ...

    @overload
    def all(self, axis: None = None, *, keepdims: bool = False) -> Scalar: ...

    @sections_from("sum")
    def all(self, axis: Axes | None = None, *, keepdims: bool = False) -> Tensor | Scalar:
        """Return whether all values along axes are true; True for an empty row.

        Examples
        --------
        >>> import raggedkit as rk
        >>> (rk.ragged.constant([[3, 1], [], [9]]) > 1).all(axis=1)
        array([False,  True,  True])
        """
        return _reductions().all_(self, axis, keepdims=keepdims)
