"""Matrix products against NumPy's, one matrix after the other."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._kernels.arrays import matrices as kernel
from raggedkit.testing import assert_ragged_equal

RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")
DTYPES = ["int64", "float32", "float64", "complex128"]


@dataclass
class Side:
    """The matrices of one operand, and the tensor of them."""

    matrices: list[Any]
    tensor: Any
    rank: int  # how many axes are partitioned


def held(matrices: list[Any], rank: int, splits: str = "int64") -> Any:
    """The tensor ``[batch, rows, columns]`` of some matrices, None where they won't fit it."""
    heights, widths = [m.shape[0] for m in matrices], [m.shape[1] for m in matrices]
    if rank == 0:
        alike = len(set(heights)) == len(set(widths)) == 1
        return np.stack(matrices) if alike else None
    if rank == 1:
        if len(set(widths)) > 1:
            return None
        flat = np.concatenate(matrices)
        return RT.from_row_lengths(flat, np.array(heights, splits))
    flat = np.concatenate([m.ravel() for m in matrices])
    rows = [w for h, w in zip(heights, widths, strict=True) for _ in range(h)]
    inner = RT.from_row_lengths(flat, np.array(rows, splits))
    return RT.from_row_lengths(inner, np.array(heights, splits))


@st.composite
def pairs(draw: st.DrawFn, *, turned: tuple[bool, bool] = (False, False)) -> tuple[Side, Side]:
    """Two sides that fit each other, at least one of them ragged."""
    batch = draw(st.integers(1, 5))

    def sizes(least: int) -> list[int]:
        one = st.integers(least, 4)
        if draw(st.booleans()):
            return [draw(one)] * batch
        return [draw(one) for _ in range(batch)]

    n, k, m = sizes(0), sizes(draw(st.sampled_from([0, 1]))), sizes(0)
    dtypes = draw(st.sampled_from(DTYPES)), draw(st.sampled_from(DTYPES))
    seed = np.random.default_rng(draw(st.integers(0, 99)))
    sides: list[Side] = []
    for rows, columns, dtype, turn in ((n, k, dtypes[0], turned[0]), (k, m, dtypes[1], turned[1])):
        some = []
        for h, w in zip(rows, columns, strict=True):
            values = seed.integers(-9, 9, (w, h) if turn else (h, w)).astype(dtype)
            some.append(values + 1j * values[::-1, ::-1] if dtype[0] == "c" else values)
        tensors = [held(some, rank, draw(st.sampled_from(["int32", "int64"]))) for rank in range(3)]
        ranks = [r for r in range(3) if tensors[r] is not None]
        if sides and sides[0].rank == 0:
            ranks = [r for r in ranks if r]
        rank = draw(st.sampled_from(ranks))
        if rank == 2 and turn != bool(sides):  # without rows the number of columns is lost
            some = [x if x.shape[0] else np.zeros((0, 0), dtype) for x in some]
        sides.append(Side(some, tensors[rank], rank))
    return sides[0], sides[1]


def turn(matrix: Any, transposed: bool, conjugated: bool) -> Any:
    matrix = matrix.T if transposed or conjugated else matrix
    return matrix.conj() if conjugated else matrix


FLAGS = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize("turned", FLAGS, ids=["ab", "aTb", "abT", "aTbT"])
@given(data=st.data())
def test_every_product_is_numpys(turned: tuple[bool, bool], data: st.DataObject) -> None:
    a, b = data.draw(pairs(turned=turned))
    words = {"adjoint": (False, True), "transpose": (True, False)}
    word = data.draw(st.sampled_from(list(words)))
    found = rk.matmul(a.tensor, b.tensor, **{f"{word}_a": turned[0], f"{word}_b": turned[1]})
    wanted = [
        turn(x, word == "transpose" and turned[0], word == "adjoint" and turned[0])
        @ turn(y, word == "transpose" and turned[1], word == "adjoint" and turned[1])
        for x, y in zip(a.matrices, b.matrices, strict=True)
    ]
    assert found.to_list() == [w.tolist() for w in wanted]
    assert found.dtype == np.result_type(a.tensor.dtype, b.tensor.dtype)
    # n is uniform where it is in a, m dense where it is in b
    tensors = [x.tensor for x in (a, b) if isinstance(x.tensor, RT)]
    assert found.shape[1] == a.tensor.shape[-1 if turned[0] else -2]
    assert found.ragged_rank == 1 + (b.rank == 2 or (b.rank == 1 and turned[1]))
    int32 = all(t.row_splits.dtype == np.int32 for t in tensors)
    assert found.row_splits.dtype == ("int32" if int32 else "int64")


@given(pairs(), st.lists(st.integers(0, 2), min_size=1, max_size=3), st.booleans())
def test_more_batch_axes(sides: tuple[Side, Side], rows: list[int], uniform: bool) -> None:
    a, b = sides
    batch = len(a.matrices)
    outer = [batch] if uniform else [min(rows[0], batch), 0, batch - min(rows[0], batch)]

    def nested(x: Any) -> Any:
        if uniform and not isinstance(x, RT):
            return x[None]
        if uniform:
            return RT.from_uniform_row_length(x, batch)
        return RT.from_row_lengths(x, outer)

    flat, found = rk.matmul(a.tensor, b.tensor), rk.matmul(nested(a.tensor), nested(b.tensor))
    assert found.to_list() == nested(flat).to_list()
    assert found.shape == nested(flat).shape


@pytest.mark.parametrize("rank", [1, 2])
@given(data=st.data())
def test_one_dense_matrix_serves_all(rank: int, data: st.DataObject) -> None:
    k, batch = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 4))
    seed = np.random.default_rng(batch)
    some = [seed.integers(-9, 9, (data.draw(st.integers(0, 3)), k)) for _ in range(batch)]
    if not some:
        some, batch = [np.zeros((0, k), int)], 1
    rt = held(some, rank)
    right, left = seed.integers(-9, 9, (k, 3)), seed.integers(-9, 9, (2, 3))
    assert rk.matmul(rt, right).to_list() == [(m @ right).tolist() for m in some]
    assert rk.matmul(rt, right.T, transpose_b=True).to_list() == (rt @ right).to_list()
    tall = held([seed.integers(-9, 9, (3, m.shape[0])) for m in some], 2)
    wanted = [(left @ m.to_tensor(shape=[3, None])).tolist() for m in tall]
    assert rk.matmul(left, tall).to_list() == wanted
    deep = RT.from_row_lengths(rt, [0, batch])
    assert rk.matmul(deep, right).to_list() == [[], (rt @ right).to_list()]


def test_shapes_of_one_matrix_for_all() -> None:
    rt = RT.from_row_lengths(np.arange(8.0).reshape(4, 2), [3, 0, 1])
    assert (rt @ np.ones((2, 3))).shape == [3, None, 3]
    both = rk.matmul(np.ones((2, 3)), RT.from_row_lengths(np.ones((6, 2)), [3, 3]))
    assert both.shape == [2, 2, 2]


# ---------------------------------------------------------------------- single matrices
@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.sampled_from(FLAGS))
def test_single_matrices_give_an_array(n: int, k: int, m: int, turned: tuple[bool, bool]) -> None:
    x = np.arange(n * k).reshape((k, n) if turned[0] else (n, k))
    y = np.arange(k * m).reshape((m, k) if turned[1] else (k, m))
    wanted = (x.T if turned[0] else x) @ (y.T if turned[1] else y)

    def ragged(z: Any) -> Any:
        return RT.from_row_lengths(z.ravel(), [z.shape[1]] * z.shape[0])

    flags = {"transpose_a": turned[0], "transpose_b": turned[1]}
    full_rows = all(x.shape) and all(y.shape)  # without rows a ragged matrix has no columns
    for a, b in ((ragged(x), ragged(y)), (ragged(x), y), (x, ragged(y)), (x, y)):
        if full_rows or (a is x and b is y):
            found = rk.matmul(a, b, **flags)
            assert isinstance(found, np.ndarray)
            np.testing.assert_array_equal(found, wanted)


@given(st.integers(1, 3), st.integers(1, 3))
def test_dense_batches_broadcast_as_numpys(rows: int, batch: int) -> None:
    x, y = np.arange(batch * rows * 2).reshape(batch, rows, 2), np.arange(6).reshape(2, 3)
    np.testing.assert_array_equal(rk.matmul(x, y), x @ y)
    assert rk.matmul([[1, 2]], [[3], [4]]).tolist() == [[11]]


# ---------------------------------------------------------------------- @ and NumPy
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "operator": operator.matmul,
    "np.matmul": np.matmul,
    "np.linalg.matmul": np.linalg.matmul,
}


@pytest.mark.parametrize("product", OPERATORS.values(), ids=OPERATORS)
def test_spellings(product: Callable[[Any, Any], Any]) -> None:
    rt = RT.from_row_lengths(np.arange(8).reshape(4, 2), [3, 0, 1])
    assert_ragged_equal(product(rt, np.eye(2)), rk.matmul(rt, np.eye(2)))
    left, right = np.ones((3, 1, 3)), held([np.ones((3, h)) for h in (1, 2, 0)], 2)
    assert_ragged_equal(product(left, right), rk.matmul(left, right))
    assert product(rt, np.array([1, 10])).to_list() == [[10, 32, 54], [], [76]]


def test_vectors() -> None:
    rt = RT.from_row_lengths(np.arange(8).reshape(4, 2), [3, 0, 1])
    deep = RT.from_row_lengths(rt, [2, 1])
    assert (rt @ [1, 10]).tolist() == [[10, 32, 54], [], [76]]
    assert (deep @ [1, 10]).tolist() == [[[10, 32, 54], []], [[76]]]
    square = RT.from_row_lengths(np.arange(12).reshape(6, 2), [3, 3])
    assert ([1, 0, 0] @ square).tolist() == [[0, 1], [6, 7]]
    assert (np.array([1, 0, 0]) @ square).shape == (2, 2)
    wide = held([np.arange(6).reshape(3, 2), np.arange(3).reshape(3, 1)], 2)
    row: Any = np.array([1, 1, 0])
    assert (row @ wide).to_list() == [[2, 4], [1]]
    assert (row @ RT.from_row_lengths(wide, [1, 1])).to_list() == [[[2, 4]], [[1]]]
    single = RT.from_uniform_row_length(np.arange(6), 2)
    assert (single @ np.array([1, 10])).tolist() == [10, 32, 54]
    assert (np.array([1, 0, 2]) @ single).tolist() == [8, 11]


def test_operands_that_are_not_for_us() -> None:
    class Other:
        def __rmatmul__(self, other: Any) -> str:
            return "theirs"

        def __matmul__(self, other: Any) -> str:
            return "also theirs"

    rt = RT.from_row_lengths(np.ones((4, 2)), [3, 0, 1])
    assert rt @ Other() == "theirs"
    assert Other() @ rt == "also theirs"
    with pytest.raises(TypeError, match="unsupported operand"):
        rt @ None  # type: ignore[operator]
    with pytest.raises(
        TypeError, match=r"dtype must not be given to np.matmul with a RaggedTensor"
    ):
        np.matmul(rt, np.eye(2), dtype="float32")
    with pytest.raises(TypeError, match=r"out must be a RaggedTensor, as the result of np.matmul"):
        np.matmul(rt, np.eye(2), out=np.ones(2))


# ---------------------------------------------------------------------- many sizes
def test_nan_and_infinity_stay_in_their_matrix() -> None:
    seed = np.random.default_rng(3)
    sizes = seed.integers(1, 7, (60, 3))
    left = [seed.random((n, k)) for n, k, _ in sizes]
    right = [seed.random((k, m)) for _, k, m in sizes]
    left[5][0, 0], right[7][0, 0], left[50][-1, -1], right[51][-1, -1] = NAN, INF, -INF, NAN
    found = rk.matmul(held(left, 2), held(right, 2))
    for i, (x, y) in enumerate(zip(left, right, strict=True)):
        np.testing.assert_allclose(found[i].to_tensor(), x @ y, err_msg=str(i))


def test_filled_up_matrices_give_no_warning() -> None:
    left = held([np.ones((2, 2)), np.ones((3, 2))], 2)
    right = held([np.full((2, 3), INF), np.full((2, 2), -INF)], 2)
    assert rk.matmul(left, right).to_list() == [[[INF] * 3] * 2, [[-INF] * 2] * 3]


@pytest.mark.parametrize("dtype", ["float64", "int64"])
@pytest.mark.parametrize("turned", FLAGS, ids=["ab", "aTb", "abT", "aTbT"])
def test_sizes_large_and_small_together(turned: tuple[bool, bool], dtype: str) -> None:
    seed = np.random.default_rng(4)
    sizes = [tuple(seed.integers(1, 60, 3)) for _ in range(40)] + [(3, 2, 4)] * 30
    sizes += [(1, 300, 1), (128, 128, 4), (33, 64, 33)]
    left = [seed.integers(-99, 99, (k, n) if turned[0] else (n, k)) for n, k, _ in sizes]
    right = [seed.integers(-99, 99, (m, k) if turned[1] else (k, m)) for _, k, m in sizes]
    left, right = [x.astype(dtype) for x in left], [x.astype(dtype) for x in right]
    flags = {"transpose_a": turned[0], "transpose_b": turned[1]}
    found = rk.matmul(held(left, 2), held(right, 2), **flags)
    wanted = [
        ((x.T if turned[0] else x) @ (y.T if turned[1] else y)).tolist()
        for x, y in zip(left, right, strict=True)
    ]
    assert found.to_list() == wanted


def test_blocks_of_many_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_BLOCK", 50)
    rows = np.arange(40) % 5
    some = [np.arange(h * 3).reshape(h, 3) for h in rows]
    rt = held(some, 1)
    assert rk.matmul(rt, rt, transpose_b=True).to_list() == [(x @ x.T).tolist() for x in some]


def test_inputs_are_left_as_they_are() -> None:
    flat = np.arange(8.0).reshape(4, 2)
    flat.flags.writeable = False
    rt = RT.from_row_lengths(flat, [3, 0, 1])[1:]
    assert rk.matmul(rt, rt, transpose_b=True).to_list() == [[], [[85.0]]]
    cut = np.arange(48.0).reshape(4, 6, 2)[:3, ::2]
    assert (
        rk.matmul(cut, held([np.ones((2, 1))] * 3, 2)).to_list() == (cut @ np.ones((2, 1))).tolist()
    )


# ---------------------------------------------------------------------- without rows, and errors
def test_matrices_without_rows_fit_any() -> None:
    some = [np.ones((2, 3)), np.ones((0, 0)), np.ones((1, 2))]
    rt = held(some, 2)
    right = held([np.ones((3, 4)), np.ones((5, 6)), np.ones((2, 1))], 2)
    assert rk.matmul(rt, right).to_list() == [[[3] * 4] * 2, [], [[2]]]
    turned = rk.matmul(
        held([np.ones((1, 5))] * 3, 2), held([np.ones((0, 0))] * 3, 2), transpose_b=True
    )
    assert turned.to_list() == [[[]]] * 3
    none = RT.from_row_lengths(RT.from_row_lengths(np.zeros(0), np.zeros(0, int)), [0, 0])
    assert rk.matmul(none, np.ones((7, 3))).to_list() == [[], []]
    assert rk.matmul(none[:0], np.ones((7, 3))).shape == [0, None, 3]
    empty = RT.from_row_lengths(np.zeros((0, 2)), np.zeros(0, int))
    assert rk.matmul(empty, np.ones((0, 2, 4))).shape == [0, None, 4]


def test_no_columns_add_up_to_zero() -> None:
    assert rk.matmul(held([np.ones((2, 0))], 1), np.ones((0, 3))).to_list() == [[[0.0] * 3] * 2]
    assert rk.matmul(held([np.ones((2, 0))], 2), held([np.ones((0, 3))], 1)).to_list() == [
        [[0.0] * 3] * 2
    ]


R = RT.from_row_lengths(np.ones((4, 2)), [3, 0, 1])
ODD = rk.ragged.constant([[[1, 2], [3, 4]], [[1, 2, 3], [4]]])


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: rk.matmul(R, R), ValueError, r"must fit, got \[3, 2\] @ \[3, 2\] at \[0\]"),
        (lambda: rk.matmul(R, R, True, True), ValueError, r"fit, got \[2, 3\] @ \[2, 3\] at \[0\]"),
        (lambda: rk.matmul(R, np.ones((3, 4))), ValueError, r"got \[3, 2\] @ \[3, 4\] at \[0\]"),
        (lambda: rk.matmul(np.ones((2, 3)), np.ones((2, 3))), ValueError,
         r"must fit, got \[2, 3\] @ \[2, 3\]; columns on the left have to be rows"),
        (lambda: rk.matmul(R, np.ones((2, 2, 1))), ValueError,
         "same number of matrices, got 3 in a and 2 in b"),
        (lambda: rk.matmul(ODD, np.ones((2, 2))), ValueError,
         r"a must have rows of one length in each matrix, got row 1 of length 1 where row 0 has 3 "
         r"at \[1\]"),
        (lambda: rk.matmul(np.ones((2, 2, 2)), ODD), ValueError, "b must have rows of one length"),
        (lambda: rk.matmul(RT.from_row_lengths(ODD, [0, 2]), np.ones((2, 2))), ValueError,
         r"at \[1, 1\]"),
        (lambda: rk.matmul(ODD[0], ODD[1]), ValueError,
         "b must have rows of one length, got row 1 of length 1 where row 0 has 3"),
        (lambda: rk.matmul(ODD, ODD[0]), ValueError, r"same rank, got .*; a dense matrix \[k, m\]"),
        (lambda: rk.matmul(RT.from_row_lengths(R, [2, 1]), RT.from_row_lengths(R, [1, 2])),
         ValueError, "must have the same rows, got row 0 with 2 in a and 1 in b"),
        (lambda: rk.matmul(RT.from_row_lengths(R, [2, 1]), RT.from_row_lengths(R, [3])),
         ValueError, "must have the same rows, got 2 and 1 of them"),
        (lambda: rk.matmul(np.ones((2, 2, 2)), np.ones((3, 2, 2))), ValueError,
         r"batch axes of a and b must broadcast, got \[2\] and \[3\]"),
        (lambda: rk.matmul(R, [1.0, 2.0]), ValueError, "b must have at least 2 dimensions, got 1"),
        (lambda: rk.matmul(5, R), ValueError, "a must have at least 2 dimensions, got 0"),
        (lambda: rk.matmul(R, [["a"], ["b"]]), TypeError, "b must contain numbers"),
        (lambda: rk.matmul(R, R, True, adjoint_a=True), ValueError,
         "adjoint_a must be given without transpose_a"),
        (lambda: rk.matmul(R, R, False, True, adjoint_b=True), ValueError,
         "adjoint_b must be given without transpose_b"),
    ],
)  # fmt: skip
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
