"""What a call costs beside the work, on 5 rows: ``python -m benchmarks.overhead``.

Each call is timed in turn with the bare NumPy call that does the same on the arrays.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import raggedkit as rk
from benchmarks.clock import seconds_a_call
from benchmarks.data import Case, Data
from benchmarks.report import HERE, publish
from benchmarks.results import Results

__all__ = ["main", "overheads"]

Call = Callable[[], Any]


def calls() -> dict[str, tuple[str, Call, Call]]:
    """Return name -> family, raggedkit's call, NumPy's call."""
    d = Data(Case("small"))
    v, s, n = d.values, d.splits, d.nrows
    x = rk.RaggedTensor.from_row_splits(v, s)
    y = x.with_values(d.other)
    present = np.flatnonzero(d.lengths)
    starts, order = s[:-1][present], d.order
    places = np.concatenate([np.arange(s[i], s[i + 1]) for i in order])
    inner = np.concatenate([np.arange(s[i], s[i + 1])[1:3] for i in range(n)])
    held = np.arange(d.width) < d.lengths[:, None]
    hundred = rk.RaggedTensor.from_row_lengths(np.zeros(500, np.float32), np.full(100, 5))
    flat = hundred.flat_values.reshape(100, 5)

    def reduced(ufunc: np.ufunc) -> Call:
        def bare() -> Any:
            out = np.zeros(n, v.dtype)
            out[present] = ufunc.reduceat(v, starts)
            return out

        return bare

    def padded() -> Any:
        out = np.zeros(held.shape, v.dtype)
        out[held] = v
        return out

    moved = "slices, gather, to_tensor"
    return {
        "-x": ("elementwise", lambda: -x, lambda: -v),
        "x + 1": ("elementwise", lambda: x + 1, lambda: v + 1),
        "x + y": ("elementwise", lambda: x + y, lambda: v + d.other),
        "x > 0": ("elementwise", lambda: x > 0, lambda: v > 0),
        "np.exp(x)": ("elementwise", lambda: np.exp(x), lambda: np.exp(v)),
        "np.maximum(x, y)": (
            "elementwise",
            lambda: np.maximum(x, y),
            lambda: np.maximum(v, d.other),
        ),
        "reduce_sum(x, axis=1)": (
            "reductions",
            lambda: rk.reduce_sum(x, axis=1),
            reduced(np.add),
        ),
        "reduce_max(x, axis=1)": (
            "reductions",
            lambda: rk.reduce_max(x, axis=1),
            reduced(np.maximum),
        ),
        "x.sum(axis=1)": ("reductions", lambda: x.sum(axis=1), reduced(np.add)),
        "x.mean(axis=1)": (
            "reductions",
            lambda: x.mean(axis=1),
            lambda: reduced(np.add)() / d.lengths,
        ),
        "x[1:3]": (moved, lambda: x[1:3], lambda: (v[s[1] : s[3]], s[1:4] - s[1])),
        "x[:, 1:3]": (moved, lambda: x[:, 1:3], lambda: v.take(inner)),
        "gather(x, rows)": (moved, lambda: rk.gather(x, order), lambda: v.take(places)),
        "x.to_tensor()": (moved, lambda: x.to_tensor(), padded),
        "x[2]": ("one row", lambda: x[2], lambda: v[s[2] : s[3]]),
        "for row in x (a row)": (
            "one row of many",
            lambda: [None for _ in hundred],
            lambda: [None for _ in flat],
        ),
    }


def overheads(rounds: int = 15, seconds: float = 5e-3) -> list[dict[str, Any]]:
    """Return a line for each call, in microseconds."""
    found = []
    with np.errstate(all="ignore"):
        for name, (family, ours, bare) in calls().items():
            times: tuple[list[float], list[float]] = ([], [])
            loops = [max(1, int(seconds / max(_once(call), 1e-7))) for call in (ours, bare)]
            for _ in range(rounds):
                for kept, call, count in zip(times, (ours, bare), loops, strict=True):
                    kept.append(seconds_a_call(call, count) * 1e6)
            each = 100 if family == "one row of many" else 1
            mine, theirs = (round(median(t) / each, 3) for t in times)
            found.append({"call": name, "family": family, "ours": mine, "numpy": theirs})
    return found


def _once(call: Call) -> float:
    call()
    return seconds_a_call(call, 3)


def main() -> None:
    """Measure, print, and keep the lines for the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    chosen = parser.parse_args()
    results = Results.read(chosen.to / "results.json")
    results.parts["overhead"] = overheads()
    for row in results.parts["overhead"]:
        over = row["ours"] - row["numpy"]
        print(f"{row['call']:24s} {row['ours']:8.2f} µs, {over:7.2f} over NumPy's")
    publish(results, chosen.to)


if __name__ == "__main__":
    main()
