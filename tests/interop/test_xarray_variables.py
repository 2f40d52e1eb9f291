"""A ragged tensor as a variable of a Dataset: the operations that work, and those that do not.

xarray does not support a shape with None officially, so only what is here is promised.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

xr = pytest.importorskip("xarray")
ROWS = [[1.0, 4.0, np.nan], [], [3.0], [2.0, 8.0]]
W = np.array([1.0, 2.0, 3.0, 4.0])
X = rk.array(ROWS)
FULL = rk.array([[1.0, 4.0], [5.0], [3.0, 2.0, 8.0]])


def dataset(rt: rk.RaggedTensor = X) -> Any:
    n = len(rt)
    return xr.Dataset(
        {"x": (("row", "obs"), rt, {"units": "m"}), "w": ("row", W[:n])},
        coords={"id": ("row", list("abcd")[:n])},
    )


def known(row: list[float]) -> Any:
    """Return the values of a row that are not NaN: xarray skips NaN by default."""
    array = np.array(row)
    return array[~np.isnan(array)]


def or_nan(reduce: Callable[[Any], Any]) -> Callable[[list[float]], Any]:
    return lambda row: reduce(known(row)) if known(row).size else np.nan


# ------------------------------------------------------------------ works
PER_ROW: dict[str, tuple[Callable[[Any], Any], Callable[[list[float]], Any]]] = {
    "sum": (lambda x: x.sum("obs"), lambda row: known(row).sum()),
    "prod": (lambda x: x.prod("obs"), lambda row: known(row).prod()),
    "count": (lambda x: x.count("obs"), lambda row: known(row).size),
    "mean": (lambda x: x.mean("obs"), or_nan(np.mean)),
    "std": (lambda x: x.std("obs"), or_nan(np.std)),
    "var": (lambda x: x.var("obs"), or_nan(np.var)),
    "median": (lambda x: x.median("obs"), or_nan(np.median)),
    "quantile": (lambda x: x.quantile(0.25, "obs"), or_nan(lambda v: np.quantile(v, 0.25))),
    "skipna": (lambda x: x.sum("obs", skipna=False), np.sum),
    "any": (lambda x: (x > 2).any("obs"), lambda row: any(v > 2 for v in row)),
    "all": (lambda x: (x > 2).all("obs"), lambda row: all(v > 2 for v in row)),
    "reduce": (lambda x: x.reduce(np.nansum, "obs"), lambda row: known(row).sum()),
    "axis": (lambda x: x.sum(axis=1), lambda row: known(row).sum()),
}


@pytest.mark.parametrize("name", PER_ROW)
def test_reductions_over_the_items(name: str) -> None:
    function, model = PER_ROW[name]
    found = function(dataset().x)
    assert found.dims == ("row",)
    assert found.coords["id"].values.tolist() == list("abcd")
    np.testing.assert_allclose(found.values, [model(row) for row in ROWS])


WHOLE = known([v for row in ROWS for v in row])
TOTALS: dict[str, tuple[Callable[[Any], Any], float]] = {
    "sum": (lambda x: x.sum(), WHOLE.sum()),
    "mean": (lambda x: x.mean(), WHOLE.mean()),
    "std": (lambda x: x.std(), WHOLE.std()),
    "max": (lambda x: x.max(), WHOLE.max()),
    "min": (lambda x: x.min(), WHOLE.min()),
    "median": (lambda x: x.median(), float(np.median(WHOLE))),
    "count": (lambda x: x.count(), WHOLE.size),
}


@pytest.mark.parametrize("name", TOTALS)
def test_reductions_over_all(name: str) -> None:
    function, value = TOTALS[name]
    assert function(dataset().x).item() == pytest.approx(value)


def test_reductions_over_the_rows() -> None:
    """Column by column, over the rows that are long enough."""
    x = dataset().x
    assert x.sum("row").values.tolist() == [6.0, 12.0, 0.0]
    assert x.count("row").values.tolist() == [3, 2, 0]
    np.testing.assert_array_equal(x.mean("row"), [2.0, 6.0, np.nan])
    np.testing.assert_array_equal(x.median("row"), [2.0, 6.0, np.nan])


def test_extremes_need_a_value_in_each_row() -> None:
    x = dataset(FULL).x
    assert x.max("obs").values.tolist() == [4.0, 5.0, 8.0]
    assert x.min("obs").values.tolist() == [1.0, 5.0, 2.0]
    assert x.argmax("obs").values.tolist() == [1, 0, 2]
    with pytest.raises(ValueError, match="rt must have a value in every row, got none in row 1"):
        dataset().x.max("obs")


def test_several_quantiles() -> None:
    found = dataset().x.quantile([0.25, 0.5], "obs")
    assert found.dims == ("quantile", "row")
    np.testing.assert_allclose(found.values, [[1.75, np.nan, 3.0, 3.5], [2.5, np.nan, 3.0, 5.0]])


# Functions of a Dataset, and those of a row with its w and position that give the same row.
KEPT: dict[str, tuple[Callable[[Any], Any], Callable[[Any, float], Any]]] = {
    "scalar": (lambda ds: ds.x * 2 + 1, lambda row, w: row * 2 + 1),
    "per-row": (lambda ds: ds.x - ds.w, lambda row, w: row - w),
    "per-row-first": (lambda ds: ds.w * ds.x, lambda row, w: w * row),
    "ragged": (lambda ds: ds.x * ds.x, lambda row, w: row * row),
    "anomaly": (lambda ds: ds.x - ds.x.mean("obs"), lambda row, w: row - or_nan(np.mean)(row)),
    "compare": (lambda ds: ds.x > 2, lambda row, w: row > 2),
    "unary": (lambda ds: abs(-ds.x), lambda row, w: row),
    "ufunc": (lambda ds: np.sqrt(ds.x), lambda row, w: np.sqrt(row)),
    "map": (lambda ds: ds[["x"]].map(np.sqrt).x, lambda row, w: np.sqrt(row)),
    "apply_ufunc": (lambda ds: xr.apply_ufunc(np.sqrt, ds.x), lambda row, w: np.sqrt(row)),
    "apply_ufunc-core": (
        lambda ds: xr.apply_ufunc(
            lambda a: np.sort(a, axis=-1),
            ds.x,
            input_core_dims=[["obs"]],
            output_core_dims=[["obs"]],
        ),
        lambda row, w: np.sort(row),
    ),
    "where": (lambda ds: ds.x.where(ds.x > 2), lambda row, w: np.where(row > 2, row, np.nan)),
    "where-other": (lambda ds: ds.x.where(ds.x > 2, 0), lambda row, w: np.where(row > 2, row, 0)),
    "where-per-row": (
        lambda ds: ds.x.where(ds.w > 2),
        lambda row, w: np.where(w > 2, row, np.nan),
    ),
    "fillna": (lambda ds: ds.x.fillna(0), lambda row, w: np.nan_to_num(row)),
    "isnull": (lambda ds: ds.x.isnull(), lambda row, w: np.isnan(row)),
    "clip": (lambda ds: ds.x.clip(2, 4), lambda row, w: np.clip(row, 2, 4)),
    "round": (lambda ds: (ds.x / 3).round(1), lambda row, w: np.round(row / 3, 1)),
    "astype": (lambda ds: ds.x.astype("f4"), lambda row, w: row),
    "isin": (lambda ds: ds.x.isin([1, 3]), lambda row, w: np.isin(row, [1, 3])),
    "diff": (lambda ds: ds.x.diff("obs"), lambda row, w: np.diff(row)),
    "cumsum": (lambda ds: ds.x.cumsum("obs"), lambda row, w: np.nancumsum(row)),
    "cumprod": (lambda ds: ds.x.cumprod("obs"), lambda row, w: np.nancumprod(row)),
    "first-items": (lambda ds: ds.x.isel(obs=slice(0, 1)), lambda row, w: row[:1]),
    "last-items": (lambda ds: ds.x.tail(obs=1), lambda row, w: row[-1:]),
    "reversed": (lambda ds: ds.x.isel(obs=slice(None, None, -1)), lambda row, w: row[::-1]),
    "rename": (lambda ds: ds.rename(x="y").y, lambda row, w: row),
    "merge": (lambda ds: xr.merge([ds, ds.rename(x="y")]).y, lambda row, w: row),
    "copy": (lambda ds: ds.copy(deep=True).x, lambda row, w: row),
    "pickle": (lambda ds: pickle.loads(pickle.dumps(ds)).x, lambda row, w: row),
    "compute": (lambda ds: ds.compute().x, lambda row, w: row),
    "zeros_like": (lambda ds: xr.zeros_like(ds.x), lambda row, w: np.zeros_like(row)),
}


@pytest.mark.parametrize("name", KEPT)
def test_operations_that_keep_the_rows(name: str) -> None:
    function, model = KEPT[name]
    found = function(dataset())
    assert found.dims == ("row", "obs")
    assert isinstance(found.data, rk.RaggedTensor)
    assert found.coords["id"].values.tolist() == list("abcd")
    right = [model(np.array(row), w) for row, w in zip(ROWS, W, strict=True)]
    assert found.data.row_lengths().tolist() == [len(row) for row in right]
    np.testing.assert_allclose(found.data.flat_values, np.concatenate(right))


SELECTED: dict[str, tuple[Callable[[Any], Any], list[int]]] = {
    "slice": (lambda ds: ds.isel(row=slice(1, 3)), [1, 2]),
    "list": (lambda ds: ds.isel(row=[3, 0]), [3, 0]),
    "mask": (lambda ds: ds.isel(row=ds.w > 2), [2, 3]),
    "thin": (lambda ds: ds.thin(row=2), [0, 2]),
    "head": (lambda ds: ds.head(row=2), [0, 1]),
    "label": (lambda ds: ds.set_index(row="id").sel(row=["d", "a"]), [3, 0]),
    "query": (lambda ds: ds.query(row="w > 2"), [2, 3]),
    "drop_isel": (lambda ds: ds.drop_isel(row=[0]), [1, 2, 3]),
    "sortby": (lambda ds: ds.sortby("w", ascending=False), [3, 2, 1, 0]),
    "concat": (lambda ds: xr.concat([ds, ds], "row"), [0, 1, 2, 3, 0, 1, 2, 3]),
}


@pytest.mark.parametrize("name", SELECTED)
def test_selections_of_rows(name: str) -> None:
    function, rows = SELECTED[name]
    found = function(dataset())
    assert found.x.data.identical(rk.gather(X, rows))
    assert found.w.values.tolist() == W[rows].tolist()


def test_one_row_is_an_array() -> None:
    assert dataset().x.isel(row=2).values.tolist() == [3.0]
    assert [row.values.tolist() for row in dataset(FULL).x] == FULL.to_list()


def test_what_a_dataset_shows() -> None:
    ds = dataset()
    assert dict(ds.sizes) == {"row": 4, "obs": None}
    assert (ds.x.shape, ds.x.dtype, len(ds.x)) == ((4, None), np.float64, 4)
    assert ds.x.nbytes == X.nbytes
    assert ds.x.data is X
    assert "(row, obs) float64" in repr(ds)
    assert "RaggedTensor" in repr(ds.x)
    assert "RaggedTensor" in ds._repr_html_()
    assert ds.identical(ds.copy(deep=True))
    assert not ds.equals(ds.assign(x=ds.x + 1))
    assert ds.x.attrs == {"units": "m"}


# ------------------------------------------------------------------ refused, or wrong
# None: an error of xarray about the size None, whose text differs between releases.
REFUSED: dict[str, tuple[Callable[[Any], Any], str | None]] = {
    "size": (lambda ds: ds.x.size, "NoneType"),
    "values": (lambda ds: ds.x.values, "must be converted to an array explicitly"),
    "an-item-of-each-row": (lambda ds: ds.x.isel(obs=0), "item 0 may not exist in every row"),
    "items-by-list": (lambda ds: ds.x.isel(obs=[0]), "key"),
    "ragged-mask": (lambda ds: ds.x[ds.x > 2], "2-dimensional boolean indexing"),
    "where-drop": (lambda ds: ds.x.where(ds.x > 2, drop=True), None),
    "coordinate-of-items": (lambda ds: ds.assign_coords(obs=[1, 2, 3]), "conflicting sizes"),
    "other-rows": (lambda ds: ds.x + dataset(X[:, :1]).x, "rows must have equal lengths"),
    "concat-of-items": (lambda ds: xr.concat([ds.x, ds.x], "obs"), None),
    "transpose": (lambda ds: ds.x.transpose("obs", "row"), "transpose"),
    "stack": (lambda ds: ds.x.stack(z=("row", "obs")), None),
    "broadcast": (lambda ds: xr.broadcast(ds.x, ds.w), None),
    "shift": (lambda ds: ds.x.shift(obs=1), None),
    "rolling": (lambda ds: ds.x.rolling(obs=2).mean(), None),
    "coarsen": (lambda ds: ds.x.coarsen(obs=2).sum(), None),
    "groupby": (lambda ds: ds.groupby("id").mean(), None),
    "weighted": (lambda ds: ds.x.weighted(ds.w).mean("row"), None),
    "interpolate_na": (lambda ds: ds.x.interpolate_na("obs"), None),
    "chunk": (lambda ds: ds.chunk(row=2), None),
    "quantile-over-rows": (lambda ds: ds.x.quantile(0.5, "row"), "unexpectedly changed"),
    "to_dataframe": (lambda ds: ds.to_dataframe(), "must be converted to an array explicitly"),
    "to_dict": (lambda ds: ds.to_dict(), "must be converted to an array explicitly"),
    "assignment": (lambda ds: ds.x.__setitem__(0, 1.0), "must not be changed in place"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    function, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError, IndexError, AttributeError), match=message):
        function(dataset())


@pytest.mark.parametrize("engine", ["h5netcdf", "netcdf4", "zarr"])
def test_files_need_to_dataset(engine: str, tmp_path: Path) -> None:
    pytest.importorskip({"netcdf4": "netCDF4"}.get(engine, engine))
    ds = dataset()
    write = ds.to_zarr if engine == "zarr" else partial(ds.to_netcdf, engine=engine)
    with pytest.raises((TypeError, ValueError, KeyError)):
        write(tmp_path / "file")
    table = rk.RaggedTable({"x": ds.x.data}, {"id": ds.id.values})
    assert rk.RaggedTable.from_dataset(table.to_dataset()).identical(table)


def test_known_errors_of_xarray() -> None:
    """These give wrong answers. If one of them fails, xarray has changed: mend docs/interop."""
    ds = dataset()
    assert ds.x.roll(obs=1).data.identical(X)  # unchanged: xarray takes the size None as 1
    both = ds.assign(y=(("row", "obs"), rk.array([[1.0], [2.0], [3.0], [4.0]])))
    assert dict(both.sizes) == {"row": 4, "obs": None}  # row lengths differ, and it is not noticed
