"""results.json: measured times, with machine and versions. A run replaces only what it measured."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.adapters import PEERS
from benchmarks.cases import DTYPES, KINDS, Case
from benchmarks.operations import OPERATIONS

__all__ = ["COPY", "FOLDER", "EngineSummary", "Record", "Results", "Run", "engine_summary"]

FOLDER = Path(__file__).parent
PATH = FOLDER / "results.json"
COPY = "np.copyto of the values"  # the row of the growth table that shows the cost of memory


@dataclass
class Record:
    """Median seconds of one operation on one case, for each library.

    Attributes
    ----------
    failed
        Errors of the libraries that raised one.
    differs
        Libraries whose result differs from that of the majority.
    late
        For libraries that timed out: the timeout in seconds.
    """

    op: str
    case: Case
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    differs: list[str] = field(default_factory=list)
    late: dict[str, float] = field(default_factory=dict)

    def ratio(self, peer: str, ours: str = "raggedkit") -> float | None:
        """Return the peer's time divided by ours, or None if one is missing.

        For a peer that timed out this is a lower bound.
        """
        took = self.seconds.get(peer, self.late.get(peer))
        if took is None or ours not in self.seconds:
            return None
        return took / self.seconds[ours]


@dataclass
class Run:
    """Records measured on one machine with the same versions of the libraries."""

    machine: dict[str, str]
    versions: dict[str, str]
    records: list[Record] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> list[Case]:
        return list(dict.fromkeys(record.case for record in self.records))

    def is_like(self, other: Run) -> bool:
        mine = (self.machine, self.versions, self.absent)
        return mine == (other.machine, other.versions, other.absent)


@dataclass
class Results:
    """The contents of results.json.

    Attributes
    ----------
    parts
        Rows of the tables that compare no libraries: growth, memory, overhead.
    under_way
        Finished operations of each step of `measure.full_run`; None if no full run was interrupted.
    """

    runs: list[Run] = field(default_factory=list)
    parts: dict[str, Any] = field(default_factory=dict)
    under_way: dict[str, list[str]] | None = None

    @classmethod
    def read(cls, path: Path = PATH) -> Results:
        """Return the contents of the file; empty results if there is none."""
        if not path.exists():
            return cls()
        read = json.loads(path.read_text(encoding="utf-8"))
        results = cls([], read["parts"], read.get("under_way"))
        for run in read["runs"]:
            results.add(Run(**run | {"records": [_record(r) for r in run["records"]]}))
        return results

    def add(self, run: Run) -> None:
        """Add a run; it replaces older records of the same operations and cases."""
        new = {(record.op, record.case) for record in run.records}
        for old in self.runs:
            old.records = [r for r in old.records if (r.op, r.case) not in new]
        like = next((old for old in self.runs if old.is_like(run)), None)
        if like is None:
            self.runs.append(Run(run.machine, run.versions, list(run.records), run.absent))
        else:
            like.records += run.records
        self.runs = [old for old in self.runs if old.records]

    @property
    def records(self) -> list[Record]:
        """All records, in the order of the tables."""
        return sorted((r for run in self.runs for r in run.records), key=_order)

    def write(self, path: Path = PATH) -> None:
        """Write one record per line, for readable diffs."""
        path.parent.mkdir(parents=True, exist_ok=True)
        runs = ",\n".join(_as_json(run) for run in self.runs)
        rest: dict[str, Any] = {"parts": self.parts}
        if self.under_way is not None:
            rest["under_way"] = self.under_way
        path.write_text(f'{{"runs": [\n{runs}\n], {json.dumps(rest)[1:-1]}}}\n', encoding="utf-8")


def _order(record: Record) -> tuple[int, ...]:
    case = record.case
    dtype = DTYPES.index(case.dtype) if case.dtype in DTYPES else len(DTYPES)
    kinds, ops = list(KINDS), list(OPERATIONS)
    return kinds.index(case.kind), case.inner, dtype, ops.index(record.op)


def _as_json(run: Run) -> str:
    head = json.dumps({"machine": run.machine, "versions": run.versions, "absent": run.absent})
    lines = ",\n".join(json.dumps(_fields(record)) for record in run.records)
    return f'{head[:-1]}, "records": [\n{lines}\n]}}'


def _fields(record: Record) -> dict[str, Any]:
    case = record.case
    seconds = {library: float(f"{t:.4g}") for library, t in record.seconds.items()}
    found = {"op": record.op, "case": [case.kind, case.dtype, case.inner], "seconds": seconds}
    return found | {
        k: v for k, v in asdict(record).items() if k in ("failed", "differs", "late") and v
    }


def _record(read: dict[str, Any]) -> Record:
    return Record(**read | {"case": Case(*read["case"])})


@dataclass(frozen=True)
class EngineSummary:
    """Ratios of one engine of raggedkit on one kind of rows.

    Attributes
    ----------
    engine
        The name of the engine's column.
    compared, won
        Number of operations that another library supports, and in which raggedkit is the fastest.
    ratios
        For each library the ratios, lowest first, with their operations.
    """

    engine: str
    compared: int
    won: int
    ratios: dict[str, list[tuple[float, str]]]


def engine_summary(records: Iterable[Record], engine: str) -> EngineSummary:
    """Return the summary of the records in which the engine has a time."""
    ratios: dict[str, list[tuple[float, str]]] = {peer: [] for peer in PEERS}
    compared = won = 0
    for record in records:
        found = {peer: ratio for peer in PEERS if (ratio := record.ratio(peer, engine))}
        for peer, ratio in found.items():
            ratios[peer].append((ratio, record.op))
        compared += bool(found)
        won += bool(found) and min(found.values()) >= 1
    return EngineSummary(engine, compared, won, {peer: sorted(r) for peer, r in ratios.items()})
