"""SparseTensor: three parts with consistent sizes, stored unchanged."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit import RaggedTensor, SparseTensor, TensorShape

Parts = tuple[list[list[int]], list[Any], list[int]]


@st.composite
def sparse_parts(draw: st.DrawFn) -> Parts:
    """Draw coordinates in any order, also repeated ones, their values, and the sizes."""
    shape = draw(st.lists(st.integers(0, 4), max_size=3))
    cells = st.tuples(*(st.integers(0, max(n - 1, 0)) for n in shape)).map(list)
    indices = draw(st.lists(cells, max_size=5 if math.prod(shape) else 0))
    return indices, draw(st.lists(st.floats(), min_size=len(indices), max_size=len(indices))), shape


def check(sp: SparseTensor, parts: Parts, dtype: Any = np.float64) -> None:
    indices, values, shape = parts
    assert sp.indices.tolist() == indices
    assert sp.indices.shape == (len(indices), len(shape))
    np.testing.assert_array_equal(sp.values, np.array(values, dtype))
    assert sp.dense_shape.tolist() == shape
    assert sp.shape == TensorShape(shape)
    assert sp.rank == len(shape)
    assert sp.dtype == sp.values.dtype == dtype
    assert sp.indices.dtype == sp.dense_shape.dtype == np.int64
    for array in (sp.indices, sp.values, sp.dense_shape):
        assert not array.flags.writeable


# ---------------------------------------------------------------------- the parts come back
@given(sparse_parts())
def test_parts_come_back(parts: Parts) -> None:
    sp = SparseTensor(*parts)
    check(sp, parts)
    for again in (
        SparseTensor(sp.indices, sp.values, sp.dense_shape),
        SparseTensor(sp.indices.astype(np.int32), sp.values, tuple(parts[2])),
        sp.with_values(sp.values),
        pickle.loads(pickle.dumps(sp)),
        copy.copy(sp),
        copy.deepcopy(sp),
    ):
        check(again, parts)


@given(sparse_parts())
def test_other_values_in_the_same_cells(parts: Parts) -> None:
    indices, values, shape = parts
    sp = SparseTensor(*parts)
    flags = [v > 0 for v in values]
    check(sp.with_values(np.array(flags, bool)), (indices, flags, shape), np.bool_)
    check(sp, parts)


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([True, False], np.bool_),
        ([1, 2], np.int64),
        (np.array([1, 2], np.uint8), np.uint8),
        ([1.5, 2], np.float64),
        (np.array([1, 2], np.float16), np.float16),
        ([1j, 2], np.complex128),
        (["a", "bc"], np.dtype("U2")),
        ([b"a", b"bc"], np.dtype("S2")),
        (["a", "b\0"], np.dtypes.StringDType()),
        ([b"a", b"b\0"], np.dtype(object)),
        (np.array([{}, 1]), np.dtype(object)),
    ],
    ids=str,
)
def test_every_kind_of_value(values: Any, dtype: Any) -> None:
    sp = SparseTensor([[0, 1], [2, 0]], values, [3, 2])
    assert sp.dtype == dtype
    assert sp.values.tolist() == list(values)
    assert pickle.loads(pickle.dumps(sp)).values.tolist() == list(values)


# ---------------------------------------------------------------------- edges
@pytest.mark.parametrize(
    ("indices", "values", "shape"),
    [
        ([], [], [3, 2]),
        (np.zeros((0, 2), int), [], [3, 2]),
        ([], [], [0]),
        ([[]], [7.0], []),
        (np.zeros((0, 0), int), [], []),
        ([[2**62]], [7.0], [2**63 - 1]),
    ],
    ids=["no-cells", "no-cells-array", "size-0", "scalar", "empty-scalar", "huge"],
)
def test_edges(indices: Any, values: Any, shape: Any) -> None:
    sp = SparseTensor(indices, values, shape)
    assert sp.indices.shape == (len(values), len(shape))
    assert sp.values.tolist() == values
    assert sp.shape == shape


def test_coordinates_outside_are_kept_as_in_tensorflow() -> None:
    sp = SparseTensor([[5, -1]], [1], [3, 2])
    for one in (sp, copy.copy(sp), copy.deepcopy(sp)):
        assert one.indices.tolist() == [[5, -1]]
    with pytest.raises(
        ValueError, match=r"inside dense_shape = \[3, 2\], got indices\[0\] = \[5, -1\]"
    ):
        pickle.loads(pickle.dumps(sp))


@pytest.mark.parametrize("dtype", ["int8", "uint32", "uint64", ">i8"])
def test_integers_of_every_width_become_int64(dtype: str) -> None:
    sp = SparseTensor(np.array([[0, 1]], dtype), [5.0], np.array([1, 2], dtype))
    check(sp, ([[0, 1]], [5.0], [1, 2]))


def test_values_are_shared() -> None:
    indices, values, shape = np.array([[0, 1]]), np.array([5.0]), np.array([1, 2])
    sp = SparseTensor(indices, values, shape)
    assert np.shares_memory(values, sp.values)
    assert all(a.flags.writeable for a in (indices, values, shape))
    other = sp.with_values(np.array([6.0]))
    assert np.shares_memory(other.indices, sp.indices)
    assert not np.shares_memory(copy.deepcopy(sp).indices, sp.indices)


def test_coordinates_are_owned() -> None:
    indices, shape = np.array([[0, 1], [2, 0]]), np.array([3, 2])
    sp = SparseTensor(indices, [1, 2], shape)
    indices[:], shape[:] = 99, -1
    check(sp, ([[0, 1], [2, 0]], [1, 2], [3, 2]), np.int64)
    view = indices[:]
    view.flags.writeable = False  # what it is a view of can still be written to
    assert not np.shares_memory(SparseTensor(view, [1, 2], [100, 100]).indices, indices)
    indices.flags.writeable = shape.flags.writeable = False
    shared = SparseTensor(indices, [1, 2], np.abs(shape))
    assert np.shares_memory(shared.indices, indices)


@pytest.mark.parametrize("name", ["indices", "dense_shape"])
def test_nobody_makes_coordinates_writeable(name: str) -> None:
    for sp in (
        SparseTensor([[0, 1]], [5.0], [1, 2]),
        RaggedTensor.from_row_lengths([5.0], [1]).to_sparse(),
    ):
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            getattr(sp, name).flags.writeable = True


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_the_shape_of_a_caller_s_array_is_the_caller_s() -> None:
    values = np.arange(6.0)
    sp = SparseTensor(np.zeros((6, 1), int), values, [1])
    rt = RaggedTensor.from_row_lengths(values, [2, 4])
    new = sp.with_values(values), rt.with_values(values), rt.with_flat_values(values)
    values.shape = (2, 3)
    for made in (sp, new[0]):
        assert made.values.shape == (6,)
    for part in (rt, *new[1:]):
        assert part.tolist() == [[0.0, 1.0], [2.0, 3.0, 4.0, 5.0]]


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_the_shape_of_an_array_that_was_handed_out_is_the_caller_s() -> None:
    values = np.arange(6.0)
    values.flags.writeable = False
    rt = RaggedTensor.from_row_lengths(values, [2, 4])
    sp = SparseTensor(np.zeros((6, 1), int), values, [1])
    handed_out: list[Any] = [rt.flat_values, rt.values, sp.values, sp.indices, rt.row_splits]
    for array in handed_out:
        array.shape = (array.size, 1, 1)
    assert rt.tolist() == [[0.0, 1.0], [2.0, 3.0, 4.0, 5.0]]
    assert sp.values.shape == (6,)


def as_memmap(a: Any) -> Any:
    return a.view(np.memmap)


@pytest.mark.parametrize("layout", [np.asfortranarray, lambda a: a[::-1].copy()[::-1], as_memmap])
def test_layouts(layout: Callable[[Any], Any]) -> None:
    indices = layout(np.array([[0, 1], [2, 0]]))
    sp = SparseTensor(indices, np.arange(4.0)[::2], [3, 2])
    check(sp, ([[0, 1], [2, 0]], [0.0, 2.0], [3, 2]))
    assert type(sp.indices) is np.ndarray


def test_what_is_handed_out_can_not_be_written_to() -> None:
    sp = SparseTensor([[0, 1]], [5.0], [1, 2])
    for array in (sp.indices, sp.values, sp.dense_shape):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    for name in ("values", "rank", "new"):
        with pytest.raises(AttributeError):
            setattr(sp, name, 0)


def test_sparse_tensors_are_no_keys() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'SparseTensor'"):
        hash(SparseTensor([[0, 1]], [5.0], [1, 2]))


# ---------------------------------------------------------------------- errors
ONE: Any = [[0, 1]]
OF = [1, 2]
TYPE, VALUE = TypeError, ValueError
ERRORS: dict[str, tuple[tuple[Any, Any, Any], type[Exception], str]] = {
    "float": (([[0.0, 1.0]], [5], OF), TYPE, r"indices must contain integers, got .*float64"),
    "nan": (([[0, math.nan]], [5], OF), TYPE, r"indices must contain integers, got .*float64"),
    "bool": (([[False, True]], [5], OF), TYPE, r"indices must contain integers, got .*bool"),
    "none": ((None, [5], OF), TYPE, r"indices must contain integers, got dtype\('O'\)"),
    "text": (([["a", "b"]], [5], OF), TYPE, r"indices must contain integers, got dtype\('<U1'\)"),
    "huge": (([[2**63] * 2], [5], OF), VALUE, r"indices must fit int64, got 9223372036854775808"),
    "uint64": ((np.array([[2**63, 0]], np.uint64), [5], OF), VALUE, r"must fit int64, got 9223"),
    "uneven": (([[0, 1], [2]], [5, 6], OF), VALUE, r"of one length, got \[\[0, 1\], \[2\]\]"),
    "flat": (([0, 1], [5, 6], [3]), VALUE, r"indices must have two dimensions, .*, got \(2,\)"),
    "deep": (([ONE], [5], OF), VALUE, r"indices must have two dimensions, .*, got \(1, 1, 2\)"),
    "fewer": ((ONE, [5, 6], OF), VALUE, r"indices must have one row for each of the 2 .*, got 1"),
    "no-cells": (([], [5], OF), VALUE, r"indices must have one row for each of the 1 .*, got 0"),
    "float-size": ((ONE, [5], [1.5, 2]), TYPE, r"dense_shape must contain integers, got .*floa"),
    "sizes": ((ONE, [5], [1]), VALUE, r"dense_shape must have one size for .* 2 columns .*, got 1"),
    "deep-sizes": ((ONE, [5], [[1, 2]]), VALUE, r"dense_shape must have one .*, got \(1, 2\)"),
    "scalar-size": ((ONE, [5], 3), VALUE, r"dense_shape must have one dimension, got \(\)"),
    "negative": ((ONE, [5], [1, -2]), VALUE, r"dense_shape must not be negative, got \[1, -2\]"),
    "huge-size": ((ONE, [5], [1, 2**63]), TYPE, r"dense_shape must contain integers, got dtype"),
    "deep-values": ((ONE, [[5]], OF), VALUE, r"values must have one dimension, got \(1, 1\)"),
    "scalar": ((ONE, 5, OF), VALUE, r"values must have one dimension, got \(\)"),
    "nested": ((ONE, [[5], [6, 7]], OF), VALUE, r"values must be a vector, got \[\[5\], \[6, 7"),
    "objects": ((ONE, [5, None], OF), VALUE, r"values must have no missing .* values\[1\]"),
    "mixed": ((ONE, [5, "a"], OF), VALUE, r"values must be a vector, got \[5, 'a'\]"),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "error", "says"), ERRORS.values(), ids=ERRORS)
def test_errors(parts: Any, error: type[Exception], says: str) -> None:
    before = repr(parts)
    with pytest.raises(error, match=says):
        SparseTensor(*parts)
    assert repr(parts) == before


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ([1, 2], r"^new_values must be as many as the 1 there are, got \(2,\)"),
        ([], r"^new_values must be as many as the 1 there are, got \(0,\)"),
        (1, r"^new_values must be as many as the 1 there are, got \(\)"),
        ([[1]], r"^new_values must be as many as the 1 there are, got \(1, 1\)"),
        (
            [None],
            r"^new_values must have no missing values, got 1 of 1, the first at new_values\[0\]",
        ),
    ],
    ids=str,
)
def test_values_that_do_not_fit(values: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SparseTensor([[0, 1]], [5], [1, 2]).with_values(values)
