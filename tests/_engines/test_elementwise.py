"""Operators and value-by-value functions against plain lists and NumPy."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._engines import elementwise
from raggedkit.testing import assert_ragged_equal
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
constant = rk.ragged.constant
Binary = Callable[[Any, Any], Any]

ARITHMETIC: dict[str, Binary] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
}
BITS: dict[str, Binary] = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
SHIFTS: dict[str, Binary] = {"lshift": operator.lshift, "rshift": operator.rshift}
COMPARE: dict[str, Binary] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": abs,
    "invert": operator.invert,
}


def mapped(function: Callable[..., Any], *rows: Any) -> Any:
    """Apply a function element by element to nested lists of one structure."""
    if isinstance(rows[0], list):
        return [mapped(function, *items) for items in zip(*rows, strict=True)]
    return function(*rows)


# ------------------------------------------------------------------ operators
small = rks.ragged_tensors(dtype="int64", values=st.integers(-9, 9))
positive = rks.ragged_tensors(dtype="int64", values=st.integers(1, 9))


@given(small, positive, st.integers(1, 9))
def test_operators_mean_what_they_mean_for_numbers(
    x: rk.RaggedTensor, y: rk.RaggedTensor, n: int
) -> None:
    same = x.with_flat_values(np.full(x.flat_values.shape, n))
    for op in (ARITHMETIC | BITS).values():
        result = op(x, n)
        assert_ragged_equal(result, mapped(lambda v, op=op: op(v, n), x.to_list()))
        assert_ragged_equal(op(x, same), result)
        assert result._parts is x._parts
        assert_ragged_equal(op(-n, y), mapped(lambda v, op=op: op(-n, v), y.to_list()))


@given(small, st.integers(-9, 9))
def test_comparisons(x: rk.RaggedTensor, n: int) -> None:
    for op in COMPARE.values():
        result = op(x, n)
        assert result.dtype == bool
        assert_ragged_equal(result, mapped(lambda v, op=op: op(v, n), x.to_list()))
        assert_ragged_equal(op(np.int64(n), x), mapped(lambda v, op=op: op(n, v), x.to_list()))


@given(small)
def test_one_operand(x: rk.RaggedTensor) -> None:
    for op in UNARY.values():
        assert_ragged_equal(op(x), mapped(op, x.to_list()))
        assert op(x)._parts is x._parts


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ~constant([[1.5]]), "invert takes, got float64$"),
        (
            lambda: -constant([["a"]]),
            "negative takes, got <U1; text can be combined with text only$",
        ),
        (lambda: constant([[1.5]]) % 1j, "remainder takes, got float64 and complex$"),
        (lambda: rk.array([[np.datetime64("2020", "D")]]) * 2, r"got datetime64\[D\] and int$"),
    ],
    ids=["invert", "text", "complex", "times"],
)
def test_values_that_an_operator_does_not_take_are_named(call: Any, says: str) -> None:
    with pytest.raises(TypeError, match=f"^operands must be values that .*{says}"):
        call()


def test_what_to_write_instead_is_said() -> None:
    flags = constant([[True], []])
    with pytest.raises(TypeError, match="negative takes, got bool; ~x is the opposite of bools"):
        operator.neg(flags)
    with pytest.raises(TypeError, match=r"got bool and bool; x \^ y is True where bools differ"):
        flags - flags
    for x, y in ((constant([[2]]), -1), (2, constant([[-1]]))):
        with pytest.raises(ValueError, match=r"y must not be negative for integers .*convert x"):
            operator.pow(x, y)


@given(positive, st.integers(0, 4))
def test_powers_and_shifts(x: rk.RaggedTensor, n: int) -> None:
    assert_ragged_equal(x**n, mapped(lambda v: v**n, x.to_list()))
    assert_ragged_equal(n**x, mapped(lambda v: n**v, x.to_list()))
    assert_ragged_equal(x << n, mapped(lambda v: v << n, x.to_list()))
    assert_ragged_equal(x >> n, mapped(lambda v: v >> n, x.to_list()))
    assert_ragged_equal(n << x, mapped(lambda v: n << v, x.to_list()))
    assert_ragged_equal((n + 99) >> x, mapped(lambda v: (n + 99) >> v, x.to_list()))


@given(small, positive, st.integers(1, 9))
def test_divmod_is_both(x: rk.RaggedTensor, y: rk.RaggedTensor, n: int) -> None:
    for pair, first, second in ((divmod(x, n), x, n), (divmod(-n, y), -n, y)):
        assert_ragged_equal(pair[0], first // second)
        assert_ragged_equal(pair[1], first % second)


@given(rks.ragged_tensors(dtype="bool"), st.booleans())
def test_logic(x: rk.RaggedTensor, flag: bool) -> None:
    assert_ragged_equal(x & flag, mapped(lambda v: v and flag, x.to_list()))
    assert_ragged_equal(flag | x, mapped(lambda v: v or flag, x.to_list()))
    assert_ragged_equal(x ^ flag, mapped(lambda v: v is not flag, x.to_list()))
    assert_ragged_equal(~x, mapped(operator.not_, x.to_list()))


@given(small, st.data())
def test_operands_of_every_kind_on_either_side(x: rk.RaggedTensor, data: st.DataObject) -> None:
    n = data.draw(st.integers(-9, 9))
    expected = x + n
    ones = [1] * x.ndim
    for other in (np.int64(n), np.array(n), np.full(ones, n), np.full(ones, n).tolist()):
        assert_ragged_equal(x + other, expected)
        assert_ragged_equal(other + x, expected)
    if x.size:
        assert_ragged_equal(x + x.to_list(), (x * 2).to_list())
        assert_ragged_equal(x.to_list() - x, (x * 0).to_list())
        assert (x + x.to_list()).row_splits.dtype == x.row_splits.dtype


DTYPES: dict[str, tuple[str, Any, str]] = {
    "int": ("int8", 1, "int8"),
    "float": ("float32", 1.5, "float32"),
    "int-and-float": ("int32", 1.5, "float64"),
    "bool-and-int": ("bool", 1, "int64"),
    "numpy-scalar-counts": ("float32", np.float64(1), "float64"),
    "array": ("int8", np.ones((1, 1), "int16"), "int16"),
    "list": ("int8", [[1]], "int8"),
    "list-of-floats": ("float32", [[1.5]], "float32"),
    "list-too-large": ("int8", [[300]], "int64"),
    "list-of-floats-beside-ints": ("int32", [[1.5]], "float64"),
    "complex": ("float32", 1j, "complex64"),
}


@pytest.mark.parametrize(("mine", "other", "dtype"), DTYPES.values(), ids=DTYPES)
def test_dtypes_are_numpy_s(mine: str, other: Any, dtype: str) -> None:
    rt = constant([[True], []], dtype=mine)
    assert (rt + other).dtype == dtype
    assert (other + rt).dtype == dtype


# ------------------------------------------------------------------ equality
rt = constant([[1, 2], [], [3]])
words = constant([["a", "bb"], [], ["c"]])


def test_equality_of_text_and_nested_lists() -> None:
    assert_ragged_equal(words == "a", [[True, False], [], [False]])
    assert_ragged_equal(words != words, [[False, False], [], [False]])
    assert_ragged_equal(words < "b", [[True, False], [], [False]])
    assert_ragged_equal(words + "x", [["ax", "bbx"], [], ["cx"]])
    assert_ragged_equal("x" + words, [["xa", "xbb"], [], ["xc"]])
    assert_ragged_equal(rt == [[1, 0], [], [3]], [[True, False], [], [True]])
    assert_ragged_equal(constant([[b"a"]]) == "a", [[True]])


def test_nan_is_not_equal_to_nan() -> None:
    nan = constant([[float("nan"), 1.0]])
    assert_ragged_equal(nan == nan, [[False, True]])
    assert_ragged_equal(nan != nan, [[True, False]])


# ------------------------------------------------------------------ functions
@given(rks.ragged_tensors(dtype="float64"))
def test_ufuncs_of_numpy_and_scipy(x: rk.RaggedTensor) -> None:
    with np.errstate(all="ignore"):
        for function in (np.exp, np.isnan, np.sign, scipy.special.expit, scipy.special.gammaln):
            expected = x.with_flat_values(function(x.flat_values))
            assert_ragged_equal(function(x), expected)
        fraction, whole = np.modf(x)
        assert_ragged_equal(fraction + whole, x)
        assert_ragged_equal(scipy.special.xlogy(x, 2.0), scipy.special.xlogy(x, np.full_like(x, 2)))
    clipped = x.with_flat_values(np.maximum(0.5, x.flat_values))
    assert_ragged_equal(np.maximum(0.5, x), clipped)
    assert_ragged_equal(np.maximum(x, 0.5), clipped)


def test_functions_of_three_operands() -> None:
    a = constant([[0.25, 0.5], []])
    expected = scipy.special.betainc(2.0, 3.0, a.flat_values)
    assert_ragged_equal(scipy.special.betainc(2.0, 3.0, a), a.with_flat_values(expected))
    per_row = scipy.special.betainc(2.0, [[3.0], [4.0]], a)
    assert_ragged_equal(per_row, a.with_flat_values(expected))


def test_apply_takes_any_function_that_broadcasts() -> None:
    result = elementwise.apply(lambda x, y: x * 10 + y, rt, np.array([[1], [2], [3]]))
    assert result.to_list() == [[11, 21], [], [33]]


# ------------------------------------------------------------------ map_flat_values
class Pair(NamedTuple):
    first: Any
    second: Any


@given(small)
def test_map_flat_values_hands_the_flat_values_over(x: rk.RaggedTensor) -> None:
    call = rk.ragged.map_flat_values
    assert_ragged_equal(call(np.negative, x), -x)
    assert_ragged_equal(call(np.add, x, 1), x + 1)
    assert_ragged_equal(call(lambda v, *, by: v * by, x, by=x), x * x)
    assert_ragged_equal(call(lambda pair: pair[0] - pair[1], [x, x]), x - x)
    assert_ragged_equal(call(lambda p: p.first - p.second, Pair(x, x + 1)), x * 0 - 1)
    if x.size:
        assert_ragged_equal(call(lambda v: v.tolist(), x), x)
    deeper = call(lambda v: v[..., None], x)
    assert deeper.shape.as_list() == [*x.shape.as_list(), 1]
    ragged = call(lambda v: RT.from_uniform_row_length(v, 1), x)
    assert ragged.ragged_rank == x.ragged_rank + 1


def test_map_flat_values_without_ragged_arguments_calls_and_no_more() -> None:
    assert rk.ragged.map_flat_values(lambda x: x + 1, 3) == 4


# ------------------------------------------------------------------ refused
def flat(op: Any, *args: Any) -> Any:
    return rk.ragged.map_flat_values(op, *args)


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "text-and-number": (
        lambda: rt + "a",
        TypeError,
        "values that add takes, got int64 and str; text can be combined with text only$",
    ),
    "text-times-number": (lambda: words * 2, TypeError, "multiply takes, got <U2 and int"),
    "text-order": (lambda: rt < "a", TypeError, "less takes, got int64 and str"),
    "none": (lambda: rt + None, TypeError, "unsupported operand"),
    "object": (lambda: object() - rt, TypeError, "unsupported operand"),
    "order-none": (lambda: rt < None, TypeError, "not supported between"),
    "mixed-list": (lambda: rt + [[1], 2], ValueError, r"\[1\].* and 2 at"),
    "objects": (lambda: rt + [[{}], [], [{}]], TypeError, "operand must be numbers|numbers, text"),
    "masked": (
        lambda: rt + np.ma.array(np.ones(1), mask=True),
        ValueError,
        r"no missing values, got 1 of 1, the first at \[0\]",
    ),
    "not-callable": (lambda: flat("a", rt), TypeError, "op must be callable, got 'a'"),
    "fewer": (
        lambda: flat(lambda x: x[:2], rt),
        ValueError,
        r"op must return one item for each of the 3 flat values, got shape \(2,\)",
    ),
    "none-returned": (lambda: flat(lambda x: None, rt), ValueError, r"got shape \(\)"),
    "uneven-returned": (
        lambda: flat(lambda x: [[1], [1, 2], []], rt),
        ValueError,
        r"op must return one item for each of the 3 flat values, got \[\[1\], \[1, 2\], \[\]\]",
    ),
    "other-rows": (
        lambda: flat(np.add, rt, rt[::-1]),
        ValueError,
        r"same rows; row splits of axis 1 differ, got \[\[0, 2, 2, 3\], \[0, 1, 1, 3\]\]",
    ),
    "other-rank": (
        lambda: flat(np.add, rt, rt[None]),
        ValueError,
        r"one ragged rank, got \[1, 2\]",
    ),
    "in-place": (lambda: flat(lambda x: np.add(x, 1, out=x), rt), ValueError, "read-only"),
}


@pytest.mark.parametrize(("call", "error", "says"), REFUSED.values(), ids=REFUSED)
def test_refusals(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    before = rt.to_list()
    with pytest.raises(error, match=says):
        call()
    assert rt.to_list() == before


def test_a_series_is_an_array() -> None:
    column = pd.Series([10, 20, 30]).to_numpy().reshape(3, 1)
    assert_ragged_equal(rt + column, [[11, 12], [], [33]])
    assert_ragged_equal(rt[:1] + pd.Series([1, 2]), [[2, 4]])
