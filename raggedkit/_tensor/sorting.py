"""Methods of a ragged tensor that sort, search or accumulate: ``sort``, ``argmax``, ``cumsum``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from raggedkit._docstrings import sections_from

if TYPE_CHECKING:
    from raggedkit._typing import Array, ArrayLike, Axes, Axis, DTypeLike, Scalar, Tensor
    from raggedkit.ops.counting import ValueCounts
    from raggedkit.ops.sorting import TopK
    from raggedkit.tensor import RaggedTensor

__all__ = ["SortingMethods"]


@cache  # an import in every call costs as much as a small search
def _reductions() -> Any:
    from raggedkit._numpy import reductions as _numpy_reductions

    return _numpy_reductions


class SortingMethods:
    """The methods of `RaggedTensor` that sort, search or accumulate."""

    # Each method imports its operations when called. An import above would be a cycle, and load all
    # of them.
    __slots__ = ()

    @sections_from("ops.sorting.sort")
    def sort(
        self,
        axis: SupportsIndex = -1,
        direction: str | None = None,
        *,
        descending: bool | None = None,
    ) -> RaggedTensor:
        """Return a new tensor with the values of each row in order.

        Unlike ``ndarray.sort``, this does not sort in place: a ragged tensor never changes. See
        `raggedkit.sort`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).sort()
        <RaggedTensor [[1, 3, 4], [], [2, 9]]>
        """
        from raggedkit.ops import sorting

        rt: Any = self  # an argument whose overload depends on the class
        return sorting.sort(rt, axis, direction, descending=descending)

    @sections_from("ops.sorting.argsort")
    def argsort(
        self,
        axis: SupportsIndex = -1,
        direction: str | None = None,
        *,
        descending: bool | None = None,
    ) -> RaggedTensor:
        """Return the positions that sort each row; see `raggedkit.argsort`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).argsort()
        <RaggedTensor [[1, 0, 2], [], [1, 0]]>
        """
        from raggedkit.ops import sorting

        rt: Any = self
        return sorting.argsort(rt, axis, direction, descending=descending)

    @sections_from("ops.sorting.top_k")
    def top_k(self, k: SupportsIndex = 1, *, sorted: bool = True) -> TopK:
        """Return the ``k`` largest values of each row, and their positions in the row.

        A row with fewer values returns all of them. See `raggedkit.top_k`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> values, indices = rk.ragged.constant([[3, 1, 4], [], [9]]).top_k(2)
        >>> values
        <RaggedTensor [[4, 3], [], [9]]>
        """
        from raggedkit.ops import sorting

        return sorting.top_k(self, k, sorted)

    # One array is returned alone, several as a tuple: the flags decide.
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

    @sections_from("ops.uniques.unique")
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

    @sections_from("ops.counting.value_counts")
    def value_counts(self, k: SupportsIndex | None = None) -> ValueCounts:
        """Return the distinct values of each row, the most frequent first, and their counts.

        See `raggedkit.value_counts`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> values, counts = rk.array([[5, 3, 3], [], [4]]).value_counts()
        >>> values, counts
        (<RaggedTensor [[3, 5], [], [4]]>, <RaggedTensor [[2, 1], [], [1]]>)
        """
        from raggedkit.ops import counting

        return counting.value_counts(self, k)

    @sections_from("ops.quantiles.median")
    def median(self, axis: Axes | None = None, *, keepdims: bool = False) -> Tensor:
        """Return medians along an axis, of all values by default; NaN for an empty row.

        See `raggedkit.median`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).median(axis=1)
        array([3. , nan, 5.5])
        """
        from raggedkit.ops import quantiles

        return quantiles.median(self, axis, keepdims)

    @sections_from("ops.quantiles.quantile")
    def quantile(
        self,
        q: ArrayLike,
        axis: Axes | None = None,
        *,
        method: str = "linear",
        keepdims: bool = False,
    ) -> Tensor:
        """Return quantiles along an axis, of all values by default; NaN for an empty row.

        See `raggedkit.quantile`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).quantile(0.5, axis=1)
        array([3. , nan, 5.5])
        """
        from raggedkit.ops import quantiles

        return quantiles.quantile(self, q, axis, method=method, keepdims=keepdims)

    @sections_from("ops.scans.diff")
    def diff(self, n: SupportsIndex = 1, axis: SupportsIndex = -1) -> Tensor:
        """Return the differences of adjacent values in each row; see `raggedkit.diff`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[0, 3, 4, 6], [], [7], [0, 3, 4]]).diff()
        <RaggedTensor [[3, 1, 2], [], [], [3, 1]]>
        """
        from raggedkit.ops import scans

        return scans.diff(self, n, axis)

    @overload
    def argmax(
        self, axis: Axis, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Tensor: ...

    @overload
    def argmax(
        self, axis: None = None, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Scalar: ...

    @sections_from("ops.extremes.argmax")
    def argmax(
        self, axis: Axis | None = None, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Tensor | Scalar:
        """Return the position of the largest value along an axis; of all values by default.

        An empty row raises an error unless ``empty`` is given.

        Parameters
        ----------
        axis
            The axis to search; None searches all values.

        Returns
        -------
        scalar, array or RaggedTensor
            A scalar without ``axis``; an array if no partitioned axis is left.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9, 2]])
        >>> rt.argmax(), rt.argmax(axis=1, empty=-1)
        (np.int64(3), array([ 2, -1,  0]))
        """
        return _reductions().argmax(self, axis, keepdims=keepdims, empty=empty)

    @overload
    def argmin(
        self, axis: Axis, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Tensor: ...

    @overload
    def argmin(
        self, axis: None = None, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Scalar: ...

    @sections_from("argmax")
    def argmin(
        self, axis: Axis | None = None, *, keepdims: bool = False, empty: ArrayLike = "raise"
    ) -> Tensor | Scalar:
        """Return the position of the smallest value along an axis; of all values by default.

        An empty row raises an error unless ``empty`` is given.

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

    @sections_from("ops.scans.cumsum")
    def cumsum(self, axis: Axis | None = None, *, dtype: DTypeLike | None = None) -> Tensor:
        """Return the running sums along an axis, rows kept; of all values, flat, by default.

        Parameters
        ----------
        axis
            The axis to run along; None runs over all values, flat.
        dtype
            The dtype of the result and of the computation; by default as NumPy.

        Returns
        -------
        RaggedTensor or array
            Of the same rows; without ``axis`` a vector of all values.

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

    @sections_from("cumsum")
    def cumprod(self, axis: Axis | None = None, *, dtype: DTypeLike | None = None) -> Tensor:
        """Return the running products along an axis, rows kept; of all values, flat, by default.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).cumprod(axis=1)
        <RaggedTensor [[3, 3, 12], [], [9, 18]]>
        """
        return _reductions().cumprod(self, axis, dtype)
