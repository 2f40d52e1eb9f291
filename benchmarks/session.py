"""What one command measures with one set of workers: records go into results.json as they come."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.adapters import LIBRARIES
from benchmarks.data import Case
from benchmarks.machine import describe, memory_bytes
from benchmarks.measure import Record, measure
from benchmarks.process import Process, start
from benchmarks.quiet import others
from benchmarks.report import publish, table
from benchmarks.results import Results, Run

__all__ = ["Measuring", "Settings", "workers"]

BUSY = 0.1  # of all cores; more is told


@dataclass(frozen=True)
class Settings:
    """How long to measure, and what: the parts that all cases of a command share."""

    libs: Collection[str] = tuple(LIBRARIES)
    rounds: int = 5
    patience: float = 1.0
    limit: float = 60.0
    gigabytes: float | None = None


@dataclass
class Measuring:
    """Workers that run, and the file their times go to."""

    running: dict[str, Process]
    run: Run
    folder: Path

    def case(
        self, case: Case, settings: Settings, ops: Collection[str] | None = None
    ) -> Iterator[Record]:
        """Yield the record of each operation once it is in results.json; print their table."""
        # The same code runs on few values, so the compiled column would only show noise.
        left_out = {"raggedkit-fast"} if case.kind == "small" else set()
        asked = {
            name: process
            for name, process in self.running.items()
            if name in settings.libs and name not in left_out
        }
        for process in asked.values():
            process.patience = settings.limit
        records = []
        began = time.monotonic()
        for record in measure(
            asked, case, ops=ops, rounds=settings.rounds, patience=settings.patience
        ):
            records.append(record)
            self.keep(record)
            if sys.stdout.isatty():
                print(f"\r{case}: {record.op}".ljust(70), end="\r", flush=True)
            yield record
        if records:
            print(table(case, records))
            print(f"\n{case}: {time.monotonic() - began:.0f} s", flush=True)

    def keep(self, record: Record) -> None:
        path = self.folder / "results.json"
        results = Results.read(path)
        results.add(Run(self.run.machine, self.run.versions, [record], self.run.absent))
        results.write(path)


@contextmanager
def workers(settings: Settings, folder: Path) -> Iterator[Measuring]:
    """Start the workers; end them, and write the page, whatever happens in between."""
    gigabytes = memory_bytes() / 2**31 if settings.gigabytes is None else settings.gigabytes
    running, absent = start(settings.libs, gigabytes)
    for name, why in absent.items():
        absent[name] = f"{why}; {LIBRARIES[name].how_to_get()}"
        print(f"without {LIBRARIES[name].title}: {absent[name]}")
    busy = others(0.5)
    if busy is not None and busy > BUSY:
        print(f"other processes take {busy:.0%} of this machine: the times will not be fair")
    versions = {k: v for process in running.values() for k, v in process.ready["versions"].items()}
    try:
        yield Measuring(running, Run(describe(), versions, absent=absent), folder)
    finally:
        for process in running.values():
            process.close()
        publish(Results.read(folder / "results.json"), folder)
