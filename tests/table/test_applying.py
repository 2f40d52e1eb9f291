"""`apply_rows`: results against plain Python, errors that name the row, the progress bar."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.errors import MissingValueError
from raggedkit.table import applying
from raggedkit.table.applying import apply_rows
from raggedkit.testing import assert_ragged_equal

ROWS = rk.array([[1, 2, 3], [], [4, 5]])
NONE = ROWS[:0]
rows = st.lists(st.lists(st.integers(-99, 99), max_size=5), min_size=1, max_size=6)


@given(rows)
def test_results_match_plain_python(given: list[list[int]]) -> None:
    rt = rk.array(given) if any(given) else rk.array(given, dtype=int)
    assert apply_rows(len, rt).tolist() == [len(row) for row in given]
    assert apply_rows(lambda row: row[::-1], rt).to_list() == [row[::-1] for row in given]
    doubled = apply_rows(lambda row, n: [int(x) for x in row] * int(n), rt, rt.row_lengths())
    assert doubled.to_list() == [row * len(row) for row in given]
    table = apply_rows(lambda row: {"x": row, "n": len(row)}, rt)
    assert table["x"].to_list() == given
    assert table.rows["n"].tolist() == [len(row) for row in given]


@given(rows, st.integers(1, 3))
def test_inner_axes_and_slices_match_plain_python(given: list[list[int]], k: int) -> None:
    values = [x for row in [[7], *given] for x in row]
    flat = np.repeat(np.array(values)[:, None], k, axis=1)
    rt = rk.RaggedTensor.from_row_lengths(flat, [1, *map(len, given)])[1:]  # starts at 1, not at 0
    sums = apply_rows(lambda row: row.sum(axis=0), rt, returns="array")
    assert sums.tolist() == [[sum(row)] * k for row in given]
    assert_ragged_equal(apply_rows(lambda row: row, rt), rt)


CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], Any]] = {
    "one-row": (len, (ROWS[:1],), {}, np.array([3])),
    "only-empty-rows": (lambda row: row, (ROWS[1:2],), {}, ROWS[1:2]),
    "int32-splits": (len, (ROWS.with_row_splits_dtype("int32"),), {}, np.array([3, 0, 2])),
    "rows-of-rows": (
        lambda row: row[:, ::-1],
        (rk.array([[[1], [2, 3]], [[4, 5]]]),),
        {},
        rk.array([[[1], [3, 2]], [[5, 4]]]),
    ),
    "nested-list": (
        lambda row: [[1], [2, 3]],
        (ROWS[:2],),
        {},
        rk.array([[[1], [2, 3]], [[1], [2, 3]]]),
    ),
    "dense": (lambda row: row.max(), ([[1, 5], [7, 2]],), {}, np.array([5, 7])),
    "vector": (lambda x: x + 1, ([1.5, 2.5],), {}, np.array([2.5, 3.5])),
    "text": (lambda row: "a" * len(row), (ROWS,), {}, np.array(["aaa", "", "aa"])),
    "texts": (lambda row: ["a"] * len(row), (ROWS,), {}, rk.array([["a"] * 3, [], ["a"] * 2])),
    "bool": (lambda row: bool(len(row)), (ROWS,), {}, np.array([True, False, True])),
    "complex": (lambda row: row * 1j, (ROWS,), {}, ROWS * 1j),
    "times": (
        lambda row: np.datetime64("2024-01-01") + len(row),
        (ROWS[:2],),
        {},
        np.array(["2024-01-04", "2024-01-01"], "M8[D]"),
    ),
    "promoted": (lambda row: len(row) or 0.5, (ROWS,), {}, np.array([3, 0.5, 2])),
    "nan": (
        lambda row: row.sum() / len(row) if len(row) else np.nan,
        (ROWS[1:],),
        {},
        np.array([np.nan, 4.5]),
    ),
    "list-of-ints-and-empty-list": (lambda row: row.tolist(), (ROWS,), {}, ROWS),
    "only-empty-lists": (lambda row: [], (ROWS[:1],), {}, rk.array([[]])),
    "shapes": (
        lambda row: [len(row), 1],
        (ROWS,),
        {"returns": "array"},
        np.array([[3, 1], [0, 1], [2, 1]]),
    ),
    "single-values-in-rows": (lambda row: [len(row)], (ROWS,), {}, rk.array([[3], [0], [2]])),
    "dtype": (lambda row: row, (ROWS,), {"dtype": "float32"}, ROWS.astype("float32")),
    "dtype-of-numbers": (len, (ROWS,), {"dtype": "int8"}, np.array([3, 0, 2], "int8")),
    "no-rows": (len, (NONE,), {"returns": "array", "dtype": int}, np.array([], int)),
    "no-rows-ragged": (len, (NONE,), {"returns": "ragged", "dtype": int}, NONE),
}


@pytest.mark.parametrize(("f", "rts", "options", "expected"), CASES.values(), ids=CASES)
def test_edges(f: Any, rts: Any, options: Any, expected: Any) -> None:
    got = apply_rows(f, *rts, **options)
    assert_ragged_equal(got, expected)
    assert got.dtype == expected.dtype


def test_rows_are_read_only_views() -> None:
    rt = rk.RaggedTensor.from_row_lengths(np.arange(3), [2, 1])
    seen: list[Any] = []

    def collect(row: Any) -> int:
        seen.append(row)
        return 0

    apply_rows(collect, rt)
    assert all(np.shares_memory(row, rt.flat_values) and not row.flags.writeable for row in seen)


def test_a_buffer_that_f_returns_again_is_copied() -> None:
    buffer = np.zeros(1)

    def total(row: Any) -> Any:
        buffer[0] = row.sum()
        return buffer

    assert apply_rows(total, ROWS).to_list() == [[6.0], [0.0], [9.0]]
    table = apply_rows(lambda row: {"sum": total(row)}, ROWS)
    assert table["sum"].to_list() == [[6.0], [0.0], [9.0]]


# ------------------------------------------------------------------ tables
def test_dicts_become_a_table() -> None:
    table = apply_rows(lambda row: {"x": row * 2, "n": len(row)}, ROWS)
    assert isinstance(table, rk.RaggedTable)
    assert_ragged_equal(table["x"], ROWS * 2)
    assert table.rows["n"].tolist() == [3, 0, 2]
    assert list(table.columns) == ["x"]


def test_single_values_make_a_table_with_the_rows_of_the_first_tensor() -> None:
    table = apply_rows(lambda x, row: {"n": len(row)}, [1, 2, 3], ROWS, returns="table")
    assert (list(table.columns), table.rows["n"].tolist()) == ([], [3, 0, 2])
    assert table.row_lengths().tolist() == [3, 0, 2]
    assert apply_rows(lambda x: {"n": x}, [1, 2]).row_lengths().tolist() == [0, 0]


def test_a_table_without_rows_has_the_names_and_dtypes_of_dtype() -> None:
    table = apply_rows(len, NONE, returns="table", dtype={"x": "float32"})
    assert (len(table), table["x"].dtype) == (0, np.dtype("float32"))


def test_dtypes_of_a_table() -> None:
    table = apply_rows(lambda r: {"x": r, "n": len(r)}, ROWS, dtype={"x": float, "n": "int8"})
    assert (table["x"].dtype, table.rows["n"].dtype) == (np.dtype(float), np.dtype("int8"))


def test_rows_of_a_table_are_dicts_and_labels_stay() -> None:
    table = rk.RaggedTable({"x": ROWS, "y": ROWS * 2}, rows={"id": ["a", "b", "c"]})
    assert table.apply_rows(lambda row: row["id"] * len(row["x"])).tolist() == ["aaa", "", "cc"]
    assert_ragged_equal(table.apply_rows(lambda row: row["x"] + row["y"]), ROWS * 3)
    made = table.apply_rows(lambda row: {"z": row["y"], "n": len(row["y"])})
    assert list(made.rows) == ["id", "n"]
    assert_ragged_equal(made["z"], ROWS * 2)
    assert made.rows["id"].tolist() == ["a", "b", "c"]
    replaced = table.apply_rows(lambda row: {"id": row["x"]})
    assert (list(replaced.columns), list(replaced.rows)) == (["id"], [])
    none = table[:0].apply_rows(len, returns="table", dtype={"z": int})
    assert (len(none), list(none.rows)) == (0, ["id"])
    with pytest.raises(ZeroDivisionError) as caught:
        table.apply_rows(lambda row: 1 / len(row["x"]))
    assert caught.value.__notes__[0].startswith("f raised this error for row 1: f({'id': ")


# ------------------------------------------------------------------ errors
def test_an_error_of_f_is_raised_with_its_row() -> None:
    with pytest.raises(ZeroDivisionError, match="by zero") as caught:
        apply_rows(lambda row, k: 1 // len(row), ROWS, [1, 2, 3])
    (note,) = caught.value.__notes__
    assert note == "f raised this error for row 1: f(array([], dtype=int64), np.int64(2))"


def test_interrupts_have_no_note() -> None:
    def stop(row: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        apply_rows(stop, ROWS)
    assert not hasattr(caught.value, "__notes__")


def in_turn(*results: Any) -> Callable[[Any], Any]:
    """Return a function that returns these results for the rows of ROWS, by their lengths."""
    by_length = dict(zip((3, 0, 2), results, strict=True))
    return lambda row: by_length[len(row)]


WRONG: dict[str, tuple[Any, tuple[Any, ...], dict[str, Any], type[Exception], str]] = {
    "not-callable": (ROWS, (len,), {}, TypeError, "f must be callable, got <RaggedTensor"),
    "no-tensor": (len, (), {}, TypeError, "rts must have at least one tensor, got none"),
    "scalar": (len, (ROWS, 3), {}, ValueError, r"rts\[1\] must have rows, got 3"),
    "row-counts": (len, (ROWS, [1]), {}, ValueError, r"got 3 in rts\[0\] and 1 in rts\[1\]"),
    "returns": (len, (ROWS,), {"returns": "list"}, ValueError, "'table', got 'list'"),
    "dtype": (len, (ROWS,), {"dtype": "number"}, TypeError, "be a NumPy dtype, got 'number'"),
    "dict-for-array": (
        *(len, (ROWS,), {"returns": "array", "dtype": {"x": int}}),
        *(TypeError, "a single dtype for returns='array', got {'x'"),
    ),
    "dict-for-array-by-result": (
        *(len, (ROWS,), {"dtype": {"x": int}}, TypeError, "a single dtype for returns='array'"),
    ),
    "dtype-for-table": (
        *(len, (ROWS,), {"returns": "table", "dtype": int}),
        *(TypeError, "a dict of dtypes by name for returns='table', got <class 'int'>"),
    ),
    "dtype-of-no-result": (
        *(lambda row: {"x": row}, (ROWS,), {"dtype": {"y": int}}),
        *(ValueError, r"dtype must have names of f\(row\) only, got 'y'; f\(row\) has \['x'\]"),
    ),
    "no-rows": (len, (NONE,), {}, ValueError, "returns must be given if there are no rows"),
    "no-rows-no-dtype": (
        *(len, (NONE,), {"returns": "ragged"}),
        *(ValueError, "dtype must be given if there are no rows, got None"),
    ),
    "none": (in_turn(1, None, 1), (ROWS,), {}, TypeError, r"f\(row 1\) must .* got None"),
    "missing": (
        *(in_turn([1], [2, None], [1]), (ROWS,), {}),
        *(MissingValueError, r"f\(row 1\) must have no missing values, .* at f\(row 1\)\[1\]"),
    ),
    "number-among-rows": (
        *(in_turn([1], 7, [3]), (ROWS,), {}),
        *(ValueError, r"f\(row 1\) must be an array or a list, got 7"),
    ),
    "row-among-numbers": (
        *(in_turn(1, [7], 3), (ROWS,), {}),
        *(ValueError, r"same number of axes for all rows, got 1 for row 0 and \[7\] for row 1"),
    ),
    "shapes": (
        *(lambda row: row, (ROWS,), {"returns": "array"}),
        *(
            ValueError,
            r"same shape .* array\(\[1, 2, 3\]\) for row 0 .* for row 1; returns='ragged'",
        ),
    ),
    "kinds": (
        *(in_turn(1, 2, "a"), (ROWS,), {}),
        *(TypeError, r"f\(row\) must be of the same kind .* got 1 for row 0 and 'a' for row 2"),
    ),
    "kinds-of-rows": (
        *(in_turn([], [2], ["a"]), (ROWS,), {}),
        *(TypeError, r"got \[2\] for row 1 and \['a'\] for row 2"),
    ),
    "dict-among-rows": (
        *(in_turn([1], {"x": 1}, [1]), (ROWS,), {}, TypeError, r"f\(row 1\) must .* got {'x'"),
    ),
    "row-among-dicts": (
        *(in_turn({"x": 1}, [1], {"x": 1}), (ROWS,), {}),
        *(TypeError, r"f\(row 1\) must be a dict, as f\(row 0\), got \[1\]"),
    ),
    "names": (
        *(in_turn({"x": 1}, {"y": 1}, {"x": 1}), (ROWS,), {}),
        *(ValueError, r"the same names for all rows, got \['x'\] for row 0 and \['y'\] for row 1"),
    ),
    "kinds-in-a-table": (
        *(in_turn({"x": 1}, {"x": [1]}, {"x": 1}), (ROWS,), {}),
        *(ValueError, r"f\(row\)\['x'\] must have the same number of axes"),
    ),
    "unfit": (
        *(lambda row: row / 2, (ROWS,), {"dtype": int}),
        *(TypeError, r"f\(row\) must contain values of dtype int64, got 0.5 at row 0"),
    ),
    "unfit-number": (
        *(in_turn(1.0, 2.5, 3.0), (ROWS,), {"dtype": int}),
        *(TypeError, r"values of dtype int64, got 2.5 at row 1"),
    ),
}


@pytest.mark.parametrize(("f", "rts", "options", "error", "says"), WRONG.values(), ids=WRONG)
def test_errors(f: Any, rts: Any, options: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        apply_rows(f, *rts, **options)


def test_arguments_are_checked_before_f_is_called() -> None:
    calls: list[Any] = []
    with pytest.raises(ValueError, match="returns must be one of"):
        apply_rows(calls.append, ROWS, returns="rows")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="dtype must be a NumPy dtype"):
        apply_rows(calls.append, ROWS, dtype="number")
    assert calls == []


# ------------------------------------------------------------------ the progress bar
class Bar:
    """A bar of tqdm that notes what it shows."""

    made: list[Bar]

    def __init__(self, total: int, initial: int, unit: str) -> None:
        self.total, self.n, self.unit, self.closed = total, initial, unit, False
        self.made.append(self)

    def update(self) -> None:
        self.n += 1

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[Bar]:
    """The bars that a fake tqdm has made; the clock of `applying` ticks 0.4 seconds a look."""
    Bar.made = []
    tqdm, auto = types.ModuleType("tqdm"), types.ModuleType("tqdm.auto")
    auto.tqdm = Bar  # type: ignore[attr-defined]
    tqdm.auto = auto  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", tqdm)
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    seconds = iter(np.arange(10_000) * 0.4)
    monkeypatch.setattr(applying, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(applying, "is_attended", lambda: True)
    return Bar.made


def test_a_bar_appears_after_a_second(bars: list[Bar]) -> None:
    shown = apply_rows(lambda x: len(bars), np.arange(6))
    assert shown.tolist() == [0, 0, 0, 1, 1, 1]  # at 1.2 seconds, after three rows
    (bar,) = bars
    assert (bar.total, bar.n, bar.unit, bar.closed) == (6, 6, "row", True)


def test_short_calls_have_no_bar(bars: list[Bar]) -> None:
    apply_rows(len, ROWS[:2])
    assert bars == []


def test_nobody_is_shown_a_bar_where_nobody_reads(
    bars: list[Bar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "is_attended", lambda: False)
    apply_rows(lambda x: x, np.arange(9))
    assert bars == []
    apply_rows(lambda x: x, np.arange(9), progress=True)
    assert [bar.n for bar in bars] == [9]


def test_progress_may_be_asked_for_or_switched_off(bars: list[Bar]) -> None:
    apply_rows(lambda x: x, np.arange(9), progress=False)
    assert bars == []
    assert apply_rows(lambda x: len(bars), np.arange(2), progress=True).tolist() == [1, 1]


def test_an_error_closes_the_bar(bars: list[Bar]) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        apply_rows(lambda x: 1 // (3 - int(x)), np.arange(5), progress=True)
    assert caught.value.__traceback__ is not None  # which keeps the frames alive
    assert [(bar.n, bar.closed) for bar in bars] == [(3, True)]


@pytest.mark.parametrize("fault", [None, types.ModuleType("tqdm")], ids=["absent", "broken"])
def test_without_tqdm_nothing_is_shown(
    bars: list[Bar], monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", fault)
    monkeypatch.setitem(sys.modules, "tqdm.auto", fault)
    assert apply_rows(lambda x: x, np.arange(9)).tolist() == list(range(9))
    with pytest.raises(ImportError, match="progress=True needs tqdm"):
        apply_rows(lambda x: x, np.arange(9), progress=True)
