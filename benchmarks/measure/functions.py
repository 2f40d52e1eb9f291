"""Times of a user's numba function with a state per row: raggedkit, Awkward, and flat arrays.

Needs numba; Awkward is compared if it is installed. Each round calls all of them in turn, so that
they share the noise of the machine.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import raggedkit as rk

VALUES, ROUNDS = 1_000_000, 41


def peaks(rows: Any, decay: float) -> int:
    """Count the values above a running mean that starts anew in each row."""
    count = 0
    for row in rows:
        mean = 0.0
        for value in row:
            if value > mean:
                count += 1
            mean = decay * mean + (1 - decay) * value
    return count


def peaks_indexed(rows: Any, decay: float) -> int:
    """Count the same with an index of rows."""
    count = 0
    for i in range(len(rows)):
        row = rows[i]
        mean = 0.0
        for j in range(len(row)):
            if row[j] > mean:
                count += 1
            mean = decay * mean + (1 - decay) * row[j]
    return count


def peaks_of_arrays(flat: Any, splits: Any, decay: float) -> int:
    """Count the same with the arrays, the fastest form."""
    count = 0
    for i in range(len(splits) - 1):
        mean = 0.0
        for j in range(splits[i], splits[i + 1]):
            if flat[j] > mean:
                count += 1
            mean = decay * mean + (1 - decay) * flat[j]
    return count


def forms(flat: Any, splits: Any) -> dict[str, Callable[[], int]]:
    """Return the calls to compare, each with functions that are compiled for it alone."""
    import numba

    from raggedkit.interop.numba_extension import init

    init()  # a checkout that is not installed has no entry point
    rt = rk.RaggedTensor.from_row_splits(flat, splits)
    over, indexed, plain = numba.njit(peaks), numba.njit(peaks_indexed), numba.njit(peaks_of_arrays)
    found: dict[str, Callable[[], int]] = {
        "raggedkit, for row in rt": lambda: over(rt, 0.9),
        "raggedkit, rt[i]": lambda: indexed(rt, 0.9),
        "flat arrays": lambda: plain(flat, splits, 0.9),
    }
    try:
        import awkward as ak
    except ImportError:
        return found
    content = ak.contents.ListOffsetArray(ak.index.Index64(splits), ak.contents.NumpyArray(flat))
    array = ak.Array(content)
    over_ak, indexed_ak = numba.njit(peaks), numba.njit(peaks_indexed)
    found["Awkward, for row in array"] = lambda: over_ak(array, 0.9)
    found["Awkward, array[i]"] = lambda: indexed_ak(array, 0.9)
    return found


def measure_functions(values: int = VALUES, rounds: int = ROUNDS) -> None:
    """Print milliseconds per call, the compile time, and the ratio to the first form."""
    rng = np.random.default_rng(1)
    for mean in (3, 10, 1000):
        lengths = rng.poisson(mean, values // mean)
        splits = np.concatenate([[0], np.cumsum(lengths)])
        calls = forms(rng.standard_normal(splits[-1]), splits)
        seconds: dict[str, list[float]] = {name: [] for name in calls}
        compiled, results = {}, set()
        for name, call in calls.items():
            start = time.perf_counter()
            results.add(call())
            compiled[name] = time.perf_counter() - start
        assert len(results) == 1, results
        for _ in range(rounds):
            for name, call in calls.items():
                start = time.perf_counter()
                call()
                seconds[name].append(time.perf_counter() - start)
        print(f"{len(lengths):,} rows of about {mean} values")
        first = seconds[next(iter(calls))]
        for name, times in seconds.items():
            ratio = statistics.median(a / b for a, b in zip(times, first, strict=True))
            best = 1e3 * min(times)
            print(f"  {name:26} {best:8.2f} ms  {ratio:6.2f}  compiled in {compiled[name]:.1f} s")
