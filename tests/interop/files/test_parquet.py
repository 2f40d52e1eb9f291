"""Parquet files: round trips, row groups, batches, folders, files of others, errors."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError, RaggedIndexError, UnknownNameError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

R = rk.array([[3, 1], [], [5], [7, 8, 9]])
TABLE = rk.RaggedTable(
    {"lat": [[1.5, 2.5], [], [3.5]], "word": [["a", "bß"], [], ["c"]]},
    rows={"user": ["ann", "bob", "cy"], "xy": np.arange(6).reshape(3, 2)},
)


def times(unit: str, kind: str = "M8") -> rk.RaggedTensor:
    return rk.array([np.array([0, 86_400], f"{kind}[{unit}]"), np.array([], f"{kind}[{unit}]")])


KINDS: dict[str, Any] = {
    "int32-splits": R.with_row_splits_dtype("int32"),
    "bool": R > 3,
    "text": TABLE["word"],
    "any-width": TABLE["word"].astype(np.dtypes.StringDType()),
    "bytes": rk.array([[b"a", b"bc"], []]),
    "no-rows": R[:0],
    "empty-rows": R[1:2],
    "cut": rk.array([[[9]], [[1], [2, 3]], [], [[4], []]])[1:],
    "rank-3": rk.array([[[[1], [2, 3]], []], [], [[[4]]]]),
    "uniform": rk.RaggedTensor.from_uniform_row_length(np.arange(6.0), 2),
    "uniform-outside": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [2, 3]]), 2),
    "inner": rk.array([np.zeros((2, 3)), np.ones((0, 3))]),
    "nan": rk.array([[np.nan, np.inf], [], [-0.0]]),
    **{f"times-{u}": times(u) for u in ("D", "ms", "us", "ns")},
    **{f"durations-{u}": times(u, "m8") for u in ("s", "ms", "us", "ns")},
    **{d: R.astype(d) for d in ("i1", "u1", "i2", "u2", "i4", "u4", "u8", "f2", "f4", "f8")},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rows.parquet"


@pytest.mark.parametrize("kind", KINDS)
def test_a_tensor_comes_back_identical(kind: str, path: Path) -> None:
    rt = KINDS[kind]
    rt.to_parquet(path)
    back = rk.RaggedTensor.from_parquet(path)
    if kind == "any-width":  # the width is not in the file: small texts get a fixed one
        back = back.astype(np.dtypes.StringDType())
    assert back.identical(rt)
    batches = list(rk.RaggedTensor.iter_parquet(path, batch_size=2))
    assert [len(b) for b in batches] == [2] * (len(rt) // 2) + [1] * (len(rt) % 2)
    assert [row for b in batches for row in b.to_list()] == rt.to_list() or kind == "nan"


@settings(max_examples=50)
@given(
    rows=st.lists(st.lists(st.lists(st.integers(-9, 9), max_size=3), max_size=3), max_size=9),
    size=st.integers(1, 4),
    group=st.integers(1, 5),
)
def test_property_batches_are_the_rows(rows: Any, size: int, group: int) -> None:
    rt = rk.ragged.constant(rows, dtype=np.int64, ragged_rank=2)
    file = io.BytesIO()
    rt.to_parquet(file, row_group_size=group)
    assert rk.RaggedTensor.from_parquet(file).identical(rt)
    batches = list(rk.RaggedTensor.iter_parquet(file, batch_size=size))
    assert [row for b in batches for row in b.to_list()] == rows
    assert all(len(b) <= size for b in batches)
    groups = range(-(-len(rows) // group))
    parts = [rk.RaggedTensor.from_parquet(file, row_groups=[g]) for g in groups]
    assert [p.to_list() for p in parts] == [rows[g * group :][:group] for g in groups]


def test_a_table_comes_back_identical(path: Path) -> None:
    TABLE.to_parquet(path, row_group_size=2)
    assert rk.RaggedTable.from_parquet(path).identical(TABLE)
    pieces = list(rk.RaggedTable.iter_parquet(path, batch_size=2))
    assert rk.RaggedTable.concat(pieces).identical(TABLE)
    last = rk.RaggedTable.from_parquet(path, row_groups=[1])
    assert (last["word"].to_list(), last.rows["user"].tolist()) == ([["c"]], ["cy"])


def test_columns_and_labels_are_chosen(path: Path) -> None:
    TABLE.to_parquet(path)
    t = rk.RaggedTable.from_parquet(path, ["word"], "user")
    assert (list(t.columns), list(t.rows)) == (["word"], ["user"])
    fixed = rk.RaggedTable.from_parquet(path, ["xy"], [])
    assert fixed["xy"].to_list() == [[0, 1], [2, 3], [4, 5]]
    assert fixed["xy"].shape == [3, 2]


# ------------------------------------------------------------------ files of others
def test_without_the_schema_of_arrow_uniform_axes_are_ragged(path: Path) -> None:
    KINDS["inner"].to_parquet(path, store_schema=False)
    back = rk.RaggedTensor.from_parquet(path)
    assert back.shape == [2, None, None]
    back = rk.as_uniform(back, axis=2)
    assert back.shape == [2, None, 3]
    assert back.to_list() == KINDS["inner"].to_list()


def test_no_metadata_of_pandas_is_written(path: Path) -> None:
    R.to_parquet(path)
    TABLE.to_parquet(path.with_name("t.parquet"))
    for name in ("rows.parquet", "t.parquet"):
        assert b"pandas" not in (pq.read_schema(path.with_name(name)).metadata or {})


def test_pages_have_checksums(path: Path) -> None:
    R.to_parquet(path, compression=None)
    data = bytearray(path.read_bytes())
    at = data.find(np.int64(7).tobytes())
    data[at] = 6
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"path must be a whole Parquet file, got .*CRC"):
        rk.RaggedTensor.from_parquet(path)
    with pytest.raises(ValueError, match=r"path must be a whole Parquet file, got .*CRC"):
        next(rk.RaggedTensor.iter_parquet(path))


def test_a_folder_is_read_in_the_order_of_names_and_its_keys_are_labels(tmp_path: Path) -> None:
    for year, rows in ((2025, [[4]]), (2024, [[1, 2], []])):
        folder = tmp_path / f"year={year}"
        folder.mkdir()
        rk.array(rows).to_parquet(folder / "part.parquet")
    t = rk.RaggedTable.from_parquet(tmp_path)
    assert t["values"].to_list() == [[1, 2], [], [4]]
    assert t.rows["year"].tolist() == [2024, 2024, 2025]
    assert [len(x) for x in rk.RaggedTable.iter_parquet(tmp_path)] == [2, 1]
    assert rk.RaggedTensor.from_parquet(tmp_path).to_list() == [[1, 2], [], [4]]
    files = [tmp_path / "year=2025/part.parquet", tmp_path / "year=2024/part.parquet"]
    assert rk.RaggedTensor.from_parquet(files).to_list() == [[4], [1, 2], []]
    assert len(list(rk.RaggedTensor.iter_parquet(files))) == 2


def test_a_column_with_a_dot_in_its_name() -> None:
    file = io.BytesIO()
    pq.write_table(pa.table({"a": [[1]], "a.b": [[2]], "a.b.c": [[3]]}), file)
    assert rk.RaggedTensor.from_parquet(file, "a.b").to_list() == [[2]]
    assert rk.RaggedTensor.from_parquet(file, "a").to_list() == [[1]]


# ------------------------------------------------------------------ missing values
def test_missing_values_and_rows(path: Path) -> None:
    pq.write_table(pa.table({"x": [[1, None], [2], None]}), path)
    with pytest.raises(MissingValueError, match=r"^path\['x'\] must have no missing rows, got 1 o"):
        rk.RaggedTensor.from_parquet(path)
    rules: dict[str, Any] = {"fill_missing": -1, "missing_rows": "empty"}
    assert rk.RaggedTensor.from_parquet(path, **rules).to_list() == [[1, -1], [2], []]
    rt, mask = rk.RaggedTensor.from_parquet(path, return_mask=True, missing_rows="empty")
    assert (rt.to_list(), mask.to_list()) == ([[1, 0], [2], []], [[False, True], [False], []])
    pairs = list(rk.RaggedTensor.iter_parquet(path, None, 2, return_mask=True, **rules))
    assert [m.to_list() for _, m in pairs] == [[[False, True], [False]], [[]]]
    t = rk.RaggedTable.from_parquet(path, **rules)
    assert t["x"].to_list() == [[1, -1], [2], []]


def test_the_error_of_a_batch_has_the_row_where_it_begins(path: Path) -> None:
    pq.write_table(pa.table({"x": [[1], [2], [3, None]]}), path)
    batches = rk.RaggedTensor.iter_parquet(path, batch_size=2)
    assert next(batches).to_list() == [[1], [2]]
    match = r"first at path\['x'\]\[0\]\[1\]; fill_missing=.*; rows are counted from row 2 of"
    with pytest.raises(MissingValueError, match=match):
        next(batches)


def test_missing_labels_are_filled_by_name(path: Path) -> None:
    pq.write_table(pa.table({"id": [1, None], "x": [[1.5], [None]]}), path)
    with pytest.raises(MissingValueError, match=r"^path\['x'\] must"):
        rk.RaggedTable.from_parquet(path)
    with pytest.raises(MissingValueError, match=r"^path\['id'\] must"):
        rk.RaggedTable.from_parquet(path, fill_missing={"x": 0.0})
    t = rk.RaggedTable.from_parquet(path, fill_missing={"x": 0.5, "id": 9})
    assert (t["x"].to_list(), t.rows["id"].tolist()) == ([[1.5], [0.5]], [1, 9])


# ------------------------------------------------------------------ writing
def test_a_failed_write_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    R.to_parquet(path)
    before = path.read_bytes()
    with pytest.raises(TypeError, match="complex"):
        R.astype(complex).to_parquet(path)
    with pytest.raises(Exception, match="no_such"):
        R.to_parquet(path, compression="no_such")

    def breaks(table: Any, where: Any, **options: Any) -> None:
        Path(where).write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", breaks)
    with pytest.raises(OSError, match="No space left"):
        R.to_parquet(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_link_and_the_permissions_of_a_file_are_kept(path: Path) -> None:
    R.to_parquet(path)
    path.chmod(0o640)
    link = path.with_name("link.parquet")
    link.symlink_to(path)
    R[:1].to_parquet(link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert len(rk.RaggedTensor.from_parquet(path)) == 1


WRONG: Any = 7
ZERO = rk.RaggedTensor.from_uniform_row_length(np.zeros(0), 0, nrows=3)
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "size-0": (lambda p: ZERO.to_parquet(p), ValueError, r"uniform axis of size 0.*\[3, 0\]"),
    "size-0-of-a-table": (
        lambda p: rk.RaggedTable({"x": rk.array([np.ones((1, 0))])}).to_parquet(p),
        ValueError,
        r"^table\['x'\] must have no uniform axis of size 0",
    ),
    "column-7": (lambda p: R.to_parquet(p, WRONG), TypeError, "column must be the name.* got 7"),
    "path-5": (lambda p: R.to_parquet(5), TypeError, "path must be a path or a file.* got 5"),
    "no-folder": (lambda p: R.to_parquet(p / "a"), OSError, "path must be in a folder"),
}


@pytest.mark.parametrize(("call", "kind", "match"), REFUSED.values(), ids=REFUSED)
def test_refused_writing(call: Any, kind: type[Exception], match: str, path: Path) -> None:
    with pytest.raises(kind, match=match):
        call(path)
    assert not os.listdir(path.parent)


def tensor(path: Any, *args: Any, **options: Any) -> Any:
    return rk.RaggedTensor.from_parquet(path, *args, **options)


def table(path: Any, *args: Any, **options: Any) -> Any:
    return rk.RaggedTable.from_parquet(path, *args, **options)


NAMES = r"\['user', 'xy', 'lat', 'word'\]"
UNREAD: dict[str, tuple[Any, type[Exception], str]] = {
    "no-column": (lambda p: tensor(p, "lon"), UnknownNameError, f"one of {NAMES}, got 'lon'"),
    "no-columns": (lambda p: table(p, ["lon"]), UnknownNameError, f"some of {NAMES}, got 'lon'"),
    "no-label": (lambda p: table(p, None, "id"), UnknownNameError, f"rows must be.*{NAMES}"),
    "which": (lambda p: tensor(p), ValueError, r"one column of lists.*\['xy', 'lat', 'word'\]"),
    "a-label": (lambda p: tensor(p, "user"), TypeError, "column of lists.*got 'user: .*string'"),
    "label-as-column": (lambda p: table(p, "user"), TypeError, r"columns of.*rows=\['user'\]"),
    "twice": (lambda p: table(p, ["lat", "lat"]), ValueError, "not repeat a name, got 'lat'"),
    "both": (lambda p: table(p, "xy", "xy"), ValueError, r"rows must not repeat a name.*\['xy'\]"),
    "number": (lambda p: table(p, [3]), TypeError, r"columns\[0\] must be the name.*got 3"),
    "row-group": (
        lambda p: tensor(p, "lat", row_groups=[0, 2]),
        RaggedIndexError,
        r"row_groups\[1\] must be from 0 to 1, got 2",
    ),
    "row-group-negative": (
        lambda p: table(p, row_groups=[-1]),
        RaggedIndexError,
        r"row_groups\[0\] must be from 0 to 1, got -1",
    ),
    "row-group-int": (lambda p: tensor(p, "lat", row_groups=1), TypeError, "list of pos.* got 1"),
    "row-group-text": (lambda p: tensor(p, "lat", row_groups=["a"]), TypeError, r"row_groups\[0\]"),
    "row-groups-of-two": (
        lambda p: tensor([p, p], "lat", row_groups=[0]),
        ValueError,
        "left out for several files, got 2",
    ),
    "no-files": (lambda p: tensor([]), ValueError, r"path must have at least one file, got \[\]"),
    "path-5": (lambda p: tensor(5), TypeError, "path must be a path, an open file"),
    "rules": (lambda p: tensor(p, "lat", missing_rows="x"), ValueError, "'raise' or 'empty', got"),
    "batch-0": (
        lambda p: rk.RaggedTensor.iter_parquet(p, "lat", 0),
        ValueError,
        "batch_size must be positive, got 0",
    ),
    "iter-no-column": (
        lambda p: rk.RaggedTensor.iter_parquet(p, "lon"),
        UnknownNameError,
        "got 'lon'",
    ),
    "iter-table": (lambda p: rk.RaggedTable.iter_parquet(p, "lon"), UnknownNameError, "'lon'"),
}


@pytest.mark.parametrize(("call", "kind", "match"), UNREAD.values(), ids=UNREAD)
def test_refused_reading(call: Any, kind: type[Exception], match: str, path: Path) -> None:
    TABLE.to_parquet(path, row_group_size=2)
    with pytest.raises(kind, match=match):
        call(path)


def test_files_that_are_not_parquet(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tensor(tmp_path / "none.parquet")
    with pytest.raises(ValueError, match="path must have at least one file"):
        tensor(tmp_path)
    for content in (b"", b"PAR1", b"so it goes" * 9):
        (tmp_path / "a.parquet").write_bytes(content)
        for path in (tmp_path / "a.parquet", tmp_path):
            with pytest.raises(ValueError, match="path must be a whole Parquet file, got"):
                tensor(path)


def test_types_without_a_tensor_are_named(path: Path) -> None:
    pq.write_table(pa.table({"m": pa.array([[{"a": 1}]])}), path)
    with pytest.raises(TypeError, match=r"^path\['m'\] must|^obj must contain"):
        tensor(path)
    pq.write_table(pa.table({"id": [1, 2]}), path)
    with pytest.raises(TypeError, match=r"path must have a column of lists, got \['id'\]"):
        table(path)
