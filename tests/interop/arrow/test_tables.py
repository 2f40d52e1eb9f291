"""Ragged tables and Arrow: structs of lists, lists of structs, shared partitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit.interop.arrow import table_from_arrow, table_to_arrow

pa = pytest.importorskip("pyarrow")
T = rk.RaggedTable(
    {"n": [[3, 1], [], [4]], "w": [["a", "b"], [], ["c"]]},
    rows={"user": ["ann", "bob", "cy"], "at": np.eye(3)[:, :2]},
)


def test_round_trip() -> None:
    table = table_to_arrow(T)
    assert table.column_names == ["user", "at", "n", "w"]
    assert table_from_arrow(table).identical(T)
    assert np.shares_memory(table_from_arrow(table)["n"].flat_values, T["n"].flat_values)


def test_chunks_and_slices() -> None:
    table = table_to_arrow(T)
    twice = pa.concat_tables([table, table])
    assert table_from_arrow(twice).identical(rk.RaggedTable.concat([T, T]))
    assert table_from_arrow(table[1:]).identical(T[1:])
    assert table_from_arrow(table.to_batches()[0]).identical(T)


def test_lists_of_structs_share_one_partition() -> None:
    rows: list[Any] = [[{"a": 1, "b": "x"}], [], [{"a": 3, "b": "y"}, {"a": 4, "b": "z"}]]
    for cut in (0, 1, 2):
        t = table_from_arrow(pa.array(rows)[cut:])
        assert t["a"].to_list() == [[x["a"] for x in row] for row in rows[cut:]]
        assert t["b"].to_list() == [[x["b"] for x in row] for row in rows[cut:]]
        assert t["a"].partitions[0] is t["b"].partitions[0]


def test_lists_inside_structs() -> None:
    rows = [[{"a": [1, 2]}, {"a": []}], [], [{"a": [3]}]]
    assert table_from_arrow(pa.array(rows))["a"].to_list() == [[[1, 2], []], [], [[3]]]


def test_polars_frames() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"k": [1, 2], "x": [[1.5], []]})
    t = table_from_arrow(frame)
    assert (t["x"].to_list(), t.rows["k"].tolist()) == ([[1.5], []], [1, 2])


REFUSED: dict[str, tuple[Any, str]] = {
    "flat": (
        pa.table({"a": [1, 2]}),
        r"obj must have a column of lists, got \['a'\]; rk.RaggedTable.from_frame",
    ),
    "array": (pa.array([1]), "obj must be a table, or an array of lists"),
    "lists": (pa.array([[1]]), "RaggedTensor.from_arrow"),
    "missing-label": (
        pa.table({"k": [1, None], "x": [[1], []]}),
        r"obj\['k'\] must have no missing values, got 1 of 2",
    ),
    "missing-item": (
        pa.table({"x": [[1, None]]}),
        r"obj\['x'\] must have no missing values, got 1 of 2, the first at obj\['x'\]\[0\]\[1\]",
    ),
    "missing-field": (
        pa.array([[{"a": 1}, {"a": None}]]),
        r"obj\['a'\] must have no missing values, got 1 of 2, the first at obj\['a'\]\[0\]\[1\]",
    ),
    "missing-struct": (pa.array([[{"a": 1}, None]]), "obj must have no missing structs, got 1"),
    "lengths": (pa.table({"x": [[1], []], "y": [[], [1]]}), "row"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors(name: str) -> None:
    obj, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=message):
        table_from_arrow(obj)


def test_rules_for_missing_ones() -> None:
    obj = pa.table({"x": [[1, None], None]})
    assert table_from_arrow(obj, fill_missing=0, missing_rows="empty")["x"].to_list() == [
        [1, 0],
        [],
    ]


def test_other_libraries_take_a_table() -> None:
    pl = pytest.importorskip("polars")
    assert pl.DataFrame(T)["w"].to_list() == T["w"].to_list()
    assert pa.table(T).equals(T.to_arrow())
    assert rk.RaggedTable.from_arrow(pl.DataFrame(T)).select("n", "w")["n"].identical(T["n"])
    assert pa.schema(T).names == ["user", "at", "n", "w"]
