"""``assert_ragged_equal``: silent on equal tensors, precise on others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor


@given(rks.ragged_tensors())
def test_a_tensor_equals_its_copy_and_its_list(rt: rk.RaggedTensor) -> None:
    assert_ragged_equal(rt, rt.copy())
    assert_ragged_equal(rt, rt.to_list())


@given(rks.ragged_tensors(dtype="int64", min_rows=1))
def test_a_tensor_with_a_row_more_is_not_equal(rt: rk.RaggedTensor) -> None:
    with pytest.raises(AssertionError, match=r"numbers of rows differ: got \d, expected \d"):
        assert_ragged_equal(rt[:-1], rt)
    with pytest.raises(AssertionError, match="length"):
        assert_ragged_equal(rt[:-1], rt.to_list())


@given(rks.ragged_tensors(dtype="int64", ragged_rank=2, inner=()))
def test_one_changed_value_is_found_where_it_is(rt: rk.RaggedTensor) -> None:
    for i in range(rt.size):
        flat = rt.flat_values.copy()
        flat[i] += 1
        rows = rt.partitions[1]
        row, column = int(rows.value_rowids()[i]), i - rows.row_starts()
        outer = int(rt.value_rowids()[row])
        place = f"[{outer}][{row - rt.row_starts()[outer]}][{column[row]}]"
        with pytest.raises(AssertionError) as error:
            assert_ragged_equal(rt.with_flat_values(flat), rt)
        assert f"values differ at {place}: got {flat[i]!r}" in str(error.value)


ROWS = [[1, 2], [], [3]]

DIFFERENCES: dict[str, tuple[Any, Any, str]] = {
    "value": (
        ROWS,
        [[1, 2], [], [4]],
        r"values differ at \[2\]\[0\]: got np.int64\(3\).* \(1 of 3",
    ),
    "row-length": (
        ROWS,
        [[1], [], [2, 3]],
        r"row lengths differ at \[0\]: got 2, expected 1 \(2 of",
    ),
    "empty-row": (ROWS, [[1, 2], [3], []], r"at \[1\]: got 0, expected 1"),
    "rows": (ROWS, ROWS[:2], "numbers of rows differ: got 3, expected 2"),
    "dtype": (ROWS, [[1.0, 2.0], [], [3.0]], "dtypes differ: got int64, expected float64"),
    "rank": (ROWS, [[[1]]], r"shapes differ: got \[3, None\] of ragged_rank 1, expected \[1, N"),
    "deep": (
        [[[1], [2, 3]], []],
        [[[1], [2]], []],
        r"row lengths differ at \[0\]\[1\]: got 2, expected 1 \(1 of 2 rows of axis 2 differ\)",
    ),
}


@pytest.mark.parametrize(("actual", "expected", "says"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_the_first_difference_is_named(actual: Any, expected: Any, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        assert_ragged_equal(rk.ragged.constant(actual), rk.ragged.constant(expected))


def test_structure_that_is_only_declared_counts_unless_it_need_not() -> None:
    ragged, uniform = rk.ragged.constant([[1, 2]]), RT.from_tensor([[1, 2]])
    with pytest.raises(AssertionError, match=r"declared uniformity .* \[1, None\].* \[1, 2\]"):
        assert_ragged_equal(ragged, uniform)
    assert_ragged_equal(ragged, uniform, check_uniform=False)
    assert_ragged_equal(ragged, uniform.to_list())


def test_dtypes_of_row_splits_count_unless_they_need_not() -> None:
    rt = rk.ragged.constant([[1, 2]])
    other = rt.with_row_splits_dtype("int32")
    with pytest.raises(AssertionError, match="row splits differ: got int32, expected int64"):
        assert_ragged_equal(other, rt)
    assert_ragged_equal(other, rt, check_dtype=False)


def test_inner_dimensions_and_places_in_them() -> None:
    rt = RT.from_row_splits([[1, 2], [3, 4]], [0, 2])
    with pytest.raises(AssertionError, match=r"values differ at \[0\]\[1\]\[0\]"):
        assert_ragged_equal(RT.from_row_splits([[1, 2], [9, 4]], [0, 2]), rt)
    with pytest.raises(AssertionError, match=r"inner dimensions differ: got \(1,\), .* \(2,\)"):
        assert_ragged_equal(RT.from_row_splits([[1], [3]], [0, 2]), rt)


@pytest.mark.parametrize("nothing", [float("nan"), complex("nan"), np.datetime64("NaT", "D")])
def test_nan_equals_nan_and_nothing_else(nothing: Any) -> None:
    rt = rk.ragged.constant([[nothing], []])
    assert_ragged_equal(rt, rt.copy())
    assert_ragged_equal(rt, [[nothing], []])
    with pytest.raises(AssertionError, match="values differ"):
        assert_ragged_equal(rt, np.zeros_like(rt))


def test_tolerances() -> None:
    a, b = rk.ragged.constant([[1.0, 2.0]]), rk.ragged.constant([[1.0, 2.0 + 1e-9]])
    with pytest.raises(AssertionError, match=r"\[0\]\[1\]"):
        assert_ragged_equal(a, b)
    assert_ragged_equal(a, b, rtol=1e-6)
    assert_ragged_equal(a, b.to_list(), atol=1e-6)
    with pytest.raises(AssertionError, match="values differ"):
        assert_ragged_equal(a, b + 1, atol=0.5)


KINDS: dict[str, tuple[Any, Any, str]] = {
    "array-for-ragged": (np.zeros(2), rk.ragged.constant([[0.0]]), "got ndarray"),
    "text-for-bytes": (
        rk.ragged.constant([["a"]]),
        [[b"a"]],
        r"kinds of values differ at \[0\]\[0\]",
    ),
    "depth": (rk.ragged.constant([[1]]), [1], r"depths differ at \[0\]: got \[1\], expected 1"),
    "array": (np.array([1, 2]), [1, 3], r"values differ at \[1\]: got 2, expected 3"),
    "scalar": (1, 2, "values differ: got 1, expected 2"),
}


@pytest.mark.parametrize(("actual", "expected", "says"), KINDS.values(), ids=KINDS)
def test_kinds(actual: Any, expected: Any, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        assert_ragged_equal(actual, expected)


# ------------------------------------------------------------------ tables
TABLE = rk.RaggedTable({"x": [[1.0, 2.0], []], "w": [["a", "b"], []]}, {"id": [7, 8]})


def test_equal_tables() -> None:
    assert_ragged_equal(TABLE, rk.RaggedTable(TABLE.columns, TABLE.rows))
    assert_ragged_equal(TABLE.select(), TABLE.select())
    near = TABLE.with_columns(x=TABLE["x"] + 1e-9).with_rows(id=np.array([7.0, 8.0 + 1e-9]))
    assert_ragged_equal(near, TABLE, atol=1e-6, check_dtype=False)


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (TABLE["x"], r"^kinds differ: got RaggedTensor .*, expected RaggedTable$"),
        (TABLE.drop("w"), r"^names of columns differ: got \['x'\], expected \['x', 'w'\]$"),
        (TABLE.drop("id"), r"^names of rows differ: got \[\], expected \['id'\]$"),
        (TABLE[:1], r"^numbers of rows differ: got 1, expected 2$"),
        (TABLE[::-1], r"^row lengths differ at \[0\]: got 0, expected 2"),
        (
            TABLE.with_columns(x=TABLE["x"] * 2),
            r"^columns\['x'\]: values differ at \[0\]\[0\]: got .*2\.0.*, expected",
        ),
        (
            TABLE.with_rows(id=[7.0, 8.0]),
            r"^rows\['id'\]: dtypes differ: got float64, expected int64$",
        ),
        (TABLE.with_rows(id=[7, 9]), r"^rows\['id'\]: values differ at \[1\]: got .*9.*, expected"),
        (
            TABLE.with_rows(id=[[7], [8]]),
            r"^rows\['id'\]: shapes differ: got \(2, 1\), expected \(2,\)$",
        ),
    ],
)
def test_tables_that_differ(actual: Any, text: str) -> None:
    with pytest.raises(AssertionError, match=text):
        assert_ragged_equal(actual, TABLE)


def test_a_table_differs_from_a_list() -> None:
    with pytest.raises(AssertionError, match=r"^kinds differ: got RaggedTable, expected list$"):
        assert_ragged_equal(TABLE, [[1, 2], []])
