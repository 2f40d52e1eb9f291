"""Methods of a table that change its rows: split_where, merge_rows and explode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from raggedkit._engines.inputs import ragged_operand
from raggedkit._engines.pieces import pieces
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._plan.operands import check_orderable, values_of
from raggedkit._typing import Array, Tensor, TensorLike
from raggedkit._xp import INT64, array_namespace, handed_out, readonly, to_host
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.table.named import named_in_order, own_name
from raggedkit.table.selection import in_rows_of, labels_at, take_rows
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["PieceMethods"]


class PieceMethods(Storage):
    """`split_where`, `merge_rows` and `explode`."""

    __slots__ = ()

    def split_where(self, condition: TensorLike, *, name: str = "piece") -> RaggedTable:
        """Return a table with a row for each piece of a row, split where a condition is True.

        Parameters
        ----------
        condition
            Bools in the rows of the table: one for each item (True where a piece starts), or one
            less in every row that has items (one for each pair of neighbours, as from
            `raggedkit.diff`). The condition of the first item of a row has no effect.
        name
            The name of the new row label: the number of the piece in its row, from 0.

        Returns
        -------
        RaggedTable
            The items keep their order. Each piece has the labels of its row. A row without items
            has no pieces, so its labels disappear.

        Raises
        ------
        TypeError
            If the condition does not contain bools.
        ValueError
            If the condition has other rows than the table, or ``name`` is in use.

        See Also
        --------
        merge_rows : the inverse, except for rows without items.
        raggedkit.split_where : the same for one tensor, which keeps the rows as an axis.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable(
        ...     {"time": [[0, 1, 60, 61], [], [5]], "x": [["a", "b", "c", "d"], [], ["e"]]},
        ...     rows={"track": [7, 8, 9]},
        ... )
        >>> trips = t.split_where(rk.diff(t["time"]) > 30)
        >>> trips["x"]
        <RaggedTensor [['a', 'b'], ['c', 'd'], ['e']]>
        >>> trips.rows["track"].tolist(), trips.rows["piece"].tolist()
        ([7, 7, 9], [0, 1, 0])
        >>> t.split_where([[True], [], [True]])
        Traceback (most recent call last):
            ...
        ValueError: condition must have one item for each value, or one less in every row that has \
values, got 1 for the 4 values of row 0 of the table
        """
        label = own_name(name, "name", "be a string")
        if label in self._columns or label in self._rows:
            way_out = "choose another: split_where(condition, name=...)"
            raise ValueError(broken_rule("name", "not be in use in the table", label, way_out))
        flags = ragged_operand(condition, "condition")
        part, cut = self._partition, flags._parts[0]
        if len(flags._parts) > 1 or flags._flat.ndim > 1:
            rule = "have one flag for each item of a row"
            raise ValueError(broken_rule("condition", rule, flags.shape.as_list()))
        if cut._nrows != part._nrows:
            rule = f"have the {part._nrows} rows of the table"
            raise ValueError(broken_rule("condition", rule, cut._nrows))
        if flags._flat.dtype.kind != "b" and cut._nvals:
            raise TypeError(broken_rule("condition", "contain bools", flags._flat.dtype))
        rows, items = pieces(part, cut, flags._flat, "the table")
        number = to_host(rows._get_places()).astype(INT64, copy=False)
        labels = labels_at(self._rows, rows._get_rowids()) | {label: handed_out(number)}
        columns = {name: in_rows_of(c, items) for name, c in self._columns.items()}
        return self._make(items, columns, labels)

    def merge_rows(self, by: str | Sequence[str]) -> RaggedTable:
        """Return a table with one row for each distinct label, of the items of all its rows.

        Parameters
        ----------
        by
            The name of a row label with one value per row, or several names.

        Returns
        -------
        RaggedTable
            The rows are in the order of the first appearance of their labels. The items of a row
            are in the order of the rows that are merged. Other row labels are dropped.

        Raises
        ------
        UnknownNameError
            If there is no such row label.
        ValueError
            If a row label is not a vector, or ``by`` has no names.

        See Also
        --------
        split_where : splits rows into pieces.

        Notes
        -----
        Rows whose label is NaN are merged, too. An empty row adds no items; if all rows of a label
        are empty, its row is empty.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"x": [[1, 2], [3], [], [4]]}, rows={"user": ["b", "a", "c", "b"]})
        >>> merged = t.merge_rows(by="user")
        >>> merged.rows["user"].tolist(), merged["x"]
        (['b', 'a', 'c'], <RaggedTensor [[1, 2, 4], [3], []]>)
        >>> t.merge_rows(by="x")
        Traceback (most recent call last):
            ...
        raggedkit.errors.UnknownNameError: by must contain names of row labels, got 'x'; it is a \
column
        """
        names = named_in_order(self, (by,), "by", "row labels")
        if not names:
            raise ValueError(broken_rule("by", "have at least one name", by))
        for name in names:
            if self._rows[name].ndim > 1:
                rule, got = "be row labels with one value per row", self._rows[name].shape
                raise ValueError(f"by must {rule}, got {name!r} of shape {got}")
            check_orderable(self._rows[name], "by")
        group = _groups([self._rows[name] for name in names])
        xp, dtype = self._partition._xp, self._partition._dtype
        order = _sort.order(group)
        table: Storage = self
        # Rows that are in order already are not moved, and no value is copied.
        if bool((group[1:] < group[:-1]).any()):
            table = take_rows(self, xp.asarray(order, dtype=dtype))
        starts = array_namespace(order).flatnonzero(begins_run(group.take(order)))
        splits = table._partition._get_splits()
        cut = xp.empty(starts.shape[0] + 1, dtype=dtype)
        # A merged row starts where the first of its rows starts.
        cut[:-1] = splits.take(xp.asarray(starts))
        cut[-1] = table._partition._nvals
        merged = RowPartition._of_splits(cut)
        labels = labels_at({n: self._rows[n] for n in names}, order.take(starts))
        columns = {name: in_rows_of(c, merged) for name, c in table._columns.items()}
        return self._make(merged, columns, labels)

    def explode(self) -> dict[str, Tensor]:
        """Return one value per item for each name: the repeated labels, then the columns.

        Returns
        -------
        dict
            Arrays ``[nvals, ...]`` by name; a ragged tensor for a column of ragged_rank 2. A row
            without items does not appear.

        See Also
        --------
        to_frame : the same as a data frame.
        raggedkit.explode : the same for one tensor.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"x": [[1, 2], [], [3]]}, rows={"user": ["a", "b", "c"]})
        >>> {name: values.tolist() for name, values in t.explode().items()}
        {'user': ['a', 'a', 'c'], 'x': [1, 2, 3]}
        """
        long: dict[str, Tensor] = {}
        if self._rows:
            long.update(labels_at(self._rows, self._partition._get_rowids()))
        for name, column in self._columns.items():
            values: Tensor = values_of(column)
            # A plain column is returned as a view; read-only, so that the table cannot change.
            long[name] = readonly(values) if len(column._parts) == 1 else values  # type: ignore[arg-type]
        return long


def _groups(keys: list[Array]) -> Array:
    """Return the number of the group of each row, ``int[n]``, in order of first appearance."""
    ids: Array | None = None
    for labels in keys:
        found = _ids(labels)
        # Both factors are at most the number of rows, so that int64 has room for the product.
        count = found.shape[0] + 1
        ids = found if ids is None else _ids(ids * count + found)
    assert ids is not None
    return ids


def _ids(labels: Array) -> Array:
    """Return the number of each distinct item, in order of first appearance; NaN equals NaN."""
    xp = array_namespace(labels)
    order = _sort.order(labels)
    begins = begins_run(_gather.take(labels, order))
    ascending = begins.cumsum() - 1  # the number of each sorted item, by value
    first = order.take(xp.flatnonzero(begins))  # where each value appears first
    rank = xp.empty(first.shape[0], dtype=INT64)
    rank[_sort.order(first)] = xp.arange(first.shape[0], dtype=INT64)
    ids: Array = xp.empty(labels.shape[0], dtype=INT64)
    ids[order] = rank.take(ascending)
    return ids
