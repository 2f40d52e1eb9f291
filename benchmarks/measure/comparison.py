"""Comparison of libraries: every operation in turn, checked results, median times."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.adapters import LIBRARIES
from benchmarks.cases import Case
from benchmarks.measure.processes import (
    Process,
    Replies,
    busy_share,
    machine,
    memory_bytes,
    start,
    wait_until_idle,
)
from benchmarks.measure.worker import Checksum
from benchmarks.operations import OPERATIONS
from benchmarks.report.page import publish, table
from benchmarks.results import Record, Results, Run

__all__ = ["Comparison", "Settings", "agree", "compare", "comparison", "outvoted"]

BUSY = 0.1  # share of all cores; a warning is printed above it
TOLERANCE = {"float32": 1e-4, "float64": 1e-9, "int64": 1e-9}  # of the sum of absolute values


# -------------------------------------------------------------- agreement of results
def agree(one: Checksum, other: Checksum, dtype: str = "float64") -> bool:
    """Whether two results are equal up to rounding."""
    most = max(one["size"], other["size"])
    tolerance = TOLERANCE.get(dtype, 1e-4)
    if abs(one["sum"] - other["sum"]) > 2 * tolerance * most:
        return False
    if abs(one["size"] - other["size"]) > tolerance * most:
        return False
    if "lengths" not in one or "lengths" not in other:
        return True
    return one["lengths"] == other["lengths"]


def outvoted(sums: Mapping[str, Checksum | None], dtype: str = "float64") -> set[str]:
    """Return the libraries whose result differs from that of the majority.

    The two columns of raggedkit have one vote. In a tie raggedkit's result is taken as correct.
    """
    known = {library: found for library, found in sums.items() if found is not None}

    def votes(candidate: str) -> tuple[int, bool]:
        same = {n.split("-")[0] for n, s in known.items() if agree(known[candidate], s, dtype)}
        return len(same), candidate == "raggedkit"

    if not known:
        return set()
    right = known[max(known, key=votes)]
    return {library for library, found in known.items() if not agree(right, found, dtype)}


# ------------------------------------------------------------------------ measuring
def compare(
    workers: Mapping[str, Replies],
    case: Case,
    *,
    ops: Collection[str] | None = None,
    rounds: int = 5,
    patience: float = 1.0,
) -> Iterator[Record]:
    """Yield a record for each operation that a library supports.

    After ``patience`` seconds an operation gets no further round, once it had three. A call that
    takes longer than that is timed once.
    """
    supported = {}
    for library, worker in workers.items():
        found = worker.answer({"do": "load", **asdict(case)})
        supported[library] = found.get("operations", [])
    for op in OPERATIONS:
        if ops is None or op in ops:
            able = {n: worker for n, worker in workers.items() if op in supported[n]}
            if set(able) - {"limit"}:
                yield _Row(workers, able, Record(op, case)).timed(rounds, patience)


class _Row:
    """One operation, requested from one library while all the others are idle."""

    def __init__(
        self, every: Mapping[str, Replies], able: Mapping[str, Replies], record: Record
    ) -> None:
        self.every, self.able, self.record = every, able, record

    def answer(self, library: str, do: str) -> dict[str, Any]:
        wait_until_idle(w.child.pid for w in self.every.values() if isinstance(w, Process))
        found = self.able[library].answer({"do": do, "op": self.record.op})
        if "late" in found:
            self.record.late[library] = found["late"]
        elif "failed" in found:
            self.record.failed[library] = found["failed"]
        return found

    def timed(self, rounds: int, patience: float) -> Record:
        record = self.record
        firsts = {library: self.answer(library, "first") for library in self.able}
        sums = {library: found.get("sum") for library, found in firsts.items()}
        record.differs = sorted(outvoted(sums, record.case.dtype))
        good = {n: f["seconds"] for n, f in firsts.items() if "seconds" in f}
        times = {
            n: [took] * (took > patience) for n, took in good.items() if n not in record.differs
        }
        quick = [library for library, took in times.items() if not took]
        start = time.perf_counter()
        for done in range(rounds):
            if done >= 3 and time.perf_counter() - start > patience:
                break
            quick = quick[1:] + quick[:1]  # no library always follows the same one
            for library in list(quick):
                found = self.answer(library, "time")
                if "seconds" in found:
                    times[library].append(found["seconds"])
                else:
                    quick.remove(library)
                    del times[library]
        record.seconds = {n: median(times[n]) for n in self.able if n in times}
        return record


# ---------------------------------------------------------------------- one command
@dataclass(frozen=True)
class Settings:
    """Libraries, rounds and limits that all cases of a command share.

    Parameters
    ----------
    patience
        Seconds after which an operation gets no further round.
    limit
        Timeout of one reply in seconds.
    gigabytes
        Memory limit of each library; None: half of the machine's memory, 0: no limit.
    """

    libs: Collection[str] = tuple(LIBRARIES)
    rounds: int = 5
    patience: float = 1.0
    limit: float = 60.0
    gigabytes: float | None = None


@dataclass
class Comparison:
    """Running workers, and the folder of results.json."""

    running: dict[str, Process]
    run: Run
    folder: Path

    def case(
        self, case: Case, settings: Settings, ops: Collection[str] | None = None
    ) -> Iterator[Record]:
        """Yield each record after saving it to results.json; print the table at the end."""
        # Small data runs the same code with and without numba: a second column would be noise.
        left_out = {"raggedkit-fast"} if case.kind == "small" else set()
        workers = {
            name: process
            for name, process in self.running.items()
            if name in settings.libs and name not in left_out
        }
        for process in workers.values():
            process.timeout = settings.limit
        records = []
        began = time.monotonic()
        for record in compare(
            workers, case, ops=ops, rounds=settings.rounds, patience=settings.patience
        ):
            records.append(record)
            self.save(record)
            if sys.stdout.isatty():
                print(f"\r{case}: {record.op}".ljust(70), end="\r", flush=True)
            yield record
        if records:
            print(table(case, records))
            print(f"\n{case}: {time.monotonic() - began:.0f} s", flush=True)

    def save(self, record: Record) -> None:
        path = self.folder / "results.json"
        results = Results.read(path)
        results.add(Run(self.run.machine, self.run.versions, [record], self.run.absent))
        results.write(path)


@contextmanager
def comparison(settings: Settings, folder: Path) -> Iterator[Comparison]:
    """Start the workers; at the end stop them and write the page, even after an error."""
    gigabytes = memory_bytes() / 2**31 if settings.gigabytes is None else settings.gigabytes
    running, absent = start(settings.libs, gigabytes)
    for name, why in absent.items():
        absent[name] = f"{why}; {LIBRARIES[name].how_to_get()}"
        print(f"without {LIBRARIES[name].title}: {absent[name]}")
    busy = busy_share(0.5)
    if busy is not None and busy > BUSY:
        print(f"other processes use {busy:.0%} of this machine: the times will be unreliable")
    versions = {k: v for process in running.values() for k, v in process.ready["versions"].items()}
    try:
        yield Comparison(running, Run(machine(), versions, absent=absent), folder)
    finally:
        for process in running.values():
            process.close()
        publish(Results.read(folder / "results.json"), folder)
