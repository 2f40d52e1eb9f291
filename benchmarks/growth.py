"""Time and peak memory a value from 1e4 to 1e8 values: ``python -m benchmarks.growth``.

Each size is measured in a process of its own, so that it starts with fresh memory. A size that
would not fit into half of the machine's memory is left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import raggedkit as rk
from benchmarks.adapters import OURS
from benchmarks.clock import seconds_a_call
from benchmarks.data import Case, Data, typical_lengths
from benchmarks.machine import memory_bytes
from benchmarks.parts import COPY
from benchmarks.peaks import peak_of
from benchmarks.report import HERE, publish
from benchmarks.results import Results

__all__ = ["grown", "main"]

ROOT = Path(__file__).parents[1]
SIZES = (10**4, 10**5, 10**6, 10**7, 10**8)
NEEDED = 60  # bytes a value that the data and any of the operations take at most


def grown(library: str, values: int) -> list[dict[str, Any]]:
    """Return nanoseconds and peak bytes for each value, on float32 in rows of typical lengths."""
    rk.options(engine="numpy" if library == "raggedkit" else "auto")
    lengths = typical_lengths(max(1, round(values / 9.9)), np.random.default_rng(0))
    data = Data(Case("typical"), lengths)
    x = rk.RaggedTensor.from_row_splits(data.values, data.splits, validate=False)
    given = data.values.nbytes + data.splits.nbytes
    room = np.ones_like(data.values)
    calls: dict[str, tuple[int, Callable[[], Any]]] = {
        COPY: (given + room.nbytes, lambda: np.copyto(room, data.values)),
        "x + 1": (given, lambda: x + 1),
        "reduce_sum(x, axis=1)": (given, lambda: rk.reduce_sum(x, axis=1)),
        "gather(x, rows)": (given + data.order.nbytes, lambda: rk.gather(x, data.order)),
        "x.to_tensor()": (given, lambda: x.to_tensor()),
        "sort(x, axis=1)": (given, lambda: rk.sort(x, axis=1)),
    }
    found = []
    for op, (bytes_, call) in calls.items():
        if op == COPY and library != OURS[0]:
            continue
        call()
        loops = max(1, 200_000 // values)
        times = [seconds_a_call(call, loops) for _ in range(5 if values < 10**7 else 3)]
        cost = median(times) / data.nvals * 1e9
        peak = (peak_of(call)[0] + bytes_) / data.nvals
        found.append({"op": op, "engine": library, "values": values, "ns": cost, "bytes": peak})
    return found


def main() -> None:
    """Measure every size that fits, print, and keep the lines for the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=float, default=SIZES[-1], help="values of the largest size")
    parser.add_argument("--limit", type=float, default=180, help="seconds for one size")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # a library and a size
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(grown(chosen.one[0], int(chosen.one[1]))))
        return
    rows: list[dict[str, Any]] = []
    for library in OURS:
        for values in SIZES:
            if values > chosen.most or NEEDED * values > memory_bytes() / 2:
                rows.append({"engine": library, "values": values, "why": "would not fit"})
                continue
            command = [sys.executable, "-m", "benchmarks.growth", "--one", library, str(values)]
            try:
                done = subprocess.run(
                    command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=chosen.limit
                )
            except subprocess.TimeoutExpired:
                why = f"more than {chosen.limit:g} s"
                rows.append({"engine": library, "values": values, "why": why})
                continue
            for row in json.loads(done.stdout):
                rows.append(row | {k: float(f"{row[k]:.4g}") for k in ("ns", "bytes")})
                print("{engine}: {op}, {values:.0e}: {ns:.3g} ns, {bytes:.3g} bytes".format(**row))
    results = Results.read(chosen.to / "results.json")
    results.parts["growth"] = rows
    publish(results, chosen.to)


if __name__ == "__main__":
    main()
