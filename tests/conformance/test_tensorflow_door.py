"""`to_tensorflow` and `from_tensorflow`: equal rows, partitions and dtypes, and shared memory."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import raggedkit as rk

tf = pytest.importorskip(
    "tensorflow", reason="needs TensorFlow: `make conformance` runs it in .venv-tf"
)

from raggedkit.interop import tensorflow as door  # noqa: E402 - not where there is no TensorFlow
from tests.conformance.bridge import (  # noqa: E402
    Parts,
    difference,
    examples,
    ragged,
    to_rk,
    to_tf,
)

pytestmark = pytest.mark.tensorflow

RT = rk.RaggedTensor
D = rk.array([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64", "complex64", "complex128")


@examples(80)
@given(parts=ragged())
def test_both_ways_as_the_tensors_are_made_of_parts(parts: Parts) -> None:
    ours, theirs = to_rk(parts), to_tf(parts)
    assert difference(ours, ours.to_tensorflow()) is None
    assert difference(RT.from_tensorflow(theirs), theirs) is None
    assert difference(rk.array(theirs), theirs) is None
    if ours.dtype.kind != "S":  # whose width depends on the values
        assert RT.from_tensorflow(theirs).identical(ours)


@pytest.mark.parametrize("dtype", [*DTYPES, *FLOATS])
def test_dtypes(dtype: str) -> None:
    rt = rk.cast(D, dtype)
    made = rt.to_tensorflow()
    assert made.dtype.as_numpy_dtype == np.dtype(dtype)
    assert RT.from_tensorflow(made).identical(rt)


@pytest.mark.parametrize("splits", ["int32", "int64"])
def test_row_splits_and_uniform_axes(splits: str) -> None:
    rt = RT.from_uniform_row_length(D.with_row_splits_dtype(splits)[:4], 2)
    made = rt.to_tensorflow()
    assert made.row_splits.dtype == splits
    assert made.shape.as_list() == rt.shape.as_list() == [2, 2, None]
    assert RT.from_tensorflow(made).partitions[0].static_uniform_row_length == 2
    empty = RT.from_uniform_row_length(np.zeros((0, 2)), 0, nrows=3)
    assert RT.from_tensorflow(empty.to_tensorflow()).identical(empty)


def test_text_is_bytes_there() -> None:
    words = rk.array([["a", "ß€"], [], ["b"]])
    for rt in (words, words.astype(np.dtypes.StringDType())):
        made = rt.to_tensorflow()
        assert made.to_list() == [[b"a", "ß€".encode()], [], [b"b"]]
        assert RT.from_tensorflow(made).to_list() == made.to_list()
    ends_in_nul = rk.array([[b"a\0", b"bc"], []])
    assert ends_in_nul.to_tensorflow().to_list() == [[b"a\0", b"bc"], []]
    assert RT.from_tensorflow(ends_in_nul.to_tensorflow()).identical(ends_in_nul)


def test_another_byte_order_is_converted() -> None:
    assert D.astype(">i4").to_tensorflow().to_list() == D.to_list()


def test_memory_is_shared_on_the_way_back_only() -> None:
    made = D.to_tensorflow()
    back = RT.from_tensorflow(made)
    values, splits = np.asarray(made.flat_values), np.asarray(made.row_splits)
    assert back.flat_values.ctypes.data == values.ctypes.data != D.flat_values.ctypes.data
    assert back.row_splits.ctypes.data == splits.ctypes.data
    assert not back.flat_values.flags.writeable
    assert not back.row_splits.flags.writeable


def unchecked(splits: Any) -> Any:
    """A tensor of three values that TensorFlow has not checked."""
    return tf.RaggedTensor.from_row_splits(tf.constant([1, 2, 3]), splits, validate=False)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a number": (lambda: RT.from_tensorflow(4), "rt must be a tf.RaggedTensor, got 'int'"),
    "dense": (
        lambda: RT.from_tensorflow(tf.constant([1])),
        r"'EagerTensor'; rk.array\(tensor\) takes a dense tensor",
    ),
    "bfloat16": (
        lambda: RT.from_tensorflow(tf.cast(D.to_tensorflow(), tf.bfloat16)),
        r"dtype of NumPy, got 'bfloat16'; use tf.cast\(rt, tf.float32\)",
    ),
    "falling": (
        lambda: RT.from_tensorflow(unchecked([0, 5, 2, 3])),
        r"rt.row_splits must not decrease, got rt.row_splits\[1:3\] = \[5, 2\]",
    ),
    "late": (
        lambda: RT.from_tensorflow(unchecked([1, 3])),
        r"rt.row_splits must start at 0, got rt.row_splits\[0\] = 1",
    ),
    "too many": (lambda: RT.from_tensorflow(unchecked([0, 5])), "3 values there are, got 5"),
    "datetime": (
        lambda: D.astype("M8[s]").to_tensorflow(),
        r"dtype of TensorFlow, got dtype\('<M8\[s\]'\); use rk.cast\(rt, 'int64'\)",
    ),
}
if np.dtype(np.longdouble).itemsize > 8:
    REFUSED["longdouble"] = (
        lambda: D.astype(np.longdouble).to_tensorflow(),
        r"use rk.cast\(rt, 'float64'\)",
    )


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    call, says = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=says):
        call()


def test_a_symbolic_tensor_has_no_values() -> None:
    def identity(x: Any) -> Any:
        with pytest.raises(TypeError, match=r"must have values \(outside of a tf.function\)"):
            RT.from_tensorflow(x)
        return x

    tf.function(identity)(D.to_tensorflow())


PAGE = Path(__file__).parents[2] / "docs/interop/tensorflow.md"


def test_the_examples_run() -> None:
    """Those of the other frameworks run where these are installed."""
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    parser = doctest.DocTestParser()
    for function in (
        door.to_tensorflow,
        door.from_tensorflow,
        RT.to_tensorflow,
        RT.from_tensorflow,
    ):
        assert function.__doc__
        runner.run(parser.get_doctest(function.__doc__, {}, function.__qualname__, None, None))
    runner.run(parser.get_doctest(PAGE.read_text(encoding="utf-8"), {}, PAGE.name, None, None))
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries >= 12
