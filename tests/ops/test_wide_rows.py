"""Row splits of int32 become int64 where an operation makes rows that int32 can't count.

Items without any numbers, ``[2**30, 0]``, are so many and take no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import raggedkit as rk
from raggedkit import RaggedTensor as RT
from raggedkit._kernels import dispatch as engine

HALF = 2**30
MANY = 40  # rows, so that Python's integers leave them to the kernels


def wide(*lengths: int, dtype: Any = np.int32) -> Any:
    """Return rows of these many items, each of no numbers."""
    splits = np.cumsum([0, *lengths]).astype(dtype)
    return RT.from_row_splits(np.zeros((sum(lengths), 0)), splits)


def nested(*lengths: int) -> Any:
    """Return the same rows as one row of rows."""
    return RT.from_row_splits(wide(*lengths), np.array([0, len(lengths)], np.int32))


ROW = wide(HALF)
SHORT = wide(2**26)
ROWS = nested(HALF)
SHORTS = nested(2**26)
DECLARED = RT.from_row_splits(
    RT.from_uniform_row_length(np.zeros((HALF, 0)), np.int32(HALF)), np.array([0, 1], np.int32)
)
ZEROS = [0] * MANY

# What makes the rows, how many of what length they are.
TWICE: dict[str, tuple[Callable[[], Any], int, int]] = {
    "rows-picked": (lambda: ROW[[0, 0]], 2, HALF),
    "many-rows-picked": (lambda: SHORT[ZEROS], MANY, 2**26),
    "rows-masked": (lambda: rk.concat([ROW, ROW], 0)[np.array([True, True])], 2, HALF),
    "gather": (lambda: rk.gather(ROW, [0, 0]), 2, HALF),
    "gather-many": (lambda: rk.gather(SHORT, ZEROS), MANY, 2**26),
    "gather-shaped": (lambda: rk.gather(ROW, [[0, 0]])[0], 2, HALF),
    "gather-ragged": (lambda: rk.gather(ROW, rk.ragged.constant([[0, 0], []]))[0], 2, HALF),
    "gather-axis-1": (lambda: rk.gather(ROWS, [0, 0], axis=1)[0], 2, HALF),
    "take": (lambda: np.take(ROW, [0, 0], axis=0), 2, HALF),
    "take-method": (lambda: ROW.take([0, 0], axis=0), 2, HALF),
    "gather_nd": (lambda: rk.gather_nd(ROW, [[0], [0]]), 2, HALF),
    "batch_gather": (lambda: rk.batch_gather(ROWS, [[0, 0]])[0], 2, HALF),
    "batch_gather-many": (lambda: rk.batch_gather(SHORTS, [ZEROS])[0], MANY, 2**26),
    "take_along": (lambda: rk.take_along(ROWS, rk.ragged.constant([[0, -1]]))[0], 2, HALF),
    "pick": (lambda: rk.pick(RT.from_row_lengths(rk.concat([ROW, ROW], 0), [2]), [1]), 1, HALF),
    "repeat": (lambda: rk.repeat(ROW, 2, axis=0), 2, HALF),
    "repeat-many": (lambda: rk.repeat(SHORT, MANY, axis=0), MANY, 2**26),
    "repeat-inside": (lambda: rk.repeat(ROWS, 2, axis=1)[0], 2, HALF),
    "repeat-each": (lambda: rk.repeat(ROWS, rk.ragged.constant([[2]]), axis=1)[0], 2, HALF),
    "np.repeat": (lambda: np.repeat(ROW, 2, axis=0), 2, HALF),
    "tile": (lambda: rk.tile(ROW, [2, 1, 1]), 2, HALF),
    "tile-rows": (lambda: rk.tile(ROW, [1, 2, 1]), 1, 2 * HALF),
    "tile-inside": (lambda: rk.tile(ROWS, [1, 2, 1, 1])[0], 2, HALF),
    "tile-declared": (lambda: rk.tile(DECLARED, [2, 1, 1, 1]).values, 2, HALF),
    "concat": (lambda: rk.concat([ROW, ROW], 0), 2, HALF),
    "concat-many": (lambda: rk.concat([SHORT] * MANY, 0), MANY, 2**26),
    "concat-rows": (lambda: rk.concat([ROW, ROW], 1), 1, 2 * HALF),
    "concat-inside": (lambda: rk.concat([ROWS, ROWS], 1)[0], 2, HALF),
    "stack": (lambda: rk.stack([ROW, ROW]).values, 2, HALF),
    "ragged.stack": (lambda: rk.ragged.stack([ROW, ROW]).values, 2, HALF),
    "merge_dims": (lambda: rk.stack([ROW, ROW]).merge_dims(0, 1), 2, HALF),
    "merge_dims-inside": (lambda: nested(HALF)[[0, 0]].merge_dims(1, 2), 2, HALF),
    "reverse": (lambda: rk.reverse(rk.concat([ROW, ROW], 0), [0]), 2, HALF),
    "declared": (lambda: DECLARED[[0, 0]].values, 2, HALF),
    "slice": (lambda: rk.concat([ROW, ROW, ROW], 0)[:2], 2, HALF),
    "slice-of-rows": (lambda: rk.concat([ROW, ROW], 0)[:, : HALF + 1], 2, HALF),
    "new-axis": (lambda: rk.concat([ROW, ROW], 0)[None][0], 2, HALF),
    "copy": (lambda: rk.concat([ROW, ROW], 0).copy(), 2, HALF),
}


@pytest.mark.parametrize("compiled_from", [0, 1 << 15], ids=["compiled", "numpy"])
@pytest.mark.parametrize(("make", "nrows", "length"), TWICE.values(), ids=TWICE)
def test_rows_that_int32_cannot_count(
    make: Callable[[], Any], nrows: int, length: int, compiled_from: int, monkeypatch: Any
) -> None:
    monkeypatch.setattr(engine, "COMPILED_FROM", compiled_from)
    rt = make()
    assert [s.dtype for s in rt.nested_row_splits] == [np.int64] * len(rt.partitions)
    assert rt.row_splits.tolist() == [i * length for i in range(nrows + 1)]
    assert rt.row_lengths().tolist() == [length] * nrows
    assert len(rt.flat_values) == nrows * length


def test_rows_that_int32_can_count_stay() -> None:
    few = RT.from_row_splits(np.arange(3), np.array([0, 2, 3], np.int32))
    for rt in (few[[0, 0]], few[[0] * MANY], rk.repeat(few, 2, axis=1), rk.tile(few, [1, 2])):
        assert rt.row_splits.dtype == np.int32
    assert rk.repeat(few, rk.ragged.constant([[1, 0], [3]])).row_splits.dtype == np.int32


# ---------------------------------------------------------------------- counts that wrap around
X = RT.from_row_lengths(np.array([1, 2, 3, 4]), [3, 0, 1])
NARROW = X.with_row_splits_dtype("int32")
EACH = X.with_values(np.array([1, 2**62, 2**62, 2**62]))
PART = X.with_values(np.full(4, 2**47))
MOST = 281474976710656

WRAPPING: dict[str, tuple[Callable[[], Any], str]] = {
    "repeat": (lambda: rk.repeat(X, 2**62, axis=1), f"repeats must be at most {MOST}, got 4611"),
    "repeat-int32": (lambda: rk.repeat(NARROW, 2**62, axis=1), f"at most {MOST}, got 4611"),
    "repeat-rows": (lambda: rk.repeat(X, [1, 2**62, 2**62], axis=0), r"got repeats\[1\] = 4611"),
    "repeat-per-row": (
        lambda: rk.repeat(X, np.array([[2], [1], [2**62]]), axis=1),
        r"got repeats\[2, 0\] = 4611",
    ),
    "repeat-per-value": (lambda: rk.repeat(X, EACH, axis=1), r"got repeats\[0, 1\] = 4611"),
    "repeat-together": (
        lambda: rk.repeat(X, PART, axis=1),
        rf"repeats must add up to at most {MOST} items, got repeats\[2\] = 140737488355328",
    ),
    "repeat-dense": (lambda: rk.repeat(np.arange(4), 2**62), "got 4611686018427387904"),
    "repeat-flat": (lambda: np.repeat(X, 2**62), "got 4611686018427387904"),
    "np.repeat": (lambda: np.repeat(X, 2**62, axis=1), "got 4611686018427387904"),
    "method": (lambda: X.repeat(2**62, axis=1), "got 4611686018427387904"),
    "repeat-negative": (
        lambda: rk.repeat(X, [1, -1, 0], axis=0),
        r"negative, got repeats\[1\] = -1",
    ),
    "pad_to": (
        lambda: rk.pad_to(rk.ragged.constant([[1], [2], [], [3]]), [2**62] * 4),
        rf"width must add up to at most {MOST} items, got width\[0\] = 4611686018427387904",
    ),
    "pad_to-one": (lambda: rk.pad_to(X, 2**62), "width must make rows that fit memory, got 4611"),
    "tile": (lambda: rk.tile(X, [1, 2**62]), rf"at most {MOST} items, got multiples\[1\] = 4611"),
    "tile-rows": (lambda: rk.tile(X, [2**62, 1]), r"got multiples\[0\] = 4611686018427387904"),
    "tile-both": (lambda: rk.tile(X, [2**40, 2**40]), r"got multiples\[1\] = 1099511627776"),
    "tile-dense": (lambda: rk.tile(np.arange(4), [2**62]), r"got multiples\[0\] = 46116860184273"),
    "cartesian": (lambda: rk.cartesian([wide(2**13, dtype=np.int64)] * 5), "inputs must have"),
}


@pytest.mark.parametrize(("call", "says"), WRAPPING.values(), ids=WRAPPING)
def test_counts_whose_sum_would_wrap_around(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()
    assert X.to_list() == [[1, 2, 3], [], [4]]


def test_counts_of_int32_rows_are_not_cut() -> None:
    """2**47 is 0 in 32 bits; no memory has room for it."""
    with pytest.raises(MemoryError):
        rk.repeat(NARROW, np.array([[2**46], [0], [0]]), axis=1)
