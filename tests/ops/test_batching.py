"""bucket_by_length: every row once, little padding, the same for one seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from tests.strict_cupy.array import StrictArray, namespace

RT = rk.RaggedTensor
bucket: Any = rk.bucket_by_length  # for arguments of wrong types


def padded(lengths: Any, batches: RT) -> tuple[list[int], list[int]]:
    """Return the cells and the values of each batch."""
    rows = [np.asarray(lengths)[ids] for ids in batches]
    return [int(r.max()) * len(r) for r in rows], [int(r.sum()) for r in rows]


@given(
    lengths=st.lists(st.integers(0, 40) | st.sampled_from([1000, 2**40]), max_size=40),
    size=st.integers(1, 9),
    pool=st.sampled_from([1, 2, 50, 2**62]),
    shuffle=st.booleans(),
)
def test_every_row_once_and_two_cells_per_value(
    lengths: list[int], size: int, pool: int, shuffle: bool
) -> None:
    given_lengths = np.array(lengths, dtype=int)
    batches = rk.bucket_by_length(given_lengths, size, pool, shuffle, seed=3)
    assert sorted(batches.flat_values.tolist()) == list(range(len(lengths)))
    assert all(1 <= len(ids) <= size for ids in batches)
    cells, values = padded(lengths, batches)
    assert all(c <= 2 * v for c, v in zip(cells, values, strict=True))
    for ids in batches:
        assert given_lengths[ids].tolist() == sorted(given_lengths[ids].tolist())
    again = rk.bucket_by_length(given_lengths, size, pool, shuffle, seed=3)
    assert again.identical(batches)


@pytest.mark.parametrize("alpha", [1.1, 1.5, 3.0])
def test_pareto_lengths(alpha: float) -> None:
    lengths = np.minimum((np.random.default_rng(1).pareto(alpha, 100_000) * 2), 200_000).astype(int)
    batches = rk.bucket_by_length(lengths, 32, seed=0)
    cells, values = padded(lengths, batches)
    assert sum(cells) <= 1.35 * sum(values)
    # Few batches are split, so almost all have as many rows as were asked for.
    assert len(batches) <= 1.1 * len(lengths) / 32
    unsorted = rk.bucket_by_length(lengths, 32, pool=1, seed=0)
    assert len(unsorted) > 1.5 * len(batches)


def test_orders() -> None:
    lengths = [5, 1, 4, 2, 3, 1]
    assert rk.bucket_by_length(lengths, 2, shuffle=False).tolist() == [[1, 5], [3, 4], [2, 0]]
    assert rk.bucket_by_length(lengths, 2, 1, False).tolist() == [[1, 0], [3, 2], [5, 4]]
    assert rk.bucket_by_length([4, 4], 2, shuffle=False).tolist() == [[0, 1]]
    assert rk.bucket_by_length([0, 9, 0], 5, shuffle=False).tolist() == [[0, 2], [1]]
    assert rk.bucket_by_length([], 2).tolist() == []
    assert rk.bucket_by_length([7], 2**62).tolist() == [[0]]
    assert rk.bucket_by_length(np.array([2, 1], "uint8"), 2, seed=1).dtype == np.int64
    many = np.arange(1000) % 7 + 1
    one, two = (rk.bucket_by_length(many, 10, seed=s).tolist() for s in (1, 2))
    assert one != two
    generator = np.random.default_rng(1)
    assert rk.bucket_by_length(many, 10, seed=generator).tolist() == one


def test_the_result_drives_a_loader() -> None:
    rt = rk.array([[1, 2], [3], [4, 5, 6], [], [7]])
    sampler = rk.bucket_by_length(rt.row_lengths(), 2, seed=0)
    assert len(sampler) >= 3
    seen = [rt[i].tolist() for batch in sampler.tolist() for i in batch]
    assert sorted(seen) == sorted(rt.tolist())


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: bucket([1, -2], 2), ValueError, r"got lengths\[1\] = -2"),
        (lambda: bucket([1.5], 2), ValueError, r"lengths must be integers, got dtype"),
        (lambda: bucket([[1]], 2), ValueError, "lengths must be a vector of integers"),
        (
            lambda: bucket(rk.array([[1], []]), 2),
            ValueError,
            r"lengths must be a vector .*; take rt.row_lengths\(\)",
        ),
        (lambda: bucket([1], 0), ValueError, "batch_size must be at least 1, got 0"),
        (lambda: bucket([1], 2, pool=0), ValueError, "pool must be at least 1, got 0"),
        (lambda: bucket([1], 2.5), TypeError, "batch_size must be an integer"),
        (lambda: bucket([1], 2, seed="a"), TypeError, "seed must be None.* got 'a'"),
        (lambda: bucket([1], 2, seed=-1), TypeError, "seed must be None.* got -1"),
    ],
)  # fmt: skip
def test_errors(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_lengths_of_a_device_stay_there() -> None:
    lengths = np.array([5, 1, 4, 2, 3, 1, 900])
    found: Any = rk.bucket_by_length(namespace.asarray(lengths), 2, seed=0)
    assert isinstance(found.flat_values, StrictArray)
    expected = rk.bucket_by_length(lengths, 2, seed=0)
    assert found.flat_values.get().tolist() == expected.flat_values.tolist()
    assert found.row_splits.get().tolist() == expected.row_splits.tolist()
