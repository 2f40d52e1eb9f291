"""Methods of a ragged tensor that put it in order, and what is read off values in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

if TYPE_CHECKING:
    from raggedkit._typing import Tensor
    from raggedkit.ops.sorting import TopK
    from raggedkit.tensor import RaggedTensor

__all__ = ["SortingMethods"]


class SortingMethods:
    """What `RaggedTensor` inherits ``sort``, ``unique``, ``median`` and the like from."""

    __slots__ = ()

    def sort(self, axis: SupportsIndex = -1, direction: str = "ASCENDING") -> RaggedTensor:
        """Return a new tensor with the values of each row in order.

        An ndarray sorts itself; a ragged tensor never changes, so keep what this returns. See
        `raggedkit.sort`.

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

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[0, 3, 4, 6], [], [7], [0, 3, 4]]).diff()
        <RaggedTensor [[3, 1, 2], [], [], [3, 1]]>
        """
        from raggedkit.ops import scans

        return scans.diff(self, n, axis)
