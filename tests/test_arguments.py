"""Single integers as arguments: anything with ``__index__``, refused by name otherwise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggedkit._arguments import as_axis, as_count, as_int
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


def test_rule_and_way_out_are_said() -> None:
    with pytest.raises(TypeError, match=r"^k must be an int, got 'a'; count them$"):
        as_int("a", "k", "be an int", "count them")
    with pytest.raises(ValueError, match=r"^k must not be negative, got -1$"):
        as_count(-1, "k")
