"""Segment reductions, against dictionaries of bags."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks
from tests.ops.bags import bags, close, joined, listed, opened, sizes_of

constant = rk.ragged.constant
NAN = math.nan
RT = constant([[1, 2, 3], [4], [], [5, 6]])

Model = Callable[[tuple[Any, ...]], Any]
UNSORTED: dict[Callable[..., Any], Model] = {
    rk.unsorted_segment_sum: sum,
    rk.unsorted_segment_prod: math.prod,
    rk.unsorted_segment_max: lambda bag: max(bag, default=-(2**63)),
    rk.unsorted_segment_min: lambda bag: min(bag, default=2**63 - 1),
    rk.unsorted_segment_mean: lambda bag: sum(bag) / len(bag) if bag else 0.0,
    rk.unsorted_segment_sqrt_n: lambda bag: sum(bag) / math.sqrt(len(bag)) if bag else 0.0,
}
SORTED: dict[Callable[..., Any], Model] = {
    rk.segment_sum: sum,
    rk.segment_prod: math.prod,
    rk.segment_max: lambda bag: max(bag, default=0),
    rk.segment_min: lambda bag: min(bag, default=0),
    rk.segment_mean: lambda bag: sum(bag) / len(bag) if bag else 0.0,
}
ALL = [pytest.param(f, id=f.__name__) for f in UNSORTED]
ASCENDING = [pytest.param(f, id=f.__name__) for f in SORTED]
numbers = rks.ragged_tensors(dtype="int64", values=st.integers(-2, 2), max_length=3)
dense = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(
    lambda shape: np.arange(math.prod(shape)).reshape(shape) - 4
)


def grouped(x: Any, ids: list[int], n: int) -> Any:
    """The bags of rows that name the same segment."""
    rows = bags(listed(x), x.ndim)
    return [
        joined([r for r, i in zip(rows, ids, strict=True) if i == s], sizes_of(x)) for s in range(n)
    ]


@pytest.mark.parametrize("function", ALL)
@given(st.one_of(numbers, dense), st.integers(1, 4), st.data(), st.sampled_from(["int32", "int64"]))
def test_rows_that_name_a_segment_meet(
    function: Callable[..., Any], x: Any, n: int, data: st.DataObject, dtype: str
) -> None:
    ids = data.draw(st.lists(st.integers(0, n - 1), min_size=len(x), max_size=len(x)))
    found = function(x, np.array(ids, dtype), n)
    assert close(listed(found), opened(grouped(x, ids, n), UNSORTED[function]))
    if isinstance(x, rk.RaggedTensor):
        assert [p.dtype for p in found.partitions] == [p.dtype for p in x.partitions]


@pytest.mark.parametrize("function", ALL)
@given(rks.ragged_tensors(dtype="int64", ragged_rank=1, values=st.integers(-2, 2)), st.data())
def test_values_that_name_a_segment_meet(
    function: Callable[..., Any], rt: rk.RaggedTensor, data: st.DataObject
) -> None:
    nvals = rt.partitions[0].static_nvals
    ids = data.draw(st.lists(st.integers(-1, 3), min_size=nvals, max_size=nvals))
    where = rt.with_values(np.array(ids, dtype="int64"))
    found = function(rt, where, 4)
    divides = function in (rk.unsorted_segment_mean, rk.unsorted_segment_sqrt_n)
    want = opened(
        grouped(rt.values, ids, 4),
        lambda bag: NAN if divides and not bag else UNSORTED[function](bag),
    )
    assert close(listed(found), want)


@pytest.mark.parametrize("function", ASCENDING)
@given(st.one_of(numbers, dense), st.data())
def test_ascending_ids_say_how_many_there_are(
    function: Callable[..., Any], x: Any, data: st.DataObject
) -> None:
    ids = sorted(data.draw(st.lists(st.integers(0, 4), min_size=len(x), max_size=len(x))))
    n = ids[-1] + 1 if ids else 0
    found = function(x, ids)
    assert close(listed(found), opened(grouped(x, ids, n), SORTED[function]))


def test_ids_of_several_dimensions_name_items() -> None:
    data = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert rk.unsorted_segment_sum(data, [[0, 1], [1, 0], [2, 0]], 3).tolist() == [11, 5, 5]
    assert rk.unsorted_segment_sum(data, [0, -1, 2], 4).tolist() == [[1, 2], [0, 0], [5, 6], [0, 0]]


def test_no_values_give_the_last_finite_number() -> None:
    rt = constant([[1.0], [2.0]], dtype="float32")
    ids = constant([[0], [0]])
    assert rk.unsorted_segment_max(rt, ids, 2)[1] == np.finfo("float32").min
    assert rk.unsorted_segment_min(rt, ids, 2)[1] == np.finfo("float32").max
    assert rk.segment_max(np.array([-1.5]), [1]).tolist() == [0.0, -1.5]


def test_dtypes() -> None:
    data = np.array([1, 2], dtype="int16")
    assert rk.unsorted_segment_sum(data, [0, 0], 1).dtype == np.int16
    assert rk.unsorted_segment_mean(data, [0, 0], 1).dtype == np.float32
    assert rk.unsorted_segment_mean(data.astype("int64"), [0, 0], 1).dtype == np.float64
    assert rk.unsorted_segment_sum(np.array([True, True]), [0, 0], 1).tolist() == [2]


def test_sums_of_integers_are_exact() -> None:
    rt = constant([[2**60], [1]])
    assert rk.unsorted_segment_sum(rt, [1, 1], 2).to_list() == [[], [2**60 + 1]]


# ------------------------------------------------------------------ errors
RAGGED_IDS = constant([[0, 0, 1], [2], [], [1, 3]])


@pytest.mark.parametrize("function", ALL)
@pytest.mark.parametrize(
    ("data", "ids", "n", "says"),
    [
        pytest.param(
            RT, [0, 1, 2, 3], 3, r"below num_segments = 3, got segment_ids\[3\] = 3", id="above"
        ),
        pytest.param(
            RT,
            RAGGED_IDS,
            3,
            r"below num_segments = 3, got segment_ids\[3, 1\] = 3",
            id="above-ragged",
        ),
        pytest.param(
            np.eye(2), [[0, 0], [0, 5]], 3, r"got segment_ids\[1, 1\] = 5", id="above-dense"
        ),
        pytest.param(
            RT,
            [0, -1, 2, 2],
            3,
            r"not be negative where rows are ragged, got segment_ids\[1\] = -1",
            id="negative",
        ),
        pytest.param(
            RT,
            [0, 1],
            3,
            r"have the leading sizes of the shape of data, \(4, None\), got",
            id="short",
        ),
        pytest.param(
            np.eye(2), [0, 1, 1], 3, r"shape of data, \(2, 2\), got \(3,\)", id="short-dense"
        ),
        pytest.param(RT, [0.0, 1.0, 1.0, 1.0], 3, "must be integers, got dtype", id="floats"),
        pytest.param(
            RT,
            constant([[0, 0], [2], [], [1, 1]]),
            3,
            "got length 2 for 3 in row 0 of axis 1",
            id="rows",
        ),
        pytest.param(
            RT,
            constant([[0, 0, 0]]),
            3,
            "have the leading sizes of the shape of data",
            id="fewer-rows",
        ),
        pytest.param(
            np.eye(2),
            constant([[0], [0, 1]]),
            3,
            "have the leading sizes of the shape of data",
            id="ragged-ids",
        ),
        pytest.param(
            RT,
            constant([[[0]], [], [], []]),
            3,
            "have the leading sizes of the shape of data",
            id="deep-ids",
        ),
        pytest.param(RT, [0, 1, 1, 1], -1, "num_segments must not be negative, got -1", id="count"),
    ],
)
def test_refusals(function: Callable[..., Any], data: Any, ids: Any, n: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        function(data, ids, n)


@pytest.mark.parametrize("function", ASCENDING)
@pytest.mark.parametrize(
    ("ids", "says"),
    [
        ([0, 2, 1, 3], r"must not decrease, got segment_ids\[1:3\] = \[2, 1\]; or use unsorted"),
        ([-1, 0, 0, 0], r"must not be negative, got segment_ids\[0\] = -1"),
        ([0, 0], "must have one number for each of the 4 rows, got 2"),
        ([[0, 0, 0, 0]], "must be a vector"),
        (RAGGED_IDS, "must be a vector"),
        ([0.0, 1.0, 1.0, 1.0], "must be integers"),
    ],
)
def test_refusals_of_ascending_ids(function: Callable[..., Any], ids: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        function(RT, ids)


@pytest.mark.parametrize("function", ALL)
def test_text_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="data must contain numbers or bools, got dtype"):
        function(constant([["a"]]), [0], 1)
