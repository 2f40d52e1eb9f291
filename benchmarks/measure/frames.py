"""Tables from data frames, compared with pandas' sort of the same lines."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import Any

import numpy as np

import raggedkit as rk
from benchmarks.measure.worker import timed

__all__ = ["GOAL", "frame_rows", "frames", "measure_frames"]

LINES = 1_000_000
GOAL = 0.5  # of `sort_values`, for integers and for text
Row = dict[str, Any]


def frames(lines: int = LINES) -> dict[str, Any]:
    """Return frames of a key, a time and two columns, a tenth as many keys as lines."""
    import pandas as pd

    rng = np.random.default_rng(0)
    users = rng.integers(0, max(1, lines // 10), lines)
    names = np.array([f"user{i}" for i in range(max(1, lines // 10))], dtype=object)
    values = {
        "ts": rng.permutation(lines),
        "x": rng.normal(size=lines),
        "y": rng.normal(size=lines),
    }
    integers = pd.DataFrame({"key": users, **values})
    return {
        "integers": integers,
        "integers of 50 bits": pd.DataFrame({"key": users * (7919 * 10**6), **values}),
        "text": pd.DataFrame({"key": names[users], **values}),
        "sorted by time": integers.sort_values("ts"),
        "sorted": integers.sort_values(["key", "ts"]),
    }


def frame_rows(lines: int = LINES, rounds: int = 5) -> list[Row]:
    """Return the seconds of ``from_frame(by, order)`` and of ``sort_values``, taking turns."""
    found = []
    for name, df in frames(lines).items():
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(rounds + 1):  # the first round is not counted
            ours.append(timed(partial(rk.RaggedTable.from_frame, df, "key", "ts"))[0])
            theirs.append(timed(partial(df.sort_values, ["key", "ts"], kind="stable"))[0])
        ratio = median(a / b for a, b in zip(ours[1:], theirs[1:], strict=True))
        row = {"keys": name, "ours": median(ours[1:]), "pandas": median(theirs[1:])}
        found.append({**row, "ratio": round(ratio, 3)})
    return found


def measure_frames(lines: int = LINES) -> None:
    """Print the times and their ratio, at most `GOAL` for integers and text."""
    print(f"{lines} lines, seconds     from_frame  sort_values    ratio")
    for row in frame_rows(lines):
        print("{keys:24} {ours:12.3f} {pandas:12.3f} {ratio:8.2f}".format(**row))
