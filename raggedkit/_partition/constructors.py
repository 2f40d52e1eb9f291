"""Constructors of a row partition: one for each of the six encodings."""

from __future__ import annotations

from typing import Self, SupportsIndex

from raggedkit._arguments import as_flag
from raggedkit._docstrings import sections_from
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.arrays.compare import first_true
from raggedkit._partition.storage import Storage
from raggedkit._typing import Array, ArrayLike, DTypeLike
from raggedkit._xp import INT32, INT64, array_namespace, is_array, readonly
from raggedkit.encodings import (
    LARGEST,
    broken_at,
    check_order,
    check_rows,
    check_start,
    count,
    index_dtype,
    index_vector,
    own_vector,
)
from raggedkit.errors import broken_rule

__all__ = ["PartitionConstructors"]


class PartitionConstructors(Storage):
    """The ``from_`` constructors of `RowPartition`."""

    __slots__ = ()

    @classmethod
    def from_row_splits(
        cls,
        row_splits: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition whose row ``i`` is ``values[row_splits[i]:row_splits[i + 1]]``.

        Parameters
        ----------
        row_splits
            ``int[nrows + 1]``; starts at 0 and never decreases. A writeable array is copied, and
            the copy is validated. An array that is read-only, like every array that it is a view
            of, is shared.
        validate
            False skips the checks of the numbers (not those of shape and dtype), and shares the
            array.
        dtype
            int32 or int64; by default that of the array, or int64 if it has another integer dtype.
        dtype_hint
            The dtype if neither ``dtype`` nor an array decides; int64 by default.

        Returns
        -------
        RowPartition
            Of ``nrows`` rows.

        Raises
        ------
        ValueError
            If the splits are not a vector of integers, or one is too large for the dtype; if they
            are empty, do not start at 0, or decrease.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_splits([0]).nrows()
        np.int64(0)
        >>> rk.RowPartition.from_row_splits([-16, 2])
        Traceback (most recent call last):
            ...
        ValueError: row_splits must start at 0, got row_splits[0] = -16
        """
        if validate is not True:
            validate = as_flag(validate, "validate")
        read = own_vector if validate else index_vector
        splits = read(row_splits, "row_splits", dtype, dtype_hint)
        if not splits.size:
            raise ValueError(
                broken_rule("row_splits", "have at least one item", [], "[0] has no rows")
            )
        if validate:
            check_start(splits, "row_splits")
            check_order(splits, "row_splits")
        else:
            splits = readonly(splits)  # the caller's own stays writeable
        made = cls._of_splits(splits)
        made._sound = validate
        return made

    @sections_from("from_row_splits")
    @classmethod
    def from_row_lengths(
        cls,
        row_lengths: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition whose row ``i`` has ``row_lengths[i]`` values.

        Parameters
        ----------
        row_lengths
            ``int[nrows]``, none negative.
        validate
            False skips the checks of the numbers.

        Raises
        ------
        ValueError
            If the lengths are not a vector of integers, one is negative, or their sum is too large
            for the dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_splits()
        array([0, 2, 2, 3])
        >>> rk.RowPartition.from_row_lengths([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_lengths([2, -1])
        Traceback (most recent call last):
            ...
        ValueError: row_lengths must not be negative, got row_lengths[1] = -1
        """
        lengths = index_vector(row_lengths, "row_lengths", dtype, dtype_hint)
        try:
            splits = _splits.lengths_to_splits(lengths)
        except ValueError:  # they pass int64
            if validate:
                cls._check_lengths(lengths)
            raise
        if splits.dtype != lengths.dtype:
            at = first_true(splits[1:] > LARGEST[lengths.dtype])
            rule = f"sum to what {lengths.dtype} can count"
            raise ValueError(broken_at("row_lengths", rule, at, lengths[at]))
        if validate is not True:
            validate = as_flag(validate, "validate")
        if validate and _splits.first_decrease(splits) >= 0:
            cls._check_lengths(lengths)
            check_order(splits, "row_splits")  # after the lengths have changed
        made = cls._of_splits(splits)
        made._sound = validate
        return made

    @staticmethod
    def _check_lengths(lengths: Array) -> None:
        """Raise for the first length that is negative."""
        at = _splits.first_negative(lengths)
        if at >= 0:
            raise ValueError(broken_at("row_lengths", "not be negative", at, lengths[at]))

    @sections_from("from_row_lengths")
    @classmethod
    def from_row_starts(
        cls,
        row_starts: ArrayLike,
        nvals: SupportsIndex,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition whose row ``i`` starts at value ``row_starts[i]``.

        Parameters
        ----------
        row_starts
            ``int[nrows]``; the first is 0, and they never decrease.
        nvals
            The number of values, which is the end of the last row.

        Raises
        ------
        ValueError
            If the starts are not a vector of integers, do not begin at 0, decrease, or pass
            ``nvals``; or if there are values but no rows.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_starts([0, 2, 2], nvals=3).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_starts([], nvals=0).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_starts([0, 5], nvals=3)
        Traceback (most recent call last):
            ...
        ValueError: row_starts must not pass nvals = 3, got row_starts[1] = 5
        """
        starts = index_vector(row_starts, "row_starts", dtype, dtype_hint)
        n = count(nvals, "nvals", starts.dtype)
        splits = _joined(starts, n, after=True)
        starts = splits[:-1]
        if as_flag(validate, "validate"):
            if starts.shape[0]:
                check_start(starts, "row_starts")
                check_order(starts, "row_starts")
                if int(starts[-1]) > n:
                    at = int((starts > n).argmax())
                    rule = f"not pass nvals = {n}"
                    raise ValueError(broken_at("row_starts", rule, at, starts[at]))
            elif n:
                raise ValueError(broken_rule("nvals", "be 0 where there are no rows", n))
        return cls._of_splits(splits)

    @sections_from("from_row_lengths")
    @classmethod
    def from_row_limits(
        cls,
        row_limits: ArrayLike,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition whose row ``i`` ends before value ``row_limits[i]``.

        Parameters
        ----------
        row_limits
            ``int[nrows]``, none negative; they never decrease.

        Raises
        ------
        ValueError
            If the limits are not a vector of integers, or one is negative or below the one before
            it.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_limits([2, 2, 3]).row_lengths()
        array([2, 0, 1])
        >>> rk.RowPartition.from_row_limits([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_row_limits([2, 1])
        Traceback (most recent call last):
            ...
        ValueError: row_limits must not decrease, got row_limits[0:2] = [2, 1]
        """
        limits = index_vector(row_limits, "row_limits", dtype, dtype_hint)
        splits = _joined(limits, 0, after=False)
        limits = splits[1:]
        if as_flag(validate, "validate") and limits.shape[0]:
            if int(limits[0]) < 0:
                raise ValueError(broken_at("row_limits", "not be negative", 0, limits[0]))
            check_order(limits, "row_limits")
        return cls._of_splits(splits)

    @sections_from("from_row_lengths")
    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: ArrayLike,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition in which value ``i`` belongs to row ``value_rowids[i]``.

        Parameters
        ----------
        value_rowids
            ``int[nvals]``, ascending, none negative.
        nrows
            The number of rows; by default up to the last row that has a value. Give it to keep
            empty rows at the end.
        validate
            False skips the check of the order. Row ids outside the rows raise an error all the
            same.

        Raises
        ------
        ValueError
            If the row ids are not a vector of integers, decrease, are negative, or reach ``nrows``;
            or if there are far more rows than values (2**28 and more).

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_value_rowids([0, 0, 2], nrows=4).row_lengths()
        array([2, 0, 1, 0])
        >>> rk.RowPartition.from_value_rowids([]).row_splits()
        array([0])
        >>> rk.RowPartition.from_value_rowids([0, 2, 1])
        Traceback (most recent call last):
            ...
        ValueError: value_rowids must not decrease, got value_rowids[1:3] = [2, 1]
        """
        if dtype is None and getattr(nrows, "dtype", None) == INT32 and not is_array(value_rowids):
            dtype_hint = INT32
        rowids = index_vector(value_rowids, "value_rowids", dtype, dtype_hint)
        nvals = rowids.shape[0]
        last = int(rowids[-1]) if nvals else -1
        if nrows is None:
            if not as_flag(validate, "validate") and nvals:
                last = int(rowids.max())
            n = max(last + 1, 0)
        else:
            n = count(nrows, "nrows", rowids.dtype)
        if as_flag(validate, "validate") and nvals:
            if int(rowids[0]) < 0:
                raise ValueError(broken_at("value_rowids", "not be negative", 0, rowids[0]))
            check_order(rowids, "value_rowids")
            if last >= n:
                at = int((rowids >= n).argmax())
                rule = f"be below nrows = {n}"
                raise ValueError(broken_at("value_rowids", rule, at, rowids[at]))
        elif nvals and not (0 <= int(rowids.min()) and int(rowids.max()) < n):
            rule = f"be from 0 to nrows - 1 = {n - 1}"
            raise ValueError(
                broken_rule("value_rowids", rule, [int(rowids.min()), int(rowids.max())])
            )
        check_rows(n, nvals)
        return cls._of_splits(_splits.rowids_to_splits(rowids, n))

    @sections_from("from_row_lengths")
    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: SupportsIndex,
        nvals: SupportsIndex | None = None,
        nrows: SupportsIndex | None = None,
        validate: bool = True,
        *,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> Self:
        """Return the partition whose rows are all declared to have one length.

        Parameters
        ----------
        uniform_row_length
            The length of every row.
        nvals
            The number of values; it must agree with ``nrows`` if both are given.
        nrows
            The number of rows; by default ``nvals // uniform_row_length``. Needed if the length is
            0.
        dtype
            int32 or int64; by default that of the numbers given.
        dtype_hint
            The dtype if neither ``dtype`` nor a NumPy number decides; int64 by default.

        Raises
        ------
        ValueError
            If a number is negative, both ``nvals`` and ``nrows`` are missing, the rows do not use
            up the values, or there are more values than the dtype can count.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).row_splits()
        array([0, 2, 4, 6])
        >>> rk.RowPartition.from_uniform_row_length(0, nvals=0, nrows=3).row_lengths()
        array([0, 0, 0])
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=5)
        Traceback (most recent call last):
            ...
        ValueError: nvals must be a multiple of uniform_row_length = 2, got 5
        """
        if dtype is None:
            given = [getattr(v, "dtype", None) for v in (uniform_row_length, nvals, nrows)]
            dtype = (
                INT64
                if INT64 in given
                else INT32
                if INT32 in given
                else INT64
                if dtype_hint is None
                else dtype_hint
            )
        kind = index_dtype(dtype)
        length = count(uniform_row_length, "uniform_row_length", kind)
        n = None if nrows is None else count(nrows, "nrows", kind)
        total = None if nvals is None else count(nvals, "nvals", kind)
        if n is None:
            if total is None:
                msg = "nvals or nrows must be given: a uniform_row_length alone defines no size"
                raise ValueError(msg)
            n = total // length if length else 0
        if as_flag(validate, "validate") and total is not None and n * length != total:
            if nrows is None:
                rule = f"be a multiple of uniform_row_length = {length}"
                raise ValueError(broken_rule("nvals", rule, total))
            rule = f"be nrows * uniform_row_length = {n * length}"
            raise ValueError(broken_rule("nvals", rule, total))
        if n * length > LARGEST[kind]:
            raise ValueError(broken_rule("nrows * uniform_row_length", f"fit {kind}", n * length))
        check_rows(n, n * length)
        return cls._of_uniform(length, n, kind)


def _joined(vector: Array, extra: int, *, after: bool) -> Array:
    xp = array_namespace(vector)
    splits: Array = xp.empty(vector.shape[0] + 1, dtype=vector.dtype)
    if after:
        splits[:-1], splits[-1] = vector, extra
    else:
        splits[0], splits[1:] = extra, vector
    return splits
