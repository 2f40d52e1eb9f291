"""Checks that raise with the first position at which a condition is False."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit.testing import strategies as rks

RT = rk.RaggedTensor
NAN, INF = float("nan"), float("inf")
D = rk.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
CHECKS: dict[str, tuple[Callable[[Any, Any], bool], str]] = {
    "assert_equal": (operator.eq, "x must equal y"),
    "assert_none_equal": (operator.ne, "x must differ from y"),
    "assert_less": (operator.lt, "x must be less than y"),
    "assert_less_equal": (operator.le, "x must be at most y"),
    "assert_greater": (operator.gt, "x must be greater than y"),
    "assert_greater_equal": (operator.ge, "x must be at least y"),
}


def places(x: Any, at: tuple[int, ...] = ()) -> Iterator[tuple[list[int], Any]]:
    """Every value of nested lists with the indices that lead to it."""
    if not isinstance(x, list):
        yield list(at), x
        return
    for i, item in enumerate(x):
        yield from places(item, (*at, i))


# ---------------------------------------------------------------------- comparisons
@pytest.mark.parametrize("name", CHECKS)
@given(rt=rks.ragged_tensors(dtype="int64"), bound=st.integers(-100, 100))
def test_first_place_against_a_number(name: str, rt: RT, bound: int) -> None:
    holds, rule = CHECKS[name]
    wrong = [(at, v) for at, v in places(rt.to_list()) if not holds(v, bound)]
    check = getattr(rk.debugging, name)
    if not wrong:
        assert check(rt, bound) is None
        return
    at, value = wrong[0]
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
        check(rt, bound)
    assert str(error.value) == f"{rule}, got {value} and {bound} at {at}"


@pytest.mark.parametrize("name", CHECKS)
@given(data=st.data(), rt=rks.ragged_tensors(dtype="float64", inner=()))
def test_first_place_of_two_tensors(name: str, data: st.DataObject, rt: RT) -> None:
    holds, rule = CHECKS[name]
    values = [data.draw(rks.values_of("float64")) for _ in range(rt.size)]
    y = rt.with_flat_values(np.array(values, float))
    pairs = zip(places(rt.to_list()), places(y.to_list()), strict=True)
    wrong = [(at, a, b) for (at, a), (_, b) in pairs if not holds(a, b)]
    check = getattr(rk.debugging, name)
    if not wrong:
        assert check(rt, y, "note") is None
        return
    at, a, b = wrong[0]
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
        check(rt, y, "note")
    assert str(error.value) == f"note: {rule}, got {a} and {b} at {at}"


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 5]]), "got 4 and 5 at [1, 1]"),
        ([1, 2, 3], 1, "got 2 and 1 at [1]"),
        (1, 2, "got 1 and 2"),
        ([[1, 2], [3]], [[1, 2], [4]], "got 3 and 4 at [1, 0]"),
        ([[1], [2]], rk.array([[1, 1, 1], [2, 3]]), "got 2 and 3 at [1, 1]"),
        (rk.array([["a"], ["b", "c"]]), [["a"], ["b", "d"]], "got 'c' and 'd' at [1, 1]"),
        (rk.array([[b"a"], []]), "b", "got b'a' and b'b' at [0, 0]"),
        (["a"], ["b"], "got 'a' and 'b' at [0]"),
        (rk.array([[NAN], []]), rk.array([[NAN], []]), "got nan and nan at [0, 0]"),
        (D[2:], D[2:] + [[0], [1], [0]], "got 6 and 7 at [1, 0]"),
        (
            rk.RaggedTensor.from_row_splits(np.zeros((3, 2, 2)), [0, 1, 1, 3]),
            np.array([[0.0, 0.0], [0.0, 1.0]]),
            "got 0.0 and 1.0 at [0, 0, 1, 1]",
        ),
    ],
    ids=["dense", "vector", "scalars", "lists", "rows", "text", "bytes", "dense-text", "nan",
         "slice", "inner"],
)  # fmt: skip
def test_place_of_every_kind(x: Any, y: Any, where: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
        rk.debugging.assert_equal(x, y)
    assert str(error.value) == f"x must equal y, {where}"


@pytest.mark.parametrize("name", [*CHECKS, "assert_near"])
def test_nothing_always_holds(name: str) -> None:
    check = getattr(rk.debugging, name)
    none = rk.ragged.constant([[], []], dtype="float64")
    for x, y in ((none, none), (none, 1.0), ([], []), (none[:0], none[:0])):
        assert check(x, y) is None


@pytest.mark.parametrize("name", [*CHECKS, "assert_near"])
def test_shapes_that_do_not_meet(name: str) -> None:
    check = getattr(rk.debugging, name)
    with pytest.raises(ValueError, match=r"before: shapes must broadcast.*row 0 has length 4 in x"):
        check(D, rk.array([[1], [], [2], [3], []]), message="before")
    with pytest.raises(ValueError, match="could not be broadcast"):
        check([1, 2], [1, 2, 3])


@pytest.mark.parametrize("name", CHECKS)
def test_text_beside_numbers(name: str) -> None:
    with pytest.raises(TypeError, match="x and y must be of one kind, got int64 and <U1"):
        getattr(rk.debugging, name)(D, "a")


# ---------------------------------------------------------------------- assert_near
@given(rt=rks.ragged_tensors(dtype=st.sampled_from(["float32", "float64"])), step=st.integers(0, 9))
def test_near_up_to_the_tolerance(rt: RT, step: int) -> None:
    flat = rt.flat_values.astype(float)
    other = flat * (1 + step * 0.125)
    wrong = [
        (at, a)
        for (at, a), (_, b) in zip(
            places(rt.to_list()), places(rt.with_flat_values(other).to_list()), strict=True
        )
        if not (a == b or (abs(a - b) <= 0.5 + 0.25 * abs(b) and np.isfinite(b)))
    ]
    y = rt.with_flat_values(other)
    if wrong:
        at, a = wrong[0]
        with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
            rk.debugging.assert_near(rt, y, rtol=0.25, atol=0.5)
        says = str(error.value)
        assert says.startswith(f"x must be near y (rtol 0.25, atol 0.5), got {a} and ")
        assert says.endswith(f" at {at}")
    else:
        rk.debugging.assert_near(rt, y, rtol=0.25, atol=0.5)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
def test_near_by_the_dtype(dtype: str) -> None:
    eps = float(np.finfo(dtype).eps)
    ones = rk.ragged.constant([[1.0], []], dtype=dtype)
    near = ones.with_flat_values(np.array([1 + 8 * eps], dtype))
    far = ones.with_flat_values(np.array([1 + 32 * eps], dtype))
    rk.debugging.assert_near(ones, near)
    with pytest.raises(ValueError, match=r"x must be near y .* at \[0, 0\]"):
        rk.debugging.assert_near(ones, far)
    rk.debugging.assert_near(ones, far, rtol=1e-1)


def test_near_of_ends() -> None:
    ends = rk.array([[INF, -INF, 0.0], []])
    rk.debugging.assert_near(ends, ends, rtol=0, atol=0)
    for x, y in ((INF, -INF), (NAN, NAN), (1.0, INF)):
        with pytest.raises(ValueError, match="x must be near y"):
            rk.debugging.assert_near(rk.array([[x], []]), rk.array([[y], []]), rtol=0.1)
    rk.debugging.assert_near(D, D + 0.4, atol=0.5)


def test_near_is_about_numbers() -> None:
    with pytest.raises(TypeError, match="x and y must contain numbers"):
        rk.debugging.assert_near(rk.array([["a"], []]), rk.array([["a"], []]))


# ---------------------------------------------------------------------- check_numerics
@given(rks.ragged_tensors(dtype=st.sampled_from(["float32", "float64", "complex128"])))
def test_check_numerics_names_the_first(rt: RT) -> None:
    wrong = [(at, v) for at, v in places(rt.to_list()) if not np.isfinite(v)]
    if not wrong:
        assert rk.debugging.check_numerics(rt, "weights") is rt
        return
    at, value = wrong[0]
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the text is compared in full
        rk.debugging.check_numerics(rt, "weights")
    shown = rt.dtype.type(value)
    assert str(error.value) == f"weights: tensor must be finite, got {shown} at {at}"


def test_check_numerics_of_dense_values() -> None:
    assert rk.debugging.check_numerics([1.0, 2.0]).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match=r"^tensor must be finite, got inf at \[0, 1\]$"):
        rk.debugging.check_numerics(np.array([[1.0, INF]]))
    with pytest.raises(ValueError, match=r"^tensor must be finite, got nan$"):
        rk.debugging.check_numerics(NAN)
    with pytest.raises(TypeError, match=r"tensor must contain floats, got dtype\('int64'\)"):
        rk.debugging.check_numerics(D)


def test_times_and_numbers_are_not_compared() -> None:
    times = RT.from_row_lengths(np.zeros(8, "M8[s]"), D.row_lengths())
    with pytest.raises(TypeError, match=r"^here: x and y must be of one kind, got .* and int64$"):
        rk.debugging.assert_equal(times, D, "here")
    with pytest.raises(TypeError, match=r"^x and y must contain numbers, got .* and int64$"):
        rk.debugging.assert_near(times, D)


@pytest.mark.parametrize("name", ["rtol", "atol"])
def test_tolerances_are_numbers(name: str) -> None:
    tolerance: dict[str, Any] = {name: "small"}
    with pytest.raises(TypeError, match=f"^{name} must be a number, got 'small'"):
        rk.debugging.assert_near(D, D, **tolerance)
