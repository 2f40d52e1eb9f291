"""Worker process of one library: loads data, warms up and times operations.

Requests and replies are lines of JSON. A request is ``{"do": "load" | "first" | "time", ...}``, a
reply has the fields of the matching method of `Worker`, or ``{"failed": reason}``.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import warnings
from collections.abc import Callable
from importlib import metadata
from typing import Any

import numpy as np

from benchmarks.adapters import LIBRARIES, adapter_of
from benchmarks.cases import Array, Case, Data
from benchmarks.operations import OPERATIONS

__all__ = ["Checksum", "Worker", "checksum", "main", "seconds_per_call", "timed"]

Checksum = dict[str, float]

_LOOP = 2e-3  # seconds that a quick call is repeated for, well above the clock's resolution
_SLOW = 0.5  # seconds; a first call slower than this is not repeated
_WARM = 0.05  # seconds; a quicker call gets one untimed call before each timing


def seconds_per_call(call: Callable[[], Any], times: int) -> float:
    """Return the mean seconds per call, over ``times`` calls."""
    repeat = range(times)
    start = time.perf_counter()
    for _ in repeat:
        call()
    return (time.perf_counter() - start) / times


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of one call, and its result."""
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


class Worker:
    """The replies of a worker; usable without a process."""

    def __init__(self, library: str) -> None:
        self.library, self.adapter = library, adapter_of(library)
        self.operations: dict[str, Callable[[], Any]] = {}
        self.loops: dict[str, int] = {}
        self.slow: set[str] = set()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a request; errors of the library become ``{"failed": reason}``."""
        try:
            found: dict[str, Any] = getattr(self, request.pop("do"))(**request)
        except MemoryError:
            return {"failed": "out of memory"}
        except Exception as error:
            return {"failed": _short(error)}
        return found

    def versions(self) -> dict[str, Any]:
        """Return the versions of the library's packages and of NumPy."""
        found = {}
        for package in ("numpy", *LIBRARIES[self.library].packages):
            for distribution in (package, f"{package}-cpu"):
                try:
                    found[package] = metadata.version(distribution)
                    break
                except metadata.PackageNotFoundError:
                    continue
        if self.library.startswith("raggedkit"):  # this checkout, installed or not
            found["raggedkit"] = __import__("raggedkit").__version__
        return {"versions": found}

    def load(self, kind: str, dtype: str, inner: int) -> dict[str, Any]:
        self.operations, self.loops = {}, {}
        data = Data(Case(kind, dtype, inner))
        self.adapter.load(data)
        calls = self.adapter.calls()
        self.operations = {
            n: calls[n] for n, o in OPERATIONS.items() if n in calls and o.fits(data)
        }
        return {"operations": list(self.operations)}

    def first(self, op: str) -> dict[str, Any]:
        """Call once or twice to warm up; return the seconds and the checksum of the result."""
        call = self.operations[op]
        seconds, result = timed(call)
        if seconds < _SLOW or self.library == "raggedkit-fast":  # its first call may compile
            seconds, result = timed(call)
        self.loops[op] = max(1, int(_LOOP / max(seconds, 1e-7)))
        self.slow -= {op}
        if seconds > _WARM:
            self.slow.add(op)
        if self.library == "limit":
            return {"seconds": seconds}
        numbers, lengths = self.adapter.numbers(result), self.adapter.lengths(result)
        return {"seconds": seconds, "sum": checksum(numbers, lengths)}

    def time(self, op: str) -> dict[str, Any]:
        """Return the seconds per call.

        One untimed call comes first: otherwise the time would depend on the caches, which another
        library has filled, and on the pages that the allocator kept since the last operation.
        """
        call = self.operations[op]
        if op not in self.slow:
            call()
        return {"seconds": seconds_per_call(call, self.loops[op])}


def _short(error: Exception) -> str:
    """Return the first line of an error without paths, at most 120 characters long."""
    lines = f"{type(error).__name__}: {error}".strip().splitlines()
    text = re.sub(r"/job:\S+ ?|/\S+/\S+", "", lines[0])
    return text if len(text) <= 120 else text[:117] + "..."


# ----------------------------------------------------------------------- checksums
def checksum(numbers: Array | None, lengths: Array | None = None) -> Checksum | None:
    """Return sums that differ when results differ, in values, order or row lengths.

    For an empty row libraries return NaN, infinity, the lowest number or nothing, so these values
    count as 0.
    """
    if numbers is None or numbers.dtype.kind not in "biuf":
        return None
    limit = 0.99 * _largest(numbers.dtype)
    flat = numbers.reshape(-1).astype(np.float64)
    with np.errstate(invalid="ignore"):
        flat[~(np.abs(flat) < limit)] = 0
    found = {"sum": _weighted(flat), "size": float(np.abs(flat).sum())}
    if lengths is not None:
        found["lengths"] = _weighted(lengths.astype(np.float64))
    return found


def _largest(dtype: np.dtype[Any]) -> float:
    if dtype.kind == "f":
        return float(np.finfo(dtype).max)
    return float(np.iinfo(dtype).max) if dtype.kind in "iu" else 2.0


def _weighted(flat: Array) -> float:
    """Return a sum weighted by position (weights between 1 and 2), which depends on the order."""
    weights = 1 + (np.arange(flat.size) % 1021) / 1021
    return float(flat @ weights)


# ------------------------------------------------------------------------- process
def _limit_memory(gigabytes: float) -> None:
    """Make larger allocations fail, so that a library fails instead of the machine."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Reply to requests on standard input until it ends; output of the libraries is discarded."""
    warnings.simplefilter("ignore")
    library, gigabytes = sys.argv[1], float(sys.argv[2])
    if gigabytes:
        _limit_memory(gigabytes)
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    discard = os.open(os.devnull, os.O_WRONLY)
    os.dup2(discard, 1)
    os.dup2(discard, 2)
    np.seterr(all="ignore")
    try:
        worker = Worker(library)
    except Exception as error:
        print(json.dumps({"failed": _short(error)}), file=replies)
        return
    print(json.dumps(worker.versions()), file=replies)
    for line in sys.stdin:
        print(json.dumps(worker.answer(json.loads(line))), file=replies)


if __name__ == "__main__":
    main()
