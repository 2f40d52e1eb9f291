"""Constructors of a ragged tensor: values and row partitions in any of the six encodings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._docstrings import sections_from
from raggedkit._tensor.storage import Storage, as_values, length_of
from raggedkit._typing import ArrayLike, DType, TensorLike
from raggedkit._xp import array_namespace, as_array, host_namespace, is_array
from raggedkit.encodings import index_vector
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition

if TYPE_CHECKING:
    from raggedkit.tensor import RaggedTensor

__all__ = ["Constructors"]

_NDARRAY = host_namespace.ndarray


class Constructors(Storage):
    """The ``from_`` constructors of `RaggedTensor`."""

    __slots__ = ()

    @classmethod
    def from_row_splits(
        cls, values: TensorLike, row_splits: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` is ``values[row_splits[i]:row_splits[i + 1]]``.

        Parameters
        ----------
        values
            ``[nvals, ...]``, dense or ragged; an array is used as it is, without a copy.
        row_splits
            ``int[nrows + 1]``; starts at 0, never decreases, ends at ``nvals``.
        validate
            False skips the checks of the numbers.

        Returns
        -------
        RaggedTensor
            ``[nrows, (d1), ...]``, with at least one partitioned axis.

        Raises
        ------
        ValueError
            If the encoding breaks its rule (see the method of this name of `RowPartition`), or the
            rows do not use up the values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_splits([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_splits([], [0, 0])
        <RaggedTensor [[]]>
        >>> RaggedTensor.from_row_splits([1, 2, 3], [0, 2])
        Traceback (most recent call last):
            ...
        ValueError: values must have 2 items, got 3; the rows must use up the values
        """
        values = as_values(values)
        if type(row_splits) is _NDARRAY:
            # An array has its own dtype and device.
            partition = RowPartition.from_row_splits(row_splits, validate)
        else:
            # Row splits adopt the dtype of the partitions below them, since a tensor has one such
            # dtype.
            hint = _dtype_hint(values)
            partition = RowPartition.from_row_splits(
                _beside(values, row_splits), validate, dtype_hint=hint
            )
        return cls._join(values, partition, validate)

    @sections_from("from_row_splits")
    @classmethod
    def from_row_lengths(
        cls, values: TensorLike, row_lengths: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` has ``row_lengths[i]`` values.

        Parameters
        ----------
        row_lengths
            ``int[nrows]``, none negative, of sum ``nvals``.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_lengths([3, 1, 4, 1, 5, 9, 2, 6], [4, 0, 3, 1, 0])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_lengths([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_lengths([1, 2, 3], [4, -1])
        Traceback (most recent call last):
            ...
        ValueError: row_lengths must not be negative, got row_lengths[1] = -1
        """
        values = as_values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_lengths(
            _beside(values, row_lengths), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @sections_from("from_row_splits")
    @classmethod
    def from_row_limits(
        cls, values: TensorLike, row_limits: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` ends before value ``row_limits[i]``.

        Parameters
        ----------
        row_limits
            ``int[nrows]``, none negative, never decreasing, the last ``nvals``.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_limits([3, 1, 4, 1, 5, 9, 2, 6], [4, 4, 7, 8, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_limits([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_limits([1, 2, 3], [3, 2])
        Traceback (most recent call last):
            ...
        ValueError: row_limits must not decrease, got row_limits[0:2] = [3, 2]
        """
        values = as_values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_row_limits(
            _beside(values, row_limits), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @sections_from("from_row_splits")
    @classmethod
    def from_row_starts(
        cls, values: TensorLike, row_starts: ArrayLike, validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor whose row ``i`` starts at value ``row_starts[i]``.

        Parameters
        ----------
        row_starts
            ``int[nrows]``; the first is 0, they never decrease or pass ``nvals``.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_row_starts([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8])
        <RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>
        >>> RaggedTensor.from_row_starts([], [0, 0])
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_row_starts([1, 2, 3], [0, 4])
        Traceback (most recent call last):
            ...
        ValueError: row_starts must not pass nvals = 3, got row_starts[1] = 4
        """
        values = as_values(values)
        hint = _dtype_hint(values)
        # Starts do not give the end of the last row, so the number of values is needed.
        partition = RowPartition.from_row_starts(
            _beside(values, row_starts), length_of(values), validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @sections_from("from_row_splits")
    @classmethod
    def from_value_rowids(
        cls,
        values: TensorLike,
        value_rowids: ArrayLike,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor in which value ``i`` belongs to row ``value_rowids[i]``.

        Parameters
        ----------
        value_rowids
            ``int[nvals]``, ascending, none negative.
        nrows
            The number of rows, by default up to the last row that has a value. Give it to keep
            empty rows at the end.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_value_rowids([3, 1, 4, 1, 5], [0, 0, 2, 2, 2], nrows=4)
        <RaggedTensor [[3, 1], [], [4, 1, 5], []]>
        >>> RaggedTensor.from_value_rowids([], [], nrows=2)
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_value_rowids([1, 2, 3], [0, 2, 1])
        Traceback (most recent call last):
            ...
        ValueError: value_rowids must not decrease, got value_rowids[1:3] = [2, 1]
        """
        values = as_values(values)
        hint = _dtype_hint(values)
        partition = RowPartition.from_value_rowids(
            _beside(values, value_rowids), nrows, validate, dtype_hint=hint
        )
        return cls._join(values, partition, validate)

    @sections_from("from_row_splits")
    @classmethod
    def from_uniform_row_length(
        cls,
        values: TensorLike,
        uniform_row_length: SupportsIndex,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor whose rows are all declared to have one length.

        Parameters
        ----------
        uniform_row_length
            The length of every row, which the shape contains.
        nrows
            The number of rows, by default ``nvals // uniform_row_length``. Needed if the length is
            0.

        Returns
        -------
        RaggedTensor
            ``[nrows, uniform_row_length, ...]``.

        Raises
        ------
        ValueError
            If the rows do not use up the values, or a number is negative.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> inner = RaggedTensor.from_row_lengths(list(range(10)), [3, 1, 2, 4])
        >>> rt = RaggedTensor.from_uniform_row_length(inner, 2)
        >>> rt
        <RaggedTensor [[[0, 1, 2], [3]], [[4, 5], [6, 7, 8, 9]]]>
        >>> rt.shape
        TensorShape([2, 2, None])
        >>> RaggedTensor.from_uniform_row_length([], 0, nrows=2)
        <RaggedTensor [[], []]>
        >>> RaggedTensor.from_uniform_row_length([1, 2, 3], 2)
        Traceback (most recent call last):
            ...
        ValueError: nvals must be a multiple of uniform_row_length = 2, got 3
        """
        values = as_values(values)
        partition = RowPartition.from_uniform_row_length(
            uniform_row_length, length_of(values), nrows, validate, dtype_hint=_dtype_hint(values)
        )
        return cls._join(values, partition, validate)

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: TensorLike, nested_row_splits: Iterable[ArrayLike], validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor with these row splits, outermost first.

        Parameters
        ----------
        flat_values
            ``[nvals, ...]``.
        nested_row_splits
            One vector of row splits for each partitioned axis.
        validate
            False skips the checks of the numbers.

        Returns
        -------
        RaggedTensor or array
            ``[nrows, (d1), (d2), ...]``; the flat values if the list of vectors is empty.

        Raises
        ------
        TypeError
            If an argument is one array instead of a list of vectors.
        ValueError
            If an encoding breaks its rule, or the rows do not use up their values; the error names
            the vector.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_row_splits(
        ...     [3, 1, 4, 1, 5, 9, 2, 6], ([0, 3, 3, 5], [0, 4, 4, 7, 8, 8]))
        <RaggedTensor [[[3, 1, 4, 1], [], [5, 9, 2]], [], [[6], []]]>
        """
        name = "nested_row_splits"
        vectors = _list_of_vectors(nested_row_splits, name)
        calls = [(cls.from_row_splits, splits) for splits in vectors]
        return _nested(flat_values, calls, name, validate)

    @sections_from("from_nested_row_splits")
    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: Iterable[ArrayLike], validate: bool = True
    ) -> RaggedTensor:
        """Return the ragged tensor with these row lengths, outermost first.

        Parameters
        ----------
        nested_row_lengths
            One vector of row lengths for each partitioned axis.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_row_lengths([1, 2, 3], ([2, 0], [1, 2]))
        <RaggedTensor [[[1], [2, 3]], []]>
        """
        name = "nested_row_lengths"
        vectors = _list_of_vectors(nested_row_lengths, name)
        calls = [(cls.from_row_lengths, lengths) for lengths in vectors]
        return _nested(flat_values, calls, name, validate)

    @sections_from("from_nested_row_splits")
    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: TensorLike,
        nested_value_rowids: Iterable[ArrayLike],
        nested_nrows: Iterable[SupportsIndex | None] | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Return the ragged tensor with these row ids, outermost first.

        Parameters
        ----------
        nested_value_rowids
            One vector of row ids for each partitioned axis.
        nested_nrows
            The number of rows of each of them; None means up to the last row that has a value.

        Raises
        ------
        TypeError
            If an argument is one array instead of a list.
        ValueError
            If the two lists differ in length, an encoding breaks its rule, or the rows do not use
            up their values.

        Examples
        --------
        >>> from raggedkit import RaggedTensor
        >>> RaggedTensor.from_nested_value_rowids([1, 2, 3], ([0, 0], [0, 1, 1]), [2, 2])
        <RaggedTensor [[[1], [2, 3]], []]>
        """
        rowids = _list_of_vectors(nested_value_rowids, "nested_value_rowids")
        if nested_nrows is None:
            nrows: list[Any] = [None] * len(rowids)
        else:
            nrows = _list_of_vectors(nested_nrows, "nested_nrows", "numbers")
        if len(nrows) != len(rowids):
            rule = f"have one number for each of the {len(rowids)} nested_value_rowids"
            raise ValueError(broken_rule("nested_nrows", rule, len(nrows)))
        calls = [(cls.from_value_rowids, ids, n) for ids, n in zip(rowids, nrows, strict=True)]
        return _nested(flat_values, calls, "nested_value_rowids", validate)


def _nested(flat_values: Any, calls: list[Any], name: str, validate: bool) -> RaggedTensor:
    """Put partitions around values, the innermost first; without any return the values."""
    result = as_values(flat_values, "flat_values")
    # The innermost partition wraps the values first, and each result is the values of the next.
    for i in reversed(range(len(calls))):
        make, *encoding = calls[i]
        try:
            result = make(result, *encoding, validate=validate)
        except ValueError as error:
            raise ValueError(f"{name}[{i}]: {error}") from error
    return result  # without partitions an array, as in TensorFlow


def _beside(values: Any, encoding: Any) -> Any:
    """Return a list as an array on the device of the values; anything else unchanged."""
    if is_array(encoding):
        return encoding
    flat = values._flat if isinstance(values, Storage) else values
    xp = array_namespace(flat)
    if xp is host_namespace:
        return encoding
    # A list has no device; the values decide, so that no later call copies between devices.
    return as_array(index_vector(encoding, "encoding", None), xp)


def _dtype_hint(values: Any) -> DType | None:
    """The dtype for an encoding given as a list: that of the values' own partitions."""
    return values._parts[0].dtype if isinstance(values, Storage) else None


def _list_of_vectors(obj: Any, name: str, things: str = "vectors") -> list[Any]:
    # A loop over an array would take its rows for vectors.
    if is_array(obj):
        raise TypeError(broken_rule(name, f"be a list of {things}", obj, "put it into a list"))
    try:
        return list(obj)
    except TypeError:
        raise TypeError(broken_rule(name, f"be a list of {things}", obj)) from None
