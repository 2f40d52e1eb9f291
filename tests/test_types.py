"""Types of public expressions, as mypy sees them: `mypy` checks each ``assert_type`` of this file.

Ragged operands give `RaggedTensor`; the union `Tensor` is the type where the depth of a tensor or
the value of an argument decides.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from typing import assert_type

import pytest

import raggedkit as rk
from raggedkit import RaggedTensor, RowPartition, SparseTensor, TensorShape
from raggedkit.typing import Array, Tensor

R = rk.array([[3, 1, 4], [], [9, 2]])
S = rk.array([["a", "b"], [], ["c"]])


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


def test_this_file_has_sixty_expressions_or_more() -> None:
    source = inspect.getsource(inspect.getmodule(test_functions) or pytest)
    assert source.count("    assert_type(") >= 60


def test_typed_functions_have_their_class_at_run_time() -> None:
    assert typing.get_args(Tensor)[1] == Array
    for found in (R + 1, R == 1, R[1:], R[[0]], R[R > 1], rk.where(R > 1, R, 0), rk.stack([R, R])):
        assert type(found) is RaggedTensor
