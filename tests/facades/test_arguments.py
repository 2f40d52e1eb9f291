"""Arguments of the R face that are of another kind: refused by their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
import raggedkit_r
from raggedkit import RaggedTensor, TensorShape

R: Any = raggedkit_r  # whose types say what is refused here
ROWS = R.ragged([[3, 1], [], [2]])
WIDE = RaggedTensor.from_row_lengths(np.arange(6.0).reshape(3, 2), [2, 0, 1])
TWO = np.array([True, False])


@pytest.mark.parametrize("value", [1, 1.0, np.int8(1)], ids=repr)
def test_whole_numbers_come_as_floats_too(value: Any) -> None:
    assert R.row_nth(ROWS, value).to_list() == R.row_nth(ROWS, 1).to_list()
    assert R.row_sums(ROWS, axis=value).to_list() == [4, 0, 2]


@pytest.mark.parametrize(
    "value",
    [1.5, float("nan"), float("inf"), None, "1", [1], np.array([1, 2]), np.timedelta64("NaT", "s")],
    ids=repr,
)
def test_other_numbers_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^axis must be a whole number, got "):
        R.row_sums(ROWS, axis=value)
    with pytest.raises(TypeError, match=r"^n must be a whole number, got "):
        R.row_nth(ROWS, value)


CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "na_rm": (lambda: R.row_sums(ROWS, TWO), "na_rm must be True or False, got array"),
    "na_rm-of-medians": (lambda: R.row_median(ROWS, TWO), "na_rm must be True or False"),
    "na_rm-of-flags": (lambda: R.row_any(ROWS == 1, TWO), "na_rm must be True or False"),
    "decreasing": (lambda: R.sort_rows(ROWS, TWO), "decreasing must be True or False"),
    "ordered": (lambda: R.ragged(["a"], ordered=TWO), "ordered must be True or False"),
    "side": (lambda: R.as_matrix(ROWS, side=TWO), "side must be 'right' or 'left', got array"),
    "base": (lambda: R.row_splits(ROWS, base=TWO), "base must be a whole number, got array"),
    "base-from": (lambda: R.ragged_from_splits([1], [0, 1], TWO), "base must be a whole number"),
    "names": (lambda: R.set_names(ROWS, 3), "names must be texts, got 3"),
    "names-from": (lambda: R.ragged_from_splits([1], [0, 1], names=3), "names must be texts"),
    "levels": (lambda: R.ragged([["a"]], levels=[1]), r"levels must be texts, got 1 \(level 1\)"),
    "values": (lambda: R.Vector(1), "values must be a sequence, got 1"),
    "items": (lambda: R.NamedList(1), "items must be a sequence, got 1"),
    "kind": (lambda: R.RaggedList(WIDE, [1]), r"kind must be one of .*, got \[1\]"),
    "shape": (lambda: R.RShape([1]), r"tensor_shape must be a TensorShape, got \[1\]; shape\("),
    "others": (lambda: R.most_specific_common_supertype([1], int), "others must be shapes"),
    "rev": (lambda: R.rev(int), "x must be a vector, a list or a shape, got"),
    "is_na": (lambda: R.is_na(int), "x must be a vector, a list or a shape, got"),
    "as_tensor": (lambda: R.as_tensor({"a": 1}, "int32"), "x must have items that an array of int"),
    "default": (lambda: R.row_last(WIDE, 1.0), "x must contain single values where default is"),
    "empty": (lambda: R.row_range(WIDE, empty=1.0), "x must contain single values where empty is"),
    "times": (lambda: R.rep([1, 2], 2**52), "times must make at most 2147483647 elements, got 4"),
    "each": (lambda: R.rep([1, 2], each=2**52), "each must make at most 2147483647 elements"),
    "length_out": (lambda: R.rep([1], length_out=2**52), "length_out must make at most"),
}


@pytest.mark.parametrize("name", CASES)
def test_refused_by_name(name: str) -> None:
    call, match = CASES[name]
    with pytest.raises((TypeError, ValueError), match=f"^{match}"):
        call()


def test_positions_beyond_every_row_are_na() -> None:
    for n in (2**62, 2**64, -(2**64)):
        assert R.is_na(R.row_nth(ROWS, n)).to_list() == [True] * 3


def test_values_with_inner_axes_are_one_line() -> None:
    assert R.unlist(WIDE).to_list() == list(range(6))
    times = rk.array([[np.timedelta64(1, "s")]]).flat_values.reshape(1, 1)
    wide = RaggedTensor.from_row_lengths(times, [1])
    assert "1" in repr(R.unlist(wide))
    assert isinstance(R.shape(1), R.RShape)
    assert R.RShape(TensorShape([1])) == R.shape(1)
