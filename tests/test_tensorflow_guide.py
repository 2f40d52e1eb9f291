"""Every worked example of TensorFlow's ``tf.RaggedTensor`` page, with raggedkit in its place.

What the page prints as a tensor is compared as a list, ``<tf.RaggedTensor ...>`` as a repr. Text
stays text where TensorFlow has bytes; dtypes are NumPy's.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor, ragged
from raggedkit.testing import assert_ragged_equal

VALUES = [3, 1, 4, 1, 5, 9, 2, 6]
ROWS = [[3, 1, 4, 1], [], [5, 9, 2], [6], []]
TOLD = "<RaggedTensor [[3, 1, 4, 1], [], [5, 9, 2], [6], []]>"


# ------------------------------------------------------------------ component tensors
def test_row_splits_say_where_rows_start_and_end() -> None:
    rt = RaggedTensor.from_row_splits(values=VALUES, row_splits=[0, 4, 4, 7, 8, 8])
    assert repr(rt) == TOLD
    for i, row in enumerate(rt):
        assert row.tolist() == rt.values[rt.row_splits[i] : rt.row_splits[i + 1]].tolist()


ENCODINGS: dict[str, Callable[[], rk.RaggedTensor]] = {
    "row_splits": lambda: RaggedTensor.from_row_splits(VALUES, row_splits=[0, 4, 4, 7, 8, 8]),
    "row_lengths": lambda: RaggedTensor.from_row_lengths(VALUES, row_lengths=[4, 0, 3, 1, 0]),
    "value_rowids": lambda: RaggedTensor.from_value_rowids(
        VALUES, value_rowids=[0, 0, 0, 0, 2, 2, 2, 3], nrows=5
    ),
    "row_starts": lambda: RaggedTensor.from_row_starts(VALUES, row_starts=[0, 4, 4, 7, 8]),
    "row_limits": lambda: RaggedTensor.from_row_limits(VALUES, row_limits=[4, 4, 7, 8, 8]),
}


@pytest.mark.parametrize("make", ENCODINGS.values(), ids=ENCODINGS)
def test_alternative_row_partitioning_schemes(make: Callable[[], rk.RaggedTensor]) -> None:
    assert repr(make()) == TOLD
    assert_ragged_equal(make(), ragged.constant(ROWS))


def test_uniform_row_length() -> None:
    rt = RaggedTensor.from_uniform_row_length(VALUES, uniform_row_length=2)
    assert repr(rt) == "<RaggedTensor [[3, 1], [4, 1], [5, 9], [2, 6]]>"


# ------------------------------------------------------------------ several ragged dimensions
NESTED = [[[3, 1, 4, 1], [], [5, 9, 2]], [], [[6], []]]


def test_multiple_ragged_dimensions() -> None:
    inner_rt = RaggedTensor.from_row_splits(VALUES, [0, 4, 4, 7, 8, 8])
    outer_rt = RaggedTensor.from_row_splits(values=inner_rt, row_splits=[0, 3, 3, 5])
    assert outer_rt.to_list() == NESTED
    assert outer_rt.ragged_rank == 2
    nested = RaggedTensor.from_nested_row_splits(
        flat_values=VALUES, nested_row_splits=([0, 3, 3, 5], [0, 4, 4, 7, 8, 8])
    )
    assert_ragged_equal(nested, outer_rt)


def test_uniform_inner_dimensions() -> None:
    rt = RaggedTensor.from_row_splits(values=np.ones([5, 3], np.int32), row_splits=[0, 2, 5])
    assert rt.to_list() == [[[1, 1, 1], [1, 1, 1]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]]]
    assert str(rt.shape) == "(2, None, 3)"


def test_uniform_outer_dimensions() -> None:
    values = ragged.constant([[1, 2, 3], [4], [5, 6], [7, 8, 9, 10]])
    assert str(values.shape) == "(4, None)"
    rt6 = RaggedTensor.from_uniform_row_length(values, 2)
    assert repr(rt6) == "<RaggedTensor [[[1, 2, 3], [4]], [[5, 6], [7, 8, 9, 10]]]>"
    assert str(rt6.shape) == "(2, 2, None)"
    rt7 = RaggedTensor.from_row_splits(values, [0, 2, 4])
    assert str(rt7.shape) == "(2, None, None)"
    assert rt7.to_list() == rt6.to_list()


def test_uniform_and_ragged_outer_dimensions_may_be_interleaved() -> None:
    t0 = np.zeros([1000, 2])
    t1 = RaggedTensor.from_row_lengths(t0, [7] * 120 + [4] * 40)
    t2 = RaggedTensor.from_uniform_row_length(t1, 8)
    t3 = RaggedTensor.from_uniform_row_length(t2, 4)
    t4 = RaggedTensor.from_row_lengths(t3, [2, 0, 3])
    assert t1.shape.as_list() == [160, None, 2]
    assert t2.shape.as_list() == [20, 8, None, 2]
    assert t3.shape.as_list() == [5, 4, 8, None, 2]
    assert t4.shape.as_list() == [3, None, 4, 8, None, 2]


# ------------------------------------------------------------------ properties
def test_flat_values() -> None:
    assert ragged.constant(NESTED).flat_values.tolist() == VALUES


def test_nested_row_splits() -> None:
    rt = ragged.constant([NESTED])
    told = [f"Splits for dimension {i + 1}: {s}" for i, s in enumerate(rt.nested_row_splits)]
    assert told == [
        "Splits for dimension 1: [0 3]",
        "Splits for dimension 2: [0 3 3 5]",
        "Splits for dimension 3: [0 4 4 7 8 8]",
    ]


def test_ragged_rank() -> None:
    values = ragged.constant([[1, 2, 3], [4], [5, 6], [7, 8, 9, 10]])
    assert values.ragged_rank == 1
    assert RaggedTensor.from_uniform_row_length(values, 2).ragged_rank == 2


def test_row_splits_and_values() -> None:
    rt = ragged.constant(ROWS)
    assert rt.row_splits.tolist() == [0, 4, 4, 7, 8, 8]
    assert rt.row_splits.dtype == "int64"
    assert rt.values.tolist() == VALUES


def test_shape() -> None:
    for shape in (RaggedTensor.get_shape, operator.attrgetter("shape")):
        assert repr(shape(ragged.constant([[0], [1, 2]]))) == "TensorShape([2, None])"
        deep = ragged.constant([[[0, 1]], [[1, 2], [3, 4]]], ragged_rank=1)
        assert repr(shape(deep)) == "TensorShape([2, None, 2])"


def test_uniform_row_length_is_none_where_rows_are_ragged() -> None:
    rt1 = ragged.constant([[1, 2, 3], [4], [5, 6], [7, 8, 9, 10]])
    assert rt1.uniform_row_length is None
    rt2 = RaggedTensor.from_uniform_row_length(values=rt1, uniform_row_length=2)
    assert repr(rt2) == "<RaggedTensor [[[1, 2, 3], [4]], [[5, 6], [7, 8, 9, 10]]]>"
    assert rt2.uniform_row_length == 2


# ------------------------------------------------------------------ methods
def test_bounding_shape() -> None:
    rt = ragged.constant([[1, 2, 3, 4], [5], [], [6, 7, 8, 9], [10]])
    assert rt.bounding_shape().tolist() == [5, 4]


def test_nested_constructors_are_the_plain_ones_in_a_row() -> None:
    nested_row_lengths = ([3, 0, 2], [4, 0, 3, 1, 0])
    result: Any = VALUES
    for row_lengths in reversed(nested_row_lengths):
        result = RaggedTensor.from_row_lengths(result, row_lengths)
    again = RaggedTensor.from_nested_row_lengths(VALUES, nested_row_lengths)
    assert_ragged_equal(again, result)
    nested_value_rowids, nested_nrows = ([0, 0, 0, 2, 2], [0, 0, 0, 0, 2, 2, 2, 3]), (3, 5)
    for told in (nested_nrows, (3, np.int64(5))):
        rowids = RaggedTensor.from_nested_value_rowids(VALUES, nested_value_rowids, told)
        assert_ragged_equal(rowids, result)


def test_from_row_lengths_is_this_list() -> None:
    values, row_lengths = list(VALUES), [4, 0, 3, 1, 0]
    result = [[values.pop(0) for _ in range(length)] for length in row_lengths]
    assert RaggedTensor.from_row_lengths(VALUES, row_lengths).to_list() == result


def test_from_row_splits_is_this_list() -> None:
    row_splits = [0, 4, 4, 7, 8, 8]
    result = [VALUES[row_splits[i] : row_splits[i + 1]] for i in range(len(row_splits) - 1)]
    assert RaggedTensor.from_row_splits(VALUES, row_splits).to_list() == result


def test_from_row_limits_and_starts_are_from_row_splits() -> None:
    limits = np.array([4, 4, 7, 8, 8])
    splits = RaggedTensor.from_row_splits(VALUES, np.concatenate([[0], limits]))
    assert_ragged_equal(RaggedTensor.from_row_limits(VALUES, limits), splits)
    starts = np.array([0, 4, 4, 7, 8])
    splits = RaggedTensor.from_row_splits(VALUES, np.concatenate([starts, [len(VALUES)]]))
    assert_ragged_equal(RaggedTensor.from_row_starts(VALUES, starts), splits)


def test_from_value_rowids_is_this_list() -> None:
    value_rowids, nrows = [0, 0, 0, 0, 2, 2, 2, 3], 5
    result = [
        [VALUES[i] for i in range(len(VALUES)) if value_rowids[i] == row] for row in range(nrows)
    ]
    assert RaggedTensor.from_value_rowids(VALUES, value_rowids, nrows).to_list() == result


def test_from_uniform_row_length_is_this_list() -> None:
    values, nrows = list(VALUES), 4
    result = [[values.pop(0) for _ in range(2)] for _ in range(nrows)]
    assert RaggedTensor.from_uniform_row_length(VALUES, 2, nrows).to_list() == result


def test_from_sparse() -> None:
    indices = [[0, 0], [0, 1], [0, 2], [1, 0], [3, 0]]
    st = rk.SparseTensor(indices=indices, values=[1, 2, 3, 4, 5], dense_shape=[4, 3])
    assert RaggedTensor.from_sparse(st).to_list() == [[1, 2, 3], [4], [], [5]]


def test_from_tensor() -> None:
    dt = np.array([[5, 7, 0], [0, 3, 0], [6, 0, 0]])
    told = repr(RaggedTensor.from_tensor(dt))
    assert told == "<RaggedTensor [[5, 7, 0], [0, 3, 0], [6, 0, 0]]>"
    told = repr(RaggedTensor.from_tensor(dt, lengths=[1, 0, 3]))
    assert told == "<RaggedTensor [[5], [], [6, 0, 0]]>"
    assert repr(RaggedTensor.from_tensor(dt, padding=0)) == "<RaggedTensor [[5, 7], [0, 3], [6]]>"


def test_from_tensor_with_nested_lengths() -> None:
    dt = np.array(
        [
            [[5, 0], [7, 0], [0, 0]],
            [[0, 0], [3, 0], [0, 0]],
            [[6, 0], [0, 0], [0, 0]],
        ]
    )
    rt = RaggedTensor.from_tensor(dt, lengths=([2, 0, 3], [1, 1, 2, 0, 1]))
    assert repr(rt) == "<RaggedTensor [[[5], [7]], [], [[6, 0], [], [0]]]>"


def test_merge_dims() -> None:
    rt = ragged.constant([[[1, 2], [3]], [[4, 5, 6]]])
    assert repr(rt.merge_dims(0, 1)) == "<RaggedTensor [[1, 2], [3], [4, 5, 6]]>"
    assert repr(rt.merge_dims(1, 2)) == "<RaggedTensor [[1, 2, 3], [4, 5, 6]]>"
    assert rt.merge_dims(0, 2).tolist() == [1, 2, 3, 4, 5, 6]
    assert rt.merge_dims(0, -1).tolist() == [1, 2, 3, 4, 5, 6]
    assert_ragged_equal(rt.merge_dims(1, -1), rt.merge_dims(1, 2))


def test_nested_value_rowids() -> None:
    rt = ragged.constant([NESTED])
    told = [
        f"row ids for dimension {i + 1}: {ids}" for i, ids in enumerate(rt.nested_value_rowids())
    ]
    assert told == [
        "row ids for dimension 1: [0 0 0]",
        "row ids for dimension 2: [0 0 0 2 2]",
        "row ids for dimension 3: [0 0 0 0 2 2 2 3]",
    ]


def test_numpy() -> None:
    uneven = ragged.constant([[1, 2, 3], [4, 5]], dtype=np.int64).numpy()
    assert repr(uneven) == "array([array([1, 2, 3]), array([4, 5])], dtype=object)"
    even = ragged.constant([[1, 2, 3], [4, 5, 6]], dtype=np.int64).numpy()
    assert even.dtype == np.int64
    assert even.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_nrows_and_row_lengths() -> None:
    assert ragged.constant(ROWS).nrows() == 5
    rt = ragged.constant([[[3, 1, 4], [1]], [], [[5, 9], [2]], [[6]], []])
    assert rt.row_lengths().tolist() == [2, 0, 2, 1, 0]
    assert repr(rt.row_lengths(axis=2)) == "<RaggedTensor [[3, 1], [], [2, 1], [1], []]>"
    assert [x.tolist() for x in rt.nested_row_lengths()] == [[2, 0, 2, 1, 0], [3, 1, 2, 1, 1]]


def test_row_limits_row_starts_and_value_rowids() -> None:
    rt = ragged.constant(ROWS)
    assert rt.row_limits().tolist() == [4, 4, 7, 8, 8]
    assert rt.row_limits().tolist() == rt.row_splits[1:].tolist()
    assert rt.row_starts().tolist() == [0, 4, 4, 7, 8]
    assert rt.row_starts().tolist() == rt.row_splits[:-1].tolist()
    assert rt.value_rowids().tolist() == [0, 0, 0, 0, 2, 2, 2, 3]
    for j, row in enumerate(rt.value_rowids()):
        assert rt.values[j] in rt[row].tolist()


def test_to_sparse() -> None:
    st = ragged.constant([[1, 2, 3], [4], [], [5, 6]]).to_sparse()
    assert st.indices.tolist() == [[0, 0], [0, 1], [0, 2], [1, 0], [3, 0], [3, 1]]
    assert st.indices.dtype == "int64"
    assert st.values.tolist() == [1, 2, 3, 4, 5, 6]
    assert st.dense_shape.tolist() == [4, 3]


def test_to_tensor() -> None:
    rt = ragged.constant([[9, 8, 7], [], [6, 5], [4]])
    assert rt.to_tensor().tolist() == [[9, 8, 7], [0, 0, 0], [6, 5, 0], [4, 0, 0]]
    assert rt.to_tensor(shape=[5, 2]).tolist() == [[9, 8], [0, 0], [6, 5], [4, 0], [0, 0]]


def test_with_values_keeps_what_is_known_of_the_rows() -> None:
    rt = RaggedTensor.from_value_rowids(VALUES, [0, 0, 0, 0, 2, 2, 2, 3], nrows=5)
    for other in (rt.with_values(VALUES), rt.with_flat_values(VALUES)):
        assert other.partitions[0] is rt.partitions[0]
    narrow = ragged.constant([NESTED]).with_row_splits_dtype(np.int32)
    assert [s.dtype for s in narrow.nested_row_splits] == ["int32"] * 3


# ------------------------------------------------------------------ __getitem__
def test_getitem_of_two_dimensions() -> None:
    rt = ragged.constant([["a", "b", "c"], ["d", "e"], ["f"], ["g"]])
    assert rt[0].tolist() == ["a", "b", "c"]
    assert rt[:3].to_list() == [["a", "b", "c"], ["d", "e"], ["f"]]
    assert rt[3, 0] == "g"


def test_getitem_of_three_dimensions() -> None:
    rt = ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], [[7]], [[8, 9], [10]]])
    assert rt[1].to_list() == [[5], [], [6]]
    assert rt[3, 0].tolist() == [8, 9]
    assert rt[:, 1:3].to_list() == [[[4]], [[], [6]], [], [[10]]]
    assert rt[:, -1:].to_list() == [[[4]], [[6]], [[7]], [[10]]]


def test_getitem_into_a_ragged_inner_dimension_is_refused() -> None:
    with pytest.raises(rk.RaggedIndexError, match="axis 1 is ragged"):
        ragged.constant(ROWS)[:, 0]


# ------------------------------------------------------------------ operators
T, F = True, False
five = [1, 2, 3, 4, 5]
OPERATORS: dict[str, tuple[Callable[..., Any], Any, Any, list[Any]]] = {
    "abs": (operator.abs, [-2.25, 3.25], None, [2.25, 3.25]),
    "add-scalar": (operator.add, five, 1, [2, 3, 4, 5, 6]),
    "add": (operator.add, five, five, [2, 4, 6, 8, 10]),
    "and": (operator.and_, [T], [F], [F]),
    "and-scalar": (operator.and_, [F, T, T, F], T, [F, T, T, F]),
    "and-rows": (operator.and_, [F, F, T, T], [F, T, F, T], [F, F, F, T]),
    "floordiv": (operator.floordiv, [8.4], [4.0], [2.0]),
    "floordiv-negative": (operator.floordiv, [-8.4], [4.0], [-3.0]),
    "ge": (operator.ge, [5, 4, 6, 7], [5, 2, 5, 10], [T, T, T, F]),
    "ge-broadcast": (operator.ge, [5, 4, 6, 7], [5], [T, F, T, T]),
    "gt": (operator.gt, [5, 4, 6], [5, 2, 5], [F, T, T]),
    "gt-broadcast": (operator.gt, [5, 4, 6], [5], [F, F, T]),
    "invert": (operator.invert, [T, F], None, [F, T]),
    "le": (operator.le, [5, 4, 6], [5], [T, T, F]),
    "le-rows": (operator.le, [5, 4, 6], [5, 6, 6], [T, T, T]),
    "lt": (operator.lt, [5, 4, 6], [5], [F, T, F]),
    "lt-rows": (operator.lt, [5, 4, 6], [5, 6, 7], [F, T, T]),
    "mul": (operator.mul, [1, 2, 3, 4], [1, 2, 3, 4], [1, 4, 9, 16]),
    "neg": (operator.neg, [1, -2], None, [-1, 2]),
    "or": (operator.or_, [T], [F], [T]),
    "or-scalar": (operator.or_, [F, T, T, F], T, [T, T, T, T]),
    "or-rows": (operator.or_, [F, F, T, T], [F, T, F, T], [F, T, T, T]),
    "pow": (operator.pow, [2, 2, 3, 3], [8, 16, 2, 3], [256, 65536, 9, 27]),
    "sub": (operator.sub, five, 1, [0, 1, 2, 3, 4]),
    "rsub": (lambda x, y: y - x, five, 1, [0, -1, -2, -3, -4]),
    "rsub-rows": (lambda x, y: y - x, five, [5, 4, 3, 2, 1], [4, 2, 0, -2, -4]),
    "truediv": (operator.truediv, [1, 2], [2, 4], [0.5, 0.5]),
    "xor": (operator.xor, [T], [F], [T]),
    "xor-scalar": (operator.xor, [F, T, T, F], T, [T, F, F, T]),
    "xor-rows": (operator.xor, [F, F, T, T], [F, T, F, T], [F, T, T, F]),
}


@pytest.mark.parametrize(("op", "x", "y", "result"), OPERATORS.values(), ids=OPERATORS)
def test_operators(op: Callable[..., Any], x: Any, y: Any, result: list[Any]) -> None:
    """The page's examples are dense; here each is one row of a ragged tensor."""
    row = ragged.constant([x])
    assert_ragged_equal(op(row) if y is None else op(row, y), [result])
    if isinstance(y, list) and len(y) == len(x):
        assert_ragged_equal(op(row, ragged.constant([y])), [result])


def test_absolute_value_of_complex_numbers() -> None:
    x = ragged.constant([[-2.25 + 4.75j], [-3.25 + 5.75j]])
    assert_ragged_equal(abs(x), [[5.25594901], [6.60492241]], atol=1e-7)


def test_remainder_is_what_floor_division_leaves() -> None:
    x, y = ragged.constant([[7.0, -7.0], [], [7.5]]), 3.0
    assert_ragged_equal(x // y * y + x % y, x)


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul])
def test_shapes_of_different_rank_broadcast(op: Callable[..., Any]) -> None:
    x = RaggedTensor.from_tensor(np.ones(6).reshape(1, 2, 1, 3), ragged_rank=3)
    assert op(x, np.ones(6).reshape(2, 1, 3, 1)).shape.as_list() == [2, 2, 3, 3]
    x = RaggedTensor.from_tensor(np.ones([1, 2, 1, 4]), ragged_rank=3)
    assert op(x, np.ones([3, 4])).shape.as_list() == [1, 2, 3, 4]
    x = RaggedTensor.from_tensor(np.ones(6).reshape(2, 3, 1), ragged_rank=2)
    assert op(x, np.ones(6).reshape(2, 1, 3)).shape.as_list() == [2, 3, 3]
    assert op(x, np.ones(6).reshape(1, 6)).shape.as_list() == [2, 3, 6]


def test_a_ragged_tensor_is_no_bool() -> None:
    with pytest.raises(TypeError, match="must not be used as a bool"):
        bool(ragged.constant([[True]]))


def test_equality_of_what_does_not_broadcast_is_an_error() -> None:
    x = ragged.constant([[1, 2], [3]])
    assert_ragged_equal(x == x, [[True, True], [True]])
    assert_ragged_equal(x != [[1], [2]], [[False, True], [True]])
    other = ragged.constant([[1], [2, 3]])
    for compared in (operator.eq, operator.ne, np.equal, np.not_equal):
        with pytest.raises(ValueError, match="shapes must broadcast"):
            compared(x, other)
