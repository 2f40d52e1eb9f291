"""Tensors and tables as arrays by name: dicts, ``.npz``, HDF5 and Zarr; parts of the rows."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.interop.buffers import write_group

h5py = pytest.importorskip("h5py")
zarr = pytest.importorskip("zarr")

R = rk.array([[3, 1], [], [5], [7, 8, 9]])
TEXT = np.dtypes.StringDType()
TABLE = rk.RaggedTable(
    {"lat": [[1.5, 2.5], [], [3.5]], "tags/é.": [[["a"], []], [], [["b", "cß"]]]},
    rows={"": ["ann", "bob", "cy"], "xy": np.arange(6).reshape(3, 2)},
)


def in_dict(rt: Any, path: Path) -> Any:
    return rt.to_buffers()


def in_npz(rt: Any, path: Path) -> Any:
    np.savez(path / "a.npz", **rt.to_buffers())
    return np.load(path / "a.npz")


def in_hdf5(rt: Any, path: Path) -> Any:
    with h5py.File(path / "a.h5", "w", libver="latest") as file:
        write_group(file, rt)
    return h5py.File(path / "a.h5")


def in_zarr(rt: Any, path: Path) -> Any:
    write_group(zarr.open_group(path / "a.zarr", mode="w"), rt)
    return zarr.open_group(path / "a.zarr", mode="r")


FORMATS: dict[str, Callable[[Any, Path], Any]] = {
    "dict": in_dict,
    "npz": in_npz,
    "hdf5": in_hdf5,
    "zarr": in_zarr,
}


def times(dtype: str) -> rk.RaggedTensor:
    return rk.array([np.array([5, "NaT"], dtype), np.array([], dtype)])


KINDS: dict[str, Any] = {
    "int32-splits": R.with_row_splits_dtype("int32"),
    "bool": R > 3,
    "complex": R.astype(complex),
    "half": R.astype("f2"),
    "uint64": R.astype("u8"),
    "text": rk.array([["a", "bß"], [], ["😀"]]),
    "any-width": rk.array([["a", "bß"], [], ["😀"]]).astype(TEXT),
    "any-width-inner": rk.RaggedTensor.from_row_lengths(np.array([["a", "b"]], TEXT), [0, 1]),
    "width-0": rk.RaggedTensor.from_row_lengths(np.zeros(0, "U0"), [0, 0]),
    "bytes": rk.array([[b"a", b"bc"], []]),
    "bytes-with-nul": rk.array([[b"a\0", b"bc"], []]),
    "dates": times("M8[D]"),
    "hours": times("M8[h]"),
    "durations": times("m8[10us]"),
    "no-rows": R[:0],
    "empty-rows": R[1:2],
    "cut": rk.array([[[9]], [[1], [2, 3]], [], [[4], []]])[1:],
    "rank-3": rk.array([[[[1], [2, 3]], []], [], [[[4]]]]),
    "uniform": rk.RaggedTensor.from_uniform_row_length(np.arange(6.0), 2),
    "uniform-0": rk.RaggedTensor.from_uniform_row_length(np.zeros(0), 0, nrows=3),
    "uniform-outside": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [2, 3]]), 2),
    "inner": rk.array([np.zeros((2, 3)), np.ones((0, 3))]),
}
CUTS = [slice(0, 1), slice(1, 3), slice(-1, None), slice(2, 2), slice(3, 1), slice(None)]


@pytest.mark.parametrize("how", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_tensor_comes_back_identical(kind: str, how: str, tmp_path: Path) -> None:
    rt = KINDS[kind]
    held = FORMATS[how](rt, tmp_path)
    assert rk.RaggedTensor.from_buffers(held).identical(rt)
    assert rk.RaggedTensor.from_buffers(held, validate=False).identical(rt)
    for rows in CUTS[:2] if how == "zarr" else CUTS:
        assert rk.RaggedTensor.from_buffers(held, rows=rows).identical(rt[rows])


@pytest.mark.parametrize("how", FORMATS)
def test_a_table_comes_back_identical(how: str, tmp_path: Path) -> None:
    held = FORMATS[how](TABLE, tmp_path)
    assert rk.RaggedTable.from_buffers(held).identical(TABLE)
    for rows in CUTS:
        assert rk.RaggedTable.from_buffers(held, rows=rows).identical(TABLE[rows])


def test_the_second_format_of_zarr(tmp_path: Path) -> None:
    write_group(zarr.open_group(tmp_path / "a.zarr", mode="w", zarr_format=2), TABLE)
    assert rk.RaggedTable.from_buffers(zarr.open_group(tmp_path / "a.zarr")).identical(TABLE)


def test_a_table_without_columns() -> None:
    t = rk.RaggedTable({}, rows={"id": [1, 2]}, partition=R[:2].partitions[0])
    assert rk.RaggedTable.from_buffers(t.to_buffers()).identical(t)


@settings(max_examples=50)
@given(
    rows=st.lists(st.lists(st.lists(st.text(max_size=3), max_size=3), max_size=3), max_size=6),
    rows_slice=st.slices(6),
)
def test_property_parts_of_the_rows(rows: Any, rows_slice: slice) -> None:
    if rows_slice.step not in (None, 1):
        rows_slice = slice(rows_slice.start, rows_slice.stop)
    rt = rk.ragged.constant(rows, dtype=TEXT, ragged_rank=2)
    found = rk.RaggedTensor.from_buffers(rt.to_buffers(), rows=rows_slice)
    assert found.to_list() == rows[rows_slice]


# ------------------------------------------------------------------ memory
def test_memory_is_shared() -> None:
    held = R.to_buffers()
    assert np.shares_memory(held["values"], R.flat_values)
    assert np.shares_memory(held["row_splits"], R.row_splits)
    assert not held["values"].flags.writeable
    back = rk.RaggedTensor.from_buffers(held)
    assert np.shares_memory(back.flat_values, R.flat_values)
    assert np.shares_memory(back.row_splits, R.row_splits)


def test_row_splits_that_can_be_written_to_are_copied() -> None:
    splits = np.array([0, 2, 2])
    rt = rk.RaggedTensor.from_buffers({"values": np.arange(2), "row_splits": splits})
    splits[1] = 0
    assert rt.to_list() == [[0, 1], []]


def test_memory_maps_stay_in_their_files(tmp_path: Path) -> None:
    for name, array in R.to_buffers().items():
        np.save(tmp_path / f"{name}.npy", array)
    held = {p.stem: np.load(p, mmap_mode="r") for p in tmp_path.iterdir()}
    rt = rk.RaggedTensor.from_buffers(held)
    assert rt.identical(R)
    assert np.shares_memory(rt.flat_values, held["values"])
    assert np.shares_memory(rt.row_splits, held["row_splits"])


class Recorded(Mapping[str, Any]):
    """A group that counts the items that are read of each array."""

    def __init__(self, group: Any) -> None:
        self.group, self.read = group, dict[str, int]()

    def __getitem__(self, name: str) -> Any:
        return Counted(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.group)

    def __contains__(self, name: object) -> bool:
        return name in self.group

    def __len__(self) -> int:
        return len(self.group)


class Counted:
    """An array of such a group."""

    def __init__(self, owner: Recorded, name: str) -> None:
        self.owner, self.name, self.array = owner, name, owner.group[name]
        self.shape, self.dtype = self.array.shape, self.array.dtype

    def __getitem__(self, key: slice) -> Any:
        made = self.array[key]
        self.owner.read[self.name] = self.owner.read.get(self.name, 0) + len(made)
        return made


@pytest.mark.parametrize("how", ["hdf5", "zarr"])
def test_only_the_rows_are_read(how: str, tmp_path: Path) -> None:
    rt = rk.RaggedTensor.from_row_lengths(
        rk.RaggedTensor.from_row_lengths(np.arange(6000), [3] * 2000), [2] * 1000
    )
    held = Recorded(FORMATS[how](rt, tmp_path))
    assert rk.RaggedTensor.from_buffers(held, rows=slice(500, 510)).identical(rt[500:510])
    assert held.read == {"row_splits": 11, "row_splits_1": 21, "values": 60}


@pytest.mark.parametrize("how", ["hdf5", "zarr"])
def test_only_the_rows_of_a_table_are_read(how: str, tmp_path: Path) -> None:
    lengths = np.full(1000, 3)
    text = np.array(["abcde"] * 3000, TEXT)
    t = rk.RaggedTable(
        {"x": rk.RaggedTensor.from_row_lengths(text, lengths)}, rows={"id": np.arange(1000)}
    )
    held = Recorded(FORMATS[how](t, tmp_path))
    assert rk.RaggedTable.from_buffers(held, rows=slice(500, 510)).identical(t[500:510])
    read = {k: n for k, n in held.read.items() if k != "names" and not k.endswith("_dtype")}
    assert read == {
        "row_splits": 11,
        "columns/x/values_splits": 31,
        "columns/x/values": 150,
        "rows/id/values": 10,
    }


# ------------------------------------------------------------------ checksums
def test_chunks_have_checksums(tmp_path: Path) -> None:
    held = in_hdf5(R, tmp_path)
    assert all(held[name].fletcher32 for name in held)
    group = in_zarr(R, tmp_path)
    assert all("Crc32c" in str(array.compressors) for _, array in group.arrays())


def test_options_of_the_libraries(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "a.h5", "w") as file:
        write_group(file.create_group("x"), R, compression="gzip")
        assert file["x/values"].compression == "gzip"
        assert rk.RaggedTensor.from_buffers(file["x"]).identical(R)
    group = zarr.open_group(tmp_path / "a.zarr", mode="w")
    write_group(group, R, chunks=(2,))
    assert group["values"].chunks == (2,)


def test_write_group_refuses(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "a.h5", "w") as file:
        write_group(file, R)
        with pytest.raises(ValueError, match=r"no arrays of these names.*\['row_splits', 'values"):
            write_group(file, R)
        with pytest.raises(TypeError, match=r"obj must be a RaggedTensor.*got \[\[1\]\]"):
            write_group(file, [[1]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="group must be a group of h5py or zarr, got 'dict'"):
        write_group({}, R)


# ------------------------------------------------------------------ what does not fit
def without(name: str, **more: Any) -> dict[str, Any]:
    held: dict[str, Any] = dict(R.to_buffers()) | more
    del held[name]
    return held


def changed(rt: rk.RaggedTensor = R, **more: Any) -> dict[str, Any]:
    return dict(rt.to_buffers()) | more


WORDS = rk.array([["a", "bc"], []])
BAD: dict[str, tuple[Any, type[Exception], str]] = {
    "a-list": ([[1]], TypeError, r"mapping must have arrays by name, got 'list'"),
    "a-tensor": (R, TypeError, "mapping must have arrays by name, got 'RaggedTensor'"),
    "no-values": (without("values"), ValueError, r"mapping must have 'values', got \['row_splits'"),
    "no-splits": (without("row_splits"), ValueError, "mapping must have 'row_splits', got"),
    "falling": (
        changed(row_splits=[0, 3, 2, 6, 6]),
        ValueError,
        r"mapping\['row_splits'\] must not decrease, got mapping\['row_splits'\]\[1:3\] = \[3, 2\]",
    ),
    "start": (changed(row_splits=[1, 2, 2, 3, 6]), ValueError, r"start at 0.*got '1 to 6'"),
    "short": (changed(row_splits=[0, 2, 2, 3, 5]), ValueError, r"must end at 6.*, got 5"),
    "long": (changed(row_splits=[0, 2, 2, 3, 7]), ValueError, r"must end at 6.*, got 7"),
    "no-items": (changed(row_splits=[]), ValueError, "be a vector of integers|at least one item"),
    "floats": (changed(row_splits=[0.0, 6.0]), ValueError, "vector of integers, got 'float64"),
    "scalar": (changed(values=np.float64(3)), ValueError, "have a dimension, got 'a single value'"),
    "objects": (changed(values=np.array([{}] * 6)), ValueError, "array of numbers, got dtype..O"),
    "text": (changed(values="abcdef"), TypeError, r"mapping\['values'\] must be an array, got"),
    "uniform": (
        changed(uniform_rows=[3, -2]),
        ValueError,
        r"be the number of rows and their length, got \[3, -2\]",
    ),
    "uniform-3": (changed(uniform_rows=[3, 2, 1]), ValueError, r"got \[3, 2, 1\]"),
    "tag": (
        changed(WORDS, values_dtype=np.frombuffer(b"|O8", np.uint8)),
        ValueError,
        r"mapping\['values_dtype'\] must be the name of a dtype of text, bytes or times, got '|O8'",
    ),
    "tag-width": (
        changed(WORDS, values_dtype=np.frombuffer(b"<U9", np.uint8)),
        ValueError,
        "must be 9 wide, got 2",
    ),
    "tag-of-floats": (changed(WORDS, values_dtype=np.ones(3)), ValueError, "be a vector of uint8"),
    "tag-not-utf8": (
        changed(WORDS, values_dtype=np.full(3, 255, np.uint8)),
        ValueError,
        "must be UTF-8",
    ),
    "code-points": (
        changed(WORDS, values=np.full((2, 2), 0x110000, np.uint32)),
        ValueError,
        "code points up to 1114111, got 1114112",
    ),
    "ticks": (
        changed(times("M8[s]"), values=np.arange(2.0)),
        ValueError,
        "must be int64, got dtype..float64",
    ),
    "positions": (
        changed(WORDS.astype(TEXT), values_splits=[0, 3, 1]),
        ValueError,
        "be positions from 0 to 3 that do not decrease, got '0 to 1'",
    ),
    "broken-utf8": (
        changed(WORDS.astype(TEXT), values=np.full(3, 255, np.uint8)),
        ValueError,
        "must be UTF-8",
    ),
}


@pytest.mark.parametrize(("held", "kind", "match"), BAD.values(), ids=BAD)
def test_arrays_that_do_not_fit(held: Any, kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        rk.RaggedTensor.from_buffers(held)


BAD_TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "no-column": ({"columns/lat/values": None}, "mapping must have 'columns/lat/values'"),
    "labels": ({"rows/xy/values": np.ones((2, 2))}, "have 3 items, one for each row, got 2"),
    "names": ({"names": np.frombuffer(b"[]", np.uint8)}, "be JSON with the names"),
    "names-2": ({"names": np.frombuffer(b"{", np.uint8)}, "be JSON with the names"),
    "long": ({"columns/lat/values": np.ones(9)}, "must end at 9"),
}


@pytest.mark.parametrize(("more", "match"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_arrays_that_make_no_table(more: dict[str, Any], match: str) -> None:
    held = {k: v for k, v in (dict(TABLE.to_buffers()) | more).items() if v is not None}
    with pytest.raises(ValueError, match=match):
        rk.RaggedTable.from_buffers(held)


@pytest.mark.parametrize("read", [rk.RaggedTensor.from_buffers, rk.RaggedTable.from_buffers])
def test_rows_are_a_slice_of_step_1(read: Any) -> None:
    held = R.to_buffers() | TABLE.to_buffers()
    with pytest.raises(TypeError, match=r"rows must be a slice, got \[0, 2\]; for other rows, ind"):
        read(held, rows=[0, 2])
    with pytest.raises(ValueError, match=r"rows must be a slice of step 1, got slice\(None, None,"):
        read(held, rows=slice(None, None, -1))


def test_offsets_of_other_programs_may_be_unsigned() -> None:
    held = {"values": [1, 2, 3], "row_splits": np.array([0, 1, 3], "u4")}
    assert rk.RaggedTensor.from_buffers(held).to_list() == [[1], [2, 3]]


def test_complex_objects_are_refused() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.array([b"a\0", b"b"], object), [1, 1])
    assert rk.RaggedTensor.from_buffers(rt.to_buffers()).identical(rt)


# ------------------------------------------------------------------ arrays of HDF5 and Zarr
def test_variable_length_datasets_are_read_at_once(tmp_path: Path) -> None:
    rows = [np.arange(n, dtype="f4") for n in (2, 0, 3)]
    with h5py.File(tmp_path / "a.h5", "w") as file:
        kind = h5py.vlen_dtype(np.float32)
        held = file.create_dataset("x", (3,), dtype=kind)
        for i, row in enumerate(rows):
            held[i] = row
        keys = []

        class Watched:
            dtype, shape = held.dtype, held.shape

            def __getitem__(self, key: Any) -> Any:
                keys.append(key)
                return held[key]

            def __len__(self) -> int:
                return len(held)

        assert rk.array(Watched()).identical(rk.array(rows))
        assert keys == [()]
        assert rk.array(held).dtype == np.float32
        assert rk.array(held, dtype=np.float64).dtype == np.float64
        none = rk.array(file.create_dataset("none", (0,), dtype=kind))
        assert len(none) == 0
        assert none.dtype == np.float32
        grid = file.create_dataset("grid", (1, 2), dtype=kind)
        grid[0, 1] = rows[2]
        assert rk.array(grid).to_list() == [[[], [0, 1, 2]]]
        words = file.create_dataset("words", (1,), dtype=h5py.string_dtype())
        with pytest.raises(ValueError, match="obj must contain rows"):
            rk.array(words)


def test_savez_refuses_the_tensor_and_names_the_way() -> None:
    for save in (np.save, np.savez, np.savez_compressed, np.savetxt):
        with pytest.raises(TypeError, match=r"np.savez\(path, \*\*rt.to_buffers\(\)\)"):
            save(io.BytesIO(), R)
    with tempfile.TemporaryFile() as file:
        np.savez(file, **R.to_buffers())  # type: ignore[arg-type]
        file.seek(0)
        with np.load(file) as held:
            assert rk.RaggedTensor.from_buffers(held).identical(R)
