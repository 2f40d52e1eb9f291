"""Methods of NumPy's arrays on ragged tensors: round, clip, T, flatten, item, formats."""

from __future__ import annotations

import datetime as dt
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import raggedkit as rk
from raggedkit.errors import RaggedIndexError

rows = st.lists(st.lists(st.integers(-1000, 1000), max_size=5), min_size=1, max_size=6)
reals = st.lists(st.lists(st.floats(-1e6, 1e6), max_size=5), min_size=1, max_size=6)


def ragged(values: Any, dtype: str) -> rk.RaggedTensor:
    rt: rk.RaggedTensor = rk.ragged.constant(values, dtype=dtype, ragged_rank=1)
    return rt


@given(reals, st.integers(-3, 6))
def test_round_matches_numpy_s_on_each_row(values: list[list[float]], decimals: int) -> None:
    rt = ragged(values, "float64")
    model = [np.round(np.array(row), decimals).tolist() for row in values]
    assert rt.round(decimals).to_list() == model
    assert round(rt, decimals).identical(rt.round(decimals))
    assert round(rt).identical(rt.round(0))


@given(rows, st.integers(-1000, 0), st.integers(0, 1000))
def test_clip_matches_python(values: list[list[int]], low: int, high: int) -> None:
    rt = ragged(values, "int64")
    assert rt.clip(low, high).to_list() == [[min(max(v, low), high) for v in r] for r in values]
    assert rt.clip(max=high).to_list() == [[min(v, high) for v in r] for r in values]
    assert rt.clip(min=low).to_list() == [[max(v, low) for v in r] for r in values]


@given(rows)
def test_t_has_the_items_of_each_position(values: list[list[int]]) -> None:
    rt = ragged(values, "int64")
    longest = max(map(len, values))
    assert rt.T.to_list() == [[r[j] for r in values if j < len(r)] for j in range(longest)]
    assert rt.T.identical(np.transpose(rt))


@given(rows)
def test_flatten_and_item_match_python(values: list[list[int]]) -> None:
    rt = ragged(values, "int64")
    flat = [v for row in values for v in row]
    assert rt.flatten().tolist() == flat
    for i in range(-len(flat), len(flat)):
        assert rt.item(i) == flat[i]
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            assert rt.item(i, j) == rt.item((i, j)) == value


@given(reals)
def test_a_format_is_that_of_each_value(values: list[list[float]]) -> None:
    rt = ragged(values, "float64")
    texts = ["[" + ", ".join(f"{v:.2f}" for v in row) + "]" for row in values]
    assert f"{rt:.2f}" == f"[{', '.join(texts)}]"
    assert f"{rt}" == str(rt)


DEEP = rk.array([[[1.25], [2.5, 3.75]], []])
INNER = rk.RaggedTensor.from_row_lengths(np.arange(6).reshape(3, 2), [2, 0, 1])
EMPTY = rk.RaggedTensor.from_row_lengths(np.zeros(0), [])
SLICED = rk.array([[9], [3, 1], [], [5]])[1:]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param(DEEP.round(1).to_list(), [[[1.2], [2.5, 3.8]], []], id="ragged-rank-2"),
        pytest.param(INNER.clip(1, 4).to_list(), [[[1, 1], [2, 3]], [], [[4, 4]]], id="inner"),
        pytest.param(INNER.flatten().tolist(), [0, 1, 2, 3, 4, 5], id="flatten-inner"),
        pytest.param(INNER.item(0, 1, 1), 3, id="item-inner"),
        pytest.param(EMPTY.round(2).to_list(), [], id="no-rows"),
        pytest.param(EMPTY.T.to_list(), [], id="no-rows-T"),
        pytest.param(f"{EMPTY:.1f}", "[]", id="no-rows-format"),
        pytest.param(SLICED.flatten().tolist(), [3, 1, 5], id="slice"),
        pytest.param(SLICED.item(-1), 5, id="slice-item"),
        pytest.param(rk.array([[5]]).item(), 5, id="one-value"),
        pytest.param(rk.array([[[7]], []]).item(), 7, id="one-deep-value"),
        pytest.param(rk.array([["a"]]).item(), "a", id="text"),
        pytest.param(
            rk.array([[np.datetime64("2024-05-01")]]).item(), dt.date(2024, 5, 1), id="date"
        ),
        pytest.param(f"{rk.array([[True], []]):d}", "[[1], []]", id="format-bools"),
        pytest.param(f"{rk.array([['a'], []]):>3}", "[[  a], []]", id="format-text"),
        pytest.param(
            f"{rk.array([[np.datetime64('2024-05-01', 'ns')]]):%d.%m.}",
            "[[01.05.]]",
            id="format-ns",
        ),
        pytest.param(f"{DEEP:.1f}", "[[[1.2], [2.5, 3.8]], []]", id="format-deep"),
        pytest.param(
            rk.array([[2.5, 3.5]]).round().to_list(), [[2.0, 4.0]], id="half-to-even-as-numpy"
        ),
        pytest.param(rk.array([[1, 25]]).round(-1).to_list(), [[0, 20]], id="tens"),
        pytest.param(
            rk.array([[1, 9], [5]]).clip(max=[[4], [9]]).to_list(), [[1, 4], [5]], id="row-bounds"
        ),
    ],
)
def test_edges(result: Any, expected: Any) -> None:
    assert result == expected


def test_flatten_is_a_copy_that_may_be_changed() -> None:
    rt = rk.array([[3, 1], [2]])
    flat = rt.flatten()
    flat[0] = 99
    assert rt.to_list() == [[3, 1], [2]]


def test_out_is_written() -> None:
    rt, out = rk.array([[1.26], [2.0]]), rk.array([[0.0], [0.0]])
    assert rt.round(1, out=out) is out
    assert out.to_list() == [[1.3], [2.0]]
    assert rt.clip(0, 1, out=out) is out
    assert out.to_list() == [[1.0], [1.0]]


def test_long_texts_are_cut_in_the_middle() -> None:
    assert (
        f"{rk.ragged.range([40]):02d}" == "[[00, 01, 02, 03, 04, 05, 06, 07, 08, 09, 10, ..., 39]]"
    )
    many = f"{rk.ragged.range([1] * 40):d}"
    assert many == f"[{'[0], ' * 11}..., [0]]"
    assert len(f"{rk.ragged.range([1000] * 1000):d}") < 1000
    with rk.options(max_rows=2, max_items=3):
        assert f"{rk.ragged.range([5] * 9):d}" == "[[0, 1, ..., 4], ..., [0, 1, ..., 4]]"


RT = rk.array([[3, 1], [], [2]])
ERRORS = {
    "round-text": (lambda: rk.array([["a"]]).round(), TypeError, "rt must have numbers, got"),
    "decimals": (
        lambda: RT.round(1.5),  # type: ignore[arg-type]
        TypeError,
        "decimals must be an integer, got 1.5",
    ),
    "decimals-large": (lambda: RT.round(2**40), ValueError, "decimals must fit 32 bits"),
    "clip-text": (lambda: RT.clip("a"), TypeError, "min must contain numbers"),
    "clip-rows": (lambda: RT.clip(0, rk.array([[1], [2], [3]])), ValueError, "must broadcast"),
    "order": (lambda: RT.flatten("F"), ValueError, "order must be 'C', 'A' or 'K', got 'F'"),
    "item-many": (lambda: RT.item(), ValueError, "rt must have one value, got 3"),
    "item-none": (lambda: EMPTY.item(0), RaggedIndexError, "there are no values, got 0"),
    "item-flat": (lambda: RT.item(3), RaggedIndexError, "args must be from -3 to 2, got 3"),
    "item-row": (lambda: RT.item(1, 0), RaggedIndexError, "index of axis 1"),
    "item-axes": (lambda: RT.item(1, 0, 0), RaggedIndexError, "one index for each of the 2 axes"),
    "item-float": (lambda: RT.item(1.0), TypeError, "args must be an integer, got 1.0"),
    "format": (lambda: f"{RT:q}", ValueError, "format_spec must suit values of type int, got 'q'"),
    "T": (lambda: DEEP.T, AttributeError, "T exchanges the axes: perm must .*; use swapaxes"),
}


@pytest.mark.parametrize(("call", "kind", "says"), ERRORS.values(), ids=ERRORS)
def test_errors(call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()


def test_a_tensor_of_three_axes_has_no_t() -> None:
    assert not hasattr(DEEP, "T")
    assert DEEP.swapaxes(0, 1).ndim == 3
