"""Data frames of any library as columns by name: pandas, polars, Arrow tables, dicts of arrays.

Frames are recognised by their methods. A library is imported only if one of its frames is given or
asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from raggedkit._kernels.arrays.compare import begins_run
from raggedkit._optional import needed
from raggedkit._typing import Array, Tensor
from raggedkit.errors import VALUES, broken_rule
from raggedkit.interop._column_values import Column, kind_of, values_of_column
from raggedkit.table.make_frame import INSTALL, library, make_frame
from raggedkit.tensor import RaggedTensor

__all__ = ["FrameColumn", "make_frame", "read_frame"]


class FrameColumn:
    """A column of a frame, which is converted when its values are asked for.

    Attributes
    ----------
    name : str
        Its name in the frame.
    origin
        The column of the frame itself.
    """

    def __init__(self, name: str, origin: Any) -> None:
        self.name = name
        self.origin = origin
        self.rows = "raise"  # whether missing lists inside of lists raise, or become "empty"

    @classmethod
    def of_values(cls, name: str, values: Tensor, missing: Array | None = None) -> FrameColumn:
        """Return a column whose values are known."""
        column = cls(name, None)
        # Fills the cached property, so that nothing is converted later.
        vars(column)["read"] = Column(values, missing)
        return column

    def __len__(self) -> int:
        return len(self.origin)

    def __repr__(self) -> str:
        return f"df[{self.name!r}]"

    @cached_property
    def read(self) -> Column:
        """The values, and the masks of missing ones."""
        return values_of_column(self.origin, repr(self), self.rows)

    @property
    def values(self) -> Tensor:
        """The values ``[n, ...]``; ragged if they are lists; a placeholder where one is missing."""
        return self.read.values

    @property
    def missing(self) -> Array | None:
        """Where a line is missing, ``bool[n]``, or None; NaN and NaT are values."""
        return self.read.missing

    @property
    def has_lists(self) -> bool:
        """Whether a line is a list: a missing one is a missing row."""
        return isinstance(self.values, RaggedTensor) or self.values.ndim > 1

    def at(self, lines: Array) -> FrameColumn:
        """Return some lines of the column; only these are converted then."""
        if "read" in vars(self):
            kept = None if self.missing is None else self.missing[lines]
            return FrameColumn.of_values(self.name, self.values[lines], kept)
        # Not converted yet: only the chosen lines will be.
        if isinstance(self.origin, list | tuple):
            return FrameColumn(self.name, [self.origin[i] for i in lines.tolist()])
        if hasattr(self.origin, "iloc"):
            return FrameColumn(self.name, self.origin.iloc[lines])
        if kind_of(self.origin) == "arrow":
            return FrameColumn(self.name, self.origin.take(library("arrow").array(lines)))
        return FrameColumn(self.name, self.origin[lines])

    @cached_property
    def ranks(self) -> tuple[Array, Array | None]:
        """Numbers that are in the order of the values and are equal where they are, and a mask.

        Missing values, NaN and NaT are in the mask. Categories are in their own order.
        """
        coded = _CODES[kind_of(self.origin)](self)
        if coded is not None:
            return coded
        values = self.values
        if isinstance(values, RaggedTensor) or values.ndim != 1:
            way_out = "only a column of single values can be a key or an order"
            shape = "lists" if isinstance(values, RaggedTensor) else f"{values.ndim - 1} axes more"
            raise TypeError(broken_rule(repr(self), f"contain {VALUES}", shape, way_out))
        missing = self.missing
        if values.dtype.kind in "fcmM":
            # NaN and NaT have no order, so they count as missing here, unlike in `self.missing`.
            nan = values != values
            missing = nan if missing is None else nan | missing
            missing = missing if bool(missing.any()) else None
            # Sorted as int64, NaT is in the mask.
            values = values.view("int64") if values.dtype.kind in "mM" else values
        return values, missing


def read_frame(df: Any, names: Iterable[str] | None = None) -> dict[str, FrameColumn]:
    """Return the columns of a frame by name.

    Parameters
    ----------
    df
        A DataFrame of pandas or polars, a table or record batch of Arrow, a dict from names to
        arrays, or an object with ``__arrow_c_stream__`` or ``__dataframe__``.
    names
        The columns that are wanted; by default all.

    Returns
    -------
    dict
        `FrameColumn` by name, in order.

    Raises
    ------
    TypeError
        If ``df`` is no frame, or a name is not a string.
    ValueError
        If a name is used twice, names have levels, or columns have different lengths.
    """
    found = _columns_of(df)
    columns: dict[str, FrameColumn] = {}
    for name, column in found:
        if not isinstance(name, str):
            raise TypeError(broken_rule("df", "have names that are strings", name, _RENAME))
        if name in columns:
            raise ValueError(broken_rule("df", "not repeat a name of a column", name))
        column = np.asarray(column) if isinstance(column, range) else column
        columns[str(name)] = FrameColumn(str(name), column)
    n = None
    for column in columns.values():
        given, sized = column.origin, hasattr(column.origin, "__len__")
        if not sized or isinstance(given, str | bytes) or getattr(given, "ndim", 1) == 0:
            raise TypeError(broken_rule(repr(column), "be an array", given))
        n = len(column) if n is None else n
        if len(column) != n:
            first = repr(next(iter(columns.values())))
            raise ValueError(
                broken_rule(repr(column), f"have the {n} lines of {first}", len(column))
            )
    return columns if names is None else {name: columns[name] for name in names}


_RENAME = "rename the columns: df.columns = [...]"


def _columns_of(df: Any) -> list[tuple[Any, Any]]:
    """Return pairs of name and column of any frame."""
    # By attributes, not by classes: no library is imported to recognise the frames of another.
    if isinstance(df, Mapping):
        return list(df.items())
    if hasattr(df, "iloc") and hasattr(df, "columns"):
        return _of_pandas(df)
    if hasattr(df, "get_columns"):
        return [(column.name, column) for column in df.get_columns()]
    if hasattr(df, "column_names") and hasattr(df, "columns"):
        return list(zip(df.column_names, df.columns, strict=True))
    if hasattr(df, "ngroups") or hasattr(df, "iloc") or hasattr(df, "collect"):
        way_out = "give the frame itself"
        way_out += ": by=... groups it" if hasattr(df, "ngroups") else ""
        way_out += ": df.collect()" if hasattr(df, "collect") else ""
        way_out += ": a Series is one column" if hasattr(df, "iloc") else ""
        raise TypeError(broken_rule("df", "be a data frame", type(df).__name__, way_out))
    if isinstance(df, RaggedTensor):  # it exports one column without a name
        way_out = "rk.RaggedTable({'x': rt}) makes a table of it"
        raise TypeError(broken_rule("df", "be a data frame", "a ragged tensor", way_out))
    if hasattr(df, "__arrow_c_stream__"):
        table = library("arrow").table(df)
        return list(zip(table.column_names, table.columns, strict=True))
    if hasattr(df, "__dataframe__"):
        with needed("pyarrow", "frames of the interchange protocol need pyarrow", INSTALL):
            from pyarrow.interchange import from_dataframe
        return _columns_of(from_dataframe(df))
    fields = getattr(getattr(df, "dtype", None), "names", None)
    way_out = "pandas, polars, Arrow or a dict from names to arrays"
    way_out = "{name: df[name] for name in df.dtype.names} is one" if fields else way_out
    raise TypeError(broken_rule("df", "be a data frame", type(df).__name__, way_out))


def _of_pandas(df: Any) -> list[tuple[Any, Any]]:
    for axis, way_out in (
        ("columns", "join the levels of each name: df.columns = map('_'.join, df.columns)"),
        ("index", "make it columns: df.reset_index()"),
    ):
        index = getattr(df, axis)
        if getattr(index, "nlevels", 1) > 1:
            names = list(index.names) if axis == "index" else index[0] if len(index) else index
            raise ValueError(broken_rule(f"df.{axis}", "have one level", names, way_out))
    # By position: names may be equal, and `df[name]` would be a frame then.
    return [(name, df.iloc[:, i]) for i, name in enumerate(df.columns)]


# ------------------------------------------------------------------ codes
_Codes = tuple[Array, Array | None]


def _ranked(codes: Array, levels: Any, name: str, *, ordered: bool = False) -> _Codes:
    """Return codes in the order of their levels, or of the values of these; -1 is missing."""
    values, gaps, _, _ = values_of_column(levels, name)
    if isinstance(values, RaggedTensor) or values.ndim != 1:
        raise TypeError(broken_rule(name, f"contain {VALUES}", "lists"))
    order = np.argsort(values, kind="stable")
    begins = begins_run(values[order])  # levels of a dictionary may be equal
    rank = np.empty(values.shape, dtype="int64")
    rank[order] = np.cumsum(begins) - 1
    if ordered:
        # Ordered categories are in the order of their levels, not of the values.
        rank = order[begins][rank]
    if gaps is not None:
        rank[gaps] = -1
    return _translated(codes, rank)


def _renumbered(codes: Array, order: Array) -> _Codes:
    """Return codes in an order of their levels, which are distinct; -1 is missing."""
    rank = np.empty(order.shape, dtype="int64")
    rank[order] = np.arange(order.shape[0])
    return _translated(codes, rank)


def _translated(codes: Array, rank: Array) -> _Codes:
    # Code -1 takes the last item.
    ranks: Array = np.append(rank, -1).take(codes)
    missing = ranks < 0
    return ranks, missing if bool(missing.any()) else None


def _codes_of_pandas(column: FrameColumn) -> _Codes | None:
    series = column.origin
    if hasattr(series.dtype, "categories") and hasattr(series, "cat"):
        codes = np.asarray(series.cat.codes)
        return codes, codes < 0 if bool((codes < 0).any()) else None
    name = getattr(series.dtype, "name", "")
    arrow = str(getattr(series.dtype, "pyarrow_dtype", ""))
    if name not in ("object", "str", "string") and "string" not in arrow:
        return None
    if name == "object" and _has_lists(series):
        return None  # a list has no hash
    if arrow or getattr(series.dtype, "storage", "") == "pyarrow":
        import pyarrow as pa

        return _codes_of_arrow(FrameColumn(column.name, pa.array(series.array)))
    return _ranked(*_factorized(np.asarray(series, dtype=object)), repr(column))


def _factorized(objects: Array) -> tuple[Array, Array]:
    """Return codes and distinct objects, as ``pandas.factorize`` does.

    Equal text is often one object: a CSV reader and ``numpy.repeat`` share it. Then the addresses
    are factorized, and one object for each of them: 1e6 texts of 1e5 objects take 0.3 of the time.
    """
    import pandas as pd

    if objects.shape[0] > _SAMPLED and objects.flags.c_contiguous:
        addresses = np.asarray(_Addresses(objects))
        sample = addresses[:: objects.shape[0] // _SAMPLED]
        if np.unique(sample).shape[0] < sample.shape[0]:
            places, found = pd.factorize(addresses)
            # Codes count up: a new one exceeds all before it.
            first = np.maximum.accumulate(places).searchsorted(np.arange(found.shape[0]))
            codes, levels = pd.factorize(objects[first])
            return codes[places], levels
    codes, levels = pd.factorize(objects)
    return codes, levels


_SAMPLED = 1 << 12


class _Addresses:
    """The memory of an array of objects as integers; NumPy has no view of that kind."""

    def __init__(self, objects: Array) -> None:
        self._objects = objects  # keeps the memory alive
        address, _ = objects.__array_interface__["data"]
        self.__array_interface__ = {
            "shape": objects.shape,
            "typestr": np.dtype(np.intp).str,
            "data": (address, True),
            "version": 3,
        }


def _has_lists(series: Any) -> bool:
    kinds = set(map(type, series.tolist()))
    return any(getattr(kind, "__hash__", None) is None for kind in kinds)


def _codes_of_polars(column: FrameColumn) -> _Codes | None:
    series = column.origin
    kind = str(series.dtype)
    if kind.startswith("Enum"):
        codes = series.to_physical()
    elif kind.startswith(("String", "Utf8", "Categorical")):
        import polars as pl

        texts = series.cast(pl.String)
        # The physical codes of an Enum of sorted texts are in the order of the texts.
        codes = texts.cast(pl.Enum(texts.unique().drop_nulls().sort())).to_physical()
    else:
        return None
    missing = np.asarray(codes.is_null()).astype(bool) if codes.null_count() else None
    return codes.fill_null(0).to_numpy(), missing


def _codes_of_arrow(column: FrameColumn) -> _Codes | None:
    array = column.origin
    kind = str(array.type)
    if "list" in kind or not ("string" in kind or "dictionary" in kind):
        return None
    if not kind.startswith("dictionary"):
        array = array.dictionary_encode()
    if hasattr(array, "unify_dictionaries"):
        array = array.unify_dictionaries()
        chunks = array.chunks or [library("arrow").array([], type=array.type)]
    else:
        chunks = [array]
    # Indices may be unsigned; -1 is that of a null.
    signed = [c.indices.cast("int32") for c in chunks]
    indices = [np.asarray(x.fill_null(-1) if x.null_count else x) for x in signed]
    codes = indices[0] if len(indices) == 1 else np.concatenate(indices)
    levels = chunks[0].dictionary
    if not kind.startswith("dictionary"):
        import pyarrow.compute as pc

        return _renumbered(codes, np.asarray(pc.array_sort_indices(levels)))
    return _ranked(codes, levels, repr(column), ordered=array.type.ordered)


_CODES = {
    "plain": lambda column: None,
    "pandas": _codes_of_pandas,
    "polars": _codes_of_polars,
    "arrow": _codes_of_arrow,
}
