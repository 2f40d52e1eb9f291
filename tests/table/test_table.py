"""Construction of a table, its properties, and everything that it refuses."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import raggedkit as rk
from raggedkit.errors import MissingValueError, UnknownNameError
from raggedkit.table import spellings
from tests.table.model import EMPTY, SMALL, check, kinds_of, rows_of, tables

LAT = rk.array([[1.5, 2.5], [], [3.5]])
RT = rk.RaggedTensor


# ------------------------------------------------------------------ construction
@given(tables())
def test_columns_and_rows_make_the_same_table_again(t: rk.RaggedTable) -> None:
    again = rk.RaggedTable(t.columns, t.rows)
    check(again, rows_of(t), like=t)
    assert again.identical(t)
    assert rk.RaggedTable(t.columns, t.rows, t.partition).identical(t)


@given(tables())
def test_pickles_copies_and_their_partition(t: rk.RaggedTable) -> None:
    for again in (pickle.loads(pickle.dumps(t)), copy.deepcopy(t)):
        assert again.identical(t)
        assert again is not t
        check(again, rows_of(t), like=t)
    assert copy.copy(t) is t


def test_columns_share_one_partition() -> None:
    lon = rk.array([[0, 1], [], [2]])
    assert lon.partitions[0] is not LAT.partitions[0]
    t = rk.RaggedTable({"lat": LAT, "lon": lon})
    assert t["lat"].partitions[0] is t["lon"].partitions[0] is t.partition
    assert np.shares_memory(t["lat"].flat_values, LAT.flat_values)


def test_a_column_of_ragged_rank_2_shares_the_outermost_partition_only() -> None:
    words = rk.ragged.constant([[["a"], ["b", "c"]], [], [[]]])
    t = rk.RaggedTable({"lat": LAT, "words": words})
    assert t["words"].ragged_rank == 2
    assert t["words"].identical(words)


def test_anything_with_rows_is_a_column() -> None:
    lists = [[1, 2], [], [3]]
    t = rk.RaggedTable(
        {"a": lists, "b": np.array([np.arange(2), np.arange(0), np.ones(1)], object)}
    )
    assert t["a"].to_list() == lists
    assert t["b"].dtype == float


@pytest.mark.parametrize("order", [1, -1])
def test_uniform_beside_ragged_is_ragged(order: int) -> None:
    uniform, ragged = RT.from_tensor([[1, 2], [3, 4]]), rk.array([[5, 6], [7, 8]])
    t = rk.RaggedTable(dict([("u", uniform), ("r", ragged)][::order]))
    assert t["u"].shape.as_list() == t["r"].shape.as_list() == [2, None]
    both = rk.RaggedTable({"a": uniform, "b": np.ones((2, 2))})
    assert both["a"].shape.as_list() == both["b"].shape.as_list() == [2, 2]
    assert rk.RaggedTable({"a": uniform}, partition=ragged.partitions[0])["a"].shape[1] is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("int32", "int32", "int32"), ("int32", "int64", "int64"), ("int64", "int32", "int64")],
)
def test_row_splits_are_int64_if_one_column_has_int64(
    first: str, second: str, expected: str
) -> None:
    nested = rk.ragged.constant([[[1.0]], [], [[]]], row_splits_dtype=second)
    t = rk.RaggedTable({"a": rk.array([[1], [], [2]]).with_row_splits_dtype(first), "b": nested})
    assert [p.dtype for name in "ab" for p in t[name].partitions] == [expected] * 3
    part = rk.RowPartition.from_row_lengths([1]).with_dtype(first)
    one = rk.array([[1]]).with_row_splits_dtype(second)
    assert rk.RaggedTable({"a": one}, partition=part).partition.dtype == expected


def test_a_table_without_columns_needs_a_partition() -> None:
    part = rk.RowPartition.from_row_lengths([2, 0])
    t = rk.RaggedTable({}, {"id": [7, 8]}, part)
    assert t.partition is part
    check(t, [({"id": 7}, [{}, {}]), ({"id": 8}, [])])
    with pytest.raises(ValueError, match=r"^partition must be given without columns, got None; rk"):
        rk.RaggedTable({}, {"id": [7, 8]})


def test_no_rows_keep_names_and_dtypes() -> None:
    assert kinds_of(EMPTY) == kinds_of(SMALL)
    check(EMPTY, [])
    t = rk.RaggedTable({"a": rk.array([], dtype="int32")}, {"id": np.array([], "M8[s]")})
    assert t["a"].dtype == "int32"
    assert t.rows["id"].dtype == "M8[s]"


def test_labels_are_copied_unless_nobody_can_change_them() -> None:
    ids = np.array([1, 2, 3])
    t = rk.RaggedTable({"lat": LAT}, {"id": ids})
    ids[0] = 9
    assert t.rows["id"].tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="read-only"):
        t.rows["id"][0] = 5
    with pytest.raises(ValueError, match="WRITEABLE"):
        t.rows["id"].setflags(write=True)
    frozen = np.array([1, 2, 3])
    frozen.setflags(write=False)
    assert np.shares_memory(rk.RaggedTable({"lat": LAT}, {"id": frozen}).rows["id"], frozen)
    handed_out: Any = t.rows["id"]
    handed_out.shape = (3, 1)
    assert t.rows["id"].shape == (3,)


@pytest.mark.parametrize(
    "labels",
    [
        ["a", "b", "c"],
        [b"a", b"b\0", b"c"],
        np.array(["x"] * 3, dtype=np.dtypes.StringDType()),
        np.array([1, 2, 3], "m8[s]"),
        [True, False, True],
        [1j, 2, 3],
        np.ones((3, 2, 0)),
    ],
    ids=str,
)
def test_labels_of_every_kind(labels: Any) -> None:
    t = rk.RaggedTable({"lat": LAT}, {"label": labels})[::-1]
    assert (
        t.rows["label"].tolist() == (labels if isinstance(labels, list) else labels.tolist())[::-1]
    )


# ------------------------------------------------------------------ refusals of the constructor
class Frame:
    """A data frame as far as the constructor looks."""

    columns = ("lat",)


@pytest.mark.parametrize(
    ("columns", "rows", "error", "text"),
    [
        pytest.param(
            {"lat": LAT, "lon": [[1, 2], [3], [4]]}, None, ValueError,
            r"^columns\['lon'\] must have the row lengths of 'lat', got length 1 for 0 in row 1$",
            id="unequal",
        ),
        pytest.param(
            {"lat": LAT, "lon": [[1, 2], []]}, None, ValueError,
            r"^columns\['lon'\] must have the 3 rows of 'lat', got 2$", id="fewer-rows",
        ),
        pytest.param(
            {3: LAT}, None, TypeError, r"^columns must have names that are strings, got 3$",
            id="name",
        ),
        pytest.param(
            {"lat": LAT}, {None: [1, 2, 3]}, TypeError,
            r"^rows must have names that are strings, got None$", id="name-of-labels",
        ),
        pytest.param(
            {"lat": LAT}, {"lat": [1, 2, 3]}, ValueError,
            r"^rows must not repeat a name of columns, got 'lat'$", id="clash",
        ),
        pytest.param(
            [LAT], None, TypeError, r"^columns must be a dict from names to ragged tensors, got \[",
            id="list",
        ),
        pytest.param(
            Frame(), None, TypeError,
            r"got 'Frame'; for a data frame, RaggedTable.from_frame\(frame, by=...\)$", id="frame",
        ),
        pytest.param(
            {"lat": LAT}, [1, 2, 3], TypeError,
            r"^rows must be a dict from names to arrays with one item per row, got \[1, 2, 3\]$",
            id="labels-without-names",
        ),
        pytest.param(
            {"lat": np.arange(3.0)}, None, ValueError,
            r"^columns\['lat'\] must have rows, got an array of shape \(3,\); labels of rows are",
            id="flat",
        ),
        pytest.param(
            {"lat": [1, 2, 3]}, None, ValueError,
            r"^columns\['lat'\] must contain rows, got 1 at columns\['lat'\]\[0\]", id="flat-list",
        ),
        pytest.param(
            {"lat": [[1], [None]]}, None, MissingValueError,
            r"^columns\['lat'\] must have no missing values, got 1 of 2", id="missing",
        ),
        pytest.param(
            {"lat": "abc"}, None, TypeError, r"^columns\['lat'\] must contain rows, got 'abc'",
            id="text",
        ),
        pytest.param(
            {"lat": LAT}, {"id": [1, 2]}, ValueError,
            r"^rows\['id'\] must have one item for each of the 3 rows, got 2$", id="labels",
        ),
        pytest.param(
            {"lat": LAT}, {"id": 7}, ValueError,
            r"^rows\['id'\] must be an array with one item per row, got 7$", id="one-label",
        ),
        pytest.param(
            {"lat": LAT}, {"id": LAT}, TypeError,
            r"^rows\['id'\] must be an array .*; a ragged tensor is a column$", id="ragged-labels",
        ),
        pytest.param(
            {"lat": LAT}, {"id": [[1], [2, 3], []]}, TypeError,
            r"^rows\['id'\] must contain numbers, text, bytes or times, of one kind, got \[\[1\]",
            id="uneven-labels",
        ),
        pytest.param(
            {"lat": LAT}, {"id": [1, None, 3]}, MissingValueError,
            r"^rows\['id'\] must have no missing values, got 1 of 3", id="missing-label",
        ),
        pytest.param(
            {"lat": LAT}, {"id": np.array([{}, {}, {}])}, TypeError,
            r"^rows\['id'\] must contain numbers, text, bytes or times, got dtype\('O'\)$",
            id="objects",
        ),
    ],
)  # fmt: skip
def test_columns_and_labels_that_do_not_fit_are_refused(
    columns: Any, rows: Any, error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        rk.RaggedTable(columns, rows)


def test_a_partition_of_other_rows_is_refused() -> None:
    part = rk.RowPartition.from_row_lengths([2, 1, 1])
    text = (
        r"^columns\['lat'\] must have the row lengths of the partition, got length 0 for 1 in row 1"
    )
    with pytest.raises(ValueError, match=text):
        rk.RaggedTable({"lat": LAT}, partition=part)
    with pytest.raises(TypeError, match=r"^partition must be a RowPartition, got \[0, 1\]$"):
        rk.RaggedTable({}, partition=[0, 1])  # type: ignore[arg-type]


# ------------------------------------------------------------------ properties
def test_columns_and_rows_are_mappings_that_cannot_be_changed() -> None:
    assert list(SMALL.columns) == ["x", "word", "time", "point", "parts"]
    assert list(SMALL.rows) == ["user", "id", "box"]
    assert (len(SMALL.columns), len(SMALL.rows)) == (5, 3)
    assert SMALL.columns["x"] is SMALL["x"]
    assert "x" in SMALL.columns
    assert "id" in SMALL.rows
    assert repr(rk.RaggedTable({"a": [[1]]}, {"b": [2]}).columns) == "{'a': <RaggedTensor [[1]]>}"
    assert repr(rk.RaggedTable({"a": [[1]]}, {"b": [2]}).rows) == "{'b': array([2])}"
    for mapping in (SMALL.columns, SMALL.rows):
        with pytest.raises(TypeError):
            mapping["x"] = 1  # type: ignore[index]


def test_in_asks_for_columns() -> None:
    assert "x" in SMALL
    assert "id" not in SMALL
    with pytest.raises(TypeError, match=r"^name must be the name of a column, got 3$"):
        _ = 3 in SMALL


def test_row_lengths_are_those_of_the_partition() -> None:
    assert SMALL.row_lengths().tolist() == [0, 3, 0, 2, 1, 0]
    assert len(SMALL) == 6
    assert len(EMPTY) == 0


def test_nbytes_counts_shared_row_splits_once() -> None:
    t = rk.RaggedTable({"a": LAT, "b": LAT + 1}, {"id": np.arange(3)})
    assert t.nbytes == LAT.nbytes + LAT.flat_values.nbytes + 24
    nested = rk.ragged.constant([[[1], []], [], [[2]]])
    assert rk.RaggedTable({"a": nested}).nbytes == nested.nbytes


def test_repr_has_the_names() -> None:
    assert repr(SMALL[1:3]).startswith("<RaggedTable")
    for name in (*SMALL.columns, *SMALL.rows):
        assert name in repr(SMALL)


# ------------------------------------------------------------------ identical
OTHERS = {
    "names": lambda t: t.rename(x="y"),
    "order-of-columns": lambda t: t.select("word", "x", "time", "point", "parts"),
    "order-of-labels": lambda t: t.drop("user").with_rows(user=t.rows["user"]),
    "dtype": lambda t: t.with_columns(x=t["x"].astype("int64")),
    "dtype-of-labels": lambda t: t.with_rows(id=t.rows["id"].astype(float)),
    "shape-of-labels": lambda t: t.with_rows(box=t.rows["box"][:, :1]),
    "value": lambda t: t.with_columns(x=t["x"] * (t["x"] < 3)),
    "label": lambda t: t.with_rows(id=t.rows["id"] + 1),
    "rows": lambda t: t[1:],
    "splits": lambda t: rk.RaggedTable(
        {n: c.with_row_splits_dtype("int32") for n, c in t.columns.items()}, t.rows
    ),
    "tensor": lambda t: t["x"],
    "none": lambda t: None,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_difference_is_not_identical(other: Any) -> None:
    assert not SMALL.identical(other(SMALL))


def test_nan_is_identical_to_nan() -> None:
    a, b = (rk.RaggedTable({"a": [[np.nan], []]}, {"b": np.array([np.nan, 1])}) for _ in range(2))
    assert a.identical(b)
    assert a.identical(a[:])


# ------------------------------------------------------------------ refusals of a table
def change_item(t: Any) -> None:
    t["x"] = 1


def delete_item(t: Any) -> None:
    del t["x"]


def change_attribute(t: Any) -> None:
    t.x = 1


SPOKEN = {
    "eq": (lambda t: t == t, TypeError, r"must not be compared with ==; use a\.identical\(b\)"),
    "ne": (lambda t: t != 3, TypeError, r"must not be compared with ==; use a\.identical\(b\)"),
    "array-eq": (lambda t: np.ones(6) == t, TypeError, r"compared with ==; use a\.identical\(b\)"),
    "hash": (hash, TypeError, "unhashable type"),
    "bool": (bool, TypeError, r"must not be used as a bool; use len\(t\)"),
    "set": (
        change_item,
        TypeError,
        r"changed in place; use t\.with_columns\(x=...\) or t\.with_rows",
    ),
    "delete": (delete_item, TypeError, r"changed in place; use t\.drop\('x'\)"),
    "attribute": (change_attribute, AttributeError, "x"),
    "array": (np.asarray, TypeError, r"converted to an array; take a column: t\['x'\]"),
    "add": (lambda t: t + 1, TypeError, "unsupported operand"),
    "ufunc": (np.sqrt, TypeError, "RaggedTable"),
    "tensor": (rk.reduce_sum, TypeError, "^input_tensor must contain numbers"),
}


@pytest.mark.parametrize(("call", "error", "text"), SPOKEN.values(), ids=SPOKEN)
def test_a_table_refuses(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call(SMALL)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(UnknownNameError) as caught:
        SMALL["id"]
    assert str(caught.value) == (
        "name must be the name of a column, got 'id'; it is a row label: t.rows['id']"
    )
    assert isinstance(caught.value, KeyError)
    for name, text in [
        (
            "word",
            r"^name must be the name of a row label, got 'word'; it is a column: t\['word'\]$",
        ),
        ("usr", r"^name must be the name of a row label, got 'usr'; did you mean 'user'\?$"),
        ("q", r"got 'q'; the row labels are 'user', 'id', 'box'$"),
    ]:
        with pytest.raises(UnknownNameError, match=text):
            SMALL.rows[name]
    with pytest.raises(UnknownNameError, match=r"^name .* got 'b'; there are no row labels$"):
        rk.RaggedTable({"a": [[1]]}).rows["b"]
    many = rk.RaggedTable({f"c{i}": [[1]] for i in range(12)})
    with pytest.raises(UnknownNameError, match=r"'c7', \.\.\.$"):
        many["q"]


def test_a_damaged_pickle_is_validated() -> None:
    rebuild, (partition, columns, rows) = SMALL.__reduce__()
    flat, inner = columns["x"]
    with pytest.raises(ValueError, match="cut the 2 values"):
        rebuild(partition, {**columns, "x": (flat[:2], inner)}, rows)
    with pytest.raises(
        ValueError, match=r"^rows\['id'\] must have one item for each of the 6 rows"
    ):
        rebuild(partition, columns, {**rows, "id": rows["id"][:2]})
    assert rebuild.__module__ == "raggedkit.table"
    assert pickle.loads(pickle.dumps(SMALL)).identical(SMALL)


def test_import_raggedkit_does_not_load_tables() -> None:
    import subprocess

    program = "import sys, raggedkit; print('raggedkit.table' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


# ------------------------------------------------------------------ attributes
def test_attributes_of_other_libraries_have_a_spelling_that_runs() -> None:
    t = rk.RaggedTable({"x": [[1, 2], []]}, {"id": [7, 8]})
    seen: list[str] = []
    for how, names in spellings._SPELLINGS.items():
        eval(how, {"rk": rk, "t": t})
        seen += names.split()
        for name in names.split():
            with pytest.raises(AttributeError, match=f"{name!r}; use {re.escape(how)}$"):
                getattr(t, name)
    assert len(seen) == len(set(seen))
    assert not set(seen) & set(dir(t))


def test_a_name_is_no_attribute() -> None:
    for name, how in (("x", r"t\['x'\]"), ("id", r"t\.rows\['id'\]")):
        with pytest.raises(AttributeError, match=f"no attribute {name!r}; use {how}$"):
            getattr(SMALL, name)
        assert not hasattr(SMALL, name)
    with pytest.raises(AttributeError, match=r"^'RaggedTable' object has no attribute 'nothing'$"):
        _ = SMALL.nothing  # type: ignore[attr-defined]


def test_names_complete_in_ipython() -> None:
    for x, names in (
        (SMALL, SMALL.columns),
        (SMALL.columns, SMALL.columns),
        (SMALL.rows, SMALL.rows),
    ):
        assert x._ipython_key_completions_() == list(names)


@pytest.mark.parametrize("join", [rk.concat, rk.stack])
def test_functions_that_join_tensors_name_the_one_for_tables(join: Any) -> None:
    table = rk.RaggedTable({"x": [[1], [2]]})
    with pytest.raises(TypeError, match=r"^values\[0\] must .*; take a column, t\[name\]; rk.Ragg"):
        join([table, table], axis=0)
