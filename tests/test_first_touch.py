"""Things that a person tries in the first hour, and the answers."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pandas as pd
import pytest

import raggedkit as rk
from raggedkit.errors import RaggedIndexError

RT = rk.array([[3, 1, 4], [], [9, 2]])
REALS = rk.array([[1.5, 2.25], [], [3.0]])
TIMES = rk.array([[np.datetime64("2024-01-01", "us"), np.datetime64("2024-01-05", "us")], []])
NEIGHBOURS = rk.array([[1, 2], [0], []])
FEATURES = np.arange(6.0).reshape(3, 2)
FRAME = pd.DataFrame({"user": ["ann", "bob", "ann"], "n": [1.0, 2.0, 3.0], "t": ["x", "y", "z"]})
TABLE = np.array([[0, 1], [1, 0]])


def scipy_matrix() -> Any:
    return pytest.importorskip("scipy.sparse").csr_array(np.eye(3))


# Sorting and picking.


@pytest.mark.parametrize("function", [rk.sort, rk.argsort, rk.RaggedTensor.sort])
def test_descending_is_the_direction(function: Any) -> None:
    assert function(RT, descending=True).identical(function(RT, direction="DESCENDING"))
    assert function(RT, descending=False).identical(function(RT, direction="ASCENDING"))
    assert function(RT).identical(function(RT, descending=False))
    for direction in ("ASCENDING", "DESCENDING"):
        with pytest.raises(ValueError, match="descending must not be given together with dir"):
            function(RT, direction=direction, descending=True)
    with pytest.raises(TypeError, match="descending must be True or False"):
        function(RT, descending=np.arange(3))


@pytest.mark.parametrize("j", [0, 1, -1, -2, 5])
def test_one_integer_picks_the_same_item_of_each_row(j: int) -> None:
    assert RT.pick(j, default=-9).tolist() == RT.pick([j] * 3, default=-9).tolist()
    assert RT.pick(np.int32(j), default=-9).tolist() == RT.column(j, default=-9).tolist()
    with pytest.raises(RaggedIndexError, match=rf"got indices\[\d\] = {j} where the row has"):
        RT.pick(j)
    with pytest.raises(ValueError, match="indices must "):
        RT.pick(2**70)


# pandas' scalars, and tables.


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param(TIMES > pd.Timestamp("2024-01-03"), [[False, True], []], id="greater"),
        pytest.param(pd.Timestamp("2024-01-03") < TIMES, [[False, True], []], id="reflected"),
        pytest.param(TIMES == pd.Timestamp("2024-01-01"), [[True, False], []], id="equal"),
        pytest.param(rk.diff(TIMES) > pd.Timedelta("1D"), [[True], []], id="timedelta"),
        pytest.param(
            (TIMES - pd.Timestamp("2024-01-03")) / np.timedelta64(1, "D"), [[-2, 2], []], id="minus"
        ),
        pytest.param(
            (pd.Timestamp("2024-01-03") - TIMES) / np.timedelta64(1, "D"), [[2, -2], []], id="rsub"
        ),
        pytest.param(
            TIMES + pd.Timedelta("1D"), (TIMES + np.timedelta64(1, "D")).to_list(), id="plus"
        ),
        pytest.param(
            pd.Timedelta("1D") + TIMES, (TIMES + np.timedelta64(1, "D")).to_list(), id="radd"
        ),
        pytest.param(
            rk.group_by(FRAME.user, FRAME.n).values, [[1.0, 3.0], [2.0]], id="group-by-column"
        ),
        pytest.param(np.isin(RT, [1]), [[False, True, False], [], [False, False]], id="isin"),
        pytest.param(rk.gather(FEATURES[:, 0], NEIGHBOURS), [[2, 4], [0], []], id="look-up"),
    ],
)
def test_it_works(result: rk.RaggedTensor, expected: Any) -> None:
    assert result.to_list() == expected


REFUSED = {
    "time-zone": (lambda: TIMES + pd.Timestamp("2024-01-01", tz="UTC"), "no time zone, got 'UTC'"),
    "array-of-a-frame": (lambda: rk.array(FRAME), r"rk.RaggedTable.from_frame\(df, by=...\)"),
    "array-of-groups": (lambda: rk.array(FRAME.groupby("user")), r"rk.RaggedTable.from_frame\("),
    "array-of-a-groupby": (
        lambda: rk.array(FRAME.groupby("user").n),
        r"rk.RaggedTable.from_frame\(",
    ),
    "group-by-columns": (
        lambda: rk.group_by(FRAME.user, FRAME[["n", "t"]]),
        r"values must be one column, got 'DataFrame'; rk.RaggedTable.from_frame\(df, by=...\)",
    ),
    "group-by-tuples": (
        lambda: rk.group_by([("a", 1), ("b", 2)], [1, 2]),
        "^keys must contain no tuples",
    ),
    "array-of-a-matrix": (lambda: rk.array(scipy_matrix()), r"RaggedTensor.from_scipy\(m\) takes"),
    "from-scipy-of-a-graph": (
        lambda: rk.RaggedTensor.from_scipy(scipy_matrix()),
        "return_columns=True returns the values and their columns: the neighbours",
    ),
    "save": (lambda: np.save(io.BytesIO(), RT), "rt.to_buffers()"),
    "series": (lambda: pd.Series(RT), r"rt.numpy\(\) \(object array of rows\)"),
    "feat[nb]": (lambda: FEATURES[NEIGHBOURS], r"as an index: rk.gather\(array, rt\)$"),
    "np.take": (lambda: np.take(FEATURES, NEIGHBOURS), r"as an index: rk.gather\(array, rt\)$"),
    "dense-key": (lambda: RT[TABLE], r"rk.gather\(rt, key\) selects rows, rk.take_along\("),
    "list-key": (lambda: RT[TABLE.tolist()], r"rk.gather\(rt, key\) selects rows"),
    "dense-key-of-floats": (lambda: RT[TABLE * 1.0], r"got array\(\[\[0., 1.\], \[1., 0.\]\]\)$"),
    "max": (lambda: RT.max(axis=1), r"^rt must have a value in every row.*rt.max\(..., empty="),
    "ptp": (lambda: np.ptp(RT, axis=1), "^rt must have a value in every row"),
    "nanmax": (lambda: np.nanmax(REALS, axis=1), "^rt must have a value in every row"),
    "mean-of-times": (lambda: TIMES.mean(axis=1), "^rt must contain numbers"),
    "median-of-times": (lambda: TIMES.median(axis=1), "must contain numbers or bools"),
    "series-operand": (
        lambda: REALS * pd.Series([1, 2, 3]),
        r"Give y the shape \[3, 1\]: np.reshape\(y, \(3, 1\)\)$",
    ),
}


@pytest.mark.parametrize(("call", "says"), REFUSED.values(), ids=REFUSED)
def test_the_error_names_the_way(call: Any, says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        call()


def test_the_ways_of_the_errors_work() -> None:
    assert rk.gather(RT, TABLE).to_list() == [[[3, 1, 4], []], [[], [3, 1, 4]]]
    rows = rk.array([[1, 2], [3, 4]])
    assert rk.take_along(rows, rk.array(TABLE)).tolist() == [[1, 2], [4, 3]]
    matrix = scipy_matrix()
    assert rk.from_offsets(matrix.indices, matrix.indptr).to_list() == [[0], [1], [2]]
    column = np.reshape(pd.Series([1, 2, 3]), (3, 1))
    assert (REALS * column).to_list() == [[1.5, 2.25], [], [9.0]]


def test_a_tensor_of_floats_is_no_index() -> None:
    with pytest.raises(TypeError, match=r"rt.to_pandas\(\) \(Series of lists\)$"):
        np.asarray(REALS)
