"""boolean_mask and where, against filtered lists and NumPy's where."""

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


def filtered(rows: Any, mask: Any, depth: int) -> Any:
    if depth:
        return [filtered(r, m, depth - 1) for r, m in zip(rows, mask, strict=True)]
    return [row for row, keep in zip(rows, mask, strict=True) if keep]


@st.composite
def masked(draw: st.DrawFn) -> tuple[rk.RaggedTensor, Any, int]:
    """A tensor, and a mask of its first axes."""
    rt = draw(rks.ragged_tensors())
    depth = draw(st.integers(0, rt.ndim - 1))
    parts = rt.partitions[:depth]
    n = parts[-1].static_nvals if parts else len(rt)
    shape = (n, *rt.flat_values.shape[1 : depth - len(parts) + 1])
    size = int(np.prod(shape))
    flags = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    flat = np.array(flags, dtype=bool).reshape(shape)
    return rt, RT(flat, parts) if parts else flat, depth


@given(masked())
def test_boolean_mask_filters_lists(case: tuple[rk.RaggedTensor, Any, int]) -> None:
    rt, mask, depth = case
    want = filtered(rt.to_list(), mask.tolist(), depth)
    result = rk.boolean_mask(rt, mask)
    assert_ragged_equal(result, want)
    assert result.dtype == rt.dtype
    assert result.ndim == rt.ndim
    assert_ragged_equal(rk.ragged.boolean_mask(rt, mask), result)
    if depth <= rt.ragged_rank and (depth == 0 or mask.flat_values.ndim == 1):
        assert_ragged_equal(rt[mask], want)


@given(rks.ragged_tensors(uniform=True, inner=()), st.data())
def test_dense_masks_mean_what_ragged_ones_do(rt: rk.RaggedTensor, data: st.DataObject) -> None:
    dense = np.asarray(rt)
    flags = data.draw(st.lists(st.booleans(), min_size=rt.size, max_size=rt.size))
    mask = np.array(flags, dtype=bool).reshape(dense.shape)
    want = filtered(rt.to_list(), mask.tolist(), dense.ndim - 1)
    for data_ in (rt, dense):
        for mask_ in (mask, rt.with_flat_values(mask.ravel())):
            assert_ragged_equal(rk.boolean_mask(data_, mask_), want)


def chosen(condition: Any, x: Any, y: Any) -> Any:
    if isinstance(condition, list):
        return [chosen(*items) for items in zip(condition, x, y, strict=True)]
    return x if condition else y


@given(rks.ragged_tensors(dtype="bool"), st.data())
def test_where_chooses_value_by_value(condition: rk.RaggedTensor, data: st.DataObject) -> None:
    shape = condition.flat_values.shape
    x = condition.with_flat_values(np.arange(condition.size, dtype="int32").reshape(shape))
    y = x - 100
    want = chosen(condition.to_list(), x.to_list(), y.to_list())
    result = rk.where(condition, x, y)
    assert_ragged_equal(result, want)
    assert result.dtype == np.int32
    assert_ragged_equal(np.where(condition, x, y), result)
    zeros = chosen(condition.to_list(), x.to_list(), (x * 0).to_list())
    assert_ragged_equal(rk.where(condition, x, 0), zeros)
    assert rk.where(condition, x, 0).dtype == np.int32
    assert_ragged_equal(rk.where(~condition, y, x), want)


def places(rows: Any, path: tuple[int, ...] = ()) -> list[list[int]]:
    if isinstance(rows, list):
        return [p for i, row in enumerate(rows) for p in places(row, (*path, i))]
    return [list(path)] if rows else []


@given(rks.ragged_tensors(dtype=st.sampled_from(["bool", "int64"])))
def test_where_alone_gives_places(rt: rk.RaggedTensor) -> None:
    want = np.array(places(rt.to_list()), dtype=np.int64).reshape(-1, rt.ndim)
    result = rk.where(rt)
    assert result.dtype == np.int64
    assert np.array_equal(result, want)
    assert np.array_equal(np.argwhere(rt), want)
    columns = np.nonzero(rt)
    assert np.array_equal(np.stack(columns, axis=1), want)
    assert np.array_equal(np.stack(np.where(rt), axis=1), want)
    assert np.flatnonzero(rt).tolist() == np.flatnonzero(rt.flat_values).tolist()
    if rt.flat_values.ndim == 1:
        values = rk.gather_nd(rt, result)
        assert values.tolist() == rt.flat_values[rt.flat_values != 0].tolist()


# ---------------------------------------------------------------------- edges
D = constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
TEXT = constant([["a", "bb"], []])
BYTES = constant([[b"a", b"b"], []])
INNER = RT.from_row_splits([[1, 2], [3, 4], [5, 6]], [0, 2, 2, 3])
UNIFORM = RT.from_uniform_row_length([1, 2, 3, 4], 2)
NAN = constant([[np.nan, 1.0], [2.0]])
F32 = constant([[1.5], []], dtype="float32")

EDGES: dict[str, tuple[Callable[[], Any], Any]] = {
    "greater": (lambda: rk.boolean_mask(D, D > 3), [[4], [], [5, 9], [6], []]),
    "rows": (lambda: rk.boolean_mask(D, D.row_lengths() > 1), [[3, 1, 4, 1], [5, 9, 2]]),
    "no-rows": (lambda: rk.boolean_mask(D[:0], D[:0] > 3), []),
    "nothing-marked": (lambda: rk.boolean_mask(D, D > 9), [[], [], [], [], []]),
    "all-marked": (lambda: rk.boolean_mask(D, D > 0), D.to_list()),
    "slice": (lambda: rk.boolean_mask(D[2:4], D[2:4] > 5), [[9], [6]]),
    "list": (lambda: rk.boolean_mask([1, 2, 3], [True, False, True]), [1, 3]),
    "lists": (lambda: rk.boolean_mask([[1, 2], [3]], [[True, False], [True]]), [[1], [3]]),
    "empty-lists": (lambda: rk.boolean_mask([], []), []),
    "inner-rows": (
        lambda: rk.boolean_mask(INNER, [[True, False], [], [True]]),
        [[[1, 2]], [], [[5, 6]]],
    ),
    "inner-values": (lambda: rk.boolean_mask(INNER, INNER > 2), [[[], [3, 4]], [], [[5, 6]]]),
    "cube": (
        lambda: rk.boolean_mask(
            np.arange(8).reshape(2, 2, 2), np.arange(8).reshape(2, 2, 2) % 3 == 0
        ),
        [[[0], [3]], [[], [6]]],
    ),
    "text": (lambda: rk.boolean_mask(TEXT, [[False, True], []]), [["bb"], []]),
    "nan-elsewhere": (lambda: rk.boolean_mask(NAN, NAN > 0), [[1.0], [2.0]]),
    "where-one": (lambda: rk.where(D == 1, 1, 0), [[0, 1, 0, 1], [], [0, 0, 0], [0], []]),
    "where-rows": (
        lambda: rk.where([[True], [False], [True], [True], [True]], D, 0),
        [[3, 1, 4, 1], [], [5, 9, 2], [6], []],
    ),
    "where-dense": (lambda: rk.where([True, False], [1, 2], [3, 4]), [1, 4]),
    "where-text": (lambda: rk.where(TEXT == "a", TEXT, "none"), [["a", "none"], []]),
    "where-bytes": (lambda: rk.where(BYTES == b"a", BYTES, "ü"), [[b"a", "ü".encode()], []]),
    "where-list": (
        lambda: rk.where(D > 3, [[0], [1], [2], [3], [4]], D),
        [[3, 1, 0, 1], [], [2, 2, 2], [3], []],
    ),
    "where-nan": (lambda: rk.where(np.isnan(NAN), 0.0, NAN), [[0.0, 1.0], [2.0]]),
    "where-no-rows": (lambda: rk.where(D[:0] > 1, 1, 0), []),
    "where-dense-places": (lambda: rk.where([[True, False], [False, True]]), [[0, 0], [1, 1]]),
    "np-where-numbers": (lambda: np.where(D - 1, D, -1), [[3, -1, 4, -1], [], [5, 9, 2], [6], []]),
    "np-where-nan-is-true": (lambda: np.where(NAN - 1, 1, 0), [[1, 0], [1]]),
    "np-compress": (lambda: np.compress([True, False, True], D, axis=0), [[3, 1, 4, 1], [5, 9, 2]]),
    "np-extract": (lambda: np.extract(D > 4, D), [5, 9, 6]),
}


@pytest.mark.parametrize(("call", "want"), EDGES.values(), ids=EDGES)
def test_edges(call: Callable[[], Any], want: Any) -> None:
    assert_ragged_equal(call(), want)


@pytest.mark.parametrize("number", [300, -1])
def test_numbers_that_small_values_can_t_hold_widen_them(number: int) -> None:
    rt = constant([[1, 2], []], dtype="uint8")
    assert rk.where(rt > 1, rt, number).to_list() == [[number, 2], []]
    swapped: Any = np.where(rt > 1, number, rt)
    assert swapped.to_list() == [[1, number], []]
    assert rk.where(np.array([True, False]), np.array([1, 1], "uint8"), number).tolist() == [
        1,
        number,
    ]
    assert rk.reduce_max(rt, 1, empty=number).tolist() == [2, number]
    assert rk.where(rt > 1, rt, 7).dtype == "uint8"


def test_dtypes_follow_values_not_python_numbers() -> None:
    assert rk.where(F32 > 1, F32, 0.5).dtype == np.float32
    assert rk.where(F32 > 1, 1, F32).dtype == np.float32
    assert rk.where(D > 1, 1, 0).dtype == np.int64
    assert rk.where(D > 1, 1, 0.5).dtype == np.float64
    assert rk.where(D > 1, True, False).dtype == np.bool_


def test_declared_lengths() -> None:
    assert rk.where(UNIFORM > 1, UNIFORM, 0).shape.as_list() == [2, 2]
    assert rk.where(constant([[True, False], [True, True]]), UNIFORM, 0).shape.as_list() == [2, 2]
    assert rk.boolean_mask(UNIFORM, [True, False]).shape.as_list() == [1, 2]


def test_inputs_stay() -> None:
    flat = np.array([3, 1, 4])
    flat.flags.writeable = False
    rt = RT.from_row_splits(flat, [0, 2, 3])
    rk.where(rt > 1, rt, 0)
    rk.boolean_mask(rt, rt > 1)
    assert flat.tolist() == [3, 1, 4]


# ---------------------------------------------------------------------- refusals
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "times-and-numbers": (
        lambda: rk.where(constant([[True], []]), np.datetime64("2020", "D"), 1),
        TypeError,
        "x and y must be of one kind, got datetime64",
    ),
    "kind": (lambda: rk.boolean_mask(D, D), ValueError, "mask must be bools, got .*int64.*compare"),
    "scalar": (lambda: rk.boolean_mask(D, True), ValueError, "mask must have at least one axis"),
    "rows": (lambda: rk.boolean_mask(D, [True, False]), ValueError, "the 5 rows of data, got 2"),
    "lengths": (
        lambda: rk.boolean_mask(D, D[::-1] > 3),
        ValueError,
        "length 4 for row 0 of axis 1, got 0",
    ),
    "deep": (
        lambda: rk.boolean_mask(D, np.zeros((5, 1, 1), bool)),
        ValueError,
        "than data, 2, got 3",
    ),
    "dense": (lambda: rk.boolean_mask([[1, 2]], [[True]]), ValueError, r"\(1, 2\), got \(1, 1\)"),
    "dense-on-ragged": (
        lambda: rk.boolean_mask(D[:1], [[True]]),
        ValueError,
        "length 4 for row 0 of axis 1, got 1",
    ),
    "where-half": (lambda: rk.where(D > 1, D), ValueError, "x and y must be given both or neither"),
    "np-where-half": (lambda: np.where(D > 1, D), ValueError, "both or neither"),
    "where-kind": (lambda: rk.where(D, 1, 0), ValueError, "condition must be bools, got .*int64"),
    "where-text": (lambda: rk.where(D > 1, D, "a"), TypeError, "be both text or both numbers"),
    "where-shape": (
        lambda: rk.where([True] * 5, D, 0),
        ValueError,
        r"the shape \[5, 1\]: .*reshape\(.*, \(5, 1\)\)",
    ),
    "where-lengths": (lambda: rk.where(D > 1, D[::-1], 0), ValueError, "shapes must broadcast"),
    "np-compress-out": (
        lambda: np.compress([True], D, axis=0, out=D),
        ValueError,
        "out must have the 1 rows of the result on axis 0, got",
    ),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals_name_the_value(
    call: Callable[[], Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
