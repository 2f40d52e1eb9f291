"""RaggedTensor: constructors, parts and methods against plain lists; Python's own protocols."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor

lengths_of_rows = st.lists(st.integers(0, 4), max_size=6)


def rows_of(lengths: list[int], values: Any) -> list[Any]:
    """Cut values into rows, the way the documentation of from_row_lengths says it."""
    it = iter(values)
    return [[next(it) for _ in range(n)] for n in lengths]


def starts_of(lengths: list[int]) -> list[int]:
    return [sum(lengths[:i]) for i in range(len(lengths) + 1)]


# ------------------------------------------------------------------ constructors against lists
Make = Callable[[Any, list[int]], rk.RaggedTensor]
ENCODINGS: dict[str, Make] = {
    "splits": lambda v, n: RT.from_row_splits(v, starts_of(n)),
    "lengths": lambda v, n: RT.from_row_lengths(v, n),
    "starts": lambda v, n: RT.from_row_starts(v, starts_of(n)[:-1]),
    "limits": lambda v, n: RT.from_row_limits(v, starts_of(n)[1:]),
    "rowids": lambda v, n: RT.from_value_rowids(
        v, [i for i, k in enumerate(n) for _ in range(k)], nrows=len(n)
    ),
}


@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize("make", ENCODINGS.values(), ids=ENCODINGS)
@given(lengths=lengths_of_rows)
def test_every_encoding_cuts_the_same_rows(make: Make, validate: bool, lengths: list[int]) -> None:
    values = list(range(sum(lengths)))
    rt = make(values, lengths)
    assert_ragged_equal(rt, RT.from_row_lengths(values, lengths, validate=validate))
    assert rt.to_list() == rows_of(lengths, values)
    assert rt.shape.as_list() == [len(lengths), None]


@given(st.integers(0, 4), st.integers(0, 4))
def test_uniform_rows_are_declared_and_the_shape_says_so(length: int, nrows: int) -> None:
    values = list(range(length * nrows))
    rt = RT.from_uniform_row_length(values, length, nrows=nrows)
    assert rt.to_list() == rows_of([length] * nrows, values)
    assert rt.shape.as_list() == [nrows, length]
    assert rt.uniform_row_length == length
    assert rt.ragged_rank == 1
    if length:
        assert_ragged_equal(RT.from_uniform_row_length(values, length), rt)


@given(rks.ragged_tensors())
def test_a_tensor_is_made_again_from_each_of_its_encodings(rt: rk.RaggedTensor) -> None:
    flat = rt.flat_values
    rebuilt = [
        RT.from_nested_row_splits(flat, rt.nested_row_splits),
        RT.from_nested_row_lengths(flat, rt.nested_row_lengths()),
        RT.from_nested_value_rowids(
            flat, rt.nested_value_rowids(), [p.nrows() for p in rt.partitions]
        ),
        RT.from_row_splits(rt.values, rt.row_splits),
        RT.from_row_starts(rt.values, rt.row_starts()),
        RT.from_row_limits(rt.values, rt.row_limits()),
        RT.from_value_rowids(rt.values, rt.value_rowids(), rt.nrows()),
    ]
    for again in rebuilt:
        assert_ragged_equal(again, rt, check_uniform=False)
    assert_ragged_equal(RT(flat, rt.partitions), rt)
    if rt.uniform_row_length is not None:
        again = RT.from_uniform_row_length(rt.values, rt.uniform_row_length, rt.nrows())
        assert_ragged_equal(again, rt)


@given(rks.ragged_tensors(ragged_rank=2, finite=True))
def test_a_partition_around_a_tensor_adds_an_axis(rt: rk.RaggedTensor) -> None:
    outer = RT.from_row_lengths(rt, [len(rt), 0])
    assert outer.to_list() == [rt.to_list(), []]
    assert outer.shape.as_list() == [2, None, *rt.shape.as_list()[1:]]
    assert_ragged_equal(
        RT(rt, rk.RowPartition.from_row_lengths([len(rt), 0])), outer, check_dtype=False
    )


def test_uniform_and_ragged_axes_in_any_order() -> None:
    t0 = np.zeros((1000, 2))
    lengths = np.random.default_rng(0).multinomial(1000, np.ones(160) / 160)
    t1 = RT.from_row_lengths(t0, lengths)
    assert t1.shape.as_list() == [160, None, 2]
    t2 = RT.from_uniform_row_length(t1, 8)
    assert t2.shape.as_list() == [20, 8, None, 2]
    t3 = RT.from_uniform_row_length(t2, 4)
    assert t3.shape.as_list() == [5, 4, 8, None, 2]
    t4 = RT.from_row_lengths(t3, [2, 0, 3])
    assert t4.shape.as_list() == [3, None, 4, 8, None, 2]
    assert t4.ragged_rank == 4
    assert np.shares_memory(t4.flat_values, t0)


def test_lists_take_their_dtype_from_the_partitions_inside() -> None:
    inner = rk.ragged.constant([[1], [2]], row_splits_dtype="int32")
    assert RT.from_row_splits(inner, [0, 1, 2]).row_splits.dtype == "int32"
    mixed = RT.from_row_splits(inner, np.array([0, 1, 2]))
    assert [s.dtype for s in mixed.nested_row_splits] == ["int64", "int64"]


def test_values_are_shared_and_encodings_are_not() -> None:
    values, splits = np.arange(6), np.array([0, 2, 6])
    rt = RT.from_row_splits(values, splits)
    assert np.shares_memory(rt.flat_values, values)
    assert not np.shares_memory(rt.row_splits, splits)
    splits[1] = 50
    assert rt.to_list() == [[0, 1], [2, 3, 4, 5]]


def test_no_tensor_changes_with_values_that_were_its_splits() -> None:
    y: Any = RT.from_row_lengths(np.array([0, 3, 4]), [3])
    x = RT.from_row_splits(np.arange(4), y.flat_values)
    np.add(y, 1, out=y)
    assert y.to_list() == [[1, 4, 5]]
    assert x.to_list() == [[0, 1, 2], [3]]
    nested = RT.from_nested_row_lengths(np.arange(4), [[2, 1], [1, 2, 1]])
    lengths: Any = nested.row_lengths(axis=2)
    np.add(lengths, 1, out=lengths)
    assert lengths.to_list() == [[2, 3], [2]]
    assert nested.row_lengths(axis=2).tolist() == [[1, 2], [1]]


# ------------------------------------------------------------------ parts and methods
def depth_lengths(rows: Any, axis: int) -> Any:
    """Lengths of the lists on an axis, nested as they lie."""
    return len(rows) if axis == 0 else [depth_lengths(row, axis - 1) for row in rows]


@given(rks.ragged_tensors(dtype="int64"))
def test_counts_agree_with_the_list(rt: rk.RaggedTensor) -> None:
    rows = rt.to_list()
    assert rt.ndim == rt.rank == rt.shape.rank == rt.ragged_rank + rt.flat_values.ndim
    assert rt.size == rt.flat_values.size
    assert rt.dtype == rt.flat_values.dtype
    assert rt.get_shape() is rt.shape
    assert rt.nrows() == len(rt) == len(rows)
    assert rt.nbytes == rt.flat_values.nbytes + sum(p.nbytes for p in rt.partitions)
    for axis in range(rt.ndim):
        lengths = rt.row_lengths(axis)
        told = lengths.to_list() if isinstance(lengths, RT) else lengths.tolist()
        assert told == depth_lengths(rows, axis)
        negative = rt.row_lengths(axis - rt.ndim)
        assert_ragged_equal(negative, lengths)


@given(rks.ragged_tensors(dtype="int64"))
def test_bounding_shape_is_the_most_items_on_each_axis(rt: rk.RaggedTensor) -> None:
    def longest(rows: Any, axis: int) -> int:
        return len(rows) if axis == 0 else max((longest(r, axis - 1) for r in rows), default=0)

    bounds = rt.bounding_shape()
    assert bounds.dtype == rt.row_splits.dtype
    for axis in range(rt.ragged_rank + 1):
        assert bounds[axis] == longest(rt.to_list(), axis)
        assert rt.bounding_shape(axis=axis) == bounds[axis]
        assert rt.bounding_shape(axis=axis - rt.ndim) == bounds[axis]
    assert bounds[rt.ragged_rank + 1 :].tolist() == list(rt.flat_values.shape[1:])
    assert rt.bounding_shape(axis=[0, -1], out_type="int32").tolist() == [bounds[0], bounds[-1]]
    assert rt.bounding_shape(axis=[], out_type="int32").dtype == "int32"


@given(rks.ragged_tensors())
def test_the_same_rows_over_other_values(rt: rk.RaggedTensor) -> None:
    marks = np.arange(rt.flat_values.shape[0], dtype=float)
    marked = rt.with_flat_values(marks)
    assert all(a is b for a, b in zip(marked.partitions, rt.partitions, strict=True))
    assert np.shares_memory(marked.flat_values, marks) or not marks.size
    assert_ragged_equal(rt.with_values(rt.values), rt)
    outer = rt.with_values(np.arange(rt.partitions[0].static_nvals))
    assert outer.partitions == (rt.partitions[0],)
    assert outer.partitions[0] is rt.partitions[0]
    deeper = rt.with_flat_values(RT.from_uniform_row_length(marks, 1))
    assert deeper.ragged_rank == rt.ragged_rank + 1


@given(rks.ragged_tensors(row_splits_dtype="int64"))
def test_row_splits_of_another_dtype_all_the_way_down(rt: rk.RaggedTensor) -> None:
    narrow = rt.with_row_splits_dtype("int32")
    assert {s.dtype.name for s in narrow.nested_row_splits} == {"int32"}
    assert narrow.flat_values.base is rt.flat_values.base or narrow._flat is rt._flat
    assert_ragged_equal(narrow, rt, check_dtype=False)
    assert_ragged_equal(narrow.with_row_splits_dtype(np.int64), rt)


@given(rks.ragged_tensors())
def test_nothing_that_is_handed_out_can_be_written_to(rt: rk.RaggedTensor) -> None:
    handed: list[Any] = [
        rt.flat_values,
        rt.values,
        rt.row_splits,
        rt.row_starts(),
        rt.row_limits(),
        rt.row_lengths(),
        rt.value_rowids(),
        *rt.nested_row_splits,
        *rt.nested_row_lengths(),
        *rt.nested_value_rowids(),
        *rt,
        rt.merge_dims(0, -1),
        rt[:1],
        rt[...],
    ]
    for array in handed:
        flat = array.flat_values if isinstance(array, RT) else array
        assert not flat.flags.writeable


@given(rks.ragged_tensors())
def test_what_belongs_to_the_caller_can_be_written_to(rt: rk.RaggedTensor) -> None:
    before = rt.copy()
    for mine in (rt.to_tensor(), rt.bounding_shape(), rt.numpy()):
        assert mine.flags.writeable
        assert not np.shares_memory(mine, rt.flat_values)
    objects = rt.numpy()
    while objects.dtype == object and objects.size and isinstance(objects.flat[0], np.ndarray):
        objects = objects.flat[0]
        assert objects.flags.writeable
    objects[...] = objects.dtype.type() if objects.dtype.kind not in "OT" else ""
    assert_ragged_equal(rt, before)


# ------------------------------------------------------------------ Python's protocols
@given(rks.ragged_tensors())
def test_copies_and_pickles(rt: rk.RaggedTensor) -> None:
    assert copy.copy(rt) is rt
    for other in (rt.copy(), copy.deepcopy(rt), pickle.loads(pickle.dumps(rt))):
        assert other is not rt
        assert_ragged_equal(other, rt)
        assert rt.identical(other)
        assert other.identical(rt)
        assert not np.shares_memory(other.flat_values, rt.flat_values)


def test_a_deep_copy_keeps_what_is_shared_shared() -> None:
    rt = rk.ragged.constant([[1], [2, 3]])
    first, second = copy.deepcopy([rt, rt])
    assert first is second
    assert first is not rt


@given(rks.ragged_tensors(dtype="int64"))
def test_iteration_gives_the_rows_and_stops(rt: rk.RaggedTensor) -> None:
    assert [row.to_list() if isinstance(row, RT) else row.tolist() for row in rt] == rt.to_list()
    assert len(list(rt)) == len(rt)
    it = iter(rt)
    assert isinstance(it, Iterator)
    assert len([*it, *it]) == len(rt)
    for row, again in zip(rt, reversed(list(reversed(rt))), strict=True):
        assert_ragged_equal(row, again)


@given(rks.ragged_tensors(dtype="int64"), st.integers(-3, 3))
def test_in_looks_at_values(rt: rk.RaggedTensor, value: int) -> None:
    assert (value in rt) is (value in rt.flat_values.ravel().tolist())


CONTAINED: dict[str, tuple[Any, Any, bool]] = {
    "text": ([["a", "bb"], []], "bb", True),
    "no-text": ([["a", "bb"], []], "b", False),
    "text-in-numbers": ([[1]], "1", False),
    "number-in-text": ([["1"]], 1, False),
    "bytes": ([[b"a"]], b"a", True),
    "numpy-scalar": ([[1], [2]], np.int8(2), True),
    "0-d": ([[1], [2]], np.array(2), True),
    "none": ([[1]], None, False),
    "nan": ([[float("nan")]], float("nan"), False),
    "empty": ([[], []], 0, False),
    "bool": ([[True]], False, False),
}


@pytest.mark.parametrize(("rows", "item", "there"), CONTAINED.values(), ids=CONTAINED)
def test_in(rows: Any, item: Any, there: bool) -> None:
    assert (item in rk.ragged.constant(rows)) is there


@pytest.mark.parametrize("item", [[1], (1,), np.array([1]), rk.ragged.constant([[1]])])
def test_in_takes_scalars_only(item: Any) -> None:
    with pytest.raises(TypeError, match="item must be a scalar, got"):
        item in rk.ragged.constant([[1]])  # noqa: B015


def test_no_truth_no_hash_no_new_attributes() -> None:
    rt = rk.ragged.constant([[1]])
    with pytest.raises(TypeError, match=r"must not be used as a bool.*rt\.size.*any or all"):
        bool(rt)
    with pytest.raises(TypeError, match="must not be used as a bool"):
        assert 0 < rt < 2
    with pytest.raises(TypeError, match="unhashable type: 'RaggedTensor'"):
        hash(rt)
    with pytest.raises(AttributeError):
        rt.name = "x"
    with pytest.raises(AttributeError):
        rt.shape = (1,)
    with pytest.raises(TypeError, match=r"must not be changed in place; .*np\.where"):
        rt[0] = 1


# ------------------------------------------------------------------ identical
def test_identical_looks_at_everything() -> None:
    rt = rk.ragged.constant([[1, 2], [3, 4]])
    others: dict[str, Any] = {
        "value": rk.ragged.constant([[1, 2], [3, 5]]),
        "rows": rk.ragged.constant([[1, 2, 3], [4]]),
        "dtype": rt + 0.0,
        "splits-dtype": rt.with_row_splits_dtype("int32"),
        "uniform": RT.from_tensor([[1, 2], [3, 4]]),
        "rank": rk.ragged.constant([[[1, 2], [3, 4]]]),
        "list": [[1, 2], [3, 4]],
        "inner": RT.from_row_splits([[1], [2], [3], [4]], [0, 2, 4]),
    }
    assert rt.identical(rt)
    assert {name for name, other in others.items() if rt.identical(other)} == set()


@pytest.mark.parametrize("value", [float("nan"), complex("nan"), np.datetime64("NaT", "D"), "a"])
def test_what_differs_from_itself_is_identical_to_itself(value: Any) -> None:
    rt = rk.ragged.constant([[value], []])
    assert rt.identical(rt.copy())
    assert not rt.identical(rk.ragged.constant([[value, value], []]))


# ------------------------------------------------------------------ values of every kind
class Table:
    """A stand-in for objects that only offer ``__array__``."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array([1, 2, 3])


KINDS: dict[str, tuple[Any, str, list[Any]]] = {
    "list": ([1, 2, 3], "int64", [1, 2, 3]),
    "tuple": ((1.5, 2, 3), "float64", [1.5, 2.0, 3.0]),
    "range": (range(3), "int64", [0, 1, 2]),
    "text": (["a", "bb", ""], "<U2", ["a", "bb", ""]),
    "bytes": ([b"a", b"bb", b""], "|S2", [b"a", b"bb", b""]),
    "bytes-nul": ([b"a\0", b"", b"b"], "object", [b"a\0", b"", b"b"]),
    "text-nul": (["a\0", "", "b"], "T", ["a\0", "", "b"]),
    "object-text": (np.array(["a", "bb", ""], object), "object", ["a", "bb", ""]),
    "string-dtype": (np.array(["a", "bb", ""], "T"), "T", ["a", "bb", ""]),
    "big-endian": (np.array([1, 2, 3], ">i4"), ">i4", [1, 2, 3]),
    "float16": (np.array([1, 2, 3], "f2"), "float16", [1.0, 2.0, 3.0]),
    "series": (pd.Series([1, 2, 3], index=[5, 6, 7]), "int64", [1, 2, 3]),
    "text-series": (pd.Series(["a", "bb", ""]), "<U2", ["a", "bb", ""]),
    "array-like": (Table(), "int64", [1, 2, 3]),
    "strided": (np.arange(6)[::2], "int64", [0, 2, 4]),
    "backwards": (np.arange(3)[::-1], "int64", [2, 1, 0]),
    "broadcast": (np.broadcast_to(np.array(7), (3,)), "int64", [7, 7, 7]),
    "masked-nowhere": (np.ma.array([1, 2, 3], mask=[False] * 3), "int64", [1, 2, 3]),
    "dates": (np.array(["2020-01-01"] * 3, "M8[D]"), "M8[D]", [np.datetime64("2020-01-01")] * 3),
}


@pytest.mark.parametrize(("values", "dtype", "items"), KINDS.values(), ids=KINDS)
def test_values_of_every_kind(values: Any, dtype: str, items: list[Any]) -> None:
    rt = RT.from_row_lengths(values, [2, 0, 1])
    assert rt.dtype == np.dtype(dtype)
    assert type(rt.flat_values) is np.ndarray
    assert rt.to_list() == [items[:2], [], items[2:]]
    assert rt[::-1].to_list() == [items[2:], [], items[:2]]
    native = rt.dtype.isnative  # NumPy's pickles keep no other byte order
    assert_ragged_equal(pickle.loads(pickle.dumps(rt)), rt, check_dtype=native)


def test_a_matrix_loses_its_own_rules() -> None:
    matrix = np.ones((3, 2)).view(np.matrix)
    rt = RT.from_row_lengths(matrix, [2, 1])
    assert type(rt.flat_values) is np.ndarray
    assert (rt * rt).to_list() == [[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0]]]


# ------------------------------------------------------------------ errors
V = [1, 2, 3]
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "splits-start": (
        lambda: RT.from_row_splits(V, [1, 3]),
        ValueError,
        r"row_splits must start at 0, got row_splits\[0\] = 1",
    ),
    "splits-end": (
        lambda: RT.from_row_splits(V, [0, 2]),
        ValueError,
        "values must have 2 items, got 3; the rows must use up the values",
    ),
    "splits-order": (
        lambda: RT.from_row_splits(V, [0, 2, 1, 3]),
        ValueError,
        r"row_splits must not decrease, got row_splits\[1:3\] = \[2, 1\]",
    ),
    "splits-none": (lambda: RT.from_row_splits(V, []), ValueError, "at least one item"),
    "lengths-sum": (lambda: RT.from_row_lengths(V, [1, 1]), ValueError, "values must have 2 items"),
    "lengths-negative": (
        lambda: RT.from_row_lengths(V, [4, -1]),
        ValueError,
        r"row_lengths must not be negative, got row_lengths\[1\] = -1",
    ),
    "starts-none": (lambda: RT.from_row_starts(V, []), ValueError, "nvals must be 0 .* got 3"),
    "starts-past": (
        lambda: RT.from_row_starts(V, [0, 4]),
        ValueError,
        r"row_starts must not pass nvals = 3, got row_starts\[1\] = 4",
    ),
    "limits-end": (lambda: RT.from_row_limits(V, [1, 2]), ValueError, "values must have 2 items"),
    "rowids-nrows": (
        lambda: RT.from_value_rowids(V, [0, 1, 5], nrows=3),
        ValueError,
        r"value_rowids must be below nrows = 3, got value_rowids\[2\] = 5",
    ),
    "rowids-count": (lambda: RT.from_value_rowids(V, [0, 1]), ValueError, "2 items, got 3"),
    "uniform-rest": (
        lambda: RT.from_uniform_row_length(V, 2),
        ValueError,
        "nvals must be a multiple of uniform_row_length = 2, got 3",
    ),
    "uniform-zero": (
        lambda: RT.from_uniform_row_length(V, 0),
        ValueError,
        "multiple of uniform_row_length = 0, got 3",
    ),
    "nested-array": (
        lambda: RT.from_nested_row_splits(V, np.array([0, 3])),
        TypeError,
        r"nested_row_splits must be a list of vectors, got array.*; put it into a list",
    ),
    "nested-number": (
        lambda: RT.from_nested_row_lengths(V, 3),  # type: ignore[arg-type]
        TypeError,
        "nested_row_lengths must be a list of vectors, got 3",
    ),
    "nested-inner": (
        lambda: RT.from_nested_row_splits(V, [[0, 1], [0, 2, 1, 3]]),
        ValueError,
        r"nested_row_splits\[1\]: row_splits must not decrease, got row_splits\[1:3\] = \[2, 1\]",
    ),
    "nested-outer": (
        lambda: RT.from_nested_row_lengths(V, [[1], [1, 2]]),
        ValueError,
        r"nested_row_lengths\[0\]: values must have 1 items, got 2",
    ),
    "nested-nrows": (
        lambda: RT.from_nested_value_rowids(V, [[0], [0, 0, 0]], [1]),
        ValueError,
        "nested_nrows must have one number for each of the 2 nested_value_rowids, got 1",
    ),
    "nested-nrows-number": (
        lambda: RT.from_nested_value_rowids(V, [[0, 0, 0]], 1),  # type: ignore[arg-type]
        TypeError,
        "nested_nrows must be a list of numbers, got 1",
    ),
    "values-number": (
        lambda: RT.from_row_splits(7, [0, 1]),
        ValueError,
        "values must be an array, or one level of a list, got 7; one value alone is",
    ),
    "values-nested": (
        lambda: RT.from_row_splits([[1], [2, 3]], [0, 2]),
        ValueError,
        r"values must be an array, or one level .*\[\[1\], \[2, 3\]\]; .*ragged\.constant",
    ),
    "values-generator": (
        lambda: RT.from_row_splits(iter(V), [0, 3]),  # type: ignore[arg-type]
        ValueError,
        r"values must be an array.*; list\(\.\.\.\) makes one",
    ),
    "values-mixed": (
        lambda: RT.from_row_splits([1, "a"], [0, 2]),
        ValueError,
        "values: values must be of one kind, got 'a' and 1",
    ),
    "values-none": (
        lambda: RT.from_row_splits([1, None], [0, 2]),
        ValueError,
        r"values must have no missing values, got 1 of 2, the first at values\[1\]",
    ),
    "values-masked": (
        lambda: RT.from_row_splits(np.ma.array(np.array(V), mask=[False, True, False]), [0, 3]),
        ValueError,
        r"values must .*, the first at values\[1\]; replace \(\.filled\(\.\.\.\)\)",
    ),
    "init-number": (
        lambda: RT(np.arange(3), 3),  # type: ignore[arg-type]
        TypeError,
        "partitions must be a RowPartition or a list of them, got 3",
    ),
    "init-list": (
        lambda: RT(np.arange(3), [[0, 3]]),  # type: ignore[list-item]
        TypeError,
        r"partitions\[0\] must be a RowPartition, got \[0, 3\]",
    ),
    "init-none": (lambda: RT(np.arange(3), []), ValueError, "at least one partition"),
    "init-counts": (
        lambda: RT(np.arange(3), rk.RowPartition.from_row_lengths([1, 1])),
        ValueError,
        r"partitions\[0\] must cut the 3 values there are, got 2",
    ),
    "init-flat": (
        lambda: RT(7, rk.RowPartition.from_row_lengths([1])),
        ValueError,
        "flat_values must be an array",
    ),
    "axis-past": (
        lambda: rk.ragged.constant([V]).row_lengths(axis=2),
        rk.RaggedIndexError,
        "axis must be from -2 to 1, got 2",
    ),
    "axis-text": (
        lambda: rk.ragged.constant([V]).row_lengths(axis="1"),
        TypeError,
        "axis must be an integer, got '1'",
    ),
    "bounding-axes": (
        lambda: rk.ragged.constant([V]).bounding_shape(axis=[0, 9]),
        rk.RaggedIndexError,
        r"axis\[1\] must be from -2 to 1, got 9",
    ),
    "with-values": (
        lambda: rk.ragged.constant([V]).with_values([1]),
        ValueError,
        "new_values must have 3 items, as the values they stand for, got 1",
    ),
    "with-flat-values": (
        lambda: rk.ragged.constant([[V]]).with_flat_values([1]),
        ValueError,
        "new_values must have 3 items, as the values they stand for, got 1",
    ),
    "splits-dtype": (
        lambda: rk.ragged.constant([V]).with_row_splits_dtype("int16"),
        ValueError,
        "dtype must be int32 or int64, got dtype..int16",
    ),
    "device": (
        lambda: rk.ragged.constant([V]).to_device("tpu"),
        ValueError,
        "device must be 'cpu' or 'cuda', got 'tpu'",
    ),
    "device-number": (
        lambda: rk.ragged.constant([V]).to_device(0),
        ValueError,
        "device must be 'cpu' or 'cuda', got 0",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_argument_rule_and_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_an_index_error_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="got 5"):
        rk.ragged.constant([V]).row_lengths(5)
    with pytest.raises(IndexError, match="got 5"):
        rk.ragged.constant([V])[5]


@given(lengths_of_rows)
def test_splits_that_are_trusted_are_not_looked_at(lengths: list[int]) -> None:
    splits = np.array(starts_of(lengths))
    rt = RT.from_row_splits(np.arange(splits[-1]), splits, validate=False)
    assert [b - a for a, b in pairwise(rt.row_splits.tolist())] == lengths
