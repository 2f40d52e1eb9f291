"""Short cuts return the same results and errors as the general path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._engines import elementwise, shortcuts
from raggedkit._engines import reductions as reduction_table
from raggedkit._kernels import dispatch
from raggedkit._kernels.arrays import segment, slots
from raggedkit._numpy import protocols as _protocols
from raggedkit._partition import storage
from raggedkit._plan import reducing as collapse
from raggedkit._plan import reducing as together
from raggedkit._plan.operands import flat_of
from raggedkit.ops import construct, filling, joining, masking, moments, ranges, windowing
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

anything = rks.ragged_tensors()
rows = st.lists(st.lists(st.floats(width=32), max_size=4), min_size=1, max_size=6)
ints = st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4), min_size=1, max_size=6)


def agree(call: Callable[[], Any]) -> None:
    """Assert that the short cut and the general path agree, in partitions and errors too."""
    short = outcome(call)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatch, "small_forms", defaultdict(lambda: nothing))
        patch.setattr(shortcuts, "_is_mine", lambda x, *kinds: False)
        patch.setattr(construct, "listed_at_once", nothing)
        patch.setattr(ranges, "ranged_at_once", nothing)
        patch.setattr(storage, "_KEPT", -1)
        patch.setattr(elementwise, "at_once", nothing)
        patch.setattr(elementwise, "alone_at_once", nothing)
        patch.setattr(_protocols, "at_once", nothing)
        patch.setattr(_protocols, "alone_at_once", nothing)
        patch.setattr(filling, "clipped_at_once", nothing)
        patch.setattr(reduction_table, "_at_once", nothing)
        patch.setattr(joining, "joined_at_once", nothing)
        patch.setattr(masking, "_meet", lambda *args: False)
        long = outcome(call)
    if isinstance(short, tuple) and isinstance(short[0], rk.RaggedTensor):
        for one, other in zip(short, long, strict=True):
            same(one, other)
    else:
        same(short, long)


def nothing(*args: Any, **kwargs: Any) -> None:
    """Return None: the general path must decide."""


def same(short: Any, long: Any) -> None:
    if isinstance(short, rk.RaggedTensor):
        assert isinstance(long, rk.RaggedTensor)
        assert short.shape.as_list() == long.shape.as_list()
        assert [p.dtype for p in short.partitions] == [p.dtype for p in long.partitions]
        assert short.dtype == long.dtype
        assert_ragged_equal(short, long)
    elif isinstance(short, np.ndarray | np.generic):
        assert short.dtype == long.dtype
        np.testing.assert_array_equal(short, long)
    else:
        assert short == long


def outcome(call: Callable[[], Any]) -> Any:
    with np.errstate(all="ignore"):
        try:
            return call()
        except (TypeError, ValueError, IndexError, OverflowError) as error:
            return type(error), str(error)


@given(anything, st.slices(5), st.slices(5))
def test_slices(rt: rk.RaggedTensor, outer: slice, inner: slice) -> None:
    agree(lambda: rt[outer])
    agree(lambda: rt[:, inner])
    agree(lambda: rt[outer, inner])


@given(anything, st.lists(st.integers(-1, 6), max_size=5), st.sampled_from(["int32", "int64"]))
def test_rows_by_number(rt: rk.RaggedTensor, picks: list[int], dtype: str) -> None:
    at = np.array(picks, dtype)
    agree(lambda: rt[at])
    agree(lambda: rk.gather(rt, at))
    agree(lambda: rk.gather(rt, at, axis=1))
    agree(lambda: rk.gather(rt, at, mode="clip"))


@given(anything, st.data())
def test_rows_by_mask(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(rt), max_size=len(rt))), bool)
    agree(lambda: rk.boolean_mask(rt, mask))
    agree(lambda: rt[mask])


@given(anything, anything, st.sampled_from([0, 1, -1, 2]))
def test_joining(x: rk.RaggedTensor, y: rk.RaggedTensor, axis: int) -> None:
    for tensors in ([x, y], (y, x, y), [x, x], [x[::-1], x], [x, y[:0]], [x]):
        agree(lambda tensors=tensors: rk.concat(tensors, axis))  # type: ignore[misc]
        agree(lambda tensors=tensors: rk.stack(tensors, axis))  # type: ignore[misc]


@pytest.mark.parametrize("dtypes", [("f4", "f8"), ("i4", "f4"), ("?", "i1"), ("c8", "U1")])
@pytest.mark.parametrize("splits", ["int32", "int64"])
def test_joining_of_two_dtypes(dtypes: tuple[str, str], splits: str) -> None:
    x = rk.ragged.constant([[1, 2], [], [3]]).astype(dtypes[0])
    y = rk.ragged.constant([[], [], []]).astype(dtypes[1]).with_row_splits_dtype(splits)
    for tensors in ([x, y], [y, x], [x[1:], y[1:]]):
        for axis in (0, 1):
            agree(lambda t=tensors, a=axis: rk.concat(t, a))  # type: ignore[misc]
            agree(lambda t=tensors, a=axis: rk.stack(t, a))  # type: ignore[misc]


@given(anything, st.data())
def test_values_by_mask(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    n = len(rt.flat_values)
    flags = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    mask = rk.RaggedTensor(np.array(flags, bool), rt.partitions)
    agree(lambda: rk.boolean_mask(rt, mask))
    agree(lambda: rt[mask])
    agree(lambda: rt[1:][mask[1:]])


@given(anything, st.data())
def test_repeating(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    times = data.draw(st.lists(st.integers(-1, 3), min_size=len(rt), max_size=len(rt)))
    agree(lambda: rk.repeat(rt, np.array(times, int), axis=0))
    for counts in ([1, 2], [1, 0], [2, 2], [1, 3, 1], [1, 1, 2], [1, -1]):
        agree(lambda counts=counts: rk.tile(rt, counts))  # type: ignore[misc]


@given(anything)
def test_scans(rt: rk.RaggedTensor) -> None:
    for axis in (1, -1, 0):
        agree(lambda axis=axis: rk.cumsum(rt, axis))  # type: ignore[misc]
        agree(lambda axis=axis: rk.cumprod(rt, axis, exclusive=True))  # type: ignore[misc]
        agree(lambda axis=axis: rk.cumsum(rt, axis, reverse=True))  # type: ignore[misc]
        agree(lambda axis=axis: rt.cumsum(axis))  # type: ignore[misc]
        agree(lambda axis=axis: rk.diff(rt, 2, axis))  # type: ignore[misc]


@given(rows, st.sampled_from([None, "float32", "float64", "float16", "int32", "complex64"]))
def test_lists_of_floats(pylist: list[list[float]], dtype: str | None) -> None:
    agree(lambda: rk.ragged.constant(pylist, dtype))
    agree(lambda: rk.array(pylist, dtype))
    agree(lambda: rk.ragged.constant(pylist, dtype, row_splits_dtype="int32"))


@given(ints, st.sampled_from([None, "int64", "float32", "float64", "int32", "uint8", "bool"]))
def test_lists_of_ints(pylist: list[list[int]], dtype: str | None) -> None:
    agree(lambda: rk.ragged.constant(pylist, dtype))
    agree(lambda: rk.array(pylist, dtype))


@pytest.mark.parametrize(
    "pylist",
    [
        [[1e300, 1.0], []],
        [[float("nan"), 1e300]],
        [[1e300, float("nan")], [2.0]],
        [[2**63]],
        [[2**64]],
        [[1, 2.5]],
        [[True, False]],
        [[], []],
        [[1], (2,)],
        [[1], 2],
        [["a"]],
        [[None]],
        [[np.float32(1)]],
    ],
    ids=str,
)
@pytest.mark.parametrize("dtype", [None, "float32"])
def test_lists_on_the_edge(pylist: Any, dtype: str | None) -> None:
    agree(lambda: rk.ragged.constant(pylist, dtype))
    agree(lambda: rk.array(pylist, dtype))


numbers = st.integers(-9, 9)
some = st.integers(0, 5).flatmap(lambda n: st.lists(numbers, min_size=n, max_size=n))


@given(st.data(), st.sampled_from([1, 2, -1, -3, 0]))
def test_ranges(data: st.DataObject, step: int) -> None:
    ends: list[Any] = []
    for _ in range(2):
        one = data.draw(some)
        kind = data.draw(st.sampled_from(["list", "int32", "int64", "number", "float32"]))
        ends.append(data.draw(numbers) if kind == "number" else one)
        if kind not in ("list", "number"):
            ends[-1] = np.array(one, kind)
    agree(lambda: rk.ragged.range(ends[0], ends[1], step))
    agree(lambda: rk.ragged.range(ends[0], deltas=step))


@pytest.mark.parametrize("limit", [2**31 - 1, 2**31, 2**62], ids=str)
def test_ranges_of_large_numbers(limit: int) -> None:
    agree(lambda: rk.ragged.range([limit - 2], [limit]))
    agree(lambda: rk.ragged.range(np.array([5], np.int32), limit, 2**30))


@given(st.lists(st.integers(-1, 6), max_size=8), st.sampled_from(["int32", "int64", "int8"]))
def test_row_lengths(lengths: list[int], dtype: str) -> None:
    total = sum(max(n, 0) for n in lengths)
    agree(lambda: rk.RaggedTensor.from_row_lengths(np.arange(total), np.array(lengths, dtype)))
    agree(lambda: rk.RaggedTensor.from_row_lengths(np.arange(total), lengths))


@given(rks.ragged_tensors(dtype="float64"), st.data())
def test_choices(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    flags = data.draw(st.lists(st.booleans(), min_size=rt.size, max_size=rt.size))
    condition = rt.with_flat_values(np.array(flags, bool).reshape(rt.flat_values.shape))
    other = rk.RaggedTensor(-rt.flat_values, [make(p) for p in rt.partitions])
    agree(lambda: rk.where(condition, rt, other))
    agree(lambda: rk.where(condition, rt.astype("float32"), other))


@given(st.lists(st.integers(-1, 6), max_size=8), st.booleans())
def test_segments(ids: list[int], ascending: bool) -> None:
    named = np.array(sorted(ids) if ascending else ids, np.int64)
    values = np.arange(len(ids), dtype="float32")
    agree(lambda: rk.segment_sum(values, named))
    agree(lambda: rk.segment_prod(values.astype("int16"), named.astype("int32")))
    agree(lambda: rk.segment_sum(values[1:], named))
    agree(lambda: rk.unsorted_segment_max(values, named, 5))
    agree(lambda: rk.unsorted_segment_sum(rk.ragged.range(abs(named)), named, 5))


@given(rks.ragged_tensors(dtype="float32"), st.sampled_from(["sum", "max", "min", "mean", "std"]))
def test_reductions(rt: rk.RaggedTensor, name: str) -> None:
    reduce = getattr(rk, f"reduce_{name}")
    fresh = rk.RaggedTensor(rt.flat_values, [make(p) for p in rt.partitions])
    for axis in (1, -1):
        agree(lambda axis=axis: reduce(fresh, axis))  # type: ignore[misc]
        agree(lambda axis=axis: reduce(fresh, axis, keepdims=True))  # type: ignore[misc]


@given(rks.ragged_tensors(dtype=None), st.sampled_from(["sum", "prod", "max", "min", "any", "all"]))
def test_reductions_of_any_dtype(rt: rk.RaggedTensor, name: str) -> None:
    reduce = getattr(rk, f"reduce_{name}")
    for axis in (None, 0, 1, 2, -1):
        agree(lambda axis=axis: reduce(rt, axis))  # type: ignore[misc]
        agree(lambda axis=axis: rk.count_nonzero(rt, axis))  # type: ignore[misc]
        agree(lambda axis=axis: getattr(rt, name)(axis))  # type: ignore[misc]


@given(anything, st.sampled_from([rk.argmax, rk.argmin]), st.sampled_from(["raise", 0, -7, 2**70]))
def test_places(rt: rk.RaggedTensor, find: Callable[..., Any], empty: Any) -> None:
    for axis in (1, -1, 0):
        agree(lambda axis=axis: find(rt, axis, empty=empty))  # type: ignore[misc]
        agree(lambda axis=axis: find(rt, axis, "int32", empty=empty))  # type: ignore[misc]


@pytest.mark.parametrize("dtype", ["float16", "float64", "int8", "uint8", "bool", ">i4", "m8[s]"])
def test_places_of_any_dtype(dtype: str) -> None:
    rt = rk.ragged.constant([[1, 3, 3], [], [0, 1, 0], [2]]).astype(dtype)
    agree(lambda: rk.argmax(rt, 1, empty=-1))
    agree(lambda: rk.argmin(rt, 1, empty=-1))
    agree(lambda: rk.argmin(rt, 1))


def make(part: rk.RowPartition) -> rk.RowPartition:
    """An equal partition without cached encodings."""
    if part.is_uniform():
        return part
    return rk.RowPartition.from_row_splits(part.row_splits())


OTHERS: list[Any] = [2, 2.5, True, np.float32(2), np.int64(3), np.array(2.0), 300, -1]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "float32", "bool", "complex64"])
@pytest.mark.parametrize("name", ["add", "power", "floor_divide", "equal", "bitwise_and", "divmod"])
def test_ufuncs(name: str, dtype: str) -> None:
    ufunc = getattr(np, name)
    x = rk.ragged.constant([[1, 0, 1], [], [1, 1]]).astype(dtype)
    y = rk.RaggedTensor.from_row_splits(np.array([1, 1, 0, 1, 0], "int32"), [0, 3, 3, 5])
    column = np.array([[1], [2], [3]], "int16")
    for other in [*OTHERS, y, x.with_values(y.flat_values), column, column[:2], column[:, 0]]:
        agree(lambda other=other: ufunc(x, other))  # type: ignore[misc]
        agree(lambda other=other: ufunc(other, x))  # type: ignore[misc]
    agree(lambda: x == y)
    agree(lambda: x != column)
    agree(lambda: np.negative(x))
    agree(lambda: np.sqrt(x))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "float32", "bool", "complex64", "U1"])
def test_clipping(dtype: str) -> None:
    x = rk.ragged.constant([[1, 0, 5], [], [7, 1]]).astype(dtype)
    for low in [0, 2, True, -1, float("nan"), np.int64(2), np.float64(2), x[:, :1]]:
        for high in [3, 2.5, 300, np.float32(3), np.array(3)]:
            agree(lambda low=low, high=high: rk.clip_by_value(x, low, high))  # type: ignore[misc]


NAMES = ["sum", "prod", "max", "min", "any", "all", "mean", "std", "logsumexp"]


small = rks.ragged_tensors(dtype="float64", values=st.integers(-3, 3))


@given(small, st.sampled_from(NAMES), st.booleans())
def test_columns_in_blocks(rt: rk.RaggedTensor, name: str, keepdims: bool) -> None:
    """Columns of very many values are reduced without numbering the values."""
    reduce = getattr(rk, f"reduce_{name}")
    fresh = rk.RaggedTensor(rt.flat_values, [make(p) for p in rt.partitions])
    want = outcome(lambda: reduce(rt, 0, keepdims=keepdims))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collapse, "_NUMBERED", -1)
        patch.setattr(slots, "_BLOCK", 2)
        got = outcome(lambda: reduce(fresh, 0, keepdims=keepdims))
    if isinstance(want, rk.RaggedTensor):
        assert got.shape.as_list() == want.shape.as_list()
        got, want = got.flat_values, want.flat_values
    np.testing.assert_allclose(got, want, rtol=1e-12)


@pytest.mark.parametrize("axis", [1, 2])
@given(
    st.sampled_from([2, 3]).flatmap(
        lambda n: rks.ragged_tensors(ragged_rank=n, dtype="float64", values=st.integers(-3, 3))
    ),
    st.data(),
)
def test_axes_between_in_blocks(axis: int, rt: rk.RaggedTensor, data: st.DataObject) -> None:
    """Groups of rows with many values are reduced without a slot number per value."""
    name, keepdims = data.draw(st.sampled_from(NAMES)), data.draw(st.booleans())
    reduce = getattr(rk, f"reduce_{name}")
    want = reduce(rt, axis, keepdims=keepdims)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(together, "_MANY", -1)
        patch.setattr(slots, "_BLOCK", 1)
        got = reduce(
            rk.RaggedTensor(rt.flat_values, [make(p) for p in rt.partitions]),
            axis,
            keepdims=keepdims,
        )
    if isinstance(want, rk.RaggedTensor):
        assert got.shape.as_list() == want.shape.as_list()
        assert [p.row_splits().tolist() for p in got.partitions] == [
            p.row_splits().tolist() for p in want.partitions
        ]
        got, want = got.flat_values, want.flat_values
    np.testing.assert_array_equal(got, want)


@given(rks.ragged_tensors(dtype="float64", values=st.integers(-3, 3)), st.integers(1, 3))
def test_rows_in_blocks(rt: rk.RaggedTensor, size: int) -> None:
    """Blockwise results equal those of a single block."""
    axis = len(rt.partitions)

    def made() -> list[Any]:
        found = rk.windows(rt, size), rk.diff(rt, axis=axis), rk.diff(rt > 0, axis=axis)
        return [t.flat_values for t in found] + [
            flat_of(rk.reduce_logsumexp(rt, axis, keepdims=k)) for k in (False, True)
        ]

    want = made()
    with pytest.MonkeyPatch.context() as patch:
        for module in (windowing, segment, moments):
            patch.setattr(module, "_BLOCK", 2)
        patch.setattr(dispatch, "small_forms", defaultdict(lambda: nothing))
        got = made()
    for a, b in zip(got, want, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
@given(st.one_of(rows, ints, st.lists(st.lists(st.booleans(), max_size=4), min_size=1)))
def test_few_rows_are_ordered_like_many(direction: str, nested: Any) -> None:
    rt = rk.ragged.constant(nested, ragged_rank=1)
    agree(lambda: rk.sort(rt, direction=direction))
    agree(lambda: rk.argsort(rt, direction=direction))


@given(st.one_of(rows, ints), st.integers(0, 3), st.booleans())
def test_the_largest_of_few_rows_are_those_of_many(nested: Any, k: int, in_order: bool) -> None:
    rt = rk.ragged.constant(nested, ragged_rank=1)
    agree(lambda: rk.top_k(rt, k, sorted=in_order))
