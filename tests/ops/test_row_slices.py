"""Slices of rows: views whose splits move when something asks, and never anybody else's."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._partition import storage
from raggedkit.encodings import check_inside
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks
from tests.strict_cupy.array import StrictArray
from tests.test_unvalidated import use

RT = rk.RaggedTensor
bounds = st.none() | st.integers(-7, 7)
runs = st.builds(slice, bounds, bounds)
copied = st.sampled_from([-1, 1, 1 << 10])  # rows up to which splits are copied at once


@contextmanager
def copying(rows: int) -> Iterator[None]:
    """Let slices of up to so many rows have splits of their own from the start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "_COPIED", rows)
        yield


def eager(rt: RT, key: slice) -> RT:
    """The slice made of splits that start at 0 from the beginning, as lists would have it."""
    start, stop, _ = key.indices(len(rt))
    stop = max(start, stop)
    parts: list[rk.RowPartition] = []
    for p in rt.partitions:
        splits = np.array(p.row_splits()[start : stop + 1])
        length = p.static_uniform_row_length
        if length is None:
            cut = rk.RowPartition.from_row_splits(splits - splits[0])
        else:
            cut = rk.RowPartition.from_uniform_row_length(length, nrows=stop - start, dtype=p.dtype)
        parts.append(cut)
        start, stop = int(splits[0]), int(splits[-1])
    return RT(rt.flat_values[start:stop], parts)


# ---------------------------------------------------------------------- chains against lists
def listed(x: Any) -> Any:
    return x.to_list() if isinstance(x, RT) else x.tolist()


def summed(rt: RT) -> None:
    """Add up ones, which there are of every dtype: the row lengths."""
    ones = rt.with_flat_values(np.ones(rt.flat_values.shape[:1], int))
    assert listed(rk.reduce_sum(ones, axis=-1)) == listed(rt.row_lengths(rt.ragged_rank))


LOOKS: dict[str, Callable[[RT], object]] = {
    "not-at-all": lambda rt: None,
    "splits": lambda rt: rt.nested_row_splits,
    "lengths": lambda rt: rt.nested_row_lengths(),
    "rowids": lambda rt: rt.nested_value_rowids(),
    "shown": repr,
    "summed": summed,
}
REMADE: dict[str, Callable[[RT, list[Any]], tuple[Any, list[Any]]]] = {
    "same": lambda rt, rows: (rt, rows),
    "joined": lambda rt, rows: (rk.concat([rt, rt], axis=0), rows + rows),
    "backwards": lambda rt, rows: (rt[::-1], rows[::-1]),
    "every-other": lambda rt, rows: (rt[::2], rows[::2]),
    "picked": lambda rt, rows: (rt[[0, -1][: len(rt)]], [*rows[:1], *rows[1:][-1:]]),
    "pickled": lambda rt, rows: (pickle.loads(pickle.dumps(rt)), rows),
    "copied": lambda rt, rows: (rt.copy(), rows),
    "deep-copied": lambda rt, rows: (copy.deepcopy(rt), rows),
    "wrapped": lambda rt, rows: (rk.expand_dims(rt, 0)[0], rows),
    "int64": lambda rt, rows: (rt.with_row_splits_dtype("int64"), rows),
}
looks, remade = st.sampled_from(list(LOOKS.values())), st.sampled_from(list(REMADE.values()))


@given(
    rks.ragged_tensors(finite=True), st.lists(st.tuples(runs, looks, remade), max_size=4), copied
)
def test_chains_of_slices(rt: RT, steps: list[Any], rows_copied: int) -> None:
    parent, rows = rt, rt.to_list()
    before = pickle.dumps(parent)
    with copying(rows_copied):
        for key, look, remake in steps:
            assert_ragged_equal(rt[key], eager(rt, key))
            rt, rows = rt[key], rows[key]
            look(rt)
            rt, rows = remake(rt, rows)
        assert rt.to_list() == rows
        assert [listed(row) for row in rt] == rows
        assert [listed(rt[i]) for i in range(len(rt))] == rows
        assert [listed(rt[i]) for i in range(-len(rt), 0)] == rows
    assert pickle.dumps(parent) == before


@given(rks.ragged_tensors(), runs, runs, copied)
def test_every_fact_is_that_of_the_slice_made_at_once(
    rt: RT, first: slice, second: slice, rows_copied: int
) -> None:
    want = eager(eager(rt, first), second)
    facts: list[Callable[[rk.RowPartition], Any]] = [
        lambda p: p.row_splits().tolist(),
        lambda p: p.row_lengths().tolist(),
        lambda p: p.row_starts().tolist(),
        lambda p: p.row_limits().tolist(),
        lambda p: p.value_rowids().tolist(),
        lambda p: p.offsets_in_rows().tolist(),
        lambda p: (p.nrows(), p.nvals(), p.dtype, p.nbytes, p.is_uniform(), repr(p), len(p)),
        lambda p: p.with_dtype("int64").row_splits().tolist(),
    ]
    with copying(rows_copied):
        for fact in facts:  # each asked first, of a slice that nothing else was asked of
            found = rt[first][second]
            assert [fact(p) for p in found.partitions] == [fact(p) for p in want.partitions]
        for p, q in zip(rt[first][second].partitions, want.partitions, strict=True):
            assert p == q
            assert p.identical(q)
            assert all(not a.flags.writeable for a in (p.row_splits(), p.row_lengths()))
        assert rt[first][second].shape.as_list() == want.shape.as_list()
        assert rt[first][second].bounding_shape().tolist() == want.bounding_shape().tolist()
        assert rt[first][second].nbytes == want.nbytes


EDGES: dict[str, slice] = {
    "all": slice(None),
    "none-at-the-start": slice(0, 0),
    "none-at-the-end": slice(5, None),
    "crossing": slice(4, 1),
    "far": slice(-(10**30), 10**30),
    "beyond": slice(7, 9),
    "empty-rows": slice(1, 3),
    "last": slice(-1, None),
    "step-of-one": slice(1, 4, 1),
    "numpy-bounds": slice(np.int8(1), np.uint64(4)),
}


@pytest.mark.parametrize("dtype", ["int32", "int64"])
@pytest.mark.parametrize("key", EDGES.values(), ids=EDGES)
@pytest.mark.parametrize("rows_copied", [-1, 1, 1 << 10])
def test_edges(key: slice, dtype: str, rows_copied: int) -> None:
    rt = rk.ragged.constant([[3.0, np.nan], [], [], [np.inf], [1.5, 9.0]])
    rt = rt.with_row_splits_dtype(dtype)
    deep = RT.from_row_splits(rt, np.array([0, 1, 1, 3, 5, 5], dtype))
    with copying(rows_copied):
        for x in (rt, deep, rt[1:], deep[1:]):
            assert_ragged_equal(x[key], x.to_list()[key], check_dtype=False)
            assert all(p.dtype == dtype for p in x[key].partitions)
            assert (x[key] is x) is (len(x[key]) == len(x))


# ---------------------------------------------------------------------- nothing is copied
VALUES = np.arange(24.0)
VALUES.flags.writeable = False
FLAT = RT.from_row_splits(VALUES, [0, 5, 5, 11, 24])
DEEP = RT.from_row_splits(FLAT, [0, 1, 1, 4])
DEEPER = RT.from_row_splits(DEEP, [0, 2, 3])
INNER = RT.from_row_splits(VALUES.reshape(6, 2, 2), [0, 1, 1, 4, 6])
UNIFORM = RT.from_uniform_row_length(FLAT, 2)

VIEWS: dict[str, Callable[[], Any]] = {
    "slice": lambda: FLAT[1:3],
    "slice-of-slice": lambda: FLAT[1:][1:],
    "row-of-slice": lambda: FLAT[1:][1],
    "slice-deep": lambda: DEEP[2:],
    "slice-deeper": lambda: DEEPER[:1],
    "row-deep": lambda: DEEPER[0],
    "slice-inner": lambda: INNER[2:],
    "slice-uniform": lambda: UNIFORM[1:],
    "row-uniform": lambda: UNIFORM[1],
    "values": lambda: DEEP[2:].values,
    "flat_values": lambda: DEEP[2:].flat_values,
    "with_values": lambda: RT.from_row_splits(np.zeros(24), FLAT.row_splits).with_values(VALUES),
    "with_values-ragged": lambda: RT.from_row_splits(range(4), [0, 1, 4]).with_values(FLAT),
    "with_flat_values": lambda: DEEP.with_flat_values(VALUES),
    "with_row_splits_dtype": lambda: DEEP.with_row_splits_dtype("int32"),
    "as_uniform": lambda: rk.as_uniform(INNER[2:3]),
    "expand-0": lambda: rk.expand_dims(DEEP, 0),
    "expand-1": lambda: rk.expand_dims(DEEP, 1),
    "expand-2": lambda: rk.expand_dims(DEEP[2:], 2),
    "expand-3": lambda: rk.expand_dims(DEEP, 3),
    "expand-inner": lambda: rk.expand_dims(INNER, 3),
    "squeeze": lambda: rk.squeeze(rk.expand_dims(FLAT, 1), [1]),
    "merge-01": lambda: DEEPER.merge_dims(0, 1),
    "merge-02": lambda: DEEPER.merge_dims(0, 2),
    "merge-12": lambda: DEEPER[:1].merge_dims(1, 2),
    "merge-13": lambda: DEEPER.merge_dims(1, 3),
    "merge-all": lambda: DEEPER.merge_dims(0, -1),
    "merge-inner": lambda: INNER.merge_dims(2, 3),
    "merge-into-inner": lambda: INNER[2:].merge_dims(1, 2),
    "merge-uniform": lambda: UNIFORM.merge_dims(0, 1),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_values_are_shared(view: Callable[[], Any]) -> None:
    result = view()
    flat = result.flat_values if isinstance(result, RT) else result
    assert np.shares_memory(flat, VALUES) or not flat.size
    assert not flat.flags.writeable


def test_as_many_rows_as_there_are_cost_no_memory() -> None:
    inner = RT.from_row_splits(np.zeros(60_000, "i1"), np.arange(0, 60_001, 3))
    rt = RT.from_row_splits(inner, np.arange(0, 20_001, 2))
    views: list[Callable[[], Any]] = [
        lambda: rt[3000:9000],
        lambda: rt[1:][1:][:-1][:5000],
        lambda: rt[3000:9000][7],
        lambda: rt[1:].with_flat_values(rt[1:].flat_values),
        lambda: rk.expand_dims(rt[1:], 0),
        lambda: rk.expand_dims(rt[1:], 1),
        lambda: rt[1:].merge_dims(0, 1),
        lambda: (rt[1:].shape, rt[1:].values.shape, rt[1:].nrows(), rt[1:].size),
    ]
    for view in views:
        view()
        tracemalloc.start()
        kept = view()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 8000, kept


def test_what_needs_only_numbers_or_lengths_moves_no_splits() -> None:
    rt = RT.from_row_splits(np.arange(6000.0), np.arange(0, 6001, 2))
    a, b = rt[500:2500], rt[500:2500]
    assert (a + b).to_list()[0] == (2 * rt[500]).tolist()  # the same rows, and nobody looked
    fresh = rt[500:2500]
    for call in (
        lambda: fresh * 2 + 1,
        lambda: fresh.row_lengths(),
        lambda: fresh.bounding_shape(),
        lambda: (fresh[3], fresh[5:9], fresh[-1], len(fresh), fresh.shape),
        lambda: rk.reduce_sum(fresh),
        lambda: fresh.with_flat_values(np.arange(4000)),
        lambda: fresh + rt[500:2500],
    ):
        call()
        assert fresh.partitions[0]._splits is None
    assert fresh.row_splits.tolist() == list(range(0, 4001, 2))
    assert fresh.row_splits is not rt.row_splits
    assert not rt[500:2500].partitions[0].identical(rt[501:2501].partitions[0].with_dtype("int32"))


def test_runs_of_other_rows_are_not_taken_for_the_same() -> None:
    rt = RT.from_row_lengths(np.arange(9), [2, 1, 2, 1, 2, 1])
    with copying(-1):
        assert rt[0:2].partitions[0] == rt[2:4].partitions[0]
        assert rt[0:2].partitions[0] != rt[1:3].partitions[0]
        with pytest.raises(ValueError, match="has length 2 in x and 1 in y"):
            rt[0:2] + rt[1:3]


# ---------------------------------------------------------------------- what is kept in memory
def kept_by(slice_of: Callable[[RT], Any]) -> tuple[Any, Callable[[], bool]]:
    """The result of a function for 5000 rows, and whether their splits are unchanged."""
    splits = np.arange(0, 10_001, 2)
    splits.setflags(write=False)  # so that they are shared, not copied
    made = slice_of(RT.from_row_splits(np.arange(10_000), splits))
    there = weakref.ref(splits)
    del splits
    gc.collect()
    return made, lambda: there() is not None


@pytest.mark.parametrize("key", [slice(100), slice(5, 90), slice(-1024, None)], ids=str)
def test_few_rows_let_go_of_the_splits_of_many(key: slice) -> None:
    made, there = kept_by(lambda rt: rt[key] + 0)
    assert not there()
    assert made.row_lengths().tolist() == [2] * len(made)


def test_many_rows_let_go_once_their_splits_have_moved() -> None:
    made, there = kept_by(lambda rt: rt[1:4000][1:] + 0)
    assert there()
    assert made.row_splits.tolist() == list(range(0, 7997, 2))
    gc.collect()
    assert not there()
    made, there = kept_by(lambda rt: (rt[1:4000] + 0).copy())
    assert not there()


def test_a_slice_is_pickled_without_its_parent() -> None:
    rt = RT.from_row_lengths(np.arange(300_000), np.full(100_000, 3))
    for key in (slice(10, 20), slice(5000, 7000), slice(2000)):
        part = rt[key]
        data = pickle.dumps(part)
        assert len(data) < 4 * 8 * len(part) + 1000
        assert_ragged_equal(pickle.loads(data), eager(rt, key))
        assert len(pickle.dumps(part.partitions[0])) < 8 * len(part) + 500


# ---------------------------------------------------------------------- threads
def test_threads_that_share_a_slice_agree() -> None:
    lengths = np.random.default_rng(7).integers(0, 4, 6000)
    rt = RT.from_row_lengths(np.arange(lengths.sum()), lengths)
    want = eager(rt, slice(10, 5000))
    asked: list[Callable[[RT], Any]] = [
        lambda x: x.row_splits.tolist(),
        lambda x: x.row_lengths().tolist(),
        lambda x: x.value_rowids().tolist(),
        lambda x: x[7:4000].row_splits.tolist(),
        lambda x: x[77].tolist(),
        lambda x: rk.reduce_sum(x, axis=1).tolist(),
    ]
    answers = [ask(want) for ask in asked]
    for _ in range(20):
        shared, start = rt[10:5000], threading.Barrier(len(asked))
        found: dict[int, Any] = {}

        def work(i: int, x: RT = shared, start: Any = start, found: Any = found) -> None:
            start.wait()
            found[i] = asked[i](x)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(asked))]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert [found[i] for i in range(len(asked))] == answers


def test_splits_that_another_thread_moves_meanwhile_are_taken() -> None:
    class Moving(rk.RowPartition):
        @property
        def _source(self) -> None:  # type: ignore[override]
            self._splits = np.array([0, 1])

    p: Any = object.__new__(Moving)
    p._splits = p._uniform = None
    assert p.row_splits().tolist() == [0, 1]


# ---------------------------------------------------------------------- odd input
@pytest.mark.parametrize("dtype", ["U", "S", "StringDType", "O", "c16", "?", "datetime64[D]"])
def test_values_of_any_dtype(dtype: str) -> None:
    kind: Any = np.dtypes.StringDType() if dtype == "StringDType" else dtype
    values = np.arange(5).astype(kind if dtype != "datetime64[D]" else "i8").astype(kind)
    values.flags.writeable = False
    rt = RT.from_row_splits(values, [0, 2, 2, 5])
    assert_ragged_equal(rt[1:], [[], values[2:].tolist()], check_dtype=False)
    assert rt[1:][1].tolist() == values[2:].tolist()
    row: Any = rt[2]
    assert not row.flags.writeable


def test_rows_and_slices_on_a_device_stay_there() -> None:
    splits: list[Any] = [StrictArray(s) for s in DEEP.nested_row_splits]
    flat: Any = StrictArray(DEEP.flat_values)
    sent = RT.from_nested_row_splits(flat, splits)
    with copying(-1):
        for key in (slice(1, 3), slice(2, None), slice(1), slice(2, 1), slice(-2, None)):
            StrictArray.host_transfers.clear()
            found: Any = sent[key]
            assert set(StrictArray.host_transfers) <= {"int"}
            assert isinstance(found.flat_values, StrictArray)
            assert isinstance(found.row_splits, StrictArray)
            assert isinstance(found.row_lengths(), StrictArray)
            assert_ragged_equal(found.to_device("cpu"), DEEP[key])
        assert_ragged_equal(sent[2].to_device("cpu"), DEEP[2])
        row: Any = sent.values[3]
        assert row.get().tolist() == FLAT[3].tolist()


far = [2**31 - 1, -(2**31), 2**20, -5]


@given(
    st.lists(st.integers(-2, 7) | st.sampled_from(far), min_size=1, max_size=7),
    st.sampled_from(["int32", "int64"]),
    runs,
    runs,
    copied,
)
def test_splits_that_nobody_validated_are_cut_as_if_at_once(
    items: list[int], dtype: str, first: slice, second: slice, rows_copied: int
) -> None:
    """Every answer and every refusal is that of the splits moved to 0 straight away."""
    try:
        rt = RT.from_row_splits(np.arange(5), np.array(items, dtype), validate=False)
    except ValueError:
        return
    uses: list[Callable[[Any], Any]] = [
        lambda p: (p.nrows(), p.nvals(), p.row_splits().tolist()),
        lambda p: p.row_lengths().tolist(),
        lambda p: p.row_splits().tolist(),
    ]
    for ask in uses:
        with copying(rows_copied):
            found = outcome(ask, lambda: rt[first][second].partitions[0])
        want = outcome(ask, lambda: moved(moved(rt.partitions[0], first), second))
        assert found == want


def moved(p: rk.RowPartition, key: slice) -> rk.RowPartition:
    start, stop, _ = key.indices(len(p))
    if (start, stop) == (0, len(p)):
        return p
    splits = np.array(p.row_splits()[start : max(start, stop) + 1])
    if not 0 <= splits[0] <= splits[-1] <= p.nvals():
        check_inside(p.row_splits(), p.static_nvals)
    with np.errstate(over="ignore"):
        return rk.RowPartition.from_row_splits(splits - int(splits[0]), validate=False)


def outcome(ask: Callable[[Any], Any], make: Callable[[], Any]) -> Any:
    try:
        return ask(make())
    except (ValueError, OverflowError) as error:
        return type(error), str(error)


def test_rows_that_nobody_validated_and_that_are_not_there() -> None:
    rt = RT.from_nested_row_splits(np.arange(4), [[0, 1, 5], [0, 2, 3, 4]], validate=False)
    assert rt[1:].flat_values.tolist() == [2, 3]
    assert rt[1].tolist() == [[2], [3]]


@settings(max_examples=40)
@given(
    st.lists(st.integers(-2, 7) | st.sampled_from(far), min_size=1, max_size=7),
    st.sampled_from(["int32", "int64"]),
    runs,
)
def test_slices_of_splits_that_nobody_validated_do_no_harm(
    items: list[int], dtype: str, key: slice
) -> None:
    with copying(-1):
        try:
            part = RT.from_row_splits(np.arange(5), np.array(items, dtype), validate=False)[key]
        except ValueError:
            return
        use(part)


@pytest.mark.parametrize(
    ("splits", "key", "says"),
    [
        ([-(2**31), -5, 4], slice(1), r"0 to the last, 4, got row_splits\[0\] = -2147483648"),
        ([0, 2**31 - 1, 4], slice(1), r"0 to the last, 4, got row_splits\[1\] = 2147483647"),
        ([0, 2**31 - 1, 4], slice(1, 2), r"0 to the last, 4, got row_splits\[1\] = 2147483647"),
    ],
    ids=["far-before", "far-behind", "back-from-far"],
)
def test_a_slice_claims_no_values_that_are_not_there(splits: Any, key: slice, says: str) -> None:
    rt = RT.from_row_splits(np.arange(4), splits, validate=False)
    with pytest.raises(ValueError, match=rf"^row_splits must be from {says}"):
        rt[key]


def test_lengths_of_a_slice_are_checked_as_those_of_the_whole() -> None:
    rt = RT.from_row_splits(np.arange(8), [0, 5, 3, 8], validate=False)
    with (
        copying(-1),
        pytest.raises(ValueError, match=r"^row_splits must be .* row_splits\[1\] = -2"),
    ):
        rt[1:].row_lengths()


@pytest.mark.parametrize("kind", ["i1", "u1", "u8", ">i4", "i8"])
def test_integers_of_numpy_name_rows(kind: str) -> None:
    rows = FLAT.to_list()
    for i in np.arange(4).astype(kind):
        assert FLAT[i].tolist() == FLAT[i[()]].tolist() == rows[i]
        assert FLAT[i:].to_list() == rows[i:]
    with pytest.raises(rk.RaggedIndexError, match=r"^row must be from -4 to 3, got 4$"):
        FLAT[np.dtype(kind).type(4)]
    with pytest.raises(TypeError, match=r"^key must be an integer.*timedelta64\(1"):
        FLAT[np.timedelta64(1, "s")]  # type: ignore[call-overload]


@pytest.mark.parametrize("flag", [True, False, np.True_], ids=str)
def test_bools_are_no_bounds(flag: Any) -> None:
    for key in (slice(flag, None), slice(None, flag), slice(None, None, flag)):
        with pytest.raises(
            TypeError, match=rf"^slice \w+ must be an integer or None, got .*{flag}"
        ):
            FLAT[key]
