"""Worker processes: start, request with a timeout, restart after a loss, wait until all are idle.

Some thread pools spin after a call: torch's second thread for 7 ms. The next library would have
one core less during that time, so each request waits until no other worker uses the processor.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from benchmarks.adapters import LIBRARIES

__all__ = [
    "ROOT",
    "Process",
    "Replies",
    "busy_share",
    "cpu_seconds",
    "default_environment",
    "machine",
    "memory_bytes",
    "start",
    "wait_until_idle",
]

ROOT = Path(__file__).parents[2]

LOADING = 120.0  # seconds for starting and for loading data
LATE_OFTEN = 2  # late replies on the same data after which the timeout becomes SHORT
SHORT = 3.0  # seconds

STEP = 1e-3
IDLE = 0.05  # of a core; a process that uses less counts as idle
BLIND = 0.03  # seconds to wait where the processor time of another process is unknown

# Prefixes of variables that change thread pools and allocators from their defaults.
TUNING = ("GOMP_", "KMP_", "MALLOC_", "MKL_", "NUMBA_NUM_", "OMP_", "OPENBLAS_", "TF_NUM_")

Reply = dict[str, Any]


class Replies(Protocol):
    """Anything that replies to requests: a `Process`, or a `worker.Worker` in this process."""

    def answer(self, request: dict[str, Any]) -> Reply: ...


class Process:
    """A worker in a process of its own.

    Parameters
    ----------
    gigabytes
        Memory limit; allocations beyond it fail. 0: no limit.
    timeout
        Seconds to wait for a reply. After that the process is ended and started again. Starting
        and loading have `LOADING` seconds; a library that is late often has `SHORT`.
    """

    def __init__(self, library: str, gigabytes: float = 0, timeout: float = LOADING) -> None:
        self.library, self.gigabytes, self.timeout = library, gigabytes, timeout
        self.loaded: dict[str, Any] | None = None
        self.late = 0
        self.ready = self._begin()

    def _begin(self) -> Reply:
        command = [LIBRARIES[self.library].python, "-m", "benchmarks.measure.worker"]
        self.child = subprocess.Popen(
            [*command, self.library, str(self.gigabytes)],
            cwd=ROOT,
            env=default_environment(dict(os.environ)) | {"PYTHONPATH": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        return self._read(LOADING)

    def _read(self, timeout: float) -> Reply:
        assert self.child.stdout is not None
        timer = threading.Timer(timeout, self.child.kill)
        timer.start()
        line = self.child.stdout.readline()
        timed_out = not timer.is_alive()
        timer.cancel()
        if line:
            found: Reply = json.loads(line)
            return found
        self.child.wait()
        if timed_out:
            return {"failed": f"no answer in {timeout:g} s", "late": timeout}
        return {"failed": "the process was lost"}

    def answer(self, request: dict[str, Any]) -> Reply:
        """Return the reply; a process that is lost meanwhile is replaced, with the same data."""
        if request["do"] == "load":
            self.loaded, self.late = request, 0
        found = self._send(request)
        self.late += "late" in found
        if self.child.poll() is not None:
            self.close()
            self._begin()
            if self.loaded is not None and request["do"] != "load":
                self._send(self.loaded)
        return found

    def _send(self, request: dict[str, Any]) -> Reply:
        assert self.child.stdin is not None
        try:
            self.child.stdin.write(json.dumps(request) + "\n")
        except BrokenPipeError:
            return {"failed": "the process was lost"}
        if request["do"] == "load":
            return self._read(LOADING)
        return self._read(self.timeout if self.late < LATE_OFTEN else min(self.timeout, SHORT))

    def close(self) -> None:
        """End the process by closing its input."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        with suppress(BrokenPipeError):
            self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()


def start(
    libraries: Iterable[str], gigabytes: float = 0
) -> tuple[dict[str, Process], dict[str, str]]:
    """Return the processes of the libraries that can be imported, and why others cannot."""
    running, absent = {}, {}
    for library in libraries:
        try:
            process = Process(library, gigabytes)
        except OSError as error:
            absent[library] = str(error)
            continue
        if "failed" in process.ready:
            absent[library] = process.ready["failed"]
            process.close()
        else:
            running[library] = process
    return running, absent


def default_environment(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment without variables that tune thread pools and allocators."""
    return {name: value for name, value in environment.items() if not name.startswith(TUNING)}


# ----------------------------------------------------------------- processor time
def cpu_seconds(pid: int) -> float | None:
    """Return the processor time of all threads of a process; None if it is unknown."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | 2)  # the id of a process's clock on Linux
    except OSError:
        return 0.0  # the process has ended


def wait_until_idle(pids: Iterable[int], most: float = 1.0) -> bool:
    """Wait until these processes compute nothing; return False after ``most`` seconds."""
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


def busy_share(seconds: float = 1.0) -> float | None:
    """Return the share of the machine's cores in use; None if it is unknown."""
    before = _ticks()
    time.sleep(seconds)
    after = _ticks()
    if before is None or after is None or after[1] <= before[1]:
        return None
    return 1 - (after[0] - before[0]) / (after[1] - before[1])


def _ticks() -> tuple[int, int] | None:
    """Return the idle ticks of all cores, and all their ticks."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
    except OSError:
        return None
    counts = [int(tick) for tick in ticks]
    return counts[3] + counts[4], sum(counts)


# ------------------------------------------------------------------------- machine
def machine() -> dict[str, str]:
    """Return the facts that times depend on, without names and paths of this machine."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory_bytes() / 2**30:.0f} GiB",
        "system": platform.system(),
        "python": platform.python_version(),
    }


def memory_bytes() -> int:
    """Return the size of the machine's memory; 8 GiB if it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 * 2**30


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
