"""RaggedTable: named ragged columns that share one partition, and labels of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NoReturn, overload

from raggedkit._docstrings import own_methods, sections_from
from raggedkit._kernels.arrays.compare import equal
from raggedkit._typing import Array, ArrayLike, DTypeLike, Integer, TensorLike
from raggedkit._xp import sound
from raggedkit.errors import broken_rule
from raggedkit.partition import RowPartition
from raggedkit.table import indexing
from raggedkit.table.aggregate import AggregateMethods
from raggedkit.table.arrow_methods import ArrowMethods
from raggedkit.table.dataset_methods import DatasetMethods
from raggedkit.table.file_methods import FileMethods
from raggedkit.table.frame_methods import FrameMethods
from raggedkit.table.inputs import as_columns, as_mapping, as_rows, shared
from raggedkit.table.joining import JoinMethods
from raggedkit.table.named import Columns, Rows, check_new
from raggedkit.table.ordering import OrderMethods
from raggedkit.table.pieces import PieceMethods
from raggedkit.table.spellings import no_attribute
from raggedkit.table.storage import Storage
from raggedkit.table.verbs import VerbMethods
from raggedkit.tensor import RaggedTensor

if TYPE_CHECKING:
    from raggedkit.tensor import RowsKey

__all__ = ["RaggedTable", "rebuilt"]


@own_methods
class RaggedTable(
    VerbMethods,
    OrderMethods,
    PieceMethods,
    JoinMethods,
    AggregateMethods,
    ArrowMethods,
    DatasetMethods,
    FileMethods,
    FrameMethods,
    Storage,
):
    """Ragged columns by name over one partition, with labels of each row.

    The columns of a table have equal row lengths: the items at one position of a row belong
    together, as the latitude, longitude and time of one point. The labels have one item per row,
    as the name of a track. Every selection of rows or items applies to all columns, and the labels
    stay with their rows. A table never changes; operations return another.

    Parameters
    ----------
    columns
        A dict from names to ragged tensors ``[nrows, (d1), ...]`` of equal row lengths, or
        anything that `raggedkit.array` accepts. Columns of ragged_rank 2 share only the outermost
        partition.
    rows
        A dict from names to arrays ``[nrows, ...]``: ids or labels of the rows. They are copied
        unless they are read-only.
    partition
        The row lengths. Needed only if there are no columns.

    Raises
    ------
    TypeError
        If ``columns`` or ``rows`` is not a dict, a name is not a string, or labels are ragged.
    ValueError
        If a name is used twice, the columns have different row lengths (the error names the column
        and the row), the labels are not one per row, or there are neither columns nor a partition.

    See Also
    --------
    RaggedTensor : one column.
    raggedkit.group_by : groups one column by keys.

    Notes
    -----
    A column that is declared uniform becomes ragged beside a ragged one. An integer as a key is
    the position of a row, never its label. There is no ``==``; `identical` compares two tables.

    Examples
    --------
    >>> import raggedkit as rk
    >>> t = rk.RaggedTable(
    ...     {"lat": [[50.1, 50.2, 50.4], [], [48.0]], "speed": [[0, 5, 7], [], [3]]},
    ...     rows={"track": ["a", "b", "c"]},
    ... )
    >>> t["lat"]
    <RaggedTensor [[50.1, 50.2, 50.4], [], [48.0]]>
    >>> fast = t[t["speed"] > 3]
    >>> fast["lat"], fast.rows["track"].tolist()
    (<RaggedTensor [[50.2, 50.4], [], []]>, ['a', 'b', 'c'])
    >>> rk.RaggedTable({"lat": [[1.5], [2.5]], "lon": [[1.5], []]})
    Traceback (most recent call last):
        ...
    ValueError: columns['lon'] must have the row lengths of 'lat', got length 0 for 1 in row 1
    """

    __slots__ = ()

    def __init__(
        self,
        columns: Mapping[str, TensorLike],
        rows: Mapping[str, ArrayLike] | None = None,
        partition: RowPartition | None = None,
    ) -> None:
        if partition is not None and not isinstance(partition, RowPartition):
            raise TypeError(broken_rule("partition", "be a RowPartition", partition))
        given = as_mapping(columns, "columns", "ragged tensors")
        labels = as_mapping(rows, "rows", "arrays with one item per row")
        check_new(labels, given, "rows", "columns")
        made = as_columns(given, "columns[{!r}]".format)
        self._partition, self._columns = shared(partition, made, "columns[{!r}]".format)
        self._rows = as_rows(labels, self._partition._nrows, "rows[{!r}]".format)

    @property
    def columns(self) -> Columns:
        """The columns by name, in order: a mapping that cannot be changed.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []], "lon": [[2.5], []]})
        >>> list(t.columns)
        ['lat', 'lon']
        """
        return Columns(self)

    @property
    def rows(self) -> Rows:
        """The labels of the rows by name, in order: a mapping that cannot be changed.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []]}, rows={"track": [7, 9]})
        >>> t.rows["track"]
        array([7, 9])
        """
        return Rows(self)

    @property
    def partition(self) -> RowPartition:
        """The partition that all columns share.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5, 2.5], []]})
        >>> t.partition.row_splits()
        array([0, 2, 2])
        """
        return self._partition

    def row_lengths(self) -> Array:
        """Return the length of each row, ``int[nrows]``.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5, 2.5], []]}, rows={"track": ["a", "b"]})
        >>> t[t.row_lengths() > 0].rows["track"]
        array(['a'], dtype='<U1')
        """
        return self._partition.row_lengths()

    @property
    def nbytes(self) -> int:
        """Bytes of the values, the labels and the row splits; shared row splits count once.

        Examples
        --------
        >>> import raggedkit as rk
        >>> rk.RaggedTable({"lat": [[1.5, 2.5], []], "lon": [[0.5, 3.5], []]}).nbytes
        56
        """
        # From 1: the outermost partition is the same object in all columns.
        inner = (p for c in self._columns.values() for p in c._parts[1:])
        arrays = (*(c._flat for c in self._columns.values()), *self._rows.values())
        return sum(p.nbytes for p in (self._partition, *inner)) + sum(a.nbytes for a in arrays)

    @overload
    def apply_rows(
        self,
        f: Callable[..., Any],
        *,
        returns: Literal["array"],
        dtype: DTypeLike | None = None,
        progress: bool | None = None,
    ) -> Array: ...

    @overload
    def apply_rows(
        self,
        f: Callable[..., Any],
        *,
        returns: Literal["ragged"],
        dtype: DTypeLike | None = None,
        progress: bool | None = None,
    ) -> RaggedTensor: ...

    @overload
    def apply_rows(
        self,
        f: Callable[..., Any],
        *,
        returns: Literal["table"],
        dtype: Mapping[str, DTypeLike] | None = None,
        progress: bool | None = None,
    ) -> RaggedTable: ...

    @overload
    def apply_rows(
        self,
        f: Callable[..., Any],
        *,
        returns: None = None,
        dtype: DTypeLike | Mapping[str, DTypeLike] | None = None,
        progress: bool | None = None,
    ) -> Any: ...

    @sections_from("table.applying.apply_rows")
    def apply_rows(
        self,
        f: Callable[..., Any],
        *,
        returns: Literal["array", "ragged", "table"] | None = None,
        dtype: DTypeLike | Mapping[str, DTypeLike] | None = None,
        progress: bool | None = None,
    ) -> Any:
        """Return the results of ``f``, called with a dict for each row, as `raggedkit.apply_rows`.

        First look for a vectorised function: operators and NumPy's functions on whole columns, as
        ``t["x"].mean(axis=1)``, are hundreds of times faster.

        Parameters
        ----------
        f
            A function of one row: a dict from names to the labels and the arrays of the row, as
            ``t[i]``.

        Returns
        -------
        array, RaggedTensor or RaggedTable
            A new table keeps the labels of this one that ``f`` does not return.

        Raises
        ------
        TypeError
            If ``f`` is not callable, or results cannot be combined.
        ValueError
            If results differ in their kind, names or shape (the error names the row); if there are
            no rows, and ``returns`` or ``dtype`` is not given.
        ModuleNotFoundError
            If ``progress`` is True and tqdm is not installed.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"x": [[3, 1], [2]], "y": [[0, 7], [5]]}, rows={"id": ["a", "b"]})
        >>> t.apply_rows(lambda row: row["y"][row["x"].argmin()])
        array([7, 5])
        >>> t.apply_rows(lambda row: {"z": row["x"] * row["y"].max()})
        <RaggedTable of 2 rows, 3 items; columns z int64; labels id
         row  id   length  z
           0  'a'       2  [21, 7]
           1  'b'       1  [10]>
        """
        apply = import_module("raggedkit.table.applying").apply_to_table
        return apply(self, f, returns, dtype, progress)

    def identical(self, other: object) -> bool:
        """Whether ``other`` is the same: names in order, values, dtypes, labels and partition.

        Parameters
        ----------
        other
            Any object; False if it is not a table.

        Returns
        -------
        bool
            True or False; nothing raises an error. NaN is identical to NaN.

        Examples
        --------
        >>> import raggedkit as rk
        >>> t = rk.RaggedTable({"lat": [[1.5], []]}, rows={"track": [7, 9]})
        >>> t.identical(rk.RaggedTable({"lat": [[1.5], []]}, rows={"track": [7, 9]}))
        True
        >>> t.identical(t[::-1])
        False
        """
        if not isinstance(other, RaggedTable):
            return False
        # Names and partition first: they cost less than a comparison of values.
        if list(self._columns) != list(other._columns) or list(self._rows) != list(other._rows):
            return False
        if not self._partition.identical(other._partition):
            return False
        labels = zip(self._rows.values(), other._rows.values(), strict=True)
        columns = zip(self._columns.values(), other._columns.values(), strict=True)
        return all(_same(a, b) for a, b in labels) and all(c.identical(d) for c, d in columns)

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._partition._nrows

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Return the rows one by one: dicts of the labels and the arrays of a row."""
        return indexing.rows_of(self)

    def __contains__(self, name: object) -> bool:
        """Whether there is a column of this name."""
        # False for a row or a value would hide a mistake.
        if not isinstance(name, str):
            raise TypeError(broken_rule("name", "be the name of a column", name))
        return name in self._columns

    @overload
    def __getitem__(self, key: str) -> RaggedTensor: ...

    @overload
    def __getitem__(self, key: RowsKey) -> RaggedTable: ...

    @overload
    def __getitem__(self, key: int | Integer) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, key: tuple[Any, ...]) -> Any: ...  # a row, too: t[0, :2]

    def __getitem__(self, key: Any) -> Any:
        """Return a column by name, a row by position, or the rows and items of ``key``."""
        return indexing.getitem(self, key)

    if not TYPE_CHECKING:  # a type checker would accept every attribute

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse, and name the spelling that exists."""
            raise no_attribute(self, name)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._columns)  # for t["<Tab>

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        """Raise: a table never changes."""
        way_out = "use t.with_columns(x=...) or t.with_rows(x=...)"
        raise TypeError(f"a RaggedTable must not be changed in place; {way_out}")

    def __delitem__(self, key: Any) -> NoReturn:
        """Raise: a table never changes."""
        raise TypeError("a RaggedTable must not be changed in place; use t.drop('x')")

    def __eq__(self, other: object) -> Any:
        """Refuse: tables have no elementwise comparison."""
        way_out = "use a.identical(b) for whole tables, or compare a column: t['x'] == 3"
        raise TypeError(f"a RaggedTable must not be compared with ==; {way_out}")

    __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]  # without == it cannot be a key

    def __bool__(self) -> bool:
        """Refuse: the truth of a table is ambiguous."""
        raise TypeError("a RaggedTable must not be used as a bool; use len(t), or t.identical(u)")

    __array_ufunc__ = None  # NumPy's operators raise a TypeError, and arrays don't unpack the rows

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NoReturn:
        """Refuse: the columns have different dtypes."""
        way_out = "take a column: t['x'], t.to_frame() (a line per item) or t.to_pandas() (per row)"
        raise TypeError(f"a RaggedTable must not be converted to an array; {way_out}")

    def __copy__(self) -> RaggedTable:
        """Return itself: it can't change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the partition once, the values, the inner partitions and the labels."""
        columns = {name: (c._flat, c._parts[1:]) for name, c in self._columns.items()}
        return rebuilt, (self._partition, columns, self._rows)

    def __repr__(self) -> str:
        """Return a line per row with its labels and the first items of each column."""
        text: str = import_module("raggedkit.table.display").table_text(self)
        return text

    def _repr_html_(self) -> str:
        """Return a table for notebooks: the labels and the items of each row."""
        html: str = import_module("raggedkit.table.display").table_html(self)
        return html


def _same(a: Array, b: Array) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and bool(equal(a, b).all())


def rebuilt(
    partition: RowPartition,
    columns: dict[str, tuple[Array, tuple[RowPartition, ...]]],
    rows: dict[str, Array],
) -> RaggedTable:
    """Return the table of a pickle, which is validated; pickles name this function."""
    # A pickle may be damaged, so the constructors that validate build the table.
    made = {
        name: RaggedTensor(sound(flat, f"columns[{name!r}]"), (partition, *inner))
        for name, (flat, inner) in columns.items()
    }
    labels = {name: sound(array, f"rows[{name!r}]") for name, array in rows.items()}
    return RaggedTable(made, labels, partition)


rebuilt.__module__ = "raggedkit.table"  # pickles name it there, so this module may move
