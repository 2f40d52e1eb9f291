"""The measurement: each operation is asked of every library in turn, A B C B C A; medians count."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from benchmarks.agreement import outvoted
from benchmarks.data import Case
from benchmarks.operations import OPERATIONS
from benchmarks.process import Asked, Process
from benchmarks.quiet import settle

__all__ = ["Record", "measure"]


@dataclass
class Record:
    """One row of one table: the median seconds of each library, and why others have none.

    Attributes
    ----------
    failed, differs
        The error of a library, and who gives another result than the others.
    late
        Seconds after which a library was no longer waited for.
    """

    op: str
    case: Case
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    differs: list[str] = field(default_factory=list)
    late: dict[str, float] = field(default_factory=dict)

    def ratio(self, peer: str, ours: str = "raggedkit") -> float | None:
        """Return how many times longer the peer takes; None where either has no time.

        Of a peer that was no longer waited for, it is the least that it can be.
        """
        took = self.seconds.get(peer, self.late.get(peer))
        if took is None or ours not in self.seconds:
            return None
        return took / self.seconds[ours]


def measure(
    asked: Mapping[str, Asked],
    case: Case,
    *,
    ops: Collection[str] | None = None,
    rounds: int = 5,
    patience: float = 1.0,
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
                yield _Row(asked, having, Record(op, case)).timed(rounds, patience)


class _Row:
    """One operation, and whom it is asked of while all the others are quiet."""

    def __init__(
        self, every: Mapping[str, Asked], asked: Mapping[str, Asked], record: Record
    ) -> None:
        self.every, self.asked, self.record = every, asked, record

    def answer(self, library: str, do: str) -> dict[str, Any]:
        settle(w.child.pid for w in self.every.values() if isinstance(w, Process))
        found = self.asked[library].answer({"do": do, "op": self.record.op})
        if "late" in found:
            self.record.late[library] = found["late"]
        elif "failed" in found:
            self.record.failed[library] = found["failed"]
        return found

    def timed(self, rounds: int, patience: float) -> Record:
        record = self.record
        firsts = {library: self.answer(library, "first") for library in self.asked}
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
            quick = quick[1:] + quick[:1]  # nobody always follows the same one
            for library in list(quick):
                found = self.answer(library, "time")
                if "seconds" in found:
                    times[library].append(found["seconds"])
                else:
                    quick.remove(library)
                    del times[library]
        record.seconds = {n: median(times[n]) for n in self.asked if n in times}
        return record
