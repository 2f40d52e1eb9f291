"""``python -m benchmarks``: measure, print the tables, write results.json and RESULTS.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.adapters import LIBRARIES
from benchmarks.data import KINDS, Case
from benchmarks.machine import describe, memory_bytes
from benchmarks.measure import Record, measure
from benchmarks.operations import OPERATIONS
from benchmarks.process import Process, start
from benchmarks.report import HERE, publish, table
from benchmarks.results import Results, Run

__all__ = ["main"]


def _names(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a reader of names with commas between them."""

    def split(text: str) -> list[str]:
        given = [name for name in text.split(",") if name]
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        return given

    return split


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what is to be measured; lists are separated by commas."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    dtypes = ("float32", "float64", "int64", "int32")
    default = ["float32", "float64", "int64"]
    parser.add_argument("--kinds", type=_names(KINDS), default=["small", "typical"])
    parser.add_argument("--dtypes", type=_names(dtypes), default=default)
    parser.add_argument("--inner", type=int, default=8, help="rows of vectors too; 0: none")
    parser.add_argument("--ops", type=_names(OPERATIONS), help="all if not given")
    parser.add_argument("--libs", type=_names(LIBRARIES), default=list(LIBRARIES))
    parser.add_argument("--rounds", type=int, default=5, help="times each is asked")
    parser.add_argument("--patience", type=float, default=1.0, help="seconds for one operation")
    parser.add_argument("--gigabytes", type=float, help="memory a library may take; 0: no limit")
    parser.add_argument("--to", type=Path, default=HERE, help="folder of results.json, RESULTS.md")
    return parser.parse_args(argv)


def cases(chosen: argparse.Namespace) -> list[Case]:
    found = [Case(kind, dtype) for kind in chosen.kinds for dtype in chosen.dtypes]
    if chosen.inner:
        found += [Case(kind, "float32", chosen.inner) for kind in chosen.kinds]
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Measure what the arguments say."""
    chosen = arguments(argv)
    began = time.monotonic()
    gigabytes = memory_bytes() / 2**31 if chosen.gigabytes is None else chosen.gigabytes
    running, absent = start(chosen.libs, gigabytes)
    for name, why in absent.items():
        absent[name] = f"{why}; {LIBRARIES[name].how_to_get()}"
        print(f"without {LIBRARIES[name].title}: {absent[name]}")
    versions = {k: v for process in running.values() for k, v in process.ready["versions"].items()}
    run = Run(describe(), versions, absent=absent)
    results = Results.read(chosen.to / "results.json")
    try:
        for case in cases(chosen):
            run.records += _case(running, case, chosen)
    finally:
        for process in running.values():
            process.close()
        results.add(run)
        publish(results, chosen.to)
    print(f"\nwrote RESULTS.md after {(time.monotonic() - began) / 60:.1f} minutes")


def _case(running: dict[str, Process], case: Case, chosen: argparse.Namespace) -> list[Record]:
    # The same code runs on few values, so the compiled column would only show noise.
    asked = {n: p for n, p in running.items() if case.kind != "small" or n != "raggedkit-fast"}
    records = []
    for record in measure(
        asked, case, ops=chosen.ops, rounds=chosen.rounds, patience=chosen.patience
    ):
        records.append(record)
        if sys.stdout.isatty():
            print(f"\r{case}: {record.op}".ljust(70), end="\r", flush=True)
    print(table(case, records), flush=True)
    return records


if __name__ == "__main__":
    main()
