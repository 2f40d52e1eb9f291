"""RowPartition: boundaries of consecutive rows in a flat list of values."""

from __future__ import annotations

from typing import Any

from raggedkit._docstrings import own_methods
from raggedkit._partition.constructors import PartitionConstructors
from raggedkit._partition.encodings import PartitionEncodings
from raggedkit._typing import Array, DTypeLike
from raggedkit._xp import INT64, array_namespace, handed_out
from raggedkit.encodings import LARGEST, index_dtype
from raggedkit.errors import broken_rule

__all__ = ["RowPartition", "aligned", "of_one_dtype"]


@own_methods
class RowPartition(PartitionConstructors, PartitionEncodings):
    """Boundaries that split ``nvals`` values into ``nrows`` consecutive rows.

    Create one from any encoding (`from_row_splits`, `from_row_lengths`, `from_row_starts`,
    `from_row_limits`, `from_value_rowids`, `from_uniform_row_length`) and read it in any other. It
    contains no values; `RaggedTensor` combines it with values. It never changes, and the arrays
    that it returns are read-only.

    See Also
    --------
    RaggedTensor : values and one or more partitions.

    Notes
    -----
    After TensorFlow's ``tf.experimental.RowPartition``. A partition with a uniform row length
    stores three numbers and computes its splits only when they are asked for.

    The partition of ``rt[a:b]`` is a view: it computes its own zero-based splits only when they
    are asked for, and keeps the splits of the whole tensor alive until then. A slice of at most
    1024 rows of a larger tensor gets its own splits at once.

    Each encoding is kept once it is computed. Threads may share a partition: if two ask for an
    encoding at the same time, both may compute it, with the same result.

    Examples
    --------
    >>> import raggedkit as rk
    >>> p = rk.RowPartition.from_row_lengths([4, 0, 3, 1, 0])
    >>> p.row_splits()
    array([0, 4, 4, 7, 8, 8])
    >>> p.value_rowids()
    array([0, 0, 0, 0, 2, 2, 2, 3])
    >>> int(p.nrows()), int(p.nvals())
    (5, 8)
    >>> rk.RowPartition.from_row_splits([0, 4, 3])
    Traceback (most recent call last):
        ...
    ValueError: row_splits must not decrease, got row_splits[1:3] = [4, 3]
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Refuse: a partition is made by one of the ``from_`` constructors."""
        msg = "RowPartition() must not be called; use RowPartition.from_row_splits(...) or another"
        raise TypeError(f"{msg} of its from_ constructors")

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """Return this partition with encodings of another dtype.

        Parameters
        ----------
        dtype
            int32 or int64.

        Returns
        -------
        RowPartition
            Of the same rows and declared uniformity.

        Raises
        ------
        ValueError
            If ``dtype`` is any other dtype, or too small for the numbers of this partition.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RowPartition.from_row_lengths([2, 0, 1]).with_dtype("int32").row_splits()
        array([0, 2, 2, 3], dtype=int32)
        >>> rk.RowPartition.from_row_lengths([1 << 40]).with_dtype("int32")
        Traceback (most recent call last):
            ...
        ValueError: dtype must count to nvals = 1099511627776, got dtype('int32')
        """
        kind = index_dtype(dtype)
        if kind == self._dtype:
            return self
        counts = {"nvals": self._nvals, "nrows": self._nrows, "uniform_row_length": self._uniform}
        for name, n in counts.items():
            if n is not None and n > LARGEST[kind]:
                raise ValueError(broken_rule("dtype", f"count to {name} = {n}", kind))
        if self._uniform is not None:
            return self._of_uniform(self._uniform, self._nrows, kind, self._xp)
        return self._of_splits(self._get_splits().astype(kind))

    def identical(self, other: object) -> bool:
        """Whether ``other`` is a partition with the same boundaries, dtype and declared uniformity.

        Parameters
        ----------
        other
            Any object; False if it is not a partition.

        Returns
        -------
        bool
            True or False; nothing raises an error.

        Examples
        --------
        >>> import raggedkit as rk
        >>> a = rk.RowPartition.from_row_lengths([2, 2])
        >>> a.identical(rk.RowPartition.from_row_splits([0, 2, 4]))
        True
        >>> a.identical(rk.RowPartition.from_uniform_row_length(2, nvals=4))
        False
        """
        return (
            isinstance(other, RowPartition)
            and self._dtype == other._dtype
            and self._uniform == other._uniform
            and self._same_cuts(other)
        )

    def __eq__(self, other: object) -> bool:
        """Whether both have the same row splits and declare the same uniform length."""
        if not isinstance(other, RowPartition):
            return NotImplemented
        return self._uniform == other._uniform and self._same_cuts(other)

    __hash__ = None  # type: ignore[assignment]  # holds arrays, as RaggedTensor does

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._nrows

    def __copy__(self) -> RowPartition:
        """Return itself: it can't change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> RowPartition:
        """Return a partition with splits of its own, which are not validated."""
        return self if self._uniform is not None else self._of_splits(self._get_splits().copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the splits, or the three numbers of a uniform partition.

        Unpickling validates them. Those of a read-only array needn't be copied then.
        """
        from raggedkit import _rebuild

        if self._uniform is not None:
            return _rebuild.uniform_partition, (self._uniform, self._nrows, self._dtype)
        return _rebuild.partition, (handed_out(self._get_splits()),)

    def __repr__(self) -> str:
        """Return the call that makes this partition, abbreviated if long."""
        from raggedkit.reprs import partition_text

        return partition_text(self)

    def _repr_html_(self) -> str:
        from raggedkit.reprs import partition_html

        return partition_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from raggedkit.reprs import bundle

        return bundle(self)


def aligned(parts: tuple[RowPartition, ...], flat: Array) -> tuple[RowPartition, ...]:
    """Return the partitions with one dtype (int64 if they differ), on the device of the values."""
    xp = array_namespace(flat)
    if len(parts) == 1 and parts[0]._xp is xp:
        return parts
    if any(p._xp is not xp for p in parts):
        parts = tuple(p._on(xp) for p in parts)
    return of_one_dtype(parts)


def of_one_dtype(parts: tuple[RowPartition, ...]) -> tuple[RowPartition, ...]:
    """Return the partitions with one dtype: int64 if they differ."""
    dtype = parts[0]._dtype
    for p in parts:
        if p._dtype is not dtype and p._dtype != dtype:
            return tuple([p.with_dtype(INT64) for p in parts])
    return parts
