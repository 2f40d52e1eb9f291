"""cast, saturate_cast, bitcast, values alike, clipped or one-hot: against NumPy and lists."""

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
NUMBERS = ["bool", "int8", "int32", "int64", "uint8", "float32", "float64"]


@given(
    rks.ragged_tensors(dtype=st.sampled_from(NUMBERS), finite=True),
    st.sampled_from([*NUMBERS, "complex128"]),
)
def test_cast_is_numpy_s_of_the_values(rt: rk.RaggedTensor, dtype: str) -> None:
    values = np.abs(rt.flat_values) if dtype == "uint8" and rt.dtype.kind == "f" else rt.flat_values
    rt = rt.with_flat_values(values)
    result = rk.cast(rt, dtype)
    assert result.dtype == dtype
    assert_ragged_equal(result, RT(rt.flat_values.astype(dtype), rt.partitions))
    assert_ragged_equal(rt.astype(dtype), result)


@given(rks.ragged_tensors())
def test_zeros_and_ones_keep_the_rows(rt: rk.RaggedTensor) -> None:
    zeros = rk.zeros_like(rt, dtype="int32")
    assert_ragged_equal(zeros, RT(np.zeros(rt.flat_values.shape, "int32"), rt.partitions))
    assert_ragged_equal(rk.ones_like(rt, dtype="float32"), (zeros + 1).astype("float32"))
    if rt.dtype.kind not in "USTmM":
        assert rk.ones_like(rt).dtype == rk.zeros_like(rt).dtype == rt.dtype
    if rt.dtype.kind in "UST":
        assert not any(rk.zeros_like(rt).ravel().tolist())


LIMITS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
EXTREMES = [0, 1, -1, 2**7, -(2**7) - 1, 2**8, 2**15, 2**31, 2**32, -(2**31) - 1, 2**53 + 1]
EXTREMES += [2**63 - 1, -(2**63)]


@given(st.lists(st.sampled_from(EXTREMES)), st.sampled_from(LIMITS))
def test_saturate_cast_of_integers_is_exact(numbers: list[int], dtype: str) -> None:
    rt = RT.from_row_lengths(np.array(numbers, dtype="int64"), [len(numbers), 0])
    limits = np.iinfo(dtype)
    want = [[min(max(n, int(limits.min)), int(limits.max)) for n in numbers], []]
    result = rk.saturate_cast(rt, dtype)
    assert result.dtype == dtype
    assert result.to_list() == want


FLOATS = [0.0, 1.9, -1.9, 127.5, 255.9, 256.0, 1e9, 2.0**31, -(2.0**31), 2.0**63, -(2.0**63), 1e30]
FLOATS += [-1e30, float("inf"), -float("inf"), float("nan")]


@given(st.lists(st.sampled_from(FLOATS)), st.sampled_from(LIMITS))
def test_saturate_cast_of_floats(numbers: list[float], dtype: str) -> None:
    limits = np.iinfo(dtype)
    rt = RT.from_row_lengths(np.array(numbers, dtype="float64"), [len(numbers), 0])
    want = [[_saturated(x, int(limits.min), int(limits.max)) for x in numbers], []]
    assert rk.saturate_cast(rt, dtype).to_list() == want


def _saturated(x: float, low: int, high: int) -> int:
    if x != x:
        return 0
    if x in (float("inf"), -float("inf")):
        return high if x > 0 else low
    return min(max(int(x), low), high)


@given(rks.ragged_tensors(dtype="int64"), st.sampled_from(["int8", "uint16", "float32", "float64"]))
def test_bitcast_and_back(rt: rk.RaggedTensor, dtype: str) -> None:
    result = rk.bitcast(rt, dtype)
    size = np.dtype(dtype).itemsize
    assert result.shape.as_list() == rt.shape.as_list() + ([8 // size] if size < 8 else [])
    assert_ragged_equal(rk.bitcast(result, "int64"), rt)


@given(rks.ragged_tensors(dtype="int64"), st.integers(0, 4))
def test_one_hot_is_one_vector_a_value(rt: rk.RaggedTensor, depth: int) -> None:
    result = rk.one_hot(rt, depth, dtype="int8")
    assert result.dtype == np.int8
    want = [[int(k == i) for k in range(depth)] for i in rt.ravel().tolist()]
    flat = np.array(want, dtype="int8").reshape(*rt.flat_values.shape, depth)
    assert_ragged_equal(result, RT(flat, rt.partitions))
    for axis in range(rt.ragged_rank + 1, rt.ndim + 1):
        moved = np.moveaxis(flat, -1, axis - rt.ragged_rank)
        assert_ragged_equal(
            rk.one_hot(rt, depth, axis=axis, dtype="int8"), RT(moved, rt.partitions)
        )


@given(rks.ragged_tensors(dtype=st.sampled_from(["int64", "float64"])), st.integers(-9, 9))
def test_clip_by_value(rt: rk.RaggedTensor, low: int) -> None:
    want = RT(np.clip(rt.flat_values, low, low + 3), rt.partitions)
    assert_ragged_equal(rk.clip_by_value(rt, low, low + 3), want)


# ---------------------------------------------------------------------- edges
D = constant([[3, 1], [], [5]])
TEXT = constant([["12", "7"], [], ["3"]])
BYTES = constant([[b"a"], [b"b\0"]])
INNER = RT.from_row_splits([[1, 2], [3, 4]], [0, 1, 2])
NAN = constant([[np.nan], [1.5]])
COMPLEX = constant([[1.5 + 2j], []])

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "cast-text": (lambda: rk.cast(TEXT, int), [[12, 7], [], [3]]),
    "cast-to-text": (lambda: rk.cast(D, str), [["3", "1"], [], ["5"]]),
    "cast-complex": (lambda: rk.cast(COMPLEX, float), [[1.5], []]),
    "cast-no-rows": (lambda: rk.cast(D[:0], float), []),
    "cast-list": (lambda: rk.cast([1.7, -1.7], int), [1, -1]),
    "cast-bool": (lambda: rk.cast(NAN, bool), [[True], [True]]),
    "saturate-complex": (lambda: rk.saturate_cast(COMPLEX, "int8"), [[1], []]),
    "saturate-to-complex": (
        lambda: rk.saturate_cast(D, "complex64"),
        [[3 + 0j, 1 + 0j], [], [5 + 0j]],
    ),
    "saturate-bool": (lambda: rk.saturate_cast(D > 2, "uint8"), [[1, 0], [], [1]]),
    "saturate-float": (
        lambda: rk.saturate_cast(constant([[1e300, -1e300], [np.nan]]), "float32"),
        [[np.finfo("float32").max, np.finfo("float32").min], [np.nan]],
    ),
    "saturate-float-wider": (lambda: rk.saturate_cast(NAN, "float64"), NAN.to_list()),
    "zeros-bytes": (lambda: rk.zeros_like(BYTES), [[b""], [b""]]),
    "zeros-text": (lambda: rk.zeros_like(TEXT), [["", ""], [], [""]]),
    "zeros-list": (lambda: rk.zeros_like([1.5]), [0.0]),
    "clip-rows": (lambda: rk.clip_by_value(D, [[2], [2], [7]], 9), [[3, 2], [], [7]]),
    "clip-nan": (lambda: rk.clip_by_value(NAN, 0, 1), [[np.nan], [1.0]]),
    "clip-dense": (lambda: rk.clip_by_value([1, 9], 2, 4), [2, 4]),
    "hot-values": (
        lambda: rk.one_hot(D[1:], 6, on_value=8, off_value=4),
        [[], [[4, 4, 4, 4, 4, 8]]],
    ),
    "hot-text": (lambda: rk.one_hot([0, 1], 2, "on", "off"), [["on", "off"], ["off", "on"]]),
    "hot-outside": (lambda: rk.one_hot(constant([[-1, 9]]), 2, dtype=int), [[[0, 0], [0, 0]]]),
    "hot-depth-0": (lambda: rk.one_hot(D, 0), [[[], []], [], [[]]]),
    "hot-dense-axis": (lambda: rk.one_hot([0, 2], 3, axis=0, dtype=int), [[1, 0], [0, 0], [0, 1]]),
    "hot-bools": (lambda: rk.one_hot([1], 2, True, False), [[False, True]]),
    "bitcast-name": (lambda: rk.bitcast(D, "int64", None), D.to_list()),
    "bitcast-dense": (lambda: rk.bitcast(np.zeros(2, "int64"), "int32"), [[0, 0], [0, 0]]),
    "bitcast-inner": (
        lambda: rk.bitcast(INNER.astype("int32"), "int64").astype("int32"),
        [[1], [3]],
    ),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


def test_dtypes_by_default() -> None:
    assert rk.one_hot(D, 3).dtype == np.float64
    assert rk.one_hot(D, 3, on_value=2).dtype == np.int64
    assert rk.one_hot(D, 3, on_value=2, off_value=0.5).dtype == np.float64
    assert rk.one_hot(D, 3, True, False).dtype == np.bool_
    assert rk.zeros_like(D.astype("uint8")).dtype == np.uint8


def test_casts_to_the_same_dtype_share_values() -> None:
    assert np.shares_memory(rk.cast(D, "int64").flat_values, D.flat_values)
    assert rk.cast(D, "int64").shape == D.shape


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "cast-text": (
        lambda: rk.cast(constant([["1"], [], ["x"]]), int),
        ValueError,
        r"x must represent values of dtype int64, got x\[2, 0\] = 'x'",
    ),
    "cast-dtype": (lambda: rk.cast(D, "int13"), TypeError, "dtype must be a NumPy dtype"),
    "saturate-text": (lambda: rk.saturate_cast(TEXT, int), TypeError, "value must be numbers"),
    "saturate-dtype": (lambda: rk.saturate_cast(D, bool), TypeError, "dtype must be .*got dtype"),
    "ones-text": (lambda: rk.ones_like(TEXT), TypeError, "dtype must be a dtype of numbers, got"),
    "bitcast-size": (
        lambda: rk.bitcast(D.astype("int32"), "int64"),
        ValueError,
        "size 2 to become int64, got none",
    ),
    "bitcast-inner": (
        lambda: rk.bitcast(INNER.astype("int8"), "int64"),
        ValueError,
        "size 8 to become int64, got 2",
    ),
    "bitcast-text": (
        lambda: rk.bitcast(TEXT, "int8"),
        ValueError,
        "input must be of a number's dtype",
    ),
    "bitcast-bool": (lambda: rk.bitcast(D, bool), ValueError, "type must be of a number's dtype"),
    "bitcast-many": (lambda: rk.bitcast(D, "int8", 1, 2), TypeError, "two arguments, got 4"),
    "hot-floats": (lambda: rk.one_hot(NAN, 2), ValueError, "indices must be integers, got"),
    "hot-depth": (lambda: rk.one_hot(D, -1), ValueError, "depth must not be negative, got -1"),
    "hot-axis": (lambda: rk.one_hot(D, 3, axis=1), ValueError, "axis must be -1 or 2, got 1"),
    "hot-axes": (lambda: rk.one_hot(INNER, 3, axis=-2), ValueError, "-1 or from 2 to 3, got -2"),
    "hot-kinds": (lambda: rk.one_hot(D, 3, "a", 1), TypeError, "both text or both numbers"),
    "clip-shape": (lambda: rk.clip_by_value(D, [1, 2, 3], 9), ValueError, "shapes must broadcast"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
