"""Methods of a ragged tensor that pick items, or give the same values in other rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._arguments import REFUSE

if TYPE_CHECKING:
    from raggedkit._typing import Array, DTypeLike, Tensor
    from raggedkit.tensor import RaggedTensor

__all__ = ["StructureMethods"]


class StructureMethods:
    """What `RaggedTensor` inherits ``astype``, ``pick``, ``squeeze`` and the like from."""

    __slots__ = ()

    def pick(self, indices: Any, *, default: Any = REFUSE) -> Tensor:
        """Return one item of every row, and ``default`` for a row that is too short.

        See `raggedkit.pick`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).pick([2, 0, -1], default=0)
        array([4, 0, 2])
        """
        from raggedkit.ops import rows

        return rows.pick(self, indices, default=default)

    def first(self, count: Any = 1) -> RaggedTensor:
        """Return the first items of every row, all of a shorter one; see `raggedkit.first`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).first(2)
        <RaggedTensor [[3, 1], [], [9, 2]]>
        """
        from raggedkit.ops import rows

        return rows.first(self, count)

    def last(self, count: Any = 1) -> RaggedTensor:
        """Return the last items of every row, all of a shorter one; see `raggedkit.last`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).last(2)
        <RaggedTensor [[1, 4], [], [9, 2]]>
        """
        from raggedkit.ops import rows

        return rows.last(self, count)

    def slice_rows(self, start: Any = None, stop: Any = None, step: Any = None) -> RaggedTensor:
        """Return of each row the slice with the row's own bounds; see `raggedkit.slice_rows`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).slice_rows([1, 0, 0], [3, 0, 1])
        <RaggedTensor [[1, 4], [], [9]]>
        """
        from raggedkit.ops import rows

        return rows.slice_rows(self, start, stop, step)

    def take(self, indices: Any, axis: SupportsIndex | None = None, mode: str = "raise") -> Tensor:
        """Return items by their positions, as `numpy.take`; see `raggedkit.gather`.

        Negative indices count from the end. ``axis=None`` means the flat values.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).take([-1, 0], axis=0)
        <RaggedTensor [[9, 2], [3, 1, 4]]>
        """
        from raggedkit.ops import gather as gathering

        return gathering.take(self, indices, axis, mode)

    def repeat(self, repeats: Any, axis: SupportsIndex | None = None) -> Tensor:
        """Return every item several times in a row; see `raggedkit.repeat`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [9]]).repeat(2, axis=1)
        <RaggedTensor [[3, 3, 1, 1], [], [9, 9]]>
        """
        from raggedkit.ops import repeating

        return repeating.repeat(self, repeats, axis)

    def mask(self, *, width: Any = None, side: str = "right") -> Array:
        """Return a dense array of bools, True where ``to_tensor`` of the same arguments has values.

        See `raggedkit.mask`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [9]]).mask().tolist()
        [[True, True], [False, False], [True, False]]
        """
        from raggedkit.ops import padding

        return padding.mask(self, width=width, side=side)

    def pad_to(
        self,
        width: Any,
        default_value: Any = None,
        *,
        axis: SupportsIndex = 1,
        side: str = "right",
    ) -> RaggedTensor:
        """Return rows of ``width`` items at least; see `raggedkit.pad_to`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9]]).pad_to(2, default_value=-1)
        <RaggedTensor [[3, 1, 4], [-1, -1], [9, -1]]>
        """
        from raggedkit.ops import padding as widths

        return widths.pad_to(self, width, default_value, axis=axis, side=side)

    def clip_to(
        self, width: Any, *, axis: SupportsIndex = 1, truncate: str = "right"
    ) -> RaggedTensor:
        """Return rows of ``width`` items at most; see `raggedkit.clip_to`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9]]).clip_to(2)
        <RaggedTensor [[3, 1], [], [9]]>
        """
        from raggedkit.ops import padding as widths

        return widths.clip_to(self, width, axis=axis, truncate=truncate)

    def explode(self, axis: SupportsIndex = 1) -> tuple[Tensor, Array]:
        """Return the items of all rows end to end, and for each its row; see `raggedkit.explode`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> values, rows = rk.ragged.constant([[3, 1], [], [9]]).explode()
        >>> values.tolist(), rows.tolist()
        ([3, 1, 9], [0, 0, 2])
        """
        from raggedkit.ops import partitions as partitioning

        return partitioning.explode(self, axis)

    def as_uniform(self, axis: SupportsIndex | Sequence[int] | None = None) -> RaggedTensor:
        """Return the tensor with its rows declared to be of one length; see `raggedkit.as_uniform`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [4, 1]]).as_uniform().shape
        TensorShape([2, 2])
        """
        from raggedkit.ops import structure

        return structure.as_uniform(self, axis)

    def squeeze(self, axis: SupportsIndex | Sequence[int] | None = None) -> Tensor:
        """Return the tensor without some axes of size 1, by default all that are declared.

        See `raggedkit.squeeze`, which wants to be told the axes of a ragged tensor.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1]], [[9]]]).squeeze(axis=1)
        <RaggedTensor [[3, 1], [9]]>
        """
        from raggedkit.ops import structure

        return structure.squeeze_declared(self, axis)

    def reshape(self, *shape: Any) -> Tensor:
        """Return the values, in their order, under another shape; see `raggedkit.reshape`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rt = rk.ragged.constant([[3, 1, 4], [], [9]])
        >>> rt.reshape(2, 2).tolist()
        [[3, 1], [4, 9]]
        >>> rt.reshape([2, [1, 3]])
        <RaggedTensor [[3], [1, 4, 9]]>
        """
        from raggedkit.ops import reshaping

        return reshaping.reshape(self, shape[0] if len(shape) == 1 else shape)

    def ravel(self) -> Array:
        """Return all values as one vector, without a copy.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [9]]).ravel()
        array([3, 1, 9])
        """
        from raggedkit.ops import reshaping

        return reshaping.reshape(self, [-1])

    def swapaxes(self, axis1: SupportsIndex, axis2: SupportsIndex) -> Tensor:
        """Return the tensor with two axes exchanged; see `raggedkit.swapaxes`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [1], [5, 9]]).swapaxes(0, 1)
        <RaggedTensor [[3, 1, 5], [1, 9], [4]]>
        """
        from raggedkit.ops import reshaping

        return reshaping.swapaxes(self, axis1, axis2)

    def astype(self, dtype: DTypeLike) -> RaggedTensor:
        """Return the same rows over values of another dtype; see `raggedkit.cast`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1.5, 2.0], [], [3.9]]).astype(int)
        <RaggedTensor [[1, 2], [], [3]]>
        """
        from raggedkit.ops import casting

        return casting.cast(self, dtype)
