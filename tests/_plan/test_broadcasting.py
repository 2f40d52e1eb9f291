"""Broadcasting of ragged and dense shapes, against nested lists, and its error messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._plan.broadcasting import Layout, plan, same_rows
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant


# ------------------------------------------------------------------ a model on nested lists
class Mismatch(Exception):
    """The shapes don't broadcast."""


class Operand:
    """Nested lists and, for each axis, whether its lists are of one declared length."""

    def __init__(self, rows: Any, sizes: list[int | None]) -> None:
        self.rows, self.sizes = rows, sizes

    def padded(self, rank: int) -> Operand:
        rows = self.rows
        for _ in range(rank - len(self.sizes)):
            rows = [rows]
        return Operand(rows, [*[1] * (rank - len(self.sizes)), *self.sizes])


def operand_of(x: Any) -> Operand:
    if isinstance(x, RT):
        return Operand(x.to_list(), x.shape.as_list())
    array = np.asarray(x)
    return Operand(array.tolist(), [*array.shape])


def met(a: Any, b: Any, a_sizes: list[int | None], b_sizes: list[int | None]) -> Any:
    """Pair two nested lists by TensorFlow's rules: uniform axes of size 1 are repeated."""
    if not a_sizes:
        return (a, b)
    if a_sizes[0] == 1 and len(a) == 1:
        a = a * len(b)
    elif b_sizes[0] == 1 and len(b) == 1:
        b = b * len(a)
    if len(a) != len(b):
        raise Mismatch
    return [met(x, y, a_sizes[1:], b_sizes[1:]) for x, y in zip(a, b, strict=True)]


def declared(a: list[int | None], b: list[int | None]) -> None:
    """Sizes that are declared have to fit, whether or not there are rows."""
    for m, n in zip(a, b, strict=True):
        if m is not None and n is not None and m != n and 1 not in (m, n):
            raise Mismatch


@st.composite
def related(draw: st.DrawFn) -> tuple[Any, Any]:
    """A tensor and something that may well broadcast with it."""
    x = draw(rks.ragged_tensors(dtype="int64", inner=draw(st.sampled_from([(), (), (2,), (1,)]))))
    kinds = ["alike", "row", "slice", "new-axis", "values", "vector", "dense", "scalar", "other"]
    kind = draw(st.sampled_from(kinds))
    if kind == "alike":
        return x, x.with_flat_values(np.arange(x.flat_values.size).reshape(x.flat_values.shape))
    if kind == "row":
        return x, np.arange(len(x)).reshape(len(x), *[1] * (x.ndim - 1))
    if kind == "slice":
        return x, x[:1]
    if kind == "new-axis":
        return x[None] if draw(st.booleans()) else x[:, None], x
    if kind == "values":
        return x, x.values
    if kind == "vector":
        return x, np.arange(draw(st.integers(0, 4)))
    if kind == "dense":
        sizes = [draw(st.sampled_from([1, n])) for n in x.bounding_shape().tolist()]
        return x, np.arange(int(np.prod(sizes))).reshape(sizes)
    if kind == "scalar":
        return x, draw(st.integers(-9, 9))
    return x, draw(rks.ragged_tensors(dtype="int64"))


@given(related(), st.booleans())
def test_operands_meet_as_the_rules_say(case: tuple[Any, Any], swapped: bool) -> None:
    x, y = reversed(case) if swapped else case
    a, b = operand_of(x), operand_of(y)
    rank = max(len(a.sizes), len(b.sizes))
    a, b = a.padded(rank), b.padded(rank)
    try:
        declared(a.sizes, b.sizes)
        pairs = met(a.rows, b.rows, a.sizes, b.sizes)
    except Mismatch:
        with pytest.raises(ValueError, match=r"shapes must broadcast, got x .* and y "):
            np.subtract(x, y)
        return
    result = np.subtract(x, y)
    assert_ragged_equal(result, differences(pairs))
    assert result.ndim == rank


def differences(pairs: Any) -> Any:
    return [differences(p) for p in pairs] if isinstance(pairs, list) else pairs[0] - pairs[1]


@given(rks.ragged_tensors(dtype="int64"), rks.ragged_tensors(dtype="int64"))
def test_order_does_not_matter(x: rk.RaggedTensor, y: rk.RaggedTensor) -> None:
    try:
        result = x + y
    except ValueError:
        with pytest.raises(ValueError, match=r"shapes must broadcast, .* axis \d"):
            y + x
    else:
        assert_ragged_equal(y + x, result)


# ------------------------------------------------------------------ shapes of results
u = RT.from_uniform_row_length
two = u([1, 2, 3, 4], 2)
SHAPES: dict[str, tuple[Any, Any, list[int | None]]] = {
    "uniform-stays": (two, two, [2, 2]),
    "uniform-and-dense": (two, np.ones((1, 2)), [2, 2]),
    "uniform-meets-ragged": (two, constant([[1, 2], [3, 4]]), [2, None]),
    "uniform-one-repeats": (u([1, 2], 1), constant([[1, 2], [3]]), [2, None]),
    "new-rows": (constant([[1, 2]])[None], np.ones((3, 1, 1)), [3, 1, None]),
    "new-inner": (constant([[1, 2], []])[:, :, None], np.ones(4), [2, None, 4]),
    "outer-product": (constant([[1, 2]])[:, None], constant([[1, 2]])[:, :, None], [1, None, None]),
    "scalar": (two, 5, [2, 2]),
    "0-d": (two, np.array(5), [2, 2]),
    "no-rows-repeat": (constant([[1]])[:0], np.ones((1, 1)), [0, None]),
    "inner-meets-ragged": (
        RT.from_row_splits([[1, 2], [3, 4]], [0, 1, 2]),
        constant([[[1, 2]], [[3, 4]]]),
        [2, None, None],
    ),
}


@pytest.mark.parametrize(("x", "y", "shape"), SHAPES.values(), ids=SHAPES)
def test_shapes(x: Any, y: Any, shape: list[int | None]) -> None:
    assert (x + y).shape.as_list() == shape
    assert (y + x).shape.as_list() == shape


def test_a_dense_operand_repeats_in_the_middle() -> None:
    x = RT.from_row_lengths(u(list(range(6)), 2), [1, 2])
    y = np.array([[[10, 20]], [[30, 40]]])
    assert (x + y).to_list() == [[[10, 21]], [[32, 43], [34, 45]]]
    assert np.subtract(y, x).to_list() == [[[10, 19]], [[28, 37], [26, 35]]]


def test_row_splits_of_two_dtypes_meet_in_int64() -> None:
    wide, narrow = constant([[1], []]), constant([[1], []], row_splits_dtype="int32")
    assert (wide + narrow).row_splits.dtype == "int64"
    assert (narrow + narrow).row_splits.dtype == "int32"
    assert (narrow + np.ones((2, 1))).row_splits.dtype == "int32"


def test_operands_cut_alike_share_their_partitions() -> None:
    rt = constant([[1, 2], [3]])
    assert (rt + rt.with_values([7, 8, 9])).partitions[0] is rt.partitions[0]
    assert (rt + rt.copy()).partitions[0] is rt.partitions[0]
    assert same_rows(rt.partitions, rt.copy().partitions)
    assert not same_rows(rt.partitions, rt[:, ::-1][::-1].partitions)
    assert not same_rows(two.partitions, constant([[1, 2], [3, 4]]).partitions)
    assert not same_rows(rt.partitions, rt[None].partitions)


def test_a_plan_sees_no_values() -> None:
    rt = constant([[1, 2], [], [3]])
    made = plan([Layout("x", (3,), rt.partitions), Layout("y", (3, 1)), Layout("z", ())])
    assert made.partitions[0] is rt.partitions[0]
    assert made.gathers[0] is None
    assert made.gathers[1] is not None
    assert made.gathers[1].tolist() == [0, 0, 2]
    assert made.folds == (1, 2, 0)


# ------------------------------------------------------------------ errors
rt = constant([[1, 2, 3], [], [4, 5]])
deep = constant([[[1], [2, 3]], [], [[4]]])
inner = RT.from_row_splits(np.zeros((3, 2)), [0, 1, 3])
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "row-lengths": (
        lambda: rt + constant([[1, 2, 3], [4], [5, 6]]),
        r"x \[3, \(d1\)\] and y \[3, \(d1\)\]: on axis 1 row 1 has length 0 in x and 1 in y; "
        "rows must have equal lengths$",
    ),
    "rows": (
        lambda: rt + rt[:2],
        r"x \[3, \(d1\)\] and y \[2, \(d1\)\]: axis 0 has size 3 in x and 2 in y; sizes must be "
        "equal, or 1$",
    ),
    "vector": (lambda: rt + np.ones(4), r"y \[4\]: on axis 1 row 0 has length 3 in x and 4 in y"),
    "vector-first": (lambda: np.ones(4) - rt, r"x \[4\] and y .* length 4 in x and 3 in y"),
    "one-number-a-row": (
        lambda: rt + [10, 20, 30],
        r"row 1 has length 0 in x and 3 in y.*One number for each row\? Give y the shape "
        r"\[3, 1\]: np\.reshape\(y, \(3, 1\)\)$",
    ),
    "inner": (
        lambda: inner + np.ones(3),
        r"x \[2, \(d1\), 2\] and y \[3\]: axis 2 has size 2 in x and 3 in y",
    ),
    "one-number-an-item": (
        lambda: inner / inner[..., 0],
        r"y \[2, \(d1\)\].*One number for each item\? Give y a new axis: y\[\.\.\., None\]$",
    ),
    "one-number-an-item-that-has-rows": (
        lambda: deep.row_lengths(axis=2) + deep,
        r"One number for each item\? Give x a new axis: x\[\.\.\., None\]$",
    ),
    "deep": (
        lambda: deep + constant([[[1], [2]], [], [[4]]]),
        "on axis 2 row 1 has length 2 in x and 1 in y",
    ),
    "ragged-one-does-not-repeat": (
        lambda: rt + constant([[1], [2], [3]]),
        "row 0 has length 3 in x",
    ),
    "three": (
        lambda: np.where(rt > 1, rt, rt[:2]),
        r"condition .* and y \[2, \(d1\)\]: axis 0 has size 3 in condition and 3 in x and 2 in y",
    ),
    "three-without-names": (
        lambda: np.clip(rt, rt, rt[:2]),
        r"axis 0 has size 3 in operand 0 and 3 in operand 1 and 2 in operand 2",
    ),
    "uniform": (lambda: two + u([1, 2, 3, 4, 5, 6], 3), "axis 1 has size 2 in x and 3 in y"),
}


@pytest.mark.parametrize(("call", "says"), REFUSED.values(), ids=REFUSED)
def test_errors_name_the_axis_the_row_and_both_lengths(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"shapes must broadcast, got .*{says}"):
        call()


def test_what_an_error_offers_works() -> None:
    assert (rt + np.array([10, 20, 30]).reshape(3, 1)).to_list() == [[11, 12, 13], [], [34, 35]]
    assert_ragged_equal(inner * inner[..., 0][..., None], inner * inner[..., :1])
    lengths = deep.row_lengths(axis=2)
    assert (lengths[..., None] + deep * 0).row_lengths(axis=2).to_list() == lengths.to_list()
