"""Positions, counts and ids of any integer dtype; numbers beyond int64 raise an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import raggedkit as rk
from raggedkit import RaggedIndexError, RaggedTensor

x = rk.array([[1, 2, 3], [], [4, 5]])
some = np.arange(3)
TAKES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "take_along": (
        lambda n: rk.take_along(x, RaggedTensor.from_row_splits(n[:2], [0, 1, 1, 2])),
        "indices",
    ),
    "batch_gather": (
        lambda n: rk.batch_gather(x, RaggedTensor.from_row_splits(n[:2], [0, 1, 1, 2])),
        "indices",
    ),
    "pick": (lambda n: rk.pick(x, n, default=0), "indices"),
    "key": (lambda n: x[n], "key"),
    "gather": (lambda n: rk.gather(x, n), "indices"),
    "gather_clip": (lambda n: rk.gather(x, n, mode="clip"), "indices"),
    "gather_dense": (lambda n: rk.gather(some, n), "indices"),
    "gather_nd": (lambda n: rk.gather_nd(x, n[:, None]), "indices"),
    "take": (lambda n: x.take(n), "indices"),
    "numpy_take": (lambda n: np.take(x, n, axis=0), "indices"),
    "slice_rows_start": (lambda n: rk.slice_rows(x, n), "start"),
    "slice_rows_stop": (lambda n: rk.slice_rows(x, stop=n), "stop"),
    "slice_rows_step": (lambda n: rk.slice_rows(x, step=n + np.ones_like(n)), "step"),
    "first": (lambda n: rk.first(x, n), "count"),
    "last": (lambda n: rk.last(x, n), "count"),
    "roll": (lambda n: rk.roll(x, n, axis=1), "shift"),
    "repeat": (lambda n: rk.repeat(x, n, axis=0), "repeats"),
    "repeat_dense": (lambda n: rk.repeat(some, n), "repeats"),
    "pad_to": (lambda n: rk.pad_to(x, n), "width"),
    "clip_to": (lambda n: rk.clip_to(x, n), "width"),
    "unsorted_segment_sum": (lambda n: rk.unsorted_segment_sum(x, n, 3), "segment_ids"),
    "segment_sum": (lambda n: rk.segment_sum(x, np.sort(n)), "segment_ids"),
    "segment_ids_to_row_splits": (lambda n: rk.ragged.segment_ids_to_row_splits(n), "segment_ids"),
    "dynamic_partition": (lambda n: rk.dynamic_partition(some, n, 3)[0], "partitions"),
    "implode": (lambda n: rk.implode(some, n, 3), "rows"),
    "bincount": (lambda n: rk.bincount(n), "arr"),
    "from_tensor": (lambda n: RaggedTensor.from_tensor(np.ones((3, 2)), lengths=n), "lengths"),
    "from_row_lengths": (
        lambda n: RaggedTensor.from_row_lengths(np.arange(2), n),
        "row_lengths",
    ),
    "reshape": (lambda n: rk.reshape(np.arange(2), [3, n]), r"shape\[1\]"),
}
DTYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "uint64"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("call", "name"), TAKES.values(), ids=TAKES)
def test_every_integer_dtype_gives_what_int64_gives(
    call: Callable[[Any], Any], name: str, dtype: str
) -> None:
    numbers = np.array([1, 0, 1])
    want, got = call(numbers), call(numbers.astype(dtype))
    assert want.shape.as_list() == got.shape.as_list() if isinstance(want, RaggedTensor) else True
    assert want.tolist() == got.tolist()


@pytest.mark.parametrize("number", [2**63, 2**64 - 1])
@pytest.mark.parametrize(("call", "name"), TAKES.values(), ids=TAKES)
def test_larger_numbers_are_refused(call: Callable[[Any], Any], name: str, number: int) -> None:
    numbers = np.array([number - (name == "step"), 0, 0], np.uint64)
    with pytest.raises(ValueError, match=rf"^{name} must fit int64, got {name}\[.*\] = {number}"):
        call(numbers) if name != "segment_ids" else call(np.array([number] * 3, np.uint64))


NOT_BOOL = ("key", "bincount", "slice_rows_step", "segment_sum", "reshape")


@pytest.mark.parametrize("flags", [[True, False, True], np.array([True, False, True])])
@pytest.mark.parametrize(
    ("call", "name"),
    [v for k, v in TAKES.items() if k not in NOT_BOOL],
)
def test_bools_are_no_numbers(call: Callable[[Any], Any], name: str, flags: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=rf"^{name} must "):
        call(np.asarray(flags))


def test_few_bits_count_many_rows() -> None:
    many = RaggedTensor.from_row_lengths(np.arange(300), [1] * 300)
    assert many[np.array([-1, 5], np.int8)].to_list() == [[299], [5]]
    assert many[np.array([200], np.uint8)].to_list() == [[200]]


extremes = st.sampled_from([2**63 - 1, -(2**63), 2**62, -1, 1, 3])


@given(st.lists(extremes, min_size=3, max_size=3), st.lists(extremes, min_size=3, max_size=3))
def test_slices_of_rows_take_any_step(starts: list[int], steps: list[int]) -> None:
    rows = x.to_list()
    want = [row[a::s] for row, a, s in zip(rows, starts, steps, strict=True)]
    assert rk.slice_rows(x, starts, step=steps).to_list() == want


@given(st.lists(extremes, min_size=3, max_size=3))
def test_rolls_take_any_shift(shifts: list[int]) -> None:
    want = [np.roll(row, s % max(len(row), 1)).tolist() for row, s in zip(x, shifts, strict=True)]
    assert rk.roll(x, shifts, axis=1).to_list() == want


def test_the_index_of_a_ragged_position_is_a_path() -> None:
    deep = RaggedTensor.from_row_lengths(np.array([0, 2**63], np.uint64), [2, 0, 0])
    with pytest.raises(RaggedIndexError, match=r"got indices\[0, 1\] = 9223372036854775808"):
        rk.take_along(x, deep)


def test_floats_are_counted_or_refused() -> None:
    with pytest.raises(ValueError, match=r"arr must fit int64, got arr\[1\] = 1e\+300"):
        rk.bincount(np.array([1.0, 1e300]))


def test_true_is_no_count() -> None:
    for call in (lambda: rk.first(x, True), lambda: rk.top_k(x, True), lambda: rk.windows(x, True)):
        with pytest.raises((TypeError, ValueError), match=r"must be (an )?integers?, got True"):
            call()
