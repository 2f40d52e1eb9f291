"""Which form of a kernel runs, and that compiled forms add up as exactly as NumPy's do."""

from __future__ import annotations

import ast
import math
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from raggedkit._kernels import dispatch as engine
from raggedkit._kernels.arrays import coordinates, gather, segment, slots, sort, splits
from raggedkit._kernels.compiled import bridge as bridge
from raggedkit._kernels.compiled import gather as numba_moves
from raggedkit._kernels.compiled import lane_loops, loops, moves
from raggedkit._kernels.compiled import segment as numba_segment
from raggedkit._kernels.dispatch import dispatched
from raggedkit._typing import Array

KERNELS: list[Callable[..., Any]] = [
    segment.reduce_rows,
    segment.reduce_runs,
    segment.reduce_slots,
    slots.reduce_spans,
    segment.arg_rows,
    segment.scan_rows,
    segment.softmax_rows,
    segment.square_rows,
    gather.take_ranges,
    gather.take_in_rows,
    gather.pad,
    gather.interleave,
    gather.keep,
    gather.keep_columns,
    gather.compact,
    gather.count_unpadded,
    gather.choose,
    coordinates.count_up,
    splits.ranges,
    splits.splits_to_rowids,
    splits.offsets_in_rows,
    splits.spans_of_rows,
    splits.splits_of_kept,
    sort.sort_rows,
]

SMALL_KERNELS: list[Callable[..., Any]] = [
    gather.interleave,
    gather.keep,
    gather.positions_of_slices,
    gather.slice_rows,
    gather.take_nested_rows,
    gather.take_ranges,
    gather.take_rows,
    gather.take_turns,
    segment.arg_rows,
    segment.diff_rows,
    segment.reduce_slots,
    segment.scan_rows,
    slots.align_slots,
    sort.argsort_rows,
    sort.sort_rows,
    sort.top_rows,
    splits.all_within,
    splits.arrays_equal,
    splits.first_decrease,
    splits.joined,
    splits.lengths_to_splits,
]


def test_the_table_of_compiled_kernels_is_whole() -> None:
    assert sorted(k.__name__ for k in KERNELS) == sorted(engine.HOMES)


def test_the_table_of_small_kernels_is_whole() -> None:
    assert sorted(k.__name__ for k in SMALL_KERNELS) == sorted(engine.SMALL)


@pytest.mark.parametrize(
    ("kernel", "forms"),
    [pytest.param(k, engine.compiled_forms, id=f"compiled-{k.__name__}") for k in KERNELS]
    + [pytest.param(k, engine.small_forms, id=f"small-{k.__name__}") for k in SMALL_KERNELS],
)
def test_all_forms_take_the_same_arguments_by_position(
    kernel: Callable[..., Any], forms: dict[str, Callable[..., Any]]
) -> None:
    plain = kernel.__wrapped__  # type: ignore[attr-defined]
    other, code = forms[kernel.__name__], plain.__code__
    assert code.co_kwonlyargcount == other.__code__.co_kwonlyargcount == 0
    names = code.co_varnames[: code.co_argcount]
    assert names == other.__code__.co_varnames[: other.__code__.co_argcount]
    assert plain.__defaults__ == other.__defaults__


def keywords_of_kernels(source: str) -> list[str]:
    """Return the calls of kernels that pass an argument by keyword, which type checkers accept."""
    tree, names = ast.parse(source), set(engine.HOMES) | set(engine.SMALL)
    kernels = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "_kernels" in (node.module or "")
        for alias in node.names
    }
    found = []
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and call.keywords:
            module, _, name = ast.unparse(call.func).rpartition(".")
            if name in names and (module or name) in kernels:
                found.append(f"{call.lineno}: {name}")
    return found


def test_no_call_of_a_kernel_has_a_keyword() -> None:
    home = Path(engine.__file__).parents[1]
    sources = {path: keywords_of_kernels(path.read_text()) for path in home.rglob("*.py")}
    assert {path: calls for path, calls in sources.items() if calls} == {}


def test_a_keyword_of_a_kernel_is_seen() -> None:
    source = """
from raggedkit._kernels.arrays import sort as _sort
from raggedkit._kernels.arrays.splits import ranges
_sort.sort_rows(a, b, c, descending=True)
ranges(a, b, splits=c)
other.sort_rows(a, splits=b)
_sort.sort_rows(a, b, c, True)
"""
    assert keywords_of_kernels(source) == ["4: sort_rows", "5: ranges"]


def test_the_small_form_runs_up_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def small(values: Array, rows: Array) -> Array | None:
        if len(values) != 2:
            return rows
        asked.append(2)
        return None

    monkeypatch.setattr(engine, "small_forms", {"take_ranges": small})

    @dispatched(small={1: 3, 0: 2})
    def take_ranges(values: Array, rows: Array) -> Array:
        return -values

    assert take_ranges(np.arange(1), np.arange(3)).tolist() == [0, 1, 2]
    assert take_ranges(np.arange(2), np.arange(3)).tolist() == [0, -1]  # None: the form of arrays
    assert take_ranges(np.arange(3), np.arange(3)).tolist() == [0, -1, -2]
    assert take_ranges(np.arange(1), np.arange(4)).tolist() == [0]
    assert asked == [2]


def test_small_arrays_never_ask_for_the_compiled_form(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def form_of(values: Array) -> None:
        asked.append(len(values))

    monkeypatch.setattr(engine, "compiled_forms", {"sort_rows": form_of})
    monkeypatch.setattr(engine, "COMPILED_FROM", 3)

    @dispatched(compiled=0)
    def sort_rows(values: Array) -> Array:
        return -values

    assert sort_rows(np.arange(2)).tolist() == [0, -1]
    assert asked == []
    assert sort_rows(np.arange(3)).tolist() == [0, -1, -2]  # None: the plain form does the work
    assert asked == ([3] if form == "numba" else [])


# ------------------------------------------------------------------ the loops as they stand
def test_every_loop_runs_without_numba() -> None:
    """The loops run as plain Python too: the same result from any row on."""
    cut = np.array([0, 2, 2, 5])
    values = np.array([3.0, 1.0, 2.0, math.nan, 5.0])
    running = np.full(5, -7.0)
    loops.running_sum(0, 2, cut, values, np.float64(0), running)
    assert running.tolist() == [3.0, 4.0, -7.0, -7.0, -7.0]
    top = np.full((3, 1), -math.inf)
    loops.max_rows_wide(0, 3, cut, values[:, None], -math.inf, top)
    assert top[:2].tolist() == [[3.0], [-math.inf]]
    assert math.isnan(top[2, 0])
    out = np.full(3, -7.0)
    lane_loops.sum_rows(0, 2, cut, values, np.float64(0), out)
    assert out.tolist() == [4.0, 0.0, -7.0]
    lane_loops.sum_rows_with_rest(0, 3, cut, values, np.float64(0), out)
    assert out.tolist()[:2] == [4.0, 0.0]
    assert math.isnan(out[2])
    lane_loops.multiply_rows(0, 2, cut, values, np.float64(0), out)
    assert out.tolist()[:2] == [3.0, 1.0]
    lane_loops.max_rows(0, 2, cut, values, -math.inf, out)
    assert out.tolist()[:2] == [3.0, -math.inf]
    lane_loops.square_rows(0, 2, cut, values, np.array([2.0, 0.0]), np.float64(0), out)
    assert out.tolist()[:2] == [2.0, 0.0]
    lane_loops.normalise_rows(0, 1, cut, values, np.float64(0), running)
    assert running.tolist()[:3] == [0.75, 0.25, -7.0]
    lane_loops.shift_rows(0, 1, cut, values, -math.inf, running)
    assert running.tolist()[:3] == [0.0, -2.0, -7.0]
    places = np.zeros(3, int)
    lane_loops.place_of_min(0, 3, cut, values, math.inf, places)
    assert places.tolist() == [1, 0, 1]
    flags = np.zeros(3, bool)
    lane_loops.any_rows(0, 3, cut, values > 2, 0, flags)
    assert flags.tolist() == [True, False, True]
    lane_loops.all_rows(0, 3, cut, values > 0, 0, flags)
    assert flags.tolist() == [True, True, False]
    ordered = np.empty(5)
    moves.sort_rows(0, 3, cut, values, ordered)
    assert ordered.tolist()[:4] == [1.0, 3.0, 2.0, 5.0]
    assert math.isnan(ordered[4])
    long = np.array([math.nan, *range(99, 0, -1), -0.5])
    moves.sort_rows(0, 1, np.array([0, 101]), long, more := np.empty(101))
    assert more.tolist()[:-1] == [-0.5, *range(1, 100)]
    assert math.isnan(more[-1])


# ------------------------------------------------------------------ accuracy
def exact(values: Array, cut: Array) -> list[float]:
    return [math.fsum(values[a:b].tolist()) for a, b in pairwise(cut)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("wide", [False, True], ids=["normal", "from 1e-6 to 1e6"])
@pytest.mark.parametrize("longest", [20, 100_000])
def test_row_sums_are_as_exact_as_pairwise_ones(dtype: str, wide: bool, longest: int) -> None:
    rng = np.random.default_rng(5)
    lengths = rng.integers(0, longest, 400_000 // longest)
    cut = np.concatenate([[0], lengths.cumsum()])
    values = rng.standard_normal(cut[-1]) * (10.0 ** rng.uniform(-6, 6, cut[-1]) if wide else 1.0)
    values = values.astype(dtype)
    got = segment.reduce_rows("add", values, cut, lengths, np.dtype(dtype))
    scale = np.array(exact(np.abs(values), cut))
    error = np.abs(got.astype(float) - exact(values, cut))
    assert (error <= 4 * np.finfo(dtype).eps * scale + 1e-300).all()


@pytest.mark.parametrize("ufunc", ["add", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_what_is_odd_stays_in_its_row(ufunc: str, odd: float) -> None:
    cut, lengths = np.array([0, 130, 130, 133]), np.array([130, 0, 3])
    values = np.ones(133)
    values[70] = odd
    got = segment.reduce_rows(ufunc, values, cut, lengths, np.dtype(float))
    want = getattr(np, ufunc).reduce(values[:130])
    assert str(got[0]) == str(want)
    assert got[2] == getattr(np, ufunc).reduce(values[130:])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "int64"])
@pytest.mark.parametrize("total", ["int8", "uint8", "int64", "uint64"])
def test_integers_are_exact_modulo_their_bits(dtype: str, total: str) -> None:
    rng = np.random.default_rng(7)
    info = np.iinfo(dtype)
    values = rng.integers(info.min, info.max, 300, dtype=dtype, endpoint=True)
    cut, lengths = np.array([0, 100, 100, 300]), np.array([100, 0, 200])
    got = segment.reduce_rows("add", values, cut, lengths, np.dtype(total))
    assert got.dtype == total
    modulus = 1 << 8 * got.dtype.itemsize
    want = [sum(values[a:b].tolist()) % modulus for a, b in pairwise(cut)]
    assert [int(n) % modulus for n in got] == want


# ------------------------------------------------------------------ processes
BROKEN_LLVM = {
    "teach-raises": "llvm.teach = broken",
    "no-module": "sys.modules['raggedkit._kernels.compiled.compiler'] = None",
    "no-copies": "llvm.cgutils = object()",
    "no-loads": "llvm._load = broken",
}


@pytest.mark.parametrize("change", BROKEN_LLVM.values(), ids=BROKEN_LLVM)
def test_intrinsics_that_a_newer_numba_breaks_are_left_to_numpy(
    change: str, form: str, tmp_path: Path
) -> None:
    if form != "numba":
        return
    program = (
        "import sys, time, warnings\n"
        "import numpy as np\n"
        "import raggedkit as rk\n"
        "from raggedkit._kernels.compiled import llvm\n"
        "def broken(*_): raise AttributeError('numba has changed')\n"
        f"{change}\n"
        "x = rk.RaggedTensor.from_row_lengths(np.ones(100_000), np.full(10_000, 10))\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    sums, rows = rk.reduce_sum(x, 1), rk.gather(x, np.arange(10_000)[::-1])\n"
        "    for _ in range(600):  # the gather's loop is compiled in the background\n"
        "        if not caught:\n"
        "            time.sleep(0.1)\n"
        "            rows = rk.gather(x, np.arange(10_000)[::-1])\n"
        "print((sums == 10).all(), rows.identical(x), len(caught))\n"
        "print('numba is installed but does not work' in str(caught[0].message))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert done.stdout.split() == ["True", "True", "1", "True"], done.stderr


def _sum_of_many(_: int) -> float:
    cut = np.arange(0, 100_001, 10)
    lengths = np.full(10_000, 10)
    return float(segment.reduce_rows("add", np.ones(100_000), cut, lengths, np.dtype(float)).sum())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    program = (
        "import multiprocessing as m\n"
        "from tests._kernels.test_dispatch import _sum_of_many\n"
        "from raggedkit._kernels import dispatch as engine\n"
        "from raggedkit._kernels.compiled import bridge as numba\n"
        "numba._SHARE = 1000\n"
        "print(_sum_of_many(0))\n"
        "with m.get_context('fork').Pool(2) as pool:\n"
        "    print(pool.map(_sum_of_many, [1, 2]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout.split("\n")[:2] == ["100000.0", "[100000.0, 100000.0]"], done.stderr


# ------------------------------------------------------------------ numbers that point outside
VALUES, LENGTHS = np.arange(6.0), np.array([2, 1, 3])
SPLITS, STARTS = np.array([0, 2, 3, 6]), np.array([0, 2, 3])
BROKEN = {"past the end": [0, 2, 3, 7], "before the start": [-1, 2, 3, 6], "falling": [0, 5, 3, 6]}
FLOAT = np.dtype(float)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_broken_splits_are_left_to_numpy(broken: list[int]) -> None:
    cut = np.array(broken)
    assert numba_segment.reduce_rows("add", VALUES, cut, LENGTHS, FLOAT) is None
    assert numba_segment.arg_rows("maximum", VALUES, cut, LENGTHS) is None
    assert numba_segment.square_rows(VALUES, np.zeros(3), cut, LENGTHS) is None
    assert numba_segment.scan_rows("add", VALUES, cut, LENGTHS, FLOAT) is None
    assert numba_segment.softmax_rows(VALUES, cut, LENGTHS) is None
    ends = np.array([0, 3]), np.array([0, 9])
    assert numba_segment.reduce_spans("add", VALUES, cut, STARTS, *ends, FLOAT) is None
    assert numba_moves.sort_rows(VALUES, cut, LENGTHS) is None
    left = numba_moves.splits_of_kept(VALUES > 2, cut)
    assert left is None or left.tolist() == [0, 2, 0, 3]  # as NumPy has it
    assert numba_moves.take_ranges(VALUES, STARTS, LENGTHS, 1, cut) is None
    assert numba_moves.take_ranges(VALUES, np.array([1, 2, 2]), LENGTHS, -1, cut) is None
    assert numba_moves.take_in_rows(VALUES, SPLITS, np.zeros(6, int), cut, False) is None
    assert numba_moves.take_in_rows(VALUES, cut, np.zeros(3, int), np.arange(4), False) is None
    assert numba_moves.pad(VALUES, LENGTHS, 9, None, None, False, cut) is None
    assert numba_moves.compact(np.zeros((3, 3)), LENGTHS, cut) is None
    assert numba_moves.interleave([VALUES], [cut], [STARTS], FLOAT) is None
    assert cut[-1] == 7 or numba_moves.splits_to_rowids(cut, LENGTHS) is None
    assert cut[-1] == 7 or numba_moves.offsets_in_rows(cut, LENGTHS) is None


OUTSIDE: dict[str, Callable[[], Any]] = {
    "slots": lambda: numba_segment.reduce_slots(
        "add", VALUES, np.array([0, 1, 2, 0, 1, 3]), 3, FLOAT
    ),
    "slots below 0": lambda: numba_segment.reduce_slots("add", VALUES, np.arange(-1, 5), 9, FLOAT),
    "spans past the last slot": lambda: numba_segment.reduce_spans(
        "add", VALUES, SPLITS, STARTS, np.array([0, 3]), np.array([0, 5]), FLOAT
    ),
    "spans below slot 0": lambda: numba_segment.reduce_spans(
        "add", VALUES, SPLITS, STARTS - 1, np.array([0, 3]), np.array([0, 9]), FLOAT
    ),
    "spans of a start that wraps around": lambda: numba_segment.reduce_spans(
        "add",
        VALUES,
        SPLITS,
        STARTS + [0, 0, (1 << 63) - 5],
        np.array([0, 3]),
        np.array([0, 9]),
        FLOAT,
    ),
    "spans of other rows": lambda: numba_segment.reduce_spans(
        "add", VALUES, SPLITS, STARTS[:2], np.array([0, 3]), np.array([0, 9]), FLOAT
    ),
    "groups of spans past the last row": lambda: numba_segment.reduce_spans(
        "add", VALUES, SPLITS, STARTS, np.array([0, 4]), np.array([0, 9]), FLOAT
    ),
    "groups of spans that fall": lambda: numba_segment.reduce_spans(
        "add", VALUES, SPLITS, STARTS, np.array([0, 3, 1, 3]), np.array([0, 3, 6, 9]), FLOAT
    ),
    "ranges of a negative length": lambda: numba_moves.ranges(STARTS, np.array([2, -1, 3])),
    "values past the end": lambda: numba_moves.take_ranges(VALUES, STARTS, np.array([2, 1, 4])),
    "values before the start": lambda: numba_moves.take_ranges(VALUES, STARTS - 1, LENGTHS),
    "values before the start, backwards": lambda: numba_moves.take_ranges(
        VALUES, STARTS, LENGTHS, -1
    ),
    "a negative length": lambda: numba_moves.take_ranges(VALUES, STARTS, np.array([2, -1, 3])),
    "pad too narrow": lambda: numba_moves.pad(VALUES, LENGTHS, 2, 0),
    "pad of other lengths": lambda: numba_moves.pad(VALUES, np.array([2, 1, 2]), 3, 0),
    "compact too wide": lambda: numba_moves.compact(np.zeros((3, 2)), LENGTHS),
    "interleave of other lengths": lambda: numba_moves.interleave(
        [VALUES, VALUES], [SPLITS, np.array([0, 3, 5, 9])], [SPLITS[:-1], SPLITS[:-1]], FLOAT
    ),
    "interleave where rows have no place": lambda: numba_moves.interleave(
        [VALUES], [SPLITS], [np.array([0, 2, 4])], FLOAT
    ),
    "interleave in front of the start": lambda: numba_moves.interleave(
        [VALUES], [SPLITS], [np.array([-1, 2, 3])], FLOAT
    ),
    "ranges that wrap around to few": lambda: numba_moves.take_ranges(
        VALUES, STARTS, np.array([1 << 62, 1 << 62, -(1 << 63)])
    ),
    "backwards from past the end": lambda: numba_moves.take_ranges(
        VALUES, np.array([1, 2, 6]), LENGTHS, -1
    ),
    "by steps past the end": lambda: numba_moves.take_ranges(VALUES, STARTS, LENGTHS, 2),
    "splits of fewer rows": lambda: numba_moves.take_ranges(VALUES, STARTS, LENGTHS, 1, SPLITS[:3]),
    "rows past the last": lambda: numba_moves.spans_of_rows(SPLITS, np.array([0, 3])),
    "rows before the first": lambda: numba_moves.spans_of_rows(SPLITS, np.array([-1])),
    "rows of falling splits": lambda: numba_moves.spans_of_rows(
        np.array([0, 5, 3, 6]), np.array([1])
    ),
    "more values than their splits hold": lambda: numba_moves.spans_of_rows(
        np.array([0, 1 << 30], np.int32), np.zeros(2, int)
    ),
    "places past the end of their row": lambda: numba_moves.take_in_rows(
        VALUES, SPLITS, np.array([0, 1, 1, 0]), np.array([0, 2, 3, 4]), True
    ),
    "places before their row": lambda: numba_moves.take_in_rows(
        VALUES, SPLITS, np.array([0, -3, 0, 0]), np.array([0, 2, 3, 4]), True
    ),
    "marks of other values": lambda: numba_moves.keep(VALUES, VALUES[:5] > 2, SPLITS),
    "marks of other columns": lambda: numba_moves.keep_columns([VALUES[:5]], VALUES > 2, SPLITS),
    "cells of rows past the last": lambda: numba_moves.count_up(
        np.array([[0, 0], [3, 0]]), 3, np.dtype("int64")
    ),
    "cells of rows before the first": lambda: numba_moves.count_up(
        np.array([[-1, 0], [0, 0]]), 3, np.dtype("int64")
    ),
}


@pytest.mark.parametrize("call", OUTSIDE.values(), ids=OUTSIDE)
def test_what_points_outside_is_left_to_numpy(call: Callable[[], Any]) -> None:
    assert call() is None


@pytest.mark.parametrize("step", [1, -1, 2, -3])
def test_ranges_at_the_very_ends_are_taken(step: int) -> None:
    starts = np.array([0, 6, 5, 0]) if step > 0 else np.array([5, -1, 0, 5])
    lengths = np.array([2, 0, 1, 0])
    got = numba_moves.take_ranges(VALUES, starts, lengths, step)
    assert got is not None
    assert got.tolist() == [VALUES[starts[0]], VALUES[starts[0] + step], VALUES[starts[2]]]
