"""Methods of a ragged tensor that reduce it or run along it: NumPy's rules, as an ndarray's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from raggedkit._typing import Axes, DTypeLike, Scalar, Tensor

__all__ = ["ReductionMethods"]


@cache  # an import in every call costs as much as a small sum
def _reductions() -> Any:
    from raggedkit._numpy import reductions as _numpy_reductions

    return _numpy_reductions


class ReductionMethods:
    """What `RaggedTensor` inherits ``sum``, ``mean`` and the like from."""

    __slots__ = ()

    @overload
    def sum(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Tensor: ...

    @overload
    def sum(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Scalar: ...

    def sum(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Tensor | Scalar:
        """Return the sums along axes, of all values by default; 0 for an empty row.

        As NumPy: small integers sum up in 64 bits. `raggedkit.reduce_sum` keeps their dtype.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        keepdims
            Whether reduced axes stay, with size 1.
        initial
            A start value for every row, as in NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
        >>> rt.sum(), rt.sum(axis=1)
        (np.int64(19), array([ 8,  0, 11]))
        """
        return _reductions().sum_(self, axis, dtype, keepdims=keepdims, initial=initial)

    @overload
    def prod(
        self,
        axis: Axes,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Tensor: ...

    @overload
    def prod(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Scalar: ...

    def prod(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        initial: Any = None,
    ) -> Tensor | Scalar:
        """Return the products along axes, of all values by default; 1 for an empty row.

        As NumPy: small integers multiply in 64 bits. `raggedkit.reduce_prod` keeps their dtype.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        keepdims
            Whether reduced axes stay, with size 1.
        initial
            A start value for every row, as in NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).prod(axis=1)
        array([12,  1, 18])
        """
        return _reductions().prod(self, axis, dtype, keepdims=keepdims, initial=initial)

    @overload
    def max(
        self, axis: Axes, *, keepdims: bool = False, initial: Any = None, empty: Any = None
    ) -> Tensor: ...

    @overload
    def max(
        self, axis: None = None, *, keepdims: bool = False, initial: Any = None, empty: Any = None
    ) -> Scalar: ...

    def max(
        self,
        axis: Axes | None = None,
        *,
        keepdims: bool = False,
        initial: Any = None,
        empty: Any = None,
    ) -> Tensor | Scalar:
        """Return the largest values along axes, of all values by default.

        As NumPy: an empty row is an error, unless ``initial`` or ``empty`` says what it gives.
        `raggedkit.reduce_max` gives the lowest number, as TensorFlow.

        Parameters
        ----------
        axis
            An int, several, or None for all values.
        keepdims
            Whether reduced axes stay, with size 1.
        initial
            One value more for every row, as in NumPy: no result is below it.
        empty
            What an empty row gives, ``nan`` say; rows with values don't see it.

        Raises
        ------
        ValueError
            If a row is empty and nothing says what it gives.

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
        ValueError: rt must have a value in every row, got none in row 1; say what an empty row \
gives: rt.max(..., empty=...), or add one value to every row: initial=...
        """
        return _reductions().max_(self, axis, keepdims=keepdims, initial=initial, empty=empty)

    @overload
    def min(
        self, axis: Axes, *, keepdims: bool = False, initial: Any = None, empty: Any = None
    ) -> Tensor: ...

    @overload
    def min(
        self, axis: None = None, *, keepdims: bool = False, initial: Any = None, empty: Any = None
    ) -> Scalar: ...

    def min(
        self,
        axis: Axes | None = None,
        *,
        keepdims: bool = False,
        initial: Any = None,
        empty: Any = None,
    ) -> Tensor | Scalar:
        """Return the smallest values along axes, of all values by default.

        As NumPy: an empty row is an error, unless ``initial`` or ``empty`` says what it gives.
        `raggedkit.reduce_min` gives the highest number, as TensorFlow.

        Parameters
        ----------
        axis
            An int, several, or None for all values.
        keepdims
            Whether reduced axes stay, with size 1.
        initial
            One value more for every row, as in NumPy: no result is above it.
        empty
            What an empty row gives, ``nan`` say; rows with values don't see it.

        Raises
        ------
        ValueError
            If a row is empty and nothing says what it gives.

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
        empty: Any = None,
    ) -> Tensor: ...

    @overload
    def mean(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Scalar: ...

    def mean(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Tensor | Scalar:
        """Return the means along axes, of all values by default; NaN for an empty row.

        ``empty`` says what an empty row gives instead. Along axis 0, what short rows lack doesn't
        count.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        keepdims
            Whether reduced axes stay, with size 1.
        empty
            The result for an empty row, which otherwise is as above.

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
        empty: Any = None,
    ) -> Tensor: ...

    @overload
    def var(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Scalar: ...

    def var(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Tensor | Scalar:
        """Return the variances along axes, of all values by default; NaN for an empty row.

        ``ddof=1`` gives that of a sample; ``empty`` says what an empty row gives instead.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        ddof
            The divisor is the number of values minus ``ddof``.
        keepdims
            Whether reduced axes stay, with size 1.
        empty
            The result for an empty row, which otherwise is as above.

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
        empty: Any = None,
    ) -> Tensor: ...

    @overload
    def std(
        self,
        axis: None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Scalar: ...

    def std(
        self,
        axis: Axes | None = None,
        *,
        dtype: DTypeLike | None = None,
        ddof: float = 0,
        keepdims: bool = False,
        empty: Any = None,
    ) -> Tensor | Scalar:
        """Return the standard deviations along axes, of all values by default.

        NaN for an empty row, or what ``empty`` says; ``ddof=1`` gives that of a sample.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        dtype
            The dtype of the result and of the computation; by default as NumPy.
        ddof
            The divisor is the number of values minus ``ddof``.
        keepdims
            Whether reduced axes stay, with size 1.
        empty
            The result for an empty row, which otherwise is as above.

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

    def any(self, axis: Axes | None = None, *, keepdims: bool = False) -> Tensor | Scalar:
        """Return whether any value along axes is true; False for an empty row.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        keepdims
            Whether reduced axes stay, with size 1.

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

    def all(self, axis: Axes | None = None, *, keepdims: bool = False) -> Tensor | Scalar:
        """Return whether all values along axes are true; True for an empty row.

        Parameters
        ----------
        axis
            The axis or axes to reduce; None reduces all values to one.
        keepdims
            Whether reduced axes stay, with size 1.

        Examples
        --------
        >>> import raggedkit as rk
        >>> (rk.ragged.constant([[3, 1], [], [9]]) > 1).all(axis=1)
        array([False,  True,  True])
        """
        return _reductions().all_(self, axis, keepdims=keepdims)
