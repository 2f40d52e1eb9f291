"""Feather files: round trips, memory maps that allocate nothing, chunks, errors."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.errors import MissingValueError, UnknownNameError

pa = pytest.importorskip("pyarrow")
feather = pytest.importorskip("pyarrow.feather")

R = rk.array([[3, 1], [], [5], [7, 8, 9]])
TABLE = rk.RaggedTable(
    {"lat": [[1.5, 2.5], [], [3.5]], "lon": [[1.5, 2.5], [], [4.5]]},
    rows={"user": ["ann", "bob", "cy"], "xy": np.arange(6).reshape(3, 2)},
)
KINDS: dict[str, Any] = {
    "int": R,
    "int32-splits": R.with_row_splits_dtype("int32"),
    "bool": R > 3,
    "text": rk.array([["a", "bß"], [], ["c"]]),
    "seconds": rk.array([np.array([5], "M8[s]"), np.array([], "M8[s]")]),
    "dates": rk.array([np.array([5], "M8[D]"), np.array([], "M8[D]")]),
    "no-rows": R[:0],
    "cut": rk.array([[[9]], [[1], [2, 3]], [], [[4], []]])[1:],
    "uniform": rk.RaggedTensor.from_uniform_row_length(np.arange(6.0), 2),
    "inner": rk.array([np.zeros((2, 3)), np.ones((0, 3))]),
    "inner-0": rk.array([np.zeros((2, 0)), np.ones((1, 0))]),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rows.feather"


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_tensor_comes_back_identical(kind: str, compression: Any, path: Path) -> None:
    KINDS[kind].to_feather(path, compression=compression)
    for memory_map in (True, False):
        back = rk.RaggedTensor.from_feather(path, memory_map=memory_map)
        assert back.identical(KINDS[kind])
        assert not back.flat_values.flags.writeable
    file = io.BytesIO(path.read_bytes())
    assert rk.RaggedTensor.from_feather(file).identical(KINDS[kind])


def test_a_table_comes_back_identical(path: Path) -> None:
    TABLE.to_feather(path)
    assert rk.RaggedTable.from_feather(path).identical(TABLE)
    t = rk.RaggedTable.from_feather(path, "lon", [])
    assert (list(t.columns), list(t.rows)) == (["lon"], [])


def mapped(path: Path) -> list[tuple[int, int]]:
    """The addresses at which a file is mapped."""
    lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    found = [re.match(r"([0-9a-f]+)-([0-9a-f]+) .*", x) for x in lines if x.endswith(str(path))]
    return [(int(m[1], 16), int(m[2], 16)) for m in found if m]


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="reads /proc of Linux")
def test_a_memory_map_allocates_nothing(path: Path) -> None:
    lengths = np.random.default_rng(0).poisson(5, 100_000)
    splits = np.concatenate([[0], lengths.cumsum()])
    rk.RaggedTensor.from_row_splits(np.arange(float(splits[-1])), splits).to_feather(path)
    before = pa.total_allocated_bytes()
    rt = rk.RaggedTensor.from_feather(path)
    assert pa.total_allocated_bytes() == before
    areas = mapped(path)
    for array in (rt.flat_values, rt.row_splits):
        begin = array.__array_interface__["data"][0]
        assert any(a <= begin and begin + array.nbytes <= b for a, b in areas)
    assert rt.row_lengths().tolist() == lengths.tolist()


def test_a_file_that_is_replaced_leaves_the_tensor(path: Path) -> None:
    R.to_feather(path)
    rt = rk.RaggedTensor.from_feather(path)
    (R * 10).to_feather(path)
    assert rt.identical(R)
    assert rk.RaggedTensor.from_feather(path).identical(R * 10)


def test_a_failed_write_leaves_the_old_file(path: Path) -> None:
    R.to_feather(path)
    before = path.read_bytes()
    with pytest.raises(TypeError, match="complex"):
        R.astype(complex).to_feather(path)
    with pytest.raises(ValueError, match="compression must be None, 'lz4' or 'zstd', got 'gzip'"):
        R.to_feather(path, compression="gzip")
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_chunks_of_others_are_joined(path: Path) -> None:
    feather.write_feather(pa.table({"x": R.to_arrow(), "n": [1, 2, 3, 4]}), path, chunksize=2)
    assert rk.RaggedTensor.from_feather(path).identical(R)
    assert rk.RaggedTable.from_feather(path).rows["n"].tolist() == [1, 2, 3, 4]


def test_missing_values(path: Path) -> None:
    feather.write_feather(pa.table({"x": [[1, None], None]}), path)
    with pytest.raises(MissingValueError, match=r"^path\['x'\] must have no missing rows"):
        rk.RaggedTensor.from_feather(path)
    rules: dict[str, Any] = {"fill_missing": -1, "missing_rows": "empty"}
    rt, mask = rk.RaggedTensor.from_feather(path, return_mask=True, **rules)
    assert (rt.to_list(), mask.to_list()) == ([[1, -1], []], [[False, True], []])
    assert rk.RaggedTable.from_feather(path, **rules)["x"].to_list() == [[1, -1], []]


WRONG: Any = (7, np.ones(2))
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "no-column": (
        lambda p: rk.RaggedTensor.from_feather(p, "z"),
        UnknownNameError,
        r"column must be one of \['user', 'xy', 'lat', 'lon'\], got 'z'",
    ),
    "no-columns": (lambda p: rk.RaggedTable.from_feather(p, "z"), UnknownNameError, "got 'z'"),
    "path-5": (lambda p: rk.RaggedTensor.from_feather(5), TypeError, "a path or an open f.*got 5"),
    "no-file": (lambda p: rk.RaggedTensor.from_feather(p / "z"), OSError, "z"),
    "column-7": (lambda p: R.to_feather(p, WRONG[0]), TypeError, "column must be the name.* got 7"),
    "map-2": (
        lambda p: rk.RaggedTensor.from_feather(p, "lat", memory_map=WRONG[1]),
        TypeError,
        "memory_map must be True or False",
    ),
}


@pytest.mark.parametrize(("call", "kind", "match"), REFUSED.values(), ids=REFUSED)
def test_refused(call: Any, kind: type[Exception], match: str, path: Path) -> None:
    TABLE.to_feather(path)
    with pytest.raises(kind, match=match):
        call(path)


@pytest.mark.parametrize("content", [b"", b"ARROW1", b"so it goes" * 9])
def test_files_that_are_not_feather(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    for memory_map in (True, False):
        with pytest.raises(ValueError, match="path must be a whole Feather file, got"):
            rk.RaggedTensor.from_feather(path, memory_map=memory_map)
