"""RaggedTable.from_frame: rows of equal keys against plain lists; every rule with its error."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError
from tests.table.frames_of import FRAMES, arrow, polars

from_frame = rk.RaggedTable.from_frame
NAN, NAT = float("nan"), np.datetime64("NaT")

lines = st.lists(
    st.tuples(st.integers(-2, 2), st.sampled_from(["a", "b", "é", ""]), st.integers(-9, 9)),
    max_size=12,
)


def frame_of(kind: str, records: list[tuple[int, str, int]]) -> Any:
    """Return a frame with two keys, a time and the number of the line."""
    k, name, ts = zip(*records, strict=True) if records else ((), (), ())
    columns = {"k": np.array(k, int), "name": list(name), "ts": np.array(ts, int)}
    if not records:
        columns["name"] = np.array([], "U1")
    return FRAMES[kind](columns | {"x": np.arange(len(records))})


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("by", [["k"], ["name"], ["name", "k"]], ids=str)
@given(records=lines, order=st.sampled_from([None, "ts", ["ts", "k"]]), sort=st.booleans())
def test_rows_match_plain_python(
    kind: str, by: list[str], records: list[tuple[int, str, int]], order: Any, sort: bool
) -> None:
    table = from_frame(frame_of(kind, records), by, order, sort=sort)
    at = {"k": 0, "name": 1, "ts": 2}
    keys = [tuple(r[at[b]] for b in by) for r in records]
    expected = sorted(set(keys)) if sort else list(dict.fromkeys(keys))
    names = [order] if isinstance(order, str) else order or []
    groups = [
        sorted(
            (i for i, key in enumerate(keys) if key == group),
            key=lambda i: [records[i][at[o]] for o in names],
        )
        for group in expected
    ]
    assert table["x"].to_list() == groups
    assert list(zip(*(table.rows[b].tolist() for b in by), strict=True)) == expected
    assert list(table.columns) == [c for c in ["k", "name", "ts", "x"] if c not in by]
    assert table["ts"].to_list() == [[records[i][2] for i in g] for g in groups]


@pytest.mark.parametrize("kind", FRAMES)
def test_large_frames_match_pandas(kind: str) -> None:
    rng = np.random.default_rng(0)
    n = 20_000
    users = rng.integers(0, 500, n)
    names = np.array([f"user {i}" for i in range(500)], dtype=object)
    columns = {"user": names[users].tolist(), "ts": rng.permutation(n), "x": rng.normal(size=n)}
    table = from_frame(FRAMES[kind](columns), "user", "ts")
    sorted_ = pd.DataFrame(columns).sort_values(["user", "ts"], kind="stable")
    assert table["x"].flat_values.tolist() == sorted_.x.tolist()
    assert table.rows["user"].tolist() == sorted(set(columns["user"]))
    again = from_frame(table.to_frame("pandas"), "user", "ts")
    assert again["x"].identical(table["x"])


def test_order_by_floats_and_times() -> None:
    columns = {"k": [1, 0, 1, 0], "f": [2.5, -1.0, -0.0, -3.5], "x": [0, 1, 2, 3]}
    assert from_frame(columns, "k", "f")["x"].to_list() == [[3, 1], [2, 0]]
    columns["f"] = np.array([9, -5, 3, -7], "M8[s]")
    assert from_frame(columns, "k", "f")["x"].to_list() == [[3, 1], [2, 0]]
    assert from_frame(columns, "k", "k")["x"].to_list() == [[1, 3], [0, 2]]


@pytest.mark.parametrize("kind", FRAMES)
def test_an_empty_frame_gives_an_empty_table_with_its_dtypes(kind: str) -> None:
    columns = {
        "k": np.array([], "i4"),
        "f": np.array([], "f4"),
        "t": np.array([], "M8[ns]"),
        "b": np.array([], bool),
        "u": np.array([], "U1"),
    }
    table = from_frame(FRAMES[kind](columns), "k", rows="t")
    assert len(table) == 0
    assert table.rows["k"].dtype == np.int32
    assert table.rows["t"].dtype == np.dtype("M8[ns]")
    assert [c.dtype.kind for c in table.columns.values()] == ["f", "b", "U"]
    assert table["f"].dtype == np.float32


def test_a_frame_of_keys_only_has_a_partition() -> None:
    table = from_frame({"k": [2, 1, 2]}, "k")
    assert table.row_lengths().tolist() == [1, 2]
    assert not table.columns


def test_the_table_shares_no_memory_with_the_frame() -> None:
    x = np.array([1, 2, 3])
    for keys in ([1, 1, 2], [2, 1, 1]):
        table = from_frame({"k": np.array(keys), "x": x}, "k", rows=[])
        assert not np.shares_memory(table["x"].flat_values, x)
        assert not table.rows["k"].flags.writeable


# ---------------------------------------------------------------------- labels
def test_rows_become_labels() -> None:
    columns = {
        "user": ["b", "a", "b"],
        "country": ["DE", "FR", "DE"],
        "age": [NAN, 30.0, NAN],
        "home": np.array([[1, 2], [3, 4], [1, 2]]),
        "x": [1, 2, 3],
    }
    table = from_frame(columns, "user", rows=["country", "age", "home"])
    assert list(table.rows) == ["user", "country", "age", "home"]
    assert table.rows["country"].tolist() == ["FR", "DE"]
    assert repr(table.rows["age"].tolist()) == "[30.0, nan]"
    assert table.rows["home"].tolist() == [[3, 4], [1, 2]]
    assert from_frame(columns, "user", rows="country").rows["country"].tolist() == ["FR", "DE"]


@pytest.mark.parametrize(
    ("column", "says"),
    [
        pytest.param(["DE", "IT", "FR"], "got c = 'DE' and 'FR' for user = 'b'", id="text"),
        pytest.param([1.0, NAN, NAN], "got c = 1.0 and nan for user = 'b'", id="nan"),
        pytest.param(
            np.array([[1, 2], [0, 0], [1, 3]]), r"got c = \[1, 2\] and \[1, 3\]", id="inner"
        ),
    ],
)
def test_a_label_must_be_constant(column: Any, says: str) -> None:
    columns = {"user": ["b", "a", "b"], "c": column}
    with pytest.raises(ValueError, match=f"^rows must be constant for each key, {says}"):
        from_frame(columns, "user", rows="c")


def test_the_first_offender_has_all_keys() -> None:
    columns = {"a": [1, 1, 1], "b": ["x", "y", "y"], "c": [1, 2, 3]}
    says = "got c = 2 and 3 for a = 1 and b = 'y'; leave 'c' out of rows="
    with pytest.raises(ValueError, match=says):
        from_frame(columns, ["a", "b"], rows="c")


def test_lists_are_no_labels() -> None:
    columns = {"k": [1, 1], "c": rk.array([[1], [1]])}
    with pytest.raises(TypeError, match=r"^rows must name no column of lists, got 'c'"):
        from_frame(columns, "k", rows="c")


# ---------------------------------------------------------------------- missing values
MISSING_KEYS: dict[str, Callable[[], Any]] = {
    "none": lambda: ["a", None, "b", None],
    "nan": lambda: np.array([1.0, NAN, 2.0, NAN]),
    "nat": lambda: np.array([1, "NaT", 2, "NaT"], "M8[s]"),
    "masked": lambda: np.ma.masked_array([1, 0, 2, 0], [False, True, False, True]),
    "Int64": lambda: pd.Series([1, None, 2, None], dtype="Int64"),
    "str": lambda: pd.Series(["a", None, "b", None]),
    "object": lambda: pd.Series(["a", None, "b", pd.NA], dtype=object),
    "category": lambda: pd.Series(["a", None, "b", None], dtype="category"),
    "arrow": lambda: arrow().array([1, None, 2, None]),
    "arrow-text": lambda: arrow().array(["a", None, "b", None]),
    "dictionary": lambda: arrow().array(["a", None, "b", None]).dictionary_encode(),
    "dictionary-unsigned": lambda: arrow().DictionaryArray.from_arrays(
        arrow().array([0, None, 1, None], "uint8"), arrow().array(["a", "b"])
    ),
    "polars": lambda: polars().Series([1, None, 2, None]),
    "polars-text": lambda: polars().Series(["a", None, "b", None]),
    "polars-times": lambda: polars().Series([1, None, 2, None]).cast(polars().Date),
}


@pytest.mark.parametrize("make", MISSING_KEYS.values(), ids=MISSING_KEYS)
def test_missing_keys_are_refused_or_dropped(make: Callable[[], Any]) -> None:
    columns = {"k": make(), "x": [1, 2, 3, 4]}
    says = r"^df\['k'\] must have no missing values, got 2 of 4, the first at df\['k'\]\[1\]; "
    with pytest.raises(MissingValueError, match=says + "missing_keys='drop'"):
        from_frame(columns, "k")
    for sort in (True, False):
        table = from_frame(columns, "k", missing_keys="drop", sort=sort)
        assert sorted(map(str, table["x"].flat_values)) == ["1", "3"]
    with pytest.raises(MissingValueError, match=says + "drop these lines"):
        from_frame({"g": [1, 1, 1, 1], **columns}, "g", "k")


def test_lines_of_missing_keys_need_no_values() -> None:
    columns = {"k": [None, "b", "a"], "ts": [None, 1, 2], "x": [None, 3, 4], "l": [None, 5, 6]}
    table = from_frame(columns, "k", "ts", "l", missing_keys="drop")
    assert table["x"].to_list() == [[4], [3]]
    assert table.rows["l"].tolist() == [6, 5]


MISSING_VALUES: dict[str, tuple[Callable[[], Any], Any, list[Any]]] = {
    "none": (lambda: [1, None, 2], 0, [1, 0, 2]),
    "text": (lambda: ["a", None, "b"], "longer", ["a", "longer", "b"]),
    "bytes": (lambda: [b"a", None, b"b"], b"ccc", [b"a", b"ccc", b"b"]),
    "masked": (lambda: np.ma.masked_array([1, 7, 2], [False, True, False]), -1, [1, -1, 2]),
    "Int64": (lambda: pd.Series([1, None, 2**53 + 1], dtype="Int64"), 0, [1, 0, 2**53 + 1]),
    "Int8-wide": (lambda: pd.Series([1, None, 2], dtype="Int8"), 999, [1, 999, 2]),
    "Int64-half": (lambda: pd.Series([1, None, 2], dtype="Int64"), 0.5, [1.0, 0.5, 2.0]),
    "boolean": (
        lambda: pd.Series([True, None, False], dtype="boolean"),
        False,
        [True, False, False],
    ),
    "category": (lambda: pd.Series(["a", None, "b"], dtype="category"), "?", ["a", "?", "b"]),
    "all-none": (lambda: [None, None, None], "", ["", "", ""]),
    "in-lists": (lambda: pd.Series([[1], [None], [2, 3]]), 5, [[1], [5], [2, 3]]),
    "dates": (
        lambda: [dt.date(2024, 1, 2), None, dt.date(2024, 1, 4)],
        dt.date(2024, 1, 3),
        [dt.date(2024, 1, 2), dt.date(2024, 1, 3), dt.date(2024, 1, 4)],
    ),
    "arrow": (lambda: arrow().array([1, None, 2]), 9, [1, 9, 2]),
    "arrow-float": (lambda: arrow().array([1.5, None, 2]), NAN, [1.5, NAN, 2.0]),
    "arrow-bool": (lambda: arrow().array([True, None, False]), True, [True, True, False]),
    "arrow-in-fixed": (
        lambda: arrow().array([[1, 2], [None, 4], [3, 4]], arrow().list_(arrow().int8(), 2)),
        0,
        [[1, 2], [0, 4], [3, 4]],
    ),
    "polars": (lambda: polars().Series([1, None, 2]), 9, [1, 9, 2]),
    "polars-text": (lambda: polars().Series(["a", None, "b"]), "", ["a", "", "b"]),
    "polars-null": (lambda: polars().Series([None, None, None]), 2.5, [2.5, 2.5, 2.5]),
    "arrow-null": (lambda: arrow().array([None, None, None]), 2.5, [2.5, 2.5, 2.5]),
    "polars-in-lists": (
        lambda: polars().Series([[1], [None], [2, 3]]),
        -1,
        [[1], [-1], [2, 3]],
    ),
}


@pytest.mark.parametrize(("make", "fill", "expected"), MISSING_VALUES.values(), ids=MISSING_VALUES)
def test_missing_values_are_refused_or_filled(
    make: Callable[[], Any], fill: Any, expected: list[Any]
) -> None:
    columns = {"k": [1, 1, 1], "x": make()}
    says = (
        r"^df\['x'\] must have no missing values, got [13] of [346], the first at df\['x'\]\[[10]\]"
    )
    with pytest.raises(
        MissingValueError, match=says + r"(\[0\])?; fill_missing=value replaces them"
    ):
        from_frame(columns, "k")
    for given_ in (fill, {"x": fill}):
        assert repr(from_frame(columns, "k", fill_missing=given_)["x"].to_list()) == repr(
            [expected]
        )


MISSING_LISTS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "pandas": (lambda: pd.Series([[1], None, [2, 3]]), [[1], [], [2, 3]]),
    "polars": (lambda: polars().Series([[1], None, [2, 3]]), [[1], [], [2, 3]]),
    "arrow": (lambda: arrow().array([[1], None, [2, 3]]), [[1], [], [2, 3]]),
    "arrow-fixed": (
        lambda: arrow().array([[1, 2], None, [3, 4]], arrow().list_(arrow().int8(), 2)),
        [[1, 2], [], [3, 4]],
    ),
}


@pytest.mark.parametrize(("make", "expected"), MISSING_LISTS.values(), ids=MISSING_LISTS)
def test_missing_lists_are_refused_or_empty(make: Callable[[], Any], expected: Any) -> None:
    columns = {"k": [1, 1, 1], "x": make()}
    says = r"^df\['x'\] must have no missing rows, got 1 of 3, the first at df\['x'\]\[1\]; missing"
    with pytest.raises(MissingValueError, match=says):
        from_frame(columns, "k", fill_missing=0, return_mask=True)
    table, mask = from_frame(columns, "k", missing_rows="empty", return_mask=True)
    assert table["x"].to_list() == [expected]
    assert mask["x"].to_list() == [[[False] * len(row) for row in expected]]


def test_lists_of_a_fixed_size_stay_so_if_the_missing_one_is_not_used() -> None:
    lists = arrow().array([[1, 2], None, [3, 4]], arrow().list_(arrow().int8(), 2))
    table = from_frame({"k": [1, None, 1], "x": lists}, "k", missing_keys="drop")
    assert table["x"].shape.as_list() == [1, None, 2]


def test_masks_of_columns_and_labels() -> None:
    columns = {"k": [2, 1, 2], "x": [None, 5, 6], "l": ["a", None, "a"], "t": [[1, None], [], [2]]}
    table, mask = from_frame(columns, "k", rows="l", return_mask=True)
    assert (table["x"].to_list(), mask["x"].to_list()) == ([[5], [0, 6]], [[False], [True, False]])
    assert mask["t"].to_list() == [[[]], [[False, True], [False]]]
    assert (table.rows["l"].tolist(), mask.rows["l"].tolist()) == (["", "a"], [True, False])
    assert mask.rows["k"].tolist() == [False, False]
    with pytest.raises(ValueError, match="rows must be constant for each key"):
        from_frame({"k": [1, 1], "x": [1, 1], "l": [0, None]}, "k", rows="l", return_mask=True)


def test_nan_and_nat_in_columns_are_values() -> None:
    times = np.array([1, "NaT"], "M8[s]")
    frame = pd.DataFrame({"k": [1, 1], "x": [1.0, NAN], "t": times})
    table = from_frame(frame, "k")
    assert repr(table["x"].to_list()) == "[[1.0, nan]]"
    assert np.isnat(table["t"].flat_values).tolist() == [False, True]


@pytest.mark.parametrize(
    ("fill", "error", "says"),
    [
        ("a", TypeError, r"fill_missing\['x'\] must fit values of int64, got 'a'; fill_missing={"),
        ([1], ValueError, r"fill_missing\['x'\] must be a single value, got \[1\]"),
        (object(), TypeError, r"fill_missing\['x'\] must fit values of int64, got <object"),
        ({"y": 0}, KeyError, "fill_missing must have names of columns, got 'y'"),
        (
            0.5,
            ValueError,
            r"fill_missing\['x'\] must not need float64, in which other values are .*, got 0.5",
        ),
        (np.datetime64(0, "s"), TypeError, r"fill_missing\['x'\] must fit values of int64"),
    ],
)
def test_a_fill_value_must_fit(fill: Any, error: type[Exception], says: str) -> None:
    columns = {"k": [1, 1], "x": pd.Series([2**53 + 1, None], dtype="Int64")}
    with pytest.raises(error, match=f"^{says}"):
        from_frame(columns, "k", fill_missing=fill)


def test_rows_without_values_can_be_empty() -> None:
    columns: dict[str, list[Any]] = {
        "k": [2, 1, 2, 3, 4],
        "x": [NAN, NAN, 1.0, 5.0, NAN],
        "n": [None, None, 7, 8, 9],
    }
    with pytest.raises(MissingValueError, match=r"df\['n'\] must have no .* got 1 of 4"):
        from_frame(columns, "k", missing_rows="empty")
    columns["n"][0] = 6
    table = from_frame(columns, "k", missing_rows="empty")
    assert table["n"].to_list() == [[], [6, 7], [8], [9]]
    assert table.rows["k"].tolist() == [1, 2, 3, 4]
    first = from_frame(columns, "k", sort=False, missing_rows="empty")
    assert first["n"].to_list() == [[6, 7], [], [8], [9]]
    assert from_frame({"k": [1, 2]}, "k", missing_rows="empty").row_lengths().tolist() == [1, 1]


# ---------------------------------------------------------------------- categories
def test_categories_are_in_their_own_order() -> None:
    size = pd.Categorical(["L", "S", "L", "M"], categories=["S", "M", "L", "XL"], ordered=True)
    table = from_frame(pd.DataFrame({"size": size, "x": [1, 2, 3, 4]}), "size")
    assert table.rows["size"].tolist() == ["S", "M", "L"]
    assert table["x"].to_list() == [[2], [4], [1, 3]]
    inside = from_frame(pd.DataFrame({"k": 0, "size": size, "x": [1, 2, 3, 4]}), "k", "size")
    assert inside["x"].to_list() == [[2, 4, 1, 3]]
    assert inside["size"].to_list() == [["S", "M", "L", "L"]]


def test_dictionaries_of_arrow_may_repeat_a_level() -> None:
    pa = arrow()
    for ordered, expected in ((True, ["b", "a"]), (False, ["a", "b"])):
        column = pa.DictionaryArray.from_arrays(
            pa.array([2, 1, 0, None]), pa.array(["b", "a", "b"]), ordered=ordered
        )
        table = from_frame(pa.table({"k": column, "x": [1, 2, 3, 4]}), "k", missing_keys="drop")
        assert table.rows["k"].tolist() == expected
        assert dict(zip(expected, table["x"].to_list(), strict=True)) == {"b": [1, 3], "a": [2]}


def test_an_enum_of_polars_is_in_its_own_order() -> None:
    pl = polars()
    for dtype, expected in ((pl.Enum(["z", "a"]), ["z", "a"]), (pl.Categorical, ["a", "z"])):
        frame = pl.DataFrame({"k": pl.Series(["a", "z", "a"], dtype=dtype), "x": [1, 2, 3]})
        assert from_frame(frame, "k").rows["k"].tolist() == expected


# ---------------------------------------------------------------------- errors
FRAME = pd.DataFrame({"user": ["a", "b"], "x": [1, 2]})


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: from_frame(FRAME, "usr"),
            KeyError,
            "by must be .* got 'usr'; did you mean 'user'",
        ),
        (lambda: from_frame(FRAME, "q"), KeyError, r"got 'q'; the columns are \['user', 'x'\]"),
        (
            lambda: from_frame(FRAME.set_index("user"), "user"),
            KeyError,
            r"index: df.reset_index\(\)",
        ),
        (lambda: from_frame(FRAME, []), ValueError, r"by must name at least one column, got \[\]"),
        (lambda: from_frame(FRAME, ["x", "x"]), ValueError, "by must not repeat a name, got 'x'"),
        (lambda: from_frame(FRAME, "x", rows="x"), ValueError, "rows must not repeat a name"),
        (lambda: from_frame(FRAME, 1), TypeError, "by must be names of columns, got 1"),  # type: ignore[arg-type]
        (lambda: from_frame(FRAME, "user", order="t"), KeyError, "order must be the name"),
        (
            lambda: from_frame(FRAME, "user", missing_keys="x"),
            ValueError,
            "missing_keys must be 'r",
        ),
        (
            lambda: from_frame(FRAME, "user", missing_rows="x"),
            ValueError,
            "missing_rows must be 'r",
        ),
        (lambda: from_frame(FRAME, "user", sort=np.ones(2)), TypeError, "sort must be"),  # type: ignore[arg-type]
        (
            lambda: from_frame({"k": rk.array([[1], [2]])}, "k"),
            TypeError,
            r"df\['k'\] must contain .* got 'lists'; only a column of single values can be a key",
        ),
        (lambda: from_frame({"k": np.ones((2, 2))}, "k"), TypeError, "got '1 axes more'"),
        (
            lambda: from_frame(pd.DataFrame({"k": ["a", 1]}), "k"),
            TypeError,
            r"df\['k'\] must contain .* of one kind, got \['a', 1\]",
        ),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
