"""Methods of a ragged tensor that sort, rank, search or accumulate along rows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

if TYPE_CHECKING:
    from raggedkit._typing import Array, Axis, DTypeLike, Scalar, Tensor
    from raggedkit.ops.sorting import TopK
    from raggedkit.tensor import RaggedTensor

__all__ = ["SortingMethods"]


@cache  # an import in every call costs as much as a small search
def _reductions() -> Any:
    from raggedkit._numpy import reductions as _numpy_reductions

    return _numpy_reductions


class SortingMethods:
    """What `RaggedTensor` inherits ``sort``, ``unique``, ``median`` and the like from."""

    __slots__ = ()

    def sort(self, axis: SupportsIndex = -1, direction: str = "ASCENDING") -> RaggedTensor:
        """Return a new tensor with the values of each row in order.

        An ndarray sorts itself; a ragged tensor never changes, so keep what this returns. See
        `raggedkit.sort`.

        Parameters
        ----------
        axis
            The axis to sort along, the last by default. Along an outer axis the values of each
            column are sorted, over the rows that are long enough.
        direction
            ``"ASCENDING"`` or ``"DESCENDING"``.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If ``direction`` is any other value.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).sort()
        <RaggedTensor [[1, 3, 4], [], [2, 9]]>
        """
        from raggedkit.ops import sorting

        rt: Any = self  # an argument whose overload depends on the class
        return sorting.sort(rt, axis, direction)

    def argsort(self, axis: SupportsIndex = -1, direction: str = "ASCENDING") -> RaggedTensor:
        """Return where in its row each value in order stood; see `raggedkit.argsort`.

        Parameters
        ----------
        axis
            The axis to sort along, the last by default. Along an outer axis the values of each
            column are sorted, over the rows that are long enough.
        direction
            ``"ASCENDING"`` or ``"DESCENDING"``.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If ``direction`` is any other value.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).argsort()
        <RaggedTensor [[1, 0, 2], [], [1, 0]]>
        """
        from raggedkit.ops import sorting

        rt: Any = self
        return sorting.argsort(rt, axis, direction)

    def top_k(self, k: SupportsIndex = 1, *, sorted: bool = True) -> TopK:
        """Return the ``k`` largest values of each row, and where they stood.

        A row of fewer gives what it has. See `raggedkit.top_k`.

        Parameters
        ----------
        k
            The number of values to return.
        sorted
            True: the largest first, equal values in their original order. False: all in their
            original order.

        Raises
        ------
        TypeError
            If ``k`` is not an integer.
        ValueError
            If ``k`` is negative, or larger than a dense axis.

        Examples
        --------
        >>> import raggedkit as rk
        >>> values, indices = rk.ragged.constant([[3, 1, 4], [], [9]]).top_k(2)
        >>> values
        <RaggedTensor [[4, 3], [], [9]]>
        """
        from raggedkit.ops import sorting

        return sorting.top_k(self, k, sorted)

    @overload
    def unique(
        self,
        axis: SupportsIndex = -1,
        *,
        return_index: Literal[False] = False,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        equal_nan: bool = True,
    ) -> RaggedTensor: ...

    @overload
    def unique(
        self,
        axis: SupportsIndex | None = -1,
        *,
        return_index: bool = False,
        return_inverse: bool = False,
        return_counts: bool = False,
        equal_nan: bool = True,
    ) -> Tensor | tuple[Tensor, ...]: ...

    def unique(
        self,
        axis: SupportsIndex | None = -1,
        *,
        return_index: bool = False,
        return_inverse: bool = False,
        return_counts: bool = False,
        equal_nan: bool = True,
    ) -> Tensor | tuple[Tensor, ...]:
        """Return the distinct values of each row; see `raggedkit.unique`.

        Parameters
        ----------
        axis
            The last axis, or None for the distinct values of all rows as an array.
        return_index
            Whether to return the first position of each distinct value in its row.
        return_inverse
            Whether to return the position of each value among the distinct ones.
        return_counts
            Whether to return the number of occurrences of each distinct value.
        equal_nan
            Whether all NaNs of a row count as one value.

        Raises
        ------
        RaggedIndexError
            If there is no such axis, or it is not the last one.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1, 1, 2, 3], [], [5, 4, 5]]).unique()
        <RaggedTensor [[1, 2, 3], [], [4, 5]]>
        """
        from raggedkit.ops import uniques

        return uniques.unique(
            self,
            axis,
            return_index=return_index,
            return_inverse=return_inverse,
            return_counts=return_counts,
            equal_nan=equal_nan,
        )

    def median(self, axis: Any = None, *, keepdims: bool = False) -> Tensor:
        """Return medians along an axis, of all values by default; NaN for an empty row.

        See `raggedkit.median`.

        Parameters
        ----------
        axis
            None for all values, 1 for each row, 0 for each column, over the rows that are long
            enough.
        keepdims
            Whether the axis is kept with size 1.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If the values are not numbers, or ``axis`` is a list.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).median(axis=1)
        array([3. , nan, 5.5])
        """
        from raggedkit.ops import quantiles

        return quantiles.median(self, axis, keepdims)

    def quantile(
        self, q: Any, axis: Any = None, *, method: str = "linear", keepdims: bool = False
    ) -> Tensor:
        """Return quantiles along an axis, of all values by default; NaN for an empty row.

        See `raggedkit.quantile`.

        Parameters
        ----------
        q
            A fraction from 0 to 1, or a vector of fractions, which adds a first axis to the result.
        axis
            None for all values, 1 for each row, 0 for each column, over the rows that are long
            enough.
        method
            The result between two values: ``"linear"`` interpolates; ``"lower"``, ``"higher"``,
            ``"midpoint"`` and ``"nearest"`` select. Or another of NumPy's methods (see
            `numpy.quantile`): ``"hazen"``, ``"weibull"``, ``"median_unbiased"``,
            ``"normal_unbiased"``, ``"inverted_cdf"``, ``"averaged_inverted_cdf"``,
            ``"interpolated_inverted_cdf"``.
        keepdims
            Whether the axis is kept with size 1.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If the values are not real numbers, or ``axis`` is a list.
        ValueError
            If ``q`` is out of range, or there is no such method.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).quantile(0.5, axis=1)
        array([3. , nan, 5.5])
        """
        from raggedkit.ops import quantiles

        return quantiles.quantile(self, q, axis, method=method, keepdims=keepdims)

    def diff(self, n: SupportsIndex = 1, axis: SupportsIndex = -1) -> Tensor:
        """Return the differences of neighbours in each row; see `raggedkit.diff`.

        Parameters
        ----------
        n
            How many times to take differences.
        axis
            Axis 1 takes differences within each row, which becomes shorter by one. Axis 0 takes
            differences of whole rows, which must have equal lengths.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        TypeError
            If the values are neither numbers nor times.
        ValueError
            If ``n`` is negative, or neighbouring rows differ in length.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[0, 3, 4, 6], [], [7], [0, 3, 4]]).diff()
        <RaggedTensor [[3, 1, 2], [], [], [3, 1]]>
        """
        from raggedkit.ops import scans

        return scans.diff(self, n, axis)

    @overload
    def argmax(self, axis: Axis, *, keepdims: bool = False, empty: Any = "raise") -> Tensor: ...

    @overload
    def argmax(
        self, axis: None = None, *, keepdims: bool = False, empty: Any = "raise"
    ) -> Scalar: ...

    def argmax(
        self, axis: Axis | None = None, *, keepdims: bool = False, empty: Any = "raise"
    ) -> Tensor | Scalar:
        """Return where the largest value along an axis is; among all values by default.

        An empty row is an error, unless ``empty`` says what it gives.

        Parameters
        ----------
        axis
            The axis to search; None searches all values.
        keepdims
            Whether reduced axes stay, with size 1.
        empty
            The result for an empty row; ``"raise"`` raises an error.

        Raises
        ------
        ValueError
            If a row is empty and nothing says what it gives.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
        >>> rt.argmax(), rt.argmax(axis=1, empty=-1)
        (np.int64(3), array([ 2, -1,  0]))
        """
        return _reductions().argmax(self, axis, keepdims=keepdims, empty=empty)

    @overload
    def argmin(self, axis: Axis, *, keepdims: bool = False, empty: Any = "raise") -> Tensor: ...

    @overload
    def argmin(
        self, axis: None = None, *, keepdims: bool = False, empty: Any = "raise"
    ) -> Scalar: ...

    def argmin(
        self, axis: Axis | None = None, *, keepdims: bool = False, empty: Any = "raise"
    ) -> Tensor | Scalar:
        """Return where the smallest value along an axis is; among all values by default.

        An empty row is an error, unless ``empty`` says what it gives.

        Parameters
        ----------
        axis
            The axis to search; None searches all values.
        keepdims
            Whether reduced axes stay, with size 1.
        empty
            The result for an empty row; ``"raise"`` raises an error.

        Raises
        ------
        ValueError
            If a row is empty and nothing says what it gives.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).argmin(axis=1, empty=-1)
        array([ 1, -1,  1])
        """
        return _reductions().argmin(self, axis, keepdims=keepdims, empty=empty)

    @overload
    def cumsum(self, axis: None = None, *, dtype: DTypeLike | None = None) -> Array: ...

    @overload
    def cumsum(self, axis: Axis, *, dtype: DTypeLike | None = None) -> RaggedTensor: ...

    def cumsum(self, axis: Axis | None = None, *, dtype: DTypeLike | None = None) -> Tensor:
        """Return the running sums along an axis, rows kept; of all values, flat, by default.

        Parameters
        ----------
        axis
            The axis to run along; None runs over all values, flat.
        dtype
            The dtype of the result and of the computation; by default as NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).cumsum(axis=1)
        <RaggedTensor [[3, 4, 8], [], [9, 11]]>
        """
        return _reductions().cumsum(self, axis, dtype)

    @overload
    def cumprod(self, axis: None = None, *, dtype: DTypeLike | None = None) -> Array: ...

    @overload
    def cumprod(self, axis: Axis, *, dtype: DTypeLike | None = None) -> RaggedTensor: ...

    def cumprod(self, axis: Axis | None = None, *, dtype: DTypeLike | None = None) -> Tensor:
        """Return the running products along an axis, rows kept; of all values, flat, by default.

        Parameters
        ----------
        axis
            The axis to run along; None runs over all values, flat.
        dtype
            The dtype of the result and of the computation; by default as NumPy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).cumprod(axis=1)
        <RaggedTensor [[3, 3, 12], [], [9, 18]]>
        """
        return _reductions().cumprod(self, axis, dtype)
