"""results.json: what was measured, on what; a new run replaces only what it measured anew."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.data import Case
from benchmarks.measure import Record

__all__ = ["Results", "Run"]

PATH = Path(__file__).with_name("results.json")


@dataclass
class Run:
    """The records of one command, with its machine and the versions of the libraries."""

    machine: dict[str, str]
    versions: dict[str, str]
    records: list[Record] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> list[Case]:
        return list(dict.fromkeys(record.case for record in self.records))


@dataclass
class Results:
    """Everything the report is written from."""

    runs: list[Run] = field(default_factory=list)
    parts: dict[str, Any] = field(default_factory=dict)  # growth, memory, overhead: own tables

    @classmethod
    def read(cls, path: Path = PATH) -> Results:
        """Return what the file holds; nothing where there is none."""
        if not path.exists():
            return cls()
        read = json.loads(path.read_text(encoding="utf-8"))
        runs = [
            Run(**run | {"records": [_record(r) for r in run["records"]]}) for run in read["runs"]
        ]
        return cls(runs, read["parts"])

    def add(self, run: Run) -> None:
        """Take in a run; older records of the same operations on the same data go."""
        new = {(record.op, record.case) for record in run.records}
        for old in self.runs:
            old.records = [r for r in old.records if (r.op, r.case) not in new]
        self.runs = [old for old in self.runs if old.records] + [run]

    @property
    def records(self) -> Iterable[Record]:
        for run in self.runs:
            yield from run.records

    def write(self, path: Path = PATH) -> None:
        """Write one record a line, so that a change of one shows as such."""
        runs = [_as_json(run) for run in self.runs]
        parts = json.dumps(self.parts)
        path.write_text(
            '{"runs": [\n' + ",\n".join(runs) + f'\n], "parts": {parts}}}\n', encoding="utf-8"
        )


def _as_json(run: Run) -> str:
    head = json.dumps({"machine": run.machine, "versions": run.versions, "absent": run.absent})
    lines = ",\n".join(json.dumps(_brief(record)) for record in run.records)
    return f'{head[:-1]}, "records": [\n{lines}\n]}}'


def _brief(record: Record) -> dict[str, Any]:
    case = record.case
    seconds = {library: float(f"{t:.4g}") for library, t in record.seconds.items()}
    brief = {"op": record.op, "case": [case.kind, case.dtype, case.inner], "seconds": seconds}
    return brief | {k: v for k, v in asdict(record).items() if k in ("failed", "differs") and v}


def _record(read: dict[str, Any]) -> Record:
    return Record(**read | {"case": Case(*read["case"])})
