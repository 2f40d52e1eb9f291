"""results.json: what was measured, on what; a new run replaces only what it measured anew."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.data import DTYPES, KINDS, Case
from benchmarks.measure import Record
from benchmarks.operations import OPERATIONS

__all__ = ["Results", "Run"]

PATH = Path(__file__).with_name("results.json")


@dataclass
class Run:
    """Records that have the machine and the versions of the libraries in common."""

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
    """Everything the report is written from.

    Attributes
    ----------
    parts
        Tables beside the ratios: growth, memory, overhead.
    under_way
        What of `benchmarks.plan` is done; None where no plan was stopped half way.
    """

    runs: list[Run] = field(default_factory=list)
    parts: dict[str, Any] = field(default_factory=dict)
    under_way: dict[str, list[str]] | None = None

    @classmethod
    def read(cls, path: Path = PATH) -> Results:
        """Return what the file holds; nothing where there is none."""
        if not path.exists():
            return cls()
        read = json.loads(path.read_text(encoding="utf-8"))
        results = cls([], read["parts"], read.get("under_way"))
        for run in read["runs"]:
            results.add(Run(**run | {"records": [_record(r) for r in run["records"]]}))
        return results

    def add(self, run: Run) -> None:
        """Take in a run; older records of the same operations on the same data go."""
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
        """Write one record a line, so that a change of one shows as such."""
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
    lines = ",\n".join(json.dumps(_brief(record)) for record in run.records)
    return f'{head[:-1]}, "records": [\n{lines}\n]}}'


def _brief(record: Record) -> dict[str, Any]:
    case = record.case
    seconds = {library: float(f"{t:.4g}") for library, t in record.seconds.items()}
    brief = {"op": record.op, "case": [case.kind, case.dtype, case.inner], "seconds": seconds}
    return brief | {
        k: v for k, v in asdict(record).items() if k in ("failed", "differs", "late") and v
    }


def _record(read: dict[str, Any]) -> Record:
    return Record(**read | {"case": Case(*read["case"])})
