"""First calls of a process: nothing compiled, loops on disk, and NumPy alone.

Each state gets a process of its own, which makes the calls of `OPS` once, in this order, on 500,000
float64 values; the folder for loops is empty, or has them all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import raggedkit as rk
from benchmarks.cases import typical_lengths
from benchmarks.measure.processes import ROOT
from benchmarks.report.page import publish
from benchmarks.results import Results

__all__ = ["OPS", "STATES", "first_calls", "measure_cold"]

STATES = ("nothing compiled", "loops on disk", "numpy")
VALUES = 500_000
ROUNDS = 3

OPS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": lambda x, rows: x.sum(axis=1),
    "max": lambda x, rows: x.max(axis=1, empty=0),
    "mean": lambda x, rows: x.mean(axis=1),
    "std": lambda x, rows: x.std(axis=1),
    "median": lambda x, rows: rk.median(x, axis=1),
    "cumsum": lambda x, rows: x.cumsum(axis=1),
    "mask": lambda x, rows: x[x > 0],
    "argmax": lambda x, rows: rk.argmax(x, axis=1, empty=0),
    "sort": lambda x, rows: rk.sort(x, axis=1),
    "slice": lambda x, rows: x[:, 1:],
    "reverse": lambda x, rows: x[:, ::-1],
    "gather": lambda x, rows: rk.gather(x, rows),
    "to_tensor": lambda x, rows: x.to_tensor(),
    "softmax": lambda x, rows: rk.softmax(x),
}


def first_calls(state: str, values: int = VALUES) -> dict[str, float]:
    """Return the seconds of the first call of each operation in this process."""
    rk.options(engine="numpy" if state == "numpy" else "auto")
    rng = np.random.default_rng(0)
    lengths = typical_lengths(max(1, round(values / 9.9)), rng)
    x = rk.RaggedTensor.from_row_lengths(rng.standard_normal(int(lengths.sum())), lengths)
    rows = rng.permutation(lengths.shape[0])
    found = {}
    for name, call in OPS.items():
        start = time.perf_counter()
        call(x, rows)
        found[name] = time.perf_counter() - start
    return found


def measure_cold(folder: Path) -> None:
    """Measure all states in turn and write results.json and RESULTS.md."""
    rounds: dict[str, list[dict[str, float]]] = {state: [] for state in STATES}
    with tempfile.TemporaryDirectory() as kept:
        _run([sys.executable, "-m", "raggedkit.compile", "--quiet"], kept)
        for _ in range(ROUNDS):
            for state in STATES:
                with tempfile.TemporaryDirectory() as empty:
                    command = [sys.executable, "-m", "benchmarks", "cold", "--one", state]
                    said = _run(command, empty if state == STATES[0] else kept)
                rounds[state].append(json.loads(said))
                print(f"{state}: {sum(rounds[state][-1].values()):.2f} s")
    rows = [
        {"op": op, **{state: median(found[op] for found in rounds[state]) for state in STATES}}
        for op in OPS
    ]
    results = Results.read(folder / "results.json")
    results.parts["cold"] = rows
    publish(results, folder)


def _run(command: list[str], loops: str) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": loops}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout
