"""Lists, arrays, dense and sparse tensors: out of ragged tensors and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import pairwise
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


# ------------------------------------------------------------------ models on plain lists
def padded(rows: Any, sizes: list[int], fill: Any) -> Any:
    """Nested lists brought to given sizes, short ones completed, long ones cut."""
    if not sizes:
        return rows
    blank = full(sizes[1:], fill)
    kept = [padded(row, sizes[1:], fill) for row in rows[: sizes[0]]]
    return kept + [blank] * (sizes[0] - len(kept))


def full(sizes: list[int], fill: Any) -> Any:
    return [full(sizes[1:], fill)] * sizes[0] if sizes else fill


def stripped(row: list[Any], padding: Any) -> list[Any]:
    while row and row[-1] == padding:
        row = row[:-1]
    return row


def coordinates(rows: Any, depth: int) -> list[list[int]]:
    if not depth:
        return [[]]
    return [[i, *rest] for i, row in enumerate(rows) for rest in coordinates(row, depth - 1)]


# ------------------------------------------------------------------ lists
@given(rks.ragged_tensors())
def test_to_list_nests_the_values_as_they_lie(rt: rk.RaggedTensor) -> None:
    items = rt.flat_values.tolist()
    for part in reversed(rt.partitions):
        splits = part.row_splits()
        items = [items[a:b] for a, b in pairwise(splits)]
    assert_ragged_equal(rt.to_list(), items)
    assert_ragged_equal(rt.tolist(), items)


def test_times_finer_than_python_s_stay_times() -> None:
    times = np.array(["2020-01-01", "NaT"], "M8[ns]")
    assert RT.from_row_lengths(times, [1, 1]).to_list()[0] == [times[0]]
    inner = RT.from_row_lengths(np.tile(times[:1], (2, 3)), [2])
    assert inner.to_list() == [[[times[0]] * 3] * 2]
    days = RT.from_row_lengths(times.astype("M8[D]"), [2])
    assert days.to_list() == [[dt.date(2020, 1, 1), None]]


# ------------------------------------------------------------------ numpy()
@given(rks.ragged_tensors(dtype="int64"))
def test_numpy_nests_arrays_as_the_lists_lie(rt: rk.RaggedTensor) -> None:
    def listed(a: Any) -> Any:
        return [listed(x) for x in a] if isinstance(a, np.ndarray) and a.ndim else a

    if len(rt):
        assert listed(rt.numpy()) == rt.to_list()


NUMPY: dict[str, tuple[rk.RaggedTensor, tuple[int, ...], type]] = {
    "equal-rows": (constant([[1, 2], [3, 4]]), (2, 2), np.int64),
    "uneven-rows": (constant([[1, 2], [3]]), (2,), np.object_),
    "empty-rows": (constant([[], []]), (2, 0), np.float64),
    "no-rows": (RT.from_row_splits([], [0]), (0, 0), np.float64),
    "no-rows-inner": (RT.from_row_splits(np.zeros((0, 3)), [0]), (0, 0, 3), np.float64),
    "no-rows-deep": (RT.from_nested_row_splits([], [[0, 0], [0]]), (1, 0, 0), np.float64),
    "uniform-outside": (
        RT.from_uniform_row_length(constant([[1, 2], [3], [], [4]]), 2),
        (2, 2),
        np.object_,
    ),
    "equal-inside": (constant([[[1], [2]], [[3], [4]]]), (2, 2, 1), np.int64),
    "inner": (RT.from_row_splits(np.zeros((3, 2)), [0, 0, 3]), (2,), np.object_),
    "text": (constant([["a", "b"], ["c", "dd"]]), (2, 2), np.str_),
}


@pytest.mark.parametrize(("rt", "shape", "kind"), NUMPY.values(), ids=NUMPY)
def test_numpy_is_dense_where_rows_are_equally_long(
    rt: rk.RaggedTensor, shape: tuple[int, ...], kind: type
) -> None:
    array = rt.numpy()
    assert array.shape == shape
    assert array.dtype.type is kind


def test_rows_in_an_object_array_keep_dtype_and_inner_dimensions() -> None:
    rows = RT.from_row_splits(np.zeros((3, 2), "f4"), [0, 0, 3]).numpy()
    assert [(r.shape, r.dtype) for r in rows] == [((0, 2), "float32"), ((3, 2), "float32")]


# ------------------------------------------------------------------ to_tensor
@given(rks.ragged_tensors(dtype="int64"), st.data())
def test_to_tensor_pads_and_cuts_as_asked(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    bounds = rt.to_tensor().shape
    assert rk.TensorShape(bounds).is_compatible_with(rt.shape)
    fill = data.draw(st.integers(-9, 9))
    asked = [data.draw(st.none() | st.integers(0, 4)) for _ in range(rt.ragged_rank + 1)]
    asked += [data.draw(st.sampled_from([None, n])) for n in rt.flat_values.shape[1:]]
    sizes = [b if n is None else n for n, b in zip(asked, bounds, strict=True)]
    dense = rt.to_tensor(fill, asked)
    assert dense.shape == tuple(sizes)
    assert dense.tolist() == padded(rt.to_list(), sizes, fill)
    assert dense.dtype == rt.dtype
    assert rt.to_tensor().tolist() == padded(rt.to_list(), list(bounds), 0)


@given(rks.ragged_tensors(dtype="float64", inner=(2,), finite=True))
def test_a_default_of_a_value_s_shape_fills_whole_values(rt: rk.RaggedTensor) -> None:
    sizes = list(rt.to_tensor().shape)
    dense = rt.to_tensor([7.0, 8.0])
    assert dense.tolist() == padded(rt.to_list(), sizes[:-1], [7.0, 8.0])
    assert rt.to_tensor([7.0]).tolist() == padded(rt.to_list(), sizes, 7.0)


D = np.datetime64
FILLS: dict[str, tuple[Any, Any, Any]] = {
    "zero": ([[1], []], None, 0),
    "false": ([[True], []], None, False),
    "empty-text": ([["a"], []], None, ""),
    "empty-bytes": ([[b"a"], []], None, b""),
    "empty-bytes-nul": ([[b"a\0"], []], None, b""),
    "nat": ([[D("2020-01-01")], []], None, None),
    "no-time": ([[np.timedelta64(3, "s")], []], None, dt.timedelta(0)),
    "int-in-float": ([[1.5], []], 2, 2.0),
    "nan": ([[1.5], []], float("nan"), float("nan")),
    "float-in-complex": ([[1j], []], 0.5, 0.5 + 0j),
    "longer-text": ([["a"], []], "long", "long"),
    "longer-bytes": ([[b"a"], []], b"long", b"long"),
    "text-for-bytes": ([[b"a"], []], "é", "é".encode()),
    "date": ([[D("2020-01-01")], []], dt.date(1999, 1, 1), dt.date(1999, 1, 1)),
    "0-d": ([[1], []], np.array(7), 7),
}


@pytest.mark.parametrize(("rows", "default", "fill"), FILLS.values(), ids=FILLS)
@pytest.mark.parametrize("shape", [None, [3, 2]], ids=["bounds", "larger"])
def test_defaults(rows: Any, default: Any, fill: Any, shape: Any) -> None:
    rt = constant(rows)
    dense = rt.to_tensor(default, shape)
    assert_ragged_equal(dense, padded(rt.to_list(), list(dense.shape), fill))


def test_a_default_in_text_of_any_width() -> None:
    rt = constant([["a"], []], dtype=str)
    assert rt.to_tensor("long").tolist() == [["a"], ["long"]]
    assert rt.to_tensor("long").dtype == rt.dtype
    objects = RT.from_row_splits(np.array(["a"], object), [0, 1, 1])
    assert objects.to_tensor("long").tolist() == [["a"], ["long"]]


def test_the_dtype_does_not_depend_on_whether_anything_was_filled() -> None:
    assert constant([["a"], ["b"]]).to_tensor("long").dtype == "<U4"


SIZES: dict[str, Any] = {
    "none": None,
    "minus-one": np.array(-1),
    "list": [2, 3],
    "tuple": (2, 3),
    "minus": [-1, 3],
    "numpy-ints": [np.int64(2), np.int32(3)],
    "array": np.array([2, 3]),
    "shape": rk.TensorShape([None, 3]),
    "unknown-rank": rk.TensorShape(None),
}


@pytest.mark.parametrize("shape", SIZES.values(), ids=SIZES)
def test_shapes_as_people_write_them(shape: Any) -> None:
    rt = constant([[1, 2, 3], [4]])
    assert rt.to_tensor(shape=shape).tolist() == [[1, 2, 3], [4, 0, 0]]


@given(rks.ragged_tensors(uniform=True, dtype="int64"))
def test_uniform_tensors_are_arrays_for_numpy(rt: rk.RaggedTensor) -> None:
    dense = np.asarray(rt)
    assert dense.shape == tuple(rt.shape)
    assert dense.tolist() == rt.to_list() or not dense.size
    assert not dense.flags.writeable
    assert np.shares_memory(dense, rt.flat_values) or not dense.size
    mine = np.array(rt)
    assert mine.flags.writeable
    assert not np.shares_memory(mine, rt.flat_values)
    assert np.asarray(rt, dtype=float).dtype == "float64"
    assert not np.array(rt, copy=False).flags.writeable
    with pytest.raises(ValueError, match="copy must be True or None where dtype int64 becomes f"):
        np.array(rt, dtype=float, copy=False)


@pytest.mark.parametrize("dtype", [None, float, object])
def test_ragged_tensors_are_no_arrays_for_numpy(dtype: Any) -> None:
    rt = RT.from_uniform_row_length(constant([[1], [2, 3]]), 1)
    with pytest.raises(TypeError, match=r"axis 2 is ragged; .*rt\.to_tensor\(\).*rt\.numpy\(\)"):
        np.asarray(rt, dtype=dtype)


# ------------------------------------------------------------------ from_tensor
shapes = st.tuples(st.integers(0, 3), st.integers(0, 4))


@given(shapes, st.data())
def test_from_tensor_keeps_what_the_lengths_say(
    shape: tuple[int, int], data: st.DataObject
) -> None:
    dense = np.arange(shape[0] * shape[1] * 2).reshape(*shape, 2)
    lengths = data.draw(st.lists(st.integers(-2, 6), min_size=shape[0], max_size=shape[0]))
    expected = [row[: max(n, 0)] for row, n in zip(dense.tolist(), lengths, strict=True)]
    assert RT.from_tensor(dense, lengths=lengths).to_list() == expected
    assert RT.from_tensor(dense[..., 0], np.array(lengths, int)).to_list() == [
        [v[0] for v in row] for row in expected
    ]


@given(shapes, st.data())
def test_from_tensor_drops_what_pads_the_ends_of_rows(
    shape: tuple[int, int], data: st.DataObject
) -> None:
    size = shape[0] * shape[1]
    items = data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    dense = np.array(items, dtype=int).reshape(shape)
    assert RT.from_tensor(dense, padding=0).to_list() == [stripped(r, 0) for r in dense.tolist()]
    pairs = np.stack([dense, dense], -1)
    told = RT.from_tensor(pairs, padding=[0, 0]).to_list()
    assert told == [stripped(r, [0, 0]) for r in pairs.tolist()]


@given(rks.ragged_tensors(dtype="int64", uniform=False, values=st.integers(1, 9), inner=()))
def test_from_tensor_undoes_to_tensor(rt: rk.RaggedTensor) -> None:
    dense = rt.to_tensor(0)
    lengths = [p.row_lengths().tolist() for p in rt.partitions]
    again = RT.from_tensor(
        dense, lengths if len(lengths) > 1 else lengths[0], row_splits_dtype=rt.row_splits.dtype
    )
    assert_ragged_equal(again, rt)
    if rt.ragged_rank == 1:
        told = RT.from_tensor(dense, padding=0, row_splits_dtype=rt.row_splits.dtype)
        assert_ragged_equal(told, rt)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_ragged_rank_says_how_many_axes_are_partitioned(rank: int) -> None:
    dense = np.arange(24).reshape(2, 3, 2, 2)
    rt = RT.from_tensor(dense, ragged_rank=rank)
    assert rt.ragged_rank == rank
    assert rt.shape.as_list() == [2, 3, 2, 2]
    assert rt.to_list() == dense.tolist()
    assert np.shares_memory(rt.flat_values, dense)
    cut = RT.from_tensor(dense, padding=np.zeros(dense.shape[rank + 1 :], int), ragged_rank=rank)
    assert cut.shape.as_list() == [*dense.shape[:rank], None, *dense.shape[rank + 1 :]]


PADS: dict[str, tuple[Any, Any, Any]] = {
    "nan": ([[1.0, np.nan], [np.nan, np.nan], [np.nan, 2.0]], np.nan, [1, 0, 2]),
    "complex-nan": ([[1j, complex("nan")]], complex("nan"), [1]),
    "nat": (np.array([["2020-01-01", "NaT"]], "M8[D]"), D("NaT", "D"), [1]),
    "int-for-float": ([[1.0, 0.0], [0.0, 0.0]], 0, [1, 0]),
    "text": ([["a", ""], ["", ""]], "", [1, 0]),
    "longer-text": ([["a", "pad"]], "pad", [1]),
    "bytes": ([[b"a", b""]], b"", [1]),
    "text-for-bytes": ([[b"a", b"-"]], "-", [1]),
    "objects": (np.array([["a", ""]], object), "", [1]),
    "false": ([[True, False]], False, [1]),
    "all-else": ([[1, 2], [3, 4]], 9, [2, 2]),
    "backwards": (np.array([[0, 0, 1]])[:, ::-1], 0, [1]),
}


@pytest.mark.parametrize(("dense", "padding", "lengths"), PADS.values(), ids=PADS)
def test_padding_of_every_kind(dense: Any, padding: Any, lengths: list[int]) -> None:
    rt = RT.from_tensor(dense, padding=padding)
    assert rt.row_lengths().tolist() == lengths
    kept = [row[:n] for row, n in zip(np.asarray(dense).tolist(), lengths, strict=True)]
    assert_ragged_equal(rt, kept)


# ------------------------------------------------------------------ sparse
@given(rks.ragged_tensors(dtype="int64"))
def test_to_sparse_lists_the_values_with_their_places(rt: rk.RaggedTensor) -> None:
    sparse = rt.to_sparse()
    assert sparse.indices.tolist() == coordinates(rt.to_list(), rt.ndim)
    assert sparse.values.tolist() == rt.flat_values.ravel().tolist()
    assert sparse.indices.shape == (rt.size, rt.ndim)
    bounds = [int(p.row_lengths().max(initial=0)) for p in rt.partitions]
    assert sparse.dense_shape.tolist() == [len(rt), *bounds, *rt.flat_values.shape[1:]]


@given(rks.ragged_tensors(ragged_rank=1, uniform=False, inner=(), row_splits_dtype="int32"))
def test_from_sparse_undoes_to_sparse(rt: rk.RaggedTensor) -> None:
    assert_ragged_equal(RT.from_sparse(rt.to_sparse(), row_splits_dtype="int32"), rt)


def test_rows_of_a_sparse_tensor_in_any_order_of_rows() -> None:
    empty = rk.SparseTensor(np.zeros((0, 2), int), [], [2, 3])
    assert RT.from_sparse(empty).to_list() == [[], []]
    assert RT.from_sparse(rk.SparseTensor([[2, 0], [2, 1]], [1, 2], [4, 9])).to_list() == [
        [],
        [],
        [1, 2],
        [],
    ]


# ------------------------------------------------------------------ errors
rt = constant([[1, 2], [3]])
pairs = RT.from_row_splits([[1, 2], [3, 4]], [0, 2])
dense3 = np.zeros((2, 3, 4))
sparse = rk.SparseTensor
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "default-kind": (lambda: rt.to_tensor("a"), TypeError, "default_value must fit dtype int64"),
    "default-fraction": (
        lambda: rt.to_tensor(0.5),
        TypeError,
        r"dtype int64, got 0.5; convert the values first: .astype\('float64'\)$",
    ),
    "masked": (
        lambda: RT.from_tensor(np.ma.array([[1, 2]], mask=[[False, True]])),
        ValueError,
        r"tensor must have no missing values, got 1 of 2, the first at tensor\[0\]\[1\]",
    ),
    "default-bool": (lambda: rt.to_tensor(True), TypeError, "dtype int64, got True"),
    "default-range": (
        lambda: constant([[1]], dtype="int8").to_tensor(300),
        TypeError,
        "dtype int8, got 300",
    ),
    "default-sign": (lambda: constant([[1]], dtype="u1").to_tensor(-1), TypeError, "got -1"),
    "default-number-in-text": (lambda: constant([["a"]]).to_tensor(0), TypeError, "<U1, got 0"),
    "default-bytes-in-text": (lambda: constant([["a"]]).to_tensor(b""), TypeError, "got b''"),
    "default-finer-time": (
        lambda: constant([[D("2020-01-01")]]).to_tensor(D("2020-01-01T05")),
        TypeError,
        r"default_value must fit dtype datetime64\[D\]",
    ),
    "default-shape": (
        lambda: pairs.to_tensor([1, 2, 3]),
        ValueError,
        r"default_value must broadcast to the shape of one value, \(2,\), got \(3,\)",
    ),
    "default-deep": (lambda: rt.to_tensor([1]), ValueError, r"one value, \(\), got \(1,\)"),
    "shape-rank": (
        lambda: rt.to_tensor(shape=[2]),
        ValueError,
        r"shape must have 2 sizes, one per axis, got \[2\]",
    ),
    "shape-negative": (lambda: rt.to_tensor(shape=[-2, 2]), ValueError, r"shape\[0\] must .*-2"),
    "shape-text": (lambda: rt.to_tensor(shape="ab"), TypeError, r"shape\[0\] must .* got 'a'"),
    "shape-float": (lambda: rt.to_tensor(shape=[2.0, 2]), TypeError, r"shape\[0\] must .* 2\.0"),
    "shape-array": (
        lambda: rt.to_tensor(shape=np.zeros((2, 2))),
        ValueError,
        "shape must be a list of sizes",
    ),
    "shape-inner": (
        lambda: pairs.to_tensor(shape=[None, None, 3]),
        ValueError,
        r"shape must keep the inner dimensions \(2,\), got \(3,\)",
    ),
    "both": (
        lambda: RT.from_tensor([[1]], lengths=[1], padding=0),
        ValueError,
        "lengths must not be given together with padding",
    ),
    "flat": (lambda: RT.from_tensor([1]), ValueError, "at least 2 dimensions, got 1"),
    "uneven": (
        lambda: RT.from_tensor([[1, 2], [3]]),
        ValueError,
        r"tensor must be dense, got \[\[1, 2\], \[3\]\]; .*ragged\.constant",
    ),
    "ragged": (lambda: RT.from_tensor(rt), TypeError, "tensor must be dense.*ragged already"),
    "rank-0": (lambda: RT.from_tensor([[1]], ragged_rank=0), ValueError, "at least 1, got 0"),
    "rank-high": (
        lambda: RT.from_tensor([[1]], ragged_rank=2),
        ValueError,
        "tensor must have more than ragged_rank = 2 dimensions, got 2",
    ),
    "rank-float": (
        lambda: RT.from_tensor([[1]], ragged_rank=1.0),  # type: ignore[arg-type]
        TypeError,
        "ragged_rank must be an int, got 1.0",
    ),
    "rank-bool": (lambda: RT.from_tensor([[1]], ragged_rank=True), TypeError, "got True"),
    "lengths-count": (
        lambda: RT.from_tensor([[1], [2]], lengths=[1]),
        ValueError,
        "lengths must have one number for each of the 2 rows, got 1",
    ),
    "nested-count": (
        lambda: RT.from_tensor(dense3, lengths=[[1, 2], [3, 4]]),
        ValueError,
        r"lengths\[1\] must have one number for each of the 3 rows, got 2",
    ),
    "nested-long": (
        lambda: RT.from_tensor(dense3, lengths=[[1, 2], [3, 5, 0]]),
        ValueError,
        r"lengths\[1\] must not pass the 4 items there are, got lengths\[1\]\[1\] = 5",
    ),
    "nested-negative": (
        lambda: RT.from_tensor(dense3, lengths=[[1, -2], [3]]),
        ValueError,
        r"lengths\[0\] must not be negative, got lengths\[0\]\[1\] = -2",
    ),
    "nested-rank": (
        lambda: RT.from_tensor(dense3, lengths=[[1, 0], [3]], ragged_rank=3),
        ValueError,
        "ragged_rank must be 1 or the number of lengths, 2, got 3",
    ),
    "nested-deep": (
        lambda: RT.from_tensor([[1]], lengths=[[1], [1]]),
        ValueError,
        "tensor must have more than 2 dimensions, one for each of the lengths, got 2",
    ),
    "padding-kind": (lambda: RT.from_tensor([[1]], padding="a"), TypeError, "padding must fit"),
    "padding-shape": (
        lambda: RT.from_tensor(dense3, padding=0.0),
        ValueError,
        r"padding must have the shape of one value, \(4,\), got \(\)",
    ),
    "splits-dtype": (
        lambda: RT.from_tensor([[1]], row_splits_dtype="int8"),
        ValueError,
        "row_splits_dtype must be int32 or int64, got dtype..int8",
    ),
    "sparse-kind": (
        lambda: RT.from_sparse([[1]]),  # type: ignore[arg-type]
        TypeError,
        "st_input must be a SparseTensor, got",
    ),
    "sparse-rank": (
        lambda: RT.from_sparse(sparse([[0]], [1], [1])),
        ValueError,
        "st_input must have two dimensions, got 1",
    ),
    "sparse-gap": (
        lambda: RT.from_sparse(sparse([[0, 0], [0, 2]], [1, 2], [1, 3])),
        ValueError,
        r"no gaps in its rows, got indices\[1\] = \[0, 2\] in place of \[0, 1\]",
    ),
    "sparse-left-gap": (
        lambda: RT.from_sparse(sparse([[0, 1]], [1], [1, 3])),
        ValueError,
        r"got indices\[0\] = \[0, 1\] in place of \[0, 0\]",
    ),
    "sparse-row": (
        lambda: RT.from_sparse(sparse([[5, 0]], [1], [2, 3])),
        ValueError,
        r"st_input must have rows from 0 to 1, got \[5, 5\]",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_argument_rule_and_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
