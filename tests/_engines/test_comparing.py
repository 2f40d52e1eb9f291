"""``==`` and ``!=``: elementwise; a single bool only from the other operand's ``__eq__``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from unittest import TestCase, mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.ragged import constant
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

rt = constant([[1, 2], [], [3]])
words = constant([["a", "bb"], [], ["c"]])
Compared = Callable[[Any, Any], Any]
BOTH: dict[str, tuple[Compared, Compared]] = {
    "operators": (operator.eq, operator.ne),
    "ufuncs": (np.equal, np.not_equal),
}


# ------------------------------------------------------------------ against Python
@given(rks.ragged_tensors(), st.data())
def test_each_value_is_compared(x: rk.RaggedTensor, data: st.DataObject) -> None:
    y = x.with_flat_values(np.roll(x.flat_values, data.draw(st.integers(0, 2)), axis=0))
    model = [a == b for a, b in zip(x.flat_values, y.flat_values, strict=True)]
    expected = x.with_flat_values(np.array(model, dtype=bool).reshape(x.flat_values.shape))
    for equal, different in BOTH.values():
        assert_ragged_equal(equal(x, y), expected)
        assert_ragged_equal(different(x, y), ~expected)


# ------------------------------------------------------------------ kinds that are never equal
uniform = rk.RaggedTensor.from_tensor([[[1, 2]], [[3, 4]]])
deep = constant([[[1], []], [], [[2, 3]]])
NEVER: dict[str, tuple[rk.RaggedTensor, Any]] = {
    "none": (rt, None),
    "object": (rt, object()),
    "class": (rt, np.float64),
    "mapping": (rt, {1: 2}),
    "decimal": (rt, Decimal(7)),
    "date": (rt, date(2020, 1, 1)),
    "partition": (rt, rt.partitions[0]),
    "mock": (rt, mock.MagicMock()),
    "text": (rt, "a"),
    "bytes": (rt, b"a"),
    "numpy-text": (rt, np.str_("a")),
    "text-tensor": (rt, words),
    "text-array": (rt, np.array(["a"])),
    "text-list": (rt, [["a"], ["b"], ["c"]]),
    "text-of-any-width": (rt, np.array(["a"], np.dtypes.StringDType())),
    "objects": (rt, np.array([[Decimal(9)], ["a"], [object()]], dtype=object)),
    "number-for-text": (words, 1),
    "numbers-for-text": (words, np.zeros((3, 1))),
    "none-for-text": (words, None),
    "bytes-for-text": (words, b"a"),
    "time": (rt, np.datetime64("2020", "Y")),
    "times": (rt, np.array([["2020"]] * 3, "M8[D]")),
    "no-rows": (rt[:0], None),
    "no-values": (constant([[], []]), "a"),
    "int32-splits": (rt.with_row_splits_dtype("int32"), None),
    "ragged-rank-2": (deep, "a"),
    "inner-axes": (constant([[[1, 2]], []], ragged_rank=1), None),
    "uniform": (uniform, b"a"),
    "slice": (rt[2:], None),
}


@pytest.mark.parametrize("named", BOTH)
@pytest.mark.parametrize(("x", "y"), NEVER.values(), ids=NEVER)
def test_values_of_other_kinds_are_never_equal(x: rk.RaggedTensor, y: Any, named: str) -> None:
    equal, different = BOTH[named]
    expected = x.with_flat_values(np.zeros(x.flat_values.shape, dtype=bool))
    for a, b in ((x, y), (y, x)):
        assert_ragged_equal(equal(a, b), expected)
        assert_ragged_equal(different(a, b), ~expected)


def test_text_broadcasts_against_numbers() -> None:
    column = rk.RaggedTensor.from_uniform_row_length([1, 2], 1)
    assert_ragged_equal(column == [["a", "b"]], [[False, False], [False, False]])
    assert_ragged_equal(column != np.array(["a", "b", "c"]), [[True] * 3] * 2)


# ------------------------------------------------------------------ objects with an answer
class Money:
    """Equals every object, with a result that the test recognises."""

    def __eq__(self, other: object) -> Any:
        return ("money", other)

    __hash__ = None  # type: ignore[assignment]


class Anything(list[Any]):
    """A list with an == of its own, as mock's lists of calls have."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = None


ANSWERS: dict[str, tuple[Any, Any]] = {
    "any": (mock.ANY, True),
    "subclass-of-list": (Anything(), True),
    "approx": (pytest.approx([1, 2]), False),
}


@pytest.mark.parametrize(("y", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_objects_with_an_answer_are_asked_first(y: Any, answer: bool) -> None:
    assert rt.__eq__(y) is NotImplemented
    assert rt.__ne__(y) is NotImplemented
    assert (rt == y) is (y == rt) is answer
    assert (rt != y) is (y != rt) is not answer


def test_an_answer_need_not_be_a_bool() -> None:
    money = Money()
    assert (rt == money)[0] == (money == rt)[0] == "money"
    assert (rt == money)[1] is rt


def test_a_sparse_tensor_is_another_object() -> None:
    sparse = rt.to_sparse()
    assert rt.__eq__(sparse) is rt.__ne__(sparse) is NotImplemented
    assert (rt == sparse) is (sparse == rt) is False
    assert (rt != sparse) is True


def test_pandas() -> None:
    pd = pytest.importorskip("pandas")
    for left, right in ((rt, pd.NA), (pd.NA, rt)):
        for compared in (operator.eq, operator.ne):
            with pytest.raises(ValueError, match="must have no missing values, got one"):
                compared(left, right)
    series = pd.Series([1, 2, 3])
    for left, right in ((rt, series), (series, rt)):
        with pytest.raises(ValueError, match="shapes must broadcast"):
            left == right  # noqa: B015


# ------------------------------------------------------------------ one bool
def test_functions_that_answer_with_one_bool() -> None:
    others: tuple[Any, ...] = (
        rt[:2],
        rt[::-1],
        None,
        "a",
        words,
        [[1, 2], [3]],
        np.arange(4),
        rt + 1,
    )
    for y in others:
        assert np.array_equal(rt, y) is False
        assert rt.identical(y) is False
        with pytest.raises(AssertionError):
            assert_ragged_equal(rt, y)
    assert np.array_equal(rt, rt.copy()) is True
    assert np.array_equal(rt, [[1, 2], [], [3]]) is True
    assert rt.identical(rt.copy()) is True
    assert (rt.partitions[0] == rt.copy().partitions[0]) is True
    assert (rt.shape == [3, None]) is True
    with pytest.raises(TypeError, match="unhashable"):
        hash(rt)


@dataclass
class Record:
    """Compared field by field: all but the last are asked for the truth of their ==."""

    rows: rk.RaggedTensor
    name: str = ""


def _bool_of_eq(x: Any, y: Any) -> None:
    if x == y:
        raise AssertionError


def _same_records(x: Any, y: Any) -> bool:
    return Record(x) == Record(y)


PYTHONS: dict[str, Callable[[Any, Any], Any]] = {
    "if": _bool_of_eq,
    "in": lambda x, y: x in [y],
    "index": lambda x, y: [y].index(x),
    "assertEqual": lambda x, y: TestCase().assertEqual(x, y),  # noqa: PT009
    "dataclass": _same_records,
    "tuples": lambda x, y: (1, x) == (1, y),
}


@pytest.mark.parametrize("use", PYTHONS.values(), ids=PYTHONS)
def test_the_message_names_identical(use: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(TypeError, match=r"x\.identical\(y\)"):
        use(rt, rt.copy())
    with pytest.raises(ValueError, match="shapes must broadcast"):
        use(rt, rt[::-1])


def test_python_finds_the_object_itself() -> None:
    assert rt in [None, rt][1:]
    assert [rt].index(rt) == 0
    assert (1, rt) == (1, rt)


# ------------------------------------------------------------------ errors
APART: dict[str, tuple[Any, Any]] = {
    "other-rows": (rt, rt[:2]),
    "other-lengths": (rt, rt[::-1]),
    "vector": (rt, np.arange(4)),
    "uneven-list": (rt, [[1, 2], [3]]),
    "text-of-other-lengths": (rt, words[::-1]),
    "text-array": (rt, np.array(["a", "b", "c", "d"])),
    "inner-axes": (uniform, np.zeros(3)),
}


@pytest.mark.parametrize(("x", "y"), APART.values(), ids=APART)
@pytest.mark.parametrize("mirrored", [False, True])
def test_shapes_that_do_not_broadcast_raise(x: Any, y: Any, mirrored: bool) -> None:
    x, y = (y, x) if mirrored else (x, y)
    with pytest.raises(ValueError, match="shapes must broadcast") as told:
        x > np.zeros(y.shape) if isinstance(y, np.ndarray) else x > y
    for compared in (operator.eq, operator.ne, np.equal, np.not_equal):
        with pytest.raises(ValueError, match="shapes must broadcast") as error:
            compared(x, y)
        if not isinstance(x, list):  # which Python compares from the other side
            assert str(error.value) == str(told.value)


def test_lists_that_are_no_tensor() -> None:
    for bad in ([[1], 2], [1, "a"], [None]):
        with pytest.raises((TypeError, ValueError), match=r"must (have|contain|be)"):
            rt == bad  # noqa: B015
    masked = np.ma.array([1, 2], mask=[False, True])
    with pytest.raises(ValueError, match=r"missing values, got 1 of 2, the first at \[1\]"):
        rt == masked  # noqa: B015


def test_a_failing_comparison_of_an_item_is_told() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise TypeError("odd")

        __hash__ = None  # type: ignore[assignment]

    odd = np.array([[Odd()], [1], [2]], dtype=object)
    with pytest.raises(TypeError, match="odd"):
        rt == odd  # noqa: B015
