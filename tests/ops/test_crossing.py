"""cross and cartesian against itertools.product, row by row."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.strict_cupy.array import StrictArray, namespace

RT = rk.RaggedTensor
A = rk.ragged.constant([["a"], [], ["b", "c"]])
N = rk.ragged.constant([[1, 2], [3], [4, 5]])


def rows_of(n: int, values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[list[Any]]]:
    return st.lists(st.lists(values, max_size=3), min_size=n, max_size=n)


@st.composite
def alike(draw: st.DrawFn) -> list[list[list[Any]]]:
    """One to three inputs of one number of rows: of integers, or of text."""
    n = draw(st.integers(0, 4))
    kinds = draw(st.lists(st.sampled_from(["int", "text"]), min_size=1, max_size=3))
    texts, numbers = st.text("aé\0_X", max_size=3), st.integers(-(2**63), 2**63 - 1)
    return [draw(rows_of(n, numbers if kind == "int" else texts)) for kind in kinds]


def constant(rows: list[list[Any]]) -> RT:
    kind: Any = str if any(isinstance(v, str) for row in rows for v in row) else "int64"
    rt: RT = rk.ragged.constant(rows, dtype=kind, ragged_rank=1)
    return rt


# ---------------------------------------------------------------------- against itertools
@given(inputs=alike())
def test_cross_joins_every_combination(inputs: list[list[list[Any]]]) -> None:
    found = rk.ragged.cross([constant(rows) for rows in inputs])
    assert found.to_list() == [
        ["_X_".join(map(str, some)) for some in product(*rows)]
        for rows in zip(*inputs, strict=True)
    ]


@given(inputs=alike())
def test_bytes_anywhere_make_bytes(inputs: list[list[list[Any]]]) -> None:
    n = len(inputs[0])
    flat = np.array([b"\xff\0"] * n + [None], dtype=object)[:n]
    last = RT.from_row_lengths(flat, [1] * n)
    found = rk.ragged.cross([*[constant(rows) for rows in inputs], last])
    assert found.to_list() == [
        ["_X_".join(map(str, some)).encode() + b"_X_\xff\0" for some in product(*row)]
        for row in zip(*inputs, strict=True)
    ]


@given(
    lengths=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)), max_size=5)
)
def test_cartesian_takes_every_combination(lengths: list[tuple[int, int, int]]) -> None:
    x, y, z = (
        RT.from_row_lengths(np.arange(sum(n[i] for n in lengths)), [n[i] for n in lengths])
        for i in range(3)
    )
    found = rk.cartesian([x, y, z])
    for i, tensor in enumerate(found):
        assert tensor.to_list() == [
            [some[i] for some in product(*row)]
            for row in zip(x.to_list(), y.to_list(), z.to_list(), strict=True)
        ]


@given(rt=rks.ragged_tensors(ragged_rank=1))
def test_cartesian_of_any_values_and_one_more_keeps_them(rt: RT) -> None:
    one = np.zeros((len(rt), 1))
    (found, zeros) = rk.cartesian([rt, one])
    assert_ragged_equal(found, RT(rt.flat_values, rk.RowPartition.from_row_splits(rt.row_splits)))
    assert zeros.row_splits.tolist() == rt.row_splits.tolist()


# ---------------------------------------------------------------------- edges
@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        pytest.param([], [], id="no inputs"),
        pytest.param([RT.from_row_splits(np.zeros(0, int), [0])], [], id="no rows"),
        pytest.param([A], [["a"], [], ["b", "c"]], id="one input"),
        pytest.param(
            (A, N), [["a_X_1", "a_X_2"], [], ["b_X_4", "b_X_5", "c_X_4", "c_X_5"]], id="a tuple"
        ),
        pytest.param([[["a"], ["b"]], [[1], [2]]], [["a_X_1"], ["b_X_2"]], id="dense lists"),
        pytest.param([[[1], [2, 3]], [["x"], ["y"]]], [["1_X_x"], ["2_X_y", "3_X_y"]], id="lists"),
        pytest.param(
            [rk.SparseTensor([[0, 2], [1, 1]], [3, 1], [2, 3]), [["x"], ["y"]]],
            [["3_X_x"], ["1_X_y"]],
            id="sparse with gaps",
        ),
        pytest.param(
            [rk.SparseTensor([[1, 0], [0, 0]], ["a", "b"], [3, 1])],
            [["b"], ["a"], []],
            id="sparse out of order",
        ),
        pytest.param([RT.from_tensor([[1, 2], [3, 4]])], [["1", "2"], ["3", "4"]], id="uniform"),
        pytest.param([N[1:]], [["3"], ["4", "5"]], id="a slice"),
        pytest.param(
            [rk.ragged.constant([[2**64 - 1]], dtype="uint64")], [["18446744073709551615"]], id="u8"
        ),
        pytest.param([rk.ragged.constant([["x\0"], []])], [["x\0"], []], id="NUL at the end"),
    ],
)
def test_edges(inputs: Any, expected: Any) -> None:
    found = rk.ragged.cross(inputs)
    assert isinstance(found, RT)
    assert found.to_list() == expected
    assert found.shape.as_list() == [len(expected), None]


@pytest.mark.parametrize("function", [rk.cartesian, rk.ragged.cross])
def test_combinations_that_no_integer_counts_are_refused(function: Any) -> None:
    row = rk.ragged.constant([[1, 2, 3, 4], []])
    with pytest.raises(ValueError, match=r"combinations that fit memory, got 1.84e\+19 of them"):
        function([row] * 32)  # 4 ** 32 is 0 to int64


def test_splits_are_int32_where_all_ragged_inputs_say_so() -> None:
    narrow = N.with_row_splits_dtype("int32")
    assert rk.ragged.cross([narrow, [[1], [2], [3]]]).row_splits.dtype == np.int32
    assert rk.ragged.cross([narrow, N]).row_splits.dtype == np.int64
    assert rk.cartesian([narrow, narrow])[1].row_splits.dtype == np.int32


def test_cartesian_of_nothing_and_of_pairs() -> None:
    assert rk.cartesian([]) == ()
    points = RT.from_row_splits([[1, 2], [3, 4]], [0, 2])
    left, right = rk.cartesian([points, points])
    assert left.to_list() == [[[1, 2], [1, 2], [3, 4], [3, 4]]]
    assert right.to_list() == [[[1, 2], [3, 4], [1, 2], [3, 4]]]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.ragged.cross(N), TypeError, "inputs must be a list of tensors"),
        (
            lambda: rk.ragged.cross([N, [[1]]]),
            ValueError,
            r"inputs\[1\] must have 3 rows, .* got 1",
        ),
        (lambda: rk.ragged.cross([[1, 2]]), ValueError, r"inputs\[0\] must have rows, .* \[2\]"),
        (
            lambda: rk.ragged.cross([[[[1]]]]),
            ValueError,
            r"inputs\[0\] must have two axes, .* \[1, 1",
        ),
        (
            lambda: rk.ragged.cross([rk.ragged.constant([[[1]]])]),
            ValueError,
            r"inputs\[0\] must have two axes, got shape \[1, None, None\]",
        ),
        (
            lambda: rk.ragged.cross([N + 0.5]),
            ValueError,
            r"inputs\[0\] must contain integers, text or",
        ),
        (lambda: rk.ragged.cross([N > 1]), ValueError, r"got dtype\('bool'\)"),
        (
            lambda: rk.ragged.cross([rk.SparseTensor([[0]], [1], [1])]),  # type: ignore[list-item]
            ValueError,
            r"inputs\[0\] must have two axes, got TensorShape\(\[1\]\)",
        ),
        (lambda: rk.cartesian([N, 3]), ValueError, r"inputs\[1\] must have rows, got shape \[\]"),
        (lambda: rk.cartesian("ab"), TypeError, "inputs must be a list of tensors, got 'ab'"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_values_of_a_device_stay_there_and_are_no_text() -> None:
    rt = RT.from_row_splits(namespace.asarray(N.flat_values), namespace.asarray(N.row_splits))
    left, _ = rk.cartesian([rt, rt])
    flat: Any = left.flat_values
    assert isinstance(flat, StrictArray)
    np.testing.assert_array_equal(flat.get(), rk.cartesian([N, N])[0].flat_values)
    with pytest.raises(TypeError, match=r"inputs\[0\] must be on the host"):
        rk.ragged.cross([rt])
