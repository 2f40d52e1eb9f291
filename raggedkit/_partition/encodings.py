"""Encodings and sizes of a row partition, as its users read them."""

from __future__ import annotations

from raggedkit._partition.storage import Storage
from raggedkit._typing import Array, DType, Integer
from raggedkit._xp import handed_out, scalar

__all__ = ["PartitionEncodings"]


class PartitionEncodings(Storage):
    """The encodings and sizes of `RowPartition`."""

    __slots__ = ()

    def row_splits(self) -> Array:
        """Return the start of each row and the end of the last row, ``int[nrows + 1]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_splits()
        array([0, 2, 2, 3])
        """
        return handed_out(self._get_splits())

    def row_lengths(self) -> Array:
        """Return how many values each row has, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).row_lengths()
        array([2, 0, 1])
        """
        return handed_out(self._get_lengths())

    def row_starts(self) -> Array:
        """Return the start of each row, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_starts()
        array([0, 2, 2])
        """
        return handed_out(self._get_splits()[:-1])

    def row_limits(self) -> Array:
        """Return the end of each row, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).row_limits()
        array([2, 2, 3])
        """
        return handed_out(self._get_splits()[1:])

    def value_rowids(self) -> Array:
        """Return the row of each value, ``int[nvals]``, ascending; an empty row has none.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).value_rowids()
        array([0, 0, 2])
        """
        return handed_out(self._get_rowids())

    def offsets_in_rows(self) -> Array:
        """Return the position of each value in its row, ``int[nvals]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).offsets_in_rows()
        array([0, 1, 0])
        """
        return handed_out(self._get_places())

    def nrows(self) -> Integer:
        """Return the number of rows, a scalar of this partition's dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).nrows()
        np.int64(3)
        """
        number: Integer = scalar(self._nrows, self._dtype)
        return number

    def nvals(self) -> Integer:
        """Return the number of values, a scalar of this partition's dtype.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).nvals()
        np.int64(3)
        """
        number: Integer = scalar(self._nvals, self._dtype)
        return number

    def uniform_row_length(self) -> Integer | None:
        """Return the declared length of every row, or None.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).uniform_row_length()
        np.int64(2)
        >>> rk.RowPartition.from_row_lengths([2, 2, 2]).uniform_row_length() is None
        True
        """
        return None if self._uniform is None else scalar(self._uniform, self._dtype)

    def is_uniform(self) -> bool:
        """Whether one length is declared for every row; equal lengths alone are not enough.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).is_uniform()
        True
        >>> rk.RowPartition.from_row_lengths([2, 2, 2]).is_uniform()
        False
        """
        return self._uniform is not None

    @property
    def dtype(self) -> DType:
        """The dtype of the encodings, int32 or int64.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).dtype
        dtype('int64')
        """
        return self._dtype

    @property
    def static_nrows(self) -> int:
        """The number of rows, a Python int.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).static_nrows
        3
        """
        return self._nrows

    @property
    def static_nvals(self) -> int:
        """The number of values, a Python int.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).static_nvals
        3
        """
        return self._nvals

    @property
    def static_uniform_row_length(self) -> int | None:
        """The declared length of every row, a Python int, or None.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_uniform_row_length(2, nvals=6).static_uniform_row_length
        2
        """
        return self._uniform

    @property
    def nbytes(self) -> int:
        """Bytes of the row splits; 0 for a uniform partition, which has none.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_splits([0, 2, 2, 3]).nbytes
        32
        """
        if self._uniform is not None:
            return 0
        return (self._nrows + 1) * int(self._dtype.itemsize)
