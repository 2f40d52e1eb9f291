"""Tables to Datasets of xarray and back, by the conventions of CF: contiguous and indexed rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

xr = pytest.importorskip("xarray")
L = [2, 0, 3, 1]
TIMES = np.datetime64("2026-03-01T12:00:00", "ns") + np.arange(6).astype("m8[h]")
LATE = TIMES.copy()
LATE[[0, 5]] = "NaT"


def tracks(**columns: Any) -> rk.RaggedTable:
    made = {name: rk.RaggedTensor.from_row_lengths(flat, L) for name, flat in columns.items()}
    labels = {"id": np.array(["a", "b", "c", "ß€"]), "buoy": np.array([7, 9, 11, 13])}
    return rk.RaggedTable(made, rows=labels)


T = tracks(lat=np.arange(6.0), time=TIMES, flag=np.arange(6) % 2 == 0)
TABLES: dict[str, rk.RaggedTable] = {
    "floats-times-bools": T,
    "ints": tracks(x=np.arange(6, dtype="i2"), y=np.arange(6, dtype="u8") + 2**63),
    "nan": tracks(x=np.array([np.nan, 1, 2, np.inf, np.nan, 5]), t=LATE),
    "text": tracks(x=np.array(["a", "", "ß€", "long word", "b", ""])),
    "bytes": tracks(x=np.array([b"a", b"", b"cd", b"e", b"f", b"gh"])),
    "durations": tracks(x=np.arange(6).astype("m8[s]")),
    "inner": tracks(x=np.arange(12.0).reshape(6, 2), y=np.arange(36).reshape(6, 2, 3)),
    "int32-splits": rk.RaggedTable(
        {"x": rk.array([[1.5, 2.5], []]).with_row_splits_dtype("int32")}
    ),
    "slice": T[2:],
    "empty-rows": rk.RaggedTable({"x": rk.array([[1.5], []])[:, :0]}, rows={"id": [1, 2]}),
    "labels-with-axes": T.with_rows(box=np.arange(8.0).reshape(4, 2), since=TIMES[:4]),
}


def address(array: Any) -> int:
    return int(np.asarray(array).__array_interface__["data"][0])


# ------------------------------------------------------------------ in memory
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("index", [None, "row_of_item"])
def test_round_trips(name: str, index: str | None) -> None:
    table = TABLES[name]
    back = rk.RaggedTable.from_dataset(table.to_dataset(index=index))
    if index and not table.rows:
        back = rk.RaggedTable(back.columns, partition=back.partition)  # numbers of the rows
    assert back.identical(table)


rows = st.lists(st.lists(st.integers(-9, 9), max_size=4), min_size=1, max_size=6)


@given(rows, st.randoms(use_true_random=False))
def test_property_of_items_in_any_order(rows: list[list[int]], random: Any) -> None:
    items = [(i, x) for i, row in enumerate(rows) for x in row]
    random.shuffle(items)
    ids = np.array([i for i, _ in items], dtype="i8")
    ds = xr.Dataset(
        {
            "row": ("obs", ids, {"instance_dimension": "station"}),
            "x": ("obs", np.array([x for _, x in items], dtype="i8")),
            "id": ("station", np.arange(len(rows))),
        }
    )
    model = [[x for i, x in items if i == row] for row in range(len(rows))]
    assert rk.RaggedTable.from_dataset(ds)["x"].to_list() == model


def test_the_dataset_has_the_variables_of_cf() -> None:
    ds = T.to_dataset(row_dim="traj", row_size="rowsize")
    assert dict(ds.sizes) == {"traj": 4, "obs": 6}
    assert ds["rowsize"].dims == ("traj",)
    assert ds["rowsize"].attrs["sample_dimension"] == "obs"
    assert ds["rowsize"].values.tolist() == L
    assert set(ds.coords) == {"id", "buoy"}
    assert set(ds.data_vars) == {"rowsize", "lat", "time", "flag"}
    ds = T.to_dataset(row_dim="traj", index="trajectory_index")
    assert ds["trajectory_index"].dims == ("obs",)
    assert ds["trajectory_index"].attrs["instance_dimension"] == "traj"
    assert ds["trajectory_index"].values.tolist() == [0, 0, 2, 2, 2, 3]
    assert "row_size" not in ds


def test_a_table_without_columns() -> None:
    table = rk.RaggedTable({}, {"id": [1, 2]}, rk.RowPartition.from_row_lengths([2, 1]))
    assert rk.RaggedTable.from_dataset(table.to_dataset()).identical(table)


def test_rows_without_labels_are_numbered_beside_an_index() -> None:
    ds = rk.RaggedTable({"x": [[1], [2, 3], []]}).to_dataset(index="i", row_dim="track")
    assert ds["track"].values.tolist() == [0, 1, 2]
    assert rk.RaggedTable.from_dataset(ds)["x"].to_list() == [[1], [2, 3], []]


def test_an_index_without_variables_along_the_rows() -> None:
    ds = xr.Dataset({"i": ("obs", [2, 0, 2], {"instance_dimension": "s"}), "x": ("obs", [5, 6, 7])})
    assert rk.RaggedTable.from_dataset(ds)["x"].to_list() == [[6], [], [5, 7]]


def test_a_label_with_the_name_of_its_dimension() -> None:
    ds = T.to_dataset(row_dim="id")
    assert list(ds.indexes) == ["id"]
    assert ds["row_size"].sel(id="c").item() == 3
    assert rk.RaggedTable.from_dataset(ds).identical(T)


def test_levels_of_an_index_are_labels() -> None:
    ds = T.to_dataset().set_index(row=["id", "buoy"])
    back = rk.RaggedTable.from_dataset(ds)
    assert back["lat"].identical(T["lat"])
    assert {name: list(a) for name, a in back.rows.items()} == {
        name: list(a) for name, a in T.rows.items()
    }


def test_names_choose_variables() -> None:
    ds = T.to_dataset()
    back = rk.RaggedTable.from_dataset(ds, ["lat", "buoy"])
    assert (list(back.columns), list(back.rows)) == (["lat"], ["buoy"])
    assert list(rk.RaggedTable.from_dataset(ds, "time").columns) == ["time"]
    assert rk.RaggedTable.from_dataset(ds, ["row_size"]).rows["row_size"].tolist() == L


def test_dimensions_in_another_order() -> None:
    table = TABLES["inner"]
    ds = table.to_dataset().transpose(..., "obs")
    assert ds["y"].dims[-1] == "obs"
    assert rk.RaggedTable.from_dataset(ds).identical(table)


def test_variables_with_neither_dimension_are_left_out() -> None:
    ds = T.to_dataset().assign(crs=0, depth=("z", [1.0, 2.0]))
    assert rk.RaggedTable.from_dataset(ds).identical(T)


def test_like_keeps_names_attributes_and_coordinates() -> None:
    ds = clouddrift_like()
    table = rk.RaggedTable.from_dataset(ds)
    fast = table[table["ve"] > 0.15].with_columns(speed=abs(table["ve"])[table["ve"] > 0.15])
    out = fast.to_dataset(like=ds)
    assert set(out.sizes) == {"traj", "obs"}
    assert out["rowsize"].attrs == ds["rowsize"].attrs
    assert out["rowsize"].values.tolist() == [1, 0, 2]
    assert out["ve"].attrs == {"long_name": "Eastward velocity", "units": "m/s"}
    assert set(out.coords) == set(ds.coords)
    assert out.attrs == ds.attrs
    assert out["speed"].attrs == {}
    assert out["crs"].attrs == ds["crs"].attrs
    assert rk.RaggedTable.from_dataset(out).identical(fast)


# ------------------------------------------------------------------ memory
def test_values_are_shared_both_ways() -> None:
    table = TABLES["inner"].with_columns(flag=T["flag"], word=TABLES["text"]["x"])
    ds, ordered = table.to_dataset(), table.to_dataset(index="i")
    for name, column in table.columns.items():
        assert address(ds[name].values) == address(column.flat_values)
        assert not ds[name].values.flags.writeable
        for made in (ds, ordered):
            back = rk.RaggedTable.from_dataset(made)[name]
            assert address(back.flat_values) == address(column.flat_values)
    back_table = rk.RaggedTable.from_dataset(ds)
    assert back_table["x"].partitions[0] is back_table["flag"].partitions[0]
    assert address(ds["id"].values) == address(table.rows["id"])


def test_times_are_shared_on_the_way_in() -> None:
    """On the way out they are copied, as xarray would make them writeable."""
    ds = T.to_dataset()
    assert address(rk.RaggedTable.from_dataset(ds)["time"].flat_values) == address(
        ds["time"].values
    )


def test_lazy_columns_are_computed_once_and_stay_lazy() -> None:
    da = pytest.importorskip("dask.array")
    calls: list[int] = []

    def load(block: Any) -> Any:
        calls.append(len(block))
        return block * 2

    base = da.arange(6, chunks=3).map_blocks(load, meta=np.array([], dtype="i8"))
    size = da.from_array(np.array([2, 1, 3]), chunks=2)
    ds = xr.Dataset(
        {
            "n": ("traj", size, {"sample_dimension": "obs"}),
            "x": ("obs", base),
            "y": ("obs", base + 1),
        }
    )
    table = rk.RaggedTable.from_dataset(ds)
    assert table["x"].to_list() == [[0, 2], [4], [6, 8, 10]]
    assert table["y"].to_list() == [[1, 3], [5], [7, 9, 11]]
    assert calls == [3, 3]
    assert isinstance(ds["x"].data, da.Array)
    rk.RaggedTable.from_dataset(ds, "y")
    assert calls == [3, 3, 3, 3]


# ------------------------------------------------------------------ files
@pytest.fixture(params=["h5netcdf", "netcdf4", "zarr"])
def through_file(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return a function that writes a Dataset and opens it again, lazily."""
    pytest.importorskip({"netcdf4": "netCDF4"}.get(request.param, request.param))
    opened = []

    def through(ds: Any) -> Any:
        path = tmp_path / "file"
        if request.param == "zarr":
            ds.to_zarr(path, consolidated=False)
            opened.append(xr.open_zarr(path, consolidated=False))
        else:
            ds.to_netcdf(path, engine=request.param)
            opened.append(xr.open_dataset(path, engine=request.param))
        return opened[-1]

    yield through
    for ds in opened:
        ds.close()


def in_order(ds: Any, table: rk.RaggedTable) -> rk.RaggedTable:
    """Return a Dataset as a table, in the order of another: Zarr does not keep it."""
    return rk.RaggedTable.from_dataset(ds, [*table.columns, *table.rows])


@pytest.mark.parametrize("name", TABLES)
def test_files_round_trip(name: str, through_file: Any) -> None:
    table = TABLES[name]
    assert in_order(through_file(table.to_dataset()), table).identical(table)


def test_indexed_files_round_trip(through_file: Any) -> None:
    ds = through_file(T.to_dataset(index="i").isel(obs=[5, 0, 2, 1, 3, 4]))
    assert in_order(ds, T).identical(T)


def test_times_of_a_file_have_the_unit_of_the_decoder(through_file: Any) -> None:
    coarse = tracks(t=TIMES.astype("M8[s]"), day=TIMES.astype("M8[D]"))
    back = rk.RaggedTable.from_dataset(through_file(coarse.to_dataset()))
    assert {str(back[name].dtype) for name in ("t", "day")} == {"datetime64[ns]"}
    assert (back["t"] == coarse["t"]).all()
    assert (back["day"] == coarse["day"]).all()


def test_text_of_a_file_is_text(through_file: Any) -> None:
    words = np.array(["a", "", "ß€", "long word", "b", ""], dtype=np.dtypes.StringDType())
    table = tracks(x=words, y=words.astype("O"))
    back = rk.RaggedTable.from_dataset(through_file(table.to_dataset()))
    for name in ("x", "y"):
        assert back[name].dtype.kind in "UT"
        assert back[name].flat_values.tolist() == words.tolist()


def test_row_sizes_with_a_fill_value_come_as_floats(through_file: Any) -> None:
    ds = T.to_dataset()
    ds["row_size"].encoding["_FillValue"] = -1
    ds = through_file(ds)
    assert ds["row_size"].dtype.kind == "f"
    assert in_order(ds, T).identical(T)


# ------------------------------------------------------------------ a file as clouddrift makes it
def clouddrift_like() -> Any:
    """Return the layout of clouddrift's drifter data: traj, obs, rowsize, ids, and attributes."""
    rowsize = np.array([2, 1, 3])
    ids = np.array([101, 202, 303])
    time = np.datetime64("2026-03-01", "ns") + np.arange(6).astype("m8[h]")
    note = {"long_name": "Eastward velocity", "units": "m/s"}
    return xr.Dataset(
        {
            "rowsize": (
                "traj",
                rowsize,
                {
                    "long_name": "Number of observations per trajectory",
                    "sample_dimension": "obs",
                    "units": "-",
                },
            ),
            "WMO": ("traj", [1, 2, 3]),
            "ve": ("obs", np.array([0.1, 0.2, -0.1, 0.0, 0.3, 0.4], dtype="f4"), note),
            "crs": ((), 0, {"grid_mapping_name": "latitude_longitude"}),
        },
        coords={
            "ID": ("traj", ids, {"long_name": "Drifter ID", "units": "-"}),
            "longitude": ("obs", np.arange(6, dtype="f4"), {"units": "degrees_east"}),
            "latitude": ("obs", -np.arange(6, dtype="f4"), {"units": "degrees_north"}),
            "time": ("obs", time, {"long_name": "Time"}),
            "ids": ("obs", np.repeat(ids, rowsize), {"long_name": "Drifter ID of each item"}),
        },
        attrs={"title": "drifters", "featureType": "trajectory"},
    )


def test_a_file_of_clouddrift_reads(through_file: Any) -> None:
    table = rk.RaggedTable.from_dataset(through_file(clouddrift_like()))
    assert set(table.columns) == {"ve", "longitude", "latitude", "time", "ids"}
    assert {name: a.tolist() for name, a in table.rows.items()} == {
        "ID": [101, 202, 303],
        "WMO": [1, 2, 3],
    }
    assert table["longitude"].to_list() == [[0, 1], [2], [3, 4, 5]]
    assert (table["ids"] == table.rows["ID"][:, None]).all()
    assert table["ve"].mean(axis=1).tolist() == pytest.approx([0.15, -0.1, 0.7 / 3])


def test_rowsize_without_an_attribute_is_named(through_file: Any) -> None:
    """Some of clouddrift's data sets have no sample_dimension."""
    ds = clouddrift_like()
    del ds["rowsize"].attrs["sample_dimension"]
    ds = through_file(ds)
    with pytest.raises(ValueError, match=r"the vectors of integers are .*'rowsize' \(traj: 3\)"):
        rk.RaggedTable.from_dataset(ds)
    with pytest.raises(ValueError, match=r"sample_dim must be given, .*'obs' \(6\)"):
        rk.RaggedTable.from_dataset(ds, row_size="rowsize")
    table = rk.RaggedTable.from_dataset(ds, row_size="rowsize", sample_dim="obs")
    assert table["longitude"].to_list() == [[0, 1], [2], [3, 4, 5]]


# ------------------------------------------------------------------ errors
def sized(sizes: Any, n: int = 3, **attrs: Any) -> Any:
    size = ("traj", sizes, attrs or {"sample_dimension": "obs"})
    return xr.Dataset({"n": size, "x": ("obs", np.arange(n))})


def indexed(rows: Any, nrows: int = 2) -> Any:
    row = ("obs", rows, {"instance_dimension": "traj"})
    return xr.Dataset({"i": row, "id": ("traj", np.arange(nrows))})


BOTH = sized([1, 2]).assign(m=("traj", [1, 2], {"sample_dimension": "obs"}))
REFUSED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "too-few": (sized([1, 1]), {}, r"ds\['n'\] must add up to the 3 items of dimension 'obs', got"
                r" 2; ds.isel\(obs=slice\(2\)\) drops items without a row"),
    "too-many": (sized([2, 2]), {}, r"must add up to the 3 items of dimension 'obs', got 4$"),
    "no-rows": (sized(np.zeros(0, "i8")), {}, "add up to the 3 items of dimension 'obs', got 0"),
    "negative": (sized([4, -1]), {}, r"ds\['n'\] must not be negative, got -1 in row 1"),
    "fraction": (sized([1.5, 1.5]), {}, r"ds\['n'\] must contain integers, got 1.5"),
    "infinite": (sized([1.0, np.inf]), {}, r"ds\['n'\] must contain integers, got inf"),
    "text-size": (sized(["1", "2"]), {}, r"ds\['n'\] must contain integers, got '<U1'"),
    "missing-size": (sized([3, np.nan]), {}, r"ds\['n'\] must have no missing rows, got 1 of "
                     r"2, the first at ds\['n'\]\[1\]; missing_rows='empty'"),
    "no-attribute": (sized([1, 2], units="1"), {}, r"'sample_dimension' or 'instance_dimension', "
                     r"got none; the vectors of integers are 'n' \(traj: 2\), 'x' \(obs: 3\);"),
    "no-integers": (xr.Dataset({"x": ("obs", [1.5])}), {}, "got none; no vector has integers"),
    "two": (BOTH, {}, r"one count or index variable, got \['n', 'm'\]; choose row_size='n' or"),
    "stale-name": (sized([1, 2]).rename(obs="time"), {}, r"ds\['n'\].attrs\['sample_dimension'\] "
                   r"must be a dimension beside 'traj', got 'obs'; .*'time' \(3\)"),
    "no-name": (sized([1, 2], sample_dimension=3), {}, "must be the name of a dimension, got 3"),
    "other-row-dim": (sized([1, 2]), {"row_dim": "row"}, "row_dim must be the dimension of"),
    "both-given": (sized([1, 2]), {"row_size": "n", "index": "x"}, "index must not be given with"),
    "unknown": (sized([1, 2]), {"row_size": "rows"}, "row_size must be the name of a variable, got"
                " 'rows'; the variables are 'n', 'x'"),
    "no-string": (sized([1, 2]), {"row_size": 3}, "row_size must be the name of a variable, got 3"),
    "two-dims": (sized([1, 2]).assign(m=(("traj", "obs"), np.ones((2, 3)))), {"row_size": "m"},
                 r"ds\['m'\] must have one dimension, got"),
    "both-dims": (sized([1, 2]).assign(m=(("traj", "obs"), np.ones((2, 3)))), {},
                  r"ds\['m'\] must have one of the dimensions 'traj' and 'obs', got \('traj'"),
    "unknown-names": (sized([1, 2]), {"names": ["lat"]}, "names must be the name of a variable, "
                      "got 'lat'"),
    "outside": (indexed([0, 2]), {}, r"ds\['i'\] must be from 0 to 1, got 2 at item 1"),
    "below": (indexed([0, 0, -1]), {}, r"ds\['i'\] must be from 0 to 1, got -1 at item 2"),
    "no-instances": (indexed([0], 0), {}, r"ds\['i'\] must be empty, as there are no rows, got 0"),
    "missing-index": (indexed([0, np.nan]), {},
                      r"ds\['i'\] must have no missing numbers of rows, got 1 of "
                      r"2, the first at ds\['i'\]\[1\]; drop these items first"),
    "missing-text": (sized([1, 2]).assign(w=("obs", np.array(["a", None, "b"], object))), {},
                     r"ds\['w'\] must have no missing values, got 1 of 3, the first at ds\['w'\]"),
    "lists": (sized([1, 1], 2).assign(w=("obs", np.array([[1], [1, 2]], object))), {},
              r"ds\['w'\] must contain numbers, text, bytes or times, got 'lists'"),
    "a-word": (sized([1, 2]), {"missing_rows": "drop"}, "missing_rows must be 'raise' or 'empty'"),
    "array": (sized([1, 2])["x"], {}, "ds must be a Dataset of xarray, got 'DataArray'"),
    "dict": ({"x": [1]}, {}, "ds must be a Dataset of xarray, got 'dict'"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_datasets(name: str) -> None:
    ds, arguments, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError, KeyError), match=message):
        rk.RaggedTable.from_dataset(ds, **arguments)


def test_missing_rows_and_text_by_rule() -> None:
    ds = sized([1, np.nan, 2]).assign(w=("obs", np.array(["a", None, "b"], object)))
    table = rk.RaggedTable.from_dataset(ds, missing_rows="empty", fill_missing="?")
    assert table["x"].to_list() == [[0], [], [1, 2]]
    assert table["w"].to_list() == [["a"], [], ["?", "b"]]
    masked, mask = rk.RaggedTable.from_dataset(ds, missing_rows="empty", return_mask=True)
    assert masked["w"].to_list() == [["a"], [], ["", "b"]]
    assert mask["w"].to_list() == [[False], [], [True, False]]
    assert mask["x"].to_list() == [[False], [], [False, False]]


NESTED = rk.RaggedTable({"x": [[[1], []], [[2]]]})
WRONG: dict[str, tuple[rk.RaggedTable, dict[str, Any], str]] = {
    "nested": (NESTED, {}, r"columns\['x'\] must have ragged_rank 1, .* got 2; t.drop\('x'\)"),
    "size-is-column": (T, {"row_size": "lat"}, "row_size must not be a name of the table"),
    "index-is-label": (T, {"index": "id"}, "index must not be a name of the table, got 'id'"),
    "row-dim-is-column": (T, {"row_dim": "lat"}, "row_dim must not be the name of a column"),
    "sample-dim-is-label": (T, {"sample_dim": "id"}, "sample_dim must not be the name of a label"),
    "one-dim": (T, {"row_dim": "obs"}, "sample_dim must not be the name of row_dim, got 'obs'"),
    "size-is-dim": (T, {"row_size": "row"}, "row_size must not be the name of row_dim"),
    "size-is-items": (T, {"row_size": "obs"}, "row_size must not be the name of sample_dim"),
    "no-string": (T, {"row_dim": 3}, "row_dim must be a name, got 3"),
    "like-list": (T, {"like": [1]}, "like must be a Dataset of xarray, got 'list'"),
    "like-and-name": (T, {"like": T.to_dataset(), "row_dim": "traj"}, "row_dim must not be given"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_refused_tables(name: str) -> None:
    table, arguments, message = WRONG[name]
    with pytest.raises((TypeError, ValueError), match=message):
        table.to_dataset(**arguments)
