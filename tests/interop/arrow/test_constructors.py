"""Constructors of pyarrow, polars and DuckDB with a tensor or a table: docs/interop/recipes.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

D = rk.array([[3, 1, 4], [], [5, 9]])
T = rk.RaggedTable({"x": D}, rows={"user": ["ann", "bob", "cat"]})
LINES = [{"user": u, "x": x} for u, x in zip(["ann", "bob", "cat"], D.to_list(), strict=True)]

TENSORS: dict[str, Callable[[], Any]] = {
    "pyarrow.array": lambda: pa.array(D),
    "pyarrow.chunked_array": lambda: pa.chunked_array(D),
    "pyarrow.table of a dict": lambda: pa.table({"x": D})["x"],
    "polars.Series": lambda: pl.Series(D),
    "polars.Series with a name": lambda: pl.Series("x", D),
    "polars.from_arrow": lambda: pl.from_arrow(D),
    "polars.DataFrame of a dict": lambda: pl.DataFrame({"x": D})["x"],
    "polars.with_columns": lambda: pl.DataFrame({"n": [1, 2, 3]}).with_columns(x=pl.Series(D))["x"],
}


@pytest.mark.parametrize("name", TENSORS)
def test_a_tensor_is_lists_in_the_same_memory(name: str) -> None:
    made = TENSORS[name]()
    assert (made.to_pylist() if hasattr(made, "to_pylist") else made.to_list()) == D.to_list()
    back = rk.RaggedTensor.from_arrow(made)
    assert back.identical(D)
    assert np.shares_memory(back.flat_values, D.flat_values)
    assert np.shares_memory(back.row_splits, D.row_splits)


TABLES: dict[str, Callable[[], Any]] = {
    "pyarrow.table": lambda: pa.table(T),
    "pyarrow.array": lambda: pa.array(T),
    "pyarrow.record_batch": lambda: pa.record_batch(T),
    "polars.DataFrame": lambda: pl.DataFrame(T),
    "polars.Series": lambda: pl.Series(T),
    "polars.from_arrow": lambda: pl.from_arrow(T),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_column_for_each_label_and_column(name: str) -> None:
    made = TABLES[name]()
    lines = made.to_dicts() if hasattr(made, "to_dicts") else list(made)
    lines = made.to_pylist() if hasattr(made, "to_pylist") else lines
    assert lines == LINES
    back = rk.RaggedTable.from_arrow(made)
    assert back.identical(T)
    assert np.shares_memory(back["x"].flat_values, D.flat_values)


def test_forms_that_differ_from_what_one_may_expect() -> None:
    assert pl.Series("x", D).name == ""
    assert isinstance(pl.from_arrow(T).dtype, pl.Struct)
    assert isinstance(pl.Series(T).dtype, pl.Struct)
    with pytest.raises(TypeError, match="literal for value of type RaggedTensor"):
        pl.select(pl.lit(D))


def test_duckdb_finds_variables_by_name() -> None:
    t, rt = T, D  # the names in the queries
    assert len(t) == len(rt) == 3
    assert duckdb.sql("select user, list_sum(x) from t order by user").fetchall() == [
        ("ann", 8),
        ("bob", None),
        ("cat", 14),
    ]
    assert duckdb.sql("select * from rt").fetchall() == [([3, 1, 4],), ([],), ([5, 9],)]
    back = rk.RaggedTable.from_arrow(duckdb.sql("select * from t").to_arrow_table())
    assert back["x"].to_list() == D.to_list()
    assert back.rows["user"].tolist() == ["ann", "bob", "cat"]
