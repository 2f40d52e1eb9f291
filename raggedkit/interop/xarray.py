"""Ragged tables to and from xarray: the contiguous and the indexed ragged arrays of CF.

The Climate and Forecast conventions store rows along one dimension, the sample dimension. A count
variable has the length of each row (contiguous), or an index variable has the row of each item
(indexed).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np

from raggedkit._missing import Rules, filled, refusal
from raggedkit._optional import needed
from raggedkit._typing import Array
from raggedkit._xp import TIMES, as_array
from raggedkit.errors import VALUES, broken_rule
from raggedkit.interop._cf import COUNT, INDEX, Layout, existing, layout_of, spelled
from raggedkit.interop._checks import check_on_host
from raggedkit.interop._column_values import values_of_column
from raggedkit.partition import RowPartition
from raggedkit.table import RaggedTable
from raggedkit.tensor import RaggedTensor

__all__ = ["from_dataset", "to_dataset"]


# ------------------------------------------------------------------ in
@overload
def from_dataset(
    ds: Any,
    names: Sequence[str] | None = None,
    *,
    row_size: str | None = None,
    index: str | None = None,
    row_dim: str | None = None,
    sample_dim: str | None = None,
    fill_missing: Any = None,
    return_mask: Literal[False] = False,
    missing_rows: str = "raise",
) -> RaggedTable: ...
@overload
def from_dataset(
    ds: Any,
    names: Sequence[str] | None = None,
    *,
    row_size: str | None = None,
    index: str | None = None,
    row_dim: str | None = None,
    sample_dim: str | None = None,
    fill_missing: Any = None,
    return_mask: Literal[True],
    missing_rows: str = "raise",
) -> tuple[RaggedTable, RaggedTable]: ...
def from_dataset(
    ds: Any,
    names: Sequence[str] | None = None,
    *,
    row_size: str | None = None,
    index: str | None = None,
    row_dim: str | None = None,
    sample_dim: str | None = None,
    fill_missing: Any = None,
    return_mask: bool = False,
    missing_rows: str = "raise",
) -> RaggedTable | tuple[RaggedTable, RaggedTable]:
    """Return a Dataset of xarray with rows along one dimension, as a ragged table.

    Parameters
    ----------
    ds
        An `xarray.Dataset` with a count variable (attribute ``sample_dimension``, contiguous rows)
        or an index variable (attribute ``instance_dimension``, rows in any order).
    names
        The variables to read. By default, all that have the dimension of the rows or of the items.
    row_size
        The name of the count variable. It is needed if no variable has the attribute, or several.
    index
        The name of the index variable, in the same cases.
    row_dim
        The dimension of the rows. It is needed for an index variable without the attribute.
    sample_dim
        The dimension of the items. It is needed for a count variable without the attribute.
    fill_missing
        The value for missing text (None); by default it is refused. NaN and NaT are values.
    return_mask
        Whether to return also where text is missing.
    missing_rows
        ``"raise"``, or ``"empty"``: a missing row size makes an empty row.

    Returns
    -------
    RaggedTable
        Variables along the items become columns; their other dimensions become inner ones.
        Variables along the rows become labels. Variables with neither dimension are left out, and
        so are attributes. Values of NumPy are shared if the items of each row are contiguous and in
        the order of the rows. Lazy variables are computed once, all together.
    (RaggedTable, RaggedTable)
        The table and its mask, with ``return_mask=True``: a table of bools with the same columns
        and labels, True where text is missing.

    Raises
    ------
    ModuleNotFoundError
        If xarray is not installed.
    TypeError
        If ``ds`` is no Dataset, or row sizes or rows are not integers.
    ValueError
        If there is no count or index variable, row sizes do not add up to the number of items, the
        row of an item does not exist, or values are missing.
    KeyError
        If there is no variable of a name.

    Examples
    --------
    >>> import raggedkit as rk
    >>> import xarray as xr
    >>> ds = xr.Dataset(
    ...     {
    ...         "rowsize": ("traj", [2, 0, 1], {"sample_dimension": "obs"}),
    ...         "lat": ("obs", [50.1, 50.2, 48.0]),
    ...     },
    ...     coords={"id": ("traj", ["a", "b", "c"])},
    ... )
    >>> t = rk.RaggedTable.from_dataset(ds)
    >>> t["lat"], t.rows["id"].tolist()
    (<RaggedTensor [[50.1, 50.2], [], [48.0]]>, ['a', 'b', 'c'])
    >>> rk.RaggedTable.from_dataset(ds.isel(traj=slice(2)))
    Traceback (most recent call last):
        ...
    ValueError: ds['rowsize'] must add up to the 3 items of dimension 'obs', got 2; \
ds.isel(obs=slice(2)) drops items without a row
    """
    xr = _xarray("from_dataset needs xarray")
    if not isinstance(ds, xr.Dataset):
        way_out = "ds.to_dataset(name='x')" if isinstance(ds, xr.DataArray) else ""
        got = type(ds).__name__
        raise TypeError(broken_rule("ds", "be a Dataset of xarray", got, way_out))
    rules = Rules(fill_missing, return_mask, missing_rows)
    layout = layout_of(ds, row_size, index, row_dim, sample_dim)
    columns, labels = _chosen(ds, layout, names)
    # One call, because variables may share a part of their graphs. It keeps NumPy's arrays, and it
    # loads a copy, so `ds` stays lazy.
    wanted = {name: ds.variables[name] for name in (layout.variable, *columns, *labels)}
    loaded = xr.Dataset(wanted).compute().variables
    partition, order = layout.partition(loaded[layout.variable].values, rules)
    arrays: dict[str, Array] = {}
    missing: dict[str, Array] = {}
    for name in (*columns, *labels):
        along = layout.items if name in columns else layout.rows
        values, gone = _values(loaded[name].transpose(along, ...).values, rules, name)
        at = order if name in columns else None
        arrays[name] = values if at is None else values.take(at, axis=0)
        if rules.mask:
            gone = np.zeros(values.shape, dtype=bool) if gone is None else gone
            missing[name] = gone if at is None else gone.take(at, axis=0)
    table = _table(arrays, columns, partition)
    return (table, _table(missing, columns, partition)) if rules.mask else table


def _table(arrays: dict[str, Array], columns: list[str], partition: RowPartition) -> RaggedTable:
    """Return arrays along the items as columns, the others as labels."""
    made = {name: RaggedTensor(arrays[name], (partition,)) for name in columns}
    labels = {name: array for name, array in arrays.items() if name not in made}
    return RaggedTable(made, labels, partition)


def _chosen(ds: Any, layout: Layout, names: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return the names of columns and of labels."""
    given = names is not None
    wanted = list(ds.variables) if names is None else [names] if isinstance(names, str) else names
    columns: list[str] = []
    labels: list[str] = []
    for name in wanted:
        if given:
            existing(ds, name, "names")
        elif name == layout.variable or _is_multi(ds, name):
            continue
        dims = ds.variables[name].dims
        along = [dim for dim in (layout.items, layout.rows) if dim in dims]
        if len(along) == 2 or (given and not along):
            rule = f"have one of the dimensions {layout.rows!r} and {layout.items!r}"
            way_out = "names= chooses other variables"
            raise ValueError(broken_rule(spelled(name), rule, dims, way_out))
        if along:
            (columns if along[0] == layout.items else labels).append(name)
    return columns, labels


def _is_multi(ds: Any, name: Any) -> bool:
    """Whether a coordinate is made of others: they are the levels of an index of pandas."""
    index = ds.xindexes.get(name)
    return name in ds.dims and len(getattr(index, "index", ())) > 0 and index.index.nlevels > 1


def _values(values: Array, rules: Rules, name: str) -> tuple[Array, Array | None]:
    """Return the values of a variable, and which are missing; objects become text or times."""
    if values.dtype.kind not in "OT":
        return values, None
    column = values_of_column(values.ravel(), spelled(name))
    if isinstance(column.values, RaggedTensor) or column.values.ndim > 1:
        raise TypeError(broken_rule(spelled(name), f"contain {VALUES}", "lists"))
    flat = as_array(column.values).reshape(values.shape)
    if column.missing is None:
        return flat, None
    missing = column.missing.reshape(values.shape)
    if not rules.allow_values:
        place = [int(i) for i in np.unravel_index(int(missing.argmax()), missing.shape)]
        count = int(np.count_nonzero(missing))
        raise refusal("values", spelled(name), count, missing.size, place)
    return filled(flat, missing, rules.fill, untyped=column.untyped), missing


# ------------------------------------------------------------------ out
def to_dataset(
    table: RaggedTable,
    *,
    row_dim: str = "row",
    sample_dim: str = "obs",
    row_size: str = "row_size",
    index: str | None = None,
    like: Any = None,
) -> Any:
    """Return the table as a Dataset of xarray, by the conventions of CF.

    Parameters
    ----------
    table
        The table; its columns have ragged_rank 1.
    row_dim
        The name of the dimension of the rows.
    sample_dim
        The name of the dimension of the items of all rows.
    row_size
        The name of the count variable, which has the length of each row.
    index
        The name of an index variable, which has the row of each item. If given, it is there in
        place of the count variable.
    like
        A Dataset that has the same names, as the one that the table was read from. Names of
        dimensions and of the count or index variable, attributes, and the choice of coordinates
        are taken from it. Its variables without rows and items are copied.

    Returns
    -------
    xarray.Dataset
        Labels of the rows are coordinates. Columns are variables along the items; inner dimensions
        are named ``"x_1"``, ``"x_2"`` after the column. Values are shared, read-only; times are
        copied.

    Raises
    ------
    ModuleNotFoundError
        If xarray is not installed.
    TypeError
        If values are on a GPU, or a name is not a string.
    ValueError
        If a column has ragged_rank 2 or more, or a name is used twice.

    Notes
    -----
    An index variable does not show how many rows there are. So a table without labels gets the
    coordinate ``row_dim``, numbers from 0. CF asks for the global attribute ``featureType``, such
    as ``"trajectory"``, and for units: set both on the result, ``ds["lat"].attrs["units"] = ...``.

    Examples
    --------
    >>> import raggedkit as rk
    >>> import xarray as xr
    >>> t = rk.RaggedTable({"lat": [[50.1, 50.2], [], [48.0]]}, rows={"id": ["a", "b", "c"]})
    >>> ds = t.to_dataset(row_dim="traj", row_size="rowsize")
    >>> isinstance(ds, xr.Dataset)
    True
    >>> dict(ds.sizes), ds["rowsize"].values, ds["rowsize"].attrs["sample_dimension"]
    ({'traj': 3, 'obs': 3}, array([2, 0, 1]), 'obs')
    >>> rk.RaggedTable.from_dataset(ds).identical(t)
    True
    >>> t.to_dataset(index="track")["track"].values
    array([0, 0, 2])
    """
    xr = _xarray("to_dataset needs xarray")
    layout = _named(xr, row_dim, sample_dim, row_size, index, like)
    _check_names(table, layout)
    part = table.partition
    numbers = part.value_rowids() if layout.indexed else part.row_lengths()
    coords = {
        name: ((layout.rows, *_inner(name, a.ndim, like)), _given(a, f"rows[{name!r}]"))
        for name, a in table.rows.items()
    }
    if layout.indexed and not coords:
        coords[layout.rows] = ((layout.rows,), np.arange(len(table)))
    data: dict[str, Any] = {}
    dim = layout.items if layout.indexed else layout.rows
    data[layout.variable] = (dim,), _given(numbers, "table")
    for name, column in table.columns.items():
        if column.ragged_rank > 1:
            rule = "have ragged_rank 1, as CF has one dimension of items"
            way_out = f"t.drop({name!r}) leaves it out"
            raise ValueError(broken_rule(f"columns[{name!r}]", rule, column.ragged_rank, way_out))
        flat = _given(column.flat_values, f"columns[{name!r}]")
        data[name] = (layout.items, *_inner(name, flat.ndim, like)), flat
    ds = xr.Dataset(data, coords=coords)
    return _described(ds, layout, like)


def _named(
    xr: Any, row_dim: str, sample_dim: str, row_size: str, index: str | None, like: Any
) -> Layout:
    """Return the names of the dimensions and of the variable with the rows."""
    given = {"row_dim": row_dim, "sample_dim": sample_dim, "row_size": row_size}
    if index is not None:
        given["index"] = index
    if like is not None:
        if not isinstance(like, xr.Dataset):
            raise TypeError(broken_rule("like", "be a Dataset of xarray", type(like).__name__))
        usual = {"row_dim": "row", "sample_dim": "obs", "row_size": "row_size"}
        for argument, name in given.items():
            if name != usual.get(argument):
                way_out = "names are taken from like"
                raise ValueError(broken_rule(argument, "not be given with like", name, way_out))
        return layout_of(like)
    for argument, name in given.items():
        if not isinstance(name, str):
            raise TypeError(broken_rule(argument, "be a name", name))
    variable = row_size if index is None else index
    return Layout(variable, row_dim, sample_dim, index is not None)


def _check_names(table: RaggedTable, layout: Layout) -> None:
    """Raise if a dimension or the variable with the rows has a name of the table."""
    argument = "index" if layout.indexed else "row_size"
    for name, other in (("sample_dim", layout.rows), (argument, layout.rows)):
        value = layout.items if name == "sample_dim" else layout.variable
        if value == other:
            raise ValueError(broken_rule(name, "not be the name of row_dim", value))
    if layout.variable == layout.items:
        raise ValueError(broken_rule(argument, "not be the name of sample_dim", layout.items))
    if layout.variable in table.columns or layout.variable in table.rows:
        rule = "not be a name of the table"
        raise ValueError(broken_rule(argument, rule, layout.variable, "choose another name"))
    # A variable with the name of a dimension is the coordinate of that dimension.
    if layout.rows in table.columns:
        raise ValueError(broken_rule("row_dim", "not be the name of a column", layout.rows))
    if layout.items in table.rows:
        raise ValueError(broken_rule("sample_dim", "not be the name of a label", layout.items))


def _inner(name: str, ndim: int, like: Any) -> tuple[str, ...]:
    """Return names for the dimensions of a variable after the first."""
    if like is not None and name in like.variables:
        dims = like.variables[name].dims
        if len(dims) == ndim:
            return tuple(dims[1:])
    return tuple(f"{name}_{k}" for k in range(1, ndim))


def _given(array: Array, name: str) -> Array:
    check_on_host(array, name)
    # xarray passes times through pandas, which would return a writeable view of the values.
    return array.copy() if array.dtype.kind in TIMES else array


def _described(ds: Any, layout: Layout, like: Any) -> Any:
    """Return the Dataset with the attributes of CF, and with those of ``like``."""
    if like is not None:
        ds = ds.assign_attrs(like.attrs)
        for name in ds.variables:
            if name in like.variables:
                ds[name].attrs.update(like.variables[name].attrs)
        both = {layout.rows, layout.items}
        for name, variable in like.variables.items():
            if name not in ds.variables and not both & set(variable.dims):
                ds = ds.assign({name: variable})
        chosen = [name for name in like.coords if name in ds.variables]
        plain = [n for n in ds.coords if n in like.data_vars]
        ds = ds.set_coords(chosen).reset_coords(plain)
    attribute, value = (INDEX, layout.rows) if layout.indexed else (COUNT, layout.items)
    text = "row of each item" if layout.indexed else "number of items in each row"
    ds[layout.variable].attrs.setdefault("long_name", text)
    ds[layout.variable].attrs[attribute] = value
    return ds


def _xarray(what: str) -> Any:
    with needed("xarray", what, "pip install 'raggedkit[xarray]'"):
        import xarray
    return xarray
