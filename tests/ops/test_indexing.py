"""``rt[key]`` against nested lists: every kind of key, and the errors."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._engines import rows as taking
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant

offsets = st.none() | st.integers(-6, 6)
steps = st.none() | st.integers(-4, 4).filter(bool)
slices = st.builds(slice, offsets, offsets, steps)


# ------------------------------------------------------------------ a model on nested lists
class Refused(Exception):
    """The model has no answer: an int into a ragged axis, or past the end."""


def expanded(keys: tuple[Any, ...], ndim: int) -> list[Any]:
    """The keys with ``...`` expanded, and full slices for missing keys."""
    used = sum(k is not None and k is not Ellipsis for k in keys)
    filled: list[Any] = []
    for k in keys:
        filled += [slice(None)] * (ndim - used) if k is Ellipsis else [k]
    missing = ndim - sum(k is not None for k in filled)
    return filled + [slice(None)] * missing


def picked(rows: Any, keys: list[Any], sizes: list[int | None], alone: bool = True) -> Any:
    """Apply keys to a nested list; ``sizes`` are those of its axes, None for ragged ones."""
    if not keys:
        return rows
    key, rest = keys[0], keys[1:]
    if key is None:
        return [picked(rows, rest, sizes, alone)]
    if isinstance(key, slice):
        return [picked(row, rest, sizes[1:], False) for row in rows[key]]
    size = len(rows) if alone else sizes[0]
    if size is None or not -size <= key < size:
        raise Refused
    return picked(rows[key], rest, sizes[1:], alone)


def checked(keys: list[Any], sizes: list[int | None], alone: bool = True) -> None:
    """Raise for keys that no rows allow: an int on a ragged axis, or beyond a uniform one."""
    for key in keys:
        if key is None:
            continue
        if isinstance(key, slice):
            alone = False
        elif not alone and (sizes[0] is None or not -sizes[0] <= key < sizes[0]):
            raise Refused
        sizes = sizes[1:]


@st.composite
def tensors_and_keys(draw: st.DrawFn) -> tuple[rk.RaggedTensor, tuple[Any, ...]]:
    rt = draw(rks.ragged_tensors(dtype="int64", finite=True))
    keys: list[Any] = []
    for size in rt.shape.as_list()[: draw(st.sampled_from([*range(rt.ndim), rt.ndim, rt.ndim]))]:
        one_row = all(isinstance(k, int) for k in keys)
        inside = st.integers(-3, 3) if not size else st.integers(-size, size - 1)
        ints = [inside] * 3 if size or one_row else [st.integers(-9, 9)]
        keys.append(draw(st.one_of(st.just(slice(None)), slices, slices, *ints)))
    for _ in range(draw(st.integers(0, 2))):
        keys.insert(draw(st.integers(0, len(keys))), None)
    if draw(st.booleans()):
        keys.insert(draw(st.integers(0, len(keys))), Ellipsis)
    return rt, tuple(keys)


@given(tensors_and_keys())
def test_any_tuple_of_keys_means_what_it_means_for_lists(
    case: tuple[rk.RaggedTensor, tuple[Any, ...]],
) -> None:
    rt, keys = case
    sizes = rt.shape.as_list()
    try:
        full = expanded(keys, rt.ndim)
        checked(full, sizes)
        expected = picked(rt.to_list(), full, sizes)
    except Refused:
        with pytest.raises(rk.RaggedIndexError):
            rt[keys]
        return
    result = rt[keys]
    told = result.to_list() if isinstance(result, RT) else result.tolist()
    assert told == expected
    assert result.dtype == rt.dtype
    if isinstance(result, RT):
        assert result.row_splits.dtype == rt.row_splits.dtype
        assert result.ndim == rt.ndim + sum(k is None for k in keys) - sum(
            isinstance(k, int) for k in keys
        )
    else:
        assert not np.shape(result) or not result.flags.writeable


@given(rks.ragged_tensors(dtype="int64", uniform=True, min_rows=1), st.data())
def test_uniform_tensors_are_indexed_as_numpy_s(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    dense: Any = np.arange(rt.size).reshape(np.asarray(rt).shape)
    rt = rt.with_flat_values(dense.reshape(rt.flat_values.shape))
    whole = st.just(slice(None))
    keys = tuple(
        data.draw(st.one_of(whole, slices, *[st.integers(-n, n - 1)] * 2) if n else slices)
        for n in dense.shape[: data.draw(st.sampled_from([*range(1, rt.ndim), rt.ndim, rt.ndim]))]
    )
    assert np.asarray(rt[keys]).tolist() == dense[keys].tolist()


@given(rks.ragged_tensors(), slices, slices)
def test_slices_keep_what_is_declared(rt: rk.RaggedTensor, rows: slice, items: slice) -> None:
    result = rt[rows, items]
    flags = [p.is_uniform() for p in rt.partitions]
    assert [p.is_uniform() for p in result.partitions] == flags
    sizes = rt.shape.as_list()
    told = [len(range(n)[k]) if n is not None else None for n, k in zip(sizes, (rows, items))]  # noqa: B905
    assert result.shape.as_list() == told + sizes[2:]


@given(rks.ragged_tensors(), slices, slices)
def test_a_slice_of_a_slice(rt: rk.RaggedTensor, first: slice, second: slice) -> None:
    assert_ragged_equal(rt[first][second].to_list(), rt.to_list()[first][second])
    assert_ragged_equal(
        rt[first][:, second].to_list(), [row[second] for row in rt.to_list()[first]]
    )


@given(rks.ragged_tensors(), st.data())
def test_rows_picked_by_number_or_mask(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    n, rows = len(rt), rt.to_list()
    mask = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    expected = [row for row, kept in zip(rows, mask, strict=True) if kept]
    assert_ragged_equal(rt[np.array(mask, bool)].to_list(), expected)
    if n:
        numbers = data.draw(st.lists(st.integers(-n, n - 1), max_size=6))
        for key in (numbers, np.array(numbers, int), np.array(numbers, "i1"), pd.Series(numbers)):
            if len(numbers) or not isinstance(key, pd.Series):
                assert_ragged_equal(rt[key].to_list(), [rows[i] for i in numbers])
        kept = rt[numbers, 1:]
        assert_ragged_equal(kept.to_list(), [rows[i][1:] for i in numbers])
    else:
        assert len(rt[[]]) == 0


@given(rks.ragged_tensors(ragged_rank=2, inner=(), dtype="int64"), st.integers(-2, 2))
def test_a_ragged_mask_keeps_the_rows(rt: rk.RaggedTensor, bound: int) -> None:
    expected = [[[v for v in row if v > bound] for row in rows] for rows in rt.to_list()]
    assert_ragged_equal(rt[rt > bound].to_list(), expected)
    whole = rt.row_lengths(axis=2)
    kept = [[row for row in rows if len(row) > bound] for rows in rt.to_list()]
    assert_ragged_equal(rt[whole > bound].to_list(), kept)


@given(rks.ragged_tensors(dtype="int64"), st.integers(-5, 5))
def test_column_takes_one_item_of_every_row(rt: rk.RaggedTensor, j: int) -> None:
    rows = rt.to_list()
    there = [-len(row) <= j < len(row) for row in rows]
    if rt.ragged_rank > 1:
        result = rt.column(j, default=[])
        assert result.tolist() == [
            row[j] if ok else [] for row, ok in zip(rows, there, strict=True)
        ]
    else:
        result = rt.column(j, default=7)
        fill = np.full(rt.flat_values.shape[1:], 7).tolist()
        assert result.tolist() == [
            row[j] if ok else fill for row, ok in zip(rows, there, strict=True)
        ]
    if not all(there):
        at = there.index(False)
        with pytest.raises(rk.RaggedIndexError, match=f"got {j} where row {at} has length"):
            rt.column(j)
    else:
        assert_ragged_equal(rt.column(j), result)


# ------------------------------------------------------------------ views and edges
def test_rows_and_runs_of_rows_are_views() -> None:
    values = np.arange(10)
    rt = RT.from_row_splits(values, [0, 4, 4, 7, 10])
    for part in (rt[0], rt[2], rt[1:3], rt[2:][1], rt[1:][1:][0], rt[...], rt[2, 1:], rt[None]):
        flat = part.flat_values if isinstance(part, RT) else part
        assert np.shares_memory(flat, values)
        assert not flat.flags.writeable
    deep = RT.from_row_splits(rt, [0, 2, 4])
    for part in (deep[1], deep[1:], deep[1, 1], deep[1, 0:1]):
        flat = part.flat_values if isinstance(part, RT) else part
        assert np.shares_memory(flat, values)
    for row in rt:
        assert not row.size or np.shares_memory(row, values)


def test_a_view_of_one_value_can_t_be_written_to_either() -> None:
    rt = constant([[1, 2]])
    view = rt[0, 0, ...]
    assert view.shape == ()
    with pytest.raises(ValueError, match="read-only"):
        view[...] = 9
    assert rt.to_list() == [[1, 2]]


rt = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = constant([[[1, 2], []], [], [[3]]])
uniform = RT.from_uniform_row_length(constant([[1, 2, 3], [4], [5, 6], [7]]), 2)
inner = RT.from_row_splits(np.arange(12).reshape(4, 3), [0, 1, 1, 4])

EDGES: dict[str, tuple[Any, Any, Any]] = {
    "numpy-int": (rt, np.uint8(2), [5, 9, 2]),
    "0-d": (rt, np.array(-2), [6]),
    "numpy-slice": (rt, slice(np.int64(1), np.int32(3)), [[], [5, 9, 2]]),
    "value": (rt, (2, -1), 2),
    "empty-tuple": (rt, (), rt.to_list()),
    "range": (rt, range(2), [[3, 1, 4, 1], []]),
    "far-slice": (rt, (slice(None), slice(10**30)), rt.to_list()),
    "far-step": (rt, (slice(None), slice(None, None, -(10**30))), [[1], [], [2], [6], []]),
    "far-rows": (rt, slice(-(10**30), 10**30, 10**30), [[3, 1, 4, 1]]),
    "uniform-value": (RT.from_uniform_row_length([1, 2, 3, 4], 2), (slice(None), 1), [2, 4]),
    "uniform-item": (uniform, (slice(None), 1), [[4], [7]]),
    "uniform-last": (uniform, (slice(None), -1, slice(0, 1)), [[4], [7]]),
    "inner-item": (inner, (slice(None), slice(None), 1), [[1], [], [4, 7, 10]]),
    "inner-of-all": (
        inner,
        (..., slice(None, None, -2)),
        [[[2, 0]], [], [[5, 3], [8, 6], [11, 9]]],
    ),
    "no-rows": (rt[:0], (slice(None), slice(1)), []),
    "no-rows-backwards": (rt[:0], slice(None, None, -1), []),
}


@pytest.mark.parametrize(("tensor", "key", "expected"), EDGES.values(), ids=EDGES)
def test_edges(tensor: rk.RaggedTensor, key: Any, expected: Any) -> None:
    assert_ragged_equal(tensor[key], expected)


SHAPES: dict[str, tuple[Any, Any, list[int | None]]] = {
    "outside": (rt, None, [1, 5, None]),
    "inside": (rt, (slice(None), None), [5, 1, None]),
    "innermost": (rt, (..., None), [5, None, 1]),
    "both": (rt, (None, ..., None), [1, 5, None, 1]),
    "of-a-row": (rt, (0, None), [1, 4]),
    "inner": (inner, (slice(None), slice(None), None), [3, None, 1, 3]),
    "uniform": (uniform, (slice(None), None), [2, 1, 2, None]),
    "picked": (uniform, [1, 0, 1], [3, 2, None]),
    "stepped": (uniform, (slice(None), slice(None, None, -1)), [2, 2, None]),
}


@pytest.mark.parametrize(("tensor", "key", "shape"), SHAPES.values(), ids=SHAPES)
def test_shapes(tensor: rk.RaggedTensor, key: Any, shape: list[int | None]) -> None:
    assert list(tensor[key].shape) == shape


# ------------------------------------------------------------------ refused
AT, KIND = rk.RaggedIndexError, TypeError
three = (
    r"axis 1 is ragged \(row lengths 0 to 4\), so item 0 may not exist in every row; slice it "
    r"\(rt\[:, 0:1\]\), give short rows a default \(rt\.column\(0, default=\.\.\.\)\), or keep "
    r"only rows that have it \(rt\[rt\.row_lengths\(\) > 0\]\)$"
)
REFUSED: dict[str, tuple[Any, Any, type[Exception], str]] = {
    "row": (rt, 5, AT, "row must be from -5 to 4, got 5"),
    "row-negative": (rt, -6, AT, "row must be from -5 to 4, got -6"),
    "row-far": (rt, 10**30, AT, "row must be from -5 to 4, got 1000"),
    "row-of-none": (rt[:0], 0, AT, "row must be in range, but there are no rows, got 0"),
    "item": (rt, (0, 4), AT, "index of axis 1 must be from -4 to 3, got 4"),
    "item-of-empty": (rt, (1, 0), AT, "index of axis 1 must be in range, but there are no items"),
    "item-deep": (deep, (0, 2), AT, "index of axis 1 must be from -2 to 1, got 2"),
    "item-of-uniform": (
        uniform,
        (slice(None), 2),
        AT,
        "index of axis 1 must be from -2 to 1, got 2",
    ),
    "item-inner": (inner, (..., 3), AT, "index of axis 2 must be from -3 to 2, got 3"),
    "item-inner-row": (inner, (2, 1, -4), AT, "index of axis 2 must be from -3 to 2, got -4"),
    "ragged": (rt, (slice(None), 0), AT, three),
    "ragged-last": (rt, (slice(None), -1), AT, r"rt\[:, -1:\].*column\(-1.*row_lengths\(\) > 0"),
    "ragged-second": (rt, (slice(None), -2), AT, r"rt\[:, -2:-1\].*row_lengths\(\) > 1"),
    "ragged-all": (rt, (..., 0), AT, r"slice it \(rt\[\.\.\., 0:1\]\)"),
    "ragged-some": (rt, (slice(1, None), 0), AT, r"rt\[1:\]\.column\(0, default=\.\.\.\)"),
    "ragged-picked": (rt, ([0, 2], 0), AT, r"rt\[rows, 0:1\].*rt\[rows\]\.column\(0"),
    "ragged-new": (rt, (slice(None), None, 0), AT, r"rt\[:, None, 0:1\]"),
    "ragged-row": (deep, (0, slice(None), 0), AT, r"rt\[0, :, 0:1\].*rt\[0\]\.column\(0"),
    "ragged-deep": (
        deep,
        (slice(None), slice(None), 0),
        AT,
        r"axis 2 .*rt\.with_values\(rt\.values\.column\(0, d.*rt\.to_tensor\(\)\[:, :, 0\]\)$",
    ),
    "ragged-in-uniform": (uniform, (slice(None), 0, 0), AT, r"rt\[:, 0, 0:1\]\), or pad"),
    "too-many": (rt, (0, 0, 0), AT, "key must have 2 indices at most, got 3"),
    "ellipses": (rt, (..., ...), AT, r"key must have one \.\.\. at most"),
    "mask-short": (rt, [True, False], AT, "row mask must have 5 items, one per row, got 2"),
    "rows-far": (rt, [0, -6], AT, r"key\[1\] must be from -5 to 4, got -6"),
    "mask-rows": (rt, rt[:2] > 1, AT, r"the same rows as the masked tensor.*got \[2, None\]"),
    "mask-lengths": (rt, rt[::-1] > 1, AT, "got length 0 for 4 in row 0 of axis 1$"),
    "mask-of-differences": (
        rt,
        rt.diff() > 0,
        AT,
        r"axis 1; for a mask of differences: rt\[:, 1:\]",
    ),
    "mask-kind": (rt, rt + 0.5, KIND, "key must .* got dtype..float64"),
    "bool": (rt, True, KIND, "key must be an integer.*vector of integers or bools, got True"),
    "numpy-bool": (rt, np.True_, KIND, "got np.True_"),
    "float": (rt, 1.0, KIND, "key must be an integer, a slice, .*, got 1.0"),
    "text": (rt, "a", KIND, "got 'a'"),
    "matrix": (rt, np.zeros((1, 1), int), KIND, "key must be an integer.*, got array"),
    "floats": (rt, [0.5], KIND, r"key must be a vector of integers or bools, got \[0\.5\]"),
    "list-inside": (rt, (0, [0, 1]), KIND, r"key\[1\] must be an integer, a slice, \.\.\. or None"),
    "slice-text": (rt, slice("a", None), KIND, "slice start must be an integer or None, got 'a'"),
    "slice-float": (
        rt,
        (0, slice(None, 1.5)),
        KIND,
        "slice stop must be an integer or None, got 1.5",
    ),
    "slice-step": (rt, (slice(None), slice(None, None, 0)), ValueError, "slice step must not be 0"),
}


@pytest.mark.parametrize(("tensor", "key", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_say_why_and_what_instead(
    tensor: rk.RaggedTensor, key: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        tensor[key]


def test_what_a_refusal_offers_works() -> None:
    assert rt[:, 0:1].to_list() == [[3], [], [5], [6], []]
    assert rt.column(0, default=-1).tolist() == [3, -1, 5, 6, -1]
    assert rt[rt.row_lengths() > 0].column(0).tolist() == [3, 5, 6]
    column = deep.with_values(deep.values.column(0, default=-1))
    assert column.to_list() == [[1, -1], [], [3]]
    assert deep.to_tensor()[:, :, 0].tolist() == [[1, 0], [0, 0], [3, 0]]


COLUMNS: dict[str, tuple[Any, dict[str, Any], Any]] = {
    "int": (rt, {"default": -1}, [3, -1, 5, 6, -1]),
    "float": (rt, {"default": 0.5}, [3.0, 0.5, 5.0, 6.0, 0.5]),
    "longer-text": (constant([["a"], []]), {"default": "long"}, ["a", "long"]),
    "inner": (inner, {"default": [7, 8, 9]}, [[0, 1, 2], [7, 8, 9], [3, 4, 5]]),
    "inner-scalar": (inner, {"default": 7}, [[0, 1, 2], [7, 7, 7], [3, 4, 5]]),
    "rows": (deep, {"default": []}, [[1, 2], [], [3]]),
    "uniform": (uniform, {}, [[1, 2, 3], [5, 6]]),
    "no-rows": (rt[:0], {}, []),
}


@pytest.mark.parametrize(("tensor", "kwargs", "expected"), COLUMNS.values(), ids=COLUMNS)
def test_columns(tensor: rk.RaggedTensor, kwargs: dict[str, Any], expected: Any) -> None:
    assert_ragged_equal(tensor.column(0, **kwargs), expected)


@pytest.mark.parametrize("far", [10**30, -(10**30)])
def test_a_column_far_away_is_in_no_row(far: int) -> None:
    assert rt.column(far, default=0).tolist() == [0] * 5


NO_COLUMNS: dict[str, tuple[Any, dict[str, Any], type[Exception], str]] = {
    "short": (0, {}, AT, r"got 0 where row 1 has length 0; .*column\(0, default=\.\.\.\)"),
    "float": (1.0, {"default": 0}, KIND, "j must be an integer, got 1.0"),
    "bool": (True, {"default": 0}, KIND, "j must be an integer, got True"),
    "kind": (0, {"default": "a"}, KIND, "default must fit dtype int64, got 'a'"),
    "none": (0, {"default": None}, KIND, "default must fit dtype int64, got None"),
    "misspelt": (0, {"defalt": 1}, KIND, "defalt"),
}


@pytest.mark.parametrize(("j", "kwargs", "error", "says"), NO_COLUMNS.values(), ids=NO_COLUMNS)
def test_columns_refused(j: Any, kwargs: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        rt.column(j, **kwargs)


@given(rks.ragged_tensors(), st.data())
def test_take_rows_takes_rows(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, len(rt) - 1), max_size=5)) if len(rt) else []
    taken = taking.take_rows(rt, np.array(rows, rt.row_splits.dtype))
    assert_ragged_equal(taken.to_list(), [rt.to_list()[i] for i in rows])
    assert operator.eq(*[[p.is_uniform() for p in t.partitions] for t in (taken, rt)])
