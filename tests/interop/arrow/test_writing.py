"""Ragged tensors as Arrow arrays: round trips, shared memory, what other libraries make of them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.interop.arrow import _export

pa = pytest.importorskip("pyarrow")
nanoarrow = pytest.importorskip("nanoarrow")
LIBRARIES = {"pyarrow": pa, "nanoarrow": nanoarrow}
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
VECTORS = rk.RaggedTensor.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4])


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(_export, "installed", lambda: LIBRARIES[request.param])
    return LIBRARIES[request.param]


TENSORS: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int32-splits": D.with_row_splits_dtype("int32"),
    "nested": rk.array([[[1, 2], []], [], [[3]]]),
    "text": rk.array([["a", "ß€"], [], ["b"]]),
    "wide-text": rk.array([["a", "b" * 5000], []]),
    "bools": rk.array([[True, False], [], [True] * 9]),
    "bytes": rk.array([[b"ab", b""], []]),
    "dates": rk.cast(D, "datetime64[D]"),
    "durations": rk.cast(D, "timedelta64[ns]"),
    "inner": VECTORS,
    "uniform": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [], [2, 3], [4]]), 2),
    "slice": D[1:4],
    "columns": D[:, :2],
    "reversed": D[::-1],
    "empty-rows": rk.array([[], []]),
    "no-rows": D[:0],
    "swapped": rk.cast(D, ">i4"),
}


@pytest.mark.parametrize("name", TENSORS)
def test_round_trips(name: str, library: Any) -> None:
    rt = TENSORS[name]
    back = rk.RaggedTensor.from_arrow(Exported(rt))
    expected = rk.cast(rt, "i4") if name == "swapped" else rt
    assert back.identical(expected)
    assert back.dtype == expected.dtype


class Exported:
    """Only the capsules of an object, so that nothing else of it is read."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.obj.__arrow_c_array__(requested_schema)


@pytest.mark.parametrize("name", TENSORS)
def test_pyarrow_finds_the_array_valid(name: str) -> None:
    array = TENSORS[name].to_arrow()
    array.validate(full=True)
    assert (
        rk.RaggedTensor.from_arrow(pa.chunked_array([array])).to_list() == TENSORS[name].to_list()
    )


INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
TIMES = ["M8[s]", "M8[ms]", "M8[us]", "M8[ns]", "m8[s]", "m8[ns]"]
SHARED = [*INTEGERS, "f2", "f4", "f8", *TIMES]


@pytest.mark.parametrize("dtype", SHARED)
def test_values_and_splits_share_memory_both_ways(dtype: str, library: Any) -> None:
    rt = rk.cast(D, dtype)
    back = rk.RaggedTensor.from_arrow(Exported(rt))
    assert np.shares_memory(back.flat_values, rt.flat_values)
    assert np.shares_memory(back.row_splits, rt.row_splits)
    assert not back.flat_values.flags.writeable
    assert not back.row_splits.flags.writeable


@pytest.mark.parametrize("name", ["ints", "nested", "inner", "uniform"])
def test_slices_of_arrow_share_memory_too(name: str) -> None:
    array = TENSORS[name].to_arrow()
    back = rk.RaggedTensor.from_arrow(array[1:])
    assert back.to_list() == TENSORS[name].to_list()[1:]
    assert np.shares_memory(back.flat_values, TENSORS[name].flat_values)


def test_nat_is_missing_in_arrow() -> None:
    rt = rk.array([[np.datetime64("2020-01-01", "s"), np.datetime64("NaT")], []])
    assert rt.to_arrow().to_pylist()[0][1] is None
    assert rt.to_arrow().flatten().null_count == 1
    back = rk.RaggedTensor.from_arrow(rt.to_arrow(), fill_missing=np.datetime64("NaT"))
    assert back.identical(rt)


REFUSED: dict[str, tuple[Any, str]] = {
    "complex": (
        rk.array([[1j]]),
        "rt must have a dtype of Arrow, got dtype\\('complex128'\\); stack",
    ),
    "hours": (
        rk.cast(D, "m8[h]"),
        "rt must have times of unit s, ms, us or ns, got 'h'; use rk.cast",
    ),
    "far": (rk.cast(rk.array([[2**40]]), "M8[D]"), "rt must have dates that fit 32 bits of days"),
    "surrogate": (rk.array([["\ud800"]]), "rt must be text that UTF-8 can write"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors(name: str) -> None:
    rt, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=message):
        rt.to_arrow()


def test_schema_and_stream(library: Any) -> None:
    stream = pa.RecordBatchReader if library is None else pa.ChunkedArray
    assert isinstance(pa.chunked_array(D), stream)
    assert pa.chunked_array(D).to_pylist() == D.to_list()
    assert str(pa.field(D)).endswith("large_list<item: int64>") or pa.types.is_large_list(
        pa.field(D).type
    )


def test_polars_takes_a_tensor(library: Any) -> None:
    pl = pytest.importorskip("polars")
    series = pl.Series(D)
    assert series.to_list() == D.to_list()
    frame = pl.DataFrame({"x": D})
    assert frame["x"].list.sum().to_list() == [9, 0, 16, 6, 0]
    back = rk.array(frame["x"])
    assert back.identical(D)
    assert np.shares_memory(back.flat_values, D.flat_values)


def test_pyarrow_and_pandas_take_a_tensor() -> None:
    pd = pytest.importorskip("pandas")
    assert pa.array(D).to_pylist() == D.to_list()
    assert pa.table({"x": D}).column("x").to_pylist() == D.to_list()
    series = pd.Series(pd.arrays.ArrowExtensionArray(pa.array(D)))
    assert series.list.len().tolist() == [4, 0, 3, 1, 0]
    assert rk.array(series).identical(D)
    assert rk.array(series[1:3]).to_list() == [[], [5, 9, 2]]
    assert rk.array(pd.concat([series, series])).to_list() == D.to_list() * 2


def test_array_takes_arrow_and_keeps_the_dtype() -> None:
    column = pa.table({"x": pa.array([[1], [2, 3]], pa.list_(pa.int8()))})["x"]
    assert rk.array(column).dtype == np.int8
    assert rk.array(column, dtype="float32").dtype == np.float32
    with pytest.raises(ValueError, match="obj must contain rows"):
        rk.array(pa.array([1, 2]))


def test_without_any_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "nanoarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        ModuleNotFoundError, match=r"Arrow arrays need pyarrow or nanoarrow; pip .*arrow"
    ):
        D.__arrow_c_array__()
    with pytest.raises(
        ModuleNotFoundError, match=r"to_arrow needs pyarrow; pip install 'raggedkit\[arrow\]'"
    ):
        D.to_arrow()


def test_the_array_outlives_the_tensor() -> None:
    """In a process of its own: a crash would end it."""
    code = (
        "import gc, numpy as np, pyarrow as pa, raggedkit as rk\n"
        "a = pa.array(rk.RaggedTensor.from_row_lengths(np.arange(10**6), [10**6]))\n"
        "gc.collect(); b = rk.array(a); del a; gc.collect()\n"
        "assert int(b.flat_values.sum()) == 499999500000; print('alive')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "alive", done.stderr[-500:]


def test_array_reads_a_stream_once() -> None:
    class Once:
        """A stream, as of a file or a query, that cannot be read again."""

        left = 1

        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            self.left -= 1
            assert self.left >= 0
            return pa.chunked_array([D.to_arrow()]).__arrow_c_stream__(requested_schema)

    assert rk.array(Once()).identical(D)
