"""Tensors and partitions as arguments of compiled functions, and rows made inside."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raggedkit as rk

numba = pytest.importorskip("numba")

numba_extension = importlib.import_module("raggedkit.interop.numba_extension")
Builder = importlib.import_module("raggedkit.interop.numba").Builder

RT = rk.RaggedTensor
ROOT = Path(__file__).parents[2]
DEEP = rk.array([[[1, 2], [3]], [], [[], [4, 5, 6]]])

numba_extension.init()  # a checkout that was installed before has no entry point


@numba.njit
def by_index(rt: Any) -> Any:
    total = 0.0
    for i in range(len(rt)):
        for value in rt[i]:
            total += (i + 1) * value
    return total


@numba.njit
def by_iteration(rt: Any) -> Any:
    total, weight = 0.0, 0.0
    for row in rt:
        weight += 1.0
        for value in row:
            total += weight * value
    return total


@numba.njit
def arrays(rt: Any) -> Any:
    return rt.flat_values, rt.row_splits


@numba.njit
def item(rt: Any, i: Any) -> Any:
    return rt[i]


@numba.njit
def same(x: Any) -> Any:
    return x


ROWS = {
    "rows": [[1, 2], [], [3, 4, 5]],
    "empty-first-and-last": [[], [7], []],
    "one-row": [[1, 2, 3]],
    "empty-rows": [[], []],
    "no-rows": [],
}


@pytest.mark.parametrize("splits", ["int32", "int64"])
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_rows_are_those_of_python(rows: list[list[int]], splits: str) -> None:
    lengths = np.array([len(row) for row in rows], dtype=splits)
    rt = RT.from_row_lengths(np.array([v for row in rows for v in row], dtype=float), lengths)
    expected = sum((i + 1) * v for i, row in enumerate(rows) for v in row)
    assert by_index(rt) == by_iteration(rt) == expected
    for i in range(-len(rows), len(rows)):
        np.testing.assert_array_equal(item(rt, i), rows[i])
    values, cut = arrays(rt)
    np.testing.assert_array_equal(values, rt.flat_values)
    np.testing.assert_array_equal(cut, rt.row_splits)
    assert cut.dtype == splits
    assert same(rt).identical(rt)
    part = rt.partitions[0]
    assert same(part).identical(part)
    assert part_of(part)[0] == len(rows)
    np.testing.assert_array_equal(part_of(part)[1], part.row_splits())


@numba.njit
def part_of(part: Any) -> Any:
    return len(part), part.row_splits()


@numba.njit
def nested(rt: Any) -> Any:
    total = 0
    for i, rows in enumerate(rt):
        for j, row in enumerate(rows):
            for value in row:
                total += (100 * i + 10 * j + 1) * value
    return total


def test_more_ragged_axes() -> None:
    expected = sum(
        (100 * i + 10 * j + 1) * v
        for i, rows in enumerate(DEEP.to_list())
        for j, row in enumerate(rows)
        for v in row
    )
    for rt in (DEEP, DEEP.with_row_splits_dtype("int32")):
        assert nested(rt) == expected
        assert same(rt).identical(rt)
        for i in range(-3, 3):
            assert item(rt, i).to_list() == DEEP[i].tolist()
    values, splits = inside(DEEP, 2)
    assert (values.tolist(), splits.tolist()) == ([4, 5, 6], [0, 0, 3])
    four = rk.array([[[[1], []], [[2, 3]]], [], [[[4]]]])
    assert [item(four, i).to_list() for i in range(3)] == four.to_list()
    assert item(item(four, 0), 1).to_list() == [[2, 3]]


@numba.njit
def inside(rt: Any, i: Any) -> Any:
    return rt[i].flat_values, rt[i].row_splits


def test_values_of_other_kinds() -> None:
    vectors = RT.from_row_lengths(np.arange(6.0).reshape(3, 2), [1, 0, 2])
    assert item(vectors, 2).tolist() == [[2.0, 3.0], [4.0, 5.0]]
    backwards = RT.from_row_lengths(np.arange(6)[::-2], [1, 2])
    assert item(backwards, 1).tolist() == [3, 1]
    assert same(rk.array([[True], [False, True]])).to_list() == [[True], [False, True]]
    times = rk.array([[1, 2], []]).astype("datetime64[D]")
    assert item(times, 0).dtype == "datetime64[D]"
    uniform = RT.from_uniform_row_length(np.arange(6), 2)
    assert item(uniform, 1).tolist() == [2, 3]
    some = rk.array([[1, 2], [3], [4, 5, 6]])[1:]
    assert by_index(some) == 3 + 2 * 15
    assert arrays(some)[1].tolist() == [0, 1, 4]


@numba.njit
def assign(rt: Any) -> None:
    rt[0][0] = 1


def test_a_row_is_a_read_only_view() -> None:
    values = np.arange(3.0)
    rt = RT.from_row_lengths(values, [2, 1])
    row = item(rt, 1)
    assert np.shares_memory(row, values)
    assert not row.flags.writeable
    with pytest.raises(numba.TypingError, match="setitem"):
        assign(rt)
    del rt
    values[2] = 9
    assert row.tolist() == [9.0]


def test_no_reference_is_left() -> None:
    values = np.arange(12.0)
    rt = RT.from_row_lengths(values, [2, 1, 9])
    deep = RT.from_row_lengths(rt, [1, 2])
    calls: list[Any] = [
        lambda: by_index(rt),
        lambda: by_iteration(rt),
        lambda: item(rt, 1),
        lambda: same(rt),
    ]
    calls += [lambda: nested(deep), lambda: item(deep, 1), lambda: inside(deep, 0)]
    calls += [lambda: middle(rt, 1, 3), lambda: middle(deep, 0, 1), lambda: halves(rt)]
    for call in calls:
        call()
    before = sys.getrefcount(rt._flat), sys.getrefcount(deep._parts[0]._get_splits())
    for call in calls * 20:
        call()
    assert before == (sys.getrefcount(rt._flat), sys.getrefcount(deep._parts[0]._get_splits()))


@pytest.mark.parametrize("i", [3, -4, 2**40])
def test_no_such_row(i: int) -> None:
    with pytest.raises(IndexError, match="row must be one of the rows of rt"):
        item(DEEP, i)


@numba.njit
def positive(rt: Any, builder: Any) -> Any:
    for row in rt:
        for value in row:
            if value > 0:
                builder.append(value)
        builder.end_row()
    return builder.build()


@numba.njit
def squares(n: Any) -> Any:
    builder = Builder(np.float32)
    for i in range(n):
        for j in range(i % 4):
            builder.append(j * j)
        builder.end_row()
    return builder.build()


def test_a_builder_makes_rows() -> None:
    rt = rk.array([[1, -2, 3], [], [-4], [5]])
    builder = Builder(np.int64)
    first = positive(rt, builder)
    assert first.to_list() == [[1, 3], [], [], [5]]
    # What it returned does not change when the builder continues.
    builder.append(7)
    builder.end_row()
    assert builder.build().to_list() == [[1, 3], [], [], [5], [7]]
    assert first.to_list() == [[1, 3], [], [], [5]]
    many = squares(1000)
    assert many.dtype == np.float32
    assert many.to_list() == [[float(j * j) for j in range(i % 4)] for i in range(1000)]
    assert squares(0).to_list() == []
    builder.append(1)
    with pytest.raises(ValueError, match="end_row must be called after the last append"):
        builder.build()


def test_the_entry_point_is_small_and_imports_no_operations() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entry = project["entry-points"]["numba_extensions"]["init"]
    assert entry == f"{numba_extension.__name__}:{numba_extension.init.__name__}"
    path = ROOT / "raggedkit/interop/numba_extension.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 50
    code = (
        "import sys; from raggedkit.interop.numba_extension import init; init(); "
        "print([m for m in sys.modules if m.startswith(('raggedkit.ops', 'raggedkit.interop'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "['raggedkit.interop', 'raggedkit.interop.numba_extension']"


@numba.njit
def middle(rt: Any, a: Any, b: Any) -> Any:
    return rt[a:b]


@numba.njit
def halves(rt: Any) -> Any:
    half = len(rt) // 2
    return by_index(rt[:half]), by_index(rt[half:]), rt[half:].flat_values, rt[half:].row_splits


@numba.njit
def lengths(x: Any) -> Any:
    return x.row_lengths()


@numba.njit
def every_other(rt: Any) -> Any:
    return rt[::2]


@pytest.mark.parametrize("splits", ["int32", "int64"])
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_slices_and_row_lengths_are_those_of_python(rows: list[list[int]], splits: str) -> None:
    rt = RT.from_row_lengths(
        np.array([v for row in rows for v in row], dtype=float),
        np.array([len(row) for row in rows], dtype=splits),
    )
    bounds = (-5, -2, -1, 0, 1, 2, 3, 2**40)
    for a in bounds:
        for b in bounds:
            found = middle(rt, a, b)
            assert found.to_list() == rows[a:b]
            assert found.row_splits.dtype == splits
            assert np.shares_memory(found.flat_values, rt.flat_values) == (found.size > 0)
    half = len(rows) // 2
    first, second, values, cut = halves(rt)
    assert first + second == sum(
        (i + 1) * v for part in (rows[:half], rows[half:]) for i, r in enumerate(part) for v in r
    )
    assert values.tolist() == [v for row in rows[half:] for v in row]
    assert cut.tolist() == [0, *np.cumsum([len(row) for row in rows[half:]], dtype=int)]
    for x in (rt, rt.partitions[0]):
        assert lengths(x).tolist() == [len(row) for row in rows]
        assert lengths(x).dtype == splits


def test_slices_with_more_ragged_axes() -> None:
    for a, b in [(0, 3), (1, 3), (2, 3), (1, 1), (2, 0)]:
        assert middle(DEEP, a, b).to_list() == DEEP.to_list()[a:b]
    assert item(middle(DEEP, 1, 3), 1).to_list() == DEEP[2].tolist()
    assert middle(item(DEEP, 0), 1, 2).to_list() == [[3]]
    assert lengths(item(DEEP, 2)).tolist() == [0, 3]
    with pytest.raises(numba.TypingError, match="must have no step in a compiled function"):
        every_other(DEEP)
