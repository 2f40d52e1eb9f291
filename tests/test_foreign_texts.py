"""Errors in raggedkit's words that name the argument, not in those of NumPy or Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit

# Their types say what is refused here.
rk: Any = raggedkit
np_: Any = np
RaggedTensor, TensorShape = rk.RaggedTensor, rk.TensorShape
RT = rk.array([[1, 2], [], [3]])
FLOATS = RT * 1.5
TWO = np.array([True, False])
LINE, LONGER = np.arange(3.0), np.arange(4.0)

CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "validate": (
        lambda: RaggedTensor.from_row_splits([1], [0, 1], TWO),
        "validate must be True",
    ),
    "exclusive": (lambda: rk.cumsum(RT, 1, exclusive=TWO), "exclusive must be True or False"),
    "reverse": (lambda: rk.cumsum(RT, 1, reverse=TWO), "reverse must be True or False"),
    "equal_nan": (lambda: rk.unique(RT, equal_nan=TWO), "equal_nan must be True or False"),
    "return_index": (lambda: rk.unique(RT, return_index=TWO), "return_index must be True or"),
    "sorted": (lambda: rk.top_k(RT, sorted=TWO), "sorted must be True or False"),
    "transpose_a": (lambda: rk.matmul(RT, RT, transpose_a=TWO), "transpose_a must be True or"),
    "padded": (lambda: rk.diagram(RT, padded=TWO), "padded must be True or False"),
    "approximate": (lambda: rk.nn.gelu(FLOATS, approximate=TWO), "approximate must be True or"),
    "binary_output": (lambda: rk.bincount(RT, binary_output=TWO), "binary_output must be True or"),
    "axis-of-counts": (lambda: rk.bincount(RT, axis=TWO), "axis must be"),
    "dtype-dict": (lambda: RT.prod(dtype={"a": [1]}), "dtype must be a NumPy dtype"),
    "dtype-surrogate": (lambda: rk.cast(RT, "\ud800"), "dtype must be a NumPy dtype"),
    "dense": (lambda: rk.xdivy(LINE, LONGER), r"shapes must broadcast, got x \[3\] and y \[4\]"),
    "dense-no-nan": (lambda: rk.divide_no_nan(LINE, LONGER), "shapes must broadcast, got x"),
    "dense-clip": (lambda: rk.clip_by_value(LINE, 0, LONGER), "shapes must broadcast, got t"),
    "complex": (lambda: rk.truncatemod(1j, RT), "x and y must be real numbers"),
    "bools": (lambda: rk.squared_difference(RT > 1, RT > 1), "x and y must be numbers, got bool"),
    "huge": (lambda: rk.truncatediv(10**30, RT), "x and y must fit the dtype of the other"),
    "rate": (
        lambda: rk.nn.dropout(FLOATS, "a", rng=np.random.default_rng(1)),
        "rate must be a number",
    ),
    "beta": (lambda: rk.nn.silu(FLOATS, beta={1}), "beta must be a number"),
    "alpha": (lambda: rk.nn.leaky_relu(FLOATS, alpha=LINE), "alpha must be a number"),
    "encodings": (lambda: rk.diagram(RT, encodings=3), "encodings must be of .*, got 3"),
    "others": (
        lambda: TensorShape([1]).most_specific_common_supertype(np.array(3)),
        "others must be a list of shapes",
    ),
    "shape-sizes": (
        lambda: TensorShape([2, 3]) | LINE.astype(int),
        r"operands of np.bitwise_or must take TensorShape\(\[2, 3\]\) as an array of sizes",
    ),
    "shape-unknown": (lambda: TensorShape(None) > np.array([1.0]), "operands of np.* must take"),
    "ids-of-no-rows": (lambda: rk.segment_sum(3, [0]), "data must have at least one axis"),
    "broadcast": (lambda: rk.broadcast_to(LINE, [-1, 1]), "shape must be one that"),
    "broadcast-far": (lambda: rk.broadcast_to(1, [2**62]), "shape must make an array that fits"),
    "empty": (lambda: RT.max(axis=1, empty=np.zeros((2, 3))), "empty must be a value that fits"),
    "average": (lambda: np_.average(slice(3), weights=RT), "a must contain numbers"),
    "nanvar": (lambda: np.nanvar(FLOATS, dtype="int64"), "dtype must be a float dtype"),
    "mode": (lambda: RT.take([0], mode=LINE), "mode must be"),
    "rtol": (lambda: rk.debugging.assert_near(RT, RT, rtol="a"), "rtol must be a number"),
    "surrogate": (lambda: rk.strings.bytes_split("\ud800"), "input must be text that UTF-8"),
    "surrogates": (
        lambda: rk.strings.bytes_split(rk.array([["\ud800"], []])),
        "input must be text that UTF-8",
    ),
    "axis-of-repeats": (lambda: rk.repeat(LINE, 2, axis=LINE), "axis must be an integer"),
    "surrogate-64": (lambda: rk.io.encode_base64("\ud800"), "input must be text that UTF-8"),
    "pattern": (lambda: rk.strings.regex_full_match("a", b"\xff"), "pattern must be UTF-8"),
    "rewrite": (lambda: rk.strings.regex_replace("a", "a", b"\xff"), "rewrite must be UTF-8"),
    "shift": (lambda: rk.roll(LINE, "a"), "shift must be an integer"),
    "shift-axes": (lambda: rk.roll(np.zeros((2, 2)), [1, 2, 3], [0, 1]), "shift must have one"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_argument_is_named(name: str) -> None:
    call, match = CASES[name]
    with pytest.raises((TypeError, ValueError), match=f"^{match}"):
        call()


def test_what_is_right_still_works() -> None:
    assert rk.roll(np.arange(4).reshape(2, 2), [1, 1], [0, 1]).tolist() == [[3, 2], [1, 0]]
    assert rk.roll(LINE, 1).tolist() == np.roll(LINE, 1).tolist()
    assert rk.broadcast_to([1], [2, 3]).tolist() == [[1] * 3] * 2
    assert RT.max(axis=1, empty=np.array([7, 8, 9])).tolist() == [2, 8, 3]
    assert (TensorShape([2, 3]) * np.arange(2)).tolist() == [0, 3]
    assert rk.divide_no_nan(LONGER, np.ones((2, 1))).shape == (2, 4)


def test_sparse_tensors_of_no_columns_are_shown() -> None:
    for shape in ([0], [3, 0], [0, 3], [0, 0]):
        st = rk.SparseTensor(np.zeros((0, len(shape)), int), [], shape)
        assert "dense_shape" in repr(st)
        assert "<table" in st._repr_html_() or "0" in st._repr_html_()


def test_times_without_a_unit_are_shown() -> None:
    times = RaggedTensor.from_row_lengths(np.array([1, -(2**63)]).view("M8"), [2, 0])
    assert repr(times) == "<RaggedTensor [[1, NaT], []]>"
