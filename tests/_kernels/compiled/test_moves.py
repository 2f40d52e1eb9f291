"""Kernels that copy rows, against plain lists: take, take in rows, keep, interleave, compact."""

from __future__ import annotations

import math
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._kernels.arrays import coordinates as _coordinates
from raggedkit._kernels.arrays import gather as _gather
from raggedkit._kernels.arrays import splits as _splits
from raggedkit._kernels.compiled import bridge as numba
from raggedkit._kernels.compiled import moves

Rows = list[list[int]]
rows = st.lists(st.lists(st.integers(-9, 9), max_size=30), max_size=8)
indices = st.sampled_from([np.int32, np.int64])
items = st.sampled_from(["bool", "int8", "float16", "float32", "int64", "complex128", "U3", "S3"])


def splits_of(nested: list[Any], index: Any = np.int64) -> Any:
    return np.array([0, *accumulate(map(len, nested))], index)


def flat(nested: list[list[Any]], dtype: Any = np.int64) -> Any:
    return np.array([v for row in nested for v in row], np.int64).astype(dtype)


# ---------------------------------------------------------------------- rows picked
@given(st.data(), rows.filter(len), indices)
def test_spans_of_rows_are_those_of_the_rows_picked(data: Any, nested: Rows, index: Any) -> None:
    picked = data.draw(st.lists(st.integers(0, len(nested) - 1), max_size=12))
    splits = splits_of(nested, index)
    found = _splits.spans_of_rows(splits, np.array(picked, int))
    assert found is not None
    starts, lengths, cut = (a.tolist() for a in found)
    assert {a.dtype for a in found} == {np.dtype(index)}
    assert [flat(nested)[a : a + n].tolist() for a, n in zip(starts, lengths, strict=True)] == [
        nested[i] for i in picked
    ]
    assert cut == splits_of([nested[i] for i in picked]).tolist()


@given(st.data(), rows.filter(len), items, st.booleans(), st.sampled_from([1, -1]))
def test_rows_of_every_length_are_taken_whole(
    data: Any, nested: Rows, dtype: str, known: bool, step: int
) -> None:
    picked = data.draw(st.lists(st.integers(0, len(nested) - 1), max_size=20))
    splits, values = splits_of(nested), flat(nested, dtype)
    want = [values[splits[i] : splits[i + 1]][::step] for i in picked]
    cut = splits_of(want)
    starts = np.array([splits[i] if step > 0 else splits[i + 1] - 1 for i in picked], int)
    got = _gather.take_ranges(values, starts, cut[1:] - cut[:-1], step, cut if known else None)
    assert got.dtype == values.dtype
    assert got.tolist() == [v for row in want for v in row.tolist()]


@given(st.data(), rows.filter(len), st.sampled_from([1, -1, 2, -3]), st.sampled_from([1, 3, 8, 70]))
def test_vectors_are_taken_whole(data: Any, nested: Rows, step: int, inner: int) -> None:
    picked = data.draw(st.lists(st.integers(0, len(nested) - 1), max_size=20))
    splits, number = splits_of(nested), sum(map(len, nested)) * inner
    values = np.arange(number, dtype=np.int16).reshape(-1, inner)
    want = [values[splits[i] : splits[i + 1]][::step] for i in picked]
    cut = splits_of(want)
    starts = np.array([splits[i] if step > 0 else splits[i + 1] - 1 for i in picked], int)
    got = _gather.take_ranges(values, starts, cut[1:] - cut[:-1], step, cut)
    assert got.tolist() == [v for row in want for v in row.tolist()]


# ---------------------------------------------------------------------- places in rows
@given(st.data(), rows, items, indices, st.booleans())
def test_places_in_rows_are_those_of_lists(
    data: Any, nested: Rows, dtype: str, index: Any, from_end: bool
) -> None:
    places = [
        data.draw(st.lists(st.integers(-len(row) if from_end else 0, len(row) - 1), max_size=6))
        if row
        else []
        for row in nested
    ]
    splits, values = splits_of(nested), flat(nested, dtype)
    got = _gather.take_in_rows(values, splits, flat(places, index), splits_of(places), from_end)
    assert got is not None
    whole = [values[a:b] for a, b in pairwise(splits)]
    assert got.dtype == values.dtype
    assert got.tolist() == [
        row[k].item() for row, ks in zip(whole, places, strict=True) for k in ks
    ]


@pytest.mark.parametrize("wrong", [3, -4, 2**40], ids=str)
@pytest.mark.parametrize("from_end", [False, True])
def test_a_place_outside_its_row_gives_none(wrong: int, from_end: bool) -> None:
    splits, cut = np.array([0, 3, 3, 5]), np.array([0, 2, 2, 3])
    at = np.array([0, wrong, 1])
    assert _gather.take_in_rows(np.arange(5.0), splits, at, cut, from_end) is None
    of_empty = np.array([0, 0, 1, 1])
    assert _gather.take_in_rows(np.arange(5.0), splits, at[:1], of_empty, True) is None


@pytest.mark.parametrize("inner", [(1,), (1, 1), (2,)], ids=str)
def test_items_of_one_number_keep_their_shape(inner: tuple[int, ...]) -> None:
    values = np.arange(5 * math.prod(inner)).reshape(5, *inner)
    splits, at, cut = np.array([0, 3, 3, 5]), np.array([2, 0, 1]), np.array([0, 2, 2, 3])
    got = _gather.take_in_rows(values, splits, at, cut, False)
    assert got is not None
    assert got.tolist() == values[[2, 0, 4]].tolist()
    starts, lengths = np.array([2, 4]), np.array([3, 2])
    back = _gather.take_ranges(values, starts, lengths, -1)
    assert back.tolist() == values[[2, 1, 0, 4, 3]].tolist()


# ---------------------------------------------------------------------- marked values
@given(st.lists(st.lists(st.booleans(), max_size=9), max_size=9), items, indices, st.data())
def test_marked_values_stay_in_their_rows(
    flags: list[list[bool]], dtype: str, index: Any, data: Any
) -> None:
    kept = np.array([flag for row in flags for flag in row], bool)
    inner = data.draw(st.sampled_from([(), (1,), (3,), (0,)]))
    values = np.arange(len(kept) * math.prod(inner)).astype(dtype).reshape(len(kept), *inner)
    got, left = _gather.keep(values, kept, splits_of(flags, index))
    assert (got.dtype, left.dtype) == (values.dtype, np.dtype(index))
    assert got.shape == values[kept].shape
    assert got.tolist() == values[kept].tolist()
    assert left.tolist() == splits_of([[f for f in row if f] for row in flags]).tolist()


@pytest.mark.parametrize("every", [2, 3, 2047, 5000], ids=str)
def test_marks_of_several_blocks(every: int) -> None:
    values = np.arange(9000, dtype=np.int32)
    kept = values % every == 1
    cut = np.array([0, 0, 2048, 2048, 4095, 4096, 4097, 9000, 9000])
    got, left = _gather.keep(values, kept, cut)
    assert got.tolist() == values[kept].tolist()
    assert left.tolist() == [int(kept[:n].sum()) for n in cut]
    assert _splits.splits_of_kept(kept, cut).tolist() == left.tolist()


def test_flags_of_odd_bytes_are_true() -> None:
    kept = np.array([2, 0, 255, 1], np.uint8).view(bool)
    got, _ = _gather.keep(np.arange(4), kept, np.array([0, 3, 4]))
    assert got.tolist() == [0, 2, 3]


# ---------------------------------------------------------------------- rows by turns
@given(st.lists(st.tuples(*[st.lists(st.integers(0, 9), max_size=9)] * 3)), items, indices)
def test_rows_take_turns(nested: list[tuple[list[int], ...]], dtype: str, index: Any) -> None:
    sources = [[rounds[k] for rounds in nested] for k in range(3)]
    every = [splits_of(rows_, index) for rows_ in sources]
    starts, cut = _splits.turns(every)
    want = [row for rounds in nested for row in rounds]
    assert np.stack(starts, axis=1).reshape(-1).tolist() == splits_of(want).tolist()[:-1]
    assert cut.tolist() == splits_of(want).tolist()[::3]
    values = [flat(rows_, dtype) for rows_ in sources]
    got = _gather.interleave(values, every, starts, values[0].dtype)
    assert got.dtype == values[0].dtype
    assert got.tolist() == flat(want, dtype).tolist()


def test_sources_of_other_dtypes_take_turns() -> None:
    cuts = [np.array([0, 1, 3]), np.array([0, 2, 2])]
    starts, _ = _splits.turns(cuts)
    sources = [np.arange(3, dtype=np.int32), np.array([0.5, 1.5])]
    got = _gather.interleave(sources, cuts, starts, np.dtype(float))
    assert got.tolist() == [0.0, 0.5, 1.5, 1.0, 2.0]
    pairs = [np.arange(6).reshape(3, 2), -np.arange(4).reshape(2, 2)]
    wide = _gather.interleave(pairs, cuts, starts, pairs[0].dtype)
    assert wide.tolist() == [[0, 1], [0, -1], [-2, -3], [2, 3], [4, 5]]


# ---------------------------------------------------------------------- rectangles
@given(rows, st.sampled_from([0, 1, 70]), st.booleans(), st.sampled_from(["int8", "float64", "U3"]))
def test_known_splits_change_nothing_and_left_completes_in_front(
    nested: Rows, more: int, left: bool, dtype: str
) -> None:
    values, cut = flat(nested, dtype), splits_of(nested)
    lengths, width = cut[1:] - cut[:-1], max(map(len, nested), default=0) + more
    fill = values.dtype.type(7)
    padded = _gather.pad(values, lengths, width, fill, None, left, cut)
    assert padded.tolist() == _gather.pad(values, lengths, width, fill, None, left).tolist()
    for row, found in zip(nested, padded.tolist(), strict=True):
        own, blank = flat([row], dtype).tolist(), [fill.item()] * (width - len(row))
        assert found == (blank + own if left else own + blank)
    if not left and width:
        assert _gather.compact(padded, lengths, cut).tolist() == values.tolist()


@given(
    st.lists(st.lists(st.sampled_from([0.0, 1.0, math.nan]), min_size=3, max_size=3), min_size=1),
    st.sampled_from([0.0, math.nan]),
    st.sampled_from([0, 90]),
)
def test_padding_at_the_end_is_not_counted(
    nested: list[list[float]], pad: float, more: int
) -> None:
    def length(row: list[float]) -> int:
        while row and (row[-1] == pad or (row[-1] != row[-1] and pad != pad)):
            row = row[:-1]
        return len(row)

    wide = [row + [pad] * more for row in nested]
    found = _gather.count_unpadded(np.array(wide), np.array(pad))
    assert found.tolist() == [length(row) for row in wide]


@pytest.mark.parametrize("dtype", ["bool", "int32", "float32", "complex64", "datetime64[s]", "U2"])
def test_padding_of_every_dtype(dtype: str) -> None:
    dense = np.array([[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1]]).astype(dtype)
    assert _gather.count_unpadded(dense, dense[1, 0]).tolist() == [3, 0, 4]
    assert _gather.count_unpadded(dense[:, :0], dense[1, 0]).tolist() == [0, 0, 0]
    assert _gather.count_unpadded(dense[:, :, None], dense[1, :1]).tolist() == [3, 0, 4]
    assert _gather.count_unpadded(dense[:, ::2], dense[1, 0]).tolist() == [2, 0, 2]


# ---------------------------------------------------------------------- cells
@given(rows, st.integers(0, 2), indices, st.integers(1, 9))
def test_cells_in_order_give_the_splits_of_their_rows(
    nested: Rows, more: int, index: Any, block: int
) -> None:
    cells = [[i, k] for i, row in enumerate(nested) for k in range(len(row))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_coordinates, "_BLOCK", block)
        found = _coordinates.count_up(
            np.array(cells, np.int64).reshape(-1, 2), len(nested) + more, np.dtype(index)
        )
    assert found is not None
    assert found.dtype == index
    assert found.tolist() == splits_of([*nested, *[[]] * more]).tolist()


@pytest.mark.parametrize("block", [1, 2, 100])
@pytest.mark.parametrize(
    "cells",
    [
        [[0, 1]],
        [[0, 0], [0, 2]],
        [[0, 0], [0, 0]],
        [[1, 0], [0, 0]],
        [[0, 0], [2, 0]],
        [[-1, 0], [0, 0]],
        [[0, 0], [1, -1]],
    ],
    ids=str,
)
def test_cells_with_a_gap_or_out_of_order_give_none(
    cells: list[list[int]], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_coordinates, "_BLOCK", block)
    assert _coordinates.count_up(np.array(cells), 2, np.dtype(np.int64)) is None


# ---------------------------------------------------------------------- splits nobody validated
LOW = int(np.iinfo(np.int64).min)


@pytest.mark.parametrize(
    "splits", [[0, 5, LOW, 349], [5, LOW + 3, 60], [1, LOW]], ids=["within", "near", "one row"]
)
@pytest.mark.parametrize("name", ["compact", "copy", "pad", "place", "steps", "wide", "take"])
def test_differences_that_wrap_around_lead_nowhere(name: str, splits: list[int]) -> None:
    pytest.importorskip("numba")
    n, guard = len(splits) - 1, 1 << 12
    memory, values = np.full(3000 + 2 * guard, 7, np.uint8), np.ones(4096, np.uint8)
    out, starts = memory[guard:-guard], np.zeros(n, np.int64)
    places = np.full(n, 40)
    loop, more = {
        "compact": (moves.compact_rows, (values, 520, 8)),
        "copy": (moves.copy_rows, (starts, False, 8, values)),
        "pad": (moves.pad_rows, (values, np.zeros(520, np.uint8), 8, False)),
        "place": (moves.place_rows, (starts, 8, values)),
        "steps": (moves.copy_steps, (starts, 2, values)),
        "wide": (moves.copy_wide_steps, (starts, 2, 8, values)),
        "take": (moves.take_in_rows, (places, np.array(splits), False, values)),
    }[name]
    cut = np.arange(n + 1) if name == "take" else np.array(splits)
    assert numba.machine_code(loop)(0, n, cut, *more, out) is False
    assert (memory[:guard] == 7).all()
    assert (memory[-guard:] == 7).all()


# ---------------------------------------------------------------------- the loops as they stand
def test_every_loop_of_moves_runs_without_numba() -> None:
    cut, values = np.array([0, 2, 2, 5]), np.arange(5, dtype=np.uint8)
    unsigned, out = cut.astype(np.uint64), np.zeros(5, np.uint8)
    starts, lengths, ends = (np.zeros(n, int) for n in (2, 2, 3))
    assert moves.span_rows(0, 2, cut, np.array([2, 0]), starts, lengths, ends)
    assert (starts.tolist(), lengths.tolist(), ends.tolist()) == ([2, 0], [3, 2], [0, 3, 5])
    assert moves.copy_rows(0, 2, ends, starts, True, 1, values, out)
    assert out.tolist() == [2, 3, 4, 0, 1]
    assert moves.copy_steps(0, 3, cut, np.array([1, 0, 4]), -1, values, out)
    assert out.tolist() == [1, 0, 4, 3, 2]
    assert moves.copy_wide_steps(0, 3, cut, np.array([0, 0, 2]), 1, 1, values, out)
    assert out.tolist() == [0, 1, 2, 3, 4]
    back = np.zeros(5, np.uint8)
    assert moves.reverse_rows(0, 3, unsigned, np.array([1, 1, 4], np.uint64), values, back)
    assert back.tolist() == [1, 0, 4, 3, 2]
    assert moves.fill_ranges(0, 3, unsigned, np.array([5, 0, 7]), 2, out)
    assert out.tolist() == [5, 7, 7, 9, 11]
    assert moves.place_rows(0, 3, cut, np.array([3, 0, 0]), 1, values, out)
    assert out.tolist() == [2, 3, 4, 0, 1]
    padded, blank = np.zeros(9, np.uint8), np.full(3, 9, np.uint8)
    assert moves.pad_rows(0, 3, cut, values, blank, 1, True, padded)
    assert padded.tolist() == [9, 0, 1, 9, 9, 9, 2, 3, 4]
    assert moves.compact_rows(0, 3, cut, padded, 3, 1, out)
    assert out.tolist() == [9, 0, 2, 3, 4]
    kept, left, some = np.array([0, 1, 1, 0, 1], np.uint8), np.zeros(4, int), np.zeros(3, np.uint8)
    before = np.zeros(4, int)
    assert moves.keep_marked(0, 3, unsigned, kept, values, before, np.uint64(0), left, some)
    assert (some.tolist(), left.tolist()) == ([1, 2, 4], [0, 1, 1, 3])
    picked = np.zeros(5, np.uint8)
    places = np.array([-1, 0, 2, 1, 0])
    assert moves.take_in_rows(0, 3, cut, places, cut, True, values, picked)
    assert picked.tolist() == [1, 0, 4, 3, 2]
    counts = np.zeros(3, int)
    assert moves.count_padding(0, 3, cut, padded.reshape(3, 3), 9, counts)
    assert counts.tolist() == [3, 0, 3]
    rows_ends = np.zeros(4, int)
    assert moves.count_up(0, 3, np.array([[0, 0], [0, 1], [2, 0]]), 3, rows_ends)
    assert rows_ends.tolist() == [0, 2, 2, 3]
    moves.choose_items(0, 5, kept, values, back, out)
    assert out.tolist() == [1, 1, 2, 3, 4]
