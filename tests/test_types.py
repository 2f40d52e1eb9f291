"""Types of public expressions, as mypy sees them: `mypy` checks each ``assert_type`` of this file.

Ragged operands give `RaggedTensor`; the union `Tensor` is the type where the depth of a tensor or
the value of an argument decides.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest

import raggedkit as rk
import raggedkit_r
from raggedkit import RaggedTable, RaggedTensor, RowPartition, SparseTensor, TensorShape
from raggedkit.typing import Array, Tensor

R = rk.array([[3, 1, 4], [], [9, 2]])
S = rk.array([["a", "b"], [], ["c"]])
A: Array = np.array([1.0, 2.0])
T: Tensor = A if R.ndim < 2 else R  # as `rk.nn.relu(R[0])` has it, say


def test_operators() -> None:
    assert_type(R, RaggedTensor)
    assert_type(R + 1, RaggedTensor)
    assert_type(1 + R, RaggedTensor)
    assert_type(R - R, RaggedTensor)
    assert_type(R * 2.5, RaggedTensor)
    assert_type(R / 2, RaggedTensor)
    assert_type(R // 2, RaggedTensor)
    assert_type(R % 2, RaggedTensor)
    assert_type(R**2, RaggedTensor)
    assert_type(divmod(R, 2), tuple[RaggedTensor, RaggedTensor])
    assert_type(-R, RaggedTensor)
    assert_type(abs(R), RaggedTensor)
    assert_type(~(R > 1), RaggedTensor)
    assert_type((R > 1) & (R < 4), RaggedTensor)
    assert_type((R > 1) | (R < 4), RaggedTensor)


def test_comparisons() -> None:
    assert_type(R > 1, RaggedTensor)
    assert_type(R <= 1, RaggedTensor)
    assert_type(R == 1, RaggedTensor)
    assert_type(R != R, RaggedTensor)
    assert_type(S == "a", RaggedTensor)
    assert_type(R.identical(R), bool)


def test_slices_and_masks() -> None:
    assert_type(R[1:], RaggedTensor)
    assert_type(R[:, :2], RaggedTensor)
    assert_type(R[..., ::-1], RaggedTensor)
    assert_type(R[[0, 2]], RaggedTensor)
    assert_type(R[R > 1], RaggedTensor)
    assert_type(R[R.row_lengths() > 0], RaggedTensor)
    assert_type(R[2], Tensor)
    assert_type(list(R), list[Tensor])
    assert_type(iter(R), Iterator[Tensor])
    assert_type(R.column(0, default=0), Tensor)
    assert_type(R.pick([0, 0, 1], default=0), Tensor)
    assert_type(R.first(2), RaggedTensor)
    assert_type(R.slice_rows([0, 0, 1]), RaggedTensor)


def test_methods() -> None:
    assert_type(R.sum(axis=1), Tensor)
    assert_type(R.mean(axis=1), Tensor)
    assert_type(R.max(axis=1, empty=0), Tensor)
    assert_type(R.argmax(axis=1, empty=-1), Tensor)
    assert_type(R.sort(), RaggedTensor)
    assert_type(R.argsort(), RaggedTensor)
    assert_type(R.cumsum(axis=1), RaggedTensor)
    assert_type(R.cumsum(), Array)
    assert_type(R.unique(), RaggedTensor)
    assert_type(R.astype(float), RaggedTensor)
    assert_type(R.pad_to(2), RaggedTensor)
    assert_type(R.clip_to(2), RaggedTensor)
    assert_type(R.with_flat_values([1] * 5), RaggedTensor)
    assert_type(R.diff(), Tensor)


def test_encodings_and_conversions() -> None:
    assert_type(R.values, Tensor)
    assert_type(R.flat_values, Array)
    assert_type(R.row_splits, Array)
    assert_type(R.row_lengths(), Array)
    assert_type(R.partitions, tuple[RowPartition, ...])
    assert_type(R.shape, TensorShape)
    assert_type(R.to_tensor(), Array)
    assert_type(R.to_sparse(), SparseTensor)
    assert_type(R.copy(), RaggedTensor)
    assert_type(RaggedTensor.from_row_splits([1, 2], [0, 2]), RaggedTensor)
    assert_type(RowPartition.from_row_lengths([1, 2]), RowPartition)


def test_functions() -> None:
    assert_type(rk.sort(R), RaggedTensor)
    assert_type(rk.sort([2, 1]), Tensor)
    assert_type(rk.argsort(R), RaggedTensor)
    assert_type(rk.cumsum(R, axis=1), RaggedTensor)
    assert_type(rk.cumprod(R, axis=1), RaggedTensor)
    assert_type(rk.concat([R, R], axis=0), RaggedTensor)
    assert_type(rk.stack([R, R]), RaggedTensor)
    assert_type(rk.gather(R, [0, 2]), RaggedTensor)
    assert_type(rk.gather(R, 0), Tensor)
    assert_type(rk.gather([5, 6], R % 2), RaggedTensor)
    assert_type(rk.where(R > 1, R, 0), RaggedTensor)
    assert_type(rk.where(R > 1), Tensor)
    assert_type(rk.boolean_mask(R, R > 1), RaggedTensor)


def test_elementwise_functions() -> None:
    assert_type(rk.nn.relu(R), RaggedTensor)
    assert_type(rk.nn.relu(features=R), RaggedTensor)
    assert_type(rk.nn.relu(A), Array)
    assert_type(rk.nn.relu(T), Tensor)
    assert_type(rk.nn.relu([[1.0], []]), Tensor)
    assert_type(rk.nn.leaky_relu(R, alpha=0.1), RaggedTensor)
    assert_type(rk.sigmoid(R), RaggedTensor)
    assert_type(rk.special.erf(R), RaggedTensor)
    assert_type(rk.cast(R, float), RaggedTensor)
    assert_type(rk.softmax(R), RaggedTensor)
    assert_type(rk.divide_no_nan(R, 2), RaggedTensor)
    assert_type(rk.truncatediv(1, R), RaggedTensor)
    assert_type(rk.truncatediv(R, T), RaggedTensor)
    assert_type(rk.xlogy(A, 2.0), Array)
    assert_type(rk.xlogy([1.0], [[2.0]]), Tensor)
    assert_type(rk.complex(R, 1.0), RaggedTensor)
    assert_type(rk.add_n([R, R]), RaggedTensor)
    assert_type(rk.scalar_mul(2, A), Array)
    assert_type(rk.clip_by_value(R, 0, 1), RaggedTensor)
    assert_type(rk.zeros_like(R, dtype=float), RaggedTensor)
    assert_type(rk.one_hot(R, 4), RaggedTensor)
    assert_type(rk.strings.upper(S), RaggedTensor)
    assert_type(rk.strings.length(S, unit="UTF8_CHAR"), RaggedTensor)
    assert_type(rk.strings.split(S), RaggedTensor)
    assert_type(rk.strings.split("a b"), Tensor)


def test_functions_whose_result_depends_on_an_argument() -> None:
    assert_type(rk.reduce_sum(R, axis=1), Tensor)
    assert_type(rk.reduce_max(R, 1, empty=0), Tensor)
    assert_type(rk.reduce_std(input_tensor=R, axis=[0, 1], keepdims=True), Tensor)
    assert_type(rk.argmax(R), Tensor)
    assert_type(rk.median(R, axis=1), Tensor)
    assert_type(rk.segment_sum(R, [0, 0, 1]), RaggedTensor)
    assert_type(rk.unique(R), RaggedTensor)
    assert_type(rk.unique(R, return_counts=True).counts, Tensor)
    assert_type(rk.top_k(R, 2).values, Tensor)
    assert_type(rk.value_counts(R).counts, Tensor)
    assert_type(rk.interp([1.5], R.sort(), R), Tensor)
    assert_type(rk.interp(n=5, x=R.sort(), y=R), Tensor)
    assert_type(rk.bucket_by_length([3, 1], 2), RaggedTensor)
    assert_type(rk.group_by([1, 2], [3, 4]).values, RaggedTensor)
    assert_type(rk.explode(R), tuple[Tensor, Array])
    assert_type(rk.implode([1, 2], [0, 0]), RaggedTensor)
    assert_type(rk.dynamic_partition(R, [0, 1, 0], 2), list[RaggedTensor])
    assert_type(rk.split(R, 3), list[RaggedTensor])
    assert_type(rk.slice_rows(R, 1), RaggedTensor)
    assert_type(rk.reshape(R, [-1]), Tensor)
    assert_type(rk.transpose(R), RaggedTensor)
    assert_type(rk.sparse.reduce_sum(R.to_sparse(), 1), Array)
    assert_type(rk.sparse.reduce_sum(R.to_sparse(), output_is_sparse=True), SparseTensor)


TABLE = rk.RaggedTable({"a": R}, {"id": [1, 2, 3]})


def test_tables() -> None:
    assert_type(TABLE["a"], RaggedTensor)
    assert_type(TABLE[1:], RaggedTable)
    assert_type(TABLE[TABLE["a"] > 1], RaggedTable)
    assert_type(TABLE[:, ::-1], RaggedTable)
    assert_type(TABLE[0], dict[str, Any])
    assert_type(list(TABLE), list[dict[str, Any]])
    assert_type(TABLE.rows["id"], Array)
    assert_type(TABLE.columns["a"], RaggedTensor)
    assert_type(TABLE.with_columns(b=R).with_rows(n=TABLE.row_lengths()), RaggedTable)
    assert_type(TABLE.select("a").rename(a="b").drop("b").head(2), RaggedTable)
    assert_type(TABLE.sort("a", descending=True).top(2, by="a"), RaggedTable)
    assert_type(TABLE.split_where(TABLE["a"] > 1).merge_rows(by="id"), RaggedTable)
    assert_type(rk.RaggedTable.concat([TABLE, TABLE]), RaggedTable)
    assert_type(TABLE.explode(), dict[str, Tensor])
    assert_type(TABLE.agg(total=("a", "sum")), dict[str, Array])
    assert_type(TABLE.apply_rows(len, returns="array"), Array)
    assert_type(TABLE.apply_rows(dict, returns="table"), RaggedTable)


# Public functions and methods that return Any, each with its reason.
RETURNS_ANY = {
    "raggedkit.RaggedTable.to_arrow": "a table of pyarrow, which has no types",
    "raggedkit.RaggedTable.to_awkward": "an array of Awkward, which is imported on first use",
    "raggedkit.RaggedTable.from_dataset": "a table, and its mask too with return_mask=True",
    "raggedkit.RaggedTable.to_dataset": "a Dataset of xarray, which is imported on first use",
    "raggedkit.RaggedTable.to_frame": "a data frame of another library",
    "raggedkit.RaggedTable.to_pandas": "a data frame of pandas, which has no types",
    "raggedkit.RaggedTensor.from_arrow": "a tensor, and masks too with return_mask=True",
    "raggedkit.RaggedTable.from_arrow": "a table, and masks too with return_mask=True",
    "raggedkit.RaggedTable.from_awkward": "a table, and masks too with return_mask=True",
    "raggedkit.RaggedTable.from_frame": "a table, and masks too with return_mask=True",
    "raggedkit.RaggedTensor.from_awkward": "a tensor, and masks too with return_mask=True",
    "raggedkit.RaggedTensor.from_feather": "a tensor, and masks too with return_mask=True",
    "raggedkit.RaggedTensor.from_parquet": "a tensor, and masks too with return_mask=True",
    "raggedkit.RaggedTensor.to_awkward": "an array of Awkward, which is imported on first use",
    "raggedkit.RaggedTensor.to_arrow": "an array of pyarrow, which has no types",
    "raggedkit.RaggedTensor.from_pandas": "a tensor, and masks too with return_mask=True",
    "raggedkit.RaggedTensor.from_scipy": "a tensor, and its columns too with return_columns=True",
    "raggedkit.RaggedTensor.to_pandas": "a Series of pandas, which has no types",
    "raggedkit.RaggedTensor.to_tensorflow": "a tensor of TensorFlow",
    "raggedkit.RaggedTensor.to_torch": "a tensor of PyTorch",
    "raggedkit.RaggedTensor.to_scipy": "SciPy has no types of its own",
    "raggedkit.SparseTensor.to_scipy": "SciPy has no types of its own",
    "raggedkit.ragged.constant": "an array for a flat list: the depth of the list decides",
    "raggedkit_r.c": "a shape, a vector, a list or None, as in R: the first part decides",
    "raggedkit_r.from_r": "the R object decides",
    "raggedkit_r.is_na": "a bool for a number, a ragged list for a ragged list",
    "raggedkit_r.mean": "a number, a time or NA: the kind of the values decides",
    "raggedkit_r.to_r": "an object of rpy2, which has no types",
    "raggedkit_r.unique": "what the class registered for the argument returns",
}


def public_functions() -> Iterator[tuple[str, Any]]:
    """Every public function and method, its accessors included, under the name of a user."""
    names = ("debugging", "io", "nn", "plots", "ragged", "sparse", "special", "strings", "testing")
    for module in (rk, *(importlib.import_module(f"raggedkit.{n}") for n in names), raggedkit_r):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isroutine(value):
                yield f"{module.__name__}.{name}", inspect.unwrap(value)
            elif inspect.isclass(value) and value.__module__.startswith("raggedkit"):
                for member in inspect.classify_class_attrs(value):
                    at_home = member.defining_class.__module__.startswith("raggedkit")
                    if at_home and not member.name.startswith("_"):
                        found = getattr(member.object, "fget", None) or member.object
                        found = getattr(found, "func", found)  # of a cached property
                        found = getattr(found, "__func__", found)
                        if inspect.isfunction(found):
                            yield f"{module.__name__}.{name}.{member.name}", found


def test_public_functions_return_a_type() -> None:
    functions = dict(public_functions())
    assert len(functions) > 400
    untyped = {
        name
        for name, function in functions.items()
        if "Any" in str(function.__annotations__.get("return", "Any")).split(" | ")
        and not typing.get_overloads(function)
    }
    assert untyped == set(RETURNS_ANY)
    assert len(untyped) < 30


def test_mypy_finds_the_packages_from_another_folder(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    try:
        importlib.metadata.distribution("raggedkit")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("raggedkit is not installed here")
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "MYPYPATH")}
    args = ["--strict", "--follow-imports=skip", "--cache-dir", os.devnull]
    code = "import raggedkit, raggedkit_r, raggedkit_nowhere"
    run = subprocess.run(
        [sys.executable, "-m", "mypy", *args, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=env,
    )
    errors = [line for line in run.stdout.splitlines() if "error:" in line]
    assert [line.partition("error: ")[2] for line in errors] == [
        'Cannot find implementation or library stub for module named "raggedkit_nowhere"'
        "  [import-not-found]"
    ]


def test_this_file_has_a_hundred_expressions_or_more() -> None:
    source = inspect.getsource(inspect.getmodule(test_functions) or pytest)
    assert source.count("    assert_type(") >= 100


def test_typed_functions_have_their_class_at_run_time() -> None:
    assert typing.get_args(Tensor)[1] == Array
    functions = (
        rk.nn.relu,
        rk.sigmoid,
        rk.softmax,
        rk.zeros_like,
        rk.identity,
        rk.diff,
        rk.transpose,
    )
    for found in (R + 1, R == 1, R[1:], R[[0]], R[R > 1], rk.where(R > 1, R, 0), rk.stack([R, R])):
        assert type(found) is RaggedTensor
    for function in functions:
        assert type(function(R)) is RaggedTensor
        assert type(function(np.array([[1, 2]]))) is np.ndarray
    tensors: list[Tensor] = [
        rk.bitcast(R, "int32"),
        rk.bitcast(rk.bitcast(R, "int32"), "int64"),
        rk.cast(R, float),
        rk.expand_dims(R, 0),
        rk.expand_dims(R, 2),
        rk.one_hot(R, 4),
        rk.reverse(R, [0, 1]),
        rk.roll(R, 1),
        rk.segment_sum(R, [0, 0, 1]),
        rk.swapaxes(rk.as_uniform(R[:1]), 0, 1),
        rk.tile(R, [2, 1]),
        rk.windows(R, 2),
        rk.diff(R[:1], axis=0),
        rk.strings.length(S),
        rk.strings.substr(S, 0, 1),
        rk.strings.bytes_split(S),
        rk.clip_by_value(R, 0, 1),
        rk.explode(rk.stack([R, R]))[0],
        *rk.split(R, 3),
        *rk.dynamic_partition(R, [0, 1, 0], 3),
    ]
    assert {type(found) for found in tensors} == {RaggedTensor}
