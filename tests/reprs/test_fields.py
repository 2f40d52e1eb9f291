"""Named tuples and partitions as tables: each field, in order, side by side."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition
from tests.reprs.pages import CAP, LONG, Page

RT = rk.ragged.constant([[3, 1, 3], [], [5, 9]])
RESULTS: dict[str, tuple[Any, list[str]]] = {
    "top_k": (rk.top_k(RT, 2), ["values [3, (d1)] int64", "indices [3, (d1)] int64"]),
    "unique": (
        rk.unique(RT, return_counts=True),
        ["values [3, (d1)] int64", "counts [3, (d1)] int64"],
    ),
    "unique-dense": (
        rk.unique(RT, axis=None, return_counts=True),
        ["values array [4] int64", "counts array [4] int64"],
    ),
    "group_by": (
        rk.group_by(np.array(["b", "a", "b"]), np.array([1.5, np.nan, 3])),
        ["keys array [2] str", "values [2, (d1)] float64 · 1 nan"],
    ),
    "no-groups": (rk.group_by([], []), ["keys array [0] float64", "values [0, (d1)] float64"]),
}


@pytest.mark.parametrize(("result", "heads"), RESULTS.values(), ids=RESULTS)
def test_each_field_has_a_heading(result: Any, heads: list[str]) -> None:
    html = result._repr_html_()
    assert len(html.encode()) < CAP
    page = Page(html)
    assert page.heads == [f"{type(result).__name__} {', '.join(result._fields)}", *heads]
    assert ("aria-label", type(result).__name__) in page.attributes
    assert page.tags.count("style") == 1


def test_lines_of_keys_and_of_groups_correspond() -> None:
    groups: Any = rk.group_by(np.arange(100) % 30, np.arange(100))
    keys, values = Page(groups._repr_html_()).tables
    assert [row[0] for row in keys] == [row[0].removesuffix(", 0 empty") for row in values]
    assert [row[1].strip() for row in keys[1:] if len(row) > 1] == [
        row[0] for row in values[1:] if len(row) > 1
    ]


def test_a_short_result_is_one_line_and_a_long_one_a_line_per_field() -> None:
    short = rk.top_k(RT, 1)
    line = "TopK(values=<RaggedTensor [[3], [], [9]]>, indices=<RaggedTensor [[0], [], [1]]>)"
    with rk.options(max_cols=len(line)):
        assert repr(short) == line
    with rk.options(max_cols=len(line) - 1):
        assert repr(short).splitlines() == [
            "TopK(",
            "  values=<RaggedTensor [[3], [], [9]]>,",
            "  indices=<RaggedTensor [[0], [], [1]]>,",
            ")",
        ]
    lines = repr(rk.top_k(LONG["ints"], 2)).splitlines()
    assert lines[:3] == [
        "TopK(",
        "  values=<RaggedTensor of shape [10000, (d1)], int64, 20,000 values",
        "    row  length  values",
    ]
    assert lines[-1] == ")"


def test_partitions_are_a_tuple_with_tables() -> None:
    nested = rk.ragged.constant([[[3, 1], []], [[5]]])
    parts = nested.partitions
    assert isinstance(parts, tuple)
    assert eval(repr(parts), {"RowPartition": RowPartition}) == parts
    assert repr(RT.partitions) == "(RowPartition.from_row_splits([0, 3, 3, 5]),)"
    page = Page(parts._repr_html_())  # type: ignore[attr-defined]
    assert page.heads[1].startswith("partitions[0] int64 · 2 rows of 1 to 2 values")
    assert page.heads[2].startswith("partitions[1] int64 · 3 rows (1 empty) of 0 to 2 values")
    for again in (pickle.loads(pickle.dumps(parts)), copy.deepcopy(parts)):
        assert type(again) is tuple
        assert again == parts
    assert RaggedTensor(nested.flat_values, parts).identical(nested)


def test_named_tuples_stay_named_tuples() -> None:
    result: Any = rk.top_k(RT, 1)
    values, indices = result
    assert result == (values, indices) or values is result.values
    assert pickle.loads(pickle.dumps(result)).indices.identical(indices)
    assert result._replace(values=1)._asdict()["values"] == 1
