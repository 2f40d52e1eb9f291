"""Aggregation of rows, compared with lists of rows."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import raggedkit as rk
from raggedkit.errors import UnknownNameError
from raggedkit.table.aggregate import REDUCTIONS
from tests.table.model import EMPTY, SMALL, rows_of, tables

MODELS: dict[str, Callable[[list[int]], Any]] = {
    "all": all,
    "any": any,
    "count": len,
    "first": lambda row: row[0] if row else -9,
    "last": lambda row: row[-1] if row else -9,
    "max": lambda row: max(row, default=-9),
    "mean": lambda row: statistics.fmean(row) if row else math.nan,
    "median": lambda row: statistics.median(row) if row else math.nan,
    "min": lambda row: min(row, default=-9),
    "n_unique": lambda row: len(set(row)),
    "prod": math.prod,
    "std": lambda row: statistics.pstdev(row) if row else math.nan,
    "sum": sum,
    "var": lambda row: statistics.pvariance(row) if row else math.nan,
}


@given(tables())
def test_reductions_by_name(t: rk.RaggedTable) -> None:
    found = t.agg({f"of {name}": ("x", name) for name in MODELS}, n="count", empty=-9)
    rows = [[item["x"] for item in row] for _, row in rows_of(t)]
    assert list(found) == ["user", "id", "box", *(f"of {name}" for name in MODELS), "n"]
    for name in t.rows:
        assert found[name].tolist() == t.rows[name].tolist()
    for name, model in MODELS.items():
        np.testing.assert_allclose(found[f"of {name}"], [model(row) for row in rows], err_msg=name)
    assert found["n"].tolist() == [len(row) for row in rows]


def test_every_reduction_has_a_model() -> None:
    assert REDUCTIONS.keys() == MODELS.keys()
    assert list(REDUCTIONS) == sorted(REDUCTIONS)
    doc = rk.RaggedTable.agg.__doc__ or ""
    assert all(f'``"{name}"``' in doc for name in REDUCTIONS)


def test_columns_of_other_kinds() -> None:
    day = np.datetime64("2024-02-28", "h")
    nothing = np.datetime64("NaT")
    found = SMALL.agg(
        last=("time", "max"), word=("word", "first"), n=("word", "n_unique"), p=("point", "sum"),
        size=("parts", "count"), empty={"last": nothing, "word": "?"},
    )  # fmt: skip
    assert found["last"].dtype == "M8[h]"
    assert np.isnat(found["last"]).tolist() == [True, False, True, False, False, True]
    assert found["last"][1] == max(SMALL["time"][1]) >= day
    assert found["word"].tolist() == [row[0]["word"] if row else "?" for _, row in rows_of(SMALL)]
    assert found["p"].shape == (6, 2)
    assert found["size"].tolist() == SMALL.row_lengths().tolist()


def test_the_result_for_an_empty_row() -> None:
    t = rk.RaggedTable({"x": [[3, 1], []]})
    found = t.agg(
        a=("x", "max"), b=("x", "mean"), c=("x", "std"), d=("x", "sum"), empty={"a": 7, "b": 0}
    )
    assert found["a"].tolist() == [3, 7]
    assert found["b"].tolist() == [2.0, 0.0]
    assert math.isnan(found["c"][1])
    assert found["d"].tolist() == [4, 0]
    # A single value is for reductions that have no result of their own.
    assert math.isnan(t.agg(b=("x", "mean"), empty=0)["b"][1])
    assert t[:1].agg(a=("x", "max"), f=("x", "first"))["a"].tolist() == [3]


def test_functions_of_a_column() -> None:
    def span(x: rk.RaggedTensor) -> Any:
        assert x is SMALL["x"]
        return x.max(axis=1, empty=0) - x.min(axis=1, empty=0)

    rows = SMALL["x"].to_list()
    found = SMALL.agg(span=("x", span))["span"]
    assert found.tolist() == [max(row) - min(row) if row else 0 for row in rows]
    assert SMALL.agg(n=("x", lambda x: [1] * len(x)))["n"].tolist() == [1] * 6
    assert SMALL.agg(n=("x", lambda x: np.ones((6, 2))))["n"].shape == (6, 2)
    pair: Any = ["x", "sum"]
    assert SMALL.agg(best=pair)["best"].shape == (6,)


def test_edges() -> None:
    found = EMPTY.agg(a=("x", "max"), b=("word", "first"), n="count")
    assert [len(v) for v in found.values()] == [0] * 6
    assert found["a"].dtype == "int16"
    assert list(SMALL.agg()) == ["user", "id", "box"]
    assert list(SMALL.drop("user", "id", "box").agg(n="count")) == ["n"]
    assert SMALL.select().agg(n="count")["n"].tolist() == SMALL.row_lengths().tolist()
    assert list(SMALL.agg({"empty": ("x", "sum"), "frame": "count"}))[-2:] == ["empty", "frame"]
    with pytest.raises(ValueError, match="read-only"):
        SMALL.agg()["id"][0] = 5


@pytest.mark.parametrize("frame", ["pandas", "polars", "arrow"])
def test_frames_have_the_labels_first(frame: Any) -> None:
    pytest.importorskip("pyarrow" if frame == "arrow" else frame)
    t = SMALL.drop("box")
    made = t.agg(
        total=("x", "sum"), last=("time", "last"), empty=np.datetime64(0, "h"), frame=frame
    )
    names = list(getattr(made, "column_names", None) or made.columns)
    assert names == ["user", "id", "total", "last"]
    assert np.asarray(made["id"]).tolist() == t.rows["id"].tolist()
    assert np.asarray(made["total"]).tolist() == t["x"].sum(axis=1).tolist()


REFUSED: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "empty-row": (
        lambda t: t.agg(top=("x", "max")), ValueError,
        r"^top must have a value in every row for 'max', got none in row 0; choose the result ",
    ),
    "empty-row-of-first": (
        lambda t: t[1:].agg(top=("word", "first"), empty={}), ValueError,
        r"^top must have a value in every row for 'first', got none in row 1",
    ),
    "column": (
        lambda t: t.agg(top=("wrd", "max")), UnknownNameError,
        r"^top\[0\] must be the name of a column, got 'wrd'; did you mean 'word'\?$",
    ),
    "label": (
        lambda t: t.agg(top=("id", "max")), UnknownNameError,
        r"^top\[0\] must be the name of a column, got 'id'; it is a row label",
    ),
    "column-number": (
        lambda t: t.agg(top=(3, "max")), TypeError,
        r"^top\[0\] must be the name of a column, got 3$",
    ),
    "reduction": (
        lambda t: t.agg(top=("x", "maximum")), ValueError,
        r"^top\[1\] must be a reduction, got 'maximum'; reductions are all, any, count, first",
    ),
    "word": (
        lambda t: t.agg(top="max"), TypeError,
        r"^top must be 'count' or a pair \(column, reduction\), got 'max'$",
    ),
    "number": (
        lambda t: t.agg(top=("x", 3)), TypeError, r"^top must be .*, got \('x', 3\)$",
    ),
    "function": (lambda t: t.agg(top=len), TypeError, r"^top must be 'count' or a pair"),
    "clash": (
        lambda t: t.agg(id=("x", "sum")), ValueError,
        r"^agg must not repeat a name of row labels, got 'id'$",
    ),
    "twice": (
        lambda t: t.agg({"n": "count"}, n="count"), ValueError,
        r"^aggregations must not repeat a keyword, got 'n'$",
    ),
    "dict": (lambda t: t.agg(["count"]), TypeError, r"^aggregations must be a dict from names to"),
    "empty-name": (
        lambda t: t.agg(n="count", empty={"m": 0}), ValueError,
        r"^empty must have names of aggregations, got 'm'$",
    ),
    "empty-of-sum": (
        lambda t: t.agg(n=("x", "sum"), empty={"n": 0}), ValueError,
        r"^empty\['n'\] must be for one of the reductions first, last, max, .*, var, got sum$",
    ),
    "empty-of-a-function": (
        lambda t: t.agg(n=("x", len), empty={"n": 0}), ValueError,
        r"^empty\['n'\] must be for one of the reductions first, .*, got a function$",
    ),
    "empty-kind": (
        lambda t: t.agg(n=("x", "last"), empty="a"), TypeError,
        r"^n: default must fit dtype int16, got 'a'$",
    ),
    "dtype": (
        lambda t: t.agg(n=("word", "sum")), TypeError,
        r"^n: column 'word' must contain numbers or bools, got dtype\('<U3'\)$",
    ),
    "scalar": (
        lambda t: t.agg(n=("x", len)), ValueError,
        r"^n must return one result for each of the 6 rows, got 6$",
    ),
    "length": (
        lambda t: t.agg(n=("x", lambda x: x.flat_values[:2])), ValueError,
        r"^n must return one result for each of the 6 rows, got \(2,\)$",
    ),
    "ragged": (
        lambda t: t.agg(n=("x", abs)), ValueError,
        r"^n must return one result for each of the 6 rows, got \[6, None\]$",
    ),
    "ragged-sum": (
        lambda t: t.agg(n=("parts", "sum")), ValueError, r"of the 6 rows, got \[6, None\]$",
    ),
    "frame": (lambda t: t.agg(n="count", frame="R"), ValueError, r"^frame must be .*, got 'R'"),
    "objects": (
        lambda t: t.agg(n=("x", lambda x: [[1], 2] * 3)), TypeError, r"of the 6 rows, got \[\[1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED.values(), ids=REFUSED)
def test_an_aggregation_is_refused(
    call: Callable[[Any], Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        call(SMALL)
