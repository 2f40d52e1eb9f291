"""Public functions and methods with hostile arguments: each error names an argument."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor
from tests.hostile_arguments import Call, callables, calls, complaint

ROOT = Path(__file__).parents[1]
x = rk.array([[1.0, 2.0], [], [3.0]])
UNEVEN: Any = [(1, 2), 3]


def test_every_error_names_an_argument() -> None:
    """All calls run in one process, which prints the last call if it crashes."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "facades")])
    done = subprocess.run(
        [sys.executable, "-c", "from tests.hostile_arguments import main; main()"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-400:] + done.stderr[-400:]
    *complaints, last = done.stdout.splitlines()
    assert not complaints, "\n".join(complaints[:20])
    assert int(last.removesuffix(" calls")) > 20_000


def test_most_of_what_is_public_is_called() -> None:
    tried = {call.name for call in calls()}
    missing = {name for name, _ in callables()} - tried
    assert len(tried) > 250
    assert len(missing) < 18, missing  # files, and libraries of `make test-doors`


LEAKS: dict[str, Exception] = {
    "overflow": OverflowError("Python int too large to convert to C long"),
    "numpy": ValueError("array is too big; `arr.size * arr.dtype.itemsize` is larger"),
    "another_name": TypeError("tensor must contain numbers, got None"),
    "attribute": AttributeError("'int' object has no attribute 'ndim'"),
}


@pytest.mark.parametrize("error", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_seen(error: Exception) -> None:
    call = Call("tile", rk.tile, {}, ("input", "multiples"))
    assert complaint(call, error)
    assert not complaint(call, ValueError("multiples must not be negative, got [-1]"))


HUGE: dict[str, tuple[Callable[[int], Any], str]] = {
    "tile": (lambda n: rk.tile(x, [n, 1]), "multiples must make at most"),
    "repeat": (lambda n: rk.repeat(x, n, axis=1), "repeats must "),
    "bincount": (lambda n: rk.bincount([1], minlength=n), "minlength must "),
    "one_hot": (lambda n: rk.one_hot([1], n), "depth must "),
    "to_tensor_width": (lambda n: x.to_tensor(width=n), "width must "),
    "to_tensor_shape": (lambda n: x.to_tensor(shape=[3, n]), "shape must "),
    "mask": (lambda n: x.mask(width=n), "width must "),
    "unsorted_segment_sum": (
        lambda n: rk.unsorted_segment_sum([1, 2], [0, 1], n),
        "num_segments must ",
    ),
    "unsorted_segment_mean": (
        lambda n: rk.unsorted_segment_mean([1, 2], [0, 1], n),
        "num_segments must ",
    ),
    "dynamic_partition": (lambda n: rk.dynamic_partition([1], [0], n), "num_partitions must "),
    "implode": (lambda n: rk.implode([1], [0], n), "nrows must "),
    "implode_rows": (lambda n: rk.implode([1], np.array([min(n, 2**63 - 2)])), "rows must "),
    "sparse_reshape": (lambda n: rk.sparse.reshape(x.to_sparse(), [n, 1]), "shape must "),
    "concat": (lambda n: rk.concat([x], n), "axis must be from -2 to 1, got "),
    "concat_dense": (lambda n: rk.concat([[1]], n), "axis must be from -1 to 0, got "),
    "split": (lambda n: rk.split([1, 2], n), "num_or_size_splits must "),
    "top_k": (lambda n: rk.top_k([1, 2], n), "k must "),
    "std": (lambda n: x.std(axis=1, ddof=n * 10**300), "ddof must be a finite number"),
}


@pytest.mark.parametrize("number", [2**62, 2**63, 2**64, 10**30])
@pytest.mark.parametrize(("call", "says"), HUGE.values(), ids=HUGE)
def test_huge_numbers_are_refused_by_name(
    call: Callable[[int], Any], says: str, number: int
) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        call(number)


OWN_NAMES: dict[str, tuple[Callable[[], Any], str]] = {
    "max": (lambda: x.max(axis=1, empty="raise"), "rt must have a value in every row"),
    "argmax": (lambda: x.argmax(axis=1), "rt must have a value in every row"),
    "mean": (lambda: rk.array([["a"]]).mean(), "rt must contain numbers"),
    "std": (lambda: x.std(ddof="a"), "ddof must be a number, got 'a'"),  # type: ignore[call-overload]
    "group_by": (
        lambda: rk.group_by([0], object()),  # type: ignore[call-overload]
        "values must contain numbers, text, bytes or times",
    ),
    "group_by_uneven": (
        lambda: rk.group_by(UNEVEN, [1, 2]),
        "keys must contain no tuples",
    ),
    "take_along": (lambda: rk.take_along(3, [1]), "rt must have at least the 1 axes of indices"),
    "swapaxes": (lambda: rk.swapaxes(x, 0, 5), "axis2 must be from -2 to 1, got 5"),
    "implode": (lambda: rk.implode([1], [0], "a"), "nrows must be an integer"),  # type: ignore[arg-type]
    "top_k": (lambda: rk.top_k(3), "input must have at least one dimension"),
    "segment_ids": (
        lambda: rk.ragged.segment_ids_to_row_splits([0, 3], 2),
        "segment_ids must be from 0",
    ),
    "output_type": (
        lambda: rk.argmax([1], output_type="no"),
        "output_type must be a NumPy dtype",
    ),
    "add_n": (lambda: rk.add_n([x, None]), r"inputs\[1\] must contain numbers"),  # type: ignore[type-var]
    "concat": (lambda: rk.concat([x, None], 0), r"values\[1\] must contain numbers"),
    "relu": (lambda: rk.nn.relu("a"), "features must be "),
    "truncatediv": (lambda: rk.truncatediv(x, "a"), "x and y must be "),
    "alpha": (lambda: rk.nn.leaky_relu(x, "a"), "alpha must be a number, got 'a'"),  # type: ignore[call-overload]
    "masked": (
        lambda: rk.reduce_sum(np.ma.masked_array([1, 2], [False, True])),
        "input_tensor must ",
    ),
}


@pytest.mark.parametrize(("call", "says"), OWN_NAMES.values(), ids=OWN_NAMES)
def test_messages_name_what_the_caller_wrote(call: Callable[[], Any], says: str) -> None:
    with pytest.raises((ValueError, TypeError), match=f"^{says}"):
        call()


FLAGS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "cumsum": (lambda f: rk.cumsum(x, 1, exclusive=f), "exclusive"),
    "cumprod": (lambda f: rk.cumprod(x, 1, reverse=f), "reverse"),
    "unique": (lambda f: rk.unique(x, return_counts=f), "return_counts"),
    "top_k": (lambda f: rk.top_k(x, 1, sorted=f), "sorted"),
    "matmul": (lambda f: rk.matmul([[1.0]], [[1.0]], transpose_a=f), "transpose_a"),
    "bincount": (lambda f: rk.bincount([1], binary_output=f), "binary_output"),
    "gelu": (lambda f: rk.nn.gelu(x, approximate=f), "approximate"),
    "sum": (lambda f: x.sum(axis=1, keepdims=f), "keepdims"),
}


@pytest.mark.parametrize(
    "flag", [np.array([True, False]), x, np.array([])], ids=["two", "rt", "none"]
)
@pytest.mark.parametrize(("call", "name"), FLAGS.values(), ids=FLAGS)
def test_flags_have_one_answer(call: Callable[[Any], Any], name: str, flag: Any) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be True or False, got"):
        call(flag)


@pytest.mark.parametrize("flag", [1, 0, np.True_, np.array(False), "yes"])
def test_what_has_one_answer_is_a_flag(flag: Any) -> None:
    want = rk.cumsum(x, 1, exclusive=bool(flag))
    assert rk.cumsum(x, 1, exclusive=flag).identical(want)


def test_objects_stay_as_they_were() -> None:
    before = x.to_list()
    for call in (lambda: rk.tile(x, [2**62, 1]), lambda: x.to_tensor(width=2**62)):
        with pytest.raises(ValueError, match="must"):
            call()
    assert x.to_list() == before
    assert isinstance(x, RaggedTensor)
