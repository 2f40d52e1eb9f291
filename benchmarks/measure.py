"""The measurement: each operation is asked of every library in turn, A B C A B C; medians count."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from benchmarks.agreement import outvoted
from benchmarks.data import Case
from benchmarks.operations import OPERATIONS
from benchmarks.process import Asked

__all__ = ["Record", "measure"]


@dataclass
class Record:
    """One row of one table: the median seconds of each library, and why others have none."""

    op: str
    case: Case
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    differs: list[str] = field(default_factory=list)

    def ratio(self, peer: str, ours: str = "raggedkit") -> float | None:
        """Return how many times longer the peer takes; None where either has no time."""
        if peer in self.seconds and ours in self.seconds:
            return self.seconds[peer] / self.seconds[ours]
        return None


def measure(
    asked: Mapping[str, Asked],
    case: Case,
    *,
    ops: list[str] | None = None,
    rounds: int = 5,
    patience: float = 1.5,
) -> Iterator[Record]:
    """Yield a record for each operation that a library has.

    After ``patience`` seconds an operation gets no further round, once it had three; a call that
    takes longer than that is timed once.
    """
    offered = {}
    for library, worker in asked.items():
        found = worker.answer({"do": "load", **asdict(case)})
        offered[library] = found.get("operations", [])
    for op in OPERATIONS:
        if ops is None or op in ops:
            having = {n: worker for n, worker in asked.items() if op in offered[n]}
            if set(having) - {"limit"}:
                yield _row(having, Record(op, case), rounds, patience)


def _row(asked: Mapping[str, Asked], record: Record, rounds: int, patience: float) -> Record:
    firsts = {n: worker.answer({"do": "first", "op": record.op}) for n, worker in asked.items()}
    record.failed = {n: a["failed"] for n, a in firsts.items() if "failed" in a}
    record.differs = sorted(
        outvoted({n: a.get("sum") for n, a in firsts.items()}, record.case.dtype)
    )
    timed = [n for n in asked if n not in record.failed and n not in record.differs]
    times = {n: [firsts[n]["seconds"]] if firsts[n]["seconds"] > patience else [] for n in timed}
    quick = [n for n in timed if not times[n]]
    start = time.perf_counter()
    for done in range(rounds):
        if done >= 3 and time.perf_counter() - start > patience:
            break
        for n in list(quick):
            found: dict[str, Any] = asked[n].answer({"do": "time", "op": record.op})
            if "failed" in found:
                record.failed[n] = found["failed"]
                quick.remove(n)
                del times[n]
            else:
                times[n].append(found["seconds"])
    record.seconds = {n: median(t) for n, t in times.items()}
    return record
