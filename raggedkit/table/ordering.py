"""Methods of a table that order rows, or the items of each row: sort and top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex

from raggedkit._arguments import as_count, as_flag
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._plan.operands import check_orderable
from raggedkit._typing import Array
from raggedkit.partition import RowPartition
from raggedkit.table.named import named_in_order, own_name
from raggedkit.table.selection import take_items, take_rows
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["OrderMethods"]


class OrderMethods(Storage):
    """`sort` and `top`."""

    __slots__ = ()

    def sort(self, by: str | Sequence[str], *, descending: bool = False) -> RaggedTable:
        """Return the table sorted: by a column within each row, by a row label the rows.

        Parameters
        ----------
        by
            The name of a column, with one value per item, or of a row label, with one value per
            row; or several names, the most important first.
        descending
            Whether the largest value comes first.

        Returns
        -------
        RaggedTable
            With the same items and labels. Equal values keep their order, in both directions.

        Raises
        ------
        UnknownNameError
            If there is no such column or row label.
        ValueError
            If a column has inner axes, or a row label is not a vector.

        Notes
        -----
        NaN and NaT are sorted last in both directions. An empty row stays empty.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable(
        ...     {"time": [[3, 1, 2], [], [8, 4]], "x": [["a", "b", "c"], [], ["d", "e"]]},
        ...     rows={"track": [7, 9, 5]},
        ... )
        >>> t.sort("time")["x"]
        <RaggedTensor [['b', 'c', 'a'], [], ['e', 'd']]>
        >>> t.sort("track").rows["track"], t.sort("track")["x"]
        (array([5, 7, 9]), <RaggedTensor [['d', 'e'], ['a', 'b', 'c'], []]>)
        >>> t.sort("speed")
        Traceback (most recent call last):
            ...
        raggedkit.errors.UnknownNameError: by must contain names of columns or row labels, got \
'speed'; the columns and row labels are 'time', 'x', 'track'
        """
        down = as_flag(descending, "descending")
        names = named_in_order(self, (by,), "by", "columns or row labels")
        for name in names:
            _check_key(self, name)
        of_rows = [self._rows[name] for name in names if name in self._rows]
        table: Storage = self
        if of_rows:
            # Labels are in the host's memory, also if the values are on a GPU.
            xp, dtype = self._partition._xp, self._partition._dtype
            table = take_rows(self, xp.asarray(_order_of_rows(of_rows, down), dtype=dtype))
        keys = [table._columns[name]._flat for name in names if name in table._columns]
        part = table._partition
        return take_items(table, part, _order_in_rows(keys, part, down) if keys else None)

    def top(self, k: SupportsIndex, by: str) -> RaggedTable:
        """Return the ``k`` items of each row with the largest values in one column, largest first.

        Parameters
        ----------
        k
            The largest number of items of a row. Shorter rows keep all of their items.
        by
            The name of a column with one value per item.

        Returns
        -------
        RaggedTable
            With the same rows. Equal values keep their order; NaN and NaT come last.

        Raises
        ------
        UnknownNameError
            If there is no such column.
        ValueError
            If ``k`` is negative, or the column has inner axes.

        See Also
        --------
        raggedkit.top_k : the same for one tensor.

        Notes
        -----
        An empty row stays empty. ``t.sort(by)[:, :k]`` returns the smallest items.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"price": [[3, 9, 5], [2]], "item": [["a", "b", "c"], ["d"]]})
        >>> t.top(2, by="price")["item"]
        <RaggedTensor [['b', 'c'], ['d']]>
        >>> t.top(-1, by="price")
        Traceback (most recent call last):
            ...
        ValueError: k must not be negative, got -1
        """
        n = as_count(k, "k")
        name = own_name(by, "by", "be the name of a column")
        named_in_order(self, (name,), "by", "columns")
        _check_key(self, name)
        part = self._partition
        flat, splits, lengths = self._columns[name]._flat, part._get_splits(), part._get_lengths()
        # k may exceed the dtype of the lengths; the longest row fits it.
        _, at, ends = _sort.top_rows(flat, splits, lengths, min(n, part._get_longest()))
        if part._uniform is None:
            kept = RowPartition._of_splits(ends.astype(part._dtype, copy=False))
        else:
            length = min(n, part._uniform)
            kept = RowPartition._of_uniform(length, part._nrows, part._dtype, part._xp)
        return take_items(self, kept, at)


def _check_key(table: Storage, name: str) -> None:
    """Raise unless a column has one value per item, or a row label one per row."""
    column = table._columns.get(name)
    if column is None:
        if table._rows[name].ndim > 1:
            rule, got = "be a row label with one value per row", table._rows[name].shape
            raise ValueError(f"by must {rule}, got {name!r} of shape {got}")
    elif len(column._parts) > 1 or column._flat.ndim > 1:
        rule, got = "be a column with one value per item", column.shape.as_list()
        raise ValueError(f"by must {rule}, got {name!r} of shape {got}")
    check_orderable(table._rows[name] if column is None else column, "by")


def _order_of_rows(keys: list[Array], descending: bool) -> Array:
    """Return the stable order of rows by several labels, the most important first."""
    order: Array | None = None
    # The sort is stable, so the least important label is first.
    for labels in reversed(keys):
        key = labels if order is None else _gather.take(labels, order)
        # An ascending order reversed would also reverse rows with equal labels.
        places = _sort.argsort_axis(key, 0, descending=True) if descending else _sort.order(key)
        order = places if order is None else order.take(places)
    assert order is not None
    return order


def _order_in_rows(keys: list[Array], part: RowPartition, descending: bool) -> Array:
    """Return the positions that sort the items of each row by several columns."""
    splits, lengths = part._get_splits(), part._get_lengths()
    starts = _splits.repeat(splits[:-1], lengths)
    order: Array | None = None
    for flat in reversed(keys):
        key = flat if order is None else _gather.take(flat, order)
        # From positions in a row to positions in the whole column.
        at = _sort.argsort_rows(key, splits, lengths, descending) + starts
        order = at if order is None else order.take(at)
    assert order is not None
    return order
