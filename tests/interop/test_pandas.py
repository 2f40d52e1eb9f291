"""pandas Series and data frames with columns of lists to tensors and tables, and back."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError

pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
RT = rk.RaggedTensor
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
T = rk.RaggedTable(
    {"x": D, "y": D * 0.5},
    rows={
        "user": ["ann", "bob", "cat", "dan", "eve"],
        "day": np.array(["2024-01-01", "NaT", "2024-01-03", "2024-01-04", "2024-01-05"], "M8[s]"),
        "where": np.arange(10.0).reshape(5, 2),
    },
)
TENSORS: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int8": D.astype("i1"),
    "int32-splits": D.with_row_splits_dtype("int32"),
    "nested": rk.array([[[1, 2], []], [], [[3]]]),
    "text": rk.array([["a", "ß€"], [], ["b"]]),
    "bools": D > 2,
    "datetimes": D.astype("M8[us]"),
    "inner": RT.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4]),
    "slice": D[1:4],
    "no-rows": D[:0],
    "nan": RT.from_row_lengths([1.5, np.nan], [1, 1]),
}


def lists(rows: Any, kind: Any = None) -> Any:
    """A Series of lists in Arrow's memory."""
    return pd.Series(rows, dtype=pd.ArrowDtype(pa.list_(kind or pa.int64())))


# ------------------------------------------------------------------ Series
@pytest.mark.parametrize("name", TENSORS)
def test_round_trips(name: str) -> None:
    rt = TENSORS[name]
    series = rt.to_pandas("x")
    assert series.name == "x"
    assert isinstance(series.dtype, pd.ArrowDtype)
    np.testing.assert_equal(series.array.__arrow_array__().to_pylist(), rt.to_list())
    assert RT.from_pandas(series).identical(rt)
    assert rk.array(series).identical(rt)


@pytest.mark.parametrize("name", ["ints", "int8", "int32-splits", "nested", "datetimes", "slice"])
def test_memory_is_shared_both_ways(name: str) -> None:
    rt = TENSORS[name]
    back = RT.from_pandas(rt.to_pandas())
    assert np.shares_memory(back.flat_values, rt.flat_values)
    assert np.shares_memory(back.row_splits, rt.row_splits)
    assert not back.flat_values.flags.writeable
    part = RT.from_pandas(rt.to_pandas().iloc[1:])
    assert part.identical(rt[1:])
    assert np.shares_memory(part.flat_values, rt.flat_values)


def test_the_index() -> None:
    series = D.to_pandas(index=list("abcde"))
    assert list(series["c"]) == [5, 9, 2]
    assert D.to_pandas().index.equals(pd.RangeIndex(5))
    assert RT.from_pandas(series.loc[["c", "a"]]).to_list() == [[5, 9, 2], [3, 1, 4, 1]]
    with pytest.raises(ValueError, match="index must have a label for each of the 5 rows, got 2"):
        D.to_pandas(index=["a", "b"])
    with pytest.raises(TypeError, match="index must be a vector of labels, got 5"):
        D.to_pandas(index=5)
    with pytest.raises(ValueError, match="index must be a vector of labels"):
        D.to_pandas(index=np.zeros((5, 1)))
    with pytest.raises(TypeError, match=r"name must be hashable, got \[1\]"):
        D.to_pandas([1])


def test_operations_of_pandas_on_the_lists() -> None:
    series = D.to_pandas()
    assert series.list.len().tolist() == D.row_lengths().tolist()
    assert series.list.flatten().tolist() == D.flat_values.tolist()
    assert RT.from_pandas(pd.concat([series, series])).to_list() == D.to_list() * 2
    assert RT.from_pandas(series[series.list.len() > 1]).to_list() == [[3, 1, 4, 1], [5, 9, 2]]


OBJECTS: dict[str, Any] = {
    "lists": [[3, 1], [], [5]],
    "tuples": [(3, 1), (5,)],
    "floats": [[1, 2.5], [np.nan]],
    "text": [["a", "ß€"], []],
    "nested": [[[1], []], [], [[2, 3]]],
    "arrays": [np.array([1, 2], "i1"), np.array([], "i1")],
    "inner": [np.ones((2, 3)), np.ones((0, 3))],
    "times": [[pd.Timestamp("2024-01-01")], [pd.NaT]],
    "no rows": [],
}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_are_read_as_rk_array_reads_them(name: str) -> None:
    series = pd.Series(OBJECTS[name], dtype=object)
    want = rk.array(OBJECTS[name])
    assert RT.from_pandas(series).identical(want)
    tensor, mask = RT.from_pandas(series, return_mask=True)
    assert tensor.identical(want)
    assert mask.identical(want.with_flat_values(np.zeros(want.flat_values.shape, dtype=bool)))


rows = st.lists(st.none() | st.lists(st.none() | st.integers(-9, 9), max_size=3), max_size=5)


@given(rows=rows, arrow=st.booleans())
def test_property_of_missing_ones(rows: Any, arrow: bool) -> None:
    series = lists(rows) if arrow else pd.Series(rows, dtype=object)
    there = [[] if row is None else row for row in rows]
    tensor, mask = RT.from_pandas(series, return_mask=True, missing_rows="empty")
    assert mask.to_list() == [[x is None for x in row] for row in there]
    assert tensor.to_list() == [[x or 0 for x in row] for row in there]
    filled = RT.from_pandas(series, fill_missing=7, missing_rows="empty")
    assert filled.to_list() == [[7 if x is None else x for x in row] for row in there]
    if any(row is None for row in rows):
        first = rows.index(None)
        with pytest.raises(MissingValueError, match=rf"missing rows, got .* at series\[{first}\]"):
            RT.from_pandas(series, fill_missing=7)
    elif any(None in row for row in rows):
        with pytest.raises(MissingValueError, match="series must have no missing values, got"):
            RT.from_pandas(series)


MARKS: dict[str, Any] = {"None": None, "NA": pd.NA, "NaN": float("nan")}


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_a_missing_row(mark: str) -> None:
    series = pd.Series([[1], MARKS[mark], [2]], dtype=object)
    assert RT.from_pandas(series, missing_rows="empty").to_list() == [[1], [], [2]]
    with pytest.raises(MissingValueError, match=r"got 1 of 3, the first at series\[1\]"):
        RT.from_pandas(series)


def test_marks_of_a_missing_value() -> None:
    """NaN is a value; integers stay integers."""
    some = RT.from_pandas(pd.Series([[3, pd.NA], [1]]), fill_missing=-1)
    assert some.identical(rk.array([[3, -1], [1]]))
    floats, mask = RT.from_pandas(pd.Series([[1.5, None], [np.nan]]), return_mask=True)
    assert mask.to_list() == [[False, True], [False]]
    assert np.isnan(floats[1]).all()
    deep = pd.Series([[[1], None], [[2, None]]])
    assert RT.from_pandas(deep, fill_missing=0, missing_rows="empty").to_list() == [
        [[1], []],
        [[2, 0]],
    ]
    large = pd.Series([[2**62 + 1, None]])
    assert RT.from_pandas(large, fill_missing=0).to_list() == [[2**62 + 1, 0]]
    none = RT.from_pandas(pd.Series([None, None], dtype=object), missing_rows="empty")
    assert none.to_list() == [[], []]


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a list": (lambda: [[1]], "series must be a pandas Series, got 'list'"),
    "a frame": (lambda: pd.DataFrame({"x": [[1]]}), r"'DataFrame'; rk.RaggedTable.from_pandas\(df"),
    "numbers": (lambda: pd.Series([1, 2]), "series must have lists, got 'int64'"),
    "categories": (lambda: pd.Series(["a"], dtype="category"), "must have lists, got 'category'"),
    "text": (lambda: pd.Series(["a"], dtype=object), "series must be an array of lists, got 'str"),
    "Arrow's text": (
        lambda: pd.Series(["a"], dtype=pd.ArrowDtype(pa.string())),
        "series must be an array of lists, got 'string'",
    ),
    "two kinds": (
        lambda: pd.Series([[1], ["a"]]),
        "series must contain values of one type, got 1 at series",
    ),
    "two kinds beside a missing row": (
        lambda: pd.Series([[1, "a"], None]),
        "series must have lists of values of one kind, got",
    ),
    "a zone": (
        lambda: pd.Series([[pd.Timestamp("2024", tz="UTC")], None]),
        "times must have no time zone, got 'UTC'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    make, says = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=says):
        RT.from_pandas(make(), missing_rows="empty")
    with pytest.raises(TypeError, match="must have a dtype of Arrow, got dtype"):
        D.astype("complex64").to_pandas()


# ------------------------------------------------------------------ frames
def test_a_table_has_a_line_per_row() -> None:
    frame = T.to_pandas()
    assert list(frame) == ["user", "day", "where", "x", "y"]
    assert len(frame) == len(T)
    assert frame["x"].list.len().tolist() == T.row_lengths().tolist()
    back = rk.RaggedTable.from_pandas(frame)
    assert back.identical(T)
    assert np.shares_memory(back["x"].flat_values, T["x"].flat_values)
    assert back["x"].partitions[0] is back["y"].partitions[0]


@pytest.mark.parametrize("index", ["user", ["user", "day"]])
def test_an_index_with_a_name_becomes_labels(index: Any) -> None:
    frame = T.to_pandas().set_index(index)
    assert rk.RaggedTable.from_pandas(frame).identical(T)
    unnamed = T.to_pandas().set_axis(list("abcde"))
    assert rk.RaggedTable.from_pandas(unnamed).identical(T)


def test_tables_without_labels_and_without_rows() -> None:
    plain = rk.RaggedTable({"x": D})
    for table in (plain, plain[:0], T[1:2]):
        assert rk.RaggedTable.from_pandas(table.to_pandas()).identical(table)


def test_frames_of_objects() -> None:
    frame = pd.DataFrame({"k": [1.5, np.nan], "c": pd.Categorical(["a", "b"]), "x": [[1], None]})
    table = rk.RaggedTable.from_pandas(frame, missing_rows="empty")
    assert table["x"].to_list() == [[1], []]
    assert table.rows["c"].tolist() == ["a", "b"]
    assert np.isnan(table.rows["k"][1])


FRAMES: dict[str, tuple[Any, str]] = {
    "no frame": ({"x": [[1]]}, "df must be a pandas DataFrame, got 'dict'"),
    "no lists": (pd.DataFrame({"k": [1]}), r"column of lists, got \['k'\]; rk.RaggedTable.from_f"),
    "other rows": (pd.DataFrame({"x": [[1]], "y": [[1, 2]]}), r"columns\['y'\] must have the row"),
    "missing label": (
        pd.DataFrame({"k": ["a", None], "x": [[1], [2]]}),
        r"df\['k'\] must have no missing values, got 1 of 2, the first at df\['k'\]\[1\]",
    ),
    "missing value": (
        pd.DataFrame({"x": [[1], [None]]}),
        r"df\['x'\] must have no missing values, got 1 of 2, the first at df\['x'\]\[1\]\[0\]",
    ),
    "missing row": (
        pd.DataFrame({"x": [[1], None]}),
        r"df\['x'\] must have no missing rows, got 1 of 2, the first at df\['x'\]\[1\]",
    ),
    "a number as a name": (pd.DataFrame({1: [[1]]}), "must have names that are strings, got 1"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_that_are_refused(name: str) -> None:
    frame, says = FRAMES[name]
    with pytest.raises((TypeError, ValueError), match=says):
        rk.RaggedTable.from_pandas(frame)


# ------------------------------------------------------------------ constructors of pandas
def test_constructors_of_pandas_that_take_a_tensor() -> None:
    """These read Arrow; the Series and the frame have objects, a copy of each row."""
    for made in (pd.Series.from_arrow(D), pd.DataFrame.from_arrow(T)["x"]):
        assert made.dtype == object
        assert [list(row) for row in made] == D.to_list()
        assert RT.from_pandas(made).identical(D)
    for made in (pd.Series(list(D)), pd.Series(D.numpy())):
        assert RT.from_pandas(made).identical(D)
    kind = pd.ArrowDtype(D.to_arrow().type)
    assert RT.from_pandas(pd.Series(D.to_arrow(), dtype=kind)).identical(D)
    frame = pd.DataFrame({"n": range(5), "x": D.to_pandas()}).assign(y=D.to_pandas())
    frame["z"] = D.to_pandas()
    assert rk.RaggedTable.from_pandas(frame)["z"].identical(D)


def set_column() -> None:
    frame = pd.DataFrame({"n": range(5)})
    frame["x"] = D


NAMED: dict[str, tuple[Callable[[], Any], str]] = {
    "Series": (lambda: pd.Series(D), r"rt.to_pandas\(\) \(Series of lists\)"),
    "Series of a dtype": (
        lambda: pd.Series(D, dtype=object),
        r"rt.to_pandas\(\) \(Series of lists\)",
    ),
    "array": (lambda: pd.array(D), r"rt.to_pandas\(\) \(Series of lists\)"),
    "column": (set_column, r"rt.to_pandas\(\) \(Series of lists\)"),
    "assign": (
        lambda: pd.DataFrame({"n": range(5)}).assign(x=D),
        r"rt.to_pandas\(\) \(Series of lists\)",
    ),
    "frame of a tensor": (lambda: pd.DataFrame(D), r"rt.to_pandas\(\) \(Series of lists\)"),
    "frame of a table": (
        lambda: pd.DataFrame(T),
        r"t.to_frame\(\) \(a line per item\) or t.to_pandas\(\) \(per row\)",
    ),
    # pandas does not ask the tensor, whose two axes make it a scalar here
    "frame of a dict": (lambda: pd.DataFrame({"x": D}), "If using all scalar values"),
}


@pytest.mark.parametrize("name", NAMED)
def test_constructors_of_pandas_that_refuse_name_the_door(name: str) -> None:
    make, says = NAMED[name]
    with pytest.raises((TypeError, ValueError), match=says):
        make()


def test_nothing_warns() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rk.RaggedTable.from_pandas(T.to_pandas())
        RT.from_pandas(pd.Series([[1], None], dtype=object), missing_rows="empty")


def test_pandas_is_imported_on_first_use() -> None:
    code = "import sys, raggedkit as rk; rk.array([[1]]); sys.exit('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
