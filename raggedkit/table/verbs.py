"""Methods of a table that change its names: add, select, drop and rename columns and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from raggedkit._arguments import as_count
from raggedkit._typing import ArrayLike, TensorLike
from raggedkit.errors import broken_rule
from raggedkit.table.inputs import as_columns, as_mapping, as_rows, shared
from raggedkit.table.named import check_new, named_in_order, own_name
from raggedkit.table.selection import run_of_rows
from raggedkit.table.storage import Storage

if TYPE_CHECKING:
    from raggedkit.table.table import RaggedTable

__all__ = ["VerbMethods"]


class VerbMethods(Storage):
    """`with_columns`, `with_rows`, `select`, `drop`, `rename` and `head`."""

    __slots__ = ()

    def with_columns(
        self, columns: Mapping[str, TensorLike] | None = None, /, **named: TensorLike
    ) -> RaggedTable:
        """Return the table with more columns, or with other columns of the same names.

        Parameters
        ----------
        columns
            A dict of columns, for names that are no Python identifiers.
        **named
            Columns by name: ragged tensors of the row lengths of the table, or anything that
            `raggedkit.array` accepts.

        Returns
        -------
        RaggedTable
            New columns are the last ones; a column that is replaced keeps its position.

        Raises
        ------
        ValueError
            If a column has other row lengths than the table, or the name of a row label.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"km": [[3.0, 5.0], [], [8.0]], "h": [[0.5, 1.0], [], [2.0]]})
        >>> t.with_columns(speed=t["km"] / t["h"])["speed"]
        <RaggedTensor [[6.0, 5.0], [], [4.0]]>
        >>> t.with_columns(speed=[[1.0], [], []])
        Traceback (most recent call last):
            ...
        ValueError: speed must have the row lengths of the table, got length 1 for 2 in row 0
        """
        given = _both(columns, named, "columns")
        check_new(given, self._rows, "with_columns", "row labels")
        spelled = _spelled("columns", columns)
        every = self._columns | as_columns(given, spelled)
        # The new columns get the partition of the table itself, so that all share one.
        partition, made = shared(self._partition, every, spelled, "the table")
        return self._make(partition, made, self._rows)

    def with_rows(
        self, rows: Mapping[str, ArrayLike] | None = None, /, **named: ArrayLike
    ) -> RaggedTable:
        """Return the table with more labels of its rows, or with other labels of the same names.

        Parameters
        ----------
        rows
            A dict of labels, for names that are no Python identifiers.
        **named
            Labels by name: arrays ``[nrows, ...]``.

        Returns
        -------
        RaggedTable
            New labels are the last ones; labels that are replaced keep their position.

        Raises
        ------
        TypeError
            If labels are ragged, or are not numbers, text, bytes or times.
        ValueError
            If there is not one item per row, or a name is that of a column.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"km": [[3.0, 5.0], [], [8.0]]})
        >>> t.with_rows(track=["a", "b", "c"], n=t.row_lengths()).rows["n"]
        array([2, 0, 1])
        >>> t.with_rows(track=["a", "b"])
        Traceback (most recent call last):
            ...
        ValueError: track must have one item for each of the 3 rows, got 2
        """
        given = _both(rows, named, "rows")
        check_new(given, self._columns, "with_rows", "columns")
        labels = as_rows(given, self._partition._nrows, _spelled("rows", rows))
        # A label that is replaced keeps its position.
        return self._make(self._partition, self._columns, self._rows | labels)

    def select(self, *names: str | Sequence[str]) -> RaggedTable:
        """Return a table of these columns, in this order; the row labels stay.

        Parameters
        ----------
        *names
            Names of columns, or one list of them.

        Returns
        -------
        RaggedTable
            With the same rows, also if no column is left.

        Raises
        ------
        UnknownNameError
            If there is no such column.
        ValueError
            If a name is repeated.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []], "lon": [[2.5], []]}, rows={"id": [7, 9]})
        >>> list(t.select("lon").columns), list(t.select("lon").rows)
        (['lon'], ['id'])
        >>> t.select("height")
        Traceback (most recent call last):
            ...
        raggedkit.errors.UnknownNameError: names must contain names of columns, got 'height'; the \
columns are 'lat', 'lon'
        """
        chosen = named_in_order(self, names, "names", "columns")
        return self._make(self._partition, {n: self._columns[n] for n in chosen}, self._rows)

    def drop(self, *names: str | Sequence[str]) -> RaggedTable:
        """Return the table without these columns and row labels.

        Parameters
        ----------
        *names
            Names of columns or row labels, or one list of them.

        Returns
        -------
        RaggedTable
            With the same rows, also if no column is left.

        Raises
        ------
        UnknownNameError
            If there is no such column or row label.
        ValueError
            If a name is repeated.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []], "lon": [[2.5], []]}, rows={"id": [7, 9]})
        >>> list(t.drop("lon", "id").columns)
        ['lat']
        >>> t.drop("height")
        Traceback (most recent call last):
            ...
        raggedkit.errors.UnknownNameError: names must contain names of columns or row labels, got \
'height'; the columns and row labels are 'lat', 'lon', 'id'
        """
        gone = set(named_in_order(self, names, "names", "columns or row labels"))
        columns = {n: c for n, c in self._columns.items() if n not in gone}
        rows = {n: labels for n, labels in self._rows.items() if n not in gone}
        return self._make(self._partition, columns, rows)

    def rename(self, names: Mapping[str, str] | None = None, /, **named: str) -> RaggedTable:
        """Return the table with other names of columns and row labels; their order stays.

        Parameters
        ----------
        names
            A dict from old names to new ones.
        **named
            New names by old name.

        Returns
        -------
        RaggedTable
            With the same columns and labels. Two names may be exchanged.

        Raises
        ------
        UnknownNameError
            If there is no column or row label of an old name.
        ValueError
            If two columns or labels would have the same name.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []], "lon": [[2.5], []]})
        >>> list(t.rename(lat="y", lon="x").columns)
        ['y', 'x']
        >>> t.rename(lat="lon")
        Traceback (most recent call last):
            ...
        ValueError: names must be different afterwards, got 'lon' twice
        """
        given = _both(names, named, "names")
        named_in_order(self, tuple(given), "names", "columns or row labels")
        new = {old: own_name(name, f"names[{old!r}]", "be a string") for old, name in given.items()}
        # The names after all changes, so that two columns can exchange their names.
        after = [new.get(name, name) for name in (*self._columns, *self._rows)]
        seen: set[str] = set()
        for name in after:
            if name in seen:
                raise ValueError(f"names must be different afterwards, got {name!r} twice")
            seen.add(name)
        columns = {new.get(n, n): column for n, column in self._columns.items()}
        return self._make(
            self._partition, columns, {new.get(n, n): labels for n, labels in self._rows.items()}
        )

    def head(self, n: SupportsIndex = 5) -> RaggedTable:
        """Return the first ``n`` rows; all rows if there are fewer.

        Parameters
        ----------
        n
            The number of rows. ``t[:, :n]`` takes the first items of every row.

        Returns
        -------
        RaggedTable
            A view, as ``t[:n]``.

        Raises
        ------
        ValueError
            If ``n`` is negative.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5, 2.5], [], [3.5]]})
        >>> t.head(2)["lat"]
        <RaggedTensor [[1.5, 2.5], []]>
        >>> t.head(-1)
        Traceback (most recent call last):
            ...
        ValueError: n must not be negative, got -1
        """
        return run_of_rows(self, 0, min(as_count(n, "n"), self._partition._nrows))


def _both(given: Any, named: dict[str, Any], argument: str) -> dict[str, Any]:
    """Return the entries of a dict and of keywords together."""
    mapping = as_mapping(given, argument, "new names" if argument == "names" else argument)
    # A name in both has two values, and neither takes precedence.
    for name in named:
        if name in mapping:
            raise ValueError(broken_rule(argument, "not repeat a keyword", name))
    return mapping | named


def _spelled(argument: str, given: Mapping[str, Any] | None) -> Callable[[str], str]:
    """Return how errors write a name: as a keyword, or as an entry of the dict."""
    inside = given or {}
    return lambda name: f"{argument}[{name!r}]" if name in inside else name
