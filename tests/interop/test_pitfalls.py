"""Traps of other libraries, one test each: what they do wrong and what is done here."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.errors import MissingValueError

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
ak = pytest.importorskip("awkward")
ROOT = Path(__file__).parents[2]


# ------------------------------------------------------------------ dask
def partitioned(rt: rk.RaggedTensor) -> Any:
    pytest.importorskip("dask.array")
    from raggedkit.interop.dask import from_ragged

    return from_ragged(rt, 2)


def test_dask_counts_the_bytes_of_values() -> None:
    """Without ``__sizeof__`` dask believed in 64 bytes per partition, and spilled blindly."""
    sizeof = pytest.importorskip("dask.sizeof").sizeof
    rt = rk.RaggedTensor.from_row_lengths(np.ones(10_000), np.full(1000, 10))
    assert rt.nbytes <= sizeof(rt) < rt.nbytes + 500


def test_registrations_reach_dask_workers() -> None:
    """Workers import no raggedkit before a task does; dask loads the entry point in each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (entry,) = project["entry-points"]["dask.sizeof"].values()
    module, _, function = entry.partition(":")
    register = getattr(pytest.importorskip(module), function)
    dispatch = pytest.importorskip("dask.array.dispatch")
    register(None)
    rt = rk.array([[3.0, 1.0], [], [5.0]])
    assert dispatch.numel_lookup(rt) == 3
    assert dispatch.numel_lookup(rt, axis=(1,), keepdims=True).tolist() == [[2], [0], [1]]


def test_dask_has_right_metadata_of_a_masked_tensor() -> None:
    """For ``x[mask]`` dask believes in one axis; `boolean_mask` keeps both."""
    x = partitioned(rk.array([[3, 1], [], [5]]))
    from raggedkit.interop.dask import boolean_mask

    with pytest.warns(UserWarning, match="boolean mask Dask array"):
        assert x[x > 2].ndim == 1
    kept = boolean_mask(x, x > 2)
    assert kept.ndim == 2
    assert kept.sum(axis=1).compute().tolist() == [3, 0, 5]


def test_dask_takes_no_ragged_tensor_by_itself() -> None:
    """``da.from_array`` fails at the ragged axis; `from_ragged` makes the array."""
    da = pytest.importorskip("dask.array")
    rt = rk.array([[3, 1], [], [5]])
    with pytest.raises((TypeError, ValueError)):
        da.from_array(rt)
    assert partitioned(rt).compute().identical(rt)


# ------------------------------------------------------------------ shared memory
def shared_with_awkward(rt: rk.RaggedTensor) -> Any:
    array = pytest.importorskip("awkward").Array(rt.to_awkward())
    assert not array.layout.offsets.data.flags.writeable
    return np.asarray(array.layout.content.data)


def shared_with_scipy(rt: rk.RaggedTensor) -> Any:
    pytest.importorskip("scipy.sparse")
    return rt.to_scipy().data


def shared_with_pandas(rt: rk.RaggedTensor) -> Any:
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    return rt.to_pandas().list.flatten().array.__arrow_array__().chunk(0).to_numpy()


@pytest.mark.parametrize("share", [shared_with_awkward, shared_with_scipy, shared_with_pandas])
def test_memory_that_is_shared_stays_read_only(share: Any) -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(6.0), [2, 0, 4])
    values = share(rt)
    assert np.shares_memory(values, rt.flat_values)
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 99


def test_operations_in_place_leave_the_tensor() -> None:
    """SciPy scales its values in place, which read-only memory refuses; pandas and polars copy."""
    rt = rk.RaggedTensor.from_row_lengths(np.arange(6.0), [2, 0, 4])
    pytest.importorskip("scipy.sparse")
    matrix = rt.to_scipy()
    with pytest.raises(ValueError, match="read-only"):
        matrix *= 2
    series = pytest.importorskip("pandas") and rt.to_pandas()
    series[0] = None
    values = pytest.importorskip("polars").Series(rt).explode(empty_as_null=False)
    values[0] = 99.0
    assert values.to_list() == [99, 1, 2, 3, 4, 5]
    assert rt.to_list() == [[0, 1], [], [2, 3, 4, 5]]


def test_torch_warns_of_read_only_memory_and_writes_to_it() -> None:
    """``from_numpy`` warns; DLPack does not, and neither protects the memory: the page says so."""
    torch = pytest.importorskip("torch")
    rt = rk.RaggedTensor.from_row_lengths(np.arange(6.0), [2, 0, 4])
    nt = rt.to_torch()
    nt.clone().values().mul_(2)
    assert rt.to_list() == [[0, 1], [], [2, 3, 4, 5]]
    nt.values().mul_(2)
    assert rt.to_list() == [[0, 2], [], [4, 6, 8, 10]]
    assert torch.equal(rk.RaggedTensor.from_torch(nt).to_torch().values(), nt.values())


# ------------------------------------------------------------------ pandas
def test_pandas_makes_objects_of_arrow_data() -> None:
    """``pd.Series.from_arrow`` copies each row into an object; `to_pandas` shares the memory."""
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    rt = rk.array([[3, 1], [], [5]])
    made = rt.to_pandas()
    assert isinstance(made.dtype, pd.ArrowDtype)
    assert np.shares_memory(rk.RaggedTensor.from_pandas(made).flat_values, rt.flat_values)
    if hasattr(pd.Series, "from_arrow"):  # pandas 3
        objects = pd.Series.from_arrow(rt)
        assert objects.dtype == object
        assert rk.RaggedTensor.from_pandas(objects).identical(rt)
    with pytest.raises(TypeError, match=r"rt.to_pandas\(\) \(Series of lists\)"):
        pd.Series(rt)


# ------------------------------------------------------------------ xarray
def test_a_dataset_cannot_change_a_tensor() -> None:
    """Variables share memory with columns, read-only; xarray would make times writeable."""
    pytest.importorskip("xarray")
    day = np.array(["2026-03-01", "2026-03-02", "2026-03-03"], "M8[ns]")
    table = rk.RaggedTable({"x": [[3, 1], [], [5]]}, {"id": [7, 8, 9]})
    table = table.with_columns(day=table["x"].with_flat_values(day))
    ds = table.to_dataset()
    for name in ("x", "id"):
        with pytest.raises(ValueError, match="read-only"):
            ds[name].values[0] = 0
    ds["day"].values[0] = "NaT"
    assert table["day"].flat_values[0] == day[0]


def test_no_variable_of_a_file_is_read_that_is_not_asked_for(tmp_path: Path) -> None:
    """A tensor over an array of a file would read it whole; `names` of `from_dataset` choose."""
    xr = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    rk.RaggedTable({"x": [[3, 1], [5]], "y": [[1.5, 2.5], [3.5]]}).to_dataset().to_netcdf(
        tmp_path / "rows.nc", engine="h5netcdf"
    )
    with xr.open_dataset(tmp_path / "rows.nc", engine="h5netcdf", cache=True) as ds:
        assert rk.RaggedTable.from_dataset(ds, "y")["y"].to_list() == [[1.5, 2.5], [3.5]]
        assert not ds.variables["x"]._in_memory
        assert not ds.variables["y"]._in_memory


# ------------------------------------------------------------------ Arrow, pandas, Awkward
class Capsules:
    """Arrow data that only has capsules."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.obj.__arrow_c_array__(requested_schema)


AS_IT_IS_AND_BY_CAPSULES = pytest.mark.parametrize("make", [lambda x: x, Capsules])


@AS_IT_IS_AND_BY_CAPSULES
def test_list_views_are_not_cast(make: Any) -> None:
    """Pyarrow 26 casts list views to other rows, without an error."""
    views = pa.ListViewArray.from_arrays([3, 0], [2, 3], pa.array([1, 2, 3, 4, 5]))
    assert rk.array(make(views)).to_list() == [[4, 5], [1, 2, 3]]
    assert rk.array(make(views[1:])).to_list() == [[1, 2, 3]]


@AS_IT_IS_AND_BY_CAPSULES
def test_a_missing_row_may_cover_values(make: Any) -> None:
    valid = pa.py_buffer(np.packbits([1, 0, 1], bitorder="little"))
    offsets = pa.py_buffer(np.array([0, 2, 4, 5], np.int32))
    inside = pa.array([1, 2, 3, 4, 5])
    obj = pa.Array.from_buffers(pa.list_(pa.int64()), 3, [valid, offsets], children=[inside])
    assert rk.array(make(obj), missing_rows="empty").to_list() == [[1, 2], [], [5]]


@AS_IT_IS_AND_BY_CAPSULES
@pytest.mark.parametrize("kind", [pa.list_(pa.int8()), pa.list_(pa.int8(), 2)], ids=str)
def test_slices_have_their_own_rows(make: Any, kind: Any) -> None:
    """The values of a sliced list are those of the whole, and its offsets do not start at 0."""
    obj = pa.array([[1, 2], [3, 4], [5, None], None], kind)[1:]
    rt, mask = rk.array(make(obj), fill_missing=0, return_mask=True, missing_rows="empty")
    assert rt.to_list() == [[3, 4], [5, 0], []]
    assert mask.to_list() == [[False, False], [False, True], []]


def test_splits_of_both_widths_are_kept_and_chunks_are_joined_in_int64_if_one_has_it() -> None:
    narrow, wide = pa.array([[1], [2, 3]]), pa.array([[4]], pa.large_list(pa.int64()))
    assert rk.array(narrow).row_splits.dtype == np.int32
    assert rk.array(wide).row_splits.dtype == np.int64
    joined = rk.array(pa.chunked_array([narrow, narrow]))
    assert joined.to_list() == [[1], [2, 3], [1], [2, 3]]


def test_zones_are_not_dropped() -> None:
    times = pa.array([[0]], pa.list_(pa.timestamp("us", "Europe/Berlin")))
    with pytest.raises(ValueError, match="times must have no time zone, got 'Europe/Berlin'"):
        rk.array(times)
    frame = pd.DataFrame({"k": [1], "t": pd.to_datetime(["2024-01-01"]).tz_localize("UTC")})
    with pytest.raises(ValueError, match=r"df\['t'\] must have no time zone, got 'UTC'"):
        rk.RaggedTable.from_frame(frame, by="k")


def test_large_integers_beside_nulls_keep_their_digits() -> None:
    big = 2**53 + 1
    with pytest.raises(MissingValueError, match=r"got 1 of 2, the first at obj\[0\]\[1\]"):
        rk.array(pa.array([[big, None]]))
    for obj in (pa.array([[big, None]]), pl.Series([[big, None]]), [[big, None]]):
        assert rk.array(obj, fill_missing=0).to_list() == [[big, 0]]
    frame = pl.DataFrame({"k": [1, 1], "x": [big, None]})
    assert rk.RaggedTable.from_frame(frame, by="k", fill_missing=0)["x"].to_list() == [[big, 0]]


def test_shared_memory_stays_read_only() -> None:
    obj = pa.array([[1.5, 2.5], [3.5]])
    for made in (rk.array(obj), rk.array(Capsules(obj)), rk.array(pl.Series(obj))):
        assert not made.flat_values.flags.writeable
        assert not made.row_splits.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            made.flat_values[0] = 9
    array = ak.Array([[1.5, 2.5], [3.5]])
    rt = rk.array(array)
    assert np.shares_memory(rt.flat_values, array.layout.content.data)
    assert not rt.flat_values.flags.writeable


def test_a_series_of_objects_is_read_as_lists() -> None:
    """`pandas.Series(rt)` has an array in each cell; its Arrow export would look at each one."""
    rt = rk.array([[1, 2], [], [3]])
    objects = pd.Series([row.tolist() for row in rt])
    assert objects.dtype == object
    assert rk.array(objects).to_list() == rt.to_list()
    arrow = pd.Series(pd.arrays.ArrowExtensionArray(rt.to_arrow()))
    back = rk.array(arrow)
    assert back.dtype == rt.dtype
    assert np.shares_memory(back.flat_values, rt.flat_values)


# ------------------------------------------------------------------ files
def test_files_are_readable_by_pandas(tmp_path: Path) -> None:
    """By the metadata that it writes, pandas cannot read back its own lists of ArrowDtype."""
    pd, pq = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
    rk.array([[3, 1], [], [5]]).to_parquet(tmp_path / "rows.parquet")
    assert b"pandas" not in (pq.read_schema(tmp_path / "rows.parquet").metadata or {})
    found = pd.read_parquet(tmp_path / "rows.parquet")
    assert [list(row) for row in found["values"]] == [[3, 1], [], [5]]


def test_without_the_schema_of_arrow_axes_are_ragged(tmp_path: Path) -> None:
    """Lists of fixed size are lists in Parquet; `as_uniform` declares the axis again."""
    pytest.importorskip("pyarrow.parquet")
    rt = rk.array([np.zeros((2, 3)), np.ones((1, 3))])
    rt.to_parquet(tmp_path / "rows.parquet", store_schema=False)
    back = rk.RaggedTensor.from_parquet(tmp_path / "rows.parquet")
    assert back.shape == [2, None, None]
    assert rk.as_uniform(back, axis=2).shape == [2, None, 3]


def test_a_dataset_as_values_is_read_whole(tmp_path: Path) -> None:
    """The tensor has an array of NumPy, not the dataset; `rows=` reads a part."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "rows.h5", "w") as file:
        file["values"], file["row_splits"] = np.arange(5), [0, 2, 5]
        rt = rk.RaggedTensor.from_row_splits(file["values"], file["row_splits"])
        part = rk.RaggedTensor.from_buffers(file, rows=slice(1, 2))
    assert type(rt.flat_values) is np.ndarray
    assert rt.to_list() == [[0, 1], [2, 3, 4]]
    assert part.to_list() == [[2, 3, 4]]
