"""Awkward arrays to tensors and back: layouts, shared memory, missing ones, records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk

ak = pytest.importorskip("awkward")
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
TENSORS: dict[str, rk.RaggedTensor] = {
    "ints": D,
    "int32-splits": D.with_row_splits_dtype("int32"),
    "nested": rk.array([[[1, 2], []], [], [[3]]]),
    "text": rk.array([["a", "ß€"], [], ["b"]]),
    "bytes": rk.array([[b"ab", b""], []]),
    "bools": rk.array([[True, False], []]),
    "datetimes": rk.cast(D, "datetime64[us]"),
    "inner": rk.RaggedTensor.from_row_lengths(np.arange(12.0).reshape(6, 2), [2, 0, 4]),
    "uniform": rk.RaggedTensor.from_uniform_row_length(rk.array([[1], [], [2, 3], [4]]), 2),
    "slice": D[1:4],
    "no-rows": D[:0],
}


@pytest.mark.parametrize("name", TENSORS)
def test_round_trips(name: str) -> None:
    rt = TENSORS[name]
    array = rt.to_awkward()
    assert array.to_list() == rt.to_list()
    assert rk.RaggedTensor.from_awkward(array).identical(rt)
    assert rk.array(array).identical(rt)


@pytest.mark.parametrize("name", ["ints", "int32-splits", "nested", "datetimes", "slice"])
def test_memory_is_shared_both_ways(name: str) -> None:
    rt = TENSORS[name]
    back = rk.RaggedTensor.from_awkward(rt.to_awkward())
    assert np.shares_memory(back.flat_values, rt.flat_values)
    assert np.shares_memory(back.row_splits, rt.row_splits)
    assert not back.flat_values.flags.writeable


rows = st.lists(
    st.none()
    | st.lists(st.none() | st.lists(st.none() | st.integers(-9, 9), max_size=3), max_size=3),
    max_size=5,
)


@given(rows=rows, at=st.lists(st.integers(0, 4), max_size=6), step=st.sampled_from([1, -1, 2]))
def test_property_of_any_layout(rows: Any, at: list[int], step: int) -> None:
    """Selections give ListArrays and IndexedOptionArrays."""
    typed = ak.Array([[[0]], None, [None, [None]], *rows])
    at = [i for i in at if i < len(rows)]
    array = typed[3:][at][::step]
    chosen = [rows[i] for i in at][::step]
    rt, mask = rk.RaggedTensor.from_awkward(
        array, fill_missing=77, return_mask=True, missing_rows="empty"
    )
    model = [[list(items or []) for items in row or []] for row in chosen]
    assert rt.to_list() == [[[77 if x is None else x for x in r] for r in row] for row in model]
    assert mask.to_list() == [[[x is None for x in r] for r in row] for row in model]


def test_text_after_a_selection() -> None:
    array = ak.Array([["a", "bc"], [], ["ß", "", "x" * 9]])
    assert rk.array(array[[2, 0]]).to_list() == [["ß", "", "x" * 9], ["a", "bc"]]
    assert rk.array(array[:, ::-1]).to_list() == [["bc", "a"], [], ["x" * 9, "", "ß"]]


def test_records_and_tables() -> None:
    array = ak.Array([[{"x": 1, "y": "a"}], [], [{"x": 3, "y": "b"}, {"x": 4, "y": "c"}]])
    for some in (array, array[1:], array[[2, 0]]):
        t = rk.RaggedTable.from_awkward(some)
        assert (t["x"].to_list(), t["y"].to_list()) == (some.x.to_list(), some.y.to_list())
    table = rk.RaggedTable({"n": [[3, 1], [4]]}, rows={"user": ["ann", "bob"]})
    assert rk.RaggedTable.from_awkward(table.to_awkward()).identical(table)


def test_swapped_bytes_become_native() -> None:
    assert rk.cast(D, ">i8").to_awkward().to_list() == D.to_list()


def test_a_million_values_at_once() -> None:
    """Reading one by one took 91 s; here nothing is copied."""
    rt = rk.RaggedTensor.from_row_lengths(np.arange(10**6), np.full(10**5, 10))
    back = rk.array(rt.to_awkward())
    assert np.shares_memory(back.flat_values, rt.flat_values)


REFUSED: dict[str, tuple[Any, str]] = {
    "flat": ([1, 2], "array must be an array of lists"),
    "records": ([[{"x": 1}]], "array must have lists of numbers|obj must|RaggedTable.from_awkward"),
    "unions": ([[1, "a"]], "array must have lists of numbers, text, bytes or times"),
    "missing": (
        [[1, None]],
        r"array must have no missing values, got 1 of 2, the first at array\[0\]\[1\]",
    ),
    "missing-row": (
        [[1], None],
        r"array must have no missing rows, got 1 of 2, the first at array\[1\]",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors(name: str) -> None:
    rows, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=message):
        rk.RaggedTensor.from_awkward(ak.Array(rows))
    with pytest.raises((TypeError, ValueError)):
        rk.array(ak.Array(rows))


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match=r"array must be an awkward\.Array, got 'list'"):
        rk.RaggedTensor.from_awkward([[1]])
    with pytest.raises(TypeError, match="complex128"):
        rk.RaggedTensor.from_awkward(ak.Array([[1j]]))
