"""Methods of a ragged tensor that select, pad, reshape or cast its items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._arguments import REFUSE
from raggedkit._docstrings import sections_from

if TYPE_CHECKING:
    from raggedkit._typing import Array, ArrayLike, DTypeLike, Tensor, TensorLike
    from raggedkit.tensor import RaggedTensor

__all__ = ["StructureMethods"]


class StructureMethods:
    # Each method imports its operations when called. An import above would be a cycle, and load all
    # of them.
    """The methods of `RaggedTensor` that select, pad, reshape or cast."""

    __slots__ = ()

    @sections_from("ops.rows.pick")
    def pick(self, indices: TensorLike, *, default: ArrayLike = REFUSE) -> Tensor:
        """Return one item of every row, and ``default`` for a row that is too short.

        See `raggedkit.pick`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).pick([2, 0, -1], default=0)
        array([4, 0, 2])
        """
        from raggedkit.ops import rows

        # Any value may be a default, so a sentinel marks that there is none.
        return rows.pick(self, indices, default=default)

    @sections_from("ops.rows.first")
    def first(self, count: ArrayLike = 1) -> RaggedTensor:
        """Return the first items of every row; see `raggedkit.first`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).first(2)
        <RaggedTensor [[3, 1], [], [9, 2]]>
        """
        from raggedkit.ops import rows

        return rows.first(self, count)

    @sections_from("ops.rows.last")
    def last(self, count: ArrayLike = 1) -> RaggedTensor:
        """Return the last items of every row; see `raggedkit.last`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).last(2)
        <RaggedTensor [[1, 4], [], [9, 2]]>
        """
        from raggedkit.ops import rows

        return rows.last(self, count)

    @sections_from("ops.rows.slice_rows")
    def slice_rows(
        self,
        start: ArrayLike | None = None,
        stop: ArrayLike | None = None,
        step: ArrayLike | None = None,
    ) -> RaggedTensor:
        """Return a slice of each row, with bounds for each row; see `raggedkit.slice_rows`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).slice_rows([1, 0, 0], [3, 0, 1])
        <RaggedTensor [[1, 4], [], [9]]>
        """
        from raggedkit.ops import rows

        return rows.slice_rows(self, start, stop, step)

    def take(
        self, indices: TensorLike, axis: SupportsIndex | None = None, mode: str = "raise"
    ) -> Tensor:
        """Return items by their positions, as `numpy.take`; see `raggedkit.gather`.

        Parameters
        ----------
        indices
            Positions, an int or an array of ints; negative ones count from the end.
        axis
            The axis to take from; None takes from the flat values.
        mode
            ``"raise"``, ``"wrap"`` or ``"clip"``: the rule for a position that does not exist.

        Returns
        -------
        RaggedTensor or array
            An array if no partitioned axis is left.

        Raises
        ------
        ValueError
            If ``indices`` are not integers, or ``mode`` is any other value.
        RaggedIndexError
            If there is no such axis, or a position does not exist and ``mode`` is ``"raise"``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9, 2]]).take([-1, 0], axis=0)
        <RaggedTensor [[9, 2], [3, 1, 4]]>
        """
        from raggedkit.ops import gather as gathering

        return gathering.take(self, indices, axis, mode)

    @sections_from("ops.repeating.repeat")
    def repeat(self, repeats: TensorLike, axis: SupportsIndex | None = None) -> Tensor:
        """Return every item repeated; see `raggedkit.repeat`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [], [9]]).repeat(2, axis=1)
        <RaggedTensor [[3, 3, 1, 1], [], [9, 9]]>
        """
        from raggedkit.ops import repeating

        return repeating.repeat(self, repeats, axis)

    @sections_from("ops.padding.mask")
    def mask(self, *, width: ArrayLike | None = None, side: str = "right") -> Array:
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

    @sections_from("ops.padding.pad_to")
    def pad_to(
        self,
        width: ArrayLike,
        default_value: ArrayLike | None = None,
        *,
        axis: SupportsIndex = 1,
        side: str = "right",
    ) -> RaggedTensor:
        """Return rows of at least ``width`` items; see `raggedkit.pad_to`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9]]).pad_to(2, default_value=-1)
        <RaggedTensor [[3, 1, 4], [-1, -1], [9, -1]]>
        """
        from raggedkit.ops import padding as widths

        return widths.pad_to(self, width, default_value, axis=axis, side=side)

    @sections_from("ops.padding.clip_to")
    def clip_to(
        self, width: ArrayLike, *, axis: SupportsIndex = 1, truncate: str = "right"
    ) -> RaggedTensor:
        """Return rows of at most ``width`` items; see `raggedkit.clip_to`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [], [9]]).clip_to(2)
        <RaggedTensor [[3, 1], [], [9]]>
        """
        from raggedkit.ops import padding as widths

        return widths.clip_to(self, width, axis=axis, truncate=truncate)

    @sections_from("ops.partitions.explode")
    def explode(self, axis: SupportsIndex = 1) -> tuple[Tensor, Array]:
        """Return the items of all rows end to end, and the row of each; see `raggedkit.explode`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> values, rows = rk.ragged.constant([[3, 1], [], [9]]).explode()
        >>> values.tolist(), rows.tolist()
        ([3, 1, 9], [0, 0, 2])
        """
        from raggedkit.ops import partitions as partitioning

        return partitioning.explode(self, axis)

    @sections_from("ops.structure.as_uniform")
    def as_uniform(self, axis: SupportsIndex | Sequence[int] | None = None) -> RaggedTensor:
        """Return the tensor with its rows declared to have one length; see `raggedkit.as_uniform`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1], [4, 1]]).as_uniform().shape
        TensorShape([2, 2])
        """
        from raggedkit.ops import structure

        return structure.as_uniform(self, axis)

    @sections_from("ops.structure.squeeze")
    def squeeze(self, axis: SupportsIndex | Sequence[int] | None = None) -> Tensor:
        """Return the tensor without some axes of size 1, by default all declared ones.

        `raggedkit.squeeze` does not have this default for a ragged tensor.

        Parameters
        ----------
        axis
            One axis or a list of them; None means all axes whose declared size is 1.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[[3, 1]], [[9]]]).squeeze(axis=1)
        <RaggedTensor [[3, 1], [9]]>
        """
        from raggedkit.ops import structure

        return structure.squeeze_declared(self, axis)

    @sections_from("ops.reshaping.reshape")
    def reshape(self, *shape: Any) -> Tensor:
        """Return the values in their order with another shape; see `raggedkit.reshape`.

        Parameters
        ----------
        *shape
            A list of sizes, with a vector of row lengths for a ragged axis: ``[3, [2, 0, 1]]``. One
            size may be -1 and is computed. Or a ragged tensor, whose shape is used.

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

        # As in NumPy: `reshape(2, -1)` and `reshape([2, -1])`.
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

        flat: Any = reshaping.reshape(self, [-1])
        return flat

    @sections_from("ops.reshaping.swapaxes")
    def swapaxes(self, axis1: SupportsIndex, axis2: SupportsIndex) -> Tensor:
        """Return the tensor with two axes exchanged; see `raggedkit.swapaxes`.

        Returns
        -------
        RaggedTensor or array
            An array if the result has no ragged axis.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[3, 1, 4], [1], [5, 9]]).swapaxes(0, 1)
        <RaggedTensor [[3, 1, 5], [1, 9], [4]]>
        """
        from raggedkit.ops import reshaping

        return reshaping.swapaxes(self, axis1, axis2)

    @sections_from("ops.casting.cast")
    def astype(self, dtype: DTypeLike) -> RaggedTensor:
        """Return the same rows with values of another dtype; see `raggedkit.cast`.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1.5, 2.0], [], [3.9]]).astype(int)
        <RaggedTensor [[1, 2], [], [3]]>
        """
        from raggedkit.ops import casting

        return casting.cast(self, dtype)
