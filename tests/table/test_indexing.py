"""Indexing of a table, compared with lists of rows; and the keys that it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import RaggedIndexError
from tests.table.model import EMPTY, SMALL, Row, check, rows_of, table_of, tables

SLICES = st.slices(6)


# ------------------------------------------------------------------ rows
@given(tables(), SLICES)
def test_slices_of_rows(t: rk.RaggedTable, key: slice) -> None:
    check(t[key], rows_of(t)[key], like=t)


@given(tables(), st.data())
def test_lists_of_rows(t: rk.RaggedTable, data: st.DataObject) -> None:
    n = len(t)
    picks = data.draw(st.lists(st.integers(-n, n - 1), max_size=5)) if n else []
    rows = rows_of(t)
    for key in (picks, np.array(picks, dtype="int32")):
        check(t[key], [rows[i] for i in picks], like=t)
    marks = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    for flags in (marks, np.array(marks, dtype=bool)):
        check(t[flags], [row for row, m in zip(rows, marks, strict=True) if m], like=t)


@given(tables(), SLICES, SLICES)
def test_slices_within_rows(t: rk.RaggedTable, rows: slice, items: slice) -> None:
    expected = [(labels, row[items]) for labels, row in rows_of(t)]
    check(t[:, items], expected, like=t)
    check(t[rows, items], expected[rows], like=t)


def plain(row: dict[str, Any]) -> Row:
    """Return a row in the form of the model."""
    values = {
        n: x.to_list() if hasattr(x, "to_list") else np.asarray(x).tolist() for n, x in row.items()
    }
    labels = {name: values.pop(name) for name in SMALL.rows}
    return labels, [
        dict(zip(values, item, strict=True)) for item in zip(*values.values(), strict=True)
    ]


@given(tables(), SLICES)
def test_rows_are_dicts_of_labels_and_arrays(t: rk.RaggedTable, items: slice) -> None:
    expected = rows_of(t)
    assert [plain(row) for row in t] == expected
    for i, (labels, row) in enumerate(expected):
        assert list(t[i]) == [*t.rows, *t.columns]
        keys: list[Any] = [i, i - len(t), np.int32(i), np.array(i)]
        for key in keys:
            assert plain(t[key]) == (labels, row)
        assert plain(t[i, items]) == (labels, row[items])


# ------------------------------------------------------------------ items
@given(tables(), st.integers(0, 4))
def test_a_mask_keeps_marked_items_and_all_rows(t: rk.RaggedTable, limit: int) -> None:
    expected = [(labels, [i for i in row if i["x"] < limit]) for labels, row in rows_of(t)]
    kept = t[t["x"] < limit]
    check(kept, expected, like=t)
    assert t.select("parts")[t["x"] < limit].identical(kept.select("parts"))
    none = t.select()[t["x"] < limit]
    assert none.row_lengths().tolist() == [len(row) for _, row in expected]


@given(tables(), st.data())
def test_positions_select_items_in_rows(t: rk.RaggedTable, data: st.DataObject) -> None:
    picks = [
        data.draw(st.lists(st.integers(-n, n - 1), max_size=3)) if n else []
        for n in t.row_lengths().tolist()
    ]
    key = rk.RaggedTensor.from_row_lengths(
        np.array([p for row in picks for p in row], dtype="int64"),
        np.array(list(map(len, picks)), int),
    )
    expected = [
        (labels, [row[p] for p in row_picks])
        for (labels, row), row_picks in zip(rows_of(t), picks, strict=True)
    ]
    found = t[key]
    assert rows_of(found) == expected
    check(found, expected)
    check(t[t["x"].argsort()], [(a, sorted(r, key=lambda i: i["x"])) for a, r in rows_of(t)])


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_a_mask_of_many_items(engine: str) -> None:
    rng = np.random.default_rng(0)
    lengths = rng.integers(0, 9, 20_000)
    x = rng.integers(0, 9, lengths.sum())
    columns = {"x": x, "y": x / 2, "z": x.astype("U1"), "p": np.stack([x, -x], 1)}
    part = rk.RowPartition.from_row_lengths(lengths)
    t = rk.RaggedTable({n: rk.RaggedTensor(c, part) for n, c in columns.items()})
    mask = t["x"] > 4
    with rk.options(engine=engine):
        kept = t[mask]
        for name in columns:
            assert kept[name].identical(t[name][mask])


# ------------------------------------------------------------------ declared uniform rows
def test_uniform_rows_stay_uniform_where_they_must() -> None:
    t = rk.RaggedTable({"a": np.arange(12).reshape(4, 3), "b": np.ones((4, 3, 2))}, {"i": range(4)})
    keys: list[tuple[Any, int]] = [
        (slice(1, 3), 3),
        ([2, 0], 3),
        ((slice(None), slice(1, None)), 2),
        ((slice(None), slice(None, None, -2)), 2),
    ]
    for key, length in keys:
        found = t[key]
        assert found.partition.uniform_row_length().tolist() == length
        assert found["a"].to_list() == t["a"][key].to_list()
        assert found["b"].to_list() == t["b"][key].to_list()
    assert t[t["a"] > 5]["a"].shape.as_list() == [4, None]


# ------------------------------------------------------------------ edges
@pytest.mark.parametrize("key", [(), ..., (...,), slice(None), (slice(None), slice(None))], ids=str)
def test_keys_that_select_everything(key: Any) -> None:
    assert SMALL[key].identical(SMALL)


def test_a_table_without_rows() -> None:
    every: list[Any] = [slice(None, None, -1), [], np.array([], bool), (..., slice(1))[:1]]
    for key in [*every, EMPTY["x"] > 1, (slice(None), slice(1))]:
        check(EMPTY[key], [], like=SMALL)
    assert list(EMPTY) == []
    with pytest.raises(
        RaggedIndexError, match=r"^row must be in range, but there are no rows, got 0$"
    ):
        EMPTY[0]


def test_views_share_the_values() -> None:
    part = SMALL[1:4]
    for name in SMALL.columns:
        assert np.shares_memory(part[name].flat_values, SMALL[name].flat_values)
    assert np.shares_memory(part.rows["box"], SMALL.rows["box"])
    assert not part.rows["box"].flags.writeable


def test_a_row_cannot_be_written() -> None:
    row = SMALL[1]
    for name in ("x", "word", "point", "box"):
        with pytest.raises(ValueError, match="read-only"):
            row[name][0] = row[name][0]


def test_a_label_is_no_key() -> None:
    t = rk.RaggedTable({"x": [[1], [2], [3]]}, {"id": [2, 1, 0]})
    assert t[2]["id"] == 0
    assert t[[2]].rows["id"].tolist() == [0]


def test_a_slice_of_rows_with_splits_that_start_later() -> None:
    t = table_of([3000, 1, 0, 2], np.arange(3003) % 4, "int32")[1:]
    check(t[:, ::-1], [(labels, row[::-1]) for labels, row in rows_of(t)], like=t)
    check(t[t["x"] > 0], [(a, [i for i in r if i["x"] > 0]) for a, r in rows_of(t)], like=t)


def test_series_and_ranges_are_keys() -> None:
    pandas = pytest.importorskip("pandas")
    n = len(SMALL)
    assert SMALL[pandas.Series([True] * n)].identical(SMALL)
    every: Any = range(n)
    assert SMALL[every].identical(SMALL)


# ------------------------------------------------------------------ refusals
X = SMALL["x"]
REFUSED: dict[str, tuple[Any, type[Exception], str]] = {
    "row": (9, RaggedIndexError, r"^row must be from -6 to 5, got 9$"),
    "negative-row": (-7, RaggedIndexError, r"^row must be from -6 to 5, got -7$"),
    "rows": ([0, 9], RaggedIndexError, r"^key\[1\] must be from -6 to 5, got 9$"),
    "flags": ([True], RaggedIndexError, r"^row mask must have 6 items, one per row, got 1$"),
    "names": (
        ["x", "word"], TypeError,
        r"^key must be one name, got .*; t\.select\('x', 'word'\) is a table of these columns$",
    ),
    "names-in-a-tuple": (("x", "word"), TypeError, r"t\.select\('x', 'word'\)"),
    "name-last": ((0, "x"), TypeError, r"^key must be a name alone, .* first: t\['x'\]$"),
    "axis": (None, TypeError, r"^key must not add an axis, got None; index a column"),
    "item": (
        (slice(None), 0), TypeError,
        r"^key\[1\] must be a slice, got 0; t\[:, :1\] keeps rows, t\[name\]\.column\(0\) is",
    ),
    "list-of-items": ((slice(None), [0]), TypeError, r"^key\[1\] must be a slice, got \[0\]$"),
    "three": ((0, slice(1), 0), RaggedIndexError, r"must select rows and items in rows"),
    "ellipsis": ((..., slice(1)), RaggedIndexError, r"must select rows and items in rows"),
    "float": (1.5, TypeError, r"^key must be an integer, a slice, .* or bools, got 1\.5$"),
    "bool": (True, TypeError, r"^key must be an integer, a slice, .* or bools, got True$"),
    "matrix": (np.ones((6, 3), bool), TypeError, r"^key must be an integer, a slice"),
    "step": (slice(None, None, 0), ValueError, r"^slice step must not be 0, got 0$"),
    "slice": (slice("a", "b"), TypeError, r"^slice start must be an integer or None, got 'a'$"),
    "floats": (X * 1.5, TypeError, r"^key must be a ragged tensor of bools or ints, got dtype"),
    "differences": (
        X.diff() > 0, RaggedIndexError,
        r"got length 2 for 3 in row 1; for a mask of differences: t\[:, 1:\]\[mask\]$",
    ),
    "other-lengths": (
        rk.array([[], [True], [], [True], [True], []]), RaggedIndexError,
        r"^mask must have the row lengths of the table, got length 1 for 3 in row 1$",
    ),
    "fewer-rows": ((X > 1)[1:], RaggedIndexError, r"must have the 6 rows of the table, got 5$"),
    "nested-mask": (
        SMALL["parts"] > 1, RaggedIndexError,
        r"^mask must have one flag for each item of a row, .*; mask one column: t\[name\]\[mask\]$",
    ),
    "inner-axis": (SMALL["point"] > 1, RaggedIndexError, r"one flag for each item of a row"),
    "positions": (
        rk.array([[], [3], [], [], [], []], dtype="int64"), RaggedIndexError,
        r"^indices must be in their row, got indices\[1, 0\] = 3 where the row has length 3",
    ),
    "nested-positions": (
        SMALL["parts"].astype("int64"), RaggedIndexError, "have one list of positions for each row",
    ),
    "fewer-lists": (rk.array([[], [0]], dtype="int64"), ValueError, "indices"),
    "table": (SMALL, TypeError, "^key must contain integers or bools, got <RaggedTable"),
}  # fmt: skip


@pytest.mark.parametrize(("key", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_a_key_is_refused(key: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        SMALL[key]


def test_unvalidated_row_splits_are_refused() -> None:
    bad = rk.RaggedTensor.from_row_splits(np.arange(3), np.array([0, 9, 3]), validate=False)
    for key in ((slice(None), slice(1)), [1, 0], rk.array([[True] * 9, []])):
        with pytest.raises(ValueError, match=r"row_splits|row lengths"):
            rk.RaggedTable({"a": bad})[key]
