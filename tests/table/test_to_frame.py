"""to_frame: long frames of every library, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.table.frames import make_frame
from tests.table.frames_of import arrow, polars

T = rk.RaggedTable
KINDS = ["pandas", "polars", "arrow"]
DTYPES = ["?", "i1", "u8", "i4", "f2", "f4", "f8", "U2", "M8[us]", "m8[ms]", "S2"]


def needed(kind: str) -> None:
    if kind != "pandas":
        {"polars": polars, "arrow": arrow}[kind]()


def values_of(dtype: str, n: int, data: st.DataObject) -> Any:
    numbers = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    if dtype in ("U2", "S2"):
        return np.array(["", "a", "bc", "d"], dtype).take(numbers) if n else np.zeros(0, dtype)
    return np.array(numbers, dtype=dtype)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), lengths=st.lists(st.integers(0, 3), max_size=5))
def test_round_trips(kind: str, data: st.DataObject, lengths: list[int]) -> None:
    needed(kind)
    n = sum(lengths)
    dtypes = data.draw(st.lists(st.sampled_from(DTYPES), min_size=1, max_size=3))
    columns = {
        f"{d} {i}": rk.RaggedTensor.from_row_lengths(values_of(d, n, data), np.array(lengths, int))
        for i, d in enumerate(dtypes)
    }
    rows = {"id": np.arange(len(lengths)), "label": np.arange(len(lengths)) * 0.5}
    table = T(columns, rows)
    frame = table.to_frame(kind)
    assert len(frame) == n
    back = T.from_frame(frame, "id", rows="label")
    kept = table[np.array(lengths, int) > 0]
    assert list(back.columns) == list(columns)
    for name in columns:
        assert back[name].to_list() == kept[name].to_list()
        assert back[name].dtype.kind == kept[name].dtype.kind or not n
    assert back.rows["id"].tolist() == kept.rows["id"].tolist()
    assert back.rows["label"].tolist() == kept.rows["label"].tolist()


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), lengths=st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_round_trips_with_empty_rows(kind: str, data: st.DataObject, lengths: list[int]) -> None:
    needed(kind)
    n = sum(lengths)
    columns = {
        d: rk.RaggedTensor.from_row_lengths(values_of(d, n, data), lengths)
        for d in ("i8", "?", "U2", "f4", "M8[us]")
    }
    columns["lists"] = rk.RaggedTensor.from_row_lengths(
        rk.RaggedTensor.from_row_lengths(np.arange(n), [1] * n), lengths
    )
    table = T(columns, {"id": np.arange(len(lengths))})
    frame = table.to_frame(kind, keep_empty=True)
    assert len(frame) == sum(max(1, k) for k in lengths)
    back = T.from_frame(frame, "id", missing_rows="empty")
    assert back.row_lengths().tolist() == lengths
    for name, column in columns.items():
        assert back[name].to_list() == column.to_list()
    if n:
        assert back["i8"].dtype == np.int64
        assert back["?"].dtype == bool


bad: Any = ["R", "S"]
bad_flag: Any = np.ones(2)
TABLE = T({"x": [[1, 2], [], [3]]}, {"id": ["a", "b", "c"]})


def test_lines_of_pandas() -> None:
    expected = pd.DataFrame({"id": ["a", "a", "c"], "x": [1, 2, 3]})
    pd.testing.assert_frame_equal(TABLE.to_frame(), expected)
    kept = pd.DataFrame({"id": ["a", "a", "b", "c"], "x": pd.array([1, 2, None, 3], dtype="Int64")})
    pd.testing.assert_frame_equal(TABLE.to_frame(keep_empty=True), kept)
    assert TABLE[[0]].to_frame(keep_empty=True).x.dtype == np.int64


def test_a_frame_shares_no_memory_with_the_table() -> None:
    frame = TABLE.to_frame()
    frame.loc[0, "x"] = 99
    assert TABLE["x"].to_list() == [[1, 2], [], [3]]


@pytest.mark.parametrize("kind", KINDS)
def test_lists_and_inner_axes(kind: str) -> None:
    needed(kind)
    table = T(
        {
            "deep": rk.ragged.constant([[["a"], []], [], [["b", "c"]]]),
            "deeper": rk.ragged.constant([[[[1], []], []], [], [[[2]]]]),
            "point": rk.RaggedTensor.from_row_lengths(np.arange(6.0).reshape(3, 2), [2, 0, 1]),
        },
        {"id": [5, 6, 7], "home": np.array([[1, 2], [3, 4], [5, 6]])},
    )
    frame = table.to_frame(kind)
    back = T.from_frame(frame, "id")
    assert back["deep"].to_list() == [[["a"], []], [["b", "c"]]]
    assert back["deeper"].to_list() == [[[[1], []], []], [[[2]]]]
    assert back["point"].to_list() == [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0]]]
    assert back["home"].to_list() == [[[1, 2], [1, 2]], [[5, 6]]]
    assert back["point"].ragged_rank == (2 if kind == "pandas" else 1)
    empty = T.from_frame(table[:0].to_frame(kind), "id")
    assert len(empty) == 0
    if kind != "pandas":
        assert empty["point"].shape.as_list() == [0, None, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_without_rows(kind: str) -> None:
    needed(kind)
    for table in (TABLE[:0], T({"x": [[], []]}, {"id": ["a", "b"]})):
        frame = table.to_frame(kind)
        assert len(frame) == 0
        assert list(T.from_frame(frame, "id").columns) == ["x"]
    kept = T({"x": [[], []]}, {"id": ["a", "b"]}).to_frame(kind, keep_empty=True)
    assert len(kept) == 2


@pytest.mark.parametrize(
    ("kind", "dtype", "expected"),
    [
        ("pandas", "M8[D]", "M8[s]"),
        ("pandas", "M8[h]", "M8[s]"),
        ("pandas", "m8[D]", "m8[s]"),
        ("pandas", "M8[ps]", "M8[ns]"),
        ("polars", "M8[M]", "M8[D]"),
        ("polars", "M8[h]", "M8[ms]"),
        ("polars", "m8[D]", "m8[ms]"),
        ("arrow", "M8[D]", "M8[D]"),
        ("arrow", "M8[h]", "M8[s]"),
        ("arrow", "m8[W]", "m8[s]"),
    ],
)
def test_times_get_the_next_unit(kind: str, dtype: str, expected: str) -> None:
    needed(kind)
    times = np.array([1000, 2000], dtype)
    table = T({"t": rk.RaggedTensor.from_row_lengths(times, [2])}, {"id": [0]})
    back = T.from_frame(table.to_frame(kind), "id")["t"]
    assert back.dtype == np.dtype(expected)
    assert (back.flat_values == times).all()


def test_nat_and_nan() -> None:
    values = {"f": np.array([1.5, np.nan]), "t": np.array([1, "NaT"], "M8[s]")}
    pandas = make_frame(dict(values), "pandas")
    assert pandas.f.isna().tolist() == pandas.t.isna().tolist() == [False, True]
    table = make_frame({"f": values["f"]}, "arrow") if arrow() else None
    assert table.column("f").null_count == 0
    assert make_frame({"t": values["t"]}, "arrow").column("t").null_count == 1


@pytest.mark.parametrize("kind", KINDS)
def test_missing_values_by_mask(kind: str) -> None:
    needed(kind)
    columns: dict[str, Any] = {
        "i": np.array([1, 0], "i2"), "c": np.array([1.5, 0]), "u": np.array(["a", ""]),
        "s": np.array([b"a", b""]), "p": np.ones((2, 2)), "b": np.array([True, False]),
        "t": np.array([5, 0], "M8[s]"), "r": rk.array([[1], []]),
    }  # fmt: skip
    mask = np.array([False, True])
    frame = make_frame(columns, kind, dict.fromkeys(columns, mask))
    null = pd.isna if kind == "pandas" else lambda x: x is None
    for name in columns:
        items = list(frame[name]) if kind != "arrow" else frame[name].to_pylist()
        assert not np.all(null(items[0]))
        assert np.all(null(items[1]))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: TABLE.to_frame("R"),
            ValueError,
            "frame must be 'pandas', 'polars' or 'arrow', got",
        ),
        (lambda: TABLE.to_frame(bad), ValueError, r"frame must be .* got \['R', 'S'\]"),
        (lambda: TABLE.to_frame(keep_empty=bad_flag), TypeError, "keep_empty must be"),
        (
            lambda: T({"z": [[1j]]}).to_frame("arrow"),
            TypeError,
            "column 'z' must have a dtype of the library, got 'complex128'; take its parts",
        ),
        (
            lambda: T({"t": [np.array([1], "M8[ps]")]}).to_frame(),
            ValueError,
            r"column 't' must fit datetime64\[ns\], got '1970-01-01T00:00:00.000000000001'",
        ),
        (
            lambda: T({"t": [np.array([10**9], "M8[Y]")]}).to_frame("polars"),
            ValueError,
            "column 't' must fit",
        ),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    arrow(), polars()
    with pytest.raises(error, match=says):
        call()


def test_a_library_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, library in (("pandas", "pandas"), ("polars", "polars"), ("arrow", "pyarrow")):
        monkeypatch.setitem(__import__("sys").modules, library, None)
        with pytest.raises(ImportError, match=library):
            TABLE.to_frame(kind)
