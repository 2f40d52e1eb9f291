"""The process of one library: it loads data, warms operations up and times them when asked.

Questions and answers are lines of JSON: ``{"do": "load" | "first" | "time", ...}``.
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
from benchmarks.agreement import checksum
from benchmarks.clock import seconds_a_call
from benchmarks.data import Case, Data
from benchmarks.operations import OPERATIONS

__all__ = ["Session", "main"]

_LOOP = 2e-3  # seconds a quick call is repeated for, so that the clock's own steps do not show
_PATIENCE = 0.5  # a first call that took longer is not made a second time before it is timed
_WARM = 0.05  # seconds; a quicker call is made once, untimed, whenever its turn comes


class Session:
    """What a worker does, without the process around it."""

    def __init__(self, library: str) -> None:
        self.library, self.adapter = library, adapter_of(library)
        self.operations: dict[str, Callable[[], Any]] = {}
        self.loops: dict[str, int] = {}
        self.slow: set[str] = set()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return what was asked for, or ``{"failed": why}``."""
        try:
            found: dict[str, Any] = getattr(self, question.pop("do"))(**question)
        except MemoryError:
            return {"failed": "out of memory"}
        except Exception as error:
            return {"failed": _short(error)}
        return found

    def versions(self) -> dict[str, Any]:
        return {"versions": versions_of(self.library)}

    def load(self, kind: str, dtype: str, inner: int) -> dict[str, Any]:
        self.operations, self.loops = {}, {}
        self.data = data = Data(Case(kind, dtype, inner))
        self.adapter.load(data)
        calls = self.adapter.calls()
        self.operations = {
            n: calls[n] for n, o in OPERATIONS.items() if n in calls and o.fits(data)
        }
        return {"operations": list(self.operations)}

    def first(self, op: str) -> dict[str, Any]:
        """Call once or twice, to warm up; say how long it took and what came out."""
        call = self.operations[op]
        seconds, result = _timed(call)
        if seconds < _PATIENCE or self.library == "raggedkit-fast":  # which was compiling
            seconds, result = _timed(call)
        self.loops[op] = max(1, int(_LOOP / max(seconds, 1e-7)))
        self.slow -= {op}
        if seconds > _WARM:
            self.slow.add(op)
        if self.library == "limit":
            return {"seconds": seconds}
        numbers, lengths = self.adapter.numbers(result), self.adapter.lengths(result)
        return {"seconds": seconds, "sum": checksum(numbers, lengths)}

    def time(self, op: str) -> dict[str, Any]:
        """Time a call as it is among others like it: caches, pages and threads are at hand.

        What another library left in the caches, and which pages an allocator has kept since the
        last operation, would else be part of it.
        """
        call = self.operations[op]
        if op not in self.slow:
            call()
        return {"seconds": seconds_a_call(call, self.loops[op])}


def _timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def _short(error: Exception) -> str:
    """Return the first line of an error, without what depends on the machine."""
    lines = f"{type(error).__name__}: {error}".strip().splitlines()
    text = re.sub(r"/job:\S+ ?|/\S+/\S+", "", lines[0])
    return text if len(text) <= 120 else text[:117] + "..."


def versions_of(library: str) -> dict[str, str]:
    """Return the versions of a library and of NumPy, as far as they can be told."""
    found = {}
    for package in ("numpy", *LIBRARIES[library].packages):
        for distribution in (package, f"{package}-cpu"):
            try:
                found[package] = metadata.version(distribution)
                break
            except metadata.PackageNotFoundError:
                continue
    if library.startswith("raggedkit"):  # this checkout, installed or not
        found["raggedkit"] = __import__("raggedkit").__version__
    return found


def _limit_memory(gigabytes: float) -> None:
    """Have allocations beyond this refused, so that a library fails and the machine stays up."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Answer questions until there are no more; what libraries print goes nowhere."""
    warnings.simplefilter("ignore")
    library, gigabytes = sys.argv[1], float(sys.argv[2])
    if gigabytes:
        _limit_memory(gigabytes)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    np.seterr(all="ignore")
    try:
        session = Session(library)
    except Exception as error:
        print(json.dumps({"failed": _short(error)}), file=answers)
        return
    print(json.dumps(session.versions()), file=answers)
    for line in sys.stdin:
        print(json.dumps(session.answer(json.loads(line))), file=answers)


if __name__ == "__main__":
    main()
