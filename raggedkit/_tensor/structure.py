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

        Parameters
        ----------
        indices
            ``int[nrows]``, one for each row; negative ones count from the row's end.
        default
            The result for a row that is too short: a scalar, an array that broadcasts to one item,
            or an empty list if the items are rows. Without it a short row is an error.

        Raises
        ------
        ValueError
            If ``indices`` are not integers, or there is not one for each row.
        RaggedIndexError
            If a row is too short and ``default`` is not given.

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

        Parameters
        ----------
        count
            A number, or one for each row; not negative.

        Raises
        ------
        ValueError
            If a count is negative, or there is not one for each row.

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

        Parameters
        ----------
        count
            A number, or one for each row; not negative. 0 gives empty rows, unlike ``rt[:, -0:]``,
            which gives whole rows.

        Raises
        ------
        ValueError
            If a count is negative, or there is not one for each row.

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

        Parameters
        ----------
        start
            The bounds of ``row[start:stop:step]``: None, a number, or ``int[nrows]``.
        stop
            The bounds of ``row[start:stop:step]``: None, a number, or ``int[nrows]``.
        step
            The bounds of ``row[start:stop:step]``: None, a number, or ``int[nrows]``.

        Raises
        ------
        ValueError
            If a step is 0, or there is not one number for each row.

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

        Parameters
        ----------
        indices
            Positions, an int or an array of ints; negative ones count from the end.
        axis
            The axis to take from; None takes from the flat values.
        mode
            ``"raise"``, ``"wrap"`` or ``"clip"``: the rule for a position that does not exist.

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

        Parameters
        ----------
        repeats
            The number of repetitions: one number for all items; along axis 0 a vector with one for
            each row; along an inner axis a tensor that broadcasts to the items of that axis, either
            ragged with the rows of ``input`` or ``[nrows, 1]`` with one number per row.
        axis
            The axis whose items are repeated. None means the last axis of ``repeats`` if it is
            ragged; otherwise the flat values are repeated, as in NumPy.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If ``repeats`` do not broadcast, are not integers, or are negative.

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

        Parameters
        ----------
        width
            The width of the result, as in `RaggedTensor.to_tensor`; by default the longest length.
        side
            The side that is padded, ``"right"`` or ``"left"``.

        Raises
        ------
        ValueError
            If ``side`` is any other value, or a width is negative.

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

        Parameters
        ----------
        width
            The smallest length, one number for all rows or one for each row of the axis.
        default_value
            The padding value; by default zero, False, an empty string or NaT, or empty rows if the
            items are rows.
        axis
            The axis of the rows; a partitioned one.
        side
            The side that is padded, ``"right"`` or ``"left"``.

        Raises
        ------
        TypeError
            If ``default_value`` does not fit the dtype.
        ValueError
            If a width is negative or there is not one for each row, or ``side`` is any other value.

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

        Parameters
        ----------
        width
            The largest length, one number for all rows or one for each row of the axis.
        axis
            The axis of the rows; a partitioned one.
        truncate
            The side that is truncated, ``"right"`` or ``"left"``.

        Raises
        ------
        ValueError
            If a width is negative or there is not one for each row, or ``truncate`` is any other
            value.

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

        Parameters
        ----------
        axis
            The axis whose items are concatenated; axes outside it are merged.

        Raises
        ------
        RaggedIndexError
            If there is no such axis, or it is axis 0 or not partitioned.

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

        Parameters
        ----------
        axis
            The axis to declare, or a list of them; all ragged ones by default.

        Raises
        ------
        ValueError
            If rows of such an axis differ in length; the error names the first one.
        RaggedIndexError
            If there is no such axis.

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

        Parameters
        ----------
        axis
            One axis or a list of them; for an array None means all axes of size 1.

        Raises
        ------
        TypeError
            If ``axis`` is neither an integer nor a list of them.
        ValueError
            If the size of an axis is not 1 (the error names the first such row), or ``axis`` is
            None for a ragged tensor.
        RaggedIndexError
            If there is no such axis.

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

        Parameters
        ----------
        *shape
            A list of sizes, with a vector of row lengths for a ragged axis: ``[3, [2, 0, 1]]``. One
            size may be -1 and is computed. Or a ragged tensor, whose shape is used.

        Raises
        ------
        ValueError
            If the shape does not have as many values as ``tensor``.

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

        Parameters
        ----------
        axis1
            The axes to exchange.
        axis2
            The axes to exchange.

        Raises
        ------
        RaggedIndexError
            If there is no such axis.
        ValueError
            If one of them is partitioned and the other is not adjacent to it.

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

        Parameters
        ----------
        dtype
            The dtype to convert to. Floats are truncated to integers; complex numbers lose their
            imaginary part.

        Raises
        ------
        ValueError
            If text is not a number.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.ragged.constant([[1.5, 2.0], [], [3.9]]).astype(int)
        <RaggedTensor [[1, 2], [], [3]]>
        """
        from raggedkit.ops import casting

        return casting.cast(self, dtype)
