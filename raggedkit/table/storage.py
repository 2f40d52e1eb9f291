"""Storage of a table: one partition, the columns that share it, and the labels of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from raggedkit._typing import Array
from raggedkit._xp import held_bytes
from raggedkit.partition import RowPartition
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["Storage"]


class Storage:
    """The fields of `RaggedTable`, and the private constructor that trusts its arguments."""

    __slots__ = ("__weakref__", "_columns", "_partition", "_rows")

    _partition: RowPartition
    _columns: dict[str, RaggedTensor]  # the outermost partition of each is `_partition` itself
    _rows: dict[str, Array]  # [nrows, ...], read-only

    @classmethod
    def _make(
        cls, partition: RowPartition, columns: dict[str, RaggedTensor], rows: dict[str, Array]
    ) -> RaggedTable:
        """Join a partition, columns over it and labels of its rows that are known to fit.

        The table keeps both dicts. Nobody may change them later.
        """
        table: Any = object.__new__(cls)
        table._partition = partition
        table._columns = columns
        table._rows = rows
        return table  # type: ignore[no-any-return]  # a mixin doesn't see the class

    def __sizeof__(self) -> int:
        """Return the bytes of the object, values, labels and partitions; shared ones count once."""
        arrays = [x for column in self._columns.values() for x in column._held()]
        arrays += [*self._partition._held(), *self._rows.values()]
        return object.__sizeof__(self) + held_bytes(arrays)
