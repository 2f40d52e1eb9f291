"""Waiting until no worker is at work: some thread pools spin for milliseconds after a call.

torch's second thread does for 7 ms, which would be 7 ms of one core less for whoever is asked next.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

__all__ = ["cpu_seconds", "others", "settle", "untouched"]

STEP = 1e-3
IDLE = 0.05  # of a core: what a process may use and still counts as quiet
BLIND = 0.03  # seconds to wait where the time of another process cannot be told

# Settings that would make a library's thread pools differ from what everyone gets.
TUNED = ("GOMP_", "KMP_", "MALLOC_", "MKL_", "NUMBA_NUM_", "OMP_", "OPENBLAS_", "TF_NUM_")


def cpu_seconds(pid: int) -> float | None:
    """Return what all threads of a process have computed so far; None where it cannot be told."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | 2)  # Linux's number for the clock of a process
    except OSError:
        return 0.0  # it has ended


def settle(pids: Iterable[int], most: float = 1.0) -> bool:
    """Wait until these processes compute nothing; False if they still do after ``most`` seconds."""
    pids = list(pids)
    if not pids:
        return True
    before, began = [cpu_seconds(pid) for pid in pids], time.perf_counter()
    at = began
    while at - began < most:
        time.sleep(BLIND if None in before else STEP)
        after, now = [cpu_seconds(pid) for pid in pids], time.perf_counter()
        spent = sum(
            b - a for a, b in zip(before, after, strict=True) if a is not None and b is not None
        )
        if spent <= IDLE * (now - at):
            return True
        before, at = after, now
    return False


def others(seconds: float = 1.0) -> float | None:
    """Return the share of the machine's cores that is in use, asked while no worker is at work."""
    before = _jiffies()
    time.sleep(seconds)
    after = _jiffies()
    if before is None or after is None or after[1] <= before[1]:
        return None
    return 1 - (after[0] - before[0]) / (after[1] - before[1])


def _jiffies() -> tuple[int, int] | None:
    """Return the idle ticks of all cores, and all their ticks; None where it cannot be told."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
    except OSError:
        return None
    counts = [int(tick) for tick in ticks]
    return counts[3] + counts[4], sum(counts)


def untouched(environment: dict[str, str]) -> dict[str, str]:
    """Return an environment in which libraries choose threads and memory as they do unasked."""
    return {name: value for name, value in environment.items() if not name.startswith(TUNED)}
