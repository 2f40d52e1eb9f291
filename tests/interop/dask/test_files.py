"""Parquet files as dask arrays: row groups, missing values, changed files, unfinished files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.errors import MissingValueError
from raggedkit.interop.dask import from_parquet, from_ragged, to_parquet

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
TENSORS: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int32-splits": D.with_row_splits_dtype("int32"),
    "floats": D * 0.5,
    "nested": rk.array([[[1, 2], []], [], [[3]]]),
    "points": rk.RaggedTensor.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4]),
    "text": rk.array([["a", "ß€"], [], ["longer"]]),
    "bools": rk.array([[True, False], []]),
    "times": rk.cast(D, "datetime64[us]"),
    "slice": D[2:4],
}


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    with dask.config.set(scheduler="synchronous"):
        yield


def written(path: Path, lists: Any, rows: int = 2, **columns: Any) -> Path:
    table = pa.table({"x": lists, **columns})
    pq.write_table(table, path, row_group_size=rows)
    return path


@pytest.mark.parametrize("name", TENSORS)
def test_round_trip(name: str, tmp_path: Path) -> None:
    rt = TENSORS[name]
    x = from_ragged(rt, min(3, len(rt)))
    files = to_parquet(x, tmp_path / "new" / "folder", "column")
    assert [Path(file).name for file in files] == [
        f"part-{i:05}.parquet" for i in range(len(files))
    ]
    y = from_parquet(tmp_path / "new" / "folder", "column")
    assert y.chunks[0] == x.chunks[0]
    assert (y.ndim, y.dtype.kind) == (rt.ndim, rt.dtype.kind)
    assert y.compute().identical(rt)
    assert not list((tmp_path / "new" / "folder").glob(".*"))  # nothing unfinished


def test_one_partition_per_row_group(tmp_path: Path) -> None:
    lists = D.to_arrow()
    a = written(tmp_path / "a.parquet", lists, rows=2, other=pa.array(range(5)))
    b = written(tmp_path / "b.parquet", lists, rows=5)
    x = from_parquet([b, str(a)], "x")
    assert x.chunks[0] == (5, 2, 2, 1)
    assert x.compute().identical(rk.concat([D, D], axis=0))
    assert from_parquet(tmp_path, "x").chunks[0] == (2, 2, 1, 5)
    assert from_parquet(a, "x").sum().compute() == D.sum()


def test_only_footers_are_read_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.parquet", D.to_arrow())
    read: list[int] = []
    real = pq.ParquetFile.read_row_group

    def counted(self: Any, i: int, **kwargs: Any) -> Any:
        read.append(i)
        return real(self, i, **kwargs)

    monkeypatch.setattr(pq.ParquetFile, "read_row_group", counted)
    x = from_parquet(path, "x")
    assert read == []
    assert x[2:4].compute().identical(D[2:4])
    assert read == [1]


def test_files_without_rows(tmp_path: Path) -> None:
    empty = written(tmp_path / "a.parquet", D[:0].to_arrow())
    x = from_parquet(empty, "x")
    assert x.compute().identical(D[:0])
    assert x.sum().compute() == 0
    full = written(tmp_path / "b.parquet", D.to_arrow())
    assert from_parquet([empty, full], "x").compute().identical(D)
    none = from_parquet(empty, "x", return_mask=True)
    assert [len(part.compute()) for part in none] == [0, 0]


MISSING = pa.array([[1, 2], None, [None, 3], [], [4]], pa.large_list(pa.int64()))


def test_missing_values(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", MISSING)
    rules: dict[str, Any] = {"missing_rows": "empty"}
    filled = from_parquet(path, "x", fill_missing=-1, **rules)
    assert filled.compute().to_list() == [[1, 2], [], [-1, 3], [], [4]]
    values, mask = from_parquet(path, "x", return_mask=True, **rules)
    assert values.compute().to_list() == [[1, 2], [], [0, 3], [], [4]]
    assert mask.compute().to_list() == [[False, False], [], [True, False], [], [False]]
    assert (mask.dtype, mask.chunks[0]) == (np.dtype(bool), values.chunks[0])
    assert (~mask).sum(axis=1).compute().tolist() == [2, 0, 1, 0, 1]
    where = re.escape(f"row group 1 of {path}: obj must have no missing values, got 1 of 2, the fi")
    with pytest.raises(MissingValueError, match=where):
        from_parquet(path, "x", **rules).compute()
    with pytest.raises(MissingValueError, match="must have no missing"):
        from_parquet(path, "x").compute()


def _changed(tmp_path: Path, lists: Any, rows: int) -> Any:
    """Return an array of a file that has changed since its footer was read."""
    path = written(tmp_path / "a.parquet", D.to_arrow())
    x = from_parquet(path, "x")
    written(path, lists, rows)
    return x


CHANGED: dict[str, tuple[Any, int, type[Exception], str]] = {
    "rows": (D[:3].to_arrow(), 1, ValueError, "must have 2 rows, as before, got 1"),
    "groups": (D.to_arrow(), 5, ValueError, "must have"),
    "dtype": ((D * 0.5).to_arrow(), 2, TypeError, "must have dtype int64"),
    "rank": (TENSORS["nested"].to_arrow(), 1, ValueError, "must have ragged_rank 1"),
}


@pytest.mark.parametrize(("lists", "rows", "error", "says"), CHANGED.values(), ids=CHANGED)
def test_a_file_that_has_changed(
    lists: Any, rows: int, error: Any, says: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=says):
        _changed(tmp_path, lists, rows).compute()


def test_names_depend_on_the_files(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", D.to_arrow())
    name = from_parquet(path, "x").name
    assert from_parquet([str(path)], "x").name == name
    assert from_parquet(path, "x", fill_missing=0).name != name
    written(path, (D + 1).to_arrow(), rows=1)
    assert from_parquet(path, "x").name != name


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", D.to_arrow())
    x = from_parquet(path, "x")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(Exception, match=r"[Pp]arquet"):
        from_parquet(path, "x")
    with pytest.raises(Exception, match=r"[Pp]arquet"):
        x.compute()


def test_writing_is_lazy_with_compute_false(tmp_path: Path) -> None:
    later = to_parquet(from_ragged(D, 2), tmp_path, "x", compute=False, compression="zstd")
    assert list(tmp_path.iterdir()) == []
    files = later.compute()
    assert pq.ParquetFile(files[0]).metadata.row_group(0).column(0).compression == "ZSTD"
    assert from_parquet(files, "x").compute().identical(D)


def test_a_write_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"nonsense|NONSENSE"):
        to_parquet(from_ragged(D, 2), tmp_path, "x", compression="nonsense")
    assert list(tmp_path.iterdir()) == []


REFUSED: dict[str, tuple[Callable[[Path], Any], type[Exception], str]] = {
    "column": (
        lambda p: from_parquet(written(p / "a.parquet", D.to_arrow(), y=pa.array(range(5))), "z"),
        ValueError,
        "column must be one of 'x', 'y', got 'z'",
    ),
    "column-of-a-later-file": (
        lambda p: from_parquet(
            [
                written(p / "a.parquet", D.to_arrow(), z=D.to_arrow()),
                written(p / "b.parquet", [[1]]),
            ],
            "z",
        ),
        ValueError,
        "column must be one of 'x', got 'z'; the file is ",
    ),
    "no-lists": (
        lambda p: from_parquet(written(p / "a.parquet", pa.array([1, 2])), "x"),
        TypeError,
        "column 'x' of ",
    ),
    "other-dtype": (
        lambda p: from_parquet(
            [
                written(p / "a.parquet", D.to_arrow()),
                written(p / "b.parquet", (D * 0.5).to_arrow()),
            ],
            "x",
        ),
        ValueError,
        "b.parquet must have the dtype, ragged rank and inner dimensions of",
    ),
    "no-files": (
        lambda p: from_parquet(p, "x"),
        ValueError,
        "paths must have one .parquet file or more",
    ),
    "path": (
        lambda p: from_parquet([3], "x"),  # type: ignore[list-item]
        TypeError,
        "paths[0] must be a path, got 3",
    ),
    "column-name": (
        lambda p: from_parquet(p / "a.parquet", 0),  # type: ignore[arg-type]
        TypeError,
        "column must be a string, got 0",
    ),
    "missing-rows": (
        lambda p: from_parquet(written(p / "a.parquet", MISSING), "x", missing_rows="drop"),
        ValueError,
        "missing_rows must be 'raise' or 'empty', got 'drop'",
    ),
    "write-memory": (
        lambda p: to_parquet(D, p),
        TypeError,
        "x must be a dask array of ragged tensors, got 'RaggedTensor'",
    ),
    "write-dense": (
        lambda p: to_parquet(da.ones(3), p),
        TypeError,
        "x must be a dask array of ragged tensors, got dask.array<",
    ),
    "write-complex": (
        lambda p: to_parquet(from_ragged(D * 1j, 2), p),
        TypeError,
        "complex",
    ),
    "write-twice": (
        lambda p: (to_parquet(from_ragged(D, 2), p), to_parquet(from_ragged(D, 1), p)),
        ValueError,
        "folder must have no .parquet files, got 'part-00000.parquet'; write to another folder, or",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_at_once(call: Any, error: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=re.escape(says)):
        call(tmp_path)
