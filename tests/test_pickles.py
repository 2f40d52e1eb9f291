"""Pickles of tensors, partitions and shapes: their contents are validated on loading."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape, _rebuild

VALUES = np.arange(4)


class Call:
    """Pickles as a call of some function: as a damaged pickle of a tensor."""

    def __init__(self, function: Any, *args: Any) -> None:
        self.reduced = function, args

    def __reduce__(self) -> tuple[Any, ...]:
        return self.reduced


WRONG: dict[str, tuple[Any, str]] = {
    "wrapped": ([0, 2**62, -(2**63), -(2**62), 4], r"not decrease, got row_splits\[1:3\]"),
    "decreasing": ([0, 3, 1, 4], r"row_splits must not decrease, got row_splits\[1:3\] = \[3, 1\]"),
    "late": ([3, 4], r"row_splits must start at 0, got row_splits\[0\] = 3"),
    "negative": ([-16, 4], r"row_splits must start at 0, got row_splits\[0\] = -16"),
    "floats": ([0.0, 4.0], "row_splits must be of dtype int32 or int64, got dtype"),
    "bools": ([False, True], "row_splits must be of dtype int32 or int64, got dtype"),
    "text": (["0", "4"], "row_splits must be of dtype int32 or int64, got dtype"),
    "two-axes": ([[0, 4]], r"row_splits must have one dimension, got an array of shape \(1, 2\)"),
    "empty": (np.zeros(0, int), "row_splits must have at least one item"),
}
FAR: dict[str, Any] = {"long": [0, 2, 9], "short": [0, 1, 2], "far": [0, 2**40]}


@pytest.mark.parametrize("protocol", [2, 4, 5])
@pytest.mark.parametrize(("splits", "says"), WRONG.values(), ids=WRONG)
def test_partitions_are_validated(splits: Any, says: str, protocol: int) -> None:
    damaged = pickle.dumps(Call(_rebuild.partition, np.array(splits)), protocol)
    with pytest.raises(ValueError, match=says):
        pickle.loads(damaged)


@pytest.mark.parametrize("splits", [*WRONG.values(), *FAR.values()], ids=[*WRONG, *FAR])
def test_tensors_of_few_numbers_are_validated(splits: Any) -> None:
    array = np.array(splits[0] if isinstance(splits, tuple) else splits)
    if array.ndim > 1 or array.dtype.kind not in "if":
        pytest.skip("no such bytes")
    few = VALUES.dtype.str, VALUES.tobytes(), array.dtype.str, array.tobytes()
    with pytest.raises(ValueError, match="must"):
        pickle.loads(pickle.dumps(Call(_rebuild.small_tensor, *few)))


NESTED: dict[str, tuple[Any, str]] = {
    "outer-of-too-few": (([0, 3], [0, 2, 4]), r"partitions\[0\] must cut the 2 values there are"),
    "outer-of-too-many": (([0, 1], [0, 2, 4]), r"partitions\[0\] must cut the 2 values there are"),
    "inner-beyond": (
        ([0, 2], [0, 2, 9]),
        r"partitions\[1\] must cut the 4 values there are, got 9",
    ),
    "none": ((), "must have at least one partition"),
}


@pytest.mark.parametrize(("nested", "says"), NESTED.values(), ids=NESTED)
def test_partitions_of_a_tensor_have_to_fit(nested: Any, says: str) -> None:
    parts = tuple(RowPartition.from_row_splits(s) for s in nested)
    with pytest.raises(ValueError, match=says):
        pickle.loads(pickle.dumps(Call(_rebuild.tensor, VALUES, parts)))


@pytest.mark.parametrize("parts", [None, 3, ([0, 4],), (VALUES,)], ids=repr)
def test_partitions_have_to_be_some(parts: Any) -> None:
    with pytest.raises(TypeError, match="be a RowPartition"):
        pickle.loads(pickle.dumps(Call(_rebuild.tensor, VALUES, parts)))


UNIFORM: dict[str, tuple[Any, str]] = {
    "negative-length": ((-1, 4, np.dtype("int64")), "uniform_row_length must not be negative"),
    "negative-rows": ((1, -4, np.dtype("int64")), "nrows must not be negative, got -4"),
    "too-many": ((2**40, 2**40, np.dtype("int64")), r"nrows \* uniform_row_length must fit int64"),
    "too-many-32": ((2**16, 2**16, np.dtype("int32")), "must fit int32, got 4294967296"),
    "huge": ((2**70, 1, np.dtype("int64")), "uniform_row_length must fit int64"),
    "float": ((1.5, 4, np.dtype("int64")), "uniform_row_length must be a single integer"),
    "dtype": ((1, 4, np.dtype("float64")), "dtype must be int32 or int64"),
}


@pytest.mark.parametrize(("numbers", "says"), UNIFORM.values(), ids=UNIFORM)
def test_uniform_partitions_are_validated(numbers: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        pickle.loads(pickle.dumps(Call(_rebuild.uniform_partition, *numbers)))
    empty = RaggedTensor.from_tensor(np.zeros((2**30, 0)))
    assert pickle.loads(pickle.dumps(empty)).shape == (2**30, 0)


def test_shapes_and_sparse_tensors_are_validated() -> None:
    for dims in ((-1,), (1.5,), ("a",)):
        with pytest.raises((ValueError, TypeError), match=r"dims\[0\] must"):
            pickle.loads(pickle.dumps(Call(TensorShape, dims)))
    sp = SparseTensor([[0, 1]], [5], [1, 2])
    _, (indices, values, sizes) = sp.__reduce__()
    for parts in (
        (indices[:0], values, sizes),
        (indices, values, sizes[:1]),
        (indices, values, -sizes),
        (indices - 1, values, sizes),
        (indices + 1, values, sizes),
    ):
        with pytest.raises(ValueError, match="must"):
            pickle.loads(pickle.dumps(Call(_rebuild.sparse_tensor, *parts)))


@pytest.mark.parametrize("splits", [[0, 3, 1, 4], [0, 2, 9], [2, 4]], ids=str)
def test_copies_are_not_validated(splits: list[int]) -> None:
    """A tensor that nobody validated can be copied; its pickle may be refused."""
    rt = RaggedTensor.from_row_splits(VALUES, np.array(splits), validate=False)
    for one in (rt.copy(), copy.copy(rt), copy.deepcopy(rt)):
        assert one.row_splits.tolist() == splits
    for part in (copy.copy(rt.partitions[0]), copy.deepcopy(rt.partitions[0])):
        assert part.row_splits().tolist() == splits
    with pytest.raises(ValueError, match="must"):
        pickle.loads(pickle.dumps(rt))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_buffers_of_protocol_5(dtype: Any) -> None:
    """Two of them; splits in bytes that nobody can write to are shared, others are copied."""
    splits = np.arange(0, 2001, 2, dtype=dtype)
    rt = RaggedTensor.from_row_splits(np.arange(2000), splits)
    for one in (rt, rt[:], RaggedTensor.from_row_splits(rt.flat_values, rt.row_splits)):
        buffers: list[Any] = []
        memory = pickle.dumps(one, 5, buffer_callback=buffers.append)
        assert len(buffers) == 2
        assert len(memory) < 1000
        frozen = [bytes(b) for b in buffers]
        back = pickle.loads(memory, buffers=frozen)
        assert back.identical(rt)
        assert np.shares_memory(back.row_splits, np.frombuffer(frozen[1], dtype))
        loose = [bytearray(b) for b in buffers]
        back = pickle.loads(memory, buffers=loose)
        np.frombuffer(loose[1], dtype)[:] = -1
        assert back.identical(rt)


def test_damaged_pickles_in_a_process_of_their_own() -> None:
    """Any pickle with a flipped bit raises or loads a valid tensor."""
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "tests.damaged_pickles"]
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-500:]}\n{done.stderr[-3000:]}"
    assert done.stdout.endswith("done\n")
    assert int(done.stdout.split()[-2]) > 100  # pickles that load in spite of it


def test_rows_that_were_pickled_are_those_that_come_back() -> None:
    for rt in (
        rk.ragged.constant([[1, 2], [], [3]]),
        rk.ragged.constant([[["a"], []], [["b", "c"]]]),
        RaggedTensor.from_row_splits(VALUES, np.array([0, 1, 4], np.int32)),
        RaggedTensor.from_uniform_row_length(VALUES, 2),
        rk.ragged.constant([[1, 2], [], [3]])[1:],
    ):
        for protocol in range(2, 6):
            assert pickle.loads(pickle.dumps(rt, protocol)).identical(rt)


def test_named_results_are_pickled_by_the_name_of_the_package() -> None:
    rt = rk.array([[3, 1, 2], [5]])
    for result in (rk.top_k(rt, 2), rk.group_by([1, 2, 3], [0, 1, 0])):
        assert type(result).__module__ == "raggedkit"
        assert getattr(rk, type(result).__name__) is type(result)
        assert type(pickle.loads(pickle.dumps(result))) is type(result)


def test_pickles_name_no_module_that_may_move() -> None:
    for made in (rk.array([[1], []]), rk.array([[[1.5]], []]), RowPartition.from_row_lengths([1])):
        text = pickle.dumps(made, 2)
        assert b"raggedkit._rebuild" in text
        assert b"raggedkit.tensor" not in text
        assert b"raggedkit.partition" not in text
