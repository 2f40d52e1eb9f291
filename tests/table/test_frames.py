"""read_frame: columns of every library, their dtypes and missing values; hostile frames."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

import raggedkit as rk
from raggedkit.table.frames import read_frame
from raggedkit.testing import assert_ragged_equal
from tests.table.frames_of import FRAMES, arrow, polars

TEXT = np.dtypes.StringDType()
LONG = ["x" * 5000, *["a"] * 9999]
NESTED = rk.ragged.constant([["a", "b"], [], ["c"]])


def times(*items: Any, unit: str) -> Any:
    return np.array(items, f"M8[{unit}]")


# Column, and its values.
COLUMNS: dict[str, tuple[Callable[[], Any], Any]] = {
    "list": (lambda: [1, 2, 3], np.array([1, 2, 3])),
    "range": (lambda: range(3), np.array([0, 1, 2])),
    "texts": (lambda: ["a", "bc", "d"], np.array(["a", "bc", "d"])),
    "nul": (lambda: ["a\0", "b", "c"], np.array(["a\0", "b", "c"], TEXT)),
    "objects": (lambda: np.array([1.5, 2, True], object), np.array([1.5, 2.0, 1.0])),
    "bools": (lambda: np.array([True, False, True], object), np.array([True, False, True])),
    "bytes": (lambda: [b"a", b"b\0", b"c"], np.array([b"a", b"b\0", b"c"], object)),
    "inner": (lambda: np.arange(6).reshape(3, 2), np.arange(6).reshape(3, 2)),
    "nested-lists": (lambda: [[1, 2], [3, 4], [5, 6]], np.arange(1, 7).reshape(3, 2)),
    "uneven-lists": (lambda: [["a", "b"], [], ["c"]], NESTED),
    "ragged": (lambda: NESTED, NESTED),
    "matrix": (lambda: np.array([1, 2, 3], ">i2"), np.array([1, 2, 3], ">i2")),
    "dates": (
        lambda: [dt.date(2024, 1, 1), dt.date(2024, 1, 2), dt.date(2024, 1, 3)],
        times("2024-01-01", "2024-01-02", "2024-01-03", unit="D"),
    ),
    "pandas-int8": (lambda: pd.Series([1, 2, 3], dtype="int8"), np.array([1, 2, 3], "i1")),
    "pandas-Int8": (lambda: pd.Series([1, 2, 3], dtype="Int8"), np.array([1, 2, 3], "i1")),
    "pandas-boolean": (
        lambda: pd.Series([True, False, True], dtype="boolean"),
        np.array([1, 0, 1], bool),
    ),
    "pandas-str": (lambda: pd.Series(["a", "b", "c"]), np.array(["a", "b", "c"])),
    "pandas-string": (
        lambda: pd.Series(["a", "b", "c"], dtype="string"),
        np.array(["a", "b", "c"]),
    ),
    "pandas-object": (lambda: pd.Series(["a", "b", "c"], dtype=object), np.array(["a", "b", "c"])),
    "pandas-category": (lambda: pd.Series([7, 5, 7], dtype="category"), np.array([7, 5, 7])),
    "pandas-sparse": (lambda: pd.Series([0, 1, 0], dtype="Sparse[int]"), np.array([0, 1, 0])),
    "pandas-lists": (lambda: pd.Series([["a", "b"], [], ["c"]]), NESTED),
    "pandas-arrays": (
        lambda: pd.Series([np.array(["a", "b"]), np.array([], "U1"), np.array(["c"])]),
        NESTED,
    ),
    "pandas-times": (
        lambda: pd.Series(pd.to_datetime(["2024-01-01", None, "2024-01-02"])).astype("M8[s]"),
        times("2024-01-01", "NaT", "2024-01-02", unit="s"),
    ),
    "pandas-arrow": (
        lambda: pd.Series([1, 2, 3], dtype=pd.ArrowDtype(arrow().int16())),
        np.array([1, 2, 3], "i2"),
    ),
    "pandas-arrow-lists": (
        lambda: pd.Series(
            [["a", "b"], [], ["c"]], dtype=pd.ArrowDtype(arrow().list_(arrow().string()))
        ),
        NESTED,
    ),
    "arrow-float": (
        lambda: arrow().array([1.5, 2, 3], arrow().float32()),
        np.array([1.5, 2, 3], "f4"),
    ),
    "arrow-bool": (lambda: arrow().array([True, False, True]), np.array([True, False, True])),
    "arrow-text": (lambda: arrow().array(["a", "b", "c"]), np.array(["a", "b", "c"])),
    "arrow-bytes": (lambda: arrow().array([b"a", b"b", b"c"]), np.array([b"a", b"b", b"c"])),
    "arrow-chunks": (lambda: arrow().chunked_array([[1], [], [2, 3]]), np.array([1, 2, 3])),
    "arrow-slice": (lambda: arrow().array([9, 1, 2, 3, 9]).slice(1, 3), np.array([1, 2, 3])),
    "arrow-date": (
        lambda: arrow().array([dt.date(2024, 1, 1)] * 3),
        times(*["2024-01-01"] * 3, unit="D"),
    ),
    "arrow-time": (
        lambda: arrow().array([1, 2, 3], arrow().timestamp("ms")),
        times(1, 2, 3, unit="ms"),
    ),
    "arrow-lists": (lambda: arrow().array([["a", "b"], [], ["c"]]), NESTED),
    "arrow-lists-slice": (
        lambda: arrow().array([["z"], ["a", "b"], [], ["c"], ["z"]]).slice(1, 3),
        NESTED,
    ),
    "arrow-large-lists": (
        lambda: arrow().array([["a", "b"], [], ["c"]], arrow().large_list(arrow().string())),
        NESTED,
    ),
    "arrow-fixed": (
        lambda: arrow().array([[0, 1], [2, 3], [4, 5]], arrow().list_(arrow().int64(), 2)),
        np.arange(6).reshape(3, 2),
    ),
    "arrow-fixed-slice": (
        lambda: arrow().array([[9, 9], [0, 1], [2, 3], [4, 5]], arrow().list_(arrow().int64(), 2))[
            1:
        ],
        np.arange(6).reshape(3, 2),
    ),
    "arrow-dictionary": (
        lambda: arrow().array(["a", "b", "a"]).dictionary_encode(),
        np.array(["a", "b", "a"]),
    ),
    "polars-int": (
        lambda: polars().Series([1, 2, 3], dtype=polars().UInt8),
        np.array([1, 2, 3], "u1"),
    ),
    "polars-text": (lambda: polars().Series(["a", "b", "c"]), np.array(["a", "b", "c"])),
    "polars-bytes": (lambda: polars().Series([b"a", b"b", b"c"]), np.array([b"a", b"b", b"c"])),
    "polars-enum": (
        lambda: polars().Series(["a", "b", "a"], dtype=polars().Enum(["b", "a"])),
        np.array(["a", "b", "a"]),
    ),
    "polars-lists": (lambda: polars().Series([["a", "b"], [], ["c"]]), NESTED),
    "polars-array": (
        lambda: polars().Series(np.arange(6).reshape(3, 2)),
        np.arange(6).reshape(3, 2),
    ),
    "polars-date": (
        lambda: polars().Series([dt.date(2024, 1, 1)] * 3),
        times(*["2024-01-01"] * 3, unit="D"),
    ),
}


@pytest.mark.parametrize(("make", "expected"), COLUMNS.values(), ids=COLUMNS)
def test_values_and_dtypes(make: Callable[[], Any], expected: Any) -> None:
    column = read_frame({"x": make()})["x"]
    assert column.missing is None
    if isinstance(expected, rk.RaggedTensor):
        assert_ragged_equal(column.values, expected, check_uniform=False)
    else:
        assert isinstance(column.values, np.ndarray)
        assert column.values.dtype == expected.dtype
        np.testing.assert_array_equal(column.values, expected)
    # Some lines of a column, before and after its values are read.
    for other in (column, read_frame({"x": make()})["x"]):
        picked = other.at(np.array([2, 0])).values
        assert picked.tolist() == [column.values.tolist()[2], column.values.tolist()[0]]


@pytest.mark.parametrize("kind", FRAMES)
def test_columns_are_read_in_order(kind: str) -> None:
    frame = FRAMES[kind]({"b": [1, 2], "a": ["x", "y"]})
    columns = read_frame(frame)
    assert list(columns) == ["b", "a"]
    assert [c.values.tolist() for c in columns.values()] == [[1, 2], ["x", "y"]]
    assert list(read_frame(frame, ["a"])) == ["a"]


def test_categories_with_one_long_text_take_little_memory() -> None:
    frame = pd.DataFrame({"x": pd.Series(LONG, dtype="category")})
    values = read_frame(frame)["x"].values
    assert values.dtype == TEXT
    assert values.tolist() == LONG


def test_batches_and_streams_of_arrow() -> None:
    pa = arrow()
    batch = pa.record_batch({"x": [1, 2]})
    assert read_frame(batch)["x"].values.tolist() == [1, 2]

    class Stream:
        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return pa.table({"x": [3]}).__arrow_c_stream__(requested_schema)

    assert read_frame(Stream())["x"].values.tolist() == [3]

    class Interchange:
        def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
            return pa.table({"x": [4]}).__dataframe__(nan_as_null, allow_copy)

    assert read_frame(Interchange())["x"].values.tolist() == [4]


def test_a_stream_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    stream = type("Stream", (), {"__arrow_c_stream__": None})()
    with pytest.raises(ImportError, match=r"Arrow tables need pyarrow.*raggedkit\[data\]"):
        read_frame(stream)


def test_addresses_of_shared_texts_give_the_same_ranks() -> None:
    shared = np.array([f"user {i}" for i in range(300)] + [None, float("nan")], dtype=object)
    places = np.random.default_rng(0).integers(0, 302, 9000)
    plain = pd.Series(shared[places], dtype=object)
    fresh = pd.Series(
        [x and x + "" if isinstance(x, str) else x for x in shared[places]], dtype=object
    )
    ranks, missing = read_frame({"x": plain})["x"].ranks
    others, gaps = read_frame({"x": fresh.map(lambda x: x + "!", na_action="ignore")})["x"].ranks
    assert missing is not None
    assert gaps is not None
    assert missing.tolist() == gaps.tolist() == (places >= 300).tolist()
    assert ranks[~missing].tolist() == others[~gaps].tolist()
    expected = np.unique(shared[:300].astype(str), return_inverse=True)[1]
    assert ranks[~missing].tolist() == expected[places[~missing]].tolist()


# ---------------------------------------------------------------------- refused
TWO = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
ZONE = pd.Series(pd.to_datetime(["2024-01-01"]).tz_localize("Europe/Berlin"))
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "columns-levels": (
        lambda: pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")])),
        ValueError,
        r"df.columns must have one level, got \('a', 'x'\); join the levels",
    ),
    "index-levels": (
        lambda: TWO.set_index(["a", "b"]),
        ValueError,
        r"df.index must have one level, got \['a', 'b'\]; make it columns: df.reset_index\(\)",
    ),
    "twice": (
        lambda: TWO[["a", "a"]],
        ValueError,
        "df must not repeat a name of a column, got 'a'",
    ),
    "number": (lambda: TWO.T, TypeError, "df must have names that are strings, got 0; rename"),
    "dict-number": (lambda: {1: [1]}, TypeError, "df must have names that are strings, got 1"),
    "arrow-twice": (
        lambda: arrow().table([[1], [2]], names=["a", "a"]),
        ValueError,
        "df must not repeat a name",
    ),
    "lengths": (
        lambda: {"a": [1], "b": [1, 2]},
        ValueError,
        r"df\['b'\] must have the 1 lines of df\['a'\], got 2",
    ),
    "scalar": (lambda: {"a": 1}, TypeError, r"df\['a'\] must be an array, got 1"),
    "word": (lambda: {"a": "xyz"}, TypeError, r"df\['a'\] must be an array, got 'xyz'"),
    "zero-axes": (lambda: {"a": np.array(3)}, TypeError, r"df\['a'\] must be an array"),
    "groups": (
        lambda: TWO.groupby("a"),
        TypeError,
        "df must be a data frame, got 'DataFrameGroupBy'; give the frame itself: by=... groups it",
    ),
    "series": (lambda: TWO.a, TypeError, "got 'Series'; give the frame itself: a Series is one"),
    "lazy": (lambda: polars().LazyFrame({"a": [1]}), TypeError, r"got 'LazyFrame'.*df.collect\(\)"),
    "list": (lambda: [1], TypeError, "df must be a data frame, got 'list'; pandas, polars"),
    "none": (lambda: None, TypeError, "df must be a data frame, got 'NoneType'"),
    "records": (
        lambda: np.zeros(1, [("a", int)]),
        TypeError,
        r"got 'ndarray'; \{name: df\[name\] for name in df.dtype.names\} is one",
    ),
    "zone": (
        lambda: {"t": ZONE},
        ValueError,
        r"df\['t'\] must have no time zone, got 'Europe/Berlin'; drop it: .dt.tz_convert\('UTC'\)",
    ),
    "zone-arrow": (
        lambda: {"t": arrow().array([1], arrow().timestamp("s", "UTC"))},
        ValueError,
        r"df\['t'\] must have no time zone, got 'UTC'; convert them to UTC and drop",
    ),
    "zone-polars": (
        lambda: {"t": polars().Series([1]).cast(polars().Datetime("us", "UTC"))},
        ValueError,
        r"df\['t'\] must have no time zone, got 'UTC'; convert them to UTC and drop",
    ),
    "zone-object": (
        lambda: {"t": [dt.datetime(2024, 1, 1, tzinfo=dt.UTC)]},
        ValueError,
        r"df\['t'\]: times must have no time zone, got 'UTC'",
    ),
    "period": (
        lambda: {"t": pd.Series(pd.period_range("2024", periods=1))},
        TypeError,
        r"df\['t'\] must contain .*got 'period\[D\]'; convert it first \(periods with .dt.to_",
    ),
    "interval": (lambda: {"t": pd.Series(pd.interval_range(0, 1))}, TypeError, r"got 'interval"),
    "decimal": (lambda: {"x": [Decimal(1)]}, TypeError, r"df\['x'\] must .*got Decimal\('1'\)"),
    "mixed": (
        lambda: {"x": pd.Series(["a", 1, "b"])},
        TypeError,
        r"df\['x'\] must contain .* of one kind, got \['a', 1\]",
    ),
    "big": (lambda: {"x": [2**70]}, TypeError, r"df\['x'\] must contain"),
    "dicts": (lambda: {"x": [{"a": 1}]}, TypeError, r"df\['x'\] must contain"),
    "decimal-arrow": (
        lambda: {"x": arrow().array([Decimal(1)])},
        TypeError,
        r"df\['x'\] must contain .*got 'decimal128",
    ),
    "struct": (lambda: {"x": arrow().array([{"a": 1}])}, TypeError, r"got 'struct<a: int64>'"),
    "struct-polars": (lambda: {"x": polars().Series([{"a": 1}])}, TypeError, r"df\['x'\] must"),
}


@pytest.mark.parametrize(("make", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(make: Callable[[], Any], error: type[Exception], says: str) -> None:
    frame = make()
    with pytest.raises(error, match=says):
        _ = [column.values for column in read_frame(frame).values()]
