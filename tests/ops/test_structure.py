"""Expand, squeeze, declare and exchange axes, and reshape: against nested lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant
AT = rk.RaggedIndexError


def expanded(rows: Any, axis: int) -> Any:
    return [expanded(row, axis - 1) for row in rows] if axis else [rows]


@given(rks.ragged_tensors(), st.data())
def test_expand_dims_and_squeeze(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, rt.ndim))
    result = rk.expand_dims(rt, axis)
    assert_ragged_equal(result, expanded(rt.to_list(), axis))
    assert result.shape.as_list()[axis] == 1
    assert_ragged_equal(rk.expand_dims(rt, axis - rt.ndim - 1), result)
    assert not rt.size or np.shares_memory(result.flat_values, rt.flat_values)
    back = rk.squeeze(result, axis)
    assert_ragged_equal(back, rt.to_list())
    assert back.dtype == rt.dtype
    assert_ragged_equal(np.squeeze(result, axis=axis), rt)
    assert_ragged_equal(rk.squeeze(result, [axis - result.ndim]), back)


@given(rks.ragged_tensors(max_rows=1, max_length=1), st.data())
def test_squeeze_of_small_tensors(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    axes = data.draw(st.lists(st.integers(0, rt.ndim - 1), unique=True))
    lengths = [[len(rt)], *[p.row_lengths().tolist() for p in rt.partitions]]
    lengths += [[n] for n in rt.flat_values.shape[1:]]
    if any(n != 1 for axis in axes for n in lengths[axis]):
        with pytest.raises(ValueError, match="must have size 1 to be dropped"):
            rk.squeeze(rt, axes)
        return
    want: Any = rt.to_list()
    for axis in sorted(axes, reverse=True):
        want = squeezed(want, axis)
    assert_ragged_equal(rk.squeeze(rt, axes), want)


def squeezed(rows: Any, axis: int) -> Any:
    return [squeezed(row, axis - 1) for row in rows] if axis else rows[0]


@given(rks.ragged_tensors())
def test_rank_size_identity(rt: rk.RaggedTensor) -> None:
    assert rk.rank(rt) == rt.ndim
    assert rk.size(rt) == rt.size == rk.size(rt, out_type="int64")
    assert rk.identity(rt) is rt


@given(rks.ragged_tensors())
def test_as_uniform_declares_what_is_so(rt: rk.RaggedTensor) -> None:
    odd = [a for a, p in enumerate(rt.partitions, 1) if len(set(p.row_lengths().tolist())) > 1]
    if odd:
        with pytest.raises(ValueError, match=f"axis {odd[0]} must have rows of one length"):
            rk.as_uniform(rt)
    even = [a for a in range(rt.ndim) if a not in odd]
    result = rk.as_uniform(rt, even)
    assert_ragged_equal(result, rt.to_list())
    assert [a for a, n in enumerate(result.shape.as_list()) if n is None] == odd
    if not odd:
        assert_ragged_equal(np.asarray(rt.as_uniform()), rt.to_list())


@given(rks.ragged_tensors(), st.data())
def test_reshape_keeps_the_order(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    values = rt.ravel()
    assert_ragged_equal(rk.reshape(rt, [-1]), values)
    assert_ragged_equal(np.ravel(rt), values)
    assert np.shares_memory(values, rt.flat_values) or not rt.size
    assert not values.flags.writeable
    cuts = sorted(data.draw(st.lists(st.integers(0, rt.size), max_size=3)))
    lengths = [b - a for a, b in zip([0, *cuts], [*cuts, rt.size], strict=True)]
    result = rt.reshape([len(lengths), lengths])
    want = [values[sum(lengths[:i]) : sum(lengths[: i + 1])].tolist() for i in range(len(lengths))]
    assert_ragged_equal(result, want)
    assert_ragged_equal(np.reshape(rt, [-1, lengths]), result)
    if 0 not in rt.flat_values.shape[1:]:
        assert_ragged_equal(rk.reshape(values, rt), rt.to_list())
    assert_ragged_equal(rt.reshape(1, rt.size), [values])


@given(rks.ragged_tensors(), st.integers(-9, 9))
def test_broadcast_to_fills_a_shape(rt: rk.RaggedTensor, number: int) -> None:
    result = rk.broadcast_to(number, rt)
    assert_ragged_equal(result, rk.where(rk.ones_like(rt, dtype=bool), number, 0))
    assert result.shape.as_list() == rt.shape.as_list()
    assert_ragged_equal(rk.broadcast_to(rt, rt), rt)
    column = np.arange(len(rt)).reshape(len(rt), *[1] * (rt.ndim - 1))
    want = rk.broadcast_to(column, rt)
    assert_ragged_equal(want, rk.zeros_like(rt, dtype="int64") + column)
    if rt.ragged_rank == 1 and rt.flat_values.ndim == 1:
        lengths = rt.row_lengths()
        assert_ragged_equal(rk.broadcast_to(column, [len(rt), lengths]), want.to_list())


def exchanged(rows: Any, a: int) -> Any:
    """Axes a and a + 1 exchanged, items aligned at the start."""
    if a:
        return [exchanged(row, a - 1) for row in rows]
    return [[r[j] for r in rows if j < len(r)] for j in range(max(map(len, rows), default=0))]


@given(rks.ragged_tensors(uniform=False), st.data())
def test_swapaxes_of_neighbours(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, rt.ragged_rank - 1))
    result = rk.swapaxes(rt, a, a + 1)
    assert_ragged_equal(result, exchanged(rt.to_list(), a))
    assert result.dtype == rt.dtype
    assert_ragged_equal(np.swapaxes(rt, a + 1, a - rt.ndim), result)
    perm = list(range(rt.ndim))
    perm[a : a + 2] = a + 1, a
    assert_ragged_equal(rk.transpose(rt, perm), result)


@given(rks.ragged_tensors(uniform=True, inner=(2, 3)), st.data())
def test_uniform_axes_are_exchanged_as_numpy_s(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    dense = np.asarray(rt)
    a = data.draw(st.integers(0, rt.ndim - 2))
    result = rk.swapaxes(rt, a, a + 1)
    assert_ragged_equal(result, np.swapaxes(dense, a, a + 1))
    if dense.size:
        assert result.shape.as_list() == list(np.swapaxes(dense, a, a + 1).shape)
    inner = [*range(rt.ragged_rank + 1), rt.ndim - 1, rt.ndim - 2]
    assert_ragged_equal(np.transpose(rt, inner), np.transpose(dense, inner))


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DEEP = constant([[[1, 2], []], [], [[3], [4, 5, 6]]])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4], 2)
INNER = RT.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 2, 3])
NAN = constant([[np.nan, 1.0], [2.0]])

HALF: Any = 1.5
NUMPY_S: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "split-half": (
        lambda: np.split(D, [1, HALF]),
        TypeError,
        r"indices_or_sections\[1\] must be an integer, got 1.5",
    ),
    "split-kind": (
        lambda: np.split(D, HALF),
        TypeError,
        "indices_or_sections must be an integer or a list of integers, got 1.5",
    ),
    "split-axis": (lambda: np.split(D, [1], axis=5), AT, "axis must be from -2 to 1, got 5"),
    "split-ragged": (lambda: np.split(D, [1], axis=1), ValueError, "axis must not be ragged"),
    "tile-ragged": (lambda: np.tile(HALF, D), TypeError, "reps must be a list of integers, got"),
    "expand": (
        lambda: np.expand_dims(D, (0, HALF)),
        TypeError,
        r"axis\[1\] must be an integer, got 1.5",
    ),
    "transpose": (lambda: np.transpose(D, HALF), TypeError, "perm must be a list of axes, got 1.5"),
}


@pytest.mark.parametrize(("call", "error", "says"), NUMPY_S.values(), ids=NUMPY_S)
def test_arguments_of_numpy_s_functions_are_named(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=f"^{says}"):
        call()


EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "expand-no-rows": (lambda: rk.expand_dims(D[:0], 1), []),
    "expand-dense": (lambda: rk.expand_dims([1, 2], 1), [[1], [2]]),
    "np-expand-two": (lambda: np.expand_dims(D[:2], (0, 3)), [[[[3], [1], [4], [1]], []]]),
    "squeeze-to-scalar": (lambda: rk.squeeze(constant([[7]]), [0, 1]), 7),
    "squeeze-to-vector": (lambda: rk.squeeze(constant([[7, 8]]), 0), [7, 8]),
    "squeeze-dense": (lambda: rk.squeeze([[[1], [2]]]), [1, 2]),
    "squeeze-no-rows": (lambda: rk.squeeze(D[:0], 1), []),
    "squeeze-nothing": (lambda: rk.squeeze(D, []), D.to_list()),
    "np-squeeze-declared": (
        lambda: np.squeeze(rk.expand_dims(rk.expand_dims(D, 0), 2)),
        D.to_list(),
    ),
    "np-squeeze-beside-ragged": (lambda: np.swapaxes(np.squeeze(D[:1], 0), 0, 0), [3, 1, 4, 1]),
    "np-astype": (lambda: np.astype(D, float) if hasattr(np, "astype") else D, D.to_list()),
    "np-squeeze-nothing": (lambda: np.squeeze(D), D.to_list()),
    "as-uniform-no-rows": (lambda: rk.as_uniform(D[:0]), []),
    "as-uniform-dense": (lambda: rk.as_uniform([[1, 2]]), [[1, 2]]),
    "reshape-mixed": (
        lambda: rk.reshape(range(6), [2, 2, [1, 0, 3, 2]]),
        [[[0], []], [[1, 2, 3], [4, 5]]],
    ),
    "reshape-inner": (lambda: rk.reshape(range(6), [2, [1, 2], 2]), [[[0, 1]], [[2, 3], [4, 5]]]),
    "reshape-rest": (lambda: rk.reshape(range(6), [2, [1, 2], -1]), [[[0, 1]], [[2, 3], [4, 5]]]),
    "reshape-shape": (lambda: rk.reshape(range(4), rk.TensorShape([2, 2])), [[0, 1], [2, 3]]),
    "reshape-array": (lambda: rk.reshape(range(4), np.array([2, 2])), [[0, 1], [2, 3]]),
    "reshape-slice": (lambda: rk.reshape(D[2:4], [2, 2]), [[5, 9], [2, 6]]),
    "reshape-nothing": (lambda: rk.reshape(D[:0], [0, 3]), []),
    "broadcast-dense": (lambda: rk.broadcast_to([1, 2], [2, 2]), [[1, 2], [1, 2]]),
    "broadcast-rows": (lambda: rk.broadcast_to([[7], [8], [9]], [3, [2, 0, 1]]), [[7, 7], [], [9]]),
    "broadcast-ragged-to-ints": (lambda: rk.broadcast_to(UNIFORM, [2, 2]), [[1, 2], [3, 4]]),
    "broadcast-partition-to-inner": (
        lambda: rk.broadcast_to(UNIFORM[:1], [2, [1, 2], 2]),
        [[[1, 2]], [[1, 2], [1, 2]]],
    ),
    "broadcast-new-outer": (lambda: rk.broadcast_to(UNIFORM, [2, 2, 2]), [[[1, 2], [3, 4]]] * 2),
    "swap-rows": (lambda: rk.swapaxes(D, 0, 1), [[3, 5, 6], [1, 9], [4, 2], [1]]),
    "swap-no-rows": (lambda: rk.swapaxes(D[:0], 0, 1), []),
    "swap-all-empty": (lambda: rk.swapaxes(constant([[], []]), 0, 1), []),
    "swap-with-inner": (lambda: rk.swapaxes(INNER, 1, 2), [[[1, 3], [2, 4]], [[], []], [[5], [6]]]),
    "swap-same": (lambda: rk.swapaxes(D, 1, 1), D.to_list()),
    "swap-dense": (lambda: rk.swapaxes([[1, 2]], 0, 1), [[1], [2]]),
    "swap-nan-elsewhere": (lambda: rk.swapaxes(NAN, 0, 1), [[np.nan, 2.0], [1.0]]),
    "transpose-text": (lambda: rk.transpose(constant([["a", "b"], ["c"]])), [["a", "c"], ["b"]]),
    "transpose-dense": (lambda: rk.transpose([[1, 2]]), [[1], [2]]),
    "np-transpose": (lambda: np.transpose(D), [[3, 5, 6], [1, 9], [4, 2], [1]]),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


SHAPES: dict[str, tuple[Callable[[], Any], list[int | None]]] = {
    "expand-outside": (lambda: rk.expand_dims(D, 0), [1, 5, None]),
    "expand-inside": (lambda: rk.expand_dims(DEEP, 2), [3, None, 1, None]),
    "expand-innermost": (lambda: rk.expand_dims(D, 2), [5, None, 1]),
    "squeeze": (lambda: rk.squeeze(rk.expand_dims(UNIFORM, 0), 0), [2, 2]),
    "np-squeeze-does-not": (lambda: np.squeeze(rk.expand_dims(UNIFORM, 0)), [2, 2]),
    "swap-uniform": (lambda: rk.swapaxes(UNIFORM, 0, 1), [2, 2]),
    "swap-inner": (lambda: rk.swapaxes(INNER, 1, 2), [3, 2, None]),
    "reshape-declared": (lambda: rk.reshape(range(4), [2, 2, [1, 1, 2, 0]]), [2, 2, None]),
    "int32": (lambda: rk.expand_dims(D.with_row_splits_dtype("int32"), 0), [1, 5, None]),
}


@pytest.mark.parametrize(("call", "want"), SHAPES.values(), ids=SHAPES)
def test_declared_lengths(call: Callable[[], Any], want: list[int | None]) -> None:
    assert call().shape.as_list() == want


def test_row_splits_keep_their_dtype() -> None:
    short = D.with_row_splits_dtype("int32")
    for result in (
        rk.expand_dims(short, 0),
        rk.expand_dims(short, 1),
        rk.squeeze(rk.expand_dims(short, 1), 1),
        rk.swapaxes(short, 0, 1),
        rk.reshape(short, [2, [4, 4]]),
        rk.broadcast_to(0, short),
        rk.as_uniform(short[:1]),
    ):
        assert result.row_splits.dtype == np.int32


# ---------------------------------------------------------------------- refusals
WORD: Any = "1"
NUMBER: Any = 1.0
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "expand-axis": (lambda: rk.expand_dims(D, 3), AT, "axis must be from -3 to 2, got 3"),
    "expand-text": (lambda: rk.expand_dims(D, WORD), TypeError, "axis must be an integer, got '1'"),
    "expand-float": (lambda: rk.expand_dims(D, NUMBER), TypeError, "axis must be an integer"),
    "squeeze-none": (lambda: rk.squeeze(D), ValueError, "axis must be given .*name the axes"),
    "squeeze-row": (lambda: rk.squeeze(D, 1), ValueError, "axis 1 .*got length 4 in row 0"),
    "squeeze-rows": (lambda: rk.squeeze(D, 0), ValueError, "axis 0 .*got 5 rows"),
    "squeeze-inner": (lambda: rk.squeeze(INNER, 2), ValueError, "axis 2 must have size 1 .*got 2"),
    "squeeze-dense": (lambda: rk.squeeze([[1, 2]], 1), ValueError, "axis 1 must .*got 2"),
    "squeeze-text": (lambda: rk.squeeze(D, WORD), TypeError, "axis must be an integer, got '1'"),
    "as-uniform": (lambda: rk.as_uniform(D), ValueError, "got length 4 in row 0 and 0 in row 1"),
    "as-uniform-axis": (lambda: rk.as_uniform(D, 2), AT, "axis must be from -2 to 1, got 2"),
    "reshape-size": (
        lambda: rk.reshape(D, [4, 3]),
        ValueError,
        r"the 8 values there are, got \[4, 3\]",
    ),
    "reshape-lengths": (
        lambda: rk.reshape(D, [2, [1, 2]]),
        ValueError,
        r"8 values there are, got \[2, \[1, 2\]\]",
    ),
    "reshape-rest": (lambda: rk.reshape(D, [3, -1]), ValueError, "8 values there are"),
    "reshape-rests": (lambda: rk.reshape(D, [-1, -1]), ValueError, "8 values there are"),
    "reshape-negative": (lambda: rk.reshape(D, [-2, 4]), ValueError, "negative sizes, got -2"),
    "reshape-kind": (lambda: rk.reshape(D, WORD), TypeError, "a list of sizes .*got '1'"),
    "reshape-floats": (lambda: rk.reshape(D, [1.5, 2]), ValueError, "sizes, or vectors .*got 1.5"),
    "reshape-rows": (lambda: rk.reshape(D, [2, [1, 2, 5]]), ValueError, "2 rows of axis 1, got 3"),
    "reshape-outer-rest": (
        lambda: rk.reshape(D, [-1, 2, [1, 7]]),
        ValueError,
        "sizes outside its last ragged axis",
    ),
    "reshape-no-rows": (
        lambda: rk.reshape(D, [[1, 7]]),
        ValueError,
        "begin with the number of rows",
    ),
    "np-reshape-order": (lambda: np.reshape(D, [8], order="F"), TypeError, "order must not be"),
    "broadcast": (
        lambda: rk.broadcast_to([[7], [8]], [3, [2, 0, 1]]),
        ValueError,
        "2 in input and 3 in shape",
    ),
    "broadcast-rank": (lambda: rk.broadcast_to(DEEP, D), ValueError, "shapes must|be one that"),
    "broadcast-ragged": (lambda: rk.broadcast_to(D, [5, 4]), ValueError, "shapes must broadcast"),
    "broadcast-narrow": (lambda: rk.broadcast_to(UNIFORM, [2]), ValueError, "at least the axes"),
    "swap-far": (lambda: rk.swapaxes(DEEP, 0, 2), ValueError, "adjacent .*got 0 and 2"),
    "swap-axis": (lambda: rk.swapaxes(D, 0, 2), AT, "axis2 must be from -2 to 1, got 2"),
    "transpose": (lambda: rk.transpose(D, [0, 0]), ValueError, r"2 axes once, got \[0, 0\]"),
    "transpose-far": (lambda: rk.transpose(DEEP), ValueError, r"two adjacent .*got \[2, 1, 0\]"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
