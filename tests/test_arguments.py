"""Integer arguments: anything with ``__index__`` is accepted, other values raise by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit._arguments import as_axis, as_count, as_flag, as_int, is_word
from raggedkit.dimension import Dimension
from raggedkit.errors import RaggedIndexError


@given(st.integers(1, 6), st.integers(-8, 8))
def test_an_axis_is_what_a_list_of_axes_holds_there(ndim: int, axis: int) -> None:
    axes = list(range(ndim))
    if -ndim <= axis < ndim:
        assert as_axis(axis, ndim) == axes[axis]
    else:
        with pytest.raises(RaggedIndexError, match=f"axis must be from {-ndim} to .*got {axis}"):
            as_axis(axis, ndim)


@pytest.mark.parametrize("value", [3, np.int32(3), np.array(3), Dimension(3)], ids=repr)
def test_an_integer_of_any_kind_becomes_an_int(value: Any) -> None:
    assert type(as_int(value, "k")) is int
    assert as_int(value, "k") == as_count(value, "k") == 3


@pytest.mark.parametrize("value", [2.0, "2", None, [2]], ids=repr)
def test_what_is_no_integer_is_refused_by_name(value: Any) -> None:
    for read in (as_int, as_count):
        with pytest.raises(TypeError, match=r"^k must be an integer, got "):
            read(value, "k")
    with pytest.raises(TypeError, match=r"^axis\[1\] must be an integer, got "):
        as_axis(value, 2, "axis[1]")


@pytest.mark.parametrize("value", [True, 1, "yes", np.True_, [0]], ids=repr)
def test_a_flag_is_what_if_says(value: Any) -> None:
    assert as_flag(value, "k") is True
    assert as_flag(type(value)(), "k") is False


@pytest.mark.parametrize("value", [np.arange(3), rk.array([[True], []])], ids=["array", "ragged"])
def test_what_has_no_one_truth_is_no_flag(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^k must be True or False, got "):
        as_flag(value, "k")
    for refused in (rk.reduce_sum, rk.reduce_mean, rk.reduce_std, rk.argmax, rk.median):
        with pytest.raises(TypeError, match=r"^keepdims must be True or False, got "):
            refused(rk.array([[1], [2, 3]]), axis=1, keepdims=value)


def test_only_text_is_a_word() -> None:
    assert is_word("left", ("left", "right"))
    assert not is_word("up", ("left", "right"))
    for value in (np.array(["left", "up"]), ["left"], None, 0, b"left"):
        assert not is_word(value, ("left", "right"))


WORD: Any = np.array(["left", "up"])
NOT_A_WORD: dict[str, Any] = {
    "direction": lambda rt: rk.sort(rt, 1, WORD),
    "side": lambda rt: rt.to_tensor(side=WORD),
    "side of a search": lambda rt: rk.searchsorted(rt, 1, WORD),
    "mode": lambda rt: rk.gather(rt, [0], mode=WORD),
    "method": lambda rt: rt.quantile(0.5, method=WORD),
    "bad_indices_policy": lambda rt: rk.gather_nd(rt, [0], bad_indices_policy=WORD),
    "device": lambda rt: rt.to_device(WORD),
    "format": lambda rt: rt.to_scipy(WORD),
}


@pytest.mark.parametrize("name", NOT_A_WORD)
def test_arrays_for_words_are_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name.split()[0]} must be .*, got array\(\['left"):
        NOT_A_WORD[name](rk.array([[1, 2], [3]]))


def test_arrays_for_dtypes_are_refused_by_name() -> None:
    for name, refused in (("dtype", rk.array([[1]]).astype), ("out_type", rk.array([[1]]).nrows)):
        with pytest.raises(TypeError, match=rf"^{name} must be a NumPy dtype, got array"):
            refused(np.arange(3))


def test_rule_and_way_out_are_said() -> None:
    with pytest.raises(TypeError, match=r"^k must be an int, got 'a'; count them$"):
        as_int("a", "k", "be an int", "count them")
    with pytest.raises(ValueError, match=r"^k must not be negative, got -1$"):
        as_count(-1, "k")
