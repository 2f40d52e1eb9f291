"""Depth limits: 64 axes at most, for every operation that adds one, and recursive lists."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition
from raggedkit._depth import MOST_AXES
from raggedkit.errors import shown
from tests.hostile_arguments import Call, bound, calls

# Each is refused, in a process of its own that may not take much memory or time.
CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
import numpy as np
import raggedkit as rk
made = []
{make}
for f in {functions}:
    try:
        f(made)
    except ValueError as error:
        print(error)
    else:
        sys.exit("not refused")
"""
READERS = "rk.array, rk.ragged.constant, rk.RaggedTensor.from_tensor, rk.reduce_sum"
OBJECTS = "rk.array, rk.ragged.constant"

HOLDING_THEMSELVES = {
    "once": ("made.append(made)", READERS),
    "twice": ("made += [made, made]", READERS),
    "beside_a_number": ("made += [1.0, made, made]", READERS),
    "beside_an_empty_row": ("made += [[], made, made]", READERS),
    "100000_times": ("made += [made] * 100_000", READERS),
    "tuple": ("made.append((made, made))", READERS),
    "packed_values": ("made += [1.0] * 400 + [made, made]", READERS),
    "packed_many_values": ("made += [1] * 9000 + [made, made]", READERS),
    "packed_rows": ("row = [1.0] * 4; row += [row, row]; made += [[1.0]] * 4000 + [row]", READERS),
    "packed_long_rows": ("row = [1] * 4000; row += [row, row]; made += [row] * 4", READERS),
    "each_twice": ("x = [1.0]\nfor _ in range(80): x = [x, x]\nmade.append(x)", READERS),
    "3000_deep": ("x = [1.0]\nfor _ in range(3000): x = [x]\nmade.append(x)", READERS),
    "3000_beside_rows": ("x = []\nfor _ in range(3000): x = [x]\nmade += [[1, 2], x]", READERS),
    "65_deep": ("x = [1.0]\nfor _ in range(63): x = [x]\nmade.append(x)", READERS),
    "objects": ("made = np.empty(2, object)\nmade[:] = [made, made]", OBJECTS),
    "objects_in_a_list": ("a = np.empty(2, object)\na[:] = [a, a]\nmade += [a, a]", OBJECTS),
    "objects_of_two_axes": ("a = np.empty((2, 2), object)\na[0, 0] = a\nmade += [[a], a]", OBJECTS),
    "arrays_of_many_axes": (
        "x = np.ones((1,) * 40)\nfor _ in range(25): x = [x]\nmade = x",
        READERS,
    ),
}


@pytest.mark.parametrize(("make", "functions"), HOLDING_THEMSELVES.values(), ids=HOLDING_THEMSELVES)
def test_lists_that_are_too_deep_are_refused(make: str, functions: str) -> None:
    code = CHILD.format(make=make, functions=f"[{functions}]")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-400:]
    messages = done.stdout.splitlines()
    assert len(messages) == functions.count(",") + 1
    for message in messages:
        assert "nested at most 64 deep, got depth 65 or more at " in message


def nested(depth: int) -> Any:
    value: Any = 1.0
    for _ in range(depth):
        value = [value]
    return value


def test_64_axes_are_read() -> None:
    for read in (rk.array, rk.ragged.constant):
        assert read(nested(MOST_AXES)).ndim == MOST_AXES
    assert RaggedTensor.from_tensor(nested(MOST_AXES)).ndim == MOST_AXES


def test_the_error_names_the_index() -> None:
    with pytest.raises(
        ValueError, match=r"got depth 65 or more at pylist\[1\]\[0\]\[0\]\[0\]\.\.\."
    ):
        rk.ragged.constant([[1, 2], nested(64)])


@given(st.lists(st.lists(st.integers()), max_size=4), st.integers(1, 4))
def test_lists_that_occur_twice_are_read(rows: list[list[int]], times: int) -> None:
    rows = [[x % 100 for x in row] for row in rows]
    assert rk.ragged.constant([rows] * times, ragged_rank=2).to_list() == [rows] * times


@given(st.recursive(st.integers() | st.text("a\n", max_size=70), st.lists, max_leaves=40))
def test_shown_is_the_beginning_of_the_repr(value: Any) -> None:
    said = shown(value)
    assert len(said) <= 60
    if "\n" not in repr(value) and len(repr(value)) <= 60:
        assert said == repr(value)


def ragged(parts: int, inner: int) -> RaggedTensor:
    one = RowPartition.from_row_lengths([1])
    return RaggedTensor(np.zeros((1,) * (inner + 1), dtype=int), [one] * parts)


DEEP = {
    "ragged": ragged(63, 0),
    "two_partitions": ragged(2, 61),
    "one_partition": ragged(1, 62),
    "dense": np.zeros((1,) * MOST_AXES, dtype=int),
    "text": ragged(63, 0).with_flat_values(["a b"]),
}


def axes_of(result: Any) -> int:
    if isinstance(result, tuple | list):
        return max(map(axes_of, result), default=0)
    return getattr(result, "ndim", 0)


def deep_arguments(call: Call, deep: Any) -> Any:
    for name in inspect.signature(call.function).parameters:
        good = call.good.get(name)
        if name == "self" and not isinstance(deep, RaggedTensor):
            continue
        if isinstance(good, RaggedTensor | np.ndarray):
            yield name, deep
        elif isinstance(good, list) and good and isinstance(good[0], RaggedTensor | np.ndarray):
            yield name, [deep, deep]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP)
def test_no_function_makes_more_axes(deep: Any) -> None:
    tried = 0
    for call in calls():
        for name, argument in deep_arguments(call, deep):
            tried += 1
            try:
                result = bound(call, {**call.good, name: argument})
            except (ValueError, TypeError):
                continue
            assert axes_of(result) <= MOST_AXES, (call.name, name)
    assert tried > 100


ONE_MORE = {
    "getitem": (lambda x: x[None], "key"),
    "getitem_inside": (lambda x: x[:, None], "key"),
    "newaxis_twice": (lambda x: x[..., None, None], "key"),
    "expand_dims": (lambda x: rk.expand_dims(x, 1), "input"),
    "numpy_expand_dims": (lambda x: np.expand_dims(x, 0), "input"),
    "stack": (lambda x: rk.stack([x, x]), "values"),
    "ragged_stack": (lambda x: rk.ragged.stack([x, x], axis=1), "values"),
    "gather": (lambda x: rk.gather(x, [[0]]), "indices"),
    "gather_nd": (lambda x: rk.gather_nd(x, [[[0]]]), "indices"),
    "windows": (lambda x: rk.windows(x, 1), "values"),
    "one_hot": (lambda x: rk.one_hot(x, 2), "indices"),
    "quantile": (lambda x: rk.quantile(x, [0.5], axis=1), "values"),
    "from_row_lengths": (lambda x: RaggedTensor.from_row_lengths(x, [1]), "values"),
    "from_nested": (
        lambda x: RaggedTensor.from_nested_row_splits(x, [[0, 1]]),
        "nested_row_splits",
    ),
    "constructor": (lambda x: RaggedTensor(x, x._parts[0]), "flat_values"),
    "with_values": (lambda x: x.with_values(x), "values"),
    "with_flat_values": (lambda x: x.with_flat_values(x), "new_values"),
    "reshape": (lambda x: rk.reshape(x, [1] * 65), "shape"),
    "broadcast_to": (lambda x: rk.broadcast_to(x, [1] * 65), "shape"),
    "implode": (lambda x: rk.implode(x, [0]), "the result"),
    "group_by": (lambda x: rk.group_by([0], x), "the result"),
    "from_offsets": (lambda x: rk.from_offsets(x, [0, 1]), "the result"),
}


@pytest.mark.parametrize("deep", [v for k, v in DEEP.items() if k not in ("dense", "text")])
@pytest.mark.parametrize(("make", "name"), ONE_MORE.values(), ids=ONE_MORE)
def test_one_axis_more_is_refused(make: Any, name: str, deep: RaggedTensor) -> None:
    with pytest.raises(ValueError, match=rf"^{name}.* must make at most 64 axes \(ndim\), got \d+"):
        make(deep)


def test_a_dense_array_of_64_axes_has_no_room_for_rows() -> None:
    with pytest.raises(ValueError, match="must make at most 64 axes"):
        RaggedTensor.from_row_lengths(DEEP["dense"], [1])  # type: ignore[arg-type]


def test_a_sparse_tensor_has_64_axes_at_most() -> None:
    with pytest.raises(ValueError, match="indices must make at most 64 axes"):
        rk.SparseTensor(np.zeros((1, 65), int), [1], [1] * 65)
